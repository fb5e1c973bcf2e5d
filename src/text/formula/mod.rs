//! Formulas as trees: what an answer in LaTeX or as people type says, before anything is compared.

pub mod parse;
pub(crate) mod rational;
pub(crate) mod shape;
pub(crate) mod tree;

/// The braces of a text without those behind a backslash: where each stands, and whether it opens (1) or
/// closes (-1).
fn braces(text: &str) -> impl Iterator<Item = (usize, i32)> {
    let mut escaped = false;
    text.bytes().enumerate().filter_map(move |(at, byte)| {
        let plain = !escaped;
        escaped = byte == b'\\' && plain;
        match byte {
            b'{' if plain => Some((at, 1)),
            b'}' if plain => Some((at, -1)),
            _ => None,
        }
    })
}

/// Where the brace closes that opened just before the text.
pub(crate) fn argument_length(text: &str) -> Option<usize> {
    let mut depth = 1;
    let closes = |(at, step)| {
        depth += step;
        (depth == 0).then_some(at)
    };
    braces(text).find_map(closes)
}
