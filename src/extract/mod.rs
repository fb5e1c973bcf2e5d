//! Phase 4, first half: the raw text of a model becomes its answer.

use crate::normalize::classes;
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
    /// The rule of aauss/timebench-eval@9e87a9f6 `timebench_eval.py`, but for its word
    /// "unanswerable".
    After(String),
}

/// What an [`Extractor`] found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extraction<'t> {
    /// The answer. `None` is "not extracted", which is not the same as an empty answer.
    pub answer: Option<&'t str>,
    /// Where the answer stands in the text: first byte and the byte after its last.
    pub span: Option<(usize, usize)>,
    /// What was done, or what was not found, in words.
    pub rule: &'static str,
}

impl Extractor {
    /// Finds the answer in a raw text.
    pub fn extract<'t>(&self, text: &'t str) -> Extraction<'t> {
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
            Self::After(marker) => match text.rsplit_once(marker.as_str()) {
                None => (None, "", "the marker does not occur"),
                Some((_, after)) => {
                    (answer_after(after), "after the last marker", "nothing follows the marker")
                }
            },
        };
        let start = answer.map(|answer| answer.as_ptr().addr() - text.as_ptr().addr());
        Extraction {
            answer,
            span: answer.zip(start).map(|(answer, start)| (start, start + answer.len())),
            rule: if answer.is_some() { found } else { not_found },
        }
    }
}

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
            Self::After(marker) => {
                write!(f, "after({})", serde_json::Value::from(marker.as_str()))
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
            let marker: String = serde_json::from_str(json).ok()?;
            (!marker.is_empty()).then_some(Self::After(marker))
        };
        match text {
            "whole" => Ok(Self::Whole),
            "first_line" => Ok(Self::FirstLine),
            "last_line" => Ok(Self::LastLine),
            _ => marker().ok_or_else(|| {
                format!(
                    "`{text}` is no extractor; \
                     valid are whole, first_line, last_line, after(\"a marker\")"
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
        Extractor::After("answer is:".to_owned()).extract(text).answer
    }

    #[test]
    fn text_forms_round_trip() {
        for text in ["whole", "first_line", "last_line", r#"after("Thus, \"it\" is:\n")"#] {
            assert_eq!(text.parse::<Extractor>().unwrap().to_string(), text);
        }
        for text in ["", "Whole", "after()", "after(\"\")", "after(x)"] {
            assert!(text.parse::<Extractor>().unwrap_err().contains("last_line, after("));
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

    proptest! {
        #[test]
        fn the_span_is_where_the_answer_stands(text in "([ab.\n é]|is: ){0,20}") {
            let marker = Extractor::After("is:".to_owned());
            for extractor in [Extractor::Whole, Extractor::FirstLine, Extractor::LastLine, marker] {
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
