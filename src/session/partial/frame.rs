//! What parts must agree on, so that their rows can be counted together.

use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::error::Error;
use crate::preset::{Settings, resolve};
use crate::report::model::RunLabel;
use itertools::Itertools as _;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What was chosen for all parts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Frame {
    /// Version of the program.
    pub(super) version: String,
    /// Id of the preset, or its text if it is the user's own.
    pub(super) preset: String,
    /// The settings that differ from the preset's.
    pub(super) set: BTreeMap<String, String>,
    pub(super) seed: u64,
    pub(super) baseline: Option<String>,
    pub(super) cluster: Option<String>,
    pub(super) slices: Vec<String>,
    /// The columns that breakdowns name.
    pub(super) slice_columns: Vec<String>,
    pub(super) twins: Vec<String>,
    pub(super) settled: BTreeMap<String, String>,
    pub(super) confirmed: bool,
    /// The runs, in their order.
    pub(super) runs: Vec<RunLabel>,
}

impl Frame {
    /// Compiles the settings.
    ///
    /// # Errors
    /// If this program does not know the preset or a setting.
    pub(super) fn settings(&self) -> Result<Settings, Error> {
        Settings::compile(&*resolve(&self.preset)?, &self.set)
    }

    /// Lists what parts have to agree on, each with a remedy if they do not.
    fn entries(&self) -> Vec<Entry> {
        let list = |all: &[String]| all.join(", ");
        let pairs = |all: &BTreeMap<String, String>| {
            all.iter().map(|(key, value)| format!("{key}={value}")).join(", ")
        };
        let chosen = |choice: &Option<String>| choice.clone().unwrap_or_default();
        let same = "score every part with the same options";
        let runs = self.runs.iter().map(|run| &run.name).join(", ");
        vec![
            ("versions of Scoredrop", self.version.clone(), "score every part with one version"),
            ("presets", self.preset.clone(), same),
            ("settings", pairs(&self.set), same),
            ("seeds", self.seed.to_string(), same),
            ("baselines", chosen(&self.baseline), same),
            ("clusters", chosen(&self.cluster), same),
            ("breakdowns", list(&self.slices), same),
            ("columns of the breakdowns", list(&self.slice_columns), same),
            ("second rules", list(&self.twins), same),
            ("settled answers", pairs(&self.settled), same),
            ("confirmations", self.confirmed.to_string(), same),
            (
                "runs",
                runs,
                "give the file of a run the same name in every part, in a folder for each part; a \
                 part of a file with a column of runs needs rows of every run",
            ),
        ]
    }

    /// Checks that another part has the same frame.
    ///
    /// # Errors
    /// Lists everything that differs.
    pub(super) fn check(&self, other: &Self) -> Result<(), Error> {
        if self == other {
            return Ok(());
        }
        let both = self.entries().into_iter().zip(other.entries());
        let differing = both.filter(|(ours, theirs)| ours.1 != theirs.1);
        let problem = |((what, ours, remedy), (_, theirs, _)): (Entry, Entry)| {
            differ(&format!("the {what}"), &ours, &theirs, remedy)
        };
        Err(Error::new(differing.map(problem).collect()))
    }
}

/// Its name, its value in words, and the remedy if parts differ in it.
type Entry = (&'static str, String, &'static str);

/// Reports that two parts differ. The message must not depend on their order.
fn differ(what: &str, ours: &str, theirs: &str, remedy: &str) -> Diagnostic {
    let [first, second] = if ours < theirs { [ours, theirs] } else { [theirs, ours] };
    let message = format!("{what} of two parts differ: {first:?} and {second:?}");
    Diagnostic::error(Code::PartsDiffer, message).remedy(remedy)
}

/// Something found in the files of a part on which numbers depend. A part in which it makes no difference
/// does not state it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) enum Finding {
    /// The key by which gold and predictions are joined.
    Join,
    /// The columns in a role's files that decide a score.
    Columns(String),
    /// What questions are grouped by.
    Groups,
    /// How cells with gold answers are read.
    GoldAnswers,
    /// How cells with a run's predictions are unwrapped.
    Predictions(String),
    /// What a rule has learned from all gold answers together.
    Learned,
}

/// Everything that was found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Findings(pub(super) BTreeMap<Finding, String>);

impl Findings {
    pub(super) fn add(&mut self, finding: Finding, value: Option<String>) {
        self.0.extend(value.map(|value| (finding, value)));
    }

    /// Checks that another part has found nothing different.
    ///
    /// # Errors
    /// Lists everything that differs.
    pub(super) fn check(&self, other: &Self) -> Result<(), Error> {
        let both = self.0.iter().filter_map(|(finding, ours)| {
            let theirs = other.0.get(finding).filter(|theirs| *theirs != ours)?;
            let (what, remedy) = finding.words();
            Some(differ(&what, ours, theirs, remedy))
        });
        let problems: Vec<Diagnostic> = both.collect();
        if problems.is_empty() { Ok(()) } else { Err(Error::new(problems)) }
    }

    pub(super) fn absorb(&mut self, other: Self) {
        for (finding, value) in other.0 {
            self.0.entry(finding).or_insert(value);
        }
    }
}

impl Finding {
    /// Its name, and the remedy if parts differ in it.
    fn words(&self) -> (String, &'static str) {
        let form = "write all of them in one form, or score all files on one machine";
        match self {
            Self::Join => ("the keys to join by".to_owned(), "choose the key with --join"),
            Self::Columns(role) => {
                (format!("the columns of {role}"), "name the columns with --map")
            }
            Self::Groups => {
                ("the groups".to_owned(), "name the columns with --map gold.group=COLUMN")
            }
            Self::GoldAnswers => ("the readings of gold answers".to_owned(), form),
            Self::Predictions(run) => (format!("the readings of the predictions of {run}"), form),
            Self::Learned => (
                "what the rule learned from the gold answers".to_owned(),
                "choose it with --set if there is such a setting; otherwise score all files on one machine, because this rule looks at all gold answers together",
            ),
        }
    }
}
