//! Several files that are each complete: tables of several systems, or their verdicts. If one of them is such a
//! file by itself, all of them are.

use super::values::Column;
use super::{Candidate, Outcome, search};
use crate::understand::names::says;

/// Files with longer column names are not weighed again.
const LONGEST_NAME: usize = 1000;

/// What each of several files would be if it were the only one.
pub(super) enum Alone {
    /// A table of gold answers and predictions, in columns of these names.
    Table {
        answers: String,
        /// For each file; systems may name their outputs differently.
        predictions: Vec<String>,
        /// Whether each file is such a table; in the others no answer is right, which proves nothing.
        of_each: bool,
    },
    /// A file that says itself whether its answers are right.
    Verdicts,
}

/// What each of several files is by itself, if all agree, with columns of the same names, and nobody chose
/// otherwise.
pub(super) fn each_alone(candidates: &[Candidate<'_>]) -> Option<Alone> {
    let (first, others) = candidates.split_first().filter(|(_, others)| !others.is_empty())?;
    let columns = first.inspection.sample.columns();
    let is_chosen = |one: &Candidate<'_>| {
        let chosen = |column: &Option<(String, bool)>| column.as_ref().is_some_and(|one| one.1);
        one.role.is_some_and(|role| role.1) || chosen(&one.answers) || chosen(&one.prediction)
    };
    let alike = others.iter().all(|one| one.inspection.sample.columns() == columns);
    let is_name = |column: &Column| column.name.len() < LONGEST_NAME;
    let may_be = |one: &Candidate<'_>| {
        one.seen.columns.len() > 1 && one.seen.columns.iter().all(is_name) && !is_chosen(one)
    };
    if !candidates.iter().all(may_be) {
        return None;
    }
    // What names tell about one file holds for all.
    let prediction = candidates.iter().find_map(|one| one.prediction.clone());
    let alone = |one: &Candidate<'_>| {
        let prediction = prediction.clone();
        search(&[Candidate { role: None, answers: None, prediction, ..one.clone() }]).outcome
    };
    let outcomes: Vec<Outcome> = candidates.iter().map(alone).collect();
    if alike
        && outcomes.iter().all(|one| matches!(one, Outcome::Verdicts(_) | Outcome::Programs(_)))
    {
        return Some(Alone::Verdicts);
    }
    let columns = |one: &Outcome| match one {
        Outcome::Found(reading) | Outcome::Confirmed(reading) if !reading.nameless => {
            let [run] = &reading.runs[..] else { return None };
            let [prediction] = &run.columns[..] else { return None };
            Some((reading.answers.clone(), prediction.clone()))
        }
        _ => None,
    };
    let found = outcomes.iter().find_map(columns)?;
    let of_each = outcomes.iter().all(|one| columns(one).is_some());
    let has =
        |one: &Candidate<'_>, name: &str| one.seen.columns.iter().any(|column| column.name == name);
    // Whether gold answers are labels that repeat, and predictions use most of them.
    let says_labels = |one: &Candidate<'_>, answers: &str, prediction: &str| {
        let column = |name: &str| one.seen.columns.iter().find(|column| column.name == name);
        column(answers).zip(column(prediction)).is_some_and(|(gold, said)| {
            let (labels, said) = (gold.labels(), said.labels());
            gold.distinct * 3 <= gold.filled
                && labels.intersection(&said).count() * 2 > labels.len()
        })
    };
    let predictions = candidates.iter().zip(&outcomes).map(|(one, outcome)| {
        match (outcome, columns(outcome)) {
            // A file without right answers proves nothing by itself.
            (Outcome::Nothing, _) => Some(found.1.clone()),
            // A column of outputs that only this file has is the output of another system.
            (_, Some((answers, prediction))) => {
                let is_output = || {
                    says(&prediction).prediction >= 1.5 || says_labels(one, &answers, &prediction)
                };
                let is_other = || of_each && is_output() && !has(one, &found.1);
                let fits = answers == found.0 && (prediction == found.1 || is_other());
                fits.then_some(prediction)
            }
            _ => None,
        }
    });
    let predictions = predictions.collect::<Option<Vec<String>>>()?;
    Some(Alone::Table { answers: found.0, predictions, of_each })
}
