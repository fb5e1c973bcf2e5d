//! `cargo xtask bench`: what scoring costs, natively and in the browser, as a table of goals. Things that are
//! compared are measured alternately. `cargo bench` measures single stages.

#[path = "../../benches/files/mod.rs"]
mod files;
pub(crate) mod math;
mod python;
mod rows;

use crate::system::{self, command, output};
use crate::{Result, build, root, sizes, test};
use clap::builder::RangedU64ValueParser;
use files::Shape;
use rows::{PER_SECOND, QUIET, Row, TIMES};
use serde_json::json;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

/// The preset that the generated files are scored by.
const PRESET: &str = "squad-v1";

/// The goals by number. The fifth was about several workers, which were removed; the others keep their numbers.
const GOALS: [u8; 12] = [1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13];

/// The layouts that must not be much slower than the base layout.
const SHAPES: [Shape; 9] = [
    Shape::Shuffled,
    Shape::ThreeRuns,
    Shape::Crlf,
    Shape::NonAscii,
    Shape::LongPredictions,
    Shape::LongGolds,
    Shape::Duplicates,
    Shape::OneLine,
    Shape::Documents,
];
/// By how many times a byte in another layout may cost more than in the base layout.
const CLIFF: f64 = 3.0;
/// The layouts that a page is given as well.
const ON_THE_PAGE: [Shape; 4] =
    [Shape::Shuffled, Shape::NonAscii, Shape::LongPredictions, Shape::OneLine];

/// What is measured.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Options {
    /// Questions of the generated files
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(10..))]
    questions: u64,
    /// How often everything is measured
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    rounds: usize,
    /// Measures natively alone
    #[arg(long)]
    skip_browser: bool,
    /// Numbers of goals; all if none is given
    #[arg(long, value_name = "GOAL,..", value_delimiter = ',', value_parser = clap::value_parser!(u8).range(1..=13))]
    only: Vec<u8>,
    /// Takes a million questions if the goal is about them
    #[arg(long)]
    big: bool,
    /// Fails if a ratio misses its goal by 1.3 times
    #[arg(long)]
    check: bool,
    /// Where the figures are written
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

/// Generates, measures, prints.
pub(crate) fn run(options: &Options) -> Result<()> {
    // A layout that is far too slow is so in any profile, and a release build takes minutes.
    let profile = if options.check { "light" } else { "release" };
    system::run(&mut command("cargo", &["build", "--profile", profile, "--bin", "scoredrop"]))?;
    let program = format!("{profile}/scoredrop{}", std::env::consts::EXE_SUFFIX);
    let mut lab = Lab { options, program: target()?.join(program), made: BTreeMap::new() };
    if !options.skip_browser && !root().join("dist/index.html").is_file() {
        build::page(build::Optimise::Yes)?;
    }
    println!(
        "{}; {} generated questions, {} rounds\n\n{:>2}  {:<56}{:>10}{:>10}{:>10}  {:<10}  verdict",
        machine(),
        options.questions,
        options.rounds,
        "",
        "goal",
        "median",
        "min",
        "max",
        "goal"
    );
    let mut all: Vec<Row> = Vec::new();
    let mut begun = others();
    for goal in GOALS.into_iter().filter(|goal| options.is_wanted(*goal)) {
        let mut rows = lab.natively(goal)?;
        if !options.skip_browser {
            // A goal that cannot be measured here does not stop the others.
            rows.extend(lab.in_browser(goal).unwrap_or_else(|why| vec![Row::missing(why)]));
        }
        let ended = others();
        for row in rows {
            let measured = options.questions_of(goal);
            let row = Row { goal, measured, others: [begun, ended], ..row };
            println!("{}", row.line());
            all.push(row);
        }
        begun = ended;
    }
    println!("\nwall time counts if others keep at most {QUIET} processors busy, else it is noisy");
    let usual = target()?.join("bench/report.json");
    let file = options.json.as_deref().unwrap_or(&usual);
    write_json(
        file,
        &json!({ "version": env!("CARGO_PKG_VERSION"), "about": machine(), "rows": all }),
    )?;
    let failed: Vec<&str> = all.iter().filter(|row| row.fails()).map(|row| &*row.what).collect();
    if options.check && !failed.is_empty() {
        return Err(format!("missed by far: {}", failed.join("; ")));
    }
    Ok(())
}

impl Options {
    fn is_wanted(&self, goal: u8) -> bool {
        self.only.is_empty() || self.only.contains(&goal)
    }

    /// Questions that a goal is measured with.
    fn questions_of(&self, goal: u8) -> u64 {
        if self.big && [6, 7].contains(&goal) { 1_000_000 } else { self.questions }
    }
}

/// What a measurement needs, made when it is first needed.
struct Lab<'a> {
    options: &'a Options,
    /// The command line.
    program: PathBuf,
    made: BTreeMap<String, Vec<PathBuf>>,
}

impl Lab<'_> {
    /// Files in each layout, made once.
    fn files(&mut self, shape: Shape, questions: u64) -> Result<Vec<PathBuf>> {
        let name = format!("{}-{questions}", name(shape));
        if let Some(made) = self.made.get(&name) {
            return Ok(made.clone());
        }
        let folder = target()?.join("bench").join(&name);
        let made = files::write(&folder, shape, questions);
        let made = made.map_err(|error| format!("{}: {error}", folder.display()))?;
        self.made.insert(name, made.clone());
        Ok(made)
    }

    fn base(&mut self) -> Result<Vec<PathBuf>> {
        self.files(Shape::Base, self.options.questions)
    }

    /// The rows of a goal for which no browser is needed.
    fn natively(&mut self, goal: u8) -> Result<Vec<Row>> {
        match goal {
            8 => weight(),
            10 => self.shapes(),
            11 => {
                let base = self.base()?;
                let rounds = self.turns(&base, &base, [Task::Score, Task::Check])?;
                let values = rounds.into_iter().map(|[all, headline]| all - headline).collect();
                let what = "10 000 draws and the report, after the headline, natively";
                let row = Row::new(what, "CPU s", values);
                Ok(vec![Row { at_most: Some(0.5), questions: Some(1e5), ..row }])
            }
            // A peer that cannot be installed here does not stop the other measurements.
            12 => {
                let rows = python::rows(&self.base()?, self.options.rounds);
                Ok(rows.unwrap_or_else(|why| vec![Row::missing(why)]))
            }
            13 => {
                let (base, questions, rounds) =
                    (self.base()?, self.options.questions, self.options.rounds);
                let turns = self.turns(&base, &base, [Task::Score, Task::Check])?;
                let own = turns.into_iter().map(|[score, _]| questions as f64 / score).collect();
                let mut rows = vec![Row::new("the command line, JSON Lines", PER_SECOND, own)];
                for part in
                    [python::engines(&base, questions, rounds), python::merging(&base, rounds)]
                {
                    rows.extend(part.unwrap_or_else(|why| vec![Row::missing(why)]));
                }
                Ok(rows)
            }
            _ => Ok(Vec::new()),
        }
    }

    /// What files in other layouts cost compared with the base layout in the same round.
    fn shapes(&mut self) -> Result<Vec<Row>> {
        let (questions, base) = (self.options.questions, self.base()?);
        let known = self.official(&base)?;
        let mut rows = Vec::new();
        for shape in SHAPES.into_iter().chain([Shape::Csv]) {
            let files = self.files(shape, questions)?;
            let is_same = [Shape::Shuffled, Shape::Crlf, Shape::Documents, Shape::Csv];
            if is_same.contains(&shape) && self.official(&files)? != known {
                return Err(format!("{} has another score than the base", name(shape)));
            }
            let rounds = self.turns(&files, &base, [Task::Check; 2])?;
            // CSV is compared with JSON Lines row by row, because both have the same number of rows.
            let (most, bytes, unit) = match shape {
                Shape::Csv => (1.0, 1.0, "row"),
                _ => (CLIFF, bytes(&files) / bytes(&base), "byte"),
            };
            let values = rounds.into_iter().map(|[cpu, by_base]| cpu / by_base / bytes).collect();
            let what = format!("{} / base, for a {unit}, natively", name(shape));
            rows.push(Row { at_most: Some(most), ..Row::new(what, TIMES, values) });
        }
        Ok(rows)
    }

    /// CPU seconds of two runs of the command line that alternate, after a warm-up turn that does not count.
    fn turns(&self, one: &[PathBuf], other: &[PathBuf], tasks: [Task; 2]) -> Result<Vec<[f64; 2]>> {
        let turn = || Ok([self.cpu(tasks[0], one)?, self.cpu(tasks[1], other)?]);
        turn()?;
        (0..self.options.rounds).map(|_| turn()).collect()
    }

    fn scoredrop(&self, arguments: &[&str], files: &[PathBuf]) -> std::process::Command {
        let mut scoredrop = command(&self.program, arguments);
        scoredrop.args(["--preset", PRESET, "--gold"]).arg(&files[0]);
        scoredrop.arg("--predictions").args(&files[1..]);
        scoredrop
    }

    /// The output of the reference script for files.
    fn official(&self, files: &[PathBuf]) -> Result<String> {
        let printed = output(&mut self.scoredrop(&["score", "--format", "official"], files));
        printed.ok_or_else(|| format!("{} cannot be scored", files[0].display()))
    }

    fn cpu(&self, task: Task, files: &[PathBuf]) -> Result<f64> {
        let arguments: &[&str] = match task {
            Task::Check => &["check"],
            Task::Score => &["score", "--format", "official"],
        };
        let before = children_seconds();
        let mut scoredrop = self.scoredrop(arguments, files);
        let status = scoredrop.stdout(Stdio::null()).stderr(Stdio::null()).status();
        match status {
            Ok(status) if status.success() => Ok(children_seconds() - before),
            Ok(status) => Err(format!("scoredrop: {status}")),
            Err(error) => Err(format!("scoredrop: {error}")),
        }
    }

    /// The rows of a goal by `tests/browser/bench.mjs`.
    fn in_browser(&mut self, goal: u8) -> Result<Vec<Row>> {
        let (questions, many) = (self.options.questions, self.options.questions_of(goal));
        let shapes: &[Shape] = if goal == 10 { &ON_THE_PAGE } else { &[] };
        let mut by_shape = serde_json::Map::new();
        for shape in shapes {
            by_shape.insert(name(*shape), json!(self.files(*shape, questions)?));
        }
        let peers = match goal {
            3 => vec![python::peers()?, python::measure()],
            _ => Vec::new(),
        };
        let given = json!({
            "questions": questions,
            "many": many,
            "rounds": self.options.rounds,
            "folder": target()?.join("bench"),
            "peers": peers,
            "files": {
                "base": self.base()?,
                "tenth": self.files(Shape::Base, questions / 10)?,
                "many": self.files(Shape::Base, many)?,
                "shuffled_tenth": self.files(Shape::Shuffled, questions / 10)?,
                "twenty": if goal == 11 { self.files(Shape::TwentyRuns, questions)? } else { Vec::new() },
                "shapes": by_shape,
            },
        });
        let tools = test::browser_tools()?;
        let mut bench = command(tools.node, &["bench.mjs", &goal.to_string(), &given.to_string()]);
        bench.current_dir(&tools.place).env("CHROMIUM", tools.chromium);
        let done = bench.env("SCOREDROP", &self.program).stderr(Stdio::inherit()).output();
        let printed = done.map_err(|error| format!("bench.mjs: {error}"))?.stdout;
        let printed = String::from_utf8_lossy(&printed);
        let rows = printed.lines().last().and_then(|line| serde_json::from_str(line).ok());
        rows.ok_or_else(|| "the browser could not be measured: see above".to_owned())
    }
}

/// The command that the command line runs.
#[derive(Clone, Copy)]
enum Task {
    /// Read, join and score, as far as the page's headline.
    Check,
    /// All of that, and the intervals of every mean.
    Score,
}

fn name(shape: Shape) -> String {
    format!("{shape:?}")
}

/// The size of a first visit, if the page is built.
fn weight() -> Result<Vec<Row>> {
    let dist = root().join("dist");
    if !dist.join("index.html").is_file() {
        return Ok(vec![Row::missing("dist/ is not built".to_owned())]);
    }
    let [program, all] = sizes::first_visit(&dist)?.map(|bytes| bytes as f64);
    let row = |what: &str, bytes, most: usize| Row {
        at_most: Some(most as f64),
        ..Row::new(what, "bytes", vec![bytes])
    };
    Ok(vec![
        row("page program, Brotli", program, sizes::PAGE_PROGRAM),
        row("first visit, Brotli", all, sizes::FIRST_VISIT),
    ])
}

/// The folder with everything that is built, which also contains this program.
pub(crate) fn target() -> Result<PathBuf> {
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    own.ancestors().nth(2).map(Path::to_owned).ok_or_else(|| "where is target/?".to_owned())
}

/// Bytes of files.
fn bytes(files: &[PathBuf]) -> f64 {
    files.iter().filter_map(|path| path.metadata().ok()).map(|data| data.len() as f64).sum()
}

/// CPU time of the child processes that have ended, in seconds; NaN if the system does not report it.
fn children_seconds() -> f64 {
    #[cfg(unix)]
    {
        use nix::sys::resource::{UsageWho, getrusage};
        use nix::sys::time::TimeValLike;
        let Ok(usage) = getrusage(UsageWho::RUSAGE_CHILDREN) else { return f64::NAN };
        let both = [usage.user_time(), usage.system_time()];
        both.iter().map(|time| time.num_microseconds() as f64 / 1e6).sum()
    }
    #[cfg(not(unix))]
    f64::NAN
}

/// How many processors other programs keep busy: measured over two seconds in which nothing is done here, one
/// second after the last measurement. NaN if the system does not report it.
fn others() -> f64 {
    let rest = |seconds| std::thread::sleep(Duration::from_secs(seconds));
    rest(1);
    let before = uptime();
    rest(2);
    let count = std::thread::available_parallelism().map_or(1, usize::from) as f64;
    let both = before.zip(uptime());
    both.map_or(f64::NAN, |(before, after)| count - (after[1] - before[1]) / (after[0] - before[0]))
}

/// Seconds since the machine was started, and how many of these were idle, summed over all processors.
fn uptime() -> Option<[f64; 2]> {
    let text = std::fs::read_to_string("/proc/uptime").ok()?;
    let mut numbers = text.split_whitespace().map_while(|word| word.parse().ok());
    Some([numbers.next()?, numbers.next()?])
}

/// Load average over a minute; NaN if the system does not report it.
fn load() -> f64 {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split_whitespace().next().and_then(|word| word.parse().ok()).unwrap_or(f64::NAN)
}

/// The machine in words.
fn machine() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let model = model.map_or(String::new(), |(_, model)| format!(" ({})", model.trim()));
    let count = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{count} processors{model}, {}", std::env::consts::OS)
}

fn write_json(file: &Path, value: &serde_json::Value) -> Result<()> {
    let failed = |error: std::io::Error| format!("{}: {error}", file.display());
    file.parent().map_or(Ok(()), std::fs::create_dir_all).map_err(failed)?;
    std::fs::write(file, format!("{value:#}\n")).map_err(failed)?;
    println!("\nwritten to {}", file.display());
    Ok(())
}
