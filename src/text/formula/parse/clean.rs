//! What stands around an answer and does not belong to it.

use crate::text::formula::{argument_length, braces};
use std::borrow::Cow;

/// Takes away white space, `$`, `\[…\]`, `**…**`, `\boxed{…}` around the whole, a full stop at the end,
/// and a sentence that only leads to the answer.
pub(crate) fn clean(text: &str) -> &str {
    let mut text = text;
    loop {
        let before = text;
        text = ends(text.trim());
        for (open, close) in
            [("$$", "$$"), ("$", "$"), ("\\[", "\\]"), ("\\(", "\\)"), ("**", "**"), ("`", "`")]
        {
            if let Some(inner) = text.strip_prefix(open).and_then(|rest| rest.strip_suffix(close))
                && !inner.contains(open)
            {
                text = inner;
            }
        }
        for command in
            ["\\boxed", "\\fbox", "\\displaystyle", "\\text", "\\mbox", "\\textbf", "\\mathrm"]
        {
            if let Some(inner) = whole_argument(text, command) {
                text = inner;
            }
        }
        if let Some(rest) = text.strip_prefix("\\displaystyle") {
            text = rest;
        }
        text = after_cue(text);
        if text.len() == before.len() {
            return text;
        }
    }
}

/// What ends an answer without being part of it.
fn ends(text: &str) -> &str {
    let mut text = text;
    loop {
        let before = text;
        text = text.trim_end();
        for end in [".", ",", ";", "\\ ", "\\,", "\\;", "\\!", "\\quad", "\\text{.}", "~"] {
            text = text.strip_suffix(end).unwrap_or(text);
        }
        // What is left of `\ ` without its blank; `\\` is a line break.
        if text.ends_with('\\') && !text.ends_with("\\\\") {
            text = &text[..text.len() - 1];
        }
        if text.ends_with('}') && !text.ends_with("\\}") && balance(text) < 0 {
            text = &text[..text.len() - 1];
        }
        if text.len() == before.len() {
            return text;
        }
    }
}

/// The text with the closing braces that are missing at its end.
fn closed(text: &str) -> Cow<'_, str> {
    match usize::try_from(balance(text)) {
        Ok(missing) if missing > 0 => Cow::Owned(text.to_owned() + &"}".repeat(missing)),
        _ => Cow::Borrowed(text),
    }
}

/// The text cleaned, and closed where braces are missing.
pub(crate) fn cleaned(text: &str) -> Cow<'_, str> {
    match closed(clean(text)) {
        Cow::Owned(text) => Cow::Owned(clean(&text).to_owned()),
        same @ Cow::Borrowed(_) => same,
    }
}

/// How many more braces open than close; those with a backslash do not count.
fn balance(text: &str) -> i32 {
    braces(text).map(|(_, step)| step).sum()
}

/// The argument of a command, if nothing follows it.
fn whole_argument<'t>(text: &'t str, command: &str) -> Option<&'t str> {
    let inner = text.strip_prefix(command)?.trim_start().strip_prefix('{')?;
    let length = argument_length(inner)?;
    (length + 1 == inner.len()).then(|| &inner[..length])
}

/// What follows "answer is", "answer:" or "answer =".
fn after_cue(text: &str) -> &str {
    const CUE: &[u8] = b"answer";
    let found = text.as_bytes().windows(CUE.len()).rposition(|part| part.eq_ignore_ascii_case(CUE));
    let Some(rest) = found.and_then(|at| text.get(at + CUE.len()..)) else {
        return text;
    };
    let rest = rest.trim_start();
    let rest = ["is:", "is", ":", "="].iter().find_map(|cue| rest.strip_prefix(cue));
    rest.filter(|rest| !rest.trim().is_empty()).unwrap_or(text)
}

/// The text without what only changes its look: blanks that separate nothing, `\left`, the kind of
/// fraction bar. Two texts with the same skeleton are the same answer.
pub(crate) fn skeleton(text: &str) -> String {
    const LOOKS: [&str; 12] = [
        "\\left", "\\right", "\\!", "\\,", "\\;", "\\:", "\\quad", "\\displaystyle", "$", "\\(",
        "\\)", "~",
    ];
    let mut skeleton = String::with_capacity(text.len());
    let mut rest = text;
    let mut blank = false;
    'next: while let Some(first) = rest.chars().next() {
        let begins = matches!(first, '\\' | '$' | '~');
        for look in LOOKS.iter().filter(|_| begins) {
            if let Some(after) = rest.strip_prefix(*look) {
                let continues = look.ends_with(|c: char| c.is_ascii_alphabetic())
                    && after.starts_with(|c: char| c.is_ascii_alphabetic());
                if !continues {
                    rest = after;
                    blank = true;
                    continue 'next;
                }
            }
        }
        for fraction in ["\\dfrac", "\\tfrac"].iter().filter(|_| begins) {
            if let Some(after) = rest.strip_prefix(*fraction) {
                skeleton.push_str("\\frac");
                rest = after;
                blank = false;
                continue 'next;
            }
        }
        if first == '\\' {
            // A command as a whole: `\\` and `\{` are two characters.
            let length = 1 + rest[1..].chars().next().map_or(0, char::len_utf8);
            skeleton.push_str(&rest[..length]);
            rest = &rest[length..];
            blank = false;
            continue;
        }
        rest = &rest[first.len_utf8()..];
        if first.is_whitespace() {
            blank = true;
            continue;
        }
        let before = skeleton.chars().next_back();
        let joins = |c: char| c.is_alphanumeric() || c == '.' || c == ',';
        if blank && before.is_some_and(joins) && joins(first) {
            skeleton.push(' ');
        }
        blank = false;
        skeleton.push(first);
    }
    skeleton
}

/// The letters and digits of words, small.
pub(crate) fn letters(text: &str) -> String {
    let text = text.replace("\\text", "").replace("\\mbox", "").replace("\\textbf", "");
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_around_is_taken_away() {
        for text in [
            "5", " $5$ ", "\\[5\\]", "**5**", "\\boxed{5}", "\\fbox{5}.", "the answer is 5", "5}",
            "5\\ ", "5 \\text{.}", "$\\boxed{5}$.", "5\\!\\!", "\\text{5}", "5\\", "Answer: 5",
        ] {
            assert_eq!(clean(text), "5", "{text}");
        }
        assert_eq!(clean("\\{1\\}"), "\\{1\\}");
        assert_eq!(clean("$1$ and $2$"), "$1$ and $2$");
        assert_eq!(clean("\\frac{1}{2}"), "\\frac{1}{2}");
        assert_eq!(clean("\\text{a} + \\text{b}"), "\\text{a} + \\text{b}");
    }
}
