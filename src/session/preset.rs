//! The preset and settings by which files are scored, chosen or guessed, and the reasons against them.

use super::Source;
use super::columns::Columns;
use super::columns::PlannedRun;
use super::plan::Notes;
use super::roles::Roles;
use super::stored::Adopted;
use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::types::{Certainty, Field, Guess};
use crate::doubt::{
    Doubt, GuessedBenchmark, LinkedGuess, ListsAsAttempts, ListsAsSets, OtherRule, PresetMismatch,
    UnfitPreset,
};
use crate::preset::{GOLD_SPLIT, Preset, Settings, for_kind, presets, resolve};
use crate::programs::columns::{Programs, programs};
use crate::programs::workshop::unscorable;
use crate::score::extract::named;
use crate::session::protocol::Choices;
use crate::table::{Cell, Inspection, Kind, json};
use crate::understand::names::{VALUE, is_plural};
use crate::understand::reading::{AnswerKind, answer_kind, list_kind, numbers_attempts};
use crate::understand::recognise::{
    Predictions, by_marked_solutions, by_solutions, lists_name_choices, numbers_choices, recognise,
    some_are_choices, takes_solutions, unfit,
};
use std::collections::{BTreeMap, HashSet};

/// The preset and settings that files are scored by, chosen or guessed.
#[derive(Debug, Default)]
pub struct PresetChoice {
    /// Id of the preset, which may be the user's own.
    pub id: Option<Guess<String>>,
    /// The preset compiled with the chosen settings.
    pub settings: Option<Settings>,
    /// Whether nearly every output says which part of it is the answer.
    named: bool,
    /// The separator of several gold answers in one text.
    several: Option<&'static str>,
    /// Rules that were adopted because they reproduce the verdicts in the predictions.
    pub(super) adopted: Option<Adopted>,
    /// Another preset that the files may be meant for.
    pub(super) rival: Option<String>,
    /// The doubt that nobody has named the benchmark, which a well-known gold file removes, and whether only this
    /// benchmark has such a form of gold answers.
    pub(super) guess: Option<(Doubt, bool)>,
}

impl PresetChoice {
    /// Whether the score consists of the verdicts in the files, and nothing is compared.
    pub(super) fn is_own_verdicts(&self) -> bool {
        self.adopted.as_ref().is_some_and(|one| one.preset == for_kind(AnswerKind::Verdicts))
    }

    /// The settings of a preset as chosen, and those that the form of the files requires.
    pub(super) fn set_for(
        &self,
        preset: &Preset,
        chosen: &BTreeMap<String, String>,
    ) -> BTreeMap<String, String> {
        let mut set = chosen.clone();
        if let Some(adopted) = self.adopted.as_ref().filter(|one| one.preset == preset.id) {
            for (key, value) in &adopted.set {
                set.entry(key.clone()).or_insert_with(|| value.clone());
            }
            return set;
        }
        if self.named && matches!(preset.kind(), Some(AnswerKind::Text | AnswerKind::Mixed)) {
            set.entry("extract".to_owned()).or_insert_with(|| "stated_answer".to_owned());
        }
        if let Some(mark) =
            self.several.filter(|_| preset.settings.iter().any(|one| one.starts_with(GOLD_SPLIT)))
        {
            set.entry(GOLD_SPLIT.to_owned()).or_insert_with(|| mark.to_owned());
        }
        set
    }
}

/// Chooses the preset and its settings: those that were chosen or adopted, otherwise those that fit roles and
/// columns.
pub(super) fn choose_preset(
    sources: &[Source],
    roles: &Roles,
    columns: &Columns,
    adopted: Option<Adopted>,
    choices: &Choices,
) -> (PresetChoice, Notes) {
    let mut choice = PresetChoice { adopted, ..PresetChoice::default() };
    let mut notes = Notes::default();
    let Some(gold) = roles.gold else { return (choice, notes) };
    let Ok(inspection) = &sources[gold].inspection else { return (choice, notes) };
    let taken = Taken { roles, columns };
    let of_run = |run: &PlannedRun| {
        let inspection = sources[run.file].inspection.as_ref().ok()?;
        let map = run.own.as_ref().map_or(&columns.maps[run.file], |own| &own.map);
        Some((inspection, map.index(&inspection.sample, Field::Prediction)))
    };
    let predictions: Vec<Predictions<'_>> = columns.runs.iter().filter_map(of_run).collect();
    let recognised = recognise(inspection, &columns.maps[gold], &predictions);
    let named = recognised.is_some();
    let by_kind = taken.by_kind(sources, inspection, gold);
    let lists = taken.by_lists(sources, inspection, gold);
    // Lists of answers are attempts, whatever preset the form of the answers suggests.
    let guessed =
        |one: &Guess<String>| one.certainty == Certainty::Guessed && takes_solutions(&one.value);
    let recognised = recognised
        .filter(|one| one.value != by_kind.value && !(lists.is_some() && guessed(one)))
        .or_else(|| lists.clone())
        .unwrap_or_else(|| by_kind.clone());
    let adopted = choice
        .adopted
        .as_ref()
        .map(|one| Guess::new(one.preset.clone(), Certainty::Proven, one.reason.clone()));
    let is_adopted = adopted.is_some();
    let recognised = adopted.unwrap_or(recognised);
    let title = |id: &str| resolve(id).map_or_else(|_| id.to_owned(), |one| one.title.clone());
    if let Some(guess) = choice.adopted.as_ref().filter(|one| one.is_guess) {
        let beside =
            OtherRule::Named { reason: guess.reason.clone(), title: title(&by_kind.value) };
        let guess = GuessedBenchmark { title: title(&guess.preset), beside };
        choice.guess = Some((guess.into(), false));
        choice.rival = Some(by_kind.value.clone());
    } else if is_adopted {
        // Verdicts are stronger evidence than the form of answers.
    } else if choices.preset.is_none() && lists.as_ref() == Some(&recognised) {
        let doubt = if recognised.value == for_kind(AnswerKind::Set) {
            ListsAsSets.into()
        } else {
            ListsAsAttempts.into()
        };
        let are_attempts = recognised.value == for_kind(AnswerKind::Attempts);
        if !(are_attempts && taken.repeat_attempts(sources)) {
            choice.guess = Some((doubt, false));
        }
    } else if choices.preset.is_none() && recognised.certainty == Certainty::Guessed {
        let form_tells = taken.ends_as_marked(inspection, gold, &recognised.value);
        // For texts, the alternative is the rule for words.
        let is_mixed = by_kind.value == for_kind(AnswerKind::Mixed);
        let by_kind = if is_mixed { for_kind(AnswerKind::Text) } else { &by_kind.value };
        let reason = recognised.reason.clone();
        let beside = OtherRule::Named { reason, title: title(by_kind) };
        let guess = GuessedBenchmark { title: title(&recognised.value), beside };
        choice.guess = Some((guess.into(), form_tells));
        choice.rival = Some(by_kind.to_owned());
    }
    let preset = match resolve(choices.preset.as_ref().unwrap_or(&recognised.value)) {
        Ok(preset) => preset,
        Err(error) => {
            notes.problems = error.problems;
            return (choice, notes);
        }
    };
    let proven = recognised.certainty == Certainty::Proven && recognised.value == preset.id;
    choice.id = Some(if choices.preset_guessed && proven {
        recognised
    } else if choices.preset_guessed && choices.preset.is_some() {
        notes = taken.check_preset(&preset, named.then_some(&recognised), inspection, gold);
        choice.guess = Some((LinkedGuess.into(), false));
        let reason = "guessed from the files of the link's sender";
        Guess::new(preset.id.clone(), Certainty::Guessed, reason)
    } else if choices.preset.is_some() {
        notes = taken.check_preset(&preset, named.then_some(&recognised), inspection, gold);
        Guess::new(preset.id.clone(), Certainty::Chosen, "chosen")
    } else {
        recognised
    });
    choice.named = taken.names_answers(sources);
    choice.several = taken.several_in_one(inspection, gold, sources);
    match Settings::compile(&preset, &choice.set_for(&preset, &choices.set)) {
        Ok(settings) => {
            if settings.own() {
                notes.remarks.push(own_preset(&preset));
            }
            choice.settings = Some(settings);
        }
        Err(error) => notes.problems = error.problems,
    }
    (choice, notes)
}

/// Returns the problem with programs that the preset does not score, or that nobody has run; `runs` is whether
/// they can be run.
pub(super) fn unscorable_programs(
    sources: &[Source],
    roles: &Roles,
    preset: &PresetChoice,
    runs: bool,
) -> Option<Diagnostic> {
    let settings = preset.settings.as_ref()?;
    let plus = settings.value("tests") == "plus";
    let tasks = roles.gold.and_then(|gold| sources[gold].inspection.as_ref().ok());
    let tasks = tasks.filter(|_| runs && !settings.preset.run.is_empty());
    let tests = tasks.map(|tasks| programs(tasks.sample.columns()) == Some(Programs::Tasks));
    roles.used().find_map(|index| {
        let inspection = sources[index].inspection.as_ref().ok()?;
        let is_gold = !roles.predictions.contains(&index);
        let whole = sources[index].is_whole();
        unscorable(&settings.preset, plus, inspection, whole, is_gold, tests)
    })
}

/// The roles and columns of the files, as evidence for a preset.
#[derive(Clone, Copy)]
struct Taken<'a> {
    roles: &'a Roles,
    columns: &'a Columns,
}

impl Taken<'_> {
    /// Whether four in five outputs among the first rows introduce their answer, in every file of predictions.
    fn names_answers(self, sources: &[Source]) -> bool {
        let named = |text: &&&str| named::find(text).0.len() < text.len();
        let names = |file: &usize| {
            let Some(cells) = self.columns.cells(sources, *file, Field::Prediction) else {
                return false;
            };
            let outputs = cells.map(|cell| cell.text).filter(|text| !text.trim().is_empty());
            let some: Vec<&str> = outputs.collect();
            some.len() > 1 && some.iter().filter(named).count() * 5 >= some.len() * 4
        };
        !self.roles.predictions.is_empty() && self.roles.predictions.iter().all(names)
    }

    /// Whether the preset is the one for solutions that end in a marked number, and every gold solution ends so:
    /// no other data does.
    fn ends_as_marked(self, gold: &Inspection, file: usize, preset: &str) -> bool {
        let answers = self.columns.maps[file].index(&gold.sample, Field::Answers);
        let ends = answers.and_then(|answers| by_marked_solutions(&gold.sample, answers));
        ends.is_some_and(|(id, _)| id == preset)
    }

    /// The plain comparison for the kind of the gold answers, for files in which nothing names a benchmark.
    fn by_kind(self, sources: &[Source], gold: &Inspection, file: usize) -> Guess<String> {
        let answers = self.columns.maps[file].index(&gold.sample, Field::Answers);
        let kind = answers.map_or(AnswerKind::Text, |answers| answer_kind(gold, answers));
        let places = || answers.is_some_and(|answers| numbers_choices(&gold.sample, answers));
        let ways = || answers.is_some_and(|answers| lists_name_choices(&gold.sample, answers));
        let among = || answers.is_some_and(|answers| some_are_choices(&gold.sample, answers));
        let kind = match kind {
            AnswerKind::Number if places() => AnswerKind::Choice,
            AnswerKind::Text | AnswerKind::Mixed | AnswerKind::Closed if ways() => {
                AnswerKind::Choice
            }
            AnswerKind::Text if among() && self.name_choices(sources) => AnswerKind::Mixed,
            kind => kind,
        };
        Guess::new(for_kind(kind).to_owned(), Certainty::Proven, kind.reason())
    }

    /// Whether one output in five is a letter or a long text: these do not give the text of a choice.
    fn name_choices(self, sources: &[Source]) -> bool {
        let run = self.roles.predictions.first();
        let cells = run.and_then(|run| self.columns.cells(sources, *run, Field::Prediction));
        let Some(cells) = cells else { return false };
        let rows = cells.len();
        let names = |Cell { text, .. }: &Cell<'_>| {
            let bare = text.trim().trim_matches(['(', ')', '.']);
            matches!(bare.as_bytes(), [b'A'..=b'J']) || text.split_whitespace().count() > 5
        };
        cells.filter(names).count() * 5 >= rows.max(1)
    }

    /// The separator of several gold answers in one text, if the name of their column suggests several (or the
    /// name of a file of bare texts does), and no prediction contains it. Most gold answers have to contain it, or
    /// some whose parts occur in predictions.
    fn several_in_one(
        self,
        gold: &Inspection,
        file: usize,
        sources: &[Source],
    ) -> Option<&'static str> {
        let name = self.columns.maps[file].one(Field::Answers)?;
        if !(is_plural(name) || (name == VALUE && is_plural(&gold.name))) {
            return None;
        }
        let texts = |file: usize, field: Field| -> Option<Vec<&str>> {
            let texts =
                self.columns.cells(sources, file, field)?.filter(|cell| cell.kind == Kind::String);
            Some(texts.map(|cell| cell.text).collect())
        };
        let golds = texts(file, Field::Answers)?;
        let said = self.roles.predictions.iter().map(|run| texts(*run, Field::Prediction));
        let said: Vec<Vec<&str>> = said.collect::<Option<_>>()?;
        [("semicolon", ';'), ("bar", '|')].into_iter().find_map(|(value, mark)| {
            let marked = |texts: &[&str]| texts.iter().filter(|text| text.contains(mark)).count();
            let never = said.iter().all(|run| marked(run) * 20 < run.len().max(1));
            let form = |text: &str| text.trim().trim_end_matches('.').to_lowercase();
            let known: HashSet<String> = said.iter().flatten().map(|text| form(text)).collect();
            let is_part = |gold: &&&str| {
                gold.contains(mark) && gold.split(mark).any(|part| known.contains(&form(part)))
            };
            let parts = golds.iter().filter(is_part).count();
            let most = marked(&golds) * 2 >= gold.sample.rows().max(1);
            (never && (most || (parts > 2 && parts * 10 >= golds.len()))).then_some(value)
        })
    }

    /// The plain comparison for predictions that are lists, if most are lists.
    fn by_lists(self, sources: &[Source], gold: &Inspection, file: usize) -> Option<Guess<String>> {
        let answers = self.columns.maps[file].index(&gold.sample, Field::Answers)?;
        let run = *self.roles.predictions.first()?;
        let inspection = sources[run].inspection.as_ref().ok()?;
        let column = self.columns.maps[run].index(&inspection.sample, Field::Prediction)?;
        if run != file
            && [Field::Id, Field::Question]
                .iter()
                .all(|key| self.columns.maps[run].one(*key).is_none())
        {
            return None;
        }
        let ids = self.columns.maps[run].indices(&inspection.sample, Field::Id);
        let kind = if numbers_attempts(inspection, &ids) {
            AnswerKind::Attempts
        } else {
            list_kind(gold, answers, inspection, column)?
        };
        Some(Guess::new(for_kind(kind).to_owned(), Certainty::Guessed, kind.reason()))
    }

    /// Whether the lists of a run's predictions are certainly attempts: they have the same length, and many
    /// contain the same answer twice, which no ranking and no set does.
    fn repeat_attempts(self, sources: &[Source]) -> bool {
        let Some(run) = self.roles.predictions.first() else { return false };
        let Some(cells) = self.columns.cells(sources, *run, Field::Prediction) else {
            return false;
        };
        let lists = cells.map(|cell| -> Vec<&str> {
            json::elements(cell.text).flatten().map(|one| one.raw).collect()
        });
        let lists: Vec<Vec<&str>> = lists.collect();
        let repeats = |list: &&Vec<&str>| list.iter().collect::<HashSet<_>>().len() < list.len();
        let length = lists.first().map_or(0, Vec::len);
        length > 1
            && lists.iter().all(|list| list.len() == length)
            && lists.iter().filter(repeats).count() * 5 >= lists.len()
    }

    /// Reports a chosen preset that the gold file contradicts.
    fn check_preset(
        self,
        chosen: &Preset,
        recognised: Option<&Guess<String>>,
        inspection: &Inspection,
        gold: usize,
    ) -> Notes {
        let mut notes = Notes::default();
        let id = chosen.id.as_str();
        let unfit = unfit(chosen, inspection, &self.columns.maps[gold]);
        let sample = &inspection.sample;
        let answers = self.columns.maps[gold].index(sample, Field::Answers);
        let (value, reason) = match answers.and_then(|column| by_solutions(sample, column)) {
            _ if recognised.is_some_and(|one| one.certainty == Certainty::Proven) => {
                recognised.map_or((id, ""), |one| (one.value.as_str(), one.reason.as_str()))
            }
            // Other presets would read the whole solution as the answer, or some number in it.
            Some(solutions) => solutions,
            None => (id, ""),
        };
        // Nobody expects a preset of the user's own to do what presets of the catalog do.
        let same_benchmark =
            || resolve(value).is_ok_and(|one| one.benchmark() == chosen.benchmark());
        let other = presets().iter().any(|known| known.id == id)
            && value != id
            && (unfit.is_some() || !same_benchmark());
        if other {
            let [preset, other, reason] = [id, value, reason].map(str::to_owned);
            let doubt = Doubt::from(PresetMismatch { preset, other, reason });
            let warning =
                Diagnostic::warning(Code::PresetMismatch, doubt.message()).file(&inspection.name);
            notes.remarks.push(warning.remedy(format!("choose {value}")));
            notes.doubts.push(doubt);
        } else if let Some(reason) = unfit {
            notes.doubts.push(UnfitPreset { preset: id.to_owned(), reason }.into());
        }
        notes
    }
}

/// The remark that a score follows rules that nobody has compared with a reference.
fn own_preset(preset: &Preset) -> Diagnostic {
    let Preset { id, version, .. } = preset;
    let message = match presets().iter().find(|known| known.id == *id) {
        Some(known) if known.version == *version => {
            format!("{id} is modified: its rules differ from version {version} in the catalog")
        }
        Some(known) => format!(
            "{id} is modified: it has version {version}, but the catalog has version {}",
            known.version
        ),
        None => format!("{id} is your own preset, not one of the catalog"),
    };
    Diagnostic::info(Code::OwnPreset, message)
}
