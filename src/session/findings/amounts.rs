//! Amounts that are equal although two texts give them in different ways: fractions, shares, durations, losses.

use super::written::numbers_in;
use crate::text::digit;
use crate::understand::reading::number;

/// Seconds in a unit of time, by the first letters of its name.
const SPANS: [(&str, f64); 9] = [
    ("sec", 1.0),
    ("min", 60.0),
    ("hour", 3600.0),
    ("hr", 3600.0),
    ("day", 86_400.0),
    ("week", 604_800.0),
    ("month", 2_629_800.0),
    ("year", 31_557_600.0),
    ("decade", 315_576_000.0),
];

/// Words that say that an amount decreased, or is owed.
const LOSSES: [&str; 16] = [
    "decrease", "decline", "fell", "fall", "down", "drop", "loss", "lost", "lower", "reduc",
    "deficit", "shrank", "shrink", "negative", "minus", "below zero",
];

/// Words for powers of ten.
const SCALES: [&str; 7] = ["thousand", "million", "billion", "trillion", "mn", "bn", "lakh"];

/// Texts that mean that there is no value.
const ZEROS: [&str; 6] = ["-", "–", "—", "nil", "none", "zero"];

/// Whether a text gives the amount of a gold answer in another way.
pub(super) fn are_equal(gold: &str, said: &str) -> bool {
    let in_ascii = |text: &str| text.trim().chars().map(digit::ascii).collect::<String>();
    let other_script = said.chars().any(|c| digit::ascii(c) != c);
    let (gold, said) = (in_ascii(gold), in_ascii(said));
    let close = |a: f64, b: f64| (a - b).abs() <= 1e-6 * a.abs().max(b.abs());
    if let (Some(a), Some(b)) = (span(&gold), span(&said)) {
        return close(a, b);
    }
    if let Some((value, off)) = tolerance(&gold) {
        return number(&said).is_some_and(|other| (other - value).abs() <= off * (1.0 + 1e-9));
    }
    if let Some((low, high)) = range(&gold) {
        return range(&said) == Some((low, high))
            || number(&said).is_some_and(|other| low <= other && other <= high);
    }
    if are_same_numbers(&gold, &said) {
        return true;
    }
    match number(&gold) {
        Some(value) => {
            let is_zero = value == 0.0 && ZEROS.contains(&&*said.to_lowercase());
            let among = |other: f64| close(value, other) || close(value, 100.0 * other);
            is_zero
                || (other_script && number(&said).is_some_and(|other| close(value, other)))
                || fraction(&said).is_some_and(among)
                || scaled(&said).is_some_and(|other| close(value, other))
                || (value < 0.0 && loss(&said).is_some_and(|lost| close(-value, lost)))
        }
        None => fraction(&gold).zip(number(&said)).is_some_and(|(a, b)| close(a, b)),
    }
}

/// The number in a gold answer that states its own tolerance, and the tolerance: `5 ± 0.2`.
fn tolerance(gold: &str) -> Option<(f64, f64)> {
    let (value, off) = gold.split_once('±').or_else(|| gold.split_once("+/-"))?;
    number(value.trim()).zip(number(off.trim()))
}

/// The ends of a range, if this is the whole text: `10-12`, `10 to 12`. Two years are a span of time, not a
/// range.
pub(super) fn range(text: &str) -> Option<(f64, f64)> {
    let lower = text.trim().to_lowercase();
    let inner = lower.strip_prefix("between ").or_else(|| lower.strip_prefix("from "));
    let (low, high) = match inner {
        Some(inner) => inner.split_once(" and ").or_else(|| inner.split_once(" to "))?,
        None => lower.split_once(" to ").or_else(|| lower.split_once(['-', '–', '—', '~']))?,
    };
    let begins = |text: &str| text.starts_with(|c: char| c.is_ascii_digit() || c == '$');
    let (low, high) = (low.trim(), high.trim());
    if !begins(low) || !begins(high) {
        return None;
    }
    let (low, high) = number(low).zip(number(high))?;
    let is_year = |value: f64| value.fract() == 0.0 && (1000.0..2200.0).contains(&value);
    (low < high && !(is_year(low) && is_year(high))).then_some((low, high))
}

/// The value of a fraction, if this is the whole text: `1/2`, `1 1/2`, `3 out of 4`, `1 in 5`.
fn fraction(text: &str) -> Option<f64> {
    let lower =
        text.to_lowercase().replace(" out of ", "/").replace(" of ", "/").replace(" in ", "/");
    let (above, below) = lower.split_once('/')?;
    let (whole, above) = above.trim().rsplit_once(' ').unwrap_or(("0", above.trim()));
    let digits = |text: &str| text.trim().trim_end_matches('.').parse::<u32>().ok().map(f64::from);
    let (whole, above, below) = (digits(whole)?, digits(above)?, digits(below)?);
    (below > 0.0).then(|| whole + above / below)
}

/// The seconds of a duration in one unit, if this is the whole text.
fn span(text: &str) -> Option<f64> {
    let lower = text.to_lowercase();
    let (amount, unit) = lower.split_once(' ')?;
    let amount = if matches!(amount, "a" | "an") { 1.0 } else { number(amount)? };
    let unit = unit.trim_end_matches('.');
    let (_, seconds) = SPANS.iter().find(|(name, _)| unit.starts_with(name))?;
    (unit.chars().all(char::is_alphabetic)).then_some(amount * seconds)
}

/// The only number in a text about a loss.
fn loss(text: &str) -> Option<f64> {
    let lower = text.to_lowercase();
    match numbers_in(text)[..] {
        [only] if only > 0.0 && LOSSES.iter().any(|word| lower.contains(word)) => Some(only),
        _ => None,
    }
}

/// The only number in a text that gives it in thousands, millions or more, without this unit.
fn scaled(text: &str) -> Option<f64> {
    let lower = text.to_lowercase();
    let mut words = lower.split(|c: char| !c.is_alphanumeric());
    match numbers_in(text)[..] {
        [only] if words.any(|word| SCALES.contains(&word)) => Some(only),
        _ => None,
    }
}

/// Whether two texts list the same two or more numbers, in whatever order.
fn are_same_numbers(a: &str, b: &str) -> bool {
    let list = |text: &str| {
        let parts = text.split([',', ';', ' ', '=']).filter(|part| !part.is_empty());
        let mut all: Vec<f64> = parts.filter_map(number).collect();
        all.sort_by(f64::total_cmp);
        all
    };
    let (a, b) = (list(a), list(b));
    a.len() > 1 && a == b
}

#[cfg(test)]
mod tests {
    use super::are_equal;

    #[test]
    fn one_amount_in_two_ways() {
        for (gold, said, equal) in [
            ("0.5", "1/2", true),
            ("1.5", "1 1/2", true),
            ("0.75", "3 out of 4", true),
            ("75", "3 out of 4", true),
            ("0.75", "2/3", false),
            ("90 minutes", "1.5 hours", true),
            ("36 months", "3 years", true),
            ("10 years", "a decade", true),
            ("5 weeks", "6 weeks", false),
            ("-5%", "decreased by 5%", true),
            ("5%", "decreased by 5%", false),
            ("-45", "a loss of 45", true),
            ("-45", "a profit of 45", false),
            ("-17", "17 below zero", true),
            ("5.2", "$5.2 million", true),
            ("0", "–", true),
            ("1", "–", false),
            ("42", "٤٢", true),
            ("5 ± 0.2", "5.1", true),
            ("12 ± 1", "14", false),
            ("2,3", "3,2", true),
            ("10-12", "11", true),
            ("10–12%", "10 to 12%", true),
            ("10-12", "13", false),
            ("1914-1918", "1916", false),
            ("3-1", "2", false),
            ("-1, 5", "x=-1 or x=5", true),
            ("2, 8", "2, 9", false),
        ] {
            assert_eq!(are_equal(gold, said), equal, "{gold} {said}");
        }
    }
}
