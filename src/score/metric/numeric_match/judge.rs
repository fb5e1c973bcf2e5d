//! Numbers as a way to compare that presets can name.

use super::candidates::{has_length, has_million, of_gold};
use super::{GoldNumbers, GoldValues, HalfUnit, NumberRules, Outcome, Quantity};
use super::{compare_values, gold_values, predicted_values};
use crate::base::diagnostic::Code;
use crate::base::digits::{PERCENT, fixed, grouped, percent, shortest};
use crate::score::metric::MatchScore;
use crate::score::metric::compare::{
    AnswerComparison, Judge, Judged, Note, Question, Reading, SETTLED, Shown, Values, matched,
};
use crate::table::Table;
use crate::text::number::{Decimal, Standing};

/// Numbers and nothing else: a number that matches is a right answer.
pub const NUMBERS: AnswerComparison = AnswerComparison::new(
    "numbers",
    "Compares the number in the answer, within a tolerance.",
    |values| judge(values, Which::All),
)
.noting(NOTES);

/// Words, and beside them numbers.
pub const WORDS_AND_NUMBERS: AnswerComparison = AnswerComparison {
    adds: Some("numeric_match"),
    notes: NOTES,
    ..AnswerComparison::new(
        "tokens+numbers",
        "Compares words. If the gold answer has a number, the number is compared too, within a \
         tolerance.",
        |values| judge(values, Which::All),
    )
};

/// The same, but numbers only of questions whose gold answers are little more than one.
pub const WORDS_AND_ONE_NUMBER: AnswerComparison = AnswerComparison {
    adds: Some("numeric_match"),
    ..AnswerComparison::new(
        "tokens+one_number",
        "Compares words. If the gold answer is little more than one number, the number is \
         compared too, within a tolerance.",
        |values| judge(values, Which::Single),
    )
};

const NOTES: &[Note] = &[
    Note {
        code: Code::GoldWithoutNumber,
        words: "the gold answer has no number, so numeric match leaves the question out",
        remedy: "if it should have one, add it in a column gold_value",
        doubt: false,
    },
    Note {
        code: Code::SeveralGoldNumbers,
        words: "the gold answer has several numbers, and each of them counts as right",
        remedy: "give the right number in a column gold_value, or set gold_numbers",
        doubt: false,
    },
];
const NO_NUMBER: u8 = 1;
const SEVERAL: u8 = 2;

/// Which questions are numeric.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Which {
    /// Those whose gold answers have a number.
    All,
    /// Those whose gold answers are little more than one number each.
    Single,
}

/// More words beside a number make an answer more than a number.
const FEW_WORDS: usize = 5;

#[derive(Debug)]
struct Numbers {
    rules: NumberRules,
    which: Which,
    /// What the column of gold answers has decided.
    learned: Option<HalfUnit>,
}

fn judge(values: Values<'_>, which: Which) -> Box<dyn Judge> {
    Box::new(Numbers { rules: NumberRules::of(values), which, learned: None })
}

impl NumberRules {
    /// The rules that settings say; what they do not say is as in the strict rules.
    pub fn of(values: Values<'_>) -> Self {
        let strict = Self::default();
        let tolerance = |key: &str| Decimal::of_text(&values(key)).map(Decimal::abs);
        Self {
            relative_tolerance: tolerance("relative_tolerance")
                .unwrap_or(strict.relative_tolerance),
            absolute_tolerance: tolerance("absolute_tolerance")
                .unwrap_or(strict.absolute_tolerance),
            half_unit: if values("tolerance") == "gold_precision" {
                HalfUnit::On
            } else {
                values("half_unit").parse().unwrap_or(strict.half_unit)
            },
            percent: values("percent").parse().unwrap_or(strict.percent),
            implied_scale: values("implied_scale").parse().unwrap_or(strict.implied_scale),
            convert_units: values("units") != "ignore",
            measures: values("units") == "measures",
            metres: false,
            brackets: values("brackets") != "gold",
            falls: values("falls") == "minus",
            locale: values("decimal_mark").parse().unwrap_or(strict.locale),
            candidates: values("numbers").parse().unwrap_or(strict.candidates),
            gold_numbers: values("gold_numbers").parse().unwrap_or(strict.gold_numbers),
        }
    }
}

impl NumberRules {
    /// The same rules, which read metres if one of the texts has a length.
    fn beside_lengths<'t>(self, texts: &(impl Iterator<Item = &'t str> + Clone)) -> Self {
        let metres = self.measures
            && texts.clone().any(has_million)
            && texts.clone().any(|text| has_length(text, &self));
        Self { metres, ..self }
    }
}

/// A tolerance as settings keep it; `None` where a text is none.
pub fn tolerance(text: &str) -> Option<String> {
    let number = Decimal::of_text(text).filter(|number| !number.is_negative())?;
    // Without an exponent, as a person would write it.
    Some(number.to_f64().to_string())
}

impl Numbers {
    /// What the user says that the gold answer is.
    fn settled(question: &Question<'_>) -> Option<String> {
        (question.gold)(SETTLED).filter(|value| !value.trim().is_empty())
    }

    /// The gold numbers; none where the question is not numeric.
    fn gold(&self, golds: &[&str], settled: Option<&str>) -> GoldValues {
        if let Some(settled) = settled {
            return gold_values([settled], &self.rules);
        }
        let gold = gold_values(golds.iter().copied(), &self.rules);
        let single = |gold: &str| {
            let values = of_gold(gold, &self.rules);
            let quantity = values.first().is_some_and(|one| one.standing() == Standing::Quantity);
            values.len() == 1 && quantity && gold.split_whitespace().count() <= FEW_WORDS
        };
        let numeric = self.which == Which::All || golds.iter().all(|gold| single(gold));
        if numeric { gold } else { GoldValues::default() }
    }

    fn outcome(&self, question: &Question<'_>) -> (GoldValues, Option<Outcome>) {
        let answer = question.answer.unwrap_or_default();
        let rules = self.rules.beside_lengths(&question.golds.iter().copied().chain([answer]));
        let gold = Self { rules, ..*self }.gold(question.golds, Self::settled(question).as_deref());
        let predicted = predicted_values(answer, &rules);
        let outcome = compare_values(&gold, &predicted, &rules);
        (gold, outcome)
    }
}

/// Whether one gold answer has numbers that differ.
fn several(gold: &[(usize, Quantity)]) -> bool {
    gold.windows(2).any(|two| match two {
        [(one, Quantity::One(a)), (other, Quantity::One(b))] => one == other && a.value != b.value,
        [(one, _), (other, _)] => one == other,
        _ => false,
    })
}

/// Whether a text is a number in round brackets, as accounts write what is negative.
fn is_bracketed(text: &str) -> bool {
    let inner = text.trim().trim_start_matches(['$', '€', '£', ' ']).strip_prefix('(');
    let inner = inner.and_then(|inner| inner.split(')').next()).unwrap_or_default();
    inner.contains(|c: char| c.is_ascii_digit())
        && inner.chars().all(|c| !c.is_alphabetic() && c != '-' && c != '/')
}

/// Whether a text has a number with decimals that are not all zeros.
fn has_fraction(text: &str) -> bool {
    text.split('.')
        .skip(1)
        .any(|rest| rest.bytes().take_while(u8::is_ascii_digit).any(|digit| digit != b'0'))
}

impl Judge for Numbers {
    /// Where all numbers of the column are whole, 18.0 is one as programs print it, and not a rounded one.
    fn prepare(&mut self, gold: &Table, answers: Option<usize>) {
        let Some(answers) = answers else { return };
        if !self.rules.brackets {
            self.rules.brackets =
                (0..gold.rows()).any(|row| is_bracketed(gold.cell(row, answers).text));
        }
        if self.rules.half_unit != HalfUnit::Decimals {
            return;
        }
        if !(0..gold.rows()).any(|row| has_fraction(gold.cell(row, answers).text)) {
            self.rules.half_unit = HalfUnit::Off;
        }
        self.learned = Some(self.rules.half_unit);
    }

    fn learned(&self) -> Option<String> {
        Some(format!("half_unit={:?}", self.learned?).to_lowercase())
    }

    fn judge(&mut self, question: &Question<'_>) -> Judged {
        let (gold, outcome) = self.outcome(question);
        let mut judged = Judged { verdict: MatchScore::UNGRADED, ..Judged::NOTHING };
        let Some(outcome) = outcome else {
            judged.notes = if self.which == Which::All { NO_NUMBER } else { 0 };
            return judged;
        };
        let or_nan = |value: Option<f64>| value.unwrap_or(f64::NAN);
        judged.verdict.exact_match = outcome.matched;
        judged.unread = outcome.predicted.is_none();
        judged.matched = matched(Some(outcome.gold));
        judged.extras.numeric_match = f64::from(u8::from(outcome.matched));
        judged.extras.absolute_error = or_nan(outcome.absolute_error);
        judged.extras.relative_error = or_nan(outcome.relative_error);
        if self.which == Which::All && self.rules.gold_numbers == GoldNumbers::Any && several(&gold)
        {
            judged.notes = SEVERAL;
        }
        judged
    }

    fn explain(&mut self, question: &Question<'_>) -> Reading {
        let (gold, outcome) = self.outcome(question);
        let settled = Self::settled(question);
        let numbers_of = |index: usize| {
            let own = gold.iter().filter(|(one, _)| *one == index);
            let all: Vec<String> = own.map(|(_, value)| value.to_string()).collect();
            if all.is_empty() { "no number".to_owned() } else { all.join(" or ") }
        };
        let mut words = Vec::new();
        if let Some(settled) = &settled {
            words.push(format!("The gold number is taken from gold_value: {settled}."));
        }
        match &outcome {
            None => {
                words.push(
                    "The question is not numeric, so numeric match leaves it out.".to_owned(),
                );
            }
            Some(outcome) => words.extend(reasons(outcome)),
        }
        // What there is to choose from, and what was chosen among it.
        let mut candidates = Vec::new();
        for text in question.golds {
            let all = of_gold(text, &self.rules);
            for (start, end) in all.iter().map(Quantity::span).filter(|_| all.len() > 1) {
                candidates.extend(text.get(start..end).map(str::to_owned));
            }
        }
        Reading {
            answer: outcome
                .and_then(|one| one.predicted)
                .map(|read| Shown::plain(read.to_string())),
            golds: (0..question.golds.len())
                .map(|index| Shown::plain(numbers_of(if settled.is_some() { 0 } else { index })))
                .collect(),
            words,
            candidates,
        }
    }
}

/// What came of it, in sentences.
fn reasons(outcome: &Outcome) -> Vec<String> {
    let Some(predicted) = outcome.predicted else {
        return vec!["The answer has no number.".to_owned()];
    };
    let expected = outcome.expected;
    let mut words =
        vec![format!("Numbers read: {predicted} in the answer, {expected} in the gold answer.")];
    let Some(via) = outcome.via else {
        words.push(
            "These cannot be compared: a range is not a number, and tonnes are not watts."
                .to_owned(),
        );
        return words;
    };
    words.push(if outcome.matched {
        format!("They match: {via}.")
    } else {
        format!("They do not match: {via}.")
    });
    if let Some(absolute) = outcome.absolute_error.filter(|absolute| *absolute > 0.0) {
        let share = outcome.relative_error.map(|relative| match relative {
            far if far >= 1e6 => String::new(),
            near if near < 5e-4 => format!(", less than 0.1{PERCENT} of the gold number"),
            near => format!(", {} of the gold number", percent(near)),
        });
        let missed = match fixed(absolute, 0).parse() {
            Ok(whole) if absolute.fract() == 0.0 => grouped(whole),
            _ => shortest(absolute),
        };
        words.push(format!("It differs by {missed}{}.", share.unwrap_or_default()));
    }
    words
}
