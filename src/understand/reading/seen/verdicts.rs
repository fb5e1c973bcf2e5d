//! Verdicts and figures, which are not answers, and the systems that they are about.

use super::Seen;
use crate::table::Table;
use crate::understand::names::{self, Says};
use crate::understand::reading::values::{self, Column, Sort};

/// A column that says correct or incorrect in every row is a verdict, whatever its name.
pub(super) fn verdicts_by_value(_: &Table, seen: &mut Seen) {
    // A claim may be correct, too; in that case, two columns say correct or incorrect.
    let judged = seen.columns.iter().filter(|column| values::is_judged(column)).count();
    for (column, says) in seen.columns.iter().zip(&mut seen.says) {
        if values::is_of_verdicts(column) || (judged == 1 && values::is_judged(column)) {
            *says =
                Says { gold: -2.0, prediction: -2.0, verdict: true, verdict_alone: true, ..*says };
        }
    }
}

/// `result` is a verdict in some files and a model's answer in others: if its texts are mostly different, it is
/// the answer.
pub(super) fn answers_named_as_verdicts(_: &Table, seen: &mut Seen) {
    const AGAINST_VERDICTS: f64 = 2.0;
    for (column, says) in seen.columns.iter().zip(&mut seen.says) {
        let is_text = matches!(column.sort, Sort::Short | Sort::Long)
            && column.filled > 2
            && column.distinct * 2 > column.filled;
        let mut values = column.values.iter().flatten();
        let judges = |value: &values::Value| names::verdict(&value.raw).is_some();
        let prediction = says.prediction + AGAINST_VERDICTS;
        if says.verdict_alone && is_text && prediction >= 1.5 && !values.any(judges) {
            let gold = says.gold + AGAINST_VERDICTS;
            *says = Says { gold, prediction, verdict: false, verdict_alone: false, ..*says };
        }
    }
}

/// Next to gold answers, a column of verdicts is not one of answers.
pub(super) fn verdicts_beside_gold(_: &Table, seen: &mut Seen) {
    if seen.says.iter().any(|says| says.gold >= 1.5 && !says.verdict_alone) {
        for (column, says) in seen.columns.iter().zip(&mut seen.says) {
            if says.verdict_alone && column.said().is_some() {
                *says = Says { gold: -4.0, prediction: -4.0, ..*says };
            }
        }
    }
}

/// How every program ended, in a column next to the programs, even if all ended in the same way.
pub(super) fn ends_of_programs(_: &Table, seen: &mut Seen) {
    let is_code = |column: &Column| {
        column.sort == Sort::Long
            && names::has_word(&column.name, &["code", "completion", "program"])
    };
    if !seen.columns.iter().any(is_code) {
        return;
    }
    for (column, says) in seen.columns.iter().zip(&mut seen.says) {
        if column.filled > 2 && values::says_ends(column) {
            *says =
                Says { gold: -2.0, prediction: -2.0, verdict: true, verdict_alone: true, ..*says };
        }
    }
}

/// `cot_correct` and `bon_correct` are verdicts on `cot_answer` and `bon_answer`, or on `cot` and `bon`: these are
/// the answers of two systems.
pub(super) fn judged_systems(_: &Table, seen: &mut Seen) {
    let mut verdicts = Vec::new();
    let mut systems = Vec::new();
    for (place, column) in seen.columns.iter().enumerate() {
        let Some(about) = names::judged(&column.name).filter(|_| column.said().is_some()) else {
            continue;
        };
        verdicts.push(place);
        let named = |words: fn(&str) -> Vec<String>| {
            seen.place(|other| {
                other.name != column.name
                    && !matches!(other.sort, Sort::Empty | Sort::Object)
                    && words(&other.name) == about
            })
        };
        let answers = named(names::words).or_else(|| named(names::without_answer));
        // If there are two verdicts on the same answers, the first one counts.
        let known = |place: &usize| systems.iter().any(|(answers, _)| answers == place);
        systems.extend(answers.filter(|place| !known(place)).map(|answers| (answers, place)));
    }
    // A single column may be the gold answer, such as `true_label` next to `true_label_correct`.
    if verdicts.len() < 2 {
        return;
    }
    for place in verdicts.iter().copied() {
        let says = &mut seen.says[place];
        *says = Says { gold: -4.0, prediction: -4.0, verdict: true, verdict_alone: true, ..*says };
    }
    if systems.is_empty() {
        systems = named_after_verdicts(seen, &verdicts);
    }
    if systems.len() > 1 {
        for (place, _) in &systems {
            seen.is_prediction(*place);
        }
        seen.systems = systems;
    }
}

/// `rag_translation` and `plain_translation` beside `rag_correct` and `plain_correct`: the texts that begin with what
/// the verdicts are about and end alike, each with the place of its verdict.
fn named_after_verdicts(seen: &Seen, verdicts: &[usize]) -> Vec<(usize, usize)> {
    /// The rest of a name behind what it has in common with others, and the place of its column.
    type Rest = (Vec<String>, usize);
    let texts = |about: &[String]| -> Vec<Rest> {
        let rest = |(place, column): (usize, &Column)| {
            let is_text = matches!(column.sort, Sort::Short | Sort::Long | Sort::Letter);
            let name = names::words(&column.name);
            let rest = name.strip_prefix(about).filter(|rest| is_text && !rest.is_empty())?;
            Some((rest.to_vec(), place))
        };
        seen.columns.iter().enumerate().filter_map(rest).collect()
    };
    let named: Vec<(usize, Vec<Rest>)> = verdicts
        .iter()
        .filter_map(|place| Some((*place, texts(&names::judged(&seen.columns[*place].name)?))))
        .filter(|(_, texts)| !texts.is_empty())
        .collect();
    let Some((_, first)) = named.first() else { return Vec::new() };
    let with = |rest: &[String]| -> Vec<(usize, usize)> {
        let of = |(verdict, texts): &(usize, Vec<Rest>)| {
            let text = texts.iter().find(|(own, _)| own == rest)?;
            Some((text.1, *verdict))
        };
        named.iter().filter_map(of).collect()
    };
    first.iter().map(|(rest, _)| with(rest)).max_by_key(Vec::len).unwrap_or_default()
}

/// If no name suggests gold answers, a column that says whether each output was verified is the verdict.
pub(super) fn verified(_: &Table, seen: &mut Seen) {
    if seen.says.iter().any(|says| says.gold >= 1.5) {
        return;
    }
    for (column, says) in seen.columns.iter().zip(&mut seen.says) {
        if names::is_verified(&column.name) && column.verdicts().is_some() {
            *says =
                Says { gold: -2.0, prediction: -2.0, verdict: true, verdict_alone: true, ..*says };
        }
    }
}

/// A column that numbers attempts is not an answer.
pub(super) fn attempts(_: &Table, seen: &mut Seen) {
    for place in 0..seen.columns.len() {
        let column = &seen.columns[place];
        let repeats = column.sort == Sort::Number && column.distinct * 2 <= column.filled;
        if repeats && names::numbers_attempts(&column.name) {
            seen.is_neither(place);
        }
    }
}

/// How many are right, out of how many, and at which attempt: figures, not answers.
pub(super) fn counts(_: &Table, seen: &mut Seen) {
    // The words before one of these.
    let rest = |place: usize, kinds: &[&str]| {
        let column = &seen.columns[place];
        let mut words = names::words(&column.name);
        let is_one = words.last().is_some_and(|last| kinds.contains(&last.as_str()));
        words.pop();
        // `tests_passed` of `test_count`.
        let bare = words.into_iter().map(|word| word.trim_end_matches('s').to_owned());
        (is_one && column.sort == Sort::Number).then(|| bare.collect::<Vec<String>>())
    };
    let all = 0..seen.columns.len();
    let of = |kinds: &[&str]| all.clone().filter_map(|place| rest(place, kinds)).collect();
    let right = names::SOLVED;
    let whole = ["total", "count"];
    let (rights, totals): (Vec<_>, Vec<_>) = (of(&right), of(&whole));
    let is_count = |place: &usize| {
        rest(*place, &names::ROUNDS).is_some()
            || rest(*place, &right).is_some_and(|rest| totals.contains(&rest))
            || rest(*place, &whole).is_some_and(|rest| rights.contains(&rest))
    };
    let counts: Vec<usize> = all.clone().filter(is_count).collect();
    let is_named = |(column, says): (&Column, &Says)| {
        let who = matches!(
            names::words(&column.name).last().map(String::as_str),
            Some("model" | "benchmark")
        );
        !(says.verdict || who) && says.gold.max(says.prediction) >= 1.0
    };
    let named = seen.columns.iter().zip(&seen.says).any(is_named);
    // If there is a measure, and no name suggests answers, each row is a summary.
    let measured = |column: &Column| {
        column.sort == Sort::Number && names::is_measure(&names::words(&column.name))
    };
    let are_figures = counts.len() > 1 && !named && seen.columns.iter().any(measured);
    for place in &counts {
        // The number of passed tests is not a verdict either.
        seen.says[*place].verdict = false;
        seen.says[*place].verdict_alone = false;
    }
    for place in if are_figures { all.collect() } else { counts } {
        seen.is_neither(place);
    }
}

/// Values next to the names of measures are a summary, not answers.
pub(super) fn summaries(_: &Table, seen: &mut Seen) {
    let of_measures = |column: &Column| {
        let named = names::MEASURES.contains(&&*column.name.to_lowercase());
        let worded = matches!(column.sort, Sort::Short | Sort::Closed | Sort::Letter);
        named && column.distinct > 1 && worded
    };
    if seen.columns.iter().any(of_measures) {
        (0..seen.columns.len()).for_each(|place| seen.is_neither(place));
    }
}

/// Assertions test programs: no answer equals them.
pub(super) fn assertions(_: &Table, seen: &mut Seen) {
    for place in 0..seen.columns.len() {
        let column = &seen.columns[place];
        let is_one = |value: &values::Value| {
            value
                .raw
                .trim_start_matches(|c: char| c.is_whitespace() || "['\"".contains(c))
                .starts_with("assert ")
        };
        if column.filled > 1 && column.values.iter().flatten().all(is_one) {
            seen.is_neither(place);
        }
    }
}
