//! Two trees are compared.

use super::algebra::{Algebra, Fraction, Trouble};
use super::interval::{is_range, real_set, same_sets};
use super::judgement::{Rule, Verdict};
use super::parse::unit;
use super::tree::{Bracket, Constant, Expr, Sign};
use super::value::{choices, plain_number, value};

/// Most values of a list that are compared each with each.
const MAX_ITEMS: usize = 40;

/// The rule that decides about two expressions. `depth` bounds how far parts are looked into.
pub(super) fn compare(all: &mut Algebra, gold: &Expr, answer: &Expr, depth: u32) -> Rule {
    let Some(depth) = depth.checked_sub(1) else {
        return Rule::TooBig;
    };
    if gold == answer && plain_number(gold).is_none() {
        return Rule::Writing;
    }
    let (gold, answer) = (&signs_inside(gold), &signs_inside(answer));
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
    let left_out = |rule: Rule| if rule.verdict() == Verdict::Equal { Rule::Unit } else { rule };
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
            if rules.iter().any(|rule| rule.verdict() == Verdict::Equal) {
                Rule::Percent
            } else {
                rules[0]
            }
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

/// What an equation says of a name: `x = 5`, `f(x) = x^2`, `5 = x`.
fn named(expr: &Expr) -> Option<(&Expr, &Expr)> {
    let Expr::Relation(first, rest) = expr else {
        return None;
    };
    if !rest.iter().all(|(sign, _)| *sign == Sign::Equal) {
        return None;
    }
    let (_, last) = rest.last()?;
    if is_name(first) {
        Some((first, last))
    } else if is_name(last) && rest.len() == 1 {
        Some((last, first))
    } else {
        None
    }
}

fn is_name(expr: &Expr) -> bool {
    match expr {
        Expr::Symbol(_) | Expr::Text(_) => true,
        Expr::Call(name, arguments) => {
            name.len() == 1
                && arguments.iter().all(|part| matches!(part, Expr::Symbol(_) | Expr::Number(..)))
        }
        // `P(x)` reads as a product.
        Expr::Product(parts) => {
            matches!(
                parts.as_slice(),
                [Expr::Symbol(name), Expr::Symbol(_)] if matches!(name.as_str(), "P" | "p" | "Q" | "q" | "F" | "G")
            ) || matches!(
                parts.as_slice(),
                // The inverse of a function.
                [Expr::Power(name, exponent), Expr::Symbol(_)]
                    if matches!(&**name, Expr::Symbol(name) if matches!(name.as_str(), "f" | "g" | "h"))
                        && matches!(&**exponent, Expr::Negative(one) if **one == Expr::whole(1))
            )
        }
        Expr::Unit(inner, _) => is_name(inner),
        _ => false,
    }
}

/// Equations, inequalities and membership.
fn by_relation(all: &mut Algebra, gold: &Expr, answer: &Expr, depth: u32) -> Option<Rule> {
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
    let name = |rule: Rule| if rule.verdict() == Verdict::Equal { Rule::Name } else { rule };
    match (gold, answer) {
        (Expr::Relation(..), other) if !matches!(other, Expr::Relation(..)) => {
            if let Some(last) = calculated(all, gold) {
                return Some(name(compare(all, last, other, depth)));
            }
        }
        (other, Expr::Relation(..)) if !matches!(other, Expr::Relation(..)) => {
            if let Some(last) = calculated(all, answer) {
                return Some(name(compare(all, other, last, depth)));
            }
        }
        _ => {}
    }
    match (gold, answer) {
        (Expr::Relation(..), Expr::Relation(..)) => Some(relations(all, gold, answer, depth)),
        (relation @ Expr::Relation(first, rest), other) => {
            if let Some((_, known)) = named(relation).filter(|_| !has_name(other)) {
                return Some(name(compare(all, known, other, depth)));
            }
            match rest.as_slice() {
                [(Sign::In, set)] if is_name(first) => Some(name(compare(all, set, other, depth))),
                _ => Some(Rule::DifferentKinds),
            }
        }
        (other, relation @ Expr::Relation(first, rest)) => {
            if let Some((_, known)) = named(relation).filter(|_| !has_name(other)) {
                return Some(name(compare(all, other, known, depth)));
            }
            match rest.as_slice() {
                [(Sign::In, set)] if is_name(first) => Some(name(compare(all, other, set, depth))),
                _ => Some(Rule::DifferentKinds),
            }
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

fn variable(expr: &Expr) -> Option<&str> {
    let Expr::Relation(first, rest) = expr else {
        return None;
    };
    let mut sides = std::iter::once(&**first).chain(rest.iter().map(|(_, side)| side));
    sides.find_map(|side| match side {
        Expr::Symbol(name) => Some(name.as_str()),
        Expr::Absolute(inner) => match &**inner {
            Expr::Symbol(name) => Some(name.as_str()),
            _ => None,
        },
        _ => None,
    })
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
        && compare(all, known, also, depth).verdict() == Verdict::Equal
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
            && sides
                .iter()
                .zip(&parts)
                .all(|(a, b)| compare(all, a, b, depth).verdict() == Verdict::Equal);
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
    let ordered =
        matches!(sign, Sign::Less | Sign::LessOrEqual | Sign::Greater | Sign::GreaterOrEqual);
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
    let direction = !ordered || factor.is_negative() == (mark != sign);
    Ok(Some(match (same && direction, ordered) {
        (true, false) => Rule::Equation,
        (true, true) => Rule::Inequality,
        (false, _) => Rule::DifferentExpressions,
    }))
}

fn denominator(value: &Fraction) -> Fraction {
    Fraction::of(value.under().clone())
}

fn of_trouble(trouble: Trouble) -> Rule {
    match trouble {
        Trouble::NoValue => Rule::DifferentKinds,
        Trouble::TooBig => Rule::TooBig,
        Trouble::Undefined => Rule::Undefined,
    }
}

/// Values, lists, tuples, matrices and words.
fn by_parts(all: &mut Algebra, gold: &Expr, answer: &Expr, depth: u32) -> Rule {
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
            if a.len() != b.len() {
                return Rule::DifferentParts;
            }
            if (open, close) != (other_open, other_close) {
                return Rule::DifferentParts;
            }
            let rule = if *open == Bracket::Square || *close == Bracket::Square {
                Rule::Range
            } else {
                Rule::Tuple
            };
            one_by_one(all, a.iter().zip(b), rule, depth)
        }
        (Expr::Matrix(a, bars), Expr::Matrix(b, others)) => {
            let shape = |rows: &[Vec<Expr>]| (rows.len(), rows.first().map(Vec::len));
            if shape(a) != shape(b) || bars != others {
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
            Expr::Number(_, written) if written == digits => {
                if base == "10" {
                    Rule::Number
                } else {
                    Rule::Base
                }
            }
            _ => Rule::DifferentKinds,
        },
        (Expr::Text(a), Expr::Text(b)) => {
            if a == b {
                Rule::Words
            } else {
                Rule::DifferentWords
            }
        }
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
    if part.verdict() == Verdict::Equal { rule } else { part }
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
            Verdict::Equal => {}
            Verdict::Different => return Rule::DifferentParts,
            Verdict::Undecided => return part,
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
            Verdict::Equal => return Ok(at),
            Verdict::Undecided => reason = rule,
            Verdict::Different => {}
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
    let crossed = gold.iter().zip(answer).skip(1).all(|(a, b)| {
        values(all, &product(&gold[0], b), &product(&answer[0], a)).verdict() == Verdict::Equal
    });
    let zero = |all: &mut Algebra, part: &Expr| value(all, part).map_or(true, |v| v.is_zero());
    if crossed && !zero(all, &gold[0]) && !zero(all, &answer[0]) {
        return Rule::Ratio;
    }
    one_by_one(all, gold.iter().zip(answer), Rule::Ratio, depth)
}

/// Two values.
fn values(all: &mut Algebra, gold: &Expr, answer: &Expr) -> Rule {
    if let (Some(a), Some(b)) = (plain_number(gold), plain_number(answer)) {
        return if a == b { Rule::Number } else { Rule::DifferentNumbers };
    }
    match compared(all, gold, answer) {
        Ok(rule) => rule,
        Err(trouble) => of_trouble(trouble),
    }
}

fn compared(all: &mut Algebra, gold: &Expr, answer: &Expr) -> Result<Rule, Trouble> {
    let (a, b) = (value(all, gold)?, value(all, answer)?);
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
