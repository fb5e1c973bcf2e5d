//! Why files may be read in another way: named facts, each with a weight. One table holds the weights, which
//! only order what is offered; facts alone decide whether a reading is offered.

use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

/// Why the user may mean this reading of the files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[derive(IntoStaticStr, VariantArray)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Why {
    /// It settles a doubt about the score.
    SettlesDoubt,
    /// It repairs something noticed in the files.
    MendsFiles,
    /// The files' own verdicts give another score.
    OwnVerdicts,
    /// The score is by verdicts, and gold answers stand beside the predictions.
    Compared,
    /// Many more outputs contain the gold answer than equal it.
    AnswerInOutput,
    /// The rule leaves out gold answers of other kinds.
    SeveralKinds,
    /// Most outputs are texts with several numbers.
    LastNumber,
    /// Hardly any answer is right, because the rule compares signs or capitals.
    SignsDecide,
    /// Columns of outputs with similar names hold the answers of several systems.
    SiblingOutputs,
    /// Rows of the same question differ in one column, which may name the systems.
    RunsApart,
    /// A column is named as an output more clearly than the one that is read.
    OutputUnread,
    /// A column is named as gold answers more clearly than the one that is read.
    GoldUnread,
    /// Most outputs have several sentences or lines.
    StatedAnswer,
    /// The files have the same number of rows.
    RowOrder,
    /// Names or values support its columns, but less clearly.
    NextBest,
    /// The name of a file mentions a benchmark.
    NamedBenchmark,
    /// The benchmark has another scorer.
    OtherScorer,
    /// The rule of a reference is in force, and the plain rule for such answers gives another number.
    PlainRule,
}

/// The weight of each fact.
const WEIGHTS: [(Why, u32); 18] = [
    (Why::OwnVerdicts, 6),
    (Why::RunsApart, 6),
    (Why::SettlesDoubt, 5),
    (Why::Compared, 5),
    (Why::AnswerInOutput, 5),
    (Why::SiblingOutputs, 5),
    (Why::SeveralKinds, 4),
    (Why::OutputUnread, 4),
    (Why::GoldUnread, 3),
    (Why::SignsDecide, 3),
    (Why::LastNumber, 3),
    (Why::NamedBenchmark, 3),
    (Why::NextBest, 2),
    (Why::MendsFiles, 2),
    (Why::StatedAnswer, 2),
    (Why::RowOrder, 2),
    (Why::OtherScorer, 1),
    (Why::PlainRule, 1),
];

impl Why {
    /// Returns how strongly it supports a reading.
    pub fn weight(self) -> u32 {
        WEIGHTS.iter().find(|(known, _)| *known == self).map_or(0, |(_, weight)| *weight)
    }

    /// Returns the same fact for people, in about six words.
    pub fn words(self) -> &'static str {
        match self {
            Self::SettlesDoubt => "it settles a doubt",
            Self::MendsFiles => "it fixes a problem",
            Self::OwnVerdicts => "the file's own verdicts differ",
            Self::Compared => "it compares predictions with gold answers",
            Self::AnswerInOutput => "outputs contain the gold answer",
            Self::SeveralKinds => "it also scores other kinds of answers",
            Self::LastNumber => "outputs have several numbers",
            Self::SignsDecide => "signs or capitals decide the answers",
            Self::SiblingOutputs => "similar column names may mean several systems",
            Self::RunsApart => "rows of one question may be several runs",
            Self::OutputUnread => "a column is named as an output",
            Self::GoldUnread => "a column is named as gold answers",
            Self::StatedAnswer => "outputs state the answer in one place",
            Self::RowOrder => "the files have the same number of rows",
            Self::NextBest => "names or values fit nearly as well",
            Self::NamedBenchmark => "a file is named after the benchmark",
            Self::OtherScorer => "another scorer of the benchmark",
            Self::PlainRule => "the plain rule for such answers",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fact_has_one_weight() {
        for why in Why::VARIANTS {
            assert_eq!(WEIGHTS.iter().filter(|(known, _)| known == why).count(), 1, "{why:?}");
        }
    }
}
