//! Dates in texts, in whatever way people write them.

mod words;
mod written;

use super::date::MONTHS;
use DayPart::{Digits, Month, Other};

/// A date as far as it is said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(clippy::struct_field_names, reason = "a day of a month is called so")]
pub(crate) struct Day {
    /// The year; before the first, the number of years as a negative number: -44 is 44 BC.
    pub year: Option<i32>,
    /// Whether only the last two digits of the year are said.
    pub is_short: bool,
    /// The month, 1 to 12.
    pub month: Option<u8>,
    /// The day, 1 to 31.
    pub day: Option<u8>,
    /// What is said instead of a month or of a year.
    pub span: Option<Span>,
}

/// A part of a year other than a month, or several years.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Span {
    /// A week by ISO 8601, 1 to 53.
    Week(u8),
    /// A quarter, 1 to 4.
    Quarter(u8),
    /// A season; spring is 1. Its months depend on the place.
    Season(u8),
    /// From a year to another, as decades and centuries go.
    Years(i32, i32),
}

impl Span {
    fn week(week: u32) -> Option<Self> {
        (1..=53).contains(&week).then_some(Self::Week(week as u8))
    }

    fn century(nth: u32) -> Self {
        let last = nth.cast_signed() * 100;
        Self::Years(last - 99, last)
    }

    /// Whether a date lies in this span of a year.
    fn holds(self, year: Option<i32>, other: Day) -> bool {
        if let Self::Years(first, last) = self {
            return match (other.span, other.year) {
                // The 1700s are the century more often than the decade.
                (Some(Self::Years(from, to)), _)
                    if last - first == 99 && from % 100 == 0 && to - from == 9 =>
                {
                    from == first - 1
                }
                (Some(Self::Years(from, to)), _) => first <= from && to <= last,
                (_, Some(year)) => !other.is_short && (first..=last).contains(&year),
                _ => false,
            };
        }
        let short = || {
            let (Some(year), Some(said)) = (year, other.year) else { return false };
            year >= 0 && said >= 0 && year % 100 == said % 100
        };
        let same_year = if other.is_short { short() } else { year == other.year };
        if other.span == Some(self) {
            return same_year;
        }
        match self {
            Self::Quarter(quarter) => {
                same_year && other.month.is_some_and(|month| month.div_ceil(3) == quarter)
            }
            Self::Week(week) => week_of(other) == year.map(|year| (year, week)),
            Self::Season(_) | Self::Years(..) => false,
        }
    }
}

/// Returns the days before a date of the Gregorian calendar, counted from 1 March of year 0. Source: Howard Hinnant,
/// *chrono-Compatible Low-Level Date Algorithms*, `days_from_civil`.
fn ordinal(year: i32, month: u8, day: u8) -> i32 {
    let year = year - i32::from(month <= 2);
    let month = (i32::from(month) + 9) % 12;
    year * 365 + year.div_euclid(4) - year.div_euclid(100)
        + year.div_euclid(400)
        + (153 * month + 2) / 5
        + i32::from(day)
}

/// Returns the Monday on which the first week of a year begins, by ISO 8601: that of 4 January.
fn first_monday(year: i32) -> i32 {
    let fourth = ordinal(year, 1, 4);
    // 1 March of year 0, day 1, was a Wednesday.
    fourth - (fourth + 1).rem_euclid(7)
}

/// Returns year and week of a date by ISO 8601.
fn week_of(date: Day) -> Option<(i32, u8)> {
    let Day { year: Some(year), is_short: false, month: Some(month), day: Some(day), .. } = date
    else {
        return None;
    };
    let at = ordinal(year, month, day);
    let year = [year + 1, year, year - 1].into_iter().find(|year| first_monday(*year) <= at)?;
    Some((year, u8::try_from((at - first_monday(year)) / 7 + 1).ok()?))
}

/// Returns the date of a day of a week by ISO 8601.
fn day_of_week(year: i32, week: u32, weekday: u32) -> Option<Day> {
    let at =
        first_monday(year) + (i32::try_from(week).ok()? - 1) * 7 + i32::try_from(weekday).ok()? - 1;
    let dates = [year - 1, year, year + 1].into_iter();
    let dates = dates.flat_map(|year| {
        (1..=12).flat_map(move |month| (1..=31).map(move |day| (year, month, day)))
    });
    let (year, month, day) =
        { dates }.find(|(year, month, day)| ordinal(*year, *month, *day) == at)?;
    Some(Day { year: Some(year), month: Some(month), day: Some(day), ..Day::default() })
}

impl Day {
    /// Whether another date says all that this one says.
    pub(crate) fn is_said_by(self, other: Self) -> bool {
        if let Some(span) = self.span {
            return span.holds(self.year, other);
        }
        let same_year = |year: i32| {
            let Some(said) = other.year else { return false };
            if self.is_short || other.is_short {
                // The century is left to the other side.
                return year >= 0 && said >= 0 && year % 100 == said % 100;
            }
            year == said
        };
        self.year.is_none_or(same_year)
            && (self.month.is_none() || self.month == other.month)
            && (self.day.is_none() || self.day == other.day)
    }

    /// Year, month and day, with dots for what is not said.
    pub(crate) fn text(self) -> String {
        if let Some(Span::Years(first, last)) = self.span {
            return format!("{first} to {last}");
        }
        let year = match self.year {
            None => "····".to_owned(),
            Some(year) if self.is_short => format!("··{year:02}"),
            Some(year @ ..0) => return format!("{}{} BC", self.day_text(), -year),
            Some(year) => format!("{year:04}"),
        };
        match self.span {
            Some(Span::Week(week)) => return format!("{year}-W{week:02}"),
            Some(Span::Quarter(quarter)) => return format!("quarter {quarter} of {year}"),
            Some(Span::Season(season)) => {
                let names = ["spring", "summer", "autumn", "winter"];
                return format!("{} {year}", names[usize::from(season - 1) % 4]);
            }
            Some(Span::Years(..)) | None => {}
        }
        let part = |part: Option<u8>| part.map(|part| format!("-{part:02}"));
        let month = part(self.month).or_else(|| self.day.map(|_| "-··".to_owned()));
        [Some(year), month, part(self.day)].into_iter().flatten().collect()
    }

    /// Whether more than a year is said.
    fn is_dated(self) -> bool {
        self.month.is_some() || self.span.is_some()
    }

    /// Day and month before a year, with their numbers.
    fn day_text(self) -> String {
        let parts = [self.day, self.month].into_iter().flatten();
        parts.flat_map(|part| [format!("{part:02}"), "/".to_owned()]).collect()
    }
}

/// Returns the month of an English name in lower case, or of its first three or four letters.
fn month_of(word: &str) -> Option<u8> {
    let known = |month: &&str| {
        **month == *word || (word.len() >= 3 && month.starts_with(word) && word.len() <= 4)
    };
    let place = MONTHS.iter().position(known)?;
    u8::try_from(place + 1).ok()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DayPart {
    /// Value and number of digits.
    Digits(u32, usize),
    Month(u8),
    /// A letter, a mark or a word; white space and commas are none.
    Other(char),
}

/// The parts of a text, each with the place at which it ends.
fn parts(text: &str) -> Vec<(DayPart, usize)> {
    let mut parts = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let run = |test: fn(char) -> bool| {
            text[at..].find(|c: char| !test(c)).map_or(text.len(), |length| at + length)
        };
        if c.is_ascii_digit() {
            let end = run(|c| c.is_ascii_digit());
            let value = text[at..end].parse().unwrap_or(u32::MAX);
            parts.push((Digits(value, end - at), end));
            at = end;
        } else if c.is_ascii_alphabetic() {
            let end = run(|c| c.is_ascii_alphabetic());
            let word = text[at..end].to_ascii_lowercase();
            let after_digits = matches!(parts.last(), Some((Digits(..), before)) if *before == at);
            match month_of(&word) {
                Some(month) => parts.push((Month(month), end)),
                // The 5th of May, and T before a time.
                None if after_digits && ["st", "nd", "rd", "th"].contains(&&*word) => {}
                None if word == "of" || word == "the" => {}
                None => parts.push((Other('a'), end)),
            }
            at = end;
        } else {
            at += c.len_utf8();
            if !(c.is_whitespace()
                || c == ','
                || (c == '.' && matches!(parts.last(), Some((Month(_), _)))))
            {
                parts.push((Other(c), at));
            }
        }
    }
    parts
}

/// The date that parts begin with, in each order that its numbers allow, and how many parts it takes.
fn begins(parts: &[(DayPart, usize)]) -> Option<(Vec<Day>, usize)> {
    let kinds: Vec<DayPart> = parts.iter().take(6).map(|part| part.0).collect();
    let year = |value: u32, digits: usize| {
        (digits == 4 && (1000..3000).contains(&value)).then_some(value.cast_signed())
    };
    let month = |value: u32| (1..=12).contains(&value).then_some(value as u8);
    let day = |value: u32, digits: usize| {
        (digits <= 2 && (1..=31).contains(&value)).then_some(value as u8)
    };
    let is_mark = |c: char| matches!(c, '-' | '/' | '.' | '–');
    let one = |year: Option<i32>, month: Option<u8>, day: Option<u8>, taken: usize| {
        Some((vec![Day { year, month, day, ..Day::default() }], taken))
    };
    match *kinds.as_slice() {
        [Digits(first, 4), Other('年'), Digits(second, _), Other('月'), Digits(third, n), ..] => {
            one(Some(year(first, 4)?), Some(month(second)?), Some(day(third, n)?), 5)
        }
        [Digits(first, 4), Other('年'), Digits(second, _), Other('月'), ..] => {
            one(Some(year(first, 4)?), Some(month(second)?), None, 4)
        }
        [Digits(first, 4), Other(mark), Digits(second, _), Other(again), Digits(third, n), ..]
            if is_mark(mark) && mark == again =>
        {
            one(Some(year(first, 4)?), Some(month(second)?), Some(day(third, n)?), 5)
        }
        [
            Digits(first, length),
            Other(mark),
            Digits(second, n),
            Other(again),
            Digits(third, 4),
            ..,
        ] if is_mark(mark) && mark == again => {
            let year = year(third, 4)?;
            let in_order = |of_month: u32, of_day: u32, n: usize| {
                Some(Day {
                    year: Some(year),
                    month: Some(month(of_month)?),
                    day: Some(day(of_day, n)?),
                    ..Day::default()
                })
            };
            let mut days: Vec<Day> = [in_order(first, second, n), in_order(second, first, length)]
                .into_iter()
                .flatten()
                .collect();
            days.dedup();
            (!days.is_empty()).then_some((days, 5))
        }
        [Digits(first, 4), Other('-' | '/'), Digits(second, 2), ..] => {
            one(Some(year(first, 4)?), Some(month(second)?), None, 3)
        }
        [Digits(of_day, n), Month(name), Digits(last, 4), ..]
        | [Month(name), Digits(of_day, n @ 1..=2), Digits(last, 4), ..]
        | [Digits(last, 4), Month(name), Digits(of_day, n @ 1..=2), ..] => {
            one(Some(year(last, 4)?), Some(name), Some(day(of_day, n)?), 3)
        }
        [Month(name), Digits(last, 4), ..] | [Digits(last, 4), Month(name), ..] => {
            one(Some(year(last, 4)?), Some(name), None, 2)
        }
        [Month(name), Digits(of_day, n @ 1..=2), ..]
        | [Digits(of_day, n @ 1..=2), Month(name), ..] => {
            one(None, Some(name), Some(day(of_day, n)?), 2)
        }
        [Digits(only, 4), ..] => one(Some(year(only, 4)?), None, None, 1),
        _ => None,
    }
}

/// Returns the first date in a text, in each order that its numbers allow; a date with a month goes before a year
/// alone.
pub(crate) fn find(text: &str) -> Vec<Day> {
    let parts = parts(text);
    first(parts.len(), |place| begins(&parts[place..]))
}

/// Returns the date of a text that begins with one, unless it goes on to reckon with it: see [`said`].
pub(crate) fn worked_out(text: &str) -> Vec<Day> {
    let parts = parts(text);
    last(parts.len(), |place| begins(&parts[place..]), |place| reckons(&text[parts[place].1..]))
}

/// Returns the date of a text that begins with one; otherwise the last date in it, with a month if any has one.
pub(crate) fn said(text: &str) -> Vec<Day> {
    let parts = parts(text);
    last(parts.len(), |place| begins(&parts[place..]), |_| false)
}

/// Does what [`find`] does, with dates as they are written in several languages.
pub(crate) fn find_written(text: &str) -> Vec<Day> {
    let tokens = written::tokens(text);
    first(tokens.len(), |place| written::begins(&tokens, place))
}

/// Does what [`worked_out`] does, with dates as they are written in several languages.
pub(crate) fn worked_out_written(text: &str) -> Vec<Day> {
    let tokens = written::tokens(text);
    let reckons = |place: usize| reckons(&text[tokens[place].1..]);
    last(tokens.len(), |place| written::begins(&tokens, place), reckons)
}

/// Whether a text is a date with more than a year and nothing else, as it is written in several languages.
pub(crate) fn is_written_date(text: &str) -> bool {
    let text = text.trim().trim_end_matches('.');
    let tokens = written::tokens(text);
    let whole = written::begins(&tokens, 0).filter(|(_, taken)| *taken == tokens.len());
    whole.is_some_and(|(days, _)| days[0].is_dated())
}

/// Whether what follows a date reckons with it.
fn reckons(rest: &str) -> bool {
    let marks = ["+", "=", "- ", "− ", "→", "->", "plus ", "minus "];
    marks.iter().any(|mark| rest.trim_start().starts_with(mark))
}

/// Days that begin at a place, in each order, and how many parts they take.
type Begun = Option<(Vec<Day>, usize)>;

fn first(parts: usize, begins: impl Fn(usize) -> Begun) -> Vec<Day> {
    let mut found: Option<Vec<Day>> = None;
    for (days, _) in (0..parts).filter_map(begins) {
        if days[0].is_dated() {
            return days;
        }
        found.get_or_insert(days);
    }
    found.unwrap_or_default()
}

/// Returns the date at the start, unless `goes_on` holds after its last part; otherwise the last date.
fn last(
    parts: usize,
    begins: impl Fn(usize) -> Begun,
    goes_on: impl Fn(usize) -> bool,
) -> Vec<Day> {
    let mut found: Option<Vec<Day>> = None;
    let mut place = 0;
    while place < parts {
        let Some((days, taken)) = begins(place) else {
            place += 1;
            continue;
        };
        let dated = days[0].is_dated();
        if dated && place == 0 && !goes_on(taken - 1) {
            return days;
        }
        if dated || found.as_ref().is_none_or(|before| !before[0].is_dated()) {
            found = Some(days);
        }
        place += taken;
    }
    found.unwrap_or_default()
}

/// Whether a text is a date with a month and nothing else but perhaps a time of day.
pub(crate) fn is_date(text: &str) -> bool {
    let parts = parts(text);
    let Some((days, taken)) = begins(&parts) else { return false };
    let time = |part: &(DayPart, usize)| match part.0 {
        Digits(_, digits) => digits <= 6,
        Other(c) => matches!(c, ':' | '.' | '+' | '-' | 'a'),
        Month(_) => false,
    };
    // A time begins with T or white space and a number of two digits.
    let rest = &parts[taken..];
    days[0].month.is_some()
        && rest.len() <= 16
        && rest.iter().all(time)
        && (rest.is_empty() || rest.iter().any(|part| part.0 == Other(':')))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(text: &str) -> String {
        find(text).iter().map(|day| day.text()).collect::<Vec<_>>().join(" or ")
    }

    #[test]
    fn dates_are_read_however_they_are_written() {
        for (text, expected) in [
            ("2020-01-05", "2020-01-05"),
            ("2020-01-05T10:00:00Z", "2020-01-05"),
            ("January 5, 2020", "2020-01-05"),
            ("Jan. 5th, 2020", "2020-01-05"),
            ("5 January 2020", "2020-01-05"),
            ("the 5th of January, 2020", "2020-01-05"),
            ("It was in 1999 that, on May 3, 2001, he left", "2001-05-03"),
            ("25/12/2020", "2020-12-25"),
            ("12/25/2020", "2020-12-25"),
            ("01/05/2020", "2020-01-05 or 2020-05-01"),
            ("Sept 2020", "2020-09"),
            ("2020-09", "2020-09"),
            ("5 May", "····-05-05"),
            ("about 1850", "1850"),
            ("2020年1月5日", "2020-01-05"),
            ("he may go", ""),
            ("12 of them", ""),
            ("2020-13-05", ""),
            ("", ""),
        ] {
            assert_eq!(date(text), expected, "{text}");
        }
    }

    #[test]
    fn what_is_said_is_what_begins_or_comes_last() {
        for (text, expected) in [
            ("Nine years after Oct, 1343 would be January, 1353.", "1353-01"),
            ("January 5, 2020, three days after 2 January 2020", "2020-01-05"),
            ("It was 1999", "1999"),
            ("In May 1999, and so not in 1998", "1999-05"),
            ("no date", ""),
        ] {
            let text_of = |days: Vec<Day>| days.first().map_or(String::new(), |day| day.text());
            assert_eq!(text_of(said(text)), expected, "{text}");
        }
    }

    #[test]
    fn a_text_is_a_date_or_has_one() {
        for text in [
            "2020-01-05",
            "January 5, 2020",
            "2020-01-05 10:00:00",
            "2020-01-05T10:00:00.000+01:00",
        ] {
            assert!(is_date(text), "{text}");
        }
        for text in ["1999", "on January 5, 2020", "5", "May", "2020-01-05 in Rome", ""] {
            assert!(!is_date(text), "{text}");
        }
    }
}
