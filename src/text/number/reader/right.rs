//! What stands behind the digits of a number: percent, scale, currency, unit.

use super::super::Percent;
use super::super::words::{self, Unit};
use super::NumberReader;
use super::left::Left;

/// What stands behind them.
#[derive(Default)]
#[allow(clippy::struct_excessive_bools, reason = "each stands for a sign that was seen or not")]
pub(super) struct Right {
    pub(super) to: usize,
    pub(super) scale: i32,
    pub(super) prefix: i32,
    pub(super) percent: Option<Percent>,
    pub(super) currency: Option<&'static str>,
    pub(super) unit: Option<Unit>,
    pub(super) per: bool,
    pub(super) closed: bool,
    /// Whether a dollar sign closes a formula.
    pub(super) formula: bool,
    /// Whether the bracket held more than a number with currency and percent.
    pub(super) crowded: bool,
}

impl NumberReader<'_> {
    /// Percent, scale, currency, unit and closing bracket behind the digits; `None` where letters there
    /// make it an ordinal or a name.
    pub(super) fn right(&self, end: usize, left: &Left) -> Option<Right> {
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
    pub(super) fn percent_at(
        &self,
        place: usize,
        word: &str,
        stop: usize,
    ) -> Option<(Percent, usize)> {
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

/// Letters behind digits that leave them a quantity, such as a unit that is not converted: 45kg of, 3x.
/// Not those of an ordinal, of a decade, or a capital: 3rd, 1990s, 5G, 7A. Behind a hyphen it is the name of
/// a thing: 10-K, 5-year.
fn is_loose_suffix(word: &str, hyphen: bool) -> bool {
    let ordinal = matches!(word, "st" | "nd" | "rd" | "th" | "ST" | "ND" | "RD" | "TH" | "s");
    let capital = word.chars().count() == 1 && word.chars().all(char::is_uppercase);
    !hyphen && !ordinal && !capital
}
