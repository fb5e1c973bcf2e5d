//! Sets of real numbers: intervals, points, inequalities and unions of them.

use super::algebra::{Algebra, Fraction, Trouble};
use super::tree::{Bracket, Constant, Expr, Sign};
use super::value::value;
use crate::text::formula::shape::{direction, less, variable};
use std::cmp::Ordering;

/// What was found. An error without a trouble says that there is no set of real numbers, or none whose
/// ends can be put in order.
type Found<T> = Result<T, Option<Trouble>>;

/// One end of an interval.
#[derive(Clone, Debug)]
struct End {
    /// `None` is infinite.
    at: Option<Fraction>,
    /// Whether the end belongs to it.
    closed: bool,
}

const INFINITE: End = End { at: None, closed: false };

/// Parts without common points, from left to right, none of them touching the next.
#[derive(Clone, Debug)]
pub(super) struct RealSet(Vec<(End, End)>);

/// Reads a set of real numbers. `Ok(None)` if the expression is none, or its ends cannot be put in order.
pub(super) fn real_set(all: &mut Algebra, expr: &Expr) -> Result<Option<RealSet>, Trouble> {
    let mut parts = Vec::new();
    match collect(all, expr, &mut parts).and_then(|()| merged(all, parts)) {
        Ok(set) => Ok(Some(set)),
        Err(None) => Ok(None),
        Err(Some(trouble)) => Err(trouble),
    }
}

/// Whether two sets are the same.
pub(super) fn same_sets(all: &mut Algebra, a: &RealSet, b: &RealSet) -> Result<bool, Trouble> {
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

fn collect(all: &mut Algebra, expr: &Expr, parts: &mut Vec<(End, End)>) -> Found<()> {
    match expr {
        Expr::Constant(Constant::Empty) => {}
        Expr::Constant(Constant::Reals) => parts.push((INFINITE, INFINITE)),
        Expr::Union(sets) => {
            // What is taken away behind a union may be taken away from all of it.
            let unclear = sets.iter().skip(1).any(|set| less(set).is_some());
            let mut names = sets.iter().filter_map(variable);
            let first = names.next();
            if unclear || names.any(|name| Some(name) != first) {
                return Err(None);
            }
            for set in sets {
                collect(all, set, parts)?;
            }
        }
        Expr::Sum(_) => {
            let Some((whole, part)) = less(expr) else { return Err(None) };
            let (Some(whole), Some(part)) = (real_set(all, whole)?, real_set(all, part)?) else {
                return Err(None);
            };
            let mut left = whole.0;
            for cut in &part.0 {
                left = without(all, left, cut)?;
            }
            parts.extend(left);
        }
        Expr::Set(items) => {
            for item in items {
                let end = End { at: Some(number(all, item)?), closed: true };
                parts.push((end.clone(), end));
            }
        }
        Expr::Tuple(open, items, close) => {
            let [low, high] = items.as_slice() else { return Err(None) };
            let low = end(all, low, *open, false);
            parts.push(both(low, || end(all, high, *close, true))?);
        }
        Expr::Relation(first, rest) => return inequality(all, first, rest, parts),
        _ => return Err(None),
    }
    Ok(())
}

/// Two ends; a trouble with either goes before one that is none.
fn both(low: Found<End>, high: impl FnOnce() -> Found<End>) -> Found<(End, End)> {
    if let Err(Some(trouble)) = low {
        return Err(Some(trouble));
    }
    let high = high()?;
    Ok((low?, high))
}

/// A real number without variables.
fn number(all: &mut Algebra, expr: &Expr) -> Found<Fraction> {
    let found = match value(all, expr) {
        Err(Trouble::NoValue | Trouble::Undefined) => return Err(None),
        found => found?,
    };
    let is_real = all.is_decided(&found) && all.to_f64(&found).is_some();
    if is_real { Ok(found) } else { Err(None) }
}

fn end(all: &mut Algebra, expr: &Expr, bracket: Bracket, up: bool) -> Found<End> {
    if bracket == Bracket::Angle {
        return Err(None);
    }
    bound(all, expr, bracket == Bracket::Square, up)
}

/// An end that is a number, or infinite on its own side.
fn bound(all: &mut Algebra, expr: &Expr, closed: bool, up: bool) -> Found<End> {
    let infinite = match expr {
        Expr::Constant(Constant::Infinity) => Some(true),
        Expr::Negative(inner) if **inner == Expr::Constant(Constant::Infinity) => Some(false),
        _ => None,
    };
    match infinite {
        Some(side) if side == up => Ok(INFINITE),
        Some(_) => Err(None),
        None => Ok(End { at: Some(number(all, expr)?), closed }),
    }
}

/// `x < 3`, `1 < x \le 3`, `x \ne 2` and `|x| < 3`, with one variable that stands alone.
fn inequality(
    all: &mut Algebra,
    first: &Expr,
    rest: &[(Sign, Expr)],
    parts: &mut Vec<(End, End)>,
) -> Found<()> {
    match rest {
        [(Sign::In, set)] if matches!(first, Expr::Symbol(_)) => collect(all, set, parts)?,
        [(Sign::Unequal, at)] if matches!(first, Expr::Symbol(_)) => {
            let at = End { at: Some(number(all, at)?), closed: false };
            parts.push((INFINITE, at.clone()));
            parts.push((at, INFINITE));
        }
        [(sign, second)] => {
            let Some((below, closed)) = direction(*sign) else { return Err(None) };
            let (variable, limit, below) = match (first, second) {
                (Expr::Symbol(_) | Expr::Absolute(_), limit) => (first, limit, below),
                (limit, Expr::Symbol(_) | Expr::Absolute(_)) => (second, limit, !below),
                _ => return Err(None),
            };
            let limit = bound(all, limit, closed, below)?;
            match variable {
                Expr::Absolute(inner) if matches!(**inner, Expr::Symbol(_)) => {
                    // Of a negative limit the ends would cross.
                    let Some(at) = limit.at.clone().filter(|at| all.sign_of(at) == Some(1)) else {
                        return Err(None);
                    };
                    let minus = End { at: Some(at.negated()), closed };
                    if below {
                        parts.push((minus, limit));
                    } else {
                        parts.push((INFINITE, minus));
                        parts.push((limit, INFINITE));
                    }
                }
                Expr::Absolute(_) => return Err(None),
                _ if below => parts.push((INFINITE, limit)),
                _ => parts.push((limit, INFINITE)),
            }
        }
        [(left, Expr::Symbol(_)), (right, last)] => {
            let (Some((up, low_closed)), Some((still_up, high_closed))) =
                (direction(*left), direction(*right))
            else {
                return Err(None);
            };
            let low = bound(all, first, low_closed, !up);
            let (low, high) = both(low, || bound(all, last, high_closed, up))?;
            if up != still_up {
                return Err(None);
            }
            parts.push(if up { (low, high) } else { (high, low) });
        }
        _ => return Err(None),
    }
    Ok(())
}

/// Which of two ends comes first, if floats tell; `none` is what an infinite one does.
fn order(
    all: &mut Algebra,
    a: Option<&Fraction>,
    b: Option<&Fraction>,
    none: Ordering,
) -> Found<Ordering> {
    match (a, b) {
        (None, None) => Ok(Ordering::Equal),
        (None, Some(_)) => Ok(none),
        (Some(_), None) => Ok(none.reverse()),
        (Some(a), Some(b)) => {
            let difference = all.difference(a, b)?;
            all.sign_of(&difference).map(|sign| sign.cmp(&0)).ok_or(None)
        }
    }
}

/// What is left of parts where an interval is taken away.
fn without(
    all: &mut Algebra,
    parts: Vec<(End, End)>,
    (from, to): &(End, End),
) -> Found<Vec<(End, End)>> {
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
            let found = order(all, high.at.as_ref(), from.at.as_ref(), Ordering::Greater)?;
            pieces.push((low.clone(), nearer(found, &high, from)));
        }
        if to.at.is_some() {
            let found = order(all, to.at.as_ref(), low.at.as_ref(), Ordering::Less)?;
            pieces.push((nearer(found, &low, to), high));
        }
        for (low, high) in pieces {
            let filled = match (&low.at, &high.at) {
                (Some(a), Some(b)) => order(all, Some(a), Some(b), Ordering::Less)?,
                _ => Ordering::Less,
            };
            let is_point = filled == Ordering::Equal && low.closed && high.closed;
            if filled == Ordering::Less || is_point {
                left.push((low, high));
            }
        }
    }
    Ok(left)
}

/// Puts parts in order and joins those that touch. None may end before its beginning.
fn merged(all: &mut Algebra, parts: Vec<(End, End)>) -> Found<RealSet> {
    let mut sorted: Vec<(End, End)> = Vec::new();
    for part in parts {
        if let (Some(low), Some(high)) = (&part.0.at, &part.1.at) {
            match order(all, Some(low), Some(high), Ordering::Less)? {
                Ordering::Less => {}
                Ordering::Equal if part.0.closed && part.1.closed => {}
                _ => return Err(None),
            }
        }
        let mut place = sorted.len();
        while place > 0 {
            let before = &sorted[place - 1].0;
            let closes = part.0.closed && !before.closed;
            match order(all, part.0.at.as_ref(), before.at.as_ref(), Ordering::Less)? {
                Ordering::Less => place -= 1,
                Ordering::Equal if closes => place -= 1,
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
            (None, _) | (_, None) => Ordering::Greater,
            (Some(end), Some(begin)) => order(all, Some(end), Some(begin), Ordering::Less)?,
        };
        if gap == Ordering::Less || (gap == Ordering::Equal && !high.closed && !part.0.closed) {
            joined.push(part);
            continue;
        }
        match order(all, part.1.at.as_ref(), high.at.as_ref(), Ordering::Greater)? {
            Ordering::Greater => *high = part.1,
            Ordering::Equal => high.closed |= part.1.closed,
            Ordering::Less => {}
        }
    }
    Ok(RealSet(joined))
}
