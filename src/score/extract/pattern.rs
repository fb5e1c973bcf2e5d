//! A user's own pattern for taking the answer out of an output.

use regex::Regex;
use std::fmt;
use std::str::FromStr;

/// A regular expression and which of its matches counts. The syntax is that of the crate `regex`, which
/// takes linear time: it has no look-around and no back references. Where Python's `re` differs, `\d`,
/// `\w` and `\s` know the classes of Unicode in both, `[` within a class has to be escaped here, and
/// `$` stands at the very end of the text, not before a line end that closes it; `(?m)` makes it
/// every line's end.
#[derive(Clone, Debug)]
pub struct Pattern {
    text: String,
    /// Whether the last match counts, and not the first.
    pub(super) last: bool,
    regex: Regex,
}

impl Pattern {
    /// What the first group of the match holds, where it has one and took part; else the match.
    pub fn find<'t>(&self, text: &'t str) -> Option<&'t str> {
        let mut all = self.regex.captures_iter(text);
        let found = if self.last { all.last() } else { all.next() }?;
        found.get(1).or_else(|| found.get(0)).map(|part| part.as_str())
    }
}

/// Why a text that begins as a pattern is none.
pub(crate) fn fault(text: &str) -> Option<String> {
    is_pattern(text).then(|| text.parse::<Pattern>().err())?
}

/// Whether a text begins as a pattern does.
pub(super) fn is_pattern(text: &str) -> bool {
    text.starts_with("pattern:")
        || text.starts_with("last_pattern:")
        || delimited(text).is_some()
        || text.contains(|c: char| "()[]{}*+?\\|^$.:=<>/#\"'".contains(c))
            && !text.starts_with("after(")
            && !text.starts_with("number_after(")
}

/// The pattern between two slashes and the flags after them: `/answer is (.*)/i`.
fn delimited(text: &str) -> Option<(&str, &str)> {
    let (pattern, flags) = text.strip_prefix('/')?.rsplit_once('/')?;
    flags.chars().all(|flag| "imsxU".contains(flag)).then_some((pattern, flags))
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let last = if self.last { "last_" } else { "" };
        write!(f, "{last}pattern:{}", self.text)
    }
}

impl FromStr for Pattern {
    /// Why it is no pattern.
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (last, pattern) = match text.strip_prefix("last_pattern:") {
            Some(pattern) => (true, pattern),
            None => (false, text.strip_prefix("pattern:").unwrap_or(text)),
        };
        let flagged = delimited(text).map(|(pattern, flags)| match flags {
            "" => pattern.to_owned(),
            flags => format!("(?{flags}){pattern}"),
        });
        let pattern = flagged.as_deref().unwrap_or(pattern);
        if pattern.is_empty() {
            return Err(
                "write a pattern after pattern:, for example pattern:answer is (.*)".to_owned()
            );
        }
        let regex = Regex::new(pattern).map_err(|error| {
            let shown = error.to_string();
            let why = shown.lines().last().unwrap_or_default().trim_start_matches("error: ");
            // The message marks the place below the pattern, which it indents by four.
            let mark = shown.lines().find(|line| line.trim_start().starts_with('^'));
            let place = mark.and_then(|line| line.find('^')?.checked_sub(3));
            place.map_or_else(|| why.to_owned(), |place| format!("{why} at character {place}"))
        })?;
        Ok(Self { text: pattern.to_owned(), last, regex })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_group_counts_else_the_match() {
        let find = |pattern: &str, text| pattern.parse::<Pattern>().unwrap().find(text);
        assert_eq!(find("pattern:answer is (\\w+)", "answer is 5, answer is 6"), Some("5"));
        assert_eq!(find("last_pattern:answer is (\\w+)", "answer is 5, answer is 6"), Some("6"));
        assert_eq!(find("pattern:\\d+", "a 12"), Some("12"));
        assert_eq!(find("pattern:x|(y)", "x y"), Some("x"));
        assert_eq!(find("pattern:z", "x y"), None);
        assert_eq!(find("/answer is (\\w+)/", "answer is 5"), Some("5"));
        assert_eq!(find("/ANSWER is (\\w+)/i", "answer is 5"), Some("5"));
        assert_eq!(find("answer is (\\w+)", "answer is 5"), Some("5"));
    }

    #[test]
    fn what_is_no_pattern_is_said() {
        for (text, why) in [
            ("pattern:ab(c", "unclosed group at character 3"),
            ("/ab(c/", "unclosed group at character 3"),
            ("pattern:", "write a pattern after"),
            ("pattern:(", "unclosed group"),
            ("pattern:(?=a)", "look-around"),
        ] {
            let error = text.parse::<Pattern>().unwrap_err();
            assert!(error.contains(why), "{error}");
        }
        assert_eq!(
            "last_pattern:a(b)".parse::<Pattern>().unwrap().to_string(),
            "last_pattern:a(b)"
        );
    }
}
