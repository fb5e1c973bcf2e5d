//! The steps of a normal form, each in its readable form.

use super::classes;
use super::lower::lowercase;
use super::nfd::decompose;
use super::objects::canonical;
use super::python_float::{python_float, python_str};
use super::records::{code, record};
use super::scaled_number::{is_number, to_number};
use crate::base::json_text::json_text;
use crate::table::json::string_list;
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
    /// `delete_punctuation(numbers)`: likewise, but what is part of a number stays: a sign before it,
    /// a point in it, and `/`, `:` and `-` between its digits. A text of nothing but punctuation stays
    /// as it is. Our own, for plain comparisons: 7.2 is not 72, and -3 is not 3.
    DeletePunctuationOfText,
    /// `delete_punctuation(text)`: likewise, and the punctuation of other scripts goes too: `。`, `、`, `،`,
    /// `।`; curly quotes and dashes stay. Our own, for plain comparisons.
    DeletePunctuationOfAnyScript,
    /// `delete_articles(re)`, `delete_articles(regex)`: Python's `\b(a|an|the)\b` becomes a space.
    /// Lower case only.
    DeleteArticles(WordClass),
    /// `delete_articles(phrase)`: `a`, `an` and `the` go where another word follows after white space.
    /// Lower case only. Our own, for plain comparisons: the answer `A` is a letter, and no article.
    DeleteArticlesOfPhrase,
    /// `space_characters`: each character of a script that is written without spaces becomes a word of
    /// its own: Chinese, Japanese, Thai, Lao, Khmer, Burmese.
    SpaceCharacters,
    /// `collapse_whitespace`: Python's `" ".join(text.split())`.
    CollapseWhitespace,
    /// `objects`: an object or a list, in JSON or as Python prints it, is written in one form: members by
    /// name, without white space, whole numbers without a point. Other texts stay. Our own, for plain
    /// comparisons.
    Objects,
    /// `records`: the same for an object or a list in a fence, between tags of a call or within a sentence. A call
    /// of a tool is its name and its arguments, whatever wraps it. Of another text with a fence its last code
    /// counts, without the semicolon at the end of a statement of SQL. Our own, for plain comparisons.
    Records,
    /// `nfd`: Unicode canonical decomposition.
    Nfd,
    /// `strip`: Python's `str.strip`.
    Strip,
    /// `space_punctuation`: each of the 32 ASCII characters of Python's `string.punctuation` becomes a
    /// space (mandarjoshi90/triviaqa@ca43b582 `evaluation/triviaqa_evaluation.py`).
    SpacePunctuation,
    /// `numbers(float)`, `numbers(tatqa)`: each word between spaces that is a number becomes the text of
    /// that number; from every other one the ASCII punctuation is deleted, and what is left is read as
    /// a number once more.
    Numbers(NumberRule),
    /// `space("-")`: each of these characters becomes a space. They are written as a JSON string that
    /// is not empty.
    Space(String),
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

/// What counts as a number, and how it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NumberRule {
    /// What Python's `float` reads, as `str` writes it: `1,000` is `1000.0` (allenai/allennlp-models@
    /// b1f37224 `allennlp_models/rc/tools/drop.py`).
    Float,
    /// What [`is_number`] takes for one, as [`to_number`] reads it: `$1,000` is `1000`, `5%` is `0.05`
    /// (NExTplusplus/TAT-QA@870accc4 `tatqa_utils.py`).
    TatQa,
}

impl Step {
    /// Every step without a text of its own, by its text form: all but [`Step::Delete`] and
    /// [`Step::Space`].
    pub const PLAIN: &[(&str, Self)] = &[
        ("lowercase", Self::Lowercase),
        ("delete_punctuation", Self::DeletePunctuation),
        ("delete_punctuation(numbers)", Self::DeletePunctuationOfText),
        ("delete_punctuation(text)", Self::DeletePunctuationOfAnyScript),
        ("delete_articles(re)", Self::DeleteArticles(WordClass::PythonRe)),
        ("delete_articles(regex)", Self::DeleteArticles(WordClass::RegexModule)),
        ("delete_articles(phrase)", Self::DeleteArticlesOfPhrase),
        ("space_characters", Self::SpaceCharacters),
        ("collapse_whitespace", Self::CollapseWhitespace),
        ("objects", Self::Objects),
        ("records", Self::Records),
        ("nfd", Self::Nfd),
        ("strip", Self::Strip),
        ("space_punctuation", Self::SpacePunctuation),
        ("numbers(float)", Self::Numbers(NumberRule::Float)),
        ("numbers(tatqa)", Self::Numbers(NumberRule::TatQa)),
    ];

    /// Appends `text` after this step to `out`.
    pub(super) fn apply(&self, text: &str, out: &mut String) {
        match self {
            Self::Lowercase => lowercase(text, out),
            Self::DeletePunctuation => {
                // Bytes are enough to see it, and a text is a whole one on either side of it.
                let mut from = 0;
                for (place, byte) in text.bytes().enumerate() {
                    if byte.is_ascii_punctuation() {
                        out.push_str(&text[from..place]);
                        from = place + 1;
                    }
                }
                out.push_str(&text[from..]);
            }
            Self::DeletePunctuationOfText => delete_punctuation_of_text(text, &|_| false, out),
            Self::DeletePunctuationOfAnyScript => {
                delete_punctuation_of_text(text, &is_punctuation_of_a_script, out);
            }
            Self::DeleteArticles(class) => delete_articles(*class, text, out),
            Self::DeleteArticlesOfPhrase => {
                // The white space before the last word.
                let last = text.trim_end().rfind(char::is_whitespace);
                let mut start = 0;
                for word in text.split_inclusive(char::is_whitespace) {
                    let article = matches!(word.trim_end(), "a" | "an" | "the");
                    if !(article && last.is_some_and(|last| start < last)) {
                        out.push_str(word);
                    }
                    start += word.len();
                }
            }
            Self::SpaceCharacters => {
                for c in text.chars() {
                    if is_of_unspaced_script(c) {
                        out.extend([' ', c, ' ']);
                    } else {
                        out.push(c);
                    }
                }
            }
            Self::CollapseWhitespace => {
                for token in classes::split_whitespace(text) {
                    if !out.is_empty() {
                        out.push(' ');
                    }
                    out.push_str(token);
                }
            }
            Self::Objects => match canonical(text) {
                Some(form) => out.push_str(&form),
                None => out.push_str(text),
            },
            Self::Records => match record(text) {
                Some(form) => out.push_str(&form),
                None => out.push_str(code(text)),
            },
            Self::Nfd => decompose(text, out),
            Self::Strip => out.push_str(classes::strip(text)),
            Self::SpacePunctuation => {
                out.extend(text.chars().map(|c| if c.is_ascii_punctuation() { ' ' } else { c }));
            }
            Self::Numbers(rule) => {
                for (index, word) in text.split(' ').enumerate() {
                    if index > 0 {
                        out.push(' ');
                    }
                    rule.write(word, out);
                }
            }
            Self::Space(which) => {
                out.extend(text.chars().map(|c| if which.contains(c) { ' ' } else { c }));
            }
            Self::Delete(what) => text.split(what.as_str()).for_each(|part| out.push_str(part)),
        }
    }
}

impl NumberRule {
    /// The text of the number that a word is.
    fn number(self, word: &str) -> Option<String> {
        match self {
            Self::Float => python_float(word).map(python_str),
            // The reference writes the number that it does not find as well.
            Self::TatQa => is_number(word).then(|| {
                to_number(word).map_or_else(|| "None".to_owned(), |number| number.to_string())
            }),
        }
    }

    fn write(self, word: &str, out: &mut String) {
        if let Some(number) = self.number(word) {
            out.push_str(&number);
            return;
        }
        let bare: String = word.chars().filter(|c| !c.is_ascii_punctuation()).collect();
        out.push_str(self.number(&bare).as_deref().unwrap_or(&bare));
    }
}

/// Whether a character is punctuation of another script than the Latin one: Chinese, Japanese, Arabic,
/// Hebrew, Greek, Armenian, Indic, Thai, Burmese, Ethiopic and Khmer marks, and the wide forms of ASCII.
/// Curly quotes and dashes stay, as in every scorer that copied SQuAD's.
pub(super) fn is_punctuation_of_a_script(c: char) -> bool {
    matches!(c,
        '\u{37e}' | '\u{387}' | '\u{589}' | '\u{5be}' | '\u{5f3}' | '\u{5f4}'
        | '\u{60c}' | '\u{61b}' | '\u{61f}' | '\u{6d4}' | '\u{964}' | '\u{965}'
        | '\u{e2f}' | '\u{e5a}' | '\u{e5b}' | '\u{104a}' | '\u{104b}'
        | '\u{1362}'..='\u{1368}' | '\u{17d4}'..='\u{17d6}'
        | '\u{3001}'..='\u{3003}' | '\u{3008}'..='\u{3011}' | '\u{3014}'..='\u{301f}' | '\u{30fb}'
        | '\u{fe30}'..='\u{fe6b}' | '\u{ff01}'..='\u{ff0f}' | '\u{ff1a}'..='\u{ff20}'
        | '\u{ff3b}'..='\u{ff40}' | '\u{ff5b}'..='\u{ff65}')
}

/// See [`Step::DeletePunctuationOfText`]; `more` says what else is punctuation.
fn delete_punctuation_of_text(text: &str, more: &dyn Fn(char) -> bool, out: &mut String) {
    if !text.chars().any(char::is_alphanumeric) {
        return out.push_str(text);
    }
    let mut before: Option<char> = None;
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        let digit_before = || before.is_some_and(|before| before.is_ascii_digit());
        let within = || digit_before() || before.is_none_or(|before| !before.is_alphanumeric());
        let digit_at = |place| rest.clone().nth(place).is_some_and(|c| c.is_ascii_digit());
        let stays = match c {
            '/' | ':' => digit_before() && digit_at(0),
            '.' => digit_at(0) && within(),
            '-' => {
                let sign = rest.as_str().starts_with(['.', '$']);
                (digit_at(0) || (sign && digit_at(1))) && within()
            }
            _ => !(c.is_ascii_punctuation() || more(c)),
        };
        if stays {
            out.push(c);
        }
        before = Some(c);
    }
}

/// Whether a character belongs to a script that is written without spaces between words: Thai, Lao,
/// Burmese, Khmer, kana, and Chinese characters, by their blocks in Unicode.
pub(crate) fn is_of_unspaced_script(c: char) -> bool {
    matches!(u32::from(c),
        0x0E00..=0x0EFF | 0x1000..=0x109F | 0x1780..=0x17FF | 0x3040..=0x30FF | 0x31F0..=0x31FF
        | 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xF900..=0xFAFF | 0x20000..=0x323AF)
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
        match self {
            Self::Delete(what) => write!(f, "delete({})", json_text(what)),
            Self::Space(what) => write!(f, "space({})", json_text(what)),
            plain => {
                let known = Self::PLAIN.iter().find(|(_, step)| step == plain);
                f.write_str(known.map_or("", |(name, _)| name))
            }
        }
    }
}

impl FromStr for Step {
    /// A sentence that lists the valid steps.
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let with_text = |name: &str| {
            let json = text.strip_prefix(name)?.strip_prefix('(')?.strip_suffix(')')?;
            let what = string_list(&format!("[{json}]"))?.into_iter().next()?;
            (!what.is_empty()).then_some(what)
        };
        let plain =
            Self::PLAIN.iter().find(|(name, _)| *name == text).map(|(_, step)| step.clone());
        plain
            .or_else(|| with_text("delete").map(Self::Delete))
            .or_else(|| with_text("space").map(Self::Space))
            .ok_or_else(|| {
                let valid: Vec<&str> = Self::PLAIN.iter().map(|(name, _)| *name).collect();
                let valid = valid.join(", ");
                format!(
                    "`{text}` is not a normalisation step; choose {valid}, space(\"characters\"), \
                     delete(\"a text\")"
                )
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
        let text = "a \"b\")".to_owned();
        let others = [Step::Delete(text.clone()), Step::Space(text)];
        for step in Step::PLAIN.iter().map(|(_, step)| step.clone()).chain(others) {
            assert_eq!(step.to_string().parse(), Ok(step));
        }
        for text in ["delete", "delete()", "delete(\"\")", "delete(GMT)", "space(\"\")", "space"] {
            let error = text.parse::<Step>().unwrap_err();
            assert!(error.ends_with(", space(\"characters\"), delete(\"a text\")"), "{error}");
        }
        let error = "delete_articles".parse::<Step>().unwrap_err();
        assert!(error.contains("delete_articles(regex), delete_articles(phrase)"), "{error}");
    }

    #[test]
    fn plain_comparisons_keep_numbers_and_letters() {
        let step = &Step::DeletePunctuationOfText;
        for (text, expected) in [
            ("-3", "-3"),
            ("$7.2 million, (net).", "7.2 million net"),
            ("1,234.5 -.5 +3 -$4 x-1", "1234.5 -.5 3 -4 x1"),
            ("10:30, 1/2; 2019-2020", "10:30 1/2 2019-2020"),
            ("well-known U.S. 5.", "wellknown US 5"),
            ("+", "+"),
        ] {
            assert_eq!(after(step, text), expected);
        }
        let step = &Step::DeleteArticlesOfPhrase;
        for (text, expected) in
            [("the a", "a"), ("a", "a"), ("an apple a day", "apple day"), ("the ", "the ")]
        {
            assert_eq!(after(step, text), expected);
        }
        assert_eq!(after(&Step::SpaceCharacters, "GPT是ก"), "GPT 是  ก ");
    }

    #[test]
    fn a_text_is_deleted_wherever_it_stands() {
        let step = &Step::Delete("GMT".to_owned());
        assert_eq!(after(step, "GMT 16:00GMT gmt"), " 16:00 gmt");
        assert_eq!(after(&Step::Delete("aa".to_owned()), "aaa"), "a");
    }
}
