//! The character classes and lower case of the normaliser against those of Python, code point by
//! code point.

// Helpers of tests are tests too; clippy sees only the functions with the attribute.
#![allow(clippy::unwrap_used)]

use scoredrop::text::classes;
use scoredrop::text::lower::{lower, lowered};
use serde_json::Value;
use std::collections::BTreeSet;

const CLASSES: &str = include_str!("../golden/python-character-classes.json");
const LOWER: &str = include_str!("../golden/python-lower-case.json");

/// From this class the others differ in few places.
const LETTER_NUMBER_MARK: &str = "regex_alnum_LNM";

/// Name in the JSON file, and name of the table.
const CLASS_TABLES: [[&str; 2]; 3] = [
    ["py_re_word", "python_re_word"],
    ["regex_module_word", "regex_module_word"],
    ["regex_not_Z_C", "not_separator_or_other"],
];
const LOWER_TABLES: [[&str; 2]; 2] =
    [["py_cased", "cased"], ["py_case_ignorable", "case_ignorable"]];

/// Lists of whole numbers.
fn numbers(json: &str, name: &str) -> Vec<Vec<i64>> {
    let all: Value = serde_json::from_str(json).unwrap();
    serde_json::from_value(all[name].clone()).unwrap()
}

fn ranges(json: &str, name: &str) -> Vec<(u32, u32)> {
    let number = |number: i64| u32::try_from(number).unwrap();
    numbers(json, name).iter().map(|pair| (number(pair[0]), number(pair[1]))).collect()
}

fn check(name: &str, is_member: fn(char) -> bool) {
    let mut expected = vec![false; 0x11_0000];
    for (first, last) in ranges(CLASSES, name) {
        expected[first as usize..=last as usize].fill(true);
    }
    for c in '\0'..=char::MAX {
        assert_eq!(is_member(c), expected[c as usize], "{name}: {:04X}", c as u32);
    }
}

#[test]
fn every_code_point_has_the_class_python_gives_it() {
    check("py_re_word", classes::is_python_re_word);
    check("regex_module_word", classes::is_regex_module_word);
    check("regex_alnum_LNM", classes::is_letter_number_mark);
    check("regex_not_Z_C", classes::is_visible);
    check("py_split_whitespace", classes::is_python_whitespace);
    check("py_strip_whitespace", classes::is_python_whitespace);
}

#[test]
fn every_code_point_has_the_lower_case_python_gives_it() {
    let mut expected: Vec<u32> = (0..0x11_0000).collect();
    for run in numbers(LOWER, "py_lower") {
        let [first, last, step, offset] = run[..] else { panic!("{run:?}") };
        for code in (first..=last).step_by(usize::try_from(step).unwrap()) {
            expected[usize::try_from(code).unwrap()] = u32::try_from(code + offset).unwrap();
        }
    }
    for c in '\0'..=char::MAX {
        if c != 'İ' {
            assert_eq!(u32::from(lower(c)), expected[c as usize], "{:04X}", c as u32);
            assert_eq!(lowered(&c.to_string()), lower(c).to_string());
        }
    }
    let longer: Value = serde_json::from_str(LOWER).unwrap();
    assert_eq!(longer["py_lower_longer"], serde_json::json!([[0x130, [0x69, 0x307]]]));
    for pair in longer["py_lower_of_sigma"].as_array().unwrap() {
        assert_eq!(lowered(pair[0].as_str().unwrap()), pair[1].as_str().unwrap(), "{pair}");
    }
}

/// Gaps and lengths, as numbers in groups of seven bits, the lowest first.
fn packed(ranges: &[(u32, u32)]) -> Vec<u8> {
    let (mut packed, mut next) = (Vec::new(), 0);
    for (first, last) in ranges {
        for mut number in [first - next, last - first] {
            while number > 0x7f {
                packed.push((number & 0x7f) as u8 | 0x80);
                number >>= 7;
            }
            packed.push(number as u8);
        }
        next = last + 1;
    }
    packed
}

/// What is in one of two classes and not in the other.
fn difference(one: &[(u32, u32)], other: &[(u32, u32)]) -> Vec<(u32, u32)> {
    let mut ends = BTreeSet::new();
    for end in one.iter().chain(other).flat_map(|(first, last)| [*first, last + 1]) {
        // Two ends in one place cancel out.
        if !ends.remove(&end) {
            ends.insert(end);
        }
    }
    let ends: Vec<u32> = ends.into_iter().collect();
    ends.chunks(2).map(|pair| (pair[0], pair[1] - 1)).collect()
}

/// The files of the tables, with what is in them.
fn tables() -> Vec<(String, Vec<u8>)> {
    let base = ranges(CLASSES, LETTER_NUMBER_MARK);
    let file = |folder: &str, table: &str| format!("src/text/{folder}/{table}.bin");
    let mut tables = vec![(file("classes", "letter_number_mark"), packed(&base))];
    for [name, table] in CLASS_TABLES {
        let other = difference(&ranges(CLASSES, name), &base);
        tables.push((file("classes", table), packed(&other)));
    }
    for [name, table] in LOWER_TABLES {
        tables.push((file("lower", table), packed(&ranges(LOWER, name))));
    }
    tables
}

#[test]
fn the_tables_are_what_the_generator_writes() {
    for (file, bytes) in tables() {
        assert!(std::fs::read(&file).unwrap() == bytes, "{file}");
    }
}

#[test]
#[ignore = "writes the tables"]
fn generate() {
    for (file, bytes) in tables() {
        std::fs::write(file, bytes).unwrap();
    }
}
