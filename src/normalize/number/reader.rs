//! One number after the other: what belongs to each, to its left and to its right.

use super::clean::Mark;
use super::decimal::Decimal;
use super::digits::{Reading, read as read_digits, run};
use super::words::{self, Unit};
use super::{Locale, Number, Percent, Standing};

/// A number, and where it stands among the marks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub(super) number: Number,
    /// First mark, sign and currency included.
    pub(super) from: usize,
    /// Mark after the last.
    pub(super) to: usize,
    /// Whether there are only digits: no mark, sign, currency, scale or unit.
    pub(super) bare: bool,
    /// Whether it stands in round brackets of its own.
    pub(super) bracketed: bool,
}

/// Reads the numbers of a text.
pub(super) struct Reader<'a> {
    marks: &'a [Mark],
    locale: Locale,
    found: Vec<Found>,
}

/// What stands before the digits.
struct Left {
    from: usize,
    negative: bool,
    bracket: bool,
    currency: Option<&'static str>,
    /// Whether the currency is a dollar sign alone, which may open a formula.
    dollar: bool,
}

/// What stands behind them.
#[derive(Default)]
#[allow(clippy::struct_excessive_bools, reason = "each stands for a sign that was seen or not")]
struct Right {
    to: usize,
    scale: i32,
    prefix: i32,
    percent: Option<Percent>,
    currency: Option<&'static str>,
    unit: Option<Unit>,
    per: bool,
    closed: bool,
    /// Whether a dollar sign closes a formula.
    formula: bool,
    /// Whether the bracket held more than a number with currency and percent.
    crowded: bool,
}

impl<'a> Reader<'a> {
    pub(super) fn new(marks: &'a [Mark], locale: Locale) -> Self {
        Self { marks, locale, found: Vec::new() }
    }

    /// All numbers, from left to right.
    pub(super) fn read(mut self) -> Vec<Found> {
        let mut place = 0;
        while place < self.marks.len() {
            place = self.step(place);
        }
        self.found
    }

    fn at(&self, place: usize) -> char {
        self.marks.get(place).map_or('\0', |mark| mark.c)
    }

    fn before(&self, place: usize) -> char {
        place.checked_sub(1).map_or('\0', |place| self.at(place))
    }

    /// Reads what begins at a mark, and says where to go on.
    fn step(&mut self, place: usize) -> usize {
        let c = self.at(place);
        if c == '【' {
            // A citation, as some models write them.
            let close = (1..40).find(|step| self.at(place + step) == '】');
            return place + close.unwrap_or(0) + 1;
        }
        if let Some((above, below)) = words::fraction(c) {
            let value = Decimal::quotient(above, below);
            return value.map_or(place + 1, |value| self.keep(place, place + 1, value, None));
        }
        let point = c == '.' && self.at(place + 1).is_ascii_digit();
        if !c.is_ascii_digit() && !point {
            return place + 1;
        }
        if let Some(end) = self.date(place).or_else(|| self.time(place)) {
            return end;
        }
        if let Some(end) = self.citation(place) {
            return end;
        }
        let labelled = {
            let (word, dotted) = self.word_before(place);
            words::is_label(&word, dotted)
        };
        let end = run(self.marks, place, !labelled).max(place + 1);
        match read_digits(&self.marks[place..end], self.locale) {
            Reading::One(value, decimals) => self.number(place, end, value, decimals),
            Reading::Several => {
                let mut from = place;
                while from < end {
                    let stop = (from..end).find(|place| self.at(*place) == ',').unwrap_or(end);
                    let part = read_digits(&self.marks[from..stop], Locale::En);
                    if let Reading::One(value, decimals) = part {
                        let next = self.number(from, stop, value, decimals);
                        if stop == end {
                            return next;
                        }
                    }
                    from = stop + 1;
                }
                end
            }
            Reading::None => self.skip_letters(end),
        }
    }

    /// The number of a run of digits, with what it is written with: a power of ten, a fraction.
    fn number(&mut self, from: usize, end: usize, value: Decimal, decimals: i32) -> usize {
        let digits = end - from;
        if let Some((value, end)) = self.mixed(end, value) {
            return self.keep(from, end, value, None);
        }
        if let Some((value, end)) = self.division(from, end) {
            return self.keep(from, end, value, None);
        }
        // A power of ten alone, or behind the digits.
        let ten = digits == 2 && self.at(from) == '1' && self.at(from + 1) == '0';
        let power = if ten { self.raised(end) } else { None };
        let power = match power {
            Some((power, end)) => Some((power - 1, end)),
            None => self.exponent(end),
        };
        if let Some((power, end)) = power {
            return match value.shifted(power) {
                Some(value) => self.keep(from, end, value, Some(power.saturating_sub(decimals))),
                None => end,
            };
        }
        // A raised number behind other digits is that of a footnote.
        let footnote = (end..end + 4).find(|place| words::raised(self.at(*place)).is_none());
        let mut stop = footnote.unwrap_or(end);
        if self.at(stop) == '^' {
            stop += 1 + usize::from(self.at(stop + 1) == '-');
            while self.at(stop).is_ascii_digit() {
                stop += 1;
            }
        }
        self.keep(from, stop, value, Some(-decimals))
    }

    /// Keeps a number with what stands around it, unless that makes it none; says where to go on.
    fn keep(&mut self, from: usize, end: usize, value: Decimal, last_digit: Option<i32>) -> usize {
        let Some(left) = self.left(from) else {
            return self.year_in_name(from, end, value).unwrap_or_else(|| self.skip_letters(end));
        };
        let Some(right) = self.right(end, &left) else { return self.skip_letters(end) };
        let bracketed = left.bracket && right.closed;
        let four =
            end - from == 4 && self.marks[from..end].iter().all(|mark| mark.c.is_ascii_digit());
        let calendar = four && is_year(value);
        let accounting = bracketed && !right.crowded && !self.is_remark(left.from) && !calendar;
        let negative = left.negative || accounting;
        let (to, start) = (right.to, if bracketed { left.from } else { self.outside(&left, from) });
        let points = if right.percent == Some(Percent::BasisPoints) { -2 } else { 0 };
        let power = right.scale + right.prefix + points;
        let Some(value) = value.shifted(power) else { return to };
        let currency = left.currency.filter(|_| !right.formula).or(right.currency);
        let bare = to == end && !left.negative && currency.is_none() && left.from == from;
        let plain = right.scale == 0
            && right.prefix == 0
            && right.percent.is_none()
            && right.unit.is_none()
            && currency.is_none()
            && !left.negative;
        let number = Number {
            start: self.marks[start].start as usize,
            end: self.marks[to - 1].end as usize,
            value: if negative { value.negated() } else { value },
            last_digit: last_digit.map(|digit| digit.saturating_add(power)),
            scale: right.scale,
            prefix: right.prefix,
            percent: right.percent,
            currency,
            unit: right.unit,
            per: right.per,
            standing: if calendar && plain { Standing::Year } else { Standing::Quantity },
            range: false,
        };
        let only = self.marks[from..end].iter().all(|mark| mark.c.is_ascii_digit());
        let bare = only && (bare || (bracketed && plain));
        self.found.push(Found { number, from: start, to, bare, bracketed });
        // The short second half of a business year, as in 2022/23.
        if number.standing == Standing::Year
            && matches!(self.at(to), '/' | '-' | '–')
            && (1..=2).all(|step| self.at(to + step).is_ascii_digit())
            && !self.at(to + 3).is_ascii_digit()
        {
            return to + 3;
        }
        to
    }

    /// Where a number begins when its bracket does not close behind it.
    fn outside(&self, left: &Left, from: usize) -> usize {
        let bracket = (left.from..from).rev().find(|place| self.at(*place) == '(');
        let mut start = bracket.map_or(left.from, |place| place + 1);
        while start < from && self.at(start) == ' ' {
            start += 1;
        }
        start
    }

    /// Sign, currency and bracket before the digits; `None` where letters or signs there make it a
    /// name, a label or a part of something else.
    fn left(&self, from: usize) -> Option<Left> {
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
                                && !self.number_before(start)
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

    /// Percent, scale, currency, unit and closing bracket behind the digits; `None` where letters there
    /// make it an ordinal or a name.
    fn right(&self, end: usize, left: &Left) -> Option<Right> {
        let mut right = Right { to: end, ..Right::default() };
        let mut scales = 0;
        loop {
            let mut place = right.to;
            while self.at(place) == ' ' && place < right.to + 2 {
                place += 1;
            }
            let c = self.at(place);
            let hyphen = c == '-' && place == right.to && self.at(place + 1).is_ascii_alphabetic();
            if hyphen {
                place += 1;
            }
            let glued = place == right.to;
            let (word, stop) = self.word_at(place);
            let inside = left.bracket && !right.closed;
            if c == ')' && inside {
                right.closed = true;
                right.to = place + 1;
                continue;
            }
            if right.percent.is_none()
                && let Some((percent, stop)) = self.percent_at(place, &word, stop)
            {
                right.percent = Some(percent);
                right.to = stop;
                continue;
            }
            if c == '$' && left.dollar && glued {
                right.formula = true;
                right.to = place + 1;
                continue;
            }
            if word.is_empty() {
                let sign = words::sign(c, "").filter(|_| {
                    right.currency.is_none()
                        && left.currency.is_none()
                        && !self.at(place + 1).is_ascii_digit()
                        && !self.at(place + 1).is_alphabetic()
                });
                let Some(sign) = sign else { break };
                right.currency = Some(sign);
                right.to = place + 1;
                continue;
            }
            if right.unit.is_none()
                && let Some((unit, power, stop)) = self.unit_at(&word, stop)
            {
                right.unit = Some(unit);
                right.prefix = power;
                right.crowded |= inside;
                right.to = stop;
                continue;
            }
            let currency = left.currency.is_some() || right.currency.is_some();
            let raised = words::raised(self.at(stop)).is_some();
            let tonnes = || {
                let (next, after) = self.word_at(self.skip_spaces(stop));
                self.unit_at(&next, after).is_some()
            };
            let letter = |word: &str| {
                let near = glued && !hyphen && right.to == end;
                let letter = words::scale_letter(word, currency)?;
                (near || currency || tonnes()).then_some(letter)
            };
            if right.unit.is_none()
                && scales < 3
                && !raised
                && let Some(power) = words::scale(&word).or_else(|| letter(&word))
            {
                // The company 3M has its own; so has a possessive.
                if self.at(stop) == '\'' && self.at(stop + 1) == 's' {
                    return None;
                }
                scales += 1;
                right.scale += power;
                right.crowded |= inside;
                right.to = stop;
                continue;
            }
            if !currency && let Some(code) = words::currency(&word) {
                right.currency = Some(code);
                right.to = stop;
                continue;
            }
            if right.to == end && (hyphen || glued) && !is_loose_suffix(&word, hyphen) {
                return None;
            }
            break;
        }
        if right.scale == 0
            && let Some((power, stop)) = self.in_scale(right.to)
        {
            right.scale = power;
            right.to = stop;
        }
        let after = self.skip_spaces(right.to);
        let (word, _) = self.word_at(after);
        let slash = self.at(after) == '/' && !self.at(after + 1).is_ascii_digit();
        right.per = word == "per" || (slash && (right.unit.is_some() || right.currency.is_some()));
        if left.bracket && !right.closed && self.at(self.skip_spaces(right.to)) != ')' {
            right.crowded = true;
        }
        Some(right)
    }

    /// Percent and its kin.
    fn percent_at(&self, place: usize, word: &str, stop: usize) -> Option<(Percent, usize)> {
        if self.at(place) == '%' {
            let next = self.skip_spaces(place + 1);
            let next = next + usize::from(self.at(next) == '-');
            let (word, stop) = self.word_at(next);
            let points = matches!(word.as_str(), "points" | "point" | "pts");
            return Some(if points {
                (Percent::Points, stop)
            } else {
                (Percent::Percent, place + 1)
            });
        }
        let next = self.skip_spaces(stop);
        let (second, second_stop) = self.word_at(next);
        let points = matches!(second.as_str(), "points" | "point" | "pts");
        match word {
            "percent" | "percentage" | "Percent" | "pct" if points => {
                Some((Percent::Points, second_stop))
            }
            "percent" | "Percent" | "pct" => Some((Percent::Percent, stop)),
            "per" if second == "cent" => Some((Percent::Percent, second_stop)),
            "pp" | "pps" | "ppt" | "ppts" => Some((Percent::Points, stop)),
            "basis" if points => Some((Percent::BasisPoints, second_stop)),
            "bps" | "bp" | "bips" => Some((Percent::BasisPoints, stop)),
            _ => None,
        }
    }

    /// A unit, with the words that belong to it.
    fn unit_at(&self, word: &str, stop: usize) -> Option<(Unit, i32, usize)> {
        if word.is_empty() {
            return None;
        }
        let (unit, power, mut stop) = if word.eq_ignore_ascii_case("metric") {
            let (second, stop) = self.word_at(self.skip_spaces(stop));
            let (unit, power) = words::unit(&second).filter(|_| second.len() > 2)?;
            (unit, power, stop)
        } else {
            let (unit, power) = words::unit(word)?;
            (unit, power, stop)
        };
        let mut next = self.skip_spaces(stop);
        let (of, after) = self.word_at(next);
        if of == "of" {
            next = self.skip_spaces(after);
        }
        let (gas, after) = self.word_at(next);
        if words::is_gas(&gas) {
            stop = after;
            let (equivalent, after) = self.word_at(self.skip_spaces(stop));
            if equivalent.starts_with("equivalent") || equivalent == "eq" || equivalent == "e" {
                stop = after;
            }
        }
        Some((unit, power, stop))
    }

    /// `in millions`, also in brackets, behind a number.
    fn in_scale(&self, place: usize) -> Option<(i32, usize)> {
        let mut next = self.skip_spaces(place);
        let bracket = self.at(next) == '(';
        next += usize::from(bracket);
        let (word, stop) = self.word_at(next);
        if word != "in" {
            return None;
        }
        let (scale, stop) = self.word_at(self.skip_spaces(stop));
        let power = words::scale(&scale).filter(|_| scale.ends_with('s'))?;
        Some((power, stop + usize::from(bracket && self.at(stop) == ')')))
    }
}

impl Reader<'_> {
    /// The letters right before a mark, at most 24, and where they begin.
    fn letters_before(&self, place: usize) -> (String, usize) {
        let mut start = place;
        while start > 0 && place - start < 24 && self.before(start).is_alphabetic() {
            start -= 1;
        }
        (self.marks[start..place].iter().map(|mark| mark.c).collect(), start)
    }

    /// The same, where they do not belong to the number before.
    fn free_letters(&self, place: usize) -> (String, usize) {
        let (word, start) = self.letters_before(place);
        let free = self.found.last().is_none_or(|last| last.to <= start);
        if free { (word, start) } else { (String::new(), place) }
    }

    /// The word before a mark, with spaces between, and whether a full stop follows it.
    fn word_before(&self, place: usize) -> (String, bool) {
        let mut end = place;
        while end > 0 && place - end < 3 && matches!(self.before(end), ' ' | '#' | '(') {
            end -= 1;
        }
        let dotted = self.before(end) == '.';
        let (word, _) = self.letters_before(end - usize::from(dotted));
        (word, dotted)
    }

    /// A word from a mark on: letters, the 2 of CO2, and the hyphen of CO2-eq. At most 24 marks.
    fn word_at(&self, place: usize) -> (String, usize) {
        let mut word = String::new();
        let mut stop = place;
        while stop < place + 24 {
            match self.at(stop) {
                c if c.is_alphabetic() => word.push(c),
                '₂' | '2' if word.ends_with("CO") || word.ends_with("co") => word.push('2'),
                '-' if word.ends_with("CO2") && self.at(stop + 1) == 'e' => word.push('-'),
                _ => break,
            }
            stop += 1;
        }
        (word, stop)
    }

    fn skip_spaces(&self, place: usize) -> usize {
        (place..place + 3).find(|place| self.at(*place) != ' ').unwrap_or(place + 3)
    }

    /// Goes on behind the letters and digits that are glued together.
    fn skip_letters(&self, place: usize) -> usize {
        let mut stop = place;
        while self.at(stop).is_alphanumeric() && words::fraction(self.at(stop)).is_none() {
            stop += 1;
        }
        stop
    }

    fn number_before(&self, place: usize) -> bool {
        self.before(place) == ' ' && self.before(place - 1).is_ascii_digit()
    }

    /// Whether a bracket in a sentence only adds to what stands before it, the same in other words after a
    /// number or a remark after a noun: 0.153 (15.3%), the liabilities ($577).
    fn is_remark(&self, bracket: usize) -> bool {
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
        !word.is_empty() && !words::leads_to_number(&word)
    }

    /// Whether the number only says how far another may be off.
    fn is_margin(&self, from: usize) -> bool {
        let mut end = from;
        while end > 0 && from - end < 2 && self.before(end) == ' ' {
            end -= 1;
        }
        self.before(end) == '±' && end > 1 && !self.found.is_empty()
    }

    /// Whether the number is what something else is counted by, as in t / 100 million or per 1000.
    fn is_denominator(&self, from: usize) -> bool {
        let mut end = from;
        while end > 0 && from - end < 2 && self.before(end) == ' ' {
            end -= 1;
        }
        if self.before(end) == '/' {
            let mut end = end - 1;
            while end > 0 && from - end < 4 && self.before(end) == ' ' {
                end -= 1;
            }
            return self.before(end).is_alphabetic() || self.before(end) == '₂';
        }
        self.letters_before(end).0 == "per"
    }

    /// Whether it is the day of a date with the name of a month.
    fn is_day(&self, from: usize) -> bool {
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
        let (word, _) = self.word_before(from);
        let number = self.at(end) == '.' || self.at(end) == ',';
        let decimals = number && self.at(end + 1).is_ascii_digit();
        words::is_month(&word) && !decimals && self.percent_at(next, "", next).is_none()
    }

    /// The year in FY2018.
    fn year_in_name(&mut self, from: usize, end: usize, value: Decimal) -> Option<usize> {
        let (word, start) = self.letters_before(from);
        let year = end - from == 4 && is_year(value) && !self.at(end).is_alphanumeric();
        if !year || !matches!(word.as_str(), "FY" | "CY" | "FYE") {
            return None;
        }
        self.found.push(Found {
            number: self.year(from, end, value),
            from: start,
            to: end,
            bare: false,
            bracketed: false,
        });
        Some(end)
    }

    fn year(&self, from: usize, end: usize, value: Decimal) -> Number {
        Number {
            start: self.marks[from].start as usize,
            end: self.marks[end - 1].end as usize,
            value,
            last_digit: Some(0),
            scale: 0,
            prefix: 0,
            percent: None,
            currency: None,
            unit: None,
            per: false,
            standing: Standing::Year,
            range: false,
        }
    }

    /// A date in digits, as 2022-12-31 or 31.12.22: where it ends. Its year is kept.
    fn date(&mut self, from: usize) -> Option<usize> {
        let mut parts = [(0_usize, 0_u32); 3];
        let mut place = from;
        let mut mark = '\0';
        for (index, part) in parts.iter_mut().enumerate() {
            if index > 0 {
                let c = self.at(place);
                if !matches!(c, '-' | '/' | '.') || (index == 2 && c != mark) {
                    return None;
                }
                mark = c;
                place += 1;
            }
            let start = place;
            while self.at(place).is_ascii_digit() && place - start < 5 {
                part.1 = part.1 * 10 + self.at(place).to_digit(10)?;
                place += 1;
            }
            part.0 = place - start;
        }
        let more = matches!(self.at(place), '-' | '/' | '.') && self.at(place + 1).is_ascii_digit();
        if more || self.at(place).is_ascii_digit() || self.before(from).is_alphanumeric() {
            return None;
        }
        let short = |part: (usize, u32)| (1..=2).contains(&part.0);
        let [one, two, three] = parts;
        let (year, rest) = match (one.0, three.0) {
            (4, 1..=2) if short(two) => (Some(one.1), [two.1, three.1]),
            (1..=2, 4) if short(two) => (Some(three.1), [one.1, two.1]),
            (1..=2, 2) if short(two) => (None, [one.1, two.1]),
            _ => return None,
        };
        let plausible =
            rest.iter().all(|part| (1..=31).contains(part)) && rest.iter().any(|part| *part <= 12);
        if !plausible || (year.is_none() && three.1 > 99) {
            return None;
        }
        if let Some(year) = year {
            let value = Decimal::new(i64::from(year), 0);
            if is_year(value) {
                let number = self.year(from, place, value);
                self.found.push(Found { number, from, to: place, bare: false, bracketed: false });
            }
        }
        Some(place)
    }

    /// A time of day, as 10:30: where it ends.
    fn time(&self, from: usize) -> Option<usize> {
        let two =
            |place: usize| self.at(place).is_ascii_digit() && self.at(place + 1).is_ascii_digit();
        let colon = from + if two(from) { 2 } else { 1 };
        let minute = self.at(colon) == ':' && two(colon + 1) && self.at(colon + 1) < '6';
        if !minute || self.at(colon + 3).is_alphanumeric() || self.before(from).is_alphanumeric() {
            return None;
        }
        let seconds = self.at(colon + 3) == ':' && two(colon + 4);
        Some(colon + if seconds { 6 } else { 3 })
    }

    /// A citation as [3] or [3, 12]: where it ends. A text that is nothing else is none.
    fn citation(&self, from: usize) -> Option<usize> {
        if self.before(from) != '[' {
            return None;
        }
        let mut place = from;
        while place < from + 40 {
            match self.at(place) {
                ']' => {
                    let blank = |marks: &[Mark]| marks.iter().all(|mark| mark.c.is_whitespace());
                    let before = self.marks[..from - 1].len().min(40);
                    let alone = before < 40
                        && blank(&self.marks[..before])
                        && self.marks.len() - place < 40
                        && blank(&self.marks[place + 1..]);
                    return (!alone).then_some(place + 1);
                }
                c if c.is_ascii_digit() || matches!(c, ',' | ' ' | '-' | '–') => place += 1,
                _ => return None,
            }
        }
        None
    }

    /// A whole number and a fraction of one character: 3½.
    fn mixed(&self, end: usize, value: Decimal) -> Option<(Decimal, usize)> {
        let place = end + usize::from(self.at(end) == ' ');
        let (above, below) = words::fraction(self.at(place))?;
        Some((value.plus(Decimal::quotient(above, below)?), place + 1))
    }

    /// A fraction of two short whole numbers: 3/4.
    fn division(&self, from: usize, end: usize) -> Option<(Decimal, usize)> {
        let whole = |from: usize, end: usize| {
            let text: String = self.marks[from..end].iter().map(|mark| mark.c).collect();
            (text.len() <= 3).then(|| text.parse::<u32>().ok()).flatten()
        };
        if self.at(end) != '/' || self.before(from) == '/' {
            return None;
        }
        let above = whole(from, end)?;
        let below = end + 1;
        let stop = (below..below + 4).find(|place| !self.at(*place).is_ascii_digit())?;
        let below = whole(below, stop)?;
        let goes_on =
            matches!(self.at(stop), '/' | '.' | ',') && self.at(stop + 1).is_ascii_digit();
        if goes_on || self.at(stop).is_alphabetic() {
            return None;
        }
        Some((Decimal::quotient(above, below)?, stop))
    }

    /// A power of ten behind digits: e6, × 10^6, x 10⁶.
    fn exponent(&self, end: usize) -> Option<(i32, usize)> {
        if matches!(self.at(end), 'e' | 'E') {
            let (power, stop) = self.whole(end + 1)?;
            return (!self.at(stop).is_alphanumeric()).then_some((power, stop));
        }
        let times = self.skip_spaces(end);
        if !matches!(self.at(times), '×' | 'x' | 'X') {
            return None;
        }
        let ten = self.skip_spaces(times + 1);
        if self.at(ten) != '1' || self.at(ten + 1) != '0' {
            return None;
        }
        self.raised(ten + 2)
    }

    /// What is raised: ^6, ⁶.
    fn raised(&self, place: usize) -> Option<(i32, usize)> {
        if self.at(place) == '^' {
            let bracket = usize::from(self.at(place + 1) == '(');
            let (power, stop) = self.whole(place + 1 + bracket)?;
            return Some((power, stop + usize::from(bracket == 1 && self.at(stop) == ')')));
        }
        let mut text = String::new();
        let mut stop = place;
        while let Some(c) = words::raised(self.at(stop)).filter(|_| text.len() < 4) {
            text.push(c);
            stop += 1;
        }
        Some((text.parse().ok()?, stop))
    }

    /// A whole number with a sign, of few digits.
    fn whole(&self, place: usize) -> Option<(i32, usize)> {
        let sign = usize::from(matches!(self.at(place), '-' | '+' | '–'));
        let mut stop = place + sign;
        let mut power = 0_i32;
        while let Some(digit) = self.at(stop).to_digit(10) {
            power = power.saturating_mul(10).saturating_add(digit.cast_signed());
            stop += 1;
        }
        let negative = sign == 1 && self.at(place) != '+';
        (stop > place + sign).then_some((if negative { -power } else { power }, stop))
    }
}

fn is_year(value: Decimal) -> bool {
    value >= Decimal::new(1900, 0) && value <= Decimal::new(2099, 0)
}

/// Letters behind digits that leave them a quantity, such as a unit that is not converted: 45kg of, 3x.
/// Not those of an ordinal, of a decade, or a capital: 3rd, 1990s, 5G, 7A. Behind a hyphen it is the name of
/// a thing: 10-K, 5-year.
fn is_loose_suffix(word: &str, hyphen: bool) -> bool {
    let ordinal = matches!(word, "st" | "nd" | "rd" | "th" | "ST" | "ND" | "RD" | "TH" | "s");
    let capital = word.chars().count() == 1 && word.chars().all(char::is_uppercase);
    !hyphen && !ordinal && !capital
}
