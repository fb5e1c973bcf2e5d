//! The cells of one column of a table: texts in an arena, or a number for each of a few texts.

use super::arena::{Arena, nth};
use super::blocks::Blocks;
use super::columns::{Cell, KINDS, Kind};

/// So many different texts are few, if each is short.
const FEW: usize = 32;
const SHORT: usize = 64;

/// Address in the arena and length with the kind in the low three bits: eight bytes a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Slot {
    start: u32,
    length_and_kind: u32,
}

impl Slot {
    fn kind(self) -> Kind {
        KINDS.get((self.length_and_kind & 7) as usize).copied().unwrap_or(Kind::Absent)
    }

    fn length(self) -> usize {
        (self.length_and_kind >> 3) as usize
    }
}

/// Where the text of a row stands, if all before it are as long and stand in an arena of their own.
fn even(row: usize, length_and_kind: u32) -> Slot {
    Slot { start: nth(row, (length_and_kind >> 3) as usize), length_and_kind }
}

/// How the cells are kept. Rows after the last that has a cell have none.
#[derive(Clone, Debug)]
enum Store {
    /// Only a few texts stand in the column, again and again: for each row one more than the place
    /// of its own, or 0.
    Few { codes: Blocks<u8>, values: Vec<Slot> },
    /// Each row has a text of its own, and all are equally long, as made-up ids are: so many rows, one
    /// text behind the other in the arena, each with this length and kind.
    Even { rows: usize, length_and_kind: u32 },
    /// Each row has a text of its own.
    Many(Blocks<Slot>),
}

#[derive(Clone, Debug)]
pub(super) struct Cells {
    store: Store,
    arena: Arena,
}

impl Default for Cells {
    fn default() -> Self {
        Self {
            store: Store::Few { codes: Blocks::default(), values: Vec::new() },
            arena: Arena::default(),
        }
    }
}

impl Cells {
    /// Sets the cell of a row; `false` where the arena is full.
    pub(super) fn set(&mut self, row: usize, kind: Kind, text: &str) -> bool {
        let length_and_kind = (text.len() as u32) << 3 | kind as u32;
        if let Store::Few { codes, values } = &mut self.store {
            let arena = &self.arena;
            let is = |slot: &Slot| {
                slot.length_and_kind == length_and_kind
                    && arena.get(slot.start, slot.length()) == text
            };
            let code = match values.iter().position(is) {
                Some(code) => Some(code),
                None if text.len() <= SHORT && values.len() < FEW => {
                    let Some(start) = self.arena.push(text) else { return false };
                    values.push(Slot { start, length_and_kind });
                    Some(values.len() - 1)
                }
                None => None,
            };
            if let Some(code) = code {
                codes.fill(row + 1, 0);
                if let Some(place) = codes.get_mut(row) {
                    *place = code as u8 + 1;
                }
                return true;
            }
            let slot = |code: u8| match code {
                0 => Slot::default(),
                code => values.get(usize::from(code) - 1).copied().unwrap_or_default(),
            };
            // So far each row has another.
            let apart = codes.len() == values.len() && codes.iter().is_sorted_by(|a, b| a < b);
            let alike = values.iter().all(|slot| slot.length_and_kind == length_and_kind);
            if apart && alike && !text.is_empty() && text.len() <= SHORT {
                self.store = Store::Even { rows: values.len(), length_and_kind };
            } else {
                let mut slots = Blocks::default();
                codes.iter().for_each(|code| slots.push(slot(code)));
                self.store = Store::Many(slots);
            }
        }
        if let Store::Even { rows, length_and_kind: known } = &mut self.store {
            if *rows == row && *known == length_and_kind {
                *rows += 1;
                return self.arena.push(text).is_some();
            }
            let mut slots = Blocks::default();
            for row in 0..*rows {
                slots.push(even(row, *known));
            }
            self.store = Store::Many(slots);
        }
        let Some(start) = self.arena.push(text) else { return false };
        if let Store::Many(slots) = &mut self.store {
            slots.fill(row + 1, Slot::default());
            if let Some(place) = slots.get_mut(row) {
                *place = Slot { start, length_and_kind };
            }
        }
        true
    }

    pub(super) fn get(&self, row: usize) -> Cell<'_> {
        let slot = self.slot(row);
        Cell { kind: slot.kind(), text: self.arena.get(slot.start, slot.length()) }
    }

    /// What kind of cell a row has. Its text need not be looked at, which lies anywhere in the memory.
    pub(super) fn kind(&self, row: usize) -> Kind {
        self.slot(row).kind()
    }

    fn slot(&self, row: usize) -> Slot {
        match &self.store {
            Store::Many(slots) => slots.get(row).unwrap_or_default(),
            Store::Even { rows, .. } if row >= *rows => Slot::default(),
            Store::Even { length_and_kind, .. } => even(row, *length_and_kind),
            Store::Few { codes, values } => match codes.get(row) {
                None | Some(0) => Slot::default(),
                Some(code) => values.get(usize::from(code) - 1).copied().unwrap_or_default(),
            },
        }
    }

    pub(super) fn bytes(&self) -> usize {
        let store = match &self.store {
            Store::Even { .. } => 0,
            Store::Few { codes, values } => codes.bytes() + values.capacity() * 8,
            Store::Many(slots) => slots.bytes(),
        };
        store + self.arena.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_texts_become_many() {
        let mut cells = Cells::default();
        let text = |row: usize| format!("{}", if row < 100 { row % 5 } else { row });
        for row in (0..200).filter(|row| row % 7 != 0) {
            assert!(cells.set(row, Kind::String, &text(row)));
            assert_eq!(matches!(cells.store, Store::Few { .. }), row < 131, "{row}");
        }
        for row in 0..210 {
            let wanted = if row % 7 == 0 || row >= 200 { String::new() } else { text(row) };
            assert_eq!(cells.get(row).text, wanted, "{row}");
        }
    }

    #[test]
    fn texts_of_one_length_need_no_slots() {
        let text = |row: usize| format!("{row:07}");
        let filled = |rows: usize| {
            let mut cells = Cells::default();
            for row in 0..rows {
                assert!(cells.set(row, Kind::String, &text(row)));
            }
            assert!(matches!(cells.store, Store::Even { .. }), "{rows}");
            cells
        };
        // More than a block of the arena holds.
        let large = filled(700_000);
        for row in [0, 1, FEW, 599_186, 599_187, 599_188, 699_999] {
            assert_eq!(large.get(row).text, text(row));
        }
        assert_eq!(large.get(700_000).kind, Kind::Absent);
        // Another length, another kind, a row left out, and one set again.
        for (row, kind, other) in [
            (50, Kind::String, "longer than they are"),
            (50, Kind::Number, "1234567"),
            (52, Kind::String, "1234567"),
            (3, Kind::String, "7654321"),
        ] {
            let mut cells = filled(50);
            assert!(cells.set(row, kind, other));
            assert!(matches!(cells.store, Store::Many(_)));
            for known in (0..50).filter(|known| *known != row) {
                assert_eq!(cells.get(known).text, text(known));
            }
            assert_eq!((cells.get(row).kind, cells.get(row).text), (kind, other));
        }
    }
}
