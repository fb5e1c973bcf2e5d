//! Gold answers that are patterns (`CuratedTrec`): `regex_match_score` of
//! google-research/language@865fae65 `language/orqa/utils/eval_utils.py`.

use regex::{Regex, RegexBuilder};

/// A gold answer read as a pattern, without regard to case and with `^` and `$` at every line.
#[derive(Clone, Debug)]
pub enum Pattern {
    /// It can be matched.
    Ready(Regex),
    /// Its groups do not close: a bad pattern in the reference too, where it matches nothing.
    Bad,
    /// It cannot be read here, although the reference may read it: look-around, back references
    /// and other things only Python has. It matches nothing; the reason says what was found.
    Unsupported(String),
}

impl Pattern {
    /// Reads a pattern.
    pub fn new(pattern: &str) -> Self {
        if nests_class(pattern) {
            // Rust's character classes nest and have operators, Python's do not.
            return Self::Unsupported("[ within a character class".to_owned());
        }
        match RegexBuilder::new(pattern).case_insensitive(true).multi_line(true).build() {
            Ok(regex) => Self::Ready(regex),
            Err(error) => {
                let reason = error.to_string();
                if reason.contains("unclosed group") || reason.contains("unopened group") {
                    Self::Bad
                } else {
                    Self::Unsupported(reason)
                }
            }
        }
    }

    /// Whether it matches at the start of the raw prediction (Python's `re.match`).
    pub fn matches_start(&self, prediction: &str) -> bool {
        match self {
            // A match at the start is the leftmost one. An anchor written before the pattern would
            // apply to its first alternative only, and a group around it can change its meaning.
            Self::Ready(regex) => regex.find(prediction).is_some_and(|found| found.start() == 0),
            Self::Bad | Self::Unsupported(_) => false,
        }
    }
}

/// Whether a `[` stands unescaped within a character class.
fn nests_class(pattern: &str) -> bool {
    let mut in_class = false;
    let mut bytes = pattern.bytes();
    while let Some(byte) = bytes.next() {
        match byte {
            b'\\' => {
                bytes.next();
            }
            b'[' if in_class => return true,
            b'[' => in_class = true,
            b']' => in_class = false,
            _ => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matches_at_the_start_and_ignores_case() {
        for (pattern, prediction, expected) in [
            ("a|b", "xb", false),
            ("a|b", "B", true),
            ("^b", "a\nb", false),
            ("a$", "a\nb", true),
            ("", "", true),
            ("(a", "(a", false),
            ("a)(b", "ab", false),
        ] {
            assert_eq!(Pattern::new(pattern).matches_start(prediction), expected, "{pattern}");
        }
    }

    #[test]
    fn what_only_python_reads_is_said() {
        for pattern in ["(?=a)a", "(a)\\1", "a\\Z", "[[a]"] {
            assert!(matches!(Pattern::new(pattern), Pattern::Unsupported(_)), "{pattern}");
        }
        assert!(matches!(Pattern::new("(a"), Pattern::Bad));
        assert!(matches!(Pattern::new("\\[[a]"), Pattern::Ready(_)));
    }
}
