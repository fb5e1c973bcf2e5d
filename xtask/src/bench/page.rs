//! What a person at the page waits for, and what the page holds: goals 1, 2, 6, 7 and 11.

use super::browser::Scored;
use super::figures::{Row, Unit};
use super::goals::{Lab, MEGA, bytes};
use super::native::Task;
use super::shape::Shape;
use super::{MANY, QUESTIONS, stages};
use crate::Result;
use crate::agreement::grouped;
use serde_json::json;
use std::path::PathBuf;

/// Files for a page that has scored none before, of which the browser compiles what is hot meanwhile,
/// and for one that has: whether they are given again, and in words.
pub(super) const WARMTH: [(bool, &str); 2] = [(false, "first files"), (true, "page warm")];

impl Lab<'_> {
    /// Files on a page that has scored none before, and on one that has.
    pub(super) fn both_pages(&mut self, files: &[PathBuf]) -> Result<(Scored, Scored)> {
        let [first, again] = WARMTH.map(|(again, _)| self.page(files, json!({ "again": again })));
        Ok((first?, again?))
    }

    pub(super) fn headline(&mut self) -> Result<Vec<Row>> {
        let sizes = [(self.options.questions / 10).max(1), self.options.questions];
        let files = [self.files(Shape::Base, sizes[0])?, self.files(Shape::Base, sizes[1])?];
        let goals = [(QUESTIONS / 10, 0.2), (QUESTIONS, 1.0)];
        let mut rows = Vec::new();
        for ((files, size), (full, most)) in files.iter().zip(sizes).zip(goals) {
            let (first, again) = self.warmed(|lab| lab.both_pages(files))?.into_iter().unzip();
            for ((_, words), rounds) in WARMTH.iter().zip::<[Vec<Scored>; 2]>([first, again]) {
                let what = format!("{:.1} MB to headline, {words}", bytes(files) / MEGA);
                let wall = rounds.iter().map(|scored| scored.round.wall).collect();
                let row = Row::new(1, &what, Unit::Wall, wall).at_most(most);
                rows.push(row.at_size(size >= full));
                rows.push(Row::new(1, what, Unit::Cpu, rounds.iter().map(Scored::cpu).collect()));
            }
            let rounds = self.warmed(|lab| lab.browser()?.drop(files))?;
            let what = format!("{:.1} MB, page warm, no preset chosen", bytes(files) / MEGA);
            rows.push(Row::new(1, what, Unit::Cpu, rounds.iter().map(Scored::cpu).collect()));
        }
        Ok(rows)
    }

    pub(super) fn changes(&mut self) -> Result<Vec<Row>> {
        let sizes = [(self.options.questions / 10).max(1), self.options.questions];
        let goals = [(QUESTIONS / 10, 0.1), (QUESTIONS, 0.3)];
        let mut rows = Vec::new();
        for (size, (full, most)) in sizes.into_iter().zip(goals) {
            let files = self.files(Shape::Base, size)?;
            let (mut wall, mut cpu, mut again) = (Vec::new(), Vec::new(), Vec::new());
            // Each page changes a setting twice.
            for _ in 0..self.options.rounds.div_ceil(2) {
                let scored = self.page(&files, json!({ "then": ["change"] }))?;
                wall.extend(scored.numbers("/change/seconds"));
                cpu.extend(scored.each("/change/costs", "cpu"));
                again.extend(scored.each("/change/costs", "read_again"));
            }
            let what = format!("articles switched, {} questions", grouped(size));
            let row = Row::new(2, &what, Unit::Wall, wall).at_most(most).at_size(size >= full);
            rows.push(row);
            rows.push(Row::new(2, what, Unit::Cpu, cpu));
            rows.push(Row::new(2, "files read again", Unit::Count, again).at_most(0.0));
        }
        Ok(rows)
    }

    pub(super) fn memory(&mut self) -> Result<Vec<Row>> {
        let many = self.options.many();
        let files = self.files(Shape::Base, many)?;
        let size = bytes(&files);
        let native = self.native(Task::Check, &files)?.peak;
        let native: Vec<f64> = native.into_iter().map(|peak| peak as f64 / MEGA).collect();
        let native = Row::new(6, "natively (scoredrop check)", Unit::Megabytes, native);
        let rounds =
            self.rounds().map(|_| self.page(&files, json!({}))).collect::<Result<Vec<_>>>();
        let rounds = match rounds {
            Ok(rounds) => rounds,
            Err(words) => return Ok(vec![native, Row::missing(6, "in the browser", words)]),
        };
        let above: Vec<f64> = rounds.iter().map(Scored::above_idle).collect();
        let what = format!("peak above idle / bytes, {} questions", grouped(many));
        let share = above.iter().map(|above| above / size).collect();
        let megabytes = above.iter().map(|above| above / MEGA).collect();
        let row = Row::new(6, what, Unit::Ratio, share).at_most(1.5).at_size(many >= MANY);
        Ok(vec![row, Row::new(6, "peak above idle", Unit::Megabytes, megabytes), native])
    }

    pub(super) fn long_tasks(&mut self) -> Result<Vec<Row>> {
        let many = self.options.many();
        let files = self.files(Shape::Base, many)?;
        let then = ["scroll", "sort", "filter", "brush"];
        let rounds: Vec<Scored> = (0..self.options.rounds.div_ceil(2))
            .map(|_| self.page(&files, json!({ "then": then })))
            .collect::<Result<_>>()?;
        let phases = ["scoring", "scroll", "sort", "filter", "brush"];
        Ok(phases
            .into_iter()
            .map(|phase| {
                let of = |one: &Scored| one.numbers(&format!("/{phase}/long"));
                let counts = rounds.iter().map(|one| of(one).len() as f64).collect();
                let longest = rounds.iter().flat_map(of).fold(0.0, f64::max);
                let what = format!("tasks over 50 ms, {phase}, {} questions", grouped(many));
                let row = Row::new(7, what, Unit::Count, counts).at_most(0.0);
                let row = row.at_size(many >= MANY);
                if longest > 0.0 { row.note(format!("the longest {longest:.3} s")) } else { row }
            })
            .collect())
    }

    pub(super) fn resampling(&mut self) -> Result<Vec<Row>> {
        let questions = self.options.questions;
        let files = self.files(Shape::Base, questions)?;
        self.measure_stages(&files)?;
        let what = format!("10 000 draws natively, {} questions", grouped(questions));
        let native = stages::seconds(&self.stages_of[0], "intervals");
        let at_size = questions >= QUESTIONS;
        let words = "for each of f1, precision and recall";
        let row = Row::new(11, what, Unit::Cpu, native).at_most(0.5).at_size(at_size);
        let mut rows = vec![row.note(words)];
        let after =
            |scored: &Scored, pointer: &str| scored.number(pointer) - scored.number("/scored");
        let rounds =
            self.rounds().map(|_| self.page(&files, json!({}))).collect::<Result<Vec<_>>>();
        let rounds = match rounds {
            Ok(rounds) => rounds,
            Err(words) => {
                rows.push(Row::missing(11, "in the browser", words));
                return Ok(rows);
            }
        };
        let waits = rounds.iter().map(|one| after(one, "/intervals")).collect();
        let row = Row::new(11, "the same in the browser, after the headline", Unit::Wall, waits);
        rows.push(row.at_most(0.5).at_size(at_size));
        let all = rounds.iter().map(|one| after(one, "/complete")).collect();
        rows.push(Row::new(11, "all that follows the headline", Unit::Wall, all));
        let files = self.files(Shape::TwentyRuns, questions)?;
        let boards: Vec<Scored> = (0..self.options.rounds.div_ceil(3))
            .map(|_| self.browser()?.board(&files))
            .collect::<Result<_>>()?;
        let each = |of: fn(&Scored) -> f64| boards.iter().map(of).collect::<Vec<f64>>();
        rows.push(Row::new(11, "20 runs: headline", Unit::Wall, each(|one| one.round.wall)));
        let ranks = boards.iter().map(|one| after(one, "/ranks")).collect();
        rows.push(Row::new(11, "20 runs: ranks, after the headline", Unit::Wall, ranks));
        let all = boards.iter().map(|one| after(one, "/complete")).collect();
        rows.push(Row::new(11, "20 runs: all that follows", Unit::Wall, all));
        let long = each(|one| one.numbers("/scoring/long").len() as f64);
        rows.push(
            Row::new(11, "20 runs: tasks of the page over 50 ms", Unit::Count, long).at_most(0.0),
        );
        let slowest = each(|one| one.numbers("/rows").into_iter().fold(0.0, f64::max));
        let row = Row::new(11, "20 runs: slowest rows meanwhile", Unit::Wall, slowest).at_most(0.1);
        rows.push(row.note("other rows of the table asked for while intervals are worked out"));
        Ok(rows)
    }
}
