//! Words and signs beside a number: scales, units, currencies, and what makes it no quantity.

use super::decimal::Decimal;
use crate::text::date::month;

/// What a unit measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dimension {
    /// In tonnes.
    Mass,
    /// In joules.
    Energy,
    /// In watts.
    Power,
    /// In metres.
    Length,
    /// In square metres.
    Area,
    /// In cubic metres.
    Volume,
    /// In seconds.
    Time,
    /// In months, which have no fixed number of days.
    Calendar,
    /// In metres an hour.
    Speed,
    /// In bits.
    Data,
    /// In hertz.
    Frequency,
    /// In pascals.
    Pressure,
    /// In volts.
    Voltage,
    /// In ninths of a kelvin.
    Temperature,
}

/// A unit that can be converted into others of its dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    /// What it measures.
    pub dimension: Dimension,
    /// Its symbol.
    pub symbol: &'static str,
    /// How many base units it has: `of_base * 10^power`.
    of_base: i64,
    power: i32,
    /// What is added before, as of degrees: `mantissa * 10^exponent`.
    zero: (i64, i32),
}

impl Unit {
    pub(super) const fn new(
        dimension: Dimension,
        symbol: &'static str,
        of_base: i64,
        power: i32,
    ) -> Self {
        Self { dimension, symbol, of_base, power, zero: (0, 0) }
    }

    /// The same unit, counted from another zero.
    pub(super) const fn from(self, mantissa: i64, exponent: i32) -> Self {
        Self { zero: (mantissa, exponent), ..self }
    }

    /// The unit of another dimension that is so many times this one.
    pub(super) fn times(self, dimension: Dimension, factor: i64) -> Option<Self> {
        let of_base = self.of_base.checked_mul(factor)?;
        let symbol = match (self.symbol, factor) {
            ("km", 1) => "km/h",
            ("m", 3600) => "m/s",
            (symbol, _) => symbol,
        };
        Some(Self { dimension, symbol, of_base, ..self })
    }

    /// The square or cube of a power of ten of a metre.
    pub(super) fn raised(
        self,
        dimension: Dimension,
        symbol: &'static str,
        to: i32,
    ) -> Option<Self> {
        (self.of_base == 1).then_some(Self { dimension, symbol, power: self.power * to, ..self })
    }

    /// So much of this unit in another one; `None` where that measures something else, and out of
    /// reach.
    pub fn into(self, other: Self, amount: Decimal) -> Option<Decimal> {
        if self.dimension != other.dimension {
            return None;
        }
        let zero = |unit: Self| Decimal::new(unit.zero.0, unit.zero.1);
        let amount = amount.plus(zero(self));
        // A third of a watt-hour has too many digits for what it is in joules.
        if self.of_base == other.of_base {
            return Some(amount.shifted(self.power - other.power)?.minus(zero(other)));
        }
        // 3600 joules or 1: what is left is 3600 or its inverse.
        let amount = amount.times(Decimal::new(self.of_base, self.power));
        let divided = amount.over(other.of_base).or_else(|| match u32::try_from(other.of_base) {
            Ok(below) => Some(amount.times(Decimal::quotient(1, below)?)),
            Err(_) => Decimal::of_text(&format!("{:e}", amount.to_f64() / other.of_base as f64)),
        });
        Some(divided?.shifted(-other.power)?.minus(zero(other)))
    }
}

/// Units by their symbols, as they are written.
const UNITS: &[(&str, Unit)] = &[
    ("Wh", Unit::new(Dimension::Energy, "Wh", 3600, 0)),
    ("kWh", Unit::new(Dimension::Energy, "kWh", 3600, 3)),
    ("KWh", Unit::new(Dimension::Energy, "kWh", 3600, 3)),
    ("kwh", Unit::new(Dimension::Energy, "kWh", 3600, 3)),
    ("MWh", Unit::new(Dimension::Energy, "MWh", 3600, 6)),
    ("GWh", Unit::new(Dimension::Energy, "GWh", 3600, 9)),
    ("TWh", Unit::new(Dimension::Energy, "TWh", 3600, 12)),
    ("PWh", Unit::new(Dimension::Energy, "PWh", 3600, 15)),
    ("kJ", Unit::new(Dimension::Energy, "kJ", 1, 3)),
    ("MJ", Unit::new(Dimension::Energy, "MJ", 1, 6)),
    ("GJ", Unit::new(Dimension::Energy, "GJ", 1, 9)),
    ("TJ", Unit::new(Dimension::Energy, "TJ", 1, 12)),
    ("PJ", Unit::new(Dimension::Energy, "PJ", 1, 15)),
    ("EJ", Unit::new(Dimension::Energy, "EJ", 1, 18)),
    ("kW", Unit::new(Dimension::Power, "kW", 1, 3)),
    ("MW", Unit::new(Dimension::Power, "MW", 1, 6)),
    ("GW", Unit::new(Dimension::Power, "GW", 1, 9)),
    ("TW", Unit::new(Dimension::Power, "TW", 1, 12)),
];

const TONNE: Unit = Unit::new(Dimension::Mass, "t", 1, 0);
const KILOGRAM: Unit = Unit::new(Dimension::Mass, "kg", 1, -3);
const GRAM: Unit = Unit::new(Dimension::Mass, "g", 1, -6);

/// Tonnes and their multiples: the symbol, the unit, the power of ten before it, and whether it needs
/// a CO2 behind it. `MT` and `mt` are metric tonnes, as in reports of the United States; only `Mt` is
/// a million of them.
const MASSES: &[(&str, Unit, i32, bool)] = &[
    ("MMT", TONNE, 6, false),
    ("Gt", TONNE, 9, false),
    ("GT", TONNE, 9, true),
    ("Mt", TONNE, 6, false),
    ("MT", TONNE, 0, false),
    ("mt", TONNE, 0, false),
    ("kt", TONNE, 3, false),
    ("Kt", TONNE, 3, true),
    ("KT", TONNE, 3, true),
    ("kg", KILOGRAM, 0, false),
    ("Kg", KILOGRAM, 0, false),
    ("t", TONNE, 0, false),
    ("T", TONNE, 0, true),
    ("g", GRAM, 0, true),
];

/// The unit that a word names, and the power of ten that belongs to a prefix of tonnes.
pub(super) fn unit(word: &str) -> Option<(Unit, i32)> {
    let found = UNITS.iter().find(|(symbol, _)| *symbol == word);
    if let Some((_, unit)) = found {
        return Some((*unit, 0));
    }
    for (symbol, unit, power, needs_gas) in MASSES {
        let Some(rest) = word.strip_prefix(symbol) else { continue };
        if is_gas(rest) || (rest.is_empty() && !needs_gas) {
            return Some((*unit, *power));
        }
    }
    let word = word.to_ascii_lowercase();
    Some(match word.strip_suffix('s').unwrap_or(&word) {
        "tonne" | "ton" => (TONNE, 0),
        "kilotonne" | "kiloton" => (TONNE, 3),
        "megatonne" | "megaton" => (TONNE, 6),
        "gigatonne" | "gigaton" => (TONNE, 9),
        "kilogram" => (KILOGRAM, 0),
        _ => return None,
    })
}

/// Whether a word is CO2, with or without its equivalents.
pub(super) fn is_gas(word: &str) -> bool {
    let word = word.to_ascii_lowercase();
    let Some(rest) = word.strip_prefix("co2") else { return false };
    matches!(rest.trim_start_matches('-'), "" | "e" | "eq" | "equivalent" | "equivalents")
}

/// The power of ten of a word for a scale. Letters that are units as well need more: see
/// [`scale_letter`].
pub(super) fn scale(word: &str) -> Option<i32> {
    let word = word.to_ascii_lowercase();
    Some(match word.strip_suffix('s').unwrap_or(&word) {
        "hundred" => 2,
        "thousand" => 3,
        "lakh" | "lac" => 5,
        "million" | "mn" | "mln" | "mio" => 6,
        "crore" => 7,
        "billion" | "bn" | "bln" | "milliard" | "mrd" => 9,
        "trillion" | "tn" | "trn" => 12,
        _ => return None,
    })
}

/// The power of ten of a letter, where it stands right behind the digits or beside a currency.
pub(super) fn scale_letter(word: &str, currency: bool) -> Option<i32> {
    Some(match word {
        "k" | "K" => 3,
        "m" | "M" => 6,
        "b" | "B" => 9,
        "mm" | "MM" if currency => 6,
        "t" | "T" if currency => 12,
        _ => return None,
    })
}

/// Signs of currencies.
const SIGNS: &[(char, &str)] = &[
    ('$', "USD"),
    ('€', "EUR"),
    ('£', "GBP"),
    ('¥', "JPY"),
    ('₹', "INR"),
    ('₩', "KRW"),
    ('₽', "RUB"),
    ('₺', "TRY"),
    ('₱', "PHP"),
    ('₫', "VND"),
    ('฿', "THB"),
];

/// Codes of ISO 4217 that are read.
const CODES: &[&str] = &[
    "USD", "EUR", "GBP", "JPY", "CNY", "INR", "KRW", "CHF", "CAD", "AUD", "NZD", "SEK", "NOK",
    "DKK", "SGD", "HKD", "BRL", "ZAR", "MXN", "RUB", "TRY", "PLN", "TWD", "THB", "IDR", "MYR",
    "PHP", "SAR", "AED", "ILS", "CZK", "HUF",
];

/// Dollars that are not those of the United States, by what stands before the sign.
const DOLLARS: &[(&str, &str)] = &[
    ("US", "USD"),
    ("A", "AUD"),
    ("AU", "AUD"),
    ("C", "CAD"),
    ("CA", "CAD"),
    ("HK", "HKD"),
    ("NZ", "NZD"),
    ("S", "SGD"),
    ("NT", "TWD"),
    ("R", "BRL"),
];

/// The currency of a sign, after the letters before it.
pub(super) fn sign(c: char, letters: &str) -> Option<&'static str> {
    let (_, code) = SIGNS.iter().find(|(sign, _)| *sign == c)?;
    let dollar = DOLLARS.iter().find(|(before, _)| c == '$' && *before == letters);
    Some(dollar.map_or(code, |(_, code)| code))
}

/// The currency that a word names.
pub(super) fn currency(word: &str) -> Option<&'static str> {
    if let Some(code) = CODES.iter().find(|code| **code == word) {
        return Some(code);
    }
    Some(match word {
        "RMB" | "yuan" => "CNY",
        "Rs" | "INRs" | "rupees" | "rupee" => "INR",
        "dollars" | "dollar" | "Dollars" => "USD",
        "euros" | "euro" | "Euros" | "Euro" => "EUR",
        "yen" | "Yen" => "JPY",
        "won" => "KRW",
        "francs" => "CHF",
        _ => return None,
    })
}

/// Whether a word is the name of a month; `may` and `march` only with a capital.
pub(super) fn is_month(word: &str) -> bool {
    let capital = word.starts_with(|c: char| c.is_ascii_uppercase());
    let other = ["may", "mar", "march"].iter().any(|other| word.eq_ignore_ascii_case(other));
    month(word).is_some() && (capital || !other)
}

/// What is told apart by numbers.
const LABELLED: [&str; 34] = [
    "scope", "table", "figure", "fig", "page", "note", "footnote", "step", "category", "categorie",
    "chapter", "section", "item", "exhibit", "appendix", "annex", "article", "tier", "phase",
    "sdg", "goal", "question", "part", "paragraph", "slide", "equation", "document", "doc",
    "chunk", "passage", "excerpt", "version", "option", "fy",
];

/// Whether the number after this word only says which one, as in Scope 3 or Table 2. `point`: whether
/// a full stop stands between, as in p. 12.
pub(super) fn is_label(word: &str, point: bool) -> bool {
    let lower = word.to_ascii_lowercase();
    if point && matches!(lower.as_str(), "p" | "pp" | "no" | "nr" | "fig" | "sec" | "eq" | "art") {
        return true;
    }
    let one = lower.strip_suffix('s').unwrap_or(&lower);
    LABELLED.contains(&one)
}

/// Words behind which a number in brackets is what the sentence is about, not a remark.
pub(super) const LEADING: [&str; 20] = [
    "is", "was", "were", "are", "be", "been", "of", "to", "at", "by", "from", "and", "or", "than",
    "equals", "about", "approximately", "totaled", "totalled", "reached",
];

/// Fractions of one character.
pub(super) fn fraction(c: char) -> Option<(u32, u32)> {
    Some(match c {
        '½' => (1, 2),
        '⅓' => (1, 3),
        '⅔' => (2, 3),
        '¼' => (1, 4),
        '¾' => (3, 4),
        '⅕' => (1, 5),
        '⅖' => (2, 5),
        '⅗' => (3, 5),
        '⅘' => (4, 5),
        '⅙' => (1, 6),
        '⅚' => (5, 6),
        '⅛' => (1, 8),
        '⅜' => (3, 8),
        '⅝' => (5, 8),
        '⅞' => (7, 8),
        _ => return None,
    })
}

/// The digit that stands raised.
pub(super) fn raised(c: char) -> Option<char> {
    Some(match c {
        '⁰' => '0',
        '¹' => '1',
        '²' => '2',
        '³' => '3',
        '⁴'..='⁹' => char::from_u32(u32::from(c) - 0x2074 + 0x34)?,
        '⁻' => '-',
        '⁺' => '+',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_and_their_prefixes() {
        for (word, symbol, power) in [
            ("tCO2e", "t", 0),
            ("TCO2e", "t", 0),
            ("MtCO2e", "t", 6),
            ("MTCO2e", "t", 0),
            ("MMTCO2e", "t", 6),
            ("ktCO2-eq", "t", 3),
            ("GtCO2", "t", 9),
            ("kgCO2e", "kg", 0),
            ("tonnes", "t", 0),
            ("Megatonnes", "t", 6),
            ("TWh", "TWh", 0),
        ] {
            let found = unit(word).map(|(unit, power)| (unit.symbol, power));
            assert_eq!(found, Some((symbol, power)), "{word}");
        }
        for word in ["T", "g", "m", "Mtoe", "tCO", "tCH4", "", "GT", "wh"] {
            assert_eq!(unit(word), None, "{word}");
        }
        let (twh, _) = unit("TWh").unwrap();
        let (pj, _) = unit("PJ").unwrap();
        assert_eq!(twh.into(pj, Decimal::new(1, 0)), Some(Decimal::new(36, -1)));
        assert_eq!(pj.into(twh, Decimal::new(36, -1)), Some(Decimal::new(1, 0)));
        assert_eq!(pj.into(TONNE, Decimal::new(1, 0)), None);
    }

    #[test]
    fn words_with_two_meanings() {
        assert!(is_month("May") && !is_month("may") && is_month("december") && is_month("Sept"));
        assert!(is_label("Scopes", false) && is_label("p", true) && !is_label("p", false));
        assert_eq!(scale("m"), None);
        assert_eq!(scale_letter("t", false), None);
        assert_eq!(scale_letter("t", true), Some(12));
        assert_eq!([raised('⁶'), raised('⁹'), raised('⁴')], [Some('6'), Some('9'), Some('4')]);
        assert_eq!(sign('$', "HK"), Some("HKD"));
    }
}
