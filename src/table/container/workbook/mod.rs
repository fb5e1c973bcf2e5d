//! Excel workbooks (ECMA-376, in either of its namespaces): which sheets there are, and each as CSV.
//!
//! Cells are given as they are stored: whole numbers without a fraction, other numbers by the fewest
//! digits that read back as the same, dates and times in the form of ISO 8601, errors by their text.
//! Texts are given as they are written, codes such as `_x000D_` too: so do Python's libraries, by which
//! such tables are published again. A record stands in the CSV where its row stands in the sheet; blank rows are blank lines.

mod csv;
mod damage;
mod date;
mod sheet;
mod styles;
mod xml;

use crate::base::diagnostic::{Code, Diagnostic};
use crate::table::container::archive::{Archive, Packed};
use crate::understand::names::has_word;
use sheet::{Grid, Look};
use styles::Styles;
use xml::{Xml, XmlPart};

pub(crate) struct Sheet {
    pub(crate) name: String,
    /// Path of its part in the archive.
    path: String,
    hidden: bool,
    /// Unpacked size of its part.
    pub(crate) bytes: u64,
    look: Look,
}

impl Sheet {
    /// Whether it has a row of names and a row of data.
    pub(crate) fn is_table(&self) -> bool {
        self.look != Look::Empty
    }
}

/// A workbook: its sheets, and what their cells refer to.
pub(crate) struct Book {
    pub(crate) sheets: Vec<Sheet>,
    strings: Option<String>,
    styles: Styles,
}

/// A sheet as a file.
pub(crate) struct Page {
    pub(crate) csv: Vec<u8>,
    pub(crate) notes: Vec<Diagnostic>,
}

/// What else of its kin an archive is that holds this member.
pub(crate) fn other_document(name: &str) -> Option<&'static str> {
    match name {
        "xl/workbook.bin" => Some("a binary workbook (.xlsb)"),
        "word/document.xml" => Some("a Word document"),
        "ppt/presentation.xml" => Some("a PowerPoint presentation"),
        "content.xml" => Some("an OpenDocument file"),
        _ => None,
    }
}

/// Path of the part that names the sheets, where the archive is a workbook.
pub(crate) fn main_part(archive: &Archive) -> Option<&Packed> {
    archive.member("[Content_Types].xml")?;
    archive.member("xl/workbook.xml").or_else(|| {
        // Some programs number or rename it.
        let named = |name: &str| {
            name.strip_prefix("xl/workbook").and_then(|rest| rest.strip_suffix(".xml")).is_some()
        };
        archive.members.iter().find(|member| named(&member.name))
    })
}

impl Book {
    /// Reads which sheets there are, and looks into each as far as its second row.
    pub(crate) fn open(archive: &Archive, main: &Packed) -> Result<Self, Diagnostic> {
        let (folder, file) = main.name.rsplit_once('/').unwrap_or(("", &main.name));
        let relations = relations(archive, folder, file)?;
        let target = |id: &str| relations.iter().find(|relation| relation.id == id);
        let of_kind = |kind: &str| {
            let found = relations.iter().find(|relation| relation.kind == kind)?;
            archive.member(&found.path)
        };
        let mut listed: Vec<(String, bool, String)> = Vec::new();
        let mut days_from_1904 = false;
        let mut xml = Xml::open(archive, main)?;
        while let Some(part) = xml.next()? {
            let XmlPart::Start(start) = part else { continue };
            match start.local_name().as_ref() {
                "sheet" => {
                    let name = xml::attribute(&start, "name").unwrap_or_default();
                    let state = xml::attribute(&start, "state").unwrap_or_default();
                    let id = xml::attribute(&start, "id").unwrap_or_default();
                    listed.push((name, state.to_ascii_lowercase().contains("hidden"), id));
                }
                "workbookPr" => {
                    let flag = xml::attribute(&start, "date1904");
                    days_from_1904 = flag.is_some_and(|flag| xml::is_true(&flag));
                }
                _ => {}
            }
        }
        drop(xml);
        let styles = match of_kind("styles") {
            Some(part) => Styles::read(archive, part, days_from_1904)?,
            None => Styles::none(days_from_1904),
        };
        let strings = of_kind("sharedStrings").map(|part| part.name.clone());
        let mut book = Self { sheets: Vec::new(), strings, styles };
        for (name, hidden, id) in listed {
            // Sheets that only hold a chart or a dialogue have no cells.
            let Some(relation) = target(&id).filter(|relation| relation.kind == "worksheet") else {
                continue;
            };
            let Some(part) = archive.member(&relation.path) else { continue };
            let look = sheet::look(archive, part)?;
            let path = part.name.clone();
            book.sheets.push(Sheet { name, path, hidden, bytes: part.size, look });
        }
        Ok(book)
    }

    /// The sheet that is meant where none is named: the first one in sight that has a table, rather
    /// one of several columns than one of words alone.
    pub(crate) fn usual(&self) -> Option<usize> {
        let first = |hidden: bool, look: Look| {
            self.sheets.iter().position(|sheet| sheet.hidden == hidden && sheet.look == look)
        };
        // A sheet that is named for what sums up the others stands aside for the first larger one.
        let rows = first(false, Look::Wide).and_then(|place| {
            let own = &self.sheets[place];
            let is_larger = |sheet: &Sheet| {
                sheet.look == Look::Wide
                    && !sheet.hidden
                    && sheet.bytes > own.bytes
                    && !sums_up(&sheet.name)
            };
            if sums_up(&own.name) { self.sheets.iter().position(is_larger) } else { None }
        });
        rows.or_else(|| first(false, Look::Wide))
            .or_else(|| first(false, Look::Narrow))
            .or_else(|| first(true, Look::Wide))
            .or_else(|| first(true, Look::Narrow))
    }

    /// A sheet as CSV, with what is to be said about it.
    pub(crate) fn page(&self, archive: &Archive, index: usize) -> Result<Page, Diagnostic> {
        let sheet = &self.sheets[index];
        let lost = || Diagnostic::error(Code::DamagedWorkbook, "a part of the workbook is missing");
        let strings = match &self.strings {
            Some(path) => sheet::strings(archive, archive.member(path).ok_or_else(lost)?)?,
            None => sheet::Strings::default(),
        };
        let part = archive.member(&sheet.path).ok_or_else(lost)?;
        let grid = Grid::read(archive, part, &strings, &self.styles)?;
        drop(strings);
        if grid.cells.is_empty() {
            let message = format!("the sheet {:?} is empty", sheet.name);
            return Err(Diagnostic::error(Code::EmptySheet, message).remedy("choose another sheet"));
        }
        let layout = csv::Layout::of(&grid);
        let mut notes = Vec::new();
        damage::look(&grid, &layout, &mut notes);
        let csv = csv::write(&grid, &layout)?;
        Ok(Page { csv, notes })
    }
}

/// Whether a sheet is named for what sums up or explains the others.
fn sums_up(name: &str) -> bool {
    let known = [
        "summary", "overview", "readme", "legend", "info", "about", "statistics", "stats",
        "metrics", "aggregate", "aggregated", "averages", "totals", "pivot", "dashboard",
    ];
    has_word(name, &known)
}

/// What a part of the workbook refers to.
struct Relation {
    id: String,
    /// The last word of its type.
    kind: String,
    path: String,
}

fn relations(archive: &Archive, folder: &str, file: &str) -> Result<Vec<Relation>, Diagnostic> {
    let path = format!("{folder}/_rels/{file}.rels");
    let Some(part) = archive.member(path.trim_start_matches('/')) else {
        let message = "the workbook does not say where its sheets are";
        return Err(
            Diagnostic::error(Code::DamagedWorkbook, message).remedy("save it again as .xlsx")
        );
    };
    let mut found = Vec::new();
    let mut xml = Xml::open(archive, part)?;
    while let Some(part) = xml.next()? {
        let XmlPart::Start(start) = part else { continue };
        if start.local_name().as_ref() != "Relationship" {
            continue;
        }
        let of = |name: &str| xml::attribute(&start, name).unwrap_or_default();
        let (id, kind, target) = (of("Id"), of("Type"), of("Target").replace('\\', "/"));
        let kind = kind.rsplit('/').next().unwrap_or_default().to_owned();
        let path = match target.strip_prefix('/') {
            Some(absolute) => absolute.to_owned(),
            None => format!("{folder}/{target}"),
        };
        found.push(Relation { id, kind, path: plain_path(&path) });
    }
    Ok(found)
}

/// A path without `.` and `..`.
fn plain_path(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}
