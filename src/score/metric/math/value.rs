//! The value of a tree, where it has one.

use super::algebra::{Algebra, Fraction, Trouble};
use super::rational::Rational;
use super::tree::{Constant, Expr};

type Result<T> = std::result::Result<T, Trouble>;

/// Calculates an expression.
pub(crate) fn value(all: &mut Algebra, expr: &Expr) -> Result<Fraction> {
    match expr {
        Expr::Number(number, _) => Ok(Fraction::rational(number)),
        Expr::Symbol(name) => {
            // What stands for left out values is none.
            if name == "..." { Err(Trouble::NoValue) } else { Ok(all.symbol(name)) }
        }
        Expr::Constant(constant) => match constant {
            Constant::Pi => Ok(Algebra::pi()),
            Constant::E => all.exp(&Fraction::whole(1)),
            Constant::I => Ok(Algebra::imaginary()),
            Constant::Infinity => Ok(all.infinity()),
            Constant::Empty | Constant::Reals => Err(Trouble::NoValue),
        },
        Expr::Sum(terms) => {
            let mut sum = Fraction::whole(0);
            for term in terms {
                let term = value(all, term)?;
                sum = all.sum(&sum, &term)?;
            }
            Ok(sum)
        }
        Expr::Product(factors) => {
            let mut product = Fraction::whole(1);
            for factor in factors {
                let factor = value(all, factor)?;
                product = all.product(&product, &factor)?;
            }
            Ok(product)
        }
        Expr::Quotient(over, under, _) => of_both(all, over, under, Algebra::quotient),
        Expr::Power(base, exponent) => of_both(all, base, exponent, Algebra::power),
        Expr::Root(radicand, index) => {
            // The root of a square is positive, whatever was squared.
            if index.is_none()
                && let Expr::Power(base, exponent) = &**radicand
                && **exponent == Expr::whole(2)
            {
                let base = value(all, base)?;
                if !all.is_decided(&base) {
                    return all.absolute(&base);
                }
            }
            let radicand = value(all, radicand)?;
            let index = match index {
                Some(index) => value(all, index)?,
                None => Fraction::whole(2),
            };
            all.root(&radicand, &index)
        }
        Expr::Negative(inner) => Ok(value(all, inner)?.negated()),
        Expr::Mixed(whole, part) => of_both(all, whole, part, Algebra::sum),
        Expr::Call(name, arguments) => {
            if let ("det", [Expr::Matrix(rows, _)]) = (name.as_str(), arguments.as_slice()) {
                return determinant(all, rows);
            }
            let values = arguments.iter().map(|argument| value(all, argument));
            let values = values.collect::<Result<Vec<_>>>()?;
            all.function(name, values)
        }
        Expr::Factorial(inner) => {
            let inner = value(all, inner)?;
            all.factorial(&inner)
        }
        Expr::Binomial(n, k) => of_both(all, n, k, Algebra::binomial),
        Expr::Absolute(inner) => match &**inner {
            Expr::Matrix(rows, false) => determinant(all, rows),
            inner => {
                let inner = value(all, inner)?;
                all.absolute(&inner)
            }
        },
        Expr::Percent(inner) => {
            let inner = value(all, inner)?;
            all.quotient(&inner, &Fraction::whole(100))
        }
        Expr::Degrees(inner) => {
            let inner = value(all, inner)?;
            all.radians(&inner)
        }
        Expr::Matrix(rows, true) => determinant(all, rows),
        Expr::Matrix(_, false)
        | Expr::PlusMinus(..)
        | Expr::Unit(..)
        | Expr::InBase(..)
        | Expr::Ratio(_)
        | Expr::List(_)
        | Expr::Tuple(..)
        | Expr::Set(_)
        | Expr::Union(_)
        | Expr::Relation(..)
        | Expr::Text(_) => Err(Trouble::NoValue),
    }
}

fn of_both(
    all: &mut Algebra,
    one: &Expr,
    other: &Expr,
    calculate: fn(&mut Algebra, &Fraction, &Fraction) -> Result<Fraction>,
) -> Result<Fraction> {
    let (one, other) = (value(all, one)?, value(all, other)?);
    calculate(all, &one, &other)
}

/// Greatest size of a matrix whose determinant is worked out.
const MAX_SIZE: usize = 5;

fn determinant(all: &mut Algebra, rows: &[Vec<Expr>]) -> Result<Fraction> {
    if rows.iter().any(|row| row.len() != rows.len()) {
        return Err(Trouble::NoValue);
    }
    if rows.len() > MAX_SIZE {
        return Err(Trouble::TooBig);
    }
    let values = |row: &Vec<Expr>| row.iter().map(|entry| value(all, entry)).collect();
    let rows = rows.iter().map(values).collect::<Result<Vec<Vec<Fraction>>>>()?;
    let columns: Vec<usize> = (0..rows.len()).collect();
    expanded(all, &rows, &columns)
}

/// The determinant of these columns, expanded along the first row.
fn expanded(all: &mut Algebra, rows: &[Vec<Fraction>], columns: &[usize]) -> Result<Fraction> {
    let Some((first, rest)) = rows.split_first() else { return Ok(Fraction::whole(1)) };
    let mut sum = Fraction::whole(0);
    for (place, &column) in columns.iter().enumerate() {
        let others: Vec<usize> = columns.iter().copied().filter(|other| *other != column).collect();
        let minor = expanded(all, rest, &others)?;
        let term = all.product(&first[column], &minor)?;
        sum = if place % 2 == 0 { all.sum(&sum, &term)? } else { all.difference(&sum, &term)? };
    }
    Ok(sum)
}

/// The number, if the expression is one as it stands: digits with or without a sign.
pub(crate) fn plain_number(expr: &Expr) -> Option<Rational> {
    match expr {
        Expr::Number(number, _) => Some(number.clone()),
        Expr::Negative(inner) => plain_number(inner).map(|number| number.negated()),
        _ => None,
    }
}

/// Most values that signs of plus-minus may stand for.
const MAX_VALUES: u32 = 16;

/// What an expression with `\pm` stands for: with one sign two values, with `\mp` in it two that go
/// together, with several `\pm` every choice. `None` if there is no such sign, or too many.
pub(crate) fn choices(expr: &Expr) -> Option<Vec<Expr>> {
    let (mut signs, mut turned) = (0_u32, false);
    count(expr, &mut signs, &mut turned);
    if signs == 0 {
        return None;
    }
    let count = if turned { 2 } else { 1_u32.checked_shl(signs).filter(|n| *n <= MAX_VALUES)? };
    Some((0..count).map(|choice| choose(expr, choice, turned, &mut 0)).collect())
}

fn count(expr: &Expr, signs: &mut u32, turned: &mut bool) {
    if let Expr::PlusMinus(_, _, minus_first) = expr {
        *signs += 1;
        *turned |= minus_first;
    }
    expr.each(&mut |part| count(part, signs, turned));
}

/// One choice of the signs: a bit each, or the lowest for all if they go together.
fn choose(expr: &Expr, choice: u32, together: bool, at: &mut u32) -> Expr {
    let Expr::PlusMinus(before, after, turned) = expr else {
        return expr.map(&mut |part| choose(part, choice, together, at));
    };
    let bit = if together { choice & 1 } else { (choice >> *at) & 1 };
    *at += 1;
    let before = before.as_ref().map(|before| choose(before, choice, together, at));
    let after = choose(after, choice, together, at);
    let minus = (bit == 1) != *turned;
    let after = if minus { Expr::Negative(Box::new(after)) } else { after };
    match before {
        Some(before) => Expr::Sum(vec![before, after]),
        None => after,
    }
}
