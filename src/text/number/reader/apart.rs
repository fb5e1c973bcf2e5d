//! Digits that are no quantities: dates, times of day, citations, business years.

use super::super::clean::Mark;
use super::super::decimal::Decimal;
use super::super::{Number, Standing};
use super::{Found, NumberReader, is_year};

impl NumberReader<'_> {
    /// A date in digits, as 2022-12-31 or 31.12.22: where it ends. Its year is kept.
    pub(super) fn date(&mut self, from: usize) -> Option<usize> {
        let mut parts = [(0_usize, 0_u32); 3];
        let mut place = from;
        let mut mark = '\0';
        for (index, part) in parts.iter_mut().enumerate() {
            if index > 0 {
                let c = self.at(place);
                if !matches!(c, '-' | '/' | '.') || (index == 2 && c != mark) {
                    return None;
                }
                mark = c;
                place += 1;
            }
            let start = place;
            while self.at(place).is_ascii_digit() && place - start < 5 {
                part.1 = part.1 * 10 + self.at(place).to_digit(10)?;
                place += 1;
            }
            part.0 = place - start;
        }
        let more = matches!(self.at(place), '-' | '/' | '.') && self.at(place + 1).is_ascii_digit();
        if more || self.at(place).is_ascii_digit() || self.before(from).is_alphanumeric() {
            return None;
        }
        let short = |part: (usize, u32)| (1..=2).contains(&part.0);
        let [one, two, three] = parts;
        let (year, rest) = match (one.0, three.0) {
            (4, 1..=2) if short(two) => (Some(one.1), [two.1, three.1]),
            (1..=2, 4) if short(two) => (Some(three.1), [one.1, two.1]),
            (1..=2, 2) if short(two) => (None, [one.1, two.1]),
            _ => return None,
        };
        let plausible =
            rest.iter().all(|part| (1..=31).contains(part)) && rest.iter().any(|part| *part <= 12);
        if !plausible || (year.is_none() && three.1 > 99) {
            return None;
        }
        if let Some(year) = year {
            let value = Decimal::new(i64::from(year), 0);
            if is_year(value) {
                let number = self.year(from, place, value);
                self.found.push(Found { number, from, to: place, bare: false, bracketed: false });
            }
        }
        Some(place)
    }

    /// A time of day, as 10:30: where it ends.
    pub(super) fn time(&self, from: usize) -> Option<usize> {
        let two =
            |place: usize| self.at(place).is_ascii_digit() && self.at(place + 1).is_ascii_digit();
        let colon = from + if two(from) { 2 } else { 1 };
        let minute = self.at(colon) == ':' && two(colon + 1) && self.at(colon + 1) < '6';
        if !minute || self.at(colon + 3).is_alphanumeric() || self.before(from).is_alphanumeric() {
            return None;
        }
        let seconds = self.at(colon + 3) == ':' && two(colon + 4);
        Some(colon + if seconds { 6 } else { 3 })
    }

    /// A citation as [3] or [3, 12]: where it ends. A text that is nothing else is none.
    pub(super) fn citation(&self, from: usize) -> Option<usize> {
        if self.before(from) != '[' {
            return None;
        }
        let mut place = from;
        while place < from + 40 {
            match self.at(place) {
                ']' => {
                    let blank = |marks: &[Mark]| marks.iter().all(|mark| mark.c.is_whitespace());
                    let before = self.marks[..from - 1].len().min(40);
                    let alone = before < 40
                        && blank(&self.marks[..before])
                        && self.marks.len() - place < 40
                        && blank(&self.marks[place + 1..]);
                    return (!alone).then_some(place + 1);
                }
                c if c.is_ascii_digit() || matches!(c, ',' | ' ' | '-' | '–') => place += 1,
                _ => return None,
            }
        }
        None
    }

    /// The year in FY2018.
    pub(super) fn year_in_name(
        &mut self,
        from: usize,
        end: usize,
        value: Decimal,
    ) -> Option<usize> {
        let (word, start) = self.letters_before(from);
        let year = end - from == 4 && is_year(value) && !self.at(end).is_alphanumeric();
        if !year || !matches!(word.as_str(), "FY" | "CY" | "FYE") {
            return None;
        }
        self.found.push(Found {
            number: self.year(from, end, value),
            from: start,
            to: end,
            bare: false,
            bracketed: false,
        });
        Some(end)
    }

    fn year(&self, from: usize, end: usize, value: Decimal) -> Number {
        let [start, end] = [self.marks[from].start, self.marks[end - 1].end].map(|at| at as usize);
        Number::whole(start, end, value, Standing::Year)
    }
}
