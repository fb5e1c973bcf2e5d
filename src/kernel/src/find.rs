//! Finds single bytes.

use crate::lanes::WIDTH;

/// The place of the first `byte`.
#[inline(never)]
pub fn byte(byte: u8, bytes: &[u8]) -> Option<usize> {
    either(byte, byte, bytes)
}

/// The place of the first `one` or `other`.
#[cfg(not(target_arch = "wasm32"))]
#[inline]
pub fn either(one: u8, other: u8, bytes: &[u8]) -> Option<usize> {
    memchr::memchr2(one, other, bytes)
}

/// The place of the first `one` or `other`.
#[cfg(target_arch = "wasm32")]
#[target_feature(enable = "simd128")]
#[inline(never)]
pub fn either(one: u8, other: u8, bytes: &[u8]) -> Option<usize> {
    use core::arch::wasm32::{u8x16_bitmask, u8x16_eq, u8x16_splat, v128_any_true, v128_or};
    let (ones, others) = (u8x16_splat(one), u8x16_splat(other));
    let (blocks, rest) = bytes.as_chunks::<WIDTH>();
    for (place, block) in blocks.iter().enumerate() {
        let block = crate::lanes::vector(block);
        let found = v128_or(u8x16_eq(block, ones), u8x16_eq(block, others));
        if v128_any_true(found) {
            let first = u8x16_bitmask(found).trailing_zeros() as usize;
            return Some(place * WIDTH + first);
        }
    }
    either_plainly(one, other, rest).map(|place| bytes.len() - rest.len() + place)
}

/// The place of the first quotation mark, backslash or control character.
#[cfg(target_arch = "wasm32")]
#[target_feature(enable = "simd128")]
#[inline]
pub fn special(bytes: &[u8]) -> Option<usize> {
    use core::arch::wasm32::{
        u8x16_bitmask, u8x16_eq, u8x16_lt, u8x16_splat, v128_any_true, v128_or,
    };
    let (quote, slash, space) = (u8x16_splat(b'"'), u8x16_splat(b'\\'), u8x16_splat(b' '));
    let (blocks, rest) = bytes.as_chunks::<WIDTH>();
    for (place, block) in blocks.iter().enumerate() {
        let block = crate::lanes::vector(block);
        let marks = v128_or(u8x16_eq(block, quote), u8x16_eq(block, slash));
        let found = v128_or(marks, u8x16_lt(block, space));
        if v128_any_true(found) {
            let first = u8x16_bitmask(found).trailing_zeros() as usize;
            return Some(place * WIDTH + first);
        }
    }
    special_plainly(rest).map(|place| bytes.len() - rest.len() + place)
}

/// The place of the first quotation mark, backslash or control character.
#[cfg(not(target_arch = "wasm32"))]
#[inline]
pub fn special(bytes: &[u8]) -> Option<usize> {
    const ONES: u64 = u64::MAX / 255;
    let (blocks, rest) = bytes.as_chunks::<8>();
    for (place, block) in blocks.iter().enumerate() {
        let eight = u64::from_le_bytes(*block);
        let quote = eight ^ (ONES * u64::from(b'"'));
        let slash = eight ^ (ONES * u64::from(b'\\'));
        // The lowest marked byte is exact; those above it may be marked by a borrow.
        let marked = (quote.wrapping_sub(ONES) & !quote
            | slash.wrapping_sub(ONES) & !slash
            | eight.wrapping_sub(ONES * 0x20) & !eight)
            & (ONES * 0x80);
        if marked != 0 {
            return Some(place * 8 + marked.trailing_zeros() as usize / 8);
        }
    }
    special_plainly(rest).map(|place| bytes.len() - rest.len() + place)
}

/// Whether a text has a sign that may belong to a number, which are `/`, `:`, `.` and `-` before a digit and `-` before `.`
/// or `$`, or a separator of ASCII (0x1c to 0x1f).
#[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
#[inline(never)]
pub fn has_signs_of_numbers(bytes: &[u8]) -> bool {
    // Most blocks have none of these at all, which several bytes at a time show.
    let may_be = |byte: u8| {
        u8::from(byte.wrapping_sub(b'-') < 3)
            | u8::from(byte == b':')
            | u8::from(byte.wrapping_sub(0x1c) < 4)
    };
    let is_sign = |at: usize| {
        matches!(
            bytes[at..],
            [0x1c..=0x1f, ..]
                | [b'/' | b':' | b'.' | b'-', b'0'..=b'9', ..]
                | [b'-', b'.' | b'$', ..]
        )
    };
    let (blocks, rest) = bytes.as_chunks::<WIDTH>();
    let in_block = |(place, block): (usize, &[u8; WIDTH])| {
        block.iter().fold(0, |found, byte| found | may_be(*byte)) != 0
            && (place * WIDTH..(place + 1) * WIDTH).any(is_sign)
    };
    blocks.iter().enumerate().any(in_block) || (bytes.len() - rest.len()..bytes.len()).any(is_sign)
}

/// The plain form of [`special`].
#[inline]
pub fn special_plainly(bytes: &[u8]) -> Option<usize> {
    bytes.iter().position(|byte| matches!(byte, b'"' | b'\\' | ..0x20))
}

/// The plain form of [`either`].
#[inline]
pub fn either_plainly(one: u8, other: u8, bytes: &[u8]) -> Option<usize> {
    bytes.iter().position(|byte| *byte == one || *byte == other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_fast_forms_are_the_plain_forms(
            clean in prop::collection::vec(b' '..=b'!', 0..70),
            bytes in prop::collection::vec(any::<u8>(), 0..70),
        ) {
            let all = [clean, bytes].concat();
            prop_assert_eq!(special(&all), special_plainly(&all));
            prop_assert_eq!(either(b'a', b'b', &all), either_plainly(b'a', b'b', &all));
            prop_assert_eq!(byte(b'a', &all), either_plainly(b'a', b'a', &all));
        }
    }
}
