//! The units of short texts that consist of a number and a unit.

use crate::text::formula::parse;
use crate::text::number::currency;

/// The unit of a short text that consists of a number and one unit.
pub(crate) fn unit_of(text: &str) -> Option<String> {
    let is_part =
        |c: char| c.is_alphabetic() || matches!(c, '$' | '€' | '£' | '¥' | '₹' | '%' | '°');
    let text = text.trim().to_lowercase();
    // A currency or percent sign is a word of its own.
    let apart = |c: char| {
        if matches!(c, '$' | '€' | '£' | '¥' | '₹' | '%') {
            format!(" {c} ")
        } else {
            c.to_string()
        }
    };
    let text: String = text.chars().map(apart).collect();
    let parts = text.split(|c: char| !is_part(c)).filter(|part| !part.is_empty());
    let scales = ["thousand", "million", "billion", "trillion", "mn", "bn", "k"];
    let parts: Vec<&str> = parts.filter(|part| !scales.contains(part)).collect();
    let [unit] = parts.as_slice() else { return None };
    if !text.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    Some(name_of_unit(unit))
}

/// One name for all ways to write a unit, currencies included.
pub(super) fn name_of_unit(word: &str) -> String {
    currency(word).map_or_else(
        || match word {
            "percent" | "pct" => "%".to_owned(),
            "pounds" | "pound" | "quid" => "GBP".to_owned(),
            "d" => "day".to_owned(),
            "w" | "wk" => "week".to_owned(),
            "mo" => "month".to_owned(),
            "y" | "yr" | "yrs" => "year".to_owned(),
            "celsius" => "°c".to_owned(),
            "fahrenheit" => "°f".to_owned(),
            "t" => "ton".to_owned(),
            _ => parse::unit(&word.replace("metre", "meter")),
        },
        str::to_owned,
    )
}

#[cfg(test)]
mod tests {
    use super::unit_of;

    #[test]
    fn units_that_are_not_the_same() {
        for (a, b, same) in [
            ("5 minutes", "5 hours", false),
            ("5 min", "5 minutes", true),
            ("$5 million", "5 million dollars", true),
            ("$5 million", "€5 million", false),
            ("20 km", "20 kilometres", true),
            ("3 years", "3 yr", true),
        ] {
            assert_eq!(unit_of(a) == unit_of(b), same, "{a} {b}");
        }
        assert_eq!((unit_of("5"), unit_of("5 km per hour"), unit_of("km")), (None, None, None));
    }
}
