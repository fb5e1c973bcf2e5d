//! The value of an expression as a float: `float(sympy.N(expression))`.

use super::tree::{Constant, Expr};
use std::f64::consts;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NoFloat {
    /// Whether the reference surely has none either.
    pub certain: bool,
}

type Value = Result<f64, NoFloat>;

/// Deeper expressions are not worked out.
const MAX_DEPTH: u32 = 400;

pub(crate) fn value(expr: &Expr) -> Value {
    at(expr, MAX_DEPTH)
}

fn at(expr: &Expr, depth: u32) -> Value {
    const NONE: NoFloat = NoFloat { certain: true };
    const UNKNOWN: NoFloat = NoFloat { certain: false };
    let depth = depth.checked_sub(1).ok_or(UNKNOWN)?;
    match expr {
        Expr::Integer(digits) | Expr::Float(digits) => crate::table::float(digits).ok_or(UNKNOWN),
        Expr::Symbol(_) | Expr::Unknown(_, _) | Expr::Relation | Expr::Several(_) => Err(NONE),
        Expr::Opaque(_) => Err(UNKNOWN),
        Expr::Constant(constant) => match constant {
            Constant::Pi => Ok(consts::PI),
            Constant::E => Ok(consts::E),
            Constant::Infinity => Ok(f64::INFINITY),
            Constant::GoldenRatio => Ok(f64::midpoint(1.0, libm::sqrt(5.0))),
            Constant::I | Constant::ComplexInfinity | Constant::Nan => Err(NONE),
        },
        Expr::Add(parts) => finite(all(parts, depth)?.into_iter().sum()),
        Expr::Mul(parts) => finite(all(parts, depth)?.into_iter().product()),
        Expr::Pow(base, exponent) => {
            let (base, exponent) = (at(base, depth)?, at(exponent, depth)?);
            if base == 0.0 && exponent < 0.0 {
                return Err(NONE);
            }
            finite(libm::pow(base, exponent))
        }
        Expr::Call(name, parts) => call(name, &all(parts, depth)?),
    }
}

/// A value that is no number may be a complex one that others bring back to the real line.
fn finite(value: f64) -> Value {
    if value.is_nan() { Err(NoFloat { certain: false }) } else { Ok(value) }
}

fn all(parts: &[Expr], depth: u32) -> Result<Vec<f64>, NoFloat> {
    let mut values = Vec::with_capacity(parts.len());
    let mut fault: Option<NoFloat> = None;
    for part in parts {
        match at(part, depth) {
            Ok(value) => values.push(value),
            // A name anywhere settles it.
            Err(none) => fault = Some(fault.filter(|fault| fault.certain).unwrap_or(none)),
        }
    }
    fault.map_or(Ok(values), Err)
}

fn call(name: &str, values: &[f64]) -> Value {
    let x = match values {
        [x] => *x,
        [n, k] if name == "binomial" => {
            let gamma = |x: f64| libm::tgamma(x + 1.0);
            return finite(gamma(*n) / (gamma(*k) * gamma(n - k)));
        }
        _ => return Err(NoFloat { certain: false }),
    };
    finite(match name {
        "exp" => libm::exp(x),
        "log" => libm::log(x),
        "sin" => libm::sin(x),
        "cos" => libm::cos(x),
        "tan" => libm::tan(x),
        "csc" => 1.0 / libm::sin(x),
        "sec" => 1.0 / libm::cos(x),
        "cot" => 1.0 / libm::tan(x),
        "asin" => libm::asin(x),
        "acos" => libm::acos(x),
        "atan" => libm::atan(x),
        "acsc" => libm::asin(1.0 / x),
        "asec" => libm::acos(1.0 / x),
        "acot" => libm::atan(1.0 / x),
        "sinh" => libm::sinh(x),
        "cosh" => libm::cosh(x),
        "tanh" => libm::tanh(x),
        "asinh" => libm::asinh(x),
        "acosh" => libm::acosh(x),
        "atanh" => libm::atanh(x),
        "Abs" => x.abs(),
        "floor" => libm::floor(x),
        "ceiling" => libm::ceil(x),
        "conjugate" | "re" => x,
        "im" => 0.0,
        "factorial" => libm::tgamma(x + 1.0),
        _ => return Err(NoFloat { certain: false }),
    })
}
