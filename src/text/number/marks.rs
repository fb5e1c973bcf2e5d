//! Which decimal mark a text uses, where its numbers show it.

use super::clean::clean;
use super::digits::run;

/// How numbers are written that have one kind of mark, or whose last mark is of another kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DecimalMarks {
    /// Numbers whose decimal mark can only be a point: 1.5, 1,234.5.
    pub points: u64,
    /// Numbers whose decimal mark can only be a comma: 1,5, 1.234,5.
    pub commas: u64,
    /// Numbers whose point may separate thousands: 1.234.
    pub open: u64,
    /// The first of those.
    pub example: Option<String>,
    /// Numbers whose comma may be a decimal mark: 1,234.
    pub thousands: u64,
    /// The first of those.
    pub thousand: Option<String>,
}

impl DecimalMarks {
    /// Counts those of one more text.
    pub fn count(&mut self, text: &str) {
        let marks = clean(text);
        let mut place = 0;
        while place < marks.len() {
            if !marks[place].c.is_ascii_digit() {
                place += 1;
                continue;
            }
            let end = run(&marks, place, false).max(place + 1);
            let number: String = marks[place..end].iter().map(|mark| mark.c).collect();
            self.add(&number);
            place = end;
        }
    }

    fn add(&mut self, number: &str) {
        let mut marks = number.chars().filter(|c| !c.is_ascii_digit());
        let (Some(first), last) = (marks.next(), marks.next_back()) else { return };
        let Some((before, after)) = number.rsplit_once(['.', ',']) else { return };
        match last {
            None if after.len() == 3 && before.len() <= 3 && !before.starts_with('0') => {
                let (count, example) = match first {
                    '.' => (&mut self.open, &mut self.example),
                    _ => (&mut self.thousands, &mut self.thousand),
                };
                *count += 1;
                example.get_or_insert_with(|| number.to_owned());
            }
            None => *self.of(first) += 1,
            Some(last) if last != first => *self.of(last) += 1,
            // Several of one kind part thousands.
            Some(',') => self.points += 1,
            Some(_) => self.commas += 1,
        }
    }

    fn of(&mut self, mark: char) -> &mut u64 {
        if mark == '.' { &mut self.points } else { &mut self.commas }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_numbers_show() {
        let mut marks = DecimalMarks::default();
        marks.count("1.5 and 1,234.5 and 1,234,567, but 1,23, 1.234,5, then 1.234 or 12,345 and 7");
        let [example, thousand] = ["1.234", "12,345"].map(|one| Some(one.to_owned()));
        let (open, thousands) = (1, 1);
        let known = DecimalMarks { points: 3, commas: 2, open, example, thousands, thousand };
        assert_eq!(marks, known);
    }
}
