//! Gold answers of several parts against outputs that give each part in a box of its own or after its letter.

use super::{equal_by, parse};
use crate::score::extract::math_answer;
use crate::text::formula::tree::Expr;
use itertools::Itertools as _;

/// More boxes are no parts of one answer.
const MOST: usize = 20;

/// Whether an output gives each part of a gold answer.
pub(super) fn gives_all(gold: &str, output: &str, rounds: bool) -> bool {
    let parts = lettered(gold);
    if parts.len() > 1 {
        return gives_lettered(&parts, output, rounds);
    }
    let boxes = math_answer::each_box(output);
    let Some(wanted) = count(gold).filter(|wanted| (2..=MOST).contains(wanted)) else {
        return false;
    };
    // What is boxed again at the end is one part.
    let boxes: Vec<_> = boxes.iter().unique_by(|found| (found.name, found.inner)).collect();
    if boxes.len() != wanted {
        return false;
    }
    let named = boxes.iter().all(|found| found.name.is_some());
    let each = boxes.iter().map(|found| match found.name.filter(|_| named) {
        Some(name) if !found.inner.contains('=') => format!("{name}={}", found.inner),
        _ => found.inner.to_owned(),
    });
    let joined = each.collect::<Vec<_>>().join(", ");
    equal_by(gold, &joined, rounds).equal()
        || (!named && equal_by(gold, &format!("({joined})"), rounds).equal())
}

/// How many parts a gold answer has.
fn count(gold: &str) -> Option<usize> {
    match parse::parse(gold)?.expr {
        Expr::List(items) | Expr::Set(items) | Expr::Tuple(_, items, _) => Some(items.len()),
        _ => None,
    }
}

fn gives_lettered(parts: &[(String, &str)], output: &str, rounds: bool) -> bool {
    let said = lettered(output);
    let boxes = math_answer::each_box(output);
    parts.iter().all(|(letter, gold)| {
        let Some((_, part)) = said.iter().rev().find(|(other, _)| other == letter) else {
            return false;
        };
        let part = if boxes.is_empty() {
            *part
        } else {
            let Some(found) = math_answer::boxed(part) else { return false };
            found.0
        };
        let part =
            part.trim_matches(|c: char| c.is_whitespace() || matches!(c, '.' | ',' | ';' | '$'));
        equal_by(
            gold.trim_matches(|c: char| c.is_whitespace() || matches!(c, ',' | ';')),
            part,
            rounds,
        )
        .equal()
    })
}

/// The parts of a text after `(a)`, `b)`, `ii)`, `(1)` or, at the start and after white space, `1.`, with their
/// letters or numbers. They count up from the first.
fn lettered(text: &str) -> Vec<(String, &str)> {
    let mut marks: Vec<(usize, usize, String)> = Vec::new();
    let bytes = text.as_bytes();
    for (end, byte) in text.bytes().enumerate() {
        if !matches!(byte, b')' | b'.') || marks.len() > 2 * MOST {
            continue;
        }
        let start = text[..end]
            .char_indices()
            .rfind(|(_, c)| !c.is_ascii_alphanumeric())
            .map_or(0, |(at, c)| at + c.len_utf8());
        let name = &text[start..end];
        let bracketed = start > 0 && bytes[start - 1] == b'(';
        let from = start - usize::from(bracketed);
        let begins = text[..from].chars().next_back().is_none_or(char::is_whitespace);
        let ends = text[end + 1..].chars().next().is_none_or(|c| c.is_whitespace() || c == '$');
        let known = position(name).is_some();
        if begins && ends && known && (byte == b')' || name.bytes().all(|b| b.is_ascii_digit())) {
            marks.push((from, end + 1, name.to_ascii_lowercase()));
        }
    }
    // All marks are written like the first one: the 3 of `(a) 3. (b) 4` is none.
    let style = |mark: &(usize, usize, String)| {
        let digits = mark.2.starts_with(|c: char| c.is_ascii_digit());
        (bytes[mark.1 - 1], bytes[mark.0] == b'(', digits)
    };
    let first = marks.first().map(style);
    marks.retain(|mark| Some(style(mark)) == first);
    let mut parts: Vec<(String, &str)> = Vec::new();
    for (place, (_, start, name)) in marks.iter().enumerate() {
        let end = marks.get(place + 1).map_or(text.len(), |next| next.0);
        parts.push((name.clone(), &text[*start..end]));
    }
    let first = parts.iter().any(|(name, _)| position(name) == Some(0));
    if first && parts.len() > 1 { parts } else { Vec::new() }
}

/// The place of a part by its letter, its number or its Roman number.
fn position(name: &str) -> Option<usize> {
    const ROMAN: [&str; 8] = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii"];
    let lower = name.to_ascii_lowercase();
    if let Some(place) = ROMAN.iter().position(|roman| *roman == lower) {
        return Some(place);
    }
    match lower.as_bytes() {
        [letter @ b'a'..=b'h'] => Some(usize::from(letter - b'a')),
        [digit @ b'1'..=b'9'] => Some(usize::from(digit - b'1')),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_found_in_boxes_and_after_letters() {
        for (gold, output, expected) in [
            ("1, 2", "$\\boxed{1}$. Then $\\boxed{2}$", true),
            ("x=1, y=2", "x=\\boxed{1}, y=\\boxed{2}", true),
            ("x=1, y=2", "x=\\boxed{2}, y=\\boxed{1}", false),
            ("(1, 2)", "x=\\boxed{1}, y=\\boxed{2}", true),
            ("(1, 2)", "\\boxed{2} \\boxed{1}", false),
            ("2", "\\boxed{1} \\boxed{2}", false),
            ("1, 2, 3", "\\boxed{1} \\boxed{2}", false),
            ("(a) 3 (b) 4", "(a) \\boxed{3} (b) \\boxed{4}", true),
            ("(a) 3 (b) 4", "(a) \\boxed{4} (b) \\boxed{3}", false),
            ("(a) 3 (b) 4", "(b) \\boxed{4} (a) \\boxed{3}", true),
            ("(a) 3 (b) 4", "(a) 3\n(b) 4.", true),
            ("(a) 3 (b) 4", "(a) 3. (b) 4.", true),
            ("i) 5 ii) 7", "i) \\boxed{5} ii) \\boxed{7}", true),
            ("f(x) = x", "\\boxed{1}", false),
        ] {
            assert_eq!(gives_all(gold, output, false), expected, "{gold} / {output}");
        }
    }
}
