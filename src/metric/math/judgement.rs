//! What is said of two answers.

/// Whether two answers are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Equivalence {
    /// They are equal.
    Equal,
    /// They are not.
    Different,
    /// No rule makes them equal, and none tells them apart: counted as not equal.
    Undecided,
}

/// The rule that decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rule {
    /// The same characters.
    Identical,
    /// The same but for blanks, signs around it and other ways to write the same.
    Writing,
    /// The same words.
    Words,
    /// The same rational number.
    Number,
    /// The same number once roots, π, `i` are reduced.
    Roots,
    /// The same once multiplied out.
    Expression,
    /// The same values in any order.
    List,
    /// The same elements.
    Set,
    /// The same values in the same order.
    Tuple,
    /// The same real numbers: intervals, unions, inequalities.
    Range,
    /// The same entries.
    Matrix,
    /// The same equation up to a factor.
    Equation,
    /// The same inequality up to a positive factor.
    Inequality,
    /// The same ratio.
    Ratio,
    /// The same digits, where one side does not say the base.
    Base,
    /// The same number, where one side has a sign of percent.
    Percent,
    /// The same value, where one side does not say the unit.
    Unit,
    /// The same value, where one side says what it is called.
    Name,
    /// Two numbers.
    DifferentNumbers,
    /// Two expressions in variables.
    DifferentExpressions,
    /// Two words.
    DifferentWords,
    /// Two units.
    DifferentUnits,
    /// Other values, or not as many.
    DifferentParts,
    /// A number against a tuple, an equation against words.
    DifferentKinds,
    /// No known identity makes one out of the other.
    NoIdentity,
    /// One side could not be read.
    NotRead,
    /// It would take too long.
    TooBig,
    /// One side is not defined, as a division by zero is not.
    Undefined,
}

impl Rule {
    /// What the rule says of two answers.
    pub fn verdict(self) -> Equivalence {
        match self {
            Self::NoIdentity | Self::NotRead | Self::TooBig | Self::Undefined => {
                Equivalence::Undecided
            }
            _ if self < Self::DifferentNumbers => Equivalence::Equal,
            _ => Equivalence::Different,
        }
    }

    /// The rule in words, to follow "equal:" or "not equal:".
    pub fn words(self) -> &'static str {
        match self {
            Self::Identical => "identical",
            Self::Writing => "written the same but for blanks and signs around it",
            Self::Words => "the same words",
            Self::Number => "the same number",
            Self::Roots => "the same number once roots are reduced",
            Self::Expression => "the same expression once multiplied out",
            Self::List => "the same values in any order",
            Self::Set => "the same set",
            Self::Tuple => "the same values in the same order",
            Self::Range => "the same real numbers",
            Self::Matrix => "the same matrix",
            Self::Equation => "the same equation up to a factor",
            Self::Inequality => "the same inequality up to a positive factor",
            Self::Ratio => "the same ratio",
            Self::Base => "the same digits, the base is written on one side only",
            Self::Percent => "the same number, a percent sign is written on one side only",
            Self::Unit => "the same value, the unit is written on one side only",
            Self::Name => "the same value, its name is written on one side only",
            Self::DifferentNumbers => "different numbers",
            Self::DifferentExpressions => "different expressions",
            Self::DifferentWords => "different words",
            Self::DifferentUnits => "different units",
            Self::DifferentParts => "different values in them",
            Self::DifferentKinds => "different kinds of answers",
            Self::NoIdentity => "no known identity makes them equal",
            Self::NotRead => "one of them cannot be read as mathematics",
            Self::TooBig => "too big to be calculated",
            Self::Undefined => "one of them is not defined",
        }
    }
}

/// What is said of two answers, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// Whether they are equal.
    pub verdict: Equivalence,
    /// The rule that decided; for an answer of several parts that of the whole.
    pub rule: Rule,
}

impl Judgement {
    /// Whether they are equal; what is undecided is not.
    pub fn equal(self) -> bool {
        self.verdict == Equivalence::Equal
    }
}

impl From<Rule> for Judgement {
    fn from(rule: Rule) -> Self {
        Self { verdict: rule.verdict(), rule }
    }
}
