//! Phase 4, first half: the raw text of a model becomes its answer.

pub mod boxed;
pub mod code;
pub mod math_answer;
pub mod named;
pub mod number;
pub mod pattern;

use crate::input::json::string_list;
use crate::json_text::json_text;
use crate::normalize::{classes, lower::lowercase};
use std::fmt;
use std::str::FromStr;

/// How the answer is found in a text. Its text form (`Display`, `FromStr`) is stable: signatures,
/// presets and links are made of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Extractor {
    /// `whole`: the text as it is, even if it is empty.
    Whole,
    /// `first_line`: the first line that is not blank, without the white space around it.
    FirstLine,
    /// `last_line`: the last line that is not blank, without the white space around it.
    LastLine,
    /// `after("Thus, the correct answer is:")`: what follows the last occurrence of the marker, up
    /// to the end of its line, without white space and then `.`, `!` and `?` at its end. The
    /// marker is case-sensitive and not empty, and is written as a JSON string.
    ///
    /// `after("Thus, the correct answer is:", "unanswerable")`: the same, but an answer that
    /// contains the word in any case is that word. The rule of aauss/timebench-eval@9e87a9f6
    /// `timebench_eval.py`.
    After(String, Option<String>),
    /// `first_boxed`: what stands in the first `\boxed{`, up to the next `}`, without the white space
    /// around it; it may be empty. Braces within do not nest, and `\boxed {` is none.
    ///
    /// The rule of aauss/tcp-accuracy@41dac8ed `tcp_accuracy.py`.
    FirstBoxed,
    /// `number_after("####")`: the number after the first marker that has one; `number_after("####",
    /// "A:")` takes another marker as well. See [`number::after_marker`].
    NumberAfter(number::Marker),
    /// `last_number`: the last number, see [`number::last_number`].
    LastNumber,
    /// `math_answer`: the last `\boxed{…}`, with those that are joined to it by a comma, "and" or "or";
    /// else what follows the last "answer is" or "answer:"; else the last formula, the last number or the
    /// last line. See [`boxed`](math_answer).
    MathAnswer,
    /// `named_answer`: what the output names as its answer, else all of it, see [`named::find`].
    NamedAnswer,
    /// `pattern:REGEX` and `last_pattern:REGEX`: what a pattern of the user's finds, see
    /// [`pattern::Pattern`].
    Pattern(pattern::Pattern),
    /// `last_boxed`: what stands in the last `\boxed{…}`, see [`boxed::last_balanced`].
    LastBoxed,
    /// `last_shallow_boxed`: what stands in the last `\boxed{…}` with one more level of braces at
    /// most, or the last sentence, see [`boxed::last_shallow_or_sentence`].
    LastShallowBoxed,
    /// `final_answer`: what is said to be the final answer, see [`boxed::final_answer`].
    FinalAnswer,
    /// `between_dollars`: from the first to the last dollar sign, see [`boxed::between_dollars`].
    BetweenDollars,
    /// `last_code_block`: the lines between the last two fences, see [`code::last_block`].
    LastCodeBlock,
    /// `first_code_block`: what stands in the first block of code, or all, see [`code::first_block`].
    FirstCodeBlock,
    /// `last_assertion`: the last line that begins with `assert`, see [`code::last_assertion`].
    LastAssertion,
    /// `predicted_value`: the right side of an assertion, see [`code::predicted_value`].
    PredictedValue,
    /// `tagged_value`: the same of what follows `[ANSWER]`.
    TaggedValue,
}

impl Extractor {
    /// The text forms of all; the last stands for others like it.
    pub const FORMS: &[&str] = &[
        "whole",
        "first_line",
        "last_line",
        "first_boxed",
        "number_after(\"####\")",
        "number_after(\"####\", \"A:\")",
        "last_number",
        "math_answer",
        "named_answer",
        "last_boxed",
        "last_shallow_boxed",
        "final_answer",
        "between_dollars",
        "last_code_block",
        "first_code_block",
        "last_assertion",
        "predicted_value",
        "tagged_value",
        "after(\"…\")",
        "pattern:…",
    ];
}

/// What an [`Extractor`] found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extraction<'t> {
    /// The answer. `None` is "not extracted", which is not the same as an empty answer.
    pub answer: Option<&'t str>,
    /// Where the answer stands in the text: first byte and the byte after its last. The answer of
    /// [`Extractor::After`] may be a word for what stands there.
    pub span: Option<(usize, usize)>,
    /// What was done, or what was not found, in words.
    pub rule: &'static str,
}

impl Extractor {
    /// Finds the answer in a raw text.
    pub fn extract<'t>(&'t self, text: &'t str) -> Extraction<'t> {
        let (answer, found, not_found) = match self {
            Self::Whole => (Some(text), "the whole text", ""),
            Self::FirstLine => {
                let line = text.split('\n').map(classes::strip).find(|line| !line.is_empty());
                (line, "the first line", "every line is blank")
            }
            Self::LastLine => {
                let line = text.rsplit('\n').map(classes::strip).find(|line| !line.is_empty());
                (line, "the last line", "every line is blank")
            }
            Self::NumberAfter(marker) => {
                let number = number::after_marker(text, *marker);
                (number, "the number after the first marker", "no marker has a number after it")
            }
            Self::LastNumber => {
                (number::last_number(text), "the last number", "there is no number")
            }
            Self::MathAnswer => match math_answer(text) {
                Some((answer, rule)) => (Some(answer), rule, ""),
                None => (None, "", "the text is blank"),
            },
            Self::NamedAnswer => {
                let found = named::find(text);
                (text.get(found.range), found.rule, "")
            }
            Self::Pattern(pattern) => {
                let rule = if pattern.takes_last() {
                    "the last match of the pattern"
                } else {
                    "the first match of the pattern"
                };
                (pattern.find(text), rule, "the pattern matches nowhere")
            }
            Self::LastBoxed => {
                let rule = "there is no last \\boxed{…} with balanced braces";
                (boxed::last_balanced(text), "the last \\boxed{…}", rule)
            }
            Self::LastShallowBoxed => {
                let answer = boxed::last_shallow_or_sentence(text);
                (Some(answer), "the last \\boxed{…}, or the last sentence", "")
            }
            Self::FinalAnswer => {
                let rule =
                    "no sentence says “Final Answer: The final answer is …. I hope it is correct.”";
                (boxed::final_answer(text), "what is said to be the final answer", rule)
            }
            Self::BetweenDollars => {
                (Some(boxed::between_dollars(text)), "from the first to the last dollar sign", "")
            }
            Self::LastCodeBlock => {
                (code::last_block(text), "the last block of code", "there are no two fences")
            }
            Self::FirstCodeBlock => {
                (Some(code::first_block(text)), "the first block of code, or all", "")
            }
            Self::LastAssertion => {
                let rule = "no line begins with assert, and there is no block of code";
                (code::last_assertion(text), "the last assertion", rule)
            }
            Self::PredictedValue | Self::TaggedValue => {
                let value = code::predicted_value(text, *self == Self::TaggedValue);
                (value, "the right side of the assertion", "there is no value")
            }
            Self::FirstBoxed => {
                (first_boxed(text), "the first \\boxed{…}", "there is no \\boxed{…}")
            }
            Self::After(marker, _) => match text.rsplit_once(marker.as_str()) {
                None => (None, "", "the marker does not occur"),
                Some((_, after)) => {
                    (answer_after(after), "after the last marker", "nothing follows the marker")
                }
            },
        };
        let start = answer.map(|answer| answer.as_ptr().addr() - text.as_ptr().addr());
        let word = match (self, answer) {
            (Self::After(_, Some(word)), Some(answer)) if contains(answer, word) => Some(word),
            _ => None,
        };
        Extraction {
            span: answer.zip(start).map(|(answer, start)| (start, start + answer.len())),
            answer: word.map(String::as_str).or(answer),
            rule: if answer.is_some() { found } else { not_found },
        }
    }
}

/// Whether the word occurs in the lower-case form of the text.
#[inline(never)]
fn contains(text: &str, word: &str) -> bool {
    let mut lower = String::with_capacity(text.len());
    lowercase(text, &mut lower);
    lower.contains(word)
}

#[inline(never)]
fn first_boxed(text: &str) -> Option<&str> {
    let (_, inner) = text.split_once("\\boxed{")?;
    Some(classes::strip(inner.split_once('}')?.0))
}

#[inline(never)]
fn math_answer(text: &str) -> Option<(&str, &'static str)> {
    let found = math_answer::find(text)?;
    Some((text.get(found.range)?, found.rule))
}

#[inline(never)]
fn answer_after(text: &str) -> Option<&str> {
    let line = classes::strip(text).split('\n').next()?;
    let answer = classes::strip(line.trim_end_matches(['.', '!', '?']));
    (!answer.is_empty()).then_some(answer)
}

impl fmt::Display for Extractor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole => f.write_str("whole"),
            Self::FirstLine => f.write_str("first_line"),
            Self::LastLine => f.write_str("last_line"),
            Self::FirstBoxed => f.write_str("first_boxed"),
            Self::NumberAfter(marker) => f.write_str(marker.name()),
            Self::LastNumber => f.write_str("last_number"),
            Self::MathAnswer => f.write_str("math_answer"),
            Self::NamedAnswer => f.write_str("named_answer"),
            Self::Pattern(pattern) => write!(f, "{pattern}"),
            Self::LastBoxed => f.write_str("last_boxed"),
            Self::LastShallowBoxed => f.write_str("last_shallow_boxed"),
            Self::FinalAnswer => f.write_str("final_answer"),
            Self::BetweenDollars => f.write_str("between_dollars"),
            Self::LastCodeBlock => f.write_str("last_code_block"),
            Self::FirstCodeBlock => f.write_str("first_code_block"),
            Self::LastAssertion => f.write_str("last_assertion"),
            Self::PredictedValue => f.write_str("predicted_value"),
            Self::TaggedValue => f.write_str("tagged_value"),
            Self::After(marker, word) => {
                write!(f, "after({}", json_text(marker))?;
                if let Some(word) = word {
                    write!(f, ", {}", json_text(word))?;
                }
                f.write_str(")")
            }
        }
    }
}

impl FromStr for Extractor {
    /// A sentence that lists the valid extractors.
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let marker = || {
            let json = text.strip_prefix("after(")?.strip_suffix(')')?;
            let texts = string_list(&format!("[{json}]"))?;
            if texts.len() > 2 || texts.iter().any(String::is_empty) {
                return None;
            }
            let mut texts = texts.into_iter();
            Some(Self::After(texts.next()?, texts.next()))
        };
        match text {
            "whole" => Ok(Self::Whole),
            "first_line" => Ok(Self::FirstLine),
            "last_line" => Ok(Self::LastLine),
            "first_boxed" => Ok(Self::FirstBoxed),
            "last_number" => Ok(Self::LastNumber),
            _ if number::Marker::named(text).is_some() => {
                Ok(Self::NumberAfter(number::Marker::named(text).unwrap_or_default()))
            }
            "math_answer" => Ok(Self::MathAnswer),
            "named_answer" => Ok(Self::NamedAnswer),
            _ if text.starts_with("pattern:") || text.starts_with("last_pattern:") => {
                text.parse().map(Self::Pattern)
            }
            "last_boxed" => Ok(Self::LastBoxed),
            "last_shallow_boxed" => Ok(Self::LastShallowBoxed),
            "final_answer" => Ok(Self::FinalAnswer),
            "between_dollars" => Ok(Self::BetweenDollars),
            "last_code_block" => Ok(Self::LastCodeBlock),
            "first_code_block" => Ok(Self::FirstCodeBlock),
            "last_assertion" => Ok(Self::LastAssertion),
            "predicted_value" => Ok(Self::PredictedValue),
            "tagged_value" => Ok(Self::TaggedValue),
            _ => marker().ok_or_else(|| {
                let named = Self::FORMS.iter().filter(|form| !form.contains('…'));
                let named: Vec<&str> = named.copied().collect();
                format!(
                    "`{text}` is no extractor; valid are {}, after(\"a marker\"), \
                     after(\"a marker\", \"a word\"), pattern:REGEX and last_pattern:REGEX",
                    named.join(", ")
                )
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn after(text: &str) -> Option<&str> {
        let extractor = Extractor::After("answer is:".to_owned(), None);
        let span = extractor.extract(text).span;
        span.map(|(start, end)| &text[start..end])
    }

    #[test]
    fn text_forms_round_trip() {
        let markers = [r#"after("Thus, \"it\" is:\n")"#, r#"after("is:", "unanswerable")"#];
        for text in Extractor::FORMS.iter().copied().chain(markers) {
            assert_eq!(text.parse::<Extractor>().unwrap().to_string(), text);
        }
        for text in [
            "",
            "Whole",
            "after()",
            "after(\"\")",
            "after(x)",
            r#"after("a", "")"#,
            r#"after("a", "b", "c")"#,
        ] {
            assert!(text.parse::<Extractor>().unwrap_err().contains("tagged_value, after("));
        }
    }

    #[test]
    fn the_whole_text_is_an_answer_even_if_empty() {
        let extraction = Extractor::Whole.extract("");
        assert_eq!((extraction.answer, extraction.span), (Some(""), Some((0, 0))));
        assert_eq!(Extractor::Whole.extract(" a\n").answer, Some(" a\n"));
    }

    #[test]
    fn lines_that_are_not_blank() {
        let text = " \u{1f}\r\n first \r\nmiddle\n last\t\n\u{a0}\n";
        let first = Extractor::FirstLine.extract(text);
        assert_eq!((first.answer, first.span), (Some("first"), Some((5, 10))));
        assert_eq!(Extractor::LastLine.extract(text).answer, Some("last"));
        let blank = Extractor::LastLine.extract(" \n ");
        assert_eq!((blank.answer, blank.span, blank.rule), (None, None, "every line is blank"));
    }

    #[test]
    fn after_the_last_marker() {
        assert_eq!(after("answer is: x\nThus answer is:\n  Rome!? \nor not"), Some("Rome!?"));
        assert_eq!(after("answer is: Rome...?!"), Some("Rome"));
        assert_eq!(after("answer is: Rome. ."), Some("Rome."));
        assert_eq!(after("answer is: a\rb."), Some("a\rb"));
        assert_eq!(after("Answer is: Rome"), None);
        assert_eq!(after("answer is: Rome. answer is: ."), None);
        assert_eq!(after("answer is:"), None);
    }

    #[test]
    fn a_word_stands_for_what_contains_it() {
        let extractor: Extractor = r#"after("is:", "unanswerable")"#.parse().unwrap();
        let extraction = extractor.extract("so it is: [UNANSWERABLE] here.");
        assert_eq!((extraction.answer, extraction.span), (Some("unanswerable"), Some((10, 29))));
        assert_eq!(extractor.extract("it is: not answerable").answer, Some("not answerable"));
        assert_eq!(extractor.extract("unanswerable").answer, None);
    }

    #[test]
    fn the_first_box() {
        let first = |text| Extractor::FirstBoxed.extract(text).answer;
        assert_eq!(first(r"\boxed{ 1 } or \boxed{2}"), Some("1"));
        assert_eq!(first(r"\boxed{\text{1}}"), Some(r"\text{1"));
        assert_eq!(first(r"\boxed {1} \fbox{2} \boxed{}"), Some(""));
        assert_eq!(first("\\boxed{1\n}"), Some("1"));
        assert_eq!(first(r"\boxed{1"), None);
        assert_eq!(Extractor::FirstBoxed.extract("1").rule, r"there is no \boxed{…}");
    }

    proptest! {
        #[test]
        fn the_span_is_where_the_answer_stands(text in "([ab.\n é]|is: ){0,20}") {
            let marker = Extractor::After("is:".to_owned(), None);
            for extractor in [
                Extractor::Whole,
                Extractor::FirstLine,
                Extractor::LastLine,
                Extractor::FirstBoxed,
                Extractor::MathAnswer,
                marker,
            ] {
                let extraction = extractor.extract(&text);
                prop_assert!(!extraction.rule.is_empty());
                prop_assert_eq!(
                    extraction.answer,
                    extraction.span.map(|(start, end)| &text[start..end])
                );
            }
        }
    }
}
