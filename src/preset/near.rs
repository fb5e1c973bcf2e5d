//! What a mistyped word probably means.

/// A remedy: the known word that is nearest to `text`, if one is near, and all that are known.
pub(super) fn near(text: &str, known: &[&str]) -> String {
    let text = text.to_lowercase();
    let distance = |word: &&&str| {
        let begins = text.len() > 2 && word.starts_with(&text);
        if begins { 0 } else { edits(text.as_bytes(), word.as_bytes()) }
    };
    let meant = known.iter().min_by_key(distance).filter(|word| distance(word) <= 2);
    let meant = meant.map_or_else(String::new, |word| format!("did you mean {word}? "));
    format!("{meant}known are {}", known.join(", "))
}

/// How many bytes have to be inserted, deleted or replaced.
fn edits(from: &[u8], to: &[u8]) -> usize {
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (index, one) in from.iter().enumerate() {
        let mut corner = std::mem::replace(&mut row[0], index + 1);
        for (place, other) in to.iter().enumerate() {
            let least = row[place].min(row[place + 1]) + 1;
            let replaced = corner + usize::from(one != other);
            corner = std::mem::replace(&mut row[place + 1], least.min(replaced));
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_word_comes_first() {
        let known = ["exact_match", "f1", "precision"];
        assert_eq!(
            near("Exact-Match", &known),
            "did you mean exact_match? known are exact_match, f1, precision"
        );
        assert!(near("prec", &known).starts_with("did you mean precision? "));
        assert!(near("bleu", &known).starts_with("known are "));
        assert_eq!(near("x", &[]), "known are ");
        assert_eq!(edits(b"kitten", b"sitting"), 3);
    }
}
