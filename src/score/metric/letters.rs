//! Which of the options A to D two texts select: `TimeDial` of `TimeBench`
//! (aauss/timebench-eval@9e87a9f6 `timebench_eval.py`).

mod judge;

pub use judge::OPTIONS;

use super::MatchScore;
use super::token_f1::Overlap;
use crate::text::classes::{is_python_re_word, is_python_whitespace};

/// A set of options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Letters(u8);

impl Letters {
    /// `\b([A-D])(?:\.|,|\s|&|$)` of Python's `re`: capital letters at the start of a word and before
    /// a full stop, a comma, white space, `&` or the end.
    pub fn of(text: &str) -> Self {
        let mut letters = 0;
        let mut before = None;
        let mut rest = text.chars();
        while let Some(c) = rest.next() {
            let starts = before.is_none_or(|before| !is_python_re_word(before));
            let ends = |next: char| matches!(next, '.' | ',' | '&') || is_python_whitespace(next);
            if ('A'..='D').contains(&c) && starts && rest.clone().next().is_none_or(ends) {
                letters |= 1 << (c as u8 - b'A');
            }
            before = Some(c);
        }
        Self(letters)
    }

    /// The letters, in their order.
    pub fn iter(self) -> impl Iterator<Item = char> {
        ('A'..='D')
            .zip(0..)
            .filter(move |(_, bit)| self.0 >> bit & 1 == 1)
            .map(|(letter, _)| letter)
    }

    fn len(self) -> usize {
        self.0.count_ones() as usize
    }
}

/// Whether both select the same options, and how many they share; nothing selected on both sides is
/// the same.
pub fn compare(answer: Letters, gold: Letters) -> MatchScore {
    let overlap = if answer == gold {
        Overlap::ONE
    } else {
        Overlap::from_counts(Letters(answer.0 & gold.0).len(), answer.len(), gold.len())
    };
    MatchScore { exact_match: answer == gold, overlap }
}

/// The reference's form of a gold answer, from all options and whether each is right: the letters and
/// texts of the right ones, as in `B. three days && D. one week`. `None` where there are not as many
/// labels as options, more than four, or labels other than yes and no.
pub fn gold_text<'t>(options: &[&'t str], labels: &[&'t str]) -> Option<String> {
    if options.len() != labels.len() || options.len() > 4 {
        return None;
    }
    let mut text = String::new();
    for ((option, label), letter) in options.iter().zip(labels).zip('A'..) {
        match *label {
            "yes" => {
                if !text.is_empty() {
                    text.push_str(" && ");
                }
                text.push(letter);
                text.push_str(". ");
                text.push_str(crate::text::classes::strip(option));
            }
            "no" => {}
            _ => return None,
        }
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters(text: &str) -> String {
        Letters::of(text).iter().collect()
    }

    #[test]
    fn letters_that_are_followed_by_what_may_follow() {
        for (text, expected) in [
            ("B. C, D", "BCD"),
            ("A&B && C\u{3000}D\n", "ABCD"),
            ("D A D", "AD"),
            ("B) (C) [D] \"A\" A: B; C/ D- A**", ""),
            ("BC xA _B éC", ""),
            ("-A ²B \u{301}C", "AC"),
            ("A\u{1c}", "A"),
            ("E a", ""),
            ("", ""),
        ] {
            assert_eq!(letters(text), expected, "{text:?}");
        }
    }

    #[test]
    fn sets_are_compared() {
        let verdict = |answer, gold| compare(Letters::of(answer), Letters::of(gold));
        assert_eq!(verdict("", "none").overlap, Overlap::ONE);
        assert_eq!(verdict("A", "").overlap, Overlap::ZERO);
        assert_eq!(verdict("B, A", "A B"), MatchScore { exact_match: true, overlap: Overlap::ONE });
        assert_eq!(verdict("A", "A D").overlap.f1, 2.0 / 3.0);
    }

    #[test]
    fn gold_answers_from_labels() {
        let options = ["day ", "three days", "40 minutes ", "one week "];
        let text = gold_text(&options, &["no", "yes", "no", "yes"]);
        assert_eq!(text.as_deref(), Some("B. three days && D. one week"));
        assert_eq!(gold_text(&options, &["no"; 4]).as_deref(), Some(""));
        assert_eq!(gold_text(&options, &["no", "yes", "no", "maybe"]), None);
        assert_eq!(gold_text(&options, &["no"; 3]), None);
        assert_eq!(gold_text(&["x"; 5], &["no"; 5]), None);
    }
}
