//! The characters of an answer as signs: numbers, letters, commands.

use super::super::rational::Rational;
use super::super::tree::Sign;
use super::clean::argument_length;

/// What kind of sign it is.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind {
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
    pub(super) kind: Kind,
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
    fn push(&mut self, kind: Kind) {
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
                Kind::Group
            }
            '}' => {
                self.single = self.outer.pop().unwrap_or(0).saturating_sub(1);
                Kind::Ungroup
            }
            '(' | '[' | '⟨' => {
                self.brackets += 1;
                Kind::Open(first)
            }
            ')' | ']' | '⟩' => {
                self.brackets = self.brackets.saturating_sub(1);
                Kind::Close(first)
            }
            '+' | '＋' => Kind::Plus,
            '-' | '−' | '–' | '—' | '‐' | '‑' => Kind::Minus,
            '±' => Kind::PlusMinus(false),
            '∓' => Kind::PlusMinus(true),
            '*' => {
                if self.rest.starts_with('*') {
                    self.skip(1)?;
                    Kind::Power
                } else {
                    Kind::Times
                }
            }
            '×' | '·' | '⋅' | '∙' => Kind::Times,
            '/' | '÷' | '∕' | '⁄' => Kind::Over,
            ':' | '∶' => Kind::Colon,
            ',' | ';' | '，' => Kind::Comma,
            '=' => Kind::Relation(Sign::Equal),
            '≠' => Kind::Relation(Sign::Unequal),
            '<' => self.or_equal(Sign::Less, Sign::LessOrEqual)?,
            '>' => self.or_equal(Sign::Greater, Sign::GreaterOrEqual)?,
            '≤' | '⩽' => Kind::Relation(Sign::LessOrEqual),
            '≥' | '⩾' => Kind::Relation(Sign::GreaterOrEqual),
            '≈' => Kind::Relation(Sign::About),
            '∈' => Kind::Relation(Sign::In),
            '→' => Kind::Relation(Sign::To),
            '^' => Kind::Power,
            '_' => {
                let after_log = matches!(self.tokens.last(), Some(Token { kind: Kind::Command(name), .. }) if name == "log");
                self.single = u32::from(after_log);
                Kind::Sub
            }
            '|' => Kind::Bar,
            '!' => Kind::Bang,
            '\'' | '′' | '’' => Kind::Prime,
            '%' | '％' => Kind::Percent,
            '°' | 'º' => Kind::Degree,
            '&' => Kind::Cell,
            '∪' => Kind::Union,
            '$' if self.money
                && self.rest.trim_start().starts_with(|c: char| c.is_ascii_digit()) =>
            {
                Kind::Dollar
            }
            '$' => {
                self.spaced = true;
                return Some(());
            }
            '√' => {
                self.single = 1;
                Kind::Command("sqrt".into())
            }
            '∞' => Kind::Command("infty".into()),
            '∅' => Kind::Command("emptyset".into()),
            'ℝ' => Kind::Command("reals".into()),
            '²' | '³' => {
                self.push(Kind::Power);
                let digit = if first == '²' { 2 } else { 3 };
                Kind::Number(Rational::from(digit), digit.to_string())
            }
            '\u{200b}' | '\u{feff}' => return Some(()),
            _ => Kind::Command(greek(first)?.into()),
        };
        self.push(kind);
        Some(())
    }

    fn or_equal(&mut self, plain: Sign, equal: Sign) -> Option<Kind> {
        if self.rest.starts_with('=') {
            self.skip(1)?;
            return Some(Kind::Relation(equal));
        }
        Some(Kind::Relation(plain))
    }

    fn letters(&mut self) -> Option<()> {
        let mut length = self.rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        if self.single > 0 {
            self.single -= 1;
            length = 1;
        }
        let letters = self.rest[..length].to_owned();
        self.skip(length)?;
        self.push(Kind::Letters(letters));
        Some(())
    }

    /// A number with its groups of thousands, decimals, repeating decimals and power of ten.
    fn number(&mut self) -> Option<()> {
        let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
        let text = self.rest;
        if self.single > 0 && text.starts_with(|c: char| c.is_ascii_digit()) {
            self.single -= 1;
            let digit = &text[..1];
            self.skip(1)?;
            self.push(Kind::Number(Rational::from_digits(digit, "", "")?, digit.to_owned()));
            return Some(());
        }
        if let Some(length) = in_base(text) {
            self.skip(length)?;
            self.push(Kind::Digits(text[..length].to_owned()));
            return Some(());
        }
        let mut at = digits(text);
        // `10,000` is never two values.
        let behind_comma = matches!(self.tokens.last(), Some(Token { kind: Kind::Comma, .. }));
        if self.commas == Commas::Between
            && behind_comma
            && !self.spaced
            && self.brackets == 0
            && at == 3
            && text.starts_with('0')
        {
            return None;
        }
        let mut whole = text[..at].to_owned();
        let groups = if (1..=3).contains(&at) { self.groups(&text[at..]) } else { None };
        if let Some((length, digits)) = groups {
            at += length;
            whole.push_str(&digits);
        }
        let (mut decimals, mut repeating) = ("", "");
        if let Some(rest) = text[at..].strip_prefix('.') {
            let length = digits(rest);
            let after = &rest[length..];
            if let Some(inner) =
                after.strip_prefix("\\overline{").or_else(|| after.strip_prefix("\\bar{"))
            {
                let count = digits(inner);
                if count > 0 && inner[count..].starts_with('}') {
                    repeating = &inner[..count];
                    decimals = &rest[..length];
                    at = text.len() - inner.len() + count + 1;
                }
            }
            // `5.` at the end of a sentence; `1..2` is nothing.
            if repeating.is_empty() {
                decimals = &rest[..length];
                at += 1 + length;
            }
        }
        let mut value = Rational::from_digits(&whole, decimals, repeating)?;
        if let Some((length, exponent)) = scientific(&text[at..]) {
            at += length;
            value = value.times(&Rational::from(10).power(exponent)?);
        }
        self.skip(at)?;
        self.push(Kind::Number(value, text[..at].to_owned()));
        Some(())
    }

    /// Groups of three digits: how many bytes, and the digits. Between brackets a plain comma separates
    /// values.
    fn groups(&mut self, text: &str) -> Option<(usize, String)> {
        const SPACES: [&str; 8] = [" ", "\\ ", "\\,", "\\;", "~", "\u{2009}", "\u{202f}", "\u{a0}"];
        const COMMAS: [&str; 5] = [",\\!", "{,}", ",\\,", "\\!,\\!", "\\text{,}"];
        let soft = self.commas != Commas::Between && self.brackets == 0;
        let mut candidates = COMMAS.iter().chain(&SPACES).copied().chain(soft.then_some(","));
        let (separator, length, digits) = candidates.find_map(|separator| {
            let (mut rest, mut digits) = (text, String::new());
            while let Some(next) = rest.strip_prefix(separator) {
                let count = next.bytes().take_while(u8::is_ascii_digit).count();
                if count != 3 {
                    break;
                }
                digits.push_str(&next[..3]);
                rest = &next[3..];
            }
            let ends = !rest.trim_start().starts_with('/') || !SPACES.contains(&separator);
            (!digits.is_empty() && ends).then(|| (separator, text.len() - rest.len(), digits))
        })?;
        if separator == "," {
            self.commas = Commas::Used;
        }
        Some((length, digits))
    }

    fn command(&mut self) -> Option<()> {
        let rest = &self.rest[1..];
        let length = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        if length == 0 {
            let Some(next) = rest.chars().next() else {
                return self.skip(1);
            };
            self.skip(1 + next.len_utf8())?;
            match next {
                ' ' | ',' | ';' | '!' | ':' | '>' | '\n' | '(' | ')' | '[' | ']' => {
                    self.spaced = true;
                }
                '{' => {
                    self.brackets += 1;
                    self.push(Kind::Open('{'));
                }
                '}' => {
                    self.brackets = self.brackets.saturating_sub(1);
                    self.push(Kind::Close('}'));
                }
                '\\' => {
                    if let Some(size) = self.rest.strip_prefix('[') {
                        let end = size.find(']').filter(|end| *end < 8);
                        self.skip(end.map_or(0, |end| end + 2))?;
                    }
                    self.push(Kind::Row);
                }
                '$' => self.push(Kind::Dollar),
                '%' => self.push(Kind::Percent),
                '|' => self.push(Kind::Bar),
                _ => return None,
            }
            return Some(());
        }
        let name = rest[..length].to_owned();
        self.skip(1 + length)?;
        self.named(&name)
    }

    fn named(&mut self, name: &str) -> Option<()> {
        let argument = |this: &mut Self| -> Option<String> {
            let inner = this.rest.trim_start();
            let inner = inner.strip_prefix('*').unwrap_or(inner).strip_prefix('{')?;
            let length = argument_length(inner)?;
            let words = inner[..length].to_owned();
            this.rest = &inner[length + 1..];
            Some(words)
        };
        self.single = self.single.saturating_sub(1);
        let kind = match name {
            "left" | "right" | "big" | "Big" | "bigg" | "Bigg" | "bigl" | "bigr" | "Bigl"
            | "Bigr" | "biggl" | "biggr" | "middle" => {
                // `\left.` is no bracket.
                if let Some(rest) = self.rest.strip_prefix('.') {
                    self.rest = rest;
                }
                return Some(());
            }
            "displaystyle" | "textstyle" | "quad" | "qquad" | "hspace" | "limits" | "nolimits"
            | "hline" | "thinspace" | "rm" | "bf" | "it" => {
                self.spaced = true;
                return Some(());
            }
            "text" | "mbox" | "textbf" | "textit" | "textrm" | "mathrm" | "textnormal" | "hbox"
            | "operatorname" | "mathsf" | "texttt" | "mathop" => {
                let words = argument(self)?;
                self.words(name, &words);
                return Some(());
            }
            "begin" => {
                let name = argument(self)?;
                if name == "array" || name == "tabular" {
                    argument(self)?;
                }
                Kind::Begin(name.trim_end_matches('*').to_owned())
            }
            "end" => Kind::End(argument(self)?.trim_end_matches('*').to_owned()),
            "frac" | "dfrac" | "tfrac" | "cfrac" => {
                self.single = 2;
                Kind::Command("frac".into())
            }
            "binom" | "dbinom" | "tbinom" => {
                self.single = 2;
                Kind::Command("binom".into())
            }
            "sqrt" => {
                self.single = 1;
                Kind::Command("sqrt".into())
            }
            "cdot" | "times" | "ast" | "bullet" => Kind::Times,
            "div" | "slash" => Kind::Over,
            "colon" => Kind::Colon,
            "pm" => Kind::PlusMinus(false),
            "mp" => Kind::PlusMinus(true),
            "ne" | "neq" => Kind::Relation(Sign::Unequal),
            "le" | "leq" | "leqslant" => Kind::Relation(Sign::LessOrEqual),
            "ge" | "geq" | "geqslant" => Kind::Relation(Sign::GreaterOrEqual),
            "lt" => Kind::Relation(Sign::Less),
            "gt" => Kind::Relation(Sign::Greater),
            "in" => Kind::Relation(Sign::In),
            "approx" => Kind::Relation(Sign::About),
            "to" | "rightarrow" => Kind::Relation(Sign::To),
            "equiv" | "sim" | "cong" | "perp" | "parallel" | "propto" => {
                Kind::Relation(Sign::Other)
            }
            "lbrace" => Kind::Open('{'),
            "rbrace" => Kind::Close('}'),
            "lbrack" => Kind::Open('['),
            "rbrack" => Kind::Close(']'),
            "langle" => Kind::Open('⟨'),
            "rangle" => Kind::Close('⟩'),
            "lfloor" => Kind::Open('⌊'),
            "rfloor" => Kind::Close('⌊'),
            "lceil" => Kind::Open('⌈'),
            "rceil" => Kind::Close('⌈'),
            "vert" | "lvert" | "rvert" | "mid" => Kind::Bar,
            "cup" => Kind::Union,
            "circ" | "degree" => Kind::Degree,
            "prime" => Kind::Prime,
            "percent" => Kind::Percent,
            _ => Kind::Command(name.to_owned()),
        };
        self.push(kind);
        Some(())
    }

    /// What is written as words but is a sign, stays one.
    fn words(&mut self, command: &str, words: &str) {
        let trimmed = words.trim();
        self.spaced |= words.starts_with(' ');
        match trimmed {
            "" | "." => {}
            ":" => self.push(Kind::Colon),
            "," | ";" | "and" | "or" | ", and" | ",and" | ", or" => self.push(Kind::Comma),
            "%" | "\\%" | "percent" => self.push(Kind::Percent),
            _ if command == "operatorname" || command == "mathop" => {
                self.push(Kind::Command(trimmed.to_owned()));
            }
            _ if trimmed.len() == 1 && command != "text" && command != "mbox" => {
                self.push(Kind::Letters(trimmed.to_owned()));
            }
            _ => self.push(Kind::Words(words.to_owned())),
        }
    }
}

/// The length of digits that have a base behind them.
fn in_base(text: &str) -> Option<usize> {
    let length = text
        .bytes()
        .take_while(|b| b.is_ascii_digit() || b.is_ascii_uppercase() || *b == b'.')
        .count();
    let rest = &text[length..];
    rest.trim_start().starts_with('_').then_some(length)
}

/// `e6` behind digits: its length and its exponent.
fn scientific(text: &str) -> Option<(usize, i32)> {
    let rest = text.strip_prefix(['e', 'E'])?;
    let digits = rest.strip_prefix(['+', '-']).unwrap_or(rest);
    let count = digits.bytes().take_while(u8::is_ascii_digit).count();
    let ends = !digits[count..].starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '^');
    if !(1..=4).contains(&count) || !ends {
        return None;
    }
    let length = text.len() - digits.len() + count;
    let exponent = text[1..length].strip_prefix('+').unwrap_or(&text[1..length]).parse().ok()?;
    Some((length, exponent))
}

/// The command of a Greek letter.
pub(super) fn greek(letter: char) -> Option<&'static str> {
    const SMALL: [&str; 25] = [
        "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa",
        "lambda", "mu", "nu", "xi", "omicron", "pi", "rho", "sigma", "sigma", "tau", "upsilon",
        "phi", "chi", "psi", "omega",
    ];
    let at = (letter as usize).checked_sub('α' as usize);
    at.and_then(|at| SMALL.get(at).copied()).or(match letter {
        'Δ' => Some("Delta"),
        'Γ' => Some("Gamma"),
        'Θ' => Some("Theta"),
        'Λ' => Some("Lambda"),
        'Π' => Some("Pi"),
        'Σ' => Some("Sigma"),
        'Φ' => Some("Phi"),
        'Ω' => Some("Omega"),
        _ => None,
    })
}

/// Whether a command is a Greek letter or one that is used like it.
pub(super) fn is_letter(name: &str) -> bool {
    ('α'..='ω').chain("ΔΓΘΛΠΣΦΩ".chars()).any(|letter| greek(letter) == Some(name))
        || matches!(name, "varepsilon" | "vartheta" | "varphi" | "ell" | "Psi" | "Xi" | "Upsilon")
}

/// The Greek letter of a command.
pub(crate) fn letter_of(name: &str) -> Option<char> {
    ('α'..='ω').chain("ΔΓΘΛΠΣΦΩ".chars()).find(|letter| greek(*letter) == Some(name))
}
