//! `cargo xtask bench`: what scoring costs, natively and in the browser, on generated files, as a table
//! of goals. Equal scores are asserted before any time is believed; what is compared is measured in turns.

mod browser;
mod cost;
mod figures;
mod generate;
mod goals;
pub(crate) mod math;
mod native;
mod page;
mod partner;
mod peers;
mod shape;
mod shapes;
pub(crate) mod stages;

use crate::agreement::grouped;
use crate::{Result, root};
use clap::builder::RangedU64ValueParser;
use figures::{QUIET, Row};
use goals::Lab;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The preset that the generated files are scored by.
const PRESET: &str = "squad-v1";

/// How many questions the goals of most rows are about, and of the rest with `--big`.
const QUESTIONS: u64 = 100_000;
const MANY: u64 = 1_000_000;

const ROUNDS: usize = 5;

/// The goals by number. The fifth was about several workers, which were given up; the others keep theirs.
const GOALS: [u8; 10] = [1, 2, 3, 4, 6, 7, 8, 9, 10, 11];

/// What is measured.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Options {
    /// Questions of the generated files
    #[arg(long, value_name = "N", default_value_t = QUESTIONS, value_parser = clap::value_parser!(u64).range(1..))]
    questions: u64,
    /// How often everything is measured
    #[arg(long, value_name = "N", default_value_t = ROUNDS, value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    rounds: usize,
    /// Measures natively alone
    #[arg(long)]
    skip_browser: bool,
    /// Numbers of goals; all where none is given
    #[arg(long, value_name = "GOAL,..", value_delimiter = ',', value_parser = clap::value_parser!(u8).range(1..=11))]
    only: Vec<u8>,
    /// A million questions where the goal is about them
    #[arg(long)]
    big: bool,
    /// Fails where a ratio misses its goal by 1.3 times
    #[arg(long)]
    check: bool,
    /// Where the figures are written
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

impl Options {
    fn wants(&self, goal: u8) -> bool {
        self.only.is_empty() || self.only.contains(&goal)
    }

    /// Questions of the goals that are about a million.
    fn many(&self) -> u64 {
        if self.big { MANY } else { self.questions }
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
pub(crate) fn run(options: &Options) -> Result<()> {
    let mut lab = Lab::new(options)?;
    let before = load();
    println!("{}\n", lab.about());
    println!(
        "{:>2}  {:<56}{:>10}{:>10}{:>10}  {:<10}  verdict",
        "", "goal", "median", "min", "max", "goal"
    );
    let mut rows: Vec<Row> = Vec::new();
    let mut begun = others();
    for goal in GOALS.into_iter().filter(|goal| options.wants(*goal)) {
        let measured = lab.measure(goal);
        let ended = others();
        // What cannot be measured here stops nothing else.
        let measured = measured.unwrap_or_else(|words| vec![Row::missing(goal, "", words)]);
        for row in measured {
            let row = Row { others: [begun, ended], ..row };
            println!("{}", row.line());
            if let Some(note) = &row.note {
                println!("    ({note})");
            }
            rows.push(row);
        }
        begun = ended;
    }
    println!(
        "\nload average {} before and {} after, all of this included; wall time counts where others keep no \
         more than {QUIET} processors busy before and after a goal, else it is noisy",
        figures::figure(before),
        figures::figure(load())
    );
    let report = json!({
        "version": env!("CARGO_PKG_VERSION"),
        "about": lab.about(),
        "questions": options.questions,
        "rounds": options.rounds,
        "rows": rows.iter().map(Row::to_json).collect::<Vec<_>>(),
        "stages": lab.stages_measured(),
    });
    let file = match &options.json {
        Some(file) => file.clone(),
        None => target()?.join("bench/report.json"),
    };
    stages::write_json(&file, &report)?;
    let failed: Vec<&str> =
        rows.iter().filter(|row| row.fails()).map(|row| row.what.as_str()).collect();
    if options.check && !failed.is_empty() {
        return Err(format!("missed by far: {}", failed.join("; ")));
    }
    Ok(())
}

/// The folder of everything built, which this program stands in.
pub(crate) fn target() -> Result<PathBuf> {
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    own.ancestors().nth(2).map(Path::to_owned).ok_or_else(|| "where is target/?".to_owned())
}

/// Load average over a minute; NaN where the system does not tell.
fn load() -> f64 {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split_whitespace().next().and_then(|word| word.parse().ok()).unwrap_or(f64::NAN)
}

/// How many processors others keep busy: looked at for two seconds in which nothing is done here, a second
/// after whatever was. NaN where the system does not tell.
fn others() -> f64 {
    let rest = |seconds| std::thread::sleep(Duration::from_secs(seconds));
    rest(1);
    let before = uptime();
    rest(2);
    let count = std::thread::available_parallelism().map_or(1, usize::from) as f64;
    let both = before.zip(uptime());
    both.map_or(f64::NAN, |(before, after)| count - (after[1] - before[1]) / (after[0] - before[0]))
}

/// Seconds since the machine was started, and of these those in which processors had nothing to do, of all
/// of them together.
fn uptime() -> Option<[f64; 2]> {
    let text = std::fs::read_to_string("/proc/uptime").ok()?;
    let mut numbers = text.split_whitespace().map_while(|word| word.parse().ok());
    Some([numbers.next()?, numbers.next()?])
}

/// The machine in words.
fn machine() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let model = model.map_or(String::new(), |(_, model)| format!(" ({})", model.trim()));
    let count = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{count} processors{model}, {}", std::env::consts::OS)
}

/// What `dist/` is: nobody can tell by what profile it was built, but its size does.
fn dist() -> Option<String> {
    let folder = root().join("dist");
    let bytes = folder.join("scoredrop-worker_bg.wasm").metadata().ok()?.len();
    Some(format!("dist/ with a scorer of {} bytes of WebAssembly", grouped(bytes)))
}

/// Whether two official blocks are the same, in every digit.
fn same_score(what: &str, found: &[(String, String)], known: &[(String, String)]) -> Result<()> {
    if found == known && !known.is_empty() {
        return Ok(());
    }
    Err(format!("{what} scored {found:?}, the command line {known:?}"))
}

/// What a value is called and is, for messages.
fn member(block: &Value, key: &str) -> f64 {
    block[key].as_f64().unwrap_or(f64::NAN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_have_to_be_the_same() {
        let block = |value: &str| vec![("f1".to_owned(), value.to_owned())];
        assert_eq!(same_score("x", &block("1.5"), &block("1.5")), Ok(()));
        assert!(same_score("x", &block("1.5"), &block("1.50")).is_err());
        assert!(same_score("x", &[], &[]).is_err());
    }
}
