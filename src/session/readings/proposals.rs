//! Choices that give another reading of the files, each with the fact that supports it.

use super::super::Finished;
use super::super::composite::run_column;
use super::super::decided::{family_of, named_benchmarks};
use super::super::planned::Planned;
use super::{MOST_BYTES, MOST_ROWS, TRIED};
use crate::base::types::{ColumnChoice, Field, JoinBy, Role};
use crate::join::JoinedRun;
use crate::preset::{Preset, for_kind, presets};
use crate::programs::workshop::waits;
use crate::report::model::Reading;
use crate::session::protocol::{Choices, Mends};
use crate::understand::evidence::Why;
use crate::understand::names;
use crate::understand::reading::{AnswerKind, Cells, Seen, Side, answer_kind};
use crate::understand::recognise::{by_marked_solutions, unfit};
use crate::understand::schema::ColumnMap;
use itertools::Itertools as _;
use std::collections::VecDeque;

/// Choices to try, and the facts that support them.
#[derive(Clone, Debug)]
pub(super) struct Proposal {
    pub(super) choices: Choices,
    pub(super) why: Vec<Why>,
    /// The options of the command line that make them.
    pub(super) options: String,
    /// Their effect, if a remedy describes it.
    remedy: Option<String>,
}

impl Proposal {
    /// Choices without a supporting fact.
    pub(super) fn of_choices(now: &Choices, choices: Choices) -> Self {
        let options = options(now, &choices);
        Self { choices, why: Vec::new(), options, remedy: None }
    }

    /// The supporting facts, for people.
    pub(super) fn words(&self) -> String {
        let facts = self.why.iter().map(|why| why.words()).join("; ");
        match &self.remedy {
            Some(remedy) => format!("{facts}: {remedy}"),
            None => facts,
        }
    }
}

/// Whether a fact still supports a reading after it was scored.
pub(super) fn holds(why: Why, chosen: &Reading, other: &Reading) -> bool {
    let means = chosen.mean.zip(other.mean);
    match why {
        // A longer text sometimes contains a short answer by chance.
        Why::AnswerInOutput | Why::SignsDecide | Why::StatedAnswer | Why::RowOrder => {
            means.is_some_and(|(chosen, other)| other >= chosen + LEAST_CONTAINED)
        }
        // Verdicts that agree everywhere are not another reading.
        Why::OwnVerdicts | Why::PlainRule => !chosen.has_numbers_of(other),
        _ => true,
    }
}

/// Containment is offered if it counts this share of all answers more as right.
const LEAST_CONTAINED: f64 = 0.02;
/// A number with decimals, thousands and a unit has at most this many groups of digits.
const MOST_NUMBERS: usize = 2;
/// Outputs hardly ever contain longer gold answers word for word.
const FEW_WORDS: usize = 6;
/// Containment is tried if more than one output in so many is longer than its gold answer.
const SOME_LONGER: usize = 5;
/// Other scorers of a benchmark to try, at most.
const MOST_SCORERS: usize = 2;

/// Columns of verdicts to try, at most.
const MOST_VERDICTS: usize = 2;

/// The rules that answers of a kind may also be compared by, if that gives another number.
fn beside(kind: AnswerKind) -> &'static [AnswerKind] {
    match kind {
        AnswerKind::Contained => &[AnswerKind::Text, AnswerKind::LongText],
        AnswerKind::LongText | AnswerKind::Verdicts | AnswerKind::Votes => &[],
        AnswerKind::Number | AnswerKind::Text => &[AnswerKind::Mixed],
        AnswerKind::Exact
        | AnswerKind::Closed
        | AnswerKind::Set
        | AnswerKind::Mixed
        | AnswerKind::Choice
        | AnswerKind::Date
        | AnswerKind::Formula
        | AnswerKind::Attempts => &[AnswerKind::Text],
    }
}

/// The options of the command line that change the choices in force to others.
fn options(now: &Choices, other: &Choices) -> String {
    let preset = other.preset.as_ref().filter(|preset| now.preset.as_ref() != Some(*preset));
    let set = other.set.iter().filter(|(key, value)| now.set.get(*key) != Some(*value));
    let columns = other.columns.iter().filter(|column| !now.columns.contains(column));
    let join = other.join.filter(|join| now.join != Some(*join));
    let map = |ColumnChoice { role, field, column }: &ColumnChoice| {
        format!("--map {}", quoted(&format!("{}.{}={column}", role.name(), field.name())))
    };
    let swap = (now.roles != other.roles).then(|| "--swap".to_owned());
    let preset = preset.map(|preset| format!("--preset {}", quoted(preset)));
    let set = set.map(|(key, value)| format!("--set {}", quoted(&format!("{key}={value}"))));
    let join = join.map(|join| format!("--join {}", join.name()));
    swap.into_iter().chain(preset).chain(set).chain(columns.map(map)).chain(join).join(" ")
}

/// A word of a command as a shell takes it.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./=:@%+,".contains(c);
    if word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

impl Finished<'_> {
    /// Lists the choices to try, those with the most evidence first, limited by the time that they may take.
    pub(super) fn list_proposals(&self) -> VecDeque<Proposal> {
        if waits(&self.material).is_some() {
            return VecDeque::new();
        }
        let score = self.score;
        let bytes: u64 = self.plan.roles.used().map(|index| self.sources[index].bytes).sum();
        let runs = score.evaluation.runs.iter();
        let rows: usize = runs.map(|run| run.states.len()).sum();
        let by_bytes = usize::try_from(MOST_BYTES / bytes.max(1)).unwrap_or(TRIED);
        let most = by_bytes.min(MOST_ROWS / rows.max(1)).min(TRIED);
        if most == 0 {
            return VecDeque::new();
        }
        let mut all: Vec<Proposal> = Vec::new();
        let mut add = |why: Why, choices: Choices, remedy: Option<String>| {
            let is_same = |known: &&mut Proposal| known.choices == choices;
            if let Some(known) = all.iter_mut().find(is_same) {
                known.why.push(why);
            } else {
                let options = options(self.choices, &choices);
                all.push(Proposal { choices, why: vec![why], options, remedy });
            }
        };
        for (why, preset) in self.other_rules() {
            add(why, self.with_preset(preset), None);
        }
        for choices in self.own_verdicts() {
            add(Why::OwnVerdicts, choices, None);
        }
        for choices in self.comparisons() {
            add(Why::Compared, choices, None);
        }
        for (why, choices) in self.stated_answers() {
            add(why, choices, None);
        }
        if let Some(choices) = self.by_order() {
            add(Why::RowOrder, choices, None);
        }
        if let Some(choices) = self.by_run_column() {
            add(Why::RunsApart, choices, None);
        }
        for (why, choices) in self.other_columns().into_iter().chain(self.last_number()) {
            add(why, choices, None);
        }
        for choices in self.next_best() {
            add(Why::NextBest, choices, None);
        }
        for repair in &score.repairs {
            let why = match repair.mends {
                Mends::Doubt(_) => Why::SettlesDoubt,
                Mends::Problem(_) => Why::MendsFiles,
            };
            add(why, repair.choices.clone(), Some(repair.words.clone()));
        }
        all.sort_by_key(|one| {
            std::cmp::Reverse(one.why.iter().map(|why| why.weight()).sum::<u32>())
        });
        all.truncate(most);
        all.into()
    }

    fn with_preset(&self, preset: &str) -> Choices {
        let preset = Some(preset.to_owned());
        Choices { preset, preset_guessed: false, ..self.choices.clone() }
    }

    /// The files' own verdicts, by column, first those with which the score is compared.
    fn own_verdicts(&self) -> Vec<Choices> {
        let Self { sources, choices, plan, score, .. } = self;
        let plain = || self.with_preset(for_kind(AnswerKind::Verdicts));
        let takes_verdicts = score.settings.preset.takes_verdicts();
        let stored: Vec<&str> =
            score.stored.iter().flatten().map(|one| one.column.as_str()).unique().collect();
        let is_chosen = choices.columns.iter().any(|choice| choice.field == Field::Prediction);
        let [file] = plan.roles.predictions[..] else {
            return if stored.is_empty() || takes_verdicts { Vec::new() } else { vec![plain()] };
        };
        let Ok(inspection) = &sources[file].inspection else { return Vec::new() };
        let Some(role) = plan.roles.role_of(file).filter(|_| !is_chosen) else {
            return Vec::new();
        };
        if stored.len() > 1 && !takes_verdicts {
            return vec![plain()];
        }
        let own = plan.columns.runs_within(file).map(|run| &run.map);
        let maps = own.chain([&plan.columns.maps[file]]);
        let read: Vec<&str> = maps.flat_map(|map| map.of(Field::Prediction)).collect();
        let others = sources[file].seen(inspection).verdicts();
        let mut found: Vec<&str> = stored.into_iter().chain(others).unique().collect();
        found.retain(|name| !read.contains(name));
        if let ([_], [_], false) = (&found[..], &sources[..], takes_verdicts) {
            return vec![plain()];
        }
        let of = |column: &str| {
            let column = column.to_owned();
            let mut choices = plain();
            choices.columns.push(ColumnChoice { role, field: Field::Prediction, column });
            choices
        };
        // Verdicts about several systems are their runs together.
        let systems: Vec<&str> =
            found.iter().filter(|name| names::judged(name).is_some()).copied().collect();
        let together = (systems.len() > 1).then(|| {
            let mut choices = plain();
            let column = |name: &&str| ColumnChoice {
                role,
                field: Field::Prediction,
                column: (*name).to_owned(),
            };
            choices.columns.extend(systems.iter().map(column));
            choices
        });
        let single = found.into_iter().take(MOST_VERDICTS).map(of);
        together.into_iter().chain(single).collect()
    }

    /// The comparison of gold answers and predictions, if the score is by verdicts beside them.
    fn comparisons(&self) -> Vec<Choices> {
        let Self { sources, plan, score, .. } = self;
        let gold = plan.roles.gold.filter(|_| score.settings.preset.takes_verdicts());
        let cells = plan.best.iter().find(|cells| Some(cells.gold) == gold);
        let of_cells = |cells: &Cells| {
            let inspection = sources[cells.gold].inspection.as_ref().ok()?;
            let answers = inspection.sample.column(&cells.answers)?;
            Some(answer_kind(inspection, answers))
        };
        let kind = cells.and_then(of_cells);
        let contained = kind.filter(|kind| *kind == AnswerKind::Text);
        let contained = contained.map(|_| AnswerKind::Contained);
        kind.into_iter().chain(contained).map(|kind| self.with_preset(for_kind(kind))).collect()
    }

    /// The column by which rows of the same question are those of several runs, if they are scored as one.
    fn by_run_column(&self) -> Option<Choices> {
        let Self { choices, plan, material, .. } = self;
        let [file] = plan.roles.predictions[..] else { return None };
        let takes_verdicts = self.score.settings.preset.takes_verdicts();
        let is_one = takes_verdicts || plan.columns.runs_within(file).count() < 2;
        let table = material.files.first().filter(|_| is_one)?.table;
        let map = &plan.columns.maps[file];
        let is_open = map.one(Field::Run).is_none();
        let column = run_column(table, map, !takes_verdicts).filter(|_| is_open)?;
        let role = plan.roles.role_of(file)?;
        let mut choices = Choices::clone(choices);
        choices.columns.push(ColumnChoice { role, field: Field::Run, column });
        let is_chosen = choices.columns.iter().any(|choice| choice.field == Field::Prediction);
        if let Some(column) = map.one(Field::Prediction).filter(|_| takes_verdicts && !is_chosen) {
            let column = column.to_owned();
            choices.preset = Some(for_kind(AnswerKind::Verdicts).to_owned());
            choices.columns.push(ColumnChoice { role, field: Field::Prediction, column });
        }
        Some(choices)
    }

    /// Other columns whose names suggest them, if nobody has chosen any.
    fn other_columns(&self) -> Vec<(Why, Choices)> {
        let mut found = Vec::new();
        let Self { sources, choices, plan, .. } = self;
        let is_open = |field: Field| choices.columns.iter().all(|choice| choice.field != field);
        let take = |file: usize, field: Field, columns: &[&str]| {
            let role = plan.roles.role_of(file)?;
            let take = |column: &&str| ColumnChoice { role, field, column: (*column).to_owned() };
            let mut choices = Choices::clone(choices);
            choices.columns.extend(columns.iter().map(take));
            Some(choices)
        };
        for file in plan.roles.used() {
            let Ok(inspection) = &sources[file].inspection else { continue };
            let opened = inspection.with_members();
            let opened = opened.as_ref().map(Seen::new);
            let seen = opened.as_ref().unwrap_or_else(|| sources[file].seen(inspection));
            let own = plan.columns.runs_within(file).map(|run| &run.map);
            let maps: Vec<&ColumnMap> = own.chain([&plan.columns.maps[file]]).collect();
            let read = |field: Field| -> Vec<String> {
                maps.iter().flat_map(|map| map.of(field)).map(str::to_owned).collect()
            };
            if plan.roles.predictions.contains(&file) && is_open(Field::Prediction) {
                let read = read(Field::Prediction);
                let is_read = |name: &&str| read.iter().any(|one| one == name);
                let mut siblings = seen.sibling_outputs();
                siblings.retain(|group| !group.iter().all(is_read));
                let mut others = seen.named_more_clearly(Side::Output, &read);
                others.retain(|name| !siblings.iter().any(|group| group.contains(name)));
                let group = |group: &Vec<&str>| take(file, Field::Prediction, group);
                let siblings = siblings.iter().filter_map(group);
                found.extend(siblings.map(|one| (Why::SiblingOutputs, one)));
                let other = |name: &&str| take(file, Field::Prediction, &[*name]);
                let others = others.iter().filter_map(other);
                found.extend(others.map(|one| (Why::OutputUnread, one)));
            }
            if plan.roles.gold == Some(file) && is_open(Field::Answers) {
                let read = read(Field::Answers);
                let others = seen.named_more_clearly(Side::Gold, &read).into_iter();
                let other = |name: &str| take(file, Field::Answers, &[name]);
                found.extend(others.filter_map(other).map(|one| (Why::GoldUnread, one)));
            }
        }
        found
    }

    /// The columns of the best readings that are not the chosen one, if nobody has chosen any.
    fn next_best(&self) -> Vec<Choices> {
        let Self { sources, choices, plan, .. } = self;
        if !choices.columns.is_empty() {
            return Vec::new();
        }
        let swapped = plan.swapped(sources, choices);
        let of = |Cells { gold, answers, run, prediction }: &Cells| {
            let is_planned = plan.roles.gold == Some(*gold) && plan.roles.predictions.contains(run);
            let is_swapped = plan.roles.gold == Some(*run) && plan.roles.predictions.contains(gold);
            let (mut choices, roles) = match (is_planned, &swapped) {
                (true, _) if gold == run => (Choices::clone(choices), [Role::Table; 2]),
                (true, _) => (Choices::clone(choices), [Role::Gold, Role::Predictions]),
                (false, Some(swapped)) if is_swapped => {
                    (swapped.clone(), [Role::Gold, Role::Predictions])
                }
                _ => return None,
            };
            let fields = [(Field::Answers, answers), (Field::Prediction, prediction)];
            choices.columns.extend(roles.into_iter().zip(fields).map(|(role, (field, column))| {
                ColumnChoice { role, field, column: column.clone() }
            }));
            Some(choices)
        };
        let is_read = |Cells { gold, answers, run, prediction }: &&Cells| {
            let has =
                |map: &ColumnMap, field: Field, name: &str| map.of(field).any(|one| one == name);
            let mut runs = plan.columns.runs_within(*run).map(|own| &own.map).peekable();
            let is_said = if runs.peek().is_some() {
                runs.any(|map| has(map, Field::Prediction, prediction))
            } else {
                has(&plan.columns.maps[*run], Field::Prediction, prediction)
            };
            plan.roles.gold == Some(*gold)
                && has(&plan.columns.maps[*gold], Field::Answers, answers)
                && is_said
        };
        plan.best.iter().filter(|cells| !is_read(cells)).filter_map(of).collect()
    }

    /// The same rules for the part of each output that states its answer, if most outputs have several lines or
    /// sentences.
    fn stated_answers(&self) -> Vec<(Why, Choices)> {
        const KEY: &str = "extract";
        let Self { score, material, choices, .. } = self;
        let preset = &score.settings.preset;
        let is_open = preset.kind().is_some_and(|kind| kind != AnswerKind::LongText)
            && !preset.takes_verdicts()
            && score.settings.value(KEY) == "whole";
        if !is_open || choices.set.contains_key(KEY) {
            return Vec::new();
        }
        let rows = material.gold.table.rows();
        let said = |row: usize| material.prediction(0, row).unwrap_or_default();
        let count = |test: &dyn Fn(&str) -> bool| (0..rows).filter(|row| test(&said(*row))).count();
        let lines = count(&|said| said.trim().lines().nth(1).is_some());
        let sentences = count(&|said| said.split_whitespace().nth(FEW_WORDS).is_some());
        let with = |value: &str| {
            let mut choices = Choices::clone(choices);
            choices.set.insert(KEY.to_owned(), value.to_owned());
            (Why::StatedAnswer, choices)
        };
        let stated = (sentences * 2 > rows).then(|| with("stated_answer"));
        let last = (lines * 2 > rows).then(|| with("last_line"));
        stated.into_iter().chain(last).collect()
    }

    /// Two files of as many rows joined by their order, if they are joined by something else.
    fn by_order(&self) -> Option<Choices> {
        let Self { plan, material, choices, .. } = self;
        plan.roles.gold.filter(|gold| !plan.roles.predictions.contains(gold))?;
        let is_open = choices.join.is_none() && material.joined.by.value != JoinBy::Row;
        let rows = material.gold.table.rows();
        let is_equal = |run: &JoinedRun| material.files[run.file].table.rows() == rows;
        let are_equal = material.joined.runs.iter().all(is_equal);
        (is_open && are_equal)
            .then(|| Choices { join: Some(JoinBy::Row), ..Choices::clone(choices) })
    }

    /// The last number of outputs that are longer    /// The last number, if outputs are longer texts with several numbers.
    fn last_number(&self) -> Option<(Why, Choices)> {
        const KEY: &str = "extract";
        let Self { score, material, choices, .. } = self;
        let is_number = score.settings.preset.kind() == Some(AnswerKind::Number);
        if !is_number || choices.set.contains_key(KEY) {
            return None;
        }
        let rows = material.gold.table.rows();
        let has_several = |row: &usize| {
            let said = material.prediction(0, *row).unwrap_or_default();
            let numbers = said.split(|c: char| !c.is_ascii_digit()).filter(|one| !one.is_empty());
            numbers.count() > MOST_NUMBERS
        };
        let several = (0..rows).filter(has_several).count();
        let mut choices = Choices::clone(choices);
        choices.set.insert(KEY.to_owned(), "last_number".to_owned());
        (several * 2 > rows).then_some((Why::LastNumber, choices))
    }

    /// The presets of a benchmark that a file name mentions, and other scorers of the benchmark in force.
    fn of_benchmark(&self) -> Vec<(Why, &'static str)> {
        let Self { sources, plan, score, .. } = self;
        let gold =
            plan.roles.gold.map(|gold| (&sources[gold].inspection, &plan.columns.maps[gold]));
        let Some((Ok(inspection), map)) = gold else { return Vec::new() };
        let own = family_of(&score.settings.preset.id);
        let planned = Planned { sources, choices: self.choices, plan };
        let named = named_benchmarks(planned);
        let fits = |other: &&Preset| {
            let is_plain = other.kind().is_some() || other.takes_programs();
            !is_plain
                && other.id != score.settings.preset.id
                && unfit(other, inspection, map).is_none()
        };
        let why = |other: &'static Preset| {
            let family = family_of(&other.id);
            let why = if family == own { Why::OtherScorer } else { Why::NamedBenchmark };
            let is_named = named.iter().any(|named| named.id == other.id);
            (family == own || is_named).then_some((why, other.id.as_str()))
        };
        presets().iter().filter(fits).filter_map(why).take(MOST_SCORERS).collect()
    }

    /// The plain rule for the kind of the gold answers, if the rule of a reference is in force.
    fn plain_rule(&self) -> Option<(Why, &'static str)> {
        let Self { sources, plan, score, .. } = self;
        let preset = &score.settings.preset;
        let has_reference = !preset.card.reproduces.is_empty()
            && !preset.takes_programs()
            && !preset.takes_verdicts();
        let gold = plan.roles.gold.filter(|_| has_reference)?;
        let inspection = sources[gold].inspection.as_ref().ok()?;
        let map = &plan.columns.maps[gold];
        let answers = map.index(&inspection.sample, Field::Answers)?;
        // In whole solutions, the plain rules read the number at the end.
        let is_marked = by_marked_solutions(&inspection.sample, answers).is_some();
        let kind = if is_marked { AnswerKind::Number } else { answer_kind(inspection, answers) };
        let kind = if kind == AnswerKind::Text { self.kind_of_texts() } else { kind };
        let plain = presets().iter().find(|preset| preset.id == for_kind(kind))?;
        unfit(plain, inspection, map).is_none().then_some((Why::PlainRule, plain.id.as_str()))
    }

    /// The kind of gold answers that are texts: for sentences, words are compared, because hardly any output
    /// equals one.
    fn kind_of_texts(&self) -> AnswerKind {
        let rows = self.material.gold.table.rows();
        let golds = || (0..rows).filter_map(|row| self.material.answers.of(row).next());
        let long = golds().filter(|gold| gold.split_whitespace().nth(FEW_WORDS).is_some()).count();
        if long * 2 > golds().count() { AnswerKind::LongText } else { AnswerKind::Text }
    }

    /// Returns other rules for the same columns, each with the fact that supports it. If the user has chosen a plain
    /// rule, no other plain rule is proposed.
    fn other_rules(&self) -> Vec<(Why, &'static str)> {
        let Self { score, material, .. } = self;
        let preset = &score.settings.preset;
        let mut found: Vec<(Why, &'static str)> = self.plain_rule().into_iter().collect();
        found.extend(self.of_benchmark());
        if self.choices.preset.is_some() && !self.choices.preset_guessed {
            return found;
        }
        let rows = material.gold.table.rows();
        let golds = || (0..rows).flat_map(|row| material.answers.of(row));
        let is_plain = preset.is_plain() && !preset.takes_verdicts();
        let short = golds().filter(|gold| gold.split_whitespace().count() <= FEW_WORDS).count();
        let run = &score.evaluation.runs[0];
        let is_longer = |row: &usize| {
            let said = material.prediction(0, *row);
            let gold = material.answers.of(*row).next();
            said.zip(gold).is_some_and(|(said, gold)| said.trim().len() > gold.trim().len())
        };
        let longer = (0..rows).filter(is_longer).count();
        if is_plain && short * 2 > golds().count() && longer * SOME_LONGER > rows {
            found.push((Why::AnswerInOutput, for_kind(AnswerKind::Contained)));
        }
        if preset.kind() == Some(AnswerKind::Text) && self.kind_of_texts() == AnswerKind::LongText {
            found.push((Why::PlainRule, for_kind(AnswerKind::LongText)));
        }
        let others = is_plain.then(|| preset.kind()).flatten().map_or(&[][..], beside);
        found.extend(others.iter().map(|kind| (Why::PlainRule, for_kind(*kind))));
        // A rule for one kind of answer leaves out gold answers of other kinds.
        let is_left_out =
            run.values.first().is_some_and(|values| values.iter().any(|value| value.is_nan()));
        if is_plain && preset.kind() != Some(AnswerKind::Mixed) && is_left_out {
            found.push((Why::SeveralKinds, for_kind(AnswerKind::Mixed)));
        }
        if preset.kind() == Some(AnswerKind::Exact) {
            found.push((Why::SignsDecide, for_kind(AnswerKind::Text)));
        }
        found
    }
}
