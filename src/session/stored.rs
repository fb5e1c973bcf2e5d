//! Verdicts in files of predictions, compared with ours.

use super::Session;
use super::columns::Columns;
use super::composite::run_column;
use super::decided::{contained_by_rows, decided_by_rows, judged_beyond, judged_more_kindly};
use super::pairing::Pairing;
use super::plan::{Given, Parted, Plan};
use super::planned::Planned;
use crate::aggregate::Aggregate;
use crate::base::types::{Field, State, Stored};
use crate::doubt::{Doubt, OtherFigure, OtherVerdicts};
use crate::join::{JoinedRun, NONE, Weakness, repeated};
use crate::preset::{Settings, for_kind, resolve};
use crate::score::evaluate::{Evaluation, Material};
use crate::understand::names::{self, graded};
use crate::understand::reading::AnswerKind;
use std::collections::BTreeMap;

/// A file disagrees with the score if more than one in this many verdicts differs.
const TOLERATED: u64 = 20;

/// This many verdicts that differ are not a slip ...
const FEW_DIFFER: u64 = 3;
/// ... and more than one in this many of the rarer kind of verdict is many.
const PART_OF_FEW: f64 = 10.0;

/// This many questions are enough to show whether rules reproduce the verdicts of a file.
const LOOKED_AT: usize = 200;
/// With fewer verdicts, rules may reproduce them by chance.
const FEWEST: usize = 8;
/// If rules reproduce this many verdicts, they are the rules that gave them.
const MANY: usize = 50;
/// Longer texts are not scored repeatedly.
pub(super) const LONGEST: usize = 2 << 20;

/// Our own comparisons that may have given the verdicts of a file.
const COMPARISONS: [AnswerKind; 9] = [
    AnswerKind::Text,
    AnswerKind::Mixed,
    AnswerKind::Number,
    AnswerKind::Date,
    AnswerKind::Choice,
    AnswerKind::Formula,
    AnswerKind::Exact,
    AnswerKind::Closed,
    AnswerKind::Contained,
];

/// Rules that reproduce the verdicts in a file of predictions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Adopted {
    /// Id of the preset.
    pub(super) preset: String,
    /// Settings that differ from the preset's.
    pub(super) set: BTreeMap<String, String>,
    /// Why, for a sentence.
    pub(super) reason: String,
    /// Whether it is only better than the rule for the kind of the gold answers, by which no answer is right.
    pub(super) is_guess: bool,
}

/// A plan for joined files, with its join once they are joined.
#[derive(Debug)]
pub struct Settled {
    adopted: Option<Adopted>,
    parted: Option<Parted>,
    plan: Plan,
    pairing: Option<Pairing>,
}

impl Session {
    /// Returns a better plan for the joined files: one whose rules reproduce the verdicts in the predictions, or
    /// by which answers are right although none is by the rules in force. `None` if the rules in force reproduce
    /// the verdicts, or the files or the user name a benchmark.
    ///
    /// A driver calls [`Self::adopt`] with the plan and joins again. If that fails, it adopts the previous plan,
    /// which [`Self::adopt`] has returned: this needs no further join.
    pub fn settle(&self) -> Option<Settled> {
        if let Some(parted) = self.repeats_apart() {
            let adopted = self.adopted.clone();
            let given = Given {
                choices: &self.choices,
                runs_programs: self.runs_programs,
                adopted: adopted.as_ref(),
                parted: Some(&parted),
            };
            let plan = Plan::new(&self.sources, given);
            return Some(Settled { adopted, parted: Some(parted), plan, pairing: None });
        }
        let settings = self.plan.preset.settings.as_ref()?;
        let named = !settings.preset.card.reproduces.is_empty() || settings.preset.takes_verdicts();
        let chosen = self.choices.preset.is_some() || !self.choices.twins.is_empty();
        let is_settled = self.adopted.is_some() || self.kept.is_some();
        if named || chosen || is_settled {
            return None;
        }
        let material = self.material()?;
        let has_verdicts = self.plan.columns.have_verdicts();
        let columns = &self.plan.columns;
        let giving = || giving_verdicts(&material, columns, settings, &self.choices.set);
        let contained = || contained_by_rows(self.planned(), &material, settings);
        let decided = || decided_by_rows(self.planned(), &material, settings).or_else(contained);
        let found = has_verdicts.then(giving).flatten().or_else(decided);
        let compiled = found.as_ref().and_then(|found| {
            let preset = resolve(&found.preset).ok()?;
            Settings::compile(&preset, &found.set).ok()
        });
        let rules = compiled.as_ref().unwrap_or(settings);
        let judged = judged_beyond(self.planned(), &material, rules)
            .or_else(|| judged_more_kindly(self.planned(), &material, rules));
        let found = judged.or(found)?;
        let given = Given {
            choices: &self.choices,
            runs_programs: self.runs_programs,
            adopted: Some(&found),
            parted: self.parted.as_ref(),
        };
        let plan = Plan::new(&self.sources, given);
        let parted = self.parted.clone();
        Some(Settled { adopted: Some(found), parted, plan, pairing: None })
    }

    /// The column that tells rows with the same key apart, if they repeat in the only file of predictions: the names of
    /// runs, or a setting in which each run answers every question anew.
    fn repeats_apart(&self) -> Option<Parted> {
        let Self { plan, choices, parted, kept, .. } = self;
        let is_open = parted.is_none() && kept.is_none() && choices.columns.is_empty();
        let settings = plan.preset.settings.as_ref().filter(|_| is_open)?;
        let [file] = plan.roles.predictions[..] else { return None };
        let is_first = plan.columns.runs.first().is_some_and(|run| run.file == file);
        let map = &plan.columns.maps[file];
        let takes_verdicts = settings.preset.takes_verdicts();
        let is_one = takes_verdicts || plan.columns.runs.len() == 1;
        if !is_first || !is_one || settings.preset.takes_programs() {
            return None;
        }
        let repeats = |one: &Weakness| {
            matches!(one, Weakness::RepeatedGold { .. } | Weakness::RepeatedPredictions { .. })
        };
        let is_table = plan.roles.gold == Some(file);
        self.pairing.as_ref()?.joined.weaknesses.iter().any(repeats).then_some(())?;
        let table = self.sources[file].read.as_ref().map(|read| &read.table)?;
        if map.one(Field::Run).is_none() {
            let column = run_column(table, map, !takes_verdicts && is_table)?;
            return Some(Parted { file, column, of_key: false });
        }
        let keys: Vec<usize> =
            map.indices(table, Field::Id).into_iter().chain(map.index(table, Field::Run)).collect();
        let is_key = |name: &&String| {
            let column = table.column(name).filter(|_| names::names_settings(name));
            let is_free = map.field_of(name).is_none_or(|guess| guess.field == Field::Group);
            column.is_some_and(|column| {
                let key: Vec<usize> = keys.iter().copied().chain([column]).collect();
                is_free && repeated(table, &key).is_empty()
            })
        };
        let column = table.columns().iter().filter(|_| is_table && keys.len() > 1).find(is_key)?;
        Some(Parted { file, column: column.clone(), of_key: true })
    }

    /// Adopts a plan, and returns the previous one with its join.
    pub fn adopt(&mut self, better: Settled) -> Settled {
        self.refused.clear();
        Settled {
            adopted: std::mem::replace(&mut self.adopted, better.adopted),
            parted: std::mem::replace(&mut self.parted, better.parted),
            plan: std::mem::replace(&mut self.plan, better.plan),
            pairing: std::mem::replace(&mut self.pairing, better.pairing),
        }
    }
}

/// Rules that reproduce the verdicts in the predictions, if those in force do not. `asked` are the settings that
/// somebody chose.
fn giving_verdicts(
    material: &Material<'_>,
    columns: &Columns,
    now: &Settings,
    asked: &BTreeMap<String, String>,
) -> Option<Adopted> {
    let column = |run: usize| columns.verdicts_of(material.joined.runs[run].file);
    let run = (0..material.joined.runs.len()).find(|run| column(*run).is_some())?;
    let name = column(run)?;
    let joined = &material.joined.runs[run];
    let table = material.files[joined.file].table;
    let place = table.column(name)?;
    let rows = joined.rows.len().min(LOOKED_AT);
    let bytes = table.bytes() / table.rows().max(1) * rows;
    let said = |at: &u32| graded(table.cell((*at != NONE).then_some(*at as usize)?, place).text);
    let said: Vec<Option<bool>> = joined.rows[..rows].iter().map(said).collect();
    let count = |wanted: bool| said.iter().filter(|said| **said == Some(wanted)).count();
    let all = count(true) + count(false);
    if all < FEWEST || count(true) == 0 || count(false) == 0 || bytes > LONGEST {
        return None;
    }
    let agreeing = |settings: &Settings| {
        let mut evaluation = Evaluation::of_run(material, settings, run);
        evaluation.advance(material, rows);
        let marks = evaluation.runs[0].marks();
        let same = |(said, value): &(&Option<bool>, &f64)| **said == Some(**value >= 1.0);
        said.iter().zip(&*marks).filter(same).count()
    };
    let enough = |agrees: usize| (all - agrees) * 33 <= all;
    let agrees_now = agreeing(now);
    // If there are many verdicts, rules that nearly reproduce them are replaced by rules that reproduce all.
    let is_near = enough(agrees_now);
    if agrees_now == all || (is_near && all < MANY) {
        return None;
    }
    let own = now.preset.id.as_str();
    // Words that agree by the rules for formulas or labels are still words.
    let neither = [AnswerKind::Formula, AnswerKind::Closed];
    let own_kind = now.preset.kind();
    let suits = |kind: &AnswerKind| {
        // No other rule explains verdicts on choices better.
        own_kind != Some(*kind)
            && own_kind != Some(AnswerKind::Choice)
            && !(own_kind == Some(AnswerKind::Text) && neither.contains(kind))
    };
    let others = COMPARISONS.into_iter().filter(suits).map(|kind| -> &str { for_kind(kind) });
    let ids = std::iter::once(own).chain(others);
    for preset in ids.filter_map(|id| resolve(id).ok()) {
        let numbers = preset.settings.iter().any(|one| one.starts_with("relative_tolerance="));
        let rules = ["", "stated_answer", "last_line", "first_line", "whole"];
        let extracts = rules.iter().map(|rule| ("extract", *rule));
        let tolerance = numbers.then_some(("relative_tolerance", "0.01"));
        for (key, value) in extracts.chain(tolerance) {
            let set = (!value.is_empty()).then(|| (key.to_owned(), value.to_owned()));
            let set = BTreeMap::from_iter(set);
            let mut asked = asked.clone();
            asked.extend(set.clone());
            let Ok(settings) = Settings::compile(&preset, &asked) else { continue };
            let agrees = agreeing(&settings);
            // A rule that accepts nearly everything has to reproduce every verdict.
            let is_all = agrees == all;
            let is_better = if is_near { is_all } else { enough(agrees) };
            if is_better && (is_all || preset.kind() != Some(AnswerKind::Contained)) {
                let reason = format!("its rules give the verdicts in {name}");
                return Some(Adopted { preset: preset.id.clone(), set, reason, is_guess: false });
            }
        }
    }
    None
}

/// The verdicts in each run's file, if it has any.
pub(super) fn stored(
    material: &Material<'_>,
    columns: &Columns,
    scores: &Evaluation,
) -> Vec<Option<Stored>> {
    let of_run = |run: usize| {
        let joined = &material.joined.runs[run];
        let name = columns.verdicts_of(joined.file).filter(|_| joined.twin.is_none())?;
        let table = material.files[joined.file].table;
        let column = table.column(name)?;
        let ours = scores.runs[run].marks();
        let (mut right, mut n, mut agrees) = (0_u64, 0_u64, 0_u64);
        for (row, at) in joined.rows.iter().enumerate().filter(|(_, at)| **at != NONE) {
            if scores.runs[run].states[row] == State::Excluded || ours[row].is_nan() {
                continue;
            }
            let Some(said) = graded(table.cell(*at as usize, column).text) else { continue };
            n += 1;
            right += u64::from(said);
            agrees += u64::from(said == (ours[row] >= 1.0));
        }
        let mean = right as f64 / n.max(1) as f64;
        (n > 0).then(|| Stored { column: name.clone(), mean, right, n, agrees })
    };
    (0..scores.runs.len()).map(of_run).collect()
}

/// Whether every run has verdicts on all answers that were compared, right ones and wrong ones, and all of them
/// equal those of the score.
pub(super) fn all_agree(
    material: &Material<'_>,
    stored: &[Option<Stored>],
    scores: &Evaluation,
) -> bool {
    // Verdicts in one column come from one judge, so it is enough if the judge calls some answers right and others
    // wrong.
    let tells_apart = |joined: &JoinedRun| {
        let of_file = material
            .joined
            .runs
            .iter()
            .zip(stored)
            .filter(|(other, _)| other.file == joined.file && other.twin.is_none());
        let (mut right, mut all) = (0, 0);
        for (_, stored) in of_file {
            right += stored.as_ref().map_or(0, |one| one.right);
            all += stored.as_ref().map_or(0, |one| one.n);
        }
        right > 0 && right < all
    };
    let agrees = |(run, joined): (usize, &JoinedRun)| {
        let compared = scores.runs[run].marks().iter().filter(|one| !one.is_nan()).count();
        let given = joined.rows.iter().filter(|at| **at != NONE).count();
        joined.twin.is_some()
            || stored[run].as_ref().is_some_and(|Stored { n, agrees, .. }| {
                agrees == n && *n as usize >= FEWEST.max(compared.min(given)) && tells_apart(joined)
            })
    };
    material.joined.runs.iter().enumerate().all(agrees)
}

/// Returns a doubt if a file with one run states a figure that differs from the score.
pub(super) fn figure_doubts(
    Planned { sources, plan, .. }: Planned<'_>,
    material: &Material<'_>,
    aggregates: &[Vec<Aggregate>],
) -> Vec<Doubt> {
    let runs = &material.joined.runs;
    let other = |(place, run): (usize, &JoinedRun)| {
        let source = |run: &JoinedRun| plan.columns.runs.get(run.file).map(|run| run.file);
        let of_file = |one: &&JoinedRun| one.twin.is_none() && source(one) == source(run);
        let alone = run.twin.is_none() && runs.iter().filter(of_file).count() == 1;
        let source = sources.get(source(run).filter(|_| alone)?)?;
        let inspection = source.inspection.as_ref().ok()?;
        let overall = || aggregates[place].iter().filter(|one| one.group.is_none());
        let named = |(name, value): &(String, f64)| {
            let ours = match figure_of(name)? {
                "f1" => overall().find(|one| one.metric == "f1")?,
                _ => overall().next().filter(|one| one.metric != "f1")?,
            };
            Some((name.clone(), *value, ours.mean?))
        };
        let found: Vec<_> = inspection.figures.iter().filter_map(named).collect();
        // In per cent or as a share, rounded.
        let same = |(_, value, mean): &(String, f64, f64)| {
            (value - mean).abs() <= ROUNDED || (value / 100.0 - mean).abs() <= ROUNDED
        };
        let (name, value, mean) = found.iter().find(|one| !same(one))?;
        let (file, name) = (source.name.clone(), name.clone());
        Some(OtherFigure { file, name, value: *value, mean: *mean }.into())
    };
    runs.iter().enumerate().filter_map(other).collect()
}

/// Whether a figure next to the rows of the only file is the mean of our verdicts: then the columns and the rule
/// are right.
pub(super) fn figure_confirms(
    Planned { sources, plan, .. }: Planned<'_>,
    aggregates: &[Vec<Aggregate>],
) -> bool {
    let ([file], [only]) = (&plan.roles.predictions[..], aggregates) else { return false };
    let Ok(inspection) = &sources[*file].inspection else { return false };
    let Some(mean) = only.iter().find(|one| one.group.is_none()).and_then(|one| one.mean) else {
        return false;
    };
    let mut named = inspection.figures.iter().filter(|(name, _)| figure_of(name) == Some("first"));
    named.any(|(_, value)| {
        (value - mean).abs() <= ROUNDED || (value / 100.0 - mean).abs() <= ROUNDED
    })
}

/// Doubts if files contradict the score: question by question or, for graded metrics, by the mean.
pub(super) fn stored_doubts(
    material: &Material<'_>,
    stored: &[Option<Stored>],
    scores: &Evaluation,
    is_binary: bool,
) -> Vec<Doubt> {
    let disagree = |(run, stored): (usize, &Option<Stored>)| {
        let stored = stored.as_ref()?;
        let Stored { column, mean, right, n, agrees } = stored;
        // A number that is the same in every row, such as the points of a question, is not a verdict.
        if right == n && *n as usize >= FEWEST && is_constant_number(material, run, column) {
            return None;
        }
        let doubt = |differing| {
            let (run, column) = (material.joined.runs[run].short_name.clone(), column.clone());
            OtherVerdicts { run, column, mean: *mean, differing }.into()
        };
        let other = n - agrees;
        if is_binary {
            let differing = (other as usize, *n as usize);
            // If there are few right answers, or few wrong ones, even a few different verdicts are many.
            let fewer = mean.min(1.0 - mean) * *n as f64;
            let rare = fewer * PART_OF_FEW <= *n as f64;
            let many = rare && other >= FEW_DIFFER && other as f64 * PART_OF_FEW > fewer;
            // A rule that visibly calls more answers right than the file itself is too kind.
            let ours = right_of(&scores.runs[run].marks());
            let is_seen = other > 1 && ours - mean >= VISIBLE;
            let many = many || is_seen || other * TOLERATED > *n;
            return many.then(|| doubt(Some(differing)));
        }
        // For graded scores, a column named for equality is compared with exact match.
        let equal = scores.metrics.iter().position(|metric| metric.id == "exact_match");
        let of_equality = ["exact", "em", "equal"];
        let counted = equal.filter(|_| names::has_word(column, &of_equality)).unwrap_or(0);
        let ours = super::preview::mean(scores.runs[run].values.get(counted)?).unwrap_or_default();
        ((ours - mean).abs() * TOLERATED as f64 >= 1.0).then(|| doubt(None))
    };
    stored.iter().enumerate().filter_map(disagree).collect()
}

/// Means that differ by this are different scores to everybody.
const VISIBLE: f64 = 0.025;

/// The share of values that count as right.
fn right_of(values: &[f64]) -> f64 {
    let known = || values.iter().filter(|value| !value.is_nan());
    known().filter(|value| **value >= 1.0).count() as f64 / known().count().max(1) as f64
}

/// Whether a column of points in a run's file has the same number in all rows.
fn is_constant_number(material: &Material<'_>, run: usize, column: &str) -> bool {
    let table = material.files[material.joined.runs[run].file].table;
    let place = table.column(column).filter(|_| names::has_word(column, &POINTS));
    let Some(column) = place else { return false };
    let mut cells = (0..table.rows()).map(|row| table.cell(row, column).text.trim());
    let first = cells.next().unwrap_or_default();
    first.parse::<f64>().is_ok() && cells.all(|cell| cell == first)
}

/// Names of columns of points, which tell how much a question is worth.
const POINTS: [&str; 6] = ["score", "scores", "point", "points", "mark", "marks"];

/// By how much rounded figures may differ.
const ROUNDED: f64 = 0.0051;

/// The metric that a figure is named for, also a figure about all rows: the first metric of a score, or F1.
fn figure_of(name: &str) -> Option<&'static str> {
    let mut words = names::words(name.rsplit('.').next().unwrap_or(name));
    let overall = ["overall", "total", "mean", "average", "avg", "final"];
    words.retain(|word| !overall.contains(&&**word));
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["f1"] | ["f1", "score"] | ["token", "f1"] => Some("f1"),
        ["acc" | "accuracy" | "em"]
        | ["exact", "match"]
        | ["pass", "1"]
        | ["pass" | "success", "rate"] => Some("first"),
        _ => None,
    }
}
