//! Units of measure and scales of other languages after a number.
//!
//! Sources: BIPM, *The International System of Units*, 9th edition, tables 2 to 8 (metre, kilogram, second, kelvin,
//! derived units, minute, hour, day, hectare, litre, tonne) and table 7 (prefixes); NIST Special Publication 811,
//! appendix B (inch, foot, yard, mile, acre, pound, ounce, gallon, calorie, knot, bar, atmosphere, degree
//! Fahrenheit); IEC 80000-13 (byte, bit, prefixes of powers of two); Unicode CLDR 46 for names in other languages.

use super::words::{Dimension, Unit};
use super::{Decimal, Number};
use Dimension::{
    Area, Calendar, Data, Energy, Frequency, Length, Mass, Power, Pressure, Speed, Temperature,
    Time, Voltage, Volume,
};
use std::collections::HashMap;
use std::sync::LazyLock;

const fn unit(dimension: Dimension, symbol: &'static str, of_base: i64, power: i32) -> Unit {
    Unit::new(dimension, symbol, of_base, power)
}

/// Units by their symbols as they are written, and by their names in lower case.
const UNITS: &[(&[&str], Unit)] = &[
    (
        &[
            "km", "kilometre", "kilometer", "kilomètre", "kilómetro", "kilometro", "chilometro",
            "quilômetro", "километр", "км", "公里", "千米", "キロメートル", "킬로미터",
        ],
        unit(Length, "km", 1, 3),
    ),
    (
        &["m", "metre", "meter", "mètre", "metro", "метр", "м", "米", "メートル", "미터"],
        unit(Length, "m", 1, 0),
    ),
    (&["dm", "decimetre", "decimeter", "dezimeter"], unit(Length, "dm", 1, -1)),
    (
        &[
            "cm", "centimetre", "centimeter", "zentimeter", "centimètre", "centímetro",
            "centimetro", "сантиметр", "см", "厘米", "公分", "センチメートル", "센티미터",
        ],
        unit(Length, "cm", 1, -2),
    ),
    (
        &[
            "mm", "millimetre", "millimeter", "millimètre", "milímetro", "millimetro", "миллиметр",
            "мм", "毫米", "ミリメートル", "밀리미터",
        ],
        unit(Length, "mm", 1, -3),
    ),
    (
        &["µm", "μm", "um", "micrometre", "micrometer", "mikrometer", "micron", "微米"],
        unit(Length, "µm", 1, -6),
    ),
    (&["nm", "nanometre", "nanometer", "纳米"], unit(Length, "nm", 1, -9)),
    (&["inch", "inche", "zoll", "pouce", "pulgada"], unit(Length, "in", 254, -4)),
    (&["ft", "foot", "feet"], unit(Length, "ft", 3048, -4)),
    (&["yd", "yard"], unit(Length, "yd", 9144, -4)),
    (&["mi", "mile"], unit(Length, "mi", 1_609_344, -3)),
    (&["nmi"], unit(Length, "nmi", 1852, 0)),
    (
        &["mg", "milligram", "milligramm", "milligramme", "miligramo", "миллиграмм", "мг", "毫克"],
        unit(Mass, "mg", 1, -9),
    ),
    (&["µg", "μg", "mcg", "microgram", "mikrogramm"], unit(Mass, "µg", 1, -12)),
    (
        &[
            "g", "gram", "gramm", "gramme", "gramo", "grammo", "grama", "грамм", "克", "グラム",
            "그램",
        ],
        unit(Mass, "g", 1, -6),
    ),
    (
        &[
            "kg", "kilogramm", "kilogramme", "kilogramo", "chilogrammo", "quilograma", "kilo",
            "килограмм", "кг", "公斤", "千克", "キログラム", "킬로그램",
        ],
        unit(Mass, "kg", 1, -3),
    ),
    (&["Mg"], unit(Mass, "Mg", 1, 0)),
    (&["Mm"], unit(Length, "Mm", 1, 6)),
    (&["tonelada", "tonnellata", "тонна", "тонн", "吨", "噸", "トン", "톤"], unit(Mass, "t", 1, 0)),
    (&["lb", "lbs", "pound", "pfund"], unit(Mass, "lb", 45_359_237, -11)),
    (&["oz", "ounce", "unze", "once"], unit(Mass, "oz", 28_349_523_125, -15)),
    (&["ns", "nanosecond", "nanosekunde"], unit(Time, "ns", 1, -9)),
    (&["µs", "μs", "microsecond", "mikrosekunde"], unit(Time, "µs", 1, -6)),
    (
        &[
            "ms", "millisecond", "millisekunde", "milliseconde", "milisegundo", "мс", "毫秒",
            "ミリ秒",
        ],
        unit(Time, "ms", 1, -3),
    ),
    (
        &[
            "s", "sec", "second", "sekunde", "sekunden", "seconde", "segundo", "secondo",
            "secondi", "секунда", "секунд", "секунды", "сек", "秒", "초",
        ],
        unit(Time, "s", 1, 0),
    ),
    (
        &[
            "min", "mins", "minute", "minuten", "minuto", "minuti", "минута", "минут", "минуты",
            "мин", "分钟", "分鐘", "分", "분",
        ],
        unit(Time, "min", 60, 0),
    ),
    (
        &[
            "h", "hr", "hrs", "hour", "stunde", "stunden", "std", "heure", "hora", "ora", "ore",
            "uur", "час", "часа", "часов", "ч", "小时", "小時", "時間", "시간",
        ],
        unit(Time, "h", 3600, 0),
    ),
    (
        &[
            "day", "tag", "tage", "tagen", "jour", "día", "dia", "giorno", "giorni", "день", "дня",
            "дней", "天", "日間", "일",
        ],
        unit(Time, "d", 86_400, 0),
    ),
    (
        &[
            "week", "wk", "woche", "wochen", "semaine", "semana", "settimana", "settimane",
            "неделя", "недель", "недели", "周", "週間", "주일",
        ],
        unit(Time, "wk", 604_800, 0),
    ),
    (
        &[
            "month", "monat", "monate", "monaten", "moi", "mese", "mesi", "месяц", "месяца",
            "месяцев", "个月", "個月", "か月", "ヶ月", "개월",
        ],
        unit(Calendar, "month", 1, 0),
    ),
    (
        &[
            "year", "yr", "jahr", "jahre", "jahren", "an", "année", "año", "ano", "anno", "anni",
            "год", "года", "лет", "年間",
        ],
        unit(Calendar, "year", 12, 0),
    ),
    (&["decade", "jahrzehnt", "jahrzehnte", "décennie", "década"], unit(Calendar, "decade", 12, 1)),
    (
        &[
            "ha", "hectare", "hektar", "hectárea", "ettaro", "ettari", "гектар", "公顷",
            "ヘクタール", "헥타르",
        ],
        unit(Area, "ha", 1, 4),
    ),
    (&["acre"], unit(Area, "acre", 40_468_564_224, -7)),
    (
        &[
            "l", "L", "ℓ", "litre", "liter", "litro", "литр", "литра", "литров", "升", "リットル",
            "리터",
        ],
        unit(Volume, "L", 1, -3),
    ),
    (&["dl", "dL", "deciliter", "decilitre"], unit(Volume, "dL", 1, -4)),
    (&["cl", "cL", "centiliter", "centilitre", "zentiliter"], unit(Volume, "cL", 1, -5)),
    (
        &[
            "ml", "mL", "millilitre", "milliliter", "mililitro", "millilitro", "мл", "毫升",
            "ミリリットル", "밀리리터",
        ],
        unit(Volume, "mL", 1, -6),
    ),
    (&["hl", "hL", "hectolitre", "hektoliter"], unit(Volume, "hL", 1, -1)),
    (&["gal", "gallon"], unit(Volume, "gal", 3_785_411_784, -12)),
    (&["mph"], unit(Speed, "mph", 1_609_344, -3)),
    (&["kmh", "kph", "Stundenkilometer", "stundenkilometer"], unit(Speed, "km/h", 1, 3)),
    (&["kn", "knot", "knoten", "nœud"], unit(Speed, "kn", 1852, 0)),
    (&["bit"], unit(Data, "bit", 1, 0)),
    (&["kbit", "kilobit"], unit(Data, "kbit", 1, 3)),
    (&["Mbit", "megabit"], unit(Data, "Mbit", 1, 6)),
    (&["Gbit", "gigabit"], unit(Data, "Gbit", 1, 9)),
    (&["byte", "octet", "байт", "字节"], unit(Data, "B", 8, 0)),
    (&["kB", "KB", "kilobyte"], unit(Data, "kB", 8, 3)),
    (&["MB", "megabyte"], unit(Data, "MB", 8, 6)),
    (&["GB", "gigabyte"], unit(Data, "GB", 8, 9)),
    (&["TB", "terabyte"], unit(Data, "TB", 8, 12)),
    (&["PB", "petabyte"], unit(Data, "PB", 8, 15)),
    (&["KiB", "kibibyte"], unit(Data, "KiB", 8 << 10, 0)),
    (&["MiB", "mebibyte"], unit(Data, "MiB", 8 << 20, 0)),
    (&["GiB", "gibibyte"], unit(Data, "GiB", 8 << 30, 0)),
    (&["TiB", "tebibyte"], unit(Data, "TiB", 8 << 40, 0)),
    (&["J", "joule"], unit(Energy, "J", 1, 0)),
    (&["cal", "calorie", "kalorie"], unit(Energy, "cal", 4184, -3)),
    (&["kcal", "kilocalorie", "kilokalorie"], unit(Energy, "kcal", 4184, 0)),
    (&["W", "watt"], unit(Power, "W", 1, 0)),
    (&["mW", "milliwatt"], unit(Power, "mW", 1, -3)),
    (&["kilowatt"], unit(Power, "kW", 1, 3)),
    (&["megawatt"], unit(Power, "MW", 1, 6)),
    (&["gigawatt"], unit(Power, "GW", 1, 9)),
    (&["Hz", "hertz"], unit(Frequency, "Hz", 1, 0)),
    (&["kHz", "kilohertz"], unit(Frequency, "kHz", 1, 3)),
    (&["MHz", "megahertz"], unit(Frequency, "MHz", 1, 6)),
    (&["GHz", "gigahertz"], unit(Frequency, "GHz", 1, 9)),
    (&["Pa", "pascal"], unit(Pressure, "Pa", 1, 0)),
    (&["hPa", "hectopascal", "hektopascal"], unit(Pressure, "hPa", 1, 2)),
    (&["kPa", "kilopascal"], unit(Pressure, "kPa", 1, 3)),
    (&["MPa", "megapascal"], unit(Pressure, "MPa", 1, 6)),
    (&["mbar", "millibar"], unit(Pressure, "mbar", 1, 2)),
    (&["bar"], unit(Pressure, "bar", 1, 5)),
    (&["atm"], unit(Pressure, "atm", 101_325, 0)),
    (&["V", "volt"], unit(Voltage, "V", 1, 0)),
    (&["mV", "millivolt"], unit(Voltage, "mV", 1, -3)),
    (&["kV", "kilovolt"], unit(Voltage, "kV", 1, 3)),
    // In ninths of a kelvin.
    (&["K", "kelvin"], unit(Temperature, "K", 9, 0)),
    (
        &[
            "°C", "℃", "° C", "degrees C", "degrees Celsius", "degree Celsius", "celsius",
            "摄氏度", "grad celsius", "degrés celsius", "grados celsius",
        ],
        unit(Temperature, "°C", 9, 0).from(27_315, -2),
    ),
    (
        &[
            "°F", "℉", "° F", "degrees F", "degrees Fahrenheit", "degree Fahrenheit", "fahrenheit",
            "华氏度", "grad fahrenheit",
        ],
        unit(Temperature, "°F", 5, 0).from(45_967, -2),
    ),
];

/// Squares and cubes of lengths that are no powers of ten of a metre.
const POWERS: &[(&str, Unit, Unit)] = &[
    ("in", unit(Area, "in²", 64_516, -8), unit(Volume, "in³", 16_387_064, -12)),
    ("ft", unit(Area, "ft²", 9_290_304, -8), unit(Volume, "ft³", 28_316_846_592, -12)),
    ("yd", unit(Area, "yd²", 83_612_736, -8), unit(Volume, "yd³", 764_554_857_984, -12)),
    ("mi", unit(Area, "mi²", 2_589_988_110_336, -6), unit(Volume, "mi³", 4_168_181_825, 0)),
];

/// Scales of other languages, the longest first.
const SCALES: &[(&str, i32)] = &[
    ("milliarden", 9),
    ("milliarde", 9),
    ("milliards", 9),
    ("milliard", 9),
    ("millionen", 6),
    ("milliardi", 9),
    ("miliardi", 9),
    ("miliardo", 9),
    ("mille millones", 9),
    ("mil millones", 9),
    ("millones", 6),
    ("millón", 6),
    ("milhões", 6),
    ("milhão", 6),
    ("bilhões", 9),
    ("bilhão", 9),
    ("milioni", 6),
    ("milione", 6),
    ("billionen", 12),
    ("миллиардов", 9),
    ("миллиарда", 9),
    ("миллиард", 9),
    ("миллионов", 6),
    ("миллиона", 6),
    ("миллион", 6),
    ("тысяча", 3),
    ("тысячи", 3),
    ("тысяч", 3),
    ("млрд", 9),
    ("млн", 6),
    ("тыс", 3),
    ("tausend", 3),
    ("mille", 3),
    ("mila", 3),
    ("mil", 3),
    ("mrd.", 9),
    ("mrd", 9),
    ("mio.", 6),
    ("mio", 6),
    ("miljarden", 9),
    ("miljard", 9),
    ("miljoen", 6),
    ("miliardów", 9),
    ("miliardy", 9),
    ("miliard", 9),
    ("milionów", 6),
    ("miliony", 6),
    ("milion", 6),
    ("mld", 9),
    ("tysięcy", 3),
    ("tysiące", 3),
    ("tysiąc", 3),
    ("tys", 3),
    ("milyar", 9),
    ("milyon", 6),
    ("tsd.", 3),
    ("tsd", 3),
    ("crores", 7),
    ("crore", 7),
    ("lakhs", 5),
    ("lakh", 5),
    ("करोड़", 7),
    ("लाख", 5),
    ("مليار", 9),
    ("مليون", 6),
    ("ألف", 3),
    ("万亿", 12),
    ("萬億", 12),
    ("千万", 7),
    ("千萬", 7),
    ("百万", 6),
    ("百萬", 6),
    ("십억", 9),
    ("백만", 6),
    ("천만", 7),
    ("兆", 12),
    ("億", 8),
    ("亿", 8),
    ("조", 12),
    ("억", 8),
    ("万", 4),
    ("萬", 4),
    ("만", 4),
    ("천", 3),
    ("千", 3),
];

/// Returns a number with the scale of another language and the unit of measure that follow it in its text.
/// `metres`: whether an `m` right after the digits is a metre and not a million.
pub(crate) fn measured(text: &str, number: Number, metres: bool) -> Number {
    let mut number = number;
    let own = text.get(number.start..number.end).unwrap_or_default();
    let million = number.scale == 6 && own.ends_with('m') && number.currency.is_none();
    let before = |length: usize| own[..own.len() - length].ends_with(|c: char| c.is_ascii_digit());
    if million && metres && before(1) {
        let Some(value) = number.value.shifted(-6) else { return number };
        let last_digit = number.last_digit.map(|digit| digit - 6);
        number = Number { value, last_digit, scale: 0, end: number.end - 1, ..number };
    }
    if number.unit.is_some() || number.percent.is_some() {
        return number;
    }
    let Some(mut rest) = text.get(number.end..) else { return number };
    if number.scale == 0
        && let Some((power, after)) = scale(rest)
        && let Some(value) = number.value.shifted(power)
    {
        let last_digit = number.last_digit.map(|digit| digit.saturating_add(power));
        number =
            Number { value, last_digit, scale: power, end: text.len() - after.len(), ..number };
        rest = after;
        while let Some((value, power, after)) = lower_part(rest, number.scale) {
            number = Number {
                value: number.value.plus(value),
                last_digit: Some(power),
                scale: power,
                end: text.len() - after.len(),
                ..number
            };
            rest = after;
        }
    }
    // Before a command of TeX, the dollar sign begins a formula.
    let is_formula = rest.starts_with('\\');
    match unit_after(rest).filter(|_| number.currency.is_none() || is_formula) {
        Some((unit, after)) => {
            let end = text.len() - after.len();
            Number { unit: Some(unit), end, per: false, currency: None, ..number }
        }
        None => number,
    }
}

/// The next part of a number that is written with falling scales and nothing between them: the 2345万 of 1億2345万.
/// Returns its value, its power of ten and the text after it.
fn lower_part(text: &str, above: i32) -> Option<(Decimal, i32, &str)> {
    let length = text.bytes().take_while(u8::is_ascii_digit).count();
    let digits: i64 =
        text.get(..length).filter(|_| (1..=4).contains(&length) && above >= 4)?.parse().ok()?;
    let rest = &text[length..];
    let (power, after) = match scale(rest) {
        Some((power, after)) if rest.starts_with(is_wide) => (power, after),
        _ => (0, rest),
    };
    (power < above).then_some((Decimal::new(digits, power), power, after))
}

fn scale(text: &str) -> Option<(i32, &str)> {
    let rest = text.trim_start_matches([' ', '\u{a0}', '\u{202f}']);
    // Accounts are kept in millions and thousands of a currency, and answers to them rarely repeat it.
    let of_account = ["百万円", "千円", "百万元", "千元", "百萬元", "百万ドル", "千ドル"];
    if of_account.iter().any(|unit| rest.starts_with(unit)) {
        return None;
    }
    let first = rest.chars().flat_map(char::to_lowercase).next()?;
    if !first.is_alphabetic() {
        return None;
    }
    let known = SCALES.iter().filter(|(word, _)| word.starts_with(first));
    known.into_iter().find_map(|(word, power)| {
        let after = after_word(rest, word)?;
        Some((*power, after))
    })
}

/// The text after a word, in any case; `None` if it goes on. Words of ideographs may be followed by others.
fn after_word<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let mut chars = text.char_indices();
    for wanted in word.chars() {
        let (_, c) = chars.next()?;
        if c != wanted && !c.to_lowercase().eq([wanted]) {
            return None;
        }
    }
    let after = &text[chars.next().map_or(text.len(), |(at, _)| at)..];
    let wide = word.starts_with(is_wide);
    let goes_on = after.starts_with(|c: char| c.is_alphabetic() && !is_wide(c));
    (wide || !goes_on).then_some(after)
}

fn is_wide(c: char) -> bool {
    matches!(u32::from(c), 0x2E80..=0x9FFF | 0xAC00..=0xD7AF)
}

/// What may stand between a number and its unit.
fn past_blanks(mut text: &str) -> &str {
    const BLANKS: [&str; 11] =
        ["\u{a0}", "\u{202f}", " ", "~", "\\,", "\\;", "\\ ", "\\text{", "\\mathrm{", "\\rm", "$"];
    for _ in 0..4 {
        let Some(rest) = BLANKS.iter().find_map(|blank| text.strip_prefix(blank)) else { break };
        text = rest;
    }
    text
}

/// The unit that a text begins with, and what follows it. `None` if it is divided by what is not known here.
fn unit_after(text: &str) -> Option<(Unit, &str)> {
    let rest = past_blanks(text);
    let words = |words: &[&str]| words.iter().find_map(|word| rest.strip_prefix(word));
    let (rest, raised) =
        if let Some(rest) = words(&["square ", "sq. ", "sq ", "平方", "Quadrat", "quadrat"]) {
            (rest, 2)
        } else if let Some(rest) = words(&["cubic ", "cu. ", "cu ", "立方", "Kubik", "kubik"]) {
            (rest, 3)
        } else {
            (rest, 1)
        };
    let (unit, rest) = named(rest)?;
    let (raised, rest) = if raised > 1 { (raised, rest) } else { power(rest) };
    let unit = match (raised, unit.dimension) {
        (1, _) => unit,
        (raised, Length) => of_power(unit, raised)?,
        _ => return None,
    };
    let Some(below) = divided(rest) else { return Some((unit, rest)) };
    let (per, rest) = named(below)?;
    let hours = match (unit.dimension, per.symbol) {
        (Length, "h") => 1,
        (Length, "min") => 60,
        (Length, "s") => 3600,
        _ => return None,
    };
    Some((unit.times(Speed, hours)?, rest))
}

/// Names of units by their first letter in lower case: most words after numbers begin none.
static BY_LETTER: LazyLock<HashMap<char, Vec<(&str, Unit)>>> = LazyLock::new(|| {
    let mut all: HashMap<char, Vec<(&str, Unit)>> = HashMap::new();
    for (names, unit) in UNITS {
        for name in *names {
            let first = name.chars().flat_map(char::to_lowercase).next();
            all.entry(first.unwrap_or(' ')).or_default().push((name, *unit));
        }
    }
    all
});

/// A name or a symbol at the start of a text, the longest one.
fn named(text: &str) -> Option<(Unit, &str)> {
    let first = text.chars().flat_map(char::to_lowercase).next()?;
    let mut best: Option<(usize, Unit, &str)> = None;
    for (name, unit) in BY_LETTER.get(&first).into_iter().flatten() {
        let symbol = name.chars().count() <= 4 && name.is_ascii();
        let after = if symbol {
            text.strip_prefix(name).filter(|after| !after.starts_with(char::is_alphabetic))
        } else {
            after_word(text, name)
        };
        // The plural.
        let after = after.or_else(|| {
            let after = after_start(text, name)?;
            let after = after.strip_prefix(['s', 'n', 'a'])?;
            (name.chars().count() > 2 && !after.starts_with(char::is_alphabetic)).then_some(after)
        });
        let after =
            after.or_else(|| (symbol && name.len() > 2).then(|| after_word(text, name)).flatten());
        if let Some(after) = after
            && best.is_none_or(|(length, ..)| name.len() > length)
        {
            best = Some((name.len(), *unit, after));
        }
    }
    // The word in is a unit at the end of an answer alone.
    if best.is_none()
        && let Some(after) = text.strip_prefix("in")
        && after.trim_start_matches(['.', '}', '$', '*', ')']).trim().is_empty()
    {
        return Some((unit(Length, "in", 254, -4), after));
    }
    best.map(|(_, unit, after)| (unit, after))
}

fn after_start<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let mut chars = text.char_indices();
    for wanted in name.chars() {
        let (_, c) = chars.next()?;
        if c != wanted && !c.to_lowercase().eq([wanted]) {
            return None;
        }
    }
    Some(&text[chars.next().map_or(text.len(), |(at, _)| at)..])
}

/// The power of a length: ², ^2, ^{2} or 2 right after it.
fn power(text: &str) -> (u32, &str) {
    for (raised, marks) in [(2, ["²", "^{2}", "^2", "2"]), (3, ["³", "^{3}", "^3", "3"])] {
        let after = marks.iter().find_map(|mark| text.strip_prefix(mark));
        if let Some(after) = after.filter(|after| !after.starts_with(char::is_alphanumeric)) {
            return (raised, after);
        }
    }
    (1, text)
}

fn of_power(unit: Unit, raised: u32) -> Option<Unit> {
    if let Some((_, square, cube)) = POWERS.iter().find(|(symbol, ..)| *symbol == unit.symbol) {
        return Some(if raised == 2 { *square } else { *cube });
    }
    let (dimension, symbol) = match (raised, unit.symbol) {
        (2, "km") => (Area, "km²"),
        (2, "m") => (Area, "m²"),
        (2, "dm") => (Area, "dm²"),
        (2, "cm") => (Area, "cm²"),
        (2, "mm") => (Area, "mm²"),
        (3, "km") => (Volume, "km³"),
        (3, "m") => (Volume, "m³"),
        (3, "dm") => (Volume, "dm³"),
        (3, "cm") => (Volume, "cm³"),
        (3, "mm") => (Volume, "mm³"),
        _ => return None,
    };
    unit.raised(dimension, symbol, i32::try_from(raised).ok()?)
}

/// What a unit is divided by, if it is.
fn divided(text: &str) -> Option<&str> {
    let rest = text.trim_start_matches([' ', '}', '\u{a0}']);
    if let Some(below) = rest.strip_prefix('/').or_else(|| rest.strip_prefix('⁄')) {
        return Some(past_blanks(below));
    }
    ["per ", "pro ", "par ", "por ", "в "].iter().find_map(|word| rest.strip_prefix(word))
}

/// Whether a text is a number with a unit of measure and nothing else.
pub(crate) fn is_measure(text: &str) -> bool {
    let text = text.trim();
    let numbers = super::read(text, super::Locale::Auto);
    let [only] = numbers[..] else { return false };
    let measured = measured(text, only, true);
    measured.unit.is_some() && measured.start == 0 && measured.end == text.len()
}

/// Whether two texts give numbers in units that are converted into each other.
pub(crate) fn are_convertible(one: &str, other: &str) -> bool {
    let dimension = |text: &str| {
        let numbers = super::read(text, super::Locale::Auto);
        let last = *numbers.last()?;
        measured(text, last, true).unit.map(|unit| unit.dimension)
    };
    matches!((dimension(one), dimension(other)), (Some(one), Some(other)) if one == other)
}

/// A number in words, with its place in the text.
pub(crate) fn in_words(text: &str) -> Option<Number> {
    let mut reading = Reading { text, found: None, current: None };
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let length = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len());
        if length == 0 {
            let c = rest.chars().next().unwrap_or(' ');
            // Words of one number stand together.
            if !matches!(c, ' ' | '-' | '\u{a0}') {
                reading.close();
            }
            at += c.len_utf8();
            continue;
        }
        reading.word(&rest[..length].to_lowercase(), at, at + length);
        at += length;
    }
    reading.close();
    let (start, end, value) = reading.found?;
    // One is also a pronoun, and half rarely a number.
    let alone = text.trim().trim_matches(|c: char| !c.is_alphanumeric()).len() == end - start;
    if value.abs() <= Decimal::new(1, 0) && !alone {
        return None;
    }
    Some(Number::whole(start, end, value, super::Standing::Quantity))
}

/// Words of a number that are being read.
#[derive(Clone, Copy)]
struct Words {
    start: usize,
    end: usize,
    /// What is multiplied out, and what is not.
    total: i64,
    part: i64,
    /// The digits after "point", and how many there are.
    decimals: Option<(i64, i32)>,
    /// A part of one that is added.
    fraction: Option<Decimal>,
    /// Whether the last word was "a" or "minus" and no number yet.
    begins: bool,
    negative: bool,
}

struct Reading<'t> {
    text: &'t str,
    /// The last number that was closed.
    found: Option<(usize, usize, Decimal)>,
    current: Option<Words>,
}

impl Reading<'_> {
    fn close(&mut self) {
        let Some(words) = self.current.take().filter(|words| !words.begins) else { return };
        let mut value = Decimal::new(words.total.saturating_add(words.part), 0);
        if let Some((digits, count)) = words.decimals {
            value = value.plus(Decimal::new(digits, -count));
        }
        value = words.fraction.map_or(value, |fraction| value.plus(fraction));
        let value = if words.negative { value.negated() } else { value };
        self.found = Some((words.start, words.end, value));
    }

    fn begin(&mut self, start: usize, end: usize, part: i64, negative: bool) {
        self.close();
        self.current = Some(Words {
            start,
            end,
            total: 0,
            part,
            decimals: None,
            fraction: None,
            begins: true,
            negative,
        });
    }

    fn word(&mut self, word: &str, at: usize, end: usize) {
        let said = value(word);
        let Some(mut words) = self.current else {
            match said {
                Some(Said::Digits(part)) => {
                    self.begin(at, end, part, false);
                    self.current.iter_mut().for_each(|words| words.begins = false);
                }
                None if matches!(word, "minus" | "negative") => self.begin(at, end, 0, true),
                None if matches!(word, "a" | "an") => self.begin(at, end, 0, false),
                _ => {}
            }
            if let Some(Said::Fraction(fraction)) = said
                && self.text[..at].trim().is_empty()
            {
                self.begin(at, end, 0, false);
                self.current.iter_mut().for_each(|words| {
                    words.begins = false;
                    words.fraction = Some(fraction);
                });
            }
            return;
        };
        let Words { part, .. } = words;
        match said {
            _ if word == "and" && !words.begins => return,
            None if word == "point" && words.decimals.is_none() && !words.begins => {
                words.decimals = Some((0, 0));
            }
            None if words.begins && matches!(word, "a" | "an") && words.negative => {}
            Some(Said::Digits(digit)) if words.decimals.is_some() && digit < 10 => {
                let (digits, count) = words.decimals.unwrap_or_default();
                words.decimals = Some((digits.saturating_mul(10) + digit, count + 1));
            }
            Some(Said::Digits(digit))
                if words.begins
                    || part % 100 == 0
                    || (part % 10 == 0 && part % 100 >= 20 && digit < 10) =>
            {
                // "A two" is no number of its own.
                words.part += digit;
                words.begins = false;
            }
            Some(Said::Hundred) if words.decimals.is_none() => {
                words.part = part.max(1) * 100;
                words.begins = false;
            }
            Some(Said::Dozen) if words.decimals.is_none() => {
                words.part = part.max(1) * 12;
                words.begins = false;
            }
            Some(Said::Scale(power)) if words.decimals.is_none() => {
                let scaled = part.max(1).saturating_mul(10_i64.pow(power));
                (words.total, words.part) = (words.total.saturating_add(scaled), 0);
                words.begins = false;
            }
            // One half, three quarters; two and a half.
            Some(Said::Fraction(fraction)) if words.fraction.is_none() => {
                let added = self.text[words.end..at].contains("and");
                if added {
                    words.fraction = Some(fraction);
                } else if words.total == 0 && part < 10 {
                    words.fraction = Some(fraction.times(Decimal::new(part.max(1), 0)));
                    words.part = 0;
                } else {
                    self.close();
                    return;
                }
                words.begins = false;
            }
            None if matches!(word, "a" | "an")
                && self.text[words.end..at].contains("and")
                && !words.begins =>
            {
                return;
            }
            said => {
                self.close();
                self.current = None;
                if said.is_some() || matches!(word, "minus" | "negative" | "a" | "an") {
                    self.word(word, at, end);
                }
                return;
            }
        }
        words.end = end;
        self.current = Some(words);
    }
}

enum Said {
    Digits(i64),
    Hundred,
    Dozen,
    Scale(u32),
    Fraction(Decimal),
}

/// What a word of a number stands for, in English.
fn value(word: &str) -> Option<Said> {
    const SMALL: [&str; 20] = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
        "nineteen",
    ];
    const TENS: [&str; 8] =
        ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
    if let Some(place) = SMALL.iter().position(|small| *small == word) {
        return Some(Said::Digits((place as u32).into()));
    }
    if let Some(place) = TENS.iter().position(|ten| *ten == word) {
        return Some(Said::Digits(i64::from(place as u32) * 10 + 20));
    }
    Some(match word {
        "hundred" => Said::Hundred,
        "dozen" => Said::Dozen,
        "thousand" => Said::Scale(3),
        "million" => Said::Scale(6),
        "billion" => Said::Scale(9),
        "trillion" => Said::Scale(12),
        "half" | "halves" => Said::Fraction(Decimal::new(5, -1)),
        "quarter" | "quarters" => Said::Fraction(Decimal::new(25, -2)),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::super::{Locale, read};
    use super::*;

    fn last(text: &str) -> String {
        let number = read(text, Locale::Auto).pop().unwrap();
        let number = measured(text, number, true);
        let unit = number.unit.map_or("-", |unit| unit.symbol);
        format!("{} {unit}{}", number.value, if number.per { " per" } else { "" })
    }

    #[test]
    fn units_follow_numbers() {
        for (text, expected) in [
            ("18 km", "18 km"),
            ("18000m", "18,000 m"),
            ("1.5 kilometres away", "1.5 km"),
            ("5 cm", "5 cm"),
            ("$5\\text{ cm}$", "5 cm"),
            ("90 minutes", "90 min"),
            ("36 km/h", "36 km/h"),
            ("5 m²", "5 m²"),
            ("5 m^2", "5 m²"),
            ("5 square metres", "5 m²"),
            ("3 Stunden", "3 h"),
            ("3 heures", "3 h"),
            ("18公里", "18 km"),
            ("5 kg/m3", "5 kg per"),
            ("5 in total", "5 -"),
            ("5 in.", "5 in"),
            ("5 apples", "5 -"),
            ("5 minutes", "5 min"),
            ("5 miners", "5 -"),
            ("5 millionen", "5,000,000 -"),
            ("1,5 Mrd. Euro", "1,500,000,000 -"),
            ("3万", "30,000 -"),
            ("2億", "200,000,000 -"),
            ("67,617百万円", "67,617 -"),
            ("2 crore", "20,000,000 -"),
            ("10 °C", "10 °C"),
            ("512 MiB", "512 MiB"),
        ] {
            assert_eq!(last(text), expected, "{text}");
        }
    }

    #[test]
    fn numbers_in_words() {
        for (text, value) in [
            ("eighteen", Some("18")),
            ("The answer is twenty-one.", Some("21")),
            ("one hundred and five apples", Some("105")),
            ("two thousand three hundred", Some("2,300")),
            ("one", Some("1")),
            ("No one knows", None),
            ("negative five", Some("-5")),
            ("a dozen", Some("12")),
            ("two dozen eggs", Some("24")),
            ("one half", Some("0.5")),
            ("half", Some("0.5")),
            ("three quarters", Some("0.75")),
            ("one and a half", Some("1.5")),
            ("two point five", Some("2.5")),
            ("a hundred", Some("100")),
            ("a hundred and one", Some("101")),
            ("half of them left", None),
            ("a quarter past two", Some("2")),
            ("first two, then seven", Some("7")),
            ("none", None),
        ] {
            let found = in_words(text).map(|number| number.value.to_string());
            assert_eq!(found.as_deref(), value, "{text}");
        }
    }
}
