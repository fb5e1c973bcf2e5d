//! Powers, roots, exponentials and logarithms.

use super::{
    Algebra, Atom, Exponent, Fraction, IMAGINARY, Monomial, PI, Polynomial, Rational, Result, TURN,
    Trouble,
};
use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// Factors are looked for up to here, of numbers that fit 64 bits; of longer ones up to a tenth of it.
const LARGEST_FACTOR: u64 = 40_000;

impl Algebra {
    /// A value to the power of another.
    pub(crate) fn power(&mut self, base: &Fraction, exponent: &Fraction) -> Result<Fraction> {
        if let Some(value) = exponent.to_rational() {
            let exponent = Exponent::from_rational(&value).ok_or(Trouble::TooBig)?;
            return self.rational_power(base, exponent);
        }
        if let Some(value) = base.to_rational() {
            if value.is_zero() {
                return self.call("power", vec![base.clone(), exponent.clone()]);
            }
            let magnitude = Fraction::rational(&value.magnitude());
            let log = self.ln(&magnitude)?;
            let log = self.product(&log, exponent)?;
            let power = self.exp(&log)?;
            if !value.is_negative() {
                return Ok(power);
            }
            let sign = self.call("sign of power", vec![exponent.clone()])?;
            return self.product(&sign, &power);
        }
        let log = self.ln(base)?;
        let log = self.product(&log, exponent)?;
        self.exp(&log)
    }

    /// The root of a value, the real one of a negative number where the index is odd.
    pub(crate) fn root(&mut self, radicand: &Fraction, index: &Fraction) -> Result<Fraction> {
        let one = Fraction::whole(1);
        let exponent = self.quotient(&one, index)?;
        self.power(radicand, &exponent)
    }

    /// `e` to the power of a value.
    pub(crate) fn exp(&mut self, exponent: &Fraction) -> Result<Fraction> {
        if !exponent.is_polynomial() {
            return self.call("exp", vec![exponent.clone()]);
        }
        let mut product = Fraction::whole(1);
        for (monomial, coefficient) in exponent.over.terms() {
            let Some(times) = Exponent::from_rational(coefficient) else {
                return Err(Trouble::TooBig);
            };
            let factor = match monomial.parts() {
                [(IMAGINARY, _), (PI, e)] if e.whole() == Some(1) => self.turn(times)?,
                [(atom, e)] if e.whole() == Some(1) => match self.kind(*atom).clone() {
                    Atom::Ln(base) => self.rational_power(&base, times)?,
                    _ => self.exp_atom(monomial, times),
                },
                _ => self.exp_atom(monomial, times),
            };
            product = self.product(&product, &factor)?;
        }
        Ok(product)
    }

    /// The natural logarithm of a value.
    pub(crate) fn ln(&mut self, value: &Fraction) -> Result<Fraction> {
        if value.is_zero() {
            return Err(Trouble::Undefined);
        }
        let single = value.over.single().filter(|_| value.is_polynomial());
        let parts = single.map(|(monomial, coefficient)| (monomial.clone(), coefficient.clone()));
        let Some((monomial, coefficient)) = parts.filter(|(monomial, coefficient)| {
            !coefficient.is_negative()
                && monomial.parts().iter().all(|&(atom, _)| self.is_positive(atom))
        }) else {
            let id = self.intern(Atom::Ln(value.clone()))?;
            return Ok(Self::atom_fraction(id, Exponent::ONE));
        };
        let mut sum = Fraction::whole(0);
        for (base, times) in self.prime_powers(&coefficient)? {
            let log = self.ln_atom(Fraction::rational(&base), times)?;
            sum = self.sum(&sum, &log)?;
        }
        for &(atom, times) in monomial.parts() {
            let log = match self.kind(atom).clone() {
                Atom::Exp(inner) => Fraction::term(inner, &times.to_rational()),
                Atom::Prime(prime) => self.ln_atom(Fraction::rational(&prime), times)?,
                _ => self.ln_atom(Self::atom_fraction(atom, Exponent::ONE), times)?,
            };
            sum = self.sum(&sum, &log)?;
        }
        Ok(sum)
    }

    /// A known point of the unit circle, `e^{iπt}` with a twelfth of a half turn in `t`.
    pub(super) fn turned(&mut self, turn: Exponent) -> Result<Fraction> {
        let twelfths = turn.times(Exponent::from(12)).and_then(Exponent::whole);
        let [two, three, six] =
            [2, 3, 6].map(|n| self.rational_power(&Fraction::whole(n), Exponent::HALF));
        let (two, three, six) = (two?, three?, six?);
        let part = |a: &Fraction, over: i32, under: i32| {
            let part = Rational::new(over.into(), under.into());
            a.over.scaled(&part.unwrap_or_else(Rational::one))
        };
        let half = |a: &Fraction| part(a, 1, 2);
        let near = part(&six, 1, 4).plus(&part(&two, 1, 4));
        let far = part(&six, 1, 4).plus(&part(&two, -1, 4));
        let (cosine, sine) = match twelfths.ok_or(Trouble::TooBig)? {
            1 => (near, far),
            2 => (half(&three), half(&Fraction::whole(1))),
            3 => (half(&two), half(&two)),
            4 => (half(&Fraction::whole(1)), half(&three)),
            5 => (far, near),
            _ => return Err(Trouble::TooBig),
        };
        let imaginary = self.times(&sine, &Algebra::imaginary().over)?;
        Ok(Fraction::of(cosine.plus(&imaginary)))
    }

    pub(super) fn whole_power(&mut self, base: &Fraction, exponent: i32) -> Result<Fraction> {
        if exponent < 0 {
            let inverse = self.quotient(&Fraction::whole(1), base)?;
            let times = exponent.checked_neg().ok_or(Trouble::TooBig)?;
            return self.whole_power(&inverse, times);
        }
        if let Some((monomial, coefficient)) = base.over.single().filter(|_| base.is_polynomial()) {
            let monomial = monomial.power(Exponent::from(exponent)).ok_or(Trouble::TooBig)?;
            let coefficient = coefficient.power(exponent).ok_or(Trouble::TooBig)?;
            let (monomial, coefficient) = self.tidy(&monomial, coefficient)?;
            return self.form(Polynomial::term(monomial, &coefficient));
        }
        let (mut power, mut square, mut left) = (Fraction::whole(1), base.clone(), exponent);
        while left > 0 {
            if left % 2 == 1 {
                power = self.product(&power, &square)?;
            }
            left /= 2;
            if left > 0 {
                square = self.product(&square, &square)?;
            }
        }
        Ok(power)
    }

    fn rational_power(&mut self, base: &Fraction, exponent: Exponent) -> Result<Fraction> {
        if let Some(whole) = exponent.whole() {
            return self.whole_power(base, whole);
        }
        if base.is_zero() {
            return if exponent.over() > 0 {
                Ok(Fraction::whole(0))
            } else {
                Err(Trouble::Undefined)
            };
        }
        let (above, below) = (base.over.content(), base.under.content());
        let content = above.over_by(&below).ok_or(Trouble::Undefined)?;
        let scale = |polynomial: &Polynomial, by: &Rational| -> Result<Polynomial> {
            Ok(polynomial.scaled(&by.inverse().ok_or(Trouble::Undefined)?))
        };
        let mut rest =
            Fraction { over: scale(&base.over, &above)?, under: scale(&base.under, &below)? };
        let mut power = self.positive_power(&content, exponent)?;
        if let Some((monomial, sign)) = rest.over.single().filter(|_| rest.is_polynomial()) {
            let (monomial, negative) = (monomial.clone(), sign.is_negative());
            let (roots, kept) = self.roots_of(&monomial, exponent, negative)?;
            power = self.product(&power, &roots)?;
            rest.over = Polynomial::term(kept, &Rational::from(if negative { -1 } else { 1 }));
        }
        if rest.to_rational().is_some_and(|value| value.is_one()) {
            return Ok(power);
        }
        let minus_one = rest.to_rational().is_some_and(|value| value.is_negative());
        let sign = if exponent.under() % 2 == 1 { Some(exponent.over()) } else { None };
        if minus_one {
            return match (sign, exponent.under()) {
                (Some(over), _) => Ok(if over % 2 == 0 { power } else { power.negated() }),
                (None, 2) => {
                    let turned = self.whole_power(&Algebra::imaginary(), exponent.over())?;
                    self.product(&power, &turned)
                }
                _ => {
                    let turned = self.turn(exponent)?;
                    self.product(&power, &turned)
                }
            };
        }
        if exponent.under() == 2 {
            if self.sign_of(&rest) == Some(-1) {
                rest = rest.negated();
                let turned = self.whole_power(&Algebra::imaginary(), exponent.over())?;
                power = self.product(&power, &turned)?;
            }
            if let Some(root) = self.denested(&rest)? {
                let root = self.whole_power(&root, exponent.over())?;
                return self.product(&power, &root);
            }
        }
        let id = self.intern(Atom::Base(rest))?;
        let root = Polynomial::term(Monomial::of(id, exponent), &Rational::one());
        let root = self.form(root)?;
        self.product(&power, &root)
    }

    /// Of a monomial: the powers that can be taken of its atoms one by one, and what has to stay under
    /// the root. A variable may be negative: of an even root only an odd power of a single one is
    /// taken, which is not real anyway where the variable is negative. `negative` says that there is a
    /// minus sign under the root, too.
    fn roots_of(
        &mut self,
        monomial: &Monomial,
        exponent: Exponent,
        negative: bool,
    ) -> Result<(Fraction, Monomial)> {
        let signed = |this: &Self, atom: u32| !this.is_positive(atom);
        let open = monomial.parts().iter().filter(|part| signed(self, part.0)).count();
        let (mut taken, mut kept) = (Monomial::default(), Monomial::default());
        for &(atom, e) in monomial.parts() {
            let free = match self.kind(atom) {
                _ if !signed(self, atom) => true,
                Atom::Symbol(_) => {
                    exponent.under() % 2 == 1 || (!negative && open == 1 && e.over() % 2 != 0)
                }
                _ => false,
            };
            if free {
                let e = e.times(exponent).ok_or(Trouble::TooBig)?;
                taken = taken.with(atom, e);
            } else {
                kept = kept.with(atom, e);
            }
        }
        let (taken, coefficient) = self.tidy(&taken, Rational::one())?;
        Ok((self.form(Polynomial::term(taken, &coefficient))?, kept))
    }

    /// The root of `a + b` where `b² = c` is rational and `a² - c` is a square: a sum of two roots.
    fn denested(&mut self, value: &Fraction) -> Result<Option<Fraction>> {
        if !value.is_polynomial() || value.over.len() != 2 {
            return Ok(None);
        }
        let whole = value.over.terms().find(|(monomial, _)| monomial.is_one());
        let other = value.over.terms().find(|(monomial, _)| !monomial.is_one());
        let (Some((_, a)), Some((monomial, b))) = (whole, other) else {
            return Ok(None);
        };
        let real = monomial
            .parts()
            .iter()
            .all(|&(atom, e)| matches!(self.kind(atom), Atom::Prime(_)) && e == Exponent::HALF);
        if !real || a.is_negative() {
            return Ok(None);
        }
        let (a, negative) = (a.clone(), b.is_negative());
        let root = Fraction::term(monomial.clone(), b);
        let square = self.product(&root, &root)?;
        let Some(d) = square.to_rational().and_then(|c| exact_root(&a.times(&a).minus(&c), 2))
        else {
            return Ok(None);
        };
        let half = Rational::new(1.into(), 2.into()).unwrap_or_else(Rational::one);
        let greater = self.positive_power(&a.plus(&d).times(&half), Exponent::HALF)?;
        let lesser = self.positive_power(&a.minus(&d).times(&half), Exponent::HALF)?;
        let lesser = if negative { lesser.negated() } else { lesser };
        self.sum(&greater, &lesser).map(Some)
    }

    fn positive_power(&mut self, value: &Rational, exponent: Exponent) -> Result<Fraction> {
        if value.is_zero() {
            return Ok(Fraction::whole(0));
        }
        let mut monomial = Monomial::default();
        for (prime, times) in self.prime_powers(value)? {
            let atom = self.place(Atom::Prime(prime));
            let times = times.times(exponent).ok_or(Trouble::TooBig)?;
            monomial = monomial.with(atom, times);
        }
        let (monomial, coefficient) = self.tidy(&monomial, Rational::one())?;
        Ok(Fraction::term(monomial, &coefficient))
    }

    fn turn(&mut self, times: Exponent) -> Result<Fraction> {
        let (monomial, sign) = self.tidy(&Monomial::of(TURN, times), Rational::one())?;
        self.form(Polynomial::term(monomial, &sign))
    }

    fn exp_atom(&mut self, monomial: &Monomial, times: Exponent) -> Fraction {
        let atom = self.place(Atom::Exp(monomial.clone()));
        Self::atom_fraction(atom, times)
    }

    fn ln_atom(&mut self, of: Fraction, times: Exponent) -> Result<Fraction> {
        let atom = self.intern(Atom::Ln(of))?;
        Ok(Fraction::term(Monomial::of(atom, Exponent::ONE), &times.to_rational()))
    }

    /// Whether an atom is a positive number whatever the variables are, if they are real.
    fn is_positive(&self, atom: u32) -> bool {
        match self.kind(atom) {
            Atom::Pi | Atom::Prime(_) => true,
            Atom::Exp(monomial) => monomial.parts().iter().all(|&(inner, e)| {
                // What may be no real number for some values of the variables is left alone.
                match self.kind(inner) {
                    Atom::Symbol(_) => e.whole().is_some(),
                    Atom::Base(_) | Atom::Ln(_) => {
                        self.to_f64(&Self::atom_fraction(inner, Exponent::ONE)).is_some()
                    }
                    _ => self.is_positive(inner),
                }
            }),
            _ => false,
        }
    }

    /// A positive rational number as powers of different primes (or of numbers of which no factor was
    /// found).
    fn prime_powers(&mut self, value: &Rational) -> Result<Vec<(Rational, Exponent)>> {
        let mut powers = Vec::new();
        for (part, sign) in [(value.over(), 1), (value.under(), -1)] {
            for (prime, times) in self.factors(part)? {
                let times = Exponent::new(sign * times, 1).ok_or(Trouble::TooBig)?;
                powers.push((Rational::whole(prime), times));
            }
        }
        Ok(powers)
    }

    fn factors(&mut self, value: &BigInt) -> Result<Vec<(BigInt, i64)>> {
        let mut factors = Vec::new();
        let mut left = value.abs();
        if left.bits() > 64 {
            self.spend(1 + (left.bits() / 64) as usize * 40)?;
            let mut candidate = 2_u64;
            while candidate < LARGEST_FACTOR / 10 && left.bits() > 64 && left.bits() < 2_000 {
                let mut times = 0;
                while (&left % candidate).is_zero() {
                    left /= candidate;
                    times += 1;
                }
                if times > 0 {
                    factors.push((BigInt::from(candidate), times));
                }
                candidate += if candidate == 2 { 1 } else { 2 };
            }
        }
        if let Some(mut small) = left.to_u64() {
            let mut candidate = 2_u64;
            while candidate * candidate <= small && candidate <= LARGEST_FACTOR {
                let mut times = 0;
                while small % candidate == 0 {
                    small /= candidate;
                    times += 1;
                }
                if times > 0 {
                    factors.push((BigInt::from(candidate), times));
                }
                candidate += if candidate == 2 { 1 } else { 2 };
            }
            self.spend(1 + candidate as usize / 100)?;
            left = BigInt::from(small);
        }
        if left > BigInt::one() {
            let whole = Rational::whole(left.clone());
            let (base, times) = [2, 3, 5]
                .into_iter()
                .find_map(|index| {
                    exact_root(&whole, index).map(|root| (root.over().clone(), index))
                })
                .unwrap_or((left, 1));
            factors.push((base, i64::from(times)));
        }
        Ok(factors)
    }
}

/// The root of a rational number that has a rational one.
fn exact_root(value: &Rational, index: u32) -> Option<Rational> {
    if value.is_negative() {
        return None;
    }
    let part = |n: &BigInt| {
        let root = n.nth_root(index);
        (root.pow(index) == *n).then_some(root)
    };
    Rational::new(part(value.over())?, part(value.under())?)
}
