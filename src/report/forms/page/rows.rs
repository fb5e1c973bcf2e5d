//! The rows of the table: as data, in which the records of the report are, and a few as they are read
//! without the script.

use super::MOST_TEXTS;
use super::embedded;
use crate::base::diagnostic::cut;
use crate::base::digits::{fixed, shortest};
use crate::base::json_text::json_text;
use crate::base::types::{Parts, State};
use crate::report::chart::escape;
use crate::report::model::Report;
use crate::report::records::{Record, id};
use crate::report::words::verdict;
use crate::score::evaluate::{Evaluation, Material};
use itertools::Itertools as _;
use std::fmt::Write as _;
use strum::VariantArray;

/// Texts are cut at this many characters.
const TEXT: usize = 400;
/// Gold answers at most that are shown.
const GOLDS: usize = 10;

/// What stands before the rows: the names that they are told by.
pub(super) fn head(report: &Report, parts: Parts) -> String {
    let metrics = report.shown.metrics.iter();
    let metrics: Vec<(&str, &str)> = metrics.map(|metric| (metric.id, metric.title)).collect();
    let states: Vec<&str> = State::VARIANTS.iter().map(|state| state.name()).collect();
    format!(
        "{{\"metrics\":{},\"states\":{},\"no_ids\":{},\"no_answers\":{},\"rows\":[",
        json_text(&metrics),
        json_text(&states),
        parts.no_questions,
        parts.no_outputs
    )
}

/// What a row has of a run, as data; before the first run stand id, question and gold answers.
pub(crate) fn row(
    evaluation: &Evaluation,
    material: &Material<'_>,
    parts: Parts,
    [run, row]: [usize; 2],
) -> String {
    let has_questions = row < MOST_TEXTS && !parts.no_questions;
    let golds = has_questions.then(|| golds(material, row));
    let of = |run: usize| of_run(evaluation, material, parts, [run, row], golds.as_deref());
    let mut text = if run == 0 {
        let id = (!parts.no_questions).then(|| id(material, row));
        // Where the question is the id, it need not stand twice.
        let question = material.question(row);
        let question = question.filter(|text| has_questions && Some(*text) != id.as_deref());
        format!(
            "{}[{},{},{}",
            if row == 0 { "\n" } else { ",\n" },
            json_text(&id),
            json_text(&question.map(|text| cut(text, TEXT))),
            json_text(&golds)
        )
    } else {
        String::new()
    };
    let own = of(run);
    // Runs often say the same.
    let is_again = run > 0 && own == of(run - 1);
    text.extend([",", if is_again { "null" } else { &own }]);
    if run + 1 == evaluation.runs.len() {
        text.push(']');
    }
    embedded(&text)
}

/// Place of the state, values, extracted answer, place of the gold answer that counts, and raw output
/// where that is another text, as far as there is one. Where all values are the same, one stands for them.
/// The most frequent have a shorter form: the place of the gold answer of those that say and get all of it,
/// which where there is none is a blank, and the answer alone of those that get nothing.
fn of_run(
    evaluation: &Evaluation,
    material: &Material<'_>,
    parts: Parts,
    [run, row]: [usize; 2],
    golds: Option<&[String]>,
) -> String {
    let record = Record::new(evaluation, material, run, row);
    let extracted = record.extracted.filter(|_| !parts.no_outputs);
    let has_output = row < MOST_TEXTS && !parts.no_outputs;
    let raw = material.prediction(run, row).filter(|_| has_output);
    let raw = raw.map(|raw| cut(&raw, TEXT)).filter(|raw| Some(raw) != extracted.as_ref());
    let values = values(&record.metrics);
    let said = extracted.as_deref().filter(|_| raw.is_none());
    let is_answered = record.state == State::Answered.name();
    match (values.as_str(), record.matched, golds, said) {
        ("1", Some(place), Some(golds), Some(said))
            if is_answered && golds.get(usize::from(place)).is_some_and(|gold| gold == said) =>
        {
            return place.to_string();
        }
        ("1", None, Some([]), Some("")) if record.state == State::Blank.name() => {
            return "0".to_owned();
        }
        ("0", None, _, Some(said)) if is_answered => return json_text(&said),
        _ => {}
    }
    let state = State::VARIANTS.iter().position(|state| state.name() == record.state);
    let text = format!(
        "[{},{values},{},{},{}",
        state.unwrap_or_default(),
        json_text(&extracted),
        json_text(&record.matched.map(u32::from)),
        json_text(&raw)
    );
    let mut text = text.as_str();
    while let Some(shorter) = text.strip_suffix(",null") {
        text = shorter;
    }
    [text, "]"].concat()
}

/// Different gold answers, the first of them.
fn golds(material: &Material<'_>, row: usize) -> Vec<String> {
    let golds = material.answers.of(row).map(|gold| cut(gold, TEXT));
    golds.unique().take(GOLDS).collect()
}

fn values(metrics: &[(&'static str, Option<f64>)]) -> String {
    let number = |value: &Option<f64>| match value {
        None => "null".to_owned(),
        Some(value) => shortest(*value).trim_end_matches(".0").to_owned(),
    };
    let all: Vec<String> = metrics.iter().map(|(_, value)| number(value)).collect();
    match all.split_first() {
        Some((first, rest)) if rest.iter().all(|one| one == first) => first.clone(),
        _ => format!("[{}]", all.join(",")),
    }
}

/// A row of the first run as it is read without the script.
pub(crate) fn plain_row(
    evaluation: &Evaluation,
    material: &Material<'_>,
    parts: Parts,
    row: usize,
) -> String {
    let record = Record::new(evaluation, material, 0, row);
    let (sign, words, letter) = verdict(evaluation.runs[0].verdict(row));
    let class = match letter {
        'r' => "right",
        'w' => "wrong",
        _ => "soft",
    };
    let question = material.question(row).map_or_else(|| record.id.clone(), |text| cut(text, TEXT));
    let question = if parts.no_questions { format!("question {}", row + 1) } else { question };
    let raw = material.prediction(0, row).map(|raw| cut(&raw, TEXT));
    let answer = record.extracted.as_ref().or(raw.as_ref()).filter(|_| !parts.no_outputs);
    let answer = answer.map_or_else(
        || format!("<span class=\"soft\">{}</span>", record.state.replace('_', " ")),
        |text| format!("<span class=\"data\">{}</span>", escape(&cut(text, TEXT))),
    );
    let golds = if parts.no_questions { Vec::new() } else { golds(material, row) };
    let golds = golds.iter().map(|gold| format!("<span class=\"data\">{}</span>", escape(gold)));
    let mut text = format!(
        "<tr><td class=\"mark\"><span class=\"{class}\" role=\"img\" aria-label=\"{words}\">{sign}</span></td>\
         <td>{}</td><td>{answer}</td><td>{}</td>",
        escape(&question),
        golds.collect::<String>()
    );
    for (metric, (_, value)) in evaluation.metrics.iter().zip(&record.metrics) {
        let value = value.map_or_else(|| "–".to_owned(), |value| fixed(value, 2));
        let _ = write!(text, "<td class=\"n\" data-name=\"{}\">{value}</td>", escape(metric.title));
    }
    text + "</tr>\n"
}
