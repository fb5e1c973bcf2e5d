//! What an answer looks like as a whole: the value of a name, a range.

use super::tree::{Constant, Expr, Sign};

/// What an equation says of a name: `x = 5`, `f(x) = x^2`, `5 = x`.
pub(crate) fn named(expr: &Expr) -> Option<(&Expr, &Expr)> {
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

/// Whether an expression can only be a set of real numbers, not a point or an equation.
pub(crate) fn is_range(expr: &Expr) -> bool {
    match expr {
        Expr::Union(_) | Expr::Constant(Constant::Reals | Constant::Empty) => true,
        Expr::Sum(_) => less(expr).is_some(),
        Expr::Relation(_, rest) => {
            rest.iter().all(|(sign, _)| direction(*sign).is_some() || *sign == Sign::Unequal)
        }
        _ => false,
    }
}

/// The variable that an inequality is about; of several the first one's.
pub(crate) fn variable(expr: &Expr) -> Option<&str> {
    let (first, rest) = match expr {
        Expr::Relation(first, rest) => (first, rest),
        Expr::Union(parts) => return parts.first().and_then(variable),
        _ => return None,
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

/// A set and what is taken away from it: `\mathbb{R} \setminus \{2\}`.
pub(crate) fn less(expr: &Expr) -> Option<(&Expr, &Expr)> {
    let Expr::Sum(parts) = expr else { return None };
    match parts.as_slice() {
        [whole, Expr::Negative(part)] if is_range(whole) || matches!(**part, Expr::Set(_)) => {
            Some((whole, part))
        }
        _ => None,
    }
}

pub(crate) fn is_name(expr: &Expr) -> bool {
    match expr {
        Expr::Symbol(_) | Expr::Text(_) => true,
        Expr::Tuple(_, parts, _) => parts.iter().all(is_name),
        Expr::Matrix(rows, false) => rows.iter().flatten().all(is_name),
        Expr::Call(name, arguments) => {
            name.len() == 1
                && arguments.iter().all(|part| matches!(part, Expr::Symbol(_) | Expr::Number(..)))
        }
        // `P(x)` reads as a product.
        Expr::Product(parts) => {
            matches!(
                parts.as_slice(),
                [Expr::Symbol(name), Expr::Symbol(_) | Expr::Number(..)] if matches!(name.as_str(), "P" | "p" | "Q" | "q" | "F" | "G")
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

/// Whether a sign says that the left side is below the right, and whether they may be equal.
pub(crate) fn direction(sign: Sign) -> Option<(bool, bool)> {
    match sign {
        Sign::Less => Some((true, false)),
        Sign::LessOrEqual => Some((true, true)),
        Sign::Greater => Some((false, false)),
        Sign::GreaterOrEqual => Some((false, true)),
        _ => None,
    }
}
