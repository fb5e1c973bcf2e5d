//! Sentences about what was scored, by which preset and how.

use crate::base::digits::{counted, grouped};
use crate::base::types::JoinBy;
use crate::preset::Settings;
use crate::programs::workshop::pythons;
use crate::report::words::{and, setting_words};
use crate::session::Finished;

/// The sentence of a score: what was scored, by which preset and how.
pub(super) fn sentence(finished: &Finished<'_>) -> String {
    let [what, predictions] = subject(finished);
    let by = finished.material.joined.by.value;
    sentence_of(&what, &predictions, by, &finished.score.settings)
}

fn sentence_of(what: &str, predictions: &str, by: JoinBy, settings: &Settings) -> String {
    let mut text = format!("Scored {what}, answers from {predictions}");
    text += match by {
        JoinBy::Id => ", joined on id",
        JoinBy::Question => ", joined on question",
        JoinBy::Row => ", joined by row order",
        JoinBy::SameRow => ", row by row",
        JoinBy::Near => ", joined on ids that nearly match",
    };
    for (index, words) in setting_words(settings).into_iter().enumerate() {
        text += if index == 0 { "; " } else { ", " };
        text += &words;
    }
    text + "."
}

/// The same in the form of the methods section of a paper, in sentences.
pub(super) fn procedure(finished: &Finished<'_>) -> String {
    let [what, predictions] = subject(finished);
    let by = finished.material.joined.by.value;
    procedure_of(&what, &predictions, by, &finished.score.settings)
}

fn procedure_of(what: &str, predictions: &str, by: JoinBy, settings: &Settings) -> String {
    let matched = match by {
        JoinBy::Id => "were matched to the questions by id",
        JoinBy::Question => "were matched to the questions by their text",
        JoinBy::Row => "were matched to the questions by their order",
        JoinBy::SameRow => "are in the same rows as the questions",
        JoinBy::Near => "were matched to the questions by ids that nearly match",
    };
    let rules = setting_words(settings).join(", ");
    let rules = if rules.is_empty() { rules } else { format!(" Rules: {rules}.") };
    format!("We scored {what}. The predictions in {predictions} {matched}.{rules}")
}

/// The same for a report of merged parts: as a sentence, and in the form of the methods section of a paper.
pub(in crate::session) fn merged_words(
    settings: &Settings,
    by: JoinBy,
    questions: u64,
    parts: u64,
) -> [String; 2] {
    let parts = counted(parts as usize, "part");
    let mut what = format!("{} of {parts}", counted(questions as usize, "question"));
    what += &[" as ", &settings.preset.title].concat();
    if settings.modified() {
        what += ", modified";
    }
    let predictions = "the same parts";
    [sentence_of(&what, predictions, by, settings), procedure_of(&what, predictions, by, settings)]
}

/// The questions and the preset of a sentence, `24 questions of gold.jsonl as NQ`, and the files of predictions.
fn subject(finished: &Finished<'_>) -> [String; 2] {
    let score = finished.score;
    let settings = &score.settings;
    let plan = finished.plan;
    let name = |index: usize| finished.sources[index].name.clone();
    let gold = plan.roles.gold.map(name).unwrap_or_default();
    let mut predictions: Vec<String> = plan.columns.runs.iter().map(|run| name(run.file)).collect();
    predictions.dedup();
    let questions = score.evaluation.runs.first().map_or(0, |run| run.states.len());
    let mut what = format!("{} of {gold}", counted(questions, "question"));
    if let Some(found) = finished.pairing.known {
        what += &[" (", found.known.name, ")"].concat();
    }
    what += &[" as ", &settings.preset.title].concat();
    if settings.modified() {
        what += ", modified";
    }
    let predictions = match predictions.as_slice() {
        [first, rest @ ..] if rest.len() > 1 => format!("{first} and {} more files", rest.len()),
        few => and(few),
    };
    [what, predictions]
}

/// Which interpreters have run programs or the host's script, here or earlier; `None` if there were none, or some
/// programs are still to be run.
pub(super) fn programs_run(finished: &Finished<'_>) -> Option<String> {
    if let Some(script) = finished.script_of().filter(|script| !script.python.is_empty()) {
        return Some(format!(
            "The values come from the script {} (SHA-256 {}), run by Python {}.",
            script.name,
            script.sha256,
            script.python.join(", ")
        ));
    }
    let python = pythons(&finished.material).join(", ");
    match finished.workshop().and_then(|shop| shop.card()) {
        _ if python.is_empty() => None,
        None => Some(format!("Programs were run by Python {python}, according to their verdicts.")),
        Some(card) if card.left > 0 => None,
        Some(card) => Some(format!(
            "Programs run in the page's sandbox by Python {python}: {}.",
            grouped(card.total as usize)
        )),
    }
}
