//! Whatever is done to a container: a problem at most, never a panic, and nothing without an end.

use proptest::prelude::*;
use scoredrop::table::container::{Container, Limits, packing};
use scoredrop_testing::archives::{Method, Zip, book, gzip, zip};

const SHEET: &str = r#"<sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row><row r="2"><c r="A2" s="1"><v>45293.5</v></c><c r="B2" t="b"><v>1</v></c></row></sheetData><mergeCells><mergeCell ref="A1:B2"/></mergeCells>"#;
const LOG: &str = r#"{"version":2,"status":"success","eval":{"run_id":"r","task":"t","model":"m"},"samples":[{"id":1,"epoch":1,"input":[{"role":"user","content":[{"type":"text","text":"q"}]}],"target":"a","output":{"model":"m","choices":[{"message":{"role":"assistant","content":"b"}}]},"scores":{"s":{"value":NaN}}}]}"#;

/// Small containers of every kind, with names that fit.
fn containers() -> Vec<(&'static str, Vec<u8>)> {
    let styles = r#"<numFmts><numFmt numFmtId="164" formatCode="yyyy\-mm;@"/></numFmts><cellXfs><xf/><xf numFmtId="164"/></cellXfs>"#;
    let sample = LOG.split_once("[{\"id").unwrap().1.strip_suffix("]}").unwrap();
    let mut packed = Zip::default();
    packed.add("a.jsonl", b"{\"id\": 1}\n", Method::Zstd);
    packed.zip64 = true;
    packed.descriptors = true;
    packed.add("b/c.csv", &b"id,answer\n1,x\n".repeat(50), Method::Deflate);
    vec![
        ("a.zip", packed.finish()),
        ("a.xlsx", book(SHEET, "<si><t>id</t></si><si><t>answer</t></si>", styles)),
        (
            "a.eval",
            zip(&[
                ("header.json", r#"{"eval":{"model":"m"}}"#),
                ("samples/1_epoch_1.json", &format!("{{\"id{sample}")),
            ]),
        ),
        ("a.json", LOG.as_bytes().to_vec()),
        ("a.csv.gz", gzip("id,answer\n1,x\n")),
    ]
}

/// Does with a file whatever can be done with it.
fn exhaust(name: &str, bytes: Vec<u8>) -> usize {
    let _ = packing(name, &bytes);
    let limits = Limits { total: 1 << 20, ratio: 100 };
    let Ok(Some(container)) = Container::open(name, Box::new(bytes), limits) else { return 0 };
    let mut unpacked = usize::from(container.unpack(None).is_ok());
    for entry in container.entries().iter().take(20) {
        unpacked += usize::from(container.unpack(Some(&entry.name)).is_ok());
    }
    unpacked
}

#[test]
fn sound_containers_can_be_unpacked() {
    for (name, bytes) in containers() {
        assert!(exhaust(name, bytes) > 0, "{name}");
    }
}

#[test]
fn containers_may_be_cut_anywhere() {
    for (name, bytes) in containers() {
        for end in 0..bytes.len() {
            exhaust(name, bytes[..end].to_vec());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn bytes_may_be_flipped(
        which in 0usize..5,
        flips in prop::collection::vec((any::<prop::sample::Index>(), 1u8..), 1..4),
    ) {
        let (name, mut bytes) = containers().swap_remove(which);
        for (place, flip) in flips {
            let place = place.index(bytes.len());
            bytes[place] ^= flip;
        }
        exhaust(name, bytes);
    }

    #[test]
    fn parts_of_a_workbook_may_be_anything(
        sheet in "(<(/?(row|c|v|f|is|t|sheetData|mergeCell))( r=\"[A-Z]{0,4}[0-9]{0,12}\")?( t=\"(s|b|e|d|n|str|inlineStr)\")?( s=\"[0-9]\")?/?>|[0-9.eE+-]{1,9}|&amp;|&#[0-9]{1,7};|x){0,40}",
        strings in "(</?(si|t|r|rPh)/?>|a){0,12}",
    ) {
        exhaust("a.xlsx", book(&sheet, &strings, ""));
        let rows = format!("<sheetData><row><c><v>1</v></c></row><row><c><v>2</v></c></row>{sheet}");
        exhaust("a.xlsx", book(&rows, &strings, ""));
    }

    #[test]
    fn a_log_may_hold_anything(text in "[\\[\\]{}\",:a0NI\\-\\\\]{0,60}") {
        let head = r#"{"eval":{"task":"t","model":"m","run_id":"r"},"samples":["#;
        exhaust("a.json", format!("{head}{text}").into_bytes());
        exhaust("a.json", format!("{head}{{\"id\":{text}}}]}}").into_bytes());
        exhaust("a.json", text.into_bytes());
    }

    #[test]
    fn bytes_may_be_anything(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        exhaust("a.xlsx", bytes.clone());
        exhaust("a.zip", [b"PK\x03\x04", bytes.as_slice()].concat());
        exhaust("a.gz", [b"\x1f\x8b\x08", bytes.as_slice()].concat());
    }
}
