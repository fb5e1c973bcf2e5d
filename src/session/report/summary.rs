//! The page's view of the session.

use super::make::cluster;
use super::result;
use super::signature::signature;
use crate::aggregate::leaderboard::Leaderboard;
use crate::aggregate::official::python_digits;
use crate::base::diagnostic::{Diagnostics, cut, cut_middle};
use crate::base::digits::grouped;
use crate::base::types::{Certainty, Field, Guess, Role, Verdict};
use crate::preset::{DUPLICATES, SettingInfo, presets};
use crate::report::model::Figures;
use crate::score::extract::RULES;
use crate::session::protocol::{
    AlsoAs, ColumnCard, FileCard, Move, PresetCard, PresetOption, RunCard, Scored, SettingCard,
    SettingOption, Summary,
};
use crate::session::{Finished, Plan, Score, Session, Source};
use crate::table::{Inspection, Table, key_of, shown_key};
use crate::understand::recognise::unfit;
use itertools::Itertools as _;
use std::collections::BTreeMap;

/// Column names are cut at this many characters for the page.
const LONGEST_NAME: usize = 300;

/// Everything that the page shows except rows. `also_as` and `moves` are the previews of
/// [`Finished::alternatives`] that the driver has computed so far, and `pending` is whether more
/// are to come.
#[inline(never)]
pub fn summary(session: &Session, also_as: &[AlsoAs], moves: &[Move], pending: bool) -> Summary {
    let (sources, plan) = (session.sources(), session.plan());
    let files = (0..sources.len()).map(|index| file_card(&sources[index], index, plan)).collect();
    let scored = session.finished().and_then(|finished| scored(&finished, also_as, moves));
    let diagnostics = if let Some(score) = session.score() {
        score.diagnostics.clone()
    } else {
        let mut log = Diagnostics::default();
        for read in sources.iter().filter_map(|source| source.read.as_ref()) {
            log.append(read.diagnostics.clone());
        }
        plan.notes.problems.iter().cloned().chain(log.finish()).collect()
    };
    Summary {
        files,
        waiting: plan.waiting.clone(),
        scored,
        check: session.check.clone(),
        joins: session.refused.clone(),
        diagnostics,
        pending,
    }
}

#[inline(never)]
fn file_card(source: &Source, index: usize, plan: &Plan) -> FileCard {
    let map = &plan.columns.maps[index];
    let inspection = source.inspection.as_ref().ok();
    let of_run = |name: &str| {
        let mut own = plan.columns.runs_within(index);
        own.find_map(|run| run.map.field_of(name).filter(|guess| guess.field == Field::Prediction))
    };
    let columns = inspection.map_or_else(Vec::new, |inspection| {
        let card = |(place, name): (usize, &String)| ColumnCard {
            // Nobody would choose a column with a longer name, so the cut name is enough.
            name: cut_middle(name, LONGEST_NAME),
            examples: examples(&inspection.sample, place),
            field: of_run(name)
                .or_else(|| map.field_of(name))
                .map(|guess| Guess::new(guess.field, guess.certainty, guess.reason.clone())),
        };
        inspection.sample.columns().iter().enumerate().map(card).collect()
    });
    FileCard {
        slot: source.slot,
        name: source.name.clone(),
        bytes: source.bytes,
        packed: source.is_packed(),
        lost: source.is_lost(),
        report: source.report.as_ref().map(|report| report.choices.clone()),
        role: plan.roles.of[index].clone(),
        format: match &source.origin {
            _ if source.is_report() => "report of Scoredrop".to_owned(),
            Some(origin) if origin.by_record => "sheet of a workbook".to_owned(),
            Some(origin) if origin.format.ends_with("inspect") => "log of Inspect".to_owned(),
            _ => inspection.map_or_else(String::new, Inspection::describe),
        },
        rows: source.read.as_ref().map(|read| read.table.rows() as u64),
        form: source.readable_as(),
        about: about(source, map, plan.roles.role_of(index)),
        columns,
    }
}

#[inline(never)]
fn scored(finished: &Finished<'_>, also_as: &[AlsoAs], moves: &[Move]) -> Option<Scored> {
    let Finished { sources, choices, plan, pairing, score, material } = finished;
    let joined = material.joined;
    let gold = plan.roles.gold?;
    let inspection = sources[gold].inspection.as_ref().ok()?;
    let preset = &score.settings.preset;
    let guess = plan.preset.id.as_ref()?;
    let known = pairing.known;
    let proof = known.filter(|found| found.proves(&preset.id)).map(|found| Guess {
        certainty: Certainty::Proven,
        reason: found.words(),
        ..guess.clone()
    });
    let guess = proof.as_ref().filter(|_| guess.certainty == Certainty::Guessed).unwrap_or(guess);
    let certainty = |certainty| {
        let is_confirmed = choices.confirmed && certainty == Certainty::Guessed;
        if is_confirmed { Certainty::Chosen } else { certainty }
    };
    let map = &plan.columns.maps[gold];
    let options = presets().iter().map(|one| PresetOption::new(one, unfit(one, inspection, map)));
    let (fit, unfit): (Vec<_>, Vec<_>) = options.partition(|option| option.unfit.is_none());
    let predictions = plan.columns.runs.iter();
    Some(Scored {
        preset: Guess {
            value: PresetCard {
                modified: score.settings.modified(),
                own: score.settings.own(),
                ..PresetCard::new(preset)
            },
            certainty: certainty(guess.certainty),
            reason: guess.reason.clone(),
        },
        presets: fit.into_iter().chain(unfit).collect(),
        join: Guess { certainty: certainty(joined.by.certainty), ..joined.by.clone() },
        joins: joined.candidates.clone(),
        questions: score.evaluation.runs.first().map_or(0, |run| run.states.len() as u64),
        gold: vec![sources[gold].name.clone()],
        known: known.map(|found| found.known.name.to_owned()),
        predictions: predictions.map(|run| sources[run.file].name.clone()).collect(),
        settings: setting_cards(score),
        provisional: finished.reasons(),
        repairs: score.repairs.clone(),
        readings: finished.reading_cards(),
        signature: signature(finished),
        runs: (0..joined.runs.len()).map(|run| run_card(finished, run)).collect(),
        baseline: score.baseline() as u32,
        leaderboard: score
            .leaderboards(&joined.names())
            .into_iter()
            .filter(|one| score.averages(&one.metric))
            // The page has no use for these.
            .map(|one| Leaderboard { title: String::new(), is_uneven: false, ..one })
            .collect(),
        across: finished.across().into_iter().collect(),
        slices: pairing.sliced.cards.clone(),
        empty_slices: pairing.sliced.empty.clone(),
        cluster: cluster(finished),
        groups: pairing.groupings.iter().map(|grouping| grouping.column.clone()).collect(),
        also_as: also_as.to_vec(),
        moves: moves.to_vec(),
        programs: finished
            .workshop()
            .and_then(|shop| shop.card())
            .or_else(|| finished.script_card()),
        no_script: super::verify::refusal(finished),
        on_hub: !score.settings.preset.card.hub.is_empty(),
        host: finished.host_card(),
    })
}

#[inline(never)]
fn run_card(finished: &Finished<'_>, run: usize) -> RunCard {
    let Finished { score, material, pairing, .. } = finished;
    let lead = score.lead();
    let averaged = score.aggregates[run].iter().filter(|one| score.averages(&one.metric));
    let official = score.official[run].iter();
    RunCard {
        name: material.joined.runs[run].name.clone(),
        short_name: material.joined.runs[run].short_name.clone(),
        takes: score.evaluation.takes(run).map(|metrics| metrics.map(str::to_owned).into()),
        figures: Figures {
            reconciliation: score.reconciliations[run],
            // Aggregates of the leading metric come before the others, and groups after the totals.
            aggregates: averaged
                .sorted_by_key(|one| (one.group.is_some(), Some(one.metric.as_str()) != lead))
                .cloned()
                .collect(),
            over_groups: score.over_groups.get(run).map_or_else(Vec::new, |all| {
                all.iter().filter(|one| score.averages(&one.metric)).cloned().collect()
            }),
            members: score.member_scores(run, pairing.sliced.clusters.is_some()),
            stored: score.stored[run].clone(),
        },
        no_official: score.no_official[run].clone(),
        official: official.map(|(key, value)| (key.clone(), python_digits(value))).collect(),
        verdicts: verdicts(finished, run).into_iter().collect(),
        classes: finished.classes(run).into_iter().collect(),
        sentence: result(finished, run),
        notes: score.notes[run].clone().into_iter().collect(),
        categories: material.ran.map_or_else(Vec::new, |ran| {
            ran.categories(&material.joined.runs[run]).into_iter().collect()
        }),
    }
}

/// How many questions of a run have each verdict.
#[inline(never)]
fn verdicts(finished: &Finished<'_>, run: usize) -> BTreeMap<Verdict, u64> {
    let rows = finished.score.evaluation.runs[run].states.len();
    let mut counts = BTreeMap::new();
    for verdict in (0..rows).map(|row| finished.verdict(run, row)) {
        *counts.entry(verdict).or_insert(0) += 1;
    }
    counts
}

#[inline(never)]
fn setting_cards(score: &Score) -> Vec<SettingCard> {
    let settings = &score.settings;
    let (programs, attempts) = (settings.preset.takes_programs(), settings.rules.attempts);
    let is_changed = |key: &str| settings.value(key) != settings.default_value(key);
    // Rules that extract a formula do not extract programs.
    let fits = |info: &SettingInfo, option: &str| {
        let is_of_code = RULES.iter().any(|rule| rule.name == option && rule.takes_programs);
        let is_taken = [settings.value(info.key), settings.default_value(info.key)];
        !programs || info.key != "extract" || is_of_code || is_taken.iter().any(|one| one == option)
    };
    let card = |info: &'static SettingInfo| {
        let options = info.options.iter().filter(|option| fits(info, option.0));
        let option = |option: &'static (&str, &str, &str)| SettingOption {
            value: option.0.to_owned(),
            words: settings.words_of(option),
            help: option.2.to_owned(),
        };
        SettingCard {
            key: info.key.to_owned(),
            label: info.label.to_owned(),
            group: info.group,
            value: settings.value(info.key),
            default: settings.default_value(info.key),
            options: options.map(option).collect(),
            free: info.free.is_some(),
        }
    };
    // If several attempts count, no prediction replaces another.
    let matters =
        |info: &&'static SettingInfo| !attempts || info.key != DUPLICATES || is_changed(info.key);
    settings.applicable().filter(matters).map(card).collect()
}

fn examples(sample: &Table, column: usize) -> Vec<String> {
    (0..sample.rows())
        .filter_map(|row| sample.cell(row, column).as_text())
        .map(str::trim)
        .filter(|text| !text.is_empty())
        .take(3)
        .map(|text| cut(text, 60))
        .collect()
}

/// One line about a file: what it seems to be, the number of rows, the form of its keys.
#[inline(never)]
fn about(
    source: &Source,
    map: &crate::understand::schema::ColumnMap,
    role: Option<Role>,
) -> String {
    let sample = match &source.inspection {
        Ok(inspection) => &inspection.sample,
        Err(error) => {
            return error.problems.first().map_or_else(String::new, |p| p.message.clone());
        }
    };
    // The sample is limited, so its number of rows says nothing unless it is the whole file.
    let rows = match &source.read {
        Some(read) => Some(read.table.rows()),
        None if source.is_whole() => Some(sample.rows()),
        None => None,
    };
    let [one, several] = match role {
        Some(Role::Gold) => ["gold question", "gold questions"],
        Some(Role::Predictions) => ["prediction", "predictions"],
        Some(Role::NaProb) => ["no-answer probability", "no-answer probabilities"],
        Some(Role::Table) => {
            ["row with gold answer and prediction", "rows with gold answers and predictions"]
        }
        None => ["row", "rows"],
    };
    let what = if rows == Some(1) { one } else { several };
    let count = rows.map_or_else(|| "many".to_owned(), grouped);
    let columns = map.indices(sample, Field::Id);
    let has_key = !columns.is_empty() && sample.rows() > 0;
    match has_key.then(|| key_of(sample, 0, &columns)).flatten() {
        Some(key) => format!("{count} {what}, ids like {}", cut(&shown_key(&key), 40)),
        None => format!("{count} {what}"),
    }
}
