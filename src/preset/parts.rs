//! Benchmarks whose questions do not all follow the same rules: a column of the gold file says which
//! part a question belongs to.

use crate::base::types::{Certainty, Field, PartOf};
use crate::understand::names::canonical;
use crate::understand::schema::ColumnMap;
use itertools::Itertools as _;
use serde::{Deserialize, Serialize};
use strum::VariantNames;

/// A column of the gold file that sorts questions into parts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parts {
    /// Names of the column in `snake_case`, likeliest first.
    pub columns: Vec<String>,
    /// The parts that the preset knows.
    pub known: Vec<Part>,
    /// What becomes of questions with another value, or none, in that column.
    pub others: Others,
}

/// A part of a benchmark.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// Values of the column, as written; results are grouped under the first.
    pub names: Vec<String>,
    /// How both sides are normalised, where that differs from the rest of the preset.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub normalize: Option<Vec<String>>,
    /// How answers are compared, where that differs from the rest of the preset.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compare: Option<String>,
}

/// What becomes of questions of no known part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, VariantNames)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Others {
    /// They are scored by the preset's common rules.
    Score,
    /// The same, with a warning.
    Warn,
    /// They are left out, which is said and makes the headline provisional.
    Exclude,
}

impl Parts {
    /// The column: one that is named so, or else one that the user says results are grouped by.
    pub fn column<'a>(&self, map: &'a ColumnMap) -> Option<&'a str> {
        let named = |name: &String| map.of(Field::Group).find(|column| canonical(column) == *name);
        let chosen = || {
            let chosen = |guess: &&crate::understand::schema::Guessed| {
                guess.field == Field::Group && guess.certainty == Certainty::Chosen
            };
            map.columns.iter().find(chosen).map(|guess| guess.column.as_str())
        };
        self.columns.iter().find_map(named).or_else(chosen)
    }

    /// The part that a value of the column stands for.
    pub fn of(&self, value: Option<&str>) -> PartOf {
        let is_named =
            |part: &Part| value.is_some_and(|value| part.names.iter().any(|name| name == value));
        self.known.iter().position(is_named).map_or(PartOf::Other, PartOf::Known)
    }

    /// The name under which results of a value are grouped.
    pub fn shown<'a>(&'a self, value: &'a str) -> &'a str {
        match self.of(Some(value)) {
            PartOf::Known(place) => &self.known[place].names[0],
            _ => value,
        }
    }

    /// The names of all parts, for messages.
    pub fn list(&self) -> String {
        self.known.iter().map(|part| part.names[0].as_str()).join(", ")
    }
}
