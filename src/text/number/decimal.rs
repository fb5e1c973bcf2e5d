//! Decimal numbers as people write them: `0.1` is a tenth and not the float beside it.

use crate::table::float;
use std::cmp::Ordering;
use std::fmt;

/// A decimal number, `mantissa * 10^exponent`. Numbers that a text writes with up to 28 digits are
/// kept exactly; further digits are cut. Differences and products are exact where they have at most
/// 37 digits, and cut to at least 18 where not.
///
/// The mantissa has no zeros at its end, and 0 is `0 * 10^0`: equal numbers are equal values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decimal {
    mantissa: i128,
    exponent: i32,
}

/// Digits that are read; those after them are cut.
const READ: u8 = 28;
/// Above this nothing is kept in a mantissa, so that a sum of two has room.
const ROOM: u128 = 10_u128.pow(37);
/// Beyond this power of ten a text writes no quantity.
const FARTHEST: i32 = 60;

impl Decimal {
    /// Nothing.
    pub const ZERO: Self = Self { mantissa: 0, exponent: 0 };

    /// `mantissa * 10^exponent`.
    pub fn new(mantissa: i64, exponent: i32) -> Self {
        Self::tidy(i128::from(mantissa), exponent)
    }

    /// The number that digits write, the last `decimals` of them behind the decimal mark. `None`
    /// without digits, with other characters among them, and where the number is beyond
    /// 10^60 or has only digits that are below 10^-60.
    pub fn of_digits(digits: &str, decimals: usize) -> Option<Self> {
        if digits.is_empty() || decimals > digits.len() {
            return None;
        }
        let leading = digits.bytes().take_while(|byte| *byte == b'0').count();
        let kept = digits[leading..].get(..usize::from(READ)).unwrap_or(&digits[leading..]);
        let mut mantissa = 0_i128;
        for byte in kept.bytes() {
            if !byte.is_ascii_digit() {
                return None;
            }
            mantissa = mantissa * 10 + i128::from(byte - b'0');
        }
        let cut = digits.len() - leading - kept.len();
        let exponent = i32::try_from(cut).ok()?.checked_sub(i32::try_from(decimals).ok()?)?;
        Self::tidy(mantissa, exponent).within_reach()
    }

    /// The number that a text writes as programs do: sign, digits, a point, an exponent. `None` for
    /// anything else, and out of the reach of [`Decimal::of_digits`].
    pub fn of_text(text: &str) -> Option<Self> {
        let (negative, rest) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let (number, power) = match rest.split_once(['e', 'E']) {
            Some((number, power)) => (number, power.parse::<i32>().ok()?),
            None => (rest, 0),
        };
        let (whole, part) = number.split_once('.').unwrap_or((number, ""));
        let value = Self::of_digits(&[whole, part].concat(), part.len())?.shifted(power)?;
        Some(if negative { value.negated() } else { value })
    }

    /// The quotient of two whole numbers, to 28 digits. `None` where it divides by 0.
    pub fn quotient(above: u32, below: u32) -> Option<Self> {
        let scaled = i128::from(above) * 10_i128.pow(u32::from(READ));
        Some(Self::tidy(scaled.checked_div(i128::from(below))?, -i32::from(READ)))
    }

    /// The number times a power of ten; `None` out of reach.
    pub fn shifted(self, power: i32) -> Option<Self> {
        let exponent = if self.mantissa == 0 { 0 } else { self.exponent.checked_add(power)? };
        Self { exponent, ..self }.within_reach()
    }

    /// The number with the other sign.
    #[must_use]
    pub fn negated(self) -> Self {
        Self { mantissa: -self.mantissa, ..self }
    }

    /// The number without its sign.
    #[must_use]
    pub fn abs(self) -> Self {
        Self { mantissa: self.mantissa.abs(), ..self }
    }

    /// Whether it is 0.
    pub fn is_zero(self) -> bool {
        self.mantissa == 0
    }

    /// Whether it is less than 0.
    pub fn is_negative(self) -> bool {
        self.mantissa < 0
    }

    /// The sum of two numbers.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        let (high, low) =
            if self.exponent > other.exponent { (self, other) } else { (other, self) };
        if high.mantissa == 0 {
            return low;
        }
        let (mut above, mut exponent) = (high.mantissa, high.exponent);
        while exponent > low.exponent && above.unsigned_abs() < ROOM / 10 {
            above *= 10;
            exponent -= 1;
        }
        // What does not fit is too far below the higher number to make a difference.
        let cut = exponent.abs_diff(low.exponent);
        let below = 10_i128.checked_pow(cut).map_or(0, |power| low.mantissa / power);
        Self::tidy(above + below, exponent)
    }

    /// This number minus another.
    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        self.plus(other.negated())
    }

    /// The product of two numbers.
    #[must_use]
    pub fn times(self, other: Self) -> Self {
        let (mut one, mut two) = (self, other);
        loop {
            if let Some(product) = one.mantissa.checked_mul(two.mantissa)
                && product.unsigned_abs() < ROOM
            {
                return Self::tidy(product, one.exponent.saturating_add(two.exponent));
            }
            let longer = if one.mantissa.unsigned_abs() > two.mantissa.unsigned_abs() {
                &mut one
            } else {
                &mut two
            };
            longer.mantissa /= 10;
            longer.exponent = longer.exponent.saturating_add(1);
        }
    }

    /// The quotient, where it is exact within 18 more digits.
    pub fn over(self, divisor: i64) -> Option<Self> {
        let wide = self.mantissa.checked_mul(10_i128.pow(18))?;
        let exact = wide.checked_rem(i128::from(divisor))? == 0;
        exact.then(|| Self::tidy(wide / i128::from(divisor), self.exponent.saturating_sub(18)))
    }

    /// The nearest 64-bit float.
    pub fn to_f64(self) -> f64 {
        float(&format!("{}e{}", self.mantissa, self.exponent)).unwrap_or(f64::NAN)
    }

    /// Without zeros at the end of the mantissa.
    fn tidy(mut mantissa: i128, mut exponent: i32) -> Self {
        if mantissa == 0 {
            return Self::ZERO;
        }
        while mantissa % 10 == 0 {
            mantissa /= 10;
            exponent = exponent.saturating_add(1);
        }
        Self { mantissa, exponent }
    }

    /// The number, where a text may mean it.
    fn within_reach(self) -> Option<Self> {
        let first = self.mantissa.unsigned_abs().checked_ilog10().map_or(0, u32::cast_signed);
        let near = self.exponent.checked_add(first).is_some_and(|power| power.abs() <= FARTHEST);
        near.then_some(self)
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        self.minus(*other).mantissa.cmp(&0)
    }
}

impl fmt::Display for Decimal {
    /// Plain digits with a comma between thousands; a power of ten where they would be many.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.mantissa.unsigned_abs().to_string();
        let sign = if self.mantissa < 0 { "-" } else { "" };
        let point = self.exponent.saturating_add(i32::try_from(digits.len()).unwrap_or(0));
        if !(-5..=15).contains(&point) {
            let (first, rest) = digits.split_at(1);
            let mark = if rest.is_empty() { "" } else { "." };
            return write!(f, "{sign}{first}{mark}{rest}e{}", point - 1);
        }
        let (whole, part) = match usize::try_from(point) {
            Ok(0) | Err(_) => ("0".to_owned(), "0".repeat(point.unsigned_abs() as usize) + &digits),
            Ok(point) if point < digits.len() => {
                (digits[..point].to_owned(), digits[point..].to_owned())
            }
            Ok(point) => (format!("{digits:0<point$}"), String::new()),
        };
        f.write_str(sign)?;
        for (place, digit) in whole.char_indices() {
            if place > 0 && (whole.len() - place).is_multiple_of(3) {
                f.write_str(",")?;
            }
            write!(f, "{digit}")?;
        }
        if self.mantissa != 0 && !part.is_empty() {
            write!(f, ".{part}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn of(text: &str) -> Decimal {
        Decimal::of_text(text).unwrap_or_else(|| panic!("{text} is a number"))
    }

    #[test]
    fn numbers_as_they_are_written() {
        for (text, shown) in [
            ("0", "0"),
            ("-0.0", "0"),
            ("007", "7"),
            ("1234567.50", "1,234,567.5"),
            ("-.5", "-0.5"),
            ("5.", "5"),
            ("0.00001", "0.00001"),
            ("0.0000001", "1e-7"),
            ("123456", "123,456"),
            ("-12e3", "-12,000"),
            ("1.25e20", "1.25e20"),
            ("999999999999999", "999,999,999,999,999"),
        ] {
            assert_eq!(of(text).to_string(), shown, "{text}");
        }
        for text in ["", "-", ".", "1,5", "1e", "1e61", "1e-61", "1e99999999999", "x", "1.2.3"] {
            assert_eq!(Decimal::of_text(text), None, "{text}");
        }
        assert_eq!(of("1.50"), of("15e-1"));
    }

    #[test]
    fn digits_beyond_the_28th_are_cut() {
        assert_eq!(of("1234567890123456789012345678999"), of("1234567890123456789012345678000"));
        assert_eq!(of(&format!("0.{}", "3".repeat(60))), of(&format!("0.{}", "3".repeat(28))));
    }

    #[test]
    fn sums_of_far_numbers() {
        assert_eq!(of("1e60").plus(of("1e-60")), of("1e60"));
        assert_eq!(of("1e30").minus(of("5")).minus(of("1e30")), of("-5"));
        assert!(of("1e60") > of("-1e60"));
        assert_eq!(Decimal::quotient(1, 3).unwrap().times(of("3")).to_f64(), 1.0);
        assert_eq!(Decimal::quotient(1, 0), None);
        assert_eq!(Decimal::quotient(1, 8), Some(of("0.125")));
    }

    proptest! {
        #[test]
        fn as_whole_numbers(
            a in -1_000_000_000_000_i64..1_000_000_000_000,
            b in -1_000_000_000_000_i64..1_000_000_000_000,
            down in 0..9_i32,
        ) {
            let decimal = |number: i64| Decimal::new(number, -down);
            prop_assert_eq!(decimal(a).plus(decimal(b)), decimal(a + b));
            prop_assert_eq!(decimal(a).minus(decimal(b)), decimal(a - b));
            prop_assert_eq!(decimal(a).cmp(&decimal(b)), a.cmp(&b));
            let product = i128::from(a) * i128::from(b);
            prop_assert_eq!(Decimal::new(a, 0).times(Decimal::new(b, 0)), Decimal::tidy(product, 0));
            prop_assert_eq!(Decimal::new(a, 0).to_f64(), a as f64);
        }

        #[test]
        fn a_shown_number_reads_back(mantissa: i64, exponent in -40..40_i32) {
            let number = Decimal::new(mantissa, exponent);
            prop_assert_eq!(of(&number.to_string().replace(',', "")), number);
        }

        #[test]
        fn any_text_is_read_or_refused(text in "[-+]?[0-9.eE]{0,80}") {
            if let Some(number) = Decimal::of_text(&text) {
                prop_assert_eq!(number.minus(number), Decimal::ZERO);
                prop_assert!(number.to_f64().is_finite());
            }
        }
    }
}
