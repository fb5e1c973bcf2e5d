//! Doubts about runs of which many answers are near a gold answer and count as wrong, or none is right.

use super::written::{nearly, rewritten};
use super::{OneRun, SOME, quoted};
use crate::aggregate::Aggregate;
use crate::base::digits::{grouped, percent};
use crate::base::types::State;
use crate::understand::names::is_of_failures;

/// How much more of the gold answers' words outputs have than of their own, at most, without a doubt.
const LONGER: f64 = 0.3;

/// The doubt about outputs that say more than the gold answers, which exact match counts as wrong.
pub(crate) fn too_long(run: &str, means: &[Aggregate]) -> Option<String> {
    let mean = |id: &str| {
        means.iter().find(|one| one.metric == id && one.group.is_none()).and_then(|one| one.mean)
    };
    let (precision, recall) = (mean("precision")?, mean("recall")?);
    (recall - precision > LONGER).then(|| {
        format!(
            "outputs of {run} say more than the gold answers: {} of the words of the gold answers are in them, but only \
             {} of their own words are in the gold answers; exact match counts an answer within a longer text as \
             wrong, and another rule for taking the answer may move the score",
            percent(recall),
            percent(precision)
        )
    })
}

/// The doubt about some answers that count as wrong and have all words of a gold answer in them.
fn within(run: OneRun<'_>) -> Option<String> {
    let (exact, recall) = (run.values_of(&["exact_match"])?, run.values_of(&["recall"])?);
    let f1 = run.values_of(&["f1"])?;
    let is_one = |row: &usize| exact[*row] == 0.0 && recall[*row] > 0.999 && f1[*row] < 0.999;
    let found: Vec<usize> = (0..exact.len()).filter(is_one).collect();
    let row = *found.first().filter(|_| found.len() > 2 && found.len() * SOME >= exact.len())?;
    Some(format!(
        "{} answers of {} that count as wrong have all words of the gold answer in them, such as {} for {}: exact match \
         asks for these alone",
        grouped(found.len()),
        run.name(),
        quoted(&run.said(row)?),
        quoted(run.golds(row).next()?)
    ))
}

/// The doubt about answers whose words are those of a gold answer in another order, as of lists in one text.
fn reordered(run: OneRun<'_>) -> Option<String> {
    let pairs = run.values_of(&["exact_match"])?.iter().zip(run.values_of(&["f1"])?);
    let all = pairs.clone().count();
    let moved = pairs.filter(|(exact, f1)| **exact == 0.0 && **f1 > 0.999).count();
    (moved >= 3 && moved * 20 >= all).then(|| {
        format!(
            "{moved} answers of {} have all words of a gold answer, and no other, in another order: exact \
             match counts them as wrong, and as sets they would be right",
            run.name()
        )
    })
}

/// The doubt about a run that is named as what went wrong, and of which nothing is right.
pub(crate) fn only_failures(run: OneRun<'_>) -> Option<String> {
    let values = run.values_of(&["exact_match"]).or(run.values())?;
    let none = values.len() > 2 && !values.iter().any(|value| *value >= 1.0);
    (none && is_of_failures(&run.joined().name)).then(|| {
        format!(
            "{} is named as a list of what went wrong, and none of its answers is right: wrong answers alone say \
             nothing of all questions",
            run.name()
        )
    })
}

/// With fewer answers none may be right by chance.
const NONE_RIGHT: usize = 8;
/// With fewer they may have nothing in common by chance.
const NOTHING_SHARED: usize = 3;

/// The doubt about a run of which no answer is right: both sides may be written in two ways.
pub(crate) fn none_right(run: OneRun<'_>) -> Option<String> {
    let values = run.values()?;
    let scored = values.iter().filter(|value| !value.is_nan()).count();
    // What says the same of every question is another doubt.
    let varied = run.evaluation.noticed(run.place).is_none_or(|noticed| noticed.order.changes > 0);
    let shared = run.values_of(&["f1", "rouge_l"]);
    let apart = shared.is_some_and(|values| !values.iter().any(|value| *value > 0.0));
    let taken = run.scores().states.contains(&State::Answered);
    let least = match (taken, apart) {
        (false, _) => 1,
        (true, true) => NOTHING_SHARED,
        (true, false) => NONE_RIGHT,
    };
    if scored < least || !varied || values.iter().any(|value| *value > 0.0) {
        return None;
    }
    let (gold, said) = (0..values.len()).find_map(|row| {
        let gold = run.golds(row).find(|gold| !gold.trim().is_empty())?;
        let said = run.said(row).filter(|said| !said.trim().is_empty())?;
        Some((quoted(gold), quoted(&said)))
    })?;
    Some(format!(
        "none of {} answers of {} is right: gold answers look like {gold}, and its answers like {said}",
        grouped(scored),
        run.name()
    ))
}

/// So much more of the answers would have to be right.
const FAR_MORE: f64 = 0.3;

/// The doubt about numbers of choices or labels that one side counts from 0 and the other one from 1.
pub(crate) fn counted_from_another(run: OneRun<'_>) -> Option<String> {
    let values = run.values()?;
    let whole = |text: &str| text.trim().parse::<i64>().ok();
    let pair = |row| Some((whole(run.golds(row).next()?)?, whole(&run.said(row)?)?));
    let both: Vec<(i64, i64)> = (0..values.len()).filter_map(pair).collect();
    let share = |step: i64| {
        both.iter().filter(|(gold, said)| *said + step == *gold).count() as f64
            / both.len().max(1) as f64
    };
    let least = both.iter().map(|(gold, _)| *gold).min()?;
    let steps = [-1, 1].map(|step| (step, share(step))).into_iter();
    let (step, best) = steps.max_by(|a, b| a.1.total_cmp(&b.1))?;
    (both.len() >= NONE_RIGHT && (0..=1).contains(&least) && best >= share(0) + FAR_MORE).then(|| {
        let name = run.name();
        let (theirs, ours) = if step == -1 { (1, 0) } else { (0, 1) };
        format!(
            "{name} may count from {theirs} where the gold answers count from {ours}: {} would be right then, and not {}",
            percent(best),
            percent(share(0))
        )
    })
}

/// The doubt about exact matches of short texts: what else than ignorance may count as wrong.
pub(crate) fn of_texts(run: OneRun<'_>, means: &[Aggregate]) -> Option<String> {
    too_long(&run.name(), means)
        .or_else(|| within(run))
        .or_else(|| reordered(run))
        .or_else(|| rewritten(run))
        .or_else(|| nearly(run))
}
