//! A preset with the user's changes, compiled once so that scoring cannot fail.

use super::own::is_of_catalog;
use super::switches::steps;
use super::write::Writer;
use super::{Empty, Others, PartOf, Preset, Rules, preset};
#[cfg(feature = "values")]
use super::{limits, numbers};
use crate::diagnostic::Diagnostic;
use crate::digits::shortest;
use crate::error::Error;
use crate::extract::Extractor;
use crate::input::float;
#[cfg(feature = "values")]
use crate::metric::compare::Lookup;
use crate::metric::compare::{Comparison, EMPTY, Judge, NORMALIZE, Note, VALUES, comparison};
use crate::metric::refusal::Phrases;
use crate::metric::token_f1::{EmptyRule, YesNoRule};
use crate::normalize::Normalizer;
#[cfg(feature = "values")]
use crate::normalize::date::Now;
#[cfg(feature = "values")]
use crate::python::Plan;
use crate::schema::is_program;
use crate::small_map::SmallMap;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::iter;

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
    /// How the whole and each known part are compared where words are not all.
    comparisons: Vec<Option<&'static Comparison>>,
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
    /// First and last day of the contests that count.
    #[cfg(feature = "values")]
    days: [Option<String>; 2],
    /// What a missing prediction is worth.
    pub missing: Missing,
    /// An answer counts as withheld where its probability of no answer is greater.
    pub na_threshold: f64,
}

/// A setting that can be changed: its key, what it decides, and its values with the words of the
/// protocol sentence and a sentence of help each.
pub struct SettingInfo {
    /// Key, as in `--set KEY=VALUE`.
    pub key: &'static str,
    /// What it decides.
    pub label: &'static str,
    /// Value, words in the sentence, help.
    pub options: &'static [(&'static str, &'static str, &'static str)],
    /// What other values there may be; `None` where there are no others.
    pub free: Option<Free>,
    /// Which presets have it.
    pub of: Of,
}

/// Values that cannot be listed.
pub struct Free {
    /// The one form in which a value is kept, so that equal rules have equal hashes; `None` where it
    /// is none.
    pub plain: fn(&str) -> Option<String>,
    /// What it takes, after "give ".
    pub words: &'static str,
}

/// Which presets have a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    /// All.
    Every,
    /// Those that compare words.
    Words,
    /// Those that name it among their `switches`.
    Switch,
    /// Those whose questions may have no answer.
    Unanswerable,
    /// Those that give it a value among their `settings`.
    Named,
}

const NUMBER: Free = Free {
    plain: |text| float(text).filter(|number| number.is_finite()).map(shortest),
    words: "a number, such as 0.5",
};

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
            #[cfg(feature = "values")]
            (
                "number_after(\"####\")",
                "the number after “####” compared",
                "The number after the first #### that has one.",
            ),
            #[cfg(feature = "values")]
            (
                "number_after(\"####\", \"A:\")",
                "the number after “####” or “A:” compared",
                "The number after the first #### or, at the start of a line, A: that has one.",
            ),
            #[cfg(feature = "values")]
            (
                "last_number",
                "the last number compared",
                "The last number of the output, with its sign.",
            ),
            #[cfg(feature = "values")]
            (
                "math_answer",
                "the mathematical answer compared",
                "The last \\boxed{…}; without one what follows “answer is”, else the last formula, number \
                 or line.",
            ),
            #[cfg(feature = "values")]
            (
                "last_boxed",
                "the last \\boxed{…} compared",
                "What stands in the last \\boxed{…}, with the braces in it.",
            ),
            #[cfg(feature = "values")]
            (
                "last_shallow_boxed",
                "the last \\boxed{…} or sentence compared",
                "What stands in the last \\boxed{…} with one level of braces in it at most; without \
                 one the last sentence.",
            ),
            #[cfg(feature = "values")]
            (
                "final_answer",
                "the final answer as it is announced compared",
                "What stands between “Final Answer: The final answer is” and “I hope it is correct.”",
            ),
            #[cfg(feature = "values")]
            (
                "between_dollars",
                "the text between dollar signs compared",
                "What stands between the first and the last dollar sign; without two of them all.",
            ),
            #[cfg(feature = "values")]
            (
                "last_code_block",
                "the last block of code run",
                "The lines between the last two fences (```); a fence too many shifts it, as in LiveCodeBench.",
            ),
            #[cfg(feature = "values")]
            (
                "first_code_block",
                "the first block of code run",
                "What stands between the first two fences (```); without them all.",
            ),
            #[cfg(feature = "values")]
            (
                "last_assertion",
                "the last assertion run",
                "The last line that begins with assert; without one the first block of Python.",
            ),
            #[cfg(feature = "values")]
            (
                "predicted_value",
                "the right side of the assertion compared",
                "What follows the first ==, up to the next, [/ANSWER] or the end of the line.",
            ),
            #[cfg(feature = "values")]
            (
                "tagged_value",
                "the right side of the assertion after [ANSWER] compared",
                "The same of what follows the first [ANSWER], as models write that reason first.",
            ),
        ],
        free: Some(Free { plain: rule, words: "a rule" }),
        of: Of::Every,
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
        free: None,
        of: Of::Words,
    },
    SettingInfo {
        key: "case",
        label: "case",
        options: &[
            ("ignore", "case ignored", "Both sides are lower-cased."),
            ("keep", "case kept", "Paris and paris differ."),
        ],
        free: None,
        of: Of::Words,
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
        free: None,
        of: Of::Words,
    },
    SettingInfo {
        key: "articles",
        label: "articles",
        options: &[
            ("ignore", "articles ignored", "The words a, an and the are deleted."),
            ("keep", "articles kept", "the Beatles and Beatles differ."),
        ],
        free: None,
        of: Of::Words,
    },
    SettingInfo {
        key: "whitespace",
        label: "white space",
        options: &[
            ("ignore", "white space ignored", "A run of it is one space, and none at the ends."),
            ("keep", "white space kept", "Line breaks and double spaces count."),
        ],
        free: None,
        of: Of::Switch,
    },
    #[cfg(feature = "values")]
    SettingInfo {
        key: "dates",
        label: "what a date leaves open",
        options: &[
            (
                "filled",
                "what a date leaves open taken from that day",
                "As in the reference: 1987 is January 1987 in January. Two texts that are no dates \
                 are equal.",
            ),
            (
                "as_said",
                "dates compared as they are said",
                "1987 is a year without a month. A text that is no date equals nothing.",
            ),
        ],
        free: None,
        of: Of::Named,
    },
    #[cfg(feature = "values")]
    SettingInfo {
        key: "date_order",
        label: "order of day and month",
        options: &[
            (
                "month_first",
                "dates in numbers read month first",
                "03/08/1987 is in March, as in the reference; 13/08/1987 is in August anyway.",
            ),
            (
                "day_first",
                "dates in numbers read day first",
                "03/08/1987 is in August, and so is 1987-03-08, as python-dateutil has it.",
            ),
        ],
        free: None,
        of: Of::Named,
    },
    #[cfg(feature = "values")]
    SettingInfo {
        key: "now",
        label: "the day that is taken for today",
        options: &[],
        free: Some(Free {
            plain: |text| Some(text.parse::<Now>().ok()?.to_string()),
            words: "a day, such as 2026-01-15",
        }),
        of: Of::Named,
    },
    #[cfg(feature = "values")]
    SettingInfo {
        key: "gold_form",
        label: "what gold answers are",
        options: &[
            (
                "auto",
                "gold answers as letters, numbers or texts of choices",
                "A label of the choices first, then a letter, then a number, then a text. Numbers \
                 count from 0 where one of the column is 0, else from 1.",
            ),
            ("letter", "gold answers are letters", "A is the first choice."),
            ("index0", "gold answers count from 0", "0 is the first choice."),
            ("index1", "gold answers count from 1", "1 is the first choice."),
            ("text", "gold answers are texts of choices", "Each is compared with the choices."),
        ],
        free: None,
        of: Of::Named,
    },
    #[cfg(feature = "values")]
    SettingInfo {
        key: "tests",
        label: "which tests decide",
        options: &[
            (
                "base",
                "by the benchmark's own tests",
                "What EvalPlus calls base; the tests of human-eval and MBPP themselves.",
            ),
            (
                "plus",
                "by the extra tests of EvalPlus as well",
                "HumanEval+ and MBPP+: a program has to pass the base tests and the extra ones.",
            ),
        ],
        free: None,
        of: Of::Named,
    },
    #[cfg(feature = "values")]
    limits::WALL,
    #[cfg(feature = "values")]
    limits::MEMORY,
    #[cfg(feature = "values")]
    limits::OUTPUT,
    #[cfg(feature = "values")]
    limits::FIRST_DAY,
    #[cfg(feature = "values")]
    limits::LAST_DAY,
    SettingInfo {
        key: "missing",
        label: "missing answers",
        options: &[
            ("zero", "a missing answer counts as wrong", "It scores 0 and counts in n."),
            ("exclude", "a missing answer is left out", "It counts neither in the mean nor in n."),
        ],
        free: None,
        of: Of::Every,
    },
    SettingInfo {
        key: "na_threshold",
        label: "threshold of the probability of no answer",
        options: &[],
        free: Some(NUMBER),
        of: Of::Unanswerable,
    },
    #[cfg(feature = "values")]
    numbers::RELATIVE_TOLERANCE,
    #[cfg(feature = "values")]
    numbers::ABSOLUTE_TOLERANCE,
    #[cfg(feature = "values")]
    numbers::HALF_UNIT,
    #[cfg(feature = "values")]
    numbers::IMPLIED_SCALE,
    #[cfg(feature = "values")]
    numbers::PERCENT,
    #[cfg(feature = "values")]
    numbers::UNITS,
    #[cfg(feature = "values")]
    numbers::DECIMAL_MARK,
    #[cfg(feature = "values")]
    numbers::NUMBERS,
    #[cfg(feature = "values")]
    numbers::GOLD_NUMBERS,
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
                Ok(plain) if plain == default_of(preset, key) => {}
                Ok(plain) => {
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
            .parts()
            .iter()
            .flat_map(|parts| &parts.known)
            .map(|part| {
                let own = part.normalize.as_ref().map(|own| steps(own, &changes));
                Ok(own.transpose()?.map(|steps| Normalizer::new(&steps)))
            })
            .collect();
        let known = preset.parts().into_iter().flat_map(|parts| &parts.known);
        let comparisons = iter::once(comparison(&preset.compare))
            .chain(known.map(|part| comparison(part.compare.as_ref().unwrap_or(&preset.compare))))
            .collect();
        let threshold = float(&value("na_threshold"));
        match (extractor, common, parts, threshold) {
            (Ok(extractor), Ok(common), Ok(parts), Some(na_threshold)) if problems.is_empty() => {
                Ok(Self {
                    comparisons,
                    parts,
                    refusals: Phrases::new(&preset.refusals),
                    preset: preset.clone(),
                    own: VALUES && !is_of_catalog(preset),
                    extractor,
                    normalizer: Normalizer::new(&common),
                    empty: match preset.rules.empty {
                        Empty::Zero => EmptyRule::Zero,
                        Empty::Equal => EmptyRule::Equal,
                    },
                    yes_no: if preset.rules.yes_no { YesNoRule::On } else { YesNoRule::Off },
                    rules: preset.rules.clone(),
                    #[cfg(feature = "values")]
                    days: ["start_date", "end_date"].map(|key| {
                        let given = value(key);
                        // Presets without such a setting have the value of any other.
                        (given != limits::ANY && given.starts_with(|c: char| c.is_ascii_digit()))
                            .then_some(given)
                    }),
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

    /// What takes the answer from the raw output that stands in a column of this name: programs that
    /// others have taken out already are whole, unless the user wants it otherwise.
    pub fn extractor_of(&self, column: Option<&str>) -> &Extractor {
        let taken = VALUES && !self.preset.run.is_empty() && !self.changes.contains_key("extract");
        if taken && column.is_some_and(is_program) { &Extractor::Whole } else { &self.extractor }
    }

    /// The normal form of a part.
    pub fn normalizer_of(&self, part: PartOf) -> &Normalizer {
        let own = match part {
            PartOf::Known(place) => self.parts.get(place).and_then(Option::as_ref),
            PartOf::Whole | PartOf::Other => None,
        };
        own.unwrap_or(&self.normalizer)
    }

    /// Whether answers of a part are compared by their words.
    pub fn compares_words(&self, part: PartOf) -> bool {
        self.comparison_of(part).is_none_or(|found| found.adds.is_some())
    }

    /// How answers of a part are compared where words are not all.
    pub fn comparison_of(&self, part: PartOf) -> Option<&'static Comparison> {
        self.comparisons.get(part.place()).copied().flatten()
    }

    /// Whether exact match is a share and not yes or no.
    pub fn shares_exact_match(&self) -> bool {
        self.comparisons.iter().flatten().any(|found| VALUES && found.shares)
    }

    /// What the preset says of joining.
    pub fn join_rules(&self) -> crate::join::Rules<'_> {
        let Rules { attempts, ref id_prefixes, .. } = self.rules;
        crate::join::Rules { attempts: attempts && VALUES, id_prefixes }
    }

    /// Whether predictions may be lists.
    pub fn takes_lists(&self) -> bool {
        self.comparisons.iter().flatten().any(|found| VALUES && found.lists)
    }

    /// What the bits of [`Judged::notes`](crate::metric::compare::Judged::notes) say of a question.
    pub fn notes_of(&self, part: PartOf, bits: u8) -> impl Iterator<Item = &'static Note> {
        let found = self.comparison_of(part).filter(|_| VALUES);
        let notes = found.map_or(&[][..], |found| found.notes);
        notes
            .iter()
            .enumerate()
            .filter(move |(bit, _)| bits & (1 << bit) != 0)
            .map(|(_, note)| note)
    }

    /// The metric that differs where other settings than these are in force; `None` where that is the
    /// headline, or it is not known.
    pub fn about(&self, others: &Self) -> Option<&'static str> {
        let mut differ = SETTINGS.iter().filter(|one| self.value(one.key) != others.value(one.key));
        let particular = differ.next()?.of == Of::Named && differ.all(|one| one.of == Of::Named);
        let adds = self.comparisons.iter().flatten().find_map(|found| found.adds);
        adds.filter(|adds| particular && self.preset.metrics.first().is_none_or(|one| one != adds))
    }

    /// The judges of the whole and of each known part, made for these settings.
    pub fn judges(&self) -> Vec<Option<Box<dyn Judge>>> {
        let judge = |(place, found): (usize, Option<&'static Comparison>)| {
            let part = place.checked_sub(1).map_or(PartOf::Whole, PartOf::Known);
            let value = |key: &str| match key {
                EMPTY if self.empty == EmptyRule::Equal => "equal".to_owned(),
                NORMALIZE => {
                    let steps = self.normalizer_of(part).steps().iter();
                    steps.map(ToString::to_string).collect::<Vec<_>>().join("\n")
                }
                _ => self.value(key),
            };
            Some((found?.judge)(&value))
        };
        let comparisons = self.comparisons.iter().copied().enumerate();
        comparisons.filter(|_| VALUES).map(judge).collect()
    }

    /// What is run for answers without a verdict; `None` where the preset runs nothing.
    #[cfg(feature = "values")]
    pub fn plan(&self) -> Option<Plan> {
        Plan::new(&self.preset.run, &|key| self.value(key))
    }

    /// Whether questions of a part are left out of the score.
    pub fn leaves_out(&self, part: PartOf) -> bool {
        let others = self.preset.parts().map(|parts| parts.others);
        part == PartOf::Other && others == Some(Others::Exclude)
    }

    /// Whether the day of a question's contest is outside of those asked for, or not known. As in the
    /// reference both are compared with their time of day, and a day begins at midnight.
    #[cfg(feature = "values")]
    pub fn is_of_other_days(&self, gold: Lookup<'_>) -> bool {
        let [from, to] = &self.days;
        if from.is_none() && to.is_none() {
            return false;
        }
        let Some(date) = gold("contest_date") else { return true };
        let moment = |text: &str| {
            let time = if text.len() == "2024-01-01".len() { "T00:00:00" } else { "" };
            text.replacen(' ', "T", 1) + time
        };
        let date = moment(date.trim());
        from.as_ref().is_some_and(|from| date < moment(from))
            || to.as_ref().is_some_and(|to| date > moment(to))
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
    /// setting is one that the reference does not have either. It has its threshold, its day, and its
    /// days of contests.
    pub fn departs(&self) -> bool {
        self.own
            || self.changes.keys().any(|key| {
                !matches!(key.as_str(), "na_threshold" | "now" | "start_date" | "end_date")
            })
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
        SETTINGS.iter().filter(|info| applies(&self.preset, info))
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
        if VALUES && self.own {
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

fn applies(preset: &Preset, info: &SettingInfo) -> bool {
    match info.of {
        Of::Every => true,
        Of::Words => {
            let words = |name: &String| comparison(name).is_none_or(|found| found.adds.is_some());
            let mut parts = preset.parts().into_iter().flat_map(|parts| &parts.known);
            words(&preset.compare) || parts.any(|part| part.compare.as_ref().is_some_and(words))
        }
        Of::Switch => preset.switches.iter().any(|switch| switch == info.key),
        Of::Unanswerable => preset.rules.unanswerable,
        Of::Named => named(preset, info.key).is_some(),
    }
}

/// The value that a preset gives a setting of its own.
fn named<'p>(preset: &'p Preset, key: &str) -> Option<&'p str> {
    preset.settings.iter().find_map(|text| text.strip_prefix(key)?.strip_prefix('='))
}

/// Whether a text is a setting that presets name, with a value in the form in which it is kept.
pub(super) fn is_particular(text: &str) -> bool {
    text.split_once('=').is_some_and(|(key, value)| {
        let info = SETTINGS.iter().find(|info| info.key == key && info.of == Of::Named);
        info.and_then(|info| plain(info, value)).as_deref() == Some(value)
    })
}

/// The form in which a value of a setting is kept; `None` where it is no value of it.
fn plain(info: &SettingInfo, value: &str) -> Option<String> {
    if info.options.iter().any(|option| option.0 == value) {
        return Some(value.to_owned());
    }
    info.free.as_ref().and_then(|free| (free.plain)(value))
}

fn rule(text: &str) -> Option<String> {
    text.parse::<Extractor>().ok().map(|rule| rule.to_string())
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
        _ => named(preset, key).unwrap_or("keep"),
    }
    .to_owned()
}

/// The form in which a value is kept.
fn check(preset: &Preset, key: &str, value: &str) -> Result<String, Error> {
    let here = || SETTINGS.iter().filter(|info| applies(preset, info));
    let Some(info) = here().find(|info| info.key == key) else {
        let keys: Vec<&str> = here().map(|info| info.key).collect();
        let message = format!("{} has no setting {key:?}", preset.id);
        return Err(Diagnostic::error("unknown_setting", message)
            .remedy(format!("choose one of {}", keys.join(", ")))
            .into());
    };
    plain(info, value).ok_or_else(|| {
        let values: Vec<&str> = info.options.iter().map(|option| option.0).collect();
        let remedy = match &info.free {
            Some(free) if values.is_empty() => format!("give {}", free.words),
            _ => format!("choose one of {}", values.join(", ")),
        };
        let message = format!("{key} cannot be {value:?}");
        Diagnostic::error("bad_setting", message).remedy(remedy).into()
    })
}
