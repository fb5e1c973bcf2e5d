//! Stands in for `gzip.rs` where the program around the core unpacks by itself, as browsers do: then a
//! packed file is a container like any other.

/// What the end of a gzip stream was like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(dead_code, reason = "there is no stream")]
pub(crate) enum Health {
    /// Complete.
    Sound,
    /// It ends too early, or its bytes or check sum are wrong.
    Broken,
    /// Complete, and followed by something else.
    Followed,
}

/// Nothing that unpacks.
#[derive(Debug)]
pub(crate) enum Unpacker {}

impl Unpacker {
    pub(crate) fn of(_: bool) -> Option<Self> {
        None
    }

    pub(crate) fn push<E>(
        &mut self,
        _: &[u8],
        _: impl FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        match *self {}
    }

    pub(crate) fn finish<E>(self, _: impl FnMut(&[u8]) -> Result<(), E>) -> Result<Health, E> {
        match self {}
    }
}
