//! The choice that an output states, by the rules of version 6 of `multiple-choice`. They read an output without the
//! marks around its letters, then as the earlier rules do, and then look for what those do not know: small letters
//! after a cue, cues in other languages, a bare first line, choices that are ruled out and a mind that is changed.

use super::read::{ELIMINATED, LONGEST, SAID, is_turned, label, listed, pick, unwrapped};
use super::words::{Word, plain_words, words};
use super::{Choices, Pick, Set};
use crate::score::extract::stated::announced_formula;
use crate::score::metric::math;
use crate::text::is_of_unspaced_script;

/// The choices that are named, and the rule that found them.
type Found = (Pick, &'static str);

/// Tags around an answer.
const TAGS: [(&str, &str); 5] = [
    ("<answer>", "</answer>"),
    ("<final_answer>", "</final_answer>"),
    ("[ANSWER]", "[/ANSWER]"),
    ("<ans>", "</ans>"),
    ("<choice>", "</choice>"),
];

/// Commands and marks around a letter.
const WRAPPERS: [(&str, &str); 17] = [
    ("$$", "$$"),
    ("$", "$"),
    ("\\(", "\\)"),
    ("\\[", "\\]"),
    ("<b>", "</b>"),
    ("<strong>", "</strong>"),
    ("«", "»"),
    ("‹", "›"),
    ("<<", ">>"),
    ("<", ">"),
    ("\\text{", "}"),
    ("\\textbf{", "}"),
    ("\\textrm{", "}"),
    ("\\mathrm{", "}"),
    ("\\mathbf{", "}"),
    ("\\mathsf{", "}"),
    ("\\mathit{", "}"),
];

/// The longest text between such marks, in bytes.
const WRAPPED: usize = 24;

/// Words after which an output takes back what it said, in lower case.
const CORRECTIONS: [&str; 10] = [
    "wait", "actually", "correction", "scratch that", "on second thought", "i mean",
    "let me correct", "sorry", "i was wrong", "i made a mistake",
];

/// Rules of `pick` that find the text of a choice somewhere in an output.
const WEAK: [&str; 2] =
    ["the text of a choice is in the last line", "the text of a choice is in the answer"];

const BEFORE_CORRECT: &str = "before “is correct”";

/// Finds the choice that an output states; `earlier` are the rules of version 5.
pub(super) fn stated(choices: &Choices, output: &str, earlier: &dyn Fn(&str) -> Found) -> Found {
    let text = unmarked(choices, output);
    let lower = text.to_ascii_lowercase();
    for (open, close) in TAGS {
        let start = lower.rfind(&open.to_ascii_lowercase()).map(|at| at + open.len());
        let inner = start.map(|start| {
            let end = lower[start..].find(&close.to_ascii_lowercase());
            &text[start..end.map_or(text.len(), |end| start + end)]
        });
        if let Some(inner) = inner.filter(|inner| !inner.trim().is_empty()) {
            let (found, _) = earlier(inner);
            if found != Pick::Invalid {
                return (found, "between the tags of an answer");
            }
        }
    }
    let corrected = correction(&text).map(|rest| decide(choices, rest, earlier));
    if let Some((Pick::One(place), rule)) = corrected
        && !WEAK.contains(&rule)
    {
        return (Pick::One(place), "after a correction");
    }
    let found = decide(choices, &text, earlier);
    if found.0 != Pick::Invalid {
        return found;
    }
    let original = earlier(output);
    if original.0 != Pick::Invalid {
        return original;
    }
    // Texts of choices in LaTeX.
    let words = choices.texts.iter().map(|text| plain_words(&without_latex(text))).collect();
    let found = pick(&Choices { words, ..choices.clone() }, &without_latex(output));
    if found.0 != Pick::Invalid {
        return found;
    }
    let one = |place: usize, rule: &'static str| (Pick::One(place), rule);
    collective(choices, output)
        .map(|place| one(place, "the choice that stands for none or all"))
        .or_else(|| Some(one(of_equal_value(choices, output)?, "the choice of the same value")))
        .unwrap_or(found)
}

/// The choice that stands for none or for all of the others, however it is worded.
fn collective(choices: &Choices, output: &str) -> Option<usize> {
    const OTHERS: [&str; 6] = ["above", "these", "options", "choices", "them", "those"];
    let stands_for = |words: &[String]| {
        let first = words.first().filter(|word| ["none", "all"].contains(&word.as_str()))?;
        let last = words.last().filter(|last| OTHERS.contains(&last.as_str()))?;
        (words.len() <= 4 && first != last).then(|| first.clone())
    };
    let said = plain_words(output);
    let said = stands_for(&said).or_else(|| {
        let cue = said.iter().rposition(|word| word == "is")?;
        stands_for(&said[cue + 1..])
    })?;
    let mut all = (0..choices.words.len())
        .filter(|place| stands_for(&choices.words[*place]).is_some_and(|one| one == said));
    all.next().filter(|_| all.next().is_none())
}

/// The only choice whose text is mathematics of the same value as the answer that an output announces.
fn of_equal_value(choices: &Choices, output: &str) -> Option<usize> {
    let is_value = |text: &str| text.contains(|c: char| c.is_ascii_digit() || c == '\\');
    let answer = announced_formula(output).filter(|answer| is_value(answer))?;
    let mut equal = (0..choices.texts.len()).filter(|place| {
        let text = &choices.texts[*place];
        is_value(text) && math::equal(text, answer).equal()
    });
    equal.next().filter(|_| equal.next().is_none())
}

fn decide(choices: &Choices, text: &str, earlier: &dyn Fn(&str) -> Found) -> Found {
    let found = earlier(text);
    let is_sure = |found: &Found| matches!(found.0, Pick::One(_)) && !WEAK.contains(&found.1);
    // "Neither A nor C is right" says nothing for C.
    let denied = (found.1 == BEFORE_CORRECT && words(text).iter().any(is_turned))
        .then(|| remaining(choices, text))
        .flatten();
    if let Some(place) = denied {
        return (Pick::One(place), "the only choice that is not ruled out");
    }
    if is_sure(&found) {
        return found;
    }
    if WEAK.contains(&found.1)
        && let Some(kept) = without_denied(text)
        && let (Pick::One(place), rule) = earlier(&kept)
    {
        return (Pick::One(place), rule);
    }
    let translated = || {
        let translated = translated(text)?;
        let found = pick(choices, &translated);
        if let Some(place) = before_correct(choices, &translated) {
            return Some((Pick::One(place), ""));
        }
        let or_small = || small_letter(choices, &translated).map(|place| (Pick::One(place), ""));
        Some(found).filter(is_sure).or_else(or_small)
    };
    let one = |place: usize, rule: &'static str| (Pick::One(place), rule);
    concluded(choices, text)
        .map(|place| one(place, "after a word such as “therefore”, or before “because”"))
        .or_else(|| translated().map(|(found, _)| (found, "after a word for “answer”")))
        .or_else(|| Some(one(first_line(choices, text)?, "the first line is a label")))
        .or_else(|| Some(one(small_letter(choices, text)?, "a small letter after “answer”")))
        .or_else(|| {
            let place = remaining(choices, text).filter(|_| found.0 == Pick::Invalid)?;
            Some(one(place, "the only choice that is not ruled out"))
        })
        .or_else(|| Some(one(small_end(choices, text)?, "at the end, after a word such as “say”")))
        .unwrap_or(found)
}

/// The same text with full-width letters and brackets as ASCII, and without marks around letters, as in
/// `$\text{B}$` and `<B>`.
fn unmarked(choices: &Choices, text: &str) -> String {
    let text: String = text.chars().map(narrow).collect();
    let mut plain = String::with_capacity(text.len());
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let wrapped = matches!(first, '$' | '\\' | '<' | '«' | '‹').then(|| {
            WRAPPERS.iter().find_map(|(open, close)| {
                let inner = rest.strip_prefix(open)?;
                let end = nested_end(inner, close)?;
                let inner = inner.get(..end).filter(|inner| inner.len() <= WRAPPED)?;
                let letters = unwrapped(inner);
                let is_label = listed(choices, letters).is_some_and(|set| !set.is_empty());
                is_label.then_some((letters, open.len() + end + close.len()))
            })
        });
        if let Some((letters, length)) = wrapped.flatten() {
            plain.push_str(letters);
            at += length;
        } else {
            plain.push(first);
            at += first.len_utf8();
        }
    }
    plain
}

/// Returns where the closing mark stands; braces within nest.
fn nested_end(inner: &str, close: &str) -> Option<usize> {
    if close != "}" {
        return inner.find(close);
    }
    crate::text::formula::argument_length(inner)
}

fn narrow(c: char) -> char {
    match c {
        '\u{ff21}'..='\u{ff3a}' | '\u{ff41}'..='\u{ff5a}' | '（' | '）' | '［' | '］' | '．' => {
            char::from_u32(c as u32 - 0xfee0).unwrap_or(c)
        }
        '\u{249c}'..='\u{24b5}' => char::from_u32(c as u32 - 0x249c + 0x61).unwrap_or(c),
        '\u{24b6}'..='\u{24cf}' => char::from_u32(c as u32 - 0x24b6 + 0x41).unwrap_or(c),
        '\u{24d0}'..='\u{24e9}' => char::from_u32(c as u32 - 0x24d0 + 0x61).unwrap_or(c),
        '【' | '「' | '『' | '《' | '〈' => '(',
        '】' | '」' | '』' | '》' | '〉' => ')',
        _ => c,
    }
}

/// Returns the text after the last word that takes something back.
fn correction(text: &str) -> Option<&str> {
    let lower = text.to_ascii_lowercase();
    let ends = CORRECTIONS.iter().filter_map(|word| {
        let at = lower.rfind(word)?;
        let is_word = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
        let whole = is_word(lower[..at].chars().next_back())
            && is_word(lower[at + word.len()..].chars().next());
        whole.then_some(at + word.len())
    });
    let mut rest =
        text[ends.max()?..].trim_start_matches(|c: char| !c.is_alphanumeric() && c != '(');
    while let Some(after) = ["no", "No"].iter().find_map(|word| rest.strip_prefix(word)) {
        if after.starts_with(char::is_alphanumeric) {
            break;
        }
        rest = after.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '(');
    }
    (!rest.is_empty()).then_some(rest)
}

/// The label that a text draws as its conclusion at its end, or gives a reason for at its start.
fn concluded(choices: &Choices, text: &str) -> Option<usize> {
    const CONCLUSIONS: [&str; 7] =
        ["therefore", "thus", "hence", "so", "consequently", "accordingly", "ergo"];
    let all = words(text.trim());
    let capital = |word: &Word<'_>| {
        let letter = word.plain.len() == 1 && word.plain.chars().all(|c| c.is_ascii_uppercase());
        choices.labelled(word.plain).filter(|_| letter)
    };
    if let [.., before, last] = all.as_slice()
        && before.is_one_of(&CONCLUSIONS)
        && !last.after.contains('?')
        && let Some(place) = capital(last)
    {
        return Some(place);
    }
    let [first, next, ..] = all.as_slice() else { return None };
    capital(first)
        .filter(|_| matches!(first.after, "" | ",") && next.is_one_of(&["because", "since"]))
}

/// A text without what it says is not meant: `silver, not gold`. `None` if it says so of nothing.
fn without_denied(text: &str) -> Option<String> {
    const DENIALS: [&str; 5] = ["not ", "rather than ", "instead of ", "unlike ", "never "];
    let mut kept = text.to_owned();
    let mut changed = false;
    while let Some(start) = DENIALS.iter().filter_map(|words| word_start(&kept, words)).min() {
        let end =
            kept[start..].find([',', '.', ';', '\n', '!']).map_or(kept.len(), |end| start + end);
        kept.replace_range(start..end, "");
        changed = true;
    }
    changed.then_some(kept)
}

/// Where these words begin as whole words.
fn word_start(text: &str, words: &str) -> Option<usize> {
    let mut starts = text.match_indices(words).map(|(at, _)| at);
    starts.find(|at| !text[..*at].ends_with(char::is_alphanumeric))
}

/// The label between "is" and "correct", as in `So is B correct`, which other languages say.
fn before_correct(choices: &Choices, text: &str) -> Option<usize> {
    let all = words(text);
    let all: Vec<&Word<'_>> = all.iter().filter(|word| !word.plain.is_empty()).collect();
    all.windows(3).rev().find_map(|three| {
        let [is, letter, correct] = three else { return None };
        let said = is.is_one_of(&["is"]) && correct.is_one_of(&["correct"]);
        let capital =
            letter.plain.len() == 1 && letter.plain.chars().all(|c| c.is_ascii_uppercase());
        choices.labelled(letter.plain).filter(|_| said && capital)
    })
}

/// The label that the first line is, if more lines follow.
fn first_line(choices: &Choices, text: &str) -> Option<usize> {
    let (line, rest) = text.trim().split_once('\n')?;
    let set = listed(choices, line)?;
    let mut places = set.places();
    let first = places.next().filter(|_| !rest.trim().is_empty())?;
    places.next().is_none().then_some(first)
}

/// A small letter that is a label and, as it stands there, no word.
fn small(choices: &Choices, word: &Word<'_>, next: Option<&Word<'_>>) -> Option<usize> {
    const WORDS: [&str; 6] = ["a", "e", "i", "o", "u", "y"];
    const GOES_ON: [&str; 9] =
        ["because", "since", "as", "and", "but", "which", "is", "with", "for"];
    let [letter] = word.plain.as_bytes() else { return None };
    if !letter.is_ascii_lowercase() || word.after.starts_with('\'') {
        return None;
    }
    let ends = next.is_none()
        || word.after.contains(['.', ')', ']', ':', ';', '!', ',', '*', '`', '"'])
        || next.is_some_and(|next| next.is_one_of(&GOES_ON) || next.plain.is_empty());
    let may = ends || !WORDS.contains(&word.plain);
    choices.labelled(word.plain).filter(|_| may)
}

/// A small letter after `answer is` and its like, the last such.
fn small_letter(choices: &Choices, text: &str) -> Option<usize> {
    const LINKS: [&str; 14] = [
        "is", "are", "would", "should", "must", "be", "the", "letter", "option", "choice",
        "correct", "probably", "therefore", "",
    ];
    text.lines().rev().find_map(|line| {
        let all = words(line);
        (0..all.len()).rev().find_map(|cue| {
            let answer = all[cue].is_one_of(&["answer", "answers"]);
            let chosen = all[cue].is_one_of(&["option", "choice", "choose", "pick", "select"]);
            if !answer && !chosen {
                return None;
            }
            let linked = |word: &&Word<'_>| word.is_one_of(&LINKS);
            let links = all[cue + 1..].iter().take(6).take_while(linked).count();
            let said = chosen || links > 0 || all[cue].after.contains(':');
            let place = cue + 1 + links;
            small(choices, all.get(place).filter(|_| said)?, all.get(place + 1))
        })
    })
}

/// The small letter with which an output ends, as in `it's c`. A guess is not stated so clearly.
fn small_end(choices: &Choices, text: &str) -> Option<usize> {
    let line = text.trim().lines().next_back()?;
    let all = words(line);
    let (last, before) = all.split_last()?;
    let place = small(choices, last, None).filter(|_| last.plain != "i")?;
    let said = before.last().is_some_and(|word| word.is_one_of(SAID))
        && !last.after.contains('?')
        && !before
            .iter()
            .any(|word| is_turned(word) || word.is_one_of(&["guess", "maybe", "perhaps"]));
    said.then_some(place)
}

/// The only label that a text names and does not rule out, where it rules out others: `It cannot be A, B or D, so C`.
fn remaining(choices: &Choices, text: &str) -> Option<usize> {
    const TURNS: [&str; 14] = [
        "so", "thus", "therefore", "hence", "but", "leaving", "leaves", "which", "only",
        "remaining", "then", "while", "whereas", "rather",
    ];
    if text.len() > LONGEST {
        return None;
    }
    let all = words(text);
    let denies = |word: &Word<'_>| is_turned(word) || word.is_one_of(ELIMINATED);
    let (mut kept, mut denied) = (Set::default(), Set::default());
    let (mut clause, mut negative) = (Set::default(), false);
    let mut close = |clause: &mut Set, negative: &mut bool| {
        let into = if *negative { &mut denied } else { &mut kept };
        clause.places().for_each(|place| into.add(place));
        (*clause, *negative) = (Set::default(), false);
    };
    for (place, word) in all.iter().enumerate() {
        let after_comma = place > 0 && all[place - 1].after.ends_with(',');
        if word.is_one_of(&TURNS) || (after_comma && denies(word)) {
            close(&mut clause, &mut negative);
        }
        let other = word.is_one_of(&["instead"])
            || word.is_one_of(&["rather"])
                && all.get(place + 1).is_some_and(|next| next.is_one_of(&["than"]));
        if other {
            close(&mut clause, &mut negative);
        }
        negative |= denies(word) || other;
        if let Some(choice) = label(choices, *word, all.get(place + 1)) {
            clause.add(choice);
        }
        if word.after.contains(['.', ';', '!', '?']) {
            close(&mut clause, &mut negative);
        }
    }
    close(&mut clause, &mut negative);
    let is_denied = |place: &usize| denied.places().any(|one| one == *place);
    let mut left = kept.places().filter(|place| !is_denied(place));
    if kept.is_empty() && choices.has_texts() {
        // All others are ruled out.
        let mut rest = (0..choices.len()).filter(|place| !is_denied(place));
        return rest.next().filter(|_| rest.next().is_none() && denied.len() > 1);
    }
    let only = left.next().filter(|_| !denied.is_empty())?;
    left.next().is_none().then_some(only)
}

/// Words of other languages and their English, for whole words in scripts with spaces and for any place in others. Of
/// those that begin alike the longer one comes first.
const TRANSLATED: [(&str, &[&str]); 9] = [
    (
        " answer: ",
        &["ans:", "ans.", "solution:", "selected:", "selection:", "prediction:", "final:"],
    ),
    (" answer is ", &["正解は", "答えは", "解答は", "정답은", "답은"]),
    (
        " answer ",
        &[
            "参考答案", "正确答案", "答案", "正解", "答え", "解答", "정답", "antwort", "lösung",
            "réponse", "respuesta", "resposta", "risposta", "antwoord", "odpowiedź", "ответ",
            "відповідь", "cevap", "jawaban", "الإجابة", "الجواب", "svar", "đáp án", "คำตอบ", "उत्तर",
        ],
    ),
    (
        " option ",
        &[
            "选项", "選項", "選択肢", "보기", "opción", "opção", "opzione", "вариант", "الخيار",
            "alternativa",
        ],
    ),
    (
        " select ",
        &[
            "故选", "应选", "應選", "选择", "選擇", "选", "選", "elijo", "escojo", "selecciono",
            "choisis", "wähle", "выбираю", "escolho", "scelgo", "أختار", "seçiyorum",
        ],
    ),
    (
        " is correct ",
        &[
            "是正确的", "是正確的", "是对的", "是對的", "正确", "正確", "对的", "が正しい",
            "が正解", "이 맞", "가 맞", "이 정답", "가 정답",
        ],
    ),
    (
        " correct ",
        &[
            "correcta", "correcto", "correcte", "correta", "corretta", "richtig", "richtige",
            "yang benar", "đúng", "सही", "poprawna", "juiste", "doğru", "верный", "верен",
            "правильный", "правильно", "الصحيحة", "الصحيح", "صحيح",
        ],
    ),
    (
        " is ",
        &[
            "应为", "应该是", "就是", "是", "为", "為", "คือ", "lautet", "は", "ist", "est", "es",
            "è", "é", "هي", "هو", "является", "jest", "là", "adalah",
        ],
    ),
    (
        " the ",
        &[
            "a letra", "a opção", "a alternativa", "la", "le", "el", "die", "der", "das", "il",
            "lettre", "letra", "buchstabe", "буква", "lettera",
        ],
    ),
];

/// The same text with words about answers in English; `None` if it has no such word of another language.
fn translated(text: &str) -> Option<String> {
    let mut from = text.len().saturating_sub(LONGEST);
    while !text.is_char_boundary(from) {
        from += 1;
    }
    let text = &text[from..];
    let lower = text.to_lowercase();
    // If lower case changes lengths, its bytes are not those of the text.
    if lower.len() != text.len() {
        return None;
    }
    let mut parted = String::with_capacity(text.len());
    let (mut at, mut said) = (0, false);
    while let Some(first) = text[at..].chars().next() {
        let known = TRANSLATED.iter().find_map(|(english, words)| {
            let word = words.iter().find(|word| stands_at(&lower, at, word))?;
            Some((*english, word.len()))
        });
        if let Some((english, length)) = known {
            said |= ![" is ", " the "].contains(&english);
            parted.push_str(english);
            at += length;
            continue;
        }
        match first {
            '。' | '，' | '、' | '；' => parted.push_str(", "),
            '：' => parted.push_str(": "),
            // Hangul is written with spaces, but its particles follow a letter without one.
            '\u{1100}'..='\u{11ff}' | '\u{ac00}'..='\u{d7af}' => parted.extend([' ', first, ' ']),
            _ if is_of_unspaced_script(first) => parted.extend([' ', first, ' ']),
            _ => parted.push(first),
        }
        at += first.len_utf8();
    }
    said.then_some(parted)
}

/// Whether a word stands here, and in scripts with spaces as a whole word.
fn stands_at(text: &str, at: usize, word: &str) -> bool {
    if !text[at..].starts_with(word) {
        return false;
    }
    let spaced = |c: char| c.is_alphabetic() && (c as u32) < 0x0e00;
    let joins = |c: Option<char>| c.is_some_and(spaced);
    let first = word.chars().next().is_some_and(spaced);
    !first
        || !(joins(text[..at].chars().next_back()) || joins(text[at + word.len()..].chars().next()))
}

/// A text without the signs and commands of LaTeX that do not show.
fn without_latex(text: &str) -> String {
    const BLANK: [&str; 14] = [
        "\\displaystyle", "\\left", "\\right", "\\(", "\\)", "\\[", "\\]", "\\,", "\\;", "\\!",
        "\\ ", "$", "~", "\\quad",
    ];
    let mut plain = text.replace("\\dfrac", "\\frac").replace("\\tfrac", "\\frac");
    for command in ["\\text{", "\\textbf{", "\\mathrm{", "\\mathbf{", "\\boxed{"] {
        while let Some(at) = plain.find(command) {
            let inner = at + command.len();
            let Some(end) = crate::text::formula::argument_length(&plain[inner..]) else { break };
            plain.replace_range(inner + end..=inner + end, "");
            plain.replace_range(at..inner, "");
        }
    }
    for blank in BLANK {
        plain = plain.replace(blank, " ");
    }
    plain
}
