//! Which benchmark a gold file belongs to: looks in the files for the [`Recognition`] of the catalog's
//! presets. A small module above [`schema`](crate::understand::schema) and [`preset`](crate::preset).

mod answers;

pub use answers::{
    ANSWER_TESTS, by_marked_solutions, by_solutions, lists_name_choices, numbers_choices,
    some_are_choices, takes_solutions,
};

use crate::base::types::{Certainty, Field, Guess};
use crate::preset::{Need, Others, Preset, Recognition, Sign, presets};
use crate::programs::columns::{Programs, programs};
use crate::programs::plan::rule;
use crate::table::{Inspection, Shape, Table};
use crate::understand::names::canonical;
use crate::understand::schema::ColumnMap;

/// A file of predictions, and its column of them.
pub type Predictions<'a> = (&'a Inspection, Option<usize>);

/// The preset that the files' shapes suggest. Proven if only one benchmark has this shape, guessed if the
/// shape only resembles it; `None` if nothing suggests a benchmark. If there are several signs, the strongest
/// one counts; among equals, the first of the catalog.
pub fn recognise(
    gold: &Inspection,
    map: &ColumnMap,
    predictions: &[Predictions<'_>],
) -> Option<Guess<String>> {
    let about = programs(gold.sample.columns());
    let files = Files { gold, map, predictions, about };
    let mut best: Option<(Weight, Guess<String>)> = None;
    // Programs are scored only by presets that take verdicts, and these score only programs.
    for preset in presets().iter().filter(|preset| preset.takes_programs() == about.is_some()) {
        for (weight, reason) in files.signs_of(&preset.recognise) {
            if best.as_ref().is_none_or(|(known, _)| *known < weight) {
                let certainty = if weight.0 { Certainty::Proven } else { Certainty::Guessed };
                best = Some((weight, Guess { value: preset.id.clone(), certainty, reason }));
            }
        }
    }
    best.map(|(_, guess)| guess)
}

/// The preset that has this test of gold answers as its only sign, and its reason.
fn signed(test: &str) -> Option<(&'static str, &'static str)> {
    presets().iter().find_map(|preset| {
        let sign = preset.recognise.signs.iter().find(|sign| sign.answers == [test])?;
        Some((preset.id.as_str(), sign.reason.as_str()))
    })
}

/// The strength of a sign.
type Weight = (bool, usize, usize);

/// Where signs are looked for.
struct Files<'a> {
    gold: &'a Inspection,
    map: &'a ColumnMap,
    predictions: &'a [Predictions<'a>],
    about: Option<Programs>,
}

impl Files<'_> {
    /// The signs of a preset that are there, each with its weight and reason.
    fn signs_of(&self, known: &Recognition) -> Vec<(Weight, String)> {
        let signs = known.signs.iter().filter(|sign| self.has(sign));
        let mut found: Vec<_> = signs.map(|sign| (sign.weight(), sign.reason.clone())).collect();
        found.extend(self.named(&known.names).map(|reason| ((true, 0, 1), reason)));
        found
    }

    fn has(&self, sign: &Sign) -> bool {
        let sample = &self.gold.sample;
        let answers = self.map.index(sample, Field::Answers);
        let is_there = |field: &Field| self.map.one(*field).is_some();
        let holds = |name: &String| {
            let test = ANSWER_TESTS.iter().find(|(known, _)| known == name);
            test.zip(answers).is_some_and(|((_, holds), column)| holds(sample, column))
        };
        let some = |pattern: &String| {
            answers.is_some_and(|column| {
                (0..sample.rows()).any(|row| fits(pattern, sample.cell(row, column).text.trim()))
            })
        };
        let column = |(name, patterns): (&String, &Vec<String>)| {
            let mut columns = sample.columns().iter();
            let found = columns.position(|column| column == name || canonical(column) == *name);
            found.is_some_and(|column| {
                sample.rows() > 0
                    && (0..sample.rows()).all(|row| {
                        let text = sample.cell(row, column).text;
                        patterns.iter().any(|pattern| fits(pattern, text))
                    })
            })
        };
        let form_of = |file: &Inspection| form(&file.shape);
        sign.form.as_ref().is_none_or(|form| form_of(self.gold) == Some(form))
            && (sign.programs.is_none() || sign.programs == self.about)
            && sign.columns.iter().all(column)
            && sign.fields.iter().all(is_there)
            && !sign.lacks.iter().any(is_there)
            && sign.answers.iter().all(holds)
            && sign.some_answer.as_ref().is_none_or(some)
            && sign.predictions.as_ref().is_none_or(|form| {
                self.predictions.iter().any(|(file, _)| form_of(file) == Some(form))
            })
            && sign.outputs.as_ref().is_none_or(|text| {
                self.predictions.iter().any(|(file, _)| mostly_has(&file.sample, text))
            })
            && sign.all_outputs.as_ref().is_none_or(|text| {
                let has = |(file, column): &Predictions<'_>| {
                    column.is_some_and(|column| nearly_all_have(&file.sample, column, text))
                };
                !self.predictions.is_empty() && self.predictions.iter().all(has)
            })
    }

    /// Why the files belong to a benchmark: every row names it, in a column or at the start of its id.
    fn named(&self, names: &[String]) -> Option<String> {
        let sample = &self.gold.sample;
        let is_name = |text: &str| {
            let last = text.rsplit('/').next().unwrap_or(text);
            let letters = last.chars().filter(char::is_ascii_alphanumeric);
            let plain: String = letters.map(|letter| letter.to_ascii_lowercase()).collect();
            names.contains(&plain)
        };
        let first = |text: &str| text.split(['-', '_', '/', ':']).next().unwrap_or("").to_owned();
        sample.columns().iter().enumerate().find_map(|(column, name)| {
            let text = |row: usize| sample.cell(row, column).text;
            let says = |row: usize| match canonical(name).as_str() {
                "dataset" | "data_source" | "source" | "benchmark" | "dataset_name" | "task" => {
                    is_name(text(row))
                }
                "id" | "qid" | "uid" | "question_id" | "example_id" => is_name(&first(text(row))),
                _ => false,
            };
            let all = sample.rows() > 0 && (0..sample.rows()).all(says);
            all.then(|| format!("{name} names the benchmark in every row: {}", first(text(0))))
        })
    }
}

/// The name of a file's form, as signs write it.
fn form(shape: &Shape) -> Option<&'static str> {
    match shape {
        Shape::Squad => Some("squad"),
        Shape::KeyedColumns => Some("keyed_columns"),
        Shape::Nested(nest) => nest.form(),
        _ => None,
    }
}

/// Whether a text fits a pattern with a star for any text: at the end, at the start, or at both.
fn fits(pattern: &str, text: &str) -> bool {
    let Some((begin, rest)) = pattern.split_once('*') else { return text == pattern };
    let Some(after) = text.strip_prefix(begin) else { return false };
    match rest.strip_suffix('*') {
        Some(middle) => after.contains(middle),
        None => after.ends_with(rest),
    }
}

/// Whether most rows have a text in some cell.
fn mostly_has(sample: &Table, text: &str) -> bool {
    let columns = 0..sample.columns().len();
    let has = |row: &usize| columns.clone().any(|c| sample.cell(*row, c).text.contains(text));
    (0..sample.rows()).filter(has).count() * 2 > sample.rows()
}

/// Whether nineteen in twenty cells of a column contain a text.
fn nearly_all_have(sample: &Table, column: usize, text: &str) -> bool {
    let has = |row: &usize| sample.cell(*row, column).text.contains(text);
    let rows = sample.rows();
    rows > 0 && (0..rows).filter(has).count() * 20 >= rows * 19
}

/// Why a preset cannot score a gold file; `None` if it can.
pub fn unfit(preset: &Preset, gold: &Inspection, map: &ColumnMap) -> Option<String> {
    match (programs(gold.sample.columns()), preset.takes_programs()) {
        (Some(Programs::Tasks), true) => {
            let needs = rule(&preset.run).map_or(&[][..], |rule| rule.needs);
            let has = |name: &str| gold.sample.columns().iter().any(|one| canonical(one) == name);
            let lacks = needs.iter().find(|name| !has(name));
            return lacks.map(|name| format!("the gold file has no column {name}"));
        }
        (Some(_), true) => return None,
        (Some(_), false) => return Some("the gold file is about programs".to_owned()),
        (None, true) => return Some("the gold file has no programming tasks".to_owned()),
        (None, false) => {}
    }
    if map.one(Field::Answers).is_none() && !preset.takes_verdicts() {
        return Some("the gold file has no answers".to_owned());
    }
    if let Some(parts) = preset.parts()
        && parts.others != Others::Score
        && parts.column(map).is_none()
    {
        return Some(format!("the gold file has no column {}", parts.columns[0]));
    }
    let unanswerable = gold.sample.column("is_impossible").is_some();
    if unanswerable && preset.official_needs.contains(&Need::GoldAnswers) {
        return Some(
            "it needs an answer for every question, and this file has none for some".to_owned(),
        );
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_stand_for_any_text_where_they_have_a_star() {
        for (pattern, text, as_pattern) in [
            ("PE", "PE", true),
            ("PE", "PEN", false),
            ("*", "", true),
            ("Mbpp/*", "Mbpp/11", true),
            ("Mbpp/*", "11", false),
            ("*.json", "a.json", true),
            ("*\"no\"*", "[\"no\", \"yes\"]", true),
            ("*\"no\"*", "[\"yes\"]", false),
        ] {
            assert_eq!(fits(pattern, text), as_pattern, "{pattern} and {text}");
        }
    }

    #[test]
    fn every_sign_can_hold_and_says_why() {
        for preset in presets() {
            for sign in &preset.recognise.signs {
                let (_, predicted, gold) = sign.weight();
                assert!(predicted + gold > 0 && !sign.reason.is_empty(), "{}", preset.id);
                for name in &sign.answers {
                    assert!(ANSWER_TESTS.iter().any(|(known, _)| known == name), "{name}");
                }
            }
        }
        assert_eq!(signed("marked_solutions").map(|(preset, _)| preset), Some("gsm8k"));
        assert_eq!(signed("boxed_solutions").map(|(preset, _)| preset), Some("math"));
    }
}
