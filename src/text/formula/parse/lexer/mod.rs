//! The characters of an answer as signs: numbers, letters, commands.

mod command;
mod greek;
mod number;

use crate::text::formula::rational::Rational;
use crate::text::formula::tree::Sign;
use greek::greek;
pub(super) use greek::is_letter;
pub(crate) use greek::letter_of;

/// What kind of sign it is.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum LexKind {
    Number(Rational, String),
    /// Digits with what may be letters, before a base.
    Digits(String),
    /// Plain letters beside each other.
    Letters(String),
    /// A command that is none of the others, without its backslash.
    Command(String),
    /// The words of `\text{…}`.
    Words(String),
    /// A name in `\operatorname{…}` or `\begin{…}` and `\end{…}`.
    Begin(String),
    End(String),
    Open(char),
    Close(char),
    Group,
    Ungroup,
    Plus,
    Minus,
    PlusMinus(bool),
    Times,
    Over,
    Colon,
    Comma,
    /// The word between values of which each will do.
    Or,
    Relation(Sign),
    Power,
    Sub,
    Bar,
    Bang,
    Prime,
    Percent,
    Degree,
    Dollar,
    Cell,
    Row,
    Union,
}

/// A sign and whether there is white space before it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Token {
    pub(super) kind: LexKind,
    pub(super) spaced: bool,
}

/// Most signs of an answer.
const MAX_TOKENS: usize = 600;

/// The signs of a text; `None` if one is not known or there are too many. With `grouped`, a comma before
/// three digits belongs to a number; the second value says whether one did.
pub(super) fn tokens(text: &str, grouped: bool) -> Option<(Vec<Token>, bool)> {
    let mut lexer = Lexer {
        rest: text,
        tokens: Vec::new(),
        commas: if grouped { Commas::InNumbers } else { Commas::Between },
        brackets: 0,
        single: 0,
        outer: Vec::new(),
        spaced: false,
        money: text.matches('$').count() % 2 == 1,
    };
    while !lexer.rest.is_empty() {
        lexer.step()?;
        if lexer.tokens.len() > MAX_TOKENS {
            return None;
        }
    }
    Some((lexer.tokens, lexer.commas == Commas::Used))
}

/// What a comma before three digits is.
#[derive(Clone, Copy, PartialEq)]
enum Commas {
    /// Part of a number.
    InNumbers,
    /// The same, and there was one.
    Used,
    /// Between two values.
    Between,
}

struct Lexer<'t> {
    rest: &'t str,
    tokens: Vec<Token>,
    commas: Commas,
    brackets: u32,
    /// How many arguments of a command without braces may follow, each one character.
    single: u32,
    outer: Vec<u32>,
    spaced: bool,
    money: bool,
}

impl Lexer<'_> {
    fn push(&mut self, kind: LexKind) {
        self.tokens.push(Token { kind, spaced: self.spaced });
        self.spaced = false;
    }

    fn skip(&mut self, bytes: usize) -> Option<()> {
        self.rest = self.rest.get(bytes..)?;
        Some(())
    }

    fn step(&mut self) -> Option<()> {
        let first = self.rest.chars().next()?;
        if first.is_whitespace() || first == '~' {
            self.spaced = true;
            return self.skip(first.len_utf8());
        }
        let starts_number = first.is_ascii_digit()
            || (first == '.' && self.rest[1..].starts_with(|c: char| c.is_ascii_digit()));
        if starts_number {
            return self.number();
        }
        if first.is_ascii_alphabetic() {
            return self.letters();
        }
        if first == '\\' {
            return self.command();
        }
        self.skip(first.len_utf8())?;
        self.single = match first {
            '{' | '}' | '[' | ']' => self.single,
            _ => self.single.saturating_sub(1),
        };
        self.character(first)
    }

    fn character(&mut self, first: char) -> Option<()> {
        let kind = match first {
            '{' => {
                self.outer.push(self.single);
                self.single = 0;
                LexKind::Group
            }
            '}' => {
                self.single = self.outer.pop().unwrap_or(0).saturating_sub(1);
                LexKind::Ungroup
            }
            '(' | '[' | '⟨' => {
                self.brackets += 1;
                LexKind::Open(first)
            }
            ')' | ']' | '⟩' => {
                self.brackets = self.brackets.saturating_sub(1);
                LexKind::Close(first)
            }
            '+' | '＋' => LexKind::Plus,
            '∖' | '-' | '−' | '–' | '—' | '‐' | '‑' => LexKind::Minus,
            '±' => LexKind::PlusMinus(false),
            '∓' => LexKind::PlusMinus(true),
            '*' => {
                if self.rest.starts_with('*') {
                    self.skip(1)?;
                    LexKind::Power
                } else {
                    LexKind::Times
                }
            }
            '×' | '·' | '⋅' | '∙' => LexKind::Times,
            '/' | '÷' | '∕' | '⁄' => LexKind::Over,
            ':' | '∶' => LexKind::Colon,
            ',' | ';' | '，' => LexKind::Comma,
            '=' => LexKind::Relation(Sign::Equal),
            '≠' => LexKind::Relation(Sign::Unequal),
            '<' => self.or_equal(Sign::Less, Sign::LessOrEqual)?,
            '>' => self.or_equal(Sign::Greater, Sign::GreaterOrEqual)?,
            '≤' | '⩽' => LexKind::Relation(Sign::LessOrEqual),
            '≥' | '⩾' => LexKind::Relation(Sign::GreaterOrEqual),
            '≈' => LexKind::Relation(Sign::About),
            '∈' => LexKind::Relation(Sign::In),
            '→' => LexKind::Relation(Sign::To),
            '^' => LexKind::Power,
            '_' => {
                let after_log = matches!(self.tokens.last(), Some(Token { kind: LexKind::Command(name), .. }) if name == "log");
                self.single = u32::from(after_log);
                LexKind::Sub
            }
            '|' => LexKind::Bar,
            '!' => LexKind::Bang,
            '\'' | '′' | '’' => LexKind::Prime,
            '%' | '％' => LexKind::Percent,
            '°' | 'º' => LexKind::Degree,
            '&' => LexKind::Cell,
            '∪' => LexKind::Union,
            '$' if self.money
                && self.rest.trim_start().starts_with(|c: char| c.is_ascii_digit()) =>
            {
                LexKind::Dollar
            }
            '$' => {
                self.spaced = true;
                return Some(());
            }
            '√' => {
                self.single = 1;
                LexKind::Command("sqrt".into())
            }
            '∞' => LexKind::Command("infty".into()),
            '∅' => LexKind::Command("emptyset".into()),
            'ℝ' => LexKind::Command("reals".into()),
            '²' | '³' => {
                self.push(LexKind::Power);
                let digit = if first == '²' { 2 } else { 3 };
                LexKind::Number(Rational::from(digit), digit.to_string())
            }
            '\u{200b}' | '\u{feff}' => return Some(()),
            _ => LexKind::Command(greek(first)?.into()),
        };
        self.push(kind);
        Some(())
    }

    fn or_equal(&mut self, plain: Sign, equal: Sign) -> Option<LexKind> {
        if self.rest.starts_with('=') {
            self.skip(1)?;
            return Some(LexKind::Relation(equal));
        }
        Some(LexKind::Relation(plain))
    }

    fn letters(&mut self) -> Option<()> {
        let mut length = self.rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        if self.single > 0 {
            self.single -= 1;
            length = 1;
        }
        let letters = self.rest[..length].to_owned();
        self.skip(length)?;
        self.push(LexKind::Letters(letters));
        Some(())
    }
}
