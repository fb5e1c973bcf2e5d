//! The page in a browser, driven by `tests/browser/bench.mjs`.

use super::partner::Partner;
use super::{PRESET, Round};
use crate::system::command;
use crate::{Result, build, root, test};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

pub(super) struct Browser {
    node: Partner,
    /// Its name and version.
    pub(super) version: String,
}

impl Browser {
    /// Starts it; builds `dist/` where it is absent.
    pub(super) fn start() -> Result<Self> {
        if root().join("dist/index.html").is_file() {
            println!("dist/ is measured as it stands; `cargo xtask dist` renews it");
        } else {
            build::page(build::Optimise::Yes)?;
        }
        let tools = test::browser_tools()?;
        let mut bench = command(tools.node, &["bench.mjs"]);
        bench.current_dir(&tools.place).env("CHROMIUM", tools.chromium);
        let mut node = Partner::start("the browser", &mut bench)?;
        let hello = node.ask(&json!({ "task": "hello" }))?;
        let version = format!("Chromium {}", hello["browser"].as_str().unwrap_or_default());
        Ok(Self { node, version })
    }

    /// Scores files on a page of their own, by the command's preset: `more` names what else is to be done
    /// there.
    pub(super) fn score(&mut self, files: &[PathBuf], more: Value) -> Result<Scored> {
        let mut task = json!({ "task": "score", "files": files, "preset": PRESET });
        if let (Some(task), Value::Object(more)) = (task.as_object_mut(), more) {
            task.extend(more);
        }
        Scored::new(self.node.ask(&task)?)?.by_the_preset()
    }

    /// Scores files on a page that has scored them before, and leaves the preset to the page.
    pub(super) fn drop(&mut self, files: &[PathBuf]) -> Result<Scored> {
        Scored::new(self.node.ask(&json!({ "task": "score", "files": files, "again": true }))?)
    }

    /// Many runs, until all that follows is there.
    pub(super) fn board(&mut self, files: &[PathBuf]) -> Result<Scored> {
        let task = json!({ "task": "board", "files": files, "preset": PRESET });
        Scored::new(self.node.ask(&task)?)?.by_the_preset()
    }

    /// Only reads the files: CPU seconds of all processes.
    pub(super) fn read(&mut self, files: &[PathBuf]) -> Result<f64> {
        let answer = self.node.ask(&json!({ "task": "read", "files": files }))?;
        answer["cpu"].as_f64().ok_or_else(|| "the browser told no time".to_owned())
    }

    /// Seconds until a page can be used and until its scorer is there, throttled.
    pub(super) fn start_page(&mut self, folder: &Path) -> Result<[f64; 2]> {
        let answer = self.node.ask(&json!({ "task": "start", "folder": folder }))?;
        serde_json::from_value(answer)
            .map_err(|error| format!("the browser told no times: {error}"))
    }
}

/// What came of files on a page.
#[derive(Debug)]
pub(super) struct Scored {
    pub(super) round: Round,
    json: Value,
}

impl Scored {
    fn new(json: Value) -> Result<Self> {
        let official = serde_json::from_value(json["official"].clone()).unwrap_or_default();
        let number = |key: &str| json[key].as_f64();
        let round = Round {
            wall: number("wall").ok_or("the browser told no time")?,
            cpu: number("cpu"),
            peak: json["peak"].as_u64(),
            official,
        };
        Ok(Self { round, json })
    }

    fn by_the_preset(self) -> Result<Self> {
        let own = &self.json["preset"];
        if own == PRESET {
            Ok(self)
        } else {
            Err(format!("the page scored by {own}, the command by {PRESET}"))
        }
    }

    pub(super) fn cpu(&self) -> f64 {
        self.round.cpu.unwrap_or(f64::NAN)
    }

    /// A number by its place in the answer.
    pub(super) fn number(&self, pointer: &str) -> f64 {
        self.json.pointer(pointer).and_then(Value::as_f64).unwrap_or(f64::NAN)
    }

    pub(super) fn numbers(&self, pointer: &str) -> Vec<f64> {
        let all = self.json.pointer(pointer).and_then(Value::as_array);
        all.into_iter().flatten().filter_map(Value::as_f64).collect()
    }

    /// A number of each object of a list.
    pub(super) fn each(&self, pointer: &str, key: &str) -> Vec<f64> {
        let all = self.json.pointer(pointer).and_then(Value::as_array);
        all.into_iter().flatten().filter_map(|one| one[key].as_f64()).collect()
    }

    /// Peak memory above what the page had before, in bytes.
    pub(super) fn above_idle(&self) -> f64 {
        self.round.peak.map_or(f64::NAN, |peak| peak as f64) - self.number("/idle")
    }
}
