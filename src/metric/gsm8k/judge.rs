//! Final numbers: the judges of three scorers of GSM8K.

use super::{flexible, harness_form, is_close, last_value, official, strict};
use crate::digits::shortest;
use crate::extract::number::Marker;
use crate::metric::compare::{
    AnswerComparison, Extras, Judge, Judged, Note, Question, Reading, Shown, Values,
};
use crate::metric::{MatchScore, NO_MATCH};

const NO_NUMBER: Note = Note {
    code: "no_gold_number",
    words: "the gold answer has no number where this scorer looks for it, and the reference stops \
            with an error",
    remedy: "check whether this is the column of gold solutions",
    doubt: true,
};

/// The last numbers, by their values.
pub const GSM8K_EVOAGENTX: AnswerComparison = AnswerComparison {
    notes: &[NO_NUMBER],
    ..AnswerComparison::new(
        "last_number",
        "The last numbers of both texts are compared; less than 1e-6 apart they are equal.",
        |_| Box::new(LastNumber),
    )
};

/// The numbers after the marker, as texts.
pub const GSM8K_OFFICIAL: AnswerComparison = AnswerComparison {
    notes: &[NO_NUMBER],
    ..AnswerComparison::new(
        "marked_number",
        "The numbers after the marker of both texts are compared, as texts without commas.",
        MarkedNumber::boxed,
    )
};

/// Two rules side by side, as lm-evaluation-harness has them.
pub const GSM8K_LM_EVAL: AnswerComparison = AnswerComparison::new(
    "strict_and_flexible",
    "The number after #### and the last number of the output are each compared with the \
              gold number, as texts.",
    |_| Box::new(Harness),
);

/// Right where a gold answer is, and the place of the first such.
fn plain(golds: &[&str], is_right: impl FnMut(&&str) -> bool) -> Judged {
    let place = golds.iter().position(is_right);
    Judged::plain(place.is_some(), place.map_or(NO_MATCH, |place| place as u16))
}

fn shown(text: impl Into<String>) -> Shown {
    Shown { text: text.into(), mathml: None }
}

#[derive(Debug)]
struct LastNumber;

impl Judge for LastNumber {
    fn judge(&mut self, question: &Question<'_>) -> Judged {
        let Some(answer) = question.answer.and_then(last_value) else {
            return Judged::plain(false, 0);
        };
        let judged = plain(question.golds, |gold| {
            last_value(gold).is_some_and(|gold| is_close(answer, gold))
        });
        let stops = question.golds.iter().any(|gold| last_value(gold).is_none());
        Judged { notes: u8::from(stops), ..judged }
    }

    fn explain(&mut self, question: &Question<'_>) -> Reading {
        let read = |text: &str| {
            shown(last_value(text).map_or_else(
                || "no number".to_owned(),
                |value| {
                    if value.is_finite() {
                        shortest(value)
                    } else {
                        "too large a number".to_owned()
                    }
                },
            ))
        };
        Reading {
            answer: question.answer.map(read),
            golds: question.golds.iter().map(|gold| read(gold)).collect(),
            words: vec!["The last numbers are compared, whatever stands before them.".to_owned()],
            candidates: Vec::new(),
        }
    }
}

#[derive(Debug)]
struct MarkedNumber {
    marker: Marker,
}

impl MarkedNumber {
    /// Gold answers are read as the rule of extraction reads outputs.
    fn boxed(values: Values<'_>) -> Box<dyn Judge> {
        let other = values("extract") == Marker::HashesOrAnswer.name();
        let marker = if other { Marker::HashesOrAnswer } else { Marker::Hashes };
        Box::new(Self { marker })
    }
}

impl Judge for MarkedNumber {
    fn judge(&mut self, question: &Question<'_>) -> Judged {
        let numbers = || question.golds.iter().map(|gold| official(gold, self.marker));
        let notes = u8::from(question.output.is_some() && numbers().any(|number| number.is_none()));
        let answer = question.answer.map(|answer| answer.replace(',', ""));
        let place = numbers().position(|number| number.is_some() && number == answer);
        Judged { notes, ..Judged::plain(place.is_some(), place.map_or(NO_MATCH, |it| it as u16)) }
    }

    fn explain(&mut self, question: &Question<'_>) -> Reading {
        let read = |number: Option<String>| shown(number.unwrap_or_else(|| "[invalid]".to_owned()));
        Reading {
            answer: question.answer.map(|answer| shown(answer.replace(',', ""))),
            golds: question.golds.iter().map(|gold| read(official(gold, self.marker))).collect(),
            words: vec!["They are compared as texts: 72 and 72.0 differ.".to_owned()],
            candidates: Vec::new(),
        }
    }
}

#[derive(Debug)]
struct Harness;

impl Harness {
    fn is_right(found: &str, golds: &[&str]) -> Judged {
        let found = harness_form(found);
        plain(golds, |gold| harness_form(gold) == found)
    }
}

impl Judge for Harness {
    fn judge(&mut self, question: &Question<'_>) -> Judged {
        let mut extras = Extras { strict_match: 0.0, flexible_extract: 0.0, ..Extras::NONE };
        let Some(output) = question.output else {
            return Judged { extras, ..Judged::plain(false, 0) };
        };
        let strict = Self::is_right(strict(output), question.golds);
        let flexible = Self::is_right(flexible(output), question.golds);
        extras.strict_match = strict.verdict.exact();
        extras.flexible_extract = flexible.verdict.exact();
        let right = if strict.verdict.exact_match { strict } else { flexible };
        let verdict =
            MatchScore { exact_match: strict.verdict.exact_match, ..MatchScore::UNGRADED };
        Judged { verdict, extras, ..right }
    }

    fn explain(&mut self, question: &Question<'_>) -> Reading {
        let output = question.output.unwrap_or("");
        let (strict, flexible) = (strict(output), flexible(output));
        Reading {
            answer: question.output.map(|_| shown(format!("strict {strict}, flexible {flexible}"))),
            golds: question.golds.iter().map(|gold| shown(harness_form(gold))).collect(),
            words: vec![
                "Both are compared as texts, without commas, $ and a full stop at the end."
                    .to_owned(),
            ],
            candidates: Vec::new(),
        }
    }
}
