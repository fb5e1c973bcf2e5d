//! A preset with the user's changes, compiled once so that scoring cannot fail.

use super::limits;
use super::own::is_of_catalog;
use super::setting_table::{
    BLANK, DROP, DUPLICATES, GOLD_SPLIT, Of, SETTINGS, SettingInfo, THOUGHTS, applies, check,
    default_of, gold_mark, named,
};
use super::switches::steps;
use super::{Others, Preset, Rules, preset};
use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::error::Error;
use crate::base::types::PartOf;
use crate::programs::Plan;
use crate::score::extract::Extractor;
use crate::score::metric::compare::{
    AnswerComparison, EMPTY, Judge, Lookup, NORMALIZE, Note, comparison,
};
use crate::score::metric::metric;
use crate::score::metric::refusal::Phrases;
use crate::score::metric::scripted::SCRIPT;
use crate::score::metric::token_f1::{EmptyRule, YesNoRule};
use crate::table::float;
use crate::text::{Normalizer, Step};
use crate::understand::names::is_program;
use itertools::Itertools as _;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::iter;

/// What a missing prediction is worth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[derive(strum::EnumString, strum::IntoStaticStr, strum::VariantNames)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Missing {
    /// 0, and it counts in n.
    #[default]
    Zero,
    /// Nothing: the question is left out of means and of n.
    Exclude,
}

impl Missing {
    /// The name, as a value of the setting.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// A preset and the user's changes, compiled. Immutable.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The preset, of the catalog or the user's own.
    pub preset: Preset,
    /// Whether it is the user's own: not in the catalog, or not as it stands there.
    own: bool,
    /// Settings whose value differs from the preset's.
    pub changes: BTreeMap<String, String>,
    /// Takes the answer from the raw output.
    pub extractor: Extractor,
    /// Normalises both sides, but in parts with a normal form of their own.
    pub normalizer: Normalizer,
    /// How the whole and each known part are compared where words are not all.
    comparisons: Vec<Option<&'static AnswerComparison>>,
    /// For each known part its own normal form.
    parts: Vec<Option<Normalizer>>,
    /// Tells refusals from answers, where the preset does.
    pub refusals: Phrases,
    /// What F1 is where a side has no tokens.
    pub empty: EmptyRule,
    /// Whether yes and no only match themselves.
    pub yes_no: YesNoRule,
    /// What stands between several right answers in one gold answer.
    pub(crate) gold_mark: Option<char>,
    /// The preset's rules.
    pub rules: Rules,
    /// First and last day of the contests that count.
    days: [Option<String>; 2],
    /// What a missing prediction is worth.
    pub missing: Missing,
    /// Whether a prediction without text counts as missing.
    pub blank_is_missing: bool,
    /// An answer counts as withheld where its probability of no answer is greater.
    pub na_threshold: f64,
}

impl Settings {
    /// Compiles a preset with changes (`KEY` → `VALUE`, as `--set` takes them).
    ///
    /// # Errors
    /// Where a key or value is not known; the remedy lists what is.
    pub fn compile(preset: &Preset, changes: &BTreeMap<String, String>) -> Result<Self, Error> {
        let mut problems = Vec::new();
        let mut effective = BTreeMap::new();
        for (key, value) in changes {
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
        let known = || preset.parts().into_iter().flat_map(|parts| &parts.known);
        let parts: Result<Vec<Option<Normalizer>>, String> = known()
            .map(|part| {
                let own = part.normalize.as_ref().map(|own| steps(own, &changes));
                Ok(own.transpose()?.map(|steps| Normalizer::new(&steps)))
            })
            .collect();
        let comparisons = iter::once(comparison(&preset.compare))
            .chain(known().map(|part| comparison(part.compare.as_ref().unwrap_or(&preset.compare))))
            .collect();
        let threshold = float(&value("na_threshold"));
        match (extractor, common, parts, threshold) {
            (Ok(extractor), Ok(common), Ok(parts), Some(na_threshold)) if problems.is_empty() => {
                Ok(Self {
                    comparisons,
                    parts,
                    refusals: Phrases::new(&preset.refusals),
                    preset: preset.clone(),
                    own: !is_of_catalog(preset),
                    extractor: if value(THOUGHTS) == DROP {
                        Extractor::WithoutThoughts(Box::new(extractor))
                    } else {
                        extractor
                    },
                    gold_mark: gold_mark(&value(GOLD_SPLIT)),
                    normalizer: Normalizer::new(&common),
                    empty: preset.rules.empty,
                    yes_no: if preset.rules.yes_no { YesNoRule::On } else { YesNoRule::Off },
                    rules: preset.rules.clone(),
                    days: ["start_date", "end_date"].map(|key| {
                        let given = value(key);
                        // Presets without such a setting have the value of any other.
                        (given != limits::ANY && given.starts_with(|c: char| c.is_ascii_digit()))
                            .then_some(given)
                    }),
                    missing: value("missing").parse().unwrap_or_default(),
                    blank_is_missing: value(BLANK) == "missing",
                    na_threshold,
                    changes,
                })
            }
            (extractor, common, parts, _) => {
                let messages = [extractor.err(), common.err(), parts.err()];
                for message in messages.into_iter().flatten() {
                    problems.push(Diagnostic::error(Code::BadPreset, message));
                }
                Err(Error::new(problems))
            }
        }
    }

    /// The right answers in gold answers, each with the place of that in which it stands; `None` where
    /// each is one as it is.
    pub fn split<'g>(
        &self,
        golds: impl Iterator<Item = &'g str> + Clone,
    ) -> Option<Vec<(usize, &'g str)>> {
        let mark = self.gold_mark.filter(|mark| golds.clone().any(|gold| gold.contains(*mark)))?;
        let parts = golds.enumerate().flat_map(|(place, gold)| {
            gold.split(mark)
                .map(str::trim)
                .filter(|part| !part.is_empty())
                .map(move |part| (place, part))
        });
        Some(parts.collect())
    }

    /// What takes the answer from the raw output that stands in a column of this name: programs that
    /// others have taken out already are whole, unless the user wants it otherwise.
    pub fn extractor_of(&self, column: Option<&str>) -> &Extractor {
        let taken = !self.preset.run.is_empty() && !self.changes.contains_key("extract");
        if taken && column.is_some_and(is_program) { &Extractor::WHOLE } else { &self.extractor }
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
    pub fn comparison_of(&self, part: PartOf) -> Option<&'static AnswerComparison> {
        self.comparisons.get(part.place()).copied().flatten()
    }

    /// Whether exact match is a share and not yes or no.
    pub fn shares_exact_match(&self) -> bool {
        self.comparisons.iter().flatten().any(|found| found.shares)
    }

    /// What the preset says of joining.
    pub fn join_rules(&self) -> crate::join::Rules<'_> {
        let Rules { attempts, ref id_prefixes, .. } = self.rules;
        let first = self.changes.get(DUPLICATES).is_some_and(|value| value == "first");
        crate::join::Rules { attempts, id_prefixes, first, part: false }
    }

    /// Whether every question has to have a gold answer: no verdict stands for one, none may be missing on
    /// purpose, and none is left out for want of a number.
    pub fn asks_for_answers(&self) -> bool {
        let preset = &self.preset;
        !self.rules.unanswerable && !preset.takes_verdicts() && preset.compare != "numbers"
    }

    /// Whether predictions may be lists.
    pub fn takes_lists(&self) -> bool {
        self.comparisons.iter().flatten().any(|found| found.lists)
    }

    /// Whether objects are compared as what they are, however they are written; a script compares them as it likes.
    pub fn takes_objects(&self) -> bool {
        let steps = self.normalizer.steps();
        let is_scripted = self.preset.compare == SCRIPT;
        is_scripted || steps.contains(&Step::Objects) || steps.contains(&Step::Records)
    }

    /// Whether all attempts at a question are compared at once.
    pub fn takes_votes(&self) -> bool {
        self.comparisons.iter().flatten().any(|found| found.votes)
    }

    /// Whether records and calls of tools are found within outputs and compared as a whole.
    pub fn takes_records(&self) -> bool {
        self.normalizer.steps().contains(&Step::Records)
    }

    /// What the bits of [`Judged::notes`](crate::score::metric::compare::Judged::notes) say of a question.
    pub fn notes_of(&self, part: PartOf, bits: u8) -> impl Iterator<Item = &'static Note> {
        let found = self.comparison_of(part);
        let notes = found.map_or(&[][..], |found| found.notes);
        notes
            .iter()
            .enumerate()
            .filter(move |(bit, _)| bits & (1 << bit) != 0)
            .map(|(_, note)| note)
    }

    /// The metric that differs where other settings than these are in force; `None` where that is the
    /// one that leads, or it is not known.
    pub fn about(&self, others: &Self, lead: Option<&str>) -> Option<&'static str> {
        let mut differ = SETTINGS.iter().filter(|one| self.value(one.key) != others.value(one.key));
        let particular = differ.next()?.of == Of::Named && differ.all(|one| one.of == Of::Named);
        let about = if particular {
            self.comparisons.iter().flatten().find_map(|found| found.adds)
        } else if self.preset.card.lead.is_empty() {
            None
        } else {
            self.preset.metrics.first().and_then(|id| metric(id)).map(|metric| metric.id)
        };
        about.filter(|about| lead != Some(*about))
    }

    /// The judges of the whole and of each known part, made for these settings.
    pub fn judges(&self) -> Vec<Option<Box<dyn Judge>>> {
        let judge = |(place, found): (usize, Option<&'static AnswerComparison>)| {
            let part = place.checked_sub(1).map_or(PartOf::Whole, PartOf::Known);
            let value = |key: &str| match key {
                EMPTY if self.empty == EmptyRule::Equal => "equal".to_owned(),
                NORMALIZE => {
                    let steps = self.normalizer_of(part).steps().iter();
                    steps.map(ToString::to_string).join("\n")
                }
                _ => self.value(key),
            };
            Some((found?.judge)(&value))
        };
        let comparisons = self.comparisons.iter().copied().enumerate();
        comparisons.map(judge).collect()
    }

    /// What is run for answers without a verdict; `None` where the preset runs nothing.
    pub fn plan(&self) -> Option<Plan> {
        Plan::new(&self.preset.run, &|key| self.value(key))
    }

    /// A value of a setting in words, which stand in `option` as the table of settings has them: an answer
    /// that is a program is run and not compared.
    pub fn words_of(&self, option: &'static (&'static str, &'static str, &'static str)) -> String {
        let (value, words, _) = option;
        let whole = ["whole", "first_line", "last_line"].contains(value);
        match words.strip_suffix("compared") {
            Some(what) if whole && self.preset.takes_programs() => [what, "run"].concat(),
            _ => (*words).to_owned(),
        }
    }

    /// Whether questions of a part are left out of the score.
    pub fn leaves_out(&self, part: PartOf) -> bool {
        let others = self.preset.parts().map(|parts| parts.others);
        part == PartOf::Other && others == Some(Others::Exclude)
    }

    /// Whether the day of a question's contest is outside of those asked for, or not known. As in the
    /// reference both are compared with their time of day, and a day begins at midnight.
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
    /// setting is one that the reference does not have either.
    pub fn departs(&self) -> bool {
        let of_reference =
            |key: &String| SETTINGS.iter().any(|info| info.key == key && info.of_reference);
        self.own || !self.changes.keys().all(of_reference)
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

    /// Those of them that signatures and sentences name: a repair, and how programs are
    /// kept apart, only if the preset or somebody chose it.
    pub fn named(&self) -> impl Iterator<Item = &'static SettingInfo> + '_ {
        self.applicable().filter(|info| {
            let chosen =
                || self.changes.contains_key(info.key) || named(&self.preset, info.key).is_some();
            !matches!(info.of, Of::Repair | Of::Runs) || chosen()
        })
    }

    /// Every setting with its value, in the order of the sentence.
    pub fn values(&self) -> Vec<(&'static str, String)> {
        self.named().map(|info| (info.key, self.value(info.key))).collect()
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
            let rules = self.preset.with(&self.changes).bare_text();
            // The same rules may be the catalog's with other settings.
            let values = self.values().into_iter().map(|(key, value)| (key.to_owned(), value));
            let values = values.collect();
            let known = preset(&self.preset.id).map(|known| known.with(&values).bare_text());
            if known.as_ref() != Ok(&rules) {
                text.push_str(&rules);
            }
        }
        format!("{:x}", Sha256::digest(text.as_bytes()))[..12].to_owned()
    }
}
