//! Drives phases 4 to 6 over joined rows: extraction, normalisation, comparison. Scoring is total
//! and works in slices, so a caller can pause, show progress or give up between them.

mod folded;
mod material;
mod noticed;
mod processors;
mod scorer;
mod scripted;
mod twin;

pub use crate::score::metric::NO_MATCH;
pub use crate::score::metric::Scored;
pub use folded::{Folded, Weights};
pub(crate) use material::prediction_column;
pub use material::{
    ColumnNames, Evidence, Material, NaProbabilities, metrics_fed, opened, prediction_cell,
    prediction_text, takes,
};
pub(crate) use noticed::{FITS, PROBE, STEPS, WINDOW};
pub use noticed::{Noticed, Order, is_mojibake, kind, word_for_nothing};
pub(crate) use noticed::{is_decomposed, is_encoded};
pub use scorer::{Inputs, Scorer, is_blank, values_of};
pub use scripted::{Scripted, ScriptedRun};
pub use twin::Twin;

use crate::base::types::PartOf;
use crate::base::types::{State, Verdict};
use crate::preset::Settings;
use crate::score::metric::{IntervalMethod, MetricInfo, attempts_of};
use processors::Processors;
use std::borrow::Cow;
use std::ops::Range;

/// The outcomes of one run, by gold row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunScores {
    /// State of each question.
    pub states: Vec<State>,
    /// Winning gold answer of each question, or [`NO_MATCH`].
    pub matched: Vec<u16>,
    /// For each metric its value for each question; NaN where it has none.
    pub values: Vec<Vec<f64>>,
    /// Exact match and F1 before the threshold, where probabilities of no answer are given.
    pub raw: Vec<(f64, f64)>,
    /// For each metric the value of all questions together, where a script gives that alone; else empty.
    pub whole: Vec<f64>,
    /// What a judge has to say of each question; empty where none has anything to say.
    pub notes: Vec<u8>,
    /// Place of the metric by which questions are marked.
    pub lead: usize,
}

impl RunScores {
    /// The value by which a question is marked: of the metric that leads, or of the first where it has
    /// none of that; NaN where it has neither.
    pub fn mark(&self, row: usize) -> f64 {
        let of = |place: usize| self.values.get(place).map_or(f64::NAN, |values| values[row]);
        let lead = of(self.lead);
        if lead.is_nan() { of(0) } else { lead }
    }

    /// For each question the value by which it is marked, see [`mark`](Self::mark); empty without metrics.
    pub fn marks(&self) -> Cow<'_, [f64]> {
        match self.values.first() {
            Some(first) if self.lead > 0 => (0..first.len()).map(|row| self.mark(row)).collect(),
            first => Cow::Borrowed(first.map_or(&[], Vec::as_slice)),
        }
    }

    /// What a question is marked as.
    pub fn verdict(&self, row: usize) -> Verdict {
        let value = self.mark(row);
        match self.states[row] {
            State::Missing | State::Excluded => Verdict::Unanswered,
            // The metric leaves this question out.
            _ if value.is_nan() => Verdict::Unanswered,
            _ if value == 1.0 => Verdict::Right,
            _ if value > 0.0 => Verdict::Partly,
            _ => Verdict::Wrong,
        }
    }
}

/// The outcomes of all runs, filled slice by slice.
#[derive(Debug)]
pub struct Evaluation {
    /// The metrics, headline first.
    pub metrics: Vec<&'static MetricInfo>,
    /// Place of the one that readers see first: [`Card::lead`](crate::preset::Card::lead).
    pub lead: usize,
    /// One per run.
    pub runs: Vec<RunScores>,
    /// Index of the first of them among all runs.
    first: usize,
    scorer: Scorer,
    processors: Processors,
    /// What is noticed of predictions; numbers alone and a preview have no use for it.
    notices: Option<noticed::Notices>,
    /// The runs that are scored by another rule than the others.
    twins: twin::Twins,
    /// For each metric how many attempts at every question it needs.
    needs: Vec<u32>,
    /// The fewest attempts at a question, by run of all.
    fewest: Vec<u32>,
    questions: usize,
    /// How many questions each row stands for, if equal ones were folded.
    counts: Option<Vec<u64>>,
    /// The next question to score, counted over the questions of one run after the other.
    next: usize,
    done: usize,
}

/// A scorer of the questions of these files.
fn of_material(
    material: &Material<'_>,
    settings: &Settings,
    metrics: &[&'static MetricInfo],
) -> Scorer {
    Scorer::new(settings.clone(), metrics, Some(&material.gold)).of_part(material.part)
}

impl Evaluation {
    /// Prepares the evaluation of all runs.
    pub fn new(material: &Material<'_>, settings: &Settings) -> Self {
        let runs = material.joined.runs.len();
        let notices = Some(noticed::Notices::new(material, settings, runs));
        Self { notices, ..Self::of_runs(material, settings, 0..runs) }
    }

    /// Prepares the evaluation of all runs for their numbers alone: nothing is noticed of predictions.
    pub fn without_notices(material: &Material<'_>, settings: &Settings) -> Self {
        Self::of_runs(material, settings, 0..material.joined.runs.len())
    }

    /// Prepares the evaluation of one run alone.
    pub fn of_run(material: &Material<'_>, settings: &Settings, run: usize) -> Self {
        Self::of_runs(material, settings, run..run + 1)
    }

    fn of_runs(material: &Material<'_>, settings: &Settings, runs: Range<usize>) -> Self {
        let metrics = material.metrics(settings);
        let scripted = material.scripted_by(settings);
        let needs = |metric: &&MetricInfo| attempts_of(metric.id).filter(|_| scripted.is_none());
        let needs = metrics.iter().map(|metric| needs(metric).unwrap_or(0)).collect();
        let questions = material.gold.table.rows();
        let lead = settings.preset.card.lead.as_str();
        let lead = metrics.iter().position(|metric| metric.id == lead).unwrap_or_default();
        let empty = |run: usize| RunScores {
            whole: scripted.map_or_else(Vec::new, |scripted| scripted.whole(run)),
            lead,
            states: vec![State::Missing; questions],
            matched: vec![NO_MATCH; questions],
            values: vec![vec![f64::NAN; questions]; metrics.len()],
            raw: if material.na.is_some() { vec![(0.0, 0.0); questions] } else { Vec::new() },
            notes: Vec::new(),
        };
        Self {
            first: runs.start,
            runs: runs.map(empty).collect(),
            scorer: of_material(material, settings, &metrics),
            processors: Processors::default(),
            notices: None,
            metrics,
            lead,
            twins: twin::Twins::default(),
            needs,
            fewest: if settings.rules.attempts { material.fewest(settings) } else { Vec::new() },
            questions,
            counts: None,
            next: 0,
            done: 0,
        }
    }

    /// Scores up to `count` more questions; `true` once all are done.
    pub fn advance(&mut self, material: &Material<'_>, count: usize) -> bool {
        let end = self.next.saturating_add(count).min(self.total());
        let mut ahead = self.score_ahead(material, &(self.next..end)).into_iter();
        for place in self.next..end {
            let (run, row) = (place / self.questions, place % self.questions);
            let scored = ahead.next().unwrap_or_else(|| {
                let scorer = self.twins.scorer(self.first + run).unwrap_or(&mut self.scorer);
                material.score(scorer, self.first + run, row)
            });
            self.take(material, run, row, &scored);
        }
        self.next = end;
        self.done == self.total()
    }

    /// Scores questions on several processors; none where runs have rules of their own, which are few.
    fn score_ahead(&mut self, material: &Material<'_>, places: &Range<usize>) -> Vec<Scored> {
        if !self.twins.is_empty() {
            return Vec::new();
        }
        let (first, questions) = (self.first, self.questions);
        let (settings, metrics) = (&self.scorer.settings, &self.metrics);
        let scorer = || of_material(material, settings, metrics);
        self.processors.score(places, scorer, |scorer, place| {
            material.score(scorer, first + place / questions, place % questions)
        })
    }

    /// Takes what came of a question of one of the runs here.
    fn take(&mut self, material: &Material<'_>, run: usize, row: usize, scored: &Scored) {
        self.notice(material, self.first + run, row);
        self.keep(run, row, scored);
        if let Some(scripted) = material.scripted_by(&self.scorer.settings) {
            let counts = scored.state != State::Excluded;
            let metrics = self.metrics.iter().zip(&mut self.runs[run].values);
            for (metric, values) in metrics.filter(|_| counts) {
                values[row] = scripted.value(self.first + run, row, metric.id);
            }
        }
    }

    /// Keeps what came of a question of one of the runs here.
    fn keep(&mut self, run: usize, row: usize, scored: &Scored) {
        let Scored { state, matched, notes, raw, .. } = *scored;
        let scores = &mut self.runs[run];
        scores.states[row] = state;
        scores.matched[row] = matched;
        // A mean over those questions alone that have enough attempts would be another metric.
        let enough = |need: u32| {
            need < 2 || self.fewest.get(self.first + run).is_some_and(|least| *least >= need)
        };
        let taken = self.twins.metrics(self.first + run);
        for (place, (values, own)) in scores.values.iter_mut().zip(&self.metrics).enumerate() {
            let metric = taken.map_or(Some(*own), |taken| taken[place]);
            let need = match metric {
                Some(metric) if metric.id != own.id => attempts_of(metric.id).unwrap_or(0),
                _ => self.needs[place],
            };
            let counts = state != State::Excluded && enough(need);
            let value = metric.filter(|_| counts).and_then(|metric| metric.value(scored));
            values[row] = value.unwrap_or(f64::NAN);
        }
        if let Some(place) = scores.raw.get_mut(row) {
            *place = raw;
        }
        if notes != 0 {
            scores.notes.resize(self.questions, 0);
            scores.notes[row] = notes;
        }
        self.done += 1;
    }

    /// The part of the benchmark that a gold row belongs to.
    pub fn part(&self, material: &Material<'_>, row: usize) -> PartOf {
        self.scorer.part(material.gold.table, row)
    }

    /// What judges have learned of the gold answers: see [`Scorer::learned`].
    pub fn learned(&self) -> Vec<String> {
        self.scorer.learned().chain(self.twins.learned()).collect()
    }

    /// The settings in force.
    pub fn settings(&self) -> &Settings {
        &self.scorer.settings
    }

    /// The settings that a run is scored by: those in force, but for twins.
    pub fn settings_of(&self, run: usize) -> &Settings {
        self.twins.settings(run).unwrap_or_else(|| self.settings())
    }

    /// What the metrics say of a row of a run; `None` where one does not apply.
    pub fn values_of(
        &self,
        run: usize,
        row: usize,
    ) -> impl Iterator<Item = (&'static str, Option<f64>)> + '_ {
        let values = self.metrics.iter().zip(&self.runs[run].values);
        values.map(move |(metric, values)| (metric.id, Some(values[row]).filter(|v| !v.is_nan())))
    }

    /// By a second rule, the metric of a run that has the values of another one, and that one.
    pub fn takes(&self, run: usize) -> Option<[&'static str; 2]> {
        let mut taken = self.metrics.iter().zip(self.twins.metrics(self.first + run)?);
        taken.find_map(|(own, taken)| Some([own.id, (*taken)?.id]).filter(|[to, from]| to != from))
    }

    /// The metric whose values a run has in the place of one: the metric itself, but for twins.
    pub fn metric_of(&self, run: usize, place: usize) -> &'static MetricInfo {
        let taken = self.twins.metrics(self.first + run).and_then(|taken| taken[place]);
        taken.unwrap_or(self.metrics[place])
    }

    /// [`Self::metric_of`] for all metrics, in their order.
    pub fn metrics_of(&self, run: usize) -> Vec<&'static MetricInfo> {
        (0..self.metrics.len()).map(|place| self.metric_of(run, place)).collect()
    }

    /// How two runs are compared in the place of a metric: as graded ones where any of them is graded.
    pub fn method_of(&self, runs: [usize; 2], place: usize) -> IntervalMethod {
        let graded = |run: usize| self.metric_of(run, place).interval != IntervalMethod::Wilson;
        if runs.into_iter().any(graded) {
            IntervalMethod::Bootstrap
        } else {
            IntervalMethod::Wilson
        }
    }

    /// Questions times runs.
    pub fn total(&self) -> usize {
        self.questions * self.runs.len()
    }

    /// How many of [`Self::total`] are done.
    pub fn done(&self) -> usize {
        self.done
    }
}
