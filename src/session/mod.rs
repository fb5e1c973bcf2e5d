//! Files and choices become a score: the phases in order, with everything that was guessed on the
//! way. The command line and the worker drive the same session, so they give the same bytes.
//!
//! A driver adds files by their first bytes ([`Session::add`]), reads those that
//! [`Session::unread`] names, then joins ([`Session::join`]), scores ([`Session::evaluation`],
//! [`Session::accept`]) and asks for the report.

mod composite;
mod explain;
mod findings;
mod plan;
mod preview;
mod summary;
mod view;

pub use explain::try_answer;
pub use plan::Plan;
pub use preview::{Alternative, Preview};

use crate::aggregate::{Aggregate, Grouping, aggregate, needs_resampling, resample};
use crate::diagnostic::{Diagnostic, Diagnostics, Severity};
use crate::error::Error;
use crate::evaluate::{Evaluation, Material, NaProbabilities};
use crate::input::{Format, Inspection, Read, Reader, float, inspect};
use crate::join::{Joined, NONE, NoJoin, Questions, Side, join, questions};
use crate::preset::Settings;
use crate::protocol::{Choices, JoinBy, JoinCandidate};
use crate::report::official::{ANSWERABILITY, HAS_ANSWER, NO_ANSWER};
use crate::report::{Reconciliation, State};
use crate::schema::{AnswerLists, ColumnMap, Field};
use serde_json::Value;
use std::collections::HashMap;
use std::fmt::Display;

/// How many bytes of a file are looked at before it is read: enough for its form and columns.
pub const HEAD: u64 = 1 << 20;

/// How many bytes are looked at for a first record.
const LONGEST_HEAD: u64 = HEAD << 8;

fn unreadable(name: &str, detail: &impl Display) -> Error {
    Diagnostic::error("unreadable", format!("{name} cannot be read: {detail}"))
        .file(name)
        .remedy("choose the file again; it may have been moved or changed")
        .into()
}

/// A file of the session.
#[derive(Debug)]
pub struct Source {
    /// The driver's number of it.
    pub slot: u32,
    /// Name without folder.
    pub name: String,
    /// Size in bytes.
    pub bytes: u64,
    /// Its form and first rows, or why it cannot be used.
    pub inspection: Result<Inspection, Error>,
    /// Its rows, once read.
    pub read: Option<Read>,
    /// SHA-256 of the file as given, in hexadecimal digits, once computed.
    pub sha256: Option<String>,
    /// Columns that were kept when it was read.
    kept: Vec<String>,
}

/// The joined files; lives as long as files, roles, columns and join stay the same.
#[derive(Debug)]
struct Pairing {
    plan: PairingKey,
    joined: Joined,
    /// The questions, where the gold file repeats them for each run.
    questions: Option<Questions>,
    answers: AnswerLists,
    na: Option<NaProbabilities>,
    groupings: Vec<Grouping>,
    log: Diagnostics,
}

/// What a pairing depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
struct PairingKey {
    gold: usize,
    predictions: Vec<usize>,
    na: Option<usize>,
    maps: Vec<ColumnMap>,
    join: Option<JoinBy>,
    unanswerable: bool,
    /// The preset, where it says how questions are grouped.
    groups: Option<String>,
}

/// A finished score.
#[derive(Debug)]
pub struct Score {
    /// The settings it was made with.
    pub settings: Settings,
    /// The outcomes.
    pub evaluation: Evaluation,
    /// Means by run.
    pub aggregates: Vec<Vec<Aggregate>>,
    /// Run and place of the aggregates that are still to be resampled, those over all questions
    /// last: they are taken from the end.
    to_resample: Vec<(usize, usize)>,
    /// Where every question and prediction went, by run.
    pub reconciliations: Vec<Reconciliation>,
    /// What the reference prints, by run; empty where it would stop with an error.
    pub official: Vec<Vec<(String, Value)>>,
    /// Every problem, errors first.
    pub diagnostics: Vec<Diagnostic>,
    /// Why the headline is provisional.
    pub provisional: Vec<String>,
    /// Why it would be, had nobody said that the guesses are right.
    pub confirmed: Vec<String>,
}

/// Files, choices and what came of them.
#[derive(Debug, Default)]
pub struct Session {
    sources: Vec<Source>,
    choices: Choices,
    plan: Plan,
    pairing: Option<Pairing>,
    /// Keys to choose from where the files could not be joined.
    refused: Vec<JoinCandidate>,
    score: Option<Score>,
}

impl Session {
    /// An empty session.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file. `head` gives as many of its first bytes as it is asked for, all of them where
    /// the file is shorter, or says why it cannot: [`HEAD`] of them, and more as long as not one
    /// record ends within them.
    pub fn add<E: Display>(
        &mut self,
        slot: u32,
        name: &str,
        bytes: u64,
        head: impl Fn(u64) -> Result<Vec<u8>, E>,
    ) {
        let mut length = HEAD;
        let inspection = loop {
            let head = match head(length) {
                Ok(head) => head,
                Err(detail) => break Err(unreadable(name, &detail)),
            };
            let complete = bytes == head.len() as u64;
            let found = inspect(name, &head, complete);
            let has_rows = found.as_ref().map_or(true, |found| found.sample.rows() > 0);
            if has_rows || complete || length >= LONGEST_HEAD {
                break found;
            }
            length *= 16;
        };
        self.sources.push(Source {
            slot,
            name: name.to_owned(),
            bytes,
            inspection,
            read: None,
            sha256: None,
            kept: Vec::new(),
        });
        self.replan();
    }

    /// Forgets a file.
    pub fn remove(&mut self, slot: u32) {
        self.sources.retain(|source| source.slot != slot);
        self.choices.roles.remove(&slot);
        self.pairing = None;
        self.replan();
    }

    /// Takes new choices. What does not depend on them stays.
    pub fn choose(&mut self, choices: Choices) {
        self.choices = choices;
        self.replan();
    }

    fn replan(&mut self) {
        self.score = None;
        self.refused.clear();
        self.plan = Plan::new(&self.sources, &self.choices);
    }

    /// The choices in force.
    pub fn choices(&self) -> &Choices {
        &self.choices
    }

    /// The files, in the order added.
    pub fn sources(&self) -> &[Source] {
        &self.sources
    }

    /// What is to be done with them.
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

    /// How gold rows sort into groups.
    pub fn groupings(&self) -> &[Grouping] {
        self.pairing.as_ref().map_or(&[], |pairing| &pairing.groupings)
    }

    /// Indices of the files that have to be read, or read again for other columns.
    pub fn unread(&self) -> Vec<usize> {
        if self.plan.gold.is_none() || self.plan.predictions.is_empty() {
            return Vec::new();
        }
        self.plan
            .used()
            .filter(|index| {
                let source = &self.sources[*index];
                let wanted = self.plan.maps[*index].used();
                source.read.is_none() || !wanted.iter().all(|name| source.kept.contains(name))
            })
            .collect()
    }

    /// A reader for one of [`Self::unread`]; `None` where the file cannot be used.
    pub fn reader(&mut self, index: usize) -> Option<Reader> {
        let keep = self.plan.maps[index].used();
        let source = &mut self.sources[index];
        let reader = Reader::new(source.inspection.as_ref().ok()?, &keep);
        source.kept = keep;
        source.read = None;
        self.pairing = None;
        Some(reader)
    }

    /// Takes what a reader has read.
    ///
    /// # Errors
    /// Where the file could not be read.
    pub fn finish_reading(&mut self, index: usize, reader: Reader) -> Result<(), Error> {
        self.sources[index].read = Some(reader.finish()?);
        Ok(())
    }

    /// Sets the SHA-256 of a file.
    pub fn set_sha256(&mut self, slot: u32, sha256: String) {
        if let Some(source) = self.sources.iter_mut().find(|source| source.slot == slot) {
            source.sha256 = Some(sha256);
        }
    }

    fn side(&self, index: usize) -> Option<Side<'_>> {
        let source = &self.sources[index];
        let table = &source.read.as_ref()?.table;
        Some(Side { name: &source.name, table, map: &self.plan.maps[index] })
    }

    /// The prediction files as they take part.
    pub fn prediction_sides(&self) -> Vec<Side<'_>> {
        self.plan.predictions.iter().filter_map(|index| self.side(*index)).collect()
    }

    /// Everything that scoring reads, once files are joined.
    pub fn material<'a>(&'a self, sides: &'a [Side<'a>]) -> Option<Material<'a>> {
        let pairing = self.pairing.as_ref()?;
        let gold = self.side(self.plan.gold?)?;
        let table = pairing.questions.as_ref().map_or(gold.table, |found| &found.table);
        Some(Material {
            gold: Side { table, ..gold },
            answers: &pairing.answers,
            files: sides,
            joined: &pairing.joined,
            na: pairing.na.as_ref(),
        })
    }

    /// Joins the files that were read. Does nothing where the join in force still holds.
    ///
    /// # Errors
    /// Where the plan has problems that no score can survive, or no prediction finds its question.
    pub fn join(&mut self) -> Result<(), Error> {
        if !self.plan.problems.is_empty() {
            return Err(Error::new(self.plan.problems.clone()));
        }
        let (Some(gold), Some(settings)) = (self.plan.gold, self.plan.settings.as_ref()) else {
            return Err(self.plan.waiting_error());
        };
        let key = PairingKey {
            gold,
            predictions: self.plan.predictions.clone(),
            na: self.plan.na,
            maps: self.plan.maps.clone(),
            join: self.choices.join,
            unanswerable: settings.rules.unanswerable,
            groups: (settings.preset.parts.is_some() || settings.refusals.any())
                .then(|| settings.preset.id.clone()),
        };
        if self.pairing.as_ref().is_some_and(|pairing| pairing.plan == key) {
            return Ok(());
        }
        self.pairing = None;
        let sides = self.prediction_sides();
        let Some(side) = self.side(gold) else { return Err(self.plan.waiting_error()) };
        let repeats = self.plan.predictions == [gold] && key.join != Some(JoinBy::SameRow);
        let questions = if repeats { questions(side) } else { None };
        let table = questions.as_ref().map_or(side.table, |found| &found.table);
        let side = Side { table, ..side };
        let mut joined = match join(side, &sides, self.choices.join) {
            Ok(joined) => joined,
            Err(NoJoin { error, candidates }) => {
                self.refused = candidates;
                return Err(error);
            }
        };
        let column = side.map.index(side.table, Field::Answers);
        let delimited = self.sources[gold].inspection.as_ref().is_ok_and(|inspection| {
            matches!(inspection.format, Format::Csv(_) | Format::Tsv | Format::Text)
        });
        let answers = AnswerLists::read(side.table, column, delimited);
        let mut log = Diagnostics::default();
        let na = self.plan.na.and_then(|index| self.side(index)).map(|na| {
            let read = probabilities(&side, &na, &mut log);
            findings::probabilities(&side, &na, &read, &mut log);
            read
        });
        findings::pairing(&side, &sides, &mut joined, &mut log);
        findings::wrapped(&sides, &mut joined, &mut log);
        findings::near_ids(side, &sides, &mut joined, &mut log);
        findings::adjacent_texts(&side, &answers, &mut joined, &mut log);
        if let Some(questions) = &questions {
            findings::other_gold(&side, questions, &mut joined, &mut log);
        }
        let groupings = groupings(&side, &answers, settings, &mut log);
        self.pairing = Some(Pairing { plan: key, joined, questions, answers, na, groupings, log });
        Ok(())
    }

    /// An evaluation of the joined files by the settings in force, to be advanced by the driver.
    pub fn evaluation(&self) -> Option<Evaluation> {
        let sides = self.prediction_sides();
        Some(Evaluation::new(&self.material(&sides)?, self.plan.settings.as_ref()?))
    }

    /// Scores slice by slice; `true` once done.
    pub fn advance(&self, evaluation: &mut Evaluation, count: usize) -> bool {
        let sides = self.prediction_sides();
        self.material(&sides).is_none_or(|material| evaluation.advance(&material, count))
    }

    /// Takes a finished evaluation: means, reconciliation, official block and findings.
    pub fn accept(&mut self, evaluation: Evaluation) {
        let sides = self.prediction_sides();
        let (Some(material), Some(pairing), Some(settings)) =
            (self.material(&sides), self.pairing.as_ref(), self.plan.settings.as_ref())
        else {
            return;
        };
        let mut log = Diagnostics::default();
        for index in self.plan.used() {
            let source = &self.sources[index];
            if let Ok(inspection) = &source.inspection {
                log.append(inspection.diagnostics.clone());
            }
            if let Some(read) = &source.read {
                log.append(read.diagnostics.clone());
            }
        }
        log.append(self.plan.remarks.clone());
        log.append(pairing.log.clone());
        // What was confirmed are guesses; damage and signs of a wrong pairing stay.
        let doubts: Vec<String> =
            self.plan.doubts.iter().chain(&pairing.joined.doubts).cloned().collect();
        let (confirmed, mut provisional) =
            if self.choices.confirmed { (doubts, Vec::new()) } else { (Vec::new(), doubts) };
        findings::evaluation(&material, &evaluation, &mut log, &mut provisional);
        let unparseable: u64 = self.plan.used().map(|index| self.unparseable(index)).sum();
        if unparseable > 0 {
            provisional.push(match unparseable {
                1 => "1 row could not be read".to_owned(),
                n => format!("{n} rows could not be read"),
            });
        }
        let groupings = &pairing.groupings;
        let scale = settings.preset.scale;
        let mut official = Vec::new();
        for run in 0..evaluation.runs.len() {
            let block =
                crate::report::official::official(&material, settings, &evaluation, groupings, run);
            official.push(block.unwrap_or_else(|reason| {
                let name = &material.joined.runs[run].name;
                log.push(Diagnostic::info(
                    "no_official_block",
                    format!("no official output for {name}: {reason}"),
                ));
                Vec::new()
            }));
        }
        let aggregates: Vec<Vec<Aggregate>> = evaluation
            .runs
            .iter()
            .map(|scores| aggregate(&evaluation.metrics, scores, groupings, scale))
            .collect();
        let to_resample = to_resample(&aggregates, &evaluation);
        let reconciliations = (0..evaluation.runs.len())
            .map(|run| reconcile(pairing, &evaluation.runs[run].states, run, unparseable))
            .collect();
        let diagnostics = log.finish();
        if unparseable == 0
            && let Some(error) = diagnostics.iter().find(|one| one.severity == Severity::Error)
        {
            let file = error.file.as_deref().unwrap_or("a file");
            provisional.push(format!("{file} could not be read as it is: {}", error.message));
        }
        self.score = Some(Score {
            settings: settings.clone(),
            aggregates,
            to_resample,
            reconciliations,
            official,
            diagnostics,
            provisional,
            confirmed,
            evaluation,
        });
    }

    fn unparseable(&self, index: usize) -> u64 {
        self.sources[index].read.as_ref().map_or(0, |read| read.unparseable)
    }

    /// Looks for one interval that is still missing, those over all questions first; `false` once
    /// there is none. Where all values are equal there is no interval to be found.
    pub fn resample_next(&mut self) -> bool {
        let Some(score) = self.score.as_mut() else { return false };
        let groupings = self.pairing.as_ref().map_or(&[][..], |pairing| &pairing.groupings);
        let Some((run, place)) = score.to_resample.pop() else { return false };
        let aggregate = &mut score.aggregates[run][place];
        let evaluation = &score.evaluation;
        let scores = &evaluation.runs[run];
        resample(aggregate, &evaluation.metrics, scores, groupings, self.choices.seed);
        true
    }

    /// Whether an interval of a mean over all questions is still to be looked for.
    pub fn totals_pending(&self) -> bool {
        self.score.as_ref().is_some_and(|score| {
            let last = score.to_resample.last();
            last.is_some_and(|(run, place)| score.aggregates[*run][*place].group.is_none())
        })
    }

    /// The first file that takes part and has no hash.
    pub fn unhashed(&self) -> Option<usize> {
        self.plan.used().find(|index| self.sources[*index].sha256.is_none())
    }
}

fn to_resample(aggregates: &[Vec<Aggregate>], evaluation: &Evaluation) -> Vec<(usize, usize)> {
    let mut places = Vec::new();
    for totals in [true, false] {
        for (run, aggregates) in aggregates.iter().enumerate() {
            for (place, aggregate) in aggregates.iter().enumerate() {
                if aggregate.group.is_none() == totals
                    && needs_resampling(aggregate, &evaluation.metrics)
                {
                    places.push((run, place));
                }
            }
        }
    }
    places.reverse();
    places
}

fn reconcile(pairing: &Pairing, states: &[State], run: usize, unparseable: u64) -> Reconciliation {
    let joined = &pairing.joined.runs[run];
    let mut counts = Reconciliation {
        extra: joined.extra.len() as u64,
        duplicate_predictions: joined.replaced.len() as u64,
        duplicate_gold: pairing.joined.duplicate_gold.len() as u64,
        unparseable,
        ..Reconciliation::default()
    };
    for state in states {
        counts.count(*state);
    }
    counts
}

/// Probabilities by gold row; those without one are 0.
fn probabilities(gold: &Side<'_>, na: &Side<'_>, log: &mut Diagnostics) -> NaProbabilities {
    let key = |side: &Side<'_>| -> Vec<usize> {
        side.map.of(Field::Id).filter_map(|name| side.table.column(name)).collect()
    };
    let (gold_key, na_key) = (key(gold), key(na));
    let mut rows: HashMap<_, u32> = HashMap::with_capacity(gold.table.rows());
    for row in 0..gold.table.rows() {
        if let Some(key) = crate::input::key_of(gold.table, row, &gold_key) {
            rows.insert(key, row as u32);
        }
    }
    let mut read = NaProbabilities { by_row: vec![0.0; gold.table.rows()], order: Vec::new() };
    let mut seen = vec![NONE; gold.table.rows()];
    let Some(column) = na.map.index(na.table, Field::NaProbability) else { return read };
    for row in 0..na.table.rows() {
        let found = crate::input::key_of(na.table, row, &na_key).and_then(|key| rows.get(&key));
        let Some(gold_row) = found.map(|row| *row as usize) else { continue };
        let text = na.table.cell(row, column).text;
        let Some(value) = float(text.trim()).filter(|value| value.is_finite()) else {
            log.push(
                Diagnostic::error("bad_probability", format!("{text:?} is not a probability"))
                    .file(na.name)
                    .row(na.table.row_number(row))
                    .remedy("give a number from 0 to 1"),
            );
            continue;
        };
        read.by_row[gold_row] = value;
        if seen[gold_row] == NONE {
            seen[gold_row] = row as u32;
            read.order.push(gold_row as u32);
        }
    }
    read
}

fn groupings(
    gold: &Side<'_>,
    answers: &AnswerLists,
    settings: &Settings,
    log: &mut Diagnostics,
) -> Vec<Grouping> {
    let mut groupings = Vec::new();
    let rows = gold.table.rows();
    let refusals = &settings.refusals;
    if settings.rules.unanswerable || refusals.any() {
        let kind = |row: usize| {
            let golds = answers.of(row);
            let none = refusals.all_refuse(golds.clone())
                || (settings.rules.unanswerable && golds.len() == 0);
            Some(if none { NO_ANSWER } else { HAS_ANSWER })
        };
        let grouping = Grouping::new(ANSWERABILITY, rows, kind);
        groupings
            .extend(grouping.filter(|one| settings.rules.unanswerable || one.values.len() > 1));
    }
    let parts = settings.preset.parts.as_ref();
    let part_column = parts.and_then(|parts| parts.column(gold.map));
    for name in gold.map.of(Field::Group) {
        let Some(column) = gold.table.column(name) else { continue };
        // Several names of one part are one group.
        let shown = parts.filter(|_| part_column == Some(name));
        let value = |row| {
            let text = gold.table.cell(row, column).as_text();
            shown.zip(text).map_or(text, |(parts, text)| Some(parts.shown(text)))
        };
        match Grouping::new(name, rows, value) {
            Some(grouping) if grouping.values.len() > 1 => groupings.push(grouping),
            Some(_) => {}
            None => log.push(
                Diagnostic::info(
                    "too_many_groups",
                    format!("{name} has more than {} values: no breakdown by it", Grouping::MOST),
                )
                .file(gold.name)
                .column(name),
            ),
        }
    }
    groupings
}
