//! Python's `str.lower()`, digit for digit as of Unicode 14 (`CPython` 3.11.7): the standard
//! library's is of another Unicode version with every compiler, and its tables are forty times as
//! large to download.

#[rustfmt::skip]
mod tables;

use super::packed::Numbers;
use std::sync::LazyLock;
use tables::{CASE_IGNORABLE, CASED, LOWER};

/// Characters that have a lower case.
struct Run {
    first: u32,
    last: u32,
    /// 1, or 2 where every other character is meant.
    step: u32,
    /// From a character to its lower case, modulo 2^32.
    offset: u32,
}

static RUNS: LazyLock<Vec<Run>> = LazyLock::new(|| {
    let (mut numbers, mut runs, mut next) = (Numbers(LOWER), Vec::new(), 0);
    while let (Some(gap), Some(shape), Some(offset)) =
        (numbers.next(), numbers.next(), numbers.next())
    {
        let (first, step) = (next + gap, shape % 2 + 1);
        let last = first + shape / 2 * step;
        // The lowest bit is the sign.
        let offset = if offset % 2 == 0 { offset / 2 } else { 0u32.wrapping_sub(offset / 2 + 1) };
        runs.push(Run { first, last, step, offset });
        next = last + 1;
    }
    runs
});

/// The lower case of a character, by itself: İ as `i`, without the dot above that Python adds.
pub fn lower(c: char) -> char {
    if c.is_ascii() {
        return c.to_ascii_lowercase();
    }
    let code = u32::from(c);
    let after = RUNS.partition_point(|run| run.first <= code);
    let run = RUNS[..after].last();
    run.filter(|run| code <= run.last && (code - run.first) % run.step == 0)
        .and_then(|run| char::from_u32(code.wrapping_add(run.offset)))
        .unwrap_or(c)
}

/// Appends Python's `text.lower()` to `out`.
pub fn lowercase(text: &str, out: &mut String) {
    if text.is_ascii() {
        let start = out.len();
        out.push_str(text);
        out[start..].make_ascii_lowercase();
        return;
    }
    for (place, c) in text.char_indices() {
        match c {
            'Σ' if is_final(&text[..place], &text[place + c.len_utf8()..]) => out.push('ς'),
            'İ' => out.push_str("i\u{307}"),
            _ => out.push(lower(c)),
        }
    }
}

/// Python's `text.lower()`.
pub fn lowered(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    lowercase(text, &mut out);
    out
}

/// Whether a sigma ends a word: a cased character stands before it and none after it, past those
/// that do not count.
fn is_final(before: &str, after: &str) -> bool {
    let counts = |c: &char| !CASE_IGNORABLE.contain(*c);
    before.chars().rev().find(counts).is_some_and(|c| CASED.contain(c))
        && !after.chars().find(counts).is_some_and(|c| CASED.contain(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_in_capitals() {
        for (text, expected) in
            [("ΟΔΟΣ", "οδος"), ("İ", "i\u{307}"), ("ΣΑΣ ΣΑΣ.", "σας σας."), ("ẞÀ", "ßà")]
        {
            assert_eq!(lowered(text), expected);
        }
    }
}
