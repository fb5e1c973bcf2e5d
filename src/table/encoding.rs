//! Refuses what is no text, by the first bytes, with the name of what it is.

use crate::base::diagnostic::{Code, Diagnostic};

/// The byte order mark of UTF-8.
pub(crate) const MARK: &[u8] = b"\xef\xbb\xbf";

/// First bytes of files that are no tables of text, what they are, and the remedy.
const KNOWN: [(&[u8], &str, &str); 18] = [
    (b"PK\x05\x06", "an empty zip archive", WORKBOOK),
    (b"PK\x03\x04", "an Excel workbook or another zip archive", WORKBOOK),
    (b"\xd0\xcf\x11\xe0", "an old Excel or Word file", WORKBOOK),
    (b"PAR1", "a Parquet file", "export the table as JSON Lines"),
    (b"ARROW1", "an Arrow file", "export the table as JSON Lines"),
    (b"SQLite format 3", "an SQLite database", "export the table as CSV"),
    (b"%PDF", "a PDF document", TABLE),
    (b"\x89PNG", "a PNG image", TABLE),
    (b"\xff\xd8\xff", "a JPEG image", TABLE),
    (b"GIF8", "a GIF image", TABLE),
    (b"\x28\xb5\x2f\xfd", "a zstd archive", UNPACK),
    (b"BZh", "a bzip2 archive", UNPACK),
    (b"\xfd7zXZ", "an xz archive", UNPACK),
    (b"7z\xbc\xaf", "a 7-Zip archive", UNPACK),
    (b"\x80\x02", "a Python pickle", "write the data as JSON"),
    (b"\x80\x03", "a Python pickle", "write the data as JSON"),
    (b"\x80\x04", "a Python pickle", "write the data as JSON"),
    (b"\x80\x05", "a Python pickle", "write the data as JSON"),
];
const WORKBOOK: &str = "remove the file, save the sheet as CSV (UTF-8), or unpack the archive";
const TABLE: &str = "give the JSON, JSON Lines or CSV file with the data";
const UNPACK: &str = "unpack the file, or compress it with gzip";

/// The problem of a file that begins with these bytes, if they are of no text.
pub(crate) fn refuse_bytes(head: &[u8]) -> Option<Diagnostic> {
    // bzip2's mark is three letters; a text may begin with them.
    let (magic, what, remedy) = KNOWN.into_iter().find(|(magic, ..)| {
        head.starts_with(magic) && (*magic != b"BZh" || head.get(4..10) == Some(b"1AY&SY"))
    })?;
    let (code, end) = if magic.starts_with(b"PK") {
        (Code::Container, ", and nothing was unpacked from it")
    } else {
        (Code::NotATable, ", which is not a table")
    };
    let message = format!("the file looks like {what}{end}");
    Some(Diagnostic::error(code, message).remedy(remedy))
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
        let message = "the file looks like a web page or XML, which is not a table";
        let remedy = "download the data file itself, not the page that shows it";
        return Some(Diagnostic::error(Code::NotATable, message).remedy(remedy));
    }
    None
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
