//! The report of merged parts.

use super::frame::{Finding, Frame};
use super::rows::{Row, Rows, part_of};
use super::{Body, Counts, Doubted, Partial, Rest};
use crate::aggregate::Grouping;
use crate::aggregate::official::Printed;
use crate::aggregate::slice::Slice;
use crate::base::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::base::digits::{counted, grouped};
use crate::base::error::Error;
use crate::base::types::{JoinBy, PartOf, Reconciliation, State, Stored};
use crate::doubt::{Doubt, Joining};
use crate::join::Weakness;
use crate::preset::{Need, Settings};
use crate::report::model::{
    Breakdown, Cluster, DoubtCard, Merged, Programs, Report, RunLabel, SourceOf,
};
use crate::score::evaluate::{
    Evaluation, Evidence, Folded, NO_MATCH, RunScores, Twin, metrics_fed,
};
use crate::score::metric::attempts_of;
use crate::session::pairing::{GroupedBy, too_many_groups};
use crate::session::report::{Comparing, Signed, Told, merged_words, signature_of_parts};
use crate::session::score::{Counted, Score};
use crate::session::sliced::{cluster_remarks, free_name};
use std::collections::BTreeMap;

impl Partial {
    /// Makes the report of all merged parts, with every number of one machine's report. The runs of this report
    /// have no records.
    ///
    /// # Errors
    /// [`Code::NoPart`] if there are no questions, or a requested breakdown depends on all of them together;
    /// [`Code::NoMatch`] if a run has no prediction for any question.
    pub fn finish(&self) -> Result<Report, Error> {
        let Some(body) = self.body.as_deref().filter(|body| !body.rows.counts.is_empty()) else {
            let problem = Diagnostic::error(Code::NoPart, "there are no questions to report on");
            return Err(problem.remedy("merge at least one part with gold questions").into());
        };
        if body.frame.version != crate::base::VERSION {
            let message = format!(
                "the parts were scored by version {}, and this is version {}",
                body.frame.version,
                crate::base::VERSION
            );
            let problem = Diagnostic::error(Code::PartsDiffer, message);
            return Err(problem.remedy("merge them with the version that scored them").into());
        }
        Whole::new(body)?.report()
    }
}

/// The rows of all parts, in the form that a score has.
struct Whole<'b> {
    body: &'b Body,
    settings: Settings,
    /// The rows, each with the number of questions that it stands for.
    rows: Vec<(&'b Row, u64)>,
    evaluation: Evaluation,
    groupings: Vec<Grouping>,
    slices: Vec<Breakdown>,
    log: Diagnostics,
}

impl<'b> Whole<'b> {
    fn new(body: &'b Body) -> Result<Self, Error> {
        let Body { frame, rows, rest } = body;
        let settings = frame.settings()?;
        let all: Vec<(&Row, u64)> = rows.counts.iter().map(|(row, count)| (row, *count)).collect();
        let evaluation = evaluation(frame, rows, rest, &settings, &all)?;
        let mut whole = Self {
            body,
            settings,
            rows: all,
            evaluation,
            groupings: Vec::new(),
            slices: Vec::new(),
            log: Diagnostics::default(),
        };
        whole.group()?;
        Ok(whole)
    }

    /// Sorts rows into the groups that are informative.
    fn group(&mut self) -> Result<(), Error> {
        let rows = &self.body.rows;
        let weights = self.evaluation.weights();
        for (place, (by, name)) in rows.by.iter().enumerate() {
            let Some(values) = rows.groups.get(place).and_then(Option::as_ref) else {
                self.log.push(too_many_groups(name).column(name));
                continue;
            };
            let of_row = self.rows.iter().map(|(row, _)| row.groups[place]).collect();
            let mut grouping = Grouping { column: name.clone(), values: values.clone(), of_row };
            let GroupedBy::Slice(slice) = by else {
                if by.takes(&grouping, weights) {
                    self.groupings.push(grouping);
                }
                continue;
            };
            let slice = self.body.frame.slice(*slice)?;
            if !slice.arrange(&mut grouping) {
                let message = format!(
                    "the ranges of the breakdown {} depend on all questions together",
                    slice.text
                );
                let problem = Diagnostic::error(Code::NoPart, message);
                return Err(problem.remedy("give edges, for example COLUMN:10,20").into());
            }
            if self.groupings.contains(&grouping) {
                continue;
            }
            grouping.column = free_name(&slice, &self.groupings);
            let (text, column) = (slice.text.clone(), grouping.column.clone());
            self.slices.push(Breakdown { slice: text, column, words: slice.words() });
            self.groupings.push(grouping);
        }
        Ok(())
    }

    /// The number of each row's cluster, if there are clusters.
    fn clusters(&mut self) -> (Option<Vec<u32>>, Option<Cluster>) {
        let Body { frame, rows, .. } = self.body;
        let Some(column) = &frame.cluster else { return (None, None) };
        let clusters = rows.clusters.len() as u64;
        let of_row = self.rows.iter().map(|(row, _)| row.cluster).collect();
        let blank = rows.clusters.iter().position(|one| one == crate::aggregate::slice::NONE);
        let blank = blank.map_or(0, |place| {
            let own = self.rows.iter().filter(|(row, _)| row.cluster as usize == place);
            own.map(|(_, count)| count).sum()
        });
        for remark in cluster_remarks(column, clusters, self.evaluation.count(None), blank) {
            self.log.push(remark.column(column));
        }
        (Some(of_row), Some(Cluster { column: column.clone(), clusters }))
    }

    /// What the reference prints, by run.
    fn official(
        &mut self,
    ) -> (Vec<serde_json::Map<String, serde_json::Value>>, Vec<Option<String>>) {
        let Body { frame, rest, .. } = self.body;
        let one = self.settings.preset.official_needs.contains(&Need::OnePart);
        let first = self.rows.first().map(|(row, _)| row.part);
        let several = one && self.rows.iter().any(|(row, _)| Some(row.part) != first);
        let short = RunLabel::short_names(&frame.runs);
        let mut on_order = Vec::new();
        let mut blocks = Vec::new();
        for (run, (label, counts)) in frame.runs.iter().zip(&rest.runs).enumerate() {
            if label.twin.is_some() {
                blocks.push((serde_json::Map::new(), None));
                continue;
            }
            let several = several.then(|| "the reference takes one part at a time".to_owned());
            if let Some(reason) = counts.no_official.clone().or(several) {
                let words = format!("no official output for {}: {reason}", short[run]);
                self.log.push(Diagnostic::info(Code::NoOfficialBlock, words));
                blocks.push((serde_json::Map::new(), Some(reason)));
                continue;
            }
            let part =
                |row: usize| self.rows.get(row).map_or(PartOf::Whole, |row| part_of(row.0.part));
            let printed = Printed {
                part: &part,
                predictions: counts.predictions,
                settings: &self.settings,
                evaluation: &self.evaluation,
                groupings: &self.groupings,
                best: None,
                run,
            };
            if printed.depends_on_order() {
                on_order.push(&short[run]);
            }
            blocks.push((printed.lines(), None));
        }
        for name in on_order {
            let words = format!(
                "the official output of {name} is made of exact sums; the reference adds values in the order of the \
                 questions, so its last digits may differ"
            );
            self.log.push(Diagnostic::info(Code::OrderOfSums, words));
        }
        blocks.into_iter().unzip()
    }

    fn reconciliation(&self, run: usize, counts: &Counts) -> Reconciliation {
        let rest = &self.body.rest;
        let mut found = Reconciliation {
            extra: counts.extra,
            duplicate_predictions: counts.duplicate_predictions,
            duplicate_gold: rest.duplicate_gold,
            unparseable: rest.unparseable,
            ..Reconciliation::default()
        };
        for (row, count) in &self.rows {
            let state = row.runs[run].state;
            found.gold += count;
            *match state {
                State::Answered => &mut found.answered,
                State::NotExtracted => &mut found.not_extracted,
                State::Blank => &mut found.blank,
                State::Missing => &mut found.missing,
                State::Excluded => &mut found.excluded,
            } += count;
        }
        found
    }

    /// Reports if the whole has too few or too many rows.
    fn coverage(&self, reconciliations: &[Reconciliation]) -> Vec<DoubtCard> {
        let Body { frame, rest, .. } = self.body;
        let questions = self.evaluation.count(None) as usize;
        let short = RunLabel::short_names(&frame.runs);
        let runs = || {
            let runs = frame.runs.iter().zip(&rest.runs).zip(&short);
            runs.filter(|((label, _), _)| label.twin.is_none())
                .map(|((_, counts), name)| (name, counts))
        };
        let several = runs().count() > 1;
        let mut found = Vec::new();
        for (name, counts) in runs() {
            let run = || several.then(|| name.clone());
            let [answered, extra, given] =
                [counts.answered, counts.extra, counts.given].map(|count| count as usize);
            if answered * 5 < questions * 4 {
                found.push(Weakness::FewPredictions { run: run(), found: answered, questions });
            }
            if extra * 5 > given {
                found.push(Weakness::ExtraPredictions { run: run(), extra, given });
            }
        }
        let given: u64 =
            runs().map(|(_, counts)| counts.given + counts.duplicate_predictions).sum();
        let replaced: u64 = runs().map(|(_, counts)| counts.duplicate_predictions).sum();
        if replaced > 0 && replaced * 5 >= given {
            let first = self.settings.join_rules().first;
            let [replaced, given] = [replaced, given].map(|count| count as usize);
            found.push(Weakness::RepeatedPredictions { replaced, given, first });
        }
        let rows = reconciliations.first().map_or(0, |counts| counts.duplicate_gold) as usize;
        if rows > 0 && rows * 5 >= questions {
            found.push(Weakness::RepeatedGold { rows, questions });
        }
        let joined = rest.has_keys();
        let cards = found.into_iter().filter(|_| joined);
        cards.map(|one| DoubtCard::new(&Doubt::from(Joining(one)), None)).collect()
    }

    /// Warns about questions that are in several parts, and predictions that are in another part than their
    /// question.
    fn check_keys(&mut self) {
        let rest = &self.body.rest;
        let (repeated, of) = rest.gold.repeated();
        let torn = rest.gold.shared(&rest.extra);
        let remedy = "put all rows of a question in one part, and merge each part once";
        if repeated > 0 {
            let words = format!(
                "several parts have the same questions: {} in a sample of {}",
                grouped(repeated as usize),
                counted(of as usize, "question")
            );
            self.log.push(Diagnostic::warning(Code::RepeatedPart, words).remedy(remedy));
        }
        if torn > 0 {
            let words = format!(
                "predictions are in other parts than their questions: those of {} in a sample of \
                 {}",
                counted(torn as usize, "question"),
                grouped(of as usize)
            );
            self.log.push(Diagnostic::warning(Code::TornPart, words).remedy(remedy));
        }
    }

    /// Refuses runs without a prediction for any question: a score of 0 would only look like one.
    fn refuse_unanswered(&self, reconciliations: &[Reconciliation]) -> Result<(), Error> {
        let runs = self.body.frame.runs.iter().zip(reconciliations);
        let unanswered =
            runs.filter(|(label, counts)| label.twin.is_none() && counts.missing == counts.gold);
        let problems = unanswered.map(|(label, counts)| {
            let (message, remedy) = if counts.extra == 0 {
                ("the run has no prediction", "check how its rows were made or filtered")
            } else {
                let remedy = "check that both sides have the same ids, and that all rows of a question are in one part";
                ("no prediction of the run matches a gold question", remedy)
            };
            Diagnostic::error(Code::NoMatch, message).file(&label.name).remedy(remedy)
        });
        let problems: Vec<Diagnostic> = problems.collect();
        if problems.is_empty() { Ok(()) } else { Err(Error::new(problems)) }
    }

    fn report(mut self) -> Result<Report, Error> {
        let (clusters, cluster) = self.clusters();
        let (official, no_official) = self.official();
        self.check_keys();
        let Body { frame, rest, .. } = self.body;
        let by_run = || rest.runs.iter().enumerate();
        let reconciliations: Vec<Reconciliation> =
            by_run().map(|(run, counts)| self.reconciliation(run, counts)).collect();
        self.refuse_unanswered(&reconciliations)?;
        let mut provisional = self.coverage(&reconciliations);
        provisional.extend(cards(&rest.doubts, rest.parts));
        let warnings = [Code::RepeatedPart, Code::TornPart];
        let mut diagnostics = self.log.finish();
        for warning in diagnostics.iter().filter(|one| warnings.contains(&one.code)) {
            provisional.push(DoubtCard {
                code: warning.code.name().to_owned(),
                message: warning.message.clone(),
                rows: None,
                remedy: None,
            });
        }
        let first = rest.diagnostics.values().flat_map(|noted| noted.first.iter().cloned());
        diagnostics.extend(first);
        diagnostics.sort_by_key(|one| std::cmp::Reverse(one.severity));
        let of_code = rest.diagnostics.iter().map(|((_, code), noted)| (*code, noted.count));
        let mut counts: BTreeMap<Code, u64> = BTreeMap::new();
        of_code.for_each(|(code, count)| *counts.entry(code).or_default() += count);
        let Self { settings, evaluation, groupings, slices, rows, .. } = self;
        let baseline = frame.baseline_among()?;
        let questions = evaluation.count(None);
        let mut score = Score::counted(
            settings,
            evaluation,
            &groupings,
            Counted {
                baseline,
                is_clustered: clusters.is_some(),
                reconciliations,
                official,
                no_official,
                stored: rest.runs.iter().map(Counts::stored).collect(),
                members: rest.runs.iter().map(|counts| counts.members.clone()).collect(),
                diagnostics,
            },
        );
        while score.resample_next(&groupings, clusters.as_deref(), frame.seed) {}
        let found = &rest.findings.0;
        let join = found.get(&Finding::Join).and_then(|join| join.parse().ok());
        let join = join.unwrap_or(JoinBy::Id);
        let columns: Vec<String> = found
            .iter()
            .filter_map(|(finding, columns)| match finding {
                Finding::Columns(role) => Some(format!("{role}: {columns}")),
                _ => None,
            })
            .collect();
        let digest: String = rest
            .sources
            .digest
            .iter()
            .flat_map(|word| word.to_be_bytes())
            .map(hexadecimal)
            .collect();
        let [sentence, procedure] = merged_words(&score.settings, join, questions, rest.parts);
        let baseline = frame.runs.get(baseline).filter(|_| frame.runs.len() > 1);
        let signed = Signed {
            join,
            questions,
            settled: &frame.settled,
            parts: (rest.parts, &digest),
            columns: &columns,
            baseline: baseline.map(|run| run.name.as_str()),
            comparing: Comparing {
                twins: &frame.twins,
                slices: &frame.slices,
                cluster: frame.cluster.as_deref(),
                seed: frame.seed,
            },
        };
        let told = Told {
            runs: frame.runs.clone(),
            seed: frame.seed,
            settled: frame.settled.clone(),
            twins: frame.twins.clone(),
            signature: signature_of_parts(&score.settings, signed),
            provisional,
            confirmed: cards(&rest.confirmed, rest.parts),
            sources: rest.sources.first.iter().map(super::SourceOf::card).collect(),
            programs: (!rest.python.is_empty()).then(|| Programs {
                python: rest.python.iter().cloned().collect(),
                programs: None,
                not_run: None,
                categories: None,
            }),
            cluster,
            slices,
            sentence,
            procedure,
            questions,
            merged: Some(Merged {
                parts: rest.parts,
                rows: rows.len() as u64,
                files: rest.sources.count,
                rows_read: rest.sources.rows.clone(),
                digest,
                diagnostics: counts,
            }),
            ..Told::default()
        };
        Ok(Report::of(&score, told))
    }
}

/// Makes outcomes from rows, for the metrics that all parts have.
fn evaluation(
    frame: &Frame,
    rows: &Rows,
    rest: &Rest,
    settings: &Settings,
    all: &[(&Row, u64)],
) -> Result<Evaluation, Error> {
    let fewest: Vec<Option<u32>> = rest.runs.iter().map(|run| run.fewest).collect();
    let most = fewest.iter().flatten().max().copied();
    let evidence = Evidence {
        facts: rest.facts,
        graded: rest.graded,
        scored: most.is_some() && rest.scored,
        most,
        least: most,
    };
    let fed = metrics_fed(settings, evidence);
    let place = |id: &str| rows.metrics.iter().position(|one| one == id);
    let metrics: Vec<_> =
        fed.into_iter().filter_map(|metric| Some((metric, place(metric.id)?))).collect();
    let of_run = |run: usize| {
        let values = |(metric, place): &(&crate::score::metric::MetricInfo, usize)| {
            // A mean over only those questions that have enough attempts would be another metric.
            let need = attempts_of(metric.id).unwrap_or_default();
            let enough = need < 2 || fewest[run].is_some_and(|least| least >= need);
            let value = |(row, _): &(&Row, u64)| {
                if enough { f64::from_bits(row.runs[run].values[*place]) } else { f64::NAN }
            };
            all.iter().map(value).collect()
        };
        RunScores {
            states: all.iter().map(|(row, _)| row.runs[run].state).collect(),
            matched: vec![NO_MATCH; all.len()],
            values: metrics.iter().map(values).collect(),
            ..RunScores::default()
        }
    };
    let runs = (0..frame.runs.len()).map(of_run).collect();
    let twins = frame.twins.iter().map(|text| Twin::new(text, settings, &frame.set));
    let folded = Folded {
        metrics: metrics.iter().map(|(metric, _)| *metric).collect(),
        runs,
        twins: frame.runs.iter().map(|run| run.twin).collect(),
        counts: all.iter().map(|(_, count)| *count).collect(),
    };
    Ok(Evaluation::folded(folded, settings, &twins.collect::<Result<Vec<_>, _>>()?))
}

impl Frame {
    /// Reads a breakdown that was requested.
    fn slice(&self, place: usize) -> Result<Slice, Error> {
        let text = self.slices.get(place).map_or("", String::as_str);
        Slice::read(text, &self.slice_columns).map_err(|reason| {
            let message = format!("no breakdown by {text:?}: {reason}");
            Diagnostic::error(Code::Slice, message).into()
        })
    }

    /// The run that the others are compared with.
    fn baseline_among(&self) -> Result<usize, Error> {
        let Some(name) = &self.baseline else { return Ok(0) };
        self.runs.iter().position(|run| run.name == *name).ok_or_else(|| {
            let message = format!("no run is named {name:?}");
            Diagnostic::error(Code::Baseline, message).into()
        })
    }
}

impl Counts {
    fn stored(&self) -> Option<Stored> {
        let one = self.stored.as_ref().filter(|one| one.n > 0)?;
        let mean = one.right as f64 / one.n as f64;
        let (column, agrees) = (one.column.clone(), one.agrees);
        Some(Stored { column, mean, right: one.right, n: one.n, agrees })
    }
}

impl super::SourceOf {
    fn card(&self) -> SourceOf {
        let role = self.role.parse().ok().map(crate::base::types::Role::name);
        SourceOf {
            role,
            name: self.name.clone(),
            bytes: self.bytes,
            sha256: Some(self.sha256.clone()),
            format: self.format.clone(),
            encoding: None,
            rows: Some(self.rows as usize),
            member: self.member.clone(),
            chosen: String::new(),
            full_name: self.name.clone(),
        }
    }
}

fn hexadecimal(byte: u8) -> String {
    format!("{byte:02x}")
}

/// The doubts of parts, merged into those of the whole.
fn cards(all: &BTreeMap<String, Doubted>, parts: u64) -> Vec<DoubtCard> {
    let card = |(code, doubt): (&String, &Doubted)| DoubtCard {
        code: code.clone(),
        message: if parts == 1 {
            doubt.message.clone()
        } else {
            let of =
                format!("{} of {}", grouped(doubt.parts as usize), counted(parts as usize, "part"));
            format!("in {of}, first: {}", doubt.message)
        },
        rows: doubt.rows,
        remedy: None,
    };
    all.iter().map(card).collect()
}
