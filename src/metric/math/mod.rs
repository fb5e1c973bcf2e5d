//! Whether two mathematical answers are equal, and by which rule.

pub mod algebra;
pub mod rational;
pub mod tree;
