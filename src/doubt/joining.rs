//! Doubts about which rows belong together.

use super::{Kind, Remedy};
use crate::base::digits::{by_number, counted, grouped, part};
use crate::join::{Near, Weakness};

/// A weakness of the join.
#[derive(Clone, Debug, PartialEq)]
pub struct Joining(pub(crate) Weakness);

impl Joining {
    fn of_run(run: Option<&String>) -> String {
        run.map_or_else(String::new, |run| format!("{run}: "))
    }
}

impl Kind for Joining {
    fn own_code(&self) -> Option<&'static str> {
        Some(match self.0 {
            Weakness::KeysDisagree { .. } => "keys_disagree",
            Weakness::TextsDisagree { .. } => "texts_disagree",
            Weakness::FewPredictions { .. } => "few_predictions",
            Weakness::ExtraPredictions { .. } => "extra_predictions",
            Weakness::RepeatedPredictions { .. } => "repeated_predictions",
            Weakness::ContestedPredictions { .. } => "contested_predictions",
            Weakness::RepeatedGold { .. } => "repeated_gold",
            Weakness::NearKeys { .. } => "near_keys",
            Weakness::RowOrder => "row_order",
            Weakness::CountingIds => "counting_ids",
        })
    }

    fn message(&self) -> String {
        match &self.0 {
            Weakness::KeysDisagree { by, other, pairs, questions, runs } => {
                let (by, other, pairs) = (by.plural(), other.plural(), *pairs as usize);
                match runs {
                    1 => format!(
                        "{by} and {other} pair {} questions with different predictions",
                        part(pairs, *questions)
                    ),
                    runs => format!(
                        "{by} and {other} pair {} with different predictions, in {} of {} each",
                        counted(pairs, "question"),
                        counted(*runs, "run"),
                        counted(*questions, "question")
                    ),
                }
            }
            Weakness::TextsDisagree { agreeing, compared } => format!(
                "question texts agree in only {} joined rows; the files may be shifted, shuffled or \
                 from different versions",
                part(*agreeing, *compared)
            ),
            Weakness::FewPredictions { run, found, questions } => format!(
                "{}only {} questions {} a prediction",
                Self::of_run(run.as_ref()),
                part(*found, *questions),
                by_number(*found, "has", "have")
            ),
            Weakness::ExtraPredictions { run, extra, given } => format!(
                "{}{} predictions {} not in the gold file",
                Self::of_run(run.as_ref()),
                part(*extra, *given),
                by_number(
                    *extra,
                    "is for a question that is",
                    "are for questions that are"
                )
            ),
            Weakness::RepeatedPredictions { replaced, given, first } => format!(
                "{} predictions {} the same key as {} counts; they may be several runs, or the key \
                 may need another column",
                part(*replaced, *given),
                by_number(*replaced, "has", "have"),
                if *first {
                    "an earlier one, and only the first"
                } else {
                    "a later one, and only the last"
                }
            ),
            Weakness::ContestedPredictions { predictions } => format!(
                "{} {} a key that several gold rows share, so nothing shows which belongs to which; \
                 the last one counts; give every question its own id",
                counted(*predictions, "prediction"),
                by_number(*predictions, "has", "have")
            ),
            Weakness::RepeatedGold { rows, questions } => format!(
                "{} gold rows {} the same key as an earlier one, and each is scored; they may be \
                 several answers to one question or several runs, or the key may need another column",
                part(*rows, *questions),
                by_number(*rows, "has", "have")
            ),
            Weakness::NearKeys { differing, joined, example } => {
                let shown = example
                    .as_ref()
                    .map(|[theirs, ours]| format!(", for example {theirs:?} and {ours:?}"));
                format!(
                    "the keys of {} joined predictions differ from the gold keys in white space, case, \
                     accents or the form of a number or path{}; with exact keys they would count as missing",
                    part(*differing, *joined),
                    shown.unwrap_or_default()
                )
            }
            Weakness::RowOrder => "joined by row order; nothing in the files confirms the order".to_owned(),
            Weakness::CountingIds => {
                "the ids only number the rows; no question text confirms that equal ids mean the same \
                 question"
                    .to_owned()
            }
        }
    }

    fn rows(&self) -> Option<usize> {
        match &self.0 {
            Weakness::KeysDisagree { pairs, .. } => Some(*pairs as usize),
            Weakness::TextsDisagree { agreeing, compared } => Some(compared - agreeing),
            Weakness::FewPredictions { found, questions, .. } => Some(questions - found),
            Weakness::ExtraPredictions { extra: rows, .. }
            | Weakness::RepeatedPredictions { replaced: rows, .. }
            | Weakness::ContestedPredictions { predictions: rows }
            | Weakness::RepeatedGold { rows, .. }
            | Weakness::NearKeys { differing: rows, .. } => Some(*rows),
            Weakness::RowOrder | Weakness::CountingIds => None,
        }
    }

    fn about(&self) -> Option<&str> {
        match &self.0 {
            Weakness::FewPredictions { run, .. } | Weakness::ExtraPredictions { run, .. } => {
                run.as_deref()
            }
            _ => None,
        }
    }

    fn remedy(&self) -> Option<Remedy> {
        match &self.0 {
            Weakness::FewPredictions { .. } => Some(Remedy::LeaveOutMissing),
            Weakness::RepeatedPredictions { .. } => Some(Remedy::KeepOtherDuplicate),
            _ => None,
        }
    }
}

/// No row of a run finds a question, while rows of others do.
#[derive(Clone, Debug, PartialEq)]
pub struct LeftOut {
    pub(crate) run: String,
}

impl Kind for LeftOut {
    fn message(&self) -> String {
        format!(
            "{} is not scored: none of its rows belongs to a question in the gold file",
            self.run
        )
    }

    about!(run);
}

/// A run has more attempts at some questions than at others.
#[derive(Clone, Debug, PartialEq)]
pub struct UnevenAttempts {
    pub(crate) run: String,
    pub(crate) attempts: usize,
    pub(crate) questions: usize,
    pub(crate) fewest: usize,
    pub(crate) most: usize,
}

impl Kind for UnevenAttempts {
    fn message(&self) -> String {
        let Self { run, attempts, questions, fewest, most } = self;
        format!(
            "{run}: {} at {}, {fewest} to {most} for each; if only failed attempts were repeated, the \
             score is too low",
            counted(*attempts, "attempt"),
            counted(*questions, "question")
        )
    }

    about!(run);
}

/// The questions are known from results alone.
#[derive(Clone, Debug, PartialEq)]
pub struct OwnQuestions {
    pub(crate) tasks: usize,
}

impl Kind for OwnQuestions {
    fn message(&self) -> String {
        let tasks = match self.tasks {
            1 => "the only task is".to_owned(),
            tasks => format!("the {} tasks are", grouped(tasks)),
        };
        format!("{tasks} known only from the results; a task without a result would go unnoticed")
    }
}

/// Gold answers differ between the rows of one question.
#[derive(Clone, Debug, PartialEq)]
pub struct OtherGold {
    pub(crate) rows: usize,
}

impl Kind for OtherGold {
    fn message(&self) -> String {
        "rows of the same question have different gold answers".to_owned()
    }

    rows!(rows);
}

/// Ids that are not joined are nearly gold ids.
#[derive(Clone, Debug, PartialEq)]
pub struct NearIds(pub(crate) Near);

impl Kind for NearIds {
    fn message(&self) -> String {
        self.0.to_string()
    }

    fn rows(&self) -> Option<usize> {
        Some(self.0.ids)
    }

    fn remedy(&self) -> Option<Remedy> {
        Some(Remedy::JoinNear)
    }
}
