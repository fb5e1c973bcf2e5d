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
    /// Question text, where the gold file has one.
    pub question: Option<String>,
    /// Raw prediction; `None` where missing.
    pub prediction: Option<String>,
    /// The answer taken from it, or read in a long one, where that is not all of it.
    pub taken: Option<String>,
    /// The same question of the run that this one is looked at beside.
    pub other: Option<Beside>,
    /// Gold answers.
    pub golds: Vec<String>,
    /// State.
    pub state: State,
    /// Verdict.
    pub verdict: Verdict,
    /// What is wrong with the answer; `None` where it is right or does not count.
    pub class: Option<Class>,
    /// Values by metric, in the order of the run's aggregates; `None` where not scored.
    pub metrics: Vec<(String, Option<f64>)>,
}

/// The answer of another run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Beside {
    /// Raw prediction; `None` where missing.
    pub prediction: Option<String>,
    /// The answer taken from it, where that is not all of it.
    pub taken: Option<String>,
    /// State.
    pub state: State,
    /// Verdict.
    pub verdict: Verdict,
}

/// Why a row scored as it did. Texts are cut at 20 000 characters, and say so.
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
    /// What the gold answer may mean, where that is for the user to settle.
    pub candidates: Vec<String>,
    /// Where the prediction stands: file and row.
    pub prediction_place: Option<(String, u64)>,
    /// Where the gold stands.
    pub gold_place: Option<(String, u64)>,
    /// The programs that are run here, attempt by attempt, at most fifty.
    pub programs: Vec<ProgramCard>,
}

/// A program that is run here, and what became of it. Texts are cut at 20 000 characters, and say so.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ProgramCard {
    /// The row of the predictions file.
    pub file_row: u64,
    /// What became of it: see [`RunCard::categories`](super::RunCard::categories).
    pub category: String,
    /// The program as it is run.
    pub program: String,
    /// The traceback, or what differs.
    pub detail: String,
    /// The last test that was run, from 0.
    pub test: Option<u32>,
    /// The first line of the output that differs, from 0.
    pub line: Option<u32>,
    /// What came of it there.
    pub found: Option<String>,
    /// What should have.
    pub expected: Option<String>,
    /// Milliseconds of wall time.
    pub ms: Option<f64>,
    /// Bytes that it took beyond the interpreter's own.
    pub memory: Option<u64>,
    /// What was done in another way than it asked for.
    pub emulated: Option<String>,
    /// Whether it came near the limit of time, or did not end in time.
    pub near: bool,
    /// How many times as long the interpreter takes as a native one.
    pub slower: Option<f64>,
    /// Version of the interpreter.
    pub python: Option<String>,
    /// What became of it before, the oldest first.
    pub earlier: Vec<String>,
}

/// A program that is to be run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToRun {
    /// What its verdict is found by.
    pub key: String,
    /// What the runner is told, as JSON.
    pub job: String,
    /// Whether it had a verdict that the user does not trust.
    pub again: bool,
}

/// A step on the way from raw output to verdict.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Link {
    /// Its name.
    pub label: String,
    /// The text in marked pieces.
    pub pieces: Vec<Piece>,
    /// The same as `MathML`, where it is mathematics.
    pub mathml: Option<String>,
    /// A remark, such as the gold's own wording.
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
    /// It did not survive normalisation.
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
    /// The same as `MathML`, where it is mathematics.
    pub mathml: Option<String>,
    /// Values against this gold alone.
    pub metrics: Vec<(String, f64)>,
    /// Whether the row's score comes from it.
    pub matched: bool,
}

/// How the answers of a run are spread.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Spread {
    /// Index of the run.
    pub run: u32,
    /// Graded metrics, by their values.
    pub histograms: Vec<Histogram>,
    /// Kinds of gold answers by kinds of predictions, over the first 50 000 questions.
    pub kinds: Vec<KindCount>,
    /// Numbers of attempts, and then for each run the chances that one of so many passes, 0 to 1; nothing
    /// where a run has fewer than two at a question.
    pub attempts: Vec<Vec<f64>>,
    /// The same for the chances that the majority of so many is right; nothing where no such vote is scored.
    pub votes: Vec<Vec<f64>>,
}

/// How many questions have which values of a metric.
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

/// What a column of the question table holds, over all questions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ColumnBins {
    /// The column, as rows are sorted by it.
    pub column: Sort,
    /// What there is in a few words: `12–340 characters`, `4 values`.
    pub words: String,
    /// What lengths are counted in, with the blank before it: ` characters`; empty for others.
    pub unit: String,
    /// The bins: numbers and lengths from the least on, values from the most frequent on.
    pub bins: Vec<Bin>,
}

/// How many rows there would be of each outcome if a view asked for none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcomes {
    /// By verdict.
    pub verdicts: Counts<Verdict>,
    /// By state.
    pub states: Counts<State>,
    /// By what is wrong with the answer.
    pub classes: Counts<Class>,
    /// By how all runs do.
    pub across: Counts<Across>,
    /// By what a judge has to say.
    pub notes: Counts<Code>,
}

/// Questions whose gold answer and prediction are of two kinds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KindCount {
    /// The kind of the first gold answer, in words.
    pub gold: String,
    /// That of the answer taken from the prediction.
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
    /// How they are compared, as it was asked for.
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
    /// Questions for which either has no value.
    pub left_out: u64,
    /// Questions for which the answers taken from the outputs differ.
    pub different: u64,
    /// The fingerprint of the first run.
    pub strip_a: Vec<Stripe>,
    /// That of the second.
    pub strip_b: Vec<Stripe>,
    /// Between them, by stripe, where they part.
    pub flips: Vec<FlipStripe>,
    /// The comparison in words, with its metric and questions, where the second is the baseline.
    pub sentence: Option<String>,
    /// What the test says, in words.
    pub tested: Option<String>,
}

/// Every run against every other by one metric.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Matrix {
    /// How they are compared, as it was asked for.
    pub by: By,
    /// Id of the metric.
    pub metric: String,
    /// Indices of the runs from the best mean to the worst; of many runs the first.
    pub runs: Vec<u32>,
    /// Every pair once.
    pub cells: Vec<PairCell>,
}

/// Two runs of a [`Matrix`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PairCell {
    /// Place of the run with the better mean among the runs of the matrix.
    pub a: u32,
    /// Place of the other.
    pub b: u32,
    /// The first compared with the second; p is corrected for all pairs.
    pub versus: Versus,
}

/// Where two runs part, in a stripe of the fingerprint.
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
