//! `sympy.parsing.sympy_parser.parse_expr` 1.14.0: an expression in Python's syntax, where unknown
//! names are variables.

use super::Failure;
use super::tree::{Constant, Expr};

type Made = Result<Expr, Failure>;

/// Brackets and powers within each other.
const MAX_DEPTH: u32 = 100;
/// The longest text that is read.
const MAX_LENGTH: usize = 4_000;

/// The expression of a text. `implicit` adds `implicit_multiplication_application`: what stands side
/// by side is multiplied, and long names are products of their letters.
pub(crate) fn parse_expr(text: &str, implicit: bool) -> Made {
    if text.len() > MAX_LENGTH {
        return Err(Failure::Unknown);
    }
    let mut tokens = tokens(text)?;
    if implicit {
        tokens = tokens.into_iter().flat_map(split).collect();
    }
    let mut parser = Parser { tokens, at: 0, implicit, depth: 0 };
    let expr = parser.tuple()?;
    match parser.tokens.get(parser.at) {
        None => Ok(expr),
        Some(_) => Err(Failure::Error),
    }
}

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Number(String),
    Name(String),
    Sign(&'static str),
    /// A part of Python that no answer needs.
    Other,
}

/// Signs, the longest first.
const SIGNS: [&str; 17] =
    ["**", "//", "!=", "<=", ">=", "==", "<", ">", "+", "-", "*", "/", "(", ")", "[", "]", ","];

fn tokens(text: &str) -> Result<Vec<Token>, Failure> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_matches([' ', '\t', '\u{c}']);
    while let Some(first) = rest.chars().next() {
        if matches!(first, ' ' | '\t' | '\u{c}') {
            rest = &rest[1..];
            continue;
        }
        if first == '#' {
            rest = rest.find('\n').map_or("", |end| &rest[end..]);
            continue;
        }
        if matches!(first, '\n' | '\r') {
            // A line break inside brackets is white space; elsewhere the expression ends.
            let open: i64 = tokens
                .iter()
                .map(|token| match token {
                    Token::Sign("(" | "[") => 1,
                    Token::Sign(")" | "]") => -1,
                    _ => 0,
                })
                .sum();
            let after = rest.trim_start_matches(['\n', '\r', ' ', '\t', '\u{c}']);
            if open <= 0 && !tokens.is_empty() && !after.is_empty() {
                return Err(Failure::Error);
            }
            rest = after;
            continue;
        }
        let length = number_length(rest);
        if length > 0 {
            let digits: String = rest[..length].chars().filter(|c| *c != '_').collect();
            rest = &rest[length..];
            if let Some(after) = rest.strip_prefix(['j', 'J']) {
                tokens.extend([Token::Number(digits), Token::Sign("*"), Token::Name("I".into())]);
                rest = after;
            } else {
                tokens.push(Token::Number(digits));
            }
            continue;
        }
        if first == '_' || first.is_alphabetic() {
            let length =
                rest.find(|c: char| c != '_' && !c.is_alphanumeric()).unwrap_or(rest.len());
            tokens.push(Token::Name(rest[..length].to_owned()));
            rest = &rest[length..];
            continue;
        }
        if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
            tokens.push(Token::Sign(sign));
            rest = &rest[sign.len()..];
            continue;
        }
        match first {
            '!' => tokens.push(Token::Sign("!")),
            '%' | '^' | '&' | '|' | '~' | '.' | ':' | '{' | '}' | '\'' | '"' | '@' | '=' | ';' => {
                tokens.push(Token::Other);
            }
            _ => return Err(Failure::Error),
        }
        rest = &rest[first.len_utf8()..];
    }
    Ok(tokens)
}

/// How long the number at the start is: digits with `_` between them, a point, an exponent. Zeros
/// before other digits are a number of their own.
fn number_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let run = |from: usize| {
        let mut at = from;
        while at < bytes.len() {
            let joins = bytes[at] == b'_'
                && at > from
                && bytes[at - 1] != b'_'
                && bytes.get(at + 1).is_some_and(u8::is_ascii_digit);
            if !bytes[at].is_ascii_digit() && !joins {
                break;
            }
            at += 1;
        }
        at
    };
    let whole = run(0);
    let mut end = whole;
    let mut is_float = false;
    if bytes.get(end) == Some(&b'.') && (whole > 0 || bytes.get(1).is_some_and(u8::is_ascii_digit))
    {
        end = run(end + 1);
        is_float = true;
    }
    if end > 0 && matches!(bytes.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        let digits = end + 1 + sign;
        if bytes.get(digits).is_some_and(u8::is_ascii_digit) {
            end = run(digits);
            is_float = true;
        }
    }
    if !is_float && bytes.first() == Some(&b'0') {
        return bytes[..whole].iter().take_while(|byte| matches!(byte, b'0' | b'_')).count();
    }
    end
}

struct Parser {
    tokens: Vec<Token>,
    at: usize,
    implicit: bool,
    depth: u32,
}

impl Parser {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at)
    }

    fn sign(&self) -> &'static str {
        match self.peek() {
            Some(Token::Sign(sign)) => sign,
            _ => "",
        }
    }

    fn take(&mut self, sign: &str) -> bool {
        let found = self.sign() == sign;
        self.at += usize::from(found);
        found
    }

    /// Values with commas between them.
    fn tuple(&mut self) -> Made {
        let first = self.comparison()?;
        if self.sign() != "," {
            return Ok(first);
        }
        let mut values = vec![first];
        while self.take(",") {
            if matches!(self.sign(), ")" | "]") || self.peek().is_none() {
                break;
            }
            values.push(self.comparison()?);
        }
        Ok(Expr::Several(values))
    }

    fn comparison(&mut self) -> Made {
        let first = self.sum()?;
        let mut is_relation = false;
        while matches!(self.sign(), "<" | ">" | "<=" | ">=" | "==" | "!=") {
            self.at += 1;
            self.sum()?;
            is_relation = true;
        }
        Ok(if is_relation { Expr::Relation } else { first })
    }

    fn sum(&mut self) -> Made {
        let mut terms = vec![self.product()?];
        loop {
            let minus = match self.sign() {
                "+" => false,
                "-" => true,
                _ => break,
            };
            self.at += 1;
            let term = self.product()?;
            terms.push(if minus { term.negated() } else { term });
        }
        Ok(Expr::joined(terms, Expr::Add))
    }

    fn product(&mut self) -> Made {
        let mut factors = vec![self.unary()?];
        loop {
            if self.sign() == "//" {
                return Err(Failure::Unknown);
            } else if self.take("/") {
                factors.push(self.unary()?.inverse());
            } else if self.take("*") || (self.implicit && self.starts_operand()) {
                factors.push(self.unary()?);
            } else {
                break;
            }
        }
        Ok(Expr::joined(factors, Expr::Mul))
    }

    fn starts_operand(&self) -> bool {
        match self.peek() {
            Some(Token::Number(_) | Token::Name(_)) => true,
            Some(Token::Sign(sign)) => *sign == "(",
            _ => false,
        }
    }

    fn unary(&mut self) -> Made {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(Failure::Unknown);
        }
        let made = if self.take("-") {
            self.unary().map(Expr::negated)
        } else if self.take("+") {
            self.unary()
        } else {
            self.power()
        };
        self.depth -= 1;
        made
    }

    fn power(&mut self) -> Made {
        let mut base = self.operand()?;
        while self.take("!") {
            base = Expr::Call("factorial", vec![base]);
        }
        if self.take("**") {
            let exponent = self.unary()?;
            return Ok(Expr::Pow(Box::new(base), Box::new(exponent)));
        }
        Ok(base)
    }

    fn operand(&mut self) -> Made {
        let token = self.peek().cloned();
        self.at += 1;
        match token {
            Some(Token::Number(digits)) => Ok(if digits.contains(['.', 'e', 'E']) {
                Expr::Float(digits)
            } else {
                Expr::Integer(digits)
            }),
            Some(Token::Name(name)) => self.name(&name),
            Some(Token::Sign(open @ ("(" | "["))) => {
                let close = if open == "(" { ")" } else { "]" };
                if self.take(close) {
                    return Ok(Expr::Several(Vec::new()));
                }
                let inner = self.tuple()?;
                match self.take(close) {
                    true if open == "(" => Ok(inner),
                    true => Ok(Expr::Several(vec![inner])),
                    false => Err(Failure::Error),
                }
            }
            Some(Token::Other) => Err(Failure::Unknown),
            _ => Err(Failure::Error),
        }
    }

    fn name(&mut self, name: &str) -> Made {
        if let Some(constant) = constant(name) {
            return Ok(Expr::Constant(constant));
        }
        if let Some(function) = FUNCTIONS.iter().find(|known| **known == name) {
            let argument = match self.sign() {
                "(" => self.operand()?,
                _ if self.implicit && self.starts_operand() => self.power()?,
                _ => return Err(Failure::Unknown),
            };
            let argument = match argument {
                Expr::Several(_) => return Err(Failure::Unknown),
                one => one,
            };
            return Ok(match *function {
                "sqrt" => argument.root(Expr::integer(2)),
                "cbrt" => argument.root(Expr::integer(3)),
                "ln" => Expr::Call("log", vec![argument]),
                "abs" => Expr::Call("Abs", vec![argument]),
                function => Expr::Call(function, vec![argument]),
            });
        }
        if RESERVED.contains(&name) {
            return Err(Failure::Unknown);
        }
        if !self.implicit && self.sign() == "(" {
            let argument = self.operand()?;
            return Ok(Expr::Unknown(name.to_owned(), vec![argument]));
        }
        Ok(Expr::Symbol(name.to_owned()))
    }
}

/// A long name as its letters and digits; one with a meaning, one with `_` in it, and a Greek letter
/// by its name, stay whole.
fn split(token: Token) -> Vec<Token> {
    let name = match &token {
        Token::Name(name) if !is_known(name) && !name.contains('_') => name.as_str(),
        _ => return vec![token],
    };
    let mut parts = Vec::new();
    let mut rest = name;
    while let Some(first) = rest.chars().next() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let length = digits.max(first.len_utf8());
        let part = rest[..length].to_owned();
        parts.push(if digits > 0 { Token::Number(part) } else { Token::Name(part) });
        rest = &rest[length..];
    }
    parts
}

/// Whether a name means something, or is a Greek letter.
fn is_known(name: &str) -> bool {
    constant(name).is_some()
        || FUNCTIONS.contains(&name)
        || RESERVED.contains(&name)
        || GREEK.contains(&name)
}

fn constant(name: &str) -> Option<Constant> {
    Some(match name {
        "pi" => Constant::Pi,
        "E" => Constant::E,
        "I" => Constant::I,
        "oo" => Constant::Infinity,
        "zoo" => Constant::ComplexInfinity,
        "nan" => Constant::Nan,
        "GoldenRatio" => Constant::GoldenRatio,
        _ => return None,
    })
}

/// Functions of one argument.
const FUNCTIONS: &[&str] = &[
    "sqrt", "cbrt", "ln", "log", "exp", "sin", "cos", "tan", "csc", "sec", "cot", "asin", "acos",
    "atan", "re", "im", "abs", "Abs", "factorial", "floor", "ceiling", "conjugate",
];

/// Names with another meaning in Python or in `SymPy`.
const RESERVED: &[&str] = &[
    "N", "O", "Q", "S", "and", "or", "not", "in", "is", "if", "else", "for", "lambda", "None",
    "True", "False", "ff", "rf", "li", "fu", "root", "gamma", "beta", "zeta", "binomial", "Min",
    "Max", "min", "max", "sum", "len", "id", "int", "str", "set", "map", "hex", "oct", "bin",
    "chr", "ord", "all", "any", "dir", "pow", "var", "div", "lcm", "gcd", "det", "fps", "lex",
    "pde", "ode", "rem", "quo", "subsets", "product", "test", "doctest", "ring", "field", "limit",
    "diff", "plot",
];

const GREEK: &[&str] = &[
    "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lamda",
    "mu", "nu", "xi", "omicron", "pi", "rho", "sigma", "tau", "upsilon", "phi", "chi", "psi",
    "omega",
];
