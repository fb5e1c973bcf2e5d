//! Which role each column has: by its name first, by the shape of its cells second.

use super::answers::unwrapped;
use super::map::{ColumnMap, Guessed};
use super::pair::of_table;
use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::types::{Certainty, ColumnChoice, Field, Role, VariantArray as _};
use crate::programs::columns::{Programs, program, programs, solution};
use crate::table::{Cell, Kind, Table};
use crate::understand::names::{
    BESIDE, CATEGORY, KEY, LIST, LOOSE_PREDICTION, PYTHON, RESULT, TAMPERS, VALUE, VERDICTS,
    canonical, is_aside, is_name_of, is_of_task, is_program, names_of,
};
use std::collections::{HashMap, HashSet};

/// Maps the columns of a file that has `role`, given its first rows. Choices come first, then what values
/// showed; everything else is guessed. Choices that name no column of the file become diagnostics.
pub fn map_columns(
    sample: &Table,
    role: Role,
    choices: &[ColumnChoice],
    found: &[Guessed],
    problems: &mut Vec<Diagnostic>,
) -> ColumnMap {
    let mut map = ColumnMap::default();
    let mut free: Vec<&str> = sample.columns().iter().map(String::as_str).collect();
    // A file that holds both sides has the columns of both roles.
    let is_here = |choice: &&ColumnChoice| {
        choice.role == role || (role == Role::Table && choice.role != Role::NaProb)
    };
    for choice in choices.iter().filter(is_here) {
        if choice.column == VALUE && may_have_bare_values(sample, role) {
            add_bare_values(sample, role, &mut free, &mut map);
        } else if free.contains(&choice.column.as_str()) {
            map.columns.push(Guessed {
                field: choice.field,
                column: choice.column.clone(),
                certainty: Certainty::Chosen,
                reason: "chosen".to_owned(),
            });
        } else {
            problems.push(
                Diagnostic::error(
                    Code::UnknownColumn,
                    format!("there is no column {:?} in the {} file", choice.column, role.name()),
                )
                .column(choice.column.clone())
                .remedy(format!("choose one of {}", sample.columns().join(", "))),
            );
        }
    }
    for guess in found {
        if map.one(guess.field).is_none() && map.field_of(&guess.column).is_none() {
            map.columns.push(guess.clone());
        }
    }
    free.retain(|name| map.field_of(name).is_none());
    if found.iter().any(|guess| guess.field == Field::Prediction) {
        add_bare_values(sample, role, &mut free, &mut map);
    }
    let about = programs(sample.columns());
    for field in Field::VARIANTS.iter().copied() {
        if !field.belongs_to(role) || map.one(field).is_some() {
            continue;
        }
        if of_programs(about, field, role, &mut free, &mut map) {
            continue;
        }
        if field == Field::Group {
            guess_groups(sample, &mut free, &mut map);
        } else if field == Field::Detail {
            free.retain(|name| {
                let is_one = is_name_of(name, field);
                if is_one {
                    map.columns.push(Guessed::proven(field, *name, format!("named {name}")));
                }
                !is_one
            });
        } else if field == Field::SupportingFacts
            && sample.columns().first().is_some_and(|c| c == KEY)
            && sample.column("answer").is_some()
            && sample.column("sp").is_none()
        {
            // HotpotQA's predictions put all answers before all facts, often beyond the first bytes.
            map.columns.push(Guessed::proven(field, "sp", "may follow the answers"));
        } else if field == Field::Prediction
            && role == Role::Table
            && map.one(Field::Answers).is_none()
        {
            let Some(pair) = of_table(sample, &free) else { continue };
            free.retain(|name| *name != pair.answers && *name != pair.prediction);
            let sides = [(Field::Answers, &pair.answers), (Field::Prediction, &pair.prediction)];
            for (field, column) in sides {
                map.columns.push(Guessed {
                    field,
                    column: column.clone(),
                    certainty: pair.certainty,
                    reason: format!("{} next to {}", pair.answers, pair.prediction),
                });
            }
        } else if let Some(guess) = guess(sample, role, field, &free) {
            free.retain(|name| *name != guess.column);
            let rival = if field == Field::Prediction { rival(&guess.column, &free) } else { None };
            map.columns.push(match rival {
                None => guess,
                Some(rival) => Guessed {
                    certainty: Certainty::Guessed,
                    reason: format!("it may also be {rival}"),
                    ..guess
                },
            });
            if field == Field::Prediction {
                add_bare_values(sample, role, &mut free, &mut map);
            }
        }
    }
    map
}

/// Bare values among objects are predictions too: see `evaluate::prediction_cell`. They may appear only
/// after the sample.
fn add_bare_values(sample: &Table, role: Role, free: &mut Vec<&str>, map: &mut ColumnMap) {
    let late = may_have_bare_values(sample, role);
    let known = map.field_of(VALUE).is_some();
    if !known && (late || free.contains(&VALUE)) {
        free.retain(|name| *name != VALUE);
        map.columns.push(Guessed::proven(Field::Prediction, VALUE, "values that are not objects"));
    }
}

/// Whether bare values may appear among the objects of a file after its sample.
fn may_have_bare_values(sample: &Table, role: Role) -> bool {
    let keyed = sample.columns().first().is_some_and(|name| name == KEY);
    keyed && role == Role::Predictions && sample.column(VALUE).is_none()
}

/// Maps fields of files about programs, whose columns have other names than those of questions; `false`
/// if the usual names apply.
fn of_programs(
    about: Option<Programs>,
    field: Field,
    role: Role,
    free: &mut Vec<&str>,
    map: &mut ColumnMap,
) -> bool {
    let test_of_question = || {
        ["question_id", "test_id"]
            .map(|name| free.iter().copied().find(|free| canonical(free) == name))
    };
    let found: Vec<&str> = match (about, field) {
        // A question of LiveCodeBench has several tests, and asks for the output of each.
        (_, Field::Id) if test_of_question().iter().all(Option::is_some) => {
            test_of_question().into_iter().flatten().collect()
        }
        (Some(Programs::Verdicts), Field::Prediction) => program(free).into_iter().collect(),
        (Some(Programs::Verdicts), Field::Detail) => {
            let is_one = |name: &&str| {
                let name = canonical(name);
                let of_run = [RESULT, CATEGORY, BESIDE, TAMPERS, PYTHON].contains(&name.as_str());
                of_run || VERDICTS.contains(&name.as_str())
            };
            free.iter().copied().filter(is_one).collect()
        }
        // There are no gold answers, and properties of one program do not group tasks.
        (Some(Programs::Verdicts), Field::Answers | Field::Group) => Vec::new(),
        (Some(Programs::Tasks), Field::Detail) if role.has_gold() => {
            free.iter().copied().filter(|name| is_of_task(name)).collect()
        }
        (Some(Programs::Tasks), Field::Answers) if role.has_gold() => {
            solution(free).into_iter().collect()
        }
        // Programs that somebody has extracted from outputs, if the outputs are not in the file as well.
        (None, Field::Prediction) if role == Role::Predictions => {
            let task = map.of(Field::Id).any(|id| matches!(id, "task_id" | "question_id"));
            let other = named(free, Field::Prediction, &[]).is_some();
            let taken = free.iter().copied().find(|name| is_program(name));
            match taken.filter(|_| task && !other) {
                Some(taken) => vec![taken],
                None => return false,
            }
        }
        _ => return false,
    };
    for column in found {
        map.columns.push(Guessed::proven(field, column, format!("named {column}")));
    }
    free.retain(|name| map.field_of(name).is_none());
    true
}

/// A bare `answer` next to a column such as `output`: either may be the one to score.
fn rival(column: &str, free: &[&str]) -> Option<String> {
    let loose = LOOSE_PREDICTION.contains(&canonical(column).as_str());
    if loose {
        named(free, Field::Prediction, &[]).filter(|n| canonical(n) == "answer")
    } else {
        None
    }
}

fn guess(sample: &Table, role: Role, field: Field, free: &[&str]) -> Option<Guessed> {
    // Among bare texts, an object with a member of a likely name is the exception.
    let bare = |kind, _: &str| kind == Kind::String;
    if field == Field::Prediction && free.contains(&VALUE) && share(sample, VALUE, bare) >= 0.5 {
        return Some(Guessed::proven(field, VALUE, "most values of the file"));
    }
    // The name of a run is a text.
    let object = |kind, _: &str| kind == Kind::Object;
    // A short label that repeats over many rows is a prompt name, not a question.
    let is_label = |column: &str| {
        const LONGEST: usize = 20;
        let Some(place) = sample.column(column).filter(|_| field == Field::Question) else {
            return false;
        };
        let texts: HashSet<&str> =
            (0..sample.rows()).map(|row| sample.cell(row, place).text).collect();
        sample.rows() >= 4 * texts.len() && texts.iter().all(|text| text.len() <= LONGEST)
    };
    let mut empty = None;
    for name in names_of(field) {
        let named = free.iter().find(|column| canonical(column) == *name);
        let named = named.filter(|name| **name != LIST || !holds_parts(sample));
        // A line before the rows may also name the model.
        let nothing = |kind, _: &str| matches!(kind, Kind::Absent | Kind::Null);
        let of_run = |column: &str| {
            share(sample, column, object) < 0.5 && share(sample, column, nothing) < 0.5
        };
        if let Some(column) = named.filter(|column| field != Field::Run || of_run(column))
            && !is_label(column)
        {
            let found = Guessed::proven(field, *column, format!("named {column}"));
            // An empty column is the last choice.
            if share(sample, column, nothing) < 1.0 || field != Field::Answers {
                return Some(found);
            }
            empty.get_or_insert(found);
        }
    }
    if empty.is_some() {
        return empty;
    }
    let only = |test: &dyn Fn(&str) -> bool| {
        let mut fitting = free.iter().filter(|column| test(column));
        let first = fitting.next()?;
        fitting.next().is_none().then(|| (*first).to_owned())
    };
    let is_list = |name: &str| share(sample, name, looks_like_list) > 0.9;
    let is_text = |name: &str| share(sample, name, |kind, _| kind == Kind::String) > 0.9;
    let proven = |column: String, reason: &str| Guessed::proven(field, column, reason);
    // A left-over column proves nothing by itself: see `session::columns::drop_leftovers`.
    let left_over = |column: String, reason: &str| {
        let certainty = Certainty::Guessed;
        Guessed { field, column, certainty, reason: reason.to_owned() }
    };
    match field {
        Field::Answers => only(&|name| is_list(name) && !is_aside(name))
            .map(|column| proven(column, "the only column of lists"))
            .or_else(|| {
                only(&|name| !is_aside(name))
                    .map(|column| left_over(column, "it is the only other column"))
            }),
        Field::Question => only(&|name| {
            let member = name.rsplit_once('.').map(|(_, member)| canonical(member));
            is_text(name) && member.is_some_and(|member| member == names_of(field)[0])
        })
        .map(|column| proven(column, "the only member of its name"))
        .or_else(|| {
            only(&|name| {
                is_text(name)
                    && name != VALUE
                    && !is_list(name)
                    && role == Role::Gold
                    && !is_name_of(name, Field::Answers)
                    && share(sample, name, |_, text| text.split_whitespace().count() > 2) > 0.8
            })
            .map(|column| proven(column, "the only column of sentences"))
        }),
        Field::Prediction | Field::NaProbability => free
            .iter()
            .find(|name| **name == VALUE)
            .map(|name| proven((*name).to_owned(), "the only values of the file"))
            .or_else(|| {
                only(&|name| is_text(name) && !is_aside(name))
                    .map(|column| left_over(column, "it is the only other column of text"))
            })
            .or_else(|| {
                let opens = |kind, text: &str| kind == Kind::Object && unwrapped(text).is_some();
                only(&|name| share(sample, name, opens) > 0.8)
                    .map(|column| proven(column, "the only column of objects with a text"))
            }),
        _ => None,
    }
}

/// Whether the lists of a file ask different questions: then they are parts of one data set, not runs.
fn holds_parts(sample: &Table) -> bool {
    let Some(lists) = sample.column(LIST) else { return false };
    let rows = sample.rows();
    let is_question = |column: &usize| {
        let texts = (0..rows).map(|row| sample.cell(row, *column));
        let long =
            |cell: &Cell<'_>| cell.kind == Kind::String && cell.text.split_whitespace().count() > 2;
        *column != lists && texts.filter(long).count() * 10 >= rows * 9
    };
    let mut parts = None;
    for column in (0..sample.columns().len()).filter(is_question) {
        let mut firsts: HashMap<&str, &str> = HashMap::new();
        let shared = (0..rows).any(|row| {
            let list = sample.cell(row, lists).text;
            *firsts.entry(sample.cell(row, column).text).or_insert(list) != list
        });
        // Texts that repeat within a list, such as instructions, prove nothing.
        if firsts.len() * 10 >= rows * 4 {
            parts = Some(parts.unwrap_or(true) && !shared);
        }
    }
    let several = (1..rows).any(|row| sample.cell(row, lists).text != sample.cell(0, lists).text);
    several && parts == Some(true)
}

fn looks_like_list(kind: Kind, text: &str) -> bool {
    kind == Kind::List || (kind == Kind::String && text.starts_with('[') && text.ends_with(']'))
}

/// Share of the first rows whose cell passes a test; 0 if there are no rows.
pub(super) fn share(sample: &Table, column: &str, test: impl Fn(Kind, &str) -> bool) -> f64 {
    let Some(index) = sample.column(column) else { return 0.0 };
    let passing = (0..sample.rows())
        .filter(|row| {
            let cell = sample.cell(*row, index);
            test(cell.kind, cell.text)
        })
        .count();
    if sample.rows() == 0 { 0.0 } else { passing as f64 / sample.rows() as f64 }
}

/// Columns that divide questions into a few groups.
fn guess_groups(sample: &Table, free: &mut Vec<&str>, map: &mut ColumnMap) {
    let rows = sample.rows();
    free.retain(|name| {
        let Some(index) = sample.column(name) else { return true };
        let known = is_name_of(name, Field::Group);
        let mut distinct: Vec<&str> = Vec::new();
        let short = (0..rows).all(|row| {
            let cell = sample.cell(row, index);
            if !distinct.contains(&cell.text) {
                distinct.push(cell.text);
            }
            cell.text.len() <= 60 && !matches!(cell.kind, Kind::List | Kind::Object)
        });
        let few = rows >= 8 && (2..=12.min(rows / 4)).contains(&distinct.len());
        if short && (known || few) && canonical(name) != "is_impossible" {
            let reason = if known { format!("named {name}") } else { "few values".to_owned() };
            map.columns.push(Guessed::proven(Field::Group, *name, reason));
            return false;
        }
        true
    });
}

/// The column whose name is the likeliest for this field.
pub(super) fn named(columns: &[&str], field: Field, but_not: &[&str]) -> Option<String> {
    names_of(field)
        .iter()
        .filter(|name| !but_not.contains(name))
        .find_map(|name| columns.iter().find(|column| canonical(column) == **name))
        .map(|column| (*column).to_owned())
}
