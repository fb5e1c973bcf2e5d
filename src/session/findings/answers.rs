//! Findings about the answers themselves: gold answers that look like several in one text, and
//! answers of two sides that cannot be equal by what they are.

use super::OneRun;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::digits::part;
use crate::evaluate::kind;
use scoredrop_kernel::find;

/// The longest text that is taken for a list, in bytes: sentences hold semicolons as well.
const LONGEST_LIST: usize = 120;

/// Gold answers with a separator in them that no prediction of a run has; predictions that are all
/// letters where no gold answer is, and gold answers that are where all predictions are numbers.
#[inline(never)]
pub(in crate::session) fn doubtful(
    of: OneRun<'_>,
    log: &mut Diagnostics,
    doubts: &mut Vec<String>,
) {
    let OneRun { material, evaluation, place: run } = of;
    let rows = material.gold.table.rows();
    let separated = |text: &[u8]| find::either(b'|', b';', text).is_some();
    let mut example = None;
    let mut lists = 0;
    let Some(noticed) = evaluation.noticed(run) else { return };
    let predicted = noticed.separator;
    // What both sides are, as bits: letters, numbers, anything else.
    let mut kinds = [0, noticed.kinds];
    for row in 0..rows {
        let mut answers = material.answers.of(row);
        let (first, several) = (answers.next().unwrap_or(""), answers.len() > 0);
        // At the end of an answer it is a full stop of some kind.
        let inner = first.as_bytes().split_last().map_or(&[][..], |(_, inner)| inner);
        if !several
            && first.len() <= LONGEST_LIST
            && separated(inner)
            && evaluation.settings().split(std::iter::once(first)).is_none()
        {
            lists += 1;
            example = Some(first);
        }
        kinds[0] |= if several { 4 } else { kind(first) };
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
                "{} gold answers look like lists, such as {example:?}: each is compared as one answer",
                part(lists, rows)
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
