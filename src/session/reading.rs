//! What values across files say of roles and columns, held against what shapes and names say.

use super::plan::{Plan, Question};
use super::stored::{Adopted, OWN_VERDICTS};
use super::{Session, Source};
use crate::digits::about_percent;
use crate::input::json::{Turn, turn};
use crate::input::{Cell, Inspection, Kind, Shape, json};
use crate::protocol::{Answer, Choices};
use crate::reading::{Candidate, Outcome, Reading, Rival, Run, Seen, search, verdict, verdicts_of};
use crate::schema::{ColumnMap, Guessed, programs};
use crate::types::{Certainty, ColumnChoice, Field, Guess, Role};
use std::collections::{BTreeMap, HashSet};

/// Whether the shape of a file says what it is, so that its values need not be asked.
fn is_official(inspection: &Inspection) -> bool {
    let formed = match inspection.shape {
        Shape::Squad => true,
        Shape::Nested(nest) => nest.form().is_some(),
        _ => false,
    };
    formed || programs(inspection.sample.columns()).is_some()
}

impl Session {
    /// Takes the names of the columns of a table for its first row, where another file has the first of
    /// them among its values: the table has no header.
    pub(super) fn name_rows(&mut self) {
        let holds = |inspection: &Inspection, text: &str| {
            let sample = &inspection.sample;
            !sample.columns().iter().any(|name| name == text)
                && (0..sample.columns().len()).any(|column| {
                    (0..sample.rows()).any(|row| sample.cell(row, column).text == text)
                })
        };
        let first_values = |inspection: &Inspection| -> HashSet<String> {
            let sample = &inspection.sample;
            (0..sample.rows()).map(|row| sample.cell(row, 0).text.to_owned()).collect()
        };
        // A table that has no header either, and is about the same.
        let is_another = |inspection: &Inspection, own: &Inspection| {
            let columns = inspection.sample.columns();
            columns.len() == own.sample.columns().len()
                && columns.len() > 1
                && columns[0] == "column 1"
                && first_values(inspection).intersection(&first_values(own)).nth(2).is_some()
        };
        // The second time round, tables without a header are known.
        for index in (0..self.sources.len()).chain(0..self.sources.len()) {
            let source = &self.sources[index];
            let Ok(inspection) = &source.inspection else { continue };
            let Some(first) = inspection.sample.columns().first() else { continue };
            if source.form.header.is_some() || first.trim().len() < 2 || source.is_packed() {
                continue;
            }
            let others = self.sources.iter().enumerate().filter(|(other, _)| *other != index);
            let mut others = others.filter_map(|(_, other)| other.inspection.as_ref().ok());
            if first != "column 1"
                && others.any(|other| holds(other, first) || is_another(other, inspection))
                && let Some(with) = inspection.with_header_as_row()
            {
                self.sources[index].take_inspection(with);
                self.pairing = None;
            }
        }
    }

    /// Where columns say too little, or rows have no key, scalar members of objects and turns of chats in
    /// them become columns, if these say more.
    pub(super) fn open_members(&mut self) {
        let lacks = self.plan.lacks_columns() || self.plan.deep || self.plan.scores_own_verdicts();
        let has_keys = self.plan.has_keys(&self.sources);
        let judged = !lacks && self.plan.verdicts.is_empty() && self.holds_verdicts();
        if !lacks && has_keys && !judged {
            return;
        }
        let mut before: Vec<(usize, Inspection)> = Vec::new();
        for (index, source) in self.sources.iter_mut().enumerate() {
            let with = source.inspection.as_ref().ok().and_then(Inspection::with_members);
            if let Some(with) = with
                && let Ok(inspection) = source.exchange(with)
            {
                before.push((index, inspection));
            }
        }
        if before.is_empty() {
            return;
        }
        let plan = self.new_plan();
        // A question about columns says more than that there are none.
        let asks = plan.question.is_some() && self.plan.question.is_none();
        let whole = !plan.lacks_columns() && !plan.deep;
        // What a file says itself of its answers says less than gold answers beside them.
        let whole = whole && (!plan.scores_own_verdicts() || self.plan.lacks_columns());
        let same = |field: Field| {
            plan.used().eq(self.plan.used())
                && plan
                    .used()
                    .all(|file| plan.maps[file].one(field) == self.plan.maps[file].one(field))
        };
        // Where nothing else was missing, nothing else is read otherwise.
        let better = if judged && has_keys {
            !plan.verdicts.is_empty() && same(Field::Answers) && same(Field::Prediction)
        } else {
            (whole && (lacks || plan.has_keys(&self.sources))) || asks
        };
        for (index, inspection) in before {
            let with = self.sources[index].exchange(inspection);
            if let Ok(with) = with.map_err(drop)
                && better
            {
                self.sources[index].take_inspection(with);
            }
        }
        if better {
            self.plan = plan;
            self.pairing = None;
        }
    }

    /// Whether objects beside the predictions say of each whether it is right.
    fn holds_verdicts(&self) -> bool {
        let names = ["is_correct", "correct", "verdict", "passed", "grade", "correctness"];
        let says = |text: &str| {
            let member = names.iter().find_map(|name| json::member(text, name));
            member.is_some_and(|value| verdict(&value.text()).is_some())
        };
        self.plan.predictions.iter().any(|file| {
            let Ok(inspection) = &self.sources[*file].inspection else { return false };
            let sample = &inspection.sample;
            let rows = || 0..sample.rows();
            (0..sample.columns().len()).any(|column| {
                let judged = |row: &usize| {
                    let cell = sample.cell(*row, column);
                    cell.kind == Kind::Object && says(cell.text)
                };
                rows().filter(judged).count() * 2 > sample.rows()
            })
        })
    }

    /// Lists of gold answers and predictions that stand side by side, one element for each question, become
    /// rows: their lengths are the same in every record, and values come again in them, which those of a set
    /// do not.
    pub(super) fn open_lists(&mut self) {
        let Some(gold) = self.plan.gold else { return };
        let [run] = self.plan.predictions[..] else { return };
        let column = |file: usize, field: Field| self.plan.maps[file].one(field).map(str::to_owned);
        let (Some(answers), Some(said)) =
            (column(gold, Field::Answers), column(run, Field::Prediction))
        else {
            return;
        };
        let lists = |file: usize, name: &str| -> Option<Vec<Vec<String>>> {
            let sample = &self.sources[file].inspection.as_ref().ok()?.sample;
            let column = sample.column(name)?;
            (0..sample.rows()).map(|row| plain_list(sample.cell(row, column))).collect()
        };
        let (Some(golds), Some(predictions)) = (lists(gold, &answers), lists(run, &said)) else {
            return;
        };
        let repeats = |list: &&Vec<String>| {
            list.iter().enumerate().any(|(place, one)| list[..place].contains(one))
        };
        let long: Vec<&Vec<String>> = golds.iter().filter(|list| list.len() > 2).collect();
        let again = long.iter().copied().filter(repeats).count();
        let Some(rows) = self.rows_together(gold, run) else { return };
        let alike = |(gold, run): &(usize, usize)| golds[*gold].len() == predictions[*run].len();
        if long.is_empty() || again * 3 < long.len() * 2 || !rows.iter().all(alike) {
            return;
        }
        let with = |file: usize, own: &[Vec<String>]| {
            let inspection = self.sources[file].inspection.as_ref().ok()?;
            let alike = inspection.sample.columns().iter().filter(|name| {
                let is_long = |(list, own): (&Vec<String>, &Vec<String>)| list.len() == own.len();
                lists(file, name).is_some_and(|lists| lists.iter().zip(own).all(is_long))
            });
            let alike: Vec<String> = alike.cloned().collect();
            inspection.with_elements(&alike)
        };
        let mut opened = vec![(gold, with(gold, &golds))];
        if run != gold {
            opened.push((run, with(run, &predictions)));
        }
        if opened.iter().any(|(_, with)| with.is_none()) {
            return;
        }
        for (file, with) in opened {
            if let Some(with) = with {
                self.sources[file].take_inspection(with);
            }
        }
        self.pairing = None;
        self.plan = self.new_plan();
    }

    /// The first rows of a gold file and a run that have the same id; of one file, the same rows. `None` where
    /// hardly any do.
    fn rows_together(&self, gold: usize, run: usize) -> Option<Vec<(usize, usize)>> {
        let sample = |file: usize| Some(&self.sources[file].inspection.as_ref().ok()?.sample);
        let (ours, theirs) = (sample(gold)?, sample(run)?);
        if gold == run {
            return Some((0..ours.rows()).map(|row| (row, row)).collect());
        }
        let [a, b] = [(gold, ours), (run, theirs)]
            .map(|(file, sample)| self.plan.maps[file].index(sample, Field::Id));
        let (a, b) = (a?, b?);
        let place = |text: &str| (0..theirs.rows()).find(|row| theirs.cell(*row, b).text == text);
        let rows = 0..ours.rows();
        let found: Vec<(usize, usize)> =
            rows.filter_map(|row| Some((row, place(ours.cell(row, a).text)?))).collect();
        (found.len() > 1 && found.len() * 2 >= ours.rows()).then_some(found)
    }
}

/// The elements of a list of plain values.
fn plain_list(cell: Cell<'_>) -> Option<Vec<String>> {
    if cell.kind != Kind::List {
        return None;
    }
    let plain = |value: json::Value<'_>| {
        (!matches!(value.kind, Kind::List | Kind::Object)).then(|| value.text().into_owned())
    };
    json::elements(cell.text).map(|value| plain(value.ok()?)).collect()
}

impl Plan {
    /// Whether gold and predictions have columns by which rows may belong together, or are one file. A chat
    /// as a whole is none: it stands for one question in many ways.
    fn has_keys(&self, sources: &[Source]) -> bool {
        let is_chat = |file: usize, name: &str| {
            sources[file].inspection.as_ref().is_ok_and(|inspection| {
                let sample = &inspection.sample;
                let chat = |row, column| turn(sample.cell(row, column).text, Turn::User).is_some();
                let column = sample.column(name);
                column.is_some_and(|column| (0..sample.rows()).any(|row| chat(row, column)))
            })
        };
        let key = |file: usize| {
            let map = &self.maps[file];
            let question = map.one(Field::Question).filter(|column| !is_chat(file, column));
            map.one(Field::Id).or(question).is_some()
        };
        let one = |file: &usize| self.gold == Some(*file);
        self.predictions.iter().all(one)
            || self.gold.iter().chain(&self.predictions).all(|file| key(*file))
    }

    /// Whether nothing can be scored for want of files or columns, or the columns are a question.
    pub(super) fn lacks_columns(&self) -> bool {
        let problem = self.problems.iter().any(|problem| problem.code == "no_column");
        problem
            || self.gold.is_none()
            || self.predictions.is_empty()
            || self.question.is_some()
            || self.nameless
    }

    /// Weighs all readings of the files, and takes the best where it is clearly better than what names
    /// say, or where these say too little.
    pub(super) fn read_files(&mut self, sources: &[Source], choices: &Choices) {
        let files: Vec<usize> = (0..sources.len())
            .filter(|file| {
                let role = self.roles[*file].as_ref().map(|role| role.value);
                !sources[*file].is_report()
                    && sources[*file].inspection.is_ok()
                    && role != Some(Role::NaProb)
            })
            .collect();
        let inspections: Vec<&Inspection> =
            files.iter().filter_map(|file| sources[*file].inspection.as_ref().ok()).collect();
        let none = inspections.iter().any(|one| one.sample.rows() == 0);
        if inspections.is_empty() || none || inspections.iter().any(|one| is_official(one)) {
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
        if choices.preset.as_deref() == Some(OWN_VERDICTS)
            && let Some(runs) = verdicts_of(&candidates)
        {
            return self.take_own_verdicts(sources, choices, &files, &runs);
        }
        match search(&candidates) {
            Outcome::Nothing => {}
            Outcome::Verdicts(runs) => {
                if self.gold.is_none() || self.predictions.is_empty() || self.lacks_a_side() {
                    self.take_own_verdicts(sources, choices, &files, &runs);
                }
            }
            Outcome::Confirmed(reading) => self.confirm(sources, choices, &files, &reading),
            Outcome::Found(reading) => self.take(sources, choices, &files, &reading),
            Outcome::Unclear(reading, rivals) => {
                self.take(sources, choices, &files, &reading);
                self.ask(sources, &files, &reading, &rivals);
            }
        }
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
    fn confirm(
        &mut self,
        sources: &[Source],
        choices: &Choices,
        files: &[usize],
        reading: &Reading,
    ) {
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
        if !self.keys_hold(files, reading) {
            let mut found = self.found(files, reading);
            found.retain(|(_, field, ..)| *field == Field::Id);
            self.map_columns(sources, choices, &found);
        }
        for map in &mut self.maps {
            let guessed = |guess: &&mut Guessed| {
                guess.certainty == Certainty::Guessed
                    && matches!(guess.field, Field::Answers | Field::Prediction)
            };
            map.columns.iter_mut().filter(guessed).for_each(|guess| {
                guess.certainty = Certainty::Proven;
            });
        }
        self.add_aliases(files, reading);
        self.part_runs(files, &reading.runs);
        self.take_verdicts(files, reading);
        self.doubts.extend(reading.beside.clone());
        self.doubt_version(files, reading);
        let rival = reading.rival.as_ref().filter(|_| left_open);
        self.doubt_reading(sources, files, rival.or(reading.other.as_ref()));
    }

    /// Takes a column of further right answers for gold answers, too.
    fn add_aliases(&mut self, files: &[usize], reading: &Reading) {
        let map = &mut self.maps[files[reading.gold]];
        let Some(column) = reading.aliases.as_ref().filter(|_| map.of(Field::Answers).count() == 1)
        else {
            return;
        };
        if map
            .field_of(column)
            .is_none_or(|guess| matches!(guess.field, Field::Group | Field::Detail))
        {
            map.columns.retain(|guess| guess.column != *column);
            map.columns.push(Guessed {
                field: Field::Answers,
                column: column.clone(),
                certainty: Certainty::Proven,
                reason: "further right answers".to_owned(),
            });
        }
    }

    /// Takes note of the columns of verdicts; of several columns of predictions nobody knows which one they
    /// are about.
    fn take_verdicts(&mut self, files: &[usize], reading: &Reading) {
        for run in &reading.runs {
            let places = self.predictions.iter().enumerate();
            let places = places.filter(|(_, file)| **file == files[run.file]);
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
                let maps = self.run_maps.iter_mut().flatten();
                for map in maps.chain(self.maps.get_mut(files[run.file])) {
                    map.columns.retain(|guess| !of_run(guess));
                }
            }
        }
    }

    /// Takes what values say.
    fn take(&mut self, sources: &[Source], choices: &Choices, files: &[usize], reading: &Reading) {
        let gold = files[reading.gold];
        self.give_roles(sources, files, gold, &reading.runs, &reading.reason);
        let found = self.found(files, reading);
        self.map_columns(sources, choices, &found);
        self.add_aliases(files, reading);
        self.part_runs(files, &reading.runs);
        self.take_verdicts(files, reading);
        let rival = reading.rival.as_ref().or(reading.other.as_ref());
        self.doubt_reading(sources, files, rival);
        self.doubts.extend(reading.doubt.clone().into_iter().chain(reading.beside.clone()));
        self.doubt_version(files, reading);
        self.nameless = reading.nameless;
    }

    /// Takes what the files say themselves of their answers for the score.
    fn take_own_verdicts(
        &mut self,
        sources: &[Source],
        choices: &Choices,
        files: &[usize],
        runs: &[Run],
    ) {
        let chosen = |file: &usize| {
            self.roles[*file].as_ref().is_some_and(|role| role.certainty == Certainty::Chosen)
        };
        let asked = |one: &ColumnChoice| matches!(one.field, Field::Answers | Field::Prediction);
        if files.iter().any(chosen) || choices.columns.iter().any(asked) {
            return;
        }
        let reason = "it says of each answer whether it is right";
        self.give_roles(sources, files, files[0], runs, reason);
        let found: Vec<(usize, Field, String, String)> = runs
            .iter()
            .map(|run| {
                (files[run.file], Field::Prediction, run.columns[0].clone(), reason.to_owned())
            })
            .collect();
        self.map_columns(sources, choices, &found);
        self.problems.retain(|problem| problem.code != "no_column");
        self.part_runs(files, runs);
        let columns: Vec<&str> =
            runs.iter().flat_map(|run| &run.columns).map(String::as_str).collect();
        self.doubts.push(format!(
            "nothing was compared: the score is what the file says itself in its {} {}",
            if columns.len() == 1 { "column" } else { "columns" },
            columns.join(", ")
        ));
        self.adopted = Some(Adopted {
            preset: OWN_VERDICTS.to_owned(),
            set: BTreeMap::new(),
            reason: "the file says itself which answers are right".to_owned(),
        });
    }

    /// Whether nothing is compared, and the score is what the files say themselves of their answers.
    fn scores_own_verdicts(&self) -> bool {
        self.adopted.as_ref().is_some_and(|one| one.preset == OWN_VERDICTS)
    }

    /// Whether no column is known for the gold answers, or none for the predictions.
    fn lacks_a_side(&self) -> bool {
        let lacks = |file: &usize, field| self.maps[*file].one(field).is_none();
        self.gold.is_none_or(|gold| lacks(&gold, Field::Answers))
            || self.predictions.iter().any(|file| lacks(file, Field::Prediction))
    }

    /// Gives files the roles of a reading: one holds the gold answers, those of the runs hold predictions.
    fn give_roles(
        &mut self,
        sources: &[Source],
        files: &[usize],
        gold: usize,
        runs: &[Run],
        reason: &str,
    ) {
        for (place, file) in files.iter().enumerate() {
            let runs = runs.iter().any(|run| run.file == place);
            let role = match (*file == gold, runs) {
                (true, true) => Role::Table,
                (true, false) => Role::Gold,
                (false, true) => Role::Predictions,
                (false, false) => {
                    let role = &mut self.roles[*file];
                    role.take_if(|role| {
                        role.certainty != Certainty::Chosen && role.value.has_predictions()
                    });
                    continue;
                }
            };
            let chosen =
                self.roles[*file].as_ref().is_some_and(|role| role.certainty == Certainty::Chosen);
            if !chosen {
                self.roles[*file] = Some(Guess {
                    value: role,
                    certainty: Certainty::Proven,
                    reason: reason.to_owned(),
                });
            }
        }
        self.take_roles();
        // The file of the gold answers comes first, whatever was guessed before.
        self.gold = Some(gold);
        self.problems.clear();
        for source in sources {
            if let Err(error) = &source.inspection {
                self.problems.extend(error.problems.iter().cloned());
            }
        }
    }

    /// The columns of a reading, as they are mapped: file, field, column, reason.
    fn found(&self, files: &[usize], reading: &Reading) -> Vec<(usize, Field, String, String)> {
        let gold = files[reading.gold];
        let reason = &reading.reason;
        let mut found = vec![(gold, Field::Answers, reading.answers.clone(), reason.clone())];
        let hold = self.keys_hold(files, reading);
        for Run { file, columns, key, .. } in &reading.runs {
            found.push((files[*file], Field::Prediction, columns[0].clone(), reason.clone()));
            if let Some((theirs, ours)) = key.as_ref().filter(|_| !hold) {
                let reason = "its values are in both files".to_owned();
                found.push((files[*file], Field::Id, theirs.clone(), reason.clone()));
                found.push((gold, Field::Id, ours.clone(), reason));
            }
        }
        found
    }

    /// Whether the columns that are mapped as ids or questions are those by which rows belong together.
    fn keys_hold(&self, files: &[usize], reading: &Reading) -> bool {
        let gold = files[reading.gold];
        reading.runs.iter().all(|run| {
            run.key.as_ref().is_none_or(|(theirs, ours)| {
                let is = |file: usize, field: Field, name: &str| {
                    self.maps[file].of(field).any(|column| column == name)
                };
                [Field::Id, Field::Question]
                    .into_iter()
                    .any(|field| is(files[run.file], field, theirs) && is(gold, field, ours))
            })
        })
    }

    /// Several columns of predictions in one file are several runs.
    fn part_runs(&mut self, files: &[usize], runs: &[Run]) {
        let chosen =
            self.maps.iter().flat_map(|map| &map.columns).any(|guess| {
                guess.field == Field::Prediction && guess.certainty == Certainty::Chosen
            });
        if chosen || runs.iter().all(|run| run.columns.len() < 2) {
            return;
        }
        let known = std::mem::take(&mut self.predictions);
        for file in known {
            let run = runs.iter().find(|run| files[run.file] == file);
            let columns = run.map_or(&[][..], |run| &run.columns);
            if columns.len() < 2 {
                self.predictions.push(file);
                self.run_maps.push(None);
                continue;
            }
            for column in columns {
                self.predictions.push(file);
                self.run_maps.push(Some(self.of_run(file, column)));
            }
        }
    }

    /// The columns of a file with this one as its predictions.
    fn of_run(&self, file: usize, column: &str) -> ColumnMap {
        let mut map = self.maps[file].clone();
        map.columns.retain(|guess| guess.column != column || guess.field == Field::Prediction);
        for guess in map.columns.iter_mut().filter(|guess| guess.field == Field::Prediction) {
            column.clone_into(&mut guess.column);
        }
        map
    }

    /// Another reading that may be meant.
    fn doubt_reading(&mut self, sources: &[Source], files: &[usize], rival: Option<&Rival>) {
        let is_chosen = |rival: &Rival| {
            let field = if rival.is_gold { Field::Answers } else { Field::Prediction };
            let map = &self.maps[files[rival.file]];
            let mut all = map.columns.iter().filter(|guess| guess.field == field);
            all.any(|guess| guess.certainty == Certainty::Chosen)
        };
        let Some(rival) = rival.filter(|rival| !is_chosen(rival)) else { return };
        let what = if rival.is_gold { "the gold answers" } else { "the model's answers" };
        let name = &sources[files[rival.file]].name;
        let doubt = format!(
            "{} of {name} may hold {what} instead: with it about {} would be right",
            rival.column,
            about_percent(rival.would_give)
        );
        self.doubt_column(files, rival, doubt);
    }

    /// A doubt about a column, and the column that may be meant.
    fn doubt_column(&mut self, files: &[usize], rival: &Rival, doubt: String) {
        let field = if rival.is_gold { Field::Answers } else { Field::Prediction };
        if let Some(role) = self.roles[files[rival.file]].as_ref().map(|role| role.value) {
            let column = rival.column.clone();
            self.columns.push((doubt.clone(), ColumnChoice { role, field, column }));
        }
        self.doubts.push(doubt);
    }

    /// Another version of the gold answers beside them.
    fn doubt_version(&mut self, files: &[usize], reading: &Reading) {
        let Some(version) = &reading.version else { return };
        let doubt = format!(
            "{} may hold the gold answers that are meant, and not {}: with it about {} would be right",
            version.column,
            reading.answers,
            about_percent(version.would_give)
        );
        self.doubt_column(files, version, doubt);
    }

    /// Asks which column it is.
    fn ask(&mut self, sources: &[Source], files: &[usize], reading: &Reading, rivals: &[Rival]) {
        let is_gold = rivals.iter().all(|rival| rival.is_gold);
        let field = if is_gold { Field::Answers } else { Field::Prediction };
        let (first, file) = if is_gold {
            (reading.answers.clone(), files[reading.gold])
        } else {
            (reading.runs[0].columns[0].clone(), files[reading.runs[0].file])
        };
        let Some(role) = self.roles[file].as_ref().map(|role| role.value) else { return };
        let text = if is_gold {
            format!("Which column of {} holds the gold answers?", sources[file].name)
        } else {
            format!("Which column of {} holds the model's answers?", sources[file].name)
        };
        let Ok(inspection) = &sources[file].inspection else { return };
        let sample = &inspection.sample;
        let others = rivals
            .iter()
            .filter(|rival| rival.is_gold == is_gold && files[rival.file] == file)
            .map(|rival| (rival.column.as_str(), Some(rival.would_give)));
        let columns: Vec<(&str, Option<f64>)> =
            std::iter::once((first.as_str(), reading.gives)).chain(others).collect();
        let text_of = |row: usize, column: &str| {
            let at = sample.column(column);
            at.map_or("", |at| sample.cell(row, at).text)
        };
        // Rows in which they differ tell them apart.
        let differ = |row: &usize| {
            columns.iter().any(|(column, _)| text_of(*row, column) != text_of(*row, &first))
        };
        let told: Vec<usize> = (0..sample.rows()).filter(differ).take(2).collect();
        let answer = |(column, would_give): &(&str, Option<f64>)| Answer {
            choice: (*column).to_owned(),
            shows: told.iter().map(|row| text_of(*row, column).to_owned()).collect(),
            would_give: *would_give,
            columns: vec![ColumnChoice { role, field, column: (*column).to_owned() }],
        };
        let options: Vec<Answer> = columns.iter().map(answer).collect();
        if options.len() > 1 {
            self.question = Some(Question { text, options });
        }
    }
}
