//! Reports that come back as files: told from data, and read as far as their first bytes go.

use super::Choices;
use super::signature::Signature;
use crate::input::Kind;
use crate::input::json::{Value, elements, member, members};
use crate::types::Role;
use std::borrow::Cow;
use std::ops::Range;

/// What stands before the report in an HTML file of ours.
pub const OPENS: &str = "<script type=\"application/json\" id=\"report\">";
/// What stands behind it.
pub const CLOSES: &str = "</script>";
/// A larger file is not read as a report.
pub const LONGEST: u64 = 1 << 29;

/// What the head of a report says of how it was made.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Given {
    /// What has to be chosen to make it again.
    pub choices: Choices,
    /// Why its number was provisional.
    pub provisional: Vec<String>,
    /// Its signature.
    pub signature: String,
    /// Whether the preset was no preset of the catalog, or had other rules or settings.
    pub modified: bool,
    /// Hash of its settings.
    pub settings_hash: String,
}

/// Where the JSON text of a report stands in a file that is one, as far as the text goes; `None` where
/// the file is no report of ours.
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

/// Members that have to be found before a report has said how it was made. Where it was made none is
/// missing, and what was settled stands before the last of them.
const NEEDED: [&str; 5] = ["preset", "settings", "signature", "provisional", "sources"];

/// What a report says of how it was made, in whatever order it does; `None` where it breaks off before.
pub fn head(text: &str) -> Option<Given> {
    let raw = &text[place(text)?];
    let mut given = Given::default();
    let mut settings: Vec<(String, String)> = Vec::new();
    let mut missing = NEEDED.to_vec();
    let mut is_whole = true;
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
                given.modified = of("modified").as_deref() == Some("true");
                given.settings_hash = of("settings_hash").map(Cow::into_owned).unwrap_or_default();
            }
            "settings" => {
                for (key, value) in members(value.raw).map_while(Result::ok) {
                    match &*key {
                        "seed" => given.choices.seed = whole_number(&value.text())?,
                        _ => settings.push((key.into_owned(), value.text().into_owned())),
                    }
                }
            }
            "signature" => given.signature = value.text().into_owned(),
            "provisional" => given.provisional = texts(value),
            "settled" => {
                given.choices.settled = serde_json::from_str(value.raw).unwrap_or_default();
            }
            _ => {}
        }
    }
    given.choices.set = settings.into_iter().collect();
    if let Ok(signature) = Signature::parse(&given.signature) {
        let Choices { preset, set, settled, seed, .. } = given.choices;
        given.choices = Choices { preset, set, settled, seed, ..signature.choices() };
    }
    (given.choices.preset.is_some() && (is_whole || missing.is_empty())).then_some(given)
}

/// A file as a report names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceOf {
    /// Its name, or that of what it was taken out of.
    pub name: String,
    /// SHA-256 of that.
    pub sha256: String,
    /// Its name inside of it.
    pub member: Option<String>,
}

/// The files with predictions that a report names, in its order; none where it cannot be read.
pub fn predictions(text: &str) -> Vec<SourceOf> {
    let raw = place(text).map_or("", |range| &text[range]);
    let sources = member(raw, "sources").map_or("", |sources| sources.raw);
    let source = |one: Value<'_>| {
        let of = |name: &str| member(one.raw, name).map(|value| value.text().into_owned());
        let has = of("role").as_deref() == Some(Role::Predictions.name());
        let [name, sha256] = ["name", "sha256"].map(|name| of(name).unwrap_or_default());
        has.then(|| SourceOf { name, sha256, member: of("member") })
    };
    elements(sources).map_while(Result::ok).filter_map(source).collect()
}

/// A number without a fraction, which others write with one: `7.0`.
fn whole_number(text: &str) -> Option<u64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let is_none = fraction.bytes().all(|digit| digit == b'0');
    whole.parse().ok().filter(|_| is_none)
}

fn texts(value: Value<'_>) -> Vec<String> {
    if value.kind != Kind::List {
        return Vec::new();
    }
    elements(value.raw).map_while(Result::ok).map(|one| one.text().into_owned()).collect()
}

/// How a report in HTML begins.
pub const DOCTYPE: &str = "<!doctype html><!-- Scoredrop report -->";

/// Whether a file begins as our reports do, in HTML, or in JSON as whoever wrote it: in any order of
/// members, with any white space. Of a file that goes on behind `head` only what is here is seen.
pub fn looks_like_report(head: &[u8]) -> bool {
    const NAME: &[u8] = b"scoredrop";
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    if head.starts_with(DOCTYPE.as_bytes()) {
        return true;
    }
    // Few files have the word, and only those are taken apart.
    head.trim_ascii_start().first() == Some(&b'{')
        && memchr::memmem::find(head, NAME).is_some()
        && is_ours(&String::from_utf8_lossy(head))
}

/// Whether the object says which program made it, as reports do.
fn is_ours(text: &str) -> bool {
    members(text).map_while(Result::ok).any(|(key, value)| {
        let name = || member(value.raw, "name");
        key == "app" && name().is_some_and(|name| name.text() == "scoredrop")
    })
}
