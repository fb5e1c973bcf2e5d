//! Numbers as text: to the digits of Python and of the standard library for programs, and with
//! thousands set apart and a per cent sign for people.

/// The shortest digits that read back as the number: `0.1`, `100.0`, `1e-5`, as Rust's `{:?}` has
/// them. Numbers that are not finite are `null`.
pub fn shortest(number: f64) -> String {
    written(number, "", 0)
}

/// The same as Python prints it: `1e-05` where Rust writes `1e-5`, `1e+16` where it writes `1e16`.
pub fn python(number: f64) -> String {
    written(number, "+", 2)
}

/// The shortest digits; in exponents `plus` stands before positive ones, and they have at least so
/// many digits.
fn written(number: f64, plus: &str, width: usize) -> String {
    if !number.is_finite() {
        return "null".to_owned();
    }
    let mut buffer = zmij::Buffer::new();
    let text = buffer.format_finite(number);
    let plain = number == 0.0 || (1e-4..1e16).contains(&number.abs());
    let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
    if plain && mantissa.len() == text.len() {
        return text.to_owned();
    }
    let mut exponent: i32 = exponent.parse().unwrap_or(0);
    let (sign, mantissa) = match mantissa.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", mantissa),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let all = format!("{whole}{fraction}");
    let count = |text: &str| i32::try_from(text.len()).unwrap_or(0);
    exponent += count(whole) - 1;
    exponent -= count(&all) - count(all.trim_start_matches('0'));
    let digits = all.trim_matches('0');
    if plain {
        let zeros = "0".repeat(exponent.unsigned_abs() as usize);
        return match usize::try_from(exponent) {
            Err(_) => format!("{sign}0.{}{digits}", &zeros[1..]),
            Ok(point) if point + 1 >= digits.len() => {
                format!("{sign}{digits}{}.0", &zeros[..point + 1 - digits.len()])
            }
            Ok(point) => format!("{sign}{}.{}", &digits[..=point], &digits[point + 1..]),
        };
    }
    let (first, rest) = digits.split_at(1);
    let point = if rest.is_empty() { "" } else { "." };
    let minus = if exponent < 0 { "-" } else { plus };
    format!("{sign}{first}{point}{rest}e{minus}{:0>width$}", exponent.unsigned_abs())
}

/// [`fixed`] as people read it: with a minus sign, where files that programs read have a hyphen.
pub fn printed(number: f64, decimals: u32) -> String {
    fixed(number, decimals).replace('-', MINUS)
}

/// The sign before negative numbers in words and tables.
pub const MINUS: &str = "−";

/// The number with so many decimals, at most 6, a tie to the even digit, as Rust, C and Python print it; `null`
/// where it is not finite. The page would weigh more with the standard library's.
pub fn fixed(number: f64, decimals: u32) -> String {
    if !number.is_finite() {
        return "null".to_owned();
    }
    let bits = number.to_bits();
    let exponent = (bits >> 52 & 0x7ff) as i32;
    let mantissa = bits & ((1 << 52) - 1) | u64::from(exponent > 0) << 52;
    // The number is mantissa * 2^-shift.
    let shift = 1075 - exponent.max(1);
    let (whole, part) = if shift <= 0 {
        (doubled(mantissa, shift.unsigned_abs()), 0)
    } else {
        let shift = shift.unsigned_abs();
        let whole = mantissa.checked_shr(shift).unwrap_or(0);
        let fraction = mantissa - whole.checked_shl(shift).unwrap_or(0);
        let power = 10_u64.pow(decimals);
        let scaled = u128::from(fraction) * u128::from(power);
        let (part, rest, half) = if shift > 120 {
            (0, 0, 1)
        } else {
            ((scaled >> shift) as u64, scaled & ((1 << shift) - 1), 1 << (shift - 1))
        };
        let is_odd = whole.wrapping_mul(power).wrapping_add(part) % 2 == 1;
        let part = part + u64::from(rest > half || (rest == half && is_odd));
        if part == power { ((whole + 1).to_string(), 0) } else { (whole.to_string(), part) }
    };
    let sign = if number.is_sign_negative() { "-" } else { "" };
    if decimals == 0 {
        return format!("{sign}{whole}");
    }
    format!("{sign}{whole}.{part:0>width$}", width = decimals as usize)
}

/// The digits of a number that is doubled so many times.
fn doubled(number: u64, times: u32) -> String {
    // The last digit first.
    let mut digits: Vec<u8> = number.to_string().bytes().rev().map(|digit| digit - b'0').collect();
    for _ in 0..times {
        let mut carry = 0;
        for digit in &mut digits {
            let twice = 2 * *digit + carry;
            (*digit, carry) = (twice % 10, twice / 10);
        }
        if carry > 0 {
            digits.push(carry);
        }
    }
    digits.iter().rev().map(|digit| char::from(b'0' + digit)).collect()
}

/// Sets thousands apart.
const NARROW_SPACE: char = '\u{202f}';

/// A count with its thousands set apart: `3 610`.
pub fn grouped(n: usize) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(NARROW_SPACE);
        }
        text.push(digit);
    }
    text
}

/// Returns the form for one thing or the form for several, such as `is` or `are`.
pub fn by_number<T>(n: usize, one: T, several: T) -> T {
    if n == 1 { one } else { several }
}

/// A count with its noun: `1 question`, `3 610 questions`.
pub fn counted(n: usize, noun: &str) -> String {
    format!("{} {noun}{}", grouped(n), by_number(n, "", "s"))
}

/// Stands behind a number of percent.
pub const PERCENT: &str = "\u{202f}%";

/// A share from 0 to 1 within a sentence, in percent with one decimal: "40.0 %".
pub fn percent(share: f64) -> String {
    printed(share * 100.0, 1) + PERCENT
}

/// A rough share from 0 to 1 in whole percent: "40 %".
pub fn about_percent(share: f64) -> String {
    printed(share * 100.0, 0) + PERCENT
}

/// So many of so many, with their thousands set apart: "12 of 3 610".
pub fn part(some: usize, all: usize) -> String {
    format!("{} of {}", grouped(some), grouped(all))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn digits_are_those_of_python() {
        for (number, text) in [
            (86.206_244_087_038_78, "86.20624408703878"),
            (0.0, "0.0"),
            (100.0, "100.0"),
            (0.000_01, "1e-05"),
            (0.000_123_4, "0.0001234"),
            (0.000_012_34, "1.234e-05"),
            (1e16, "1e+16"),
            (123_456_789_012_345_680.0, "1.2345678901234568e+17"),
            (-2.5e-300, "-2.5e-300"),
            (204_922_884_752_635.12, "204922884752635.12"),
        ] {
            assert_eq!(python(number), text);
        }
    }

    fn same(number: f64) {
        let (ours, theirs) = (shortest(number), format!("{number:?}"));
        // Half-way between two shortest texts the library takes the upper one, we, as Python does,
        // the one that ends in an even digit.
        let as_short = ours.len() == theirs.len() && ours.parse() == Ok(number);
        assert!(ours == theirs || as_short, "{ours}, {theirs}");
        for decimals in 0..=6 {
            let width = decimals as usize;
            assert_eq!(fixed(number, decimals), format!("{number:.width$}"));
        }
    }

    #[test]
    fn ties_and_ends() {
        for number in [
            0.0,
            -0.0,
            0.125,
            0.375,
            12.25,
            12.75,
            0.5,
            1.5,
            2.5,
            99.95,
            1e15,
            1e16,
            123e14,
            1e-4,
            9.999e-5,
            1e-5,
            5e-324,
            f64::MIN_POSITIVE,
            f64::MAX,
            0.1 + 0.2,
            1.0 / 3.0,
            8e17,
        ] {
            same(number);
            same(-number);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn as_the_standard_library(bits in any::<u64>(), share in 0.0..100.0_f64, n in 0..100_000_u32) {
            let number = f64::from_bits(bits);
            if number.is_finite() {
                same(number);
            }
            same(share);
            same(f64::from(n) / 1000.0);
            same(share / 1e6);
        }
    }
}
