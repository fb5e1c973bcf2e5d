//! Which file is the gold file, which hold predictions.

use super::columns::{named, share};
use super::pair::of_table;
use crate::base::types::{Certainty, Field, Guess, Role};
use crate::programs::columns::{Programs, programs};
use crate::table::json::Nest;
use crate::table::{Inspection, Kind, Shape, float};
use crate::understand::names::{
    KEY, LIST, VALUE, file_has_odds, file_hints, file_says, is_name_of,
};

/// The evidence for each role of a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FileRole {
    /// Points for gold.
    pub gold: f64,
    /// Points for predictions.
    pub predictions: f64,
    /// Points for probabilities of no answer.
    pub na_prob: f64,
    /// Whether it holds only 0 or 1 by id.
    pub flags: bool,
    /// The strongest reason.
    pub reason: String,
    /// Gold answers and predictions, if its columns are named for both.
    pub table: Option<Guess<Role>>,
    /// The same, if only a single file may be read so: a column may be named after a model.
    pub alone: Option<Guess<Role>>,
    /// Whether no column of it can hold gold answers.
    pub no_answers: bool,
    /// Whether the name of its predictions may equally mean something else.
    pub loose: bool,
}

/// Reads from a file's shape, columns and name what it is for.
pub fn role_evidence(file: &Inspection) -> FileRole {
    let sample = &file.sample;
    let columns: Vec<&str> = sample.columns().iter().map(String::as_str).collect();
    let mut evidence = FileRole::default();
    let about = programs(sample.columns());
    if about == Some(Programs::Verdicts) {
        let reason = "it has verdicts of programs".to_owned();
        let table = Guess { value: Role::Table, certainty: Certainty::Proven, reason };
        // Questions without gold answers of their own.
        return FileRole { predictions: 10.0, table: Some(table), no_answers: true, ..evidence };
    }
    let mut best = 0.0;
    let mut say = |points: f64, reason: String, slot: fn(&mut FileRole) -> &mut f64| {
        *slot(&mut evidence) += points;
        if points > best {
            best = points;
            evidence.reason = reason;
        }
    };
    let gold: fn(&mut FileRole) -> &mut f64 = |evidence| &mut evidence.gold;
    let predictions: fn(&mut FileRole) -> &mut f64 = |evidence| &mut evidence.predictions;
    if matches!(file.shape, Shape::Squad) {
        say(10.0, "SQuAD's nested form".to_owned(), gold);
    }
    if about == Some(Programs::Tasks) {
        say(10.0, "tasks with their tests".to_owned(), gold);
    }
    if let Shape::Nested(nest) = file.shape {
        let questions = nest == Nest::Qas;
        let role = if nest.form().is_some() || questions { gold } else { predictions };
        let points = if questions { 1.0 } else { 10.0 };
        say(points, format!("the form of {}", nest.title()), role);
    }
    let of_rows = [Field::Id, Field::Question].map(|field| named(&columns, field, &[KEY]));
    if matches!(file.shape, Shape::KeyedColumns) && of_rows == [None, None] {
        say(10.0, "an object of answers by id".to_owned(), predictions);
    }
    if sample.column("supporting_facts").is_some() && sample.column("question").is_some() {
        say(6.0, "questions with supporting facts".to_owned(), gold);
    }
    // A bare `answer` is gold in some files and a prediction in others.
    if let Some(name) = named(&columns, Field::Answers, &["answer", "label", "solution"]) {
        say(5.0, format!("it has {name}"), gold);
    }
    if let Some(name) = named(&columns, Field::Prediction, &["answer", "output", "response"]) {
        say(5.0, format!("it has {name}"), predictions);
    }
    if let Some(name) = named(&columns, Field::Prediction, &["answer"]) {
        say(1.0, format!("it has {name}"), predictions);
    }
    if let Some(name) = named(&columns, Field::Run, &[]) {
        say(2.0, format!("it has {name}"), predictions);
    }
    let lists = sample.columns().iter().find(|name| {
        name.as_str() != VALUE
            && share(sample, name, |kind, text| {
                kind == Kind::List || (text.starts_with('[') && text.ends_with(']'))
            }) > 0.9
    });
    if let Some(name) = lists {
        say(2.0, format!("{name} holds lists"), gold);
    }
    if named(&columns, Field::Question, &["input", "prompt"]).is_some() {
        say(0.5, "it has questions".to_owned(), gold);
    }
    if named(&columns, Field::Answers, &[]).is_some() {
        say(1.0, "it has answers".to_owned(), gold);
    }
    let name = file.name.to_ascii_lowercase();
    let mut flags = false;
    if sample.columns() == [KEY, VALUE] || sample.columns() == [LIST, KEY, VALUE] {
        let numbers = share(sample, VALUE, |kind, text| {
            kind == Kind::Number && float(text).is_some_and(|p| (0.0..=1.0).contains(&p))
        });
        let named = file_has_odds(&name);
        let is_flag = |kind, text: &str| {
            kind == Kind::Number && float(text).is_some_and(|flag| flag == 0.0 || flag == 1.0)
        };
        flags = !named && share(sample, VALUE, is_flag) >= 1.0;
        let any = share(sample, VALUE, |kind, _| kind == Kind::Number);
        if named && any > 0.99 && numbers <= 0.99 {
            say(4.0, "it has numbers by id, and its name fits".to_owned(), |evidence| {
                &mut evidence.na_prob
            });
        } else if numbers > 0.99 {
            say(4.0, "numbers from 0 to 1 by id".to_owned(), |evidence| &mut evidence.na_prob);
        } else {
            say(4.0, "texts by id".to_owned(), predictions);
        }
    }
    let mut hints: Vec<Role> = file_hints(&name).collect();
    if hints.is_empty() {
        let clear = file_says(&file.name);
        hints.extend((clear >= 2.0).then_some(Role::Gold));
        hints.extend((clear <= -2.0).then_some(Role::Predictions));
    }
    for role in hints {
        match role {
            Role::Gold => say(0.4, "its name".to_owned(), gold),
            Role::Predictions => say(0.5, "its name".to_owned(), predictions),
            _ => say(0.5, "its name".to_owned(), |evidence| &mut evidence.na_prob),
        }
    }
    let about = |column: &&str| {
        [Field::Id, Field::Question, Field::Group].iter().any(|field| is_name_of(column, *field))
    };
    evidence.flags = flags;
    evidence.no_answers = columns.iter().all(about);
    let others: Vec<&str> = columns.iter().copied().filter(|column| !about(column)).collect();
    if let Some(pair) = of_table(sample, &others) {
        let reason = format!("it has {} next to {}", pair.answers, pair.prediction);
        let table = Guess::new(Role::Table, pair.alone, reason);
        if pair.named {
            evidence.loose = pair.certainty == Certainty::Guessed;
            evidence.table = Some(table);
        } else if pair.prediction.contains(|c: char| c.is_ascii_digit()) {
            // Names of models contain numbers; other columns next to gold answers hardly ever do.
            evidence.alone = Some(table);
        }
    }
    evidence
}

/// Roles of several files together. If one role has a clear lead, a guess is proven; if a role
/// follows only from the other files or from a name, it is guessed.
pub fn guess_roles(evidence: &[FileRole]) -> Vec<Option<Guess<Role>>> {
    let mut roles: Vec<Option<Guess<Role>>> = evidence.iter().map(alone).collect();
    if let ([FileRole { alone: Some(table), table: None, .. }], [role]) = (evidence, &mut roles[..])
    {
        *role = Some(table.clone());
    }
    if assign_tables(evidence, &mut roles) {
        return roles;
    }
    if evidence.len() >= 2 && !has(&roles, Role::Gold) {
        // Two files of predictions are two runs without their gold file, not one of them gold.
        assign_best(evidence, &mut roles, Role::Gold, |file| {
            (file.predictions - file.gold < 4.5).then_some(file.gold - file.predictions)
        });
    }
    if evidence.len() >= 2 && !has(&roles, Role::Predictions) {
        assign_best(evidence, &mut roles, Role::Predictions, |file| {
            Some(file.predictions - file.gold)
        });
    }
    // A file of only 0 and 1 holds labels, if no other file has predictions.
    let answered = has(&roles, Role::Predictions) || has(&roles, Role::Table);
    if has(&roles, Role::Gold) && !answered {
        let flags = evidence.iter().zip(&mut roles).filter(|(file, _)| file.flags);
        for (_, role) in flags {
            let reason = "0 or 1 by id, and no other file has predictions";
            *role = Some(Guess::new(Role::Predictions, Certainty::Guessed, reason));
        }
    }
    // If several files look like gold, one of them is, and the others may be outputs in the same
    // form.
    let golds: Vec<usize> = (0..roles.len())
        .filter(|i| roles[*i].as_ref().is_some_and(|role| role.value == Role::Gold))
        .collect();
    if golds.len() > 1 && !has(&roles, Role::Predictions) {
        let keep = golds.iter().copied().max_by(|a, b| {
            let lead = |i: &usize| evidence[*i].gold - evidence[*i].predictions;
            lead(a).total_cmp(&lead(b)).then(b.cmp(a))
        });
        for index in golds.into_iter().filter(|index| Some(*index) != keep) {
            let reason = "the other file looks more like gold";
            roles[index] = Some(Guess::new(Role::Predictions, Certainty::Guessed, reason));
        }
    }
    roles
}

/// Decides about files that hold gold and predictions next to each other; `true` if one of them is
/// the gold file. If another file may be gold, they are predictions.
fn assign_tables(evidence: &[FileRole], roles: &mut [Option<Guess<Role>>]) -> bool {
    let others = evidence.iter().zip(roles.iter()).filter(|(file, _)| file.table.is_none());
    let gold = others
        .filter(|(file, role)| {
            !file.no_answers && role.as_ref().is_none_or(|role| role.value == Role::Gold)
        })
        .map(|(_, role)| role.as_ref().map_or(Certainty::Guessed, |role| role.certainty))
        .min_by_key(|certainty| *certainty == Certainty::Guessed);
    let several = evidence.iter().filter(|file| file.table.is_some()).count() > 1;
    let mut first = true;
    for (file, role) in evidence.iter().zip(roles) {
        let Some(table) = &file.table else {
            // A file of questions without answers is not a gold file.
            role.take_if(|role| gold.is_none() && file.no_answers && role.value == Role::Gold);
            continue;
        };
        // Next to other files, a column that may belong to a gold file is not read as predictions.
        if gold.is_none() && file.loose && evidence.len() > 1 {
            continue;
        }
        let predictions =
            |certainty, reason: &str| Guess::new(Role::Predictions, certainty, reason);
        *role = Some(match gold {
            Some(certainty) => predictions(certainty, "another file is gold"),
            None if !first => predictions(Certainty::Guessed, "another file also has gold answers"),
            None if several || evidence.len() > 1 => {
                Guess { certainty: Certainty::Guessed, ..table.clone() }
            }
            None => table.clone(),
        });
        first = false;
    }
    gold.is_none() && !first
}

fn has(roles: &[Option<Guess<Role>>], role: Role) -> bool {
    roles.iter().flatten().any(|guess| guess.value == role)
}

fn alone(file: &FileRole) -> Option<Guess<Role>> {
    let mut points = [
        (Role::Gold, file.gold),
        (Role::Predictions, file.predictions),
        (Role::NaProb, file.na_prob),
    ];
    points.sort_by(|one, other| other.1.total_cmp(&one.1));
    let [(value, most), (_, next), _] = points;
    let lead = most - next;
    if most < 0.4 || lead < 0.4 {
        return None;
    }
    let certainty = if lead >= 2.0 { Certainty::Proven } else { Certainty::Guessed };
    Some(Guess { value, certainty, reason: file.reason.clone() })
}

fn assign_best(
    evidence: &[FileRole],
    roles: &mut [Option<Guess<Role>>],
    role: Role,
    score: impl Fn(&FileRole) -> Option<f64>,
) {
    let best = (0..evidence.len())
        .filter(|i| {
            roles[*i].as_ref().is_none_or(|guess| {
                guess.value != Role::NaProb
                    && roles.iter().flatten().filter(|other| other.value == guess.value).count() > 1
            })
        })
        .filter_map(|index| Some((index, score(&evidence[index])?)))
        .max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)));
    if let Some((index, _)) = best {
        let reason = format!("of these files it looks most like {}", role.name());
        roles[index] = Some(Guess { value: role, certainty: Certainty::Guessed, reason });
    }
}
