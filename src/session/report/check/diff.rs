//! Compares two JSON texts: lists the differences by their paths. The order of members and the
//! notation of numbers do not matter; a table here lists what else may differ.

use super::names::Names;
use crate::base::diagnostic::cut;
use crate::table::Kind;
use crate::table::json::{Value, elements, members};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// Names and values are cut at this many characters.
const SHOWN: usize = 100;

/// When a member may differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum When {
    /// In a file, which may be renamed: only its hash matters.
    File,
    /// In a file that was packed there or is packed here: only its hash matters.
    Packed,
    /// Another version made the report: wording and the hash of settings may differ.
    OtherVersion,
    /// Its intervals were drawn in another way, which is reported separately.
    OtherDrawing,
    /// Older reports do not have it.
    Absent,
    /// The report leaves out texts that quote questions and answers.
    WordsLeftOut,
    /// Other rules compare it; differences are reported under this path.
    Apart(&'static str),
}

/// What may differ, by the names of members.
const MAY_DIFFER: [(&str, When); 23] = [
    ("name", When::File),
    ("member", When::Packed),
    ("bytes", When::Packed),
    ("format", When::Packed),
    ("encoding", When::Packed),
    ("chosen", When::Packed),
    ("sentence", When::OtherVersion),
    ("words", When::OtherVersion),
    ("settings_hash", When::OtherVersion),
    ("schema", When::OtherVersion),
    ("interval", When::OtherDrawing),
    ("stored", When::Absent),
    ("message", When::WordsLeftOut),
    ("column", When::WordsLeftOut),
    ("remedy", When::WordsLeftOut),
    ("signature", When::Apart("")),
    // Its digest is in the signature.
    ("host", When::Apart("")),
    ("provisional", When::Apart("")),
    ("confirmed", When::Apart("")),
    // The offers depend on what was left open, and a check leaves nothing open.
    ("readings", When::Apart("")),
    ("diagnostics", When::Apart("")),
    ("version", When::Apart("app")),
    ("records", When::Apart("runs")),
];

/// Whether other rules compare a top member.
pub(super) fn is_apart(name: &str) -> bool {
    MAY_DIFFER.contains(&(name, When::Apart("")))
}

/// Differences in how the reports were made.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Made {
    /// By another version: members that only one side has are named but do not matter.
    pub(super) by_other_version: bool,
    /// With intervals that were drawn in another way.
    pub(super) drawn_otherwise: bool,
}

/// What was found by comparing.
pub(super) struct Diff<'n> {
    pub(super) made: Made,
    /// Names that files may have in texts.
    names: &'n Names,
    /// Paths of the differences, and the differences in words.
    pub(super) found: Vec<(String, String)>,
    /// Paths of members that only one side has, if the other is of another version.
    pub(super) unknown: BTreeSet<String>,
    /// The optional members that some object lacks, and those that some object has.
    left_out: BTreeSet<&'static str>,
    kept: BTreeSet<&'static str>,
    /// Whether the report lacks the wording of its diagnostics.
    pub(super) no_words: bool,
    /// Members that objects may lack if all objects do: see [`Self::left_out`].
    pub(super) optional: &'static [&'static str],
}

impl<'n> Diff<'n> {
    pub(super) fn new(made: Made, names: &'n Names) -> Self {
        let [left_out, kept] = [BTreeSet::new(), BTreeSet::new()];
        let (found, unknown) = (Vec::new(), BTreeSet::new());
        Self { made, names, found, unknown, left_out, kept, no_words: false, optional: &[] }
    }

    /// The difference between two elements of a list that other rules compare, in words.
    pub(super) fn of(&mut self, there: Value<'_>, here: Value<'_>) -> Vec<String> {
        let before = self.found.len();
        self.compare(there, here, "");
        self.found.split_off(before).into_iter().map(|(_, words)| words).collect()
    }

    fn compare(&mut self, there: Value<'_>, here: Value<'_>, path: &str) {
        if there.raw == here.raw {
            if path.is_empty() {
                self.kept.extend(self.optional);
            }
            return;
        }
        match (there.kind, here.kind) {
            (Kind::Object, Kind::Object) => {
                self.objects(&Opened::new(there.raw), &Opened::new(here.raw), path);
            }
            (Kind::List, Kind::List) => {
                let [said, own] = [there, here].map(|list| items(list.raw));
                if said.len() != own.len() {
                    let words =
                        format!("{path} has {} in the report, {} here", said.len(), own.len());
                    self.found.push((path.to_owned(), words));
                }
                for (place, (said, own)) in said.into_iter().zip(own).enumerate() {
                    self.compare(said, own, &format!("{path}[{place}]"));
                }
            }
            _ if self.is_same(there, here) => {}
            _ => {
                let [there, here] = [there, here].map(|one| cut(one.raw, SHOWN));
                let words = format!("{path} {there} in the report, {here} here");
                self.found.push((path.to_owned(), words));
            }
        }
    }

    /// Compares the members of two objects.
    pub(super) fn objects(&mut self, said: &Opened<'_>, own: &Opened<'_>, path: &str) {
        let is_file = own.get("sha256").is_some();
        let is_packed = is_file && [said, own].iter().any(|one| one.get("member").is_some());
        let more = said.names().filter(|name| own.get(name).is_none());
        for name in own.names().chain(more) {
            let shown = cut(name, SHOWN);
            let inside = if path.is_empty() { shown } else { [path, ".", &shown].concat() };
            let (there, here) = (said.get(name), own.get(name));
            if said.has_twice(name) {
                self.found.push((inside.clone(), inside + " appears twice"));
                continue;
            }
            let may_differ = MAY_DIFFER.iter().any(|(member, when)| {
                *member == name
                    && match when {
                        When::File => is_packed || is_file && there.is_some(),
                        When::Packed => is_packed,
                        When::OtherVersion => self.made.by_other_version,
                        When::OtherDrawing => self.made.drawn_otherwise,
                        When::Absent => there.is_none(),
                        When::WordsLeftOut => there.is_none() && self.no_words,
                        When::Apart(of) => path.split('[').next() == Some(of),
                    }
            });
            let optional = self.optional.iter().find(|one| **one == name);
            match (there, here, optional) {
                _ if may_differ => {}
                (Some(there), Some(here), _) => {
                    self.kept.extend(optional);
                    self.compare(there, here, &inside);
                }
                (None, Some(_), Some(name)) => drop(self.left_out.insert(name)),
                _ if self.made.by_other_version => drop(self.unknown.insert(inside)),
                (Some(_), ..) => {
                    let words =
                        format!("the report has {inside}, which re-scoring does not produce");
                    self.found.push((inside, words));
                }
                _ => {
                    let words = ["the report does not have ", &inside].concat();
                    self.found.push((inside, words));
                }
            }
        }
    }

    /// Whether two values other than lists and objects are equal: numbers by their value.
    fn is_same(&self, there: Value<'_>, here: Value<'_>) -> bool {
        match (there.kind, here.kind) {
            (Kind::Number, Kind::Number) => {
                let whole = [there, here].map(|one| one.raw.parse::<i64>().ok());
                match whole {
                    [Some(there), Some(here)] => there == here,
                    _ => there.raw.parse::<f64>() == here.raw.parse::<f64>(),
                }
            }
            (Kind::String, Kind::String) => {
                let (said, own) = (there.text(), here.text());
                said == own || self.names.is_same(&said, &own)
            }
            _ => false,
        }
    }

    /// The optional members that all objects lack. If only some objects lack one, it is a
    /// difference.
    pub(super) fn left_out(&mut self) -> BTreeSet<&'static str> {
        for name in self.left_out.intersection(&self.kept) {
            self.found.push(("runs".to_owned(), ["some records have no ", name].concat()));
        }
        self.left_out.difference(&self.kept).copied().collect()
    }
}

/// The first few of several things, and how many more there are.
pub(super) fn few(mut all: Vec<String>) -> String {
    const MOST: usize = 3;
    let more = all.len().saturating_sub(MOST);
    all.truncate(MOST);
    if more > 0 {
        all.push(format!("and {more} more"));
    }
    all.join("; ")
}

/// The elements of a list.
pub(super) fn items(raw: &str) -> Vec<Value<'_>> {
    elements(raw).map_while(Result::ok).collect()
}

/// The members of an object, found in one pass because a report may be long.
pub(super) struct Opened<'a> {
    order: Vec<Cow<'a, str>>,
    /// The last member of each name, and whether there are others.
    by_name: BTreeMap<Cow<'a, str>, (Value<'a>, bool)>,
}

impl<'a> Opened<'a> {
    pub(super) fn new(raw: &'a str) -> Self {
        let (mut order, mut by_name) = (Vec::new(), BTreeMap::new());
        for (name, value) in members(raw).map_while(Result::ok) {
            let is_again = by_name.contains_key(&name);
            if !is_again {
                order.push(name.clone());
            }
            by_name.insert(name, (value, is_again));
        }
        Self { order, by_name }
    }

    pub(super) fn get(&self, name: &str) -> Option<Value<'a>> {
        self.by_name.get(name).map(|(value, _)| *value)
    }

    fn has_twice(&self, name: &str) -> bool {
        self.by_name.get(name).is_some_and(|(_, again)| *again)
    }

    /// The text of a member.
    pub(super) fn text(&self, name: &str) -> Option<String> {
        self.get(name).map(|value| value.text().into_owned())
    }

    /// The elements of a member that is a list.
    pub(super) fn list(&self, name: &str) -> Vec<Value<'a>> {
        self.get(name).map_or_else(Vec::new, |value| items(value.raw))
    }

    /// Every name once, in order.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.order.iter().map(AsRef::as_ref)
    }
}

/// The code of a diagnostic.
pub(super) fn code(one: Value<'_>) -> String {
    Opened::new(one.raw).text("code").unwrap_or_default()
}
