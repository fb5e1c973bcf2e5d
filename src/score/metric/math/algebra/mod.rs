//! Exact calculation with fractions of polynomials in variables, roots, \u{3c0}, e, i and functions.
//!
//! Every value is a [`Fraction`]: a polynomial over a polynomial, with rational coefficients and
//! rational exponents over *atoms*. An atom is a variable, or something irrational with a name:
//!
//! - powers of different primes with exponents in `[0, 1)` are linearly independent over the
//!   rational numbers, so a sum of real roots of rational numbers is 0 only if no term is left;
//! - `i` is reduced by `i² = -1`;
//! - \u{3c0} is transcendental and calculates like a variable;
//! - `e^m` for every monomial `m` is an atom, and sine and cosine are written with `e^{im}`: what
//!   follows from the addition theorems follows from multiplying out;
//! - everything else (`\ln x`, `f(x)`, a root of a sum) is an atom of its own, known again by its
//!   arguments.
//!
//! Two values with the same form are equal. Two with different forms are different if only numbers,
//! variables, roots of rational numbers, `i` and \u{3c0} are in them; among other atoms there may be
//! relations that are not known here. So `equal` is always right, and `different` may miss an identity.

mod estimate;
mod form;
mod functions;
mod polynomial;
mod power;
#[cfg(test)]
mod tests;

use super::rational::{MAX_BITS, Rational};
use form::MAX_DEPTH;
pub(crate) use polynomial::{Exponent, Monomial, Polynomial};

/// What a polynomial is made of, besides numbers.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Atom {
    /// The imaginary unit; its exponent is 1.
    Imaginary,
    /// `e^{iπ}`; its exponent is between 0 and one half, other parts are taken out.
    Turn,
    Pi,
    /// Infinity, a name and no number.
    Infinity,
    Symbol(String),
    /// A prime number, or a factor of which no factor is known; its exponent is between 0 and 1.
    Prime(Rational),
    /// `e` to the power of a monomial.
    Exp(Monomial),
    /// A base whose exponent is between 0 and 1.
    Base(Fraction),
    Ln(Fraction),
    Call(String, Vec<Fraction>),
}

/// A polynomial over another that is not 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Fraction {
    over: Polynomial,
    under: Polynomial,
}

impl Fraction {
    pub(crate) fn rational(value: &Rational) -> Self {
        Self::of(Polynomial::constant(value))
    }

    pub(crate) fn whole(value: i64) -> Self {
        Self::rational(&value.into())
    }

    fn term(monomial: Monomial, coefficient: &Rational) -> Self {
        Self::of(Polynomial::term(monomial, coefficient))
    }

    pub(crate) fn of(over: Polynomial) -> Self {
        Self { over, under: Polynomial::constant(&Rational::one()) }
    }

    pub(crate) fn over(&self) -> &Polynomial {
        &self.over
    }

    pub(crate) fn under(&self) -> &Polynomial {
        &self.under
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.over.is_empty()
    }

    pub(super) fn negated(&self) -> Self {
        Self { over: self.over.scaled(&Rational::from(-1)), under: self.under.clone() }
    }

    /// Its value, if it is a rational number.
    pub(crate) fn to_rational(&self) -> Option<Rational> {
        if self.is_polynomial() { self.over.rational() } else { None }
    }

    /// Whether nothing is under the bar.
    pub(crate) fn is_polynomial(&self) -> bool {
        self.under.rational().is_some_and(|value| value.is_one())
    }
}

/// Why there is no value. Of two sides without one the greater is the reason of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Trouble {
    /// It is no value: words, a tuple, an equation.
    NoValue,
    /// It is not defined: a division by zero.
    Undefined,
    /// It takes too long, or the numbers become too big.
    TooBig,
}

/// The atoms of one comparison, and how much may still be calculated.
#[derive(Clone, Debug)]
pub(crate) struct Algebra {
    atoms: Vec<Atom>,
    effort: u32,
    /// Whether numbers that round to each other are equal.
    pub(crate) rounds: bool,
}

/// The most work of one comparison, in products of two terms.
const EFFORT: u32 = 4_000;
const IMAGINARY: u32 = 0;
const TURN: u32 = 1;
const PI: u32 = 2;
/// Terms of the longest polynomial.
const MAX_TERMS: usize = 600;

impl Default for Algebra {
    fn default() -> Self {
        Self { atoms: vec![Atom::Imaginary, Atom::Turn, Atom::Pi], effort: EFFORT, rounds: false }
    }
}

type Result<T> = std::result::Result<T, Trouble>;

impl Algebra {
    pub(crate) fn imaginary() -> Fraction {
        Self::atom_fraction(IMAGINARY, Exponent::ONE)
    }

    pub(crate) fn pi() -> Fraction {
        Self::atom_fraction(PI, Exponent::ONE)
    }

    pub(crate) fn infinity(&mut self) -> Fraction {
        self.atom(Atom::Infinity)
    }

    pub(crate) fn symbol(&mut self, name: &str) -> Fraction {
        self.atom(Atom::Symbol(name.to_owned()))
    }

    /// A function of which nothing is known but its name and arguments.
    pub(crate) fn call(&mut self, name: &str, arguments: Vec<Fraction>) -> Result<Fraction> {
        let id = self.intern(Atom::Call(name.to_owned(), arguments))?;
        Ok(Self::atom_fraction(id, Exponent::ONE))
    }

    pub(crate) fn kind(&self, atom: u32) -> &Atom {
        &self.atoms[atom as usize]
    }

    pub(crate) fn sum(&mut self, a: &Fraction, b: &Fraction) -> Result<Fraction> {
        if a.under == b.under {
            self.spend(a.over.len() + b.over.len())?;
            return self.fraction(a.over.plus(&b.over), a.under.clone());
        }
        self.sum_at(a, b, MAX_DEPTH)
    }

    pub(crate) fn difference(&mut self, a: &Fraction, b: &Fraction) -> Result<Fraction> {
        self.sum(a, &b.negated())
    }

    pub(crate) fn product(&mut self, a: &Fraction, b: &Fraction) -> Result<Fraction> {
        let over = self.times(&a.over, &b.over)?;
        let under = self.times(&a.under, &b.under)?;
        self.fraction(over, under)
    }

    pub(crate) fn quotient(&mut self, a: &Fraction, b: &Fraction) -> Result<Fraction> {
        let over = self.times(&a.over, &b.under)?;
        let under = self.times(&a.under, &b.over)?;
        self.fraction(over, under)
    }

    /// Whether two values are the same. `false` says that their forms differ.
    pub(crate) fn same(&mut self, a: &Fraction, b: &Fraction) -> Result<bool> {
        if a == b {
            return Ok(true);
        }
        self.spend(4)?;
        let left = self.times(&a.over, &b.under)?;
        let right = self.times(&b.over, &a.under)?;
        let difference = left.plus(&right.scaled(&Rational::from(-1)));
        Ok(self.reduce(difference, MAX_DEPTH)?.is_zero())
    }

    /// Whether only numbers are in it, whose forms are the same only if they are: rational numbers,
    /// their roots, `i` and π.
    pub(crate) fn is_decided(&self, value: &Fraction) -> bool {
        self.all_atoms(value, |atom| matches!(atom, Atom::Imaginary | Atom::Pi | Atom::Prime(_)))
    }

    /// Whether there is nothing in it but numbers as in [`Algebra::is_decided`] and variables.
    pub(crate) fn is_plain(&self, value: &Fraction) -> bool {
        self.all_atoms(value, |atom| {
            matches!(
                atom,
                Atom::Imaginary | Atom::Pi | Atom::Prime(_) | Atom::Symbol(_) | Atom::Infinity
            )
        })
    }

    /// Whether all atoms of a value are such.
    pub(crate) fn all_atoms(&self, value: &Fraction, is: fn(&Atom) -> bool) -> bool {
        let mut both = [&value.over, &value.under].into_iter();
        both.all(|polynomial| polynomial.atoms().iter().all(|atom| is(self.kind(*atom))))
    }

    fn atom_fraction(atom: u32, exponent: Exponent) -> Fraction {
        Fraction::term(Monomial::of(atom, exponent), &Rational::one())
    }

    /// An atom that holds no fraction.
    fn atom(&mut self, atom: Atom) -> Fraction {
        let id = self.place(atom);
        Self::atom_fraction(id, Exponent::ONE)
    }

    fn place(&mut self, atom: Atom) -> u32 {
        let found = self.atoms.iter().position(|other| *other == atom);
        let at = found.unwrap_or_else(|| {
            self.atoms.push(atom);
            self.atoms.len() - 1
        });
        at as u32
    }

    /// An atom that is known again if its fractions are equal, however they are written.
    fn intern(&mut self, atom: Atom) -> Result<u32> {
        for at in 0..self.atoms.len() {
            let pairs: Vec<(Fraction, Fraction)> = match (&self.atoms[at], &atom) {
                (Atom::Base(a), Atom::Base(b)) | (Atom::Ln(a), Atom::Ln(b)) => {
                    vec![(a.clone(), b.clone())]
                }
                (Atom::Call(name, a), Atom::Call(other, b))
                    if name == other && a.len() == b.len() =>
                {
                    a.iter().cloned().zip(b.iter().cloned()).collect()
                }
                _ => continue,
            };
            let mut all = true;
            for (a, b) in &pairs {
                all = all && self.same(a, b)?;
            }
            if all {
                return Ok(at as u32);
            }
        }
        self.atoms.push(atom);
        Ok((self.atoms.len() - 1) as u32)
    }

    fn spend(&mut self, effort: usize) -> Result<()> {
        let left = u32::try_from(effort).ok().and_then(|effort| self.effort.checked_sub(effort));
        self.effort = left.unwrap_or(0);
        left.map(|_| ()).ok_or(Trouble::TooBig)
    }

    /// The product of two polynomials, where roots and `i` are taken together, other atoms not.
    fn times(&mut self, a: &Polynomial, b: &Polynomial) -> Result<Polynomial> {
        if a.rational().is_some_and(|value| value.is_one()) {
            return Ok(b.clone());
        }
        if b.rational().is_some_and(|value| value.is_one()) {
            return Ok(a.clone());
        }
        let mut product = Polynomial::default();
        for (left, x) in a.terms() {
            for (right, y) in b.terms() {
                self.spend(effort(x, y))?;
                let monomial = left.times(right).ok_or(Trouble::TooBig)?;
                let (monomial, coefficient) = self.tidy(&monomial, x.times(y))?;
                product.add(monomial, &coefficient);
            }
            if product.len() > MAX_TERMS {
                return Err(Trouble::TooBig);
            }
        }
        Ok(product)
    }

    /// Takes whole powers of primes and all powers of `i` above the first into the coefficient.
    fn tidy(
        &mut self,
        monomial: &Monomial,
        mut coefficient: Rational,
    ) -> Result<(Monomial, Rational)> {
        if coefficient.bits() > MAX_BITS {
            return Err(Trouble::TooBig);
        }
        let mut tidy = monomial.clone();
        let mut quarters = 0;
        for &(atom, exponent) in monomial.parts() {
            match self.kind(atom) {
                Atom::Imaginary => {
                    quarters += exponent.whole().ok_or(Trouble::TooBig)?.rem_euclid(4);
                }
                Atom::Turn => {
                    let halves = exponent.times(Exponent::from(2)).ok_or(Trouble::TooBig)?;
                    let whole = halves.floor();
                    quarters += whole.rem_euclid(4);
                    tidy = tidy.with(atom, less(exponent, whole, 2)?);
                }
                Atom::Prime(prime) => {
                    let whole = exponent.floor();
                    if whole != 0 {
                        let power = prime.power(whole).ok_or(Trouble::TooBig)?;
                        coefficient = coefficient.times(&power);
                        tidy = tidy.with(atom, less(exponent, whole, 1)?);
                    }
                }
                _ => {}
            }
        }
        if quarters % 4 >= 2 {
            coefficient = coefficient.negated();
        }
        Ok((tidy.with(IMAGINARY, Exponent::from(quarters % 2)), coefficient))
    }
}

/// How much work the product of two numbers is: that of fractions has to find common factors, for
/// which it looks at each bit.
fn effort(a: &Rational, b: &Rational) -> usize {
    let bits = usize::try_from(a.bits() + b.bits()).unwrap_or(usize::MAX / 2);
    let whole = a.is_whole() && b.is_whole();
    let (each, step) = if whole { (0, 1_000) } else { (bits / 40, 160) };
    (bits / step).saturating_pow(2).saturating_add(1 + each)
}

/// An exponent less `whole / parts`.
fn less(exponent: Exponent, whole: i32, parts: i32) -> Result<Exponent> {
    Exponent::new(-i64::from(whole), i64::from(parts))
        .and_then(|minus| exponent.plus(minus))
        .ok_or(Trouble::TooBig)
}
