//! How much of the files is held in memory.

use super::Session;
use crate::diagnostic::Diagnostic;
use crate::error::Error;
use crate::input::Reader;

/// The most bytes of all tables in a browser, of the 4 GiB that a module of 32 bits has.
pub const BROWSER: u64 = 5 << 29;

/// How many bytes of a file are read before it is said how much memory it will take.
const FORESEEN: u64 = 64 << 20;

impl Session {
    /// Sets how many bytes all tables may hold, before files are read.
    pub fn set_limit(&mut self, most: u64) {
        self.most_bytes = Some(most);
    }

    /// Whether there is room for a file that is being read, of which `offset` bytes of `total` were.
    ///
    /// # Errors
    /// `too_large`, as soon as it can be foreseen.
    pub fn check_room(
        &self,
        index: usize,
        reader: &Reader,
        offset: u64,
        total: u64,
    ) -> Result<(), Error> {
        let Some(most) = self.most_bytes else { return Ok(()) };
        let others = (0..self.sources.len()).filter(|other| *other != index);
        let held: u64 = others
            .filter_map(|other| self.sources[other].read.as_ref())
            .map(|read| read.table.bytes() as u64)
            .sum();
        let own = reader.bytes() as u64;
        let foreseen = if offset < FORESEEN {
            own
        } else {
            let whole = u128::from(own) * u128::from(total.max(offset)) / u128::from(offset);
            u64::try_from(whole).unwrap_or(u64::MAX)
        };
        if held + foreseen <= most {
            return Ok(());
        }
        let source = &self.sources[index];
        let message = format!(
            "{} of {} MB would take about {} MB of memory, and there are {} MB for all files",
            source.name,
            total >> 20,
            foreseen >> 20,
            most >> 20
        );
        let remedy = "score it with the command line, which has no such limit, or split it";
        Err(Diagnostic::error("too_large", message).file(&source.name).remedy(remedy).into())
    }
}
