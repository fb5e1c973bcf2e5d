//! Text files of records in which a label stands before each part, as scripts print them: `Q: ...`, then
//! `A_model: ...` and `A: ...`, or `pred_mode : 4` and `GT : 4`.

use super::bytes::Bytes;
use super::logs::{damaged, text_of, written};
use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::digits::grouped;
use serde_json::{Map, Value};

/// What a record begins with, in lower case.
const FIRST: [&str; 7] = ["q", "question", "query", "problem", "prompt", "input", "instruction"];
/// Fewer records prove no form.
const LEAST_RECORDS: usize = 2;
/// So many lines may stand before the first record.
const MOST_BEFORE: usize = 12;
/// A question, what was said, and what is right.
const LEAST_LABELS: usize = 3;

/// The labels of a file.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Labels {
    /// All, beginning with that of the first part.
    all: Vec<String>,
    /// That of the last part. A question that comes before it is one which a model made up.
    last: String,
}

impl Labels {
    /// The labels by the first bytes of a file; `None` where it has another form.
    pub(super) fn find(head: &[u8]) -> Option<Self> {
        if head.first().is_none_or(|byte| b"{[<\"".contains(byte)) || head.contains(&0) {
            return None;
        }
        let text = String::from_utf8_lossy(head);
        let order: Vec<&str> = text.lines().filter_map(|line| Some(label(line)?.0)).collect();
        let first = *order.iter().find(|one| FIRST.contains(&one.to_lowercase().as_str()))?;
        // How often a label comes before the first part of a record, each time anew.
        let turns = |label: &str| {
            let mut open = false;
            let mut count = 0;
            for one in &order {
                count += usize::from(open && *one == first);
                open = (open && *one != first) || *one == label;
            }
            count
        };
        let mut others: Vec<(&str, usize)> = Vec::new();
        for one in order.iter().filter(|one| **one != first) {
            if !others.iter().any(|(known, _)| known == one) {
                others.push((one, turns(one)));
            }
        }
        let most = others.iter().map(|(_, turns)| *turns).max()?;
        let last = others.iter().rfind(|(_, turns)| turns * 5 >= most * 4)?.0;
        let records = order.iter().filter(|one| **one == last).count();
        let mut all = vec![first];
        for one in &order {
            let often = order.iter().filter(|other| *other == one).count() * 5 >= records * 4;
            if often && !all.contains(one) {
                all.push(one);
            }
        }
        // Tables hold such texts in their cells, too. Before the first record a log says what was run.
        let opening = || text.lines().filter(|line| !line.trim().is_empty());
        let is_first = |line: &str| label(line).is_some_and(|one| all.contains(&one.0));
        let is_counter = |line: &str| line.starts_with('[') && line.ends_with(']');
        let says = |line: &str| is_rule(line) || is_counter(line.trim()) || label(line).is_some();
        let before = opening().position(is_first)?;
        let of_log = before <= MOST_BEFORE && records > LEAST_RECORDS;
        let begins = before == 0
            || opening().next().is_some_and(is_rule)
            || (of_log && opening().take(before).all(says));
        let found = begins && records >= LEAST_RECORDS && all.len() >= LEAST_LABELS;
        found.then(|| Self {
            all: all.into_iter().map(str::to_owned).collect(),
            last: last.to_owned(),
        })
    }
}

/// The label that a line begins with, of up to three words, and what follows it.
fn label(line: &str) -> Option<(&str, &str)> {
    let (label, rest) = line.split_once(':')?;
    let label = label.trim_end();
    let word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | ' ');
    let is_label = label.starts_with(char::is_alphabetic)
        && label.len() <= 40
        && label.chars().all(word)
        && label.split(' ').count() <= 3;
    is_label.then(|| (label, rest.trim()))
}

/// Whether a line parts records and says nothing.
fn is_rule(line: &str) -> bool {
    let line = line.trim();
    line.len() >= 5 && line.chars().all(|c| matches!(c, '*' | '-' | '=' | '_' | '#'))
}

pub(super) fn rows(bytes: &dyn Bytes) -> Result<(Vec<u8>, Vec<Diagnostic>), Diagnostic> {
    let what = "text with labels";
    let text = text_of(bytes, what)?;
    let text = text.trim_start_matches('\u{feff}');
    let Some(Labels { all, last }) = Labels::find(text.trim_start().as_bytes()) else {
        return Err(damaged(what, "later records have other labels"));
    };
    let mut rows: Vec<Map<String, Value>> = Vec::new();
    // The label whose part goes on.
    let mut open: Option<&str> = None;
    let mut outside = 0_u64;
    for line in text.lines() {
        let known = label(line).and_then(|(name, rest)| {
            let name = all.iter().find(|one| *one == name)?;
            let row = rows.last();
            let fits = if *name == all[0] {
                row.is_none_or(|row| row.contains_key(&last))
            } else {
                row.is_some_and(|row| !row.contains_key(name))
            };
            fits.then_some((name, rest))
        });
        if let Some((name, rest)) = known {
            if *name == all[0] {
                rows.push(Map::new());
            }
            if let Some(row) = rows.last_mut() {
                row.insert(name.clone(), rest.into());
            }
            open = Some(name);
        } else if is_rule(line) {
            open = None;
        } else if let Some(Value::String(part)) =
            open.zip(rows.last_mut()).and_then(|(name, row)| row.get_mut(name))
        {
            part.push('\n');
            part.push_str(line);
        } else {
            outside += u64::from(!line.trim().is_empty());
        }
    }
    for part in rows.iter_mut().flat_map(|row| row.iter_mut().map(|(_, part)| part)) {
        *part = part.as_str().unwrap_or_default().trim().into();
    }
    let mut notes = Vec::new();
    if outside > 0 {
        let message = match outside {
            1 => "1 line between the records is left out".to_owned(),
            count => format!("{} lines between the records are left out", grouped(count as usize)),
        };
        notes.push(Diagnostic::info(Code::OutsideRecords, message));
    }
    written(what, rows.into_iter().map(Value::Object), notes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<Value> {
        let (rows, _) = rows(&text).expect("rows");
        let rows = String::from_utf8(rows).expect("text");
        rows.lines().map(|row| serde_json::from_str(row).expect("a row")).collect()
    }

    #[test]
    fn parts_go_on_to_the_next_label() {
        let text = "Q: 1+1?\nA_model:\nLet me see\nQ: made up\nThe answer is 2\nA:\n1+1=2\n#### 2\n\n\
                    Q: 2+2?\nA_model:\n5\nA:\n#### 4\n";
        let rows = read(text);
        assert_eq!(rows[0]["A_model"], "Let me see\nQ: made up\nThe answer is 2");
        assert_eq!(rows[0]["A"], "1+1=2\n#### 2");
        assert_eq!(
            (&rows[1]["Q"], &rows[1]["A"], rows.len()),
            (&"2+2?".into(), &"#### 4".into(), 2)
        );
    }

    #[test]
    fn rules_part_records() {
        let one = "*****\n1st data\nQ: one?\nA: It is 4.\npred_mode : 4\nGT : 12\n*****\n";
        let two = "2st data\nQ: two?\nA: It is 7.\npred_mode : 7\nGT : 7\n*****\naccuracy : 50.0\n";
        let rows = read(&[one, two].concat());
        assert_eq!((&rows[1]["GT"], &rows[1]["pred_mode"]), (&"7".into(), &"7".into()));
        assert_eq!(rows.len(), 2);
    }

    #[test]
    fn other_texts_have_no_labels() {
        for text in
            ["id,answer\n1,Q: a\n2,Q: b\n", "Q: one?\nA: 1\nQ: two?\nA: 2\n", "Paris\nLondon\n", ""]
        {
            assert_eq!(Labels::find(text.as_bytes()), None, "{text}");
        }
    }
}
