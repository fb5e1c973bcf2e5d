//! Decides from the first bytes of a file what it is.

use super::decode::{Decoder, Encoding};
use super::delimited::{self, NO_SEPARATOR};
use super::encoding::{self, MARK};
use super::form::{Form, Separator};
use super::gzip::Unpacker;
use super::json::shape::{self, Look};
use super::json::{Shape, Turn, turn};
use super::reader::Engine;
use super::rows::{PLACE, Rows};
use super::{Kind, Table, gzip, json};
use crate::base::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::base::error::Error;
use crate::understand::names::{VALUE, is_column};
use strum::IntoStaticStr;

/// The syntax of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Format {
    /// One JSON document.
    Json,
    /// One JSON value a line.
    #[strum(serialize = "jsonl")]
    JsonLines,
    /// Delimited, with this separator: `,`, `;` or `|`.
    Csv(u8),
    /// Delimited by tabulators.
    Tsv,
    /// Plain text: each line is a value, blank ones too.
    Text,
}

impl Format {
    /// Short name for reports.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The byte between cells of a delimited file.
    pub(crate) fn separator(self) -> u8 {
        match self {
            Self::Csv(separator) => separator,
            Self::Tsv => b'\t',
            Self::Json | Self::JsonLines | Self::Text => NO_SEPARATOR,
        }
    }
}

/// What a file is, decided from its first bytes.
#[derive(Clone, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own about one file")]
pub struct Inspection {
    /// Name of the file, without its folder.
    pub name: String,
    /// Its syntax.
    pub format: Format,
    /// Whether it is packed.
    pub gzip: bool,
    /// `utf-8`, `utf-8-bom` where a byte order mark stands before the text, `utf-16le`, `utf-16be`,
    /// or `windows-1252`.
    pub encoding: &'static str,
    pub(crate) decoding: Encoding,
    /// Where the text begins in the decoded stream: after a byte order mark.
    pub(crate) start: u64,
    /// How its records are arranged.
    pub shape: Shape,
    /// Whether the first row of a delimited file names its columns.
    pub header: bool,
    /// Rows of a delimited file before its columns: a line such as `sep=;`.
    pub(crate) before: usize,
    /// Whether rows of a delimited file are numbered by record, not by line.
    pub(crate) by_record: bool,
    /// Whether the whole of it is here and ends before its JSON is closed.
    pub ends_early: bool,
    /// Columns of lists of which each element is a row: lists side by side within a record.
    pub(crate) beside: Vec<String>,
    /// Figures beside the rows, such as an accuracy, with their names.
    pub(crate) figures: Vec<(String, f64)>,
    /// The first rows, at most [`SAMPLE_ROWS`], with all their columns.
    pub sample: Table,
    /// What was decided and why. What is wrong with rows is said when the file is read.
    pub diagnostics: Diagnostics,
}

impl Inspection {
    /// The form in a few words, for people: "JSON, SQuAD", "CSV, separator ;, gzip".
    pub fn describe(&self) -> String {
        let mut words = match self.format {
            Format::Json => "JSON".to_owned(),
            Format::JsonLines => "JSON Lines".to_owned(),
            Format::Tsv => "TSV".to_owned(),
            Format::Csv(b',') => "CSV".to_owned(),
            Format::Text => "text, one value on each line".to_owned(),
            Format::Csv(separator) => format!("CSV, separator {}", char::from(separator)),
        };
        match &self.shape {
            Shape::Squad => words.push_str(", SQuAD"),
            Shape::Nested(nest) => words += &[", ", nest.title()].concat(),
            Shape::Keyed => words.push_str(", by id"),
            Shape::KeyedColumns => words.push_str(", columns keyed by id"),
            Shape::Parallel { .. } => words.push_str(", parallel lists"),
            Shape::Split => words.push_str(", separate columns and rows"),
            Shape::Wrapped { member } => words += &[", in ", member].concat(),
            Shape::WrappedIn { outer, member } => {
                words += &[", in ", outer, " and ", member].concat();
            }
            Shape::KeyedIn { member } => words += &[", by id in ", member].concat(),
            Shape::Lists { .. } | Shape::RunsIn { .. } => words.push_str(", several lists"),
            Shape::RunsByKey { .. } => words.push_str(", several runs by id"),
            Shape::Stream => words.push_str(", objects one after the other"),
            Shape::Records | Shape::Values | Shape::Lines | Shape::Table => {}
        }
        words.push_str(match self.decoding {
            Encoding::Utf8 => "",
            Encoding::Utf16Le | Encoding::Utf16Be => ", UTF-16",
            Encoding::Windows1252 => ", Windows-1252",
        });
        if self.gzip {
            words.push_str(", gzip");
        }
        words
    }

    /// The same with scalar members of objects in its records, and the last turns of chats, as columns of
    /// their own, such as `model.response` and `messages[user]`; `None` where there are none.
    pub(crate) fn with_members(&self) -> Option<Self> {
        let known = self.sample.columns();
        if !self.has_objects() || known.iter().any(|name| name.contains('.')) {
            return None;
        }
        let mut with = self.clone();
        for outer in 0..known.len() {
            let mut found: Vec<(String, usize)> = Vec::new();
            for row in 0..self.sample.rows() {
                let cell = self.sample.cell(row, outer);
                if !matches!(cell.kind, Kind::List | Kind::Object) {
                    continue;
                }
                let members = members_within(cell.text);
                let turns = Turn::ALL
                    .into_iter()
                    .filter_map(|whose| Some((whose.suffix().to_owned(), turn(cell.text, whose)?)));
                for (name, value) in members.into_iter().chain(turns) {
                    if matches!(value.kind, Kind::List | Kind::Object) || found.len() > MOST_MEMBERS
                    {
                        continue;
                    }
                    let name = [known[outer].as_str(), &name].concat();
                    let seen = found.iter().find(|(known, _)| *known == name);
                    let column = seen.map(|(_, column)| *column);
                    let column = column.unwrap_or_else(|| with.sample.add_column(&name));
                    if !found.iter().any(|(_, known)| *known == column) {
                        found.push((name, column));
                    }
                    with.sample.set_in(row, column, value.kind, &value.text()).then_some(())?;
                }
            }
        }
        (with.sample.columns().len() > known.len()).then_some(with)
    }

    /// The same with a row for each element of these lists, which stand side by side within a record;
    /// `None` where it has other forms of records.
    pub(crate) fn with_elements(&self, lists: &[String]) -> Option<Self> {
        if !self.has_objects() || !self.beside.is_empty() {
            return None;
        }
        let known = self.sample.columns();
        let mut table = Table::new(known.to_vec());
        let place = table.add_column(PLACE);
        for row in 0..self.sample.rows() {
            let cell = |column: usize| self.sample.cell(row, column);
            let is_list = |column: usize| lists.contains(&known[column]);
            let parts: Vec<Vec<json::Value<'_>>> = (0..known.len())
                .filter(|column| is_list(*column))
                .map(|column| json::elements(cell(column).text).map_while(Result::ok).collect())
                .collect();
            let count = parts.first().map_or(1, Vec::len);
            for element in 0..count {
                table.push_row(self.sample.row_number(row));
                let mut own = parts.iter();
                for column in 0..known.len() {
                    let part = if is_list(column) { own.next()?.get(element) } else { None };
                    let last = table.rows() - 1;
                    let kept = if let Some(part) = part {
                        table.set_in(last, column, part.kind, &part.text())
                    } else {
                        let whole = cell(column);
                        table.set_in(last, column, whole.kind, whole.text)
                    };
                    kept.then_some(())?;
                }
                let number = (element + 1).to_string();
                table.set_in(table.rows() - 1, place, Kind::Number, &number).then_some(())?;
            }
        }
        Some(Self { sample: table, beside: lists.to_vec(), ..self.clone() })
    }

    fn has_objects(&self) -> bool {
        matches!(
            self.shape,
            Shape::Records
                | Shape::Stream
                | Shape::Lines
                | Shape::Keyed
                | Shape::Lists { .. }
                | Shape::Wrapped { .. }
                | Shape::WrappedIn { .. }
                | Shape::KeyedIn { .. }
                | Shape::RunsIn { .. }
                | Shape::RunsByKey { .. }
        )
    }

    /// The same with the names of its columns as a first row, for a table without a header.
    pub(crate) fn with_header_as_row(&self) -> Option<Self> {
        if self.shape != Shape::Table || !self.header || self.format == Format::Text {
            return None;
        }
        let names = self.sample.columns();
        let numbers = 1..=names.len();
        let mut table = Table::new(numbers.map(|number| format!("column {number}")).collect());
        table.push_row(1 + self.before as u64);
        for (column, name) in names.iter().enumerate() {
            table.set_in(0, column, Kind::String, name).then_some(())?;
        }
        for row in 0..self.sample.rows() {
            table.push_row(self.sample.row_number(row));
            for column in 0..names.len() {
                let cell = self.sample.cell(row, column);
                table.set_in(row + 1, column, cell.kind, cell.text).then_some(())?;
            }
        }
        let mut with = Self { sample: table, header: false, ..self.clone() };
        let message =
            "the first row is read as data, because another file contains its first value";
        let note = Diagnostic::info(Code::NoHeader, message).row(1).file(&self.name);
        with.diagnostics.push(note);
        Some(with)
    }

    /// The form that it is read in, as far as another could be chosen.
    pub(crate) fn form(&self) -> Form {
        let is_table = self.shape == Shape::Table;
        Form {
            encoding: Some(self.decoding),
            separator: is_table.then(|| Separator::of(self.format.separator())),
            header: is_table.then_some(self.header),
        }
    }
}

/// The members of an object that are plain values, and those of the objects within it, by their paths such
/// as `.model.response`.
fn members_within(object: &str) -> Vec<(String, json::Value<'_>)> {
    let mut found = Vec::new();
    for (name, value) in json::members(object).map_while(Result::ok) {
        let path = format!(".{name}");
        if value.kind == Kind::Object {
            let inner = json::members(value.raw).map_while(Result::ok);
            found.extend(inner.map(|(name, value)| (format!("{path}.{name}"), value)));
        }
        found.push((path, value));
    }
    found
}

/// So many members of one object become columns.
const MOST_MEMBERS: usize = 24;

/// The most rows a sample has.
pub const SAMPLE_ROWS: usize = 200;

/// The most bytes of an unpacked head that are looked at: as many, and as many times the packed ones.
const LARGEST_HEAD: usize = 4 << 20;
const LARGEST_RATIO: usize = 4;

/// Decides what a file is. `head` are its first bytes as given, up to about 1 MiB and maybe packed;
/// `complete` says that this is the whole file.
///
/// # Errors
/// `empty_file`, `encoding`, `not_a_table`, or `unusable` for JSON without records.
pub fn inspect(name: &str, head: &[u8], complete: bool) -> Result<Inspection, Error> {
    let name = base_name(name);
    inspect_as(name, name, false, &Form::default(), head, complete)
}

/// The name of a file without its folder.
pub(crate) fn base_name(name: &str) -> &str {
    name.rsplit(['/', '\\']).next().unwrap_or(name)
}

/// Decides what a file is that goes by a name of which `file` has the extension. Where `by_record`
/// is set it is CSV with commas, whose rows are numbered by record. What was chosen of its `form` is
/// not looked for.
pub(crate) fn inspect_as(
    name: &str,
    file: &str,
    by_record: bool,
    form: &Form,
    head: &[u8],
    complete: bool,
) -> Result<Inspection, Error> {
    let fail = |problem: Diagnostic| Error::from(problem.file(name));
    let packed = head.starts_with(b"\x1f\x8b");
    let unpacked = if packed { Some(unpack_head(head)) } else { None };
    let (text, complete) =
        unpacked.as_ref().map_or((head, complete), |(text, whole)| (text, complete && *whole));
    if packed && text.is_empty() {
        return Err(fail(gzip::nothing_unpacked("gzip")));
    }
    if let Some(problem) = encoding::refuse_bytes(text) {
        return Err(fail(problem));
    }
    let decoding = form.encoding.unwrap_or_else(|| Encoding::of(text));
    let mut decoder = Decoder::new(decoding);
    let text = decoder.as_mut().map_or(text, |decoder| decoder.push(text).as_bytes());
    let is_foreign = || encoding::refuse_foreign(text).filter(|_| form.encoding.is_none());
    if let Some(problem) = encoding::refuse_text(text, complete).or_else(is_foreign) {
        return Err(fail(problem));
    }
    let mark = text.starts_with(MARK);
    let body = text.strip_prefix(MARK).unwrap_or(text);
    let extension = extension(file);
    let separator_line = if by_record { None } else { delimited::separator_line(body) };
    let known = if by_record { Some(b',') } else { form.separator.map(Separator::byte) };
    let look = match known {
        Some(_) => Look::NotJson,
        None => shape::look(body, complete, &extension),
    };
    let (format, shape) = match look {
        Look::Document(shape) => (Format::Json, shape),
        Look::Lines(shape) => (Format::JsonLines, shape),
        Look::Texts => (Format::Text, Shape::Table),
        Look::Unusable(what) => return Err(fail(unusable(&what))),
        Look::Log => {
            let message = "the file is an Inspect log, and its rows are nested too deeply to be \
                           read directly";
            let remedy = "drop the log on the page, or give it to the command line; both extract \
                          the rows";
            return Err(fail(Diagnostic::error(Code::Container, message).remedy(remedy)));
        }
        Look::NotJson
            if known.is_none() && matches!(extension.as_str(), "json" | "jsonl" | "ndjson") =>
        {
            let message = "the file's name says JSON, but it does not begin like JSON";
            let remedy = "check how the file was exported, or rename it to .csv if it is CSV";
            return Err(fail(Diagnostic::error(Code::NotJson, message).remedy(remedy)));
        }
        Look::NotJson
            if known.is_none()
                && (matches!(extension.as_str(), "yaml" | "yml") || encoding::is_yaml(body)) =>
        {
            return Err(fail(encoding::refuse_yaml()));
        }
        Look::NotJson => match known
            .or(separator_line)
            .unwrap_or_else(|| delimited::separator(body, complete, &extension))
        {
            b'\t' => (Format::Tsv, Shape::Table),
            NO_SEPARATOR => (Format::Text, Shape::Table),
            separator => (Format::Csv(separator), Shape::Table),
        },
    };
    let mut inspection = Inspection {
        name: name.to_owned(),
        format,
        gzip: packed,
        encoding: decoding.name(mark),
        decoding,
        start: if mark { MARK.len() as u64 } else { 0 },
        shape,
        header: false,
        before: usize::from(separator_line.is_some()),
        by_record,
        ends_early: complete
            && format == Format::Json
            && !matches!(body.trim_ascii_end().last(), Some(b']' | b'}')),
        beside: Vec::new(),
        figures: if format == Format::Json { json::figures(body) } else { Vec::new() },
        sample: Table::default(),
        diagnostics: Diagnostics::default(),
    };
    let columns = if inspection.shape == Shape::Table {
        delimited_columns(body, complete, form.header, &mut inspection)
    } else {
        shape::certain_columns(&inspection.shape)
    };
    inspection.sample = sample(body, complete, &inspection, &columns)?;
    if inspection.sample.rows() == 0 && !complete {
        let message = "the first record is longer than the part of the file that was inspected";
        inspection.diagnostics.push(Diagnostic::info(Code::NoSample, message).file(name));
    }
    Ok(inspection)
}

/// Extension in lower case, without `.gz`.
fn extension(name: &str) -> String {
    let name = name.to_ascii_lowercase();
    let name = name.strip_suffix(".gz").unwrap_or(&name);
    name.rsplit_once('.').map_or(String::new(), |(_, extension)| extension.to_owned())
}

/// The unpacked head, and whether it is all of the file.
#[inline(never)]
fn unpack_head(head: &[u8]) -> (Vec<u8>, bool) {
    let mut text: Vec<u8> = Vec::new();
    let largest = LARGEST_HEAD.max(head.len() * LARGEST_RATIO);
    let mut unpacker = Unpacker::new();
    let mut take = |bytes: &[u8]| {
        text.extend_from_slice(bytes);
        if text.len() >= largest { Err(()) } else { Ok(()) }
    };
    let whole = unpacker.push(head, &mut take).is_ok()
        && unpacker
            .finish(&mut take)
            .is_ok_and(|health| matches!(health, gzip::Health::Sound | gzip::Health::Followed));
    text.truncate(largest);
    (text, whole)
}

fn unusable(what: &str) -> Diagnostic {
    let message = format!("the JSON document is {what}, which contains no records");
    Diagnostic::error(Code::Unusable, message).remedy(
        "give a list of objects, an object keyed by id, a list in a member such as \"data\", the \
         layout of SQuAD or HotpotQA, or one object on each line",
    )
}

/// Why a first row is data, where that is no guess.
const CHOSEN: &str = "you chose this";

/// Names the columns of a delimited file and says how they were found.
#[inline(never)]
fn delimited_columns(
    body: &[u8],
    complete: bool,
    header: Option<bool>,
    inspection: &mut Inspection,
) -> Vec<String> {
    if inspection.format == Format::Text {
        return vec![text_column(body, header, inspection)];
    }
    let separator = inspection.format.separator();
    let skipped = memchr::memchr(b'\n', body).filter(|_| inspection.before > 0);
    let body = &body[skipped.map_or(0, |end| end + 1)..];
    let mut rows = delimited::first_rows(body, complete, separator);
    if rows.is_empty() {
        rows = delimited::first_rows(body, true, separator);
    }
    let titles = if header.is_none() { delimited::titles(&rows) } else { 0 };
    rows.drain(..titles);
    inspection.before += titles;
    if titles > 0 {
        let message = match titles {
            1 => "the row above the column names is a title; it is left out".to_owned(),
            count => format!("{count} rows above the column names are titles; they are left out"),
        };
        let note = Diagnostic::warning(Code::TitleRows, message).row(1).file(&inspection.name);
        inspection.diagnostics.push(note);
    }
    let reason = match header {
        None => delimited::no_header(&rows),
        Some(header) => (!header).then_some(CHOSEN),
    };
    let first = rows.first().map(Vec::as_slice).unwrap_or_default();
    let (columns, repeated) = delimited::column_names(first, reason.is_none());
    inspection.header = reason.is_none();
    let mut note = |diagnostic: Diagnostic| {
        inspection.diagnostics.push(diagnostic.file(&inspection.name));
    };
    if let Some(reason) = reason {
        let message = format!("the first row is read as data, because {reason}");
        note(Diagnostic::info(Code::NoHeader, message).row(1));
    } else if columns.len() == 1 {
        note(header_assumed(&columns[0]));
    }
    for name in repeated {
        let message = "two columns have the same name; the later one gets a number";
        note(Diagnostic::warning(Code::DuplicateColumn, message).row(1).column(name));
    }
    columns
}

fn header_assumed(name: &str) -> Diagnostic {
    let message = format!("the first line, {name:?}, is read as the column name");
    Diagnostic::info(Code::HeaderAssumed, message).row(1)
}

/// Name of the only column of plain text: its first line where that is chosen, or a usual name of a
/// column.
fn text_column(body: &[u8], header: Option<bool>, inspection: &mut Inspection) -> String {
    let first = body.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let first = String::from_utf8_lossy(first.trim_ascii()).into_owned();
    inspection.header = header.unwrap_or_else(|| is_column(&first));
    let (note, name) = if inspection.header {
        let note = header_assumed(&first);
        (note, if first.is_empty() { VALUE.to_owned() } else { first })
    } else {
        let reason = header.map_or("it is not a usual column name", |_| CHOSEN);
        let message = format!("the first line is read as a value, because {reason}");
        (Diagnostic::info(Code::NoHeader, message).row(1), VALUE.to_owned())
    };
    inspection.diagnostics.push(note.file(&inspection.name));
    name
}

#[inline(never)]
fn sample(
    body: &[u8],
    complete: bool,
    inspection: &Inspection,
    columns: &[String],
) -> Result<Table, Error> {
    let mut rows = Rows::new(&inspection.name, columns, None, SAMPLE_ROWS);
    let mut engine = Engine::new(inspection, columns, inspection.start, &mut rows);
    engine.push(body, &mut rows)?;
    if complete {
        engine.finish(false, &mut rows)?;
    }
    Ok(rows.table)
}
