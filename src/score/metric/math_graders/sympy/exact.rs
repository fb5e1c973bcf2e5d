//! Whether `sympy.simplify(a - b) == 0`, by exact algebra.
//!
//! `SymPy` proves by rewriting what is decided here by normal forms. Among numbers, their roots and
//! variables both come to the same; of functions either may know an identity that the other does not.

use super::tree::{Constant, Expr};
use super::{Equality, number};
use crate::score::metric::math::algebra::{Algebra, Atom, Fraction, Polynomial, Trouble};
use crate::score::metric::math::rational::Rational;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};
use std::cmp::Ordering;

/// Deeper expressions are not worked out.
const MAX_DEPTH: u32 = 300;
/// Farther from 1 than this power of 2 no float is rounded.
const MAX_SHIFT: i64 = 4_000;

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

/// An exact value, and how many bits `SymPy` keeps of the floats in it, 0 where there are none. It rounds
/// after each step, and so do we: `0.1 + 0.2` is not `0.3`.
#[derive(Clone)]
struct Value {
    of: Fraction,
    bits: u32,
}

/// The bits of a float of 15 digits or less.
const DOUBLE: u32 = 53;

impl From<Fraction> for Value {
    fn from(of: Fraction) -> Self {
        Self { of, bits: 0 }
    }
}

type Made = Result<Value, Stop>;

/// Nearer than this, relative to their size, numbers made of roots are the same.
const NEAR: f64 = 1e-11;

/// How `SymPy` reads an expression: in LaTeX a quotient is a product with an inverse, in Python a float is
/// divided in one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Syntax {
    /// `parse_latex`.
    Latex,
    /// `parse_expr`.
    Python,
}

/// Whether the difference simplifies to 0.
pub fn difference_is_zero(one: &Expr, other: &Expr, syntax: Syntax) -> Equality {
    let mut exact = Exact { algebra: Algebra::default(), syntax };
    let exprs = [one, other];
    let (one, other) = (exact.value(one, MAX_DEPTH), exact.value(other, MAX_DEPTH));
    let (one, other) = match (one, other) {
        (Ok(one), Ok(other)) => Exact::alike(&one, &other),
        // What is written alike goes before it is calculated: `6/0`.
        _ if syntax == Syntax::Latex && exprs[0] == exprs[1] && is_rational(exprs[0]) => {
            return Equality::certain(true);
        }
        (Err(Stop::NoValue), _) | (_, Err(Stop::NoValue)) => return Equality::certain(false),
        _ => return Equality { equal: false, certain: false },
    };
    match exact.algebra.same(&one.of, &other.of) {
        // The difference of infinities is no number.
        Ok(true) if exact.is_infinite(&one.of) => Equality::certain(false),
        Ok(equal) if exact.is_plain(&one.of) && exact.is_plain(&other.of) => {
            Equality::certain(equal)
        }
        Ok(true) => Equality { equal: true, certain: false },
        _ => by_floats(exprs, one.bits > 0),
    }
}

/// Numbers that are no normal form away from each other: roots within roots are compared as floats, which
/// `SymPy` does to many more digits.
fn by_floats([one, other]: [&Expr; 2], float: bool) -> Equality {
    let unknown = Equality { equal: false, certain: false };
    let (Ok(a), Ok(b)) = (number::value(one), number::value(other)) else { return unknown };
    let near = (a - b).abs() <= NEAR * (1.0 + a.abs());
    match near {
        false => Equality::certain(false),
        true if !float && is_algebraic(one) && is_algebraic(other) => {
            Equality { equal: true, certain: false }
        }
        true => unknown,
    }
}

/// Whether there are only numbers and names in it, sums, products and powers.
fn is_rational(expr: &Expr) -> bool {
    match expr {
        Expr::Integer(_) | Expr::Float(_) | Expr::Symbol(_) => true,
        Expr::Add(parts) | Expr::Mul(parts) => parts.iter().all(is_rational),
        Expr::Pow(base, exponent) => is_rational(base) && is_rational(exponent),
        _ => false,
    }
}

/// Whether it is made of whole numbers by the four operations and roots.
fn is_algebraic(expr: &Expr) -> bool {
    match expr {
        Expr::Integer(_) => true,
        Expr::Add(parts) | Expr::Mul(parts) => parts.iter().all(is_algebraic),
        Expr::Pow(base, exponent) => {
            let rational = match &**exponent {
                Expr::Integer(_) => true,
                Expr::Pow(base, exponent) => {
                    matches!((&**base, &**exponent), (Expr::Integer(_), Expr::Integer(_)))
                }
                _ => false,
            };
            rational && is_algebraic(base)
        }
        _ => false,
    }
}

struct Exact {
    algebra: Algebra,
    syntax: Syntax,
}

impl Exact {
    /// Whether every atom is a variable, a root of a rational number, `i` or π.
    fn is_plain(&self, value: &Fraction) -> bool {
        self.algebra.all_atoms(value, |atom| {
            matches!(atom, Atom::Imaginary | Atom::Pi | Atom::Prime(_) | Atom::Symbol(_))
        })
    }

    fn is_infinite(&self, value: &Fraction) -> bool {
        !self.algebra.all_atoms(value, |atom| !matches!(atom, Atom::Infinity))
    }

    /// Both rounded, if one of them is a float.
    fn alike(one: &Value, other: &Value) -> (Value, Value) {
        let bits = one.bits.max(other.bits);
        let rounded = |value: &Value| Value { of: value.of.clone(), bits }.rounded();
        (rounded(one), rounded(other))
    }

    /// One step of a calculation.
    fn step(
        &mut self,
        calculate: fn(&mut Algebra, &Fraction, &Fraction) -> Result<Fraction, Trouble>,
        one: &Value,
        other: &Value,
    ) -> Made {
        let (one, other) = Self::alike(one, other);
        let of = calculate(&mut self.algebra, &one.of, &other.of)?;
        Ok(Value { of, bits: one.bits }.rounded())
    }

    fn value(&mut self, expr: &Expr, depth: u32) -> Made {
        let depth = depth.checked_sub(1).ok_or(Stop::Unknown)?;
        match expr {
            Expr::Integer(digits) => Ok(decimal(digits).ok_or(Stop::Unknown)?.into()),
            Expr::Float(digits) => {
                let of = decimal(digits).ok_or(Stop::Unknown)?;
                Ok(Value { of, bits: bits_of(digits) }.rounded())
            }
            Expr::Symbol(name) => Ok(self.algebra.symbol(name).into()),
            Expr::Constant(constant) => Ok(match constant {
                Constant::Pi => Algebra::pi(),
                Constant::I => Algebra::imaginary(),
                Constant::E => self.algebra.exp(&Fraction::whole(1))?,
                Constant::Infinity => self.algebra.infinity(),
                Constant::ComplexInfinity | Constant::Nan => return Err(Stop::NoValue),
                Constant::GoldenRatio => return Err(Stop::Unknown),
            }
            .into()),
            Expr::Add(parts) => {
                let mut sum = Value::from(Fraction::whole(0));
                for value in self.all(parts, depth)? {
                    sum = self.step(Algebra::sum, &sum, &value)?;
                }
                Ok(sum)
            }
            Expr::Mul(parts) => {
                let values = self.all(parts, depth)?;
                let mut product = Value::from(Fraction::whole(1));
                for (part, value) in parts.iter().zip(&values) {
                    product = match part {
                        Expr::Pow(under, one)
                            if product.bits > 0
                                && self.syntax == Syntax::Python
                                && matches!(&**one, Expr::Integer(digits) if digits == "-1") =>
                        {
                            let under = self.value(under, depth)?;
                            self.step(Algebra::quotient, &product, &under)?
                        }
                        _ => self.step(Algebra::product, &product, value)?,
                    };
                }
                Ok(product)
            }
            Expr::Pow(base, exponent) => {
                let (base, exponent) = (self.value(base, depth)?, self.value(exponent, depth)?);
                self.power(&base, &exponent)
            }
            Expr::Call(name, parts) => {
                let values = self.all(parts, depth)?;
                if values.iter().any(|value| value.bits > 0)
                    && let Ok(value) = number::value(expr)
                {
                    return float(value).ok_or(Stop::Unknown);
                }
                let values = values.into_iter().map(|value| value.of).collect();
                Ok(self.call(name, values)?.into())
            }
            Expr::Unknown(name, parts) => {
                let values = self.all(parts, depth)?.into_iter().map(|value| value.of).collect();
                Ok(self.algebra.call(&format!("{name}()"), values)?.into())
            }
            Expr::Relation | Expr::Several(_) => Err(Stop::NoValue),
            Expr::Opaque(_) => Err(Stop::Unknown),
        }
    }

    /// All parts; what has no value at all goes before what is not worked out.
    fn all(&mut self, parts: &[Expr], depth: u32) -> Result<Vec<Value>, Stop> {
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

    fn power(&mut self, base: &Value, exponent: &Value) -> Made {
        let whole = exponent.of.to_rational().is_some_and(|times| times.is_whole());
        if exponent.bits > 0 || (base.bits > 0 && !whole) {
            return match (base.of.to_rational(), exponent.of.to_rational()) {
                (Some(base), Some(exponent)) if !base.is_negative() => {
                    let both = base.to_f64().zip(exponent.to_f64());
                    let power = both.map(|(base, exponent)| match exponent {
                        0.5 => libm::sqrt(base),
                        _ => libm::pow(base, exponent),
                    });
                    power.and_then(float).ok_or(Stop::Unknown)
                }
                // `x^{2.0}` is not `x^2`.
                _ => {
                    let both = vec![base.of.clone(), exponent.of.clone()];
                    Ok(self.algebra.call("float power", both)?.into())
                }
            };
        }
        let of = self.exact_power(&base.of, &exponent.of)?;
        Ok(Value { of, bits: base.bits }.rounded())
    }

    /// A power. Roots are the principal ones of complex numbers: of what may be negative nothing is
    /// taken out of a root. Powers of one base are taken together, those of different bases are not.
    fn exact_power(&mut self, base: &Fraction, exponent: &Fraction) -> Result<Fraction, Stop> {
        let Some(times) = exponent.to_rational() else {
            if base.to_rational().is_some_and(|base| base > Rational::zero()) {
                if !self.is_infinite(exponent) {
                    return Ok(self.algebra.power(base, exponent)?);
                }
            } else if !base.is_zero() && exponent.is_polynomial() {
                let constant = exponent.over().terms().find(|(monomial, _)| monomial.is_one());
                let constant = constant.map_or_else(Rational::zero, |(_, number)| number.clone());
                let constant = Fraction::rational(&constant);
                let log = self.algebra.call("log of a base", vec![base.clone()])?;
                let rest = self.algebra.difference(exponent, &constant)?;
                let rest = self.algebra.product(&log, &rest)?;
                let (power, rest) = (self.exact_power(base, &constant)?, self.algebra.exp(&rest)?);
                return Ok(self.algebra.product(&power, &rest)?);
            }
            return Ok(self.algebra.call("power", vec![base.clone(), exponent.clone()])?);
        };
        if times.is_whole() {
            return Ok(self.algebra.power(base, exponent)?);
        }
        let is_square_root = times.times(&Rational::from(2)).is_whole();
        let sign = base.to_rational().map_or_else(
            || self.algebra.sign_of(base),
            |base| Some(if base.is_negative() { -1 } else { 1 }),
        );
        let safe = match sign {
            Some(sign) => sign >= 0 || is_square_root,
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

    fn call(&mut self, name: &str, values: Vec<Fraction>) -> Result<Fraction, Stop> {
        let is_number =
            |value| self.algebra.all_atoms(value, |atom| !matches!(atom, Atom::Symbol(_)));
        let has_variables = !values.iter().all(is_number);
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

impl Value {
    /// With so many bits in each number, if it is a float.
    fn rounded(self) -> Self {
        if self.bits == 0 || !self.of.is_polynomial() {
            return self;
        }
        let mut over = Polynomial::default();
        for (monomial, number) in self.of.over().terms() {
            over.add(monomial.clone(), &nearest(number, self.bits));
        }
        Self { of: Fraction::of(over), bits: self.bits }
    }
}

/// The value of a float.
fn float(value: f64) -> Option<Value> {
    let (mantissa, exponent) = libm::frexp(value);
    let digits = Rational::from((mantissa * libm::ldexp(1.0, 53)) as i64);
    let of = digits.times(&Rational::from(2).power(exponent - 53)?);
    value.is_finite().then(|| Value { of: Fraction::rational(&of), bits: DOUBLE })
}

/// The bits of a float by its digits: those of 15 at least, and of one more than there are.
fn bits_of(digits: &str) -> u32 {
    let mantissa = digits.split(['e', 'E']).next().unwrap_or(digits);
    let mantissa = mantissa.trim_start_matches(['-', '0', '.']);
    let count = mantissa.bytes().filter(u8::is_ascii_digit).count().max(15);
    let bits = libm::round((count + 1) as f64 * std::f64::consts::LOG2_10);
    // A number that long is exact here anyway.
    bits.to_u32().unwrap_or(u32::MAX)
}

/// The nearest number with so many bits, the even one of two.
fn nearest(value: &Rational, most: u32) -> Rational {
    let bits = |number: &BigInt| i64::try_from(number.bits()).unwrap_or(i64::MAX / 4);
    let (over, under) = (value.over().abs(), value.under());
    // Then the quotient has as many bits, or one more.
    let shift = i64::from(most) - (bits(&over) - bits(under));
    if value.is_zero() || shift.abs() > MAX_SHIFT {
        return value.clone();
    }
    let by = |number: &BigInt, shift: i64| number << usize::try_from(shift.max(0)).unwrap_or(0);
    let (mut digits, rest) = by(&over, shift).div_rem(&by(under, -shift));
    let mut scale = -shift;
    let up = if digits.bits() > u64::from(most) {
        let odd = digits.is_odd();
        digits >>= 1;
        scale += 1;
        odd && (!rest.is_zero() || digits.is_odd())
    } else {
        match (rest * 2_u8).cmp(&by(under, -shift)) {
            Ordering::Less => false,
            Ordering::Equal => digits.is_odd(),
            Ordering::Greater => true,
        }
    };
    if up {
        digits += 1_u8;
    }
    let size = if scale < 0 {
        Rational::new(digits, BigInt::one() << usize::try_from(-scale).unwrap_or(0))
    } else {
        Some(Rational::whole(by(&digits, scale)))
    };
    let size = size.unwrap_or_else(Rational::zero);
    if value.is_negative() { size.negated() } else { size }
}
