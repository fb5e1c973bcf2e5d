//! Python literals, which some datasets hold in their cells.

/// The texts of a Python list or tuple of strings, such as `['May 18, 2018']`. `None` elements are
/// skipped, and numbers and booleans are taken as written. The result is `None` where the text is
/// no such list, or holds another list or a dictionary.
///
/// ```
/// use scoredrop::input::python::string_list;
/// assert_eq!(string_list(r#"["O 'Brien", 'x']"#).unwrap(), ["O 'Brien", "x"]);
/// assert_eq!(string_list("[['nested']]"), None);
/// ```
pub fn string_list(text: &str) -> Option<Vec<String>> {
    let text = text.trim();
    let (inner, tuple) = match text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        Some(inner) => (inner, false),
        None => (text.strip_prefix('(')?.strip_suffix(')')?, true),
    };
    let mut list = Vec::new();
    let mut rest = inner.trim_start();
    let mut commas = 0;
    while !rest.is_empty() {
        let (element, after) = element(rest)?;
        list.extend(element);
        rest = after.trim_start();
        if let Some(after) = rest.strip_prefix(',') {
            commas += 1;
            rest = after.trim_start();
        } else if !rest.is_empty() {
            return None;
        }
    }
    // ('x') is a text in brackets, ('x',) a tuple.
    if tuple && commas == 0 && !inner.trim().is_empty() { None } else { Some(list) }
}

/// One element (`None` within for Python's `None`) and what follows it.
fn element(text: &str) -> Option<(Option<String>, &str)> {
    let prefix = text.find(['\'', '"']).filter(|at| *at <= 1 && is_prefix(&text[..*at]));
    let Some(at) = prefix else {
        let end = text.find(',').unwrap_or(text.len());
        let word = text[..end].trim_end();
        let known = matches!(word, "True" | "False" | "None") || is_number(word);
        return known.then(|| ((word != "None").then(|| word.to_owned()), &text[end..]));
    };
    let raw = matches!(&text[..at], "r" | "R");
    let (mut value, mut rest) = string(&text[at..], raw)?;
    // Adjacent literals are one string in Python.
    while rest.trim_start().starts_with(['\'', '"']) {
        let (more, after) = string(rest.trim_start(), false)?;
        value.push_str(&more);
        rest = after;
    }
    Some((Some(value), rest))
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
            "",
            "x",
            "['a'",
            "['a]",
            "[['a']]",
            "[{'a': 1}]",
            "['a' b]",
            "[a]",
            "('a')",
            "[,]",
            "['a',,]",
            r"['\x4']",
            "['\\",
            "[word]",
            "[\"a']",
        ] {
            assert_eq!(string_list(text), None, "{text}");
        }
    }
}
