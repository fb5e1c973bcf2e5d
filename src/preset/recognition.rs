//! How the files of a benchmark are recognised.

use crate::base::types::Field;
use crate::programs::columns::Programs;
use crate::understand::reading::AnswerKind;
use serde::Deserialize;
use std::collections::BTreeMap;

/// What speaks for a benchmark.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Recognition {
    /// The kind of answers that it is the comparison for if nothing names a benchmark.
    pub kind: Option<AnswerKind>,
    /// Its names as columns and ids have them: letters and digits alone, in lower case.
    pub names: Vec<String>,
    /// Signs, each of which speaks for it on its own.
    pub signs: Vec<Sign>,
}

/// A sign: conditions that all have to hold.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Sign {
    /// The form of the gold file, where it is of no table: `squad`, `drop`, `tatqa`, `coqa` or
    /// `triviaqa`.
    pub form: Option<String>,
    /// What the gold file has to do with programs.
    pub programs: Option<Programs>,
    /// Columns of the gold file, with patterns of which every value fits one: a star stands for any text.
    pub columns: BTreeMap<String, Vec<String>>,
    /// Roles of columns that the gold file has, such as `question`.
    pub fields: Vec<Field>,
    /// Roles of columns that it lacks.
    pub lacks: Vec<Field>,
    /// What gold answers look like, by names of [`ANSWER_TESTS`](crate::understand::recognise::ANSWER_TESTS).
    pub answers: Vec<String>,
    /// A pattern that one gold answer fits.
    pub some_answer: Option<String>,
    /// The form of a file of predictions: `keyed_columns`.
    pub predictions: Option<String>,
    /// A text that most rows of a file of predictions have.
    pub outputs: Option<String>,
    /// A text that nineteen in twenty predictions have.
    pub all_outputs: Option<String>,
    /// Whether these conditions hold for one benchmark alone.
    pub proven: bool,
    /// Why the benchmark is taken, in words.
    pub reason: String,
}

impl Sign {
    /// How much it says: whether it is proof, then how many of its conditions are about what was predicted,
    /// which tell more than questions that several benchmarks share, then how many there are.
    pub fn weight(&self) -> (bool, usize, usize) {
        let some = |conditions: &[&Option<String>]| {
            conditions.iter().filter(|condition| condition.is_some()).count()
        };
        let predicted = some(&[&self.predictions, &self.outputs, &self.all_outputs]);
        let gold = some(&[&self.form, &self.some_answer])
            + usize::from(self.programs.is_some())
            + self.columns.len()
            + self.fields.len()
            + self.lacks.len()
            + self.answers.len();
        (self.proven, predicted, gold)
    }
}
