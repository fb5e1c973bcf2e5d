//! Files and choices become a score: the phases in order, with all guesses on the way. The command line and the
//! worker use the same session, so they give the same bytes.
//!
//! A driver adds files by their first bytes ([`Session::add`]), has them understood ([`Session::understand`]),
//! reads the files that [`Session::unread`] names, joins them ([`Session::join`]), lets the predictions' own
//! verdicts settle the rules ([`Session::settle`], after which it joins at most once more), scores
//! ([`Session::evaluate`], [`Session::accept`]) and asks for the report. [`Session`] has these transitions and
//! lends their results; methods that only read a score belong to [`Score`] or [`Finished`].

mod across;
mod against;
mod classes;
mod columns;
mod compared;
mod composite;
mod decided;
mod explain;
pub mod file;
mod findings;
mod finished;
mod flips;
mod heads;
mod hosted;
mod opened;
mod pairing;
mod partial;
mod plan;
mod planned;
mod preset;
mod preview;
pub mod protocol;
mod question;
mod reading;
mod readings;
mod repairs;
pub mod report;
mod roles;
mod score;
pub mod scripts;
mod sensitivity;
mod sift;
mod sliced;
mod source;
mod spread;
mod stored;
mod strangers;
mod view;

pub use columns::{Columns, PlannedRun, RunMap};
pub use compared::{Compared, Pairs};
pub use explain::try_answer;
pub use finished::Finished;
pub use flips::Beside;
pub use pairing::Pairing;
pub use partial::{Partial, looks_like_part};
pub use plan::{Notes, Plan, Question};
pub use preset::PresetChoice;
pub use preview::{Alternative, Preview};
pub use roles::Roles;
pub use score::{Numbers, Score, Stage};
pub use sift::Sift;
pub use sliced::{Clusters, ComparedBy};
pub use source::{HEAD, Source};
pub use stored::Settled;

use crate::aggregate::Aggregate;
use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::error::Error;
use crate::base::types::JoinCandidate;
use crate::join::{Joined, Side};
use crate::programs::workshop::{ProgramRuns, Workshop};
use crate::score::evaluate::{ColumnNames, Evaluation, Material};
use crate::session::protocol::{Check, Choices, Origin};
use crate::table::{Form, Reader};
use plan::Given;
use planned::Planned;
use source::unreadable;
use std::fmt::Display;

/// The most bytes of all tables in a browser, out of the 4 GiB that a 32-bit module has.
pub const BROWSER: u64 = 5 << 29;

/// How many bytes of a file are read before its memory is predicted.
const FORESEEN: u64 = 64 << 20;

/// Files, choices and the results of the steps.
#[derive(Debug, Default)]
pub struct Session {
    sources: Vec<Source>,
    choices: Choices,
    /// The most bytes that all tables may hold.
    most_bytes: Option<u64>,
    plan: Plan,
    /// Whether the plan belongs to the current files and choices.
    is_understood: bool,
    pairing: Option<Pairing>,
    /// Keys to choose from if the files could not be joined.
    pub(crate) refused: Vec<JoinCandidate>,
    score: Option<Score>,
    /// Whether the driver of this session can run programs.
    runs_programs: bool,
    /// The programs of the joined files, and every verdict so far.
    programs: ProgramRuns,
    /// The results of hosts' scripts for the joined files.
    scripts: scripts::ScriptRuns,
    /// Rules that were adopted because they reproduce the verdicts in the predictions' file.
    adopted: Option<stored::Adopted>,
    /// The column that tells rows apart, as only all rows of a file show.
    parted: Option<plan::Parted>,
    /// The outcomes of the previous score, if nothing that they depend on has changed.
    kept: Option<Box<Evaluation>>,
    /// The means of that score by run: intervals of unchanged values need not be drawn again.
    drawn: Vec<Vec<Aggregate>>,
    /// The result of comparing the score with a report or a signature.
    pub(crate) check: Option<Check>,
}

impl Session {
    /// An empty session.
    pub fn new() -> Self {
        Self::default()
    }

    /// Declares that the driver can run programs: otherwise programs without verdicts are refused.
    pub fn set_runs_programs(&mut self) {
        self.runs_programs = true;
        self.forget();
    }

    /// Adds a file, or replaces the file with this number. `head` returns as many of the first bytes as it is
    /// asked for, or all if the file is shorter, or the reason why it cannot: [`HEAD`] bytes first, and more as
    /// long as no record ends within them.
    pub fn add<E: Display>(
        &mut self,
        slot: u32,
        name: &str,
        bytes: u64,
        head: impl Fn(u64) -> Result<Vec<u8>, E>,
    ) {
        self.add_unpacked(slot, name, bytes, None, head);
    }

    /// Adds a file from a container: `name` names both, and `bytes` is the file's own size.
    pub fn add_unpacked<E: Display>(
        &mut self,
        slot: u32,
        name: &str,
        bytes: u64,
        origin: Option<Origin>,
        head: impl Fn(u64) -> Result<Vec<u8>, E>,
    ) {
        let form = self.form_of(slot);
        let source = Source::new(slot, name, bytes, origin, form, &|length| {
            head(length).map_err(|detail| unreadable(name, &detail))
        });
        if let Some(before) = self.sources.iter_mut().find(|source| source.slot == slot) {
            *before = source;
            self.pairing = None;
        } else {
            self.sources.push(source);
        }
        self.adopted = None;
        self.parted = None;
        self.forget();
    }

    /// Inspects a file again if another form was chosen than the one in which it was inspected; `head` is as for
    /// [`Self::add`]. Drivers call this for every file after [`Self::choose`].
    pub fn inspect_again<E: Display>(
        &mut self,
        slot: u32,
        head: impl Fn(u64) -> Result<Vec<u8>, E>,
    ) {
        let form = self.form_of(slot);
        let Some(source) = self.sources.iter_mut().find(|source| source.slot == slot) else {
            return;
        };
        let name = source.name.clone();
        let head = |length| head(length).map_err(|detail| unreadable(&name, &detail));
        if source.take_form(form, &head) {
            self.adopted = None;
            self.parted = None;
            self.pairing = None;
            self.forget();
        }
    }

    fn form_of(&self, slot: u32) -> Form {
        self.choices.forms.get(&slot).cloned().unwrap_or_default()
    }

    /// Forgets a file.
    pub fn remove(&mut self, slot: u32) {
        self.sources.retain(|source| source.slot != slot);
        self.choices.roles.remove(&slot);
        self.adopted = None;
        self.parted = None;
        self.pairing = None;
        self.forget();
    }

    /// Takes new choices, except those that a hosted scorer has locked, and keeps everything that does not depend
    /// on them. If forms of files are chosen, [`Self::inspect_again`] has to follow.
    pub fn choose(&mut self, mut choices: Choices) {
        if let Some(hosted) = choices.hosted.take() {
            hosted.hold(&mut choices);
            choices.hosted = Some(hosted);
        }
        let same = self.choices.same_outcomes(&choices);
        let alike = self.choices.seed == choices.seed && self.choices.cluster == choices.cluster;
        let (kept, drawn) = match self.score.take() {
            Some(score) => (Some(Box::new(score.evaluation)), score.aggregates),
            None => (self.kept.take(), std::mem::take(&mut self.drawn)),
        };
        let files_same = self.choices.columns == choices.columns
            && self.choices.roles == choices.roles
            && self.choices.join == choices.join;
        if !files_same {
            self.adopted = None;
            self.parted = None;
        }
        if self.choices.script != choices.script {
            self.scripts.forget_files();
        }
        self.choices = choices;
        self.forget();
        if same {
            self.kept = kept;
            self.drawn = if alike { drawn } else { Vec::new() };
        }
    }

    /// Forgets all results of files and choices.
    fn forget(&mut self) {
        self.score = None;
        self.kept = None;
        self.drawn.clear();
        self.check = None;
        self.refused.clear();
        self.plan = Plan::default();
        self.is_understood = false;
    }

    /// Plans what to do with the files, if files or choices have changed since it was planned. Drivers call it
    /// before they look at the plan, read or join.
    pub fn understand(&mut self) {
        if self.is_understood {
            return;
        }
        let given = Given {
            choices: &self.choices,
            runs_programs: self.runs_programs,
            adopted: self.adopted.as_ref(),
            parted: self.parted.as_ref(),
        };
        self.plan = opened::understand(&mut self.sources, given);
        self.is_understood = true;
        if !self.plan.notes.problems.is_empty() {
            self.kept = None;
            self.drawn.clear();
        }
        let is_read = |file: usize| self.sources[file].read.is_some();
        if !self.plan.roles.used().all(is_read) {
            self.pairing = None;
        }
    }

    /// The choices in force.
    pub fn choices(&self) -> &Choices {
        &self.choices
    }

    /// The files, in the order added.
    pub fn sources(&self) -> &[Source] {
        &self.sources
    }

    /// The plan for the files.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The score, once there is one.
    pub fn score(&self) -> Option<&Score> {
        self.score.as_ref()
    }

    /// The join, once there is one.
    pub fn joined(&self) -> Option<&Joined> {
        self.pairing.as_ref().map(|pairing| &pairing.joined)
    }

    /// The join with what was read and found of the joined files, once there is one.
    pub fn pairing(&self) -> Option<&Pairing> {
        self.pairing.as_ref()
    }

    /// The files with the choices and the plan for them.
    fn planned(&self) -> Planned<'_> {
        Planned { sources: &self.sources, choices: &self.choices, plan: &self.plan }
    }

    /// Indices of the files that have to be read, or read again for other columns.
    pub fn unread(&self) -> Vec<usize> {
        self.planned().unread()
    }

    /// A reader for one of [`Self::unread`]; `None` if the file cannot be used.
    pub fn reader(&mut self, index: usize) -> Option<Reader> {
        let keep = self.planned().wanted(index);
        let source = &mut self.sources[index];
        let reader = Reader::new(source.inspection.as_ref().ok()?, &keep);
        source.kept = keep;
        source.read = None;
        source.lost.set(false);
        self.pairing = None;
        Some(reader)
    }

    /// Sets how many bytes all tables may hold, before files are read.
    pub fn set_limit(&mut self, most: u64) {
        self.most_bytes = Some(most);
    }

    /// Whether there is enough memory for a file that is being read; `offset` of its `total` bytes have been read.
    ///
    /// # Errors
    /// `too_large`, as soon as this can be predicted.
    pub fn check_room(
        &self,
        index: usize,
        reader: &Reader,
        offset: u64,
        total: u64,
    ) -> Result<(), Error> {
        let Some(most) = self.most_bytes else { return Ok(()) };
        let others = (0..self.sources.len()).filter(|other| *other != index);
        let held: u64 = others
            .filter_map(|other| self.sources[other].read.as_ref())
            .map(|read| read.table.bytes() as u64)
            .sum();
        let own = reader.bytes() as u64;
        let foreseen = if offset < FORESEEN {
            own
        } else {
            let whole = u128::from(own) * u128::from(total.max(offset)) / u128::from(offset);
            u64::try_from(whole).unwrap_or(u64::MAX)
        };
        if held + foreseen <= most {
            return Ok(());
        }
        let source = &self.sources[index];
        let message = format!(
            "{} of {} MB would need about {} MB of memory, but only {} MB are available for all \
             files",
            source.name,
            total >> 20,
            foreseen >> 20,
            most >> 20
        );
        let remedy = "use the command line, which has no such limit, or split the file";
        Err(Diagnostic::error(Code::TooLarge, message).file(&source.name).remedy(remedy).into())
    }

    /// Takes what a reader has read.
    ///
    /// # Errors
    /// If the file could not be read.
    pub fn finish_reading(&mut self, index: usize, reader: Reader) -> Result<(), Error> {
        let read = reader.finish()?.without_strays(&self.sources[index].name);
        self.sources[index].read = Some(read);
        Ok(())
    }

    /// Records that bytes of a file could not be read: see [`Source::is_lost`].
    pub fn lose(&self, slot: u32) {
        if let Some(source) = self.sources.iter().find(|source| source.slot == slot) {
            source.lost.set(true);
        }
    }

    /// Sets the SHA-256 of a file.
    pub fn set_sha256(&mut self, slot: u32, sha256: String) {
        if let Some(source) = self.sources.iter_mut().find(|source| source.slot == slot) {
            source.sha256 = Some(sha256);
        }
    }

    /// Everything that scoring reads, once files are joined.
    pub fn material(&self) -> Option<Material<'_>> {
        let (pairing, planned) = (self.pairing.as_ref()?, self.planned());
        let gold = planned.side(self.plan.roles.gold?)?;
        let table = pairing.questions.as_ref().map_or(gold.table, |found| &found.table);
        let own = !self.plan.roles.predictions.contains(&self.plan.roles.gold?);
        let files = planned.prediction_sides();
        Some(Material {
            all_questions: own || pairing.known.is_some(),
            gold: Side { table, ..gold },
            answers: &pairing.answers,
            names: ColumnNames::new(table, &files),
            files,
            joined: &pairing.joined,
            na: pairing.na.as_ref(),
            settled: &self.choices.settled,
            ran: self.programs.ran(),
            scripted: self.scripts.scripted(),
            part: self.choices.part,
        })
    }

    /// The programs of the joined files, if some are run here.
    pub fn workshop(&self) -> Option<Workshop<'_>> {
        Workshop::new(self.material()?, self.plan.preset.settings.as_ref()?)
    }

    /// Takes the runner's result for a program, with the interpreter's version as `python`.
    ///
    /// # Errors
    /// If the verdict is not valid JSON or the program is unknown; in words.
    pub fn take_verdict(&mut self, key: &str, answer: &str) -> Result<(), String> {
        if self.take_scripted(key, answer) {
            Ok(())
        } else {
            self.programs.take_verdict(key, answer)
        }
    }

    /// Lets the programs of a question run again; their earlier results are kept as history.
    pub fn run_again(&mut self, run: usize, row: usize) {
        let joined = self.pairing.as_ref().and_then(|pairing| pairing.joined.runs.get(run));
        if let Some(joined) = joined {
            self.programs.run_again(joined, row);
        }
    }

    /// Begins the evaluation of the joined files, for the driver to advance. If no outcome has changed since
    /// the last score, it is done already.
    pub fn evaluate(&mut self) -> Option<Evaluation> {
        if let Some(kept) = self.kept.take() {
            return self.material().map(|_| *kept);
        }
        let material = self.material()?;
        let evaluation = Evaluation::new(&material, self.plan.preset.settings.as_ref()?);
        Some(evaluation.with_twins(&material, &self.plan.comparing.twins))
    }

    /// Begins an evaluation of the joined files for [`Self::numbers`], which looks for no doubts.
    ///
    /// # Errors
    /// If no files are joined.
    pub fn evaluate_quietly(&self) -> Result<Evaluation, Error> {
        let settings = self.plan.preset.settings.as_ref();
        let (Some(material), Some(settings)) = (self.material(), settings) else {
            return Err(self.plan.waiting_error());
        };
        let evaluation = Evaluation::without_notices(&material, settings);
        Ok(evaluation.with_twins(&material, &self.plan.comparing.twins))
    }

    /// Scores slice by slice; `true` once done.
    pub fn advance(&self, evaluation: &mut Evaluation, count: usize) -> bool {
        self.material().is_none_or(|material| evaluation.advance(&material, count))
    }

    /// Works on the intervals and comparisons of the score that need resampling, for some hundredths of a second
    /// at most; `false` once all is there. See [`Stage`] for their order.
    pub fn resample_next(&mut self) -> bool {
        let (Some(score), Some(pairing)) = (&mut self.score, &self.pairing) else { return false };
        let clusters = pairing.sliced.clusters.as_ref().map(|clusters| &*clusters.of_row);
        score.resample_next(&pairing.groupings, clusters, self.choices.seed)
    }
}
