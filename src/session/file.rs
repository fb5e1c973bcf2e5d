//! Files to score: on disk, in memory, or inside an archive or workbook.

use super::protocol::Origin;
use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::error::Error;
use crate::base::limit::{MOST_RUNS, too_many};
use crate::base::types::Role;
use crate::table::container::{Bytes, Container, Limits, Packing, Stream};
use sha2::{Digest, Sha256};
use std::cell::{OnceCell, RefCell};
use std::fs;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// Bytes read at a time.
const SLICE: u64 = 1 << 20;

/// A file to score. It is read in slices, and never held as a whole unless it came from an archive.
///
/// ```
/// use scoredrop::File;
/// use scoredrop::base::types::Role;
///
/// let gold = File::new("gold.csv", "id,answer\n1,Paris\n").with_role(Role::Gold);
/// assert_eq!((gold.name(), gold.size()), ("gold.csv", 18));
/// ```
#[derive(Clone)]
pub struct File<'a> {
    name: String,
    role: Option<Role>,
    /// The container that it was taken from.
    origin: Option<Origin>,
    /// Its own bytes.
    own: Rc<dyn Bytes + 'a>,
    /// The bytes of the file on disk, or of the container.
    given: Rc<dyn Bytes + 'a>,
    /// The SHA-256 of these bytes, once it is computed: files from one archive share it.
    hash: Rc<OnceCell<String>>,
    /// Where it is, for errors.
    place: String,
}

impl std::fmt::Debug for File<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("File").field("name", &self.name).field("role", &self.role).finish()
    }
}

impl<'a> File<'a> {
    /// Takes bytes as a file that is not an archive: text, `Vec<u8>`, or anything else that implements [`Bytes`].
    /// The name has no folder.
    pub fn new(name: &str, bytes: impl Bytes + 'a) -> Self {
        let own: Rc<dyn Bytes + 'a> = Rc::new(bytes);
        let (name, given, hash) = (name.to_owned(), Rc::clone(&own), Rc::default());
        Self { place: name.clone(), name, role: None, origin: None, given, own, hash }
    }

    /// Sets the role of the file. Without a role, its content decides.
    #[must_use]
    pub fn with_role(self, role: Role) -> Self {
        Self { role: Some(role), ..self }
    }

    /// The name for people, without folder; for a file inside an archive, the names of both.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The role that was given.
    pub fn role(&self) -> Option<Role> {
        self.role
    }

    /// Its size in bytes; for a file inside an archive, its unpacked size.
    pub fn size(&self) -> u64 {
        self.own.size()
    }

    /// The container that it was taken from.
    pub fn origin(&self) -> Option<&Origin> {
        self.origin.as_ref()
    }

    /// Reads up to `length` of its first bytes.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn head(&self, length: u64) -> io::Result<Vec<u8>> {
        let mut head = Vec::new();
        Stream::new(&*self.own).take(length).read_to_end(&mut head)?;
        Ok(head)
    }

    /// Whether it is not inside another file.
    fn is_given(&self) -> bool {
        Rc::ptr_eq(&self.own, &self.given)
    }

    fn pull(&self, stream: &mut Stream<'_>, buffer: &mut [u8]) -> Result<usize, Error> {
        stream.read(buffer).map_err(|error| {
            let message = format!("cannot read {}: {error}", self.place);
            Diagnostic::error(Code::Unreadable, message).file(&self.name).into()
        })
    }

    /// Reads its bytes slice by slice.
    pub fn slices(&self) -> Slices<'_> {
        let buffer = vec![0; SLICE.min(self.size().max(1)) as usize];
        let (stream, digest) = (Stream::new(&*self.own), Sha256::new());
        Slices { file: self, stream, buffer, digest, hashes: self.is_given(), done: 0 }
    }

    /// Reads its bytes slice by slice for a caller who does not ask for their hash.
    pub fn slices_alone(&self) -> Slices<'_> {
        Slices { hashes: false, ..self.slices() }
    }
}

/// The bytes of a file, slice by slice.
pub struct Slices<'f> {
    file: &'f File<'f>,
    stream: Stream<'f>,
    buffer: Vec<u8>,
    digest: Sha256,
    /// Whether the slices that are read are hashed.
    hashes: bool,
    done: u64,
}

impl Slices<'_> {
    /// Reads the next slice; nothing at the end.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn next_slice(&mut self) -> Result<Option<&[u8]>, Error> {
        let count = self.file.pull(&mut self.stream, &mut self.buffer)?;
        let slice = &self.buffer[..count];
        if self.hashes {
            self.digest.update(slice);
        }
        self.done += count as u64;
        Ok((count > 0).then_some(slice))
    }

    /// How many bytes have been read.
    pub fn done(&self) -> u64 {
        self.done
    }

    /// The SHA-256 of the file as it was given, once it has been read to its end.
    ///
    /// # Errors
    /// If its container cannot be read.
    pub fn sha256(mut self) -> Result<String, Error> {
        if let Some(known) = self.file.hash.get() {
            return Ok(known.clone());
        }
        if !self.hashes {
            let mut stream = Stream::new(&*self.file.given);
            loop {
                match self.file.pull(&mut stream, &mut self.buffer)? {
                    0 => break,
                    count => self.digest.update(&self.buffer[..count]),
                }
            }
        }
        let found = format!("{:x}", self.digest.finalize());
        Ok(self.file.hash.get_or_init(|| found).clone())
    }
}

impl File<'static> {
    /// Opens the file at a path, or a member named as `FILE#MEMBER`. If no member is named, and the file is a
    /// ZIP archive of predictions or has no role, opens every readable member.
    ///
    /// # Errors
    /// If the file cannot be read or lacks the member.
    pub fn open(path: &Path, role: Option<Role>) -> Result<Vec<Self>, Error> {
        let (path, member) = split(path);
        let failed = |error: io::Error| Error::from(unreadable(&path, &error));
        let file = fs::File::open(&path).map_err(failed)?;
        let metadata = file.metadata().map_err(failed)?;
        if !(metadata.is_file() || metadata.is_dir()) {
            let message =
                format!("{} is a pipe or device, and cannot be read twice", path.display());
            let problem = Diagnostic::error(Code::NoFile, message).file(name_of(&path));
            let remedy = "save its output to a regular file, and give that file";
            return Err(problem.remedy(remedy).into());
        }
        let size = metadata.len();
        let disk = |file| Disk { path: path.clone(), size, file };
        let found = Self {
            place: path.display().to_string(),
            role,
            ..Self::new(&name_of(&path), disk(None))
        };
        found.unpacked(Box::new(disk(Some(RefCell::new(file)))), member.as_deref())
    }

    /// Takes bytes as a file, or opens the members if they are an archive, as [`File::open`] does.
    ///
    /// # Errors
    /// If the archive is damaged or lacks the member.
    pub fn open_bytes(
        name: &str,
        bytes: impl Bytes + 'static,
        member: Option<&str>,
        role: Option<Role>,
    ) -> Result<Vec<Self>, Error> {
        let found = Self { role, ..Self::new(name, bytes) };
        let bytes = Box::new(Shared(Rc::clone(&found.given)));
        found.unpacked(bytes, member)
    }

    /// Returns the file itself, or the files inside it.
    fn unpacked(self, bytes: Box<dyn Bytes>, member: Option<&str>) -> Result<Vec<Self>, Error> {
        let name = &self.name;
        let container = Container::open(name, bytes, Limits::NATIVE)?;
        // The core unpacks gzip itself while it reads.
        let Some(container) = container.filter(|container| container.kind() != Packing::Gzip)
        else {
            let Some(member) = member else { return Ok(vec![self]) };
            let message =
                format!("{name} is not an archive or workbook, so it has no member {member:?}");
            let remedy = "remove the # and what follows it";
            return Err(Diagnostic::error(Code::NoMember, message)
                .file(name)
                .remedy(remedy)
                .into());
        };
        let of_runs = self.role.is_none_or(|role| role == Role::Predictions);
        let all = of_runs && container.kind() == Packing::Zip && member.is_none();
        let readable = container.entries().iter().filter(|entry| entry.obstacle.is_none());
        let mut names: Vec<_> = readable.map(|entry| Some(entry.name.as_str())).collect();
        if !all || names.is_empty() {
            names = vec![member];
        }
        if names.len() > MOST_RUNS {
            return Err(too_many(names.len(), "files in one archive").file(name).into());
        }
        let mut unread = container.unread().filter(|_| member.is_none());
        let unpack = |name| {
            let mut member = container.unpack(name)?;
            member.notes.extend(unread.take());
            let origin = Origin::new(self.name.clone(), self.given.size(), &mut member);
            let (own, origin) = (Rc::new(member.bytes), Some(origin));
            Ok(Self { name: member.shown, own, origin, ..self.clone() })
        };
        names.into_iter().map(unpack).collect()
    }
}

/// Splits `FILE#MEMBER`. A file whose own name contains `#` takes precedence.
pub fn split(path: &Path) -> (PathBuf, Option<String>) {
    let whole = || (path.to_owned(), None);
    let Some(text) = path.to_str().filter(|_| !path.exists()) else { return whole() };
    let mut parts = text.rmatch_indices('#').map(|(at, _)| (&text[..at], &text[at + 1..]));
    let found = parts.find(|(file, _)| Path::new(file).is_file());
    found.map_or_else(whole, |(file, member)| (PathBuf::from(file), Some(member.to_owned())))
}

/// Returns the name of a file without its folder.
pub fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// Describes a file that cannot be read.
pub fn unreadable(path: &Path, error: &io::Error) -> Diagnostic {
    Diagnostic::error(Code::Unreadable, format!("cannot read {}: {error}", path.display()))
        .file(name_of(path))
}

/// Bytes with shared ownership.
struct Shared(Rc<dyn Bytes>);

impl Bytes for Shared {
    fn size(&self) -> u64 {
        self.0.size()
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read_at(offset, buffer)
    }
}

/// A file on disk. It is open only while it is read or unpacked, because there may be more files than a
/// program may have open.
struct Disk {
    path: PathBuf,
    size: u64,
    file: Option<RefCell<fs::File>>,
}

impl Bytes for Disk {
    fn size(&self) -> u64 {
        self.size
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        let read = |file: &mut fs::File, buffer: &mut [u8]| {
            file.seek(SeekFrom::Start(offset))?;
            file.read(buffer)
        };
        match &self.file {
            Some(file) => read(&mut file.borrow_mut(), buffer),
            None => read(&mut fs::File::open(&self.path)?, buffer),
        }
    }
}
