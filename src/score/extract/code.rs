//! Programs and assertions in what models write, as `LiveCodeBench` takes them
//! (LiveCodeBench/LiveCodeBench@28fef95e, `lcb_runner/utils/extraction_utils.py`) and as `EvoAgentX` does
//! (EvoAgentX/EvoAgentX@aad19b91, `evoagentx/benchmark/lcb_utils/utils.py`).

use crate::text::classes::strip;

const FENCE: &str = "```";
const ANSWER: &str = "[ANSWER]";
const END: &str = "[/ANSWER]";

/// The lines between the last two that contain a fence, be the fences those of one block or not; `None`
/// where there are fewer than two.
#[inline(never)]
pub(crate) fn last_block(text: &str) -> Option<&str> {
    let lines: Vec<&str> = lines(text).filter(|line| line.contains(FENCE)).collect();
    let [.., from, to] = lines[..] else { return None };
    Some(between(text, from, to))
}

/// What stands between the first two fences, without the letters behind the first of them and white
/// space around it; all where there are no two fences.
#[inline(never)]
pub(crate) fn first_block(text: &str) -> &str {
    let inner = text.split_once(FENCE).and_then(|(_, rest)| {
        let rest = rest.trim_start_matches(|letter: char| letter.is_ascii_alphabetic());
        Some(strip(rest.split_once(FENCE)?.0))
    });
    inner.unwrap_or(text)
}

/// The last line that begins with `assert`; without one the lines of the first block that says it is
/// Python, else of the first block. `None` where there is none.
#[inline(never)]
pub(crate) fn last_assertion(text: &str) -> Option<&str> {
    if let Some(line) = lines(text).filter(|line| line.starts_with("assert")).last() {
        return Some(line);
    }
    let is_python = |line: &str| line.contains("```python") || line.contains("```Python");
    let named = lines(text).any(is_python);
    let mut fences = lines(text)
        .skip_while(|line| named && !is_python(line))
        .filter(|line| line.contains(FENCE));
    Some(between(text, fences.next()?, fences.next()?))
}

/// The predicted value of an assertion: what stands between the first `==` and the next, up to
/// `[/ANSWER]` or else to the end of the line. With `tagged` only what follows the first `[ANSWER]` is
/// looked at, if there is one. `None` where nothing is left.
#[inline(never)]
pub(crate) fn predicted_value(text: &str, tagged: bool) -> Option<&str> {
    let second = |text, mark| str::split(text, mark).nth(1).map(strip);
    let text = if tagged { second(text, ANSWER).unwrap_or(text) } else { text };
    let text = second(text, "==").unwrap_or(text);
    let value = match text.split_once(END) {
        Some((value, _)) => value,
        None => text.split('\n').next().unwrap_or_default(),
    };
    Some(strip(value)).filter(|value| !value.is_empty())
}

fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split('\n')
}

/// The lines between two lines of a text, without the break at their end.
fn between<'t>(text: &'t str, from: &str, to: &str) -> &'t str {
    let offset = |line: &str| line.as_ptr().addr() - text.as_ptr().addr();
    let start = offset(from) + from.len() + 1;
    text.get(start..offset(to).saturating_sub(1).max(start)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn blocks() {
        assert_eq!(last_block("```\na\n\nb\n```"), Some("a\n\nb"));
        assert_eq!(last_block("a ``` b\n```"), Some(""));
        // The third fence opens nothing, and yet its line is one of the last two.
        assert_eq!(last_block("```\na\n```\nwords\n```"), Some("words"));
        assert_eq!(last_block("```"), None);
        assert_eq!(first_block("a ```Python3\nx\n``` b"), "3\nx");
        assert_eq!(first_block("``````"), "");
        assert_eq!(first_block("```x"), "```x");
    }

    #[test]
    fn assertions() {
        assert_eq!(last_assertion("assert 1\nassert 2\n assert 3"), Some("assert 2"));
        assert_eq!(last_assertion("```\na\n```\n```python\nb\nc\n```"), Some("b\nc"));
        assert_eq!(last_assertion("```\na\n```\n```python"), None);
        assert_eq!(last_assertion("nothing"), None);
        let value = |text| (predicted_value(text, false), predicted_value(text, true));
        assert_eq!(value("[ANSWER] 1 [ANSWER] 2"), (Some("[ANSWER] 1 [ANSWER] 2"), Some("1")));
        assert_eq!(value("f() == [1]\nso"), (Some("[1]"), Some("[1]")));
        assert_eq!(value("f() ==\n[1,\n2] [/ANSWER]"), (Some("[1,\n2]"), Some("[1,\n2]")));
        assert_eq!(value(" ==  "), (None, None));
    }

    proptest! {
        #[test]
        fn any_text_has_parts_of_itself(text in "(```|python|assert|==|\\[/?ANSWER\\]|[a\n é]){0,24}") {
            let python = |text: &str| -> Option<String> {
                let lines: Vec<&str> = text.split('\n').collect();
                let fences: Vec<usize> =
                    (0..lines.len()).filter(|line| lines[*line].contains("```")).collect();
                let [.., from, to] = fences[..] else { return None };
                Some(lines[from + 1..to].join("\n"))
            };
            prop_assert_eq!(last_block(&text).map(str::to_owned), python(&text));
            for part in [Some(first_block(&text)), last_assertion(&text), predicted_value(&text, true)] {
                prop_assert!(part.is_none_or(|part| text.contains(part)));
            }
        }
    }
}
