//! A report made of a session with a score.

use super::check::names::Names;
use super::remarks;
use super::signature::signature;
use super::words as told;
use crate::aggregate::leaderboard::Leaderboard;
use crate::aggregate::words::sentence;
use crate::base::diagnostic::cut_middle;
use crate::base::types::Reconciliation;
use crate::join::{Joined, SHORT};
use crate::programs::workshop::pythons;
use crate::report::model::{
    App, Cluster, DoubtCard, Figures, PresetOf, Programs, Report, Run, RunComparison, SCHEMA,
    Shown, SourceOf,
};
use crate::report::words;
use crate::session::{Compared, Score, Session};
use itertools::Itertools as _;
use serde_json::{Map, Value};

/// Stripes of a run at most: each is as wide as a pixel or more.
const STRIPES: usize = 600;

impl Report {
    /// The report of a session with a score; `None` without one.
    pub fn new(session: &Session) -> Option<Self> {
        Self::like(session, None)
    }

    /// The same with files and runs in the order of another report, and under its names.
    pub(super) fn like(session: &Session, other: Option<&Names>) -> Option<Self> {
        let (score, joined) = (session.score()?, session.joined()?);
        let preset = &score.settings.preset;
        let seed = session.choices().seed;
        let values = score.settings.values();
        let mut settings: Map<String, Value> =
            values.into_iter().map(|(key, value)| (key.to_owned(), value.into())).collect();
        settings.insert("seed".to_owned(), seed.into());
        let mut total = Reconciliation::default();
        // A second rule for the same predictions is no second set of them.
        for (counts, run) in score.reconciliations.iter().zip(&joined.runs) {
            if run.twin.is_none() {
                total.add(counts);
            }
        }
        let used = session.plan().roles.used().collect();
        let (used, runs, names) = match other {
            Some(other) => (other.sources.clone(), other.runs.clone(), other.of_runs.clone()),
            None => (used, (0..joined.runs.len()).collect(), joined.names()),
        };
        let of_run = |run: &usize| of_run(session, score, joined, *run, &names[*run]);
        let mut boards = session.leaderboards_of(&names);
        if let Some(other) = other {
            for board in &mut boards {
                other.arrange(board);
            }
        }
        Some(Self {
            schema: SCHEMA,
            app: App { name: "scoredrop", version: crate::base::VERSION },
            preset: PresetOf {
                id: preset.id.clone(),
                version: preset.version,
                modified: score.settings.modified(),
                settings_hash: score.settings.hash(),
            },
            settings,
            signature: signature(session),
            provisional: Some(score.reasons()).filter(|all| !all.is_empty()),
            confirmed: score.confirmed.iter().map(|doubt| DoubtCard::new(doubt, None)).collect(),
            settled: session.choices().settled.clone(),
            twins: session.choices().twins.clone(),
            sources: used.into_iter().map(|index| source(session, index)).collect(),
            reconciliation: total,
            programs: programs(session, &runs),
            runs: runs.iter().map(of_run).collect(),
            comparisons: comparisons(session, &runs, &names),
            cluster: cluster(session),
            slices: session.slices().to_vec(),
            shown: shown(session, score, joined, &boards),
            leaderboard: boards,
            diagnostics: score.diagnostics.clone(),
        })
    }
}

/// How questions are held together.
pub(super) fn cluster(session: &Session) -> Option<Cluster> {
    let clusters = session.clusters()?;
    Some(Cluster { column: clusters.column.clone(), clusters: clusters.count })
}

fn source(session: &Session, index: usize) -> SourceOf {
    let source = &session.sources()[index];
    let inspection = source.inspection.as_ref().ok();
    let form = inspection.map(|inspection| inspection.format.name().to_owned());
    let origin = source.origin.as_ref();
    SourceOf {
        role: session.plan().roles.of[index].as_ref().map(|role| role.value.name()),
        name: origin.map_or(&source.name, |origin| &origin.name).clone(),
        bytes: source.bytes,
        sha256: source.sha256.clone(),
        format: origin.map(|origin| origin.format.clone()).or(form),
        encoding: inspection.map(|inspection| inspection.encoding),
        rows: source.read.as_ref().map(|read| read.table.rows()),
        member: origin.map(|origin| origin.member.clone()),
        chosen: source.form.words(),
        full_name: source.name.clone(),
    }
}

/// The programs that were run for this score, by what and with what verdicts; nothing where none were.
fn programs(session: &Session, runs: &[usize]) -> Option<Programs> {
    let material = session.material()?;
    let python = pythons(&material);
    let card = session.workshop().and_then(|shop| shop.card());
    let Some((card, ran)) = card.zip(material.ran) else {
        // Run before, by what the file of verdicts says.
        let before = Programs { python, programs: None, not_run: None, categories: None };
        return (!before.python.is_empty()).then_some(before);
    };
    let categories =
        Some(runs.iter().map(|run| ran.categories(&material.joined.runs[*run])).collect());
    let (programs, not_run) = (Some(card.total), Some(card.left));
    Some(Programs { python, programs, not_run, categories })
}

fn of_run(session: &Session, score: &Score, joined: &Joined, run: usize, name: &str) -> Run {
    let evaluation = &score.evaluation;
    let title = |metric: &&'static crate::score::metric::MetricInfo| {
        (metric.id, session.title_for(metric, std::iter::once(run)))
    };
    let finished = session.finished();
    Run {
        name: name.to_owned(),
        figures: Figures {
            reconciliation: score.reconciliations[run],
            aggregates: score.aggregates[run].clone(),
            stored: score.stored[run].clone(),
        },
        official: score.official[run].clone(),
        short_name: cut_middle(name, SHORT),
        is_twin: joined.runs[run].twin.is_some(),
        titles: evaluation.metrics.iter().map(title).collect(),
        methods: evaluation.metrics_of(run).iter().map(|metric| metric.interval).collect(),
        stripes: finished.map_or_else(Vec::new, |finished| finished.stripes(run, STRIPES)),
        result: super::result::result(session, run),
    }
}

fn comparisons(session: &Session, runs: &[usize], names: &[String]) -> Vec<RunComparison> {
    let place = |compared: &&Compared| runs.iter().position(|run| *run == compared.run);
    let all = session.comparisons().iter().sorted_by_key(place);
    all.map(|one| compared(session, one, names)).collect()
}

fn compared(session: &Session, compared: &Compared, names: &[String]) -> RunComparison {
    let one = &compared.comparison;
    let [a, b] = [compared.run, compared.baseline].map(|run| names[run].clone());
    RunComparison {
        metric: one.metric.id,
        group: compared.group.clone(),
        comparison: one.clone(),
        verdict: one.verdict.shown(),
        reason: one.verdict.reason(),
        sentence: sentence(one, &cut_middle(&a, SHORT), &cut_middle(&b, SHORT)),
        title: session.title_for(one.metric, [compared.run, compared.baseline].into_iter()),
        a,
        b,
    }
}

fn shown(session: &Session, score: &Score, joined: &Joined, boards: &[Leaderboard]) -> Shown {
    let (settings, evaluation) = (&score.settings, &score.evaluation);
    let preset = &settings.preset;
    let lead =
        session.lead().and_then(|id| evaluation.metrics.iter().copied().find(|one| one.id == id));
    Shown {
        title: preset.title.clone(),
        citation: preset.card.citation.clone(),
        is_own: settings.own(),
        changes: words::changes(settings),
        modified: words::modified(settings),
        reproduces: words::reproduces(settings),
        sentence: told::sentence(session),
        procedure: told::procedure(session),
        programs: told::programs_run(session),
        metrics: evaluation.metrics.clone(),
        lead,
        headline: lead
            .map_or_else(String::new, |metric| session.title_for(metric, 0..joined.runs.len())),
        seed: session.choices().seed,
        remarks: remarks::remarks(session, boards),
        method: remarks::method(session),
        rules: words::rules(settings),
        questions: evaluation.runs.first().map_or(0, |run| run.states.len()),
    }
}
