//! Up to three numbers become year, month and day.

use super::Failure;
use super::Order;
use super::build::month_length;
use super::number::{Number, int};
use crate::text::digit::is_digit;

/// What a number is said to be.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Label {
    Year,
    Month,
}

/// Numbers in the order of the text, and which of them are known to be year and month. The reference
/// never labels a day.
#[derive(Debug, Default)]
pub(super) struct Numbers {
    values: Vec<i64>,
    year: Option<usize>,
    month: Option<usize>,
    /// Whether some year was written with more than two digits.
    pub(super) century_specified: bool,
}

impl Numbers {
    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    /// Adds a number as it is written: more than two digits are a year.
    pub(super) fn push_text(&mut self, text: &str, label: Option<Label>) -> Result<(), Failure> {
        let is_year = text.chars().nth(2).is_some() && text.chars().all(is_digit);
        self.century_specified |= is_year;
        self.push(int(text)?, if is_year { Some(Label::Year) } else { label })
    }

    /// Adds a number by its value: more than 100 is a year.
    pub(super) fn push_number(&mut self, number: &Number) -> Result<(), Failure> {
        let is_year = number.exceeds(100);
        self.century_specified |= is_year;
        self.push(number.whole, is_year.then_some(Label::Year))
    }

    /// Adds a year with its century.
    pub(super) fn push_year(&mut self, year: i64) -> Result<(), Failure> {
        self.century_specified = true;
        self.push(year, Some(Label::Year))
    }

    /// Adds a month, 1 to 12, that was written as a word.
    pub(super) fn push_month(&mut self, month: i64) -> Result<(), Failure> {
        self.push(month, Some(Label::Month))
    }

    fn push(&mut self, value: i64, label: Option<Label>) -> Result<(), Failure> {
        let place = self.values.len();
        self.values.push(value);
        let known = match label {
            None => return Ok(()),
            Some(Label::Year) => &mut self.year,
            Some(Label::Month) => &mut self.month,
        };
        if known.replace(place).is_some() { Err(Failure::Rejected) } else { Ok(()) }
    }

    /// Whether a number may be the day of the month and year that are known; any year may be a leap
    /// year until it is.
    pub(super) fn could_be_day(&self, number: &Number) -> bool {
        let month = self.month.map(|place| self.values[place]);
        let year = self.year.map_or(2000, |place| self.values[place]);
        let most = month.map_or(31, |month| month_length(year, month));
        number.whole >= 1 && !number.exceeds(most)
    }

    /// Year, month and day.
    pub(super) fn resolve(&self, order: Order) -> Result<[Option<i64>; 3], Failure> {
        let all = |year, month, day| [Some(year), Some(month), Some(day)];
        let known = usize::from(self.year.is_some()) + usize::from(self.month.is_some());
        let at = |place: Option<usize>| place.map(|place| self.values[place]);
        let values = self.values.as_slice();
        if known > 0 && known == values.len() {
            return Ok([at(self.year), at(self.month), None]);
        }
        if let (&[a, b, c], Some(year), Some(month)) = (values, self.year, self.month) {
            return Ok(all(values[year], values[month], [a, b, c][3 - year - month]));
        }
        Ok(match (values, self.month) {
            (&[], _) => [None; 3],
            (&[only], _) if only > 31 => [Some(only), None, None],
            (&[only], _) => [None, None, Some(only)],
            (&[a, b], Some(month)) => {
                let other = if month == 0 { b } else { a };
                let month = at(self.month);
                if other > 31 { [Some(other), month, None] } else { [None, month, Some(other)] }
            }
            (&[a, b], None) if a > 31 => [Some(a), Some(b), None],
            (&[a, b], None) if b > 31 => [Some(b), Some(a), None],
            (&[a, b], None) if order == Order::DayFirst && b <= 12 => [None, Some(b), Some(a)],
            (&[a, b], None) => [None, Some(a), Some(b)],
            (&[a, b, c], Some(0)) if b > 31 => all(b, a, c),
            (&[a, b, c], Some(0)) => all(c, a, b),
            (&[a, b, c], Some(1)) if a > 31 => all(a, b, c),
            (&[a, b, c], Some(1)) => all(c, b, a),
            (&[a, b, c], Some(_)) if b > 31 => all(b, c, a),
            (&[a, b, c], Some(_)) => all(a, c, b),
            (&[a, b, c], None) if a > 31 || self.year == Some(0) => match order {
                // So it reads 1987-03-08 as the third of August, too.
                Order::DayFirst if c <= 12 => all(a, c, b),
                _ => all(a, b, c),
            },
            (&[a, b, c], None) if a > 12 || (order == Order::DayFirst && b <= 12) => all(c, b, a),
            (&[a, b, c], None) => all(c, a, b),
            _ => return Err(Failure::Rejected),
        })
    }
}
