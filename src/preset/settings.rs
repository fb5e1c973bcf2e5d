//! A preset with the user's changes, compiled once so that scoring cannot fail.

use super::own::is_of_catalog;
use super::switches::steps;
use super::write::Writer;
use super::{Empty, Others, PartOf, Preset, Rules, preset};
use crate::diagnostic::Diagnostic;
use crate::digits::shortest;
use crate::error::Error;
use crate::extract::Extractor;
use crate::input::float;
use crate::metric::refusal::Phrases;
use crate::metric::token_f1::{EmptyRule, YesNoRule};
use crate::normalize::Normalizer;
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
    /// The preset, of the catalog or the user's own.
    pub preset: Preset,
    /// Whether it is the user's own: not in the catalog, or not as it stands there.
    own: bool,
    /// Settings whose value differs from the preset's.
    pub changes: SmallMap<String, String>,
    /// Takes the answer from the raw output.
    pub extractor: Extractor,
    /// Normalises both sides, but in parts with a normal form of their own.
    pub normalizer: Normalizer,
    /// For each known part its own normal form.
    parts: Vec<Option<Normalizer>>,
    /// Tells refusals from answers, where the preset does.
    pub refusals: Phrases,
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
                "after(\"Thus, the correct answer is:\", \"unanswerable\")",
                "the text after “Thus, the correct answer is:” compared",
                "The line after the last such marker, without closing punctuation; any that says \
                 unanswerable is that word.",
            ),
            (
                "first_boxed",
                "the first \\boxed{…} compared",
                "What stands in the first \\boxed{…}, up to the next brace.",
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
        key: "whitespace",
        label: "white space",
        options: &[
            ("ignore", "white space ignored", "A run of it is one space, and none at the ends."),
            ("keep", "white space kept", "Line breaks and double spaces count."),
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
            // A number has one form, however it is written: equal rules have equal hashes.
            let number = float(value).filter(|_| key == "na_threshold").map(shortest);
            let plain = number.unwrap_or_else(|| value.clone());
            match check(preset, key, value) {
                Err(error) => problems.extend(error.problems),
                Ok(()) if plain == default_of(preset, key) => {}
                Ok(()) => {
                    effective.insert(key.clone(), plain);
                }
            }
        }
        let changes = effective;
        let value =
            |key: &str| changes.get(key).cloned().unwrap_or_else(|| default_of(preset, key));
        let extractor = value("extract").parse::<Extractor>();
        let common = steps(&preset.normalize, &changes);
        let parts: Result<Vec<Option<Normalizer>>, String> = preset
            .parts
            .iter()
            .flat_map(|parts| &parts.known)
            .map(|part| {
                let own = part.normalize.as_ref().map(|own| steps(own, &changes));
                Ok(own.transpose()?.map(|steps| Normalizer::new(&steps)))
            })
            .collect();
        let threshold = float(&value("na_threshold"));
        match (extractor, common, parts, threshold) {
            (Ok(extractor), Ok(common), Ok(parts), Some(na_threshold)) if problems.is_empty() => {
                Ok(Self {
                    parts,
                    refusals: Phrases::new(&preset.refusals),
                    preset: preset.clone(),
                    own: !is_of_catalog(preset),
                    extractor,
                    normalizer: Normalizer::new(&common),
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
                })
            }
            (extractor, common, parts, _) => {
                let messages = [extractor.err(), common.err(), parts.err()];
                for message in messages.into_iter().flatten() {
                    problems.push(Diagnostic::error("bad_preset", message));
                }
                Err(Error::new(problems))
            }
        }
    }

    /// The normal form of a part.
    pub fn normalizer_of(&self, part: PartOf) -> &Normalizer {
        let own = match part {
            PartOf::Known(place) => self.parts.get(place).and_then(Option::as_ref),
            PartOf::Whole | PartOf::Other => None,
        };
        own.unwrap_or(&self.normalizer)
    }

    /// Whether questions of a part are left out of the score.
    pub fn leaves_out(&self, part: PartOf) -> bool {
        let others = self.preset.parts.as_ref().map(|parts| parts.others);
        part == PartOf::Other && others == Some(Others::Exclude)
    }

    /// Whether the preset is the user's own: not in the catalog, or not as it stands there.
    pub fn own(&self) -> bool {
        self.own
    }

    /// Whether this is no preset of the catalog, or one with other rules or settings.
    pub fn modified(&self) -> bool {
        self.own || !self.changes.is_empty()
    }

    /// Whether the rules are others than the reference has: the preset is the user's own, or a changed
    /// setting is one that the reference does not have either.
    pub fn departs(&self) -> bool {
        self.own || self.changes.keys().any(|key| key != "na_threshold")
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

    /// First twelve hexadecimal digits of the SHA-256 of preset id, version and all values, and of the
    /// rules themselves where no settings of the catalog's preset of that id lead to them: equal
    /// hashes mean equal rules, whatever title and card say.
    pub fn hash(&self) -> String {
        let mut text = format!("{}@{}", self.preset.id, self.preset.version);
        for (key, value) in self.values() {
            // Writing to a String cannot fail.
            let _ = write!(text, "\n{key}={value}");
        }
        if self.own {
            let rules = Writer { changes: &self.changes, bare: true }.text(&self.preset);
            // The same rules may be the catalog's with other settings.
            let values = self.values().into_iter().map(|(key, value)| (key.to_owned(), value));
            let writer = Writer { changes: &values.collect(), bare: true };
            let known = preset(&self.preset.id).map(|known| writer.text(known));
            if known.as_ref() != Ok(&rules) {
                text.push_str(&rules);
            }
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
    match key {
        "na_threshold" => preset.rules.unanswerable,
        "whitespace" => preset.switches.iter().any(|switch| switch == key),
        _ => true,
    }
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
        "whitespace" => ignore("collapse_whitespace"),
        "missing" if preset.missing == Missing::Exclude => "exclude",
        "missing" => "zero",
        "na_threshold" => return shortest(preset.na_threshold.unwrap_or(1.0)),
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
