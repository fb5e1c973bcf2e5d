//! The numbers of `TAT-QA`: `is_number` and `to_number` of NExTplusplus/TAT-QA@870accc4
//! `tatqa_utils.py`, with currencies, brackets for negative numbers, per cent and scale words.

use super::classes::{is_python_whitespace, split_whitespace, strip};
use super::digit::{ascii, decimal};
use super::python_float::{python_float, python_str};
use crate::base::digits::fixed;
use crate::table::float;
use std::fmt;

/// A number as Python has it: sums of money are often integers, which it prints without a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// An integer. Those beyond 128 bits become floats, unlike in Python.
    Integer(i128),
    /// Any other number.
    Float(f64),
}

impl Number {
    /// Python's `float(number)`.
    pub fn float(self) -> f64 {
        match self {
            Self::Integer(number) => number as f64,
            Self::Float(number) => number,
        }
    }

    /// Python's `self * factor`.
    #[must_use]
    pub fn times(self, factor: Self) -> Self {
        match (self, factor) {
            (Self::Integer(one), Self::Integer(two)) => one
                .checked_mul(two)
                .map_or_else(|| Self::Float(one as f64 * two as f64), Self::Integer),
            _ => Self::Float(self.float() * factor.float()),
        }
    }

    /// Python's `round(self, decimals)`, of at most 4 decimals.
    #[must_use]
    pub fn round(self, decimals: u32) -> Self {
        match self {
            // From here on floats have no decimals; `fixed` ends before.
            Self::Float(number) if number.abs() < LARGE => {
                Self::Float(float(&fixed(number, decimals)).unwrap_or(number))
            }
            whole => whole,
        }
    }

    /// Python's `"%.4f" % self`.
    pub fn four_decimals(self) -> String {
        let number = self.float();
        if number.is_finite() { format!("{number:.4}") } else { python_str(number) }
    }
}

/// 2^54: there are no halves above it.
const LARGE: f64 = 18_014_398_509_481_984.0;

impl fmt::Display for Number {
    /// Python's `str`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer(number) => write!(f, "{number}"),
            Self::Float(number) => f.write_str(&python_str(*number)),
        }
    }
}

/// What a scale word multiplies by: the first of hundred, thousand, million, billion and percent that
/// occurs in the text, in any case; 1 where none does.
pub fn scale_factor(scale: &str) -> Number {
    let scale = scale.to_ascii_lowercase();
    let words = [
        ("hundred", Number::Integer(100)),
        ("thousand", Number::Integer(1000)),
        ("million", Number::Integer(1_000_000)),
        ("billion", Number::Integer(1_000_000_000)),
        ("percent", Number::Float(0.01)),
    ];
    let found = words.into_iter().find(|(word, _)| scale.contains(word));
    found.map_or(Number::Integer(1), |(_, factor)| factor)
}

/// Whether a character counts for nothing within a number.
fn is_ornament(c: char) -> bool {
    "'\"\\$€£¥%(),[]".contains(c)
}

/// Whether a text is a number: its first word without ornaments is one, and a second word, if there is
/// one, is a scale word.
pub fn is_number(text: &str) -> bool {
    let bare: String = text.chars().filter(|c| !is_ornament(*c)).collect();
    let mut words = split_whitespace(&bare);
    let number = words.next().and_then(python_float);
    number.is_some_and(|number| !number.is_nan())
        && words.next().is_none_or(|scale| scale_factor(scale) != Number::Integer(1))
}

/// The number that a text holds: its first digits, times the first word that stands directly behind
/// digits if that is a scale word, negative where digits alone stand in brackets, a hundredth where
/// digits stand before a `%`; rounded to four decimals. `None` without digits, and where the first
/// begin with a point.
pub fn to_number(text: &str) -> Option<Number> {
    let number = first_number(text)?;
    let number = number.times(word_scale(text));
    let stripped = strip(text);
    let number = number.times(Number::Integer(if is_bracketed(stripped) { -1 } else { 1 }));
    let percent = before_percent(stripped);
    Some(number.times(if percent { Number::Float(0.01) } else { Number::Integer(1) }).round(4))
}

fn is_digit(c: char) -> bool {
    decimal(c).is_some()
}

/// The first match of `([+-]?\d+(\.\d+)?)|([+-]?\.\d+)`, where it is the first kind.
fn first_number(text: &str) -> Option<Number> {
    let bare: Vec<char> = text.chars().filter(|c| !is_ornament(*c)).collect();
    let digit_at = |at: usize| bare.get(at).copied().is_some_and(is_digit);
    let starts = |at: &usize| digit_at(*at) || (bare[*at] == '.' && digit_at(at + 1));
    let first = (0..bare.len()).find(starts)?;
    if bare[first] == '.' {
        return None;
    }
    let run = |from: usize| from + bare[from..].iter().take_while(|c| is_digit(**c)).count();
    let mut end = run(first);
    let is_float = bare.get(end) == Some(&'.') && digit_at(end + 1);
    if is_float {
        end = run(end + 1);
    }
    let negative = first > 0 && bare[first - 1] == '-';
    let sign = negative.then_some('-');
    let number: String =
        sign.into_iter().chain(bare[first..end].iter().map(|c| ascii(*c))).collect();
    if !is_float && let Ok(integer) = number.parse() {
        return Some(Number::Integer(integer));
    }
    float(&number).map(Number::Float)
}

/// The scale word in the first match of `[\d.]+\s?[a-zA-Z]+`.
fn word_scale(text: &str) -> Number {
    let mut rest = text;
    while let Some(at) = rest.find(is_digit_or_point) {
        let after = rest[at..].trim_start_matches(is_digit_or_point);
        let mut characters = after.chars();
        let spaced = characters.next().is_some_and(is_python_whitespace);
        let word = if spaced { characters.as_str() } else { after };
        let end = word.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(word.len());
        if end > 0 {
            return scale_factor(&word[..end]);
        }
        rest = after;
    }
    Number::Integer(1)
}

fn is_digit_or_point(c: char) -> bool {
    c == '.' || is_digit(c)
}

fn is_digit_point_or_space(c: char) -> bool {
    is_digit_or_point(c) || is_python_whitespace(c)
}

/// Whether `\([\d.\s]+\)` occurs.
fn is_bracketed(text: &str) -> bool {
    text.split('(').skip(1).any(|after| {
        let rest = after.trim_start_matches(is_digit_point_or_space);
        rest.len() < after.len() && rest.starts_with(')')
    })
}

/// Whether `[\d.\s]+%` occurs.
fn before_percent(text: &str) -> bool {
    let mut parts = text.split('%');
    // Behind the last % nothing is asked.
    parts.next_back();
    parts.any(|before| before.ends_with(is_digit_point_or_space))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_and_digits_are_those_of_python() {
        let float = Number::Float;
        for (number, decimals, rounded) in [
            (float(0.125), 2, "0.12"),
            (float(2.675), 2, "2.67"),
            (float(33.335), 2, "33.34"),
            (float(-0.00004), 4, "-0.0"),
            (float(1e300), 4, "1e+300"),
            (Number::Integer(1005), 2, "1005"),
            (float(f64::INFINITY), 4, "inf"),
        ] {
            assert_eq!(number.round(decimals).to_string(), rounded);
        }
        for (number, text) in [
            (float(0.12345), "0.1235"),
            (float(-0.0), "-0.0000"),
            (Number::Integer(-134), "-134.0000"),
            (float(1e22), "10000000000000000000000.0000"),
            (float(-3e24), "-2999999999999999949668352.0000"),
            (float(36_028_797_018_963_968.0), "36028797018963968.0000"),
            (Number::Integer(i128::MAX), "170141183460469231731687303715884105728.0000"),
        ] {
            assert_eq!(number.four_decimals(), text);
        }
        assert_eq!(float(f64::MAX).four_decimals().len(), 309 + 5);
    }

    #[test]
    fn products_stay_integers_where_they_can() {
        let million = Number::Integer(1_000_000);
        assert_eq!(Number::Integer(3).times(million), Number::Integer(3_000_000));
        assert_eq!(Number::Integer(12).times(Number::Float(0.01)), Number::Float(0.12));
        assert_eq!(
            Number::Integer(i128::MAX).times(million),
            Number::Float(i128::MAX as f64 * 1e6)
        );
    }

    #[test]
    fn odd_places_of_signs_brackets_and_words() {
        for (text, number) in [
            ("(12.3)%", "-12.3"),
            ("%(5)", "-5"),
            ("(5", "5"),
            ("( )5", "-5"),
            ("()5", "5"),
            ("+-5", "-5"),
            ("a-.5", "None"),
            ("-.5 6", "None"),
            ("5.", "5"),
            ("1.5.2 million", "1500000.0"),
            ("7 x 2 million", "7"),
            ("7, 2 million", "7000000"),
            ("3\u{a0}Billions", "3000000000"),
            ("5  million", "5"),
            ("5%", "0.05"),
            ("5 %", "0.05"),
            ("%5", "5"),
            ("5 percent", "0.05"),
            ("２ thousand", "2000"),
        ] {
            let read = to_number(text).map_or("None".to_owned(), |number| number.to_string());
            assert_eq!(read, number, "{text}");
        }
    }

    #[test]
    fn a_number_may_have_a_scale_word_and_no_other() {
        for text in ["5", "$1,234", "5 million", "(5) Thousands of", "inf", "1e3", "1_0", " 5\t%"] {
            assert!(is_number(text), "{text}");
        }
        for text in ["", "%", "nan", "five", "5 apples", "5%%x", "a 5", "½"] {
            assert!(!is_number(text), "{text}");
        }
    }
}
