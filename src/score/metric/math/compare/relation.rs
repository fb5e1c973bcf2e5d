//! Equations, inequalities and membership are compared.

use super::{compare, of_trouble};
use crate::score::metric::math::algebra::{Algebra, Fraction, Trouble};
use crate::score::metric::math::interval::{real_set, same_sets};
use crate::score::metric::math::judgement::Rule;
use crate::score::metric::math::tree::{Bracket, Expr, Sign};
use crate::score::metric::math::value::value;
use crate::text::formula::shape::{direction, is_name, is_range, named, variable};

/// `(x, y) = (1, 2)` as `x = 1, y = 2`.
pub(super) fn one_each(expr: &Expr) -> Option<Expr> {
    let Some((Expr::Tuple(_, names, _), Expr::Tuple(_, values, _))) = named(expr) else {
        return None;
    };
    let equation = |(name, value): (&Expr, &Expr)| {
        Expr::Relation(Box::new(name.clone()), vec![(Sign::Equal, value.clone())])
    };
    let each = names.iter().zip(values).map(equation).collect();
    (names.len() == values.len()).then_some(Expr::List(each))
}

/// `x = 3, y = 4` as the point `(3, 4)`, its names in the order of the alphabet.
pub(super) fn point(expr: &Expr) -> Option<Expr> {
    let Expr::List(items) = expr else { return None };
    let each = items.iter().map(|item| match named(item) {
        Some((Expr::Symbol(name), value)) => Some((name.as_str(), value.clone())),
        _ => None,
    });
    let mut each: Vec<(&str, Expr)> = each.collect::<Option<_>>()?;
    each.sort_by_key(|(name, _)| *name);
    let distinct = each.windows(2).all(|two| two[0].0 != two[1].0);
    let values = each.into_iter().map(|(_, value)| value).collect();
    distinct.then_some(Expr::Tuple(Bracket::Round, values, Bracket::Round))
}

/// `x = 2 or x = -2` as its name and its values.
pub(super) fn of_one_name(expr: &Expr) -> Option<(&Expr, Expr)> {
    let Expr::List(items) = expr else { return None };
    let (name, _) = named(items.first()?)?;
    let values = items.iter().map(|item| {
        named(item).filter(|(other, _)| *other == name).map(|(_, value)| value.clone())
    });
    Some((name, Expr::List(values.collect::<Option<_>>()?)))
}

/// Equations, inequalities and membership.
pub(super) fn by_relation(
    all: &mut Algebra,
    gold: &Expr,
    answer: &Expr,
    depth: u32,
) -> Option<Rule> {
    if is_range(gold) || is_range(answer) {
        return match ranges(all, gold, answer) {
            Ok(Some(rule)) => Some(match (variable(gold), variable(answer)) {
                (Some(a), Some(b)) if a != b => Rule::DifferentExpressions,
                _ => rule,
            }),
            Ok(None) => match (gold, answer) {
                (Expr::Relation(..), Expr::Relation(..)) => {
                    Some(relations(all, gold, answer, depth))
                }
                (Expr::Relation(..), _) | (_, Expr::Relation(..)) => Some(Rule::DifferentKinds),
                _ => None,
            },
            Err(trouble) => Some(of_trouble(trouble)),
        };
    }
    match (gold, answer) {
        (Expr::Relation(..), Expr::Relation(..)) => Some(relations(all, gold, answer, depth)),
        (relation @ Expr::Relation(first, rest), other)
        | (other, relation @ Expr::Relation(first, rest)) => {
            let known = calculated(all, relation)
                .or_else(|| named(relation).filter(|_| !has_name(other)).map(|(_, known)| known))
                .or(match rest.as_slice() {
                    [(Sign::In, set)] if is_name(first) => Some(set),
                    _ => None,
                });
            let rule = match known {
                None => return Some(Rule::DifferentKinds),
                Some(known) if std::ptr::eq(relation, gold) => compare(all, known, other, depth),
                Some(known) => compare(all, other, known, depth),
            };
            Some(if rule.equal() { Rule::Name } else { rule })
        }
        _ => None,
    }
}

/// The last side of a calculation that is right: `50 \times (-1) = -50`.
fn calculated<'e>(all: &mut Algebra, expr: &'e Expr) -> Option<&'e Expr> {
    let Expr::Relation(first, rest) = expr else {
        return None;
    };
    let bare = |expr: &'e Expr| match expr {
        Expr::Unit(inner, _) => inner,
        other => other,
    };
    let start = value(all, bare(first)).ok().filter(|start| all.is_decided(start))?;
    for (sign, side) in rest {
        let side = value(all, bare(side)).ok().filter(|_| *sign == Sign::Equal)?;
        all.same(&start, &side).ok()?.then_some(())?;
    }
    rest.last().map(|(_, last)| last)
}

/// Whether values of a list have names of their own.
fn has_name(expr: &Expr) -> bool {
    matches!(expr, Expr::List(items) if items.iter().any(|item| matches!(item, Expr::Relation(..))))
}

fn ranges(all: &mut Algebra, gold: &Expr, answer: &Expr) -> Result<Option<Rule>, Trouble> {
    let (Some(a), Some(b)) = (real_set(all, gold)?, real_set(all, answer)?) else {
        return Ok(None);
    };
    Ok(Some(if same_sets(all, &a, &b)? { Rule::Range } else { Rule::DifferentParts }))
}

fn relations(all: &mut Algebra, gold: &Expr, answer: &Expr, depth: u32) -> Rule {
    let (Expr::Relation(first, rest), Expr::Relation(other, others)) = (gold, answer) else {
        return Rule::DifferentKinds;
    };
    if let (Some((name, known)), Some((same, also))) = (named(gold), named(answer))
        && name == same
        && compare(all, known, also, depth).equal()
    {
        return Rule::Equation;
    }
    if let ([(sign, right)], [(turned, second)]) = (rest.as_slice(), others.as_slice()) {
        match up_to_factor(all, (first, *sign, right), (other, *turned, second)) {
            Ok(Some(rule)) => return rule,
            Ok(None) | Err(Trouble::NoValue | Trouble::Undefined) => {}
            Err(trouble) => return of_trouble(trouble),
        }
    }
    // A chain: the same parts with the same signs, in one direction or the other.
    let (sides, signs) = chain(first, rest);
    let (mut parts, mut marks) = chain(other, others);
    if sides.len() != parts.len() {
        return Rule::DifferentParts;
    }
    for turn in [false, true] {
        if turn {
            parts.reverse();
            marks = marks.into_iter().rev().map(turned).collect();
        }
        let same = signs == marks
            && sides.iter().zip(&parts).all(|(a, b)| compare(all, a, b, depth).equal());
        if same {
            return if signs.iter().all(|sign| *sign == Sign::Equal) {
                Rule::Equation
            } else {
                Rule::Inequality
            };
        }
    }
    Rule::DifferentParts
}

fn chain<'e>(first: &'e Expr, rest: &'e [(Sign, Expr)]) -> (Vec<&'e Expr>, Vec<Sign>) {
    let sides = std::iter::once(first).chain(rest.iter().map(|(_, side)| side)).collect();
    (sides, rest.iter().map(|(sign, _)| *sign).collect())
}

fn turned(sign: Sign) -> Sign {
    match sign {
        Sign::Less => Sign::Greater,
        Sign::LessOrEqual => Sign::GreaterOrEqual,
        Sign::Greater => Sign::Less,
        Sign::GreaterOrEqual => Sign::LessOrEqual,
        // These cannot be read from right to left.
        Sign::In | Sign::To => Sign::Other,
        other => other,
    }
}

/// Two equations or inequalities, all on one side, differ by a factor only.
fn up_to_factor(
    all: &mut Algebra,
    (left, sign, right): (&Expr, Sign, &Expr),
    (other, mark, second): (&Expr, Sign, &Expr),
) -> Result<Option<Rule>, Trouble> {
    let ordered = direction(sign).is_some();
    if !ordered && !matches!(sign, Sign::Equal | Sign::Unequal) {
        return Ok(None);
    }
    if mark != sign && (!ordered || mark != turned(sign)) {
        return Ok(None);
    }
    let mut difference = |a: &Expr, b: &Expr| -> Result<Fraction, Trouble> {
        let (a, b) = (value(all, a)?, value(all, b)?);
        all.difference(&a, &b)
    };
    let (a, b) = (difference(left, right)?, difference(other, second)?);
    if a.is_zero() || b.is_zero() {
        return Ok(Some(if a.is_zero() && b.is_zero() {
            Rule::Equation
        } else {
            Rule::DifferentExpressions
        }));
    }
    // The coefficients of one monomial give the only factor that is possible.
    let (over, under) = (all.product(&a, &denominator(&b))?, all.product(&b, &denominator(&a))?);
    let factor = over.over().terms().next().and_then(|(monomial, coefficient)| {
        let (_, other) = under.over().terms().find(|(other, _)| *other == monomial)?;
        coefficient.over_by(other)
    });
    let Some(factor) = factor else {
        return Ok(Some(Rule::DifferentExpressions));
    };
    let scaled = all.product(&b, &Fraction::rational(&factor))?;
    let same = all.same(&a, &scaled)?;
    let one_way = !ordered || factor.is_negative() == (mark != sign);
    Ok(Some(match (same && one_way, ordered) {
        (true, false) => Rule::Equation,
        (true, true) => Rule::Inequality,
        (false, _) => Rule::DifferentExpressions,
    }))
}

fn denominator(value: &Fraction) -> Fraction {
    Fraction::of(value.under().clone())
}
