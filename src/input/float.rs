//! The number that a text writes, as the nearest 64-bit float.
//!
//! The standard library's parser brings a table of 10 kB that does not compress, a twentieth of
//! what a browser loads for the scorer; this one gives the same values without it.

/// The nearest float of a decimal number: sign, digits with at most one point, exponent. `None`
/// where the text is anything else, also `inf` and `nan`. Beyond the range of floats it is
/// infinite, as in the standard library.
pub fn float(text: &str) -> Option<f64> {
    let (negative, text) = match text.as_bytes() {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        all => (false, all),
    };
    let (integer, rest) = digits(text);
    let (fraction, rest) = match rest {
        [b'.', rest @ ..] => digits(rest),
        _ => (&[][..], rest),
    };
    if integer.is_empty() && fraction.is_empty() {
        return None;
    }
    let exponent = match rest {
        [] => 0,
        [b'e' | b'E', rest @ ..] => exponent(rest)?,
        _ => return None,
    };
    let leading = integer.iter().take_while(|digit| **digit == b'0').count();
    let trailing = fraction.iter().rev().take_while(|digit| **digit == b'0').count();
    let integer = integer[leading..].iter();
    let fraction = fraction[..fraction.len() - trailing].iter();
    let value = minimal_lexical::parse_float::<f64, _, _>(integer, fraction, exponent);
    Some(if negative { -value } else { value })
}

/// The digits at the start, and the rest.
fn digits(text: &[u8]) -> (&[u8], &[u8]) {
    text.split_at(text.iter().take_while(|byte| byte.is_ascii_digit()).count())
}

/// An exponent without its letter, cut to what can still make a difference.
fn exponent(text: &[u8]) -> Option<i32> {
    let (negative, text) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        all => (false, all),
    };
    let (all, rest) = digits(text);
    if all.is_empty() || !rest.is_empty() {
        return None;
    }
    // Longer than any text that a cell can hold.
    let most = 1 << 30;
    let size = all.iter().fold(0i32, |sum, digit| {
        sum.saturating_mul(10).saturating_add(i32::from(digit - b'0')).min(most)
    });
    Some(if negative { -size } else { size })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn same(text: &str) {
        let expected = text.parse::<f64>().ok().map(f64::to_bits);
        assert_eq!(float(text).map(f64::to_bits), expected, "{text}");
    }

    #[test]
    fn edges_of_the_range() {
        for text in [
            "0",
            "-0",
            "00.00",
            "1.",
            ".5",
            "+1",
            "1e5",
            "1E-5",
            "4.9e-324",
            "2.4703282292062327e-324",
            "2.4703282292062328e-324",
            "2.2250738585072011e-308",
            "1.7976931348623157e308",
            "1.7976931348623159e308",
            "1e400",
            "-1e400",
            "1e-400",
            "0e99999999999",
            "1e99999999999",
            "9007199254740993",
            "9007199254740992.99999999999999999999999999",
            "0.1",
            "123456789012345678901234567890",
            "179769313486231580793728971405303415079934132710037826936173778980444968292764750946649017977587207096330286416692887910946555547851940402630657488671505820681908902000708383676273854845817711531764475730270069855571366959622842914819860834936475292719074168444365510704342711559699508093042880",
        ] {
            same(text);
        }
    }

    #[test]
    fn other_texts() {
        for text in
            ["", "-", ".", "e5", "1e", "1e+", "1.2.3", " 1", "1 ", "1,5", "0x10", "1_000", "--1"]
        {
            same(text);
        }
        assert_eq!([float("inf"), float("nan"), float("infinity")], [None; 3]);
    }

    proptest! {
        #[test]
        fn as_the_standard_library_reads_it(text in "[-+]?[0-9]{0,25}[.]?[0-9]{0,25}(e[-+]?[0-9]{1,3})?") {
            same(&text);
        }

        #[test]
        fn every_float_comes_back(bits: u64) {
            let value = f64::from_bits(bits);
            prop_assume!(value.is_finite());
            prop_assert_eq!(float(&format!("{value:e}")).map(f64::to_bits), Some(bits));
            prop_assert_eq!(float(&format!("{value}")).map(f64::to_bits), Some(bits));
        }
    }
}
