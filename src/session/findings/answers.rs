//! Findings about the answers themselves: gold answers that look like several answers in one text,
//! and answers of two sides that can never be equal.

use super::OneRun;
use crate::base::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::doubt::{Doubt, EmptiedGold, LettersOnOneSide, ListsInGold};
use crate::score::evaluate::kind;
use scoredrop_kernel::find;

/// The longest text that is read as a list, in bytes: sentences contain semicolons as well.
const LONGEST_LIST: usize = 120;

/// Finds gold answers with a separator that no prediction of a run has, and predictions that are
/// all letters although no gold answer is one, or all numbers although gold answers are letters.
#[inline(never)]
pub(crate) fn doubtful(of: OneRun<'_>, log: &mut Diagnostics, doubts: &mut Vec<Doubt>) {
    let OneRun { material, evaluation, place: run } = of;
    let rows = material.gold.table.rows();
    let separated = |text: &[u8]| find::either(b'|', b';', text).is_some();
    let mut example = None;
    let mut lists = 0;
    let Some(noticed) = evaluation.noticed(run) else { return };
    let predicted = noticed.separator;
    // The kinds of both sides, as bits: letters, numbers, anything else.
    let mut kinds = [0, noticed.kinds];
    for row in 0..rows {
        let mut answers = material.answers.of(row);
        let (first, several) = (answers.next().unwrap_or(""), answers.len() > 0);
        // At the end of an answer, the separator is only a full stop.
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
    let mut say = |code: Code, doubt: Doubt, remedy: &str, is_doubt: bool| {
        let warning = Diagnostic::warning(code, doubt.message());
        log.push(warning.file(material.gold.name).remedy(remedy));
        if is_doubt && !doubts.contains(&doubt) {
            doubts.push(doubt);
        }
    };
    if let Some(example) = example.filter(|_| !predicted && lists * 5 >= rows) {
        say(
            Code::DoubtfulAnswers,
            ListsInGold { rows: lists, all: rows, example: example.to_owned() }.into(),
            "write several gold answers as a JSON list",
            true,
        );
    }
    let has_none = |row: &usize| {
        let mut answers = material.answers.of(*row).peekable();
        answers.peek().is_some() && answers.all(is_emptied)
    };
    let emptied: Vec<usize> = (0..rows).filter(has_none).collect();
    if let Some(example) = emptied.first().and_then(|row| material.answers.of(*row).next()) {
        let example = example.to_owned();
        let doubt = EmptiedGold { rows: emptied.len(), all: rows, example }.into();
        let remedy = "let articles count, or correct the gold answers";
        say(Code::EmptiedGold, doubt, remedy, emptied.len() * 50 >= rows);
    }
    if matches!(kinds, [1, 2] | [2 | 4 | 6, 1]) {
        say(
            Code::DoubtfulAnswers,
            LettersOnOneSide.into(),
            "write choices in the same way in both files",
            true,
        );
    }
}

/// Whether a text consists only of articles and punctuation; a single letter may be the answer.
fn is_emptied(text: &str) -> bool {
    let lower = text.to_lowercase();
    let mut words = lower.split(|c: char| c.is_whitespace() || c.is_ascii_punctuation());
    !text.trim().is_empty() && words.all(|word| matches!(word, "" | "an" | "the"))
}
