//! Doubts about damage: rows that cannot be read, texts in another encoding, rows that slipped, copies.

use super::Kind;
use crate::base::digits::{by_number, grouped, part};

/// Rows of a file could not be read.
#[derive(Clone, Debug, PartialEq)]
pub struct UnreadableRows {
    pub(crate) file: String,
    pub(crate) rows: usize,
    /// The message of the first error.
    pub(crate) error: Option<String>,
}

impl Kind for UnreadableRows {
    fn message(&self) -> String {
        let Self { file, rows, error } = self;
        let lost = match rows {
            1 => format!("1 row of {file} could not be read"),
            rows => format!("{} rows of {file} could not be read", grouped(*rows)),
        };
        error.as_ref().map_or(lost.clone(), |error| format!("{lost}: {error}"))
    }

    rows!(rows);
}

/// A file could not be read as it is.
#[derive(Clone, Debug, PartialEq)]
pub struct DamagedFile {
    pub(crate) file: Option<String>,
    pub(crate) error: String,
}

impl Kind for DamagedFile {
    fn message(&self) -> String {
        let file = self.file.as_deref().unwrap_or("a file");
        format!("{file} could not be read completely: {}", self.error)
    }
}

/// Something was noticed while a file was taken out of what holds it.
#[derive(Clone, Debug, PartialEq)]
pub struct DamagedMember {
    pub(crate) file: String,
    pub(crate) note: String,
}

impl Kind for DamagedMember {
    fn message(&self) -> String {
        format!("{}: {}", self.file, self.note)
    }
}

/// Answers may stand for no answer.
#[derive(Clone, Debug, PartialEq)]
pub struct WordForNothing {
    /// The run, or `None` for gold answers.
    pub(crate) run: Option<String>,
    pub(crate) rows: usize,
    pub(crate) all: usize,
    pub(crate) word: String,
}

impl Kind for WordForNothing {
    fn message(&self) -> String {
        format!(
            "{} {} may stand for no answer, for example {:?}",
            part(self.rows, self.all),
            answers_of(self.run.as_ref()),
            self.word
        )
    }

    rows!(rows);

    fn about(&self) -> Option<&str> {
        self.run.as_deref()
    }
}

/// Answers look like UTF-8 that was read in another encoding.
#[derive(Clone, Debug, PartialEq)]
pub struct Mojibake {
    /// The run, or `None` for gold answers.
    pub(crate) run: Option<String>,
    pub(crate) rows: usize,
    pub(crate) all: usize,
    pub(crate) example: String,
}

impl Kind for Mojibake {
    fn message(&self) -> String {
        format!(
            "{} {} {} like UTF-8 text that was read in another encoding, for example {:?}",
            part(self.rows, self.all),
            answers_of(self.run.as_ref()),
            by_number(self.rows, "looks", "look"),
            self.example.chars().take(60).collect::<String>()
        )
    }

    rows!(rows);

    fn about(&self) -> Option<&str> {
        self.run.as_deref()
    }
}

/// Predictions hold NUL characters, which no text has.
#[derive(Clone, Debug, PartialEq)]
pub struct NulCharacters {
    pub(crate) run: String,
    pub(crate) rows: usize,
    pub(crate) all: usize,
    pub(crate) example: String,
}

impl Kind for NulCharacters {
    fn message(&self) -> String {
        format!(
            "{} predictions of {} {} a NUL character, for example {:?}",
            part(self.rows, self.all),
            self.run,
            by_number(self.rows, "holds", "hold"),
            self.example.chars().take(60).collect::<String>()
        )
    }

    rows!(rows);
    about!(run);
}

/// Predictions are written in codes that web addresses or web pages have in the place of characters.
#[derive(Clone, Debug, PartialEq)]
pub struct EncodedText {
    pub(crate) run: String,
    pub(crate) rows: usize,
    pub(crate) all: usize,
    pub(crate) example: String,
}

impl Kind for EncodedText {
    fn message(&self) -> String {
        format!(
            "{} predictions of {} {} URL or HTML codes in place of characters, for example {:?}",
            part(self.rows, self.all),
            self.run,
            by_number(self.rows, "contains", "contain"),
            self.example.chars().take(60).collect::<String>()
        )
    }

    rows!(rows);
    about!(run);
}

/// Predictions write accents as characters of their own, and no gold answer does.
#[derive(Clone, Debug, PartialEq)]
pub struct DecomposedLetters {
    pub(crate) run: String,
    pub(crate) rows: usize,
    pub(crate) all: usize,
    pub(crate) example: String,
}

impl Kind for DecomposedLetters {
    fn message(&self) -> String {
        format!(
            "{} predictions of {} {} accents as separate characters, as in {:?}, but the gold answers do \
             not; such texts look equal but are different",
            part(self.rows, self.all),
            self.run,
            by_number(self.rows, "writes", "write"),
            self.example.chars().take(60).collect::<String>()
        )
    }

    rows!(rows);
    about!(run);
}

/// Predictions are the gold answers to other questions.
#[derive(Clone, Debug, PartialEq)]
pub struct Shuffled {
    pub(crate) run: String,
    /// How many are a gold answer to another question.
    pub(crate) elsewhere: usize,
    /// Of how many.
    pub(crate) rows: usize,
    /// How many are one to their own.
    pub(crate) own: usize,
}

impl Kind for Shuffled {
    fn message(&self) -> String {
        let Self { run, elsewhere, rows, own } = self;
        format!(
            "{} predictions of {run} {} the gold answer to another question, and only {} {} the gold answer \
             to their own question; the rows may be in another order than their ids",
            part(*elsewhere, *rows),
            by_number(*elsewhere, "equals", "equal"),
            grouped(*own),
            by_number(*own, "equals", "equal"),
        )
    }

    rows!(elsewhere);
    about!(run);
}

fn answers_of(run: Option<&String>) -> String {
    run.map_or_else(|| "gold answers".to_owned(), |run| format!("predictions of {run}"))
}

/// All predictions of a run are equal.
#[derive(Clone, Debug, PartialEq)]
pub struct ConstantPredictions {
    pub(crate) run: String,
}

impl Kind for ConstantPredictions {
    fn message(&self) -> String {
        format!("all predictions of {} are identical", self.run)
    }

    about!(run);
}

/// All predictions are gold answers to the letter.
#[derive(Clone, Debug, PartialEq)]
pub struct CopiedGold {
    pub(crate) file: String,
    pub(crate) column: String,
    /// Whether each is one of several gold answers, which may be the options of the question.
    pub(crate) options: bool,
}

impl Kind for CopiedGold {
    fn message(&self) -> String {
        let Self { file, column, options } = self;
        if *options {
            format!(
                "every prediction in column {column} of {file} equals one of several gold answers \
                 exactly; these may be the options of the question"
            )
        } else {
            format!(
                "every prediction in column {column} of {file} equals a gold answer exactly; the column \
                 may be a copy of the gold answers"
            )
        }
    }

    about!(file);
}

/// Predictions fit the questions some rows away better than their own.
#[derive(Clone, Debug, PartialEq)]
pub struct Shifted {
    pub(crate) run: String,
    /// How many rows away; negative for earlier rows.
    pub(crate) step: isize,
    /// The first row that is shifted, if not all are.
    pub(crate) first: Option<usize>,
    /// How many predictions fit there.
    pub(crate) hits: usize,
    /// Of how many.
    pub(crate) rows: usize,
    /// How many fit their own question.
    pub(crate) own: usize,
}

impl Kind for Shifted {
    fn message(&self) -> String {
        let Self { run, step, first, hits, rows, own } = self;
        let far = match step.unsigned_abs() {
            1 => "one row".to_owned(),
            rows => format!("{} rows", grouped(rows)),
        };
        let words = if *step > 0 { "after" } else { "before" };
        let since = first
            .map_or_else(String::new, |first| format!(" from question {} on", grouped(first + 1)));
        format!(
            "the predictions of {run} look shifted by {far}{since}: {} fit the question {far} {words} \
             their own, and {} fit their own",
            part(*hits, *rows),
            grouped(*own)
        )
    }

    rows!(rows);
    about!(run);
}

/// One column is reversed, and the others are not.
#[derive(Clone, Debug, PartialEq)]
pub struct Reversed {
    pub(crate) run: String,
    /// How many predictions fit the question as far from the end as theirs is from the beginning.
    pub(crate) hits: usize,
    /// Of how many.
    pub(crate) rows: usize,
    /// How many fit their own question.
    pub(crate) own: usize,
}

impl Kind for Reversed {
    fn message(&self) -> String {
        let Self { run, hits, rows, own } = self;
        format!(
            "the predictions of {run} look reversed: {} fit the question at the same place counted from the \
             end, and {} fit their own",
            part(*hits, *rows),
            grouped(*own)
        )
    }

    rows!(rows);
    about!(run);
}

/// A column was sorted without the others.
#[derive(Clone, Debug, PartialEq)]
pub struct Sorted {
    pub(crate) run: String,
    /// Whether it is the gold answers that are in order.
    pub(crate) is_gold: bool,
    /// How many predictions fit their own question.
    pub(crate) own: usize,
    /// How many fit a question far away.
    pub(crate) far: usize,
}

impl Kind for Sorted {
    fn message(&self) -> String {
        let Self { run, is_gold, own, far } = self;
        let which = if *is_gold {
            "the gold answers".to_owned()
        } else {
            format!("the predictions of {run}")
        };
        format!(
            "{which} are in alphabetical order, and predictions fit their own questions ({}) no better \
             than others ({}); one column may have been sorted without the others",
            grouped(*own),
            grouped(*far)
        )
    }

    about!(run);
}
