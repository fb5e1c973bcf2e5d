//! Programs of `HumanEval` (openai/human-eval@6d43fb98, `human_eval/execution.py`) and of MBPP, which has
//! no scorer of its own.

use super::job::JobKind;
use super::plan::{CodeForm, Problem, Program, Reason};
use itertools::Itertools as _;

/// One text, program and test, that is run in an empty namespace.
pub(super) fn one(program: &str, test: &str, execution: bool) -> JobKind {
    let line = program.split('\n').count() + 1;
    JobKind::Program {
        parts: vec![[program, "\n", test].concat()],
        execution,
        test: (0, line),
        entry: None,
        prompt: None,
    }
}

/// `prompt + completion + "\n" + test + "\n" + "check(" + entry_point + ")"`. A program that stands for
/// itself takes the place of prompt and completion, as in `EvalPlus`.
pub(super) fn humaneval(problem: &Problem<'_>, program: &Program<'_>) -> Result<JobKind, Reason> {
    let entry = problem.need("entry_point")?;
    let test = problem.need("test")?;
    let is_whole = is_whole(program, &entry);
    let before = if is_whole { String::new() } else { problem.need("prompt")? };
    let mut kind = one(&(before + program.text), &[&test, "\ncheck(", &entry, ")"].concat(), false);
    if let JobKind::Program { entry: name, prompt, .. } = &mut kind {
        *name = Some(entry);
        *prompt = (problem.cell)("prompt");
    }
    Ok(kind)
}

/// Whether a program stands for itself.
fn is_whole(program: &Program<'_>, entry: &str) -> bool {
    match program.form {
        CodeForm::Completion => false,
        CodeForm::Solution => true,
        CodeForm::Either => program.text.lines().any(|line| {
            let line = line.strip_prefix("async ").unwrap_or(line);
            line.strip_prefix("def ")
                .and_then(|rest| rest.trim_start().strip_prefix(entry))
                .is_some_and(|rest| rest.trim_start().starts_with('('))
        }),
    }
}

/// The program, then what the tests need (`test_imports` of the sanitised set, `test_setup_code` of the
/// full one), then the assertions of `test_list`, each on lines of its own.
pub(super) fn mbpp(problem: &Problem<'_>, program: &Program<'_>) -> Result<JobKind, Reason> {
    let tests = texts("test_list", &problem.need("test_list")?)?;
    if tests.is_empty() {
        return Err(Reason::Lacks("test_list"));
    }
    let imports = match (problem.cell)("test_imports") {
        Some(list) => texts("test_imports", &list)?,
        None => Vec::new(),
    };
    let setup = (problem.cell)("test_setup_code").filter(|code| !code.is_empty());
    let lines = imports.into_iter().chain(setup).chain(tests).join("\n");
    Ok(one(program.text, &lines, false))
}

/// A list of texts, as JSON.
pub(super) fn texts(column: &'static str, json: &str) -> Result<Vec<String>, Reason> {
    serde_json::from_str(json)
        .map_err(|_| Reason::Unreadable(column, "it is not a list of texts".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(kind: Result<JobKind, Reason>) -> String {
        match kind {
            Ok(JobKind::Program { parts, execution: false, .. }) => parts.join("<next>"),
            other => panic!("{other:?}"),
        }
    }

    fn columns<'a>(cells: &'a [(&'a str, &'a str)]) -> impl Fn(&str) -> Option<String> + 'a {
        |name| cells.iter().find(|cell| cell.0 == name).map(|cell| cell.1.to_owned())
    }

    #[test]
    fn a_completion_goes_on_and_a_solution_stands_for_itself() {
        let cells =
            [("prompt", "def f(x):\n"), ("entry_point", "f"), ("test", "def check(f): 0\n")];
        let cell = columns(&cells);
        let of = |text, form| program(humaneval(&Problem { cell: &cell }, &Program { text, form }));
        let rest = "\ndef check(f): 0\n\ncheck(f)";
        assert_eq!(
            of("    return x", CodeForm::Completion),
            format!("def f(x):\n    return x{rest}")
        );
        assert_eq!(of("def f(x): 1", CodeForm::Solution), format!("def f(x): 1{rest}"));
        assert_eq!(
            of("def f(x): 1", CodeForm::Completion),
            format!("def f(x):\ndef f(x): 1{rest}")
        );
        for whole in ["def f(x): 1", "import re\ndef  f (x): 1", "async def f(): 1"] {
            assert_eq!(of(whole, CodeForm::Either), whole.to_owned() + rest);
        }
        for part in ["    def f(x): 1", "def g(x): 1", "    return x", "def ff(x): 1"] {
            assert_eq!(of(part, CodeForm::Either), format!("def f(x):\n{part}{rest}"));
        }
        let lacks = |cells: &[(&str, &str)]| {
            let program = Program { text: "", form: CodeForm::Either };
            humaneval(&Problem { cell: &columns(cells) }, &program)
        };
        assert_eq!(lacks(&cells[..2]), Err(Reason::Lacks("test")));
        assert_eq!(lacks(&cells[1..]), Err(Reason::Lacks("prompt")));
    }

    #[test]
    fn both_sets_of_mbpp() {
        let of = |cells: &[(&str, &str)]| {
            let program = Program { text: "def f(): 1", form: CodeForm::Either };
            mbpp(&Problem { cell: &columns(cells) }, &program)
        };
        let list = r#"["assert f() == 1", "assert f() == \"a\""]"#;
        assert_eq!(
            program(of(&[("test_list", list), ("test_imports", r#"["import math"]"#)])),
            "def f(): 1\nimport math\nassert f() == 1\nassert f() == \"a\""
        );
        assert_eq!(
            program(of(&[("test_list", list), ("test_setup_code", "x = 1")])),
            "def f(): 1\nx = 1\nassert f() == 1\nassert f() == \"a\""
        );
        assert_eq!(of(&[("test_list", "[]")]), Err(Reason::Lacks("test_list")));
        for bad in ["[1]", "x", "{}"] {
            let why = of(&[("test_list", bad)]).unwrap_err().to_string();
            assert_eq!(why, "the test_list of the task cannot be read: it is not a list of texts");
        }
    }
}
