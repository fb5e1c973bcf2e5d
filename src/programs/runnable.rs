//! Programs of joined files that have to be run before they can be scored, and what became of them.

use super::{Category, Make, Plan, Problem, Program, ProgramVerdict, Reason, Task};
use crate::base::types::Verdict;
use crate::join::JoinedRun;
use crate::understand::names::CATEGORY;
use std::collections::{BTreeMap, BTreeSet};

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

/// Verdicts by [`Job::key`](super::Job::key).
pub type Verdicts = BTreeMap<String, Known>;

/// What there is to do for a prediction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// Nothing: no question is answered by it.
    Unused,
    /// One of [`Runnable::entries`] is run.
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
    pub(super) rule: &'static str,
    /// By gold row; `None` before it was read.
    pub(super) rows: Vec<Option<Result<Task, Reason>>>,
}

impl Tasks {
    /// What the verdict on a program for the task of a gold row is found by.
    pub(super) fn key(
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
pub struct Runnable {
    /// By predictions file and row; nothing for a file that has verdicts of its own.
    pub(super) places: Vec<Vec<Place>>,
    pub(super) entries: Vec<Entry>,
    /// Their places by [`Entry::key`].
    pub(super) by_key: BTreeMap<String, u32>,
    /// Why some are not run, each once, with the gold row and how many.
    pub(super) unclear: Vec<(Reason, u32, u64)>,
    pub(super) tasks: Tasks,
}

impl Runnable {
    /// What was read of the tasks. It is gone from here then.
    pub fn take_tasks(&mut self) -> Tasks {
        std::mem::take(&mut self.tasks)
    }

    pub(super) fn count(&mut self, reason: Reason, row: u32) {
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
    pub programs: &'a Runnable,
    /// The verdicts.
    pub verdicts: &'a Verdicts,
}

impl<'a> Ran<'a> {
    /// How many of the programs have no verdict yet.
    pub fn left(self) -> usize {
        let is_open = |entry: &&Entry| verdict(self.verdicts, &entry.key).is_none();
        self.programs.entries.iter().filter(is_open).count()
    }

    /// How many programs without a verdict have one of these keys, and are not to be run again.
    pub fn kept(self, keys: &[String]) -> u64 {
        let keys: BTreeSet<&str> = keys.iter().map(String::as_str).collect();
        let is_new = |key: &str| self.programs.has(key) && !self.verdicts.contains_key(key);
        keys.into_iter().filter(|key| is_new(key)).count() as u64
    }

    /// The verdicts on the programs, with the interpreter's version.
    pub(super) fn verdicts(self) -> impl Iterator<Item = &'a (ProgramVerdict, String)> {
        self.programs.entries.iter().filter_map(move |entry| verdict(self.verdicts, &entry.key))
    }

    /// The programs of a run's attempts at a question.
    pub fn entries_of(self, run: &JoinedRun, row: usize) -> impl Iterator<Item = &'a Entry> {
        let attempts = if row < run.rows.len() { run.attempts_at(row) } else { &[] };
        attempts.iter().filter_map(move |at| self.entry(run.file, *at))
    }

    /// How many predictions of a run became what.
    pub fn categories(self, run: &JoinedRun) -> BTreeMap<String, u64> {
        let mut counts = BTreeMap::new();
        let attempts = (0..run.rows.len()).flat_map(|row| run.attempts_at(row));
        for name in attempts.filter_map(|at| self.category(run.file, *at)) {
            *counts.entry(name.to_owned()).or_insert(0) += 1;
        }
        counts
    }

    /// Whether an attempt at a question became this.
    pub(crate) fn has_category(self, run: &JoinedRun, row: usize, category: &str) -> bool {
        run.attempts_at(row).iter().any(|at| self.category(run.file, *at) == Some(category))
    }

    /// What the attempts at a question came to, while other programs have no verdict yet; `None` where one
    /// of its own has none.
    pub(crate) fn so_far(self, run: &JoinedRun, row: usize) -> Option<Verdict> {
        let attempts = run.attempts_at(row);
        let mut passed = 0;
        for at in attempts {
            match self.category(run.file, *at)? {
                "passed" => passed += 1,
                NOT_RUN => return None,
                _ => {}
            }
        }
        match passed {
            _ if attempts.is_empty() => None,
            0 => Some(Verdict::Wrong),
            all if all == attempts.len() => Some(Verdict::Right),
            _ => Some(Verdict::Partly),
        }
    }

    /// The program in a row of a predictions file.
    pub fn entry(self, file: usize, row: u32) -> Option<&'a Entry> {
        let Place::Entry(entry) = self.programs.place(file, row) else { return None };
        self.programs.entries.get(entry as usize)
    }

    /// What became of the program in a row: the name of a [`Category`], [`NOT_RUN`] or [`NO_PROGRAM`].
    /// `None` where its task is unclear, or the file has verdicts of its own.
    pub fn category(self, file: usize, row: u32) -> Option<&'static str> {
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
    pub(crate) fn tells(self, file: usize, name: &str) -> bool {
        let told = [CATEGORY, "passed", "result", "base_status", "plus_status"];
        self.programs.of_file(file) && told.contains(&name)
    }

    /// What a file of results would say of a row in such a column.
    pub(crate) fn column(self, file: usize, row: u32, name: &str) -> Option<String> {
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
