//! A text as the reader of numbers sees it: one kind of digit, space and dash, without markup.
//! Every character knows where it stood.

/// A character and where in the text it comes from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    pub(super) c: char,
    pub(super) start: u32,
    pub(super) end: u32,
}

/// Where the ten digits of each script begin (Unicode's decimal digits beyond ASCII).
const ZEROS: [u32; 65] = [
    0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6,
    0xe50, 0xed0, 0xf20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50,
    0x1bb0, 0x1c40, 0x1c50, 0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10,
    0x104a0, 0x10d30, 0x11066, 0x110f0, 0x11136, 0x111d0, 0x112f0, 0x11450, 0x114d0, 0x11650,
    0x116c0, 0x11730, 0x118e0, 0x11950, 0x11c50, 0x11d50, 0x11da0, 0x16a60, 0x16ac0, 0x16b50,
    0x1d7ce, 0x1d7d8, 0x1d7e2, 0x1d7ec, 0x1d7f6, 0x1e140, 0x1e2f0, 0x1e950, 0x1fbf0,
];

/// The ASCII digit that a decimal digit of any script is.
pub(super) fn digit(c: char) -> Option<char> {
    if c.is_ascii() {
        return c.is_ascii_digit().then_some(c);
    }
    let code = u32::from(c);
    let place = ZEROS.partition_point(|zero| *zero <= code).checked_sub(1)?;
    char::from_digit(code - ZEROS[place], 10)
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
            c => keep(digit(c).unwrap_or(c), end),
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

    #[test]
    fn digits_are_those_of_the_standard() {
        for c in '\0'..=char::MAX {
            let numeric = digit(c);
            assert!(numeric.is_none() || c.is_numeric(), "{c:?}");
        }
        assert_eq!(ZEROS.iter().filter(|zero| digit_of(**zero) == Some('0')).count(), ZEROS.len());
        assert_eq!([digit('²'), digit('½'), digit('x')], [None; 3]);
    }

    fn digit_of(code: u32) -> Option<char> {
        char::from_u32(code).and_then(digit)
    }
}
