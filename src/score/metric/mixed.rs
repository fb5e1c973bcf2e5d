//! Answers of several kinds in one data set: choices, numbers, dates, yes and no, and short texts, each
//! compared as what its gold answer is. Our own definition.

use super::choices::{Choices, GoldForm};
use super::compare::{AnswerComparison, Judge, Judged, Question, Reading};
use super::token_f1::Overlap;
use super::{MatchScore, choices, numeric_match};
use crate::table::Table;
use crate::text::day::{Day, find, find_written, is_date, is_written_date};
use crate::understand::reading::{is_yes_or_no, number};
use itertools::Itertools as _;

/// Each answer by the kind of its gold answer.
pub(crate) const COMPARISON: AnswerComparison = AnswerComparison {
    adds: Some("exact_match"),
    decides: true,
    ..AnswerComparison::new(
        "mixed",
        "Compares words, and choices, numbers and dates according to the kind of the gold answer.",
        |values| {
            Box::new(Mixed {
                choices: (choices::NAMED_CHOICE.judge)(values),
                numbers: (numeric_match::NUMBERS.judge)(&numbers),
                is_written: false,
            })
        },
    )
};

/// The same with letters as outputs state them, all units of measure and dates of several languages.
pub(crate) const WRITTEN: AnswerComparison = AnswerComparison {
    adds: Some("exact_match"),
    decides: true,
    ..AnswerComparison::new(
        "mixed_forms",
        "Compares words, and choices, numbers with their units and dates of several languages \
         according to the kind of the gold answer.",
        |values| {
            Box::new(Mixed {
                choices: (choices::STATED_CHOICE.judge)(values),
                numbers: (numeric_match::NUMBERS.judge)(&measures),
                is_written: true,
            })
        },
    )
};

/// The settings by which numbers with units of measure are compared.
fn measures(key: &str) -> String {
    match key {
        "numbers" => "after_cue".to_owned(),
        key => numeric_match::plain(key),
    }
}

/// The same as version 2 of `plain-mixed` had them.
fn numbers(key: &str) -> String {
    match key {
        "units" => "convert".to_owned(),
        "falls" => "plus".to_owned(),
        key => measures(key),
    }
}

/// Longer answers are texts.
const LONGEST: usize = 20_000;

/// What a gold answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
enum Sort {
    Choice,
    Number,
    Date,
    #[strum(serialize = "yes or no")]
    YesNo,
    Text,
}

impl Sort {
    fn of(gold: &str) -> Self {
        let bare = gold.trim().trim_matches(['(', ')', '.']);
        if matches!(bare.as_bytes(), [b'A'..=b'J']) {
            Self::Choice
        } else if number(gold).is_some() {
            Self::Number
        } else if is_date(gold) {
            Self::Date
        } else if is_yes_or_no(&first_word(gold)) && gold.split_whitespace().count() == 1 {
            Self::YesNo
        } else {
            Self::Text
        }
    }

    /// The same beside the choices of a question: a gold answer that is one of them is a choice.
    fn of_question(question: &Question<'_>) -> Self {
        let Some(gold) = question.golds.first() else { return Self::Text };
        let choices = Choices::of_row(&|name| (question.gold)(name));
        if choices.has_texts() && choices.gold(gold, GoldForm::Text, 0).is_some() {
            return Self::Choice;
        }
        Self::of(gold)
    }

    fn words(self) -> &'static str {
        match self {
            Self::Choice => {
                "The gold answer is one of the choices, so the choice that the output names counts."
            }
            Self::Number => {
                "The gold answer is a number, so an answer that is a number is compared as a \
                 number."
            }
            Self::Date => {
                "The gold answer is a date, so an answer that is a date is compared as \
                           a date."
            }
            Self::YesNo => "The gold answer is yes or no, so the first word of the answer counts.",
            Self::Text => "The gold answer is a text, so its words count.",
        }
    }
}

fn first_word(text: &str) -> String {
    let mut words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    match words.next().unwrap_or_default().to_lowercase().as_str() {
        "true" => "yes".to_owned(),
        "false" => "no".to_owned(),
        word => word.to_owned(),
    }
}

/// Whether an answer is a number, or a sentence with a single one.
fn is_number(answer: &str) -> bool {
    let words: Vec<&str> = answer.split_whitespace().collect();
    let single = || {
        let mut numbers = words.iter().filter(|word| word.contains(|c: char| c.is_ascii_digit()));
        let first = numbers.next().map(|word| word.trim_matches(['.', ',', '!', '*', '(', ')']));
        first.is_some_and(|word| number(word).is_some()) && numbers.next().is_none()
    };
    let announced = || answer.to_lowercase().contains("answer is");
    number(answer).is_some() || ((4..=40).contains(&words.len()) && (single() || announced()))
}

/// The group of a question by its gold answer.
pub(crate) fn kind(gold: &str) -> &'static str {
    Sort::of(gold).into()
}

#[derive(Debug)]
struct Mixed {
    choices: Box<dyn Judge>,
    numbers: Box<dyn Judge>,
    /// Whether dates are read in several languages.
    is_written: bool,
}

impl Mixed {
    fn reads_date(&self, answer: &str) -> bool {
        is_date(answer) || (self.is_written && is_written_date(answer))
    }

    fn days(&self, text: &str) -> Vec<Day> {
        if self.is_written { find_written(text) } else { find(text) }
    }

    /// The gold answer that an answer means, where it is no text.
    fn meant(&mut self, question: &Question<'_>, answer: &str) -> Option<u16> {
        let mut places = 0..question.golds.len();
        let found = match Sort::of_question(question) {
            Sort::Choice => {
                let judged = self.choices.judge(question);
                return judged.verdict.exact_match.then_some(judged.matched);
            }
            Sort::Number if is_number(answer) => {
                let judged = self.numbers.judge(question);
                return judged.verdict.exact_match.then_some(judged.matched);
            }
            Sort::Date if self.reads_date(answer) => {
                let said = self.days(answer);
                places.find(|place| {
                    let golds = self.days(question.golds[*place]);
                    golds.iter().any(|gold| said.iter().any(|said| gold.is_said_by(*said)))
                })
            }
            Sort::YesNo => {
                places.find(|place| first_word(question.golds[*place]) == first_word(answer))
            }
            Sort::Number | Sort::Date | Sort::Text => None,
        };
        found.and_then(|place| u16::try_from(place).ok())
    }
}

impl Judge for Mixed {
    fn prepare(&mut self, gold: &Table, answers: Option<usize>) {
        self.choices.prepare(gold, answers);
        self.numbers.prepare(gold, answers);
    }

    fn learned(&self) -> Option<String> {
        let both = [self.choices.learned(), self.numbers.learned()];
        Some(both.into_iter().flatten().join("; ")).filter(|all| !all.is_empty())
    }

    fn judge(&mut self, question: &Question<'_>) -> Judged {
        let answer = question.answer.unwrap_or_default();
        if question.golds.is_empty() || answer.trim().is_empty() || answer.len() > LONGEST {
            return Judged::NOTHING;
        }
        let Some(matched) = self.meant(question, answer) else { return Judged::NOTHING };
        let verdict = MatchScore { exact_match: true, overlap: Overlap::ONE };
        Judged { verdict, matched, ..Judged::NOTHING }
    }

    fn explain(&mut self, question: &Question<'_>) -> Reading {
        let sort = Sort::of_question(question);
        let mut reading = match sort {
            Sort::Choice => self.choices.explain(question),
            Sort::Number if question.answer.is_some_and(is_number) => {
                self.numbers.explain(question)
            }
            _ => Reading::default(),
        };
        reading.words.insert(0, sort.words().to_owned());
        reading
    }
}
