//! One run of one program, as `runner/runner.js` documents it.

use crate::json_text::{Members, ToJson, json_text};
use sha2::{Digest, Sha256};

/// What a verdict depends on beside the job: the first twelve hexadecimal digits of the SHA-256 of the
/// files of `runner/` that make it and of the pinned version of the interpreter. Verdicts that are kept
/// are found by it, so a change there forgets them all.
pub const HARNESS: &str = "b4dd2b11dc10";

/// A run of a program, apart from the id under which it queues.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// What is run, and how it is judged.
    pub kind: Kind,
    /// When it is stopped.
    pub limits: Limits,
    /// What is disabled for it.
    pub guard: Guard,
}

/// What is run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Texts that are run one after the other in one empty namespace, and must not raise anything.
    Program {
        /// The texts, at least one.
        parts: Vec<String>,
        /// Whether the imports of `LiveCodeBench`'s code execution stand before them.
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

/// A test of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    /// What the program is given.
    pub input: String,
    /// What has to come of it.
    pub output: String,
}

/// When a run is stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Milliseconds of wall time for a program, or for each of its tests.
    pub wall: u32,
    /// Bytes of the interpreter's memory, its own 32 MB included.
    pub memory: u64,
    /// Characters of output.
    pub output: u64,
}

/// What is disabled for a program, as a reference does it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guard {
    /// As openai/human-eval does it.
    HumanEval,
    /// As `LiveCodeBench` does it.
    LiveCodeBench,
    /// Nothing.
    None,
}

impl Guard {
    fn name(self) -> &'static str {
        match self {
            Self::HumanEval => "humaneval",
            Self::LiveCodeBench => "livecodebench",
            Self::None => "none",
        }
    }
}

impl ToJson for Test {
    fn write(&self, out: &mut String) {
        Members(&[("input", &self.input), ("output", &self.output)]).write(out);
    }
}

impl ToJson for Limits {
    fn write(&self, out: &mut String) {
        let Self { wall, memory, output } = self;
        Members(&[("wall", wall), ("memory", memory), ("output", output)]).write(out);
    }
}

impl Job {
    /// What the runner is told, under an id that no other job in its queue has.
    pub fn json(&self, id: &str) -> String {
        self.text(Some(id))
    }

    /// What a verdict on this job is found by: the SHA-256, in hexadecimal digits, of what the runner is
    /// told, the id left out, and of [`HARNESS`].
    pub fn key(&self) -> String {
        let text = self.text(None) + "\n" + HARNESS;
        format!("{:x}", Sha256::digest(text.as_bytes()))
    }

    fn text(&self, id: Option<&str>) -> String {
        let mut members: Vec<(&str, &dyn ToJson)> = Vec::new();
        if let Some(id) = &id {
            members.push(("id", id));
        }
        let guard = self.guard.name();
        let name = match &self.kind {
            Kind::Program { .. } => "program",
            Kind::Stdin { .. } => "stdin",
            Kind::Functional { .. } => "functional",
            Kind::Value { .. } => "value",
        };
        members.push(("kind", &name));
        match &self.kind {
            Kind::Program { parts, execution } => {
                members.push(("program", parts));
                if *execution {
                    members.push(("prelude", &"execution"));
                }
            }
            Kind::Stdin { code, tests } => {
                members.extend([("code", code as &dyn ToJson), ("tests", tests)]);
            }
            Kind::Functional { code, entry, tests } => {
                members.extend([("code", code as &dyn ToJson), ("entry", entry), ("tests", tests)]);
            }
            Kind::Value { code, expected } => {
                members.extend([("code", code as &dyn ToJson), ("expected", expected)]);
            }
        }
        members.extend([("limits", &self.limits as &dyn ToJson), ("guard", &guard)]);
        json_text(&Members(&members))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: Limits = Limits { wall: 3000, memory: 1 << 29, output: 1 << 24 };

    #[test]
    fn jobs_have_the_shape_that_the_runner_documents() {
        let rest = r#""limits":{"wall":3000,"memory":536870912,"output":16777216},"guard""#;
        let json = |kind, guard| Job { kind, limits: LIMITS, guard }.json("a\"1");
        let tests = vec![Test { input: "1\n".to_owned(), output: "2".to_owned() }];
        let program = Kind::Program { parts: vec!["x = 1".to_owned()], execution: true };
        assert_eq!(
            json(program, Guard::None),
            r#"{"id":"a\"1","kind":"program","program":["x = 1"],"prelude":"execution","#
                .to_owned()
                + rest
                + r#":"none"}"#
        );
        let code = || "c".to_owned();
        assert_eq!(
            json(Kind::Stdin { code: code(), tests: tests.clone() }, Guard::LiveCodeBench),
            r#"{"id":"a\"1","kind":"stdin","code":"c","tests":[{"input":"1\n","output":"2"}],"#
                .to_owned()
                + rest
                + r#":"livecodebench"}"#
        );
        let functional = Kind::Functional { code: code(), entry: "f".to_owned(), tests };
        assert_eq!(
            json(functional, Guard::HumanEval),
            r#"{"id":"a\"1","kind":"functional","code":"c","entry":"f","tests":[{"input":"1\n","output":"2"}],"#
                .to_owned()
                + rest
                + r#":"humaneval"}"#
        );
        assert_eq!(
            json(Kind::Value { code: code(), expected: "[1]".to_owned() }, Guard::LiveCodeBench),
            r#"{"id":"a\"1","kind":"value","code":"c","expected":"[1]","#.to_owned()
                + rest
                + r#":"livecodebench"}"#
        );
    }

    #[test]
    fn every_difference_has_a_key_of_its_own() {
        let program = |text: &str| Kind::Program { parts: vec![text.to_owned()], execution: false };
        let job = Job { kind: program("a"), limits: LIMITS, guard: Guard::HumanEval };
        let slower = Job { limits: Limits { wall: 3001, ..LIMITS }, ..job.clone() };
        let keys = [
            job.key(),
            Job { kind: program("b"), ..job.clone() }.key(),
            Job { guard: Guard::None, ..job.clone() }.key(),
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
        let files: [&[u8]; 4] = [
            include_bytes!("../../runner/harness.py"),
            include_bytes!("../../runner/worker.js"),
            include_bytes!("../../runner/frame.js"),
            include_bytes!("../../xtask/npm/python/package.json"),
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
