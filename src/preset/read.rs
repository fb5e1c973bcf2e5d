//! A preset from its JSON text, with the place of everything that is wrong with it.

use super::Preset;
use super::fields::FORM;
use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::error::Error;

/// Reads a preset.
///
/// # Errors
/// `bad_preset`, once for everything that is no preset: text that is no JSON, a field that is missing,
/// not known, given twice or of another kind, a value that is not known. The row is the line of the
/// text.
pub fn read(text: &str) -> Result<Preset, Error> {
    FORM.check(text)?;
    let preset = serde_json::from_str(text).map_err(|why| {
        Diagnostic::error(Code::BadPreset, why.to_string()).row(why.line() as u64)
    })?;
    Ok(Preset { source: text.to_owned(), ..preset })
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
    fn an_editor_may_be_told_of_the_schema() {
        let text = CATALOG[0].replacen('{', "{\"$schema\": \"preset.schema.json\",", 1);
        assert_eq!(read(&text).unwrap().text(), read(CATALOG[0]).unwrap().text());
    }
}
