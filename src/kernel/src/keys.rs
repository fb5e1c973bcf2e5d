//! Numbers of rows by a hash of their key. Whoever asks compares the keys themselves: the index holds
//! none.

use std::hash::{BuildHasher, RandomState};

/// Rows by hash; see the module.
#[derive(Clone, Debug)]
pub struct Keys {
    /// The upper half of a hash above a row; [`FREE`] where there is none. A power of two of them, no
    /// more than half of them taken.
    slots: Vec<u64>,
    /// Differs from run to run, so that nobody can write a file whose keys all meet.
    seed: u64,
    rows: usize,
}

const FREE: u64 = u64::MAX;
/// Any odd number with bits all over; this one is the golden ratio's.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

impl Keys {
    /// With room for so many rows; it grows beyond that.
    pub fn with_room(rows: usize) -> Self {
        let slots = (rows * 2).next_power_of_two().max(16);
        Self { slots: vec![FREE; slots], seed: RandomState::new().hash_one(SPREAD), rows: 0 }
    }

    /// The hash of a key. Pairs of its halves of eight bytes are multiplied after a secret number
    /// was added to each: two keys meet by chance only (Black and others, UMAC, 1999, call it NH).
    #[inline(never)]
    #[allow(clippy::cast_possible_truncation, reason = "halves are meant")]
    pub fn hash(&self, key: &[u8]) -> u64 {
        let mut secret = self.seed;
        let mut sum = (key.len() as u64).wrapping_mul(SPREAD);
        let mut mix = |eight: u64| {
            secret = secret.wrapping_mul(SPREAD).wrapping_add(SPREAD);
            let secret = secret ^ secret >> 32;
            let low = (eight as u32).wrapping_add(secret as u32);
            let high = ((eight >> 32) as u32).wrapping_add((secret >> 32) as u32);
            sum = sum.wrapping_add(u64::from(low).wrapping_mul(u64::from(high)));
        };
        let (blocks, rest) = key.as_chunks::<8>();
        for block in blocks {
            mix(u64::from_le_bytes(*block));
        }
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        mix(u64::from_le_bytes(last));
        sum ^= self.seed;
        sum = (sum ^ sum >> 32).wrapping_mul(SPREAD);
        sum ^ sum >> 29
    }

    /// The next row whose key may have this hash. `cursor` is 0 at first and belongs to one question.
    #[inline(never)]
    #[allow(clippy::cast_possible_truncation, reason = "the lower half is the row")]
    pub fn candidate(&self, hash: u64, cursor: &mut usize) -> Option<u32> {
        let tag = hash >> 32;
        loop {
            let slot = self.slots[(tag as usize).wrapping_add(*cursor) & (self.slots.len() - 1)];
            if slot == FREE {
                return None;
            }
            *cursor += 1;
            if slot >> 32 == tag {
                return Some(slot as u32);
            }
        }
    }

    /// Adds a row, whatever is there already. `u32::MAX` is no number of a row.
    #[inline(never)]
    pub fn insert(&mut self, hash: u64, row: u32) {
        if (self.rows + 1) * 2 > self.slots.len() {
            let larger = vec![FREE; self.slots.len() * 2];
            let slots = std::mem::replace(&mut self.slots, larger);
            slots.into_iter().filter(|slot| *slot != FREE).for_each(|slot| self.put(slot));
        }
        self.rows += 1;
        self.put(hash >> 32 << 32 | u64::from(row));
    }

    /// A row sits where the upper half of its hash says, or in the next free slot.
    #[allow(clippy::cast_possible_truncation, reason = "the slots are fewer")]
    fn put(&mut self, slot: u64) {
        let mask = self.slots.len() - 1;
        let mut place = (slot >> 32) as usize & mask;
        while self.slots[place] != FREE {
            place = (place + 1) & mask;
        }
        self.slots[place] = slot;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn find(keys: &Keys, texts: &[Vec<u8>], key: &[u8]) -> Option<u32> {
        let (hash, mut cursor) = (keys.hash(key), 0);
        loop {
            let row = keys.candidate(hash, &mut cursor)?;
            if texts[row as usize] == key {
                return Some(row);
            }
        }
    }

    proptest! {
        #[test]
        fn every_key_is_found_and_no_other(
            texts in prop::collection::btree_set(prop::collection::vec(b'0'..b'3', 0..20), 0..200),
            others in prop::collection::vec(prop::collection::vec(b'0'..b'3', 0..20), 0..50),
            room in 0usize..300,
        ) {
            let texts: Vec<_> = texts.into_iter().collect();
            let mut keys = Keys::with_room(room);
            for (row, text) in (0..).zip(&texts) {
                prop_assert_eq!(find(&keys, &texts, text), None);
                keys.insert(keys.hash(text), row);
            }
            for (row, text) in (0..).zip(&texts) {
                prop_assert_eq!(find(&keys, &texts, text), Some(row));
            }
            for other in &others {
                let place = texts.iter().position(|text| text == other);
                prop_assert_eq!(find(&keys, &texts, other).map(|row| row as usize), place);
            }
        }
    }
}
