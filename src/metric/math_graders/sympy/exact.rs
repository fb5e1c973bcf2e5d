//! Whether `sympy.simplify(a - b) == 0`, by exact algebra.
//!
//! `SymPy` proves by rewriting what is decided here by normal forms. Among numbers, their roots and
//! variables both come to the same; of functions either may know an identity that the other does not.

use super::Equality;
use super::tree::{Constant, Expr};
use crate::metric::math::algebra::{Algebra, Atom, Fraction, Polynomial, Trouble};
use crate::metric::math::rational::Rational;

/// Deeper expressions are not worked out.
const MAX_DEPTH: u32 = 300;

/// Why an expression has no exact form.
enum Stop {
    /// It is nothing that can be subtracted, or not defined.
    NoValue,
    /// It is not worked out here.
    Unknown,
}

impl From<Trouble> for Stop {
    fn from(trouble: Trouble) -> Self {
        match trouble {
            Trouble::NoValue | Trouble::Undefined => Self::NoValue,
            Trouble::TooBig => Self::Unknown,
        }
    }
}

type Made = Result<Fraction, Stop>;

/// Whether the difference simplifies to 0.
pub fn difference_is_zero(one: &Expr, other: &Expr) -> Equality {
    let mut exact = Exact { algebra: Algebra::default() };
    let (one, other) = (exact.value(one, MAX_DEPTH), exact.value(other, MAX_DEPTH));
    match (one, other) {
        (Ok(one), Ok(other)) => match exact.algebra.same(&one, &other) {
            // The difference of infinities is no number.
            Ok(true) if exact.is_infinite(&one) => Equality::certain(false),
            Ok(true) => Equality { equal: true, certain: exact.is_plain(&one, &other) },
            Ok(false) => Equality { equal: false, certain: exact.is_plain(&one, &other) },
            Err(_) => Equality { equal: false, certain: false },
        },
        (Err(Stop::NoValue), _) | (_, Err(Stop::NoValue)) => Equality::certain(false),
        _ => Equality { equal: false, certain: false },
    }
}

struct Exact {
    algebra: Algebra,
}

impl Exact {
    /// Whether every atom is a variable, a root of a rational number, `i` or π.
    fn is_plain(&self, one: &Fraction, other: &Fraction) -> bool {
        let plain = |polynomial: &Polynomial| {
            polynomial.atoms().iter().all(|atom| {
                matches!(
                    self.algebra.kind(*atom),
                    Atom::Imaginary | Atom::Pi | Atom::Prime(_) | Atom::Symbol(_)
                )
            })
        };
        [one, other].iter().all(|value| plain(value.over()) && plain(value.under()))
    }

    fn is_infinite(&self, value: &Fraction) -> bool {
        let infinite = |polynomial: &Polynomial| {
            polynomial.atoms().iter().any(|atom| matches!(self.algebra.kind(*atom), Atom::Infinity))
        };
        infinite(value.over()) || infinite(value.under())
    }

    fn value(&mut self, expr: &Expr, depth: u32) -> Made {
        let depth = depth.checked_sub(1).ok_or(Stop::Unknown)?;
        match expr {
            Expr::Integer(digits) | Expr::Float(digits) => decimal(digits).ok_or(Stop::Unknown),
            Expr::Symbol(name) => Ok(self.algebra.symbol(name)),
            Expr::Constant(constant) => match constant {
                Constant::Pi => Ok(self.algebra.pi()),
                Constant::I => Ok(self.algebra.imaginary()),
                Constant::E => Ok(self.algebra.exp(&Fraction::whole(1))?),
                Constant::Infinity => Ok(self.algebra.infinity()),
                Constant::ComplexInfinity | Constant::Nan => Err(Stop::NoValue),
                Constant::GoldenRatio => Err(Stop::Unknown),
            },
            Expr::Add(parts) => {
                let mut sum = Fraction::whole(0);
                for value in self.all(parts, depth)? {
                    sum = self.algebra.sum(&sum, &value)?;
                }
                Ok(sum)
            }
            Expr::Mul(parts) => {
                let mut product = Fraction::whole(1);
                for value in self.all(parts, depth)? {
                    product = self.algebra.product(&product, &value)?;
                }
                Ok(product)
            }
            Expr::Pow(base, exponent) => {
                let (base, exponent) = (self.value(base, depth)?, self.value(exponent, depth)?);
                self.power(&base, &exponent)
            }
            Expr::Call(name, parts) => {
                let values = self.all(parts, depth)?;
                self.call(name, values)
            }
            Expr::Unknown(name, parts) => {
                let values = self.all(parts, depth)?;
                Ok(self.algebra.call(&format!("{name}()"), values)?)
            }
            Expr::Relation | Expr::Several(_) | Expr::Text => Err(Stop::NoValue),
            Expr::Opaque(_) => Err(Stop::Unknown),
        }
    }

    /// All parts; what has no value at all goes before what is not worked out.
    fn all(&mut self, parts: &[Expr], depth: u32) -> Result<Vec<Fraction>, Stop> {
        let mut values = Vec::with_capacity(parts.len());
        let mut unknown = false;
        for part in parts {
            match self.value(part, depth) {
                Ok(value) => values.push(value),
                Err(Stop::NoValue) => return Err(Stop::NoValue),
                Err(Stop::Unknown) => unknown = true,
            }
        }
        if unknown { Err(Stop::Unknown) } else { Ok(values) }
    }

    /// A power. Roots are the principal ones of complex numbers: of what may be negative nothing is
    /// taken out of a root.
    fn power(&mut self, base: &Fraction, exponent: &Fraction) -> Made {
        let Some(times) = exponent.to_rational() else {
            let known = base
                .to_rational()
                .is_some_and(|base| base > Rational::zero() && !self.is_infinite(exponent));
            return if known {
                Ok(self.algebra.power(base, exponent)?)
            } else {
                Ok(self.algebra.call("power", vec![base.clone(), exponent.clone()])?)
            };
        };
        if times.is_whole() {
            return Ok(self.algebra.power(base, exponent)?);
        }
        let is_square_root = times.times(&Rational::from(2)).is_whole();
        let safe = match base.to_rational() {
            Some(base) => !base.is_negative() || is_square_root,
            None => self.is_variable(base),
        };
        if safe {
            return Ok(self.algebra.power(base, exponent)?);
        }
        // Only the broken part of the exponent stays outside of the polynomials.
        let whole = Rational::whole(times.floor());
        let broken = Fraction::rational(&times.minus(&whole));
        let outside = self.algebra.call("power", vec![base.clone(), broken])?;
        let inside = self.algebra.power(base, &Fraction::rational(&whole))?;
        Ok(self.algebra.product(&outside, &inside)?)
    }

    fn is_variable(&self, value: &Fraction) -> bool {
        let single = value.over().single().filter(|_| value.is_polynomial());
        single.is_some_and(|(monomial, coefficient)| {
            let [(atom, exponent)] = monomial.parts() else { return false };
            coefficient.is_one()
                && exponent.whole() == Some(1)
                && matches!(self.algebra.kind(*atom), Atom::Symbol(_) | Atom::Pi)
        })
    }

    fn call(&mut self, name: &str, values: Vec<Fraction>) -> Made {
        let has_variables = values.iter().any(|value| {
            let atoms = value.over().atoms().into_iter().chain(value.under().atoms());
            atoms.into_iter().any(|atom| matches!(self.algebra.kind(atom), Atom::Symbol(_)))
        });
        match (name, &values[..]) {
            ("exp", [x]) => Ok(self.algebra.exp(x)?),
            ("log", [x]) if !has_variables => Ok(self.algebra.ln(x)?),
            ("factorial", [x]) => Ok(self.algebra.factorial(x)?),
            ("binomial", [n, k]) if !has_variables => Ok(self.algebra.binomial(n, k)?),
            ("Abs", [x]) if !has_variables => Ok(self.algebra.absolute(x)?),
            ("floor" | "ceiling", [x]) => match x.to_rational() {
                Some(x) if name == "floor" => Ok(Fraction::rational(&Rational::whole(x.floor()))),
                Some(x) => Ok(Fraction::rational(&Rational::whole(-x.negated().floor()))),
                None => Ok(self.algebra.call(name, values)?),
            },
            ("conjugate" | "re", [x]) if x.to_rational().is_some() => Ok(x.clone()),
            _ => {
                let plain = match name {
                    "asin" => "arcsin",
                    "acos" => "arccos",
                    "atan" => "arctan",
                    other => other,
                };
                Ok(self.algebra.function(plain, values)?)
            }
        }
    }
}

/// The exact value of decimal digits.
fn decimal(digits: &str) -> Option<Fraction> {
    let (negative, digits) = match digits.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, digits),
    };
    let (mantissa, exponent) = match digits.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
        None => (digits, 0),
    };
    let (whole, decimals) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let value = Rational::from_digits(whole, decimals, "")?;
    let value = value.times(&Rational::from(10).power(exponent)?);
    Some(Fraction::rational(&if negative { value.negated() } else { value }))
}
