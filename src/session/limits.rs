//! How much of the files is held in memory.

use super::Session;
use crate::diagnostic::Diagnostic;
use crate::error::Error;
use crate::input::Reader;

/// What a session may hold of its files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most bytes that all tables may hold.
    pub most: u64,
}

impl Limits {
    /// Whatever it takes.
    pub const NONE: Self = Self { most: u64::MAX };

    /// For a browser: a module of 32 bits has 4 GiB, and what is made of the tables takes its part.
    pub const BROWSER: Self = Self { most: 5 << 29 };
}

impl Default for Limits {
    fn default() -> Self {
        Self::NONE
    }
}

/// How many bytes of a file are read before it is said how much memory it will take.
const FORESEEN: u64 = 64 << 20;

impl Session {
    /// Sets what may be held of files, before they are read.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
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
        if held + foreseen <= self.limits.most {
            return Ok(());
        }
        let source = &self.sources[index];
        let message = format!(
            "{} of {} MB would take about {} MB of memory, and there are {} MB for all files",
            source.name,
            total >> 20,
            foreseen >> 20,
            self.limits.most >> 20
        );
        Err(Diagnostic::error("too_large", message)
            .file(&source.name)
            .remedy("score it with the command line, which has no such limit, or split it")
            .into())
    }
}
