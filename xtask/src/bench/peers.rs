//! Other people's scorers, from Python's package index, in a Python of their own.

use super::partner::Partner;
use crate::system::{command, find, run};
use crate::{Result, root};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

const FOLDER: &str = "xtask/peers";

/// A Python of its own with what a list names in it, made once and anew where the list has changed.
/// `alone` is a list of packages of which only the files are wanted.
pub(super) fn environment(name: &str, list: &str, alone: Option<&str>) -> Result<PathBuf> {
    let place = root().join("target/tools").join(name);
    let programs = place.join(if cfg!(windows) { "Scripts" } else { "bin" });
    let python = programs.join(format!("python{}", std::env::consts::EXE_SUFFIX));
    let wanted: String = std::iter::once(list)
        .chain(alone)
        .filter_map(|list| std::fs::read_to_string(root().join(list)).ok())
        .collect();
    let kept = place.join("installed.txt");
    if python.is_file() && std::fs::read_to_string(&kept).is_ok_and(|there| there == wanted) {
        return Ok(python);
    }
    let how = |error: String| {
        format!(
            "{error}\nit takes Python 3.10 or newer with venv and pip (python3 -m venv {}), and PyPI, from \
             which it installs {list}",
            place.display()
        )
    };
    let system = ["python3", "python"].into_iter().find_map(find);
    let system = system.ok_or_else(|| how("there is no Python here".to_owned()))?;
    run(command(system, &["-m", "venv"]).arg(&place)).map_err(how)?;
    let install = ["-m", "pip", "install", "--quiet", "--requirement"];
    run(command(&python, &install).arg(list)).map_err(how)?;
    if let Some(alone) = alone {
        run(command(&python, &install).arg(alone).arg("--no-deps")).map_err(how)?;
    }
    std::fs::write(&kept, wanted).map_err(|error| error.to_string())?;
    Ok(python)
}

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
        let python = environment("peers", &list, Some(&alone))?;
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
