//! Text becomes the tokens of `LaTeX.g4`.

/// The kinds of tokens. Those that the grammar never tells apart share one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum TokenKind {
    Comma,
    Dot,
    Add,
    Sub,
    Mul,
    Div,
    ParenOpen,
    ParenClose,
    BraceOpen,
    BraceClose,
    LiteralOpen,
    LiteralClose,
    BracketOpen,
    BracketClose,
    Bar,
    RightBar,
    LeftBar,
    AngleOpen,
    AngleClose,
    Limit,
    Approach,
    Integral,
    Sum,
    Product,
    Function,
    FloorOpen,
    FloorClose,
    CeilOpen,
    CeilClose,
    Sqrt,
    Overline,
    Times,
    Cdot,
    Divide,
    Frac,
    Binom,
    Mathit,
    Underscore,
    Caret,
    Colon,
    Differential,
    Letter,
    Digit,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Bang,
    Quotes,
    Symbol,
    End,
    /// What no rule of the lexer reads; looking at it is an error.
    Error,
}

impl TokenKind {
    /// The kind as one bit of a set.
    pub(super) const fn bit(self) -> u64 {
        1 << self as u8
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'t> {
    pub(super) kind: TokenKind,
    pub(super) text: &'t str,
}

/// Functions that are one token and take an argument without brackets.
const FUNCTIONS: &[&str] = &[
    "exp", "log", "lg", "ln", "sin", "cos", "tan", "csc", "sec", "cot", "arcsin", "arccos",
    "arctan", "arccsc", "arcsec", "arccot", "sinh", "cosh", "tanh", "arsinh", "arcosh", "artanh",
];

/// Commands that stand for nothing.
const SKIPPED: &[&str] = &[
    "thinspace", "medspace", "thickspace", "quad", "qquad", "negthinspace", "negmedspace",
    "negthickspace", "left", "right", "vrule", "vcenter", "vbox", "vskip", "vspace", "hfil",
];

/// The tokens of a text, up to the first thing that is none. The last is [`TokenKind::End`] or
/// [`TokenKind::Error`]; `None` stands for more than `most` tokens.
pub(super) fn tokens(text: &str, most: usize) -> Option<Vec<Token<'_>>> {
    let mut tokens = Vec::new();
    let mut rest = text;
    loop {
        if tokens.len() > most {
            return None;
        }
        if rest.is_empty() {
            tokens.push(Token { kind: TokenKind::End, text: "" });
            return Some(tokens);
        }
        let (kind, length) = match next(rest) {
            Next::Skip(length) => {
                rest = &rest[length..];
                continue;
            }
            Next::Token(kind, length) => (kind, length),
        };
        tokens.push(Token { kind, text: &rest[..length] });
        if kind == TokenKind::Error {
            return Some(tokens);
        }
        rest = &rest[length..];
    }
}

enum Next {
    Skip(usize),
    Token(TokenKind, usize),
}

fn blanks(text: &str) -> usize {
    text.bytes().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n')).count()
}

fn letters(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_alphabetic).count()
}

fn next(text: &str) -> Next {
    let bytes = text.as_bytes();
    let kind = match bytes[0] {
        b' ' | b'\t' | b'\r' | b'\n' => return Next::Skip(blanks(text)),
        b'\\' => return command(text),
        b'd' => {
            let start = 1 + blanks(&text[1..]);
            return Next::Token(
                TokenKind::Differential,
                match bytes.get(start) {
                    Some(byte) if byte.is_ascii_alphabetic() => start + 1,
                    Some(b'\\') if letters(&text[start + 1..]) > 0 => {
                        start + 1 + letters(&text[start + 1..])
                    }
                    _ => return Next::Token(TokenKind::Letter, 1),
                },
            );
        }
        b'=' => {
            let after = 1 + blanks(&text[1..]);
            let with_mark = bytes.get(after) == Some(&b'&');
            return Next::Token(TokenKind::Equal, if with_mark { after + 1 } else { 1 });
        }
        b'&' => {
            let after = 1 + blanks(&text[1..]);
            let equal = bytes.get(after) == Some(&b'=');
            return if equal {
                Next::Token(TokenKind::Equal, after + 1)
            } else {
                Next::Token(TokenKind::Error, 1)
            };
        }
        b'\'' => {
            return Next::Token(
                TokenKind::Quotes,
                bytes.iter().take_while(|byte| **byte == b'\'').count(),
            );
        }
        byte if byte.is_ascii_alphabetic() => TokenKind::Letter,
        byte if byte.is_ascii_digit() => TokenKind::Digit,
        b',' => TokenKind::Comma,
        b'.' => TokenKind::Dot,
        b'+' => TokenKind::Add,
        b'-' => TokenKind::Sub,
        b'*' => TokenKind::Mul,
        b'/' => TokenKind::Div,
        b'(' => TokenKind::ParenOpen,
        b')' => TokenKind::ParenClose,
        b'{' => TokenKind::BraceOpen,
        b'}' => TokenKind::BraceClose,
        b'[' => TokenKind::BracketOpen,
        b']' => TokenKind::BracketClose,
        b'|' => TokenKind::Bar,
        b'_' => TokenKind::Underscore,
        b'^' => TokenKind::Caret,
        b':' => TokenKind::Colon,
        b'<' => TokenKind::Less,
        b'>' => TokenKind::Greater,
        b'!' => TokenKind::Bang,
        _ => return Next::Token(TokenKind::Error, text.chars().next().map_or(0, char::len_utf8)),
    };
    Next::Token(kind, 1)
}

/// What starts with a backslash; the longest reading wins.
fn command(text: &str) -> Next {
    let name = &text[1..=letters(&text[1..])];
    let length = 1 + name.len();
    if name.is_empty() {
        return match text.as_bytes().get(1) {
            Some(b',' | b':' | b';' | b'!' | b'*' | b'-' | b'.' | b'/' | b'"' | b'(' | b'=') => {
                Next::Skip(2)
            }
            Some(b'{') => Next::Token(TokenKind::LiteralOpen, 2),
            Some(b'}') => Next::Token(TokenKind::LiteralClose, 2),
            _ => Next::Token(TokenKind::Error, 1),
        };
    }
    if text[length..].starts_with('|') {
        match name {
            "left" => return Next::Token(TokenKind::LeftBar, length + 1),
            "right" => return Next::Token(TokenKind::RightBar, length + 1),
            _ => {}
        }
    }
    if name == "int" && text[length..].starts_with("\\limits") {
        return Next::Token(TokenKind::Integral, length + "\\limits".len());
    }
    if SKIPPED.contains(&name) {
        return Next::Skip(length);
    }
    let kind = match name {
        "langle" => TokenKind::AngleOpen,
        "rangle" => TokenKind::AngleClose,
        "lim" => TokenKind::Limit,
        "to" | "rightarrow" | "Rightarrow" | "longrightarrow" | "Longrightarrow" => {
            TokenKind::Approach
        }
        "int" => TokenKind::Integral,
        "sum" => TokenKind::Sum,
        "prod" => TokenKind::Product,
        "lfloor" => TokenKind::FloorOpen,
        "rfloor" => TokenKind::FloorClose,
        "lceil" => TokenKind::CeilOpen,
        "rceil" => TokenKind::CeilClose,
        "sqrt" => TokenKind::Sqrt,
        "overline" => TokenKind::Overline,
        "times" => TokenKind::Times,
        "cdot" => TokenKind::Cdot,
        "div" => TokenKind::Divide,
        "frac" | "dfrac" | "tfrac" => TokenKind::Frac,
        "binom" | "dbinom" | "tbinom" => TokenKind::Binom,
        "mathit" => TokenKind::Mathit,
        "neq" => TokenKind::NotEqual,
        "leq" | "le" | "leqq" | "leqslant" => TokenKind::LessEqual,
        "geq" | "ge" | "geqq" | "geqslant" => TokenKind::GreaterEqual,
        _ if FUNCTIONS.contains(&name) => TokenKind::Function,
        _ => TokenKind::Symbol,
    };
    Next::Token(kind, length)
}
