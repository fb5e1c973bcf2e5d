//! Which preset fits a gold file: a small module above [`schema`](crate::schema) and
//! [`preset`](crate::preset).

use crate::input::{Inspection, Kind, Shape};
use crate::preset::{Need, Preset};
use crate::protocol::{Certainty, Guess};
use crate::schema::{ColumnMap, Field};

/// The preset that the files' shapes speak for. Proven where the shape belongs to one benchmark
/// alone, guessed where it only resembles it.
pub fn recognise(gold: &Inspection, map: &ColumnMap, predictions: &[&Inspection]) -> Guess<String> {
    let guess = |value: &str, certainty, reason: &str| Guess {
        value: value.to_owned(),
        certainty,
        reason: reason.to_owned(),
    };
    let sample = &gold.sample;
    if matches!(gold.shape, Shape::Squad) {
        let answers = map.index(sample, Field::Answers);
        let unanswerable = sample.column("is_impossible").is_some()
            || answers.is_some_and(|column| {
                (0..sample.rows()).any(|row| sample.cell(row, column).text.trim() == "[]")
            });
        return if unanswerable {
            guess("squad-v2", Certainty::Proven, "nested form with unanswerable questions")
        } else {
            guess("squad-v1", Certainty::Proven, "SQuAD's nested form")
        };
    }
    let kinds = sample.column("type").is_some_and(|column| {
        (0..sample.rows())
            .all(|row| matches!(sample.cell(row, column).text, "bridge" | "comparison"))
    });
    if sample.column("_id").is_some() && (sample.column("supporting_facts").is_some() || kinds) {
        let official = predictions.iter().any(|file| matches!(file.shape, Shape::KeyedColumns));
        return if official {
            guess("hotpotqa", Certainty::Proven, "HotpotQA's own form on both sides")
        } else {
            guess("hotpotqa", Certainty::Guessed, "guessed from the gold file's columns")
        };
    }
    let lists = map.index(sample, Field::Answers).is_some_and(|column| {
        (0..sample.rows()).all(|row| {
            let cell = sample.cell(row, column);
            cell.kind == Kind::List || cell.text.starts_with('[')
        })
    });
    if lists && map.one(Field::Question).is_some() && map.one(Field::Id).is_none() {
        return if sample.columns().first().is_some_and(|name| name == "column 1") {
            guess("nq", Certainty::Guessed, "guessed from the file's shape")
        } else if sample.column("answer").is_some() {
            guess("nq-open", Certainty::Guessed, "guessed from the file's shape")
        } else {
            guess(
                "squad-v1",
                Certainty::Guessed,
                "nothing names a benchmark; SQuAD's rules assumed",
            )
        };
    }
    guess("squad-v1", Certainty::Guessed, "nothing names a benchmark; SQuAD's rules assumed")
}

/// Why a preset cannot make sense of a gold file; `None` where it can.
pub fn unfit(preset: &Preset, gold: &Inspection, map: &ColumnMap) -> Option<String> {
    if map.one(Field::Answers).is_none() {
        return Some("the gold file has no answers".to_owned());
    }
    let unanswerable = gold.sample.column("is_impossible").is_some();
    if unanswerable && preset.official_needs.contains(&Need::GoldAnswers) {
        return Some(
            "it needs an answer for every question, and this file has none for some".to_owned(),
        );
    }
    None
}
