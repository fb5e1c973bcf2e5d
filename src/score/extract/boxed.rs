//! Where an answer stands in a solution, by the rules of the published graders.

use crate::text::classes;
use crate::text::digit::decimal;

/// What `last_boxed_only_string` and `remove_boxed` of hendrycks/math@985bdc16 give: the inside of
/// the last `\boxed{…}` with balanced braces. The last `\fbox` counts as a box where there is no
/// `\boxed`, and then has no inside; neither has `\boxed 5`.
#[inline(never)]
pub fn last_balanced(text: &str) -> Option<&str> {
    let start = text.rfind("\\boxed").or_else(|| text.rfind("\\fbox"))?;
    let rest = &text[start..];
    let end = balanced_end(rest)?;
    rest[..=end].strip_prefix("\\boxed{")?.strip_suffix('}')
}

/// The same in lm-evaluation-harness@4e7e0d47: where `\boxed ` occurs, what follows its last one up
/// to the next dollar sign.
pub fn last_balanced_or_bare(text: &str) -> Option<&str> {
    match text.rsplit_once("\\boxed ") {
        Some((_, after)) => after.split('$').next(),
        None => last_balanced(text),
    }
}

/// The byte of the brace that closes the first one.
pub(crate) fn balanced_end(text: &str) -> Option<usize> {
    let mut open = 0i64;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'{' => open += 1,
            b'}' => {
                open -= 1;
                if open == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
    }
    None
}

/// What `extract_answer` of `EvoAgentX`@aad19b91 gives: the inside of the last `\boxed{…}` that holds
/// at most one more level of braces, otherwise the last sentence; without the white space around it. Always a part of the text.
#[inline(never)]
pub fn last_shallow_or_sentence(text: &str) -> &str {
    let mut last = None;
    let mut at = 0;
    while let Some(found) = text[at..].find("\\boxed{") {
        let start = at + found + "\\boxed{".len();
        match shallow_end(&text[start..]) {
            Some(length) => {
                last = Some(&text[start..start + length]);
                at = start + length + 1;
            }
            None => at = start,
        }
    }
    last.map_or_else(|| last_sentence(text), classes::strip)
}

/// How long the inside of a box is, if no brace within it holds another.
fn shallow_end(text: &str) -> Option<usize> {
    let mut inner = false;
    for (at, byte) in text.bytes().enumerate() {
        match (byte, inner) {
            (b'{', false) => inner = true,
            (b'}', true) => inner = false,
            (b'}', false) => return Some(at),
            (b'{', true) => return None,
            _ => {}
        }
    }
    None
}

/// The last piece that is not blank, split after `.`, `!` and `?` with white space behind them, but
/// not where a digit stands before; the empty text where there is none.
fn last_sentence(text: &str) -> &str {
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut before: Option<char> = None;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let ends = matches!(c, '.' | '!' | '?') && before.is_none_or(|c| decimal(c).is_none());
        before = Some(c);
        if !ends || !chars.peek().is_some_and(|(_, c)| classes::is_python_whitespace(*c)) {
            continue;
        }
        pieces.push(&text[start..at]);
        start = text.len();
        while let Some((at, c)) = chars.peek().copied() {
            if !classes::is_python_whitespace(c) {
                start = at;
                break;
            }
            before = Some(c);
            chars.next();
        }
    }
    pieces.push(&text[start..]);
    pieces
        .into_iter()
        .rev()
        .map(classes::strip)
        .find(|piece| !piece.is_empty())
        .unwrap_or(&text[..0])
}

/// What `get_unnormalized_answer` of the task `minerva_math` in lm-evaluation-harness@4e7e0d47 gives:
/// what follows the first `Final Answer: The final answer is` up to a character and
/// ` I hope it is correct.` in the same line, without the white space around it. That last sentence
/// is appended to the text first.
#[inline(never)]
pub fn final_answer(text: &str) -> Option<&str> {
    const START: &str = "Final Answer: The final answer is";
    const END: &str = " I hope it is correct.";
    let mut at = 0;
    while let Some(found) = text[at..].find(START) {
        let start = at + found + START.len();
        let line = text[start..].split('\n').next().unwrap_or("");
        let mut from = 0;
        while let Some(end) = line[from..].find(END) {
            // The character before is the full stop; the answer may be empty, that may not.
            if let Some(last) = line[..from + end].chars().next_back() {
                return Some(classes::strip(&line[..from + end - last.len_utf8()]));
            }
            from += end + 1;
        }
        // The appended sentence has no blank of its own before it.
        let at_end = start + line.len() == text.len();
        if at_end
            && let Some(rest) = line.strip_suffix(' ')
            && let Some(last) = rest.chars().next_back()
        {
            return Some(classes::strip(&rest[..rest.len() - last.len_utf8()]));
        }
        at = start;
    }
    None
}

/// What the task `hendrycks_math` in lm-evaluation-harness@4e7e0d47 takes: the text between the first
/// and the last dollar sign, or all of it where there are fewer than two.
#[inline(never)]
pub fn between_dollars(text: &str) -> &str {
    match (text.find('$'), text.rfind('$')) {
        (Some(first), Some(last)) if first < last => &text[first + 1..last],
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn balanced_boxes() {
        assert_eq!(
            last_balanced(r"\boxed{1} \boxed{\frac{\sqrt{3}}{2}}."),
            Some(r"\frac{\sqrt{3}}{2}")
        );
        assert_eq!(last_balanced(r"\boxed{1} \boxed{2"), None);
        assert_eq!(last_balanced(r"\boxed 5 {x}"), None);
        assert_eq!(last_balanced(r"\fbox{5}"), None);
        assert_eq!(last_balanced(""), None);
        assert_eq!(last_balanced_or_bare(r"is $\boxed 7$."), Some("7"));
        assert_eq!(last_balanced_or_bare(r"is $\boxed{7}$."), Some("7"));
    }

    #[test]
    fn shallow_boxes_and_sentences() {
        assert_eq!(last_shallow_or_sentence(r"\boxed{\frac{1}{2}}"), r"\frac{1}{2}");
        assert_eq!(last_shallow_or_sentence(r"\boxed{a{b{c}}}. So  5 ."), "So  5 .");
        assert_eq!(last_shallow_or_sentence(r"\boxed{ 1 } and \boxed{{{2}}}"), "1");
        assert_eq!(last_shallow_or_sentence(r"\boxed{\boxed{5}}"), r"\boxed{5}");
        assert_eq!(last_shallow_or_sentence("It is. 6. Or 7! So?  "), "6. Or 7! So");
        assert_eq!(last_shallow_or_sentence("a.b"), "a.b");
        assert_eq!(last_shallow_or_sentence(" \n"), "");
    }

    #[test]
    fn final_answers() {
        let text = "Final Answer: The final answer is $4$. I hope it is correct.";
        assert_eq!(final_answer(text), Some("$4$"));
        assert_eq!(final_answer("Final Answer: The final answer is $4$"), None);
        assert_eq!(final_answer("Final Answer: The final answer is $4$. "), Some("$4$"));
        assert_eq!(
            final_answer("Final Answer: The final answer is\n4. I hope it is correct."),
            None
        );
        assert_eq!(final_answer("4"), None);
    }

    #[test]
    fn dollars() {
        assert_eq!(between_dollars("a $b$ c $d$ e"), "b$ c $d");
        assert_eq!(between_dollars("a $b"), "a $b");
        assert_eq!(between_dollars("$$"), "");
    }

    proptest! {
        #[test]
        fn they_never_panic(text in "(\\\\boxed|\\\\fbox|[{}$. é\n5!]|Final Answer: The final answer is| I hope it is correct\\.){0,30}") {
            let inside = |part: &str| text.contains(part);
            prop_assert!(last_balanced(&text).is_none_or(inside));
            prop_assert!(last_balanced_or_bare(&text).is_none_or(inside));
            prop_assert!(inside(last_shallow_or_sentence(&text)));
            let start = last_shallow_or_sentence(&text).as_ptr().addr();
            prop_assert!((text.as_ptr().addr()..=text.as_ptr().addr() + text.len()).contains(&start));
            prop_assert!(final_answer(&text).is_none_or(inside));
            prop_assert!(inside(between_dollars(&text)));
        }
    }
}
