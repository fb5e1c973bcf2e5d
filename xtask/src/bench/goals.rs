//! How each goal is measured.

use super::browser::{Browser, Scored};
use super::figures::{Row, Unit};
use super::native::{self, Task};
use super::shape::{self, Shape};
use super::stages::Stages;
use super::{Options, Round, same_score};
use crate::agreement::grouped;
use crate::{Result, root, sizes};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

pub(super) const MEGA: f64 = 1e6;

/// What is needed to measure, made when it is first needed.
pub(super) struct Lab<'a> {
    pub(super) options: &'a Options,
    program: Option<PathBuf>,
    folder: PathBuf,
    browser: Option<Browser>,
    pub(super) stages: Option<Stages>,
    files: BTreeMap<(String, u64), Vec<PathBuf>>,
    /// Official blocks by gold file.
    scores: BTreeMap<PathBuf, Vec<(String, String)>>,
    pub(super) stages_of: [Value; 2],
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

    pub(super) fn rounds(&self) -> std::ops::Range<usize> {
        0..self.options.rounds
    }

    /// Measures in every round, after one that warms caches and does not count.
    pub(super) fn warmed<T>(
        &mut self,
        mut measure: impl FnMut(&mut Self) -> Result<T>,
    ) -> Result<Vec<T>> {
        measure(self)?;
        self.rounds().map(|_| measure(self)).collect()
    }

    /// The command line.
    fn program(&mut self) -> Result<&Path> {
        if self.program.is_none() {
            // A cliff is one by any profile, and a release takes minutes to build.
            let profile = if self.options.check { "light" } else { "release" };
            self.program = Some(native::build(profile)?);
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

    fn first_view(&mut self) -> Result<Vec<Row>> {
        let dist = root().join("dist");
        let [program, all] = sizes::first_visit(&dist)?.map(|bytes| bytes as f64);
        let [program_limit, all_limit] =
            [sizes::PAGE_PROGRAM, sizes::FIRST_VISIT].map(|limit| limit as f64);
        let mut rows = vec![
            Row::new(8, "page program, Brotli", Unit::Bytes, vec![program]).at_most(program_limit),
            Row::new(8, "first visit, Brotli", Unit::Bytes, vec![all]).at_most(all_limit),
        ];
        if self.options.skip_browser {
            return Ok(rows);
        }
        let times = self.warmed(|lab| lab.browser()?.start_page(&dist))?;
        let note = "CPU 4 times slower, 10 Mbit/s, 40 ms, cold, Brotli";
        for (place, what) in ["page answers", "ready to score"].into_iter().enumerate() {
            let times = times.iter().map(|both| both[place]).collect();
            rows.push(Row::new(8, what, Unit::Wall, times).note(note));
        }
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
            let of_page = out("page");
            self.page(&files, json!({ "report": of_page }))?;
            let differ = f64::from(u8::from(read(&of_page)? != known));
            let what = format!("reports unlike the native one, {}", shape.words());
            let row = Row::new(9, what, Unit::Count, vec![differ]).at_most(0.0);
            rows.push(row.note(format!("{} questions", grouped(questions))));
        }
        rows.push(Row::missing(
            9,
            "slices of any size",
            "a law: tests/laws/laws.rs, slices_do_not_matter",
        ));
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
