//! A text becomes runs of letters, runs of digits and single characters.

use crate::text::classes::is_python_whitespace;
use crate::text::digit::{is_alpha, is_digit};
use std::borrow::Cow;

/// What the characters of a token have been so far.
#[derive(Clone, Copy, PartialEq, Eq)]
enum DateState {
    Letters,
    Digits,
    /// Letters after a point, or a point after letters.
    LettersAndPoints,
    /// Digits after a point or comma, or one of them after digits.
    DigitsAndPoints,
}

/// The tokens of a text without NUL characters. White space is one blank each; a decimal comma is a
/// point.
pub(super) fn tokens(text: &str) -> Vec<Cow<'_, str>> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let (length, state, seen_letters) = token(rest, first);
        let (token, after) = rest.split_at(length);
        rest = after;
        match state {
            None if is_python_whitespace(first) => tokens.push(Cow::Borrowed(" ")),
            None | Some(DateState::Letters | DateState::Digits) => {
                tokens.push(Cow::Borrowed(token));
            }
            Some(state) => {
                let points = token.matches('.').count();
                if seen_letters || points > 1 || token.ends_with(['.', ',']) {
                    push_parts(token, &mut tokens);
                } else if state == DateState::DigitsAndPoints && points == 0 {
                    tokens.push(Cow::Owned(token.replace(',', ".")));
                } else {
                    tokens.push(Cow::Borrowed(token));
                }
            }
        }
    }
    tokens
}

/// How many bytes the first token has, what it is (`None`: a single other character), and whether a
/// letter came before its last character. A letter that ends the text right after a point is not
/// seen, as in the reference.
fn token(text: &str, first: char) -> (usize, Option<DateState>, bool) {
    let mut state = if is_alpha(first) {
        DateState::Letters
    } else if is_digit(first) {
        DateState::Digits
    } else {
        return (first.len_utf8(), None, false);
    };
    let mut seen_letters = false;
    let mut last = first;
    for (place, (offset, c)) in text.char_indices().enumerate().skip(1) {
        let next = match state {
            DateState::Letters => {
                seen_letters = true;
                match c {
                    _ if is_alpha(c) => Some(state),
                    '.' => Some(DateState::LettersAndPoints),
                    _ => None,
                }
            }
            DateState::Digits => match c {
                _ if is_digit(c) => Some(state),
                '.' => Some(DateState::DigitsAndPoints),
                ',' if place >= 2 => Some(DateState::DigitsAndPoints),
                _ => None,
            },
            DateState::LettersAndPoints => {
                seen_letters = true;
                match c {
                    _ if c == '.' || is_alpha(c) => Some(state),
                    _ if is_digit(c) && last == '.' => Some(DateState::DigitsAndPoints),
                    _ => None,
                }
            }
            DateState::DigitsAndPoints => match c {
                _ if c == '.' || is_digit(c) => Some(state),
                _ if is_alpha(c) && last == '.' => Some(DateState::LettersAndPoints),
                _ => None,
            },
        };
        match next {
            Some(next) => state = next,
            None => return (offset, Some(state), seen_letters),
        }
        last = c;
    }
    (text.len(), Some(state), seen_letters)
}

/// Points and commas become tokens of their own.
fn push_parts<'t>(token: &'t str, tokens: &mut Vec<Cow<'t, str>>) {
    let parts = token.split_inclusive(['.', ',']);
    for part in parts {
        let (word, point) = part.split_at(part.trim_end_matches(['.', ',']).len());
        for piece in [word, point] {
            if !piece.is_empty() {
                tokens.push(Cow::Borrowed(piece));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_of_the_reference() {
        for (text, expected) in [
            ("", &[][..]),
            ("Sep.20.2009", &["Sep", ".", "20", ".", "2009"]),
            ("4:30:21.447", &["4", ":", "30", ":", "21.447"]),
            ("12,5 1,987", &["12.5", " ", "1", ",", "987"]),
            ("12,5.5", &["12,5.5"]),
            ("12.\u{a0}3rd", &["12", ".", " ", "3", "rd"]),
            ("a..b", &["a", ".", ".", "b"]),
            ("1.a", &["1.a"]),
            ("1.a ", &["1", ".", "a", " "]),
            ("１９８７年é\u{301}", &["１９８７", "年é", "\u{301}"]),
            ("\u{b2}x_", &["\u{b2}", "x", "_"]),
        ] {
            assert_eq!(tokens(text), expected, "{text}");
        }
    }
}
