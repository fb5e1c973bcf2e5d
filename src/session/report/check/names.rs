//! Which files and runs of a report correspond to which here: identified by their hashes, then by names
//! and order. Other names and another order are reported but do not matter.

use super::diff::Opened;
use super::files::paired;
use super::line::{differs, remark};
use crate::aggregate::leaderboard::Leaderboard;
use crate::base::diagnostic::cut;
use crate::join::{JoinedRun, SHORT};
use crate::session::Finished;
use crate::session::protocol::CheckLine;
use std::collections::BTreeSet;

/// At most this many ways to match two texts are tried.
const MOST_TRIED: usize = 1 << 16;

/// What a report states about a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct File {
    role: Option<String>,
    sha256: Option<String>,
    member: Option<String>,
    name: Option<String>,
}

impl File {
    fn said(raw: &str) -> Self {
        let of = Opened::new(raw);
        let [role, sha256, member, name] =
            ["role", "sha256", "member", "name"].map(|name| of.text(name));
        Self { role, sha256, member, name }
    }

    fn here(finished: &Finished<'_>, index: usize) -> Self {
        let source = &finished.sources[index];
        let role = finished.plan.roles.of[index].as_ref().map(|role| role.value.name().to_owned());
        let origin = source.origin.as_ref();
        let name = origin.map_or(&source.name, |origin| &origin.name);
        let member = origin.map(|origin| origin.member.clone());
        Self { role, sha256: source.sha256.clone(), member, name: Some(name.clone()) }
    }

    /// Whether both are equal except for their names.
    fn is(&self, other: &Self) -> bool {
        (&self.role, &self.sha256, &self.member) == (&other.role, &other.sha256, &other.member)
    }
}

/// The order of the files and runs here in a report, and their names in it.
#[derive(Default)]
pub(crate) struct Names {
    /// Indices of the files that take part, in the order of the report.
    pub(crate) sources: Vec<usize>,
    /// For each run of the report, its index here.
    pub(crate) runs: Vec<usize>,
    /// For each run here, its index in the report.
    pub(crate) places: Vec<usize>,
    /// For each run here the name that the report may give it.
    pub(crate) of_runs: Vec<String>,
    /// Pairs of file names there and here that differ, as they are and in the form for sentences.
    renamed: Vec<[String; 2]>,
}

impl Names {
    /// Compares files and runs, and reports those with other names or another file.
    pub(super) fn new(
        said: &Opened<'_>,
        finished: &Finished<'_>,
        lines: &mut Vec<CheckLine>,
    ) -> Self {
        let there: Vec<File> = said.list("sources").iter().map(|one| File::said(one.raw)).collect();
        let used: Vec<usize> = finished.plan.roles.used().collect();
        let sources = in_order(&there, finished).unwrap_or(used);
        let all = finished.material.joined.runs.as_slice();
        let rank = |run: &usize| {
            let file = finished.plan.columns.runs.get(all[*run].file).map(|run| &run.file);
            let place = sources.iter().position(|index| Some(index) == file);
            // Second scores follow the runs, one rule after the other.
            (all[*run].twin, place)
        };
        let mut runs: Vec<usize> = (0..all.len()).collect();
        runs.sort_by_key(rank);
        let mut places = vec![0; runs.len()];
        (0..).zip(&runs).for_each(|(place, run)| places[*run] = place);
        let mut found = Self { sources, runs, places, ..Self::default() };
        found.name_files(&there, finished, lines);
        found.of_runs = found.name_runs(said, &there, finished, lines);
        found
    }

    /// Compares the files of a report with those here, one by one.
    fn name_files(&mut self, there: &[File], finished: &Finished<'_>, lines: &mut Vec<CheckLine>) {
        let here: Vec<File> =
            self.sources.iter().map(|index| File::here(finished, *index)).collect();
        let (mut told, mut differing) = (Vec::new(), Vec::new());
        for (said, own) in there.iter().zip(&here) {
            let (Some(name), Some(now)) = (&said.name, &own.name) else { continue };
            let [short, short_now] = [name, now].map(|name| cut(name, SHORT));
            if said.member != own.member {
                let words = |member: &Option<String>| {
                    let name = member.as_ref().map(|name| cut(name, SHORT));
                    name.unwrap_or_else(|| "a separate file".to_owned())
                };
                let both = said.member.is_some() && own.member.is_some();
                let [there, here] = [&said.member, &own.member].map(words);
                let words = format!("{short_now} is {there} in the report, {here} here");
                if both { &mut differing } else { &mut told }.push(words);
            }
            if name != now {
                let is_other =
                    here.iter().any(|one| one.name == said.name && one.sha256 != own.sha256);
                let words = format!("{short} in the report is called {short_now} here");
                if is_other {
                    differing.push(format!("{words}, but {short} is another file here"));
                } else {
                    told.push(words);
                    self.renamed.push([name.clone(), now.clone()]);
                    self.renamed.push([short, short_now]);
                }
            }
        }
        self.renamed.retain(|names| names.iter().all(|name| !name.is_empty()));
        if !differing.is_empty() {
            lines.push(differs("names of files", differing.join("; ")));
        }
        if !told.is_empty() {
            lines.push(remark("sources", told.join("; ") + "; names of files do not matter"));
        }
    }

    /// The names of the runs in a report, if they follow from the names of its files; any other name is
    /// a difference.
    fn name_runs(
        &self,
        said: &Opened<'_>,
        there: &[File],
        finished: &Finished<'_>,
        lines: &mut Vec<CheckLine>,
    ) -> Vec<String> {
        let joined = finished.material.joined;
        let runs = said.list("runs");
        let mut name = |(run, place): (&JoinedRun, &usize)| {
            let said = runs.get(*place).and_then(|run| Opened::new(run.raw).text("name"));
            let Some(said) = said.filter(|said| *said != run.name) else {
                return run.name.clone();
            };
            let words =
                format!("{} in the report, {} here", cut(&said, SHORT), run.short_name.clone());
            let file = finished.plan.columns.runs.get(run.file).map(|run| run.file);
            let at = self.sources.iter().position(|index| Some(*index) == file);
            let here = file.map(|index| &finished.sources[index]);
            let file = at.and_then(|at| there.get(at));
            let is_packed = here.is_some_and(|one| one.origin.is_some())
                || file.is_some_and(|one| one.member.is_some());
            let names = file.and_then(|one| one.name.as_ref()).zip(here.map(|one| &one.name));
            let is_renamed = names.is_some_and(|(name, now)| {
                let rests = said.strip_prefix(name).zip(run.name.strip_prefix(now));
                rests.is_some_and(|(said, own)| unnumbered(said) == unnumbered(own))
            });
            // If another run here has this name, it is not a new name of this run.
            let is_free = joined.runs.iter().all(|other| other.name != said);
            if is_free && (is_packed || is_renamed) {
                lines.push(remark("run", format!("{words}; names of files do not matter")));
                return said;
            }
            run.name.clone()
        };
        joined.runs.iter().zip(&self.places).map(&mut name).collect()
    }

    /// Sorts runs into the order of the report; among equal runs, the first one leads.
    pub(crate) fn arrange(&self, board: &mut Leaderboard) {
        let place = |run: u32| self.places.get(run as usize).map_or(run, |place| *place as u32);
        for one in &mut board.runs {
            one.run = place(one.run);
            one.leader = place(one.leader);
        }
        for equal in board.runs.chunk_by_mut(|one, next| one.mean == next.mean) {
            equal.sort_by_key(|one| one.run);
        }
        // The first run of a rank leads it; after sorting, this may be another one of equal runs.
        let firsts: Vec<(u32, u32)> = board
            .runs
            .chunk_by(|one, next| one.rank == next.rank)
            .filter_map(|same| same.first().zip(same.iter().find(|one| one.run == one.leader)))
            .filter(|(first, leader)| first.mean == leader.mean)
            .map(|(first, leader)| (leader.run, first.run))
            .collect();
        for one in &mut board.runs {
            let first = firsts.iter().find(|(leader, _)| *leader == one.leader);
            one.leader = first.map_or(one.leader, |(_, first)| *first);
        }
    }

    /// Whether two texts are equal if files may have either of their names.
    pub(super) fn is_same(&self, there: &str, here: &str) -> bool {
        if there == here || self.renamed.is_empty() {
            return there == here;
        }
        // A file name may also be an ordinary word, so every way to match it is tried.
        let (there, here) = (there.as_bytes(), here.as_bytes());
        let mut tried = BTreeSet::from([(0, 0)]);
        let mut left = vec![(0, 0)];
        while let Some((from, own)) = left.pop() {
            let (said, now) = (&there[from..], &here[own..]);
            if said.is_empty() && now.is_empty() {
                return true;
            }
            let mut go = |lengths: [usize; 2]| {
                let next = (from + lengths[0], own + lengths[1]);
                if tried.len() < MOST_TRIED && tried.insert(next) {
                    left.push(next);
                }
            };
            for [name, other] in &self.renamed {
                if said.starts_with(name.as_bytes()) && now.starts_with(other.as_bytes()) {
                    go([name.len(), other.len()]);
                }
            }
            if !said.is_empty() && said.first() == now.first() {
                go([1, 1]);
            }
        }
        false
    }
}

/// Indices of the files here in the order of the report; `None` if the files are not the same.
fn in_order(said: &[File], finished: &Finished<'_>) -> Option<Vec<usize>> {
    let used: Vec<usize> = finished.plan.roles.used().collect();
    let here: Vec<File> = used.iter().map(|index| File::here(finished, *index)).collect();
    // First by everything, then by everything except the name.
    let found = paired(said, &here, [PartialEq::eq, File::is]);
    let found = found.into_iter().map(|at| Some(used[at?]));
    found.collect::<Option<Vec<usize>>>().filter(|all| all.len() == used.len())
}

/// A name without the number that distinguishes files of the same name.
fn unnumbered(rest: &str) -> &str {
    rest.strip_prefix(" (")
        .and_then(|inner| inner.split_once(')'))
        .filter(|(number, _)| number.bytes().all(|byte| byte.is_ascii_digit()))
        .map_or(rest, |(_, behind)| behind)
}
