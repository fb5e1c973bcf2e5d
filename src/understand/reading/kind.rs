//! What kind of answer a column of gold answers holds: this decides how answers are compared if no benchmark is
//! named.

use super::values::number;
use crate::table::{Inspection, Kind, Shape, json};
use crate::text::day::is_date;
use crate::understand::names::is_of_attempts;
use crate::understand::schema::AnswerLists;
use serde::Deserialize;
use std::collections::HashMap;
use strum::{VariantArray, VariantNames};

/// A kind of answer, for which the catalog has one comparison of our own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, VariantArray, VariantNames)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum AnswerKind {
    /// A letter that names a choice.
    Choice,
    /// Numbers.
    Number,
    /// Days.
    Date,
    /// Yes and no, and other closed sets of labels.
    Closed,
    /// Formulas in TeX.
    Formula,
    /// Expressions, programs, ids, in which each character counts.
    Exact,
    /// A few words.
    Text,
    /// Short answers, and letters of choices among them.
    Mixed,
    /// Sentences.
    LongText,
    /// Several values that are all wanted.
    Set,
    /// The answers of several people to each question.
    Votes,
    /// Several answers of a model to each question.
    Attempts,
    /// Gold answers within longer outputs.
    Contained,
    /// Verdicts of the file's own; nothing is compared.
    Verdicts,
}

impl AnswerKind {
    /// Returns why answers are compared as this kind, in words.
    pub fn reason(self) -> &'static str {
        match self {
            Self::Choice => "the gold answers name choices",
            Self::Number => "the gold answers are numbers",
            Self::Date => "the gold answers are dates",
            Self::Closed => "the gold answers are a few values that repeat",
            Self::Formula => "the gold answers are formulas",
            Self::Exact => "the gold answers are expressions or code",
            Self::Text => "the gold answers are short texts",
            Self::Mixed => "the gold answers are of several kinds",
            Self::LongText => "the gold answers are long texts",
            Self::Set => "both sides are lists of values, compared as sets",
            Self::Votes => "each question has the answers of several people, some of them the same",
            Self::Attempts => "each question has several predictions, scored as attempts",
            Self::Contained => "the outputs contain the gold answers",
            Self::Verdicts => "the file itself says which answers are right",
        }
    }
}

/// Letters and digits, without the signs around them.
fn bare(text: &str) -> String {
    text.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase()
}

/// Whether a text in lower case without marks means yes, no or neither.
pub fn is_yes_or_no(bare: &str) -> bool {
    matches!(bare, "yes" | "no" | "true" | "false" | "maybe" | "unknown" | "uncertain")
}

/// Whether a text is a label of a well-known classification: of inference, of claims, of sentiment.
fn is_label(bare: &str) -> bool {
    if bare.len() > 40 {
        return false;
    }
    let words: Vec<&str> =
        bare.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let known = [
        "entailment", "neutral", "contradiction", "not entailment", "non entailment", "supports",
        "supported", "refutes", "refuted", "not enough info", "not enough information", "nei",
        "positive", "negative", "mixed", "equivalent", "not equivalent", "valid", "invalid",
        "correct", "incorrect",
    ];
    known.contains(&words.join(" ").as_str()) || is_yes_or_no(bare)
}

/// Whether a text is a number in brackets, as accounts write negative amounts.
fn is_below_zero(text: &str) -> bool {
    let inner = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    inner.is_some_and(|inner| number(inner).is_some())
}

/// No word for yes or no is longer than this, with marks at its ends.
const LONGEST_WORD: usize = 32;

/// The kind of a short answer, as the name of the group of its question.
pub fn kind_of(answer: &str) -> &'static str {
    let answer = answer.trim();
    // Numbers and dates have digits.
    let digits = answer.contains(char::is_numeric);
    if digits && (number(answer).is_some() || unit(answer).is_some()) {
        "number"
    } else if digits && is_date(answer) {
        "date"
    } else if answer.len() < LONGEST_WORD && is_yes_or_no(&bare(answer)) {
        "yes or no"
    } else {
        "text"
    }
}

/// What the cells of a column hold.
fn lists_of(file: &Inspection, column: usize) -> AnswerLists {
    AnswerLists::read(&file.sample, Some(column), file.shape == Shape::Table)
}

/// The kind of most answers of a column, by its first rows.
pub fn answer_kind(gold: &Inspection, answers: usize) -> AnswerKind {
    let sample = &gold.sample;
    let lists = lists_of(gold, answers);
    let all: Vec<String> =
        (0..sample.rows()).flat_map(|row| lists.of(row).map(|one| one.trim().to_owned())).collect();
    let some: Vec<&str> = all.iter().map(String::as_str).filter(|text| !text.is_empty()).collect();
    let share = |test: &dyn Fn(&str) -> bool| {
        some.iter().filter(|text| test(text)).count() as f64 / some.len().max(1) as f64
    };
    let letter = |text: &str| {
        let inner = text.trim_matches(['(', ')', '[', ']', '.', ' ']);
        let several = |inner: &str| {
            let letters = inner.bytes().filter(|byte| !is_between(*byte));
            inner.len() <= 12 && letters.clone().all(|byte| (b'A'..=b'H').contains(&byte))
        };
        matches!(inner.as_bytes(), [b'A'..=b'J' | b'a'..=b'j'])
            || (text.starts_with('(') && text.as_bytes().get(2) == Some(&b')'))
            || labelled(text)
            || (!inner.is_empty() && several(inner))
    };
    let single = |text: &str| bare(text).len() == 1 || text.starts_with('(') || labelled(text);
    // `A,C` and `ACD` name several choices; `BAD` is a word.
    let listed = |text: &str| {
        let letters: Vec<u8> = text.bytes().filter(|byte| !is_between(*byte)).collect();
        letters.len() > 1 && letters.is_sorted_by(|one, next| one < next)
    };
    let booleans = (0..sample.rows()).filter(|row| sample.cell(*row, answers).kind == Kind::Bool);
    let mut counts: HashMap<String, usize> = HashMap::new();
    for text in &some {
        *counts.entry(bare(text)).or_default() += 1;
    }
    // An expression has brackets after a name, or signs that programs use.
    let call = |text: &str| {
        text.find('(').is_some_and(|at| {
            let name = &text[..at];
            let word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
            !name.is_empty() && name.chars().all(word) && text.trim_end().ends_with(')')
        })
    };
    let code = |text: &str| {
        call(text)
            || (text.len() > 1 && text.starts_with('\'') && text.ends_with('\''))
            || (text.starts_with(['[', '{', '('])
                && text.ends_with([']', '}', ')'])
                && text.len() > 2
                && !is_below_zero(text))
            || ["def ", "return ", "==", "=>", "();", "SELECT ", "select "]
                .iter()
                .any(|sign| text.contains(sign))
    };
    let formula = |text: &str| {
        text.contains("\\frac")
            || text.contains("\\sqrt")
            || (text.contains('\\') && text.contains(['{', '^', '_']))
            || (text.starts_with('$') && text.ends_with('$') && text.len() > 2)
    };
    if some.is_empty() {
        return AnswerKind::Text;
    }
    // A choice by its text and its letter.
    let both_ways = |row: usize| {
        let is_letter = |text: &str| matches!(text.trim().as_bytes(), [b'A'..=b'J']);
        let mut own = lists.of(row);
        own.len() > 1 && own.clone().any(is_letter) && own.any(|text| !is_letter(text))
    };
    if (0..sample.rows()).all(both_ways) {
        return AnswerKind::Choice;
    }
    if holds_votes(&lists, sample.rows()) {
        return AnswerKind::Votes;
    }
    if share(&letter) >= 0.9
        && (share(&single) >= 0.3 || share(&|text| single(text) || listed(text)) >= 0.9)
    {
        return AnswerKind::Choice;
    }
    let flags = ["0", "1"].iter().all(|flag| some.contains(flag));
    if flags && share(&|text| matches!(text, "0" | "1")) == 1.0 {
        return AnswerKind::Closed;
    }
    if booleans.count() * 10 >= sample.rows() * 9 || share(&|text| is_yes_or_no(&bare(text))) >= 0.9
    {
        return AnswerKind::Closed;
    }
    if share(&is_date) >= 0.8 {
        return AnswerKind::Date;
    }
    let numbers = share(&|text| number(text).is_some() || is_below_zero(text));
    let mut units: Vec<&str> = some.iter().filter_map(|text| unit(text)).collect();
    let measured = units.len() as f64 / some.len() as f64;
    // Unknown words after numbers may be units if only a few repeat; otherwise they are names.
    units.retain(|unit| !is_known_unit(unit));
    units.sort_unstable();
    units.dedup();
    if numbers >= 0.9 || (numbers + measured >= 0.9 && units.len() * 5 <= some.len()) {
        return AnswerKind::Number;
    }
    if (share(&formula) >= 0.2 && share(&|text| formula(text) || text.len() <= 40) >= 0.8)
        || share(&is_algebra) >= 0.8
        || (share(&is_interval) >= 0.8 && share(&is_half_open) > 0.0)
    {
        return AnswerKind::Formula;
    }
    if share(&code) >= 0.6 {
        return AnswerKind::Exact;
    }
    let few = counts.len() * 8 <= some.len() && counts.len() <= 24 && some.len() >= 16;
    // If a handful of values repeat, or if all are known labels, fewer rows are enough.
    let again = counts.len() * 5 <= some.len() && counts.values().all(|count| *count > 1);
    let labels = some.len() >= 5 && counts.keys().all(|text| is_label(text));
    if counts.len() > 1
        && (few || again || labels)
        && share(&|text| text.len() <= 40) >= 0.95
        && numbers < 0.5
    {
        // A label may be a number; but if there are also answers of yes and no, the numbers answer other
        // questions.
        let apart = numbers >= 0.1 && share(&|text| is_yes_or_no(&bare(text))) >= 0.1;
        return if apart { AnswerKind::Mixed } else { AnswerKind::Closed };
    }
    let mut lengths: Vec<usize> = some.iter().map(|text| length(text)).collect();
    lengths.sort_unstable();
    // Half of the answers have more than a dozen words.
    if lengths[lengths.len() / 2] > 12 {
        return AnswerKind::LongText;
    }
    let capital = |text: &str| {
        let bare = text.trim_matches(['(', ')', '.']);
        matches!(bare.as_bytes(), [b'A'..=b'J'])
    };
    if share(&capital) >= 0.1 { AnswerKind::Mixed } else { AnswerKind::Text }
}

/// Whether a text is a formula in plain characters: single letters as variables, with a power or a factor, as in
/// `x^2 + 2x` and `y = 3x + 1`.
fn is_algebra(text: &str) -> bool {
    const FUNCTIONS: [&str; 9] = ["sin", "cos", "tan", "log", "ln", "sqrt", "exp", "pi", "theta"];
    let is_sign = |c: char| " +-*/^().,=<>≤≥−·²³".contains(c);
    if text.len() > 60 || !text.chars().all(|c| c.is_ascii_alphanumeric() || is_sign(c)) {
        return false;
    }
    let names = text.split(|c: char| !c.is_ascii_alphabetic()).filter(|name| !name.is_empty());
    let mut names = names.peekable();
    let unknown = names.peek().is_some();
    let plain = names.all(|name| name.len() == 1 || FUNCTIONS.contains(&name));
    let bytes = text.as_bytes();
    let factor =
        bytes.windows(2).any(|pair| pair[0].is_ascii_digit() && pair[1].is_ascii_alphabetic());
    let joined = text.contains(['+', '-', '−', '=', '*']);
    unknown && plain && (text.contains(['^', '²', '³']) || (factor && joined))
}

/// Whether a text is two numbers in brackets, such as the ends of an interval.
fn is_interval(text: &str) -> bool {
    let inner = text.strip_prefix(['(', '[']).and_then(|rest| rest.strip_suffix([')', ']']));
    let is_end = |end: &str| {
        let end = end.trim();
        number(end).is_some() || end.ends_with('∞') || end.ends_with("inf")
    };
    inner
        .and_then(|inner| inner.split_once(','))
        .is_some_and(|(low, high)| is_end(low) && is_end(high))
}

/// Whether only one of the two brackets around a text is round.
fn is_half_open(text: &str) -> bool {
    text.starts_with('(') != text.ends_with(')')
}

/// Whether a byte may be between the letters of choices.
fn is_between(byte: u8) -> bool {
    matches!(byte, b',' | b' ' | b';' | b'|' | b'&')
}

/// Whether all lists have the same length, five or more, and most hold an answer twice: nobody writes the same
/// alias twice.
fn holds_votes(lists: &AnswerLists, rows: usize) -> bool {
    let repeats = |row: usize| {
        let all: Vec<String> = lists.of(row).map(bare).collect();
        all.iter().enumerate().any(|(place, one)| all[..place].contains(one))
    };
    let length = if rows > 0 { lists.of(0).len() } else { 0 };
    length >= 5
        && (0..rows).all(|row| lists.of(row).len() == length)
        && (0..rows).filter(|row| repeats(*row)).count() * 3 >= rows * 2
}

/// Whether a text begins with the letter of a choice and a mark, as in `B. granite`.
fn labelled(text: &str) -> bool {
    matches!(text.as_bytes(), [b'A'..=b'J', b'.' | b')' | b':', b' ', _, ..])
}

/// The unit after a number if the text has nothing else, such as `km` in `12 km` and `million m3` in `5.4 million
/// m3`.
fn unit(text: &str) -> Option<&str> {
    let text = text.trim();
    let parts = text.split_once(' ').filter(|(digits, _)| number(digits).is_some());
    let (_, unit) = parts.or_else(|| {
        let end = text.rfind(|c: char| c.is_ascii_digit())? + 1;
        number(text[..end].trim()).is_some().then(|| (&text[..end], text[end..].trim()))
    })?;
    let words = unit.split_whitespace().count();
    let plain =
        |c: char| c.is_alphanumeric() || matches!(c, ' ' | '/' | '°' | '²' | '³' | '%' | '.');
    let named = unit.split_whitespace().all(|word| word.contains(|c: char| !c.is_ascii_digit()));
    (named && unit.chars().all(plain) && (1..=3).contains(&words) && unit.len() <= 24)
        .then_some(unit)
}

/// Whether each word is a unit or a power of ten.
fn is_known_unit(unit: &str) -> bool {
    const KNOWN: &str = "\
        hundred thousand million millions billion billions trillion mn bn mio mrd k m b t \
        % percent percentage points pp bps usd eur gbp dollar dollars euro euros pound pounds cents yen rupees \
        kg g mg tonne tonnes ton tons lbs km cm mm mile miles metre metres meter meters ft feet inches \
        m2 m3 km2 m² m³ litre litres liter liters l ml ha hectares acres kw mw gw kwh mwh gwh twh w wh pj tj gj mj \
        co2 co2e tco2 tco2e ktco2e mtco2e second seconds minute minutes hour hours h day days week weeks month \
        months year years times people employees persons shares basis °c °f degrees mph kmh";
    unit.to_lowercase()
        .split([' ', '/'])
        .all(|word| KNOWN.split_ascii_whitespace().any(|known| known == word.trim_end_matches('.')))
}

/// The kind of answers if predictions are lists of several values, given these gold answers; `None` if most
/// predictions are not such lists.
pub fn list_kind(
    gold: &Inspection,
    answers: usize,
    run: &Inspection,
    column: usize,
) -> Option<AnswerKind> {
    let lists = lists_of(run, column);
    let several = |lists: &AnswerLists, rows: usize| {
        let some = (0..rows).filter(|row| lists.of(*row).len() > 1).count();
        some * 2 > rows
    };
    let nested = |row: usize| {
        json::elements(run.sample.cell(row, column).text)
            .flatten()
            .any(|one| matches!(one.kind, Kind::List | Kind::Object))
    };
    let rows = run.sample.rows();
    let golds = lists_of(gold, answers);
    let of_several = several(&golds, gold.sample.rows());
    // If gold answers are lists of several values, predictions that are all lists are sets too, even if only some
    // have several values.
    let is_list = |row: usize| run.sample.cell(row, column).kind == Kind::List;
    let some = of_several && (0..rows).all(is_list) && (0..rows).any(|row| lists.of(row).len() > 1);
    if !(several(&lists, rows) || some) || (0..rows).any(nested) {
        return None;
    }
    if !of_several {
        return Some(AnswerKind::Attempts);
    }
    // Parallel lists, such as the turns of a conversation, are not sets: their lengths vary from row to row but
    // are equal on both sides.
    let rows = gold.sample.rows().min(run.sample.rows());
    let alike = (0..rows).filter(|row| golds.of(*row).len() == lists.of(*row).len()).count();
    let vary = (1..rows).any(|row| golds.of(row).len() != golds.of(row - 1).len());
    (!vary || alike * 20 < rows * 19).then_some(AnswerKind::Set)
}

/// Whether the rows of a run are attempts at questions: each key occurs several times, equally often, and a column
/// numbers the rows.
pub fn numbers_attempts(run: &Inspection, keys: &[usize]) -> bool {
    let sample = &run.sample;
    let numbers = |column: usize| {
        is_of_attempts(&sample.columns()[column])
            && (0..sample.rows())
                .all(|row| sample.cell(row, column).text.trim().parse::<u64>().is_ok())
    };
    if keys.is_empty()
        || !(0..sample.columns().len()).any(|column| !keys.contains(&column) && numbers(column))
    {
        return false;
    }
    let mut counts: HashMap<String, usize> = HashMap::new();
    for row in 0..sample.rows() {
        let key: Vec<&str> = keys.iter().map(|key| sample.cell(row, *key).text).collect();
        *counts.entry(key.join("\u{1f}")).or_default() += 1;
    }
    let most = counts.values().copied().max().unwrap_or(0);
    let full = counts.values().filter(|count| **count == most).count();
    // The last row of the sample may be cut off.
    most > 1 && full + 1 >= counts.len()
}

/// Counts the words of a text; in scripts without spaces, two characters count as one word.
fn length(text: &str) -> usize {
    let unspaced = text.chars().filter(|c| crate::text::is_of_unspaced_script(*c)).count();
    text.split_whitespace().count() + unspaced / 2
}
