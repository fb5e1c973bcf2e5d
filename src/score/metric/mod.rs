//! Phase 5: a prediction is compared with the gold answers.
//!
//! One file per metric; each is a pure function that always has a value. With several gold answers
//! the best counts, with none at all the value is 0 (the reference scripts crash there).
//! [`METRICS`] says what each id means.

pub(crate) mod assignment;
pub(crate) mod attempts;
pub mod choices;
pub(crate) mod closed;
pub mod compare;
pub mod contains_answer;
pub mod dates;
pub(crate) mod day;
pub mod drop;
pub mod gsm8k;
pub mod leave_one_out;
pub mod letters;
pub(crate) mod lists;
pub mod math;
pub mod math_graders;
pub(crate) mod mixed;
pub mod numeric_match;
pub(crate) mod numpy;
pub(crate) mod own_verdicts;
pub mod passes;
pub(crate) mod refusal;
pub(crate) mod rouge;
pub mod scored;
pub mod scripted;
pub(crate) mod spans;
pub(crate) mod stripped;
pub mod supporting_facts;
pub mod tatqa;
pub mod token_f1;
pub(crate) mod verdicts;
pub(crate) mod votes;

use refusal::Refusal;
pub use scored::{Scored, joint};
use std::sync::LazyLock;
use token_f1::Overlap;

/// No gold answer won.
pub const NO_MATCH: u16 = u16::MAX;

/// Equality and overlap of one comparison.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MatchScore {
    /// Whether prediction and gold are equal.
    pub exact_match: bool,
    /// How much they share.
    pub overlap: Overlap,
}

impl MatchScore {
    /// Nothing equal, nothing shared.
    pub const NONE: Self = Self { exact_match: false, overlap: Overlap::ZERO };

    /// Nothing equal, and no measure of what is shared.
    pub const UNGRADED: Self = Self {
        exact_match: false,
        overlap: Overlap { precision: f64::NAN, recall: f64::NAN, f1: f64::NAN },
    };

    /// 1 where equal, else 0.
    pub fn exact(&self) -> f64 {
        f64::from(u8::from(self.exact_match))
    }
}

/// How the interval of a mean is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntervalMethod {
    /// Wilson's score interval, for metrics that are 0 or 1.
    Wilson,
    /// Percentile bootstrap, for graded metrics.
    Bootstrap,
    /// Wilson's score interval with the error of the delta method, for the F-score of counts.
    Ratio,
}

/// What a metric means. Its properties belong to it, not to the values it happens to have.
#[derive(Clone, Copy, Debug)]
pub struct MetricInfo {
    /// Stable id in presets and reports, in `snake_case`.
    pub id: &'static str,
    /// Name in words.
    pub title: &'static str,
    /// Name in a narrow column.
    pub short: &'static str,
    /// What it measures, in one sentence.
    pub meaning: &'static str,
    /// Least and greatest value of one question.
    pub range: (f64, f64),
    /// What people read it times: 100 where they read percent, 1 where it is in the unit of the answers.
    pub scale: f64,
    /// Whether more is better.
    pub higher_is_better: bool,
    /// How the interval of its mean is made.
    pub interval: IntervalMethod,
    /// Whether it asks for supporting facts on both sides.
    pub of_facts: bool,
    /// Whether it is one half of an F1 that stands beside it.
    pub is_part: bool,
    /// The k of a metric of k attempts; 0 of any other.
    attempts: u64,
    take: Take,
}

/// What a metric takes from a question, with its k.
type Take = fn(&Scored, u64) -> Option<f64>;

impl PartialEq for MetricInfo {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl MetricInfo {
    /// Returns its value for a question; `None` or NaN where it does not apply.
    pub fn value(&self, scored: &Scored) -> Option<f64> {
        (self.take)(scored, self.attempts)
    }

    const fn of_facts(self) -> Self {
        Self { of_facts: true, ..self }
    }

    const fn in_percent(self) -> Self {
        Self { scale: 100.0, ..self }
    }

    const fn part(self) -> Self {
        Self { is_part: true, ..self }
    }
}

/// Metrics of k attempts that differ in k alone.
struct Family {
    /// Names as [`binary`] takes them, each before the number k.
    names: Names,
    /// What they measure, with `{k}` for the number.
    meaning: &'static str,
    /// The numbers that there are.
    of: &'static [u64],
    take: Take,
}

impl Family {
    fn metrics(&self) -> impl Iterator<Item = MetricInfo> {
        // The table is made once and lasts as long as the program.
        let text = |text: String| -> &'static str { text.leak() };
        self.of.iter().map(move |k| {
            let number = k.to_string();
            let names = self.names.map(|name| text([name, &number].concat()));
            let meaning = text(self.meaning.replace("{k}", &number));
            MetricInfo { attempts: *k, ..graded(names, meaning, self.take) }
        })
    }
}

/// The k of `maj@k`, in the order of [`Extras::votes`](compare::Extras::votes).
pub(super) const VOTES_OF: [u64; 8] = [3, 4, 5, 8, 10, 16, 32, 64];

/// The k of `best@k`, in the order of [`Extras::best`](compare::Extras::best) after that of all attempts.
pub(super) const BEST_OF: [u64; 6] = [2, 4, 8, 16, 32, 64];

/// The one table of metrics.
pub static METRICS: LazyLock<Vec<MetricInfo>> = LazyLock::new(|| {
    SINGLE.iter().copied().chain(FAMILIES.iter().flat_map(Family::metrics)).collect()
});

/// The metrics that are none of a family.
const SINGLE: &[MetricInfo] = &[
    binary(
        ["exact_match", "Exact match", "EM"],
        "1 if the normalised answer equals a normalised gold answer.",
        |s, _| Some(s.or_exact(s.extras.exact_share)),
    ),
    graded(
        ["f1", "Token F1", "F1"],
        "Harmonic mean of token precision and recall against the best gold answer.",
        |s, _| Some(s.answer.overlap.f1),
    ),
    graded(
        ["precision", "Token precision", "P"],
        "Share of the answer's tokens that are also in the gold answer.",
        |s, _| Some(s.answer.overlap.precision),
    )
    .part(),
    graded(
        ["recall", "Token recall", "R"],
        "Share of the gold answer's tokens that are also in the answer.",
        |s, _| Some(s.answer.overlap.recall),
    )
    .part(),
    graded(
        ["rouge_l", "ROUGE-L", "R-L"],
        "F-measure of the longest sequence of words that the answer and the best gold answer \
         share.",
        |s, _| Some(s.extras.rouge_l),
    ),
    binary(
        ["contains_answer", "Contains answer", "Cont."],
        "1 if the answer contains the tokens of a gold answer in one piece.",
        |s, _| Some(f64::from(s.contains)),
    ),
    binary(
        ["accuracy", "Accuracy", "Acc."],
        "1 if the extracted answer equals a gold answer by the benchmark's rule.",
        |s, _| Some(s.or_exact(s.extras.accuracy)),
    ),
    binary(
        ["attempted", "Attempted", "Att."],
        "1 if an answer was attempted, whether it is right or wrong.",
        |s, _| Some(s.extras.attempted),
    ),
    binary(
        ["correct_given_attempted", "Correct given attempted", "C|A"],
        "1 if the answer is right, over the questions with an attempted answer.",
        |s, _| (s.extras.attempted == 1.0).then(|| s.answer.exact()),
    ),
    ratio(
        [F_OF_ATTEMPTED, "F-score of attempted answers", "F"],
        "Harmonic mean of the share of right answers and the share of right answers among the \
         attempted, as SimpleQA defines it; computed over all questions together.",
        |_, _| None,
    ),
    graded(
        ["vqa_accuracy", "VQA accuracy", "VQA"],
        "A third for each person who gave the answer, up to 1; averaged over leaving out each \
         person in turn.",
        |s, _| Some(s.or_exact(s.extras.accuracy)),
    ),
    binary(
        ["refusal", "Refusal accuracy", "Ref."],
        "1 if the output declines to answer exactly when the gold file has no answer.",
        |s, _| Some(f64::from(s.refusal.is_some_and(Refusal::is_right))),
    ),
    binary(
        ["supporting_facts_exact_match", "Supporting facts exact match", "SP EM"],
        "1 if exactly the gold supporting facts are given.",
        |s, _| Some(s.facts?.exact()),
    )
    .of_facts(),
    graded(
        ["supporting_facts_f1", "Supporting facts F1", "SP F1"],
        "Harmonic mean of precision and recall of the supporting facts.",
        |s, _| Some(s.facts?.overlap.f1),
    )
    .of_facts(),
    graded(
        ["supporting_facts_precision", "Supporting facts precision", "SP P"],
        "Share of the given supporting facts that are gold.",
        |s, _| Some(s.facts?.overlap.precision),
    )
    .of_facts()
    .part(),
    graded(
        ["supporting_facts_recall", "Supporting facts recall", "SP R"],
        "Share of the gold supporting facts that are given.",
        |s, _| Some(s.facts?.overlap.recall),
    )
    .of_facts()
    .part(),
    binary(
        ["joint_exact_match", "Joint exact match", "Joint EM"],
        "1 if both the answer and the supporting facts match exactly.",
        |s, _| Some(s.joint()?.exact()),
    )
    .of_facts(),
    graded(
        ["joint_f1", "Joint F1", "Joint F1"],
        "Harmonic mean of joint precision and joint recall.",
        |s, _| Some(s.joint()?.overlap.f1),
    )
    .of_facts(),
    graded(
        ["joint_precision", "Joint precision", "Joint P"],
        "Token precision times supporting facts precision.",
        |s, _| Some(s.joint()?.overlap.precision),
    )
    .of_facts()
    .part(),
    graded(
        ["joint_recall", "Joint recall", "Joint R"],
        "Token recall times supporting facts recall.",
        |s, _| Some(s.joint()?.overlap.recall),
    )
    .of_facts()
    .part(),
    binary(
        ["solve_rate", "Solve rate", "Solved"],
        "1 if the result extracted from the output equals the result of the gold solution.",
        |s, _| Some(s.answer.exact()),
    ),
    binary(
        ["strict_match", "Strict match", "Strict"],
        "1 if the number after the agreed marker equals the gold number as a text.",
        |s, _| Some(s.extras.strict_match),
    ),
    binary(
        ["flexible_extract", "Flexible extract", "Flexible"],
        "1 if the last number of the output equals the gold number as a text.",
        |s, _| Some(s.extras.flexible_extract),
    ),
    binary(
        ["numeric_match", "Numeric match", "Num."],
        "1 if the number read from the output is within the tolerance of the gold number.",
        |s, _| Some(s.extras.numeric_match),
    ),
    error(
        ["absolute_error", "Absolute error", "Abs. err."],
        "Distance between the number read from the output and the gold number, in the unit of the \
         gold number.",
        |s, _| Some(s.extras.absolute_error),
    ),
    error(
        ["relative_error", "Relative error", "Rel. err."],
        "The absolute error divided by the absolute gold number; none if the gold number is 0.",
        |s, _| Some(s.extras.relative_error),
    )
    .in_percent(),
    binary(
        ["scale", "Scale", "Scale"],
        "1 if the predicted scale (thousand, million, percent, ...) is the gold scale.",
        |s, _| Some(s.extras.scale),
    ),
    graded(
        ["pass@1", "Pass@1", "P@1"],
        "Share of a question's attempts that pass: the chance that a random attempt passes.",
        |s, _| Some(s.pass_at(1)),
    ),
    graded(
        ["majority", "Majority vote", "Maj."],
        "1 if the answer that most attempts give is right; if answers tie, a right one counts \
         for its share.",
        |s, _| Some(if s.attempts == 0 { 0.0 } else { s.extras.majority }),
    ),
    graded(
        ["best_of_all", "Best by score", "Best"],
        "1 if the attempt with the highest score in the file is right; if several tie, the share \
         of right ones.",
        |s, _| Some(s.extras.best[0]),
    ),
];

const FAMILIES: &[Family] = &[
    Family {
        names: ["pass@", "Pass@", "P@"],
        meaning: "Chance that at least one of {k} attempts at a question passes; needs {k} or \
                  more attempts at each.",
        of: &[
            2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 20, 24, 25, 30, 32, 40, 48, 50, 60,
            64, 75, 80, 96, 100, 120, 125, 128, 150, 160, 200, 250, 256, 300, 400, 500, 512, 1000,
            1024,
        ],
        take: |s, k| Some(s.pass_at(k)),
    },
    Family {
        names: [ALL_OF, "All@", "All@"],
        meaning: "Chance that all of {k} attempts at a question pass; needs {k} or more attempts \
                  at each.",
        of: &[
            2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 20, 24, 25, 32, 40, 48, 50, 64,
            100, 128, 256,
        ],
        take: |s, k| Some(s.all_of(k)),
    },
    // G-Pass@k of Liu and others 2024, *Are Your LLMs Capable of Stable Reasoning?*, with thresholds of a half and three
    // quarters.
    Family {
        names: ["g_pass_50@", "G-Pass (0.5) @", "G50@"],
        meaning: "Chance that at least half of {k} attempts at a question pass; needs {k} or \
                  more attempts at each.",
        of: &[
            2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 20, 24, 32, 48, 64, 100, 128, 256,
        ],
        take: |s, k| Some(s.half_of(k)),
    },
    Family {
        names: ["g_pass_75@", "G-Pass (0.75) @", "G75@"],
        meaning: "Chance that at least three quarters of {k} attempts at a question pass; needs \
                  {k} or more attempts at each.",
        of: &[
            2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 20, 24, 32, 48, 64, 100, 128, 256,
        ],
        take: |s, k| Some(s.most_of(k)),
    },
    Family {
        names: ["maj@", "Majority of ", "Maj@"],
        meaning: "Chance that the majority vote of {k} attempts is right, averaged over all \
                  draws; if answers tie, a right one counts for its share. Also known as \
                  cons@{k}.",
        of: &VOTES_OF,
        take: |s, k| Some(s.votes_of(k)),
    },
    Family {
        names: ["best@", "Best@", "Best@"],
        meaning: "Chance that the attempt with the highest score among {k} at a question passes; \
                  needs {k} or more attempts at each.",
        of: &BEST_OF,
        take: |s, k| Some(s.best_of(k)),
    },
];

/// What metrics of the attempt with the highest score begin with.
pub const BEST_OF_ATTEMPTS: &str = "best";

/// What `all@k` begins with.
pub const ALL_OF: &str = "all@";

/// The metric that is no mean over questions but comes of two that are.
pub const F_OF_ATTEMPTED: &str = "f_of_attempted";

/// The k of `pass@k`, `all@k`, `g_pass@k`, `best@k` and `maj@k`, and 1 of the majority; `None` for any other metric.
pub fn attempts_of(id: &str) -> Option<u32> {
    if ["majority", "best_of_all"].contains(&id) {
        return Some(1);
    }
    let names = ["pass@", ALL_OF, "g_pass_50@", "g_pass_75@", "best@", "maj@"];
    names.iter().find_map(|name| id.strip_prefix(name))?.parse().ok()
}

/// Exact match where that is a share and not yes or no: see
/// [`exact_share`](compare::Extras::exact_share).
pub static SHARED_EXACT_MATCH: MetricInfo = graded(
    ["exact_match", "Exact match", "EM"],
    "Each gold answer is left out in turn; the share of turns in which another one equals the \
     normalised answer.",
    |s, _| Some(s.or_exact(s.extras.exact_share)),
);

/// The metric with this id.
pub fn metric(id: &str) -> Option<&'static MetricInfo> {
    METRICS.iter().find(|metric| metric.id == id)
}

/// A title within a sentence: `Exact match` is `exact match`, `F1` stays.
pub fn in_text(title: &str) -> String {
    let mut words = title.to_owned();
    if title.as_bytes().get(1).is_some_and(u8::is_ascii_lowercase)
        && let Some(first) = words.get_mut(..1)
    {
        first.make_ascii_lowercase();
    }
    words
}

/// Id, title and short name.
type Names = [&'static str; 3];

/// A metric that is 0 or 1, more being better.
const fn binary([id, title, short]: Names, meaning: &'static str, take: Take) -> MetricInfo {
    MetricInfo {
        id,
        title,
        short,
        meaning,
        range: (0.0, 1.0),
        scale: 100.0,
        higher_is_better: true,
        interval: IntervalMethod::Wilson,
        of_facts: false,
        is_part: false,
        attempts: 0,
        take,
    }
}

/// A metric between 0 and 1, more being better.
const fn graded(names: Names, meaning: &'static str, take: Take) -> MetricInfo {
    MetricInfo { interval: IntervalMethod::Bootstrap, ..binary(names, meaning, take) }
}

/// A metric between 0 and 1 that comes of counts of all questions, more being better.
const fn ratio(names: Names, meaning: &'static str, take: Take) -> MetricInfo {
    MetricInfo { interval: IntervalMethod::Ratio, ..binary(names, meaning, take) }
}

/// A distance from 0 on, less being better.
const fn error(names: Names, meaning: &'static str, take: Take) -> MetricInfo {
    let range = (0.0, f64::INFINITY);
    MetricInfo { range, scale: 1.0, higher_is_better: false, ..graded(names, meaning, take) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_table_is_complete_and_unambiguous() {
        let columns: [fn(&MetricInfo) -> &str; 3] =
            [|one| one.id, |one| one.title, |one| one.short];
        for column in columns {
            let names: BTreeSet<&str> = METRICS.iter().map(column).collect();
            assert_eq!(names.len(), METRICS.len());
            assert!(!names.contains(""));
        }
        for one in METRICS.iter() {
            assert!(one.id.chars().all(|c| {
                c.is_ascii_lowercase() || matches!(c, '_' | '@') || c.is_ascii_digit()
            }));
            assert!(one.meaning.len() > 20 && one.meaning.ends_with('.'), "{}", one.id);
            assert!(one.range.0 < one.range.1);
            assert_eq!(metric(one.id).map(|found| found.title), Some(one.title));
        }
        assert!(metric("bleu").is_none());
    }
}
