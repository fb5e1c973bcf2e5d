//! Links: how files are to be scored and which rows are shown, behind the `#` of an address. Never
//! anything of the files themselves but names of columns and of runs.
//!
//! `NAME=VALUE` separated by `&`: `preset` (`ID@VERSION`, or the text of a user's own), `guess=preset`
//! where that was guessed from the files and nobody has confirmed it, `set.KEY`, `join`,
//! `map.ROLE.FIELD` (several of one are a composite key), `seed`, `baseline`, `slice` and `twin` (once for
//! each), `cluster`, `signature`, and of the view `metric` and `board=common`, by which runs are compared and
//! on which questions, `run`, `verdict`, `state`, `rows`, `note`, `category`,
//! `duplicates`, `against` with `flip` and `different`, `sort`, `descending`. Rows are those with regard
//! to the baseline: `against` names it once more, and decides nothing but whether that is the one that was
//! meant. Runs go by their names: files may be dropped in another order. A number is the place of a
//! run, in links of earlier versions, and so a name of digits alone begins with an escape. What
//! somebody has defined, such as the edges and conditions of a breakdown, goes along as it was written.
//!
//! These stay at home: roles and forms, which belong to files by their slot; what gold answers were
//! settled to mean, and whether guesses were confirmed, which is about the files of then; of the view
//! what was typed into the search, and the group of a row, which is a value of the files.

use super::{Choices, Sort, View};
use crate::types::ColumnChoice;
use percent_encoding::percent_encode_byte;
use std::collections::BTreeMap;
use std::str::FromStr;
use strum::VariantArray;

mod landing;
mod letters;
use landing::Named;
pub use landing::{Landing, LinkedView};
use letters::{escape, unescape};

/// How a link begins, behind the `#`.
const BEGINS: &str = "preset=";

/// A part of a link: its name, and what of the choices or the view it says. Another field of theirs goes
/// along by another line of [`CHOICES`] or [`VIEW`].
type LinkPart<T> = (&'static str, Says<T>);

enum Says<T> {
    /// A text, where there is one.
    Text(fn(&mut T) -> &mut Option<String>),
    /// Texts, one part for each.
    Texts(fn(&mut T) -> &mut Vec<String>),
    /// Something that holds, by this word; nothing where it does not.
    That(&'static str, fn(&mut T) -> &mut bool),
    /// A value of another kind, where there is one: how it is written, and read; `false` for a value that
    /// is not known.
    One(fn(&T) -> Option<String>, fn(&mut T, &str) -> bool),
    /// The same of several values, one part for each.
    Some(fn(&T) -> Vec<String>, fn(&mut T, &str) -> bool),
    /// The same of values with names of their own, which stand behind the name of the part.
    Own { write: fn(&T) -> Vec<(String, String)>, read: fn(&mut T, &str, &str) -> bool },
    /// A run, by its name.
    Run(Run),
}

#[derive(Clone, Copy)]
enum Run {
    /// The one that is looked at.
    Own,
    /// The one that it is looked at against.
    Against,
}

const CHOICES: &[LinkPart<Choices>] = &[
    ("preset", Says::Text(|choices| &mut choices.preset)),
    // What nobody has chosen or confirmed.
    ("guess", Says::That("preset", |choices| &mut choices.preset_guessed)),
    (
        "set.",
        Says::Own {
            write: |choices| choices.set.clone().into_iter().collect(),
            read: |choices, key, value| {
                choices.set.insert(key.to_owned(), value.to_owned());
                true
            },
        },
    ),
    (
        "join",
        Says::One(|choices| name(choices.join), |choices, value| set(&mut choices.join, value)),
    ),
    (
        "map.",
        Says::Own {
            write: |choices| {
                let place = |choice: &ColumnChoice| {
                    let place = [choice.role.name(), ".", choice.field.name()].concat();
                    (place, choice.column.clone())
                };
                choices.columns.iter().map(place).collect()
            },
            read: |choices, place, column| {
                let (role, field) = place.split_once('.').unwrap_or_default();
                let (Ok(role), Ok(field)) = (role.parse(), field.parse()) else { return false };
                choices.columns.push(ColumnChoice { role, field, column: column.to_owned() });
                true
            },
        },
    ),
    (
        "seed",
        Says::One(
            |choices| (choices.seed != 0).then(|| choices.seed.to_string()),
            |choices, value| value.parse().map(|seed| choices.seed = seed).is_ok(),
        ),
    ),
    ("baseline", Says::Text(|choices| &mut choices.baseline)),
    ("slice", Says::Texts(|choices| &mut choices.slices)),
    ("cluster", Says::Text(|choices| &mut choices.cluster)),
    ("twin", Says::Texts(|choices| &mut choices.twins)),
    ("signature", Says::Text(|choices| &mut choices.signature)),
];

const VIEW: &[LinkPart<View>] = &[
    ("metric", Says::Text(|view| &mut view.by.metric)),
    // On the questions that every run has a prediction for.
    ("board", Says::That("common", |view| &mut view.by.common)),
    ("run", Says::Run(Run::Own)),
    (
        "verdict",
        Says::Some(|view| names(&view.verdicts), |view, value| add(&mut view.verdicts, value)),
    ),
    ("state", Says::Some(|view| names(&view.states), |view, value| add(&mut view.states, value))),
    (
        "rows",
        Says::One(
            |view| view.range.map(|(from, to)| format!("{from}-{to}")),
            |view, value| {
                let ends = value.split_once('-');
                view.range =
                    ends.and_then(|(from, to)| Some((from.parse().ok()?, to.parse().ok()?)));
                view.range.is_some()
            },
        ),
    ),
    ("note", Says::Text(|view| &mut view.note)),
    ("category", Says::Text(|view| &mut view.category)),
    ("class", Says::One(|view| name(view.class), |view, value| set(&mut view.class, value))),
    ("duplicates", Says::That("yes", |view| &mut view.duplicates)),
    ("against", Says::Run(Run::Against)),
    (
        "flip",
        Says::One(
            |view| name(view.against.and_then(|against| against.flip)),
            |view, value| {
                let flip = value.parse().ok();
                if flip.is_some() {
                    view.against.get_or_insert_default().flip = flip;
                }
                flip.is_some()
            },
        ),
    ),
    ("different", Says::That("yes", |view| &mut view.against.get_or_insert_default().different)),
    (
        "sort",
        Says::One(
            |view| match &view.sort {
                Sort::File => None,
                Sort::Metric(metric) => Some(["metric.", metric].concat()),
                other => {
                    SORTS.iter().find(|(_, sort)| sort == other).map(|(name, _)| (*name).into())
                }
            },
            |view, value| {
                let named = SORTS.iter().find(|(name, _)| *name == value);
                let metric = || Some(Sort::Metric(value.strip_prefix("metric.")?.to_owned()));
                let sort = named.map(|(_, sort)| sort.clone()).or_else(metric);
                let is_known = sort.is_some();
                view.sort = sort.unwrap_or_default();
                is_known
            },
        ),
    ),
    ("descending", Says::That("yes", |view| &mut view.descending)),
];

const SORTS: [(&str, Sort); 6] = [
    ("id", Sort::Id),
    ("question", Sort::Question),
    ("prediction", Sort::Prediction),
    ("gold", Sort::Gold),
    ("verdict", Sort::Verdict),
    ("apart", Sort::Apart),
];

/// Names of those that are wanted, in the order of all.
fn names<T: VariantArray + Copy + PartialEq + Into<&'static str>>(wanted: &[T]) -> Vec<String> {
    let wanted = T::VARIANTS.iter().filter(|one| wanted.contains(one));
    wanted.map(|one| (*one).into().to_owned()).collect()
}

fn name<T: Into<&'static str>>(one: Option<T>) -> Option<String> {
    one.map(|one| one.into().to_owned())
}

fn set<T: FromStr>(one: &mut Option<T>, name: &str) -> bool {
    *one = name.parse().ok();
    one.is_some()
}

fn add<T: FromStr>(wanted: &mut Vec<T>, name: &str) -> bool {
    let one = name.parse().ok();
    let is_known = one.is_some();
    wanted.extend(one);
    is_known
}

/// What stands behind the `#`; `choices` has to name a preset, by `ID@VERSION` or as text, and `runs`
/// are the names of the runs in the order of the score.
pub fn link(choices: &Choices, view: &View, runs: &[&str]) -> String {
    let mut link = Writer::default();
    let preset = Some(choices.preset.clone().unwrap_or_default());
    link.parts(CHOICES, &Choices { preset, ..choices.clone() }, &|_| None);
    let run = |run: Run| match run {
        Run::Own if view.run == 0 && runs.len() < 2 => None,
        // By its place where it has no name.
        Run::Own => Some(match runs.get(view.run as usize) {
            Some(name) => escaped_run(name),
            None => view.run.to_string(),
        }),
        Run::Against => view.against.and(choices.baseline.as_deref()).map(escaped_run),
    };
    link.parts(VIEW, view, &run);
    link.text
}

/// The name of a run, with an escape at its beginning where it would be taken for a place.
fn escaped_run(name: &str) -> String {
    match name.bytes().next() {
        Some(first) if is_place(name) => [percent_encode_byte(first), &name[1..]].concat(),
        _ => escape(name),
    }
}

#[derive(Default)]
struct Writer {
    text: String,
}

impl Writer {
    fn push(&mut self, name: &str, value: &str) {
        self.push_escaped(name, &escape(value));
    }

    fn push_all<'v>(&mut self, name: &str, values: impl Iterator<Item = &'v String>) {
        values.for_each(|value| self.push(name, value));
    }

    fn push_escaped(&mut self, name: &str, value: &str) {
        if !self.text.is_empty() {
            self.text.push('&');
        }
        self.text.extend([&escape(name), "=", value]);
    }

    fn parts<T: Clone>(
        &mut self,
        parts: &[LinkPart<T>],
        of: &T,
        run: &dyn Fn(Run) -> Option<String>,
    ) {
        // Fields are named by what gives them to be changed.
        let mut copy = of.clone();
        for (name, says) in parts {
            match says {
                Says::Text(field) => self.push_all(name, field(&mut copy).iter()),
                Says::Texts(field) => self.push_all(name, field(&mut copy).iter()),
                Says::That(word, field) => {
                    if *field(&mut copy) {
                        self.push(name, word);
                    }
                }
                Says::One(write, _) => self.push_all(name, write(of).iter()),
                Says::Some(write, _) => self.push_all(name, write(of).iter()),
                Says::Own { write, .. } => {
                    for (rest, value) in write(of) {
                        self.push(&[*name, &rest].concat(), &value);
                    }
                }
                Says::Run(which) => {
                    if let Some(value) = run(*which) {
                        self.push_escaped(name, &value);
                    }
                }
            }
        }
    }
}

/// What a link says; `None` where the text behind the `#` is no link of ours. What it does not know is
/// passed over in the view, which tells it, and named in the second list otherwise: a score must not
/// rest on half of a link, nor on one of two things that a link asks for.
pub fn read_link(text: &str) -> Option<(Choices, LinkedView, Vec<String>)> {
    let text = text.strip_prefix('#').unwrap_or(text);
    if !text.starts_with(BEGINS) {
        return None;
    }
    let (mut choices, mut linked, mut unknown) =
        (Choices::default(), LinkedView::default(), Vec::new());
    let mut said = BTreeMap::<String, &str>::new();
    for part in text.split('&') {
        let (name, raw) = part.split_once('=').unwrap_or((part, ""));
        let name = unescape(name);
        let value = unescape(raw);
        if is_single(&name) {
            if said.get(&name).is_some_and(|other| unescape(other) != value) {
                unknown.push(["two values of ", &name].concat());
                continue;
            }
            said.insert(name.clone(), raw);
        }
        if let Some((says, rest)) = part_of(CHOICES, &name) {
            if !take(&mut choices, says, rest, &value) {
                unknown.push(name);
            }
        } else if let Some((says, rest)) = part_of(VIEW, &name) {
            if let Says::Run(run) = says {
                linked.take_run(*run, raw);
            } else if !take(&mut linked.view, says, rest, &value) {
                linked.unheard.push([&name, "=", &value].concat());
            }
        } else {
            unknown.push(name);
        }
    }
    linked.baseline.clone_from(&choices.baseline);
    linked.signed = choices.signature.as_deref().and_then(signed_baseline);
    Some((choices, linked, unknown))
}

/// The part of a name, and what of the name is not the part's own.
fn part_of<'p, 'n, T>(parts: &'p [LinkPart<T>], name: &'n str) -> Option<(&'p Says<T>, &'n str)> {
    parts.iter().find_map(|(known, says)| {
        let rest = name.strip_prefix(known)?;
        (rest.is_empty() || known.ends_with('.')).then_some((says, rest))
    })
}

/// Takes a value in; `false` where it is not known.
fn take<T>(into: &mut T, says: &Says<T>, rest: &str, value: &str) -> bool {
    match says {
        Says::Text(field) => *field(into) = Some(value.to_owned()),
        Says::Texts(field) => field(into).push(value.to_owned()),
        Says::That(word, field) if value == *word => *field(into) = true,
        Says::One(_, read) | Says::Some(_, read) => return read(into, value),
        Says::Own { read, .. } => return read(into, rest, value),
        Says::That(..) | Says::Run(_) => return false,
    }
    true
}

/// The name of the run that a signature compares with; without its hash.
fn signed_baseline(signature: &str) -> Option<String> {
    let value = signature.split('|').find_map(|part| part.strip_prefix("baseline:"))?;
    Some(unescape(value.rsplit_once('@').map_or(value, |(name, _)| name)))
}

/// Whether a link can say this once only.
fn is_single(name: &str) -> bool {
    !matches!(name, "slice" | "twin" | "verdict" | "state") && !name.starts_with("map.")
}

impl LinkedView {
    /// Takes a run in; the value is as it stands in the link.
    fn take_run(&mut self, run: Run, raw: &str) {
        // Too large a number is the place of no run.
        let named = if is_place(raw) {
            Named::Place(raw.parse().unwrap_or(u32::MAX))
        } else {
            Named::Name(unescape(raw))
        };
        match run {
            Run::Own => self.run = named,
            Run::Against => {
                self.view.against.get_or_insert_default();
                self.against = Some(named);
            }
        }
    }
}

/// Whether this is the place of a run, and no name.
fn is_place(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests;
