//! Reports that come back as files: distinguishes them from data, and reads the parts that their first bytes
//! contain.

use super::Choices;
use super::signature::Signature;
use crate::base::diagnostic::Code;
use crate::base::json_text::json_text;
use crate::doubt::code_of;
use crate::report::forms::{CLOSES, DOCTYPE, OPENS, ROWS};
use crate::report::model::DoubtCard;
use crate::table::Kind;
use crate::table::json::{Value, elements, member, members};
use serde::Deserialize;
use serde_json::{Map, Value as Json};
use std::borrow::Cow;
use std::fmt::Write as _;
use std::ops::Range;

/// A larger file is not read as a report.
pub const LONGEST: u64 = 1 << 29;

/// What the head of a report tells about how it was made.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Given {
    /// The choices that make the report again.
    pub choices: Choices,
    /// Why its number was provisional.
    pub provisional: Vec<DoubtCard>,
    /// Its signature.
    pub signature: String,
    /// Hash of its settings.
    pub settings_hash: String,
}

/// The range of the JSON text of a report, as far as it is there; `None` if the text is not one of our reports.
pub fn place(text: &str) -> Option<Range<usize>> {
    let rest = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mark = text.len() - rest.len();
    let range = if rest.starts_with(DOCTYPE) {
        let from = text.find(OPENS)? + OPENS.len();
        from..text[from..].find(CLOSES).map_or(text.len(), |length| from + length)
    } else {
        mark..text.len()
    };
    is_ours(&text[range.clone()]).then_some(range)
}

/// Members that have to be found before the head of a report is complete. Reports always have all of them, and
/// settled gold answers come before the last of them.
const NEEDED: [&str; 5] = ["preset", "settings", "signature", "provisional", "sources"];

/// What a report tells about how it was made, whatever the order of members; `None` if the text ends before
/// this is complete.
pub fn head(text: &str) -> Option<Given> {
    let raw = &text[place(text)?];
    let mut given = Given::default();
    let mut missing = NEEDED.to_vec();
    let mut is_whole = true;
    let mut key_is_open = false;
    for one in members(raw) {
        let Ok((name, value)) = one else {
            is_whole = false;
            break;
        };
        missing.retain(|one| *one != name);
        match &*name {
            "preset" => {
                let of = |key: &str| member(value.raw, key).map(Value::text);
                let (id, version) = (of("id")?, of("version")?);
                let version = whole_number(&version)?;
                given.choices.preset = Some(format!("{id}@{version}"));
                given.settings_hash = of("settings_hash").map(Cow::into_owned).unwrap_or_default();
            }
            "settings" => {
                for (key, value) in members(value.raw).map_while(Result::ok) {
                    let value = value.text();
                    if key == "seed" {
                        given.choices.seed = whole_number(&value)?;
                    } else {
                        given.choices.set.insert(key.into_owned(), value.into_owned());
                    }
                }
            }
            "signature" => given.signature = value.text().into_owned(),
            "provisional" => {
                given.provisional = reasons(value).unwrap_or_default();
                key_is_open |= given.provisional.iter().any(|one| one.tells(Code::CountingIds));
            }
            "confirmed" => {
                key_is_open |= reasons(value)
                    .unwrap_or_default()
                    .iter()
                    .any(|one| one.tells(Code::CountingIds));
            }
            // It stays a remark if the answers themselves confirm the ids.
            "diagnostics" => {
                let is_it = |one: &Value<'_>| {
                    member(one.raw, "code").is_some_and(|code| code.text() == "counting_ids")
                };
                key_is_open |= elements(value.raw).map_while(Result::ok).any(|one| is_it(&one));
            }
            "settled" => {
                given.choices.settled = serde_json::from_str(value.raw).unwrap_or_default();
            }
            _ => {}
        }
    }
    if let Ok(signature) = Signature::parse(&given.signature) {
        let Choices { preset, set, settled, seed, .. } = given.choices;
        given.choices = Choices { preset, set, settled, seed, ..signature.choices() };
        // Choosing the key would remove the report's own doubt about it.
        given.choices.join.take_if(|_| key_is_open);
    }
    (given.choices.preset.is_some() && (is_whole || missing.is_empty())).then_some(given)
}

/// The JSON text of a whole report. In an HTML file, the rows of the table hold the records of the runs; they
/// are moved to their place in the JSON. `None` if the file is not one of our reports, or its rows cannot be
/// read.
pub fn whole(text: &str) -> Option<Cow<'_, str>> {
    let raw = &text[place(text)?];
    let Some(from) =
        text.find(ROWS).filter(|_| text.trim_start_matches('\u{feff}').starts_with(DOCTYPE))
    else {
        return Some(Cow::Borrowed(raw));
    };
    let rows = &text[from + ROWS.len()..];
    let rows: Rows = serde_json::from_str(&rows[..rows.find(CLOSES)?]).ok()?;
    let mut whole = String::from("{");
    for (name, value) in members(raw).map_while(Result::ok) {
        let comma = if whole.len() > 1 { "," } else { "" };
        let _ = write!(whole, "{comma}{}:", json_text(&name));
        if name != "runs" {
            whole.push_str(value.raw);
            continue;
        }
        let runs = elements(value.raw).map_while(Result::ok).enumerate();
        let runs: Option<Vec<String>> = runs
            .map(|(run, value)| {
                let records: Option<Vec<String>> =
                    rows.rows.iter().map(|row| rows.record(row, run)).collect();
                let open = value.raw.strip_suffix('}')?;
                Some(format!("{open},\"records\":[{}]}}", records?.join(",")))
            })
            .collect();
        let _ = write!(whole, "[{}]", runs?.join(","));
    }
    Some(Cow::Owned(whole + "}"))
}

/// The rows of an HTML report, with the records in them.
#[derive(Deserialize)]
#[allow(clippy::struct_field_names, reason = "the names are those of the page that was saved")]
struct Rows {
    /// Ids and titles.
    metrics: Vec<(String, String)>,
    states: Vec<String>,
    /// What was left out when the file was saved.
    no_ids: bool,
    no_answers: bool,
    rows: Vec<RowOf>,
}

/// Id, question, gold answers, and the data of each run, in the forms that `report::forms::page` gives them.
type RowOf = Vec<Json>;

/// Index of the state, values (or one for all), extracted answer, index of the gold answer.
struct OfRun<'a>(usize, &'a Json, Option<&'a str>, Option<u64>);

impl<'a> OfRun<'a> {
    /// The data of a run in a row; `None` if the row has none for this run.
    fn read(row: &'a RowOf, run: usize) -> Option<Self> {
        static RIGHT: Json = Json::Bool(true);
        static WRONG: Json = Json::Bool(false);
        // Data that equals the previous run's is written only once.
        let one = row.get(3..=run.checked_add(3)?)?.iter().rev().find(|one| !one.is_null())?;
        Some(match one {
            Json::Number(place) => {
                let place = place.as_u64()?;
                match row.get(2)?.as_array()?.get(usize::try_from(place).ok()?) {
                    Some(gold) => Self(0, &RIGHT, gold.as_str(), Some(place)),
                    None => Self(2, &RIGHT, Some(""), None),
                }
            }
            Json::String(said) => Self(0, &WRONG, Some(said), None),
            Json::Array(all) => Self(
                usize::try_from(all.first()?.as_u64()?).ok()?,
                all.get(1)?,
                all.get(2).and_then(Json::as_str),
                all.get(3).and_then(Json::as_u64),
            ),
            _ => return None,
        })
    }
}

impl Rows {
    /// The record of a row as the JSON report has it; `None` if there is none.
    fn record(&self, row: &RowOf, run: usize) -> Option<String> {
        let OfRun(state, values, extracted, matched) = OfRun::read(row, run)?;
        let mut record = Map::new();
        if !self.no_ids {
            record.insert("id".to_owned(), row.first()?.clone());
        }
        record.insert("state".to_owned(), self.states.get(state)?.clone().into());
        if !self.no_answers {
            record.insert("extracted".to_owned(), extracted.into());
        }
        let value = |place: usize| {
            let one = if let Json::Array(all) = values { all.get(place)? } else { values };
            // Whole numbers are written without a point.
            let number = one.as_f64().or(one.as_bool().map(f64::from));
            Some(number.map_or_else(|| one.clone(), Json::from))
        };
        let named = self.metrics.iter().enumerate();
        let metrics: Option<Map<String, Json>> =
            named.map(|(place, (id, _))| Some((id.clone(), value(place)?))).collect();
        record.insert("metrics".to_owned(), Json::Object(metrics?));
        record.insert("matched".to_owned(), matched.into());
        Some(json_text(&record))
    }
}

/// A whole number that other programs write with a point: `7.0`.
fn whole_number(text: &str) -> Option<u64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let is_none = fraction.bytes().all(|digit| digit == b'0');
    whole.parse().ok().filter(|_| is_none)
}

/// Reads a list of reasons. In schema 1 these are sentences, whose codes are in a table. `None` if it is not
/// such a list.
pub fn reasons(value: Value<'_>) -> Option<Vec<DoubtCard>> {
    let reason = |one: Value<'_>| {
        if one.kind == Kind::String {
            let message = one.text().into_owned();
            let code = code_of(&message).to_owned();
            return Some(DoubtCard { code, message, rows: None, remedy: None });
        }
        let mut reason: Json = serde_json::from_str(one.raw).ok()?;
        if let Some(rows) = member(one.raw, "rows").and_then(|rows| whole_number(rows.raw)) {
            reason["rows"] = rows.into();
        }
        serde_json::from_value(reason).ok()
    };
    let all = || elements(value.raw).map_while(Result::ok).map(reason).collect();
    (value.kind == Kind::List).then(all).flatten()
}

/// Whether a file begins like one of our reports: in HTML, or in JSON in any order of members, with any white
/// space. If the file is longer than `head`, only `head` is examined.
pub fn looks_like_report(head: &[u8]) -> bool {
    const NAME: &[u8] = b"scoredrop";
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    if head.starts_with(DOCTYPE.as_bytes()) {
        return true;
    }
    // Few files contain this word, and only those are parsed.
    head.trim_ascii_start().first() == Some(&b'{')
        && memchr::memmem::find(head, NAME).is_some()
        && is_ours(&String::from_utf8_lossy(head))
}

/// Whether the object names the program that made it, as reports do.
fn is_ours(text: &str) -> bool {
    members(text).map_while(Result::ok).any(|(key, value)| {
        let name = || member(value.raw, "name");
        key == "app" && name().is_some_and(|name| name.text() == "scoredrop")
    })
}
