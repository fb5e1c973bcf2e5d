//! Rows that are all there, split a cell at a time. `csv-core` takes one byte after the other, and
//! everything else: rows cut by the end of what was read, and text after a closing quote.

use scoredrop_kernel::find;

/// What was split: bytes used with the first byte of the line break, bytes written, and cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Whole {
    pub(super) read: usize,
    pub(super) written: usize,
    pub(super) cells: usize,
}

/// Where the cells of a row go: their text, and where each ends in it.
struct Row<'o> {
    text: &'o mut [u8],
    ends: &'o mut [usize],
    written: usize,
    cells: usize,
}

impl Row<'_> {
    fn write(&mut self, part: &[u8]) -> Option<()> {
        let end = self.written + part.len();
        self.text.get_mut(self.written..end)?.copy_from_slice(part);
        self.written = end;
        Some(())
    }

    fn end(&mut self) -> Option<()> {
        *self.ends.get_mut(self.cells)? = self.written;
        self.cells += 1;
        Some(())
    }
}

/// Splits the row that `bytes` begin with, which is no line break. `None` where it does not end in
/// them, has text after a closing quote, or has no room: nothing that was written counts then.
pub(super) fn split(
    bytes: &[u8],
    separator: u8,
    text: &mut [u8],
    ends: &mut [usize],
) -> Option<Whole> {
    let mut row = Row { text, ends, written: 0, cells: 0 };
    let mut at = 0;
    loop {
        at = if bytes.get(at) == Some(&b'"') {
            quoted(bytes, at + 1, &mut row)?
        } else {
            bare(bytes, at, separator, &mut row)?
        };
        row.end()?;
        let end = *bytes.get(at)?;
        at += 1;
        if end == b'\n' || end == b'\r' {
            return Some(Whole { read: at, written: row.written, cells: row.cells });
        }
        if end != separator {
            return None;
        }
    }
}

/// A cell without quotes; returns where it ends.
fn bare(bytes: &[u8], from: usize, separator: u8, row: &mut Row<'_>) -> Option<usize> {
    let rest = bytes.get(from..)?;
    let end = find::either(separator, b'\n', rest)?;
    let end = find::byte(b'\r', &rest[..end]).unwrap_or(end);
    row.write(&rest[..end])?;
    Some(from + end)
}

/// A cell in quotes, from behind the first; returns what follows the last.
fn quoted(bytes: &[u8], mut from: usize, row: &mut Row<'_>) -> Option<usize> {
    loop {
        let quote = from + find::byte(b'"', bytes.get(from..)?)?;
        // Two quotes stand for one, which goes along.
        let doubled = *bytes.get(quote + 1)? == b'"';
        row.write(&bytes[from..quote + usize::from(doubled)])?;
        if !doubled {
            return Some(quote + 1);
        }
        from = quote + 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use csv_core::{ReadRecordResult, ReaderBuilder};
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]
        #[test]
        fn rows_are_those_of_csv_core(
            parts in prop::collection::vec(
                prop::sample::select(vec!["a", "bc ", "\"", "\"\"", ",", ",\"", "\",", "\n", "\r", "é"]),
                0..24,
            ),
            room in 0..40_usize,
        ) {
            let row = ["x", "\"", ","].iter().map(|first| [*first, &*parts.concat()].concat());
            for row in row {
                let (mut text, mut ends) = (vec![0; room], vec![0; 6]);
                let Some(whole) = split(row.as_bytes(), b',', &mut text, &mut ends) else { continue };
                // It stops once the room is full, and so looks for more than is needed.
                let (mut known, mut known_ends) = (vec![0; room + 1], vec![0; 6 + 1]);
                let mut reader = ReaderBuilder::new().delimiter(b',').build();
                let (result, read, written, cells) =
                    reader.read_record(row.as_bytes(), &mut known, &mut known_ends);
                prop_assert_eq!(result, ReadRecordResult::Record);
                prop_assert_eq!(whole, Whole { read, written, cells });
                prop_assert_eq!(&text[..written], &known[..written]);
                prop_assert_eq!(&ends[..cells], &known_ends[..cells]);
            }
        }
    }

    #[test]
    fn what_is_split_and_what_is_not() {
        let split = |row: &str| {
            let (mut text, mut ends) = ([0; 64], [0; 8]);
            let whole = split(row.as_bytes(), b';', &mut text, &mut ends)?;
            let text = String::from_utf8_lossy(&text[..whole.written]).into_owned();
            Some((whole.read, text, ends[..whole.cells].to_vec()))
        };
        assert_eq!(split("a;;\"b\"\"c\n\"\r\nd"), Some((11, "ab\"c\n".into(), vec![1, 1, 5])));
        assert_eq!(split("a\"b;c\n"), Some((6, "a\"bc".into(), vec![3, 4])));
        let (cells, long) = ("a;".repeat(9) + "\n", "a".repeat(70) + "\n");
        for other in ["a;b", "\"a", "\"a\"", "\"a\"b\n", &cells, &long] {
            assert_eq!(split(other), None, "{other}");
        }
    }
}
