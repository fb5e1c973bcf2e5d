//! Numbers as Python's `int` and `Decimal` read them, as far as a date can tell.

use super::Failure;
use crate::text::digit::decimal;

/// Larger numbers are all the same to a date, but for the leap years among them: 400 divides it.
/// Numbers that Python cannot print, as they have more than [`MOST_DIGITS`], are twice as large.
pub(super) const LIMIT: i64 = 400_000_000_000_000_000;

/// Digits of Python's decimal arithmetic.
const PRECISION: usize = 28;

/// Python's `int` reads no more digits, and none with more is printed.
const MOST_DIGITS: usize = 4300;

/// Adds a digit; beyond [`LIMIT`] a number keeps only its remainder by 400.
fn push(number: i64, digit: u8) -> i64 {
    let number = number * 10 + i64::from(digit);
    if number < LIMIT { number } else { LIMIT + number % 400 }
}

/// `int(text)`, for texts without signs and white space.
pub(super) fn int(text: &str) -> Result<i64, Failure> {
    let mut number = 0;
    let mut count = 0;
    for c in text.chars() {
        number = push(number, decimal(c).ok_or(Failure::Rejected)?);
        count += 1;
    }
    if (1..=MOST_DIGITS).contains(&count) { Ok(number) } else { Err(Failure::Rejected) }
}

/// A decimal number that is not negative.
#[derive(Debug)]
pub(super) struct Number {
    /// Its whole part, see [`LIMIT`].
    pub(super) whole: i64,
    /// Digits after the point, without zeros at the end.
    fraction: Vec<u8>,
    /// Whether the whole part has more digits than [`PRECISION`].
    long: bool,
}

impl Number {
    /// `Decimal(text)`, for texts without signs, exponents and white space.
    pub(super) fn read(text: &str) -> Option<Self> {
        let mut number = Self { whole: 0, fraction: Vec::new(), long: false };
        let (mut significant, mut any, mut point) = (0usize, false, false);
        for c in text.chars() {
            match decimal(c) {
                None if c == '.' && !point => point = true,
                None => return None,
                Some(digit) => {
                    any = true;
                    if point {
                        number.fraction.push(digit);
                    } else {
                        significant += usize::from(significant > 0 || digit > 0);
                        number.whole = push(number.whole, digit);
                    }
                }
            }
        }
        while number.fraction.last() == Some(&0) {
            number.fraction.pop();
        }
        number.long = significant > PRECISION;
        if significant > MOST_DIGITS {
            number.whole += LIMIT;
        }
        any.then_some(number)
    }

    /// Whether it is greater than a whole number.
    pub(super) fn exceeds(&self, whole: i64) -> bool {
        self.whole > whole || (self.whole == whole && !self.fraction.is_empty())
    }

    /// `int(60 * (number % 1))`: the fraction in sixtieths, cut; `None` where there is none. Both
    /// steps round to 28 digits, ties to even.
    pub(super) fn sixtieths(&self) -> Result<Option<i64>, Failure> {
        if self.long {
            return Err(Failure::Precision);
        }
        if self.fraction.is_empty() {
            return Ok(None);
        }
        let zeros = self.fraction.iter().take_while(|digit| **digit == 0).count();
        let digits = &self.fraction[zeros..];
        let (kept, cut) = digits.split_at(digits.len().min(PRECISION));
        let mut value = kept.iter().fold(0u128, |value, digit| value * 10 + u128::from(*digit));
        let half = match cut {
            [] | [0..=4, ..] => false,
            [5] => value % 2 == 1,
            _ => true,
        };
        value = (value + u128::from(half)) * 60;
        let mut exponent = zeros + kept.len();
        let mut power = 1;
        while value / power >= 10u128.pow(PRECISION as u32) {
            power *= 10;
            exponent -= 1;
        }
        let (mut rounded, rest) = (value / power, value % power);
        if rest * 2 > power || (rest * 2 == power && rounded % 2 == 1) {
            rounded += 1;
        }
        let unit = u32::try_from(exponent).ok().and_then(|exponent| 10u128.checked_pow(exponent));
        Ok(Some(unit.map_or(0, |unit| (rounded / unit) as i64)))
    }
}
