//! One way to open every container.

use super::archive::{Archive, Packed};
use super::bytes::{Bytes, Stream};
use super::logs;
use super::packing::{Packing, packing};
use super::workbook::{self, Book};
use super::{Limits, gib, inspect, parquet};
use crate::base::diagnostic::{Code, Diagnostic};
use crate::table::gzip::{Health, Unpacker, bomb, cut_off, is_bomb, nothing_unpacked};
use ruzstd::decoding::StreamingDecoder;
use serde::Serialize;
use std::io::{BufRead, BufReader, Read};

/// What a container holds, before it is unpacked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Entry {
    /// Path in the archive, name of the sheet; `samples` of a log, the file's name without `.gz`.
    pub name: String,
    /// Its unpacked size, as far as the container says: of a sheet that of its part.
    pub bytes: u64,
    /// Why it is not offered, in words that follow its name; `None` where it can be read.
    pub obstacle: Option<String>,
}

/// A file taken out of a container.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// As its [`Entry`] names it; a sheet of a workbook in an archive as `PATH#SHEET`.
    pub name: String,
    /// The container's name and its own, for people: `book.xlsx (sheet Data)`.
    pub shown: String,
    /// A name for its bytes alone, whose extension says what they are.
    pub file: String,
    /// Its bytes: the file itself, CSV, or JSON Lines.
    pub bytes: Vec<u8>,
    /// The name of its [`Packing`], such as `xlsx`; of such a file in an archive `zip/xlsx`.
    pub format: &'static str,
    /// Whether rows are counted by record, as in a sheet, and not by line. Then the bytes are CSV
    /// with commas, whose first record names the columns.
    pub by_record: bool,
    /// What is to be said about it.
    pub notes: Vec<Diagnostic>,
}

/// An opened container.
pub struct Container {
    name: String,
    kind: Packing,
    inner: Inner,
    entries: Vec<Entry>,
    /// The member that is meant where none is named: of a workbook the first sheet in sight that has a
    /// table, of an archive its only readable file, of other containers all there is.
    usual: Option<usize>,
    limits: Limits,
}

enum Inner {
    Archive(Archive),
    Workbook(Archive, Book),
    Log(Archive),
    Plain(Box<dyn Bytes>),
}

impl std::fmt::Debug for Container {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Container").field("kind", &self.kind).finish_non_exhaustive()
    }
}

/// What a Parquet file holds.
const PARQUET_ROWS: &str = "rows";

/// First bytes that are looked at.
const HEAD: usize = 1 << 16;

impl Container {
    /// Opens a container and lists what is in it. `Ok(None)` where the file is none.
    ///
    /// # Errors
    /// Where it is damaged, or of a kin that is not read.
    pub fn open(
        name: &str,
        bytes: Box<dyn Bytes>,
        limits: Limits,
    ) -> Result<Option<Self>, Diagnostic> {
        let mut head = vec![0; HEAD.min(usize::try_from(bytes.size()).unwrap_or(HEAD))];
        let mut filled = 0;
        while filled < head.len() {
            match bytes.read_at(filled as u64, &mut head[filled..]) {
                Ok(0) => break,
                Ok(count) => filled += count,
                Err(error) => {
                    let message = format!("the file cannot be read: {error}");
                    let remedy = "choose the file again; it may have moved or changed";
                    let problem = Diagnostic::error(Code::Unreadable, message).remedy(remedy);
                    return Err(problem.file(name));
                }
            }
        }
        let Some(kind) = packing(name, &head[..filled]) else { return Ok(None) };
        let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
        let plain = |name: &str, bytes: Box<dyn Bytes>| Self {
            name: file.to_owned(),
            kind,
            entries: vec![Entry { name: name.to_owned(), bytes: bytes.size(), obstacle: None }],
            inner: Inner::Plain(bytes),
            usual: Some(0),
            limits,
        };
        match kind {
            Packing::Gzip => Ok(Some(plain(file.strip_suffix(".gz").unwrap_or(file), bytes))),
            Packing::Zstd => {
                let inner = file.strip_suffix(".zst").or_else(|| file.strip_suffix(".zstd"));
                Ok(Some(plain(inner.unwrap_or(file), bytes)))
            }
            Packing::Parquet => Ok(Some(plain(PARQUET_ROWS, bytes))),
            Packing::InspectJson | Packing::Log(_) => Ok(Some(plain(inspect::SAMPLES, bytes))),
            Packing::Zip | Packing::Workbook | Packing::InspectLog => {
                let opened = Archive::open(bytes, limits)
                    .and_then(|archive| Self::archive(file, archive, limits));
                opened.map(Some).map_err(|problem| of_file(problem, file))
            }
        }
    }

    fn archive(name: &str, archive: Archive, limits: Limits) -> Result<Self, Diagnostic> {
        if let Some(main) = workbook::main_part(&archive) {
            let book = Book::open(&archive, main)?;
            let entry = |sheet: &workbook::Sheet| Entry {
                name: sheet.name.clone(),
                bytes: sheet.bytes,
                obstacle: (!sheet.is_table()).then(|| "has no table".to_owned()),
            };
            return Ok(Self {
                name: name.to_owned(),
                kind: Packing::Workbook,
                entries: book.sheets.iter().map(entry).collect(),
                usual: book.usual(),
                inner: Inner::Workbook(archive, book),
                limits,
            });
        }
        if inspect::is_log(&archive) {
            let samples = archive.members.iter().filter(|one| inspect::sample(&one.name).is_some());
            let bytes = samples.map(|one| one.size).fold(0, u64::saturating_add);
            return Ok(Self {
                name: name.to_owned(),
                kind: Packing::InspectLog,
                entries: vec![Entry { name: inspect::SAMPLES.to_owned(), bytes, obstacle: None }],
                usual: Some(0),
                inner: Inner::Log(archive),
                limits,
            });
        }
        let other = archive.members.iter().find_map(|one| workbook::other_document(&one.name));
        if let Some(other) = other {
            let message = format!("the file is {other}, which Scoredrop does not read");
            return Err(Diagnostic::error(Code::UnsupportedContainer, message)
                .remedy("save the table as .xlsx or as CSV (UTF-8)"));
        }
        let members = archive.members.iter().filter(|one| !is_beside_the_point(&one.name));
        let entry = |member: &Packed| Entry {
            name: member.name.clone(),
            bytes: member.size,
            obstacle: member.obstacle().or_else(|| no_table(&member.name)),
        };
        let entries: Vec<Entry> = members.map(entry).collect();
        let mut readable = (0..entries.len()).filter(|index| entries[*index].obstacle.is_none());
        // Of several none is meant more than the others.
        let usual = readable.next().filter(|_| readable.next().is_none());
        drop(readable);
        let (name, inner) = (name.to_owned(), Inner::Archive(archive));
        Ok(Self { name, kind: Packing::Zip, inner, entries, usual, limits })
    }

    /// Which container it is.
    pub fn kind(&self) -> Packing {
        self.kind
    }

    /// What is in it: files without folders and what systems add, sheets in the workbook's order.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// What of an archive cannot be read, and why; `None` where all of it can.
    pub fn unread(&self) -> Option<Diagnostic> {
        let readable = self.entries.iter().any(|entry| entry.obstacle.is_none());
        let mut unread = self.entries.iter().filter(|entry| entry.obstacle.is_some()).peekable();
        if self.kind != Packing::Zip || !readable {
            return None;
        }
        unread.peek()?;
        let message = format!("these files of the archive are not read: {}", list(unread));
        // Pictures and words about the data are no loss; what may be data is.
        let harmless = self.entries.iter().all(|one| {
            one.obstacle.is_none() || (no_table(&one.name).is_some() && !may_hold_data(&one.name))
        });
        let note = if harmless {
            Diagnostic::info(Code::UnreadMembers, message)
        } else {
            Diagnostic::warning(Code::UnreadMembers, message)
                .remedy("unpack the archive, and give the files that you need")
        };
        Some(note.file(self.name.as_str()))
    }

    /// Takes out a member, or without a name the usual one. A workbook or log in an archive
    /// is unpacked in its turn; `PATH#SHEET` names a sheet of it.
    ///
    /// # Errors
    /// `no_member` or `which_member` with a list of those that there are; where the member is damaged,
    /// encrypted, packed in an unknown way, or beyond the [`Limits`].
    pub fn unpack(&self, member: Option<&str>) -> Result<Member, Diagnostic> {
        let mut unpacked = self.take(member).map_err(|problem| of_file(problem, &self.name))?;
        for note in &mut unpacked.notes {
            note.file = Some(unpacked.shown.clone());
        }
        Ok(unpacked)
    }

    fn take(&self, member: Option<&str>) -> Result<Member, Diagnostic> {
        let (index, sheet) = match member {
            Some(name) => self.find(name)?,
            None => (self.usual.ok_or_else(|| self.which())?, None),
        };
        let name = self.entries[index].name.clone();
        let plain = |(bytes, notes)| Member {
            name: name.clone(),
            shown: self.name.clone(),
            file: match self.kind {
                Packing::Workbook => format!("{name}.csv"),
                Packing::InspectLog | Packing::InspectJson | Packing::Log(_) | Packing::Parquet => {
                    format!("{name}.jsonl")
                }
                Packing::Zip | Packing::Gzip | Packing::Zstd => name.clone(),
            },
            bytes,
            format: self.kind.name(),
            by_record: false,
            notes,
        };
        Ok(match &self.inner {
            Inner::Archive(archive) => {
                let packed = archive.member(&name).ok_or_else(|| self.which())?;
                self.inside(&name, sheet, archive.read(packed)?)?
            }
            Inner::Workbook(archive, book) => {
                let mut page = book.page(archive, index)?;
                if member.is_none() {
                    page.notes.extend(self.other_sheets(index));
                }
                let shown = format!("{} (sheet {name})", self.name);
                Member { by_record: true, shown, ..plain((page.csv, page.notes)) }
            }
            Inner::Log(archive) => plain(inspect::rows(archive)?),
            Inner::Plain(bytes) => plain(match self.kind {
                Packing::Gzip => unzipped(&**bytes, self.limits)?,
                Packing::Zstd => unzstd(&**bytes, self.limits)?,
                Packing::Parquet => parquet::rows(&**bytes, self.limits)?,
                Packing::Log(log) => logs::rows(log, &**bytes)?,
                _ => inspect::document(&**bytes)?,
            }),
        })
    }

    /// A file of an archive, or what is in it.
    fn inside(
        &self,
        path: &str,
        sheet: Option<&str>,
        bytes: Vec<u8>,
    ) -> Result<Member, Diagnostic> {
        let packed = packing(path, &bytes[..bytes.len().min(HEAD)]);
        let Some(packed) = packed.filter(|one| !matches!(one, Packing::Zip | Packing::Gzip)) else {
            let shown = format!("{} ({path})", self.name);
            let (name, file) = (path.to_owned(), path.to_owned());
            let (format, by_record, notes) = (self.kind.name(), false, Vec::new());
            return Ok(Member { name, shown, file, bytes, format, by_record, notes });
        };
        let bytes = Box::new(bytes);
        let Some(inner) = Self::open(path, bytes, self.limits)? else { return Err(self.which()) };
        let member = inner.take(sheet)?;
        let (name, shown) = match inner.kind {
            Packing::Workbook => (
                format!("{path}#{}", member.name),
                format!("{} ({path}, sheet {})", self.name, member.name),
            ),
            _ => (path.to_owned(), format!("{} ({path})", self.name)),
        };
        Ok(Member { name, shown, format: packed.name_in_zip(), ..member })
    }

    /// The member of a name, and what the name says of a sheet in it.
    fn find<'n>(&self, name: &'n str) -> Result<(usize, Option<&'n str>), Diagnostic> {
        if let Some(index) = self.position(name) {
            return Ok((index, None));
        }
        if self.kind == Packing::Zip
            && let Some((path, sheet)) = name.rsplit_once('#')
            && let Some(index) = self.position(path)
        {
            return Ok((index, Some(sheet)));
        }
        let message =
            format!("there is no {} {name:?}; there are {}", self.word(), list(&self.entries));
        Err(Diagnostic::error(Code::NoMember, message).remedy("name one of them"))
    }

    fn position(&self, name: &str) -> Option<usize> {
        let position = |test: &dyn Fn(&str) -> bool| {
            let mut found = (0..self.entries.len()).filter(|at| test(&self.entries[*at].name));
            found.next().filter(|_| found.next().is_none())
        };
        // Sheets are named without regard to case, files often without their folders.
        position(&|known| known == name)
            .or_else(|| position(&|known| known.eq_ignore_ascii_case(name)))
            .or_else(|| position(&|known| known.rsplit('/').next() == Some(name)))
    }

    fn which(&self) -> Diagnostic {
        if self.entries.iter().all(|entry| entry.obstacle.is_some()) {
            let message = if self.entries.is_empty() {
                "the archive is empty".to_owned()
            } else {
                format!("no {} in it can be read: {}", self.word(), list(&self.entries))
            };
            return Diagnostic::error(Code::NoMember, message)
                .remedy("give a JSON, JSON Lines or CSV file, or an .xlsx workbook");
        }
        let message = format!("the archive contains several files: {}", list(&self.entries));
        Diagnostic::error(Code::WhichMember, message).remedy("choose one by FILE#MEMBER")
    }

    /// What one of its members is called.
    fn word(&self) -> &'static str {
        if self.kind == Packing::Workbook { "sheet" } else { "file" }
    }

    fn other_sheets(&self, taken: usize) -> Option<Diagnostic> {
        let others: Vec<String> = (self.entries.iter().enumerate())
            .filter(|(index, entry)| *index != taken && entry.obstacle.is_none())
            .map(|(_, entry)| format!("{:?}", entry.name))
            .collect();
        if others.is_empty() {
            return None;
        }
        let name = &self.entries[taken].name;
        let message =
            format!("the sheet {name:?} is read; the workbook also has {}", others.join(", "));
        Some(Diagnostic::info(Code::OtherSheets, message).remedy(
            "to read another sheet, choose it in the file's panel, or name it: \
                         FILE#SHEET",
        ))
    }
}

/// The file inside, as far as it can be unpacked, and what is wrong with it.
fn unzstd(bytes: &dyn Bytes, limits: Limits) -> Result<(Vec<u8>, Vec<Diagnostic>), Diagnostic> {
    let mut stream = BufReader::new(Stream::new(bytes));
    let (mut unpacked, mut sound) = (Vec::new(), true);
    // Programs that pack in parallel write frames one after the other.
    while sound && stream.fill_buf().is_ok_and(|rest| !rest.is_empty()) {
        let Ok(mut frame) = StreamingDecoder::new(&mut stream) else {
            sound = false;
            break;
        };
        loop {
            let part = (&mut frame).take(PART).read_to_end(&mut unpacked);
            let written = unpacked.len() as u64;
            if written > limits.total {
                return Err(larger_than(limits));
            }
            if is_bomb(written, frame.get_ref().get_ref().position(), limits.ratio) {
                return Err(bomb());
            }
            sound = part.is_ok();
            if !matches!(part, Ok(1..)) {
                break;
            }
        }
    }
    match sound {
        false if unpacked.is_empty() => Err(nothing_unpacked("zstd")),
        false => Ok((unpacked, vec![cut_off("zstd")])),
        true => Ok((unpacked, Vec::new())),
    }
}

/// Bytes of zstd that are unpacked in one go.
const PART: u64 = 1 << 20;

fn larger_than(limits: Limits) -> Diagnostic {
    let message = format!("the file is larger than {} when unpacked", gib(limits.total));
    Diagnostic::error(Code::TooLarge, message)
        .remedy("unpack it with another program, and give the unpacked file")
}

/// The file inside, as far as it can be unpacked, and what is wrong with it.
fn unzipped(bytes: &dyn Bytes, limits: Limits) -> Result<(Vec<u8>, Vec<Diagnostic>), Diagnostic> {
    let mut unpacked = Vec::new();
    let mut take = |piece: &[u8]| {
        unpacked.extend_from_slice(piece);
        if unpacked.len() as u64 <= limits.total {
            return Ok(());
        }
        Err(larger_than(limits))
    };
    let (mut unpacker, mut stream) = (Unpacker::new(), Stream::new(bytes));
    let mut block = vec![0; 1 << 16];
    // A file that can no longer be read ends there.
    while let Ok(count @ 1..) = stream.read(&mut block) {
        unpacker.push(&block[..count], &mut take)?;
        if unpacker.is_bomb() {
            return Err(bomb());
        }
    }
    let health = unpacker.finish(&mut take)?;
    if health == Health::Broken && unpacked.is_empty() {
        return Err(nothing_unpacked("gzip"));
    }
    Ok((unpacked, health.note().into_iter().collect()))
}

/// The first of some members, with what stands in their way.
fn list<'e>(entries: impl IntoIterator<Item = &'e Entry>) -> String {
    const SHOWN: usize = 20;
    let shown = |entry: &Entry| match &entry.obstacle {
        Some(obstacle) => format!("{} ({obstacle})", entry.name),
        None => entry.name.clone(),
    };
    let mut list: Vec<String> = entries.into_iter().map(shown).collect();
    if list.len() > SHOWN {
        let more = list.len() - SHOWN;
        list.truncate(SHOWN);
        list.push(format!("and {more} more"));
    }
    list.join(", ")
}

/// A problem of a file, unless it names one inside.
fn of_file(problem: Diagnostic, name: &str) -> Diagnostic {
    if problem.file.is_none() { problem.file(name) } else { problem }
}

/// Whether a member is what systems and editors add by themselves.
fn is_beside_the_point(path: &str) -> bool {
    path.split('/').any(|part| part.starts_with('.') || part == "__MACOSX")
        || ["Thumbs.db", "desktop.ini"].iter().any(|name| path.ends_with(name))
}

/// Why a file is not offered as a table, by its name.
fn no_table(path: &str) -> Option<String> {
    const TABLES: [&str; 13] = [
        "json", "jsonl", "ndjson", "csv", "tsv", "tab", "txt", "xlsx", "xlsm", "eval", "pred",
        "out", "parquet",
    ];
    let name = path.rsplit('/').next().unwrap_or(path).to_ascii_lowercase();
    let name = name.strip_suffix(".gz").or_else(|| name.strip_suffix(".zst")).unwrap_or(&name);
    let (stem, extension) = name.rsplit_once('.').unwrap_or((name, ""));
    if stem.starts_with("readme") || stem.starts_with("license") || stem.starts_with("licence") {
        return Some("is text to read".to_owned());
    }
    (!TABLES.contains(&extension)).then(|| "has an unsupported format".to_owned())
}

/// Whether a file that is no table may hold some.
fn may_hold_data(path: &str) -> bool {
    const HOLDERS: [&str; 15] = [
        "zip", "7z", "rar", "tar", "tgz", "bz2", "xz", "zst", "xls", "xlsb", "ods", "arrow", "pkl",
        "sqlite", "db",
    ];
    let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
    HOLDERS.iter().any(|known| extension.eq_ignore_ascii_case(known))
}
