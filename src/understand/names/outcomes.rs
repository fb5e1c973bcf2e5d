//! Words for right and wrong, and for how programs end.

use super::words::has_word;

/// How programs end that do not pass.
const ENDS: [&str; 13] = [
    "runtime_error", "compile_error", "compilation_error", "syntax_error", "assertion_error",
    "type_error", "name_error", "wrong_answer", "time_limit_exceeded", "memory_limit_exceeded",
    "timeout", "timed_out", "not_passed",
];

/// How programs end, as contests print it: the first is the one that counts.
const ENDS_IN_SHORT: [&str; 9] = ["AC", "WA", "TLE", "MLE", "RE", "RTE", "CE", "PE", "OLE"];

/// Whether a text says how a program ended.
pub(crate) fn says_end(text: &str) -> bool {
    let word = text.trim().to_lowercase();
    matches!(&*word, "pass" | "passed" | "fail" | "failed" | "accepted" | "error")
        || ENDS_IN_SHORT.contains(&text.trim())
        || word.starts_with("failed: ")
        || ENDS.contains(&word.replace([' ', '-'], "_").as_str())
}

/// What judges call answers that are neither right nor plainly wrong: partly right, made up, or refused.
pub(crate) fn is_unearned(verdict: &str) -> bool {
    let words = verdict.trim().to_lowercase().replace(['_', '-'], " ");
    let known = [
        "partially correct", "partly correct", "partial", "refused", "refusal", "abstained",
        "abstention", "not attempted",
    ];
    let made_up = ["fabrication", "fabricated", "hallucination", "hallucinated"];
    known.contains(&&*words) || made_up.contains(&words.rsplit(' ').next().unwrap_or_default())
}

/// Whether a verdict says that no answer was attempted.
pub(crate) fn is_unattempted(verdict: &str) -> bool {
    let words = verdict.trim().trim_end_matches('.').to_lowercase().replace(['_', '-'], " ");
    let known = [
        "not attempted", "notattempted", "unattempted", "no attempt", "not answered", "unanswered",
        "no answer", "abstained", "abstain", "abstention", "refused", "refusal", "declined",
        "failed to answer", "failure to answer", "nicht versucht", "nicht beantwortet",
        "non tenté", "sans réponse", "no intentado", "sin respuesta", "не отвечено", "нет ответа",
        "未尝试", "未作答", "未回答", "無回答", "시도하지 않음",
    ];
    known.contains(&&*words)
}

/// The verdict in a text: right or wrong, true or false, 1 or 0.
pub(crate) fn verdict(text: &str) -> Option<bool> {
    let text = text.trim().trim_matches(['[', ']', '"']);
    if ENDS_IN_SHORT.contains(&text) {
        return Some(text == ENDS_IN_SHORT[0]);
    }
    match text.trim_end_matches('.').to_lowercase().as_str() {
        "true" | "1" | "1.0" | "yes" | "y" | "correct" | "correct answer" | "right" | "pass"
        | "passed" | "accepted" | "accept" | "richtig" | "vrai" | "verdadero" | "verdadeiro"
        | "是" | "对" | "正确" => Some(true),
        "false" | "0" | "0.0" | "no" | "n" | "incorrect" | "incorrect answer" | "wrong"
        | "wrong answer" | "failed to answer" | "failure to answer" | "fail" | "failed"
        | "error" | "reject" | "rejected" | "falsch" | "faux" | "falso" | "否" | "错" | "错误" => {
            Some(false)
        }
        other if is_unearned(other) || is_unattempted(other) => Some(false),
        other if ENDS.contains(&other.replace([' ', '-'], "_").as_str()) => Some(false),
        other if other.starts_with("failed: ") => Some(false),
        other if other.starts_with("correct,") || other.starts_with("correct.") => Some(true),
        other if other.starts_with("incorrect,") || other.starts_with("incorrect.") => Some(false),
        other => mark(other),
    }
}

/// The verdict of a text in a column of verdicts: there, `A`, `B` and `C` are the grades that the grader of `SimpleQA`
/// prints for correct, incorrect and not attempted answers.
pub(crate) fn graded(text: &str) -> Option<bool> {
    match text.trim() {
        "A" => Some(true),
        "B" | "C" => Some(false),
        other => verdict(other),
    }
}

/// Whether a text in a column of verdicts says that no answer was attempted.
pub(crate) fn is_graded_unattempted(text: &str) -> bool {
    text.trim() == "C" || is_unattempted(text)
}

/// Whether a column holds letter grades for answers, by its name and all its values: school grades use more
/// letters.
pub(crate) fn is_of_grades<'a>(name: &str, values: impl IntoIterator<Item = &'a str>) -> bool {
    let named = ["grade", "grades", "grader", "graded", "autograde", "autograder", "grading"];
    has_word(name, &named)
        && values.into_iter().all(|value| matches!(value.trim(), "A" | "B" | "C"))
}

/// The verdict of a text that begins with a tick or a circle, or with a cross: a reason may follow it.
pub(crate) fn mark(text: &str) -> Option<bool> {
    let mut text = text.trim_start();
    // Marks may contain escape sequences that colour them in terminals.
    while let Some((_, rest)) = text.strip_prefix("\x1b[").and_then(|rest| rest.split_once('m')) {
        text = rest.trim_start();
    }
    match text.chars().next()? {
        '✓' | '✔' | '✅' | '○' | '◯' | '⭕' => Some(true),
        '✗' | '✘' | '❌' | '×' | '✕' | '✖' => Some(false),
        _ => None,
    }
}
