//! Samples become rows.

use super::sample::{Header, Sample};
use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::digits::grouped;
use serde_json::Value;
use std::fmt::Write as _;

#[derive(Default)]
pub(super) struct Rows {
    model: Option<String>,
    status: Option<String>,
    lines: Vec<Row>,
    /// Samples that ended with an error, and those without an answer for another reason.
    failed: u64,
    silent: u64,
    epochs: u64,
    notes: Vec<Diagnostic>,
    /// Bytes of all rows.
    pub(super) size: u64,
}

struct Row {
    epoch: u64,
    /// The id, numbers filled up so that they sort by value.
    order: String,
    line: String,
}

/// Adds a field to the JSON text of a row; they have an order of our own.
fn put(fields: &mut String, name: &str, value: &Value) {
    // Writing to a text cannot fail.
    let _ = write!(fields, ",{}:{value}", Value::from(name));
}

/// Returns whether a score is that of a right answer, as Inspect's function `value_to_float` reads it, and in words.
fn verdict(score: &Value) -> Option<bool> {
    match score {
        Value::Bool(right) => Some(*right),
        Value::Number(number) if number.as_f64() == Some(1.0) => Some(true),
        Value::Number(number) if number.as_f64() == Some(0.0) => Some(false),
        Value::String(text) => match text.to_lowercase().as_str() {
            "c" | "correct" | "yes" | "true" | "1" | "1.0" => Some(true),
            "i" | "incorrect" | "n" | "no" | "false" | "0" | "0.0" => Some(false),
            _ => None,
        },
        _ => None,
    }
}

impl Rows {
    pub(super) fn header(&mut self, header: Header) {
        self.model = header.eval.model;
        self.status = header.status;
    }

    pub(super) fn push(&mut self, mut sample: Sample) {
        let mut fields = String::new();
        if let Some(text) = sample.question() {
            put(&mut fields, "input", &sample.resolve(text).into());
        }
        put(&mut fields, "target", &sample.target);
        let output = sample.output.take();
        let answered_by = output.as_ref().and_then(|output| output.model.clone());
        let answer = output.and_then(super::sample::Output::text);
        if sample.error.is_some() {
            self.failed += 1;
        } else if let Some(answer) = answer {
            put(&mut fields, "output", &answer.into());
        } else {
            self.silent += 1;
        }
        if let Some(model) = self.model.clone().or(answered_by.filter(|model| !model.is_empty())) {
            put(&mut fields, "model", &model.into());
        }
        for (name, score) in sample.scores.iter().flatten() {
            let value = score.get("value").unwrap_or(&Value::Null);
            if matches!(value, Value::Bool(_) | Value::Number(_) | Value::String(_)) {
                put(&mut fields, &format!("score_{name}"), value);
            }
        }
        // With several scorers nothing says whose verdict counts.
        if let [(_, score)] = &sample.scores.iter().flatten().collect::<Vec<_>>()[..]
            && let Some(right) = score.get("value").and_then(verdict)
        {
            put(&mut fields, "correct", &right.into());
        }
        self.add(&sample.id, sample.epoch, &fields);
    }

    /// A sample that is not valid JSON: its row keeps the place, without an answer.
    pub(super) fn unreadable(
        &mut self,
        id: &str,
        epoch: u64,
        path: &str,
        error: &serde_json::Error,
    ) {
        let message = format!("{path} of the Inspect log cannot be read: {error}");
        self.notes.push(Diagnostic::error(Code::BadSample, message).remedy("copy the log again"));
        self.add(&id.into(), epoch, "");
    }

    fn add(&mut self, id: &Value, epoch: u64, fields: &str) {
        self.epochs = self.epochs.max(epoch);
        let order = match id {
            Value::String(id) => id.clone(),
            id => format!("{:0>20}", id.to_string()),
        };
        let line = format!("{{\"id\":{id},\"epoch\":{epoch}{fields}}}\n");
        self.size += (line.len() + order.len()) as u64;
        self.lines.push(Row { epoch, order, line });
    }

    /// The rows in Inspect's order, and what is to be said about them.
    pub(super) fn finish(mut self) -> Result<(Vec<u8>, Vec<Diagnostic>), Diagnostic> {
        if self.lines.is_empty() {
            let message = "the Inspect log holds no samples";
            return Err(Diagnostic::error(Code::NoSamples, message)
                .remedy("run Inspect without --no-log-samples, so that the log contains samples"));
        }
        self.lines.sort_by(|a, b| (a.epoch, &a.order).cmp(&(b.epoch, &b.order)));
        let mut notes = self.notes;
        if let Some(status) = self.status.filter(|status| status != "success") {
            let message = format!("the Inspect log says that the run did not succeed: {status}");
            notes.push(Diagnostic::warning(Code::UnfinishedLog, message));
        }
        let mut note = |count: u64, code, why: &str| {
            if count > 0 {
                let message = match count {
                    1 => format!("1 sample {why}; it has no output"),
                    count => {
                        format!("{} samples {why}; they have no output", grouped(count as usize))
                    }
                };
                notes.push(Diagnostic::warning(code, message));
            }
        };
        note(self.failed, Code::FailedSamples, "ended with an error");
        note(self.silent, Code::SilentSamples, "got no answer from the model");
        if self.epochs > 1 {
            let message =
                format!("the Inspect log has {} epochs; each epoch is a row", self.epochs);
            notes.push(Diagnostic::info(Code::Epochs, message));
        }
        let text: String = self.lines.into_iter().map(|row| row.line).collect();
        Ok((text.into_bytes(), notes))
    }
}
