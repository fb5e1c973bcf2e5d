//! The headline under other choices, without changing anything.

use super::Finished;
use super::sliced::compare_by;
use crate::base::types::State;
use crate::join::{Joined, Side, join};
use crate::preset::{Preset, Settings, presets, resolve};
use crate::programs::columns::{Programs, programs};
use crate::programs::runnable::Ran;
use crate::programs::workshop::run_alike;
use crate::score::evaluate::{Evaluation, Material};
use crate::session::protocol::{AlsoAs, Choices, Effect, Move};
use crate::understand::recognise::unfit;
use std::collections::BTreeMap;

/// An evaluation of one run under other choices, advanced by the driver.
#[derive(Debug)]
pub struct Preview {
    run: usize,
    evaluation: Evaluation,
    joined: Option<Joined>,
}

/// A change worth showing: its name, and the choices that make it.
#[derive(Clone, Debug)]
pub enum Alternative {
    /// Another preset.
    Preset(Choices),
    /// One setting changed: words, key and value, choices.
    Setting(String, (String, String), Choices),
}

/// Larger files are not scored by other rules without request: it would take minutes.
const TRIED: u64 = 160 << 20;

impl Finished<'_> {
    /// Prepares a preview.
    ///
    /// # Errors
    /// In words, if these choices cannot be scored, or only after reading the files again.
    pub fn preview(&self, run: usize, choices: &Choices) -> Result<Preview, String> {
        let Self { choices: now, plan, .. } = *self;
        if (&choices.roles, &choices.columns, &choices.forms)
            != (&now.roles, &now.columns, &now.forms)
        {
            return Err("not known until the files are read again".to_owned());
        }
        if let Some(problem) = comparing_problem(self, choices) {
            return Err(problem);
        }
        let id = match (&choices.preset, &plan.preset.id) {
            (Some(id), _) => id.as_str(),
            (None, Some(guess)) => guess.value.as_str(),
            (None, None) => return Err("there is no score yet".to_owned()),
        };
        let compiled =
            |preset: &Preset| Settings::compile(preset, &plan.preset.set_for(preset, &choices.set));
        let settings = resolve(id).and_then(|preset| compiled(&preset));
        let settings = settings.map_err(|error| error.problems[0].message.clone())?;
        let rules = |settings: &Settings| {
            let rules = &settings.rules;
            (rules.attempts, rules.id_prefixes.clone(), settings.join_rules().first)
        };
        let same = plan.preset.settings.as_ref().map(rules) == Some(rules(&settings));
        let material = &self.material;
        let joined = if choices.join == now.join && same {
            None
        } else {
            let joined = join(material.gold, &material.files, choices.join, settings.join_rules());
            Some(joined.map_err(|no| no.error.problems[0].message.clone())?)
        };
        let now = plan.preset.settings.as_ref().filter(|_| joined.is_none());
        needs_no_run(material, now, &settings)?;
        let joined_now = joined.as_ref().unwrap_or(material.joined);
        let material = Material { joined: joined_now, ..material.clone() };
        let Some(joined_run) = material.joined.runs.get(run) else {
            return Err("there is no such run".to_owned());
        };
        if joined_run.twin.is_some() {
            return Err(format!("{} has its own rule", joined_run.short_name.clone()));
        }
        Ok(Preview { run, evaluation: Evaluation::of_run(&material, &settings, run), joined })
    }

    /// Scores a slice of a preview; `true` once done.
    pub fn advance_preview(&self, preview: &mut Preview, count: usize) -> bool {
        let joined = preview.joined.as_ref().unwrap_or(self.material.joined);
        preview.evaluation.advance(&Material { joined, ..self.material.clone() }, count)
    }

    /// The result of a finished preview: numbers, or why there are none.
    pub fn effect(&self, preview: &Preview) -> Effect {
        let wrong = |words: Option<String>| Effect { problem: words, ..Effect::default() };
        if let Err(error) = super::score::check_whole(&preview.evaluation) {
            return wrong(error.problems.first().map(|one| one.message.clone()));
        }
        let score = self.score;
        let lead = score.lead();
        let metric = preview.evaluation.settings().about(&score.settings, lead);
        let place = |evaluation: &Evaluation| {
            let wanted = metric.or(lead.filter(|_| evaluation.lead > 0));
            let place = evaluation.metrics.iter().position(|one| Some(one.id) == wanted);
            place.unwrap_or_default()
        };
        let new = &preview.evaluation.runs[0].values[place(&preview.evaluation)];
        let old = &score.evaluation.runs[preview.run].values[place(&score.evaluation)];
        let (mean, before) = (mean(new), mean(old));
        if mean.is_some() && before.is_none() {
            return wrong(Some("the current score has no number to compare with".to_owned()));
        }
        let is_other = |(a, b): &(&f64, &f64)| a != b && !(a.is_nan() && b.is_nan());
        let changed = new.iter().zip(old).filter(is_other).count();
        Effect {
            metric: metric.map(str::to_owned),
            difference: mean.zip(before).map(|(new, old)| new - old),
            mean,
            changed: changed as u64,
            problem: None,
        }
    }

    /// Other presets that fit the files, and single changes of settings.
    pub fn alternatives(&self) -> Vec<Alternative> {
        let Self { sources, choices: now, plan, score, .. } = *self;
        let Some(gold) = plan.roles.gold else { return Vec::new() };
        let Ok(inspection) = &sources[gold].inspection else { return Vec::new() };
        let bytes: u64 = plan.roles.used().map(|index| sources[index].bytes).sum();
        if bytes > TRIED {
            return Vec::new();
        }
        let mut alternatives = Vec::new();
        // Only the script knows what values it would give.
        if now.script.is_some() {
            return alternatives;
        }
        let own = &score.settings.preset.id;
        // Another rule of extraction finds nothing in outputs that were made for the present one, and a
        // definition of our own is not another scorer.
        let preset = &score.settings.preset;
        let comparable = |other: &&Preset| {
            let alike = other.compare == preset.compare && other.extract == preset.extract;
            // Scorers of one benchmark that judge the same thing, each with its own extraction.
            let solves =
                |preset: &Preset| preset.metrics.first().is_some_and(|id| id != "exact_match");
            let rivals = solves(other) && solves(preset) && other.benchmark() == preset.benchmark();
            (other.id != *own || score.settings.own())
                && (alike || rivals)
                && !other.official.is_empty()
        };
        for other in presets().iter().filter(comparable) {
            if unfit(other, inspection, &plan.columns.maps[gold]).is_none() {
                let (preset, set) = (Some(other.id.clone()), BTreeMap::new());
                let choices = Choices { preset, set, ..now.clone() };
                alternatives.push(Alternative::Preset(choices));
            }
        }
        for info in score.settings.applicable() {
            let value = score.settings.value(info.key);
            // Rules that were made for one benchmark do not fit the outputs of others.
            let general = |value: &str| ["whole", "first_line", "last_line"].contains(&value);
            let fits = |other: &str| info.key != "extract" || general(other) || !general(&value);
            for (other, words, _) in
                info.options.iter().filter(|option| option.0 != value && fits(option.0))
            {
                let mut choices = now.clone();
                choices.preset.get_or_insert_with(|| own.clone());
                choices.set.insert(info.key.to_owned(), (*other).to_owned());
                let set = (info.key.to_owned(), (*other).to_owned());
                alternatives.push(Alternative::Setting((*words).to_owned(), set, choices));
            }
        }
        alternatives
    }
}

/// The problems with the breakdowns, clusters and second rules of some choices, in words.
fn comparing_problem(finished: &Finished<'_>, choices: &Choices) -> Option<String> {
    let Finished { sources, choices: now, plan, .. } = *finished;
    let gold = plan.roles.gold.map(|gold| &sources[gold]);
    let settings = plan.preset.settings.as_ref().filter(|_| choices.set == now.set);
    let (_, problems) = compare_by(gold, settings, choices);
    problems.into_iter().next().map(|problem| problem.message)
}

/// Checks that other settings can be scored with the programs that were run for the present ones. There are
/// none after another join.
///
/// # Errors
/// In words, if other programs would have to be run, or some are still to be run.
fn needs_no_run(
    material: &Material<'_>,
    now: Option<&Settings>,
    settings: &Settings,
) -> Result<(), String> {
    let has_verdicts = |side: &Side<'_>| programs(side.table.columns()) == Some(Programs::Verdicts);
    if settings.plan().is_none() || material.files.iter().all(has_verdicts) {
        return Ok(());
    }
    let ran = material.ran.filter(|_| now.is_some_and(|now| run_alike(now, settings)));
    match ran.map(Ran::left) {
        None => Err("not known until the programs are run".to_owned()),
        Some(0) => Ok(()),
        Some(_) => Err("not all programs have been run".to_owned()),
    }
}

impl Alternative {
    /// The choices that make it.
    pub fn choices(&self) -> &Choices {
        match self {
            Self::Preset(choices) | Self::Setting(_, _, choices) => choices,
        }
    }

    /// The entry for "also as" from a finished preview.
    pub fn also_as(&self, effect: &Effect) -> Option<AlsoAs> {
        let Self::Preset(choices) = self else { return None };
        Some(AlsoAs {
            preset: choices.preset.clone()?,
            mean: effect.mean?,
            agrees: effect.changed == 0,
        })
    }

    /// The entry for a change of a setting; `None` if it finds no answer in most outputs.
    pub fn moved(&self, effect: &Effect, preview: &Preview) -> Option<Move> {
        let Self::Setting(words, set, _) = self else { return None };
        let states = &preview.evaluation.runs[0].states;
        let lost = states.iter().filter(|state| **state == State::NotExtracted).count();
        (effect.problem.is_none() && lost * 2 <= states.len()).then(|| Move {
            words: words.clone(),
            set: set.clone(),
            metric: effect.metric.clone(),
            difference: effect.difference.unwrap_or(0.0),
            changed: effect.changed,
        })
    }
}

/// Mean of the values that exist.
pub(super) fn mean(values: &[f64]) -> Option<f64> {
    let there = values.iter().filter(|value| !value.is_nan());
    let (sum, n) = there.fold((0.0, 0_u64), |(sum, n), value| (sum + value, n + 1));
    (n > 0).then(|| sum / n as f64)
}
