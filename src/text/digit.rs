//! Python's `str.isalpha`, `str.isdecimal` and `str.isdigit`, character by character, as of
//! Unicode 14 (`CPython` 3.11.7): numbers and dates may be written in full-width or Arabic digits.

use super::classes::is_python_re_word;

/// Each is a zero, followed by the nine other digits of its script.
const ZEROS: [u32; 66] = [
    0x30, 0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66,
    0xde6, 0xe50, 0xed0, 0xf20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90,
    0x1b50, 0x1bb0, 0x1c40, 0x1c50, 0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10,
    0x10_4a0, 0x10_d30, 0x11_066, 0x11_0f0, 0x11_136, 0x11_1d0, 0x11_2f0, 0x11_450, 0x11_4d0,
    0x11_650, 0x11_6c0, 0x11_730, 0x11_8e0, 0x11_950, 0x11_c50, 0x11_d50, 0x11_da0, 0x16_a60,
    0x16_ac0, 0x16_b50, 0x1d_7ce, 0x1d_7d8, 0x1d_7e2, 0x1d_7ec, 0x1d_7f6, 0x1e_140, 0x1e_2f0,
    0x1e_950, 0x1f_bf0,
];

/// The value, 0 to 9, of a digit that Python's `int` and `float` read: `\d` of its `re`.
pub fn decimal(c: char) -> Option<u8> {
    if c.is_ascii() {
        return c.is_ascii_digit().then(|| c as u8 - b'0');
    }
    let c = u32::from(c);
    let zero = ZEROS[ZEROS.partition_point(|zero| *zero <= c) - 1];
    u8::try_from(c - zero).ok().filter(|value| *value < 10)
}

/// A decimal digit of any script as the ASCII digit, any other character as it is.
pub(crate) fn ascii(c: char) -> char {
    decimal(c).map_or(c, |digit| char::from(b'0' + digit))
}

/// Python's `c.isdigit()`: decimal digits, and those that have no place in a
/// number: superscripts, circled digits and their like, which `int` does not read.
pub fn is_digit(c: char) -> bool {
    decimal(c).is_some()
        || matches!(u32::from(c),
            0xb2 | 0xb3 | 0xb9 | 0x1369..=0x1371 | 0x19da | 0x2070 | 0x2074..=0x2079
            | 0x2080..=0x2089 | 0x2460..=0x2468 | 0x2474..=0x247c | 0x2488..=0x2490 | 0x24ea
            | 0x24f5..=0x24fd | 0x24ff | 0x2776..=0x277e | 0x2780..=0x2788 | 0x278a..=0x2792
            | 0x10_a40..=0x10_a43 | 0x10_e60..=0x10_e68 | 0x11_052..=0x11_05a
            | 0x1f_100..=0x1f_10a)
}

/// Python's `c.isalpha()`: letters of every script, no marks and no numbers.
pub fn is_alpha(c: char) -> bool {
    if c.is_ascii() { c.is_ascii_alphabetic() } else { is_python_re_word(c) && !c.is_numeric() }
}
