//! Whether two mathematical answers are equal, and by which rule.
//!
//! Both answers are read into trees ([`parse`](mod@parse)), and the trees are compared by what they mean
//! (`algebra`): numbers, roots and expressions exactly, lists, sets, tuples, intervals, matrices and
//! equations part by part. No rule rests on numbers being near each other. What no rule makes equal is
//! not equal.

pub(crate) mod algebra;
mod compare;
mod interval;
pub(super) mod judge;
mod judgement;
mod mathml;
mod several;
pub(crate) mod value;

pub use crate::text::formula::parse;
pub(crate) use crate::text::formula::{rational, tree};
pub use judgement::{Equivalence, Rule};
pub use mathml::mathml;

use crate::text::number::in_words;
use algebra::Algebra;
use std::borrow::Cow;
use tree::Expr;

/// How deep parts of answers are compared.
const MAX_DEPTH: u32 = 48;

/// Whether an answer is equal to the gold answer. Both are texts in LaTeX or as people type; what stands
/// around them (`$`, `\boxed{}`, "the answer is") does not count.
///
/// Total: any texts have a judgement, in bounded time. Symmetric but for the rule.
pub fn equal(gold: &str, answer: &str) -> Rule {
    equal_by(gold, answer, false)
}

/// A set of numbers or a number in words as a formula, else the text.
fn said(text: Cow<'_, str>) -> Cow<'_, str> {
    const REALS: [&str; 8] = [
        "all real numbers", "all reals", "all the real numbers", "the set of all real numbers",
        "the real numbers", "every real number", "any real number", "set of all real numbers",
    ];
    const EMPTY: [&str; 11] = [
        "no solution", "no solutions", "no real solution", "no real solutions", "empty set",
        "the empty set", "there is no solution", "there are no solutions",
        "there are no real solutions", "null set", "there is no real solution",
    ];
    if text.len() > 60 || !text.is_ascii() {
        return text;
    }
    let bare = text.replace("\\text", "").replace("\\mathrm", "").replace("\\mbox", "");
    let bare = bare.replace(['{', '}', '$', '~', '\\'], " ").to_ascii_lowercase();
    let words: Vec<&str> = bare.split_whitespace().collect();
    let bare = words.join(" ");
    let bare = bare.trim_matches(|c: char| !c.is_alphanumeric());
    if REALS.contains(&bare) {
        return Cow::Borrowed("\\mathbb{R}");
    }
    if EMPTY.contains(&bare) {
        return Cow::Borrowed("\\emptyset");
    }
    match in_words(bare) {
        Some(number) if number.start == 0 && number.end == bare.len() => {
            Cow::Owned(number.value.to_f64().to_string())
        }
        _ => text,
    }
}

/// Does what [`equal`] does; with `rounds`, a number also equals one that rounds to it.
pub fn equal_by(gold: &str, answer: &str, rounds: bool) -> Rule {
    if gold.trim() == answer.trim() {
        return Rule::Identical;
    }
    let (short, other) = (parse::cleaned(gold), parse::cleaned(answer));
    let (short, other) = (said(short), said(other));
    let (short, other) = (short.as_ref(), other.as_ref());
    if short.len() > parse::MAX_LENGTH || other.len() > parse::MAX_LENGTH {
        return Rule::TooBig;
    }
    if parse::skeleton(short) == parse::skeleton(other) {
        return Rule::Writing;
    }
    let (Some(first), Some(second)) = (parse::read(short, true), parse::read(other, true)) else {
        return Rule::NotRead;
    };
    // `cat` may be three variables, but it is not `act`.
    let word = |text: &str| text.len() > 2 && text.bytes().all(|b| b.is_ascii_alphabetic());
    let words = matches!(first.expr, Expr::Text(_)) || matches!(second.expr, Expr::Text(_));
    if words || (word(short) && word(other)) {
        let same = parse::letters(short) == parse::letters(other);
        return if same { Rule::Words } else { Rule::DifferentWords };
    }
    let mut all = Algebra::default();
    all.rounds = rounds;
    let rule = compare::compare(&mut all, &first.expr, &second.expr, MAX_DEPTH);
    if rule.equal() || !(first.grouped || second.grouped) {
        return rule;
    }
    // `10,100` may be one number or two.
    let apart = |text: &str, grouped: bool| {
        if grouped { parse::read(text, false).map(|reading| reading.expr) } else { None }
    };
    let (lone, lonely) = (apart(short, first.grouped), apart(other, second.grouped));
    let readings = [
        (lone.as_ref(), lonely.as_ref()),
        (lone.as_ref(), Some(&second.expr)),
        (Some(&first.expr), lonely.as_ref()),
    ];
    for (gold, answer) in readings.into_iter().filter_map(|(gold, answer)| gold.zip(answer)) {
        let other = compare::compare(&mut all, gold, answer, MAX_DEPTH);
        if other.equal() {
            return other;
        }
    }
    rule
}
