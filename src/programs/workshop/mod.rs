//! Programs of joined files at work: which are still to be run, what became of them, and what is to be said of
//! that.

mod remarks;
mod runs;
mod search;
mod unscorable;
mod written;

pub use remarks::read_verdicts;
pub use runs::ProgramRuns;
pub use unscorable::unscorable;

use super::runnable::{Entry, Ran};
use crate::base::diagnostic::cut;
use crate::base::types::Field;
use crate::doubt::{Doubt, NotRun};
use crate::preset::Settings;
use crate::score::evaluate::Material;
use crate::session::protocol::{ProgramCard, ProgramsCard, ToRun};
use crate::understand::names::PYTHON;
use runs::{LONGEST, MOST_EARLIER};
use std::collections::BTreeSet;

/// Jobs are handed out until they are this long together, in bytes.
const HANDFUL: usize = 4 << 20;

/// Whether the same programs are run in the same way under both: a verdict is one for both.
pub(crate) fn run_alike(one: &Settings, other: &Settings) -> bool {
    let what = |settings: &Settings| {
        let plan = settings.plan().map(|plan| (plan.rule.name, plan.limits, plan.isolation));
        plan.map(|plan| (plan, settings.value("extract"), settings.rules.not_extracted_is_wrong))
    };
    what(one) == what(other)
}

/// The programs of joined files, with the files and the settings that they are run by.
#[derive(Clone, Debug)]
pub struct Workshop<'a> {
    /// The programs, with their verdicts.
    pub ran: Ran<'a>,
    material: Material<'a>,
    settings: &'a Settings,
}

impl<'a> Workshop<'a> {
    /// `None` if no programs are run here.
    pub(crate) fn new(material: Material<'a>, settings: &'a Settings) -> Option<Self> {
        Some(Self { ran: material.ran?, material, settings })
    }

    /// Up to `count` programs without a verdict from a place on, and the place after them.
    pub fn to_run(&self, from: usize, count: usize) -> (Vec<ToRun>, usize) {
        let Self { ran, material, settings } = self;
        let (mut jobs, mut bytes, mut place): (Vec<ToRun>, _, _) = (Vec::new(), 0, from);
        for entry in ran.programs.entries().iter().skip(from) {
            if jobs.len() >= count || bytes >= HANDFUL {
                break;
            }
            place += 1;
            let known = ran.verdicts.get(&entry.key);
            if known.is_some_and(|known| known.verdict.is_some()) {
                continue;
            }
            let Some(job) = entry.job(material, settings) else { continue };
            let job = job.json(&entry.key);
            bytes += job.len();
            jobs.push(ToRun { key: entry.key.clone(), job, again: known.is_some() });
        }
        (jobs, place)
    }

    /// All programs in short.
    pub fn card(&self) -> Option<ProgramsCard> {
        let ran = self.ran;
        let wall = self.settings.plan()?.limits.wall;
        let near = ran.verdicts().filter(|(verdict, _)| verdict.is_near(wall)).count() as u64;
        Some(ProgramsCard {
            attempts: ran.programs.attempts(),
            total: ran.programs.entries().len() as u64,
            left: ran.left() as u64,
            python: pythons(&self.material),
            waits: waits(&self.material).map(|waits| Doubt::from(waits).message()),
            near,
            wall,
        })
    }

    /// The programs of a question as they were run, with what became of them.
    pub(crate) fn cards(&self, run: usize, row: usize) -> Vec<ProgramCard> {
        let Self { ran, material, settings } = self;
        let joined = &material.joined.runs[run];
        let file = &material.files[joined.file];
        let mut cards = Vec::new();
        for at in joined.attempts_at(row).iter().take(MOST_EARLIER) {
            let Some(category) = ran.category(joined.file, *at) else { continue };
            let entry = ran.entry(joined.file, *at);
            let known = entry.and_then(|entry| ran.verdicts.get(&entry.key));
            // The program of this row, which may be written first in another one.
            let own = entry.map(|entry| Entry {
                at: *at,
                row: row as u32,
                run: run as u32,
                ..entry.clone()
            });
            let text = own.and_then(|own| own.text(material, settings));
            let earlier = known.iter().flat_map(|known| &known.earlier);
            let mut card = ProgramCard {
                file_row: file.table.row_number(*at as usize),
                category: category.to_owned(),
                program: text.map_or_else(String::new, |text| cut(&text, LONGEST)),
                earlier: earlier.map(|one| one.name().to_owned()).collect(),
                ..ProgramCard::default()
            };
            if let Some((verdict, python)) = known.and_then(|known| known.verdict.clone()) {
                let wall = settings.plan().map(|plan| plan.limits.wall);
                card.near = wall.is_some_and(|wall| verdict.is_near(wall));
                card.detail = verdict.detail;
                (card.test, card.line) = (verdict.test, verdict.line);
                (card.found, card.expected) = (verdict.found, verdict.expected);
                (card.ms, card.memory) = (Some(verdict.ms), verdict.memory);
                (card.emulated, card.slower) = (verdict.emulated, verdict.slower);
                card.python = Some(python);
            }
            cards.push(card);
        }
        cards
    }
}

/// Returns the doubt that programs still have to run, so that there is no score yet.
pub(crate) fn waits(material: &Material<'_>) -> Option<NotRun> {
    let scripts = material.scripted.map_or(0, |scripted| scripted.left);
    let programs = material.ran.map_or(0, Ran::left) + scripts;
    (programs > 0).then_some(NotRun { programs })
}

/// The versions of the interpreters that have run the programs, here or as files of verdicts say.
pub(crate) fn pythons(material: &Material<'_>) -> Vec<String> {
    let here = material.ran.into_iter().flat_map(Ran::verdicts).map(|(_, python)| &**python);
    let said = material.files.iter().flat_map(|side| {
        let column = side.table.column(PYTHON);
        let is_said = side.map.of(Field::Detail).any(|name| name == PYTHON);
        let column = column.filter(|_| is_said);
        (0..side.table.rows()).filter_map(move |row| side.table.cell(row, column?).as_text())
    });
    let versions: BTreeSet<&str> = here.chain(said).filter(|one| !one.is_empty()).collect();
    versions.into_iter().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests;
