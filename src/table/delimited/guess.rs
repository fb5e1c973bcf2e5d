//! Guesses the separator of a delimited file, and whether its first row names the columns.

use crate::table::float;
use crate::understand::names::is_column;
use csv_core::{ReadRecordResult, ReaderBuilder};
use itertools::Itertools as _;

/// Stands for "no separator": plain text, the whole line is one value.
pub(crate) const NO_SEPARATOR: u8 = 0x1f;

/// Far more cells of a row than there are columns that are kept (`rows.rs`): a line of nothing but
/// separators is no header.
const MOST_NAMES: usize = 100_000;

/// Rows looked at.
const ROWS: usize = 200;

/// The first rows of a head under a separator; a last row that may be cut is left out.
pub(crate) fn first_rows(head: &[u8], complete: bool, separator: u8) -> Vec<Vec<String>> {
    let mut reader = ReaderBuilder::new().delimiter(separator).build();
    let mut output = vec![0; head.len() + 1];
    let mut ends = vec![0; head.len() + 2];
    let mut rows = Vec::new();
    let (mut input, mut out, mut cells) = (head, 0, 0);
    while rows.len() < ROWS {
        let (result, read, written, ended) =
            reader.read_record(input, &mut output[out..], &mut ends[cells..]);
        let at_end = input.is_empty();
        input = &input[read..];
        out += written;
        cells += ended;
        match result {
            ReadRecordResult::Record => {
                if at_end && !complete {
                    break;
                }
                let mut row = Vec::with_capacity(cells);
                let mut start = 0;
                for end in ends[..cells].iter().take(MOST_NAMES) {
                    row.push(String::from_utf8_lossy(&output[start..*end]).into_owned());
                    start = *end;
                }
                rows.push(row);
                (out, cells) = (0, 0);
            }
            ReadRecordResult::InputEmpty if !at_end => {}
            _ => break,
        }
    }
    rows
}

/// The separator that a first line such as `sep=;` names, as Excel writes and reads it.
pub(crate) fn separator_line(head: &[u8]) -> Option<u8> {
    match head.strip_prefix(b"sep=")? {
        [separator @ (b',' | b';' | b'\t' | b'|'), b'\r' | b'\n', ..] => Some(*separator),
        _ => None,
    }
}

/// The separator that cuts the rows most evenly into more than one cell.
#[inline(never)]
pub(crate) fn separator(head: &[u8], complete: bool, extension: &str) -> u8 {
    let order: [u8; 4] = match extension {
        "tsv" | "tab" => *b"\t,;|",
        _ => *b",\t;|",
    };
    // The commas of plain text are its own, unless a first row names columns.
    if extension == "txt" {
        let names = |separator: &u8| {
            let rows = first_rows(head, complete, *separator);
            let usual = rows.first().is_some_and(|row| row.iter().any(|one| is_column(one.trim())));
            evenness(&rows) > 0.0 && (usual || are_words(&rows))
        };
        if evenness(&first_rows(head, complete, b'\t')) < 0.9 && !order.iter().any(names) {
            return NO_SEPARATOR;
        }
    }
    // Texts hold commas by chance, but hardly ever the same number of tabulators in every row.
    if evenness(&first_rows(head, complete, b'\t')) == 1.0 {
        return b'\t';
    }
    let mut best = (0.0, NO_SEPARATOR);
    for candidate in order {
        let rows = first_rows(head, complete, candidate);
        let share = evenness(&rows);
        // A margin, so that the usual separator is only beaten by clear evidence.
        if share > best.0 + if best.1 == NO_SEPARATOR { 0.3 } else { 0.05 } {
            best = (share, candidate);
        }
    }
    if best.1 == NO_SEPARATOR {
        // Nothing cuts the rows: one column, which may quote its commas.
        let rows = first_rows(head, complete, order[0]);
        if rows.iter().all(|row| row.len() == 1) && head.contains(&b'"') {
            return order[0];
        }
    }
    best.1
}

/// Whether all rows have as many cells and each cell is one word, below names: a table of ids and labels.
fn are_words(rows: &[Vec<String>]) -> bool {
    let name = |cell: &String| {
        cell.starts_with(|c: char| c.is_ascii_alphabetic())
            && cell.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    let word = |cell: &String| !cell.is_empty() && !cell.contains(char::is_whitespace);
    rows.len() >= 5
        && evenness(rows) == 1.0
        && rows[0].iter().all(name)
        && rows.iter().flatten().all(word)
}

/// Share of rows that have the commonest number of cells, if that is more than one; half as much
/// where the first row has another number.
fn evenness(rows: &[Vec<String>]) -> f64 {
    let (mut best, mut width) = (0, 0);
    for row in rows {
        let count = rows.iter().filter(|other| other.len() == row.len()).count();
        if count > best || (count == best && row.len() > width) {
            (best, width) = (count, row.len());
        }
    }
    // Of widths that are equally common, the first row's.
    let first = rows.first().map_or(0, Vec::len);
    if rows.iter().filter(|row| row.len() == first).count() == best {
        width = first;
    }
    let share = best as f64 / rows.len().max(1) as f64;
    // The decimal commas of a column are as even as a separator, but the names have none.
    let weight = if first == width { 1.0 } else { 0.5 };
    if width < 2 { 0.0 } else { share * weight }
}

/// More rows than this above the names of columns are no titles.
const MOST_TITLES: usize = 8;

/// How many rows stand above the names of the columns and have no more than one cell, as offices write
/// titles, or are comments behind `#` with other cells than the table; only in a table of three columns or more.
pub(crate) fn titles(rows: &[Vec<String>]) -> usize {
    let filled = |row: &Vec<String>| row.iter().filter(|cell| !cell.trim().is_empty()).count();
    let marked = |row: &&Vec<String>| row.first().is_some_and(|cell| cell.starts_with('#'));
    let width = rows.iter().find(|row| !marked(row) && filled(row) > 1).map_or(0, Vec::len);
    let above = |row: &&Vec<String>| filled(row) < 2 || (marked(row) && row.len() != width);
    let count = rows.iter().take_while(above).count();
    let count = below_figures(rows, count).unwrap_or(count);
    let (Some(names), Some(next)) = (rows.get(count), rows.get(count + 1)) else { return 0 };
    let is_table = filled(names) > 2 && filled(next) > 1;
    if count <= MOST_TITLES && is_table { count } else { 0 }
}

/// How many rows stand above the names of a table with at least four columns, if they hold at most half as many cells,
/// such as means and their names; `count` of them are titles.
fn below_figures(rows: &[Vec<String>], count: usize) -> Option<usize> {
    const WIDE: usize = 4;
    let filled = |row: &Vec<String>| row.iter().filter(|cell| !cell.trim().is_empty()).count();
    let mut widths: Vec<usize> =
        rows.iter().skip(count).map(filled).filter(|one| *one > 0).collect();
    widths.sort_unstable();
    let usual = *widths.get(widths.len() / 2)?;
    let place = rows.iter().position(|row| filled(row) * 2 > usual)?;
    let names = &rows[place];
    let is_name = |cell: &String| cell.trim().is_empty() || float(cell.trim()).is_none();
    let are_names = filled(names) >= WIDE && names.iter().all(is_name);
    (place > count && usual >= WIDE && rows.len() > place * 2 && are_names).then_some(place)
}

/// Why a first row looks like data, if it does.
pub(crate) fn no_header(rows: &[Vec<String>]) -> Option<&'static str> {
    let first = rows.first()?;
    let names: Vec<&str> = first.iter().map(|cell| cell.trim()).collect();
    if counts_up(&names) {
        return None;
    }
    let tuple = |name: &str| name.starts_with("('") || name.starts_with("(\"");
    if names.iter().any(|name| {
        (name.starts_with('[') && name.ends_with(']')) || (tuple(name) && name.ends_with(')'))
    }) {
        return Some("it holds a list");
    }
    if names.iter().any(|name| float(name).is_some()) && !names_numbers(&names, &rows[1..]) {
        return Some("it holds a number");
    }
    let long = |name: &&str| name.len() > 120 || name.split_whitespace().count() > 12;
    if names.iter().any(long) {
        return Some("it holds a long text");
    }
    // The first name is empty in a pandas export with its index, the last where rows end in a
    // separator.
    let last = names.iter().rposition(|name| !name.is_empty()).unwrap_or(0);
    let below = |column: usize| rows[1..].iter().filter_map(move |row| row.get(column));
    // Two separators in a row leave a column without a name and without values.
    let is_hole = |column: usize| {
        names[column].is_empty() && below(column).any(|cell| !cell.trim().is_empty())
    };
    if rows.len() < 2 && names.get(1..last).unwrap_or_default().contains(&"")
        || (1..last).any(is_hole)
    {
        return Some("it has an empty cell");
    }
    let repeated = names.iter().enumerate().any(|(column, name)| {
        !name.is_empty()
            && names[..column].contains(name)
            && rows[1..].iter().any(|row| row.get(column).is_some_and(|cell| cell.trim() == *name))
    });
    if repeated {
        return Some("it holds the same values as other rows");
    }
    // No name of a column is among its values again and again, and none is made as they are.
    let again = |(column, name): (usize, &&str)| {
        let same = below(column).filter(|cell| cell.trim() == *name).count();
        !name.is_empty() && same > 1 && same * 20 >= rows.len()
    };
    let alike = |(column, name): (usize, &&str)| {
        let form = form_of(name);
        let same = below(column).filter(|cell| form_of(cell.trim()) == form).count();
        let several = below(column).any(|cell| cell.trim() != *name);
        form.contains('0') && form.len() > 3 && several && rows.len() > 5 && same + 1 == rows.len()
    };
    let named = |(_, name): (usize, &&str)| is_column(name);
    if names.iter().enumerate().any(named) {
        return None;
    }
    // Ids such as hashes are as long as each other, whatever letters and digits they have.
    let coded = |(column, name): (usize, &&str)| {
        let is_code = |cell: &str| {
            cell.len() == name.len() && cell.bytes().all(|byte| byte.is_ascii_alphanumeric())
        };
        let digits = |cell: &&String| cell.bytes().any(|byte| byte.is_ascii_digit());
        name.len() > 4
            && name.bytes().any(|byte| byte.is_ascii_digit())
            && rows.len() > 5
            && below(column).all(|cell| is_code(cell.trim()))
            && below(column).filter(digits).count() * 5 >= (rows.len() - 1) * 4
    };
    if names.iter().enumerate().any(coded) {
        return Some("it has the same structure as other rows");
    }
    if names.iter().enumerate().any(again) {
        return Some("its values repeat in other rows");
    }
    names.iter().enumerate().any(alike).then_some("it has the same structure as other rows")
}

/// Whether a first row has words above columns of nothing but numbers, at least as often as it has numbers: some
/// columns are called by numbers, such as those of systems.
fn names_numbers(names: &[&str], rows: &[Vec<String>]) -> bool {
    let is_word = |name: &str| float(name).is_none() && name.chars().any(char::is_alphabetic);
    let holds_numbers = |column: usize| {
        rows.len() > 2
            && rows.iter().all(|row| row.get(column).is_some_and(|c| float(c.trim()).is_some()))
    };
    let words = (0..names.len()).filter(|at| is_word(names[*at]) && holds_numbers(*at)).count();
    let numbers = names.iter().filter(|name| float(name).is_some()).count();
    words > 1 && words >= numbers && names.iter().all_unique()
}

/// A text with every digit as 0 and every letter as a.
fn form_of(text: &str) -> String {
    let sign = |c: char| match c {
        _ if c.is_ascii_digit() => '0',
        _ if c.is_alphabetic() => 'a',
        _ => c,
    };
    text.chars().take(64).map(sign).collect()
}

/// `0, 1, 2, ...`, with or without an empty first cell: how pandas names columns without names.
fn counts_up(names: &[&str]) -> bool {
    let (names, least) = match names {
        ["", rest @ ..] => (rest, 1),
        _ => (names, 2),
    };
    names.len() >= least
        && names.iter().enumerate().all(|(index, name)| **name == index.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn separators_are_found_by_evenness() {
        for (text, extension, found) in [
            ("id,answer\n1,\"a, b\"\n2,c\n", "csv", b','),
            ("who was x, y\t['a', 'b']\nwhat\t['c']\n", "csv", b'\t'),
            ("who\t['a', 'b']\nwhat\t['c', 'd']\n", "csv", b'\t'),
            ("id,text\n1,a\tb\n2,c\td\n", "csv", b','),
            ("id;answer\n1;1,5\n2;2,5\n3;3,5\n", "csv", b';'),
            ("id|a\n1|x y\n", "txt", b'|'),
            ("answer\n\"a, b\"\nc\n", "csv", b','),
            ("one, two\nthree\nfour\nfive\n", "txt", NO_SEPARATOR),
            ("a\tb,c\n", "tsv", b'\t'),
        ] {
            assert_eq!(separator(text.as_bytes(), true, extension), found, "{text}");
        }
    }

    #[test]
    fn decimal_commas_in_every_row_are_no_separators() {
        let rows: Vec<String> = (0..100).map(|row| format!("{row};Paris;0,{row}\n")).collect();
        let text = format!("id;answer;share\n{}", rows.concat());
        assert_eq!(separator(text.as_bytes(), true, "csv"), b';');
    }

    #[test]
    fn titles_stand_above_the_names() {
        for (text, count) in [
            ("Results;;\n;;\nid;gold;said\n1;x;y\n", 2),
            ("Results\n\nid;gold;said\n1;x;y\n", 1),
            ("id;gold;said\n1;x;y\n", 0),
            ("who\nwhat\nwhere\n", 0),
            ("a\nid;gold\n1;x\n", 0),
            ("# of: a run\n# on; a day\nid;gold;said\n1;x;y\n", 2),
            ("#;gold;said\n1;x;y\n", 0),
            ("mean;4.4;;\n;;;\nid;q;gold;said\n1;a;x;y\n2;b;x;y\n3;c;x;y\n4;d;x;y\n", 2),
            ("mean;4.4;;\n1;a;x;y\n2;b;x;y\n3;c;x;y\n4;d;x;y\n", 0),
        ] {
            assert_eq!(titles(&first_rows(text.as_bytes(), true, b';')), count, "{text}");
        }
    }

    #[test]
    fn headers_are_told_from_data() {
        for (text, header) in [
            ("id,answer\n1,x\n", true),
            (",question,answer\n0,x,y\n", true),
            ("0,1,2\na,b,c\n", true),
            ("q,q,a\n1,2,3\n", true),
            ("yes,yes,no\nno,yes,no\n", false),
            ("1,x\n2,y\n", false),
            ("who,['a']\n", false),
            ("who,\"('a', 'b')\"\n", false),
            ("who,answer (first)\n", true),
            ("a,,b\n", false),
            ("a,,b\nx,,y\n", true),
            ("a,,b\nx,z,y\n", false),
            ("id,nan,inf\n", true),
        ] {
            let rows = first_rows(text.as_bytes(), true, b',');
            assert_eq!(no_header(&rows).is_none(), header, "{text}");
        }
    }
}
