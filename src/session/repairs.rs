//! What settles a doubt or mends what was found in the files, each as other choices: undone like any
//! other, and with an option of the same name on the command line.

use super::findings::REWRITTEN;
use super::programs::told::VALID_PYTHON;
use super::{Score, Session};
use crate::preset::{BLANK, DUPLICATES};
use crate::protocol::{Choices, Effect, Repair};
use crate::types::{JoinBy, Role};

/// In larger files nobody waits for what each repair would give.
const MOST_ROWS: usize = 4000;

/// Of more runs nobody waits for what it would give each.
const MOST_RUNS: usize = 4;

/// Doubts about what a comparison forgives, what has it count, and the setting that does.
const FORGIVEN: [(&str, &str, &str); 3] = [
    ("capitals are ignored", "have capitals count", "case"),
    ("signs are ignored", "have signs count", "punctuation"),
    ("articles are ignored", "have articles count", "articles"),
];

/// More than any log odds.
const NO_ODDS: &str = "1000000";

impl Session {
    /// The repairs that what was found asks for, each with what it would give.
    pub(super) fn find_repairs(&self) -> Vec<Repair> {
        let Some(score) = self.score() else { return Vec::new() };
        let mut repairs = self.asked_for(score);
        let runs = score.evaluation.runs.len().min(MOST_RUNS);
        let mut idle = Vec::new();
        for repair in &mut repairs {
            let gives: Vec<Effect> =
                (0..runs).map(|run| self.would_give(run, &repair.choices)).collect();
            let moved = |run: &usize| gives[*run].difference.unwrap_or(0.0).abs();
            // The first of those that move alike.
            let most = (0..runs).rev().max_by(|a, b| moved(a).total_cmp(&moved(b)));
            repair.would_give = most.and_then(|run| gives[run].mean);
            repair.metric = most.and_then(|run| gives[run].metric.clone());
            let several = self.joined().filter(|joined| joined.runs.len() > 1);
            repair.run = several.zip(most).map(|(joined, run)| joined.runs[run].short_name());
            // A label that no score depends on needs no button.
            let still = most.is_some_and(|run| gives[run].mean.is_some() && moved(&run) == 0.0);
            idle.push(repair.about == "blank_prediction" && still);
        }
        let mut idle = idle.into_iter();
        repairs.retain(|_| idle.next() != Some(true));
        repairs
    }

    fn asked_for(&self, score: &Score) -> Vec<Repair> {
        let now = self.choices();
        let mut repairs = Vec::new();
        let mut add = |about: &str, words: String, option: String, choices: Choices| {
            repairs.push(Repair {
                about: about.to_owned(),
                words,
                option,
                would_give: None,
                metric: None,
                run: None,
                choices,
            });
        };
        let set = |key: &str, value: &str| {
            let mut choices = now.clone();
            choices.set.insert(key.to_owned(), value.to_owned());
            choices
        };
        let count = |code: &str| score.diagnostics.iter().filter(|one| one.code == code).count();
        let doubt = |part: &str| score.provisional.iter().find(|doubt| doubt.contains(part));
        for (about, words, key, value) in &score.rules {
            add(about, format!("have {words}"), format!("--set {key}={value}"), set(key, value));
        }
        if self.joined().is_some_and(|joined| joined.by.value == JoinBy::Id)
            && let Some(about) = doubt("they are not joined")
        {
            let words = "join ids that nearly agree".to_owned();
            let choices = Choices { join: Some(JoinBy::Near), ..now.clone() };
            add(about, words, "--join near".to_owned(), choices);
        }
        // Where questions may have no answer, a blank is an answer like any other.
        let says_nothing = score.settings.rules.unanswerable;
        if !says_nothing && count("blank_prediction") > 0 && score.settings.value(BLANK) == "scored"
        {
            let words = "treat blank predictions as missing".to_owned();
            add("blank_prediction", words, format!("--set {BLANK}=missing"), set(BLANK, "missing"));
        }
        if score.settings.value(BLANK) == "scored"
            && let Some(about) = doubt("has no verdict")
        {
            let words = "leave out answers without a verdict".to_owned();
            add(about, words, format!("--set {BLANK}=missing"), set(BLANK, "missing"));
        }
        if count("duplicate_prediction") > 0 && !score.settings.rules.attempts {
            let about = doubt("repeat the key of").map_or("duplicate_prediction", String::as_str);
            let other = if score.settings.value(DUPLICATES) == "last" { "first" } else { "last" };
            let words = format!("keep the {other} of several predictions");
            add(about, words, format!("--set {DUPLICATES}={other}"), set(DUPLICATES, other));
        }
        if score.settings.preset.id == "plain-text"
            && let Some(about) = doubt(REWRITTEN)
        {
            let preset = Some("plain-mixed".to_owned());
            let words = "compare numbers and dates as such".to_owned();
            let choices = Choices { preset, ..now.clone() };
            add(about, words, "--preset plain-mixed".to_owned(), choices);
        }
        // An official scorer ignores what it ignores.
        if score.settings.preset.id.starts_with("plain-") {
            for (part, words, key) in FORGIVEN {
                if score.settings.value(key) == "ignore"
                    && let Some(about) = doubt(part)
                {
                    add(about, words.to_owned(), format!("--set {key}=keep"), set(key, "keep"));
                }
            }
        }
        if score.settings.value("extract") == "whole"
            && let Some(about) = doubt(VALID_PYTHON)
            && self.are_fenced()
        {
            let words = "take the code block of each answer".to_owned();
            let option = "--set extract=last_code_block".to_owned();
            add(about, words, option, set("extract", "last_code_block"));
        }
        // Whoever writes log odds has mostly withheld answers by them before.
        if let Some(about) = doubt("are no probabilities from 0 to 1") {
            let words = "withhold no answer by them".to_owned();
            let option = format!("--set na_threshold={NO_ODDS}");
            add(about, words, option, set("na_threshold", NO_ODDS));
        }
        if score.settings.value("missing") == "zero"
            && let Some(about) = doubt("questions have a prediction")
        {
            let words = "leave out questions without a prediction".to_owned();
            add(about, words, "--set missing=exclude".to_owned(), set("missing", "exclude"));
        }
        for (about, column) in &self.plan().columns {
            let mut choices = now.clone();
            let same = |known: &&crate::types::ColumnChoice| {
                known.role == column.role && known.field == column.field
            };
            if !choices.columns.iter().any(|known| same(&known)) {
                let option = format!(
                    "--map {}.{}={}",
                    column.role.name(),
                    column.field.name(),
                    column.column
                );
                let words = format!("take {}", column.column);
                choices.columns.push(column.clone());
                add(about, words, option, choices);
            }
        }
        let hardly = doubt("which names and columns hardly tell");
        if (count("roles_look_swapped") > 0 || hardly.is_some())
            && let Some(choices) = self.swapped()
        {
            let about = hardly
                .or_else(|| doubt("looks more like gold than"))
                .or_else(|| doubt("but looks like"));
            let about = about.map_or("roles_look_swapped", String::as_str);
            add(about, "swap gold and predictions".to_owned(), "--swap".to_owned(), choices);
        }
        repairs
    }

    /// The choices that swap the gold file and the only file of predictions; `None` where there is not one
    /// of each.
    pub fn swapped(&self) -> Option<Choices> {
        let gold = self.plan().gold?;
        let [other] = self.plan().predictions.as_slice() else { return None };
        if gold == *other {
            return None;
        }
        let mut choices = self.choices().clone();
        let slot = |file: usize| self.sources()[file].slot;
        choices.roles.insert(slot(gold), Role::Predictions);
        choices.roles.insert(slot(*other), Role::Gold);
        // Columns were chosen for the roles of before.
        choices.columns.clear();
        Some(choices)
    }

    /// The headline of the first run under other choices, 0 to 1; `None` where the files have to be read
    /// again to know, or it would take long.
    fn would_give(&self, run: usize, choices: &Choices) -> Effect {
        let rows = self.score().map_or(0, |score| score.evaluation.runs[run].states.len());
        if rows > MOST_ROWS || self.waits_for_programs().is_some() {
            return Effect::default();
        }
        let Ok(mut preview) = self.preview(run, choices) else { return Effect::default() };
        while !self.advance_preview(&mut preview, usize::MAX) {}
        self.effect(&preview)
    }
}
