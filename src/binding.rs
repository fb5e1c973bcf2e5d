//! The core for packages in other languages: files and words go in, JSON comes out.

use crate::base::diagnostic::{Code, Diagnostic, Severity, by_kind};
use crate::base::error::Error;
use crate::base::json_text::json_text;
use crate::base::types::{Parts, Role};
use crate::command_line;
use crate::preset::{Preset, SettingInfo, Settings, presets};
use crate::report::forms::Wanted;
use crate::report::model;
use crate::report::records::Record;
use crate::report::words::{in_percent, is_share};
use crate::session::report::{obstacle, write};
use crate::{
    Choices, ExportFormat, File, Outcome, Partial, Progress, Session, drop_in_turns, inspect,
    numbers_in_turns, part_of_files, score_in_turns,
};
use clap::ValueEnum as _;
use itertools::Itertools as _;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::ffi::OsString;

/// A file as it was given.
#[derive(Debug)]
pub struct Given {
    /// Its role, if somebody chose one.
    pub role: Option<Role>,
    /// The file, or the files in it.
    pub files: Result<Vec<File<'static>>, Error>,
    /// Whether it was made of rows in memory.
    pub is_table: bool,
}

/// Scores files. `words` are choices in the words of the command line. If a file has a role, the files are scored
/// as `scoredrop score` does, else as `scoredrop drop` does. Between slices of the work, awaits `turn`, which
/// learns how far the work is and says whether to continue.
///
/// # Errors
/// If the files cannot be read, joined or scored, or the words cannot be understood. Lists every problem.
pub async fn score(
    given: Vec<Given>,
    words: Vec<OsString>,
    turn: &impl AsyncFn(Progress) -> bool,
) -> Result<Outcome, Error> {
    let tables = names_of_tables(&given);
    let found = outcome(given, words, turn).await;
    found.map_err(|error| in_words_for_tables(error, &tables))
}

async fn outcome(
    given: Vec<Given>,
    words: Vec<OsString>,
    turn: &impl AsyncFn(Progress) -> bool,
) -> Result<Outcome, Error> {
    let with_roles = given.iter().any(|one| one.role.is_some());
    let (files, mut choices, swaps) = opened(given, words)?;
    if swaps {
        let session = inspect(&files, choices);
        let swapped = session.plan().swapped(session.sources(), session.choices());
        choices = swapped.ok_or_else(|| {
            let message = "--swap needs exactly one gold file and one predictions file";
            Error::from(Diagnostic::error(Code::NothingToSwap, message))
        })?;
    }
    let outcome = if with_roles {
        Outcome::Scored(Box::new(score_in_turns(&files, choices, turn).await?))
    } else {
        drop_in_turns(&files, choices, turn).await?
    };
    if let Outcome::Scored(report) = &outcome {
        command_line::baseline(report.session())?;
    }
    Ok(outcome)
}

/// Returns only the numbers of the first run, as JSON: `{"official": {...}, "mean": ..., "refused": null}`. If the
/// reference would print nothing, `refused` says why, as [`said`] does. For `words` and `turn`, see [`score`].
///
/// # Errors
/// As for [`score`].
pub async fn numbers(
    given: Vec<Given>,
    words: Vec<OsString>,
    turn: &impl AsyncFn(Progress) -> bool,
) -> Result<String, Error> {
    let tables = names_of_tables(&given);
    let (files, choices, _) = opened(given, words)?;
    let found = numbers_in_turns(&files, choices, turn).await;
    let found = found.map_err(|error| in_words_for_tables(error, &tables))?;
    let refused = found.refused.map(|problem| saying(&problem.into()));
    let numbers = json!({
        "official": found.official,
        "mean": found.mean,
        "refused": refused,
        "reconciliation": found.reconciliation,
    });
    Ok(numbers.to_string())
}

/// Scores files that hold a part of the questions, as `scoredrop score --partial` does; see [`score`].
///
/// # Errors
/// As for [`score`], and if the score cannot be merged with others.
pub async fn partial(
    given: Vec<Given>,
    words: Vec<OsString>,
    turn: &impl AsyncFn(Progress) -> bool,
) -> Result<Partial, Error> {
    let (files, choices, _) = opened(given, words)?;
    let (files, choices) = part_of_files(&files, choices);
    Partial::of(&score_in_turns(&files, choices, turn).await?)
}

/// The names of tables that were made of rows in memory.
fn names_of_tables(given: &[Given]) -> Vec<String> {
    let files = given.iter().filter(|one| one.is_table).flat_map(|one| one.files.iter().flatten());
    files.map(|file| file.name().to_owned()).collect()
}

/// Says what is wrong with a table without speaking of a file, which nobody has exported.
fn in_words_for_tables(mut error: Error, tables: &[String]) -> Error {
    let is_table = |file: &Option<String>| file.as_ref().is_some_and(|name| tables.contains(name));
    for problem in &mut error.problems {
        if problem.code == Code::EmptyFile && is_table(&problem.file) {
            "the table has no rows".clone_into(&mut problem.message);
            problem.remedy = Some("check how it was made or filtered".to_owned());
        }
    }
    error
}

/// Returns the files that could be opened, and the choices for them with whether roles are to be swapped.
fn opened(
    given: Vec<Given>,
    words: Vec<OsString>,
) -> Result<(Vec<File<'static>>, Choices, bool), Error> {
    let (mut choices, swaps) = command_line::choices(words)?;
    let (mut files, mut problems) = (Vec::new(), Vec::new());
    let mut is_table = false;
    for Given { role, files: opened, .. } in given {
        is_table |= role == Some(Role::Table);
        match opened {
            Ok(found) => files.extend(found),
            Err(error) => problems.extend(error.problems),
        }
    }
    if !problems.is_empty() {
        return Err(with_remedies(Error::new(problems)));
    }
    if is_table {
        // With one file, a column is in that file whichever role is named.
        let sides = choices.columns.iter_mut().filter(|choice| choice.role != Role::NaProb);
        sides.for_each(|choice| choice.role = Role::Table);
    }
    Ok((files, choices, swaps))
}

/// Adds that a path may be wrong.
fn with_remedies(mut error: Error) -> Error {
    for problem in error.problems.iter_mut().filter(|one| one.code == Code::Unreadable) {
        problem.remedy.get_or_insert_with(|| "check the path".to_owned());
    }
    error
}

/// Returns what was said instead of a result, as JSON: `{"problems": [...], "message": ...}`.
pub fn said(error: &Error) -> String {
    saying(error).to_string()
}

fn saying(error: &Error) -> Value {
    json!({"problems": error.problems, "message": error.to_string()})
}

/// Returns the score, or what was said instead of one, as JSON: `{"problems": [...], "message": ...}`, or
/// `{"question": ..., "options": [...]}`.
///
/// # Errors
/// The second.
pub fn settled(outcome: Result<Outcome, Error>) -> Result<crate::Report, String> {
    match outcome {
        Ok(Outcome::Scored(report)) => Ok(*report),
        Ok(Outcome::Asks(question, _)) => {
            Err(json!({"question": question.text, "options": question.options}).to_string())
        }
        Err(error) => Err(said(&error)),
    }
}

/// Returns the report without its records, with the names of metrics, what leads, and its warnings by kind.
pub fn head(session: &Session) -> String {
    let Some(finished) = session.finished() else { return "{}".to_owned() };
    head_of(&model::Report::new(&finished))
}

/// Returns the same of a report that was merged from parts.
pub fn head_of(report: &model::Report) -> String {
    let metrics = &report.shown.metrics;
    let titles: Map<String, Value> =
        metrics.iter().map(|metric| (metric.id.to_owned(), metric.title.into())).collect();
    let percent: Vec<&str> = metrics
        .iter()
        .map(|metric| metric.id)
        .filter(|id| is_share(id) || in_percent(id))
        .collect();
    let sentence = |run: &model::Run| -> String {
        run.result.iter().map(|phrase| phrase.words.as_str()).collect()
    };
    let warnings = by_kind(report.diagnostics.iter().filter(|one| one.severity > Severity::Info));
    let warnings: Vec<Value> =
        warnings.iter().map(|kind| json!({"first": kind.listed[0], "count": kind.count})).collect();
    let shown = json!({
        "lead": report.shown.lead.map(|metric| metric.id),
        "titles": titles,
        "percent": percent,
        "results": report.runs.iter().map(sentence).collect::<Vec<_>>(),
        "title": report.shown.title,
        "warnings": warnings,
    });
    format!("{{\"report\": {}, \"shown\": {shown}}}", json_text(report))
}

/// Returns the records of a run: those of reports, with question, gold answers, prediction and verdict.
pub fn records(session: &Session, run: usize) -> String {
    let Some(finished) = session.finished() else { return "[]".to_owned() };
    let (evaluation, material) = (&finished.score.evaluation, &finished.material);
    let rows = evaluation.runs.get(run).map_or(0, |scores| scores.states.len());
    let record = |row: usize| {
        let record = Record::new(evaluation, material, run, row);
        let metrics: Map<String, Value> =
            record.metrics.into_iter().map(|(id, value)| (id.to_owned(), value.into())).collect();
        json!({
            "id": record.id,
            "question": material.question(row),
            "golds": material.answers.of(row).collect::<Vec<_>>(),
            "prediction": material.prediction(run, row),
            "extracted": record.extracted,
            "state": record.state,
            "verdict": finished.verdict(run, row),
            "metrics": metrics,
            "matched": record.matched,
        })
    };
    format!("[{}]", (0..rows).map(record).format(","))
}

/// Returns why a question scored as it did; nothing if there is no such row.
pub fn explain(session: &Session, run: usize, row: usize) -> Option<String> {
    Some(json_text(&session.finished()?.explain(run, row)?))
}

/// Returns the report in a format.
///
/// # Errors
/// In words, if there is no such format, or none of this score.
pub fn written(session: &Session, format: &str, parts: Parts) -> Result<Vec<u8>, String> {
    let format = format_of(format)?;
    if let Some(reason) = obstacle(session, format) {
        return Err(reason);
    }
    let mut out = Vec::new();
    let wanted = Wanted { parts, ..Wanted::default() };
    write(session, format, wanted, &mut out).map_err(|error| error.to_string())?;
    Ok(out)
}

/// Returns a report that was merged from parts in a format.
///
/// # Errors
/// In words, if there is no such format, or it shows every question.
pub fn written_of(report: &model::Report, format: &str, parts: Parts) -> Result<Vec<u8>, String> {
    let wanted = Wanted { parts, ..Wanted::default() };
    let text = report.without_records(format_of(format)?, wanted);
    text.map(String::into_bytes).map_err(|error| error.to_string())
}

fn format_of(format: &str) -> Result<ExportFormat, String> {
    ExportFormat::from_str(format, false).map_err(|_| {
        let all = ExportFormat::value_variants().iter().filter_map(ExportFormat::to_possible_value);
        let names = all.map(|value| value.get_name().to_owned()).format(", ");
        format!("there is no format {format:?}; choose {names}")
    })
}

/// Returns the presets of the catalog, as a list, each with the settings that it has:
/// `{"preset": {...}, "settings": [{"name": ..., "default": ..., "meaning": ..., "values": {...}, "other": ...}]}`.
/// `values` has a sentence for each value that can be listed; `other` says what else the setting takes.
pub fn catalog() -> String {
    let described = |preset: &Preset| {
        let compiled = Settings::compile(preset, &BTreeMap::new());
        let of = |settings: &Settings| {
            settings.applicable().map(|info| setting(settings, info)).collect()
        };
        let settings: Vec<Value> = compiled.as_ref().map(of).unwrap_or_default();
        format!("{{\"preset\": {}, \"settings\": {}}}", preset.text(), Value::Array(settings))
    };
    format!("[{}]", presets().iter().map(described).format(","))
}

fn setting(settings: &Settings, info: &SettingInfo) -> Value {
    let values: Map<String, Value> =
        info.options.iter().map(|(value, _, help)| ((*value).to_owned(), (*help).into())).collect();
    json!({
        "name": info.key,
        "default": settings.default_value(info.key),
        "meaning": info.label,
        "values": values,
        "other": info.free.as_ref().map(|free| free.words),
    })
}
