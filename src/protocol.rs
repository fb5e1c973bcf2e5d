//! Messages between the page and the scorer worker.
//!
//! A message is a request number, JSON text of [`Request`] or [`Reply`], and whatever cannot be
//! text: `File` handles on the way in, one buffer on the way out ([`Reply::File`]). Replies carry
//! the number of the request they answer, or 0 where the worker speaks unasked.

use crate::aggregate::Aggregate;
use crate::diagnostic::Diagnostic;
use crate::report::{Reconciliation, State};
use crate::schema::{Field, Role};
use crate::small_map::SmallMap;
use serde::{Deserialize, Serialize};

/// Both sides compare this at the start: a page may meet the worker of another release in a cache.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What the page asks of the worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// Add files; their handles follow in the message, in this order. Answered by
    /// [`Reply::Summary`], with [`Reply::Progress`] before it.
    Open {
        /// The files.
        files: Vec<OpenFile>,
    },
    /// Add the built-in sample files as if they had been dropped. They take these slots.
    OpenSample {
        /// Slot of the gold file.
        gold: u32,
        /// Slot of the predictions.
        predictions: u32,
    },
    /// Forget a file.
    Close {
        /// Its slot.
        slot: u32,
    },
    /// Score with these choices. Answered by [`Reply::Summary`].
    Choose {
        /// All choices, not only the new one.
        choices: Choices,
    },
    /// What the headline would be under other choices; nothing changes. Answered by
    /// [`Reply::Previewed`], superseded by a newer preview.
    Preview {
        /// Index of the run.
        run: u32,
        /// The alternatives.
        alternatives: Vec<Choices>,
    },
    /// Look at another run: what else the files would score is about it. Answered by
    /// summaries that come unasked.
    Select {
        /// Its index.
        run: u32,
    },
    /// The rows to show. Answered by [`Reply::Rows`].
    Rows {
        /// Which rows in which order.
        view: View,
        /// First row of the view.
        from: u64,
        /// How many.
        count: u32,
    },
    /// Why a row scored as it did. Answered by [`Reply::Explained`].
    Explain {
        /// Index of the run.
        run: u32,
        /// Index of the gold row, from 0.
        row: u64,
    },
    /// The fingerprint strip of a run. Answered by [`Reply::Strip`].
    Strip {
        /// Index of the run.
        run: u32,
        /// Stripes that fit; fewer come back where there are fewer questions.
        stripes: u32,
    },
    /// A download. Answered by [`Reply::File`].
    Export {
        /// What is wanted.
        format: ExportFormat,
        /// Rows of the per-question CSV; all of every run where absent.
        view: Option<View>,
    },
    /// Score one answer typed by hand with a preset. Answered by [`Reply::Explained`].
    Try {
        /// Preset id.
        preset: String,
        /// The gold answers.
        golds: Vec<String>,
        /// The prediction.
        prediction: String,
    },
}

/// A file that the page hands over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenFile {
    /// Number that the page gave it; never used twice.
    pub slot: u32,
    /// Name without folder.
    pub name: String,
    /// Size in bytes.
    pub bytes: u64,
}

/// What the user has decided. Everything absent is guessed, and the guess is told.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Choices {
    /// Preset id.
    pub preset: Option<String>,
    /// Role of a file by slot.
    pub roles: SmallMap<u32, Role>,
    /// Columns for fields; several entries of one field make a composite key.
    pub columns: Vec<ColumnChoice>,
    /// Key that joins gold and predictions.
    pub join: Option<JoinBy>,
    /// Settings that differ from the preset's, as `--set KEY=VALUE` takes them.
    pub set: SmallMap<String, String>,
    /// The user has looked at the guesses and stands by them.
    pub confirmed: bool,
    /// Seed of the resampled intervals.
    pub seed: u64,
}

/// A column that the user assigned: `--map ROLE.FIELD=COLUMN`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ColumnChoice {
    /// Which files.
    pub role: Role,
    /// What the column holds.
    pub field: Field,
    /// Its name.
    pub column: String,
}

/// What gold and predictions are joined on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum JoinBy {
    /// Equal ids.
    Id,
    /// Equal question texts.
    Question,
    /// The n-th row with the n-th row: proves nothing by itself.
    Row,
    /// Gold and prediction stand in the same row of one file.
    SameRow,
}

impl JoinBy {
    /// The keys in words.
    pub fn plural(self) -> &'static str {
        match self {
            Self::Id => "ids",
            Self::Question => "question texts",
            Self::Row => "row numbers",
            Self::SameRow => "the same rows",
        }
    }
}

impl JoinBy {
    /// The name on the command line and in signatures.
    pub fn name(self) -> &'static str {
        match self {
            Self::Id => "id",
            Self::Question => "question",
            Self::Row => "row",
            Self::SameRow => "same-row",
        }
    }
}

/// How sure a guess is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Certainty {
    /// The user said so.
    Chosen,
    /// The files leave no doubt.
    Proven,
    /// Likely; the headline is provisional until confirmed.
    Guessed,
}

/// A guess with its reason, short enough for a sentence: "guessed from the file's shape".
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Guess<T> {
    /// What is assumed.
    pub value: T,
    /// How sure it is.
    pub certainty: Certainty,
    /// Why.
    pub reason: String,
}

/// What the worker tells the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    /// The worker is up.
    Ready {
        /// Its [`VERSION`].
        version: String,
        /// All presets, for the menu while there is no file yet.
        #[serde(default)]
        presets: Vec<PresetOption>,
    },
    /// Work goes on.
    Progress(Progress),
    /// The state of everything after [`Request::Open`], [`Request::Close`] or [`Request::Choose`].
    /// It comes again, unasked, when slower parts (intervals, hashes, "also as") are there.
    Summary(Box<Summary>),
    /// Answer to [`Request::Preview`], one per alternative, in order.
    Previewed {
        /// The effects.
        effects: Vec<Effect>,
    },
    /// Answer to [`Request::Rows`].
    Rows {
        /// Rows of the whole view.
        total: u64,
        /// First row of this part.
        from: u64,
        /// The rows.
        rows: Vec<Row>,
    },
    /// Answer to [`Request::Explain`] and [`Request::Try`].
    Explained(Box<Explanation>),
    /// Answer to [`Request::Strip`].
    Strip {
        /// Index of the run.
        run: u32,
        /// The stripes, in file order.
        stripes: Vec<Stripe>,
    },
    /// Answer to [`Request::Export`]; the bytes follow in the message as a buffer.
    File {
        /// Suggested name.
        name: String,
        /// MIME type.
        mime: String,
    },
    /// The worker has come to an end and answers nothing more.
    Panic {
        /// Its last words.
        message: String,
    },
    /// The request could not be done.
    Failed {
        /// Every problem, never empty.
        problems: Vec<Diagnostic>,
    },
}

/// How far the work is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// What is being done, in a word or two: "reading gold.jsonl", "scoring".
    pub doing: String,
    /// How much is done.
    pub done: u64,
    /// Of how much.
    pub total: u64,
    /// In what unit: "bytes", "questions".
    pub unit: String,
}

/// Everything the page shows besides rows.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// The files, in the order added.
    pub files: Vec<FileCard>,
    /// What is missing before anything can be scored; `None` once there is a score.
    pub waiting: Option<Waiting>,
    /// The score.
    pub scored: Option<Scored>,
    /// Keys to choose from where the files could not be joined; empty otherwise.
    pub joins: Vec<JoinCandidate>,
    /// Every problem, errors first.
    pub diagnostics: Vec<Diagnostic>,
    /// Whether slower parts (intervals of graded metrics, hashes, "also as", "what would move it")
    /// are still to come.
    pub pending: bool,
}

/// A file as the page shows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FileCard {
    /// The page's number of it.
    pub slot: u32,
    /// Name without folder.
    pub name: String,
    /// Size in bytes.
    pub bytes: u64,
    /// Its role; `None` where nothing speaks for any.
    pub role: Option<Guess<Role>>,
    /// "JSON Lines", "CSV, separator ;", "JSON, SQuAD".
    pub format: String,
    /// Rows read; `None` before it was read whole.
    pub rows: Option<u64>,
    /// One line about it: "3 610 predictions, ids like test-1".
    pub about: String,
    /// Its columns.
    pub columns: Vec<ColumnCard>,
}

/// A column as the page shows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ColumnCard {
    /// Its name.
    pub name: String,
    /// A value from the first rows, shortened.
    pub example: String,
    /// What it is taken for, with the reason.
    pub field: Option<Guess<Field>>,
}

/// Why there is no score yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Waiting {
    /// What is missing: `gold`, `predictions`, or nothing where an error stands in the way.
    pub missing: Option<Role>,
    /// In words, with where to get it where that is known.
    pub message: String,
}

/// A score and everything it rests on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Scored {
    /// The preset.
    pub preset: Guess<PresetCard>,
    /// All presets, for the menu: those that fit the files first.
    pub presets: Vec<PresetOption>,
    /// The join in force.
    pub join: Guess<JoinBy>,
    /// Every candidate with its evidence.
    pub joins: Vec<JoinCandidate>,
    /// Questions in the gold file.
    pub questions: u64,
    /// Names of the gold files.
    pub gold: Vec<String>,
    /// Names of the prediction files.
    pub predictions: Vec<String>,
    /// Settings in force, in the order in which the sentence names them.
    pub settings: Vec<SettingCard>,
    /// Why the headline is provisional; empty where it is not.
    pub provisional: Vec<String>,
    /// One line that names every setting.
    pub signature: String,
    /// One per run, in the order given.
    pub runs: Vec<RunCard>,
    /// Columns of the gold file by which aggregates are broken down.
    pub groups: Vec<String>,
    /// The same files under other compatible presets (headline metric, 0 to 1).
    pub also_as: Vec<AlsoAs>,
    /// What single changes of settings would do to the headline.
    pub moves: Vec<Move>,
}

/// A preset in short.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PresetCard {
    /// Id, as on the command line.
    pub id: String,
    /// Name for people.
    pub title: String,
    /// Its version.
    pub version: u32,
    /// Whether settings differ from the preset's.
    pub modified: bool,
    /// Which scorer at which commit it reproduces.
    pub reproduces: String,
    /// What it measures, in two sentences.
    pub summary: String,
    /// What one should know about it: limits and where we define what the reference does not.
    pub limits: Vec<String>,
}

/// A preset in the menu.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PresetOption {
    /// Id.
    pub id: String,
    /// Name for people.
    pub title: String,
    /// Whether the files have what it needs; if not, why.
    pub unfit: Option<String>,
}

/// A possible join and what speaks for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JoinCandidate {
    /// The key.
    pub by: JoinBy,
    /// Gold questions that find a prediction.
    pub matched: u64,
    /// Gold questions.
    pub gold: u64,
    /// Matched rows where both files carry the question, and of these those whose texts agree.
    pub compared: u64,
    /// See `compared`.
    pub agreeing: u64,
}

/// A setting with its value in force.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SettingCard {
    /// Key, as in `--set KEY=VALUE`.
    pub key: String,
    /// What it decides, in a few words: "case, punctuation and articles".
    pub label: String,
    /// Value in force.
    pub value: String,
    /// The preset's value.
    pub default: String,
    /// Values to choose from, each with the words the sentence uses for it; empty: free text.
    pub options: Vec<SettingOption>,
}

/// A value of a setting.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SettingOption {
    /// The value.
    pub value: String,
    /// Words of the sentence for it: "counts as wrong".
    pub words: String,
    /// What it does, in a sentence.
    pub help: String,
}

/// One run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunCard {
    /// Model name or file name.
    pub name: String,
    /// Where every gold question and every prediction went.
    pub reconciliation: Reconciliation,
    /// Headline first; groups after the totals.
    pub aggregates: Vec<Aggregate>,
    /// What the reference script prints, as `key: value` lines in its order and digits; empty where
    /// the script would crash.
    pub official: Vec<(String, String)>,
    /// Questions by verdict of the headline metric.
    pub verdicts: SmallMap<Verdict, u64>,
}

/// The headline metric in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Value 1.
    Right,
    /// Between 0 and 1.
    Partly,
    /// Value 0 for an answer that is there.
    Wrong,
    /// Not scored, or scored by the policy for missing answers.
    Unanswered,
}

/// The headline under another preset.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AlsoAs {
    /// Preset id.
    pub preset: String,
    /// Headline mean of the selected run, 0 to 1.
    pub mean: f64,
    /// Whether every question has the same value of the headline metric.
    pub agrees: bool,
}

/// A change of one setting and its effect on the headline of the selected run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Move {
    /// In words: "keep articles".
    pub words: String,
    /// The setting and its value.
    pub set: (String, String),
    /// Difference of the headline mean, −1 to 1.
    pub difference: f64,
    /// Questions whose value changes.
    pub changed: u64,
}

/// Effect of an alternative on the headline of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Effect {
    /// Headline mean, 0 to 1; `None` where it cannot be scored.
    pub mean: Option<f64>,
    /// Difference to the present mean.
    pub difference: Option<f64>,
    /// Questions whose value would change.
    pub changed: u64,
    /// Why it cannot be scored.
    pub problem: Option<String>,
}

/// Which rows of a run in which order.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct View {
    /// Index of the run.
    pub run: u32,
    /// Only these states; all where empty.
    pub states: Vec<State>,
    /// Only these verdicts; all where empty.
    pub verdicts: Vec<Verdict>,
    /// Only rows whose id, question, golds or prediction contain this, case ignored.
    pub text: String,
    /// Only gold rows from..to (brushed on the strip), from 0.
    pub range: Option<(u64, u64)>,
    /// Only rows whose group column has this value.
    pub group: Option<(String, String)>,
    /// Only gold rows that share their id with another.
    pub duplicates: bool,
    /// Order.
    pub sort: Sort,
    /// From last to first.
    pub descending: bool,
}

/// What rows are sorted by; equal rows stay in file order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sort {
    /// Order of the gold file.
    #[default]
    File,
    /// Id as text.
    Id,
    /// Question text.
    Question,
    /// Prediction text.
    Prediction,
    /// A metric by its id.
    Metric(String),
}

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
    /// Gold answers.
    pub golds: Vec<String>,
    /// State.
    pub state: State,
    /// Verdict.
    pub verdict: Verdict,
    /// Values by metric, in the order of the run's aggregates; `None` where not scored.
    pub metrics: Vec<(String, Option<f64>)>,
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
    /// Where the prediction stands: file and row.
    pub prediction_place: Option<(String, u64)>,
    /// Where the gold stands.
    pub gold_place: Option<(String, u64)>,
}

/// A step on the way from raw output to verdict.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Link {
    /// Its name.
    pub label: String,
    /// The text in marked pieces.
    pub pieces: Vec<Piece>,
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
    /// Values against this gold alone.
    pub metrics: Vec<(String, f64)>,
    /// Whether the row's score comes from it.
    pub matched: bool,
}

/// A stripe of the fingerprint: one question, or several where there are more than stripes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Stripe {
    /// First gold row of the stripe, from 0.
    pub from: u64,
    /// One past its last row.
    pub to: u64,
    /// Questions right.
    pub right: u32,
    /// Questions wrong (partly right ones count here).
    pub wrong: u32,
    /// Questions without an answer that was scored.
    pub unanswered: u32,
    /// Mean of the headline metric, 0 to 1.
    pub mean: f64,
    /// The same over a window of questions around the stripe, 0 to 1; see [`Stripe::window`].
    pub moving: f64,
}

impl Stripe {
    /// Questions in the window of [`Stripe::moving`].
    pub fn window(questions: u64) -> u64 {
        (questions / 25).max(1)
    }
}

/// What can be downloaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ExportFormat {
    /// The whole report.
    Json,
    /// One line per question and run.
    Csv,
    /// One line per aggregate.
    AggregatesCsv,
    /// A table for a paper or an issue.
    Markdown,
    /// What the reference script prints.
    Official,
}
