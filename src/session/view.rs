//! Which rows are shown, in which order, and the stripes of the fingerprint.

use super::Session;
use crate::diagnostic::cut;
use crate::error::Error;
use crate::evaluate::{Material, RunScores};
use crate::normalize::lower::lowered;
use crate::order::ascending;
use crate::protocol::{Row, Sort, Stripe, Verdict, View};
use std::borrow::Cow;

/// About so many bytes of texts that were left in a file are sorted at most, and so many of each at
/// least.
const SORTED: usize = 64 << 20;
const SHORTEST: usize = 32;

/// Texts of a row are cut at this many characters.
const ROW_TEXT: usize = 400;

impl Session {
    /// Gold rows of a view, filtered and sorted; none where a file cannot be read any more in which
    /// texts were left: [`Self::try_view`] says why.
    pub fn view(&self, view: &View) -> Vec<u32> {
        self.try_view(view).unwrap_or_default()
    }

    /// Gold rows of a view, filtered and sorted. Texts that were left in a file are sorted by how they
    /// begin, as far as there is room for that.
    ///
    /// # Errors
    /// Where a file cannot be read any more in which texts were left.
    pub fn try_view(&self, view: &View) -> Result<Vec<u32>, Error> {
        let sides = self.prediction_sides();
        let (Some(score), Some(material)) = (self.score(), self.material(&sides)) else {
            return Ok(Vec::new());
        };
        let run = view.run as usize;
        let Some(scores) = score.evaluation.runs.get(run) else { return Ok(Vec::new()) };
        let grouping = view.group.as_ref().and_then(|(column, value)| {
            let grouping = self.groupings().iter().find(|g| g.column == *column)?;
            Some((grouping, grouping.index(value)?))
        });
        let duplicates = &material.joined.duplicate_gold;
        let needle = lowered(view.text.trim());
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
        let against = |material: &Material<'_>, row: usize| {
            view.against.is_none_or(|against| {
                super::flips::is_against(against, &score.evaluation, material, run, row)
            })
        };
        #[cfg(not(feature = "values"))]
        let against = |_: &Material<'_>, _: usize| view.against.is_none();
        let other = view.against.filter(|against| against.different).map(|other| other.run);
        let keep = |row: usize| {
            (view.states.is_empty() || view.states.contains(&scores.states[row]))
                && (view.verdicts.is_empty() || view.verdicts.contains(&scores.verdict(row)))
                && view.range.is_none_or(|(from, to)| (from..to).contains(&(row as u64)))
                && (view.group.is_none()
                    || grouping.is_some_and(|(g, index)| g.of_row[row] == index))
                && (!view.duplicates || duplicates.binary_search(&(row as u32)).is_ok())
                && view.category.as_ref().is_none_or(|name| became(row, name))
                && view.note.as_ref().is_none_or(|code| noted(row, code))
        };
        let mut kept = (0..scores.states.len()).filter(|row| keep(*row)).map(|row| (run, row));
        let mut rows: Vec<u32> = Vec::new();
        if needle.is_empty() && other.is_none() {
            rows.extend(
                kept.filter(|(_, row)| against(&material, *row)).map(|(_, row)| row as u32),
            );
        } else {
            let other = other.map(|other| other as usize);
            self.in_batches(&material, &mut kept, other, &mut |material, batch| {
                let wanted = |(run, row): &&(usize, usize)| {
                    against(material, *row)
                        && (needle.is_empty() || contains(material, *run, *row, &needle))
                };
                rows.extend(batch.iter().filter(wanted).map(|(_, row)| *row as u32));
                Ok::<(), Error>(())
            })?;
        }
        self.sort(view, &material, scores, &mut rows)?;
        if view.descending {
            rows.reverse();
        }
        Ok(rows)
    }

    fn sort(
        &self,
        view: &View,
        material: &Material<'_>,
        scores: &RunScores,
        rows: &mut [u32],
    ) -> Result<(), Error> {
        // A descending view is reversed as a whole in the end: turned round before as well, equal
        // rows stay in file order.
        if view.descending && view.sort != Sort::File {
            rows.reverse();
        }
        let run = view.run as usize;
        let places = match &view.sort {
            Sort::File => return Ok(()),
            Sort::Id => by_text(rows.iter().map(|row| material.key(*row as usize)).collect()),
            Sort::Question => {
                let text = |material: &Material<'_>, row: usize| {
                    material.question(row).map(|text| Cow::Owned(text.to_owned()))
                };
                by_text(self.texts_of(material, run, rows, &text)?)
            }
            Sort::Prediction => {
                let text = |material: &Material<'_>, row: usize| {
                    material.prediction(run, row).map(|text| Cow::Owned(text.into_owned()))
                };
                by_text(self.texts_of(material, run, rows, &text)?)
            }
            Sort::Metric(id) => {
                let metrics = self.score().map_or(&[][..], |score| &score.evaluation.metrics);
                let Some(place) = metrics.iter().position(|metric| metric.id == id) else {
                    return Ok(());
                };
                ascending(rows.iter().map(|row| scores.values[place][*row as usize]))
            }
        };
        let sorted: Vec<u32> = places.into_iter().map(|place| rows[place as usize]).collect();
        rows.copy_from_slice(&sorted);
        Ok(())
    }

    /// The texts of rows, to be sorted by: their beginnings where all of them were left in a file.
    fn texts_of(
        &self,
        material: &Material<'_>,
        run: usize,
        rows: &[u32],
        text: &dyn Fn(&Material<'_>, usize) -> Option<Cow<'static, str>>,
    ) -> Result<Vec<String>, Error> {
        let most = if self.leaves_texts() { SORTED / rows.len().max(1) } else { usize::MAX };
        let mut texts = Vec::with_capacity(rows.len());
        let mut questions = rows.iter().map(|row| (run, *row as usize));
        self.in_batches(material, &mut questions, None, &mut |material, batch| {
            texts.extend(batch.iter().map(|(_, row)| {
                let text = text(material, *row).unwrap_or_default();
                let mut ends = (0..=most.max(SHORTEST).min(text.len())).rev();
                let end = ends.find(|end| text.is_char_boundary(*end));
                text[..end.unwrap_or_default()].to_owned()
            }));
            Ok::<(), Error>(())
        })?;
        Ok(texts)
    }

    /// A row as the table shows it.
    pub fn row(&self, run: usize, row: usize) -> Option<Row> {
        self.rows(run, &[row as u32]).ok()?.pop()
    }

    /// Rows as the table shows them.
    ///
    /// # Errors
    /// Where a file cannot be read any more in which texts were left.
    pub fn rows(&self, run: usize, rows: &[u32]) -> Result<Vec<Row>, Error> {
        let sides = self.prediction_sides();
        let Some(material) = self.material(&sides) else { return Ok(Vec::new()) };
        let mut found = Vec::with_capacity(rows.len());
        let mut questions = rows.iter().map(|row| (run, *row as usize));
        self.in_batches(&material, &mut questions, None, &mut |material, batch| {
            found.extend(batch.iter().filter_map(|(run, row)| self.row_of(material, *run, *row)));
            Ok::<(), Error>(())
        })?;
        Ok(found)
    }

    /// A row, of which the texts are at hand.
    pub(super) fn row_of(&self, material: &Material<'_>, run: usize, row: usize) -> Option<Row> {
        let score = self.score()?;
        let scores = score.evaluation.runs.get(run)?;
        let state = *scores.states.get(row)?;
        Some(Row {
            row: row as u64,
            id: cut(&material.key(row), ROW_TEXT),
            question: material.question(row).map(|text| cut(text, ROW_TEXT)),
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
        // Millions of rows times thousands of stripes are more than a 32-bit module counts to.
        let bound = |index: usize| (index as u64 * rows as u64 / count as u64) as usize;
        let bounds = |index: usize| (bound(index), bound(index + 1));
        let around = |(from, to): (usize, usize)| {
            let middle = usize::midpoint(from, to);
            (middle.saturating_sub(half), (middle + half + 1).min(rows))
        };
        let mut wanted: Vec<usize> = (0..count)
            .flat_map(|index| {
                let (from, to) = bounds(index);
                let (before, after) = around((from, to));
                [from, to, before, after]
            })
            .collect();
        wanted.sort_unstable();
        wanted.dedup();
        let sums = running_sums(scores, &wanted);
        let sum_at = |row: usize| sums[wanted.partition_point(|wanted| *wanted < row)];
        let mean = |(from, to): (usize, usize)| {
            let (sum, n) = (sum_at(to).0 - sum_at(from).0, sum_at(to).1 - sum_at(from).1);
            if n == 0 { 0.0 } else { sum / f64::from(n) }
        };
        (0..count)
            .map(|index| {
                let (from, to) = bounds(index);
                let mut stripe = counts(scores, from, to);
                stripe.mean = mean((from, to));
                stripe.moving = mean(around((from, to)));
                stripe
            })
            .collect()
    }
}

/// Sum and number of the headline values before each of some places, which are sorted.
fn running_sums(scores: &RunScores, places: &[usize]) -> Vec<(f64, u32)> {
    let (mut sum, mut n, mut next) = (0.0, 0, 0);
    let values = scores.values.first();
    let mut sum_before = |place: usize| {
        for row in next..place {
            let value = values.map_or(f64::NAN, |values| values[row]);
            if !value.is_nan() {
                sum += value;
                n += 1;
            }
        }
        next = next.max(place);
        (sum, n)
    };
    places.iter().map(|place| sum_before(*place)).collect()
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

/// Places of texts in their order; equal texts keep theirs.
fn by_text(texts: Vec<String>) -> Vec<u32> {
    let mut keyed: Vec<(String, u32)> = texts.into_iter().zip(0..).collect();
    keyed.sort_unstable();
    keyed.into_iter().map(|(_, place)| place).collect()
}

fn contains(material: &Material<'_>, run: usize, row: usize, needle: &str) -> bool {
    let has = |text: &str| lowered(text).contains(needle);
    has(&material.key(row))
        || material.question(row).is_some_and(has)
        || material.prediction(run, row).is_some_and(|text| has(&text))
        || material.answers.of(row).any(has)
}
