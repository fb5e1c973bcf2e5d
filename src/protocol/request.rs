//! What the page asks, and what it says with it: choices and views.

#[cfg(doc)]
use super::{Explanation, Reply, RunCard};
#[cfg(all(doc, feature = "values"))]
use crate::aggregate::slice::Slice;
use crate::diagnostic::Diagnostic;
#[cfg(all(doc, feature = "values"))]
use crate::evaluate::Twin;
#[cfg(doc)]
use crate::input::Form;
use crate::report::State;
use crate::report::json::Parts;
use crate::schema::{Field, Role};
use crate::small_map::SmallMap;

/// What the page asks of the worker.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// Add files; their handles follow in the message, in this order. Answered by
    /// [`Reply::Summary`], with [`Reply::Progress`] before it.
    Open {
        /// The files.
        files: Vec<OpenFile>,
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
    /// A download. Answered by [`Reply::File`].
    Export {
        /// What is wanted.
        format: ExportFormat,
        /// Rows of the per-question CSV; all of every run where absent.
        view: Option<View>,
        /// What JSON and HTML leave out.
        parts: Parts,
    },
    /// Programs that have no verdict yet. Answered by [`Reply::Programs`].
    Programs {
        /// The place in the list of all to begin at.
        from: u64,
        /// How many; fewer come where they are long.
        count: u32,
    },
    /// What became of programs. Answered by [`Reply::Summary`] where it is the `last` of them, and by
    /// nothing otherwise.
    Verdicts {
        /// Keys, and what the runner says of each as JSON, with the interpreter's version as `python`.
        answers: Vec<(String, String)>,
        /// Whether to score with them now.
        last: bool,
    },
    /// How many programs that have no verdict are among those whose verdicts the browser keeps. Answered
    /// by [`Reply::Kept`].
    Kept {
        /// What the kept verdicts are found by.
        keys: Vec<String>,
    },
    /// Have the programs of a question run again: their verdicts become history. Answered by
    /// [`Reply::Summary`].
    Again {
        /// Index of the run.
        run: u32,
        /// Index of the gold row, from 0.
        row: u64,
    },
    /// What is wrong with the text of a preset, and what may stand at the cursor. Answered by
    /// [`Reply::Checked`].
    Check {
        /// The text.
        preset: String,
        /// The cursor, in UTF-16 units.
        cursor: u32,
    },
    /// Score one answer typed by hand with a preset. Answered by [`Reply::Explained`].
    Try {
        /// Preset id, or JSON text of a user's own.
        preset: String,
        /// Settings that differ from the preset's.
        set: SmallMap<String, String>,
        /// The gold answers.
        golds: Vec<String>,
        /// The prediction.
        prediction: String,
    },
}

/// A file that the page hands over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenFile {
    /// Number that the page gave it; that of a file which is there already where it takes its place.
    pub slot: u32,
    /// Name without folder.
    pub name: String,
    /// Size in bytes.
    pub bytes: u64,
    /// Whether it was taken out of another one. Then the handle of that one and the JSON text of an
    /// [`Origin`] follow its own handle in the message.
    pub unpacked: bool,
}

/// What a file was taken out of: a ZIP archive, a workbook, a log. The core reads none of them; who
/// drives the session unpacks them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// Name of the container, without folder.
    pub name: String,
    /// Its size in bytes.
    pub bytes: u64,
    /// Name of the file in it: a path, or that of a sheet.
    pub member: String,
    /// Name of the form for reports, such as `xlsx`; of `zip` the form of the file follows.
    pub format: String,
    /// A name that has the extension of the file's own form.
    pub file: String,
    /// Whether it is CSV made of a sheet: then rows are numbered by record.
    pub by_record: bool,
    /// What was noticed while it was taken out.
    pub notes: Vec<Diagnostic>,
}

/// What the user has decided. Everything absent is guessed, and the guess is told.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choices {
    /// Preset id, or JSON text of a user's own.
    pub preset: Option<String>,
    /// Whether the preset is only what was guessed from other files, those of whoever made a link.
    pub preset_guessed: bool,
    /// Role of a file by slot.
    pub roles: SmallMap<u32, Role>,
    /// Parts of the form of a text file, named and valued as in [`Form::parts`], with the slot in
    /// front: `3.encoding`.
    pub forms: SmallMap<String, String>,
    /// Columns for fields; several entries of one field make a composite key.
    pub columns: Vec<ColumnChoice>,
    /// Key that joins gold and predictions.
    pub join: Option<JoinBy>,
    /// Settings that differ from the preset's, as `--set KEY=VALUE` takes them.
    pub set: SmallMap<String, String>,
    /// What gold answers mean of which several readings are possible, by the key of the question: one of
    /// [`Explanation::candidates`].
    pub settled: SmallMap<String, String>,
    /// The user has looked at the guesses and stands by them.
    pub confirmed: bool,
    /// Seed of the resampled intervals.
    pub seed: u64,
    /// Name of the run that the others are compared with; the first one where absent.
    pub baseline: Option<String>,
    /// Breakdowns beside those of the preset, in the text form that [`Slice`] reads.
    pub slices: Vec<String>,
    /// The column of the gold file whose values hold questions together that are right and wrong
    /// together, such as a document: intervals and tests count it, and not questions.
    pub cluster: Option<String>,
    /// Second rules, `KEY=VALUE` as [`Twin`] reads it: every run is scored by each of them, too, and
    /// stands beside itself as another run.
    pub twins: Vec<String>,
    /// A signature that files and settings are held against.
    pub signature: Option<String>,
}

impl Choices {
    /// Whether they ask for more than the means of runs: breakdowns, clusters, second rules.
    pub fn compares(&self) -> bool {
        !self.slices.is_empty() || self.cluster.is_some() || !self.twins.is_empty()
    }

    /// Whether others give every question of every run the same outcome, and differ in what is made of
    /// the outcomes at most.
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

    /// Whether what is guessed for others is guessed for these, too: a second rule has the same files,
    /// columns and preset as the first.
    pub fn same_guesses(&self, other: &Self) -> bool {
        let alone = |choices: &Self| Self { twins: Vec::new(), ..choices.clone() };
        alone(self).same_outcomes(&alone(other))
    }
}

/// A column that the user assigned: `--map ROLE.FIELD=COLUMN`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColumnChoice {
    /// Which files.
    pub role: Role,
    /// What the column holds.
    pub field: Field,
    /// Its name.
    pub column: String,
}

/// What gold and predictions are joined on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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

/// The headline metric in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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

/// Which rows of a run in which order.
#[derive(Clone, Debug, Default, PartialEq)]
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
    /// Only rows of which a judge has this to say: a code of [`RunCard::notes`].
    pub note: Option<String>,
    /// Only rows of which a program became this: a name of [`RunCard::categories`].
    pub category: Option<String>,
    /// Only rows with regard to the baseline.
    pub against: Option<Against>,
    /// How runs are compared; decides which rows there are with regard to another one alone.
    pub by: By,
    /// Order.
    pub sort: Sort,
    /// From last to first.
    pub descending: bool,
}

/// How runs are compared: by which metric, and on which questions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct By {
    /// Id of the metric; the headline where absent, or where it is none of the score's.
    pub metric: Option<String>,
    /// Whether on the questions alone for which every run has a prediction.
    pub common: bool,
}

/// Which rows of a run (A) with regard to the baseline (B), whichever run that is, by the metric and
/// among the questions of [`View::by`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Against {
    /// Only these; all where absent.
    pub flip: Option<Flip>,
    /// Only rows where the answers taken from both outputs differ.
    pub different: bool,
}

/// What a metric says of a question of two runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flip {
    /// Both have the same value, and not the worst that there is: both are right.
    Both,
    /// A is better.
    OnlyA,
    /// B is better.
    OnlyB,
    /// Both have the worst value.
    Neither,
    /// Either is better.
    Apart,
}

/// What rows are sorted by; equal rows stay in file order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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

/// What can be downloaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportFormat {
    /// The whole report.
    Json,
    /// One line per question and run.
    Csv,
    /// One line per aggregate.
    AggregatesCsv,
    /// A table for a paper or an issue.
    Markdown,
    /// A table for a paper, in the form of booktabs.
    Latex,
    /// What the reference script prints.
    Official,
    /// The preset with the settings in force.
    Preset,
    /// The verdicts of the programs that were run here, as JSON Lines that are predictions themselves.
    Verdicts,
    /// The report in one HTML file, which carries the JSON.
    Html,
    /// A paragraph for a paper, and what to cite.
    Methods,
    /// A script that runs the reference on the same files.
    VerifyPy,
    /// The strip of the first run, or of the view's.
    StripSvg,
    /// The headline by group, of the same run.
    BreakdownSvg,
    /// Every run against the baseline.
    ComparisonSvg,
}
