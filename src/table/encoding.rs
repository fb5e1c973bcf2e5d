//! Refuses what is no text, by the first bytes, with the name of what it is.

use crate::base::diagnostic::{Code, Diagnostic};

/// The byte order mark of UTF-8.
pub(crate) const MARK: &[u8] = b"\xef\xbb\xbf";

/// The command by which pandas writes a table of another kind as JSON Lines.
macro_rules! by_pandas {
    ($read:literal) => {
        by_pandas!("import pandas as pd", $read)
    };
    ($imports:literal, $read:literal) => {
        concat!(
            "convert it: python -c '",
            $imports,
            "; ",
            $read,
            r#".to_json("FILE.jsonl", orient="records", lines=True)'"#
        )
    };
}

/// A kind of file that is no table of text.
struct Kind {
    /// How its bytes begin, after so many others.
    mark: (usize, &'static [u8]),
    what: &'static str,
    remedy: &'static str,
    /// Whether the drivers take out what is in it before it is read.
    is_container: bool,
}

const fn kind(mark: &'static [u8], what: &'static str, remedy: &'static str) -> Kind {
    kind_at(0, mark, what, remedy)
}

const fn kind_at(at: usize, mark: &'static [u8], what: &'static str, remedy: &'static str) -> Kind {
    Kind { mark: (at, mark), what, remedy, is_container: false }
}

const fn container(mark: &'static [u8], what: &'static str, remedy: &'static str) -> Kind {
    Kind { is_container: true, ..kind(mark, what, remedy) }
}

const KNOWN: &[Kind] = &[
    container(b"PK\x05\x06", "an empty zip archive", WORKBOOK),
    container(b"PK\x03\x04", "an Excel workbook or another zip archive", WORKBOOK),
    kind(b"\xd0\xcf\x11\xe0", "an old Excel or Word file", WORKBOOK),
    container(b"PAR1", "a Parquet file", by_pandas!("pd.read_parquet(\"FILE\")")),
    kind(b"ARROW1", "an Arrow or Feather file", by_pandas!("pd.read_feather(\"FILE\")")),
    kind(b"FEA1", "an old Feather file", by_pandas!("pd.read_feather(\"FILE\")")),
    kind(b"ORC", "an ORC file", by_pandas!("pd.read_orc(\"FILE\")")),
    kind(b"Obj\x01", "an Avro file", "convert it: fastavro FILE > FILE.jsonl"),
    kind(b"\x89HDF\r\n\x1a\n", "an HDF5 file", by_pandas!("pd.read_hdf(\"FILE\")")),
    kind(
        b"\x93NUMPY",
        "a NumPy array",
        by_pandas!("import numpy as np, pandas as pd", "pd.DataFrame(np.load(\"FILE\"))"),
    ),
    kind(b"<stata_dta>", "a Stata file", by_pandas!("pd.read_stata(\"FILE\")")),
    kind(b"$FL2", "an SPSS file", by_pandas!("pd.read_spss(\"FILE\")")),
    kind(
        b"MATLAB 5.0 MAT-file",
        "a MATLAB file",
        "convert it in MATLAB: writetable(T, 'FILE.csv')",
    ),
    kind(b"RDX", "an R data file", "convert it in R: write.csv(DATA, \"FILE.csv\")"),
    kind(b"SQLite format 3", "an SQLite database", SQLITE),
    kind_at(8, b"DUCK", "a DuckDB database", DUCKDB),
    kind(b"%PDF", "a PDF document", TABLE),
    kind(b"{\\rtf", "an RTF document", TABLE),
    kind(b"\x89PNG", "a PNG image", TABLE),
    kind(b"\xff\xd8\xff", "a JPEG image", TABLE),
    kind(b"GIF8", "a GIF image", TABLE),
    kind(b"II*\0", "a TIFF image", TABLE),
    kind(b"MM\0*", "a TIFF image", TABLE),
    kind_at(8, b"WEBP", "a WebP image", TABLE),
    kind_at(8, b"WAVE", "a WAV recording", TABLE),
    kind_at(4, b"ftyp", "an MP4 video or audio file", TABLE),
    kind(b"\x7fELF", "a program", TABLE),
    kind(b"MZ\x90\0", "a program", TABLE),
    kind(b"\0asm", "a program", TABLE),
    container(b"\x28\xb5\x2f\xfd", "a zstd archive", "unpack it: unzstd FILE"),
    kind(b"BZh", "a bzip2 archive", "unpack it: bunzip2 FILE"),
    kind(b"\xfd7zXZ", "an xz archive", "unpack it: unxz FILE"),
    kind(b"\x04\x22\x4d\x18", "an LZ4 archive", "unpack it: unlz4 FILE"),
    kind(b"\x1f\x9d", "a file packed with compress", "unpack it: uncompress FILE"),
    kind(b"7z\xbc\xaf", "a 7-Zip archive", "unpack it: 7z x FILE"),
    kind(b"Rar!\x1a\x07", "a RAR archive", "unpack it: unrar x FILE"),
    kind_at(257, b"ustar", "a tar archive", "unpack it: tar -xf FILE"),
    kind(b"\x80\x02", "a Python pickle", PICKLE),
    kind(b"\x80\x03", "a Python pickle", PICKLE),
    kind(b"\x80\x04", "a Python pickle", PICKLE),
    kind(b"\x80\x05", "a Python pickle", PICKLE),
];
const WORKBOOK: &str = "remove the file, save the sheet as CSV (UTF-8), or unpack the archive";
const TABLE: &str = "give the JSON, JSON Lines or CSV file with the data";
const SQLITE: &str = "convert it: sqlite3 -csv -header FILE 'SELECT * FROM TABLE' > FILE.csv";
const DUCKDB: &str = "convert it: duckdb -csv FILE 'SELECT * FROM TABLE' > FILE.csv";
const YAML: &str = "convert it: yq -o json FILE > FILE.json";
const MESSAGE_PACK: &str = concat!(
    "convert it: python -c 'import json, msgpack; ",
    r#"json.dump(msgpack.load(open("FILE", "rb")), open("FILE.json", "w"))'"#
);
/// To read a pickle runs whatever its writer put into it, so no command is given.
const PICKLE: &str = "write the data as JSON";

/// Whether bytes begin like a kind of file. Marks of a few letters are followed by what no text has.
fn begins_like(head: &[u8], kind: &Kind) -> bool {
    let (at, mark) = kind.mark;
    let Some(rest) = head.get(at..).and_then(|rest| rest.strip_prefix(mark)) else { return false };
    match mark {
        b"BZh" => rest.get(1..7) == Some(b"1AY&SY"),
        b"ORC" | b"RDX" | b"$FL2" | b"DUCK" | b"WEBP" | b"WAVE" | b"ftyp" => {
            rest.iter().take(NEAR).any(|byte| matches!(byte, 0..=8 | 14..=26))
        }
        _ => true,
    }
}

/// So many bytes after a mark of letters are looked at.
const NEAR: usize = 64;

/// The problem of a file that begins with these bytes, if they are of no text.
pub(crate) fn refuse_bytes(head: &[u8]) -> Option<Diagnostic> {
    let Some(kind) = KNOWN.iter().find(|kind| begins_like(head, kind)) else {
        return is_message_pack(head).then(|| foreign("MessagePack", MESSAGE_PACK));
    };
    let (code, end) = if kind.is_container {
        (Code::Container, ", and nothing was unpacked from it")
    } else {
        (Code::NotATable, ", which Scoredrop cannot read")
    };
    let message = format!("the file looks like {}{end}", kind.what);
    Some(Diagnostic::error(code, message).remedy(kind.remedy))
}

/// The problem of a file of another kind.
fn foreign(what: &str, remedy: &'static str) -> Diagnostic {
    let message = format!("the file looks like {what}, which Scoredrop cannot read");
    Diagnostic::error(Code::NotATable, message).remedy(remedy)
}

/// Whether bytes begin like `MessagePack`: a map, or a list of maps, of which the first key is a name.
fn is_message_pack(head: &[u8]) -> bool {
    let first = match head {
        [0x90..=0x9f, rest @ ..] | [0xdc, _, _, rest @ ..] | [0xdd, _, _, _, _, rest @ ..] => rest,
        _ => head,
    };
    let ([0x81..=0x8f, key @ ..] | [0xde, 0, _, key @ ..]) = first else { return false };
    let [length @ 0xa1..=0xbf, key @ ..] = key else { return false };
    let is_name = |key: &[u8]| key.iter().all(|c| c.is_ascii_alphanumeric() || *c == b'_');
    // In a text in a single-byte encoding, the name would go on, or be followed by a sign.
    key.split_at_checked(usize::from(*length - 0xa0)).is_some_and(|(key, rest)| {
        is_name(key) && !rest.first().is_none_or(|c| matches!(c, b' '..=b'~'))
    })
}

/// The problem of a text in YAML.
pub(crate) fn refuse_yaml() -> Diagnostic {
    foreign("YAML", YAML)
}

/// Whether a text begins like a list of objects in YAML: `- name: value`, and below the dash `  name: value`.
pub(crate) fn is_yaml(text: &[u8]) -> bool {
    let mut lines = text
        .split(|byte| *byte == b'\n')
        .map(<[u8]>::trim_ascii_end)
        .filter(|line| !line.is_empty() && !line.starts_with(b"#") && *line != b"---");
    let is_member = |line: &[u8]| {
        let name =
            line.iter().take_while(|c| c.is_ascii_alphanumeric() || matches!(c, b'_' | b'-'));
        let rest = &line[name.count()..];
        rest.len() < line.len() && (rest == b":" || rest.starts_with(b": "))
    };
    let mut member = |before: &[u8]| lines.next()?.strip_prefix(before).map(is_member);
    member(b"- ") == Some(true) && member(b"  ") == Some(true)
}

/// The problem of a text that begins like this, in UTF-8, if it is one that ends the reading.
pub(crate) fn refuse_text(head: &[u8], complete: bool) -> Option<Diagnostic> {
    let nul = memchr::memchr_iter(0, head).count();
    if nul * 20 > head.len() {
        let message = "the file contains many NUL bytes, so it is probably binary";
        return Some(
            Diagnostic::error(Code::Encoding, message).remedy("save the table as text in UTF-8"),
        );
    }
    let text = head.strip_prefix(MARK).unwrap_or(head).trim_ascii_start();
    if text.is_empty() {
        let what = if complete {
            "the file is empty"
        } else {
            "the file begins with white space \
                                                               only"
        };
        return Some(
            Diagnostic::error(Code::EmptyFile, what).remedy("check how the file was exported"),
        );
    }
    let start = String::from_utf8_lossy(&text[..text.len().min(16)]).to_ascii_lowercase();
    if ["<!doctype", "<html", "<?xml", "<svg"].iter().any(|mark| start.starts_with(mark)) {
        let message = "the file looks like a web page or XML, not like data";
        let remedy = "download the data file itself, not the page that shows it";
        return Some(Diagnostic::error(Code::NotATable, message).remedy(remedy));
    }
    if is_notebook(text) {
        let message = "the file looks like a notebook, not like data";
        let remedy = "give the file that the notebook reads or writes";
        return Some(Diagnostic::error(Code::NotATable, message).remedy(remedy));
    }
    None
}

/// Whether a text begins like a notebook of Jupyter, whose first key holds its cells.
fn is_notebook(text: &[u8]) -> bool {
    let start = text.iter().take(NEAR).copied().filter(|byte| !byte.is_ascii_whitespace());
    let start: Vec<u8> = start.collect();
    [&b"{\"cells\":[{\"cell_type\":"[..], b"{\"cells\":[{\"attachments\":"]
        .iter()
        .any(|mark| start.starts_with(mark))
}

/// Refuses text that was guessed to be UTF-8 and is written otherwise.
pub(crate) fn refuse_foreign(text: &[u8]) -> Option<Diagnostic> {
    // Single bytes may be damaged; where most letters beyond ASCII are, all were written otherwise.
    let (mut letters, mut broken) = (0, 0);
    for chunk in text.utf8_chunks() {
        letters += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
        broken += usize::from(!chunk.invalid().is_empty());
    }
    (broken >= FOREIGN && broken > letters).then(|| {
        // Text in any encoding has hardly any of these.
        let control = |byte: &&u8| matches!(**byte, 1..=8 | 14..=26 | 28..=31 | 127);
        if text.iter().filter(control).count() * 50 > text.len() {
            let problem = Diagnostic::error(Code::Encoding, "this is not a text file");
            return problem.remedy(TABLE);
        }
        let message = "the text is not UTF-8 but another encoding, such as GB18030 or Shift JIS";
        let remedy = "save the file as UTF-8 (in Excel: CSV UTF-8)";
        Diagnostic::error(Code::Encoding, message).remedy(remedy)
    })
}

/// So many bytes that are no UTF-8 are no accident, where hardly anything else beyond ASCII is.
const FOREIGN: usize = 20;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_kinds_are_named_with_what_converts_them() {
        let tar = [&[b'a'; 257][..], b"ustar\x0000"].concat();
        for (head, what, command) in [
            (&b"ORC\x0a\x03\0\0"[..], "an ORC file", "pd.read_orc"),
            (b"PAR1\x15\x04\x15", "a Parquet file", "pd.read_parquet"),
            (b"ARROW1\0\0", "an Arrow or Feather file", "pd.read_feather"),
            (b"\x93NUMPY\x01\0v\0", "a NumPy array", "np.load"),
            (b"\x89HDF\r\n\x1a\n\0", "an HDF5 file", "pd.read_hdf"),
            (b"Obj\x01\x04\x16avro.schema", "an Avro file", "fastavro"),
            (b"Rar!\x1a\x07\x01\0", "a RAR archive", "unrar x"),
            (&tar, "a tar archive", "tar -xf"),
            (b"12345678DUCK\x40\0\0\0", "a DuckDB database", "duckdb"),
            (b"\x92\x82\xa2id\x01\xa6answer\xa1x", "MessagePack", "msgpack.load"),
            (b"\xde\0\x14\xa8question\xa2is", "MessagePack", "msgpack.load"),
        ] {
            let problem = refuse_bytes(head).unwrap();
            assert!(problem.message.contains(what), "{}", problem.message);
            let remedy = problem.remedy.unwrap_or_default();
            assert!(remedy.contains(command) && !remedy.contains('…'), "{remedy}");
        }
        // An ellipsis and a quotation mark in Windows-1252 are no MessagePack.
        assert!(refuse_bytes(b"\x85\xabinternationalisation\xbb").is_none());
        assert!(refuse_bytes(b"\x85\xa3And so on").is_none());
        let notebook = b"{\n \"cells\": [\n  {\n   \"cell_type\": \"code\"";
        assert!(refuse_text(notebook, false).unwrap().message.contains("a notebook"));
    }

    #[test]
    fn yaml_is_known_by_two_lines() {
        for text in ["- id: 1\n  answer: x\n", "---\n# gold\n\n- id: 1\r\n  answer:\r\n    - x\r\n"]
        {
            assert!(is_yaml(text.as_bytes()), "{text}");
        }
        for text in [
            "", "- id: 1\n", "- id: 1\n- id: 2\n", "- Paris\n  France\n", "id: 1\n  answer: x\n",
            "- a b: x\n  c: y\n",
        ] {
            assert!(!is_yaml(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn texts_that_begin_like_another_kind_are_texts() {
        for text in [
            "ORC,answer\n1,2\n",
            "RDX\tanswer\n",
            "id,valueDUCK\n1,2\n",
            "question,WAVE\n",
            "BZh1,2\n",
            "MZ,2\n",
            "{\"cells\": [1, 2]}",
            "{\"id\": 1, \"cells\": [{\"cell_type\": 1}]}",
        ] {
            assert!(refuse_bytes(text.as_bytes()).is_none(), "{text}");
            assert!(refuse_text(text.as_bytes(), true).is_none(), "{text}");
        }
    }
}
