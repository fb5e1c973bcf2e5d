//! What all phases share: small types that know none of them.

use serde::{Deserialize, Serialize};
pub use strum::VariantArray;
use strum::{EnumString, IntoStaticStr, VariantNames};

/// What a file is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[derive(EnumString, IntoStaticStr, VariantArray)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Role {
    // In the order in which signatures have files.
    /// The ground truth.
    Gold,
    /// Ground truth and outputs side by side, in the same rows.
    Table,
    /// Outputs of one or several runs.
    Predictions,
    /// Probabilities that a question has no answer (SQuAD 2.0).
    NaProb,
}

impl Role {
    /// The name on the command line and in reports.
    pub fn name(self) -> &'static str {
        self.into()
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[derive(EnumString, IntoStaticStr, VariantArray, VariantNames)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Field {
    // In the order in which columns are claimed.
    /// Identifies the question; several columns make a composite key.
    Id,
    /// The question's text.
    Question,
    /// HotpotQA's supporting facts, of the gold or of the prediction.
    SupportingFacts,
    /// Which run or model a prediction belongs to.
    Run,
    /// The model's output.
    Prediction,
    /// Gold answers: one, or a list of them.
    Answers,
    /// Probability that the question has no answer.
    NaProbability,
    /// What a judge looks at beside question, answers and prediction: the choices of a question, the
    /// scale of a number.
    Detail,
    /// A column by which results are broken down.
    Group,
}

impl Field {
    /// The name on the command line.
    pub fn name(self) -> &'static str {
        self.into()
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

/// How sure a guess is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Certainty {
    /// The user said so.
    Chosen,
    /// The files leave no doubt.
    Proven,
    /// Likely; the headline is provisional until confirmed.
    Guessed,
}

/// A guess with its reason, short enough for a sentence: "guessed from the file's shape".
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Guess<T> {
    /// What is assumed.
    pub value: T,
    /// How sure it is.
    pub certainty: Certainty,
    /// Why.
    pub reason: String,
}

impl<T> Guess<T> {
    /// A guess of all its parts.
    pub fn new(value: T, certainty: Certainty, reason: impl Into<String>) -> Self {
        Self { value, certainty, reason: reason.into() }
    }
}

/// A column that the user assigned: `--map ROLE.FIELD=COLUMN`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ColumnChoice {
    /// Which files.
    pub role: Role,
    /// What the column holds.
    pub field: Field,
    /// Its name.
    pub column: String,
}

/// What gold and predictions are joined on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[derive(EnumString, IntoStaticStr, VariantArray)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
#[cfg_attr(feature = "command-line", derive(clap::ValueEnum))]
pub enum JoinBy {
    /// Equal ids
    Id,
    /// Equal question texts
    Question,
    /// Row numbers. Nothing confirms such a join unless other columns agree
    Row,
    /// Gold answer and prediction in the same row of one file
    SameRow,
    /// Ids that are equal except for white space, case, accents and the form of numbers and paths. If a side
    /// has no ids: question texts, equal except for these and punctuation
    Near,
}

impl JoinBy {
    /// The keys in words.
    pub fn plural(self) -> &'static str {
        match self {
            Self::Id => "ids",
            Self::Question => "question texts",
            Self::Row => "row numbers",
            Self::SameRow => "the same rows",
            Self::Near => "ids that nearly match",
        }
    }

    /// The name on the command line and in signatures.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// A possible join and what speaks for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JoinCandidate {
    /// The key.
    pub by: JoinBy,
    /// Gold questions that find a prediction, those of all runs together.
    pub matched: u64,
    /// Gold questions, as many times as there are runs.
    pub gold: u64,
    /// Matched rows where both files carry the question, and of these those whose texts agree.
    pub compared: u64,
    /// See `compared`.
    pub agreeing: u64,
}

/// Verdicts that a file of predictions has of its own, beside ours.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stored {
    /// Their column.
    pub column: String,
    /// Share of those that say right.
    pub mean: f64,
    /// How many say right.
    #[serde(skip)]
    pub right: u64,
    /// Questions that have one.
    pub n: u64,
    /// Of these, questions of which ours says the same.
    pub agrees: u64,
}

/// The one state that every gold question is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[derive(EnumString, IntoStaticStr, VariantArray)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum State {
    /// There is a prediction, and an answer was taken from it.
    Answered,
    /// There is a prediction, but no answer was found in it.
    NotExtracted,
    /// There is a prediction of nothing but white space. A label, not a verdict: it is scored as
    /// the reference scores the empty string.
    Blank,
    /// There is no prediction.
    Missing,
    /// Left out of the score, for a stated reason.
    Excluded,
}

impl State {
    /// The name in reports.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// Where every gold question and every prediction went. The first number is the sum of the next
/// five.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reconciliation {
    /// Gold questions.
    pub gold: u64,
    /// In state [`State::Answered`].
    pub answered: u64,
    /// In state [`State::NotExtracted`].
    pub not_extracted: u64,
    /// In state [`State::Blank`].
    pub blank: u64,
    /// In state [`State::Missing`].
    pub missing: u64,
    /// In state [`State::Excluded`].
    pub excluded: u64,
    /// Predictions for questions that the gold file does not have.
    pub extra: u64,
    /// Predictions that a later one for the same question replaced.
    pub duplicate_predictions: u64,
    /// Gold rows whose id stood before; each is scored.
    pub duplicate_gold: u64,
    /// Rows of either file that could not be read.
    pub unparseable: u64,
}

impl Reconciliation {
    /// Counts one question.
    pub fn count(&mut self, state: State) {
        self.gold += 1;
        match state {
            State::Answered => self.answered += 1,
            State::NotExtracted => self.not_extracted += 1,
            State::Blank => self.blank += 1,
            State::Missing => self.missing += 1,
            State::Excluded => self.excluded += 1,
        }
    }

    /// The states in their order, each with how many questions are in it: together they are all questions.
    pub fn by_state(&self) -> [(State, u64); 5] {
        [
            (State::Answered, self.answered),
            (State::NotExtracted, self.not_extracted),
            (State::Blank, self.blank),
            (State::Missing, self.missing),
            (State::Excluded, self.excluded),
        ]
    }

    /// Adds the counts of another run.
    pub fn add(&mut self, other: &Self) {
        self.gold += other.gold;
        self.answered += other.answered;
        self.not_extracted += other.not_extracted;
        self.blank += other.blank;
        self.missing += other.missing;
        self.excluded += other.excluded;
        self.extra += other.extra;
        self.duplicate_predictions += other.duplicate_predictions;
        self.duplicate_gold += other.duplicate_gold;
        self.unparseable += other.unparseable;
    }
}

/// The headline metric in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[derive(EnumString, IntoStaticStr, VariantArray)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
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

/// What a report leaves out of its records, for those who may not pass it on. The words of
/// diagnostics go with either: they quote both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parts {
    /// Without what models answered.
    pub no_outputs: bool,
    /// Without ids, which may be questions themselves.
    pub no_questions: bool,
}

/// The group column of presets whose questions may have no answer.
pub const ANSWERABILITY: &str = "answerability";

/// The group that says what kind of answer a question has, where short answers are of several kinds.
pub const KIND_OF_ANSWER: &str = "kind of answer";

/// Its value for questions with an answer.
pub const HAS_ANSWER: &str = "has_answer";

/// Its value for questions without.
pub const NO_ANSWER: &str = "no_answer";

/// The part of a benchmark that a question belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PartOf {
    /// The preset has no parts, or the gold file no such column.
    #[default]
    Whole,
    /// A known part, by its place among them.
    Known(usize),
    /// None of the known parts.
    Other,
}

impl PartOf {
    /// Its place where there is one thing for the whole, and then one for each known part.
    pub fn place(self) -> usize {
        match self {
            Self::Known(place) => place + 1,
            Self::Whole | Self::Other => 0,
        }
    }
}
