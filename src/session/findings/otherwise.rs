//! Answers that the rule of a reference counts as wrong although they mean the same as the gold answer.

use super::{OneRun, key, written};
use crate::base::diagnostic::{Code, Diagnostics, cut_middle};
use crate::base::digits::{by_number, grouped, percent};
use crate::base::types::{Field, PartOf};
use crate::score::evaluate::Scorer;
use crate::table::{Kind, json};
use crate::text::{Normalizer, Step};

/// At most this many of the first questions are examined.
const LOOKED_AT: usize = 20_000;
/// From one answer in this many on, there is a warning.
const FEW: usize = 20;
/// Of longer answers, only the first line is read.
const LONGEST: usize = 400;

/// Shorter gold answers are shown as written in the file.
const SHORT: usize = 60;

/// Members of a gold answer, next to its aliases, that give it in full.
const FULL: [&str; 3] = ["Value", "value", "NormalizedValue"];

/// Warns once about all answers that people would call right, and gives the score with them.
pub(super) fn otherwise(run: OneRun<'_>, log: &mut Diagnostics) {
    let settings = run.settings();
    let preset = &settings.preset;
    let has_reference =
        !preset.card.reproduces.is_empty() && !preset.takes_programs() && !preset.takes_verdicts();
    let Some(values) = run.values().filter(|_| has_reference) else { return };
    // Signs and points inside numbers are kept.
    let steps = ["lowercase", "delete_punctuation(text)", "collapse_whitespace"];
    let steps: Vec<Step> = steps.iter().filter_map(|step| step.parse().ok()).collect();
    let normalizer = Normalizer::new(&steps);
    let form = |text: &str| normalizer.form(text);
    // In formulas and spans each sign may count, so comparing their words is not enough; judging them again takes
    // longer.
    let compares_words = settings.compares_words(PartOf::Whole);
    let most = if compares_words { LOOKED_AT } else { super::LOOKED_AT };
    let first = &values[..values.len().min(most)];
    let metrics = &run.evaluation.metrics;
    let gold = &run.material.gold;
    let mut scorer = (!compares_words).then(|| Scorer::new(settings.clone(), metrics, Some(gold)));
    let mut found: Vec<(usize, String, String)> = Vec::new();
    for (row, _) in first.iter().enumerate().filter(|(_, value)| **value == 0.0) {
        let Some(output) = run.said(row) else { continue };
        let taken = settings.extractor.extract(&output).answer.unwrap_or_default().trim();
        let said = if taken.is_empty() { output.trim() } else { taken };
        if said.is_empty() {
            continue;
        }
        let golds: Vec<&str> = run.golds(row).filter(|gold| !gold.trim().is_empty()).collect();
        if golds.is_empty() {
            if written::refuses(said) {
                found.push((row, said.to_owned(), "no answer".to_owned()));
            }
            continue;
        }
        if let Some(scorer) = &mut scorer {
            if let Some(gold) = unexpected(run, scorer, row, said) {
                found.push((row, said.to_owned(), gold));
            }
            continue;
        }
        let first = before_more(said);
        let compared = [Some(said), first].map(|text| text.filter(|text| text.len() < LONGEST));
        let agrees = yes_or_no(said);
        if agrees.is_none() && compared == [None, None] {
            continue;
        }
        let full = full_answers(run, row);
        let texts = golds.iter().copied().chain(full.iter().map(String::as_str));
        let forms: Vec<String> = texts.map(form).filter(|form| !form.is_empty()).collect();
        let is_same = |text: String| forms.contains(&text);
        if compared.into_iter().flatten().any(|text| is_same(form(text)))
            || agrees.is_some_and(is_same)
        {
            found.push((row, said.to_owned(), golds[0].to_owned()));
        }
    }
    let Some((row, said, gold)) = found.first() else { return };
    let right: f64 = first.iter().filter(|value| !value.is_nan()).sum();
    let scored = first.iter().filter(|value| !value.is_nan()).count();
    let count = found.len();
    if count * FEW < scored {
        return;
    }
    let number = percent((right + count as f64) / scored.max(1) as f64);
    let (answers, them, they) =
        by_number(count, ("answer counts", "it", "it"), ("answers count", "them", "they"));
    let (among, theirs) = if first.len() < values.len() {
        {
            let first = grouped(first.len());
            (format!(" of the first {first}"), format!("the score of these {first}"))
        }
    } else {
        (String::new(), "the score".to_owned())
    };
    let message = format!(
        "{}{among} {answers} as wrong by the reference's rule, but a person might call {them} right, for example \
         {:?} for {:?}; if {they} counted as right, {theirs} would be {number}",
        grouped(count),
        cut_middle(said, 60),
        cut_middle(gold, 60)
    );
    let material = run.material;
    let place = key(&material.gold, *row, material.joined.by.value);
    let warning = material.gold.warning(*row, Code::JudgedOtherwise, format!("{place}: {message}"));
    log.push(warning.remedy(
        "the number of the reference stays; read these answers, or compare with a plain rule",
    ));
}

/// Returns the gold answer that a person would see in an answer that a rule beyond words finds wrong: the rule
/// reads both in the same way, or finds the answer right without the text that follows it.
fn unexpected(run: OneRun<'_>, scorer: &mut Scorer, row: usize, said: &str) -> Option<String> {
    let material = run.material;
    if let Some(first) = before_more(said)
        && material.score_as(scorer, run.place, row, first).answer.exact_match
    {
        let reading = material.reading(scorer, run.place, row)?;
        return reading.golds.into_iter().map(|gold| gold.text).next();
    }
    let bare = bare_text(said);
    if bare.is_empty() || !run.golds(row).any(|gold| bare_text(gold).contains(&bare)) {
        return None;
    }
    let reading = material.reading(scorer, run.place, row)?;
    let answer = bare_text(&reading.answer?.text);
    let [gold] = &reading.golds[..] else { return None };
    // The compared form may have lost signs by which people recognise the answer.
    let shown = run.golds(row).next().filter(|gold| gold.len() < SHORT).unwrap_or(&gold.text);
    (!answer.is_empty() && answer == bare_text(&gold.text)).then(|| shown.to_owned())
}

/// A text without blanks and without the signs that begin and end a formula.
fn bare_text(text: &str) -> String {
    text.chars().filter(|one| !one.is_whitespace() && *one != '$').collect()
}

/// The gold answer in full, if a file has it next to its aliases.
fn full_answers(run: OneRun<'_>, row: usize) -> Vec<String> {
    let gold = &run.material.gold;
    let Some(column) = gold.map.index(gold.table, Field::Answers) else { return Vec::new() };
    let cell = gold.table.cell(row, column);
    if cell.kind != Kind::Object {
        return Vec::new();
    }
    let member = |name: &&str| {
        let member = json::member(cell.text, name)?;
        (member.kind == Kind::String).then(|| member.text().into_owned())
    };
    FULL.iter().filter_map(member).collect()
}

/// The first line or sentence of a text, if more follows. A letter with a full stop does not end a sentence.
fn before_more(text: &str) -> Option<&str> {
    let is_initial = |end: &usize| {
        let mut before = text[..*end].chars().rev();
        let last = before.next().is_some_and(char::is_alphabetic);
        last && before.next().is_none_or(|one| !one.is_alphanumeric())
    };
    let stop = text.match_indices(". ").map(|(place, _)| place).find(|place| !is_initial(place));
    let ends = [text.find('\n'), stop, text.find('。')];
    let end = ends.into_iter().flatten().min()?;
    Some(text[..end].trim()).filter(|first| !first.is_empty())
}

/// The word yes or no with which a text begins, if more follows it after a comma.
fn yes_or_no(text: &str) -> Option<String> {
    let (first, _) = text.split_once(',')?;
    let first = first.trim();
    ["yes", "no"].into_iter().find(|word| first.eq_ignore_ascii_case(word)).map(str::to_owned)
}
