//! What settles a doubt or mends what was found in the files, each as other choices: undone like any
//! other, and with an option of the same name on the command line.

use super::findings::REWRITTEN;
use super::programs::told::VALID_PYTHON;
use super::score::Rule;
use super::{Score, Session};
use crate::base::types::{ColumnChoice, JoinBy, Role};
use crate::preset::{BLANK, DUPLICATES};
use crate::session::protocol::{Choices, Effect, Repair};

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
        let runs = score.evaluation.runs.len().min(MOST_RUNS);
        let several = self.joined().filter(|joined| joined.runs.len() > 1);
        let tried = |mut repair: Repair| {
            let gives: Vec<Effect> =
                (0..runs).map(|run| self.would_give(run, &repair.choices)).collect();
            let moved = |run: &usize| gives[*run].difference.unwrap_or(0.0).abs();
            // The first of those that move alike.
            let most = (0..runs).rev().max_by(|a, b| moved(a).total_cmp(&moved(b)));
            repair.would_give = most.and_then(|run| gives[run].mean);
            repair.metric = most.and_then(|run| gives[run].metric.clone());
            repair.run = several.zip(most).map(|(joined, run)| joined.runs[run].short_name());
            // A label that no score depends on needs no button.
            let still = most.is_some_and(|run| gives[run].mean.is_some() && moved(&run) == 0.0);
            (repair.about != "blank_prediction" || !still).then_some(repair)
        };
        self.asked_for(score).into_iter().filter_map(tried).collect()
    }

    fn asked_for(&self, score: &Score) -> Vec<Repair> {
        let (now, settings) = (self.choices(), &score.settings);
        let repair = |about: &str, words: &str, option: &str, choices: Choices| Repair {
            about: about.to_owned(),
            words: words.to_owned(),
            option: option.to_owned(),
            would_give: None,
            metric: None,
            run: None,
            choices,
        };
        let set = |about: &str, words: &str, key: &str, value: &str| {
            let mut choices = now.clone();
            choices.set.insert(key.to_owned(), value.to_owned());
            repair(about, words, &format!("--set {key}={value}"), choices)
        };
        let count = |code: &str| score.diagnostics.iter().filter(|one| one.code == code).count();
        let doubt = |part: &str| {
            score.provisional.iter().find(|doubt| doubt.contains(part)).map(String::as_str)
        };
        let rules = score.rules.iter();
        let rule =
            |(about, words, key, value): &Rule| set(about, &format!("have {words}"), key, value);
        let mut repairs: Vec<Repair> = rules.map(rule).collect();
        let by_ids = self.joined().is_some_and(|joined| joined.by.value == JoinBy::Id);
        if let Some(about) = doubt("they are not joined").filter(|_| by_ids) {
            let choices = Choices { join: Some(JoinBy::Near), ..now.clone() };
            repairs.push(repair(about, "join ids that nearly agree", "--join near", choices));
        }
        let blank_counts = settings.value(BLANK) == "scored";
        // Where questions may have no answer, a blank is an answer like any other.
        if blank_counts && !settings.rules.unanswerable && count("blank_prediction") > 0 {
            let words = "treat blank predictions as missing";
            repairs.push(set("blank_prediction", words, BLANK, "missing"));
        }
        if let Some(about) = doubt("has no verdict").filter(|_| blank_counts) {
            repairs.push(set(about, "leave out answers without a verdict", BLANK, "missing"));
        }
        if count("duplicate_prediction") > 0 && !settings.rules.attempts {
            let about = doubt("repeat the key of").unwrap_or("duplicate_prediction");
            let other = if settings.value(DUPLICATES) == "last" { "first" } else { "last" };
            let words = format!("keep the {other} of several predictions");
            repairs.push(set(about, &words, DUPLICATES, other));
        }
        if settings.preset.id == "plain-text"
            && let Some(about) = doubt(REWRITTEN)
        {
            let choices = Choices { preset: Some("plain-mixed".to_owned()), ..now.clone() };
            let words = "compare numbers and dates as such";
            repairs.push(repair(about, words, "--preset plain-mixed", choices));
        }
        for (part, words, key) in FORGIVEN {
            // An official scorer ignores what it ignores.
            if settings.preset.id.starts_with("plain-")
                && settings.value(key) == "ignore"
                && let Some(about) = doubt(part)
            {
                repairs.push(set(about, words, key, "keep"));
            }
        }
        if settings.value("extract") == "whole"
            && let Some(about) = doubt(VALID_PYTHON)
            && self.are_fenced()
        {
            let words = "take the code block of each answer";
            repairs.push(set(about, words, "extract", "last_code_block"));
        }
        // Whoever writes log odds has mostly withheld answers by them before.
        if let Some(about) = doubt("are no probabilities from 0 to 1") {
            repairs.push(set(about, "withhold no answer by them", "na_threshold", NO_ODDS));
        }
        if settings.value("missing") == "zero"
            && let Some(about) = doubt("questions have a prediction")
        {
            let words = "leave out questions without a prediction";
            repairs.push(set(about, words, "missing", "exclude"));
        }
        for (about, choice) in &self.plan().columns {
            let ColumnChoice { role, field, column } = choice;
            if !now.columns.iter().any(|known| known.role == *role && known.field == *field) {
                let option = format!("--map {}.{}={column}", role.name(), field.name());
                let mut choices = now.clone();
                choices.columns.push(choice.clone());
                repairs.push(repair(about, &format!("take {column}"), &option, choices));
            }
        }
        let hardly = doubt("which names and columns hardly tell");
        if (count("roles_look_swapped") > 0 || hardly.is_some())
            && let Some(choices) = self.swapped()
        {
            let like = || doubt("looks more like gold than").or_else(|| doubt("but looks like"));
            let about = hardly.or_else(like).unwrap_or("roles_look_swapped");
            repairs.push(repair(about, "swap gold and predictions", "--swap", choices));
        }
        repairs
    }

    /// The choices that swap the gold file and the only file of predictions, where there are both.
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

    /// The headline of a run under other choices; nothing where that would take long to know.
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
