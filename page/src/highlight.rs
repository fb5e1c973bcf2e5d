//! Python as it is read: comments, texts, keywords and numbers apart from the rest. A reading good
//! enough to look at; nothing is decided by it.

use crate::prelude::*;

const KEYWORDS: [&str; 35] = [
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue",
    "def", "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import",
    "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while",
    "with", "yield",
];
/// Longer programs are shown plain: each piece is an element of the page.
const LONGEST: usize = 8000;

pub fn highlighted(code: &str) -> Vec<AnyView> {
    if code.len() > LONGEST {
        return vec![code.to_owned().into_any()];
    }
    let mut pieces: Vec<(&'static str, &str)> = Vec::new();
    let (mut rest, mut plain) = (code, 0);
    while !rest.is_empty() {
        let (kind, length) = token(rest);
        if !kind.is_empty() {
            let at = code.len() - rest.len();
            pieces.extend([("", &code[plain..at]), (kind, &code[at..at + length])]);
            plain = at + length;
        }
        rest = &rest[length..];
    }
    pieces.push(("", &code[plain..]));
    let piece = |(kind, text): (&'static str, &str)| match kind {
        "" => text.to_owned().into_any(),
        _ => view! { <span class=kind>{text.to_owned()}</span> }.into_any(),
    };
    pieces.into_iter().map(piece).collect()
}

/// Whether names hold this character: letters outside ASCII are not told from other characters.
fn is_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || !c.is_ascii()
}

/// What a program goes on with: its kind, empty where nothing marks it, and its length, at least 1.
fn token(rest: &str) -> (&'static str, usize) {
    let first = rest.chars().next().unwrap_or(' ');
    match first {
        '#' => ("comment", rest.find('\n').unwrap_or(rest.len())),
        '"' | '\'' => ("text", quoted(rest, first)),
        _ if is_of_name(first) && !first.is_ascii_digit() => {
            let end = rest.find(|c| !is_of_name(c)).unwrap_or(rest.len());
            let is_keyword = KEYWORDS.contains(&&rest[..end]);
            (if is_keyword { "keyword" } else { "" }, end)
        }
        _ if first.is_ascii_digit() => {
            let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '.' || c == '_'));
            ("number", end.unwrap_or(rest.len()))
        }
        _ => ("", first.len_utf8()),
    }
}

/// Length of a text in quotes, up to its end, or that of its line or of the program.
fn quoted(rest: &str, quote: char) -> usize {
    let triple = [quote; 3].iter().collect::<String>();
    let is_long = rest.starts_with(&triple);
    let start = if is_long { 3 } else { 1 };
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(start) {
        if escaped {
            escaped = false;
        } else if c == '\\' {
            escaped = true;
        } else if is_long && rest[at..].starts_with(&triple) {
            return at + 3;
        } else if !is_long && c == quote {
            return at + 1;
        } else if !is_long && c == '\n' {
            return at;
        }
    }
    rest.len()
}
