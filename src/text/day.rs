//! Dates in texts, in whatever way people write them.

use super::date::MONTHS;
use DayPart::{Digits, Month, Other};

/// A date as far as it is said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(clippy::struct_field_names, reason = "a day of a month is called so")]
pub(crate) struct Day {
    /// The year, in four digits.
    pub year: Option<u16>,
    /// The month, 1 to 12.
    pub month: Option<u8>,
    /// The day, 1 to 31.
    pub day: Option<u8>,
}

impl Day {
    /// Whether another date says all that this one says.
    pub(crate) fn is_said_by(self, other: Self) -> bool {
        (self.year.is_none() || self.year == other.year)
            && (self.month.is_none() || self.month == other.month)
            && (self.day.is_none() || self.day == other.day)
    }

    /// Year, month and day, with dots for what is not said.
    pub(crate) fn text(self) -> String {
        let year = self.year.map_or_else(|| "····".to_owned(), |year| format!("{year:04}"));
        let part = |part: Option<u8>| part.map(|part| format!("-{part:02}"));
        let month = part(self.month).or_else(|| self.day.map(|_| "-··".to_owned()));
        [Some(year), month, part(self.day)].into_iter().flatten().collect()
    }
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
            let known = |month: &&str| {
                **month == *word || (word.len() >= 3 && month.starts_with(&word) && word.len() <= 4)
            };
            let after_digits = matches!(parts.last(), Some((Digits(..), before)) if *before == at);
            match MONTHS.iter().position(known) {
                Some(place) => parts.push((Month(place as u8 + 1), end)),
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
        (digits == 4 && (1000..3000).contains(&value)).then_some(value as u16)
    };
    let month = |value: u32| (1..=12).contains(&value).then_some(value as u8);
    let day = |value: u32, digits: usize| {
        (digits <= 2 && (1..=31).contains(&value)).then_some(value as u8)
    };
    let is_mark = |c: char| matches!(c, '-' | '/' | '.' | '–');
    let one = |year: Option<u16>, month: Option<u8>, day: Option<u8>, taken: usize| {
        Some((vec![Day { year, month, day }], taken))
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

/// The first date in a text, in each order that its numbers allow; one with a month goes before a year
/// alone.
pub(crate) fn find(text: &str) -> Vec<Day> {
    let parts = parts(text);
    let mut found: Option<Vec<Day>> = None;
    for place in 0..parts.len() {
        if let Some((days, _)) = begins(&parts[place..]) {
            if days[0].month.is_some() {
                return days;
            }
            found.get_or_insert(days);
        }
    }
    found.unwrap_or_default()
}

/// The date of a text that begins with one, unless it goes on to reckon with it: see [`said`].
pub(crate) fn worked_out(text: &str) -> Vec<Day> {
    let marks = ["+", "=", "- ", "− ", "→", "->", "plus ", "minus "];
    said_unless(text, |rest| marks.iter().any(|mark| rest.starts_with(mark)))
}

/// The date of a text that begins with one; else the last one in it, with a month where any has one.
pub(crate) fn said(text: &str) -> Vec<Day> {
    said_unless(text, |_| false)
}

/// The same, where a date that a text begins with does not count if this holds of what follows it.
fn said_unless(text: &str, goes_on: impl Fn(&str) -> bool) -> Vec<Day> {
    let parts = parts(text);
    let mut found: Option<Vec<Day>> = None;
    let mut place = 0;
    while place < parts.len() {
        let Some((days, taken)) = begins(&parts[place..]) else {
            place += 1;
            continue;
        };
        let dated = days[0].month.is_some();
        if dated && place == 0 && !goes_on(text[parts[taken - 1].1..].trim_start()) {
            return days;
        }
        if dated || found.as_ref().is_none_or(|before| before[0].month.is_none()) {
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
