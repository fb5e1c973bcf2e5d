//! A finished score: means, intervals, reconciliation, official block, findings.

mod doubts;
mod resampling;

pub use resampling::Stage;

use super::compared::Comparing;
use super::findings::{self, OneRun};
use super::pairing::Pairing;
use super::planned::Planned;
use super::readings::Readings;
use super::stored::{all_agree, figure_confirms, stored};
use super::{Plan, Session, Source};
use crate::aggregate::members::{MemberScore, Members, count_members, member_scores};
use crate::aggregate::official::official;
use crate::aggregate::over_groups::GroupMean;
use crate::aggregate::{Aggregate, Finding, Grouping, Sorted, aggregate};
use crate::base::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use crate::base::error::Error;
use crate::base::types::{Certainty, Reconciliation, Stored};
use crate::doubt::{DamagedFile, Doubt, UnreadableRows, few_of_each_kind};
use crate::preset::Settings;
use crate::programs::workshop::{Workshop, waits};
use crate::report::host::Submission;
use crate::report::model::{Against, DoubtCard};
use crate::score::evaluate::{Evaluation, Material, RunScores};
use crate::score::metric::numeric_match::{NumberRules, one_unit};
use crate::session::protocol::{Mends, Repair};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// A finished score.
#[derive(Debug)]
pub struct Score {
    /// The settings it was made with.
    pub settings: Settings,
    /// The outcomes.
    pub evaluation: Evaluation,
    /// Means by run.
    pub aggregates: Vec<Vec<Aggregate>>,
    /// Means over the groups of each column, by run; they are computed after all intervals.
    pub over_groups: Vec<Vec<GroupMean>>,
    /// How often each member of records is right, by run; empty if none are compared.
    pub(super) members: Vec<Option<Members>>,
    /// Run and index of the aggregates to be resampled, taken from the end: those over all questions are last.
    to_resample: Vec<(usize, usize)>,
    /// The interval of the last of these.
    finding: Option<Finding>,
    /// The rows of the current groups.
    sorted: Sorted,
    /// Runs compared with the baseline.
    pub(super) comparing: Comparing,
    /// The counts of questions and predictions by state, by run.
    pub reconciliations: Vec<Reconciliation>,
    /// What the reference prints, by run; empty if it would stop with an error.
    pub official: Vec<Map<String, Value>>,
    /// Why it prints nothing, by run; `None` if it prints something or there is no reference.
    pub no_official: Vec<Option<String>>,
    /// Whether the numbers of the gold answers have one unit, so that a mean of their errors has a meaning.
    pub one_unit: bool,
    /// The notes of judges, by code, with the number of questions, by run.
    pub notes: Vec<BTreeMap<Code, u64>>,
    /// The files' own verdicts, by run.
    pub stored: Vec<Option<Stored>>,
    /// Every problem, errors first.
    pub diagnostics: Vec<Diagnostic>,
    /// Why the headline is provisional.
    pub provisional: Vec<Doubt>,
    /// Choices that settle a doubt or repair the files.
    pub repairs: Vec<Repair>,
    /// Other readings of the files.
    pub(super) readings: Readings,
    /// This many of these, the first ones, are guesses that the user may confirm.
    pub guesses: usize,
    /// Why it would be provisional if nobody had confirmed the guesses.
    pub confirmed: Vec<Doubt>,
    /// The result of checking the predictions for a hosted scorer.
    pub submission: Submission,
    /// The comparison with another rule, if one was requested.
    pub against: Option<Against>,
}

/// The numbers of the first run alone.
#[derive(Clone, Debug, PartialEq)]
pub struct Numbers {
    /// The output of the reference; empty if it would stop with an error, or the preset has none.
    pub official: Map<String, Value>,
    /// Why it would print nothing.
    pub refused: Option<Diagnostic>,
    /// The mean of the first metric; `None` if no question has a value.
    pub mean: Option<f64>,
    /// Where questions and predictions went.
    pub reconciliation: Reconciliation,
}

/// Whether the gold numbers that count have one unit.
fn in_one_unit(material: &Material<'_>, evaluation: &Evaluation) -> bool {
    let place = evaluation.metrics.iter().position(|one| one.id == "absolute_error");
    let Some(place) = place else { return true };
    let settings = evaluation.settings();
    let rules = NumberRules::of(&|key| settings.value(key));
    let counts = |row: &usize| evaluation.runs.iter().any(|run| !run.values[place][*row].is_nan());
    let rows = (0..material.gold.table.rows()).filter(counts);
    one_unit(rows.flat_map(|row| material.answers.of(row)), &rules)
}

/// Everything that was scored, and how.
#[derive(Clone, Copy)]
struct Scored<'a> {
    files: Planned<'a>,
    pairing: &'a Pairing,
    material: &'a Material<'a>,
    evaluation: &'a Evaluation,
    settings: &'a Settings,
}

impl Score {
    /// Whether a mean of a metric has a meaning: one of errors in several units has none.
    pub fn averages(&self, metric: &str) -> bool {
        self.one_unit || metric != "absolute_error"
    }

    /// Returns how often each member of records is right.
    pub fn member_scores(&self, run: usize, is_clustered: bool) -> Vec<MemberScore> {
        let counts = self.members.get(run).and_then(Option::as_ref);
        counts.map_or_else(Vec::new, |counts| member_scores(counts, is_clustered))
    }

    /// Returns why the headline is provisional, with what would settle each doubt.
    pub fn reasons(&self) -> Vec<DoubtCard> {
        let reason = |(place, doubt): (usize, &Doubt)| {
            let repair = self.repairs.iter().find(|one| one.mends == Mends::Doubt(place as u32));
            DoubtCard::new(doubt, repair.map(Repair::settles))
        };
        self.provisional.iter().enumerate().map(reason).collect()
    }

    /// The metric that readers see first: the preset's if it has values, otherwise the first one.
    pub fn lead(&self) -> Option<&'static str> {
        lead_of(&self.evaluation, &self.aggregates)
    }
}

/// The metric that readers see first, of these means.
pub(super) fn lead_of(
    evaluation: &Evaluation,
    aggregates: &[Vec<Aggregate>],
) -> Option<&'static str> {
    let metrics = &evaluation.metrics;
    let named = metrics.get(evaluation.lead)?.id;
    let has_values = aggregates
        .iter()
        .flatten()
        .any(|one| one.group.is_none() && one.metric == named && one.n > 0 && one.mean.is_some());
    if has_values { Some(named) } else { metrics.first().map(|metric| metric.id) }
}

/// Checks that an evaluation covers all questions; any other must not be shown.
pub(super) fn check_whole(evaluation: &Evaluation) -> Result<(), Error> {
    if evaluation.done() < evaluation.total() {
        let problem = Diagnostic::error(Code::NotScored, "not all questions could be scored");
        return Err(problem.remedy("choose the files again").into());
    }
    Ok(())
}

/// Refuses columns that were taken only because no other was left. If the rule is a guess, also refuses labels
/// that cannot be compared.
fn refuse_strangers(
    guessed: bool,
    material: &Material<'_>,
    evaluation: &Evaluation,
    settings: &Settings,
) -> Result<(), Error> {
    super::strangers::refuse_leftovers(material, evaluation)?;
    if guessed && settings.preset.is_plain() {
        super::strangers::refuse_unrelated(material, evaluation)?;
        super::strangers::refuse(material, evaluation)?;
    }
    Ok(())
}

impl Session {
    /// Returns only the means of a finished evaluation.
    ///
    /// # Errors
    /// If there would be no score, or programs are still to be run.
    pub(super) fn means_alone(
        &self,
        evaluation: &Evaluation,
    ) -> Result<Vec<Vec<Aggregate>>, Error> {
        self.with_scored(evaluation, |scored| scored.means(&[]))
    }

    /// Returns only the numbers of a finished evaluation.
    ///
    /// # Errors
    /// If there would be no score, or programs are left to be run.
    pub fn numbers(&self, evaluation: &Evaluation) -> Result<Numbers, Error> {
        self.with_scored(evaluation, |scored| {
            let mut log = Diagnostics::default();
            let (official, _) = official_blocks(scored, None, &mut log);
            let means = scored.means(&[]);
            Numbers {
                official: official.into_iter().next().unwrap_or_default(),
                refused: log.finish().into_iter().next(),
                mean: means.first().and_then(|run| run.first()?.mean),
                reconciliation: reconcile(scored, 0),
            }
        })
    }

    fn with_scored<T>(
        &self,
        evaluation: &Evaluation,
        then: impl FnOnce(Scored<'_>) -> T,
    ) -> Result<T, Error> {
        check_whole(evaluation)?;
        let (Some(material), Some(pairing), Some(settings)) =
            (self.material(), self.pairing.as_ref(), self.plan.preset.settings.as_ref())
        else {
            return Err(self.plan.waiting_error());
        };
        let files = self.planned();
        refuse_strangers(has_guessed_preset(files.plan), &material, evaluation, settings)?;
        if let Some(waits) = waits(&material) {
            return Err(Diagnostic::error(Code::NotScored, Doubt::from(waits).message()).into());
        }
        Ok(then(Scored { files, pairing, material: &material, evaluation, settings }))
    }

    /// Takes a finished evaluation: means, reconciliation, official block and findings.
    ///
    /// # Errors
    /// `not_scored` if not all questions were scored: then there is no score.
    #[inline(never)]
    pub fn accept(&mut self, mut evaluation: Evaluation) -> Result<(), Error> {
        check_whole(&evaluation)?;
        let drawn = std::mem::take(&mut self.drawn);
        let (Some(material), Some(pairing), Some(settings)) =
            (self.material(), self.pairing.as_ref(), self.plan.preset.settings.as_ref())
        else {
            return Ok(());
        };
        let files = self.planned();
        let guessed = has_guessed_preset(files.plan);
        if !files.choices.part {
            refuse_strangers(guessed, &material, &evaluation, settings)?;
        }
        let mut log = log_of_files(files, pairing);
        let stored = stored(&material, &files.plan.columns, &evaluation);
        let (material, programs) = (&material, Workshop::new(material.clone(), settings));
        let scored = Scored { files, pairing, material, evaluation: &evaluation, settings };
        let mut doubts = scored.doubts_of_reading(&stored, &mut log);
        let is_open = if all_agree(material, &stored, &evaluation) {
            |doubt: &Doubt| !doubt.is_settled_by_verdicts()
        } else {
            |_: &Doubt| true
        };
        doubts.retain(is_open);
        let (confirmed, mut provisional) =
            if self.choices.confirmed { (doubts, Vec::new()) } else { (Vec::new(), doubts) };
        let guesses = provisional.len();
        findings::evaluation(material, &evaluation, &mut log, &mut provisional);
        if !files.has_other_columns() {
            // Other evidence shows that the columns are right.
            provisional.retain(|doubt| !matches!(doubt, Doubt::ConstantPredictions(_)));
        }
        if let Some(programs) = &programs {
            let noticed = programs.unclear().into_iter().chain(programs.noticed());
            noticed.for_each(|problem| log.push(problem));
        }
        let waits = waits(material);
        if waits.is_some() {
            // A mean over only those programs that were already run would be another number.
            let values = evaluation.runs.iter_mut().flat_map(|run| &mut run.values);
            values.for_each(|values| values.fill(f64::NAN));
        }
        let waits = waits.map(Doubt::from);
        provisional.extend(waits.clone());
        let scored = Scored { files, pairing, material, evaluation: &evaluation, settings };
        let (official, no_official) = official_blocks(scored, waits.as_ref(), &mut log);
        let aggregates = scored.means(&drawn);
        if !guessed && waits.is_none() {
            doubts::warn_of_misses(material, &evaluation, &provisional, &mut log);
        }
        if !self.choices.confirmed {
            provisional.extend(programs.and_then(|programs| programs.broken()).map(Doubt::from));
            scored.doubts_of_answers(&aggregates, waits.is_some(), &mut provisional);
            provisional.retain(is_open);
        }
        if let Some(scripted) = material.scripted_by(settings) {
            let name = self.choices.script.as_ref().map_or("", |script| &script.name);
            let remarks = scripted.remarks(name, &material.joined.names(), &aggregates);
            for problem in remarks {
                log.push(problem);
            }
        }
        let clustered = self.choices.cluster.is_some();
        let to_resample = resampling::to_resample(&aggregates, &evaluation, clustered);
        let baseline = pairing.joined.baseline(self.choices.baseline.as_deref());
        let comparing = Comparing::new(&evaluation, &pairing.groupings, baseline);
        let reconciliations =
            (0..evaluation.runs.len()).map(|run| reconcile(scored, run)).collect();
        let notes = |place: usize| {
            let one = OneRun { material, evaluation: &evaluation, place };
            let counts = findings::notes(one).into_iter();
            counts.map(|(note, count)| (note.code, count)).collect()
        };
        let notes = (0..evaluation.runs.len()).map(notes).collect();
        let members = |(run, scores): (usize, &RunScores)| {
            count_members(material, settings, run, &scores.states)
        };
        let members = evaluation.runs.iter().enumerate().map(members).collect();
        let one_unit = in_one_unit(material, &evaluation);
        let diagnostics = log.finish();
        let others = provisional.split_off(guesses);
        provisional.extend(few_of_each_kind(others));
        provisional.extend(damage(files, &diagnostics));
        if figure_confirms(files, &aggregates) {
            provisional.retain(|doubt| !matches!(doubt, Doubt::OwnVerdicts(_)));
        }
        self.score = Some(Score {
            settings: settings.clone(),
            aggregates,
            over_groups: Vec::new(),
            members,
            to_resample,
            finding: None,
            sorted: Sorted::default(),
            comparing,
            reconciliations,
            official,
            no_official,
            one_unit,
            notes,
            stored,
            diagnostics,
            provisional,
            repairs: Vec::new(),
            readings: Readings::default(),
            guesses,
            confirmed,
            submission: Submission::default(),
            against: None,
            evaluation,
        });
        let found = self.finished().map(|one| (one.find_repairs(), one.check_submission()));
        if let (Some(score), Some((repairs, submission))) = (&mut self.score, found) {
            (score.repairs, score.submission) = (repairs, submission);
        }
        Ok(())
    }
}

impl Scored<'_> {
    /// Means by run, with those intervals in `drawn` that belong to the same values.
    fn means(self, drawn: &[Vec<Aggregate>]) -> Vec<Vec<Aggregate>> {
        let Self { evaluation, settings, pairing, .. } = self;
        let scale = settings.preset.scale;
        let clustered = self.files.choices.cluster.is_some();
        let mut aggregates = means(evaluation, &pairing.groupings, scale, clustered);
        for (aggregates, mut drawn) in aggregates.iter_mut().zip(drawn.iter().map(Vec::as_slice)) {
            for aggregate in aggregates.iter_mut().filter(|one| one.interval.is_none()) {
                let same = |one: &Aggregate| {
                    (&one.metric, &one.group, one.mean, one.n)
                        == (&aggregate.metric, &aggregate.group, aggregate.mean, aggregate.n)
                };
                // Both lists have the same order, so earlier entries need not be searched again.
                if let Some(place) = drawn.iter().position(same) {
                    aggregate.interval.clone_from(&drawn[place].interval);
                    drawn = &drawn[place + 1..];
                }
            }
        }
        aggregates
    }
}

/// Means by run, with the intervals that need no resampling.
fn means(
    evaluation: &Evaluation,
    groupings: &[Grouping],
    scale: f64,
    clustered: bool,
) -> Vec<Vec<Aggregate>> {
    let of_run = |(run, scores)| {
        let taken = evaluation.metrics_of(run);
        let scores = (scores, evaluation.weights());
        aggregate(&evaluation.metrics, &taken, scores, groupings, scale)
    };
    let mut means: Vec<Vec<Aggregate>> = evaluation.runs.iter().enumerate().map(of_run).collect();
    if clustered {
        // Clustered intervals are computed later, and the others do not hold.
        means.iter_mut().flatten().for_each(|one| one.interval = None);
    }
    means
}

/// Counts of merged parts in addition to their rows.
pub(super) struct Counted {
    pub(super) baseline: usize,
    pub(super) is_clustered: bool,
    pub(super) reconciliations: Vec<Reconciliation>,
    pub(super) official: Vec<Map<String, Value>>,
    pub(super) no_official: Vec<Option<String>>,
    pub(super) stored: Vec<Option<Stored>>,
    pub(super) members: Vec<Option<Members>>,
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl Score {
    /// The score of merged parts, whose files are no longer there.
    pub(super) fn counted(
        settings: Settings,
        evaluation: Evaluation,
        groupings: &[Grouping],
        counted: Counted,
    ) -> Self {
        let clustered = counted.is_clustered;
        let aggregates = means(&evaluation, groupings, settings.preset.scale, clustered);
        Self {
            to_resample: resampling::to_resample(&aggregates, &evaluation, clustered),
            comparing: Comparing::new(&evaluation, groupings, counted.baseline),
            finding: None,
            sorted: Sorted::default(),
            notes: vec![BTreeMap::new(); evaluation.runs.len()],
            reconciliations: counted.reconciliations,
            official: counted.official,
            no_official: counted.no_official,
            one_unit: true,
            stored: counted.stored,
            diagnostics: counted.diagnostics,
            provisional: Vec::new(),
            repairs: Vec::new(),
            readings: Readings::default(),
            guesses: 0,
            confirmed: Vec::new(),
            submission: Submission::default(),
            against: None,
            settings,
            aggregates,
            over_groups: Vec::new(),
            members: counted.members,
            evaluation,
        }
    }
}

/// Whether the preset is a guess.
fn has_guessed_preset(plan: &Plan) -> bool {
    plan.preset.id.as_ref().is_some_and(|one| one.certainty != Certainty::Chosen)
}

/// Findings from reading and joining the files.
fn log_of_files(Planned { sources, plan, .. }: Planned<'_>, pairing: &Pairing) -> Diagnostics {
    let mut log = Diagnostics::default();
    for index in plan.roles.used() {
        let source = &sources[index];
        if let Ok(inspection) = &source.inspection {
            log.append(inspection.diagnostics.clone());
        }
        if let Some(read) = &source.read {
            log.append(read.diagnostics.clone());
        }
    }
    log.append(plan.notes.remarks.clone());
    log.append(pairing.log.clone());
    log.append(pairing.sliced.log.clone());
    log
}

/// Returns the losses of each damaged file. Nobody can confirm lost rows.
fn damage(Planned { sources, plan, .. }: Planned<'_>, diagnostics: &[Diagnostic]) -> Vec<Doubt> {
    let errors = || diagnostics.iter().filter(|one| one.severity == Severity::Error);
    let of_rows = plan.roles.used().filter_map(|index| {
        let file = sources[index].name.clone();
        let rows = sources[index].unparseable() as usize;
        let error = errors().find(|one| one.file.as_ref() == Some(&file));
        let error = error.map(|error| error.message.clone());
        (rows > 0).then(|| UnreadableRows { file, rows, error }.into())
    });
    let mut damaged: Vec<Doubt> = of_rows.collect();
    if let Some(error) = errors().next().filter(|_| damaged.is_empty()) {
        let (file, error) = (error.file.clone(), error.message.clone());
        damaged.push(DamagedFile { file, error }.into());
    }
    damaged
}

/// What the reference prints, by run, and why it prints nothing, which is also reported.
fn official_blocks(
    scored: Scored<'_>,
    waits: Option<&Doubt>,
    log: &mut Diagnostics,
) -> (Vec<Map<String, Value>>, Vec<Option<String>>) {
    let Scored { pairing, material, evaluation, settings, .. } = scored;
    let block = |run: usize| match waits {
        Some(waits) => Err(waits.message()),
        None => official(material, settings, evaluation, &pairing.groupings, run)
            .map_err(|why| why.to_string()),
    };
    let runs = material.joined.runs.iter().enumerate();
    runs.map(|(place, run)| {
        // The reference has no second rules.
        if run.twin.is_some() {
            return (Map::new(), None);
        }
        match block(place) {
            Ok(block) => (block, None),
            Err(reason) => {
                let words = format!("no official output for {}: {reason}", run.short_name.clone());
                log.push(Diagnostic::info(Code::NoOfficialBlock, words));
                (Map::new(), Some(reason))
            }
        }
    })
    .unzip()
}

#[inline(never)]
fn reconcile(scored: Scored<'_>, run: usize) -> Reconciliation {
    let Scored { files, pairing, evaluation, .. } = scored;
    let joined = &pairing.joined.runs[run];
    let used = files.plan.roles.used().map(|index| &files.sources[index]);
    let mut counts = Reconciliation {
        extra: joined.extra.len() as u64,
        duplicate_predictions: joined.replaced.len() as u64,
        duplicate_gold: pairing.joined.duplicate_gold.len() as u64,
        unparseable: used.map(Source::unparseable).sum(),
        ..Reconciliation::default()
    };
    for state in &evaluation.runs[run].states {
        counts.count(*state);
    }
    counts
}
