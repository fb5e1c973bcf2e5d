//! Whether a model refuses to answer where it should, and only there. Our own definition: exact match
//! cannot show it, because there are many ways to say that something is not known.

use crate::text::{Normalizer, Scratch, Step};

/// Texts that refuse to answer.
#[derive(Clone, Debug, Default)]
pub struct Phrases {
    normalizer: Option<Normalizer>,
    /// Normal forms, and whether a refusal may go on after it.
    phrases: Vec<(String, bool)>,
}

impl Phrases {
    /// Reads phrases; with `*` at its end one may go on with further words. Compared are lower-case
    /// forms without punctuation.
    pub fn new(phrases: &[String]) -> Self {
        if phrases.is_empty() {
            return Self::default();
        }
        let normalizer = Normalizer::new(&[
            Step::Delete("’".to_owned()),
            Step::Lowercase,
            Step::DeletePunctuation,
            Step::CollapseWhitespace,
        ]);
        let mut scratch = Scratch::default();
        let mut read = |phrase: &String| {
            (normalizer.apply(phrase, &mut scratch).to_owned(), phrase.ends_with('*'))
        };
        let phrases: Vec<(String, bool)> = phrases.iter().map(&mut read).collect();
        Self { normalizer: Some(normalizer), phrases }
    }

    /// Whether there are any, so that refusals are told from answers.
    pub fn any(&self) -> bool {
        self.normalizer.is_some()
    }

    /// Whether a text refuses to answer.
    pub fn refuses(&self, text: &str) -> bool {
        let Some(normalizer) = self.normalizer.as_ref() else { return false };
        let mut scratch = Scratch::default();
        let text = normalizer.apply(text, &mut scratch);
        self.phrases.iter().any(|(phrase, goes_on)| {
            text.strip_prefix(phrase.as_str())
                .is_some_and(|rest| rest.is_empty() || (*goes_on && rest.starts_with(' ')))
        })
    }

    /// Whether there are gold answers, and all of them say that there is none.
    pub fn all_refuse<'g>(&self, golds: impl IntoIterator<Item = &'g str>) -> bool {
        let mut golds = golds.into_iter().map(|gold| self.refuses(gold)).peekable();
        golds.peek().is_some() && golds.all(|refuses| refuses)
    }
}

/// What became of a question with regard to refusing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// A gold answer says that there is no answer, and so does the prediction.
    Right,
    /// The prediction refuses although there is an answer.
    False,
    /// The prediction answers although there is no answer.
    Answered,
    /// The prediction answers, and there is an answer, perhaps another one.
    NotRefused,
}

impl Refusal {
    /// Compares a prediction with its gold answers. With several of them refusing is right where one
    /// refuses, and answering where one does not.
    pub fn of<'g>(
        phrases: &Phrases,
        prediction: &str,
        golds: impl IntoIterator<Item = &'g str>,
    ) -> Self {
        let mut golds = golds.into_iter().map(|gold| phrases.refuses(gold));
        let refuses = phrases.refuses(prediction);
        match (refuses, golds.any(|gold| gold == refuses)) {
            (true, true) => Self::Right,
            (true, false) => Self::False,
            (false, true) => Self::NotRefused,
            (false, false) => Self::Answered,
        }
    }

    /// Whether refusing or answering was right.
    pub fn is_right(self) -> bool {
        matches!(self, Self::Right | Self::NotRefused)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn phrases() -> Phrases {
        Phrases::new(&["Not available*", "n/a", "I don't know*"].map(str::to_owned))
    }

    #[test]
    fn a_refusal_is_told_by_how_it_begins() {
        let phrases = phrases();
        for (text, refuses) in [
            ("Not available in the retrieved information.\n \n", true),
            ("not  AVAILABLE", true),
            ("N/A", true),
            ("N/A for 2022", false),
            ("I don’t know.", true),
            ("Not availability but price", false),
            ("The figure is not available", false),
            ("", false),
        ] {
            assert_eq!(phrases.refuses(text), refuses, "{text}");
        }
        assert!(!Phrases::new(&[]).refuses("not available"));
        assert!(!Phrases::new(&[]).any() && phrases.any());
    }

    #[test]
    fn every_kind_of_outcome() {
        let of =
            |prediction, golds: &[&str]| Refusal::of(&phrases(), prediction, golds.iter().copied());
        assert_eq!(of("n/a", &["Not available."]), Refusal::Right);
        assert_eq!(of("n/a", &["12 t"]), Refusal::False);
        assert_eq!(of("12 t", &["Not available."]), Refusal::Answered);
        assert_eq!(of("13 t", &["12 t"]), Refusal::NotRefused);
        // Either is right where the gold answers differ.
        assert!(of("13 t", &["N/A", "12 t"]).is_right() && of("n/a", &["N/A", "12 t"]).is_right());
        assert!(!of("n/a", &["12 t"]).is_right() && !of("12 t", &["n/a"]).is_right());
    }
}
