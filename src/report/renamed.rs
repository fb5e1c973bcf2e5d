//! Files that have other names than a report says: that decides nothing, and is told.

use super::alike::Opened;
use super::order::Order;
use crate::diagnostic::cut;
use crate::input::json::{Value, elements};
use crate::join::{JoinedRun, SHORT};
use crate::protocol::CheckLine;
use crate::session::Session;
use std::collections::BTreeSet;

/// So many ways to read two texts as one are tried.
const MOST_TRIED: usize = 1 << 16;

/// The names that files have there and here, where they are other ones.
#[derive(Default)]
pub(super) struct Renamed {
    /// Names there and here, as they are and as sentences have them.
    names: Vec<[String; 2]>,
    /// What is to be told.
    told: Vec<String>,
    /// Names that stand on other files here, and other files inside of one: no mere names.
    differing: Vec<String>,
}

impl Renamed {
    /// Holds the sources of a report against those of the report made here, file by file.
    pub(super) fn new(said: &Opened<'_>, here: &Opened<'_>) -> Self {
        let mut found = Self::default();
        let hashes: Vec<(String, String)> = list(here, "sources")
            .map(|one| ["name", "sha256"].map(|name| text(&Opened::new(one.raw), name)))
            .filter_map(|[name, hash]| Some((name?, hash?)))
            .collect();
        for (said, here) in list(said, "sources").zip(list(here, "sources")) {
            let sides = [said, here].map(|one| Opened::new(one.raw));
            let [Some(there), Some(now)] = sides.each_ref().map(|one| text(one, "name")) else {
                continue;
            };
            let [short_there, short] = [&there, &now].map(|name| cut(name, SHORT));
            let [packed, own] = sides.each_ref().map(|one| text(one, "member"));
            if packed != own {
                let words = |member: Option<String>| {
                    member.map_or_else(|| "a file of its own".to_owned(), |name| cut(&name, SHORT))
                };
                let inside = packed.is_some() && own.is_some();
                let words = format!("{short} is {} there, {} here", words(packed), words(own));
                if inside { &mut found.differing } else { &mut found.told }.push(words);
            }
            if there != now {
                let hash = text(&sides[1], "sha256");
                let is_other =
                    hashes.iter().any(|(name, of)| *name == there && Some(of) != hash.as_ref());
                let mut words = format!("{short_there} there is called {short} here");
                if is_other {
                    words += &[", where ", &short_there, " is another file"].concat();
                    found.differing.push(words);
                } else {
                    found.told.push(words);
                }
                found.names.push([there, now]);
                found.names.push([short_there, short]);
            }
        }
        found.names.retain(|names| names.iter().all(|name| !name.is_empty()));
        found
    }

    /// Whether two texts are one, in which files may have the names that they have there and here.
    pub(super) fn is_same(&self, there: &str, here: &str) -> bool {
        if there == here || self.names.is_empty() {
            return there == here;
        }
        // A name may be a word, too: every way to read it is tried.
        let (there, here) = (there.as_bytes(), here.as_bytes());
        let mut tried = BTreeSet::from([(0, 0)]);
        let mut left = vec![(0, 0)];
        while let Some((from, own)) = left.pop() {
            let (said, now) = (&there[from..], &here[own..]);
            if said.is_empty() && now.is_empty() {
                return true;
            }
            let mut go = |lengths: [usize; 2]| {
                let next = (from + lengths[0], own + lengths[1]);
                if tried.len() < MOST_TRIED && tried.insert(next) {
                    left.push(next);
                }
            };
            for [name, other] in &self.names {
                if said.starts_with(name.as_bytes()) && now.starts_with(other.as_bytes()) {
                    go([name.len(), other.len()]);
                }
            }
            if !said.is_empty() && said.first() == now.first() {
                go([1, 1]);
            }
        }
        false
    }

    /// What is to be known.
    pub(super) fn lines(&self) -> Vec<CheckLine> {
        let mut lines = Vec::new();
        if !self.differing.is_empty() {
            lines.push(CheckLine::differs("names of files", self.differing.join("; ")));
        }
        if !self.told.is_empty() {
            let words = self.told.join("; ") + "; names of files decide nothing";
            lines.push(CheckLine::remark("sources", words));
        }
        lines
    }
}

/// What a report calls the runs, as far as it may: by the names that its files had. Any other name is
/// said to differ, and not taken over.
pub(super) fn names(
    said: &Opened<'_>,
    session: &Session,
    order: &Order,
    lines: &mut Vec<CheckLine>,
) -> Vec<String> {
    let Some(joined) = session.joined() else { return Vec::new() };
    let runs: Vec<Value<'_>> = list(said, "runs").collect();
    let sources: Vec<Value<'_>> = list(said, "sources").collect();
    let of = |value: Option<&Value<'_>>, name: &str| text(&Opened::new(value?.raw), name);
    let name = |(run, place): (&JoinedRun, &usize)| {
        let Some(said) = of(runs.get(*place), "name") else { return run.name.clone() };
        if said == run.name {
            return said;
        }
        let what = format!("name of {}", run.short_name());
        let words = format!("{} there, {} here", cut(&said, SHORT), run.short_name());
        let file = session.plan().predictions.get(run.file).copied();
        let at = order.sources.iter().position(|index| Some(*index) == file);
        let here = file.map(|index| &session.sources()[index]);
        let there = at.and_then(|at| sources.get(at));
        let packed = here.is_some_and(|one| one.origin.is_some()) || of(there, "member").is_some();
        let rests = here.zip(of(there, "name")).and_then(|(here, there)| {
            Some([said.strip_prefix(&there)?, run.name.strip_prefix(&here.name)?])
        });
        // A name that another run has here is no other name of this one.
        let is_free = joined.runs.iter().all(|other| other.name != said);
        let same = |[said, own]: [&str; 2]| unnumbered(said) == unnumbered(own);
        if is_free && (packed || rests.is_some_and(same)) {
            lines.push(CheckLine::remark("run", format!("{words}; names of files decide nothing")));
            return said;
        }
        lines.push(CheckLine::differs(&what, words));
        run.name.clone()
    };
    joined.runs.iter().zip(&order.places).map(name).collect()
}

/// The elements of a member that is a list.
pub(super) fn list<'a>(of: &Opened<'a>, name: &str) -> impl Iterator<Item = Value<'a>> + use<'a> {
    let raw = of.raw(name).unwrap_or_default();
    elements(raw).map_while(Result::ok)
}

/// The text of a member.
pub(super) fn text(of: &Opened<'_>, name: &str) -> Option<String> {
    of.get(name).map(|value| value.text().into_owned())
}

/// Without the number that tells files of one name apart.
fn unnumbered(rest: &str) -> &str {
    rest.strip_prefix(" (")
        .and_then(|inner| inner.split_once(')'))
        .filter(|(number, _)| number.bytes().all(|byte| byte.is_ascii_digit()))
        .map_or(rest, |(_, behind)| behind)
}
