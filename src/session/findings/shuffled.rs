//! Predictions that answer other questions than their own.

use super::written::taken;
use super::{LOOKED_AT, OneRun};
use crate::doubt::Shuffled;
use crate::table::json;
use crate::text::lower::lowered;
use itertools::Itertools as _;

/// With fewer questions chance may do it.
const FEWEST: usize = 20;
/// If at least one answer in this many would fit its question by chance, guessed labels fit other questions, too.
const KINDS: f64 = 20.0;

/// The form of a text by which equal answers are recognised: letters and digits in lower case.
fn key(text: &str) -> String {
    let mut key = lowered(text);
    key.retain(char::is_alphanumeric);
    key
}

/// The keys of a set of answers: of each answer, and of all together in alphabetical order.
fn keys(answers: impl Iterator<Item = String>) -> Vec<String> {
    let mut all: Vec<String> = answers.map(|answer| key(&answer)).collect();
    all.retain(|key| !key.is_empty());
    all.sort_unstable();
    if all.len() > 1 {
        all.push(all.join(" "));
    }
    all.dedup();
    all
}

/// The keys of the answer to a question: for a list, of each element and of all together.
fn answered(run: OneRun<'_>, row: usize) -> Vec<String> {
    let Some(answer) = taken(run, row).filter(|answer| !answer.trim().is_empty()) else {
        return Vec::new();
    };
    let elements: Option<Vec<String>> =
        answer.trim_start().starts_with('[').then_some(()).and_then(|()| {
            json::elements(answer.trim()).map(|one| Some(one.ok()?.text().into_owned())).collect()
        });
    match elements {
        // A list of several elements is one answer; its most frequent element is another.
        Some(elements) if elements.len() > 1 => {
            keys(elements.into_iter()).pop().into_iter().collect()
        }
        Some(elements) => keys(elements.into_iter()),
        None => keys(std::iter::once(answer)),
    }
}

/// The doubt about a run in which most answers are gold answers to other questions, and no more than chance to
/// their own: a column was reordered without the others. If gold answers are of a few kinds, there is no doubt,
/// because a guess among these kinds has the same effect.
pub(super) fn shuffled(run: OneRun<'_>) -> Option<Shuffled> {
    let values = run.values()?;
    let rows = values.len().min(LOOKED_AT);
    let own = values[..rows].iter().filter(|value| **value > 0.5).count();
    if rows < FEWEST || own * 5 > rows {
        return None;
    }
    let extracted = |gold: &str| run.settings().extractor.extract(gold).answer.map(str::to_owned);
    let golds_of = |row: usize| {
        let mut all = keys(run.golds(row).map(str::to_owned));
        all.extend(keys(run.golds(row).filter_map(extracted)));
        all.sort_unstable();
        all.dedup();
        all
    };
    let golds_of: Vec<Vec<String>> = (0..rows).map(golds_of).collect();
    let golds = golds_of.iter().flatten().counts();
    let (mut filled, mut elsewhere, mut expected) = (0, 0, 0.0);
    // Moving answers uses each gold answer once; a model that guesses gives some answers far more often.
    let mut left = golds.clone();
    for (row, own_golds) in golds_of.iter().enumerate() {
        let said = answered(run, row);
        filled += usize::from(!said.is_empty());
        let Some(key) = said.iter().max_by_key(|key| left.get(key)) else { continue };
        let (Some(count), Some(left)) = (golds.get(key), left.get_mut(key)) else { continue };
        expected += *count as f64 / rows as f64;
        if *left > 0 {
            *left -= 1;
            elsewhere += usize::from(own_golds.iter().all(|gold| !said.contains(gold)));
        }
    }
    let is_chance = own as f64 <= 2.0 * expected + 3.0 && expected * KINDS <= rows as f64;
    // A model that guesses small numbers hits many gold answers to other questions; moved answers hit nearly all.
    let is_small = |key: &String| key.len() <= 2 && key.bytes().all(|byte| byte.is_ascii_digit());
    let small = golds_of.iter().filter(|all| !all.is_empty() && all.iter().all(is_small)).count();
    let enough =
        if small * 2 > rows { elsewhere * 10 >= filled * 9 } else { elsewhere * 2 >= filled };
    (filled >= FEWEST && enough && is_chance).then(|| Shuffled {
        run: run.name(),
        elsewhere,
        rows: filled,
        own,
    })
}
