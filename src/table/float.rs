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

    #[test]
    fn decimal_numbers_alone() {
        for text in ["-0", "00.00", "1.", ".5", "+1", "1E-5", "4.9e-324", "1e400", "0e99999999999"]
        {
            assert_eq!(float(text), text.parse().ok(), "{text}");
        }
        for text in ["", "-", ".", "e5", "1e", "1e+", "1.2.3", " 1", "1,5", "0x10", "1_000", "--1"]
        {
            assert_eq!(float(text), None, "{text}");
        }
        assert_eq!([float("inf"), float("nan"), float("infinity")], [None; 3]);
    }
}
