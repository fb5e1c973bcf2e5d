//! The role of each column of a file.

use crate::base::types::{Certainty, Field};
use crate::table::Table;
use itertools::Itertools as _;

/// A column with the field that it holds, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guessed {
    /// The field.
    pub field: Field,
    /// The column's name.
    pub column: String,
    /// How sure.
    pub certainty: Certainty,
    /// Why: "named answer", "the only column of lists".
    pub reason: String,
}

impl Guessed {
    /// A column whose role is certain.
    pub fn proven(field: Field, column: impl Into<String>, reason: impl Into<String>) -> Self {
        let (column, reason) = (column.into(), reason.into());
        Self { field, column, certainty: Certainty::Proven, reason }
    }
}

/// The columns of a file by field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ColumnMap {
    /// In the order of [`Field`]; several entries of [`Field::Id`] are a composite key.
    pub columns: Vec<Guessed>,
}

impl ColumnMap {
    /// Columns of a field.
    pub fn of(&self, field: Field) -> impl Iterator<Item = &str> {
        self.columns.iter().filter(move |guess| guess.field == field).map(|g| g.column.as_str())
    }

    /// The column of a field.
    pub fn one(&self, field: Field) -> Option<&str> {
        self.of(field).next()
    }

    /// Index in the table of the column of a field.
    pub fn index(&self, table: &Table, field: Field) -> Option<usize> {
        self.one(field).and_then(|name| table.column(name))
    }

    /// Indices in the table of all columns of a field.
    pub fn indices(&self, table: &Table, field: Field) -> Vec<usize> {
        self.of(field).filter_map(|name| table.column(name)).collect()
    }

    /// The field that a column holds.
    pub fn field_of(&self, column: &str) -> Option<&Guessed> {
        self.columns.iter().find(|guess| guess.column == column)
    }

    /// Names of all columns that have a use.
    pub fn used(&self) -> Vec<String> {
        self.columns.iter().map(|guess| guess.column.clone()).unique().collect()
    }
}
