//! Files whose contents look different because of the other files.

use super::values::{Column, Sort};
use super::{Candidate, Seen};
use crate::understand::names::{self, Says};

/// A file whose `final_answer` belongs to the data set, because another file has the models' answers and no other
/// column is named for gold answers; `None` if the other files change nothing.
pub(super) fn gold_by_others(candidates: &[Candidate<'_>], file: usize) -> Option<Seen> {
    let is_final = |name: &str| names::words(name) == ["final", "answer"];
    let place = |file: usize, test: &dyn Fn(&Column, &Says) -> bool| {
        let seen = candidates[file].seen;
        let filled =
            |(column, says): (&Column, &Says)| column.sort != Sort::Empty && test(column, says);
        seen.columns.iter().zip(&seen.says).position(filled)
    };
    let own = place(file, &|column, _| is_final(&column.name))?;
    let said = |column: &Column, says: &Says| says.prediction >= 1.2 && !is_final(&column.name);
    let answered = |column: &Column, says: &Says| {
        said(column, says) || names::has_word(&column.name, &["submitted", "answer"])
    };
    let columns = candidates[file].inspection.sample.columns();
    let asked = ["question", "level", "annotator"];
    let is_asked = columns.iter().any(|name| names::has_word(name, &asked));
    let mut others = (0..candidates.len()).filter(|other| *other != file);
    let is_answered = others.any(|other| place(other, &answered).is_some());
    let is_named =
        (0..candidates.len()).any(|one| place(one, &|_, says| says.gold >= 1.5).is_some());
    if !is_asked || !is_answered || is_named || place(file, &said).is_some() {
        return None;
    }
    let mut seen = candidates[file].seen.clone();
    seen.says[own] = Says { gold: 2.0, prediction: -1.0, other: false, ..seen.says[own] };
    Some(seen)
}

/// A file whose `is_correct` is the gold answer, because its name, or that of another file with the same column,
/// says which of them holds the right answers; `None` if the other files change nothing.
pub(super) fn judged_by_others(candidates: &[Candidate<'_>], file: usize) -> Option<Seen> {
    let told = |file: usize| names::file_says(&candidates[file].inspection.name);
    let verdicts = |file: usize| {
        let seen = candidates[file].seen;
        let columns = seen.columns.iter().zip(&seen.says).enumerate();
        columns.filter(|(_, (column, says))| says.verdict_alone && column.verdicts().is_some())
    };
    let is_clear = |file: usize| candidates[file].seen.says.iter().any(|says| says.gold >= 2.5);
    let others = (0..candidates.len()).filter(|other| *other != file);
    let (place, is_gold) = others.into_iter().find_map(|other| {
        let is_gold = told(file) >= 2.0 && told(other) < 2.0;
        let is_run = told(other) >= 2.0 && told(file) < 2.0;
        let gold = if is_gold { file } else { other };
        if !(is_gold || is_run) || is_clear(gold) {
            return None;
        }
        let same = |(place, (column, _)): (usize, (&Column, &Says))| {
            let there =
                verdicts(other).any(|(_, (theirs, _))| names::are_same(&column.name, &theirs.name));
            there.then_some(place)
        };
        Some((verdicts(file).find_map(same)?, is_gold))
    })?;
    let mut seen = candidates[file].seen.clone();
    let (gold, prediction) = if is_gold { (2.2, -2.0) } else { (-2.0, 2.2) };
    seen.says[place] = Says { gold, prediction, ..Says::default() };
    Some(seen)
}
