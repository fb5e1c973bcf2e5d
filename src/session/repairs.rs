//! Choices that settle a doubt or repair the files: they can be undone like any other choice, and
//! the command line has an option of the same name.

use super::Finished;
use super::composite::run_column;
use crate::base::diagnostic::Code;
use crate::base::types::{ColumnChoice, Field, JoinBy};
use crate::doubt::{Doubt, Joining, Remedy};
use crate::join::Weakness;
use crate::preset::{BLANK, DUPLICATES, for_kind};
use crate::programs::workshop::waits;
use crate::session::protocol::{Choices, Effect, Mends, Repair};
use crate::understand::reading::AnswerKind;

/// In larger files, computing the effect of each repair would take too long.
const MOST_ROWS: usize = 4000;

/// With more runs, computing the effect on each would take too long.
const MOST_RUNS: usize = 4;

/// More than any log odds: files with log odds usually withhold the answer already if there is none.
const NO_ODDS: &str = "1000000";

impl Finished<'_> {
    /// The repairs for the findings, each with the score it would give.
    pub(super) fn find_repairs(&self) -> Vec<Repair> {
        let runs = self.score.evaluation.runs.len().min(MOST_RUNS);
        let several = Some(self.material.joined).filter(|joined| joined.runs.len() > 1);
        let tried = |mut repair: Repair| {
            let gives: Vec<Effect> =
                (0..runs).map(|run| self.would_give(run, &repair.choices)).collect();
            let moved = |run: &usize| gives[*run].difference.unwrap_or(0.0).abs();
            // Among runs with the same change, take the first one.
            let most = (0..runs).rev().max_by(|a, b| moved(a).total_cmp(&moved(b)));
            repair.would_give = most.and_then(|run| gives[run].mean);
            repair.metric = most.and_then(|run| gives[run].metric.clone());
            repair.run = several.zip(most).map(|(joined, run)| joined.runs[run].short_name.clone());
            // A label that affects no score needs no button.
            let still = most.is_some_and(|run| gives[run].mean.is_some() && moved(&run) == 0.0);
            let is_label = repair.mends == Mends::Problem(Code::BlankPrediction);
            (!is_label || !still).then_some(repair)
        };
        // Only the script knows what values it would give.
        if self.choices.script.is_some() {
            return Vec::new();
        }
        self.asked_for().into_iter().filter_map(tried).collect()
    }

    /// Returns the repairs for the doubts and problems of a score, doubts first.
    fn asked_for(&self) -> Vec<Repair> {
        let is_allowed = |repair: &Repair| {
            self.choices.hosted.as_ref().is_none_or(|hosted| hosted.allows(&repair.choices))
        };
        let of_doubt = |(place, doubt): (usize, &Doubt)| {
            let remedy = doubt.remedy().or_else(|| self.runs_apart(doubt))?;
            self.repair(Mends::Doubt(place as u32), remedy)
        };
        let mut repairs: Vec<Repair> =
            self.score.provisional.iter().enumerate().filter_map(of_doubt).collect();
        let blank = (Code::BlankPrediction, Remedy::MissingBlank);
        let repeated = (Code::DuplicatePrediction, Remedy::KeepOtherDuplicate);
        for (code, remedy) in [blank, repeated, (Code::RolesLookSwapped, Remedy::Swap)] {
            let is_noticed = self.score.diagnostics.iter().any(|one| one.code == code);
            if let Some(repair) = self.repair(Mends::Problem(code), remedy).filter(|_| is_noticed)
                && repairs.iter().all(|known| known.option != repair.option)
            {
                repairs.push(repair);
            }
        }
        repairs.retain(is_allowed);
        repairs
    }

    /// The column that distinguishes the runs, if rows have the same key.
    fn runs_apart(&self, doubt: &Doubt) -> Option<Remedy> {
        let repeats = matches!(
            doubt,
            Doubt::Joining(Joining(
                Weakness::RepeatedGold { .. } | Weakness::RepeatedPredictions { .. }
            ))
        );
        let [file] = self.plan.roles.predictions[..] else { return None };
        let side = self.material.files.first().filter(|_| repeats)?;
        let column = run_column(side.table, &self.plan.columns.maps[file], true)?;
        let role = self.plan.roles.role_of(file)?;
        Some(Remedy::Take(ColumnChoice { role, field: Field::Run, column }))
    }

    /// Returns the choices of a remedy; `None` if they are already made or are impossible.
    fn repair(&self, mends: Mends, remedy: Remedy) -> Option<Repair> {
        let (now, settings) = (self.choices, &self.score.settings);
        let repair = |words: &str, option: &str, choices: Choices| Repair {
            mends,
            words: words.to_owned(),
            option: option.to_owned(),
            would_give: None,
            metric: None,
            run: None,
            choices,
        };
        let set = |words: &str, key: &str, value: &str| {
            let mut choices = now.clone();
            choices.set.insert(key.to_owned(), value.to_owned());
            repair(words, &format!("--set {key}={value}"), choices)
        };
        let is = |key: &str, value: &str| settings.value(key) == value;
        match remedy {
            Remedy::Set(key, value, words) => Some(set(&format!("have {words}"), key, value)),
            Remedy::JoinNear => {
                let by_ids = self.material.joined.by.value == JoinBy::Id;
                let choices = Choices { join: Some(JoinBy::Near), ..now.clone() };
                by_ids.then(|| repair("join ids that nearly match", "--join near", choices))
            }
            // If questions may have no answer, a blank is an ordinary answer.
            Remedy::MissingBlank => (is(BLANK, "scored") && !settings.rules.unanswerable)
                .then(|| set("treat blank predictions as missing", BLANK, "missing")),
            Remedy::LeaveOutBlank => is(BLANK, "scored")
                .then(|| set("leave out answers without a verdict", BLANK, "missing")),
            Remedy::KeepOtherDuplicate => (!settings.rules.attempts).then(|| {
                let other = if is(DUPLICATES, "last") { "first" } else { "last" };
                set(&format!("keep the {other} of several predictions"), DUPLICATES, other)
            }),
            Remedy::CompareByKind => {
                let choices =
                    Choices { preset: Some(for_kind(AnswerKind::Mixed).to_owned()), ..now.clone() };
                let words = "compare numbers and dates by value";
                (settings.preset.kind() == Some(AnswerKind::Text)).then(|| {
                    repair(words, &["--preset ", for_kind(AnswerKind::Mixed)].concat(), choices)
                })
            }
            // An official scorer's rules about capitals, signs and articles are not changed.
            Remedy::Count(key) => {
                let words = match key {
                    "case" => "let capitals count",
                    "punctuation" => "let signs count",
                    _ => "let articles count",
                };
                (settings.preset.is_plain() && is(key, "ignore")).then(|| set(words, key, "keep"))
            }
            Remedy::TakeCodeBlock => (is("extract", "whole")
                && self.workshop().is_some_and(|shop| shop.are_fenced()))
            .then(|| set("extract the code block of each answer", "extract", "last_code_block")),
            Remedy::WithholdNone => Some(set("ignore them when scoring", "na_threshold", NO_ODDS)),
            Remedy::LeaveOutMissing => is("missing", "zero")
                .then(|| set("leave out questions without a prediction", "missing", "exclude")),
            Remedy::Take(choice) => {
                let ColumnChoice { role, field, column } = &choice;
                let is_same = |one: &ColumnChoice| one.role == *role && one.field == *field;
                if now.columns.iter().any(is_same) {
                    return None;
                }
                let option = format!("--map {}.{}={column}", role.name(), field.name());
                let words = format!("take {column}");
                let mut choices = now.clone();
                choices.columns.push(choice);
                Some(repair(&words, &option, choices))
            }
            Remedy::Swap => Some(repair(
                "swap gold and predictions",
                "--swap",
                self.plan.swapped(self.sources, now)?,
            )),
        }
    }

    /// The headline of a run under other choices; `None` if computing it would take too long.
    fn would_give(&self, run: usize, choices: &Choices) -> Effect {
        let rows = self.score.evaluation.runs[run].states.len();
        if rows > MOST_ROWS || waits(&self.material).is_some() {
            return Effect::default();
        }
        let Ok(mut preview) = self.preview(run, choices) else { return Effect::default() };
        while !self.advance_preview(&mut preview, usize::MAX) {}
        self.effect(&preview)
    }
}
