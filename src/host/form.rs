//! The fields of `scorer.json`, what each holds, and the values that are known.

use super::FILE;
use crate::base::diagnostic::Code;
use crate::base::types::JoinBy;
use crate::report::host::Fault;
use crate::table::json::fields::{FieldInfo, FieldKind, Form, Wrong, near};
use strum::VariantArray as _;

/// The form of a hosted scorer.
pub(super) static FORM: Form = Form {
    what: "a hosted scorer",
    code: Code::BadScorer,
    file: Some(FILE),
    remedy: Some("docs/scorer.schema.json lists what the file may contain"),
    fields: || FIELDS,
    wrong,
};

const FIELDS: &[FieldInfo] = &[
    need("version", FieldKind::Number),
    need("title", FieldKind::Text),
    may("text", FieldKind::Text),
    may("contact", FieldKind::Text),
    may("link", FieldKind::Text),
    need("tracks", FieldKind::Objects),
    may("tracks.name", FieldKind::Text),
    may("tracks.preset", FieldKind::ObjectOrText),
    may("tracks.script", FieldKind::Object),
    need("tracks.script.file", FieldKind::Text),
    need("tracks.script.sha256", FieldKind::Text),
    need("tracks.gold", FieldKind::Object),
    may("tracks.gold.file", FieldKind::Text),
    need("tracks.gold.sha256", FieldKind::Text),
    may("tracks.columns", FieldKind::TextsByName),
    may("tracks.join", FieldKind::Text),
    may("tracks.settings", FieldKind::TextByName),
    may("tracks.cluster", FieldKind::Text),
    may("tracks.seed", FieldKind::Number),
    may("tracks.free", FieldKind::Texts),
    may("tracks.accept", FieldKind::Texts),
    may("tracks.labels", FieldKind::Texts),
    may("tracks.sample", FieldKind::Text),
];

const fn need(path: &'static str, kind: FieldKind) -> FieldInfo {
    FieldInfo { path, kind, needed: true }
}

const fn may(path: &'static str, kind: FieldKind) -> FieldInfo {
    FieldInfo { needed: false, ..need(path, kind) }
}

/// Returns what is wrong with a text in a field.
fn wrong(path: &str, text: &str) -> Option<Wrong> {
    let known: Vec<&'static str> = match path {
        "tracks.join" => JoinBy::VARIANTS.iter().map(Into::into).collect(),
        "tracks.accept" => Fault::VARIANTS.iter().map(Into::into).collect(),
        _ => return None,
    };
    let remedy = (!known.contains(&text)).then(|| near(text, known.into_iter()))?;
    Some(Wrong { why: None, remedy })
}
