//! Doubts about answers that are a gold answer in another notation, and count as wrong.

use super::{LOOKED_AT, OneRun, SOME, amounts, few_labels};
use crate::base::order::sort_key;
use crate::doubt::{AnotherForm, BesideAnother, NearlyEqual, OtherWordForNothing, RewrittenValues};
use crate::preset::Settings;
use crate::text::day::{find, is_date};
use crate::text::nfd::decomposed;
use crate::understand::reading::{AnswerKind, number};
use itertools::Itertools as _;

/// One answer in this many moves a score by three points in a hundred.
const WORTH_A_DOUBT: usize = 33;

/// Longer outputs contain more than an answer.
const LONGEST: usize = 200;

/// Among the first questions, the first that counts as wrong and passes a test, and the number of such questions;
/// `None` if they are few.
fn missed(values: &[f64], test: impl Fn(usize) -> bool) -> Option<(usize, usize)> {
    let values = &values[..values.len().min(LOOKED_AT)];
    let mut rows = (0..values.len()).filter(|row| values[*row] == 0.0 && test(*row));
    let first = rows.next()?;
    let count = 1 + rows.count();
    (count * WORTH_A_DOUBT >= values.len()).then_some((first, count))
}

/// The number that a text consists of; a number in brackets is negative, as accounts write it.
fn amount(text: &str) -> Option<f64> {
    let text = text.trim();
    let inner = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    match inner {
        Some(inner) => number(inner).map(|value| -value.abs()),
        None => number(text),
    }
}

/// Whether a gold answer is this number, or this number rounded to its decimals.
fn is_amount(gold: &str, value: f64) -> bool {
    let Some(number) = amount(gold) else { return false };
    let decimals = gold
        .rsplit_once('.')
        .map_or(0, |(_, rest)| rest.bytes().take_while(u8::is_ascii_digit).count());
    let decimals = i32::try_from(decimals).unwrap_or(0);
    let half = if number.fract() == 0.0 { 0.0 } else { 0.5 * 10_f64.powi(-decimals) };
    let apart = (number - value).abs();
    apart <= 1e-6 * number.abs() || (apart <= half && apart <= 0.01 * number.abs())
}

/// The answer extracted from an output, or the whole output if none was.
pub(super) fn taken(run: OneRun<'_>, row: usize) -> Option<String> {
    let output = run.said(row)?;
    let answer = run.settings().extractor.extract(&output).answer.map(str::to_owned);
    Some(answer.unwrap_or_else(|| output.into_owned()))
}

/// Whether somebody chose that capitals or signs count, so that a difference in them makes an answer wrong.
fn counts_signs(settings: &Settings) -> bool {
    let changes = &settings.changes;
    ["case", "punctuation"].iter().any(|key| changes.get(*key).is_some_and(|value| value == "keep"))
}

/// The doubt about answers that equal a gold answer except for accents, punctuation and spaces.
pub(super) fn nearly(run: OneRun<'_>) -> Option<NearlyEqual> {
    if counts_signs(run.settings()) {
        return None;
    }
    let fold = |text: &str| -> String {
        let letters: String = decomposed(text).chars().filter(|c| c.is_alphanumeric()).collect();
        letters.to_lowercase()
    };
    let (first, count) = missed(&run.values()?, |row| {
        taken(run, row).is_some_and(|text| {
            let said = if text.len() < LONGEST { fold(&text) } else { String::new() };
            let letters = said.chars().any(char::is_alphabetic);
            letters && run.golds(row).any(|gold| fold(gold) == said)
        })
    })?;
    let said = run.said(first)?.into_owned();
    Some(NearlyEqual { run: run.name(), answers: count, said })
}

/// The doubt about answers that are the number or the date of a gold answer in another notation.
pub(super) fn rewritten(run: OneRun<'_>) -> Option<RewrittenValues> {
    let said = |row: usize| taken(run, row);
    let (first, count) = missed(&run.values()?, |row| {
        let Some(said) = said(row) else { return false };
        let value = amount(&said).filter(|value| value.is_finite());
        let day = is_date(&said).then(|| find(&said)).filter(|days| !days.is_empty());
        run.golds(row).any(|gold| {
            value.is_some_and(|value| is_amount(gold, value))
                || day.as_ref().is_some_and(|days| is_date(gold) && find(gold) == *days)
        })
    })?;
    Some(RewrittenValues { run: run.name(), answers: count, said: said(first)? })
}

/// The tokens with which models end their outputs, if nobody removed them, in lower case.
const TOKENS: [&str; 8] =
    ["</s>", "<s>", "<pad>", "<unk>", "<|endoftext|>", "<|im_end|>", "<|eot_id|>", "[sep]"];

/// HTML entities, and other characters that can be written in two ways.
const ENTITIES: [(&str, &str); 14] = [
    ("&amp;", "&"),
    ("&lt;", "<"),
    ("&gt;", ">"),
    ("&quot;", "\""),
    ("&#39;", "'"),
    ("&nbsp;", " "),
    (" & ", " and "),
    ("–", "-"),
    ("—", "-"),
    ("−", "-"),
    ("ä", "ae"),
    ("ö", "oe"),
    ("ü", "ue"),
    ("ß", "ss"),
];

/// A text without such tokens, with one form of thousands separators and times of day in 24 hours.
fn in_one_form(text: &str) -> String {
    let mut text = text.trim().to_lowercase();
    // Few texts contain any of these characters, with which the replacements begin.
    if text.contains(['<', '[', '&', '–', '—', '−', 'ä', 'ö', 'ü', 'ß']) {
        for token in TOKENS {
            text = text.replace(token, " ");
        }
        for (written, meant) in ENTITIES {
            text = text.replace(written, meant);
        }
    }
    let text = text.trim().trim_end_matches(';');
    let chars: Vec<char> = text.trim().chars().collect();
    let digit = |place: usize| chars.get(place).is_some_and(char::is_ascii_digit);
    // A thousands separator is between digits, followed by exactly three digits.
    let groups = |place: usize| {
        place > 0
            && digit(place - 1)
            && (1..4).all(|step| digit(place + step))
            && !digit(place + 4)
            && matches!(
                chars[place],
                ' ' | '.' | ',' | '\'' | '’' | '\u{a0}' | '\u{202f}' | '\u{2009}'
            )
    };
    let plain: String =
        (0..chars.len()).filter(|place| !groups(*place)).map(|place| chars[place]).collect();
    time_of_day(&plain).or_else(|| digits(&plain)).unwrap_or(plain)
}

/// Numbers in words, by index, and the tens from twenty on.
const NUMBERS: [&str; 20] = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
    "nineteen",
];
const ORDINALS: [&str; 10] =
    ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
const TENS: [&str; 8] =
    ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];

/// The number below a hundred that a word in lower case means.
fn number_of_word(word: &str) -> Option<usize> {
    let tens = |word: &str| TENS.iter().position(|ten| *ten == word).map(|place| 10 * (place + 2));
    let single = |word: &str| {
        let ordinal = || Some(ORDINALS.iter().position(|one| *one == word)? + 1);
        NUMBERS.iter().position(|one| *one == word).or_else(ordinal)
    };
    single(word).or_else(|| tens(word)).or_else(|| {
        let (ten, one) = word.split_once('-')?;
        Some(tens(ten)? + single(one).filter(|one| (1..10).contains(one))?)
    })
}

/// A number in words, also with *minus* before it, in digits.
fn digits(text: &str) -> Option<String> {
    let bare = text.trim_end_matches(['.', '!']);
    // `1st` is *the first*.
    let ordinal = bare.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    if ["st", "nd", "rd", "th"].contains(&&bare[ordinal.len()..])
        && !ordinal.is_empty()
        && ordinal.bytes().all(|byte| byte.is_ascii_digit())
    {
        return Some(ordinal.to_owned());
    }
    let (sign, word) = bare.strip_prefix("minus ").map_or(("", bare), |word| ("-", word));
    number_of_word(word).map(|value| format!("{sign}{value}"))
}

/// The number in words in a text without digits.
fn worded_number(text: &str) -> Option<f64> {
    let lower = text.to_lowercase();
    if lower.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let words = lower.split(|c: char| !(c.is_alphanumeric() || c == '-'));
    let mut found = words.filter_map(number_of_word);
    let only = found.next()?;
    let sign = if lower.contains("minus ") { -1.0 } else { 1.0 };
    found.next().is_none().then_some(sign * only as f64)
}

/// A time such as `2:30 pm` in 24 hours.
fn time_of_day(text: &str) -> Option<String> {
    let bare = text.replace(['.', ' '], "");
    let (clock, half) = match (bare.strip_suffix("am"), bare.strip_suffix("pm")) {
        (Some(clock), _) => (clock, 0),
        (_, Some(clock)) => (clock, 12),
        _ => (bare.as_str(), 24),
    };
    let (hour, minute) = clock.split_once(':').or((half < 24).then_some((clock, "00")))?;
    let (hour, minute): (u32, u32) = (hour.parse().ok()?, minute.parse().ok()?);
    let hour = if half == 24 { hour } else { hour % 12 + half };
    (hour < 24 && minute < 60).then(|| format!("{hour:02}:{minute:02}"))
}

/// Whether two texts are the same list or object in JSON.
fn are_one_value(a: &str, b: &str) -> bool {
    let value = |text: &str| -> Option<serde_json::Value> {
        text.trim().starts_with(['{', '[']).then(|| serde_json::from_str(text).ok()).flatten()
    };
    value(a).is_some_and(|a| value(b) == Some(a))
}

/// Whether a text in capitals is the beginning of the other word: `POS` for `positive`.
fn is_short_for(short: &str, word: &str) -> bool {
    (2..6).contains(&short.len())
        && short.bytes().all(|byte| byte.is_ascii_uppercase())
        && word.len() > short.len()
        && !word.bytes().all(|byte| byte.is_ascii_uppercase())
        && word.chars().all(char::is_alphabetic)
        && word.get(..short.len()).is_some_and(|start| start.eq_ignore_ascii_case(short))
}

/// Whether one text is the letter of a choice and the other its number, counted from 1, or both are the same
/// letters.
fn are_one_choice(a: &str, b: &str) -> bool {
    // Several letters are compared in any order.
    let letters = |text: &str| {
        let all = text.bytes().filter(|byte| !matches!(byte, b',' | b' ' | b';' | b'/'));
        let mut all: Vec<u8> = all.collect();
        all.sort_unstable();
        (all.len() > 1 && all.iter().all(|byte| (b'A'..=b'J').contains(byte))).then_some(all)
    };
    if letters(a).is_some() && letters(a) == letters(b) {
        return true;
    }
    let place = |text: &str| match text.as_bytes() {
        [letter @ b'A'..=b'I'] => Some((true, letter - b'A')),
        [digit @ b'1'..=b'9'] => Some((false, digit - b'1')),
        _ => None,
    };
    matches!((place(a), place(b)), (Some(a), Some(b)) if a.0 != b.0 && a.1 == b.1)
}

/// The doubt about answers that are a gold answer in another form, such as a letter for a number.
pub(crate) fn in_another_form(run: OneRun<'_>) -> Option<AnotherForm> {
    if counts_signs(run.settings()) {
        return None;
    }
    let values = run.values()?;
    let kind = run.settings().preset.kind();
    let of_choices =
        matches!(kind, Some(AnswerKind::Choice | AnswerKind::Mixed | AnswerKind::Closed));
    let (first, count) = missed(&values, |row| {
        taken(run, row).is_some_and(|said| {
            if said.len() >= LONGEST || said.trim().is_empty() {
                return false;
            }
            let (own, worded) = (in_one_form(&said), worded_number(&said));
            !own.is_empty()
                && run.golds(row).any(|gold| {
                    (in_one_form(gold) == own && gold.trim() != said.trim())
                        || (of_choices && are_one_choice(gold.trim(), said.trim()))
                        || worded.is_some_and(|value| number(gold) == Some(value))
                        || amounts::are_equal(gold, &said)
                        || are_one_value(gold, &said)
                        || is_short_for(gold.trim(), said.trim())
                        || is_short_for(said.trim(), gold.trim())
                })
        })
    })?;
    let gold = run.golds(first).next()?.to_owned();
    Some(AnotherForm { run: run.name(), answers: count, said: taken(run, first)?, gold })
}

/// Texts that say that there is no answer, in letters and digits.
const NOTHING: [&str; 11] = [
    "na", "none", "null", "nan", "notapplicable", "notavailable", "notdisclosed", "noinformation",
    "notfound", "unanswerable", "noanswer",
];

/// Parts of sentences that say that there is no answer, in letters and digits.
const REFUSALS: [&str; 19] = [
    "doesnotsay", "doesntsay", "doesnotstate", "doesnotmention", "notmentioned", "isnotstated",
    "notspecified", "doesnotspecify", "notprovided", "thereisnoanswer", "cannotanswer",
    "cantanswer", "cannotbeanswered", "cannotbedetermined", "cannotdetermine",
    "notenoughinformation", "insufficientinformation", "idontknow", "unabletoanswer",
];

/// A text in letters and digits alone.
fn bare(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase()
}

/// Whether a short text says that there is no answer.
pub(super) fn refuses(text: &str) -> bool {
    let said = bare(text);
    NOTHING.contains(&&*said)
        || (text.len() < LONGEST && REFUSALS.iter().any(|words| said.contains(words)))
}

/// The doubt about answers that say that there is no answer, in other words than the gold answer.
pub(crate) fn nothings(run: OneRun<'_>) -> Option<OtherWordForNothing> {
    let says_nothing = |text: &str| NOTHING.contains(&&*bare(text));
    let (first, count) = missed(&run.values()?, |row| {
        run.golds(row).any(says_nothing) && run.said(row).is_some_and(|text| refuses(&text))
    })?;
    let said = run.said(first)?.into_owned();
    let gold = run.golds(first).find(|gold| says_nothing(gold))?.to_owned();
    Some(OtherWordForNothing { run: run.name(), answers: count, said, gold })
}

/// Outputs with more numbers, or more labels, contain the gold answer by chance.
const MOST_NAMED: usize = 4;
/// More different gold answers are not labels.
const MOST_LABELS: usize = 26;

/// Words with which outputs introduce their answer.
const NAMES: [&str; 3] = ["answer", "####", "boxed"];

/// The doubt about short outputs that count as wrong although they contain the gold answer next to the extracted
/// answer: it matters which of the two counts.
pub(crate) fn beside_another(run: OneRun<'_>) -> Option<BesideAnother> {
    let values = run.values()?;
    let first = &values[..values.len().min(LOOKED_AT)];
    let golds = (0..first.len()).flat_map(|row| run.golds(row)).map(str::trim);
    let labels = few_labels(golds, MOST_LABELS).unwrap_or_default();
    let is_beside = |row: usize| {
        let said = run.said(row).filter(|said| said.len() < LONGEST)?;
        // If an output introduces its answer, there is no doubt.
        let lower = said.to_lowercase();
        if NAMES.iter().map(|name| lower.matches(name).count()).sum::<usize>() == 1 {
            return None;
        }
        // An output that is a label names no other, even if the label contains one.
        if labels.iter().any(|label| label.eq_ignore_ascii_case(said.trim())) {
            return None;
        }
        let numbers = numbers_in(&said);
        let named: Vec<&&str> = labels.iter().filter(|label| says_word(&said, label)).collect();
        let within = |label: &str| named.iter().any(|one| **one != label && one.contains(label));
        let few = 2..=MOST_NAMED;
        let has = |gold: &str| {
            let value = number(gold);
            let among =
                value.is_some_and(|value| few.contains(&numbers.len()) && numbers.contains(&value));
            let gold = gold.trim();
            let says = || few.contains(&named.len()) && says_word(&said, gold) && !within(gold);
            among || (value.is_none() && says())
        };
        Some(run.golds(row).any(has))
    };
    let wrong = |row: &usize| first[*row] == 0.0 && is_beside(*row) == Some(true);
    let found: Vec<usize> = (0..first.len()).filter(wrong).collect();
    let row = *found.first().filter(|_| found.len() > 1 && found.len() * SOME >= first.len())?;
    let (said, gold) = (run.said(row)?.into_owned(), run.golds(row).next()?.to_owned());
    Some(BesideAnother { run: run.name(), answers: found.len(), said, gold })
}

/// The different numbers in a text.
pub(super) fn numbers_in(text: &str) -> Vec<f64> {
    let is_part = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '-' | '%' | '$');
    let parts = text.split(|c| !is_part(c)).map(|part| part.trim_end_matches(['.', ',', '-']));
    parts.filter_map(number).unique_by(|number| sort_key(*number)).collect()
}

/// Whether a text contains these words as whole words; single letters only in the same case.
fn says_word(text: &str, words: &str) -> bool {
    let single = words.chars().count() == 1;
    let fold = |text: &str| if single { text.to_owned() } else { text.to_lowercase() };
    let (text, words) = (fold(text), fold(words));
    let is_edge = |c: Option<char>| c.is_none_or(|c| !(c.is_alphanumeric() || c == '_'));
    !words.is_empty()
        && text.match_indices(&words).any(|(at, _)| {
            is_edge(text[..at].chars().next_back())
                && is_edge(text[at + words.len()..].chars().next())
        })
}

#[cfg(test)]
mod tests {
    use super::{are_one_choice, in_one_form, numbers_in, says_word, worded_number};

    #[test]
    fn forms_that_mean_the_same() {
        for (a, b, same) in [
            ("1 234", "1234", true),
            ("1,234.5", "1234.5", true),
            ("2:30 PM", "14:30", true),
            ("five", "5", true),
            ("twenty-one", "21", true),
            ("minus four", "-4", true),
            ("Paris</s>", "paris", true),
            ("one direction", "1 direction", false),
            ("12", "1 2", false),
        ] {
            assert_eq!(in_one_form(a) == in_one_form(b), same, "{a} {b}");
        }
    }

    #[test]
    fn numbers_within_words() {
        assert_eq!(worded_number("There are seven of them."), Some(7.0));
        assert_eq!(worded_number("seven or eight"), None);
        assert_eq!(worded_number("7"), None);
        assert_eq!(numbers_in("Total is 190. We used 3 steps, 3 in all."), [190.0, 3.0]);
    }

    #[test]
    fn words_end_where_letters_do() {
        assert!(says_word("It is Spam, not ham", "spam"));
        assert!(!says_word("It is spammy", "spam"));
        assert!(!says_word("not_equivalent", "equivalent"));
        assert!(!says_word("a B", "A"));
    }

    #[test]
    fn letters_and_numbers_of_choices() {
        assert!(are_one_choice("4", "D") && are_one_choice("A", "1"));
        assert!(
            !(are_one_choice("A", "A") || are_one_choice("3", "D") || are_one_choice("0", "A"))
        );
    }
}
