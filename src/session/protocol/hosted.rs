//! The rules of a hosted scorer, as choices that a submitter may or may not change.

use super::Choices;
use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::error::Error;
use crate::base::types::{ColumnChoice, Role};
use crate::report::host::Fault;
use serde::{Deserialize, Serialize};

/// The host's decisions about a track of a benchmark.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hosted {
    /// Title of the benchmark.
    pub title: String,
    /// Name of the track; may be empty.
    pub track: String,
    /// SHA-256 of everything that the host has decided, in hexadecimal digits.
    pub digest: String,
    /// SHA-256 of the gold file.
    pub gold: String,
    /// Keys of settings that a submitter may change; see [`LOCKABLE`] for the keys that are not
    /// settings of presets.
    pub free: Vec<String>,
    /// Faults that the benchmark accepts.
    pub accept: Vec<Fault>,
    /// The answers that predictions may have; any if empty.
    pub labels: Vec<String>,
    /// The choices of the host.
    pub rules: Choices,
}

/// The keys, in addition to settings of presets, that a host can set free.
pub const LOCKABLE: [&str; 6] = ["preset", "columns", "join", "cluster", "seed", "settled"];

impl Hosted {
    /// Whether a submitter may change the setting with this key.
    pub fn is_free(&self, key: &str) -> bool {
        self.free.iter().any(|free| free == key)
    }

    /// Restores the choices that the host has locked, and returns their keys.
    pub fn hold(&self, choices: &mut Choices) -> Vec<String> {
        let rules = &self.rules;
        let mut held = Vec::new();
        let mut keep = |key: &str, differs: bool| {
            let is_held = differs && !self.is_free(key);
            if is_held {
                held.push(key.to_owned());
            }
            is_held
        };
        if keep("preset", choices.preset != rules.preset) {
            choices.preset.clone_from(&rules.preset);
        }
        // A script needs the preset that scores by scripts.
        if choices.preset == rules.preset && choices.script != rules.script {
            choices.script.clone_from(&rules.script);
        }
        // Settings belong to a preset: if the preset may differ, so may its settings.
        if choices.preset == rules.preset {
            let mut all = rules.set.clone();
            all.extend(choices.set.clone());
            for key in all.into_keys() {
                if keep(&key, choices.set.get(&key) != rules.set.get(&key)) {
                    match rules.set.get(&key) {
                        Some(value) => drop(choices.set.insert(key, value.clone())),
                        None => drop(choices.set.remove(&key)),
                    }
                }
            }
        }
        let columns = self.with_own_columns(&choices.columns);
        if keep("columns", columns != choices.columns) {
            choices.columns = columns;
        }
        if keep("join", choices.join != rules.join) {
            choices.join = rules.join;
        }
        if keep("cluster", choices.cluster != rules.cluster) {
            choices.cluster.clone_from(&rules.cluster);
        }
        if keep("seed", choices.seed != rules.seed) {
            choices.seed = rules.seed;
        }
        if keep("settled", choices.settled != rules.settled) {
            choices.settled.clone_from(&rules.settled);
        }
        // The host's decisions are not guesses.
        choices.preset_guessed = false;
        held
    }

    /// Returns the host's columns, followed by columns of predictions that the host has not
    /// decided.
    pub fn with_own_columns(&self, columns: &[ColumnChoice]) -> Vec<ColumnChoice> {
        let own = &self.rules.columns;
        let is_open = |one: &&ColumnChoice| {
            let is_said = |known: &ColumnChoice| (known.role, known.field) == (one.role, one.field);
            one.role == Role::Predictions && !own.iter().any(is_said)
        };
        own.iter().chain(columns.iter().filter(is_open)).cloned().collect()
    }

    /// Whether nothing differs from what the host has chosen.
    pub fn is_unchanged(&self, choices: &Choices) -> bool {
        let strict = Self { free: Vec::new(), ..self.clone() };
        strict.allows(choices)
    }

    /// Whether a submitter may make these choices.
    pub fn allows(&self, choices: &Choices) -> bool {
        self.hold(&mut choices.clone()).is_empty()
    }
}

/// What a submitter states about a submission.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Submitter {
    /// Name of the system, as leaderboards show it.
    pub name: String,
    /// Address of a page about it; may be empty.
    #[serde(default)]
    pub link: String,
    /// Licence of the predictions; may be empty.
    #[serde(default)]
    pub licence: String,
}

impl Submitter {
    /// Checks these statements.
    ///
    /// # Errors
    /// `bad_bundle` if the name is blank, or the link is not an address of a page.
    pub fn check(&self) -> Result<(), Error> {
        let problem = |message: &str, remedy: &str| {
            Err(Diagnostic::error(Code::BadBundle, message).remedy(remedy).into())
        };
        if self.name.trim().is_empty() {
            return problem("the system has no name", "write its name");
        }
        let is_page = ["https://", "http://"].iter().any(|start| self.link.starts_with(start));
        if !(self.link.is_empty() || is_page) {
            return problem("the link is not the address of a page", "begin it with https://");
        }
        Ok(())
    }
}

/// A hosted scorer for the page that it is on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScorerCard {
    /// Title of the benchmark.
    pub title: String,
    /// A description in one paragraph; may be empty.
    pub text: String,
    /// Whom to ask; may be empty.
    pub contact: String,
    /// Address of the benchmark; may be empty.
    pub link: String,
    /// The tracks, at least one.
    pub tracks: Vec<TrackCard>,
}

/// A track of a hosted scorer for the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrackCard {
    /// Its name; may be empty.
    pub name: String,
    /// Name of the gold file next to the page; `None` if only those who have the file can score.
    pub gold: Option<String>,
    /// Name of a sample submission; `None` if there is none.
    pub sample: Option<String>,
    /// What scores a submission.
    pub choices: Choices,
}
