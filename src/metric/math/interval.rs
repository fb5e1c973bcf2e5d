//! Sets of real numbers: intervals, points, inequalities and unions of them.

use super::algebra::{Algebra, Fraction, Trouble};
use super::tree::{Bracket, Constant, Expr, Sign};
use super::value::value;
use crate::formula::shape::{direction, less, variable};
use std::cmp::Ordering;

type Result<T> = std::result::Result<T, Trouble>;

/// One end of an interval.
#[derive(Clone, Debug)]
struct End {
    /// `None` is infinite.
    at: Option<Fraction>,
    /// Whether the end belongs to it.
    closed: bool,
}

/// Parts without common points, from left to right, none of them touching the next.
#[derive(Clone, Debug)]
pub(super) struct RealSet(Vec<(End, End)>);

/// Reads a set of real numbers. `Ok(None)` if the expression is none, or its ends cannot be put in order.
pub(super) fn real_set(all: &mut Algebra, expr: &Expr) -> Result<Option<RealSet>> {
    let mut parts = Vec::new();
    if !collect(all, expr, &mut parts)? {
        return Ok(None);
    }
    merged(all, parts)
}

/// Whether two sets are the same.
pub(super) fn same_sets(all: &mut Algebra, a: &RealSet, b: &RealSet) -> Result<bool> {
    if a.0.len() != b.0.len() {
        return Ok(false);
    }
    for ((low, high), (other_low, other_high)) in a.0.iter().zip(&b.0) {
        for (end, other) in [(low, other_low), (high, other_high)] {
            let same = match (&end.at, &other.at) {
                (None, None) => true,
                (Some(x), Some(y)) => end.closed == other.closed && all.same(x, y)?,
                _ => false,
            };
            if !same {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

fn collect(all: &mut Algebra, expr: &Expr, parts: &mut Vec<(End, End)>) -> Result<bool> {
    let infinite = || End { at: None, closed: false };
    match expr {
        Expr::Constant(Constant::Empty) => Ok(true),
        Expr::Constant(Constant::Reals) => {
            parts.push((infinite(), infinite()));
            Ok(true)
        }
        Expr::Union(sets) => {
            // What is taken away behind a union may be taken away from all of it.
            let unclear = sets.iter().skip(1).any(|set| less(set).is_some());
            let mut names = sets.iter().filter_map(variable);
            let first = names.next();
            if unclear || names.any(|name| Some(name) != first) {
                return Ok(false);
            }
            for set in sets {
                if !collect(all, set, parts)? {
                    return Ok(false);
                }
            }
            Ok(true)
        }
        Expr::Sum(_) => {
            let Some((whole, part)) = less(expr) else { return Ok(false) };
            let (Some(whole), Some(part)) = (real_set(all, whole)?, real_set(all, part)?) else {
                return Ok(false);
            };
            let mut left = whole.0;
            for cut in &part.0 {
                let Some(rest) = without(all, left, cut)? else { return Ok(false) };
                left = rest;
            }
            parts.extend(left);
            Ok(true)
        }
        Expr::Set(items) => {
            for item in items {
                let Some(at) = number(all, item)? else {
                    return Ok(false);
                };
                let end = End { at: Some(at), closed: true };
                parts.push((end.clone(), end));
            }
            Ok(true)
        }
        Expr::Tuple(open, items, close) => {
            let [low, high] = items.as_slice() else {
                return Ok(false);
            };
            let low = end(all, low, *open, false)?;
            let (Some(low), Some(high)) = (low, end(all, high, *close, true)?) else {
                return Ok(false);
            };
            parts.push((low, high));
            Ok(true)
        }
        Expr::Relation(first, rest) => inequality(all, first, rest, parts),
        _ => Ok(false),
    }
}

/// A real number without variables.
fn number(all: &mut Algebra, expr: &Expr) -> Result<Option<Fraction>> {
    let found = match value(all, expr) {
        Ok(found) => found,
        Err(Trouble::NoValue | Trouble::Undefined) => return Ok(None),
        Err(trouble) => return Err(trouble),
    };
    Ok((all.is_decided(&found) && all.to_f64(&found).is_some()).then_some(found))
}

fn end(all: &mut Algebra, expr: &Expr, bracket: Bracket, up: bool) -> Result<Option<End>> {
    let closed = match bracket {
        Bracket::Round => false,
        Bracket::Square => true,
        Bracket::Angle => return Ok(None),
    };
    bound(all, expr, closed, up)
}

/// An end that is a number, or infinite on its own side.
fn bound(all: &mut Algebra, expr: &Expr, closed: bool, up: bool) -> Result<Option<End>> {
    let infinite = match expr {
        Expr::Constant(Constant::Infinity) => Some(true),
        Expr::Negative(inner) if **inner == Expr::Constant(Constant::Infinity) => Some(false),
        _ => None,
    };
    match infinite {
        Some(side) => Ok((side == up).then_some(End { at: None, closed: false })),
        None => Ok(number(all, expr)?.map(|at| End { at: Some(at), closed })),
    }
}

/// `x < 3`, `1 < x \le 3`, `x \ne 2` and `|x| < 3`, with one variable that stands alone.
fn inequality(
    all: &mut Algebra,
    first: &Expr,
    rest: &[(Sign, Expr)],
    parts: &mut Vec<(End, End)>,
) -> Result<bool> {
    let infinite = || End { at: None, closed: false };
    match rest {
        [(Sign::In, set)] if matches!(first, Expr::Symbol(_)) => collect(all, set, parts),
        [(Sign::Unequal, at)] if matches!(first, Expr::Symbol(_)) => {
            let Some(at) = number(all, at)? else {
                return Ok(false);
            };
            let at = End { at: Some(at), closed: false };
            parts.push((infinite(), at.clone()));
            parts.push((at, infinite()));
            Ok(true)
        }
        [(sign, second)] => {
            let Some((below, closed)) = direction(*sign) else {
                return Ok(false);
            };
            let (variable, limit, below) = match (first, second) {
                (Expr::Symbol(_) | Expr::Absolute(_), limit) => (first, limit, below),
                (limit, Expr::Symbol(_) | Expr::Absolute(_)) => (second, limit, !below),
                _ => return Ok(false),
            };
            let Some(limit) = bound(all, limit, closed, below)? else {
                return Ok(false);
            };
            match variable {
                Expr::Absolute(inner) if matches!(**inner, Expr::Symbol(_)) => {
                    // Of a negative limit the ends would cross.
                    let Some(at) = limit.at.clone().filter(|at| all.sign_of(at) == Some(1)) else {
                        return Ok(false);
                    };
                    let minus = End { at: Some(at.negated()), closed };
                    if below {
                        parts.push((minus, limit));
                    } else {
                        parts.push((infinite(), minus));
                        parts.push((limit, infinite()));
                    }
                }
                Expr::Absolute(_) => return Ok(false),
                _ if below => parts.push((infinite(), limit)),
                _ => parts.push((limit, infinite())),
            }
            Ok(true)
        }
        [(left, Expr::Symbol(_)), (right, last)] => {
            let (Some((up, low_closed)), Some((still_up, high_closed))) =
                (direction(*left), direction(*right))
            else {
                return Ok(false);
            };
            let (Some(low), Some(high)) =
                (bound(all, first, low_closed, !up)?, bound(all, last, high_closed, up)?)
            else {
                return Ok(false);
            };
            if up != still_up {
                return Ok(false);
            }
            parts.push(if up { (low, high) } else { (high, low) });
            Ok(true)
        }
        _ => Ok(false),
    }
}

/// Which of two left ends comes first; `None` if floats do not tell.
fn order(
    all: &mut Algebra,
    a: Option<&Fraction>,
    b: Option<&Fraction>,
    none: Ordering,
) -> Result<Option<Ordering>> {
    match (a, b) {
        (None, None) => Ok(Some(Ordering::Equal)),
        (None, Some(_)) => Ok(Some(none)),
        (Some(_), None) => Ok(Some(none.reverse())),
        (Some(a), Some(b)) => {
            let difference = all.difference(a, b)?;
            Ok(all.sign_of(&difference).map(|sign| sign.cmp(&0)))
        }
    }
}

/// What is left of parts where an interval is taken away; `None` if the order of the ends is not known.
fn without(
    all: &mut Algebra,
    parts: Vec<(End, End)>,
    (from, to): &(End, End),
) -> Result<Option<Vec<(End, End)>>> {
    let mut left = Vec::new();
    // The old end where it comes first, else the new one; what both have where they meet.
    let nearer = |found: Ordering, old: &End, new: &End| match found {
        Ordering::Less => old.clone(),
        Ordering::Equal => End { at: new.at.clone(), closed: old.closed && !new.closed },
        Ordering::Greater => End { at: new.at.clone(), closed: !new.closed },
    };
    for (low, high) in parts {
        let mut pieces = Vec::new();
        if from.at.is_some() {
            match order(all, high.at.as_ref(), from.at.as_ref(), Ordering::Greater)? {
                Some(found) => pieces.push((low.clone(), nearer(found, &high, from))),
                None => return Ok(None),
            }
        }
        if to.at.is_some() {
            match order(all, to.at.as_ref(), low.at.as_ref(), Ordering::Less)? {
                Some(found) => pieces.push((nearer(found, &low, to), high)),
                None => return Ok(None),
            }
        }
        for (low, high) in pieces {
            let filled = match (&low.at, &high.at) {
                (Some(a), Some(b)) => order(all, Some(a), Some(b), Ordering::Less)?,
                _ => Some(Ordering::Less),
            };
            match filled {
                None => return Ok(None),
                Some(Ordering::Less) => left.push((low, high)),
                Some(Ordering::Equal) if low.closed && high.closed => left.push((low, high)),
                Some(_) => {}
            }
        }
    }
    Ok(Some(left))
}

/// Puts parts in order and joins those that touch. `None` if the order is not known, or an end is
/// before its beginning.
fn merged(all: &mut Algebra, parts: Vec<(End, End)>) -> Result<Option<RealSet>> {
    let mut sorted: Vec<(End, End)> = Vec::new();
    for part in parts {
        if let (Some(low), Some(high)) = (&part.0.at, &part.1.at) {
            match order(all, Some(low), Some(high), Ordering::Less)? {
                Some(Ordering::Less) => {}
                Some(Ordering::Equal) if part.0.closed && part.1.closed => {}
                _ => return Ok(None),
            }
        }
        let mut place = sorted.len();
        while place > 0 {
            let before = &sorted[place - 1].0;
            let found = order(all, part.0.at.as_ref(), before.at.as_ref(), Ordering::Less)?;
            let closes = part.0.closed && !before.closed;
            match found {
                None => return Ok(None),
                Some(Ordering::Less) => place -= 1,
                Some(Ordering::Equal) if closes => place -= 1,
                _ => break,
            }
        }
        sorted.insert(place, part);
    }
    let mut joined: Vec<(End, End)> = Vec::new();
    for part in sorted {
        let Some((_, high)) = joined.last_mut() else {
            joined.push(part);
            continue;
        };
        let gap = match (&high.at, &part.0.at) {
            (None, _) | (_, None) => Some(Ordering::Greater),
            (Some(end), Some(begin)) => order(all, Some(end), Some(begin), Ordering::Less)?,
        };
        let touches = match gap {
            None => return Ok(None),
            Some(Ordering::Greater) => true,
            Some(Ordering::Equal) => high.closed || part.0.closed,
            Some(Ordering::Less) => false,
        };
        if !touches {
            joined.push(part);
            continue;
        }
        let further = order(all, part.1.at.as_ref(), high.at.as_ref(), Ordering::Greater)?;
        match further {
            None => return Ok(None),
            Some(Ordering::Greater) => *high = part.1,
            Some(Ordering::Equal) => high.closed |= part.1.closed,
            Some(Ordering::Less) => {}
        }
    }
    Ok(Some(RealSet(joined)))
}
