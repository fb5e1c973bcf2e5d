//! What values across files tell about roles and columns, compared with what shapes and names tell.

use super::Source;
use super::columns::{Columns, PlannedRun, RunMap, map_columns};
use super::plan::{Given, Notes, Question};
use super::question::ask;
use super::roles::{Roles, by_content};
use super::stored::Adopted;
use crate::base::diagnostic::Code;
use crate::base::types::{Certainty, ColumnChoice, Field, Guess, Role};
use crate::doubt::{self, Doubt, OwnVerdicts};
use crate::preset::for_kind;
use crate::programs::columns::programs;
use crate::session::protocol::Choices;
use crate::table::{Cell, Inspection, Kind, Shape};
use crate::understand::names;
use crate::understand::reading::{
    AnswerKind, Candidate, Cells, Open, Outcome, Reading, Rival, Run, Seen, Side, Weighing,
    has_three_grades, search, verdicts_about, verdicts_of,
};
use crate::understand::schema::{ColumnMap, Guessed};
use itertools::Itertools as _;
use std::collections::{BTreeMap, HashMap};

/// Whether the form of a file belongs to a benchmark's own questions with their gold answers.
pub(super) fn is_gold_form(inspection: &Inspection) -> bool {
    match inspection.shape {
        Shape::Squad => true,
        Shape::Nested(nest) => nest.form().is_some(),
        _ => false,
    }
}

/// The columns that somebody chose as predictions.
fn chosen_predictions(map: &ColumnMap) -> Vec<String> {
    let chosen = map.columns.iter().filter(|guess| guess.certainty == Certainty::Chosen);
    let chosen = chosen.filter(|guess| guess.field == Field::Prediction);
    chosen.map(|guess| guess.column.clone()).collect()
}

/// Returns the doubt that a reading leaves.
fn as_doubt(open: Open) -> Doubt {
    doubt::Reading(open).into()
}

/// Whether a file says for each output whether it is right, and only one of its columns can be the verdicts, and
/// the outputs are in the file.
fn are_plain_verdicts(sources: &[Source], runs: &[Run]) -> bool {
    let [Run { file, columns, .. }] = runs else { return false };
    let ([verdicts], Ok(inspection)) = (&columns[..], &sources[*file].inspection) else {
        return false;
    };
    let sample = &inspection.sample;
    let is_boolean = |name: &str| {
        let column = sample.column(name);
        let kind = |row: usize| column.map(|column| sample.cell(row, column));
        let says = |cell: Cell<'_>| {
            let text = cell.text.to_ascii_lowercase();
            cell.kind == Kind::Bool || ["true", "false"].contains(&text.as_str())
        };
        (0..sample.rows()).all(|row| kind(row).is_some_and(says))
    };
    // Whether a request succeeded is not a verdict on its answer.
    let of_request = [
        "timed", "timeout", "truncated", "error", "errored", "cached", "skipped", "retried",
        "stream", "streamed",
    ];
    let is_other = |name: &&String| *name != verdicts && !names::has_word(name, &of_request);
    let others = || sample.columns().iter().filter(is_other);
    let judges = |name: &str| {
        let column = sample.column(name).filter(|_| names::says(name).verdict_alone);
        let says = |column| {
            let text = |row: usize| sample.cell(row, column).text.trim();
            (0..sample.rows()).any(|row| names::verdict(text(row)).is_some())
        };
        column.is_some_and(says)
    };
    (names::says(verdicts).verdict || names::is_verified(verdicts))
        && is_boolean(verdicts)
        && !others().any(|name| is_boolean(name) || judges(name))
        && others().any(|name| names::says(name).prediction >= 1.5)
}

/// The roles and columns of the files, first by names and then by values.
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) roles: Roles,
    pub(super) columns: Columns,
    pub(super) notes: Notes,
    /// The question that only the user can answer.
    pub(super) question: Option<Question>,
    /// The rules for files that are scored by their own verdicts, without comparing anything.
    pub(super) own_verdicts: Option<Adopted>,
    /// The best readings according to names and values, in their order.
    pub(super) best: Vec<Cells>,
}

/// Weighs all readings of the files, and takes the best one if its support is clearly better than that of names.
pub(super) fn read_files(sources: &[Source], given: Given<'_>, named: Layout) -> Layout {
    let Given { choices, adopted, .. } = given;
    let files = named.weighed(sources);
    let inspections: Vec<&Inspection> =
        files.iter().filter_map(|file| sources[*file].inspection.as_ref().ok()).collect();
    // For some forms, the shape alone tells what the files are.
    let is_told = |one: &&Inspection| {
        let rows = one.sample.rows();
        rows == 0 || is_gold_form(one) || programs(one.sample.columns()).is_some()
    };
    if inspections.is_empty() || inspections.iter().any(is_told) {
        return named;
    }
    let candidates: Vec<Candidate<'_>> = files
        .iter()
        .zip(&inspections)
        .map(|(file, inspection)| {
            let seen = sources[*file].seen(inspection);
            named.candidate(*file, inspection, seen, choices)
        })
        .collect();
    // If many files are alike, the first ones tell what all of them are.
    let families = families(&candidates);
    let (kept, candidates): (Vec<usize>, Vec<Candidate<'_>>) = candidates
        .into_iter()
        .enumerate()
        .filter(|(place, _)| families.followers.binary_search_by_key(place, |one| one.0).is_err())
        .unzip();
    let all_files = &files;
    let files: Vec<usize> = kept.iter().map(|place| all_files[*place]).collect();
    // Readings number only the files that were weighed; from here on, indices are those among all files.
    let of_runs = |runs: Vec<Run>| -> Vec<Run> {
        let runs: Vec<Run> =
            runs.into_iter().map(|run| Run { file: files[run.file], ..run }).collect();
        let like = |(follower, first): &(usize, usize)| {
            let run = runs.iter().find(|run| run.file == all_files[*first])?;
            Some(Run { file: all_files[*follower], ..run.clone() })
        };
        let others: Vec<Run> = families.followers.iter().filter_map(like).collect();
        runs.into_iter().chain(others).sorted_by_key(|run| run.file).collect()
    };
    let of_rival = |rival: Rival| Rival { file: files[rival.file], ..rival };
    let of = |reading: Reading| Reading {
        gold: files[reading.gold],
        runs: of_runs(reading.runs),
        version: reading.version.map(of_rival),
        rival: reading.rival.map(of_rival),
        other: reading.other.map(of_rival),
        ..reading
    };
    let preset = choices.preset.as_deref().or(adopted.map(|one| &*one.preset));
    if preset == Some(for_kind(AnswerKind::Verdicts))
        && adopted.is_none()
        && let Some(runs) = verdicts_of(&candidates)
    {
        return named.with_own_verdicts(sources, choices, &of_runs(runs));
    }
    let Weighing { outcome, lacking, prior_is_out, best } = search(&candidates);
    let of_cells = |one: Cells| Cells { gold: files[one.gold], run: files[one.run], ..one };
    let named = Layout { best: best.into_iter().map(of_cells).collect(), ..named };
    if (preset == Some(for_kind(AnswerKind::Verdicts))
        || (choices.preset.is_none() && has_three_grades(&candidates)))
        && let Some(runs) = verdicts_of(&candidates)
    {
        return named.with_own_verdicts(sources, choices, &of_runs(runs));
    }
    // Verdicts about the predictions alone, beside a file of gold answers.
    let judged = adopted
        .filter(|one| choices.preset.is_none() && one.preset == for_kind(AnswerKind::Verdicts));
    let judged = judged.and_then(|_| verdicts_about(&candidates, &outcome)).map(of_runs);
    let layout = match outcome {
        Outcome::Nothing => named.without(lacking),
        Outcome::Verdicts(runs) => {
            // If several files have verdicts, none is gold without further evidence.
            let alike = files.len() > 1
                && runs.len() == files.len()
                && !named.roles.are_told(sources, &named.columns.runs);
            let whole = named.roles.gold.is_some() && !named.roles.predictions.is_empty();
            if !whole || named.lacks_a_side() || alike || prior_is_out {
                named.with_own_verdicts(sources, choices, &of_runs(runs))
            } else {
                named
            }
        }
        Outcome::Programs(runs) => named.with_own_verdicts(sources, choices, &of_runs(runs)),
        Outcome::Confirmed(reading) => named.confirmed(sources, choices, &of(reading)),
        Outcome::Found(reading) => named.taking(sources, choices, &of(reading)),
        Outcome::Unclear(reading, rivals) => {
            let reading = of(reading);
            let taken = named.taking(sources, choices, &reading);
            let rivals: Vec<Rival> = rivals.into_iter().map(of_rival).collect();
            let question = ask(sources, &taken.roles, &reading, &rivals);
            Layout { question, ..taken }
        }
    };
    match judged {
        Some(runs) => layout.with_own_verdicts(sources, choices, &runs),
        None => layout,
    }
}

/// If more files than this are alike, the others have the role of the first.
const MOST_ALIKE: usize = 48;

/// Files whose values are not weighed, because enough others have the same columns, roles and kind of name.
struct Families {
    /// Each with the first file of its family.
    followers: Vec<(usize, usize)>,
}

fn families(candidates: &[Candidate<'_>]) -> Families {
    let mut members: HashMap<_, (usize, usize)> = HashMap::new();
    let mut followers = Vec::new();
    for (place, one) in candidates.iter().enumerate() {
        let kind = (
            one.inspection.sample.columns(),
            one.role,
            &one.answers,
            &one.prediction,
            &one.key,
            names::file_says(&one.inspection.name).to_bits(),
        );
        let (first, count) = members.entry(kind).or_insert((place, 0));
        *count += 1;
        if *count > MOST_ALIKE {
            followers.push((place, *first));
        }
    }
    Families { followers }
}

impl Layout {
    pub(super) fn new(roles: Roles, columns: Columns, notes: Notes) -> Self {
        Self { roles, columns, notes, question: None, own_verdicts: None, best: Vec::new() }
    }

    /// The files whose values are weighed.
    fn weighed(&self, sources: &[Source]) -> Vec<usize> {
        let is_weighed = |file: &usize| {
            !self.roles.aside[*file]
                && sources[*file].inspection.is_ok()
                && self.roles.role_of(*file) != Some(Role::NaProb)
        };
        by_content(sources).into_iter().filter(is_weighed).collect()
    }

    fn candidate<'a>(
        &self,
        file: usize,
        inspection: &'a Inspection,
        seen: &'a Seen,
        choices: &Choices,
    ) -> Candidate<'a> {
        let map = &self.columns.maps[file];
        let column = |field: Field| {
            let guess = map.columns.iter().find(|guess| guess.field == field)?;
            Some((guess.column.clone(), guess.certainty == Certainty::Chosen))
        };
        let role = self.roles.of[file].as_ref();
        let chosen = role.is_some_and(|role| role.certainty == Certainty::Chosen);
        // A chosen column counts even if its file has no role yet.
        let named = |field: Field| {
            let mut all = choices.columns.iter().filter(|choice| choice.field == field);
            let there = |choice: &&ColumnChoice| inspection.sample.column(&choice.column).is_some();
            all.find(there).map(|choice| (choice.column.clone(), true))
        };
        Candidate {
            inspection,
            seen,
            role: role.map(|role| (role.value, chosen)),
            answers: column(Field::Answers).or_else(|| named(Field::Answers)),
            prediction: column(Field::Prediction).or_else(|| named(Field::Prediction)),
            key: map.of(Field::Id).chain(map.of(Field::Question)).map(str::to_owned).collect(),
        }
    }

    /// Drops the columns that names suggest for a side, because they hold nothing to compare.
    fn without(mut self, side: Option<Side>) -> Self {
        let field = match side {
            Some(Side::Gold) => Field::Answers,
            Some(Side::Output) => Field::Prediction,
            None => return self,
        };
        for map in &mut self.columns.maps {
            map.columns
                .retain(|guess| guess.field != field || guess.certainty == Certainty::Chosen);
        }
        self
    }

    /// Values confirm names, so roles and columns are no longer guesses.
    fn confirmed(mut self, sources: &[Source], choices: &Choices, reading: &Reading) -> Self {
        let taking: Vec<usize> = self.roles.used().collect();
        let open = |guess: &Guessed| guess.certainty == Certainty::Guessed;
        let left_open = taking.iter().any(|file| self.columns.maps[*file].columns.iter().any(open));
        for file in &taking {
            if let Some(role) = &mut self.roles.of[*file]
                && role.certainty == Certainty::Guessed
            {
                role.certainty = Certainty::Proven;
            }
        }
        if !self.keys_hold(reading) {
            let mut found = self.found(reading);
            found.retain(|(_, guess)| guess.field == Field::Id);
            self.map_columns(sources, choices, &found);
        }
        for guess in
            self.columns.maps.iter_mut().flat_map(|map| &mut map.columns).filter(|one| open(one))
        {
            if matches!(guess.field, Field::Answers | Field::Prediction) {
                guess.certainty = Certainty::Proven;
            }
        }
        self.add_aliases(reading);
        self.part_runs(sources, &reading.runs);
        self.take_verdicts(reading);
        self.notes.doubts.extend(reading.beside.iter().cloned().map(as_doubt));
        self.doubt_version(reading);
        self.doubt_alike(sources, reading);
        let rival = reading.rival.as_ref().filter(|_| left_open);
        self.doubt_reading(sources, reading, rival.or(reading.other.as_ref()));
        self
    }

    /// Adds a column of further right answers to the gold answers.
    fn add_aliases(&mut self, reading: &Reading) {
        let map = &mut self.columns.maps[reading.gold];
        let alone = map.of(Field::Answers).count() == 1;
        let Some(column) = reading.aliases.as_ref().filter(|_| alone) else { return };
        let is_free = |guess: &Guessed| matches!(guess.field, Field::Group | Field::Detail);
        if map.field_of(column).is_none_or(is_free) {
            map.columns.retain(|guess| guess.column != *column);
            map.columns.push(Guessed::proven(Field::Answers, column, "further right answers"));
        }
    }

    /// Records the columns with verdicts on predictions.
    fn take_verdicts(&mut self, reading: &Reading) {
        for run in &reading.runs {
            let own = self.columns.runs.iter_mut().filter(|one| one.file == run.file);
            for (one, verdicts) in own.zip(&run.verdicts) {
                if verdicts.is_some() {
                    one.verdicts.clone_from(verdicts);
                }
            }
            // The verdicts on one system are not a group for another one.
            if run.columns.len() > 1 {
                let of_run = |guess: &Guessed| {
                    guess.field == Field::Group
                        && run.verdicts.iter().flatten().any(|column| *column == guess.column)
                };
                let own = self.columns.runs.iter_mut().filter_map(|one| one.own.as_mut());
                let maps = own.map(|own| &mut own.map);
                for map in maps.chain(self.columns.maps.get_mut(run.file)) {
                    map.columns.retain(|guess| !of_run(guess));
                }
            }
        }
    }

    /// Takes the reading that values suggest.
    fn taking(mut self, sources: &[Source], choices: &Choices, reading: &Reading) -> Self {
        self.give_roles(sources, reading.gold, &reading.runs, &reading.reason);
        let found = self.found(reading);
        self.map_columns(sources, choices, &found);
        self.add_aliases(reading);
        self.part_runs(sources, &reading.runs);
        self.take_verdicts(reading);
        let rival = reading.rival.as_ref().or(reading.other.as_ref());
        self.doubt_reading(sources, reading, rival);
        let open = reading.doubt.iter().chain(&reading.beside).cloned();
        self.notes.doubts.extend(open.map(as_doubt));
        self.doubt_version(reading);
        self.doubt_alike(sources, reading);
        self.columns.is_nameless = reading.nameless;
        self
    }

    /// Takes the files' own verdicts as the score.
    fn with_own_verdicts(mut self, sources: &[Source], choices: &Choices, runs: &[Run]) -> Self {
        let files = self.weighed(sources);
        // A table may hold verdicts in place of both sides.
        let is_side =
            |role: &Guess<Role>| role.certainty == Certainty::Chosen && role.value != Role::Table;
        let chosen = |file: &usize| self.roles.of[*file].as_ref().is_some_and(is_side);
        let asked = |one: &ColumnChoice| matches!(one.field, Field::Answers | Field::Prediction);
        if files.iter().any(chosen) || choices.columns.iter().any(asked) {
            return self;
        }
        let runs = &self.without_variants(sources, runs)[..];
        let reason = "it says for each answer whether it is right";
        // Verdicts about the answers to the questions of another file leave that file what it is.
        let judges = |file: &usize| runs.iter().any(|run| run.file == *file);
        let has_gold = self.roles.gold.is_some_and(|gold| !judges(&gold))
            && !self.lacks_a_side()
            && self.roles.predictions.iter().all(judges);
        let found =
            |run: &Run| (run.file, Guessed::proven(Field::Prediction, &run.columns[0], reason));
        let found: Vec<_> = runs.iter().map(found).collect();
        if has_gold {
            for (file, guess) in found {
                let own = &mut self.columns.maps[file].columns;
                own.retain(|one| one.field != Field::Prediction && one.column != guess.column);
                own.push(guess);
            }
        } else {
            self.give_roles(sources, files[0], runs, reason);
            self.map_columns(sources, choices, &found);
        }
        self.notes.problems.retain(|problem| problem.code != Code::NoColumn);
        self.part_runs(sources, runs);
        let columns = runs.iter().flat_map(|run| run.columns.iter().cloned()).unique().collect();
        if !are_plain_verdicts(sources, runs) {
            self.notes.doubts.push(OwnVerdicts { runs: runs.len(), columns }.into());
        }
        self.own_verdicts = Some(Adopted {
            preset: for_kind(AnswerKind::Verdicts).to_owned(),
            set: BTreeMap::new(),
            reason: AnswerKind::Verdicts.reason().to_owned(),
            is_guess: false,
        });
        self
    }

    /// Returns runs with one column of verdicts for each file that names the system of each row, if one column is
    /// named by a word for verdicts and the others have that word and more: `correct` next to `correct_judge2`.
    fn without_variants(&self, sources: &[Source], runs: &[Run]) -> Vec<Run> {
        let names_systems = |file: usize| {
            let map = &self.columns.maps[file];
            let sample = sources[file].inspection.as_ref().ok().map(|one| &one.sample);
            let column = map.one(Field::Run).zip(sample);
            column.is_some_and(|(name, sample)| {
                let column = sample.column(name);
                let text = |row: usize| column.map(|column| sample.cell(row, column).text);
                (1..sample.rows()).any(|row| text(row) != text(0))
            })
        };
        let bare = |run: &Run| {
            let named: Vec<(&String, Vec<String>)> =
                run.columns.iter().map(|column| (column, names::words(column))).collect();
            let (first, own) = named.iter().min_by_key(|(_, own)| own.len())?;
            let is_variant = |(column, other): &(&String, Vec<String>)| {
                column == first
                    || (other.len() > own.len()
                        && own.iter().all(|word| other.iter().contains(word)))
            };
            (run.columns.len() > 1 && names_systems(run.file) && named.iter().all(is_variant))
                .then(|| vec![(*first).clone()])
        };
        let of_run = |run: &Run| match bare(run) {
            Some(columns) => Run { columns, verdicts: Vec::new(), ..run.clone() },
            None => run.clone(),
        };
        runs.iter().map(of_run).collect()
    }

    /// Whether no column is known for the gold answers, or none for the predictions.
    fn lacks_a_side(&self) -> bool {
        let lacks = |file: &usize, field| self.columns.maps[*file].one(field).is_none();
        self.roles.gold.is_none_or(|gold| lacks(&gold, Field::Answers))
            || self.roles.predictions.iter().any(|file| lacks(file, Field::Prediction))
    }

    /// Maps the columns again, with what was found.
    fn map_columns(&mut self, sources: &[Source], choices: &Choices, found: &[(usize, Guessed)]) {
        let (columns, problems) = map_columns(sources, &self.roles, choices, found);
        self.columns = columns;
        self.notes.problems.extend(problems);
    }

    /// Gives files the roles of a reading: one holds the gold answers, those of the runs hold predictions.
    fn give_roles(&mut self, sources: &[Source], gold: usize, runs: &[Run], reason: &str) {
        for file in self.weighed(sources) {
            let runs = runs.iter().any(|run| run.file == file);
            let role = match (file == gold, runs) {
                (true, true) => Role::Table,
                (true, false) => Role::Gold,
                (false, true) => Role::Predictions,
                (false, false) => {
                    let is_open = |one: &Guess<Role>| one.certainty != Certainty::Chosen;
                    self.roles.of[file].take_if(|one| is_open(one) && one.value.has_predictions());
                    continue;
                }
            };
            if !self.roles.is_chosen(file) {
                self.roles.of[file] = Some(Guess::new(role, Certainty::Proven, reason));
            }
        }
        self.roles.take_roles(sources);
        // The file of the gold answers comes first, whatever was guessed before.
        self.roles.gold = Some(gold);
        self.notes.problems.clear();
        let errors = sources.iter().filter_map(|source| source.inspection.as_ref().err());
        self.notes.problems.extend(errors.flat_map(|error| error.problems.clone()));
    }

    /// The columns of a reading as fields, each with its file.
    fn found(&self, reading: &Reading) -> Vec<(usize, Guessed)> {
        let (gold, reason) = (reading.gold, &*reading.reason);
        let mut found = vec![(gold, Guessed::proven(Field::Answers, &reading.answers, reason))];
        let hold = self.keys_hold(reading);
        for Run { file, columns, key, .. } in &reading.runs {
            found.push((*file, Guessed::proven(Field::Prediction, &columns[0], reason)));
            if let Some((theirs, ours)) = key.as_ref().filter(|_| !hold) {
                let reason = "its values are in both files";
                // The key may be the question.
                let asks = self.columns.maps[gold].of(Field::Question).any(|column| column == ours);
                let field = if asks { Field::Question } else { Field::Id };
                found.push((*file, Guessed::proven(field, theirs, reason)));
                found.push((gold, Guessed::proven(field, ours, reason)));
            }
        }
        found
    }

    /// Whether the columns that are mapped as ids or questions are the keys of the reading.
    fn keys_hold(&self, reading: &Reading) -> bool {
        let is = |file: usize, field: Field, name: &str| {
            self.columns.maps[file].of(field).any(|column| column == name)
        };
        reading.runs.iter().all(|run| {
            run.key.as_ref().is_none_or(|(theirs, ours)| {
                [Field::Id, Field::Question]
                    .into_iter()
                    .any(|field| is(run.file, field, theirs) && is(reading.gold, field, ours))
            })
        })
    }

    /// Several columns of predictions in one file are several runs.
    fn part_runs(&mut self, sources: &[Source], runs: &[Run]) {
        let chosen = self.columns.maps.iter().any(|map| !chosen_predictions(map).is_empty());
        if chosen || runs.iter().all(|run| run.columns.len() < 2) {
            return;
        }
        let columns = |file: usize| {
            let run = runs.iter().find(|run| run.file == file);
            run.map_or_else(Vec::new, |run| run.columns.clone())
        };
        self.part(sources, &columns);
    }

    /// The same if somebody chose several columns.
    pub(super) fn with_chosen_runs(mut self, sources: &[Source]) -> Self {
        let columns: Vec<Vec<String>> = self.columns.maps.iter().map(chosen_predictions).collect();
        let are_parted = self.columns.runs.iter().any(|run| run.own.is_some());
        if !are_parted && columns.iter().any(|columns| columns.len() > 1) {
            self.part(sources, &|file| columns[file].clone());
        }
        self
    }

    fn part(&mut self, sources: &[Source], columns: &dyn Fn(usize) -> Vec<String>) {
        let known = std::mem::take(&mut self.columns.runs);
        // With several files, the name of a column alone does not identify a run.
        let several = known.len() > 1;
        for run in known {
            let (file, columns) = (run.file, columns(run.file));
            if columns.len() < 2 {
                self.columns.runs.push(run);
                continue;
            }
            for column in columns {
                let name = if several {
                    format!("{} / {column}", sources[file].name)
                } else {
                    column.clone()
                };
                let own = RunMap { name, map: self.of_run(file, &column) };
                self.columns.runs.push(PlannedRun { own: Some(own), ..PlannedRun::whole(file) });
            }
        }
    }

    /// The columns of a file with this one as its predictions.
    fn of_run(&self, file: usize, column: &str) -> ColumnMap {
        let mut map = self.columns.maps[file].clone();
        let mut first = true;
        map.columns.retain(|guess| match guess.field {
            Field::Prediction => std::mem::take(&mut first),
            _ => guess.column != column,
        });
        for guess in map.columns.iter_mut().filter(|guess| guess.field == Field::Prediction) {
            column.clone_into(&mut guess.column);
        }
        map
    }
}
