//! The columns of a file as their first rows show them, and what the columns of a file tell about each other: a
//! name often means something else next to certain other names.

mod choices;
mod outputs;
mod sides;
mod verdicts;

use super::values::{self, Column, Sort};
use crate::base::types::Field;
use crate::table::{Inspection, Kind, Table, json};
use crate::understand::names::{self, KEY, LIST, Says, VALUE, says};
use std::collections::HashSet;

/// The first rows of a file, read once for weighing every reading.
#[derive(Clone, Debug)]
pub struct Seen {
    pub(super) columns: Vec<Column>,
    pub(super) says: Vec<Says>,
    /// Columns of the answers of several systems, each with the column that says whether they are right.
    pub(super) systems: Vec<(usize, usize)>,
}

/// What columns tell about each other, in this order.
const RULES: [fn(&Table, &mut Seen); 37] = [
    verdicts::answers_named_as_verdicts,
    sides::beside_a_key,
    sides::answers_of_samples,
    sides::records_of_questions,
    sides::right_answers,
    outputs::weak_outputs,
    sides::copies_of_keys,
    sides::wholes,
    verdicts::counts,
    sides::a_and_p,
    choices::numbered_choices,
    choices::lettered_choices,
    choices::lettered_options,
    verdicts::verdicts_beside_gold,
    outputs::bodies,
    choices::hypotheses,
    choices::records_beside_outputs,
    verdicts::verdicts_by_value,
    outputs::texts_of_models,
    outputs::final_answers,
    outputs::several_outputs,
    sides::sides,
    sides::bare_sides,
    sides::answers_beside_predicted,
    outputs::taken_from_outputs,
    verdicts::ends_of_programs,
    outputs::chats,
    verdicts::judged_systems,
    sides::answers_beside_references,
    sides::best_answers,
    sides::coded_keys,
    verdicts::summaries,
    verdicts::assertions,
    verdicts::attempts,
    verdicts::verified,
    sides::labels_of_classifiers,
    sides::ends_like_predicted,
];

/// Whether the last row of a table holds only numbers, in columns of 0 and 1 of which it has another value, and nothing
/// where every other row has something: the means of these columns.
fn ends_in_means(table: &Table) -> bool {
    const FEW: usize = 5;
    let Some(last) = table.rows().checked_sub(1).filter(|last| *last >= FEW) else { return false };
    let is_filled = |row: usize, column: usize| !table.cell(row, column).text.trim().is_empty();
    let (filled, blank): (Vec<usize>, Vec<usize>) =
        (0..table.columns().len()).partition(|column| is_filled(last, *column));
    let is_mean = |column: &usize| {
        let text = |row: usize| table.cell(row, *column).text.trim();
        values::number(text(last)).is_some()
            && !["0", "1"].contains(&text(last))
            && (0..last).all(|row| ["", "0", "1"].contains(&text(row)))
    };
    let are_answers =
        blank.iter().filter(|column| (0..last).all(|row| is_filled(row, **column))).count();
    !filled.is_empty() && filled.iter().all(is_mean) && are_answers > 1
}

impl Seen {
    /// Reads all columns of the first rows of a file.
    pub fn new(inspection: &Inspection) -> Self {
        let table = &inspection.sample;
        let rows = table.rows() - usize::from(ends_in_means(table));
        let columns: Vec<Column> =
            (0..table.columns().len()).map(|column| Column::read(table, column, rows)).collect();
        let says = columns.iter().map(|column| says(&column.name)).collect();
        let mut seen = Self { columns, says, systems: Vec::new() };
        for rule in RULES {
            rule(table, &mut seen);
        }
        seen
    }

    pub(super) fn rows(&self) -> usize {
        self.columns.first().map_or(0, |column| column.values.len())
    }

    /// The columns of computed figures, in a file in which no name suggests answers.
    pub fn figures(&self) -> Vec<&str> {
        let columns = || self.columns.iter().zip(&self.says);
        let answers = |(column, says): (&Column, &Says)| {
            column.sort != Sort::Empty && !says.verdict && says.gold.max(says.prediction) >= 1.0
        };
        if columns().any(answers) {
            return Vec::new();
        }
        let is_figure = |(column, _): &(&Column, &Says)| {
            let words = names::words(&column.name);
            let measures = words.iter().any(|word| names::is_measure(std::slice::from_ref(word)));
            column.sort == Sort::Number && measures
        };
        columns().filter(is_figure).map(|(column, _)| column.name.as_str()).take(4).collect()
    }

    /// Whether the file holds a few figures, by name or in columns, and nothing that could answer a question.
    pub fn is_summary(&self) -> bool {
        const MOST: usize = 60;
        const FEW: usize = 12;
        let named = |name: &str| self.place(|column| column.name == name);
        if self.rows() > MOST {
            return false;
        }
        if let (Some(key), Some(value), 2) = (named(KEY), named(VALUE), self.columns.len()) {
            let [keys, values] = [key, value].map(|place| &self.columns[place].values);
            let is_figure = |(key, value): &(&Option<values::Value>, &Option<values::Value>)| {
                key.as_ref().is_some_and(|key| names::is_figure(&key.raw))
                    && value.as_ref().is_some_and(|value| value.number.is_some())
            };
            let figures = keys.iter().zip(values).filter(is_figure).count();
            // Keys such as `result_1` and `result_2` are ids.
            let stem = |key: &values::Value| {
                key.raw.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned()
            };
            let stems: HashSet<String> = keys.iter().flatten().map(stem).collect();
            if stems.len() == 1 {
                return false;
            }
            // A few members of one object, some of which are figures, describe a run.
            let few = self.rows() <= FEW && self.columns[value].sort != Sort::Long;
            return figures > 0 && (few || figures * 2 >= self.rows());
        }
        if self.is_of_measures() {
            return true;
        }
        let mut figures = 0;
        let fits = |column: &Column| {
            let is_one = names::is_figure(&column.name) && column.sort == Sort::Number;
            figures += usize::from(is_one);
            is_one
                || matches!(column.sort, Sort::Empty | Sort::Object)
                || [KEY, LIST].contains(&&*column.name)
        };
        self.columns.iter().all(fits) && figures > 0
    }

    /// Whether the file is an object of a few objects, some of which hold figures and are named for what these
    /// measure.
    pub fn is_of_measures(&self) -> bool {
        const FEW: usize = 12;
        let Some(key) = self.place(|column| column.name == KEY).filter(|_| self.rows() <= FEW)
        else {
            return false;
        };
        let mut keys = self.columns[key].values.iter().enumerate();
        keys.any(|(row, name)| {
            let others = self.columns.iter().enumerate().filter(|(place, _)| *place != key);
            let mut cells = others.filter_map(|(_, column)| column.values[row].as_ref()).peekable();
            name.as_ref().is_some_and(|name| names::is_measure(&names::words(&name.raw)))
                && cells.peek().is_some()
                && cells.all(|cell| cell.number.is_some())
        })
    }

    /// Whether the file holds only figures, with the names of their measures and the settings of the run.
    pub fn is_of_figures(&self) -> bool {
        const MOST: usize = 200;
        let named = |(column, says): (&Column, &Says)| {
            let of_run = || names::names_of(Field::Run).contains(&&*column.name.to_lowercase());
            let sided = says.gold.max(says.prediction) >= 1.5;
            column.sort != Sort::Empty && !says.verdict && sided && !of_run()
        };
        if self.rows() > MOST || self.columns.iter().zip(&self.says).any(named) {
            return false;
        }
        let mut found = Figures::default();
        for column in &self.columns {
            let measures = names::is_of_measure(&column.name);
            for value in column.values.iter().flatten() {
                found.measured |= measures && value.number.is_some();
                found.add(&value.raw);
            }
        }
        found.measured && found.numbers > 0 && !found.texts
    }

    /// The names of the members of a column of objects (for objects within it, their members), if all members may
    /// be asked for: two or more plain values, none of which is named as the answer or as something about the
    /// answer.
    pub(super) fn members(&self, place: usize) -> Option<Vec<&str>> {
        let outer = [self.columns[place].name.as_str(), "."].concat();
        let objects = self.columns[place].sort == Sort::Object;
        let mut members = Vec::new();
        for column in self.columns.iter().filter(|column| objects && column.sort != Sort::Object) {
            let Some(name) = column.name.strip_prefix(&outer) else { continue };
            let says = says(name);
            if says.gold.max(says.prediction) >= 1.0 || says.verdict || column.sort == Sort::Long {
                return None;
            }
            members.push(name);
        }
        (members.len() > 1).then_some(members)
    }

    /// The columns that say of most rows whether they are right, and of some that they are wrong.
    pub fn verdicts(&self) -> Vec<&str> {
        let is_one = |(column, says): &(&Column, &Says)| {
            let said = column.judged().unwrap_or_default();
            says.verdict_alone
                && !names::is_of_support(&column.name)
                && !names::is_of_form(&column.name)
                && !names::is_amount(&column.name)
                && said.contains(&Some(true))
                && said.contains(&Some(false))
                && said.iter().flatten().count() * 4 >= self.rows() * 3
        };
        let found = self.columns.iter().zip(&self.says).filter(is_one);
        found.map(|(column, _)| column.name.as_str()).collect()
    }

    fn place(&self, test: impl Fn(&Column) -> bool) -> Option<usize> {
        self.columns.iter().position(test)
    }

    /// Marks a column as gold answers, with this strength.
    fn is_gold(&mut self, place: usize, gold: f64) {
        self.says[place] = Says { gold, prediction: -2.0, other: false, ..self.says[place] };
    }

    /// Marks a column as a model's answers.
    fn is_prediction(&mut self, place: usize) {
        self.says[place] = Says { gold: -2.0, prediction: 2.0, other: false, ..self.says[place] };
    }

    /// Marks a column as neither.
    fn is_neither(&mut self, place: usize) {
        self.says[place] = Says { gold: -3.0, prediction: -3.0, other: true, ..self.says[place] };
    }
}

/// The contents of a file's cells, including members and elements.
#[derive(Debug, Default)]
struct Figures {
    numbers: usize,
    /// Whether a text is named as a measure, or a number is.
    measured: bool,
    /// Whether there is a text that may be a question or an answer.
    texts: bool,
}

impl Figures {
    fn add(&mut self, text: &str) {
        const LONGEST: usize = 60;
        let text = text.trim();
        if text.starts_with('{') {
            for (name, value) in json::members(text).map_while(Result::ok) {
                self.measured |= names::is_of_measure(&name) && value.kind == Kind::Number;
                self.add(&value.text());
            }
        } else if text.starts_with('[') {
            json::elements(text).map_while(Result::ok).for_each(|value| self.add(&value.text()));
        } else if values::number(text).is_some() {
            self.numbers += 1;
        } else if let Some((name, figure)) = text.split_once(':')
            && values::number(figure.trim()).is_some()
        {
            self.numbers += 1;
            self.measured |= names::is_of_measure(name);
        } else {
            // In a long table, a column names the measure of each row.
            let verdict = names::verdict(text).is_some() || names::says_end(text);
            self.measured |= names::is_of_measure(text) && !verdict;
            self.texts |= verdict || text.len() > LONGEST || text.split_whitespace().count() > 4;
        }
    }
}
