//! Doubts about verdicts and figures that files have of their own, and about programs.

use super::{Kind, Remedy};
use crate::base::digits::{by_number, grouped, part, percent};

/// Nothing was compared: the score is what files say.
#[derive(Clone, Debug, PartialEq)]
pub struct OwnVerdicts {
    pub(crate) runs: usize,
    pub(crate) columns: Vec<String>,
}

impl Kind for OwnVerdicts {
    fn message(&self) -> String {
        format!(
            "nothing was compared: the score is the mean of {} own {} {}",
            by_number(self.runs, "the file's", "the files'"),
            by_number(self.columns.len(), "column", "columns"),
            self.columns.join(", ")
        )
    }
}

/// Verdicts about programs are read from a file.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadVerdicts {
    pub(crate) file: String,
    pub(crate) column: String,
}

impl Kind for ReadVerdicts {
    fn message(&self) -> String {
        let Self { file, column } = self;
        format!("the verdicts come from column {column} of {file}; nothing was run here")
    }

    about!(file);
}

/// A file has verdicts of its own that differ from the score.
#[derive(Clone, Debug, PartialEq)]
pub struct OtherVerdicts {
    pub(crate) run: String,
    pub(crate) column: String,
    /// Share of right answers that they say.
    pub(crate) mean: f64,
    /// How many of how many questions differ; `None` where the score grades.
    pub(crate) differing: Option<(usize, usize)>,
}

impl Kind for OtherVerdicts {
    fn message(&self) -> String {
        let Self { run, column, mean, differing } = self;
        let says = format!("{run}: its own verdicts in {column} give {}", percent(*mean));
        match differing {
            Some((differing, all)) => {
                let part = part(*differing, *all);
                format!("{says} and differ from this score on {part} questions")
            }
            None => format!("{says}; this score differs because it grades partial overlap"),
        }
    }

    fn rows(&self) -> Option<usize> {
        self.differing.map(|(differing, _)| differing)
    }

    about!(run);
}

/// A figure beside the rows differs from the score.
#[derive(Clone, Debug, PartialEq)]
pub struct OtherFigure {
    pub(crate) file: String,
    pub(crate) name: String,
    pub(crate) value: f64,
    /// Our mean, from 0 to 1.
    pub(crate) mean: f64,
}

impl Kind for OtherFigure {
    fn message(&self) -> String {
        let Self { file, name, value, mean } = self;
        format!(
            "{file} states {name} {value} next to its rows, but this score is {}",
            percent(*mean)
        )
    }

    about!(file);
}

/// Programs have not been run yet.
#[derive(Clone, Debug, PartialEq)]
pub struct NotRun {
    pub(crate) programs: usize,
}

impl Kind for NotRun {
    fn message(&self) -> String {
        match self.programs {
            1 => "1 program has not been run yet".to_owned(),
            n => format!("{} programs have not been run yet", grouped(n)),
        }
    }
}

/// Most programs are no valid Python.
#[derive(Clone, Debug, PartialEq)]
pub struct BrokenPrograms {
    pub(crate) broken: u64,
    pub(crate) all: u64,
}

impl Kind for BrokenPrograms {
    fn message(&self) -> String {
        let Self { broken, all } = self;
        let words = if broken == all {
            format!("none of the {} programs is valid Python", grouped(*all as usize))
        } else {
            let are = by_number(*broken as usize, "is", "are");
            format!("{} programs {are} not valid Python", part(*broken as usize, *all as usize))
        };
        format!(
            "{words}; a completion must continue the prompt and keep its indentation, and a whole \
             program belongs in a column “solution”"
        )
    }

    fn remedy(&self) -> Option<Remedy> {
        Some(Remedy::TakeCodeBlock)
    }
}
