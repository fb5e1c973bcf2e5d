//! The one error of the core: work that cannot go on, with every problem that stopped it.

use crate::base::diagnostic::{Code, Diagnostic};

/// Work that could not be done. It carries all problems found, not only the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The problems, at least one.
    pub problems: Vec<Diagnostic>,
}

impl Error {
    /// An error of several problems.
    pub fn new(problems: Vec<Diagnostic>) -> Self {
        Self { problems }
    }

    /// Whether a problem of this code is among them.
    pub fn has(&self, code: Code) -> bool {
        self.problems.iter().any(|problem| problem.code == code)
    }
}

impl From<Diagnostic> for Error {
    fn from(problem: Diagnostic) -> Self {
        Self { problems: vec![problem] }
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (index, problem) in self.problems.iter().enumerate() {
            if index > 0 {
                writeln!(f)?;
            }
            write!(f, "{problem}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Error {}
