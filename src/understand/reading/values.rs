//! The contents of a column's cells, and what two columns have in common.

use crate::table::{Cell, Kind, Table, float, json};
use crate::text::objects::canonical;
use crate::understand::names;
use crate::understand::schema::{answers_of, said_last, unwrapped};
use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

/// At most this many bytes of a cell are examined.
const LONGEST: usize = 20_000;

/// The kind of most cells of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sort {
    /// Nothing in it.
    Empty,
    Number,
    /// Single letters, perhaps in brackets.
    Letter,
    /// Few different short texts, or true and false.
    Closed,
    /// A few words.
    Short,
    /// Sentences.
    Long,
    Object,
}

/// A cell, read for comparison.
#[derive(Clone, Debug, Default)]
pub(super) struct Value {
    /// The text as written, without white space at its ends.
    pub(super) raw: String,
    /// Its answers as written, if it is a list.
    pub(super) texts: Vec<String>,
    /// Its answers, in a form that ignores case and punctuation: several if it is a list.
    pub(super) forms: Vec<String>,
    /// The number, if the cell is one.
    pub(super) number: Option<f64>,
    /// The last number in it.
    pub(super) last_number: Option<f64>,
    /// The number at the end of a whole solution, after the solution's own mark.
    solved: Option<f64>,
    /// The letter that the cell is, or begins or ends with.
    letter: Option<char>,
    /// The hashes of its words, each once.
    words: HashSet<u64>,
}

/// Whether each row says right or wrong; `None` if it says neither.
pub(super) type Verdicts = Vec<Option<bool>>;

/// A column as its first rows show it.
#[derive(Clone, Debug)]
pub(super) struct Column {
    pub(super) name: String,
    /// Its values; `None` for empty cells.
    pub(super) values: Vec<Option<Value>>,
    /// The kind of most of them.
    pub(super) sort: Sort,
    /// How many cells are not empty.
    pub(super) filled: usize,
    /// How many values are different.
    pub(super) distinct: usize,
    /// Whether the values count rows.
    pub(super) counts: bool,
    /// Whether the values are conversations in which the model spoke last.
    pub(super) chats: bool,
}

/// A text in the form for comparison: lower case, words of letters and digits; `7.2` and `-3` stay.
fn form(text: &str) -> String {
    let bytes = text.as_bytes();
    let digit = |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_digit);
    let mut form = String::with_capacity(text.len());
    for (place, c) in text.char_indices() {
        let (before, next) = (digit(place.checked_sub(1)), digit(Some(place + 1)));
        if c.is_ascii_alphanumeric() {
            form.push(c.to_ascii_lowercase());
        } else if c.is_alphanumeric() {
            form.extend(c.to_lowercase());
        } else if next && ((c == '.' && before) || (c == '-' && !before)) {
            form.push(c);
        } else if c == ',' && next && before {
            // A thousands separator.
        } else if !form.ends_with(' ') && !form.is_empty() {
            form.push(' ');
        }
    }
    while form.ends_with(' ') {
        form.pop();
    }
    if form.is_empty() { text.to_owned() } else { form }
}

/// The number in a text, perhaps with a currency, thousands commas or a percent sign.
pub(crate) fn number(text: &str) -> Option<f64> {
    if !text.bytes().any(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let bare = text.trim().trim_matches(['$', '€', '£', '%', '#', ' ']);
    // A number with digits does not begin with a letter.
    if bare.bytes().next().is_some_and(|byte| byte.is_ascii_alphabetic()) {
        return None;
    }
    let bare = bare.replace(',', "");
    if bare.len() > 40 || bare.contains(['_', '(']) { None } else { float(&bare) }
}

/// Whether a column says of every row whether something is correct, in words that do not answer a question.
/// A claim may be correct, too: then the values are answers, and there is another column like it.
pub(super) fn is_of_verdicts(column: &Column) -> bool {
    let is = |value: &Value, known: &[&str]| known.contains(&&*value.raw.to_lowercase());
    let of_answers =
        ["correct answer", "incorrect answer", "refusal", "failed to answer", "failure to answer"];
    let says = |value: &Value| is(value, &of_answers) || names::mark(&value.raw).is_some();
    // If no other column says so, *partly right* or *refused* is an answer.
    let between = |value: &Value| names::is_unearned(&value.raw);
    let plainly =
        |value: &Value| is(value, &["correct", "incorrect", "wrong", "richtig", "falsch"]);
    let values = || column.values.iter().flatten();
    let graded = values().any(between)
        && values().any(plainly)
        && values().all(|value| between(value) || plainly(value));
    let all = values().all(says) || graded || says_ends(column);
    let by_letter = || names::is_of_grades(&column.name, values().map(|value| &*value.raw));
    column.filled > 2 && (all || by_letter()) && column.distinct > 1
}

/// Whether a column says correct or incorrect of every row, and is named for what judges say.
pub(super) fn is_judged(column: &Column) -> bool {
    let known = [
        "judgment", "judgement", "grade", "evaluation", "status", "result", "results", "outcome",
        "verdict",
    ];
    let named = || names::words(&column.name).pop().is_some_and(|last| known.contains(&&*last));
    let plain = |value: &Value| {
        matches!(&*value.raw.to_lowercase(), "correct" | "incorrect" | "wrong" | "right")
    };
    column.filled > 2
        && column.distinct == 2
        && column.values.iter().flatten().all(plain)
        && named()
}

/// Whether a column says of every row how a program ended, and is named for that.
pub(super) fn says_ends(column: &Column) -> bool {
    let is_end = |value: &Value| names::says_end(&value.raw);
    let words = names::words(&column.name);
    let named = words.last().is_some_and(|last| names::OUTCOMES.contains(&last.as_str()))
        || column.name == names::VALUE;
    named && column.values.iter().flatten().all(is_end)
}

fn last_number(text: &str) -> Option<f64> {
    let is_part = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b'.' | b',' | b'-');
    let mut rest = text;
    loop {
        let end = rest.bytes().rposition(|byte| byte.is_ascii_digit())? + 1;
        let start = rest.as_bytes()[..end].iter().rposition(|byte| !is_part(byte));
        let start = start.map_or(0, |before| before + 1);
        let found = number(rest[start..end].trim_start_matches(['.', ',']));
        if found.is_some() {
            return found;
        }
        rest = &rest[..start];
    }
}

/// The letter by which a text names a choice.
fn letter(text: &str) -> Option<char> {
    let text = text.trim();
    let inner = text.trim_matches(['(', ')', '[', ']', '.', '*', ':', '"', ' ', '$']);
    let mut chars = inner.chars();
    let first = chars.next().filter(char::is_ascii_alphabetic)?;
    match chars.next() {
        None => Some(first.to_ascii_uppercase()),
        Some(')' | ']' | '.' | ':') if first.is_ascii_uppercase() => Some(first),
        _ => None,
    }
}

/// The letter of a longer output: at its start, or after `answer` or `option`.
fn named_letter(text: &str) -> Option<char> {
    letter(text).or_else(|| {
        let lower = text.to_ascii_lowercase();
        let after = |word: &str| Some(lower.rfind(word)? + word.len());
        let after = &text[after("answer").or_else(|| after("option"))?..];
        let words =
            after.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
        let mut one = words.take(4).filter(|word| word.len() == 1);
        one.next()?.chars().next().filter(char::is_ascii_uppercase)
    })
}

fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

impl Value {
    fn new(cell: Cell<'_>) -> Option<Self> {
        if cell.is_nothing() {
            return None;
        }
        let mut text = cell.text.trim();
        if text.len() > LONGEST {
            let mut end = LONGEST;
            while !text.is_char_boundary(end) {
                end -= 1;
            }
            text = &text[..end];
        }
        let (mut forms, mut texts) = (Vec::new(), Vec::new());
        let list = text.starts_with('[') && text.ends_with(']');
        if matches!(cell.kind, Kind::List | Kind::Object) || list {
            let kind = if text.starts_with('{') { Kind::Object } else { Kind::List };
            let readable = kind == Kind::Object || json::elements(text).all(|one| one.is_ok());
            if readable {
                answers_of(Cell { kind, text }, &mut |answer| {
                    if forms.len() < 32 {
                        forms.push(form(answer));
                        texts.push(answer.trim().to_owned());
                    }
                });
            }
        }
        if let Some(inner) = unwrapped(text).filter(|_| text.len() < LONGEST) {
            forms.push(form(&inner));
        } else if text.starts_with('{') {
            forms.extend(canonical(text));
        }
        forms.push(form(text));
        forms.dedup();
        // A list of one number is that number.
        let inner = if let [only] = texts.as_slice() { only.clone() } else { text.to_owned() };
        let own = forms.last().map_or("", String::as_str);
        let words = own.split(' ').take(400).map(hash).collect();
        Some(Self {
            raw: text.to_owned(),
            texts,
            number: number(text).or_else(|| number(&inner)),
            last_number: last_number(text),
            solved: text.rsplit_once("#### ").and_then(|(_, end)| number(end)),
            letter: named_letter(text),
            words,
            forms,
        })
    }

    /// Whether an output gives this gold answer, however it is written.
    pub(super) fn agrees(&self, output: &Self) -> bool {
        if self.forms.iter().any(|form| output.forms.contains(form)) {
            return true;
        }
        if let Some(gold) = self.number.or(self.solved) {
            let same = |other: f64| (gold - other).abs() <= 1e-6 * gold.abs().max(1e-9);
            return output.number.or(output.last_number).is_some_and(same);
        }
        if self.letter.is_some() && letter(&self.raw).is_some() {
            return self.letter == output.letter;
        }
        // `(B) Their subconscious knew` equals `B`.
        if output.raw.len() <= 3 && output.letter.is_some() {
            return self.letter == output.letter;
        }
        false
    }

    /// Whether it may be the number of a choice.
    pub(super) fn is_place(&self) -> bool {
        self.raw.len() == 1 && self.raw.bytes().all(|byte| byte.is_ascii_digit())
    }

    /// Whether it names a choice by a letter.
    pub(super) fn is_lettered(&self) -> bool {
        self.letter.is_some() && self.number.is_none()
    }

    /// Share of the words of the shorter side that both sides have.
    pub(super) fn overlap(&self, other: &Self) -> f64 {
        let shared = self.words.intersection(&other.words).count();
        shared as f64 / self.words.len().min(other.words.len()).max(1) as f64
    }
}

impl Column {
    /// Reads a column of the first rows of a file; from row `rows` on, there is nothing to read.
    pub(super) fn read(table: &Table, column: usize, rows: usize) -> Self {
        let value = |row: usize| Value::new(table.cell(row, column)).filter(|_| row < rows);
        let values: Vec<Option<Value>> = (0..table.rows()).map(value).collect();
        let mut counts_of: HashMap<&str, usize> = HashMap::new();
        let filled: Vec<&Value> = values.iter().flatten().collect();
        for value in &filled {
            *counts_of.entry(value.raw.as_str()).or_default() += 1;
        }
        let distinct = counts_of.len();
        let share = |test: &dyn Fn(&Value) -> bool| {
            filled.iter().filter(|value| test(value)).count() * 5 >= filled.len() * 4
        };
        let objects = (0..table.rows()).filter(|row| {
            let cell = table.cell(*row, column);
            cell.kind == Kind::Object && unwrapped(cell.text).is_none()
        });
        let is_list = |row: &usize| {
            let cell = table.cell(*row, column);
            let text = cell.text.trim();
            cell.kind == Kind::List || (text.starts_with('[') && text.ends_with(']'))
        };
        let lists = (0..table.rows()).filter(is_list).count() * 2 > filled.len();
        let short =
            |value: &Value| value.raw.split_whitespace().count() <= 8 && value.raw.len() <= 80;
        let sort = if filled.is_empty() {
            Sort::Empty
        } else if objects.count() * 2 > filled.len() {
            Sort::Object
        } else if share(&|value| value.raw.len() <= 4 && letter(&value.raw).is_some()) {
            Sort::Letter
        } else if share(&|value| value.number.is_some()) {
            Sort::Number
        } else if !lists
            && filled.len() >= 8
            && distinct <= (filled.len() / 5).clamp(2, 20)
            && share(&|value| value.raw.len() <= 40)
        {
            Sort::Closed
        } else if share(&short) {
            Sort::Short
        } else {
            Sort::Long
        };
        let numbers: Vec<Option<f64>> =
            values.iter().map(|value| value.as_ref().and_then(|value| value.number)).collect();
        // Some rows may be left out.
        let follows = |pair: &[Option<f64>]| matches!(pair, [Some(a), Some(b)] if a < b && (b - a).fract() == 0.0);
        let span = |first: f64, last: f64| last - first < 2.0 * numbers.len() as f64;
        let counts = numbers.len() > 7
            && numbers.windows(2).all(follows)
            && matches!(numbers[..], [Some(first), .., Some(last)] if span(first, last));
        let chat = |row: &usize| {
            let cell = table.cell(*row, column);
            cell.text.trim_start().starts_with('[') && said_last(cell.text).is_some()
        };
        let chats = (0..table.rows()).filter(chat).count() * 5 > filled.len() * 4;
        let filled = filled.len();
        Self {
            name: table.columns()[column].clone(),
            sort,
            filled,
            distinct,
            counts,
            chats,
            values,
        }
    }

    /// Whether a value is a number that is one of these.
    pub(super) fn has_number(&self, value: &Value) -> bool {
        self.values.iter().flatten().any(|own| own.number.is_some() && own.number == value.number)
    }

    /// Whether its values are objects, including those from which a single text could be taken.
    pub(super) fn are_records(&self) -> bool {
        self.filled > 0 && self.values.iter().flatten().all(|value| value.raw.starts_with('{'))
    }

    /// Whether one of its values contains all words of a label.
    pub(super) fn names_one_of(&self, labels: &Self) -> bool {
        let mut known = HashSet::new();
        let labels: Vec<&Value> =
            labels.values.iter().flatten().filter(|label| known.insert(&label.raw)).collect();
        let names = |value: &Value| labels.iter().any(|label| label.words.is_subset(&value.words));
        self.values.iter().flatten().any(names)
    }

    /// Whether its values are lists of texts, and the gold answers are letters or lists of letters.
    pub(super) fn are_options_of(&self, gold: &Self) -> bool {
        let is_letter = |text: &String| letter(text).is_some() && text.len() <= 3;
        let names_options = |value: &Value| match value.texts.as_slice() {
            [] => is_letter(&value.raw),
            several => several.iter().all(is_letter),
        };
        let are_options =
            |value: &Value| value.texts.len() > 1 && !value.texts.iter().any(is_letter);
        let most = |column: &Self, test: &dyn Fn(&Value) -> bool| {
            let found = column.values.iter().flatten().filter(|value| test(value)).count();
            column.filled > 2 && found * 10 >= column.filled * 9
        };
        most(gold, &names_options) && most(self, &are_options)
    }

    /// The different values, in the form for comparison.
    pub(super) fn labels(&self) -> HashSet<&str> {
        self.values
            .iter()
            .flatten()
            .filter_map(|value| value.forms.last())
            .map(String::as_str)
            .collect()
    }

    /// Its verdicts, if every value says right or wrong, in whatever words.
    pub(super) fn said(&self) -> Option<Verdicts> {
        let verdict = self.reads_verdicts();
        let each = self.values.iter().map(|value| match value {
            None => Some(None),
            Some(value) if value.raw.is_empty() => Some(None),
            Some(value) => verdict(&value.raw).map(Some),
        });
        each.collect()
    }

    /// Reads a verdict in this column: letters mean right or wrong only if all of them are grades.
    pub(super) fn reads_verdicts(&self) -> fn(&str) -> Option<bool> {
        let values = self.values.iter().flatten().map(|value| value.raw.as_str());
        if names::is_of_grades(&self.name, values) { names::graded } else { names::verdict }
    }

    /// Its verdicts, if the column is named for verdicts: -1 then means that there is no verdict.
    pub(super) fn judged(&self) -> Option<Verdicts> {
        let verdict = self.reads_verdicts();
        let each = self.values.iter().flatten().map(|value| match &*value.raw {
            "" | "-1" => Some(None),
            raw => verdict(raw).map(Some),
        });
        each.collect()
    }

    /// The verdicts, if the values say both right and wrong.
    pub(super) fn verdicts(&self) -> Option<Verdicts> {
        let both = |said: &Verdicts| said.contains(&Some(true)) && said.contains(&Some(false));
        self.said().filter(both)
    }

    /// Share of rows whose value is literally the same in another column: `pairs` are rows of both.
    pub(super) fn equal(&self, other: &Self, pairs: &[(usize, usize)]) -> f64 {
        share_of(pairs, |(a, b)| {
            let (a, b) = (self.values.get(a)?.as_ref()?, other.values.get(b)?.as_ref()?);
            Some(a.raw == b.raw || (!a.raw.is_empty() && a.texts.first() == Some(&b.raw)))
        })
    }

    /// Share of rows in which the other column gives the gold answer of this one.
    pub(super) fn agreeing(&self, other: &Self, pairs: &[(usize, usize)]) -> f64 {
        if let Some((ours, theirs)) = self.both_say(other) {
            return share_of(pairs, |(a, b)| Some(ours[a]? == theirs[b]?));
        }
        share_of(pairs, |(a, b)| {
            Some(self.values.get(a)?.as_ref()?.agrees(other.values.get(b)?.as_ref()?))
        })
    }

    /// The verdicts of two columns that say yes and no in different ways, such as 1 and `YES`.
    pub(super) fn both_say(&self, other: &Self) -> Option<(Verdicts, Verdicts)> {
        let differ = self.distinct <= 2 && other.distinct <= 2 && self.sort != other.sort;
        if differ { self.verdicts().zip(other.verdicts()) } else { None }
    }

    /// By how much more words agree in rows that belong together than in other pairs of rows.
    pub(super) fn lift(&self, other: &Self, pairs: &[(usize, usize)]) -> f64 {
        let mean = |shift: usize| {
            let mut sum = 0.0;
            let mut n = 0.0_f64;
            for (place, (a, _)) in pairs.iter().enumerate() {
                let (_, b) = pairs[(place + shift) % pairs.len()];
                if let (Some(Some(a)), Some(Some(b))) = (self.values.get(*a), other.values.get(b)) {
                    sum += a.overlap(b);
                    n += 1.0;
                }
            }
            sum / n.max(1.0)
        };
        if pairs.len() < 3 { 0.0 } else { mean(0) - mean(pairs.len() / 2) }
    }
}

fn share_of(pairs: &[(usize, usize)], test: impl Fn((usize, usize)) -> Option<bool>) -> f64 {
    let known: Vec<bool> = pairs.iter().filter_map(|pair| test(*pair)).collect();
    known.iter().filter(|yes| **yes).count() as f64 / known.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Value {
        Value::new(Cell { kind: Kind::String, text }).unwrap()
    }

    #[test]
    fn answers_agree_however_they_are_written() {
        for (gold, output, expected) in [
            ("18", "18.0", true),
            ("18", "So the answer is 18.", true),
            ("-3", "3", false),
            ("7.2", "72", false),
            ("B", "(B) A dog", true),
            ("B", "The answer is B.", true),
            ("(B) A dog", "B", true),
            ("Paris", "paris.", true),
            ("[\"Paris\", \"Lutetia\"]", "lutetia", true),
            ("Paris", "London", false),
            ("-15", "{\"reasoning\": \"x 3\", \"answer\": \"-15\"}", true),
        ] {
            assert_eq!(value(gold).agrees(&value(output)), expected, "{gold} {output}");
        }
    }
}
