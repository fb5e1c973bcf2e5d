//! Which columns of the files are what, and what is missing or in doubt of that.

use super::Source;
use super::composite::{complete_key, run_column};
use super::plan::Plan;
use super::reading::is_gold_form;
use crate::base::diagnostic::{Code, Diagnostic, ON_PAGE};
use crate::base::types::{Certainty, Field, Guess, Role};
use crate::doubt::GuessedColumn;
use crate::join::repeated;
use crate::session::protocol::Choices;
use crate::table::{Cell, Kind, PLACE};
use crate::understand::schema::{ColumnMap, Guessed, answers_of, map_columns, programs, unwrapped};

impl Plan {
    /// Maps the columns of all files: first as chosen, then by values, then by names.
    pub(super) fn map_columns(
        &mut self,
        sources: &[Source],
        choices: &Choices,
        found: &[(usize, Guessed)],
    ) {
        self.maps.clear();
        for (index, source) in sources.iter().enumerate() {
            let role = self.role_of(index);
            let map = match (&source.inspection, role) {
                (Ok(inspection), Some(role)) => {
                    let mut problems = Vec::new();
                    let own = found
                        .iter()
                        .filter(|(file, guess)| *file == index && guess.field.belongs_to(role));
                    let found: Vec<Guessed> = own.map(|(_, guess)| guess.clone()).collect();
                    let sample = &inspection.sample;
                    let mut map =
                        map_columns(sample, role, &choices.columns, &found, &mut problems);
                    // Elements of one record share its id.
                    let ids = map.of(Field::Id).filter(|id| *id != PLACE).count();
                    if sample.column(PLACE).is_some() && ids > 0 {
                        map.columns.retain(|guess| guess.column != PLACE);
                        let reason = "the position in the lists of a record";
                        map.columns.push(Guessed::proven(Field::Id, PLACE, reason));
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
    pub(super) fn holds_objects(&self, sources: &[Source]) -> bool {
        let predictions = self.predictions.iter().map(|file| (*file, Field::Prediction));
        let golds = self.gold.iter().map(|file| (*file, Field::Answers));
        golds.chain(predictions).any(|(file, field)| {
            let Some(cells) = self.cells(sources, file, field) else { return false };
            let rows = cells.len();
            let is_whole = |cell: Cell<'_>| {
                let mut whole = true;
                answers_of(cell, &mut |answer| whole &= answer == cell.text);
                whole
            };
            let object = |cell: &Cell<'_>| {
                cell.kind == Kind::Object && unwrapped(cell.text).is_none() && is_whole(*cell)
            };
            cells.filter(object).count() * 2 > rows
        })
    }

    /// Takes the column that tells the runs of a file apart for their names.
    pub(super) fn name_runs(&mut self, sources: &[Source]) {
        let unique = |gold: usize| {
            let Some(sample) = sources[gold].sample() else { return false };
            repeated(sample, &self.maps[gold].indices(sample, Field::Id)).is_empty()
        };
        // Ids that repeat in the gold file are parts of a key.
        let own = self.gold.is_some_and(|gold| !self.predictions.contains(&gold));
        if own && !self.gold.is_some_and(unique) {
            return;
        }
        for file in self.predictions.clone() {
            let Some(sample) = sources[file].sample() else { continue };
            let several = self.predictions.iter().filter(|other| **other == file).count() > 1
                || programs(sample.columns()).is_some();
            let column = run_column(sample, &self.maps[file], !self.scores_own_verdicts());
            if let Some(column) = column.filter(|_| !several) {
                let columns = &mut self.maps[file].columns;
                columns.retain(|guess| guess.field != Field::Run && guess.column != column);
                let reason = "every question has one row for each value";
                columns.push(Guessed::proven(Field::Run, column, reason));
            }
        }
    }

    /// Adds a column to ids that repeat, where both together are one of a kind.
    pub(super) fn complete_keys(&mut self, sources: &[Source]) {
        let Some(gold) = self.gold else { return };
        let found = complete_key(sources, &mut self.maps, gold, &self.predictions);
        if let Some((partner, id, doubts)) = found {
            self.doubts.extend(doubts);
            let message = format!(
                "{id} alone repeats, but {id} and {partner} together are unique on both sides, so \
                 both form the key"
            );
            let remark = Diagnostic::info(Code::CompositeKey, message).file(&sources[gold].name);
            self.remarks.push(remark.remedy("if this is wrong, say which columns hold the id"));
        }
    }

    /// Names columns without which nothing can be scored, before problems of the preset itself.
    pub(super) fn check_columns(&mut self, sources: &[Source], mut before: usize) {
        let answers = !self.settings.as_ref().is_some_and(|one| one.preset.takes_verdicts());
        let gold = self.gold.filter(|_| answers).map(|index| (index, Field::Answers));
        let predictions = self.predictions.iter().map(|index| (*index, Field::Prediction));
        let na = self.na.map(|index| (index, Field::NaProbability));
        for (index, field) in gold.into_iter().chain(predictions).chain(na).collect::<Vec<_>>() {
            if self.maps[index].one(field).is_none() {
                let problem = no_column(&sources[index], field, self.roles[index].as_ref());
                self.problems.insert(before, problem);
                before += 1;
            }
        }
    }

    /// Columns of answers or predictions that another one may be as well.
    pub(super) fn doubt_columns(&mut self, sources: &[Source]) {
        let mut doubts = Vec::new();
        for index in self.used() {
            let open = |guess: &&Guessed| guess.certainty == Certainty::Guessed;
            for guess in self.maps[index].columns.iter().filter(open) {
                let is_gold = match guess.field {
                    Field::Answers => true,
                    Field::Prediction => false,
                    _ => continue,
                };
                let Guessed { column, reason, .. } = guess.clone();
                let file = sources[index].name.clone();
                doubts.push(GuessedColumn { file, column, is_gold, reason }.into());
            }
        }
        self.doubts.extend(doubts);
    }
}

/// What is wrong with a file that holds nothing but figures, some of them by name.
pub(super) fn only_figures(name: &str, figures: &[&str]) -> Diagnostic {
    let named =
        if figures.is_empty() { String::new() } else { format!(" ({})", figures.join(", ")) };
    let message =
        format!("{name} holds computed figures{named}, not answers that could be compared");
    Diagnostic::error(Code::NoColumn, message)
        .file(name)
        .remedy("give the file with the answers from which these figures were computed")
}

fn no_column(source: &Source, field: Field, role: Option<&Guess<Role>>) -> Diagnostic {
    let role = role.map_or("", |role| role.value.name());
    let columns = source.sample().map(|sample| sample.columns().join(", ")).unwrap_or_default();
    if columns.is_empty() {
        return Diagnostic::error(Code::NoRows, format!("{} holds no complete row", source.name))
            .file(&source.name)
            .remedy("check whether the file is cut off, and export it again");
    }
    if let Ok(inspection) = &source.inspection
        && field != Field::NaProbability
    {
        let seen = source.seen(inspection);
        let figures = seen.figures();
        if !figures.is_empty() || seen.is_of_figures() {
            return only_figures(&source.name, &figures);
        }
    }
    if field == Field::Prediction && source.inspection.as_ref().is_ok_and(is_gold_form) {
        let message =
            format!("{} holds gold answers, like another file, but no predictions", source.name);
        return Diagnostic::error(Code::NoColumn, message)
            .file(&source.name)
            .remedy("give a file of predictions instead");
    }
    let what = match field {
        Field::Answers => "gold answers",
        Field::NaProbability => "probabilities",
        _ => "predictions",
    };
    // In the words of whoever asks.
    let how = if ON_PAGE {
        "in the list of its columns".to_owned()
    } else {
        format!("with --map {role}.{}=COLUMN", field.name())
    };
    let message = format!("no column of {} holds the {what}", source.name);
    Diagnostic::error(Code::NoColumn, message).file(&source.name).remedy(format!(
        "say which one does {how}, or swap the files if their roles are mixed up; its columns are \
         {columns}"
    ))
}
