//! Digits that go on in other signs: powers of ten, fractions.

use super::super::decimal::Decimal;
use super::super::words;
use super::NumberReader;

impl NumberReader<'_> {
    /// A whole number and a fraction of one character: 3½.
    pub(super) fn mixed(&self, end: usize, value: Decimal) -> Option<(Decimal, usize)> {
        let place = end + usize::from(self.at(end) == ' ');
        if place > end
            && let Some(part) = self.proper_fraction(place)
        {
            return Some((value.plus(part.0), part.1));
        }
        let (above, below) = words::fraction(self.at(place))?;
        Some((value.plus(Decimal::quotient(above, below)?), place + 1))
    }

    /// A fraction below one after a whole number and a blank: the 1/2 of 2 1/2.
    fn proper_fraction(&self, place: usize) -> Option<(Decimal, usize)> {
        let slash = (place..place + 3).find(|place| !self.at(*place).is_ascii_digit())?;
        let (part, stop) = self.division(place, slash).filter(|_| slash > place)?;
        let one = Decimal::new(1, 0);
        (part < one && part > Decimal::ZERO).then_some((part, stop))
    }

    /// A fraction of two short whole numbers: 3/4.
    pub(super) fn division(&self, from: usize, end: usize) -> Option<(Decimal, usize)> {
        let whole = |from: usize, end: usize| {
            let text: String = self.marks[from..end].iter().map(|mark| mark.c).collect();
            (text.len() <= 3).then(|| text.parse::<u32>().ok()).flatten()
        };
        if self.at(end) != '/' || self.before(from) == '/' {
            return None;
        }
        let above = whole(from, end)?;
        let below = end + 1;
        let stop = (below..below + 4).find(|place| !self.at(*place).is_ascii_digit())?;
        let below = whole(below, stop)?;
        let goes_on =
            matches!(self.at(stop), '/' | '.' | ',') && self.at(stop + 1).is_ascii_digit();
        if goes_on || self.at(stop).is_alphabetic() {
            return None;
        }
        Some((Decimal::quotient(above, below)?, stop))
    }

    /// A power of ten behind digits: e6, × 10^6, x 10⁶.
    pub(super) fn exponent(&self, end: usize) -> Option<(i32, usize)> {
        if matches!(self.at(end), 'e' | 'E') {
            let (power, stop) = self.whole(end + 1)?;
            return (!self.at(stop).is_alphanumeric()).then_some((power, stop));
        }
        let times = self.skip_spaces(end);
        if !matches!(self.at(times), '×' | 'x' | 'X') {
            return None;
        }
        let ten = self.skip_spaces(times + 1);
        if self.at(ten) != '1' || self.at(ten + 1) != '0' {
            return None;
        }
        self.raised(ten + 2)
    }

    /// What is raised: ^6, ⁶.
    pub(super) fn raised(&self, place: usize) -> Option<(i32, usize)> {
        if self.at(place) == '^' {
            let bracket = usize::from(self.at(place + 1) == '(');
            let (power, stop) = self.whole(place + 1 + bracket)?;
            return Some((power, stop + usize::from(bracket == 1 && self.at(stop) == ')')));
        }
        let mut text = String::new();
        let mut stop = place;
        while let Some(c) = words::raised(self.at(stop)).filter(|_| text.len() < 4) {
            text.push(c);
            stop += 1;
        }
        Some((text.parse().ok()?, stop))
    }

    /// A whole number with a sign, of few digits.
    fn whole(&self, place: usize) -> Option<(i32, usize)> {
        let sign = usize::from(matches!(self.at(place), '-' | '+' | '–'));
        let mut stop = place + sign;
        let mut power = 0_i32;
        while let Some(digit) = self.at(stop).to_digit(10) {
            power = power.saturating_mul(10).saturating_add(digit.cast_signed());
            stop += 1;
        }
        let negative = sign == 1 && self.at(place) != '+';
        (stop > place + sign).then_some((if negative { -power } else { power }, stop))
    }
}
