//! `cargo xtask agreement`: the README's table of presets, made of what the tests compared.
//!
//! Tests that compare a preset with its reference print lines `agreement: KIND<TAB>PRESET<TAB>
//! COUNT<TAB>NOTE` once the values agree: `preset` names a preset and what it reproduces, `golden`
//! counts golden cases of an oracle, `real` counts answers of real systems. Where the real data is
//! absent its numbers stay as recorded; so do those of programs where the page's tests have not run them.

use crate::system::command;
use crate::{Mode, Result, root};
use std::collections::BTreeMap;
use std::process::Stdio;

const BEGIN: &str = "<!-- agreement: made by `cargo xtask agreement --write` -->";
const END: &str = "<!-- /agreement -->";

const HEAD: &str = "\
| preset | reproduces | golden cases | real answers | what was run for the golden cases |
|---|---|--:|--:|---|
";

/// The tests that compare golden cases and cases worked out by hand.
const GOLDEN: &[&str] = &[
    "--test",
    "scorers",
    "--test",
    "math",
    "--test",
    "presets",
    "--test",
    "programs",
    "--",
    "golden_presets::",
    "golden_files::",
    "golden_numbers::",
    "golden_plain::",
    "multiple_choice::",
    "native_forms::",
    "climate::",
    "math::",
    "programs::",
    "golden_code::",
    "golden_math_graders::",
];

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
    let mut lines = compared(GOLDEN)?;
    lines.extend(compared(&["--profile", "light", "--test", "real", "--", "real_"])?);
    let readme = readme()?;
    let block = block(&readme)?;
    let table = table(&lines, &recorded(block));
    match mode {
        Mode::Print => print!("{table}"),
        Mode::Write => {
            let text = replaced(&readme, block, &table);
            std::fs::write(root().join("README.md"), text).map_err(|error| error.to_string())?;
        }
        Mode::Check => same(block, &table)?,
    }
    Ok(())
}

/// Checks all of the table but its column of real answers, which takes a release build.
pub(crate) fn check_golden() -> Result<()> {
    let lines = compared(GOLDEN)?;
    let readme = readme()?;
    let block = block(&readme)?;
    same(block, &table(&lines, &recorded(block)))
}

fn same(block: &str, table: &str) -> Result<()> {
    if block == table {
        return Ok(());
    }
    Err(format!(
        "README.md has a stale table of presets; `cargo xtask agreement --write` makes this one:\n\
         {table}"
    ))
}

/// Runs tests and returns what they compared.
fn compared(tests: &[&str]) -> Result<Vec<String>> {
    let mut cargo = command("cargo", &["test", "--quiet", "-p", "scoredrop"]);
    cargo.args(tests).arg("--nocapture").stderr(Stdio::piped());
    let output = cargo.output().map_err(|error| format!("cargo: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    if !output.status.success() {
        let errors = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{text}{errors}\nnot everything agrees"));
    }
    // A dot of the test runner may stand before it.
    let said = |line: &str| Some(line.split_once("agreement: ")?.1.to_owned());
    Ok(text.lines().filter_map(said).collect())
}

fn readme() -> Result<String> {
    std::fs::read_to_string(root().join("README.md")).map_err(|error| format!("README.md: {error}"))
}

/// What stands between the markers.
fn block(readme: &str) -> Result<&str> {
    let (_, rest) = readme.split_once(BEGIN).ok_or(format!("README.md has no line {BEGIN}"))?;
    let (block, _) = rest.split_once(END).ok_or(format!("README.md has no line {END}"))?;
    Ok(block)
}

/// The text with another table between the markers.
fn replaced(readme: &str, block: &str, table: &str) -> String {
    readme.replacen(&format!("{BEGIN}{block}{END}"), &format!("{BEGIN}{table}{END}"), 1)
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
fn table(lines: &[String], recorded: &BTreeMap<String, u64>) -> String {
    let mut rows: Vec<Row> = Vec::new();
    let mut sorted: Vec<&String> = lines.iter().collect();
    // Tests run side by side. Only the order of the presets themselves means something.
    sorted.sort_by_key(|line| if line.starts_with("preset\t") { "" } else { line.as_str() });
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

    fn lines(lines: &[&str]) -> Vec<String> {
        lines.iter().map(|line| (*line).to_owned()).collect()
    }

    #[test]
    fn counts_add_up_and_real_ones_are_kept() {
        let first = lines(&[
            "golden\tb\t2\tone",
            "preset\tb\t0\tscorer b",
            "preset\ta\t0\tscorer a",
            "golden\tb\t214\ttwo",
            "golden\tb\t1\tone",
            "golden\ta\t4\tthree",
            "real\ta\t10570\tbert",
        ]);
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
        let readme = format!("x\n{BEGIN}{table}{END}\ny");
        assert_eq!(block(&readme), Ok(table.as_str()));
        let empty = format!("x\n{BEGIN}\n{END}\ny");
        assert_eq!(replaced(&empty, "\n", &table), readme);
    }

    #[test]
    fn thousands_are_apart() {
        let shown = [0, 999, 1000, 1_234_567].map(grouped);
        assert_eq!(shown, ["0", "999", "1 000", "1 234 567"]);
    }
}
