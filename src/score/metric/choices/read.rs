//! The choice that an output names. The first of these rules that finds one decides:
//!
//! 1. the whole output, or its last line, is a label: `B`, `(b)`, `**B**.`, or a list of labels;
//! 2. the whole output is the text of a choice;
//! 3. the last `\boxed{…}` is a label or the text of a choice;
//! 4. a label follows `answer`, `option is` and their like, the last such;
//! 5. a label stands before `is correct` and its like;
//! 6. a bold label;
//! 7. the output begins with a label and a mark: `B)`, `B.`, `(B)`, `B:`;
//! 8. the text of a choice follows `answer is`, or is named in the last line, or in the whole output;
//! 9. one of these rules with labels listed without spaces, as in `A,C`;
//! 10. the output ends with a label behind a word such as "say" or "probably".
//!
//! A word of a sentence is no label: neither the `A` of "A dog" nor the `I` of "I think".

use super::words::{Word, plain_words, words};
use super::{Choices, Set};
use crate::score::extract::boxed::balanced_end;
use crate::text::is_of_unspaced_script;

/// What an output names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pick {
    /// One choice.
    One(usize),
    /// Several.
    Several(Set),
    /// None.
    Invalid,
}

impl Pick {
    /// What names these choices.
    pub(super) fn of(set: Set) -> Self {
        let mut places = set.places();
        match (places.next(), places.next()) {
            (None, _) => Self::Invalid,
            (Some(only), None) => Self::One(only),
            _ => Self::Several(set),
        }
    }

    /// What it names, as a set.
    pub fn set(self) -> Set {
        match self {
            Self::One(place) => Set::one(place),
            Self::Several(set) => set,
            Self::Invalid => Set::default(),
        }
    }
}

/// Outputs are looked at up to here for a choice's text: an essay names them all.
pub(super) const LONGEST: usize = 2000;

/// The choice that an output names, and the rule that found it.
pub fn pick(choices: &Choices, output: &str) -> (Pick, &'static str) {
    let text = output.trim();
    let last_line = text.rsplit('\n').find(|line| !line.trim().is_empty()).unwrap_or("");
    let all = words(text);
    let rules: [(&str, &dyn Fn() -> Option<Set>); 10] = [
        ("the whole answer is a label", &|| listed(choices, text)),
        ("the whole answer is the text of a choice", &|| same(choices, text)),
        ("the last line is a label", &|| listed(choices, last_line)),
        ("in \\boxed{…}", &|| boxed(choices, text)),
        ("after “answer”", &|| after_cue(choices, &all)),
        ("before “is correct”", &|| Some(before_cue(choices, &all))),
        ("in bold", &|| Some(bold(choices, text))),
        ("at the start", &|| at_start(choices, text)),
        ("the text of a choice is in the last line", &|| named(choices, last_line)),
        ("the text of a choice is in the answer", &|| named(choices, text)),
    ];
    for (rule, find) in rules {
        if let Some(set) = find().filter(|set| !set.is_empty()) {
            return (Pick::of(set), rule);
        }
    }
    (Pick::Invalid, "no choice is named")
}

/// A text that is a label or a list of labels and nothing else.
pub(super) fn listed(choices: &Choices, text: &str) -> Option<Set> {
    let inner = unwrapped(text);
    let mut set = Set::default();
    let all = words(inner);
    for (place, word) in all.iter().enumerate() {
        if word.plain.is_empty() || word.plain == "&" {
            continue;
        }
        let between = place > 0 && place + 1 < all.len();
        if between && word.is_one_of(&["and", "or"]) {
            continue;
        }
        if let Some(choice) = choices.labelled(word.plain) {
            set.add(choice);
        } else if place == 0 && word.is_one_of(&["option", "choice", "letter", "answer"]) {
            // Option B
        } else {
            let glued = all.len() == 1 && word.plain.len() <= 4;
            return glued.then(|| glued_labels(choices, word.plain))?;
        }
    }
    Some(set)
}

/// The same with a comma and a space for signs between single capital letters, as in `A,C` and `B|D`; `None`
/// where there are no such signs.
pub(super) fn apart(text: &str) -> Option<String> {
    const SIGNS: [char; 5] = [',', ';', '|', '&', '，'];
    if !text.contains(SIGNS) {
        return None;
    }
    let chars: Vec<char> = text.chars().collect();
    let is_letter = |at: usize| chars.get(at).is_some_and(char::is_ascii_uppercase);
    let is_mark = |at: usize| chars.get(at).is_none_or(|c| !c.is_alphanumeric());
    let between = |at: usize| {
        at > 0
            && is_letter(at - 1)
            && is_letter(at + 1)
            && (at == 1 || is_mark(at - 2))
            && is_mark(at + 2)
    };
    let mut parted = String::with_capacity(text.len());
    let mut changed = false;
    for (at, c) in chars.iter().enumerate() {
        if SIGNS.contains(c) && between(at) {
            parted.push_str(", ");
            changed = true;
        } else {
            parted.push(*c);
        }
    }
    changed.then_some(parted)
}

/// Words before the label with which an output ends.
pub(super) const SAID: &[&str] = &[
    "say", "said", "be", "is", "it's", "it’s", "that's", "that’s", "guess", "think", "believe",
    "probably", "likely", "maybe", "perhaps", "definitely", "clearly", "surely", "certainly",
];

/// Words that turn a sentence around.
pub(super) const TURNED: &[&str] =
    &["not", "cannot", "no", "never", "neither", "nor", "hardly", "unlikely", "excluded"];

/// Words that rule a choice out.
pub(super) const ELIMINATED: &[&str] = &[
    "eliminate", "eliminated", "eliminating", "exclude", "excluding", "incorrect", "wrong",
    "false", "ruled",
];

/// Whether a word turns a sentence around.
pub(super) fn is_turned(word: &Word<'_>) -> bool {
    word.is_one_of(TURNED) || word.plain.ends_with("n't") || word.plain.ends_with("n’t")
}

/// The label with which an output ends, behind a word that says it: `I would say D`. A question, a sentence
/// that says no and one that names another label say nothing.
pub(super) fn labelled_end(choices: &Choices, text: &str) -> Option<usize> {
    let line = text.trim().lines().next_back()?;
    let all = words(line);
    let (last, before) = all.split_last()?;
    let capital = |word: &Word<'_>| {
        let capital = word.plain.len() == 1 && word.plain.chars().all(|c| c.is_ascii_uppercase());
        choices.labelled(word.plain).filter(|_| capital)
    };
    let place = capital(last)?;
    // "A dog" and "I think" are no labels.
    let other = |word: &Word<'_>| !word.is_one_of(&["a", "i"]) && capital(word).is_some();
    let said = before.last().is_some_and(|word| word.is_one_of(SAID))
        && !last.after.contains('?')
        && !before.iter().any(|word| is_turned(word) || other(word));
    said.then_some(place)
}

/// `ACD`: capital letters in their order, each a label.
fn glued_labels(choices: &Choices, text: &str) -> Option<Set> {
    let mut set = Set::default();
    let mut last = '@';
    for letter in text.chars() {
        let label = choices.labelled(letter.encode_utf8(&mut [0; 4]));
        set.add(label.filter(|_| letter.is_ascii_uppercase() && letter > last)?);
        last = letter;
    }
    Some(set)
}

/// The inside of `\boxed{…}`, `\text{…}` and `$…$`, as often as a text is just that.
pub(super) fn unwrapped(text: &str) -> &str {
    let mut text = text.trim();
    loop {
        let inner = [r"\boxed{", r"\text{", r"\textbf{", r"\mathrm{", r"\mathbf{"]
            .iter()
            .find_map(|name| text.strip_prefix(name)?.strip_suffix('}'))
            .or_else(|| text.strip_prefix('$')?.strip_suffix('$'));
        match inner {
            Some(inner) => text = inner.trim(),
            None => return text,
        }
    }
}

/// The last `\boxed{…}`, with braces in it.
fn boxed(choices: &Choices, text: &str) -> Option<Set> {
    let start = text.rfind(r"\boxed{")? + r"\boxed".len();
    let rest = &text[start..];
    let inner = &rest[1..balanced_end(rest)?];
    listed(choices, inner)
        .or_else(|| same(choices, unwrapped(inner)))
        .or_else(|| at_start(choices, inner))
}

/// Whether a word is a label that a sentence could not hold as a word: a capital letter, or one in
/// brackets; `A` and `I` only with a mark, at the end, or before a word that goes on after an answer.
pub(super) fn label(choices: &Choices, word: Word<'_>, next: Option<&Word<'_>>) -> Option<usize> {
    let place = choices.labelled(word.plain)?;
    let marked = !word.before.is_empty() && !word.after.is_empty();
    let letter = word.plain.chars().all(|c| c.is_ascii_alphabetic()) && word.plain.len() == 1;
    if !letter || marked {
        return Some(place);
    }
    if word.after.starts_with(')') {
        return Some(place);
    }
    if !word.plain.chars().all(|c| c.is_ascii_uppercase()) || word.after.starts_with('\'') {
        return None;
    }
    let goes_on =
        ["because", "since", "as", "and", "or", "but", "which", "is", "with", "for", "due"];
    let is_word = matches!(word.plain, "A" | "I")
        && word.after.is_empty()
        && next.is_some_and(|next| !next.is_one_of(&goes_on) && !next.plain.is_empty());
    (!is_word).then_some(place)
}

/// The label at a place, and those that are listed after it.
fn labels_from(choices: &Choices, all: &[Word<'_>], mut place: usize) -> Option<Set> {
    let mut set = Set::default();
    set.add(label(choices, *all.get(place)?, all.get(place + 1))?);
    loop {
        let comma = all[place].after.ends_with([',', '/']);
        let and = all.get(place + 1).is_some_and(|word| word.is_one_of(&["and", "or", "&"]));
        let next = place + 1 + usize::from(and);
        let more = all.get(next).filter(|_| comma || and);
        match more.and_then(|word| label(choices, *word, all.get(next + 1))) {
            Some(choice) => set.add(choice),
            None => return Some(set),
        }
        place = next;
    }
}

/// Words that may stand between `answer` and the label.
const LINKS: &[&str] = &[
    "is", "are", "was", "would", "should", "must", "be", "the", "letter", "option", "choice",
    "option(s", "choices", "options", "number", "correct", "most", "likely", "best", "to", "this",
    "question", "therefore", "definitely", "clearly", "probably", "thus", "", "-", "–", "—", "=",
    "→", "->", "=>", "\\boxed", "text",
];

/// A label after `answer`, else after words of choosing; the last such.
fn after_cue(choices: &Choices, all: &[Word<'_>]) -> Option<Set> {
    let follow = |cues: &[&str], link: bool| {
        let is_cue = |place: &usize| {
            let going = || *place > 0 && all[*place - 1].is_one_of(&["go", "going", "goes"]);
            all[*place].is_one_of(cues) && (!all[*place].is_one_of(&["with"]) || going())
        };
        (0..all.len()).rev().filter(is_cue).find_map(|cue| {
            let linked = |word: &&Word<'_>| word.is_one_of(LINKS);
            let links = all[cue + 1..].iter().take(8).take_while(linked).count();
            let said = links > 0 || all[cue].after.contains(':') || !link;
            said.then(|| labels_from(choices, all, cue + 1 + links))?
        })
    };
    follow(&["answer", "answers"], false)
        .or_else(|| follow(&["option", "choice", "options", "choices"], true))
        .or_else(|| follow(&["choose", "pick", "select", "with"], false))
}

/// A label before `is correct`, `is the right answer`.
fn before_cue(choices: &Choices, all: &[Word<'_>]) -> Set {
    let mut set = Set::default();
    for place in 1..all.len() {
        let end = (place + 4).min(all.len());
        let right = all[place..end].iter().find(|word| !word.is_one_of(&["is", "the", "are"]));
        if all[place].is_one_of(&["is"])
            && right.is_some_and(|word| word.is_one_of(&["correct", "right", "best"]))
            && let Some(choice) = label(choices, all[place - 1], all.get(place))
        {
            set.add(choice);
        }
    }
    set
}

/// Labels in `**…**`, alone or before a mark and more.
fn bold(choices: &Choices, text: &str) -> Set {
    let mut set = Set::default();
    for inner in text.split("**").skip(1).step_by(2) {
        let found = listed(choices, inner).or_else(|| at_start(choices, inner));
        found.into_iter().flat_map(Set::places).for_each(|place| set.add(place));
    }
    set
}

/// A label with a mark at the start: `B)`, `B.`, `(B)`, `B:`, or `B - `. Where all choices are listed
/// again, none is named.
pub(super) fn at_start(choices: &Choices, text: &str) -> Option<Set> {
    let mut set = Set::default();
    for (number, line) in text.trim().lines().enumerate() {
        let all = words(line);
        let Some(first) = all.first() else { continue };
        let mark = |text: &str| text.contains([')', '.', ':', ']']);
        let dash = all.get(1).is_some_and(|word| matches!(word.plain, "-" | "–" | "—"));
        let marked = mark(first.after) || dash;
        match choices.labelled(first.plain).filter(|_| marked) {
            Some(_)
                if first.plain.chars().all(char::is_lowercase) && !first.after.contains(')') => {}
            Some(place) => set.add(place),
            None if number == 0 => return None,
            None => {}
        }
    }
    let mut marked = Set::default();
    let in_brackets = words(text).into_iter().filter(|word| word.after.starts_with(')'));
    in_brackets.filter_map(|word| choices.labelled(word.plain)).for_each(|place| marked.add(place));
    let all = choices.len().max(2);
    (set.len() < all && marked.len() < all).then_some(set)
}

/// The same with a space after labels that stand before a bracket: `A)6` is `A) 6`.
pub(super) fn spaced(text: &str) -> String {
    let mut spaced = String::with_capacity(text.len());
    let chars: Vec<char> = text.chars().collect();
    for (place, c) in chars.iter().enumerate() {
        spaced.push(*c);
        let before = |back: usize| place.checked_sub(back).map(|at| chars[at]);
        let labelled = *c == ')'
            && before(1).is_some_and(|c| c.is_ascii_alphabetic())
            && before(2).is_none_or(|c| c.is_whitespace() || "(*:'\"“‘".contains(c));
        let follows = chars.get(place + 1).is_some_and(|next| !next.is_whitespace());
        if labelled && follows {
            spaced.push(' ');
        }
    }
    spaced
}

/// What words of other languages stand for in English; of those that begin alike the longer one first, for
/// scripts that are written without spaces.
const TRANSLATED: [(&str, &[&str]); 5] = [
    (" answer is ", &["正解は", "答えは", "정답은", "답은"]),
    (
        " answer ",
        &[
            "参考答案", "答案", "正解", "答え", "정답", "antwort", "lösung", "réponse",
            "respuesta", "resposta", "risposta", "antwoord", "odpowiedź", "ответ", "відповідь",
            "cevap", "jawaban", "đáp án", "คำตอบ",
        ],
    ),
    (" option ", &["选项", "選項", "選択肢"]),
    (" select ", &["故选", "应选", "选择", "選擇", "选"]),
    (" is ", &["应为", "应该是", "是", "为", "為", "คือ", " lautet ", " ist ", " est "]),
];

/// Short words between `answer` and a label, likewise.
const TRANSLATED_LINKS: [&str; 24] = [
    "es", "è", "é", "la", "le", "die", "der", "el", "correcta", "correcte", "correct", "correta",
    "corretta", "richtige", "buchstabe", "option", "opción", "opção", "lettre", "letra", "to",
    "adalah", "là", "jest",
];

/// The choice that a label behind a word for "answer" in another language names, the last such.
pub(super) fn translated_cue(choices: &Choices, text: &str) -> Option<usize> {
    let mut from = text.len().saturating_sub(LONGEST);
    while !text.is_char_boundary(from) {
        from += 1;
    }
    let text = &text[from..];
    let lower = text.to_lowercase();
    let mut cues = TRANSLATED.iter().filter(|(english, _)| *english != " is ");
    let said = cues.any(|(_, words)| words.iter().any(|word| lower.contains(word)));
    // Where lower case has other lengths, bytes would not be those of the text.
    if lower.len() != text.len() || !said {
        return None;
    }
    let mut parted = String::with_capacity(text.len());
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let known = TRANSLATED.iter().find_map(|(english, words)| {
            let word = words.iter().find(|word| lower[at..].starts_with(**word))?;
            Some((english, word))
        });
        if let Some((english, word)) = known {
            parted.push_str(english);
            at += word.len();
            continue;
        }
        match first {
            '。' | '，' | '、' | '；' => parted.push_str(", "),
            '：' => parted.push_str(": "),
            '（' | '【' | '「' => parted.push('('),
            '）' | '】' | '」' => parted.push(')'),
            // Hangul.
            '\u{1100}'..='\u{11ff}' | '\u{ac00}'..='\u{d7af}' => {
                parted.extend([' ', first, ' ']);
            }
            _ if is_of_unspaced_script(first) => parted.extend([' ', first, ' ']),
            _ => parted.push(first),
        }
        at += first.len_utf8();
    }
    let all = words(&parted);
    let kept: Vec<Word<'_>> = all
        .iter()
        .enumerate()
        .filter(|(place, word)| {
            let inside = all[..*place].iter().rev().take(6).any(|one| one.is_one_of(&["answer"]));
            !(inside && word.is_one_of(&TRANSLATED_LINKS) && choices.labelled(word.plain).is_none())
        })
        .map(|(_, word)| *word)
        .collect();
    let set = after_cue(choices, &kept)?;
    let mut places = set.places();
    let first = places.next()?;
    places.next().is_none().then_some(first)
}

/// The only capital letter before a closing bracket and after `is` that is a label.
pub(super) fn only_marked(choices: &Choices, text: &str) -> Option<usize> {
    let marked = |word: &Word<'_>| {
        let capital = word.plain.len() == 1 && word.plain.chars().all(char::is_uppercase);
        choices.labelled(word.plain).filter(|_| capital && word.after.starts_with(')'))
    };
    let all = words(text);
    // Section C) is none.
    let said = |place: usize| place > 0 && all[place - 1].is_one_of(&["is", "be", "are", "was"]);
    let mut places = (0..all.len()).filter(|place| said(*place)).filter_map(|at| marked(&all[at]));
    let first = places.next()?;
    places.all(|place| place == first).then_some(first)
}

/// The label that an output begins with, before a closing bracket: what follows is the choice's text or
/// a reason, unless it lists other labels too.
pub(super) fn labelled_start(choices: &Choices, text: &str) -> Option<usize> {
    let line = text.trim().lines().next()?;
    let inner = line.strip_prefix('(').unwrap_or(line);
    let (label, rest) = inner.split_once(')')?;
    let place = choices.labelled(label).filter(|_| label.len() == 1)?;
    let words = words(rest);
    let other = words.iter().any(|word| {
        let case =
            word.plain.chars().all(char::is_uppercase) == label.chars().all(char::is_uppercase);
        let labels = choices.labelled(word.plain).is_some_and(|it| it != place);
        word.after.starts_with(')') && case && labels
    });
    let one_line = text.trim().lines().count() == 1;
    (one_line && !other).then_some(place)
}

/// The choice whose text this is.
fn same(choices: &Choices, text: &str) -> Option<Set> {
    let words = plain_words(text);
    let mut places = (0..choices.words.len()).filter(|place| choices.words[*place] == words);
    let only = places.next().filter(|_| !words.is_empty());
    only.filter(|_| places.next().is_none()).map(Set::one)
}

/// The choices whose texts stand in a text, but those that stand in another such.
fn named(choices: &Choices, text: &str) -> Option<Set> {
    if text.len() > LONGEST {
        return None;
    }
    let words = plain_words(text);
    let holds = |words: &[String], part: &[String]| {
        !part.is_empty() && words.windows(part.len()).any(|window| window == part)
    };
    let found: Vec<usize> =
        (0..choices.words.len()).filter(|it| holds(&words, &choices.words[*it])).collect();
    let mut set = Set::default();
    for place in &found {
        let own = &choices.words[*place];
        let within = found.iter().any(|other| {
            choices.words[*other].len() > own.len() && holds(&choices.words[*other], own)
        });
        if !within {
            set.add(*place);
        }
    }
    Some(set)
}
