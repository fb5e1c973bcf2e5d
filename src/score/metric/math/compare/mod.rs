//! Two trees are compared.

mod parts;
mod relation;

use super::algebra::{Algebra, Trouble};
use super::judgement::Rule;
use super::parse::unit;
use super::tree::{Bracket, Expr, Sign};
use super::value::{choices, plain_number, value};
use crate::text::formula::shape::named;
use parts::by_parts;
use relation::{by_relation, of_one_name, one_each, point};

/// The rule that decides about two expressions. `depth` bounds how far parts are looked into.
pub(super) fn compare(all: &mut Algebra, gold: &Expr, answer: &Expr, depth: u32) -> Rule {
    let Some(depth) = depth.checked_sub(1) else {
        return Rule::TooBig;
    };
    if gold == answer && plain_number(gold).is_none() {
        return Rule::Writing;
    }
    let (gold, answer) = (&signs_inside(gold), &signs_inside(answer));
    let apart = |expr: &Expr, other: &Expr| match other {
        Expr::List(_) => one_each(expr).unwrap_or_else(|| expr.clone()),
        _ => expr.clone(),
    };
    let (gold, answer) = (&apart(gold, answer), &apart(answer, gold));
    let joined = |expr: &Expr, other: &Expr| match other {
        Expr::Tuple(Bracket::Round, values, Bracket::Round) => point(expr)
            .filter(|point| matches!(point, Expr::Tuple(_, own, _) if own.len() == values.len())),
        Expr::Relation(..) => {
            let ((name, values), (other, _)) = (of_one_name(expr)?, named(other)?);
            (name == other)
                .then(|| Expr::Relation(Box::new(name.clone()), vec![(Sign::Equal, values)]))
        }
        _ => None,
    };
    let (gold, answer) = (
        &joined(gold, answer).unwrap_or_else(|| gold.clone()),
        &joined(answer, gold).unwrap_or_else(|| answer.clone()),
    );
    if let Some(rule) = by_unit(all, gold, answer, depth) {
        return rule;
    }
    if let Some(rule) = by_relation(all, gold, answer, depth) {
        return rule;
    }
    let (several, others) = (choices(gold), choices(answer));
    if several.is_some() || others.is_some() {
        let list = |expr: &Expr, choices: Option<Vec<Expr>>| {
            let items = choices.unwrap_or_else(|| vec![expr.clone()]);
            Expr::List(items.into_iter().flat_map(unlisted).collect())
        };
        let (gold, answer) = match (gold, answer) {
            // Within a set or a list each value has its own sign.
            (Expr::Set(_) | Expr::List(_), _) | (_, Expr::Set(_) | Expr::List(_)) => {
                (spread(gold), spread(answer))
            }
            _ => (list(gold, several), list(answer, others)),
        };
        return by_parts(all, &gold, &answer, depth);
    }
    by_parts(all, gold, answer, depth)
}

fn unlisted(expr: Expr) -> Vec<Expr> {
    match expr {
        Expr::List(items) => items,
        other => vec![other],
    }
}

/// A list or set with every value of `\pm` in it.
fn spread(expr: &Expr) -> Expr {
    let wide = |items: &[Expr]| -> Vec<Expr> {
        items.iter().flat_map(|item| choices(item).unwrap_or_else(|| vec![item.clone()])).collect()
    };
    match expr {
        Expr::List(items) => Expr::List(wide(items)),
        Expr::Set(items) => Expr::Set(wide(items)),
        other => match choices(other) {
            Some(items) => Expr::List(items),
            None => other.clone(),
        },
    }
}

/// A minus sign before a unit belongs to the number.
fn signs_inside(expr: &Expr) -> Expr {
    let Expr::Negative(inner) = expr else {
        return expr.clone();
    };
    let minus = |part: &Expr| Box::new(Expr::Negative(Box::new(part.clone())));
    match &**inner {
        Expr::Unit(part, words) => Expr::Unit(minus(part), words.clone()),
        Expr::Degrees(part) => Expr::Degrees(minus(part)),
        Expr::Percent(part) => Expr::Percent(minus(part)),
        _ => expr.clone(),
    }
}

/// Units, degrees and signs of percent on one side or both.
fn by_unit(all: &mut Algebra, gold: &Expr, answer: &Expr, depth: u32) -> Option<Rule> {
    let left_out = |rule: Rule| if rule.equal() { Rule::Unit } else { rule };
    Some(match (gold, answer) {
        (Expr::Unit(a, of), Expr::Unit(b, other)) => {
            let (of, other) = (unit(of), unit(other));
            if of != other {
                // `\$5 \text{ an hour}` against `\$5`: the same number of the same things.
                let inner = |expr: &Expr, name: &str| matches!(expr, Expr::Unit(_, words) if unit(words) == name);
                return Some(if inner(a, &other) {
                    left_out(compare(all, a, answer, depth))
                } else if inner(b, &of) {
                    left_out(compare(all, gold, b, depth))
                } else {
                    Rule::DifferentUnits
                });
            }
            if matches!(of.as_str(), "am" | "pm") {
                return Some(compare(all, &full_hour(a), &full_hour(b), depth));
            }
            compare(all, a, b, depth)
        }
        // `5m` may be five metres.
        (Expr::Unit(a, of), Expr::Product(parts)) | (Expr::Product(parts), Expr::Unit(a, of))
            if matches!(parts.last(), Some(Expr::Symbol(name)) if name == of) =>
        {
            let number = Expr::Product(parts[..parts.len() - 1].to_vec());
            left_out(compare(all, a, &number, depth))
        }
        (Expr::Unit(a, of), Expr::Degrees(b)) | (Expr::Degrees(b), Expr::Unit(a, of)) => {
            if unit(of) == "deg" { compare(all, a, b, depth) } else { Rule::DifferentUnits }
        }
        (Expr::Unit(_, of), Expr::Percent(_)) | (Expr::Percent(_), Expr::Unit(_, of))
            if unit(of) != "percent" =>
        {
            Rule::DifferentUnits
        }
        (Expr::Unit(_, of), _) | (_, Expr::Unit(_, of))
            if matches!(unit(of).as_str(), "am" | "pm") =>
        {
            Rule::DifferentUnits
        }
        (Expr::Unit(inner, _) | Expr::Degrees(inner), other)
            if !matches!(other, Expr::Degrees(_) | Expr::Relation(..)) =>
        {
            left_out(compare(all, inner, other, depth))
        }
        (other, Expr::Unit(inner, _) | Expr::Degrees(inner))
            if !matches!(other, Expr::Degrees(_) | Expr::Relation(..)) =>
        {
            left_out(compare(all, other, inner, depth))
        }
        (Expr::Degrees(a), Expr::Degrees(b)) | (Expr::Percent(a), Expr::Percent(b)) => {
            compare(all, a, b, depth)
        }
        (Expr::Percent(inner), other) | (other, Expr::Percent(inner))
            if !matches!(
                other,
                Expr::Relation(..) | Expr::List(_) | Expr::Set(_) | Expr::Tuple(..)
            ) =>
        {
            let hundredth = Expr::Percent(inner.clone());
            let rules = [compare(all, inner, other, depth), values(all, &hundredth, other)];
            if rules.iter().any(|rule| rule.equal()) { Rule::Percent } else { rules[0] }
        }
        _ => return None,
    })
}

/// `9:00` as `9`.
fn full_hour(expr: &Expr) -> Expr {
    match expr {
        Expr::Ratio(parts) => match parts.as_slice() {
            [hour, minutes] if plain_number(minutes).is_some_and(|m| m.is_zero()) => hour.clone(),
            _ => expr.clone(),
        },
        _ => expr.clone(),
    }
}

fn of_trouble(trouble: Trouble) -> Rule {
    match trouble {
        Trouble::NoValue => Rule::DifferentKinds,
        Trouble::TooBig => Rule::TooBig,
        Trouble::Undefined => Rule::Undefined,
    }
}

/// Two values.
fn values(all: &mut Algebra, gold: &Expr, answer: &Expr) -> Rule {
    let rule = exactly(all, gold, answer);
    let rounded = !rule.equal() && all.rounds && is_rounded(all, gold, answer);
    if rounded { Rule::Rounded } else { rule }
}

/// Whether two numbers differ by at most half a unit of the last decimal of the gold answer, or of the answer if the
/// gold answer is no decimal.
fn is_rounded(all: &mut Algebra, gold: &Expr, answer: &Expr) -> bool {
    let Some(decimals) = decimals(gold).or_else(|| decimals(answer)) else { return false };
    let mut number = |expr: &Expr| {
        let value = value(all, expr).ok()?;
        all.to_f64(&value)
    };
    let Some((gold, answer)) = number(gold).zip(number(answer)) else { return false };
    // The difference of two decimals is rarely exact.
    (gold - answer).abs() <= 0.5 * libm::pow(10.0, -f64::from(decimals)) * (1.0 + 1e-9)
}

/// The decimals of a number with a point.
fn decimals(expr: &Expr) -> Option<u32> {
    match expr {
        Expr::Number(_, text) => {
            let (_, part) = text.rsplit_once('.')?;
            let count = part.bytes().take_while(u8::is_ascii_digit).count();
            u32::try_from(count).ok().filter(|count| *count > 0)
        }
        Expr::Negative(inner) | Expr::Percent(inner) => decimals(inner),
        _ => None,
    }
}

fn exactly(all: &mut Algebra, gold: &Expr, answer: &Expr) -> Rule {
    if let (Some(a), Some(b)) = (plain_number(gold), plain_number(answer)) {
        return if a == b { Rule::Number } else { Rule::DifferentNumbers };
    }
    match compared(all, gold, answer) {
        Ok(rule) => rule,
        Err(trouble) => of_trouble(trouble),
    }
}

fn compared(all: &mut Algebra, gold: &Expr, answer: &Expr) -> Result<Rule, Trouble> {
    let (a, b) = match (value(all, gold), value(all, answer)) {
        (Ok(a), Ok(b)) => (a, b),
        // The same reason whichever of them is the gold answer.
        (a, b) => return Err(a.err().max(b.err()).unwrap_or(Trouble::NoValue)),
    };
    if let (Some(a), Some(b)) = (a.to_rational(), b.to_rational()) {
        return Ok(if a == b { Rule::Number } else { Rule::DifferentNumbers });
    }
    let decided = all.is_decided(&a) && all.is_decided(&b);
    if all.same(&a, &b)? {
        return Ok(if decided { Rule::Roots } else { Rule::Expression });
    }
    if decided {
        return Ok(Rule::DifferentNumbers);
    }
    let difference = all.difference(&a, &b)?;
    if matches!(all.sign_of(&difference), Some(-1 | 1)) {
        return Ok(Rule::DifferentNumbers);
    }
    Ok(if all.is_plain(&a) && all.is_plain(&b) {
        Rule::DifferentExpressions
    } else {
        Rule::NoIdentity
    })
}
