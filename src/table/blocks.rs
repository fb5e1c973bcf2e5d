//! Values in a row that only grows, in blocks: none is ever moved and none has room for twice as many
//! as there are.

/// Values of a block, as a power of two.
const BITS: u32 = 16;
const SIZE: usize = 1 << BITS;

/// Small values by their place.
#[derive(Clone, Debug, Default)]
pub(super) struct Blocks<T> {
    blocks: Vec<Vec<T>>,
    length: usize,
}

impl<T: Copy> Blocks<T> {
    pub(super) fn len(&self) -> usize {
        self.length
    }

    pub(super) fn push(&mut self, value: T) {
        match self.blocks.last_mut() {
            Some(block) if block.len() < SIZE => block.push(value),
            last => {
                // Most files are small: their only block grows.
                let room = if last.is_some() { SIZE } else { 0 };
                let mut block = Vec::with_capacity(room);
                block.push(value);
                self.blocks.push(block);
            }
        }
        self.length += 1;
    }

    /// Adds a value until there are so many.
    pub(super) fn fill(&mut self, length: usize, value: T) {
        while self.length < length {
            self.push(value);
        }
    }

    pub(super) fn get(&self, place: usize) -> Option<T> {
        self.blocks.get(place >> BITS)?.get(place & (SIZE - 1)).copied()
    }

    pub(super) fn get_mut(&mut self, place: usize) -> Option<&mut T> {
        self.blocks.get_mut(place >> BITS)?.get_mut(place & (SIZE - 1))
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = T> + '_ {
        self.blocks.iter().flatten().copied()
    }

    pub(super) fn bytes(&self) -> usize {
        self.blocks.iter().map(Vec::capacity).sum::<usize>() * size_of::<T>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stay_where_they_are() {
        let mut blocks = Blocks::default();
        blocks.fill(SIZE - 1, 7);
        for value in 0..3 {
            blocks.push(value);
        }
        assert_eq!(blocks.len(), SIZE + 2);
        let found: Vec<_> = (SIZE - 2..SIZE + 3).map(|place| blocks.get(place)).collect();
        assert_eq!(found, [Some(7), Some(0), Some(1), Some(2), None]);
        *blocks.get_mut(SIZE).expect("it is there") = 9;
        assert_eq!(blocks.iter().skip(SIZE - 1).collect::<Vec<_>>(), [0, 9, 2]);
        assert!(blocks.bytes() < 2 * SIZE * 5);
    }
}
