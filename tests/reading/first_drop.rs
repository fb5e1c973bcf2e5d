//! Files of our own making, dropped without a further word: the same questions under many names of
//! columns, in many shapes and in both orders, and then with columns renamed to nonsense, rows
//! shuffled, noise added and a copy of the gold answers added. The number has to be right, and never
//! wrong in silence.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use scoredrop::session::protocol::Choices;
use scoredrop_testing::exam::lines;
use scoredrop_testing::{File, score};
use serde_json::{Map, Value, json};
use std::fmt::Write as _;

/// Names of gold answers and predictions as people choose them.
const NAMES: [(&str, &str); 24] = [
    ("gold_answer", "model_answer"),
    ("gt", "gpt4-x_pred"),
    ("ground_truth", "response"),
    ("answer", "executed"),
    ("label", "llm_output"),
    ("reference", "candidate"),
    ("richtige_antwort", "modellantwort"),
    ("respuesta_correcta", "predicción"),
    ("标准答案", "模型回答"),
    ("正解", "予測"),
    ("эталон", "ответ модели"),
    ("correct_answer", "final_answer"),
    ("benchmark_answer", "mafin_answer"),
    ("target", "completion"),
    ("Ground Truth", "LLM Response"),
    ("expected", "actual_output"),
    ("answerKey", "prediction"),
    ("vérité", "réponse du modèle"),
    ("expected_output", "actual_output"),
    ("Expected Answer", "Actual Answer"),
    ("label", "predicted_label"),
    ("reference_response", "generated_response"),
    ("actual", "predicted"),
    ("best_answer", "gpt-4o"),
];

/// A task: question, gold answer and what a model said.
struct Task {
    rows: Vec<(String, String, String)>,
    /// How many are right.
    right: usize,
}

impl Task {
    fn accuracy(&self) -> f64 {
        self.right as f64 / self.rows.len() as f64
    }
}

/// Tasks of four kinds of answers; which answers are wrong differs.
fn task(kind: usize) -> Task {
    let cities =
        ["Paris", "Oslo", "Lima", "Rome", "Cairo", "Quito", "Delhi", "Seoul", "Bern", "Riga"];
    let letters = ["A", "B", "C", "D"];
    let mut rows = Vec::new();
    let mut right = 0;
    for number in 0..40_usize {
        let good = number % (kind + 3) != 1;
        right += usize::from(good);
        let other = usize::from(!good);
        let (question, gold, said) = match kind {
            0 => (
                format!("How many apples are left of {}?", number + 7),
                (number * 37 % 101).to_string(),
                (number * 37 % 101 + other).to_string(),
            ),
            1 => (
                format!("Which choice fits case {number}?"),
                letters[number * 7 % 4].to_owned(),
                letters[(number * 7 + other) % 4].to_owned(),
            ),
            2 => (
                format!("Which capital is meant by hint {number}?"),
                cities[number * 3 % 10].to_owned() + " city" + ["", " hall", " gate"][number % 3],
                cities[(number * 3 + other) % 10].to_owned()
                    + " city"
                    + ["", " hall", " gate"][number % 3],
            ),
            _ => (
                format!("Is statement {number} true?"),
                ["yes", "no"][number * 5 / 3 % 2].to_owned(),
                ["Yes", "No"][(number * 5 / 3 + other) % 2].to_owned(),
            ),
        };
        rows.push((question, gold, said));
    }
    Task { rows, right }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

fn object(fields: &[(&str, Value)]) -> Value {
    let map: Map<String, Value> =
        fields.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    Value::Object(map)
}

/// The shapes in which a task is published.
const SHAPES: usize = 8;

fn files(task: &Task, shape: usize, gold: &str, said: &str) -> Vec<File> {
    let rows = || task.rows.iter().enumerate();
    let id = |number: usize| format!("q-{}", number * 13 % 97);
    let both = |(number, (question, answer, output)): (usize, &(String, String, String))| {
        object(&[
            ("id", json!(id(number))),
            ("question", json!(question)),
            (gold, json!(answer)),
            (said, json!(output)),
        ])
    };
    let questions = || {
        let row = |(number, (question, answer, _)): (usize, &(String, String, String))| {
            object(&[
                ("id", json!(id(number))),
                ("question", json!(question)),
                (gold, json!(answer)),
            ])
        };
        File::dropped("a.jsonl", lines(rows().map(row)))
    };
    match shape {
        0 => vec![File::dropped("table.jsonl", lines(rows().map(both)))],
        1 => {
            let mut text = format!("question,{},{},seconds\n", quoted(gold), quoted(said));
            for (number, (question, answer, output)) in rows() {
                let cells = [question, answer, output].map(|cell| quoted(cell)).join(",");
                let _ = writeln!(text, "{cells},{}.{}", number % 7, number % 10);
            }
            vec![File::dropped("results.csv", text)]
        }
        2 => vec![
            questions(),
            File::dropped(
                "b.jsonl",
                lines(rows().map(|(number, (.., output))| {
                    object(&[("id", json!(id(number))), (said, json!(output))])
                })),
            ),
        ],
        3 => {
            let mut first = format!("key;{}\n", quoted(gold));
            let mut second = format!("item;{}\n", quoted(said));
            for (number, (_, answer, output)) in rows() {
                let _ = writeln!(first, "{};{}", id(number), quoted(answer));
                let _ = writeln!(second, "{};{}", id(number), quoted(output));
            }
            vec![File::dropped("a.csv", first), File::dropped("b.csv", second)]
        }
        4 => {
            let questions: Vec<Value> = rows()
                .map(|(number, (question, answer, _))| {
                    object(&[
                        ("uid", json!(id(number))),
                        ("question", json!(question)),
                        (gold, json!(answer)),
                    ])
                })
                .collect();
            let said: Map<String, Value> =
                rows().map(|(number, (.., output))| (id(number), json!(output))).collect();
            vec![
                File::dropped("a.json", json!({"version": 1, "data": questions}).to_string()),
                File::dropped("b.json", Value::Object(said).to_string()),
            ]
        }
        5 => vec![
            File::dropped(
                "a.jsonl",
                lines(rows().map(|(_, (question, answer, _))| {
                    object(&[("query", json!(question)), (gold, json!(answer))])
                })),
            ),
            File::dropped(
                "b.jsonl",
                lines(rows().rev().map(|(_, (question, _, output))| {
                    object(&[("query", json!(question)), (said, json!(output))])
                })),
            ),
        ],
        // The file of predictions has the gold answers too.
        6 => vec![questions(), File::dropped("b.jsonl", lines(rows().map(both)))],
        // What the model said stands in an object.
        _ => vec![File::dropped(
            "nested.json",
            Value::Array(
                rows()
                    .map(|(number, (question, answer, output))| {
                        object(&[
                            ("id", json!(id(number))),
                            ("question", json!(question)),
                            (gold, json!(answer)),
                            (
                                "run",
                                object(&[(said, json!(output)), ("tokens", json!(number % 9))]),
                            ),
                        ])
                    })
                    .collect(),
            )
            .to_string(),
        )],
    }
}

/// What became of a drop.
#[derive(Debug, PartialEq)]
enum Became {
    Right,
    /// Wrong or nothing, with something said.
    Said(String),
    Silent(String),
}

fn drop_all(files: &[File], wanted: f64) -> Became {
    let session = match score(files, Choices::default()) {
        Ok(session) => session,
        Err(error) => return Became::Said(error.to_string()),
    };
    let Some(found) = session.score() else { return Became::Said("no score".to_owned()) };
    let mean = found.aggregates[0][0].mean.unwrap_or(f64::NAN);
    if (mean - wanted).abs() < 1e-9 && found.aggregates.len() == 1 {
        return Became::Right;
    }
    let words = format!(
        "{mean} instead of {wanted} by {}: {:?}",
        session.plan().preset.id.as_ref().unwrap().value,
        session.plan().columns.maps
    );
    if found.provisional.is_empty() { Became::Silent(words) } else { Became::Said(words) }
}

#[test]
fn every_name_in_every_shape_is_read_rightly() {
    let (mut all, mut right) = (0, 0);
    let mut others = Vec::new();
    let mut silent = Vec::new();
    for (place, (gold, said)) in NAMES.iter().enumerate() {
        for shape in 0..SHAPES {
            let task = task((place + shape) % 4);
            let mut files = files(&task, shape, gold, said);
            for _ in 0..2 {
                all += 1;
                match drop_all(&files, task.accuracy()) {
                    Became::Right => right += 1,
                    Became::Said(words) => {
                        others.push(format!("{gold}/{said} shape {shape}: {words}"));
                    }
                    Became::Silent(words) => {
                        silent.push(format!("{gold}/{said} shape {shape}: {words}"));
                    }
                }
                files.reverse();
            }
        }
    }
    assert_eq!(silent, Vec::<String>::new());
    assert!(right * 100 >= all * 95, "{right} of {all}: {others:#?}");
}

#[test]
fn changes_that_mean_nothing_never_change_the_number_silently() {
    let mut silent = Vec::new();
    let (mut all, mut right, mut renamed) = (0, 0, 0);
    for (place, (gold, said)) in NAMES.iter().enumerate() {
        let task = task(place % 4);
        let table = |change: usize| -> File {
            let row = |(number, (question, answer, output)): (usize, &(String, String, String))| {
                let noise = json!(number * 31 % 17);
                match change {
                    0 => object(&[
                        ("f1x", json!(question)),
                        ("zz", json!(answer)),
                        ("kk", json!(output)),
                    ]),
                    1 => object(&[
                        ("question", json!(question)),
                        (gold, json!(answer)),
                        (said, json!(output)),
                    ]),
                    2 => object(&[
                        ("question", json!(question)),
                        ("weight", noise),
                        (gold, json!(answer)),
                        (said, json!(output)),
                    ]),
                    _ => object(&[
                        ("question", json!(question)),
                        ("copied", json!(answer)),
                        (gold, json!(answer)),
                        (said, json!(output)),
                    ]),
                }
            };
            let mut rows: Vec<Value> = task.rows.iter().enumerate().map(row).collect();
            if change == 1 {
                let middle = rows.len() / 2;
                rows.rotate_left(middle);
                rows.swap(1, 7);
            }
            File::dropped("table.jsonl", lines(rows))
        };
        for change in 0..4 {
            all += 1;
            match drop_all(&[table(change)], task.accuracy()) {
                Became::Right => right += 1,
                Became::Said(_) if change == 0 => renamed += 1,
                Became::Said(words) | Became::Silent(words) => {
                    silent.push(format!("{gold}/{said} change {change}: {words}"));
                }
            }
        }
    }
    assert_eq!(silent, Vec::<String>::new());
    assert_eq!(right + renamed, all);
}
