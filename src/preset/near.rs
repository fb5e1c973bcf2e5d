//! What a mistyped word probably means.

/// A remedy: the known word that begins most like `text`, if one does, and all that are known.
pub(super) fn near(text: &str, known: impl Iterator<Item = &'static str>) -> String {
    let text = text.to_lowercase();
    let mut meant = "";
    let mut longest = 1;
    let mut list = String::new();
    for word in known {
        let alike = word.bytes().zip(text.bytes()).take_while(|(one, other)| one == other).count();
        if alike > longest {
            (meant, longest) = (word, alike);
        }
        list.push_str(if list.is_empty() { "known are " } else { ", " });
        list.push_str(word);
    }
    if meant.is_empty() { list } else { format!("did you mean {meant}? {list}") }
}

#[cfg(test)]
mod tests {
    use super::near;

    #[test]
    fn the_nearest_word_comes_first() {
        let near = |text| near(text, ["exact_match", "f1", "precision"].into_iter());
        assert_eq!(
            near("Exact-Match"),
            "did you mean exact_match? known are exact_match, f1, precision"
        );
        assert!(near("pers").starts_with("known are "));
        assert!(near("prec").starts_with("did you mean precision? "));
        assert!(near("").starts_with("known are "));
    }
}
