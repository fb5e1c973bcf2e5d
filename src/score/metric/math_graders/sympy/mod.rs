//! What the graders take from `SymPy` 1.14.0: two parsers, and whether a difference simplifies to 0.

mod exact;
pub(super) mod latex;
pub(super) mod number;
pub(super) mod python;
pub(super) mod tree;

pub use exact::{Syntax, difference_is_zero};

/// Why there is no expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Failure {
    /// The reference raises an error here.
    Error,
    /// What it does is not worked out here, or would take too long to find out.
    Unknown,
}

/// Whether two answers are equal, and whether the reference surely says the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Equality {
    /// Whether they are equal.
    pub equal: bool,
    /// `false` where the reference may differ.
    pub certain: bool,
}

impl Equality {
    /// A verdict without doubt.
    pub const fn certain(equal: bool) -> Self {
        Self { equal, certain: true }
    }
}
