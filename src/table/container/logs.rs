//! Logs of other frameworks whose answers stand deep inside: as JSON Lines, one row a question.
//!
//! | log | rows |
//! |---|---|
//! | OpenAI evals: events, one a line, behind a `spec` | `id`, `input`, `expected`, `sampled`, `correct`, `model` |
//! | HELM: `scenario_state.json` | `id`, `input`, `references` (those tagged correct), `prediction`, `model` |
//! | report in Markdown | the columns of its longest table, and `system` or `section` where several are alike |
//! | text with a label before each part, as in `Q:`, `A_model:`, `A:` | the labels |

use super::bytes::{Bytes, Stream};
use super::labelled::{self, Labels};
use super::markdown;
use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::digits::grouped;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};

/// Which log it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Log {
    /// Events of `OpenAI` evals.
    Evals,
    /// `scenario_state.json` of HELM.
    Helm,
    /// Text with a label before each part of a record.
    Labelled,
    /// Tables among words.
    Report,
}

/// The log that a file is by its first bytes, if it is one.
pub(super) fn log(name: &str, head: &[u8]) -> Option<Log> {
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
    let has = |text: &str, within: &[u8]| memchr::memmem::find(within, text.as_bytes()).is_some();
    let line = &head[..memchr::memchr(b'\n', head).unwrap_or(head.len())];
    if line.starts_with(b"{\"spec\":") && has("\"completion_fns\"", line) && has("\"run_id\"", line)
    {
        return Some(Log::Evals);
    }
    let state = head.starts_with(b"{")
        && has("\"adapter_spec\"", head)
        && has("\"request_states\"", head)
        && has("\"instance\"", head);
    if state {
        return Some(Log::Helm);
    }
    if markdown::is_report(name, head) {
        return Some(Log::Report);
    }
    Labels::find(head).map(|_| Log::Labelled)
}

pub(super) fn rows(log: Log, bytes: &dyn Bytes) -> Result<(Vec<u8>, Vec<Diagnostic>), Diagnostic> {
    match log {
        Log::Evals => evals(bytes),
        Log::Helm => helm(bytes),
        Log::Labelled => labelled::rows(bytes),
        Log::Report => markdown::rows(bytes),
    }
}

pub(super) fn damaged(what: &str, error: impl std::fmt::Display) -> Diagnostic {
    Diagnostic::error(Code::DamagedLog, format!("the {what} cannot be read: {error}"))
        .remedy("copy the log again")
}

/// All of a text, its lines without the white space at their ends.
pub(super) fn text_of(bytes: &dyn Bytes, what: &str) -> Result<String, Diagnostic> {
    let mut text = String::new();
    for line in BufReader::new(Stream::new(bytes)).split(b'\n') {
        let line = line.map_err(|error| damaged(what, error))?;
        text.push_str(String::from_utf8_lossy(&line).trim_end());
        text.push('\n');
    }
    Ok(text)
}

/// What the last message of a conversation says; a prompt that is a text is that text.
fn said(prompt: &Value) -> Option<&str> {
    match prompt {
        Value::String(text) => Some(text),
        Value::Array(messages) => messages.last()?.get("content")?.as_str(),
        _ => None,
    }
}

/// The only text of a list of one; anything else as it is.
fn single(value: &Value) -> Value {
    match value {
        Value::Array(all) if all.len() == 1 => all[0].clone(),
        other => other.clone(),
    }
}

/// Keeps a value where there is one.
fn put(sample: &mut Map<String, Value>, name: &str, value: Option<&Value>) {
    if let Some(value) = value.filter(|value| !value.is_null()) {
        sample.insert(name.to_owned(), single(value));
    }
}

/// Events by sample: what was asked and sampled, what was expected, and the verdict.
fn evals(bytes: &dyn Bytes) -> Result<(Vec<u8>, Vec<Diagnostic>), Diagnostic> {
    let what = "log of OpenAI evals";
    let mut order: Vec<String> = Vec::new();
    let mut samples: BTreeMap<String, Map<String, Value>> = BTreeMap::new();
    let mut model = None;
    let (mut broken, mut several) = (0_u64, 0_u64);
    for line in BufReader::new(Stream::new(bytes)).lines() {
        let line = line.map_err(|error| damaged(what, error))?;
        if line.trim().is_empty() {
            continue;
        }
        let Ok(event) = serde_json::from_str::<Value>(&line) else {
            broken += 1;
            continue;
        };
        if let Some(spec) = event.get("spec") {
            model = spec.get("completion_fns").map(single).filter(Value::is_string);
            continue;
        }
        let (Some(id), Some(kind), Some(data)) = (
            event.get("sample_id").and_then(Value::as_str),
            event.get("type").and_then(Value::as_str),
            event.get("data"),
        ) else {
            continue;
        };
        let sample = samples.entry(id.to_owned()).or_insert_with(|| {
            order.push(id.to_owned());
            Map::new()
        });
        match kind {
            "sampling" => {
                let input = data.get("prompt").and_then(said).map(Value::from);
                put(sample, "input", input.as_ref());
                put(sample, "sampled", data.get("sampled"));
            }
            "match" => {
                several += u64::from(sample.contains_key("correct"));
                put(sample, "expected", data.get("expected"));
                put(sample, "sampled", data.get("sampled"));
                put(sample, "correct", data.get("correct"));
            }
            _ => {}
        }
    }
    let rows = order.iter().filter_map(|id| {
        let sample = samples.get(id)?;
        let mut row = json!({ "id": id });
        for name in ["input", "expected", "sampled", "correct"] {
            if let Some(value) = sample.get(name) {
                row[name] = value.clone();
            }
        }
        if let Some(model) = &model {
            row["model"] = model.clone();
        }
        Some(row)
    });
    let mut notes = Vec::new();
    if broken > 0 {
        let message = match broken {
            1 => format!("a line of the {what} is not JSON; it is left out"),
            count => format!(
                "{} lines of the {what} are not JSON; they are left out",
                grouped(count as usize)
            ),
        };
        notes.push(Diagnostic::error(Code::BadSample, message).remedy("copy the log again"));
    }
    if several > 0 {
        let message = match several {
            1 => {
                format!("a sample of the {what} has more than one verdict; the last verdict counts")
            }
            count => format!(
                "{} samples of the {what} have more than one verdict; the last verdict counts",
                grouped(count as usize)
            ),
        };
        notes.push(Diagnostic::warning(Code::SeveralVerdicts, message));
    }
    written(what, rows, notes)
}

#[derive(Deserialize)]
struct LogState {
    adapter_spec: Option<Adapter>,
    #[serde(default)]
    request_states: Vec<Request>,
}

#[derive(Deserialize)]
struct Adapter {
    model: Option<String>,
    method: Option<String>,
}

#[derive(Deserialize)]
struct Request {
    instance: Instance,
    reference_index: Option<usize>,
    train_trial_index: Option<u64>,
    output_mapping: Option<BTreeMap<String, String>>,
    result: Option<Answer>,
}

#[derive(Deserialize)]
struct Instance {
    id: Option<Value>,
    input: Option<Text>,
    #[serde(default)]
    references: Vec<Reference>,
}

#[derive(Deserialize)]
struct Text {
    text: Option<String>,
}

#[derive(Deserialize)]
struct Reference {
    output: Text,
    #[serde(default)]
    tags: Vec<String>,
}

#[derive(Deserialize)]
struct Answer {
    #[serde(default)]
    completions: Vec<Completion>,
}

#[derive(Deserialize)]
struct Completion {
    text: Option<String>,
    logprob: Option<f64>,
}

/// Requests by instance. Where each choice was asked for by itself, the likeliest is the answer, as in
/// HELM's `multiple_choice_separate_original`.
fn helm(bytes: &dyn Bytes) -> Result<(Vec<u8>, Vec<Diagnostic>), Diagnostic> {
    let what = "scenario state of HELM";
    let state: LogState = serde_json::from_reader(BufReader::new(Stream::new(bytes)))
        .map_err(|error| damaged(what, error))?;
    let adapter = state.adapter_spec.unwrap_or(Adapter { model: None, method: None });
    if adapter.method.as_deref() == Some("multiple_choice_separate_calibrated") {
        let message = "its choices are ranked by calibrated likelihoods, which Scoredrop does not \
                       read";
        return Err(Diagnostic::error(Code::CalibratedChoices, message)
            .remedy("give instances.json and display_predictions.json of the same run"));
    }
    let trials = state.request_states.iter().any(|one| one.train_trial_index.unwrap_or(0) > 0);
    let mut rows: Vec<Value> = Vec::new();
    // By instance and trial: the row, and how likely the choice is that stands in it.
    let mut known: BTreeMap<(String, u64), (usize, f64)> = BTreeMap::new();
    for (place, request) in state.request_states.into_iter().enumerate() {
        let Request { instance, reference_index, train_trial_index, output_mapping, result } =
            request;
        let id = instance.id.unwrap_or_else(|| place.into());
        let trial = train_trial_index.unwrap_or(0);
        let completion = result.and_then(|result| result.completions.into_iter().next());
        let likely = completion.as_ref().and_then(|one| one.logprob).unwrap_or(f64::NEG_INFINITY);
        let answer = match reference_index {
            Some(choice) => instance.references.get(choice).and_then(|one| one.output.text.clone()),
            None => completion.and_then(|one| one.text).map(|text| {
                let chosen = output_mapping.as_ref().and_then(|map| map.get(text.trim()));
                chosen.cloned().unwrap_or(text)
            }),
        };
        if reference_index.is_some() {
            let key = (id.to_string(), trial);
            if let Some((row, best)) = known.get_mut(&key) {
                if likely > *best {
                    *best = likely;
                    rows[*row]["prediction"] = answer.into();
                }
                continue;
            }
            known.insert(key, (rows.len(), likely));
        }
        let correct = |one: &&Reference| one.tags.iter().any(|tag| tag == "correct");
        let references: Vec<_> =
            instance.references.iter().filter(correct).map(|one| one.output.text.clone()).collect();
        let mut row = json!({ "id": id });
        row["input"] = instance.input.and_then(|input| input.text).into();
        row["references"] = json!(references);
        row["prediction"] = answer.into();
        if let Some(model) = &adapter.model {
            row["model"] =
                if trials { format!("{model}, trial {trial}") } else { model.clone() }.into();
        }
        rows.push(row);
    }
    written(what, rows.into_iter(), Vec::new())
}

pub(super) fn written(
    what: &str,
    rows: impl Iterator<Item = Value>,
    notes: Vec<Diagnostic>,
) -> Result<(Vec<u8>, Vec<Diagnostic>), Diagnostic> {
    let mut text = String::new();
    for row in rows {
        text.push_str(&row.to_string());
        text.push('\n');
    }
    if text.is_empty() {
        return Err(Diagnostic::error(Code::NoSamples, format!("the {what} holds no samples"))
            .remedy("give the log of a finished run"));
    }
    Ok((text.into_bytes(), notes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_of_a_sample_are_one_row() {
        let text = concat!(
            r#"{"spec": {"completion_fns": ["m"], "eval_name": "e", "run_id": "r"}}"#,
            "\n",
            r#"{"sample_id": "e.0", "type": "sampling", "data": {"prompt": [{"role": "user", "content": "q?"}], "sampled": ["Oslo."]}}"#,
            "\n",
            r#"{"sample_id": "e.0", "type": "match", "data": {"correct": true, "expected": "Oslo", "picked": "Oslo", "sampled": "Oslo."}}"#,
            "\n",
            r#"{"final_report": {"accuracy": 1.0}}"#,
        );
        assert_eq!(log("", text.as_bytes()), Some(Log::Evals));
        let (rows, notes) = rows(Log::Evals, &text).expect("rows");
        assert!(notes.is_empty());
        let row: Value = serde_json::from_slice(&rows).expect("one row");
        let wanted = json!({"id": "e.0", "input": "q?", "expected": "Oslo", "sampled": "Oslo.", "correct": true, "model": "m"});
        assert_eq!(row, wanted);
    }

    #[test]
    fn the_likeliest_of_choices_asked_for_one_by_one_is_the_answer() {
        let request = |choice: usize, logprob: f64| {
            json!({"instance": {"id": "id1", "input": {"text": "q?"}, "references": [
                {"output": {"text": "no"}, "tags": []}, {"output": {"text": "yes"}, "tags": ["correct"]}]},
                "reference_index": choice, "train_trial_index": 0,
                "result": {"completions": [{"text": "", "logprob": logprob}]}})
        };
        let states = [request(0, -4.0), request(1, -2.5)];
        let state = json!({"adapter_spec": {"model": "m", "method": "multiple_choice_separate_original"},
            "request_states": states});
        let text = state.to_string();
        assert_eq!(log("", text.as_bytes()), Some(Log::Helm));
        let (rows, _) = rows(Log::Helm, &text).expect("rows");
        let row: Value = serde_json::from_slice(&rows).expect("one row");
        assert_eq!((&row["prediction"], &row["references"]), (&json!("yes"), &json!(["yes"])));
    }
}
