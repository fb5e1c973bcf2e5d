//! Commands of LaTeX as signs.

use super::super::words::function;
use super::{LexKind, Lexer};
use crate::text::formula::argument_length;
use crate::text::formula::tree::Sign;

impl Lexer<'_> {
    /// What begins with a backslash.
    pub(super) fn command(&mut self) -> Option<()> {
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
                    self.push(LexKind::Open('{'));
                }
                '}' => {
                    self.brackets = self.brackets.saturating_sub(1);
                    self.push(LexKind::Close('}'));
                }
                '\\' => {
                    if let Some(size) = self.rest.strip_prefix('[') {
                        let end = size.find(']').filter(|end| *end < 8);
                        self.skip(end.map_or(0, |end| end + 2))?;
                    }
                    self.push(LexKind::Row);
                }
                '$' => self.push(LexKind::Dollar),
                '%' => self.push(LexKind::Percent),
                '|' => self.push(LexKind::Bar),
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
                LexKind::Begin(name.trim_end_matches('*').to_owned())
            }
            "end" => LexKind::End(argument(self)?.trim_end_matches('*').to_owned()),
            "frac" | "dfrac" | "tfrac" | "cfrac" => {
                self.single = 2;
                LexKind::Command("frac".into())
            }
            "binom" | "dbinom" | "tbinom" => {
                self.single = 2;
                LexKind::Command("binom".into())
            }
            "sqrt" => {
                self.single = 1;
                LexKind::Command("sqrt".into())
            }
            "cdot" | "times" | "ast" | "bullet" => LexKind::Times,
            "div" | "slash" => LexKind::Over,
            "colon" => LexKind::Colon,
            "pm" => LexKind::PlusMinus(false),
            "mp" => LexKind::PlusMinus(true),
            "ne" | "neq" => LexKind::Relation(Sign::Unequal),
            "le" | "leq" | "leqslant" => LexKind::Relation(Sign::LessOrEqual),
            "ge" | "geq" | "geqslant" => LexKind::Relation(Sign::GreaterOrEqual),
            "lt" => LexKind::Relation(Sign::Less),
            "gt" => LexKind::Relation(Sign::Greater),
            "in" => LexKind::Relation(Sign::In),
            "approx" => LexKind::Relation(Sign::About),
            "to" | "rightarrow" => LexKind::Relation(Sign::To),
            "equiv" | "sim" | "cong" | "perp" | "parallel" | "propto" => {
                LexKind::Relation(Sign::Other)
            }
            "lbrace" => LexKind::Open('{'),
            "rbrace" => LexKind::Close('}'),
            "lbrack" => LexKind::Open('['),
            "rbrack" => LexKind::Close(']'),
            "langle" => LexKind::Open('⟨'),
            "rangle" => LexKind::Close('⟩'),
            "lfloor" => LexKind::Open('⌊'),
            "rfloor" => LexKind::Close('⌊'),
            "lceil" => LexKind::Open('⌈'),
            "rceil" => LexKind::Close('⌈'),
            "vert" | "lvert" | "rvert" | "mid" => LexKind::Bar,
            "cup" => LexKind::Union,
            "setminus" | "backslash" | "smallsetminus" => LexKind::Minus,
            "lor" | "vee" => LexKind::Or,
            "land" | "wedge" => LexKind::Comma,
            "circ" | "degree" => LexKind::Degree,
            "prime" => LexKind::Prime,
            "percent" => LexKind::Percent,
            _ => LexKind::Command(name.to_owned()),
        };
        self.push(kind);
        Some(())
    }

    /// Whether an upright letter is a unit behind a number.
    fn is_unit(&self, letter: &str) -> bool {
        let behind = self.tokens.last().map(|token| &token.kind);
        matches!(letter, "m" | "g" | "s" | "h" | "L" | "N" | "J" | "W" | "V")
            && matches!(behind, Some(LexKind::Number(..) | LexKind::Ungroup))
    }

    /// What is written as words but is a sign, stays one.
    fn words(&mut self, command: &str, words: &str) {
        let trimmed = words.trim();
        self.spaced |= words.starts_with(' ');
        match trimmed {
            "" | "." => {}
            ":" => self.push(LexKind::Colon),
            "," | ";" | "and" | ", and" | ",and" => self.push(LexKind::Comma),
            "or" | ", or" => self.push(LexKind::Or),
            "%" | "\\%" | "percent" => self.push(LexKind::Percent),
            _ if function(trimmed).is_some() && matches!(command, "operatorname" | "mathop") => {
                self.push(LexKind::Command(trimmed.to_owned()));
            }
            _ if trimmed.len() == 1
                && !matches!(command, "text" | "mbox")
                && !self.is_unit(trimmed) =>
            {
                self.push(LexKind::Letters(trimmed.to_owned()));
            }
            _ => self.push(LexKind::Words(words.to_owned())),
        }
    }
}
