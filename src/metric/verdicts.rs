//! Verdicts of programs that some tool has run, as it wrote them: `passed` of human-eval
//! (openai/human-eval@6d43fb98), `base_status` and `plus_status` of `EvalPlus`
//! (evalplus/evalplus@26d6d00b, and of its releases until 2024), or a bare text such as `passed`.
//! Nothing is run here.

use super::NO_MATCH;
use super::compare::{Comparison, Judge, Judged, Note, Question, Reading, Shown, Values};
use crate::schema::RESULT;

/// The setting that says which tests decide.
const TESTS: &str = "tests";

/// The comparison.
pub const COMPARISON: Comparison = Comparison {
    notes: &[Note {
        code: "no_verdict",
        words: "a program has no verdict of these tests, and counts as failed",
        remedy: "bring the results of a run with these tests, or choose the others (tests=base)",
        doubt: true,
    }],
    verdicts: true,
    ..Comparison::new(
        "verdicts",
        "Right where the tool that ran the program wrote that it passed; nothing is run.",
        |values: Values<'_>| Box::new(Verdicts { plus: values(TESTS) == "plus" }),
    )
};

/// Reads verdicts.
#[derive(Debug)]
struct Verdicts {
    /// Whether the tests that `EvalPlus` adds have to pass as well.
    plus: bool,
}

/// What a verdict says; `None` where it is none.
fn passes(text: &str) -> Option<bool> {
    let text = text.trim();
    match text {
        "true" | "True" | "pass" | "passed" | "success" => Some(true),
        "false" | "False" | "fail" | "failed" | "timeout" | "timed out" => Some(false),
        // The words of an exception follow, or none.
        _ => text.starts_with("failed:").then_some(false),
    }
}

impl Verdicts {
    /// Whether a program passed; `None` without a verdict of the tests in force.
    fn of(&self, question: &Question<'_>) -> Option<bool> {
        let status = |name: &str| (question.prediction)(name);
        if let Some(base) = status("base_status") {
            let base = passes(&base)?;
            if !self.plus {
                return Some(base);
            }
            // As in EvalPlus: both have to pass.
            return Some(passes(&status("plus_status")?)? && base);
        }
        // Nobody but EvalPlus has further tests.
        if self.plus {
            return None;
        }
        let written = status("passed").or_else(|| question.answer.map(str::to_owned));
        passes(&written?)
    }
}

impl Judge for Verdicts {
    fn judge(&mut self, question: &Question<'_>) -> Judged {
        match self.of(question) {
            Some(passed) => Judged::plain(passed, NO_MATCH),
            // What is missing is said elsewhere.
            None => Judged {
                notes: u8::from(question.output.is_some()),
                ..Judged::plain(false, NO_MATCH)
            },
        }
    }

    fn explain(&mut self, question: &Question<'_>) -> Reading {
        let tests = match (self.plus, (question.prediction)("base_status").is_some()) {
            (true, _) => " the base tests and the extra tests",
            (false, true) => " the base tests",
            (false, false) => "",
        };
        let mut words = match self.of(question) {
            Some(true) => format!("The tool that ran it says that it passed{tests}."),
            Some(false) => format!("The tool that ran it says that it did not pass{tests}."),
            None => "There is no verdict of these tests: it counts as failed.".to_owned(),
        };
        if let Some(result) = (question.prediction)(RESULT) {
            words.push_str(" Its words: ");
            words.push_str(&result);
        }
        let answer = self.of(question).map(|passed| if passed { "passed" } else { "not passed" });
        Reading { answer: answer.map(Shown::plain), words: vec![words], ..Reading::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(tests: &str, columns: &[(&str, &str)], text: Option<&str>) -> Option<bool> {
        let tests = tests.to_owned();
        let values = |_: &str| tests.clone();
        let lookup = |name: &str| {
            columns.iter().find(|column| column.0 == name).map(|column| column.1.to_owned())
        };
        let question = Question {
            output: text,
            answer: text,
            golds: &[],
            gold: &|_| None,
            prediction: &lookup,
        };
        let judged = (COMPARISON.judge)(&values).judge(&question);
        assert!(judged.notes == 0 || !judged.verdict.exact_match);
        (judged.notes == 0).then_some(judged.verdict.exact_match)
    }

    #[test]
    fn each_tool_has_its_columns() {
        let program = Some("return 1");
        assert_eq!(of("base", &[("passed", "true")], program), Some(true));
        assert_eq!(of("base", &[("passed", "False")], program), Some(false));
        assert_eq!(of("plus", &[("passed", "true")], program), None);
        for (base, plus, counts) in [
            ("pass", "pass", [Some(true), Some(true)]),
            ("pass", "fail", [Some(true), Some(false)]),
            ("fail", "pass", [Some(false), Some(false)]),
            ("success", "timed out", [Some(true), Some(false)]),
            ("timeout", "timeout", [Some(false), Some(false)]),
            ("pass", "", [Some(true), None]),
            ("?", "pass", [None, None]),
        ] {
            let columns = [("base_status", base), ("plus_status", plus)];
            let found = ["base", "plus"].map(|tests| of(tests, &columns, program));
            assert_eq!(found, counts, "{base} {plus}");
        }
        assert_eq!(of("plus", &[("base_status", "pass")], program), None);
    }

    #[test]
    fn a_text_may_be_the_verdict() {
        for (text, passed) in [
            ("passed", Some(true)),
            ("failed: ", Some(false)),
            ("timed out", Some(false)),
            ("return 1", None),
            ("", None),
        ] {
            assert_eq!(of("base", &[], Some(text)), passed, "{text}");
        }
        // A text is not asked where there is a column for it.
        assert_eq!(of("base", &[("passed", "")], Some("passed")), None);
    }
}
