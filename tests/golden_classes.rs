//! The character classes of the normaliser against those of Python, code point by code point.

// Helpers of tests are tests too; clippy sees only the functions with the attribute.
#![allow(clippy::unwrap_used)]

use scoredrop::normalize::classes;
use serde_json::Value;
use std::fmt::Write as _;

const CLASSES: &str = include_str!("golden/python-character-classes.json");
const TABLES: &str = "src/normalize/classes/tables.rs";

/// Name in the JSON file, name of the table, what it holds.
const GENERATED: [(&str, &str, &str); 4] = [
    ("py_re_word", "PYTHON_RE_WORD", "`\\w` of Python's `re`"),
    ("regex_module_word", "REGEX_MODULE_WORD", "`\\w` of the `regex` module"),
    ("regex_alnum_LNM", "LETTER_NUMBER_MARK", "`[\\p{L}\\p{N}\\p{M}]` of the `regex` module"),
    ("regex_not_Z_C", "NOT_SEPARATOR_OR_OTHER", "`[^\\p{Z}\\p{C}]` of the `regex` module"),
];

fn ranges(name: &str) -> Vec<(u32, u32)> {
    let all: Value = serde_json::from_str(CLASSES).unwrap();
    let number = |value: &Value| u32::try_from(value.as_u64().unwrap()).unwrap();
    let pair = |pair: &Value| (number(&pair[0]), number(&pair[1]));
    all[name].as_array().unwrap().iter().map(pair).collect()
}

fn check(name: &str, is_member: fn(char) -> bool) {
    let mut expected = vec![false; 0x11_0000];
    for (first, last) in ranges(name) {
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

/// Gaps and lengths in groups of seven bits.
fn packed(ranges: &[(u32, u32)]) -> Vec<u8> {
    let (mut bytes, mut next) = (Vec::new(), 0);
    let mut push = |mut number: u32| {
        while number > 0x7f {
            bytes.push((number & 0x7f) as u8 | 0x80);
            number >>= 7;
        }
        bytes.push(number as u8);
    };
    for (first, last) in ranges {
        push(first - next);
        push(last - first);
        next = last + 1;
    }
    bytes
}

fn render() -> String {
    let mut text = String::from(
        "// Generated from tests/golden/python-character-classes.json by\n\
         // `cargo test --test golden_classes -- --ignored`; do not edit.\n\n\
         use crate::normalize::packed::Ranges;\n",
    );
    for (name, table, meaning) in GENERATED {
        write!(text, "\n/// {meaning}.\npub(super) static {table}: Ranges = Ranges::new(&[")
            .unwrap();
        for (index, byte) in packed(&ranges(name)).into_iter().enumerate() {
            text.push_str(if index % 20 == 0 { "\n    " } else { " " });
            write!(text, "{byte},").unwrap();
        }
        text.push_str("\n]);\n");
    }
    text
}

#[test]
fn the_tables_are_what_the_generator_writes() {
    assert_eq!(std::fs::read_to_string(TABLES).unwrap(), render());
}

#[test]
#[ignore = "writes the tables"]
fn generate() {
    std::fs::write(TABLES, render()).unwrap();
}
