//! The published graders of MATH, with their quirks: what they take for the answer, when two answers
//! are equal, and whether that is surely what the reference says.

pub mod evoagentx;
pub mod hendrycks;
mod judge;
pub mod minerva;
pub mod prm800k;
pub mod sympy;
mod unlatex;

pub use judge::{EVOAGENTX, HENDRYCKS, MINERVA, PRM800K};

/// `text.replace(from, to)`, one pair after the other.
fn replaced(text: &str, pairs: &[(&str, &str)]) -> String {
    let mut text = text.to_owned();
    for (from, to) in pairs {
        if text.contains(from) {
            text = text.replace(from, to);
        }
    }
    text
}

/// `math.isclose(a, b, abs_tol=1e-3)`.
fn is_close(a: f64, b: f64) -> bool {
    if a == b {
        return true;
    }
    if a.is_infinite() || b.is_infinite() {
        return false;
    }
    let difference = (b - a).abs();
    difference <= (1e-9 * b).abs() || difference <= (1e-9 * a).abs() || difference <= 1e-3
}
