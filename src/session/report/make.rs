//! A report made of a score.

use super::check::names::Names;
use super::remarks;
use super::signature::signature;
use super::words as told;
use crate::aggregate::leaderboard::Leaderboard;
use crate::aggregate::words::sentence;
use crate::base::diagnostic::cut_middle;
use crate::base::types::Reconciliation;
use crate::join::SHORT;
use crate::programs::workshop::pythons;
use crate::report::model::{
    App, Cluster, DoubtCard, Figures, PresetOf, Programs, Report, Run, RunComparison, SCHEMA,
    Shown, SourceOf,
};
use crate::report::words;
use crate::session::{Compared, Finished, Score};
use itertools::Itertools as _;
use serde_json::{Map, Value};

/// Stripes of a run at most: each is as wide as a pixel or more.
const STRIPES: usize = 600;

impl Report {
    /// The report of a score.
    pub fn new(finished: &Finished<'_>) -> Self {
        Self::like(finished, None)
    }

    /// The same with files and runs in the order of another report, and under its names.
    pub(super) fn like(finished: &Finished<'_>, other: Option<&Names>) -> Self {
        let (score, joined) = (finished.score, finished.material.joined);
        let preset = &score.settings.preset;
        let seed = finished.choices.seed;
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
        let used = finished.plan.roles.used().collect();
        let (used, runs, names) = match other {
            Some(other) => (other.sources.clone(), other.runs.clone(), other.of_runs.clone()),
            None => (used, (0..joined.runs.len()).collect(), joined.names()),
        };
        let of_run = |run: &usize| of_run(finished, *run, &names[*run]);
        let mut boards = score.leaderboards(&names);
        if let Some(other) = other {
            for board in &mut boards {
                other.arrange(board);
            }
        }
        Self {
            schema: SCHEMA,
            app: App { name: "scoredrop", version: crate::base::VERSION },
            preset: PresetOf {
                id: preset.id.clone(),
                version: preset.version,
                modified: score.settings.modified(),
                settings_hash: score.settings.hash(),
            },
            settings,
            signature: signature(finished),
            host: finished.host_card(),
            provisional: Some(score.reasons()).filter(|all| !all.is_empty()),
            confirmed: score.confirmed.iter().map(|doubt| DoubtCard::new(doubt, None)).collect(),
            readings: finished.reading_cards().into_iter().map(|card| card.reading).collect(),
            settled: finished.choices.settled.clone(),
            twins: finished.choices.twins.clone(),
            sources: used.into_iter().map(|index| source(finished, index)).collect(),
            reconciliation: total,
            programs: programs(finished, &runs),
            script: finished.script_of(),
            runs: runs.iter().map(of_run).collect(),
            comparisons: comparisons(score, &runs, &names),
            cluster: cluster(finished),
            slices: finished.pairing.sliced.cards.clone(),
            shown: shown(finished, &boards),
            leaderboard: boards,
            against: score.against.clone(),
            diagnostics: score.diagnostics.clone(),
        }
    }
}

/// How questions are held together.
pub(super) fn cluster(finished: &Finished<'_>) -> Option<Cluster> {
    let clusters = finished.pairing.sliced.clusters.as_ref()?;
    Some(Cluster { column: clusters.column.clone(), clusters: clusters.count })
}

fn source(finished: &Finished<'_>, index: usize) -> SourceOf {
    let source = &finished.sources[index];
    let inspection = source.inspection.as_ref().ok();
    let form = inspection.map(|inspection| inspection.format.name().to_owned());
    let origin = source.origin.as_ref();
    SourceOf {
        role: finished.plan.roles.of[index].as_ref().map(|role| role.value.name()),
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
fn programs(finished: &Finished<'_>, runs: &[usize]) -> Option<Programs> {
    let material = &finished.material;
    let python = pythons(material);
    let card = finished.workshop().and_then(|shop| shop.card());
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

fn of_run(finished: &Finished<'_>, run: usize, name: &str) -> Run {
    let score = finished.score;
    let evaluation = &score.evaluation;
    let title = |metric: &&'static crate::score::metric::MetricInfo| {
        (metric.id, score.title_for(metric, std::iter::once(run)))
    };
    Run {
        name: name.to_owned(),
        figures: Figures {
            reconciliation: score.reconciliations[run],
            aggregates: score.aggregates[run].clone(),
            stored: score.stored[run].clone(),
        },
        official: score.official[run].clone(),
        short_name: cut_middle(name, SHORT),
        is_twin: finished.material.joined.runs[run].twin.is_some(),
        titles: evaluation.metrics.iter().map(title).collect(),
        methods: evaluation.metrics_of(run).iter().map(|metric| metric.interval).collect(),
        stripes: finished.stripes(run, STRIPES),
        result: super::result::result(finished, run),
    }
}

fn comparisons(score: &Score, runs: &[usize], names: &[String]) -> Vec<RunComparison> {
    let place = |compared: &&Compared| runs.iter().position(|run| *run == compared.run);
    let all = score.comparisons().iter().sorted_by_key(place);
    all.map(|one| compared(score, one, names)).collect()
}

fn compared(score: &Score, compared: &Compared, names: &[String]) -> RunComparison {
    let one = &compared.comparison;
    let [a, b] = [compared.run, compared.baseline].map(|run| names[run].clone());
    RunComparison {
        metric: one.metric.id,
        group: compared.group.clone(),
        comparison: one.clone(),
        verdict: one.verdict.shown(),
        reason: one.verdict.reason(),
        sentence: sentence(one, &cut_middle(&a, SHORT), &cut_middle(&b, SHORT)),
        title: score.title_for(one.metric, [compared.run, compared.baseline].into_iter()),
        a,
        b,
    }
}

fn shown(finished: &Finished<'_>, boards: &[Leaderboard]) -> Shown {
    let score = finished.score;
    let (settings, evaluation) = (&score.settings, &score.evaluation);
    let preset = &settings.preset;
    let lead =
        score.lead().and_then(|id| evaluation.metrics.iter().copied().find(|one| one.id == id));
    Shown {
        title: preset.title.clone(),
        citation: preset.card.citation.clone(),
        hub: preset.card.hub.clone(),
        is_own: settings.own(),
        changes: words::changes(settings),
        modified: words::modified(settings),
        reproduces: words::reproduces(settings),
        sentence: told::sentence(finished),
        procedure: told::procedure(finished),
        programs: told::programs_run(finished),
        metrics: evaluation.metrics.clone(),
        lead,
        headline: lead
            .map_or_else(String::new, |metric| score.title_for(metric, 0..evaluation.runs.len())),
        seed: finished.choices.seed,
        remarks: remarks::remarks(finished, boards),
        method: remarks::method(finished),
        rules: words::rules(settings),
        questions: evaluation.runs.first().map_or(0, |run| run.states.len()),
    }
}
