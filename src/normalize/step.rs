//! The steps of a normal form, each in its readable form.

use super::classes;
use super::lower::lowercase;
use super::nfd::nfd;
use crate::input::json::string_list;
use crate::json_text::json_text;
use std::fmt;
use std::str::FromStr;

/// One step from an answer to its comparable form. Its text form (`Display`, `FromStr`) is stable:
/// signatures, presets and links are made of it.
///
/// The four steps lower case, punctuation, articles and white space in this order are the
/// `normalize_answer` of the official `SQuAD` script (allenai/bi-att-flow@49004549
/// `squad/evaluate-v1.1.py`) and of every scorer that copied it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// `lowercase`: Python's `str.lower` on the whole text.
    Lowercase,
    /// `delete_punctuation`: deletes the 32 ASCII characters of Python's `string.punctuation` and
    /// nothing else; curly quotes and dashes stay.
    DeletePunctuation,
    /// `delete_articles(re)`, `delete_articles(regex)`: Python's `\b(a|an|the)\b` becomes a space.
    /// Lower case only.
    DeleteArticles(WordClass),
    /// `collapse_whitespace`: Python's `" ".join(text.split())`.
    CollapseWhitespace,
    /// `nfd`: Unicode canonical decomposition.
    Nfd,
    /// `strip`: Python's `str.strip`.
    Strip,
    /// `delete("GMT")`: deletes every occurrence of a text that is not empty, case-sensitive; Python's
    /// `text.replace("GMT", "")`. The text is written as a JSON string.
    Delete(String),
}

/// Which characters form words, where a step looks for the boundary of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WordClass {
    /// `\w` of Python's standard `re`, as the official scripts use it.
    PythonRe,
    /// `\w` of the third-party `regex` module (`EvoAgentX`, DPR, `FiD`): with marks, without most
    /// superscripts and fractions.
    RegexModule,
}

impl Step {
    /// Every step without a text of its own: all but [`Step::Delete`].
    pub const PLAIN: [Self; 7] = [
        Self::Lowercase,
        Self::DeletePunctuation,
        Self::DeleteArticles(WordClass::PythonRe),
        Self::DeleteArticles(WordClass::RegexModule),
        Self::CollapseWhitespace,
        Self::Nfd,
        Self::Strip,
    ];

    /// The text form, of [`Step::Delete`] without its text.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Lowercase => "lowercase",
            Self::DeletePunctuation => "delete_punctuation",
            Self::DeleteArticles(WordClass::PythonRe) => "delete_articles(re)",
            Self::DeleteArticles(WordClass::RegexModule) => "delete_articles(regex)",
            Self::CollapseWhitespace => "collapse_whitespace",
            Self::Nfd => "nfd",
            Self::Strip => "strip",
            Self::Delete(_) => "delete",
        }
    }

    /// Appends `text` after this step to `out`.
    pub(super) fn apply(&self, text: &str, out: &mut String) {
        match self {
            Self::Lowercase => lowercase(text, out),
            Self::DeletePunctuation => {
                out.extend(text.chars().filter(|c| !c.is_ascii_punctuation()));
            }
            Self::DeleteArticles(class) => delete_articles(*class, text, out),
            Self::CollapseWhitespace => {
                for token in classes::split_whitespace(text) {
                    if !out.is_empty() {
                        out.push(' ');
                    }
                    out.push_str(token);
                }
            }
            Self::Nfd => nfd(text, out),
            Self::Strip => out.push_str(classes::strip(text)),
            Self::Delete(what) => text.split(what.as_str()).for_each(|part| out.push_str(part)),
        }
    }
}

/// `\b` stands at both ends of a run of word characters and nowhere else, so the pattern matches
/// exactly the runs that are an article.
fn delete_articles(class: WordClass, text: &str, out: &mut String) {
    let is_word = match class {
        WordClass::PythonRe => classes::is_python_re_word,
        WordClass::RegexModule => classes::is_regex_module_word,
    };
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let in_word = is_word(first);
        let end = rest.find(|c| is_word(c) != in_word).unwrap_or(rest.len());
        let (run, after) = rest.split_at(end);
        out.push_str(if matches!(run, "a" | "an" | "the") { " " } else { run });
        rest = after;
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        match self {
            Self::Delete(what) => write!(f, "({})", json_text(what)),
            _ => Ok(()),
        }
    }
}

impl FromStr for Step {
    /// A sentence that lists the valid steps.
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let deleted = || {
            let json = text.strip_prefix("delete(")?.strip_suffix(')')?;
            let what = string_list(&format!("[{json}]"))?.into_iter().next()?;
            (!what.is_empty()).then_some(Self::Delete(what))
        };
        let plain = Self::PLAIN.into_iter().find(|step| step.name() == text);
        plain.or_else(deleted).ok_or_else(|| {
            let valid = Self::PLAIN.each_ref().map(Self::name).join(", ");
            format!("`{text}` is no normalisation step; valid are {valid}, delete(\"a text\")")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(step: &Step, text: &str) -> String {
        let mut out = String::new();
        step.apply(text, &mut out);
        out
    }

    #[test]
    fn text_forms_round_trip() {
        for step in Step::PLAIN.into_iter().chain([Step::Delete("a \"b\")".to_owned())]) {
            assert_eq!(step.to_string().parse(), Ok(step));
        }
        for text in ["delete", "delete()", "delete(\"\")", "delete(GMT)"] {
            assert!(text.parse::<Step>().unwrap_err().contains("strip, delete(\"a text\")"));
        }
        let error = "delete_articles".parse::<Step>().unwrap_err();
        assert!(error.contains("delete_articles(regex), collapse_whitespace"), "{error}");
    }

    #[test]
    fn only_ascii_punctuation_is_deleted() {
        assert_eq!(after(&Step::DeletePunctuation, "$3.14—“x_y”`"), "314—“xy”");
        let all: String = ('\0'..='\u{ff}').filter(char::is_ascii_punctuation).collect();
        assert_eq!(all.len(), 32);
    }

    #[test]
    fn articles_are_whole_words() {
        let step = &Step::DeleteArticles(WordClass::PythonRe);
        for (text, expected) in [
            ("a cat", "  cat"),
            ("the-an", " - "),
            ("theatre and", "theatre and"),
            ("the_x a1", "the_x a1"),
            ("The", "The"),
            ("—the—", "— —"),
        ] {
            assert_eq!(after(step, text), expected);
        }
    }

    #[test]
    fn white_space_is_that_of_python() {
        assert_eq!(
            after(&Step::CollapseWhitespace, "\u{1c}a\u{a0}\u{1f} b\u{200b}\n"),
            "a b\u{200b}"
        );
        assert_eq!(after(&Step::Strip, "\u{1f} a  b\u{3000}"), "a  b");
        assert_eq!(after(&Step::Nfd, "é"), "e\u{301}");
    }

    #[test]
    fn a_text_is_deleted_wherever_it_stands() {
        let step = &Step::Delete("GMT".to_owned());
        assert_eq!(after(step, "GMT 16:00GMT gmt"), " 16:00 gmt");
        assert_eq!(after(&Step::Delete("aa".to_owned()), "aaa"), "a");
    }
}
