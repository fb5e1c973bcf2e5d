//! What is to be done with the files: roles, columns, preset and settings, each chosen or guessed.

use super::Source;
use super::composite::{complete_key, run_column};
use super::stored::Adopted;
use crate::diagnostic::{Diagnostic, Diagnostics, ON_PAGE};
use crate::error::Error;
use crate::extract::named;
use crate::input::{Cell, Inspection, Kind, PLACE, Table};
use crate::join::repeated;
use crate::names::is_plural;
use crate::preset::{GOLD_SPLIT, Preset, Settings, presets, resolve};
use crate::protocol::{Answer, Choices, Waiting};
use crate::reading::{AnswerKind, answer_kind, list_kind, numbers_attempts};
use crate::recognise::{
    by_solutions, lists_name_choices, numbers_choices, recognise, some_are_choices, unfit,
    unscorable,
};
use crate::schema::{ColumnMap, Guessed, Programs, answers_of, map_columns, programs, unwrapped};
use crate::types::{Certainty, ColumnChoice, Field, Guess, Role};
use std::collections::BTreeMap;

/// Why a score by the preset of a link is provisional.
const LINKED_GUESS: &str = "the link's preset is a guess of its sender's files";

/// What nobody but the user can say of the files.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// The question, in a sentence.
    pub text: String,
    /// The answers that are possible.
    pub options: Vec<Answer>,
}

/// What is to be done with the files.
#[derive(Debug, Default)]
pub struct Plan {
    /// Role of each file.
    pub roles: Vec<Option<Guess<Role>>>,
    /// Whether each is left aside: reports, and figures that were worked out of the other files.
    pub(super) aside: Vec<bool>,
    /// Columns of each file.
    pub maps: Vec<ColumnMap>,
    /// Index of the gold file.
    pub gold: Option<usize>,
    /// Indices of the prediction files; of a file with several columns of predictions once for each.
    pub predictions: Vec<usize>,
    /// For places in these the column of verdicts that the file has about them.
    pub verdicts: BTreeMap<usize, String>,
    /// For each of these the columns of its run, where it is one column of several.
    pub run_maps: Vec<Option<ColumnMap>>,
    /// Index of the file with probabilities of no answer.
    pub na: Option<usize>,
    /// Id of the preset, also where it is the user's own.
    pub preset: Option<Guess<String>>,
    /// The preset compiled with the chosen settings.
    pub settings: Option<Settings>,
    /// Breakdowns that were asked for, but for those that the files cannot give.
    pub slices: Vec<crate::aggregate::slice::Slice>,
    /// Second rules that runs are scored by.
    pub twins: Vec<crate::evaluate::Twin>,
    /// What has to be answered before anything can be scored.
    pub question: Option<Question>,
    /// What is missing before anything can be scored.
    pub waiting: Option<Waiting>,
    /// Problems that no score can survive.
    pub problems: Vec<Diagnostic>,
    /// Things to know that no score dies of.
    pub remarks: Diagnostics,
    /// Why a score would be provisional.
    pub doubts: Vec<String>,
    /// Whether nearly every output says which part of it is the answer.
    pub(super) named: bool,
    /// How several gold answers stand in one text.
    pub(super) several: Option<&'static str>,
    /// Whether no name says that the gold answers are some.
    pub(super) nameless: bool,
    /// Columns that may be meant instead, each with the doubt that says so.
    pub(super) columns: Vec<(String, ColumnChoice)>,
    /// Whether most predictions are objects of which no member is known for the answer.
    pub(super) deep: bool,
    /// Rules that were taken because they give the verdicts that the predictions have.
    pub(super) adopted: Option<Adopted>,
    /// Another preset that the files may be meant for.
    pub rival: Option<String>,
    /// That nobody has named the benchmark.
    pub(super) guess: Option<BenchmarkGuess>,
}

/// A benchmark that nobody has named.
#[derive(Clone, Debug)]
pub(super) struct BenchmarkGuess {
    /// The doubt that says so, which a well-known gold file takes away.
    pub(super) doubt: String,
    /// Whether the form of the gold answers is that of this benchmark alone.
    pub(super) form_tells: bool,
}

impl From<String> for BenchmarkGuess {
    fn from(doubt: String) -> Self {
        Self { doubt, form_tells: false }
    }
}

impl Plan {
    pub(super) fn new(
        sources: &[Source],
        choices: &Choices,
        runs: bool,
        adopted: Option<&Adopted>,
    ) -> Self {
        let mut plan = Self::default();
        // A report beside the files is a file of its own kind; in the place of one it is in the way.
        let beside = |one: &Source| one.is_report() && !choices.roles.contains_key(&one.slot);
        for source in sources.iter().filter(|source| !beside(source)) {
            if let Err(error) = &source.inspection {
                plan.problems.extend(error.problems.iter().cloned());
            }
        }
        plan.assign_roles(sources, choices);
        plan.map_columns(sources, choices, &[]);
        plan.read_files(sources, choices);
        plan.name_runs(sources);
        plan.deep = plan.holds_objects(sources);
        plan.doubt_roles(sources);
        plan.doubt_columns(sources);
        plan.complete_keys(sources);
        let before = plan.problems.len();
        plan.adopted =
            plan.adopted.or_else(|| adopted.cloned()).filter(|_| choices.preset.is_none());
        plan.choose_preset(sources, choices);
        plan.check_columns(sources, before);
        plan.check_programs(sources, runs);
        plan.compare_by(sources, choices);
        plan.waiting = plan.missing(sources);
        if plan.waiting.is_some() {
            plan.name_cut(sources);
        }
        plan
    }

    /// Files that are cut: what they lack may be what is waited for. Of files that are scored it is said when they
    /// are read.
    fn name_cut(&mut self, sources: &[Source]) {
        for source in sources {
            if source.inspection.as_ref().is_ok_and(|inspection| inspection.ends_early) {
                let cut = "the file ends before its JSON is closed, so that the rest of it is lost";
                let remedy = "export or download it again";
                let cut = Diagnostic::error("truncated", cut).file(&source.name).remedy(remedy);
                self.problems.push(cut);
            }
        }
    }

    /// Indices of all files that take part.
    pub fn used(&self) -> impl Iterator<Item = usize> + '_ {
        let first = |place: usize| !self.predictions[..place].contains(&self.predictions[place]);
        let places = (0..self.predictions.len()).filter(move |place| first(*place));
        let predictions =
            places.map(|place| self.predictions[place]).filter(|file| Some(*file) != self.gold);
        self.gold.into_iter().chain(predictions).chain(self.na)
    }

    pub(super) fn waiting_error(&self) -> Error {
        let message = self.waiting.as_ref().map_or("nothing to score", |w| w.message.as_str());
        if let Some(question) = &self.question {
            let options: Vec<&str> =
                question.options.iter().map(|one| one.choice.as_str()).collect();
            let message = format!("{} It may be {}.", question.text, options.join(" or "));
            return Diagnostic::error("question", message).remedy("say which column it is").into();
        }
        let remedy = "drop the other file too, or say which file and which of its columns hold gold \
                      answers and predictions";
        Diagnostic::error("incomplete", message).remedy(remedy).into()
    }

    /// Maps the columns of all files; what was found by values comes after what was chosen and before
    /// what names say.
    pub(super) fn map_columns(
        &mut self,
        sources: &[Source],
        choices: &Choices,
        found: &[(usize, Field, String, String)],
    ) {
        self.maps.clear();
        for (index, source) in sources.iter().enumerate() {
            let role = self.roles[index].as_ref().map(|role| role.value);
            let map = match (&source.inspection, role) {
                (Ok(inspection), Some(role)) => {
                    let mut problems = Vec::new();
                    let own = |(file, field, column, reason): &(usize, Field, String, String)| {
                        (*file == index && field.belongs_to(role)).then(|| Guessed {
                            field: *field,
                            column: column.clone(),
                            certainty: Certainty::Proven,
                            reason: reason.clone(),
                        })
                    };
                    let found: Vec<Guessed> = found.iter().filter_map(own).collect();
                    let sample = &inspection.sample;
                    let mut map =
                        map_columns(sample, role, &choices.columns, &found, &mut problems);
                    // Elements of one record share its id.
                    let ids = map.of(Field::Id).filter(|id| *id != PLACE).count();
                    if sample.column(PLACE).is_some() && ids > 0 {
                        map.columns.retain(|guess| guess.column != PLACE);
                        map.columns.push(Guessed {
                            field: Field::Id,
                            column: PLACE.to_owned(),
                            certainty: Certainty::Proven,
                            reason: "the place in the lists of a record".to_owned(),
                        });
                    }
                    self.problems
                        .extend(problems.into_iter().map(|problem| problem.file(&source.name)));
                    map
                }
                _ => ColumnMap::default(),
            };
            self.maps.push(map);
        }
    }

    /// Whether most of the first answers of a side are objects, and no member of them is known to be the answer.
    fn holds_objects(&self, sources: &[Source]) -> bool {
        let predictions = self.predictions.iter().map(|file| (*file, Field::Prediction));
        let golds = self.gold.iter().map(|file| (*file, Field::Answers));
        golds.chain(predictions).any(|(file, field)| {
            let Ok(inspection) = &sources[file].inspection else { return false };
            let sample = &inspection.sample;
            let Some(column) = self.maps[file].index(sample, field) else { return false };
            let is_whole = |cell: Cell<'_>| {
                let mut whole = true;
                answers_of(cell, &mut |answer| whole &= answer == cell.text);
                whole
            };
            let object = |row: &usize| {
                let cell = sample.cell(*row, column);
                cell.kind == Kind::Object && unwrapped(cell.text).is_none() && is_whole(cell)
            };
            (0..sample.rows()).filter(object).count() * 2 > sample.rows()
        })
    }

    /// Takes the column that tells the runs of a file apart for their names.
    fn name_runs(&mut self, sources: &[Source]) {
        let unique = |gold: usize| {
            let map = &self.maps[gold];
            let Ok(inspection) = &sources[gold].inspection else { return false };
            let ids: Vec<usize> =
                map.of(Field::Id).filter_map(|id| inspection.sample.column(id)).collect();
            repeated(&inspection.sample, &ids).is_empty()
        };
        // Ids that repeat in the gold file are parts of a key.
        let own = self.gold.is_some_and(|gold| !self.predictions.contains(&gold));
        if own && !self.gold.is_some_and(unique) {
            return;
        }
        for file in self.predictions.clone() {
            let Ok(inspection) = &sources[file].inspection else { continue };
            let several = self.predictions.iter().filter(|other| **other == file).count() > 1
                || programs(inspection.sample.columns()).is_some();
            if let Some(column) =
                run_column(&inspection.sample, &self.maps[file]).filter(|_| !several)
            {
                let columns = &mut self.maps[file].columns;
                columns.retain(|guess| guess.field != Field::Run && guess.column != column);
                let reason = "every question has one row for each of its values".to_owned();
                let certainty = Certainty::Proven;
                columns.push(Guessed { field: Field::Run, column, certainty, reason });
            }
        }
    }

    /// Adds a column to ids that repeat, where both together are one of a kind.
    fn complete_keys(&mut self, sources: &[Source]) {
        let Some(gold) = self.gold else { return };
        let found = complete_key(sources, &mut self.maps, gold, &self.predictions);
        if let Some((partner, id, doubts)) = found {
            self.doubts.extend(doubts);
            let message = format!(
                "{id} alone repeats; with {partner} it is one of a kind on both sides, so both \
                 together are the key"
            );
            self.remarks.push(
                Diagnostic::info("composite_key", message)
                    .file(&sources[gold].name)
                    .remedy("say which columns are the id if that is not meant"),
            );
        }
    }

    /// Columns without which nothing can be scored by the preset; problems are named before those of
    /// the preset itself.
    fn check_columns(&mut self, sources: &[Source], mut before: usize) {
        let answers = !self.settings.as_ref().is_some_and(|one| one.preset.takes_verdicts());
        for (index, field) in self
            .gold
            .filter(|_| answers)
            .map(|index| (index, Field::Answers))
            .into_iter()
            .chain(self.predictions.iter().map(|index| (*index, Field::Prediction)))
            .chain(self.na.map(|index| (index, Field::NaProbability)))
            .collect::<Vec<_>>()
        {
            if self.maps[index].one(field).is_none() {
                let problem = no_column(&sources[index], field, self.roles[index].as_ref());
                self.problems.insert(before, problem);
                before += 1;
            }
        }
    }

    /// Programs that the preset does not score, or that nobody has run; `runs` where they can be.
    fn check_programs(&mut self, sources: &[Source], runs: bool) {
        let Some(settings) = self.settings.clone() else { return };
        let plus = settings.value("tests") == "plus";
        let tasks = self.gold.and_then(|gold| sources[gold].inspection.as_ref().ok());
        let tasks = tasks.filter(|_| runs && !settings.preset.run.is_empty());
        let tests = tasks.map(|tasks| programs(tasks.sample.columns()) == Some(Programs::Tasks));
        for index in self.used().collect::<Vec<_>>() {
            let source = &sources[index];
            let Ok(inspection) = &source.inspection else { continue };
            let is_gold = !self.predictions.contains(&index);
            let whole = source.is_whole();
            let found = unscorable(&settings.preset, plus, inspection, whole, is_gold, tests);
            // Without a column of predictions there is nothing else to say of it.
            if let Some(problem) = found {
                self.problems.retain(|one| one.file != problem.file || one.code != "no_column");
                self.problems.push(problem);
                return;
            }
        }
    }

    /// Columns of answers or predictions that another one may be as well.
    fn doubt_columns(&mut self, sources: &[Source]) {
        let mut doubts = Vec::new();
        for index in self.used() {
            let guessed = self.maps[index].columns.iter().filter(|guess| {
                guess.certainty == Certainty::Guessed
                    && matches!(guess.field, Field::Answers | Field::Prediction)
            });
            doubts.extend(guessed.map(|guess| {
                let what = match guess.field {
                    Field::Answers => "gold answers",
                    _ => "predictions",
                };
                format!(
                    "{} of {} is taken for the {what}: {}",
                    guess.column, sources[index].name, guess.reason
                )
            }));
        }
        self.doubts.extend(doubts);
    }

    fn choose_preset(&mut self, sources: &[Source], choices: &Choices) {
        let Some(gold) = self.gold else { return };
        let Ok(inspection) = &sources[gold].inspection else { return };
        let predictions: Vec<&Inspection> = self
            .predictions
            .iter()
            .filter_map(|index| sources[*index].inspection.as_ref().ok())
            .collect();
        let recognised = recognise(inspection, &self.maps[gold], &predictions);
        let named = recognised.is_some();
        let by_kind = self.by_kind(sources, inspection, gold);
        let lists = self.by_lists(sources, inspection, gold);
        // What the answers themselves ask for is no guess; lists of answers are attempts at any kind.
        let guessed = |one: &Guess<String>| {
            one.certainty == Certainty::Guessed && ["math", "gsm8k"].contains(&one.value.as_str())
        };
        let recognised = recognised
            .filter(|one| one.value != by_kind.value && !(lists.is_some() && guessed(one)))
            .or_else(|| lists.clone())
            .unwrap_or_else(|| by_kind.clone());
        let adopted = self.adopted.as_ref().map(|one| Guess {
            value: one.preset.clone(),
            certainty: Certainty::Proven,
            reason: one.reason.clone(),
        });
        let is_adopted = adopted.is_some();
        let recognised = adopted.unwrap_or(recognised);
        if is_adopted {
            // Verdicts tell more than the form of answers.
        } else if choices.preset.is_none() && lists.as_ref() == Some(&recognised) {
            let doubt = if recognised.value == "plain-set" {
                "both sides are lists: they are taken for sets, of which all members are wanted; they may \
                 be attempts, or one answer in several ways"
                    .to_owned()
            } else {
                "the predictions are lists, or several to a question: each is taken for an attempt that counts \
                 alike; they may be ranked, or one answer in parts"
                    .to_owned()
            };
            self.guess = Some(doubt.into());
        } else if choices.preset.is_none() && recognised.certainty == Certainty::Guessed {
            let title =
                |id: &str| resolve(id).map_or_else(|_| id.to_owned(), |one| one.title.clone());
            let form_tells = self.ends_as_gsm8k(inspection, gold, &recognised.value);
            // Of texts it is the rule for words that may be another.
            let by_kind = match by_kind.value.as_str() {
                "plain-mixed" => "plain-text",
                other => other,
            };
            let doubt = format!(
                "nothing but the form of the file says that this is {} ({}); as {} the same answers are \
                 compared by another rule",
                title(&recognised.value),
                recognised.reason,
                title(by_kind)
            );
            self.guess = Some(BenchmarkGuess { doubt, form_tells });
            self.rival = Some(by_kind.to_owned());
        }
        let preset = match resolve(choices.preset.as_ref().unwrap_or(&recognised.value)) {
            Ok(preset) => preset,
            Err(error) => return self.problems.extend(error.problems),
        };
        let proven = recognised.certainty == Certainty::Proven && recognised.value == preset.id;
        self.preset = Some(if choices.preset_guessed && proven {
            recognised
        } else if choices.preset_guessed && choices.preset.is_some() {
            self.check_preset(&preset, named.then_some(&recognised), inspection, gold);
            self.guess = Some(LINKED_GUESS.to_owned().into());
            Guess {
                value: preset.id.clone(),
                certainty: Certainty::Guessed,
                reason: "guessed from the files of the link's sender".to_owned(),
            }
        } else if choices.preset.is_some() {
            self.check_preset(&preset, named.then_some(&recognised), inspection, gold);
            Guess {
                value: preset.id.clone(),
                certainty: Certainty::Chosen,
                reason: "chosen".to_owned(),
            }
        } else {
            recognised
        });
        self.named = names_answers(&self.predictions, &self.maps, sources);
        self.several = self.several_in_one(inspection, gold, sources);
        match Settings::compile(&preset, &self.set_for(&preset, &choices.set)) {
            Ok(settings) => {
                if settings.own() {
                    self.remarks.push(own_preset(&preset));
                }
                self.settings = Some(settings);
            }
            Err(error) => self.problems.extend(error.problems),
        }
    }

    /// Whether a preset of GSM8K is meant, and every gold solution ends as those do: no other data does.
    fn ends_as_gsm8k(&self, gold: &Inspection, file: usize, preset: &str) -> bool {
        let answers = self.maps[file].index(&gold.sample, Field::Answers);
        let ends = answers.and_then(|answers| by_solutions(&gold.sample, answers));
        preset == "gsm8k" && ends.is_some_and(|(id, _)| id == preset)
    }

    /// The plain comparison for the kind of the gold answers, where nothing names a benchmark.
    fn by_kind(&self, sources: &[Source], gold: &Inspection, file: usize) -> Guess<String> {
        let answers = self.maps[file].index(&gold.sample, Field::Answers);
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
        let (preset, reason) = kind.preset();
        Guess { value: preset.to_owned(), certainty: Certainty::Proven, reason: reason.to_owned() }
    }

    /// Whether one output in five is a letter or a long text: such do not say a choice in its own words.
    fn name_choices(&self, sources: &[Source]) -> bool {
        let Some(run) = self.predictions.first() else { return false };
        let Ok(inspection) = &sources[*run].inspection else { return false };
        let sample = &inspection.sample;
        let Some(column) = self.maps[*run].index(sample, Field::Prediction) else { return false };
        let names = |row: &usize| {
            let text = sample.cell(*row, column).text;
            let bare = text.trim().trim_matches(['(', ')', '.']);
            matches!(bare.as_bytes(), [b'A'..=b'J']) || text.split_whitespace().count() > 5
        };
        (0..sample.rows()).filter(names).count() * 5 >= sample.rows().max(1)
    }

    /// The settings of a preset as chosen, and for short answers what the look of the outputs says of how
    /// the answer is taken from them.
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
        if self.named && ["plain-text", "plain-mixed"].contains(&preset.id.as_str()) {
            set.entry("extract".to_owned()).or_insert_with(|| "named_answer".to_owned());
        }
        if let Some(mark) =
            self.several.filter(|_| preset.settings.iter().any(|one| one.starts_with(GOLD_SPLIT)))
        {
            set.entry(GOLD_SPLIT.to_owned()).or_insert_with(|| mark.to_owned());
        }
        set
    }

    /// The mark between several gold answers in one text, where the name of their column speaks of several,
    /// most of them have it and no prediction does.
    fn several_in_one(
        &self,
        gold: &Inspection,
        file: usize,
        sources: &[Source],
    ) -> Option<&'static str> {
        let name = self.maps[file].one(Field::Answers)?;
        if !is_plural(name) {
            return None;
        }
        let share = |sample: &Table, column: usize, mark: char| {
            let rows = (0..sample.rows()).map(|row| sample.cell(row, column));
            let some = rows.filter(|cell| cell.kind == Kind::String && cell.text.contains(mark));
            some.count() as f64 / sample.rows().max(1) as f64
        };
        let column = gold.sample.column(name)?;
        [("semicolon", ';'), ("bar", '|')].into_iter().find_map(|(value, mark)| {
            let said = |run: &usize| {
                let sample = &sources[*run].inspection.as_ref().ok()?.sample;
                let column = self.maps[*run].index(sample, Field::Prediction)?;
                Some(share(sample, column, mark))
            };
            let never =
                self.predictions.iter().all(|run| said(run).is_some_and(|share| share < 0.05));
            (share(&gold.sample, column, mark) >= 0.5 && never).then_some(value)
        })
    }

    /// The plain comparison of predictions that are lists, where most are.
    fn by_lists(
        &self,
        sources: &[Source],
        gold: &Inspection,
        file: usize,
    ) -> Option<Guess<String>> {
        let answers = self.maps[file].index(&gold.sample, Field::Answers)?;
        let run = *self.predictions.first()?;
        let inspection = sources[run].inspection.as_ref().ok()?;
        let column = self.maps[run].index(&inspection.sample, Field::Prediction)?;
        let keyed = |file: usize| {
            self.maps[file].of(Field::Id).next().is_some()
                || self.maps[file].of(Field::Question).next().is_some()
        };
        if run != file && !keyed(run) {
            return None;
        }
        let ids: Vec<usize> =
            self.maps[run].of(Field::Id).filter_map(|id| inspection.sample.column(id)).collect();
        let kind = if numbers_attempts(inspection, &ids) {
            AnswerKind::Attempts
        } else {
            list_kind(gold, answers, inspection, column)?
        };
        let (preset, reason) = kind.preset();
        let (value, reason) = (preset.to_owned(), reason.to_owned());
        Some(Guess { value, certainty: Certainty::Guessed, reason })
    }

    /// A chosen preset that the gold file speaks against.
    fn check_preset(
        &mut self,
        chosen: &Preset,
        recognised: Option<&Guess<String>>,
        inspection: &Inspection,
        gold: usize,
    ) {
        let id = chosen.id.as_str();
        let unfit = unfit(chosen, inspection, &self.maps[gold]);
        let family = |id: &str| id.split('-').next().unwrap_or_default().to_owned();
        let sample = &inspection.sample;
        let answers = self.maps[gold].index(sample, Field::Answers);
        let (value, reason) = match answers.and_then(|column| by_solutions(sample, column)) {
            _ if recognised.is_some_and(|one| one.certainty == Certainty::Proven) => {
                recognised.map_or((id, ""), |one| (one.value.as_str(), one.reason.as_str()))
            }
            // Other presets would take the whole solution for the answer, or a number in it.
            Some(solutions) => solutions,
            None => (id, ""),
        };
        // Of a preset that is not in the catalog nobody expects what the catalog's are made for.
        let other = presets().iter().any(|known| known.id == id)
            && value != id
            && (family(value) != family(id) || unfit.is_some());
        if other {
            let message =
                format!("the gold file looks like {value} ({reason}), but is scored as {id}");
            self.doubts.push(message.clone());
            self.remarks.push(
                Diagnostic::warning("preset_mismatch", message)
                    .file(&inspection.name)
                    .remedy(format!("choose {value}")),
            );
        } else if let Some(reason) = unfit {
            self.doubts.push(format!("{id} does not fit the gold file: {reason}"));
        }
    }

    fn missing(&self, sources: &[Source]) -> Option<Waiting> {
        if sources.is_empty() {
            return Some(Waiting {
                missing: None,
                message: "no files yet".to_owned(),
                answers: Vec::new(),
            });
        }
        if !self.problems.is_empty() {
            return Some(Waiting {
                missing: None,
                message: match self.problems.len() {
                    1 => "fix the problem below to get a score".to_owned(),
                    count => format!("fix the {count} problems below to get a score"),
                },
                answers: Vec::new(),
            });
        }
        if let Some(question) = &self.question {
            let answers = question.options.clone();
            return Some(Waiting { missing: None, message: question.text.clone(), answers });
        }
        if sources.iter().all(Source::is_report) {
            let message = "the files that the report is about are still missing".to_owned();
            return Some(Waiting { missing: None, message, answers: Vec::new() });
        }
        let (missing, message) = match (self.gold, self.predictions.is_empty()) {
            (None, true) => (None, "nothing says whether this is gold or predictions"),
            (None, false) => (Role::Gold.into(), "the gold file is still missing"),
            (Some(_), true) => (Role::Predictions.into(), "the predictions are still missing"),
            (Some(_), false) => return None,
        };
        Some(Waiting { missing, message: message.to_owned(), answers: Vec::new() })
    }
}

/// Whether four in five outputs of the first rows name their answer, in every file of predictions.
fn names_answers(files: &[usize], maps: &[ColumnMap], sources: &[Source]) -> bool {
    let mut shares = files.iter().map(|file| {
        let sample = &sources[*file].inspection.as_ref().ok()?.sample;
        let column = maps[*file].index(sample, Field::Prediction)?;
        let outputs = (0..sample.rows()).map(|row| sample.cell(row, column).text);
        let some: Vec<&str> = outputs.filter(|text| !text.trim().is_empty()).collect();
        let named = |text: &&&str| named::find(text).range.len() < text.len();
        Some(some.len() > 1 && some.iter().filter(named).count() * 5 >= some.len() * 4)
    });
    !files.is_empty() && shares.all(|share| share == Some(true))
}

/// That a score is by rules which nobody has compared with a reference.
fn own_preset(preset: &Preset) -> Diagnostic {
    let Preset { id, version, .. } = preset;
    let message = match presets().iter().find(|known| known.id == *id) {
        Some(known) if known.version == *version => format!(
            "{id} is modified: it is not version {version} of the catalog as it stands there"
        ),
        Some(known) => format!(
            "{id} is modified: it is version {version}, and the catalog has version {}",
            known.version
        ),
        None => format!("{id} is a preset of your own, none of the catalog's"),
    };
    Diagnostic::info("own_preset", message)
}

fn no_column(source: &Source, field: Field, role: Option<&Guess<Role>>) -> Diagnostic {
    let role = role.map_or("", |role| role.value.name());
    let columns = source
        .inspection
        .as_ref()
        .map(|inspection| inspection.sample.columns().join(", "))
        .unwrap_or_default();
    if columns.is_empty() {
        return Diagnostic::error("no_rows", format!("{} holds no whole row", source.name))
            .file(&source.name)
            .remedy("see whether the file ends too early, and export it again");
    }
    let figures = source.inspection.as_ref().map(|inspection| source.seen(inspection).figures());
    if let Ok(figures) = figures
        && !figures.is_empty()
        && field != Field::NaProbability
    {
        let message = format!(
            "{} holds figures that were worked out before ({}), and no answers that could be compared",
            source.name,
            figures.join(", ")
        );
        return Diagnostic::error("no_column", message)
            .file(&source.name)
            .remedy("drop the file of the answers that these figures are about");
    }
    let what = match field {
        Field::Answers => "gold answers",
        Field::NaProbability => "probabilities",
        _ => "predictions",
    };
    Diagnostic::error("no_column", format!("no column of {} holds the {what}", source.name))
        .file(&source.name)
        .remedy(format!(
            "say which one does {}, or swap the files if their roles are mixed up; its columns are \
             {columns}",
            by_choice(role, field)
        ))
}

/// How a column is chosen, in the words of whoever asks.
fn by_choice(role: &str, field: Field) -> String {
    if ON_PAGE {
        "in the list of its columns".to_owned()
    } else {
        format!("with --map {role}.{}=COLUMN", field.name())
    }
}
