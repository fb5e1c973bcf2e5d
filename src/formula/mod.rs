//! Formulas as trees: what an answer in LaTeX or as people type says, before anything is compared.

pub mod parse;
pub(crate) mod rational;
pub(crate) mod shape;
pub(crate) mod tree;

/// Where the brace closes that opened just before the text.
pub(crate) fn argument_length(text: &str) -> Option<usize> {
    let mut depth = 1;
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'\\' => {
                escaped = !escaped;
                continue;
            }
            b'{' if !escaped => depth += 1,
            b'}' if !escaped => {
                depth -= 1;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
        escaped = false;
    }
    None
}
