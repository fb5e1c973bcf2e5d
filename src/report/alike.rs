//! Two JSON trees held against each other: what differs, by its path. The order of members decides
//! nothing, nor how a number is written.

use super::renamed::Renamed;
use crate::diagnostic::cut;
use crate::input::json::{Value, members};
use crate::json_text::json_text;
use crate::json_tree::Json;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// So many characters of a name or value are shown.
const SHOWN: usize = 100;

/// What is not held against a report, by the names of members.
#[derive(Default)]
pub(super) struct Lenient {
    /// Whether another version made the report: words may be others, settings hash to other digits, and
    /// members that only one side has are named and decide nothing.
    pub(super) other_version: bool,
    /// Whether its intervals were drawn in another way, which was said already.
    pub(super) other_drawing: bool,
    /// Whether it comes from a build that compares no runs.
    pub(super) compares_nothing: bool,
}

impl Lenient {
    /// Whether the value of a member decides nothing. Files may be renamed, packed and unpacked.
    fn skips(&self, name: &str, packed: bool) -> bool {
        match name {
            "name" | "member" | "bytes" | "format" | "encoding" | "chosen" => packed,
            "sentence" | "words" | "settings_hash" | "schema" => self.other_version,
            "interval" => self.other_drawing,
            _ => false,
        }
    }
}

/// What was found by comparing.
pub(super) struct Alike<'l> {
    lenient: &'l Lenient,
    /// Members that a report may leave out on purpose.
    optional: &'static [&'static str],
    /// Names that files may have in texts.
    renamed: Option<&'l Renamed>,
    /// What differs, in words.
    pub(super) found: Vec<String>,
    /// Paths of members that one side has and the other, of another version, has not.
    pub(super) unknown: BTreeSet<String>,
    /// Which of the optional ones are left out.
    pub(super) left_out: BTreeSet<&'static str>,
    /// Which of them some object has.
    kept: BTreeSet<&'static str>,
}

impl<'l> Alike<'l> {
    pub(super) fn new(lenient: &'l Lenient) -> Self {
        let [left_out, kept] = [BTreeSet::new(), BTreeSet::new()];
        let (found, unknown) = (Vec::new(), BTreeSet::new());
        Self { lenient, optional: &[], renamed: None, found, unknown, left_out, kept }
    }

    /// The same where objects may lack these members.
    pub(super) fn with_optional(lenient: &'l Lenient, optional: &'static [&'static str]) -> Self {
        Self { optional, ..Self::new(lenient) }
    }

    /// The same where texts may name files as either side does.
    pub(super) fn with_names(lenient: &'l Lenient, renamed: &'l Renamed) -> Self {
        Self { renamed: Some(renamed), ..Self::new(lenient) }
    }

    /// Holds the text of a member of the report against that of the report made here.
    pub(super) fn texts(&mut self, said: Option<&str>, here: Option<&str>, path: &str) {
        match (said, here) {
            (Some(said), Some(here)) if said == here => {}
            (Some(said), Some(here)) => match (Json::parse(said), Json::parse(here)) {
                (Ok(said), Ok(here)) => self.compare(&said, &here, path),
                _ => self.found.push([path, " cannot be read"].concat()),
            },
            (Some(_), None) => self.only_there(path),
            (None, Some(_)) => self.only_here(path),
            (None, None) => {}
        }
    }

    /// Holds two trees against each other, which stand at this path.
    pub(super) fn compare(&mut self, there: &Json, here: &Json, path: &str) {
        match (there, here) {
            (Json::Object(said), Json::Object(own)) => self.objects(said, own, path),
            (Json::List(said), Json::List(own)) => {
                if said.len() != own.len() {
                    let [there, here] = [said.len(), own.len()];
                    self.found.push(format!("{path} has {there} there, {here} here"));
                }
                for (place, (said, own)) in said.iter().zip(own).enumerate() {
                    self.compare(said, own, &format!("{path}[{place}]"));
                }
            }
            _ if self.is_same(there, here) => {}
            _ => {
                let [there, here] = [there, here].map(|one| cut(&json_text(one), SHOWN));
                self.found.push(format!("{path} {there} there, {here} here"));
            }
        }
    }

    fn objects(&mut self, said: &[(String, Json)], own: &[(String, Json)], path: &str) {
        let of = |list: &[(String, Json)], name: &str| list.iter().any(|(one, _)| one == name);
        let is_source = of(own, "sha256");
        let packed = is_source && [said, own].iter().any(|one| of(one, "member"));
        let inside = |name: &str| match path {
            "" => cut(name, SHOWN),
            _ => [path, ".", &cut(name, SHOWN)].concat(),
        };
        let mut rest: BTreeMap<&str, &Json> =
            own.iter().map(|(name, value)| (name.as_str(), value)).collect();
        let mut seen = BTreeSet::new();
        for (name, value) in said {
            let own = rest.remove(name.as_str());
            self.kept.extend(self.optional.iter().find(|one| *one == name));
            if self.lenient.skips(name, packed) || is_source && name == "name" {
                continue;
            }
            match own {
                _ if !seen.insert(name.as_str()) => {
                    self.found.push([&inside(name), " stands twice"].concat());
                }
                Some(own) => self.compare(value, own, &inside(name)),
                None => self.only_there(&inside(name)),
            }
        }
        for name in rest.into_keys().filter(|name| !self.lenient.skips(name, packed)) {
            match self.optional.iter().find(|one| **one == name) {
                Some(name) => drop(self.left_out.insert(name)),
                None => self.only_here(&inside(name)),
            }
        }
    }

    /// Whether two values that are no lists or objects are the same: numbers by their value.
    fn is_same(&self, there: &Json, here: &Json) -> bool {
        match (there, here) {
            (Json::Integer(number), Json::Float(float))
            | (Json::Float(float), Json::Integer(number)) => *number as f64 == *float,
            (Json::Text(said), Json::Text(own)) => {
                said == own || self.renamed.is_some_and(|renamed| renamed.is_same(said, own))
            }
            _ => there == here,
        }
    }

    /// Takes for a difference what some objects have and others not: whoever leaves something out
    /// leaves it out of all.
    pub(super) fn settle_left_out(&mut self) {
        for name in self.left_out.intersection(&self.kept) {
            self.found.push(["some records have no ", name].concat());
        }
        self.left_out = self.left_out.difference(&self.kept).copied().collect();
    }

    /// A member that scoring anew does not give.
    pub(super) fn only_there(&mut self, path: &str) {
        if self.lenient.other_version {
            self.unknown.insert(path.to_owned());
        } else {
            let words = format!("the report has {path}, which scoring it anew does not give");
            self.found.push(words);
        }
    }

    /// A member that the report should have.
    pub(super) fn only_here(&mut self, path: &str) {
        if self.lenient.other_version {
            self.unknown.insert(path.to_owned());
        } else {
            self.found.push(["the report does not have ", path].concat());
        }
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

/// The members of an object, found in one pass: a report may be long.
pub(super) struct Opened<'a>(Vec<(Cow<'a, str>, Value<'a>)>);

impl<'a> Opened<'a> {
    pub(super) fn new(raw: &'a str) -> Self {
        Self(members(raw).map_while(Result::ok).collect())
    }

    /// A member; of several with that name the last.
    pub(super) fn get(&self, name: &str) -> Option<Value<'a>> {
        self.0.iter().rfind(|(key, _)| key == name).map(|(_, value)| *value)
    }

    /// The text of a member as it stands there.
    pub(super) fn raw(&self, name: &str) -> Option<&'a str> {
        self.get(name).map(|value| value.raw)
    }

    /// Every name once, and whether it stands there again.
    pub(super) fn names(&self) -> BTreeMap<&str, bool> {
        let mut names = BTreeMap::new();
        for (name, _) in &self.0 {
            names.entry(name.as_ref()).and_modify(|again| *again = true).or_insert(false);
        }
        names
    }
}
