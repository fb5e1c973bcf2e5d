//! The report as one HTML file: it needs no server and no network, and forbids itself both. It begins
//! with the result and keeps the order of the page. The report as JSON is in it, so that the file can be
//! held against the files it is about; its records stand in the rows of the table, in a form of their own
//! ([`Row`]) that is an eighth as long.

mod parts;
mod rows;

use super::{Piece, json};
use crate::base::types::Parts;
use crate::report::chart::{STYLE as CHARTS, escape};
use crate::report::model::Report;
use crate::report::records::Records;
use base64::prelude::{BASE64_STANDARD, Engine as _};
use sha2::{Digest, Sha256};
use std::fmt::{self, Write as _};

pub(crate) use rows::{plain_row, row};

/// How a report in HTML begins.
pub const DOCTYPE: &str = "<!doctype html><!-- Scoredrop report -->";
/// What stands before the report in JSON.
pub const OPENS: &str = "<script type=\"application/json\" id=\"report\">";
/// What stands before the rows of the table.
pub const ROWS: &str = "<script type=\"application/json\" id=\"rows\">";
/// What stands after the report and after the rows.
pub const CLOSES: &str = "</script>";

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");
/// Questions at most whose texts are in the file; the records of all are.
pub(crate) const MOST_TEXTS: usize = 20_000;
/// Questions that are there without the script.
const PLAIN: usize = 30;
/// Runs at most that have a strip and a breakdown of their own.
const MOST_RUNS: usize = 12;

/// The file.
pub(super) fn page(report: &Report, parts: Parts) -> Vec<Piece> {
    let style = [STYLE, CHARTS].concat();
    let title = escape(&report.shown.title);
    let (style_hash, script_hash) = (source_hash(&style), source_hash(SCRIPT));
    let head = format!(
        "{DOCTYPE}\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n<meta \
         http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src \
         'sha256-{style_hash}'; script-src 'sha256-{script_hash}'; base-uri 'none'; form-action \
         'none'\">\n<meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}: report of \
         Scoredrop</title>\n<style>{style}</style>\n{OPENS}{}{CLOSES}\n</head><body>\n",
        embedded(&json::without_records(report, parts))
    );
    let (mut before, mut behind) = (String::new(), String::new());
    // Writing to a text cannot fail.
    let _ = above(report, parts, &mut before);
    let _ = below(report, parts, &mut behind);
    vec![
        Piece::Text(head + &before),
        Piece::Records(Records::Plain(PLAIN)),
        Piece::Text(behind),
        Piece::Records(Records::Rows),
        Piece::Text(format!("]}}{CLOSES}\n<script>{SCRIPT}</script>\n</body></html>\n")),
    ]
}

/// What is shown up to the first row of the table.
fn above(report: &Report, parts: Parts, out: &mut String) -> fmt::Result {
    write!(out, "<header><span>Scoredrop {}</span>", report.app.version)?;
    writeln!(out, "<span>A report in one file: no network, no server</span></header>\n<main>")?;
    parts::result(report, out)?;
    parts::figures(report, out)?;
    parts::checks(report, out)?;
    parts::runs(report, out)?;
    parts::strips(report, MOST_RUNS, out)?;
    parts::groups(report, MOST_RUNS, out)?;
    parts::questions(report, parts, PLAIN, out)
}

/// What is shown below the table, and the data of the table up to its first row.
fn below(report: &Report, parts: Parts, out: &mut String) -> fmt::Result {
    writeln!(out, "{}", parts::END_OF_QUESTIONS)?;
    parts::rules(report, out)?;
    parts::official(report, out)?;
    parts::about(report, out)?;
    writeln!(
        out,
        "</main>\n<footer class=\"soft\"><p>To check this report, drop it on Scoredrop together \
        with the files it was made from, or run <code>scoredrop verify REPORT.html --gold FILE --predictions \
        FILE</code>: every row is scored again and compared.</p></footer>"
    )?;
    write!(out, "{ROWS}{}", embedded(&rows::head(report, parts)))
}

/// JSON inside a script element: no `<`, which might end that. Outside texts JSON has none.
fn embedded(json: &str) -> String {
    json.replace('<', "\\u003c")
}

/// The SHA-256 of a text as policies name it.
fn source_hash(text: &str) -> String {
    BASE64_STANDARD.encode(Sha256::digest(text))
}

#[cfg(test)]
mod tests {
    use super::{embedded, source_hash};

    #[test]
    fn hashes_are_as_policies_name_them() {
        // Of the empty text, as the specification of these policies has it.
        assert_eq!(source_hash(""), "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
    }

    #[test]
    fn nothing_ends_the_script_it_stands_in() {
        assert_eq!(embedded("\"</script><!--\""), "\"\\u003c/script>\\u003c!--\"");
    }
}
