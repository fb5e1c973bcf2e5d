//! The grader of MATH itself: hendrycks/math@985bdc16 `modeling/math_equivalence.py`.

use super::replaced;

/// `is_equiv`: equal in normal form, or as they are where one of them has none. Two answers that were
/// not found are equal.
pub fn is_equiv(one: Option<&str>, other: Option<&str>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => match (normal_form(one), normal_form(other)) {
            (Some(one), Some(other)) => one == other,
            _ => one == other,
        },
        (one, other) => one == other,
    }
}

/// `_strip_string`; `None` where it raises an error.
pub fn normal_form(text: &str) -> Option<String> {
    let text = replaced(
        text,
        &[
            ("\n", ""),
            ("\\!", ""),
            ("\\\\", "\\"),
            ("tfrac", "frac"),
            ("dfrac", "frac"),
            ("\\left", ""),
            ("\\right", ""),
            ("^{\\circ}", ""),
            ("^\\circ", ""),
            ("\\$", ""),
        ],
    );
    let text = without_unit(&text)?;
    let mut text = replaced(text, &[("\\%", ""), (" .", " 0."), ("{.", "{0.")]);
    if text.is_empty() {
        return Some(text);
    }
    if text.starts_with('.') {
        text.insert(0, '0');
    }
    if let Some((left, right)) = text.split_once('=')
        && !right.contains('=')
        && left.chars().count() <= 2
    {
        text = right.to_string();
    }
    let text = with_braced_roots(&text)?.replace(' ', "");
    let text = with_braced_fractions(&text)?;
    if text == "0.5" {
        return Some("\\frac{1}{2}".to_owned());
    }
    Some(with_plain_fraction(text))
}

/// A unit in `\text{ …` at the end is cut off; an error if there are several.
fn without_unit(text: &str) -> Option<&str> {
    match text.split_once("\\text{ ") {
        None => Some(text),
        Some((_, after)) if after.contains("\\text{ ") => None,
        Some((before, _)) => Some(before),
    }
}

/// `\sqrt3` becomes `\sqrt{3}`; an error if nothing follows.
fn with_braced_roots(text: &str) -> Option<String> {
    let mut parts = text.split("\\sqrt");
    let mut braced = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let first = part.chars().next()?;
        braced.push_str("\\sqrt");
        if first == '{' {
            braced.push_str(part);
        } else {
            braced.extend(['{', first, '}']);
            braced.push_str(&part[first.len_utf8()..]);
        }
    }
    Some(braced)
}

/// `\frac12` and `\frac1{72}` get braces; the text as it is where a single character follows, an
/// error where nothing does.
fn with_braced_fractions(text: &str) -> Option<String> {
    let mut parts = text.split("\\frac");
    let mut braced = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        braced.push_str("\\frac");
        let mut chars = part.chars();
        let over = chars.next()?;
        if over == '{' {
            braced.push_str(part);
            continue;
        }
        let Some(under) = chars.next() else { return Some(text.to_owned()) };
        braced.extend(['{', over, '}']);
        if under == '{' {
            braced.push(under);
        } else {
            braced.extend(['{', under, '}']);
        }
        braced.push_str(chars.as_str());
    }
    Some(braced)
}

/// `3/4` of whole numbers as Python prints them becomes `\frac{3}{4}`.
fn with_plain_fraction(text: String) -> String {
    let is_printed = |number: &str| {
        let digits = number.strip_prefix('-').unwrap_or(number);
        let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        plain && (number == "0" || !digits.starts_with('0'))
    };
    match text.split_once('/') {
        Some((over, under)) if is_printed(over) && is_printed(under) => {
            format!("\\frac{{{over}}}{{{under}}}")
        }
        _ => text,
    }
}
