//! Programs of `LiveCodeBench` (LiveCodeBench/LiveCodeBench@28fef95e, `lcb_runner`): code generation, code
//! execution and test output prediction.

use super::humaneval::one;
use super::job::{JobKind, Test};
use super::packed::unpack;
use super::plan::{Problem, Program, Reason};
use serde_json::Value;

/// A program, still empty, against the public tests and then the private ones; a function is called
/// where the metadata names one, and otherwise the program reads and prints.
pub(super) fn code_generation(problem: &Problem<'_>) -> Result<JobKind, Reason> {
    let mut tests = Vec::new();
    for column in ["public_test_cases", "private_test_cases"] {
        if let Some(text) = (problem.cell)(column) {
            tests.extend(read_tests(column, &text)?);
        }
    }
    if tests.is_empty() {
        return Err(Reason::Lacks("public_test_cases"));
    }
    let code = String::new();
    let entry = match (problem.cell)("metadata") {
        Some(text) => parse("metadata", &text)?["func_name"].as_str().map(str::to_owned),
        None => None,
    };
    Ok(match entry {
        Some(entry) => JobKind::Functional { code, entry, tests },
        None => JobKind::Stdin { code, tests },
    })
}

/// The program of the task, and an assertion that its output is the predicted one. A prediction that
/// repeats the call is left out, as in the reference.
pub(super) fn code_execution(
    problem: &Problem<'_>,
    program: &Program<'_>,
) -> Result<JobKind, Reason> {
    let [code, input, output] = ["code", "input", "output"].map(|column| problem.need(column));
    let (code, input, output) = (code?, input?, output?);
    if program.text.contains(&input) {
        return Err(Reason::Skipped);
    }
    Ok(one(&code, &["assert ", &output, " == ", program.text].concat(), true))
}

/// The predicted value, still empty, against the output of the task's one test.
pub(super) fn test_output(problem: &Problem<'_>) -> Result<JobKind, Reason> {
    let tests = read_tests("test", &problem.need("test")?)?;
    let test = tests.into_iter().next().ok_or(Reason::Lacks("test"))?;
    Ok(JobKind::Value { code: String::new(), expected: test.output })
}

fn parse(column: &'static str, text: &str) -> Result<Value, Reason> {
    serde_json::from_str(text)
        .map_err(|why| Reason::Unreadable(column, format!("it is not JSON: {why}")))
}

/// Tests as JSON, or packed.
fn read_tests(column: &'static str, text: &str) -> Result<Vec<Test>, Reason> {
    let wrong = |why: &str| Reason::Unreadable(column, why.to_owned());
    let tree = match serde_json::from_str(text) {
        Ok(tree) => tree,
        Err(_) => parse(column, &unpack(text).map_err(|why| wrong(&why))?)?,
    };
    if !tree.is_array() {
        return Err(wrong("it is not a list of tests"));
    }
    serde_json::from_value(tree).map_err(|_| wrong("a test has no text as input or output"))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "helpers of tests")]
mod tests {
    use super::*;
    use crate::programs::plan::{CodeForm, rule};

    const PUBLIC: &str = r#"[{"input": "1", "output": "2", "testtype": "stdin"}]"#;
    const PRIVATE: &str = r#"[{"input": "3", "output": "4", "testtype": "stdin"}]"#;

    const GENERATION: &str = "livecodebench_code";
    const EXECUTION: &str = "livecodebench_execution";
    const OUTPUT: &str = "livecodebench_test_output";

    fn of(name: &str, cells: &[(&str, &str)], text: &str) -> Result<JobKind, Reason> {
        let cell =
            |name: &str| cells.iter().find(|cell| cell.0 == name).map(|cell| cell.1.to_owned());
        let make = rule(name).unwrap().make;
        make.kind(&Problem { cell: &cell }, &Program { text, form: CodeForm::Solution })
    }

    fn test(input: &str, output: &str) -> Test {
        Test { input: input.to_owned(), output: output.to_owned() }
    }

    #[test]
    fn public_tests_come_before_private_ones() {
        let mut cells = vec![("public_test_cases", PUBLIC), ("private_test_cases", PRIVATE)];
        let tests = vec![test("1", "2"), test("3", "4")];
        let code = "x".to_owned();
        let stdin = JobKind::Stdin { code: code.clone(), tests: tests.clone() };
        assert_eq!(of(GENERATION, &cells, "x"), Ok(stdin.clone()));
        for metadata in ["{}", r#"{"func_name": null}"#] {
            cells.push(("metadata", metadata));
            assert_eq!(of(GENERATION, &cells, "x"), Ok(stdin.clone()));
            cells.pop();
        }
        cells.push(("metadata", r#"{"func_name": "f"}"#));
        let functional = JobKind::Functional { code, entry: "f".to_owned(), tests };
        assert_eq!(of(GENERATION, &cells, "x"), Ok(functional));
    }

    #[test]
    fn tests_that_cannot_be_read_are_said_to_be() {
        for (private, words) in [
            ("[", "it is neither JSON nor base64"),
            ("{}", "it is not a list of tests"),
            (r#"[{"input": 1, "output": "2"}]"#, "a test has no text as input or output"),
            ("AAAA", "it is not compressed with zlib, or is damaged"),
        ] {
            let cells = [("public_test_cases", PUBLIC), ("private_test_cases", private)];
            let why = of(GENERATION, &cells, "x").unwrap_err();
            assert_eq!(why, Reason::Unreadable("private_test_cases", words.to_owned()));
        }
        let none = [("public_test_cases", "[]"), ("private_test_cases", "[]")];
        assert_eq!(of(GENERATION, &none, "x"), Err(Reason::Lacks("public_test_cases")));
    }

    #[test]
    fn predictions_of_outputs() {
        let cells = [("code", "def f(x): 1"), ("input", "f(x = 3)"), ("output", "[1, 2]")];
        let kind = one("def f(x): 1", "assert [1, 2] == [1,2]", true);
        assert_eq!(of(EXECUTION, &cells, "[1,2]"), Ok(kind));
        assert_eq!(of(EXECUTION, &cells, "list(f(x = 3))"), Err(Reason::Skipped));
        assert_eq!(of(EXECUTION, &cells[..2], "1"), Err(Reason::Lacks("output")));
        let kind = JobKind::Value { code: "assert f(3) == 2".to_owned(), expected: "2".to_owned() };
        assert_eq!(of(OUTPUT, &[("test", PUBLIC)], "assert f(3) == 2"), Ok(kind));
        assert_eq!(of(OUTPUT, &[("test", "[]")], "1"), Err(Reason::Lacks("test")));
    }
}
