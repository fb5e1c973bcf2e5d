//! Archives of our own making, with everything that real ones may have.

use flate2::write::{DeflateEncoder, GzEncoder};
use flate2::{Compression, Crc};
use scoredrop::base::diagnostic::Code;
use scoredrop::base::diagnostic::Diagnostic;
use scoredrop::table::container::{Container, Limits, Member};
use std::io::Write;

/// How a member is packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// As it is.
    Stored = 0,
    /// By deflate.
    Deflate = 8,
    /// Marked as bzip2, which no reader here takes.
    Bzip2 = 12,
    /// By Zstandard.
    Zstd = 93,
}

/// A writer of ZIP archives that can also write bad ones.
#[derive(Debug, Default)]
pub struct Zip {
    out: Vec<u8>,
    directory: Vec<u8>,
    count: u64,
    /// Sizes follow the members, as streaming programs write them.
    pub descriptors: bool,
    /// Sizes and places stand in the extra fields of zip64.
    pub zip64: bool,
    /// The next members claim to be encrypted.
    pub encrypted: bool,
}

impl Zip {
    /// Appends a member.
    pub fn add(&mut self, name: &str, bytes: &[u8], method: Method) -> &mut Self {
        let mut crc = Crc::new();
        crc.update(bytes);
        let packed = match method {
            Method::Stored | Method::Bzip2 => bytes.to_vec(),
            Method::Deflate => {
                let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
                encoder.write_all(bytes).unwrap();
                encoder.finish().unwrap()
            }
            Method::Zstd => {
                use ruzstd::encoding::{CompressionLevel, compress_to_vec};
                compress_to_vec(bytes, CompressionLevel::Fastest)
            }
        };
        let start = self.out.len() as u64;
        let flags = 0x800 | u16::from(self.encrypted) | if self.descriptors { 8 } else { 0 };
        let (size, length) = (bytes.len() as u64, packed.len() as u64);
        let method = (method as u16).to_le_bytes();
        let extra = |fields: &[u64]| -> Vec<u8> {
            if !self.zip64 {
                return Vec::new();
            }
            let body: Vec<u8> = fields.iter().flat_map(|field| field.to_le_bytes()).collect();
            [&[1, 0], &(body.len() as u16).to_le_bytes()[..], &body].concat()
        };
        let narrow = |value: u64| -> [u8; 4] {
            if self.zip64 { [0xff; 4] } else { (value as u32).to_le_bytes() }
        };
        let sum = crc.sum().to_le_bytes();
        let local = extra(&[size, length]);
        let out = &mut self.out;
        out.extend(b"PK\x03\x04\x2d\0");
        out.extend(flags.to_le_bytes());
        out.extend(method);
        out.extend([0; 4]);
        if self.descriptors {
            out.extend([0; 12]);
        } else {
            out.extend(sum);
            out.extend(narrow(length));
            out.extend(narrow(size));
        }
        out.extend((name.len() as u16).to_le_bytes());
        out.extend((local.len() as u16).to_le_bytes());
        out.extend(name.as_bytes());
        out.extend(local);
        out.extend(&packed);
        if self.descriptors {
            out.extend(b"PK\x07\x08");
            out.extend(sum);
            if self.zip64 {
                out.extend(length.to_le_bytes());
                out.extend(size.to_le_bytes());
            } else {
                out.extend((length as u32).to_le_bytes());
                out.extend((size as u32).to_le_bytes());
            }
        }
        let central = extra(&[size, length, start]);
        let directory = &mut self.directory;
        directory.extend(b"PK\x01\x02\x2d\x03\x2d\0");
        directory.extend(flags.to_le_bytes());
        directory.extend(method);
        directory.extend([0; 4]);
        directory.extend(sum);
        directory.extend(narrow(length));
        directory.extend(narrow(size));
        directory.extend((name.len() as u16).to_le_bytes());
        directory.extend((central.len() as u16).to_le_bytes());
        directory.extend([0; 10]);
        directory.extend(narrow(start));
        directory.extend(name.as_bytes());
        directory.extend(central);
        self.count += 1;
        self
    }

    /// Returns the archive with its directory.
    pub fn finish(&self) -> Vec<u8> {
        let mut out = self.out.clone();
        let (start, size) = (out.len() as u64, self.directory.len() as u64);
        out.extend(&self.directory);
        if self.zip64 {
            let end = out.len() as u64;
            out.extend(b"PK\x06\x06");
            out.extend(44u64.to_le_bytes());
            out.extend([45, 3, 45, 0]);
            out.extend([0; 8]);
            for field in [self.count, self.count, size, start] {
                out.extend(field.to_le_bytes());
            }
            out.extend(b"PK\x06\x07\0\0\0\0");
            out.extend(end.to_le_bytes());
            out.extend(1u32.to_le_bytes());
        }
        out.extend(b"PK\x05\x06\0\0\0\0");
        let narrow = |value: u64| if self.zip64 { u32::MAX } else { value as u32 };
        let count = if self.zip64 { u16::MAX } else { self.count as u16 };
        out.extend(count.to_le_bytes());
        out.extend(count.to_le_bytes());
        out.extend(narrow(size).to_le_bytes());
        out.extend(narrow(start).to_le_bytes());
        out.extend([0; 2]);
        out
    }
}

/// An archive of deflated texts.
pub fn zip(members: &[(&str, &str)]) -> Vec<u8> {
    let mut zip = Zip::default();
    for (name, text) in members {
        zip.add(name, text.as_bytes(), Method::Deflate);
    }
    zip.finish()
}

/// Compresses bytes as a gzip file.
pub fn gzip(bytes: impl AsRef<[u8]>) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes.as_ref()).unwrap();
    encoder.finish().unwrap()
}

/// Opens a container; `None` if the bytes are none.
pub fn try_open(name: &str, bytes: Vec<u8>) -> Result<Option<Container>, Diagnostic> {
    Container::open(name, Box::new(bytes), Limits::NATIVE)
}

/// Opens what has to be a container.
pub fn open(name: &str, bytes: Vec<u8>) -> Container {
    try_open(name, bytes).unwrap().unwrap()
}

/// Unpacks a member, or the one that a container gives without a name.
pub fn unpack(name: &str, bytes: Vec<u8>, member: Option<&str>) -> Member {
    open(name, bytes).unpack(member).unwrap()
}

/// Names of what a container holds, those that cannot be read with the reason.
pub fn names(container: &Container) -> Vec<String> {
    let name = |entry: &scoredrop::table::container::Entry| match &entry.obstacle {
        Some(obstacle) => format!("{} {obstacle}", entry.name),
        None => entry.name.clone(),
    };
    container.entries().iter().map(name).collect()
}

/// Returns the bytes of a member as text.
pub fn text(member: &Member) -> &str {
    std::str::from_utf8(&member.bytes).unwrap()
}

/// The records of a CSV text, read in the simplest way.
pub fn records(text: &str) -> Vec<Vec<String>> {
    let (mut records, mut record, mut cell, mut quoted) = (vec![], vec![], String::new(), false);
    let mut rest = text.chars().peekable();
    while let Some(character) = rest.next() {
        match character {
            '"' if quoted && rest.peek() == Some(&'"') => cell.extend(rest.next()),
            '"' => quoted = !quoted,
            ',' if !quoted => record.push(std::mem::take(&mut cell)),
            '\n' if !quoted => {
                record.push(std::mem::take(&mut cell));
                records.push(std::mem::take(&mut record));
            }
            character => cell.push(character),
        }
    }
    records
}

/// A workbook of one sheet whose parts are written by hand.
pub fn book(sheet_data: &str, strings: &str, styles: &str) -> Vec<u8> {
    const HEAD: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"#;
    let relations = [
        r#"<Relationship Id="rId1" Type="http://x/worksheet" Target="worksheets/sheet1.xml"/>"#,
        r#"<Relationship Id="rId2" Type="http://x/sharedStrings" Target="/xl/sharedStrings.xml"/>"#,
        r#"<Relationship Id="rId3" Type="http://x/styles" Target="./styles.xml"/>"#,
    ];
    let workbook =
        r#"<workbook><sheets><sheet name="Data" sheetId="1" r:id="rId1"/></sheets></workbook>"#;
    zip(&[
        ("[Content_Types].xml", HEAD),
        ("xl/workbook.xml", &format!("{HEAD}{workbook}")),
        (
            "xl/_rels/workbook.xml.rels",
            &format!("{HEAD}<Relationships>{}</Relationships>", relations.concat()),
        ),
        ("xl/worksheets/sheet1.xml", &format!("{HEAD}<worksheet>{sheet_data}</worksheet>")),
        ("xl/sharedStrings.xml", &format!("{HEAD}<sst>{strings}</sst>")),
        ("xl/styles.xml", &format!("{HEAD}<styleSheet>{styles}</styleSheet>")),
    ])
}

/// What is said about a member: code, row and column.
pub fn notes(member: &Member) -> Vec<(Code, Option<u64>, Option<&str>)> {
    member.notes.iter().map(|note| (note.code, note.row, note.column.as_deref())).collect()
}
