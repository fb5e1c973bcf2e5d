//! Sorts bytes into classes, 16 at a time, as masks of one bit a byte: the lowest bit is the first.

/// Bytes that are looked at together.
pub const WIDTH: usize = 16;

/// What 16 bytes of ASCII text are. A byte in no mask is a control character or beyond ASCII.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Classes {
    /// Letters and digits.
    pub word: u32,
    /// The 32 characters of Python's `string.punctuation`.
    pub punctuation: u32,
    /// What Python's `str.split` takes for white space: U+0009 to U+000D and U+001C to U+0020.
    pub space: u32,
}

/// The classes of 16 bytes, and the bytes with capital letters made small.
#[cfg(target_arch = "wasm32")]
#[target_feature(enable = "simd128")]
#[inline]
pub fn classes(bytes: &[u8; WIDTH]) -> (Classes, [u8; WIDTH]) {
    use core::arch::wasm32::{
        u8x16_bitmask, u8x16_lt, u8x16_splat, u8x16_sub, v128, v128_and, v128_andnot, v128_or,
    };
    #[target_feature(enable = "simd128")]
    #[inline]
    fn within(bytes: v128, first: u8, count: u8) -> v128 {
        u8x16_lt(u8x16_sub(bytes, u8x16_splat(first)), u8x16_splat(count))
    }
    let bytes = vector(bytes);
    let small = v128_and(within(bytes, b'A', 26), u8x16_splat(0x20));
    let lower = v128_or(bytes, small);
    let word = v128_or(within(lower, b'a', 26), within(bytes, b'0', 10));
    let space = v128_or(within(bytes, b'\t', 5), within(bytes, 0x1c, 5));
    let punctuation = v128_andnot(within(bytes, b'!', 94), word);
    let mask = |of: v128| u32::from(u8x16_bitmask(of));
    let classes = Classes { word: mask(word), punctuation: mask(punctuation), space: mask(space) };
    (classes, array(lower))
}

/// Bytes as a vector. The compiler makes one load of it.
#[cfg(target_arch = "wasm32")]
#[target_feature(enable = "simd128")]
#[inline]
pub(crate) fn vector(bytes: &[u8; WIDTH]) -> core::arch::wasm32::v128 {
    let [low, high] = halves(bytes);
    core::arch::wasm32::u64x2(low, high)
}

#[cfg(target_arch = "wasm32")]
#[target_feature(enable = "simd128")]
#[inline]
fn array(vector: core::arch::wasm32::v128) -> [u8; WIDTH] {
    use core::arch::wasm32::u64x2_extract_lane;
    joined(u64x2_extract_lane::<0>(vector), u64x2_extract_lane::<1>(vector))
}

/// The two halves of 16 bytes as numbers, the first byte lowest.
#[inline]
fn halves(bytes: &[u8; WIDTH]) -> [u64; 2] {
    let both = u128::from_le_bytes(*bytes);
    #[allow(clippy::cast_possible_truncation, reason = "the lower half is meant")]
    [both as u64, (both >> 64) as u64]
}

#[inline]
fn joined(low: u64, high: u64) -> [u8; WIDTH] {
    (u128::from(low) | u128::from(high) << 64).to_le_bytes()
}

/// The classes of 16 bytes, and the bytes with capital letters made small.
#[cfg(not(target_arch = "wasm32"))]
#[inline]
pub fn classes(bytes: &[u8; WIDTH]) -> (Classes, [u8; WIDTH]) {
    let [low, high] = halves(bytes);
    let ((low, low_bytes), (high, high_bytes)) = (eight::classes(low), eight::classes(high));
    let classes = Classes {
        word: low.word | high.word << 8,
        punctuation: low.punctuation | high.punctuation << 8,
        space: low.space | high.space << 8,
    };
    (classes, joined(low_bytes, high_bytes))
}

/// Eight bytes in a number.
#[cfg(not(target_arch = "wasm32"))]
mod eight {
    use super::Classes;

    const ONES: u64 = u64::MAX / 255;
    const TOPS: u64 = ONES * 0x80;

    /// The top bit of every byte from `first` to `last`; the bytes are ASCII. No sum leaves its byte.
    #[inline]
    fn within(bytes: u64, first: u8, last: u8) -> u64 {
        let from = bytes + ONES * u64::from(0x80 - first);
        let beyond = bytes + ONES * u64::from(0x7f - last);
        from & !beyond & TOPS
    }

    /// The top bits as the lowest eight.
    #[inline]
    #[allow(clippy::cast_possible_truncation, reason = "eight bits are left")]
    fn mask(tops: u64) -> u32 {
        ((tops >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u32
    }

    #[inline]
    pub(super) fn classes(bytes: u64) -> (Classes, u64) {
        let ascii = bytes & !TOPS;
        // Bytes beyond ASCII are in no class.
        let known = !bytes & TOPS;
        let small = (within(ascii, b'A', b'Z') & known) >> 2;
        let lower = bytes | small;
        let word = (within(lower & !TOPS, b'a', b'z') | within(ascii, b'0', b'9')) & known;
        let space = (within(ascii, b'\t', b'\r') | within(ascii, 0x1c, b' ')) & known;
        let punctuation = within(ascii, b'!', b'~') & !word & known;
        let classes =
            Classes { word: mask(word), punctuation: mask(punctuation), space: mask(space) };
        (classes, lower)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The plain form of [`classes`].
    fn classes_plainly(bytes: &[u8; WIDTH]) -> (Classes, [u8; WIDTH]) {
        let mask = |is: fn(u8) -> bool| {
            let bits = bytes.iter().enumerate().map(|(place, byte)| u32::from(is(*byte)) << place);
            bits.fold(0, |mask, bit| mask | bit)
        };
        let classes = Classes {
            word: mask(|byte| byte.is_ascii_alphanumeric()),
            punctuation: mask(|byte| byte.is_ascii_punctuation()),
            space: mask(|byte| matches!(byte, b'\t'..=b'\r' | 0x1c..=b' ')),
        };
        (classes, bytes.map(|byte| byte.to_ascii_lowercase()))
    }

    #[test]
    fn every_byte_in_every_place() {
        for byte in 0..=255 {
            for place in 0..WIDTH {
                for other in [b'a', b'Z', b' ', b'!', 0, 0xff] {
                    let mut bytes = [other; WIDTH];
                    bytes[place] = byte;
                    assert_eq!(classes(&bytes), classes_plainly(&bytes), "{bytes:?}");
                }
            }
        }
    }

    proptest! {
        #[test]
        fn the_fast_form_is_the_plain_form(bytes: [u8; WIDTH]) {
            prop_assert_eq!(classes(&bytes), classes_plainly(&bytes));
        }
    }
}
