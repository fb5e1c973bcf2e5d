//! Breakdowns that no question is in: why, and what to do.

use super::{Condition, Rule, Sign, Slice, cells, number, plain};
use crate::base::diagnostic::cut;
use crate::table::Table;

/// So much of a value is repeated, in characters.
const SHOWN: usize = 60;

/// Why no question is in a breakdown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Empty {
    /// The column that it lies with.
    pub column: String,
    /// The reason: "no level is a number".
    pub reason: String,
    /// What to do instead.
    pub remedy: String,
}

impl Slice {
    /// Why no row of the gold file is inside a filter, or in any bucket; `None` where one is.
    pub fn empty(&self, table: &Table) -> Option<Empty> {
        let rows = table.rows();
        let empty = |column: &str, reason, remedy: &str| {
            let (column, remedy) = (column.to_owned(), remedy.to_owned());
            Some(Empty { column, reason, remedy })
        };
        let conditions = match &self.rule {
            _ if rows == 0 => return None,
            Rule::Filter(conditions, _) => conditions,
            Rule::Column(column, edges) if !edges.is_empty() && range(table, column).is_none() => {
                let remedy = "remove the edges, or choose a column of numbers";
                return empty(column, format!("no {column} is a number"), remedy);
            }
            Rule::Column(..) => return None,
        };
        if (0..rows).any(|row| conditions.iter().all(|one| one.holds(table, row))) {
            return None;
        }
        let never = |one: &&Condition| !(0..rows).any(|row| one.holds(table, row));
        if let Some(one) = conditions.iter().find(never) {
            let (reason, remedy) = one.never(table);
            return empty(&one.column, reason, &remedy);
        }
        let reason = "each condition holds for some questions, but no question fulfils all";
        let column = conditions.first().map_or("", |one| &one.column);
        empty(column, reason.to_owned(), "remove a condition")
    }
}

impl Condition {
    /// Why it holds for no row, and what to write instead.
    fn never(&self, table: &Table) -> (String, String) {
        let column = &self.column;
        let value = cut(&self.value, SHOWN);
        match self.sign {
            Sign::Is => {
                let known = (0..table.rows()).find_map(cells(table, column));
                let remedy = known.map_or_else(
                    || "choose another column, because this one is empty".to_owned(),
                    |known| {
                        format!("write a value of this column, such as {:?}", cut(known, SHOWN))
                    },
                );
                (format!("no {column} is {value:?}"), remedy)
            }
            Sign::IsNot => {
                let remedy = "write another value, or choose another column".to_owned();
                (format!("every {column} is {value:?}"), remedy)
            }
            _ => {
                if let Some((low, high)) = range(table, column) {
                    let reason = format!("{column} goes from {} to {}", plain(low), plain(high));
                    return (reason, "write a number within this range".to_owned());
                }
                let remedy = "compare with = or !=, or choose a column of numbers".to_owned();
                (format!("no {column} is a number"), remedy)
            }
        }
    }
}

/// The least and the largest number of a column.
fn range(table: &Table, column: &str) -> Option<(f64, f64)> {
    let cells = (0..table.rows()).filter_map(cells(table, column));
    cells.filter_map(number).fold(None, |ends, value| {
        let (low, high) = ends.unwrap_or((value, value));
        Some((value.min(low), value.max(high)))
    })
}
