//! The command line: the same session as the page's, with files instead of drops.

mod conditions;
mod drop;
mod files;
mod verify;

use clap::{Args, Parser, Subcommand, ValueEnum};
use conditions::Condition;
use files::{name_of, unreadable};
use same_file::is_same_file;
use scoredrop::base::diagnostic::{Diagnostic, Severity, by_kind};
use scoredrop::base::error::Error;
use scoredrop::base::json_text::json_text;
use scoredrop::base::types::{ColumnChoice, Field, JoinBy, Parts, Role, VariantArray as _};
use scoredrop::preset::{Preset, Settings, own, presets, resolve, schema};
use scoredrop::report::forms::{self, Wanted};
use scoredrop::session::protocol::{Choices, ExportFormat};
use scoredrop::table::whole_text;

use scoredrop::session::Session;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Scores benchmark predictions against gold files exactly as the official scorers do.
#[derive(Parser)]
#[command(version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Score files without a further word: which is which, and what benchmark they are of, is found
    /// out and said. Code 4 where a question has to be answered first.
    Drop(Box<drop::Drop>),
    /// Score predictions and write a report.
    Score(Box<Score>),
    /// Read and join the files and say where every row goes, without a score.
    Check(Check),
    /// Hold a report or a signature against the files it is about: code 0 where all is equal, else 1.
    Verify(verify::Verify),
    /// List the presets.
    Presets {
        /// As JSON.
        #[arg(long)]
        json: bool,
        /// The JSON Schema of a preset instead, for editors.
        #[arg(long, conflicts_with = "json")]
        schema: bool,
    },
    /// Check a preset and print it as JSON.
    Preset {
        /// Its id, or a file of your own.
        #[arg(value_name = "ID or FILE")]
        preset: String,
        /// A setting to be written into it, as in articles=keep.
        #[arg(long, value_name = "KEY=VALUE", value_parser = setting)]
        set: Vec<(String, String)>,
    },
}

#[derive(Args)]
struct Files {
    /// The gold file. FILE#MEMBER takes a file out of a ZIP archive, or a sheet of a workbook.
    #[arg(long, value_name = "FILE", required_unless_present = "table")]
    gold: Option<PathBuf>,
    /// The predictions; several files are several runs, and so are those of a ZIP archive.
    #[arg(long, value_name = "FILE", required_unless_present = "table", num_args = 1..)]
    predictions: Vec<PathBuf>,
    /// One file that holds gold and prediction side by side.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["gold", "predictions"])]
    table: Option<PathBuf>,
    /// Probabilities that questions have no answer (SQuAD 2.0).
    #[arg(long, value_name = "FILE")]
    na_prob: Option<PathBuf>,
    #[command(flatten)]
    read: Read,
}

/// How files are read otherwise than they look.
#[derive(Args)]
struct Read {
    /// What gold and predictions are joined on; the best-evidenced key where absent.
    #[arg(long, value_name = "KEY")]
    join: Option<JoinBy>,
    /// A column, as in gold.answers=Answer; repeated for a composite key.
    #[arg(long, value_name = "ROLE.FIELD=COLUMN", value_parser = column_choice)]
    map: Vec<ColumnChoice>,
}

impl Files {
    /// Every file with its role, in the order of their numbers.
    fn given(&self) -> impl Iterator<Item = (Role, &Path)> {
        let sides = [
            (Role::Gold, self.gold.as_slice()),
            (Role::Predictions, self.predictions.as_slice()),
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
    /// Preset id (`scoredrop presets` lists them), or a file with a preset of your own.
    #[arg(long, value_name = "ID or FILE")]
    preset: String,
    #[command(flatten)]
    files: Files,
    /// A setting that differs from the preset's, as in articles=keep.
    #[arg(long, value_name = "KEY=VALUE", value_parser = setting)]
    set: Vec<(String, String)>,
    /// Seed of the resampled intervals.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// The run that the others are compared with; the first one where absent.
    #[arg(long, value_name = "NAME")]
    baseline: Option<String>,
    /// A breakdown beside those of the preset: a column (level), a numeric one with edges of buckets
    /// (length:0,10,20), or conditions, which may have a name before a colon
    /// (hard: level>=4&type=Algebra). Repeated for several.
    #[arg(long, value_name = "SLICE")]
    slice: Vec<String>,
    /// A column of the gold file that holds questions together which are right and wrong together, such
    /// as a document: intervals and tests count it, and not questions.
    #[arg(long, value_name = "COLUMN")]
    cluster: Option<String>,
    /// Scores every run a second time by another rule, as a run beside itself: a setting with another
    /// value (extract=whole), or a metric that takes the values of another one
    /// (METRIC=METRIC). Repeated for several.
    #[arg(long, value_name = "KEY=VALUE")]
    twin: Vec<String>,
    /// Ends with code 3 where it holds: METRIC<LIMIT of the mean of any run (values are 0 to 1), or
    /// worse-than-baseline, that the baseline is shown to be better than any run by the preset's
    /// first metric. Repeated, any of them is enough.
    #[arg(long, value_name = "CONDITION")]
    fail_if: Vec<Condition>,
    #[command(flatten)]
    output: Output,
}

/// Where a report goes, and in which form.
#[derive(Args)]
struct Output {
    /// Form of the report.
    #[arg(long, default_value = "json")]
    format: ExportFormat,
    /// What JSON and HTML leave out: what models answered, or questions, ids and gold answers.
    #[arg(long, value_name = "WHAT")]
    leave_out: Vec<LeaveOut>,
    /// Where to write it; standard output where absent.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Args)]
struct Check {
    /// Preset id, or a file with a preset of your own; the one that suits the files where absent.
    #[arg(long, value_name = "ID")]
    preset: Option<String>,
    #[command(flatten)]
    files: Files,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum LeaveOut {
    Outputs,
    Questions,
}

fn setting(text: &str) -> Result<(String, String), String> {
    let (key, value) = text.split_once('=').ok_or("write KEY=VALUE")?;
    Ok((key.to_owned(), value.to_owned()))
}

fn column_choice(text: &str) -> Result<ColumnChoice, String> {
    let form = "write ROLE.FIELD=COLUMN, as in gold.answers=Answer";
    let (place, column) = text.split_once('=').ok_or(form)?;
    let (role, field) = place.split_once('.').ok_or(form)?;
    let role: Role = role.parse().map_err(|_| "the role is gold, predictions, table or na_prob")?;
    let fields = Field::VARIANTS.iter().copied().filter(|field| field.belongs_to(role));
    let field = fields.clone().find(|known| known.name() == field).ok_or_else(|| {
        let fields: Vec<&str> = fields.map(Field::name).collect();
        format!("{} has the fields {}", role.name(), fields.join(", "))
    })?;
    Ok(ColumnChoice { role, field, column: column.to_owned() })
}

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Drop(given) => drop::run(&given),
        Command::Score(score) => run_score(&score),
        Command::Check(check) => run_check(&check),
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
        Err(Failure::Input(error)) => (error, 1),
        Err(Failure::Usage(error)) => (error, 2),
    };
    say(&error);
    ExitCode::from(code)
}

/// Why nothing was done.
enum Failure {
    /// Files that cannot be scored.
    Input(Error),
    /// A command that makes no sense.
    Usage(Error),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Input(error)
    }
}

fn run_score(score: &Score) -> Result<ExitCode, Failure> {
    let set = score.set.iter().cloned().collect();
    let (preset, _) = compiled(&score.preset, &set)?;
    if let Some(out) = &score.output.out {
        let given = score.files.given().map(|(role, path)| (role.name(), path));
        keep_inputs(given.chain([("preset", Path::new(&score.preset))]), out)?;
    }
    let choices = Choices {
        preset: Some(preset),
        set,
        seed: score.seed,
        baseline: score.baseline.clone(),
        slices: score.slice.clone(),
        cluster: score.cluster.clone(),
        twins: score.twin.clone(),
        ..Choices::default()
    };
    let mut session = open(&score.files, choices)?;
    conditions::baseline(&session).map_err(Failure::Usage)?;
    finish(&mut session)?;
    let holding = conditions::holding(&score.fail_if, &session).map_err(Failure::Usage)?;
    let code = score.output.write(&session)?;
    for words in &holding {
        say(words);
    }
    Ok(if code == ExitCode::SUCCESS && !holding.is_empty() { ExitCode::from(3) } else { code })
}

impl Output {
    /// Writes the report of a score, and says on standard error what has to be known of it: code 0, or
    /// 1 where parts of the files could not be read.
    fn write(&self, session: &Session) -> Result<ExitCode, Failure> {
        let diagnostics = session.score().map_or(&[][..], |score| &score.diagnostics);
        let asked = |d: &Diagnostic| match d.code.as_str() {
            // An empty block would look like a failure if nothing said why.
            "no_official_block" => self.format == ExportFormat::Official,
            // The kinds of refusals and which questions are numeric, which no mean shows, and what
            // was passed over.
            "refusals" | "numeric_questions" | "other_sheets" => true,
            _ => false,
        };
        let told = diagnostics.iter().filter(|d| d.severity > Severity::Info || asked(d));
        for kind in by_kind(told) {
            let first = kind.listed[0];
            match kind.count {
                1 => say(first),
                count => say(&format_args!("{first} (the first of {count} like it)")),
            }
        }
        for reason in session.score().map_or(&[][..], |score| &score.provisional) {
            say(&format_args!("provisional: {reason}"));
            let is_it = |one: &&Diagnostic| one.code == "counting_ids" && one.message == *reason;
            let remedy = diagnostics.iter().find(is_it).and_then(|one| one.remedy.as_ref());
            if let Some(remedy) = remedy {
                let words = "--join id to confirm that equal ids are of one question; or";
                say(&format_args!("{words} {remedy}"));
            }
        }
        let parts = Parts {
            no_outputs: self.leave_out.contains(&LeaveOut::Outputs),
            no_questions: self.leave_out.contains(&LeaveOut::Questions),
        };
        let has_records = matches!(self.format, ExportFormat::Json | ExportFormat::Html);
        if !self.leave_out.is_empty() && !has_records {
            let message = "--leave-out is about the reports json and html alone";
            let problem = Diagnostic::error("no_such_form", message);
            return Err(Failure::Usage(problem.remedy("ask for one of these").into()));
        }
        if let Some(reason) = forms::obstacle(session, self.format) {
            return Err(Failure::Usage(Diagnostic::error("no_such_form", reason).into()));
        }
        let wanted = Wanted { parts, ..Wanted::default() };
        write_out(self.out.as_deref(), |out| forms::write(session, self.format, wanted, out))?;
        let failed = diagnostics.iter().any(|d| d.severity == Severity::Error);
        Ok(if failed { ExitCode::from(1) } else { ExitCode::SUCCESS })
    }
}

/// What was given for `--preset` as the session takes it, and its settings. What is in the catalog
/// is no file; anything else is one if it is there or is named like one.
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

/// Refuses to write over a file that is read; each is given with what it is.
fn keep_inputs<'a>(
    mut given: impl Iterator<Item = (&'a str, &'a Path)>,
    out: &Path,
) -> Result<(), Failure> {
    // A file that is not there yet is none of the inputs.
    let is_out = |path: &Path| is_same_file(files::split(path).0, out).unwrap_or(false);
    match given.find(|(_, path)| is_out(path)) {
        None => Ok(()),
        Some((role, path)) => {
            let message = format!("--out {} is the {role} file", path.display());
            let problem = Diagnostic::error("out_is_input", message);
            Err(Failure::Usage(problem.remedy("give --out another file").into()))
        }
    }
}

/// Scores what is joined, with all intervals and comparisons.
fn finish(session: &mut Session) -> Result<(), Error> {
    evaluate(session)?;
    while session.resample_next() {}
    Ok(())
}

fn evaluate(session: &mut Session) -> Result<(), Error> {
    let Some(mut evaluation) = session.evaluation() else { return Ok(()) };
    session.advance(&mut evaluation, usize::MAX);
    session.accept(evaluation)
}

fn run_check(check: &Check) -> Result<ExitCode, Failure> {
    let none = BTreeMap::new();
    let preset = check.preset.as_deref().map(|preset| compiled(preset, &none)).transpose()?;
    let preset = preset.map(|(preset, _)| preset);
    let mut session = open(&check.files, Choices { preset, ..Choices::default() })?;
    evaluate(&mut session)?;
    let (Some(score), Some(joined)) = (session.score(), session.joined()) else {
        return Ok(ExitCode::from(1));
    };
    write_out(None, |out| {
        writeln!(out, "joined on {}: {}", joined.by.value.name(), joined.by.reason)?;
        for (run, counts) in joined.runs.iter().zip(&score.reconciliations) {
            writeln!(out, "{}: {}", run.name, json_text(counts))?;
        }
        for diagnostic in &score.diagnostics {
            writeln!(out, "{diagnostic}")?;
        }
        score.provisional.iter().try_for_each(|reason| writeln!(out, "provisional: {reason}"))
    })?;
    let failed = score.diagnostics.iter().any(|d| d.severity == Severity::Error);
    Ok(if failed { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

fn open(given: &Files, mut choices: Choices) -> Result<Session, Error> {
    let mut session = Session::new();
    let mut opened = open_all(given.given())?;
    for (slot, (role, file)) in (0u32..).zip(&mut opened) {
        choices.roles.insert(slot, *role);
        file.add_to(&mut session, slot);
    }
    choices.columns.extend(given.read.map.iter().cloned());
    // Of one file it is clear where a column stands, whichever side it is named for.
    let sides = choices.columns.iter_mut().filter(|choice| choice.role != Role::NaProb);
    if given.table.is_some() {
        sides.for_each(|choice| choice.role = Role::Table);
    }
    choices.join = given.read.join.or(choices.join);
    session.choose(choices);
    for index in session.unread() {
        opened[index].1.read_into(&mut session, index)?;
    }
    session.join()?;
    Ok(session)
}

/// Opens files, each with its role; every problem is named.
fn open_all<'a>(
    given: impl Iterator<Item = (Role, &'a Path)>,
) -> Result<Vec<(Role, files::Given)>, Error> {
    let mut opened = Vec::new();
    let mut problems = Vec::new();
    for (role, path) in given {
        match files::open(role, path) {
            Ok(found) => opened.extend(found.into_iter().map(|file| (role, file))),
            Err(error) => problems.extend(error.problems),
        }
    }
    if problems.is_empty() { Ok(opened) } else { Err(Error::new(problems)) }
}

/// Says something on standard error. Whoever reads it may have had enough.
fn say(words: &dyn Display) {
    let _ = writeln!(std::io::stderr(), "{words}");
}

fn write_out(
    path: Option<&Path>,
    write: impl Fn(&mut dyn Write) -> std::io::Result<()>,
) -> Result<(), Failure> {
    let write_all = || {
        let out: Box<dyn Write> = match path {
            Some(path) => Box::new(std::fs::File::create(path)?),
            None => Box::new(std::io::stdout().lock()),
        };
        let mut out = std::io::BufWriter::new(out);
        write(&mut out).and_then(|()| out.flush())
    };
    match write_all() {
        // Whoever reads standard output may have had enough.
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            let place = path.map_or_else(|| "standard output".into(), Path::to_string_lossy);
            let message = format!("cannot write {place}: {error}");
            Err(Failure::Usage(Diagnostic::error("unwritable", message).into()))
        }
        _ => Ok(()),
    }
}

fn print(text: &str) -> Result<ExitCode, Failure> {
    write_out(None, |out| out.write_all(text.as_bytes()))?;
    Ok(ExitCode::SUCCESS)
}

fn listed_presets(as_json: bool) -> String {
    if as_json {
        let texts: Vec<String> = presets().iter().map(Preset::text).collect();
        return format!("[\n{}]\n", texts.join(",\n"));
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
