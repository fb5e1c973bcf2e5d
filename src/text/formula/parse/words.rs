//! Words in answers: units, names, and what is a function.

use super::super::tree::Expr;
use super::lexer::LexKind;
use super::{Parser, clean};
use crate::text::formula::argument_length;

/// The LaTeX name of a function, as it may be written in plain letters.
pub(super) fn function(name: &str) -> Option<&'static str> {
    const FUNCTIONS: [&str; 26] = [
        "sin", "cos", "tan", "cot", "sec", "csc", "sinh", "cosh", "tanh", "arcsin", "arccos",
        "arctan", "ln", "log", "lg", "exp", "sqrt", "pi", "abs", "min", "max", "gcd", "lcm", "det",
        "Re", "Im",
    ];
    let known = FUNCTIONS.iter().copied().find(|known| *known == name);
    known.or(match name {
        "asin" => Some("arcsin"),
        "acos" => Some("arccos"),
        "atan" => Some("arctan"),
        "infty" | "infinity" | "inf" => Some("infty"),
        _ => None,
    })
}

/// Units that are written in few letters.
const SHORT_UNITS: [&str; 31] = [
    "cm", "mm", "km", "nm", "ft", "yd", "mi", "kg", "mg", "ml", "mL", "lb", "lbs", "oz", "hr",
    "hrs", "min", "mins", "sec", "secs", "mph", "kph", "AM", "PM", "am", "pm", "deg", "rad", "in",
    "sq", "cu",
];

/// Variables side by side that are no word.
pub(super) fn is_spelled(letters: &str) -> bool {
    letters.len() == 4 && matches!(letters, "abcd" | "wxyz" | "pqrs" | "xyzw")
}

/// Whether there are words that are neither functions nor units, outside of commands and of `\text{…}`.
pub(super) fn in_sentences(text: &str) -> bool {
    // Of two letters only these are no product of variables.
    const SHORT: [&str; 21] = [
        "so", "is", "it", "we", "to", "of", "at", "by", "as", "if", "an", "no", "my", "he", "us",
        "up", "do", "be", "on", "me", "go",
    ];
    let mut rest = text;
    while let Some(at) = rest.find(|c: char| c.is_alphabetic() || c == '\\') {
        let command = rest[at..].starts_with('\\');
        let from = &rest[at + usize::from(command)..];
        let length = from.find(|c: char| !c.is_alphabetic()).unwrap_or(from.len());
        let word = &from[..length];
        rest = &from[length..];
        if command {
            let inner = rest.strip_prefix('{').filter(|_| {
                matches!(word, "text" | "mbox" | "textbf" | "mathrm" | "textrm" | "begin" | "end")
            });
            if let Some(end) = inner.and_then(argument_length) {
                rest = &rest[end + 2..];
            } else if word.is_empty() {
                rest = rest.strip_prefix('\\').unwrap_or(rest);
            }
            continue;
        }
        let known = function(word).is_some()
            || is_spelled(word)
            || SHORT_UNITS.contains(&word)
            || matches!(word, "and" | "or")
            || word.chars().all(char::is_uppercase);
        let small = word.to_lowercase();
        if !known && (word.chars().count() > 2 || SHORT.contains(&small.as_str())) {
            return true;
        }
    }
    false
}

/// Words in small letters with single blanks, without what only separates.
pub(super) fn plain(text: &str) -> String {
    let text = text.replace(['$', '.', '(', ')', '\\', '{', '}', '"', ',', '!', '~', ';'], " ");
    let words: Vec<&str> = text.split_whitespace().collect();
    let single = words.len() == 1 && words[0].len() == 1;
    if single { words[0].to_owned() } else { words.join(" ").to_lowercase() }
}

/// The words of an answer that begins with a word and is no mathematics.
pub(super) fn prose(text: &str) -> Option<String> {
    let bare = text.replace("\\text{", "").replace("\\mbox{", "").replace("\\textbf{", "");
    let plain_sign =
        |c: char| c.is_alphanumeric() || c.is_whitespace() || ".,'’!?-():;{}\"$".contains(c);
    if !bare.chars().all(plain_sign) {
        return None;
    }
    let first: String = bare
        .trim_start_matches(|c: char| !c.is_alphanumeric())
        .chars()
        .take_while(|c| c.is_alphabetic())
        .collect();
    let capital = first.chars().next()?.is_uppercase() && first.chars().any(char::is_lowercase);
    let word = first.chars().count() > 3 || (first.chars().count() > 1 && capital);
    let known = function(&first).is_some() || is_spelled(&first);
    let name = first.chars().all(char::is_uppercase) && first.len() == bare.trim().len();
    (word && !known && !name).then(|| plain(&bare.replace(['-', '\''], "")))
}

/// A unit in the form that is compared: words in the singular, areas and volumes as powers. Empty for
/// words that say nothing.
pub fn unit(words: &str) -> String {
    let mut power = "";
    let mut parts: Vec<String> = Vec::new();
    for word in words.replace('/', " per ").split_whitespace() {
        let name = word.trim_end_matches(['2', '3', '^']);
        if word.ends_with('2') {
            power = "^2";
        } else if word.ends_with('3') {
            power = "^3";
        }
        let name = match name {
            "square" | "sq" => {
                power = "^2";
                continue;
            }
            "cubic" | "cu" => {
                power = "^3";
                continue;
            }
            "squared" | "cubed" => {
                if let Some(last) = parts.last_mut() {
                    last.push_str(if name == "squared" { "^2" } else { "^3" });
                }
                continue;
            }
            "" => continue,
            "centimeters" | "centimeter" | "centimetre" | "centimetres" | "cms" => "cm",
            "millimeters" | "millimeter" => "mm",
            "kilometers" | "kilometer" | "kms" => "km",
            "meters" | "meter" | "metre" | "metres" => "m",
            "inches" | "inch" => "in",
            "feet" | "foot" => "ft",
            "yards" | "yard" => "yd",
            "miles" | "mile" => "mi",
            "hours" | "hour" | "hrs" | "h" => "hr",
            "minutes" | "minute" | "mins" => "min",
            "seconds" | "second" | "secs" | "s" => "sec",
            "degrees" | "degree" => "deg",
            "dollars" => "dollar",
            "pounds" | "pound" | "lbs" => "lb",
            "ounces" | "ounce" => "oz",
            "kilograms" | "kilogram" => "kg",
            "grams" | "gram" => "g",
            "liters" | "liter" | "l" => "liter",
            "units" => "unit",
            other => other.strip_suffix('s').filter(|rest| rest.len() > 2).unwrap_or(other),
        };
        parts.push(name.to_owned() + std::mem::take(&mut power));
    }
    match parts.join(" ").as_str() {
        "mi per hr" => "mph".to_owned(),
        "a m" => "am".to_owned(),
        "p m" => "pm".to_owned(),
        joined => joined.to_owned(),
    }
}

impl Parser<'_> {
    /// Whether letters here are a unit behind a number, not variables.
    pub(super) fn is_unit_here(&self, letters: &str) -> bool {
        let behind = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        let behind_value = behind.is_some_and(|token| {
            !matches!(
                token.kind,
                LexKind::Plus | LexKind::Minus | LexKind::Times | LexKind::Over | LexKind::Power
            )
        });
        let word = letters.len() > 3
            && !is_spelled(letters)
            && letters.bytes().any(|b| b.is_ascii_lowercase());
        let separates = matches!(letters, "and" | "or");
        behind_value
            && function(letters).is_none_or(|name| name == "min")
            && (word || separates || SHORT_UNITS.contains(&letters))
    }

    /// Words behind a value: of what it is so many.
    pub(super) fn with_unit(&mut self, value: Expr) -> Expr {
        let mut words = String::new();
        loop {
            match self.peek() {
                Some(LexKind::Words(more)) => {
                    words.push(' ');
                    words.push_str(&plain(&clean(more).replace('^', "")));
                    self.at += 1;
                }
                Some(LexKind::Letters(letters))
                    if !matches!(letters.as_str(), "and" | "or")
                        && (!words.is_empty() || self.is_unit_here(letters)) =>
                {
                    words.push(' ');
                    words.push_str(&letters.to_lowercase());
                    self.at += 1;
                }
                // `9 a.m.`: the dots were read as signs of their own.
                Some(LexKind::Over) if !words.is_empty() => {
                    words.push_str(" per");
                    self.at += 1;
                }
                Some(LexKind::Power) if !words.is_empty() => {
                    let power = match (self.peek_at(1), self.peek_at(2), self.peek_at(3)) {
                        (Some(LexKind::Number(_, digits)), ..) => Some((digits, 2)),
                        (
                            Some(LexKind::Group),
                            Some(LexKind::Number(_, digits)),
                            Some(LexKind::Ungroup),
                        ) => Some((digits, 4)),
                        _ => None,
                    };
                    let Some((digits, signs)) = power else {
                        break;
                    };
                    words.push_str(digits);
                    self.at += signs;
                }
                _ => break,
            }
        }
        let words = words.trim();
        if words.is_empty() {
            return value;
        }
        // A name before an equation sign is no unit, and words alone are words.
        match value {
            Expr::Text(text) => Expr::Text(format!("{text} {words}")),
            value => Expr::Unit(Box::new(value), words.to_owned()),
        }
    }
}
