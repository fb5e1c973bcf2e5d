//! Looking for the programs of joined files, a part at a time: the tests of a whole benchmark take long to
//! read.

use crate::preset::Settings;
use crate::programs::columns::{Programs, programs};
use crate::programs::runnable::{Entry, Place, Runnable, Tasks};
use crate::programs::{CodeForm, Job, Make, Problem, Program, Reason};
use crate::score::evaluate::Material;
use crate::understand::names::canonical;
use std::cell::Cell;

/// Bytes of tests and programs that are read at a time. Tests that are packed take about 15 ms a megabyte.
const SLICE: usize = 2 << 20;
/// What a program counts for beside its text: there may be very many short ones.
const EACH: usize = 8 << 10;

/// A search under way.
#[derive(Debug)]
pub(super) struct Search {
    found: Runnable,
    /// The run and its question that come next.
    run: usize,
    row: usize,
}

impl Search {
    /// Begins. `None` where the preset runs no programs, or every file has its verdicts already. Each task
    /// is read once, and not at all where it is among those that were read for other settings in the same
    /// join.
    pub(super) fn new(
        material: &Material<'_>,
        settings: &Settings,
        known: Option<Tasks>,
    ) -> Option<Self> {
        let rule = settings.plan()?.rule.name;
        let has_verdicts = |columns: &[String]| programs(columns) == Some(Programs::Verdicts);
        let files = material.files.iter().map(|side| {
            let rows = if has_verdicts(side.table.columns()) { 0 } else { side.table.rows() };
            vec![Place::Unused; rows]
        });
        let known = known.filter(|tasks| tasks.rule == rule);
        let tasks = known.unwrap_or_else(|| Tasks { rule, rows: Vec::new() });
        let found = Runnable { places: files.collect(), tasks, ..Runnable::default() };
        let some = found.places.iter().any(|rows| !rows.is_empty());
        some.then_some(Self { found, run: 0, row: 0 })
    }

    /// Looks on for a while, with the same files and settings; `true` once all are found.
    pub(super) fn advance(&mut self, material: &Material<'_>, settings: &Settings) -> bool {
        let mut read = 0;
        while let Some(joined) = material.joined.runs.get(self.run) {
            if self.row >= joined.rows.len() || !self.found.of_file(joined.file) {
                self.run += 1;
                self.row = 0;
                continue;
            }
            if read >= SLICE {
                return false;
            }
            read += self.question(material, settings);
            self.row += 1;
        }
        true
    }

    /// Looks at the answers to a question; returns what that has cost, in bytes.
    fn question(&mut self, material: &Material<'_>, settings: &Settings) -> usize {
        let (run, row) = (self.run, self.row);
        let joined = &material.joined.runs[run];
        let Some(plan) = settings.plan() else { return 0 };
        if settings.is_of_other_days(&|name| material.gold_detail(row, name)) {
            return 0;
        }
        let read = Cell::new(0);
        let cell = |name: &str| {
            let text = material.gold_detail(row, name);
            read.set(read.get() + text.as_ref().map_or(0, String::len));
            text
        };
        let problem = Problem { cell: &cell };
        for at in joined.attempts_at(row) {
            let Some(raw) = material.answer_at(run, *at) else { continue };
            read.set(read.get() + raw.len() + EACH);
            let program = program(material, settings, run, *at, &raw);
            let key = program.map(|one| self.found.tasks.key(&plan, row, &problem, &one));
            let place = match key {
                Some(Ok(key)) => {
                    let next = self.found.entries.len() as u32;
                    let entry = *self.found.by_key.entry(key.clone()).or_insert(next);
                    if entry == next {
                        let (run, row) = (run as u32, row as u32);
                        self.found.entries.push(Entry { key, run, row, at: *at });
                    }
                    Place::Entry(entry)
                }
                Some(Err(Reason::Skipped)) => Place::Skipped,
                Some(Err(reason)) => {
                    self.found.count(reason, row as u32);
                    Place::Unclear
                }
                None => Place::NoProgram,
            };
            self.found.places[joined.file][*at as usize] = place;
        }
        read.get()
    }

    /// How many of how many questions were looked at, of all runs together.
    pub(super) fn progress(&self, material: &Material<'_>) -> (u64, u64) {
        let runs = material.joined.runs.iter().map(|joined| joined.rows.len());
        let done: usize = runs.clone().take(self.run).sum();
        ((done + self.row) as u64, runs.sum::<usize>() as u64)
    }

    /// What was found.
    pub(super) fn finish(self) -> Runnable {
        self.found
    }
}

impl Entry {
    /// Returns the program to run, or `None` if files or settings have changed since it was found.
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

/// Returns the program in a row of a run's file, or `None` if the prediction holds none.
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
