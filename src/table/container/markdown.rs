//! Reports in Markdown: the rows of their longest table, or of all tables with the same columns, each beside the
//! heading that it stands under.

use super::bytes::Bytes;
use super::logs::{damaged, text_of, written};
use crate::base::diagnostic::{Code, Diagnostic};
use serde_json::{Map, Value};

/// A key or a question, what is right, and what was said.
const LEAST_COLUMNS: usize = 3;

/// A table, and the heading above it.
#[derive(Debug)]
struct Table {
    heading: String,
    names: Vec<String>,
    rows: Vec<Vec<String>>,
}

/// Whether the first bytes of a file are of a report: a table below something else, or several tables.
pub(super) fn is_report(name: &str, head: &[u8]) -> bool {
    let name = name.to_ascii_lowercase();
    let named = [".md", ".markdown"].iter().any(|extension| name.ends_with(extension));
    let text = if named { String::from_utf8_lossy(head) } else { return false };
    let first = text.trim_start_matches('\u{feff}').lines().find(|line| !line.trim().is_empty());
    let tables = tables(&text);
    let begins = |table: &Table| first.is_some_and(|line| cells(line) == table.names);
    tables.iter().any(|table| table.names.len() >= LEAST_COLUMNS)
        && (tables.len() > 1 || !begins(&tables[0]))
}

/// The cells of a line between bars; none where it has no bar. A bar behind a backslash is text.
fn cells(line: &str) -> Vec<String> {
    let line = line.trim();
    if !line.contains('|') {
        return Vec::new();
    }
    let mut cells = vec![String::new()];
    let mut escaped = false;
    for c in line.chars() {
        match c {
            '|' if !escaped => cells.push(String::new()),
            _ => cells.last_mut().into_iter().for_each(|cell| cell.push(c)),
        }
        escaped = c == '\\' && !escaped;
    }
    let framed = line.starts_with('|');
    let closed = cells.len() > 1 && cells.last().is_some_and(|last| last.trim().is_empty());
    cells.truncate(cells.len() - usize::from(closed));
    cells.into_iter().skip(usize::from(framed)).map(|cell| plain(&cell)).collect()
}

/// A cell without the marks of bold text and code around it.
fn plain(cell: &str) -> String {
    let cell = cell.trim().replace("\\|", "|");
    let within = |mark: &str| cell.strip_prefix(mark).and_then(|rest| rest.strip_suffix(mark));
    let inner = within("**").or_else(|| within("`")).filter(|inner| !inner.contains(['*', '`']));
    inner.map_or_else(|| cell.clone(), str::to_owned)
}

/// Whether cells are the rule between the names of columns and the rows.
fn is_rule(cells: &[String]) -> bool {
    let dashes =
        |cell: &String| cell.contains('-') && cell.chars().all(|c| matches!(c, '-' | ':' | ' '));
    !cells.is_empty() && cells.iter().all(dashes)
}

fn tables(text: &str) -> Vec<Table> {
    let mut tables: Vec<Table> = Vec::new();
    let (mut heading, mut before, mut open) = (String::new(), Vec::new(), false);
    for line in text.lines() {
        let cells = cells(line);
        if cells.is_empty() {
            if let Some(words) = line.strip_prefix('#') {
                words.trim_start_matches('#').trim().clone_into(&mut heading);
            }
            open = false;
        } else if is_rule(&cells) && before.len() == cells.len() {
            let names = std::mem::take(&mut before);
            tables.push(Table { heading: heading.clone(), names, rows: Vec::new() });
            open = true;
            continue;
        } else if open && let Some(table) = tables.last_mut() {
            table.rows.push(cells);
            continue;
        }
        before = cells;
    }
    tables.retain(|table| !table.rows.is_empty());
    tables
}

pub(super) fn rows(bytes: &dyn Bytes) -> Result<(Vec<u8>, Vec<Diagnostic>), Diagnostic> {
    let what = "report in Markdown";
    let text = text_of(bytes, what)?;
    let tables = tables(&text);
    let alike = |names: &[String]| -> Vec<&Table> {
        tables.iter().filter(|table| table.names == names).collect()
    };
    let length =
        |names: &[String]| alike(names).iter().map(|table| table.rows.len()).sum::<usize>();
    let wide = tables.iter().filter(|table| table.names.len() >= LEAST_COLUMNS).rev();
    let Some(longest) = wide.max_by_key(|table| length(&table.names)) else {
        return Err(damaged(what, "it has no table with at least three columns"));
    };
    let taken = alike(&longest.names);
    // What systems answer to the same questions begins with the same cells.
    let asks = |table: &Table| -> Vec<Vec<String>> {
        table.rows.iter().map(|row| row.iter().take(2).cloned().collect()).collect()
    };
    let systems = taken.iter().all(|table| asks(table) == asks(taken[0]));
    let above = if systems { "system" } else { "section" };
    let row = |table: &Table, cells: &[String]| {
        let mut row = Map::new();
        if taken.len() > 1 {
            row.insert(above.to_owned(), table.heading.as_str().into());
        }
        for (place, name) in table.names.iter().enumerate() {
            let cell = cells.get(place).cloned().unwrap_or_default();
            row.insert(name.clone(), cell.into());
        }
        Value::Object(row)
    };
    let all = taken.iter().flat_map(|table| table.rows.iter().map(|cells| row(table, cells)));
    let mut notes = Vec::new();
    if tables.len() > taken.len() {
        let message = match tables.len() - taken.len() {
            1 => "another table of the report is left out; the longest table is read".to_owned(),
            count => {
                format!(
                    "{count} other tables of the report are left out; the longest table is read"
                )
            }
        };
        notes.push(Diagnostic::info(Code::OtherTables, message));
    }
    written(what, all, notes)
}

#[cfg(test)]
mod tests {
    use super::*;

    const REPORT: &str = "# Run\n\n| model | EM |\n|--|--|\n| a | 50 |\n\n## One\n\nWords | words\n\n\
        | # | Gold | **Said** |\n|---|:--|--:|\n| 1 | `x` | x \\| y |\n| 2 | y | **y** |\n\n## Two\n\
        | # | Gold | Said |\n|---|---|---|\n| 1 | x | z |\n| 2 | y |\n";

    #[test]
    fn tables_alike_are_read_with_their_headings() {
        let (rows, notes) = rows(&REPORT).expect("rows");
        let rows = String::from_utf8(rows).expect("text");
        let rows: Vec<Value> =
            rows.lines().map(|row| serde_json::from_str(row).expect("a row")).collect();
        assert_eq!((rows.len(), notes.len()), (4, 1));
        assert_eq!(rows[0]["Gold"], "x");
        assert_eq!(rows[0]["Said"], "x | y");
        assert_eq!(rows[1]["Said"], "y");
        assert_eq!((&rows[2]["system"], &rows[3]["Said"]), (&"Two".into(), &"".into()));
    }

    #[test]
    fn a_table_alone_is_no_report() {
        for (name, text, report) in [
            ("a.md", REPORT, true),
            ("a.csv", REPORT, false),
            ("a.md", "| a | b | c |\n|--|--|--|\n| 1 | 2 | 3 |\n", false),
            ("a.md", "words\n\n| a | b | c |\n|--|--|--|\n| 1 | 2 | 3 |\n", true),
            ("a.md", "words\n\n| a | b |\n|--|--|\n| 1 | 2 |\n", false),
        ] {
            assert_eq!(is_report(name, text.as_bytes()), report, "{text}");
        }
    }
}
