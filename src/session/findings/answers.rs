//! Findings about the answers themselves: gold answers that look like several in one text, and
//! answers of two sides that cannot be equal by what they are.

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::evaluate::Material;
use crate::input::float;

/// The longest text that is taken for a list, in bytes: sentences hold semicolons as well.
const LONGEST_LIST: usize = 120;

/// Gold answers with a separator in them that no prediction has.
pub(in crate::session) fn listed(
    material: &Material<'_>,
    log: &mut Diagnostics,
    doubts: &mut Vec<String>,
) {
    let rows = material.gold.table.rows();
    for separator in ['|', ';'] {
        let several = |text: &str| {
            let mut parts = text.split(separator);
            text.len() <= LONGEST_LIST
                && text.contains(separator)
                && parts.all(|part| !part.trim().is_empty())
        };
        let mut found = (0..rows).filter_map(|row| {
            let mut answers = material.answers.of(row);
            let only = answers.next().filter(|text| several(text))?;
            answers.next().is_none().then_some((row, only))
        });
        let Some((first, example)) = found.next() else { continue };
        let count = 1 + found.count();
        let runs = 0..material.joined.runs.len();
        let predicted = |run: usize, row: usize| {
            material.prediction(run, row).is_some_and(|text| text.contains(separator))
        };
        if count * 5 < rows || runs.clone().any(|run| (0..rows).any(|row| predicted(run, row))) {
            continue;
        }
        let message = format!(
            "{count} of {rows} gold answers have a {separator} in them, such as {example:?}, and no \
             prediction has: each is compared as one answer, and may be a list of several"
        );
        log.push(
            Diagnostic::warning("listed_answers", message.clone())
                .file(material.gold.name)
                .row(material.gold.table.row_number(first))
                .remedy("write several gold answers as a JSON list"),
        );
        doubts.push(message);
    }
}

/// Gold answers that are numbers beside predictions that are letters, or the other way round: both
/// may name the choices of a question.
pub(in crate::session) fn choices(
    material: &Material<'_>,
    run: usize,
    log: &mut Diagnostics,
    doubts: &mut Vec<String>,
) {
    let (mut golds, mut predictions) = (None, None);
    for row in 0..material.gold.table.rows() {
        let prediction = material.prediction(run, row);
        let predicted = prediction.iter().filter(|text| !text.trim().is_empty());
        let same = material.answers.of(row).all(|text| keeps(&mut golds, text))
            && predicted.into_iter().all(|text| keeps(&mut predictions, text));
        if !same {
            return;
        }
    }
    let (Some(golds), Some(predictions)) = (golds, predictions) else { return };
    if golds == predictions {
        return;
    }
    let name = |letters: bool| if letters { "letters" } else { "numbers" };
    let message = format!(
        "all gold answers are {} and all predictions of {} are {}: they may name the choices of a \
         question in two ways",
        name(golds),
        material.joined.runs[run].short_name(),
        name(predictions)
    );
    log.push(
        Diagnostic::warning("choices_named_differently", message.clone())
            .file(material.files[material.joined.runs[run].file].name)
            .remedy("write choices alike in both files"),
    );
    doubts.push(message);
}

/// Whether a text is a single letter (`true`) or a number (`false`) as those before it.
fn keeps(letters: &mut Option<bool>, text: &str) -> bool {
    let text = text.trim().trim_matches(['(', ')', '.', ':']);
    let letter = text.len() == 1 && text.starts_with(|c: char| c.is_ascii_alphabetic());
    if !letter && float(text).is_none() {
        return false;
    }
    *letters.get_or_insert(letter) == letter
}
