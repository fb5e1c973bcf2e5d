//! The grader of PRM800K: openai/prm800k@7ecc7947 `prm800k/grading/{grader,math_normalize}.py`.

use super::hendrycks;
use super::replaced;
use super::sympy::tree::Expr;
use super::sympy::{Equality, Failure, Syntax, difference_is_zero, python};
use super::unlatex::unlatex;
use crate::text::classes;
use crate::text::digit::decimal;
use crate::text::lower::lowered;
use crate::text::python_float::python_float;
use std::collections::BTreeSet;

/// `grade_answer`: equal in the normal form of MATH's own grader or in a softer one, or equal to
/// `SymPy` element by element.
pub fn grade_answer(answer: &str, gold: &str) -> Equality {
    if hard_form(answer) == hard_form(gold) {
        return Equality::certain(true);
    }
    let (answer, gold) = (soft_form(answer), soft_form(gold));
    if answer == gold {
        return Equality::certain(true);
    }
    if answer.is_empty() {
        return Equality::certain(false);
    }
    let (answers, golds) = (elements(&answer), elements(&gold));
    let differently_bracketed = golds.len() > 1
        && (answer.chars().next() != gold.chars().next()
            || answer.chars().next_back() != gold.chars().next_back());
    if differently_bracketed || answers.len() != golds.len() {
        return Equality::certain(false);
    }
    let mut all = Equality::certain(true);
    for (answer, gold) in answers.iter().zip(&golds) {
        let one = if is_fraction(gold) && is_fraction(answer) {
            // What is not reduced is wrong.
            Equality::certain(gold == answer)
        } else if is_integer(gold) == is_integer(answer) {
            by_sympy(gold, answer)
        } else {
            Equality::certain(false)
        };
        all.certain &= one.certain;
        if !one.equal {
            // Surely wrong by one element is surely wrong.
            return Equality { equal: false, certain: one.certain };
        }
    }
    all
}

/// `math_normalize.normalize_answer`.
fn hard_form(answer: &str) -> String {
    let answer = classes::strip(answer);
    let answer = inside_text(answer).map_or(answer, classes::strip);
    hendrycks::normal_form(answer).unwrap_or_else(|| answer.to_owned())
}

/// What stands in `\text{…}`, if that is all.
fn inside_text(answer: &str) -> Option<&str> {
    let rest = answer.strip_prefix("\\text{")?;
    let rest = rest.strip_suffix('\n').unwrap_or(rest);
    let inside = rest.strip_suffix('}')?;
    (!inside.is_empty() && !inside.contains('\n')).then_some(inside)
}

const UNITS: [&str; 16] = [
    "degree", "cm", "centimeter", "meter", "mile", "second", "minute", "hour", "day", "week",
    "month", "year", "foot", "feet", "inch", "yard",
];

/// `grader._normalize`.
pub fn soft_form(answer: &str) -> String {
    let answer = inside_text(answer).unwrap_or(answer);
    let mut answer = replaced(
        answer,
        &[
            ("\\%", "%"),
            ("\\$", "$"),
            ("$", ""),
            ("%", ""),
            (" or ", " , "),
            (" and ", " , "),
            ("million", "*10^6"),
            ("billion", "*10^9"),
            ("trillion", "*10^12"),
        ],
    );
    for unit in UNITS {
        answer = without(&answer, unit, |rest| Some(after_unit(rest)));
    }
    answer = without(&answer, "^", after_circle);
    if let Some(inside) = answer.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
        answer = inside.to_owned();
    }
    answer = without(&answer, ",\\!", |rest| Some(blanks(rest)));
    if let Some(value) = python_float(&answer)
        && is_whole(value)
    {
        answer = printed(libm::rint(value));
    }
    if answer.contains('\\') {
        answer = from_latex(&answer);
    }
    answer = without_blanks_after_minus(&answer);
    answer = with_plus_between_digits(&answer);
    answer = replaced(&answer, &[(" ", ""), ("{", ""), ("}", "")]);
    let lower = lowered(&answer);
    if is_integer(&lower)
        && let Some(value) = python_float(&lower.replace(',', ""))
    {
        return printed(libm::trunc(value));
    }
    lower
}

/// A whole number as Python's `str` of an `int`.
fn printed(value: f64) -> String {
    let digits = format!("{value:.0}");
    if digits == "-0" { "0".to_owned() } else { digits }
}

fn is_whole(value: f64) -> bool {
    value.is_finite() && (value - libm::rint(value)).abs() <= 1e-7
}

fn blanks(text: &str) -> usize {
    text.bytes().take_while(|byte| *byte == b' ').count()
}

/// Without every occurrence of a word together with what belongs to it; the function says how much of
/// what follows does, or that the word does not count.
fn without(text: &str, word: &str, after: fn(&str) -> Option<usize>) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once(word) {
        kept.push_str(before);
        rest = if let Some(length) = after(behind) {
            &behind[length..]
        } else {
            kept.push_str(word);
            behind
        };
    }
    kept.push_str(rest);
    kept
}

/// `(es)?(s)? *(\^[0-9]+)?`.
fn after_unit(text: &str) -> usize {
    let rest = text.strip_prefix("es").unwrap_or(text);
    let rest = rest.strip_prefix('s').unwrap_or(rest);
    let rest = &rest[blanks(rest)..];
    let rest = match rest.strip_prefix('^') {
        Some(power) if power.starts_with(|c: char| c.is_ascii_digit()) => {
            power.trim_start_matches(|c: char| c.is_ascii_digit())
        }
        _ => rest,
    };
    text.len() - rest.len()
}

/// ` *\\circ`.
fn after_circle(text: &str) -> Option<usize> {
    let blanks = blanks(text);
    text[blanks..].starts_with("\\circ").then_some(blanks + "\\circ".len())
}

fn without_blanks_after_minus(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    for c in text.chars() {
        if c == ' ' && kept.ends_with('-') {
            continue;
        }
        kept.push(c);
    }
    kept
}

/// `7 3/4` is a mixed number: a plus sign for the blanks between two digits.
fn with_plus_between_digits(text: &str) -> String {
    let mut joined = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(|c: char| c.is_ascii_digit()) {
        let (before, from) = rest.split_at(at + 1);
        joined.push_str(before);
        let blanks = blanks(from);
        let behind = &from[blanks..];
        if blanks > 0 && behind.starts_with(|c: char| c.is_ascii_digit()) {
            // The second digit is used up.
            joined.push('+');
            joined.push_str(&behind[..1]);
            rest = &behind[1..];
        } else {
            rest = from;
        }
    }
    joined.push_str(rest);
    joined
}

/// `_parse_latex`: as plain text.
fn from_latex(answer: &str) -> String {
    let spaced =
        replaced(answer, &[("\\tfrac", "\\frac"), ("\\dfrac", "\\frac"), ("\\frac", " \\frac")]);
    let Some(plain) = unlatex(&spaced) else { return answer.to_owned() };
    let plain = replaced(
        &plain,
        &[("√", "sqrt"), ("π", "pi"), ("∞", "inf"), ("∪", "U"), ("·", "*"), ("×", "*")],
    );
    classes::strip(&plain).to_owned()
}

/// `_strip_properly_formatted_commas`: without a comma between a digit and exactly three more.
fn without_grouping(text: &str) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    let digit = |c: Option<&char>| c.is_some_and(|c| decimal(*c).is_some());
    loop {
        let mut kept = Vec::with_capacity(chars.len());
        let mut at = 0;
        while at < chars.len() {
            let groups = digit(chars.get(at))
                && chars.get(at + 1) == Some(&',')
                && (2..5).all(|further| digit(chars.get(at + further)))
                && !digit(chars.get(at + 5));
            if groups {
                kept.push(chars[at]);
                kept.extend(&chars[at + 2..chars.len().min(at + 6)]);
                at += 6;
            } else {
                kept.push(chars[at]);
                at += 1;
            }
        }
        if kept.len() == chars.len() {
            return kept.into_iter().collect();
        }
        chars = kept;
    }
}

/// `_str_is_int`.
fn is_integer(text: &str) -> bool {
    python_float(&without_grouping(text)).is_some_and(is_whole)
}

/// `^-?[0-9]+.?/0*[1-9][0-9]*.?$`.
fn is_fraction(text: &str) -> bool {
    let digits = |c: char| c.is_ascii_digit();
    let text = text.strip_suffix('\n').unwrap_or(text);
    let text = text.strip_prefix('-').unwrap_or(text);
    let behind = text.trim_start_matches(digits);
    if behind.len() == text.len() {
        return false;
    }
    let is_under = |under: &str| {
        let under = under.trim_start_matches('0');
        let behind = under.trim_start_matches(digits);
        behind.len() < under.len() && behind.chars().count() <= 1 && behind != "\n"
    };
    let mut chars = behind.chars();
    let skipped = chars.next();
    let one_on = skipped.filter(|c| *c != '\n').and_then(|_| chars.as_str().strip_prefix('/'));
    [behind.strip_prefix('/'), one_on].into_iter().flatten().any(is_under)
}

const BRACKETS: [char; 4] = ['(', ')', '[', ']'];

/// `split_tuple`: the elements between brackets, or the whole.
fn elements(text: &str) -> Vec<String> {
    let text = without_grouping(text);
    if text.is_empty() {
        return Vec::new();
    }
    let inside = text
        .strip_prefix(BRACKETS)
        .and_then(|rest| rest.strip_suffix(BRACKETS))
        .filter(|inside| !inside.is_empty() && !inside.contains(BRACKETS));
    match inside {
        Some(inside) => {
            inside.split(',').map(|element| classes::strip(element).to_owned()).collect()
        }
        None => vec![text],
    }
}

/// `are_equal_under_sympy`.
fn by_sympy(gold: &str, answer: &str) -> Equality {
    let expr = format!("({gold})-({answer})");
    if !may_be_evaluated(&expr) {
        return Equality::certain(false);
    }
    match python::parse_expr(&expr.replace('^', "**"), true) {
        Ok(difference) => difference_is_zero(&difference, &Expr::integer(0), Syntax::Python),
        Err(unread) => Equality { equal: false, certain: unread == Failure::Error },
    }
}

/// `should_allow_eval`: at most two different letters, and no long powers.
fn may_be_evaluated(expr: &str) -> bool {
    let letters = replaced(expr, &[("sqrt", ""), ("frac", "")]);
    let letters: BTreeSet<char> = letters.chars().filter(|c| c.is_alphabetic()).collect();
    if letters.len() > 2 {
        return false;
    }
    expr.match_indices('^').all(|(at, _)| {
        let behind = &expr[at + 1..];
        let digits = behind.bytes().take_while(u8::is_ascii_digit).count();
        let power_of_power = digits > 0 && behind[digits..].starts_with('^');
        !behind.starts_with(['{', '(']) && !power_of_power && digits < 2
    })
}
