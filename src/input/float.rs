//! The number that a text writes, as the nearest 64-bit float.

/// The nearest float of a decimal number: sign, digits with at most one point, exponent. `None`
/// where the text is anything else, also `inf` and `nan`. Beyond the range of floats it is infinite.
pub fn float(text: &str) -> Option<f64> {
    let is_digits = text.ends_with(|last: char| last.is_ascii_digit() || last == '.');
    text.parse().ok().filter(|_| is_digits)
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
