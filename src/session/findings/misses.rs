//! Doubts about runs in which many answers are near a gold answer and count as wrong, or no answer is right.

use super::written::{nearly, rewritten};
use super::{LOOKED_AT, OneRun, SOME, words_belong};
use crate::aggregate::Aggregate;
use crate::base::types::State;
use crate::doubt::{
    AnswerWithin, CountedFromAnother, Doubt, LongerOutputs, NoneRight, OnlyFailures, ReorderedWords,
};
use crate::understand::names::is_of_failures;

/// By how much recall may exceed precision without a doubt that outputs are longer than gold answers.
const LONGER: f64 = 0.3;

/// The doubt about outputs that are longer than the gold answers, and that exact match therefore counts as wrong.
fn too_long(run: String, means: &[Aggregate]) -> Option<LongerOutputs> {
    let mean = |id: &str| {
        means.iter().find(|one| one.metric == id && one.group.is_none()).and_then(|one| one.mean)
    };
    let (precision, recall) = (mean("precision")?, mean("recall")?);
    (recall - precision > LONGER).then_some(LongerOutputs { run, recall, precision })
}

/// The same if outputs are graded by the words they share with long gold answers: they have to be twice as long, and to
/// have nearly all words of the gold answers. Otherwise no other rule would call them right.
pub(crate) fn far_too_long(run: String, means: &[Aggregate]) -> Option<LongerOutputs> {
    let is_one = |one: &LongerOutputs| one.recall > 2.0 * one.precision && one.recall >= WHOLE;
    too_long(run, means).filter(is_one)
}

/// From this share of words on, outputs have nearly all words of the gold answers.
const WHOLE: f64 = 0.9;

/// Outputs hardly ever contain longer gold answers word for word, and share most of their words by chance.
const FEW_WORDS: usize = 6;

/// Whether most of the first gold answers have few words.
fn has_short_golds(run: OneRun<'_>) -> bool {
    let rows = run.material.gold.table.rows().min(LOOKED_AT);
    let firsts = (0..rows).filter_map(|row| run.golds(row).next());
    let is_short = |gold: &str| gold.split_whitespace().nth(FEW_WORDS).is_none();
    let (short, long): (Vec<&str>, Vec<&str>) = firsts.partition(|gold| is_short(gold));
    short.len() > long.len()
}

/// The doubt about answers that count as wrong although they contain all words of a gold answer.
fn within(run: OneRun<'_>) -> Option<AnswerWithin> {
    let (exact, recall) = (run.values_of(&["exact_match"])?, run.values_of(&["recall"])?);
    let (f1, marks) = (run.values_of(&["f1"])?, run.values()?);
    let is_one = |row: &usize| marks[*row] == 0.0 && recall[*row] > 0.999 && f1[*row] < 0.999;
    let found: Vec<usize> = (0..exact.len()).filter(is_one).collect();
    let row = *found.first().filter(|_| found.len() > 2 && found.len() * SOME >= exact.len())?;
    let right = exact.iter().filter(|value| **value >= 1.0).count();
    if found.len() < right || !has_short_golds(run) {
        return None;
    }
    Some(AnswerWithin {
        run: run.name(),
        answers: found.len(),
        said: run.said(row)?.into_owned(),
        gold: run.golds(row).next()?.to_owned(),
    })
}

/// The doubt about answers with the words of a gold answer in another order, such as lists in one text.
fn reordered(run: OneRun<'_>) -> Option<ReorderedWords> {
    let marks = run.values_of(&["exact_match"]).and(run.values())?;
    let pairs = marks.iter().zip(run.values_of(&["f1"])?);
    let all = pairs.clone().count();
    let moved = pairs.filter(|(exact, f1)| **exact == 0.0 && **f1 > 0.999).count();
    (moved >= 3 && moved * 20 >= all).then(|| ReorderedWords { run: run.name(), answers: moved })
}

/// The doubt about a run that is named as failures, and in which no answer is right.
pub(crate) fn only_failures(run: OneRun<'_>) -> Option<OnlyFailures> {
    let values = run.values()?;
    let none = values.len() > 2 && !values.iter().any(|value| *value >= 1.0);
    (none && is_of_failures(&run.joined().name)).then(|| OnlyFailures { run: run.name() })
}

/// Whether a metric measures shared words.
pub(crate) fn has_words(run: OneRun<'_>) -> bool {
    run.values_of(&["f1", "rouge_l"]).is_some()
}

/// With fewer answers, it may be chance that none is right.
const NONE_RIGHT: usize = 8;
/// With fewer answers, it may be chance that they share nothing.
const NOTHING_SHARED: usize = 3;

/// The doubt about a run in which no answer is right: the two sides may be written differently.
pub(crate) fn none_right(run: OneRun<'_>) -> Option<NoneRight> {
    let values = run.values()?;
    let scored = values.iter().filter(|value| !value.is_nan()).count();
    // A run with the same answer to every question raises another doubt.
    let varied = run.evaluation.noticed(run.place).is_none_or(|noticed| noticed.order.changes > 0);
    // If answers are only right or wrong as a whole, a wrong one shares nothing.
    let shared = run.values_of(&["f1", "rouge_l"]);
    let apart = shared.is_none_or(|values| !values.iter().any(|value| *value > 0.0));
    let taken = run.scores().states.contains(&State::Answered);
    let least = match (taken, apart) {
        (false, _) => 1,
        (true, true) => NOTHING_SHARED,
        (true, false) => NONE_RIGHT,
    };
    if scored < least || !varied || values.iter().any(|value| *value > 0.0) {
        return None;
    }
    // Sentences that share words with the gold answers of their own questions are in the right column, although
    // hardly any equals one. Short answers of which none is right may be damaged.
    if shared.is_some() && !has_short_golds(run) && words_belong(run) {
        return None;
    }
    if is_chance_beside_others(run, scored) {
        return None;
    }
    let (gold, said) = (0..values.len()).find_map(|row| {
        let gold = run.golds(row).find(|gold| !gold.trim().is_empty())?;
        let said = run.said(row).filter(|said| !said.trim().is_empty())?;
        Some((gold.to_owned(), said.into_owned()))
    })?;
    Some(NoneRight { run: run.name(), answers: scored, gold, said })
}

/// If the probability that no answer is right is higher than this, it is no surprise.
const NO_SURPRISE: f64 = 0.05;

/// Whether so few answers of the other runs are right by the same rule that a run of this size may have none by
/// chance.
fn is_chance_beside_others(run: OneRun<'_>, scored: usize) -> bool {
    let runs = run.evaluation.runs.iter().enumerate().filter(|(place, _)| *place != run.place);
    let others = runs.flat_map(|(_, scores)| scores.marks().into_owned());
    let (mut right, mut all) = (0.0, 0.0);
    for value in others.filter(|value| !value.is_nan()) {
        right += f64::from(u8::from(value > 0.0));
        all += 1.0;
    }
    let wrong = 1.0 - right / f64::max(all, 1.0);
    right > 0.0 && libm::pow(wrong, scored as f64) >= NO_SURPRISE
}

/// By how much the share of right answers would have to increase.
const FAR_MORE: f64 = 0.3;

/// The doubt about numbers of choices or labels that start at 0 on one side and at 1 on the other.
pub(crate) fn counted_from_another(run: OneRun<'_>) -> Option<CountedFromAnother> {
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
    // If most answers are of another kind, a few numbers do not show where the others start.
    let many = both.len() >= NONE_RIGHT && both.len() * 2 >= values.len();
    (many && (0..=1).contains(&least) && best >= share(0) + FAR_MORE).then(|| {
        let (theirs, ours) = if step == -1 { (1, 0) } else { (0, 1) };
        let (would_give, gives) = (best, share(0));
        CountedFromAnother { run: run.name(), theirs, ours, would_give, gives }
    })
}

/// Whether at least half of the questions are marked by the first metric, because none other leads or the one that
/// leads has no value for them.
fn is_by_first_metric(run: OneRun<'_>) -> bool {
    let scores = run.scores();
    let of_lead = scores.values.get(scores.lead).filter(|_| scores.lead > 0);
    of_lead
        .is_none_or(|values| values.iter().filter(|one| one.is_nan()).count() * 2 >= values.len())
}

/// The doubt about exact matches of short texts: reasons why right answers may count as wrong.
pub(crate) fn of_texts(run: OneRun<'_>, means: &[Aggregate]) -> Option<Doubt> {
    too_long(run.name(), means)
        .filter(|_| has_short_golds(run) && is_by_first_metric(run))
        .map(Doubt::from)
        .or_else(|| Some(within(run)?.into()))
        .or_else(|| Some(reordered(run)?.into()))
        .or_else(|| Some(rewritten(run)?.into()))
        .or_else(|| Some(nearly(run)?.into()))
}
