//! The rows of a table as a person counts them.

/// The number of each row: nothing a row but where numbers leap.
#[derive(Clone, Debug, Default)]
pub(super) struct Places {
    rows: u32,
    /// The number of a row where it is not one more than that of the row before.
    leaps: Vec<(u32, u64)>,
}

impl Places {
    pub(super) fn len(&self) -> usize {
        self.rows as usize
    }

    pub(super) fn push(&mut self, number: u64) {
        let row = self.rows;
        if self.leaps.last().is_none_or(|(from, first)| first + u64::from(row - from) != number) {
            self.leaps.push((row, number));
        }
        self.rows += 1;
    }

    /// # Panics
    /// Where there is no such row.
    pub(super) fn number(&self, row: usize) -> u64 {
        assert!(row < self.len(), "there is no row {row}");
        let after = self.leaps.partition_point(|(from, _)| *from as usize <= row);
        let (from, first) = self.leaps[after - 1];
        first + (row as u64 - u64::from(from))
    }

    pub(super) fn bytes(&self) -> usize {
        self.leaps.capacity() * 16
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_may_leap() {
        let given = [1, 2, 7, 8, 9, 3, u64::MAX];
        let mut places = Places::default();
        for number in given {
            places.push(number);
        }
        let found: Vec<_> = (0..places.len()).map(|row| places.number(row)).collect();
        assert_eq!(found, given);
    }
}
