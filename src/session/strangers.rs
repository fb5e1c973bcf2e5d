//! Scores that say nothing about the answers: labels that two files write differently, and columns that only look
//! like answers.

use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::digits::{part, shortest};
use crate::base::error::Error;
use crate::base::types::{Certainty, Field, JoinBy, State};
use crate::join::{NONE, Weakness};
use crate::score::evaluate::{Evaluation, Material, RunScores};
use crate::table::float;
use crate::understand::names::{LIST, UNNAMED, VALUE, is_name_of, says, verdict};
use crate::understand::schema::Guessed;
use itertools::Itertools as _;
use std::collections::BTreeMap;

/// With fewer answers, the labels of a file are unknown.
const FEW: usize = 8;
/// One answer in this many may be right by chance.
const SOME_RIGHT: usize = 20;
/// More different values are not labels.
const MOST: usize = 12;
/// Longer texts are not labels.
const LONGEST: usize = 40;

/// Whether a run has an answer that is right or partly right, or nothing by which to tell.
fn has_right(run: &RunScores) -> bool {
    run.values.is_empty() || run.marks().iter().any(|one| *one > 0.0)
}

/// Refuses a run without a right answer if both sides use a few labels, but different ones, such as `entailment`
/// and `0`. Nothing in the files tells which label is which.
///
/// # Errors
/// `other_labels`, with the values of both sides.
pub(super) fn refuse(material: &Material<'_>, evaluation: &Evaluation) -> Result<(), Error> {
    for (run, joined) in material.joined.runs.iter().enumerate() {
        let scores = &evaluation.runs[run];
        let right = has_right(scores);
        let side = &material.files[joined.file];
        let Some(column) = side.map.index(side.table, Field::Prediction) else { continue };
        if right || joined.twin.is_some() {
            continue;
        }
        let (mut golds, mut said) = (Labels::default(), Labels::default());
        for row in 0..joined.rows.len() {
            let Some(prediction) = joined.attempts_at(row).first() else { continue };
            let cell = side.table.cell(*prediction as usize, column);
            let mut answers = material.answers.of(row);
            let (Some(gold), false) = (answers.next(), cell.is_nothing()) else { continue };
            golds.add(gold);
            said.add(cell.text);
        }
        // Outputs that never say yes, no or the like do not answer questions with such gold answers.
        let words = |text: &String| text.split(' ').any(|word| verdict(word).is_some());
        if golds.are_verdicts() && said.loose && !said.values.keys().any(words) {
            let column = material.gold.map.one(Field::Answers).unwrap_or_default();
            let message = format!(
                "no answer of {} can be right, because {column} holds {} and its answers are \
                 texts; {column} may say whether they are right",
                joined.short_name.clone(),
                golds.shown()
            );
            let problem =
                Diagnostic::error(Code::VerdictsForGold, message).file(material.gold.name);
            let remedy =
                "choose the column that holds the gold answers, or give the file that has them";
            return Err(problem.column(column).remedy(remedy).into());
        }
        if golds.are_few() && said.are_few() && !golds.meet(&said) {
            let message = format!(
                "no answer of {} can be right, because the gold answers are {} and its answers \
                 are {}",
                joined.short_name.clone(),
                golds.shown(),
                said.shown()
            );
            let problem = Diagnostic::error(Code::OtherLabels, message).file(side.name);
            let remedy = "write the labels in the same way in both files, or choose a preset to \
                          compare them as written";
            return Err(problem.column(&*side.table.columns()[column]).remedy(remedy).into());
        }
    }
    Ok(())
}

/// Refuses files in which equal ids belong to different questions, according to the question texts, if hardly any
/// answer of any run is right: the gold file was revised, or is of another split.
///
/// # Errors
/// `unrelated_files`, with the number of questions whose texts differ.
pub(super) fn refuse_unrelated(
    material: &Material<'_>,
    evaluation: &Evaluation,
) -> Result<(), Error> {
    let texts = material.joined.weaknesses.iter().find_map(|one| match one {
        Weakness::TextsDisagree { agreeing, compared } => Some((*agreeing, *compared)),
        // Ids and texts pair different rows.
        Weakness::KeysDisagree { pairs, runs: 1, .. } => {
            let found = material.joined.runs[0].rows.iter().filter(|row| **row != NONE).count();
            Some((found.saturating_sub(*pairs as usize), found))
        }
        _ => None,
    });
    let is_right = |run: &RunScores| {
        let marks = run.marks();
        let right = marks.iter().filter(|one| **one > 0.0).count();
        marks.is_empty() || right * SOME_RIGHT > marks.len()
    };
    let Some((agreeing, compared)) = texts.filter(|(agreeing, compared)| {
        *compared >= FEW && agreeing * 10 < *compared && !evaluation.runs.iter().any(is_right)
    }) else {
        return Ok(());
    };
    let other = part(compared - agreeing, compared);
    let message = if material.joined.by.value == JoinBy::Question {
        format!(
            "the files do not belong together: {other} questions have different ids in the two \
             files, and hardly any answer is right"
        )
    } else {
        format!(
            "the files do not belong together: joined on {}, {other} questions have different \
             texts in the two files, and hardly any answer is right",
            material.joined.by.value.plural()
        )
    };
    let remedy =
        "give the gold file that the predictions were made for, or join on the question texts";
    let problem = Diagnostic::error(Code::UnrelatedFiles, message).file(material.gold.name);
    Err(problem.remedy(remedy).into())
}

/// Refuses gold answers and predictions whose column is not named as such, if no answer of any run is right: then
/// neither names nor values show that the column holds them. Columns that somebody chose are scored.
///
/// # Errors
/// `no_column`, with the column that was refused.
pub(super) fn refuse_leftovers(
    material: &Material<'_>,
    evaluation: &Evaluation,
) -> Result<(), Error> {
    let preset = &evaluation.settings().preset;
    let is_given = |state: State| matches!(state, State::Answered | State::NotExtracted);
    let compared = evaluation.runs.iter().flat_map(|run| &run.states);
    let is_open = preset.takes_programs()
        || preset.takes_verdicts()
        || compared.filter(|state| is_given(**state)).count() < FEW
        || evaluation.runs.iter().any(has_right);
    if is_open {
        return Ok(());
    }
    // If no output contains any of the labels, the name of their column is weak evidence.
    let names_none = preset.is_plain()
        && evaluation.runs.iter().all(|run| !run.states.contains(&State::Answered));
    let is_nameless = |guess: &&Guessed| {
        let (column, name) = (says(&guess.column), &guess.column);
        // In a file without column names, columns cannot be named as anything.
        let has_none = [VALUE, LIST].contains(&&**name) || name.starts_with(UNNAMED);
        let has_name = has_none || (column.gold.max(column.prediction) > 0.0 && !names_none);
        // If values alone identify predictions, their column is often named after the model.
        let is_open = guess.field == Field::Answers || guess.certainty == Certainty::Guessed;
        let is_chosen = guess.certainty == Certainty::Chosen;
        is_open && !is_chosen && !has_name && !is_name_of(&guess.column, guess.field)
    };
    let runs = material.joined.runs.iter().map(|run| &material.files[run.file]);
    let sides = std::iter::once((&material.gold, Field::Answers))
        .chain(runs.map(|side| (side, Field::Prediction)));
    for (side, field) in sides {
        let mut columns = side.map.columns.iter().filter(|guess| guess.field == field);
        let Some(guess) = columns.find(is_nameless) else { continue };
        let (column, what) = match field {
            Field::Answers => (&guess.column, "gold answers"),
            _ => (&guess.column, "predictions"),
        };
        let message = format!(
            "no column name of {} suggests {what}, and no answer is right with {column}",
            side.name
        );
        let remedy =
            format!("choose the column that holds the {what}, or give the file that has them");
        let problem = Diagnostic::error(Code::NoColumn, message).file(side.name);
        return Err(problem.column(column.clone()).remedy(remedy).into());
    }
    Ok(())
}

/// Different values and how often each occurs.
#[derive(Default)]
struct Labels {
    all: usize,
    /// The first spelling of each, and the number of its occurrences.
    values: BTreeMap<String, (String, usize)>,
    /// Whether a value is too long, or there are too many.
    loose: bool,
}

impl Labels {
    fn add(&mut self, text: &str) {
        let text = text.trim();
        self.all += 1;
        if text.len() > LONGEST || self.values.len() > MOST {
            self.loose = true;
            return;
        }
        let (_, count) = self.values.entry(form(text)).or_insert_with(|| (text.to_owned(), 0));
        *count += 1;
    }

    /// Whether these are labels: a few values that repeat.
    fn are_few(&self) -> bool {
        !self.loose
            && self.all >= FEW
            && (2..=MOST).contains(&self.values.len())
            && self.values.len() * 2 <= self.all
    }

    /// Whether there are two values, which mean right and wrong.
    fn are_verdicts(&self) -> bool {
        let said = self.values.values().all(|(text, _)| verdict(text).is_some());
        self.are_few() && self.values.len() == 2 && said
    }

    /// Whether a value of one side equals, or is contained in, a value of the other.
    fn meet(&self, other: &Self) -> bool {
        let within = |text: &String, part: &String| {
            let mut words = text.split(' ');
            text == part
                || (part.len() > 1 && text.contains(part.as_str()))
                || words.any(|word| word == part)
        };
        let mut pairs = self.values.keys().flat_map(|a| other.values.keys().map(move |b| (a, b)));
        pairs.any(|(a, b)| within(a, b) || within(b, a))
    }

    /// The values as written.
    fn shown(&self) -> String {
        let mut words: Vec<&str> =
            self.values.values().take(5).map(|(text, _)| text.as_str()).collect();
        if self.values.len() > 5 {
            words.push("and others");
        }
        words.join(", ")
    }
}

/// A label in the form for comparison: words in lower case, numbers by value, all words for yes as one.
fn form(text: &str) -> String {
    if let Some(number) =
        float(text).filter(|number| number.is_finite() && ![0.0, 1.0].contains(number))
    {
        return shortest(number);
    }
    if let Some(verdict) = verdict(text) {
        return verdict.to_string();
    }
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).join(" ")
}
