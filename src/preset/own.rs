//! A user's own preset: told from a file of data, found by id or text, and checked.

use super::read::Reader;
use super::{Need, OfficialValue, Preset, Settings, preset, presets, read};
use crate::error::Error;
use crate::input::json::{elements, member, members};
use crate::schema::canonical;
use crate::small_map::SmallMap;
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
    let own = read(choice)?;
    check(choice, &own)?;
    Ok(Cow::Owned(own))
}

/// Whether a choice is the JSON text of a preset, and not an id.
pub fn is_text(choice: &str) -> bool {
    choice.trim_start().starts_with('{')
}

/// Whether a file holds a preset and no data: a JSON object with `card`, `normalize` and `metrics`.
/// In a text that breaks off, names that follow anywhere count.
pub fn looks_like_preset(text: &str) -> bool {
    if !is_text(text) {
        return false;
    }
    let mut broken = false;
    let mut names = Vec::new();
    for found in members(text) {
        match found {
            Ok((name, _)) => names.push(name),
            Err(_) => broken = true,
        }
    }
    ["card", "normalize", "metrics"].into_iter().all(|wanted| {
        let follows = || broken && text.contains(&format!("\"{wanted}\""));
        names.iter().any(|name| name == wanted) || follows()
    })
}

/// Whether a preset is one of the catalog, unchanged.
pub(super) fn is_of_catalog(own: &Preset) -> bool {
    presets().iter().any(|known| known.id == own.id && known.text() == own.text())
}

/// What no single field shows. `text` is what the preset was read from.
fn check(text: &str, own: &Preset) -> Result<(), Error> {
    let mut log = Check { text, reader: Reader::new(text) };
    let letters = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    if !own.id.starts_with(letters) || !own.id.chars().all(|c| letters(c) || c == '-') {
        log.fail("id", None, "id must be made of a-z, 0-9 and -", None);
    }
    if own.version == 0 {
        log.fail("version", None, "version must be 1 or more", None);
    }
    if own.title.trim().is_empty() {
        log.fail("title", None, "title must not be blank", None);
    }
    if own.scale <= 0.0 {
        log.fail("scale", None, "scale must be greater than 0", Some("give 1, or 100 for percent"));
    }
    if own.metrics.is_empty() {
        log.fail("metrics", None, "metrics must name one; the first is the headline", None);
    }
    for (index, metric) in own.metrics.iter().enumerate() {
        if own.metrics[..index].contains(metric) {
            log.fail("metrics", Some(index), "is there twice", None);
        }
        if metric == "refusal" && own.refusals.is_empty() {
            log.fail("metrics", Some(index), "needs refusals to be told", Some("add refusals"));
        }
    }
    for (index, phrase) in own.refusals.iter().enumerate() {
        if !phrase.contains(char::is_alphanumeric) {
            log.fail("refusals", Some(index), "has no word", None);
        }
    }
    if own.na_threshold.is_some() && !own.rules.unanswerable {
        let remedy = Some("set rules.unanswerable to true, or take it out");
        log.fail("na_threshold", None, "na_threshold means nothing here", remedy);
    }
    check_parts(&mut log, own);
    check_official(&mut log, own);
    if log.reader.is_fine() {
        Settings::compile(own, &SmallMap::new())?;
    }
    log.reader.done()
}

fn check_parts(log: &mut Check<'_>, own: &Preset) {
    let Some(parts) = &own.parts else { return };
    if parts.columns.is_empty() || parts.known.is_empty() {
        log.fail("parts", None, "parts must name a column and a part", None);
    }
    if let Some(column) = parts.columns.iter().find(|column| canonical(column) != **column) {
        let remedy = format!("write {}", canonical(column));
        log.fail("parts", None, "parts.columns are written in snake_case", Some(&remedy));
    }
    let mut names = Vec::new();
    for part in &parts.known {
        if part.names.is_empty() {
            log.fail("parts", None, "a part has no name", None);
        }
        for name in &part.names {
            if names.contains(&name) {
                log.fail("parts", None, "two parts have the same name", Some(name));
            }
            names.push(name);
        }
    }
}

fn check_official(log: &mut Check<'_>, own: &Preset) {
    for (index, line) in own.official.iter().enumerate() {
        let metric = line.metric.as_deref();
        match line.value {
            OfficialValue::Questions | OfficialValue::Missing => {}
            OfficialValue::Best | OfficialValue::BestThreshold
                if !matches!(metric, Some("exact_match" | "f1")) =>
            {
                log.fail("official", Some(index), "needs the metric exact_match or f1", None);
            }
            _ if metric.is_none() => {
                log.fail("official", Some(index), "needs a metric", None);
            }
            _ => {}
        }
        if metric.is_some_and(|metric| !own.metrics.iter().any(|known| known == metric)) {
            let remedy = own.metrics.join(", ");
            let remedy = format!("add it to metrics, or take one of {remedy}");
            log.fail("official", Some(index), "has a metric that is not computed", Some(&remedy));
        }
    }
    if own.official_needs.contains(&Need::OnePart) && own.parts.is_none() {
        log.fail("official_needs", None, "one_part needs parts", None);
    }
}

struct Check<'a> {
    text: &'a str,
    reader: Reader<'a>,
}

impl Check<'_> {
    #[inline(never)]
    fn fail(&mut self, name: &str, index: Option<usize>, words: &str, remedy: Option<&str>) {
        let mut at = member(self.text, name).map_or(self.text, |value| value.raw);
        let mut message = words.to_owned();
        if let Some(index) = index {
            at = elements(at).filter_map(Result::ok).nth(index).map_or(at, |value| value.raw);
            message = format!("{name}[{index}] {words}");
        }
        self.reader.fail(at, message, remedy.map(str::to_owned));
    }
}
