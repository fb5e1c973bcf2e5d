//! Which rows a view has, and in which order, found step by step because searching many texts takes long.

use super::Finished;
use super::classes::Classes;
use super::flips::is_against;
use super::heads::Head;
use crate::base::diagnostic::Code;
use crate::base::order::ascending;
use crate::base::types::Verdict;
use crate::score::evaluate::{Material, RunScores};
use crate::session::protocol::{Outcomes, Sort, View, Within};
use crate::text::lower::lowered;
use std::collections::BTreeSet;

/// Gold rows that are processed a few at a time.
#[derive(Debug, Default)]
pub(super) struct Way {
    rows: Vec<u32>,
    next: usize,
}

impl Way {
    pub(super) fn new(rows: Vec<u32>) -> Self {
        Self { rows, next: 0 }
    }

    /// The next rows, at most `count`; none at the end.
    pub(super) fn next(&mut self, count: usize) -> &[u32] {
        let first = self.next;
        self.next = first.saturating_add(count).min(self.rows.len());
        &self.rows[first..self.next]
    }

    /// How many rows it has processed, and how many it has.
    pub(super) fn progress(&self) -> (u64, u64) {
        (self.next as u64, self.rows.len() as u64)
    }
}

/// The next step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Step {
    /// Rows are filtered by everything except their texts.
    #[default]
    Places,
    /// Rows are filtered by whether two runs differ in the answer.
    Different,
    /// Ids, questions and gold answers are searched.
    Golds,
    /// Predictions are searched.
    Predictions,
    /// Rows are sorted by their texts.
    Sort,
    Done,
}

/// A view whose rows are being searched; see [`Finished::sift`].
#[derive(Debug, Default)]
pub struct Sift {
    view: View,
    /// The run with which the view compares.
    baseline: usize,
    /// The text that is searched for, in the form for comparison.
    needle: String,
    step: Step,
    /// The rows that are left, in file order until they are sorted.
    rows: Vec<u32>,
    way: Way,
    /// For each gold row, whether its texts match.
    found: Vec<bool>,
    /// The sort keys, in order, with indices of the rows.
    texts: BTreeSet<(String, u32)>,
    outcomes: Option<Outcomes>,
}

impl Sift {
    /// The view.
    pub fn view(&self) -> &View {
        &self.view
    }

    /// The current step, how much of it is done, and how much it has.
    pub fn progress(&self) -> (&'static str, u64, u64) {
        let (done, total) = self.way.progress();
        match self.step {
            Step::Golds => ("searching", done, 2 * total),
            Step::Predictions => {
                let known = (self.rows.len() as u64).saturating_sub(total);
                let rows = self.rows.len() as u64;
                ("searching", rows + known + done, 2 * rows)
            }
            Step::Sort => ("sorting", done, total),
            Step::Places | Step::Different | Step::Done => ("comparing", done, total),
        }
    }

    /// The rows, once all is done.
    pub fn into_rows(self) -> Vec<u32> {
        self.rows
    }

    /// How many rows there would be of each outcome, if filters of outcomes leave rows out.
    pub fn outcomes(&self) -> Option<&Outcomes> {
        self.outcomes.as_ref()
    }

    fn go_to(&mut self, step: Step) {
        let rows = match step {
            Step::Places | Step::Done => Vec::new(),
            Step::Predictions => {
                let found = |row: &u32| self.found.get(*row as usize) == Some(&true);
                self.rows.iter().copied().filter(|row| !found(row)).collect()
            }
            Step::Different | Step::Golds | Step::Sort => self.rows.clone(),
        };
        (self.step, self.way) = (step, Way::new(rows));
    }
}

impl Finished<'_> {
    /// Gold rows of a view, filtered and sorted.
    pub fn view(&self, view: &View) -> Vec<u32> {
        let mut sift = self.sift(view);
        while !self.sift_on(&mut sift, usize::MAX) {}
        sift.into_rows()
    }

    /// Prepares to find the rows of a view. [`Self::sift_on`] does this as long as the score stays the same.
    pub fn sift(&self, view: &View) -> Sift {
        let baseline = self.score.baseline();
        Sift { view: view.clone(), baseline, needle: lowered(view.text.trim()), ..Sift::default() }
    }

    /// Looks at up to `count` more rows; `true` once all is done.
    pub fn sift_on(&self, sift: &mut Sift, count: usize) -> bool {
        let run = sift.view.run as usize;
        let (evaluation, material) = (&self.score.evaluation, &self.material);
        let Some(scores) = evaluation.runs.get(run) else {
            sift.rows.clear();
            sift.step = Step::Done;
            return true;
        };
        match sift.step {
            Step::Places => {
                sift.rows = self.by_place(&sift.view, sift.baseline, scores);
                sift.go_to(Step::Different);
                let different = sift.view.against.is_some_and(|against| against.different);
                if !different {
                    self.after_places(sift, scores);
                }
            }
            Step::Different | Step::Golds | Step::Predictions => {
                let against = sift.view.against.map(|one| (one, self.sight(&sift.view.by)));
                let rows = sift.way.next(count);
                sift.found.resize(scores.states.len(), false);
                for row in rows {
                    let row = *row as usize;
                    sift.found[row] = match (sift.step, against) {
                        (Step::Different, Some((one, sight))) => {
                            let pair = (run, sift.baseline);
                            is_against(one, sight, evaluation, material, pair, row)
                        }
                        (Step::Golds, _) => is_in_gold(material, row, &sift.needle),
                        _ => {
                            let text = material.prediction(run, row);
                            text.is_some_and(|text| has(&text, &sift.needle))
                        }
                    };
                }
                if !rows.is_empty() {
                    return false;
                }
                if sift.step == Step::Golds {
                    sift.go_to(Step::Predictions);
                    return false;
                }
                let found = std::mem::take(&mut sift.found);
                sift.rows.retain(|row| found[*row as usize]);
                if sift.step == Step::Different {
                    self.after_places(sift, scores);
                } else {
                    self.before_sorting(sift, scores);
                }
            }
            Step::Sort => {
                let rows = sift.way.next(count);
                for row in rows {
                    let row = *row as usize;
                    let text = match &sift.view.sort {
                        Sort::Id => material.key(row),
                        Sort::Question => material.question(row).unwrap_or_default().to_owned(),
                        Sort::Prediction => {
                            material.prediction(run, row).unwrap_or_default().into_owned()
                        }
                        _ => material.answers.of(row).next().unwrap_or_default().to_owned(),
                    };
                    let place = sift.texts.len() as u32;
                    sift.texts.insert((text, place));
                }
                if rows.is_empty() {
                    let texts = std::mem::take(&mut sift.texts);
                    let places: Vec<u32> = texts.into_iter().map(|(_, place)| place).collect();
                    sorted(sift, &places);
                    finish(sift);
                }
            }
            Step::Done => {}
        }
        sift.step == Step::Done
    }

    fn after_places(&self, sift: &mut Sift, scores: &RunScores) {
        if sift.needle.is_empty() {
            self.before_sorting(sift, scores);
        } else {
            sift.go_to(Step::Golds);
        }
    }

    /// The rows are known, except for the filters of outcomes. A descending view is reversed as a whole at the
    /// end; it is sorted in reverse first, so that equal rows stay in file order.
    fn before_sorting(&self, sift: &mut Sift, scores: &RunScores) {
        if sift.rows.len() < scores.states.len() {
            sift.outcomes = Some(self.outcomes(&sift.view, &sift.rows));
        }
        self.by_outcome(&sift.view, scores, &mut sift.rows);
        match &sift.view.sort {
            Sort::Id | Sort::Question | Sort::Prediction | Sort::Gold => {
                if sift.view.descending {
                    sift.rows.reverse();
                }
                return sift.go_to(Step::Sort);
            }
            Sort::Metric(id) => {
                let metrics = &self.score.evaluation.metrics;
                let place = metrics.iter().position(|metric| metric.id == id);
                if let Some(values) = place.map(|place| &scores.values[place]) {
                    // Questions without a value come last in either direction.
                    let none = if sift.view.descending { f64::NEG_INFINITY } else { f64::INFINITY };
                    sort_by(sift, &|row| if values[row].is_nan() { none } else { values[row] });
                }
            }
            Sort::Verdict => {
                let run = sift.view.run as usize;
                sort_by(sift, &|row| match self.verdict(run, row) {
                    Verdict::Wrong => 0.0,
                    Verdict::Partly => 1.0,
                    Verdict::Right => 2.0,
                    Verdict::Unanswered => 3.0,
                });
            }
            Sort::Apart => {
                let apart = self.apart(sift.view.run as usize, sift.baseline);
                sort_by(sift, &apart);
            }
            Sort::File => {}
        }
        finish(sift);
    }

    /// Filters rows by everything except their texts and the requested outcomes.
    fn by_place(&self, view: &View, baseline: usize, scores: &RunScores) -> Vec<u32> {
        let Self { score, material, .. } = self;
        let run = view.run as usize;
        let grouping = view.group.as_ref().and_then(|(column, value)| {
            let grouping = self.pairing.groupings.iter().find(|g| g.column == *column)?;
            Some((grouping, grouping.index(value)?))
        });
        let duplicates = &material.joined.duplicate_gold;
        let became = |row: usize, name: &str| {
            material.ran.is_some_and(|ran| ran.has_category(&material.joined.runs[run], row, name))
        };
        // Whether answers differ depends on their texts.
        let sight = self.sight(&view.by);
        let pair = (run, baseline);
        let against = |row: usize| {
            view.against.is_none_or(|against| {
                against.different
                    || is_against(against, sight, &score.evaluation, material, pair, row)
            })
        };
        let heads: Vec<(&Within, Option<Head>)> =
            view.within.iter().map(|within| (within, self.head(run, &within.column))).collect();
        let is_within = |row: usize| {
            heads.iter().all(|(within, head)| head.as_ref().is_some_and(|one| one.has(within, row)))
        };
        let keep = |row: usize| {
            view.range.is_none_or(|(from, to)| (from..to).contains(&(row as u64)))
                && (view.group.is_none()
                    || grouping.is_some_and(|(g, index)| g.of_row[row] == index))
                && (!view.duplicates || duplicates.binary_search(&(row as u32)).is_ok())
                && view.category.as_ref().is_none_or(|name| became(row, name))
                && is_within(row)
                && against(row)
        };
        (0..scores.states.len()).filter(|row| keep(*row)).map(|row| row as u32).collect()
    }

    /// Filters rows by the requested outcomes.
    fn by_outcome(&self, view: &View, scores: &RunScores, rows: &mut Vec<u32>) {
        let Self { score, material, .. } = self;
        let run = view.run as usize;
        let noted = |row: usize, code: Code| {
            let bits = scores.notes.get(row).copied().unwrap_or_default();
            let part = score.evaluation.part(material, row);
            score.settings.notes_of(part, bits).any(|note| note.code == code)
        };
        let classes = Classes::new(&score.evaluation, scores, material);
        let keep = |row: usize| {
            (view.states.is_empty() || view.states.contains(&scores.states[row]))
                && (view.verdicts.is_empty() || view.verdicts.contains(&self.verdict(run, row)))
                && view.class.is_none_or(|class| classes.of(row) == Some(class))
                && view.note.is_none_or(|code| noted(row, code))
                && view.across.is_none_or(|across| self.is_across(across, row))
        };
        rows.retain(|row| keep(*row as usize));
    }
}

/// Sorts rows by numbers; in reverse if the view is reversed at the end, so that equal rows stay in file order.
fn sort_by(sift: &mut Sift, value: &dyn Fn(usize) -> f64) {
    if sift.view.descending {
        sift.rows.reverse();
    }
    let places = ascending(sift.rows.iter().map(|row| value(*row as usize)));
    sorted(sift, &places);
}

fn sorted(sift: &mut Sift, places: &[u32]) {
    sift.rows = places.iter().map(|place| sift.rows[*place as usize]).collect();
}

fn finish(sift: &mut Sift) {
    if sift.view.descending {
        sift.rows.reverse();
    }
    sift.step = Step::Done;
}

fn has(text: &str, needle: &str) -> bool {
    lowered(text).contains(needle)
}

/// Whether a text occurs in a question's id, in the question or in a gold answer.
fn is_in_gold(material: &Material<'_>, row: usize, needle: &str) -> bool {
    has(&material.key(row), needle)
        || material.question(row).is_some_and(|text| has(text, needle))
        || material.answers.of(row).any(|text| has(text, needle))
}
