//! The task `minerva_math` version 3 of EleutherAI/lm-evaluation-harness@4e7e0d47: the normal form of
//! Lewkowycz et al., Solving Quantitative Reasoning Problems with Language Models (2022), appendix D,
//! and equality by `SymPy`.

use super::replaced;
use super::sympy::latex::parse_latex;
use super::sympy::{Equality, Failure, Syntax, difference_is_zero};
use crate::text::digit::decimal;
use itertools::Itertools as _;

const SUBSTITUTIONS: &[(&str, &str)] = &[
    ("an ", ""),
    ("a ", ""),
    (".$", "$"),
    ("\\$", ""),
    ("\\ ", ""),
    (" ", ""),
    ("mbox", "text"),
    (",\\text{and}", ","),
    ("\\text{and}", ","),
    ("\\text{m}", "\\text{}"),
];

/// Deleted in this order.
const DELETED: &[&str] = &[
    "square", "ways", "integers", "dollars", "mph", "inches", "ft", "hours", "km", "units",
    "\\ldots", "sue", "points", "feet", "minutes", "digits", "cents", "degrees", "cm", "gm",
    "pounds", "meters", "meals", "edges", "students", "childrentickets", "multiples", "\\text{s}",
    "\\text{.}", "\\text{\ns}", "\\text{}^2", "\\text{}^3", "\\text{\n}", "\\text{}",
    "\\mathrm{th}", "^\\circ", "^{\\circ}", "\\;", ",\\!", "{,}", "\"", "\\dots",
];

/// `normalize_final_answer`.
pub fn normal_form(answer: &str) -> String {
    let answer = answer.rsplit('=').next().unwrap_or(answer);
    let mut answer = replaced(answer, SUBSTITUTIONS);
    for words in DELETED {
        if answer.contains(words) {
            answer = answer.replace(words, "");
        }
    }
    let lines = answer.split('\n').map(within_dollars).join("\n");
    answer = lines;
    for command in ["\\text{", "\\textbf{", "\\overline{"] {
        answer = unwrapped(&answer, command, |inside| inside.find('}'));
    }
    answer = unwrapped(&answer, "\\boxed{", |inside| inside.rfind('}'));
    answer = with_braces(&answer, "frac", 2);
    answer = with_braces(&answer, "sqrt", 1).replace('$', "");
    let digits = answer.replace(',', "");
    if !digits.is_empty() && digits.chars().all(|c| decimal(c).is_some()) { digits } else { answer }
}

/// Of a line with two dollar signs what stands between the first ones, with dollar signs around it.
fn within_dollars(line: &str) -> String {
    let mut parts = line.splitn(3, '$');
    match (parts.next(), parts.next(), parts.next()) {
        (Some(_), Some(inside), Some(_)) => format!("${inside}$"),
        _ => line.to_owned(),
    }
}

/// Without a command and its braces, of which the closing one is looked for in the rest of the line.
fn unwrapped(text: &str, command: &str, closing: fn(&str) -> Option<usize>) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(command) {
        plain.push_str(before);
        let line = after.split('\n').next().unwrap_or("");
        if let Some(end) = closing(line) {
            plain.push_str(&after[..end]);
            rest = &after[end + 1..];
        } else {
            // The search goes on one character later, and nothing of the command can start there.
            plain.push_str(command);
            rest = after;
        }
    }
    plain.push_str(rest);
    plain
}

/// Braces around each of the characters that follow a name; the first must not be a brace, the second
/// no line feed.
fn with_braces(text: &str, name: &str, count: usize) -> String {
    let mut braced = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(name) {
        braced.push_str(before);
        braced.push_str(name);
        let arguments: Vec<char> = after.chars().take(count).collect();
        let fits = arguments.len() == count
            && arguments[0] != '{'
            && arguments.get(1).is_none_or(|second| *second != '\n');
        rest = after;
        if fits {
            for argument in &arguments {
                braced.extend(['{', *argument, '}']);
            }
            rest = &after[arguments.iter().map(|c| c.len_utf8()).sum::<usize>()..];
        }
    }
    braced.push_str(rest);
    braced
}

/// `is_equiv` of two normal forms: `SymPy` reads both and their difference simplifies to 0. What it
/// cannot read is equal to nothing, not even to itself.
pub fn is_equiv(answer: &str, gold: &str) -> Equality {
    match (parse_latex(answer), parse_latex(gold)) {
        (Ok(answer), Ok(gold)) => difference_is_zero(&answer, &gold, Syntax::Latex),
        (Err(Failure::Error), _) | (_, Err(Failure::Error)) => Equality::certain(false),
        _ => Equality { equal: false, certain: false },
    }
}
