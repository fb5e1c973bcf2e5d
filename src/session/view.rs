//! Which rows are shown, in which order, and the stripes of the fingerprint.

use super::Session;
use crate::diagnostic::cut;
use crate::evaluate::{Material, RunScores};
use crate::normalize::lower::lowered;
use crate::order::ascending;
use crate::protocol::{Row, Sort, Stripe, Verdict, View};
use crate::schema::Field;

/// Texts of a row are cut at this many characters.
const ROW_TEXT: usize = 400;

impl Session {
    /// Gold rows of a view, filtered and sorted.
    pub fn view(&self, view: &View) -> Vec<u32> {
        let sides = self.prediction_sides();
        let (Some(score), Some(material)) = (self.score(), self.material(&sides)) else {
            return Vec::new();
        };
        let run = view.run as usize;
        let Some(scores) = score.evaluation.runs.get(run) else { return Vec::new() };
        let grouping = view.group.as_ref().and_then(|(column, value)| {
            let grouping = self.groupings().iter().find(|g| g.column == *column)?;
            Some((grouping, grouping.index(value)?))
        });
        let duplicates = &material.joined.duplicate_gold;
        let needle = lowered(view.text.trim());
        let question = material.gold.map.index(material.gold.table, Field::Question);
        let noted = |row: usize, code: &String| {
            let bits = scores.notes.get(row).copied().unwrap_or_default();
            let part = score.evaluation.part(&material, row);
            score.settings.notes_of(part, bits).any(|note| note.code == code)
        };
        #[cfg(feature = "values")]
        let became = |row: usize, name: &str| self.has_category(run, row, name);
        #[cfg(not(feature = "values"))]
        let became = |_: usize, _: &str| false;
        #[cfg(feature = "values")]
        let against = |row: usize| {
            view.against.is_none_or(|against| {
                super::flips::is_against(against, &score.evaluation, &material, run, row)
            })
        };
        #[cfg(not(feature = "values"))]
        let against = |_: usize| view.against.is_none();
        let keep = |row: usize| {
            (view.states.is_empty() || view.states.contains(&scores.states[row]))
                && (view.verdicts.is_empty() || view.verdicts.contains(&scores.verdict(row)))
                && view.range.is_none_or(|(from, to)| (from..to).contains(&(row as u64)))
                && (view.group.is_none()
                    || grouping.is_some_and(|(g, index)| g.of_row[row] == index))
                && (!view.duplicates || duplicates.binary_search(&(row as u32)).is_ok())
                && view.category.as_ref().is_none_or(|name| became(row, name))
                && view.note.as_ref().is_none_or(|code| noted(row, code))
                && against(row)
                && (needle.is_empty() || contains(&material, run, row, question, &needle))
        };
        let mut rows: Vec<u32> =
            (0..scores.states.len()).filter(|row| keep(*row)).map(|row| row as u32).collect();
        self.sort(view, &material, scores, question, &mut rows);
        if view.descending {
            rows.reverse();
        }
        rows
    }

    fn sort(
        &self,
        view: &View,
        material: &Material<'_>,
        scores: &RunScores,
        question: Option<usize>,
        rows: &mut [u32],
    ) {
        // A descending view is reversed as a whole in the end: turned round before as well, equal
        // rows stay in file order.
        if view.descending && view.sort != Sort::File {
            rows.reverse();
        }
        let places = match &view.sort {
            Sort::File => return,
            Sort::Id => by_text(rows, |row| material.key(row)),
            Sort::Question => by_text(rows, |row| {
                question
                    .map_or_else(String::new, |c| material.gold.table.cell(row, c).text.to_owned())
            }),
            Sort::Prediction => by_text(rows, |row| {
                material
                    .prediction(view.run as usize, row)
                    .map_or_else(String::new, std::borrow::Cow::into_owned)
            }),
            Sort::Metric(id) => {
                let metrics = self.score().map_or(&[][..], |score| &score.evaluation.metrics);
                let Some(place) = metrics.iter().position(|metric| metric.id == id) else { return };
                ascending(rows.iter().map(|row| scores.values[place][*row as usize]))
            }
        };
        let sorted: Vec<u32> = places.into_iter().map(|place| rows[place as usize]).collect();
        rows.copy_from_slice(&sorted);
    }

    /// A row as the table shows it.
    pub fn row(&self, run: usize, row: usize) -> Option<Row> {
        let sides = self.prediction_sides();
        let score = self.score()?;
        let material = self.material(&sides)?;
        let scores = score.evaluation.runs.get(run)?;
        let state = *scores.states.get(row)?;
        let question = material.gold.map.index(material.gold.table, Field::Question);
        Some(Row {
            row: row as u64,
            id: cut(&material.key(row), ROW_TEXT),
            question: question
                .and_then(|column| material.gold.table.cell(row, column).as_text())
                .map(|text| cut(text, ROW_TEXT)),
            prediction: material.prediction(run, row).map(|text| cut(&text, ROW_TEXT)),
            golds: material.answers.of(row).take(20).map(|text| cut(text, ROW_TEXT)).collect(),
            state,
            verdict: scores.verdict(row),
            metrics: score
                .evaluation
                .metrics
                .iter()
                .zip(&scores.values)
                .map(|(metric, values)| {
                    (metric.id.to_owned(), Some(values[row]).filter(|value| !value.is_nan()))
                })
                .collect(),
        })
    }

    /// The fingerprint of a run in at most `stripes` stripes.
    pub fn stripes(&self, run: usize, stripes: usize) -> Vec<Stripe> {
        let Some(scores) = self.score().and_then(|score| score.evaluation.runs.get(run)) else {
            return Vec::new();
        };
        let rows = scores.states.len();
        let count = stripes.clamp(1, rows.max(1));
        let half = Stripe::window(rows as u64) as usize / 2;
        let sums = running_sums(scores);
        let mean = |from: usize, to: usize| {
            let (sum, n) = (sums[to].0 - sums[from].0, sums[to].1 - sums[from].1);
            if n == 0 { 0.0 } else { sum / f64::from(n) }
        };
        (0..count)
            .map(|index| {
                let (from, to) = (index * rows / count, (index + 1) * rows / count);
                let middle = usize::midpoint(from, to);
                let mut stripe = counts(scores, from, to);
                stripe.mean = mean(from, to);
                stripe.moving = mean(middle.saturating_sub(half), (middle + half + 1).min(rows));
                stripe
            })
            .collect()
    }
}

/// Sum and number of the headline values before each row, and of all.
fn running_sums(scores: &RunScores) -> Vec<(f64, u32)> {
    let mut sums = vec![(0.0, 0)];
    let (mut sum, mut n) = (0.0, 0);
    for row in 0..scores.states.len() {
        let value = scores.values.first().map_or(f64::NAN, |values| values[row]);
        if !value.is_nan() {
            sum += value;
            n += 1;
        }
        sums.push((sum, n));
    }
    sums
}

fn counts(scores: &RunScores, from: usize, to: usize) -> Stripe {
    let mut stripe = Stripe { from: from as u64, to: to as u64, ..Stripe::default() };
    for row in from..to {
        match scores.verdict(row) {
            Verdict::Right => stripe.right += 1,
            Verdict::Partly | Verdict::Wrong => stripe.wrong += 1,
            Verdict::Unanswered => stripe.unanswered += 1,
        }
    }
    stripe
}

/// Places of the rows in the order of their texts; rows of equal text keep their order.
fn by_text(rows: &[u32], text: impl Fn(usize) -> String) -> Vec<u32> {
    let mut keyed: Vec<(String, u32)> =
        rows.iter().map(|row| text(*row as usize)).zip(0..).collect();
    keyed.sort_unstable();
    keyed.into_iter().map(|(_, place)| place).collect()
}

fn contains(
    material: &Material<'_>,
    run: usize,
    row: usize,
    question: Option<usize>,
    needle: &str,
) -> bool {
    let has = |text: &str| lowered(text).contains(needle);
    has(&material.key(row))
        || question.is_some_and(|column| has(material.gold.table.cell(row, column).text))
        || material.prediction(run, row).is_some_and(|text| has(&text))
        || material.answers.of(row).any(has)
}
