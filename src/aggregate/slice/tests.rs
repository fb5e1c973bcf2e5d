//! What a breakdown reads, and how it sorts rows.

use super::*;
use crate::table::Kind;

fn table(columns: &[&str], rows: &[&[&str]]) -> Table {
    let mut table = Table::new(columns.iter().map(|name| (*name).to_owned()).collect());
    for (number, cells) in rows.iter().enumerate() {
        table.push_row(number as u64 + 1);
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
        "n in quarters of about equal size, with edges at 25, 50 and 75; you can set other edges"
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
fn a_quoted_name_is_not_in_the_words() {
    let table = table(&["level", "type"], &[&["3", "x: y"]]);
    let words = |text: &str| Slice::read(text, table.columns()).unwrap().of(&table).unwrap().words;
    for (text, name, said) in [
        ("\"hard: ones\": level>=4&type=a", "hard: ones", "level>=4&type=a"),
        ("\"hard\"  :  level>=4 ", "hard", "level>=4"),
        ("level: level>=4", "level", "level>=4"),
        ("type=\"x: y\"", "type=\"x: y\"", "type=\"x: y\""),
    ] {
        assert_eq!(Slice::read(text, table.columns()).unwrap().name, name);
        assert_eq!(words(text), format!("the questions with {said}, and the others"));
    }
}

#[test]
fn questions_without_a_number_are_counted() {
    let table = table(
        &["price", "level"],
        &[&["12", "1"], &["about 9", "2"], &[" ", "x"], &["3", "3"], &["-", "4"]],
    );
    let of = |text: &str| Slice::read(text, table.columns()).unwrap();
    let words = |text: &str| of(text).of(&table).unwrap().words;
    assert_eq!(
        words("price>10"),
        "the questions with price>10, and the others; 3 questions have no number in price and \
         are in the group \"outside\""
    );
    assert_eq!(
        words("some: price>1&level<3&price<20"),
        "the questions with price>1&level<3&price<20, and the others; 3 questions have no number in \
         price and are in the group \"outside\"; 1 question has no number in level and is in the group \
         \"outside\""
    );
    let numberless = [("price".to_owned(), 3), ("level".to_owned(), 1)];
    assert_eq!(of("some: price>1&level<3&price<20").numberless(&table), numberless);
    // Texts are compared as texts.
    assert_eq!(words("price!=12"), "the questions with price!=12, and the others");
    assert_eq!(of("price=3").numberless(&table), []);
    // Buckets have names for them, and whole columns too.
    assert_eq!(of("price:1,2").numberless(&table), []);
}

#[test]
fn edges_of_a_column_have_as_many_decimals() {
    let table = table(&["p"], &[&["0.1"], &["0.3"], &["1"], &["2.75"]]);
    let names = |text: &str| -> Vec<String> {
        sorted(text, &table).into_iter().map(|(name, _)| name).collect()
    };
    assert_eq!(
        names("p:0.25,1,2.5"),
        ["below 0.25", "0.25 to under 1.00", "1.00 to under 2.50", "2.50 and more"]
    );
    let words = Slice::read("p:0.25,1,2.5", table.columns()).unwrap().of(&table).unwrap().words;
    assert_eq!(words, "p with edges at 0.25, 1.00 and 2.50");
    assert_eq!(names("p:1,2"), ["below 1", "1 to under 2", "2 and more"]);
    assert_eq!(names("p:-1,0.5"), ["-1.0 to under 0.5", "0.5 and more"]);
    // Where a power of ten is written, nothing is added.
    assert_eq!(names("p:0.5,1e300"), ["below 0.5", "0.5 to under 1e300"]);
}

#[test]
fn what_is_wrong() {
    let table = table(&["level", "type"], &[]);
    for (text, part) in [
        ("", "no column"),
        ("colour", "no column \"colour\"; there are level, type"),
        ("level:", "are not edges"),
        ("level:3,2", "rising order"),
        ("level:a", "are not edges"),
        ("level<x", "compares numbers"),
        ("level=", "write a value after"),
        ("level=3&type", "is not a condition"),
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
