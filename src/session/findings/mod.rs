//! What a reader has to know about joined and scored files.

mod amounts;
mod answers;
mod damage;
mod forgiven;
mod misses;
mod numbers;
mod otherwise;
mod pairing;
mod scores;
mod shuffled;
mod unanswered;
mod written;

pub(super) use damage::{apart, are_all_equal, summary_row};
pub(super) use forgiven::forgiven;
pub(super) use misses::{
    counted_from_another, far_too_long, has_words, none_right, of_texts, only_failures,
};
pub(super) use pairing::{
    adjacent_texts, attempts, near_ids, object_golds, openings, other_gold, own_questions, pairing,
    probabilities, unread_probabilities,
};
pub(super) use scores::{evaluation, notes};
pub(super) use unanswered::{goes_on, unanswered};
pub(super) use written::{beside_another, in_another_form, nothings};

use crate::base::types::{Field, JoinBy};
use crate::join::{JoinedRun, Side};
use crate::preset::Settings;
use crate::score::evaluate::{Evaluation, Material, RunScores};
use crate::table::{key_of, shown_key};
use std::borrow::Cow;
use std::collections::HashSet;

/// A scored run that is examined for findings.
#[derive(Clone, Copy)]
pub(super) struct OneRun<'a> {
    pub(super) material: &'a Material<'a>,
    pub(super) evaluation: &'a Evaluation,
    /// Its place among the runs.
    pub(super) place: usize,
}

impl<'a> OneRun<'a> {
    fn settings(self) -> &'a Settings {
        self.evaluation.settings()
    }

    fn joined(self) -> &'a JoinedRun {
        &self.material.joined.runs[self.place]
    }

    /// Its name in sentences.
    pub(super) fn name(self) -> String {
        self.joined().short_name.clone()
    }

    fn scores(self) -> &'a RunScores {
        &self.evaluation.runs[self.place]
    }

    /// The values by which its questions are marked.
    fn values(self) -> Option<Cow<'a, [f64]>> {
        let marks = self.scores().marks();
        (!self.scores().values.is_empty()).then_some(marks)
    }

    /// The values of the first metric that is one of these.
    fn values_of(self, ids: &[&str]) -> Option<&'a Vec<f64>> {
        let place = self.evaluation.metrics.iter().position(|one| ids.contains(&one.id))?;
        self.scores().values.get(place)
    }

    /// Its answer to a question.
    fn said(self, row: usize) -> Option<Cow<'a, str>> {
        self.material.prediction(self.place, row)
    }

    /// The gold answers of a question.
    fn golds(self, row: usize) -> impl ExactSizeIterator<Item = &'a str> + Clone {
        self.material.answers.of(row)
    }
}

/// From one answer in this many on, there is a doubt.
const FEW: usize = 100;
/// The same for findings that are often harmless.
const SOME: usize = 10;
/// At most this many of the first questions are examined, so that nobody waits for the score.
const LOOKED_AT: usize = 4000;

/// Answers belong to their questions if they share more words with their own gold answer than with that of another
/// question, by at least this many standard errors.
const BELONGS: f64 = 4.0;
/// This many questions are enough to show it.
const QUESTIONS: usize = 600;

/// Whether answers share clearly more words with the gold answers of their own questions than with those of others.
pub(super) fn words_belong(run: OneRun<'_>) -> bool {
    words_belong_from(run, 0)
}

/// Whether the same holds at the start, in the middle and at the end of many questions, so that no part of the answers
/// belongs to other questions.
pub(super) fn words_belong_throughout(run: OneRun<'_>) -> bool {
    const MANY: usize = 60;
    let rows = run.material.gold.table.rows();
    let part = (rows / 3).min(QUESTIONS);
    rows >= MANY
        && [0, rows / 2 - part / 2, rows - part].into_iter().all(|at| words_belong_from(run, at))
}

/// The same for the questions from this one on.
fn words_belong_from(run: OneRun<'_>, from: usize) -> bool {
    let words = |text: &str| -> HashSet<String> {
        let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        words.map(str::to_lowercase).collect()
    };
    let rows = run.material.gold.table.rows().saturating_sub(from).min(QUESTIONS);
    let golds = (0..rows).map(|row| run.golds(from + row).next().map(words).unwrap_or_default());
    let golds: Vec<HashSet<String>> = golds.collect();
    // Half of the rows away there is another question, even if several rows in succession ask the same.
    let other = |row: usize| (row + rows / 2) % rows;
    let differences = (0..rows).filter_map(|row| {
        let said = words(&run.said(from + row)?);
        let share = |gold: &HashSet<String>| {
            let shared = gold.iter().filter(|word| said.contains(*word)).count();
            shared as f64 / gold.len().max(1) as f64
        };
        (golds[row] != golds[other(row)]).then(|| share(&golds[row]) - share(&golds[other(row)]))
    });
    let differences: Vec<f64> = differences.collect();
    let n = differences.len() as f64;
    let mean = differences.iter().sum::<f64>() / n;
    let variance =
        differences.iter().map(|one| (one - mean) * (one - mean)).sum::<f64>() / (n - 1.0);
    differences.len() >= FEWEST && mean > 0.0 && mean >= BELONGS * (variance / n).sqrt()
}

/// Fewer questions may agree by chance.
const FEWEST: usize = 8;

/// The different gold answers, if they are few.
fn few_labels<'a>(golds: impl Iterator<Item = &'a str>, most: usize) -> Option<Vec<&'a str>> {
    let mut labels = Vec::new();
    for label in golds {
        if !labels.contains(&label) {
            labels.push(label);
        }
        if labels.len() > most {
            return None;
        }
    }
    Some(labels)
}

/// How messages name a row: by its key, or by its number if it has no key.
fn key(side: &Side<'_>, row: usize, by: JoinBy) -> String {
    key_in(side, row, by)
        .map_or_else(|| format!("row {}", side.table.row_number(row)), |key| format!("{key:?}"))
}

/// The key of a row, as people see it.
pub(super) fn key_in(side: &Side<'_>, row: usize, by: JoinBy) -> Option<String> {
    let field = if by == JoinBy::Question { Field::Question } else { Field::Id };
    let columns = side.map.indices(side.table, field);
    let key = if columns.is_empty() { None } else { key_of(side.table, row, &columns) };
    key.map(|key| shown_key(&key))
}
