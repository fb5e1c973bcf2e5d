//! Phase 2: which file is what, and which column is what. Every guess carries its reason.

mod answers;
mod columns;
mod pair;
mod programs;
mod roles;

pub use answers::{AnswerLists, answers_of, provenanced, unwrapped};
pub use columns::{ColumnMap, Guessed, canonical, is_name_of, map_columns};
pub use programs::{CATEGORY, PYTHON, Programs, RESULT, VERDICTS, is_program, programs};
pub use roles::{FileRole, guess_roles, role_evidence};

/// What a file is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// The ground truth.
    Gold,
    /// Outputs of one or several runs.
    Predictions,
    /// Probabilities that a question has no answer (SQuAD 2.0).
    NaProb,
    /// Ground truth and outputs side by side, in the same rows.
    Table,
}

impl Role {
    /// The name on the command line and in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Gold => "gold",
            Self::Predictions => "predictions",
            Self::NaProb => "na_prob",
            Self::Table => "table",
        }
    }

    /// Whether it holds the ground truth.
    pub fn has_gold(self) -> bool {
        matches!(self, Self::Gold | Self::Table)
    }

    /// Whether it holds outputs.
    pub fn has_predictions(self) -> bool {
        matches!(self, Self::Predictions | Self::Table)
    }
}

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Field {
    /// Identifies the question; several columns make a composite key.
    Id,
    /// The question's text.
    Question,
    /// Gold answers: one, or a list of them.
    Answers,
    /// The model's output.
    Prediction,
    /// Which run or model a prediction belongs to.
    Run,
    /// HotpotQA's supporting facts, of the gold or of the prediction.
    SupportingFacts,
    /// Probability that the question has no answer.
    NaProbability,
    /// What a judge looks at beside question, answers and prediction: the choices of a question, the
    /// scale of a number.
    Detail,
    /// A column by which results are broken down.
    Group,
}

impl Field {
    /// All fields, in the order in which columns are claimed.
    pub const ALL: [Self; 9] = [
        Self::Id,
        Self::Question,
        Self::SupportingFacts,
        Self::Run,
        Self::Prediction,
        Self::Answers,
        Self::NaProbability,
        Self::Detail,
        Self::Group,
    ];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Id => "id",
            Self::Question => "question",
            Self::Answers => "answers",
            Self::Prediction => "prediction",
            Self::Run => "run",
            Self::SupportingFacts => "supporting_facts",
            Self::NaProbability => "na_probability",
            Self::Detail => "detail",
            Self::Group => "group",
        }
    }

    /// Whether files of this role can have it.
    pub fn belongs_to(self, role: Role) -> bool {
        match self {
            Self::Id => true,
            Self::Question | Self::SupportingFacts | Self::Detail => role != Role::NaProb,
            Self::Answers | Self::Group => role.has_gold(),
            Self::Prediction | Self::Run => role.has_predictions(),
            Self::NaProbability => role == Role::NaProb,
        }
    }
}
