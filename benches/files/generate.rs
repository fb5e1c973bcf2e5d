//! Questions, gold answers and predictions of any number, the same on every machine.
//!
//! A question has about ten words, one to five gold answers and an answer type; half of the
//! predictions are short, half are texts of about 60 words. Some 4 % hold more than ASCII, many of
//! the long ones line breaks or quotation marks.

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{RngCore, SeedableRng};
use std::fmt::Write as _;

const SEED: u64 = 1;

const STARTS: &[&str] = &[
    "b", "c", "d", "f", "g", "h", "j", "k", "l", "m", "n", "p", "r", "s", "t", "v", "w", "br",
    "ch", "cl", "cr", "dr", "fl", "gr", "pl", "pr", "sh", "sl", "st", "th", "tr",
];
const VOWELS: &[&str] = &["a", "e", "i", "o", "u", "ai", "ea", "ou"];
const ENDS: &[&str] = &["", "n", "r", "s", "t", "l", "m", "nd", "st", "ck", "ng"];
const SMALL_WORDS: &[&str] = &[
    "the", "of", "in", "to", "and", "was", "is", "for", "on", "by", "with", "as", "at", "from",
    "that", "it", "an", "a", "which", "were", "his", "her", "its", "this", "be",
];
const ASKING: &[&str] = &[
    "who was", "what is the", "when did the", "where is", "how many", "which", "who played",
    "what year did", "in which country is the", "how much did",
];
const BEYOND_ASCII: &[&str] = &[
    "São", "Zürich", "naïve", "Café", "Dvořák", "München", "東京", "Москва", "“quoted”",
    "1990–1995", "Åland", "İzmir",
];
const MONTHS: &[&str] = &[
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
];
const UNITS: &[&str] = &[
    " tCO2e", " MWh", " GW", " km", " kg", " tonnes", " people", " years", " hectares", "%",
    " percent",
];
const CURRENCIES: &[&str] = &["$", "€", "US$", "£"];
const SCALES: &[&str] = &["", "", " million", " billion", "k", "M", "bn"];

/// Steele, Lea and Flood's generator: the same everywhere.
pub(crate) struct Random(SplitMix64);

impl Random {
    /// What every file is made from.
    pub(crate) fn new() -> Self {
        Self(SplitMix64::seed_from_u64(SEED))
    }

    /// From 0 to `end`, without it.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.0.next_u64() % end as u64) as usize
    }

    /// As `below`, the small ones more often.
    fn low(&mut self, end: usize) -> usize {
        let (one, other) = (self.below(end), self.below(end));
        one * other / end
    }

    fn percent(&mut self, chance: usize) -> bool {
        self.below(100) < chance
    }

    fn one<'a, T: ?Sized>(&mut self, of: &[&'a T]) -> &'a T {
        of[self.below(of.len())]
    }
}

/// A question of a file.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Row {
    pub(crate) id: String,
    pub(crate) question: String,
    pub(crate) kind: &'static str,
    pub(crate) golds: Vec<String>,
    pub(crate) prediction: String,
}

/// What texts are made of.
pub(crate) struct Pool {
    random: Random,
    words: Vec<String>,
    phrases: Vec<String>,
}

impl Pool {
    pub(crate) fn new() -> Self {
        let mut random = Random::new();
        let word = |random: &mut Random| {
            (0..=random.below(3)).fold(String::new(), |word, _| {
                word + random.one(STARTS) + random.one(VOWELS) + random.one(ENDS)
            })
        };
        let words: Vec<String> = (0..20_000).map(|_| word(&mut random)).collect();
        let phrase = |random: &mut Random| {
            let count = 8 + random.below(5);
            let part = |random: &mut Random| {
                if random.percent(42) {
                    random.one(SMALL_WORDS).to_owned()
                } else {
                    words[random.low(words.len())].clone()
                }
            };
            (0..count).map(|_| part(random)).collect::<Vec<_>>().join(" ")
        };
        let phrases = (0..6_000).map(|_| phrase(&mut random)).collect();
        Self { random, words, phrases }
    }

    pub(crate) fn word(&mut self) -> String {
        self.words[self.random.below(self.words.len())].clone()
    }

    pub(crate) fn phrase(&mut self) -> String {
        self.phrases[self.random.below(self.phrases.len())].clone()
    }

    fn name(&mut self) -> String {
        let mut words: Vec<String> = (0..=self.random.low(5)).map(|_| self.word()).collect();
        for word in &mut words {
            if self.random.percent(70) {
                let (first, rest) = word.split_at(1);
                *word = first.to_uppercase() + rest;
            }
        }
        if self.random.percent(12) {
            words.insert(0, self.random.one(&["The", "the", "A", "an"]).to_owned());
        }
        if self.random.percent(4) {
            let place = self.random.below(words.len());
            self.random.one(BEYOND_ASCII).clone_into(&mut words[place]);
        }
        let mut name = words.join(" ");
        if self.random.percent(6) {
            name += self.random.one(&["'s", ", Inc.", " (II)", "-born"]);
        }
        name
    }

    fn number(&mut self) -> String {
        let value = self.random.low(90_000);
        let mut digits = value.to_string();
        if value >= 1000 && self.random.percent(50) {
            digits.insert(digits.len() - 3, ',');
        }
        if self.random.percent(30) {
            let _ = write!(digits, ".{}", self.random.below(10));
        }
        match self.random.below(100) {
            0..35 => {
                let currency = self.random.one(CURRENCIES);
                format!("{currency}{digits}{}", self.random.one(SCALES))
            }
            35..75 => digits + self.random.one(UNITS),
            _ => digits,
        }
    }

    fn date(&mut self) -> String {
        let (year, day) = (1850 + self.random.below(175), 1 + self.random.below(28));
        let month = self.random.one(MONTHS);
        match self.random.below(4) {
            0 => year.to_string(),
            1 => format!("{month} {day}, {year}"),
            2 => format!("{day} {month} {year}"),
            _ => format!("{month} {year}"),
        }
    }

    pub(crate) fn answer(&mut self, kind: &str) -> String {
        match kind {
            "numeric" => self.number(),
            "logical" => self.random.one(&["Yes", "No", "yes", "no", "True", "False"]).to_owned(),
            "date" => self.date(),
            _ => self.name(),
        }
    }

    fn golds(&mut self, kind: &str) -> Vec<String> {
        let first = self.answer(kind);
        let more = if kind == "logical" { 0 } else { self.random.low(5) };
        let mut golds = vec![first.clone()];
        for _ in 0..more {
            golds.push(match self.random.below(100) {
                0..30 => first.clone(),
                30..45 => first.to_lowercase(),
                45..70 => first.rsplit(' ').next().unwrap_or(&first).to_owned(),
                _ => self.answer(kind),
            });
        }
        golds
    }

    pub(crate) fn prediction(&mut self, kind: &str, golds: &[String]) -> String {
        let gold = &golds[self.random.below(golds.len())];
        let answer = match self.random.below(100) {
            0..40 => gold.clone(),
            40..50 if self.random.percent(30) => gold.to_uppercase(),
            40..50 => gold.to_lowercase(),
            50..58 => format!("the {gold}."),
            58..75 => format!("{gold} {}", self.word()),
            _ => self.answer(kind),
        };
        if self.random.percent(50) {
            return answer;
        }
        let separator = self.random.one(&[".\n", ". ", ", so "]);
        let phrases: Vec<String> = (0..5).map(|_| self.phrase()).collect();
        let mut text = format!("Step 1: {}", phrases.join(separator));
        if self.random.percent(20) {
            let _ = write!(text, ", which the text calls \"{}\"", self.word());
        }
        let stop = if self.random.percent(70) { "." } else { "" };
        let _ = write!(text, ". Thus, the correct answer is: {answer}{stop}");
        text
    }

    /// The next question, which is the one of this number.
    pub(crate) fn row(&mut self, number: u64) -> Row {
        let id = format!("{:012x}{number:012x}", self.random.0.next_u64() >> 16);
        let question = format!("{} {}?", self.random.one(ASKING), self.phrase());
        let kind = match self.random.below(100) {
            0..55 => "extractive",
            55..80 => "numeric",
            80..88 => "logical",
            _ => "date",
        };
        let golds = self.golds(kind);
        let prediction = self.prediction(kind, &golds);
        Row { id, question, kind, golds, prediction }
    }
}
