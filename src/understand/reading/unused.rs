//! Columns next to the gold answers that may matter to the score and are not used: weights of rows, numbers of
//! attempts, tolerances, units, and choices that two files have in a different order.

use super::apart::Compared;
use super::units::{name_of_unit, unit_of};
use super::values::{Column, Sort};
use crate::understand::names;
use std::collections::{HashMap, HashSet};

/// The doubt about such a column.
pub(super) fn unused(compared: &Compared<'_>) -> Option<String> {
    let within = compared.same_file;
    let attempts = if within { compared.attempts() } else { None };
    attempts
        .or_else(|| compared.weights().filter(|_| within))
        .or_else(|| compared.bounds())
        .or_else(|| compared.units())
        .or_else(|| compared.choices().filter(|_| !within))
}

/// Whether a name is one of these words.
fn is_word(name: &str, known: &[&str]) -> bool {
    matches!(&names::words(name)[..], [only] if known.contains(&only.as_str()))
}

impl Compared<'_> {
    /// The column of numbers next to the gold answers that has one of these names.
    fn numbers(&self, known: &[&str]) -> Option<&Column> {
        let named = |other: &&Column| is_word(&other.name, known) && other.sort == Sort::Number;
        self.gold.columns.iter().find(named)
    }

    fn weights(&self) -> Option<String> {
        const NAMES: [&str; 10] = [
            "count", "counts", "frequency", "freq", "n", "weight", "weights", "occurrences",
            "points", "marks",
        ];
        let weights = self.numbers(&NAMES).filter(|weights| weights.distinct > 1)?;
        let (mut right, mut all) = (0.0, 0.0);
        for (a, b) in &self.pairs.rows {
            let weight = weights.values[*a].as_ref()?.number.filter(|weight| *weight >= 0.0)?;
            all += weight;
            right += if self.agree((*a, *b)) == Some(true) { weight } else { 0.0 };
        }
        let share = right / all;
        ((share - self.agreeing).abs() >= 0.005).then(|| {
            format!(
                "each row counts once, although {} may be a weight or a count; with it, about \
                 {}\u{202f}% of the first {} rows would be right instead of {}\u{202f}%",
                weights.name,
                (share * 100.0).round(),
                self.pairs.rows.len(),
                (self.agreeing * 100.0).round()
            )
        })
    }

    /// A column that numbers attempts, if some questions have more attempts than others.
    fn attempts(&self) -> Option<String> {
        let columns = &self.gold.columns;
        let number = |column: &Column, row: usize| column.values[row].as_ref()?.number;
        let numbers = |column: &&Column| {
            names::is_of_attempts(&column.name)
                && column.sort == Sort::Number
                && column.distinct > 1
                && column.distinct * 2 < column.filled
        };
        let attempts = columns.iter().find(numbers)?;
        let extent = |column: &Column| -> Option<(usize, usize)> {
            let mut counts: HashMap<&str, usize> = HashMap::new();
            let mut seen: HashSet<(&str, u64)> = HashSet::new();
            for (row, value) in column.values.iter().enumerate() {
                let key = value.as_ref()?.raw.as_str();
                *counts.entry(key).or_default() += 1;
                if !seen.insert((key, number(attempts, row)?.to_bits())) {
                    return None;
                }
            }
            let (least, most) = (*counts.values().min()?, *counts.values().max()?);
            (least < most && counts.len() * 5 >= self.pairs.rows.len()).then_some((least, most))
        };
        let others = columns.iter().filter(|other| other.name != attempts.name);
        let (least, most) =
            others.filter(|other| other.distinct < other.filled).find_map(extent)?;
        Some(format!(
            "{} numbers the attempts, {least} to {most} for each question; each row counts, so the \
             score is too low if only failed attempts were repeated",
            attempts.name
        ))
    }

    fn bounds(&self) -> Option<String> {
        if self.answers.sort != Sort::Number {
            return None;
        }
        let off = self.numbers(&["tolerance", "tol", "margin"]);
        let low = self.numbers(&["min", "lower", "low"]);
        let high = self.numbers(&["max", "upper", "high"]);
        let name = &off.or(low.and(high))?.name;
        let number = |column: &Column, row: usize| column.values.get(row)?.as_ref()?.number;
        let within = |(a, b): (usize, usize)| {
            let (gold, said) = number(self.answers, a).zip(number(self.said, b))?;
            let near = || Some((gold - said).abs() <= number(off?, a)? * (1.0 + 1e-9));
            let inside = || Some((number(low?, a)?..=number(high?, a)?).contains(&said));
            Some(!self.agree((a, b))? && near().or_else(inside)?)
        };
        let count = self.pairs.rows.iter().filter(|pair| within(**pair) == Some(true)).count();
        (count > 0).then(|| {
            format!(
                "{name} may be a tolerance, but it is not used; with it, {count} more of the \
                 first {} rows would be right",
                self.pairs.rows.len()
            )
        })
    }

    fn units(&self) -> Option<String> {
        let is_unit = |other: &&Column| {
            matches!(names::words(&other.name).last().map(String::as_str), Some("unit" | "units"))
        };
        let column = self.gold.columns.iter().find(is_unit)?;
        let other = |(a, b): (usize, usize)| {
            let wanted = name_of_unit(&column.values[a].as_ref()?.raw.to_lowercase());
            let said = unit_of(&self.said.values[b].as_ref()?.raw)?;
            Some(self.agree((a, b))? && said != wanted)
        };
        let count = self.pairs.rows.iter().filter(|pair| other(**pair) == Some(true)).count();
        (self.answers.sort == Sort::Number && count > 0).then(|| {
            format!(
                "in {count} of the first {} rows, the answer counts as right although {} names \
                 another unit",
                self.pairs.rows.len(),
                column.name
            )
        })
    }

    fn choices(&self) -> Option<String> {
        let is_of_choices = |name: &str| {
            is_word(name, &["choices", "options", "candidates", "a", "b", "c", "d"])
                || matches!(&names::words(name)[..], [first, _] if first == "option" || first == "choice")
        };
        let of_run =
            |ours: &Column| self.run.columns.iter().find(|theirs| theirs.name == ours.name);
        let other = |ours: &&Column| {
            let differ = |theirs: &Column| {
                ours.filled > 0 && theirs.filled > 0 && ours.equal(theirs, &self.pairs.rows) < 0.98
            };
            is_of_choices(&ours.name) && of_run(ours).is_some_and(differ)
        };
        let ours = self.gold.columns.iter().find(other)?;
        (self.answers.sort != Sort::Long).then(|| {
            format!(
                "both files have {}, but with different contents; answers are read as choices of \
                 the gold file",
                ours.name
            )
        })
    }
}
