//! A cell becomes the list of gold answers that it holds.

use crate::input::{Cell, Kind, Table, json, python};

/// The gold answers of every row, in one arena.
#[derive(Clone, Debug, Default)]
pub struct AnswerLists {
    text: String,
    /// End of each answer in `text`.
    ends: Vec<u32>,
    /// For each row the index of its first answer; one more entry at the end.
    rows: Vec<u32>,
}

impl AnswerLists {
    /// Reads the answers of a column; every list is empty where there is no such column.
    /// `delimited` says that the file has no lists of its own, only texts.
    pub fn read(table: &Table, column: Option<usize>, delimited: bool) -> Self {
        let mut lists = Self::default();
        let texts_are_lists = column.is_some_and(|column| holds_lists(table, column, delimited));
        for row in 0..table.rows() {
            lists.rows.push(lists.ends.len() as u32);
            if let Some(column) = column {
                let cell = table.cell(row, column);
                answers_of(cell, texts_are_lists, &mut |answer| lists.push(answer));
            }
        }
        lists.rows.push(lists.ends.len() as u32);
        lists
    }

    fn push(&mut self, answer: &str) {
        self.text.push_str(answer);
        self.ends.push(self.text.len() as u32);
    }

    /// The answers of a row.
    ///
    /// # Panics
    /// Where there is no such row.
    pub fn of(&self, row: usize) -> impl ExactSizeIterator<Item = &str> + Clone {
        let range = self.rows[row] as usize..self.rows[row + 1] as usize;
        range.map(|index| {
            let start = if index == 0 { 0 } else { self.ends[index - 1] as usize };
            &self.text[start..self.ends[index] as usize]
        })
    }
}

/// Calls `each` with every answer of a cell:
/// - a JSON list: its elements; objects in it by their `text` (SQuAD) or `answer`;
/// - an object: its `text`, `value` or `answer`, itself one or a list (Hugging Face's SQuAD);
/// - with `lists`, text that is a JSON or Python list, or a Python tuple that begins with a text:
///   its elements;
/// - any other text, number or boolean: one answer, as written;
/// - nothing: no answer.
pub fn answers_of(cell: Cell<'_>, lists: bool, each: &mut dyn FnMut(&str)) {
    match cell.kind {
        Kind::Absent | Kind::Null => {}
        Kind::Bool | Kind::Number => each(cell.text),
        Kind::String => match lists.then(|| list_in(cell.text)).flatten() {
            Some(list) => list.iter().for_each(|answer| each(answer)),
            None => each(cell.text),
        },
        Kind::List => {
            for element in json::elements(cell.text).map_while(Result::ok) {
                nested(element, each);
            }
        }
        Kind::Object => object(cell.text, each),
    }
}

/// The elements of a text that is a list.
fn list_in(text: &str) -> Option<Vec<String>> {
    let text = text.trim();
    // (1, 2) may be a point; ('x', 'y') is two answers.
    let tuple = text.starts_with("('") || text.starts_with("(\"");
    let list = text.starts_with('[') && text.ends_with(']');
    if list && json::elements(text).all(|element| element.is_ok()) {
        let mut answers = Vec::new();
        let cell = Cell { kind: Kind::List, text };
        answers_of(cell, false, &mut |answer| answers.push(answer.to_owned()));
        return Some(answers);
    }
    if list || tuple { python::string_list(text) } else { None }
}

/// Whether the texts of a column are lists: all of them look so. `[0, 1]` among other answers is an
/// interval and not two answers, unless its elements are quoted and the file has no lists of its
/// own.
fn holds_lists(table: &Table, column: usize, delimited: bool) -> bool {
    let mut cells = (0..table.rows()).map(|row| table.cell(row, column));
    if delimited {
        let quoted =
            |text: &str| ["['", "[\"", "('", "(\""].iter().any(|start| text.starts_with(start));
        if cells.clone().any(|cell| quoted(cell.text.trim())) {
            return true;
        }
    }
    cells.all(|cell| {
        let text = cell.text.trim();
        cell.is_nothing() || (text.starts_with('[') && text.ends_with(']'))
    })
}

/// An element of a list of answers.
fn nested(value: json::Value<'_>, each: &mut dyn FnMut(&str)) {
    match value.kind {
        Kind::Absent | Kind::Null => {}
        Kind::Bool | Kind::Number | Kind::List | Kind::String => each(&value.text()),
        Kind::Object => object(value.raw, each),
    }
}

fn object(raw: &str, each: &mut dyn FnMut(&str)) {
    let found = ["text", "value", "answer"].iter().find_map(|name| json::member(raw, name));
    match found {
        None => each(raw),
        Some(list) if list.kind == Kind::List => {
            answers_of(Cell { kind: Kind::List, text: list.raw }, false, each);
        }
        Some(one) => nested(one, each),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(answers: &[&str], delimited: bool) -> Vec<Vec<String>> {
        let mut table = Table::new(vec!["answer".into()]);
        for (row, answer) in (0..).zip(answers) {
            table.push_row(row, row + 1);
            assert!(table.set(0, Kind::String, answer));
        }
        let lists = AnswerLists::read(&table, Some(0), delimited);
        (0..answers.len()).map(|row| lists.of(row).map(str::to_owned).collect()).collect()
    }

    #[test]
    fn an_interval_among_answers_is_one_answer() {
        assert_eq!(read(&["[0, 1]", "7"], false), [["[0, 1]"], ["7"]]);
        assert_eq!(read(&["[0, 1]", "7"], true), [["[0, 1]"], ["7"]]);
        assert_eq!(read(&["['a, b', \"c\"]", "7"], true), [vec!["a, b", "c"], vec!["7"]]);
        assert_eq!(
            read(&["['a']", "[\"b\", \"c\"]", "[]"], false),
            [vec!["a"], vec!["b", "c"], vec![]]
        );
    }
}
