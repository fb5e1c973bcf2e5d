//! What the reference script prints: exactly its keys, its scale and its digits.

use crate::aggregate::Grouping;
use crate::aggregate::thresholds::{Answered, BestThresholds, best_thresholds};
use crate::digits::python;
use crate::evaluate::{Evaluation, Material, RunScores};
use crate::input::Kind;
use crate::json_text::json_text;
use crate::json_tree::Json;
use crate::preset::{Need, OfficialLine, OfficialValue, PartOf, Settings};
use crate::report::State;

/// The group column of presets whose questions may have no answer.
pub const ANSWERABILITY: &str = "answerability";
/// Its value for questions with an answer.
pub const HAS_ANSWER: &str = "has_answer";
/// Its value for questions without.
pub const NO_ANSWER: &str = "no_answer";

/// The lines of one run in the script's order, or why the script would stop with an error instead.
///
/// # Errors
/// Where the reference crashes on these files.
pub fn official(
    material: &Material<'_>,
    settings: &Settings,
    evaluation: &Evaluation,
    groupings: &[Grouping],
    run: usize,
) -> Result<Vec<(String, Json)>, String> {
    let scores = &evaluation.runs[run];
    if settings.preset.official.is_empty() {
        return Err("there is no reference, the definition is this preset's own".to_owned());
    }
    if settings.departs() {
        return Err("the settings are not those of the reference".to_owned());
    }
    check_parts(material, settings, evaluation)?;
    for need in &settings.preset.official_needs {
        check(*need, material, run, scores)?;
    }
    let best = best(material, scores, run)?;
    let mut lines = Vec::new();
    for line in &settings.preset.official {
        if let Some(value) = value_of(line, settings, evaluation, scores, groupings, best) {
            lines.push((line.key.clone(), value));
        }
    }
    Ok(lines)
}

/// Whether the reference could be told what part each question belongs to.
fn check_parts(
    material: &Material<'_>,
    settings: &Settings,
    evaluation: &Evaluation,
) -> Result<(), String> {
    let Some(parts) = settings.preset.parts() else { return Ok(()) };
    let column = &parts.columns[0];
    let one = settings.preset.official_needs.contains(&Need::OnePart);
    let mut first = None;
    for row in 0..material.gold.table.rows() {
        let part = evaluation.part(material, row);
        let number = material.gold.table.row_number(row);
        if part == PartOf::Whole {
            return Err(format!("the reference needs a {column} for every question"));
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

fn check(
    need: Need,
    material: &Material<'_>,
    run: usize,
    scores: &RunScores,
) -> Result<(), String> {
    let missing = scores.states.iter().position(|state| *state == State::Missing);
    match need {
        Need::EveryPrediction => match missing {
            Some(row) => Err(format!(
                "the reference stops at the first missing prediction (gold row {})",
                material.gold.table.row_number(row)
            )),
            None => Ok(()),
        },
        Need::GoldAnswers => {
            let bare = (0..scores.states.len()).find(|row| {
                material.answers.of(*row).len() == 0 && scores.states[*row] != State::Missing
            });
            match bare {
                Some(row) => Err(format!(
                    "the reference stops at a question without gold answers (gold row {})",
                    material.gold.table.row_number(row)
                )),
                None => Ok(()),
            }
        }
        Need::TextPredictions => {
            let no_text = |row: &usize| {
                let kind = material.prediction_cell(run, *row).kind;
                !matches!(kind, Kind::Absent | Kind::String)
            };
            match (0..scores.states.len()).find(no_text) {
                Some(row) => Err(format!(
                    "the reference stops at a prediction that is no text (gold row {})",
                    material.gold.table.row_number(row)
                )),
                None => Ok(()),
            }
        }
        Need::UniqueQuestions => match material.joined.duplicate_gold.first() {
            Some(row) => Err(format!(
                "the reference counts only the last of several questions with one key (gold row {})",
                material.gold.table.row_number(*row as usize)
            )),
            None => Ok(()),
        },
        Need::SupportingFacts if !material.has_facts() => {
            Err("the reference needs supporting facts in both files".to_owned())
        }
        Need::OneGoldAnswer => {
            let several = (0..scores.states.len()).find(|row| material.answers.of(*row).len() > 1);
            match several {
                Some(row) => Err(format!(
                    "the reference takes one gold answer, and there are several (gold row {})",
                    material.gold.table.row_number(row)
                )),
                None => Ok(()),
            }
        }
        Need::SupportingFacts | Need::OnePart => Ok(()),
    }
}

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
                prediction_is_empty: material.prediction(run, row).is_none_or(|p| p.is_empty()),
                exact: scores.raw[row].0,
                f1: scores.raw[row].1,
                na_prob: na.by_row[row],
            }
        })
        .collect();
    Ok(best_thresholds(&questions))
}

fn value_of(
    line: &OfficialLine,
    settings: &Settings,
    evaluation: &Evaluation,
    scores: &RunScores,
    groupings: &[Grouping],
    best: Option<BestThresholds>,
) -> Option<Json> {
    let place = line
        .metric
        .as_ref()
        .and_then(|id| evaluation.metrics.iter().position(|metric| metric.id == id));
    let group = line.group.as_ref().and_then(|value| {
        let grouping = groupings.iter().find(|grouping| grouping.column == ANSWERABILITY)?;
        Some((grouping, grouping.index(value)))
    });
    let inside = |row: usize| match group {
        None => true,
        Some((grouping, index)) => index == Some(grouping.of_row[row]),
    };
    let rows = || (0..scores.states.len()).filter(|row| inside(*row));
    let count = rows().count();
    if line.group.is_some() && count == 0 {
        return None;
    }
    let sum = || rows().fold(0.0, |sum, row| sum + scores.values[place.unwrap_or(0)][row]);
    let exact = line.metric.as_deref() == Some("exact_match");
    Some(match line.value {
        OfficialValue::Mean => {
            place?;
            Json::Float(settings.preset.scale * sum() / count as f64)
        }
        OfficialValue::Sum => {
            place?;
            // A sum of zeros and ones.
            whole(rows().filter(|row| scores.values[place.unwrap_or(0)][*row] == 1.0).count())
        }
        OfficialValue::Questions => whole(count),
        OfficialValue::Missing => {
            whole(scores.states.iter().filter(|state| **state == State::Missing).count())
        }
        OfficialValue::Best if exact => Json::Float(best?.exact),
        OfficialValue::Best => Json::Float(best?.f1),
        OfficialValue::BestThreshold if exact => Json::Float(best?.exact_threshold),
        OfficialValue::BestThreshold => Json::Float(best?.f1_threshold),
    })
}

fn whole(count: usize) -> Json {
    Json::Integer(i64::try_from(count).unwrap_or(i64::MAX))
}

/// A number as Python prints it: `1e-05` where Rust writes `1e-5`.
pub fn python_digits(value: &Json) -> String {
    if let Json::Float(number) = value { python(*number) } else { json_text(value) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_have_no_point() {
        assert_eq!(python_digits(&Json::Integer(3610)), "3610");
        assert_eq!(python_digits(&Json::Float(100.0)), "100.0");
        assert_eq!(python_digits(&Json::Float(0.000_01)), "1e-05");
    }
}
