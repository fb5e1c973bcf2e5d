//! A program that answers every line of JSON with a line of JSON: what is measured in turns is kept
//! running, so that its start is no part of what is measured.

use crate::Result;
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

pub(super) struct Partner {
    name: &'static str,
    child: Child,
    /// `None` once nothing more is asked.
    questions: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl Partner {
    pub(super) fn start(name: &'static str, command: &mut Command) -> Result<Self> {
        let failed = |error: std::io::Error| format!("{name}: {error}");
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().map_err(failed)?;
        let answers = child.stdout.take().map(BufReader::new);
        let answers = answers.ok_or_else(|| format!("{name} cannot be heard"))?;
        Ok(Self { name, questions: child.stdin.take(), child, answers })
    }

    /// Asks and waits for the answer. `{"failed": words}` is an error.
    pub(super) fn ask(&mut self, question: &Value) -> Result<Value> {
        let failed = |error: std::io::Error| format!("{}: {error}", self.name);
        let input = self.questions.as_mut().ok_or("nothing more can be asked")?;
        writeln!(input, "{question}").and_then(|()| input.flush()).map_err(failed)?;
        let mut line = String::new();
        self.answers.read_line(&mut line).map_err(failed)?;
        let answer: Value = serde_json::from_str(&line)
            .map_err(|_| format!("{} did not answer {question}", self.name))?;
        match answer["failed"].as_str() {
            Some(words) => Err(format!("{}: {words}", self.name)),
            None => Ok(answer),
        }
    }
}

impl Drop for Partner {
    fn drop(&mut self) {
        // It ends when nothing more can come.
        self.questions = None;
        drop(self.child.wait());
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn questions_are_answered() {
        let mut echo = Partner::start("cat", &mut Command::new("cat")).expect("cat");
        assert_eq!(echo.ask(&json!({ "a": 1 })), Ok(json!({ "a": 1 })));
        let refused = echo.ask(&json!({ "failed": "no" }));
        assert_eq!(refused, Err("cat: no".to_owned()));
        let mut dumb = Partner::start("true", &mut Command::new("true")).expect("true");
        assert!(dumb.ask(&json!({})).is_err());
    }
}
