//! Tokens become the parts of a date.

use super::lex::tokens;
use super::number::{Number, int};
use super::words::{afternoon, is_filler, is_utc, month, unit, weekday};
use super::ymd::{Label, Numbers};
use super::{Failure, Now, Order};
use crate::text::digit::is_digit;
use std::borrow::Cow;

/// The parts that a text names, whether or not such a day exists.
#[derive(Debug, Default)]
pub(super) struct Fields {
    pub(super) year: Option<i64>,
    pub(super) month: Option<i64>,
    pub(super) day: Option<i64>,
    /// Whether now gave its year the century.
    pub(super) century_from_now: bool,
    /// Monday is 0.
    pub(super) weekday: Option<i64>,
    pub(super) hour: Option<i64>,
    pub(super) minute: Option<i64>,
    pub(super) second: Option<i64>,
    pub(super) microsecond: Option<i64>,
    pub(super) zone_name: Option<String>,
    /// Seconds east of UTC.
    pub(super) zone_offset: Option<i64>,
}

impl Fields {
    /// Whether it names no part of a date or time.
    pub(super) fn is_empty(&self) -> bool {
        let parts = [
            self.year, self.month, self.day, self.weekday, self.hour, self.minute, self.second,
            self.microsecond,
        ];
        parts.iter().all(Option::is_none)
    }
}

pub(super) fn read(text: &str, now: Now, order: Order) -> Result<Fields, Failure> {
    // The reference's stream leaves these out wherever they stand.
    let text =
        if text.contains('\0') { Cow::Owned(text.replace('\0', "")) } else { Cow::Borrowed(text) };
    let mut reader = DateReader {
        tokens: tokens(&text),
        place: 0,
        numbers: Numbers::default(),
        fields: Fields::default(),
        now,
    };
    while reader.place < reader.tokens.len() {
        reader.step()?;
        reader.place += 1;
    }
    let DateReader { numbers, mut fields, .. } = reader;
    [fields.year, fields.month, fields.day] = numbers.resolve(order)?;
    if let Some(year) = fields.year.filter(|_| !numbers.century_specified) {
        let full = with_century(year, now);
        fields.century_from_now |= full != year;
        fields.year = Some(full);
    }
    Ok(fields)
}

struct DateReader<'t> {
    tokens: Vec<Cow<'t, str>>,
    /// The token that is read.
    place: usize,
    numbers: Numbers,
    fields: Fields,
    now: Now,
}

impl DateReader<'_> {
    /// A token so many places after the current one; empty behind the end.
    fn after(&self, places: usize) -> &str {
        self.tokens.get(self.place + places).map_or("", |token| token)
    }

    fn has(&self, places: usize) -> bool {
        self.place + places < self.tokens.len()
    }

    /// Reads the current token, and those that belong to it.
    fn step(&mut self) -> Result<(), Failure> {
        let token = self.after(0);
        if is_float_word(token) {
            Err(Failure::Rejected)
        } else if let Some(number) = Number::read(token) {
            self.number(&number)
        } else if let Some(day) = weekday(token) {
            self.fields.weekday = Some(day);
            Ok(())
        } else if let Some(month) = month(token) {
            self.month(month)
        } else if let Some(afternoon) = afternoon(token) {
            let hour = self.fields.hour.filter(|hour| (0..=12).contains(hour));
            self.fields.hour = Some(on_24_hours(hour.ok_or(Failure::Rejected)?, afternoon));
            Ok(())
        } else if self.fields.zone_offset.is_none() && self.is_zone_name(token) {
            self.zone_name();
            Ok(())
        } else if self.fields.hour.is_some() && matches!(token, "+" | "-") {
            self.zone_offset()
        } else if is_filler(token) {
            Ok(())
        } else {
            Err(Failure::Rejected)
        }
    }

    /// A month as a word, and the numbers that are joined to it.
    fn month(&mut self, month: i64) -> Result<(), Failure> {
        self.numbers.push_month(month)?;
        let separator = self.after(1);
        if matches!(separator, "-" | "/") {
            // Jan-01-99
            let more = self.has(3) && self.after(3) == separator;
            self.push_token(2)?;
            if more {
                self.push_token(4)?;
                self.place += 2;
            }
            self.place += 2;
        } else if self.has(4)
            && separator == " "
            && self.after(3) == " "
            && self.after(2).eq_ignore_ascii_case("of")
        {
            // Jan of 01, which is a year. Whatever else follows is passed over.
            let year = self.after(4);
            if year.chars().all(is_digit) {
                let value = int(year)?;
                let year = with_century(value, self.now);
                self.fields.century_from_now |= year != value;
                self.numbers.push_year(year)?;
            }
            self.place += 4;
        }
        Ok(())
    }
    /// A token that has to be a number, so many places after the current one.
    fn push_token(&mut self, places: usize) -> Result<(), Failure> {
        let text = self.tokens.get(self.place + places).ok_or(Failure::Rejected)?;
        self.numbers.push_text(text, None)
    }

    fn is_zone_name(&self, token: &str) -> bool {
        let letters = token.len() <= 5 && token.bytes().all(|byte| byte.is_ascii_uppercase());
        self.fields.hour.is_some() && self.fields.zone_name.is_none() && (letters || token == "z")
    }

    /// The name of a zone, perhaps with an offset: `EST+5` says what must be added to get UTC, so the
    /// sign is turned.
    fn zone_name(&mut self) {
        let name = self.after(0).to_owned();
        if name == "z" {
            self.fields.zone_offset = Some(0);
        }
        let turned = match self.after(1) {
            "+" => "-",
            "-" => "+",
            _ => {
                self.fields.zone_name = Some(name);
                return;
            }
        };
        self.fields.zone_offset = None;
        self.fields.zone_name = Some(name).filter(|name| !is_utc(name));
        self.tokens[self.place + 1] = Cow::Borrowed(turned);
    }

    /// A sign after a time: `-0300`, `-03:00`, `-3`, perhaps with a name in brackets.
    fn zone_offset(&mut self) -> Result<(), Failure> {
        let sign = if self.after(0) == "+" { 1 } else { -1 };
        let digits = self.tokens.get(self.place + 1).ok_or(Failure::Rejected)?;
        let length = digits.chars().count();
        let (hours, minutes) = if length == 4 {
            (int(part(digits, 0, 2))?, int(part(digits, 2, 4))?)
        } else if self.after(2) == ":" {
            let minutes = self.tokens.get(self.place + 3).ok_or(Failure::Rejected)?;
            let offset = (int(digits)?, int(minutes)?);
            self.place += 2;
            offset
        } else if length <= 2 {
            (int(digits)?, 0)
        } else {
            return Err(Failure::Rejected);
        };
        let seconds = hours.saturating_mul(3600).saturating_add(minutes.saturating_mul(60));
        self.fields.zone_offset = Some(sign * seconds);
        let name = self.after(4);
        if self.has(5)
            && is_filler(self.after(2))
            && self.after(3) == "("
            && self.after(5) == ")"
            && name.len() >= 3
            && self.is_zone_name(name)
        {
            self.fields.zone_name = Some(name.to_owned());
            self.place += 4;
        }
        self.place += 1;
        Ok(())
    }

    /// A number: which part it is depends on its length and on what stands beside it.
    fn number(&mut self, number: &Number) -> Result<(), Failure> {
        let token = self.after(0).to_owned();
        let length = token.chars().count();
        let next = self.after(1);
        let is_time = next == ":" || unit(next).is_some();
        if self.numbers.len() == 3
            && matches!(length, 2 | 4)
            && self.fields.hour.is_none()
            && !is_time
        {
            // 19990101T23[59]
            self.fields.hour = Some(int(part(&token, 0, 2))?);
            if length == 4 {
                self.fields.minute = Some(int(part(&token, 2, 4))?);
            }
        } else if length == 6 || (length > 6 && token.chars().position(|c| c == '.') == Some(6)) {
            self.six_digits(&token)?;
        } else if matches!(length, 8 | 12 | 14) {
            self.numbers.push_text(part(&token, 0, 4), Some(Label::Year))?;
            self.numbers.push_text(part(&token, 4, 6), None)?;
            self.numbers.push_text(part(&token, 6, 8), None)?;
            if length > 8 {
                self.fields.hour = Some(int(part(&token, 8, 10))?);
                self.fields.minute = Some(int(part(&token, 10, 12))?);
            }
            if length > 12 {
                self.fields.second = Some(int(part(&token, 12, 14))?);
            }
        } else if let Some((unit, places)) = self.unit() {
            self.place += places;
            self.with_unit(number, &token, unit)?;
        } else if self.has(2) && next == ":" {
            self.clock(number)?;
        } else if matches!(next, "-" | "/" | ".") {
            self.separated(&token)?;
        } else if !self.has(1) || is_filler(next) {
            match afternoon(self.after(2)) {
                Some(afternoon) => {
                    // 12 am
                    self.fields.hour = Some(on_24_hours(number.whole, afternoon));
                    self.place += 1;
                }
                None => self.numbers.push_number(number)?,
            }
            self.place += 1;
        } else if let Some(afternoon) = afternoon(next).filter(|_| number.whole < 24) {
            self.fields.hour = Some(on_24_hours(number.whole, afternoon));
            self.place += 1;
        } else if self.numbers.could_be_day(number) {
            self.numbers.push_number(number)?;
        } else {
            return Err(Failure::Rejected);
        }
        Ok(())
    }

    /// `YYMMDD` where no date came before, else `HHMMSS[.ss]`.
    fn six_digits(&mut self, token: &str) -> Result<(), Failure> {
        if self.numbers.len() == 0 && !token.contains('.') {
            self.numbers.push_text(part(token, 0, 2), None)?;
            self.numbers.push_text(part(token, 2, 4), None)?;
            return self.numbers.push_text(part(token, 4, 6), None);
        }
        self.fields.hour = Some(int(part(token, 0, 2))?);
        self.fields.minute = Some(int(part(token, 2, 4))?);
        self.seconds(part(token, 4, usize::MAX))
    }

    /// The unit of a number, hour 0, minute 1, second 2, and how many places after the number it
    /// stands. One that stands before the number has had its own: then the next smaller is meant.
    fn unit(&self) -> Option<(i64, usize)> {
        let before = |places: usize| {
            let token = self.place.checked_sub(places).and_then(|place| self.tokens.get(place));
            token.map_or("", |token| token)
        };
        if let Some(unit) = unit(self.after(1)) {
            return Some((unit, 1));
        }
        if self.after(1) == " "
            && let Some(unit) = unit(self.after(2))
        {
            return Some((unit, 2));
        }
        let earlier = unit(before(1)).or_else(|| {
            let last = self.place > 1 && !self.has(1) && before(1) == " ";
            if last { unit(before(2)) } else { None }
        });
        earlier.map(|unit| (unit + 1, 0))
    }

    fn with_unit(&mut self, number: &Number, token: &str, unit: i64) -> Result<(), Failure> {
        match unit {
            0 => {
                self.fields.hour = Some(number.whole);
                if let Some(minute) = number.sixtieths()? {
                    self.fields.minute = Some(minute);
                }
                Ok(())
            }
            1 => {
                self.fields.minute = Some(number.whole);
                self.fields.second = number.sixtieths()?;
                Ok(())
            }
            2 => self.seconds(token),
            _ => Ok(()),
        }
    }

    /// `HH:MM[:SS[.ss]]`, the minutes perhaps with a fraction.
    fn clock(&mut self, hour: &Number) -> Result<(), Failure> {
        self.fields.hour = Some(hour.whole);
        let minutes = Number::read(self.after(2)).ok_or(Failure::Rejected)?;
        self.fields.minute = Some(minutes.whole);
        self.fields.second = minutes.sixtieths()?;
        if self.has(4) && self.after(3) == ":" {
            let seconds = self.after(4).to_owned();
            self.seconds(&seconds)?;
            self.place += 2;
        }
        self.place += 2;
        Ok(())
    }

    /// `01-01[-01]` or `01-Jan[-01]`, with `-`, `/` or `.`.
    fn separated(&mut self, token: &str) -> Result<(), Failure> {
        self.numbers.push_text(token, None)?;
        if self.has(2) && !is_filler(self.after(2)) {
            let second = self.after(2);
            if second.chars().all(is_digit) {
                self.push_token(2)?;
            } else {
                self.numbers.push_month(month(second).ok_or(Failure::Rejected)?)?;
            }
            if self.has(3) && self.after(3) == self.after(1) {
                match month(self.after(4)) {
                    Some(month) => self.numbers.push_month(month)?,
                    None => self.push_token(4)?,
                }
                self.place += 2;
            }
            self.place += 1;
        }
        self.place += 1;
        Ok(())
    }

    /// `SS[.ss]`, of the fraction six digits.
    fn seconds(&mut self, text: &str) -> Result<(), Failure> {
        let (second, microsecond) = match text.split_once('.') {
            None => (int(text)?, 0),
            Some((second, fraction)) => {
                let given = part(fraction, 0, 6);
                let mut microsecond = int(if given.is_empty() { "0" } else { given })?;
                for _ in given.chars().count()..6 {
                    microsecond *= 10;
                }
                (int(second)?, microsecond)
            }
        };
        self.fields.second = Some(second);
        self.fields.microsecond = Some(microsecond);
        Ok(())
    }
}

/// The year of two digits that is less than fifty years after now and at most fifty before.
fn with_century(year: i64, now: Now) -> i64 {
    let today = i64::from(now.year);
    if year >= 100 {
        return year;
    }
    let year = today / 100 * 100 + year;
    if year >= today + 50 {
        year - 100
    } else if year < today - 50 {
        year + 100
    } else {
        year
    }
}

/// Characters of a text, as Python's `text[first:end]`.
fn part(text: &str, first: usize, end: usize) -> &str {
    let offset =
        |place: usize| text.char_indices().nth(place).map_or(text.len(), |(offset, _)| offset);
    &text[offset(first)..offset(end)]
}

/// Python's `float` reads these words, too, and then the reference rejects them.
fn is_float_word(token: &str) -> bool {
    ["nan", "inf", "infinity"].iter().any(|word| token.eq_ignore_ascii_case(word))
}

/// An hour of the half day on the clock of 24 hours.
fn on_24_hours(hour: i64, afternoon: bool) -> i64 {
    match hour {
        ..12 if afternoon => hour + 12,
        12 if !afternoon => 0,
        _ => hour,
    }
}
