//! What an answer says, as a tree.

use super::rational::Rational;

/// A mathematical expression or statement as it was written: nothing is calculated yet.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Expr {
    /// A number, with its digits as they were written.
    Number(Rational, String),
    /// A variable, a Greek letter, a name with its subscript: `x`, `\lambda`, `x_1`.
    Symbol(String),
    Constant(Constant),
    /// A sum; a difference holds a [`Expr::Negative`].
    Sum(Vec<Expr>),
    /// A product, with or without a sign for it.
    Product(Vec<Expr>),
    /// One over the other; `true` if it was written with a bar, not with `/`, `\div` or `:`.
    Quotient(Box<Expr>, Box<Expr>, bool),
    /// The first to the power of the second.
    Power(Box<Expr>, Box<Expr>),
    /// The root of the first; the second is its index, if it is not 2.
    Root(Box<Expr>, Option<Box<Expr>>),
    Negative(Box<Expr>),
    /// What may be added or taken away: `\pm`, or `\mp` with `true`. Without the first it is a sign.
    PlusMinus(Option<Box<Expr>>, Box<Expr>, bool),
    /// A whole number beside a fraction, to be added: `4\frac{2}{3}`.
    Mixed(Box<Expr>, Box<Expr>),
    /// A function of arguments: `\sin x`, `f(x)`. The name has no backslash.
    Call(String, Vec<Expr>),
    Factorial(Box<Expr>),
    /// How many ways to choose the second out of the first.
    Binomial(Box<Expr>, Box<Expr>),
    Absolute(Box<Expr>),
    Percent(Box<Expr>),
    /// Degrees of an angle.
    Degrees(Box<Expr>),
    /// With words behind it that say of what: `5\text{ cm}`; the words are small letters and single
    /// blanks.
    Unit(Box<Expr>, String),
    /// Digits and the base they are written in, as text: `1101_2`, `100_b`.
    InBase(String, String),
    /// `1:2`.
    Ratio(Vec<Expr>),
    /// Values beside each other without brackets: `1, 2 and 3`.
    List(Vec<Expr>),
    /// Brackets around several values: a tuple or an interval.
    Tuple(Bracket, Vec<Expr>, Bracket),
    Set(Vec<Expr>),
    Union(Vec<Expr>),
    /// A matrix by rows; `true` if it has bars around it and so is a determinant.
    Matrix(Vec<Vec<Expr>>, bool),
    /// A chain of equations and inequalities: `1 < x \le 3`.
    Relation(Box<Expr>, Vec<(Sign, Expr)>),
    Text(String),
}

impl Expr {
    pub(crate) fn whole(value: i64) -> Self {
        Self::Number(Rational::from(value), value.to_string())
    }

    /// The same with every part replaced by what `change` makes of it.
    pub(crate) fn map(&self, change: &mut impl FnMut(&Self) -> Self) -> Self {
        let mut boxed = |part: &Self| Box::new(change(part));
        match self {
            Self::Number(..)
            | Self::Symbol(_)
            | Self::Constant(_)
            | Self::InBase(..)
            | Self::Text(_) => self.clone(),
            Self::Quotient(a, b, bar) => Self::Quotient(boxed(a), boxed(b), *bar),
            Self::Power(a, b) => Self::Power(boxed(a), boxed(b)),
            Self::Root(a, index) => Self::Root(boxed(a), index.as_deref().map(&mut boxed)),
            Self::Negative(a) => Self::Negative(boxed(a)),
            Self::PlusMinus(a, b, turned) => {
                Self::PlusMinus(a.as_deref().map(&mut boxed), boxed(b), *turned)
            }
            Self::Mixed(a, b) => Self::Mixed(boxed(a), boxed(b)),
            Self::Factorial(a) => Self::Factorial(boxed(a)),
            Self::Binomial(a, b) => Self::Binomial(boxed(a), boxed(b)),
            Self::Absolute(a) => Self::Absolute(boxed(a)),
            Self::Percent(a) => Self::Percent(boxed(a)),
            Self::Degrees(a) => Self::Degrees(boxed(a)),
            Self::Unit(a, words) => Self::Unit(boxed(a), words.clone()),
            Self::Sum(parts) => Self::Sum(parts.iter().map(change).collect()),
            Self::Product(parts) => Self::Product(parts.iter().map(change).collect()),
            Self::Call(name, parts) => Self::Call(name.clone(), parts.iter().map(change).collect()),
            Self::Ratio(parts) => Self::Ratio(parts.iter().map(change).collect()),
            Self::List(parts) => Self::List(parts.iter().map(change).collect()),
            Self::Set(parts) => Self::Set(parts.iter().map(change).collect()),
            Self::Union(parts) => Self::Union(parts.iter().map(change).collect()),
            Self::Tuple(open, parts, close) => {
                Self::Tuple(*open, parts.iter().map(change).collect(), *close)
            }
            Self::Matrix(rows, bars) => {
                let rows = rows.iter().map(|row| row.iter().map(&mut *change).collect());
                Self::Matrix(rows.collect(), *bars)
            }
            Self::Relation(first, rest) => {
                let first = Box::new(change(first));
                Self::Relation(first, rest.iter().map(|(sign, e)| (*sign, change(e))).collect())
            }
        }
    }

    pub(crate) fn each(&self, look: &mut impl FnMut(&Self)) {
        let _ = self.map(&mut |part| {
            look(part);
            Self::Text(String::new())
        });
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Constant {
    Pi,
    E,
    I,
    Infinity,
    Empty,
    Reals,
}

/// One side of a pair of brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bracket {
    /// `(` or `)`: of an interval, an end that is not in it.
    Round,
    /// `[` or `]`: of an interval, an end that is in it.
    Square,
    /// `\langle` or `\rangle`.
    Angle,
}

/// What stands between the parts of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sign {
    Equal,
    Unequal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    In,
    About,
    To,
    /// `\equiv`, `\sim`, `\perp` and others that only have to be the same.
    Other,
}
