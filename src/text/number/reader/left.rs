//! What stands before the digits of a number: sign, currency, bracket, or what makes it none.

use super::super::words;
use super::{NumberReader, word_before};

/// What stands before the digits.
pub(super) struct Left {
    pub(super) from: usize,
    pub(super) negative: bool,
    pub(super) bracket: bool,
    pub(super) currency: Option<&'static str>,
    /// Whether the currency is a dollar sign alone, which may open a formula.
    pub(super) dollar: bool,
}

impl NumberReader<'_> {
    /// Sign, currency and bracket before the digits; `None` where letters or signs there make it a
    /// name, a label or a part of something else.
    pub(super) fn left(&self, from: usize) -> Option<Left> {
        let mut left =
            Left { from, negative: false, bracket: false, currency: None, dollar: false };
        let floor = self.found.last().map_or(0, |last| last.to);
        let mut signed = false;
        loop {
            // What belongs to the number before is not this one's.
            let c = if left.from <= floor { '\0' } else { self.before(left.from) };
            let one = left.from.wrapping_sub(1);
            match c {
                '-' | '–' | '+' if !signed => {
                    let other = self.before(one);
                    let glued =
                        other.is_alphanumeric() || matches!(other, ')' | '%' | '-' | '–' | ']');
                    if glued {
                        // A range or a name: 5-10, Scope-3. A currency before the sign is one.
                        if !other.is_alphabetic() {
                            break;
                        }
                        let (word, start) = self.free_letters(one);
                        left.currency = Some(words::currency(&word)?);
                        left.from = start;
                    } else {
                        left.from = one;
                    }
                    left.negative = c != '+';
                    signed = true;
                }
                '(' if !left.bracket => {
                    // A bracket glued to a word is an index or a plural.
                    if self.before(one).is_alphabetic() {
                        break;
                    }
                    left.from = one;
                    left.bracket = true;
                }
                ' ' => {
                    let inside = left.bracket || self.before(one) == '(';
                    let other = self.before(one);
                    let sign = words::sign(other, "").is_some() && left.currency.is_none();
                    let word = other.is_ascii_alphabetic() && left.currency.is_none();
                    if inside && other == '(' && !left.bracket {
                        left.from = one;
                    } else if sign {
                        // Not the currency of a number before it: 5 $ 10.
                        if self.before(one - 1).is_ascii_digit() {
                            break;
                        }
                        left.from = one;
                    } else if word {
                        let (word, start) = self.free_letters(one);
                        let code = words::currency(&word).filter(|_| {
                            word.starts_with(|c: char| c.is_ascii_uppercase())
                                && !(self.before(start) == ' '
                                    && self.before(start - 1).is_ascii_digit())
                        });
                        let Some(code) = code else { break };
                        left.currency = Some(code);
                        left.from = start;
                    } else {
                        break;
                    }
                }
                c if left.currency.is_none() && words::sign(c, "").is_some() => {
                    let (letters, start) = self.free_letters(one);
                    let known = c == '$' && words::sign(c, &letters) != Some("USD");
                    let known = known || letters == "US";
                    left.currency = words::sign(c, &letters);
                    left.from = if known { start } else { one };
                    left.dollar = c == '$' && !known;
                }
                '.' if left.currency.is_none() && self.before(one) == 's' => {
                    let (word, start) = self.free_letters(one);
                    if word != "Rs" {
                        break;
                    }
                    left.currency = Some("INR");
                    left.from = start;
                }
                c if c.is_alphabetic() => {
                    let (word, start) = self.free_letters(left.from);
                    let code = words::currency(&word).filter(|_| {
                        left.currency.is_none()
                            && word.starts_with(|c: char| c.is_ascii_uppercase())
                    });
                    match code {
                        Some(code) => {
                            left.currency = Some(code);
                            left.from = start;
                        }
                        // Glued to the digits it is a name; before a sign or a bracket it is a word.
                        None if left.from == from => return None,
                        None => break,
                    }
                }
                _ => break,
            }
        }
        let c = self.before(left.from);
        let glued = match c {
            '_' | '^' | '@' => true,
            '#' => self.before(left.from - 1) != '#',
            // FY'22
            '\'' => self.before(left.from - 1).is_alphanumeric(),
            // A name with digits behind a hyphen: GPT-4, COVID-19.
            '-' => left.from == from && self.before(left.from - 1).is_alphabetic(),
            _ => false,
        };
        if glued || self.is_margin(left.from) || self.is_denominator(left.from) {
            return None;
        }
        if left.negative || left.from != from {
            return Some(self.with_sign_word(left));
        }
        if self.is_day(from) {
            return None;
        }
        Some(self.with_sign_word(left))
    }

    /// The word minus or negative before a number.
    fn with_sign_word(&self, left: Left) -> Left {
        if self.before(left.from) != ' ' {
            return left;
        }
        let (word, _) = self.letters_before(left.from - 1);
        let negative = matches!(word.as_str(), "minus" | "Minus" | "negative" | "Negative");
        Left { negative: left.negative || negative, ..left }
    }

    /// Whether a bracket in a sentence only adds to what stands before it, the same in other words after a
    /// number or a remark after a noun: 0.153 (15.3%), the liabilities ($577).
    pub(super) fn is_remark(&self, bracket: usize) -> bool {
        if self.before(bracket) != ' ' {
            return false;
        }
        let last = self.found.last().and_then(|last| self.marks.get(last.to..bracket));
        if last
            .is_some_and(|between| between.len() <= 2 && between.iter().all(|mark| mark.c == ' '))
        {
            return true;
        }
        let (word, _) = self.letters_before(bracket - 1);
        !word.is_empty() && !words::LEADING.contains(&word.as_str())
    }

    /// Where the spaces before a mark begin, at most so many.
    fn before_spaces(&self, place: usize, most: usize) -> usize {
        let mut start = place;
        while place - start < most && self.before(start) == ' ' {
            start -= 1;
        }
        start
    }

    /// Whether the number only says how far another may be off.
    fn is_margin(&self, from: usize) -> bool {
        let end = self.before_spaces(from, 2);
        self.before(end) == '±' && end > 1 && !self.found.is_empty()
    }

    /// Whether the number is what something else is counted by, as in t / 100 million or per 1000.
    fn is_denominator(&self, from: usize) -> bool {
        let end = self.before_spaces(from, 2);
        if self.before(end) == '/' {
            let end = self.before_spaces(end - 1, 3 - (from - end));
            return self.before(end).is_alphabetic() || self.before(end) == '₂';
        }
        self.letters_before(end).0 == "per"
    }

    /// Whether it is the day of a date with the name of a month.
    pub(super) fn is_day(&self, from: usize) -> bool {
        let mut end = from;
        while self.at(end).is_ascii_digit() {
            end += 1;
        }
        let day: String = self.marks[from..end].iter().take(3).map(|mark| mark.c).collect();
        if !day.parse::<u32>().is_ok_and(|day| (1..=31).contains(&day)) {
            return false;
        }
        let next = self.skip_spaces(end + usize::from(self.at(end) == '.'));
        let (word, _) = self.word_at(next);
        if words::is_month(&word) && next > end {
            return true;
        }
        let (word, _) = word_before(self.marks, from);
        let number = self.at(end) == '.' || self.at(end) == ',';
        let decimals = number && self.at(end + 1).is_ascii_digit();
        words::is_month(&word) && !decimals && self.percent_at(next, "", next).is_none()
    }

    /// The same, where they do not belong to the number before.
    fn free_letters(&self, place: usize) -> (String, usize) {
        let (word, start) = self.letters_before(place);
        let free = self.found.last().is_none_or(|last| last.to <= start);
        if free { (word, start) } else { (String::new(), place) }
    }
}
