//! Doubts about which benchmark the files are of.

use super::Kind;
use crate::base::digits::{grouped, percent};

/// Only the form of the file says which benchmark it is of.
#[derive(Clone, Debug, PartialEq)]
pub struct GuessedBenchmark {
    /// Title of the preset.
    pub(crate) title: String,
    pub(crate) beside: OtherRule,
}

/// What is known of the score by another rule.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum OtherRule {
    /// Nothing compares with it.
    None,
    /// There is one: why the preset was guessed, and the title of the other one.
    Named { reason: String, title: String },
    /// It was tried on the first questions: its title, means from 0 to 1 of both.
    Tried { title: String, questions: usize, gives: f64, would_give: f64 },
}

impl Kind for GuessedBenchmark {
    fn message(&self) -> String {
        let only = format!("only the form of the file suggests {}", self.title);
        match &self.beside {
            OtherRule::None => only,
            OtherRule::Named { reason, title } => format!(
                "{only} ({reason}); as {title}, the same answers are compared by another rule"
            ),
            OtherRule::Tried { title, questions, gives, would_give } => {
                let [own, other] = [gives, would_give].map(|mean| percent(*mean));
                let questions = grouped(*questions);
                if own == other {
                    format!("{only}; as {title}, the first {questions} questions also score {own}")
                } else {
                    format!(
                        "{only}: the first {questions} questions score {own}, but {other} as {title}"
                    )
                }
            }
        }
    }
}

/// The preset of a link was guessed by its sender.
#[derive(Clone, Debug, PartialEq)]
pub struct LinkedGuess;

impl Kind for LinkedGuess {
    fn message(&self) -> String {
        "the link's preset was guessed from its sender's files".to_owned()
    }
}

/// The gold file looks like another preset.
#[derive(Clone, Debug, PartialEq)]
pub struct PresetMismatch {
    /// Id of the preset in force.
    pub(crate) preset: String,
    /// Id of the preset that the file looks like.
    pub(crate) other: String,
    pub(crate) reason: String,
}

impl Kind for PresetMismatch {
    fn message(&self) -> String {
        let Self { preset, other, reason } = self;
        format!("the gold file looks like {other} ({reason}) but is scored as {preset}")
    }
}

/// The preset does not fit the gold file.
#[derive(Clone, Debug, PartialEq)]
pub struct UnfitPreset {
    /// Id of the preset.
    pub(crate) preset: String,
    pub(crate) reason: String,
}

impl Kind for UnfitPreset {
    fn message(&self) -> String {
        format!("{} does not fit the gold file: {}", self.preset, self.reason)
    }
}

/// A well-known gold file may be scored in several ways.
#[derive(Clone, Debug, PartialEq)]
pub struct SeveralBenchmarks {
    /// Which file it is, in a sentence.
    pub(crate) found: String,
    /// Title of the preset in force.
    pub(crate) title: String,
    /// Titles of the others.
    pub(crate) others: Vec<String>,
}

impl Kind for SeveralBenchmarks {
    fn message(&self) -> String {
        let Self { found, title, others } = self;
        format!(
            "{found}; it is scored as {title} but can also be scored as {}",
            others.join(" or ")
        )
    }
}

/// A well-known gold file is scored by the rules of another benchmark.
#[derive(Clone, Debug, PartialEq)]
pub struct OtherBenchmark {
    /// Which file it is, in a sentence.
    pub(crate) found: String,
    /// Ids of its own presets.
    pub(crate) presets: &'static [&'static str],
}

impl Kind for OtherBenchmark {
    fn message(&self) -> String {
        match self.presets {
            [] => format!(
                "{}; Scoredrop has no preset that scores it as its benchmark does",
                self.found
            ),
            presets => format!("{}; its own preset is {}", self.found, presets.join(" or ")),
        }
    }
}
