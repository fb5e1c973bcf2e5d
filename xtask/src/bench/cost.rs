//! What the same work costs elsewhere: other people's scorers, the command line, the same program as
//! WebAssembly, and merely reading the files. Goals 3 and 4.

use super::browser::Scored;
use super::figures::{Row, Unit, ratios};
use super::goals::Lab;
use super::native::Task;
use super::page::WARMTH;
use super::peers::Peers;
use super::shape::Shape;
use super::stages::{self, Stages};
use super::{PRESET, member};
use crate::Result;
use serde_json::{Value, json};
use std::path::PathBuf;

impl Lab<'_> {
    pub(super) fn peers(&mut self) -> Result<Vec<Row>> {
        let questions = self.options.questions;
        let files = self.files(Shape::Base, questions)?;
        let fewer = self.files(Shape::Base, (questions / 10).max(1))?;
        let known = self.score(&files)?;
        let mut peers = Peers::start()?;
        let mut rows = Vec::new();
        let (squad, note) = match peers.prepare("huggingface", &files) {
            Ok(peer) => (peer, None),
            Err(words) => {
                let why = format!(
                    "HF evaluate's squad metric could not be had ({words}); this is what its compute calls, \
                     without the Arrow tables around it"
                );
                (peers.prepare("official", &files)?, Some(why))
            }
        };
        let inspect = peers.prepare("inspect", &fewer);
        self.page(&files, json!({}))?;
        let mut ours: [Vec<f64>; 2] = Default::default();
        let (mut theirs, mut f1) = (Vec::new(), Vec::new());
        for _ in self.rounds() {
            for ((again, _), ours) in WARMTH.iter().zip(&mut ours) {
                ours.push(self.page(&files, json!({ "again": again }))?.cpu());
            }
            let (cpu, found) = peers.run(&squad)?;
            same_means(&squad.name, &found, &known)?;
            theirs.push(cpu);
            if let Ok(inspect) = &inspect {
                f1.push(peers.run(inspect)?.0 * 10.0);
            }
        }
        let each = |cpu: &[f64]| per_question(cpu, questions);
        for ((_, words), ours) in WARMTH.iter().zip(&ours) {
            let what = format!("peer's CPU / all of the browser's, {words}");
            rows.push(Row::new(3, what, Unit::Ratio, ratios(&theirs, ours)).at_least(40.0));
            let what = format!("browser, all processes, {words}");
            rows.push(Row::new(3, what, Unit::PerQuestion, each(ours)));
        }
        let about = note.map_or(squad.name.clone(), |why| format!("{}: {why}", squad.name));
        rows.push(Row::new(3, "peer", Unit::PerQuestion, each(&theirs)).note(about));
        let [_, ours] = &ours;
        match inspect {
            Ok(peer) => {
                let row =
                    Row::new(3, "second peer's CPU / browser's", Unit::Ratio, ratios(&f1, ours));
                let words =
                    format!("{}, on a tenth of the questions; a normal form of its own", peer.name);
                rows.push(row.note(words));
            }
            Err(words) => rows.push(Row::missing(3, "inspect_ai's f1 scorer", words)),
        }
        rows.push(match super::math::measure() {
            Ok(report) => {
                let times = report["times"].as_f64().into_iter().collect();
                let row =
                    Row::new(3, "pairs/s of formulas / math-verify's", Unit::WallRatio, times);
                row.at_least(super::math::TIMES).note("one run each; `bench math` says more")
            }
            Err(words) => Row::missing(3, "math-verify", words),
        });
        Ok(rows)
    }

    pub(super) fn ratios(&mut self) -> Result<Vec<Row>> {
        let questions = self.options.questions;
        let files = self.files(Shape::Base, questions)?;
        let mut rows = self.same_source(&files)?;
        if self.options.skip_browser {
            rows.push(Row::missing(4, "browser", "left out by --skip-browser"));
            return Ok(rows);
        }
        let rounds = self.warmed(|lab| {
            let check = lab.native(Task::Check, &files)?.cpu.unwrap_or(f64::NAN);
            Ok(((check, lab.browser()?.read(&files)?), lab.both_pages(&files)?))
        })?;
        let (costs, pages): (Vec<_>, Vec<_>) = rounds.into_iter().unzip();
        let (native, reading): (Vec<f64>, Vec<f64>) = costs.into_iter().unzip();
        let pages: (Vec<Scored>, Vec<Scored>) = pages.into_iter().unzip();
        let pages = [pages.0, pages.1];
        let row = |what: String, cpu: &[f64]| {
            Row::new(4, what, Unit::PerQuestion, per_question(cpu, questions))
        };
        for ((_, words), pages) in WARMTH.iter().zip(&pages) {
            let all: Vec<f64> = pages.iter().map(Scored::cpu).collect();
            let of = |what: &str, other: &[f64], most: f64| {
                let what = format!("browser / {what}, {words}");
                Row::new(4, what, Unit::Ratio, ratios(&all, other)).at_most(most)
            };
            rows.push(of("native (scoredrop check)", &native, 1.8));
            rows.push(of("merely reading the files", &reading, 3.0));
            rows.push(row(format!("browser, all processes, {words}"), &all));
            let parts = [
                ("scorer's thread", "/cpu_of/scorer"),
                ("page's process with it", "/cpu_of/renderer"),
                ("browser's process", "/cpu_of/browser"),
            ];
            rows.extend(parts.map(|(what, pointer)| {
                let part: Vec<f64> = pages.iter().map(|page| page.number(pointer)).collect();
                row(format!("of that: {what}"), &part)
            }));
        }
        rows.push(row("native (scoredrop check)".to_owned(), &native));
        rows.push(row("merely reading the files".to_owned(), &reading));
        Ok(rows)
    }

    /// One program, natively and as WebAssembly.
    pub(super) fn same_source(&mut self, files: &[PathBuf]) -> Result<Vec<Row>> {
        self.measure_stages(files)?;
        let [native, wasm] = &self.stages_of;
        if wasm.is_null() {
            return Ok(vec![Row::missing(4, "wasm / native", "see above")]);
        }
        let of =
            |stage: &str| ratios(&stages::seconds(wasm, stage), &stages::seconds(native, stage));
        let row = |what: &str, stage: &str| Row::new(4, what, Unit::Ratio, of(stage));
        Ok(vec![
            row("wasm / native, same source, to headline", "headline")
                .at_most(1.35)
                .note("the worker's profile under Node.js, files read through WASI"),
            row("of that: parse", "parse"),
            row("of that: join", "join"),
            row("of that: score", "score"),
        ])
    }

    pub(super) fn measure_stages(&mut self, files: &[PathBuf]) -> Result<()> {
        if !self.stages_of[0].is_null() {
            return Ok(());
        }
        let stages = match self.stages.take() {
            Some(stages) => stages,
            None => Stages::build()?,
        };
        for _ in 0..self.options.rounds.div_ceil(stages::ROUNDS) {
            stages::gather(&mut self.stages_of[0], stages.native(files, stages::ROUNDS)?);
            match stages.wasm(files, stages::ROUNDS) {
                Ok(measured) => {
                    stages::equal(&self.stages_of[0], &measured)?;
                    stages::gather(&mut self.stages_of[1], measured);
                }
                Err(words) => println!("{words}"),
            }
        }
        self.stages = Some(stages);
        Ok(())
    }
}

/// Nanoseconds for a question.
fn per_question(seconds: &[f64], questions: u64) -> Vec<f64> {
    seconds.iter().map(|seconds| seconds / questions as f64 * 1e9).collect()
}

/// Whether a peer has found the same means: it adds in floats, and prints what we print.
fn same_means(name: &str, found: &Value, known: &[(String, String)]) -> Result<()> {
    for (key, value) in known {
        let ours: f64 = value.parse().unwrap_or(f64::NAN);
        let theirs = member(found, key);
        let close = (ours - theirs).abs() <= 1e-9 * ours.abs();
        if !close {
            return Err(format!("{name}: {key} is {theirs} there and {ours} here ({PRESET})"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_are_compared() {
        let known = [("f1".to_owned(), "37.5".to_owned())];
        assert_eq!(same_means("x", &json!({ "f1": 37.500_000_000_000_01 }), &known), Ok(()));
        assert!(same_means("x", &json!({ "f1": 37.51 }), &known).is_err());
        assert!(same_means("x", &json!({}), &known).is_err());
        assert_eq!(per_question(&[0.001], 1000), [1000.0]);
    }
}
