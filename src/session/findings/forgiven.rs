//! Doubts about answers that are right only because a plain comparison forgives something.

use super::misses::{FEW, quoted};
use crate::digits::{counted, percent};
use crate::evaluate::{Evaluation, Material};
use crate::normalize::day::{find, worked_out};

/// Doubts about a run of which answers are right by what a comparison forgives.
pub(in crate::session) fn forgiven(
    material: &Material<'_>,
    evaluation: &Evaluation,
    place: usize,
) -> Option<String> {
    orders_of_dates(material, evaluation, place)
        .or_else(|| signs_ignored(material, evaluation, place))
}

/// The questions of a run that count as right.
fn right(values: &[f64]) -> impl Iterator<Item = usize> {
    values.iter().enumerate().filter(|(_, value)| **value == 1.0).map(|(row, _)| row)
}

/// The doubt about dates such as 03/04/2020 that are right with the day first in one question, and with the
/// month first in another.
fn orders_of_dates(
    material: &Material<'_>,
    evaluation: &Evaluation,
    place: usize,
) -> Option<String> {
    let compares = evaluation.settings().preset.id.as_str();
    let values = evaluation.runs[place].values.first()?;
    if !["plain-date", "plain-mixed"].contains(&compares) {
        return None;
    }
    // Right with the month first, and with the day first, alone.
    let mut only = [0_usize; 2];
    for row in right(values) {
        let Some(said) = material.prediction(place, row) else { continue };
        let said = worked_out(&said);
        let equal = |order: usize| {
            material.answers.of(row).any(|gold| {
                let gold = find(gold);
                let by =
                    |days: &[crate::normalize::day::Day]| days.get(order).or(days.first()).copied();
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
        format!(
            "dates are read in both orders: {} of {} {} right only with the day first, and {month_first} only with \
             the month first; in one order for all it would score {} at most",
            counted(day_first, "answer"),
            material.joined.runs[place].short_name(),
            if day_first == 1 { "is" } else { "are" },
            percent((all - fewer as f64) / scored as f64)
        )
    })
}

/// What tells names such as C, C++ and C#, and 3,5 from 35, in the order in which it stands.
fn signs(text: &str) -> Vec<char> {
    let chars: Vec<char> = text.trim().chars().collect();
    let at = |place: usize| chars.get(place).copied().unwrap_or(' ');
    let digits_after = |place: usize| {
        let rest = chars.get(place + 1..).unwrap_or_default();
        rest.iter().take_while(|c| c.is_ascii_digit()).count()
    };
    let is_sign = |place: usize| {
        let before = if place == 0 { ' ' } else { at(place - 1) };
        match at(place) {
            '+' | '#' => before.is_alphanumeric() || matches!(before, '+' | '#'),
            // Behind a comma between thousands there are three digits.
            ',' => before.is_ascii_digit() && ![0, 3].contains(&digits_after(place)),
            _ => false,
        }
    };
    (0..chars.len()).filter(|place| is_sign(*place)).map(at).collect()
}

/// The doubt about texts that are equal only without their signs, as C and C++ are.
fn signs_ignored(material: &Material<'_>, evaluation: &Evaluation, place: usize) -> Option<String> {
    if !evaluation.settings().preset.metrics.iter().any(|metric| metric == "f1") {
        return None;
    }
    let values = evaluation.runs[place].values.first()?;
    let mut found = right(values).filter_map(|row| {
        let said = material.prediction(place, row)?;
        let own = signs(&said);
        let golds = material.answers.of(row);
        let differs =
            golds.clone().next().is_some() && golds.clone().all(|gold| signs(gold) != own);
        differs.then(|| Some((quoted(&said), quoted(golds.clone().next()?))))?
    });
    let (said, gold) = found.next()?;
    let count = 1 + found.count();
    (count * FEW >= values.len()).then(|| {
        format!(
            "{} of {} {} right only because signs are ignored, such as {said} for {gold}: as exact texts \
             they differ",
            counted(count, "answer"),
            material.joined.runs[place].short_name(),
            if count == 1 { "is" } else { "are" },
        )
    })
}

#[cfg(test)]
mod tests {
    use super::signs;

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
            ("A+", "+"),
        ] {
            assert_eq!(signs(text).into_iter().collect::<String>(), expected, "{text}");
        }
    }
}
