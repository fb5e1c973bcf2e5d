//! Why a headline is provisional: doubts about what was read, and about what was made of it.

use super::Scored;
use crate::aggregate::Aggregate;
use crate::base::diagnostic::{Diagnostic, Diagnostics};
use crate::base::digits::{grouped, percent};
use crate::base::types::Stored;
use crate::join::COUNTING;
use crate::preset::{GOLD_SPLIT, Settings, resolve};
use crate::score::evaluate::{Evaluation, FITS, Material, PROBE, WINDOW};
use crate::score::metric::{IntervalMethod, metric};
use crate::session::Session;
use crate::session::findings::{self, OneRun};
use crate::session::sensitivity::{rival, sensitivity, split_apart};
use crate::understand::known::{Found, release};
use std::collections::BTreeMap;

/// A doubt, and the rule for taking the answer that settles it: its words, key and value.
pub(crate) type Rule = (String, &'static str, &'static str, &'static str);

/// So many standard errors more than by chance answers fit their own questions, to confirm a join by number.
const OWN: f64 = 4.0;
/// The same of few questions, where three in four answers or more are right: so many never are by chance.
const MOSTLY: f64 = 2.5;
/// So many questions are few.
const FEW: f64 = 20.0;

/// Whether answers fit their own questions in all parts of the file, and not those far away.
fn answers_confirm(material: &Material<'_>, evaluation: &Evaluation) -> bool {
    let rows = material.gold.table.rows().clamp(1, PROBE);
    (0..evaluation.runs.len()).all(|run| {
        let Some(noticed) = evaluation.noticed(run) else { return false };
        let sum =
            |place: usize| noticed.fits.iter().map(|window| f64::from(window[place])).sum::<f64>();
        let (own, far) = (sum(0), sum(FITS - 1));
        let all = rows as f64;
        let apart = findings::apart(own, far, all);
        if all <= FEW && own * 4.0 >= all * 3.0 && apart >= MOSTLY {
            return true;
        }
        let whole = noticed.fits.iter().take(rows / WINDOW);
        let mut windows = whole.map(|window| f64::from(window[0]));
        let least = 0.3 * own / all * WINDOW as f64;
        // A few windows of a hard benchmark have no right answer.
        apart >= OWN && (own * 3.0 < all || windows.all(|fits| fits >= least))
    })
}

/// Whether the headline of a preset is right or wrong and nothing in between.
fn is_binary(settings: &Settings) -> bool {
    let headline = settings.preset.metrics.first().and_then(|id| metric(id));
    headline.is_some_and(|metric| metric.interval == IntervalMethod::Wilson)
}

/// Whether a preset is none of a benchmark, and compares answers.
fn is_plain(settings: &Settings) -> bool {
    settings.preset.card.reproduces.is_empty() && !settings.preset.takes_verdicts()
}

impl Session {
    /// Doubts about what the files were taken for, which somebody may confirm.
    pub(super) fn doubts_of_reading(
        &self,
        scored: Scored<'_>,
        stored: &[Option<Stored>],
        log: &mut Diagnostics,
    ) -> Vec<String> {
        let Scored { material, evaluation, settings, pairing } = scored;
        let mut doubts: Vec<String> =
            self.plan.doubts.iter().chain(&pairing.joined.doubts).cloned().collect();
        if doubts.iter().any(|doubt| doubt == COUNTING) && answers_confirm(material, evaluation) {
            doubts.retain(|doubt| doubt != COUNTING);
        }
        if is_plain(settings) {
            let forms = [findings::WRAPPED, findings::ENDED];
            doubts.retain(|doubt| !forms.iter().any(|words| doubt.contains(words)));
        }
        for index in self.plan.used() {
            doubts.extend(self.sources[index].damage(&self.plan.maps[index].used()));
        }
        if !doubts.iter().any(|doubt| doubt.contains("a summary of others")) {
            doubts.extend(findings::summary_row(&material.gold));
        }
        doubts.extend(self.read_verdicts(&material.files, settings));
        doubts.extend(Self::stored_doubts(material, stored, evaluation, is_binary(settings)));
        let guess = self.doubt_of_benchmark(material, evaluation, settings);
        doubts.extend(known_benchmark(pairing.known, guess, &settings.preset.id, log));
        if let Some(words) = release(material.gold.table) {
            log.push(Diagnostic::info("known_release", words));
        }
        findings::few_of_each_kind(doubts, &material.joined.runs)
    }

    /// Adds the doubts that answers and means give rise to; the rules that would settle some of them.
    pub(super) fn doubts_of_answers(
        &self,
        scored: Scored<'_>,
        aggregates: &[Vec<Aggregate>],
        waiting: bool,
        doubts: &mut Vec<String>,
    ) -> Vec<Rule> {
        let Scored { material, evaluation, settings, .. } = scored;
        let preset = &settings.preset;
        let all = &material.joined.runs;
        let one = |place: usize| OneRun { material, evaluation, place };
        let own = || (0..all.len()).filter(|run| all[*run].twin.is_none());
        doubts.extend(self.figure_doubts(material, aggregates));
        if !preset.takes_programs() && !preset.takes_verdicts() && !waiting {
            doubts.extend((0..all.len()).map(one).filter_map(findings::only_failures));
            if self.has_guessed_preset() {
                let shifted = doubts.iter().any(|doubt| doubt.contains(findings::SHIFTED));
                for run in own() {
                    doubts.extend(doubts_of_misses(one(run), shifted));
                }
            }
        }
        if preset.id == "plain-long-text" {
            let too_long =
                |run: usize| findings::too_long(&all[run].short_name(), &aggregates[run]);
            doubts.extend(own().filter_map(too_long));
        }
        let mut rules: Vec<Rule> = Vec::new();
        if !is_plain(settings) {
            return rules;
        }
        if !self.choices.set.contains_key(GOLD_SPLIT) {
            for doubt in own().filter_map(|run| split_apart(one(run), settings)) {
                rules.push((doubt.clone(), "gold answers whole", GOLD_SPLIT, "none"));
                doubts.push(doubt);
            }
        }
        if is_binary(settings) {
            for run in own() {
                if let Some(moved) = sensitivity(one(run), settings) {
                    let doubt = moved.doubt(&all[run].short_name());
                    rules.push((doubt.clone(), moved.words, moved.set.0, moved.set.1));
                    doubts.push(doubt);
                } else if matches!(preset.id.as_str(), "plain-text" | "plain-mixed") {
                    doubts.extend(findings::of_texts(one(run), &aggregates[run]));
                }
            }
        }
        rules
    }

    /// What else the files may be than the benchmark that they were taken for, in words.
    fn doubt_of_benchmark(
        &self,
        material: &Material<'_>,
        evaluation: &Evaluation,
        settings: &Settings,
    ) -> Option<String> {
        let (guess, form_tells) = self.plan.guess.clone()?;
        // Of a well-known file it is known what else it may be.
        if self.pairing.as_ref().is_some_and(|pairing| pairing.known.is_some()) {
            return Some(guess);
        }
        if form_tells {
            return None;
        }
        let title = &settings.preset.title;
        let only_form = format!("nothing but the form of the file says that this is {title}");
        // Beside programs no comparison of texts means anything.
        if self.plan.rival.is_some() && settings.preset.takes_programs() {
            return Some(only_form);
        }
        let rival = self.plan.rival.as_deref();
        let Some(rival) = rival.and_then(|id| resolve(id).ok()) else { return Some(guess) };
        let other = Settings::compile(&rival, &self.plan.set_for(&rival, &BTreeMap::new())).ok();
        let means = other.and_then(|other| self::rival(material, evaluation, &other));
        let Some((means, questions)) = means else { return Some(guess) };
        let [own, theirs] = means.map(|mean| percent(mean / 100.0));
        let questions = grouped(questions);
        let rival = &rival.title;
        if own != theirs {
            return Some(format!(
                "{only_form}: the first {questions} questions give {own}, scored as {rival} {theirs}"
            ));
        }
        // Where they agree on all questions, which of the two it is decides nothing.
        (questions != grouped(material.gold.table.rows())).then(|| {
            format!(
                "{only_form}; scored as {rival}, the first {questions} questions give {own} as well"
            )
        })
    }
}

/// Doubts about answers of a run that may be wrongly wrong, or right by a guessed preset alone.
fn doubts_of_misses(run: OneRun<'_>, shifted: bool) -> Vec<String> {
    let id = run.evaluation.settings().preset.id.as_str();
    let mut doubts = Vec::new();
    if !shifted {
        doubts.extend(findings::none_right(run));
    }
    doubts.extend(findings::unanswered(run));
    doubts.extend(findings::goes_on(run));
    if id.starts_with("plain-") || matches!(id, "multiple-choice" | "math") {
        doubts.extend(findings::nothings(run));
        doubts.extend(findings::forgiven(run));
        doubts.extend(findings::in_another_form(run));
        doubts.extend(findings::counted_from_another(run));
        if matches!(id, "plain-number" | "plain-closed" | "multiple-choice") {
            doubts.extend(findings::beside_another(run));
        }
    }
    doubts
}

/// Says which well-known gold file this is, and returns what is left of the doubt that nobody has
/// named the benchmark: nothing where the file is proof.
#[inline(never)]
fn known_benchmark(
    found: Option<Found>,
    guess: Option<String>,
    preset: &str,
    log: &mut Diagnostics,
) -> Option<String> {
    let Some(found) = found else { return guess };
    let words = found.words();
    if found.proves(preset) {
        log.push(Diagnostic::info("known_gold", words));
        return None;
    }
    let presets = found.known.presets;
    if presets.contains(&preset) {
        log.push(Diagnostic::info("known_gold", words.clone()));
        let title =
            |id: &str| resolve(id).map_or_else(|_| id.to_owned(), |preset| preset.title.clone());
        let others = presets.iter().copied().filter(|other| *other != preset);
        let others = others.map(title).collect::<Vec<_>>().join(" or ");
        return guess.map(|_| {
            format!("{words}; it is scored as {}, and may be scored as {others}", title(preset))
        });
    }
    let message = match presets {
        [] => format!("{words}; no preset here scores it as its benchmark does"),
        _ => format!("{words}; its own preset is {}", presets.join(" or ")),
    };
    let remedy = "choose the preset of the benchmark, if that is what is to be reported";
    log.push(Diagnostic::warning("other_benchmark", message.clone()).remedy(remedy));
    guess.map(|_| message)
}
