//! A report held against the same files scored again: row by row, mean by mean.

use super::alike::{Alike, Lenient, Opened, few};
use super::baseline::WHAT;
use super::json::Record;
use super::noticed::about_diagnostics;
use super::order::Order;
use super::renamed::{Renamed, list, names};
use super::retold::{about_app, about_doubts, about_members, about_run_members, version};
use super::signed::{check, versions};
use crate::diagnostic::{Diagnostic, cut};
use crate::error::Error;
use crate::evaluate::Material;
use crate::input::Kind;
use crate::input::json::{Value, elements, member, walk};
use crate::join::SHORT;
use crate::json_text::json_text;
use crate::json_tree::Json;
use crate::protocol::given::{Given, head, place};
use crate::protocol::signature::{Named, Signature};
use crate::protocol::{Check, CheckLine, CheckRow, VERSION};
use crate::session::{Compared, Score, Session};
use crate::types::Parts;
use std::fmt::Write as _;

/// So many rows that differ are named for each run; the others are counted.
pub const NAMED: usize = 20;

/// So many other things that differ are named in the sentence.
const LISTED: usize = 3;

/// Holds the text of a report (JSON, or the HTML that carries it) against a session whose score is
/// complete, with intervals and hashes.
///
/// # Errors
/// `bad_report` where the text is no report or breaks off; or where there is no score.
pub fn recheck(text: &str, session: &Session) -> Result<Check, Error> {
    let range = place(text).ok_or_else(|| bad("it is none of Scoredrop's reports"))?;
    let raw = &text[range];
    let given = head(raw).ok_or_else(|| bad("its head cannot be read"))?;
    if let Err(fault) = walk::only_value(raw.as_bytes()) {
        return Err(bad(&format!("it breaks off or is no JSON ({fault:?})")));
    }
    let sides = session.prediction_sides();
    let (Some(score), Some(material)) = (session.score(), session.material(&sides)) else {
        return Err(bad("there is no score to hold it against"));
    };
    let said = Opened::new(raw);
    let mut found = Check { lines: about_signature(&given, session, score), ..Check::default() };
    let order = Order::new(&said, session);
    let names = names(&said, session, &order, &mut found.lines);
    let mut here = Vec::new();
    // Writing to memory cannot fail.
    let _ = super::json::write_around(session, &names, &order, &mut here);
    let here = String::from_utf8_lossy(&here).into_owned();
    let here = Opened::new(&here);
    let renamed = Renamed::new(&said, &here);
    found.lines.extend(renamed.lines());
    let version = version(&said);
    let other = version.filter(|version| version != VERSION);
    let lenient = Lenient {
        other_version: other.is_some(),
        other_drawing: found.lines.iter().any(|line| line.what == "interval" && !line.equal),
        compares_nothing: said.raw("comparisons").is_none_or(|said| said == "null"),
    };
    let strict = Lenient { other_version: lenient.other_version, ..Lenient::default() };
    let signed = Signature::parse(&given.signature).ok();
    let signed = signed.as_ref().and_then(|signature| signature.get("v"));
    let (line, mut unknown) = about_app(&said, &here, signed, &strict);
    found.lines.push(line);
    for what in ["reconciliation", "settled"] {
        let mut alike = Alike::new(&strict);
        whole(what, what, [said.raw(what), here.raw(what)], &mut alike, &mut found.lines);
        unknown.append(&mut alike.unknown);
    }
    unknown.extend(about_members(&said, &here, &lenient, &mut found.lines));
    if !lenient.other_version {
        let guesses = score.provisional.get(..score.guesses).unwrap_or_default();
        found.lines.extend(about_doubts(&said, &here, guesses, &renamed));
    }
    let noticed = &score.diagnostics;
    let lines = about_diagnostics(&said, noticed, &renamed, &strict, &mut found.left_out);
    found.lines.extend(lines);
    let runs: Vec<Value<'_>> = list(&said, "runs").collect();
    let count = score.evaluation.runs.len();
    if runs.len() != count {
        let words = format!("{} there, {count} here", runs.len());
        found.lines.push(CheckLine::differs("runs", words));
    }
    let mut rows = Rows::default();
    let mut alike = Alike::with_optional(&strict, &["id", "extracted"]);
    for (place, (run, own)) in runs.iter().zip(&order.runs).enumerate() {
        let run = Opened::new(run.raw);
        about_run_members(&run, place, &mut alike);
        about_run(&run, session, &material, [place, *own], &mut alike, &mut found, &mut rows)?;
    }
    alike.settle_left_out();
    if !alike.found.is_empty() {
        found.lines.push(CheckLine::differs("runs", few(std::mem::take(&mut alike.found))));
    }
    about_comparisons(&said, session, &names, &order, &mut alike, &mut found);
    for (name, words) in [("id", "ids"), ("extracted", "answers as extracted")] {
        if alike.left_out.contains(name) {
            found.left_out.push(words.to_owned());
        }
    }
    unknown.append(&mut alike.unknown);
    found.sentence = rows.sentence(&found.lines);
    if text.trim_start_matches('\u{feff}').starts_with(crate::protocol::given::DOCTYPE) {
        found.sentence +=
            " in the data inside the page; what a reader of the page sees was not compared";
    }
    if let Some(version) = &other {
        found.sentence += &["; ", &versions(&cut(version, SHORT))].concat();
    }
    if !unknown.is_empty() {
        let words =
            format!("only one of both versions knows {}", few(unknown.into_iter().collect()));
        found.lines.push(CheckLine::remark("members", words));
    }
    found.equal =
        rows.equal == rows.all && rows.all > 0 && found.lines.iter().all(|line| line.equal);
    Ok(found)
}

/// The run here that is the baseline of a report by its file, where none has its name: files go by what
/// they are, and have to be in the order of the report. `None` where nothing has to be chosen.
pub fn renamed_baseline(text: &str, session: &Session) -> Option<String> {
    let raw = &text[place(text)?];
    let signature = Signature::parse(&head(raw)?.signature).ok()?;
    let there = Named::parse(signature.get(WHAT)?);
    let joined = session.joined()?;
    if joined.runs.iter().any(|run| run.name == there.name) {
        return None;
    }
    let said = Opened::new(raw);
    let is_it =
        |run: Value<'_>| member(run.raw, "name").is_some_and(|name| name.text() == there.name);
    let run = joined.runs.get(list(&said, "runs").position(is_it)?)?;
    let file = session.plan().predictions.get(run.file)?;
    there.is_of(&session.sources()[*file]).then(|| run.name.clone())
}

/// Rows so far.
#[derive(Default)]
struct Rows {
    equal: usize,
    all: usize,
}

impl Rows {
    /// How many are equal; where all are and something else is not, what that is.
    fn sentence(&self, lines: &[CheckLine]) -> String {
        let (equal, all) = (self.equal, self.all);
        let mut other: Vec<&str> =
            lines.iter().filter(|line| !line.equal).map(|line| line.what.as_str()).collect();
        let rows = match all {
            0 => "there are no rows to compare".to_owned(),
            1 => "the one row is equal".to_owned(),
            _ => format!("all {all} rows are equal"),
        };
        if equal < all || other.is_empty() {
            return if all == 0 { rows } else { format!("{equal} of {all} rows equal") };
        }
        let more = other.len().saturating_sub(LISTED);
        other.truncate(LISTED);
        let last = match more {
            0 => other.pop().unwrap_or_default().to_owned(),
            1 => "one more".to_owned(),
            _ => format!("{more} more"),
        };
        let named = other.join(", ");
        let named = if named.is_empty() { last } else { format!("{named} and {last}") };
        format!("it differs in {named}; {rows}")
    }
}

/// The signature line by line; where the report has none that can be read, preset and settings alone.
fn about_signature(given: &Given, session: &Session, score: &Score) -> Vec<CheckLine> {
    match Signature::parse(&given.signature).and_then(|said| check(&said, session)) {
        Ok(lines) => lines,
        Err(error) => {
            let settings = &score.settings;
            let hash = settings.hash();
            let words = error.problems.first().map(|one| one.message.clone()).unwrap_or_default();
            let line = if given.settings_hash == hash {
                CheckLine::equal("settings", hash)
            } else {
                CheckLine::differs(
                    "settings",
                    format!("{} there, {hash} here", given.settings_hash),
                )
            };
            vec![CheckLine::differs("signature", words), line]
        }
    }
}

fn about_run(
    said: &Opened<'_>,
    session: &Session,
    material: &Material<'_>,
    [place, run]: [usize; 2],
    alike: &mut Alike<'_>,
    found: &mut Check,
    rows: &mut Rows,
) -> Result<(), Error> {
    let Some(score) = session.score() else { return Ok(()) };
    let joined = &material.joined.runs[run];
    let name = joined.short_name();
    let counts = json_text(&score.reconciliations[run]);
    let official = json_text(&Json::Object(score.official[run].clone()));
    for (what, member, here) in
        [("counts", "reconciliation", &counts), ("official block", "official", &official)]
    {
        let (what, path) = (format!("{what} of {name}"), format!("runs[{place}].{member}"));
        whole(&what, &path, [said.raw(member), Some(here)], alike, &mut found.lines);
    }
    // Reports of before have none.
    if let Some(there) = said.raw("stored") {
        let here = score.stored[run].as_ref().map(json_text);
        let (what, path) = (format!("own verdicts of {name}"), format!("runs[{place}].stored"));
        whole(&what, &path, [Some(there), here.as_deref()], alike, &mut found.lines);
    }
    let what = format!("means and intervals of {name}");
    let path = format!("runs[{place}].aggregates");
    listed(&what, &path, said.get("aggregates"), &score.aggregates[run], alike, found);
    let count = score.evaluation.runs[run].states.len();
    let mut there = list(said, "records");
    let mut named = 0;
    let mut compare = |record: &Record, row: usize| {
        rows.all += 1;
        let differs = match there.next() {
            Some(there) => record_differs(there.raw, record, alike),
            None => Some("not in the report".to_owned()),
        };
        let Some(words) = differs else {
            rows.equal += 1;
            return;
        };
        named += 1;
        if named <= NAMED {
            let id = cut(&record.id, 100);
            found.rows.push(CheckRow { run: name.clone(), row: row as u64, id, words });
        }
    };
    let mut questions = (0..count).map(|row| (run, row));
    session.in_batches(material, &mut questions, &mut |material, batch| {
        for (run, row) in batch {
            compare(&Record::new(score, material, *run, *row), *row);
        }
        Ok::<(), Error>(())
    })?;
    let more = there.count();
    if more > 0 {
        rows.all += more;
        let what = format!("rows of {name}");
        found.lines.push(CheckLine::differs(&what, format!("{more} more there than here")));
    }
    Ok(())
}

/// What differs in a record; what the report leaves out is not compared.
fn record_differs(there: &str, here: &Record, alike: &mut Alike<'_>) -> Option<String> {
    let text = here.text(Parts::default());
    let before = alike.found.len();
    alike.texts(Some(there), Some(&text), "");
    let differences = alike.found.split_off(before);
    (!differences.is_empty()).then(|| differences.join("; "))
}

/// A member as a whole, with the text of both sides.
fn whole(
    what: &str,
    path: &str,
    [said, here]: [Option<&str>; 2],
    alike: &mut Alike<'_>,
    lines: &mut Vec<CheckLine>,
) {
    let before = alike.found.len();
    alike.texts(said, here, path);
    let differences = alike.found.split_off(before);
    if !differences.is_empty() {
        lines.push(CheckLine::differs(what, few(differences)));
    } else if let Some(here) = here {
        lines.push(CheckLine::equal(what, cut(here, 200)));
    }
}

/// A list of objects, one by one.
fn listed<T: serde::Serialize>(
    what: &str,
    path: &str,
    said: Option<Value<'_>>,
    here: &[T],
    alike: &mut Alike<'_>,
    found: &mut Check,
) {
    let Some(said) = said.filter(|said| said.kind == Kind::List) else {
        found.lines.push(CheckLine::differs(what, format!("{path} is no list there")));
        return;
    };
    let said: Vec<Value<'_>> = elements(said.raw).map_while(Result::ok).collect();
    let all = said.len().max(here.len());
    let mut differing = Vec::new();
    for (place, (said, here)) in said.iter().zip(here).enumerate() {
        let before = alike.found.len();
        let here = json_text(here);
        alike.texts(Some(said.raw), Some(&here), &format!("{path}[{place}]"));
        let differences = alike.found.split_off(before);
        if !differences.is_empty() {
            differing.push([label(&here), differences.join(", ")].join(": "));
        }
    }
    let equal = said.len().min(here.len()) - differing.len();
    let words = format!("{equal} of {all} equal");
    found.lines.push(if equal == all {
        CheckLine::equal(what, words)
    } else if differing.is_empty() {
        CheckLine::differs(what, words)
    } else {
        CheckLine::differs(what, [words, few(differing)].join("; "))
    });
}

/// What an aggregate or a comparison is about.
fn label(here: &str) -> String {
    let about = |name: &str| member(here, name).filter(|value| value.raw != "null");
    let mut label = about("metric").map_or_else(String::new, |metric| metric.text().into_owned());
    if let Some(group) = about("group") {
        let part = |name: &str| {
            member(group.raw, name).map(|one| one.text().into_owned()).unwrap_or_default()
        };
        let _ = write!(label, " where {} is {}", part("column"), part("value"));
    }
    label
}

fn about_comparisons(
    said: &Opened<'_>,
    session: &Session,
    names: &[String],
    order: &Order,
    alike: &mut Alike<'_>,
    found: &mut Check,
) {
    let what = "comparisons";
    let here = session.comparisons();
    let said = said.get(what);
    // A build that compares nothing writes null.
    if said.is_none_or(|said| said.raw == "null") {
        if !here.is_empty() {
            found.left_out.push("comparisons of runs".to_owned());
        }
        return;
    }
    if here.is_empty() && said.is_some_and(|said| said.raw == "[]") {
        return;
    }
    let mut arranged: Vec<&Compared> = here.iter().collect();
    arranged.sort_by_key(|compared| order.places.get(compared.run));
    let entries: Vec<super::comparisons::Entry<'_>> = arranged
        .into_iter()
        .map(|compared| super::comparisons::Entry { compared, names })
        .collect();
    listed(what, what, said, &entries, alike, found);
}

fn bad(why: &str) -> Error {
    Diagnostic::error("bad_report", format!("this report cannot be checked: {why}"))
        .remedy("give a JSON or HTML report as Scoredrop saved it")
        .into()
}
