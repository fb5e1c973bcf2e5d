//! A text as the reader of numbers sees it: one kind of digit, space and dash, without markup.
//! Every character knows where it stood.

use crate::text::digit::ascii;

/// A character and where in the text it comes from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    pub(super) c: char,
    pub(super) start: u32,
    pub(super) end: u32,
}

/// The character of a mark; NUL before the first and behind the last.
pub(super) fn at(marks: &[Mark], place: usize) -> char {
    marks.get(place).map_or('\0', |mark| mark.c)
}

/// The text without what only dresses it.
pub(super) fn clean(text: &str) -> Vec<Mark> {
    let mut marks: Vec<Mark> = Vec::with_capacity(text.len());
    let mut rest = text.char_indices().peekable();
    // Between the two braces of a fraction in LaTeX stands a slash, once for each \frac.
    let mut fractions = 0_u32;
    while let Some((start, c)) = rest.next() {
        let mut keep = |c: char, end: usize| {
            marks.push(Mark { c, start: start as u32, end: end as u32 });
        };
        let end = start + c.len_utf8();
        let next = rest.peek().map(|(_, next)| *next);
        match c {
            '\\' => match next {
                Some(letter) if letter.is_ascii_alphabetic() => {
                    let mut end = end;
                    while let Some((at, _)) = rest.next_if(|(_, c)| c.is_ascii_alphabetic()) {
                        end = at + 1;
                    }
                    let name = &text[start + 1..end];
                    fractions += u32::from(name.ends_with("frac"));
                    keep(command(name), end);
                }
                Some(escaped) => {
                    rest.next();
                    let end = end + escaped.len_utf8();
                    match escaped {
                        '%' | '$' | '#' | '&' | '-' => keep(escaped, end),
                        '!' => {}
                        '\n' => keep('\n', end),
                        _ => keep(' ', end),
                    }
                }
                None => {}
            },
            '}' if fractions > 0 && next == Some('{') => {
                fractions -= 1;
                keep('/', end);
            }
            '{' | '}' | '`' | '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' => {}
            // Emphasis, unless it multiplies.
            '*' => {
                let before = text[..start].chars().next_back();
                let between = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit() || c == ' ');
                if next != Some('*') && between(before) && between(next) {
                    keep('×', end);
                }
            }
            '\t' | '\n' => keep(c, end),
            '\r' => keep('\n', end),
            '\u{2010}' | '\u{2011}' | '\u{2212}' | '\u{fe63}' | '\u{ff0d}' => keep('-', end),
            '\u{2012}'..='\u{2015}' => keep('–', end),
            '\u{2019}' | '\u{2bc}' | '\u{2032}' => keep('\'', end),
            '٫' => keep('.', end),
            '٬' => keep(',', end),
            '·' | '⋅' | '∙' => keep('×', end),
            '٪' => keep('%', end),
            // Full-width punctuation.
            '\u{ff01}'..='\u{ff0f}' | '\u{ff1a}'..='\u{ff20}' => {
                keep(char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c), end);
            }
            c if c.is_whitespace() => keep(' ', end),
            c => keep(ascii(c), end),
        }
    }
    marks
}

/// What a command of LaTeX stands for beside a number.
fn command(name: &str) -> char {
    match name {
        "times" | "cdot" => '×',
        "pm" => '±',
        "approx" | "simeq" => '≈',
        "euro" => '€',
        "pounds" => '£',
        _ => ' ',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_and_kinds_of_the_same_sign() {
        for (text, seen) in [
            ("**45**\u{a0}%", "45 %"),
            ("\\boxed{45}", " 45"),
            ("50\\% of \\$5", "50% of $5"),
            ("6.5\\times 10^{-5}", "6.5× 10^-5"),
            ("1{,}234\\,567", "1,234 567"),
            ("\\frac{1}{2}", " 1/2"),
            ("−7 4–5 ４５％", "-7 4–5 45%"),
            ("5*6 5 * 10^6 *x*", "5×6 5 × 10^6 x"),
            ("\\(45\\)", " 45 "),
            ("\\", ""),
            ("٤٥", "45"),
        ] {
            let all: String = clean(text).iter().map(|mark| mark.c).collect();
            assert_eq!(all, seen, "{text}");
        }
        let marks = clean("é\\boxed{４}");
        let place = marks.iter().find(|mark| mark.c == '4').map(|mark| (mark.start, mark.end));
        assert_eq!(place, Some((9, 12)));
    }
}
