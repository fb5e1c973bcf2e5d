//! Files in another order than those of a report: which of them is which is told by their hashes, and
//! then by names and places.

use super::alike::Opened;
use super::renamed::{list, text};
use crate::protocol::Leaderboard;
use crate::session::Session;

/// Where the files and runs here stand in a report.
pub(super) struct Order {
    /// Indices of the files that take part, in the order of the report.
    pub(super) sources: Vec<usize>,
    /// For each run of the report its place here.
    pub(super) runs: Vec<usize>,
    /// For each run here its place in the report.
    pub(super) places: Vec<usize>,
}

impl Order {
    /// The order of the report where its files are those here, each once; else that of the files here.
    pub(super) fn new(said: &Opened<'_>, session: &Session) -> Self {
        let sources = paired(said, session).unwrap_or_else(|| session.plan().used().collect());
        let all = session.joined().map_or(&[][..], |joined| &joined.runs);
        let rank = |run: &usize| {
            let file = session.plan().predictions.get(all[*run].file);
            let place = sources.iter().position(|index| Some(index) == file);
            // Second rules stand behind the runs, one after the other.
            (all[*run].twin, place)
        };
        let mut runs: Vec<usize> = (0..all.len()).collect();
        runs.sort_by_key(rank);
        let mut places = vec![0; runs.len()];
        for (place, run) in runs.iter().enumerate() {
            places[*run] = place;
        }
        Self { sources, runs, places }
    }

    /// Says where runs stand as the report does; of equal ones the first is first.
    pub(super) fn arrange(&self, board: &mut Leaderboard) {
        let place = |run: u32| self.places.get(run as usize).map_or(run, |place| *place as u32);
        for one in &mut board.runs {
            one.run = place(one.run);
            one.leader = place(one.leader);
        }
        for equal in board.runs.chunk_by_mut(|one, next| one.mean == next.mean) {
            equal.sort_by_key(|one| one.run);
        }
        // The best of a rank is the first of it, and of equal ones that is another one now.
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
}

/// Indices of the files here in the order of the report; `None` where they are not the same.
fn paired(said: &Opened<'_>, session: &Session) -> Option<Vec<usize>> {
    let mut left: Vec<usize> = session.plan().used().collect();
    let said: Vec<[Option<String>; 4]> = list(said, "sources")
        .map(|one| {
            ["role", "sha256", "member", "name"].map(|name| text(&Opened::new(one.raw), name))
        })
        .collect();
    if said.len() != left.len() {
        return None;
    }
    let mut found = vec![None; said.len()];
    // By everything, then by all but the name.
    for parts in [4, 3] {
        for (found, said) in found.iter_mut().zip(&said).filter(|(found, _)| found.is_none()) {
            let same = |index: &usize| known(session, *index)[..parts] == said[..parts];
            if let Some(at) = left.iter().position(same) {
                *found = Some(left.remove(at));
            }
        }
    }
    found.into_iter().collect()
}

/// What a report says of a file: role, hash, member, name.
fn known(session: &Session, index: usize) -> [Option<String>; 4] {
    let source = &session.sources()[index];
    let role = session.plan().roles[index].as_ref().map(|role| role.value.name().to_owned());
    let origin = source.origin.as_ref();
    let member = origin.map(|origin| origin.member.clone());
    let name = origin.map_or(&source.name, |origin| &origin.name);
    [role, source.sha256.clone(), member, Some(name.clone())]
}
