//! Programs of code benchmarks: which are still to be run, and what became of them.

pub(super) mod told;
mod written;

use super::Session;
use crate::base::diagnostic::cut;
use crate::base::types::{Field, Verdict};
use crate::doubt::{Doubt, NotRun, ReadVerdicts};
use crate::join::Side;
use crate::preset::Settings;
use crate::programs::ProgramVerdict;
use crate::report::model::DoubtCard;
use crate::score::evaluate::programs::{Entry, Ran, Search, Tasks};
use crate::session::protocol::{ProgramCard, ProgramsCard, ToRun};
use crate::understand::names::{PYTHON, VERDICTS, canonical};
use crate::understand::schema::{Programs as About, programs};
use std::collections::{BTreeMap, BTreeSet};

/// Longer texts of a verdict are cut at this many characters.
const LONGEST: usize = 20_000;
/// So many runs of a program are remembered.
const MOST_EARLIER: usize = 50;
/// Jobs are handed out until they are this long together, in bytes.
const HANDFUL: usize = 4 << 20;

/// Something that was found with certain settings in a certain join.
#[derive(Debug)]
pub(super) struct Of<T> {
    found: T,
    /// [`Settings::hash`](crate::preset::Settings::hash) of those.
    settings: String,
    /// Number of the join.
    join: u64,
}

/// Whether the same programs are run in the same way under both: a verdict is one for both.
pub(super) fn run_alike(one: &Settings, other: &Settings) -> bool {
    let what = |settings: &Settings| {
        let plan = settings.plan().map(|plan| (plan.rule.name, plan.limits));
        plan.map(|plan| (plan, settings.value("extract"), settings.rules.not_extracted_is_wrong))
    };
    what(one) == what(other)
}

impl Session {
    /// Looks for programs for a while: how many of how many questions were looked at, `None` at the end.
    pub(super) fn find_programs(&mut self) -> Option<(u64, u64)> {
        let hash = self.plan.preset.settings.as_ref()?.hash();
        let join = self.joins;
        // Their rows are those of another join.
        self.running.take_if(|known| known.join != join);
        self.searching.take_if(|known| known.join != join);
        if self.running.as_ref().is_some_and(|known| known.settings == hash) {
            return None;
        }
        let (mut search, mut tasks) = (None, None);
        match self.searching.take() {
            Some(known) if known.settings == hash => search = Some(known.found),
            Some(known) => tasks = Some(known.found.finish().take_tasks()),
            None => tasks = self.running.as_mut().map(|known| known.found.take_tasks()),
        }
        let Some((search, left)) = self.search(search, tasks) else {
            self.running = None;
            return None;
        };
        if left.is_some() {
            self.searching = Some(Of { found: search, settings: hash, join });
        } else {
            self.running = Some(Of { found: search.finish(), settings: hash, join });
        }
        left
    }

    /// Begins a search or goes on with one; how far it is then, or `None` where it is done.
    fn search(
        &self,
        begun: Option<Search>,
        tasks: Option<Tasks>,
    ) -> Option<(Search, Option<(u64, u64)>)> {
        let settings = self.plan.preset.settings.as_ref()?;
        let material = self.material().filter(|_| self.runs_programs)?;
        let mut search = match begun {
            Some(search) => search,
            None => Search::new(&material, settings, tasks)?,
        };
        let all = search.advance(&material, settings);
        let left = (!all).then(|| search.progress(&material));
        Some((search, left))
    }

    /// The programs that are run here, with their verdicts; `None` where there are none.
    pub fn ran(&self) -> Option<Ran<'_>> {
        let running = self.running.as_ref()?;
        Some(Ran { programs: &running.found, verdicts: &self.verdicts })
    }

    /// Doubts about verdicts that are read from files and were not made here.
    pub(super) fn read_verdicts(&self, sides: &[Side<'_>], settings: &Settings) -> Vec<Doubt> {
        if !settings.preset.takes_programs() {
            return Vec::new();
        }
        let ran = self.ran();
        let was_run = |file: usize| ran.is_some_and(|ran| ran.programs.of_file(file));
        let is_one = |name: &&str| VERDICTS.contains(&canonical(name).as_str());
        let doubt = |(_, side): (usize, &Side<'_>)| {
            let column = side.map.of(Field::Detail).find(is_one)?.to_owned();
            Some(ReadVerdicts { file: side.name.to_owned(), column }.into())
        };
        let sides = sides.iter().enumerate().filter(|(file, _)| !was_run(*file));
        let mut doubts: Vec<Doubt> = sides.filter_map(doubt).collect();
        doubts.dedup();
        doubts
    }

    /// Why a score is provisional, as it is now: programs that have been run since are not waited for.
    pub(crate) fn reasons_now(&self, score: &super::Score) -> Vec<DoubtCard> {
        let mut reasons = score.reasons();
        let waits = |doubt: &Doubt| matches!(doubt, Doubt::NotRun(_));
        if let Some(place) = score.provisional.iter().position(waits) {
            let now = self.waits_for_programs().map(Doubt::from);
            reasons.splice(place..=place, now.map(|now| DoubtCard::new(&now, None)));
        }
        reasons
    }

    /// Why there is no score yet, where programs are left to be run.
    pub(super) fn waits_for_programs(&self) -> Option<NotRun> {
        waits(self.left_to_run())
    }

    /// How many programs have no verdict yet.
    pub fn left_to_run(&self) -> usize {
        self.ran().map_or(0, |ran| ran.programs.left(ran.verdicts))
    }

    /// Up to `count` programs without a verdict from a place on, and the place after them.
    pub fn to_run(&self, from: usize, count: usize) -> (Vec<ToRun>, usize) {
        let (Some(ran), Some(material), Some(settings)) =
            (self.ran(), self.material(), &self.plan.preset.settings)
        else {
            return (Vec::new(), from);
        };
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
            let Some(job) = entry.job(&material, settings) else { continue };
            let job = job.json(&entry.key);
            bytes += job.len();
            jobs.push(ToRun { key: entry.key.clone(), job, again: known.is_some() });
        }
        (jobs, place)
    }

    /// Takes what the runner says of a program: its answer, with the interpreter's version as `python`.
    ///
    /// # Errors
    /// In words, where that is no answer, or of no program here.
    pub fn take_verdict(&mut self, key: &str, answer: &str) -> Result<(), String> {
        let running = self.running.as_ref().ok_or("there are no programs")?;
        if !running.found.has(key) {
            return Err("there is no such program".to_owned());
        }
        // The interpreter's version.
        let tree: serde_json::Value = serde_json::from_str(answer).unwrap_or_default();
        let python = tree["python"].as_str().unwrap_or_default().to_owned();
        let mut verdict = ProgramVerdict::read(answer)?;
        verdict.detail = cut(&verdict.detail, LONGEST);
        for text in [&mut verdict.found, &mut verdict.expected].into_iter().flatten() {
            *text = cut(text, LONGEST);
        }
        self.verdicts.entry(key.to_owned()).or_default().verdict = Some((verdict, python));
        Ok(())
    }

    /// Has the programs of a question run again: what became of them is history then.
    pub fn run_again(&mut self, run: usize, row: usize) {
        let keys: Vec<String> = self.entries_of(run, row).map(|entry| entry.key.clone()).collect();
        for key in keys {
            if let Some(known) = self.verdicts.get_mut(&key)
                && let Some((verdict, _)) = known.verdict.take()
                && known.earlier.len() < MOST_EARLIER
            {
                known.earlier.push(verdict.category);
            }
        }
    }

    /// Checks that other settings, and another join where there is one, score the programs that were run.
    ///
    /// # Errors
    /// In words, where others would have to be run, or some still have to be.
    pub(super) fn needs_no_run(&self, settings: &Settings, joined: bool) -> Result<(), String> {
        let has_verdicts =
            |side: &Side<'_>| programs(side.table.columns()) == Some(About::Verdicts);
        if settings.plan().is_none() || self.prediction_sides().iter().all(has_verdicts) {
            return Ok(());
        }
        let now = self.plan.preset.settings.as_ref().filter(|_| self.running.is_some() && !joined);
        if now.is_none_or(|now| !run_alike(now, settings)) {
            return Err("not known until the programs are run".to_owned());
        }
        if self.left_to_run() > 0 {
            return Err("not all programs have been run".to_owned());
        }
        Ok(())
    }

    /// The programs of a run's attempts at a question.
    fn entries_of(&self, run: usize, row: usize) -> impl Iterator<Item = &Entry> {
        let joined = self.joined().and_then(|joined| joined.runs.get(run));
        let attempts = joined.filter(|one| row < one.rows.len()).map(|one| one.attempts_at(row));
        let file = joined.map_or(0, |joined| joined.file);
        let ran = self.ran();
        attempts.unwrap_or_default().iter().filter_map(move |at| ran?.entry(file, *at))
    }

    /// How many predictions of a run became what.
    pub fn categories(&self, run: usize) -> BTreeMap<String, u64> {
        let mut counts = BTreeMap::new();
        let (Some(ran), Some(joined)) = (self.ran(), self.joined()) else { return counts };
        let joined = &joined.runs[run];
        let attempts = (0..joined.rows.len()).flat_map(|row| joined.attempts_at(row));
        for name in attempts.filter_map(|at| ran.category(joined.file, *at)) {
            *counts.entry(name.to_owned()).or_insert(0) += 1;
        }
        counts
    }

    /// Whether an attempt at a question became this.
    pub(super) fn has_category(&self, run: usize, row: usize, category: &str) -> bool {
        let (Some(ran), Some(joined)) = (self.ran(), self.joined()) else { return false };
        let Some(joined) = joined.runs.get(run) else { return false };
        joined.attempts_at(row).iter().any(|at| ran.category(joined.file, *at) == Some(category))
    }

    /// What the attempts at a question came to, while other programs have no verdict yet; `None` where one
    /// of its own has none.
    pub(super) fn ran_so_far(&self, run: usize, row: usize) -> Option<Verdict> {
        let (ran, joined) = (self.ran()?, self.joined()?.runs.get(run)?);
        let attempts = joined.attempts_at(row);
        let mut passed = 0;
        for at in attempts {
            match ran.category(joined.file, *at)? {
                "passed" => passed += 1,
                "not_run" => return None,
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

    /// All programs in short.
    pub fn programs_card(&self) -> Option<ProgramsCard> {
        let ran = self.ran()?;
        let attempts = ran.programs.attempts();
        let total = ran.programs.entries().len() as u64;
        let left = ran.programs.left(ran.verdicts) as u64;
        let wall = self.plan.preset.settings.as_ref()?.plan()?.limits.wall;
        let near = self.had().filter(|verdict| verdict.is_near(wall)).count() as u64;
        let python = self.pythons();
        let waits = waits(left as usize).map(|waits| Doubt::from(waits).message());
        Some(ProgramsCard { attempts, total, left, python, waits, near, wall })
    }

    /// How many programs without a verdict have one of these keys, and are not to be run again.
    pub fn kept(&self, keys: &[String]) -> u64 {
        let Some(ran) = self.ran() else { return 0 };
        let keys: BTreeSet<&str> = keys.iter().map(String::as_str).collect();
        let is_new = |key: &str| ran.programs.has(key) && !ran.verdicts.contains_key(key);
        keys.into_iter().filter(|key| is_new(key)).count() as u64
    }

    /// The versions of the interpreters that have run the programs, here or as files of verdicts say.
    pub fn pythons(&self) -> Vec<String> {
        let ran = self.ran();
        let here = ran.iter().flat_map(|ran| {
            let keys = ran.programs.entries().iter().map(|entry| &entry.key);
            keys.filter_map(|key| ran.verdicts.get(key)?.verdict.as_ref()).map(|known| &*known.1)
        });
        let sides = self.prediction_sides();
        let said = sides.iter().flat_map(|side| {
            let column = side.table.column(PYTHON);
            let is_said = side.map.of(Field::Detail).any(|name| name == PYTHON);
            let column = column.filter(|_| is_said);
            (0..side.table.rows()).filter_map(move |row| side.table.cell(row, column?).as_text())
        });
        let versions: BTreeSet<&str> = here.chain(said).filter(|one| !one.is_empty()).collect();
        versions.into_iter().map(str::to_owned).collect()
    }

    /// The programs of a question as they were run, with what became of them.
    pub(super) fn program_cards(&self, run: usize, row: usize) -> Vec<ProgramCard> {
        let (Some(ran), Some(material), Some(settings)) =
            (self.ran(), self.material(), &self.plan.preset.settings)
        else {
            return Vec::new();
        };
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
            let text = own.and_then(|own| own.text(&material, settings));
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

    /// The verdicts of the programs that are run here.
    fn had(&self) -> impl Iterator<Item = &ProgramVerdict> {
        let entries = self.ran().into_iter().flat_map(|ran| {
            ran.programs.entries().iter().map(move |entry| ran.verdicts.get(&entry.key))
        });
        entries.filter_map(|known| known?.verdict.as_ref()).map(|(verdict, _)| verdict)
    }
}

/// That programs are left to be run.
fn waits(programs: usize) -> Option<NotRun> {
    (programs > 0).then_some(NotRun { programs })
}

#[cfg(test)]
mod tests;
