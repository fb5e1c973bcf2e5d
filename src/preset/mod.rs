//! What a dataset means, as data: one JSON file per preset under `catalog/`, in the format that
//! users write too. A preset has no code of its own: what is new in one becomes a named,
//! parameterised step, rule or metric that any preset can use.

mod complete;
mod fields;
mod limits;
mod numbers;
mod own;
mod parts;
mod read;
mod recognition;
#[cfg(feature = "command-line")]
pub mod schema;
mod setting_table;
mod settings;
mod switches;
mod write;

pub use complete::{Completion, complete};
pub use own::{is_text, looks_like_preset, own, resolve};
pub use parts::{Others, Part, Parts};
pub use read::read;
pub use recognition::{Recognition, Sign};
pub use setting_table::{BLANK, DUPLICATES, GOLD_SPLIT, SETTINGS, SettingGroup, SettingInfo};
pub(crate) use setting_table::{DROP, THOUGHTS};
pub use settings::{Missing, Settings};

use crate::base::closest::closest;
use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::error::Error;
use crate::score::metric::compare::{TOKENS, comparison};
use crate::score::metric::token_f1::EmptyRule;
use crate::score::metric::verdicts::COMPARISON as OF_PROGRAMS;
use crate::understand::reading::AnswerKind;
use itertools::Itertools as _;
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;
use strum::VariantNames;

/// A preset as written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Preset {
    /// The JSON text that it was read from.
    #[serde(skip)]
    pub source: String,
    /// Id, as on the command line.
    pub id: String,
    /// Raised by every change that can move a number.
    pub version: u32,
    /// Name for people.
    pub title: String,
    /// What a metric card says.
    pub card: Card,
    /// How files of the benchmark are recognised. Only the catalog's are asked, and it is not written
    /// again: it says nothing of the score.
    #[serde(default, skip_serializing)]
    pub recognise: Recognition,
    /// How the answer is taken from the raw output, in the short form of
    /// [`Extractor`](crate::score::extract::Extractor).
    pub extract: String,
    /// How both sides are normalised, in the short form of [`Step`](crate::text::Step).
    pub normalize: Vec<String>,
    /// How answers are compared: [`TOKENS`](crate::score::metric::compare::TOKENS), or one of
    /// [`COMPARISONS`](crate::score::metric::compare::COMPARISONS).
    #[serde(default = "tokens", skip_serializing_if = "is_tokens")]
    pub compare: String,
    /// The program that is run for a task and an answer, where verdicts do not stand beside answers: one
    /// of [`RULES`](crate::programs::plan::RULES), or empty where nothing is run.
    #[serde(default, skip_serializing_if = "is_default")]
    pub run: String,
    /// Ids of [`METRICS`](crate::score::metric::METRICS); the first is the headline.
    pub metrics: Vec<String>,
    /// Where scorers of the same metrics differ.
    #[serde(default, skip_serializing_if = "is_default")]
    pub rules: Rules,
    /// A column of the gold file that sorts questions into parts with rules of their own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parts: Option<Parts>,
    /// Texts that refuse to answer, as [`Phrases`](crate::score::metric::refusal::Phrases) reads them.
    #[serde(default, skip_serializing_if = "is_default")]
    pub refusals: Vec<String>,
    /// Keys of settings that only some presets have.
    #[serde(default, skip_serializing_if = "is_default")]
    pub switches: Vec<String>,
    /// Settings that only presets have which give them a value, each as `KEY=VALUE`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub settings: Vec<String>,
    /// What a missing prediction is worth.
    pub missing: Missing,
    /// An answer counts as withheld where its probability of no answer is greater; 1 where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub na_threshold: Option<f64>,
    /// How the reference prints means: 1 or 100.
    pub scale: f64,
    /// What the reference prints, in its order.
    #[serde(default, skip_serializing_if = "is_default")]
    pub official: Vec<OfficialLine>,
    /// What the reference needs so as not to stop with an error.
    #[serde(default, skip_serializing_if = "is_default")]
    pub official_needs: Vec<Need>,
}

impl Preset {
    /// Whether verdicts stand beside predictions, so that questions need no gold answers.
    pub fn takes_verdicts(&self) -> bool {
        comparison(&self.compare).is_some_and(|found| found.verdicts)
    }

    /// The metric that readers see first: the one that the card names, otherwise the first one.
    pub fn lead(&self) -> &str {
        let named = Some(&self.card.lead).filter(|lead| !lead.is_empty());
        named.or(self.metrics.first()).map_or("", String::as_str)
    }

    /// Whether it is about programs, which run or have been run.
    pub fn takes_programs(&self) -> bool {
        self.compare == OF_PROGRAMS.name
    }

    /// Returns the kind of answers that the catalog's preset of this id compares; `None` for benchmarks.
    /// Earlier versions and changed copies keep the kind.
    pub fn kind(&self) -> Option<AnswerKind> {
        presets().iter().find(|known| known.id == self.id)?.recognise.kind
    }

    /// The benchmark that it is for: ids of scorers of one benchmark begin with its name.
    pub fn benchmark(&self) -> &str {
        self.id.split_once('-').map_or(&*self.id, |(name, _)| name)
    }

    /// Whether it is one of the comparisons for files that name no benchmark, and no field's own.
    pub fn is_plain(&self) -> bool {
        let of_field = |kind| matches!(kind, AnswerKind::Choice | AnswerKind::Formula);
        self.kind().is_some_and(|kind| !of_field(kind))
    }

    /// The column that sorts questions into parts.
    pub fn parts(&self) -> Option<&Parts> {
        self.parts.as_ref()
    }
}

fn tokens() -> String {
    TOKENS.to_owned()
}

fn is_tokens(compare: &str) -> bool {
    compare == TOKENS
}

/// The headings of a metric card. They go to the page in a form in which nothing can be left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Card {
    /// The kind of benchmark, under which lists name it; empty for a preset of one's own.
    pub group: String,
    /// What it measures.
    pub summary: String,
    /// What files it takes.
    pub inputs: String,
    /// What one should know, and where we define what the reference leaves undefined.
    pub limits: Vec<String>,
    /// The scorer and commit whose behaviour it copies; empty where the definition is our own.
    pub reproduces: String,
    /// The paper.
    pub citation: String,
    /// The dataset on Hugging Face, and behind `#` its task; empty where there is none.
    pub hub: String,
    /// Golden cases of the scorer that were compared and agree.
    pub golden_cases: u32,
    /// Answers of real systems that were compared and agree.
    pub real_answers: u32,
    /// Id of the metric that readers see first, and by which questions are marked right or wrong where
    /// they have a value of it; the first metric where empty.
    pub lead: String,
    /// An answer to try it with.
    pub example: Option<Example>,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// A worked example: its values are computed where it is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Example {
    /// The gold answers.
    pub golds: Vec<String>,
    /// The raw output of a model.
    pub prediction: String,
}

/// Where scorers of the same metrics differ.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is a rule of its own, as presets write them"
)]
pub struct Rules {
    /// What F1 is where a side has no tokens.
    #[serde(skip_serializing_if = "is_default")]
    pub empty: EmptyRule,
    /// F1 is 0 where one side is exactly yes, no or noanswer and the other differs.
    #[serde(skip_serializing_if = "is_default")]
    pub yes_no: bool,
    /// Questions may have no answer: golds that normalise to nothing are dropped, where none is
    /// left the empty string is right, and probabilities of no answer are taken.
    #[serde(skip_serializing_if = "is_default")]
    pub unanswerable: bool,
    /// Where no answer is found in an output nothing equals it, not even an empty gold answer.
    /// Otherwise it is compared as the empty text.
    #[serde(skip_serializing_if = "is_default")]
    pub not_extracted_is_wrong: bool,
    /// Several predictions of a question within a run are attempts at it, which all count, and not
    /// one that replaces another. Metrics are `pass@k` alone.
    #[serde(skip_serializing_if = "is_default")]
    pub attempts: bool,
    /// Texts that an id may begin with and be the same without: with `Mbpp/`, `Mbpp/11` is 11.
    #[serde(skip_serializing_if = "is_default")]
    pub id_prefixes: Vec<String>,
}

/// A line that the reference script prints.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OfficialLine {
    /// Its key.
    pub key: String,
    /// What stands there.
    pub value: OfficialValue,
    /// Of which metric.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub metric: Option<String>,
    /// Over which of the questions that do or do not have an answer; the line is left out where
    /// there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// Over which of the known parts; all questions where there are none. A name may be any of a
    /// part's.
    #[serde(default, skip_serializing_if = "is_default")]
    pub parts: Vec<String>,
    /// The object in which the line stands, with those beside it that name the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<String>,
    /// To how many decimals a mean is rounded; it then is `sum / n * scale`, and 0 of no questions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decimals: Option<u32>,
}

/// What a line of the reference's output holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, VariantNames)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum OfficialValue {
    /// `scale * sum / n`, in this order of operations; rounded it is `sum / n * scale`.
    Mean,
    /// The same with a sum as numpy makes it, which differs in its last digits.
    NumpyMean,
    /// `sum / n * scale`, in this order of operations.
    ScaledMean,
    /// The sum of a 0/1 metric, as an integer.
    Sum,
    /// Number of questions.
    Questions,
    /// Number of questions without a prediction.
    Missing,
    /// Number of questions with one.
    Answered,
    /// Number of predictions, those for no question too.
    Predictions,
    /// Best mean over all thresholds of the probability of no answer; left out without them.
    Best,
    /// The threshold of [`OfficialValue::Best`].
    BestThreshold,
}

/// What the reference needs so as not to stop with an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, VariantNames)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Need {
    /// A gold answer for every question that has a prediction.
    GoldAnswers,
    /// A prediction for every question.
    EveryPrediction,
    /// Predictions that are texts: the reference calls what only texts have. Not asked where a
    /// question has no prediction at all, which is [`Need::EveryPrediction`].
    TextPredictions,
    /// Supporting facts on both sides.
    SupportingFacts,
    /// No two questions with one key: the reference keeps them in a dictionary, so that it would
    /// count only the last.
    UniqueQuestions,
    /// A single gold answer for every question: the reference takes no list.
    OneGoldAnswer,
    /// All questions of one known part: the reference is told the part once.
    OnePart,
    /// Questions of known parts alone: the reference looks others up in vain.
    KnownParts,
    /// Every question of the benchmark: a file of questions, or results that have all that a known
    /// one has. Questions without any result cannot be seen otherwise.
    AllQuestions,
}

/// The presets: files of `catalog/`, in the order of the menu. A new preset is one line here.
macro_rules! catalog {
    ($($id:literal)+) => { &[$(include_str!(concat!("catalog/", $id, ".json"))),+] };
}

const CATALOG: &[&str] = catalog! {
    "squad-v1"
    "squad-v2"
    "nq"
    "nq-open"
    "hotpotqa"
    "hotpotqa-evoagentx"
    "timebench"
    "timebench-tempreason"
    "timebench-timeqa"
    "timebench-menatqa"
    "timebench-date-arithmetic"
    "timebench-timedial"
    "tcp"
    "tcp-long"
    "tcp-short"
    "multiple-choice"
    "plain-text"
    "plain-mixed"
    "plain-votes"
    "plain-verdicts"
    "plain-contained"
    "plain-long-text"
    "plain-number"
    "plain-closed"
    "plain-date"
    "plain-set"
    "plain-attempts"
    "plain-exact"
    "gsm8k"
    "gsm8k-official"
    "gsm8k-lm-eval"
    "climate-finance"
    "financebench-numeric"
    "triviaqa"
    "drop"
    "tatqa"
    "coqa"
    "kilt"
    "math"
    "math-hendrycks"
    "math-prm800k"
    "math-minerva"
    "math-evoagentx"
    "humaneval"
    "mbpp"
    "humaneval-evoagentx"
    "mbpp-evoagentx"
    "livecodebench-code-generation"
    "livecodebench-code-execution"
    "livecodebench-test-output"
};

/// Earlier versions of presets, as they were: reports and links that name one stay runnable. A preset whose
/// version is raised leaves its file here. They stand in no menu and no list.
const PAST: &[&str] = &[
    include_str!("catalog/past/timebench@1.json"),
    include_str!("catalog/past/plain-mixed@2.json"),
    include_str!("catalog/past/plain-verdicts@2.json"),
    include_str!("catalog/past/financebench-numeric@2.json"),
    include_str!("catalog/past/math@3.json"),
    include_str!("catalog/past/plain-attempts@3.json"),
    include_str!("catalog/past/plain-attempts@4.json"),
    include_str!("catalog/past/plain-number@4.json"),
    include_str!("catalog/past/plain-date@4.json"),
    include_str!("catalog/past/multiple-choice@1.json"),
    include_str!("catalog/past/multiple-choice@2.json"),
    include_str!("catalog/past/multiple-choice@3.json"),
    include_str!("catalog/past/multiple-choice@4.json"),
    include_str!("catalog/past/plain-text@1.json"),
    include_str!("catalog/past/plain-attempts@1.json"),
    include_str!("catalog/past/plain-set@1.json"),
    include_str!("catalog/past/plain-long-text@1.json"),
    include_str!("catalog/past/plain-number@1.json"),
    include_str!("catalog/past/plain-number@2.json"),
    include_str!("catalog/past/plain-exact@1.json"),
    include_str!("catalog/past/plain-closed@1.json"),
    include_str!("catalog/past/plain-date@1.json"),
    include_str!("catalog/past/plain-verdicts@1.json"),
    include_str!("catalog/past/plain-date@2.json"),
    include_str!("catalog/past/plain-closed@2.json"),
    include_str!("catalog/past/plain-text@2.json"),
    include_str!("catalog/past/plain-set@2.json"),
    include_str!("catalog/past/plain-number@3.json"),
    include_str!("catalog/past/plain-mixed@1.json"),
    include_str!("catalog/past/plain-long-text@2.json"),
    include_str!("catalog/past/plain-exact@2.json"),
    include_str!("catalog/past/plain-date@3.json"),
    include_str!("catalog/past/plain-contained@1.json"),
    include_str!("catalog/past/plain-closed@3.json"),
    include_str!("catalog/past/plain-closed@4.json"),
    include_str!("catalog/past/plain-attempts@2.json"),
    include_str!("catalog/past/multiple-choice@5.json"),
    include_str!("catalog/past/math@2.json"),
    include_str!("catalog/past/financebench-numeric@1.json"),
    include_str!("catalog/past/climate-finance@2.json"),
];

static PRESETS: LazyLock<Vec<Preset>> =
    LazyLock::new(|| CATALOG.iter().filter_map(|text| read(text).ok()).collect());

static EARLIER: LazyLock<Vec<Preset>> =
    LazyLock::new(|| PAST.iter().filter_map(|text| read(text).ok()).collect());

/// All presets, in the order of the menu.
pub fn presets() -> &'static [Preset] {
    &PRESETS
}

/// Returns the id of the preset that compares answers of a kind.
pub fn for_kind(kind: AnswerKind) -> &'static str {
    let found = presets().iter().find(|preset| preset.recognise.kind == Some(kind));
    found.map_or("", |preset| &preset.id)
}

/// All presets, and those of earlier versions.
pub(crate) fn every_version() -> impl Iterator<Item = &'static Preset> {
    PRESETS.iter().chain(EARLIER.iter())
}

/// A preset of the catalog by its id, or by `ID@VERSION` where it has to be that version; [`resolve`]
/// takes a user's own as well.
///
/// # Errors
/// Where there is none of this id, and the remedy lists all; or none of this version.
pub fn preset(name: &str) -> Result<&'static Preset, Error> {
    let (id, version) = match name.split_once('@') {
        Some((id, version)) => (id, Some(version)),
        None => (name, None),
    };
    let is_meant = |preset: &&Preset| {
        preset.id == id && version.is_none_or(|version| preset.version.to_string() == version)
    };
    if let Some(found) = every_version().find(is_meant) {
        return Ok(found);
    }
    let found = presets().iter().find(|preset| preset.id == id);
    if let (Some(found), Some(version)) = (found, version) {
        return Err(other_version(found, version));
    }
    found.ok_or_else(|| {
        let known = || presets().iter().map(|preset| preset.id.as_str());
        let meant = closest(id, known());
        let meant = meant.map_or_else(String::new, |meant| format!("did you mean {meant}? "));
        let ids = known().join(", ");
        Diagnostic::error(Code::UnknownPreset, format!("unknown preset {id:?}"))
            .remedy(format!("{meant}choose one of {ids}"))
            .into()
    })
}

/// The error of a version that is not in this build: nothing is scored as if it were another one.
#[inline(never)]
fn other_version(found: &Preset, version: &str) -> Error {
    let Preset { id, version: here, .. } = found;
    let message =
        format!("{id} has version {here} in this release, not {version}; the numbers may differ");
    Diagnostic::error(Code::OtherVersion, message)
        .remedy(format!("use a release that has {id}@{version}, or score with {id}@{here}"))
        .into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::metric;
    use std::collections::BTreeMap;
    use strum::VariantArray;

    #[test]
    fn every_kind_of_answer_has_one_preset() {
        for kind in <AnswerKind as VariantArray>::VARIANTS {
            let of_kind = presets().iter().filter(|one| one.recognise.kind == Some(*kind));
            assert_eq!(of_kind.count(), 1, "{kind:?}");
            assert_eq!(preset(for_kind(*kind)).unwrap().kind(), Some(*kind));
        }
    }

    #[test]
    fn every_file_of_the_catalog_is_a_preset_that_compiles() {
        assert_eq!(presets().len(), CATALOG.len());
        assert_eq!(EARLIER.len(), PAST.len());
        for earlier in EARLIER.iter() {
            let Preset { id, version, .. } = earlier;
            assert!(*version < preset(id).unwrap().version, "{id}@{version} is not earlier");
            assert_eq!(preset(&format!("{id}@{version}")), Ok(earlier));
        }
        let mut ids: Vec<&str> = presets().iter().map(|preset| preset.id.as_str()).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), CATALOG.len());
        for preset in presets() {
            for id in preset
                .metrics
                .iter()
                .chain(preset.official.iter().filter_map(|line| line.metric.as_ref()))
            {
                assert!(metric::metric(id).is_some(), "{}: unknown metric {id}", preset.id);
                assert!(preset.metrics.contains(id), "{}: {id} is not computed", preset.id);
            }
            assert!(!preset.card.limits.is_empty());
            // What no reference prints is our definition, and the other way round.
            assert_eq!(preset.card.reproduces.is_empty(), preset.official.is_empty());
            let compared = preset.parts.iter().flat_map(|parts| &parts.known);
            for name in compared.filter_map(|part| part.compare.as_ref()).chain([&preset.compare]) {
                assert!(name == TOKENS || comparison(name).is_some(), "{}: {name}", preset.id);
            }
            for key in &preset.switches {
                assert!(SETTINGS.iter().any(|info| info.key == key), "{}: {key}", preset.id);
            }
            for part in preset.parts.iter().flat_map(|parts| &parts.known) {
                assert!(!part.names.is_empty(), "{}: a part without a name", preset.id);
            }
            let settings = Settings::compile(preset, &BTreeMap::new()).unwrap();
            assert!(!settings.modified());
            assert_eq!(settings.plan().is_some(), !preset.run.is_empty(), "{}", preset.id);
        }
    }
}
