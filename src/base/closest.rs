//! The known name that somebody has probably meant.

/// Returns the known name that is most like a text: one that begins with it, or differs from it by at most a third of
/// its own characters. `None` if no name is like it.
pub fn closest<'a>(text: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let text = text.to_lowercase();
    let alike = known.into_iter().filter_map(|name| {
        let changes = strsim::levenshtein(&text, name);
        let is_alike = changes * 3 <= name.len() || (text.len() > 1 && name.starts_with(&text));
        is_alike.then_some((changes, name))
    });
    alike.min_by_key(|(changes, _)| *changes).map(|(_, name)| name)
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
    }
}
