//! Files that belong together: joined, with their answers, probabilities and groups read.

use super::columns::RunMap;
use super::planned::Planned;
use super::sliced::{Sliced, slice, with_twins};
use super::{Session, findings};
use crate::aggregate::{Aggregate, Grouping};
use crate::base::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use crate::base::digits::{grouped, part};
use crate::base::error::Error;
use crate::base::limit::{MOST_RUNS, too_many};
use crate::base::types::{
    ANSWERABILITY, Certainty, Field, HAS_ANSWER, JoinBy, KIND_OF_ANSWER, NO_ANSWER,
};
use crate::doubt::{Doubt, Joining};
use crate::join::{Joined, NONE, NoJoin, Opening, Questions, Rules, Side, join, questions};
use crate::preset::Settings;
use crate::score::evaluate::{NaProbabilities, Weights, is_blank};
use crate::score::metric::mixed;
use crate::table::{Kind, float, json, key_of};
use crate::understand::known::{Found, find};
use crate::understand::reading::{AnswerKind, kind_of};
use crate::understand::schema::{AnswerLists, ColumnMap};
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};

/// The joined files; lives as long as files, roles, columns and join stay the same.
#[derive(Debug)]
pub struct Pairing {
    plan: PairingKey,
    /// The join.
    pub joined: Joined,
    /// Doubts about whether rows belong together, and about which part of predictions is scored.
    pub(super) doubts: Vec<Doubt>,
    /// The questions, if the gold file repeats them for each run.
    pub(super) questions: Option<Questions>,
    pub(super) answers: AnswerLists,
    pub(super) na: Option<NaProbabilities>,
    /// The groups of gold rows.
    pub groupings: Vec<Grouping>,
    /// What the user breaks down and clusters by.
    pub(super) sliced: Sliced,
    /// Which well-known file the gold file is, if any.
    pub known: Option<Found>,
    pub(super) log: Diagnostics,
}

/// What a pairing depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is one thing that a join depends on")]
struct PairingKey {
    gold: usize,
    /// Files of predictions, each with its run if it holds several.
    runs: Vec<(usize, Option<RunMap>)>,
    na: Option<usize>,
    maps: Vec<ColumnMap>,
    join: Option<JoinBy>,
    part: bool,
    unanswerable: bool,
    lists: bool,
    /// The preset, if it defines how questions are grouped.
    groups: Option<String>,
    attempts: bool,
    first: bool,
    id_prefixes: Vec<String>,
    twins: Vec<String>,
}

impl Session {
    /// Joins the files that were read, and looks for programs in them. Does nothing if the previous join still
    /// holds.
    ///
    /// # Errors
    /// If the plan has problems that prevent a score, or no prediction finds its question.
    pub fn join(&mut self) -> Result<(), Error> {
        while self.join_some()?.is_some() {}
        Ok(())
    }

    /// Does a part of [`join`](Self::join) that takes no noticeable time. Returns how many of how many questions
    /// were searched for programs, and `None` once everything is done.
    ///
    /// # Errors
    /// As for [`join`](Self::join).
    pub fn join_some(&mut self) -> Result<Option<(u64, u64)>, Error> {
        self.understand();
        self.join_files().map_err(|error| after_reading(self.planned(), error))?;
        let mut programs = std::mem::take(&mut self.programs);
        let left = self.plan.preset.settings.as_ref().and_then(|settings| {
            let material = self.material().filter(|_| self.runs_programs);
            programs.find(material.as_ref(), settings)
        });
        self.programs = programs;
        if left.is_none() {
            self.find_scripted()?;
        }
        Ok(left)
    }

    #[inline(never)]
    fn join_files(&mut self) -> Result<(), Error> {
        if !self.plan.notes.problems.is_empty() {
            return Err(Error::new(self.plan.notes.problems.clone()));
        }
        let key = PairingKey::new(self.planned()).filter(|_| self.plan.question.is_none());
        let Some(key) = key else { return Err(self.plan.waiting_error()) };
        if self.pairing.as_ref().is_none_or(|pairing| pairing.plan != key) {
            self.pairing = None;
            self.drawn.clear();
            match Pairing::new(self.planned(), key) {
                Ok(pairing) => self.pairing = Some(pairing),
                Err(NoJoin { error, candidates }) => {
                    self.refused = candidates;
                    return Err(error);
                }
            }
            self.programs.forget_files();
            self.scripts.forget_files();
        }
        self.slice();
        Ok(())
    }

    /// Computes the chosen breakdowns and clusters of the joined questions.
    fn slice(&mut self) {
        let (Some(material), Some(pairing)) = (self.material(), &self.pairing) else { return };
        let own = &pairing.groupings[..pairing.sliced.own];
        let slices = &self.plan.comparing.slices;
        let (groupings, sliced) =
            slice(material.gold, own, slices, self.choices.cluster.as_deref());
        if let Some(pairing) = &mut self.pairing {
            // Groups of other questions may have the same name as earlier ones, so compare their rows.
            let stays = |column: &str| {
                let of = |all: &[Grouping]| all.iter().position(|one| one.column == column);
                let (old, new) = (of(&pairing.groupings), of(&groupings));
                old.zip(new).is_some_and(|(old, new)| pairing.groupings[old] == groupings[new])
            };
            self.drawn.iter_mut().for_each(|aggregates| {
                let same = |one: &Aggregate| one.group.as_ref().is_none_or(|g| stays(&g.column));
                aggregates.retain(same);
            });
            pairing.groupings = groupings;
            pairing.sliced = sliced;
        }
    }
}

/// Adds what went wrong while the files were read to an error of joining: this may be its cause.
fn after_reading(planned: Planned<'_>, mut error: Error) -> Error {
    let Planned { sources, plan, .. } = planned;
    let read = plan.roles.used().filter_map(|file| sources[file].read.as_ref());
    let said = read.flat_map(|read| read.diagnostics.clone().finish());
    error.problems.extend(said.filter(|one| one.severity == Severity::Error));
    error
}

impl PairingKey {
    /// What a pairing of the files would depend on now.
    fn new(planned: Planned<'_>) -> Option<Self> {
        let Planned { choices, plan, .. } = planned;
        let (gold, settings) = (plan.roles.gold?, plan.preset.settings.as_ref()?);
        let is_grouped = settings.preset.parts().is_some()
            || settings.refusals.any()
            || kind_of_answer(settings).is_some();
        Some(Self {
            gold,
            runs: plan.columns.runs.iter().map(|run| (run.file, run.own.clone())).collect(),
            na: plan.roles.na,
            maps: plan.columns.maps.clone(),
            join: choices.join,
            part: choices.part,
            unanswerable: settings.rules.unanswerable,
            lists: settings.takes_lists(),
            groups: is_grouped.then(|| settings.preset.id.clone()),
            attempts: settings.join_rules().attempts,
            first: settings.join_rules().first,
            id_prefixes: settings.rules.id_prefixes.clone(),
            twins: choices.twins.clone(),
        })
    }
}

impl Pairing {
    /// Joins the files that were read.
    ///
    /// # Errors
    /// If they cannot be joined, or the join cannot be scored.
    fn new(planned: Planned<'_>, key: PairingKey) -> Result<Self, NoJoin> {
        let Planned { sources, choices, plan } = planned;
        let (gold, preset) = (key.gold, &plan.preset);
        let (Some(side), Some(settings)) = (planned.side(gold), &preset.settings) else {
            return Err(plan.waiting_error().into());
        };
        let rules = Rules { part: choices.part, ..settings.join_rules() };
        let sides = planned.prediction_sides();
        let both = plan.roles.predictions.iter().all(|file| *file == gold)
            || (rules.attempts && plan.roles.predictions.contains(&gold));
        let repeats = both && key.join != Some(JoinBy::SameRow);
        let questions = if repeats { questions(side, rules) } else { None };
        let table = questions.as_ref().map_or(side.table, |found| &found.table);
        let side = Side { table, ..side };
        let mut joined = join(side, &sides, choices.join, rules)?;
        if joined.runs.len() > MOST_RUNS {
            return Err(Error::from(too_many(joined.runs.len(), "runs")).into());
        }
        if choices.join.is_none() && !choices.part {
            refuse_few(side, &joined)?;
            refuse_shared(side, &joined)?;
        }
        let answers = answers(side, sources[gold].is_delimited());
        if settings.asks_for_answers() && !choices.part {
            refuse_no_answers(side, &answers)?;
        }
        let mut log = Diagnostics::default();
        let weaknesses = joined.weaknesses.iter().cloned();
        let mut doubts: Vec<Doubt> = weaknesses.map(|one| Joining(one).into()).collect();
        let na = plan.roles.na.and_then(|index| planned.side(index)).map(|na| {
            let read = probabilities(&side, &na, &mut log);
            findings::probabilities(&side, &na, &read, &mut doubts, &mut log);
            read
        });
        if na.is_none() && key.unanswerable {
            findings::unread_probabilities(&sides, &mut log);
        }
        if settings.preset.takes_verdicts() {
            // Programs are not compared, so that it does not matter what they look like.
            joined.openings.fill(Opening::Plain);
        }
        // Records are compared as a whole, so no member takes the place of one.
        let is_record = |row: usize| answers.of(row).all(|gold| gold.trim_start().starts_with('{'));
        if settings.takes_records() && (0..side.table.rows()).all(is_record) {
            let wrapped = |one: &&mut Opening| **one == Opening::Wrapped;
            joined.openings.iter_mut().filter(wrapped).for_each(|one| *one = Opening::Plain);
        }
        if settings.preset.is_plain() && !settings.takes_lists() {
            // If gold answers are lists of calls, predictions may be such lists, too.
            let is_list =
                |row: usize| answers.of(row).all(|gold| gold.trim_start().starts_with('['));
            if !settings.takes_records() || !(0..side.table.rows()).all(is_list) {
                refuse_lists(&sides, &joined)?;
            }
        }
        // A reference that the user asked for reads lists in its own way.
        let guessed = preset.id.as_ref().is_some_and(|one| one.certainty == Certainty::Guessed);
        let own = settings.preset.card.reproduces.is_empty();
        if settings.takes_lists() || !(own || guessed) {
            let firsts = |one: &&mut Opening| **one == Opening::Firsts;
            joined.openings.iter_mut().filter(firsts).for_each(|one| *one = Opening::Plain);
        }
        findings::pairing(&side, &sides, &joined, &mut doubts, &mut log, settings);
        findings::openings(&sides, &joined, &mut doubts, &mut log);
        if rules.attempts {
            findings::attempts(&sides, &joined, &mut doubts, &mut log);
        }
        findings::near_ids(side, &sides, &joined, &mut doubts, &mut log);
        findings::adjacent_texts(&side, &answers, &mut doubts, &mut log);
        // Objects with a list of spans are read as what they are.
        if !(settings.takes_records() || settings.takes_lists()) {
            findings::object_golds(&side, &answers, &mut log);
        }
        if let Some(questions) = &questions {
            findings::other_gold(&side, questions, &mut doubts, &mut log);
        }
        let groupings = groupings(&side, &answers, settings, &mut log);
        let known = find(side.table, side.map, &answers);
        if questions.is_some() && settings.preset.takes_programs() && known.is_none() {
            findings::own_questions(&side, &mut doubts, &mut log);
        }
        Ok(Self {
            plan: key,
            joined: with_twins(joined, &plan.comparing.twins),
            doubts,
            questions,
            answers,
            na,
            sliced: Sliced::new(groupings.len()),
            groupings,
            known,
            log,
        })
    }
}

/// The answers from all columns with answers.
fn answers(gold: Side<'_>, is_delimited: bool) -> AnswerLists {
    let column = gold.map.index(gold.table, Field::Answers);
    let others = gold.map.of(Field::Answers).skip(1).filter_map(|name| gold.table.column(name));
    others.fold(AnswerLists::read(gold.table, column, is_delimited), |answers, other| {
        answers.with(&AnswerLists::read(gold.table, Some(other), is_delimited))
    })
}

/// Refuses a gold file without answers. If answers are withheld, the same mark may replace each of them.
fn refuse_no_answers(gold: Side<'_>, answers: &AnswerLists) -> Result<(), Error> {
    let rows = gold.table.rows();
    let is_mark = |text: &str| !is_blank(text) && !text.contains(char::is_alphanumeric);
    let first = (rows > 0).then(|| answers.of(0).next()).flatten();
    let same = first.is_some_and(|first| {
        is_mark(first) && (0..rows).all(|row| answers.of(row).all(|one| one == first))
    });
    let none = |row: usize| answers.of(row).all(is_blank);
    // An empty list says that a question has no answer, but an empty text says nothing.
    let is_text = |row: usize| answers.of(row).len() > 0;
    let is_empty = answers.absent == rows
        || (same && rows >= 8)
        || (rows >= SEVERAL && (0..rows).all(|row| none(row) && (rows >= MANY || is_text(row))));
    if !is_empty {
        return Ok(());
    }
    let column = gold.map.one(Field::Answers).unwrap_or_default();
    let message = format!("no question has a gold answer, because {column} is empty");
    let remedy = "choose the column that holds the gold answers, or give the file that has them";
    Err(Diagnostic::error(Code::NoGoldAnswers, message).file(gold.name).remedy(remedy).into())
}

/// With fewer questions, all gold answers may be meant to be blank texts.
const SEVERAL: usize = 3;
/// Up to this many predictions are not a run of a gold file with [`MANY`] questions.
const FEW: usize = 4;
/// With this many questions, it cannot be chance that all gold answers are blank, or all predictions except a few
/// are missing.
const MANY: usize = 40;

/// Refuses runs in which hardly any row finds its question, unless somebody chose the key.
fn refuse_few(gold: Side<'_>, joined: &Joined) -> Result<(), Error> {
    let most = joined.runs.iter().map(|run| run.rows.iter().filter(|row| **row != NONE).count());
    let (most, rows) = (most.max().unwrap_or(0), gold.table.rows());
    if most > FEW || rows < MANY {
        return Ok(());
    }
    let message = format!("only {} questions have a prediction", part(most, rows));
    let by = joined.by.value.plural();
    let remedy = format!("give the missing predictions, or choose to join by {by} anyway");
    Err(Diagnostic::error(Code::FewJoined, message).file(gold.name).remedy(remedy).into())
}

/// With this many questions for each prediction, a prediction is for a document.
const OF_DOCUMENT: usize = 8;

/// Refuses runs in which one prediction answers many questions with different gold answers, such as all questions
/// about one document, unless somebody chose the key.
fn refuse_shared(gold: Side<'_>, joined: &Joined) -> Result<(), Error> {
    let is_shared = |rows: &[u32]| {
        let found = || rows.iter().filter(|row| **row != NONE);
        let predictions = found().collect::<HashSet<_>>().len();
        let questions = found().count();
        questions >= MANY && predictions > 1 && predictions * OF_DOCUMENT <= questions
    };
    let Some(run) = joined.runs.iter().find(|run| run.attempts.is_none() && is_shared(&run.rows))
    else {
        return Ok(());
    };
    let Some(column) = gold.map.index(gold.table, Field::Answers) else { return Ok(()) };
    let mut answers: HashMap<u32, HashSet<&str>> = HashMap::new();
    for (row, prediction) in run.rows.iter().enumerate().filter(|(_, found)| **found != NONE) {
        answers.entry(*prediction).or_default().insert(gold.table.cell(row, column).text);
    }
    let several = answers.values().filter(|golds| golds.len() > 2).count();
    if several * 4 < answers.len() * 3 {
        return Ok(());
    }
    let message = format!(
        "{} has {} predictions for {} questions; one prediction would count for many questions \
         with different gold answers",
        run.short_name.clone(),
        grouped(answers.len()),
        grouped(run.rows.len())
    );
    let remedy =
        "give one prediction for each question, with its id or text, or choose the key to join by";
    Err(Diagnostic::error(Code::FewJoined, message).file(gold.name).remedy(remedy).into())
}

/// Refuses predictions that are mostly lists of several values: nothing tells which of them is the answer, or
/// whether they are attempts, parts or turns.
fn refuse_lists(sides: &[Side<'_>], joined: &Joined) -> Result<(), Error> {
    for (side, opening) in sides.iter().zip(&joined.openings) {
        let Some(column) = side.map.index(side.table, Field::Prediction) else { continue };
        if *opening != Opening::Plain {
            continue;
        }
        let several = |row: &usize| {
            let cell = side.table.cell(*row, column);
            let text = cell.text.trim();
            text.starts_with('[')
                && matches!(cell.kind, Kind::List | Kind::String)
                && json::elements(text).all(|one| one.is_ok())
                && json::elements(text).count() > 1
        };
        let lists = (0..side.table.rows()).filter(several).count();
        if lists * 2 > side.table.rows() {
            let message = format!(
                "{} predictions are lists of several values, but plain comparisons need one \
                 answer for each question",
                part(lists, side.table.rows())
            );
            let remedy = "give one row for each attempt, give one answer for each question, or \
                          choose a preset that takes lists";
            let problem = Diagnostic::error(Code::ListPredictions, message).file(side.name);
            let column = side.table.columns()[column].clone();
            return Err(problem.column(column).remedy(remedy).into());
        }
    }
    Ok(())
}

/// Probabilities by gold row; 0 if there is none.
#[inline(never)]
fn probabilities(gold: &Side<'_>, na: &Side<'_>, log: &mut Diagnostics) -> NaProbabilities {
    let [gold_key, na_key] = [gold, na].map(|side| side.map.indices(side.table, Field::Id));
    let mut rows: HashMap<_, u32> = HashMap::with_capacity(gold.table.rows());
    for row in 0..gold.table.rows() {
        rows.extend(key_of(gold.table, row, &gold_key).map(|key| (key, row as u32)));
    }
    let mut read = NaProbabilities { by_row: vec![0.0; gold.table.rows()], order: Vec::new() };
    let mut seen = vec![NONE; gold.table.rows()];
    let Some(column) = na.map.index(na.table, Field::NaProbability) else { return read };
    for row in 0..na.table.rows() {
        let found = key_of(na.table, row, &na_key).and_then(|key| rows.get(&key));
        let Some(gold_row) = found.map(|row| *row as usize) else { continue };
        let text = na.table.cell(row, column).text;
        let Some(value) = float(text.trim()).filter(|value| value.is_finite()) else {
            let message = format!("{text:?} is not a probability");
            let problem = Diagnostic::error(Code::BadProbability, message).file(na.name);
            let row = na.table.row_number(row);
            log.push(problem.row(row).remedy("give a number from 0 to 1"));
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

/// The function that distinguishes kinds of short answers, if a preset compares several kinds.
fn kind_of_answer(settings: &Settings) -> Option<fn(&str) -> &'static str> {
    match settings.preset.kind()? {
        AnswerKind::Text => Some(kind_of),
        AnswerKind::Mixed => Some(mixed::kind),
        _ => None,
    }
}

/// The origin of a grouping.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum GroupedBy {
    /// Whether a question has an answer; `true` if there may be only one group.
    Answerability(bool),
    /// What kind of answer a question has.
    Kind,
    /// A column.
    Column,
    /// A breakdown that was requested, by its index.
    Slice(usize),
}

impl GroupedBy {
    /// Whether the groups that were found are informative.
    pub(super) fn takes(self, grouping: &Grouping, weights: Weights<'_>) -> bool {
        match self {
            Self::Answerability(alone) => alone || grouping.values.len() > 1,
            Self::Kind => grouping.is_mixed(weights),
            Self::Column => grouping.values.len() > 1,
            Self::Slice(_) => true,
        }
    }
}

/// Groups that questions may be in: their origin, the name of the column, and the groups, unless there are too
/// many.
pub(super) type Candidate = (GroupedBy, String, Option<Grouping>);

/// Lists everything by which questions can be grouped, whether or not the groups are informative.
pub(super) fn candidates(
    gold: &Side<'_>,
    answers: &AnswerLists,
    settings: &Settings,
) -> Vec<Candidate> {
    let mut found = Vec::new();
    let rows = gold.table.rows();
    let refusals = &settings.refusals;
    if settings.rules.unanswerable || refusals.any() {
        let kind = |row: usize| {
            let golds = answers.of(row);
            let none = refusals.all_refuse(golds.clone())
                || (settings.rules.unanswerable && golds.len() == 0);
            Some(if none { NO_ANSWER } else { HAS_ANSWER })
        };
        let by = GroupedBy::Answerability(settings.rules.unanswerable);
        found.push((by, ANSWERABILITY.to_owned(), Grouping::new(ANSWERABILITY, rows, kind)));
    }
    // Short answers of several kinds are broken down by kind.
    if let Some(kind_of) = kind_of_answer(settings) {
        let kind = |row: usize| answers.of(row).find(|gold| !gold.trim().is_empty()).map(kind_of);
        let grouping = Grouping::new(KIND_OF_ANSWER, rows, kind);
        found.push((GroupedBy::Kind, KIND_OF_ANSWER.to_owned(), grouping));
    }
    let parts = settings.preset.parts();
    let part_column = parts.and_then(|parts| parts.column(gold.map));
    for name in gold.map.of(Field::Group) {
        let Some(column) = gold.table.column(name) else { continue };
        // Several names of one part are one group.
        let shown = parts.filter(|_| part_column == Some(name));
        let value = |row| {
            let text = gold.table.cell(row, column).as_text();
            shown.zip(text).map_or(text, |(parts, text)| Some(parts.shown(text)))
        };
        found.push((GroupedBy::Column, name.to_owned(), Grouping::new(name, rows, value)));
    }
    found
}

#[inline(never)]
fn groupings(
    gold: &Side<'_>,
    answers: &AnswerLists,
    settings: &Settings,
    log: &mut Diagnostics,
) -> Vec<Grouping> {
    let mut groupings = Vec::new();
    for (by, name, grouping) in candidates(gold, answers, settings) {
        match grouping {
            Some(grouping) if by.takes(&grouping, Weights::default()) => groupings.push(grouping),
            Some(_) => {}
            None => log.push(too_many_groups(&name).file(gold.name).column(name)),
        }
    }
    groupings
}

/// The remark that a column has too many values for a breakdown.
pub(super) fn too_many_groups(name: &str) -> Diagnostic {
    let most = Grouping::MOST;
    let message = format!("{name} has more than {most} values, so there is no breakdown by it");
    Diagnostic::info(Code::TooManyGroups, message)
}
