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
    FieldInfo::need("version", FieldKind::Number),
    FieldInfo::need("title", FieldKind::Text),
    FieldInfo::may("text", FieldKind::Text),
    FieldInfo::may("contact", FieldKind::Text),
    FieldInfo::may("link", FieldKind::Text),
    FieldInfo::need("tracks", FieldKind::Objects),
    FieldInfo::may("tracks.name", FieldKind::Text),
    FieldInfo::may("tracks.preset", FieldKind::ObjectOrText),
    FieldInfo::may("tracks.script", FieldKind::Object),
    FieldInfo::need("tracks.script.file", FieldKind::Text),
    FieldInfo::need("tracks.script.sha256", FieldKind::Text),
    FieldInfo::need("tracks.gold", FieldKind::Object),
    FieldInfo::may("tracks.gold.file", FieldKind::Text),
    FieldInfo::need("tracks.gold.sha256", FieldKind::Text),
    FieldInfo::may("tracks.columns", FieldKind::TextsByName),
    FieldInfo::may("tracks.join", FieldKind::Text),
    FieldInfo::may("tracks.settings", FieldKind::TextByName),
    FieldInfo::may("tracks.cluster", FieldKind::Text),
    FieldInfo::may("tracks.seed", FieldKind::Number),
    FieldInfo::may("tracks.free", FieldKind::Texts),
    FieldInfo::may("tracks.accept", FieldKind::Texts),
    FieldInfo::may("tracks.labels", FieldKind::Texts),
    FieldInfo::may("tracks.sample", FieldKind::Text),
];

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
