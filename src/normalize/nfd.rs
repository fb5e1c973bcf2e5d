//! Canonical decomposition (Unicode NFD).

use unicode_normalization::char::{canonical_combining_class, decompose_canonical};

/// Appends the canonical decomposition of `text` to `out`.
pub(crate) fn nfd(text: &str, out: &mut String) {
    let mut marks: Vec<(u8, char)> = Vec::new();
    let mut push = |character| {
        let class = canonical_combining_class(character);
        if class == 0 {
            out.extend(marks.drain(..).map(|(_, mark)| mark));
            out.push(character);
        } else {
            // Marks are few: each goes behind the last one that may stand before it.
            let place = marks.iter().rposition(|mark| mark.0 <= class).map_or(0, |last| last + 1);
            marks.insert(place, (class, character));
        }
    };
    text.chars().for_each(|character| decompose_canonical(character, &mut push));
    out.extend(marks.into_iter().map(|(_, mark)| mark));
}

#[cfg(test)]
mod tests {
    use super::nfd;
    use proptest::prelude::*;
    use unicode_normalization::UnicodeNormalization;

    proptest! {
        #[test]
        fn marks_are_ordered_as_in_the_library(
            text in "[a\u{e9}\u{ac01}\u{300}-\u{345}\u{5b0}-\u{5bd}\u{1e69}\u{f73}]{0,12}"
        ) {
            let mut ours = String::new();
            nfd(&text, &mut ours);
            prop_assert_eq!(ours, text.nfd().collect::<String>());
        }
    }
}
