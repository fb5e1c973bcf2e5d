//! How the desk reads files, slice by slice.

use super::{Desk, handle_of, unreadable};
use scoredrop::error::Error;
use scoredrop::input::Reader;

/// Bytes read at a time: a newer request waits well under a tenth of a second. For every slice the browser
/// opens the file and gives it memory anew, so that slices of 2 MiB take it twice as long, and larger ones
/// hardly less.
const SLICE: u64 = 8 << 20;

/// A file that is being read: its index, its reader, and how far that has come.
pub(super) type Now = (usize, Box<Reader>, u64);

impl Desk {
    /// Reads on in a file; what is left to read of it.
    #[inline(never)]
    pub(super) fn read(
        &mut self,
        index: usize,
        mut reader: Box<Reader>,
        mut offset: u64,
    ) -> Result<Option<Now>, Error> {
        let source = &self.session.sources()[index];
        let (name, slot) = (source.name.clone(), source.slot);
        let Some(handle) = handle_of(&self.handles, slot) else { return Ok(None) };
        let total = handle.bytes();
        let held = handle.hold(offset, SLICE).map_err(|detail| {
            self.session.lose(slot);
            Error::from(unreadable(&name, &detail))
        })?;
        held.pieces().try_for_each(|piece| reader.push(&piece))?;
        offset = if held.count() == 0 { total } else { offset + held.count() };
        drop(held);
        self.session.check_room(index, &reader, offset, total)?;
        if offset < total {
            self.progress(&format!("reading {name}"), offset, total, "bytes");
            return Ok(Some((index, reader, offset)));
        }
        self.session.finish_reading(index, *reader)?;
        Ok(None)
    }
}
