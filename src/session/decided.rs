//! Rules that joined rows decide for: by the rule for the kind of the gold answers no answer is right, or questions
//! are left out, and another rule is named by a fact.

use super::planned::Planned;
use super::stored::{Adopted, LONGEST};
use crate::base::types::{Field, State};
use crate::preset::{Preset, Settings, for_kind, presets, resolve};
use crate::score::evaluate::{Evaluation, Material};
use crate::table::Table;
use crate::understand::names::{graded, words};
use crate::understand::reading::AnswerKind;
use crate::understand::recognise::unfit;
use std::collections::BTreeMap;

/// So many questions are looked at: those of one kind often stand together.
const LOOKED_AT: usize = 2_000;
/// Fewer answers may all be wrong.
const FEWEST: usize = 8;
/// One answer may be right by chance ...
const LEAST_RIGHT: usize = 2;
/// ... and so may be one in so many.
const MOST_WRONG: usize = 40;
/// One question in so many is left out where a rule does not suit the gold answers.
const LEFT_OUT: usize = 10;
/// Shorter names of benchmarks are often ordinary words.
const SHORTEST_NAME: usize = 5;

/// The benchmark that a preset is for, by its id.
pub(super) fn family_of(id: &str) -> &str {
    id.split('-').next().unwrap_or_default()
}

/// The presets of benchmarks that one of the files is named for, as far as they suit the gold file.
pub(super) fn named_benchmarks(planned: Planned<'_>) -> Vec<&'static Preset> {
    let Planned { sources, plan, .. } = planned;
    let gold = plan.roles.gold.map(|gold| (&sources[gold].inspection, &plan.columns.maps[gold]));
    let Some((Ok(inspection), map)) = gold else { return Vec::new() };
    let names: Vec<Vec<String>> =
        plan.roles.used().map(|file| words(&sources[file].name)).collect();
    let is_named = |preset: &&'static Preset| {
        let family = family_of(&preset.id);
        let is_plain = preset.kind().is_some() || preset.takes_programs();
        !is_plain
            && family.len() >= SHORTEST_NAME
            && names.iter().flatten().any(|word| word == family)
            && unfit(preset, inspection, map).is_none()
    };
    presets().iter().filter(is_named).collect()
}

/// The rules that rows decide for, if those in force are only for the kind of the gold answers.
pub(super) fn decided_by_rows(
    planned: Planned<'_>,
    material: &Material<'_>,
    now: &Settings,
) -> Option<Adopted> {
    let kind = now.preset.kind().filter(|_| now.preset.is_plain())?;
    let looked_at = looked_at(planned, material)?;
    let ours = Outcomes::of(material, now, looked_at);
    if ours.answered < FEWEST || ours.right > 0 {
        return None;
    }
    let by_kind = match kind {
        AnswerKind::Exact => Some(AnswerKind::Text),
        _ if ours.left_out > 0 => Some(AnswerKind::Mixed),
        _ => None,
    };
    let by_kind = by_kind.and_then(|kind| resolve(for_kind(kind)).ok());
    let by_name = named_benchmarks(planned).into_iter().filter_map(|one| resolve(&one.id).ok());
    let is_better = |preset: &Preset| {
        let Ok(settings) = Settings::compile(preset, &BTreeMap::new()) else { return false };
        let theirs = Outcomes::of(material, &settings, looked_at);
        theirs.right >= LEAST_RIGHT && theirs.right * MOST_WRONG >= theirs.compared
    };
    let better = by_kind.into_iter().chain(by_name).find(|preset| is_better(preset))?;
    let reason = "by the rule for the kind of the gold answers none is right".to_owned();
    Some(Adopted { is_guess: true, ..adopted(&better.id, reason) })
}

/// Containment, if outputs are texts in which short gold answers stand, and hardly any is one.
pub(super) fn contained_by_rows(
    planned: Planned<'_>,
    material: &Material<'_>,
    now: &Settings,
) -> Option<Adopted> {
    let is_text = now.preset.is_plain() && now.preset.kind() == Some(AnswerKind::Text);
    let looked_at = looked_at(planned, material).filter(|_| is_text)?;
    let pair = |row: usize| {
        let gold = material.answers.of(row).next()?.trim().to_lowercase();
        let said = material.prediction(0, row)?.trim().to_lowercase();
        (!gold.is_empty()).then_some((gold, said))
    };
    let pairs: Vec<(String, String)> = (0..looked_at).filter_map(pair).collect();
    let all = pairs.len();
    let mostly = |count: usize| count * 5 >= all * 4;
    let is_name = |(gold, _): &&(String, String)| {
        gold.split_whitespace().count() <= SHORT
            && gold.chars().filter(|c| c.is_alphanumeric()).count() > 1
            && !gold.contains(['[', '(', '{'])
    };
    // A text between the brackets of a list is a part of it, and a list is no sentence.
    let is_list = |said: &str| said.starts_with('[') && said.ends_with(']');
    let is_longer = |(gold, said): &&(String, String)| said.len() > gold.len() && !is_list(said);
    if all < FEWEST
        || !mostly(pairs.iter().filter(is_name).count())
        || !mostly(pairs.iter().filter(is_longer).count())
        || repeat_inputs(planned, material)
    {
        return None;
    }
    let contains = |far: usize| {
        let said = |row: usize| &pairs[(row + far) % all].1;
        (0..all).filter(|row| said(*row).contains(&pairs[*row].0)).count()
    };
    // What also stands in the outputs of other questions stands there by chance.
    let (own, by_chance) = (contains(0), contains(all / 2));
    let equal = Outcomes::of(material, now, looked_at).right;
    let is_clear = own * LEAST_CONTAINED >= all && own >= equal * TIMES && own >= by_chance * TIMES;
    let reason = "outputs are texts in which the gold answers stand".to_owned();
    is_clear.then(|| adopted(for_kind(AnswerKind::Contained), reason))
}

/// Whether many of the first outputs repeat what the model was asked, or another text of their row: gold answers may
/// stand in that.
fn repeat_inputs(planned: Planned<'_>, material: &Material<'_>) -> bool {
    let Planned { sources, plan, .. } = planned;
    let run = &material.joined.runs[0];
    let side = &material.files[run.file];
    let Some(sample) = plan.columns.runs.get(run.file).and_then(|one| sources[one.file].sample())
    else {
        return false;
    };
    let Some(prediction) = side.map.index(sample, Field::Prediction) else { return false };
    let golds = side.map.indices(sample, Field::Answers);
    let is_input = |column: &usize| *column != prediction && !golds.contains(column);
    let repeats = |row: &usize| {
        let said = sample.cell(*row, prediction).text.trim();
        (0..sample.columns().len()).filter(is_input).any(|column| {
            let text = sample.cell(*row, column).text.trim();
            text.len() >= A_QUESTION && text.len() < said.len() && said.contains(text)
        })
    };
    (0..sample.rows()).filter(repeats).count() * 5 >= sample.rows().max(1)
}

/// A text of so many bytes is a question or a passage; shorter ones may be answers.
const A_QUESTION: usize = 20;

/// Gold answers of more words hardly ever stand in outputs word for word.
const SHORT: usize = 4;
/// One gold answer in so many has to stand in its output ...
const LEAST_CONTAINED: usize = 10;
/// ... and so many times as many as are equal to it, or stand in the output of another question.
const TIMES: usize = 3;

/// The file's own verdicts, if they also judge most of many questions that these rules leave out.
pub(super) fn judged_beyond(
    planned: Planned<'_>,
    material: &Material<'_>,
    rules: &Settings,
) -> Option<Adopted> {
    planned.plan.columns.have_verdicts().then_some(())?;
    let ours = Outcomes::of(material, rules, looked_at(planned, material)?);
    let column = judges_the_others(planned, material, &ours)?;
    let reason = format!("{column} also judges questions that cannot be compared");
    Some(adopted(for_kind(AnswerKind::Verdicts), reason))
}

/// How many questions are looked at; `None` if somebody has chosen rules, or it would take long.
fn looked_at(planned: Planned<'_>, material: &Material<'_>) -> Option<usize> {
    let rows = material.gold.table.rows();
    let bytes: usize = material.files.iter().map(|file| file.table.bytes()).sum();
    let looked_at = rows.min(LOOKED_AT);
    let is_quick = looked_at > 0 && bytes / rows * looked_at <= LONGEST;
    (planned.choices.set.is_empty() && is_quick).then_some(looked_at)
}

fn adopted(preset: &str, reason: String) -> Adopted {
    Adopted { preset: preset.to_owned(), set: BTreeMap::new(), reason, is_guess: false }
}

/// The column of verdicts of the only run, if it also judges most of many questions that the rule in force leaves out.
fn judges_the_others<'a>(
    planned: Planned<'a>,
    material: &Material<'_>,
    ours: &Outcomes,
) -> Option<&'a str> {
    let [run] = &material.joined.runs[..] else { return None };
    let many = ours.left_out * LEFT_OUT >= ours.all && ours.compared > 0;
    let name = planned.plan.columns.verdicts_of(run.file).filter(|_| many)?;
    let table: &Table = material.files[run.file].table;
    let column = table.column(name)?;
    let is_judged = |row: &usize| {
        let found = material.joined.runs[0].rows[*row] as usize;
        found < table.rows() && graded(table.cell(found, column).text).is_some()
    };
    let judged = (0..ours.all).filter(is_judged).count();
    (judged * 50 >= ours.all * 49).then_some(name)
}

/// What came of the first questions by a rule.
struct Outcomes {
    all: usize,
    /// Those with an output.
    answered: usize,
    compared: usize,
    left_out: usize,
    right: usize,
}

impl Outcomes {
    fn of(material: &Material<'_>, settings: &Settings, rows: usize) -> Self {
        let mut evaluation = Evaluation::of_run(material, settings, 0);
        evaluation.advance(material, rows);
        let run = &evaluation.runs[0];
        let is_answered = |state: &&State| matches!(state, State::Answered | State::NotExtracted);
        let values = run.values.first().map_or(&[][..], |values| &values[..rows.min(values.len())]);
        let compared = values.iter().filter(|value| !value.is_nan()).count();
        Self {
            all: rows,
            answered: run.states.iter().take(rows).filter(is_answered).count(),
            compared,
            left_out: values.len() - compared,
            right: values.iter().filter(|value| **value >= 1.0).count(),
        }
    }
}
