//! Columns that are named for one side and may be meant, but are not read.

use super::Seen;
use super::values::{Column, Sort};
use crate::understand::names::{self, Says};

/// A side that a column may be named for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Gold,
    Output,
}

impl Seen {
    /// The columns that are named for a side more clearly than the columns that are read for it.
    pub(crate) fn named_more_clearly(&self, side: Side, read: &[String]) -> Vec<&str> {
        const CLEAR: f64 = 1.5;
        let strength = |says: &Says| match side {
            Side::Gold => says.gold,
            Side::Output => says.prediction,
        };
        let columns = || self.columns.iter().zip(&self.says);
        let own = columns().filter(|(column, _)| read.contains(&column.name));
        let known = own.map(|(_, says)| strength(says)).fold(0.0, f64::max);
        let is_one = |(column, says): &(&Column, &Says)| {
            let is_clear = strength(says) >= CLEAR && strength(says) > known;
            is_clear && !read.contains(&column.name) && self.may_be_answers(column, says)
        };
        columns().filter(is_one).map(|(column, _)| column.name.as_str()).collect()
    }

    /// The columns of outputs whose names are equal up to the word for an output: the answers of several
    /// systems.
    pub(crate) fn sibling_outputs(&self) -> Vec<Vec<&str>> {
        let columns = self.columns.iter().zip(&self.says);
        let outputs = columns.filter(|(column, says)| self.may_be_answers(column, says));
        let mut groups: Vec<(Vec<String>, [bool; 2], Vec<&str>)> = Vec::new();
        for (column, _) in outputs {
            let stem = names::output_stem(&column.name).filter(|_| !names::is_stage(&column.name));
            let Some(stem) = stem else { continue };
            // The text of an output, its length and the answer in it are not several systems.
            let sort = [Sort::Number, Sort::Long].map(|sort| column.sort == sort);
            match groups.iter_mut().find(|(of, known, _)| (of, *known) == (&stem, sort)) {
                Some((.., group)) => group.push(&column.name),
                None => groups.push((stem, sort, vec![&column.name])),
            }
        }
        let groups = groups.into_iter().map(|(.., group)| group);
        groups.filter(|group| group.len() > 1).collect()
    }

    /// Whether a column has values that may be answers, in most rows.
    fn may_be_answers(&self, column: &Column, says: &Says) -> bool {
        let is_measured = names::is_amount(&column.name) || names::is_version(&column.name);
        let is_none = matches!(column.sort, Sort::Empty | Sort::Object);
        let is_named = says.verdict || says.verdict_alone || says.other;
        !(is_none || is_named || is_measured)
            && column.distinct > 1
            && column.filled * 3 >= self.rows() * 2
    }
}
