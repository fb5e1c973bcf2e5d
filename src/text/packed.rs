//! Tables of code points, packed: as numbers of variable length they are a quarter as large to
//! download, and they are opened when they are first needed. Their files are written from
//! `tests/golden/python-*.json` by `cargo test --test scorers golden_classes:: -- --ignored`.

use std::sync::OnceLock;

/// Ranges of code points, opened on first use.
#[derive(Debug)]
pub(super) struct Ranges {
    packed: &'static [u8],
    open: OnceLock<Vec<(u32, u32)>>,
}

impl Ranges {
    /// For each range the gap to the one before and its length less one, see [`Numbers`].
    pub(super) const fn new(packed: &'static [u8]) -> Self {
        Self { packed, open: OnceLock::new() }
    }

    /// Whether a character is in one of the ranges.
    pub(super) fn contain(&self, c: char) -> bool {
        let ranges = self.open.get_or_init(|| {
            let (mut numbers, mut ranges, mut next) = (Numbers(self.packed), Vec::new(), 0);
            while let (Some(gap), Some(length)) = (numbers.next(), numbers.next()) {
                ranges.push((next + gap, next + gap + length));
                next += gap + length + 1;
            }
            ranges
        });
        let c = u32::from(c);
        let after = ranges.partition_point(|&(first, _)| first <= c);
        after > 0 && c <= ranges[after - 1].1
    }

    /// The same of a class that differs from these ranges where `other` has the character.
    pub(super) fn but_for(&self, other: &Self, c: char) -> bool {
        self.contain(c) != other.contain(c)
    }
}

/// Numbers in groups of seven bits, the lowest first; the eighth bit says that more follow.
struct Numbers(&'static [u8]);

impl Iterator for Numbers {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        let (mut number, mut shift) = (0, 0);
        loop {
            let (byte, rest) = self.0.split_first()?;
            self.0 = rest;
            number |= u32::from(byte & 0x7f) << shift;
            shift += 7;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
    }
}
