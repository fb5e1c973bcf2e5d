//! A tree of rules becomes an expression.

use super::super::Failure;
use super::super::tree::{Constant, Expr};
use super::grammar::Rule;
use super::lexer::{Token, TokenKind};
use super::parse::{LatexPart, Tree};

type Made = Result<Expr, Failure>;

/// The expression of a relation. An inequality of relations is an error.
pub(super) fn relation(tree: &Tree<'_>) -> Made {
    let mut left: Option<Expr> = None;
    let mut equality = true;
    for part in &tree.parts {
        let right = match part {
            LatexPart::Token(token) => {
                equality = matches!(token.kind, TokenKind::Equal | TokenKind::NotEqual);
                continue;
            }
            LatexPart::Rule(part) if part.rule == Rule::Expr => expr(part)?,
            LatexPart::Rule(part) => relation(part)?,
        };
        left = Some(match left {
            None => right,
            Some(left) if !equality && [&left, &right].contains(&&Expr::Relation) => {
                return Err(Failure::Error);
            }
            Some(_) => Expr::Relation,
        });
    }
    left.ok_or(Failure::Error)
}

/// Whether `sympy.Number` raises an error: digits that Python does not read as a whole number.
fn is_unreadable(digits: &str) -> bool {
    !digits.contains('.') && digits.starts_with('0') && digits.bytes().any(|byte| byte != b'0')
}

fn expr(tree: &Tree<'_>) -> Made {
    tree.rule(Rule::Additive).map_or(Err(Failure::Error), additive)
}

/// The expression between the signs of a rule.
fn inner(tree: &Tree<'_>) -> Made {
    tree.rule(Rule::Expr).map_or(Err(Failure::Error), expr)
}

fn additive(tree: &Tree<'_>) -> Made {
    let mut sum = Vec::new();
    let mut minus = false;
    for part in &tree.parts {
        let term = match part {
            LatexPart::Token(token) => {
                minus = token.kind == TokenKind::Sub;
                continue;
            }
            LatexPart::Rule(part) if part.rule == Rule::Additive => additive(part)?,
            LatexPart::Rule(part) => product(part)?,
        };
        sum.push(if minus { term.negated() } else { term });
    }
    Ok(Expr::joined(sum, Expr::Add))
}

fn product(tree: &Tree<'_>) -> Made {
    let mut factors = Vec::new();
    let mut over = false;
    for part in &tree.parts {
        let factor = match part {
            LatexPart::Token(token) => {
                over = matches!(token.kind, TokenKind::Div | TokenKind::Divide | TokenKind::Colon);
                continue;
            }
            LatexPart::Rule(part) if matches!(part.rule, Rule::Mp | Rule::MpNofunc) => {
                product(part)?
            }
            LatexPart::Rule(part) => unary(part)?,
        };
        factors.push(if over { factor.inverse() } else { factor });
    }
    Ok(Expr::joined(factors, Expr::Mul))
}

fn unary(tree: &Tree<'_>) -> Made {
    let mut minus = false;
    let mut factors = Vec::new();
    for part in &tree.parts {
        match part {
            LatexPart::Token(token) => minus = token.kind == TokenKind::Sub,
            LatexPart::Rule(part) if matches!(part.rule, Rule::Unary | Rule::UnaryNofunc) => {
                factors.push(unary(part)?);
            }
            LatexPart::Rule(part) => factors.push(postfix(part)?),
        }
    }
    let product = Expr::joined(without_times(factors), Expr::Mul);
    Ok(if minus { product.negated() } else { product })
}

/// An `x` between two numbers is a sign of multiplication.
fn without_times(factors: Vec<Expr>) -> Vec<Expr> {
    let is_sign = |at: usize| {
        let around = [at.checked_sub(1).and_then(|left| factors.get(left)), factors.get(at + 1)];
        matches!(&factors[at], Expr::Symbol(name) if name == "x")
            && around.iter().all(|side| side.is_some_and(|side| !side.has_symbols()))
    };
    let signs: Vec<bool> = (0..factors.len()).map(is_sign).collect();
    factors.into_iter().zip(signs).filter(|(_, sign)| !sign).map(|(factor, _)| factor).collect()
}

fn postfix(tree: &Tree<'_>) -> Made {
    let mut value = None;
    for part in &tree.parts {
        let LatexPart::Rule(part) = part else { continue };
        value = Some(match value {
            None => power(part)?,
            Some(value) if part.token(TokenKind::Bang).is_some() => {
                Expr::Call("factorial", vec![value])
            }
            Some(_) => Expr::Opaque("a value at a place"),
        });
    }
    value.ok_or(Failure::Error)
}

fn power(tree: &Tree<'_>) -> Made {
    let mut value = None;
    for part in &tree.parts {
        let LatexPart::Rule(part) = part else { continue };
        value = Some(match (value, part.rule) {
            (None, _) => component(part)?,
            (Some(base), Rule::Atom) => Expr::Pow(Box::new(base), Box::new(atom(part)?)),
            (Some(base), Rule::Expr) => Expr::Pow(Box::new(base), Box::new(expr(part)?)),
            // A subscript of an exponent is read and forgotten.
            (Some(base), _) => base,
        });
    }
    value.ok_or(Failure::Error)
}

fn component(tree: &Tree<'_>) -> Made {
    let Some(LatexPart::Rule(part)) = tree.parts.first() else { return Err(Failure::Error) };
    match part.rule {
        Rule::Group => inner(part),
        Rule::AbsGroup => Ok(Expr::Call("Abs", vec![inner(part)?])),
        Rule::Floor => Ok(Expr::Call("floor", vec![inner(part)?])),
        Rule::Ceil => Ok(Expr::Call("ceiling", vec![inner(part)?])),
        Rule::Func => function(part),
        _ => atom(part),
    }
}

/// A subscript or superscript: an atom, or an expression in braces.
fn script(tree: &Tree<'_>) -> Made {
    tree.rule(Rule::Atom).map_or_else(|| inner(tree), atom)
}

fn letter<'t>(tree: &Tree<'t>) -> Option<Token<'t>> {
    tree.token(TokenKind::Letter).or_else(|| tree.token(TokenKind::Symbol))
}

/// The name of a letter or command with its subscript and, if it is asked for, its quotes.
fn name(tree: &Tree<'_>, token: Token<'_>, with_quotes: bool) -> Result<String, Failure> {
    let mut name = token.text.trim_start_matches('\\').to_owned();
    if let Some(subscript) = tree.rule(Rule::Subexpr) {
        name = format!("{name}_{{{}}}", script(subscript)?.name());
    }
    if with_quotes && let Some(quotes) = tree.token(TokenKind::Quotes) {
        name.push_str(quotes.text);
    }
    Ok(name)
}

fn atom(tree: &Tree<'_>) -> Made {
    if let Some(token) = letter(tree) {
        if token.text == "\\infty" {
            return Ok(Expr::Constant(Constant::Infinity));
        }
        return Ok(Expr::Symbol(name(tree, token, token.kind == TokenKind::Letter)?));
    }
    let part = match tree.parts.first() {
        Some(LatexPart::Token(token)) => {
            let variable = token.text[1..].trim_start_matches([' ', '\t', '\r', '\n', '\\']);
            return Ok(Expr::Symbol(format!("d{variable}")));
        }
        Some(LatexPart::Rule(part)) => part,
        None => return Err(Failure::Error),
    };
    match part.rule {
        Rule::Number => number(part),
        Rule::Mathit => {
            let text = part.rule(Rule::MathitText).ok_or(Failure::Error)?;
            let letters = text.parts.iter().filter_map(|part| match part {
                LatexPart::Token(token) => Some(token.text),
                LatexPart::Rule(_) => None,
            });
            let name: String = letters.collect();
            if name.is_empty() { Err(Failure::Error) } else { Ok(Expr::Symbol(name)) }
        }
        Rule::Frac => fraction(part),
        Rule::Binom => {
            let both: Result<Vec<_>, _> = part.rules(Rule::Expr).map(expr).collect();
            Ok(Expr::Call("binomial", both?))
        }
        Rule::Bra | Rule::Ket => {
            inner(part)?;
            Ok(Expr::Opaque("a bra or a ket"))
        }
        _ => Err(Failure::Error),
    }
}

fn number(tree: &Tree<'_>) -> Made {
    let tokens = tree.parts.iter().filter_map(|part| match part {
        LatexPart::Token(token) if token.kind != TokenKind::Comma => Some(token.text),
        _ => None,
    });
    let digits: String = tokens.collect();
    if is_unreadable(&digits) {
        return Err(Failure::Error);
    }
    Ok(if digits.contains('.') { Expr::Float(digits) } else { Expr::Integer(digits) })
}

fn fraction(tree: &Tree<'_>) -> Made {
    let mut sides = Vec::new();
    for part in &tree.parts {
        match part {
            LatexPart::Token(token) if token.kind == TokenKind::Digit => {
                sides.push(Expr::Integer(token.text.to_owned()));
            }
            LatexPart::Rule(part) => sides.push(expr(part)?),
            LatexPart::Token(_) => {}
        }
    }
    let (Some(under), Some(over)) = (sides.pop(), sides.pop()) else { return Err(Failure::Error) };
    let is_derivative = matches!(&over, Expr::Symbol(name) if name == "d" || name == "partial")
        && matches!(&under, Expr::Symbol(name) if name.starts_with('d'));
    if is_derivative || starts_with_partial(&under) {
        return Ok(Expr::Opaque("a derivative"));
    }
    if matches!(&over, Expr::Integer(digits) if digits == "1") {
        return Ok(under.inverse());
    }
    Ok(Expr::Mul(vec![over, under.inverse()]))
}

fn starts_with_partial(under: &Expr) -> bool {
    let is_partial = |expr: &Expr| matches!(expr, Expr::Symbol(name) if name == "partial");
    matches!(under, Expr::Mul(factors) if factors.first().is_some_and(is_partial))
}

fn function(tree: &Tree<'_>) -> Made {
    if let Some(token) = tree.token(TokenKind::Function) {
        return known(tree, &token.text[1..]);
    }
    if tree.token(TokenKind::Sqrt).is_some() {
        let mut sides = tree.rules(Rule::Expr).map(expr);
        let first = sides.next().ok_or(Failure::Error)??;
        return Ok(match sides.next() {
            Some(base) => base?.root(first),
            None => first.root(Expr::integer(2)),
        });
    }
    if tree.token(TokenKind::Overline).is_some() {
        return Ok(Expr::Call("conjugate", vec![inner(tree)?]));
    }
    if tree.token(TokenKind::Integral).is_some() {
        return Ok(Expr::Opaque("an integral"));
    }
    if tree.token(TokenKind::Sum).or_else(|| tree.token(TokenKind::Product)).is_some() {
        return Ok(Expr::Opaque("a sum or a product over an index"));
    }
    if tree.token(TokenKind::Limit).is_some() {
        return Ok(Expr::Opaque("a limit"));
    }
    let token = letter(tree).ok_or(Failure::Error)?;
    let mut values = Vec::new();
    let mut rest = tree.rule(Rule::Args);
    while let Some(args) = rest {
        values.push(inner(args)?);
        rest = args.rule(Rule::Args);
    }
    Ok(Expr::Unknown(name(tree, token, true)?, values))
}

/// One of the functions with a token of their own.
fn known(tree: &Tree<'_>, name: &str) -> Made {
    let argument = match (tree.rule(Rule::FuncArg), tree.rule(Rule::FuncArgNoparens)) {
        // Of several arguments only the first is taken.
        (Some(argument), _) => inner(argument)?,
        (None, Some(argument)) => {
            argument.rule(Rule::MpNofunc).map_or(Err(Failure::Error), product)?
        }
        (None, None) => return Err(Failure::Error),
    };
    let exponent = tree.rule(Rule::Supexpr).map(script).transpose()?;
    let inverse = exponent.as_ref().is_some_and(is_minus_one);
    let of = |name| Expr::Call(name, vec![argument.clone()]);
    let hyperbolic_or_plain = |name, inverse_name| {
        if inverse { (of(inverse_name), false) } else { (of(name), true) }
    };
    let (value, may_have_exponent) = match name {
        "exp" => (of("exp"), true),
        "log" | "lg" | "ln" => {
            let base = match tree.rule(Rule::Subexpr) {
                Some(base) => Some(script(base)?),
                None => (name == "lg").then(|| Expr::integer(10)),
            };
            let value = match base {
                Some(base) => Expr::Mul(vec![of("log"), Expr::Call("log", vec![base]).inverse()]),
                None => of("log"),
            };
            (value, true)
        }
        "sin" => hyperbolic_or_plain("sin", "asin"),
        "cos" => hyperbolic_or_plain("cos", "acos"),
        "tan" => hyperbolic_or_plain("tan", "atan"),
        "csc" => hyperbolic_or_plain("csc", "acsc"),
        "sec" => hyperbolic_or_plain("sec", "asec"),
        "cot" => hyperbolic_or_plain("cot", "acot"),
        "sinh" => hyperbolic_or_plain("sinh", "asinh"),
        "cosh" => hyperbolic_or_plain("cosh", "acosh"),
        "tanh" => hyperbolic_or_plain("tanh", "atanh"),
        "arcsin" => (of("asin"), true),
        "arccos" => (of("acos"), true),
        "arctan" => (of("atan"), true),
        "arccsc" => (of("acsc"), true),
        "arcsec" => (of("asec"), true),
        "arccot" => (of("acot"), true),
        "arsinh" => (of("asinh"), true),
        "arcosh" => (of("acosh"), true),
        "artanh" => (of("atanh"), true),
        _ => return Err(Failure::Error),
    };
    let zero =
        |expr: &Expr| matches!(expr, Expr::Integer(digits) if digits.bytes().all(|b| b == b'0'));
    Ok(match exponent {
        Some(exponent) if may_have_exponent && !zero(&exponent) => {
            Expr::Pow(Box::new(value), Box::new(exponent))
        }
        _ => value,
    })
}

fn is_minus_one(expr: &Expr) -> bool {
    let is = |expr: &Expr, digits: &str| matches!(expr, Expr::Integer(text) if text == digits);
    matches!(expr, Expr::Mul(factors)
        if matches!(&factors[..], [sign, one] if is(sign, "-1") && is(one, "1")))
}
