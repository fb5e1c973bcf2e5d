//! The sign of a number, where floats leave no doubt about it. It decides between roots and their
//! negatives, never whether two values are equal.

use super::{Algebra, Atom, Exponent, Fraction, Polynomial};

/// A number that is within `error` of `value`.
#[derive(Clone, Copy)]
struct Estimate {
    value: f64,
    error: f64,
}

/// Far more than one operation of floats is off.
const SLACK: f64 = 1e-13;
/// How deep numbers in numbers are looked into.
const MAX_DEPTH: u32 = 8;

impl Algebra {
    /// -1, 0 or 1, if the value is a real number that floats tell from 0.
    pub(crate) fn sign_of(&self, value: &Fraction) -> Option<i8> {
        if value.is_zero() {
            return Some(0);
        }
        let estimate = self.estimate(value, MAX_DEPTH)?;
        (estimate.value.abs() > estimate.error).then_some(if estimate.value > 0.0 { 1 } else { -1 })
    }

    /// Roughly what number it is, if it is a real one.
    pub(crate) fn to_f64(&self, value: &Fraction) -> Option<f64> {
        self.estimate(value, MAX_DEPTH).map(|estimate| estimate.value)
    }

    fn estimate(&self, value: &Fraction, depth: u32) -> Option<Estimate> {
        let depth = depth.checked_sub(1)?;
        let over = self.estimate_polynomial(&value.over, depth)?;
        if value.is_polynomial() {
            return Some(over);
        }
        times(over, inverse(self.estimate_polynomial(&value.under, depth)?)?)
    }

    fn estimate_polynomial(&self, polynomial: &Polynomial, depth: u32) -> Option<Estimate> {
        let mut sum = Estimate { value: 0.0, error: 0.0 };
        for (monomial, coefficient) in polynomial.terms() {
            let value = coefficient.to_f64()?;
            let mut term = Estimate { value, error: value.abs() * SLACK };
            for &(atom, exponent) in monomial.parts() {
                let base = self.estimate_atom(self.kind(atom), depth)?;
                term = times(term, power(base, exponent)?)?;
            }
            sum.value += term.value;
            sum.error += term.error + sum.value.abs() * SLACK;
        }
        sum.value.is_finite().then_some(sum)
    }

    fn estimate_atom(&self, atom: &Atom, depth: u32) -> Option<Estimate> {
        let exact = |value: f64| Estimate { value, error: value.abs() * SLACK };
        match atom {
            Atom::Pi => Some(exact(std::f64::consts::PI)),
            Atom::Prime(prime) => prime.to_f64().map(exact),
            Atom::Base(base) => self.estimate(base, depth),
            Atom::Ln(of) => {
                let of = self.estimate(of, depth)?;
                (of.value > 2.0 * of.error).then(|| {
                    let value = libm::log(of.value);
                    Estimate { value, error: value.abs() * SLACK + 2.0 * of.error / of.value }
                })
            }
            Atom::Exp(monomial) => {
                let mut exponent = exact(1.0);
                for &(atom, e) in monomial.parts() {
                    let base = self.estimate_atom(self.kind(atom), depth.checked_sub(1)?)?;
                    exponent = times(exponent, power(base, e)?)?;
                }
                if exponent.value.abs() > 300.0 || exponent.error > 0.1 {
                    return None;
                }
                let value = libm::exp(exponent.value);
                Some(Estimate { value, error: value * (2.0 * exponent.error + SLACK) })
            }
            Atom::Imaginary | Atom::Turn | Atom::Infinity | Atom::Symbol(_) | Atom::Call(..) => {
                None
            }
        }
    }
}

fn times(a: Estimate, b: Estimate) -> Option<Estimate> {
    let value = a.value * b.value;
    let error =
        a.value.abs() * b.error + b.value.abs() * a.error + a.error * b.error + value.abs() * SLACK;
    (value.is_finite() && error.is_finite()).then_some(Estimate { value, error })
}

fn inverse(a: Estimate) -> Option<Estimate> {
    if a.value.abs() <= 2.0 * a.error {
        return None;
    }
    let value = 1.0 / a.value;
    Some(Estimate { value, error: value.abs() * (2.0 * a.error / a.value.abs() + SLACK) })
}

fn power(base: Estimate, exponent: Exponent) -> Option<Estimate> {
    let size = f64::from(exponent.over()) / f64::from(exponent.under());
    if size == 1.0 {
        return Some(base);
    }
    if base.value.abs() <= 4.0 * base.error * (1.0 + size.abs()) {
        return None;
    }
    if base.value < 0.0 && exponent.under() % 2 == 0 {
        return None;
    }
    let sign = if base.value < 0.0 && exponent.over() % 2 != 0 { -1.0 } else { 1.0 };
    let value = libm::pow(base.value.abs(), size);
    let error =
        value * (4.0 * size.abs() * base.error / base.value.abs() + SLACK * (1.0 + size.abs()));
    (value.is_finite() && error.is_finite()).then_some(Estimate { value: sign * value, error })
}
