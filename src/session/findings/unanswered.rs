//! Doubts about outputs that are not answers, or contain more than an answer: unfinished thoughts, error messages,
//! and further questions.

use super::{FEW, LOOKED_AT, OneRun, SOME};
use crate::doubt::{CutThoughts, Doubt, ErrorMessages, FurtherQuestions};

/// Longer outputs contain more than an error message.
const LONGEST: usize = 300;

/// How error messages begin, in lower case.
const ERRORS: [&str; 17] = [
    "error:", "error ", "[error", "<error", "exception", "traceback", "http 4", "http 5",
    "api error", "rate limit", "request failed", "connection error", "failed to answer",
    "failed to generate", "failed to get", "timed out", "request timed out",
];

/// Whether an output stops while the model thinks.
fn is_cut(output: &str) -> bool {
    [("<think>", "</think>"), ("<thinking>", "</thinking>"), ("<reasoning>", "</reasoning>")]
        .into_iter()
        .any(|(begin, end)| output.contains(begin) && !output.contains(end))
}

/// Whether an output is an error message, with a code or name of the error.
fn is_error(output: &str) -> bool {
    let text = output.trim();
    text.len() < LONGEST && {
        let lower = text.to_lowercase();
        ERRORS.iter().any(|word| lower.starts_with(word))
    }
}

/// How a question in a prompt begins, in lower case.
const QUESTIONS: [&str; 6] = ["q:", "question:", "problem:", "user:", "human:", "### instruction"];

/// The part of an output before a further question, if the output does not begin with this question.
fn up_to_question(output: &str) -> Option<&str> {
    let asks = |at: usize| {
        let line = output[at + 1..].lines().next().unwrap_or_default().trim_start();
        let begins =
            |word: &&str| line.get(..word.len()).is_some_and(|it| it.eq_ignore_ascii_case(word));
        !output[..at].trim().is_empty() && QUESTIONS.iter().any(begins)
    };
    let at = output.match_indices('\n').map(|(at, _)| at).find(|at| asks(*at))?;
    Some(&output[..at])
}

/// The doubt about outputs that contain another question, if the answer before it was not extracted.
pub(crate) fn goes_on(run: OneRun<'_>) -> Option<FurtherQuestions> {
    let rows = run.values()?.len().min(LOOKED_AT);
    let extractor = &run.settings().extractor;
    let taken =
        |output: &str| extractor.extract(output).answer.map(|answer| answer.trim().to_owned());
    let is_other = |row: &usize| {
        run.said(*row).is_some_and(|output| {
            up_to_question(&output).is_some_and(|part| taken(part) != taken(&output))
        })
    };
    let count = (0..rows).filter(is_other).count();
    (count > 1 && count * SOME >= rows)
        .then(|| FurtherQuestions { run: run.name(), outputs: count })
}

/// The doubts about outputs of a run that are not answers but are scored as answers.
pub(crate) fn unanswered(run: OneRun<'_>) -> Vec<Doubt> {
    let Some(values) = run.values() else { return Vec::new() };
    let rows = values.len().min(LOOKED_AT);
    let found = |test: fn(&str) -> bool| {
        let is_one = |row: &usize| {
            !values[*row].is_nan()
                && run.said(*row).is_some_and(|said| test(&said))
                && !run.golds(*row).any(test)
        };
        let found: Vec<usize> = (0..rows).filter(is_one).collect();
        (found.len() * FEW >= rows).then_some(found).filter(|found| !found.is_empty())
    };
    let right = |found: &[usize]| found.iter().filter(|row| values[**row] > 0.0).count();
    let cut = found(is_cut)
        .map(|cut| CutThoughts { run: run.name(), outputs: cut.len(), right: right(&cut) }.into());
    let errors = found(is_error).and_then(|errors| {
        let example = run.said(*errors.first()?)?.into_owned();
        let (outputs, right) = (errors.len(), right(&errors));
        Some(ErrorMessages { run: run.name(), outputs, right, example }.into())
    });
    cut.into_iter().chain(errors).collect()
}

#[cfg(test)]
mod tests {
    use super::{is_cut, is_error, up_to_question};

    #[test]
    fn outputs_that_are_no_answers() {
        assert!(is_cut("<think>Let me see. 8") && !is_cut("<think>8</think>9") && !is_cut("8"));
        assert!(is_error("Error 503: service unavailable") && is_error("HTTP 500"));
        assert_eq!(up_to_question("5\n\nQ: And now?\nA: 3"), Some("5\n"));
        assert_eq!(up_to_question("Question: How many?\nAnswer: 3"), None);
        assert!(!is_error("errors are human") && !is_error("The error is 5"));
    }
}
