//! What a breakdown reads, and how it sorts rows.

use super::*;
use crate::input::Kind;

fn table(columns: &[&str], rows: &[&[&str]]) -> Table {
    let mut table = Table::new(columns.iter().map(|name| (*name).to_owned()).collect());
    for (number, cells) in rows.iter().enumerate() {
        table.push_row(0, number as u64 + 1);
        for (column, text) in cells.iter().enumerate() {
            assert!(table.set(column, Kind::String, text));
        }
    }
    table
}

fn sorted(text: &str, table: &Table) -> Vec<(String, Vec<usize>)> {
    let slice = Slice::read(text, table.columns()).unwrap();
    let grouping = slice.of(table).unwrap().grouping;
    let rows = |value: usize| {
        (0..table.rows()).filter(|row| usize::from(grouping.of_row[*row]) == value).collect()
    };
    let values = grouping.values.iter().enumerate();
    values.map(|(place, value)| (value.clone(), rows(place))).collect()
}

fn groups(expected: &[(&str, &[usize])]) -> Vec<(String, Vec<usize>)> {
    expected.iter().map(|(name, rows)| ((*name).to_owned(), rows.to_vec())).collect()
}

#[test]
fn a_column_by_its_values() {
    let table = table(&["level"], &[&["10"], &["2"], &[" "], &["2"]]);
    assert_eq!(sorted("level", &table), groups(&[("2", &[1, 3]), ("10", &[0]), ("(none)", &[2])]));
}

#[test]
fn edges_that_were_given() {
    let table = table(&["length"], &[&["9.5"], &["10"], &["-1"], &["x"], &[""], &["20"]]);
    assert_eq!(
        sorted("length:0,10,20", &table),
        groups(&[
            ("below 0", &[2]),
            ("0 to under 10", &[0]),
            ("10 to under 20", &[1]),
            ("20 and more", &[5]),
            ("(not a number)", &[3]),
            ("(none)", &[4]),
        ])
    );
}

#[test]
fn many_numbers_are_quartered() {
    let numbers: Vec<String> = (0..100).map(|i| (i * 37 % 100).to_string()).collect();
    let rows: Vec<[&str; 1]> = numbers.iter().map(|text| [text.as_str()]).collect();
    let rows: Vec<&[&str]> = rows.iter().map(|row| &row[..]).collect();
    let table = table(&["n"], &rows);
    let found = sorted("n", &table);
    let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["below 25", "25 to under 50", "50 to under 75", "75 and more"]);
    assert!(found.iter().all(|(_, rows)| rows.len() == 25));
    let words = Slice::read("n", table.columns()).unwrap().of(&table).unwrap().words;
    assert_eq!(
        words,
        "n in quarters of about equal size, with edges at 25, 50 and 75; others can be set"
    );
    // Most are 0: what is left is parted as far as it goes.
    assert_eq!(
        quarters(&[[0.0; 90].to_vec(), (1..14).map(f64::from).collect()].concat()),
        Some(vec![1.0])
    );
    assert_eq!(quarters(&[0.0, 1.0, 2.0]), None);
}

#[test]
fn conditions() {
    let table = table(
        &["level", "type", "a:b"],
        &[&["3", "Algebra", "x=1"], &["4.0", "Algebra", ""], &["5", "R & D", "x=1"]],
    );
    let inside = |text: &str| -> Vec<usize> {
        let found = sorted(text, &table);
        found.into_iter().find(|(name, _)| name == "inside").map_or(Vec::new(), |(_, rows)| rows)
    };
    assert_eq!(inside("level=3&type=Algebra"), [0]);
    assert_eq!(inside("hard: level >= 4 & type=Algebra"), [1]);
    assert_eq!(inside("level=4"), [1]);
    assert_eq!(inside("level!=4"), [0, 2]);
    assert_eq!(inside("type=\"R & D\""), [2]);
    assert_eq!(inside("\"a:b\"=\"x=1\""), [0, 2]);
    assert_eq!(inside("\"a:b\"=(none)"), [1]);
    assert_eq!(inside("level<1"), [0; 0]);
    let named = Slice::read("hard: level>=4", table.columns()).unwrap();
    assert_eq!(named.name, "hard");
    assert_eq!(named.columns().collect::<Vec<_>>(), ["level"]);
    assert_eq!(named.of(&table).unwrap().words, "the questions with level>=4, and the others");
    assert_eq!(sorted("a:b", &table).len(), 2);
}

#[test]
fn what_is_wrong() {
    let table = table(&["level", "type"], &[]);
    for (text, part) in [
        ("", "no column"),
        ("colour", "no column \"colour\"; there are level, type"),
        ("level:", "no edges"),
        ("level:3,2", "rising order"),
        ("level:a", "no edges"),
        ("level<x", "compares numbers"),
        ("level=", "a value stands behind"),
        ("level=3&type", "no condition"),
        (": level=3", "a name"),
        ("\"level=3", "do not match"),
        ("colour=3", "no column"),
    ] {
        let error = Slice::read(text, table.columns()).unwrap_err();
        assert!(error.contains(part), "{text}: {error}");
    }
}

#[test]
fn clusters_are_numbered_by_their_names() {
    let table = table(&["doc"], &[&["b"], &["a"], &[""], &["b"]]);
    assert_eq!(clusters(&table, "doc"), Some((vec![2, 1, 0, 2], 1)));
    assert_eq!(clusters(&table, "other"), None);
}
