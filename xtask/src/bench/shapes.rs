//! Files of other shapes: what they cost for a byte, beside the base shape in the same round.

use super::figures::{Row, Unit, ratios};
use super::goals::{Lab, bytes};
use super::native::Task;
use super::same_score;
use super::shape::Shape;
use crate::Result;
use serde_json::json;
use std::path::PathBuf;

/// The shapes that must not be a cliff.
const SHAPES: [Shape; 9] = [
    Shape::Shuffled,
    Shape::ThreeRuns,
    Shape::Crlf,
    Shape::NonAscii,
    Shape::LongPredictions,
    Shape::LongGolds,
    Shape::Duplicates,
    Shape::OneLine,
    Shape::Documents,
];

/// Those that a page is given as well.
const ON_THE_PAGE: [Shape; 4] =
    [Shape::Shuffled, Shape::NonAscii, Shape::LongPredictions, Shape::OneLine];

/// How many times the base a shape may cost.
const CLIFF: f64 = 3.0;

impl Lab<'_> {
    pub(super) fn shapes(&mut self) -> Result<Vec<Row>> {
        let questions = self.options.questions;
        let base = self.files(Shape::Base, questions)?;
        let known = self.score(&base)?;
        let mut rows = Vec::new();
        for shape in SHAPES {
            let files = self.files(shape, questions)?;
            if matches!(shape, Shape::Shuffled | Shape::Crlf | Shape::Documents) {
                same_score(shape.words(), &self.score(&files)?, &known)?;
            }
            let [by_base, by_shape] = self.turns([&base, &files], |lab, files| {
                Ok(lab.native(Task::Check, files)?.cpu.unwrap_or(f64::NAN) / bytes(files))
            })?;
            let what = format!("{} / base, for a byte, natively", shape.words());
            rows.push(Row::new(10, what, Unit::Ratio, ratios(&by_shape, &by_base)).at_most(CLIFF));
        }
        let csv = self.files(Shape::Csv, questions)?;
        same_score("CSV", &self.score(&csv)?, &known)?;
        // As many rows in both.
        let [json_lines, csv] = self.turns([&base, &csv], |lab, files| {
            Ok(lab.native(Task::Check, files)?.cpu.unwrap_or(f64::NAN))
        })?;
        let what = "CSV / JSON Lines, for a row, natively";
        rows.push(Row::new(10, what, Unit::Ratio, ratios(&csv, &json_lines)).at_most(1.0));
        if self.options.skip_browser {
            return Ok(rows);
        }
        for shape in ON_THE_PAGE {
            let files = self.files(shape, questions)?;
            let [by_base, by_shape] = self.turns([&base, &files], |lab, files| {
                Ok(lab.page(files, json!({}))?.cpu() / bytes(files))
            })?;
            let what = format!("{} / base, for a byte, browser", shape.words());
            rows.push(Row::new(10, what, Unit::Ratio, ratios(&by_shape, &by_base)).at_most(CLIFF));
        }
        Ok(rows)
    }

    /// Measures two things in turns, after a turn that is not counted.
    fn turns(
        &mut self,
        both: [&[PathBuf]; 2],
        measure: impl Fn(&mut Self, &[PathBuf]) -> Result<f64>,
    ) -> Result<[Vec<f64>; 2]> {
        let [one, other] = both;
        let rounds = self.warmed(|lab| Ok((measure(lab, one)?, measure(lab, other)?)))?;
        let (one, other) = rounds.into_iter().unzip();
        Ok([one, other])
    }
}
