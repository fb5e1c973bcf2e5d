//! Unicode's canonical decomposition, NFD.

use unicode_normalization::char::{canonical_combining_class, decompose_canonical};

/// Appends the canonical decomposition of a text. The crate's own iterator decomposes in either way, and
/// brings the tables of the other one along.
pub(crate) fn decompose(text: &str, out: &mut String) {
    if text.is_ascii() {
        out.push_str(text);
        return;
    }
    // Marks stand in the order of their classes behind the letter that they belong to.
    let mut marks: Vec<(u8, char)> = Vec::new();
    for c in text.chars() {
        decompose_canonical(c, |part| match canonical_combining_class(part) {
            0 => {
                push_marks(&mut marks, out);
                out.push(part);
            }
            class => marks.push((class, part)),
        });
    }
    push_marks(&mut marks, out);
}

fn push_marks(marks: &mut Vec<(u8, char)>, out: &mut String) {
    marks.sort_by_key(|(class, _)| *class);
    out.extend(marks.drain(..).map(|(_, mark)| mark));
}

/// The canonical decomposition of a text.
pub(crate) fn decomposed(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    decompose(text, &mut out);
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use unicode_normalization::UnicodeNormalization as _;

    #[test]
    fn every_character_is_decomposed_as_the_crate_does() {
        for c in (char::MIN..=char::MAX).map(|c| ['a', c, '\u{323}', '\u{301}', c]) {
            let text = String::from_iter(c);
            assert_eq!(decomposed(&text), text.nfd().collect::<String>(), "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn every_text_is_decomposed_as_the_crate_does(
            text in "([aé한]|[\u{300}-\u{36f}\u{591}-\u{5c7}\u{f71}-\u{f84}]{0,6}|\\PC){0,16}",
        ) {
            prop_assert_eq!(decomposed(&text), text.nfd().collect::<String>());
        }
    }
}
