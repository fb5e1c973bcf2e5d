//! Scoredrop scores benchmark predictions against gold files exactly as the official scorers do,
//! and shows why.
//!
//! ```
//! use scoredrop::base::types::Role::{Gold, Predictions};
//! use scoredrop::{Choices, ExportFormat, File};
//!
//! let gold = r#"{"id": 1, "question": "Capital of France?", "answers": ["Paris"]}
//! {"id": 2, "question": "Capital of Italy?", "answers": ["Rome"]}
//! "#;
//! let predictions = "{\"id\": 1, \"prediction\": \"Paris\"}\n{\"id\": 2, \"prediction\": \"Milan\"}\n";
//! let files = [
//!     File::new("gold.jsonl", gold).with_role(Gold),
//!     File::new("run.jsonl", predictions).with_role(Predictions),
//! ];
//! let choices = Choices { preset: Some("squad-v1".to_owned()), ..Choices::default() };
//! let report = scoredrop::score(&files, choices)?;
//! let mut official = Vec::new();
//! report.write(ExportFormat::Official, &mut official)?;
//! assert_eq!(official, b"{\n  \"exact_match\": 50.0,\n  \"f1\": 50.0\n}\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`score`] and [`drop`] are the pipeline: read [`headline`] for its steps. Command line and tests call them;
//! the page's worker takes the same steps in slices. Each step has a module, or several:
//!
//! 1. [`table`]: bytes become a [`table::Table`], row by row. Every problem has a code.
//! 2. [`understand`]: what each file and each column holds, each guess with its reason, and which preset fits.
//!    [`preset`] describes benchmarks as data.
//! 3. [`mod@join`]: gold rows find their predictions.
//! 4. [`mod@score`]: a raw output becomes an answer, and is compared with the gold answers by rules of
//!    [`text`]; [`programs`]: code is run instead.
//! 5. [`mod@aggregate`]: means over questions with n, interval and groups.
//! 6. [`report`]: the result as JSON, CSV, Markdown and as the reference script prints it.
//!
//! [`binding`] is the core for packages in other languages.
//!
//! [`host`] reads `scorer.json`, which makes a copy of the page the scorer of a benchmark.
//!
//! [`session`] keeps files, choices and the result of each step, so that a change repeats only the steps that
//! depend on it. [`base`] holds what all of them share.

pub mod aggregate;
pub mod base;
#[cfg(feature = "command-line")]
pub mod binding;
#[cfg(feature = "command-line")]
pub mod command_line;
pub mod doubt;
pub mod host;
pub mod join;
pub mod preset;
pub mod programs;
pub mod report;
pub mod score;
pub mod session;
pub mod table;
pub mod text;
pub mod understand;

use aggregate::slice::Slice;
use base::diagnostic::{Code, Diagnostic};
use base::limit::{MOST_FILES, too_many};
use base::types::Field;
use itertools::Itertools as _;
use report::forms::Wanted;
use score::evaluate::Evaluation;
use std::io::{self, Write};
use std::pin::pin;
use std::task::{Context, Poll, Waker};

pub use base::error::Error;
pub use session::file::File;
pub use session::protocol::{Choices, ExportFormat, Progress};
pub use session::{Numbers, Partial, Question, Session};

/// A finished score, with everything that a report says about it.
#[derive(Debug)]
pub struct Report {
    session: Session,
}

/// The outcome of dropping files.
#[derive(Debug)]
pub enum Outcome {
    /// A score.
    Scored(Box<Report>),
    /// A question that has to be answered with another choice first, and how the files were read.
    Asks(Question, Box<Session>),
}

/// Scores files by the choices, and guesses what they leave open.
///
/// # Errors
/// If the files cannot be read, joined or scored, or leave a question open. Lists every problem.
pub fn score(files: &[File<'_>], choices: Choices) -> Result<Report, Error> {
    score_while(files, choices, &|| true)
}

/// Scores files that may come in any order, as the page does when they are dropped on it. If nothing in them
/// decides what a column holds, asks.
///
/// # Errors
/// If the files cannot be read, joined or scored. Lists every problem.
pub fn drop(files: &[File<'_>], choices: Choices) -> Result<Outcome, Error> {
    drop_while(files, choices, &|| true)
}

/// Scores files as [`score`] does. Between slices of the work, asks `goes_on` whether to continue.
///
/// # Errors
/// As for [`score`], and [`Code::Stopped`] as soon as `goes_on` says no.
pub fn score_while(
    files: &[File<'_>],
    choices: Choices,
    goes_on: &dyn Fn() -> bool,
) -> Result<Report, Error> {
    at_once(score_in_turns(files, choices, &async |_| goes_on()))
}

/// Scores files as [`score`] does, also by a script, which `driver` runs.
///
/// # Errors
/// As for [`score_while`], and if the script fails.
pub fn score_by(
    files: &[File<'_>],
    choices: Choices,
    driver: &Driver<'_>,
) -> Result<Report, Error> {
    let turn = async |_| (driver.goes_on)();
    at_once(finish(inspect_some(files, choices)?, files, &turn, driver.run_script))
}

/// What the core leaves to whoever calls it.
#[derive(Clone, Copy)]
pub struct Driver<'a> {
    /// Says between slices of the work whether to continue.
    pub goes_on: &'a dyn Fn() -> bool,
    /// Runs a job of a script, which is JSON, and returns the runner's answer, which is JSON again.
    pub run_script: &'a dyn Fn(&str) -> Result<String, Error>,
}

impl Default for Driver<'_> {
    fn default() -> Self {
        Self { goes_on: &|| true, run_script: &refuse_script }
    }
}

fn refuse_script(_: &str) -> Result<String, Error> {
    let message = "these files are scored by a script, which is not run here";
    let problem = Diagnostic::error(Code::ScriptNotRun, message);
    Err(problem.remedy("use the command line, or the page of the scorer").into())
}

impl std::fmt::Debug for Driver<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Driver").finish_non_exhaustive()
    }
}

/// Scores dropped files as [`drop`] does. Between slices of the work, asks `goes_on` whether to continue.
///
/// # Errors
/// As for [`drop`], and [`Code::Stopped`] as soon as `goes_on` says no.
pub fn drop_while(
    files: &[File<'_>],
    choices: Choices,
    goes_on: &dyn Fn() -> bool,
) -> Result<Outcome, Error> {
    at_once(drop_in_turns(files, choices, &async |_| goes_on()))
}

/// Scores files as [`score`] does, for a program that has one thread for everything. Between slices of the work,
/// awaits `turn`, which learns how far the work is and says whether to continue.
///
/// # Errors
/// As for [`score_while`].
pub async fn score_in_turns(
    files: &[File<'_>],
    choices: Choices,
    turn: &impl AsyncFn(Progress) -> bool,
) -> Result<Report, Error> {
    finish(inspect_some(files, choices)?, files, turn, &refuse_script).await
}

/// Returns only the numbers of the first run. Awaits `turn` as [`score_in_turns`] does. Does not look for doubts,
/// computes no intervals and no other readings, and hashes no file.
///
/// # Errors
/// As for [`score`].
pub async fn numbers_in_turns(
    files: &[File<'_>],
    choices: Choices,
    turn: &impl AsyncFn(Progress) -> bool,
) -> Result<Numbers, Error> {
    let mut session = inspect_some(files, choices)?;
    join_files(&mut session, files, turn, &refuse_script, Hash::None).await?;
    let mut evaluation = session.evaluate_quietly()?;
    advance(&session, &mut evaluation, turn).await?;
    session.numbers(&evaluation)
}

/// Scores dropped files as [`drop`] does, and awaits `turn` as [`score_in_turns`] does.
///
/// # Errors
/// As for [`drop_while`].
pub async fn drop_in_turns(
    files: &[File<'_>],
    choices: Choices,
    turn: &impl AsyncFn(Progress) -> bool,
) -> Result<Outcome, Error> {
    let session = inspect_some(files, choices)?;
    if let Some(question) = session.plan().question.clone() {
        return Ok(Outcome::Asks(question, Box::new(session)));
    }
    Ok(Outcome::Scored(Box::new(finish(session, files, turn, &refuse_script).await?)))
}

/// Looks at the first bytes of each file: its form and columns, which role it has, and which preset suits.
/// The session's plan says what was found.
pub fn inspect(files: &[File<'_>], mut choices: Choices) -> Session {
    let mut session = Session::new();
    let roles = (0..).zip(files).filter_map(|(slot, file)| Some((slot, file.role()?)));
    choices.roles.extend(roles);
    session.choose(choices);
    for (slot, file) in (0..).zip(files) {
        let origin = file.origin().cloned();
        session.add_unpacked(slot, file.name(), file.size(), origin, |length| file.head(length));
    }
    session.understand();
    session
}

/// Inspects files, unless there are more than can be scored at a time.
fn inspect_some(files: &[File<'_>], choices: Choices) -> Result<Session, Error> {
    if files.len() > MOST_FILES {
        return Err(too_many(files.len(), "files").into());
    }
    Ok(inspect(files, choices))
}

async fn finish(
    mut session: Session,
    files: &[File<'_>],
    turn: &impl AsyncFn(Progress) -> bool,
    run_script: &dyn Fn(&str) -> Result<String, Error>,
) -> Result<Report, Error> {
    headline_of(&mut session, files, turn, run_script).await?;
    while session.resample_next() {
        pause(turn, Progress::of("computing intervals")).await?;
    }
    while read_next_otherwise(&mut session, files) {
        pause(turn, Progress::of("scoring other readings")).await?;
    }
    Ok(Report { session })
}

/// Scores the other ways to read the files that facts in the files support; the score stays as it is.
pub fn read_otherwise(session: &mut Session, files: &[File<'_>]) {
    while read_next_otherwise(session, files) {}
}

fn read_next_otherwise(session: &mut Session, files: &[File<'_>]) -> bool {
    session.read_otherwise(|index| files[index].head(u64::MAX))
}

/// Scores inspected files. What is still missing then are the intervals that
/// need resampling, and other readings: see [`read_otherwise`].
///
/// # Errors
/// If the files cannot be read, joined or scored, or leave a question open. Lists every problem.
pub fn headline(session: &mut Session, files: &[File<'_>]) -> Result<(), Error> {
    headline_by(session, files, &Driver::default())
}

/// Scores inspected files as [`headline`] does, also by a script, which `driver` runs.
///
/// # Errors
/// As for [`headline`], and if the script fails.
pub fn headline_by(
    session: &mut Session,
    files: &[File<'_>],
    driver: &Driver<'_>,
) -> Result<(), Error> {
    let turn = async |_| (driver.goes_on)();
    at_once(headline_of(session, files, &turn, driver.run_script))
}

async fn headline_of(
    session: &mut Session,
    files: &[File<'_>],
    turn: &impl AsyncFn(Progress) -> bool,
    run_script: &dyn Fn(&str) -> Result<String, Error>,
) -> Result<(), Error> {
    join_files(session, files, turn, run_script, Hash::Sha256).await?;
    let Some(mut evaluation) = session.evaluate() else { return Ok(()) };
    advance(session, &mut evaluation, turn).await?;
    session.accept(evaluation)
}

/// Whether files are hashed while they are read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Hash {
    None,
    Sha256,
}

/// Reads files and joins them.
async fn join_files(
    session: &mut Session,
    files: &[File<'_>],
    turn: &impl AsyncFn(Progress) -> bool,
    run_script: &dyn Fn(&str) -> Result<String, Error>,
    hash: Hash,
) -> Result<(), Error> {
    session.understand();
    for index in session.unread() {
        let Some(mut reader) = session.reader(index) else { continue };
        let file = &files[index];
        let mut slices = if hash == Hash::None { file.slices_alone() } else { file.slices() };
        while let Some(slice) = slices.next_slice()? {
            reader.push(slice)?;
            let doing = format!("reading {}", file.name());
            pause(turn, Progress::new(doing, slices.done(), file.size(), "bytes")).await?;
        }
        session.finish_reading(index, reader)?;
        if hash == Hash::Sha256 {
            session.set_sha256(session.sources()[index].slot, slices.sha256()?);
        }
    }
    session.join()?;
    // The predictions' own verdicts may speak for other rules, which may join otherwise.
    if let Some(better) = session.settle() {
        let before = session.adopt(better);
        if session.join().is_err() {
            session.adopt(before);
        }
    }
    run_scripts(session, turn, run_script).await
}

/// Scores all questions.
async fn advance(
    session: &Session,
    evaluation: &mut Evaluation,
    turn: &impl AsyncFn(Progress) -> bool,
) -> Result<(), Error> {
    while !session.advance(evaluation, SLICE) {
        let (done, total) = (evaluation.done() as u64, evaluation.total() as u64);
        pause(turn, Progress::new("scoring", done, total, "questions")).await?;
    }
    Ok(())
}

/// Returns files and choices for a part of the questions. A part may have no questions or no predictions: an empty
/// file becomes a table without rows, with the columns that are chosen for it or the usual ones.
pub fn part_of_files<'a>(files: &[File<'a>], mut choices: Choices) -> (Vec<File<'a>>, Choices) {
    choices.part = true;
    let mut all = files.to_vec();
    for (slot, file) in (0..).zip(&mut all) {
        let Some(role) = file.role().filter(|_| file.size() == 0) else { continue };
        let chosen = || choices.columns.iter().filter(|choice| choice.role == role);
        let mut columns: Vec<String> = chosen().map(|choice| choice.column.clone()).collect();
        let usual = [(Field::Id, "id", true), (Field::Answers, "answers", role.has_gold())];
        let prediction = (Field::Prediction, "prediction", role.has_predictions());
        for (field, name, _) in usual.into_iter().chain([prediction]).filter(|(_, _, has)| *has) {
            if chosen().all(|choice| choice.field != field) {
                columns.push(name.to_owned());
            }
        }
        if role.has_gold() {
            columns.extend(choices.slices.iter().flat_map(|text| Slice::columns_of(text)));
            columns.extend(choices.cluster.clone());
        }
        let names = columns.iter().unique();
        let header = names.map(|name| format!("\"{}\"", name.replace('"', "\"\"")));
        let header = header.collect::<Vec<_>>().join(",") + "\n";
        *file = File::new(file.name(), header).with_role(role);
        let form = choices.forms.entry(slot).or_default();
        form.separator = Some(table::Separator::Comma);
        form.header = Some(true);
    }
    (all, choices)
}

/// Runs the host's script on each run, if there is a script.
async fn run_scripts(
    session: &mut Session,
    turn: &impl AsyncFn(Progress) -> bool,
    run_script: &dyn Fn(&str) -> Result<String, Error>,
) -> Result<(), Error> {
    let jobs = session.scripts_to_run();
    if jobs.is_empty() {
        return Ok(());
    }
    for job in jobs {
        pause(turn, Progress::of("running the script")).await?;
        let answer = run_script(&job.job)?;
        // A verdict is refused only for an unknown job, and this job was just handed out.
        let _ = session.take_verdict(&job.key, &answer);
    }
    session.join()
}

/// Questions scored before a driver is asked whether to go on.
const SLICE: usize = 4096;

async fn pause(turn: &impl AsyncFn(Progress) -> bool, progress: Progress) -> Result<(), Error> {
    if turn(progress).await {
        Ok(())
    } else {
        Err(Diagnostic::error(Code::Stopped, "stopped").into())
    }
}

/// Completes a future that never waits, such as [`score_in_turns`] with turns that do not wait.
///
/// # Panics
/// If it waits.
pub fn at_once<T>(work: impl Future<Output = T>) -> T {
    let mut context = Context::from_waker(Waker::noop());
    match pin!(work).poll(&mut context) {
        Poll::Ready(done) => done,
        Poll::Pending => panic!("work that must finish at once has to wait"),
    }
}

impl Report {
    /// The session behind the score, which explains every row.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Compares the score with that of another rule over the same files; the report then says how far they agree.
    /// `rule` is the name of the other rule.
    ///
    /// # Errors
    /// If the two scores have not the same questions and runs.
    pub fn hold_against(&mut self, other: &Self, rule: &str) -> Result<(), Error> {
        self.session.hold_against(&other.session, rule)
    }

    /// Compares the score with the verdicts that the predictions contain.
    ///
    /// # Errors
    /// If no file of predictions has any.
    pub fn hold_against_stored(&mut self) -> Result<(), Error> {
        self.session.hold_against_stored()
    }

    /// Writes the report in a form.
    ///
    /// # Errors
    /// If `out` fails.
    pub fn write(&self, format: ExportFormat, out: &mut dyn Write) -> io::Result<()> {
        session::report::write(&self.session, format, Wanted::default(), out)
    }
}

impl Partial {
    /// Scores files that hold a part of the questions, with the predictions for these.
    ///
    /// # Errors
    /// If the files cannot be read, joined or scored, or their score cannot be merged with others. Lists every problem.
    pub fn score(files: &[File<'_>], choices: Choices) -> Result<Self, Error> {
        let (files, choices) = part_of_files(files, choices);
        Self::of(&score(&files, choices)?)
    }

    /// Makes a part from a score. If the score was not made for a part (see [`Choices::part`]), its answers are
    /// compared once more.
    ///
    /// # Errors
    /// [`Code::NoPart`] if the score cannot be merged with others.
    pub fn of(report: &Report) -> Result<Self, Error> {
        Self::of_session(&report.session)
    }

    /// Adds the score of a batch of questions.
    ///
    /// # Errors
    /// As for [`Self::of`] and [`Self::merge`].
    pub fn add(&mut self, batch: &Report) -> Result<(), Error> {
        self.merge(Self::of(batch)?)
    }
}

/// A report may be made on one thread and read on another.
const fn is_send<T: Send>() {}
const _: () = is_send::<Report>();
