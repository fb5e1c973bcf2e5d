//! Letters and digits against those of Python, code point by code point.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use scoredrop::text::digit::{decimal, is_alpha, is_digit};
use serde_json::Value;

const CLASSES: &str = include_str!("../golden/python-digits.json");

fn check(name: &str, is_member: fn(char) -> bool) {
    let all: Value = serde_json::from_str(CLASSES).unwrap();
    let ranges: Vec<(u32, u32)> = serde_json::from_value(all[name].clone()).unwrap();
    let mut expected = vec![false; 0x11_0000];
    for (first, last) in ranges {
        expected[first as usize..=last as usize].fill(true);
    }
    for c in '\0'..=char::MAX {
        assert_eq!(is_member(c), expected[c as usize], "{name}: {c:?}");
    }
}

#[test]
fn letters_and_digits_are_those_of_python() {
    check("isalpha", is_alpha);
    check("isdigit", is_digit);
    check("isdecimal", |c| decimal(c).is_some());
}

#[test]
fn digits_have_the_value_that_python_gives_them() {
    let all: Value = serde_json::from_str(CLASSES).unwrap();
    let zeros: Vec<u32> = serde_json::from_value(all["decimal_zero"].clone()).unwrap();
    for (zero, value) in zeros.into_iter().flat_map(|zero| (0..10).map(move |value| (zero, value)))
    {
        assert_eq!(decimal(char::from_u32(zero + u32::from(value)).unwrap()), Some(value));
    }
}
