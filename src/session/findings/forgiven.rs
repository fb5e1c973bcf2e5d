//! Doubts about answers that are right only because a plain comparison ignores a difference.

use super::amounts::range;
use super::{FEW, LOOKED_AT, OneRun, SOME};
use crate::doubt::{Difference, Doubt, Forgiven, OrdersOfDates};
use crate::text::day::{find_written, worked_out_written};
use crate::text::number::are_convertible;
use crate::understand::reading::{AnswerKind, is_yes_or_no, number, unit_of};
use std::collections::{HashMap, HashSet};

/// The doubt about a run if a comparison calls answers right because it ignores a difference.
pub(crate) fn forgiven(run: OneRun<'_>) -> Option<Doubt> {
    type Kind<'a> = (bool, usize, Difference, &'a dyn Fn(&str, &str) -> bool);
    let preset = &run.settings().preset;
    let plain = preset.is_plain();
    let is = |kind: AnswerKind| preset.kind() == Some(kind);
    let mixed = is(AnswerKind::Mixed);
    let (dates, numbers) = (mixed || is(AnswerKind::Date), mixed || is(AnswerKind::Number));
    let of_words = preset.metrics.iter().any(|metric| metric == "f1");
    if let Some(doubt) = dates.then(|| orders_of_dates(run)).flatten() {
        return Some(doubt.into());
    }
    let twins = if of_words && plain { twins(run) } else { HashSet::new() };
    let hedges = |text: &str| is_hedged(text) || range(text).is_some();
    let is_label = |said: &str| said.split_whitespace().count() <= 2;
    let capitals = |said: &str, gold: &str| {
        is_expression(gold) && operators(said) == operators(gold) && letters(said) != letters(gold)
    };
    let codes = |said: &str, gold: &str| {
        let (said, gold) = (said.trim(), gold.trim());
        said != gold
            && (is_code(said) || is_code(gold))
            && said.to_lowercase() == gold.to_lowercase()
    };
    // For each: whether it applies, its threshold as one answer in so many, the difference, and the test.
    let kinds: [Kind<'_>; 13] = [
        (dates, FEW, Difference::TimeOfDay, &|said, gold| differ(clock, said, gold)),
        (plain, FEW, Difference::Decade, &|said, gold| differ(decade, said, gold)),
        (numbers, FEW, Difference::Unit, &|said, gold| {
            differ(unit_of, said, gold) && !are_convertible(said, gold)
        }),
        (numbers, FEW, Difference::PerCent, &differ_in_per_cent),
        (is(AnswerKind::Number), FEW, Difference::Hedge, &|said, gold| {
            hedges(said) && !hedges(gold)
        }),
        (numbers, FEW, Difference::Code, &are_other_codes),
        (is(AnswerKind::Closed), FEW, Difference::Signs, &|said, gold| {
            is_label(said) && signs(said) != signs(gold)
        }),
        (of_words && plain, FEW, Difference::CapitalsOfAnswers, &|said, gold| {
            said.trim() != gold.trim() && twins.contains(&gold.trim().to_lowercase())
        }),
        (of_words, FEW, Difference::Signs, &|said, gold| signs(said) != signs(gold)),
        (of_words, SOME, Difference::Signs, &|said, gold| inner_signs(said) != inner_signs(gold)),
        (of_words, SOME, Difference::Signs, &|said, gold| {
            is_expression(gold) && operators(said) != operators(gold)
        }),
        (of_words, SOME, Difference::CapitalsOfCodes, &codes),
        (of_words, SOME, Difference::CapitalsOfExpressions, &capitals),
    ];
    let mut kinds = kinds.into_iter().filter(|(concerns, ..)| *concerns);
    kinds.find_map(|(_, one_in, difference, differs)| {
        Some(told(run, one_in, difference, differs)?.into())
    })
}

/// Gold answers of one word, in lower case, that occur among the first questions in two forms that differ in
/// capitals.
fn twins(run: OneRun<'_>) -> HashSet<String> {
    let rows = run.material.gold.table.rows().min(LOOKED_AT);
    let mut forms: HashMap<String, &str> = HashMap::new();
    let mut twins = HashSet::new();
    for gold in (0..rows).flat_map(|row| run.golds(row)) {
        let gold = gold.trim();
        let lower = gold.to_lowercase();
        let is_word =
            gold.len() < 40 && !gold.contains(char::is_whitespace) && !is_yes_or_no(&lower);
        if is_word && *forms.entry(lower.clone()).or_insert(gold) != gold {
            twins.insert(lower);
        }
    }
    twins
}

/// The doubt about answers that count as right and differ from every gold answer in this way.
fn told(
    run: OneRun<'_>,
    one_in: usize,
    difference: Difference,
    differs: &dyn Fn(&str, &str) -> bool,
) -> Option<Forgiven> {
    let values = run.values()?;
    let settings = run.settings();
    let found = right(&values).filter_map(|row| {
        let output = run.said(row)?;
        let said = settings.extractor.extract(&output).answer.unwrap_or_default().to_owned();
        let golds: Vec<&str> = match settings.split(run.golds(row)) {
            Some(parts) => parts.into_iter().map(|(_, part)| part).collect(),
            None => run.golds(row).collect(),
        };
        let all = !golds.is_empty() && golds.iter().all(|gold| differs(&said, gold));
        all.then(|| (said, golds[0].to_owned()))
    });
    let mut found: Vec<(String, String)> = found.collect();
    let answers = found.len();
    let (said, gold) = found.drain(..).next()?;
    let are_many = answers * one_in >= values.len().min(LOOKED_AT);
    (are_many && (one_in == FEW || answers > 1)).then(|| Forgiven {
        run: run.name(),
        answers,
        difference,
        said,
        gold,
    })
}

/// Whether a text of one word has letters and digits, as codes do, or is a number and a short unit.
fn is_code(text: &str) -> bool {
    let measured = text.split_once(' ').is_some_and(|(amount, unit)| {
        amount.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
            && unit.len() < 4
            && unit.bytes().all(|byte| byte.is_ascii_alphabetic())
    });
    let signs = ['=', '+', '/', '_', '-'];
    let mixed = text.chars().all(|c| c.is_ascii_alphanumeric() || signs.contains(&c))
        && text.contains(|c: char| c.is_ascii_digit())
        && text.contains(|c: char| c.is_ascii_alphabetic());
    measured || mixed
}

/// The time of day in a text, as hour and minute.
fn clock(text: &str) -> Option<String> {
    let (at, _) = text.match_indices(':').next()?;
    let digits = |part: &str| part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_digit());
    let (hour, minute) = (text.get(at.checked_sub(2)?..at)?, text.get(at + 1..at + 3)?);
    (digits(hour) && digits(minute)).then(|| format!("{hour}:{minute}"))
}

/// Whether two texts have the same number below 1, but one of them in per cent: a hundredth of the other.
fn differ_in_per_cent(said: &str, gold: &str) -> bool {
    let small = |text: &str| number(text).is_some_and(|value| value != 0.0 && value.abs() < 1.0);
    said.contains('%') != gold.contains('%') && small(said) && small(gold)
}

/// Whether a short text says that its number is a lower or upper bound, or not the number.
fn is_hedged(text: &str) -> bool {
    const HEDGES: [&str; 9] = [
        "more than ", "less than ", "over ", "under ", "at least ", "at most ", "up to ", "not ",
        "fewer than ",
    ];
    let lower = text.trim().to_lowercase();
    lower.len() < 60 && HEDGES.iter().any(|hedge| lower.starts_with(hedge))
}

/// Whether the year in a text means a decade, as in `1990s`.
fn decade(text: &str) -> Option<bool> {
    let text = text.trim();
    let year = text.trim_end_matches('s').trim_end_matches(['\'', '’']);
    (year.len() == 4 && year.bytes().all(|byte| byte.is_ascii_digit())).then(|| text.ends_with('s'))
}

/// Whether both texts have this part, and the parts differ.
fn differ<T: PartialEq>(parts: impl Fn(&str) -> Option<T>, said: &str, gold: &str) -> bool {
    matches!((parts(said), parts(gold)), (Some(a), Some(b)) if a != b)
}

/// Whether two texts of letters and digits are equal only as numbers: leading zeros, an exponent without a point,
/// or more digits than a float has.
fn are_other_codes(said: &str, gold: &str) -> bool {
    let (said, gold) = (said.trim(), gold.trim());
    let is_code = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric());
    let odd = |text: &str| {
        let digits = text.bytes().filter(u8::is_ascii_digit).count();
        (text.starts_with('0') && text.len() > 1)
            || digits > 15
            || (digits > 0
                && digits < text.len()
                && text.bytes().any(|byte| matches!(byte, b'e' | b'E')))
    };
    is_code(said) && is_code(gold) && said != gold && (odd(said) || odd(gold))
}

/// The signs between the letters and digits of words, and comparison signs before numbers. Hyphens are left out,
/// and points except in addresses, because many people omit them.
fn inner_signs(text: &str) -> Vec<char> {
    let chars: Vec<char> = text.trim().chars().collect();
    let is_word = |place: Option<usize>| {
        place.and_then(|place| chars.get(place)).is_some_and(|c| c.is_alphanumeric())
    };
    let is_address = text.contains(['@', '/', '\\']);
    let is_sign = |(place, c): &(usize, &char)| {
        let inner = is_word(place.checked_sub(1)) && is_word(Some(place + 1));
        (inner && matches!(**c, '_' | '/' | '@' | '\'' | '’' | ':' | '\\' | '='))
            || (inner && **c == '.' && is_address)
            || (matches!(**c, '<' | '>' | '≤' | '≥') && *place == 0)
    };
    let signs = chars.iter().enumerate().filter(is_sign).map(|(_, c)| *c);
    signs.map(|c| if c == '’' { '\'' } else { c }).collect()
}

/// Whether a text contains signs that no sentence has, such as those of an expression, a pattern or a formula.
fn is_expression(text: &str) -> bool {
    let text = text.trim();
    let inner = text.trim_matches(['*', '[', ']', '(', ')', '<', '>', '"', '`']);
    let strong = |c: char| matches!(c, '=' | '~' | '^' | '|' | '\\' | '[' | ']' | '{' | '}');
    inner.contains(strong) && text.split_whitespace().count() < 12
}

/// The signs of an expression in their order; signs that end or quote a sentence are left out.
fn operators(text: &str) -> String {
    let is_sign = |c: &char| {
        !(c.is_alphanumeric()
            || c.is_whitespace()
            || matches!(c, '.' | ',' | ';' | '"' | '\'' | '`' | '$' | '_'))
    };
    text.chars().filter(is_sign).collect()
}

fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}

/// The first questions of a run that count as right.
fn right(values: &[f64]) -> impl Iterator<Item = usize> {
    let right = values.iter().take(LOOKED_AT).enumerate().filter(|(_, value)| **value == 1.0);
    right.map(|(row, _)| row)
}

/// The doubt about dates such as 03/04/2020 if some are right only with the day first and others only with the
/// month first.
fn orders_of_dates(run: OneRun<'_>) -> Option<OrdersOfDates> {
    let values = run.values()?;
    // Answers that are right only with the month first, and only with the day first.
    let mut only = [0_usize; 2];
    for row in right(&values) {
        let Some(said) = run.said(row) else { continue };
        let said = worked_out_written(&said);
        let equal = |order: usize| {
            run.golds(row).any(|gold| {
                let gold = find_written(gold);
                let by = |days: &[crate::text::day::Day]| days.get(order).or(days.first()).copied();
                by(&gold).zip(by(&said)).is_some_and(|(gold, said)| gold.is_said_by(said))
            })
        };
        match [equal(0), equal(1)] {
            [true, false] => only[0] += 1,
            [false, true] => only[1] += 1,
            _ => {}
        }
    }
    let [month_first, day_first] = only;
    let fewer = month_first.min(day_first);
    let scored = values.iter().filter(|value| !value.is_nan()).count();
    let all = values.iter().filter(|value| !value.is_nan()).sum::<f64>();
    (fewer > 0).then(|| {
        let at_most = (all - fewer as f64) / scored as f64;
        OrdersOfDates { run: run.name(), day_first, month_first, at_most }
    })
}

/// The signs that distinguish names such as C, C++ and C#, and 3,5 from 35, in their order.
fn signs(text: &str) -> Vec<char> {
    let chars: Vec<char> = text.trim().chars().collect();
    let at = |place: usize| chars.get(place).copied().unwrap_or(' ');
    let digits_after = |place: usize| {
        let rest = chars.get(place + 1..).unwrap_or_default();
        rest.iter().take_while(|c| c.is_ascii_digit()).count()
    };
    // A sign before a letter, at the beginning of a word.
    let is_flag = |place: usize| {
        matches!(at(place), '-' | '+')
            && (place == 0 || at(place - 1) == ' ')
            && at(place + 1).is_ascii_alphabetic()
    };
    // A-.
    let is_grade = |place: usize| place == 1 && chars.len() == 2 && chars[0].is_ascii_uppercase();
    let is_sign = |place: usize| {
        let before = if place == 0 { ' ' } else { at(place - 1) };
        match at(place) {
            '+' | '#' => before.is_alphanumeric() || matches!(before, '+' | '#') || is_flag(place),
            '-' | '−' => is_flag(place) || is_grade(place),
            // Capitals distinguish flags, too.
            c if c.is_ascii_alphabetic() => {
                place > 0 && matches!(before, '-' | '+') && is_flag(place - 1)
            }
            // A thousands comma is followed by three digits.
            ',' => before.is_ascii_digit() && ![0, 3].contains(&digits_after(place)),
            _ => false,
        }
    };
    (0..chars.len()).filter(|place| is_sign(*place)).map(at).collect()
}

#[cfg(test)]
mod tests {
    use super::{are_other_codes, inner_signs, signs};

    #[test]
    fn codes_that_are_equal_as_numbers_alone() {
        for (a, b, other) in [
            ("0101", "101", true),
            ("1E2", "100", true),
            ("1234567890123456", "1234567890123457", true),
            ("5", "5.0", false),
            ("1,000", "1000", false),
            ("12", "12", false),
        ] {
            assert_eq!(are_other_codes(a, b), other, "{a} {b}");
        }
    }

    #[test]
    fn signs_within_words() {
        for (text, expected) in [
            ("max_len", "_"),
            ("a/b/c.txt", "//."),
            ("it's", "'"),
            ("it’s", "'"),
            ("<5", "<"),
            ("one 'two' three", ""),
            ("well-known U.S. town", ""),
        ] {
            assert_eq!(inner_signs(text).into_iter().collect::<String>(), expected, "{text}");
        }
    }

    #[test]
    fn signs_that_tell_names_and_numbers_apart() {
        for (text, expected) in [
            ("C++", "++"),
            ("C# and C", "#"),
            ("3,5", ","),
            ("3,500", ""),
            ("1,234,567", ""),
            ("on May 3, 2001", ""),
            ("1 + 2", ""),
            ("#1", ""),
            ("-x", "-x"),
            ("ls -L", "-L"),
            ("a - b", ""),
            ("well-known", ""),
            ("A+", "+"),
            ("A-", "-"),
        ] {
            assert_eq!(signs(text).into_iter().collect::<String>(), expected, "{text}");
        }
    }
}
