//! Where the rows of a table stand in their file.

use super::blocks::Blocks;

/// Byte offset and number of each row: four bytes a row, and a few where numbers leap.
#[derive(Clone, Debug, Default)]
pub(super) struct Places {
    /// The low half of each offset.
    low: Blocks<u32>,
    /// The high half, from the rows on where it changes.
    high: Vec<(u32, u32)>,
    /// The number of a row where it is not one more than that of the row before.
    numbers: Vec<(u32, u64)>,
}

impl Places {
    pub(super) fn len(&self) -> usize {
        self.low.len()
    }

    pub(super) fn push(&mut self, offset: u64, number: u64) {
        let row = self.low.len() as u32;
        let high = (offset >> u32::BITS) as u32;
        if self.high.last().is_none_or(|(_, last)| *last != high) {
            self.high.push((row, high));
        }
        if self.numbers.last().is_none_or(|(from, first)| first + u64::from(row - from) != number) {
            self.numbers.push((row, number));
        }
        self.low.push(offset as u32);
    }

    /// # Panics
    /// Where there is no such row.
    pub(super) fn offset(&self, row: usize) -> u64 {
        assert!(row < self.low.len(), "there is no row {row}");
        let (_, high) = last_before(&self.high, row);
        u64::from(high) << u32::BITS | u64::from(self.low.get(row).unwrap_or_default())
    }

    /// # Panics
    /// Where there is no such row.
    pub(super) fn number(&self, row: usize) -> u64 {
        assert!(row < self.low.len(), "there is no row {row}");
        let (from, first) = last_before(&self.numbers, row);
        first + (row as u64 - u64::from(from))
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> usize {
        self.low.bytes() + self.high.capacity() * 8 + self.numbers.capacity() * 16
    }
}

/// The last entry that is for this row or one before it.
fn last_before<T: Copy + Default>(entries: &[(u32, T)], row: usize) -> (u32, T) {
    let after = entries.partition_point(|(from, _)| *from as usize <= row);
    after.checked_sub(1).and_then(|place| entries.get(place)).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_have_64_bits_and_numbers_may_leap() {
        let given = [
            (3, 1),
            (90, 2),
            (u64::from(u32::MAX), 7),
            (u64::from(u32::MAX) + 1, 8),
            (9 << 32 | 5, 9),
            (4, 3),
        ];
        let mut places = Places::default();
        for (offset, number) in given {
            places.push(offset, number);
        }
        let found: Vec<_> =
            (0..places.len()).map(|row| (places.offset(row), places.number(row))).collect();
        assert_eq!(found, given);
    }
}
