//! The form of a preset: its fields, what they hold and mean, and the values that are known. Reading,
//! help while writing and the JSON Schema all follow this one table.

use super::setting_table::is_particular;
use super::{Missing, Need, OfficialValue, Others};
use crate::base::types::{Field, HAS_ANSWER, NO_ANSWER};
use crate::programs::plan::RULES;
use crate::score::extract::Extractor;
use crate::score::metric::METRICS;
use crate::score::metric::compare::{COMPARISONS, TOKENS};
use crate::score::metric::token_f1::EmptyRule;
use crate::text::Step;
use crate::understand::schema::Programs;
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

#[derive(Clone, Copy, Debug)]
pub(super) struct FieldInfo {
    /// Names from the outermost object on; lists add nothing.
    pub(super) path: &'static str,
    pub(super) kind: FieldKind,
    pub(super) needed: bool,
    #[cfg_attr(target_arch = "wasm32", expect(dead_code, reason = "no browser has the schema"))]
    pub(super) help: &'static str,
}

const fn need(path: &'static str, kind: FieldKind, help: &'static str) -> FieldInfo {
    FieldInfo { path, kind, needed: true, help }
}

const fn may(path: &'static str, kind: FieldKind, help: &'static str) -> FieldInfo {
    FieldInfo { needed: false, ..need(path, kind, help) }
}

macro_rules! fields {
    ($($is:ident $path:literal $kind:ident $help:literal)+) => {
        &[$($is($path, FieldKind::$kind, $help)),+]
    };
}

/// Every field, in the order in which it is written.
pub(super) const FIELDS: &[FieldInfo] = fields! {
    need "id" Text "Name on the command line and in reports: a-z, 0-9 and -."
    need "version" Whole "Raised by every change that can move a number."
    need "title" Text "Name for people."
    need "card" Object "What a reader should know."
    may "card.group" Text "The kind of benchmark, under which lists name it."
    need "card.summary" Text "What it measures."
    need "card.inputs" Text "What files it takes."
    may "card.limits" Texts "What one should know, and what was defined by hand."
    may "card.reproduces" Text "The scorer and commit whose behaviour it copies; empty if none."
    may "card.citation" Text "The paper."
    may "card.golden_cases" Whole "Cases of that scorer that were compared and agree."
    may "card.real_answers" Whole "Answers of real systems that were compared and agree."
    may "card.lead" Text "The metric that readers see first; the first where absent."
    may "card.example" Object "An answer to try it with; its score is computed where it is shown."
    need "card.example.golds" Texts "Its gold answers."
    need "card.example.prediction" Text "The raw output of a model."
    may "recognise" Object "How files of the benchmark are told; asked of the catalog's presets alone."
    may "recognise.names" Texts "Its names in columns and ids: letters and digits, in lower case."
    may "recognise.signs" Objects "Signs of it, each with conditions that all have to hold."
    may "recognise.signs.form" Text "The form of the gold file, where that is no table."
    may "recognise.signs.programs" Text "What the gold file has to do with programs."
    may "recognise.signs.columns" Lists "Columns with patterns that their values fit; * is any text."
    may "recognise.signs.fields" Texts "What the gold file has columns for."
    may "recognise.signs.lacks" Texts "What it has no column for."
    may "recognise.signs.answers" Texts "What all gold answers together look like."
    may "recognise.signs.some_answer" Text "A pattern that one gold answer fits."
    may "recognise.signs.predictions" Text "The form of a file of predictions."
    may "recognise.signs.outputs" Text "A text that most outputs have."
    may "recognise.signs.proven" Flag "Whether no other benchmark has these signs."
    need "recognise.signs.reason" Text "Why the benchmark is taken, in words."
    need "extract" Text "How the answer is taken from the raw output."
    need "normalize" Texts "What is done to both sides before they are compared, step by step."
    may "compare" Text "How answers are compared: tokens, or by what they mean."
    may "run" Text "Which program is run for a task and an answer without a verdict."
    need "metrics" Texts "What is computed; the first is the headline."
    may "rules" Object "Where scorers of the same metrics differ."
    may "rules.empty" Text "F1 where a side has no words: zero, or equal (1 where both have none)."
    may "rules.yes_no" Flag "F1 is 0 where one side is exactly yes, no or noanswer and they differ."
    may "rules.unanswerable" Flag "Questions may have no answer; then the empty text is right."
    may "rules.not_extracted_is_wrong" Flag "Where no answer is found, nothing equals it."
    may "rules.attempts" Flag "Several predictions of a question are attempts, for pass@k and all@k."
    may "rules.id_prefixes" Texts "What an id may begin with and be the same without, as in Mbpp/11."
    may "parts" Object "A column of the gold file that sorts questions into parts with other rules."
    need "parts.columns" Texts "Names of the column in snake_case, likeliest first."
    need "parts.known" Objects "The parts."
    need "parts.known.names" Texts "Values of the column; results are grouped under the first."
    may "parts.known.normalize" Texts "Steps of this part, where they differ from the preset's."
    may "parts.known.compare" Text "How answers of this part are compared, where that differs."
    need "parts.others" Text "Questions of no known part: score them, warn as well, or exclude them."
    may "refusals" Texts "Texts that refuse to answer; with * at its end one may go on."
    may "switches" Texts "Settings that not every preset offers."
    may "settings" Texts "Settings of what is compared here, each as KEY=VALUE."
    need "missing" Text "What a missing prediction is worth."
    may "na_threshold" Number "An answer counts as withheld where its probability is greater."
    need "scale" Number "How the reference prints means: 1 or 100."
    may "official" Objects "What the reference prints, in its order. Printed by unchanged presets only."
    need "official.key" Text "Its key."
    need "official.value" Text "What stands there."
    may "official.metric" Text "Of which metric."
    may "official.group" Text "Only over questions with or without an answer."
    may "official.parts" Texts "Only over these known parts."
    may "official.within" Text "The object in which the line stands."
    may "official.decimals" Whole "To how many decimals a mean is rounded: 0 to 4."
    may "official_needs" Texts "What the reference needs so as not to stop with an error."
};

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
    let plain = Step::PLAIN.iter().map(|(name, _)| *name);
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
