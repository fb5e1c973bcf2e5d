//! The form of a preset: its fields, what they hold, and the values that are known. Reading, help
//! while writing and the JSON Schema all follow this one table.

use super::setting_table::is_particular;
use super::{Missing, Need, OfficialValue, Others};
use crate::extract::Extractor;
use crate::metric::METRICS;
use crate::metric::compare::{COMPARISONS, TOKENS};
use crate::metric::token_f1::EmptyRule;
use crate::normalize::Step;
use crate::python::plan::RULES;
use crate::schema::Programs;
use crate::types::{Field, HAS_ANSWER, NO_ANSWER};
use std::sync::LazyLock;
use strum::VariantNames;

/// What a field holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FieldKind {
    Text,
    Texts,
    Flag,
    Whole,
    Number,
    Object,
    Objects,
    Lists,
}

impl FieldKind {
    /// The kind in words, after "must be".
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Text => "a text",
            Self::Texts => "a list of texts",
            Self::Flag => "true or false",
            Self::Whole => "a whole number from 0",
            Self::Number => "a number",
            Self::Object => "an object",
            Self::Objects => "a list of objects",
            Self::Lists => "an object of lists of texts",
        }
    }
}

/// A field.
#[derive(Clone, Copy, Debug)]
pub(super) struct FieldInfo {
    /// Names from the outermost object on; lists add nothing.
    pub(super) path: &'static str,
    pub(super) kind: FieldKind,
    /// Whether it has to be there.
    pub(super) needed: bool,
}

const fn need(path: &'static str, kind: FieldKind) -> FieldInfo {
    FieldInfo { path, kind, needed: true }
}

const fn may(path: &'static str, kind: FieldKind) -> FieldInfo {
    FieldInfo { path, kind, needed: false }
}

/// Every field, in the order in which it is written.
pub(super) const FIELDS: &[FieldInfo] = &[
    need("id", FieldKind::Text),
    need("version", FieldKind::Whole),
    need("title", FieldKind::Text),
    need("card", FieldKind::Object),
    may("card.group", FieldKind::Text),
    need("card.summary", FieldKind::Text),
    need("card.inputs", FieldKind::Text),
    may("card.limits", FieldKind::Texts),
    may("card.reproduces", FieldKind::Text),
    may("card.citation", FieldKind::Text),
    may("card.golden_cases", FieldKind::Whole),
    may("card.real_answers", FieldKind::Whole),
    may("card.lead", FieldKind::Text),
    may("card.example", FieldKind::Object),
    need("card.example.golds", FieldKind::Texts),
    need("card.example.prediction", FieldKind::Text),
    may("recognise", FieldKind::Object),
    may("recognise.names", FieldKind::Texts),
    may("recognise.signs", FieldKind::Objects),
    may("recognise.signs.form", FieldKind::Text),
    may("recognise.signs.programs", FieldKind::Text),
    may("recognise.signs.columns", FieldKind::Lists),
    may("recognise.signs.fields", FieldKind::Texts),
    may("recognise.signs.lacks", FieldKind::Texts),
    may("recognise.signs.answers", FieldKind::Texts),
    may("recognise.signs.some_answer", FieldKind::Text),
    may("recognise.signs.predictions", FieldKind::Text),
    may("recognise.signs.outputs", FieldKind::Text),
    may("recognise.signs.proven", FieldKind::Flag),
    need("recognise.signs.reason", FieldKind::Text),
    need("extract", FieldKind::Text),
    need("normalize", FieldKind::Texts),
    may("compare", FieldKind::Text),
    may("run", FieldKind::Text),
    need("metrics", FieldKind::Texts),
    may("rules", FieldKind::Object),
    may("rules.empty", FieldKind::Text),
    may("rules.yes_no", FieldKind::Flag),
    may("rules.unanswerable", FieldKind::Flag),
    may("rules.not_extracted_is_wrong", FieldKind::Flag),
    may("rules.attempts", FieldKind::Flag),
    may("rules.id_prefixes", FieldKind::Texts),
    may("parts", FieldKind::Object),
    need("parts.columns", FieldKind::Texts),
    need("parts.known", FieldKind::Objects),
    need("parts.known.names", FieldKind::Texts),
    may("parts.known.normalize", FieldKind::Texts),
    may("parts.known.compare", FieldKind::Text),
    need("parts.others", FieldKind::Text),
    may("refusals", FieldKind::Texts),
    may("switches", FieldKind::Texts),
    may("settings", FieldKind::Texts),
    need("missing", FieldKind::Text),
    may("na_threshold", FieldKind::Number),
    need("scale", FieldKind::Number),
    may("official", FieldKind::Objects),
    need("official.key", FieldKind::Text),
    need("official.value", FieldKind::Text),
    may("official.metric", FieldKind::Text),
    may("official.group", FieldKind::Text),
    may("official.parts", FieldKind::Texts),
    may("official.within", FieldKind::Text),
    may("official.decimals", FieldKind::Whole),
    may("official_needs", FieldKind::Texts),
];

/// The field of a path.
pub(super) fn field(path: &str) -> Option<&'static FieldInfo> {
    FIELDS.iter().find(|field| field.path == path)
}

/// The fields of an object, with their own names; the outermost object has the path `""`.
pub(super) fn fields_of(path: &str) -> impl Iterator<Item = (&'static str, &'static FieldInfo)> {
    FIELDS.iter().filter_map(move |field| {
        let name = match field.path.strip_prefix(path)? {
            rest if path.is_empty() => rest,
            rest => rest.strip_prefix('.')?,
        };
        (!name.contains('.')).then_some((name, field))
    })
}

/// The path of a field within an object.
pub(super) fn join(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

/// Keys of settings that only some presets have.
const SWITCHES: [&str; 1] = ["whitespace"];

/// Whether a field holds steps of a normal form.
pub(super) fn is_steps(path: &str) -> bool {
    matches!(path, "normalize" | "parts.known.normalize")
}

/// Steps; the last two stand for others of their form.
static STEPS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let plain = Step::PLAIN.iter().map(Step::name);
    plain.chain(["space(\"…\")", "delete(\"…\")"]).collect()
});
static COMPARE: LazyLock<Vec<&str>> =
    LazyLock::new(|| [TOKENS].into_iter().chain(COMPARISONS.iter().map(|one| one.name)).collect());
static RUN: LazyLock<Vec<&str>> = LazyLock::new(|| RULES.iter().map(|rule| rule.name).collect());
static METRIC_IDS: LazyLock<Vec<&str>> =
    LazyLock::new(|| METRICS.iter().map(|metric| metric.id).collect());

/// Texts that a field takes; none where it takes any.
pub(super) fn known(path: &str) -> &'static [&'static str] {
    match path {
        "extract" => &Extractor::FORMS,
        "normalize" | "parts.known.normalize" => &STEPS,
        "compare" | "parts.known.compare" => &COMPARE,
        "run" => &RUN,
        "metrics" | "official.metric" | "card.lead" => &METRIC_IDS,
        "recognise.signs.programs" => Programs::VARIANTS,
        "recognise.signs.fields" | "recognise.signs.lacks" => <Field as VariantNames>::VARIANTS,
        "rules.empty" => EmptyRule::VARIANTS,
        "parts.others" => Others::VARIANTS,
        "switches" => &SWITCHES,
        "missing" => Missing::VARIANTS,
        "official.value" => OfficialValue::VARIANTS,
        "official.group" => &[HAS_ANSWER, NO_ANSWER],
        "official_needs" => Need::VARIANTS,
        _ => &[],
    }
}

/// Whether a field takes this text.
pub(super) fn takes(path: &str, text: &str) -> bool {
    if path == "extract" {
        return text.parse::<Extractor>().is_ok();
    }
    if is_steps(path) {
        return text.parse::<Step>().is_ok();
    }
    if path == "settings" {
        return is_particular(text);
    }
    let known = known(path);
    known.is_empty() || known.contains(&text)
}
