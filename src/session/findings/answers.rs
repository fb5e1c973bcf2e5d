//! Findings about the answers themselves: gold answers that look like several in one text, and
//! answers of two sides that cannot be equal by what they are.

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::evaluate::Material;
use scoredrop_kernel::find;

/// The longest text that is taken for a list, in bytes: sentences hold semicolons as well.
const LONGEST_LIST: usize = 120;

/// Gold answers with a separator in them that no prediction of a run has; predictions that are all
/// letters where no gold answer is, and gold answers that are where all predictions are numbers.
pub(in crate::session) fn doubtful(
    material: &Material<'_>,
    run: usize,
    log: &mut Diagnostics,
    doubts: &mut Vec<String>,
) {
    let rows = material.gold.table.rows();
    let separated = |text: &[u8]| find::either(b'|', b';', text).is_some();
    let predictions = material.predictions(run);
    let mut example = None;
    let (mut lists, mut predicted) = (0, false);
    // What both sides are, as bits: letters, numbers, anything else.
    let mut kinds = [0u8; 2];
    for row in 0..rows {
        let prediction = predictions(row);
        let prediction = prediction.as_deref().unwrap_or("");
        predicted = predicted || separated(prediction.as_bytes());
        let mut answers = material.answers.of(row);
        let (first, several) = (answers.next().unwrap_or(""), answers.len() > 0);
        // At the end of an answer it is a full stop of some kind.
        let inner = first.as_bytes().split_last().map_or(&[][..], |(_, inner)| inner);
        if !several && first.len() <= LONGEST_LIST && separated(inner) {
            lists += 1;
            example = Some(first);
        }
        // More than this tells nothing more.
        if kinds[0] & kinds[1] & 4 == 0 {
            kinds[0] |= if several { 4 } else { kind(first) };
            kinds[1] |= kind(prediction);
        }
    }
    let mut doubt = |message: String, remedy: &str| {
        let warning = Diagnostic::warning("doubtful_answers", message.clone());
        log.push(warning.file(material.gold.name).remedy(remedy));
        if !doubts.contains(&message) {
            doubts.push(message);
        }
    };
    if let Some(example) = example.filter(|_| !predicted && lists * 5 >= rows) {
        doubt(
            format!(
                "{lists} of {rows} gold answers look like lists, such as {example:?}: each is \
                 compared as one answer"
            ),
            "write several gold answers as a JSON list",
        );
    }
    if matches!(kinds, [1, 2] | [2 | 4 | 6, 1]) {
        doubt(
            "all answers of one side are single letters and none of the other is: they may name the \
             choices of a question in two ways"
                .to_owned(),
            "write choices alike in both files",
        );
    }
}

/// 1 for a letter, 2 for digits, 4 for anything else, 0 for nothing.
fn kind(text: &str) -> u8 {
    match text.trim_matches([' ', '(', ')', '.', ':']).as_bytes() {
        [] => 0,
        [letter] if letter.is_ascii_alphabetic() => 1,
        digits if digits.iter().all(u8::is_ascii_digit) => 2,
        _ => 4,
    }
}
