//! The form of a preset: its fields, what they hold and mean, and the values that are known. Reading,
//! help while writing and the JSON Schema all follow this one table.

use super::setting_table::is_particular;
use super::{Missing, Need, OfficialValue, Others};
use crate::base::diagnostic::Code;
use crate::base::types::{Field, HAS_ANSWER, NO_ANSWER};
use crate::programs::columns::Programs;
use crate::programs::plan::RULES;
use crate::score::extract::Extractor;
use crate::score::extract::pattern::fault;
use crate::score::metric::METRICS;
use crate::score::metric::compare::{COMPARISONS, TOKENS};
use crate::score::metric::token_f1::EmptyRule;
use crate::table::json::fields::{FieldInfo, FieldKind, Form, Wrong, near};
use crate::text::Step;
use crate::understand::reading::AnswerKind;
use std::sync::LazyLock;
use strum::VariantNames;

macro_rules! fields {
    ($($is:ident $path:literal $kind:ident $help:literal)+) => {
        /// Every field, in the order in which it is written.
        pub(super) const FIELDS: &[FieldInfo] = &[$(FieldInfo::$is($path, FieldKind::$kind)),+];
        /// What each field means, in the same order.
        #[cfg(feature = "command-line")]
        pub(super) const HELP: &[&str] = &[$($help),+];
    };
}

fields! {
    need "id" Text "Name on the command line and in reports: a-z, 0-9 and -."
    need "version" Whole "Raise it with every change that can move a number."
    need "title" Text "Title shown to readers."
    need "card" Object "What a reader should know."
    may "card.group" Text "The group in which lists show the benchmark."
    need "card.summary" Text "What the benchmark measures."
    need "card.inputs" Text "Which files it needs."
    may "card.limits" Texts "What users should know, and what is our own definition."
    may "card.reproduces" Text "The scorer and commit that the preset reproduces; empty if none."
    may "card.citation" Text "The paper."
    may "card.hub" Text "The dataset on Hugging Face and its task, as in openai/gsm8k#gsm8k."
    may "card.golden_cases" Whole "Number of cases on which the preset and the scorer agree."
    may "card.real_answers" Whole "Number of published answers on which the preset and the scorer \
                                   agree."
    may "card.lead" Text "The metric that is shown first. Default: the first metric."
    may "card.example" Object "An example answer; it is scored when it is shown."
    need "card.example.golds" Texts "Its gold answers."
    need "card.example.prediction" Text "A model's output."
    may "recognise" Object "How Scoredrop recognises files of the benchmark; used only for \
                            presets of the catalog."
    may "recognise.kind" Text "The kind of answers that the preset compares if nothing names a benchmark."
    may "recognise.names" Texts "Names of the benchmark in columns and ids: lower-case letters \
                                 and digits."
    may "recognise.signs" Objects "Signs of the benchmark. All conditions of a sign have to hold."
    may "recognise.signs.form" Text "The layout of the gold file, if it is not a table."
    may "recognise.signs.programs" Text "Whether the gold file contains programming tasks."
    may "recognise.signs.columns" Lists "Columns, each with a pattern for its values; * stands \
                                         for any text."
    may "recognise.signs.fields" Texts "Fields for which the gold file has a column."
    may "recognise.signs.lacks" Texts "Fields for which the gold file has no column."
    may "recognise.signs.answers" Texts "The kind of all gold answers together."
    may "recognise.signs.some_answer" Text "A pattern that at least one gold answer matches."
    may "recognise.signs.predictions" Text "The layout of a prediction file."
    may "recognise.signs.outputs" Text "A text that most outputs contain."
    may "recognise.signs.all_outputs" Text "A text that nineteen in twenty predictions contain."
    may "recognise.signs.proven" Flag "Whether no other benchmark has these signs."
    need "recognise.signs.reason" Text "The reason shown to users."
    need "extract" Text "How to extract the answer from the output."
    need "normalize" Texts "The steps that normalise both sides, in order."
    may "compare" Text "How to compare answers: by tokens, or by their meaning."
    may "run" Text "How to run a program that has no verdict."
    need "metrics" Texts "The metrics to compute; the first is the headline."
    may "rules" Object "Details on which scorers of the same metrics differ."
    may "rules.empty" Text "F1 if a side has no words: zero, or equal (1 if both have none)."
    may "rules.yes_no" Flag "F1 is 0 if one side is exactly yes, no or noanswer and the sides \
                             differ."
    may "rules.unanswerable" Flag "Questions may have no answer. The empty text is then right."
    may "rules.not_extracted_is_wrong" Flag "If no answer is found, it equals nothing."
    may "rules.attempts" Flag "Several predictions for a question are attempts, for pass@k and \
                               all@k."
    may "rules.id_prefixes" Texts "Prefixes that ids may have or lack, such as Mbpp/ in Mbpp/11."
    may "parts" Object "A column of the gold file that divides questions into parts with \
                        different rules."
    need "parts.columns" Texts "Possible names of the column in snake_case, most likely first."
    need "parts.known" Objects "The parts."
    need "parts.known.names" Texts "Values of the column; results are grouped under the first \
                                    value."
    may "parts.known.normalize" Texts "Normalisation steps of this part, if they differ from the \
                                       preset's."
    may "parts.known.compare" Text "How to compare answers of this part, if it differs."
    need "parts.others" Text "What to do with questions of an unknown part: score them, score \
                              them with a warning, or exclude them."
    may "refusals" Texts "Texts that decline to answer; a * at the end allows more text."
    may "switches" Texts "Settings that only some presets offer."
    may "settings" Texts "Values for settings of the comparison, each as KEY=VALUE."
    need "missing" Text "How a missing prediction counts."
    may "na_threshold" Number "Above this no-answer probability, the prediction counts as \"no \
                               answer\"."
    need "scale" Number "How the reference prints means: 1 or 100."
    may "official" Objects "What the reference prints, in its order. Only unchanged presets print \
                            it."
    need "official.key" Text "Its key."
    need "official.value" Text "Which value is printed."
    may "official.metric" Text "The metric of the value."
    may "official.group" Text "Limits the value to questions with or without an answer."
    may "official.parts" Texts "Limits the value to these parts."
    may "official.within" Text "The object that contains the line."
    may "official.decimals" Whole "Number of decimals to which the mean is rounded: 0 to 4."
    may "official_needs" Texts "What the reference needs; without it, it stops with an error."
}

/// The form of a preset.
pub(super) static FORM: Form = Form {
    what: "a preset",
    code: Code::BadPreset,
    file: None,
    remedy: None,
    fields: || FIELDS,
    wrong,
};

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
        "recognise.kind" => <AnswerKind as VariantNames>::VARIANTS,
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

/// Returns what is wrong with a text in a field.
fn wrong(path: &str, text: &str) -> Option<Wrong> {
    if takes(path, text) {
        return None;
    }
    match fault(text).filter(|_| path == "extract") {
        Some(why) => Some(Wrong { why: Some(why), remedy: "correct the pattern".to_owned() }),
        None => Some(Wrong { why: None, remedy: near(text, known(path).iter().copied()) }),
    }
}

fn takes(path: &str, text: &str) -> bool {
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
