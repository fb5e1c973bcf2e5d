//! Texts of every kind through the reader of numbers, for ten minutes:
//! `cargo test --test scorers number_fuzz:: -- --ignored`.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{RngCore, SeedableRng};
use scoredrop_testing::any_text::numbers;
use scoredrop_testing::seeds;
use std::time::{Duration, Instant};

/// What numbers are made of, and what stands beside them.
const PIECES: &[&str] = &[
    "0", "1", "5", "10", "12", "999", "1,234", "1.234", "1 234", "12'345", ".5", "5.", "1e", "e5",
    "E+3", "×", "x 10^", "10⁶", "^", "²", "½", "/", "-", "−", "–", "+", "±", "~", "(", ")", "[",
    "]", "{", "}", "$", "€", "US$", "USD ", "EUR", "Rs.", "₹", "%", "\\%", " percent", " bps",
    " percentage points", "pp", "k", "m", "M", "bn", " million", " hundred", " crore", "t",
    " tCO2e", "MtCO₂", "kWh", " metric tons", " of CO2", "per ", "/MWh", "Scope ", "Table ", "FY",
    "2022", "1999", "31", " December ", "May ", "10:30", "2022-12-31", "\n", "\n1. ", "\n- ", " ",
    "\u{a0}", "\u{202f}", "\t", "to", " and ", "from ", "between ", ",", ".", ";", ":", "'", "’",
    "\\frac{", "}{", "\\boxed{", "\\times", "\\", "**", "`", "_", "#", "####", "minus ", "【",
    "】", "The answer is ", "é", "٤", "４", "𝟓", "a", "Z", "ß", "3M's", "\u{0}",
];

struct Texts(Xoshiro256PlusPlus);

impl Texts {
    fn below(&mut self, most: usize) -> usize {
        (self.0.next_u64() % most as u64) as usize
    }

    fn next(&mut self) -> String {
        let mut text = String::new();
        for _ in 0..self.below(14) {
            if self.below(20) == 0 {
                text.extend(char::from_u32(self.0.next_u32() & 0x1f_ffff));
            } else if self.below(400) == 0 {
                let piece = PIECES[self.below(PIECES.len())];
                text.push_str(&piece.repeat(self.below(3000)));
            } else {
                text.push_str(PIECES[self.below(PIECES.len())]);
            }
        }
        text
    }

    fn check(&mut self) {
        let (gold, prediction) = (self.next(), self.next());
        numbers::check(&gold, &prediction, numbers::rules(|most| self.below(most)));
    }
}

#[test]
fn a_thousand_texts() {
    let mut texts = Texts(Xoshiro256PlusPlus::seed_from_u64(0));
    for _ in 0..1000 {
        texts.check();
    }
}

#[test]
#[ignore = "takes ten minutes"]
#[allow(clippy::disallowed_methods, reason = "stops by the clock, shows nothing of it")]
fn ten_minutes_of_texts() {
    let begun = Instant::now();
    let mut texts = Texts(Xoshiro256PlusPlus::seed_from_u64(1));
    let mut count = 0_u64;
    while begun.elapsed() < Duration::from_secs(600) {
        for _ in 0..1000 {
            texts.check();
        }
        count += 1000;
    }
    eprintln!("{count} pairs of texts");
}

#[test]
fn what_fuzzing_begins_with_is_lawful() {
    for bytes in seeds("numbers") {
        numbers::check_bytes(&bytes);
    }
}
