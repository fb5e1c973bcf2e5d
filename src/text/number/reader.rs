//! One number after the other: what belongs to each, to its left and to its right.

mod apart;
mod left;
mod right;
mod written;

use left::Left;

use super::clean::{Mark, at};
use super::decimal::Decimal;
use super::digits::{Reading, read as read_digits, run};
use super::words;
use super::{Locale, Number, Percent, Standing};

/// A number, and where it stands among the marks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub(super) number: Number,
    /// First mark, sign and currency included.
    pub(super) from: usize,
    /// Mark after the last.
    pub(super) to: usize,
    /// Whether there are only digits: no mark, sign, currency, scale or unit.
    pub(super) bare: bool,
    /// Whether it stands in round brackets of its own.
    pub(super) bracketed: bool,
}

pub(super) struct NumberReader<'a> {
    marks: &'a [Mark],
    locale: Locale,
    found: Vec<Found>,
}

impl<'a> NumberReader<'a> {
    pub(super) fn new(marks: &'a [Mark], locale: Locale) -> Self {
        Self { marks, locale, found: Vec::new() }
    }

    /// All numbers, from left to right.
    pub(super) fn read(mut self) -> Vec<Found> {
        let mut place = 0;
        while place < self.marks.len() {
            place = self.step(place);
        }
        self.found
    }

    fn at(&self, place: usize) -> char {
        at(self.marks, place)
    }

    fn before(&self, place: usize) -> char {
        before(self.marks, place)
    }

    /// Reads what begins at a mark, and says where to go on.
    fn step(&mut self, place: usize) -> usize {
        let c = self.at(place);
        if c == '【' {
            // A citation, as some models write them.
            let close = (1..40).find(|step| self.at(place + step) == '】');
            return place + close.unwrap_or(0) + 1;
        }
        if let Some((above, below)) = words::fraction(c) {
            let value = Decimal::quotient(above, below);
            return value.map_or(place + 1, |value| self.keep(place, place + 1, value, None));
        }
        let point = c == '.' && self.at(place + 1).is_ascii_digit();
        if !c.is_ascii_digit() && !point {
            return place + 1;
        }
        if let Some(end) = self.date(place).or_else(|| self.time(place)) {
            return end;
        }
        if let Some(end) = self.citation(place) {
            return end;
        }
        let labelled = {
            let (word, dotted) = word_before(self.marks, place);
            words::is_label(&word, dotted)
        };
        let end = run(self.marks, place, !labelled).max(place + 1);
        match read_digits(&self.marks[place..end], self.locale) {
            Reading::One(value, decimals) => self.number(place, end, value, decimals),
            Reading::Several => {
                let mut from = place;
                while from < end {
                    let stop = (from..end).find(|place| self.at(*place) == ',').unwrap_or(end);
                    let part = read_digits(&self.marks[from..stop], Locale::En);
                    if let Reading::One(value, decimals) = part {
                        let next = self.number(from, stop, value, decimals);
                        if stop == end {
                            return next;
                        }
                    }
                    from = stop + 1;
                }
                end
            }
            Reading::None => self.skip_letters(end),
        }
    }

    /// The number of a run of digits, with what it is written with: a power of ten, a fraction.
    fn number(&mut self, from: usize, end: usize, value: Decimal, decimals: i32) -> usize {
        let digits = end - from;
        if let Some((value, end)) = self.mixed(end, value) {
            return self.keep(from, end, value, None);
        }
        if let Some((value, end)) = self.division(from, end) {
            return self.keep(from, end, value, None);
        }
        // A power of ten alone, or behind the digits.
        let ten = digits == 2 && self.at(from) == '1' && self.at(from + 1) == '0';
        let power = if ten { self.raised(end) } else { None };
        let power = match power {
            Some((power, end)) => Some((power - 1, end)),
            None => self.exponent(end),
        };
        if let Some((power, end)) = power {
            return match value.shifted(power) {
                Some(value) => self.keep(from, end, value, Some(power.saturating_sub(decimals))),
                None => end,
            };
        }
        // A raised number behind other digits is that of a footnote.
        let footnote = (end..end + 4).find(|place| words::raised(self.at(*place)).is_none());
        let mut stop = footnote.unwrap_or(end);
        if self.at(stop) == '^' {
            stop += 1 + usize::from(self.at(stop + 1) == '-');
            while self.at(stop).is_ascii_digit() {
                stop += 1;
            }
        }
        self.keep(from, stop, value, Some(-decimals))
    }

    /// Keeps a number with what stands around it, unless that makes it none; says where to go on.
    fn keep(&mut self, from: usize, end: usize, value: Decimal, last_digit: Option<i32>) -> usize {
        let Some(left) = self.left(from) else {
            return self.year_in_name(from, end, value).unwrap_or_else(|| self.skip_letters(end));
        };
        let Some(right) = self.right(end, &left) else { return self.skip_letters(end) };
        let bracketed = left.bracket && right.closed;
        let four =
            end - from == 4 && self.marks[from..end].iter().all(|mark| mark.c.is_ascii_digit());
        let calendar = four && is_year(value);
        let accounting = bracketed && !right.crowded && !self.is_remark(left.from) && !calendar;
        let negative = left.negative || accounting;
        let (to, start) = (right.to, if bracketed { left.from } else { self.outside(&left, from) });
        let points = if right.percent == Some(Percent::BasisPoints) { -2 } else { 0 };
        let power = right.scale + right.prefix + points;
        let Some(value) = value.shifted(power) else { return to };
        let currency = left.currency.filter(|_| !right.formula).or(right.currency);
        let bare = to == end && !left.negative && currency.is_none() && left.from == from;
        let plain = right.scale == 0
            && right.prefix == 0
            && right.percent.is_none()
            && right.unit.is_none()
            && currency.is_none()
            && !left.negative;
        let number = Number {
            start: self.marks[start].start as usize,
            end: self.marks[to - 1].end as usize,
            value: if negative { value.negated() } else { value },
            last_digit: last_digit.map(|digit| digit.saturating_add(power)),
            scale: right.scale,
            prefix: right.prefix,
            percent: right.percent,
            currency,
            unit: right.unit,
            per: right.per,
            standing: if calendar && plain { Standing::Year } else { Standing::Quantity },
            fallen: false,
            range: false,
        };
        let only = self.marks[from..end].iter().all(|mark| mark.c.is_ascii_digit());
        let bare = only && (bare || (bracketed && plain));
        self.found.push(Found { number, from: start, to, bare, bracketed });
        // The short second half of a business year, as in 2022/23.
        if number.standing == Standing::Year
            && matches!(self.at(to), '/' | '-' | '–')
            && (1..=2).all(|step| self.at(to + step).is_ascii_digit())
            && !self.at(to + 3).is_ascii_digit()
        {
            return to + 3;
        }
        to
    }

    /// Where a number begins when its bracket does not close behind it.
    fn outside(&self, left: &Left, from: usize) -> usize {
        let bracket = (left.from..from).rev().find(|place| self.at(*place) == '(');
        let mut start = bracket.map_or(left.from, |place| place + 1);
        while start < from && self.at(start) == ' ' {
            start += 1;
        }
        start
    }
}

fn before(marks: &[Mark], place: usize) -> char {
    place.checked_sub(1).map_or('\0', |place| at(marks, place))
}

/// The letters right before a mark, at most 24, and where they begin.
fn letters_before(marks: &[Mark], place: usize) -> (String, usize) {
    let mut start = place;
    while place - start < 24 && before(marks, start).is_alphabetic() {
        start -= 1;
    }
    (marks[start..place].iter().map(|mark| mark.c).collect(), start)
}

/// The word before a mark, at most three marks away, and whether a full stop follows it.
pub(super) fn word_before(marks: &[Mark], place: usize) -> (String, bool) {
    let mut end = place;
    while place - end < 3 && matches!(before(marks, end), ' ' | '#' | '(') {
        end -= 1;
    }
    let dotted = before(marks, end) == '.';
    let (word, _) = letters_before(marks, end - usize::from(dotted));
    (word, dotted)
}

impl NumberReader<'_> {
    fn letters_before(&self, place: usize) -> (String, usize) {
        letters_before(self.marks, place)
    }

    /// A word from a mark on: letters, the 2 of CO2, and the hyphen of CO2-eq. At most 24 marks.
    fn word_at(&self, place: usize) -> (String, usize) {
        let mut word = String::new();
        let mut stop = place;
        while stop < place + 24 {
            match self.at(stop) {
                c if c.is_alphabetic() => word.push(c),
                '₂' | '2' if word.ends_with("CO") || word.ends_with("co") => word.push('2'),
                '-' if word.ends_with("CO2") && self.at(stop + 1) == 'e' => word.push('-'),
                _ => break,
            }
            stop += 1;
        }
        (word, stop)
    }

    fn skip_spaces(&self, place: usize) -> usize {
        (place..place + 3).find(|place| self.at(*place) != ' ').unwrap_or(place + 3)
    }

    /// Goes on behind the letters and digits that are glued together.
    fn skip_letters(&self, place: usize) -> usize {
        let mut stop = place;
        while self.at(stop).is_alphanumeric() && words::fraction(self.at(stop)).is_none() {
            stop += 1;
        }
        stop
    }
}

fn is_year(value: Decimal) -> bool {
    value >= Decimal::new(1900, 0) && value <= Decimal::new(2099, 0)
}
