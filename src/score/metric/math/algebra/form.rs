//! The one form of a fraction, by which it is known again.

use super::{Algebra, Atom, Exponent, Fraction, Monomial, Polynomial, Result, Trouble, less};
use crate::score::metric::math::rational::Rational;

/// How often a fraction may be taken apart on the way to its form.
pub(super) const MAX_DEPTH: u32 = 24;

impl Algebra {
    /// A polynomial in its form.
    pub(super) fn form(&mut self, over: Polynomial) -> Result<Fraction> {
        self.fraction(over, Polynomial::constant(&Rational::one()))
    }

    /// A fraction in its form: nothing to take together, and no single term under the bar.
    pub(super) fn fraction(&mut self, over: Polynomial, under: Polynomial) -> Result<Fraction> {
        self.fraction_at(over, under, MAX_DEPTH)
    }

    pub(super) fn fraction_at(
        &mut self,
        over: Polynomial,
        under: Polynomial,
        depth: u32,
    ) -> Result<Fraction> {
        let depth = depth.checked_sub(1).ok_or(Trouble::TooBig)?;
        if under.is_empty() {
            return Err(Trouble::Undefined);
        }
        let (mut over, mut under) = (over, under);
        if self.is_reducible(&under) {
            let below = self.reduce(under, depth)?;
            over = self.times(&over, &below.under)?;
            under = below.over;
            return self.fraction_at(over, under, depth);
        }
        if let Some((monomial, coefficient)) = under.single() {
            if !(monomial.is_one() && coefficient.is_one()) {
                let inverse = monomial.power(Exponent::from(-1)).ok_or(Trouble::TooBig)?;
                let (inverse, factor) =
                    self.tidy(&inverse, coefficient.inverse().ok_or(Trouble::Undefined)?)?;
                over = self.times(&over, &Polynomial::term(inverse, &factor))?;
            }
            return self.reduce(over, depth);
        }
        if let Some(conjugate) = self.conjugate(&under) {
            over = self.times(&over, &conjugate)?;
            under = self.times(&under, &conjugate)?;
            return self.fraction_at(over, under, depth);
        }
        let above = self.reduce(over, depth)?;
        if above.is_zero() {
            return Ok(Fraction::whole(0));
        }
        if above.is_polynomial() {
            return Ok(Fraction { over: above.over, under });
        }
        let under = self.times(&above.under, &under)?;
        self.fraction_at(above.over, under, depth)
    }

    /// Of a sum of square roots of rational numbers and `i`: what it has to be multiplied with for one
    /// of them to go.
    fn conjugate(&self, under: &Polynomial) -> Option<Polynomial> {
        if under.len() > 8 {
            return None;
        }
        let atoms = under.atoms();
        let exponent = |atom: u32| match self.kind(atom) {
            Atom::Imaginary => Some(Exponent::ONE),
            Atom::Prime(_) => Some(Exponent::HALF),
            _ => None,
        };
        let mut found = None;
        for &atom in &atoms {
            let (without, with) = under.split(atom, exponent(atom)?)?;
            if found.is_none() && !without.is_empty() {
                found = Some((atom, without, with));
            }
        }
        let (atom, without, with) = found?;
        let mut conjugate = without;
        for (monomial, coefficient) in with.terms() {
            let monomial = monomial.times(&Monomial::of(atom, exponent(atom)?))?;
            conjugate.add(monomial, &coefficient.negated());
        }
        Some(conjugate)
    }

    fn is_reducible(&self, polynomial: &Polynomial) -> bool {
        polynomial.terms().any(|(monomial, _)| {
            monomial.parts().iter().any(|&(atom, exponent)| self.takes_apart(atom, exponent))
        })
    }

    fn takes_apart(&self, atom: u32, exponent: Exponent) -> bool {
        match self.kind(atom) {
            Atom::Base(_) => exponent.floor() != 0,
            Atom::Turn => 12 % exponent.under() == 0,
            _ => false,
        }
    }

    /// Replaces whole powers of bases by what they are, and known points of the unit circle by roots.
    pub(super) fn reduce(&mut self, polynomial: Polynomial, depth: u32) -> Result<Fraction> {
        if !self.is_reducible(&polynomial) {
            return Ok(Fraction::of(polynomial));
        }
        let depth = depth.checked_sub(1).ok_or(Trouble::TooBig)?;
        let mut plain = Polynomial::default();
        let mut rest = Fraction::whole(0);
        for (monomial, coefficient) in polynomial.terms() {
            let parts = monomial.parts().iter();
            let found = parts.copied().find(|&(atom, exponent)| self.takes_apart(atom, exponent));
            let Some((atom, exponent)) = found else {
                plain.add(monomial.clone(), coefficient);
                continue;
            };
            let (factor, left) = match self.kind(atom).clone() {
                Atom::Base(base) => {
                    let whole = exponent.floor();
                    (self.whole_power(&base, whole)?, less(exponent, whole, 1)?)
                }
                _ => (self.turned(exponent)?, less(exponent, exponent.over(), exponent.under())?),
            };
            let term = Polynomial::term(monomial.with(atom, left), coefficient);
            let over = self.times(&term, &factor.over)?;
            let term = self.fraction_at(over, factor.under, depth)?;
            rest = self.sum_at(&rest, &term, depth)?;
        }
        let plain = Fraction::of(plain);
        if rest.is_zero() { Ok(plain) } else { self.sum_at(&plain, &rest, depth) }
    }

    pub(super) fn sum_at(&mut self, a: &Fraction, b: &Fraction, depth: u32) -> Result<Fraction> {
        let left = self.times(&a.over, &b.under)?;
        let right = self.times(&b.over, &a.under)?;
        let under = self.times(&a.under, &b.under)?;
        self.fraction_at(left.plus(&right), under, depth)
    }
}
