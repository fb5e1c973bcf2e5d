//! Files inside of others: archives, workbooks and logs are opened here, and what is in them goes to
//! the page, which gives it back as files of their own.

use crate::handle::Handle;
use crate::port;
use crate::worker::fail;
use js_sys::Uint8Array;
use scoredrop::base::diagnostic::{Code, Diagnostic};
use scoredrop::base::limit::{MOST_RUNS, too_many};
use scoredrop::session::protocol::{Member, Origin, Reply};
use scoredrop::table::container::{Bytes, Container, Limits, Packing};
use std::io;

impl Bytes for Handle {
    fn size(&self) -> u64 {
        self.bytes()
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = self.slice(offset, buffer.len() as u64).map_err(io::Error::other)?;
        let place = buffer.get_mut(..bytes.len()).ok_or(io::ErrorKind::InvalidData)?;
        place.copy_from_slice(&bytes);
        Ok(bytes.len())
    }
}

/// Answers with the member that is named, else with all of an archive or the usual one of others.
pub fn answer(number: u32, file: Handle, member: Option<&str>) {
    match take_out(file, member) {
        Ok((reply, bytes)) => {
            let buffer = Uint8Array::from(bytes.as_slice()).buffer();
            port::post(number, &reply, &[buffer]);
        }
        Err(problem) => fail(number, problem),
    }
}

fn take_out(file: Handle, member: Option<&str>) -> Result<(Reply, Vec<u8>), Diagnostic> {
    let (name, size) = (file.0.name(), file.bytes());
    let plain = || {
        Diagnostic::error(Code::NoContainer, format!("{name} is a plain file"))
            .remedy("choose it again as it is")
    };
    let container = Container::open(&name, Box::new(file), Limits::BROWSER)?;
    let container = container.ok_or_else(plain)?;
    let readable = container.entries().iter().filter(|entry| entry.obstacle.is_none());
    let names: Vec<String> = readable.map(|entry| entry.name.clone()).collect();
    let all = container.kind() == Packing::Zip && member.is_none() && !names.is_empty();
    let wanted: Vec<Option<&str>> =
        if all { names.iter().map(|name| Some(name.as_str())).collect() } else { vec![member] };
    if wanted.len() > MOST_RUNS {
        return Err(too_many(wanted.len(), "files in one archive").file(&name));
    }
    let mut members = Vec::new();
    let mut bytes = Vec::new();
    for one in wanted {
        let mut found = container.unpack(one)?;
        // What is not read is said once.
        let unread = container.unread().filter(|_| member.is_none() && members.is_empty());
        found.notes.splice(0..0, unread);
        bytes.extend_from_slice(&found.bytes);
        members.push(Member {
            origin: Origin::new(name.clone(), size, &mut found),
            bytes: found.bytes.len() as u64,
            shown: found.shown,
        });
    }
    let sheets = if container.kind() == Packing::Workbook { names } else { Vec::new() };
    Ok((Reply::Unpacked { members, sheets }, bytes))
}
