//! Why a score is provisional. Every kind of doubt is a type with its facts in one of these files, and
//! [`Doubt`] lists them all with their codes. Words are made from a doubt in [`Kind::message`] alone;
//! everything else goes by variant or by code.
//!
//! To add a kind: a struct with its facts, [`Kind`] for it, a line in the list below, and the condition
//! that raises it in `session`.

/// Defines the number of rows of a kind by one of its facts.
macro_rules! rows {
    ($fact:ident) => {
        fn rows(&self) -> Option<usize> {
            Some(self.$fact)
        }
    };
}

/// Defines the run or file of a kind by one of its facts.
macro_rules! about {
    ($fact:ident) => {
        fn about(&self) -> Option<&str> {
            Some(&self.$fact)
        }
    };
}

mod answers;
mod benchmark;
mod damage;
mod files;
mod forgiven;
mod former;
mod gold;
mod joining;
mod outputs;
mod predictions;
mod remedy;
mod rules;
mod verdicts;

pub(crate) use answers::*;
pub(crate) use benchmark::*;
pub(crate) use damage::*;
pub(crate) use files::*;
pub(crate) use forgiven::*;
pub(crate) use gold::*;
pub(crate) use joining::*;
pub(crate) use outputs::*;
pub(crate) use predictions::*;
pub(crate) use rules::*;
pub(crate) use verdicts::*;

pub(crate) use former::code_of;
pub use remedy::Remedy;

use crate::base::diagnostic::cut_middle;
use std::fmt;

/// A kind of doubt: facts, and what people read of them.
trait Kind {
    /// Returns the words, without a full stop.
    fn message(&self) -> String;

    /// Returns its code, where the facts decide which of several it is.
    fn own_code(&self) -> Option<&'static str> {
        None
    }

    /// Returns how many rows it concerns, where it concerns single ones.
    fn rows(&self) -> Option<usize> {
        None
    }

    /// Returns the run or file that it concerns, where others may give rise to the same doubt.
    fn about(&self) -> Option<&str> {
        None
    }

    /// Returns what would settle it.
    fn remedy(&self) -> Option<Remedy> {
        None
    }
}

macro_rules! kinds {
    ($($code:literal $kind:ident),* $(,)?) => {
        /// A reason why a score is provisional.
        #[derive(Clone, Debug, PartialEq)]
        pub enum Doubt {
            $(#[doc = concat!("`", $code, "`")] $kind($kind),)*
        }

        impl Doubt {
            /// The codes of all kinds; a kind whose facts decide has more of its own.
            pub const CODES: &[&str] = &[$($code),*];

            /// Returns the stable name of its kind, for programs.
            pub fn code(&self) -> &'static str {
                match self {
                    $(Self::$kind(it) => it.own_code().unwrap_or($code),)*
                }
            }

            fn kind(&self) -> &dyn Kind {
                match self {
                    $(Self::$kind(it) => it,)*
                }
            }
        }

        $(impl From<$kind> for Doubt {
            fn from(it: $kind) -> Self {
                Self::$kind(it)
            }
        })*
    };
}

kinds! {
    // What the files are.
    "provisional_report" ProvisionalReport,
    "other_questions" OtherQuestions,
    "only_failures_listed" FailuresListed,
    "guessed_table" GuessedTable,
    "guessed_roles" GuessedRoles,
    "roles_look_swapped" SwappedRoles,
    "alike_files" AlikeFiles,
    "guessed_column" GuessedColumn,
    "other_column" OtherColumn,
    "other_version" OtherVersion,
    "column_by_values" ColumnByValues,
    "reading" Reading,
    // How rows belong together.
    "join" Joining,
    "left_out" LeftOut,
    "uneven_attempts" UnevenAttempts,
    "own_questions" OwnQuestions,
    "other_gold" OtherGold,
    "near_match" NearIds,
    // What of a prediction is scored.
    "likeliest_choices" LikeliestChoices,
    "graded_predictions" GradedPredictions,
    "end_tokens" EndTokens,
    "wrapped_predictions" WrappedPredictions,
    "unopened_predictions" UnopenedPredictions,
    "first_of_lists" FirstOfLists,
    "nested_predictions" NestedPredictions,
    "list_as_text" ListAsText,
    "no_probabilities" NoProbabilities,
    "no_supporting_facts" NoSupportingFacts,
    // The gold answers.
    "adjacent_texts" AdjacentTexts,
    "lists_in_gold" ListsInGold,
    "emptied_gold" EmptiedGold,
    "letters_on_one_side" LettersOnOneSide,
    "no_label_in_gold" NoLabelInGold,
    "no_gold_scale" NoGoldScale,
    "mixed_gold" MixedGold,
    "no_gold_answers" NoGoldAnswers,
    "blank_gold" BlankGold,
    "unknown_part" UnknownParts,
    "summary_row" SummaryRow,
    // Damage.
    "unreadable_rows" UnreadableRows,
    "damaged_file" DamagedFile,
    "damaged_member" DamagedMember,
    "word_for_nothing" WordForNothing,
    "mojibake" Mojibake,
    "nul_characters" NulCharacters,
    "encoded_text" EncodedText,
    "decomposed_letters" DecomposedLetters,
    "constant_predictions" ConstantPredictions,
    "copied_gold" CopiedGold,
    "shifted" Shifted,
    "reversed" Reversed,
    "sorted" Sorted,
    "shuffled" Shuffled,
    // Outputs that are no answers.
    "cut_thoughts" CutThoughts,
    "error_messages" ErrorMessages,
    "further_questions" FurtherQuestions,
    "nothing_extracted" NothingExtracted,
    "no_numbers" NoNumbers,
    "other_scale" OtherScale,
    "only_failures" OnlyFailures,
    "judged" Judged,
    // Answers that count as wrong and may be right.
    "longer_outputs" LongerOutputs,
    "answer_within" AnswerWithin,
    "reordered_words" ReorderedWords,
    "none_right" NoneRight,
    "counted_from_another" CountedFromAnother,
    "nearly_equal" NearlyEqual,
    "rewritten_values" RewrittenValues,
    "another_form" AnotherForm,
    "other_word_for_nothing" OtherWordForNothing,
    "beside_another" BesideAnother,
    // Answers that count as right and may be wrong.
    "orders_of_dates" OrdersOfDates,
    "forgiven" Forgiven,
    // Rules that decide.
    "one_rule_decides" OneRuleDecides,
    "split_apart" SplitApart,
    "decimal_mark" DecimalMark,
    "lists_as_sets" ListsAsSets,
    "lists_as_attempts" ListsAsAttempts,
    "guessed_benchmark" GuessedBenchmark,
    "linked_guess" LinkedGuess,
    "preset_mismatch" PresetMismatch,
    "unfit_preset" UnfitPreset,
    "several_benchmarks" SeveralBenchmarks,
    "other_benchmark" OtherBenchmark,
    // Verdicts and figures.
    "own_verdicts" OwnVerdicts,
    "read_verdicts" ReadVerdicts,
    "other_verdicts" OtherVerdicts,
    "other_figure" OtherFigure,
    "not_run" NotRun,
    "broken_programs" BrokenPrograms,
    // Many of a kind.
    "more_runs" MoreRuns,
}

impl Doubt {
    /// Returns what people read, without a full stop.
    pub fn message(&self) -> String {
        self.kind().message()
    }

    /// Returns how many rows it concerns, where it concerns single ones.
    pub fn rows(&self) -> Option<usize> {
        self.kind().rows()
    }

    /// Returns the run or file that it concerns, where others may give rise to the same doubt.
    pub fn about(&self) -> Option<&str> {
        self.kind().about()
    }

    /// Returns what would settle it.
    pub fn remedy(&self) -> Option<Remedy> {
        self.kind().remedy()
    }
}

impl Doubt {
    /// Whether verdicts that a file has of its own settle it if they say of every answer what the score says.
    pub(crate) fn is_settled_by_verdicts(&self) -> bool {
        matches!(
            self,
            Self::OtherColumn(_)
                | Self::GuessedColumn(_)
                | Self::ConstantPredictions(_)
                | Self::CopiedGold(_)
                | Self::GuessedBenchmark(_)
                | Self::OneRuleDecides(_)
                | Self::AnswerWithin(_)
                | Self::NearlyEqual(_)
                | Self::RewrittenValues(_)
                | Self::ReorderedWords(_)
                | Self::AnotherForm(_)
                | Self::BesideAnother(_)
                | Self::OtherWordForNothing(_)
                | Self::Forgiven(_)
                | Self::CountedFromAnother(_)
                | Self::FirstOfLists(_)
                | Self::ListAsText(_)
                | Self::Judged(_)
                | Self::LongerOutputs(_)
                | Self::FurtherQuestions(_)
                | Self::OtherScale(_)
                | Self::DecimalMark(_)
                | Self::OrdersOfDates(_)
        )
    }
}

impl fmt::Display for Doubt {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message())
    }
}

/// Doubts of one kind about other runs, which are counted and not named.
#[derive(Clone, Debug, PartialEq)]
pub struct MoreRuns {
    pub(crate) runs: usize,
}

impl Kind for MoreRuns {
    fn message(&self) -> String {
        format!("the same applies to {} more runs", self.runs)
    }
}

/// Doubts of one kind about more runs or files than this are counted, not named.
const NAMED: usize = 3;

/// Returns the first doubts of each kind, and how many more there are.
pub(crate) fn few_of_each_kind(doubts: Vec<Doubt>) -> Vec<Doubt> {
    let codes: Vec<&str> = doubts.iter().map(Doubt::code).collect();
    let mut few = Vec::with_capacity(doubts.len());
    for (place, doubt) in doubts.into_iter().enumerate() {
        let alike = |all: &[&str]| all.iter().filter(|code| **code == codes[place]).count();
        let (before, all) = (alike(&codes[..place]), alike(&codes));
        if doubt.about().is_none() || before < NAMED || all <= NAMED + 1 {
            few.push(doubt);
        } else if before == NAMED {
            few.push(MoreRuns { runs: all - NAMED }.into());
        }
    }
    few
}

/// Returns a text as doubts quote it.
fn quoted(text: &str) -> String {
    format!("{:?}", cut_middle(text.trim(), 60))
}

#[cfg(test)]
mod tests {
    use super::{Doubt, MoreRuns, NoNumbers, few_of_each_kind};
    use std::collections::BTreeSet;

    #[test]
    fn every_code_is_one_of_a_kind_and_stable_in_form() {
        let codes: BTreeSet<&str> = Doubt::CODES.iter().copied().collect();
        assert_eq!(codes.len(), Doubt::CODES.len());
        let is_plain = |code: &&str| code.bytes().all(|c| c.is_ascii_lowercase() || c == b'_');
        assert!(codes.iter().all(is_plain));
    }

    #[test]
    fn doubts_of_one_kind_are_counted_after_the_third() {
        let doubt = |run: usize| Doubt::from(NoNumbers { run: format!("run {run}"), answers: run });
        let of = |runs: usize| few_of_each_kind((0..runs).map(doubt).collect());
        assert_eq!(of(4), (0..4).map(doubt).collect::<Vec<_>>());
        assert_eq!(of(6).len(), 4);
        assert_eq!(of(6)[3], MoreRuns { runs: 3 }.into());
    }
}
