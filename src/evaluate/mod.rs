//! Drives phases 4 to 6 over joined rows: extraction, normalisation, comparison. Scoring is total
//! and works in slices, so a caller can pause, show progress or give up between them.

mod material;
#[cfg(feature = "values")]
pub mod programs;
mod scorer;
#[cfg(feature = "values")]
mod twin;

pub use crate::metric::NO_MATCH;
pub use material::{
    Material, NaProbabilities, Predictions, opened, prediction_cell, prediction_text, takes,
};
pub use scorer::{Inputs, Scored, Scorer, is_blank, values_of};
#[cfg(feature = "values")]
pub use twin::Twin;

use crate::metric::compare::VALUES;
use crate::metric::{MetricInfo, attempts_of};
use crate::preset::{PartOf, Settings};
use crate::protocol::Verdict;
use crate::report::State;
use scorer::{Take, take};
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
    /// What a judge has to say of each question; empty where none has anything to say.
    pub notes: Vec<u8>,
}

impl RunScores {
    /// Verdict of the headline metric.
    pub fn verdict(&self, row: usize) -> Verdict {
        let value = self.values.first().map_or(f64::NAN, |values| values[row]);
        match self.states[row] {
            State::Missing | State::Excluded => Verdict::Unanswered,
            // The headline metric leaves this question out.
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
    /// One per run.
    pub runs: Vec<RunScores>,
    /// Index of the first of them among all runs.
    first: usize,
    scorer: Scorer,
    /// The runs that are scored by another rule than the others.
    #[cfg(feature = "values")]
    twins: twin::Twins,
    takes: Vec<Take>,
    /// For each metric how many attempts at every question it needs.
    needs: Vec<u32>,
    /// The fewest attempts at a question, by run of all.
    fewest: Vec<u32>,
    questions: usize,
    done: usize,
}

impl Evaluation {
    /// Prepares the evaluation of all runs.
    pub fn new(material: &Material<'_>, settings: &Settings) -> Self {
        Self::of_runs(material, settings, 0..material.joined.runs.len())
    }

    /// Prepares the evaluation of one run alone.
    pub fn of_run(material: &Material<'_>, settings: &Settings, run: usize) -> Self {
        Self::of_runs(material, settings, run..run + 1)
    }

    fn of_runs(material: &Material<'_>, settings: &Settings, runs: Range<usize>) -> Self {
        let metrics = material.metrics(settings);
        let takes = metrics.iter().filter_map(|metric| take(metric.id)).collect();
        let needs = metrics.iter().map(|metric| attempts_of(metric.id).unwrap_or(0)).collect();
        let questions = material.gold.table.rows();
        let empty = || RunScores {
            states: Vec::with_capacity(questions),
            matched: Vec::with_capacity(questions),
            values: vec![Vec::with_capacity(questions); metrics.len()],
            raw: Vec::new(),
            notes: Vec::new(),
        };
        Self {
            first: runs.start,
            runs: runs.map(|_| empty()).collect(),
            scorer: Scorer::new(settings.clone(), &metrics, Some(&material.gold)),
            metrics,
            #[cfg(feature = "values")]
            twins: twin::Twins::default(),
            takes,
            needs,
            fewest: if VALUES && settings.rules.attempts {
                material.fewest(settings)
            } else {
                Vec::new()
            },
            questions,
            done: 0,
        }
    }

    /// Scores up to `count` more questions; `true` once all are done.
    pub fn advance(&mut self, material: &Material<'_>, count: usize) -> bool {
        let end = (self.done + count).min(self.total());
        while self.done < end {
            let (run, row) = (self.done / self.questions, self.done % self.questions);
            #[cfg(feature = "values")]
            let scorer = self.twins.scorer(self.first + run).unwrap_or(&mut self.scorer);
            #[cfg(not(feature = "values"))]
            let scorer = &mut self.scorer;
            let scored = material.score(scorer, self.first + run, row);
            let scores = &mut self.runs[run];
            scores.states.push(scored.state);
            scores.matched.push(scored.matched);
            // A mean over those questions alone that have enough attempts would be another metric.
            let enough = |need: u32| {
                !VALUES
                    || need < 2
                    || self.fewest.get(self.first + run).is_some_and(|least| *least >= need)
            };
            for ((values, take), need) in scores.values.iter_mut().zip(&self.takes).zip(&self.needs)
            {
                let counts = scored.state != State::Excluded && enough(*need);
                let value = take(&scored).filter(|_| counts);
                values.push(value.unwrap_or(f64::NAN));
            }
            #[cfg(feature = "values")]
            if let Some((to, from)) = self.twins.taken(self.first + run) {
                scores.values[to][row] = scores.values[from][row];
            }
            if material.na.is_some() {
                scores.raw.push(scored.raw);
            }
            if scored.notes != 0 {
                scores.notes.resize(self.questions, 0);
                scores.notes[row] = scored.notes;
            }
            self.done += 1;
        }
        self.done == self.total()
    }

    /// The part of the benchmark that a gold row belongs to.
    pub fn part(&self, material: &Material<'_>, row: usize) -> PartOf {
        self.scorer.part(material.gold.table, row)
    }

    /// The settings in force.
    pub fn settings(&self) -> &Settings {
        &self.scorer.settings
    }

    /// The settings that a run is scored by: those in force, but for twins.
    pub fn settings_of(&self, run: usize) -> &Settings {
        #[cfg(feature = "values")]
        if let Some(settings) = self.twins.settings(run) {
            return settings;
        }
        let _ = run;
        self.settings()
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
