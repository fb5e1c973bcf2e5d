//! Links: how to score files and which rows to show, after the `#` of an address. A link never contains
//! anything from the files except names of columns and runs.
//!
//! A link is a list of `NAME=VALUE`, separated by `&`. Choices: `preset` (`ID@VERSION`, or the text of a
//! user's own), `guess=preset` if the preset was guessed from the files and nobody has confirmed it,
//! `set.KEY`, `join`, `map.ROLE.FIELD` (several of one are a composite key), `seed`, `baseline`, `slice` and
//! `twin` (once for each), `cluster`, `signature`. For a hosted scorer: `host` (the first digits of its
//! digest), `track` and `modified=not-comparable`. For the view: `metric` and `board=common` (by which
//! metric and on which questions runs are compared), `run`, `verdict`, `state`, `rows`, `note`, `category`,
//! `duplicates`, `against` with `flip` and `different`, `sort`, `descending`.
//!
//! Rows are compared with the baseline; `against` repeats its name, so that a different baseline is
//! noticed. Runs are identified by name, because files may be dropped in another order. In links of earlier
//! versions, a number is the index of a run, so a name of only digits begins with an escape. The user's own
//! definitions, such as the edges and conditions of a breakdown, are part of the link as written.
//!
//! A link leaves out roles and forms, which belong to files by their slot; the settled meanings of gold
//! answers; confirmed guesses, which concern the files at that time; the text of the search; and the group
//! of a row, which is a value from the files.

use super::signature::DIGITS;
use super::{Choices, Sort, View, Within};
use crate::base::diagnostic::Code;
use crate::base::types::ColumnChoice;
use percent_encoding::{
    AsciiSet, NON_ALPHANUMERIC, percent_decode_str, percent_encode_byte, utf8_percent_encode,
};
use std::collections::BTreeMap;
use std::str::FromStr;
use strum::VariantArray;

mod landing;
use landing::Named;
pub use landing::{Landing, LinkedView};

/// The mark for settings that differ from those of the hosted scorer.
const NOT_COMPARABLE: &str = "not-comparable";

/// How a link begins, after the `#`.
const BEGINS: &str = "preset=";

/// The characters that are escaped: all except letters, digits and these.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~')
    .remove(b'@')
    .remove(b':')
    .remove(b'|')
    .remove(b',')
    .remove(b'+')
    .remove(b'!')
    .remove(b'*');

fn escape(text: &str) -> String {
    utf8_percent_encode(text, ESCAPED).to_string()
}

fn unescape(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}

/// Orders other than that of the file and those of metrics: `metric.ID`.
const SORTS: [(&str, Sort); 6] = [
    ("id", Sort::Id),
    ("question", Sort::Question),
    ("prediction", Sort::Prediction),
    ("gold", Sort::Gold),
    ("verdict", Sort::Verdict),
    ("apart", Sort::Apart),
];

/// The part after the `#`; `choices` has to name a preset, by `ID@VERSION` or as text, and `runs` are the
/// names of the runs in the order of the score.
pub fn link(choices: &Choices, view: &View, runs: &[&str]) -> String {
    let preset = choices.preset.as_deref().unwrap_or_default();
    let mut link = Writer([BEGINS, &escape(preset)].concat());
    link.push_all("guess", choices.preset_guessed.then_some("preset"));
    for (key, value) in &choices.set {
        link.push(&["set.", key].concat(), &escape(value));
    }
    link.push_all("join", choices.join.map(<&str>::from));
    for ColumnChoice { role, field, column } in &choices.columns {
        link.push(&["map.", role.name(), ".", field.name()].concat(), &escape(column));
    }
    link.push_all("seed", (choices.seed != 0).then(|| choices.seed.to_string()));
    link.push_all("baseline", &choices.baseline);
    link.push_all("slice", &choices.slices);
    link.push_all("cluster", &choices.cluster);
    link.push_all("twin", &choices.twins);
    link.push_all("signature", &choices.signature);
    if let Some(hosted) = &choices.hosted {
        link.push_all("host", hosted.digest.get(..DIGITS));
        link.push_all("track", Some(&hosted.track).filter(|track| !track.is_empty()));
        link.push_all("modified", (!hosted.is_unchanged(choices)).then_some(NOT_COMPARABLE));
    }
    link.push_all("metric", &view.by.metric);
    link.push_all("board", view.by.common.then_some("common"));
    if view.run != 0 || runs.len() > 1 {
        // A run without a name is given by its index.
        let name = runs.get(view.run as usize);
        link.push("run", &name.map_or_else(|| view.run.to_string(), |name| escaped_run(name)));
    }
    link.push_all("verdict", names(&view.verdicts));
    link.push_all("state", names(&view.states));
    link.push_all("rows", view.range.map(|(from, to)| format!("{from}-{to}")));
    link.push_all("note", view.note.map(Code::name));
    link.push_all("category", &view.category);
    link.push_all("class", view.class.map(<&str>::from));
    link.push_all("across", view.across.map(<&str>::from));
    link.push_all("duplicates", view.duplicates.then_some("yes"));
    if let Some(against) = view.against {
        if let Some(baseline) = &choices.baseline {
            link.push("against", &escaped_run(baseline));
        }
        link.push_all("flip", against.flip.map(<&str>::from));
        link.push_all("different", against.different.then_some("yes"));
    }
    let within =
        |one: &Within| Some(format!("{}.{}-{}", sort_name(&one.column)?, one.from, one.to));
    link.push_all("within", view.within.iter().filter_map(within));
    link.push_all("sort", sort_name(&view.sort));
    link.push_all("descending", view.descending.then_some("yes"));
    link.0
}

/// The name of an order or a column in a link; `None` for the order of the file.
fn sort_name(sort: &Sort) -> Option<String> {
    match sort {
        Sort::Metric(metric) => Some(["metric.", metric].concat()),
        other => SORTS.iter().find(|(_, sort)| sort == other).map(|(name, _)| (*name).to_owned()),
    }
}

fn sort_named(name: &str) -> Option<Sort> {
    let metric = || Some(Sort::Metric(name.strip_prefix("metric.")?.to_owned()));
    SORTS.iter().find(|(known, _)| *known == name).map(|(_, sort)| sort.clone()).or_else(metric)
}

/// Bins of a column: `question.2-5`.
fn within_named(text: &str) -> Option<Within> {
    let (column, bins) = text.rsplit_once('.')?;
    let (from, to) = bins.split_once('-')?;
    let column = sort_named(column)?;
    Some(Within { column, from: from.parse().ok()?, to: to.parse().ok()? })
}

/// The names of the wanted items, in the order of all.
fn names<T>(wanted: &[T]) -> impl Iterator<Item = &'static str>
where
    T: VariantArray + Copy + PartialEq + Into<&'static str>,
{
    T::VARIANTS.iter().filter(|one| wanted.contains(one)).map(|one| (*one).into())
}

/// The name of a run, with its first character escaped if it could be read as an index.
fn escaped_run(name: &str) -> String {
    match name.bytes().next() {
        Some(first) if is_place(name) => [percent_encode_byte(first), &name[1..]].concat(),
        _ => escape(name),
    }
}

struct Writer(String);

impl Writer {
    /// Writes a value that is already escaped.
    fn push(&mut self, name: &str, value: &str) {
        self.0.extend(["&", &escape(name), "=", value]);
    }

    fn push_all<V: AsRef<str>>(&mut self, name: &str, values: impl IntoIterator<Item = V>) {
        values.into_iter().for_each(|value| self.push(name, &escape(value.as_ref())));
    }
}

/// Reads a link; `None` if the text after the `#` is not one of our links. Unknown parts of the view are
/// skipped, and the view reports them; other unknown parts are named in the second list: a score must not
/// depend on half of a link, nor on one of two contradictory parts.
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
        let (name, value) = (unescape(name), unescape(raw));
        if is_single(&name) {
            if said.get(&name).is_some_and(|other| unescape(other) != value) {
                unknown.push(["two values of ", &name].concat());
                continue;
            }
            said.insert(name.clone(), raw);
        }
        match take_choice(&mut choices, &name, &value) {
            Some(true) => {}
            Some(false) => unknown.push(name),
            None => match linked.take(&name, raw, &value) {
                Some(true) => {}
                Some(false) => linked.unheard.push([&name, "=", &value].concat()),
                None => unknown.push(name),
            },
        }
    }
    linked.baseline.clone_from(&choices.baseline);
    linked.signed = choices.signature.as_deref().and_then(signed_baseline);
    Some((choices, linked, unknown))
}

/// Sets a choice. Returns whether its value is known, or `None` if no choice has this name.
fn take_choice(choices: &mut Choices, name: &str, value: &str) -> Option<bool> {
    let text = || value.to_owned();
    match name {
        "preset" => choices.preset = Some(text()),
        "guess" if value == "preset" => choices.preset_guessed = true,
        "guess" => return Some(false),
        "join" => return Some(set(&mut choices.join, value)),
        "seed" => return Some(value.parse().map(|seed| choices.seed = seed).is_ok()),
        "baseline" => choices.baseline = Some(text()),
        "slice" => choices.slices.push(text()),
        "cluster" => choices.cluster = Some(text()),
        "twin" => choices.twins.push(text()),
        "signature" => choices.signature = Some(text()),
        "host" => choices.hosted.get_or_insert_default().digest = text(),
        "track" => choices.hosted.get_or_insert_default().track = text(),
        "modified" => return Some(value == NOT_COMPARABLE),
        _ => {
            if let Some(key) = name.strip_prefix("set.") {
                choices.set.insert(key.to_owned(), text());
            } else {
                let place = name.strip_prefix("map.")?;
                let (role, field) = place.split_once('.').unwrap_or_default();
                let (Ok(role), Ok(field)) = (role.parse(), field.parse()) else {
                    return Some(false);
                };
                choices.columns.push(ColumnChoice { role, field, column: text() });
            }
        }
    }
    Some(true)
}

fn set<T: FromStr>(one: &mut Option<T>, name: &str) -> bool {
    *one = name.parse().ok();
    one.is_some()
}

fn add<T: FromStr>(wanted: &mut Vec<T>, name: &str) -> bool {
    name.parse().map(|one| wanted.push(one)).is_ok()
}

/// The name, without its hash, of the run with which the signature compares.
fn signed_baseline(signature: &str) -> Option<String> {
    let value = signature.split('|').find_map(|part| part.strip_prefix("baseline:"))?;
    Some(unescape(value.rsplit_once('@').map_or(value, |(name, _)| name)))
}

/// Whether a link can contain this only once.
fn is_single(name: &str) -> bool {
    !matches!(name, "slice" | "twin" | "verdict" | "state" | "within") && !name.starts_with("map.")
}

impl LinkedView {
    /// The same as [`take_choice`] for the view; runs are identified as in the link.
    fn take(&mut self, name: &str, raw: &str, value: &str) -> Option<bool> {
        let view = &mut self.view;
        let text = || Some(value.to_owned());
        match name {
            "metric" => view.by.metric = text(),
            "board" if value == "common" => view.by.common = true,
            "run" => self.run = named(raw),
            "verdict" => return Some(add(&mut view.verdicts, value)),
            "state" => return Some(add(&mut view.states, value)),
            "rows" => {
                let ends = value.split_once('-');
                view.range =
                    ends.and_then(|(from, to)| Some((from.parse().ok()?, to.parse().ok()?)));
                return Some(view.range.is_some());
            }
            "note" => return Some(set(&mut view.note, value)),
            "category" => view.category = text(),
            "class" => return Some(set(&mut view.class, value)),
            "across" => return Some(set(&mut view.across, value)),
            "duplicates" if value == "yes" => view.duplicates = true,
            "against" => {
                view.against.get_or_insert_default();
                self.against = Some(named(raw));
            }
            "flip" => {
                let flip = value.parse().ok();
                if flip.is_some() {
                    view.against.get_or_insert_default().flip = flip;
                }
                return Some(flip.is_some());
            }
            "different" if value == "yes" => view.against.get_or_insert_default().different = true,
            "sort" => {
                let sort = sort_named(value);
                let is_known = sort.is_some();
                view.sort = sort.unwrap_or_default();
                return Some(is_known);
            }
            "within" => {
                let within = within_named(value);
                let is_known = within.is_some();
                view.within.extend(within);
                return Some(is_known);
            }
            "descending" if value == "yes" => view.descending = true,
            "board" | "duplicates" | "different" | "descending" => return Some(false),
            _ => return None,
        }
        Some(true)
    }
}

/// A run in a link. A number that is too large is the index of no run.
fn named(raw: &str) -> Named {
    if is_place(raw) {
        Named::Place(raw.parse().unwrap_or(u32::MAX))
    } else {
        Named::Name(unescape(raw))
    }
}

/// Whether this is the index of a run, and not a name.
fn is_place(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests;
