//! What would settle a doubt.

use crate::base::types::ColumnChoice;

/// A choice that would settle a doubt; whether it can be made depends on the other choices.
#[derive(Clone, Debug, PartialEq)]
pub enum Remedy {
    /// Join ids that nearly agree.
    JoinNear,
    /// Treat blank predictions as missing.
    MissingBlank,
    /// Leave out answers without a verdict.
    LeaveOutBlank,
    /// Keep the other one of several predictions for a question.
    KeepOtherDuplicate,
    /// Compare numbers and dates by value.
    CompareByKind,
    /// Have something count that a comparison ignores: key of the setting.
    Count(&'static str),
    /// Take the code block of each answer.
    TakeCodeBlock,
    /// Withhold no answer by its probability.
    WithholdNone,
    /// Leave out questions without a prediction.
    LeaveOutMissing,
    /// Take another column.
    Take(ColumnChoice),
    /// Swap the gold file and the predictions.
    Swap,
    /// Change a setting: key, value, and the words of the value.
    Set(&'static str, &'static str, &'static str),
}
