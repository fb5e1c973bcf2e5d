//! Parquet files of the libraries that write them, sound and damaged: their rows are those of JSON Lines.

use scoredrop::base::diagnostic::{Code, Diagnostic};
use scoredrop::session::protocol::ExportFormat::Json;
use scoredrop::table::container::{Container, Limits, Packing};
use scoredrop::{Choices, File, Outcome};
use scoredrop_testing::archives::{Method, Zip, open, text, unpack};
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/container/parquet")
}

fn bytes(name: &str) -> Vec<u8> {
    std::fs::read(folder().join(name)).unwrap()
}

fn rows(name: &str) -> String {
    text(&open(name, bytes(name)).unpack(None).unwrap()).to_owned()
}

fn lines(name: &str) -> String {
    String::from_utf8(bytes(name)).unwrap()
}

#[test]
fn every_type_becomes_what_json_lines_has() {
    for (name, expected) in [
        ("types", "types"),
        ("types-v2", "types"),
        ("types-old", "types-old"),
        ("polars", "polars"),
        ("duckdb", "duckdb"),
        ("squad-datasets", "squad-datasets"),
        ("squad-predictions", "squad-predictions"),
        ("choices-datasets", "choices-datasets"),
    ] {
        let (rows, expected) =
            (rows(&format!("{name}.parquet")), lines(&format!("{expected}.jsonl")));
        for (row, (found, wanted)) in rows.lines().zip(expected.lines()).enumerate() {
            assert_eq!(found, wanted, "{name}, row {row}");
        }
        assert_eq!(rows.lines().count(), expected.lines().count(), "{name}");
    }
}

/// The rows that `make.py` writes as `many`.
fn many(count: u32) -> String {
    let row = |row: u32| {
        let number = if row.is_multiple_of(7) {
            "null".to_owned()
        } else {
            (i64::from(row * row) - 7).to_string()
        };
        let answers = vec![format!("\"answer {row}\""); (row % 3) as usize].join(", ");
        format!(
            "{{\"id\": \"question-{row:05}\", \"number\": {number}, \"small\": {}, \"share\": {:?}, \
             \"answers\": [{answers}], \"right\": {}}}\n",
            row % 5,
            f64::from(row) / 8.0,
            row.is_multiple_of(2)
        )
    };
    (0..count).map(row).collect()
}

#[test]
fn every_codec_and_encoding_is_read() {
    for (name, count) in [
        ("many-snappy", 100),
        ("many-gzip", 100),
        ("many-lz4", 100),
        ("many-zstd", 100),
        ("many-pages", 600),
        ("many-v2", 600),
        ("many-delta", 600),
    ] {
        let found = rows(&format!("{name}.parquet"));
        assert!(found == many(count), "{name}: {}", &found[..found.len().min(500)]);
    }
    let brotli = open("many.parquet", bytes("many-brotli.parquet")).unpack(None).unwrap_err();
    assert_eq!(brotli.code, Code::Unsupported);
    assert!(brotli.message.contains("Brotli") && brotli.remedy.unwrap().contains("zstd"));
}

#[test]
fn what_is_no_text_is_left_out_and_said() {
    let member = open("choices.parquet", bytes("choices-datasets.parquet")).unpack(None).unwrap();
    assert_eq!((member.shown.as_str(), member.format), ("choices.parquet", "parquet"));
    let [note] = &member.notes[..] else { panic!("{:?}", member.notes) };
    assert_eq!(note.message, "binary data is left out: image.bytes");
}

#[test]
fn a_parquet_file_lies_in_an_archive_too() {
    let packed = bytes("squad-datasets.parquet");
    let mut archive = Zip::default();
    archive.add("data/train.parquet", &packed, Method::Stored);
    let member = unpack("a.zip", archive.finish(), None);
    assert_eq!(text(&member), lines("squad-datasets.jsonl"));
    assert_eq!(member.format, "zip/parquet");
}

/// The report on two files, without what tells them apart: names, sizes, hashes and formats.
fn report(gold: (&str, Vec<u8>), predictions: (&str, Vec<u8>)) -> serde_json::Value {
    let open = |(name, bytes): (&str, Vec<u8>)| File::open_bytes(name, bytes, None, None).unwrap();
    let files = [open(gold), open(predictions)].concat();
    let Outcome::Scored(report) = scoredrop::drop(&files, Choices::default()).unwrap() else {
        panic!("a question");
    };
    let mut text = Vec::new();
    report.write(Json, &mut text).unwrap();
    let text = String::from_utf8(text).unwrap().replace(".parquet", ".jsonl");
    let mut report: serde_json::Value = serde_json::from_str(&text).unwrap();
    let fields = report.as_object_mut().unwrap();
    assert!(fields.remove("signature").is_some() && fields.remove("sources").is_some());
    report
}

#[test]
fn a_report_is_that_of_json_lines() {
    let name = |stem: &str, end: &str| format!("{stem}.{end}");
    let of = |end: &str| {
        let [gold, predictions] =
            ["squad-datasets", "squad-predictions"].map(|stem| name(stem, end));
        report((&gold, bytes(&gold)), (&predictions, bytes(&predictions)))
    };
    let found = of("parquet");
    assert_eq!(found["headline"]["preset"], of("jsonl")["headline"]["preset"]);
    assert_eq!(found, of("jsonl"));
}

const LIMITS: Limits = Limits { total: 1 << 26, ratio: 1000 };

fn taken(bytes: Vec<u8>) -> Result<Vec<u8>, Diagnostic> {
    let container = Container::open("a.parquet", Box::new(bytes), LIMITS)?.expect("a container");
    assert_eq!(container.kind(), Packing::Parquet);
    Ok(container.unpack(None)?.bytes)
}

#[test]
fn damage_is_said_with_a_remedy() {
    let names = [
        "types-v2", "types-old", "polars", "duckdb", "many-delta", "many-gzip", "many-lz4",
        "many-snappy", "many-zstd", "squad-datasets",
    ];
    let (mut refused, mut read) = (0, 0);
    let mut check = |bytes: Vec<u8>| match taken(bytes) {
        Ok(_) => read += 1,
        Err(problem) => {
            refused += 1;
            assert_eq!(problem.file.as_deref(), Some("a.parquet"), "{problem}");
            assert!(problem.remedy.is_some(), "{problem}");
            assert!(problem.message.len() < 300, "{problem}");
        }
    };
    for name in names {
        let bytes = bytes(&format!("{name}.parquet"));
        for end in (4..bytes.len()).step_by(61) {
            check(bytes[..end].to_vec());
            // The start is missing, and the end is there.
            check([&bytes[..4], &bytes[end..]].concat());
        }
        for (at, bit) in (4..bytes.len()).zip((0..8).cycle()) {
            let mut bytes = bytes.clone();
            bytes[at] ^= 1 << bit;
            check(bytes);
        }
    }
    assert!(refused > 10_000 && read > 1_000, "{refused} refused, {read} read");
}

#[test]
fn other_ends_are_said() {
    for (bytes, code, word) in [
        (&b"PAR1"[..], Code::DamagedMember, "end is missing"),
        (b"PAR1\0\0\0\0PAR1", Code::DamagedMember, "cut off"),
        (b"PAR1\0\0\0\0PARE", Code::Unsupported, "encrypted"),
        (b"PAR1\xff\xff\xff\xffPAR1", Code::DamagedMember, "end is missing"),
        (b"PAR1 and no more of it", Code::DamagedMember, "end is missing"),
    ] {
        let problem = taken(bytes.to_vec()).unwrap_err();
        assert_eq!(problem.code, code, "{problem}");
        assert!(problem.message.contains(word), "{problem}");
    }
}
