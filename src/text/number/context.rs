//! What a number is by the company it keeps: the number of a list item or of a scope, an end of a range.

use super::clean::{Mark, at};
use super::reader::{Found, word_before};
use super::words::is_label;
use super::{Number, Standing};

/// Leaves out labels, marks the numbers of list items and joins the ends of ranges.
pub(super) fn settle(marks: &[Mark], numbers: &mut Vec<Found>) {
    drop_labels(marks, numbers);
    mark_items(marks, numbers);
    join_ranges(marks, numbers);
}

/// The marks between two numbers of a line, where they are few; without white space at the ends.
fn between(marks: &[Mark], one: &Found, two: &Found) -> Option<String> {
    let between = marks.get(one.to..two.from).filter(|between| between.len() <= 8)?;
    let text: String = between.iter().map(|mark| mark.c).collect();
    (!text.contains('\n')).then(|| text.trim().to_owned())
}

/// Leaves out numbers that only say which one: Scope 1 and 2, Table 3.
fn drop_labels(marks: &[Mark], numbers: &mut Vec<Found>) {
    let mut labels: Option<Found> = None;
    numbers.retain(|found| {
        let plain = !found.number.is_sized()
            && found.number.currency.is_none()
            && found.number.standing == Standing::Quantity;
        let (word, dotted) = word_before(marks, found.from);
        let goes_on = labels.as_ref().is_some_and(|last| {
            let link = between(marks, last, found);
            let short = found.to - found.from <= 2 && found.bare;
            short
                && matches!(
                    link.as_deref(),
                    Some("," | "and" | ", and" | "&" | "+" | "or" | "-" | "–" | "/" | "to")
                )
        });
        let label = plain && (is_label(&word, dotted) || goes_on);
        labels = label.then_some(*found);
        !label
    });
}

/// Marks the numbers of list items: `1.` and `2)` at the start of lines, `(1)` before words. They count
/// up from 1.
fn mark_items(marks: &[Mark], numbers: &mut [Found]) {
    let mut items: Vec<(usize, u32, bool)> = Vec::new();
    for (index, found) in numbers.iter().enumerate() {
        if !found.bare || found.to - found.from > 5 {
            continue;
        }
        let text: String = marks[found.from..found.to].iter().map(|mark| mark.c).collect();
        let Ok(number) = text.trim_matches(['(', ')', ' ']).parse::<u32>() else { continue };
        let next = at(marks, found.to);
        let mut start = found.from;
        while start > 0
            && found.from - start < 12
            && matches!(at(marks, start - 1), ' ' | '#' | '\t' | '•' | '>')
        {
            start -= 1;
        }
        let line = start == 0 || at(marks, start - 1) == '\n';
        let dotted = matches!(next, '.' | ')') && !found.bracketed;
        let after = found.to + usize::from(dotted);
        let blank = matches!(at(marks, after), ' ' | '\t');
        let words = (after..after + 4).find(|place| !matches!(at(marks, *place), ' ' | '\t'));
        let follows = words.is_some_and(|place| !matches!(at(marks, place), '\0' | '\n' | ')'));
        let inline = found.bracketed;
        let letter = words.is_some_and(|place| at(marks, place).is_alphabetic());
        if number < 100 && blank && follows && ((line && dotted) || (inline && letter)) {
            items.push((index, number, line));
        }
    }
    let mut seen = [false; 100];
    for (_, number, _) in &items {
        seen[*number as usize] = true;
    }
    for (index, number, line) in items {
        let number = number as usize;
        let before = number > 1 && seen[number - 1];
        let first = number == 1 && (line || seen[2]);
        if before || first {
            let found: &mut Found = &mut numbers[index];
            found.number.standing = Standing::Marker;
            found.number.value = found.number.value.abs();
        }
    }
}

/// Joins numbers that are the ends of a range. The lower end takes over what only the upper one has:
/// 5-10 million is from 5 million.
fn join_ranges(marks: &[Mark], numbers: &mut [Found]) {
    for upper in 1..numbers.len() {
        let (one, two) = (numbers[upper - 1], numbers[upper]);
        let quantities = [one, two].iter().all(|found| found.number.standing == Standing::Quantity);
        if !quantities || (upper > 1 && numbers[upper - 2].number.range) {
            continue;
        }
        let (word, _) = word_before(marks, one.from);
        let range = match between(marks, &one, &two).as_deref() {
            Some("-" | "–") => true,
            Some("to") => !word.eq_ignore_ascii_case("from"),
            Some("and") => word.eq_ignore_ascii_case("between"),
            _ => false,
        };
        if !range {
            continue;
        }
        let lower = taking_over(&one.number, &two.number);
        for lower in [lower, Some(one.number)].into_iter().flatten() {
            if lower.value < two.number.value {
                numbers[upper - 1].number = Number { range: true, ..lower };
                break;
            }
        }
    }
}

/// The lower end with percent, scale, currency and unit of the upper one, where it has none of its own.
fn taking_over(lower: &Number, upper: &Number) -> Option<Number> {
    if lower.is_sized() {
        return None;
    }
    let points = if upper.percent == Some(super::Percent::BasisPoints) { -2 } else { 0 };
    let power = upper.scale + upper.prefix + points;
    Some(Number {
        value: lower.value.shifted(power)?,
        last_digit: lower.last_digit.map(|digit| digit.saturating_add(power)),
        scale: upper.scale,
        prefix: upper.prefix,
        percent: upper.percent,
        currency: lower.currency.or(upper.currency),
        unit: upper.unit,
        per: upper.per,
        ..*lower
    })
}
