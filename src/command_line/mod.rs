//! The command line: arguments and printing only. It drives the same session as the page.

mod bundle;
mod conditions;
mod drop;
mod host;
mod merge;
mod out;
mod python;
mod verify;

use crate::base::diagnostic::{Code, Diagnostic, Severity, by_kind};
use crate::base::digits::grouped;
use crate::base::error::Error;
use crate::base::json_text::json_text;
use crate::base::limit::{MOST_FILES, too_many};
use crate::base::types::{ColumnChoice, Field, JoinBy, Parts, Role, VariantArray as _};
use crate::preset::{Preset, Settings, own, presets, resolve, schema};
use crate::report::forms::Wanted;
use crate::session::file::{name_of, split, unreadable};
use crate::session::protocol::{Choices, ExportFormat};
use crate::session::report;
use crate::table::whole_text;
use crate::{File, Partial, Report, headline_by, inspect, part_of_files};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args, CommandFactory as _, FromArgMatches as _, Parser, Subcommand, ValueEnum};
use conditions::Condition;
pub use conditions::baseline;
use itertools::Itertools as _;
use out::write_out;
use python::Scripted;
use same_file::is_same_file;

use crate::session::Session;
use std::collections::BTreeMap;
use std::error::Error as _;
use std::ffi::OsString;
use std::fmt::Display;
use std::io::{Read as _, Write};
use std::path::{Path, PathBuf};

/// Score predictions against a benchmark's gold answers exactly as the official scorer does.
#[derive(Parser)]
#[command(version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Detect which file is which and which benchmark they belong to, then score them. Exits with code 4
    /// if you have to answer a question first.
    Drop(Box<drop::Drop>),
    /// Score predictions with the preset that you name, and write a report.
    Score(Box<Score>),
    /// Read and join the files and count the outcome of every row, without printing a score.
    Check(Check),
    /// Make a folder that scores submissions to your benchmark in the browser, or check one.
    Host(Box<host::Host>),
    /// Score predictions, and write them to a submission bundle with the report and your description.
    Bundle(Box<bundle::Submission>),
    /// Make a web page that ranks the systems of several submission bundles.
    Leaderboard(bundle::Leaderboard),
    /// Merge partial results, which score --partial writes, into one report.
    Merge(Box<merge::Merge>),
    /// Re-score the files and compare with a report, a bundle or a signature. Exits with code 0 if
    /// identical, 1 if not.
    Verify(verify::Verify),
    /// List the presets.
    Presets {
        /// Print them as JSON.
        #[arg(long)]
        json: bool,
        /// Print the JSON Schema of preset files instead, for use in an editor.
        #[arg(long, conflicts_with = "json")]
        schema: bool,
    },
    /// Check a preset and print it as JSON.
    Preset {
        /// Id of a preset, or a preset file of your own.
        #[arg(value_name = "ID or FILE")]
        preset: String,
        /// Change a setting before printing, for example articles=keep. Repeatable.
        #[arg(long, value_name = "KEY=VALUE", value_parser = setting)]
        set: Vec<(String, String)>,
    },
}

#[derive(Args)]
struct Files {
    /// Gold file. FILE#MEMBER names one file in a ZIP archive or one sheet of a workbook.
    #[arg(long, value_name = "FILE", required_unless_present_any = ["table", "scorer"])]
    gold: Option<PathBuf>,
    /// One or more prediction files. Each file is a separate run, and so is each file in a ZIP archive.
    #[arg(long, value_name = "FILE", required_unless_present_any = ["table", "submitted"], num_args = 1..)]
    predictions: Vec<PathBuf>,
    /// One file that holds gold answers and predictions side by side.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["gold", "predictions", "scorer"])]
    table: Option<PathBuf>,
    /// Score as the hosted scorer in this folder, or as this scorer.json, says. The gold file is the one
    /// next to it.
    #[arg(long, value_name = "DIR or FILE")]
    scorer: Option<PathBuf>,
    /// Track of the hosted scorer, if it has several.
    #[arg(long, value_name = "NAME", requires = "scorer")]
    track: Option<String>,
    /// Prediction files, if they are not given with --predictions.
    #[arg(value_name = "PREDICTIONS", conflicts_with_all = ["predictions", "table"])]
    submitted: Vec<PathBuf>,
    /// File with the probability that each question has no answer (SQuAD 2.0).
    #[arg(long, value_name = "FILE")]
    na_prob: Option<PathBuf>,
    #[command(flatten)]
    read: Read,
}

/// Overrides for how files are read.
#[derive(Args)]
struct Read {
    /// How to join gold answers and predictions [default: the key with the best evidence].
    #[arg(long, value_name = "KEY")]
    join: Option<JoinBy>,
    /// Read a field from this column, for example gold.answers=Answer. Repeatable: for further fields,
    /// or for a key made of several columns.
    #[arg(long, value_name = "ROLE.FIELD=COLUMN", value_parser = column_choice)]
    map: Vec<ColumnChoice>,
}

impl Files {
    /// Lists every file with its role, in the order in which the session numbers them.
    fn given(&self) -> impl Iterator<Item = (Role, &Path)> {
        let sides = [
            (Role::Gold, self.gold.as_slice()),
            (Role::Predictions, self.predictions.as_slice()),
            (Role::Predictions, self.submitted.as_slice()),
            (Role::Table, self.table.as_slice()),
            (Role::NaProb, self.na_prob.as_slice()),
        ];
        sides
            .into_iter()
            .flat_map(|(role, paths)| paths.iter().map(move |path| (role, path.as_path())))
    }
}

#[derive(Args)]
struct Score {
    #[command(flatten)]
    scoring: Scoring,
    /// Compare the verdicts with those of another rule on the same answers: a preset, a preset file, a
    /// script in Python (FILE.py), or stored for the verdicts in the predictions. The report then lists
    /// every question on which they differ. For a condition of --fail-if, agreement is the share of
    /// questions on which they agree.
    #[arg(long, value_name = "PRESET, FILE.py or stored")]
    against: Option<String>,
    /// Exit with code 3 if this condition holds. METRIC<LIMIT (or <=, >, >=) holds if the mean of any run
    /// is beyond the limit; shares run from 0 to 1. worse-than-baseline holds if any run is clearly worse
    /// than the baseline by the preset's first metric. Repeatable; one condition that holds is enough.
    #[arg(long, value_name = "CONDITION")]
    fail_if: Vec<Condition>,
    /// If the files hold only a part of the questions: write a partial result to this file. scoredrop
    /// merge makes one report from the partial results of all parts. A report of this part alone is
    /// written only if --out names a file.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["against", "fail_if"])]
    partial: Option<PathBuf>,
    #[command(flatten)]
    output: Output,
}

/// What is scored, and how.
#[derive(Args)]
struct Scoring {
    /// Id of a preset (`scoredrop presets` lists them), or a preset file of your own.
    #[arg(long, value_name = "ID or FILE", required_unless_present_any = ["scorer", "script"],
        conflicts_with = "script")]
    preset: Option<String>,
    #[command(flatten)]
    scripted: Scripted,
    #[command(flatten)]
    files: Files,
    /// Change a setting of the preset, for example articles=keep. Repeatable.
    #[arg(long, value_name = "KEY=VALUE", value_parser = setting)]
    set: Vec<(String, String)>,
    /// Seed for the intervals that are computed by resampling [default: 0].
    #[arg(long, value_parser = seed)]
    seed: Option<u64>,
    /// Run to compare the other runs with [default: the first run].
    #[arg(long, value_name = "NAME")]
    baseline: Option<String>,
    /// Add a breakdown: by a column (level), by ranges of a numeric column (length:0,10,20), or by
    /// conditions with an optional name (hard: level>=4&type=Algebra). Repeatable.
    #[arg(long, value_name = "SLICE")]
    slice: Vec<String>,
    /// Column of the gold file that groups related questions, for example by document. Intervals and
    /// tests then treat each group, not each question, as one independent observation.
    #[arg(long, value_name = "COLUMN")]
    cluster: Option<String>,
    /// Score every run a second time by another rule and list the result as a further run. The rule is
    /// another value of a setting (extract=whole), another metric in place of one (METRIC=METRIC), or
    /// another preset (preset=ID). Repeatable.
    #[arg(long, value_name = "KEY=VALUE", conflicts_with = "script")]
    twin: Vec<String>,
}

/// The format of a report and where to write it.
#[derive(Args)]
struct Output {
    /// Format of the report.
    #[arg(long, default_value = "json")]
    format: ExportFormat,
    /// Leave a part out of a JSON or HTML report: `outputs` for the models' answers, `questions` for
    /// questions, ids and gold answers. Repeatable.
    #[arg(long, value_name = "WHAT")]
    leave_out: Vec<LeaveOut>,
    /// File to write the report to [default: standard output].
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Choices in the words of the command line, for drivers that take them as text: those of `drop` and
/// `score`, and those that doubts and readings name.
#[derive(Parser)]
#[command(no_binary_name = true, disable_help_flag = true)]
struct Words {
    #[arg(long)]
    preset: Option<String>,
    #[arg(long, value_parser = setting)]
    set: Vec<(String, String)>,
    #[arg(long, default_value_t = 0, value_parser = seed)]
    seed: u64,
    #[arg(long)]
    baseline: Option<String>,
    #[arg(long)]
    slice: Vec<String>,
    #[arg(long)]
    cluster: Option<String>,
    #[arg(long)]
    twin: Vec<String>,
    #[arg(long)]
    swap: bool,
    #[command(flatten)]
    read: Read,
}

/// Reads choices in the words of the command line, such as `--set articles=keep`. Returns also whether
/// the roles of gold file and predictions are to be swapped.
///
/// # Errors
/// If the words cannot be understood, or name a preset or setting that does not exist.
pub fn choices(words: impl IntoIterator<Item = OsString>) -> Result<(Choices, bool), Error> {
    let Words { preset, set, seed, baseline, slice, cluster, twin, swap, read } =
        Words::try_parse_from(words).map_err(|error| {
            let message = error.to_string();
            let first = message.trim_start_matches("error: ").lines().next().unwrap_or_default();
            let Some(remedy) = remedy(&error) else {
                return Error::from(Diagnostic::error(Code::BadSetting, first));
            };
            // Our own parsers give only the remedy as their message.
            let first = first.strip_suffix(&remedy).unwrap_or(first).trim_end_matches(": ");
            Error::from(Diagnostic::error(Code::BadSetting, first).remedy(remedy))
        })?;
    let set: BTreeMap<String, String> = set.into_iter().collect();
    let preset = preset.map(|preset| compiled(&preset, &set)).transpose();
    let preset = preset.map_err(|(Failure::Input(error) | Failure::Usage(error))| error)?;
    let choices = Choices {
        preset: preset.map(|(preset, _)| preset),
        set,
        seed,
        baseline,
        slices: slice,
        cluster,
        twins: twin,
        columns: read.map,
        join: read.join,
        ..Choices::default()
    };
    Ok((choices, swap))
}

/// What to give instead of a value: what the command line prints on lines of their own.
fn remedy(error: &clap::Error) -> Option<String> {
    match (error.kind(), error.get(ContextKind::ValidValue)) {
        (ErrorKind::InvalidValue, Some(ContextValue::Strings(values))) => {
            Some(format!("choose one of {}", values.join(", ")))
        }
        (ErrorKind::ValueValidation, _) => error.source().map(ToString::to_string),
        _ => None,
    }
}

#[derive(Args)]
struct Check {
    /// Id of a preset, or a preset file of your own [default: the preset that fits the files].
    #[arg(long, value_name = "ID")]
    preset: Option<String>,
    #[command(flatten)]
    scripted: Scripted,
    #[command(flatten)]
    files: Files,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum LeaveOut {
    Outputs,
    Questions,
}

fn seed(text: &str) -> Result<u64, &'static str> {
    text.parse().map_err(|_| "give a whole number of 0 or more")
}

fn setting(text: &str) -> Result<(String, String), String> {
    let (key, value) = text.split_once('=').ok_or("write KEY=VALUE")?;
    Ok((key.to_owned(), value.to_owned()))
}

fn column_choice(text: &str) -> Result<ColumnChoice, String> {
    let form = "write ROLE.FIELD=COLUMN, for example gold.answers=Answer";
    let (place, column) = text.split_once('=').ok_or(form)?;
    let (role, field) = place.split_once('.').ok_or(form)?;
    let role: Role =
        role.parse().map_err(|_| "ROLE must be gold, predictions, table or na_prob")?;
    let fields = Field::VARIANTS.iter().copied().filter(|field| field.belongs_to(role));
    let field = fields.clone().find(|known| known.name() == field).ok_or_else(|| {
        let fields = fields.map(Field::name).join(", ");
        format!("FIELD of {} must be one of {}", role.name(), fields)
    })?;
    Ok(ColumnChoice { role, field, column: column.to_owned() })
}

/// The path that stands for standard input.
const STDIN: &str = "-";
/// The name of what it gives.
const STDIN_NAME: &str = "stdin";

/// Exit code of a command that did what it was asked to do.
const DONE: u8 = 0;
/// Exit code if files cannot be read in full or scored, or differ from a report.
const FAILED: u8 = 1;
/// Exit code of a command that cannot be carried out as written.
const USAGE: u8 = 2;
/// Exit code if a condition of `--fail-if` holds.
const HOLDS: u8 = 3;
/// Exit code if the user has to answer a question first.
const ASKS: u8 = 4;

/// Carries out a command. The first argument is the program's name. Returns the exit code.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    // A bundle brings its predictions.
    let cli = Cli::command().mut_subcommand("verify", |verify| {
        verify.mut_arg("predictions", |one| one.required_unless_present("report"))
    });
    let parsed = cli.try_get_matches_from(arguments);
    let command = match parsed.and_then(|found| Cli::from_arg_matches(&found)) {
        Ok(Cli { command }) => command,
        Err(error) => {
            // A closed pipe cannot be told about.
            let _ = error.print();
            return if error.use_stderr() { USAGE } else { DONE };
        }
    };
    let done = match command {
        Command::Drop(given) => drop::run(&given),
        Command::Score(score) => run_score(&score),
        Command::Check(check) => run_check(&check),
        Command::Host(given) => host::run(&given),
        Command::Bundle(given) => bundle::submit(&given),
        Command::Leaderboard(given) => bundle::leaderboard(&given),
        Command::Merge(given) => merge::run(&given),
        Command::Verify(given) => verify::run(&given),
        Command::Presets { schema: true, .. } => {
            print(&(serde_json::to_string_pretty(&schema::schema()).unwrap_or_default() + "\n"))
        }
        Command::Presets { json, .. } => print(&listed_presets(json)),
        Command::Preset { preset, set } => {
            let compiled = compiled(&preset, &set.into_iter().collect());
            compiled.and_then(|(_, settings)| print(&settings.baked()))
        }
    };
    let (error, code) = match done {
        Ok(code) => return code,
        Err(Failure::Input(error)) => (error, FAILED),
        Err(Failure::Usage(error)) => (error, USAGE),
    };
    say(&error);
    code
}

/// Why a command did nothing.
enum Failure {
    /// Files that cannot be scored.
    Input(Error),
    /// A command that cannot be carried out as written.
    Usage(Error),
}

impl Failure {
    /// Tells an option that cannot be carried out from files that cannot be scored.
    fn of_choices(error: Error) -> Self {
        let is_setting =
            |one: &Diagnostic| matches!(one.code, Code::BadSetting | Code::UnknownSetting);
        if error.problems.iter().any(is_setting) { Self::Usage(error) } else { Self::Input(error) }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Input(error)
    }
}

fn run_score(score: &Score) -> Result<u8, Failure> {
    let against = score.against.as_deref();
    let outs = score.output.out.iter().chain(&score.partial).map(PathBuf::as_path).collect_vec();
    let report = scored(&score.scoring, against, score.partial.is_some(), &outs)?;
    let session = report.session();
    if let Some(path) = &score.partial {
        merge::write(&Partial::of(&report)?, path)?;
        if score.output.out.is_none() {
            let diagnostics = session.score().map_or(&[][..], |score| &score.diagnostics);
            return Ok(tell(diagnostics, score.output.format));
        }
    }
    let holding = conditions::holding(&score.fail_if, session).map_err(Failure::Usage)?;
    let code = score.output.write(session)?;
    drop::tell_readings(session, false, "--gold and --predictions exchanged");
    let is_accepted = host::tell(session);
    for words in &holding {
        say(words);
    }
    Ok(match code {
        DONE if !is_accepted => FAILED,
        DONE if !holding.is_empty() => HOLDS,
        code => code,
    })
}

/// Scores files as the options say, and holds the score against another rule if one is named. `outs`
/// are where something will be written, which may not be one of them. `part` if the files are a part of larger ones.
fn scored(
    given: &Scoring,
    against: Option<&str>,
    part: bool,
    outs: &[&Path],
) -> Result<Report, Failure> {
    let set: BTreeMap<String, String> = given.set.iter().cloned().collect();
    let hosted = given.files.hosted()?;
    let preset = given.preset.as_deref().map(|preset| compiled(preset, &set)).transpose()?;
    for out in outs {
        let files = given.files.given().map(|(role, path)| (role.name(), path));
        let preset = given.preset.iter().map(|preset| ("preset", Path::new(preset)));
        let script = given.scripted.script.iter().map(|one| ("script", one.as_path()));
        let gold = hosted.iter().flat_map(host::Opened::given);
        keep_inputs(files.chain(preset).chain(script).chain(gold), out)?;
    }
    let rules = hosted.as_ref().map(|one| one.choices.clone()).unwrap_or_default();
    let choices = Choices {
        preset: preset.map(|(preset, _)| preset).or(rules.preset),
        set: rules.set.into_iter().chain(set).collect(),
        seed: given.seed.unwrap_or(rules.seed),
        baseline: given.baseline.clone(),
        slices: given.slice.clone(),
        cluster: given.cluster.clone().or(rules.cluster),
        twins: given.twin.clone(),
        part,
        ..rules
    };
    let (mut files, mut choices) = given.files.open(choices, hosted.as_ref())?;
    if choices.part {
        (files, choices) = part_of_files(&files, choices);
    }
    given.scripted.choose(&mut choices)?;
    host::refuse_locked(&choices)?;
    let driven = choices.clone();
    let report = given.scripted.with_driver(&driven, |driver| {
        let mut report = crate::score_by(&files, choices.clone(), driver)?;
        if let Some(rule) = against {
            hold_against(&mut report, rule, &files, choices, &given.scripted)?;
        }
        Ok(report)
    })?;
    conditions::baseline(report.session()).map_err(Failure::Usage)?;
    Ok(report)
}

/// Holds a score against another rule, and says how far they agree.
fn hold_against(
    report: &mut Report,
    rule: &str,
    files: &[File<'_>],
    choices: Choices,
    scripted: &Scripted,
) -> Result<(), Failure> {
    if rule == "stored" {
        report.hold_against_stored()?;
    } else {
        let (set, twins, slices) = (BTreeMap::new(), Vec::new(), Vec::new());
        let mut other = Choices { set, twins, slices, script: None, ..choices };
        let path = Path::new(rule);
        let mut scripted = Scripted { script: None, ..scripted.clone() };
        if path.extension().is_some_and(|end| end == "py") {
            scripted.script = Some(path.to_owned());
            scripted.choose(&mut other)?;
        } else {
            other.preset = Some(compiled(rule, &other.set)?.0);
        }
        let driven = other.clone();
        let theirs = scripted.with_driver(&driven, |driver| {
            crate::score_by(files, other, driver).map_err(Failure::from)
        })?;
        report.hold_against(&theirs, rule)?;
    }
    let against = report.session().score().and_then(|score| score.against.as_ref());
    for run in against.iter().flat_map(|against| &against.runs) {
        say(&format_args!("{} {}", run.run, run.words(rule)));
    }
    Ok(())
}

impl Output {
    /// Writes the report, and prints warnings and doubts on standard error. Returns code 0, or 1 if
    /// parts of the files could not be read.
    fn write(&self, session: &Session) -> Result<u8, Failure> {
        let diagnostics = session.score().map_or(&[][..], |score| &score.diagnostics);
        let code = tell(diagnostics, self.format);
        for reason in session.score().map_or(&[][..], |score| &score.provisional) {
            say(&format_args!("provisional: {reason}"));
            let is_it = |one: &&Diagnostic| one.code == Code::CountingIds;
            let is_of_key = reason.code().parse() == Ok(Code::CountingIds);
            let noticed = diagnostics.iter().find(is_it).filter(|_| is_of_key);
            let remedy = noticed.and_then(|one| one.remedy.as_ref());
            if let Some(remedy) = remedy {
                let words = "--join id to confirm that equal ids mean the same question, or";
                say(&format_args!("{words} {remedy}"));
            }
        }
        let parts = Parts {
            no_outputs: self.leave_out.contains(&LeaveOut::Outputs),
            no_questions: self.leave_out.contains(&LeaveOut::Questions),
        };
        let has_records = matches!(self.format, ExportFormat::Json | ExportFormat::Html);
        if !self.leave_out.is_empty() && !has_records {
            let message = "--leave-out works only with --format json or html";
            let problem = Diagnostic::error(Code::NoSuchForm, message);
            return Err(Failure::Usage(
                problem.remedy("choose one of these formats, or remove --leave-out").into(),
            ));
        }
        if let Some(reason) = report::obstacle(session, self.format) {
            return Err(Failure::Usage(Diagnostic::error(Code::NoSuchForm, reason).into()));
        }
        let wanted = Wanted { parts, ..Wanted::default() };
        write_out(self.out.as_deref(), |out| report::write(session, self.format, wanted, out))?;
        Ok(code)
    }
}

/// Prints what is to be known of a report on standard error: warnings, errors, and what its format does
/// not show. Returns code 0, or 1 if parts of the files could not be read.
fn tell(diagnostics: &[Diagnostic], format: ExportFormat) -> u8 {
    let asked = |d: &Diagnostic| match d.code {
        // An empty block would look like a failure if nothing said why.
        Code::NoOfficialBlock | Code::OrderOfSums => format == ExportFormat::Official,
        // No mean shows which kinds of refusals there are, which questions are numeric, or which
        // sheets were not read.
        Code::Refusals | Code::NumericQuestions | Code::OtherSheets | Code::ScriptPrinted => true,
        _ => false,
    };
    let told = diagnostics.iter().filter(|d| d.severity > Severity::Info || asked(d));
    for kind in by_kind(told) {
        let first = kind.listed[0];
        match kind.count {
            1 => say(first),
            count => say(&format_args!("{first} (1 of {} like this)", grouped(count as usize))),
        }
    }
    let failed = diagnostics.iter().any(|d| d.severity == Severity::Error);
    if failed { FAILED } else { DONE }
}

/// Returns the value of `--preset` in the form the session takes, and its compiled settings. An id of
/// the catalog is never read as a file. Anything else is a file if it exists or ends in `.json`.
fn compiled(given: &str, set: &BTreeMap<String, String>) -> Result<(String, Settings), Failure> {
    let known = presets().iter().any(|preset| preset.id == given);
    let path = Path::new(given);
    let named = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json"));
    let in_file = |mut error: Error| {
        error.problems.iter_mut().for_each(|problem| problem.file = Some(name_of(path)));
        Failure::Input(error)
    };
    if known || !(named || path.is_file()) {
        let settings = resolve(given).and_then(|preset| Settings::compile(&preset, set));
        return Ok((given.to_owned(), settings.map_err(Failure::Usage)?));
    }
    let bytes = std::fs::read(path).map_err(|error| Error::from(unreadable(path, &error)))?;
    let text = whole_text(&bytes).unwrap_or_default();
    let preset = own(&text).map_err(in_file)?;
    let settings = Settings::compile(&preset, set).map_err(Failure::Usage)?;
    Ok((text, settings))
}

/// Refuses to write over an input file. `given` holds each input with the name of its role.
fn keep_inputs<'a>(
    mut given: impl Iterator<Item = (&'a str, &'a Path)>,
    out: &Path,
) -> Result<(), Failure> {
    // An output file that does not exist yet cannot be an input.
    let is_out = |path: &Path| is_same_file(split(path).0, out).unwrap_or(false);
    match given.find(|(_, path)| is_out(path)) {
        None => Ok(()),
        Some((role, path)) => {
            let message = format!("--out {} would overwrite the {role} file", path.display());
            let problem = Diagnostic::error(Code::OutIsInput, message);
            Err(Failure::Usage(problem.remedy("give --out another path").into()))
        }
    }
}

fn run_check(check: &Check) -> Result<u8, Failure> {
    let none = BTreeMap::new();
    let preset = check.preset.as_deref().map(|preset| compiled(preset, &none)).transpose()?;
    let preset = preset.map(|(preset, _)| preset);
    let hosted = check.files.hosted()?;
    let rules = hosted.as_ref().map(|one| one.choices.clone()).unwrap_or_default();
    let choices = Choices { preset: preset.or(rules.preset), ..rules };
    let (files, mut choices) = check.files.open(choices, hosted.as_ref())?;
    check.scripted.choose(&mut choices)?;
    let driven = choices.clone();
    let mut session = inspect(&files, choices);
    check.scripted.with_driver(&driven, |driver| {
        headline_by(&mut session, &files, driver).map_err(Failure::from)
    })?;
    let (Some(score), Some(joined)) = (session.score(), session.joined()) else {
        return Ok(FAILED);
    };
    write_out(None, |out| {
        writeln!(out, "joined on {}: {}", joined.by.value.plural(), joined.by.reason)?;
        for (run, counts) in joined.runs.iter().zip(&score.reconciliations) {
            writeln!(out, "{}: {}", run.name, json_text(counts))?;
        }
        for diagnostic in &score.diagnostics {
            writeln!(out, "{diagnostic}")?;
        }
        score.provisional.iter().try_for_each(|reason| writeln!(out, "provisional: {reason}"))
    })?;
    let failed = score.diagnostics.iter().any(|d| d.severity == Severity::Error);
    let is_accepted = host::tell(&session);
    Ok(if failed || !is_accepted { FAILED } else { DONE })
}

impl Files {
    /// Reads the hosted scorer, if one is named.
    fn hosted(&self) -> Result<Option<host::Opened>, Failure> {
        let Some(path) = &self.scorer else { return Ok(None) };
        host::open(path, self.track.as_deref(), self.gold.as_deref()).map(Some)
    }

    /// Whether predictions are named.
    fn has_predictions(&self) -> bool {
        self.table.is_some() || !(self.predictions.is_empty() && self.submitted.is_empty())
    }

    /// Opens the files, and adds to the choices what the command line says about reading them.
    fn open(
        &self,
        mut choices: Choices,
        hosted: Option<&host::Opened>,
    ) -> Result<(Vec<File<'static>>, Choices), Failure> {
        let gold = hosted.and_then(|one| one.gold.as_deref()).map(|gold| (gold, Some(Role::Gold)));
        let given = self.given().map(|(role, path)| (path, Some(role)));
        let files = open_all(gold.into_iter().chain(given))?;
        choices.columns.extend(self.read.map.iter().cloned());
        // With one file, a column is in that file whichever role --map names.
        let sides = choices.columns.iter_mut().filter(|choice| choice.role != Role::NaProb);
        if self.table.is_some() {
            sides.for_each(|choice| choice.role = Role::Table);
        }
        choices.join = self.read.join.or(choices.join);
        Ok((files, choices))
    }
}

/// Opens files, each in its role if it has one.
///
/// # Errors
/// Lists every file that cannot be opened.
fn open_all<'a>(
    given: impl Iterator<Item = (&'a Path, Option<Role>)>,
) -> Result<Vec<File<'static>>, Error> {
    let mut opened = Vec::new();
    let mut problems = Vec::new();
    let mut took_stdin = false;
    let given: Vec<_> = given.collect();
    if given.len() > MOST_FILES {
        return Err(too_many(given.len(), "files").into());
    }
    for (path, role) in given {
        let found = if path != Path::new(STDIN) {
            File::open(path, role)
        } else if std::mem::replace(&mut took_stdin, true) {
            let message = "- names standard input twice, and it can be read only once";
            let problem = Diagnostic::error(Code::Unreadable, message).file(STDIN_NAME);
            Err(problem.remedy("save one of them to a file, and give that file").into())
        } else {
            from_stdin(role)
        };
        match found {
            Ok(found) => opened.extend(found),
            Err(error) => problems.extend(error.problems),
        }
    }
    if problems.is_empty() { Ok(opened) } else { Err(Error::new(problems)) }
}

/// Reads standard input as one file. What it is, its content decides.
fn from_stdin(role: Option<Role>) -> Result<Vec<File<'static>>, Error> {
    let mut bytes = Vec::new();
    std::io::stdin().lock().read_to_end(&mut bytes).map_err(|error| {
        let message = format!("cannot read standard input: {error}");
        Error::from(Diagnostic::error(Code::Unreadable, message).file(STDIN_NAME))
    })?;
    File::open_bytes(STDIN_NAME, bytes, None, role)
}

/// Prints a line on standard error. Ignores a closed pipe.
fn say(words: &dyn Display) {
    let _ = writeln!(std::io::stderr(), "{words}");
}

fn print(text: &str) -> Result<u8, Failure> {
    write_out(None, |out| out.write_all(text.as_bytes()))?;
    Ok(DONE)
}

fn listed_presets(as_json: bool) -> String {
    if as_json {
        let texts = presets().iter().map(Preset::text).join(",\n");
        return format!("[\n{texts}]\n");
    }
    let line = |preset: &Preset| {
        let reference = match preset.card.reproduces.as_str() {
            "" => "our own definition",
            reference => reference,
        };
        format!("{:20} {:30} {reference}\n", preset.id, preset.title)
    };
    presets().iter().map(line).collect()
}
