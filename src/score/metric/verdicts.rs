//! Verdicts of programs that some tool has run, as it wrote them: `passed` of human-eval
//! (openai/human-eval@6d43fb98), `base_status` and `plus_status` of `EvalPlus`
//! (evalplus/evalplus@26d6d00b, and of its releases until 2024), or a bare text such as `passed`.
//! Nothing is run here.

use super::NO_MATCH;
use super::compare::{
    AnswerComparison, Judge, Judged, Note, Question, Reading, Shown, Values, no_verdict,
};
use crate::base::diagnostic::Code;
use crate::understand::names::{BESIDE, CATEGORY, RESULT, TAMPERS};

/// The setting that says what a program counts that passes only beside its test.
pub(crate) const ISOLATION: &str = "isolation";

/// The bits of [`Judged::notes`] behind [`NO_VERDICT`](super::compare::NO_VERDICT), in the order of the notes below.
const INTERPRETER_LIMIT: u8 = 1 << 1;
const UNSUPPORTED: u8 = 1 << 2;
const SKIPPED: u8 = 1 << 3;
const CONTRADICTED: u8 = 1 << 4;
const TIMEOUT: u8 = 1 << 5;
const BESIDE_TEST: u8 = 1 << 6;
const OWN_EQUALITY: u8 = 1 << 7;

/// The setting that says which tests decide.
const TESTS: &str = "tests";

pub(crate) const COMPARISON: AnswerComparison = AnswerComparison {
    notes: &[
        Note {
            code: Code::NoVerdict,
            words: "a program has no verdict for these tests; it counts as failed",
            remedy: "give the results of a run with these tests, or choose the base tests \
                     (tests=base)",
            doubt: true,
        },
        Note {
            code: Code::InterpreterLimit,
            words: "a program needs more than the sandbox's interpreter can do; it counts as \
                    failed, but the reference might pass it",
            remedy: "run these programs with the reference, and give its results",
            doubt: true,
        },
        Note {
            code: Code::Unsupported,
            words: "a program needs something that the sandbox lacks, such as a package; it \
                    counts as failed, but the reference might pass it",
            remedy: "run these programs with the reference, and give its results",
            doubt: true,
        },
        Note {
            code: Code::SkippedProgram,
            words: "an answer repeats the call from its question; it is left out, as in the \
                    reference",
            remedy: "nothing needs to be done",
            doubt: false,
        },
        Note {
            code: Code::ContradictingVerdict,
            words: "a verdict contradicts its result or category; the verdict counts",
            remedy: "run these programs again, or correct the file",
            doubt: true,
        },
        Note {
            code: Code::OutOfTime,
            words: "a program reached the time limit of the sandbox; it counts as failed, but it \
                    might finish on another machine or in the reference",
            remedy: "run these programs again, run them with the reference, or raise the limit \
                     (wall)",
            // The reference has a limit, too, and most programs that meet it never end anywhere.
            doubt: false,
        },
        Note {
            code: Code::BesideTest,
            words: "a program passed only in the same interpreter as its test; it counts as \
                    passed, as in the reference",
            remedy: "look at the program, or set isolation=strict to count it as failed",
            doubt: false,
        },
        Note {
            code: Code::OwnEquality,
            words: "an answer defines its own equality, or is an expression; it counts as passed, as \
                    in the reference",
            remedy: "look at the answer, or set isolation=strict to count it as failed",
            doubt: false,
        },
    ],
    verdicts: true,
    ..AnswerComparison::new(
        "verdicts",
        "A program is right if the tool that ran it says that it passed; nothing is run here.",
        |values: Values<'_>| {
            Box::new(Verdicts {
                plus: values(TESTS) == "plus",
                strict: values(ISOLATION) == "strict",
            })
        },
    )
};

#[derive(Debug)]
struct Verdicts {
    /// Whether the tests that `EvalPlus` adds have to pass as well.
    plus: bool,
    /// Whether a program that passed only beside its test has failed.
    strict: bool,
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
        Some(passes(&written?)? && !(self.strict && is_named(question)))
    }
}

/// Whether the sandbox has written something in this column.
fn has(question: &Question<'_>, column: &str) -> bool {
    (question.prediction)(column).is_some_and(|text| !text.trim().is_empty())
}

/// Whether a program passed only in one interpreter with its test, or with something other than a value.
fn is_named(question: &Question<'_>) -> bool {
    has(question, BESIDE) || has(question, TAMPERS)
}

/// Whether what stands beside the verdict of human-eval or of the sandbox says the opposite of it.
fn is_contradicted(passed: bool, question: &Question<'_>) -> bool {
    let said = |name: &str| (question.prediction)(name).map(|text| text.trim().to_owned());
    // A result may as well be what the program wrote.
    let result = said(RESULT).filter(|text| !matches!(&*text.to_lowercase(), "true" | "false"));
    let category = said(CATEGORY).and_then(|text| match text.as_str() {
        "passed" => Some(true),
        "" | "skipped" => None,
        _ => in_sandbox(question).map(|_| false).or_else(|| passes(&text)),
    });
    [result.and_then(|text| passes(&text)), category].contains(&Some(!passed))
}

/// What is said of a program that has not been run.
const WAITS: &str = "It has not been run yet.";

/// What became of a program in the sandbox, in a sentence; `None` for verdicts of other tools.
fn in_sandbox(question: &Question<'_>) -> Option<&'static str> {
    Some(match (question.prediction)(CATEGORY)?.as_str() {
        "passed" => "In the sandbox it passed.",
        "failed" => "In the sandbox it failed its tests.",
        "runtime_error" => "In the sandbox it raised an exception.",
        "syntax_error" => "It is not valid Python.",
        "timeout" => "In the sandbox it reached the time limit.",
        "crash" => "In the sandbox it ended the interpreter.",
        "interpreter_limit" => {
            "It needs more than the sandbox's interpreter can do. Natively it might pass."
        }
        "unsupported" => "It needs something that the sandbox lacks. Natively it might pass.",
        "skipped" => "The reference leaves it out, because it repeats the call from its question.",
        "not_run" => WAITS,
        "no_program" => "The answer contains no program.",
        _ => return None,
    })
}

impl Judge for Verdicts {
    fn judge(&mut self, question: &Question<'_>) -> Judged {
        let category = (question.prediction)(CATEGORY);
        match self.of(question) {
            Some(passed) => {
                let (skipped, notes) = match category.as_deref().filter(|_| !passed) {
                    Some("interpreter_limit") => (false, INTERPRETER_LIMIT),
                    Some("unsupported") => (false, UNSUPPORTED),
                    Some("skipped") => (true, SKIPPED),
                    Some("timeout") => (false, TIMEOUT),
                    _ => (false, 0),
                };
                let denied =
                    !(self.strict && is_named(question)) && is_contradicted(passed, question);
                let notes = notes
                    | if denied { CONTRADICTED } else { 0 }
                    | if passed && has(question, BESIDE) { BESIDE_TEST } else { 0 }
                    | if passed && has(question, TAMPERS) { OWN_EQUALITY } else { 0 };
                Judged { notes, skipped, ..Judged::plain(passed, NO_MATCH) }
            }
            None => Judged { notes: no_verdict(question), ..Judged::plain(false, NO_MATCH) },
        }
    }

    fn explain(&mut self, question: &Question<'_>) -> Reading {
        if let Some(words) = in_sandbox(question) {
            let answer =
                self.of(question).map(|passed| if passed { "passed" } else { "not passed" });
            let answer = answer.filter(|_| words != WAITS).map(Shown::plain);
            return Reading { answer, words: vec![words.to_owned()], ..Reading::default() };
        }
        let tests = match (self.plus, (question.prediction)("base_status").is_some()) {
            (true, _) => " the base tests and the extra tests",
            (false, true) => " the base tests",
            (false, false) => "",
        };
        let mut words = match self.of(question) {
            Some(true) => format!("The tool that ran it says that it passed{tests}."),
            Some(false) => format!("The tool that ran it says that it did not pass{tests}."),
            None => "There is no verdict for these tests, so it counts as failed.".to_owned(),
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

    fn judged(tests: &str, columns: &[(&str, &str)], text: Option<&str>) -> Judged {
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
        (COMPARISON.judge)(&values).judge(&question)
    }

    fn of(tests: &str, columns: &[(&str, &str)], text: Option<&str>) -> Option<bool> {
        let judged = judged(tests, columns, text);
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
    fn a_pass_beside_the_test_is_named_or_fails_in_strict_isolation() {
        for (column, isolation, passed, notes) in [
            ("beside", "reference", true, BESIDE_TEST),
            ("tampers", "reference", true, OWN_EQUALITY),
            ("beside", "strict", false, 0),
            ("tampers", "strict", false, 0),
        ] {
            let columns = [("passed", "true"), ("result", "passed"), (column, "a Box")];
            let judged = judged(isolation, &columns, Some(""));
            assert_eq!((judged.verdict.exact_match, judged.notes), (passed, notes), "{isolation}");
            let none = [("passed", "true"), ("beside", "")];
            assert!(self::judged(isolation, &none, Some("")).verdict.exact_match);
        }
    }

    #[test]
    fn what_stands_beside_a_verdict_may_deny_it() {
        for (columns, denied) in [
            ([("passed", "true"), ("result", "passed")], false),
            ([("passed", "true"), ("result", "timed out")], true),
            ([("passed", "true"), ("result", "failed: no")], true),
            ([("passed", "true"), ("category", "timeout")], true),
            ([("passed", "true"), ("category", "passed")], false),
            ([("passed", "true"), ("category", "easy")], false),
            ([("passed", "false"), ("result", "passed")], true),
            ([("passed", "false"), ("result", "True")], false),
            ([("passed", "false"), ("category", "crash")], false),
            ([("base_status", "pass"), ("result", "failed")], true),
        ] {
            let judged = judged("base", &columns, Some(""));
            assert_eq!(judged.notes & CONTRADICTED != 0, denied, "{columns:?}");
            assert_eq!(judged.verdict.exact_match, ["true", "pass"].contains(&columns[0].1));
        }
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
