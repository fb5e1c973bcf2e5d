//! What the names of files tell about their contents.

use super::words::{ANSWER, DATA, GOLD, MODELS, PREDICTION, RUNS, Words, words};
use crate::base::types::Role;

/// Which side the words in a file name suggest: above zero for gold, below zero for predictions.
pub(crate) fn file_says(name: &str) -> f64 {
    let (stem, rest) = name.split_once('.').unwrap_or((name, ""));
    let mut words = words(stem);
    // `test_0.gold`, `dev.target`: the extension of a file of lines.
    let last = rest.rsplit('.').next().unwrap_or_default().to_lowercase();
    if matches!(last.as_str(), "gold" | "ref" | "target" | "truth" | "pred" | "hyp" | "output") {
        words.push(last);
    }
    let has = |list: &Words| list.are_in(&words);
    let points = |clearly: bool, loosely: bool| match (clearly, loosely) {
        (true, _) => 3.0,
        (false, true) => 1.0,
        (false, false) => 0.0,
    };
    points(has(&GOLD), has(&ANSWER) || has(&DATA))
        - points(has(&PREDICTION) || has(&MODELS), has(&RUNS))
}

/// Whether the name of a file says that it holds only the questions that models were asked.
pub(crate) fn file_asks(name: &str) -> bool {
    let words = words(name.split('.').next().unwrap_or(name));
    let asks =
        ["inputs", "questions", "prompts", "queries", "source", "sources", "src", "contexts"];
    words.iter().any(|word| asks.contains(&word.as_str()))
        && ![&GOLD, &PREDICTION, &ANSWER].iter().any(|list| list.are_in(&words))
}

/// Whether the name of a file, in lower case, has one of the words by which files of probabilities of no
/// answer are known.
pub(crate) fn file_has_odds(name: &str) -> bool {
    ["odds", "null_score", "na_prob", "no_answer", "noans"].iter().any(|word| name.contains(word))
}

/// The roles that the name of a file, in lower case, hints at.
pub(crate) fn file_hints(name: &str) -> impl Iterator<Item = Role> {
    let hints: [(Role, &[&str]); 3] = [
        (Role::Gold, &["gold", "truth", "reference", "answers", "dev", "test", "qrels"]),
        (Role::Predictions, &["pred", "output", "result", "response", "samples", "run"]),
        (Role::NaProb, &["na_prob", "na-prob", "nulls"]),
    ];
    let has = |words: &[&str]| words.iter().any(|word| name.contains(word));
    hints.into_iter().filter(move |(_, words)| has(words)).map(|(role, _)| role)
}
