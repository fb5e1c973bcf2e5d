//! Rows in the form that is shown, and the stripes of the fingerprint.

use super::Finished;
use super::classes::Classes;
use crate::base::diagnostic::cut;
use crate::base::types::{PartOf, Verdict};
use crate::report::model::Stripe;
use crate::score::evaluate::Scorer;
use crate::session::protocol::{Beside, Row, View};

/// Texts of a row are cut at this many characters.
const ROW_TEXT: usize = 400;
/// In a row, texts with more characters hide their answer.
const LONG: usize = 60;

impl Finished<'_> {
    /// Rows as the table shows them.
    pub fn rows(&self, run: usize, rows: &[u32]) -> Vec<Row> {
        let row_of = |row: &u32| self.row_of(run, *row as usize);
        let mut found: Vec<Row> = rows.iter().filter_map(row_of).collect();
        self.name_read(run, &mut found);
        found
    }

    /// For long outputs that are compared by value, the answer found in them.
    fn name_read(&self, run: usize, rows: &mut [Row]) {
        let is_long = |row: &Row| {
            let raw = row.prediction.as_ref().filter(|_| row.taken.is_none());
            raw.is_some_and(|raw| raw.chars().count() > LONG)
        };
        let Self { score, material, .. } = self;
        let settings = score.evaluation.settings_of(run);
        if settings.compares_words(PartOf::Whole) || !rows.iter().any(is_long) {
            return;
        }
        let metrics = &score.evaluation.metrics;
        let mut scorer = Scorer::new(settings.clone(), metrics, Some(&material.gold));
        for row in rows.iter_mut().filter(|row| is_long(row)) {
            let reading = material.reading(&mut scorer, run, row.row as usize);
            let read = reading.and_then(|reading| reading.answer).map(|shown| shown.text);
            row.taken = read.filter(|text| !text.is_empty() && text.chars().count() <= LONG);
        }
    }

    /// The rows of a view, with those of the run that it is compared with.
    pub fn rows_of(&self, view: &View, rows: &[u32]) -> Vec<Row> {
        let mut found = self.rows(view.run as usize, rows);
        if view.against.is_some() {
            for (row, other) in found.iter_mut().zip(self.rows(self.score.baseline(), rows)) {
                let Row { prediction, taken, state, verdict, .. } = other;
                row.other = Some(Beside { prediction, taken, state, verdict });
            }
        }
        found
    }

    /// A row.
    pub(super) fn row_of(&self, run: usize, row: usize) -> Option<Row> {
        let Self { score, material, .. } = self;
        let scores = score.evaluation.runs.get(run)?;
        let state = *scores.states.get(row)?;
        let prediction = material.prediction(run, row);
        let settings = score.evaluation.settings_of(run);
        let taken = prediction.as_ref().and_then(|raw| {
            let extractor = settings.extractor_of(material.column(run, row));
            let answer = extractor.extract(raw).answer?;
            (answer.trim() != raw.trim()).then(|| cut(answer, ROW_TEXT))
        });
        let values = score.evaluation.values_of(run, row);
        Some(Row {
            row: row as u64,
            id: cut(&material.key(row), ROW_TEXT),
            question: material.question(row).map(|text| cut(text, ROW_TEXT)),
            prediction: prediction.map(|text| cut(&text, ROW_TEXT)),
            taken,
            other: None,
            golds: material.answers.of(row).take(20).map(|text| cut(text, ROW_TEXT)).collect(),
            state,
            verdict: self.verdict(run, row),
            class: Classes::new(&score.evaluation, scores, material).of(row),
            metrics: values.map(|(id, value)| (id.to_owned(), value)).collect(),
        })
    }

    /// The fingerprint of a run in at most `stripes` stripes.
    pub fn stripes(&self, run: usize, stripes: usize) -> Vec<Stripe> {
        let Some(scores) = self.score.evaluation.runs.get(run) else { return Vec::new() };
        let rows = scores.states.len();
        let count = stripes.clamp(1, rows.max(1));
        let half = Stripe::window(rows as u64) as usize / 2;
        // Millions of rows times thousands of stripes exceed 32 bits.
        let bound = |index: usize| (index as u64 * rows as u64 / count as u64) as usize;
        let bounds = |index: usize| (bound(index), bound(index + 1));
        let around = |(from, to): (usize, usize)| {
            let middle = usize::midpoint(from, to);
            (middle.saturating_sub(half), (middle + half + 1).min(rows))
        };
        // For each row, sum and number of the values before it that decide verdicts.
        let mut sums = vec![(0.0, 0_u32)];
        let (mut sum, mut n) = sums[0];
        for value in (0..rows).map(|row| scores.mark(row)) {
            if !value.is_nan() {
                sum += value;
                n += 1;
            }
            sums.push((sum, n));
        }
        let mean = |(from, to): (usize, usize)| {
            let (sum, n) = (sums[to].0 - sums[from].0, sums[to].1 - sums[from].1);
            if n == 0 { 0.0 } else { sum / f64::from(n) }
        };
        (0..count)
            .map(|index| {
                let (from, to) = bounds(index);
                let mut stripe = Stripe {
                    from: from as u64,
                    to: to as u64,
                    mean: mean((from, to)),
                    moving: mean(around((from, to))),
                    ..Stripe::default()
                };
                for row in from..to {
                    match self.verdict(run, row) {
                        Verdict::Right => stripe.right += 1,
                        Verdict::Partly | Verdict::Wrong => stripe.wrong += 1,
                        Verdict::Unanswered => stripe.unanswered += 1,
                    }
                }
                stripe
            })
            .collect()
    }
}
