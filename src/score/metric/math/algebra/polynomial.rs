//! Monomials with rational exponents, and sums of them.

use super::super::rational::Rational;
use num_integer::Integer;
use num_traits::ToPrimitive;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// The exponent of an atom: a fraction in lowest terms whose parts are small.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Exponent {
    over: i32,
    under: i32,
}

impl Exponent {
    pub(crate) const ONE: Self = Self { over: 1, under: 1 };
    pub(crate) const HALF: Self = Self { over: 1, under: 2 };

    /// A fraction; `None` if it is over zero or its parts do not fit.
    pub(crate) fn new(over: i64, under: i64) -> Option<Self> {
        if under == 0 {
            return None;
        }
        let common = over.gcd(&under) * under.signum();
        Some(Self {
            over: i32::try_from(over / common).ok()?,
            under: i32::try_from(under / common).ok()?,
        })
    }

    /// A rational number as an exponent, if its parts fit.
    pub(crate) fn from_rational(value: &Rational) -> Option<Self> {
        Self::new(value.over().to_i64()?, value.under().to_i64()?)
    }

    pub(crate) fn to_rational(self) -> Rational {
        Rational::new(self.over.into(), self.under.into()).unwrap_or_else(Rational::zero)
    }

    pub(crate) fn over(self) -> i32 {
        self.over
    }

    /// What is under the bar; positive.
    pub(crate) fn under(self) -> i32 {
        self.under
    }

    pub(crate) fn is_zero(self) -> bool {
        self.over == 0
    }

    /// The exponent as a whole number, if it is one.
    pub(crate) fn whole(self) -> Option<i32> {
        (self.under == 1).then_some(self.over)
    }

    /// The greatest whole number that is not above it.
    pub(crate) fn floor(self) -> i32 {
        self.over.div_euclid(self.under)
    }

    pub(crate) fn plus(self, other: Self) -> Option<Self> {
        let (a, b) = (i64::from(self.over), i64::from(other.over));
        let (c, d) = (i64::from(self.under), i64::from(other.under));
        Self::new(a * d + b * c, c * d)
    }

    pub(crate) fn times(self, other: Self) -> Option<Self> {
        Self::new(
            i64::from(self.over) * i64::from(other.over),
            i64::from(self.under) * i64::from(other.under),
        )
    }
}

impl From<i32> for Exponent {
    fn from(over: i32) -> Self {
        Self { over, under: 1 }
    }
}

impl PartialOrd for Exponent {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Exponent {
    fn cmp(&self, other: &Self) -> Ordering {
        (i64::from(self.over) * i64::from(other.under))
            .cmp(&(i64::from(other.over) * i64::from(self.under)))
    }
}

/// A product of powers of atoms, each atom once, in the order of the atoms, no exponent 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Monomial(Vec<(u32, Exponent)>);

impl Monomial {
    /// The power of one atom.
    pub(crate) fn of(atom: u32, exponent: Exponent) -> Self {
        if exponent.is_zero() { Self::default() } else { Self(vec![(atom, exponent)]) }
    }

    /// The atoms with their exponents, in order.
    pub(crate) fn parts(&self) -> &[(u32, Exponent)] {
        &self.0
    }

    pub(crate) fn is_one(&self) -> bool {
        self.0.is_empty()
    }

    /// The exponent of an atom; 0 if it is not in it.
    pub(crate) fn exponent(&self, atom: u32) -> Exponent {
        self.0
            .binary_search_by_key(&atom, |part| part.0)
            .map_or(Exponent::from(0), |at| self.0[at].1)
    }

    /// The same with another exponent of an atom.
    pub(crate) fn with(&self, atom: u32, exponent: Exponent) -> Self {
        let mut parts = self.0.clone();
        match (parts.binary_search_by_key(&atom, |part| part.0), exponent.is_zero()) {
            (Ok(at), true) => {
                parts.remove(at);
            }
            (Ok(at), false) => parts[at].1 = exponent,
            (Err(_), true) => {}
            (Err(at), false) => parts.insert(at, (atom, exponent)),
        }
        Self(parts)
    }

    /// The product before any rule of an atom is applied; `None` if an exponent does not fit.
    pub(crate) fn times(&self, other: &Self) -> Option<Self> {
        let (mut left, mut right) = (self.0.as_slice(), other.0.as_slice());
        let mut parts = Vec::with_capacity(left.len() + right.len());
        while let (Some(&(a, e)), Some(&(b, f))) = (left.first(), right.first()) {
            match a.cmp(&b) {
                Ordering::Less => {
                    parts.push((a, e));
                    left = &left[1..];
                }
                Ordering::Greater => {
                    parts.push((b, f));
                    right = &right[1..];
                }
                Ordering::Equal => {
                    let sum = e.plus(f)?;
                    if !sum.is_zero() {
                        parts.push((a, sum));
                    }
                    left = &left[1..];
                    right = &right[1..];
                }
            }
        }
        parts.extend_from_slice(left);
        parts.extend_from_slice(right);
        Some(Self(parts))
    }

    /// Every exponent times a number; `None` if one does not fit.
    pub(crate) fn power(&self, exponent: Exponent) -> Option<Self> {
        if exponent.is_zero() {
            return Some(Self::default());
        }
        let parts = self.0.iter().map(|&(atom, e)| Some((atom, e.times(exponent)?)));
        parts.collect::<Option<_>>().map(Self)
    }
}

/// A sum of monomials with rational coefficients, none of them 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Polynomial(BTreeMap<Monomial, Rational>);

impl Polynomial {
    pub(crate) fn constant(value: &Rational) -> Self {
        Self::term(Monomial::default(), value)
    }

    pub(crate) fn term(monomial: Monomial, coefficient: &Rational) -> Self {
        let mut all = Self::default();
        all.add(monomial, coefficient);
        all
    }

    /// The terms, in the order of their monomials.
    pub(crate) fn terms(&self) -> impl Iterator<Item = (&Monomial, &Rational)> {
        self.0.iter()
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn single(&self) -> Option<(&Monomial, &Rational)> {
        if self.len() == 1 { self.0.iter().next() } else { None }
    }

    /// Its value, if it is a rational number.
    pub(crate) fn rational(&self) -> Option<Rational> {
        match self.single() {
            None if self.is_empty() => Some(Rational::zero()),
            Some((monomial, value)) if monomial.is_one() => Some(value.clone()),
            _ => None,
        }
    }

    pub(crate) fn add(&mut self, monomial: Monomial, coefficient: &Rational) {
        if coefficient.is_zero() {
            return;
        }
        let sum = match self.0.get(&monomial) {
            Some(known) => known.plus(coefficient),
            None => coefficient.clone(),
        };
        if sum.is_zero() {
            self.0.remove(&monomial);
        } else {
            self.0.insert(monomial, sum);
        }
    }

    pub(crate) fn plus(&self, other: &Self) -> Self {
        let mut sum = self.clone();
        for (monomial, coefficient) in other.terms() {
            sum.add(monomial.clone(), coefficient);
        }
        sum
    }

    /// Every coefficient times a number.
    pub(crate) fn scaled(&self, by: &Rational) -> Self {
        if by.is_zero() {
            return Self::default();
        }
        let mut scaled = self.clone();
        scaled.0.values_mut().for_each(|coefficient| *coefficient = coefficient.times(by));
        scaled
    }

    /// The greatest positive rational number that leaves whole coefficients without a common factor.
    pub(crate) fn content(&self) -> Rational {
        let mut all = self.0.values();
        let Some(first) = all.next() else {
            return Rational::one();
        };
        let (over, under) = all
            .fold((first.magnitude().over().clone(), first.under().clone()), |(over, under), c| {
                (over.gcd(c.over()), under.lcm(c.under()))
            });
        Rational::new(over, under).unwrap_or_else(Rational::one)
    }

    pub(crate) fn atoms(&self) -> Vec<u32> {
        let mut atoms: Vec<u32> =
            self.0.keys().flat_map(|m| m.parts().iter().map(|part| part.0)).collect();
        atoms.sort_unstable();
        atoms.dedup();
        atoms
    }

    /// The terms without an atom, and those with it, where its power is taken away; `None` if it has
    /// another exponent than this one somewhere.
    pub(crate) fn split(&self, atom: u32, exponent: Exponent) -> Option<(Self, Self)> {
        let (mut without, mut with) = (Self::default(), Self::default());
        for (monomial, coefficient) in self.terms() {
            let found = monomial.exponent(atom);
            if found.is_zero() {
                without.add(monomial.clone(), coefficient);
            } else if found == exponent {
                with.add(monomial.with(atom, Exponent::from(0)), coefficient);
            } else {
                return None;
            }
        }
        Some((without, with))
    }
}
