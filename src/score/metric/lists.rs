//! Predictions that are lists of values: several attempts at one answer, or the members of a set. Our
//! own definitions.

use super::compare::{
    AnswerComparison, Judge, Judged, Question, Reading, Shown, Values, matched, normalizer,
};
use super::token_f1::Overlap;
use super::{MatchScore, NO_MATCH};
use crate::score::extract::{named, stated};
use crate::table::{Kind, float, json, python};
use crate::text::Normalizer;
use itertools::Itertools as _;

/// Each value of a list is an attempt at the answer.
pub(crate) const ATTEMPTS: AnswerComparison = AnswerComparison::new(
    "attempts",
    "Each value of a list is an attempt; an attempt is right if it equals a gold answer.",
    |values| Box::new(Attempts { normal: Same::new(values) }),
)
.of_lists();

/// The values of both sides are sets.
pub(crate) const SET: AnswerComparison = AnswerComparison::new(
    "set",
    "Both sides are sets of values: precision and recall count the values that are in both.",
    |values| Box::new(Sets { normal: Same::new(values) }),
)
.of_lists();

/// The values of a list, as JSON or Python writes it; a text that is none is one value.
pub(crate) fn values(text: &str) -> Vec<String> {
    let text = text.trim();
    if !text.starts_with(['[', '(', '{']) {
        return vec![text.to_owned()];
    }
    let read = |list: &str| -> Option<Vec<String>> {
        let mut all = Vec::new();
        for element in json::elements(list) {
            let element = element.ok()?;
            if element.kind != Kind::Null {
                all.push(element.text().trim().to_owned());
            }
        }
        Some(all)
    };
    let as_json = if text.starts_with('[') { read(text) } else { None };
    let as_python = || {
        let literal = python::to_json(text).filter(|literal| literal.json.starts_with('['))?;
        read(&literal.json)
    };
    as_json.or_else(as_python).unwrap_or_else(|| vec![text.to_owned()])
}

/// Whether two values are the same.
#[derive(Debug)]
pub(super) struct Same {
    normal: Normalizer,
}

impl Same {
    pub(super) fn new(values: Values<'_>) -> Self {
        Self { normal: normalizer(values) }
    }

    /// What a value is compared by: numbers by what they are, what Python reads as a value by that,
    /// else the normal form.
    pub(super) fn form(&self, text: &str) -> String {
        let text = text.trim();
        if let Some(number) = float(text).filter(|number| number.is_finite()) {
            return format!("number {number}");
        }
        let quoted = text.starts_with(['\'', '"', '[', '(', '{']);
        match python::to_json(text).filter(|_| quoted) {
            // Of the members of a dictionary the last with a key counts, and order does not.
            Some(literal) => serde_json::from_str(&literal.json)
                .map_or(literal.json, |value: serde_json::Value| value.to_string()),
            None => self.normal.form(text),
        }
    }
}

#[derive(Debug)]
struct Attempts {
    normal: Same,
}

impl Attempts {
    /// Each attempt with the gold answer that it is.
    fn attempts(&self, question: &Question<'_>) -> Vec<(String, Option<usize>)> {
        let golds: Vec<String> = question.golds.iter().map(|gold| self.normal.form(gold)).collect();
        let attempts = question.answer.map(values).unwrap_or_default().into_iter();
        attempts
            .map(|attempt| {
                let form = self.normal.form(named::find(&attempt).0);
                (attempt, golds.iter().position(|gold| *gold == form))
            })
            .collect()
    }
}

impl Judge for Attempts {
    fn judge(&mut self, question: &Question<'_>) -> Judged {
        let attempts = self.attempts(question);
        let right = attempts.iter().filter(|attempt| attempt.1.is_some()).count();
        let place = attempts.iter().find_map(|attempt| attempt.1);
        let all = right == attempts.len() && right > 0;
        let tries = (attempts.len().max(1) as u32, right as u32);
        let matched = matched(place);
        Judged { tries: Some(tries), matched, ..Judged::plain(all, matched) }
    }

    fn explain(&mut self, question: &Question<'_>) -> Reading {
        let attempts = self.attempts(question);
        let right = attempts.iter().filter(|attempt| attempt.1.is_some()).count();
        let shown = attempts.iter().map(|attempt| attempt.0.as_str()).take(20).join("; ");
        Reading {
            answer: question.answer.map(|_| Shown::plain(shown)),
            golds: question.golds.iter().map(|gold| Shown::plain(*gold)).collect(),
            words: vec![format!("{right} of {} attempts are right.", attempts.len())],
            ..Reading::default()
        }
    }
}

#[derive(Debug)]
struct Sets {
    normal: Same,
}

impl Sets {
    /// The values of a side, each once.
    fn set(&self, texts: impl Iterator<Item = String>) -> Vec<String> {
        let mut all: Vec<String> = texts.map(|text| self.normal.form(&text)).collect();
        all.retain(|form| !form.is_empty());
        all.sort_unstable();
        all.dedup();
        all
    }

    fn sides(&self, question: &Question<'_>) -> [Vec<String>; 2] {
        let golds = question.golds;
        let and = !golds.iter().any(|gold| gold.contains(" and "));
        let answer = question.answer.map(|answer| parted(stated_set(answer), and));
        let answer = answer.unwrap_or_default();
        let gold: Vec<String> = match golds {
            [only] => parted(only, false),
            several => several.iter().map(|gold| (*gold).to_owned()).collect(),
        };
        [self.set(answer.into_iter()), self.set(gold.into_iter())]
    }
}

/// The members of a set: the values of a list, or the parts of a text between semicolons, bars, line ends
/// or commas.
fn parted(text: &str, and: bool) -> Vec<String> {
    let all = values(text);
    let [only] = all.as_slice() else { return all };
    let mark = [';', '|', '\n', ','].into_iter().find(|mark| only.contains(*mark));
    let parts: Vec<String> = match mark {
        Some('\n') => only.split('\n').map(|line| without_bullet(line).to_owned()).collect(),
        Some(mark) => only.split(mark).map(|part| part.trim().to_owned()).collect(),
        None => all.clone(),
    };
    if !and || mark.is_some_and(|mark| mark != ',') {
        return parts;
    }
    // `a, b and c`
    let Some((last, before)) = parts.split_last() else { return parts };
    let last = last.strip_prefix("and ").unwrap_or(last);
    let last = last.split(" and ").map(|part| part.trim().to_owned());
    before.iter().cloned().chain(last).collect()
}

/// A line without the mark or the number of a list before it.
fn without_bullet(line: &str) -> &str {
    let line = line.trim();
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.len() < line.len()
        && let Some(rest) = rest.strip_prefix(['.', ')']).filter(|rest| rest.starts_with(' '))
    {
        return rest.trim_start();
    }
    line.strip_prefix(['-', '*', '•'])
        .filter(|rest| rest.starts_with(' '))
        .map_or(line, str::trim_start)
}

/// The set that an answer of one line states, or the content of its only fence.
fn stated_set(text: &str) -> &str {
    let text = text.trim();
    if let Some(code) = crate::text::records::only_fence(text) {
        return code;
    }
    if text.contains('\n') { text } else { stated::answer(text).map_or(text, |found| found.0) }
}

impl Judge for Sets {
    fn judge(&mut self, question: &Question<'_>) -> Judged {
        let [answer, gold] = self.sides(question);
        let shared = answer.iter().filter(|form| gold.binary_search(form).is_ok()).count();
        let overlap = match (answer.len(), gold.len()) {
            // Nothing where nothing was wanted is right.
            (0, 0) => Overlap { precision: 1.0, recall: 1.0, f1: 1.0 },
            (0, _) | (_, 0) => Overlap::ZERO,
            (ours, theirs) => Overlap::from_counts(shared, ours, theirs),
        };
        let exact_match = answer == gold && question.answer.is_some();
        let overlap = if question.answer.is_some() { overlap } else { Overlap::ZERO };
        let matched = if overlap.f1 > 0.0 { 0 } else { NO_MATCH };
        Judged { verdict: MatchScore { exact_match, overlap }, matched, ..Judged::NOTHING }
    }

    fn explain(&mut self, question: &Question<'_>) -> Reading {
        let [answer, gold] = self.sides(question);
        let only = |ours: &[String], theirs: &[String]| -> String {
            let some: Vec<&str> = ours
                .iter()
                .filter(|form| theirs.binary_search(form).is_err())
                .map(String::as_str)
                .take(20)
                .collect();
            if some.is_empty() { "nothing".to_owned() } else { some.join("; ") }
        };
        Reading {
            answer: question.answer.map(|_| Shown::plain(answer.join("; "))),
            golds: vec![Shown::plain(gold.join("; "))],
            words: vec![format!(
                "Too much: {}. Missing: {}.",
                only(&answer, &gold),
                only(&gold, &answer)
            )],
            ..Reading::default()
        }
    }
}
