//! The files that the command line is given, and those inside them.

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

/// A file to be scored: as it lies on the disk, or taken out of one that does.
pub(crate) struct Given {
    path: PathBuf,
    /// Size of what lies on the disk.
    size: u64,
    unpacked: Option<Member>,
}

/// Opens what a path names: a file, `FILE#MEMBER`, or all readable members of an archive, where it
/// is one of predictions and none is named.
///
/// # Errors
/// Where it cannot be read, or does not hold what is asked for.
pub(crate) fn open(role: Role, path: &Path) -> Result<Vec<Given>, Error> {
    let (path, member) = split(path);
    let failed = |error: io::Error| Error::from(unreadable(&path, &error));
    let file = File::open(&path).map_err(failed)?;
    let metadata = file.metadata().map_err(failed)?;
    if !(metadata.is_file() || metadata.is_dir()) {
        let message = format!("{} is no file that can be read more than once", path.display());
        let problem = Diagnostic::error("no_file", message).file(name_of(&path));
        return Err(problem.remedy("write what it gives to a file, and give that").into());
    }
    let size = metadata.len();
    let given = |unpacked| Given { path: path.clone(), size, unpacked };
    let bytes = Box::new(Disk { file: RefCell::new(file), size });
    let refused = |problem: Diagnostic| Error::from(problem);
    let name = name_of(&path);
    let container = Container::open(&name, bytes, Limits::NATIVE).map_err(refused)?;
    // The core unpacks gzip by itself, and while it reads.
    let Some(container) = container.filter(|container| container.kind() != Packing::Gzip) else {
        let Some(member) = member else { return Ok(vec![given(None)]) };
        let message = format!("{name} holds no other files, and so no {member:?}");
        let remedy = "leave out what follows the #";
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

/// A path, and the member that is named after a `#`; a file whose own name has one comes first.
pub(crate) fn split(path: &Path) -> (PathBuf, Option<String>) {
    let whole = || (path.to_owned(), None);
    let Some(text) = path.to_str().filter(|_| !path.exists()) else { return whole() };
    let mut parts = text.rmatch_indices('#').map(|(at, _)| (&text[..at], &text[at + 1..]));
    let found = parts.find(|(file, _)| Path::new(file).is_file());
    found.map_or_else(whole, |(file, member)| (PathBuf::from(file), Some(member.to_owned())))
}

/// The name of a file, without its folder.
pub(crate) fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// The problem of a file that cannot be read.
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

    /// Reads the file into a session that has it as its source of this index.
    ///
    /// # Errors
    /// Where it cannot be read, or is no table.
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

/// A file on the disk, read where it is needed.
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
