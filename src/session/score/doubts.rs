//! Why a headline is provisional: doubts about what was read, and about its results.

use super::{Scored, has_guessed_preset};
use crate::aggregate::Aggregate;
use crate::base::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::base::digits::percent;
use crate::base::types::{Field, Stored};
use crate::doubt::{
    Doubt, GuessedBenchmark, Joining, OneRuleDecides, OtherBenchmark, OtherRule, SeveralBenchmarks,
    few_of_each_kind,
};
use crate::join::{JoinedRun, NONE, Weakness};
use crate::preset::{GOLD_SPLIT, Settings, resolve};
use crate::programs::workshop::read_verdicts;
use crate::score::evaluate::{Evaluation, FITS, Material, PROBE, WINDOW};
use crate::score::metric::{IntervalMethod, metric};
use crate::session::findings::{self, OneRun};
use crate::session::sensitivity::{rival as tried, sensitivity, split_apart};
use crate::session::stored::{figure_doubts, stored_doubts};
use crate::understand::known::{Found, release};
use crate::understand::reading::AnswerKind;
use std::collections::{BTreeMap, HashSet};

/// A join by number is confirmed if answers fit their own questions better than by chance, by this many standard
/// errors.
const OWN: f64 = 4.0;
/// For few questions, if at least three in four answers are right, this many standard errors are enough: so many
/// are never right by chance.
const MOSTLY: f64 = 2.5;
/// How many windows are examined together: in fewer questions, none may be right by chance.
const WINDOWS: usize = 3;
/// Up to this many questions are few.
const FEW: f64 = 20.0;

/// Whether answers fit their own questions in all parts of the file, and not questions far away.
fn answers_confirm(material: &Material<'_>, evaluation: &Evaluation) -> bool {
    let rows = material.gold.table.rows().clamp(1, PROBE);
    let confirms = |run: usize| {
        // If answers are sentences, hardly any is right as a whole, but their words show whether they fit.
        let binary = is_binary(evaluation.settings());
        let one = OneRun { material, evaluation, place: run };
        if findings::words_belong(one) && (!binary || findings::has_words(one)) {
            return true;
        }
        let Some(noticed) = evaluation.noticed(run) else { return false };
        let sum =
            |place: usize| noticed.fits.iter().map(|window| f64::from(window[place])).sum::<f64>();
        let (own, far) = (sum(0), sum(FITS - 1));
        let all = rows as f64;
        let apart = findings::apart(own, far, all);
        if all <= FEW && own * 4.0 >= all * 3.0 && apart >= MOSTLY {
            return true;
        }
        let whole = &noticed.fits[..(rows / WINDOW).min(noticed.fits.len())];
        let mut windows = whole
            .chunks_exact(WINDOWS)
            .map(|windows| windows.iter().map(|window| f64::from(window[0])).sum::<f64>());
        let least = 0.3 * own / all * (WINDOW * WINDOWS) as f64;
        // In a hard benchmark, a few windows have no right answer.
        apart >= OWN && (own * 3.0 < all || windows.all(|fits| fits >= least))
    };
    // Several runs of a file have the same ids: if one run answers its own questions, the ids are right for all.
    let runs = &material.joined.runs;
    let confirmed: HashSet<usize> =
        (0..runs.len()).filter(|run| confirms(*run)).map(|run| runs[run].file).collect();
    runs.iter().all(|run| confirmed.contains(&run.file))
}

/// Whether every file of predictions repeats the gold answers, and has the same answer in every row that was joined.
fn gold_confirms(material: &Material<'_>) -> bool {
    const FEWEST: usize = 20;
    let gold = &material.gold;
    let Some(name) = gold.map.one(Field::Answers) else { return false };
    let Some(answers) = gold.table.column(name) else { return false };
    let repeats = |run: &JoinedRun| {
        let side = &material.files[run.file];
        let is_other = !std::ptr::eq(side.table, gold.table);
        let is_said = side.map.one(Field::Prediction) == Some(name);
        let Some(column) = side.table.column(name).filter(|_| is_other && !is_said) else {
            return !is_other;
        };
        let joined = run.rows.iter().enumerate().filter(|(_, at)| **at != NONE);
        let mut pairs = joined.map(|(row, at)| {
            (gold.table.cell(row, answers).text, side.table.cell(*at as usize, column).text)
        });
        let texts: HashSet<&str> = pairs.clone().map(|(own, _)| own).collect();
        pairs.clone().count() >= FEWEST && texts.len() > 1 && pairs.all(|(own, other)| own == other)
    };
    material.joined.runs.iter().all(repeats)
}

/// Whether the values of a preset's headline are only right or wrong.
fn is_binary(settings: &Settings) -> bool {
    let headline = settings.preset.metrics.first().and_then(|id| metric(id));
    headline.is_some_and(|metric| metric.interval == IntervalMethod::Wilson)
}

/// Whether a preset belongs to no benchmark, and compares answers.
fn is_plain(settings: &Settings) -> bool {
    settings.preset.card.reproduces.is_empty() && !settings.preset.takes_verdicts()
}

impl Scored<'_> {
    /// Doubts about how the files were read, which the user may confirm.
    pub(super) fn doubts_of_reading(
        self,
        stored: &[Option<Stored>],
        log: &mut Diagnostics,
    ) -> Vec<Doubt> {
        let Self { files, pairing, material, evaluation, settings } = self;
        let plan = files.plan;
        let mut doubts: Vec<Doubt> =
            plan.notes.doubts.iter().chain(&pairing.doubts).cloned().collect();
        let counting = Doubt::from(Joining(Weakness::CountingIds));
        let is_moot = || findings::are_all_equal(material, evaluation);
        if doubts.contains(&counting)
            && (is_moot() || answers_confirm(material, evaluation) || gold_confirms(material))
        {
            doubts.retain(|doubt| *doubt != counting);
        }
        let order = Doubt::from(Joining(Weakness::RowOrder));
        if doubts.contains(&order) {
            let mut runs = 0..material.joined.runs.len();
            let one = |place: usize| OneRun { material, evaluation, place };
            if runs.all(|run| findings::words_belong_throughout(one(run))) {
                doubts.retain(|doubt| *doubt != order);
            }
        }
        // A reference would compare such predictions as they are.
        if is_plain(settings) {
            let is_form =
                |doubt: &Doubt| matches!(doubt, Doubt::WrappedPredictions(_) | Doubt::EndTokens(_));
            doubts.retain(|doubt| !is_form(doubt));
        } else if settings.value("extract") != "whole" {
            // Quotes and brackets around a whole output do not change the answer extracted from it.
            let is_form =
                |doubt: &Doubt| matches!(doubt, Doubt::WrappedPredictions(one) if one.all);
            doubts.retain(|doubt| !is_form(doubt));
        }
        for index in plan.roles.used() {
            doubts.extend(files.sources[index].damage(&plan.columns.maps[index].used()));
        }
        if !doubts.iter().any(|doubt| doubt.code() == "rows_that_sum_up") {
            doubts.extend(findings::summary_row(&material.gold).map(Doubt::from));
        }
        doubts.extend(read_verdicts(material, settings));
        doubts.extend(stored_doubts(material, stored, evaluation, is_binary(settings)));
        let guess = self.doubt_of_benchmark();
        let is_same = |id: &&str| self.gives_the_same(id);
        doubts.extend(known_benchmark(pairing.known, guess, &settings.preset.id, &is_same, log));
        if let Some(words) = release(material.gold.table) {
            log.push(Diagnostic::info(Code::KnownRelease, words));
        }
        few_of_each_kind(doubts)
    }

    /// Adds the doubts that follow from answers and means.
    pub(super) fn doubts_of_answers(
        self,
        aggregates: &[Vec<Aggregate>],
        waiting: bool,
        doubts: &mut Vec<Doubt>,
    ) {
        let Self { files, material, evaluation, settings, .. } = self;
        let preset = &settings.preset;
        let all = &material.joined.runs;
        let one = |place: usize| OneRun { material, evaluation, place };
        let own = || (0..all.len()).filter(|run| all[*run].twin.is_none());
        doubts.extend(figure_doubts(files, material, aggregates));
        if !preset.takes_programs() && !preset.takes_verdicts() && !waiting {
            let failures = (0..all.len()).map(one).filter_map(findings::only_failures);
            doubts.extend(failures.map(Doubt::from));
            if has_guessed_preset(files.plan) {
                let moved = are_moved(doubts);
                for run in own() {
                    doubts.extend(doubts_of_misses(one(run), moved));
                }
            }
        }
        if preset.kind() == Some(AnswerKind::LongText) {
            let long =
                |run: usize| findings::far_too_long(all[run].short_name.clone(), &aggregates[run]);
            doubts.extend(own().filter_map(long).map(Doubt::from));
        }
        if !is_plain(settings) {
            return;
        }
        if !files.choices.set.contains_key(GOLD_SPLIT) {
            let split = own().filter_map(|run| split_apart(one(run), settings));
            doubts.extend(split.map(Doubt::from));
        }
        if is_binary(settings) {
            let mut decisive: Vec<OneRuleDecides> = Vec::new();
            for run in own() {
                if let Some(mut moved) = sensitivity(one(run), settings) {
                    let is_same = |other: &&mut OneRuleDecides| {
                        (other.key, other.value) == (moved.key, moved.value)
                    };
                    match decisive.iter_mut().find(is_same) {
                        Some(same) => same.retried.append(&mut moved.retried),
                        None => decisive.push(moved),
                    }
                } else if matches!(preset.kind(), Some(AnswerKind::Text | AnswerKind::Mixed)) {
                    doubts.extend(findings::of_texts(one(run), &aggregates[run]));
                }
            }
            doubts.extend(decisive.into_iter().map(Doubt::from));
        }
    }

    /// Whether another preset gives the same means as the one in force on the first questions.
    fn gives_the_same(self, id: &str) -> bool {
        let Self { files, material, evaluation, .. } = self;
        let Ok(other) = resolve(id) else { return false };
        let set = files.plan.preset.set_for(&other, &BTreeMap::new());
        let Ok(other) = Settings::compile(&other, &set) else { return false };
        let means = tried(material, evaluation, &other).map(|(means, _)| means);
        means.is_some_and(|[gives, would_give]| {
            gives > 0.0 && gives.to_bits() == would_give.to_bits()
        })
    }

    /// The doubt about the benchmark that was recognised: what else the files may be.
    fn doubt_of_benchmark(self) -> Option<Doubt> {
        let Self { files, pairing, material, evaluation, settings } = self;
        let preset = &files.plan.preset;
        let (guess, form_tells) = preset.guess.clone()?;
        // For a well-known file, the alternatives are known.
        if pairing.known.is_some() {
            return Some(guess);
        }
        if form_tells {
            return None;
        }
        let only_form = |beside| {
            let title = settings.preset.title.clone();
            Some(GuessedBenchmark { title, beside }.into())
        };
        // If there are programs, comparing texts means nothing.
        if preset.rival.is_some() && settings.preset.takes_programs() {
            return only_form(OtherRule::None);
        }
        let rival = preset.rival.as_deref();
        let Some(rival) = rival.and_then(|id| resolve(id).ok()) else { return Some(guess) };
        let other = Settings::compile(&rival, &preset.set_for(&rival, &BTreeMap::new())).ok();
        let means = other.and_then(|other| tried(material, evaluation, &other));
        let Some(([gives, would_give], questions)) = means else { return Some(guess) };
        // If both rules agree on all questions, it does not matter which is meant. Comparing texts for equality
        // may find no right answer although a rule for their kind finds some.
        let is_same = percent(gives) == percent(would_give);
        // Gold answers that are all numbers equal no output as texts, so that the rule for numbers is no guess.
        let rows = material.gold.table.rows();
        let are_numbers = || {
            let golds = || (0..rows).filter_map(|row| material.answers.of(row).next());
            let is_number = |gold: &&str| {
                let of_number = |c: char| c.is_ascii_digit() || " $%.,-+()€£".contains(c);
                gold.chars().any(|c| c.is_ascii_digit()) && gold.chars().all(of_number)
            };
            golds().count() > 0 && golds().filter(is_number).count() * 20 >= golds().count() * 19
        };
        let by_text = rival.kind() != Some(AnswerKind::Number);
        if by_text && gives > 0.0 && would_give <= 0.0 && are_numbers() {
            return None;
        }
        let is_strict = rival.kind() == Some(AnswerKind::Exact) || gives <= 0.0;
        let decides_nothing = is_same && questions == material.gold.table.rows();
        if decides_nothing || (is_strict && would_give <= 0.0) {
            return None;
        }
        only_form(OtherRule::Tried { title: rival.title.clone(), questions, gives, would_give })
    }
}

/// Whether predictions fit other questions than their own, which explains why none is right.
fn are_moved(doubts: &[Doubt]) -> bool {
    doubts.iter().any(|doubt| matches!(doubt, Doubt::Shifted(_) | Doubt::Reversed(_)))
}

/// Warns about outputs that are not answers, and about runs without a right answer. If somebody has named the
/// preset, these warnings do not make its score provisional.
pub(super) fn warn_of_misses(
    material: &Material<'_>,
    evaluation: &Evaluation,
    doubts: &[Doubt],
    log: &mut Diagnostics,
) {
    let preset = &evaluation.settings().preset;
    if preset.takes_programs() || preset.takes_verdicts() {
        return;
    }
    let moved = are_moved(doubts);
    for (place, joined) in material.joined.runs.iter().enumerate() {
        if joined.twin.is_some() {
            continue;
        }
        let run = OneRun { material, evaluation, place };
        let none = findings::none_right(run).filter(|_| !moved).map(Doubt::from);
        let further = findings::goes_on(run).map(Doubt::from);
        for doubt in none.into_iter().chain(findings::unanswered(run)).chain(further) {
            let (code, remedy) = match doubt {
                Doubt::NoneRight(_) => {
                    (Code::NoneRight, "check that the files and columns belong together")
                }
                Doubt::CutThoughts(_) => {
                    (Code::CutThoughts, "run these questions again with a higher token limit")
                }
                Doubt::ErrorMessages(_) => (
                    Code::ErrorMessages,
                    "run these questions again, or leave their predictions blank",
                ),
                _ => (Code::FurtherQuestions, "cut each output before the next question"),
            };
            let file = material.files[joined.file].name;
            log.push(Diagnostic::warning(code, doubt.message()).file(file).remedy(remedy));
        }
    }
}

/// Doubts about answers of a run that may be right but count as wrong, or are right only by a guessed preset.
fn doubts_of_misses(run: OneRun<'_>, moved: bool) -> Vec<Doubt> {
    let kind = run.evaluation.settings().preset.kind();
    let mut doubts = Vec::new();
    if !moved {
        doubts.extend(findings::none_right(run).map(Doubt::from));
    }
    doubts.extend(findings::unanswered(run));
    doubts.extend(findings::goes_on(run).map(Doubt::from));
    if let Some(kind) = kind {
        doubts.extend(findings::nothings(run).map(Doubt::from));
        doubts.extend(findings::forgiven(run));
        doubts.extend(findings::in_another_form(run).map(Doubt::from));
        doubts.extend(findings::counted_from_another(run).map(Doubt::from));
        if matches!(kind, AnswerKind::Number | AnswerKind::Closed | AnswerKind::Choice) {
            doubts.extend(findings::beside_another(run).map(Doubt::from));
        }
    }
    doubts
}

/// Reports which well-known gold file this is, and returns what remains of the doubt that nobody has named the
/// benchmark: `None` if the file proves it.
#[inline(never)]
fn known_benchmark(
    found: Option<Found>,
    guess: Option<Doubt>,
    preset: &str,
    gives_the_same: &dyn Fn(&&str) -> bool,
    log: &mut Diagnostics,
) -> Option<Doubt> {
    let Some(found) = found else { return guess };
    let words = found.words();
    if found.proves(preset) {
        log.push(Diagnostic::info(Code::KnownGold, words));
        return None;
    }
    let presets = found.known.presets;
    if presets.contains(&preset) {
        log.push(Diagnostic::info(Code::KnownGold, words.clone()));
        let title =
            |id: &str| resolve(id).map_or_else(|_| id.to_owned(), |preset| preset.title.clone());
        let is_other = |other: &&str| *other != preset && !gives_the_same(other);
        let others = |_| presets.iter().copied().filter(is_other).map(title).collect();
        let others: Vec<String> = guess.as_ref().map(others).unwrap_or_default();
        return (!others.is_empty())
            .then(|| SeveralBenchmarks { found: words, title: title(preset), others }.into());
    }
    let doubt = Doubt::from(OtherBenchmark { found: words, presets });
    let remedy = "choose the preset of the benchmark if you want to report its score";
    log.push(Diagnostic::warning(Code::OtherBenchmark, doubt.message()).remedy(remedy));
    guess.map(|_| doubt)
}
