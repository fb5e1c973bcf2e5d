//! What the page requests, and what it sends along: choices and views.

use super::{Hosted, Submitter};
use crate::report::forms::ExportFormat;
use crate::table::Form;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

#[cfg(doc)]
use super::{Explanation, Reply, RunCard};
#[cfg(doc)]
use crate::aggregate::slice::Slice;
use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::types::{ColumnChoice, JoinBy, Parts, Role, State, Verdict};
#[cfg(doc)]
use crate::score::evaluate::Twin;
use crate::table::container;
use std::collections::BTreeMap;
use strum::{EnumString, IntoStaticStr, VariantArray};

/// What the page requests from the worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// Add files, whose handles follow in the same order. Answered by [`Reply::Progress`] and [`Reply::Summary`].
    Open {
        /// The files.
        files: Vec<OpenFile>,
    },
    /// Extracts files from a container, whose `File` follows: the one that is named, otherwise all files of an
    /// archive, or the usual one of other containers. Answered by [`Reply::Unpacked`](super::Reply::Unpacked).
    Unpack {
        /// The name of the file.
        member: Option<String>,
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
    /// Computes the headline under other choices, without changing anything. Answered by [`Reply::Previewed`]; a
    /// newer preview replaces it.
    Preview {
        /// Index of the run.
        run: u32,
        /// The alternatives.
        alternatives: Vec<Choices>,
    },
    /// The same for a curve. Other previews come first. Answered by [`Reply::Previewed`].
    Curve {
        /// Index of the run.
        run: u32,
        /// The alternatives.
        alternatives: Vec<Choices>,
    },
    /// Show another run: summaries that are sent unasked then state its scores under other rules.
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
        /// The number of stripes that fit; the reply has fewer if there are fewer questions.
        stripes: u32,
    },
    /// How the answers of a run are spread. Answered by [`Reply::Spread`].
    Spread {
        /// Index of the run.
        run: u32,
    },
    /// What the columns of the question table hold. Answered by [`Reply::Columns`].
    Columns {
        /// Index of the run.
        run: u32,
    },
    /// How many rows views have. Answered by [`Reply::Counted`].
    Count {
        /// The views.
        views: Vec<View>,
    },
    /// Two runs side by side. Answered by [`Reply::Pair`].
    Pair {
        /// Index of the first run.
        a: u32,
        /// Index of the second.
        b: u32,
        /// Stripes that fit.
        stripes: u32,
        /// How they are compared.
        by: By,
    },
    /// Every run against every other. Answered by [`Reply::Matrix`].
    Matrix {
        /// How they are compared.
        by: By,
    },
    /// Stop searches and exports: whoever requested them no longer needs them.
    Stop,
    /// A download. Answered by [`Reply::File`].
    Export {
        /// What is wanted.
        format: ExportFormat,
        /// Rows of the per-question CSV; all rows of every run if absent.
        view: Option<View>,
        /// What JSON and HTML leave out.
        parts: Parts,
    },
    /// A submission bundle. Answered by [`Reply::File`].
    Bundle {
        /// The submitter's statements.
        submitter: Submitter,
    },
    /// Programs that have no verdict yet. Answered by [`Reply::Programs`].
    Programs {
        /// The index in the list of all programs to begin at.
        from: u64,
        /// The number of programs; the reply has fewer if they are long.
        count: u32,
    },
    /// Results of programs. Answered by [`Reply::Summary`] only after the `last` of them.
    Verdicts {
        /// Keys, each with the runner's result as JSON, with the interpreter's version as `python`.
        answers: Vec<(String, String)>,
        /// Whether to score with them now.
        last: bool,
    },
    /// How many programs without a verdict are among those whose verdicts the browser has stored. Answered by
    /// [`Reply::Kept`].
    Kept {
        /// The keys of the stored verdicts.
        keys: Vec<String>,
    },
    /// Run the programs of a question again. Answered by [`Reply::Summary`].
    Again {
        /// Index of the run.
        run: u32,
        /// Index of the gold row, from 0.
        row: u64,
    },
    /// Whether a text is a preset, and what is possible at the cursor. Answered by [`Reply::Checked`].
    Check {
        /// The text.
        preset: String,
        /// The cursor, in UTF-16 units.
        cursor: u32,
    },
    /// Everything about a preset of the catalog. Answered by [`Reply::Card`].
    Card {
        /// Its id.
        preset: String,
    },
    /// Read `scorer.json`. Answered by [`Reply::Hosted`].
    Host {
        /// Its text.
        text: String,
        /// The texts of the scripts next to it by their names, as JSON.
        scripts: String,
    },
    /// Score one answer typed by hand with a preset. Answered by [`Reply::Explained`].
    Try {
        /// Preset id, or JSON text of a user's own.
        preset: String,
        /// Settings that differ from the preset's.
        set: BTreeMap<String, String>,
        /// The gold answers.
        golds: Vec<String>,
        /// The prediction.
        prediction: String,
    },
}

/// A file that the page sends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenFile {
    /// The number that the page gave it; if a file with this number exists, this file replaces it.
    pub slot: u32,
    /// Name without folder.
    pub name: String,
    /// Size in bytes.
    pub bytes: u64,
    /// The container that it was extracted from, whose handle follows its own in the message; `None` for other
    /// files.
    pub origin: Option<Origin>,
}

/// The container of a file: a ZIP archive, a workbook, a log.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// Name of the container, without folder.
    pub name: String,
    /// Its size in bytes.
    pub bytes: u64,
    /// Name of the file in it: a path, or that of a sheet.
    pub member: String,
    /// Name of the form for reports, such as `xlsx`; after `zip`, the form of the file follows.
    pub format: String,
    /// A name with the extension of the file's own form.
    pub file: String,
    /// Whether it is CSV made from a sheet: then rows are numbered by record.
    pub by_record: bool,
    /// Notes from the extraction.
    pub notes: Vec<Diagnostic>,
}

impl Origin {
    /// The container of a member, with its notes.
    pub fn new(container: String, bytes: u64, member: &mut container::Member) -> Self {
        Self {
            name: container,
            bytes,
            member: member.name.clone(),
            format: member.format.to_owned(),
            file: member.file.clone(),
            by_record: member.by_record,
            notes: std::mem::take(&mut member.notes),
        }
    }
}

/// A file that was extracted from a container.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Member {
    /// Its name for people, with the name of the container.
    pub shown: String,
    /// Its size in bytes.
    pub bytes: u64,
    /// The container.
    pub origin: Origin,
}

/// A script in Python that scores a benchmark.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Script {
    /// Name of its file, without folder.
    pub name: String,
    /// Its text.
    pub text: String,
}

impl Script {
    /// Returns its SHA-256 in hexadecimal digits.
    pub fn sha256(&self) -> String {
        format!("{:x}", Sha256::digest(&self.text))
    }
}

/// The user's decisions. Everything absent is guessed, and the guess is reported.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choices {
    /// Preset id, or JSON text of a user's own.
    pub preset: Option<String>,
    /// Whether the preset is only a guess, made from the files of whoever made the link.
    pub preset_guessed: bool,
    /// The script that scores, with the preset of scripts.
    #[serde(default)]
    pub script: Option<Script>,
    /// Role of a file by slot.
    pub roles: BTreeMap<u32, Role>,
    /// The chosen parts of the form of a text file, by slot.
    pub forms: BTreeMap<u32, Form>,
    /// Columns for fields; several entries of one field make a composite key.
    pub columns: Vec<ColumnChoice>,
    /// Key that joins gold and predictions.
    pub join: Option<JoinBy>,
    /// Settings that differ from the preset's, as `--set KEY=VALUE` takes them.
    pub set: BTreeMap<String, String>,
    /// The chosen meanings of gold answers with several possible readings, by the key of the question: one of
    /// [`Explanation::candidates`].
    pub settled: BTreeMap<String, String>,
    /// The user has checked the guesses and confirms them.
    pub confirmed: bool,
    /// Seed of the resampled intervals.
    pub seed: u64,
    /// Name of the baseline; the first run if absent.
    pub baseline: Option<String>,
    /// Breakdowns in addition to those of the preset, in the text form that [`Slice`] reads.
    pub slices: Vec<String>,
    /// The column of the gold file that groups related questions, such as those about one document: intervals and
    /// tests then treat each value as one unit.
    pub cluster: Option<String>,
    /// Second rules, `KEY=VALUE` as [`Twin`] reads it: each scores every run a second time.
    pub twins: Vec<String>,
    /// Whether the files are a part of larger ones, as for [`Partial`](crate::Partial): conclusions that need the
    /// whole are then neither refused nor drawn. The page has no such files.
    #[serde(skip)]
    pub part: bool,
    /// A signature to compare files and settings with.
    pub signature: Option<String>,
    /// The hosted scorer that the files are submitted to.
    #[serde(default)]
    pub hosted: Option<Box<Hosted>>,
}

impl Choices {
    /// Whether other choices give every question of every run the same outcome.
    pub fn same_outcomes(&self, other: &Self) -> bool {
        let about = |choices: &Self| Self {
            preset_guessed: false,
            confirmed: false,
            seed: 0,
            baseline: None,
            slices: Vec::new(),
            cluster: None,
            ..choices.clone()
        };
        about(self) == about(other)
    }

    /// Whether other choices lead to the same guesses: second rules change no guess.
    pub fn same_guesses(&self, other: &Self) -> bool {
        let alone = |choices: &Self| Self { twins: Vec::new(), ..choices.clone() };
        alone(self).same_outcomes(&alone(other))
    }
}

/// Which rows of a run, in which order.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct View {
    /// Index of the run.
    pub run: u32,
    /// Only these states; all if empty.
    pub states: Vec<State>,
    /// Only these verdicts; all if empty.
    pub verdicts: Vec<Verdict>,
    /// Only rows whose id, question, golds or prediction contain this, case ignored.
    pub text: String,
    /// Only gold rows from..to (brushed on the strip), from 0.
    pub range: Option<(u64, u64)>,
    /// Only rows whose group column has this value.
    pub group: Option<(String, String)>,
    /// Only gold rows that share their id with another.
    pub duplicates: bool,
    /// Only rows with this note from a judge: a code of [`RunCard::notes`].
    pub note: Option<Code>,
    /// Only rows with this result of a program: a name of [`RunCard::categories`].
    pub category: Option<String>,
    /// Only rows whose answer is wrong in this way.
    #[serde(default)]
    pub class: Option<Class>,
    /// Only rows on which all runs do this.
    #[serde(default)]
    pub across: Option<Across>,
    /// Only rows in these bins of columns.
    #[serde(default)]
    pub within: Vec<Within>,
    /// Only rows by comparison with the baseline.
    pub against: Option<Against>,
    /// How runs are compared; affects which rows there are only if they are compared with another run.
    pub by: By,
    /// Order.
    pub sort: Sort,
    /// From last to first.
    pub descending: bool,
}

/// Rows whose value of a column is in some of its bins: see [`ColumnBins`](super::ColumnBins).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Within {
    /// The column.
    pub column: Sort,
    /// Index of the first bin, from 0.
    pub from: u32,
    /// Index of the last bin.
    pub to: u32,
}

/// How all runs do on a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[derive(EnumString, IntoStaticStr, VariantArray)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Across {
    /// None is right.
    NoneRight,
    /// None is right, and all give the same answer: the gold answer may be wrong.
    SameAnswer,
    /// Every run is right.
    EveryRight,
}

/// What is wrong with an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[derive(EnumString, IntoStaticStr, VariantArray)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Class {
    // The most informative first.
    /// At least half of it agrees, or it is a number within a tenth of the gold number.
    NearMiss,
    /// Some of it agrees.
    SomeOverlap,
    /// Nothing of it agrees.
    NoOverlap,
    /// Wrong, and no metric tells by how much.
    Different,
    /// There is an answer, but the gold file says that the question has none.
    ShouldAbstain,
    /// The prediction is blank, and the question has an answer.
    WronglyBlank,
    /// No answer was found in the output.
    NotExtracted,
    /// There is no prediction.
    Missing,
}

/// How runs are compared: by which metric, and on which questions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct By {
    /// Id of the metric; the headline if absent, or if the score does not have the metric.
    pub metric: Option<String>,
    /// Whether only questions count for which every run has a prediction.
    pub common: bool,
}

/// Which rows of a run (A) compared with the baseline (B), by the metric and questions of [`View::by`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Against {
    /// Only these outcomes; all if absent.
    pub flip: Option<Flip>,
    /// Only rows for which the answers extracted from both outputs differ.
    pub different: bool,
}

/// The outcome of a question for two runs by a metric.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[derive(EnumString, IntoStaticStr, VariantArray)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "kebab-case")]
pub enum Flip {
    /// Both have the same value, and it is not the worst one: both are right.
    Both,
    /// A is better.
    OnlyA,
    /// B is better.
    OnlyB,
    /// Both have the worst value.
    Neither,
    /// One of the two is better.
    Apart,
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
    /// The first gold answer.
    Gold,
    /// The headline's verdict on the answer: wrong ones before right ones.
    Verdict,
    /// A metric by its id.
    Metric(String),
    /// The distance of the run from the baseline by the most graded metric, the closest first.
    Apart,
}
