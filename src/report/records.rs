//! Records of questions: made one by one as they are written, since all of them together
//! may be larger than what they are made of.

use super::forms::{csv, every_eval_ever, page};
use crate::base::diagnostic::{cut, cut_middle};
use crate::base::json_text::json_text;
use crate::base::order::sort_key;
use crate::base::types::{Parts, Verdict};
use crate::score::evaluate::{Evaluation, Material, NO_MATCH};
use serde_json::{Map, Value, json};
use std::io::{self, Write};

/// Records of questions, as they stand together in a form of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Records {
    /// Lines of CSV: every question of every run, or those that are wanted.
    Csv,
    /// All of a run, as JSON.
    Json(usize),
    /// Those of a run that have a value, as lines that Inspect reads.
    Inspect(usize),
    /// Those of a run that have a value, in the schema of Every Eval Ever, with a digest of the signature.
    EveryEvalEver(usize, u64),
    /// The rows of a page, with the records of all runs.
    Rows,
    /// So many rows of a page as they are read without its script.
    Plain(usize),
}

impl Records {
    /// The runs and rows of all of them.
    pub fn questions(
        self,
        evaluation: &Evaluation,
    ) -> Box<dyn Iterator<Item = (usize, usize)> + '_> {
        let runs = &evaluation.runs;
        let of = |run: usize| {
            let rows = runs.get(run).map_or(0, |scores| scores.states.len());
            (0..rows).map(move |row| (run, row))
        };
        match self {
            Self::Csv => Box::new((0..runs.len()).flat_map(of)),
            Self::Json(run) | Self::Inspect(run) | Self::EveryEvalEver(run, _) => Box::new(of(run)),
            // Row by row: they stand together.
            Self::Rows => {
                Box::new(of(0).flat_map(|(_, row)| (0..runs.len()).map(move |run| (run, row))))
            }
            Self::Plain(most) => {
                let rows = closest_first(evaluation).into_iter().take(most);
                Box::new(rows.map(|row| (0, row)))
            }
        }
    }
}

/// The rows that the first run has wrong, the closest to right first; all where none is.
fn closest_first(evaluation: &Evaluation) -> Vec<usize> {
    let Some(run) = evaluation.runs.first() else { return Vec::new() };
    let metrics = &evaluation.metrics;
    let place = |ids: &[&str]| metrics.iter().position(|metric| ids.contains(&metric.id));
    let distance = |row: usize| match (place(&["relative_error"]), place(&["f1", "rouge_l"])) {
        (Some(error), _) => run.values[error][row],
        (None, Some(graded)) => -run.values[graded][row],
        (None, None) => 0.0,
    };
    let is_wrong = |row: &usize| matches!(run.verdict(*row), Verdict::Wrong | Verdict::Partly);
    let mut rows: Vec<(f64, usize)> =
        (0..run.states.len()).filter(is_wrong).map(|row| (distance(row), row)).collect();
    if rows.is_empty() {
        return (0..run.states.len()).collect();
    }
    // What has no value stands last.
    let key = |distance: f64| if distance.is_nan() { f64::INFINITY } else { distance };
    rows.sort_by_key(|(distance, _)| sort_key(key(*distance)));
    rows.into_iter().map(|(_, row)| row).collect()
}

/// Writes records of questions; how many were written.
///
/// # Errors
/// Where `out` fails.
pub(crate) fn write_records(
    evaluation: &Evaluation,
    material: &Material<'_>,
    records: Records,
    parts: Parts,
    questions: &mut dyn Iterator<Item = (usize, usize)>,
    out: &mut dyn Write,
) -> io::Result<usize> {
    let mut written = 0;
    for (run, row) in questions {
        let record = || Record::new(evaluation, material, run, row);
        match records {
            Records::Csv => csv::write_record(&material.joined.runs[run].name, &record(), out)?,
            Records::Json(_) => {
                let last = evaluation.runs[run].states.len() - 1;
                let line = record().text(parts) + if row < last { ",\n" } else { "\n" };
                out.write_all(line.as_bytes())?;
            }
            Records::Inspect(_) => {
                // What has no value stays unscored there.
                let scores = &evaluation.runs[run];
                let value = scores.values[scores.lead][row];
                let line = (!value.is_nan()).then(|| record().for_inspect(value));
                out.write_all(line.unwrap_or_default().as_bytes())?;
            }
            Records::EveryEvalEver(_, digest) => {
                let line = every_eval_ever::sample(evaluation, material, parts, [run, row], digest);
                out.write_all(line.unwrap_or_default().as_bytes())?;
            }
            Records::Rows => {
                out.write_all(page::row(evaluation, material, parts, [run, row]).as_bytes())?;
            }
            Records::Plain(_) => {
                out.write_all(page::plain_row(evaluation, material, parts, row).as_bytes())?;
            }
        }
        written += 1;
    }
    Ok(written)
}

/// A question of a run as reports show it.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The key, cut in its middle where it is very long.
    pub id: String,
    /// Name of the state.
    pub state: &'static str,
    /// The answer taken from the output, cut where it is very long.
    pub extracted: Option<String>,
    /// Metric ids and values; `None` where there is none.
    pub metrics: Vec<(&'static str, Option<f64>)>,
    /// Index of the gold answer that the score comes from.
    pub matched: Option<u16>,
}

/// Most characters of a key, and of an extracted answer, in a record: it does not grow with a cell.
const LONGEST_ID: usize = 1000;
const LONGEST: usize = 20_000;

/// The key of a gold row, as records have it.
pub fn id(material: &Material<'_>, row: usize) -> String {
    cut_middle(&material.key(row), LONGEST_ID)
}

impl Record {
    /// The JSON text, on one line. What is left out has no member.
    pub fn text(&self, parts: Parts) -> String {
        let mut text = String::from("{");
        if !(parts.no_questions) {
            text += &["\"id\": ", &json_text(&self.id), ", "].concat();
        }
        text += &["\"state\": \"", self.state, "\", "].concat();
        if !(parts.no_outputs) {
            text += &["\"extracted\": ", &json_text(&self.extracted), ", "].concat();
        }
        text += "\"metrics\": {";
        for (index, (metric, value)) in self.metrics.iter().enumerate() {
            text += if index == 0 { "\"" } else { ", \"" };
            text += &[metric, "\": ", &json_text(value)].concat();
        }
        text + "}, \"matched\": " + &json_text(&self.matched.map(u32::from)) + "}"
    }

    /// Returns the line that Inspect's `precomputed_scores` reads: the value of the leading metric, the extracted
    /// answer, and as metadata the state and all metrics.
    fn for_inspect(&self, value: f64) -> String {
        let metrics: Map<String, Value> = self
            .metrics
            .iter()
            .map(|(metric, value)| ((*metric).to_owned(), json!(value)))
            .collect();
        let line = json!({
            "id": self.id,
            "value": value,
            "answer": self.extracted,
            "metadata": { "state": self.state, "metrics": metrics },
        });
        json_text(&line) + "\n"
    }

    /// The record of a gold row.
    pub fn new(evaluation: &Evaluation, material: &Material<'_>, run: usize, row: usize) -> Self {
        let scores = &evaluation.runs[run];
        let prediction = material.prediction(run, row);
        let settings = evaluation.settings_of(run);
        let extractor = settings.extractor_of(material.column(run, row));
        let extracted = prediction
            .as_deref()
            .and_then(|text| extractor.extract(text).answer.map(|answer| cut(answer, LONGEST)));
        Self {
            id: id(material, row),
            state: scores.states[row].name(),
            extracted,
            metrics: evaluation.values_of(run, row).collect(),
            matched: Some(scores.matched[row]).filter(|index| *index != NO_MATCH),
        }
    }
}
