//! Single questions: rows, explanations, stripes.

use super::{Across, By, Class, Counts, Sort};
use crate::aggregate::leaderboard::Versus;
use crate::base::diagnostic::Code;
use crate::base::types::{State, Verdict};
use crate::report::model::Stripe;
use serde::{Deserialize, Serialize};

/// A row of the question table. Texts are cut at 400 characters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// Index of the gold row, from 0.
    pub row: u64,
    /// The key.
    pub id: String,
    /// Question text, if the gold file has one.
    pub question: Option<String>,
    /// Raw prediction; `None` if missing.
    pub prediction: Option<String>,
    /// The answer extracted from it, or found in a long one, if it is not the whole prediction.
    pub taken: Option<String>,
    /// The prediction of the run that this one is compared with, for the same question.
    pub other: Option<Beside>,
    /// Gold answers.
    pub golds: Vec<String>,
    /// State.
    pub state: State,
    /// Verdict.
    pub verdict: Verdict,
    /// How the answer is wrong; `None` if it is right or does not count.
    pub class: Option<Class>,
    /// Values by metric, in the order of the run's aggregates; `None` if not scored.
    pub metrics: Vec<(String, Option<f64>)>,
}

/// The answer of another run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Beside {
    /// Raw prediction; `None` if missing.
    pub prediction: Option<String>,
    /// The answer extracted from it, if it is not the whole prediction.
    pub taken: Option<String>,
    /// State.
    pub state: State,
    /// Verdict.
    pub verdict: Verdict,
}

/// Why a row scored as it did. Texts are cut at 20 000 characters, with a note.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Explanation {
    /// The row in short.
    pub row: Row,
    /// From the raw output to the compared form: "as written", "taken", "normalised", "closest
    /// gold". Deleted text is marked in the first, shared tokens in the last two.
    pub chain: Vec<Link>,
    /// Every gold answer with its own values.
    pub golds: Vec<GoldCard>,
    /// Why, in sentences.
    pub why: Vec<String>,
    /// The possible meanings of the gold answer, if the user may settle which is meant.
    pub candidates: Vec<String>,
    /// File and row of the prediction.
    pub prediction_place: Option<(String, u64)>,
    /// File and row of the gold answer.
    pub gold_place: Option<(String, u64)>,
    /// The programs that are run here, attempt by attempt, at most fifty.
    pub programs: Vec<ProgramCard>,
}

/// A program that is run here, and its result. Texts are cut at 20 000 characters, with a note.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ProgramCard {
    /// The row of the predictions file.
    pub file_row: u64,
    /// How it ended: see [`RunCard::categories`](super::RunCard::categories).
    pub category: String,
    /// The program as it is run.
    pub program: String,
    /// The traceback, or the difference.
    pub detail: String,
    /// The last test that was run, from 0.
    pub test: Option<u32>,
    /// The first line of the output that differs, from 0.
    pub line: Option<u32>,
    /// What the program printed there.
    pub found: Option<String>,
    /// What it should have printed.
    pub expected: Option<String>,
    /// Milliseconds of wall time.
    pub ms: Option<f64>,
    /// Bytes of memory in addition to the interpreter's own.
    pub memory: Option<u64>,
    /// What the runner did in another way than the program asked for.
    pub emulated: Option<String>,
    /// Whether it came near the time limit, or exceeded it.
    pub near: bool,
    /// How many times as long as a native interpreter this one takes.
    pub slower: Option<f64>,
    /// Version of the interpreter.
    pub python: Option<String>,
    /// Its earlier results, the oldest first.
    pub earlier: Vec<String>,
}

/// A program that is to be run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToRun {
    /// The key of its verdict.
    pub key: String,
    /// The input of the runner, as JSON.
    pub job: String,
    /// Whether it had a verdict that the user does not trust.
    pub again: bool,
}

/// A step between raw output and verdict.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Link {
    /// Its name.
    pub label: String,
    /// The text in marked pieces.
    pub pieces: Vec<Piece>,
    /// The same as `MathML`, if it is mathematics.
    pub mathml: Option<String>,
    /// A remark, such as the original wording of the gold answer.
    pub note: Option<String>,
}

/// A piece of text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Piece {
    /// The text.
    pub text: String,
    /// How it is marked.
    pub mark: Mark,
}

/// How a piece of text is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mark {
    /// Not at all.
    Plain,
    /// Normalisation removed it.
    Deleted,
    /// Gold and prediction share it.
    Shared,
}

/// A gold answer in the detail view.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GoldCard {
    /// As written.
    pub text: String,
    /// Normalised.
    pub normalised: String,
    /// The same as `MathML`, if it is mathematics.
    pub mathml: Option<String>,
    /// Values against this gold answer alone.
    pub metrics: Vec<(String, f64)>,
    /// Whether the row's score comes from it.
    pub matched: bool,
}

/// The distribution of a run's answers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Spread {
    /// Index of the run.
    pub run: u32,
    /// Graded metrics, by their values.
    pub histograms: Vec<Histogram>,
    /// Kinds of gold answers by kinds of predictions, over the first 50 000 questions.
    pub kinds: Vec<KindCount>,
    /// Numbers of attempts, followed for each run by the probabilities that one of this many attempts
    /// passes, 0 to 1; empty if a run has fewer than two attempts at a question.
    pub attempts: Vec<Vec<f64>>,
    /// The same for the probabilities that the majority of this many attempts is right; empty if no such
    /// vote is scored.
    pub votes: Vec<Vec<f64>>,
}

/// The distribution of a metric's values over questions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Histogram {
    /// Id of the metric.
    pub metric: String,
    /// The bins, from the lowest values to the highest.
    pub bins: Vec<Bin>,
}

/// A bin of a histogram.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bin {
    /// Its values in words: `10–20 %`.
    pub words: String,
    /// Questions in it.
    pub count: u64,
}

/// The distribution of a column of the question table, over all questions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ColumnBins {
    /// The column, as in the sort order.
    pub column: Sort,
    /// The range in a few words: `12–340 characters`, `4 values`.
    pub words: String,
    /// The unit of lengths, with the blank before it: ` characters`; empty for others.
    pub unit: String,
    /// The bins: numbers and lengths in ascending order, values from the most frequent on.
    pub bins: Vec<Bin>,
}

/// How many rows of each outcome there would be without the view's filters of outcomes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcomes {
    /// By verdict.
    pub verdicts: Counts<Verdict>,
    /// By state.
    pub states: Counts<State>,
    /// By how the answer is wrong.
    pub classes: Counts<Class>,
    /// By how all runs do.
    pub across: Counts<Across>,
    /// By the notes of judges.
    pub notes: Counts<Code>,
}

/// The number of questions for a kind of gold answer and a kind of prediction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KindCount {
    /// The kind of the first gold answer, in words.
    pub gold: String,
    /// The kind of the answer extracted from the prediction.
    pub prediction: String,
    /// Questions.
    pub count: u64,
    /// How many of them are right.
    pub right: u64,
}

/// Two runs side by side, by the headline metric.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Pair {
    /// Index of the first run.
    pub a: u32,
    /// Index of the second.
    pub b: u32,
    /// How they are compared, as requested.
    pub by: By,
    /// Id of the metric that they are compared by.
    pub metric: String,
    /// Whether its values are graded, and not right or wrong.
    pub graded: bool,
    /// Questions by [`Flip`](super::Flip).
    pub both: u64,
    /// Likewise.
    pub only_a: u64,
    /// Likewise.
    pub only_b: u64,
    /// Likewise.
    pub neither: u64,
    /// Questions for which one of the two has no value.
    pub left_out: u64,
    /// Questions for which the answers extracted from the outputs differ.
    pub different: u64,
    /// The fingerprint of the first run.
    pub strip_a: Vec<Stripe>,
    /// The fingerprint of the second run.
    pub strip_b: Vec<Stripe>,
    /// Between them, stripe by stripe, the questions on which they differ.
    pub flips: Vec<FlipStripe>,
    /// The comparison in words, with its metric and questions, if the second run is the baseline.
    pub sentence: Option<String>,
    /// The result of the test, in words.
    pub tested: Option<String>,
}

/// Every run against every other by one metric.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Matrix {
    /// How they are compared, as requested.
    pub by: By,
    /// Id of the metric.
    pub metric: String,
    /// Indices of the runs from the best mean to the worst; only the first if there are many.
    pub runs: Vec<u32>,
    /// Every pair once.
    pub cells: Vec<PairCell>,
}

/// Two runs of a [`Matrix`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PairCell {
    /// Index of the run with the better mean among the runs of the matrix.
    pub a: u32,
    /// Index of the other run.
    pub b: u32,
    /// The first compared with the second; p is corrected for all pairs.
    pub versus: Versus,
}

/// The questions on which two runs differ, in a stripe of the fingerprint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FlipStripe {
    /// First gold row of the stripe, from 0.
    pub from: u64,
    /// One past its last row.
    pub to: u64,
    /// Questions on which the first run is better.
    pub only_a: u32,
    /// Questions on which the second is.
    pub only_b: u32,
}
