//! A preset with the user's changes, compiled once so that scoring cannot fail.

use super::{Empty, Preset, Rules};
use crate::diagnostic::Diagnostic;
use crate::error::Error;
use crate::extract::Extractor;
use crate::input::float;
use crate::metric::token_f1::{EmptyRule, YesNoRule};
use crate::normalize::{Normalizer, Step, WordClass};
use crate::small_map::SmallMap;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt::Write as _;

/// What a missing prediction is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Missing {
    /// 0, and it counts in n.
    Zero,
    /// Nothing: the question is left out of means and of n.
    Exclude,
}

/// A preset and the user's changes, compiled. Immutable.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The preset as it stands in the catalog.
    pub preset: Preset,
    /// Settings whose value differs from the preset's.
    pub changes: SmallMap<String, String>,
    /// Takes the answer from the raw output.
    pub extractor: Extractor,
    /// Normalises both sides.
    pub normalizer: Normalizer,
    /// What F1 is where a side has no tokens.
    pub empty: EmptyRule,
    /// Whether yes and no only match themselves.
    pub yes_no: YesNoRule,
    /// The preset's rules.
    pub rules: Rules,
    /// What a missing prediction is worth.
    pub missing: Missing,
    /// An answer counts as withheld where its probability of no answer is greater.
    pub na_threshold: f64,
}

/// A setting that can be changed: its key, what it decides, and its values with the words of the
/// protocol sentence and a sentence of help each. No values: free text.
pub struct SettingInfo {
    /// Key, as in `--set KEY=VALUE`.
    pub key: &'static str,
    /// What it decides.
    pub label: &'static str,
    /// Value, words in the sentence, help.
    pub options: &'static [(&'static str, &'static str, &'static str)],
}

/// All settings, in the order in which the sentence names them.
pub const SETTINGS: &[SettingInfo] = &[
    SettingInfo {
        key: "extract",
        label: "what is compared",
        options: &[
            ("whole", "the whole answer compared", "The raw output as it is."),
            ("first_line", "the first line compared", "The first line that is not blank."),
            ("last_line", "the last line compared", "The last line that is not blank."),
            (
                "after(\"Thus, the correct answer is:\")",
                "the text after “Thus, the correct answer is:” compared",
                "The line after the last such marker, without closing punctuation.",
            ),
        ],
    },
    SettingInfo {
        key: "accents",
        label: "accents",
        options: &[
            ("keep", "accents as written", "Composed and decomposed letters differ."),
            (
                "decompose",
                "accents decomposed",
                "Unicode NFD: composed and decomposed letters are equal.",
            ),
        ],
    },
    SettingInfo {
        key: "case",
        label: "case",
        options: &[
            ("ignore", "case ignored", "Both sides are lower-cased."),
            ("keep", "case kept", "Paris and paris differ."),
        ],
    },
    SettingInfo {
        key: "punctuation",
        label: "punctuation",
        options: &[
            (
                "ignore",
                "punctuation ignored",
                "The 32 ASCII punctuation characters are deleted: 3.14 equals 314.",
            ),
            ("keep", "punctuation kept", "Rome and Rome. differ."),
        ],
    },
    SettingInfo {
        key: "articles",
        label: "articles",
        options: &[
            ("ignore", "articles ignored", "The words a, an and the are deleted."),
            ("keep", "articles kept", "the Beatles and Beatles differ."),
        ],
    },
    SettingInfo {
        key: "missing",
        label: "missing answers",
        options: &[
            ("zero", "a missing answer counts as wrong", "It scores 0 and counts in n."),
            ("exclude", "a missing answer is left out", "It counts neither in the mean nor in n."),
        ],
    },
    SettingInfo {
        key: "na_threshold",
        label: "threshold of the probability of no answer",
        options: &[],
    },
];

impl Settings {
    /// Compiles a preset with changes (`KEY` → `VALUE`, as `--set` takes them).
    ///
    /// # Errors
    /// Where a key or value is not known; the remedy lists what is.
    pub fn compile(preset: &Preset, changes: &SmallMap<String, String>) -> Result<Self, Error> {
        let mut problems = Vec::new();
        let mut effective = SmallMap::new();
        for (key, value) in changes.iter() {
            match check(preset, key, value) {
                Err(error) => problems.extend(error.problems),
                Ok(()) if *value == default_of(preset, key) => {}
                Ok(()) => {
                    effective.insert(key.clone(), value.clone());
                }
            }
        }
        let changes = effective;
        let value =
            |key: &str| changes.get(key).cloned().unwrap_or_else(|| default_of(preset, key));
        let extractor = value("extract").parse::<Extractor>();
        let steps = steps(preset, &value);
        let threshold = float(&value("na_threshold"));
        match (extractor, steps, threshold) {
            (Ok(extractor), Ok(steps), Some(na_threshold)) if problems.is_empty() => Ok(Self {
                preset: preset.clone(),
                extractor,
                normalizer: Normalizer::new(&steps),
                empty: match preset.rules.empty {
                    Empty::Zero => EmptyRule::Zero,
                    Empty::Equal => EmptyRule::Equal,
                },
                yes_no: if preset.rules.yes_no { YesNoRule::On } else { YesNoRule::Off },
                rules: preset.rules,
                missing: if value("missing") == "exclude" {
                    Missing::Exclude
                } else {
                    Missing::Zero
                },
                na_threshold,
                changes,
            }),
            (extractor, steps, _) => {
                for message in [extractor.err(), steps.err()].into_iter().flatten() {
                    problems.push(Diagnostic::error("bad_preset", message));
                }
                Err(Error::new(problems))
            }
        }
    }

    /// Whether any setting differs from the preset's.
    pub fn modified(&self) -> bool {
        !self.changes.is_empty()
    }

    /// Whether a changed setting is one that the reference does not have either.
    pub fn departs(&self) -> bool {
        self.changes.keys().any(|key| key != "na_threshold")
    }

    /// Value in force of a setting.
    pub fn value(&self, key: &str) -> String {
        self.changes.get(key).cloned().unwrap_or_else(|| default_of(&self.preset, key))
    }

    /// The preset's own value of a setting.
    pub fn default_value(&self, key: &str) -> String {
        default_of(&self.preset, key)
    }

    /// Settings that mean something for this preset.
    pub fn applicable(&self) -> impl Iterator<Item = &'static SettingInfo> + '_ {
        SETTINGS.iter().filter(|info| applies(&self.preset, info.key))
    }

    /// Every setting with its value, in the order of the sentence.
    pub fn values(&self) -> Vec<(&'static str, String)> {
        self.applicable().map(|info| (info.key, self.value(info.key))).collect()
    }

    /// First twelve hexadecimal digits of the SHA-256 of preset id, version and all values: equal
    /// hashes mean equal rules.
    pub fn hash(&self) -> String {
        let mut text = format!("{}@{}", self.preset.id, self.preset.version);
        for (key, value) in self.values() {
            // Writing to a String cannot fail.
            let _ = write!(text, "\n{key}={value}");
        }
        hex(&Sha256::digest(text.as_bytes()))[..12].to_owned()
    }
}

/// Lower-case hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

fn applies(preset: &Preset, key: &str) -> bool {
    key != "na_threshold" || preset.rules.unanswerable
}

fn has_step(preset: &Preset, name: &str) -> bool {
    preset.normalize.iter().any(|step| step.starts_with(name))
}

fn default_of(preset: &Preset, key: &str) -> String {
    let ignore = |name| if has_step(preset, name) { "ignore" } else { "keep" };
    match key {
        "extract" => &preset.extract,
        "accents" if has_step(preset, "nfd") => "decompose",
        "case" => ignore("lowercase"),
        "punctuation" => ignore("delete_punctuation"),
        "articles" => ignore("delete_articles"),
        "missing" if preset.missing == Missing::Exclude => "exclude",
        "missing" => "zero",
        "na_threshold" => "1.0",
        _ => "keep",
    }
    .to_owned()
}

fn check(preset: &Preset, key: &str, value: &str) -> Result<(), Error> {
    let Some(info) = SETTINGS.iter().find(|info| info.key == key && applies(preset, key)) else {
        let keys: Vec<&str> =
            SETTINGS.iter().map(|info| info.key).filter(|key| applies(preset, key)).collect();
        let message = format!("{} has no setting {key:?}", preset.id);
        return Err(Diagnostic::error("unknown_setting", message)
            .remedy(format!("choose one of {}", keys.join(", ")))
            .into());
    };
    let fits = match key {
        "extract" => value.parse::<Extractor>().is_ok(),
        "na_threshold" => float(value).is_some_and(f64::is_finite),
        _ => info.options.iter().any(|option| option.0 == value),
    };
    if fits {
        return Ok(());
    }
    let values: Vec<&str> = info.options.iter().map(|option| option.0).collect();
    let remedy = if values.is_empty() {
        "give a number, such as 0.5".to_owned()
    } else {
        format!("choose one of {}", values.join(", "))
    };
    let message = format!("{key} cannot be {value:?}");
    Err(Diagnostic::error("bad_setting", message).remedy(remedy).into())
}

/// The preset's steps without those that are switched off, with those that are switched on at the
/// place where the scorers that have them put them.
fn steps(preset: &Preset, value: &dyn Fn(&str) -> String) -> Result<Vec<Step>, String> {
    let own: Vec<Step> =
        preset.normalize.iter().map(|text| text.parse()).collect::<Result<_, _>>()?;
    let articles = own
        .iter()
        .find(|step| matches!(step, Step::DeleteArticles(_)))
        .copied()
        .unwrap_or(Step::DeleteArticles(WordClass::PythonRe));
    let switched = [
        ("accents", "decompose", Step::Nfd),
        ("case", "ignore", Step::Lowercase),
        ("punctuation", "ignore", Step::DeletePunctuation),
        ("articles", "ignore", articles),
    ];
    let mut steps: Vec<Step> = switched
        .iter()
        .filter(|(key, on, _)| value(key) == *on)
        .map(|(_, _, step)| *step)
        .collect();
    steps.extend(own.iter().filter(|step| !switched.iter().any(|(_, _, known)| known == *step)));
    Ok(steps)
}
