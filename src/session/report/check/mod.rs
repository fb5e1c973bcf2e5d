//! Compares a report with the same files scored again: one comparison of two JSON texts, and special
//! rules for a few members. [`signed`] compares signatures with files and settings.

pub(crate) mod baseline;
mod diff;
pub(crate) mod files;
mod line;
pub(crate) mod names;
pub mod signed;

use crate::base::diagnostic::{Code, Diagnostic, cut, without_quotes};
use crate::base::digits::{self, grouped};
use crate::base::error::Error;
use crate::base::json_text::json_text;
use crate::base::types::Parts;
use crate::doubt::Doubt;
use crate::join::SHORT;
use crate::report::forms::DOCTYPE;
use crate::report::forms::json::members;
use crate::report::model::{DoubtCard, Report};
use crate::report::records::Record;
use crate::report::words::and;
use crate::score::evaluate::Material;
use crate::session::protocol::given::{self, Given, head, whole};
use crate::session::protocol::signature::{Named, Signature};
use crate::session::protocol::{Check, CheckLine, CheckRow, VERSION};
use crate::session::{Finished, Score};
use crate::table::Kind;
use crate::table::json::{Value, walk};
use diff::{Diff, Made, Opened, code, few, is_apart, items};
use line::{differs, equal, remark};
use names::Names;
use signed::{check, versions};

/// At most this many rows that differ are named for each run; the others are counted.
pub const NAMED: usize = 20;

/// At most this many other differences are named in the sentence.
const LISTED: usize = 3;

/// Diagnostics are cut at this many characters.
const SHOWN: usize = 200;

/// At most this many more diagnostics than there are here are compared; the others are counted.
const MORE: usize = 1000;

/// Top members that depend on where the report was made: a difference is reported but does not matter.
const BESIDE: [&str; 1] = ["programs"];

/// The names of members of a run in messages.
const OF_RUN: [(&str, &str); 7] = [
    ("aggregates", "means and intervals"),
    ("over_groups", "means over groups"),
    ("members", "members of records"),
    ("official", "official block"),
    ("reconciliation", "counts"),
    ("stored", "own verdicts"),
    ("name", "name"),
];

/// Codes of diagnostics about how files got their roles, or about files that are not scored: people who
/// check a report give the files in another way.
const OF_OTHER_FILES: [&str; 3] = ["roles_look_swapped", "unused_file", "second_gold"];

/// Codes of diagnostics that are doubts if the preset is a guess, and otherwise warnings.
const WARNED_OF: [&str; 4] = ["none_right", "cut_thoughts", "error_messages", "further_questions"];

/// Compares the text of a report (JSON, or the HTML that contains it) with a complete score, including
/// intervals and hashes.
///
/// # Errors
/// `bad_report` if the text is not a report or is cut off.
pub fn recheck(text: &str, finished: &Finished<'_>) -> Result<Check, Error> {
    let raw = whole(text).ok_or_else(|| bad("it is not a Scoredrop report"))?;
    let given = head(&raw).ok_or_else(|| bad("its head cannot be read"))?;
    if let Err(fault) = walk::only_value(raw.as_bytes()) {
        return Err(bad(&format!("it is cut off or is not JSON ({fault:?})")));
    }
    let (score, material) = (finished.score, &finished.material);
    let said = Opened::new(&raw);
    let mut lines = about_signature(&given, finished);
    let names = Names::new(&said, finished, &mut lines);
    let report = Report::like(finished, Some(&names));
    let version = said.get("app").and_then(|app| Opened::new(app.raw).text("version"));
    let other = version.as_ref().filter(|version| *version != VERSION);
    let by_other_version = other.is_some() || is_old(&said);
    let drawn_otherwise = lines.iter().any(|line| line.what == "interval" && !line.equal);
    let mut diff = Diff::new(Made { by_other_version, drawn_otherwise }, &names);
    let mut found = Check { lines, ..Check::default() };
    let here = json_text(&members(&report));
    let here = Opened::new(&here);
    diff.objects(&said, &here, "");
    about_app(version.as_deref(), &given, &mut diff);
    if other.is_none() {
        let guesses = score.provisional.get(..score.guesses).unwrap_or_default();
        found.lines.extend(doubts(&said, &here, guesses, &names));
    }
    // A doubt about a guess becomes a warning once the guess is chosen, and re-scoring chooses it.
    let doubted = ["provisional", "confirmed"].into_iter().flat_map(|name| said.list(name));
    let doubted: Vec<String> = doubted.map(code).collect();
    let mut own = here.list("diagnostics");
    own.retain(|one| !WARNED_OF.contains(&&*code(*one)) || !doubted.contains(&code(*one)));
    let noticed = said.get("diagnostics");
    found.lines.extend(diagnostics(noticed, own, &mut diff, &mut found.left_out));
    let mut rows = Rows::default();
    diff.optional = &["id", "extracted"];
    for (run, place) in said.list("runs").iter().zip(&names.runs) {
        let said = Opened::new(run.raw).list("records");
        records(&said, *place, score, material, &mut diff, &mut rows);
    }
    found.rows = std::mem::take(&mut rows.named);
    let left_out = diff.left_out();
    for (name, words) in [("id", "ids"), ("extracted", "answers as extracted")] {
        if left_out.contains(name) {
            found.left_out.push(words.to_owned());
        }
    }
    found.lines.extend(told(&diff.found, &report, &here));
    found.sentence = rows.sentence(&found.lines);
    if text.trim_start_matches('\u{feff}').starts_with(DOCTYPE) {
        found.sentence +=
            " in the data inside the page; the visible text of the page was not compared";
    }
    if let Some(version) = other {
        found.sentence += &["; ", &versions(&cut(version, SHORT))].concat();
    }
    if !diff.unknown.is_empty() {
        let words = few(diff.unknown.into_iter().collect());
        let words = format!("only one of the two versions has {words}");
        found.lines.push(remark("members", words));
    }
    found.equal =
        rows.equal == rows.all && rows.all > 0 && found.lines.iter().all(|line| line.equal);
    Ok(found)
}

/// The run here whose file is that of the report's baseline, if no run has the baseline's name. `None` if
/// nothing has to be chosen.
pub fn renamed_baseline(text: &str, finished: &Finished<'_>) -> Option<String> {
    let raw = whole(text)?;
    let signature = Signature::parse(&head(&raw)?.signature).ok()?;
    let there = Named::parse(signature.get(baseline::WHAT)?);
    let joined = finished.material.joined;
    if joined.runs.iter().any(|run| run.name == there.name) {
        return None;
    }
    let said = Opened::new(&raw);
    let names = Names::new(&said, finished, &mut Vec::new());
    let is_it =
        |run: &Value<'_>| Opened::new(run.raw).text("name").as_deref() == Some(&*there.name);
    let place = said.list("runs").iter().position(is_it)?;
    let run = &joined.runs[*names.runs.get(place)?];
    let file = &finished.plan.columns.runs.get(run.file)?.file;
    there.is_of(&finished.sources[*file]).then(|| run.name.clone())
}

/// A line for each part of a report with a difference, and one line that names the other parts.
fn told(found: &[(String, String)], report: &Report, here: &Opened<'_>) -> Vec<CheckLine> {
    let mut parts: Vec<(String, Vec<String>)> = Vec::new();
    for (path, words) in found {
        let (what, words) = (part(path, report), words.clone());
        match parts.iter_mut().find(|(one, _)| *one == what) {
            Some((_, all)) => all.push(words),
            None => parts.push((what, vec![words])),
        }
    }
    let is_same = |name: &&str| !is_apart(name) && parts.iter().all(|(one, _)| one != name);
    let same: Vec<&str> = here.names().filter(is_same).collect();
    let same = equal("members", same.join(", "));
    let line = |(what, all): (String, Vec<String>)| {
        let say = if BESIDE.contains(&what.as_str()) { remark } else { differs };
        say(&what, few(all))
    };
    parts.into_iter().map(line).chain([same]).collect()
}

/// What a path is about.
fn part(path: &str, report: &Report) -> String {
    let top = path.split(['.', '[']).next().unwrap_or_default();
    let of_run = path.strip_prefix("runs[").and_then(|rest| {
        let (place, member) = rest.split_once("].")?;
        let run = report.runs.get(place.parse::<usize>().ok()?)?;
        let (_, words) = OF_RUN.iter().find(|(name, _)| member.starts_with(name))?;
        Some(format!("{words} of {}", run.short_name))
    });
    of_run.unwrap_or_else(|| cut(top, SHORT))
}

/// Compares the program's version with the one in the signature.
fn about_app(version: Option<&str>, given: &Given, diff: &mut Diff<'_>) {
    let version = version.unwrap_or_default();
    if let Ok(signature) = Signature::parse(&given.signature)
        && let Some(signed) = signature.get("v").filter(|signed| *signed != version)
    {
        let version = cut(version, SHORT);
        let words = format!("its version is {version}, but {signed} in its signature");
        diff.found.push(("app".to_owned(), words));
    }
}

/// Compares the doubts of a report with those of the report made here; `guesses` are doubts that somebody
/// who knows the files may have confirmed. A guess recorded in the report is passed in as a choice, so it
/// raises no doubt here. A doubt that was confirmed there need not be confirmed here.
fn doubts(
    said: &Opened<'_>,
    here: &Opened<'_>,
    guesses: &[Doubt],
    names: &Names,
) -> Vec<CheckLine> {
    let is_old = is_old(said);
    let mut lines = Vec::new();
    let [there, confirmed] =
        [("provisional", true), ("confirmed", false)].map(|(name, may_be_none)| {
            reasons(said.get(name), may_be_none).unwrap_or_else(|| {
                lines.push(differs(name, "the report has no list of reasons"));
                Vec::new()
            })
        });
    let [own, own_confirmed] =
        ["provisional", "confirmed"].map(|name| reasons(here.get(name), true).unwrap_or_default());
    // Offered remedies depend on the order of runs and do not matter.
    let is_same = |there: &DoubtCard, own: &DoubtCard| {
        there.code == own.code
            && (is_old
                || there.rows == own.rows
                    && (names.is_same(&there.message, &own.message)
                        // The report may leave out texts that it would quote.
                        || names.is_same(&there.message, &without_quotes(&own.message))))
    };
    let is_in = |all: &[DoubtCard], one: &DoubtCard| all.iter().any(|own| is_same(one, own));
    let guesses: Vec<DoubtCard> = guesses.iter().map(|doubt| DoubtCard::new(doubt, None)).collect();
    let lost = own.iter().chain(&own_confirmed).find(|own| {
        // A report among the files is an additional doubt, which the report itself cannot have.
        own.code != "provisional_report"
            && !there.iter().chain(&confirmed).any(|one| is_same(one, own))
    });
    let lost = lost.map(|lost| format!("not in the report: {}", lost.message));
    lines.extend(lost.map(|words| differs("provisional", words)));
    let (refused, confirmed): (Vec<DoubtCard>, Vec<DoubtCard>) =
        confirmed.into_iter().partition(|one| is_in(&own, one) && !is_in(&guesses, one));
    let by_hand = confirmed.into_iter().filter(|one| !is_in(&own_confirmed, one)).collect();
    let is_new = |one: &DoubtCard| !is_in(&own, one) && !is_in(&own_confirmed, one);
    let more = there.into_iter().filter(is_new).collect();
    let made: fn(&str, String) -> CheckLine = remark;
    for (name, line, words, all) in [
        (
            "confirmed",
            differs as fn(&str, String) -> CheckLine,
            "cannot be confirmed by hand: ",
            refused,
        ),
        (
            "confirmed",
            made,
            "confirmed by the author of the report, which re-scoring cannot check: ",
            by_hand,
        ),
        ("provisional", made, "in the report, but not a doubt here: ", more),
    ] {
        if !all.is_empty() {
            let all = all.into_iter().map(|one: DoubtCard| one.message).collect();
            lines.push(line(name, [words, &few(all)].concat()));
        }
    }
    lines
}

/// Compares diagnostics, in any order.
fn diagnostics(
    said: Option<Value<'_>>,
    here: Vec<Value<'_>>,
    diff: &mut Diff<'_>,
    left_out: &mut Vec<String>,
) -> Vec<CheckLine> {
    let what = "diagnostics";
    let Some(said) = said.filter(|said| said.kind == Kind::List) else {
        return vec![differs(what, "the report has no list of diagnostics")];
    };
    let mut there = items(said.raw);
    let uncounted = there.len().saturating_sub(here.len() + MORE);
    there.truncate(here.len() + MORE);
    let has_no_words = |one: &Value<'_>| Opened::new(one.raw).get("message").is_none();
    if !there.is_empty() && there.iter().all(has_no_words) {
        diff.no_words = true;
        left_out.push("messages of diagnostics".to_owned());
    }
    let (all, mut left) = (here.len(), here);
    there.retain(|said| {
        let is_same =
            |own: &Value<'_>| code(*said) == code(*own) && diff.of(*said, *own).is_empty();
        let same = left.iter().position(is_same);
        same.map(|at| left.remove(at)).is_none()
    });
    let words = format!("{} equal", digits::part(all - left.len(), all));
    let (mut found, mut beside) = (Vec::new(), Vec::new());
    let mut tell = |one: &Value<'_>, words: String| {
        let is_beside = OF_OTHER_FILES.contains(&code(*one).as_str());
        if is_beside { &mut beside } else { &mut found }.push(words);
    };
    for said in &there {
        let pair = left.iter().position(|own| code(*own) == code(*said));
        let words = pair.map(|at| left.remove(at)).map_or_else(
            || format!("the report has {}, which re-scoring does not produce", shown(said)),
            |own| format!("{}: {}", shown(&own), few(diff.of(*said, own))),
        );
        tell(said, words);
    }
    for own in &left {
        tell(own, format!("the report does not have {}", shown(own)));
    }
    if uncounted > 0 {
        found.push(format!("{} more in the report", grouped(uncounted)));
    }
    let beside = (!beside.is_empty()).then(|| remark(what, few(beside)));
    let line = if found.is_empty() {
        equal(what, words)
    } else if diff.made.by_other_version {
        // Another version may notice other things, or word them differently.
        remark(what, [words, few(found)].join("; "))
    } else {
        differs(what, [words, few(found)].join("; "))
    };
    beside.into_iter().chain([line]).collect()
}

/// Compares every record of a run with a new one.
fn records(
    said: &[Value<'_>],
    run: usize,
    score: &Score,
    material: &Material<'_>,
    diff: &mut Diff<'_>,
    rows: &mut Rows,
) {
    let name = material.joined.runs[run].short_name.clone();
    let count = score.evaluation.runs[run].states.len();
    let before = rows.named.len();
    for row in 0..count {
        let record = Record::new(&score.evaluation, material, run, row);
        rows.all += 1;
        let here = record.text(Parts::default());
        let here = Value { kind: Kind::Object, raw: &here };
        let differences = said
            .get(row)
            .map_or_else(|| vec!["not in the report".to_owned()], |there| diff.of(*there, here));
        if differences.is_empty() {
            rows.equal += 1;
        } else if rows.named.len() < before + NAMED {
            let (run, id) = (name.clone(), cut(&record.id, 100));
            let words = differences.join("; ");
            rows.named.push(CheckRow { run, row: row as u64, id, words });
        }
    }
    let more = said.len().saturating_sub(count);
    if more > 0 {
        rows.all += more;
        diff.found.push((
            format!("rows of {name}"),
            format!("{} more in the report than here", grouped(more)),
        ));
    }
}

/// Rows so far.
#[derive(Default)]
struct Rows {
    equal: usize,
    all: usize,
    /// Rows that differ, up to a limit for each run.
    named: Vec<CheckRow>,
}

impl Rows {
    /// How many rows are equal; if all are but something else differs, what differs.
    fn sentence(&self, lines: &[CheckLine]) -> String {
        let (equal, all) = (self.equal, self.all);
        let mut other: Vec<&str> =
            lines.iter().filter(|line| !line.equal).map(|line| line.what.as_str()).collect();
        let rows = match all {
            0 => "there are no rows to compare".to_owned(),
            1 => "the one row is equal".to_owned(),
            _ => format!("all {} rows are equal", grouped(all)),
        };
        if equal < all || other.is_empty() {
            return if all == 0 {
                rows
            } else {
                format!("{} rows equal", digits::part(equal, all))
            };
        }
        let more = other.len().saturating_sub(LISTED);
        let words = if more == 1 { "one more".to_owned() } else { format!("{more} more") };
        other.truncate(LISTED);
        other.extend((more > 0).then_some(&*words));
        format!("it differs in {}; {rows}", and(&other))
    }
}

/// Compares the signatures line by line; if the report's cannot be read, only preset and settings.
fn about_signature(given: &Given, finished: &Finished<'_>) -> Vec<CheckLine> {
    match Signature::parse(&given.signature).and_then(|said| check(&said, finished)) {
        Ok(lines) => lines,
        Err(error) => {
            let (there, here) = (&given.settings_hash, finished.score.settings.hash());
            let words = error.problems.first().map(|one| one.message.clone()).unwrap_or_default();
            let settings = if *there == here {
                equal("settings", here)
            } else {
                differs("settings", format!("{there} in the report, {here} here"))
            };
            vec![differs("signature", words), settings]
        }
    }
}

/// Whether a report is of schema 1, in which doubts are sentences without codes.
fn is_old(said: &Opened<'_>) -> bool {
    said.text("schema").as_deref() == Some("1")
}

/// A list of reasons; `None` if the value is not such a list.
fn reasons(value: Option<Value<'_>>, may_be_none: bool) -> Option<Vec<DoubtCard>> {
    let value = value?;
    if value.kind == Kind::Null && may_be_none { Some(Vec::new()) } else { given::reasons(value) }
}

/// A diagnostic as it is printed, without its remedy.
fn shown(one: &Value<'_>) -> String {
    let of = Opened::new(one.raw);
    let text = |name: &str| of.get(name).filter(|value| value.kind == Kind::String);
    let severity = text("severity").map(|value| value.text().into_owned()).unwrap_or_default();
    let severity = if severity == "info" { "note" } else { &severity };
    let file = text("file").map(|file| format!(" ({})", file.text())).unwrap_or_default();
    let words = text("message").map(|words| format!(": {}", words.text())).unwrap_or_default();
    cut(&format!("{severity}[{}]{words}{file}", code(*one)), SHOWN)
}

fn bad(why: &str) -> Error {
    let message = format!("this report cannot be checked: {why}");
    let remedy = "give a JSON or HTML report as Scoredrop saved it";
    Diagnostic::error(Code::BadReport, message).remedy(remedy).into()
}
