//! What values across files say of roles and columns, held against what shapes and names say.

use super::Source;
use super::plan::{Plan, RunMap};
use super::stored::Adopted;
use crate::base::diagnostic::Code;
use crate::base::types::{Certainty, ColumnChoice, Field, Guess, Role};
use crate::doubt::{self, Doubt, OwnVerdicts};
use crate::preset::for_kind;
use crate::session::protocol::Choices;
use crate::table::{Inspection, Shape};
use crate::understand::reading::{
    AnswerKind, Candidate, Open, Outcome, Reading, Rival, Run, Seen, search, verdicts_of,
};
use crate::understand::schema::{ColumnMap, Guessed, programs};
use itertools::Itertools as _;
use std::collections::BTreeMap;

/// Whether the shape of a file is that of a benchmark's own questions with their gold answers.
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

/// Returns the doubt about what a reading leaves open.
fn as_doubt(open: Open) -> Doubt {
    doubt::Reading(open).into()
}

impl Plan {
    /// Whether nothing can be scored for want of files or columns, or the columns are a question.
    pub(super) fn lacks_columns(&self) -> bool {
        self.problems.iter().any(|problem| problem.code == Code::NoColumn)
            || self.gold.is_none()
            || self.predictions.is_empty()
            || self.question.is_some()
            || self.nameless
    }

    /// Weighs all readings of the files, and takes the best where it says clearly more than names.
    pub(super) fn read_files(&mut self, sources: &[Source], choices: &Choices) {
        let files = self.weighed(sources);
        let inspections: Vec<&Inspection> =
            files.iter().filter_map(|file| sources[*file].inspection.as_ref().ok()).collect();
        // Of some forms the shape says what they are, and values need not be asked.
        let is_told = |one: &&Inspection| {
            let rows = one.sample.rows();
            rows == 0 || is_gold_form(one) || programs(one.sample.columns()).is_some()
        };
        if inspections.is_empty() || inspections.iter().any(is_told) {
            return;
        }
        let candidates: Vec<Candidate<'_>> = files
            .iter()
            .zip(&inspections)
            .map(|(file, inspection)| {
                let seen = sources[*file].seen(inspection);
                self.candidate(*file, inspection, seen, choices)
            })
            .collect();
        // Readings number the files that were weighed; from here on files go by their places among all.
        let of_runs = |runs: Vec<Run>| -> Vec<Run> {
            runs.into_iter().map(|run| Run { file: files[run.file], ..run }).collect()
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
        if choices.preset.as_deref() == Some(for_kind(AnswerKind::Verdicts))
            && let Some(runs) = verdicts_of(&candidates)
        {
            return self.take_own_verdicts(sources, choices, &of_runs(runs));
        }
        match search(&candidates) {
            Outcome::Nothing => {}
            Outcome::Verdicts(runs) => {
                // Of several files with verdicts none is gold unless something says so.
                let alike =
                    files.len() > 1 && runs.len() == files.len() && !self.tells_roles(sources);
                let whole = self.gold.is_some() && !self.predictions.is_empty();
                if !whole || self.lacks_a_side() || alike {
                    self.take_own_verdicts(sources, choices, &of_runs(runs));
                }
            }
            Outcome::Programs(runs) => self.take_own_verdicts(sources, choices, &of_runs(runs)),
            Outcome::Confirmed(reading) => self.confirm(sources, choices, &of(reading)),
            Outcome::Found(reading) => self.take(sources, choices, &of(reading)),
            Outcome::Unclear(reading, rivals) => {
                let reading = of(reading);
                self.take(sources, choices, &reading);
                let rivals: Vec<Rival> = rivals.into_iter().map(of_rival).collect();
                self.ask(sources, &reading, &rivals);
            }
        }
    }

    /// The files of which values are weighed.
    fn weighed(&self, sources: &[Source]) -> Vec<usize> {
        let is_weighed = |file: &usize| {
            !self.aside[*file]
                && sources[*file].inspection.is_ok()
                && self.role_of(*file) != Some(Role::NaProb)
        };
        (0..sources.len()).filter(is_weighed).collect()
    }

    fn candidate<'a>(
        &self,
        file: usize,
        inspection: &'a Inspection,
        seen: &'a Seen,
        choices: &Choices,
    ) -> Candidate<'a> {
        let map = &self.maps[file];
        let column = |field: Field| {
            let guess = map.columns.iter().find(|guess| guess.field == field)?;
            Some((guess.column.clone(), guess.certainty == Certainty::Chosen))
        };
        let role = self.roles[file].as_ref();
        let chosen = role.is_some_and(|role| role.certainty == Certainty::Chosen);
        // A chosen column counts even where its file has no role yet.
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

    /// Values say what names say: then roles and columns are no guesses.
    fn confirm(&mut self, sources: &[Source], choices: &Choices, reading: &Reading) {
        let taking: Vec<usize> = self.used().collect();
        let open = |guess: &Guessed| guess.certainty == Certainty::Guessed;
        let left_open = taking.iter().any(|file| self.maps[*file].columns.iter().any(open));
        for file in &taking {
            if let Some(role) = &mut self.roles[*file]
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
        for guess in self.maps.iter_mut().flat_map(|map| &mut map.columns).filter(|one| open(one)) {
            if matches!(guess.field, Field::Answers | Field::Prediction) {
                guess.certainty = Certainty::Proven;
            }
        }
        self.add_aliases(reading);
        self.part_runs(sources, &reading.runs);
        self.take_verdicts(reading);
        self.doubts.extend(reading.beside.iter().cloned().map(as_doubt));
        self.doubt_version(reading);
        self.doubt_alike(sources, reading);
        let rival = reading.rival.as_ref().filter(|_| left_open);
        self.doubt_reading(sources, rival.or(reading.other.as_ref()));
    }

    /// Takes a column of further right answers for gold answers, too.
    fn add_aliases(&mut self, reading: &Reading) {
        let map = &mut self.maps[reading.gold];
        let alone = map.of(Field::Answers).count() == 1;
        let Some(column) = reading.aliases.as_ref().filter(|_| alone) else { return };
        let is_free = |guess: &Guessed| matches!(guess.field, Field::Group | Field::Detail);
        if map.field_of(column).is_none_or(is_free) {
            map.columns.retain(|guess| guess.column != *column);
            map.columns.push(Guessed::proven(Field::Answers, column, "further right answers"));
        }
    }

    /// Takes note of the columns of verdicts about predictions.
    fn take_verdicts(&mut self, reading: &Reading) {
        for run in &reading.runs {
            let places = self.predictions.iter().enumerate();
            let places = places.filter(|(_, file)| **file == run.file);
            for ((place, _), verdicts) in places.zip(&run.verdicts) {
                if let Some(column) = verdicts {
                    self.verdicts.insert(place, column.clone());
                }
            }
            // What says of one system whether it is right is no group for another.
            if run.columns.len() > 1 {
                let of_run = |guess: &Guessed| {
                    guess.field == Field::Group
                        && run.verdicts.iter().flatten().any(|column| *column == guess.column)
                };
                let maps = self.run_maps.iter_mut().flatten().map(|run| &mut run.map);
                for map in maps.chain(self.maps.get_mut(run.file)) {
                    map.columns.retain(|guess| !of_run(guess));
                }
            }
        }
    }

    /// Takes what values say.
    fn take(&mut self, sources: &[Source], choices: &Choices, reading: &Reading) {
        self.give_roles(sources, reading.gold, &reading.runs, &reading.reason);
        let found = self.found(reading);
        self.map_columns(sources, choices, &found);
        self.add_aliases(reading);
        self.part_runs(sources, &reading.runs);
        self.take_verdicts(reading);
        let rival = reading.rival.as_ref().or(reading.other.as_ref());
        self.doubt_reading(sources, rival);
        let open = reading.doubt.iter().chain(&reading.beside).cloned();
        self.doubts.extend(open.map(as_doubt));
        self.doubt_version(reading);
        self.doubt_alike(sources, reading);
        self.nameless = reading.nameless;
    }

    /// Takes what the files say themselves of their answers for the score.
    fn take_own_verdicts(&mut self, sources: &[Source], choices: &Choices, runs: &[Run]) {
        let files = self.weighed(sources);
        let chosen = |file: &usize| self.has_chosen_role(*file);
        let asked = |one: &ColumnChoice| matches!(one.field, Field::Answers | Field::Prediction);
        if files.iter().any(chosen) || choices.columns.iter().any(asked) {
            return;
        }
        let reason = "it says for each answer whether it is right";
        self.give_roles(sources, files[0], runs, reason);
        let found =
            |run: &Run| (run.file, Guessed::proven(Field::Prediction, &run.columns[0], reason));
        self.map_columns(sources, choices, &runs.iter().map(found).collect::<Vec<_>>());
        self.problems.retain(|problem| problem.code != Code::NoColumn);
        self.part_runs(sources, runs);
        let columns = runs.iter().flat_map(|run| run.columns.iter().cloned()).unique().collect();
        self.doubts.push(OwnVerdicts { runs: runs.len(), columns }.into());
        self.adopted = Some(Adopted {
            preset: for_kind(AnswerKind::Verdicts).to_owned(),
            set: BTreeMap::new(),
            reason: AnswerKind::Verdicts.reason().to_owned(),
        });
    }

    /// Whether nothing is compared, and the score is what the files say themselves of their answers.
    pub(super) fn scores_own_verdicts(&self) -> bool {
        let own = for_kind(AnswerKind::Verdicts);
        self.adopted.as_ref().is_some_and(|one| one.preset == own)
    }

    /// Whether no column is known for the gold answers, or none for the predictions.
    fn lacks_a_side(&self) -> bool {
        let lacks = |file: &usize, field| self.maps[*file].one(field).is_none();
        self.gold.is_none_or(|gold| lacks(&gold, Field::Answers))
            || self.predictions.iter().any(|file| lacks(file, Field::Prediction))
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
                    self.roles[file].take_if(|one| is_open(one) && one.value.has_predictions());
                    continue;
                }
            };
            if !self.has_chosen_role(file) {
                self.roles[file] = Some(Guess::new(role, Certainty::Proven, reason));
            }
        }
        self.take_roles();
        // The file of the gold answers comes first, whatever was guessed before.
        self.gold = Some(gold);
        self.problems.clear();
        let errors = sources.iter().filter_map(|source| source.inspection.as_ref().err());
        self.problems.extend(errors.flat_map(|error| error.problems.clone()));
    }

    /// The columns of a reading as they are mapped, each with its file.
    fn found(&self, reading: &Reading) -> Vec<(usize, Guessed)> {
        let (gold, reason) = (reading.gold, &*reading.reason);
        let mut found = vec![(gold, Guessed::proven(Field::Answers, &reading.answers, reason))];
        let hold = self.keys_hold(reading);
        for Run { file, columns, key, .. } in &reading.runs {
            found.push((*file, Guessed::proven(Field::Prediction, &columns[0], reason)));
            if let Some((theirs, ours)) = key.as_ref().filter(|_| !hold) {
                let reason = "its values are in both files";
                // Predictions by the question.
                let asks = self.maps[gold].of(Field::Question).any(|column| column == ours);
                let field = if asks { Field::Question } else { Field::Id };
                found.push((*file, Guessed::proven(field, theirs, reason)));
                found.push((gold, Guessed::proven(field, ours, reason)));
            }
        }
        found
    }

    /// Whether the columns that are mapped as ids or questions are those by which rows belong together.
    fn keys_hold(&self, reading: &Reading) -> bool {
        let is = |file: usize, field: Field, name: &str| {
            self.maps[file].of(field).any(|column| column == name)
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
        let chosen = self.maps.iter().any(|map| !chosen_predictions(map).is_empty());
        if chosen || runs.iter().all(|run| run.columns.len() < 2) {
            return;
        }
        let columns = |file: usize| {
            let run = runs.iter().find(|run| run.file == file);
            run.map_or_else(Vec::new, |run| run.columns.clone())
        };
        self.part(sources, &columns);
    }

    /// The same where somebody chose several.
    pub(super) fn part_chosen(&mut self, sources: &[Source]) {
        let columns: Vec<Vec<String>> = self.maps.iter().map(chosen_predictions).collect();
        if self.run_maps.is_empty() && columns.iter().any(|columns| columns.len() > 1) {
            self.part(sources, &|file| columns[file].clone());
        }
    }

    fn part(&mut self, sources: &[Source], columns: &dyn Fn(usize) -> Vec<String>) {
        let known = std::mem::take(&mut self.predictions);
        // Of several files the name of a column does not tell which.
        let several = known.len() > 1;
        for file in known {
            let columns = columns(file);
            if columns.len() < 2 {
                self.predictions.push(file);
                self.run_maps.push(None);
                continue;
            }
            for column in columns {
                self.predictions.push(file);
                let name = if several {
                    format!("{} / {column}", sources[file].name)
                } else {
                    column.clone()
                };
                self.run_maps.push(Some(RunMap { name, map: self.of_run(file, &column) }));
            }
        }
    }

    /// The columns of a file with this one as its predictions.
    fn of_run(&self, file: usize, column: &str) -> ColumnMap {
        let mut map = self.maps[file].clone();
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
