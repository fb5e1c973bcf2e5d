//! What holds for any bytes that are dropped as files, and for any text that is a preset, a link, a
//! signature or a report: nothing panics, every question is counted once, and no message grows with a cell.
//! Shared by the tests and by the fuzz targets.

use crate::{File, assert_adds_up, report, score};
use scoredrop::base::diagnostic::Diagnostic;
use scoredrop::preset::own;
use scoredrop::session::Session;
use scoredrop::session::protocol::signature::Signature;
use scoredrop::session::protocol::{Choices, ExportFormat, read_link};
use scoredrop::session::report::check::recheck;
use scoredrop::table::container::{Container, Limits};

/// Names of files, by what they end in.
const NAMES: [&str; 8] = [
    "gold.jsonl", "gold.json", "gold.csv", "gold.tsv", "gold.txt", "predictions.parquet",
    "predictions.jsonl", "gold.csv.gz",
];

/// Stands between the two files of one text of bytes.
const BETWEEN: u8 = 0x1e;

/// Characters of a message, at most.
const LONGEST: usize = 4000;

fn short(diagnostics: &[Diagnostic]) {
    for one in diagnostics {
        assert!(one.to_string().chars().count() < LONGEST, "a long message: {}", one.code);
    }
}

/// Drops two files, whose names the first two bytes choose, and scores them where that can be done.
pub fn dropped(bytes: &[u8]) {
    let [one, other, rest @ ..] = bytes else { return };
    let cut = rest.iter().position(|byte| *byte == BETWEEN).unwrap_or(rest.len());
    let (gold, predictions) = (&rest[..cut], rest.get(cut + 1..).unwrap_or_default());
    let name = |byte: &u8| NAMES[usize::from(*byte) % NAMES.len()];
    let files = [File::dropped(name(one), gold), File::dropped(name(other), predictions)];
    match score(&files, Choices::default()) {
        Ok(mut session) => {
            short(&session.score().map_or_else(Vec::new, |score| score.diagnostics.clone()));
            assert_adds_up(&session);
            for format in [ExportFormat::Json, ExportFormat::Csv, ExportFormat::Markdown] {
                report(&mut session, format);
            }
        }
        Err(error) => short(&error.problems),
    }
}

/// Takes an archive, a workbook or a log apart, by each name that it may have.
pub fn unpacked(bytes: &[u8]) {
    let limits = Limits { total: 1 << 24, ratio: 1000 };
    for name in ["a.zip", "a.xlsx", "a.eval", "a.gz", "a.json"] {
        let opened = Container::open(name, Box::new(bytes.to_vec()), limits);
        let Ok(Some(container)) = opened else { continue };
        for entry in container.entries() {
            let _ = container.unpack(Some(&entry.name));
        }
        let _ = container.unpack(None);
    }
}

/// Reads a text as everything that a person may hand on: a preset, a link, a signature, a report.
pub fn handed_on(text: &str, scored: &Session) {
    if let Err(error) = own(text) {
        short(&error.problems);
    }
    if let Some((choices, ..)) = read_link(text) {
        let _ = format!("{choices:?}");
    }
    match Signature::parse(text) {
        Ok(signature) => drop(signature.choices()),
        Err(error) => short(&error.problems),
    }
    if let Err(error) = recheck(text, &scored.finished().unwrap()) {
        short(&error.problems);
    }
}
