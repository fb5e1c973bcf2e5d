//! Removes the thoughts of a model from its output.

/// Tags that open and close thoughts, in lower case.
const TAGS: [(&str, &str); 17] = [
    ("<think>", "</think>"),
    ("<thinking>", "</thinking>"),
    ("<thought>", "</thought>"),
    ("<thoughts>", "</thoughts>"),
    ("<reasoning>", "</reasoning>"),
    ("<reflection>", "</reflection>"),
    ("<scratchpad>", "</scratchpad>"),
    ("<analysis>", "</analysis>"),
    ("<inner_monologue>", "</inner_monologue>"),
    ("<inner_thoughts>", "</inner_thoughts>"),
    ("<thought_process>", "</thought_process>"),
    ("<seed:think>", "</seed:think>"),
    ("<|think|>", "<|/think|>"),
    ("<|thinking|>", "<|/thinking|>"),
    ("<|begin_of_thought|>", "<|end_of_thought|>"),
    ("[think]", "[/think]"),
    ("◁think▷", "◁/think▷"),
];

/// The marks before and after the name of a channel.
const CHANNEL: &str = "<|channel|>";
const MESSAGE: &str = "<|message|>";

/// The names of channels as they remain if a tokenizer removes its special tokens.
const BARE_ANALYSIS: &str = "analysis";
const BARE_FINAL: &str = "assistantfinal";

/// Returns the last text outside of thoughts. A closing tag alone ends thoughts that began in the prompt. Thoughts
/// without an end reach to the end of the text. A text without thoughts and a list of texts are returned unchanged.
/// Returns `None` if the text holds only thoughts.
pub fn without(text: &str) -> Option<&str> {
    if is_list(text) {
        return Some(text);
    }
    let outside = match final_channel(text) {
        Some("") => return None,
        Some(found) => found,
        None => text,
    };
    let tags = tags(outside);
    if tags.is_empty() {
        return (outside.len() == text.len() || !outside.is_empty()).then_some(outside);
    }
    // The last text outside of thoughts, and where the text after the last closing tag begins.
    let (mut last, mut start) = (None, Some(0));
    let part =
        |from: usize, to: usize| Some(outside[from..to].trim()).filter(|part| !part.is_empty());
    for tag in &tags {
        match (tag.closes, start) {
            // Thoughts that began before.
            (true, Some(_)) => last = None,
            (false, Some(from)) => last = part(from, tag.start).or(last),
            _ => {}
        }
        start = tag.closes.then_some(tag.end);
    }
    start.and_then(|from| part(from, outside.len())).or(last)
}

/// Whether a text is a list of texts, each of which may hold thoughts of its own.
fn is_list(text: &str) -> bool {
    let inner = text.trim().strip_prefix('[').and_then(|inner| inner.strip_suffix(']'));
    inner.is_some_and(|inner| inner.trim_start().starts_with(['"', '\'']))
}

/// The message in the last final channel of a text with channels; empty if there are only other channels.
fn final_channel(text: &str) -> Option<&str> {
    if text.contains(CHANNEL) {
        let last = text.rsplit(CHANNEL).find_map(|part| {
            let (name, message) = part.split_once(MESSAGE)?;
            name.trim_start().starts_with("final").then_some(message)
        });
        let message = last.map(|message| message.split("<|").next().unwrap_or(message).trim());
        return Some(message.unwrap_or_default());
    }
    if !text.trim_start().starts_with(BARE_ANALYSIS) {
        return None;
    }
    let (_, message) = text.rsplit_once(BARE_FINAL)?;
    Some(message.trim())
}

/// Whether a text holds tags of thoughts or names of channels.
pub(crate) fn are_in(text: &str) -> bool {
    text.contains(CHANNEL) || !tags(text).is_empty()
}

/// Attributes of a tag have at most so many bytes.
const LONGEST_TAG: usize = 120;

struct Tag {
    start: usize,
    end: usize,
    closes: bool,
}

fn tags(text: &str) -> Vec<Tag> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    // The first byte of ◁.
    let begins = |byte: u8| matches!(byte, b'<' | b'[' | 0xe2);
    let mut at = 0;
    while let Some(next) = bytes[at..].iter().position(|byte| begins(*byte)) {
        let start = at + next;
        let tag = TAGS.iter().find_map(|(open, close)| {
            let opens = tag_length(&bytes[start..], open).map(|length| (length, false));
            opens.or_else(|| Some((tag_length(&bytes[start..], close)?, true)))
        });
        at = start + tag.map_or(1, |tag| tag.0);
        found.extend(tag.map(|(_, closes)| Tag { start, end: at, closes }));
    }
    found
}

/// Returns the length of a tag at the start of a text, in any case and with blanks or attributes before its end:
/// `<think time="3">`.
fn tag_length(text: &[u8], tag: &str) -> Option<usize> {
    let tag = tag.as_bytes();
    let same = |part: &[u8], tag: &[u8]| part.eq_ignore_ascii_case(tag);
    if text.get(..tag.len()).is_some_and(|part| same(part, tag)) {
        return Some(tag.len());
    }
    let name = tag.strip_suffix(b">").filter(|name| !name.ends_with(b"|"))?;
    text.get(..name.len()).filter(|part| same(part, name))?;
    let rest = &text[name.len()..];
    rest.first().filter(|byte| byte.is_ascii_whitespace())?;
    let end = rest.iter().take(LONGEST_TAG).position(|byte| *byte == b'>')?;
    (!rest[..end].contains(&b'<')).then_some(name.len() + end + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn thoughts_are_no_part_of_an_answer() {
        for (text, expected) in [
            ("6", Some("6")),
            (" 6\n", Some(" 6\n")),
            ("", Some("")),
            ("<think>5?</think>6", Some("6")),
            ("<THINK>5?</THINK>\n\n6\n", Some("6")),
            ("5?\n</think>\n6", Some("6")),
            ("<think>a <think>b</think> c</think> 6", Some("6")),
            ("<think>a</think>6<think>b</think>", Some("6")),
            ("<think>a</think>5<think>b</think>6", Some("6")),
            ("6 <think>is that right?</think>", Some("6")),
            ("6 <think>is that", Some("6")),
            ("<think time=\"3\">5</think >6", Some("6")),
            ("<think of a number", Some("<think of a number")),
            ("<think>a</think> 6 <think>b", Some("6")),
            ("<think>so it is 6", None),
            ("<think>so it is 6</think>", None),
            ("<thinking>5</thinking><reasoning>7</reasoning>6", Some("6")),
            ("[THINK]5[/THINK]6", Some("6")),
            ("◁think▷5◁/think▷6", Some("6")),
            ("<|begin_of_thought|>5<|end_of_thought|> 6", Some("6")),
            (
                "<|channel|>analysis<|message|>5?<|end|><|start|>assistant<|channel|>final<|message|>6<|return|>",
                Some("6"),
            ),
            ("<|channel|>analysis<|message|>5?", None),
            ("analysisWe need 5.assistantfinal6", Some("6")),
            ("analysis of 6", Some("analysis of 6")),
            ("<b>6</b> and [1] ⅓", Some("<b>6</b> and [1] ⅓")),
            ("I think it is 6", Some("I think it is 6")),
            (r#"["<think>a</think>5", "6"]"#, Some(r#"["<think>a</think>5", "6"]"#)),
        ] {
            assert_eq!(without(text), expected, "{text}");
        }
    }

    proptest! {
        #[test]
        fn what_is_outside_has_no_tags(
            text in "(<think>|</think>|\\[/THINK\\]|◁think▷|[a-c]| |<|\\[){0,12}",
        ) {
            if let Some(rest) = without(&text) {
                prop_assert!(tags(rest).is_empty());
                prop_assert!(text.contains(rest));
                prop_assert_eq!(without(rest), Some(rest));
            }
        }
    }
}
