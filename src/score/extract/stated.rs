//! Finds the answer that an output states, for formulas and for words. Unlike
//! [`math_answer`](super::math_answer) and [`named`](super::named), a place without an answer in it, such as an
//! empty box, leaves the search to the next rule, and an output that breaks off before its answer has none.

use super::math_answer;
use super::named::{TAGS, before_questions, sentence, unwrapped};
use crate::text::formula::argument_length;

/// Words for "answer", in lower case. A link has to follow.
const CUES: [&str; 30] = [
    "answer", "answers", "antwort", "réponse", "reponse", "respuesta", "resposta", "risposta",
    "antwoord", "svar", "svaret", "odpowiedź", "odpověď", "cevap", "jawaban", "vastaus", "răspuns",
    "ответ", "відповідь", "απάντηση", "答案", "答え", "回答", "正解", "정답", "답", "الإجابة",
    "الجواب", "คำตอบ", "उत्तर",
];

/// Words that may stand between the cue and the link.
const QUALIFIERS: [&str; 13] = [
    "correcta", "correcte", "correct", "correta", "corretta", "final", "finale", "therefore",
    "thus", "الصحيحة", "الصحيح", "النهائية", "النهائي",
];

/// Words before the name of a task, as in "the answer to 36 ÷ 6 is 6".
const OF_TASK: [&str; 6] = ["to ", "for ", "of ", "à ", "a la ", "auf "];

/// The longest name of a task, in bytes.
const TASK: usize = 80;

/// Signs and words between the cue and the answer.
const LINKS: [&str; 24] = [
    "is:", "is", ":", "：", "=", "是", "为", "為", "は", "ist", "est", "es", "è", "é", "lautet",
    "은", "는", "هي", "هو", "คือ", "adalah", "jest", "είναι", "है",
];

/// Texts in the place of an answer that only say where it belongs, in lower case.
const PLACEHOLDERS: [&str; 24] = [
    "answer", "your answer", "the answer", "final answer", "your final answer", "answer here",
    "your answer here", "final answer here", "your final answer here", "insert answer here",
    "answer only", "the", "that", "not", "about", "approximately", "equal to", "therefore", "答案",
    "你的答案", "最终答案", "antwort", "réponse", "respuesta",
];

/// What begins a train of thought instead of an answer, in lower case.
const NO_ANSWERS: [&str; 5] = ["let's ", "let’s ", "let us ", "we need to ", "first, "];

/// What begins a line that says that there is no answer, in lower case.
const DECLINED: [&str; 26] = [
    "i cannot", "i can't", "i could not", "i couldn't", "i am unable", "i'm unable",
    "i am not able", "i'm not able", "i don't know", "i do not know", "i'm sorry", "i am sorry",
    "i'm not sure", "i am not sure", "sorry", "unable to", "as an ai", "no answer",
    "not enough information", "ich weiß es nicht", "je ne sais pas", "no lo sé", "не знаю",
    "我不知道", "わかりません", "모르겠",
];

/// Words of a sentence that asks for an answer, in lower case.
const ASKING: [&str; 10] =
    ["your", "please", "请", "請", "votre", "ihre", "deine", "ваш", "ください", "veuillez"];

/// Copulas that scripts write without a space behind the answer.
const ENDINGS: [&str; 6] = ["입니다", "이에요", "예요", "です", "である", "でした"];

/// A last line of more words is a sentence and not an answer.
const LONGEST_LINE: usize = 8;

const AFTER_CUE: &str = "the text after “answer”";

/// An answer and the rule that found it.
pub(crate) type Stated<'t> = (&'t str, &'static str);

/// Finds a mathematical answer: the last `\boxed{…}` with an answer in it; else the text after the last "answer
/// is" that states one; else all of a text that is one formula; else the last formula, number or short line.
pub(super) fn formula(text: &str) -> Option<Stated<'_>> {
    let boxed = math_answer::last_box(text, |inner| !is_placeholder(inner));
    let start = |found: &Stated<'_>| found.0.as_ptr().addr();
    let tagged = tagged(text).filter(|found| {
        !found.0.contains("\\boxed") && boxed.is_none_or(|boxed| start(&boxed) < start(found))
    });
    if let Some(found) = tagged.or(boxed) {
        return Some(found);
    }
    let rest = after_instruction(text)?;
    if is_nothing(rest) {
        return None;
    }
    let cued = starts(rest).into_iter().rev().find_map(|at| {
        let answer = unquoted(math_answer::answer_in(&rest[at..]));
        let denied = answer.trim_start().starts_with("not ");
        (!denied && states(rest, answer)).then_some((answer, AFTER_CUE))
    });
    let cut_box = cued.or_else(|| worked_out_before(rest)).or_else(|| open_box(rest));
    let found = cut_box.or_else(|| {
        if breaks_off(rest) || !has_words(rest) {
            return ends_in_cue(rest).then(|| before_cue(rest)).flatten();
        }
        let is_short = |found: &Stated<'_>| found.0.split_whitespace().count() <= LONGEST_LINE;
        math_answer::formula(rest).or_else(|| math_answer::last_value(rest)).or_else(|| {
            math_answer::last_line(rest).filter(is_short).filter(|line| !declines(line.0))
        })
    })?;
    (!is_placeholder(found.0)).then_some(found)
}

/// Finds a mathematical answer that a text announces with tags, a box or "answer is", or that is all of it.
pub(crate) fn announced_formula(text: &str) -> Option<&str> {
    const UNANNOUNCED: [&str; 3] = ["the last number", "the last formula", "the last line"];
    formula(text).filter(|found| !UNANNOUNCED.contains(&found.1)).map(|found| found.0)
}

/// Returns the last formula before a last box in which the text ends, if the box begins as this formula or the right
/// side of its equation does: the answer was worked out and about to be repeated.
fn worked_out_before(text: &str) -> Option<Stated<'_>> {
    let (before, inner) = text.rsplit_once("\\boxed{")?;
    let compact = |text: &str| -> String { text.chars().filter(|c| !c.is_whitespace()).collect() };
    let said = compact(inner);
    if said.is_empty() || argument_length(inner).is_some() || inner.contains(['$', '\n']) {
        return None;
    }
    // The formula of the box itself has begun, but holds nothing else.
    let before = before.trim_end();
    let before = ["\\[", "\\(", "$$", "$"]
        .iter()
        .find_map(|mark| before.strip_suffix(mark))
        .unwrap_or(before);
    let formula = &text[math_answer::last_formula(before)?];
    let whole = compact(formula);
    let goes_on = |side: &str| side.len() > said.len() && side.starts_with(&said);
    let is_repeated =
        (depth(inner) > 0 && goes_on(&whole)) || whole.split('=').skip(1).any(goes_on);
    is_repeated.then_some((formula, "the formula before a box that is cut off"))
}

/// Whether a text ends with the words that announce an answer.
fn ends_in_cue(text: &str) -> bool {
    starts(text).last().is_some_and(|at| {
        text[*at..].trim_matches(|c: char| c.is_whitespace() || matches!(c, ':' | '*')).is_empty()
    })
}

/// Returns the last formula between its signs, which stands before the words that announce an answer.
fn before_cue(text: &str) -> Option<Stated<'_>> {
    let formula = &text[math_answer::last_formula(text)?];
    Some((formula, "the last formula before the text is cut off"))
}

/// The text in a last box that lacks only its closing brace.
fn open_box(text: &str) -> Option<Stated<'_>> {
    let (_, last) = text.rsplit_once("\\boxed{")?;
    if argument_length(last).is_some() {
        return None;
    }
    let found = || {
        let (_, inner) = text.rsplit_once("\\boxed{")?;
        let inner = inner.trim_end();
        let is_whole = depth(inner) == 0 && argument_length(inner).is_none();
        is_whole.then_some((inner, "the last box, which is not closed"))
    };
    let is_answer = |found: &Stated<'_>| !is_placeholder(found.0);
    math_answer::open_box(text).or_else(found).filter(is_answer)
}

/// The text between quotes that an answer begins with, as in `"answer": "4"`.
fn unquoted(answer: &str) -> &str {
    let inner = answer.strip_prefix('"').and_then(|inner| inner.split('"').next());
    inner.unwrap_or(answer)
}

/// Finds an answer in words: the text between the last `<answer>…</answer>` or similar tags that is an answer; else
/// that in the last such `\boxed{…}`; else the text after the last "answer is" that states one, up to the end of
/// the sentence; else all of the output, up to a further question.
pub(crate) fn answer(text: &str) -> Option<Stated<'_>> {
    if text.trim().is_empty() {
        return Some((text, "the whole text"));
    }
    if let Some(found) = tagged(text) {
        return Some(found);
    }
    let boxed = || math_answer::last_box(text, |inner| !is_placeholder(inner));
    if let Some((inner, rule)) = boxed() {
        return Some((unwrapped(inner), rule));
    }
    let rest = before_questions(after_empty_box(after_instruction(text)?));
    let cued = starts(rest).into_iter().rev().find_map(|at| words_at(rest, at));
    if let Some(answer) = cued {
        return Some((answer, AFTER_CUE));
    }
    if breaks_off(rest) || !has_words(rest) {
        return None;
    }
    let rule = if rest.len() == text.len() {
        "the whole text"
    } else {
        "the text before the next question"
    };
    Some((without_quotes(rest), rule))
}

/// Returns the text after the last empty box, if it says anything.
fn after_empty_box(text: &str) -> &str {
    let Some((before, rest)) = text.rsplit_once("\\boxed{") else { return text };
    let Some(end) = argument_length(rest).filter(|end| is_placeholder(&rest[..*end])) else {
        return text;
    };
    let after = rest[end + 1..].trim_start_matches(['.', '$', ' ', '\n', '*', '}']);
    let cued = starts(before).last().is_some_and(|at| is_placeholder(&before[*at..]));
    if cued && after.contains(char::is_alphanumeric) { after } else { text }
}

/// Whether a line says that there is no answer.
fn declines(line: &str) -> bool {
    let lower = line.to_lowercase().replace('’', "'");
    let bare = lower.trim_matches(|c: char| !c.is_alphanumeric());
    is_nothing(line) || DECLINED.iter().any(|words| bare.starts_with(words))
}

/// Whether a text is a word for a value that is not there.
fn is_nothing(text: &str) -> bool {
    let bare = text.trim().trim_end_matches('.');
    ["n/a", "null", "nan", "unknown"].iter().any(|word| bare.eq_ignore_ascii_case(word))
}

/// A text without the quotes around all of it.
fn without_quotes(text: &str) -> &str {
    const QUOTES: [(char, char); 4] = [('“', '”'), ('„', '“'), ('«', '»'), ('「', '」')];
    let inner = QUOTES.iter().find_map(|(open, close)| {
        let inner = text.trim().strip_prefix(*open)?.strip_suffix(*close)?;
        (!inner.contains(*open) && !inner.contains(*close)).then_some(inner)
    });
    inner.unwrap_or(text)
}

fn tagged(text: &str) -> Option<Stated<'_>> {
    if !text.contains('<') && !text.contains('[') {
        return None;
    }
    let lower = text.to_ascii_lowercase();
    let found = TAGS.iter().flat_map(|(open, close)| {
        // A placeholder may say [answer].
        let lower = if open.starts_with('[') { text } else { lower.as_str() };
        let starts = lower.match_indices(open).map(|(at, tag)| at + tag.len());
        let starts: Vec<usize> = starts.collect();
        starts.into_iter().filter_map(move |start| {
            let end = lower[start..].find(close).map_or(text.len(), |end| start + end);
            let inner = &text[start..end];
            (!is_placeholder(inner)).then_some((start, inner))
        })
    });
    let (_, inner) = found.max_by_key(|(start, _)| *start)?;
    Some((inner, "the text between the tags of an answer"))
}

/// Returns where the text after each cue and its link begins, in the order of the text.
fn starts(text: &str) -> Vec<usize> {
    let lower = text.to_lowercase();
    // If lower case changes lengths, its bytes are not those of the text.
    let lower = if lower.len() == text.len() { lower } else { text.to_ascii_lowercase() };
    let mut found: Vec<usize> = CUES
        .iter()
        .flat_map(|cue| lower.match_indices(cue).map(|(at, cue)| (at, at + cue.len())))
        .filter(|(at, end)| is_word(&lower, *at, *end))
        .map(|(_, end)| end)
        .collect();
    let begins = |at: &usize| {
        let line = lower[..*at].trim_end_matches([' ', '*', '#']);
        line.is_empty() || line.ends_with('\n')
    };
    found.extend(lower.match_indices("a:").map(|(at, _)| at).filter(begins).map(|at| at + 1));
    found.sort_unstable();
    found.dedup();
    found.into_iter().filter_map(|at| linked(&lower, at)).collect()
}

/// Whether a word of a script with spaces is not a part of a longer word.
fn is_word(text: &str, start: usize, end: usize) -> bool {
    let spaced = |c: char| c.is_alphabetic() && (c as u32) < 0x600;
    let first = text[start..end].chars().next().is_some_and(spaced);
    let before = text[..start].chars().next_back().is_some_and(spaced);
    let after = text[end..].chars().next().is_some_and(spaced);
    !(first && (before || after))
}

/// Returns where the answer begins if a link follows a cue that ends here.
fn linked(lower: &str, at: usize) -> Option<usize> {
    let marks: &[char] = &['*', '_', ' ', '"', '`', ')', ','];
    let mut rest = lower[at..].trim_start_matches(marks);
    while let Some(word) = QUALIFIERS.iter().find_map(|word| rest.strip_prefix(word)) {
        rest = word.trim_start_matches(marks);
    }
    let rest = lower.len() - rest.len();
    after_link(lower, rest).or_else(|| {
        let word = OF_TASK.iter().find(|word| lower[rest..].starts_with(**word))?;
        let task = &lower[rest + word.len()..];
        let end = task.find(['\n', ':']).unwrap_or(task.len());
        let verbs = [" is ", " = ", " est ", " es ", " ist "].iter();
        let verb = verbs.filter_map(|verb| task.find(verb)).min()?;
        let near = verb < end.min(TASK);
        near.then(|| after_link(lower, rest + word.len() + verb + 1))?
    })
}

/// Returns the end of the link that begins here.
fn after_link(lower: &str, at: usize) -> Option<usize> {
    let rest = &lower[at..];
    let ends = |link: &&&str| rest.starts_with(**link) && is_word(rest, 0, link.len());
    LINKS.iter().find(ends).map(|link| at + link.len())
}

/// Returns the answer in words that begins here.
fn words_at(text: &str, at: usize) -> Option<&str> {
    let start = ['*', '_', ' ', ':', '：', '\n', '\r', '\t', '"', '“', '「', '`'];
    let rest = text[at..].trim_start_matches(start);
    let line = rest.split('\n').next().unwrap_or_default();
    let end = ['.', '*', ' ', '"', '”', '」', '。', '`', '\r', '!'];
    let answer = sentence(line).trim_end_matches(end);
    let plain = ENDINGS.iter().find_map(|ending| answer.strip_suffix(ending)).unwrap_or(answer);
    let lower = plain.to_lowercase();
    let thinks = NO_ANSWERS.iter().any(|words| lower.starts_with(words));
    (!is_placeholder(plain) && !thinks).then_some(plain)
}

/// Whether a formula after a cue states an answer: it does not if the text ends within it.
fn states(text: &str, answer: &str) -> bool {
    let end = answer.as_ptr().addr() + answer.len();
    let rest = &text[end - text.as_ptr().addr()..];
    let is_cut = rest.trim().is_empty() && depth(answer) > 0;
    !is_cut && !is_placeholder(answer)
}

fn depth(text: &str) -> usize {
    let mut depth = 0_usize;
    let mut escaped = false;
    for c in text.chars() {
        match c {
            '{' if !escaped => depth += 1,
            '}' if !escaped => depth = depth.saturating_sub(1),
            _ => {}
        }
        escaped = c == '\\' && !escaped;
    }
    depth
}

/// Whether a text ends where its answer was about to begin, or within a box.
fn breaks_off(text: &str) -> bool {
    let open = |text: &str| TAGS.iter().any(|(open, _)| text.trim_end().ends_with(open));
    let in_box = || {
        let inner = text.rsplit_once("\\boxed{").map(|(_, inner)| inner);
        inner.is_some_and(|inner| argument_length(inner).is_none())
    };
    let cue = || starts(text).last().is_some_and(|at| is_placeholder(&text[*at..]));
    open(text) || in_box() || cue()
}

/// Whether a text says anything besides empty boxes, tags and marks.
fn has_words(text: &str) -> bool {
    let boxed = text.contains("\\boxed");
    let tags = || TAGS.iter().any(|(open, _)| text.contains(open));
    if !boxed && !tags() {
        return true;
    }
    let mut bare = text.replace("\\boxed", " ");
    for (open, close) in TAGS {
        bare = bare.replace(open, " ").replace(close, " ");
    }
    bare.contains(char::is_alphanumeric)
}

/// Whether a text only stands where an answer belongs.
fn is_placeholder(text: &str) -> bool {
    const BLANKS: [&str; 9] = ["\\qquad", "\\quad", "\\,", "\\;", "\\:", "\\!", "\\ ", "\\_", "~"];
    if text.len() < 80 && BLANKS.iter().any(|blank| text.contains(blank)) {
        let bare = BLANKS.iter().fold(text.to_owned(), |text, blank| text.replace(blank, " "));
        return is_bare_placeholder(&bare);
    }
    is_bare_placeholder(text)
}

fn is_bare_placeholder(text: &str) -> bool {
    const PAIRS: [(&str, &str); 12] = [
        ("<", ">"),
        ("[", "]"),
        ("{", "}"),
        ("(", ")"),
        ("$", "$"),
        ("\"", "\""),
        ("'", "'"),
        ("`", "`"),
        ("\\(", "\\)"),
        ("\\[", "\\]"),
        ("\\text{", "}"),
        ("\\boxed{", "}"),
    ];
    let marks =
        |c: char| c.is_whitespace() || matches!(c, '.' | '…' | '_' | '*' | ':' | '?' | '。');
    let mut text = text;
    loop {
        let plain = text.trim_matches(marks);
        let plain = plain.strip_suffix("\\ldots").or(plain.strip_suffix("\\dots")).unwrap_or(plain);
        let inner = PAIRS
            .iter()
            .find_map(|(open, close)| plain.strip_prefix(open)?.strip_suffix(close))
            .unwrap_or(plain);
        if inner.len() == text.len() {
            break;
        }
        text = inner;
    }
    let opened = ["$", "$$", "\\(", "\\[", "\"", "“", "「", "**", "\\boxed"];
    text.is_empty()
        || opened.contains(&text)
        || (text.len() < 40 && {
            let lower = text.trim_start_matches('$').to_lowercase();
            PLACEHOLDERS.contains(&lower.as_str())
        })
}

/// Returns the text after the last sentence that repeats the prompt, which asks for an answer in a box. `None`
/// if there is nothing after it.
fn after_instruction(text: &str) -> Option<&str> {
    let mut at = text.len();
    while let Some(found) = text[..at].rfind("\\boxed") {
        at = found;
        let start = text[..at].rfind(['\n', '.', '。', '?', '!']).map_or(0, |end| end + 1);
        let lower = text[start..].get(..at - start).unwrap_or_default().to_lowercase();
        let after = &text[at + "\\boxed".len()..];
        let inner =
            after.strip_prefix('{').map(|inner| inner.split('}').next().unwrap_or_default());
        let empty = inner.is_none_or(is_placeholder);
        let end =
            after.find(['\n', '。']).into_iter().chain(after.find(". ").map(|end| end + 1)).min();
        let line = end.map_or(after, |end| &after[..end]).to_lowercase();
        let asks = |text: &str| ASKING.iter().any(|word| text.contains(word));
        if empty && (asks(&lower) || asks(&line)) {
            let rest = end.map_or("", |end| &after[end..]);
            let rest = rest.trim_start_matches(['.', '。', '\n', '\r', ' ', '$', '"', '`', '}']);
            return (!rest.is_empty()).then_some(rest);
        }
    }
    Some(text)
}
