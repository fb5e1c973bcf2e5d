//! Supporting facts of `HotpotQA`: `update_sp` of hotpotqa/hotpot@36358534
//! `hotpot_evaluate_v1.py`.

use super::MatchScore;
use super::token_f1::Overlap;
use crate::base::json_text::json_text;
use itertools::{EitherOrBoth, Itertools as _};
use serde::Deserialize;
use serde_json::Value;

/// A set of supporting facts, each a title and the index of a sentence. Titles are compared as
/// they are written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts(Vec<Vec<Element>>);

/// A part of a fact, equal where Python's values are: 1, 1.0 and true are the same, "1" is not.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Element {
    Text(String),
    Integer(i128),
    /// The bits of a number that is no integer.
    Fraction(u64),
    /// Null, or a list or an object (which cannot stand in a fact of the reference).
    Other(String),
}

/// The ways in which files write supporting facts.
#[derive(Deserialize)]
#[serde(untagged)]
enum Written {
    Pairs(Vec<Vec<Value>>),
    Columns { title: Vec<Value>, sent_id: Vec<Value> },
}

impl Facts {
    /// From JSON such as `[["France", 0], ["Paris", 1]]`, or `{"title": ["France", "Paris"], "sent_id": [0, 1]}` as the
    /// data set has it on Hugging Face. `None` if it is neither, or if a title has no index.
    pub fn parse(json: &str) -> Option<Self> {
        let facts = match serde_json::from_str(json).ok()? {
            Written::Pairs(facts) => facts,
            Written::Columns { title, sent_id } => {
                let pairs = title.into_iter().zip_longest(sent_id).map(EitherOrBoth::both);
                pairs
                    .map(|pair| pair.map(|(title, index)| vec![title, index]))
                    .collect::<Option<_>>()?
            }
        };
        let mut set: Vec<Vec<Element>> = Vec::with_capacity(facts.len());
        for fact in facts {
            let fact = fact.into_iter().map(Element::from).collect();
            if let Err(place) = set.binary_search(&fact) {
                set.insert(place, fact);
            }
        }
        Some(Self(set))
    }
}

impl From<Value> for Element {
    fn from(value: Value) -> Self {
        match value {
            Value::String(text) => Self::Text(text),
            Value::Bool(flag) => Self::Integer(i128::from(flag)),
            Value::Number(number) => match (number.as_i128(), number.as_f64()) {
                (Some(integer), _) => Self::Integer(integer),
                // Beyond 2^100 nothing is a sentence; below it every integer is exact in i128.
                (None, Some(float)) if float.fract() == 0.0 && float.abs() < 1e30 => {
                    Self::Integer(float as i128)
                }
                (None, float) => Self::Fraction(float.unwrap_or(f64::NAN).to_bits()),
            },
            other => Self::Other(json_text(&other)),
        }
    }
}

/// Exact match and overlap of two sets of facts. Two empty sets match exactly but their precision,
/// recall and F1 are 0, as in the reference.
pub fn compare(prediction: &Facts, gold: &Facts) -> MatchScore {
    let shared = prediction.0.iter().filter(|fact| gold.0.binary_search(fact).is_ok()).count();
    MatchScore {
        exact_match: prediction == gold,
        overlap: Overlap::from_counts(shared, prediction.0.len(), gold.0.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exact(prediction: &str, gold: &str) -> bool {
        compare(&Facts::parse(prediction).unwrap(), &Facts::parse(gold).unwrap()).exact_match
    }

    #[test]
    fn elements_are_equal_where_python_values_are() {
        for same in ["1.0", "true", "1e0", "1"] {
            assert!(exact(&format!(r#"[["A", {same}]]"#), r#"[["A", 1]]"#), "{same}");
        }
        for other in [r#""1""#, "1.5", "0", "null", "[1]", "-1"] {
            assert!(!exact(&format!(r#"[["A", {other}]]"#), r#"[["A", 1]]"#), "{other}");
        }
        assert!(exact(r#"[["A", -0.0], ["A", false]]"#, r#"[["A", 0]]"#));
        assert!(!exact(r#"[["e\u0301", 0]]"#, r#"[["\u00e9", 0]]"#));
        assert!(!exact(r#"[["A", 0, 0]]"#, r#"[["A", 0]]"#));
    }

    #[test]
    fn titles_beside_indices_are_the_same_facts() {
        let columns = r#"{"title": ["A", "B"], "sent_id": [0, 1]}"#;
        assert!(exact(r#"[["B", 1], ["A", 0]]"#, columns));
        assert!(exact(columns, columns));
        assert!(!exact(r#"[["B", 1], ["A", 1]]"#, columns));
        assert!(Facts::parse(r#"{"title": [], "sent_id": []}"#).unwrap().0.is_empty());
    }

    #[test]
    fn what_is_no_list_of_facts() {
        for json in [
            "",
            "null",
            "{}",
            "[1]",
            r#"["A", 0]"#,
            r#"[["A", 0]"#,
            r#"{"title": ["A"]}"#,
            r#"{"title": ["A"], "sent_id": []}"#,
        ] {
            assert_eq!(Facts::parse(json), None, "{json}");
        }
        assert!(Facts::parse("[]").unwrap().0.is_empty());
    }
}
