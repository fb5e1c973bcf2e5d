//! Texts sorted step by step.

/// So many are sorted at once before they are merged.
const CHUNK: usize = 1 << 10;

/// Places of texts in the order of these; equal texts keep theirs.
#[derive(Debug, Default)]
pub(super) struct ByText {
    texts: Vec<String>,
    order: Vec<u32>,
    /// The next order as far as it is made.
    merged: Vec<u32>,
    /// Stretches of this length are in order: of less than a chunk none is.
    width: usize,
    /// Where the two stretches begin that are merged, and how much was taken of both.
    at: usize,
    taken: [usize; 2],
}

impl ByText {
    pub(super) fn new(texts: Vec<String>) -> Self {
        let order = (0..).zip(&texts).map(|(place, _)| place).collect();
        Self { texts, order, ..Self::default() }
    }

    /// Makes about `count` comparisons or more; `true` once all are in order.
    pub(super) fn advance(&mut self, count: usize) -> bool {
        let all = self.order.len();
        if self.width == 0 {
            let end = (self.at + count.clamp(CHUNK, all.max(CHUNK))).next_multiple_of(CHUNK);
            let texts = &self.texts;
            for chunk in self.order[self.at.min(all)..end.min(all)].chunks_mut(CHUNK) {
                chunk.sort_unstable_by_key(|place| (&texts[*place as usize], *place));
            }
            self.at = end;
            if end >= all {
                (self.width, self.at) = (CHUNK, 0);
            }
        } else if self.width < all {
            self.merge(count);
        }
        self.width != 0 && self.width >= all
    }

    fn merge(&mut self, count: usize) {
        let all = self.order.len();
        for _ in 0..count {
            let middle = (self.at + self.width).min(all);
            let end = (middle + self.width).min(all);
            let (left, right) = (self.at + self.taken[0], middle + self.taken[1]);
            // Places in a stretch are smaller than those in the next: equal texts keep theirs.
            let text = |at: usize| &self.texts[self.order[at] as usize];
            let first = right == end || left < middle && text(left) <= text(right);
            self.merged.push(self.order[if first { left } else { right }]);
            self.taken[usize::from(!first)] += 1;
            if self.merged.len() == end {
                (self.at, self.taken) = (end, [0, 0]);
            }
            if end == all && self.at == all {
                std::mem::swap(&mut self.order, &mut self.merged);
                self.merged.clear();
                (self.at, self.width) = (0, self.width * 2);
                return;
            }
        }
    }

    /// How far it is, about.
    pub(super) fn progress(&self) -> (u64, u64) {
        let all = self.order.len();
        let rounds = |width: usize| u64::from((width / CHUNK).max(1).ilog2());
        let total = rounds(all.max(1).next_power_of_two()) + 1;
        let now = if self.width == 0 { 0 } else { rounds(self.width) + 1 };
        let part = if self.width == 0 { self.at.min(all) } else { self.merged.len() };
        (now * all as u64 + part as u64, total * all as u64)
    }

    /// The places, once they are in order.
    pub(super) fn order(&self) -> &[u32] {
        &self.order
    }
}

#[cfg(test)]
mod tests {
    use super::{ByText, CHUNK};

    #[test]
    fn steps_of_any_length_sort_as_one() {
        for all in [0, 1, 2, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK, 4 * CHUNK, 5 * CHUNK + 7] {
            let text = |place: usize| format!("{:x}", place * 7919 % 613);
            let texts: Vec<String> = (0..all).map(text).collect();
            let mut wanted: Vec<u32> = (0..all as u32).collect();
            wanted.sort_by_key(|place| &texts[*place as usize]);
            for count in [1, 333, CHUNK, usize::MAX] {
                let mut sorting = ByText::new(texts.clone());
                let (mut before, mut steps) = (0, 0);
                while !sorting.advance(count) {
                    let (done, total) = sorting.progress();
                    assert!(before <= done && done <= total, "{done} of {total}");
                    (before, steps) = (done, steps + 1);
                }
                assert_eq!(sorting.order(), wanted);
                assert!(count > 1 || all <= CHUNK || steps > all, "{steps} steps");
            }
        }
    }
}
