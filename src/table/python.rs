//! Python literals, which some datasets hold in their cells.

/// A Python literal as JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Literal {
    /// The JSON: tuples are lists, `None` is `null`, numbers and booleans are texts, as written;
    /// control characters in texts are not escaped.
    pub json: String,
    /// Whether two texts stand side by side without a comma. Python reads them as one; `NumPy` prints
    /// lists so and means two.
    pub adjacent: bool,
    /// Whether numbers and booleans are written as such, and not as texts.
    typed: bool,
}

/// The deepest nesting that is read.
const DEEPEST: usize = 16;

/// A Python literal of lists, tuples, dictionaries, texts, numbers, booleans and `None`, and of
/// `NumPy`'s `array(...)`, as JSON; `None` where the text is no such literal.
pub fn to_json(text: &str) -> Option<Literal> {
    literal(text, false)
}

/// The same with numbers and booleans as such, and not as texts.
pub fn to_typed_json(text: &str) -> Option<String> {
    literal(text, true).map(|literal| literal.json)
}

fn literal(text: &str, typed: bool) -> Option<Literal> {
    let mut literal = Literal { json: String::new(), adjacent: false, typed };
    let rest = literal.value(text.trim(), 0)?;
    rest.trim().is_empty().then_some(literal)
}

impl Literal {
    /// Writes the value that a text begins with; returns what follows it.
    fn value<'a>(&mut self, text: &'a str, depth: usize) -> Option<&'a str> {
        if depth > DEEPEST {
            return None;
        }
        if let Some(inner) = text.strip_prefix("array(") {
            // The type of its elements follows: array(['a'], dtype=object).
            let rest = self.value(inner.trim_start(), depth + 1)?.trim_start();
            let end = rest.find(')').filter(|end| *end == 0 || rest.starts_with(','))?;
            return Some(&rest[end + 1..]);
        }
        match text.chars().next()? {
            '[' => self.items(&text[1..], "[]", depth),
            '(' => self.items(&text[1..], "()", depth),
            '{' => self.items(&text[1..], "{}", depth),
            _ => self.scalar(text, self.typed),
        }
    }

    /// Writes the elements or members that follow an opening bracket.
    fn items<'a>(&mut self, text: &'a str, brackets: &str, depth: usize) -> Option<&'a str> {
        let (dictionary, tuple) = (brackets == "{}", brackets == "()");
        let close = &brackets[1..];
        self.json.push(if dictionary { '{' } else { '[' });
        let mut rest = text.trim_start();
        let (mut items, mut commas) = (0, 0);
        let after = loop {
            if let Some(after) = rest.strip_prefix(close) {
                break after;
            }
            if items > commas {
                return None;
            }
            if items > 0 {
                self.json.push(',');
            }
            if dictionary {
                rest = self.scalar(rest, false)?.trim_start().strip_prefix(':')?.trim_start();
                self.json.push(':');
            }
            rest = self.value(rest, depth + 1)?.trim_start();
            items += 1;
            if let Some(after) = rest.strip_prefix(',') {
                commas += 1;
                rest = after.trim_start();
            }
        };
        self.json.push(if dictionary { '}' } else { ']' });
        // ('x') is a text in brackets, ('x',) a tuple.
        if tuple && commas == 0 && items > 0 { None } else { Some(after) }
    }

    /// Writes a text, number, boolean or `None`; numbers and booleans as texts unless they are to be typed.
    fn scalar<'a>(&mut self, text: &'a str, typed: bool) -> Option<&'a str> {
        let quote = text.bytes().take(2).position(|byte| matches!(byte, b'\'' | b'"'));
        let prefix = quote.filter(|at| is_prefix(&text[..*at]));
        let Some(at) = prefix else {
            let end = text.find([',', ']', ')', '}', ':']).unwrap_or(text.len());
            let word = text[..end].trim_end();
            match word {
                "None" => self.json.push_str("null"),
                "True" | "False" if typed => self.json.push_str(&word.to_lowercase()),
                // One that JSON writes otherwise, such as `.5`, is left to the reader of JSON to refuse.
                _ if typed && is_number(word) => self.json.push_str(word),
                _ if matches!(word, "True" | "False") || is_number(word) => self.text(word),
                _ => return None,
            }
            return Some(&text[end..]);
        };
        let raw = matches!(&text[..at], "r" | "R");
        let (mut value, mut rest) = string(&text[at..], raw)?;
        // Adjacent literals are one string in Python.
        while rest.trim_start().starts_with(['\'', '"']) {
            let (more, after) = string(rest.trim_start(), false)?;
            value.push_str(&more);
            rest = after;
            self.adjacent = true;
        }
        self.text(&value);
        Some(rest)
    }

    fn text(&mut self, text: &str) {
        self.json.push('"');
        for character in text.chars() {
            if matches!(character, '"' | '\\') {
                self.json.push('\\');
            }
            self.json.push(character);
        }
        self.json.push('"');
    }
}

fn is_prefix(text: &str) -> bool {
    matches!(text, "" | "u" | "U" | "r" | "R")
}

fn is_number(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '+' | '.'))
        && super::float(word).is_some()
}

/// A quoted string and what follows it.
fn string(text: &str, raw: bool) -> Option<(String, &str)> {
    let quote = text.chars().next()?;
    let mut value = String::new();
    let mut characters = text.char_indices().skip(1);
    while let Some((at, character)) = characters.next() {
        if character == quote {
            return Some((value, &text[at + 1..]));
        }
        if character != '\\' {
            value.push(character);
            continue;
        }
        let (at, escaped) = characters.next()?;
        if raw {
            value.extend(['\\', escaped]);
            continue;
        }
        let digits = match escaped {
            'x' => 2,
            'u' => 4,
            'U' => 8,
            _ => 0,
        };
        if digits > 0 {
            let code = text.get(at + 1..at + 1 + digits)?;
            if !code.bytes().all(|byte| byte.is_ascii_hexdigit()) {
                return None;
            }
            let code = u32::from_str_radix(code, 16).ok()?;
            value.push(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
            for _ in 0..digits {
                characters.next();
            }
            continue;
        }
        match escaped {
            'n' => value.push('\n'),
            't' => value.push('\t'),
            'r' => value.push('\r'),
            'a' => value.push('\u{7}'),
            'b' => value.push('\u{8}'),
            'f' => value.push('\u{c}'),
            'v' => value.push('\u{b}'),
            '0' => value.push('\0'),
            '\n' => {}
            '\'' | '"' | '\\' => value.push(escaped),
            _ => value.extend(['\\', escaped]),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::json;

    fn string_list(text: &str) -> Option<Vec<String>> {
        json::string_list(&to_json(text)?.json)
    }

    #[test]
    fn lists_are_read_as_python_writes_them() {
        for (text, list) in [
            ("['May 18, 2018']", vec!["May 18, 2018"]),
            (r#"["O 'Brien", 'x']"#, vec!["O 'Brien", "x"]),
            (r"['it\'s', 'a\\b', 'n\n\t\xe9\u00e9']", vec!["it's", "a\\b", "n\n\té\u{e9}"]),
            ("('a', 'b',)", vec!["a", "b"]),
            ("('a',)", vec!["a"]),
            ("[]", vec![]),
            ("()", vec![]),
            ("[None, 'x', 1.50, -2, True]", vec!["x", "1.50", "-2", "True"]),
            (" [u'x', r'\\d'] ", vec!["x", "\\d"]),
            ("['a' 'b']", vec!["ab"]),
            (r"['\w']", vec![r"\w"]),
            ("['Röntgen', '😀']", vec!["Röntgen", "😀"]),
        ] {
            assert_eq!(string_list(text).unwrap(), list, "{text}");
        }
        for text in [
            "", "x", "['a'", "['a]", "[['a']]", "[{'a': 1}]", "['a' b]", "[a]", "('a')", "[,]",
            "['a',,]", r"['\x4']", "['\\", "[word]", "[\"a']",
        ] {
            assert_eq!(string_list(text), None, "{text}");
        }
    }

    #[test]
    fn literals_become_json() {
        for (text, json) in [
            (
                "{'text': ['a', \"b's\"], 'answer_start': [1, 20]}",
                r#"{"text":["a","b's"],"answer_start":["1","20"]}"#,
            ),
            ("[{'text': 'a', 'x': None}]", r#"[{"text":"a","x":null}]"#),
            ("array(['a', 'b'], dtype=object)", r#"["a","b"]"#),
            ("{'text': array(['a'], dtype='<U9')}", r#"{"text":["a"]}"#),
            ("[('a', 1), ['b']]", r#"[["a","1"],["b"]]"#),
            ("{}", "{}"),
            (r#"'a"\\'"#, r#""a\"\\""#),
        ] {
            assert_eq!(to_json(text).unwrap().json, json, "{text}");
        }
        for text in ["{'a'}", "{'a': }", "{1: 2", "array('a'", "[1] x", "{'a' 1}"] {
            assert_eq!(to_json(text), None, "{text}");
        }
        assert_eq!(to_json(&format!("{}1{}", "[".repeat(90_000), "]".repeat(90_000))), None);
        assert!(to_json("['a' 'b']").unwrap().adjacent);
        assert!(!to_json("['a', 'b']").unwrap().adjacent);
    }
}
