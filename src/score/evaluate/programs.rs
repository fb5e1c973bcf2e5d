//! Programs that have to be run before they can be scored, and what became of them.

mod search;

use super::Material;
use crate::preset::Settings;
use crate::programs::{
    Category, CodeForm, Job, Make, Plan, Problem, Program, ProgramVerdict, Reason, Task,
};
use crate::understand::names::canonical;
pub use search::Search;
use std::collections::BTreeMap;

/// The column that says what became of a program that was run here.
use crate::understand::names::CATEGORY;
/// What stands in it before it was run.
pub const NOT_RUN: &str = "not_run";
/// What stands in it where the answer holds no program.
pub const NO_PROGRAM: &str = "no_program";

/// What became of a program, of every run of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Known {
    /// The last verdict with the interpreter's version; `None` while it is to be run again.
    pub verdict: Option<(ProgramVerdict, String)>,
    /// The verdicts before it, in their order.
    pub earlier: Vec<Category>,
}

/// Verdicts by [`Job::key`].
pub type Verdicts = BTreeMap<String, Known>;

/// What there is to do for a prediction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// Nothing: no question is answered by it.
    Unused,
    /// One of [`Programs::entries`] is run.
    Entry(u32),
    /// It holds no program, and so did not pass.
    NoProgram,
    /// The reference leaves it out.
    Skipped,
    /// Its task says too little to run it.
    Unclear,
}

/// A program to be run. Several predictions may be the same one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What its verdict is found by.
    pub key: String,
    /// The first run that has it.
    pub run: u32,
    /// The first gold row that has it.
    pub row: u32,
    /// The row of the predictions file.
    pub at: u32,
}

/// What was read of the tasks of a gold file. Their tests are let go of: all of them at once may be
/// more than the memory holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tasks {
    /// Name of the rule that reads them.
    rule: &'static str,
    /// By gold row; `None` before it was read.
    rows: Vec<Option<Result<Task, Reason>>>,
}

impl Tasks {
    /// What the verdict on a program for the task of a gold row is found by.
    fn key(
        &mut self,
        plan: &Plan,
        row: usize,
        problem: &Problem<'_>,
        program: &Program<'_>,
    ) -> Result<String, Reason> {
        let Make::Tests(make) = plan.rule.make else {
            return Ok(plan.job(problem, program)?.key());
        };
        if self.rows.len() <= row {
            self.rows.resize(row + 1, None);
        }
        let task = self.rows[row].get_or_insert_with(|| Ok(make(problem)?.task()));
        task.as_ref().map(|task| plan.key(task, program)).map_err(Reason::clone)
    }
}

/// The programs of joined files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Programs {
    /// By predictions file and row; nothing for a file that has verdicts of its own.
    places: Vec<Vec<Place>>,
    entries: Vec<Entry>,
    /// Their places by [`Entry::key`].
    by_key: BTreeMap<String, u32>,
    /// Why some are not run, each once, with the gold row and how many.
    unclear: Vec<(Reason, u32, u64)>,
    tasks: Tasks,
}

impl Entry {
    /// What is run. `None` where files or settings are no longer those that it was found in.
    pub fn job(&self, material: &Material<'_>, settings: &Settings) -> Option<Job> {
        let (run, row) = (self.run as usize, self.row as usize);
        let raw = material.answer_at(run, self.at)?;
        let program = program(material, settings, run, self.at, &raw)?;
        let cell = |name: &str| material.gold_detail(row, name);
        settings.plan()?.job(&Problem { cell: &cell }, &program).ok()
    }

    /// The program as it is run, in one text; `None` likewise.
    pub fn text(&self, material: &Material<'_>, settings: &Settings) -> Option<String> {
        match settings.plan()?.rule.make {
            // Its tests need not be read for that.
            Make::Tests(_) => {
                let run = self.run as usize;
                let raw = material.answer_at(run, self.at)?;
                Some(program(material, settings, run, self.at, &raw)?.text.to_owned())
            }
            Make::Text(_) => Some(self.job(material, settings)?.kind.text()),
        }
    }
}

impl Programs {
    /// What was read of the tasks. It is gone from here then.
    pub fn take_tasks(&mut self) -> Tasks {
        std::mem::take(&mut self.tasks)
    }

    fn count(&mut self, reason: Reason, row: u32) {
        match self.unclear.iter_mut().find(|known| known.0 == reason) {
            Some(known) => known.2 += 1,
            None => self.unclear.push((reason, row, 1)),
        }
    }

    /// Every program to be run, in the order of runs and questions.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// How many predictions were looked at for them, those without a program included.
    pub fn attempts(&self) -> u64 {
        let used = self.places.iter().flatten().filter(|place| **place != Place::Unused);
        used.count() as u64
    }

    /// Whether one of them has this key.
    pub fn has(&self, key: &str) -> bool {
        self.by_key.contains_key(key)
    }

    /// Why some programs are not run: the reason, the first gold row, and how many.
    pub fn unclear(&self) -> &[(Reason, u32, u64)] {
        &self.unclear
    }

    /// How many of the programs have no verdict yet.
    pub fn left(&self, verdicts: &Verdicts) -> usize {
        let is_open = |entry: &&Entry| verdict(verdicts, &entry.key).is_none();
        self.entries.iter().filter(is_open).count()
    }

    /// Whether the programs of a file are run, because it has no verdicts.
    pub fn of_file(&self, file: usize) -> bool {
        self.places.get(file).is_some_and(|rows| !rows.is_empty())
    }

    fn place(&self, file: usize, row: u32) -> Place {
        let rows = self.places.get(file);
        rows.and_then(|rows| rows.get(row as usize)).copied().unwrap_or(Place::Unused)
    }
}

/// The last verdict on a program.
pub fn verdict<'v>(verdicts: &'v Verdicts, key: &str) -> Option<&'v (ProgramVerdict, String)> {
    verdicts.get(key)?.verdict.as_ref()
}

/// Programs with what became of them.
#[derive(Clone, Copy, Debug)]
pub struct Ran<'a> {
    /// The programs.
    pub programs: &'a Programs,
    /// The verdicts.
    pub verdicts: &'a Verdicts,
}

impl<'a> Ran<'a> {
    /// The program in a row of a predictions file.
    pub fn entry(&self, file: usize, row: u32) -> Option<&'a Entry> {
        let Place::Entry(entry) = self.programs.place(file, row) else { return None };
        self.programs.entries.get(entry as usize)
    }

    /// What became of the program in a row: the name of a [`Category`], [`NOT_RUN`] or [`NO_PROGRAM`].
    /// `None` where its task is unclear, or the file has verdicts of its own.
    pub fn category(&self, file: usize, row: u32) -> Option<&'static str> {
        match self.programs.place(file, row) {
            Place::Unused | Place::Unclear => None,
            Place::NoProgram => Some(NO_PROGRAM),
            Place::Skipped => Some(Category::Skipped.name()),
            Place::Entry(_) => {
                let key = &self.entry(file, row)?.key;
                Some(verdict(self.verdicts, key).map_or(NOT_RUN, |found| found.0.category.name()))
            }
        }
    }

    /// Whether a column of a file is told by what was run here, because the file has no verdicts.
    pub(super) fn tells(&self, file: usize, name: &str) -> bool {
        let told = [CATEGORY, "passed", "result", "base_status", "plus_status"];
        self.programs.of_file(file) && told.contains(&name)
    }

    /// What a file of results would say of a row in such a column.
    pub(super) fn column(&self, file: usize, row: u32, name: &str) -> Option<String> {
        match name {
            CATEGORY => self.category(file, row).map(str::to_owned),
            // One that was not run yet counts nowhere: see `Session::accept`.
            "passed" => Some((self.category(file, row)? == Category::Passed.name()).to_string()),
            "result" => {
                let key = &self.entry(file, row)?.key;
                Some(verdict(self.verdicts, key)?.0.result())
            }
            _ => None,
        }
    }
}

/// The program in a row of a run's file; `None` where there is none in the prediction.
fn program<'r>(
    material: &Material<'_>,
    settings: &'r Settings,
    run: usize,
    at: u32,
    raw: &'r str,
) -> Option<Program<'r>> {
    let column = material.column_at(run, at);
    let answer = settings.extractor_of(column).extract(raw).answer;
    if answer.is_none() && settings.rules.not_extracted_is_wrong {
        return None;
    }
    let form = CodeForm::of(&column.map(canonical).unwrap_or_default());
    Some(Program { text: answer.unwrap_or(""), form })
}
