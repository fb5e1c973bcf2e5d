//! Breakdowns that the user asks for: by a column, by a numeric column in buckets, or by several
//! conditions under one name.

mod empty;
mod parse;

pub use empty::Empty;

use super::Grouping;
use crate::base::digits::{by_number, counted, shortest};
use crate::base::order::ascending;
use crate::table::{Table, float};

/// A numeric column with more distinct values than this is sorted into buckets.
const DISTINCT: usize = 12;

/// Buckets of a numeric column for which nobody gave edges.
const BUCKETS: usize = 4;

/// The most edges that can be given.
const MOST_EDGES: usize = 50;

/// What a cell without a value is called, as in other breakdowns.
pub(crate) const NONE: &str = "(none)";

/// What a cell is called that holds no number where numbers are sorted into buckets.
const NO_NUMBER: &str = "(not a number)";

/// Names of the two groups of a filter.
const SIDES: [&str; 2] = ["inside", "outside"];

/// A breakdown that the user asks for. Its text is one of
///
/// | text | meaning |
/// |---|---|
/// | `level` | one group for each value of the column; a column of more than 12 different numbers in quarters |
/// | `length:0,10,20` | a numeric column in buckets: below 0, 0 to under 10, 10 to under 20, 20 and more |
/// | `level>=4&type=Algebra` | the questions for which all conditions hold, and the others; conditions are `=`, `!=`, `<`, `<=`, `>`, `>=` |
/// | `hard: level>=4&type=Algebra` | the same under a name |
///
/// A name or value with one of `:&=!<>"` in it stands in quotation marks, within which `\"` is one and
/// `\\` a backslash. Blank cells are `(none)`.
#[derive(Clone, Debug, PartialEq)]
pub struct Slice {
    /// The text that it was read from.
    pub text: String,
    /// The name of its groups: the column, or the name of the filter.
    pub name: String,
    rule: Rule,
}

#[derive(Clone, Debug, PartialEq)]
enum Rule {
    /// The values of a column, in buckets where there are edges.
    Column(String, Vec<f64>),
    /// The questions for which all of these hold, and the same as written.
    Filter(Vec<Condition>, String),
}

#[derive(Clone, Debug, PartialEq)]
struct Condition {
    column: String,
    sign: Sign,
    value: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    Is,
    IsNot,
    Less,
    AtMost,
    More,
    AtLeast,
}

/// A breakdown made: the groups, and what they are in words.
#[derive(Clone, Debug, PartialEq)]
pub struct Sliced {
    /// Which question is in which group.
    pub grouping: Grouping,
    /// How they came about: "length in quarters, with edges at 12, 30 and 55".
    pub words: String,
}

impl Slice {
    /// Reads the text form; `columns` are those of the gold file.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub fn read(text: &str, columns: &[String]) -> Result<Self, String> {
        parse::read(text.trim(), Some(columns))
    }

    /// The columns that a text form names, whatever columns there are; none if it is no text form.
    pub fn columns_of(text: &str) -> Vec<String> {
        let slice = parse::read(text.trim(), None);
        slice.map_or_else(|_| Vec::new(), |slice| slice.columns().map(str::to_owned).collect())
    }

    /// The columns of the gold file that it needs.
    pub fn columns(&self) -> impl Iterator<Item = &str> {
        let (one, several) = match &self.rule {
            Rule::Column(column, _) => (Some(column.as_str()), &[][..]),
            Rule::Filter(conditions, _) => (None, &conditions[..]),
        };
        one.into_iter().chain(several.iter().map(|condition| condition.column.as_str()))
    }

    /// Sorts the rows of the gold file; `None` where there would be more than [`Grouping::MOST`]
    /// groups.
    pub fn of(&self, table: &Table) -> Option<Sliced> {
        match &self.rule {
            Rule::Column(column, edges) if edges.is_empty() => self.by_value(table, column),
            Rule::Column(column, edges) => {
                let words = format!("{column} with edges at {}", list(edges));
                Some(self.in_buckets(table, column, edges, words))
            }
            Rule::Filter(conditions, text) => {
                let holds = |row: usize| conditions.iter().all(|one| one.holds(table, row));
                let place = |row| usize::from(!holds(row));
                let mut words = format!("the questions with {text}, and the others");
                for (column, count) in self.numberless(table) {
                    words.push_str("; ");
                    words.push_str(&numberless(&column, count));
                }
                for other in conditions.iter().filter_map(|one| one.otherwise_written(table)) {
                    words.push_str("; ");
                    words.push_str(&other);
                }
                // A side without questions is one, too: who asked for it sees that its n is 0.
                let values = SIDES.map(str::to_owned).to_vec();
                let of_row = (0..table.rows()).map(|row| place(row) as u16).collect();
                let column = self.name.clone();
                Some(Sliced { grouping: Grouping { column, values, of_row }, words })
            }
        }
    }

    /// The column whose values it is about, where neither edges nor conditions are given.
    pub fn whole_column(&self) -> Option<&str> {
        match &self.rule {
            Rule::Column(column, edges) if edges.is_empty() => Some(column),
            _ => None,
        }
    }

    /// Whether the edges between its groups come of the values of all questions together.
    pub fn needs_edges(&self, table: &Table) -> bool {
        let Some(column) = self.whole_column() else { return false };
        let mut cells = (0..table.rows()).filter_map(cells(table, column));
        let numbers: Option<Vec<f64>> = cells.try_fold(Vec::new(), |mut all, text| {
            all.push(number(text)?);
            Some(all)
        });
        numbers.as_deref().and_then(quarters).is_some()
    }

    /// Puts the values of groups that were found in parts of the questions in the order that they have in the whole.
    /// Returns whether that is possible without the numbers of all questions.
    pub fn arrange(&self, grouping: &mut Grouping) -> bool {
        let names = match &self.rule {
            Rule::Column(_, edges) if edges.is_empty() => {
                let texts = grouping.values.iter().filter(|value| *value != NONE);
                let numbers: Option<Vec<f64>> = texts.map(|text| number(text)).collect();
                let Some(numbers) = numbers else { return true };
                if quarters(&numbers).is_some() {
                    return false;
                }
                sort_by_number(grouping);
                return true;
            }
            Rule::Column(_, edges) => buckets(edges),
            Rule::Filter(..) => SIDES.map(str::to_owned).to_vec(),
        };
        let place = |value: &String| names.iter().position(|name| name == value);
        let mut order: Vec<usize> = (0..grouping.values.len()).collect();
        order.sort_by_key(|old| place(&grouping.values[*old]));
        let mut new = vec![0_u16; order.len()];
        for (place, old) in order.iter().enumerate() {
            new[*old] = place as u16;
        }
        grouping.values = order.iter().map(|old| grouping.values[*old].clone()).collect();
        grouping.of_row.iter_mut().for_each(|value| *value = new[*value as usize]);
        // Whoever asks for a filter sees the side without questions, too.
        if matches!(self.rule, Rule::Filter(..)) {
            let place = |value: &String| names.iter().position(|name| name == value);
            let new: Vec<u16> = grouping
                .values
                .iter()
                .map(|value| place(value).unwrap_or_default() as u16)
                .collect();
            grouping.of_row.iter_mut().for_each(|value| *value = new[*value as usize]);
            grouping.values = names;
        }
        true
    }

    /// Says what its groups are, whatever the questions.
    pub fn words(&self) -> String {
        match &self.rule {
            Rule::Column(column, edges) if edges.is_empty() => format!("the values of {column}"),
            Rule::Column(column, edges) => format!("{column} with edges at {}", list(edges)),
            Rule::Filter(_, text) => format!("the questions with {text}, and the others"),
        }
    }

    /// The columns that conditions of a filter compare as numbers, and how many rows have none there:
    /// these are outside. Without the columns in which there is no number at all, of which
    /// [`Self::empty`] tells.
    pub fn numberless(&self, table: &Table) -> Vec<(String, usize)> {
        let Rule::Filter(conditions, _) = &self.rule else { return Vec::new() };
        let mut found: Vec<(String, usize)> = Vec::new();
        for one in conditions.iter().filter(|one| !matches!(one.sign, Sign::Is | Sign::IsNot)) {
            let cell = cells(table, &one.column);
            let count =
                (0..table.rows()).filter(|row| cell(*row).and_then(number).is_none()).count();
            let is_known = found.iter().any(|(column, _)| *column == one.column);
            if count > 0 && count < table.rows() && !is_known {
                found.push((one.column.clone(), count));
            }
        }
        found
    }

    fn by_value(&self, table: &Table, column: &str) -> Option<Sliced> {
        let cell = cells(table, column);
        let numbers: Option<Vec<f64>> =
            (0..table.rows()).filter_map(&cell).map(number).collect::<Option<_>>();
        if let Some(edges) = numbers.as_deref().and_then(quarters) {
            let words = format!(
                "{column} in {} of about equal size, with edges at {}; you can set other edges",
                ["", "", "two parts", "three parts", "quarters"][edges.len() + 1],
                list(&edges)
            );
            return Some(self.in_buckets(table, column, &edges, words));
        }
        let mut grouping = Grouping::new(column, table.rows(), cell)?;
        if numbers.is_some() {
            sort_by_number(&mut grouping);
        }
        grouping.column.clone_from(&self.name);
        let mut words = format!("the values of {column}");
        if numbers.is_some() && has_twice(&grouping.values) {
            words.push_str(" as written, so a number that is written in two ways has two groups");
        }
        Some(Sliced { grouping, words })
    }

    fn in_buckets(&self, table: &Table, column: &str, edges: &[f64], words: String) -> Sliced {
        let cell = cells(table, column);
        let names = buckets(edges);
        let buckets = names.len() - 2;
        let of_row = |row| match cell(row) {
            None => buckets + 1,
            Some(text) => number(text)
                .map_or(buckets, |value| edges.iter().take_while(|edge| value >= **edge).count()),
        };
        Sliced { grouping: self.grouping(names, table.rows(), of_row), words }
    }

    /// The groups that have questions, in the order of their names as given.
    fn grouping(
        &self,
        names: Vec<String>,
        rows: usize,
        place: impl Fn(usize) -> usize,
    ) -> Grouping {
        let places: Vec<usize> = (0..rows).map(place).collect();
        let mut used = vec![false; names.len()];
        for place in &places {
            used[*place] = true;
        }
        let mut new = vec![0_u16; names.len()];
        let mut values = Vec::new();
        for (old, name) in names.into_iter().enumerate().filter(|(old, _)| used[*old]) {
            new[old] = values.len() as u16;
            values.push(name);
        }
        let of_row = places.into_iter().map(|place| new[place]).collect();
        Grouping { column: self.name.clone(), values, of_row }
    }
}

impl Condition {
    /// That it holds for its number in another form, too, which is a group of its own where questions
    /// are broken down by value.
    fn otherwise_written(&self, table: &Table) -> Option<String> {
        let wanted = number(&self.value).filter(|_| matches!(self.sign, Sign::Is | Sign::IsNot))?;
        let mut cells = (0..table.rows()).filter_map(cells(table, &self.column));
        let other = cells.find(|text| *text != self.value && number(text) == Some(wanted))?;
        Some(format!(
            "{} means the number {} in any form, such as {other}",
            self.column, self.value
        ))
    }

    fn holds(&self, table: &Table, row: usize) -> bool {
        let found = table.column(&self.column).and_then(|column| cell(table, row, column));
        let text = found.unwrap_or(NONE);
        let numbers = || Some((number(text)?, number(&self.value)?));
        let compared = |holds: fn(f64, f64) -> bool| numbers().is_some_and(|(a, b)| holds(a, b));
        let equal = || text == self.value || compared(|a, b| a == b);
        match self.sign {
            Sign::Is => equal(),
            Sign::IsNot => !equal(),
            Sign::Less => compared(|a, b| a < b),
            Sign::AtMost => compared(|a, b| a <= b),
            Sign::More => compared(|a, b| a > b),
            Sign::AtLeast => compared(|a, b| a >= b),
        }
    }
}

/// Numbers questions by the value of a column that holds them together; blank cells are one cluster.
/// In the order of the values, so that sums do not depend on that of the rows. The second is how many
/// questions have no value.
pub fn clusters(table: &Table, column: &str) -> Option<(Vec<u32>, u64)> {
    let (_, of_row) = cluster_values(table, column)?;
    let column = table.column(column)?;
    let blank = (0..table.rows()).filter(|row| cell(table, *row, column).is_none()).count();
    Some((of_row, blank as u64))
}

/// The values of a column that holds questions together, sorted, and the place of that of each question.
pub fn cluster_values(table: &Table, column: &str) -> Option<(Vec<String>, Vec<u32>)> {
    let column = table.column(column)?;
    let value = |row| cell(table, row, column).unwrap_or(NONE);
    let mut values: Vec<&str> = (0..table.rows()).map(value).collect();
    values.sort_unstable();
    values.dedup();
    let place = |row| values.binary_search(&value(row)).unwrap_or_default() as u32;
    let of_row = (0..table.rows()).map(place).collect();
    Some((values.into_iter().map(str::to_owned).collect(), of_row))
}

fn cell(table: &Table, row: usize, column: usize) -> Option<&str> {
    table.cell(row, column).as_text().filter(|text| !text.trim().is_empty())
}

/// What a column has in each row; nothing where there is no such column.
fn cells<'t>(table: &'t Table, column: &str) -> impl Fn(usize) -> Option<&'t str> {
    let place = table.column(column);
    move |row| cell(table, row, place?)
}

/// The names of buckets, and of what is in none.
fn buckets(edges: &[f64]) -> Vec<String> {
    let written = alike(edges);
    let first = written.first().map(|first| format!("below {first}"));
    let inner = written.windows(2).map(|two| format!("{} to under {}", two[0], two[1]));
    let last = written.last().map(|last| format!("{last} and more"));
    let names = first.into_iter().chain(inner).chain(last);
    names.chain([NO_NUMBER, NONE].map(str::to_owned)).collect()
}

fn number(text: &str) -> Option<f64> {
    float(text.trim()).filter(|value| value.is_finite())
}

/// Edges that part numbers into about equal parts; `None` where there are so few different ones that
/// each can stand by itself.
fn quarters(numbers: &[f64]) -> Option<Vec<f64>> {
    let sorted: Vec<f64> = ascending(numbers.iter().copied())
        .into_iter()
        .map(|place| numbers[place as usize])
        .collect();
    let distinct = sorted.windows(2).filter(|two| two[0] != two[1]).count() + 1;
    if sorted.is_empty() || distinct <= DISTINCT {
        return None;
    }
    let mut edges: Vec<f64> = (1..BUCKETS).map(|k| sorted[k * sorted.len() / BUCKETS]).collect();
    edges.dedup();
    edges.retain(|edge| *edge > sorted[0]);
    // Where one number outweighs all others it is the least, or alone.
    if edges.is_empty() {
        edges.extend(sorted.iter().find(|value| **value > sorted[0]));
    }
    Some(edges)
}

/// Whether a number is there in two forms, such as `5` and `5.0`.
fn has_twice(sorted: &[String]) -> bool {
    sorted.windows(2).any(|two| number(&two[0]) == number(&two[1]))
}

fn sort_by_number(grouping: &mut Grouping) {
    let values = grouping.values.iter().map(|text| number(text).unwrap_or(f64::INFINITY));
    let order = ascending(values);
    let mut new = vec![0_u16; order.len()];
    for (place, old) in order.iter().enumerate() {
        new[*old as usize] = place as u16;
    }
    grouping.values = order.iter().map(|old| grouping.values[*old as usize].clone()).collect();
    grouping.of_row.iter_mut().for_each(|value| *value = new[*value as usize]);
}

/// A number as people write it: a whole one without a point.
fn plain(value: f64) -> String {
    let text = shortest(value);
    text.strip_suffix(".0").map_or_else(|| text.clone(), str::to_owned)
}

/// Numbers with as many decimals each; as they are where one has a power of ten.
fn alike(numbers: &[f64]) -> Vec<String> {
    let mut texts: Vec<String> = numbers.iter().copied().map(plain).collect();
    let decimals = |text: &str| text.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let most = texts.iter().map(|text| decimals(text)).max().unwrap_or(0);
    if most == 0 || texts.iter().any(|text| text.contains('e')) {
        return texts;
    }
    for text in &mut texts {
        let has = decimals(text);
        text.push_str(if has == 0 { "." } else { "" });
        text.extend(std::iter::repeat_n('0', most - has));
    }
    texts
}

/// `12 questions have no number in price and are in the group "outside"`
pub fn numberless(column: &str, count: usize) -> String {
    let [have, are] = by_number(count, ["has", "is"], ["have", "are"]);
    let questions = counted(count, "question");
    format!("{questions} {have} no number in {column} and {are} in the group \"outside\"")
}

/// Numbers as in "1, 2 and 3".
fn list(numbers: &[f64]) -> String {
    let mut texts = alike(numbers);
    let last = texts.pop().unwrap_or_default();
    if texts.is_empty() { last } else { format!("{} and {last}", texts.join(", ")) }
}

#[cfg(test)]
mod tests;
