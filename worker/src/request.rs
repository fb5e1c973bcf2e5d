//! Requests as they come over the line: JSON text to [`Request`].
//!
//! They are read from a tree instead of by serde's derived readers, which weigh as much as all the
//! metrics together; the test reads back whatever serde writes.

use scoredrop::protocol::{Choices, ColumnChoice, JoinBy, OpenFile, Request, Sort, View};
use scoredrop::protocol::{ExportFormat, Verdict};
use scoredrop::report::State;
use scoredrop::schema::{Field, Role};
use scoredrop::small_map::SmallMap;
use serde_json::Value;

/// Reads a request; `None` where page and worker do not speak the same language.
pub fn read(text: &str) -> Option<Request> {
    let tree: Value = serde_json::from_str(text).ok()?;
    let (name, body) = tree.as_object()?.iter().next()?;
    Some(match name.as_str() {
        "open" => Request::Open { files: take(body, "files")? },
        "open_sample" => Request::OpenSample {
            gold: take(body, "gold")?,
            predictions: take(body, "predictions")?,
        },
        "close" => Request::Close { slot: take(body, "slot")? },
        "choose" => Request::Choose { choices: take(body, "choices")? },
        "preview" => {
            Request::Preview { run: take(body, "run")?, alternatives: take(body, "alternatives")? }
        }
        "select" => Request::Select { run: take(body, "run")? },
        "rows" => Request::Rows {
            view: take(body, "view")?,
            from: take(body, "from")?,
            count: take(body, "count")?,
        },
        "explain" => Request::Explain { run: take(body, "run")?, row: take(body, "row")? },
        "strip" => Request::Strip { run: take(body, "run")?, stripes: take(body, "stripes")? },
        "export" => Request::Export { format: take(body, "format")?, view: take(body, "view")? },
        "check" => Request::Check { preset: take(body, "preset")?, cursor: take(body, "cursor")? },
        "try" => Request::Try {
            preset: take(body, "preset")?,
            set: take(body, "set")?,
            golds: take(body, "golds")?,
            prediction: take(body, "prediction")?,
        },
        _ => return None,
    })
}

/// What can be read from a tree.
trait Read: Sized {
    fn read(tree: &Value) -> Option<Self>;
}

fn take<T: Read>(tree: &Value, name: &str) -> Option<T> {
    T::read(tree.get(name).unwrap_or(&Value::Null))
}

impl Read for String {
    fn read(tree: &Value) -> Option<Self> {
        tree.as_str().map(str::to_owned)
    }
}

impl Read for bool {
    fn read(tree: &Value) -> Option<Self> {
        tree.as_bool()
    }
}

impl Read for u64 {
    fn read(tree: &Value) -> Option<Self> {
        tree.as_u64()
    }
}

impl Read for u32 {
    fn read(tree: &Value) -> Option<Self> {
        Self::try_from(tree.as_u64()?).ok()
    }
}

impl<T: Read> Read for Option<T> {
    fn read(tree: &Value) -> Option<Self> {
        if tree.is_null() { Some(None) } else { T::read(tree).map(Some) }
    }
}

impl<T: Read> Read for Vec<T> {
    fn read(tree: &Value) -> Option<Self> {
        tree.as_array()?.iter().map(T::read).collect()
    }
}

impl<A: Read, B: Read> Read for (A, B) {
    fn read(tree: &Value) -> Option<Self> {
        let [a, b] = tree.as_array()?.as_slice() else { return None };
        Some((A::read(a)?, B::read(b)?))
    }
}

impl<T: Read> Read for SmallMap<u32, T> {
    fn read(tree: &Value) -> Option<Self> {
        let mut map = Self::new();
        for (key, value) in tree.as_object()? {
            map.insert(key.parse().ok()?, T::read(value)?);
        }
        Some(map)
    }
}

impl Read for SmallMap<String, String> {
    fn read(tree: &Value) -> Option<Self> {
        let mut map = Self::new();
        for (key, value) in tree.as_object()? {
            map.insert(key.clone(), String::read(value)?);
        }
        Some(map)
    }
}

impl Read for Sort {
    fn read(tree: &Value) -> Option<Self> {
        if let Some(metric) = tree.get("metric") {
            return String::read(metric).map(Self::Metric);
        }
        Some(match tree.as_str()? {
            "file" => Self::File,
            "id" => Self::Id,
            "question" => Self::Question,
            "prediction" => Self::Prediction,
            _ => return None,
        })
    }
}

/// A struct whose members are named like its fields.
macro_rules! record {
    ($($type:ident { $($field:ident),+ $(,)? })+) => {$(
        impl Read for $type {
            fn read(tree: &Value) -> Option<Self> {
                Some(Self { $($field: take(tree, stringify!($field))?),+ })
            }
        }
    )+};
}

/// An enum without data.
macro_rules! names {
    ($($type:ident { $($name:literal => $variant:ident),+ $(,)? })+) => {$(
        impl Read for $type {
            fn read(tree: &Value) -> Option<Self> {
                match tree.as_str()? {
                    $($name => Some(Self::$variant),)+
                    _ => None,
                }
            }
        }
    )+};
}

record! {
    OpenFile { slot, name, bytes }
    Choices { preset, roles, columns, join, set, confirmed, seed }
    ColumnChoice { role, field, column }
    View { run, states, verdicts, text, range, group, duplicates, sort, descending }
}

names! {
    Role { "gold" => Gold, "predictions" => Predictions, "na_prob" => NaProb, "table" => Table }
    Field {
        "id" => Id, "question" => Question, "answers" => Answers, "prediction" => Prediction,
        "run" => Run, "supporting_facts" => SupportingFacts, "na_probability" => NaProbability,
        "group" => Group,
    }
    JoinBy { "id" => Id, "question" => Question, "row" => Row, "same-row" => SameRow }
    State {
        "answered" => Answered, "not_extracted" => NotExtracted, "blank" => Blank,
        "missing" => Missing, "excluded" => Excluded,
    }
    Verdict {
        "right" => Right, "partly" => Partly, "wrong" => Wrong, "unanswered" => Unanswered,
    }
    ExportFormat {
        "json" => Json, "csv" => Csv, "aggregates-csv" => AggregatesCsv, "markdown" => Markdown,
        "official" => Official, "preset" => Preset,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_serde_writes() {
        let choices = Choices {
            preset: Some("nq".into()),
            roles: SmallMap::from([(3, Role::Gold), (4, Role::NaProb), (5, Role::Table)]),
            columns: vec![ColumnChoice {
                role: Role::Predictions,
                field: Field::SupportingFacts,
                column: "sp".into(),
            }],
            join: Some(JoinBy::Question),
            set: SmallMap::from([("articles".into(), "keep".into())]),
            confirmed: true,
            seed: 9_007_199_254_740_993,
        };
        let view = View {
            run: 2,
            states: vec![State::Blank, State::NotExtracted],
            verdicts: vec![Verdict::Partly, Verdict::Unanswered],
            text: "\"é\u{202e}".into(),
            range: Some((1, 5)),
            group: Some(("type".into(), "bridge".into())),
            duplicates: true,
            sort: Sort::Metric("f1".into()),
            descending: true,
        };
        let requests = [
            Request::Open { files: vec![OpenFile { slot: 1, name: "a".into(), bytes: 7 }] },
            Request::OpenSample { gold: 1, predictions: 2 },
            Request::Close { slot: 1 },
            Request::Choose { choices: choices.clone() },
            Request::Preview { run: 3, alternatives: vec![choices, Choices::default()] },
            Request::Select { run: 1 },
            Request::Rows { view: view.clone(), from: 3, count: 4 },
            Request::Rows { view: View::default(), from: 0, count: 1 },
            Request::Explain { run: 0, row: 9 },
            Request::Strip { run: 1, stripes: 800 },
            Request::Export { format: ExportFormat::AggregatesCsv, view: None },
            Request::Export { format: ExportFormat::Official, view: Some(view) },
            Request::Export { format: ExportFormat::Preset, view: None },
            Request::Check { preset: "{\n".into(), cursor: 2 },
            Request::Try {
                preset: "p".into(),
                set: SmallMap::from([("articles".into(), "keep".into())]),
                golds: vec!["a".into()],
                prediction: "b".into(),
            },
        ];
        for request in requests {
            let text = serde_json::to_string(&request).unwrap();
            assert_eq!(read(&text), Some(request), "{text}");
        }
        assert_eq!(read("{\"open\": 1}"), None);
        assert_eq!(read("no JSON"), None);
    }
}
