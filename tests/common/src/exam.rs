//! A small exam, its answers, and what tests ask of a score: gold questions with ids that do not
//! count rows, and predictions that are right but for every tenth.

use crate::{File, as_preset, assert_adds_up, score};
use scoredrop::base::diagnostic::{Code, Severity};
use scoredrop::base::error::Error;
use scoredrop::base::types::Reconciliation;
use scoredrop::doubt::Doubt;
use scoredrop::session::Session;
use serde_json::{Value, json};

/// Questions of the gold files below.
pub const N: usize = 40;

/// An id that does not count rows.
pub fn id(index: usize) -> String {
    format!("{:04x}", (index * 40_503 + 977) % 65_536)
}

/// Returns the text of a question.
pub fn question(index: usize) -> String {
    format!("what is the name of the town number {} of the valley", index * 37 % 1009)
}

/// Returns the gold answer to a question.
pub fn answer(index: usize) -> String {
    let first = ["North", "South", "East", "West", "Upper", "Lower", "Old", "New"][index % 8];
    let second = ["field", "ham", "bury", "mouth", "ford"][index / 8 % 5];
    format!("{first}{second}")
}

/// Writes rows as lines of JSON.
pub fn lines(rows: impl IntoIterator<Item = Value>) -> String {
    rows.into_iter().map(|row| row.to_string() + "\n").collect()
}

/// Returns the records of the gold file.
pub fn gold_rows() -> Vec<Value> {
    (0..N)
        .map(|i| json!({ "id": id(i), "question": question(i), "answers": [answer(i)] }))
        .collect()
}

/// Returns the gold file.
pub fn gold() -> File {
    File::gold("gold.jsonl", lines(gold_rows()))
}

/// Predictions that are right but for every tenth.
pub fn prediction(index: usize) -> String {
    if index % 10 == 7 { "Nowhere".to_owned() } else { answer(index) }
}

/// Returns the records of the predictions file.
pub fn prediction_rows() -> Vec<Value> {
    (0..N).map(|i| json!({ "id": id(i), "prediction": prediction(i) })).collect()
}

/// Makes a predictions file of records.
pub fn predictions(rows: impl IntoIterator<Item = Value>) -> File {
    File::predictions("predictions.jsonl", lines(rows))
}

/// Scores by the preset `squad-v1`.
pub fn squad_v1(files: &[File]) -> Result<Session, Error> {
    score(files, as_preset("squad-v1"))
}

/// Scores, and checks that everything adds up.
pub fn scored(files: &[File]) -> Session {
    let session = squad_v1(files).unwrap();
    assert_adds_up(&session);
    session
}

/// Returns the counts of questions of the first run by state.
pub fn counts(session: &Session) -> Reconciliation {
    session.score().unwrap().reconciliations[0]
}

/// Returns why a score is provisional: codes, each with the number of its rows if it has one, as in
/// `few_predictions (28); counting_ids`.
pub fn provisional(session: &Session) -> String {
    let told = |doubt: &Doubt| match doubt.rows() {
        Some(rows) => format!("{} ({rows})", doubt.code()),
        None => doubt.code().to_owned(),
    };
    session.score().unwrap().provisional.iter().map(told).collect::<Vec<_>>().join("; ")
}

/// The problem of a file that cannot be scored at all: its code, its file, and a remedy.
pub fn refused(files: &[File], code: Code) -> String {
    let error = squad_v1(files).map(|_| ()).unwrap_err();
    let problem = error.problems.iter().find(|problem| problem.code == code);
    let problem = problem.unwrap_or_else(|| panic!("{code} is not among {error}"));
    assert_eq!(problem.severity, Severity::Error);
    assert!(problem.file.is_some() && problem.remedy.is_some(), "{problem}");
    problem.to_string()
}
