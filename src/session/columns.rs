//! What each column of the files holds, and what is missing or doubtful about the columns.

use super::Source;
use super::composite::{complete_key, run_column, run_column_by_id};
use super::plan::{Notes, Parted};
use super::preset::PresetChoice;
use super::reading::is_gold_form;
use super::roles::Roles;
use crate::base::diagnostic::{Code, Diagnostic, ON_PAGE};
use crate::base::types::{Certainty, Field, Guess, Role};
use crate::doubt::{Doubt, GuessedColumn};
use crate::join::repeated;
use crate::programs::columns::programs;
use crate::session::protocol::Choices;
use crate::table::{Cell, Kind, PLACE, json};
use crate::text::records::members;
use crate::understand::names::is_name_of;
use crate::understand::schema::{
    ColumnMap, Guessed, answers_of, map_columns as map_columns_of, unwrapped,
};
use itertools::Itertools as _;

/// Which columns of the files hold what.
#[derive(Clone, Debug, Default)]
pub struct Columns {
    /// Columns of each file.
    pub maps: Vec<ColumnMap>,
    /// The runs, in the order of their files and columns.
    pub runs: Vec<PlannedRun>,
    /// Whether no name identifies the gold answers.
    pub(super) is_nameless: bool,
}

/// A file of predictions, or one of several columns of predictions in a file.
#[derive(Clone, Debug)]
pub struct PlannedRun {
    /// Index of the file.
    pub file: usize,
    /// The run, if it is one column of several.
    pub own: Option<RunMap>,
    /// The column of the file with verdicts on this run.
    pub verdicts: Option<String>,
}

/// One of several columns of predictions in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunMap {
    /// The name of the run.
    pub name: String,
    /// The columns of the file, with this one as its predictions.
    pub map: ColumnMap,
}

impl PlannedRun {
    pub(super) fn whole(file: usize) -> Self {
        Self { file, own: None, verdicts: None }
    }
}

impl Columns {
    /// Takes a column as a part of a file's key, or as the names of its runs: then only the first of several columns of
    /// predictions remains.
    pub(super) fn parted(mut self, Parted { file, column, of_key }: &Parted) -> Self {
        let mut is_first = true;
        self.runs.retain(|run| *of_key || run.file != *file || std::mem::take(&mut is_first));
        let runs = self.runs.iter_mut().filter(|run| run.file == *file);
        let own = if *of_key {
            runs.filter_map(|run| Some(&mut run.own.as_mut()?.map)).collect()
        } else {
            runs.for_each(|run| run.own = None);
            Vec::new()
        };
        for map in own.into_iter().chain([&mut self.maps[*file]]) {
            map.columns.retain(|guess| guess.column != *column);
            let (field, reason) = if *of_key {
                (Field::Id, "it tells rows with the same id apart")
            } else {
                map.columns.retain(|guess| guess.field != Field::Run);
                (Field::Run, "every question has one row for each value")
            };
            map.columns.push(Guessed::proven(field, column.as_str(), reason));
        }
        self
    }

    /// The cells of a file's first rows in the column of a field.
    pub(super) fn cells<'s>(
        &self,
        sources: &'s [Source],
        file: usize,
        field: Field,
    ) -> Option<impl ExactSizeIterator<Item = Cell<'s>> + use<'s>> {
        let sample = sources[file].sample()?;
        let column = self.maps[file].index(sample, field)?;
        Some((0..sample.rows()).map(move |row| sample.cell(row, column)))
    }

    /// The runs that are one column of several of a file.
    pub(crate) fn runs_within(&self, file: usize) -> impl Iterator<Item = &RunMap> {
        self.runs.iter().filter(move |run| run.file == file).filter_map(|run| run.own.as_ref())
    }

    /// The column of verdicts on a run in its file.
    pub(super) fn verdicts_of(&self, run: usize) -> Option<&String> {
        self.runs.get(run)?.verdicts.as_ref()
    }

    /// Whether files have verdicts of their own.
    pub(super) fn have_verdicts(&self) -> bool {
        self.runs.iter().any(|run| run.verdicts.is_some())
    }
}

/// Maps the columns of all files: first as chosen, then by what values showed, then by names. Also returns the
/// problems with the choices.
pub(super) fn map_columns(
    sources: &[Source],
    roles: &Roles,
    choices: &Choices,
    found: &[(usize, Guessed)],
) -> (Columns, Vec<Diagnostic>) {
    let mut all_problems = Vec::new();
    let found = found.iter().into_group_map_by(|(file, _)| *file);
    let map = |(index, source): (usize, &Source)| {
        let (Ok(inspection), Some(role)) = (&source.inspection, roles.role_of(index)) else {
            return ColumnMap::default();
        };
        let own = found.get(&index).into_iter().flatten().map(|(_, guess)| guess);
        let found: Vec<Guessed> =
            own.filter(|guess| guess.field.belongs_to(role)).cloned().collect();
        let (sample, mut problems) = (&inspection.sample, Vec::new());
        let mut map = map_columns_of(sample, role, &choices.columns, &found, &mut problems);
        // Elements of one record share its id, so their position completes the key.
        let ids = map.of(Field::Id).filter(|id| *id != PLACE).count();
        if sample.column(PLACE).is_some() && ids > 0 {
            map.columns.retain(|guess| guess.column != PLACE);
            let reason = "the position in the lists of a record";
            map.columns.push(Guessed::proven(Field::Id, PLACE, reason));
        }
        all_problems.extend(problems.into_iter().map(|problem| problem.file(&source.name)));
        map
    };
    let maps = sources.iter().enumerate().map(map).collect();
    let runs = roles.predictions.iter().map(|file| PlannedRun::whole(*file)).collect();
    (Columns { maps, runs, is_nameless: false }, all_problems)
}

/// Removes answers and predictions whose column was taken only because no other was left, if a file of the other
/// side has a column of the same name for something else: then the column describes the question.
pub(super) fn drop_leftovers(sources: &[Source], roles: &Roles, mut columns: Columns) -> Columns {
    let Some(gold) = roles.gold else { return columns };
    let is_side = |guess: &Guessed| matches!(guess.field, Field::Answers | Field::Prediction);
    let tells_of_question = |file: usize, other: usize, guess: &Guessed| {
        let is_there =
            sources[other].sample().is_some_and(|one| one.column(&guess.column).is_some());
        let is_left_over = guess.certainty == Certainty::Guessed
            && is_side(guess)
            && !is_name_of(&guess.column, guess.field);
        let of_other = columns.maps[other].field_of(&guess.column);
        file != other && is_left_over && is_there && !of_other.is_some_and(is_side)
    };
    let pairs = roles.predictions.iter().flat_map(|file| [(gold, *file), (*file, gold)]);
    let left_over: Vec<(usize, String)> = pairs
        .flat_map(|(file, other)| {
            let all = columns.maps[file].columns.iter();
            all.filter(move |guess| tells_of_question(file, other, guess))
                .map(move |guess| (file, guess.column.clone()))
        })
        .collect();
    for (file, column) in left_over {
        columns.maps[file].columns.retain(|guess| !is_side(guess) || guess.column != column);
    }
    columns
}

/// Whether most of the first answers of a side are objects, and no member is known to be the answer.
pub(super) fn hold_objects(sources: &[Source], roles: &Roles, columns: &Columns) -> bool {
    if hold_records(sources, roles, columns) {
        return false;
    }
    let predictions = roles.predictions.iter().map(|file| (*file, Field::Prediction));
    let golds = roles.gold.iter().map(|file| (*file, Field::Answers));
    golds.chain(predictions).any(|(file, field)| {
        let Some(cells) = columns.cells(sources, file, field) else { return false };
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

/// A member with at least this many bytes is a text of its own.
const LONG_MEMBER: usize = 300;

/// Whether most of the first answers of both sides are records or calls with the same members: then they are
/// compared as a whole, because one member does not stand for all.
fn hold_records(sources: &[Source], roles: &Roles, columns: &Columns) -> bool {
    let names = |file: usize, field: Field| -> Option<(Vec<Vec<String>>, usize)> {
        let cells = columns.cells(sources, file, field)?;
        let rows = cells.len();
        Some((cells.filter_map(|cell| members(cell.text)).collect(), rows))
    };
    let Some((golds, rows)) = roles.gold.and_then(|gold| names(gold, Field::Answers)) else {
        return false;
    };
    // Nobody compares several long texts in one.
    let is_long = |file: usize, field: Field| {
        let cells = columns.cells(sources, file, field).map(|cells| (cells.len(), cells));
        let member = |cell: Cell<'_>| {
            let texts = json::members(cell.text).map_while(Result::ok);
            texts.filter(|(_, value)| value.text().len() >= LONG_MEMBER).count() > 1
        };
        cells.is_some_and(|(rows, cells)| cells.filter(|cell| member(*cell)).count() * 2 > rows)
    };
    let are_long = |file: &usize| is_long(*file, Field::Prediction);
    if roles.gold.is_some_and(|gold| is_long(gold, Field::Answers))
        && roles.predictions.iter().all(are_long)
    {
        return false;
    }
    let enough = |found: usize, rows: usize| found > 1 && found * 2 > rows;
    enough(golds.iter().filter(|names| names.len() > 1).count(), rows)
        && !roles.predictions.is_empty()
        && roles.predictions.iter().all(|file| {
            let Some((said, rows)) = names(*file, Field::Prediction) else { return false };
            enough(said.iter().filter(|names| golds.contains(names)).count(), rows)
        })
}

/// Takes the column that distinguishes the runs of a file as their names. `compares` is whether answers are
/// compared with gold answers.
pub(super) fn name_runs(
    sources: &[Source],
    roles: &Roles,
    mut columns: Columns,
    compares: bool,
) -> Columns {
    let unique = |gold: usize| {
        let Some(sample) = sources[gold].sample() else { return false };
        repeated(sample, &columns.maps[gold].indices(sample, Field::Id)).is_empty()
    };
    // Ids that repeat in the gold file are parts of a composite key.
    let own = roles.gold.is_some_and(|gold| !roles.predictions.contains(&gold));
    if own && !roles.gold.is_some_and(unique) {
        return columns;
    }
    for file in roles.predictions.iter().copied() {
        let Some(sample) = sources[file].sample() else { continue };
        let several = columns.runs.iter().filter(|run| run.file == file).count() > 1
            || programs(sample.columns()).is_some();
        let column = run_column(sample, &columns.maps[file], compares);
        let by_id = || run_column_by_id(sample, &columns.maps[file], compares);
        let unkeyed = if column.is_none() && !several { by_id() } else { None };
        if let Some((_, id)) = &unkeyed {
            let own = &mut columns.maps[file].columns;
            own.retain(|guess| guess.column != *id);
            let reason = "each of its values occurs once in every run";
            own.push(Guessed::proven(Field::Id, id.as_str(), reason));
        }
        let column = column.or(unkeyed.map(|(column, _)| column));
        if let Some(column) = column.filter(|_| !several) {
            let own = &mut columns.maps[file].columns;
            own.retain(|guess| guess.field != Field::Run && guess.column != column);
            let reason = "each question has one row for each of its values";
            own.push(Guessed::proven(Field::Run, column, reason));
        }
    }
    columns
}

/// Adds a column to ids that repeat, if both together are unique.
pub(super) fn complete_keys(
    sources: &[Source],
    roles: &Roles,
    mut columns: Columns,
) -> (Columns, Notes) {
    let mut notes = Notes::default();
    let Some(gold) = roles.gold else { return (columns, notes) };
    let files: Vec<usize> = columns.runs.iter().map(|run| run.file).collect();
    let found = complete_key(sources, &mut columns.maps, gold, &files);
    if let Some((partner, id, doubts)) = found {
        notes.doubts = doubts;
        let message = format!(
            "{id} alone repeats, but {id} and {partner} together are unique on both sides, so \
             both form the key"
        );
        let remark = Diagnostic::info(Code::CompositeKey, message).file(&sources[gold].name);
        notes.remarks.push(remark.remedy("if this is wrong, choose the columns of the id"));
    }
    (columns, notes)
}

/// Names columns without which nothing can be scored.
pub(super) fn missing_columns(
    sources: &[Source],
    roles: &Roles,
    columns: &Columns,
    preset: &PresetChoice,
) -> Vec<Diagnostic> {
    let answers = !preset.settings.as_ref().is_some_and(|one| one.preset.takes_verdicts());
    let gold = roles.gold.filter(|_| answers).map(|index| (index, Field::Answers));
    let predictions = columns.runs.iter().map(|run| (run.file, Field::Prediction));
    let na = roles.na.map(|index| (index, Field::NaProbability));
    let needed = gold.into_iter().chain(predictions).chain(na);
    let missing = needed.filter(|(index, field)| columns.maps[*index].one(*field).is_none());
    let problem = |(index, field): (usize, Field)| {
        no_column(&sources[index], field, roles.of[index].as_ref())
    };
    let blank = || {
        let is_plain = preset.settings.as_ref().is_some_and(|one| one.preset.is_plain());
        let mut files: Vec<usize> = columns.runs.iter().map(|run| run.file).collect();
        files.dedup();
        files.retain(|file| is_plain && sources[*file].is_whole());
        let is_chosen = |id: &Guess<String>| id.certainty == Certainty::Chosen;
        let allowed = if preset.id.as_ref().is_some_and(is_chosen) { MOST_BLANKS } else { 0 };
        files.into_iter().filter_map(move |file| only_blanks(sources, columns, file, allowed))
    };
    let found: Vec<Diagnostic> = missing.map(problem).collect();
    if found.is_empty() { blank().collect() } else { found }
}

/// Up to this many outputs may all be blank if somebody has chosen the rules for scoring them.
const MOST_BLANKS: usize = 4;

/// The problem with a file in which no row has a prediction; `allowed` rows may have none.
fn only_blanks(
    sources: &[Source],
    columns: &Columns,
    file: usize,
    allowed: usize,
) -> Option<Diagnostic> {
    let sample = sources[file].sample().filter(|sample| sample.rows() > allowed)?;
    let name = columns.maps[file].one(Field::Prediction)?;
    let alone = columns.runs.iter().filter(|run| run.file == file).count() == 1;
    let column = sample.column(name).filter(|_| alone)?;
    let is_blank = |row: usize| sample.cell(row, column).text.trim().is_empty();
    (0..sample.rows()).all(is_blank).then(|| {
        let file = &sources[file].name;
        let message =
            format!("column {name} of {file} is empty in all rows: there are no predictions");
        let found = Diagnostic::error(Code::NoColumn, message).file(file).column(name);
        found.remedy("give the file with the outputs, or choose the column that holds them")
    })
}

/// Returns doubts about columns of answers or predictions if another column may be meant.
pub(super) fn doubt_columns(sources: &[Source], roles: &Roles, columns: &Columns) -> Vec<Doubt> {
    let mut doubts = Vec::new();
    for index in roles.used() {
        let open = |guess: &&Guessed| guess.certainty == Certainty::Guessed;
        for guess in columns.maps[index].columns.iter().filter(open) {
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
    doubts
}

/// The problem with a file that holds only figures, some of them named as such.
pub(super) fn only_figures(name: &str, figures: &[&str]) -> Diagnostic {
    let named =
        if figures.is_empty() { String::new() } else { format!(" ({})", figures.join(", ")) };
    let message = format!("{name} holds computed figures{named}, not answers to compare");
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
            format!("{} holds gold answers, as another file does, but no predictions", source.name);
        return Diagnostic::error(Code::NoColumn, message)
            .file(&source.name)
            .remedy("give a file of predictions instead");
    }
    let what = match field {
        Field::Answers => "gold answers",
        Field::NaProbability => "probabilities",
        _ => "predictions",
    };
    // The remedy differs between the page and the command line.
    let how = if ON_PAGE {
        "in the list of columns".to_owned()
    } else {
        format!("with --map {role}.{}=COLUMN", field.name())
    };
    let message = format!("no column of {} holds the {what}", source.name);
    Diagnostic::error(Code::NoColumn, message).file(&source.name).remedy(format!(
        "choose the column {how}, or swap the files if their roles are mixed up; the columns are \
         {columns}"
    ))
}
