//! Dates as people write them in several languages: short years, eight digits, weeks, quarters, seasons, decades,
//! years before the first.

use super::words;
use super::{Day, Span};
use crate::text::digit::decimal;
use Token::{Century, Decade, Digits, Mark, Month, Nth, Quarter, Season, Short, Week, Word, Year};

/// A piece of a text that can be part of a date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// Value and number of digits.
    Digits(u32, usize),
    /// A year that is said to be one, also of fewer than four digits or before the first.
    Year(i32),
    /// The last two digits of a year, after an apostrophe.
    Short(u32),
    /// The first year of a decade.
    Decade(u32),
    /// 1 to 12.
    Month(u8),
    /// Spring is 1.
    Season(u8),
    /// *First* to *fourth*.
    Nth(u32),
    /// The word *quarter*, or Q with its number.
    Quarter(Option<u32>),
    /// The word *week*, or W with its number.
    Week(Option<u32>),
    /// The word *century*.
    Century,
    /// A sign.
    Mark(char),
    /// Any other word.
    Word,
}

struct Tokens<'t> {
    text: &'t str,
    at: usize,
    found: Vec<(Token, usize)>,
}

/// Returns the tokens of a text, each with the place at which it ends.
pub(super) fn tokens(text: &str) -> Vec<(Token, usize)> {
    let mut tokens = Tokens { text, at: 0, found: Vec::new() };
    while let Some(c) = text[tokens.at..].chars().next() {
        tokens.step(c);
    }
    tokens.found
}

impl Tokens<'_> {
    fn push(&mut self, token: Token, end: usize) {
        self.found.push((token, end));
        self.at = end;
    }

    /// Whether the last token ends right here.
    fn is_glued(&self) -> bool {
        self.found.last().is_some_and(|(_, end)| *end == self.at)
    }

    fn run(&self, test: impl Fn(char) -> bool) -> usize {
        let rest = &self.text[self.at..];
        rest.find(|c| !test(c)).map_or(self.text.len(), |length| self.at + length)
    }

    fn step(&mut self, c: char) {
        let glued = self.is_glued();
        let last = self.found.last().map(|(token, _)| *token);
        if decimal(c).is_some() {
            let end = self.run(|c| decimal(c).is_some());
            let digits = self.text[self.at..end].chars().filter_map(decimal);
            let add = |sum: u32, digit| sum.saturating_mul(10).saturating_add(u32::from(digit));
            let (value, count) = (digits.clone().fold(0, add), digits.count());
            match last {
                // Q2 and W05.
                Some(Quarter(None)) if glued && count <= 2 => {
                    self.replace(Quarter(Some(value)), end);
                }
                Some(Week(None)) if glued && count <= 2 => self.replace(Week(Some(value)), end),
                _ => self.push(Digits(value, count), end),
            }
            return;
        }
        if self.era(glued, last) || self.reign() || self.numerals(c) {
            return;
        }
        if c == '元' && self.text[self.at..].starts_with("元年") {
            self.push(Digits(1, 1), self.at + c.len_utf8());
        } else if is_alphabet(c) || matches!(c, 'º' | 'ª') {
            self.word(glued, last);
        } else {
            self.sign(c, glued, last);
        }
    }

    fn replace(&mut self, token: Token, end: usize) {
        self.found.pop();
        self.push(token, end);
    }

    /// A mark of an era after or before its year.
    fn era(&mut self, glued: bool, last: Option<Token>) -> bool {
        let rest = &self.text[self.at..];
        if !rest.starts_with(|c: char| c.is_alphabetic())
            || (glued && matches!(last, Some(Word | Month(_))))
        {
            return false;
        }
        let is_it = |(mark, _): &&(&str, bool)| {
            let mut chars = rest.char_indices();
            let same = mark
                .chars()
                .all(|wanted| chars.next().is_some_and(|(_, c)| c.to_lowercase().eq([wanted])));
            let end = chars.next().map_or(rest.len(), |(at, _)| at);
            let goes_on = mark.is_ascii() && rest[end..].starts_with(|c: char| c.is_alphanumeric());
            // The words ad and ce are none.
            let small = mark.len() == 2 && rest.starts_with(|c: char| c.is_lowercase());
            same && !goes_on && !small
        };
        let Some((mark, before)) = words::ERAS.iter().find(is_it) else { return false };
        let sign = |value: u32| {
            let value = i32::try_from(value).unwrap_or(i32::MAX);
            Year(if *before { -value } else { value })
        };
        let length: usize = rest.chars().take(mark.chars().count()).map(char::len_utf8).sum();
        let end = self.at + length;
        let year = |token: Option<Token>| match token {
            Some(Digits(value, 1..=4)) if value > 0 => Some(value),
            _ => None,
        };
        if let Some(value) = year(last) {
            self.replace(sign(value), end);
            return true;
        }
        // AD 79, 公元前44年
        let after = self.text[end..].trim_start();
        let count = after.chars().take_while(|c| decimal(*c).is_some()).count();
        if (1..=4).contains(&count) {
            let from = self.text.len() - after.len();
            let digits: String = after.chars().take(count).collect();
            let value = digits
                .chars()
                .filter_map(decimal)
                .fold(0, |sum, digit| sum * 10 + u32::from(digit));
            let length: usize = digits.len();
            if value > 0 {
                self.push(sign(value), from + length);
                return true;
            }
        }
        false
    }

    /// A year of a Japanese era or of the calendar of Taiwan.
    fn reign(&mut self) -> bool {
        let rest = &self.text[self.at..];
        let Some((name, before)) = words::REIGNS.iter().find(|(name, _)| rest.starts_with(name))
        else {
            return false;
        };
        let after = &rest[name.len()..];
        // The letter of an era stands before a whole date: R2.6.14.
        if name.is_ascii() && !is_lettered_date(after) {
            return false;
        }
        let count = after.chars().take_while(|c| decimal(*c).is_some()).count();
        let digits: String = after.chars().take(count).collect();
        let value = if after.starts_with("元年") {
            Some((1, "元".len()))
        } else {
            let value = digits
                .chars()
                .filter_map(decimal)
                .fold(0, |sum, digit| sum * 10 + u32::from(digit));
            (1..=3).contains(&count).then_some((value, digits.len()))
        };
        let Some((value, length)) = value else { return false };
        self.push(Digits(before + value, 4), self.at + name.len() + length);
        true
    }

    /// Chinese numerals before the sign of a year, month or day.
    fn numerals(&mut self, c: char) -> bool {
        if words::numeral(c).is_none() {
            return false;
        }
        let end = self.run(|c| words::numeral(c).is_some());
        let next = self.text[end..].chars().next();
        if !next.is_some_and(|c| matches!(c, '年' | '月' | '日' | '号' | '號')) {
            return false;
        }
        let values: Vec<u32> = self.text[self.at..end].chars().filter_map(words::numeral).collect();
        let (value, count) = match values.iter().position(|value| *value == 10) {
            None if values.len() <= 4 => {
                (values.iter().fold(0, |sum, digit| sum * 10 + digit), values.len())
            }
            Some(ten) if ten <= 1 && values.len() <= ten + 2 => {
                let tens = if ten == 0 { 1 } else { values[0] };
                (tens * 10 + values.get(ten + 1).copied().unwrap_or(0), 2)
            }
            _ => return false,
        };
        self.push(Digits(value, count), end);
        true
    }

    fn word(&mut self, glued: bool, last: Option<Token>) {
        let end = self.run(|c| is_alphabet(c) || matches!(c, 'º' | 'ª'));
        let word = self.text[self.at..end].to_lowercase();
        let after_digits = glued && matches!(last, Some(Digits(..)));
        let token = match word.as_str() {
            _ if after_digits && words::is_ordinal(&word) => None,
            "s" | "er" if after_digits || (glued && last == Some(Mark('\''))) => Some(Word),
            "q" => Some(Quarter(None)),
            "w" => Some(Week(None)),
            "t" if after_digits => Some(Quarter(None)),
            _ if matches!(
                self.next_word(end).as_str(),
                "century" | "jahrhundert" | "siècle" | "siglo" | "secolo" | "век"
            ) && words::roman(&word).is_some() =>
            {
                Some(Digits(words::roman(&word).unwrap_or_default(), 2))
            }
            word if words::is_filler(word) => None,
            word if words::is_quarter(word) => Some(Quarter(None)),
            word if words::is_week(word) => Some(Week(None)),
            word if words::is_century(word) => Some(Century),
            word => Some(
                super::month_of(word)
                    .or_else(|| words::month(word))
                    .map(Month)
                    .or_else(|| words::season(word).map(Season))
                    .or_else(|| words::nth(word).map(Nth))
                    .unwrap_or(Word),
            ),
        };
        // 1990s, 1990's, 1990er
        if matches!(word.as_str(), "s" | "er")
            && glued
            && let Some(first) = self.decade()
        {
            self.push(Decade(first), end);
            return;
        }
        match token {
            Some(token) => self.push(token, end),
            None => self.at = end,
        }
    }

    /// The word that follows, in lower case.
    fn next_word(&self, end: usize) -> String {
        let rest = self.text[end..].trim_start();
        let length = rest.find(|c: char| !is_alphabet(c)).unwrap_or(rest.len());
        rest[..length].to_lowercase()
    }

    /// Takes back the first year of a decade, and an apostrophe after it.
    fn decade(&mut self) -> Option<u32> {
        let mark = usize::from(matches!(self.found.last(), Some((Mark('\''), _))));
        let (token, _) = *self.found.get(self.found.len().checked_sub(1 + mark)?)?;
        let Digits(value, 4) = token else { return None };
        let fits = value % 10 == 0 && (1000..3000).contains(&value);
        fits.then(|| {
            self.found.truncate(self.found.len() - 1 - mark);
            value
        })
    }

    fn sign(&mut self, c: char, glued: bool, last: Option<Token>) {
        let end = self.at + c.len_utf8();
        let c = match c {
            '’' | '‘' | '`' => '\'',
            '−' | '‐' | '‑' | '–' => '-',
            '／' => '/',
            '．' => '.',
            '년' => '年',
            '월' => '月',
            '일' | '号' | '號' => '日',
            c => c,
        };
        let rest = &self.text[end..];
        if c == '代' && last == Some(Mark('年')) && glued {
            self.found.pop();
            if let Some(first) = self.decade() {
                self.push(Decade(first), end);
                return;
            }
        }
        if c == '\'' && !glued {
            let count = rest.chars().take_while(char::is_ascii_digit).count();
            let more = rest[count..].starts_with(|c: char| c.is_alphanumeric());
            if count == 2 && !more {
                let value = rest[..2].parse().unwrap_or(0);
                self.push(Short(value), end + 2);
                return;
            }
        }
        // White space and commas part nothing; neither does the point of an abbreviation or an ordinal.
        let point = c == '.' && matches!(last, Some(Month(_)));
        if c.is_whitespace() || matches!(c, ',' | '第' | '،') || point {
            self.at = end;
        } else {
            self.push(Mark(c), end);
        }
    }
}

/// Whether a text begins with one or two digits, a month and a day with points between them.
fn is_lettered_date(text: &str) -> bool {
    let mut parts = text.splitn(3, '.');
    let digits = |part: Option<&str>| {
        part.is_some_and(|part| {
            (1..=2).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit())
        })
    };
    digits(parts.next())
        && digits(parts.next())
        && parts.next().is_some_and(|day| day.starts_with(|c: char| c.is_ascii_digit()))
}

/// Whether a character is a letter of an alphabet.
fn is_alphabet(c: char) -> bool {
    c.is_alphabetic()
        && !matches!(u32::from(c), 0x2E80..=0x9FFF | 0xAC00..=0xD7AF | 0xF900..=0xFAFF)
}

fn year(token: Token) -> Option<i32> {
    match token {
        Digits(value, 4) if (1000..3000).contains(&value) => i32::try_from(value).ok(),
        Year(year) => Some(year),
        _ => None,
    }
}

/// A year in full, or its last two digits.
#[derive(Clone, Copy)]
struct Annum(i32, bool);

impl Annum {
    fn full(token: Token) -> Option<Self> {
        year(token).map(|year| Self(year, false))
    }

    /// A year with an apostrophe too.
    fn said(token: Token) -> Option<Self> {
        match token {
            Short(value) => Some(Self(i32::try_from(value).ok()?, true)),
            token => Self::full(token),
        }
    }

    /// Two digits too.
    fn any(token: Token) -> Option<Self> {
        match token {
            Digits(value, 2) => Some(Self(i32::try_from(value).ok()?, true)),
            token => Self::said(token),
        }
    }
}

fn month(value: u32, digits: usize) -> Option<u8> {
    (digits <= 2 && (1..=12).contains(&value)).then_some(value as u8)
}

/// Returns the date, if there is one.
fn date(annum: Annum, month: u8, day: u32, digits: usize) -> Option<Day> {
    let fits = digits <= 2 && (1..=length(annum, month)).contains(&day);
    fits.then_some(Day { day: Some(day as u8), ..of_month(annum, month) })
}

fn of_month(Annum(year, is_short): Annum, month: u8) -> Day {
    Day { year: Some(year), is_short, month: Some(month), ..Day::default() }
}

/// Returns the length of a month; of February, if only the year's last digits are known, the longest.
fn length(Annum(year, is_short): Annum, month: u8) -> u32 {
    let leap = year % 4 == 0 && (is_short || year % 100 != 0 || year % 400 == 0);
    match month {
        2 => 28 + u32::from(leap),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

fn is_mark(c: char) -> bool {
    matches!(c, '-' | '/' | '.')
}

/// Returns the date that tokens begin with at a place, in each order that its numbers allow, and how many tokens it
/// takes.
pub(super) fn begins(tokens: &[(Token, usize)], place: usize) -> Option<(Vec<Day>, usize)> {
    let kinds: Vec<Token> = tokens[place..].iter().take(7).map(|part| part.0).collect();
    let one = |day: Day, taken: usize| Some((vec![day], taken));
    let span = |year: Option<i32>, span: Span| Day { year, span: Some(span), ..Day::default() };
    // What follows a mark that follows digits is the rest of a number or of a date that is none.
    let is_rest = place > 1
        && matches!((tokens[place - 2].0, tokens[place - 1].0), (Digits(..), Mark(c)) if is_mark(c));
    match *kinds.as_slice() {
        [first, Mark('年'), Digits(of_month, n), Mark('月'), Digits(of_day, m), Mark('日'), ..] =>
        {
            let day = date(Annum::full(first)?, month(of_month, n)?, of_day, m)?;
            one(day, 6)
        }
        [first, Mark('年'), Digits(value, n), Mark('月'), ..] => {
            one(self::of_month(Annum::full(first)?, month(value, n)?), 4)
        }
        [Digits(value, n), Mark('月'), Digits(of_day, m), Mark('日'), ..] => {
            let dated = date(Annum(0, true), month(value, n)?, of_day, m)?;
            one(Day { year: None, is_short: false, ..dated }, 4)
        }
        [first, Mark('-'), Week(Some(week)), Mark('-'), Digits(weekday @ 1..=7, 1), ..]
            if year(first).is_some() =>
        {
            one(super::day_of_week(year(first)?, week, weekday)?, 5)
        }
        [first, Week(None), Digits(week, 1 | 2), ..] if year(first).is_some() => {
            one(span(year(first), Span::week(week)?), 3)
        }
        [first, Mark('-'), Week(Some(week)), ..] if year(first).is_some() => {
            one(span(year(first), Span::week(week)?), 3)
        }
        [first, Week(Some(week)), ..] if year(first).is_some() => {
            one(span(year(first), Span::week(week)?), 2)
        }
        [Week(Some(week)), Mark('/'), last, ..]
        | [Week(None), Digits(week, _), Mark('/'), last, ..]
            if year(last).is_some() =>
        {
            one(span(year(last), Span::week(week)?), kinds.iter().position(|one| *one == last)? + 1)
        }
        [Week(Some(week)), last, ..] | [Week(None), Digits(week, 1 | 2), last, ..]
            if year(last).is_some() =>
        {
            one(span(year(last), Span::week(week)?), kinds.iter().position(|one| *one == last)? + 1)
        }
        [first, Mark('年'), Digits(n @ 1..=4, 1), Mark('季' | '四' | '분'), ..] => {
            one(span(year(first), Span::Quarter(n as u8)), 4)
        }
        [Quarter(Some(n @ 1..=4)), Mark('/' | '-'), last, ..] if year(last).is_some() => {
            one(span(year(last), Span::Quarter(n as u8)), 3)
        }
        [Quarter(Some(n @ 1..=4)), last, ..] if year(last).is_some() => {
            one(span(year(last), Span::Quarter(n as u8)), 2)
        }
        [Quarter(Some(n @ 1..=4)), Short(last), ..]
        | [Digits(n @ 1..=4, 1), Quarter(Some(last @ 10..=99)), ..] => {
            let last = i32::try_from(last).ok()?;
            let quarter = span(Some(last), Span::Quarter(n as u8));
            one(Day { is_short: true, ..quarter }, 2)
        }
        [first, Mark('-' | '/'), Quarter(Some(n @ 1..=4)), ..] if year(first).is_some() => {
            one(span(year(first), Span::Quarter(n as u8)), 3)
        }
        [first, Quarter(Some(n @ 1..=4)), ..] if year(first).is_some() => {
            one(span(year(first), Span::Quarter(n as u8)), 2)
        }
        [Digits(n @ 1..=4, 1), Mark('.'), Quarter(None), last, ..] if year(last).is_some() => {
            one(span(year(last), Span::Quarter(n as u8)), 4)
        }
        [Nth(n @ 1..=4) | Digits(n @ 1..=4, 1), Quarter(None), last, ..]
            if year(last).is_some() =>
        {
            one(span(year(last), Span::Quarter(n as u8)), 3)
        }
        [Season(season), last, ..] | [last, Season(season), ..] if year(last).is_some() => {
            one(span(year(last), Span::Season(season)), 2)
        }
        [Decade(first), ..] => {
            let first = i32::try_from(first).ok()?;
            one(span(None, Span::Years(first, first + 9)), 1)
        }
        [Digits(n @ 1..=21, 1 | 2), Century, ..] => one(span(None, Span::century(n)), 2),
        [Digits(n @ 1..=21, 1 | 2), Mark('.'), Century, ..]
        | [Digits(n @ 1..=21, 1 | 2), Mark('世'), Mark('紀' | '纪'), ..] => {
            one(span(None, Span::century(n)), 3)
        }
        [first, Mark(mark), Digits(second, n), Mark(again), Digits(third, m), ..]
            if is_mark(mark) && mark == again && year(first).is_some() =>
        {
            one(date(Annum::full(first)?, month(second, n)?, third, m)?, 5)
        }
        [Digits(first, length), Mark(mark), Digits(second, n), Mark(again), last, ..]
            if is_mark(mark) && mark == again && !is_rest =>
        {
            let annum = Annum::any(last)?;
            let in_order = |of_month: u32, m: usize, of_day: u32, n: usize| {
                date(annum, month(of_month, m)?, of_day, n)
            };
            let orders = [in_order(first, length, second, n), in_order(second, n, first, length)];
            let mut days: Vec<Day> = orders.into_iter().flatten().collect();
            days.dedup();
            // The year comes first only if no other order is possible.
            if days.is_empty()
                && length == 2
                && let Digits(third, m) = last
            {
                let annum = Annum::any(Digits(first, length))?;
                days.extend(date(annum, month(second, n)?, third, m));
            }
            (!days.is_empty()).then_some((days, 5))
        }
        [Digits(value, 8), ..] => {
            let (of_year, rest) = (value / 10_000, value % 10_000);
            let annum = Annum::full(Digits(of_year, 4))?;
            one(date(annum, month(rest / 100, 2)?, rest % 100, 2)?, 1)
        }
        [first, Mark('-' | '/'), Digits(second, 2), ..] if year(first).is_some() => {
            one(self::of_month(Annum::full(first)?, month(second, 2)?), 3)
        }
        [Digits(of_day, n), Mark(a), Month(name), Mark(b), last, ..]
            if is_mark(a) && a == b && Annum::any(last).is_some() =>
        {
            one(date(Annum::any(last)?, name, of_day, n)?, 5)
        }
        [first, Mark(a), Month(name), Mark(b), Digits(of_day, n), ..]
            if is_mark(a) && a == b && year(first).is_some() =>
        {
            one(date(Annum::full(first)?, name, of_day, n)?, 5)
        }
        [Digits(of_day, n @ 1..=2), Mark('.'), Month(name), last, ..]
            if Annum::said(last).is_some() =>
        {
            one(date(Annum::said(last)?, name, of_day, n)?, 4)
        }
        [Digits(of_day, n @ 1..=2), Month(name), last, ..]
        | [Month(name), Digits(of_day, n @ 1..=2), last, ..]
            if Annum::said(last).is_some() =>
        {
            one(date(Annum::said(last)?, name, of_day, n)?, 3)
        }
        [first, Month(name), Digits(of_day, n @ 1..=2), ..] if year(first).is_some() => {
            one(date(Annum::full(first)?, name, of_day, n)?, 3)
        }
        [Month(name), Mark('-' | '/'), last, ..] if Annum::said(last).is_some() => {
            one(self::of_month(Annum::said(last)?, name), 3)
        }
        [Month(name), last, ..] if Annum::said(last).is_some() => {
            one(self::of_month(Annum::said(last)?, name), 2)
        }
        [first, Month(name), ..] if year(first).is_some() => {
            one(self::of_month(Annum::full(first)?, name), 2)
        }
        [Digits(of_day, n @ 1..=2), Mark('.'), Month(name), ..] => {
            let dated = date(Annum(0, true), name, of_day, n)?;
            one(Day { year: None, is_short: false, ..dated }, 3)
        }
        [Month(name), Digits(of_day, n @ 1..=2), ..]
        | [Digits(of_day, n @ 1..=2), Month(name), ..] => {
            let dated = date(Annum(0, true), name, of_day, n)?;
            one(Day { year: None, is_short: false, ..dated }, 2)
        }
        [Digits(value, n @ 1..=2), Mark('/' | '.' | '-'), last, ..]
            if year(last).is_some() && !is_rest =>
        {
            one(self::of_month(Annum::full(last)?, month(value, n)?), 3)
        }
        [first, ..] => one(Day { year: Some(year(first)?), ..Day::default() }, 1),
        [] => None,
    }
}
