//! ZIP archives: which members they have, and their bytes.

use crate::base::diagnostic::{Code, Diagnostic};
use crate::table::container::bytes::Bytes;
use crate::table::container::{Limits, gib};
use crate::table::gzip::{HARMLESS, is_bomb};
use rawzip::{
    CompressionMethod, RECOMMENDED_BUFFER_SIZE, ReaderAt, ZipArchive, ZipArchiveEntryWayfinder,
    ZipLocator,
};
use std::cell::Cell;
use std::collections::HashMap;
use std::io::{self, BufReader, ErrorKind, Read};
use std::rc::Rc;

/// Packed bytes read at a time: each read of a browser's file has a cost of its own.
const SLICE: usize = 1 << 20;
/// Text is hardly ever packed more tightly.
const LIKELY_RATIO: u64 = 100;
/// More members are not listed.
const MOST_MEMBERS: usize = 1_000_000;

pub(crate) struct Packed {
    /// Its path, with `/` between folders.
    pub(crate) name: String,
    /// Unpacked bytes, as the archive says.
    pub(crate) size: u64,
    length: u64,
    method: CompressionMethod,
    encrypted: bool,
    place: ZipArchiveEntryWayfinder,
}

impl Packed {
    /// Why it cannot be unpacked, in words, if that is clear beforehand.
    pub(crate) fn obstacle(&self) -> Option<String> {
        if self.encrypted {
            return Some("is encrypted".to_owned());
        }
        match self.method {
            CompressionMethod::STORE | CompressionMethod::DEFLATE | CompressionMethod::ZSTD => None,
            method => Some(match method.name() {
                Some(name) => format!(
                    "is compressed with {}, which is not supported",
                    name.to_ascii_lowercase()
                ),
                None => {
                    format!("is compressed with method {}, which is not supported", method.as_u16())
                }
            }),
        }
    }
}

struct At(Box<dyn Bytes>);

impl ReaderAt for At {
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        self.0.read_at(offset, buffer)
    }
}

/// An archive whose directory has been read.
pub(crate) struct Archive {
    zip: ZipArchive<At>,
    /// Its members without folders, in the archive's order. Of a path that stands twice it is the
    /// last, as other programs unpack it.
    pub(crate) members: Vec<Packed>,
    by_name: HashMap<String, usize>,
    pub(crate) limits: Limits,
    spent: Cell<u64>,
    /// Packed bytes of what was spent.
    packed: Cell<u64>,
}

type Unpacked<'a> = Result<Box<dyn Read + 'a>, Diagnostic>;

fn damaged(detail: &str) -> Diagnostic {
    Diagnostic::error(Code::DamagedArchive, format!("the ZIP archive cannot be read: {detail}"))
        .remedy("download or create the archive again; it may be cut off")
}

impl Archive {
    pub(crate) fn open(bytes: Box<dyn Bytes>, limits: Limits) -> Result<Self, Diagnostic> {
        let mut buffer = vec![0; RECOMMENDED_BUFFER_SIZE * 4];
        let size = bytes.size();
        let zip = ZipLocator::new()
            .locate_in_reader(At(bytes), &mut buffer, size)
            .map_err(|(_, error)| damaged(&error.to_string()))?;
        let mut members: Vec<Packed> = Vec::new();
        let mut by_name = HashMap::new();
        let mut entries = zip.entries(&mut buffer);
        while let Some(entry) = entries.next_entry().map_err(|error| damaged(&error.to_string()))? {
            if entry.is_dir() {
                continue;
            }
            if members.len() >= MOST_MEMBERS {
                return Err(damaged("it has more than a million members"));
            }
            let name = String::from_utf8_lossy(entry.file_path().as_bytes()).replace('\\', "/");
            let packed = Packed {
                name,
                size: entry.uncompressed_size_hint(),
                length: entry.compressed_size_hint(),
                method: entry.compression_method(),
                encrypted: entry.flags().is_encrypted(),
                place: entry.wayfinder(),
            };
            if let Some(known) = by_name.get(&packed.name) {
                members[*known] = packed;
            } else {
                by_name.insert(packed.name.clone(), members.len());
                members.push(packed);
            }
        }
        Ok(Self { zip, members, by_name, limits, spent: Cell::new(0), packed: Cell::new(0) })
    }

    pub(crate) fn member(&self, name: &str) -> Option<&Packed> {
        self.by_name.get(name).map(|index| &self.members[*index])
    }

    /// The bytes of a member while they are unpacked, counted as held in the memory. Errors of the
    /// stream are told by [`Self::failed`].
    pub(crate) fn stream<'a>(&'a self, member: &'a Packed) -> Unpacked<'a> {
        self.unpack(member, true)
    }

    /// The bytes of a member of which little is kept: only its own size counts.
    pub(crate) fn skim<'a>(&'a self, member: &'a Packed) -> Unpacked<'a> {
        self.unpack(member, false)
    }

    fn unpack<'a>(&'a self, member: &'a Packed, held: bool) -> Unpacked<'a> {
        if let Some(obstacle) = member.obstacle() {
            let message = format!("{} {obstacle}", member.name);
            let remedy = "unpack the archive and create it again, without a password and with the \
                          usual compression";
            return Err(Diagnostic::error(Code::UnsupportedMember, message).remedy(remedy));
        }
        let spent = if held { self.spent.get() } else { 0 };
        // What a member claims itself need not be unpacked to be refused.
        let packed = if held { self.packed.get() } else { 0 };
        let (claimed, length) =
            (spent.saturating_add(member.size), packed.saturating_add(member.length));
        if claimed > self.limits.total || is_bomb(claimed, length, self.limits.ratio) {
            return Err(self.too_large(member));
        }
        if held {
            self.packed.set(length);
        }
        let entry = self.zip.get_entry(member.place).map_err(|error| broken(member, &error))?;
        let consumed = Rc::new(Cell::new(0));
        let packed = BufReader::with_capacity(
            SLICE.min(usize::try_from(member.length).unwrap_or(SLICE).max(1)),
            Counted { inner: entry.reader(), count: Rc::clone(&consumed) },
        );
        let unpacked: Box<dyn Read + 'a> = match member.method {
            CompressionMethod::STORE => Box::new(packed),
            CompressionMethod::DEFLATE => Box::new(flate2::bufread::DeflateDecoder::new(packed)),
            _ => {
                let decoder = ruzstd::decoding::StreamingDecoder::new(packed);
                Box::new(decoder.map_err(|error| broken(member, &error))?)
            }
        };
        Ok(Box::new(Measured {
            inner: entry.verifying_reader(unpacked),
            archive: self,
            written: 0,
            held,
            consumed,
        }))
    }

    pub(crate) fn read(&self, member: &Packed) -> Result<Vec<u8>, Diagnostic> {
        let mut stream = self.stream(member)?;
        let mut bytes = Vec::new();
        // What a member claims is believed as far as its packed size makes it likely.
        let likely = member.size.min(member.length.saturating_mul(LIKELY_RATIO).max(HARMLESS));
        let room = usize::try_from(likely).ok().map(|likely| bytes.try_reserve_exact(likely));
        if !matches!(room, Some(Ok(()))) {
            return Err(self.too_large(member));
        }
        stream.read_to_end(&mut bytes).map_err(|error| self.failed(member, &error))?;
        Ok(bytes)
    }

    /// What an error of [`Self::stream`] means.
    pub(crate) fn failed(&self, member: &Packed, error: &io::Error) -> Diagnostic {
        match error.kind() {
            ErrorKind::FileTooLarge => self.too_large(member),
            _ => broken(member, error),
        }
    }

    /// Says that a member would pass the limits.
    pub(crate) fn too_large(&self, member: &Packed) -> Diagnostic {
        let name = &member.name;
        let message = if member.size > self.limits.total {
            format!("{name} is larger than {} when unpacked", gib(self.limits.total))
        } else {
            format!(
                "{name} is not unpacked: it would need more than {} of memory in total, or it is \
                 compressed so strongly that it may be an archive bomb",
                gib(self.limits.total)
            )
        };
        Diagnostic::error(Code::TooLarge, message)
            .remedy("unpack it with another program, and give the unpacked file")
    }
}

fn broken(member: &Packed, error: &dyn std::fmt::Display) -> Diagnostic {
    Diagnostic::error(Code::DamagedMember, format!("{} cannot be unpacked: {error}", member.name))
        .remedy("download or create the archive again")
}

/// Stops where a limit is passed.
struct Measured<'a, R> {
    inner: R,
    archive: &'a Archive,
    written: u64,
    held: bool,
    /// Packed bytes that were read so far.
    consumed: Rc<Cell<u64>>,
}

/// Counts the bytes that are read.
struct Counted<R> {
    inner: R,
    count: Rc<Cell<u64>>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.count.set(self.count.get() + count as u64);
        Ok(count)
    }
}

impl<R: Read> Read for Measured<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.written += count as u64;
        let spent = &self.archive.spent;
        if self.held {
            spent.set(spent.get() + count as u64);
        }
        let limits = self.archive.limits;
        let tight = is_bomb(self.written, self.consumed.get(), limits.ratio);
        let much = self.written > limits.total || (self.held && spent.get() > limits.total);
        if tight || much {
            return Err(ErrorKind::FileTooLarge.into());
        }
        Ok(count)
    }
}
