//! Compares the score with that of another rule on the same answers: another preset, other settings, or the
//! verdicts in the predictions.

use super::{Finished, Session};
use crate::aggregate::agreement::Agreement;
use crate::aggregate::compare::{Comparison, compare};
use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::error::Error;
use crate::base::types::{State, Verdict};
use crate::join::NONE;
use crate::report::model::{Against, AgainstRun, Apart, Judged};
use crate::session::report::signature::signature;
use crate::understand::names::graded;

impl Session {
    /// Compares a finished score with that of another session over the same files; `rule` is the name of its rule.
    /// The report then says how far they agree.
    ///
    /// # Errors
    /// If one of the two has no score, or they do not have the same questions and runs.
    pub fn hold_against(&mut self, other: &Self, rule: &str) -> Result<(), Error> {
        let failed = |message: &str| -> Error {
            let problem = Diagnostic::error(Code::Against, format!("{rule}: {message}"));
            problem.remedy("name a preset that reads the same columns, or stored").into()
        };
        let both = self.finished().zip(other.finished());
        let (ours, theirs) = both.ok_or_else(|| failed("there is no score to compare with"))?;
        if ours.questions() != theirs.questions() {
            return Err(failed("it finds other questions or runs in the files"));
        }
        let runs = (0..ours.material.joined.runs.len()).map(|run| {
            let by_other = |row: usize| {
                // On a missing prediction, the verdict follows from the policy for missing answers alone.
                let is_there = theirs.score.evaluation.runs[run].states[row] != State::Excluded;
                is_there.then(|| theirs.verdict(run, row))
            };
            let judged = |row: usize| theirs.judged(run, row);
            ours.held(run, by_other, judged, true, ours.difference(&theirs, run))
        });
        let against = Against {
            rule: rule.to_owned(),
            signature: Some(signature(&theirs)),
            runs: runs.collect(),
        };
        if let Some(score) = &mut self.score {
            score.against = Some(against);
        }
        Ok(())
    }

    /// Compares a finished score with the verdicts that the predictions contain.
    ///
    /// # Errors
    /// If there is no score, or no run has verdicts.
    pub fn hold_against_stored(&mut self) -> Result<(), Error> {
        let Some(ours) = self.finished() else { return Ok(()) };
        let columns = &ours.plan.columns;
        let mut runs = Vec::new();
        for (run, joined) in ours.material.joined.runs.iter().enumerate() {
            let table = ours.material.files[joined.file].table;
            let name = columns.verdicts_of(joined.file).filter(|_| joined.twin.is_none());
            let Some(place) = name.and_then(|name| table.column(name)) else { continue };
            let cell = |row: usize| {
                let at = joined.rows[row];
                (at != NONE).then(|| table.cell(at as usize, place).text)
            };
            let said = |row: usize| {
                let is_right = graded(cell(row)?)?;
                Some(if is_right { Verdict::Right } else { Verdict::Wrong })
            };
            let judged = |row: usize| {
                let words = vec![format!("the file says {:?}", cell(row).unwrap_or_default())];
                Judged {
                    verdict: said(row).unwrap_or(Verdict::Unanswered),
                    taken: None,
                    why: words,
                }
            };
            runs.push(ours.held(run, said, judged, false, None));
        }
        if runs.is_empty() {
            let message = "no file of predictions has a column of verdicts";
            let remedy = "name a preset to compare with, or give predictions with their verdicts";
            return Err(Diagnostic::error(Code::Against, message).remedy(remedy).into());
        }
        let against = Against { rule: "stored".to_owned(), signature: None, runs };
        if let Some(score) = &mut self.score {
            score.against = Some(against);
        }
        Ok(())
    }
}

impl Finished<'_> {
    /// The ids of all questions, and the names of all runs.
    fn questions(&self) -> (Vec<String>, Vec<&str>) {
        let joined = self.material.joined;
        let rows = self.score.evaluation.runs.first().map_or(0, |run| run.states.len());
        let ids = (0..rows).map(|row| self.material.key(row)).collect();
        (ids, joined.runs.iter().map(|run| &*run.name).collect())
    }

    /// A verdict with its reasons.
    fn judged(&self, run: usize, row: usize) -> Judged {
        let explained = self.explain(run, row);
        Judged {
            verdict: self.verdict(run, row),
            taken: explained.as_ref().and_then(|found| found.row.taken.clone()),
            why: explained.map(|found| found.why).unwrap_or_default(),
        }
    }

    /// Compares a run's verdicts with those of another rule. If the other rule is not `graded`, its verdicts are
    /// only right or wrong, so a partly right answer counts as wrong.
    fn held(
        &self,
        run: usize,
        theirs: impl Fn(usize) -> Option<Verdict>,
        judged: impl Fn(usize) -> Judged,
        graded: bool,
        difference: Option<Comparison>,
    ) -> AgainstRun {
        let states = &self.score.evaluation.runs[run].states;
        let counts = (0..states.len()).filter(|row| states[*row] != State::Excluded);
        let pairs: Vec<(usize, Verdict, Verdict)> =
            counts.filter_map(|row| Some((row, self.verdict(run, row), theirs(row)?))).collect();
        let seen = |verdict: Verdict| match verdict {
            Verdict::Partly | Verdict::Unanswered if !graded => Verdict::Wrong,
            verdict => verdict,
        };
        let apart = pairs.iter().filter(|(_, ours, theirs)| seen(*ours) != *theirs);
        let apart = apart.map(|(row, _, _)| Apart {
            id: self.material.key(*row),
            ours: self.judged(run, *row),
            theirs: judged(*row),
        });
        AgainstRun {
            run: self.material.joined.runs[run].name.clone(),
            agreement: Agreement::new(pairs.iter().map(|(_, ours, theirs)| (seen(*ours), *theirs))),
            apart: apart.collect(),
            difference,
        }
    }

    /// The means of a run by both rules, compared question by question, for the metrics that decide verdicts;
    /// `None` if these have different units.
    fn difference(&self, other: &Self, run: usize) -> Option<Comparison> {
        let lead = |finished: &Self| {
            let evaluation = &finished.score.evaluation;
            let place = evaluation.runs[run].lead;
            Some((*evaluation.metrics.get(place)?, evaluation.runs[run].values.get(place)?.clone()))
        };
        let ((metric, ours), (with, theirs)) = (lead(self)?, lead(other)?);
        let is_alike =
            (metric.range, metric.higher_is_better) == (with.range, with.higher_is_better);
        let clusters = self.pairing.sliced.clusters.as_ref().map(|clusters| &*clusters.of_row);
        is_alike.then(|| compare(&ours, &theirs, clusters, metric, self.choices.seed))
    }
}
