//! Doubts about rules of which another one would give another score.

use super::{Kind, Remedy};
use crate::base::diagnostic::cut_middle;
use crate::base::digits::{by_number, counted, grouped, percent};
use crate::preset::GOLD_SPLIT;
use itertools::Itertools;

/// The first questions of a run, scored again by another rule.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Retried {
    pub(crate) run: String,
    /// Mean from 0 to 1 as it is.
    pub(crate) gives: f64,
    /// Mean from 0 to 1 by the other rule.
    pub(crate) would_give: f64,
    /// How many questions were looked at.
    pub(crate) questions: usize,
}

impl Retried {
    fn words(&self) -> String {
        format!(
            "{} of the first {} questions of {} would be right instead of {}",
            percent(self.would_give),
            grouped(self.questions),
            self.run,
            percent(self.gives)
        )
    }
}

/// Another value of one setting would move the score.
#[derive(Clone, Debug, PartialEq)]
pub struct OneRuleDecides {
    pub(crate) key: &'static str,
    pub(crate) value: &'static str,
    /// The value in words.
    pub(crate) words: &'static str,
    /// The runs that it would move, at least one.
    pub(crate) retried: Vec<Retried>,
}

/// So many runs are named that a rule would move.
const NAMED: usize = 3;

impl Kind for OneRuleDecides {
    fn message(&self) -> String {
        let first = &self.retried[0];
        let moves = if self.retried.len() == 1 {
            first.words()
        } else {
            let named = self.retried.iter().take(NAMED).map(|one| {
                let [then, now] = [one.would_give, one.gives].map(percent);
                format!("{then} instead of {now} for {}", one.run)
            });
            let others = self.retried.len().saturating_sub(NAMED);
            let others = (others > 0).then(|| format!("more for {}", counted(others, "other run")));
            format!(
                "more of the first {} questions would be right: {}",
                grouped(first.questions),
                named.chain(others).join(", ")
            )
        };
        format!("the score depends on one rule: with {}, {moves}", self.words)
    }

    fn remedy(&self) -> Option<Remedy> {
        Some(Remedy::Set(self.key, self.value, self.words))
    }
}

/// Gold answers are split at a mark that looks like a part of them.
#[derive(Clone, Debug, PartialEq)]
pub struct SplitApart {
    pub(crate) mark: char,
    pub(crate) gold: String,
    pub(crate) retried: Retried,
}

impl Kind for SplitApart {
    fn message(&self) -> String {
        format!(
            "gold answers are split at {}, but in {:?} it looks like part of the answer; without the \
             split, {}",
            self.mark,
            cut_middle(&self.gold, 60),
            self.retried.words()
        )
    }

    fn about(&self) -> Option<&str> {
        Some(&self.retried.run)
    }

    fn remedy(&self) -> Option<Remedy> {
        Some(Remedy::Set(GOLD_SPLIT, "none", "gold answers whole"))
    }
}

/// Numbers may have a comma for decimals or for thousands.
#[derive(Clone, Debug, PartialEq)]
pub struct DecimalMark {
    pub(crate) file: String,
    /// Numbers that may be either.
    pub(crate) open: usize,
    pub(crate) example: String,
    /// Numbers with a decimal point.
    pub(crate) points: usize,
    /// Numbers with a decimal comma.
    pub(crate) commas: usize,
}

impl DecimalMark {
    /// Returns the words without the file.
    pub(crate) fn words(&self) -> String {
        let Self { open, example, points, commas, .. } = self;
        let [open, points, commas] = [*open, *points, *commas].map(|n| counted(n, "number"));
        let have = by_number(self.commas, "has", "have");
        let (mark, may, read) = if example.contains(',') {
            ("comma", "be a decimal mark", "separator of thousands")
        } else {
            ("point", "separate thousands", "decimal point")
        };
        let others = match self.points {
            0 => String::new(),
            _ => format!(", as in {points} of the file"),
        };
        let but = match self.commas {
            0 => String::new(),
            _ => format!(", but {commas} of the file {have} a decimal comma"),
        };
        format!(
            "the {mark} in {open}, for example {example}, may {may}; it is read as a {read}{others}{but}"
        )
    }
}

impl Kind for DecimalMark {
    fn message(&self) -> String {
        format!("{}: {}", self.file, self.words())
    }

    rows!(open);
    about!(file);
}

/// Lists on both sides are taken for sets.
#[derive(Clone, Debug, PartialEq)]
pub struct ListsAsSets;

impl Kind for ListsAsSets {
    fn message(&self) -> String {
        "both sides are lists and are compared as sets, so all members must match; the lists may also \
         be attempts, or several forms of one answer"
            .to_owned()
    }
}

/// Lists of predictions are taken for attempts.
#[derive(Clone, Debug, PartialEq)]
pub struct ListsAsAttempts;

impl Kind for ListsAsAttempts {
    fn message(&self) -> String {
        "the predictions are lists, or each question has several; each is scored as an attempt, and all \
         attempts count alike; they may also be ranked, or parts of one answer"
            .to_owned()
    }
}
