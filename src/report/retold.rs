//! What a report tells beside its rows and means, held member by member against the same report made
//! here.

use crate::diagnostic::{cut, cut_middle};
use crate::input::json::{Value, elements, member, members, string_list};
use crate::join::SHORT;
use crate::json_tree::Json;
use crate::protocol::CheckLine;
use crate::session::Session;

/// Top members that are compared elsewhere, or that depend on who made the report and how: by guessing
/// or being told, and on which machine.
const APART: [&str; 10] = [
    "app",
    "signature",
    "provisional",
    "confirmed",
    "settled",
    "reconciliation",
    "runs",
    "comparisons",
    "programs",
    "diagnostics",
];

/// What is not held against the report, by the names of members.
pub(super) struct Lenient {
    /// Whether another version made the report: words may be others, members may be missing, and
    /// settings hash to other digits.
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

/// Holds the top members of a report against those of the report made here: a line for each that
/// differs, and one with the names of the others.
pub(super) fn about_members(said: &str, here: &str, lenient: &Lenient, lines: &mut Vec<CheckLine>) {
    let mut equal = Vec::new();
    let mut names: Vec<String> = Vec::new();
    for (name, _) in members(said).chain(members(here)).map_while(Result::ok) {
        if !names.iter().any(|known| *known == name) {
            names.push(name.into_owned());
        }
    }
    for name in &names {
        if members(said).map_while(Result::ok).filter(|(one, _)| one == name).count() > 1 {
            lines.push(CheckLine::differs(name, "it stands twice there"));
        }
        if APART.contains(&name.as_str()) {
            continue;
        }
        let sides = [member(said, name), member(here, name)];
        let lacks = sides.iter().any(Option::is_none);
        let unknown = lenient.other_version || lenient.compares_nothing && sides[0].is_none();
        if lacks && unknown {
            continue;
        }
        let mut differences = Vec::new();
        match sides.map(|side| side.map_or(Ok(Json::Null), |side| Json::parse(side.raw))) {
            [Ok(there), Ok(here)] => {
                compare(&there, &here, name, lenient, &mut differences);
            }
            _ => differences.push("it cannot be read".to_owned()),
        }
        let more = differences.len().saturating_sub(3);
        differences.truncate(3);
        if more > 0 {
            differences.push(format!("and {more} more"));
        }
        if differences.is_empty() {
            equal.push(name.as_str());
        } else {
            lines.push(CheckLine::differs(name, differences.join("; ")));
        }
    }
    lines.push(CheckLine::equal("other members", equal.join(", ")));
    if !lenient.other_version {
        lines.extend(lost_doubts(said, here));
    }
}

/// The doubts of the report made here that the other one neither has nor calls confirmed. What was guessed
/// for that one is no doubt here, where it is told; a doubt may name a file, which may have been renamed.
fn lost_doubts(said: &str, here: &str) -> Option<CheckLine> {
    let texts = |report: &str, name: &str| {
        member(report, name).and_then(|list| string_list(list.raw)).unwrap_or_default()
    };
    let files = |report: &str| -> Vec<Option<String>> {
        let sources = member(report, "sources").into_iter();
        let sources = sources.flat_map(|list| elements(list.raw)).map_while(Result::ok);
        sources.map(|one| Some(member(one.raw, "name")?.text().into_owned())).collect()
    };
    let known = [texts(said, "provisional"), texts(said, "confirmed")].concat();
    let lost = texts(here, "provisional").into_iter().find(|doubt| !known.contains(doubt))?;
    // A report beside the files is a doubt of its own there.
    let is_own = lost.contains(" is provisional itself: ");
    (!is_own && files(said) == files(here))
        .then(|| CheckLine::differs("provisional", format!("it does not say: {lost}")))
}

/// The paths at which two trees differ, with both values.
fn compare(there: &Json, here: &Json, path: &str, lenient: &Lenient, found: &mut Vec<String>) {
    match (there, here) {
        (Json::Object(said), Json::Object(own)) => {
            let of = |list: &'_ [(String, Json)], name: &str| {
                list.iter().position(|(known, _)| known == name)
            };
            let packed = [said, own].iter().any(|one| of(one, "member").is_some());
            let is_source = of(own, "sha256").is_some();
            for (place, (name, value)) in said.iter().enumerate() {
                let path = format!("{path}.{name}");
                if lenient.skips(name, packed) || is_source && name == "name" {
                    continue;
                }
                match of(own, name) {
                    _ if of(said, name) != Some(place) => {
                        found.push(format!("{path} stands twice"));
                    }
                    Some(at) => compare(value, &own[at].1, &path, lenient, found),
                    None if lenient.other_version => {}
                    None => found.push(format!("{path} is not here")),
                }
            }
            let lost = own.iter().filter(|(name, _)| of(said, name).is_none());
            let lost = lost.filter(|(name, _)| !lenient.skips(name, packed));
            if !lenient.other_version {
                found.extend(lost.map(|(name, _)| format!("{path}.{name} is not there")));
            }
        }
        (Json::List(said), Json::List(own)) => {
            if said.len() != own.len() {
                found.push(format!("{path} has {} there, {} here", said.len(), own.len()));
            }
            for (place, (said, own)) in said.iter().zip(own).enumerate() {
                compare(said, own, &format!("{path}[{place}]"), lenient, found);
            }
        }
        _ if there == here => {}
        _ => {
            let words = [there, here].map(|one| cut(&crate::json_text::json_text(one), 100));
            found.push(format!("{path} is {} there, {} here", words[0], words[1]));
        }
    }
}

/// What a report calls the runs, as far as it may: by the names that its files had. Any other name is
/// said to differ, and not taken over.
pub(super) fn names(said: &str, session: &Session, lines: &mut Vec<CheckLine>) -> Vec<String> {
    let Some(joined) = session.joined() else { return Vec::new() };
    let list = |name: &str| -> Vec<Value<'_>> {
        let list = member(said, name).into_iter();
        list.flat_map(|list| elements(list.raw)).map_while(Result::ok).collect()
    };
    let (runs, sources) = (list("runs"), list("sources"));
    let text = |of: Option<&Value<'_>>, name: &str| {
        of.and_then(|of| member(of.raw, name)).map(|value| value.text().into_owned())
    };
    let name = |(place, run): (usize, &crate::join::JoinedRun)| {
        let Some(said) = text(runs.get(place), "name") else { return run.name.clone() };
        if said == run.name {
            return said;
        }
        let what = format!("name of {}", run.short_name());
        let words = format!("{} there, {} here", cut_middle(&said, SHORT), run.short_name());
        let file = session.plan().predictions.get(run.file).copied();
        let at = session.plan().used().position(|index| Some(index) == file);
        let here = file.map(|index| &session.sources()[index]);
        let there = at.and_then(|at| sources.get(at));
        let packed =
            here.is_some_and(|one| one.origin.is_some()) || text(there, "member").is_some();
        let rests = here.zip(text(there, "name")).and_then(|(here, there)| {
            Some([said.strip_prefix(&there)?, run.name.strip_prefix(&here.name)?])
        });
        if packed || rests.is_some_and(|[said, own]| unnumbered(said) == unnumbered(own)) {
            lines.push(CheckLine::equal("run", format!("{words}; names of files decide nothing")));
            return said;
        }
        lines.push(CheckLine::differs(&what, words));
        run.name.clone()
    };
    joined.runs.iter().enumerate().map(name).collect()
}

/// Without the number that tells files of one name apart.
fn unnumbered(rest: &str) -> &str {
    rest.strip_prefix(" (")
        .and_then(|inner| inner.split_once(')'))
        .filter(|(number, _)| number.bytes().all(|byte| byte.is_ascii_digit()))
        .map_or(rest, |(_, behind)| behind)
}
