//! Where an output names its answer, for answers in words.

use super::math_answer;

/// Marks around an answer, and the rule that they are.
pub(super) const TAGS: [(&str, &str); 4] = [
    ("<answer>", "</answer>"),
    ("<final_answer>", "</final_answer>"),
    ("[ANSWER]", "[/ANSWER]"),
    ("<ans>", "</ans>"),
];

/// What ends the thoughts of a model.
const THOUGHTS: [&str; 3] = ["</think>", "</thinking>", "</reasoning>"];

/// Words for "answer"; the colon, "is" or their like has to follow.
const CUES: [&str; 11] = [
    "answer", "answers", "antwort", "réponse", "respuesta", "resposta", "risposta", "ответ",
    "答案", "答え", "回答",
];

/// What stands between such a word and the answer.
const LINKS: [&str; 12] =
    [" is:", " is", ":", "：", " =", "是", "为", "は", " ist", " est", " es", " è"];

/// Finds the answer that an output names: what stands in the last `<answer>…</answer>` or its like; else
/// in the last `\boxed{…}`; else what follows the last "answer is", "Answer:" or "A:", up to the end of
/// the sentence; else all of the output. Thoughts up to `</think>` are left out, as are further
/// questions (`Q: …`) that a model wrote behind its answer.
pub(crate) fn find(text: &str) -> (&str, &'static str) {
    let thought = THOUGHTS.iter().filter_map(|end| Some(text.rfind(end)? + end.len())).max();
    let rest = &text[thought.unwrap_or(0)..];
    tagged(rest).or_else(|| boxed(rest)).unwrap_or_else(|| {
        let before = before_questions(rest);
        let whole = match (thought, before.len() == rest.len()) {
            (None, true) => "the whole text",
            (Some(_), true) => "the text after the thoughts",
            _ => "the text before the next question",
        };
        after_cue(before).map_or((before, whole), |answer| (answer, "the text after “answer”"))
    })
}

fn tagged(text: &str) -> Option<(&str, &'static str)> {
    let found = TAGS.iter().filter_map(|(open, close)| {
        let start = text.rfind(open)? + open.len();
        let inner = text[start..].split(close).next()?;
        (!inner.trim().is_empty()).then_some((start, inner))
    });
    let (_, inner) = found.max_by_key(|(start, _)| *start)?;
    Some((inner, "the text between the tags of an answer"))
}

/// The last box, without the command that sets its text upright.
fn boxed(text: &str) -> Option<(&str, &'static str)> {
    let (inner, rule) = math_answer::boxed(text)?;
    Some((unwrapped(inner), rule))
}

/// The text within a command that sets it upright.
pub(super) fn unwrapped(inner: &str) -> &str {
    let bare = ["\\text{", "\\textbf{", "\\mathrm{", "\\mathbf{"].iter().find_map(|command| {
        let bare = inner.strip_prefix(command)?.strip_suffix('}')?;
        (!bare.contains(['{', '}'])).then_some(bare)
    });
    bare.unwrap_or(inner)
}

/// What stands before a question that the model asks itself.
pub(super) fn before_questions(text: &str) -> &str {
    let next = ["\nQ:", "\nQuestion:", "\nQUESTION:"].iter().filter_map(|start| {
        text.match_indices(start).map(|(at, _)| at).find(|at| !text[..*at].trim().is_empty())
    });
    next.min().map_or(text, |end| text[..end].trim_end())
}

fn after_cue(text: &str) -> Option<&str> {
    let lower = text.to_lowercase();
    // Where lower case has other lengths, bytes would not be those of the text.
    let lower = if lower.len() == text.len() { lower } else { text.to_owned() };
    let mut places: Vec<usize> = CUES
        .iter()
        .flat_map(|cue| lower.match_indices(cue).map(|(at, cue)| at + cue.len()))
        .collect();
    places.extend(
        lower.match_indices("a:").filter(|(at, _)| begins_line(text, *at)).map(|(at, _)| at + 1),
    );
    places.sort_unstable();
    places.into_iter().rev().find_map(|at| answer_at(text, &lower, at))
}

fn begins_line(text: &str, at: usize) -> bool {
    text[..at]
        .trim_end_matches([' ', '*', '#'])
        .chars()
        .next_back()
        .is_none_or(|before| before == '\n')
}

/// The answer behind a cue that ends here.
fn answer_at<'t>(text: &'t str, lower: &str, at: usize) -> Option<&'t str> {
    let rest = lower[at..].trim_start_matches(['*', '_']);
    let link = LINKS.iter().find_map(|link| {
        let rest = rest
            .strip_prefix(link)
            .or_else(|| rest.trim_start().strip_prefix(link.trim_start()))?;
        let word = link.ends_with(char::is_alphanumeric) && link.is_ascii();
        (!word || !rest.starts_with(char::is_alphanumeric)).then_some(rest)
    })?;
    let link =
        link.trim_start_matches(['*', '_', ' ', ':', '：', '\n', '\r', '\t', '"', '“', '「', '`']);
    let line = text[text.len() - link.len()..].split('\n').next().unwrap_or_default();
    let answer = sentence(line);
    let answer = answer.trim_end_matches(['.', '*', ' ', '"', '”', '」', '。', '`', '\r', '!']);
    (!answer.is_empty()).then_some(answer)
}

/// A line up to a full stop that ends a sentence; that of `St. Louis` and `J. R. Smith` does not.
pub(super) fn sentence(line: &str) -> &str {
    let ends = |at: usize| {
        let word = line[..at].rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        let long = word.chars().count() > 3 || word.chars().all(|c| c.is_ascii_digit());
        long && line[at + 2..].starts_with(char::is_uppercase)
    };
    let end = line.match_indices(". ").map(|(at, _)| at).find(|at| ends(*at));
    let wide = line.find('。');
    let end = end.into_iter().chain(wide).min().unwrap_or(line.len());
    &line[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_found_where_it_is_named() {
        for (text, expected) in [
            ("Paris", "Paris"),
            (" Paris, France.\n", " Paris, France.\n"),
            ("I think so. The answer is Paris.", "Paris"),
            ("The answer is Paris. I checked it on a map.", "Paris"),
            ("The answer is St. Louis, Missouri.", "St. Louis, Missouri"),
            ("## Thoughts\nIt is north.\n\n**Final Answer:** Oslo", "Oslo"),
            ("**Answer**: `Oslo`", "Oslo"),
            ("Final answer:\n\nOslo\nbecause", "Oslo"),
            ("<think>The answer is Rome.</think>Paris", "Paris"),
            ("<think>Rome?</think><answer>Paris</answer> indeed", "Paris"),
            ("so \\boxed{\\text{Paris}} it is", "Paris"),
            ("so \\boxed{\\frac{1}{2}}", "\\frac{1}{2}"),
            ("A: Paris\n\nQ: And Spain?\nA: Madrid", "Paris"),
            ("Paris\n\nQ: And Spain?\nA: Madrid", "Paris"),
            ("Q: France?\nA: Paris", "Paris"),
            ("所以答案是：北京。", "北京"),
            ("Die Antwort ist Berlin.", "Berlin"),
            ("There is no answer to it", "There is no answer to it"),
            ("The answer island is far", "The answer island is far"),
            ("The answer is", "The answer is"),
            ("", ""),
        ] {
            assert_eq!(find(text).0, expected, "{text}");
        }
    }
}
