//! Rules that joined rows decide for: if no answer is right by the rule for the kind of the gold answers, or
//! questions are left out, and a fact suggests another rule.

use super::planned::Planned;
use super::stored::{Adopted, LONGEST};
use crate::base::types::{Field, JoinBy, State};
use crate::preset::{Preset, Settings, for_kind, presets, resolve};
use crate::score::evaluate::{Evaluation, Material};
use crate::table::Table;
use crate::understand::names::{graded, words};
use crate::understand::reading::AnswerKind;
use crate::understand::recognise::unfit;
use std::collections::BTreeMap;

/// How many questions are examined: questions of one kind are often next to each other.
const LOOKED_AT: usize = 2_000;
/// Fewer answers may all be wrong by chance.
const FEWEST: usize = 8;
/// One answer may be right by chance ...
const LEAST_RIGHT: usize = 2;
/// ... and so may one in this many.
const MOST_WRONG: usize = 40;
/// A rule does not suit the gold answers if it leaves out at least one question in this many.
const LEFT_OUT: usize = 10;
/// Shorter names of benchmarks are often ordinary words.
const SHORTEST_NAME: usize = 5;

/// The benchmark that a preset is for, by its id.
pub(super) fn family_of(id: &str) -> &str {
    id.split('-').next().unwrap_or_default()
}

/// The presets of benchmarks that the name of a file mentions, if they suit the gold file.
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

/// The rule that rows decide for, if the rule in force is only that for the kind of the gold answers.
pub(super) fn decided_by_rows(
    planned: Planned<'_>,
    material: &Material<'_>,
    now: &Settings,
) -> Option<Adopted> {
    let kind = now.preset.kind().filter(|_| now.preset.is_plain())?;
    let looked_at = looked_at(planned, material)?;
    let ours = Outcomes::of(material, now, looked_at);
    // Outputs of a closed set name one of its labels.
    if kind == AnswerKind::Closed && ours.answered >= FEWEST && ours.unsaid * 3 > ours.answered {
        let preset = resolve(for_kind(AnswerKind::Text)).ok()?;
        let settings = Settings::compile(&preset, &BTreeMap::new()).ok()?;
        let theirs = Outcomes::of(material, &settings, looked_at);
        let reason = "many outputs name none of the gold answers' labels".to_owned();
        return (theirs.right != ours.right).then(|| adopted(&preset.id, reason));
    }
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
    let reason = "no answer is right by the rule for this kind of gold answer".to_owned();
    Some(Adopted { is_guess: true, ..adopted(&better.id, reason) })
}

/// Containment, if short gold answers occur inside longer outputs, and hardly any output equals one.
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
    // A text between the brackets of a list is an element of it, and a list is not a sentence.
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
    // Answers that occur in the outputs of other questions occur by chance.
    let (own, by_chance) = (contains(0), contains(all / 2));
    let equal = Outcomes::of(material, now, looked_at).right;
    let is_clear = own * LEAST_CONTAINED >= all && own >= equal * TIMES && own >= by_chance * TIMES;
    let reason = "outputs contain the gold answers within longer texts".to_owned();
    is_clear.then(|| adopted(for_kind(AnswerKind::Contained), reason))
}

/// Whether many of the first outputs repeat the question, or another text of their row, which may contain the gold
/// answer.
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

/// A text of at least this many bytes is a question or a passage; shorter texts may be answers.
const A_QUESTION: usize = 20;

/// Longer gold answers, in words, hardly ever occur in outputs word for word.
const SHORT: usize = 4;
/// At least one gold answer in this many has to occur in its output ...
const LEAST_CONTAINED: usize = 10;
/// ... and this many times as many as outputs that equal it, or contain the answer to another question.
const TIMES: usize = 3;

/// The file's own verdicts, if the rule in force leaves out many questions and the verdicts also cover most of
/// these.
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

/// The files' own verdicts, if no rule gives them and they contradict hardly any answer that these rules count as
/// right, but count many others as right: then a judge has looked at the same answers with more than a comparison.
pub(super) fn judged_more_kindly(
    planned: Planned<'_>,
    material: &Material<'_>,
    rules: &Settings,
) -> Option<Adopted> {
    let columns = &planned.plan.columns;
    // F1 grades long texts, and verdicts judge something else about them.
    let is_fit = rules.preset.is_plain() && rules.preset.kind() != Some(AnswerKind::LongText);
    let looked_at = looked_at(planned, material).filter(|_| is_fit)?;
    let (mut all, mut both, mut ours, mut theirs, mut unjudged) = (0, 0, 0, 0, 0);
    let mut name = None;
    for (place, run) in material.joined.runs.iter().enumerate() {
        let column = columns.verdicts_of(run.file).filter(|column| is_of_correctness(column))?;
        let table: &Table = material.files[run.file].table;
        let verdicts = table.column(column)?;
        let mut evaluation = Evaluation::of_run(material, rules, place);
        evaluation.advance(material, looked_at);
        let marks = evaluation.runs[0].marks();
        for (at, value) in run.rows.iter().zip(&*marks).take(looked_at) {
            let row = *at as usize;
            if row >= table.rows() {
                continue;
            }
            let said = graded(table.cell(row, verdicts).text);
            unjudged += usize::from(said.is_none());
            let (Some(said), false) = (said, value.is_nan()) else { continue };
            let right = *value >= 1.0;
            all += 1;
            ours += usize::from(right);
            theirs += usize::from(said);
            both += usize::from(said && right);
        }
        name.get_or_insert(column);
    }
    let is_complete = all >= FEWEST && unjudged * MOST_UNJUDGED <= all;
    let tells_apart = theirs > 0 && theirs < all;
    let contradicts = (ours - both) * MOST_AGAINST > ours;
    let says_more = (theirs - both) * FURTHER > all;
    // Of two files whose answers hardly ever agree, nothing shows that they belong together.
    let belong = material.joined.by.value == JoinBy::SameRow || ours * LEAST_SHARED >= theirs;
    let reason = format!("{} also counts gold answers in other words as right", name?);
    (is_complete && tells_apart && !contradicts && says_more && belong)
        .then(|| adopted(for_kind(AnswerKind::Verdicts), reason))
}

/// Whether a name says that its column tells right answers from wrong ones, and nothing else about them.
fn is_of_correctness(name: &str) -> bool {
    let said = words(name);
    ["correct", "grade", "right", "accurate", "correctness"]
        .iter()
        .any(|known| said.iter().any(|word| word == known))
}

/// One answer in so many may be without a verdict.
const MOST_UNJUDGED: usize = 50;
/// One right answer in so many may be wrong by the verdict.
const MOST_AGAINST: usize = 20;
/// One answer that the verdicts of another file count as right, in so many, has to equal its gold answer.
const LEAST_SHARED: usize = 10;
/// More than one answer in so many is right by the verdict alone.
const FURTHER: usize = 20;

/// How many questions are examined; `None` if somebody has chosen rules, or it would take too long.
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

/// The column of verdicts of the only run, if the rule in force leaves out many questions and the verdicts cover
/// most of these.
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

/// The outcome of the first questions by a rule.
struct Outcomes {
    all: usize,
    /// The questions with an output.
    answered: usize,
    /// Those of which the output has no answer.
    unsaid: usize,
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
        let marks = run.marks();
        let values = &marks[..rows.min(marks.len())];
        let compared = values.iter().filter(|value| !value.is_nan()).count();
        Self {
            all: rows,
            unsaid: run.states.iter().take(rows).filter(|one| **one == State::NotExtracted).count(),
            answered: run.states.iter().take(rows).filter(is_answered).count(),
            compared,
            left_out: values.len() - compared,
            right: values.iter().filter(|value| **value >= 1.0).count(),
        }
    }
}
