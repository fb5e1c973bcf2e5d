//! Final numbers: the judges of three scorers of GSM8K.

use super::{flexible, harness_form, is_close, last_value, official, strict};
use crate::base::diagnostic::Code;
use crate::base::digits::shortest;
use crate::score::extract::number::Marker;
use crate::score::metric::MatchScore;
use crate::score::metric::compare::{
    AnswerComparison, Extras, Judge, Judged, Note, Question, Reading, Shown, Values,
};
use crate::table::json::string_list;

const NO_NUMBER: Note = Note {
    code: Code::NoGoldNumber,
    words: "the gold answer has no number where this scorer looks for it; the reference stops \
            with an error",
    remedy: "check that this column holds the gold solutions",
    doubt: true,
};

/// The last numbers, by their values.
pub const GSM8K_EVOAGENTX: AnswerComparison = AnswerComparison::new(
    "last_number",
    "The last numbers of both texts are compared. They are equal if they differ by less than \
     0.000001.",
    |_| Box::new(LastNumber),
)
.noting(&[NO_NUMBER]);

/// The numbers after the marker, as texts.
pub const GSM8K_OFFICIAL: AnswerComparison = AnswerComparison::new(
    "marked_number",
    "The numbers after the marker of both texts are compared, as texts without commas.",
    MarkedNumber::boxed,
)
.noting(&[NO_NUMBER]);

/// Two rules side by side, as lm-evaluation-harness has them.
pub const GSM8K_LM_EVAL: AnswerComparison = AnswerComparison::new(
    "strict_and_flexible",
    "The number after #### and the last number of the output are each compared with the \
              gold number, as texts.",
    |_| Box::new(Harness),
);

#[derive(Debug)]
struct LastNumber;

impl Judge for LastNumber {
    fn judge(&mut self, question: &Question<'_>) -> Judged {
        let Some(answer) = question.answer.and_then(last_value) else {
            return Judged::plain(false, 0);
        };
        let same = |gold: &&str| last_value(gold).is_some_and(|gold| is_close(answer, gold));
        let stops = question.golds.iter().any(|gold| last_value(gold).is_none());
        Judged { notes: u8::from(stops), ..Judged::at(question.golds.iter().position(same)) }
    }

    fn explain(&mut self, question: &Question<'_>) -> Reading {
        let read = |text: &str| {
            Shown::plain(match last_value(text) {
                None => "no number".to_owned(),
                Some(value) if value.is_finite() => shortest(value),
                Some(_) => "too large a number".to_owned(),
            })
        };
        let words = "The last numbers are compared, whatever comes before them.";
        Reading::of(question, read, vec![words.to_owned()])
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
        Judged { notes, ..Judged::at(place) }
    }

    fn explain(&mut self, question: &Question<'_>) -> Reading {
        let read =
            |number: Option<String>| Shown::plain(number.unwrap_or_else(|| "[invalid]".to_owned()));
        Reading {
            answer: question.answer.map(|answer| Shown::plain(answer.replace(',', ""))),
            golds: question.golds.iter().map(|gold| read(official(gold, self.marker))).collect(),
            words: vec!["They are compared as texts: 72 and 72.0 differ.".to_owned()],
            ..Reading::default()
        }
    }
}

#[derive(Debug)]
struct Harness;

impl Harness {
    /// Whether an output is what a filter of the harness left of it, as its samples have it beside the output.
    fn is_filtered(question: &Question<'_>, output: &str) -> bool {
        let cell = (question.prediction)("filter").and((question.prediction)("filtered_resps"));
        let texts = cell.and_then(|cell| string_list(&cell));
        texts.is_some_and(|texts| texts.iter().any(|text| text == output))
    }

    fn is_right(found: &str, golds: &[&str]) -> Judged {
        let found = harness_form(found);
        Judged::at(golds.iter().position(|gold| harness_form(gold) == found))
    }
}

impl Judge for Harness {
    fn judge(&mut self, question: &Question<'_>) -> Judged {
        let mut extras = Extras { strict_match: 0.0, flexible_extract: 0.0, ..Extras::NONE };
        let Some(output) = question.output else {
            return Judged { extras, ..Judged::plain(false, 0) };
        };
        let is_filtered = Self::is_filtered(question, output);
        let found = |find: fn(&str) -> &str| if is_filtered { output } else { find(output) };
        let [strict, flexible] =
            [strict, flexible].map(|find| Self::is_right(found(find), question.golds));
        extras.strict_match = strict.verdict.exact();
        extras.flexible_extract = flexible.verdict.exact();
        let right = if strict.verdict.exact_match { strict } else { flexible };
        let verdict =
            MatchScore { exact_match: strict.verdict.exact_match, ..MatchScore::UNGRADED };
        // What the harness writes where its filter found nothing.
        let found = is_filtered && output != "[invalid]";
        Judged { verdict, extras, found, ..right }
    }

    fn explain(&mut self, question: &Question<'_>) -> Reading {
        let output = question.output.unwrap_or("");
        let (strict, flexible) = if Self::is_filtered(question, output) {
            (output, output)
        } else {
            (strict(output), flexible(output))
        };
        Reading {
            answer: question
                .output
                .map(|_| Shown::plain(format!("strict {strict}, flexible {flexible}"))),
            golds: question.golds.iter().map(|gold| Shown::plain(harness_form(gold))).collect(),
            words: vec![
                "Both are compared as texts, without commas, $ and a full stop at the end."
                    .to_owned(),
            ],
            ..Reading::default()
        }
    }
}
