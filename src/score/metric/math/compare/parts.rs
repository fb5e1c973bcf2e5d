//! What has parts is compared part by part.

use super::{compare, values};
use crate::score::metric::math::algebra::Algebra;
use crate::score::metric::math::judgement::{Equivalence, Rule};
use crate::score::metric::math::tree::{Bracket, Constant, Expr};
use crate::score::metric::math::value::value;
use crate::text::formula::shape::named;

/// Most values of a list that are compared each with each.
const MAX_ITEMS: usize = 40;

/// Values, lists, tuples, matrices and words.
pub(super) fn by_parts(all: &mut Algebra, gold: &Expr, answer: &Expr, depth: u32) -> Rule {
    match (gold, answer) {
        (Expr::List(a), Expr::List(b)) => {
            let (a, b) = (without_name(a), without_name(b));
            let names = |items: &[Expr]| items.iter().any(|item| named(item).is_some());
            if a.len() == b.len() && names(&a) != names(&b) {
                // `a = 2, b = 3` is not `3, 2`.
                return one_by_one(all, a.iter().zip(&b), Rule::List, depth);
            }
            in_any_order(all, &a, &b, depth)
        }
        // Inequalities with "or" or only commas between them.
        (Expr::Union(a), Expr::List(b)) | (Expr::List(b), Expr::Union(a))
            if matches!(a.first(), Some(Expr::Relation(..))) =>
        {
            in_any_order(all, a, b, depth)
        }
        (Expr::Set(a), Expr::Set(b)) => same_elements(all, a, b, depth),
        (Expr::Set(a), Expr::List(b)) | (Expr::List(b), Expr::Set(a)) => {
            let b = without_name(b);
            if b.iter().any(|item| named(item).is_some()) {
                return Rule::DifferentKinds;
            }
            same_elements(all, a, &b, depth)
        }
        // The same value written in two ways: `15\frac{39}{40} \text{ or } \frac{639}{40}`.
        (Expr::List(items), one) | (one, Expr::List(items))
            if !matches!(one, Expr::Set(_)) && items.len() <= MAX_ITEMS =>
        {
            let rule = one_by_one(all, items.iter().map(|item| (item, one)), Rule::List, depth);
            whole(rule, Rule::List)
        }
        (Expr::Set(a), Expr::Constant(Constant::Empty))
        | (Expr::Constant(Constant::Empty), Expr::Set(a)) => {
            if a.is_empty() {
                Rule::Set
            } else {
                Rule::DifferentParts
            }
        }
        (Expr::Set(items), Expr::Tuple(..)) | (Expr::Tuple(..), Expr::Set(items))
            if items.len() > 1 =>
        {
            Rule::DifferentKinds
        }
        (Expr::Set(items), one) | (one, Expr::Set(items)) => match items.as_slice() {
            [item] => whole(compare(all, item, one, depth), Rule::Set),
            _ => Rule::DifferentParts,
        },
        (Expr::Tuple(open, a, close), Expr::Tuple(other_open, b, other_close)) => {
            if a.len() != b.len() || (open, close) != (other_open, other_close) {
                return Rule::DifferentParts;
            }
            let rule = if *open == Bracket::Square || *close == Bracket::Square {
                Rule::Range
            } else {
                Rule::Tuple
            };
            one_by_one(all, a.iter().zip(b), rule, depth)
        }
        (Expr::Matrix(a, false), Expr::Matrix(b, false)) => {
            let shape = |rows: &[Vec<Expr>]| (rows.len(), rows.first().map(Vec::len));
            if shape(a) != shape(b) {
                return Rule::DifferentParts;
            }
            one_by_one(all, a.iter().flatten().zip(b.iter().flatten()), Rule::Matrix, depth)
        }
        (Expr::Ratio(a), Expr::Ratio(b)) => ratios(all, a, b, depth),
        (Expr::Ratio(parts), other) | (other, Expr::Ratio(parts)) => match parts.as_slice() {
            [over, under] if !is_time(parts) => {
                let quotient =
                    Expr::Quotient(Box::new(over.clone()), Box::new(under.clone()), false);
                whole(values(all, &quotient, other), Rule::Ratio)
            }
            _ => Rule::DifferentKinds,
        },
        (Expr::InBase(digits, base), Expr::InBase(others, other)) => {
            if digits == others && base == other { Rule::Writing } else { Rule::DifferentNumbers }
        }
        (Expr::InBase(digits, base), other) | (other, Expr::InBase(digits, base)) => match other {
            Expr::Number(_, written) if written == digits && base == "10" => Rule::Number,
            Expr::Number(_, written) if written == digits => Rule::Base,
            _ => Rule::DifferentKinds,
        },
        (Expr::Text(a), Expr::Text(b)) if a == b => Rule::Words,
        (Expr::Text(_), Expr::Text(_)) => Rule::DifferentWords,
        (Expr::Text(_), _) | (_, Expr::Text(_)) => Rule::DifferentKinds,
        (Expr::Call(name, a), Expr::Call(other, b)) if name == other && a.len() == b.len() => {
            let rule = values(all, gold, answer);
            if rule == Rule::DifferentKinds {
                one_by_one(all, a.iter().zip(b), Rule::Expression, depth)
            } else {
                rule
            }
        }
        (Expr::Constant(a), Expr::Constant(b)) if a == b => Rule::Writing,
        _ => values(all, gold, answer),
    }
}

/// The rule of the whole where its parts are equal, else why they are not.
fn whole(part: Rule, rule: Rule) -> Rule {
    if part.equal() { rule } else { part }
}

fn one_by_one<'e>(
    all: &mut Algebra,
    pairs: impl Iterator<Item = (&'e Expr, &'e Expr)>,
    rule: Rule,
    depth: u32,
) -> Rule {
    for (a, b) in pairs {
        let part = compare(all, a, b, depth);
        match part.verdict() {
            Equivalence::Equal => {}
            Equivalence::Different => return Rule::DifferentParts,
            Equivalence::Undecided => return part,
        }
    }
    rule
}

/// `x = 1, 2` and `x = 1, x = 2` as `1, 2`.
fn without_name(items: &[Expr]) -> Vec<Expr> {
    let Some((name, first)) = items.first().and_then(named) else {
        return items.to_vec();
    };
    let rest = items[1..].iter().map(|item| match named(item) {
        Some((same, value)) if same == name => Some(value.clone()),
        None if !matches!(item, Expr::Relation(..)) => Some(item.clone()),
        _ => None,
    });
    let values: Option<Vec<Expr>> = std::iter::once(Some(first.clone())).chain(rest).collect();
    values.unwrap_or_else(|| items.to_vec())
}

fn in_any_order(all: &mut Algebra, gold: &[Expr], answer: &[Expr], depth: u32) -> Rule {
    if gold.len() != answer.len() {
        return Rule::DifferentParts;
    }
    if gold.len() > MAX_ITEMS {
        return one_by_one(all, gold.iter().zip(answer), Rule::List, depth);
    }
    let mut left: Vec<&Expr> = answer.iter().collect();
    for item in gold {
        match position(all, item, &left, depth) {
            Ok(at) => {
                left.remove(at);
            }
            Err(rule) => return rule,
        }
    }
    Rule::List
}

/// Where an equal value is, or why there is none.
fn position(all: &mut Algebra, item: &Expr, others: &[&Expr], depth: u32) -> Result<usize, Rule> {
    let mut reason = Rule::DifferentParts;
    for (at, other) in others.iter().enumerate() {
        let rule = compare(all, item, other, depth);
        match rule.verdict() {
            Equivalence::Equal => return Ok(at),
            Equivalence::Undecided => reason = rule,
            Equivalence::Different => {}
        }
    }
    Err(reason)
}

fn same_elements(all: &mut Algebra, gold: &[Expr], answer: &[Expr], depth: u32) -> Rule {
    if gold.len().max(answer.len()) > MAX_ITEMS {
        return Rule::TooBig;
    }
    for (some, others) in [(gold, answer), (answer, gold)] {
        let others: Vec<&Expr> = others.iter().collect();
        for item in some {
            if let Err(rule) = position(all, item, &others, depth) {
                return rule;
            }
        }
    }
    Rule::Set
}

/// Whether two numbers with a colon are rather a time of day.
fn is_time(parts: &[Expr]) -> bool {
    parts.iter().skip(1).any(|part| matches!(part, Expr::Number(_, digits) if digits.len() == 2))
}

fn ratios(all: &mut Algebra, gold: &[Expr], answer: &[Expr], depth: u32) -> Rule {
    if gold.len() != answer.len() {
        return Rule::DifferentParts;
    }
    if is_time(gold) || is_time(answer) {
        // `1:03` is not `1:3`.
        let digits = |parts: &[Expr]| -> Vec<Option<usize>> {
            let digits = |part: &Expr| match part {
                Expr::Number(_, digits) => Some(digits.len()),
                _ => None,
            };
            parts.iter().skip(1).map(digits).collect()
        };
        if digits(gold) != digits(answer) {
            return Rule::DifferentParts;
        }
        return one_by_one(all, gold.iter().zip(answer), Rule::Ratio, depth);
    }
    let product = |a: &Expr, b: &Expr| Expr::Product(vec![a.clone(), b.clone()]);
    let crossed = gold
        .iter()
        .zip(answer)
        .skip(1)
        .all(|(a, b)| values(all, &product(&gold[0], b), &product(&answer[0], a)).equal());
    let zero = |all: &mut Algebra, part: &Expr| value(all, part).map_or(true, |v| v.is_zero());
    if crossed && !zero(all, &gold[0]) && !zero(all, &answer[0]) {
        return Rule::Ratio;
    }
    one_by_one(all, gold.iter().zip(answer), Rule::Ratio, depth)
}
