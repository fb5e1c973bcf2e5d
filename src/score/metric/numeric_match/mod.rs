//! Whether a text gives the number that another one gives. Our own definition, for benchmarks whose
//! evaluators were people.
//!
//! Both texts are read by [`number`](crate::text::number); [`NumberRules`] says which of their
//! numbers count and how far they may be apart. With several gold answers, or several numbers that
//! count, the best pair decides.

mod candidates;
mod compare;
mod judge;
mod rules;

pub use candidates::Quantity;
pub use compare::{Nearness, Terms, Via};
pub use judge::{NUMBERS, WORDS_AND_NUMBERS, WORDS_AND_ONE_NUMBER, tolerance};
pub use rules::{Candidates, GoldNumbers, HalfUnit, ImpliedScale, NumberRules, PercentRule};

use crate::text::number::{Percent, Standing};
use compare::Trial;

/// Returns the settings of `plain-number`, for judges that compare numbers among other answers.
pub(super) fn plain(key: &str) -> String {
    match key {
        "relative_tolerance" => "0.000001",
        "absolute_tolerance" => "0",
        "half_unit" => "decimals",
        "implied_scale" => "off",
        "percent" => "lenient",
        "units" => "measures",
        "falls" => "minus",
        "decimal_mark" => "auto",
        "numbers" => "after_task",
        _ => "any",
    }
    .to_owned()
}

/// The numbers of the gold answers of a question that count, each with the index of its gold answer.
/// Without any the question is not numeric.
pub type GoldValues = Vec<(usize, Quantity)>;

/// Reads gold answers.
pub fn gold_values<'g>(
    golds: impl IntoIterator<Item = &'g str>,
    rules: &NumberRules,
) -> GoldValues {
    let mut values = Vec::new();
    for (index, gold) in golds.into_iter().enumerate() {
        let all = candidates::of_gold(gold, rules);
        let kept = match rules.gold_numbers {
            GoldNumbers::Any => &all[..],
            GoldNumbers::First => &all[..all.len().min(1)],
            GoldNumbers::Last => &all[all.len().saturating_sub(1)..],
        };
        values.extend(kept.iter().map(|value| (index, *value)));
    }
    values
}

/// The numbers of a prediction that count beside a quantity, which are quantities or else what there is,
/// and those that count beside a year.
pub type PredictedValues = [Vec<Quantity>; 2];

/// Reads a prediction, by locale and choice of the rules.
pub fn predicted_values(text: &str, rules: &NumberRules) -> PredictedValues {
    // Nobody says which of the values of a tuple or an object is the answer.
    let announced = matches!(rules.candidates, Candidates::AfterCue | Candidates::AfterTask);
    candidates::of_prediction(if announced && is_compound(text) { "" } else { text }, rules)
}

/// Compares the two. `None` where no gold answer has a number.
pub fn compare_values(
    golds: &[(usize, Quantity)],
    [quantities, all]: &PredictedValues,
    rules: &NumberRules,
) -> Option<Outcome> {
    let (first, value) = golds.first()?;
    let mut best: Option<Outcome> = None;
    for (gold, value) in golds {
        let year = value.standing() == Standing::Year;
        for predicted in if year { all } else { quantities } {
            let trials = trials(predicted, value, rules);
            // Where nothing matches, the error is that of the numbers as they are written.
            let others = trials.iter().skip(1).copied().map(Some);
            let near = others.filter(|one| one.is_some_and(Trial::is_near));
            for trial in std::iter::once(trials.first().copied()).chain(near) {
                let outcome = Outcome::of(*gold, *value, Some(*predicted), trial);
                best = Some(best.map_or(outcome, |best| best.or(outcome)));
            }
        }
    }
    Some(best.unwrap_or_else(|| Outcome::of(*first, *value, None, None)))
}

/// Whether a text is a tuple, a list or an object of several values as programs print them: `(7, 7)`,
/// `{a: 1}`. A number in brackets is none: `(1,577)`.
fn is_compound(text: &str) -> bool {
    let text = text.trim();
    let inside = [('(', ')'), ('[', ']'), ('{', '}')]
        .into_iter()
        .find_map(|(opens, closes)| text.strip_prefix(opens)?.strip_suffix(closes));
    inside.is_some_and(|inside| {
        (inside.contains(", ") || inside.contains(": ")) && !inside.contains(['(', ')', '\n'])
    })
}

/// What came of comparing the numbers of a prediction with those of the gold answers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// Whether they match.
    pub matched: bool,
    /// How, or why not; `None` where the prediction has no number, or none that can be compared.
    pub via: Option<Via>,
    /// Index of the gold answer it was compared with.
    pub gold: usize,
    /// The gold number as read.
    pub expected: Quantity,
    /// The predicted number as read; `None` where there is none.
    pub predicted: Option<Quantity>,
    /// By how much it misses, in the gold number's unit with its scale multiplied out; of a range the
    /// greater miss. `None` where nothing can be compared.
    pub absolute_error: Option<f64>,
    /// The same as a share of the gold number; `None` also where that is 0.
    pub relative_error: Option<f64>,
}

impl Outcome {
    #[allow(clippy::large_types_passed_by_value, reason = "both are kept")]
    fn of(
        gold: usize,
        expected: Quantity,
        predicted: Option<Quantity>,
        trial: Option<Trial>,
    ) -> Self {
        Self {
            matched: trial.is_some_and(Trial::is_near),
            via: trial.map(|trial| trial.via),
            gold,
            expected,
            predicted,
            absolute_error: trial.map(|trial| trial.absolute),
            relative_error: trial.and_then(|trial| trial.relative),
        }
    }

    /// The better of two, the first where they are equal: a match, then the smaller error.
    fn or(self, other: Self) -> Self {
        let error = |one: &Self| one.relative_error.or(one.absolute_error).unwrap_or(f64::INFINITY);
        let better = (other.matched, -error(&other)) > (self.matched, -error(&self));
        if better { other } else { self }
    }
}

/// Every way in which two quantities may be compared.
fn trials(predicted: &Quantity, gold: &Quantity, rules: &NumberRules) -> Vec<Trial> {
    match (predicted, gold) {
        (Quantity::One(one), Quantity::One(other)) if other.standing == Standing::Year => {
            vec![compare::year(one, other)]
        }
        (Quantity::One(one), Quantity::One(other)) => compare::trials(one, other, rules),
        (Quantity::Range(from, to), Quantity::Range(gold_from, gold_to)) => {
            let upper = compare::trials(to, gold_to, rules);
            let same =
                |lower: &Trial| upper.iter().find(|upper| upper.via.terms == lower.via.terms);
            let lower = compare::trials(from, gold_from, rules);
            lower.iter().filter_map(|lower| Some(compare::worse(*lower, *same(lower)?))).collect()
        }
        // A number is no range.
        _ => Vec::new(),
    }
}

/// Whether the numbers of all gold answers are in one unit, or in none, so that errors in it can be
/// averaged: 5 t beside 7 t, and not beside 42 %.
pub fn one_unit<'g>(golds: impl IntoIterator<Item = &'g str>, rules: &NumberRules) -> bool {
    let numbers =
        |gold: &'g str| candidates::of_gold(gold, rules).into_iter().map(move |one| (gold, one));
    let mut units = golds.into_iter().flat_map(numbers).map(|(gold, one)| unit(gold, &one));
    units.next().is_none_or(|first| units.all(|unit| unit == first))
}

/// What a number counts: its sign of percent, its currency, its unit, and the word behind it, one or
/// many.
fn unit<'g>(
    text: &'g str,
    quantity: &Quantity,
) -> (Option<Percent>, Option<&'static str>, Option<&'static str>, &'g str) {
    let (Quantity::One(number) | Quantity::Range(_, number)) = quantity;
    let behind = text.get(number.end..).unwrap_or_default();
    let word =
        if number.per { behind } else { behind.split_whitespace().next().unwrap_or_default() };
    let word = word.trim_matches(|c: char| !c.is_alphabetic()).trim_end_matches('s');
    (number.percent, number.currency, number.unit.map(|unit| unit.symbol), word)
}

/// Compares a prediction with gold answers. `None` where no gold answer has a number.
pub fn numeric_match(
    prediction: Option<&str>,
    golds: &[&str],
    rules: &NumberRules,
) -> Option<Outcome> {
    let predicted = predicted_values(prediction.unwrap_or_default(), rules);
    compare_values(&gold_values(golds.iter().copied(), rules), &predicted, rules)
}

#[cfg(test)]
mod tests;
