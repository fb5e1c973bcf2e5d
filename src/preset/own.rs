//! A user's own preset: told from a file of data, found by id or text, and checked.

use super::fields::FORM;
use super::{Need, OfficialLine, OfficialValue, Part, Preset, every_version, preset, read};
use crate::base::error::Error;
use crate::score::metric::attempts_of;
use crate::table::Kind;
use crate::table::json::fields::FormReader;
use crate::table::json::{member, members, walk};
use crate::understand::names::canonical;
use std::borrow::Cow;

/// A preset by its id in the catalog, or by its own JSON text.
///
/// # Errors
/// `unknown_preset` for an id; `bad_preset` for everything that is wrong with a text, each with its
/// line.
pub fn resolve(choice: &str) -> Result<Cow<'static, Preset>, Error> {
    if !is_text(choice) {
        return preset(choice).map(Cow::Borrowed);
    }
    own(choice).map(Cow::Owned)
}

/// A user's own preset from its text.
///
/// # Errors
/// `bad_preset` for everything that is wrong, each with its line.
pub fn own(text: &str) -> Result<Preset, Error> {
    let own = read(text)?;
    check(text, &own)?;
    Ok(own)
}

/// Whether a choice is the JSON text of a preset, and not an id.
pub fn is_text(choice: &str) -> bool {
    choice.trim_start().starts_with('{')
}

/// Whether a file holds a preset and no data: a JSON object with two of the object `card` and the lists
/// `normalize` and `metrics`; where the text breaks off, all three anywhere in it.
pub fn looks_like_preset(text: &str) -> bool {
    let fits = |name: &str, kind| match name {
        "card" => kind == Kind::Object,
        "normalize" | "metrics" => kind == Kind::List,
        _ => false,
    };
    let mut found = 0;
    for member in members(text) {
        match member {
            Ok((name, value)) => found += usize::from(fits(&name, value.kind)),
            Err(_) => {
                return [("\"card\"", '{'), ("\"normalize\"", '['), ("\"metrics\"", '[')]
                    .into_iter()
                    .all(|(name, opens)| {
                        let value = text.split_once(name).map_or("", |(_, rest)| rest);
                        let value = value.trim_start().strip_prefix(':').unwrap_or_default();
                        value.trim_start().starts_with(opens)
                    });
            }
        }
    }
    found > 1 && walk::only_value(text.as_bytes()).is_ok()
}

/// Whether a preset is one of the catalog, unchanged.
pub(super) fn is_of_catalog(own: &Preset) -> bool {
    every_version().any(|known| {
        known.id == own.id && (known.source == own.source || known.text() == own.text())
    })
}

/// Checks what no single field shows. `text` is what the preset was read from.
fn check(text: &str, own: &Preset) -> Result<(), Error> {
    let letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    let id = own.id.bytes().all(|byte| letter(byte) || byte == b'-');
    let parts = own.parts();
    let columns = parts.map_or(&[][..], |parts| &parts.columns);
    let known = parts.map_or(&[][..], |parts| &parts.known);
    let names: Vec<&String> = known.iter().flat_map(|part| &part.names).collect();
    let metrics: Vec<&String> = own.metrics.iter().collect();
    let lacks_metric = |line: &OfficialLine| match &line.metric {
        Some(metric) => !own.metrics.contains(metric),
        None => !matches!(
            line.value,
            OfficialValue::Questions
                | OfficialValue::Missing
                | OfficialValue::Answered
                | OfficialValue::Predictions
        ),
    };
    let no_word =
        |phrase: &String| !phrase.bytes().any(|byte| byte.is_ascii_alphanumeric() || byte > 0x7f);
    let nameless = |part: &Part| part.names.is_empty();
    let unnamed =
        parts.is_some() && (columns.is_empty() || known.is_empty() || known.iter().any(nameless));
    let of_parts = |need: &Need| matches!(need, Need::OnePart | Need::KnownParts);
    // The field, what is wrong with it, and whether it is.
    let rules = [
        (
            "id",
            "must consist of a-z, 0-9 and -",
            !(id && own.id.bytes().next().is_some_and(letter)),
        ),
        ("version", "must be 1 or more", own.version == 0),
        ("title", "must not be blank", own.title.trim().is_empty()),
        ("scale", "must be greater than 0", own.scale <= 0.0),
        ("metrics", "must name at least one metric; the first is the headline", metrics.is_empty()),
        ("metrics", "must not name a metric twice", repeats(&metrics)),
        (
            "metrics",
            "contain refusal, which needs the field refusals",
            own.refusals.is_empty() && metrics.iter().any(|metric| *metric == "refusal"),
        ),
        (
            "metrics",
            "must be pass@k, all@k, g_pass@k or majority if rules.attempts is true, and only then",
            metrics.iter().any(|metric| attempts_of(metric).is_some() != own.rules.attempts),
        ),
        ("refusals", "must contain words", own.refusals.iter().any(no_word)),
        (
            "na_threshold",
            "has no effect unless rules.unanswerable is true",
            own.na_threshold.is_some() && !own.rules.unanswerable,
        ),
        ("parts", "must name a column, and at least one value for each part", unnamed),
        (
            "parts",
            "must name columns in snake_case, for example answer_type",
            columns.iter().any(|column| canonical(column) != *column),
        ),
        ("parts", "must not name a value twice", repeats(&names)),
        ("official", "must name metrics of this preset", own.official.iter().any(lacks_metric)),
        (
            "official",
            "must name known parts",
            own.official.iter().flat_map(|line| &line.parts).any(|part| !names.contains(&part)),
        ),
        (
            "official",
            "must have at most 4 decimals",
            own.official.iter().any(|line| line.decimals.is_some_and(|decimals| decimals > 4)),
        ),
        (
            "official_needs",
            "must not have one_part or known_parts without parts",
            parts.is_none() && own.official_needs.iter().any(of_parts),
        ),
    ];
    let mut reader = FormReader::new(text, &FORM);
    for (name, words, _) in rules.into_iter().filter(|rule| rule.2) {
        let at = member(text, name).map_or(text, |value| value.raw);
        reader.fail(at, format!("{name} {words}"), None);
    }
    reader.done()
}

/// Whether a name is there twice; there are few.
#[inline(never)]
fn repeats(names: &[&String]) -> bool {
    (1..names.len()).any(|place| names[..place].contains(&names[place]))
}
