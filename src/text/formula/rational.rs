//! Exact rational numbers of any size.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};
use std::cmp::Ordering;
use std::fmt;

/// Above this many bits a number counts as too big to calculate with: about 2 400 decimal digits.
pub(crate) const MAX_BITS: u64 = 8_000;

/// A rational number in lowest terms; what is under the bar is positive.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Rational {
    over: BigInt,
    under: BigInt,
}

impl Rational {
    /// `over / under` in lowest terms, `None` if `under` is zero.
    pub(crate) fn new(over: BigInt, under: BigInt) -> Option<Self> {
        if under.is_zero() {
            return None;
        }
        if under.is_one() {
            return Some(Self { over, under });
        }
        let common = over.gcd(&under);
        let (over, under) =
            if common.is_one() { (over, under) } else { (over / &common, under / common) };
        Some(if under.is_negative() {
            Self { over: -over, under: -under }
        } else {
            Self { over, under }
        })
    }

    pub(crate) fn whole(value: impl Into<BigInt>) -> Self {
        Self { over: value.into(), under: BigInt::one() }
    }

    pub(crate) fn zero() -> Self {
        Self { over: BigInt::zero(), under: BigInt::one() }
    }

    pub(crate) fn one() -> Self {
        Self { over: BigInt::one(), under: BigInt::one() }
    }

    /// Reads ASCII digits before the point, after it, and digits that repeat for ever after those.
    /// `None` if anything else is among them, if there is no digit, or if there are too many.
    pub(crate) fn from_digits(whole: &str, decimals: &str, repeating: &str) -> Option<Self> {
        let count = whole.len() + decimals.len() + repeating.len();
        if count == 0 || count as u64 * 10 / 3 > MAX_BITS {
            return None;
        }
        let read = |digits: &str| -> Option<BigInt> {
            if digits.is_empty() {
                return Some(BigInt::zero());
            }
            let plain = digits.bytes().all(|b| b.is_ascii_digit());
            plain.then(|| BigInt::parse_bytes(digits.as_bytes(), 10)).flatten()
        };
        let ten = BigInt::from(10);
        let shift = ten.pow(decimals.len() as u32);
        let fixed = Self::new(read(whole)? * &shift + read(decimals)?, shift.clone())?;
        if repeating.is_empty() {
            return Some(fixed);
        }
        let nines = ten.pow(repeating.len() as u32) - 1;
        Some(fixed.plus(&Self::new(read(repeating)?, shift * nines)?))
    }

    pub(crate) fn over(&self) -> &BigInt {
        &self.over
    }

    /// What is under the bar; positive.
    pub(crate) fn under(&self) -> &BigInt {
        &self.under
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.over.is_zero()
    }

    pub(crate) fn is_one(&self) -> bool {
        self.over.is_one() && self.under.is_one()
    }

    pub(crate) fn is_whole(&self) -> bool {
        self.under.is_one()
    }

    pub(crate) fn is_negative(&self) -> bool {
        self.over.is_negative()
    }

    pub(crate) fn bits(&self) -> u64 {
        self.over.bits() + self.under.bits()
    }

    pub(crate) fn plus(&self, other: &Self) -> Self {
        if self.is_whole() && other.is_whole() {
            return Self { over: &self.over + &other.over, under: BigInt::one() };
        }
        Self::reduced(
            &self.over * &other.under + &other.over * &self.under,
            &self.under * &other.under,
        )
    }

    pub(crate) fn minus(&self, other: &Self) -> Self {
        self.plus(&other.negated())
    }

    pub(crate) fn times(&self, other: &Self) -> Self {
        if self.is_whole() && other.is_whole() {
            return Self { over: &self.over * &other.over, under: BigInt::one() };
        }
        Self::reduced(&self.over * &other.over, &self.under * &other.under)
    }

    /// The quotient, `None` over zero.
    pub(crate) fn over_by(&self, other: &Self) -> Option<Self> {
        Self::new(&self.over * &other.under, &self.under * &other.over)
    }

    /// 1 over it, `None` for zero.
    pub(crate) fn inverse(&self) -> Option<Self> {
        Self::new(self.under.clone(), self.over.clone())
    }

    pub(crate) fn negated(&self) -> Self {
        Self { over: -self.over.clone(), under: self.under.clone() }
    }

    pub(crate) fn magnitude(&self) -> Self {
        Self { over: self.over.abs(), under: self.under.clone() }
    }

    /// A whole power; `None` for a negative power of zero and where the result is too big.
    pub(crate) fn power(&self, exponent: i32) -> Option<Self> {
        let times = exponent.unsigned_abs();
        let base = if exponent < 0 { self.inverse()? } else { self.clone() };
        let trivial = base.over.abs() <= BigInt::one() && base.under.is_one();
        if !trivial && base.bits().saturating_mul(u64::from(times)) > MAX_BITS {
            return None;
        }
        Some(Self { over: base.over.pow(times), under: base.under.pow(times) })
    }

    /// The greatest whole number that is not above it.
    pub(crate) fn floor(&self) -> BigInt {
        self.over.div_floor(&self.under)
    }

    pub(crate) fn to_i64(&self) -> Option<i64> {
        if self.is_whole() { self.over.to_i64() } else { None }
    }

    /// The nearest `f64` but for some units in the last place; `None` where it does not fit one.
    pub(crate) fn to_f64(&self) -> Option<f64> {
        // Both parts are cut to 64 bits first, so that huge ones do not overflow on their own.
        let part = |value: &BigInt| -> Option<(f64, i64)> {
            let drop = value.bits().saturating_sub(64);
            Some(((value >> drop).to_f64()?, i64::try_from(drop).ok()?))
        };
        let ((over, up), (under, down)) = (part(&self.over)?, part(&self.under)?);
        let shift = i32::try_from(up - down).ok()?;
        let value = libm::scalbn(over / under, shift);
        value.is_finite().then_some(value)
    }

    fn reduced(over: BigInt, under: BigInt) -> Self {
        // The denominators of both operands are positive, so their product is no zero.
        Self::new(over, under).unwrap_or_else(Self::zero)
    }
}

impl From<i64> for Rational {
    fn from(value: i64) -> Self {
        Self::whole(value)
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Rational {
    fn cmp(&self, other: &Self) -> Ordering {
        (&self.over * &other.under).cmp(&(&other.over * &self.under))
    }
}

impl fmt::Display for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_whole() { self.over.fmt(f) } else { write!(f, "{}/{}", self.over, self.under) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(over: i64, under: i64) -> Rational {
        Rational::new(over.into(), under.into()).unwrap()
    }

    #[test]
    fn fractions_are_kept_in_lowest_terms() {
        assert_eq!(ratio(2, -4), ratio(-1, 2));
        assert_eq!(ratio(-1, 2).to_string(), "-1/2");
        assert_eq!(ratio(1, 2).plus(&ratio(1, 3)), ratio(5, 6));
        assert_eq!(ratio(1, 2).times(&ratio(2, 3)), ratio(1, 3));
        assert_eq!(ratio(1, 2).over_by(&ratio(-1, 4)), Some(ratio(-2, 1)));
        assert_eq!(Rational::new(1.into(), 0.into()), None);
        assert_eq!(ratio(-3, 2).floor(), BigInt::from(-2));
    }

    #[test]
    fn decimals_are_read_exactly() {
        assert_eq!(Rational::from_digits("0", "5", ""), Some(ratio(1, 2)));
        assert_eq!(Rational::from_digits("", "", "3"), Some(ratio(1, 3)));
        assert_eq!(Rational::from_digits("0", "1", "6"), Some(ratio(1, 6)));
        assert_eq!(Rational::from_digits("", "", ""), None);
        assert_eq!(Rational::from_digits("1-", "", ""), None);
        assert_eq!(Rational::from_digits(&"9".repeat(5_000), "", ""), None);
    }

    #[test]
    fn powers_are_bounded() {
        assert_eq!(ratio(2, 3).power(-2), Some(ratio(9, 4)));
        assert_eq!(ratio(0, 1).power(-1), None);
        assert_eq!(ratio(-1, 1).power(i32::MAX), Some(ratio(-1, 1)));
        assert_eq!(ratio(3, 1).power(i32::MAX), None);
        assert_eq!(ratio(2, 1).power(100).unwrap().to_string(), "1267650600228229401496703205376");
    }

    #[test]
    fn huge_numbers_have_a_nearest_float() {
        let huge = ratio(3, 1).power(1_000).unwrap();
        assert_eq!(huge.to_f64(), None);
        assert_eq!(huge.times(&ratio(2, 1)).over_by(&huge).unwrap().to_f64(), Some(2.0));
        assert_eq!(ratio(1, 3).to_f64(), Some(1.0 / 3.0));
    }
}
