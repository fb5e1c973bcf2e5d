//! A preset from its JSON text, with the place of everything that is wrong with it.

use super::Preset;
use super::fields::{FieldInfo, FieldKind, field, fields_of, join, known, takes};
use crate::base::closest::closest;
use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::error::Error;
use crate::base::json_text::json_text;
use crate::score::extract::pattern::fault;
use crate::table::json::{Fault, Value, elements, members, walk};
use crate::table::{self, float};

/// Reads a preset.
///
/// # Errors
/// `bad_preset`, once for everything that is no preset: text that is no JSON, a field that is missing,
/// not known, given twice or of another kind, a value that is not known. The row is the line of the
/// text.
pub fn read(text: &str) -> Result<Preset, Error> {
    check(text)?;
    let preset = serde_json::from_str(text).map_err(|why| {
        Diagnostic::error(Code::BadPreset, why.to_string()).row(why.line() as u64)
    })?;
    Ok(Preset { source: text.to_owned(), ..preset })
}

/// Everything that is wrong with the text of a preset.
fn check(text: &str) -> Result<(), Error> {
    let mut reader = PresetReader::new(text);
    match walk::only_value(text.as_bytes()) {
        Ok(_) if text.trim_start().starts_with('{') => {
            reader.object(text, "", "");
        }
        Ok(_) => reader.fail(text, "a preset must be an object".to_owned(), None),
        Err(fault) => {
            let at = text.get(fault.at..).unwrap_or_default();
            let before = text.get(..fault.at).unwrap_or_default();
            let line = before.rfind('\n').map_or(0, |end| end + 1);
            let in_line = Fault { at: fault.at - line, ..fault };
            let message = format!(
                "invalid JSON at column {}: {}",
                in_line.column(&text.as_bytes()[line..]),
                fault.describe(text.as_bytes())
            );
            reader.fail(at, message, None);
        }
    }
    reader.done()
}

/// Collects what is wrong with a text.
pub(super) struct PresetReader<'a> {
    text: &'a str,
    problems: Vec<Diagnostic>,
}

impl<'a> PresetReader<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, problems: Vec::new() }
    }

    pub(super) fn done(self) -> Result<(), Error> {
        if self.problems.is_empty() { Ok(()) } else { Err(Error::new(self.problems)) }
    }

    /// Notes a problem; `at` is the part of the text that it is about.
    #[inline(never)]
    pub(super) fn fail(&mut self, at: &str, message: String, remedy: Option<String>) {
        let offset = at.as_ptr().addr().wrapping_sub(self.text.as_ptr().addr());
        let before = self.text.as_bytes().get(..offset).unwrap_or_default();
        let line = 1 + memchr::memchr_iter(b'\n', before).count();
        let mut problem = Diagnostic::error(Code::BadPreset, message).row(line as u64);
        problem.remedy = remedy;
        self.problems.push(problem);
    }

    /// Checks an object: `path` in [`super::fields::FIELDS`], `place` in this text.
    fn object(&mut self, raw: &'a str, path: &str, place: &str) {
        let mut seen = Vec::new();
        for (name, value) in members(raw).filter_map(Result::ok) {
            let here = join(place, &name);
            if seen.contains(&name) {
                self.fail(value.raw, format!("{here} is given twice"), None);
            } else if let Some(field) = field(&join(path, &name)).filter(|_| !name.contains('.')) {
                self.value(field, value, &here);
            } else if !(path.is_empty() && name == "$schema") {
                let remedy = near(&name, fields_of(path).map(|(name, _)| name));
                self.fail(value.raw, format!("unknown field {here}"), Some(remedy));
            }
            seen.push(name);
        }
        for (name, _) in fields_of(path).filter(|(_, field)| field.needed) {
            if !seen.iter().any(|seen| seen == name) {
                self.fail(raw, format!("{} is missing", join(place, name)), None);
            }
        }
    }

    fn value(&mut self, field: &FieldInfo, value: Value<'a>, place: &str) {
        match (field.kind, value.kind) {
            (FieldKind::Text, table::Kind::String) => self.known(field, value, place),
            (FieldKind::Texts | FieldKind::Objects, table::Kind::List) => {
                for (index, element) in elements(value.raw).filter_map(Result::ok).enumerate() {
                    let kind = if field.kind == FieldKind::Texts {
                        FieldKind::Text
                    } else {
                        FieldKind::Object
                    };
                    self.value(
                        &FieldInfo { kind, ..*field },
                        element,
                        &format!("{place}[{index}]"),
                    );
                }
            }
            (FieldKind::Object, table::Kind::Object) => self.object(value.raw, field.path, place),
            (FieldKind::Lists, table::Kind::Object) => {
                for (name, list) in members(value.raw).filter_map(Result::ok) {
                    let texts = FieldInfo { kind: FieldKind::Texts, ..*field };
                    self.value(&texts, list, &join(place, &name));
                }
            }
            (FieldKind::Flag, table::Kind::Bool) => {}
            (FieldKind::Whole, table::Kind::Number) if value.raw.parse::<u32>().is_ok() => {}
            (FieldKind::Number, table::Kind::Number)
                if float(value.raw).is_some_and(f64::is_finite) => {}
            (kind, _) => self.fail(value.raw, format!("{place} must be {}", kind.words()), None),
        }
    }

    fn known(&mut self, field: &FieldInfo, value: Value<'a>, place: &str) {
        let text = value.text();
        if !takes(field.path, &text) {
            let message = format!("{place} cannot be {}", json_text(&&*text));
            let (message, remedy) = match fault(&text).filter(|_| field.path == "extract") {
                Some(why) => ([message, why].join(": "), "correct the pattern".to_owned()),
                None => (message, near(&text, known(field.path).iter().copied())),
            };
            self.fail(value.raw, message, Some(remedy));
        }
    }
}

/// Returns a remedy: the known word that is meant, if one is like `text`, and all known words.
fn near(text: &str, known: impl Iterator<Item = &'static str>) -> String {
    let known: Vec<&str> = known.collect();
    let list = format!("known are {}", known.join(", "));
    match closest(text, known) {
        Some(meant) => format!("did you mean {meant}? {list}"),
        None => list,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::preset::CATALOG;

    #[test]
    fn it_refuses_what_serde_refuses() {
        let good: serde_json::Value = serde_json::from_str(CATALOG[0]).unwrap();
        let changed = |path: &[&str], value: serde_json::Value| {
            let mut tree = good.clone();
            let place = path.iter().fold(&mut tree, |tree, key| &mut tree[*key]);
            *place = value;
            tree.to_string()
        };
        for (path, value, words) in [
            (&["versoin"][..], 1.into(), "unknown field versoin"),
            (&["card", "more"], "x".into(), "unknown field card.more"),
            (&["version"], 1.5.into(), "version must be a whole number of 0 or more"),
            (&["title"], 1.into(), "title must be a text"),
            (&["metrics"], "f1".into(), "metrics must be a list of texts"),
            (&["normalize"], serde_json::json!([1]), "normalize[0] must be a text"),
            (&["missing"], "one".into(), "missing cannot be \"one\""),
            (&["rules"], serde_json::json!({"yes_no": 1}), "rules.yes_no must be true or false"),
            (&["official"], serde_json::json!([{"key": "a"}]), "official[0].value is missing"),
            (&["parts"], serde_json::json!([]), "parts must be an object"),
        ] {
            let text = changed(path, value);
            assert_eq!(read(&text).unwrap_err().problems[0].message, words);
            // An outermost name that is not known is refused here alone: editors name their schema there.
            let beside = words.starts_with("unknown field") && !words.ends_with("card.more");
            let serde = serde_json::from_str::<Preset>(&text);
            assert!(serde.is_err() || beside, "{words}");
        }
    }

    #[test]
    fn everything_wrong_has_its_line() {
        let text =
            "{\n  \"id\": \"a\",\n  \"id\": \"b\",\n  \"normalize\": [\n    \"lower\"\n  ]\n}";
        let problems = read(text).unwrap_err().problems;
        let found: Vec<(u64, &str)> =
            problems.iter().map(|one| (one.row.unwrap(), one.message.as_str())).collect();
        assert_eq!(found[..2], [(3, "id is given twice"), (5, "normalize[0] cannot be \"lower\"")]);
        assert!(found[2..].contains(&(1, "metrics is missing")), "{found:?}");
        let remedy = problems[1].remedy.as_deref().unwrap();
        assert!(remedy.starts_with("did you mean lowercase? known are lowercase, "), "{remedy}");
        let problems = read("{\n}}").unwrap_err().problems;
        assert_eq!(problems[0].row, Some(2));
        assert!(problems[0].message.starts_with("invalid JSON at column 2"));
        assert_eq!(read("[]").unwrap_err().problems[0].message, "a preset must be an object");
        assert_eq!(read("").unwrap_err().problems[0].row, Some(1));
    }

    #[test]
    fn the_nearest_word_comes_first() {
        let near = |text| near(text, ["exact_match", "f1", "precision"].into_iter());
        assert_eq!(
            near("Exact-Match"),
            "did you mean exact_match? known are exact_match, f1, precision"
        );
        assert!(near("pers").starts_with("known are "));
        assert!(near("prec").starts_with("did you mean precision? "));
        assert!(near("").starts_with("known are "));
    }

    #[test]
    fn an_editor_may_be_told_of_the_schema() {
        let text = CATALOG[0].replacen('{', "{\"$schema\": \"preset.schema.json\",", 1);
        assert_eq!(read(&text).unwrap().text(), read(CATALOG[0]).unwrap().text());
    }
}
