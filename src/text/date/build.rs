//! What was read becomes a day of the calendar; now fills the rest.

use super::number::LIMIT;
use super::read::Fields;
use super::words::is_utc;
use super::{DateTime, Failure, FromNow, Now, Reading, Said, Zone};

/// Days of a month, 1 to 12, of any year.
pub(super) fn month_length(year: i64, month: i64) -> i64 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Number of a day, in a calendar that has always been the Gregorian one: 1 is 1 January of year 1.
pub(super) fn ordinal(year: i64, month: i64, day: i64) -> i64 {
    let before = year - 1;
    let months: i64 = (1..month).map(|month| month_length(year, month)).sum();
    before * 365 + before / 4 - before / 100 + before / 400 + months + day
}

/// Fills what is open.
pub(super) fn build(fields: &Fields, now: Now) -> Reading {
    let open = fields.day.is_none();
    let from_now = FromNow {
        year: fields.year.is_none(),
        century: fields.century_from_now,
        month: fields.month.is_none(),
        day: open,
        weekday: open && fields.weekday.is_some(),
    };
    let date = date(fields, now);
    let said = fields.year.and_then(|year| said(fields, year));
    Reading { date, from_now, said }
}

fn date(fields: &Fields, now: Now) -> Result<DateTime, Failure> {
    if fields.is_empty() {
        return Err(Failure::Rejected);
    }
    let year = fields.year.unwrap_or(now.year.into());
    let month = fields.month.unwrap_or(now.month.into());
    let day = match fields.day {
        Some(day) => day,
        None if month >= 2 * LIMIT => return Err(Failure::Digits),
        None if !(1..=12).contains(&month) => return Err(Failure::Rejected),
        None => i64::from(now.day).min(month_length(year, month)),
    };
    let mut date = day_of(fields, [year, month, day])?;
    if let (Some(weekday), None) = (fields.weekday, fields.day) {
        // Day 1 was a Monday.
        let today = (ordinal(year, month, day) - 1) % 7;
        date = later(date, (7 - today + weekday) % 7)?;
    }
    date.zone = zone(fields)?;
    Ok(date)
}

/// The same time, fewer than 28 days later.
fn later(date: DateTime, days: i64) -> Result<DateTime, Failure> {
    let (year, month, day) = (i64::from(date.year), i64::from(date.month), i64::from(date.day));
    let length = month_length(year, month);
    let (year, month, day) = match day + days {
        day if day <= length => (year, month, day),
        day if month < 12 => (year, month + 1, day - length),
        day => (year + 1, 1, day - length),
    };
    if year > 9999 {
        return Err(Failure::Overflow);
    }
    Ok(DateTime { year: small(year)?, month: small(month)?, day: small(day)?, ..date })
}

/// The day of the calendar with its time, without a zone.
fn day_of(fields: &Fields, [year, month, day]: [i64; 3]) -> Result<DateTime, Failure> {
    let or_zero = |part: Option<i64>| part.unwrap_or(0);
    let hour = or_zero(fields.hour);
    let (minute, second) = (or_zero(fields.minute), or_zero(fields.second));
    let parts = [year, month, day, hour, minute, second];
    if parts.iter().any(|part| *part > i64::from(i32::MAX)) {
        return Err(Failure::Overflow);
    }
    let exists = (1..=9999).contains(&year)
        && (1..=12).contains(&month)
        && (1..=month_length(year, month)).contains(&day)
        && hour < 24
        && minute < 60
        && second < 60;
    if !exists {
        return Err(Failure::Rejected);
    }
    Ok(DateTime {
        year: small(year)?,
        month: small(month)?,
        day: small(day)?,
        hour: small(hour)?,
        minute: small(minute)?,
        second: small(second)?,
        microsecond: small(or_zero(fields.microsecond))?,
        zone: None,
    })
}

fn small<T: TryFrom<i64>>(part: i64) -> Result<T, Failure> {
    T::try_from(part).map_err(|_| Failure::Rejected)
}

/// The offset. Names other than those of UTC mean nothing without a number.
fn zone(fields: &Fields) -> Result<Option<Zone>, Failure> {
    const SECONDS_OF_A_DAY: i64 = 86_400;
    const MOST_DAYS: i64 = 999_999_999;
    let utc = fields.zone_name.as_deref().is_some_and(is_utc);
    let zone = match fields.zone_offset {
        _ if utc => Zone { seconds: 0, name: None },
        None => return Ok(None),
        Some(seconds) if seconds.div_euclid(SECONDS_OF_A_DAY).abs() > MOST_DAYS => {
            return Err(Failure::Overflow);
        }
        Some(0) => Zone { seconds: 0, name: None },
        Some(seconds) => Zone { seconds, name: fields.zone_name.clone() },
    };
    Ok(Some(zone))
}

/// What the text itself says. A day need not exist in the month of now, only in its own.
fn said(fields: &Fields, year: i64) -> Option<Said> {
    let [month, day] = [fields.month.unwrap_or(1), fields.day.unwrap_or(1)];
    let mut date = day_of(fields, [year, month, day]).ok()?.first_of_month();
    date.zone = zone(fields).ok()?;
    Some(Said { date, month: fields.month.is_some() })
}
