//! A preset from its JSON text. Read from a tree instead of by serde's derived reader, which weighs
//! several times as much in the worker; a test compares the two.

use super::{
    Card, Empty, Example, Missing, Need, OfficialLine, OfficialValue, Others, Part, Parts, Preset,
    Rules,
};
use crate::json_text::json_text;
use crate::json_tree::{FromJson, Json};

/// Reads a preset.
///
/// # Errors
/// In words, at the first thing that is no preset: text that is no JSON, a field that is missing, not
/// known or of another kind.
pub fn read(text: &str) -> Result<Preset, String> {
    let tree = Json::parse(text).map_err(|offset| {
        let before = text.get(..offset).unwrap_or(text);
        let line = before.matches('\n').count() + 1;
        let last = before.rsplit('\n').next().unwrap_or_default();
        format!("no JSON: line {line}, column {}", last.chars().count() + 1)
    })?;
    let mut tree = Tree::new(&tree, "a preset")?;
    let preset = Preset {
        id: tree.text("id")?,
        version: tree.whole_number("version")?,
        title: tree.text("title")?,
        card: card(tree.need("card")?)?,
        extract: tree.text("extract")?,
        normalize: texts(tree.need("normalize")?)?,
        metrics: texts(tree.need("metrics")?)?,
        rules: tree.take("rules").map_or(Ok(Rules::default()), rules)?,
        parts: tree.take("parts").map(parts).transpose()?,
        refusals: tree.texts_or_none("refusals")?,
        switches: tree.texts_or_none("switches")?,
        missing: [Missing::Zero, Missing::Exclude]
            [place(tree.need("missing")?, &["zero", "exclude"])?],
        scale: tree.need("scale")?.as_float().ok_or("scale must be a number")?,
        official: list(tree.need("official")?, official_line)?,
        official_needs: list(tree.need("official_needs")?, need)?,
    };
    tree.done()?;
    Ok(preset)
}

fn need(tree: &Json) -> Result<Need, String> {
    let names = [
        "gold_answers",
        "every_prediction",
        "text_predictions",
        "supporting_facts",
        "unique_questions",
        "one_gold_answer",
        "one_part",
    ];
    let needs = [
        Need::GoldAnswers,
        Need::EveryPrediction,
        Need::TextPredictions,
        Need::SupportingFacts,
        Need::UniqueQuestions,
        Need::OneGoldAnswer,
        Need::OnePart,
    ];
    Ok(needs[place(tree, &names)?])
}

fn official_value(tree: &Json) -> Result<OfficialValue, String> {
    let names = ["mean", "sum", "questions", "missing", "best", "best_threshold"];
    let values = [
        OfficialValue::Mean,
        OfficialValue::Sum,
        OfficialValue::Questions,
        OfficialValue::Missing,
        OfficialValue::Best,
        OfficialValue::BestThreshold,
    ];
    Ok(values[place(tree, &names)?])
}

fn card(tree: &Json) -> Result<Card, String> {
    let mut tree = Tree::new(tree, "card")?;
    let card = Card {
        summary: tree.text("summary")?,
        inputs: tree.text("inputs")?,
        limits: texts(tree.need("limits")?)?,
        reproduces: tree.text("reproduces")?,
        citation: tree.text("citation")?,
        example: tree.take("example").map(example).transpose()?,
    };
    tree.done()?;
    Ok(card)
}

fn example(tree: &Json) -> Result<Example, String> {
    let mut tree = Tree::new(tree, "example")?;
    let example =
        Example { golds: texts(tree.need("golds")?)?, prediction: tree.text("prediction")? };
    tree.done()?;
    Ok(example)
}

fn rules(tree: &Json) -> Result<Rules, String> {
    let mut tree = Tree::new(tree, "rules")?;
    let empty = tree.take("empty").map_or(Ok(0), |tree| place(tree, &["zero", "equal"]))?;
    let rules = Rules {
        empty: [Empty::Zero, Empty::Equal][empty],
        yes_no: tree.flag("yes_no")?,
        unanswerable: tree.flag("unanswerable")?,
        not_extracted_is_wrong: tree.flag("not_extracted_is_wrong")?,
    };
    tree.done()?;
    Ok(rules)
}

fn parts(tree: &Json) -> Result<Parts, String> {
    let mut tree = Tree::new(tree, "parts")?;
    let others = place(tree.need("others")?, &["score", "warn", "exclude"])?;
    let parts = Parts {
        columns: texts(tree.need("columns")?)?,
        known: list(tree.need("known")?, part)?,
        others: [Others::Score, Others::Warn, Others::Exclude][others],
    };
    tree.done()?;
    Ok(parts)
}

fn part(tree: &Json) -> Result<Part, String> {
    let mut tree = Tree::new(tree, "known")?;
    let part = Part {
        names: texts(tree.need("names")?)?,
        normalize: tree.take("normalize").map(texts).transpose()?,
    };
    tree.done()?;
    Ok(part)
}

fn official_line(tree: &Json) -> Result<OfficialLine, String> {
    let mut tree = Tree::new(tree, "official")?;
    let line = OfficialLine {
        key: tree.text("key")?,
        value: official_value(tree.need("value")?)?,
        metric: tree.take("metric").map(text).transpose()?,
        group: tree.take("group").map(text).transpose()?,
    };
    tree.done()?;
    Ok(line)
}

/// An object whose fields are taken one by one. Its methods are kept out of line: a preset has many
/// fields, and a copy of them in each place would weigh more than the presets themselves.
struct Tree<'a> {
    fields: Vec<(&'a str, &'a Json)>,
    name: &'static str,
}

impl<'a> Tree<'a> {
    #[inline(never)]
    fn new(tree: &'a Json, name: &'static str) -> Result<Self, String> {
        let fields = tree.as_object().ok_or_else(|| format!("{name} must be an object"))?;
        Ok(Self { fields: fields.iter().map(|(key, value)| (key.as_str(), value)).collect(), name })
    }

    #[inline(never)]
    fn take(&mut self, key: &str) -> Option<&'a Json> {
        let place = self.fields.iter().position(|(name, _)| *name == key)?;
        Some(self.fields.swap_remove(place).1)
    }

    #[inline(never)]
    fn need(&mut self, key: &str) -> Result<&'a Json, String> {
        self.take(key).ok_or_else(|| format!("{} has no {key}", self.name))
    }

    #[inline(never)]
    fn text(&mut self, key: &str) -> Result<String, String> {
        text(self.need(key)?)
    }

    fn texts_or_none(&mut self, key: &str) -> Result<Vec<String>, String> {
        self.take(key).map_or(Ok(Vec::new()), texts)
    }

    #[inline(never)]
    fn flag(&mut self, key: &str) -> Result<bool, String> {
        match self.take(key) {
            None => Ok(false),
            Some(value) => value.as_bool().ok_or_else(|| format!("{key} must be true or false")),
        }
    }

    fn whole_number(&mut self, key: &str) -> Result<u32, String> {
        let number = u32::from_json(self.need(key)?.clone());
        number.ok_or_else(|| format!("{key} must be a whole number"))
    }

    /// Whether every field was taken.
    #[inline(never)]
    fn done(self) -> Result<(), String> {
        match self.fields.first() {
            Some((key, _)) => Err(format!("{} has an unknown field {key}", self.name)),
            None => Ok(()),
        }
    }
}

#[inline(never)]
fn text(tree: &Json) -> Result<String, String> {
    tree.as_text().map(str::to_owned).ok_or_else(|| format!("{} must be a text", json_text(tree)))
}

#[inline(never)]
fn texts(tree: &Json) -> Result<Vec<String>, String> {
    list(tree, text)
}

fn list<T>(tree: &Json, read: impl Fn(&Json) -> Result<T, String>) -> Result<Vec<T>, String> {
    let list = tree.as_list().ok_or_else(|| format!("{} must be a list", json_text(tree)))?;
    list.iter().map(read).collect()
}

/// Place of a text among those that are known.
#[inline(never)]
fn place(tree: &Json, known: &[&str]) -> Result<usize, String> {
    let found = known.iter().position(|name| tree.as_text() == Some(name));
    found.ok_or_else(|| format!("{} must be one of {}", json_text(tree), known.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::preset::CATALOG;
    use serde_json::Value;

    #[test]
    fn it_reads_what_serde_reads() {
        for text in CATALOG {
            let ours = read(text).unwrap();
            assert_eq!(ours, serde_json::from_str(text).unwrap());
            assert_eq!(ours, read(&serde_json::to_string(&ours).unwrap()).unwrap());
        }
    }

    #[test]
    fn it_refuses_what_serde_refuses() {
        let good: Value = serde_json::from_str(CATALOG[0]).unwrap();
        let changed = |path: &[&str], value: Value| {
            let mut tree = good.clone();
            let place = path.iter().fold(&mut tree, |tree, key| &mut tree[*key]);
            *place = value;
            tree.to_string()
        };
        for (path, value, words) in [
            (&["versoin"][..], 1.into(), "a preset has an unknown field versoin"),
            (&["card", "more"], "x".into(), "card has an unknown field more"),
            (&["version"], 1.5.into(), "version must be a whole number"),
            (&["title"], 1.into(), "1 must be a text"),
            (&["metrics"], "f1".into(), "\"f1\" must be a list"),
            (&["missing"], "one".into(), "\"one\" must be one of zero, exclude"),
            (&["rules"], serde_json::json!({"yes_no": 1}), "yes_no must be true or false"),
            (&["official"], serde_json::json!([{"key": "a"}]), "official has no value"),
            (&["parts"], serde_json::json!([]), "parts must be an object"),
        ] {
            let text = changed(path, value);
            assert_eq!(read(&text).unwrap_err(), words);
            assert!(serde_json::from_str::<Preset>(&text).is_err(), "{words}");
        }
        assert_eq!(read("{\n}}").unwrap_err(), "no JSON: line 2, column 2");
    }
}
