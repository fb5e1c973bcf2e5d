//! How answers are wrong: by states and values, without their texts.

use super::Finished;
use crate::base::types::{State, Verdict};
use crate::score::evaluate::{Evaluation, Material, RunScores};
use crate::session::protocol::Class;
use std::collections::BTreeMap;

/// From this value of a graded metric on, an answer is a near miss.
const NEAR: f64 = 0.5;
/// Up to this relative error, a number is a near miss.
const NEAR_NUMBER: f64 = 0.1;

/// Finds how the answers of a run are wrong.
pub(super) struct Classes<'a> {
    scores: &'a RunScores,
    material: &'a Material<'a>,
    graded: Option<usize>,
    error: Option<usize>,
}

impl<'a> Classes<'a> {
    pub(super) fn new(
        evaluation: &Evaluation,
        scores: &'a RunScores,
        material: &'a Material<'a>,
    ) -> Self {
        let place = |is: fn(&str) -> bool| evaluation.metrics.iter().position(|one| is(one.id));
        Self {
            scores,
            material,
            graded: place(|id| matches!(id, "f1" | "rouge_l")),
            error: place(|id| id == "relative_error"),
        }
    }

    /// How the answer to a question is wrong; `None` if it is right or does not count.
    pub(super) fn of(&self, row: usize) -> Option<Class> {
        let verdict = self.scores.verdict(row);
        match self.scores.states[row] {
            State::Missing => return Some(Class::Missing),
            State::Excluded => return None,
            State::NotExtracted if verdict != Verdict::Right => return Some(Class::NotExtracted),
            State::Blank if verdict != Verdict::Right => return Some(Class::WronglyBlank),
            _ if !matches!(verdict, Verdict::Wrong | Verdict::Partly) => return None,
            _ => {}
        }
        if self.material.answers.of(row).next().is_none() {
            return Some(Class::ShouldAbstain);
        }
        let value = |metric: Option<usize>| {
            let value = self.scores.values.get(metric?)?.get(row).copied()?;
            (!value.is_nan()).then_some(value)
        };
        if let Some(error) = value(self.error) {
            return Some(if error <= NEAR_NUMBER { Class::NearMiss } else { Class::Different });
        }
        Some(match value(self.graded) {
            Some(value) if value >= NEAR => Class::NearMiss,
            Some(value) if value > 0.0 => Class::SomeOverlap,
            Some(_) => Class::NoOverlap,
            None => Class::Different,
        })
    }
}

impl Finished<'_> {
    /// How many answers of a run are wrong in which way.
    pub(crate) fn classes(&self, run: usize) -> BTreeMap<Class, u64> {
        let mut counts = BTreeMap::new();
        let evaluation = &self.score.evaluation;
        let Some(scores) = evaluation.runs.get(run) else { return counts };
        let classes = Classes::new(evaluation, scores, &self.material);
        for row in 0..scores.states.len() {
            if let Some(class) = classes.of(row) {
                *counts.entry(class).or_insert(0) += 1;
            }
        }
        counts
    }
}
