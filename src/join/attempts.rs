//! Several predictions of one question within a run, which all count.

/// The attempts at each question of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attempts {
    /// Rows of the predictions file, question by question.
    rows: Vec<u32>,
    /// For each gold row the place of its first in `rows`, and where they end.
    ranges: Vec<(u32, u32)>,
}

impl Attempts {
    /// Attempts as pairs of the first gold row with their key and their own row, sorted by the former;
    /// `firsts` names for each gold row the first with its key.
    pub(super) fn new(firsts: &[u32], found: &[(u32, u32)]) -> Self {
        let rows = found.iter().map(|(_, row)| *row).collect();
        let mut ranges = vec![(0, 0); firsts.len()];
        for (place, (head, _)) in (0..).zip(found) {
            let range: &mut (u32, u32) = &mut ranges[*head as usize];
            *range = (if range.1 == 0 { place } else { range.0 }, place + 1);
        }
        for (row, first) in firsts.iter().enumerate() {
            ranges[row] = ranges[*first as usize];
        }
        Self { rows, ranges }
    }

    /// Rows of the attempts at a gold row, in file order.
    pub fn of(&self, gold_row: usize) -> &[u32] {
        let (start, end) = self.ranges[gold_row];
        &self.rows[start as usize..end as usize]
    }

    /// How many attempts there are at all questions.
    pub fn rows(&self) -> usize {
        self.rows.len()
    }

    /// The fewest and the most attempts at one question; `None` without questions.
    pub fn extent(&self) -> Option<(u32, u32)> {
        let counts = || self.ranges.iter().map(|(start, end)| end - start);
        counts().min().zip(counts().max())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_with_one_key_share_their_attempts() {
        let attempts = Attempts::new(&[0, 1, 0, 3], &[(0, 4), (0, 9), (1, 2)]);
        let of: Vec<&[u32]> = (0..4).map(|row| attempts.of(row)).collect();
        assert_eq!(of, [&[4, 9][..], &[2], &[4, 9], &[]]);
        assert_eq!((attempts.rows(), attempts.extent()), (3, Some((0, 2))));
    }
}
