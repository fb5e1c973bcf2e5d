//! The tree of an answer in LaTeX or plain text, with tolerance for what people and models write.

mod clean;
mod factor;
mod lexer;
mod words;

pub(crate) use clean::{clean, cleaned, letters, skeleton};
pub(crate) use lexer::letter_of;
pub use words::unit;

use super::shape::{direction, named};
use super::tree::{Bracket, Expr, Sign};
use lexer::{LexKind, Token};

/// Longest answer that is read, in bytes.
pub const MAX_LENGTH: usize = 1_500;
/// How deep brackets, roots and fractions may nest.
const MAX_DEPTH: u32 = 40;

/// What was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The answer.
    pub(crate) expr: Expr,
    /// Whether a comma was taken as part of a number that might separate two: `10,100`.
    pub(crate) grouped: bool,
}

/// Reads an answer; a comma before three digits belongs to the number. `None` if it is no mathematics
/// that is known here, too long or too deep.
pub fn parse(text: &str) -> Option<Reading> {
    if text.len() > MAX_LENGTH {
        return None;
    }
    read(&cleaned(text), true)
}

/// Reads an answer that is [cleaned] already, where the caller says whether a comma before three digits
/// belongs to the number or separates two values.
pub(crate) fn read(text: &str, grouped: bool) -> Option<Reading> {
    if let Some(words) = words::prose(text) {
        return Some(Reading { expr: Expr::Text(words), grouped: false });
    }
    let (tokens, used) = lexer::tokens(text, grouped)?;
    let mut parser = Parser { tokens: &tokens, at: 0, depth: 0, bars: 0 };
    let expr = parser.list()?;
    (parser.at == tokens.len()).then_some(Reading { expr, grouped: used })
}

/// Whether a text as a whole is one answer in mathematics, not a sentence about one or a calculation that
/// leads to one.
pub(crate) fn is_formula(text: &str) -> bool {
    if text.len() > MAX_LENGTH || (text.contains('\n') && !text.contains("\\begin{")) {
        return false;
    }
    if words::in_sentences(text) {
        return false;
    }
    let is_answer = |expr: &Expr| match expr {
        Expr::Relation(_, rest) => {
            let last = rest.last().map(|(_, last)| last);
            let sign = |known: Sign| rest.iter().all(|(sign, _)| *sign == known);
            named(expr).is_some()
                || is_inequality(expr)
                || sign(Sign::In)
                || sign(Sign::Unequal)
                || (sign(Sign::Equal) && last.is_some_and(has_variable))
        }
        Expr::Ratio(parts) => parts.iter().all(|part| !has_variable(part)),
        _ => true,
    };
    match parse(text).map(|reading| reading.expr) {
        None => false,
        Some(Expr::Text(_)) => text.starts_with('\\'),
        Some(Expr::List(items)) => items.iter().all(|item| match item {
            Expr::Relation(..) => named(item).is_some() || is_inequality(item),
            item => is_answer(item),
        }),
        Some(expr) => is_answer(&expr),
    }
}

fn has_variable(expr: &Expr) -> bool {
    let mut found = matches!(expr, Expr::Symbol(_) | Expr::Text(_));
    expr.each(&mut |part| found |= has_variable(part));
    found
}

/// A reader of signs. Every method leaves `at` behind what it has read, `None` is "not readable".
struct Parser<'t> {
    tokens: &'t [Token],
    at: usize,
    depth: u32,
    /// How many absolute values are open.
    bars: u32,
}

impl<'t> Parser<'t> {
    fn peek(&self) -> Option<&'t LexKind> {
        self.tokens.get(self.at).map(|token| &token.kind)
    }

    fn peek_at(&self, ahead: usize) -> Option<&'t LexKind> {
        self.tokens.get(self.at + ahead).map(|token| &token.kind)
    }

    fn next(&mut self) -> Option<&'t LexKind> {
        let kind = self.peek()?;
        self.at += 1;
        Some(kind)
    }

    fn take(&mut self, kind: &LexKind) -> bool {
        let found = self.peek() == Some(kind);
        self.at += usize::from(found);
        found
    }

    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if self.depth >= MAX_DEPTH {
            return None;
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// Values with commas, "and" or "or" between them.
    fn list(&mut self) -> Option<Expr> {
        self.deeper(|this| {
            let mut items = vec![this.relation()?];
            let mut each_will_do = true;
            while let Some(or) = this.separator() {
                if this.ends() {
                    break;
                }
                each_will_do &= or;
                items.push(this.relation()?);
            }
            match items.len() {
                1 => items.pop(),
                _ if each_will_do && items.iter().all(is_inequality) => Some(Expr::Union(items)),
                _ => Some(Expr::List(items)),
            }
        })
    }

    fn ends(&self) -> bool {
        matches!(
            self.peek(),
            None | Some(
                LexKind::Close(_)
                    | LexKind::Ungroup
                    | LexKind::End(_)
                    | LexKind::Cell
                    | LexKind::Row
            )
        )
    }

    /// One or more separators, and whether one of them is "or".
    fn separator(&mut self) -> Option<bool> {
        let (start, mut or) = (self.at, false);
        loop {
            match self.peek() {
                Some(LexKind::Comma) => {}
                Some(LexKind::Or) => or = true,
                Some(LexKind::Letters(word)) if word == "and" || word == "or" => or |= word == "or",
                _ => return (self.at > start).then_some(or),
            }
            self.at += 1;
        }
    }

    /// A chain of equations and inequalities, or a single value.
    fn relation(&mut self) -> Option<Expr> {
        let first = self.union()?;
        let mut rest = Vec::new();
        while let Some(LexKind::Relation(sign)) = self.peek() {
            self.at += 1;
            rest.push((*sign, self.union()?));
        }
        Some(if rest.is_empty() { first } else { Expr::Relation(Box::new(first), rest) })
    }

    fn union(&mut self) -> Option<Expr> {
        let mut parts = vec![self.ratio()?];
        while self.take(&LexKind::Union) {
            parts.push(self.ratio()?);
        }
        if parts.len() > 1 { Some(Expr::Union(parts)) } else { parts.pop() }
    }

    fn ratio(&mut self) -> Option<Expr> {
        let mut parts = vec![self.sum()?];
        while self.take(&LexKind::Colon) {
            parts.push(self.sum()?);
        }
        let expr = if parts.len() > 1 { Expr::Ratio(parts) } else { parts.pop()? };
        Some(self.with_unit(expr))
    }

    fn sum(&mut self) -> Option<Expr> {
        self.deeper(|this| {
            let mut terms = Vec::new();
            loop {
                if this.take(&LexKind::Minus) {
                    terms.push(negative(this.term()?));
                } else if let Some(LexKind::PlusMinus(turned)) = this.peek() {
                    this.at += 1;
                    let term = Box::new(this.term()?);
                    let before = match terms.len() {
                        0 => None,
                        1 => terms.pop(),
                        _ => Some(Expr::Sum(std::mem::take(&mut terms))),
                    };
                    terms.push(Expr::PlusMinus(before.map(Box::new), term, *turned));
                } else if this.take(&LexKind::Plus) || terms.is_empty() {
                    terms.push(this.term()?);
                } else {
                    break;
                }
            }
            if terms.len() > 1 { Some(Expr::Sum(terms)) } else { terms.pop() }
        })
    }

    /// Factors beside each other, `\cdot` and `/` from left to right.
    fn term(&mut self) -> Option<Expr> {
        let mut factors = vec![self.signed()?];
        loop {
            if self.take(&LexKind::Times) {
                factors.push(self.signed()?);
            } else if self.take(&LexKind::Over) {
                let under = self.signed()?;
                factors = vec![quotient(product(factors)?, under)];
            } else if self.starts_factor() {
                let factor = self.beside(&mut factors)?;
                factors.push(factor);
            } else {
                break;
            }
        }
        product(factors)
    }

    /// The next factor of a product without a sign for it. A whole number before a fraction of numbers
    /// is taken back, and both are one: `4\\frac{2}{3}`, `4 2/3`.
    fn beside(&mut self, factors: &mut Vec<Expr>) -> Option<Expr> {
        let behind = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        let whole = match (factors.as_slice(), behind.map(|token| &token.kind)) {
            ([Expr::Number(whole, _)], Some(LexKind::Number(..))) => whole.is_whole(),
            ([.., Expr::Number(..)], Some(LexKind::Number(..))) => {
                return if matches!(self.peek(), Some(LexKind::Number(..))) {
                    None
                } else {
                    self.postfix()
                };
            }
            _ => return self.postfix(),
        };
        let mixed = |factors: &mut Vec<Expr>, part: Expr| {
            let whole = factors.pop()?;
            Some(Expr::Mixed(Box::new(whole), Box::new(part)))
        };
        match self.peek()? {
            // Two numbers beside each other are nothing else.
            LexKind::Number(..) => {
                let over = self.postfix()?;
                (whole && self.take(&LexKind::Over)).then_some(())?;
                let under = self.postfix()?;
                (is_number(&over) && is_number(&under)).then_some(())?;
                mixed(factors, quotient(over, under))
            }
            LexKind::Command(name) if name == "frac" && whole => {
                let factor = self.postfix()?;
                match &factor {
                    Expr::Quotient(over, under, true) if is_number(over) && is_number(under) => {
                        mixed(factors, factor)
                    }
                    _ => Some(factor),
                }
            }
            _ => self.postfix(),
        }
    }

    fn signed(&mut self) -> Option<Expr> {
        self.deeper(|this| {
            if this.take(&LexKind::Minus) {
                return Some(negative(this.signed()?));
            }
            if this.take(&LexKind::Plus) {
                return this.signed();
            }
            this.postfix()
        })
    }
}

fn product(mut factors: Vec<Expr>) -> Option<Expr> {
    if factors.len() > 1 { Some(Expr::Product(factors)) } else { factors.pop() }
}

fn quotient(over: Expr, under: Expr) -> Expr {
    Expr::Quotient(Box::new(over), Box::new(under), false)
}

fn negative(expr: Expr) -> Expr {
    Expr::Negative(Box::new(expr))
}

/// Whether it says no more than that something is less or greater.
fn is_inequality(expr: &Expr) -> bool {
    let Expr::Relation(_, rest) = expr else { return false };
    rest.iter().all(|(sign, _)| direction(*sign).is_some())
}

fn is_number(expr: &Expr) -> bool {
    matches!(expr, Expr::Number(..))
}

/// What a pair of brackets around a list of values makes of it.
fn bracketed(open: char, inner: Expr, close: char) -> Option<Expr> {
    let side = |bracket: char| match bracket {
        '(' | ')' => Some(Bracket::Round),
        '[' | ']' => Some(Bracket::Square),
        '⟨' | '⟩' => Some(Bracket::Angle),
        _ => None,
    };
    match (open, inner, close) {
        ('{', Expr::List(items), '}') => Some(Expr::Set(items)),
        ('{', item, '}') => Some(Expr::Set(vec![item])),
        ('⌊', item, '⌊') => Some(Expr::Call("floor".into(), vec![item])),
        ('⌈', item, '⌈') => Some(Expr::Call("ceil".into(), vec![item])),
        (open, Expr::List(items), close) => Some(Expr::Tuple(side(open)?, items, side(close)?)),
        ('⟨', item, '⟩') => Some(Expr::Tuple(Bracket::Angle, vec![item], Bracket::Angle)),
        ('(', item, ')') | ('[', item, ']') => Some(item),
        _ => None,
    }
}
