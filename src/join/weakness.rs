//! What leaves open whether joined rows belong together.

use crate::base::types::JoinBy;

/// What leaves open whether joined rows belong together.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Weakness {
    /// Another key pairs questions with other predictions.
    KeysDisagree { by: JoinBy, other: JoinBy, pairs: u64, questions: usize, runs: usize },
    /// Question texts of joined rows differ.
    TextsDisagree { agreeing: usize, compared: usize },
    /// Few questions have a prediction; the run is named if there are several.
    FewPredictions { run: Option<String>, found: usize, questions: usize },
    /// Many predictions are for other questions.
    ExtraPredictions { run: Option<String>, extra: usize, given: usize },
    /// Many predictions have the key of another one.
    RepeatedPredictions { replaced: usize, given: usize, first: bool },
    /// Predictions and gold rows repeat the same key.
    ContestedPredictions { predictions: usize },
    /// Many gold rows have the key of another one.
    RepeatedGold { rows: usize, questions: usize },
    /// Joined keys are not written alike, with an example of both sides.
    NearKeys { differing: usize, joined: usize, example: Option<[String; 2]> },
    /// Only the order of rows joins them.
    RowOrder,
    /// Ids number the rows.
    CountingIds,
}
