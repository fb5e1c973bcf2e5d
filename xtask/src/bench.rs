//! `cargo xtask bench`: what scoring costs, natively and in the browser, on generated files. Equal
//! scores are asserted; speed is only printed.

mod generate;
pub(crate) mod math;
mod native;

use crate::agreement::grouped;
use crate::system::command;
use crate::{Result, build, root, test};
use native::Task;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Stdio;

/// The preset that the page takes for the generated files.
const PRESET: &str = "squad-v1";
const NATIVE_ROUNDS: usize = 7;
const BROWSER_ROUNDS: usize = 5;
const MEGA: f64 = 1e6;

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Options {
    pub(crate) questions: u64,
    pub(crate) skip_browser: bool,
}

impl Options {
    /// Reads the arguments of the command.
    pub(crate) fn read(mut arguments: &[&str]) -> Result<Self> {
        let mut options = Self { questions: 100_000, skip_browser: false };
        loop {
            arguments = match arguments {
                [] => return Ok(options),
                ["--skip-browser", rest @ ..] => {
                    options.skip_browser = true;
                    rest
                }
                ["--questions", number, rest @ ..] => {
                    options.questions = number
                        .parse()
                        .ok()
                        .filter(|number| *number > 0)
                        .ok_or_else(|| format!("{number} is not a number of questions"))?;
                    rest
                }
                [other, ..] => return Err(format!("bench does not know {other}")),
            };
        }
    }
}

/// One measurement: seconds, bytes, and the official block.
#[derive(Debug)]
struct Round {
    wall: f64,
    /// `None` where the system does not tell.
    cpu: Option<f64>,
    peak: Option<u64>,
    official: Vec<(String, String)>,
}

/// Generates, measures, compares the scores, prints.
pub(crate) fn run(options: Options) -> Result<()> {
    let files = generate::write(&target()?.join("bench"), options.questions)?;
    let sizes = files.each_ref().map(|path| path.metadata().map_or(0, |data| data.len()));
    let program = native::build()?;
    // The first round warms the file cache and is not counted.
    native::round(&program, Task::Check, &files)?;
    let before = load();
    let several = |task: Task| -> Result<Vec<Round>> {
        (0..NATIVE_ROUNDS).map(|_| native::round(&program, task, &files)).collect()
    };
    let (check, native) = (several(Task::Check)?, several(Task::Score)?);
    let browser = if options.skip_browser { Vec::new() } else { browser(&files)? };
    let scores = &native[0].official;
    for (place, round) in native.iter().chain(browser.iter().map(|(round, _)| round)).enumerate() {
        if round.official != *scores {
            return Err(format!(
                "round {place} scored {:?}, the first one {scores:?}",
                round.official
            ));
        }
    }
    let bytes = sizes[0] + sizes[1];
    println!(
        "{} questions, {:.1} MB (gold {:.1}, predictions {:.1}), generated from a fixed seed",
        grouped(options.questions),
        bytes as f64 / MEGA,
        sizes[0] as f64 / MEGA,
        sizes[1] as f64 / MEGA
    );
    let scores: Vec<String> = scores.iter().map(|(key, value)| format!("{key} {value}")).collect();
    let both = if browser.is_empty() { "" } else { ", the same natively and in the browser" };
    println!("{PRESET}: {}{both}", scores.join(", "));
    println!(
        "{} processors, load average {before} before and {} after",
        std::thread::available_parallelism().map_or(1, usize::from),
        load()
    );
    let work = Work { questions: options.questions as f64, bytes: bytes as f64 };
    println!("\n{:<38}{:>10}{:>10}{:>10}", "", "median", "min", "max");
    println!("native: read, join and score (scoredrop check), {NATIVE_ROUNDS} rounds");
    work.print(&check.iter().collect::<Vec<_>>(), "peak memory, MB");
    println!("native: all of a report, with intervals (scoredrop score), {NATIVE_ROUNDS} rounds");
    work.print(&native.iter().collect::<Vec<_>>(), "peak memory, MB");
    if !browser.is_empty() {
        println!("browser: from files given to headline, {BROWSER_ROUNDS} rounds, a new page each");
        let rounds: Vec<&Round> = browser.iter().map(|(round, _)| round).collect();
        work.print(&rounds, "peak memory of the renderer, MB");
        let page = |key: &str| -> Vec<f64> {
            browser.iter().filter_map(|(_, json)| json[key].as_f64()).collect()
        };
        print_row(
            "of that before the files, MB",
            page("idle").into_iter().map(|bytes| bytes / MEGA).collect(),
        );
        print_row("until all that follows is done, s", page("complete"));
        println!("long tasks (over 50 ms) on the page's own thread, all rounds together");
        for phase in ["scoring", "scrolling", "sorting", "filtering"] {
            println!("{}", long_tasks(phase, &browser));
        }
    }
    Ok(())
}

/// What the rates are about.
struct Work {
    questions: f64,
    bytes: f64,
}

impl Work {
    fn print(&self, rounds: &[&Round], memory: &str) {
        let wall: Vec<f64> = rounds.iter().map(|round| round.wall).collect();
        print_row("wall time, s", wall.clone());
        print_row("CPU time of all processes, s", rounds.iter().filter_map(|r| r.cpu).collect());
        print_row("questions per second", wall.iter().map(|wall| self.questions / wall).collect());
        print_row("MB per second", wall.iter().map(|wall| self.bytes / MEGA / wall).collect());
        print_row(memory, rounds.iter().filter_map(|r| r.peak).map(|b| b as f64 / MEGA).collect());
    }
}

fn print_row(name: &str, mut values: Vec<f64>) {
    values.sort_by(f64::total_cmp);
    let shown = match (values.first(), values.last()) {
        (Some(min), Some(max)) => {
            let [median, min, max] = [values[values.len() / 2], *min, *max].map(figure);
            format!("{median:>10}{min:>10}{max:>10}")
        }
        _ => format!("{:>10}", "not known"),
    };
    println!("  {name:<36}{shown}");
}

/// About three digits.
fn figure(value: f64) -> String {
    if value >= 1000.0 {
        #[allow(clippy::cast_sign_loss, reason = "times and sizes")]
        return grouped(value.round() as u64);
    }
    let digits = if value >= 100.0 {
        0
    } else if value >= 10.0 {
        1
    } else {
        2
    };
    format!("{value:.digits$}")
}

fn long_tasks(phase: &str, rounds: &[(Round, Value)]) -> String {
    let tasks: Vec<f64> = rounds
        .iter()
        .filter_map(|(_, json)| json["long_tasks"][phase].as_array())
        .flatten()
        .filter_map(Value::as_f64)
        .collect();
    let longest = tasks.iter().copied().fold(0.0, f64::max) * 1000.0;
    match tasks.len() {
        0 => format!("  {phase:<36}{:>10}", "none"),
        count => format!("  {phase:<36}{count:>10}   longest {longest:.0} ms"),
    }
}

/// Measures `dist/` as it stands; builds it where it is absent.
fn browser(files: &[PathBuf; 2]) -> Result<Vec<(Round, Value)>> {
    if root().join("dist/index.html").is_file() {
        println!("dist/ is measured as it stands; `cargo xtask dist` renews it");
    } else {
        build::page(build::Optimise::IfPossible)?;
    }
    let tools = test::browser_tools()?;
    let mut node = command(tools.node, &["bench.mjs"]);
    node.args(files).arg(BROWSER_ROUNDS.to_string());
    node.current_dir(&tools.place).env("CHROMIUM", tools.chromium);
    let output = node.stderr(Stdio::inherit()).output().map_err(|error| error.to_string())?;
    let printed = String::from_utf8_lossy(&output.stdout);
    let rounds: Vec<Value> =
        serde_json::from_str(printed.lines().last().unwrap_or_default()).unwrap_or_default();
    if !output.status.success() || rounds.is_empty() {
        return Err("the browser could not be measured".to_owned());
    }
    rounds.into_iter().map(round).collect()
}

fn round(json: Value) -> Result<(Round, Value)> {
    if json["preset"] != PRESET {
        return Err(format!("the page scored by {}, the command by {PRESET}", json["preset"]));
    }
    let official = serde_json::from_value(json["official"].clone()).unwrap_or_default();
    let number = |key: &str| json[key].as_f64();
    let round = Round {
        wall: number("wall").ok_or("the browser told no time")?,
        cpu: number("cpu"),
        peak: json["peak"].as_u64(),
        official,
    };
    Ok((round, json))
}

/// The folder of everything built, which this program stands in.
pub(crate) fn target() -> Result<PathBuf> {
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    own.ancestors().nth(2).map(Path::to_owned).ok_or_else(|| "where is target/?".to_owned())
}

/// Load averages over 1, 5 and 15 minutes.
fn load() -> String {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let words: Vec<&str> = text.split_whitespace().take(3).collect();
    if words.is_empty() { "not known".to_owned() } else { words.join(" ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_read() {
        let options = |questions, skip_browser| Options { questions, skip_browser };
        assert_eq!(Options::read(&[]), Ok(options(100_000, false)));
        let given = ["--skip-browser", "--questions", "7"];
        assert_eq!(Options::read(&given), Ok(options(7, true)));
        assert!(Options::read(&["--questions", "0"]).is_err());
        assert!(Options::read(&["--questions"]).is_err());
    }

    #[test]
    fn figures_are_short() {
        let shown = [0.1234, 9.996, 12.34, 123.4, 54321.9].map(figure);
        assert_eq!(shown, ["0.12", "10.00", "12.3", "123", "54 322"]);
    }
}
