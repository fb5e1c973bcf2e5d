//! Scores of parts that merge into the score of the whole: for files that are scored on several machines, or day
//! by day.
//!
//! A [`Partial`] holds the outcomes of questions, without the questions: questions with the same state and values
//! in every run, the same groups and the same cluster are one row with a count. Every computation weighs rows by
//! their counts, so the numbers of merged parts equal those of one machine to the last bit, however the questions
//! were divided and in whatever order the parts are merged. All rows with the key of a question have to be in one
//! part, as engines that join by key divide them.

mod finish;
mod form;
mod frame;
mod rows;

pub use form::looks_like_part;

use super::pairing::{Candidate, GroupedBy, candidates};
use super::{Finished, Session};
use crate::aggregate::members::Members;
use crate::aggregate::official;
use crate::aggregate::slice::{Slice, cluster_values};
use crate::base::diagnostic::{Code, Diagnostic, Severity};
use crate::base::error::Error;
use crate::base::types::{Certainty, Field, JoinBy, Role};
use crate::doubt::{Doubt, Joining};
use crate::join::{JoinedRun, NONE, Opening, Side};
use crate::preset::Settings;
use crate::programs::workshop::pythons;
use crate::report::model::{DoubtCard, RunLabel};
use crate::score::evaluate::{Evaluation, Material, opened, prediction_cell};
use crate::table::{key_of, shown_key};
use crate::understand::names::{VALUE, is_name_of};
use frame::{Finding, Findings, Frame};
use rows::{Outcome, Row, Rows, Sample, bits, part_number};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The score of a part of the questions, which merges with those of other parts.
///
/// ```
/// use scoredrop::base::types::Role::{Gold, Predictions};
/// use scoredrop::{Choices, File, Partial};
///
/// let part = |gold: &'static str, predictions: &'static str| {
///     let files = [
///         File::new("gold.jsonl", gold).with_role(Gold),
///         File::new("run.jsonl", predictions).with_role(Predictions),
///     ];
///     let preset = Some("squad-v1".to_owned());
///     Partial::score(&files, Choices { preset, ..Choices::default() })
/// };
/// let mut all = Partial::zero();
/// all.merge(part(
///     r#"{"id": "a", "answers": ["Paris"]}"#,
///     r#"{"id": "a", "prediction": "Paris"}"#,
/// )?)?;
/// all.merge(part(
///     r#"{"id": "b", "answers": ["Rome"]}"#,
///     r#"{"id": "b", "prediction": "Milan"}"#,
/// )?)?;
/// let all = Partial::from_bytes(&all.to_bytes())?;
/// assert_eq!(all.finish()?.runs[0].official["exact_match"], 50.0);
/// # Ok::<(), scoredrop::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Partial {
    body: Option<Box<Body>>,
}

/// The content of one part or of several.
#[derive(Clone, Debug, PartialEq)]
struct Body {
    frame: Frame,
    rows: Rows,
    rest: Rest,
}

/// What is counted in addition to the rows.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Rest {
    /// How many parts.
    parts: u64,
    /// By run.
    runs: Vec<Counts>,
    duplicate_gold: u64,
    unparseable: u64,
    /// Whether a part has supporting facts.
    facts: bool,
    /// Whether a verdict says that no answer was attempted.
    graded: bool,
    /// Whether a file gives scores to attempts.
    scored: bool,
    findings: Findings,
    doubts: BTreeMap<String, Doubted>,
    confirmed: BTreeMap<String, Doubted>,
    diagnostics: BTreeMap<(Severity, Code), Noted>,
    sources: Sources,
    /// Keys of gold questions, and of predictions without one.
    gold: Sample,
    extra: Sample,
    /// Versions of Python that ran programs.
    python: BTreeSet<String>,
}

/// What is counted for a run in addition to its rows.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Counts {
    extra: u64,
    duplicate_predictions: u64,
    /// How many predictions the reference is given.
    predictions: u64,
    /// The fewest attempts at any question that counts; `None` without questions.
    fewest: Option<u32>,
    /// How many questions have a prediction, and how many predictions there are.
    answered: u64,
    given: u64,
    stored: Option<StoredCounts>,
    /// How often each member of records is right; `None` if not all gold answers are records.
    members: Option<Members>,
    /// Why the reference would print nothing.
    no_official: Option<String>,
}

/// Verdicts in the files.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct StoredCounts {
    column: String,
    right: u64,
    n: u64,
    agrees: u64,
}

/// A doubt that some parts have.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Doubted {
    /// The first one, in the order of messages.
    message: String,
    rows: Option<u64>,
    parts: u64,
}

/// Diagnostics of one code.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Noted {
    count: u64,
    /// The first one, in the order of messages and places.
    first: Vec<Diagnostic>,
}

/// The files of the parts.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Sources {
    count: u64,
    rows: BTreeMap<String, u64>,
    bytes: u64,
    /// The sum of the hashes of all files, which does not depend on their order.
    digest: [u64; 4],
    /// The first ones, in the order of their fields.
    first: BTreeSet<SourceOf>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct SourceOf {
    role: String,
    name: String,
    member: Option<String>,
    sha256: String,
    bytes: u64,
    rows: u64,
    format: Option<String>,
}

/// How many diagnostics of one code are shown.
const SHOWN: usize = 3;

/// How many files a report names.
const NAMED: usize = 1000;

impl Sources {
    fn add(&mut self, source: SourceOf) {
        self.count += 1;
        self.bytes += source.bytes;
        *self.rows.entry(source.role.clone()).or_default() += source.rows;
        let text = format!("{}\n{}\n{}", source.role, source.sha256, source.rows);
        for (sum, word) in self.digest.iter_mut().zip(form::words(text.as_bytes())) {
            *sum = sum.wrapping_add(word);
        }
        self.first.insert(source);
        self.shorten();
    }

    fn absorb(&mut self, other: Self) {
        self.count += other.count;
        self.bytes += other.bytes;
        for (role, rows) in other.rows {
            *self.rows.entry(role).or_default() += rows;
        }
        for (sum, word) in self.digest.iter_mut().zip(other.digest) {
            *sum = sum.wrapping_add(word);
        }
        self.first.extend(other.first);
        self.shorten();
    }

    fn shorten(&mut self) {
        while self.first.len() > NAMED {
            self.first.pop_last();
        }
    }

    /// The gold file that both have, if its questions have keys: they would count twice.
    fn repeated<'a>(&'a self, other: &'a Self) -> Option<&'a SourceOf> {
        let has_gold = |one: &&SourceOf| {
            one.rows > 0 && one.role.parse().is_ok_and(|role: Role| role.has_gold())
        };
        let ours: BTreeSet<&str> =
            self.first.iter().filter(has_gold).map(|one| one.sha256.as_str()).collect();
        other.first.iter().filter(has_gold).find(|one| ours.contains(one.sha256.as_str()))
    }
}

impl Noted {
    fn add(&mut self, diagnostic: Diagnostic) {
        self.first.push(diagnostic);
        self.shorten();
    }

    fn absorb(&mut self, other: Self) {
        self.count += other.count;
        self.first.extend(other.first);
        self.shorten();
    }

    fn shorten(&mut self) {
        let key = |one: &Diagnostic| {
            (one.message.clone(), one.file.clone(), one.row, one.column.clone(), one.remedy.clone())
        };
        self.first.sort_by_cached_key(key);
        self.first.dedup();
        self.first.truncate(SHOWN);
    }
}

impl Doubted {
    fn absorb(all: &mut BTreeMap<String, Self>, code: String, other: Self) {
        match all.get_mut(&code) {
            None => {
                all.insert(code, other);
            }
            Some(own) => {
                if other.message < own.message {
                    own.message = other.message;
                }
                own.rows = own.rows.zip(other.rows).map(|(a, b)| a + b).or(own.rows).or(other.rows);
                own.parts += other.parts;
            }
        }
    }

    fn of(cards: impl IntoIterator<Item = DoubtCard>) -> BTreeMap<String, Self> {
        let mut all = BTreeMap::new();
        for DoubtCard { code, message, rows, .. } in cards {
            Self::absorb(&mut all, code, Self { message, rows, parts: 1 });
        }
        // Two doubts of one kind in one part are one doubt.
        for one in all.values_mut() {
            one.parts = 1;
        }
        all
    }
}

impl StoredCounts {
    fn absorb(own: Option<Self>, other: Option<Self>) -> Option<Self> {
        match (own, other) {
            (Some(a), Some(b)) => Some(Self {
                column: a.column.min(b.column),
                right: a.right + b.right,
                n: a.n + b.n,
                agrees: a.agrees + b.agrees,
            }),
            (own, other) => own.or(other),
        }
    }
}

/// The smaller of two optional values.
fn least<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
    a.into_iter().chain(b).min()
}

impl Counts {
    fn absorb(&mut self, other: Self) {
        self.answered += other.answered;
        self.given += other.given;
        self.extra += other.extra;
        self.duplicate_predictions += other.duplicate_predictions;
        self.predictions += other.predictions;
        self.fewest = least(self.fewest, other.fewest);
        self.stored = StoredCounts::absorb(self.stored.take(), other.stored);
        self.no_official = least(self.no_official.take(), other.no_official);
        self.members = self.members.take().zip(other.members).map(|(mut all, others)| {
            for (name, counts) in others {
                all.entry(name).or_default().add(counts);
            }
            all
        });
    }
}

impl Rest {
    /// Whether questions have keys that have to be unique.
    fn has_keys(&self) -> bool {
        let join = self.findings.0.get(&Finding::Join);
        let join = join.and_then(|join| join.parse().ok());
        matches!(join, Some(JoinBy::Id | JoinBy::Question | JoinBy::Near))
    }

    /// Checks that another part has other questions, and has read its files in the same way.
    fn check(&self, other: &Self) -> Result<(), Error> {
        if (self.has_keys() || other.has_keys())
            && let Some(source) = self.sources.repeated(&other.sources)
        {
            let message = format!(
                "two parts have the same gold file {}, so its questions would count twice",
                source.name
            );
            let problem = Diagnostic::error(Code::RepeatedPart, message).file(&source.name);
            return Err(problem.remedy("give every part once, each with its own questions").into());
        }
        self.findings.check(&other.findings)
    }

    fn absorb(&mut self, other: Self) {
        self.findings.absorb(other.findings);
        for (own, theirs) in self.runs.iter_mut().zip(other.runs) {
            own.absorb(theirs);
        }
        self.parts += other.parts;
        self.duplicate_gold += other.duplicate_gold;
        self.unparseable += other.unparseable;
        self.facts |= other.facts;
        self.graded |= other.graded;
        self.scored |= other.scored;
        let both = [(&mut self.doubts, other.doubts), (&mut self.confirmed, other.confirmed)];
        for (own, theirs) in both {
            for (code, one) in theirs {
                Doubted::absorb(own, code, one);
            }
        }
        for (kind, noted) in other.diagnostics {
            self.diagnostics.entry(kind).or_default().absorb(noted);
        }
        self.sources.absorb(other.sources);
        self.gold.absorb(other.gold);
        self.extra.absorb(other.extra);
        self.python.extend(other.python);
    }
}

impl Partial {
    /// A part without questions, which changes nothing that it is merged with.
    pub fn zero() -> Self {
        Self::default()
    }

    /// Merges another part into this one. Neither the order of the parts nor the order of merging matters.
    ///
    /// # Errors
    /// [`Code::PartsDiffer`] if the two were not scored in the same way, with everything that differs, and
    /// [`Code::RepeatedPart`] if both have the same gold file. This part is then as it was.
    pub fn merge(&mut self, other: Self) -> Result<(), Error> {
        let Some(other) = other.body else { return Ok(()) };
        let Some(body) = &mut self.body else {
            self.body = Some(other);
            return Ok(());
        };
        body.frame.check(&other.frame)?;
        body.rest.check(&other.rest)?;
        body.rest.absorb(other.rest);
        body.rows.absorb(other.rows);
        Ok(())
    }

    /// How many questions it holds, and in how many different rows.
    pub fn size(&self) -> (u64, usize) {
        let rows = self.body.as_ref().map(|body| &body.rows);
        rows.map_or((0, 0), |rows| (rows.questions(), rows.counts.len()))
    }

    /// Makes a part from a finished score.
    ///
    /// # Errors
    /// [`Code::NoPart`] if it cannot be merged with others.
    pub(crate) fn of_session(session: &Session) -> Result<Self, Error> {
        let Some(finished) = session.finished() else { return Err(session.plan().waiting_error()) };
        refuse(&finished)?;
        let part = Part::new(&finished)?;
        Ok(Self { body: Some(Box::new(part.body())) })
    }
}

/// Refuses scores with something that a single part cannot have.
fn refuse(finished: &Finished<'_>) -> Result<(), Error> {
    let none = |what: &str, remedy: &str| -> Result<(), Error> {
        let message = format!("{what} cannot be merged from parts");
        Err(Diagnostic::error(Code::NoPart, message).remedy(remedy).into())
    };
    let alone = "score all files on one machine";
    let joined = finished.material.joined;
    if finished.choices.hosted.is_some() {
        none("the score of a hosted scorer", alone)
    } else if finished.material.scripted.is_some() {
        none("the score of a script", alone)
    } else if finished.material.na.is_some() {
        none("the best thresholds of probabilities (--na-prob)", "leave out --na-prob")
    } else if finished.material.ran.is_some() {
        none("programs that are run here", "give the verdicts of the programs")
    } else if !joined.strangers.is_empty() {
        none("a score that leaves out files without a question of the gold file", alone)
    } else {
        Ok(())
    }
}

/// Whether a doubt is about rows, not about their number in this part. Doubts about numbers are raised anew for
/// the whole.
fn is_of_rows(card: &DoubtCard) -> bool {
    use crate::join::Weakness::{
        ExtraPredictions, FewPredictions, RepeatedGold, RepeatedPredictions,
    };
    let coverage = [
        FewPredictions { run: None, found: 0, questions: 0 },
        ExtraPredictions { run: None, extra: 0, given: 0 },
        RepeatedPredictions { replaced: 0, given: 0, first: false },
        RepeatedGold { rows: 0, questions: 0 },
    ];
    coverage.into_iter().all(|one| Doubt::from(Joining(one)).code() != card.code)
}

/// A part that is being made.
struct Part<'f> {
    finished: &'f Finished<'f>,
    material: Material<'f>,
    settings: &'f Settings,
    /// Its outcomes, if they differ from those of an earlier part.
    own: Option<Evaluation>,
}

impl<'f> Part<'f> {
    fn new(finished: &'f Finished<'f>) -> Result<Self, Error> {
        let (mut material, settings) = (finished.material.clone(), &finished.score.settings);
        let is_part = material.part;
        material.part = true;
        let own = (!is_part).then(|| {
            let twins = &finished.plan.comparing.twins;
            let mut own = Evaluation::new(&material, settings).with_twins(&material, twins);
            own.advance(&material, usize::MAX);
            own
        });
        let part = Self { finished, material, settings, own };
        for slice in &finished.plan.comparing.slices {
            if slice.needs_edges(part.material.gold.table) {
                let message = format!(
                    "the ranges of the breakdown {} depend on all questions together",
                    slice.text
                );
                let remedy = "give edges, for example COLUMN:10,20";
                return Err(Diagnostic::error(Code::NoPart, message).remedy(remedy).into());
            }
        }
        Ok(part)
    }

    fn evaluation(&self) -> &Evaluation {
        self.own.as_ref().unwrap_or(&self.finished.score.evaluation)
    }

    fn body(&self) -> Body {
        let groups = self.groups();
        let findings = self.findings(&groups);
        Body { rows: self.rows(groups), rest: self.rest(findings), frame: self.frame() }
    }

    /// The groupings of questions: columns that were chosen or have a usual name for groups, but not columns that
    /// only have few values in this part; and the requested breakdowns.
    fn groups(&self) -> Vec<Candidate> {
        let gold = &self.material.gold;
        let is_stable = |name: &str| {
            let mut guesses = gold.map.columns.iter();
            guesses.any(|guess| {
                guess.field == Field::Group
                    && guess.column == name
                    && (guess.certainty == Certainty::Chosen || is_name_of(name, Field::Group))
            })
        };
        let mut found = candidates(gold, self.material.answers, self.settings);
        found.retain(|(by, name, _)| *by != GroupedBy::Column || is_stable(name));
        let own = found.len();
        for (place, slice) in self.finished.plan.comparing.slices.iter().enumerate() {
            let is_own = |column: &str| found[..own].iter().any(|(_, name, _)| name == column);
            if !slice.whole_column().is_some_and(is_own) {
                let grouping = slice.of(gold.table).map(|sliced| sliced.grouping);
                found.push((GroupedBy::Slice(place), slice.name.clone(), grouping));
            }
        }
        found
    }

    fn frame(&self) -> Frame {
        let Self { finished, material, settings, .. } = self;
        let choices = finished.choices;
        let own = choices.preset.clone().filter(|_| settings.own());
        let slices = &finished.plan.comparing.slices;
        let slice_columns: BTreeSet<&str> = slices.iter().flat_map(Slice::columns).collect();
        Frame {
            version: crate::base::VERSION.to_owned(),
            preset: own.unwrap_or_else(|| settings.preset.id.clone()),
            set: settings.changes.clone(),
            seed: choices.seed,
            baseline: choices.baseline.clone(),
            cluster: choices.cluster.clone(),
            slices: choices.slices.clone(),
            slice_columns: slice_columns.into_iter().map(str::to_owned).collect(),
            twins: finished.plan.comparing.twin_texts(),
            settled: choices.settled.clone(),
            confirmed: choices.confirmed,
            runs: material.joined.runs.iter().map(RunLabel::new).collect(),
        }
    }

    /// Findings in the files of this part on which numbers depend.
    fn findings(&self, groups: &[Candidate]) -> Findings {
        let material = &self.material;
        let joined = material.joined;
        let mut found = Findings::default();
        let gold = &material.gold;
        let has_questions = gold.table.rows() > 0;
        let is_matched = |run: &JoinedRun| run.rows.iter().any(|row| *row != NONE);
        let join = joined.by.value.name().to_owned();
        found.add(Finding::Join, Some(join).filter(|_| joined.runs.iter().any(is_matched)));
        self.find_columns(&mut found);
        let names = groups.iter().map(|(by, name, _)| match by {
            GroupedBy::Slice(place) => format!("{name} ({})", place + 1),
            _ => name.clone(),
        });
        found.add(
            Finding::Groups,
            Some(names.collect::<Vec<_>>().join(", ")).filter(|_| has_questions),
        );
        let answers = gold.map.index(gold.table, Field::Answers);
        found.add(Finding::GoldAnswers, material.answers.read_as(gold.table, answers));
        for run in &joined.runs {
            found.add(Finding::Predictions(run.name.clone()), self.opened_as(run));
        }
        let learned = self.evaluation().learned();
        let learned = Some(learned.join("; ")).filter(|all| has_questions && !all.is_empty());
        found.add(Finding::Learned, learned);
        found
    }

    /// The columns that decide a score, by the role of their files.
    fn find_columns(&self, found: &mut Findings) {
        let Self { finished, material, .. } = self;
        let decides = |field: Field| match field {
            Field::Id => matches!(material.joined.by.value, JoinBy::Id | JoinBy::Near),
            Field::Question => material.joined.by.value == JoinBy::Question,
            Field::SupportingFacts | Field::Run | Field::Prediction | Field::Answers => true,
            Field::NaProbability | Field::Detail | Field::Group => false,
        };
        let plan = finished.plan;
        let mut columns: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
        for index in plan.roles.used() {
            let rows = finished.sources[index].read.as_ref().map_or(0, |read| read.table.rows());
            let role = plan.roles.of[index].as_ref().map_or("", |role| role.value.name());
            let runs = plan.columns.runs_within(index).flat_map(|run| &run.map.columns);
            let all = plan.columns.maps[index].columns.iter().chain(runs);
            let all = all.filter(|one| rows > 0 && decides(one.field) && one.column != VALUE);
            let named = all.map(|one| format!("{}={}", one.field.name(), one.column));
            columns.entry(role).or_default().extend(named);
        }
        for (role, columns) in columns.into_iter().filter(|(_, columns)| !columns.is_empty()) {
            let columns = columns.into_iter().collect::<Vec<_>>().join(", ");
            found.add(Finding::Columns(role.to_owned()), Some(columns));
        }
    }

    fn rows(&self, groups: Vec<Candidate>) -> Rows {
        let evaluation = self.evaluation();
        let questions = self.material.gold.table.rows();
        // Values are in alphabetical order here.
        let sorted = |(_, _, grouping): Candidate| {
            let grouping = grouping?;
            let mut values = grouping.values.clone();
            values.sort_unstable();
            values.dedup();
            let place = |value: &String| values.binary_search(value).unwrap_or_default() as u16;
            let places: Vec<u16> = grouping.values.iter().map(place).collect();
            let of_row: Vec<u16> =
                grouping.of_row.iter().map(|value| places[usize::from(*value)]).collect();
            Some((values, of_row))
        };
        let by = groups.iter().map(|(by, name, _)| (*by, name.clone())).collect();
        let groups: Vec<Option<(Vec<String>, Vec<u16>)>> = groups.into_iter().map(sorted).collect();
        let (clusters, of_row) = self.clusters();
        let mut rows = Rows {
            metrics: evaluation.metrics.iter().map(|metric| metric.id.to_owned()).collect(),
            by,
            groups: Vec::new(),
            clusters,
            counts: BTreeMap::new(),
        };
        for row in 0..questions {
            let outcome = |scores: &crate::score::evaluate::RunScores| Outcome {
                state: scores.states[row],
                values: scores.values.iter().map(|values| bits(values[row])).collect(),
            };
            rows.add(Row {
                part: part_number(evaluation.part(&self.material, row)),
                groups: groups
                    .iter()
                    .map(|one| one.as_ref().map_or(0, |(_, of_row)| of_row[row]))
                    .collect(),
                cluster: of_row.get(row).copied().unwrap_or_default(),
                runs: evaluation.runs.iter().map(outcome).collect(),
            });
        }
        rows.groups = groups.into_iter().map(|one| Some(one?.0)).collect();
        rows
    }

    /// The values of the column of clusters, and the index of each question's value.
    fn clusters(&self) -> (Vec<String>, Vec<u32>) {
        let table = self.material.gold.table;
        let column = self.finished.choices.cluster.as_deref();
        column.and_then(|column| cluster_values(table, column)).unwrap_or_default()
    }

    fn rest(&self, findings: Findings) -> Rest {
        let Self { finished, material, settings, .. } = self;
        let score = finished.score;
        let joined = material.joined;
        let mut rest = Rest {
            parts: 1,
            duplicate_gold: joined.duplicate_gold.len() as u64,
            facts: material.has_facts(),
            graded: material.has_grades(),
            scored: material.has_scores(),
            findings,
            doubts: Doubted::of(score.reasons().into_iter().filter(is_of_rows)),
            confirmed: Doubted::of(score.confirmed.iter().map(|one| DoubtCard::new(one, None))),
            python: pythons(material).into_iter().collect(),
            ..Rest::default()
        };
        for index in finished.plan.roles.used() {
            let source = &finished.sources[index];
            let origin = source.origin.as_ref();
            let inspection = source.inspection.as_ref().ok();
            rest.unparseable += source.unparseable();
            rest.sources.add(SourceOf {
                role: finished.plan.roles.of[index]
                    .as_ref()
                    .map_or("", |role| role.value.name())
                    .to_owned(),
                name: origin.map_or(&source.name, |origin| &origin.name).clone(),
                member: origin.map(|origin| origin.member.clone()),
                sha256: source.sha256.clone().unwrap_or_default(),
                bytes: source.bytes,
                rows: source.read.as_ref().map_or(0, |read| read.table.rows() as u64),
                format: origin
                    .map(|origin| origin.format.clone())
                    .or(inspection.map(|inspection| inspection.format.name().to_owned())),
            });
        }
        for diagnostic in &score.diagnostics {
            // Statements about groups, clusters and official blocks are made anew for the whole.
            let whole = [
                Code::Clusters,
                Code::EmptySlice,
                Code::NoNumber,
                Code::NoOfficialBlock,
                Code::TooManyGroups,
            ];
            if !whole.contains(&diagnostic.code) {
                let kind = (diagnostic.severity, diagnostic.code);
                rest.diagnostics.entry(kind).or_default().add(diagnostic.clone());
            }
        }
        for alike in crate::base::diagnostic::by_kind(score.diagnostics.iter()) {
            let kind = (alike.listed[0].severity, alike.listed[0].code);
            if let Some(noted) = rest.diagnostics.get_mut(&kind) {
                noted.count += alike.count;
            }
        }
        let fewest = settings.rules.attempts.then(|| material.fewest(settings));
        for (place, run) in joined.runs.iter().enumerate() {
            let stored = score.stored[place].as_ref();
            let check = official::check_all(material, settings, self.evaluation(), place);
            rest.runs.push(Counts {
                extra: run.extra.len() as u64,
                duplicate_predictions: run.replaced.len() as u64,
                predictions: (run.rows.iter().filter(|row| **row != NONE).count() + run.extra.len())
                    as u64,
                answered: run.predicted(&material.files[run.file]) as u64,
                given: (run.found() + run.extra.len()) as u64,
                fewest: fewest
                    .as_ref()
                    .map(|fewest| fewest[place])
                    .filter(|_| !run.rows.is_empty()),
                stored: stored.map(|stored| StoredCounts {
                    column: stored.column.clone(),
                    right: stored.right,
                    n: stored.n,
                    agrees: stored.agrees,
                }),
                members: score.members[place].clone(),
                no_official: check.err().filter(|_| run.twin.is_none()).map(|why| why.reason),
            });
        }
        if matches!(joined.by.value, JoinBy::Id | JoinBy::Question | JoinBy::Near) {
            (0..material.gold.table.rows()).for_each(|row| rest.gold.add(&material.key(row)));
            let fields: &[Field] = if joined.by.value == JoinBy::Question {
                &[Field::Question, Field::Id]
            } else {
                &[Field::Id]
            };
            for run in joined.runs.iter().filter(|run| run.twin.is_none()) {
                let side = &material.files[run.file];
                let columns = fields.iter().map(|field| side.map.indices(side.table, *field));
                let Some(key) = columns.into_iter().find(|columns| !columns.is_empty()) else {
                    continue;
                };
                for row in &run.extra {
                    let key = key_of(side.table, *row as usize, &key);
                    if let Some(key) = key {
                        rest.extra.add(&shown_key(&key));
                    }
                }
            }
        }
        rest
    }

    /// How the cells of a run's predictions become texts, unless it makes no difference.
    fn opened_as(&self, run: &JoinedRun) -> Option<String> {
        let side: &Side<'_> = self.material.files.get(run.file)?;
        let opening = self.material.joined.openings.get(run.file).copied().unwrap_or_default();
        let differs = |row: usize| {
            let cell = prediction_cell(side, row).1;
            let plain = opened(cell, Opening::Plain);
            [Opening::Wrapped, Opening::Firsts].into_iter().any(|other| {
                let theirs = opened(cell, other);
                // Only from lists can the first text be taken.
                theirs.is_some() && theirs != plain
            })
        };
        let says = opening != Opening::Plain || (0..side.table.rows()).any(differs);
        says.then(|| match opening {
            Opening::Plain => "plain texts".to_owned(),
            Opening::Wrapped => "texts within other texts".to_owned(),
            Opening::Firsts => "lists of texts".to_owned(),
        })
    }
}
