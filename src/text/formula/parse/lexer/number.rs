//! Numbers as signs: groups of thousands, decimals, powers of ten.

use super::{Commas, LexKind, Lexer, Token};
use crate::text::formula::rational::Rational;

impl Lexer<'_> {
    /// A number with its groups of thousands, decimals, repeating decimals and power of ten.
    pub(super) fn number(&mut self) -> Option<()> {
        let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
        let text = self.rest;
        if self.single > 0 && text.starts_with(|c: char| c.is_ascii_digit()) {
            self.single -= 1;
            let digit = &text[..1];
            self.skip(1)?;
            self.push(LexKind::Number(Rational::from_digits(digit, "", "")?, digit.to_owned()));
            return Some(());
        }
        if let Some(length) = in_base(text) {
            self.skip(length)?;
            self.push(LexKind::Digits(text[..length].to_owned()));
            return Some(());
        }
        let mut at = digits(text);
        // `10,000` is never two values.
        let behind_comma = matches!(self.tokens.last(), Some(Token { kind: LexKind::Comma, .. }));
        if self.commas == Commas::Between
            && behind_comma
            && !self.spaced
            && self.brackets == 0
            && at == 3
            && text.starts_with('0')
        {
            return None;
        }
        let mut whole = text[..at].to_owned();
        let groups = if (1..=3).contains(&at) { self.groups(&text[at..]) } else { None };
        if let Some((length, digits)) = groups {
            at += length;
            whole.push_str(&digits);
        }
        let (mut decimals, mut repeating) = ("", "");
        if let Some(rest) = text[at..].strip_prefix('.') {
            let length = digits(rest);
            let after = &rest[length..];
            if let Some(inner) =
                after.strip_prefix("\\overline{").or_else(|| after.strip_prefix("\\bar{"))
            {
                let count = digits(inner);
                if count > 0 && inner[count..].starts_with('}') {
                    repeating = &inner[..count];
                    decimals = &rest[..length];
                    at = text.len() - inner.len() + count + 1;
                }
            }
            // `5.` at the end of a sentence; `1..2` is nothing.
            if repeating.is_empty() {
                decimals = &rest[..length];
                at += 1 + length;
            }
        }
        let mut value = Rational::from_digits(&whole, decimals, repeating)?;
        if let Some((length, exponent)) = scientific(&text[at..]) {
            at += length;
            value = value.times(&Rational::from(10).power(exponent)?);
        }
        self.skip(at)?;
        self.push(LexKind::Number(value, text[..at].to_owned()));
        Some(())
    }

    /// Groups of three digits: how many bytes, and the digits. Between brackets a plain comma separates
    /// values.
    fn groups(&mut self, text: &str) -> Option<(usize, String)> {
        const SPACES: [&str; 8] = [" ", "\\ ", "\\,", "\\;", "~", "\u{2009}", "\u{202f}", "\u{a0}"];
        const COMMAS: [&str; 5] = [",\\!", "{,}", ",\\,", "\\!,\\!", "\\text{,}"];
        let soft = self.commas != Commas::Between && self.brackets == 0;
        let mut candidates = COMMAS.iter().chain(&SPACES).copied().chain(soft.then_some(","));
        let (separator, length, digits) = candidates.find_map(|separator| {
            let (mut rest, mut digits) = (text, String::new());
            while let Some(next) = rest.strip_prefix(separator) {
                let count = next.bytes().take_while(u8::is_ascii_digit).count();
                if count != 3 {
                    break;
                }
                digits.push_str(&next[..3]);
                rest = &next[3..];
            }
            let ends = !rest.trim_start().starts_with('/') || !SPACES.contains(&separator);
            (!digits.is_empty() && ends).then(|| (separator, text.len() - rest.len(), digits))
        })?;
        if separator == "," {
            self.commas = Commas::Used;
        }
        Some((length, digits))
    }
}

/// The length of digits that have a base behind them.
fn in_base(text: &str) -> Option<usize> {
    let length = text
        .bytes()
        .take_while(|b| b.is_ascii_digit() || b.is_ascii_uppercase() || *b == b'.')
        .count();
    let rest = &text[length..];
    rest.trim_start().starts_with('_').then_some(length)
}

/// `e6` behind digits: its length and its exponent.
fn scientific(text: &str) -> Option<(usize, i32)> {
    let rest = text.strip_prefix(['e', 'E'])?;
    let digits = rest.strip_prefix(['+', '-']).unwrap_or(rest);
    let count = digits.bytes().take_while(u8::is_ascii_digit).count();
    let ends = !digits[count..].starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '^');
    if !(1..=4).contains(&count) || !ends {
        return None;
    }
    let length = text.len() - digits.len() + count;
    let exponent = text[1..length].strip_prefix('+').unwrap_or(&text[1..length]).parse().ok()?;
    Some((length, exponent))
}
