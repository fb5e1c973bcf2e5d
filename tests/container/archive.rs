//! ZIP archives and gzip files, sound and unsound.

use scoredrop::base::diagnostic::Code;
use scoredrop::table::container::{Container, Limits, Packing};
use scoredrop_testing::archives::{Method, Zip, gzip, names, open, text, try_open, unpack, zip};

const ROWS: &str = "{\"id\": 1, \"answer\": \"a\"}\n";

#[test]
fn members_of_every_make() {
    for (descriptors, zip64) in [(false, false), (true, false), (false, true), (true, true)] {
        let mut archive = Zip::default();
        (archive.descriptors, archive.zip64) = (descriptors, zip64);
        let long = ROWS.repeat(10_000);
        archive
            .add("runs/a.jsonl", long.as_bytes(), Method::Deflate)
            .add("runs/", b"", Method::Stored)
            .add("b ä.csv", b"id,answer\n1,x\n", Method::Stored)
            .add("c.json", long.as_bytes(), Method::Zstd);
        let bytes = archive.finish();
        let container = open("a.zip", bytes);
        assert_eq!(container.kind(), Packing::Zip);
        assert_eq!(names(&container), ["runs/a.jsonl", "b ä.csv", "c.json"]);
        assert_eq!(container.entries()[0].bytes, long.len() as u64);
        assert_eq!(text(&container.unpack(Some("runs/a.jsonl")).unwrap()), long);
        assert_eq!(text(&container.unpack(Some("a.jsonl")).unwrap()), long);
        assert_eq!(text(&container.unpack(Some("b ä.csv")).unwrap()), "id,answer\n1,x\n");
        assert_eq!(text(&container.unpack(Some("C.JSON")).unwrap()), long);
        assert_eq!(container.unpack(None).unwrap_err().code, Code::WhichMember);
        let missing = container.unpack(Some("d.json")).unwrap_err();
        assert_eq!(missing.code, Code::NoMember);
        assert_eq!(
            missing.message,
            "there is no file \"d.json\"; there are runs/a.jsonl, b ä.csv, c.json"
        );
    }
}

#[test]
fn what_systems_add_is_left_out() {
    let bytes = zip(&[
        ("__MACOSX/._a.jsonl", "x"),
        (".DS_Store", "x"),
        ("data/.cache/b.jsonl", "x"),
        ("README.md", "x"),
        ("license.txt", "x"),
        ("figure.png", "x"),
        ("data/a.jsonl.gz", "x"),
    ]);
    let container = open("a.zip", bytes);
    assert_eq!(
        names(&container),
        [
            "README.md is text to read",
            "license.txt is text to read",
            "figure.png has an unsupported format",
            "data/a.jsonl.gz"
        ]
    );
    assert_eq!(container.unpack(None).unwrap().name, "data/a.jsonl.gz");
}

#[test]
fn the_last_of_one_path_counts() {
    let mut archive = Zip::default();
    archive.add("a.csv", b"old", Method::Stored).add("b.csv", b"b", Method::Stored);
    archive.add("a.csv", b"new", Method::Stored);
    let container = open("a.zip", archive.finish());
    assert_eq!(names(&container), ["a.csv", "b.csv"]);
    assert_eq!(text(&container.unpack(Some("a.csv")).unwrap()), "new");
}

#[test]
fn what_cannot_be_unpacked_is_named() {
    let mut archive = Zip::default();
    archive.add("packed.csv", b"x", Method::Bzip2);
    archive.encrypted = true;
    archive.add("secret.csv", b"x", Method::Stored);
    let container = open("a.zip", archive.finish());
    assert_eq!(
        names(&container),
        ["packed.csv is compressed with bzip2, which is not supported", "secret.csv is encrypted"]
    );
    for name in ["packed.csv", "secret.csv"] {
        let problem = container.unpack(Some(name)).unwrap_err();
        assert_eq!(problem.code, Code::UnsupportedMember);
        assert!(problem.message.starts_with(name), "{}", problem.message);
    }
    let problem = container.unpack(None).unwrap_err();
    assert_eq!(problem.code, Code::NoMember);
    assert!(problem.message.contains("secret.csv (is encrypted)"), "{}", problem.message);
}

#[test]
fn a_flipped_bit_is_found() {
    let text = ROWS.repeat(1000);
    let mut archive = Zip::default();
    archive.add("a.jsonl", text.as_bytes(), Method::Stored);
    let mut bytes = archive.finish();
    bytes[5000] ^= 1;
    let problem = open("a.zip", bytes).unpack(None).unwrap_err();
    assert_eq!(problem.code, Code::DamagedMember);
}

#[test]
fn a_cut_archive_is_damaged() {
    let bytes = zip(&[("a.jsonl", ROWS)]);
    let problem = try_open("a.zip", bytes[..bytes.len() - 10].to_vec()).unwrap_err();
    assert_eq!(problem.code, Code::DamagedArchive);
    assert!(problem.remedy.is_some());
}

#[test]
fn bombs_are_not_unpacked() {
    let zeros = vec![b'0'; 80 << 20];
    {
        let mut archive = Zip::default();
        archive.add("a.txt", &zeros, Method::Deflate);
        let limits = Limits { ratio: 100, ..Limits::NATIVE };
        let bytes = Box::new(archive.finish());
        let container = Container::open("a.zip", bytes, limits).unwrap().unwrap();
        assert_eq!(container.unpack(None).unwrap_err().code, Code::TooLarge);
    }
    // Members that each keep within the limit do not pass it together.
    let mut archive = Zip::default();
    archive.add("a.txt", &zeros[..600], Method::Deflate);
    archive.add("b.txt", &zeros[..600], Method::Deflate);
    let limits = Limits { total: 1000, ..Limits::NATIVE };
    let container = Container::open("a.zip", Box::new(archive.finish()), limits).unwrap().unwrap();
    container.unpack(Some("a.txt")).unwrap();
    assert_eq!(container.unpack(Some("b.txt")).unwrap_err().code, Code::TooLarge);
}

#[test]
fn other_documents_are_named() {
    for (name, word) in [
        ("word/document.xml", "Word"),
        ("xl/workbook.bin", "binary workbook"),
        ("content.xml", "OpenDocument"),
    ] {
        let problem = try_open("a.docx", zip(&[(name, "x")])).unwrap_err();
        assert_eq!(problem.code, Code::UnsupportedContainer);
        assert!(problem.message.contains(word), "{}", problem.message);
    }
}

#[test]
fn gzip_members_follow_each_other() {
    let bytes = [gzip("one\n"), gzip("two\n")].concat();
    let member = unpack("a.jsonl.gz", bytes.clone(), None);
    assert_eq!((member.name.as_str(), text(&member)), ("a.jsonl", "one\ntwo\n"));
    assert!(member.notes.is_empty());
    let member = unpack("a.jsonl.gz", bytes[..bytes.len() - 3].to_vec(), None);
    assert_eq!(text(&member), "one\ntwo\n");
    assert_eq!(member.notes[0].code, Code::Truncated);
    let problem = open("a.gz", bytes[..9].to_vec()).unpack(None).unwrap_err();
    assert_eq!(problem.code, Code::Truncated);
}

#[test]
fn plain_files_are_none() {
    for text in ["", "id,answer\n1,x\n", "[1, 2]", "PK"] {
        assert!(try_open("a.xlsx", text.as_bytes().to_vec()).unwrap().is_none());
    }
}

#[test]
fn zstd_files_are_unpacked_in_all_their_frames() {
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};
    let pack = |text: &str| compress_to_vec(text.as_bytes(), CompressionLevel::Fastest);
    let long = ROWS.repeat(10_000);
    let frames = [pack(&long), pack(ROWS)].concat();
    let container = open("run/data.jsonl.zst", frames.clone());
    assert_eq!(
        (container.kind(), names(&container)),
        (Packing::Zstd, vec!["data.jsonl".to_owned()])
    );
    let member = container.unpack(None).unwrap();
    assert_eq!((member.format, member.file.as_str()), ("zstd", "data.jsonl"));
    assert!(text(&member) == [long.as_str(), ROWS].concat());
    // What is whole of a file that is cut off is read, and the rest is said.
    let cut = unpack("a.jsonl.zst", [&frames[..], &pack(&long)[..30]].concat(), None);
    assert!(text(&cut).starts_with(&long));
    assert_eq!(cut.notes[0].code, Code::Truncated);
    let nothing = open("a.jsonl.zst", frames[..5].to_vec()).unpack(None).unwrap_err();
    assert_eq!((nothing.code, nothing.file.as_deref()), (Code::Truncated, Some("a.jsonl.zst")));
    let mut archive = Zip::default();
    archive.add("data/a.csv.zst", &pack("id,answer\n1,x\n"), Method::Stored);
    let member = unpack("a.zip", archive.finish(), None);
    assert_eq!((text(&member), member.file.as_str()), ("id,answer\n1,x\n", "a.csv"));
    let bomb = Limits { total: 1000, ratio: 1000 };
    let bomb = Container::open("a.zst", Box::new(pack(&long)), bomb).unwrap().unwrap();
    assert_eq!(bomb.unpack(None).unwrap_err().code, Code::TooLarge);
}
