//! The `SQuAD` normal form of pure ASCII text in one pass: lower case, no punctuation, no articles,
//! single spaces. Equal to the steps one after the other (held by a property test beside
//! [`super::Normalizer`]); for ASCII both word classes and NFD change nothing.

/// Deleted: punctuation.
const DELETE: u8 = 0;
/// White space.
const SPACE: u8 = 1;
/// Left to the readable form: control characters, which end a word without being white space.
const REFUSE: u8 = 2;

/// The class of a byte, or for word characters (all above [`REFUSE`]) their lower-case form.
const CLASS: [u8; 256] = {
    let mut table = [REFUSE; 256];
    let mut byte = 0u8;
    while byte < 128 {
        table[byte as usize] = match byte {
            b'\t'..=b'\r' | 0x1c..=b' ' => SPACE,
            byte if byte.is_ascii_punctuation() => DELETE,
            byte if byte.is_ascii_alphanumeric() => byte.to_ascii_lowercase(),
            _ => REFUSE,
        };
        byte += 1;
    }
    table
};

/// The normal form of `text`, kept in `out`. `None` if the text has other than printable ASCII
/// characters and white space.
pub(super) fn squad_form<'a>(text: &str, out: &'a mut Vec<u8>) -> Option<&'a str> {
    if out.len() < text.len() {
        out.resize(text.len(), 0);
    }
    // Where the present word starts and ends, and its last 8 bytes as a number.
    let (mut start, mut end, mut word) = (0, 0, 0u64);
    for &byte in text.as_bytes() {
        let class = CLASS[usize::from(byte)];
        if class == SPACE {
            out[end] = b' ';
            end = if is_kept(word) { end + 1 } else { start };
            (start, word) = (end, 0);
            continue;
        }
        if class == REFUSE {
            return None;
        }
        // Written in any case and overwritten if deleted: a branch here would often be mispredicted.
        out[end] = class;
        let is_word = usize::from(class != DELETE);
        end += is_word;
        word = word << (8 * is_word) | u64::from(class);
    }
    if !is_kept(word) {
        // The space before it goes too.
        end = start.saturating_sub(1);
    }
    std::str::from_utf8(&out[..end]).ok()
}

/// Whether a word is neither empty nor an article. Longer words than 8 bytes are large numbers.
fn is_kept(word: u64) -> bool {
    const A: u64 = b'a' as u64;
    const AN: u64 = A << 8 | b'n' as u64;
    const THE: u64 = (b't' as u64) << 16 | (b'h' as u64) << 8 | b'e' as u64;
    !matches!(word, 0 | A | AN | THE)
}
