//! Python's `float(text)` and `str(float)`, as scripts use them to tell numbers from words.

use super::digit::ascii;
use crate::base::digits::python;
use crate::table::float;

/// The float that Python 3.11's `float(text)` gives; `None` where it raises an error.
///
/// White space around the number, digits of any script, `_` between two digits, and `inf`, `infinity`
/// and `nan` in any case are accepted. The four separators U+001C to U+001F are no white space here,
/// although `str.strip` takes them for it.
pub(crate) fn python_float(text: &str) -> Option<f64> {
    let text = text.trim_matches(is_space);
    let mut plain = String::with_capacity(text.len());
    let mut last = '\0';
    for c in text.chars() {
        let c = ascii(c);
        let joins = |c: char| c.is_ascii_digit();
        if (c == '_' && !joins(last)) || (last == '_' && !joins(c)) {
            return None;
        }
        if c != '_' {
            plain.push(c);
        }
        last = c;
    }
    if last == '_' {
        return None;
    }
    float(&plain).or_else(|| {
        let (sign, word) = match plain.strip_prefix('-') {
            Some(rest) => (-1.0, rest),
            None => (1.0, plain.strip_prefix('+').unwrap_or(&plain)),
        };
        let is = |name: &str| word.eq_ignore_ascii_case(name);
        if is("inf") || is("infinity") {
            Some(sign * f64::INFINITY)
        } else {
            is("nan").then_some(f64::NAN)
        }
    })
}

fn is_space(c: char) -> bool {
    if c.is_ascii() { matches!(c, '\t'..='\r' | ' ') } else { c.is_whitespace() }
}

/// Python's `str(number)`: the shortest digits, `inf`, `-inf` or `nan`.
pub(crate) fn python_str(number: f64) -> String {
    if number.is_nan() {
        "nan".to_owned()
    } else if number.is_infinite() {
        if number > 0.0 { "inf" } else { "-inf" }.to_owned()
    } else {
        python(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_python_reads() {
        for (text, written) in [
            ("1", "1.0"),
            (" \u{a0}-1.50\n", "-1.5"),
            ("1_000.2_5e0_1", "10002.5"),
            ("١٢٣", "123.0"),
            ("+Infinity", "inf"),
            ("-iNF", "-inf"),
            ("-NaN", "nan"),
            ("5.", "5.0"),
            (".5", "0.5"),
            ("1e400", "inf"),
            ("1e16", "1e+16"),
            ("1E-5", "1e-05"),
            ("\u{85}７\u{3000}", "7.0"),
        ] {
            assert_eq!(python_float(text).map(python_str).as_deref(), Some(written), "{text:?}");
        }
    }

    #[test]
    fn what_python_refuses() {
        for text in [
            "", " ", "_1", "1_", "1__0", "1_.5", "1._5", "1_e5", "1e_5", "1 0", "0x10", "1e", "−5",
            "1,000", "in_f", "infinit", "nan(1)", "--1", "\u{1c}1", "1\u{1f}", "½", "²", "1\0",
        ] {
            assert_eq!(python_float(text), None, "{text:?}");
        }
    }
}
