//! Functions with a name: those of angles, logarithms, absolute values and their inverses.

use super::{Algebra, Exponent, Fraction, IMAGINARY, Rational, Result};
use num_bigint::BigInt;
use num_traits::One;

/// The greatest number whose factorial is multiplied out.
const MAX_FACTORIAL: i64 = 300;

impl Algebra {
    /// A function by its LaTeX name without the backslash. What has no known value is a name with
    /// arguments.
    pub(crate) fn function(&mut self, name: &str, arguments: Vec<Fraction>) -> Result<Fraction> {
        let [x] = arguments.as_slice() else {
            return match (name, arguments.as_slice()) {
                ("log", [x, base]) => {
                    let (over, under) = (self.ln(x)?, self.ln(base)?);
                    self.quotient(&over, &under)
                }
                _ => self.call(name, arguments),
            };
        };
        let x = x.clone();
        match name {
            "exp" => self.exp(&x),
            "ln" => self.ln(&x),
            "log" => {
                // Nothing says of which base: the same unknown one each time.
                let scale = self.call("scale of log", Vec::new())?;
                let log = self.ln(&x)?;
                self.product(&log, &scale)
            }
            "lg" => self.function("log", vec![x, Fraction::whole(10)]),
            "sin" | "cos" | "tan" | "cot" | "sec" | "csc" if x.is_polynomial() => {
                self.circular(name, &x)
            }
            "sinh" | "cosh" | "tanh" if x.is_polynomial() => self.hyperbolic(name, &x),
            "arcsin" | "arccos" | "arctan" => self.inverse_circular(name, x),
            "floor" | "ceil" => match x.to_rational() {
                Some(value) if name == "floor" => {
                    Ok(Fraction::rational(&Rational::whole(value.floor())))
                }
                Some(value) => Ok(Fraction::rational(&Rational::whole(-value.negated().floor()))),
                None => self.call(name, vec![x]),
            },
            _ => self.call(name, vec![x]),
        }
    }

    pub(crate) fn absolute(&mut self, value: &Fraction) -> Result<Fraction> {
        match self.sign_of(value) {
            Some(-1) => return Ok(value.negated()),
            Some(_) => return Ok(value.clone()),
            None => {}
        }
        let numbers = self.is_decided(value) && value.is_polynomial();
        if let Some((real, imaginary)) =
            value.over.split(IMAGINARY, Exponent::ONE).filter(|_| numbers)
        {
            let (a, b) = (self.times(&real, &real)?, self.times(&imaginary, &imaginary)?);
            let square = self.form(a.plus(&b))?;
            return self.root(&square, &Fraction::whole(2));
        }
        // |-x| is |x|: the first coefficient is made positive.
        let first = value.over.terms().next();
        let negative = first.is_some_and(|(_, coefficient)| coefficient.is_negative());
        let value = if negative { value.negated() } else { value.clone() };
        self.call("absolute", vec![value])
    }

    pub(crate) fn factorial(&mut self, value: &Fraction) -> Result<Fraction> {
        let small = value.to_rational().and_then(|n| n.to_i64());
        match small.filter(|n| (0..=MAX_FACTORIAL).contains(n)) {
            Some(n) => {
                self.spend(usize::try_from(n / 4).unwrap_or(0))?;
                let product = (2..=n).fold(BigInt::one(), |product, k| product * k);
                Ok(Fraction::rational(&Rational::whole(product)))
            }
            None => self.call("factorial", vec![value.clone()]),
        }
    }

    /// How many ways there are to choose `k` out of `n`.
    pub(crate) fn binomial(&mut self, n: &Fraction, k: &Fraction) -> Result<Fraction> {
        let small = |value: &Fraction| value.to_rational().and_then(|n| n.to_i64());
        match (small(n), small(k)) {
            (Some(n), Some(k)) if (0..=MAX_FACTORIAL).contains(&n) && (0..=n).contains(&k) => {
                self.spend(usize::try_from(k).unwrap_or(0))?;
                let ways = (1..=k).fold(BigInt::one(), |ways, at| ways * (n - k + at) / at);
                Ok(Fraction::rational(&Rational::whole(ways)))
            }
            _ => self.call("binomial", vec![n.clone(), k.clone()]),
        }
    }

    fn circular(&mut self, name: &str, x: &Fraction) -> Result<Fraction> {
        let i = Algebra::imaginary();
        let angle = self.product(&i, x)?;
        let (forward, back) = (self.exp(&angle)?, self.exp(&angle.negated())?);
        let twice = self.product(&Fraction::whole(2), &i)?;
        let difference = self.difference(&forward, &back)?;
        let sine = self.quotient(&difference, &twice)?;
        let sum = self.sum(&forward, &back)?;
        let cosine = self.quotient(&sum, &Fraction::whole(2))?;
        let one = Fraction::whole(1);
        match name {
            "sin" => Ok(sine),
            "cos" => Ok(cosine),
            "tan" => self.quotient(&sine, &cosine),
            "cot" => self.quotient(&cosine, &sine),
            "sec" => self.quotient(&one, &cosine),
            _ => self.quotient(&one, &sine),
        }
    }

    fn hyperbolic(&mut self, name: &str, x: &Fraction) -> Result<Fraction> {
        let (up, down) = (self.exp(x)?, self.exp(&x.negated())?);
        let two = Fraction::whole(2);
        let (difference, sum) = (self.difference(&up, &down)?, self.sum(&up, &down)?);
        match name {
            "sinh" => self.quotient(&difference, &two),
            "cosh" => self.quotient(&sum, &two),
            _ => self.quotient(&difference, &sum),
        }
    }

    /// The angle, if it is a twelfth of a half turn.
    fn inverse_circular(&mut self, name: &str, x: Fraction) -> Result<Fraction> {
        let (function, first, last) = match name {
            "arcsin" => ("sin", -6, 6),
            "arccos" => ("cos", 0, 12),
            _ => ("tan", -5, 5),
        };
        if self.is_decided(&x) {
            for twelfths in first..=last {
                let angle = self.product(&Algebra::pi(), &Fraction::whole(twelfths))?;
                let angle = self.quotient(&angle, &Fraction::whole(12))?;
                let value = self.circular(function, &angle)?;
                if self.same(&value, &x)? {
                    return Ok(angle);
                }
            }
        }
        self.call(name, vec![x])
    }

    /// Degrees as a number: an angle in radians.
    pub(crate) fn radians(&mut self, degrees: &Fraction) -> Result<Fraction> {
        let half = self.product(degrees, &Algebra::pi())?;
        self.quotient(&half, &Fraction::whole(180))
    }
}
