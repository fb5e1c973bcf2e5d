//! The parts of a product: numbers, letters, brackets, roots, functions, matrices.

use super::super::shape::{is_range, variable};
use super::super::tree::{Constant, Expr, Sign};
use super::lexer::{LexKind, is_letter};
use super::{Parser, bracketed, negative, words};

impl Parser<'_> {
    /// Whether a factor may begin here, without a sign of multiplication.
    pub(super) fn starts_factor(&self) -> bool {
        match self.peek() {
            Some(
                LexKind::Number(..)
                | LexKind::Digits(_)
                | LexKind::Open(_)
                | LexKind::Group
                | LexKind::Begin(_),
            ) => true,
            Some(LexKind::Letters(letters)) => !self.is_unit_here(letters),
            Some(LexKind::Command(name)) => {
                !matches!(name.as_str(), "over" | "pmod" | "bmod" | "mod")
            }
            Some(LexKind::Bar) => self.bars == 0,
            _ => false,
        }
    }

    /// A factor with its powers, factorials, signs of percent and degrees.
    pub(super) fn postfix(&mut self) -> Option<Expr> {
        self.deeper(|this| {
            let mut expr = this.atom()?;
            while let Some(kind) = this.peek() {
                this.at += 1;
                expr = match kind {
                    LexKind::Power => this.powered(expr)?,
                    LexKind::Sub => this.with_index(&expr)?,
                    LexKind::Bang => Expr::Factorial(Box::new(expr)),
                    LexKind::Prime => primed(expr)?,
                    LexKind::Percent => Expr::Percent(Box::new(expr)),
                    LexKind::Degree => Expr::Degrees(Box::new(expr)),
                    _ => {
                        this.at -= 1;
                        break;
                    }
                };
            }
            Some(expr)
        })
    }

    /// What stands behind `^`.
    fn powered(&mut self, base: Expr) -> Option<Expr> {
        if self.take(&LexKind::Degree) {
            return Some(Expr::Degrees(Box::new(base)));
        }
        if self.peek() == Some(&LexKind::Group) {
            match (self.peek_at(1), self.peek_at(2)) {
                (Some(LexKind::Degree), Some(LexKind::Ungroup)) => {
                    self.at += 3;
                    return Some(Expr::Degrees(Box::new(base)));
                }
                (Some(LexKind::Words(ending)), Some(LexKind::Ungroup))
                    if matches!(ending.trim(), "st" | "nd" | "rd" | "th") =>
                {
                    self.at += 3;
                    return Some(base);
                }
                _ => {}
            }
        }
        if self.take(&LexKind::Prime) {
            return primed(base);
        }
        let exponent = self.argument()?;
        Some(Expr::Power(Box::new(base), Box::new(exponent)))
    }

    /// What stands behind `_`: part of a name, or the base of digits.
    fn with_index(&mut self, expr: &Expr) -> Option<Expr> {
        let name = match expr {
            Expr::Symbol(name) => name.clone(),
            Expr::Text(digits) | Expr::Number(_, digits) => {
                let base = self.index_text()?;
                return Some(Expr::InBase(digits.clone(), base));
            }
            _ => return None,
        };
        let index = self.index_text()?;
        Some(Expr::Symbol(format!("{name}_{index}")))
    }

    /// The letters and digits of an index.
    fn index_text(&mut self) -> Option<String> {
        let mut text = String::new();
        let grouped = self.take(&LexKind::Group);
        loop {
            match self.next()? {
                LexKind::Number(_, digits) | LexKind::Digits(digits) => text.push_str(digits),
                LexKind::Letters(letters) if grouped => text.push_str(letters),
                LexKind::Letters(letters) if letters.len() == 1 => text.push_str(letters),
                LexKind::Command(name) if is_letter(name) => text.push_str(name),
                LexKind::Words(words) => text.push_str(words.trim()),
                LexKind::Plus if grouped => text.push('+'),
                LexKind::Minus if grouped => text.push('-'),
                LexKind::Comma if grouped => text.push(','),
                LexKind::Ungroup if grouped && !text.is_empty() => return Some(text),
                _ => return None,
            }
            if !grouped {
                return Some(text);
            }
        }
    }

    /// The argument of a command or a power: a group, or a single factor.
    pub(super) fn argument(&mut self) -> Option<Expr> {
        self.deeper(|this| {
            if this.take(&LexKind::Group) {
                return this.group();
            }
            if this.take(&LexKind::Minus) {
                return this.atom().map(negative);
            }
            this.atom()
        })
    }

    /// What stands behind an opening brace, and the brace that closes it.
    fn group(&mut self) -> Option<Expr> {
        let bars = std::mem::take(&mut self.bars);
        let expr = self.list()?;
        let expr = if self.take(&LexKind::Command("over".into())) {
            Expr::Quotient(Box::new(expr), Box::new(self.list()?), true)
        } else {
            expr
        };
        self.bars = bars;
        self.take(&LexKind::Ungroup).then_some(expr)
    }

    fn atom(&mut self) -> Option<Expr> {
        match self.next()? {
            LexKind::Number(value, digits) => Some(Expr::Number(value.clone(), digits.clone())),
            // Only a base can follow.
            LexKind::Digits(digits) => {
                matches!(self.peek(), Some(LexKind::Sub)).then(|| Expr::Text(digits.clone()))
            }
            LexKind::Group => Some(match self.group()? {
                Expr::List(items) => Expr::Set(items),
                other => other,
            }),
            LexKind::Open(open) => self.brackets(*open),
            LexKind::Bar => self.absolute(),
            LexKind::Letters(letters) => self.letters(letters),
            LexKind::Words(text) => {
                let text = words::plain(text);
                Some(if text.len() == 1 { Expr::Symbol(text) } else { Expr::Text(text) })
            }
            LexKind::Command(name) => self.command(name),
            LexKind::Begin(name) => self.matrix(name),
            LexKind::Dollar => Some(Expr::Unit(Box::new(self.signed()?), "dollar".into())),
            _ => None,
        }
    }

    fn brackets(&mut self, open: char) -> Option<Expr> {
        let bars = std::mem::take(&mut self.bars);
        if open == '{' && self.take(&LexKind::Close('}')) {
            self.bars = bars;
            return Some(Expr::Constant(Constant::Empty));
        }
        let start = self.at;
        if open == '{' {
            if let Some(condition) = self.condition() {
                self.bars = bars;
                return Some(condition);
            }
            self.at = start;
        }
        let inner = self.list()?;
        self.bars = bars;
        let LexKind::Close(close) = self.next()? else { return None };
        bracketed(open, inner, *close)
    }

    /// The condition of `\{x \mid x > 3\}` or `\{x \in \mathbb{R} : x \ne 2\}`, which is the set itself.
    fn condition(&mut self) -> Option<Expr> {
        let LexKind::Letters(name) = self.next()? else { return None };
        let name = Expr::Symbol(name.clone());
        let reals = Expr::Constant(Constant::Reals);
        if self.take(&LexKind::Relation(Sign::In)) {
            (self.atom()? == reals).then_some(())?;
        }
        (self.take(&LexKind::Bar) || self.take(&LexKind::Colon)).then_some(())?;
        let mut parts = match self.list()? {
            Expr::List(parts) => parts,
            one => vec![one],
        };
        self.take(&LexKind::Close('}')).then_some(())?;
        let real = Expr::Relation(Box::new(name.clone()), vec![(Sign::In, reals)]);
        parts.retain(|part| *part != real);
        let [condition] = parts.as_slice() else { return None };
        (is_range(condition) && variable(condition) == variable(&real)).then(|| condition.clone())
    }

    fn absolute(&mut self) -> Option<Expr> {
        self.bars += 1;
        let inner = self.sum()?;
        self.bars -= 1;
        self.take(&LexKind::Bar).then(|| Expr::Absolute(Box::new(inner)))
    }

    /// Plain letters: a function, a product of variables or a name.
    fn letters(&mut self, letters: &str) -> Option<Expr> {
        if let Some(function) = words::function(letters) {
            return self.command(function);
        }
        let indexed = self.peek() == Some(&LexKind::Sub);
        let mut chars = letters.chars();
        match (chars.next(), chars.next()) {
            (Some(letter), None) => {
                if matches!(letter, 'f' | 'g' | 'h') && self.take(&LexKind::Open('(')) {
                    return self.called(letters);
                }
                Some(match letter {
                    'e' if !indexed => Expr::Constant(Constant::E),
                    'i' if !indexed => Expr::Constant(Constant::I),
                    _ => Expr::Symbol(letters.to_owned()),
                })
            }
            _ if letters.bytes().all(|b| b.is_ascii_uppercase()) => {
                Some(Expr::Symbol(letters.to_owned()))
            }
            _ if letters.len() <= 3 || words::is_spelled(letters) => {
                let symbol = |letter: char| match letter {
                    'e' => Expr::Constant(Constant::E),
                    'i' => Expr::Constant(Constant::I),
                    _ => Expr::Symbol(letter.to_string()),
                };
                // An index or a power belongs to the last letter alone.
                let mut factors: Vec<Expr> = letters.chars().map(symbol).collect();
                let mut last = factors.pop()?;
                loop {
                    if self.take(&LexKind::Power) {
                        last = self.powered(last)?;
                    } else if self.take(&LexKind::Sub) {
                        last = self.with_index(&last)?;
                    } else {
                        break;
                    }
                }
                factors.push(last);
                Some(Expr::Product(factors))
            }
            _ => Some(Expr::Text(letters.to_lowercase())),
        }
    }

    fn called(&mut self, name: &str) -> Option<Expr> {
        let inner = self.list()?;
        self.take(&LexKind::Close(')')).then_some(())?;
        let arguments = match inner {
            Expr::List(items) => items,
            one => vec![one],
        };
        Some(Expr::Call(name.to_owned(), arguments))
    }

    fn command(&mut self, name: &str) -> Option<Expr> {
        self.deeper(|this| match name {
            "frac" => {
                let (over, under) = (this.argument()?, this.argument()?);
                Some(Expr::Quotient(Box::new(over), Box::new(under), true))
            }
            "binom" => {
                let (n, k) = (this.argument()?, this.argument()?);
                Some(Expr::Binomial(Box::new(n), Box::new(k)))
            }
            "sqrt" => this.root(),
            "pi" => Some(Expr::Constant(Constant::Pi)),
            "infty" | "infinity" => Some(Expr::Constant(Constant::Infinity)),
            "emptyset" | "varnothing" => Some(Expr::Constant(Constant::Empty)),
            "reals" | "R" | "Reals" => Some(Expr::Constant(Constant::Reals)),
            "mathbb" => match this.argument()? {
                Expr::Symbol(name) if name == "R" => Some(Expr::Constant(Constant::Reals)),
                Expr::Symbol(name) => Some(Expr::Symbol(format!("mathbb {name}"))),
                _ => None,
            },
            "mathbf" | "boldsymbol" | "bm" | "mathit" | "mathcal" | "vec" | "underline"
            | "boxed" | "fbox" | "textsf" | "overrightarrow" => this.argument(),
            "overline" | "bar" | "hat" | "tilde" | "widehat" => {
                let inner = this.argument()?;
                Some(match &inner {
                    // The points of a segment.
                    Expr::Symbol(points) if points.len() > 1 && name == "overline" => inner,
                    _ => Expr::Call(name.to_owned(), vec![inner]),
                })
            }
            "angle" | "triangle" => match this.argument()? {
                Expr::Symbol(points) => Some(Expr::Symbol(format!("{name} {points}"))),
                _ => None,
            },
            "abs" => Some(Expr::Absolute(Box::new(this.argument()?))),
            "ldots" | "dots" | "cdots" | "dotsc" => Some(Expr::Symbol("...".into())),
            _ if words::function(name) == Some(name) => this.function(name),
            _ if is_letter(name) => Some(Expr::Symbol(name.to_owned())),
            _ => None,
        })
    }

    fn root(&mut self) -> Option<Expr> {
        let mut index = None;
        if self.take(&LexKind::Open('[')) {
            index = Some(Box::new(self.sum()?));
            self.take(&LexKind::Close(']')).then_some(())?;
        }
        let radicand = self.argument()?;
        Some(Expr::Root(Box::new(radicand), index))
    }

    /// A function with its power, its base and its argument: `\sin^2 2x`, `\log_2 8`.
    fn function(&mut self, name: &str) -> Option<Expr> {
        let (mut power, mut base) = (None, None);
        loop {
            if self.take(&LexKind::Power) {
                power = Some(self.argument()?);
            } else if self.take(&LexKind::Sub) {
                base = Some(self.argument()?);
            } else {
                break;
            }
        }
        let argument = self.function_argument()?;
        let mut name = name.to_owned();
        let inverse = matches!(&power, Some(Expr::Negative(one)) if **one == Expr::whole(1));
        if inverse && matches!(name.as_str(), "sin" | "cos" | "tan") {
            name.insert_str(0, "arc");
            power = None;
        }
        let mut arguments = match argument {
            Expr::List(items) => items,
            one => vec![one],
        };
        match base {
            Some(base) if name == "log" && arguments.len() == 1 => arguments.push(base),
            Some(_) => return None,
            None => {}
        }
        let call = Expr::Call(name, arguments);
        Some(match power {
            Some(power) => Expr::Power(Box::new(call), Box::new(power)),
            None => call,
        })
    }

    /// Brackets, or all factors up to the next sign or function.
    fn function_argument(&mut self) -> Option<Expr> {
        if self.take(&LexKind::Open('(')) {
            let bars = std::mem::take(&mut self.bars);
            let inner = self.list()?;
            self.bars = bars;
            return self.take(&LexKind::Close(')')).then_some(inner);
        }
        let minus = self.take(&LexKind::Minus);
        let first = self.postfix()?;
        let mut factors = vec![if minus { negative(first) } else { first }];
        while self.starts_factor() && !self.function_next() {
            factors.push(self.postfix()?);
        }
        super::product(factors)
    }

    fn function_next(&self) -> bool {
        match self.peek() {
            Some(LexKind::Command(name) | LexKind::Letters(name)) => {
                words::function(name).is_some_and(|name| name != "sqrt" && name != "pi")
            }
            Some(LexKind::Open(_) | LexKind::Bar) => true,
            _ => false,
        }
    }

    fn matrix(&mut self, name: &str) -> Option<Expr> {
        let bars = match name {
            "pmatrix" | "bmatrix" | "matrix" | "Bmatrix" | "smallmatrix" | "array" => false,
            "vmatrix" => true,
            _ => return None,
        };
        let mut rows = vec![Vec::new()];
        loop {
            if self.take(&LexKind::End(name.to_owned())) {
                break;
            }
            match self.peek()? {
                LexKind::Cell => self.at += 1,
                LexKind::Row => {
                    self.at += 1;
                    rows.push(Vec::new());
                }
                _ => {
                    let cell = self.relation()?;
                    matches!(self.peek(), Some(LexKind::Cell | LexKind::Row | LexKind::End(_)))
                        .then_some(())?;
                    rows.last_mut()?.push(cell);
                }
            }
        }
        rows.retain(|row| !row.is_empty());
        let width = rows.first()?.len();
        rows.iter().all(|row| row.len() == width).then_some(Expr::Matrix(rows, bars))
    }
}

fn primed(expr: Expr) -> Option<Expr> {
    let Expr::Symbol(name) = expr else { return None };
    Some(Expr::Symbol(name + "'"))
}
