//! Steps that one pass over a text does at once: see [`WordForm`].

use super::lower::lower;
use super::nfd::decompose;
use super::step::{is_of_unspaced_script, is_punctuation_of_a_script};
use super::{Scratch, Step, WordClass, classes};
use scoredrop_kernel::find::has_signs_of_numbers;
use scoredrop_kernel::words::{Articles, Class, Letter, Letters, WordForm};
use std::cell::RefCell;

/// The steps of a normal form as one pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OnePass {
    /// Whether the text is decomposed first.
    nfd: bool,
    form: WordForm,
    /// Which characters form words: see [`letter`].
    class: Class,
}

/// Words as the standard module `re` has them, and as the module `regex` has them.
const RE: Class = Class { words: 0, barred: None };
const REGEX: Class = Class { words: 1, barred: None };
/// Words between white space, in a text that has neither punctuation nor words of other scripts.
const PHRASE: Class = Class { words: 2, barred: Some(3) };

impl OnePass {
    /// The pass that some steps are; `None` where they are none, or do something between these.
    pub(super) fn of(mut steps: &[Step]) -> Option<Self> {
        let mut passes = |is: fn(&Step) -> bool| {
            let found = steps.first().filter(|step| is(step));
            steps = &steps[usize::from(found.is_some())..];
            found
        };
        let nfd = passes(|step| *step == Step::Nfd).is_some();
        let lowercase = passes(|step| *step == Step::Lowercase).is_some();
        let punctuation = passes(|step| {
            matches!(step, Step::DeletePunctuation | Step::DeletePunctuationOfAnyScript)
        });
        let of_phrases = punctuation == Some(&Step::DeletePunctuationOfAnyScript);
        let articles =
            passes(|step| matches!(step, Step::DeleteArticles(_) | Step::DeleteArticlesOfPhrase));
        let same =
            articles.is_none_or(|step| (*step == Step::DeleteArticlesOfPhrase) == of_phrases);
        let spaces = passes(|step| *step == Step::SpaceCharacters).is_some();
        let ends = passes(|step| *step == Step::CollapseWhitespace).is_some();
        let class = match articles {
            _ if of_phrases => PHRASE,
            Some(Step::DeleteArticles(WordClass::RegexModule)) => REGEX,
            _ => RE,
        };
        let articles = match articles {
            None => Articles::Stay,
            Some(_) if of_phrases => Articles::GoBeforeWords,
            Some(_) => Articles::Go,
        };
        let form = WordForm { lowercase, no_punctuation: punctuation.is_some(), articles };
        let one = ends && steps.is_empty() && same && (of_phrases || !spaces);
        (one && (form.no_punctuation || articles == Articles::Stay)).then_some(Self {
            nfd,
            form,
            class,
        })
    }

    /// Puts the words of a text into `scratch`; `false` where the steps have to be gone one by one.
    pub(super) fn take(self, text: &str, scratch: &mut Scratch) -> bool {
        let Self { nfd: decomposed, form, class } = self;
        if class == PHRASE && !is_plain(text) {
            return false;
        }
        // For ASCII all word classes of the articles and NFD change nothing.
        if scratch.words.normal(text, form) {
            return true;
        }
        let Scratch { next, words, .. } = scratch;
        if decomposed {
            next.clear();
            decompose(text, next);
        }
        let text = if decomposed { next } else { text };
        LETTERS.with_borrow_mut(|letters| words.wide(text, form, class, letters))
    }
}

/// Whether all ASCII punctuation of a text is deleted where that within numbers stays, and its ASCII white space
/// is the same everywhere.
fn is_plain(text: &str) -> bool {
    text.chars().any(char::is_alphanumeric) && !has_signs_of_numbers(text.as_bytes())
}

thread_local! {
    /// What was found out of characters: it holds for all texts.
    static LETTERS: RefCell<Letters> = RefCell::new(Letters::new(letter));
}

/// What one pass has to know of a character.
fn letter(c: char) -> Letter {
    let space = classes::is_python_whitespace(c);
    let barred = is_punctuation_of_a_script(c) || is_of_unspaced_script(c);
    let words = u32::from(classes::is_python_re_word(c))
        | u32::from(classes::is_regex_module_word(c)) << 1
        | u32::from(!space) << 2
        | u32::from(barred) << 3;
    let letter = Letter::new(lower(c), space, words);
    // Whether a sigma is final depends on what is beside it, and İ becomes two.
    if matches!(c, 'Σ' | 'İ') { letter.odd() } else { letter }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lower_case_of_a_character_is_of_its_classes() {
        for c in '\0'..=char::MAX {
            for is in [classes::is_python_re_word, classes::is_regex_module_word] {
                assert_eq!(is(c), is(lower(c)), "{c:?}");
            }
            assert_eq!(classes::is_python_whitespace(c), classes::is_python_whitespace(lower(c)));
            assert!(lower(c).len_utf8() * 2 <= c.len_utf8() * 3, "{c:?}");
            assert!(!lower(c).is_ascii_punctuation() || c == lower(c), "{c:?}");
        }
    }
}
