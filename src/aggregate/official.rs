//! What the reference script prints: exactly its keys, its scale and its digits.

use crate::aggregate::Grouping;
use crate::aggregate::thresholds::{Answered, BestThresholds, best_thresholds};
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
) -> Result<Map<String, Value>, String> {
    if let Some(scripted) = material.scripted_by(settings) {
        let totals = scripted.runs.get(run).map(|run| run.totals.clone()).unwrap_or_default();
        return if totals.is_empty() {
            Err("the script gives no numbers of the whole run".to_owned())
        } else {
            Ok(totals)
        };
    }
    let scores = &evaluation.runs[run];
    if settings.preset.official.is_empty() {
        return Err("this preset is our own definition, so there is no reference".to_owned());
    }
    if settings.departs() {
        return Err("the settings differ from those of the reference".to_owned());
    }
    check_parts(material, settings, evaluation)?;
    for need in &settings.preset.official_needs {
        check(*need, material, run, scores, settings.takes_lists())?;
    }
    let best = best(material, scores, run)?;
    let mut lines = Map::new();
    for line in &settings.preset.official {
        let printed = Printed { material, settings, evaluation, groupings, best, run };
        let Some(value) = printed.value_of(line) else { continue };
        let within = match &line.within {
            None => &mut lines,
            Some(within) => match lines.entry(within).or_insert_with(|| json!({})) {
                Value::Object(inner) => inner,
                _ => continue,
            },
        };
        within.insert(line.key.clone(), value);
    }
    Ok(lines)
}

/// Whether the reference could be told what part each question belongs to.
#[inline(never)]
fn check_parts(
    material: &Material<'_>,
    settings: &Settings,
    evaluation: &Evaluation,
) -> Result<(), String> {
    let Some(parts) = settings.preset.parts() else { return Ok(()) };
    let column = &parts.columns[0];
    let one = settings.preset.official_needs.contains(&Need::OnePart);
    let known = settings.preset.official_needs.contains(&Need::KnownParts);
    let mut first = None;
    for row in 0..material.gold.table.rows() {
        let part = evaluation.part(material, row);
        let number = material.gold.table.row_number(row);
        if part == PartOf::Whole {
            return Err(format!("the reference needs a {column} for every question"));
        }
        if known && part == PartOf::Other {
            return Err(format!("the reference stops at another {column} (gold row {number})"));
        }
        if settings.leaves_out(part) {
            return Err(format!("a question of another {column} is left out (gold row {number})"));
        }
        if one && part != *first.get_or_insert(part) {
            return Err(format!("the reference takes one {column} at a time (gold row {number})"));
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
) -> Result<(), String> {
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
            return Err("the reference needs supporting facts in both files".to_owned());
        }
        Need::AllQuestions if !material.all_questions => {
            return Err("the reference counts every task of the benchmark, but results alone do \
                        not show which tasks have none"
                .to_owned());
        }
        Need::AllQuestions | Need::SupportingFacts | Need::OnePart | Need::KnownParts => {
            return Ok(());
        }
    };
    row.map_or(Ok(()), |row| {
        Err(format!("{words} (gold row {})", material.gold.table.row_number(row)))
    })
}

#[inline(never)]
fn best(
    material: &Material<'_>,
    scores: &RunScores,
    run: usize,
) -> Result<Option<BestThresholds>, String> {
    let Some(na) = material.na else { return Ok(None) };
    if na.order.len() < scores.states.len() {
        return Err("the reference stops at a question without a probability".to_owned());
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
struct Printed<'p> {
    material: &'p Material<'p>,
    settings: &'p Settings,
    evaluation: &'p Evaluation,
    groupings: &'p [Grouping],
    best: Option<BestThresholds>,
    run: usize,
}

impl Printed<'_> {
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
            let is_inside = move |row: &usize| self.evaluation.part(self.material, *row) == part;
            rows.clone().filter(is_inside)
        })))
    }

    fn value_of(&self, line: &OfficialLine) -> Option<Value> {
        let scores = &self.evaluation.runs[self.run];
        let place = line
            .metric
            .as_ref()
            .and_then(|id| self.evaluation.metrics.iter().position(|metric| metric.id == id));
        let count = self.rows(line)?.count();
        // They are as many as there are questions: none is written down to be added up.
        let values = || -> Option<_> {
            let values = &scores.values[place?];
            let values = || Some(self.rows(line)?.map(|row| values[row]));
            // What is not defined for this run is not printed.
            let undefined = count > 0 && values()?.all(f64::is_nan);
            if undefined { None } else { values() }
        };
        let mean = |sum: f64| match line.decimals {
            None => self.settings.preset.scale * sum / count as f64,
            Some(decimals) => {
                let mean = sum / count.max(1) as f64 * self.settings.preset.scale;
                float(&fixed(mean, decimals)).unwrap_or(mean)
            }
        };
        let missing = || scores.states.iter().filter(|one| **one == State::Missing).count();
        let exact = line.metric.as_deref() == Some("exact_match");
        let best = self.best;
        Some(match line.value {
            OfficialValue::NumpyMean => mean(numpy::sum(&values()?.collect::<Vec<f64>>())).into(),
            OfficialValue::ScaledMean => {
                let sum = values()?.fold(0.0, |sum, value| sum + value);
                (sum / count as f64 * self.settings.preset.scale).into()
            }
            OfficialValue::Mean => mean(values()?.fold(0.0, |sum, value| sum + value)).into(),
            // A sum of zeros and ones.
            OfficialValue::Sum => values()?.filter(|value| *value == 1.0).count().into(),
            OfficialValue::Questions => count.into(),
            OfficialValue::Missing => missing().into(),
            OfficialValue::Answered => (scores.states.len() - missing()).into(),
            OfficialValue::Predictions => {
                let run = &self.material.joined.runs[self.run];
                (run.rows.iter().filter(|row| **row != NONE).count() + run.extra.len()).into()
            }
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
