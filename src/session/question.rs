//! What else the columns of files could be: raises a doubt with a choice that settles it, or asks.

use super::Source;
use super::plan::Question;
use super::reading::Layout;
use super::roles::Roles;
use crate::base::types::{Certainty, ColumnChoice, Field};
use crate::doubt::{AlikeFiles, OtherColumn, OtherVersion};
use crate::session::protocol::Answer;
use crate::table::Table;
use crate::understand::names::{file_says, is_model, says};
use crate::understand::reading::{Reading, Rival};

impl Layout {
    /// Raises a doubt about another possible reading.
    pub(super) fn doubt_reading(
        &mut self,
        sources: &[Source],
        reading: &Reading,
        rival: Option<&Rival>,
    ) {
        let is_chosen = |rival: &Rival| {
            let field = if rival.is_gold { Field::Answers } else { Field::Prediction };
            let map = &self.columns.maps[rival.file];
            let mut all = map.columns.iter().filter(|guess| guess.field == field);
            all.any(|guess| guess.certainty == Certainty::Chosen)
        };
        let is_open = |rival: &&Rival| !is_chosen(rival) && !is_settled(reading, rival);
        let Some(rival) = rival.filter(is_open) else { return };
        let doubt = OtherColumn {
            file: sources[rival.file].name.clone(),
            column: rival.column.clone(),
            is_gold: rival.is_gold,
            would_give: rival.would_give,
            choice: self.choice_of(rival),
        };
        self.notes.doubts.push(doubt.into());
    }

    /// Returns the choice of a column that may be meant.
    fn choice_of(&self, rival: &Rival) -> Option<ColumnChoice> {
        let field = if rival.is_gold { Field::Answers } else { Field::Prediction };
        let role = self.roles.role_of(rival.file)?;
        Some(ColumnChoice { role, field, column: rival.column.clone() })
    }

    /// Files with the same columns, if neither values nor names tell which file holds the gold answers.
    pub(super) fn doubt_alike(&mut self, sources: &[Source], reading: &Reading) {
        let gold = reading.gold;
        let columns = |file: usize| sources[file].sample().map(Table::columns);
        let alike = |file: &usize| {
            // A name that suggests predictions does not make the other file gold.
            let own = file_says(&sources[gold].name);
            let told = own >= 3.0 || (own >= 1.0 && file_says(&sources[*file].name) < 0.0);
            *file != gold && columns(*file) == columns(gold) && !told
        };
        let same = |name: &String| reading.runs.iter().any(|run| run.columns[0] == *name);
        let mut runs = reading.runs.iter().map(|run| run.file);
        if self.roles.is_chosen(gold) || !same(&reading.answers) {
            return;
        }
        if let Some(other) = runs.find(alike) {
            let [gold, other] = [gold, other].map(|file| sources[file].name.clone());
            self.notes.doubts.push(AlikeFiles { gold, other }.into());
        }
    }

    /// Another version of the gold answers next to them.
    pub(super) fn doubt_version(&mut self, reading: &Reading) {
        let Some(version) = &reading.version else { return };
        let doubt = OtherVersion {
            column: version.column.clone(),
            answers: reading.answers.clone(),
            would_give: version.would_give,
            choice: self.choice_of(version),
        };
        self.notes.doubts.push(doubt.into());
    }
}

/// A column that is right at least this often ...
const MOSTLY_RIGHT: f64 = 0.5;
/// ... is meant, and not one that is right at most this often.
const HARDLY_EVER: f64 = 0.01;
/// A column that agrees more often may be a copy of the gold answers.
const COPY: f64 = 0.98;

/// Shares of right answers that differ by less are shown as the same number.
const SAME_NUMBER: f64 = 0.0005;

/// Whether facts decide for a column of predictions and against its rival: it is named as predictions and right
/// more often, or it is mostly right and the rival hardly ever.
fn is_settled(reading: &Reading, rival: &Rival) -> bool {
    let Some(gives) = reading.gives.filter(|gives| !rival.is_gold && *gives < COPY) else {
        return false;
    };
    let column = &reading.runs[0].columns[0];
    // Next to a column that is named for a system, another one may belong to another system.
    let is_named = says(column).prediction >= 1.0 && !is_model(column);
    (is_named && rival.would_give < gives)
        || (gives >= MOSTLY_RIGHT && rival.would_give <= HARDLY_EVER)
}

/// Asks which column it is.
pub(super) fn ask(
    sources: &[Source],
    roles: &Roles,
    reading: &Reading,
    rivals: &[Rival],
) -> Option<Question> {
    let is_gold = rivals.iter().all(|rival| rival.is_gold);
    let run = &reading.runs[0];
    let (field, first, file, what) = if is_gold {
        (Field::Answers, &*reading.answers, reading.gold, "the gold answers")
    } else {
        (Field::Prediction, &*run.columns[0], run.file, "the model's answers")
    };
    let (role, sample) = (roles.role_of(file)?, sources[file].sample()?);
    let others = rivals.iter().filter(|one| one.is_gold == is_gold && one.file == file);
    let others = others.map(|one| (one.column.as_str(), Some(one.would_give)));
    let columns: Vec<(&str, Option<f64>)> =
        std::iter::once((first, reading.gives)).chain(others).collect();
    // If all columns give the same score, there is nothing to choose.
    let given = columns.iter().map(|(_, gives)| gives.unwrap_or(f64::NAN));
    if given.clone().all(|one| (one - reading.gives.unwrap_or(f64::NAN)).abs() < SAME_NUMBER) {
        return None;
    }
    let text_of =
        |row: usize, column: &str| sample.column(column).map_or("", |at| sample.cell(row, at).text);
    // Rows in which the columns differ are the best examples.
    let differ = |row: &usize| {
        columns.iter().any(|(column, _)| text_of(*row, column) != text_of(*row, first))
    };
    let told: Vec<usize> = (0..sample.rows()).filter(differ).take(2).collect();
    let answer = |(column, would_give): &(&str, Option<f64>)| Answer {
        choice: (*column).to_owned(),
        shows: told.iter().map(|row| text_of(*row, column).to_owned()).collect(),
        would_give: *would_give,
        columns: vec![ColumnChoice { role, field, column: (*column).to_owned() }],
    };
    let options: Vec<Answer> = columns.iter().map(answer).collect();
    let text = format!("Which column of {} holds {what}?", sources[file].name);
    (options.len() > 1).then_some(Question { text, options })
}
