//! Numbers in a text, exactly as the scorers of GSM8K find them.

use crate::text::digit::decimal;

/// What stands before the final number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Marker {
    /// `#### `, as in the gold answers.
    #[default]
    Hashes,
    /// That, or `A: ` at the start of a line, as in the solutions that were published with the data
    /// set: what comes first.
    HashesOrAnswer,
}

impl Marker {
    /// The rule of extraction by it, as presets write it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hashes => "number_after(\"####\")",
            Self::HashesOrAnswer => "number_after(\"####\", \"A:\")",
        }
    }
}

/// The first match of `#### (\-?[0-9\.\,]+)`, with its commas: `extract_answer` of
/// openai/grade-school-math@3101c7d5 `grade_school_math/dataset.py`, and `strict-match` of
/// EleutherAI/lm-evaluation-harness@4e7e0d47 `tasks/gsm8k`.
#[inline(never)]
pub fn after_marker(text: &str, marker: Marker) -> Option<&str> {
    let hashes = first_after(text, "#### ", |_| true);
    let starts_line = |start: usize| start == 0 || text.as_bytes()[start - 1] == b'\n';
    let answer = match marker {
        Marker::Hashes => None,
        Marker::HashesOrAnswer => first_after(text, "A: ", starts_line),
    };
    let place = |found: &&str| found.as_ptr().addr();
    hashes.into_iter().chain(answer).min_by_key(place)
}

/// The number after the first marker that has one and stands where it may.
fn first_after<'t>(
    text: &'t str,
    marker: &str,
    may_stand: impl Fn(usize) -> bool,
) -> Option<&'t str> {
    text.match_indices(marker).filter(|(start, _)| may_stand(*start)).find_map(|(start, _)| {
        let rest = &text[start + marker.len()..];
        let sign = usize::from(rest.starts_with('-'));
        let digits = run(&rest.as_bytes()[sign..], b".,");
        (digits > 0).then(|| &rest[..sign + digits])
    })
}

/// How many ASCII digits and other allowed bytes stand at the start.
fn run(bytes: &[u8], others: &[u8]) -> usize {
    bytes.iter().take_while(|byte| byte.is_ascii_digit() || others.contains(byte)).count()
}

/// The last match of `(-?[$0-9.,]{2,})|(-?[0-9]+)`: `flexible-extract` of
/// EleutherAI/lm-evaluation-harness@4e7e0d47 `tasks/gsm8k`. It may be `$.` or `..`.
pub fn last_loose(text: &str) -> Option<&str> {
    let bytes = text.as_bytes();
    let (mut place, mut last) = (0, None);
    while place < bytes.len() {
        let sign = usize::from(bytes[place] == b'-');
        let start = place + sign;
        let length = run(&bytes[start..], b"$.,");
        if length >= 2 || (length == 1 && bytes[start].is_ascii_digit()) {
            last = Some(&text[place..start + length]);
            place = start + length;
        } else {
            place = start.max(place + 1);
        }
    }
    last
}

/// The last match of `[-+]?\d+(?:,\d{3})*(?:\.\d+)?|\d+\.\d+` in text, with its sign and commas:
/// `extract_last_number` of EvoAgentX/EvoAgentX@aad19b91 `evoagentx/benchmark/gsm8k.py`. Digits of
/// every script count, exponents do not.
#[inline(never)]
pub fn last_number(text: &str) -> Option<&str> {
    let mut last = None;
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let sign = usize::from(matches!(c, '-' | '+'));
        let digits = decimals(&rest[sign..], usize::MAX);
        if digits == 0 {
            rest = &rest[c.len_utf8()..];
            continue;
        }
        let mut end = sign + digits;
        while let Some(group) = rest[end..].strip_prefix(',')
            && group.chars().take(3).filter(|c| decimal(*c).is_some()).count() == 3
        {
            end += 1 + decimals(group, 3);
        }
        if let Some(fraction) = rest[end..].strip_prefix('.') {
            let digits = decimals(fraction, usize::MAX);
            end += if digits > 0 { 1 + digits } else { 0 };
        }
        last = Some(&rest[..end]);
        rest = &rest[end..];
    }
    last
}

/// Bytes of the digits at the start, at most so many digits.
fn decimals(text: &str, most: usize) -> usize {
    let digits = text.chars().take(most).take_while(|c| decimal(*c).is_some());
    digits.map(char::len_utf8).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use regex::Regex;
    use std::sync::LazyLock;

    #[test]
    fn after_the_first_marker() {
        let hashes = |text| after_marker(text, Marker::Hashes);
        let either = |text| after_marker(text, Marker::HashesOrAnswer);
        assert_eq!(hashes("##### -1,2.5. #### 7"), Some("-1,2.5."));
        assert_eq!(hashes("#### x #### - #### --1 #### .,"), Some(".,"));
        assert_eq!(hashes("####72 ####  72 ####\t72 #### ７２ A: 5"), None);
        assert_eq!(either("A: 18"), Some("18"));
        assert_eq!(either("QA: 1\nA: 2\n#### 3"), Some("2"));
        assert_eq!(either("#### 3\nA: 2"), Some("3"));
        assert_eq!(either("\n A: 2 A: 3"), None);
    }

    fn pattern(pattern: &str) -> Regex {
        Regex::new(pattern).unwrap()
    }

    static STRICT: LazyLock<Regex> = LazyLock::new(|| pattern(r"#### (-?[0-9.,]+)"));
    static LOOSE: LazyLock<Regex> = LazyLock::new(|| pattern(r"(-?[$0-9.,]{2,})|(-?[0-9]+)"));
    static NUMBER: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"[-+]?\d+(?:,\d{3})*(?:\.\d+)?|\d+\.\d+"));

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4096))]

        #[test]
        fn as_the_patterns_say(text in "([-+#$., a]|[0-9]|#### |1,234|\n|A: |７){0,16}") {
            let group = STRICT.captures(&text).map(|found| found.get(1).unwrap().as_str());
            prop_assert_eq!(after_marker(&text, Marker::Hashes), group);
            let marked = text.replace("\nA: ", "\n#### ");
            let group = STRICT.captures(&marked).map(|found| found.get(1).unwrap().as_str());
            if !text.starts_with("A: ") {
                prop_assert_eq!(after_marker(&text, Marker::HashesOrAnswer), group);
            }
            let last = |pattern: &Regex| pattern.find_iter(&text).last().map(|it| it.as_str());
            prop_assert_eq!(last_loose(&text), last(&LOOSE));
            prop_assert_eq!(last_number(&text), last(&NUMBER));
        }
    }
}
