//! Phase 4, first half: the raw text of a model becomes its answer.

pub mod boxed;
pub(crate) mod code;
pub mod math_answer;
pub(crate) mod named;
pub mod number;
pub(crate) mod pattern;
pub(crate) mod stated;
pub mod thoughts;

use crate::base::json_text::json_text;
use crate::table::json::string_list;
use crate::text::{classes, lower::lowered};
use itertools::Itertools as _;
use number::Marker;
use std::fmt;
use std::str::FromStr;

/// How the answer is found in a text. Its text form (`Display`, `FromStr`) is stable: signatures,
/// presets and links are made of it.
#[derive(Clone, Debug)]
pub enum Extractor {
    /// One of [`RULES`].
    Named(&'static Rule),
    /// `after("Thus, the correct answer is:")`: what follows the last occurrence of the marker, up
    /// to the end of its line, without white space and then `.`, `!` and `?` at its end. The
    /// marker is case-sensitive and not empty, and is written as a JSON string.
    ///
    /// `after("Thus, the correct answer is:", "unanswerable")`: the same, but an answer that
    /// contains the word in any case is that word. The rule of aauss/timebench-eval@9e87a9f6
    /// `timebench_eval.py`.
    After(String, Option<String>),
    /// `pattern:REGEX` and `last_pattern:REGEX`: what a pattern of the user's finds, see
    /// [`pattern::Pattern`].
    Pattern(pattern::Pattern),
    /// Applies another rule to the output without its thoughts. It has no text form: the setting
    /// `thoughts` asks for it.
    WithoutThoughts(Box<Extractor>),
}

/// The answer and by which rule it was found, in words; or what was not found.
type Found<'t> = Result<(&'t str, &'static str), &'static str>;

/// A rule of extraction with a name of its own.
#[derive(Debug)]
pub struct Rule {
    /// Its text form.
    pub name: &'static str,
    /// What becomes of what it takes, as the sentence of the settings says it.
    pub words: &'static str,
    /// What it takes, in one sentence.
    pub help: &'static str,
    /// An output, and the answer that it takes from that.
    pub example: (&'static str, &'static str),
    /// Whether what it takes may be a program.
    pub takes_programs: bool,
    find: fn(&str) -> Found<'_>,
}

impl Rule {
    const fn of_programs(self) -> Self {
        Self { takes_programs: true, ..self }
    }
}

/// The one table of named rules. A rule is one entry here.
pub const RULES: &[Rule] = &[
    rule(
        "whole",
        "the whole answer compared",
        "The output as it is.",
        ("It is 4.", "It is 4."),
        |text| Ok((text, "the whole text")),
    )
    .of_programs(),
    rule(
        "first_line",
        "the first line compared",
        "The first line that is not blank.",
        ("\n4 \nbecause", "4"),
        |text| {
            let line = text.split('\n').map(classes::strip).find(|line| !line.is_empty());
            told(line, "the first line", "every line is blank")
        },
    ),
    rule(
        "last_line",
        "the last line compared",
        "The last line that is not blank.",
        ("Because:\n4\n", "4"),
        |text| {
            let line = text.rsplit('\n').map(classes::strip).find(|line| !line.is_empty());
            told(line, "the last line", "every line is blank")
        },
    ),
    rule(
        "first_boxed",
        "the first \\boxed{…} compared",
        "The content of the first \\boxed{…}, up to the next brace.",
        (r"So \boxed{ 4 } or \boxed{5}", "4"),
        |text| told(first_boxed(text), "the first \\boxed{…}", "there is no \\boxed{…}"),
    ),
    rule(
        Marker::Hashes.name(),
        "the number after “####” compared",
        "The number after the first #### that is followed by a number.",
        ("2 + 2\n#### 4", "4"),
        |text| number_after(text, Marker::Hashes),
    ),
    rule(
        Marker::HashesOrAnswer.name(),
        "the number after “####” or “A:” compared",
        "The number after the first #### (or A: at the start of a line) that is followed by a \
         number.",
        ("A: 4", "4"),
        |text| number_after(text, Marker::HashesOrAnswer),
    ),
    rule(
        "last_number",
        "the last number compared",
        "The last number of the output, with its sign.",
        ("2 + 2 = 4.", "4"),
        |text| told(number::last_number(text), "the last number", "there is no number"),
    ),
    rule(
        "math_answer",
        "the mathematical answer compared",
        "The last \\boxed{…}; else the text after “answer is”; else the whole output if it is one \
         formula; else the last formula, number or line.",
        (r"So $x = \boxed{4}$.", "4"),
        |text| math_answer::find(text).ok_or("the text is blank"),
    ),
    rule(
        "named_answer",
        "the answer that the output names compared",
        "The content of <answer> or \\boxed{…}, or the text after “answer is”, “Answer:” or “A:”; \
         without any of these, the whole output.",
        ("Two and two. The answer is 4.", "4"),
        |text| Ok(named::find(text)),
    ),
    rule(
        "stated_formula",
        "the mathematical answer compared",
        "The last \\boxed{…} with an answer in it; else the text after “answer is”; else the whole output if \
         it is one formula; else the last formula, number or short line. None if the output breaks off \
         before its answer.",
        (r"Put your answer within \boxed{}. So $x = 4$.", "x = 4"),
        |text| stated::formula(text).ok_or("no answer is stated"),
    ),
    rule(
        "stated_answer",
        "the answer that the output states compared",
        "The content of <answer> or of a \\boxed{…} that is not empty, or the text after “answer is”, \
         “Answer:” or “A:”; without any of these, the whole output. None if the output breaks off before \
         its answer.",
        (r"Use \boxed{}. The answer is 4.", "4"),
        |text| stated::answer(text).ok_or("no answer is stated"),
    ),
    rule(
        "last_boxed",
        "the last \\boxed{…} compared",
        "The content of the last \\boxed{…}, including braces inside it.",
        (r"\boxed{3} or \boxed{\frac{8}{2}}", r"\frac{8}{2}"),
        |text| {
            let why = "there is no last \\boxed{…} with balanced braces";
            told(boxed::last_balanced(text), "the last \\boxed{…}", why)
        },
    ),
    rule(
        "last_boxed_or_formula",
        "the last \\boxed{…} or the whole formula compared",
        "The content of the last \\boxed{…}; without it, the whole output if it is one formula.",
        (r"\frac{8}{2}", r"\frac{8}{2}"),
        |text| {
            let why =
                "there is no last \\boxed{…} with balanced braces, and the text is not a formula";
            told(boxed_or_formula(text), "the last \\boxed{…}, or the whole formula", why)
        },
    ),
    rule(
        "last_shallow_boxed",
        "the last \\boxed{…} or sentence compared",
        "The content of the last \\boxed{…} with at most one level of braces inside; without it, \
         the last sentence.",
        (r"So \boxed{\frac{8}{2}}", r"\frac{8}{2}"),
        |text| {
            let rule = "the last \\boxed{…}, or the last sentence";
            Ok((boxed::last_shallow_or_sentence(text), rule))
        },
    ),
    rule(
        "final_answer",
        "the announced final answer compared",
        "The text between “Final Answer: The final answer is” and “I hope it is correct.”",
        ("Final Answer: The final answer is 4. I hope it is correct.", "4"),
        |text| {
            let why =
                "no sentence says “Final Answer: The final answer is …. I hope it is correct.”";
            told(boxed::final_answer(text), "the announced final answer", why)
        },
    ),
    rule(
        "between_dollars",
        "the text between dollar signs compared",
        "The text between the first and the last dollar sign; without two dollar signs, the whole \
         output.",
        ("So $4$.", "4"),
        |text| Ok((boxed::between_dollars(text), "from the first to the last dollar sign")),
    ),
    rule(
        "last_code_block",
        "the last block of code run",
        "The lines between the last two fences (```). One fence too many shifts the block, as in \
         LiveCodeBench.",
        ("```python\nprint(4)\n```", "print(4)"),
        |text| {
            told(
                code::last_block(text),
                "the last block of code",
                "there are fewer than two fences",
            )
        },
    )
    .of_programs(),
    rule(
        "first_code_block",
        "the first block of code run",
        "The lines between the first two fences (```); without fences, the whole output.",
        ("```python\nprint(4)\n```", "print(4)"),
        |text| Ok((code::first_block(text), "the first block of code, or all")),
    )
    .of_programs(),
    rule(
        "last_assertion",
        "the last assertion run",
        "The last line that begins with assert; without such a line, the first block of Python.",
        ("So:\nassert f(2) == 4", "assert f(2) == 4"),
        |text| {
            let why = "no line begins with assert, and there is no block of code";
            told(code::last_assertion(text), "the last assertion", why)
        },
    )
    .of_programs(),
    rule(
        "predicted_value",
        "the right side of the assertion compared",
        "The text after the first ==, up to the next ==, [/ANSWER] or the end of the line.",
        ("assert f(2) == 4", "4"),
        |text| predicted_value(text, false),
    ),
    rule(
        "tagged_value",
        "the right side of the assertion after [ANSWER] compared",
        "The same, but only after the first [ANSWER], which models write after their reasoning.",
        ("2 == 2, so [ANSWER] assert f(2) == 4 [/ANSWER]", "4"),
        |text| predicted_value(text, true),
    ),
];

const fn rule(
    name: &'static str,
    words: &'static str,
    help: &'static str,
    example: (&'static str, &'static str),
    find: fn(&str) -> Found<'_>,
) -> Rule {
    Rule { name, words, help, example, takes_programs: false, find }
}

fn boxed_or_formula(text: &str) -> Option<&str> {
    if ["\\boxed", "\\fbox"].iter().any(|name| text.contains(name)) {
        return boxed::last_balanced(text);
    }
    math_answer::formula(text).map(|found| found.0)
}

fn told<'t>(answer: Option<&'t str>, rule: &'static str, why: &'static str) -> Found<'t> {
    answer.map(|answer| (answer, rule)).ok_or(why)
}

fn number_after(text: &str, marker: Marker) -> Found<'_> {
    let number = number::after_marker(text, marker);
    told(number, "the number after the first marker", "no marker has a number after it")
}

fn predicted_value(text: &str, tagged: bool) -> Found<'_> {
    let value = code::predicted_value(text, tagged);
    told(value, "the right side of the assertion", "there is no value")
}

/// What stands in the first `\boxed{`, up to the next `}`, without the white space around it; it may be
/// empty. Braces within do not nest, and `\boxed {` is none: the rule of
/// aauss/tcp-accuracy@41dac8ed `tcp_accuracy.py`.
#[inline(never)]
fn first_boxed(text: &str) -> Option<&str> {
    let (_, inner) = text.split_once("\\boxed{")?;
    Some(classes::strip(inner.split_once('}')?.0))
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
    /// The text forms of all; the last two stand for others like them.
    pub const FORMS: [&str; RULES.len() + 2] = {
        let mut forms = ["after(\"…\")"; RULES.len() + 2];
        forms[RULES.len() + 1] = "pattern:…";
        let mut index = 0;
        while index < RULES.len() {
            forms[index] = RULES[index].name;
            index += 1;
        }
        forms
    };

    /// The whole text.
    pub const WHOLE: Self = Self::Named(&RULES[0]);

    /// Finds the answer in a raw text.
    pub fn extract<'t>(&'t self, text: &'t str) -> Extraction<'t> {
        let found = match self {
            Self::WithoutThoughts(rule) => {
                let Some(outside) = thoughts::without(text) else {
                    let rule = "the output contains only thoughts";
                    return Extraction { answer: None, span: None, rule };
                };
                let before = outside.as_ptr().addr() - text.as_ptr().addr();
                let found = rule.extract(outside);
                let span = found.span.map(|(start, end)| (before + start, before + end));
                return Extraction { span, ..found };
            }
            Self::Named(rule) => (rule.find)(text),
            Self::Pattern(pattern) => {
                let rule = if pattern.last {
                    "the last match of the pattern"
                } else {
                    "the first match of the pattern"
                };
                told(pattern.find(text), rule, "the pattern matches nowhere")
            }
            Self::After(marker, _) => match text.rsplit_once(marker.as_str()) {
                None => Err("the marker does not occur"),
                Some((_, after)) => {
                    let why = "nothing follows the marker";
                    told(answer_after(after), "after the last marker", why)
                }
            },
        };
        let (answer, rule) = match found {
            Ok((answer, rule)) => (Some(answer), rule),
            Err(why) => (None, why),
        };
        let word = match (self, answer) {
            (Self::After(_, Some(word)), Some(answer)) if lowered(answer).contains(word) => {
                Some(word)
            }
            _ => None,
        };
        let start = answer.map(|answer| answer.as_ptr().addr() - text.as_ptr().addr());
        Extraction {
            span: answer.zip(start).map(|(answer, start)| (start, start + answer.len())),
            answer: word.map(String::as_str).or(answer),
            rule,
        }
    }
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
            Self::Named(rule) => f.write_str(rule.name),
            Self::Pattern(pattern) => write!(f, "{pattern}"),
            Self::WithoutThoughts(rule) => rule.fmt(f),
            Self::After(marker, None) => write!(f, "after({})", json_text(marker)),
            Self::After(marker, Some(word)) => {
                write!(f, "after({}, {})", json_text(marker), json_text(word))
            }
        }
    }
}

impl FromStr for Extractor {
    /// A sentence that lists the valid extractors.
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if let Some(rule) = RULES.iter().find(|rule| rule.name == text) {
            return Ok(Self::Named(rule));
        }
        if pattern::is_pattern(text) {
            return text.parse().map(Self::Pattern);
        }
        let marker = || {
            let json = text.strip_prefix("after(")?.strip_suffix(')')?;
            let texts = string_list(&format!("[{json}]"))?;
            if texts.len() > 2 || texts.iter().any(String::is_empty) {
                return None;
            }
            let mut texts = texts.into_iter();
            Some(Self::After(texts.next()?, texts.next()))
        };
        marker().ok_or_else(|| {
            let named = RULES.iter().map(|rule| rule.name).join(", ");
            format!(
                "unknown extraction rule `{text}`; choose {named}, after(\"a marker\"), after(\"a \
                 marker\", \"a word\"), pattern:REGEX or last_pattern:REGEX"
            )
        })
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

    fn named(name: &str) -> &'static Extractor {
        Box::leak(Box::new(name.parse().unwrap()))
    }

    #[test]
    fn examples_are_true() {
        for rule in RULES {
            let (output, answer) = rule.example;
            assert_eq!(named(rule.name).extract(output).answer, Some(answer), "{}", rule.name);
            assert!(rule.help.ends_with(['.', '”']), "{}", rule.name);
        }
    }

    #[test]
    fn text_forms_round_trip() {
        let markers = [r#"after("Thus, \"it\" is:\n")"#, r#"after("is:", "unanswerable")"#];
        for text in Extractor::FORMS.into_iter().chain(markers) {
            assert_eq!(text.parse::<Extractor>().unwrap().to_string(), text);
        }
        for text in [
            "", "Whole", "after()", "after(\"\")", "after(x)", r#"after("a", "")"#,
            r#"after("a", "b", "c")"#,
        ] {
            assert!(text.parse::<Extractor>().unwrap_err().contains("tagged_value, after("));
        }
    }

    #[test]
    fn the_whole_text_is_an_answer_even_if_empty() {
        let extraction = named("whole").extract("");
        assert_eq!((extraction.answer, extraction.span), (Some(""), Some((0, 0))));
        assert_eq!(named("whole").extract(" a\n").answer, Some(" a\n"));
    }

    #[test]
    fn lines_that_are_not_blank() {
        let text = " \u{1f}\r\n first \r\nmiddle\n last\t\n\u{a0}\n";
        let first = named("first_line").extract(text);
        assert_eq!((first.answer, first.span), (Some("first"), Some((5, 10))));
        assert_eq!(named("last_line").extract(text).answer, Some("last"));
        let blank = named("last_line").extract(" \n ");
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
        let first = |text| named("first_boxed").extract(text).answer;
        assert_eq!(first(r"\boxed{ 1 } or \boxed{2}"), Some("1"));
        assert_eq!(first(r"\boxed{\text{1}}"), Some(r"\text{1"));
        assert_eq!(first(r"\boxed {1} \fbox{2} \boxed{}"), Some(""));
        assert_eq!(first("\\boxed{1\n}"), Some("1"));
        assert_eq!(first(r"\boxed{1"), None);
        assert_eq!(named("first_boxed").extract("1").rule, r"there is no \boxed{…}");
    }

    proptest! {
        #[test]
        fn the_span_is_where_the_answer_stands(text in "([ab.\n é]|is: ){0,20}") {
            let marker = Extractor::After("is:".to_owned(), None);
            for extractor in [
                named("whole"),
                named("first_line"),
                named("last_line"),
                named("first_boxed"),
                named("math_answer"),
                &marker,
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
