//! `sympy.parsing.latex.parse_latex` 1.14.0 with `antlr4` 4.11.0.
//!
//! It reads as far as it can and forgets the rest, without a word; only where it has begun
//! something that it cannot finish it raises an error. Every name is a variable to it, `\pi` and
//! `\text` included, and what stands side by side is multiplied.

mod automaton;
mod convert;
mod grammar;
mod lexer;
mod parse;
mod predict;
mod stacks;
mod ways;

use super::Failure;
use super::tree::Expr;

/// Texts with more tokens than this are not parsed.
const MAX_TOKENS: usize = 2_000;

/// How many states a parse may come to where the call stack decides.
const FUEL: u32 = 300_000;
/// How many tokens it may look ahead, in all.
const LOOKS: u32 = 60_000;

/// The expression at the start of a text.
pub(crate) fn parse_latex(text: &str) -> Result<Expr, Failure> {
    if !is_balanced(text) {
        return Err(Failure::Error);
    }
    let text = crate::text::classes::strip(text);
    let tokens = lexer::tokens(text, MAX_TOKENS).ok_or(Failure::Unknown)?;
    convert::relation(&parse::parse(&tokens, FUEL, LOOKS)?)
}

/// Environments with brackets of their own.
const MATRICES: [&str; 3] = ["pmatrix", "bmatrix", "vmatrix"];

/// Whether every `\begin{pmatrix}` and the like is followed by its own end before the next one.
fn is_balanced(text: &str) -> bool {
    let mut open: Option<&str> = None;
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        rest = &rest[at + 1..];
        let mark = MATRICES.iter().find_map(|name| {
            let begin = rest.strip_prefix("begin{");
            let body = begin.or_else(|| rest.strip_prefix("end{"))?;
            body.strip_prefix(name)?.starts_with('}').then_some((begin.is_some(), *name))
        });
        match (mark, open) {
            (None, _) => {}
            (Some((true, name)), None) => open = Some(name),
            (Some((false, name)), Some(begun)) if begun == name => open = None,
            _ => return false,
        }
    }
    open.is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> String {
        parse_latex(text).map_or_else(|failure| format!("{failure:?}"), |expr| expr.name())
    }

    #[test]
    fn what_cannot_be_read_is_cut_off() {
        for (text, expected) in [
            ("5, 6", "5"),
            ("1,000", "1000"),
            ("52_8", "52"),
            ("n^2(a", "n**2"),
            // The digits before what cannot be read are lost with it.
            ("11. **Use", "1"),
            ("Thus, the", "T*h*s*u"),
            ("3 x 4", "3*4"),
            ("\\text{a", "text"),
            ("x\\in[2,5)", "in*x"),
        ] {
            assert_eq!(read(text), expected, "{text}");
        }
    }

    #[test]
    fn what_is_begun_and_not_finished_is_an_error() {
        for text in ["", "(1,2)", "\\frac{1", "30\\%", "\\sqrt3", "007", "1<x<3", "\\$5"] {
            assert_eq!(read(text), "Error", "{text}");
        }
        assert_eq!(read("\\begin{pmatrix} 5"), "Error");
        assert_eq!(read(&"x".repeat(3_000)), "Unknown");
    }
}
