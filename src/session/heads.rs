//! The contents of the columns of the question table: numbers and lengths in bins, or values if there are few.

use super::Finished;
use crate::base::diagnostic::cut;
use crate::base::digits::{counted, grouped, printed};
use crate::base::types::State;
use crate::session::protocol::{Bin, ColumnBins, Outcomes, Sort, View, Within};
use std::borrow::Cow;
use std::collections::HashMap;

/// Up to this many different texts are listed as values, if each of them occurs at least twice on average.
const FEW: usize = 50;
/// Bins of values; the last bin holds all others if there are more.
const VALUES: usize = 8;
/// The approximate number of bins for numbers.
const BINS: f64 = 10.0;
/// If the largest numbers would take more than half of the bins, this share of the numbers is in bins of equal
/// width, and the rest in one more bin.
const BODY: f64 = 0.98;
/// With fewer numbers, there is no such last bin.
const MANY: usize = 50;
/// Up to this many questions, answers are extracted again for their column; beyond it, the lengths of outputs are
/// counted.
const MOST_EXTRACTED: usize = 50_000;
/// A value is cut at this many characters.
const LONGEST_VALUE: usize = 40;
/// The unit of lengths.
const UNIT: &str = " characters";
/// The bin of a row without a value.
const NONE: u8 = u8::MAX;

/// A column, and the bin of each row.
pub(super) struct Head {
    words: String,
    unit: &'static str,
    bins: Vec<Bin>,
    of_row: Vec<u8>,
}

impl Head {
    fn new(words: String, bins: Vec<String>, of_row: Vec<u8>) -> Self {
        let mut bins: Vec<Bin> = bins.into_iter().map(|words| Bin { words, count: 0 }).collect();
        for place in &of_row {
            if let Some(bin) = bins.get_mut(usize::from(*place)) {
                bin.count += 1;
            }
        }
        Self { words, unit: "", bins, of_row }
    }

    /// Whether a row is in these bins.
    pub(super) fn has(&self, within: &Within, row: usize) -> bool {
        let bin = self.of_row.get(row).copied().unwrap_or(NONE);
        bin != NONE && (within.from..=within.to).contains(&u32::from(bin))
    }
}

impl Finished<'_> {
    /// The heads of the columns of the question table for a run; columns with the same value for all questions are
    /// left out.
    pub fn heads(&self, run: usize) -> Vec<ColumnBins> {
        let metrics = self.score.evaluation.metrics.iter();
        let metrics = metrics.map(|metric| Sort::Metric(metric.id.to_owned()));
        let columns = [Sort::Question, Sort::Prediction, Sort::Gold].into_iter().chain(metrics);
        let found = columns.filter_map(|column| {
            let Head { words, unit, bins, .. } = self.head(run, &column)?;
            let several = bins.iter().filter(|bin| bin.count > 0).count() > 1;
            several.then_some(ColumnBins { column, words, unit: unit.to_owned(), bins })
        });
        found.collect()
    }

    /// The head of a column; `None` for a column without values.
    pub(super) fn head(&self, run: usize, column: &Sort) -> Option<Head> {
        let Self { score, material, .. } = self;
        let scores = score.evaluation.runs.get(run)?;
        let rows = 0..scores.states.len();
        let head = match column {
            Sort::Question => {
                texts(rows.map(|row| material.question(row).map(Cow::Borrowed)), "blank")
            }
            Sort::Gold => {
                let first = |row| material.answers.of(row).next().unwrap_or_default();
                texts(rows.map(|row| Some(Cow::Borrowed(first(row)))), "no answer")
            }
            Sort::Prediction => {
                let extracts = rows.len() <= MOST_EXTRACTED;
                let settings = score.evaluation.settings_of(run);
                let answer = |row: usize| {
                    let raw = material.prediction(run, row)?;
                    if !extracts || scores.states[row] != State::Answered {
                        return Some(raw);
                    }
                    let extractor = settings.extractor_of(material.column(run, row));
                    let found = extractor.extract(&raw).answer.map(str::to_owned);
                    Some(found.map_or(raw, Cow::Owned))
                };
                texts(rows.map(answer), "blank")
            }
            Sort::Metric(id) => {
                let place = score.evaluation.metrics.iter().position(|one| one.id == id)?;
                let values = scores.values.get(place)?;
                let metric = score.evaluation.metrics[place];
                if metric.range.1 == 1.0 { shares(values) } else { numbers(values, metric.scale) }
            }
            Sort::File | Sort::Id | Sort::Verdict | Sort::Apart => return None,
        };
        (!head.bins.is_empty()).then_some(head)
    }

    /// How many rows have each outcome, whatever outcomes the view asks for.
    pub(super) fn outcomes(&self, view: &View, rows: &[u32]) -> Outcomes {
        let run = view.run as usize;
        let mut found = Outcomes::default();
        let Some(scores) = self.score.evaluation.runs.get(run) else { return found };
        let classes = super::classes::Classes::new(&self.score.evaluation, scores, &self.material);
        for row in rows.iter().map(|row| *row as usize) {
            add(&mut found.verdicts, self.verdict(run, row));
            add(&mut found.states, scores.states[row]);
            if let Some(class) = classes.of(row) {
                add(&mut found.classes, class);
            }
            for across in self.across_of(row) {
                add(&mut found.across, across);
            }
            let bits = scores.notes.get(row).copied().unwrap_or_default();
            let part = self.score.evaluation.part(&self.material, row);
            for note in self.score.settings.notes_of(part, bits) {
                add(&mut found.notes, note.code);
            }
        }
        found
    }
}

fn add<T: PartialEq>(counts: &mut Vec<(T, u64)>, one: T) {
    match counts.iter_mut().find(|(other, _)| *other == one) {
        Some((_, count)) => *count += 1,
        None => counts.push((one, 1)),
    }
}

/// The values, if there are few, the most frequent first; otherwise lengths.
fn texts<'a>(all: impl Iterator<Item = Option<Cow<'a, str>>>, blank: &str) -> Head {
    let all: Vec<Option<Cow<'a, str>>> = all.collect();
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for text in all.iter().flatten() {
        *counts.entry(text.trim()).or_default() += 1;
        if counts.len() > FEW {
            break;
        }
    }
    let different = counts.len();
    if different > FEW || different * 2 > all.iter().flatten().count() {
        let length = |text: &Option<Cow<'a, str>>| {
            text.as_ref().map_or(f64::NAN, |text| text.trim().chars().count() as f64)
        };
        let lengths: Vec<f64> = all.iter().map(length).collect();
        let head = numbers(&lengths, 1.0);
        let words = [&head.words, UNIT].concat();
        return Head { words, unit: UNIT, ..head };
    }
    let mut values: Vec<(&str, usize)> = counts.into_iter().collect();
    values.sort_by(|(a, m), (b, n)| n.cmp(m).then_with(|| a.cmp(b)));
    let named = if different > VALUES { VALUES - 1 } else { different };
    let place = |text: &Option<Cow<'a, str>>| {
        let Some(text) = text else { return NONE };
        let found = values[..named].iter().position(|(value, _)| *value == text.trim());
        found.unwrap_or(named) as u8
    };
    let of_row = all.iter().map(place).collect();
    let word = |(value, _): &(&str, usize)| match *value {
        "" => blank.to_owned(),
        value => cut(value, LONGEST_VALUE),
    };
    let mut bins: Vec<String> = values[..named].iter().map(word).collect();
    if different > named {
        bins.push(format!("{} others", different - named));
    }
    Head::new(counted(different, "value"), bins, of_row)
}

/// Right and wrong, or ten bins from 0 to 1; the last bin includes 1.
fn shares(values: &[f64]) -> Head {
    /// By how much rounding may make shares too small: 1 − 0.6 is a little less than 0.4.
    const ROUNDED: f64 = 1e-9;
    let is_graded = values.iter().any(|value| *value > 0.0 && *value < 1.0);
    let most = if is_graded { 9.0 } else { 1.0 };
    let place = |value: &f64| {
        if value.is_nan() {
            return NONE;
        }
        let step = if is_graded { BINS } else { 1.0 };
        #[allow(clippy::cast_sign_loss, reason = "clamped to 0 and up")]
        let place = ((value + ROUNDED) * step).clamp(0.0, most) as u8;
        place
    };
    let of_row = values.iter().map(place).collect();
    if !is_graded {
        return Head::new("0 or 1".to_owned(), vec!["0".to_owned(), "1".to_owned()], of_row);
    }
    let bins = (0..10).map(|bin| format!("{}–{}\u{202f}%", bin * 10, bin * 10 + 10));
    Head::new("0–100\u{202f}%".to_owned(), bins.collect(), of_row)
}

/// Bins of one round width, from the smallest number to where few are left, and one bin for the largest.
fn numbers(values: &[f64], scale: f64) -> Head {
    let mut known: Vec<f64> = values.iter().map(|value| value * scale).collect();
    known.retain(|value| value.is_finite());
    known.sort_by(f64::total_cmp);
    let (Some(least), Some(most)) = (known.first().copied(), known.last().copied()) else {
        return Head::new(String::new(), Vec::new(), vec![NONE; values.len()]);
    };
    #[allow(clippy::cast_sign_loss, reason = "a place among them")]
    let body = known[((known.len() - 1) as f64 * BODY) as usize];
    let has_rest = known.len() >= MANY && most - least > 2.0 * (body - least);
    let body = if has_rest { body } else { most };
    let is_whole = known.iter().all(|value| value.fract() == 0.0);
    let step = round_width((body - least) / BINS, is_whole);
    let first = (least / step).floor();
    let count = (body / step).floor() - first + 1.0;
    let end = (first + count) * step;
    let rest = most >= end;
    let place = |value: &f64| {
        let value = value * scale;
        if value.is_nan() {
            return NONE;
        }
        #[allow(clippy::cast_sign_loss, reason = "clamped to 0 and up")]
        let place = ((value / step).floor() - first).clamp(0.0, count) as u8;
        place
    };
    let of_row = values.iter().map(place).collect();
    let decimals = (0..6).find(|count| step * 10_f64.powi(*count) > 0.999).unwrap_or(6);
    let decimals = if is_whole { 0 } else { decimals.unsigned_abs() };
    let text = |value: f64| match value {
        #[allow(clippy::cast_sign_loss, reason = "at least 0")]
        whole @ 0.0..1e15 if is_whole => grouped(whole as usize),
        value => printed(value, decimals),
    };
    let bin = |bin: u8| {
        let from = (first + f64::from(bin)) * step;
        match from + step {
            _ if is_whole && step == 1.0 => text(from),
            to if is_whole => [text(from), text(to - 1.0)].join("–"),
            to => [text(from), text(to)].join("–"),
        }
    };
    #[allow(clippy::cast_sign_loss, reason = "a count")]
    let mut bins: Vec<String> = (0..count as u8).map(bin).collect();
    if rest {
        bins.push(format!("{} or more", text(end)));
    }
    let ends = if least == most { text(least) } else { [text(least), text(most)].join("–") };
    Head::new(ends, bins, of_row)
}

/// The next 1, 2 or 5 times a power of ten.
fn round_width(width: f64, is_whole: bool) -> f64 {
    let least = if is_whole { 1.0 } else { f64::MIN_POSITIVE };
    if width <= least {
        return if width > 0.0 { least } else { 1.0 };
    }
    let mut power = 1.0_f64;
    while power.is_finite() && power * 10.0 <= width {
        power *= 10.0;
    }
    while power > width {
        power /= 10.0;
    }
    let steps = [1.0, 2.0, 5.0].map(|step| step * power);
    steps.into_iter().find(|step| *step >= width).unwrap_or(10.0 * power)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(head: &Head) -> Vec<(&str, u64)> {
        head.bins.iter().map(|bin| (bin.words.as_str(), bin.count)).collect()
    }

    #[test]
    fn few_texts_are_values_and_others_have_lengths() {
        let all = ["B", "A", "A ", "", "A", "B", "", "A"].map(|text| Some(Cow::Borrowed(text)));
        let head = texts(all.into_iter().chain([None]), "blank");
        assert_eq!(told(&head), [("A", 4), ("blank", 2), ("B", 2)]);
        assert_eq!(head.words, "3 values");
        let many = (0..30).flat_map(|at| vec![Some(Cow::Owned(at.to_string())); 30 - at]);
        let head = texts(many, "blank");
        assert_eq!(told(&head).last(), Some(&("23 others", 276)));
        assert_eq!(head.bins.iter().map(|bin| bin.count).sum::<u64>(), 465);
        let lengths = ["one", "three", "seventeen"].map(|text| Some(Cow::Borrowed(text)));
        let head = texts(lengths.into_iter(), "blank");
        let kept: Vec<_> = told(&head).into_iter().filter(|(_, count)| *count > 0).collect();
        assert_eq!(kept, [("3", 1), ("5", 1), ("9", 1)]);
        assert_eq!(head.words, "3–9 characters");
    }

    #[test]
    fn every_number_has_a_bin() {
        assert_eq!(told(&shares(&[0.0, 1.0, 1.0, f64::NAN])), [("0", 1), ("1", 2)]);
        let head = shares(&[0.0, 0.05, 1.0 - 0.6, 0.95, 1.0]);
        let counts: Vec<u64> = head.bins.iter().map(|bin| bin.count).collect();
        assert_eq!(counts, [2, 0, 0, 0, 1, 0, 0, 0, 0, 2]);
        let mut values: Vec<f64> = (0..99).map(f64::from).collect();
        values.push(5000.0);
        let head = numbers(&values, 1.0);
        assert_eq!(told(&head).first(), Some(&("0–9", 10)));
        assert_eq!(told(&head).last(), Some(&("100 or more", 1)));
        assert_eq!(head.bins.iter().map(|bin| bin.count).sum::<u64>(), 100);
        for values in [vec![0.0], vec![-3.5, 2.25], vec![1e-9, 2e-9], vec![1e12, 1e12 + 1.0]] {
            let head = numbers(&values, 1.0);
            let all: u64 = head.bins.iter().map(|bin| bin.count).sum();
            assert_eq!(all, values.len() as u64, "{values:?}");
            assert!(head.bins.len() <= 13, "{values:?}: {}", head.bins.len());
        }
    }
}
