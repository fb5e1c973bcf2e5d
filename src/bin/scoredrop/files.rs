//! Opening the files named on the command line, and the files inside archives and workbooks.

use scoredrop::base::diagnostic::Diagnostic;
use scoredrop::base::error::Error;
use scoredrop::base::types::Role;
use scoredrop::session::Session;
use scoredrop::session::protocol::Origin;
use scoredrop::table::container::{Bytes, Container, Limits, Member, Packing};
use sha2::{Digest, Sha256};
use std::cell::RefCell;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// A file to be scored: on disk, or unpacked from a file on disk.
pub(crate) struct Given {
    path: PathBuf,
    /// Size of the file on disk, in bytes.
    size: u64,
    unpacked: Option<Member>,
}

/// Opens a file, or a member named as `FILE#MEMBER`. Of an archive of predictions without a named
/// member it opens every readable member.
///
/// # Errors
/// If the file cannot be read or lacks the member.
pub(crate) fn open(role: Role, path: &Path) -> Result<Vec<Given>, Error> {
    let (path, member) = split(path);
    let failed = |error: io::Error| Error::from(unreadable(&path, &error));
    let file = File::open(&path).map_err(failed)?;
    let metadata = file.metadata().map_err(failed)?;
    if !(metadata.is_file() || metadata.is_dir()) {
        let message = format!("{} is a pipe or device, and cannot be read twice", path.display());
        let problem = Diagnostic::error("no_file", message).file(name_of(&path));
        return Err(problem.remedy("save its output to a regular file, and give that file").into());
    }
    let size = metadata.len();
    let given = |unpacked| Given { path: path.clone(), size, unpacked };
    let bytes = Box::new(Disk { file: RefCell::new(file), size });
    let refused = |problem: Diagnostic| Error::from(problem);
    let name = name_of(&path);
    let container = Container::open(&name, bytes, Limits::NATIVE).map_err(refused)?;
    // The core unpacks gzip itself, while it reads.
    let Some(container) = container.filter(|container| container.kind() != Packing::Gzip) else {
        let Some(member) = member else { return Ok(vec![given(None)]) };
        let message =
            format!("{name} is not an archive or workbook, so it has no member {member:?}");
        let remedy = "remove the # and what follows it";
        return Err(Diagnostic::error("no_member", message).file(name).remedy(remedy).into());
    };
    let all = role == Role::Predictions && container.kind() == Packing::Zip && member.is_none();
    let readable = container.entries().iter().filter(|entry| entry.obstacle.is_none());
    let mut names: Vec<Option<&str>> = readable.map(|entry| Some(entry.name.as_str())).collect();
    if !all || names.is_empty() {
        names = vec![member.as_deref()];
    }
    let unread = container.unread().filter(|_| member.is_none());
    let unpack = |name| container.unpack(name).map_err(refused);
    let mut members: Vec<Member> = names.into_iter().map(unpack).collect::<Result<_, _>>()?;
    if let Some(first) = members.first_mut() {
        first.notes.extend(unread);
    }
    Ok(members.into_iter().map(|found| given(Some(found))).collect())
}

/// Splits `FILE#MEMBER`. A file whose own name contains `#` takes precedence.
pub(crate) fn split(path: &Path) -> (PathBuf, Option<String>) {
    let whole = || (path.to_owned(), None);
    let Some(text) = path.to_str().filter(|_| !path.exists()) else { return whole() };
    let mut parts = text.rmatch_indices('#').map(|(at, _)| (&text[..at], &text[at + 1..]));
    let found = parts.find(|(file, _)| Path::new(file).is_file());
    found.map_or_else(whole, |(file, member)| (PathBuf::from(file), Some(member.to_owned())))
}

/// Returns the name of a file without its folder.
pub(crate) fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// Describes a file that cannot be read.
pub(crate) fn unreadable(path: &Path, error: &io::Error) -> Diagnostic {
    Diagnostic::error("unreadable", format!("cannot read {}: {error}", path.display()))
        .file(name_of(path))
}

impl Given {
    /// Adds the file to a session.
    pub(crate) fn add_to(&mut self, session: &mut Session, slot: u32) {
        let name = name_of(&self.path);
        let Some(member) = &mut self.unpacked else {
            let head = |length| {
                let mut head = Vec::new();
                File::open(&self.path)?.take(length).read_to_end(&mut head)?;
                io::Result::Ok(head)
            };
            return session.add(slot, &name, self.size, head);
        };
        let origin = Origin::new(name, self.size, member);
        let head = |length: u64| {
            let length = usize::try_from(length).unwrap_or(usize::MAX);
            io::Result::Ok(member.bytes[..member.bytes.len().min(length)].to_vec())
        };
        let size = member.bytes.len() as u64;
        session.add_unpacked(slot, &member.shown, size, Some(origin), head);
    }

    /// Reads the file into the session's source of this index.
    ///
    /// # Errors
    /// If the file cannot be read, or is not a table.
    pub(crate) fn read_into(&self, session: &mut Session, index: usize) -> Result<(), Error> {
        let Some(mut reader) = session.reader(index) else { return Ok(()) };
        if let Some(member) = &self.unpacked {
            reader.push(&member.bytes)?;
        }
        let failed = |error: io::Error| Error::from(unreadable(&self.path, &error));
        let mut file = File::open(&self.path).map_err(failed)?;
        let mut buffer = vec![0; 1 << 20];
        let mut digest = Sha256::new();
        loop {
            let count = file.read(&mut buffer).map_err(failed)?;
            if count == 0 {
                break;
            }
            digest.update(&buffer[..count]);
            if self.unpacked.is_none() {
                reader.push(&buffer[..count])?;
            }
        }
        session.finish_reading(index, reader)?;
        let slot = session.sources()[index].slot;
        session.set_sha256(slot, format!("{:x}", digest.finalize()));
        Ok(())
    }
}

/// A file on disk, of which parts are read on demand.
struct Disk {
    file: RefCell<File>,
    size: u64,
}

impl Bytes for Disk {
    fn size(&self) -> u64 {
        self.size
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        let mut file = self.file.borrow_mut();
        file.seek(SeekFrom::Start(offset))?;
        file.read(buffer)
    }
}
