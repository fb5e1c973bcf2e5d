//! One run of one program, as `runner/runner.js` documents it.

use crate::base::json_text::json_text;
use serde::{Deserialize, Serialize, Serializer};
use sha2::{Digest, Sha256};

/// What a verdict depends on beside the job: the first twelve hexadecimal digits of the SHA-256 of the
/// files of `runner/` that make it, of the pinned version of the interpreter, and of the way in which
/// keys are made. Verdicts that are kept are found by it, so a change there forgets them all.
pub const HARNESS: &str = "d7f8f0f52d28";

/// A run of a program, apart from the id under which it queues. So it is told to the runner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Job {
    /// What is run, and how it is judged.
    #[serde(flatten)]
    pub kind: JobKind,
    /// When it is stopped.
    pub limits: Limits,
    /// What is disabled for it.
    pub guard: Guard,
    /// Where its test runs.
    #[serde(skip_serializing_if = "Isolation::is_reference")]
    pub isolation: Isolation,
}

/// What is run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, strum::IntoStaticStr)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum JobKind {
    /// Texts that are run one after the other in one empty namespace, and must not raise anything.
    Program {
        /// The texts, at least one.
        #[serde(rename = "program")]
        parts: Vec<String>,
        /// Where the test begins, which is held from the program: a text, from 0, and a line of it,
        /// from 1.
        test: (usize, usize),
        /// What the test calls by which name, if the task says so.
        #[serde(skip_serializing_if = "Option::is_none")]
        entry: Option<String>,
        /// What the task has before the program. The test may use names that it defines.
        #[serde(skip_serializing_if = "Option::is_none")]
        prompt: Option<String>,
        /// Whether the imports of `LiveCodeBench`'s code execution stand before them.
        #[serde(
            rename = "prelude",
            skip_serializing_if = "std::ops::Not::not",
            serialize_with = "prelude"
        )]
        execution: bool,
    },
    /// A program that reads its standard input and prints, by the rules of `LiveCodeBench`.
    Stdin {
        /// The program.
        code: String,
        /// What it reads and has to print, run by run.
        tests: Vec<Test>,
    },
    /// A function, or a method of a class `Solution`, that is called, by the rules of `LiveCodeBench`.
    Functional {
        /// The program that defines it.
        code: String,
        /// Its name.
        entry: String,
        /// Arguments, one JSON value a line, and the value as JSON that it has to return.
        tests: Vec<Test>,
    },
    /// A predicted assertion or expression, by the rules of `LiveCodeBench`'s test output prediction.
    Value {
        /// The prediction.
        code: String,
        /// The value that it has to have, as JSON.
        expected: String,
    },
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "so serde calls it")]
fn prelude<S: Serializer>(_execution: &bool, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str("execution")
}

/// What of a job is its task's alone, however long its tests are: the SHA-256 of all but the program,
/// the limits and the guard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Task([u8; 32]);

/// A test of a program.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Test {
    /// What the program is given.
    pub input: String,
    /// What has to come of it.
    pub output: String,
}

/// When a run is stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Limits {
    /// Milliseconds of wall time for a program, or for each of its tests.
    pub wall: u32,
    /// Bytes of the interpreter's memory, its own 32 MB included.
    pub memory: u64,
    /// Characters of output.
    pub output: u64,
}

/// What is disabled for a program, as a reference does it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, strum::IntoStaticStr)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Guard {
    /// As openai/human-eval does it.
    HumanEval,
    /// As `LiveCodeBench` does it.
    LiveCodeBench,
    /// Nothing.
    None,
}

/// Where a test may run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, strum::EnumString)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Isolation {
    /// In an interpreter of its own, and once more beside a program that failed there for what cannot
    /// leave its own.
    #[default]
    Reference,
    /// Never beside a program.
    Strict,
}

impl Isolation {
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "so serde calls it")]
    fn is_reference(&self) -> bool {
        *self == Self::Reference
    }
}

impl Guard {
    fn name(self) -> &'static str {
        self.into()
    }
}

/// Hashes texts one after the other, each behind its length, so that no two lists of texts are alike.
#[derive(Default)]
struct Texts(Sha256);

impl Texts {
    fn of(texts: &[&str]) -> Self {
        let mut all = Self::default();
        for text in texts {
            all.push(text);
        }
        all
    }

    fn push(&mut self, text: &str) {
        self.0.update((text.len() as u64).to_le_bytes());
        self.0.update(text);
    }
}

impl JobKind {
    /// Its name in jobs.
    fn name(&self) -> &'static str {
        self.into()
    }

    /// The program, where it is one text that stands beside what judges it.
    fn code(&self) -> Option<&str> {
        match self {
            Self::Program { .. } => None,
            Self::Stdin { code, .. } | Self::Functional { code, .. } | Self::Value { code, .. } => {
                Some(code)
            }
        }
    }

    /// The same with this program, where it is one text.
    pub(super) fn with_code(mut self, text: &str) -> Self {
        match &mut self {
            Self::Program { .. } => {}
            Self::Stdin { code, .. } | Self::Functional { code, .. } | Self::Value { code, .. } => {
                text.clone_into(code);
            }
        }
        self
    }

    /// The program as it is run, in one text.
    pub fn text(&self) -> String {
        match self {
            Self::Program { parts, .. } => parts.join("\n"),
            _ => self.code().unwrap_or_default().to_owned(),
        }
    }

    /// What of it is the task's alone. Where task and answer became one text, that is all of it.
    pub fn task(&self) -> Task {
        let mut texts = Texts::of(&[self.name()]);
        let push_tests = |texts: &mut Texts, tests: &[Test]| {
            for Test { input, output } in tests {
                texts.push(input);
                texts.push(output);
            }
        };
        match self {
            Self::Program { parts, execution, test, entry, prompt } => {
                texts.push(if *execution { "execution" } else { "" });
                texts.push(&json_text(test));
                texts.push(&json_text(&(entry, prompt)));
                for part in parts {
                    texts.push(part);
                }
            }
            Self::Stdin { tests, .. } => push_tests(&mut texts, tests),
            Self::Functional { entry, tests, .. } => {
                texts.push(entry);
                push_tests(&mut texts, tests);
            }
            Self::Value { expected, .. } => texts.push(expected),
        }
        Task(texts.0.finalize().into())
    }
}

impl Task {
    /// The [key](Job::key) of the job that runs this program for the task.
    pub fn key(&self, limits: &Limits, guard: Guard, isolation: Isolation, code: &str) -> String {
        let mut texts = Texts::of(&[HARNESS, &json_text(limits), guard.name(), code]);
        if isolation == Isolation::Strict {
            texts.push("strict");
        }
        texts.0.update(self.0);
        format!("{:x}", texts.0.finalize())
    }
}

impl Job {
    /// What the runner is told, under an id that no other job in its queue has.
    pub fn json(&self, id: &str) -> String {
        #[derive(Serialize)]
        struct Told<'a> {
            id: &'a str,
            #[serde(flatten)]
            job: &'a Job,
        }
        json_text(&Told { id, job: self })
    }

    /// What a verdict on this job is found by: a SHA-256, in hexadecimal digits, of all that the runner
    /// is told, the id left out, and of [`HARNESS`].
    pub fn key(&self) -> String {
        let code = self.kind.code().unwrap_or_default();
        self.kind.task().key(&self.limits, self.guard, self.isolation, code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: Limits = Limits { wall: 3000, memory: 1 << 29, output: 1 << 24 };

    #[test]
    fn jobs_have_the_shape_that_the_runner_documents() {
        let tests = || vec![Test { input: "1\n".to_owned(), output: "2".to_owned() }];
        let shown = r#""tests":[{"input":"1\n","output":"2"}]"#;
        let code = || "c".to_owned();
        for (kind, guard, told, name) in [
            (
                JobKind::Program {
                    parts: vec!["x = 1".to_owned()],
                    execution: true,
                    test: (0, 1),
                    entry: Some("f".to_owned()),
                    prompt: None,
                },
                Guard::None,
                r#""program","program":["x = 1"],"test":[0,1],"entry":"f","prelude":"execution""#
                    .to_owned(),
                "none",
            ),
            (
                JobKind::Stdin { code: code(), tests: tests() },
                Guard::LiveCodeBench,
                r#""stdin","code":"c","#.to_owned() + shown,
                "livecodebench",
            ),
            (
                JobKind::Functional { code: code(), entry: "f".to_owned(), tests: tests() },
                Guard::HumanEval,
                r#""functional","code":"c","entry":"f","#.to_owned() + shown,
                "humaneval",
            ),
            (
                JobKind::Value { code: code(), expected: "[1]".to_owned() },
                Guard::LiveCodeBench,
                r#""value","code":"c","expected":"[1]""#.to_owned(),
                "livecodebench",
            ),
        ] {
            let rest = r#""limits":{"wall":3000,"memory":536870912,"output":16777216},"guard""#;
            assert_eq!(
                Job { kind, limits: LIMITS, guard, isolation: Isolation::Reference }.json("a\"1"),
                format!(r#"{{"id":"a\"1","kind":{told},{rest}:"{name}"}}"#)
            );
        }
    }

    #[test]
    fn every_difference_has_a_key_of_its_own() {
        let program = |text: &str| JobKind::Program {
            parts: vec![text.to_owned()],
            execution: false,
            test: (0, 1),
            entry: None,
            prompt: None,
        };
        let job = Job {
            kind: program("a"),
            limits: LIMITS,
            guard: Guard::HumanEval,
            isolation: Isolation::Reference,
        };
        let slower = Job { limits: Limits { wall: 3001, ..LIMITS }, ..job.clone() };
        let of = |kind: JobKind| Job { kind, ..job.clone() }.key();
        let text = || "a".to_owned();
        let tests = |texts: &[&str]| -> Vec<Test> {
            let test = |two: &[&str]| Test { input: two[0].to_owned(), output: two[1].to_owned() };
            texts.chunks(2).map(test).collect()
        };
        let (two, moved) = (tests(&["a", "b", "c", "d"]), tests(&["ab", "", "c", "d"]));
        let called = |entry: &str, tests| {
            of(JobKind::Functional { code: text(), entry: entry.to_owned(), tests })
        };
        let keys = [
            of(JobKind::Program {
                parts: vec![text()],
                execution: true,
                test: (0, 1),
                entry: None,
                prompt: None,
            }),
            of(JobKind::Program {
                parts: vec![text(), String::new()],
                execution: false,
                test: (0, 1),
                entry: None,
                prompt: None,
            }),
            of(JobKind::Program {
                parts: vec![text()],
                execution: false,
                test: (0, 1),
                entry: Some(text()),
                prompt: None,
            }),
            of(JobKind::Program {
                parts: vec![text()],
                execution: false,
                test: (0, 1),
                entry: None,
                prompt: Some(text()),
            }),
            of(JobKind::Stdin { code: text(), tests: two.clone() }),
            of(JobKind::Stdin { code: text(), tests: moved }),
            of(JobKind::Stdin { code: text(), tests: two[..1].to_vec() }),
            of(JobKind::Stdin { code: "b".to_owned(), tests: two.clone() }),
            called("f", two.clone()),
            called("g", two),
            of(JobKind::Value { code: text(), expected: text() }),
            of(JobKind::Value { code: text(), expected: String::new() }),
            job.key(),
            Job { kind: program("b"), ..job.clone() }.key(),
            Job { guard: Guard::None, ..job.clone() }.key(),
            Job { isolation: Isolation::Strict, ..job.clone() }.key(),
            slower.key(),
        ];
        for (place, key) in keys.iter().enumerate() {
            assert_eq!(key.len(), 64);
            assert!(!keys[..place].contains(key));
        }
        assert_eq!(job.key(), job.clone().key());
    }

    #[test]
    fn a_change_of_the_harness_forgets_what_was_kept() {
        let files: [&[u8]; 7] = [
            include_bytes!("../../runner/harness.py"),
            include_bytes!("../../runner/sides.py"),
            include_bytes!("../../runner/wire.py"),
            include_bytes!("../../runner/worker.js"),
            include_bytes!("../../runner/frame.js"),
            include_bytes!("../../xtask/npm/python/package.json"),
            // To be counted up where keys are made in another way.
            b"keys 3",
        ];
        let mut hash = Sha256::new();
        for file in files {
            hash.update(file);
        }
        assert_eq!(
            HARNESS,
            &format!("{:x}", hash.finalize())[..12],
            "write the new value into HARNESS"
        );
    }
}
