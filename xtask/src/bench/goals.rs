//! How each goal is measured.

use super::browser::{self, Browser, Scored};
use super::figures::{Row, Unit, ratios};
use super::native::{self, Task};
use super::peers::Peers;
use super::shape::{self, Shape};
use super::stages::{self, Stages};
use super::{MANY, Options, PRESET, QUESTIONS, Round, member, same_score};
use crate::agreement::grouped;
use crate::{Result, root, sizes};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

const MEGA: f64 = 1e6;

/// What is needed to measure, made when it is first needed.
pub(super) struct Lab<'a> {
    pub(super) options: &'a Options,
    program: Option<PathBuf>,
    folder: PathBuf,
    browser: Option<Browser>,
    stages: Option<Stages>,
    files: BTreeMap<(String, u64), Vec<PathBuf>>,
    /// Official blocks by gold file.
    scores: BTreeMap<PathBuf, Vec<(String, String)>>,
    stages_of: [Value; 2],
}

impl<'a> Lab<'a> {
    pub(super) fn new(options: &'a Options) -> Result<Self> {
        let browser = if options.skip_browser { None } else { Some(Browser::start()?) };
        Ok(Self {
            options,
            program: None,
            folder: super::target()?.join("bench"),
            browser,
            stages: None,
            files: BTreeMap::new(),
            scores: BTreeMap::new(),
            stages_of: [Value::Null, Value::Null],
        })
    }

    /// Machine, versions, build and data, for whoever reads the table.
    pub(super) fn about(&self) -> String {
        let mut parts = vec![super::machine()];
        if let Some(browser) = &self.browser {
            parts.push(browser.version.clone());
            parts.extend(super::dist());
        }
        let questions = grouped(self.options.questions);
        parts.push(format!("{questions} generated questions, {} rounds", self.options.rounds));
        parts.join("; ")
    }

    /// What the stages took, where they were measured.
    pub(super) fn stages_measured(&self) -> Value {
        let [native, wasm] = &self.stages_of;
        json!({ "native": native, "wasm": wasm })
    }

    pub(super) fn measure(&mut self, goal: u8) -> Result<Vec<Row>> {
        match goal {
            1 => self.headline(),
            2 => self.changes(),
            3 => self.peers(),
            4 => self.ratios(),
            5 => self.two_workers(),
            6 => self.memory(),
            7 => self.long_tasks(),
            8 => self.first_view(),
            9 => self.reports(),
            10 => self.shapes(),
            _ => self.resampling(),
        }
    }

    /// Files of a shape, made once.
    pub(super) fn files(&mut self, shape: Shape, questions: u64) -> Result<Vec<PathBuf>> {
        let name = format!("{shape:?}").to_lowercase();
        if let Some(files) = self.files.get(&(name.clone(), questions)) {
            return Ok(files.clone());
        }
        let folder = self.folder.join(format!("{name}-{questions}"));
        let files = shape::write(&folder, shape, questions)?;
        self.files.insert((name, questions), files.clone());
        Ok(files)
    }

    pub(super) fn browser(&mut self) -> Result<&mut Browser> {
        self.browser.as_mut().ok_or_else(|| "left out by --skip-browser".to_owned())
    }

    fn rounds(&self) -> std::ops::Range<usize> {
        0..self.options.rounds
    }

    /// The command line.
    fn program(&mut self) -> Result<&Path> {
        if self.program.is_none() {
            self.program = Some(native::build()?);
        }
        self.program.as_deref().ok_or_else(|| "no command line".to_owned())
    }

    pub(super) fn native(&mut self, task: Task, files: &[PathBuf]) -> Result<Round> {
        native::round(self.program()?, task, files)
    }

    /// The official block of files by the command line, which every other way has to give.
    pub(super) fn score(&mut self, files: &[PathBuf]) -> Result<Vec<(String, String)>> {
        if let Some(known) = self.scores.get(&files[0]) {
            return Ok(known.clone());
        }
        let official = self.native(Task::Score, files)?.official;
        self.scores.insert(files[0].clone(), official.clone());
        Ok(official)
    }

    /// Files on a page, with a score that has to be the command line's.
    pub(super) fn page(&mut self, files: &[PathBuf], more: Value) -> Result<Scored> {
        let known = self.score(files)?;
        let scored = self.browser()?.score(files, more)?;
        same_score("the page", &scored.round.official, &known)?;
        Ok(scored)
    }

    fn headline(&mut self) -> Result<Vec<Row>> {
        let sizes = [(self.options.questions / 10).max(1), self.options.questions];
        let files = [self.files(Shape::Base, sizes[0])?, self.files(Shape::Base, sizes[1])?];
        let goals = [(QUESTIONS / 10, 0.2), (QUESTIONS, 1.0)];
        let mut rounds: [Vec<Scored>; 2] = Default::default();
        for round in 0..=self.options.rounds {
            for (files, rounds) in files.iter().zip(&mut rounds) {
                let scored = self.page(files, json!({}))?;
                // The first one warms the file cache and the browser's.
                if round > 0 {
                    rounds.push(scored);
                }
            }
        }
        let mut rows = Vec::new();
        for (((size, files), rounds), (full, most)) in
            sizes.iter().zip(&files).zip(&rounds).zip(goals)
        {
            let what = format!("{:.1} MB given to headline", bytes(files) / MEGA);
            let wall = rounds.iter().map(|scored| scored.round.wall).collect();
            let row = Row::new(1, &what, Unit::Wall, wall).at_most(most).at_size(*size >= full);
            rows.push(row);
            rows.push(Row::new(1, what, Unit::Cpu, rounds.iter().map(Scored::cpu).collect()));
        }
        Ok(rows)
    }

    fn changes(&mut self) -> Result<Vec<Row>> {
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

    fn peers(&mut self) -> Result<Vec<Row>> {
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
        let (mut ours, mut theirs, mut f1) = (Vec::new(), Vec::new(), Vec::new());
        for _ in self.rounds() {
            ours.push(self.page(&files, json!({}))?.cpu());
            let (cpu, found) = peers.run(&squad)?;
            same_means(&squad.name, &found, &known)?;
            theirs.push(cpu);
            if let Ok(inspect) = &inspect {
                f1.push(peers.run(inspect)?.0 * 10.0);
            }
        }
        let what = "peer's CPU / CPU of all browser processes";
        let row = Row::new(3, what, Unit::Ratio, ratios(&theirs, &ours)).at_least(40.0);
        rows.push(
            row.note(note.map_or(squad.name.clone(), |why| format!("{}: {why}", squad.name))),
        );
        let each = |cpu: &[f64]| per_question(cpu, questions);
        rows.push(Row::new(3, "peer", Unit::PerQuestion, each(&theirs)));
        rows.push(Row::new(3, "browser, all processes", Unit::PerQuestion, each(&ours)));
        match inspect {
            Ok(peer) => {
                let row =
                    Row::new(3, "second peer's CPU / browser's", Unit::Ratio, ratios(&f1, &ours));
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

    fn ratios(&mut self) -> Result<Vec<Row>> {
        let questions = self.options.questions;
        let files = self.files(Shape::Base, questions)?;
        let mut rows = self.same_source(&files)?;
        let mut native = vec![];
        let (mut pages, mut reading) = (Vec::new(), Vec::new());
        if self.options.skip_browser {
            rows.push(Row::missing(4, "browser", "left out by --skip-browser"));
            return Ok(rows);
        }
        for round in 0..=self.options.rounds {
            let check = self.native(Task::Check, &files)?;
            let page = self.page(&files, json!({}))?;
            let read = self.browser()?.read(&files)?;
            if round > 0 {
                native.push(check.cpu.unwrap_or(f64::NAN));
                pages.push(page);
                reading.push(read);
            }
        }
        let all: Vec<f64> = pages.iter().map(Scored::cpu).collect();
        let row =
            Row::new(4, "browser / native (scoredrop check)", Unit::Ratio, ratios(&all, &native));
        rows.push(row.at_most(1.8));
        let row =
            Row::new(4, "browser / merely reading the files", Unit::Ratio, ratios(&all, &reading));
        rows.push(row.at_most(3.0));
        let part =
            |pointer: &str| -> Vec<f64> { pages.iter().map(|page| page.number(pointer)).collect() };
        let parts = [
            ("native (scoredrop check)", native),
            ("browser, all processes", all),
            ("of that: scorer's thread", part("/cpu_of/scorer")),
            ("of that: page's process with it", part("/cpu_of/renderer")),
            ("of that: browser's process", part("/cpu_of/browser")),
            ("merely reading the files", reading),
        ];
        let row = |(what, cpu): (&str, Vec<f64>)| {
            Row::new(4, what, Unit::PerQuestion, per_question(&cpu, questions))
        };
        rows.extend(parts.into_iter().map(row));
        Ok(rows)
    }

    /// One program, natively and as WebAssembly.
    fn same_source(&mut self, files: &[PathBuf]) -> Result<Vec<Row>> {
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

    fn measure_stages(&mut self, files: &[PathBuf]) -> Result<()> {
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

    fn two_workers(&mut self) -> Result<Vec<Row>> {
        let many = self.options.many();
        let mut rows = Vec::new();
        for shape in [Shape::Base, Shape::Shuffled] {
            let files = self.files(shape, many)?;
            let mut rounds: [Vec<Scored>; 2] = Default::default();
            for _ in self.rounds() {
                for (workers, rounds) in [1, 2].iter().zip(&mut rounds) {
                    rounds.push(self.page(&files, json!({ "workers": workers }))?);
                }
            }
            let [one, two] = &rounds;
            let of = |figure: fn(&Scored) -> f64| {
                let each = |rounds: &[Scored]| rounds.iter().map(figure).collect::<Vec<f64>>();
                ratios(&each(two), &each(one))
            };
            let scorers =
                |rounds: &[Scored]| rounds.first().map_or(f64::NAN, |one| one.number("/scorers"));
            let words = format!("{}, {} questions", shape.words(), grouped(many));
            let what = format!("2 processors / 1, {words}");
            let row = Row::new(5, what, Unit::WallRatio, of(|scored| scored.round.wall));
            rows.push(row.at_most(0.6).at_size(many >= MANY).note(format!(
                "workers of the page: {} and {}",
                scorers(two),
                scorers(one)
            )));
            let what = format!("CPU of the same, {}", shape.words());
            rows.push(Row::new(5, what, Unit::Ratio, of(Scored::cpu)));
            let what = format!("memory above idle of the same, {}", shape.words());
            rows.push(Row::new(5, what, Unit::Ratio, of(Scored::above_idle)));
        }
        Ok(rows)
    }

    fn memory(&mut self) -> Result<Vec<Row>> {
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
        let aim = 64.0 * f64::from(1 << 20) + 120.0 * many as f64;
        let megabytes = above.iter().map(|above| above / MEGA).collect();
        let row = Row::new(6, what, Unit::Ratio, share).at_most(0.35).at_size(many >= MANY);
        Ok(vec![
            row,
            Row::new(6, "peak above idle", Unit::Megabytes, megabytes)
                .note(format!("aim: {:.0} MB", aim / MEGA)),
            native,
        ])
    }

    fn long_tasks(&mut self) -> Result<Vec<Row>> {
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

    fn first_view(&mut self) -> Result<Vec<Row>> {
        let dist = root().join("dist");
        let [page, both] = sizes::first_visit(&dist)?.map(|bytes| bytes as f64);
        let [page_limit, both_limit] =
            [sizes::PAGE_LIMIT, sizes::SCORER_LIMIT].map(|limit| limit as f64);
        let mut rows = vec![
            Row::new(8, "page, Brotli", Unit::Bytes, vec![page]).at_most(page_limit),
            Row::new(8, "page and scorer, Brotli", Unit::Bytes, vec![both])
                .at_most(both_limit)
                .note("aim: 250 000"),
        ];
        if self.options.skip_browser {
            return Ok(rows);
        }
        let minimal = browser::minimal()?;
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        for round in 0..=self.options.rounds {
            let own = self.browser()?.start_page(&dist)?;
            let other = self.browser()?.start_page(&minimal)?;
            if round > 0 {
                ours.push(own);
                theirs.push(other);
            }
        }
        let row = Row::new(
            8,
            "interactive / minimal Leptos page",
            Unit::WallRatio,
            ratios(&ours, &theirs),
        );
        rows.push(row.at_most(1.5).note("CPU 4 times slower, 9 Mbit/s, 170 ms, cold, Brotli"));
        rows.push(Row::new(8, "interactive", Unit::Wall, ours));
        rows.push(Row::new(8, "minimal Leptos page interactive", Unit::Wall, theirs));
        Ok(rows)
    }

    fn reports(&mut self) -> Result<Vec<Row>> {
        let questions = (self.options.questions / 10).max(1);
        let mut rows = Vec::new();
        for shape in [Shape::Base, Shape::Shuffled] {
            let files = self.files(shape, questions)?;
            let folder = self.folder.clone();
            let out = |name: &str| folder.join(format!("report-{name}.json"));
            let native_out = out("native");
            native::report(self.program()?, &files, &native_out)?;
            let known = read(&native_out)?;
            let outs = [1, 2, 4].map(|workers| (workers, out(&workers.to_string())));
            let mut differ = Vec::new();
            for (workers, out) in outs {
                self.page(&files, json!({ "workers": workers, "report": out }))?;
                if read(&out)? != known {
                    differ.push(workers.to_string());
                }
            }
            let what = format!("reports unlike the native one, {}", shape.words());
            let row = Row::new(9, what, Unit::Count, vec![differ.len() as f64]).at_most(0.0);
            rows.push(if differ.is_empty() {
                row.note(format!("1, 2 and 4 processors, {} questions", grouped(questions)))
            } else {
                row.note(format!("with {} processors", differ.join(", ")))
            });
        }
        rows.push(Row::missing(
            9,
            "slices of any size",
            "a law: tests/laws.rs, slices_do_not_matter",
        ));
        Ok(rows)
    }

    fn resampling(&mut self) -> Result<Vec<Row>> {
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

/// Bytes of files.
pub(super) fn bytes(files: &[PathBuf]) -> f64 {
    files.iter().filter_map(|path| path.metadata().ok()).map(|data| data.len() as f64).sum()
}

fn read(path: &Path) -> Result<Vec<u8>> {
    std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
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
