//! `cargo xtask agreement`: the table of presets in `docs/presets.md`, made from the comparisons that the
//! tests make.
//!
//! Tests that compare a preset with its reference leave a note, `KIND<TAB>PRESET<TAB>COUNT<TAB>WITH`, once the
//! values agree: `preset` names a preset and what it reproduces, `golden` counts golden cases of an oracle,
//! `real` counts answers of real systems. If the real data is absent, its numbers stay as recorded; so do the
//! numbers for programs if the page's tests have not run the programs.

use crate::notes::Notes;
use crate::system::{command, run as run_to_end};
use crate::{Mode, Result, root};
use std::collections::BTreeMap;

const BEGIN: &str = "<!-- agreement: made by `cargo xtask agreement --write` -->";
const END: &str = "<!-- /agreement -->";

const HEAD: &str = "\
| preset | reproduces | golden cases | real answers | what was run for the golden cases |
|---|---|--:|--:|---|
";

/// The file with the table.
const PAGE: &str = "docs/presets.md";

/// One row of the table.
#[derive(Debug, Default, PartialEq, Eq)]
struct Row {
    preset: String,
    reproduces: String,
    golden: u64,
    real: Option<u64>,
    oracles: Vec<String>,
}

/// Runs every comparison and prints, writes or checks the table.
pub(crate) fn run(mode: Mode) -> Result<()> {
    // Runs all tests, as `cargo xtask test` does: only their notes tell which tests compare with a reference.
    // The tests of the documentation are left out, because they read the table that is to be written.
    let mut cargo = command("cargo", &["test", "--quiet", "--profile", "light", "-p", "scoredrop"]);
    cargo.args(["--", "--skip", "readme::"]);
    Notes::ask(&mut cargo)?;
    run_to_end(&mut cargo).map_err(|words| format!("{words}\nnot everything agrees"))?;
    let notes = Notes::read();
    let page = page()?;
    let block = block(&page)?;
    let table = table(&notes.agreement(), &recorded(block));
    match mode {
        Mode::Print => print!("{table}"),
        Mode::Write => {
            let text = replaced(&page, block, &table);
            std::fs::write(root().join(PAGE), text).map_err(|error| format!("{PAGE}: {error}"))?;
        }
        Mode::Check => same(block, &table)?,
    }
    Ok(())
}

/// Compares the table with the notes of a run of the tests.
pub(crate) fn check(notes: &Notes) -> Result<()> {
    let page = page()?;
    let block = block(&page)?;
    same(block, &table(&notes.agreement(), &recorded(block)))
}

fn same(block: &str, table: &str) -> Result<()> {
    if block == table {
        return Ok(());
    }
    Err(format!(
        "{PAGE} has a stale table of presets; `cargo xtask agreement --write` makes this one:\n{table}"
    ))
}

fn page() -> Result<String> {
    std::fs::read_to_string(root().join(PAGE)).map_err(|error| format!("{PAGE}: {error}"))
}

/// The text between the markers.
fn block(page: &str) -> Result<&str> {
    let (_, rest) = page.split_once(BEGIN).ok_or(format!("{PAGE} has no line {BEGIN}"))?;
    let (block, _) = rest.split_once(END).ok_or(format!("{PAGE} has no line {END}"))?;
    Ok(block)
}

/// The text with another table between the markers.
fn replaced(page: &str, block: &str, table: &str) -> String {
    page.replacen(&format!("{BEGIN}{block}{END}"), &format!("{BEGIN}{table}{END}"), 1)
}

/// Real answers by preset, as the table has them.
fn recorded(block: &str) -> BTreeMap<String, u64> {
    let row = |line: &str| {
        let mut cells = line.strip_prefix("| `")?.split(" | ");
        let preset = cells.next()?.strip_suffix('`')?;
        let digits: String = cells.nth(2)?.chars().filter(char::is_ascii_digit).collect();
        Some((preset.to_owned(), digits.parse().ok()?))
    };
    block.lines().filter_map(row).collect()
}

/// The table, with an empty line on both sides.
fn table(lines: &[&str], recorded: &BTreeMap<String, u64>) -> String {
    let mut rows: Vec<Row> = Vec::new();
    let mut sorted = lines.to_vec();
    // Tests run in parallel, so only the order of the presets themselves has a meaning.
    sorted.sort_by_key(|line| if line.starts_with("preset\t") { "" } else { *line });
    for line in sorted {
        let mut parts = line.splitn(4, '\t');
        let mut part = || parts.next().unwrap_or_default();
        let (kind, preset, count, note) = (part(), part(), part(), part());
        let count: u64 = count.parse().unwrap_or(0);
        if kind == "preset" {
            rows.push(Row {
                preset: preset.to_owned(),
                reproduces: note.to_owned(),
                ..Row::default()
            });
        }
        let Some(row) = rows.iter_mut().find(|row| row.preset == preset) else { continue };
        match kind {
            "golden" => {
                row.golden += count;
                if !row.oracles.iter().any(|known| known == note) {
                    row.oracles.push(note.to_owned());
                }
            }
            "real" => row.real = Some(row.real.unwrap_or(0) + count),
            _ => {}
        }
    }
    let rows = rows.iter().map(|row| {
        let real = row.real.or_else(|| recorded.get(&row.preset).copied()).map(grouped);
        format!(
            "| `{}` | {} | {} | {} | {} |\n",
            row.preset,
            row.reproduces,
            grouped(row.golden),
            real.as_deref().unwrap_or("none"),
            row.oracles.join("; ")
        )
    });
    format!("\n\n{HEAD}{}\n", rows.collect::<String>())
}

/// Digits in threes.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_add_up_and_real_ones_are_kept() {
        let first = [
            "golden\tb\t2\tone", "preset\tb\t0\tscorer b", "preset\ta\t0\tscorer a",
            "golden\tb\t214\ttwo", "golden\tb\t1\tone", "golden\ta\t4\tthree",
            "real\ta\t10570\tbert",
        ];
        let table = table(&first, &BTreeMap::new());
        assert_eq!(
            table,
            format!(
                "\n\n{HEAD}| `b` | scorer b | 217 | none | one; two |\n\
                 | `a` | scorer a | 4 | 10 570 | three |\n\n"
            )
        );
        let recorded = recorded(&table);
        assert_eq!(recorded, [("a".to_owned(), 10570)].into());
        assert_eq!(super::table(&first[..6], &recorded), table);
        let page = format!("x\n{BEGIN}{table}{END}\ny");
        assert_eq!(block(&page), Ok(table.as_str()));
        let empty = format!("x\n{BEGIN}\n{END}\ny");
        assert_eq!(replaced(&empty, "\n", &table), page);
    }

    #[test]
    fn thousands_are_apart() {
        let shown = [0, 999, 1000, 1_234_567].map(grouped);
        assert_eq!(shown, ["0", "999", "1 000", "1 234 567"]);
    }
}
