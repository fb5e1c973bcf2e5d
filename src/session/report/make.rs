//! Makes a report from a score.

use super::check::names::Names;
use super::remarks;
use super::signature::signature;
use super::words as told;
use crate::aggregate::leaderboard::Leaderboard;
use crate::aggregate::words::sentence;
use crate::base::types::Reconciliation;
use crate::programs::runnable::Ran;
use crate::programs::workshop::pythons;
use crate::report::host::HostCard;
use crate::report::model::{
    App, Breakdown, Cluster, DoubtCard, Figures, Merged, PresetOf, Programs, Reading, Report, Run,
    RunComparison, RunLabel, SCHEMA, ScriptOf, Shown, SourceOf, Stripe,
};
use crate::report::words;
use crate::session::{Compared, Finished, Score};
use itertools::Itertools as _;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, HashMap};

/// The most stripes of a run: each is at least a pixel wide.
const STRIPES: usize = 600;

/// What a report contains in addition to the score: about the files, or about the merged parts.
#[derive(Debug, Default)]
pub(in crate::session) struct Told {
    /// The runs, by their indices in the score.
    pub(in crate::session) runs: Vec<RunLabel>,
    /// The indices of runs in the order of the report; empty for their own order.
    pub(in crate::session) order: Vec<usize>,
    /// The leaderboards, if their order differs from that of the score.
    pub(in crate::session) boards: Option<Vec<Leaderboard>>,
    pub(in crate::session) seed: u64,
    pub(in crate::session) settled: BTreeMap<String, String>,
    pub(in crate::session) twins: Vec<String>,
    pub(in crate::session) signature: String,
    pub(in crate::session) host: Option<HostCard>,
    pub(in crate::session) provisional: Vec<DoubtCard>,
    pub(in crate::session) confirmed: Vec<DoubtCard>,
    pub(in crate::session) readings: Vec<Reading>,
    pub(in crate::session) sources: Vec<SourceOf>,
    pub(in crate::session) programs: Option<Programs>,
    pub(in crate::session) programs_run: Option<String>,
    /// How many programs are still to be run.
    pub(in crate::session) left: usize,
    pub(in crate::session) script: Option<ScriptOf>,
    pub(in crate::session) cluster: Option<Cluster>,
    pub(in crate::session) slices: Vec<Breakdown>,
    /// The stripes of each run.
    pub(in crate::session) stripes: Vec<Vec<Stripe>>,
    pub(in crate::session) sentence: String,
    pub(in crate::session) procedure: String,
    pub(in crate::session) questions: u64,
    pub(in crate::session) merged: Option<Merged>,
}

impl Report {
    /// The report of a score.
    pub fn new(finished: &Finished<'_>) -> Self {
        Self::like(finished, None)
    }

    /// The same with files and runs in the order of another report, and under its names.
    pub(super) fn like(finished: &Finished<'_>, other: Option<&Names>) -> Self {
        let (score, joined) = (finished.score, finished.material.joined);
        let used = finished.plan.roles.used().collect();
        let (used, order, names) = match other {
            Some(other) => (other.sources.clone(), other.runs.clone(), other.of_runs.clone()),
            None => (used, (0..joined.runs.len()).collect(), joined.names()),
        };
        let boards = other.map(|other| {
            let mut boards = score.leaderboards(&names);
            for board in &mut boards {
                other.arrange(board);
            }
            boards
        });
        let label = |(run, name)| RunLabel { name, ..RunLabel::new(run) };
        let told = Told {
            runs: joined.runs.iter().zip(names).map(label).collect(),
            boards,
            seed: finished.choices.seed,
            settled: finished.choices.settled.clone(),
            twins: finished.plan.comparing.twin_texts(),
            signature: signature(finished),
            host: finished.host_card(),
            provisional: score.reasons(),
            confirmed: score.confirmed.iter().map(|doubt| DoubtCard::new(doubt, None)).collect(),
            readings: finished.reading_cards().into_iter().map(|card| card.reading).collect(),
            sources: used.into_iter().map(|index| source(finished, index)).collect(),
            programs: programs(finished, &order),
            programs_run: told::programs_run(finished),
            left: finished.material.ran.map_or(0, Ran::left),
            script: finished.script_of(),
            cluster: cluster(finished),
            slices: finished.pairing.sliced.cards.clone(),
            stripes: (0..joined.runs.len()).map(|run| finished.stripes(run, STRIPES)).collect(),
            sentence: told::sentence(finished),
            procedure: told::procedure(finished),
            questions: score.evaluation.count(None),
            merged: None,
            order,
        };
        Self::of(score, told)
    }

    /// The report of a score with this additional information.
    pub(in crate::session) fn of(score: &Score, mut told: Told) -> Self {
        let preset = &score.settings.preset;
        let values = score.settings.values();
        let mut settings: Map<String, Value> =
            values.into_iter().map(|(key, value)| (key.to_owned(), value.into())).collect();
        settings.insert("seed".to_owned(), told.seed.into());
        let mut total = Reconciliation::default();
        // A second score of the same predictions is not a second set of predictions.
        for (counts, run) in score.reconciliations.iter().zip(&told.runs) {
            if run.twin.is_none() {
                total.add(counts);
            }
        }
        if told.order.is_empty() {
            told.order = (0..told.runs.len()).collect();
        }
        let names: Vec<String> = told.runs.iter().map(|run| run.name.clone()).collect();
        let boards = told.boards.take().unwrap_or_else(|| score.leaderboards(&names));
        let short = RunLabel::short_names(&told.runs);
        let order = super::result::order(score);
        let of_run = |run: &usize| of_run(score, &told, *run, &short, order.as_deref());
        let runs = told.order.iter().map(of_run).collect();
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
            reconciliation: total,
            runs,
            comparisons: comparisons(score, &told.order, &names, &short),
            shown: shown(score, &told, &boards, &short),
            leaderboard: boards,
            against: score.against.clone(),
            diagnostics: score.diagnostics.clone(),
            signature: told.signature,
            host: told.host,
            provisional: Some(told.provisional).filter(|all| !all.is_empty()),
            confirmed: told.confirmed,
            readings: told.readings,
            settled: told.settled,
            twins: told.twins,
            sources: told.sources,
            programs: told.programs,
            script: told.script,
            cluster: told.cluster,
            slices: told.slices,
            merged: told.merged,
        }
    }
}

/// The clusters of questions.
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

/// The interpreters and verdicts of the programs that were run for this score; `None` if none were
/// run.
fn programs(finished: &Finished<'_>, runs: &[usize]) -> Option<Programs> {
    let material = &finished.material;
    let python = pythons(material);
    let card = finished.workshop().and_then(|shop| shop.card());
    let Some((card, ran)) = card.zip(material.ran) else {
        // The programs were run earlier, according to the file of verdicts.
        let before = Programs { python, programs: None, not_run: None, categories: None };
        return (!before.python.is_empty()).then_some(before);
    };
    let categories =
        Some(runs.iter().map(|run| ran.categories(&material.joined.runs[*run])).collect());
    let (programs, not_run) = (Some(card.total), Some(card.left));
    Some(Programs { python, programs, not_run, categories })
}

fn of_run(
    score: &Score,
    told: &Told,
    run: usize,
    short: &[String],
    order: Option<&[usize]>,
) -> Run {
    let evaluation = &score.evaluation;
    let title = |metric: &&'static crate::score::metric::MetricInfo| {
        (metric.id, score.title_for(metric, std::iter::once(run)))
    };
    let label = &told.runs[run];
    Run {
        name: label.name.clone(),
        figures: Figures {
            reconciliation: score.reconciliations[run],
            aggregates: score.aggregates[run].clone(),
            over_groups: score.over_groups.get(run).cloned().unwrap_or_default(),
            members: score.member_scores(run, told.cluster.is_some()),
            stored: score.stored[run].clone(),
        },
        official: score.official[run].clone(),
        short_name: short[run].clone(),
        is_twin: label.twin.is_some(),
        titles: evaluation.metrics.iter().map(title).collect(),
        methods: evaluation.metrics_of(run).iter().map(|metric| metric.interval).collect(),
        stripes: told.stripes.get(run).cloned().unwrap_or_default(),
        result: super::result::result_of(
            score,
            (&told.runs, short),
            order,
            run,
            told.left,
            !told.provisional.is_empty(),
        ),
    }
}

fn comparisons(
    score: &Score,
    runs: &[usize],
    names: &[String],
    short: &[String],
) -> Vec<RunComparison> {
    let places: HashMap<usize, usize> =
        runs.iter().enumerate().map(|(place, run)| (*run, place)).collect();
    let place = |compared: &&Compared| places.get(&compared.run);
    let all = score.comparisons().iter().sorted_by_key(place);
    all.map(|one| compared(score, one, names, short)).collect()
}

fn compared(
    score: &Score,
    compared: &Compared,
    names: &[String],
    short: &[String],
) -> RunComparison {
    let one = &compared.comparison;
    let pair = [compared.run, compared.baseline];
    let [a, b] = pair.map(|run| names[run].clone());
    let short = pair.map(|run| short[run].clone());
    RunComparison {
        metric: one.metric.id,
        group: compared.group.clone(),
        comparison: one.clone(),
        verdict: one.verdict.shown(),
        reason: one.verdict.reason(),
        sentence: sentence(one, &short[0], &short[1]),
        title: score.title_for(one.metric, pair.into_iter()),
        a,
        b,
        short,
    }
}

fn shown(score: &Score, told: &Told, boards: &[Leaderboard], short: &[String]) -> Shown {
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
        sentence: told.sentence.clone(),
        procedure: told.procedure.clone(),
        programs: told.programs_run.clone(),
        metrics: evaluation.metrics.clone(),
        lead,
        headline: lead
            .map_or_else(String::new, |metric| score.title_for(metric, 0..evaluation.runs.len())),
        seed: told.seed,
        remarks: remarks::remarks(score, told.cluster.as_ref(), &told.slices, boards),
        method: remarks::method(short.get(score.baseline()).map_or("", String::as_str)),
        rules: words::rules(settings),
        questions: told.questions as usize,
    }
}
