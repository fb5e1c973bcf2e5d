//! `EvoAgentX/EvoAgentX`@aad19b91 `evoagentx/benchmark/math_benchmark.py`.

use super::is_close;
use super::sympy::{Equality, Failure, Syntax, difference_is_zero};
use super::sympy::{latex::parse_latex, number, python, tree::Expr};
use crate::text::python_float::python_float;

/// `math_equal`: the same text; or both numbers and close; or both expressions whose difference
/// simplifies to 0, or whose values are close. Close is within 0.001, however small they are.
pub fn math_equal(answer: &str, gold: &str) -> Equality {
    if answer == gold {
        return Equality::certain(true);
    }
    if let (Some(one), Some(other)) = (digits(answer), digits(gold)) {
        return Equality::certain(is_close(one, other));
    }
    let ((one, one_known), (other, other_known)) = (read(answer), read(gold));
    let known = one_known && other_known;
    let (Some(one), Some(other)) = (one, other) else {
        return Equality { equal: false, certain: known };
    };
    let exact = difference_is_zero(&one, &other, Syntax::Latex);
    if exact.equal {
        return Equality { certain: known && exact.certain, ..exact };
    }
    match (number::value(&one), number::value(&other)) {
        // Only what lies at the edge depends on the last digits.
        (Ok(one), Ok(other)) => Equality { equal: is_close(one, other), certain: known },
        (Err(one), Err(other)) => Equality {
            equal: false,
            certain: known && exact.certain && one.certain && other.certain,
        },
        (Err(unknown), _) | (_, Err(unknown)) => {
            Equality { equal: false, certain: known && exact.certain && unknown.certain }
        }
    }
}

/// `parse_digits`: a float without its commas; failing that, one before a percent sign, over 100.
fn digits(text: &str) -> Option<f64> {
    let text = text.replace(',', "");
    python_float(&text).or_else(|| {
        let before = text.strip_suffix('%')?;
        Some(python_float(before.strip_suffix('\\').unwrap_or(before))? / 100.0)
    })
}

/// What `parse_latex` reads, or what `parse_expr` reads where that fails; and whether the reference
/// surely reads the same.
fn read(text: &str) -> (Option<Expr>, bool) {
    match parse_latex(text) {
        Ok(expr) => (Some(expr), true),
        Err(Failure::Unknown) => (None, false),
        Err(Failure::Error) => match python::parse_expr(text, false) {
            Ok(expr) => (Some(expr), true),
            Err(unread) => (None, unread == Failure::Error),
        },
    }
}
