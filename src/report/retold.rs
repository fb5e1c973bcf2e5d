//! What a report tells beside its rows and means, held member by member against the same report made
//! here.

use super::alike::{Alike, Lenient, Opened, few};
use super::renamed::Renamed;
use crate::diagnostic::cut;
use crate::input::json::member;
use crate::join::SHORT;
use crate::json_tree::Json;
use crate::protocol::CheckLine;
use std::collections::BTreeSet;

/// Top members that are compared elsewhere, or that depend on who made the report and how: by guessing
/// or being told.
const APART: [&str; 9] = [
    "app",
    "signature",
    "provisional",
    "confirmed",
    "settled",
    "reconciliation",
    "runs",
    "comparisons",
    "diagnostics",
];

/// What depends on where programs ran: it is told where it differs, and decides nothing.
const RAN: &str = "programs";

/// What a run has.
const OF_RUN: [&str; 5] = ["name", "reconciliation", "aggregates", "official", "records"];

/// Holds the top members of a report against those of the report made here: a line for each that
/// differs, and one with the names of the others. Returns paths of what only one side knows, where the
/// other is of another version.
pub(super) fn about_members(
    said: &Opened<'_>,
    here: &Opened<'_>,
    lenient: &Lenient,
    lines: &mut Vec<CheckLine>,
) -> BTreeSet<String> {
    let (mut equal, mut unknown) = (Vec::new(), BTreeSet::new());
    let (there, own) = (said.names(), here.names());
    for (name, _) in there.iter().filter(|(_, again)| **again) {
        lines.push(CheckLine::differs(name, "it stands twice there"));
    }
    let names: BTreeSet<&str> = there.keys().chain(own.keys()).copied().collect();
    for name in names.into_iter().filter(|name| !APART.contains(name)) {
        if lenient.compares_nothing && !there.contains_key(name) {
            continue;
        }
        let mut alike = Alike::new(lenient);
        alike.texts(said.raw(name), here.raw(name), name);
        unknown.append(&mut alike.unknown);
        if alike.found.is_empty() {
            equal.push(name);
        } else if name == RAN {
            lines.push(CheckLine::remark(name, few(alike.found)));
        } else {
            lines.push(CheckLine::differs(name, few(alike.found)));
        }
    }
    lines.push(CheckLine::equal("other members", equal.join(", ")));
    unknown
}

/// Holds the program that a report names against its signature, and whatever it says of it more.
pub(super) fn about_app(
    said: &Opened<'_>,
    here: &Opened<'_>,
    signed: Option<&str>,
    lenient: &Lenient,
) -> (CheckLine, BTreeSet<String>) {
    let mut alike = Alike::new(lenient);
    let version = version(said).unwrap_or_default();
    match signed {
        Some(signed) if signed != version => {
            let version = cut(&version, SHORT);
            alike.found.push(format!("its version is {version}, and {signed} in its signature"));
        }
        _ => {}
    }
    let tree = |of: &Opened<'_>| {
        let mut tree = Json::parse(of.raw("app").unwrap_or_default()).unwrap_or_default();
        if let Json::Object(members) = &mut tree {
            let mut seen = false;
            // A second one is left to stand for itself.
            members.retain(|(name, _)| name != "version" || std::mem::replace(&mut seen, true));
        }
        tree
    };
    alike.compare(&tree(said), &tree(here), "app");
    let line = if alike.found.is_empty() {
        CheckLine::equal("app", version)
    } else {
        CheckLine::differs("app", few(alike.found))
    };
    (line, alike.unknown)
}

/// The version of the program that made a report.
pub(super) fn version(said: &Opened<'_>) -> Option<String> {
    member(said.raw("app")?, "version").map(|version| version.text().into_owned())
}

/// A name that is missing, and members of a run that runs do not have, or that stand twice.
pub(super) fn about_run_members(run: &Opened<'_>, place: usize, alike: &mut Alike<'_>) {
    let names = run.names();
    if !names.contains_key("name") {
        alike.only_here(&format!("runs[{place}].name"));
    }
    for (name, again) in names {
        let path = format!("runs[{place}].{}", cut(name, SHORT));
        if again {
            alike.found.push(path + " stands twice");
        } else if !OF_RUN.contains(&name) {
            alike.only_there(&path);
        }
    }
}

/// Holds the doubts of a report against those of the report made here, of which `guesses` may be
/// confirmed by whoever knows the files. What was guessed for that one is no doubt here, where it is
/// told; what was confirmed there need not be here.
pub(super) fn about_doubts(
    said: &Opened<'_>,
    here: &Opened<'_>,
    guesses: &[String],
    renamed: &Renamed,
) -> Vec<CheckLine> {
    let mut lines = Vec::new();
    let [there, confirmed] =
        [("provisional", true), ("confirmed", false)].map(|(name, may_be_none)| {
            doubts(said, name, may_be_none).unwrap_or_else(|| {
                lines.push(CheckLine::differs(name, "it is no list of reasons there"));
                Vec::new()
            })
        });
    let [own, own_confirmed] =
        ["provisional", "confirmed"].map(|name| doubts(here, name, true).unwrap_or_default());
    let is_in = |all: &[String], doubt: &String| all.iter().any(|own| renamed.is_same(doubt, own));
    let lost = own.iter().chain(&own_confirmed).find(|own| {
        // A report beside the files is a doubt of its own there.
        !own.contains(" is provisional itself: ")
            && !there.iter().chain(&confirmed).any(|doubt| renamed.is_same(doubt, own))
    });
    if let Some(lost) = lost {
        lines.push(CheckLine::differs("provisional", format!("it does not say: {lost}")));
    }
    let told = |words: &str, doubts: Vec<String>| {
        (!doubts.is_empty()).then(|| [words, &few(doubts)].concat())
    };
    let (refused, confirmed): (Vec<String>, Vec<String>) =
        confirmed.into_iter().partition(|doubt| is_in(&own, doubt) && !is_in(guesses, doubt));
    let words = told("nobody can confirm: ", refused);
    lines.extend(words.map(|words| CheckLine::differs("confirmed", words)));
    let confirmed = confirmed.into_iter().filter(|doubt| !is_in(&own_confirmed, doubt)).collect();
    let words = told("by whoever made the report, as scoring it anew cannot: ", confirmed);
    lines.extend(words.map(|words| CheckLine::remark("confirmed", words)));
    let more = |doubt: &String| !is_in(&own, doubt) && !is_in(&own_confirmed, doubt);
    let words = told("there, and no doubt here: ", there.into_iter().filter(more).collect());
    lines.extend(words.map(|words| CheckLine::remark("provisional", words)));
    lines
}

/// A list of reasons; `None` where it is none.
fn doubts(of: &Opened<'_>, name: &str, may_be_none: bool) -> Option<Vec<String>> {
    match Json::parse(of.raw(name)?).ok()? {
        Json::Null if may_be_none => Some(Vec::new()),
        Json::List(all) => all.iter().map(|one| one.as_text().map(str::to_owned)).collect(),
        _ => None,
    }
}
