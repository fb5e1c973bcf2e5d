//! Which choices there are, and which one was chosen.

use super::Seen;
use crate::table::Table;
use crate::understand::names::{self, NUMBERED_CHOICES, Says};
use crate::understand::reading::values::{self, Column, Sort};

/// `option1` and `option2`, `ans0` and `ans1`: choices next to the number of the right one.
pub(super) fn numbered_choices(_: &Table, seen: &mut Seen) {
    let counts = |column: &Column| {
        let mut some = column.values.iter().flatten();
        column.sort == Sort::Number && column.distinct > 1 && some.all(values::Value::is_place)
    };
    if !seen.columns.iter().any(counts) {
        return;
    }
    for stem in NUMBERED_CHOICES {
        let named = |number: usize| {
            let name = format!("{stem}{number}");
            seen.place(|column| column.name.eq_ignore_ascii_case(&name))
        };
        let family: Vec<usize> = (0..8).filter_map(named).collect();
        if family.len() > 1 {
            for place in family {
                seen.is_neither(place);
            }
        }
    }
}

/// A `choice` that is a letter in every row is the choice that the model made.
pub(super) fn lettered_choices(_: &Table, seen: &mut Seen) {
    for place in 0..seen.columns.len() {
        let column = &seen.columns[place];
        let words = names::words(column.name.rsplit('.').next().unwrap_or(&column.name));
        let named = matches!(&words[..], [only] if only == "choice" || only == "option");
        if named && column.sort == Sort::Letter && column.distinct > 1 {
            let says = &mut seen.says[place];
            *says = Says { gold: 1.2, prediction: 1.0, other: false, ..*says };
        }
    }
}

/// `A`, `B` and `C` next to a column for the answer are the choices.
pub(super) fn lettered_options(_: &Table, seen: &mut Seen) {
    let named = |letter: &str| seen.place(|column| column.name.eq_ignore_ascii_case(letter));
    let family: Vec<usize> = ["a", "b", "c", "d", "e", "f"].into_iter().map_while(named).collect();
    let answers =
        seen.says.iter().enumerate().any(|(place, says)| {
            says.gold >= 0.8 && !says.verdict_alone && !family.contains(&place)
        });
    if family.len() > 2 && answers {
        for place in family {
            seen.is_neither(place);
        }
    }
}

/// Whether something follows from a premise is the question, not the output.
pub(super) fn hypotheses(_: &Table, seen: &mut Seen) {
    let of = |word: &str| seen.place(|column| names::words(&column.name) == [word]);
    if let (Some(_), Some(hypothesis)) = (of("premise"), of("hypothesis")) {
        seen.is_neither(hypothesis);
    }
}

/// Next to columns that are named as outputs, an object without such a name was part of the question: choices, or
/// the record of the data set with its gold answer.
pub(super) fn records_beside_outputs(_: &Table, seen: &mut Seen) {
    let is_output = |(column, says): (&Column, &Says)| {
        let is_text = !matches!(column.sort, Sort::Empty | Sort::Number | Sort::Object);
        says.prediction >= 1.5 && !says.verdict && is_text && column.distinct > 1
    };
    if !seen.columns.iter().zip(&seen.says).any(is_output) {
        return;
    }
    for (column, says) in seen.columns.iter().zip(&mut seen.says) {
        if column.sort == Sort::Object && says.prediction < 1.5 {
            says.prediction = says.prediction.min(-2.0);
        }
    }
}
