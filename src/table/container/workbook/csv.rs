//! A sheet as CSV.

use super::sheet::{Cell, Grid, column_letters};
use crate::base::diagnostic::{Code, Diagnostic};
use crate::table::float;
use itertools::Itertools as _;
use std::collections::BTreeSet;

/// The most bytes of a CSV text.
const LARGEST: usize = 1 << 30;

/// Where the table of a sheet stands.
pub(super) struct Layout {
    /// Place of its first cell: rows above it are titles.
    pub(super) first: usize,
    pub(super) header: u32,
    /// Columns that hold something, from the left, with their names.
    pub(super) columns: Vec<(u32, String)>,
    /// Those without a name, by their letters.
    pub(super) unnamed: Vec<String>,
}

impl Layout {
    /// Of a grid with cells. The names stand in the first row; rows above them with a single cell
    /// are titles, where the table has three columns or more, and so are rows of a few figures above a wider table.
    pub(super) fn of(grid: &Grid) -> Self {
        let mut first = 0;
        if used(&grid.cells).len() > 2 {
            let row = |place: usize| grid.cells.get(place).map(|cell: &Cell| cell.row);
            let wide = |place: &usize| row(*place) == row(*place + 1);
            first = (0..grid.cells.len()).find(wide).unwrap_or_default();
            first = below_figures(grid, first).unwrap_or(first);
        }
        let header = grid.cells[first].row;
        // A title may be all that a column holds.
        let columns = used(&grid.cells[first..]);
        let named = |column: u32| {
            let cells = grid.cells[first..].iter().take_while(|cell| cell.row == header);
            let mut of = cells.filter(|cell| cell.column == column);
            of.next().map(|cell| grid.text(cell)).filter(|name| !name.trim().is_empty())
        };
        let mut unnamed = Vec::new();
        let columns = columns
            .into_iter()
            .map(|column| {
                let name = named(column).map_or_else(
                    || {
                        let letters = column_letters(column);
                        unnamed.push(letters.clone());
                        format!("column {letters}")
                    },
                    str::to_owned,
                );
                (column, name)
            })
            .collect();
        Self { first, header, columns, unnamed }
    }
}

/// At most this many rows above the names are figures.
const MOST_FIGURES: usize = 20;
/// A table below figures has at least this many columns.
const WIDE: usize = 4;
/// Names of columns have at most this many bytes.
const LONGEST_NAME: usize = 80;

/// The place of the first name of a table that stands below rows with figures, such as a mean and its name: most rows
/// are at least twice as wide as all of these, and the names are short texts that differ.
fn below_figures(grid: &Grid, first: usize) -> Option<usize> {
    let rows: Vec<(usize, usize)> = grid.cells[first..]
        .chunk_by(|one, next| one.row == next.row)
        .scan(first, |place, row| {
            let start = *place;
            *place += row.len();
            Some((start, row.len()))
        })
        .collect();
    let mut widths: Vec<usize> = rows.iter().map(|(_, width)| *width).collect();
    widths.sort_unstable();
    let usual = widths[widths.len() / 2];
    let place = rows.iter().take(MOST_FIGURES + 1).position(|(_, width)| width * 2 > usual)?;
    let (start, width) = rows[place];
    let names: Vec<&str> =
        grid.cells[start..start + width].iter().map(|cell| grid.text(cell).trim()).collect();
    let is_name =
        |name: &&str| name.len() <= LONGEST_NAME && float(name).is_none() && !name.is_empty();
    let are_names = names.iter().all(is_name) && names.iter().all_unique();
    (place > 0 && usual >= WIDE && width >= WIDE && rows.len() > place * 2 && are_names)
        .then_some(start)
}

/// The columns of some cells, from the left.
fn used(cells: &[Cell]) -> Vec<u32> {
    let columns: BTreeSet<u32> = cells.iter().map(|cell| cell.column).collect();
    columns.into_iter().collect()
}

/// Writes the table. Blank rows are blank lines; in a table of one column they are empty cells,
/// because there a blank may be an answer.
pub(super) fn write(grid: &Grid, layout: &Layout) -> Result<Vec<u8>, Diagnostic> {
    let mut out = Vec::new();
    let single = layout.columns.len() == 1;
    out.resize(layout.header as usize - 1, b'\n');
    for (index, (_, name)) in layout.columns.iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        push(name, single, &mut out);
    }
    out.push(b'\n');
    let rows = grid.cells[layout.first..].chunk_by(|a, b| a.row == b.row);
    let mut row = layout.header;
    for cells in rows.skip(1) {
        for _ in row + 1..cells[0].row {
            out.extend_from_slice(if single { b"\"\"\n" } else { b"\n" });
        }
        row = cells[0].row;
        let mut cells = cells.iter().peekable();
        for (index, (column, _)) in layout.columns.iter().enumerate() {
            if index > 0 {
                out.push(b',');
            }
            match cells.next_if(|cell| cell.column == *column) {
                Some(cell) => push(grid.text(cell), single, &mut out),
                None if single => out.extend_from_slice(b"\"\""),
                None => {}
            }
        }
        out.push(b'\n');
        if out.len() > LARGEST {
            let message = "the sheet has more than 1 GiB of text";
            return Err(
                Diagnostic::error(Code::TooLarge, message).remedy("save the sheet as CSV (UTF-8)")
            );
        }
    }
    Ok(out)
}

fn push(text: &str, single: bool, out: &mut Vec<u8>) {
    let special = |byte: u8| matches!(byte, b',' | b'"' | b'\n' | b'\r' | b'\t' | b';' | b'|');
    let plain = !text.bytes().any(special);
    if plain && (!single || !text.is_empty()) {
        return out.extend_from_slice(text.as_bytes());
    }
    out.push(b'"');
    out.extend_from_slice(text.replace('"', "\"\"").as_bytes());
    out.push(b'"');
}
