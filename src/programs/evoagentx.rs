//! Programs as `EvoAgentX` runs them for `HumanEval` and MBPP (EvoAgentX/EvoAgentX@aad19b91,
//! `evoagentx/benchmark/{benchmark,humaneval,mbpp}.py`, `evoagentx/utils/sanitize.py`).
//!
//! The answer follows the prompt; of both together the longest part that is Python is taken, and of that
//! what the function needs. This takes Python's own parser, so it is done where the program is run, by
//! `sanitize.py`, before anything of the answer runs.

use super::humaneval::texts;
use super::job::JobKind;
use super::plan::{Problem, Program, Reason};
use crate::base::json_text::json_text;
use itertools::Itertools as _;

const SANITIZE: &str = include_str!("sanitize.py");

/// The names that `EvoAgentX` gives to every program.
const GIVEN: &str =
    "import math, hashlib, re\nfrom typing import List, Dict, Tuple, Optional, Any\n";

/// What `EvoAgentX` puts before solutions of HumanEval/50, whose test needs it.
const ENCODE_SHIFT: &str = r#"def encode_shift(s: str):
    return "".join([chr(((ord(ch) + 5 - ord("a")) % 26) + ord("a")) for ch in s])

"#;

/// `before` and then what is left of a text, the function by itself, the test, and its call.
fn parts(text: &str, before: &str, test: &str, entry: &str, prompt: Option<&str>) -> JobKind {
    let prompt = prompt.map(|prompt| [GIVEN, before, prompt].concat());
    // A JSON text is a Python one as well.
    let (text, name, before) = (json_text(&text), json_text(&entry), json_text(&before));
    let run = [
        SANITIZE,
        GIVEN,
        "sanitize = ",
        &before,
        " + sanitize(",
        &text,
        ", ",
        &name,
        ")\nexec(globals().pop(\"sanitize\"))\n",
    ];
    // Each is compiled before the first is run, so that no program can change those after it.
    let rest = [entry.to_owned(), test.to_owned(), format!("check({entry})")];
    let parts = [run.concat()].into_iter().chain(rest).collect();
    JobKind::Program {
        parts,
        execution: false,
        test: (2, 1),
        entry: Some(entry.to_owned()),
        prompt,
    }
}

/// The prompt and the answer; for HumanEval/115 with its import in the first line.
pub(super) fn humaneval(problem: &Problem<'_>, program: &Program<'_>) -> Result<JobKind, Reason> {
    let (mut prompt, entry) = (problem.need("prompt")?, problem.need("entry_point")?);
    let task = (problem.cell)("task_id").unwrap_or_default();
    if task == "HumanEval/115" {
        prompt = "import math\n".to_owned() + &prompt.replace("import math", "");
    }
    let before = if task == "HumanEval/50" { ENCODE_SHIFT } else { "" };
    let text = [&prompt, program.text].concat();
    Ok(parts(&text, before, &problem.need("test")?, &entry, Some(&prompt)))
}

/// A task of MBPP in the form of `HumanEval`: the prompt with the head of the function, and the answer.
pub(super) fn mbpp(problem: &Problem<'_>, program: &Program<'_>) -> Result<JobKind, Reason> {
    let (prompt, code) = (problem.need("prompt")?, problem.need("code")?);
    let tests = texts("test_list", &problem.need("test_list")?)?;
    let mut tests: Vec<&str> = tests.iter().map(|test| test.trim()).collect();
    let head = code
        .split('\n')
        .filter(|line| line.starts_with("def "))
        .find(|line| name(line).is_some_and(|name| tests.iter().all(|test| test.contains(name))))
        .ok_or_else(|| {
            let why = "none of its functions is in every assertion".to_owned();
            Reason::Unreadable("code", why)
        })?;
    let imports = code.split('\n').take_while(|line| !line.starts_with("def ")).join("\n");
    let mut head = (imports + "\n\n" + head).trim().to_owned();
    // Its function would be mistaken for the one that tests it.
    let task = (problem.cell)("task_id").unwrap_or_default();
    let renamed: Vec<String>;
    if task.rsplit('/').next() == Some("56") {
        head = head.replace("check", "check_answer");
        renamed = tests.iter().map(|test| test.replace("check", "check_answer")).collect();
        tests = renamed.iter().map(String::as_str).collect();
    }
    let entry = name(&head).ok_or(Reason::Lacks("entry_point"))?;
    let test = format!("def check(candidate):\n    {}\n", tests.join("\n    "));
    let text = [&prompt, "\n\n", &head, "\n\n", program.text].concat();
    Ok(parts(&text, "", &test, entry, None))
}

/// The first name that a text defines a function by.
fn name(text: &str) -> Option<&str> {
    text.match_indices("def").find_map(|(at, def)| {
        let rest = &text[at + def.len()..];
        let start = rest.trim_start();
        let is_part = |letter: char| letter == '_' || letter.is_alphanumeric();
        let name = start.split(|letter| !is_part(letter)).next()?;
        let first = name.chars().next()?;
        let called = start[name.len()..].trim_start().starts_with('(');
        let fits =
            start.len() < rest.len() && called && (first == '_' || first.is_ascii_alphabetic());
        fits.then_some(name)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::programs::plan::CodeForm;

    #[test]
    fn heads_have_names() {
        assert_eq!(name("import x\n\ndef  f_1 (a):"), Some("f_1"));
        for none in ["", "def", "def 1f():", "define(x)", "def f"] {
            assert_eq!(name(none), None, "{none}");
        }
    }

    #[test]
    fn a_task_of_mbpp_is_converted() {
        let cells = [
            ("task_id", "56"),
            ("prompt", "Check it."),
            ("code", "import math\ndef rev(x):\n  return x\ndef check(n):\n  return rev(n)"),
            ("test_list", r#"[" assert check(70) == False", "assert check(23) == False"]"#),
        ];
        let cell =
            |name: &str| cells.iter().find(|cell| cell.0 == name).map(|cell| cell.1.to_owned());
        let program = Program { text: "def check_answer(n): return 0", form: CodeForm::Solution };
        let Ok(JobKind::Program { parts, execution: false, .. }) =
            mbpp(&Problem { cell: &cell }, &program)
        else {
            panic!()
        };
        let text =
            "Check it.\n\nimport math\n\ndef check_answer(n):\n\ndef check_answer(n): return 0";
        assert!(parts[0].contains(&json_text(&text)), "{}", parts[0]);
        assert_eq!(
            parts[1..],
            [
                "check_answer",
                "def check(candidate):\n    assert check_answer(70) == False\n    assert \
                 check_answer(23) == False\n",
                "check(check_answer)"
            ]
        );
    }
}
