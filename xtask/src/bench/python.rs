//! Measures the Python package: beside Hugging Face evaluate, in one Python process, in turns; on the engines that it
//! has functions for; and merging parts.

use super::rows::{PER_SECOND, Row, TIMES};
use crate::system::{command, run};
use crate::{Result, root, tools, wheel};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Lines, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

/// The Python that has other people's scorers.
pub(super) fn peers() -> Result<PathBuf> {
    let [list, alone] = ["requirements", "alone"].map(|list| format!("xtask/peers/{list}.txt"));
    tools::python("peers", Some(&list), Some(&alone))
}

/// The program that asks them.
pub(super) fn measure() -> PathBuf {
    root().join("xtask/peers/measure.py")
}

/// The CPU time that evaluate needs for exact match and F1 of the files, divided by what the
/// package needs.
pub(super) fn rows(files: &[PathBuf], rounds: usize) -> Result<Vec<Row>> {
    let python = peers()?;
    let package = wheel::build(&wheel::python()?, wheel::Speed::Release)?;
    let install = ["-m", "pip", "install", "--quiet", "--force-reinstall", "--no-deps"];
    run(command(&python, &install).arg(package))?;

    let mut partner = Partner::start(&python)?;
    let (theirs, note) = match partner.prepare("huggingface", files) {
        Ok(name) => (("huggingface", name), None),
        Err(why) => {
            let name = partner.prepare("official", files)?;
            (("official", name), Some(format!("; evaluate's metric could not be had: {why}")))
        }
    };
    let ways = [
        ("python_lists", "EM and F1 from lists", Some(20.0)),
        ("python_arrow", "EM and F1 from Arrow", Some(30.0)),
        ("python_report", "the whole report from Arrow", None),
    ];
    for (way, ..) in ways {
        partner.prepare(way, files)?;
    }
    let mut values = [const { Vec::new() }; 3];
    for round in 0..=rounds {
        let peer = partner.run(theirs.0, "cpu")?;
        for (own, (way, ..)) in values.iter_mut().zip(ways) {
            let ratio = peer / partner.run(way, "cpu")?;
            // The first turn warms up.
            if round > 0 {
                own.push(ratio);
            }
        }
    }
    let note = format!("{}{}", theirs.1, note.unwrap_or_default());
    let row = |(values, (_, what, least)): (Vec<f64>, (&str, &str, Option<f64>))| Row {
        at_least: least,
        questions: Some(1e5),
        note: Some(note.clone()),
        ..Row::new(format!("peer's CPU / Python package's, {what}"), TIMES, values)
    };
    Ok(values.into_iter().zip(ways).map(row).collect())
}

/// Questions in a second of one processor: those of the engines, which use all processors of this machine.
pub(super) fn engines(files: &[PathBuf], questions: u64, rounds: usize) -> Result<Vec<Row>> {
    let processors = std::thread::available_parallelism().map_or(1, usize::from) as f64;
    let mut partner = Partner::with_package()?;
    let mut rows = Vec::new();
    for engine in ["ray", "spark"] {
        let name = partner.prepare(engine, files);
        let measured = name.and_then(|name| {
            let turn = |_| Ok(questions as f64 / partner.run(engine, "wall")? / processors);
            Ok(Row::new(name, PER_SECOND, (0..rounds).map(turn).collect::<Result<_>>()?))
        });
        rows.push(measured.unwrap_or_else(Row::missing));
    }
    Ok(rows)
}

/// The time of merging parts into a report, by their number.
pub(super) fn merging(files: &[PathBuf], rounds: usize) -> Result<Vec<Row>> {
    let mut partner = Partner::with_package()?;
    let row = |count: u16| {
        let peer = format!("parts_{count}");
        let name = partner.prepare(&peer, files)?;
        let values = (0..rounds).map(|_| partner.run(&peer, "cpu")).collect::<Result<_>>()?;
        let row =
            Row::new(format!("{count} parts, read, merged and made a report"), "CPU s", values);
        Ok(Row { note: Some(name), ..row })
    };
    [1, 10, 100, 1000].into_iter().map(row).collect()
}

/// A running `measure.py`.
struct Partner {
    child: Child,
    input: ChildStdin,
    answers: Lines<BufReader<ChildStdout>>,
    /// The means that the first scorer has found; all others have to find the same.
    found: Option<[f64; 2]>,
}

impl Partner {
    /// Starts the Python that tests the package, with the package as people get it.
    fn with_package() -> Result<Self> {
        let python = wheel::python()?;
        wheel::install(&python, wheel::Speed::Release)?;
        Self::start(&python)
    }

    fn start(python: &Path) -> Result<Self> {
        let mut start = command(python, &[]);
        start.arg(measure()).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = start.spawn().map_err(|error| format!("measure.py: {error}"))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("measure.py has no input or output".to_owned());
        };
        Ok(Self { child, input, answers: BufReader::new(output).lines(), found: None })
    }

    fn ask(&mut self, task: &Value) -> Result<Value> {
        let failed = |error: &dyn std::error::Error| format!("measure.py: {error}");
        writeln!(self.input, "{task}").map_err(|error| failed(&error))?;
        let line = self.answers.next().ok_or("measure.py has ended")?;
        let line = line.map_err(|error| failed(&error))?;
        let answer: Value = serde_json::from_str(&line).map_err(|error| failed(&error))?;
        match answer["failed"].as_str() {
            Some(why) => Err(why.to_owned()),
            None => Ok(answer),
        }
    }

    /// Gives a scorer the files in its own form; returns its name.
    fn prepare(&mut self, peer: &str, files: &[PathBuf]) -> Result<String> {
        let answer = self.ask(&json!({ "do": "prepare", "peer": peer, "files": files }))?;
        Ok(answer["name"].as_str().unwrap_or(peer).to_owned())
    }

    /// Seconds of scoring by a clock, `cpu` or `wall`. Fails if a scorer finds other means than the first one.
    fn run(&mut self, peer: &str, clock: &str) -> Result<f64> {
        let answer = self.ask(&json!({ "do": "run", "peer": peer }))?;
        let found = ["exact_match", "f1"].map(|key| answer["found"][key].as_f64());
        let [Some(exact), Some(f1)] = found else {
            return Err(format!("{peer} gives no exact match and F1: {}", answer["found"]));
        };
        let first = *self.found.get_or_insert([exact, f1]);
        // Other scorers add in another order.
        if (first[0] - exact).abs() > 1e-9 * first[0] || (first[1] - f1).abs() > 1e-9 * first[1] {
            return Err(format!("{peer} finds {exact} and {f1}, the peer {first:?}"));
        }
        answer[clock].as_f64().ok_or_else(|| format!("{peer} names no time"))
    }
}

impl Drop for Partner {
    fn drop(&mut self) {
        // The process ends when its input ends, so an error here does not matter.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
