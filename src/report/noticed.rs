//! The diagnostics of a report held against those that the same files give here.

use super::alike::{Alike, Lenient, Opened, few};
use super::renamed::{Renamed, list};
use crate::diagnostic::{Diagnostic, cut};
use crate::input::Kind;
use crate::json_text::json_text;
use crate::json_tree::Json;
use crate::protocol::CheckLine;
use std::collections::BTreeMap;

/// What the line is about.
const WHAT: &str = "diagnostics";

/// Codes that speak of how files came to their roles, or of files beside those that are scored: whoever
/// checks a report gives the files in another way.
const BESIDE: [&str; 3] = ["roles_look_swapped", "unused_file", "second_gold"];

/// What is left of a diagnostic where its words were left out.
const BARE: [&str; 4] = ["severity", "code", "file", "row"];

/// So many more of them than there are here are compared, and the others counted.
const MORE: usize = 1000;

/// So many characters of a message are shown.
const SHOWN: usize = 200;

/// Holds the diagnostics of a report against those found here, in whatever order. `left_out` is told
/// where the report has no words of them.
pub(super) fn about_diagnostics(
    said: &Opened<'_>,
    here: &[Diagnostic],
    renamed: &Renamed,
    lenient: &Lenient,
    left_out: &mut Vec<String>,
) -> Vec<CheckLine> {
    let refused = match said.get(WHAT) {
        None => Some("the report has none"),
        Some(value) if value.kind != Kind::List => Some("they are no list there"),
        Some(_) => None,
    };
    if let Some(words) = refused {
        return vec![CheckLine::differs(WHAT, words)];
    }
    let mut there = list(said, WHAT);
    let most = here.len() + MORE;
    let compared: Vec<Json> =
        there.by_ref().take(most).map(|one| Json::parse(one.raw).unwrap_or_default()).collect();
    let uncounted = there.count();
    let mut own: Vec<Json> =
        here.iter().filter_map(|one| Json::parse(&json_text(one)).ok()).collect();
    if !compared.is_empty() && compared.iter().all(|one| text(one, "message").is_none()) {
        left_out.push("words of diagnostics".to_owned());
        own.iter_mut().for_each(bare);
    }
    let all = own.len();
    let compare = |said: &Json, own: &Json| {
        let mut alike = Alike::with_names(lenient, renamed);
        alike.compare(said, own, "");
        alike.found.extend(alike.unknown);
        alike.found
    };
    let (compared, own) = unequal(compared, own, &compare);
    let equal = all - own.len();
    let (mut found, beside) = differences(&compared, own, &compare);
    if uncounted > 0 {
        found.push(format!("{uncounted} more there"));
    }
    let mut lines = Vec::new();
    if !beside.is_empty() {
        lines.push(CheckLine::remark(WHAT, few(beside)));
    }
    let words = format!("{equal} of {all} equal");
    lines.push(match found.is_empty() {
        true => CheckLine::equal(WHAT, words),
        // Another version may notice other things, and say them in other words.
        false if lenient.other_version => CheckLine::remark(WHAT, [words, few(found)].join("; ")),
        false => CheckLine::differs(WHAT, [words, few(found)].join("; ")),
    });
    lines
}

/// What differs in a diagnostic of the report and one found here, in words.
type Compare<'c> = dyn Fn(&Json, &Json) -> Vec<String> + 'c;

/// What has no equal on the other side.
fn unequal(there: Vec<Json>, here: Vec<Json>, compare: &Compare<'_>) -> (Vec<Json>, Vec<Json>) {
    let mut by_code: BTreeMap<String, Vec<Json>> = BTreeMap::new();
    for one in here {
        by_code.entry(code(&one).to_owned()).or_default().push(one);
    }
    let mut without = Vec::new();
    for said in there {
        let same = by_code.get_mut(code(&said));
        let equal = same.and_then(|list| {
            let at = list.iter().position(|own| compare(&said, own).is_empty())?;
            Some(list.remove(at))
        });
        if equal.is_none() {
            without.push(said);
        }
    }
    (without, by_code.into_values().flatten().collect())
}

/// What was changed, added and left out, in words; and the same of what is beside the files.
fn differences(
    there: &[Json],
    mut here: Vec<Json>,
    compare: &Compare<'_>,
) -> (Vec<String>, Vec<String>) {
    let (mut found, mut beside) = (Vec::new(), Vec::new());
    let mut tell = |one: &Json, words: String| {
        if BESIDE.contains(&code(one)) { &mut beside } else { &mut found }.push(words);
    };
    for said in there {
        let pair = here.iter().position(|own| code(own) == code(said));
        let words = match pair.map(|at| here.remove(at)) {
            Some(own) => format!("{}: {}", shown(&own), few(compare(said, &own))),
            None => format!("the report has {}, which scoring it anew does not give", shown(said)),
        };
        tell(said, words);
    }
    for own in &here {
        tell(own, format!("the report does not have {}", shown(own)));
    }
    (found, beside)
}

/// A diagnostic as it is printed, without its remedy.
fn shown(one: &Json) -> String {
    let severity = match text(one, "severity").unwrap_or_default() {
        "info" => "note",
        other => other,
    };
    let file = text(one, "file").map(|file| format!(" ({file})")).unwrap_or_default();
    let words = text(one, "message").map(|words| format!(": {words}")).unwrap_or_default();
    cut(&format!("{severity}[{}]{words}{file}", code(one)), SHOWN)
}

fn code(one: &Json) -> &str {
    text(one, "code").unwrap_or_default()
}

fn text<'a>(of: &'a Json, name: &str) -> Option<&'a str> {
    let member = of.as_object()?.iter().find(|(key, _)| key == name)?;
    member.1.as_text()
}

/// Leaves out what words are in.
fn bare(one: &mut Json) {
    if let Json::Object(members) = one {
        members.retain(|(name, _)| BARE.contains(&name.as_str()));
    }
}
