//! Phase 2b: which file and which column is what, by what their values have in common.
//!
//! A [`Reading`] answers everything at once: which file holds the gold answers, in which column, which columns of
//! which files hold predictions, and by which columns rows belong together. [`search`] weighs all readings of the
//! first rows of files. Names are one kind of evidence. The other kind is values across files: predictions lie in
//! the domain of the gold answers, agree with some of them and are not a copy of them, and stored verdicts equal
//! those of the comparison.

mod alone;
mod apart;
mod beside;
mod kind;
mod pairs;
mod seen;
mod systems;
mod tell;
mod units;
mod unread;
mod unused;
mod values;
mod weigh;

pub use kind::{AnswerKind, answer_kind, is_yes_or_no, kind_of, list_kind, numbers_attempts};
pub use seen::Seen;
pub(crate) use units::unit_of;
pub(crate) use unread::Side;
pub(crate) use values::number;

use crate::base::order::sort_key;
use crate::base::types::Role;
use crate::table::{Inspection, Shape};
use crate::understand::names::{self, KEY, Says, UNNAMED, VALUE, are_alike, are_of_one_output};
use alone::{Alone, each_alone};
use beside::{gold_by_others, judged_by_others};
use itertools::Itertools as _;
use pairs::{Pairs, pairs};
use std::collections::HashMap;
use tell::{describe, numbered, ties};
use values::{Column, Sort, Value};
use weigh::{is_alike, reproduced, weigh};

/// A file, and what is known or guessed about it from its shape and names.
#[derive(Clone, Debug)]
pub struct Candidate<'a> {
    /// The file's first rows.
    pub inspection: &'a Inspection,
    /// The same rows, read for weighing.
    pub seen: &'a Seen,
    /// Its role, and whether the user chose it.
    pub role: Option<(Role, bool)>,
    /// The column of gold answers, and whether the user chose it.
    pub answers: Option<(String, bool)>,
    /// The column of predictions, and whether the user chose it.
    pub prediction: Option<(String, bool)>,
    /// The columns of its key.
    pub key: Vec<String>,
}

/// The predictions of one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Index of the file.
    pub file: usize,
    /// Its columns of predictions; several are several runs.
    pub columns: Vec<String>,
    /// The column that holds the values of the gold file's key, and that key.
    pub key: Option<(String, String)>,
    /// For each of these columns, the column that says whether its predictions are right.
    pub verdicts: Vec<Option<String>>,
}

/// What files hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// Index of the file with the gold answers.
    pub gold: usize,
    /// Their column.
    pub answers: String,
    /// Where the predictions are.
    pub runs: Vec<Run>,
    /// Why, for a sentence.
    pub reason: String,
    /// Share of the first rows that would be right.
    pub gives: Option<f64>,
    /// Whether no name suggests the gold answers.
    pub nameless: bool,
    /// Why the reading may be wrong, if names say little.
    pub doubt: Option<Open>,
    /// The column of further right answers next to the gold answers.
    pub aliases: Option<String>,
    /// Doubts about other columns that may matter to the comparison.
    pub beside: Vec<Open>,
    /// Another version of the gold answers in the same file, which gives another score.
    pub version: Option<Rival>,
    /// Another reading that is nearly as good.
    pub rival: Option<Rival>,
    /// Another column of the same file that is named as a model's output, and would give another score.
    pub other: Option<Rival>,
}

/// Something that values leave open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Open {
    /// Its kind, for programs.
    pub code: &'static str,
    /// What people read, without a full stop.
    pub words: String,
}

impl Open {
    fn new(code: &'static str, words: String) -> Self {
        Self { code, words }
    }
}

/// Another reading.
#[derive(Clone, Debug, PartialEq)]
pub struct Rival {
    /// Index of the file of the column.
    pub file: usize,
    /// The column that may hold the predictions, or the gold answers.
    pub column: String,
    /// Whether it is about gold answers.
    pub is_gold: bool,
    /// Share of the first rows that would be right.
    pub would_give: f64,
}

/// The columns that a reading compares; if there are several runs, those of the first run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cells {
    /// Index of the file with the gold answers.
    pub gold: usize,
    /// Their column.
    pub answers: String,
    /// Index of the file of the first run.
    pub run: usize,
    /// Its column of predictions.
    pub prediction: String,
}

/// The outcome of weighing all readings, and the best readings in their order.
#[derive(Clone, Debug, PartialEq)]
pub struct Weighing {
    /// What is to be done with the files.
    pub outcome: Outcome,
    /// The side for which names suggest a column that holds nothing to compare.
    pub(crate) lacking: Option<Side>,
    /// Whether facts rule out the reading that shape and names suggest.
    pub prior_is_out: bool,
    /// Readings that names or values support, the best first, including the one that is taken.
    pub best: Vec<Cells>,
}

/// The outcome of weighing all readings.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// There is too little evidence.
    Nothing,
    /// Values confirm the reading that shape and names suggest.
    Confirmed(Reading),
    /// Values suggest another reading, or suggest a reading if names suggest none.
    Found(Reading),
    /// Several columns may hold the predictions, and no evidence decides between them.
    Unclear(Reading, Vec<Rival>),
    /// Nothing can be compared, but every file says whether its answers are right, in these columns.
    Verdicts(Vec<Run>),
    /// Both sides hold programs, and these columns say whether they are right.
    Programs(Vec<Run>),
}

/// By how much a reading has to be better than the one that names suggest.
const MARGIN: f64 = 0.75;
/// A file with at least this many columns of numbers holds measurements.
const MEASUREMENTS: usize = 4;
/// A reading of less worth is not considered.
const LEAST: f64 = 2.0;
/// A reading that is nearer than this to the best one cannot be distinguished from it.
const TIE: f64 = 0.35;
/// A reading that names support is preferred to one that is better by less than this.
const STEP: f64 = 2.0;
/// At most this many columns of a file are considered as gold answers.
const MOST_GOLD: usize = 12;
/// At most this many columns are considered as predictions, because each may belong to another system.
const MOST_SYSTEMS: usize = 100;
/// At most this many of the best readings are returned.
const MOST_CELLS: usize = 4;

/// A reading with its worth.
#[derive(Clone, Debug)]
struct Weighed {
    gold: usize,
    answers: usize,
    /// File, column, worth of the column, share of rows that agree.
    runs: Vec<(usize, usize, f64, f64)>,
    worth: f64,
}

/// Weighs all readings of files.
pub fn search(candidates: &[Candidate<'_>]) -> Weighing {
    let other: Vec<Option<Seen>> = (0..candidates.len())
        .map(|file| gold_by_others(candidates, file).or_else(|| judged_by_others(candidates, file)))
        .collect();
    let files: Vec<&Seen> = candidates
        .iter()
        .zip(&other)
        .map(|(one, other)| other.as_ref().unwrap_or(one.seen))
        .collect();
    let alone = each_alone(candidates);
    let are_whole = matches!(alone, Some(Alone::Table { of_each: true, .. }));
    let mut all: Vec<Weighed> = Vec::new();
    let mut keys: HashMap<(usize, usize), Pairs> = HashMap::new();
    for gold in 0..files.len() {
        if !may_be_gold(candidates, gold) {
            continue;
        }
        for runs in layouts(candidates, &files, gold, are_whole) {
            for run in &runs {
                keys.entry((gold, *run)).or_insert_with(|| pairs(candidates, &files, gold, *run));
            }
            let mut paired: Vec<(usize, &Pairs)> =
                runs.iter().map(|run| (*run, &keys[&(gold, *run)])).collect();
            // If another file has the keys of the gold file, a file of which no row belongs to the gold file, or
            // which has keys of its own, is not a run.
            if paired.iter().any(|(run, pairs)| *run != gold && pairs.key.is_some()) {
                let belongs = |run: usize, pairs: &Pairs| {
                    pairs.key.is_some()
                        || (!pairs.rows.is_empty() && candidates[run].key.is_empty())
                };
                paired.retain(|(run, pairs)| *run == gold || belongs(*run, pairs));
            }
            all.extend(weigh(candidates, &files, gold, &paired));
        }
    }
    // Two raters, two systems, or two versions of one output are not gold answers to each other.
    all.retain(|one| {
        let (a, says) = (&files[one.gold].columns[one.answers], &files[one.gold].says[one.answers]);
        !one.runs.iter().any(|(file, column, ..)| {
            let said = &files[*file].columns[*column].name;
            let alike = says.gold < 1.0 && !a.name.starts_with(UNNAMED) && are_alike(&a.name, said);
            let both_said = says.gold < 1.0
                && says.prediction.min(files[*file].says[*column].prediction) >= 1.5;
            *file == one.gold && (alike || both_said || are_of_one_output(&a.name, said))
        })
    });
    let lacks = |one: &Weighed| match (
        has_no_gold(candidates, &files, one) || is_withheld(candidates, &files, one),
        takes_options(candidates, &files, one) || takes_labels(candidates, &files, &keys, one),
    ) {
        (true, _) => Some(Side::Gold),
        (false, true) => Some(Side::Output),
        (false, false) => None,
    };
    let is_out = |one: &Weighed| {
        is_of_input(candidates, &files, one)
            || repeats_the_question(candidates, &files, &keys, one)
            || is_about_the_file(candidates, &files, &keys, one)
            || lacks(one).is_some()
    };
    let prior = all.iter().find(|one| is_prior(candidates, &files, one));
    let (lacking, prior_is_out) = (prior.and_then(lacks), prior.is_some_and(is_out));
    all.retain(|one| !is_out(one));
    all.sort_by_key(|one| sort_key(-one.worth));
    // Files with the same columns have the same role, if the file without a twin can hold the gold answers and no
    // file is named as gold.
    let is_named = |one: &Candidate<'_>| names::file_says(&one.inspection.name) >= 2.0;
    let is_any_named = candidates.iter().any(is_named);
    let is_odd = |one: &Weighed| {
        !is_any_named
            && one.runs.len() + 1 == files.len()
            && !has_twin(candidates, &files, one.gold)
    };
    if all.iter().any(|one| is_odd(one) && speaks(candidates, &files, &keys, one)) {
        all.retain(|one| one.runs.iter().any(|(file, ..)| *file == one.gold) || is_odd(one));
    }
    let best = best_cells(candidates, &files, &keys, &all);
    Weighing { outcome: choose(candidates, &files, &keys, alone, all), lacking, prior_is_out, best }
}

/// The best readings that names or values support, in their order.
fn best_cells(
    candidates: &[Candidate<'_>],
    files: &[&Seen],
    keys: &HashMap<(usize, usize), Pairs>,
    all: &[Weighed],
) -> Vec<Cells> {
    let stands = |one: &&Weighed| {
        one.worth >= LEAST && !guesses_in_vain(files, one) && speaks(candidates, files, keys, one)
    };
    let cells = |one: &Weighed| {
        let (run, column, ..) = one.runs[0];
        let name = |file: usize, column: usize| files[file].columns[column].name.clone();
        let (answers, prediction) = (name(one.gold, one.answers), name(run, column));
        Cells { gold: one.gold, answers, run, prediction }
    };
    let is_long = |one: &Weighed| {
        let (run, column, ..) = one.runs[0];
        files[run].columns[column].sort == Sort::Long
    };
    // If the answer extracted from an output is a reading, the whole output is not offered as another one.
    let is_short = all.iter().find(stands).is_some_and(|first| !is_long(first));
    // What both names say is offered, however little its values do.
    let is_named = |one: &&Weighed| {
        let (run, column, ..) = one.runs[0];
        let says = (files[one.gold].says[one.answers].gold, files[run].says[column].prediction);
        says.0 >= 1.5 && says.1 >= 1.5 && !guesses_in_vain(files, one)
    };
    let standing = all.iter().filter(stands).filter(|one| !is_short || !is_long(one));
    let mut best: Vec<Cells> = Vec::new();
    for cells in standing.chain(all.iter().filter(is_named)).map(cells) {
        if best.len() < MOST_CELLS && !best.contains(&cells) {
            best.push(cells);
        }
    }
    best
}

/// Chooses one of the readings, the best first.
fn choose(
    candidates: &[Candidate<'_>],
    files: &[&Seen],
    keys: &HashMap<(usize, usize), Pairs>,
    alone: Option<Alone>,
    mut all: Vec<Weighed>,
) -> Outcome {
    // If each of several similar files is a certain kind of file by itself, all of them are.
    match alone {
        Some(Alone::Verdicts) => {
            let of_file = |(file, seen): (usize, &&Seen)| {
                let [run] = &own_verdicts(&[seen])?[..] else { return None };
                Some(Run { file, ..run.clone() })
            };
            if let Some(runs) = files.iter().enumerate().map(of_file).collect() {
                return Outcome::Verdicts(runs);
            }
        }
        Some(Alone::Table { answers, predictions, .. }) => {
            let is_one_name = predictions.iter().all_equal();
            let is_it = |one: &Weighed| {
                let own = &files[one.gold].columns[one.answers];
                // Files with other columns belong together if they repeat the gold answers.
                let repeats = |file: usize| {
                    let other = files[file].columns.iter().find(|column| column.name == answers);
                    let pairs = keys.get(&(one.gold, file)).filter(|pairs| pairs.key.is_some());
                    let both = other.zip(pairs);
                    both.is_some_and(|(other, pairs)| own.equal(other, &pairs.rows) >= 0.98)
                };
                own.name == answers
                    && one.runs.len() == files.len()
                    && one.runs.iter().all(|(file, column, ..)| {
                        files[*file].columns[*column].name == predictions[*file]
                            && (is_one_name || *file == one.gold || repeats(*file))
                    })
            };
            if all.iter().any(is_it) {
                all.retain(is_it);
            }
        }
        None => {}
    }
    let nothing = || own_verdicts(files).map_or(Outcome::Nothing, Outcome::Verdicts);
    let Some(best) = all.first() else { return nothing() };
    // A better reading that only values support is not taken.
    let varies = |(file, column, ..): &(usize, usize, f64, f64)| {
        files[*file].columns[*column].distinct > 1 || files[*file].rows() < 3
    };
    let stands = |one: &Weighed| {
        one.worth >= LEAST && !guesses_in_vain(files, one) && speaks(candidates, files, keys, one)
    };
    let told = |one: &&Weighed| {
        best.worth - one.worth < STEP && one.runs.iter().all(varies) && stands(one)
    };
    let best = if stands(best) { best } else { all.iter().find(told).unwrap_or(best) };
    // The verdict on a program depends on running it, not on its text.
    if is_of_programs(files, best)
        && let Some(runs) = own_verdicts(files)
    {
        return Outcome::Programs(runs);
    }
    if (is_of_verdicts(files, best) || is_of_requirements(files, best))
        && let Some(runs) = own_verdicts(files)
    {
        return Outcome::Verdicts(runs);
    }
    // If no name tells which column is gold, stored verdicts that no comparison reproduces are better evidence
    // than the comparison.
    if is_nameless(files, best)
        && !gives_verdicts(files, best)
        && let Some(runs) = own_verdicts(files)
    {
        return Outcome::Verdicts(runs);
    }
    let joins = |one: &Weighed| {
        one.runs.iter().any(|(file, ..)| {
            *file == one.gold
                || keys.get(&(one.gold, *file)).is_some_and(|pairs| pairs.key.is_some())
        })
    };
    let prior = all.iter().find(|one| is_prior(candidates, files, one));
    // Files that share no key do not belong together if others do.
    let prior = prior
        .filter(|prior| prior.gold == best.gold || files.len() < 3 || joins(prior) || !joins(best));
    // If one column agrees now and then, another that never does and that no name supports is not an alternative.
    let may_be = |one: &Weighed, other: &Weighed| {
        other.runs[0].3 >= 0.02 || one.runs[0].3 < 0.2 || speaks(candidates, files, keys, other)
    };
    let reading = |one: &Weighed| describe(files, keys, one, &all, |other| may_be(one, other));
    match prior {
        Some(prior) if best.worth - prior.worth < MARGIN => Outcome::Confirmed(reading(prior)),
        _ if !stands(best) => nothing(),
        _ => {
            let mut rivals = ties(files, best, &all, |other| may_be(best, other));
            let chosen = candidates[best.gold].answers.as_ref().is_some_and(|(_, chosen)| *chosen);
            if !chosen {
                rivals.extend(numbered(files, keys, best));
            }
            if rivals.is_empty() {
                Outcome::Found(reading(best))
            } else {
                Outcome::Unclear(reading(best), rivals)
            }
        }
    }
}

/// Whether another file has the same columns as this one. There have to be at least three files, and nobody has
/// chosen the role of this one.
fn has_twin(candidates: &[Candidate<'_>], files: &[&Seen], file: usize) -> bool {
    let is_twin = |other: usize| other != file && is_alike(files[file], files[other]);
    let is_chosen = candidates[file].role.is_some_and(|(_, chosen)| chosen);
    !is_chosen && files.len() > 2 && (0..files.len()).any(is_twin)
}

/// Whether a run of a reading only repeats a column of the same name in the gold file, such as a company or a
/// topic, which differs from the gold answers.
fn repeats_the_question(
    candidates: &[Candidate<'_>],
    files: &[&Seen],
    keys: &HashMap<(usize, usize), Pairs>,
    one: &Weighed,
) -> bool {
    let gold = files[one.gold];
    let is_chosen = |known: &Option<(String, bool)>| known.as_ref().is_some_and(|known| known.1);
    let is_other_named = gold.says[one.answers].gold < 1.0
        && gold.says.iter().any(|other| other.gold >= 1.0)
        && !is_chosen(&candidates[one.gold].answers);
    let repeats = |(file, column, ..): &(usize, usize, f64, f64)| {
        let said = &files[*file].columns[*column];
        let Some(pairs) = keys.get(&(one.gold, *file)) else { return false };
        let is_open = files[*file].says[*column].prediction < 1.0
            && !is_chosen(&candidates[*file].prediction);
        // What both files repeat for the outputs in another column is what the model was given.
        let is_output = |other: &Column, says: &Says| {
            let has = |own: &Column| names::are_same(&own.name, &other.name);
            says.prediction >= 1.5 && other.filled > 0 && !gold.columns.iter().any(has)
        };
        let mut others = files[*file].columns.iter().zip(&files[*file].says);
        let has_outputs = !is_chosen(&candidates[one.gold].answers)
            && gold.says[one.answers].gold < 1.0
            && others.any(|(other, says)| is_output(other, says));
        let least = if has_outputs { 0.9 } else { 1.0 };
        let is_same = |(place, own): (usize, &Column)| {
            (place != one.answers || is_other_named || has_outputs)
                && names::are_same(&own.name, &said.name)
                && said.distinct > 1
                && own.equal(said, &pairs.rows) >= least
        };
        *file != one.gold && is_open && gold.columns.iter().enumerate().any(is_same)
    };
    one.runs.iter().any(repeats)
}

/// Whether the gold answers of a reading are one label or a few that no prediction gives, in a column that no name
/// clearly suggests: the name of the data set, or of the task of each row.
fn is_about_the_file(
    candidates: &[Candidate<'_>],
    files: &[&Seen],
    keys: &HashMap<(usize, usize), Pairs>,
    one: &Weighed,
) -> bool {
    let (own, says) = (&files[one.gold].columns[one.answers], &files[one.gold].says[one.answers]);
    let is_chosen = candidates[one.gold].answers.as_ref().is_some_and(|(_, chosen)| *chosen);
    let is_constant = says.gold <= 0.5 && own.distinct < 2 && own.filled > 3;
    let is_answer = || names::words(&own.name).iter().any(|word| names::is_answer(word));
    let is_open = || !(names::says_gold(&own.name) || is_answer());
    let are_labels = || own.sort == Sort::Closed && own.said().is_none() && is_open();
    let says_none = |(file, column, _, agreeing): &(usize, usize, f64, f64)| {
        let said = &files[*file].columns[*column];
        let is_text = matches!(said.sort, Sort::Short | Sort::Long);
        let is_joined = keys.get(&(one.gold, *file)).is_some_and(|pairs| !pairs.rows.is_empty());
        *agreeing <= 0.0 && (is_constant || (is_text && is_joined && !said.names_one_of(own)))
    };
    !is_chosen && (is_constant || are_labels()) && one.runs.iter().all(says_none)
}

/// Whether the gold answers of a reading are called a text, a sentence or the like and nothing more, and what it takes
/// for predictions is called otherwise: then that text is what a model was given, and not what it should answer.
fn is_of_input(candidates: &[Candidate<'_>], files: &[&Seen], one: &Weighed) -> bool {
    let name = &files[one.gold].columns[one.answers].name;
    let says = &files[one.gold].says[one.answers];
    let is_chosen = candidates[one.gold].answers.as_ref().is_some_and(|(_, chosen)| *chosen);
    let is_told = names::file_says(&candidates[one.gold].inspection.name) >= 2.0;
    let is_other = |(file, column, _, agreeing): &(usize, usize, f64, f64)| {
        let said = &files[*file].columns[*column].name;
        *agreeing < 0.5
            && !names::are_same(name, said)
            && names::words(said).last() != names::words(name).last()
    };
    !is_chosen
        && !is_told
        && says.gold < 1.0
        && names::is_input(name)
        && one.runs.iter().all(is_other)
}

/// Whether no name suggests the gold answers of a reading, and every cell of their column is blank or an empty
/// list.
fn has_no_gold(candidates: &[Candidate<'_>], files: &[&Seen], one: &Weighed) -> bool {
    let (own, says) = (&files[one.gold].columns[one.answers], &files[one.gold].says[one.answers]);
    let is_chosen = candidates[one.gold].answers.as_ref().is_some_and(|(_, chosen)| *chosen);
    let is_blank = |value: &Value| matches!(value.raw.trim(), "" | "[]" | "{}");
    !is_chosen && says.gold <= 0.5 && own.values.iter().flatten().all(is_blank)
}

/// Whether no name speaks for the gold answers of a reading, and one of its files has emptied a column that the
/// other fills: the gold answers were taken out.
fn is_withheld(candidates: &[Candidate<'_>], files: &[&Seen], one: &Weighed) -> bool {
    let (gold, says) = (files[one.gold], &files[one.gold].says[one.answers]);
    let is_chosen = candidates[one.gold].answers.as_ref().is_some_and(|(_, chosen)| *chosen);
    let is_blank = |value: &Value| matches!(value.raw.trim(), "" | "[]" | "{}" | "[\"\"]");
    let are_blank = |column: &Column| column.values.iter().flatten().all(is_blank);
    let is_filled = |seen: &Seen, name: &str| {
        let of_name = seen.columns.iter().find(|column| column.name == name);
        of_name.is_some_and(|column| {
            let values = column.values.iter().flatten().filter(|value| !is_blank(value));
            values.count() * 4 > seen.rows()
        })
    };
    let has_emptied = |seen: &Seen, other: &Seen| {
        let emptied = |column: &Column| are_blank(column) && is_filled(other, &column.name);
        seen.columns.iter().any(emptied)
    };
    // Which of the two is the file of questions does not matter.
    let is_taken_out = |(file, ..): &(usize, usize, f64, f64)| {
        *file != one.gold && (has_emptied(gold, files[*file]) || has_emptied(files[*file], gold))
    };
    !is_chosen && says.gold <= 0.5 && one.runs.iter().any(is_taken_out)
}

/// Whether the predictions of a reading are lists of texts from which letters in a column of the gold file choose:
/// the options of each question.
fn takes_options(candidates: &[Candidate<'_>], files: &[&Seen], one: &Weighed) -> bool {
    let gold = files[one.gold];
    one.runs.iter().any(|(file, column, ..)| {
        let is_chosen = candidates[*file].prediction.as_ref().is_some_and(|(_, chosen)| *chosen);
        let said = &files[*file].columns[*column];
        let mut named = gold.columns.iter().zip(&gold.says).filter(|(_, says)| says.gold >= 1.0);
        !is_chosen && named.any(|(own, _)| said.are_options_of(own))
    })
}

/// With fewer different gold answers, it may be chance that no prediction has a word in common with one.
const MANY_TEXTS: usize = 8;

/// Whether the predictions of a reading are a few labels that repeat, in a column that no name clearly suggests, and
/// the gold answers are many different texts with which they have no words in common: the labels are about the rows.
fn takes_labels(
    candidates: &[Candidate<'_>],
    files: &[&Seen],
    keys: &HashMap<(usize, usize), Pairs>,
    one: &Weighed,
) -> bool {
    let own = &files[one.gold].columns[one.answers];
    let is_label = |(file, column, _, agreeing): &(usize, usize, f64, f64)| {
        let is_chosen = candidates[*file].prediction.as_ref().is_some_and(|(_, chosen)| *chosen);
        let said = &files[*file].columns[*column];
        let lift = || keys.get(&(one.gold, *file)).map_or(0.0, |pairs| own.lift(said, &pairs.rows));
        !is_chosen
            && (files[*file].says[*column].prediction < 1.5
                || names::is_weak_prediction(&said.name))
            && said.sort != Sort::Object
            && said.distinct * 3 <= own.distinct.min(said.filled)
            && *agreeing < 0.05
            && lift() < 0.05
    };
    own.sort == Sort::Long && own.distinct >= MANY_TEXTS && one.runs.iter().all(is_label)
}

/// Whether a reading is implausible: no name suggests its gold answers, and most rows have none, or its
/// predictions are constant or one of many columns of numbers; or hardly any row has a gold answer and the
/// predictions are objects.
fn guesses_in_vain(files: &[&Seen], one: &Weighed) -> bool {
    let (own, says) = (&files[one.gold].columns[one.answers], &files[one.gold].says[one.answers]);
    let some = own.values.iter().flatten().filter(|value| !matches!(value.raw.trim(), "" | "[]"));
    let (some, rows) = (some.count(), files[one.gold].rows());
    let sparse = some * 3 < rows * 2;
    let same = |(file, column, ..): &(usize, usize, f64, f64)| {
        files[*file].columns[*column].distinct < 2 && files[*file].rows() > 3
    };
    let objects = |(file, column, ..): &(usize, usize, f64, f64)| {
        files[*file].columns[*column].sort == Sort::Object
    };
    // If each row has many numbers, two columns that agree now and then are two measurements.
    let numbers = files[one.gold].columns.iter().filter(|column| column.sort == Sort::Number);
    let measured = own.sort == Sort::Number && numbers.count() >= MEASUREMENTS;
    let by_chance = |(file, column, _, agreeing): &(usize, usize, f64, f64)| {
        *file == one.gold && files[*file].says[*column].prediction <= 0.0 && *agreeing < 0.75
    };
    (says.gold <= 0.5 && sparse && !own.name.starts_with(UNNAMED))
        || (some * 4 < rows && one.runs.iter().any(objects))
        || (says.gold <= 0.0 && one.runs.iter().any(same))
        || (says.gold <= 0.0 && measured && one.runs.iter().any(by_chance))
}

/// Whether a reading takes verdicts as gold answers, and as predictions a column that no name suggests as outputs,
/// or texts that say neither yes nor no.
fn is_of_verdicts(files: &[&Seen], one: &Weighed) -> bool {
    let (own, says) = (&files[one.gold].columns[one.answers], &files[one.gold].says[one.answers]);
    // A text that merely contains a 1 does not say 1.
    let digits = own.values.iter().flatten().all(|value| value.number.is_some());
    let are_none = |(file, column, _, agreeing): &(usize, usize, f64, f64)| {
        files[*file].says[*column].prediction < 1.0
            || (files[*file].columns[*column].said().is_none() && (digits || *agreeing < 0.5))
    };
    says.verdict_alone && own.said().is_some() && one.runs.iter().all(are_none)
}

/// Whether the gold answers of a reading are requirements in words, which no comparison of texts can check.
fn is_of_requirements(files: &[&Seen], one: &Weighed) -> bool {
    let own = &files[one.gold].columns[one.answers];
    own.sort == Sort::Long && names::is_requirement(&own.name)
}

/// Whether the gold answers of a reading are programs.
fn is_of_programs(files: &[&Seen], one: &Weighed) -> bool {
    let own = &files[one.gold].columns[one.answers];
    let is_one = |value: &&Value| {
        let signs = ["return ", "def ", "import ", "print("];
        let begins = |sign: &&str| value.raw.starts_with(sign);
        let within = |sign: &&str| value.raw.contains('\n') && value.raw.contains(sign);
        signs.iter().any(|sign| begins(sign) || within(sign))
    };
    own.values.iter().flatten().filter(is_one).count() * 5 >= own.filled * 3
}

/// Whether a file in which nobody has chosen columns grades its answers as right, wrong and not attempted:
/// comparing texts cannot find the third grade.
pub fn has_three_grades(candidates: &[Candidate<'_>]) -> bool {
    let [file] = candidates else { return false };
    let is_chosen = |column: &Option<(String, bool)>| column.as_ref().is_some_and(|one| one.1);
    if is_chosen(&file.answers) || is_chosen(&file.prediction) {
        return false;
    }
    file.seen.columns.iter().any(|column| {
        let values = || column.values.iter().flatten().map(|value| value.raw.as_str());
        let verdict = |value: &str| names::verdict(value);
        // In most files, an answer that failed or was refused is a wrong answer.
        let of_others = ["to answer", "refus", "abst"];
        let is_third = |value: &str| {
            let lower = value.to_lowercase();
            names::is_unattempted(value) && !of_others.iter().any(|word| lower.contains(word))
        };
        column.filled > 2
            && values().all(|value| verdict(value).is_some())
            && values().any(|value| verdict(value) == Some(true))
            && values().any(|value| verdict(value) == Some(false) && !names::is_unattempted(value))
            && values().any(is_third)
    })
}

/// Whether no name suggests the gold answers of a reading of one file.
fn is_nameless(files: &[&Seen], one: &Weighed) -> bool {
    files.len() == 1 && files[one.gold].says[one.answers].gold <= 0.0
}

/// Whether a reading of one file reproduces the verdicts in it, or most of them.
fn gives_verdicts(files: &[&Seen], one: &Weighed) -> bool {
    let (file, column, ..) = one.runs[0];
    let (own, said) = (&files[one.gold].columns[one.answers], &files[file].columns[column]);
    let rows: Vec<(usize, usize)> = (0..files[file].rows()).map(|row| (row, row)).collect();
    let verdicts = files[file].columns.iter().zip(&files[file].says);
    let mut verdicts = verdicts.filter(|(_, says)| says.verdict || says.verdict_alone);
    verdicts.any(|(column, _)| {
        let verdicts = column.verdicts();
        verdicts.is_some_and(|verdicts| reproduced(own, said, &rows, &verdicts) >= Some(0.5))
    })
}

/// The columns in which the files of predictions of a reading say whether their answers are right, if each has one.
pub fn verdicts_about(candidates: &[Candidate<'_>], outcome: &Outcome) -> Option<Vec<Run>> {
    let (Outcome::Confirmed(reading) | Outcome::Found(reading) | Outcome::Unclear(reading, _)) =
        outcome
    else {
        return None;
    };
    let of_file = |run: &Run| {
        let [own] = &own_verdicts(&[candidates[run.file].seen])?[..] else { return None };
        Some(Run { file: run.file, ..own.clone() })
    };
    let is_beside = reading.runs.iter().all(|run| run.file != reading.gold);
    reading.runs.iter().map(of_file).collect::<Option<Vec<Run>>>().filter(|_| is_beside)
}

/// The columns in which the files themselves say whether their answers are right; `None` if a file has no such
/// column.
pub fn verdicts_of(candidates: &[Candidate<'_>]) -> Option<Vec<Run>> {
    own_verdicts(&candidates.iter().map(|one| one.seen).collect::<Vec<_>>())
}

fn own_verdicts(files: &[&Seen]) -> Option<Vec<Run>> {
    let of_file = |(file, seen): (usize, &&Seen)| {
        let rank = |column: &Column, says: &Says| {
            let given = column.judged().map_or(0, |said| said.iter().flatten().count());
            let is_one = says.verdict && given > 1 && given * 4 >= seen.rows() * 3;
            // If there is another file, how something ended may be what the model had to predict.
            let ends = values::says_ends(column);
            let by_value = (values::is_of_verdicts(column) && (files.len() == 1 || !ends))
                || ((ends || values::is_judged(column)) && says.verdict_alone && files.len() == 1);
            let rank = names::verdict_rank(&column.name).or(by_value.then_some(usize::MAX));
            is_one.then_some(rank).flatten()
        };
        let ranks: Vec<Option<usize>> =
            seen.columns.iter().zip(&seen.says).map(|(column, says)| rank(column, says)).collect();
        let best = ranks.iter().flatten().min()?;
        // If there are scores on a scale next to it, a column that is always 1 is not a column of verdicts.
        let graded = seen.columns.iter().zip(&seen.says).any(|(column, says)| {
            names::verdict_rank(&column.name) == Some(*best)
                && says.verdict
                && column.sort == Sort::Number
                && column.judged().is_none()
        });
        // With a column of counts, a number is a share of several answers, not a verdict.
        let of_many = |column: &Column| {
            let words = names::words(&column.name);
            let counts =
                words.last().is_some_and(|last| matches!(&**last, "n" | "count" | "total"));
            counts && column.sort == Sort::Number && column.distinct > 1
        };
        let shares = seen.columns.iter().any(|column| {
            names::verdict_rank(&column.name) == Some(*best)
                && names::is_measure(&names::words(&column.name))
        });
        if graded || (shares && seen.columns.iter().any(of_many)) {
            return None;
        }
        // Columns with the same word for a verdict are the verdicts on several systems.
        let columns = seen.columns.iter().zip(&ranks).filter(|(_, rank)| **rank == Some(*best));
        let columns = columns.map(|(column, _)| column.name.clone()).collect();
        Some(Run { file, columns, key: None, verdicts: Vec::new() })
    };
    files.iter().enumerate().map(of_file).collect()
}

/// Whether there is evidence for a reading other than the lack of a better one: values that agree, or names on
/// both sides. Some rows also have to belong together.
fn speaks(
    candidates: &[Candidate<'_>],
    files: &[&Seen],
    keys: &HashMap<(usize, usize), Pairs>,
    one: &Weighed,
) -> bool {
    let known = |known: &Option<(String, bool)>, name: &str| {
        known.as_ref().is_some_and(|(known, _)| known == name)
    };
    let name = |file: usize, column: usize| files[file].columns[column].name.as_str();
    let gold = files[one.gold].says[one.answers].gold >= 0.4
        || known(&candidates[one.gold].answers, name(one.gold, one.answers));
    one.runs.iter().all(|(file, column, _, agreeing)| {
        // Values of two files that often agree are better evidence than names, unless a name contradicts them.
        let rows = keys.get(&(one.gold, *file)).map_or(0, |pairs| pairs.rows.len());
        let named = files[one.gold].says.iter().any(|says| says.gold >= 1.0);
        let named = named || files[*file].says[*column].gold > 0.0;
        let least = if rows >= 20 { 0.2 } else { 0.4 };
        let agree = *file != one.gold && rows >= 10 && !named && (least..0.98).contains(agreeing);
        // A submission has the same columns as the solution, and the names of files distinguish them.
        let same_name = names::are_same(
            &files[one.gold].columns[one.answers].name,
            &files[*file].columns[*column].name,
        );
        let told = names::file_says(&candidates[one.gold].inspection.name)
            - names::file_says(&candidates[*file].inspection.name);
        let twin = *file != one.gold
            && same_name
            && (told >= 2.0 || is_part(files[*file], files[one.gold]));
        let (a, p) = (&files[one.gold].columns[one.answers], &files[*file].columns[*column]);
        let same_labels =
            || a.sort == Sort::Closed && p.sort == Sort::Closed && a.labels() == p.labels();
        // Two columns of a file that agree on most of three or more labels are the two sides, whatever they are called.
        let are_labels = *file == one.gold && a.distinct > 2 && same_labels() && *agreeing >= 0.5;
        let against = !(agree || twin || are_labels)
            && (files[one.gold].says[one.answers].gold <= -1.0
                || (files[*file].says[*column].prediction <= -1.0
                    && !files[*file].columns[*column].chats));
        // A measurement of an answer is not an answer.
        let says = &files[*file].says[*column];
        if says.verdict_alone && files[one.gold].says[one.answers].gold < 1.5 && !twin {
            return false;
        }
        let said = twin
            || files[*file].says[*column].prediction >= 0.4
            || known(&candidates[*file].prediction, name(*file, *column));
        let joined = keys.get(&(one.gold, *file)).is_some_and(|pairs| {
            !pairs.rows.is_empty()
                && (*file == one.gold
                    || pairs.key.is_some()
                    || same_labels()
                    || order_tells(a, p, &pairs.rows))
        });
        // Long texts that belong together share more words than others.
        let alike = || {
            let pairs = keys.get(&(one.gold, *file));
            a.sort == Sort::Long && pairs.is_some_and(|pairs| a.lift(p, &pairs.rows) >= 0.15)
        };
        let both_named = files[one.gold].says[one.answers].gold >= 1.5
            && files[*file].says[*column].prediction >= 1.0;
        // Columns without telling names agree now and then by chance, and a file that is named for one side holds
        // only that side.
        let nameless = files[one.gold].says[one.answers].gold <= 0.0
            && files[*file].says[*column].prediction <= 0.0;
        let one_sided = names::file_says(&candidates[one.gold].inspection.name).abs() >= 2.0;
        if nameless && *file == one.gold && one_sided && files.len() == 1 && !are_labels {
            return false;
        }
        let least = if nameless { 0.2 } else { 0.02 };
        let clearly = both_named
            || files[*file].says[*column].prediction >= 1.5
            || ((least..0.98).contains(agreeing) && files[*file].rows() >= 8)
            || ((0.5..0.98).contains(agreeing)
                && files[*file].rows() >= 4
                && files[one.gold].says[one.answers].gold >= 1.0
                && files[*file].says[*column].prediction >= 1.0)
            || (gold && *agreeing >= least && a.both_say(p).is_some())
            || known(&candidates[*file].prediction, name(*file, *column));
        joined
            && !against
            && (*agreeing >= 0.05 || ((gold || (twin && rows > 2)) && said) || (said && alike()))
            && (*file != one.gold || clearly)
    })
}

/// Whether a file has some of the columns of another file, and the other has at least two more: a submission next
/// to the data.
fn is_part(run: &Seen, gold: &Seen) -> bool {
    let has = |name: &str| gold.columns.iter().any(|own| own.name == name);
    gold.columns.len() >= run.columns.len() + 2
        && run.columns.len() > 1
        && run.columns.iter().all(|column| has(&column.name))
}

fn may_be_gold(candidates: &[Candidate<'_>], file: usize) -> bool {
    // Bare values, with or without ids, in a file that is named as predictions.
    let bare = |inspection: &Inspection| {
        inspection.sample.columns() == [KEY, VALUE] || inspection.sample.columns() == [VALUE]
    };
    let named = |one: &Candidate<'_>| names::file_says(&one.inspection.name) <= -2.0;
    if candidates
        .iter()
        .all(|one| bare(one.inspection) && named(one) && one.role.is_none_or(|(_, chosen)| !chosen))
    {
        return false;
    }
    // Computed figures are not data.
    let is_chosen = candidates[file].role.is_some_and(|(_, chosen)| chosen);
    if candidates.len() > 1 && candidates[file].seen.is_summary() && !is_chosen {
        return false;
    }
    // The form that HotpotQA's script reads as predictions: all answers by id, then all supporting facts.
    let Candidate { inspection, role, .. } = &candidates[file];
    let columns = inspection.sample.columns();
    let of_hotpot = |name: &String| [KEY, "answer", "sp", VALUE].contains(&name.as_str());
    if inspection.shape == Shape::KeyedColumns
        && columns.iter().all(of_hotpot)
        && !role.is_some_and(|(_, chosen)| chosen)
    {
        return false;
    }
    let chosen = |one: &Candidate<'_>| one.role.filter(|(_, chosen)| *chosen).map(|(role, _)| role);
    match chosen(&candidates[file]) {
        Some(role) => role.has_gold(),
        None => !candidates.iter().any(|one| chosen(one).is_some_and(Role::has_gold)),
    }
}

/// The files that may hold predictions for a gold file: all others, or all that are like it. `are_whole` is
/// whether each file by itself is a table of both sides with the same column names.
fn layouts(
    candidates: &[Candidate<'_>],
    files: &[&Seen],
    gold: usize,
    are_whole: bool,
) -> Vec<Vec<usize>> {
    let role = |file: usize| candidates[file].role;
    let others: Vec<usize> = (0..files.len())
        .filter(|file| *file != gold && role(*file) != Some((Role::Gold, true)))
        .collect();
    // A file that holds both sides, and further answers in a column of the same name.
    let own = candidates[gold]
        .prediction
        .as_ref()
        .filter(|_| candidates[gold].role.is_some_and(|(role, _)| role == Role::Table));
    let further = |file: &usize| {
        own.is_some_and(|(own, _)| files[*file].columns.iter().any(|column| column.name == *own))
    };
    let only_gold = role(gold) == Some((Role::Gold, true));
    let mut layouts = Vec::new();
    if !others.is_empty() && role(gold) != Some((Role::Table, true)) {
        layouts.push(others.clone());
    }
    let is_another = |file: &usize| are_whole || is_alike(files[*file], files[gold]);
    if !only_gold && others.iter().all(|file| is_another(file) || further(file)) {
        layouts.push(std::iter::once(gold).chain(others).collect());
    }
    layouts
}

/// Whether rows in the same position agree clearly more often than other pairs of rows.
fn order_tells(a: &Column, b: &Column, rows: &[(usize, usize)]) -> bool {
    let shifted: Vec<(usize, usize)> =
        rows.iter().zip(rows.iter().cycle().skip(1)).map(|((a, _), (_, b))| (*a, *b)).collect();
    rows.len() >= 8 && a.agreeing(b, rows) - a.agreeing(b, &shifted) >= 0.2
}

/// Whether a reading is the one that shape and names suggest.
fn is_prior(candidates: &[Candidate<'_>], files: &[&Seen], one: &Weighed) -> bool {
    let is = |known: &Option<(String, bool)>, file: usize, column: usize| {
        known.as_ref().is_some_and(|(name, _)| *name == files[file].columns[column].name)
    };
    let role = |file: usize| candidates[file].role.map(|(role, _)| role);
    role(one.gold).is_some_and(Role::has_gold)
        && is(&candidates[one.gold].answers, one.gold, one.answers)
        && one.runs.iter().all(|(file, column, ..)| {
            role(*file).is_some_and(Role::has_predictions)
                && is(&candidates[*file].prediction, *file, *column)
        })
}
