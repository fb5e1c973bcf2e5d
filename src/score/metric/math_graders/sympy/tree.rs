//! What `SymPy` makes of an answer, before it simplifies anything.

use itertools::Itertools as _;

/// An expression, or what is none to calculate with.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    /// Decimal digits.
    Integer(String),
    /// Decimal digits with a point or an exponent.
    Float(String),
    Symbol(String),
    Constant(Constant),
    Add(Vec<Expr>),
    Mul(Vec<Expr>),
    /// A power; a quotient is a product with a power of -1.
    Pow(Box<Expr>, Box<Expr>),
    /// A function that `SymPy` knows, under its name there.
    Call(&'static str, Vec<Expr>),
    /// A function of which nothing is known but its name.
    Unknown(String, Vec<Expr>),
    /// An equation or inequality: nothing that can be subtracted.
    Relation,
    /// Several values: nothing that can be subtracted.
    Several(Vec<Expr>),
    /// What is not worked out here: limits, integrals, sums over an index, derivatives.
    Opaque(&'static str),
}

/// A number with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Constant {
    Pi,
    E,
    I,
    Infinity,
    /// The infinity of all directions, `zoo`.
    ComplexInfinity,
    Nan,
    GoldenRatio,
}

impl Expr {
    /// A small whole number.
    pub fn integer(value: i32) -> Self {
        let digits = Self::Integer(value.unsigned_abs().to_string());
        if value < 0 { digits.negated() } else { digits }
    }

    /// 1 over it.
    #[must_use]
    pub fn inverse(self) -> Self {
        Self::Pow(Box::new(self), Box::new(Self::minus_one()))
    }

    /// With the other sign.
    #[must_use]
    pub fn negated(self) -> Self {
        Self::Mul(vec![Self::minus_one(), self])
    }

    /// Its root of an index.
    #[must_use]
    pub fn root(self, index: Self) -> Self {
        Self::Pow(Box::new(self), Box::new(index.inverse()))
    }

    fn minus_one() -> Self {
        // The one number with a sign of its own.
        Self::Integer("-1".to_owned())
    }

    /// Several parts by what joins them, a single one as it is.
    pub(super) fn joined(mut parts: Vec<Self>, more: fn(Vec<Self>) -> Self) -> Self {
        if parts.len() == 1 { parts.swap_remove(0) } else { more(parts) }
    }

    /// Whether there is a name in it.
    pub fn has_symbols(&self) -> bool {
        match self {
            Self::Symbol(_) => true,
            Self::Add(parts)
            | Self::Mul(parts)
            | Self::Call(_, parts)
            | Self::Unknown(_, parts)
            | Self::Several(parts) => parts.iter().any(Self::has_symbols),
            Self::Pow(base, exponent) => base.has_symbols() || exponent.has_symbols(),
            Self::Integer(_)
            | Self::Float(_)
            | Self::Constant(_)
            | Self::Relation
            | Self::Opaque(_) => false,
        }
    }

    /// The name it gets as part of another name.
    pub fn name(&self) -> String {
        let list = |parts: &[Self], sign: &str| parts.iter().map(Self::name).join(sign);
        match self {
            Self::Integer(digits) | Self::Float(digits) => {
                let digits = digits.trim_start_matches('0');
                if digits.is_empty() { "0".to_owned() } else { digits.to_owned() }
            }
            Self::Symbol(name) => name.clone(),
            Self::Constant(constant) => format!("{constant:?}"),
            // SymPy prints the factors and terms in an order of its own.
            Self::Add(parts) => sorted(parts, "+"),
            Self::Mul(parts) => sorted(parts, "*"),
            Self::Pow(base, exponent) => format!("{}**{}", base.name(), exponent.name()),
            Self::Call(name, parts) => format!("{name}({})", list(parts, ",")),
            Self::Unknown(name, parts) => format!("{name}({})", list(parts, ",")),
            Self::Several(parts) => list(parts, ","),
            Self::Relation | Self::Opaque(_) => "?".to_owned(),
        }
    }
}

fn sorted(parts: &[Expr], sign: &str) -> String {
    let mut names: Vec<String> = parts.iter().map(Expr::name).collect();
    names.sort_unstable();
    names.join(sign)
}
