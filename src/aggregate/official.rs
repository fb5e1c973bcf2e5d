//! What the reference script prints: exactly its keys, its scale and its digits.

use crate::aggregate::thresholds::{Answered, BestThresholds, best_thresholds};
use crate::aggregate::{Grouping, total};
use crate::base::digits::{fixed, python};
use crate::base::json_text::json_text;
use crate::base::types::PartOf;
use crate::base::types::{ANSWERABILITY, State};
use crate::join::NONE;
use crate::preset::{Need, OfficialLine, OfficialValue, Settings};
use crate::score::evaluate::{Evaluation, Material, RunScores};
use crate::score::metric::numpy;
use crate::table::float;
use serde_json::{Map, Value, json};
use std::fmt::{self, Display, Formatter};

/// Why the reference prints nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unprinted {
    /// The reason in words.
    pub reason: String,
    /// The gold row that shows it, as an editor counts it.
    pub row: Option<u64>,
}

impl<T: Into<String>> From<T> for Unprinted {
    fn from(reason: T) -> Self {
        Self { reason: reason.into(), row: None }
    }
}

impl Display for Unprinted {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.row {
            None => f.write_str(&self.reason),
            Some(row) => write!(f, "{} (gold row {row})", self.reason),
        }
    }
}

/// The lines of one run in the script's order, or why the script would stop with an error instead.
///
/// # Errors
/// Where the reference crashes on these files.
#[inline(never)]
pub fn official(
    material: &Material<'_>,
    settings: &Settings,
    evaluation: &Evaluation,
    groupings: &[Grouping],
    run: usize,
) -> Result<Map<String, Value>, Unprinted> {
    if let Some(scripted) = material.scripted_by(settings) {
        let totals = scripted.runs.get(run).map(|run| run.totals.clone()).unwrap_or_default();
        return if totals.is_empty() {
            Err("the script gives no numbers for the whole run".into())
        } else {
            Ok(totals)
        };
    }
    check_all(material, settings, evaluation, run)?;
    let best = best(material, &evaluation.runs[run], run)?;
    let joined = &material.joined.runs[run];
    let predictions = joined.rows.iter().filter(|row| **row != NONE).count() + joined.extra.len();
    let part = |row: usize| evaluation.part(material, row);
    let predictions = predictions as u64;
    Ok(Printed { part: &part, predictions, settings, evaluation, groupings, best, run }.lines())
}

/// Whether the reference would print anything of a run.
///
/// # Errors
/// Why not, in words.
pub fn check_all(
    material: &Material<'_>,
    settings: &Settings,
    evaluation: &Evaluation,
    run: usize,
) -> Result<(), Unprinted> {
    if settings.preset.official.is_empty() {
        return Err("this preset is our own definition, so there is no reference".into());
    }
    if settings.departs() {
        return Err("the settings differ from those of the reference".into());
    }
    check_parts(material, settings, evaluation)?;
    let scores = &evaluation.runs[run];
    for need in &settings.preset.official_needs {
        check(*need, material, run, scores, settings.takes_lists())?;
    }
    Ok(())
}

/// Whether the reference could be told what part each question belongs to.
#[inline(never)]
fn check_parts(
    material: &Material<'_>,
    settings: &Settings,
    evaluation: &Evaluation,
) -> Result<(), Unprinted> {
    let Some(parts) = settings.preset.parts() else { return Ok(()) };
    let column = &parts.columns[0];
    let one = settings.preset.official_needs.contains(&Need::OnePart);
    let known = settings.preset.official_needs.contains(&Need::KnownParts);
    let mut first = None;
    for row in 0..material.gold.table.rows() {
        let part = evaluation.part(material, row);
        let number = material.gold.table.row_number(row);
        let at = |reason| Unprinted { reason, row: Some(number) };
        if part == PartOf::Whole {
            return Err(format!("the reference needs a {column} for every question").into());
        }
        if known && part == PartOf::Other {
            return Err(at(format!("the reference stops at an unknown {column}")));
        }
        if settings.leaves_out(part) {
            return Err(at(format!("a question of an unknown {column} is left out")));
        }
        if one && part != *first.get_or_insert(part) {
            return Err(at(format!("the reference takes one {column} at a time")));
        }
    }
    Ok(())
}

#[inline(never)]
fn check(
    need: Need,
    material: &Material<'_>,
    run: usize,
    scores: &RunScores,
    lists: bool,
) -> Result<(), Unprinted> {
    let answers = |row: usize| material.answers.of(row).len();
    let first = |found: &dyn Fn(usize) -> bool| (0..scores.states.len()).find(|row| found(*row));
    let is_missing = |row: usize| scores.states[row] == State::Missing;
    let (row, words) = match need {
        Need::EveryPrediction => {
            (first(&is_missing), "the reference stops at the first missing prediction")
        }
        Need::GoldAnswers => (
            first(&|row| answers(row) == 0 && !is_missing(row)),
            "the reference stops at a question without gold answers",
        ),
        Need::TextPredictions => (
            first(&|row| !material.takes(run, row, lists)),
            "the reference stops at a prediction that is not a text",
        ),
        Need::UniqueQuestions => (
            material.joined.duplicate_gold.first().map(|row| *row as usize),
            "the reference counts only the last of several questions with one key",
        ),
        Need::OneGoldAnswer => (
            first(&|row| answers(row) > 1),
            "the reference takes one gold answer, but there are several",
        ),
        Need::SupportingFacts if !material.has_facts() => {
            return Err("the reference needs supporting facts in both files".into());
        }
        Need::AllQuestions if !material.all_questions => {
            return Err("the reference counts every task of the benchmark, but results alone do \
                        not show which tasks have none"
                .into());
        }
        Need::AllQuestions | Need::SupportingFacts | Need::OnePart | Need::KnownParts => {
            return Ok(());
        }
    };
    row.map_or(Ok(()), |row| {
        let row = Some(material.gold.table.row_number(row));
        Err(Unprinted { reason: words.to_owned(), row })
    })
}

#[inline(never)]
fn best(
    material: &Material<'_>,
    scores: &RunScores,
    run: usize,
) -> Result<Option<BestThresholds>, Unprinted> {
    let Some(na) = material.na else { return Ok(None) };
    if na.order.len() < scores.states.len() {
        return Err("the reference stops at a question without a probability".into());
    }
    let questions: Vec<Answered> = na
        .order
        .iter()
        .map(|row| {
            let row = *row as usize;
            Answered {
                has_answer: material.answers.of(row).len() > 0,
                prediction_is_empty: material.is_empty(run, row),
                exact: scores.raw[row].0,
                f1: scores.raw[row].1,
                na_prob: na.by_row[row],
            }
        })
        .collect();
    Ok(best_thresholds(&questions))
}

/// What the lines of a run are made of.
pub struct Printed<'p> {
    /// The part of the benchmark that a row belongs to.
    pub part: &'p dyn Fn(usize) -> PartOf,
    /// How many predictions the reference is given.
    pub predictions: u64,
    /// The settings in force.
    pub settings: &'p Settings,
    /// The outcomes.
    pub evaluation: &'p Evaluation,
    /// How rows sort into groups.
    pub groupings: &'p [Grouping],
    /// The best thresholds, if there are probabilities of no answer.
    pub best: Option<BestThresholds>,
    /// Index of the run.
    pub run: usize,
}

impl Printed<'_> {
    /// The lines in the order of the script. Values are added in the order of the rows, as the script adds them; of
    /// folded rows the sum is exact.
    pub fn lines(&self) -> Map<String, Value> {
        let mut lines = Map::new();
        for line in &self.settings.preset.official {
            let Some(value) = self.value_of(line) else { continue };
            let within = match &line.within {
                None => &mut lines,
                Some(within) => match lines.entry(within).or_insert_with(|| json!({})) {
                    Value::Object(inner) => inner,
                    _ => continue,
                },
            };
            within.insert(line.key.clone(), value);
        }
        lines
    }

    /// Whether the last digits of a line may depend on the order in which values are added: whole numbers have the
    /// same sum in any order.
    pub fn depends_on_order(&self) -> bool {
        let sums = |line: &&OfficialLine| {
            use OfficialValue::{Mean, NumpyMean, ScaledMean};
            matches!(line.value, Mean | NumpyMean | ScaledMean)
        };
        let mut lines = self.settings.preset.official.iter().filter(sums);
        lines.any(|line| {
            let place = line.metric.as_ref().and_then(|id| self.place(id));
            let values = place.map(|place| &self.evaluation.runs[self.run].values[place]);
            values.is_some_and(|values| values.iter().any(|value| value.fract() != 0.0))
        })
    }

    fn place(&self, id: &str) -> Option<usize> {
        self.evaluation.metrics.iter().position(|metric| metric.id == id)
    }

    /// The sum of values with the counts of their rows.
    fn sum(&self, values: impl Iterator<Item = (f64, u64)>) -> f64 {
        if self.evaluation.is_folded() {
            return total(values).0;
        }
        values.fold(0.0, |sum, (value, _)| sum + value)
    }

    /// The questions that a line is about; `None` where there are none of its group.
    fn rows<'l>(&'l self, line: &'l OfficialLine) -> Option<Box<dyn Iterator<Item = usize> + 'l>> {
        let rows = 0..self.evaluation.runs[self.run].states.len();
        if let Some(value) = &line.group {
            let grouping = self.groupings.iter().find(|one| one.column == ANSWERABILITY)?;
            let index = grouping.index(value);
            let mut rows = rows.filter(move |row| index == Some(grouping.of_row[*row])).peekable();
            rows.peek()?;
            return Some(Box::new(rows));
        }
        let Some(parts) = self.settings.preset.parts().filter(|_| !line.parts.is_empty()) else {
            // What the user leaves out the reference is not given.
            let states = &self.evaluation.runs[self.run].states;
            return Some(Box::new(rows.filter(|row| states[*row] != State::Excluded)));
        };
        // Part by part, as they are added up.
        Some(Box::new(line.parts.iter().flat_map(move |name| {
            let part = parts.of(Some(name));
            let is_inside = move |row: &usize| (self.part)(*row) == part;
            rows.clone().filter(is_inside)
        })))
    }

    fn value_of(&self, line: &OfficialLine) -> Option<Value> {
        let scores = &self.evaluation.runs[self.run];
        let place = line.metric.as_ref().and_then(|id| self.place(id));
        let weights = self.evaluation.weights();
        let count: u64 = self.rows(line)?.map(|row| weights.of(row)).sum();
        // They are as many as there are questions: none is written down to be added up.
        let values = || -> Option<_> {
            let values = &scores.values[place?];
            let values = || Some(self.rows(line)?.map(|row| (values[row], weights.of(row))));
            // What is not defined for this run is not printed.
            let undefined = count > 0 && values()?.all(|(value, _)| value.is_nan());
            if undefined { None } else { values() }
        };
        let mean = |sum: f64| match line.decimals {
            None => self.settings.preset.scale * sum / count as f64,
            Some(decimals) => {
                let mean = sum / count.max(1) as f64 * self.settings.preset.scale;
                float(&fixed(mean, decimals)).unwrap_or(mean)
            }
        };
        let all = self.evaluation.count(None);
        let missing = || -> u64 {
            let states = scores.states.iter().enumerate();
            states.filter(|(_, one)| **one == State::Missing).map(|(row, _)| weights.of(row)).sum()
        };
        let exact = line.metric.as_deref() == Some("exact_match");
        let best = self.best;
        Some(match line.value {
            OfficialValue::NumpyMean if !self.evaluation.is_folded() => {
                mean(numpy::sum(&values()?.map(|(value, _)| value).collect::<Vec<f64>>())).into()
            }
            OfficialValue::ScaledMean => {
                (self.sum(values()?) / count as f64 * self.settings.preset.scale).into()
            }
            OfficialValue::Mean | OfficialValue::NumpyMean => mean(self.sum(values()?)).into(),
            // A sum of zeros and ones.
            OfficialValue::Sum => {
                let ones = values()?.filter(|(value, _)| *value == 1.0);
                ones.map(|(_, count)| count).sum::<u64>().into()
            }
            OfficialValue::Questions => count.into(),
            OfficialValue::Missing => missing().into(),
            OfficialValue::Answered => (all - missing()).into(),
            OfficialValue::Predictions => self.predictions.into(),
            OfficialValue::Best if exact => best?.exact.into(),
            OfficialValue::Best => best?.f1.into(),
            OfficialValue::BestThreshold if exact => best?.exact_threshold.into(),
            OfficialValue::BestThreshold => best?.f1_threshold.into(),
        })
    }
}

/// A number as Python prints it: `1e-05` where Rust writes `1e-5`.
pub fn python_digits(value: &Value) -> String {
    match value {
        Value::Number(number) if number.is_f64() => python(number.as_f64().unwrap_or(f64::NAN)),
        Value::Null => python(f64::NAN),
        _ => json_text(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_have_no_point() {
        assert_eq!(python_digits(&json!(3610)), "3610");
        assert_eq!(python_digits(&json!(100.0)), "100.0");
        assert_eq!(python_digits(&json!(0.000_01)), "1e-05");
    }
}
