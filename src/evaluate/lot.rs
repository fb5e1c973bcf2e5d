//! Questions that are scored away from the gold file: what belongs to the rows of a window, and no more.

use super::{Inputs, Material, Scored, Scorer, opened};
use crate::input::Table;
use crate::join::{JoinedRun, Opening};
use crate::metric::metric;
use crate::preset::Settings;
use crate::schema::{AnswerLists, ColumnMap};
use crate::types::{Field, PartOf};

/// Questions with their gold answers, each with the row of a window in which its prediction stands.
/// With the window and the settings it is all that scoring reads.
#[derive(Clone, Debug, Default)]
pub struct Lot {
    /// The row of the window for each question.
    pub rows: Vec<u32>,
    /// The gold answers of each question.
    pub answers: AnswerLists,
    /// The probability that it has no answer, 0 where none is given; empty where none is for any.
    pub na: Vec<f64>,
    /// The part of the benchmark that each belongs to; empty where the preset knows of none.
    pub parts: Vec<PartOf>,
}

impl Lot {
    /// Whether a preset scores by the gold answers and the text of the prediction alone.
    pub fn is_enough(settings: &Settings) -> bool {
        let facts = |id: &String| metric(id).is_some_and(|metric| metric.of_facts);
        settings.judges().iter().all(Option::is_none)
            && !settings.rules.attempts
            && !settings.preset.takes_verdicts()
            && !settings.preset.metrics.iter().any(facts)
    }

    /// The lot of some questions of a run, of which the predictions stand in a window that begins at
    /// the row `first` of the predictions file; `scorer` is that of the whole evaluation.
    ///
    /// # Panics
    /// Where one of the questions has no prediction, or none in or after that row.
    pub fn new(
        material: &Material<'_>,
        scorer: &Scorer,
        run: &JoinedRun,
        questions: &[u32],
        first: u32,
    ) -> Self {
        let rows = || questions.iter().map(|row| *row as usize);
        let parts = scorer.settings.preset.parts().is_some();
        Self {
            rows: rows().map(|row| run.rows[row] - first).collect(),
            answers: AnswerLists::of_lists(rows().map(|row| material.answers.of(row))),
            na: material.na.map_or_else(Vec::new, |na| rows().map(|row| na.by_row[row]).collect()),
            parts: if parts {
                rows().map(|row| scorer.part(material.gold.table, row)).collect()
            } else {
                Vec::new()
            },
        }
    }

    /// Scores the lot by the window that its rows are of, of which `map` names the columns; `opening` is
    /// as in [`crate::join::Joined`]. Outcomes come in the order of the questions, each with the text it
    /// was made of.
    pub fn score(
        &self,
        scorer: &mut Scorer,
        window: &Table,
        map: &ColumnMap,
        opening: Opening,
        each: &mut dyn FnMut(usize, Option<&str>, Scored),
    ) {
        let columns: Vec<(&str, usize)> = map
            .of(Field::Prediction)
            .filter_map(|name| Some((name, window.column(name)?)))
            .collect();
        for (place, row) in self.rows.iter().enumerate() {
            let cells =
                || columns.iter().map(|(name, at)| (*name, window.cell(*row as usize, *at)));
            let found = cells().find(|(_, cell)| cell.kind != crate::input::Kind::Absent);
            let prediction = found.and_then(|(_, cell)| opened(cell, opening));
            let inputs = Inputs {
                prediction: prediction.as_deref(),
                na_probability: self.na.get(place).copied().unwrap_or(0.0),
                part: self.parts.get(place).copied().unwrap_or(PartOf::Whole),
                column: found.map(|(name, _)| name).or_else(|| map.one(Field::Prediction)),
                ..Inputs::default()
            };
            let scored = scorer.score(&self.answers.of(place), &inputs);
            each(place, inputs.prediction, scored);
        }
    }
}
