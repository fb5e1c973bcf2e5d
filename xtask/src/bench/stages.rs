//! `cargo xtask bench stages`: nanoseconds a question for every stage, natively and as WebAssembly, beside
//! what memory itself takes.

use super::figures::{figure, median};
use super::shape::{self, Shape};
use crate::agreement::grouped;
use crate::system::{command, output, run};
use crate::{Result, build, root, tools};
use serde_json::Value;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

const PACKAGE: &str = "scoredrop-stages";

/// The stages in the order of the table: name, words, whether it is a part of the way to the headline.
const STAGES: [(&str, &str, bool); 13] = [
    ("memory copied", "memory, copied", false),
    ("memory summed", "memory, read and summed", false),
    ("newlines", "line ends found", false),
    ("utf8", "UTF-8 checked", false),
    ("read", "files read", true),
    ("parse", "lines, UTF-8, JSON, table", true),
    ("join", "joined", true),
    ("score", "normalised, compared", true),
    ("aggregate", "means, counts, official block", true),
    ("headline", "**until the headline**", true),
    ("normalise", "of that: normal form of predictions", false),
    ("normalise golds", "of that: normal form of one gold each", false),
    ("overlap", "of that: overlap with one gold each", false),
];
const INTERVALS: (&str, &str) = ("intervals", "intervals, after the headline");

/// The program of the stages, natively and, where the compiler's target can be had, as WebAssembly.
pub(super) struct Stages {
    native: PathBuf,
    module: std::result::Result<PathBuf, String>,
    node: Option<PathBuf>,
}

impl Stages {
    pub(super) fn build() -> Result<Self> {
        run(&mut command("cargo", &["build", "--release", "-p", PACKAGE]))?;
        let program = format!("release/{PACKAGE}{}", std::env::consts::EXE_SUFFIX);
        let native = super::target()?.join(program);
        Ok(Self { native, module: module(), node: crate::system::find("node") })
    }

    /// Measures once natively.
    pub(super) fn native(&self, files: &[PathBuf], rounds: usize) -> Result<Value> {
        measure(command(&self.native, &[]).args(files).arg(rounds.to_string()), "natively")
    }

    /// Measures once as WebAssembly.
    pub(super) fn wasm(&self, files: &[PathBuf], rounds: usize) -> Result<Value> {
        let module = self.module.as_ref().map_err(Clone::clone)?;
        let node = self.node.as_ref().ok_or("Node.js is not here")?;
        let mut node = command(node, &["--no-warnings"]);
        node.arg(root().join("xtask/stages/run.mjs")).arg(module).args(files);
        measure(node.arg(rounds.to_string()), "as WebAssembly")
    }
}

fn measure(program: &mut std::process::Command, how: &str) -> Result<Value> {
    let failed = || format!("the stages could not be measured {how}");
    serde_json::from_str(&output(program).ok_or_else(failed)?).map_err(|_| failed())
}

/// Compiled as the worker is and optimised likewise, for a host that has files.
fn module() -> std::result::Result<PathBuf, String> {
    const TARGET: &str = "wasm32-wasip1";
    tools::target(TARGET)?;
    let built = ["build", "--profile", "worker", "--target", TARGET, "-p", PACKAGE];
    run(&mut command("cargo", &built))?;
    let module = super::target()?.join(TARGET).join("worker").join(format!("{PACKAGE}.wasm"));
    let mut wasm_opt = tools::wasm_opt()?;
    // Under the worker's own name it is optimised as the worker is.
    let file = "scoredrop-worker_bg.wasm";
    let folder = super::target()?.join("bench/wasi");
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    std::fs::create_dir_all(&folder).map_err(failed)?;
    std::fs::copy(module, folder.join(file)).map_err(failed)?;
    run(wasm_opt.args(build::wasm_opt_arguments(file)).current_dir(&folder))?;
    Ok(folder.join(file))
}

/// Seconds of a stage, one a round.
pub(super) fn seconds(measured: &Value, stage: &str) -> Vec<f64> {
    let all = measured["seconds"][stage].as_array();
    all.into_iter().flatten().filter_map(Value::as_f64).collect()
}

/// Both must have found the same.
pub(super) fn equal(native: &Value, wasm: &Value) -> Result<()> {
    if native["found"] == wasm["found"] {
        return Ok(());
    }
    Err(format!("natively {}, as WebAssembly {}", native["found"], wasm["found"]))
}

/// Prints the table, in Markdown.
pub(super) fn table(questions: u64, native: &Value, wasm: Option<&Value>) -> String {
    let mut text = "| stage | native, ns/question | MB/s | wasm, ns/question | wasm / native |\n\
                    |---|--:|--:|--:|--:|\n"
        .to_owned();
    let bytes = native["bytes"].as_f64().unwrap_or(f64::NAN);
    let memory = native["memory"].as_f64().unwrap_or(f64::NAN);
    let stages = STAGES.iter().map(|(stage, words, _)| (*stage, *words));
    for (stage, words) in stages.chain([INTERVALS]) {
        let ours = median(&seconds(native, stage));
        let theirs = wasm.map(|wasm| median(&seconds(wasm, stage)));
        let of_memory = stage.starts_with("memory");
        let done = if of_memory { memory } else { bytes };
        // Of memory itself what as many bytes as the files' would take.
        let scale = if of_memory { bytes / memory } else { 1.0 };
        let each = |seconds: f64| figure(seconds * scale / questions as f64 * 1e9);
        let rate = figure(done / ours / 1e6);
        let [other, ratio] = theirs.map_or_else(
            || ["–".to_owned(), "–".to_owned()],
            |theirs| [each(theirs), figure(theirs / ours)],
        );
        let ours = each(ours);
        let _ = writeln!(text, "| {words} | {ours} | {rate} | {other} | {ratio} |");
    }
    text
}

/// Measures in turns and prints.
pub(crate) fn print(options: &super::Options) -> Result<()> {
    let stages = Stages::build()?;
    let folder = super::target()?.join("bench/base");
    let files = shape::write(&folder, Shape::Base, options.questions)?;
    let before = super::load();
    let (mut native, mut wasm) = (Value::Null, None);
    for _ in 0..options.rounds.div_ceil(ROUNDS) {
        gather(&mut native, stages.native(&files, ROUNDS)?);
        match stages.wasm(&files, ROUNDS) {
            Ok(measured) => {
                equal(&native, &measured)?;
                gather(wasm.get_or_insert(Value::Null), measured);
            }
            Err(words) => println!("{words}"),
        }
    }
    let shown = |load: f64| figure(load);
    println!(
        "{} questions, {} MB; CPU time, medians of {} rounds natively and as WebAssembly in turns; load \
         average {} before and {} after\n",
        grouped(options.questions),
        figure(native["bytes"].as_f64().unwrap_or(f64::NAN) / 1e6),
        seconds(&native, "headline").len(),
        shown(before),
        shown(super::load()),
    );
    print!("{}", table(options.questions, &native, wasm.as_ref()));
    if let Some(file) = &options.json {
        write_json(file, &serde_json::json!({ "native": native, "wasm": wasm }))?;
    }
    Ok(())
}

/// Rounds in one process.
pub(super) const ROUNDS: usize = 5;

/// Adds the rounds of a later process.
pub(super) fn gather(all: &mut Value, more: Value) {
    if all.is_null() {
        *all = more;
        return;
    }
    let Some(stages) = all["seconds"].as_object_mut() else { return };
    for (stage, rounds) in stages {
        if let (Value::Array(rounds), Value::Array(more)) = (rounds, &more["seconds"][stage]) {
            rounds.extend(more.iter().cloned());
        }
    }
}

pub(super) fn write_json(file: &Path, value: &Value) -> Result<()> {
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder).map_err(|error| error.to_string())?;
    }
    std::fs::write(file, format!("{value:#}\n"))
        .map_err(|error| format!("{}: {error}", file.display()))?;
    println!("\nwritten to {}", file.display());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn rounds_are_gathered_and_shown() {
        let measured = |read: f64| json!({ "bytes": 1e6, "memory": 1e6, "found": "x", "seconds": { "read": [read] } });
        let mut all = Value::Null;
        gather(&mut all, measured(0.001));
        gather(&mut all, measured(0.003));
        assert_eq!(seconds(&all, "read"), [0.001, 0.003]);
        let wasm = measured(0.004);
        assert_eq!(equal(&all, &wasm), Ok(()));
        let table = table(1_000, &all, Some(&wasm));
        assert!(table.contains("| files read | 2 000 | 500 | 4 000 | 2.00 |"), "{table}");
    }
}
