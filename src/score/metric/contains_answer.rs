//! Whether the answer contains a gold answer: `has_answer` of `EvoAgentX` (EvoAgentX/EvoAgentX@
//! aad19b91 `evoagentx/benchmark/measures.py`, its ACC), a copy of DPR's (facebookresearch/DPR@
//! a31212dc `dpr/data/qa_validation.py`).
//!
//! Punctuation and articles are tokens like others, so an answer that matches exactly after
//! normalisation need not contain the gold answer: "cat" does not contain "the cat".

use crate::text::{classes, lower::lowercase, nfd::decomposed};

/// A text as its tokens: after canonical decomposition, the runs of letters, numbers and marks and
/// every other visible character by itself, each in lower case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tokenised {
    /// Every token with a space before and after it. No token contains a space, so that a slice of
    /// tokens is a substring.
    spaced: String,
}

impl Tokenised {
    /// The tokens of a raw text.
    pub fn new(text: &str) -> Self {
        let mut spaced = String::with_capacity(text.len() + 8);
        spaced.push(' ');
        if text.is_ascii() {
            push_tokens(text, &mut spaced);
        } else {
            push_tokens(&decomposed(text), &mut spaced);
        }
        Self { spaced }
    }
}

fn push_tokens(mut text: &str, spaced: &mut String) {
    while let Some(first) = text.chars().next() {
        let end = if classes::is_letter_number_mark(first) {
            text.find(|c| !classes::is_letter_number_mark(c)).unwrap_or(text.len())
        } else {
            first.len_utf8()
        };
        let (token, after) = text.split_at(end);
        if classes::is_visible(first) {
            // Token by token: whether a sigma is final depends on where the token ends.
            lowercase(token, spaced);
            spaced.push(' ');
        }
        text = after;
    }
}

/// Whether the gold's tokens stand in the prediction in one piece. A gold without tokens is
/// contained in everything, even in an empty prediction, as in the reference.
pub fn contains_answer(prediction: &Tokenised, gold: &Tokenised) -> bool {
    memchr::memmem::find(prediction.spaced.as_bytes(), gold.spaced.as_bytes()).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn equals_the_window_over_token_lists(
            prediction in "[aB.é \u{200b}]{0,12}",
            gold in "[aB.é \u{200b}]{0,4}",
        ) {
            let (one, two) = (Tokenised::new(&prediction), Tokenised::new(&gold));
            let one_list: Vec<&str> = one.spaced.split_whitespace().collect();
            let two_list: Vec<&str> = two.spaced.split_whitespace().collect();
            let found = two_list.is_empty()
                || one_list.windows(two_list.len()).any(|window| window == two_list);
            prop_assert_eq!(contains_answer(&one, &two), found);
        }
    }
}
