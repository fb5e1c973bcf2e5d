//! Requests and replies as JSON text: an object with one member, named after what it is.

use super::{Reply, Request, VERSION};
use crate::json_text::{Members, ToJson, json_text};
use crate::json_tree::{FromJson, Json};

fn tagged(name: &str, body: &dyn ToJson) -> String {
    json_text(&Members(&[(name, body)]))
}

/// The name and what it names.
fn untagged(json: Json) -> Option<(String, Json)> {
    if let Json::Object(mut members) = json { members.pop() } else { None }
}

impl Request {
    /// The text that goes over the line.
    pub fn to_text(&self) -> String {
        match self {
            Self::Open { files } => tagged("open", &Members(&[("files", files)])),
            Self::Close { slot } => tagged("close", &Members(&[("slot", slot)])),
            Self::Choose { choices } => tagged("choose", &Members(&[("choices", choices)])),
            Self::Preview { run, alternatives } => {
                tagged("preview", &Members(&[("run", run), ("alternatives", alternatives)]))
            }
            Self::Select { run } => tagged("select", &Members(&[("run", run)])),
            Self::Rows { view, from, count } => {
                tagged("rows", &Members(&[("view", view), ("from", from), ("count", count)]))
            }
            Self::Explain { run, row } => {
                tagged("explain", &Members(&[("run", run), ("row", row)]))
            }
            Self::Strip { run, stripes } => {
                tagged("strip", &Members(&[("run", run), ("stripes", stripes)]))
            }
            Self::Pair { a, b, stripes, by } => {
                tagged("pair", &Members(&[("a", a), ("b", b), ("stripes", stripes), ("by", by)]))
            }
            Self::Export { format, view, parts } => {
                tagged("export", &Members(&[("format", format), ("view", view), ("parts", parts)]))
            }
            Self::Programs { from, count } => {
                tagged("programs", &Members(&[("from", from), ("count", count)]))
            }
            Self::Verdicts { answers, last } => {
                tagged("verdicts", &Members(&[("answers", answers), ("last", last)]))
            }
            Self::Kept { keys } => tagged("kept", &Members(&[("keys", keys)])),
            Self::Again { run, row } => tagged("again", &Members(&[("run", run), ("row", row)])),
            Self::Check { preset, cursor } => {
                tagged("check", &Members(&[("preset", preset), ("cursor", cursor)]))
            }
            Self::Try { preset, set, golds, prediction } => tagged(
                "try",
                &Members(&[
                    ("preset", preset),
                    ("set", set),
                    ("golds", golds),
                    ("prediction", prediction),
                ]),
            ),
        }
    }

    /// Reads a request; `None` where page and worker do not speak the same language.
    pub fn from_text(text: &str) -> Option<Self> {
        let (name, mut json) = untagged(Json::parse(text).ok()?)?;
        Some(match name.as_str() {
            "open" => Self::Open { files: json.take("files")? },
            "close" => Self::Close { slot: json.take("slot")? },
            "choose" => Self::Choose { choices: json.take("choices")? },
            "preview" => {
                Self::Preview { run: json.take("run")?, alternatives: json.take("alternatives")? }
            }
            "select" => Self::Select { run: json.take("run")? },
            "rows" => Self::Rows {
                view: json.take("view")?,
                from: json.take("from")?,
                count: json.take("count")?,
            },
            "explain" => Self::Explain { run: json.take("run")?, row: json.take("row")? },
            "strip" => Self::Strip { run: json.take("run")?, stripes: json.take("stripes")? },
            "pair" => Self::Pair {
                a: json.take("a")?,
                b: json.take("b")?,
                stripes: json.take("stripes")?,
                by: json.take("by")?,
            },
            "export" => Self::Export {
                format: json.take("format")?,
                view: json.take("view")?,
                parts: json.take("parts")?,
            },
            "programs" => Self::Programs { from: json.take("from")?, count: json.take("count")? },
            "verdicts" => {
                Self::Verdicts { answers: json.take("answers")?, last: json.take("last")? }
            }
            "kept" => Self::Kept { keys: json.take("keys")? },
            "again" => Self::Again { run: json.take("run")?, row: json.take("row")? },
            "check" => Self::Check { preset: json.take("preset")?, cursor: json.take("cursor")? },
            "try" => Self::Try {
                preset: json.take("preset")?,
                set: json.take("set")?,
                golds: json.take("golds")?,
                prediction: json.take("prediction")?,
            },
            _ => return None,
        })
    }
}

impl Reply {
    /// The text that goes over the line.
    pub fn to_text(&self) -> String {
        match self {
            Self::Ready { version, presets } => {
                tagged("ready", &Members(&[("version", version), ("presets", presets)]))
            }
            Self::Progress(progress) => tagged("progress", progress),
            Self::Summary(summary) => tagged("summary", &**summary),
            Self::Previewed { effects } => tagged("previewed", &Members(&[("effects", effects)])),
            Self::Rows { total, from, rows } => {
                tagged("rows", &Members(&[("total", total), ("from", from), ("rows", rows)]))
            }
            Self::Explained(explanation) => tagged("explained", &**explanation),
            Self::Strip { run, stripes } => {
                tagged("strip", &Members(&[("run", run), ("stripes", stripes)]))
            }
            Self::Programs { jobs, after } => {
                tagged("programs", &Members(&[("jobs", jobs), ("after", after)]))
            }
            Self::Kept { count } => tagged("kept", &Members(&[("count", count)])),
            Self::Pair(pair) => tagged("pair", &**pair),
            Self::Checked { problems, field, from, to, known } => tagged(
                "checked",
                &Members(&[
                    ("problems", problems),
                    ("field", field),
                    ("from", from),
                    ("to", to),
                    ("known", known),
                ]),
            ),
            Self::Preset { slot, name, text, sound } => tagged(
                "preset",
                &Members(&[("slot", slot), ("name", name), ("text", text), ("sound", sound)]),
            ),
            Self::File { name, mime } => {
                tagged("file", &Members(&[("name", name), ("mime", mime)]))
            }
            Self::Panic { message } => tagged("panic", &Members(&[("message", message)])),
            Self::Failed { problems } => tagged("failed", &Members(&[("problems", problems)])),
        }
    }

    /// Reads a reply; `None` where page and worker do not speak the same language. `float` reads
    /// numbers that are not whole: a browser has its own, and ours would have to be loaded.
    pub fn from_text(text: &str, float: fn(&str) -> Option<f64>) -> Option<Self> {
        let (name, mut json) = untagged(Json::parse_with(text, float).ok()?)?;
        Some(match name.as_str() {
            "ready" => {
                let version: String = json.take("version")?;
                // What another release says of its presets may have another form.
                let presets = if version == VERSION { json.take("presets")? } else { Vec::new() };
                Self::Ready { version, presets }
            }
            "progress" => Self::Progress(FromJson::from_json(json)?),
            "summary" => Self::Summary(Box::new(FromJson::from_json(json)?)),
            "previewed" => Self::Previewed { effects: json.take("effects")? },
            "rows" => Self::Rows {
                total: json.take("total")?,
                from: json.take("from")?,
                rows: json.take("rows")?,
            },
            "explained" => Self::Explained(Box::new(FromJson::from_json(json)?)),
            "strip" => Self::Strip { run: json.take("run")?, stripes: json.take("stripes")? },
            "programs" => Self::Programs { jobs: json.take("jobs")?, after: json.take("after")? },
            "kept" => Self::Kept { count: json.take("count")? },
            "pair" => Self::Pair(Box::new(FromJson::from_json(json)?)),
            "checked" => Self::Checked {
                problems: json.take("problems")?,
                field: json.take("field")?,
                from: json.take("from")?,
                to: json.take("to")?,
                known: json.take("known")?,
            },
            "preset" => Self::Preset {
                slot: json.take("slot")?,
                name: json.take("name")?,
                text: json.take("text")?,
                sound: json.take("sound")?,
            },
            "file" => Self::File { name: json.take("name")?, mime: json.take("mime")? },
            "failed" => Self::Failed { problems: json.take("problems")? },
            "panic" => Self::Panic { message: json.take("message")? },
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests;
