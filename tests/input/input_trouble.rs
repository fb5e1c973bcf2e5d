//! What the readers say about files that are not as they should be.

use scoredrop::base::diagnostic::{Code, Diagnostic};
use scoredrop::table::{Cell, Format, Inspection, Kind, Read, Shape, inspect, read_all};

fn read(name: &str, bytes: impl AsRef<[u8]>) -> (Inspection, Read) {
    read_all(name, bytes.as_ref(), None).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The texts of a column; `-` where there is nothing.
fn column(read: &Read, name: &str) -> Vec<String> {
    let column = read.table.column(name).unwrap_or_else(|| panic!("no column {name}"));
    let cell = |row| read.table.cell(row, column).as_text().unwrap_or("-").to_owned();
    (0..read.table.rows()).map(cell).collect()
}

fn found(read: &Read, code: Code) -> Diagnostic {
    let all = read.diagnostics.finish();
    let one = all.iter().find(|diagnostic| diagnostic.code == code).cloned();
    one.unwrap_or_else(|| panic!("no {code} in {all:?}"))
}

fn refused(name: &str, bytes: &[u8]) -> String {
    read_all(name, bytes, None)
        .map_or_else(|error| error.problems[0].code.to_string(), |_| "read".into())
}

#[test]
fn a_cut_document_keeps_its_complete_records() {
    let (_, cut) = read("a.json", r#"[{"id": 1}, {"id": 2}, {"id": 3, "a": "x"#);
    assert_eq!((cut.table.rows(), cut.unparseable), (2, 1));
    let said = found(&cut, Code::Truncated);
    assert_eq!(
        said.message,
        "the file is cut off in the middle of record 3; the 2 complete records before this place were read"
    );
    assert_eq!(said.remedy.as_deref(), Some("export the file again"));
    for text in [r#"[{"id": 1}, {"id": 2}"#, r#"[{"id": 1}, {"id": 2},"#] {
        let (_, cut) = read("a.json", text);
        assert_eq!((cut.table.rows(), cut.diagnostics.count(Code::Truncated)), (2, 1));
    }
    let (_, cut) = read("a.jsonl", "{\"id\": 1}\n{\"id\": 2, \"a\": [1");
    assert_eq!((cut.table.rows(), cut.unparseable), (1, 1));
    assert_eq!(found(&cut, Code::Truncated).row, Some(2));
}

#[test]
fn a_broken_record_does_not_end_the_reading() {
    let (_, bad) = read("a.json", r#"[{"id": 1}, {"id": 2, "x": }, {"id": 3}, 4, {"id": 5},]"#);
    assert_eq!(column(&bad, "id"), ["1", "3", "5"]);
    assert_eq!((bad.unparseable, bad.diagnostics.count(Code::BadRow)), (2, 2));
    assert_eq!(found(&bad, Code::BadRow).row, Some(2));
    assert_eq!(bad.table.row_number(2), 5);
    found(&bad, Code::NotStrictJson);
    let (_, bad) = read("a.jsonl", "{\"é\": 1}\nnot json\n\n{\"é\" 2}\n{\"é\": 3}\n[1]\n");
    assert_eq!(column(&bad, "é"), ["1", "3"]);
    assert_eq!((bad.unparseable, bad.table.row_number(1)), (3, 5));
    let messages: Vec<_> = bad.diagnostics.finish().into_iter().map(|d| d.message).collect();
    assert_eq!(messages[1], "line 4 has invalid JSON at column 6: expected a colon, found \"2}\"");
    let deep =
        format!("[{{\"id\": 1}}, {}1{}, {{\"id\": 2}}]", "[".repeat(100_000), "]".repeat(100_000));
    let (_, bad) = read("a.json", deep);
    assert_eq!((bad.table.rows(), bad.unparseable), (2, 1));
    assert!(found(&bad, Code::BadRow).message.contains("nested deeper than 512"));
}

#[test]
fn what_python_accepts_is_accepted() {
    let text = "{\"a\": NaN, \"b\": -Infinity, \"c\": 1e999, \"d\": \"\\ud800x\", \"e\": \"tab\there\", \
                \"f\": 1, \"f\": 0.10}\n";
    let (_, odd) = read("a.jsonl", text);
    let cell = |name: &str| odd.table.cell(0, odd.table.column(name).unwrap());
    assert_eq!(cell("a"), Cell { kind: Kind::Number, text: "NaN" });
    assert_eq!(cell("b").text, "-Infinity");
    assert_eq!(cell("c"), Cell { kind: Kind::Number, text: "1e999" });
    assert_eq!(cell("d").text, "\u{fffd}x");
    assert_eq!(cell("e").text, "tab\there");
    assert_eq!(cell("f").text, "0.10");
    for (code, column) in [
        (Code::NotJsonNumber, "a"),
        (Code::NumberOutOfRange, "c"),
        (Code::LoneSurrogate, "d"),
        (Code::ControlCharacter, "e"),
        (Code::DuplicateKey, "f"),
    ] {
        assert_eq!(found(&odd, code).column.as_deref(), Some(column));
        assert_eq!(found(&odd, code).row, Some(1));
    }
    let keep = ["a".to_owned()];
    let (_, kept) = read_all("a.jsonl", text.as_bytes(), Some(&keep)).unwrap();
    assert_eq!(kept.diagnostics.count(Code::DuplicateKey), 0);
    assert_eq!(kept.table.columns(), ["a"]);
}

#[test]
fn keyed_shapes_become_rows() {
    let (file, keyed) = read("p.json", r#"{"q\u00e9": "x", "q2": ["a"], "q2": "last"}"#);
    assert_eq!(file.shape, Shape::Keyed);
    assert_eq!(column(&keyed, "(key)"), ["qé", "q2", "q2"]);
    assert_eq!(column(&keyed, "(value)"), ["x", "[\"a\"]", "last"]);
    let (_, objects) = read("p.json", r#"{"q1": {"answer": "x"}, "q2": {"answer": "y", "n": 1}}"#);
    assert_eq!(objects.table.columns(), ["(key)", "answer", "n"]);
    assert_eq!(column(&objects, "n"), ["-", "1"]);
    let text =
        r#"{"answer": {"q1": "x", "q2": "y"}, "sp": {"q2": [["t", 0]], "q3": [], "q2": []}}"#;
    let (file, columns) = read("p.json", text);
    assert_eq!(file.shape, Shape::KeyedColumns);
    assert_eq!(column(&columns, "(key)"), ["q1", "q2", "q3"]);
    assert_eq!(column(&columns, "answer"), ["x", "y", "-"]);
    assert_eq!(column(&columns, "sp"), ["-", "[]", "[]"]);
    assert_eq!(found(&columns, Code::DuplicateKey).row, Some(2));
    let (file, wrapped) = read("p.json", r#"{"v": 1, "meta": {}, "results": [{"id": 1}]}"#);
    assert_eq!(file.shape, Shape::Wrapped { member: "results".into() });
    assert!(found(&wrapped, Code::IgnoredMembers).message.ends_with(": meta"));
}

#[test]
fn squad_articles_become_questions() {
    let text = r#"{"version": "2", "data": [{"paragraphs": [{"qas": [
        {"id": "a", "question": "q", "answers": [{"text": "x", "answer_start": 1}], "extra": 1,
         "is_impossible": false, "plausible_answers": []},
        {"id": "b", "answers": [], "is_impossible": true}], "context": "long"}], "title": "T"}]}"#;
    let (file, squad) = read("dev.json", text);
    assert_eq!(file.shape, Shape::Squad);
    assert_eq!(
        squad.table.columns(),
        ["id", "question", "answers", "extra", "is_impossible", "title"]
    );
    assert_eq!(column(&squad, "title"), ["T", "T"]);
    assert_eq!(column(&squad, "answers")[1], "[]");
    let keep = ["id".to_owned(), "context".to_owned(), "plausible_answers".to_owned()];
    let (_, squad) = read_all("dev.json", text.as_bytes(), Some(&keep)).unwrap();
    assert_eq!(column(&squad, "context"), ["long", "long"]);
    assert_eq!(column(&squad, "plausible_answers"), ["[]", "-"]);
}

#[test]
fn delimited_files_keep_their_lines() {
    let (file, csv) = read("a.csv", "id,text\r\n1,\"a \"\"b\"\"\r\nc\"\r\n\r\n2,d,e\r\n3\r\n");
    assert_eq!((file.format, file.header), (Format::Csv(b','), true));
    assert_eq!(column(&csv, "text"), ["a \"b\"\r\nc", "d", "-"]);
    let lines: Vec<_> = (0..3).map(|row| csv.table.row_number(row)).collect();
    assert_eq!(lines, [2, 5, 6]);
    assert_eq!(
        (csv.diagnostics.count(Code::RaggedRow), csv.diagnostics.count(Code::BlankLines)),
        (2, 1)
    );
    let (_, open) = read("a.csv", "id,text\n1,x\n2,\"open\n3,y\n4,z\n");
    assert_eq!((open.table.rows(), open.unparseable), (1, 1));
    assert_eq!(found(&open, Code::UnclosedQuote).row, Some(3));
    let (file, named) = read("a.tsv", "\u{feff}id\ta\ta\n1\t\t\"\"\n");
    assert_eq!((file.format, file.encoding), (Format::Tsv, "utf-8-bom"));
    assert_eq!(named.table.columns(), ["id", "a", "a (2)"]);
    assert_eq!(file.diagnostics.count(Code::DuplicateColumn), 1);
    assert_eq!(named.table.cell(0, 1), Cell { kind: Kind::String, text: "" });
    let (_, damaged) = read("a.csv", b"id,a\n1,caf\xe9\n2,caf\xc3\xa9\n");
    assert_eq!(column(&damaged, "a"), ["caf\u{fffd}", "café"]);
    assert_eq!(found(&damaged, Code::InvalidUtf8).row, Some(2));
}

#[test]
fn what_is_no_table_is_named() {
    for (name, bytes, code) in [
        ("a.csv", &b""[..], Code::EmptyFile),
        ("a.json", b" \r\n\t", Code::EmptyFile),
        ("a.xlsx", b"PK\x03\x04rest", Code::Container),
        ("a.parquet", b"PAR1rest", Code::Container),
        ("a.jsonl.zst", b"\x28\xb5\x2f\xfdrest", Code::Container),
        ("a.pdf", b"%PDF-1.7", Code::NotATable),
        ("a.json", b"<!DOCTYPE html><html>", Code::NotATable),
        ("a.csv", b"id\0\0\0\0\0\0a,b\0\0", Code::Encoding),
        ("a.csv", b"\xff\xfe", Code::EmptyFile),
        ("a.json", b"\"only a text\"", Code::Unusable),
        ("a.json", b"{}", Code::Unusable),
        ("a.json", b"id,answer\n1,2\n", Code::NotJson),
        ("a.gz", b"\x1f\x8b\x08\0\0\0", Code::Truncated),
    ] {
        assert_eq!(refused(name, bytes), code.name(), "{name} {bytes:?}");
    }
    let (_, none) = read("a.json", "[]");
    found(&none, Code::NoRows);
    let (_, twice) = read("a.json", "{\n\"a\": 1\n}\n{\n\"a\": 2\n}\n");
    found(&twice, Code::TextAfterEnd);
    assert_eq!(twice.unparseable, 1);
}

#[test]
fn a_sample_has_all_columns_and_few_rows() {
    let line = |row| format!("{{\"id\": {row}, \"c{}\": 1}}\n", row / 150);
    let text = (0..1000).map(line).collect::<Vec<_>>().concat();
    let head = inspect("dir/a.jsonl", &text.as_bytes()[..9000], false).unwrap();
    assert_eq!((head.name.as_str(), head.sample.rows()), ("a.jsonl", 200));
    assert_eq!(head.sample.columns(), ["id", "c0", "c1"]);
    let keep = ["id".to_owned(), "c3".to_owned()];
    let (_, late) = read_all("a.jsonl", text.as_bytes(), Some(&keep)).unwrap();
    assert_eq!(late.table.columns(), ["id", "c3"]);
    assert_eq!(column(&late, "c3").iter().filter(|cell| *cell == "1").count(), 150);
    assert!(found(&late, Code::LateColumn).message.ends_with(": c2, c4, c5, c6"));
}
