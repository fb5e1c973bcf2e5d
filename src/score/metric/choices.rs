//! Which of a question's choices a text names. Our own definition, for the many benchmarks of that
//! shape (MMLU, ARC and their kin): no scorer is copied.

mod judge;
mod read;
mod stated;
mod words;

pub use judge::{
    CHOICE, LETTERED_CHOICE, MULTIPLE_CHOICE, NAMED_CHOICE, SAID_CHOICE, STATED_CHOICE,
};
pub use read::{Pick, pick};

use crate::table::{Kind, json, python};
use crate::understand::names::NUMBERED_CHOICES;
use itertools::Itertools as _;
use std::borrow::Cow;
use words::plain_words;

/// The most choices that a question can have.
const MOST: usize = 26;

/// Choices by their letters where a row does not say how many there are.
const UNSAID: usize = 10;

/// The choices of a question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choices {
    /// What names each: `A` and so on where the data does not say.
    labels: Vec<String>,
    /// Their texts; empty where the data does not give them.
    texts: Vec<String>,
    /// Their texts, as words to be compared.
    words: Vec<Vec<String>>,
}

/// Choices of a question, as bits by their places.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Set(u32);

impl Set {
    /// One choice.
    pub fn one(place: usize) -> Self {
        Self(1 << place.min(MOST))
    }

    /// How many there are.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    fn add(&mut self, place: usize) {
        self.0 |= Self::one(place).0;
    }

    fn places(self) -> impl Iterator<Item = usize> {
        (0..MOST).filter(move |place| self.0 >> place & 1 == 1)
    }
}

/// The label and the text of a choice that has both: `A)36`, `(b) no`.
fn parted(text: &str) -> Option<(String, String)> {
    let inner = text.trim().strip_prefix('(').unwrap_or(text.trim());
    let label = inner.chars().next().filter(char::is_ascii_alphabetic)?;
    let rest = inner[1..].strip_prefix([')', '.', ':'])?;
    Some((label.to_ascii_uppercase().to_string(), rest.trim().to_owned()))
}

/// How gold answers name choices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GoldForm {
    /// A label that the data gives the choices, else a letter, else a number, else a text.
    #[default]
    Auto,
    /// A letter.
    Letter,
    /// A number; the first choice has this one.
    Index(usize),
    /// A text.
    Text,
}

impl Choices {
    /// From a row: a column `choices` or `options` (a list of texts, or an object with a list `text`
    /// and a list `label`, or one that names each text), or columns `A`, `B` and so on, or
    /// `option_a` and so on, or with numbers in the place of letters: `option1`, `ending0`. Without any of
    /// them the letters A to J.
    pub fn of_row(column: &dyn Fn(&str) -> Option<String>) -> Self {
        let given = Self::of_letters(column);
        if !given.texts.is_empty() {
            return given;
        }
        let numbered = || {
            NUMBERED_CHOICES.iter().find_map(|stem| {
                let first = usize::from(column(&format!("{stem}0")).is_none());
                let each = (first..).map_while(|number| column(&format!("{stem}{number}")));
                let texts: Vec<String> = each.take(MOST).collect();
                (texts.len() > 1).then(|| Self::new(Vec::new(), texts))
            })
        };
        let ending_lists = || Self::read(&column("endings")?);
        numbered().or_else(ending_lists).unwrap_or(given)
    }

    /// The same as versions of `multiple-choice` before 3 had it, without columns with numbers.
    pub fn of_letters(column: &dyn Fn(&str) -> Option<String>) -> Self {
        let lists = ["choices", "options"].iter().find_map(|name| Self::read(&column(name)?));
        let columns = || {
            ["", "option_", "op", "choice_", "answer_"].iter().find_map(|before| {
                let letters = ('a'..='z').map_while(|letter| column(&format!("{before}{letter}")));
                let texts: Vec<String> = letters.collect();
                (texts.len() > 1).then(|| Self::new(Vec::new(), texts))
            })
        };
        lists.or_else(columns).unwrap_or_else(|| Self::new(letters(UNSAID), Vec::new()))
    }

    /// Choices with these labels (letters where there are none) and texts.
    pub fn new(labels: Vec<String>, mut texts: Vec<String>) -> Self {
        texts.truncate(MOST);
        let mut labels = if labels.is_empty() { letters(texts.len()) } else { labels };
        labels.truncate(MOST);
        let words = texts.iter().map(|text| plain_words(text)).collect();
        Self { labels, texts, words }
    }

    /// The same with the labels that stand in the texts, where each begins with one: `A)36`, `(b) no`.
    fn with_own_labels(self) -> Self {
        let parts: Option<Vec<(String, String)>> =
            self.texts.iter().map(|text| parted(text)).collect();
        match parts.filter(|parts| parts.len() > 1) {
            Some(parts)
                if parts
                    .iter()
                    .zip(letters(parts.len()))
                    .all(|((own, _), letter)| *own == letter) =>
            {
                let (labels, texts) = parts.into_iter().unzip();
                Self::new(labels, texts)
            }
            _ => self,
        }
    }

    /// From the text of a cell, as JSON or as Python writes it.
    fn read(cell: &str) -> Option<Self> {
        let text = cell.trim();
        let is_json = |text: &str| match text.as_bytes().first() {
            Some(b'[') => json::elements(text).all(|element| element.is_ok()),
            Some(b'{') => json::members(text).all(|member| member.is_ok()),
            _ => false,
        };
        let json = if is_json(text) {
            Cow::Borrowed(text)
        } else {
            Cow::Owned(python::to_json(text).map(|read| read.json)?)
        };
        let texts = |list: json::Value<'_>| -> Option<Vec<String>> {
            let each = json::elements(list.raw).map(|it| Some(it.ok()?.text().into_owned()));
            Some(list).filter(|list| list.kind == Kind::List).and_then(|_| each.collect())
        };
        let found = if json.starts_with('{') {
            let list = |name: &str| texts(json::member(&json, name)?);
            if let Some(texts) = list("text") {
                let fits = |labels: &Vec<String>| labels.len() == texts.len();
                Self::new(list("label").filter(fits).unwrap_or_default(), texts)
            } else {
                let mut labels = Vec::new();
                let mut texts = Vec::new();
                for member in json::members(&json) {
                    let (name, value) = member.ok()?;
                    labels.push(name.into_owned());
                    texts.push(value.text().into_owned());
                }
                Self::new(labels, texts)
            }
        } else {
            let mut labels = Vec::new();
            let mut texts = Vec::new();
            for element in json::elements(&json) {
                let element = element.ok()?;
                if element.kind == Kind::Object {
                    texts.push(json::member(element.raw, "text")?.text().into_owned());
                    labels.extend(
                        json::member(element.raw, "label").map(|it| it.text().into_owned()),
                    );
                } else {
                    texts.push(element.text().into_owned());
                }
            }
            let labels = if labels.len() == texts.len() { labels } else { Vec::new() };
            Self::new(labels, texts)
        };
        (found.labels.len() > 1).then_some(found)
    }

    /// Whether a text is that of one of them.
    fn has_text(&self, text: &str) -> bool {
        self.words.contains(&plain_words(text))
    }

    /// Whether their texts are known, and not their labels alone.
    pub fn has_texts(&self) -> bool {
        !self.texts.is_empty()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    /// Labels and texts of a set, for people.
    pub fn shown(&self, set: Set) -> String {
        let each = |place: usize| {
            let label = self.labels.get(place).map_or("", String::as_str);
            match self.texts.get(place) {
                Some(text) => format!("{label}. {text}"),
                None => label.to_owned(),
            }
        };
        set.places().map(each).join("; ")
    }

    /// The choice of a label: as it is written, or a single letter in the other case.
    fn labelled(&self, text: &str) -> Option<usize> {
        let same = |label: &String| label == text;
        let other_case = |label: &String| text.len() == 1 && label.eq_ignore_ascii_case(text);
        self.labels.iter().position(same).or_else(|| self.labels.iter().position(other_case))
    }

    /// The choices that a gold answer names; several only where it lists their labels. `base` is the
    /// number of the first choice where a number is not said to be of another form.
    pub fn gold(&self, gold: &str, form: GoldForm, base: usize) -> Option<Set> {
        let text = gold.trim();
        let index = |base: usize| {
            let place = text.parse::<usize>().ok()?.checked_sub(base)?;
            (place < self.len()).then(|| Set::one(place))
        };
        let letter = || {
            let [letter] = text.as_bytes() else { return None };
            let place = usize::from(letter.to_ascii_uppercase().checked_sub(b'A')?);
            (letter.is_ascii_alphabetic() && place < self.len()).then(|| Set::one(place))
        };
        let same = || {
            let words = plain_words(text);
            let place = self.words.iter().position(|known| *known == words && !known.is_empty());
            place.map(Set::one)
        };
        match form {
            GoldForm::Index(base) => index(base),
            GoldForm::Text => same(),
            GoldForm::Letter => letter().or_else(|| read::listed(self, text)),
            GoldForm::Auto => self
                .labelled(text)
                .map(Set::one)
                .or_else(letter)
                .or_else(|| index(base))
                .or_else(|| read::listed(self, text))
                .or_else(same)
                .or_else(|| read::at_start(self, text)),
        }
    }
}

fn letters(count: usize) -> Vec<String> {
    ('A'..='Z').take(count).map(String::from).collect()
}
