//! A run of digits and marks: one number, several, or none.

use super::Locale;
use super::clean::{Mark, at};
use super::decimal::Decimal;

/// What a run of digits and marks writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    /// A number, and how many of its digits stand behind the decimal mark.
    One(Decimal, i32),
    /// Several, with commas between them.
    Several,
    /// None that is written as numbers are.
    None,
}

/// More digits are no quantity.
const MOST: usize = 60;

/// Where the run that begins at `from` ends. `spaces`: whether a space may stand between thousands.
pub(super) fn run(marks: &[Mark], from: usize, spaces: bool) -> usize {
    let at = |place: usize| at(marks, place);
    let mut end = from;
    let mut digits = 0_usize;
    // Only groups of three with spaces between, so far.
    let mut spaced = spaces;
    let mut decimal = false;
    loop {
        let group = end;
        while at(end).is_ascii_digit() {
            end += 1;
        }
        let length = end - group;
        digits = digits.saturating_add(length);
        spaced &= if digits == length {
            (1..=3).contains(&length) && at(group) != '0'
        } else {
            length == 3
        };
        let next = at(end + 1).is_ascii_digit();
        let three = (1..=3).all(|step| at(end + step).is_ascii_digit());
        match at(end) {
            ' ' if spaced && !decimal && three && !at(end + 4).is_ascii_digit() => end += 1,
            '\'' if next && three && !decimal => end += 1,
            '.' | ',' if next => {
                decimal = true;
                end += 1;
            }
            _ => return end,
        }
        spaced &= !decimal;
    }
}

/// What the run writes.
pub(super) fn read(run: &[Mark], locale: Locale) -> Reading {
    if run.len() > 2 * MOST {
        return Reading::None;
    }
    let text: String = run.iter().map(|mark| mark.c).collect();
    let marks: Vec<char> = text.chars().filter(|c| !c.is_ascii_digit()).collect();
    let groups: Vec<&str> = text.split(|c: char| !c.is_ascii_digit()).collect();
    let (Some(first), Some(last)) = (marks.first(), marks.last()) else {
        return one(&groups, false);
    };
    let count = |c: char| marks.iter().filter(|mark| **mark == c).count();
    let before = &groups[..groups.len() - 1];
    let Some(tail) = groups.last() else { return Reading::None };
    let alone = marks.len() == 1;
    match (first, last) {
        ('.', '.') if alone => one(&groups, locale != Locale::Eu || !thousands(&groups)),
        (',', ',') if alone => {
            let grouped = thousands(&groups);
            match locale {
                Locale::Eu => one(&groups, true),
                Locale::En if !grouped => Reading::Several,
                _ => one(&groups, !grouped),
            }
        }
        // The mark that comes last, and only once, is the decimal one.
        (_, '.' | ',') if first != last && count(*last) == 1 => {
            let grouped = marks[..marks.len() - 1].iter().all(|mark| mark == first)
                && (thousands(before) || (*first == ',' && indian(before)));
            if grouped { one(&groups, true) } else { list(&text) }
        }
        _ if marks.iter().any(|mark| mark != first) => list(&text),
        (',', _) if thousands(&groups) || indian(&groups) => one(&groups, false),
        (',', _) => list(&text),
        _ if thousands(&groups) && tail.len() == 3 => one(&groups, false),
        _ => Reading::None,
    }
}

/// One number of these groups of digits; whether the last one is behind the decimal mark.
fn one(groups: &[&str], decimal: bool) -> Reading {
    let decimals = if decimal { groups.last().map_or(0, |last| last.len()) } else { 0 };
    let digits = groups.concat();
    match (Decimal::of_digits(&digits, decimals), i32::try_from(decimals)) {
        (Some(number), Ok(decimals)) if digits.len() <= MOST => Reading::One(number, decimals),
        _ => Reading::None,
    }
}

/// Whether commas stand between numbers, all with decimals or all without: not where a group of three
/// says that they were meant to part thousands.
fn list(text: &str) -> Reading {
    let parts = || text.split(',');
    let plain =
        parts().all(|part| part.bytes().all(|byte| byte.is_ascii_digit()) && part.len() != 3);
    let points = parts().all(|part| part.split('.').count() == 2);
    if parts().count() > 1 && (plain || points) { Reading::Several } else { Reading::None }
}

/// Groups as in 1,234,567.
fn thousands(groups: &[&str]) -> bool {
    let Some((first, rest)) = groups.split_first() else { return false };
    (1..=3).contains(&first.len())
        && !first.starts_with('0')
        && rest.iter().all(|one| one.len() == 3)
}

/// Groups as in 12,34,567.
fn indian(groups: &[&str]) -> bool {
    let [first, middle @ .., last] = groups else { return false };
    (1..=2).contains(&first.len())
        && !first.starts_with('0')
        && middle.iter().all(|one| one.len() == 2)
        && last.len() == 3
}

#[cfg(test)]
mod tests {
    use super::super::clean::clean;
    use super::*;

    fn reading(text: &str, locale: Locale) -> String {
        let marks = clean(text);
        let end = run(&marks, 0, true);
        let rest: String = marks[end..].iter().map(|mark| mark.c).collect();
        let read = match read(&marks[..end], locale) {
            Reading::One(number, decimals) => format!("{number}/{decimals}"),
            Reading::Several => "several".to_owned(),
            Reading::None => "none".to_owned(),
        };
        if rest.is_empty() { read } else { format!("{read}|{rest}") }
    }

    #[test]
    fn marks_between_digits() {
        for (text, auto, en, eu) in [
            ("1234", "1,234/0", "1,234/0", "1,234/0"),
            ("1,234", "1,234/0", "1,234/0", "1.234/3"),
            ("1.234", "1.234/3", "1.234/3", "1,234/0"),
            ("1,23", "1.23/2", "several", "1.23/2"),
            ("1.23", "1.23/2", "1.23/2", "1.23/2"),
            ("0,234", "0.234/3", "several", "0.234/3"),
            ("1234,567", "1,234.567/3", "several", "1,234.567/3"),
            ("1,234.5", "1,234.5/1", "1,234.5/1", "1,234.5/1"),
            ("1.234,5", "1,234.5/1", "1,234.5/1", "1,234.5/1"),
            ("1 234,5", "1,234.5/1", "1,234.5/1", "1,234.5/1"),
            ("1 234 567", "1,234,567/0", "1,234,567/0", "1,234,567/0"),
            ("12'345.50", "12,345.5/2", "12,345.5/2", "12,345.5/2"),
            ("1’234’567", "1,234,567/0", "1,234,567/0", "1,234,567/0"),
            ("1,234,567", "1,234,567/0", "1,234,567/0", "1,234,567/0"),
            ("1.234.567", "1,234,567/0", "1,234,567/0", "1,234,567/0"),
            ("12,34,567.8", "1,234,567.8/1", "1,234,567.8/1", "1,234,567.8/1"),
            ("1,00,000", "100,000/0", "100,000/0", "100,000/0"),
            ("123,456,78", "none", "none", "none"),
            ("1.2.3", "none", "none", "none"),
            ("1,2345.67", "none", "none", "none"),
            ("1,2,3", "several", "several", "several"),
            ("0.5,0.75", "several", "several", "several"),
            ("2022 100", "2,022/0| 100", "2,022/0| 100", "2,022/0| 100"),
            ("5 1000", "5/0| 1000", "5/0| 1000", "5/0| 1000"),
            ("1'23", "1/0|'23", "1/0|'23", "1/0|'23"),
            ("45.", "45/0|.", "45/0|.", "45/0|."),
            (".5", "0.5/1", "0.5/1", "0.5/1"),
        ] {
            for (locale, expected) in [(Locale::Auto, auto), (Locale::En, en), (Locale::Eu, eu)] {
                assert_eq!(reading(text, locale), expected, "{text} {locale:?}");
            }
        }
        assert_eq!(reading(&"9".repeat(100), Locale::Auto), "none");
        assert_eq!(reading(&"9,".repeat(1000), Locale::Auto), "none|,");
    }
}
