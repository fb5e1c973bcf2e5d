//! A finished score: means, intervals, reconciliation, official block, findings.

use super::pairing::Pairing;
use super::{Session, findings};
use crate::aggregate::{Aggregate, aggregate, needs_resampling, resample};
use crate::diagnostic::{Diagnostic, Diagnostics, Severity};
use crate::evaluate::Evaluation;
use crate::json_tree::Json;
use crate::known::release;
use crate::metric::compare::VALUES;
use crate::preset::Settings;
use crate::report::{Reconciliation, State};
use crate::small_map::SmallMap;

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
    /// Runs compared with the baseline.
    #[cfg(feature = "values")]
    pub(super) comparing: super::compared::Comparing,
    /// Where every question and prediction went, by run.
    pub reconciliations: Vec<Reconciliation>,
    /// What the reference prints, by run; empty where it would stop with an error.
    pub official: Vec<Vec<(String, Json)>>,
    /// What judges have to say, by code, and of how many questions, by run.
    pub notes: Vec<SmallMap<String, u64>>,
    /// Every problem, errors first.
    pub diagnostics: Vec<Diagnostic>,
    /// Why the headline is provisional.
    pub provisional: Vec<String>,
    /// Why it would be, had nobody said that the guesses are right.
    pub confirmed: Vec<String>,
}

impl Session {
    /// Takes a finished evaluation: means, reconciliation, official block and findings.
    pub fn accept(&mut self, mut evaluation: Evaluation) {
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
        let mut doubts: Vec<String> =
            self.plan.doubts.iter().chain(&pairing.joined.doubts).cloned().collect();
        for index in self.plan.used() {
            doubts.extend(self.sources[index].damage(&self.plan.maps[index].used()));
        }
        let guess = self.plan.guess.as_deref();
        doubts.extend(findings::benchmark(pairing.known, guess, &settings.preset.id, &mut log));
        if VALUES && let Some(words) = release(material.gold.table) {
            log.push(Diagnostic::info("known_release", words));
        }
        let (confirmed, mut provisional) =
            if self.choices.confirmed { (doubts, Vec::new()) } else { (Vec::new(), doubts) };
        findings::evaluation(&material, &evaluation, &mut log, &mut provisional);
        #[cfg(feature = "values")]
        self.unclear_programs().into_iter().for_each(|problem| log.push(problem));
        #[cfg(feature = "values")]
        let waits = self.waits_for_programs();
        #[cfg(not(feature = "values"))]
        let waits: Option<String> = None;
        let waiting = waits.is_some();
        if waiting {
            // A mean over those that were run already would be a number of something else.
            let values = evaluation.runs.iter_mut().flat_map(|run| &mut run.values);
            values.for_each(|values| values.fill(f64::NAN));
        }
        provisional.extend(waits);
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
            let block = if waiting {
                Err("not all programs have been run".to_owned())
            } else {
                crate::report::official::official(&material, settings, &evaluation, groupings, run)
            };
            official.push(block.unwrap_or_else(|reason| {
                let name = material.joined.runs[run].short_name();
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
        #[cfg(feature = "values")]
        let comparing = {
            let chosen = self.choices.baseline.as_deref();
            let baseline = super::baseline(&pairing.joined, chosen);
            super::compared::Comparing::new(&evaluation, groupings, baseline)
        };
        let reconciliations = (0..evaluation.runs.len())
            .map(|run| reconcile(pairing, &evaluation.runs[run].states, run, unparseable))
            .collect();
        let notes = (0..evaluation.runs.len())
            .map(|run| {
                let counts = findings::notes(&material, &evaluation, run);
                counts.into_iter().map(|(note, count)| (note.code.to_owned(), count)).collect()
            })
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
            #[cfg(feature = "values")]
            comparing,
            reconciliations,
            official,
            notes,
            diagnostics,
            provisional,
            confirmed,
            evaluation,
        });
    }

    fn unparseable(&self, index: usize) -> u64 {
        self.sources[index].read.as_ref().map_or(0, |read| read.unparseable)
    }

    /// Looks for one interval that is still missing, those over all questions first, then compares
    /// runs, one comparison at a time; `false` once all is there. Where all values are equal there is
    /// no interval to be found.
    pub fn resample_next(&mut self) -> bool {
        let Some(score) = self.score.as_mut() else { return false };
        let groupings = self.pairing.as_ref().map_or(&[][..], |pairing| &pairing.groupings);
        let Some((run, place)) = score.to_resample.pop() else {
            #[cfg(feature = "values")]
            return score.comparing.step(&score.evaluation, groupings, self.choices.seed);
            #[cfg(not(feature = "values"))]
            return false;
        };
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
