//! Other people's scorers, from Python's package index, in a Python of their own.

use super::partner::Partner;
use crate::system::command;
use crate::{Result, tools};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

const FOLDER: &str = "xtask/peers";

/// One of them, with its questions in memory.
pub(super) struct Peer {
    id: &'static str,
    /// What is run, with its version.
    pub(super) name: String,
}

/// All that could be had.
pub(super) struct Peers {
    python: Partner,
}

impl Peers {
    pub(super) fn start() -> Result<Self> {
        let (list, alone) = (format!("{FOLDER}/requirements.txt"), format!("{FOLDER}/alone.txt"));
        let python = tools::python("peers", Some(&list), Some(&alone))?;
        let mut measure = command(python, &[&format!("{FOLDER}/measure.py")]);
        measure.stderr(std::process::Stdio::null());
        Ok(Self { python: Partner::start("Python", &mut measure)? })
    }

    /// Reads the files for a peer, which is an error where it is not there.
    pub(super) fn prepare(&mut self, id: &'static str, files: &[PathBuf]) -> Result<Peer> {
        let files: Vec<&Path> = files.iter().map(PathBuf::as_path).collect();
        let question = json!({ "do": "prepare", "peer": id, "files": files });
        let answer = self.python.ask(&question)?;
        let [name, python] = ["name", "python"].map(|key| answer[key].as_str().unwrap_or_default());
        Ok(Peer { id, name: format!("{name}, Python {python}") })
    }

    /// CPU seconds of one run, and what it found.
    pub(super) fn run(&mut self, peer: &Peer) -> Result<(f64, Value)> {
        let mut answer = self.python.ask(&json!({ "do": "run", "peer": peer.id }))?;
        let cpu = answer["cpu"].as_f64().ok_or("a peer told no time")?;
        Ok((cpu, answer["found"].take()))
    }
}
