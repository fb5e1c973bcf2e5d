//! Phase 4: an answer becomes its comparable form.
//!
//! A normal form is a sequence of [`Step`]s, each with a short text form; [`Normalizer`] applies
//! them. The letters, numbers and white space are those of Python: see [`classes`].

pub mod classes;
pub mod date;
pub(crate) mod day;
pub mod digit;
pub(crate) mod formula;
pub mod lower;
pub(crate) mod nfd;
pub mod number;
pub(crate) mod objects;
mod one_pass;
mod packed;
pub(crate) mod python_float;
pub(crate) mod records;
pub mod scaled_number;
mod step;

pub use step::NumberRule;
pub(crate) use step::is_of_unspaced_script;
pub use step::{Step, WordClass};

use one_pass::OnePass;
use scoredrop_kernel::words::Words;

/// Applies a sequence of steps to texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Normalizer {
    steps: Vec<Step>,
    /// The steps as one pass, where they are one.
    one_pass: Option<OnePass>,
}

/// Buffers that [`Normalizer::apply`] reuses, so that it does not allocate once they are large
/// enough.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    text: String,
    next: String,
    words: Words,
}

impl Normalizer {
    /// A normaliser that applies `steps` in this order. No steps leave texts as they are.
    pub fn new(steps: &[Step]) -> Self {
        Self { steps: steps.to_vec(), one_pass: OnePass::of(steps) }
    }

    /// The normal form of `text`, kept in `scratch`.
    pub fn apply<'a>(&self, text: &str, scratch: &'a mut Scratch) -> &'a str {
        if self.one_pass.is_some_and(|pass| pass.take(text, scratch)) {
            return std::str::from_utf8(scratch.words.text()).unwrap_or_default();
        }
        self.step_by_step(text, scratch)
    }

    /// The normal form of a single text.
    pub fn form(&self, text: &str) -> String {
        self.apply(text, &mut Scratch::default()).to_owned()
    }

    /// The words of the normal form of `text`, kept in `scratch`.
    pub fn words<'a>(&self, text: &str, scratch: &'a mut Scratch) -> &'a mut Words {
        if !self.one_pass.is_some_and(|pass| pass.take(text, scratch)) {
            self.step_by_step(text, scratch);
            scratch.words.split(&scratch.text);
        }
        &mut scratch.words
    }

    fn step_by_step<'a>(&self, text: &str, scratch: &'a mut Scratch) -> &'a str {
        scratch.text.clear();
        scratch.text.push_str(text);
        for step in &self.steps {
            scratch.next.clear();
            step.apply(&scratch.text, &mut scratch.next);
            std::mem::swap(&mut scratch.text, &mut scratch.next);
        }
        &scratch.text
    }

    /// The steps, in the order in which they are applied.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn squad(class: WordClass) -> Vec<Step> {
        vec![
            Step::Lowercase,
            Step::DeletePunctuation,
            Step::DeleteArticles(class),
            Step::CollapseWhitespace,
        ]
    }

    fn normal_form(steps: &[Step], text: &str) -> String {
        Normalizer::new(steps).form(text)
    }

    /// The normal form by one step after the other.
    fn step_by_step(steps: &[Step], text: &str) -> String {
        steps.iter().fold(text.to_owned(), |text, step| {
            let mut after = String::new();
            step.apply(&text, &mut after);
            after
        })
    }

    #[test]
    fn no_steps_leave_the_text_as_it_is() {
        assert_eq!(normal_form(&[], " The Cat "), " The Cat ");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4096))]

        #[test]
        fn the_one_pass_form_is_the_readable_form(
            text in "([aAnNtThHeE]{0,3}|the|an|[ \t-]|\\PC|[\u{0}-\u{7f}]){0,24}",
            nfd: bool,
            regex: bool,
            lowercase: bool,
            no_punctuation: bool,
            no_articles: bool,
        ) {
            let mut steps = squad(if regex { WordClass::RegexModule } else { WordClass::PythonRe });
            steps.retain(|step| match step {
                Step::Lowercase => lowercase,
                Step::DeletePunctuation => no_punctuation,
                Step::DeleteArticles(_) => no_articles && no_punctuation,
                _ => true,
            });
            if nfd {
                steps.insert(0, Step::Nfd);
            }
            let normalizer = Normalizer::new(&steps);
            prop_assert!(normalizer.one_pass.is_some());
            let printable = |c: char| if c.is_ascii() && (!c.is_ascii_control() || c == '\t') { c } else { '\'' };
            for text in [text.clone(), text.chars().map(printable).collect()] {
                let readable = step_by_step(&steps, &text);
                let mut scratch = Scratch::default();
                prop_assert_eq!(normalizer.apply(&text, &mut scratch), &readable);
                prop_assert_eq!(normalizer.words(&text, &mut scratch).text(), readable.as_bytes());
            }
        }

        #[test]
        fn the_one_pass_form_of_phrases_is_the_readable_form(
            text in "([aAnN]{0,2}|the|an|a|[ \t-]|[-./:$0-9]{1,3}|\\PC|[éüΣ’]|[。中ไ]|[\u{0}-\u{7f}]){0,24}",
            lowercase: bool,
            articles: bool,
            spaces: bool,
        ) {
            let mut steps = vec![
                Step::Lowercase,
                Step::DeletePunctuationOfAnyScript,
                Step::DeleteArticlesOfPhrase,
                Step::SpaceCharacters,
                Step::CollapseWhitespace,
            ];
            steps.retain(|step| match step {
                Step::Lowercase => lowercase,
                Step::DeleteArticlesOfPhrase => articles,
                Step::SpaceCharacters => spaces,
                _ => true,
            });
            let normalizer = Normalizer::new(&steps);
            prop_assert!(normalizer.one_pass.is_some());
            let without_digits: String = text.chars().filter(|c| !c.is_ascii_digit()).collect();
            for text in [text, without_digits] {
                let readable = step_by_step(&steps, &text);
                let mut scratch = Scratch::default();
                prop_assert_eq!(normalizer.apply(&text, &mut scratch), &readable);
                prop_assert_eq!(normalizer.words(&text, &mut scratch).text(), readable.as_bytes());
            }
        }

        #[test]
        fn a_normal_form_has_single_spaces_and_no_article(text in "\\PC{0,20}( the | A |\t){0,2}.*") {
            let form = normal_form(&squad(WordClass::PythonRe), &text);
            prop_assert_eq!(&normal_form(&[Step::CollapseWhitespace], &form), &form);
            prop_assert!(!form.split(' ').any(|token| matches!(token, "a" | "an" | "the")));
        }
    }
}
