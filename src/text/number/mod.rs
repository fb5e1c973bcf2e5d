//! The numbers that people write in a text: thousands marks, currencies, percent, scales, units,
//! brackets for losses, ranges; and what is no quantity, such as a year, a Scope 3 or a CO2.
//!
//! The rules are our own; each number says how it was read.

mod clean;
mod context;
mod decimal;
mod digits;
mod marks;
mod measure;
mod reader;
mod words;

pub use decimal::Decimal;
pub use marks::DecimalMarks;
pub(crate) use measure::{are_convertible, in_words, is_measure, measured};
pub use words::{Dimension, Unit};

use std::fmt;
use strum::EnumString;

/// Which mark parts thousands and which decimals, where the digits leave it open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, EnumString)]
#[strum(serialize_all = "lowercase")]
pub enum Locale {
    /// `1,234` is a thousand and more, `1.234` one and a fraction, and `1,23` too: a comma that
    /// cannot part thousands is a decimal one.
    #[default]
    Auto,
    /// Commas part thousands or numbers, points are decimal.
    #[strum(serialize = "point")]
    En,
    /// Commas are decimal, and points part thousands where they can.
    #[strum(serialize = "comma")]
    Eu,
}

/// How a share of a hundred is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Percent {
    /// `%`, percent.
    Percent,
    /// pp, percentage points.
    Points,
    /// bps, basis points: hundredths of a point.
    BasisPoints,
}

/// What a number is taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// A quantity.
    Quantity,
    /// A year between 1900 and 2099: a quantity only where nothing else is.
    Year,
    /// The number of a list item: a quantity only where nothing else is.
    Marker,
}

/// A number in a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Number {
    /// Byte offset where it begins, with sign and currency.
    pub start: usize,
    /// Byte offset where it ends, with scale and unit.
    pub end: usize,
    /// What it amounts to, scales and the prefix of tonnes included; percent as written (24.5 for
    /// 24.5%), basis points as percent.
    pub value: Decimal,
    /// Power of ten of the last digit that is printed, in terms of `value`; `None` where digits do
    /// not end, as in a third.
    pub last_digit: Option<i32>,
    /// Power of ten of its words for a scale (6 for million).
    pub scale: i32,
    /// Power of ten of a prefix of tonnes (6 for Mt).
    pub prefix: i32,
    /// Whether it is a share of a hundred.
    pub percent: Option<Percent>,
    /// ISO 4217 code of its currency.
    pub currency: Option<&'static str>,
    /// Its unit, where that can be converted.
    pub unit: Option<Unit>,
    /// Whether it is so much per something else.
    pub per: bool,
    /// What it is taken for.
    pub standing: Standing,
    /// Whether words for a fall stand before it: fell by 5.
    pub fallen: bool,
    /// Whether it is the lower end of a range whose upper end is the next number.
    pub range: bool,
}

impl Number {
    /// Returns a whole number at a place of a text, without anything that belongs to it.
    fn whole(start: usize, end: usize, value: Decimal, standing: Standing) -> Self {
        Self {
            start,
            end,
            value,
            last_digit: Some(0),
            scale: 0,
            prefix: 0,
            percent: None,
            currency: None,
            unit: None,
            per: false,
            standing,
            fallen: false,
            range: false,
        }
    }

    /// Whether it carries a word or sign for its size: a scale, a unit, percent.
    pub fn is_sized(&self) -> bool {
        self.scale != 0 || self.unit.is_some() || self.percent.is_some()
    }

    /// What it amounts to without the prefix of its unit: 45 for 45 Mt.
    pub fn without_prefix(&self) -> Decimal {
        self.value.shifted(-self.prefix).unwrap_or(self.value)
    }
}

impl fmt::Display for Number {
    /// As read: value, unit, scale. `-1,577,000,000 USD (written in 10^6)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.standing == Standing::Year {
            return write!(f, "{}, a year", self.value.to_string().replace(',', ""));
        }
        write!(f, "{}", self.value)?;
        match self.percent {
            Some(Percent::Percent) => f.write_str(" %")?,
            Some(Percent::Points) => f.write_str(" percentage points")?,
            Some(Percent::BasisPoints) => {
                f.write_str(" percentage points (written in hundredths)")?;
            }
            None => {}
        }
        if let Some(currency) = self.currency {
            write!(f, " {currency}")?;
        }
        if let Some(unit) = self.unit {
            write!(f, " {}", unit.symbol)?;
        }
        if self.per {
            f.write_str(" per …")?;
        }
        if self.scale + self.prefix != 0 {
            write!(f, " (written in 10^{})", self.scale + self.prefix)?;
        }
        Ok(())
    }
}

/// The ISO 4217 code of the currency that a sign or a word in any case names.
pub fn currency(word: &str) -> Option<&'static str> {
    let sign = word.chars().next().and_then(|sign| words::sign(sign, ""));
    sign.or_else(|| words::currency(&word.to_uppercase()))
        .or_else(|| words::currency(&word.to_lowercase()))
}

/// All numbers of a text, from left to right. Time and memory grow with the length of the text.
pub fn read(text: &str, locale: Locale) -> Vec<Number> {
    let marks = clean::clean(text);
    let mut numbers = reader::NumberReader::new(&marks, locale).read();
    context::settle(&marks, &mut numbers);
    numbers.into_iter().map(|found| found.number).collect()
}

#[cfg(test)]
mod tests;
