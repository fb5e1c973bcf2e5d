//! Which numbers of a text are taken for its answer.

use super::{Candidates, NumberRules};
use crate::text::number::{Decimal, Dimension, Number, Standing, in_words, measured, read};
use std::fmt;

/// A number, or the two ends of a range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Quantity {
    /// One number.
    One(Number),
    /// From one to the other.
    Range(Number, Number),
}

impl Quantity {
    /// What it is taken for.
    pub fn standing(&self) -> Standing {
        match self {
            Self::One(number) | Self::Range(number, _) => number.standing,
        }
    }

    /// Byte offsets in its text.
    pub fn span(&self) -> (usize, usize) {
        match self {
            Self::One(number) => (number.start, number.end),
            Self::Range(lower, upper) => (lower.start, upper.end),
        }
    }
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::One(number) => number.fmt(f),
            Self::Range(lower, upper) => write!(f, "{lower} to {upper}"),
        }
    }
}

/// All quantities of a text, from left to right.
fn all(text: &str, rules: &NumberRules) -> Vec<Quantity> {
    let mut found = read(text, rules.locale);
    if rules.measures {
        if found.is_empty() {
            found.extend(in_words(text));
        }
        // An m right after digits is a metre next to other lengths, and in numbers that nobody counts in millions.
        for number in &mut found {
            let thousands = number.value.abs() >= Decimal::new(1, 9);
            *number = measured(text, *number, rules.metres || thousands);
        }
    }
    if !rules.brackets {
        for number in &mut found {
            let own = text.get(number.start..number.end).unwrap_or_default();
            let bracketed = own.starts_with('(') && !own.contains(['-', '−', '–']);
            if bracketed && number.value.is_negative() {
                number.value = number.value.negated();
            }
        }
    }
    if rules.falls {
        for number in &mut found {
            number.fallen = is_fall(&text[..number.start]);
        }
    }
    let mut numbers = found.into_iter().peekable();
    let mut all = Vec::new();
    while let Some(number) = numbers.next() {
        let upper = numbers.next_if(|_| number.range);
        let lower = match upper {
            Some(upper) if rules.measures && number.unit.is_none() => {
                Number { unit: upper.unit, ..number }
            }
            _ => number,
        };
        all.push(upper.map_or(Quantity::One(number), |upper| Quantity::Range(lower, upper)));
    }
    all
}

/// Whether a text ends with words for a fall, before the number that says how far.
fn is_fall(before: &str) -> bool {
    const FALLS: &str = "fell fall falls fallen declined decline decreased decrease dropped drop down \
                         shrank contracted reduced reduction lost loss lower";
    const LINKS: [&str; 9] =
        ["by", "of", "about", "approximately", "around", "roughly", "nearly", "a", "was"];
    let words = before.rsplit(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    let mut words = words.map(str::to_lowercase).take(4);
    let near = before.trim_end_matches(|c: char| c.is_whitespace() || "$€£¥~(".contains(c));
    near.ends_with(char::is_alphabetic)
        && words
            .find(|word| !LINKS.contains(&word.as_str()))
            .is_some_and(|word| FALLS.split(' ').any(|fall| fall == word))
}

/// Whether an m stands right after a digit and ends its word, so that it may be a million or a metre.
pub(super) fn has_million(text: &str) -> bool {
    text.match_indices('m').any(|(at, _)| {
        text[..at].ends_with(|c: char| c.is_ascii_digit())
            && !text[at + 1..].starts_with(char::is_alphanumeric)
    })
}

/// Whether a text has a length.
pub(super) fn has_length(text: &str, rules: &NumberRules) -> bool {
    let numbers = read(text, rules.locale).into_iter();
    let mut numbers = numbers.map(|number| measured(text, number, false));
    numbers.any(|number| number.unit.is_some_and(|unit| unit.dimension == Dimension::Length))
}

/// Those that are quantities; where there are none, years; where there are none either, list items.
fn standing(all: Vec<Quantity>) -> Vec<Quantity> {
    let best = [Standing::Quantity, Standing::Year, Standing::Marker];
    let best = best.into_iter().find(|best| all.iter().any(|one| one.standing() == *best));
    all.into_iter().filter(|one| Some(one.standing()) == best).collect()
}

/// So many numbers of a gold answer count at most: texts with more are no answers.
const MOST_GOLD: usize = 64;
/// So many of a prediction.
const MOST_PREDICTED: usize = 256;

/// A gold answer that is a year has few other words: by the end of 2030.
const WORDS_OF_YEAR: usize = 5;

/// The numbers of a gold answer, at most 64: quantities, or the year that it is; where words such as
/// "thus" announce the answer, those behind them.
pub(super) fn of_gold(text: &str, rules: &NumberRules) -> Vec<Quantity> {
    let mut all = standing(all(text, rules));
    let year = text.split_whitespace().nth(WORDS_OF_YEAR).is_none();
    all.retain(|one| match one.standing() {
        Standing::Quantity => true,
        Standing::Year => year,
        Standing::Marker => false,
    });
    // What leads to the answer is not the answer.
    let cue = last_cue(text, false).filter(|cue| all.iter().any(|one| one.span().0 >= *cue));
    all.retain(|one| cue.is_none_or(|cue| one.span().0 >= cue));
    all.truncate(MOST_GOLD);
    all
}

/// The numbers of a prediction that count beside quantities, and beside a year; at most 256 of each.
pub(super) fn of_prediction(text: &str, rules: &NumberRules) -> [Vec<Quantity>; 2] {
    let all = all(text, rules);
    [chosen(text, standing(all.clone()), rules.candidates), chosen(text, all, rules.candidates)]
}

fn chosen(text: &str, mut all: Vec<Quantity>, choice: Candidates) -> Vec<Quantity> {
    match choice {
        Candidates::Any => {}
        Candidates::First => all.truncate(1),
        Candidates::Last => {
            all.drain(..all.len().saturating_sub(1));
        }
        Candidates::LastSentence => last_sentence(text, &mut all),
        Candidates::AfterCue | Candidates::AfterTask => {
            let cue = last_cue(text, choice == Candidates::AfterTask);
            match cue.and_then(|cue| all.iter().find(|one| one.span().0 >= cue).copied()) {
                Some(answer) => all = vec![answer],
                None => last_sentence(text, &mut all),
            }
        }
    }
    all.truncate(MOST_PREDICTED);
    all
}

/// Keeps those of the last sentence that has any.
fn last_sentence(text: &str, all: &mut Vec<Quantity>) {
    let Some((last, _)) = all.last().map(Quantity::span) else { return };
    let start = sentence_of(text, last);
    all.retain(|one| one.span().0 >= start);
}

/// Where the sentence begins in which a byte stands. Sentences end at a line break, and at `.`, `!` or
/// `?` with white space behind it, unless what follows is a digit, a sign of a currency or a small
/// letter, as after an abbreviation.
fn sentence_of(text: &str, place: usize) -> usize {
    let before = &text[..place];
    let mut start = 0;
    let mut ended = false;
    let mut blank = false;
    for (at, c) in before.char_indices().chain(text[place..].chars().next().map(|c| (place, c))) {
        if c == '\n' {
            start = at + 1;
            ended = false;
        } else if c.is_whitespace() {
            blank = ended;
        } else {
            let goes_on =
                c.is_numeric() || c.is_lowercase() || matches!(c, '$' | '€' | '£' | '¥' | '₹');
            if blank && !goes_on {
                start = at;
            }
            blank = false;
            // Quotes and emphasis may close behind the stop.
            ended =
                matches!(c, '.' | '!' | '?') || (ended && matches!(c, '*' | '"' | ')' | '”' | '_'));
        }
    }
    start
}

/// Words before an answer, in lower case.
const CUES: [&str; 10] = [
    "answer is", "answer:", "answer**:", "result is", "####", "\\boxed", "therefore", "thus",
    "hence", "in conclusion",
];

/// Where the last words end that announce an answer, be it behind its task.
fn last_cue(text: &str, tasks: bool) -> Option<usize> {
    // ASCII letters only, so that offsets stay.
    let lower = text.to_ascii_lowercase();
    let plain = CUES.iter().filter_map(|cue| Some(lower.rfind(cue)? + cue.len())).max();
    plain.max(after_task(&lower).filter(|_| tasks))
}

/// Words between which and the answer what was asked for is said again: "the answer to 36 ÷ 6 is 6".
const TASKS: [&str; 5] = ["answer to ", "answer for ", "result of ", "sum of ", "product of "];

/// What stands between the task and its answer.
const LINKS: [&str; 4] = [" is ", " is: ", " equals ", " = "];

/// Where the last task ends that is said again before its answer.
fn after_task(lower: &str) -> Option<usize> {
    let task = TASKS.iter().filter_map(|words| Some(lower.rfind(words)? + words.len())).max()?;
    let line = lower[task..].split('\n').next().unwrap_or_default();
    let sentence = line.find(". ").map_or(line, |end| &line[..end]);
    // "what is" belongs to the task.
    let links = LINKS.iter().flat_map(|link| sentence.match_indices(link));
    let links = links.filter(|(at, _)| !sentence[..*at].ends_with("what"));
    links.map(|(at, link)| task + at + link.len()).min()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str, candidates: Candidates) -> Vec<String> {
        let rules = NumberRules { candidates, ..NumberRules::default() };
        of_prediction(text, &rules)[0].iter().map(ToString::to_string).collect()
    }

    #[test]
    fn which_numbers_count() {
        let text = "Sales were 7 in 2020. The answer is 5 or 6, approx. 8 in all. That is it, not in 2021.";
        for (choice, expected) in [
            (Candidates::Any, &["7", "5", "6", "8"][..]),
            (Candidates::First, &["7"]),
            (Candidates::Last, &["8"]),
            (Candidates::LastSentence, &["5", "6", "8"]),
            (Candidates::AfterCue, &["5"]),
        ] {
            assert_eq!(of(text, choice), expected, "{choice:?}");
        }
        assert_eq!(of("by 2030", Candidates::LastSentence), ["2030, a year"]);
        assert_eq!(of("It is 5.\nSee above", Candidates::AfterCue), ["5"]);
        for said in [
            "Therefore, the answer to 36 ÷ 6 is 6.",
            "So the answer to \"what is 3 * 2\" is 6. It took 2 steps.",
            "The sum of 2 and 4 equals 6",
        ] {
            assert_eq!(of(said, Candidates::AfterTask), ["6"], "{said}");
        }
        assert_eq!(of("", Candidates::Last), [""; 0]);
        assert!("best".parse::<Candidates>().is_err());
    }

    #[test]
    fn numbers_of_gold_answers() {
        for (gold, expected) in [
            (
                "footprint 87.5 Mt, revenue 93 billion, and thus 0.94 t per million CHF, or 0.83 t",
                &["0.94 t per …", "0.83 t"][..],
            ),
            ("7 t or 14 t", &["7 t", "14 t"]),
            ("by the end of 2030", &["2030, a year"]),
            ("Not available in the retrieved information for 2022, available for 2021", &[]),
            ("1. Yes", &[]),
        ] {
            let read = of_gold(gold, &NumberRules::default());
            let shown: Vec<String> = read.iter().map(ToString::to_string).collect();
            assert_eq!(shown, expected);
        }
    }

    #[test]
    fn where_sentences_begin() {
        for (text, sentence) in [
            ("A. B 5", "B 5"),
            ("approx. 5", "approx. 5"),
            ("about approx. $5", "about approx. $5"),
            ("**It was 4.** Then 5", "Then 5"),
            ("x\n5", "5"),
            ("3.5", "3.5"),
            ("Really? É 5", "É 5"),
        ] {
            let place = text.rfind('5').unwrap();
            assert_eq!(&text[sentence_of(text, place)..], sentence);
        }
    }
}
