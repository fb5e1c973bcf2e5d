//! The character classes and lower case of the normaliser against those of Python, code point by
//! code point.

// Helpers of tests are tests too; clippy sees only the functions with the attribute.
#![allow(clippy::unwrap_used)]

use scoredrop::normalize::classes;
use scoredrop::normalize::lower::{lower, lowered};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt::Write as _;

const CLASSES: &str = include_str!("../golden/python-character-classes.json");
const LOWER: &str = include_str!("../golden/python-lower-case.json");
const CLASS_TABLES: &str = "src/normalize/classes/tables.rs";
const LOWER_TABLES: &str = "src/normalize/lower/tables.rs";

/// Name in the JSON file, name of the table, what it holds.
type Generated = (&'static str, &'static str, &'static str);

/// From this class the others differ in few places.
const LETTER_NUMBER_MARK: Generated =
    ("regex_alnum_LNM", "LETTER_NUMBER_MARK", "`[\\p{L}\\p{N}\\p{M}]` of the `regex` module");
const CLASSES_GENERATED: [Generated; 3] = [
    ("py_re_word", "PYTHON_RE_WORD", "Where `\\w` of Python's `re` is another class"),
    ("regex_module_word", "REGEX_MODULE_WORD", "Where `\\w` of the `regex` module is"),
    ("regex_not_Z_C", "NOT_SEPARATOR_OR_OTHER", "Where `[^\\p{Z}\\p{C}]` of the `regex` module is"),
];
const LOWER_GENERATED: [Generated; 2] = [
    ("py_cased", "CASED", "What makes a sigma before or after it part of a word"),
    (
        "py_case_ignorable",
        "CASE_IGNORABLE",
        "What is passed over when a sigma's neighbours are looked for",
    ),
];

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

/// Numbers in groups of seven bits, the lowest first.
#[derive(Default)]
struct Packed(Vec<u8>);

impl Packed {
    fn push(&mut self, mut number: u32) {
        while number > 0x7f {
            self.0.push((number & 0x7f) as u8 | 0x80);
            number >>= 7;
        }
        self.0.push(number as u8);
    }

    /// Gaps and lengths.
    fn ranges(ranges: &[(u32, u32)]) -> Self {
        let (mut packed, mut next) = (Self::default(), 0);
        for (first, last) in ranges {
            packed.push(first - next);
            packed.push(last - first);
            next = last + 1;
        }
        packed
    }

    fn write(&self, text: &mut String) {
        for (index, byte) in self.0.iter().enumerate() {
            text.push_str(if index % 20 == 0 { "\n    " } else { " " });
            write!(text, "{byte},").unwrap();
        }
    }
}

fn head(json: &str) -> String {
    format!(
        "// Generated from tests/golden/{json} by\n\
         // `cargo test --test scorers golden_classes:: -- --ignored`; do not edit.\n\n\
         use crate::normalize::packed::Ranges;\n"
    )
}

fn write_ranges(text: &mut String, (_, table, meaning): Generated, ranges: &[(u32, u32)]) {
    write!(text, "\n/// {meaning}.\npub(super) static {table}: Ranges = Ranges::new(&[").unwrap();
    Packed::ranges(ranges).write(text);
    text.push_str("\n]);\n");
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

fn class_tables() -> String {
    let mut text = head("python-character-classes.json");
    let base = ranges(CLASSES, LETTER_NUMBER_MARK.0);
    write_ranges(&mut text, LETTER_NUMBER_MARK, &base);
    for one in CLASSES_GENERATED {
        write_ranges(&mut text, one, &difference(&ranges(CLASSES, one.0), &base));
    }
    text
}

fn lower_tables() -> String {
    let mut text = head("python-lower-case.json");
    for one in LOWER_GENERATED {
        write_ranges(&mut text, one, &ranges(LOWER, one.0));
    }
    text
}

#[test]
fn the_tables_are_what_the_generator_writes() {
    assert_eq!(std::fs::read_to_string(CLASS_TABLES).unwrap(), class_tables());
    assert_eq!(std::fs::read_to_string(LOWER_TABLES).unwrap(), lower_tables());
}

#[test]
#[ignore = "writes the tables"]
fn generate() {
    std::fs::write(CLASS_TABLES, class_tables()).unwrap();
    std::fs::write(LOWER_TABLES, lower_tables()).unwrap();
}
