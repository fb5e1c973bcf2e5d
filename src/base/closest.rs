//! The known name that somebody has probably meant.

/// Returns the known name that is most like a text: one that begins with it, or differs from it by at most a third of
/// its own characters. `None` if no name is like it.
pub fn closest<'a>(text: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let text = text.to_lowercase();
    let alike = known.into_iter().filter_map(|name| {
        let changes = changes(&text, name);
        let is_alike = changes * 3 <= name.len() || (text.len() > 1 && name.starts_with(&text));
        is_alike.then_some((changes, name))
    });
    alike.min_by_key(|(changes, _)| *changes).map(|(_, name)| name)
}

/// Returns how many bytes have to be inserted, removed or replaced to make one text of the other.
fn changes(one: &str, other: &str) -> usize {
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (place, left) in one.bytes().enumerate() {
        let mut before = std::mem::replace(&mut row[0], place + 1);
        for (index, right) in other.bytes().enumerate() {
            let replaced = before + usize::from(left != right);
            before = row[index + 1];
            row[index + 1] = replaced.min(before + 1).min(row[index] + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_has_its_name() {
        let known = ["squad-v1", "squad-v2", "gsm8k", "hotpotqa"];
        for (text, name) in [
            ("squad2", Some("squad-v2")),
            ("squad", Some("squad-v1")),
            ("sqaud-v2", Some("squad-v2")),
            ("GSM-8k", Some("gsm8k")),
            ("hotpot", Some("hotpotqa")),
            ("", None),
            ("zzzzzz", None),
        ] {
            assert_eq!(closest(text, known), name, "{text}");
        }
        assert_eq!(changes("kitten", "sitting"), 3);
    }
}
