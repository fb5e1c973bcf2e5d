//! Laws of the readers: no input panics, and the result does not depend on how the bytes arrive.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use proptest::prelude::*;
use scoredrop::base::error::Error;
use scoredrop::table::{Cell, Inspection, Read, Reader, Table, inspect, read_all};
use scoredrop_testing::archives::gzip;
use std::fmt::Write as _;

/// Everything a person can see of a result; the words of diagnostics only where asked for.
fn seen(read: &Read, words: bool) -> String {
    let table = &read.table;
    let mut text = format!("{:?} {}\n", table.columns(), read.unparseable);
    for row in 0..table.rows() {
        let cells: Vec<Cell<'_>> = (0..table.columns().len()).map(|c| table.cell(row, c)).collect();
        let _ = writeln!(text, "{} {cells:?}", table.row_number(row));
    }
    for diagnostic in read.diagnostics.finish() {
        let text_of = if words { diagnostic.to_string() } else { diagnostic.code.to_string() };
        let _ = writeln!(text, "{text_of}");
    }
    text
}

fn sliced(
    inspection: &Inspection,
    keep: &[String],
    bytes: &[u8],
    cuts: &[usize],
) -> Result<Read, Error> {
    let mut reader = Reader::new(inspection, keep);
    let mut rest = bytes;
    let mut cuts = cuts.iter().cycle();
    while !rest.is_empty() {
        let cut = cuts.next().copied().unwrap_or(1).clamp(1, rest.len());
        reader.push(&rest[..cut])?;
        rest = &rest[cut..];
    }
    reader.finish()
}

/// A packed file without its last quarter.
fn cut_gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packed = gzip(bytes.repeat(300));
    packed.truncate(packed.len() * 3 / 4);
    packed
}

/// Valid and odd files of every kind.
fn seeds() -> Vec<(&'static str, Vec<u8>)> {
    let mut seeds: Vec<(&str, Vec<u8>)> = [
        ("a.json", r#"[{"id": 1, "a": "x\u00e9\ud83d\ude00"}, {"id": 2, "b": [1, {"c": null}]}, {"id": }, 3]"#),
        ("b.json", r#"{"v": 1, "info": {"x": []}, "data": [{"id": "1"}, {"id": "2", "id": "3"},], "z": 2}"#),
        ("c.json", r#"{"q1": "a", "q2": ["b", "c\\"], "q1": NaN, "q4": {"answer": "x", "n": 1e999}}"#),
        ("d.json", r#"{"answer": {"q1": "a", "q2": "b"}, "sp": {"q2": [["t", 0]], "q3": [], "q2": [1]}}"#),
        ("e.json", r#"{"version": "1", "data": [{"title": "T\n", "paragraphs": [{"context": "c", "qas": [{"id": "1", "question": "?", "answers": [{"text": "a", "answer_start": 0}], "is_impossible": false}, {"id": "2", "answers": []}]}]}]}"#),
        ("f.json", "[1, \"two\", [3], null, true, -0.5e3]"),
        ("g.jsonl", "{\"id\": 1, \"a\": \"x\"}\r\n\n{\"id\": 2, \"a\": {\"b\": [\"\\ud800\"]}}\nbad\n{\"a\": 3, \"id\": \"tab\there\"} x\n{\"id\": 5, \"late\": 1"),
        ("h.csv", "id,answer,id\n1,\"a \"\"quoted\"\"\nb\",2\r\n\n2,b\r3,c,d,e\n4,\"open"),
        ("i.csv", "who\t['a', \"b\"]\nwhat, when\t['c']\n"),
        ("j.txt", "\u{feff}\u{feff}a;b\n1;2\n;\n"),
        ("p.json", r#"{"ids": [1, "2", 3], "x": {"y": []}, "predictions": ["a", ["b"], null], "references": [["é"], "c", {"text": ["d"]}]}"#),
        ("q.json", r#"{"predictions": ["a", , "b"], "references": ["x", "y"]}"#),
        ("r.txt", "Paris, France\n\nMay 18, 2018\r\n\"Oh\" no\n \nlast"),
        ("s.txt", "prediction\nParis; Texas\n\n"),
        ("o.jsonl", "{\"id\": 1}\n\u{c}\n {\"id\": 2} \u{c}\n\t\n{\"id\": 3}\u{b}\n"),
        ("k.json", "[{\"a\": 1} {\"a\": 2}, , {\"a\" 3}, {\"a\": [}] }, {\"a\": 5}] {\"more\": 1}"),
    ]
    .into_iter()
    .map(|(name, text)| (name, text.as_bytes().to_vec()))
    .collect();
    seeds.push(("l.jsonl.gz", gzip(&seeds[6].1)));
    seeds.push(("m.json.gz", cut_gzip(&seeds[6].1)));
    let units = |bytes: fn(u16) -> [u8; 2]| {
        let text = "\u{feff}id;a\n1;\"é\r\n😀\"\n2;x\n3;日\n";
        text.encode_utf16().chain([0xd800, 0x61]).flat_map(bytes).chain([0]).collect()
    };
    seeds.push(("t.csv", units(u16::to_le_bytes)));
    seeds.push(("u.csv", units(u16::to_be_bytes)));
    seeds.push(("v.csv", b"id;a\n1;Z\xfcrich\n2;5 \x80\n".to_vec()));
    seeds.push(("n.csv", b"id,a\n1,\xff\xfe\n2,b\n".to_vec()));
    seeds
}

fn check(name: &str, bytes: &[u8], cuts: &[usize]) {
    let whole = read_all(name, bytes, None);
    let Ok(inspection) = inspect(name, bytes, true) else {
        assert!(whole.is_err());
        return;
    };
    let keep = inspection.sample.columns().to_vec();
    let parts = sliced(&inspection, &keep, bytes, cuts);
    match (whole, parts) {
        (Ok((_, whole)), Ok(parts)) => assert_eq!(seen(&whole, true), seen(&parts, true)),
        (whole, parts) => assert_eq!(whole.err(), parts.err()),
    }
}

#[test]
fn one_byte_at_a_time_is_the_same() {
    for (name, bytes) in seeds() {
        check(name, &bytes, &[1]);
        check(name, &bytes, &[2, 3]);
    }
}

#[test]
fn a_file_beyond_its_head_is_the_same() {
    let line =
        |row: usize| format!("{{\"id\": {row}, \"text\": \"{}\"}}\n", "é\\n".repeat(row % 40));
    let text = (0..25_000).map(line).collect::<Vec<_>>().concat();
    let list = format!("[{}]", text.trim_end().replace('\n', ",\r\n"));
    assert!(text.len() > 1 << 20);
    for (name, bytes) in [
        ("a.jsonl", text.clone().into_bytes()),
        ("a.jsonl.gz", gzip(text.as_bytes())),
        ("a.json", list.into_bytes()),
    ] {
        check(name, &bytes, &[65_537, 9_999]);
        assert_eq!(read_all(name, &bytes, None).unwrap().1.table.rows(), 25_000);
    }
}

#[test]
fn every_prefix_can_be_read() {
    for (name, bytes) in seeds() {
        for end in 0..bytes.len() {
            check(name, &bytes[..end], &[1, 5]);
            let _ = inspect(name, &bytes[..end], false);
        }
    }
}

#[test]
fn line_ends_do_not_matter() {
    for (name, text) in [
        ("a.jsonl", "{\"id\": 1}\n{\"id\": [1,2]}\n\nbad\n{\"id\": 3}\n"),
        ("a.csv", "id,a\n1,b\n\n2,\"c\"\n3\n"),
        ("a.json", "[\n{\"id\": 1,\n\"a\": [\n1\n]},\n{\"id\": 2}\n]\n"),
    ] {
        let unix = read_all(name, text.as_bytes(), None).unwrap().1;
        let dos = read_all(name, text.replace('\n', "\r\n").as_bytes(), None).unwrap().1;
        assert_eq!(seen(&unix, false), seen(&dos, false), "{name}");
    }
}

#[test]
fn columns_that_are_not_kept_leave_the_others_alone() {
    for (name, bytes) in seeds() {
        let (inspection, all) = read_all(name, &bytes, None).unwrap();
        for column in inspection.sample.columns() {
            let keep = [column.clone()];
            let (_, one) = read_all(name, &bytes, Some(&keep)).unwrap();
            let texts = |table: &Table| -> Vec<String> {
                let index = table.column(column).unwrap();
                (0..table.rows()).map(|row| format!("{:?}", table.cell(row, index))).collect()
            };
            assert_eq!(texts(&all.table), texts(&one.table), "{name} {column}");
        }
    }
}

fn mutated() -> impl Strategy<Value = (usize, Vec<(usize, u8, u8)>)> {
    let byte =
        prop_oneof![any::<u8>(), proptest::sample::select(b"\"\\{}[],:\n\r\t ;|eEuN-0".to_vec())];
    (0..seeds().len(), prop::collection::vec((0..2000_usize, 0..3_u8, byte), 1..6))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_survived(bytes in prop::collection::vec(any::<u8>(), 0..300), cut in 1..9_usize) {
        for name in ["a.json", "a.jsonl", "a.csv", "a.gz"] {
            check(name, &bytes, &[cut]);
        }
    }

    #[test]
    fn any_change_of_a_file_is_survived(
        (seed, changes) in mutated(),
        cuts in prop::collection::vec(1..20_usize, 1..5),
    ) {
        let (name, mut bytes) = seeds().swap_remove(seed);
        for (place, change, byte) in changes {
            let place = place % bytes.len().max(1);
            match change {
                0 if !bytes.is_empty() => bytes[place] = byte,
                1 if !bytes.is_empty() => drop(bytes.remove(place)),
                _ => bytes.insert(place, byte),
            }
        }
        check(name, &bytes, &cuts);
    }
}
