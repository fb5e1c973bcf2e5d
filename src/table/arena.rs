//! Text that only grows, in blocks: none is ever moved, so reading a large file never takes its
//! memory two or three times over.

/// Bytes of a block, as a power of two.
const BITS: u32 = 22;
const SIZE: usize = 1 << BITS;
/// So many blocks have an address.
const MOST: usize = 1 << (u32::BITS - BITS);

/// Texts, each in one piece, found again by a 32-bit address and their length.
#[derive(Clone, Debug, Default)]
pub(super) struct Arena {
    /// A text that is longer than a block has one to itself, as long as it is.
    blocks: Vec<String>,
}

impl Arena {
    /// Keeps a text. Its address, or `None` where there is none left.
    pub(super) fn push(&mut self, text: &str) -> Option<u32> {
        // Nothing has no place: it might be that after the end.
        if text.is_empty() {
            return Some(0);
        }
        let fits = |block: &String| block.len() + text.len() <= SIZE;
        if !self.blocks.last().is_some_and(fits) {
            if self.blocks.len() == MOST {
                return None;
            }
            // Most files are small: their only block grows.
            let room = if self.blocks.is_empty() { 0 } else { SIZE };
            self.blocks.push(String::with_capacity(room.max(text.len())));
        }
        let address = (self.blocks.len() - 1) << BITS;
        let block = self.blocks.last_mut()?;
        let address = address + block.len();
        block.push_str(text);
        u32::try_from(address).ok()
    }

    /// The text at an address.
    ///
    /// # Panics
    /// Where no text of this length was kept there.
    pub(super) fn get(&self, address: u32, length: usize) -> &str {
        if length == 0 {
            return "";
        }
        let start = address as usize & (SIZE - 1);
        &self.blocks[(address >> BITS) as usize][start..start + length]
    }

    pub(super) fn bytes(&self) -> usize {
        self.blocks.iter().map(String::capacity).sum()
    }
}

/// The address of a text behind so many others, if each of them is as long and nothing else was kept.
pub(super) fn nth(place: usize, length: usize) -> u32 {
    let of_block = SIZE / length.clamp(1, SIZE);
    ((place / of_block) << BITS | (place % of_block * length)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_found_again_whatever_their_length() {
        let lengths = [0, 1, SIZE - 1, 0, 1, SIZE, 3, SIZE + 1, 0, 5, 3 * SIZE, 2, SIZE / 2, SIZE];
        let text = |place: usize, length: usize| {
            let letter = char::from(b'a' + u8::try_from(place).expect("few"));
            letter.to_string().repeat(length)
        };
        let mut arena = Arena::default();
        let mut kept = Vec::new();
        for (place, length) in lengths.into_iter().enumerate() {
            kept.push(arena.push(&text(place, length)).expect("there is room"));
        }
        for (place, length) in lengths.into_iter().enumerate() {
            assert!(arena.get(kept[place], length) == text(place, length), "text {place}");
        }
        let total: usize = lengths.iter().sum();
        assert!(arena.bytes() >= total && arena.bytes() < total + 5 * SIZE);
    }
}
