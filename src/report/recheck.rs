//! A report held against the same files scored again: row by row, mean by mean.

use super::given::{Given, head, place};
use super::json::{Parts, Record};
use super::retold::{Lenient, about_members, names};
use super::signed::{Signature, check};
use crate::diagnostic::{Diagnostic, cut};
use crate::error::Error;
use crate::evaluate::Material;
use crate::input::json::{Value, elements, member, members};
use crate::json_text::{ToJson, json_text};
use crate::json_tree::Json;
use crate::protocol::{Check, CheckLine, CheckRow};
use crate::session::{Score, Session};
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
    if let Some(Err(fault)) = members(raw).find(Result::is_err) {
        return Err(bad(&format!("it breaks off or is no JSON ({fault:?})")));
    }
    let sides = session.prediction_sides();
    let (Some(score), Some(material)) = (session.score(), session.material(&sides)) else {
        return Err(bad("there is no score to hold it against"));
    };
    let mut found = Check { lines: about_signature(&given, session, score), ..Check::default() };
    let names = names(raw, session, &mut found.lines);
    let mut here = Vec::new();
    // Writing to memory cannot fail.
    let _ = super::json::write_around(session, &names, &mut here);
    let here = String::from_utf8_lossy(&here).into_owned();
    for what in ["reconciliation", "settled"] {
        whole(what, member(raw, what), member(&here, what), &mut found.lines);
    }
    let version = member(raw, "app").and_then(|app| member(app.raw, "version")).map(Value::text);
    let lenient = Lenient {
        other_version: version.as_deref() != Some(crate::protocol::VERSION),
        other_drawing: found.lines.iter().any(|line| line.what == "interval" && !line.equal),
        compares_nothing: member(raw, "comparisons").is_none_or(|said| said.raw == "null"),
    };
    about_members(raw, &here, &lenient, &mut found.lines);
    let runs: Vec<Value<'_>> = member(raw, "runs")
        .map(|runs| elements(runs.raw).map_while(Result::ok).collect())
        .unwrap_or_default();
    let count = score.evaluation.runs.len();
    if runs.len() != count {
        let words = format!("{} there, {count} here", runs.len());
        found.lines.push(CheckLine::differs("runs", words));
    }
    let mut rows = Rows::default();
    for (place, run) in runs.iter().enumerate().take(count) {
        about_run(run.raw, session, &material, place, &mut found, &mut rows)?;
    }
    about_comparisons(raw, session, &names, lenient.other_version, &mut found);
    found.sentence = rows.sentence(&found.lines);
    if text.trim_start_matches('\u{feff}').starts_with(super::DOCTYPE) {
        found.sentence +=
            " in the data inside the page; what a reader of the page sees was not compared";
    }
    found.equal =
        rows.equal == rows.all && rows.all > 0 && found.lines.iter().all(|line| line.equal);
    Ok(found)
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
    raw: &str,
    session: &Session,
    material: &Material<'_>,
    run: usize,
    found: &mut Check,
    rows: &mut Rows,
) -> Result<(), Error> {
    let Some(score) = session.score() else { return Ok(()) };
    let joined = &material.joined.runs[run];
    let name = joined.short_name();
    let of = |what: &str| format!("{what} of {name}");
    let counts = json_text(&score.reconciliations[run]);
    whole(&of("counts"), member(raw, "reconciliation"), Some(of_text(&counts)), &mut found.lines);
    let official = json_text(&Json::Object(score.official[run].clone()));
    whole(
        &of("official block"),
        member(raw, "official"),
        Some(of_text(&official)),
        &mut found.lines,
    );
    listed(
        &of("means and intervals"),
        member(raw, "aggregates"),
        &score.aggregates[run],
        &[],
        found,
    );
    let count = score.evaluation.runs[run].states.len();
    let mut there = member(raw, "records")
        .into_iter()
        .flat_map(|records| elements(records.raw))
        .map_while(Result::ok);
    let mut named = 0;
    let mut compare = |record: &Record, row: usize| {
        rows.all += 1;
        let differs = match there.next() {
            Some(there) => record_differs(there.raw, record, &mut found.left_out),
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
        found.lines.push(CheckLine::differs(&of("rows"), format!("{more} more there than here")));
    }
    Ok(())
}

/// What differs in a record; what the report leaves out is not compared.
fn record_differs(there: &str, here: &Record, left_out: &mut Vec<String>) -> Option<String> {
    let text = here.text(Parts::default());
    if there == text {
        return None;
    }
    for (name, words) in [("id", "ids"), ("extracted", "answers as extracted")] {
        if member(there, name).is_none() && !left_out.iter().any(|one| one == words) {
            left_out.push(words.to_owned());
        }
    }
    let mut differences = Vec::new();
    for (name, value) in members(&text).map_while(Result::ok) {
        let Some(said) = member(there, &name) else {
            if name != "id" && name != "extracted" {
                differences.push(format!("no {name} there"));
            }
            continue;
        };
        if name == "metrics" {
            let known = members(value.raw).map_while(Result::ok);
            for (metric, value) in known {
                match member(said.raw, &metric) {
                    Some(said) => differ(&metric, said, value, &mut differences),
                    None => differences.push(format!("no {metric} there")),
                }
            }
            for (metric, _) in members(said.raw).map_while(Result::ok) {
                if member(value.raw, &metric).is_none() {
                    differences.push(format!("no {metric} here"));
                }
            }
        } else {
            differ(&name, said, value, &mut differences);
        }
    }
    (!differences.is_empty()).then(|| differences.join("; "))
}

fn differ(name: &str, said: Value<'_>, here: Value<'_>, differences: &mut Vec<String>) {
    if !same(said, here) {
        let [said, here] = [said, here].map(|one| cut(one.raw, 80));
        differences.push(format!("{name} {said} there, {here} here"));
    }
}

/// Whether two JSON texts mean the same, numbers to their last bit.
fn same(one: Value<'_>, other: Value<'_>) -> bool {
    one.raw == other.raw
        || match (Json::parse(one.raw), Json::parse(other.raw)) {
            (Ok(one), Ok(other)) => one == other,
            _ => false,
        }
}

fn of_text(raw: &str) -> Value<'_> {
    Value { kind: crate::input::Kind::Object, raw }
}

/// A member as a whole.
fn whole(what: &str, said: Option<Value<'_>>, here: Option<Value<'_>>, lines: &mut Vec<CheckLine>) {
    match (said, here) {
        (None, None) => {}
        (Some(said), Some(here)) if same(said, here) => {
            lines.push(CheckLine::equal(what, cut(here.raw, 200)));
        }
        (said, here) => {
            let [said, here] = [said, here]
                .map(|one| one.map_or_else(|| "nothing".to_owned(), |one| cut(one.raw, 200)));
            lines.push(CheckLine::differs(what, format!("{said} there, {here} here")));
        }
    }
}

/// A list of objects, one by one.
fn listed<T: ToJson>(
    what: &str,
    said: Option<Value<'_>>,
    here: &[T],
    skipped: &[&str],
    found: &mut Check,
) {
    let said: Vec<Value<'_>> =
        said.map(|said| elements(said.raw).map_while(Result::ok).collect()).unwrap_or_default();
    let texts: Vec<String> = here.iter().map(|one| json_text(one)).collect();
    let all = said.len().max(texts.len());
    let mut differing = Vec::new();
    for (said, here) in said.iter().zip(&texts) {
        differing.extend(first_difference(said.raw, here, skipped));
    }
    let equal = said.len().min(texts.len()) - differing.len();
    let mut words = format!("{equal} of {all} equal");
    let line = if equal == all { CheckLine::equal } else { CheckLine::differs };
    for difference in differing.iter().take(3) {
        let _ = write!(words, "; {difference}");
    }
    if differing.len() > 3 {
        let _ = write!(words, "; and {} more", differing.len() - 3);
    }
    found.lines.push(line(what, words));
}

/// The first member in which two objects differ, with what the objects are about.
fn first_difference(said: &str, here: &str, skipped: &[&str]) -> Option<String> {
    let (name, said, value) = members(here).map_while(Result::ok).find_map(|(name, value)| {
        let said = member(said, &name);
        let counts = !skipped.contains(&&*name);
        (counts && !said.is_some_and(|said| same(said, value))).then_some((name, said, value))
    })?;
    let about = |name: &str| member(here, name).filter(|value| value.raw != "null");
    let mut label = about("metric").map_or_else(String::new, |metric| metric.text().into_owned());
    if let Some(group) = about("group") {
        let part = |name: &str| member(group.raw, name).map(|one| one.text().into_owned());
        let (column, value) = (part("column"), part("value"));
        let _ =
            write!(label, " where {} is {}", column.unwrap_or_default(), value.unwrap_or_default());
    }
    let said = said.map_or_else(|| "nothing".to_owned(), |said| cut(said.raw, 100));
    Some(format!("{} of {label} is {said} there, {} here", name, cut(value.raw, 100)))
}

fn about_comparisons(
    raw: &str,
    session: &Session,
    names: &[String],
    other_version: bool,
    found: &mut Check,
) {
    let here = session.comparisons();
    let said = member(raw, "comparisons");
    // A build that compares nothing writes null.
    if said.is_none_or(|said| said.raw == "null")
        || (here.is_empty() && said.is_some_and(|said| said.raw == "[]"))
    {
        return;
    }
    let entries: Vec<super::comparisons::Entry<'_>> =
        here.iter().map(|compared| super::comparisons::Entry { compared, names }).collect();
    // Another version may have other words.
    let skipped: &[&str] = if other_version { &["sentence"] } else { &[] };
    listed("comparisons", said, &entries, skipped, found);
}

fn bad(why: &str) -> Error {
    Diagnostic::error("bad_report", format!("this report cannot be checked: {why}"))
        .remedy("give a JSON or HTML report as Scoredrop saved it")
        .into()
}
