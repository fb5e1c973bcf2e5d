//! Other ways to read the files. A session of its own scores each of them over the same files, so that the offered
//! score is the score that its choices give.

mod proposals;

use super::score::lead_of;
use super::{Finished, Plan, Question, Session, Source};
use crate::aggregate::Aggregate;
use crate::base::error::Error;
use crate::base::types::Field;
use crate::join::Joined;
use crate::preset::Settings;
use crate::report::model::{ColumnOf, Reading, RuleOf, RunOf};
use crate::score::evaluate::Evaluation;
use crate::session::protocol::{Answer, Choices, ReadingCard};
use crate::understand::evidence::Why;
use crate::understand::schema::ColumnMap;
use itertools::Itertools as _;
use proposals::Proposal;
use std::cmp::Reverse;
use std::collections::VecDeque;

/// Readings to offer in addition to the chosen one, at most.
const OFFERED: usize = 3;
/// Readings to score in order to find them, at most.
const TRIED: usize = 8;
/// Bytes to read for all of them, at most.
const MOST_BYTES: u64 = 64 << 20;
/// Rows to score for all of them, at most.
const MOST_ROWS: usize = 100_000;
/// Questions to score in one step.
const QUESTIONS: usize = 512;

/// Other readings of the files of a score.
#[derive(Debug, Default)]
pub(super) enum Readings {
    /// Not searched yet.
    #[default]
    Unknown,
    /// Being scored, one by one.
    Tried(Box<Tried>),
    /// Offered, from all that were scored.
    Offered(Vec<ReadingCard>, Vec<Offer>),
}

/// Readings that are being tried.
#[derive(Debug)]
pub(super) struct Tried {
    left: VecDeque<Proposal>,
    now: Option<Trial>,
    scored: Vec<Offer>,
}

/// A reading that has been scored.
#[derive(Clone, Debug)]
pub(super) struct Offer {
    card: ReadingCard,
    weight: u32,
}

/// A reading that is being scored.
#[derive(Debug)]
struct Trial {
    proposal: Proposal,
    session: Box<Session>,
    step: Step,
}

#[derive(Debug)]
enum Step {
    /// Files are being read, the last in the list first.
    Reading(Vec<usize>),
    /// Questions are being scored.
    Scoring(Box<Evaluation>),
}

impl Session {
    /// Scores other readings of the files after a score, a slice at a time; `false` once all are done. `bytes`
    /// returns the bytes of a file by its index among [`Self::sources`].
    pub fn read_otherwise<E>(&mut self, bytes: impl Fn(usize) -> Result<Vec<u8>, E>) -> bool {
        let Some(score) = &mut self.score else { return false };
        let mut readings = std::mem::take(&mut score.readings);
        let is_more = readings.advance(self, &|index| bytes(index).ok());
        if let Some(score) = &mut self.score {
            score.readings = readings;
        }
        is_more
    }

    /// Scores the files with each answer to a question; `None` for an answer with which they cannot be scored, or
    /// if it would take too long. `bytes` returns the bytes of a file by its index among [`Self::sources`].
    pub fn read_answers<E>(
        &self,
        question: &Question,
        bytes: impl Fn(usize) -> Result<Vec<u8>, E>,
    ) -> Vec<Option<ReadingCard>> {
        let size: u64 = self.sources.iter().map(|source| source.bytes).sum();
        let is_quick = size * question.options.len() as u64 <= MOST_BYTES;
        let read = |answer: &Answer| {
            let mut choices = self.choices.clone();
            choices.columns.extend(answer.columns.iter().cloned());
            let proposal = Proposal::of_choices(&self.choices, choices);
            let mut trial = Trial::new(self, proposal).filter(|_| is_quick)?;
            loop {
                match trial.advance(&|index| bytes(index).ok())? {
                    Progress::More(next) => trial = next,
                    Progress::Done(offer) => return Some(offer.card),
                }
            }
        };
        question.options.iter().map(read).collect()
    }

    /// Makes a session over the same files with other choices, in which nothing has been read yet.
    fn with_choices(&self, choices: Choices) -> Self {
        Self {
            sources: self.sources.iter().map(Source::unread).collect(),
            choices,
            most_bytes: self.most_bytes,
            runs_programs: self.runs_programs,
            ..Self::default()
        }
    }

    /// Joins the files by the best plan, and begins their evaluation.
    fn begin_evaluation(&mut self) -> Result<Evaluation, Error> {
        self.join()?;
        if let Some(better) = self.settle() {
            let before = self.adopt(better);
            if self.join().is_err() {
                self.adopt(before);
            }
        }
        self.evaluate().ok_or_else(|| self.plan.waiting_error())
    }
}

impl Finished<'_> {
    /// How the files were read, first, and up to three other ways to read them.
    pub fn reading_cards(&self) -> Vec<ReadingCard> {
        let chosen = self.chosen_reading();
        let chosen = chosen.map(|reading| ReadingCard { reading, choices: self.choices.clone() });
        let is_allowed = |card: &&ReadingCard| {
            self.choices.hosted.as_ref().is_none_or(|hosted| hosted.allows(&card.choices))
        };
        let offered = self.score.readings.offered().iter().filter(is_allowed);
        chosen.into_iter().chain(offered.cloned()).collect()
    }

    /// The other readings that would be offered without this fact.
    pub fn readings_without(&self, fact: Why) -> Vec<Reading> {
        let Readings::Offered(_, scored) = &self.score.readings else { return Vec::new() };
        let without = |offer: &Offer| {
            let mut offer = offer.clone();
            offer.card.reading.why.retain(|why| *why != fact);
            offer.weight = offer.card.reading.why.iter().map(|why| why.weight()).sum();
            (!offer.card.reading.why.is_empty()).then_some(offer)
        };
        let left = scored.iter().filter_map(without).collect();
        let cards = self.chosen_reading().map_or_else(Vec::new, |chosen| best(&chosen, left));
        cards.into_iter().map(|card| card.reading).collect()
    }

    /// The reading of the score.
    fn chosen_reading(&self) -> Option<Reading> {
        let (joined, evaluation) = (self.material.joined, &self.score.evaluation);
        let scored = Scored { joined, evaluation, aggregates: &self.score.aggregates };
        let mut reading = scored.reading(self.sources, self.plan)?;
        reading.chosen = true;
        Some(reading)
    }
}

/// The outcome of one way to read the files.
struct Scored<'a> {
    joined: &'a Joined,
    evaluation: &'a Evaluation,
    aggregates: &'a [Vec<Aggregate>],
}

impl Scored<'_> {
    /// The columns, the rule and the resulting scores.
    fn reading(&self, sources: &[Source], plan: &Plan) -> Option<Reading> {
        let Self { joined, evaluation, aggregates } = self;
        let settings = plan.preset.settings.as_ref()?;
        let lead = lead_of(evaluation, aggregates)?;
        let headline = |run: usize| {
            let mut all = aggregates.get(run)?.iter();
            all.find(|one| one.group.is_none() && one.metric == lead)
        };
        let column = |file: usize, map: &ColumnMap, field: Field| ColumnOf {
            file: sources[file].name.clone(),
            column: map.of(field).join("+"),
            view: sources[file].view().to_owned(),
        };
        let runs = joined.runs.iter().zip(joined.names()).enumerate();
        let own = runs.filter(|(_, (run, _))| run.twin.is_none());
        let runs = own.filter_map(|(place, (run, name))| {
            let planned = plan.columns.runs.get(run.file)?;
            let own = planned.own.as_ref().map(|own| &own.map);
            let map = own.unwrap_or(&plan.columns.maps[planned.file]);
            let ColumnOf { file, column, view } = column(planned.file, map, Field::Prediction);
            Some(RunOf { file, column, view, name, mean: headline(place)?.mean })
        });
        let gold = plan.roles.gold.filter(|_| !settings.preset.takes_verdicts());
        let gold = gold.map(|gold| column(gold, &plan.columns.maps[gold], Field::Answers));
        let first = headline(0)?;
        Some(Reading {
            gold,
            runs: runs.collect(),
            pairing: joined.by.value,
            rule: rule_of(settings, lead),
            n: first.n,
            mean: first.mean,
            why: Vec::new(),
            words: String::new(),
            chosen: false,
            options: String::new(),
        })
    }
}

fn rule_of(settings: &Settings, metric: &str) -> RuleOf {
    RuleOf {
        preset: settings.preset.id.clone(),
        settings: settings.changes.clone(),
        metric: metric.to_owned(),
    }
}

/// Returns the bytes of a file, unless they can no longer be read.
type Bytes<'a> = &'a dyn Fn(usize) -> Option<Vec<u8>>;

impl Readings {
    fn offered(&self) -> &[ReadingCard] {
        if let Self::Offered(offered, _) = self { offered } else { &[] }
    }

    /// Does one step; `true` if more is left.
    fn advance(&mut self, session: &Session, bytes: Bytes<'_>) -> bool {
        match self {
            Self::Unknown => {
                let finished = session.finished();
                let finished = finished.filter(|one| one.choices.script.is_none());
                let left = finished.map(|finished| finished.list_proposals()).unwrap_or_default();
                let scored = Vec::new();
                *self = Self::Tried(Box::new(Tried { left, now: None, scored }));
            }
            Self::Tried(tried) => {
                if !tried.advance(session, bytes) {
                    let scored = std::mem::take(&mut tried.scored);
                    let chosen = session.finished().and_then(|one| one.chosen_reading());
                    let offered =
                        chosen.map_or_else(Vec::new, |chosen| best(&chosen, scored.clone()));
                    *self = Self::Offered(offered, scored);
                }
            }
            Self::Offered(..) => return false,
        }
        true
    }
}

impl Tried {
    /// Does one step; `false` if none was left.
    fn advance(&mut self, session: &Session, bytes: Bytes<'_>) -> bool {
        if let Some(trial) = self.now.take() {
            match trial.advance(bytes) {
                Some(Progress::More(trial)) => self.now = Some(trial),
                Some(Progress::Done(offer)) => self.scored.push(offer),
                None => {}
            }
        } else if let Some(proposal) = self.left.pop_front() {
            self.now = Trial::new(session, proposal);
        } else {
            return false;
        }
        true
    }
}

/// The outcome of a step.
enum Progress {
    More(Trial),
    Done(Offer),
}

impl Trial {
    fn new(session: &Session, proposal: Proposal) -> Option<Self> {
        let mut session = Box::new(session.with_choices(proposal.choices.clone()));
        session.understand();
        let plan = session.plan();
        let is_ready = plan.waiting.is_none() && plan.notes.problems.is_empty();
        let mut left = session.unread();
        left.reverse();
        (is_ready && !left.is_empty()).then_some(Self {
            proposal,
            session,
            step: Step::Reading(left),
        })
    }

    /// Does one step; `None` if the files cannot be scored in this way.
    fn advance(mut self, bytes: Bytes<'_>) -> Option<Progress> {
        let session = &mut self.session;
        match &mut self.step {
            Step::Reading(left) => match left.pop() {
                Some(index) => {
                    let mut reader = session.reader(index)?;
                    reader.push(&bytes(index)?).ok()?;
                    session.finish_reading(index, reader).ok()?;
                }
                None => self.step = Step::Scoring(Box::new(session.begin_evaluation().ok()?)),
            },
            Step::Scoring(evaluation) => {
                let before = evaluation.done();
                let is_done = session.advance(evaluation, QUESTIONS) || evaluation.done() == before;
                if is_done {
                    return self.finish().map(Progress::Done);
                }
            }
        }
        Some(Progress::More(self))
    }

    fn finish(self) -> Option<Offer> {
        let Self { proposal, session, step: Step::Scoring(evaluation) } = self else { return None };
        let aggregates = session.means_alone(&evaluation).ok()?;
        let (joined, aggregates) = (session.joined()?, &*aggregates);
        let scored = Scored { joined, evaluation: &evaluation, aggregates };
        let mut reading = scored.reading(session.sources(), session.plan())?;
        reading.words = proposal.words();
        reading.options = proposal.options;
        reading.why = proposal.why;
        let weight = reading.why.iter().map(|why| why.weight()).sum();
        let card = ReadingCard { reading, choices: proposal.choices };
        Some(Offer { card, weight })
    }
}

/// Returns the best other readings. A reading is left out if an earlier one has the same columns and scores.
fn best(chosen: &Reading, mut all: Vec<Offer>) -> Vec<ReadingCard> {
    all.retain(|offer| {
        let reading = &offer.card.reading;
        let some = |run: &RunOf| run.mean.is_some_and(|mean| mean != 0.0);
        let says_something = reading.n > 0 && reading.runs.iter().any(some);
        says_something && reading.why.iter().all(|why| proposals::holds(*why, chosen, reading))
    });
    all.sort_by_key(|offer| Reverse(offer.weight));
    let mut kept: Vec<ReadingCard> = Vec::new();
    for Offer { card, .. } in all {
        let known = std::iter::once(chosen).chain(kept.iter().map(|card| &card.reading));
        let is_known = |known: &Reading| {
            card.reading.is_same(known)
                || card.reading.has_columns_of(known) && card.reading.has_numbers_of(known)
        };
        if !known.into_iter().any(is_known) {
            kept.push(card);
        }
    }
    kept.truncate(OFFERED);
    kept
}
