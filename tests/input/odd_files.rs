//! Forms of files that are read by their shape alone: what does not fit the shape is said.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use scoredrop::base::diagnostic::Code;
use scoredrop::table::{Read, Shape, read_all};

fn read(name: &str, text: &str) -> (Shape, Read) {
    let (file, read) = read_all(name, text.as_bytes(), None).unwrap();
    (file.shape, read)
}

fn cells(read: &Read) -> Vec<Vec<&str>> {
    let columns = 0..read.table.columns().len();
    let row = |row| columns.clone().map(|column| read.table.cell(row, column).text).collect();
    (0..read.table.rows()).map(row).collect()
}

fn codes(read: &Read) -> Vec<Code> {
    read.diagnostics.clone().finish().into_iter().map(|one| one.code).collect()
}

#[test]
fn rows_apart_from_their_columns() {
    let text = r#"{"columns": ["id", "answer", "id"], "data": [["a", "b", 1], ["c", null, 2]]}"#;
    let (shape, table) = read("t.json", text);
    assert_eq!(shape, Shape::Split);
    assert_eq!(table.table.columns(), ["id", "answer", "id (2)"]);
    assert_eq!(cells(&table), [["a", "b", "1"], ["c", "null", "2"]]);
    // Rows of other lengths, and what is no row at all.
    let text = r#"{"columns": ["id", "answer"],
        "data": [["a", "b"], ["c"], ["d", "e", "f"], 5, {"id": "g"}, "h", []]}"#;
    let (_, table) = read("t.json", text);
    assert_eq!((cells(&table), table.unparseable), (vec![vec!["a", "b"]], 6));
}

#[test]
fn one_member_a_line() {
    let (shape, table) = read("t.jsonl", "{\"a\": \"x\"}\n{\"b\\n\": {\"y\": 1}}\n{\"c\": null}\n");
    assert_eq!(shape, Shape::Keyed);
    assert_eq!(cells(&table), [["a", "x"], ["b\n", "{\"y\": 1}"], ["c", "null"]]);
    let tail = "{\"d\": 1, \"e\": 2}\n5\n[1]\n\"x\"\n{\"f\": 1} x\n{}\n{\"g\": \n";
    let many = (0..60).fold(String::new(), |text, i| text + &format!("{{\"k{i}\": \"v\"}}\n"));
    let (shape, table) = read("t.jsonl", &(many + tail));
    assert_eq!(shape, Shape::Keyed);
    assert_eq!((table.table.rows(), table.unparseable), (60, 7));
    // The same name in every line is a column.
    let (shape, _) = read("t.jsonl", "{\"a\": 1}\n{\"a\": 2}\n{\"a\": 3}\n");
    assert_eq!(shape, Shape::Lines);
}

#[test]
fn objects_by_row_number_are_columns_only_where_they_are_named_so() {
    let (shape, table) = read("t.json", r#"{"id": {"0": "a", "1": "b"}, "answer": {"0": "x"}}"#);
    assert_eq!((shape, table.table.rows()), (Shape::KeyedColumns, 2));
    for text in [r#"{"q1": {"0": "a"}, "q2": {"0": "b"}}"#, r#"{"id": {}, "answer": {}}"#] {
        assert_eq!(read("t.json", text).0, Shape::Keyed, "{text}");
    }
}

#[test]
fn dictionaries_of_python_a_line() {
    let text = "{'id': 7, 'answer': \"it's\", 'ok': None}\n{'id': 8, 'answer'\n{\"id\": 9}\n";
    let (shape, table) = read("t.txt", text);
    assert_eq!(shape, Shape::Lines);
    assert_eq!(cells(&table), [["7", "it's", "null"], ["9", "", ""]]);
    assert_eq!(table.unparseable, 1);
    assert!(codes(&table).contains(&Code::PythonLines));
}

#[test]
fn tables_in_markdown() {
    let text = "| id | answer |\n|:---|---|\n| a | x y |\n| - | -- |\n|  |  |\n";
    let (_, table) = read("t.md", text);
    assert_eq!(cells(&table), [["", "a", "x y", ""], ["", "-", "--", ""], ["", "", "", ""]]);
    // Without bars at its ends a table is as written.
    let (_, table) = read("t.csv", "id|answer\n a | x\n---|---\n");
    assert_eq!(cells(&table), [[" a ", " x"], ["---", "---"]]);
}

#[test]
fn what_a_spreadsheet_leaves() {
    let (_, table) = read("t.csv", "sep=;\r\nid;answer\r\na;x,y\r\n;\r\nb;z\r\n;\r\n;\r\n");
    assert_eq!(cells(&table), [["a", "x,y"], ["", ""], ["b", "z"]]);
    assert_eq!(table.table.row_number(2), 5);
    assert!(codes(&table).contains(&Code::EmptyRows));
}
