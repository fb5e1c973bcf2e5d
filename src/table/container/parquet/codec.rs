//! Unpacks the pages of Parquet files.

use super::{Result, damaged, problem, too_large};
use crate::base::diagnostic::Code;
use std::io::Read;

/// The most bytes that a byte of an LZ4 block can stand for; of Snappy it is less.
const LARGEST_RATIO: usize = 255;

/// Unpacks a page that has `size` bytes when unpacked. What it claims is not believed: memory grows with what
/// comes out of it.
pub(super) fn unpack(codec: i64, packed: &[u8], size: usize) -> Result<Vec<u8>> {
    if size > super::MOST_PAGE {
        return Err(too_large());
    }
    let mut out = Vec::new();
    match codec {
        0 => out.extend_from_slice(packed),
        1 => snappy(packed, size, &mut out)?,
        2 => read(flate2::read::MultiGzDecoder::new(packed), size, &mut out)?,
        4 => return Err(unsupported("Brotli")),
        3 => return Err(unsupported("LZO")),
        5 => hadoop_lz4(packed, size, &mut out)?,
        6 => {
            let decoder = ruzstd::decoding::StreamingDecoder::new(packed);
            read(decoder.map_err(|_| garbled())?, size, &mut out)?;
        }
        7 => lz4(packed, size, &mut out)?,
        _ => return Err(unsupported("an unknown method")),
    }
    if out.len() == size { Ok(out) } else { Err(garbled()) }
}

fn unsupported(codec: &str) -> crate::base::diagnostic::Diagnostic {
    let message =
        format!("the Parquet file is compressed with {codec}, which Scoredrop cannot read");
    problem(Code::Unsupported, &message).remedy(
        "write it again with zstd: python -c 'import pandas as pd; \
         pd.read_parquet(\"FILE\").to_parquet(\"NEW.parquet\", compression=\"zstd\")'",
    )
}

fn garbled() -> crate::base::diagnostic::Diagnostic {
    damaged("a page cannot be unpacked")
}

/// Takes no more than one byte too many.
fn read(stream: impl Read, size: usize, out: &mut Vec<u8>) -> Result<()> {
    let read = stream.take(size as u64 + 1).read_to_end(out);
    read.map(drop).map_err(|_| garbled())
}

/// The next byte of a packed page.
fn next<'a>(packed: &mut &'a [u8], count: usize) -> Result<&'a [u8]> {
    let (taken, rest) = packed.split_at_checked(count).ok_or_else(garbled)?;
    *packed = rest;
    Ok(taken)
}

fn little_endian(bytes: &[u8]) -> usize {
    bytes.iter().rev().fold(0, |value, byte| value << 8 | usize::from(*byte))
}

/// Repeats `length` bytes from `distance` bytes back.
fn copy(out: &mut Vec<u8>, distance: usize, length: usize, size: usize) -> Result<()> {
    let from = out.len().checked_sub(distance).filter(|_| distance > 0).ok_or_else(garbled)?;
    if length > size.saturating_sub(out.len()) {
        return Err(garbled());
    }
    if distance >= length {
        out.extend_from_within(from..from + length);
    } else {
        // What is copied may be part of what comes out.
        for at in from..from + length {
            out.push(out[at]);
        }
    }
    Ok(())
}

fn literal(packed: &mut &[u8], length: usize, size: usize, out: &mut Vec<u8>) -> Result<()> {
    let bytes = next(packed, length)?;
    if length > size.saturating_sub(out.len()) {
        return Err(garbled());
    }
    out.extend_from_slice(bytes);
    Ok(())
}

fn reserve(packed: &[u8], size: usize, out: &mut Vec<u8>) {
    out.reserve(size.min(packed.len().saturating_mul(LARGEST_RATIO)));
}

fn snappy(mut packed: &[u8], size: usize, out: &mut Vec<u8>) -> Result<()> {
    let mut claimed = 0_usize;
    for shift in (0..35).step_by(7) {
        let byte = next(&mut packed, 1)?[0];
        claimed |= usize::from(byte & 0x7f) << shift.min(usize::BITS - 1);
        if byte < 0x80 {
            break;
        }
    }
    if claimed != size {
        return Err(garbled());
    }
    reserve(packed, size, out);
    while !packed.is_empty() {
        let tag = usize::from(next(&mut packed, 1)?[0]);
        let (length, distance) = match tag & 3 {
            0 => {
                let length = match tag >> 2 {
                    short @ 0..60 => short,
                    long => little_endian(next(&mut packed, long - 59)?),
                };
                literal(&mut packed, length.saturating_add(1), size, out)?;
                continue;
            }
            1 => ((tag >> 2 & 7) + 4, (tag >> 5) << 8 | little_endian(next(&mut packed, 1)?)),
            2 => ((tag >> 2) + 1, little_endian(next(&mut packed, 2)?)),
            _ => ((tag >> 2) + 1, little_endian(next(&mut packed, 4)?)),
        };
        copy(out, distance, length, size)?;
    }
    Ok(())
}

fn lz4(mut packed: &[u8], size: usize, out: &mut Vec<u8>) -> Result<()> {
    reserve(packed, size, out);
    let long = |packed: &mut &[u8], short: usize| {
        let mut length = short;
        while length >= 15 {
            let byte = next(packed, 1)?[0];
            length += usize::from(byte);
            if byte < 255 {
                break;
            }
        }
        Ok(length)
    };
    while !packed.is_empty() {
        let token = usize::from(next(&mut packed, 1)?[0]);
        let length = long(&mut packed, token >> 4)?;
        literal(&mut packed, length, size, out)?;
        if packed.is_empty() {
            break;
        }
        let distance = little_endian(next(&mut packed, 2)?);
        let length = long(&mut packed, token & 15)?;
        copy(out, distance, length + 4, size)?;
    }
    Ok(())
}

/// The older form of LZ4: blocks, each with its sizes before it, or one block alone.
fn hadoop_lz4(packed: &[u8], size: usize, out: &mut Vec<u8>) -> Result<()> {
    let blocks = |out: &mut Vec<u8>| {
        let mut rest = packed;
        while !rest.is_empty() {
            let number =
                |bytes: &[u8]| bytes.iter().fold(0, |sum, byte| sum << 8 | usize::from(*byte));
            let unpacked = number(next(&mut rest, 4)?);
            let length = number(next(&mut rest, 4)?);
            let end = out.len().saturating_add(unpacked);
            let block = next(&mut rest, length)?;
            if end > size {
                return Err(garbled());
            }
            let mut piece = Vec::new();
            lz4(block, unpacked, &mut piece)?;
            out.append(&mut piece);
        }
        if out.len() == size { Ok(()) } else { Err(garbled()) }
    };
    blocks(out).or_else(|_: crate::base::diagnostic::Diagnostic| {
        out.clear();
        lz4(packed, size, out)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_may_overlap() {
        // A literal of two bytes, then eight bytes from two back, in both methods.
        let snappy = [10, 1 << 2, b'a', b'b', 4 << 2 | 1, 2];
        assert_eq!(unpack(1, &snappy, 10).unwrap(), b"ababababab");
        let lz4 = [2 << 4 | 4, b'a', b'b', 2, 0];
        assert_eq!(unpack(7, &lz4, 10).unwrap(), b"ababababab");
        let framed = [&[0, 0, 0, 10, 0, 0, 0, 5][..], &lz4].concat();
        assert_eq!(unpack(5, &framed, 10).unwrap(), b"ababababab");
        assert_eq!(unpack(5, &lz4, 10).unwrap(), b"ababababab");
    }

    #[test]
    fn what_reaches_too_far_is_refused() {
        for (codec, packed, size) in [
            (1, &[10, 1 << 2, b'a', b'b', 4 << 2 | 1, 3][..], 10),
            (1, &[10, 1 << 2, b'a', b'b', 4 << 2 | 1, 0], 10),
            (1, &[10, 60 << 2, 255, b'a'], 10),
            (1, &[9, 1 << 2, b'a', b'b', 4 << 2 | 1, 2], 9),
            (7, &[2 << 4 | 4, b'a', b'b', 3, 0], 10),
            (7, &[15 << 4, 255, 255, 255], 10),
            (7, &[2 << 4 | 15, b'a', b'b', 2, 0, 255, 255, 0], 10),
            (2, &[31, 139, 8], 10),
            (6, &[40, 181, 47, 253], 10),
            (0, b"abc", 10),
        ] {
            let problem = unpack(codec, packed, size).unwrap_err();
            assert_eq!(problem.code, Code::DamagedMember, "{codec} {packed:?}");
        }
        assert_eq!(unpack(4, b"a", 1).unwrap_err().code, Code::Unsupported);
        assert_eq!(unpack(1, b"a", usize::MAX).unwrap_err().code, Code::TooLarge);
    }
}
