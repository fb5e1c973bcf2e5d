//! A text becomes a date, exactly as `dateutil.parser.parse` of python-dateutil 2.9.0.post0 reads
//! it, surprises included: what a text does not say is taken from a day called now.
//!
//! The clock is an argument, so that equal inputs give equal scores on any day. The machine is taken
//! to be on UTC: `UTC` is an offset of zero, and other names of zones without an offset mean nothing.

mod build;
mod lex;
mod number;
mod read;
mod words;
mod ymd;

pub(super) use words::{MONTHS, month};

use std::fmt;
use std::str::FromStr;
use strum::EnumString;

/// The day that fills what a text does not say; its time is midnight.
///
/// Its year also decides the century of years of two digits: the one that puts them less than fifty
/// years after it and at most fifty before. The reference asks the clock for that year when its
/// parser is made and not when a text is read; here both are one day, as they are wherever a score
/// is computed within a year.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Now {
    /// 1 to 9999.
    year: u16,
    /// 1 to 12.
    month: u8,
    /// 1 to the length of the month.
    day: u8,
}

impl Now {
    /// The first day of all.
    pub const FIRST: Self = Self { year: 1, month: 1, day: 1 };

    /// A day of the calendar; `None` where there is no such day.
    pub fn new(year: u16, month: u8, day: u8) -> Option<Self> {
        let exists = (1..=9999).contains(&year)
            && (1..=12).contains(&month)
            && (1..=build::month_length(i64::from(year), i64::from(month)))
                .contains(&i64::from(day));
        exists.then_some(Self { year, month, day })
    }

    /// The year.
    pub fn year(self) -> u16 {
        self.year
    }
}

impl fmt::Display for Now {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

impl FromStr for Now {
    /// A sentence that says what is valid.
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let day = || {
            let mut parts = text.split('-');
            let year = parts.next()?.parse().ok()?;
            let month = parts.next()?.parse().ok()?;
            let day = Self::new(year, month, parts.next()?.parse().ok()?)?;
            // Written in full, and nothing else.
            (day.to_string() == text).then_some(day)
        };
        day().ok_or_else(|| format!("`{text}` is not a day; write it as 2026-01-15"))
    }
}

/// An offset from UTC.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zone {
    /// Seconds east of UTC. Texts can name offsets of a day and more, which cannot be compared.
    pub seconds: i64,
    /// The name that the text gives it.
    name: Option<String>,
}

/// A date with its time, as read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DateTime {
    /// 1 to 9999.
    pub year: u16,
    /// 1 to 12.
    pub month: u8,
    /// 1 to 31.
    pub day: u8,
    /// 0 to 23.
    pub hour: u8,
    /// 0 to 59.
    pub minute: u8,
    /// 0 to 59.
    pub second: u8,
    /// 0 to 999 999.
    pub microsecond: u32,
    /// Offset from UTC, where the text gives one.
    pub zone: Option<Zone>,
}

/// Why there is no date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The text is no date, or names a day or time that does not exist.
    Rejected,
    /// A number is too large: the reference stops with an `OverflowError`.
    Overflow,
    /// A number of more than 28 digits is a time: the reference stops with an `InvalidOperation`.
    Precision,
    /// A number of more than 4300 digits is a month: the reference stops with a `ValueError` when it
    /// wants to print it.
    Digits,
}

/// What a date has from [`Now`] and not from its text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "each says something else")]
pub struct FromNow {
    /// The year.
    pub year: bool,
    /// The century of its year.
    pub century: bool,
    /// The month.
    pub month: bool,
    /// The day. Texts of months rarely name one.
    pub day: bool,
    /// The day, which a weekday then moves on by up to six days, perhaps into the next month.
    pub weekday: bool,
}

/// A text as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The date, or why there is none.
    pub date: Result<DateTime, Failure>,
    /// What the text leaves open; nothing where it is no date whatever the day.
    pub from_now: FromNow,
    /// What the text itself says, nothing being taken from now but the century. `None` where there is
    /// no year or the text is no date.
    pub said: Option<Said>,
}

/// What a text itself says of a month.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// The first of the month; of January where the text says no month.
    pub date: DateTime,
    /// Whether it says the month.
    pub month: bool,
}

/// Which of two numbers is the month, where a text has nothing but numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum Order {
    /// The first, unless it is greater than 12: what python-dateutil does unasked.
    #[default]
    MonthFirst,
    /// The second, unless it is greater than 12: its `dayfirst=True`.
    DayFirst,
}

/// Reads a text as a date.
pub fn parse(text: &str, now: Now, order: Order) -> Reading {
    let fields = read::read(text, now, order);
    match fields {
        Err(failure) => Reading { date: Err(failure), from_now: FromNow::default(), said: None },
        Ok(fields) => build::build(&fields, now),
    }
}

impl DateTime {
    /// The first of its month, at the same time.
    #[must_use]
    pub fn first_of_month(&self) -> Self {
        Self { day: 1, ..self.clone() }
    }

    /// Whether both are the same, as Python's `==` says it: without offsets all parts must be equal,
    /// with offsets the moments. A date with an offset never equals one without. `None` where the
    /// reference stops with a `ValueError`, because an offset is a day or more.
    pub fn equals(&self, other: &Self) -> Option<bool> {
        if self.zone == other.zone {
            return Some(self == other);
        }
        let odd =
            |zone: &Option<Zone>| zone.as_ref().is_some_and(|zone| zone.seconds.abs() >= 86_400);
        if odd(&self.zone) || odd(&other.zone) {
            return None;
        }
        Some(self.moment().is_some_and(|moment| other.moment() == Some(moment)))
    }

    /// Seconds since some day in UTC, and microseconds; `None` without an offset.
    fn moment(&self) -> Option<(i64, u32)> {
        let zone = self.zone.as_ref()?;
        let days = build::ordinal(self.year.into(), self.month.into(), self.day.into());
        let minutes = (days * 24 + i64::from(self.hour)) * 60 + i64::from(self.minute);
        Some((minutes * 60 + i64::from(self.second) - zone.seconds, self.microsecond))
    }
}

impl fmt::Display for DateTime {
    /// As Python's `isoformat` writes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { year, month, day, hour, minute, second, microsecond, zone } = self;
        write!(f, "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}")?;
        if *microsecond > 0 {
            write!(f, ".{microsecond:06}")?;
        }
        if let Some(Zone { seconds, .. }) = zone {
            let sign = if *seconds < 0 { '-' } else { '+' };
            let minutes = seconds.unsigned_abs() / 60;
            write!(f, "{sign}{:02}:{:02}", minutes / 60, minutes % 60)?;
        }
        Ok(())
    }
}
