//! Files of many shapes, generated: the same bytes for the same arguments.

mod generate;

use generate::{Pool, Random, Row};
use serde_json::Value;
use std::fs::File;
use std::io::{BufWriter, Result, Write};
use std::path::{Path, PathBuf};

/// How files look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// JSON Lines, one run, predictions in the order of the gold file.
    Base,
    /// The same with predictions in another order.
    Shuffled,
    /// Predictions of three models in one file, question by question.
    ThreeRuns,
    /// Lines that end with CR LF.
    Crlf,
    /// Every letter of every text is a Cyrillic one.
    NonAscii,
    /// Predictions of 10 kB.
    LongPredictions,
    /// Gold answers of 200 words.
    LongGolds,
    /// Every id twice, in both files.
    Duplicates,
    /// One prediction that is longer than all others together: 100 MB for 100 000 questions.
    OneLine,
    /// Both files are one JSON document on one line.
    Documents,
    /// CSV, gold answers as a JSON list in a cell.
    Csv,
    /// Twenty prediction files.
    TwentyRuns,
}

impl Shape {
    /// Questions of a file that has about as many bytes as the base shape of `questions`.
    pub(crate) fn rows(self, questions: u64) -> u64 {
        let rows = match self {
            Self::ThreeRuns => questions / 2,
            Self::NonAscii => questions * 3 / 5,
            Self::LongPredictions => questions / 20,
            Self::LongGolds => questions / 5,
            Self::OneLine => questions / 10,
            _ => questions,
        };
        rows.max(2)
    }
}

const MODELS: [&str; 3] = ["model-alpha", "model-beta", "model-gamma"];
const LONG_PREDICTION: usize = 10_000;
const LONG_GOLD: usize = 200;

/// Writes a gold file and its predictions into a folder; returns the paths, gold first.
pub(crate) fn write(folder: &Path, shape: Shape, questions: u64) -> Result<Vec<PathBuf>> {
    std::fs::create_dir_all(folder)?;
    let extension = match shape {
        Shape::Csv => "csv",
        Shape::Documents => "json",
        _ => "jsonl",
    };
    let files: Vec<String> = match shape {
        Shape::TwentyRuns => (1..=20).map(|run| format!("run-{run:02}.jsonl")).collect(),
        _ => vec![format!("pred.{extension}")],
    };
    let gold = std::iter::once(format!("gold.{extension}"));
    let paths: Vec<PathBuf> = gold.chain(files).map(|name| folder.join(name)).collect();
    let open = |path: &PathBuf| File::create(path).map(BufWriter::new);
    let mut writers = paths.iter().map(open).collect::<Result<Vec<_>>>()?;
    fill(shape, questions, &mut writers)?;
    writers.iter_mut().try_for_each(Write::flush)?;
    Ok(paths)
}

fn fill(shape: Shape, questions: u64, files: &mut [BufWriter<File>]) -> Result<()> {
    let [gold, predictions @ ..] = files else { return Ok(()) };
    let (mut pool, mut chance) = (Pool::new(), Random::new());
    let rows = shape.rows(questions);
    let mut held: Vec<String> = Vec::new();
    let end = if shape == Shape::Crlf { "\r\n" } else { "\n" };
    match shape {
        Shape::Csv => {
            gold.write_all(b"question_id,question,gold_answers,answer_type\r\n")?;
            predictions[0].write_all(b"question_id,model_name,predicted_answer\r\n")?;
        }
        Shape::Documents => {
            gold.write_all(b"[")?;
            predictions[0].write_all(b"{")?;
        }
        _ => {}
    }
    let mut last_id = String::new();
    for number in 0..rows {
        let mut row = pool.row(number);
        reshape(shape, &mut row, &mut pool, number, questions);
        if shape == Shape::Duplicates && number % 2 == 1 {
            row.id.clone_from(&last_id);
        }
        last_id.clone_from(&row.id);
        let comma = if number == 0 { "" } else { ", " };
        match shape {
            Shape::Csv => {
                write!(gold, "{}", csv_gold(&row))?;
                write!(predictions[0], "{}", csv_prediction(&row))?;
            }
            Shape::Documents => {
                write!(gold, "{comma}{}", gold_object(&row))?;
                write!(predictions[0], "{comma}{}: {}", quoted(&row.id), quoted(&row.prediction))?;
            }
            Shape::Shuffled => {
                write!(gold, "{}{end}", gold_object(&row))?;
                held.push(prediction_object(&row, "bench"));
            }
            Shape::ThreeRuns => {
                write!(gold, "{}{end}", gold_object(&row))?;
                for (place, model) in MODELS.iter().enumerate() {
                    if place > 0 {
                        row.prediction = pool.prediction(row.kind, &row.golds);
                    }
                    write!(predictions[0], "{}{end}", prediction_object(&row, model))?;
                }
            }
            Shape::TwentyRuns => {
                write!(gold, "{}{end}", gold_object(&row))?;
                for (run, file) in predictions.iter_mut().enumerate() {
                    // Every fourth run is better than those before it.
                    if chance.below(100) < 10 + run / 4 * 6 {
                        row.prediction.clone_from(&row.golds[0]);
                    } else {
                        row.prediction = pool.answer(row.kind);
                    }
                    write!(file, "{}{end}", prediction_object(&row, &format!("run-{run:02}")))?;
                }
            }
            _ => {
                write!(gold, "{}{end}", gold_object(&row))?;
                write!(predictions[0], "{}{end}", prediction_object(&row, "bench"))?;
            }
        }
    }
    if shape == Shape::Documents {
        gold.write_all(b"]\n")?;
        predictions[0].write_all(b"}\n")?;
    }
    // Fisher and Yates.
    for place in (1..held.len()).rev() {
        held.swap(place, chance.below(place + 1));
    }
    held.iter().try_for_each(|line| write!(predictions[0], "{line}{end}"))
}

/// Makes of a question what its shape wants.
fn reshape(shape: Shape, row: &mut Row, pool: &mut Pool, number: u64, questions: u64) {
    match shape {
        Shape::NonAscii => {
            row.question = cyrillic(&row.question);
            row.prediction = cyrillic(&row.prediction);
            row.golds.iter_mut().for_each(|gold| *gold = cyrillic(gold));
        }
        Shape::LongPredictions => lengthen(row, pool, LONG_PREDICTION),
        Shape::OneLine if number == 1 => {
            lengthen(
                row,
                pool,
                usize::try_from(questions).unwrap_or(usize::MAX).saturating_mul(1000),
            );
        }
        Shape::LongGolds => {
            for gold in &mut row.golds {
                let more = (1..LONG_GOLD).map(|_| pool.word());
                *gold = std::iter::once(gold.clone()).chain(more).collect::<Vec<_>>().join(" ");
            }
        }
        _ => {}
    }
}

/// Puts phrases before a prediction until it has so many bytes.
fn lengthen(row: &mut Row, pool: &mut Pool, bytes: usize) {
    let mut text = String::with_capacity(bytes + 100);
    while text.len() + row.prediction.len() < bytes {
        text += &pool.phrase();
        text += ". ";
    }
    row.prediction.insert_str(0, &text);
}

/// Every Latin letter becomes a Cyrillic one.
fn cyrillic(text: &str) -> String {
    let letter = |letter: char| match letter {
        'a'..='z' => char::from_u32(letter as u32 - 'a' as u32 + 'а' as u32),
        'A'..='Z' => char::from_u32(letter as u32 - 'A' as u32 + 'А' as u32),
        _ => Some(letter),
    };
    text.chars().filter_map(letter).collect()
}

fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

fn list(golds: &[String]) -> String {
    let golds: Vec<String> = golds.iter().map(|gold| quoted(gold)).collect();
    format!("[{}]", golds.join(", "))
}

fn gold_object(row: &Row) -> String {
    format!(
        "{{\"question_id\": {}, \"question\": {}, \"gold_answers\": {}, \"answer_type\": {}}}",
        quoted(&row.id),
        quoted(&row.question),
        list(&row.golds),
        quoted(row.kind)
    )
}

fn prediction_object(row: &Row, model: &str) -> String {
    format!(
        "{{\"question_id\": {}, \"model_name\": {}, \"predicted_answer\": {}}}",
        quoted(&row.id),
        quoted(model),
        quoted(&row.prediction)
    )
}

/// A cell as RFC 4180 has it.
fn cell(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

fn csv_gold(row: &Row) -> String {
    let cells = [cell(&row.id), cell(&row.question), cell(&list(&row.golds)), cell(row.kind)];
    cells.join(",") + "\r\n"
}

fn csv_prediction(row: &Row) -> String {
    [cell(&row.id), cell("bench"), cell(&row.prediction)].join(",") + "\r\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(name: &str, shape: Shape, questions: u64) -> Vec<String> {
        let folder =
            std::env::temp_dir().join(format!("scoredrop-shape-{}-{name}", std::process::id()));
        let paths = write(&folder, shape, questions).expect("written");
        let texts =
            paths.iter().map(|path| std::fs::read_to_string(path).expect("UTF-8")).collect();
        std::fs::remove_dir_all(folder).expect("removed");
        texts
    }

    #[test]
    fn the_base_has_the_shape_that_it_should() {
        let files = texts("base", Shape::Base, 2_000);
        assert_eq!(texts("again", Shape::Base, 2_000), files);
        let parsed = |line: &str| -> Value { serde_json::from_str(line).expect("JSON") };
        let golds = |line: &str| parsed(line)["gold_answers"].as_array().map_or(0, Vec::len);
        assert!(files[0].lines().all(|line| (1..=5).contains(&golds(line))));
        let bytes = (files[0].len() + files[1].len()) / 2_000;
        assert!((450..650).contains(&bytes), "{bytes}");
        let long = files[1].lines().filter(|line| line.contains("Step 1")).count();
        assert!((900..1_100).contains(&long), "{long}");
        let both = files[0].lines().zip(files[1].lines());
        let beyond = both.filter(|(gold, answer)| !gold.is_ascii() || !answer.is_ascii()).count();
        assert!((40..200).contains(&beyond), "{beyond}");
    }

    #[test]
    fn shapes_are_what_they_are_called() {
        let base = texts("plain", Shape::Base, 200);
        let shuffled = texts("shuffled", Shape::Shuffled, 200);
        assert_eq!(shuffled[0], base[0]);
        assert_ne!(shuffled[1], base[1]);
        let sorted = |text: &str| {
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            lines.sort();
            lines
        };
        assert_eq!(sorted(&shuffled[1]), sorted(&base[1]));
        assert_eq!(texts("crlf", Shape::Crlf, 200)[0].replace("\r\n", "\n"), base[0]);
        assert_eq!(texts("three", Shape::ThreeRuns, 200)[1].lines().count(), 300);
        assert_eq!(texts("twenty", Shape::TwentyRuns, 20).len(), 21);
        let long = texts("long", Shape::LongPredictions, 200);
        assert!(long[1].lines().all(|line| line.len() > LONG_PREDICTION));
        let line = texts("line", Shape::OneLine, 200);
        assert_eq!(line[1].lines().filter(|line| line.len() > 200_000).count(), 1);
        let twice = texts("twice", Shape::Duplicates, 200);
        let ids: Vec<&str> = twice[0].lines().map(|line| &line[..40]).collect();
        assert!(ids.chunks(2).all(|pair| pair[0] == pair[1]));
        let documents = texts("documents", Shape::Documents, 200);
        let parsed: Vec<Value> =
            documents.iter().map(|text| serde_json::from_str(text).expect("JSON")).collect();
        assert_eq!(parsed[0].as_array().map(Vec::len), Some(200));
        assert_eq!(parsed[1].as_object().map(serde_json::Map::len), Some(200));
        let letters = texts("letters", Shape::NonAscii, 200);
        assert!(letters[1].lines().all(|line| {
            line.chars().any(|c| {
                ('а'..='я').contains(&c) || line.chars().filter(char::is_ascii_digit).count() > 0
            })
        }));
        assert_eq!(texts("csv", Shape::Csv, 200)[0].split("\r\n").count(), 202);
    }
}
