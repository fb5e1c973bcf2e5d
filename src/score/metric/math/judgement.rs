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

macro_rules! rules {
    ($($rule:ident = $words:literal,)+) => {
        /// The rule that decided.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Rule {
            $(#[doc = $words] $rule,)+
        }

        impl Rule {
            /// The rule in words, to follow "equal:" or "not equal:".
            pub fn words(self) -> &'static str {
                match self {
                    $(Self::$rule => $words,)+
                }
            }
        }
    };
}

rules! {
    Identical = "identical",
    Writing = "the same text except for white space and surrounding signs",
    Words = "the same words",
    Number = "the same number",
    Roots = "the same number after reducing roots",
    Expression = "the same expression after expanding",
    List = "the same values in any order",
    Set = "the same set",
    Tuple = "the same values in the same order",
    Range = "the same real numbers",
    Matrix = "the same matrix",
    Equation = "the same equation up to a factor",
    Inequality = "the same inequality up to a positive factor",
    Ratio = "the same ratio",
    Base = "the same digits; only one side states the base",
    Percent = "the same number; only one side has a percent sign",
    Unit = "the same value; only one side states the unit",
    Name = "the same value; only one side states its name",
    Rounded = "the same number to the precision of the side that is a decimal",
    DifferentNumbers = "different numbers",
    DifferentExpressions = "different expressions",
    DifferentWords = "different words",
    DifferentUnits = "different units",
    DifferentParts = "different values",
    DifferentKinds = "different kinds of answers",
    NoIdentity = "no known identity makes them equal",
    NotRead = "one of them cannot be read as mathematics",
    TooBig = "too large to calculate",
    Undefined = "one of them is not defined",
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

    /// Whether it makes two answers equal; what is undecided is not.
    pub fn equal(self) -> bool {
        self.verdict() == Equivalence::Equal
    }
}
