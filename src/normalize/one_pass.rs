//! Steps that one pass over a text does at once: see [`WordForm`].

use super::lower::lower;
use super::{Scratch, Step, WordClass, classes};
use scoredrop_kernel::words::{Letter, Letters, WordForm};
use std::cell::RefCell;
use unicode_normalization::UnicodeNormalization as _;

/// The steps of a normal form as one pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OnePass {
    /// Whether the text is decomposed first.
    nfd: bool,
    form: WordForm,
    /// Which characters form words: see [`letter`].
    class: u32,
}

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
        let no_punctuation = passes(|step| *step == Step::DeletePunctuation).is_some();
        let articles = passes(|step| matches!(step, Step::DeleteArticles(_)));
        let ends = passes(|step| *step == Step::CollapseWhitespace).is_some();
        let no_articles = articles.is_some();
        let class = u32::from(articles == Some(&Step::DeleteArticles(WordClass::RegexModule)));
        let form = WordForm { lowercase, no_punctuation, no_articles };
        (ends && steps.is_empty() && (no_punctuation || !no_articles)).then_some(Self {
            nfd,
            form,
            class,
        })
    }

    /// Puts the words of a text into `scratch`; `false` where the steps have to be gone one by one.
    pub(super) fn take(self, text: &str, scratch: &mut Scratch) -> bool {
        let Self { nfd: decomposed, form, class } = self;
        // For ASCII both word classes of the articles and NFD change nothing.
        if scratch.words.normal(text, form) {
            return true;
        }
        let Scratch { next, words, .. } = scratch;
        if decomposed {
            next.clear();
            next.extend(text.nfd());
        }
        let text = if decomposed { next } else { text };
        LETTERS.with_borrow_mut(|letters| words.wide(text, form, class, letters))
    }
}

thread_local! {
    /// What was found out of characters: it holds for all texts.
    static LETTERS: RefCell<Letters> = RefCell::new(Letters::new(letter));
}

/// What one pass has to know of a character.
fn letter(c: char) -> Letter {
    let words =
        u32::from(classes::is_python_re_word(c)) | u32::from(classes::is_regex_module_word(c)) << 1;
    let letter = Letter::new(lower(c), classes::is_python_whitespace(c), words);
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
