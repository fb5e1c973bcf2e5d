//! What the tests share: files in memory become a session, as drivers do it.

#![allow(
    clippy::unwrap_used,
    clippy::missing_panics_doc,
    clippy::missing_errors_doc,
    reason = "helpers of tests"
)]

pub mod any_text;
pub mod archives;
pub mod exam;

use scoredrop::base::diagnostic::{Code, Diagnostic};
use scoredrop::base::error::Error;
use scoredrop::base::types::Role;
use scoredrop::doubt::Doubt;
use scoredrop::report::forms::Wanted;
use scoredrop::session::Session;
use scoredrop::session::protocol::{Check, Choices, ExportFormat};
use scoredrop::session::report;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::convert::Infallible;
use std::fmt::Write as _;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::PathBuf;

/// Folder of the repository.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// A file in memory; without a role it is only dropped, and the role is guessed.
#[derive(Clone, Debug)]
pub struct File {
    /// The role that the user gives, if any.
    pub role: Option<Role>,
    /// Name as dropped.
    pub name: String,
    /// Whole content.
    pub bytes: Vec<u8>,
}

impl File {
    fn new(role: Option<Role>, name: &str, bytes: impl Into<Vec<u8>>) -> Self {
        Self { role, name: name.to_owned(), bytes: bytes.into() }
    }

    /// Makes a file chosen as gold.
    pub fn gold(name: &str, bytes: impl Into<Vec<u8>>) -> Self {
        Self::new(Some(Role::Gold), name, bytes)
    }

    /// Makes a file chosen as predictions.
    pub fn predictions(name: &str, bytes: impl Into<Vec<u8>>) -> Self {
        Self::new(Some(Role::Predictions), name, bytes)
    }

    /// Makes a file chosen as no-answer probabilities.
    pub fn na_prob(name: &str, bytes: impl Into<Vec<u8>>) -> Self {
        Self::new(Some(Role::NaProb), name, bytes)
    }

    /// Makes a file chosen as a table with gold answers and predictions.
    pub fn table(name: &str, bytes: impl Into<Vec<u8>>) -> Self {
        Self::new(Some(Role::Table), name, bytes)
    }

    /// Makes a file whose role is guessed.
    pub fn dropped(name: &str, bytes: impl Into<Vec<u8>>) -> Self {
        Self::new(None, name, bytes)
    }
}

/// The choice of a preset.
pub fn as_preset(id: &str) -> Choices {
    Choices { preset: Some(id.to_owned()), ..Choices::default() }
}

/// The same with settings that differ from the preset's.
pub fn with_settings(id: &str, set: &[(&str, &str)]) -> Choices {
    let set = set.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned()));
    Choices { set: set.collect(), ..as_preset(id) }
}

/// Gold and predictions of a folder of `samples/`, with the extensions of both.
pub fn sample(folder: &str, gold: &str, predictions: &str) -> [File; 2] {
    let read = |name: &str| std::fs::read(format!("{ROOT}/samples/{folder}/{name}")).unwrap();
    let (gold, predictions) = (format!("gold.{gold}"), format!("predictions.{predictions}"));
    [File::gold(&gold, read(&gold)), File::predictions(&predictions, read(&predictions))]
}

/// Scores files in memory.
pub fn score(files: &[File], choices: Choices) -> Result<Session, Error> {
    let files = in_memory(files, &choices);
    let mut session = scoredrop::inspect(&files, choices);
    scoredrop::headline(&mut session, &files)?;
    Ok(session)
}

/// The files as the library takes them. A role in the choices goes before that of the file.
pub fn in_memory<'a>(files: &'a [File], choices: &Choices) -> Vec<scoredrop::File<'a>> {
    let file = |(slot, file): (u32, &'a File)| {
        let found = scoredrop::File::new(&file.name, &file.bytes);
        match file.role.filter(|_| !choices.roles.contains_key(&slot)) {
            Some(role) => found.with_role(role),
            None => found,
        }
    };
    (0..).zip(files).map(file).collect()
}

/// Scores files that arrive in slices of so many bytes, a few questions at a time.
pub fn score_sliced(files: &[File], choices: Choices, slice: usize) -> Result<Session, Error> {
    let mut session = Session::new();
    open_and_score(&mut session, files, choices, slice)?;
    Ok(session)
}

/// Scores files in memory, with all intervals and other readings.
pub fn complete(files: &[File], choices: Choices) -> Session {
    let mut session = score(files, choices).unwrap();
    while session.resample_next() {}
    read_otherwise(&mut session, files);
    session
}

/// Scores the other readings of files in memory.
pub fn read_otherwise(session: &mut Session, files: &[File]) {
    while session.read_otherwise(|index| head(&files[index], u64::MAX)) {}
}

/// What a report is held against and is not equal.
pub fn differing(check: &Check) -> Vec<&str> {
    check.lines.iter().filter(|line| !line.equal).map(|line| line.what.as_str()).collect()
}

/// Seconds that this thread has had of a processor: what else the machine does takes none of them.
pub fn seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split(' ').next().and_then(|number| number.parse::<f64>().ok());
    nanoseconds.unwrap_or_default() / 1e9
}

/// Scores files in a session that can run programs, as the page's.
pub fn score_running(files: &[File], choices: Choices) -> Result<Session, Error> {
    let mut session = Session::new();
    session.set_runs_programs();
    open_and_score(&mut session, files, choices, usize::MAX)?;
    Ok(session)
}

fn open_and_score(
    session: &mut Session,
    files: &[File],
    mut choices: Choices,
    slice: usize,
) -> Result<(), Error> {
    for (slot, file) in (0u32..).zip(files) {
        if let Some(role) = file.role.filter(|_| !choices.roles.contains_key(&slot)) {
            choices.roles.insert(slot, role);
        }
        if session.sources().iter().any(|source| source.slot == slot) {
            continue;
        }
        session.add(slot, &file.name, file.bytes.len() as u64, |length| head(file, length));
    }
    session.choose(choices);
    for (slot, file) in (0u32..).zip(files) {
        session.inspect_again(slot, |length| head(file, length));
    }
    session.understand();
    for index in session.unread() {
        let Some(mut reader) = session.reader(index) else { continue };
        for part in files[index].bytes.chunks(slice.clamp(1, usize::MAX)) {
            reader.push(part)?;
        }
        session.finish_reading(index, reader)?;
        let slot = session.sources()[index].slot;
        session.set_sha256(slot, sha256(&files[index].bytes));
    }
    score_again(session, slice)
}

/// Joins and scores what was read.
pub fn score_again(session: &mut Session, slice: usize) -> Result<(), Error> {
    session.join()?;
    if let Some(better) = session.settle() {
        let before = session.adopt(better);
        if session.join().is_err() {
            session.adopt(before);
        }
    }
    let mut evaluation = session.evaluate().unwrap();
    while !session.advance(&mut evaluation, slice) {}
    session.accept(evaluation)
}

/// The first bytes of a file, as a session asks for them.
#[allow(clippy::unnecessary_wraps, reason = "a file on a disk may be unreadable")]
pub fn head(file: &File, length: u64) -> Result<Vec<u8>, Infallible> {
    Ok(file.bytes[..file.bytes.len().min(length as usize)].to_vec())
}

/// Returns the SHA-256 of bytes in hexadecimal digits.
pub fn sha256(bytes: &[u8]) -> String {
    format!("{:x}", Sha256::digest(bytes))
}

/// A form of the report, with all its intervals.
pub fn report(session: &mut Session, format: ExportFormat) -> String {
    while session.resample_next() {}
    let mut out = Vec::new();
    report::write(session, format, Wanted::default(), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// The JSON report without intervals that need resampling.
pub fn quick_report(session: &Session) -> Value {
    let mut out = Vec::new();
    report::write(session, ExportFormat::Json, Wanted::default(), &mut out).unwrap();
    serde_json::from_slice(&out).unwrap()
}

/// Every value of a metric of a run, by gold row; `None` where there is none.
pub fn values(session: &Session, run: usize, metric: &str) -> Vec<Option<f64>> {
    let evaluation = &session.score().unwrap().evaluation;
    let place = evaluation.metrics.iter().position(|info| info.id == metric);
    let place = place.unwrap_or_else(|| panic!("{metric} was not computed"));
    let values = &evaluation.runs[run].values[place];
    values.iter().map(|value| Some(*value).filter(|value| !value.is_nan())).collect()
}

/// The mean of a metric of a run over all questions.
pub fn mean(session: &Session, run: usize, metric: &str) -> f64 {
    let aggregates = &session.score().unwrap().aggregates[run];
    let found = aggregates.iter().find(|one| one.metric == metric && one.group.is_none());
    found.and_then(|one| one.mean).unwrap_or_else(|| panic!("{metric} has no mean"))
}

/// A line of the official block of a run.
pub fn official(session: &Session, run: usize, key: &str) -> Option<f64> {
    let lines = &session.score().unwrap().official[run];
    lines.get(key)?.as_f64()
}

/// Keys of all gold rows.
pub fn keys(session: &Session) -> Vec<String> {
    let material = session.material().unwrap();
    (0..material.gold.table.rows()).map(|row| material.key(row)).collect()
}

/// Diagnostics of a score with a code.
pub fn said(session: &Session, code: Code) -> Vec<&Diagnostic> {
    session.score().unwrap().diagnostics.iter().filter(|one| one.code == code).collect()
}

/// Returns why a score is provisional, in words.
pub fn doubts(session: &Session) -> Vec<String> {
    session.score().unwrap().provisional.iter().map(ToString::to_string).collect()
}

/// Returns the codes of the reasons why a score is provisional.
pub fn codes(session: &Session) -> Vec<&'static str> {
    session.score().unwrap().provisional.iter().map(Doubt::code).collect()
}

/// Whether some error has this code.
pub fn has_code(error: &Error, code: Code) -> bool {
    error.problems.iter().any(|problem| problem.code == code)
}

/// Fails unless every gold question of every run is in exactly one state and every prediction row
/// is accounted for.
pub fn assert_adds_up(session: &Session) {
    let score = session.score().unwrap();
    let joined = session.joined().unwrap();
    let sides = session.material().unwrap().files;
    let mut accounted = vec![0; sides.len()];
    for (run, counts) in score.reconciliations.iter().enumerate() {
        let parts = counts.answered
            + counts.not_extracted
            + counts.blank
            + counts.missing
            + counts.excluded;
        assert_eq!(counts.gold, parts, "{counts:?}");
        assert_eq!(counts.gold as usize, score.evaluation.runs[run].states.len());
        let joined = &joined.runs[run];
        let mut used: Vec<u32> =
            (0..joined.rows.len()).flat_map(|row| joined.attempts_at(row).to_vec()).collect();
        used.sort_unstable();
        used.dedup();
        accounted[joined.file] += used.len() + joined.extra.len() + joined.replaced.len();
    }
    for run in &joined.strangers {
        let said = score.diagnostics.iter().any(|one| one.code == Code::LeftOut);
        assert!(said, "{} is left out without a word", run.name);
        accounted[run.file] += run.extra.len() + run.replaced.len();
    }
    for (side, accounted) in sides.iter().zip(accounted) {
        assert_eq!(side.table.rows(), accounted, "rows of {}", side.name);
    }
}

/// Leaves a line for `cargo xtask`, which names a file for such lines in `SCOREDROP_NOTES`, and for whoever looks.
pub fn note(line: &str) {
    eprintln!("{line}");
    if let Some(path) = std::env::var_os("SCOREDROP_NOTES") {
        let mut file = OpenOptions::new().create(true).append(true).open(path).unwrap();
        // In one piece: tests run side by side.
        file.write_all(format!("{line}\n").as_bytes()).unwrap();
    }
}

/// Says that the test that calls this goes without something: `cargo xtask test` counts it as skipped.
pub fn skip(why: &str) {
    let thread = std::thread::current();
    note(&format!("skipped: {}\t{why}", thread.name().unwrap_or_default()));
}

/// A file of the folder of real data; where it is absent `None`, and the test counts as skipped.
pub fn real(path: &str) -> Option<Vec<u8>> {
    let root = std::env::var_os("SCOREDROP_DATA")
        .map_or_else(|| PathBuf::from(ROOT).join("../shared/data"), PathBuf::from);
    let bytes = std::fs::read(root.join(path)).ok();
    if bytes.is_none() {
        skip(&format!("{path} is not there"));
    }
    bytes
}

/// What a fuzz target begins with: it has to hold here as well.
pub fn seeds(target: &str) -> Vec<Vec<u8>> {
    let folder = PathBuf::from(ROOT).join("tests/fuzz/seeds").join(target);
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(paths.len() >= 5, "{target} begins with {} files", paths.len());
    paths.iter().map(|path| std::fs::read(path).unwrap()).collect()
}

/// Says to `cargo xtask agreement`, which makes a table of it, that so many cases of a preset were compared
/// and agree.
pub fn agreed(kind: &str, preset: &str, cases: usize, with: &str) {
    note(&format!("agreement: {kind}\t{preset}\t{cases}\t{with}"));
}

/// Returns the rows of a scorer among golden lines. Rows of other scorers may hold numbers that only
/// Python reads as JSON, so they are passed over by their text.
pub fn golden_rows(text: &str, scorer: &str) -> Vec<Value> {
    let name = format!("\"scorer\": \"{scorer}\"");
    let lines = text.lines().filter(|line| line.contains(&name));
    let rows: Vec<Value> = lines
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .filter(|row| row["scorer"] == scorer)
        .collect();
    assert!(!rows.is_empty(), "no rows of {scorer}");
    rows
}

/// Lines of JSON.
pub fn json_lines(text: &[u8]) -> Vec<Value> {
    let text = std::str::from_utf8(text).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A gold file of so many questions, and runs that are right where told.
pub fn runs_of(n: usize, runs: &[(&str, &dyn Fn(usize) -> bool)]) -> Vec<File> {
    let id = |index: usize| format!("q{:x}", (index * 40_503 + 977) % 65_536);
    let mut gold = String::new();
    for index in 0..n {
        let kind = if index % 3 == 0 { "short" } else { "long" };
        let row = json!({ "id": id(index), "question": format!("what is {index}"),
            "answers": [format!("answer {index}")], "type": kind });
        let _ = writeln!(gold, "{row}");
    }
    let mut files = vec![File::gold("gold.jsonl", gold)];
    for (name, right) in runs {
        let mut lines = String::new();
        for index in 0..n {
            let text = if right(index) { format!("answer {index}") } else { "no idea".to_owned() };
            let _ = writeln!(lines, "{}", json!({ "id": id(index), "prediction": text }));
        }
        files.push(File::predictions(name, lines));
    }
    files
}
