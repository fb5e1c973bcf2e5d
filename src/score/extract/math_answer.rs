//! Where the answer stands in the raw output of a model.

use crate::text::formula::argument_length;
use crate::text::formula::parse::is_formula;
use std::ops::Range;

/// An answer, and by which rule it was found, in words. Boxes that belong together are there with what
/// joins them: `\boxed{1}$ and $\boxed{2}`.
type Found<'t> = (&'t str, &'static str);

/// Finds the answer: the last `\boxed{…}` (or `\fbox{…}`, `\boxed 5`) with those that are joined to it by
/// a comma, "and" or "or"; else what follows the last "answer is" or "answer:"; else a last box that is
/// not closed, up to the end of its line or formula; else all of a text that is one formula; else the last
/// formula or a number behind it; else the last line. `None` in a blank text.
pub fn find(text: &str) -> Option<Found<'_>> {
    boxed(text)
        .or_else(|| after_cue(text))
        .or_else(|| open_box(text))
        .or_else(|| formula(text))
        .or_else(|| last_value(text))
        .or_else(|| last_line(text))
}

/// All of a text that is one formula, without the white space around it.
pub fn formula(text: &str) -> Option<Found<'_>> {
    let inner = text.trim();
    is_formula(inner).then_some((inner, "the whole text, a formula"))
}

/// What stands in a last box whose closing brace is missing, up to the end of its formula or line. Where
/// the text ends there, more may have been cut off than the brace.
pub(super) fn open_box(text: &str) -> Option<Found<'_>> {
    let (_, rest) = text.rsplit_once("\\boxed{")?;
    let end = ["$", "\n", "\\]", "\\)"].iter().filter_map(|end| rest.find(end)).min()?;
    let inner = rest[..end].trim_end().trim_end_matches('.');
    (!inner.is_empty()).then_some((inner, "the last box, which is not closed"))
}

/// The last box and those that are joined to it.
pub fn boxed(text: &str) -> Option<Found<'_>> {
    joined(text, &boxes(text))
}

/// The last box whose content is wanted, and those that are joined to it. A box without braces holds a number or a
/// single sign on its line.
pub(super) fn last_box(text: &str, is_wanted: impl Fn(&str) -> bool) -> Option<Found<'_>> {
    let mut boxes = boxes(text);
    boxes.retain(|(inner, whole)| {
        let value = &text[inner.clone()];
        let is_sign = || {
            let number = |c: char| c.is_ascii_digit() || matches!(c, '.' | '-');
            (value.chars().all(number) || value.chars().count() == 1)
                && !text[whole.start..inner.start].contains('\n')
                && !text[whole.end..].starts_with([' ', '\''])
        };
        is_wanted(value) && (inner.end < whole.end || is_sign())
    });
    joined(text, &boxes)
}

/// A box of an output.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Boxed<'t> {
    /// The name that it is equal to, as in `x = \\boxed{1}`.
    pub(crate) name: Option<&'t str>,
    /// What is in it.
    pub(crate) inner: &'t str,
}

/// Every outermost box that is not empty.
pub(crate) fn each_box(text: &str) -> Vec<Boxed<'_>> {
    let found = boxes(text).into_iter().filter(|(inner, _)| !text[inner.clone()].trim().is_empty());
    found
        .map(|(inner, whole)| Boxed {
            name: name_before(&text[..whole.start]),
            inner: &text[inner],
        })
        .collect()
}

/// The single letter before an equals sign at the end of a text.
fn name_before(text: &str) -> Option<&str> {
    let before = text.trim_end_matches([' ', '$']).strip_suffix('=')?.trim_end();
    let start = before.len().checked_sub(1)?;
    let letter = before.get(start..)?.chars().next().filter(char::is_ascii_alphabetic)?;
    let alone =
        before[..start].chars().next_back().is_none_or(|c| !c.is_alphanumeric() && c != '\\');
    (alone && letter.is_alphabetic()).then(|| &before[start..])
}

fn joined<'t>(text: &'t str, boxes: &[(Range<usize>, Range<usize>)]) -> Option<Found<'t>> {
    let last = boxes.last()?;
    let mut first = boxes.len() - 1;
    while first > 0 && is_joined(text.get(boxes[first - 1].1.end..boxes[first].1.start)?) {
        first -= 1;
    }
    Some(if first + 1 == boxes.len() {
        (&text[last.0.clone()], "the last box")
    } else {
        (&text[boxes[first].1.start..last.1.end], "the last boxes, which form one answer")
    })
}

/// What is in each outermost box, and the whole of each.
fn boxes(text: &str) -> Vec<(Range<usize>, Range<usize>)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(next) = text[at..].find('\\').map(|next| at + next) {
        at = next + 1;
        let rest = &text[next + 1..];
        let Some(length) =
            ["boxed", "fbox"].iter().find_map(|name| rest.starts_with(name).then_some(name.len()))
        else {
            continue;
        };
        let start = next + 1 + length;
        let inner = &text[start..];
        let blank = inner.len() - inner.trim_start().len();
        let range = match inner[blank..].strip_prefix('{') {
            Some(argument) => argument_length(argument).map(|end| {
                let from = start + blank + 1;
                (from..from + end, next..from + end + 1)
            }),
            // `\boxed 5` is the box of one sign, as LaTeX reads it; people mean the number.
            None if blank > 0 => {
                let end = inner[blank..]
                    .find(|c: char| !(c.is_alphanumeric() || c == '.' || c == '-'))
                    .unwrap_or(inner.len() - blank);
                let value = inner[blank..blank + end].trim_end_matches('.');
                let from = start + blank;
                (!value.is_empty()).then(|| (from..from + value.len(), next..from + value.len()))
            }
            None => None,
        };
        if let Some((inner, whole)) = range {
            at = whole.end;
            found.push((inner, whole));
        }
    }
    found
}

/// Whether there is nothing between two boxes but signs that join them.
fn is_joined(between: &str) -> bool {
    if between.len() > 40 {
        return false;
    }
    let words = between.replace("\\text", " ").replace("\\quad", " ").replace("\\mbox", " ");
    let words = words.replace(['$', '{', '}', '\\', '~'], " ");
    let mut joined = false;
    for word in words.split_whitespace() {
        match word {
            "," | "and" | "or" | ",and" | ", and" | "&" | ";" => joined = true,
            _ => return false,
        }
    }
    joined
}

/// What follows the last cue, up to the end of its line.
fn after_cue(text: &str) -> Option<Found<'_>> {
    const WORD: &[u8] = b"answer";
    let bytes = text.as_bytes();
    let mut end = bytes.len();
    loop {
        let at =
            bytes[..end].windows(WORD.len()).rposition(|part| part.eq_ignore_ascii_case(WORD))?;
        end = at + WORD.len() - 1;
        let rest = text[at + WORD.len()..].trim_start_matches(['*', '_', ' ']);
        let Some(rest) = ["is:", "is", ":", "="].iter().find_map(|cue| rest.strip_prefix(cue))
        else {
            continue;
        };
        let answer = answer_in(rest);
        if !answer.trim().is_empty() {
            return Some((answer, "the text after \"answer\""));
        }
    }
}

/// The answer that begins a text, after signs such as those of `**Answer:** 5`; it may be on the next line.
pub(super) fn answer_in(text: &str) -> &str {
    let rest = text.trim_start_matches(['*', '_', ' ', ':', '\n', '\r', '\t']);
    match rest.strip_prefix("\\[") {
        Some(shown) => shown.split("\\]").next().unwrap_or_default(),
        None => sentence(rest.split('\n').next().unwrap_or_default()),
    }
}

/// A line up to a full stop that ends a sentence, or the formula that it begins with.
fn sentence(line: &str) -> &str {
    if let Some(rest) = line.strip_prefix('$')
        && let Some(end) = rest.find('$').filter(|end| *end > 0)
        // `$1$ and $2$`
        && rest[end + 1..].trim_start_matches(['.', ' ', '*']).is_empty()
    {
        return &line[..end + 2];
    }
    let end = line.match_indices(". ").map(|(at, _)| at).next().unwrap_or(line.len());
    line[..end].trim_end().trim_end_matches(['.', '*']).trim_end()
}

/// Where the last `\[…\]`, `\(…\)` or `$…$` stands.
pub(super) fn last_formula(text: &str) -> Option<Range<usize>> {
    let bracketed = |open: &str, close: &str| {
        let end = text.rfind(close)?;
        Some(text[..end].rfind(open)? + open.len()..end)
    };
    let dollars = || {
        let end = text.rfind('$')?;
        let close = text[..end].trim_end_matches('$').len();
        Some(text[..close].rfind('$')? + 1..close)
    };
    [bracketed("\\[", "\\]"), bracketed("\\(", "\\)"), dollars()]
        .into_iter()
        .flatten()
        .filter(|range| !text[range.clone()].trim().is_empty())
        .max_by_key(|range| range.end)
}

/// The last formula, or a number that stands behind it and in no formula that was broken off.
pub(super) fn last_value(text: &str) -> Option<Found<'_>> {
    let formula = last_formula(text);
    let behind = formula.as_ref().map_or(0, |formula| formula.end);
    let number = last_number(text).filter(|number| {
        let between = text.get(behind..number.start).unwrap_or_default();
        let between = between.trim_start_matches('$');
        let broken_off =
            between.contains("\\[") || between.contains("\\(") || between.contains('$');
        let part = between.ends_with(['^', '_', '{', '\\']) && !between.ends_with("boxed{");
        number.start >= behind && !broken_off && !part
    });
    let found = number.map(|number| (number, "the last number"));
    let (range, rule) = found.or(formula.map(|formula| (formula, "the last formula")))?;
    Some((&text[range], rule))
}

fn last_number(text: &str) -> Option<Range<usize>> {
    let end = text.rfind(|c: char| c.is_ascii_digit())? + 1;
    let part = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '/');
    let mut start = end - text[..end].chars().rev().take_while(|c| part(*c)).count();
    start += text[start..end].len() - text[start..end].trim_start_matches(['.', ',', '/']).len();
    if start > 0
        && text[..start].ends_with('-')
        && !text[..start - 1].ends_with(char::is_alphanumeric)
    {
        start -= 1;
    }
    Some(start..end)
}

pub(super) fn last_line(text: &str) -> Option<Found<'_>> {
    let line = text.rsplit('\n').map(str::trim).find(|line| !line.is_empty())?;
    Some((line, "the last line"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::metric::math::equal;

    fn answer(text: &str) -> String {
        find(text).map_or_else(|| "none".to_owned(), |found| found.0.to_owned())
    }

    #[test]
    fn the_last_box_counts() {
        for (text, expected) in [
            ("so \\boxed{4}, no, \\boxed{5}.", "5"),
            ("$\\boxed{\\frac{\\sqrt{3}}{2}}$", "\\frac{\\sqrt{3}}{2}"),
            ("The answer is $\\boxed 7$.", "7"),
            ("\\fbox{5}", "5"),
            ("\\boxed{\\boxed{5}}", "\\boxed{5}"),
            ("\\boxed{}", ""),
            ("\\boxed {x=5}", "x=5"),
        ] {
            assert_eq!(answer(text), expected, "{text}");
        }
    }

    #[test]
    fn boxes_that_belong_together_are_one_answer() {
        assert_eq!(answer("$\\boxed{1}$ and $\\boxed{2}$"), "\\boxed{1}$ and $\\boxed{2}");
        assert_eq!(answer("x is \\boxed{1}, \\boxed{2}."), "\\boxed{1}, \\boxed{2}");
        assert_eq!(answer("$\\boxed{1}$. Then $\\boxed{2}$"), "2");
        assert_eq!(answer("$\\boxed{1}$ $\\boxed{2}$"), "2");
        for text in ["$\\boxed{1}$, and $\\boxed{2}$", "$\\boxed{2}$, \\boxed{1}"] {
            assert!(equal("1,2", &answer(text)).equal(), "{text}");
        }
    }

    #[test]
    fn without_a_box_the_cue_and_then_the_last_value_count() {
        for (text, expected) in [
            ("\\boxed{5 and the answer is 7.", "7"),
            ("It is $\\boxed{\\frac{1}{2}$.", "\\frac{1}{2}"),
            ("so \\[ x = 57 \\] and \\(\\boxed{5", " x = 57 "),
            ("2\\sqrt3", "2\\sqrt3"),
            (" y = 2x + 3\n", "y = 2x + 3"),
            ("x = 1, y = 2", "x = 1, y = 2"),
            ("100/3 = 33.33", "33.33"),
            ("a + b = 7", "7"),
            ("2x + 3 = 7, x = 2", "2"),
            ("A: 18", "18"),
            ("so 7", "7"),
            ("72 apples", "72"),
            ("The answer is 5", "5"),
            ("The answer is (A).", "(A)"),
            ("Answer: 5", "5"),
            ("**Answer:** $x=3$", "$x=3$"),
            ("Final Answer: The final answer is $x=5$. I hope it is correct.", "$x=5$"),
            ("Final answer:\n\n12", "12"),
            ("the answer is 3.5. Done", "3.5"),
            ("The final answer is:\n\\[ x + 1 \\]", " x + 1 "),
            ("so \\(x = 3\\) and \\[ 8 - 4 = 4 \\] The rest is 0.", "0"),
            ("\\[ 8 \\] so \\(x = 3\\).", "x = 3"),
            ("We get $4$ and then \\[ x = 2^{", "4"),
            ("We get \\(4\\) and then \\[ x = 2 +", "4"),
            ("We get $4$ and then $7$", "7"),
            ("so\n\\[ x = 2 \\]\nas wanted", " x = 2 "),
            ("We get 3.5? No. 5", "5"),
            ("It is -1,234.", "-1,234"),
            ("no number\nat all", "at all"),
            ("", "none"),
            (" \n", "none"),
            ("$", "$"),
            ("boxed{5}", "5"),
        ] {
            assert_eq!(answer(text), expected, "{text}");
        }
    }
}
