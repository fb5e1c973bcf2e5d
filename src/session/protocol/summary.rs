//! The state of everything: files, choices in force, scores.

use super::{Across, Choices, Class};
use crate::aggregate::leaderboard::Leaderboard;
use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::types::{ColumnChoice, Field, Guess, JoinBy, JoinCandidate, Role, Verdict};
use crate::preset::{Card, Preset, SettingGroup};
use crate::report::host::HostCard;
use crate::report::model::{Breakdown, Cluster, DoubtCard, Figures, Phrase, Reading, Settles};
use crate::table::Form;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The number of each kind, in ascending order; kinds that do not occur are left out.
pub type Counts<T> = Vec<(T, u64)>;

/// Returns the number of one kind.
pub fn count_of<T>(counts: &[(T, u64)], one: &impl PartialEq<T>) -> u64 {
    counts.iter().find(|(other, _)| one == other).map_or(0, |(_, count)| *count)
}

/// The progress of the work.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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

impl Progress {
    /// Reports how much of a task is done.
    pub fn new(doing: impl Into<String>, done: u64, total: u64, unit: &str) -> Self {
        Self { doing: doing.into(), done, total, unit: unit.to_owned() }
    }

    /// Reports a task of unknown length.
    pub fn of(doing: &str) -> Self {
        Self::new(doing, 0, 0, "")
    }
}

/// Everything that the page shows except rows.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// The files, in the order added.
    pub files: Vec<FileCard>,
    /// What is missing before anything can be scored; `None` once there is a score.
    pub waiting: Option<Waiting>,
    /// The score.
    pub scored: Option<Scored>,
    /// How a report among the files, or a chosen signature, compares with the score; `None` if there is
    /// neither, or while this is being computed.
    pub check: Option<Check>,
    /// Keys to choose from if the files could not be joined; empty otherwise.
    pub joins: Vec<JoinCandidate>,
    /// Every problem, errors first.
    pub diagnostics: Vec<Diagnostic>,
    /// Whether slower parts (intervals of graded metrics, hashes, "also as", "what would move it") are still
    /// to come. It is the last member, so that the last byte tells it.
    pub pending: bool,
}

/// The result of comparing files and settings with a report or a signature that names them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Check {
    /// Name of the report's file; `None` for a signature alone.
    pub report: Option<String>,
    /// In a sentence without full stop: "3610 of 3610 rows equal".
    pub sentence: String,
    /// Whether everything is equal.
    pub equal: bool,
    /// Preset, settings, files, and everything else that is not a row.
    pub lines: Vec<CheckLine>,
    /// Rows that differ, up to a limit for each run.
    pub rows: Vec<CheckRow>,
    /// Members that the report leaves out, so that they could not be compared.
    pub left_out: Vec<String>,
}

/// The result of comparing one part of a signature or a report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckLine {
    /// What it is about: `gold`, `settings`, `articles`.
    pub what: String,
    /// The result, in words.
    pub words: String,
    /// Whether both are equal. Irrelevant differences count as equal.
    pub equal: bool,
    /// Whether it is an irrelevant difference that the reader has to know: another name of a file, another
    /// version.
    pub remark: bool,
}

/// A row of a run that differs from the report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckRow {
    /// Name of the run.
    pub run: String,
    /// Index of the gold row, from 0.
    pub row: u64,
    /// The key.
    pub id: String,
    /// The difference: `exact_match 1.0 there, 0.0 here`.
    pub words: String,
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
    /// Whether other files have to be extracted from it before anything can be read.
    pub packed: bool,
    /// Whether the last attempt to read it failed: what is known of it is from before.
    pub lost: bool,
    /// For one of our reports, the choices that make it again.
    pub report: Option<Choices>,
    /// Its role; `None` if there is no evidence for any.
    pub role: Option<Guess<Role>>,
    /// "JSON Lines", "CSV, separator ;", "JSON, SQuAD".
    pub format: String,
    /// The form in which it is read; parts that cannot be chosen have no value.
    pub form: Form,
    /// Rows read; `None` before the whole file was read.
    pub rows: Option<u64>,
    /// One line about it: "3 610 predictions, ids like test-1".
    pub about: String,
    /// Its columns.
    pub columns: Vec<ColumnCard>,
}

impl FileCard {
    /// Whether the file has values in its first rows.
    pub fn has_values(&self) -> bool {
        self.columns.iter().any(|column| !column.examples.is_empty())
    }
}

/// A column as the page shows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ColumnCard {
    /// Its name.
    pub name: String,
    /// Its first values, at most three, shortened.
    pub examples: Vec<String>,
    /// The field that it holds, with the reason.
    pub field: Option<Guess<Field>>,
}

/// An answer to a question that only the user can answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// Its name: the name of a column.
    pub choice: String,
    /// Two values, as examples.
    pub shows: Vec<String>,
    /// The share of the first rows that would be right, 0 to 1.
    pub would_give: Option<f64>,
    /// The choice of columns that it means.
    pub columns: Vec<ColumnChoice>,
}

/// Why there is no score yet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Waiting {
    /// What is missing: `gold`, `predictions`, or nothing if an error prevents a score.
    pub missing: Option<Role>,
    /// In words, with where to get it if this is known.
    pub message: String,
    /// If it is a question, its answers.
    pub answers: Vec<Answer>,
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
    /// Every candidate key with its evidence.
    pub joins: Vec<JoinCandidate>,
    /// Questions in the gold file.
    pub questions: u64,
    /// Names of the gold files.
    pub gold: Vec<String>,
    /// The well-known gold file: "SQuAD 1.1, dev".
    pub known: Option<String>,
    /// Names of the prediction files.
    pub predictions: Vec<String>,
    /// Settings in force, in the order in which the sentence names them.
    pub settings: Vec<SettingCard>,
    /// Why the headline is provisional; empty if it is not.
    pub provisional: Vec<DoubtCard>,
    /// Choices that settle a doubt or repair the files.
    #[serde(default)]
    pub repairs: Vec<Repair>,
    /// How the files were read, first, and up to three other ways to read them.
    #[serde(default)]
    pub readings: Vec<ReadingCard>,
    /// The signature: one line that names every setting.
    pub signature: String,
    /// One per run, in the order given.
    pub runs: Vec<RunCard>,
    /// Index of the run that the others are compared with.
    pub baseline: u32,
    /// Leaderboards by metric, over all questions and over those that every run answers. Leaderboards that are
    /// not computed yet are left out. Empty for one run.
    pub leaderboard: Vec<Leaderboard>,
    /// Questions on which all runs do the same. Empty for fewer than three runs, and for programs.
    pub across: Counts<Across>,
    /// Columns of the gold file by which aggregates are broken down.
    pub groups: Vec<String>,
    /// The breakdowns that were requested.
    pub slices: Vec<Breakdown>,
    /// Why a requested breakdown has no questions, and what to do about it, by the request.
    pub empty_slices: BTreeMap<String, String>,
    /// The clusters of questions.
    pub cluster: Option<Cluster>,
    /// The same files under other compatible presets (headline metric, 0 to 1).
    pub also_as: Vec<AlsoAs>,
    /// The effects of single changes of settings on the headline.
    pub moves: Vec<Move>,
    /// The programs that are run here; `None` if there are none.
    pub programs: Option<ProgramsCard>,
    /// Why no script can run the reference on these files; `None` if one can.
    pub no_script: Option<String>,
    /// Whether the preset names a dataset on Hugging Face.
    pub on_hub: bool,
    /// The hosted scorer that the predictions are submitted to.
    pub host: Option<HostCard>,
}

/// Other choices that settle a doubt or repair the files.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Repair {
    /// What it settles.
    pub mends: Mends,
    /// What it does, for a button.
    pub words: String,
    /// The same as an option of the command line.
    pub option: String,
    /// The headline with it, 0 to 1, of the run whose headline changes most; `None` if it is not known in
    /// advance.
    pub would_give: Option<f64>,
    /// Id of the metric of this value, if it is not the headline's.
    pub metric: Option<String>,
    /// The name of that run, if there are several.
    pub run: Option<String>,
    /// All choices, including this one.
    pub choices: Choices,
}

/// What a repair settles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mends {
    /// The doubt at this index among the reasons of the score.
    Doubt(u32),
    /// Every problem of this code.
    Problem(Code),
}

impl Repair {
    /// Returns what a report says of it.
    pub(crate) fn settles(&self) -> Settles {
        Settles { options: self.option.clone(), mean: self.would_give }
    }
}

/// A way to read the files, with the choices for it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReadingCard {
    /// What it compares and its score.
    pub reading: Reading,
    /// All choices, including those of this reading.
    pub choices: Choices,
}

/// The programs of all runs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgramsCard {
    /// How many predictions there are for them: several may be the same program, and some may not be programs.
    pub attempts: u64,
    /// How many different programs there are.
    pub total: u64,
    /// How many of them have no verdict yet. There are no means until all have one.
    pub left: u64,
    /// The versions of the interpreters that have run the others.
    pub python: Vec<String>,
    /// The reason that some are still to be run, as in [`Scored::provisional`].
    pub waits: Option<String>,
    /// How many came near the time limit, or exceeded it.
    pub near: u64,
    /// That limit, in milliseconds.
    pub wall: u32,
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
    /// Whether it is not a preset of the catalog, or settings differ from it.
    pub modified: bool,
    /// Whether it is the user's own.
    pub own: bool,
    /// Everything else about it.
    pub card: Card,
}

/// A preset in the menu.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PresetOption {
    /// Id.
    pub id: String,
    /// Name for people.
    pub title: String,
    /// The kind of benchmark.
    pub group: String,
    /// What it scores, in a sentence.
    pub summary: String,
    /// Whether the files have what it needs; if not, why.
    pub unfit: Option<String>,
}

impl PresetOption {
    /// The entry of a preset.
    pub fn new(preset: &Preset, unfit: Option<String>) -> Self {
        Self {
            id: preset.id.clone(),
            title: preset.title.clone(),
            group: preset.card.group.clone(),
            summary: preset.card.summary.clone(),
            unfit,
        }
    }
}

impl PresetCard {
    /// The card of a preset as the catalog has it.
    pub fn new(preset: &Preset) -> Self {
        Self {
            id: preset.id.clone(),
            title: preset.title.clone(),
            version: preset.version,
            modified: false,
            own: false,
            card: preset.card.clone(),
        }
    }
}

/// A setting with its value in force.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SettingCard {
    /// Key, as in `--set KEY=VALUE`.
    pub key: String,
    /// What it decides, in a few words: "case, punctuation and articles".
    pub label: String,
    /// The step of scoring that it belongs to.
    pub group: SettingGroup,
    /// Value in force.
    pub value: String,
    /// The preset's value.
    pub default: String,
    /// Possible values, each with the words that the sentence uses for it.
    pub options: Vec<SettingOption>,
    /// Whether there are other values.
    pub free: bool,
}

/// A value of a setting.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SettingOption {
    /// The value.
    pub value: String,
    /// The words for it in the sentence: "counts as wrong".
    pub words: String,
    /// What it does, in a sentence.
    pub help: String,
}

/// One run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunCard {
    /// Model name or file name.
    pub name: String,
    /// The name in sentences.
    pub short_name: String,
    /// For a second rule: the metric whose place it takes, and the metric whose values it has.
    pub takes: Option<(String, String)>,
    /// Its numbers, as in the report.
    pub figures: Figures,
    /// The output of the reference script, as `key: value` lines in its order and digits; empty if the script
    /// would stop with an error.
    pub official: Vec<(String, String)>,
    /// Why it prints nothing; `None` if it prints something or there is no reference.
    pub no_official: Option<String>,
    /// Questions by verdict of the headline metric.
    pub verdicts: Counts<Verdict>,
    /// Questions that are not right, by how the answer is wrong.
    pub classes: Counts<Class>,
    /// The result, in a sentence.
    pub sentence: Vec<Phrase>,
    /// The notes of judges, by code, with the number of questions.
    pub notes: Counts<Code>,
    /// The results of programs that are run here, with the number of predictions: names of
    /// [`Category`](crate::programs::Category), `not_run` and `no_program`.
    pub categories: Counts<String>,
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

/// A change of one setting and its effect on a metric of the selected run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Move {
    /// In words: "keep articles".
    pub words: String,
    /// The setting and its value.
    pub set: (String, String),
    /// The metric that it moves, if it is not the leading one.
    pub metric: Option<String>,
    /// Difference of the mean, −1 to 1.
    pub difference: f64,
    /// Questions whose value changes.
    pub changed: u64,
}

/// Effect of an alternative on the headline of a run, or on another metric of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Effect {
    /// The metric, if it is not the headline's.
    pub metric: Option<String>,
    /// Its mean; `None` if it cannot be scored.
    pub mean: Option<f64>,
    /// Difference from the current mean.
    pub difference: Option<f64>,
    /// Questions whose value would change.
    pub changed: u64,
    /// Why it cannot be scored.
    pub problem: Option<String>,
}
