//! Where every run stands by a metric: one shape for the session, for reports and for the page.
//!
//! Members of a leaderboard in a report:
//!
//! | member | meaning |
//! |---|---|
//! | `metric`, `questions`, `words`, `n` | the metric; `all` or `common`; the questions in words; how many questions |
//! | `runs` | from the best mean to the worst |
//! | `run`, `name` | index among `runs` of the report, and name |
//! | `rank`, `leader` | runs share the rank of the best of them, the leader, if none is shown to be worse than the leader; ties do not chain |
//! | `mean`, `interval`, `n` | as in the aggregates |
//! | `versus` | the run compared with the baseline, null for the baseline: members as in `comparisons`, where A is the run; p is corrected for the runs of this leaderboard |

use super::Interval;
use super::compare::{Comparison, Reason, Shown};
use crate::base::digits::{grouped, part};
use serde::{Deserialize, Serialize};

/// The questions that runs are compared on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// All that count: the preset says what a missing prediction is worth.
    All,
    /// Those for which every run has a prediction, also a blank one or one without an answer.
    Common,
}

/// Where every run stands by a metric.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Leaderboard {
    /// Id of the metric.
    pub metric: String,
    /// On which questions.
    #[serde(rename = "questions")]
    pub scope: Scope,
    /// The questions in words.
    pub words: String,
    /// How many questions.
    pub n: u64,
    /// The runs from the best mean to the worst; those without values last.
    pub runs: Vec<Standing>,
    /// Name of the metric for these runs; only where the leaderboard was made.
    #[serde(skip)]
    pub title: String,
    /// Whether some mean or difference is over fewer questions than `n`; only where the leaderboard was made.
    #[serde(skip)]
    pub is_uneven: bool,
}

/// Where a run stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Standing {
    /// Index of the run.
    pub run: u32,
    /// Its name.
    pub name: String,
    /// 1 for the best. Runs share the rank of the first of them if they are not shown to be worse.
    pub rank: u32,
    /// Index of the first run of the same rank.
    pub leader: u32,
    /// Mean, 0 to 1 (errors apart).
    pub mean: Option<f64>,
    /// Interval of the mean.
    pub interval: Option<Interval>,
    /// Questions with a value.
    pub n: u64,
    /// The run compared with the baseline; `None` for the baseline.
    pub versus: Option<Versus>,
}

/// A run (A) compared with the baseline (B).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Versus {
    /// A less B, 0 to 1 (errors apart); `None` until there are means.
    pub difference: Option<f64>,
    /// Interval of the difference.
    pub interval: Option<Interval>,
    /// Two-sided p value.
    pub p: Option<f64>,
    /// The p value, corrected for as many comparisons as there are runs with the baseline.
    pub p_adjusted: Option<f64>,
    /// Which run is shown to be better.
    pub verdict: Shown,
    /// Why no difference is shown.
    pub reason: Option<Reason>,
    /// Questions on which A is better.
    pub only_a: u64,
    /// Questions on which B is better.
    pub only_b: u64,
    /// The difference that 4 of 5 comparisons of this size would show.
    pub smallest_detectable: Option<f64>,
    /// Difference and interval as they are printed.
    pub words: String,
    /// The whole comparison in words.
    pub sentence: String,
}

impl Versus {
    /// Takes the members of a comparison; `words` and `sentence` say the same to people.
    pub fn new(comparison: &Comparison, words: String, sentence: String) -> Self {
        Self {
            difference: Some(comparison.difference).filter(|one| one.is_finite()),
            interval: comparison.interval.clone(),
            p: comparison.p,
            p_adjusted: comparison.p_adjusted,
            verdict: comparison.verdict.shown(),
            reason: comparison.verdict.reason(),
            only_a: comparison.only_a,
            only_b: comparison.only_b,
            smallest_detectable: comparison.smallest_detectable,
            words,
            sentence,
        }
    }
}

impl Scope {
    /// Describes `n` questions of `all` in the gold file. `is_uneven` if some run has no value for some of
    /// them.
    pub fn words(self, n: u64, all: u64, is_uneven: bool) -> String {
        let (whole, share) = (grouped(all as usize), part(n as usize, all as usize));
        match self {
            Self::All if is_uneven => {
                format!("the questions with a value in each run, out of {whole}")
            }
            Self::All if n == all => format!("all {whole} questions"),
            Self::All => format!("the {share} questions that count"),
            Self::Common => {
                format!("the {share} questions for which every run has a prediction")
            }
        }
    }
}
