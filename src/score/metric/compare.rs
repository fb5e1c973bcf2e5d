//! How an answer is compared with the gold answers, where that is not by its words alone.

use super::numeric_match;
use super::token_f1::{EmptyRule, Overlap};
use super::{MatchScore, NO_MATCH};
use super::{
    attempts, choices, closed, dates, day, drop, gsm8k, leave_one_out, letters, lists, math,
    math_graders, mixed, own_verdicts, rouge, scripted, stripped, tatqa, verdicts, votes,
};
use crate::base::diagnostic::Code;
use crate::table::Table;
use crate::text::{Normalizer, Step};
use std::fmt::Debug;

/// The key by which a judge is told the steps of its normal form, one a line.
pub const NORMALIZE: &str = "normalize";

/// The name of the comparison by words: see [`token_f1`](super::token_f1).
pub const TOKENS: &str = "tokens";

/// A way to compare. Its name is stable: presets and signatures are made of it.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is a statement of its own about one way")]
pub struct AnswerComparison {
    /// Name in presets.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub meaning: &'static str,
    /// The metric that its settings are about, where answers are compared by their words as well:
    /// then the verdict is that of the words, and the judge adds its own values to it.
    pub adds: Option<&'static str>,
    /// Whether an answer is right that its judge finds right, where the words are compared as well.
    pub decides: bool,
    /// Makes its judge, given the value of each setting by its key.
    pub judge: fn(Values<'_>) -> Box<dyn Judge>,
    /// What its judge may have to say of a question, by the bit of [`Judged::notes`].
    pub notes: &'static [Note],
    /// Whether its exact match is a share and not yes or no: see [`Extras::exact_share`].
    pub shares: bool,
    /// Whether it takes predictions that are lists, so that they need no warning.
    pub lists: bool,
    /// Whether it sees all attempts at a question at once, in one list, also from several rows.
    pub votes: bool,
    /// Whether it reads verdicts that stand beside predictions, so that questions need no gold answers.
    pub verdicts: bool,
}

/// The first note of every comparison that reads verdicts: there is none.
pub const NO_VERDICT: u8 = 1;

/// That an output has no verdict. What is missing is said elsewhere.
pub(super) fn no_verdict(question: &Question<'_>) -> u8 {
    if question.output.is_some() { NO_VERDICT } else { 0 }
}

impl AnswerComparison {
    /// One that stands for the words, takes texts, is right or wrong and has nothing to say beside.
    pub const fn new(
        name: &'static str,
        meaning: &'static str,
        judge: fn(Values<'_>) -> Box<dyn Judge>,
    ) -> Self {
        let notes = &[];
        Self {
            name,
            meaning,
            adds: None,
            decides: false,
            judge,
            notes,
            shares: false,
            lists: false,
            votes: false,
            verdicts: false,
        }
    }

    /// The same whose judge may have these notes.
    #[must_use]
    pub const fn noting(self, notes: &'static [Note]) -> Self {
        Self { notes, ..self }
    }

    /// The same of predictions that are lists.
    #[must_use]
    pub const fn of_lists(self) -> Self {
        Self { lists: true, ..self }
    }
}

/// The value of each setting, by its key.
pub type Values<'a> = &'a dyn Fn(&str) -> String;

/// The key under which a judge is told what F1 of two sides without words is: `equal` for
/// [`EmptyRule::Equal`].
pub const EMPTY: &str = "empty";

/// What a judge is told of sides without words.
pub fn empty_rule(values: Values<'_>) -> EmptyRule {
    if values(EMPTY) == "equal" { EmptyRule::Equal } else { EmptyRule::Zero }
}

/// The normal form that a judge is told.
pub fn normalizer(values: Values<'_>) -> Normalizer {
    // They were checked when the preset was read.
    let steps: Vec<Step> = values(NORMALIZE).lines().filter_map(|step| step.parse().ok()).collect();
    Normalizer::new(&steps)
}

/// Something to know of a question that was judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Note {
    /// Code of the warning.
    pub code: Code,
    /// What it is, after "3 questions: ".
    pub words: &'static str,
    /// What to do about it.
    pub remedy: &'static str,
    /// Whether a score with such questions is provisional.
    pub doubt: bool,
}

/// The one table of comparisons, but for [`TOKENS`].
pub const COMPARISONS: &[AnswerComparison] = &[
    dates::DATE,
    attempts::EQUIVALENT,
    lists::ATTEMPTS,
    lists::SET,
    letters::OPTIONS,
    choices::STATED_CHOICE,
    choices::CHOICE,
    choices::NAMED_CHOICE,
    choices::SAID_CHOICE,
    choices::LETTERED_CHOICE,
    choices::MULTIPLE_CHOICE,
    closed::IN_CLAUSE,
    closed::NEGATED,
    closed::COMPARISON,
    closed::KNOWN,
    day::WRITTEN,
    day::WORKED_OUT,
    day::SAID,
    day::FIRST,
    gsm8k::GSM8K_EVOAGENTX,
    gsm8k::GSM8K_OFFICIAL,
    gsm8k::GSM8K_LM_EVAL,
    drop::COMPARISON,
    tatqa::COMPARISON,
    leave_one_out::COMPARISON,
    stripped::COMPARISON,
    math::judge::COMPARISON,
    math_graders::HENDRYCKS,
    math_graders::PRM800K,
    math_graders::MINERVA,
    math_graders::EVOAGENTX,
    mixed::COMPARISON,
    mixed::WRITTEN,
    own_verdicts::COMPARISON,
    rouge::COMPARISON,
    scripted::COMPARISON,
    numeric_match::NUMBERS,
    numeric_match::WORDS_AND_NUMBERS,
    numeric_match::WORDS_AND_ONE_NUMBER,
    verdicts::COMPARISON,
    votes::COMPARISON,
];

/// The comparison of this name; `None` for [`TOKENS`] and for what there is not.
pub fn comparison(name: &str) -> Option<&'static AnswerComparison> {
    COMPARISONS.iter().find(|one| one.name == name)
}

/// The value of another column of a row, by the column's name in `snake_case`: a text as it is, a list
/// or an object as JSON. `None` where there is nothing.
pub type Lookup<'a> = &'a (dyn Fn(&str) -> Option<String> + 'a);

/// A question as a judge sees it.
#[derive(Clone, Copy)]
pub struct Question<'a> {
    /// The raw output; `None` where it is missing.
    pub output: Option<&'a str>,
    /// The answer taken from it; `None` where there is none.
    pub answer: Option<&'a str>,
    /// The gold answers.
    pub golds: &'a [&'a str],
    /// The gold row.
    pub gold: Lookup<'a>,
    /// The row of the prediction.
    pub prediction: Lookup<'a>,
}

/// Values that a judge gives beside its verdict, as the metrics of these names take them; NaN for what does
/// not apply.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "each is the metric of its name")]
pub struct Extras {
    /// Stands for exact match where that is a share and not yes or no.
    pub exact_share: f64,
    /// Stands for accuracy where that is not exact match.
    pub accuracy: f64,
    pub numeric_match: f64,
    pub absolute_error: f64,
    pub relative_error: f64,
    pub scale: f64,
    pub rouge_l: f64,
    pub strict_match: f64,
    pub flexible_extract: f64,
    pub majority: f64,
    pub attempted: f64,
    pub best: [f64; 7],
    /// By the k of [`VOTES_OF`](super::VOTES_OF).
    pub votes: [f64; 8],
}

impl Extras {
    /// None at all.
    pub const NONE: Self = Self {
        exact_share: f64::NAN,
        accuracy: f64::NAN,
        numeric_match: f64::NAN,
        absolute_error: f64::NAN,
        relative_error: f64::NAN,
        scale: f64::NAN,
        rouge_l: f64::NAN,
        strict_match: f64::NAN,
        flexible_extract: f64::NAN,
        majority: f64::NAN,
        attempted: f64::NAN,
        best: [f64::NAN; 7],
        votes: [f64::NAN; 8],
    };
}

/// What a judge says of a question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judged {
    /// Whether answer and gold are equal, and how much they share; NaN for what does not apply. Not
    /// asked where words are compared as well.
    pub verdict: MatchScore,
    /// Index of the gold answer that it comes from, or [`NO_MATCH`].
    pub matched: u16,
    /// Values beside the verdict.
    pub extras: Extras,
    /// What there is to know, as bits of [`AnswerComparison::notes`].
    pub notes: u8,
    /// Whether there is nothing in the answer that could be compared, such as a number.
    pub unread: bool,
    /// Whether the judge found an answer, whatever the rule of extraction did.
    pub found: bool,
    /// Whether the reference leaves this attempt out, so that it is none.
    pub skipped: bool,
    /// Attempts in the answer, and how many of them are right; one, right by the verdict, where `None`.
    pub tries: Option<(u32, u32)>,
}

impl Judged {
    /// Nothing equal, nothing else to say.
    pub const NOTHING: Self = Self {
        verdict: MatchScore::NONE,
        matched: NO_MATCH,
        extras: Extras::NONE,
        notes: 0,
        unread: false,
        found: false,
        skipped: false,
        tries: None,
    };

    /// A verdict with an F1 that has neither precision nor recall.
    pub const fn graded(exact_match: bool, f1: f64, matched: u16) -> Self {
        let overlap = Overlap { precision: f64::NAN, recall: f64::NAN, f1 };
        Self { verdict: MatchScore { exact_match, overlap }, matched, ..Self::NOTHING }
    }

    /// Right where one of the gold answers is, and which.
    pub(super) fn at(place: Option<usize>) -> Self {
        Self::plain(place.is_some(), matched(place))
    }

    /// A verdict that is right or wrong and nothing in between: there is no F1.
    pub const fn plain(exact_match: bool, matched: u16) -> Self {
        Self {
            verdict: MatchScore { exact_match, ..MatchScore::UNGRADED },
            matched: if exact_match { matched } else { NO_MATCH },
            ..Self::NOTHING
        }
    }
}

/// The index of a gold answer as [`Judged::matched`] has it.
pub(super) fn matched(place: Option<usize>) -> u16 {
    place.and_then(|place| u16::try_from(place).ok()).unwrap_or(NO_MATCH)
}

/// An answer or a gold answer as a judge reads it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shown {
    /// In plain text.
    pub text: String,
    /// As `MathML`, where it is mathematics.
    pub mathml: Option<String>,
}

impl Shown {
    /// Plain text alone.
    pub fn plain(text: impl Into<String>) -> Self {
        Self { text: text.into(), mathml: None }
    }
}

/// Why a judge says what it says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// The answer; `None` where there is none.
    pub answer: Option<Shown>,
    /// The gold answers, in their order.
    pub golds: Vec<Shown>,
    /// In whole sentences.
    pub words: Vec<String>,
    /// What the gold answer may mean, where only the user can tell. What is chosen of it comes back
    /// as the column [`SETTLED`] of the gold row.
    pub candidates: Vec<String>,
}

impl Reading {
    /// Answer and gold answers as they are shown, and sentences.
    pub(super) fn of(
        question: &Question<'_>,
        shown: impl Fn(&str) -> Shown,
        words: Vec<String>,
    ) -> Self {
        Self {
            answer: question.answer.map(&shown),
            golds: question.golds.iter().map(|gold| shown(gold)).collect(),
            words,
            candidates: Vec::new(),
        }
    }
}

/// The column of a gold row that says what its gold answer means.
pub const SETTLED: &str = "gold_value";

/// Compares answers with gold answers. Total: it has a verdict on any text.
pub trait Judge: Debug + Send {
    /// Looks at the gold file before the first question: what its answers are may only show in all of
    /// them. `answers` is their column.
    fn prepare(&mut self, _gold: &Table, _answers: Option<usize>) {}

    /// What it has learned by that, if verdicts may rest on it, in a form that can be compared.
    fn learned(&self) -> Option<String> {
        None
    }

    /// The verdict. With several gold answers the best counts.
    fn judge(&mut self, question: &Question<'_>) -> Judged;

    /// The reasons for it.
    fn explain(&mut self, question: &Question<'_>) -> Reading;
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_table_is_unambiguous() {
        let names: BTreeSet<&str> = COMPARISONS.iter().map(|one| one.name).collect();
        assert_eq!(names.len(), COMPARISONS.len());
        assert!(!names.contains(TOKENS));
        for one in COMPARISONS {
            assert!(one.meaning.ends_with('.'), "{}", one.name);
            assert!(one.notes.len() <= 8, "{}", one.name);
            assert_eq!(comparison(one.name).map(|found| found.name), Some(one.name));
        }
    }
}
