//! The encodings of Parquet: levels, numbers and texts out of the bytes of a page.

use super::schema::Physical;
use super::{MOST_PAGE, Result, damaged, too_large};
use crate::base::diagnostic::Diagnostic;
use std::rc::Rc;

/// Values of a page, without nulls.
#[derive(Debug)]
pub(super) enum Values {
    /// Bits of yes or no, whole numbers and floating point numbers.
    Numbers(Vec<u64>),
    /// Where each value begins and ends in the bytes.
    Slices(Vec<[u32; 2]>, Vec<u8>),
    /// Places in the dictionary of the column.
    Places(Vec<u32>, Rc<Values>),
}

/// A value.
#[derive(Clone, Copy, Debug)]
pub(super) enum Value<'a> {
    Number(u64),
    Bytes(&'a [u8]),
}

impl Values {
    pub(super) fn empty() -> Self {
        Self::Numbers(Vec::new())
    }

    pub(super) fn get(&self, at: usize) -> Option<Value<'_>> {
        match self {
            Self::Numbers(all) => all.get(at).map(|number| Value::Number(*number)),
            Self::Slices(all, bytes) => {
                let [from, to] = *all.get(at)?;
                bytes.get(from as usize..to as usize).map(Value::Bytes)
            }
            Self::Places(all, dictionary) => match &**dictionary {
                Self::Places(..) => None,
                values => values.get(*all.get(at)? as usize),
            },
        }
    }

    fn len(&self) -> usize {
        match self {
            Self::Numbers(all) => all.len(),
            Self::Slices(all, _) => all.len(),
            Self::Places(all, _) => all.len(),
        }
    }
}

fn short() -> Diagnostic {
    damaged("a page ends too early")
}

/// Reads `count` values from the part of a page that is behind its levels.
pub(super) fn read(
    encoding: i64,
    physical: Physical,
    data: Vec<u8>,
    count: usize,
    dictionary: Option<&Rc<Values>>,
) -> Result<Values> {
    if count == 0 {
        return Ok(Values::empty());
    }
    match (encoding, physical) {
        (0, _) => plain(physical, data, count),
        (2 | 8, _) => {
            let dictionary =
                dictionary.ok_or_else(|| damaged("a dictionary of a column is missing"))?;
            let (width, runs) = data.split_first().ok_or_else(short)?;
            let mut places = Vec::new();
            hybrid(runs, u32::from(*width), count, &mut places)?;
            if places.iter().any(|place| *place as usize >= dictionary.len()) {
                return Err(damaged("a value is not in the dictionary of its column"));
            }
            Ok(Values::Places(places, Rc::clone(dictionary)))
        }
        (3, Physical::Boolean) => {
            let mut bits = Vec::new();
            hybrid(data.get(4..).ok_or_else(short)?, 1, count, &mut bits)?;
            Ok(Values::Numbers(bits.into_iter().map(u64::from).collect()))
        }
        (5, Physical::Int32 | Physical::Int64) => {
            let (numbers, _) = deltas(&data, count)?;
            Ok(Values::Numbers(numbers.into_iter().map(i64::cast_unsigned).collect()))
        }
        (6, Physical::Bytes) => lengths_then_bytes(data, count),
        (7, Physical::Bytes | Physical::Fixed(_)) => prefixes(&data, count),
        (9, _) => plain(physical, joined(physical, &data, count)?, count),
        _ => Err(damaged("a page is encoded in an unknown way")),
    }
}

/// Reads values that stand one after the other.
pub(super) fn plain(physical: Physical, data: Vec<u8>, count: usize) -> Result<Values> {
    let numbers = |width: usize| -> Result<Values> {
        let numbers = data.chunks_exact(width).take(count).map(little_endian);
        let numbers: Vec<u64> = numbers.collect();
        if numbers.len() < count { Err(short()) } else { Ok(Values::Numbers(numbers)) }
    };
    match physical {
        Physical::Boolean => {
            if data.len() < count.div_ceil(8) {
                return Err(short());
            }
            let bit = |at: usize| u64::from(data[at / 8] >> (at % 8) & 1);
            Ok(Values::Numbers((0..count).map(bit).collect()))
        }
        Physical::Int32 | Physical::Float => numbers(4),
        Physical::Int64 | Physical::Double => numbers(8),
        Physical::Int96 => fixed(12, data, count),
        Physical::Fixed(width) => fixed(width, data, count),
        Physical::Bytes => {
            let mut slices = Vec::with_capacity(count.min(data.len() / 4));
            let mut at = 0_usize;
            for _ in 0..count {
                let length = data.get(at..at + 4).ok_or_else(short)?;
                let from = at + 4;
                let length = usize::try_from(little_endian(length)).unwrap_or(usize::MAX);
                let to = from.checked_add(length).filter(|to| *to <= data.len());
                at = to.ok_or_else(short)?;
                slices.push([from as u32, at as u32]);
            }
            Ok(Values::Slices(slices, data))
        }
    }
}

fn fixed(width: usize, data: Vec<u8>, count: usize) -> Result<Values> {
    let bytes = width.checked_mul(count).filter(|bytes| *bytes <= data.len());
    bytes.ok_or_else(short)?;
    let slices = (0..count).map(|at| [(at * width) as u32, ((at + 1) * width) as u32]);
    Ok(Values::Slices(slices.collect(), data))
}

fn little_endian(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte))
}

/// Puts values together whose first bytes stand first, then their second ones, and so on.
fn joined(physical: Physical, data: &[u8], count: usize) -> Result<Vec<u8>> {
    let width = match physical {
        Physical::Int32 | Physical::Float => 4,
        Physical::Int64 | Physical::Double => 8,
        Physical::Fixed(width) => width,
        _ => return Err(damaged("a page is encoded in an unknown way")),
    };
    let apart = data.len() / width;
    if apart < count {
        return Err(short());
    }
    Ok((0..count).flat_map(|at| (0..width).map(move |byte| data[byte * apart + at])).collect())
}

/// Reads numbers of up to 64 bits that stand side by side from the lowest bit on. Beyond the end are zeros.
fn bits(data: &[u8], first: usize, width: u32) -> u64 {
    let from = data.get(first / 8..).unwrap_or_default();
    let near = &from[..from.len().min(9)];
    let value = near.iter().rev().fold(0_u128, |value, byte| value << 8 | u128::from(*byte));
    let mask = (1_u128 << width) - 1;
    ((value >> (first % 8)) & mask) as u64
}

fn varint(data: &[u8], at: &mut usize) -> Result<u64> {
    let mut value = 0;
    for shift in (0..64).step_by(7) {
        let byte = data.get(*at).ok_or_else(short)?;
        *at += 1;
        value |= u64::from(byte & 0x7f) << shift;
        if *byte < 0x80 {
            return Ok(value);
        }
    }
    Err(damaged("a number of a page is too long"))
}

/// Reads runs of one number, and numbers side by side.
pub(super) fn hybrid(data: &[u8], width: u32, count: usize, out: &mut Vec<u32>) -> Result<()> {
    if width > 32 {
        return Err(damaged("a number of a page is too wide"));
    }
    if width == 0 {
        out.resize(count, 0);
        return Ok(());
    }
    let mut at = 0;
    while out.len() < count {
        let head = varint(data, &mut at)?;
        let length = usize::try_from(head >> 1).unwrap_or(usize::MAX);
        let left = count - out.len();
        if head & 1 == 0 {
            let bytes = width.div_ceil(8) as usize;
            let value = little_endian(data.get(at..at + bytes).ok_or_else(short)?);
            at += bytes;
            out.resize(out.len() + length.min(left), value as u32);
            if length == 0 {
                return Err(damaged("a run of a page is empty"));
            }
        } else {
            let taken = length.saturating_mul(8).min(left);
            // Some writers leave out the zeros at the end of the last run.
            if at >= data.len() || taken == 0 {
                return Err(short());
            }
            let run = &data[at..];
            out.extend((0..taken).map(|one| bits(run, one * width as usize, width) as u32));
            at = at.saturating_add(length.saturating_mul(width as usize));
        }
    }
    Ok(())
}

/// Reads numbers of which the differences are stored, and says how many bytes they take.
fn deltas(data: &[u8], count: usize) -> Result<(Vec<i64>, usize)> {
    let mut at = 0;
    let zigzag = |value: u64| (value >> 1).cast_signed() ^ -(value & 1).cast_signed();
    let block = varint(data, &mut at)?;
    let parts = varint(data, &mut at)?;
    let total = varint(data, &mut at)?;
    let mut last = zigzag(varint(data, &mut at)?);
    let length = block.checked_div(parts).and_then(|length| usize::try_from(length).ok());
    let length = length.filter(|length| *length > 0 && length % 8 == 0);
    let (Some(length), Ok(parts)) = (length, usize::try_from(parts)) else {
        return Err(damaged("a block of differences has no size"));
    };
    if total != count as u64 {
        return Err(damaged("a page does not hold as many values as it says"));
    }
    let mut numbers = vec![last];
    while numbers.len() < count {
        let least = zigzag(varint(data, &mut at)?);
        let widths = at..at.saturating_add(parts);
        let widths = data.get(widths).ok_or_else(short)?;
        at += parts;
        for width in widths {
            if numbers.len() == count {
                break;
            }
            let width = u32::from(*width);
            let bytes = (width as usize).checked_mul(length / 8);
            let end = bytes.and_then(|bytes| at.checked_add(bytes));
            let Some(end) = end.filter(|_| width <= 64) else {
                return Err(damaged("a number of a page is too wide"));
            };
            let part = data.get(at..end.min(data.len())).unwrap_or_default();
            let taken = length.min(count - numbers.len());
            if part.len() < (taken * width as usize).div_ceil(8) {
                return Err(short());
            }
            for one in 0..taken {
                let delta = bits(part, one * width as usize, width).cast_signed();
                last = last.wrapping_add(least).wrapping_add(delta);
                numbers.push(last);
            }
            at = end;
        }
    }
    Ok((numbers, at.min(data.len())))
}

fn length(number: i64) -> Result<usize> {
    usize::try_from(number).map_err(|_| damaged("a length is negative"))
}

fn lengths_then_bytes(data: Vec<u8>, count: usize) -> Result<Values> {
    let (lengths, mut at) = deltas(&data, count)?;
    let mut slices = Vec::with_capacity(count);
    for number in lengths {
        let end = at.checked_add(length(number)?).filter(|end| *end <= data.len());
        let end = end.ok_or_else(short)?;
        slices.push([at as u32, end as u32]);
        at = end;
    }
    Ok(Values::Slices(slices, data))
}

/// Reads texts of which the first is whole, and of every other one how much of the one before it begins with.
fn prefixes(data: &[u8], count: usize) -> Result<Values> {
    let (shared, at) = deltas(data, count)?;
    let suffixes = lengths_then_bytes(data[at..].to_vec(), count)?;
    let (mut bytes, mut slices) = (Vec::new(), Vec::with_capacity(count));
    let mut before = 0;
    for (at, shared) in shared.into_iter().enumerate() {
        let Some(Value::Bytes(suffix)) = suffixes.get(at) else { return Err(short()) };
        let shared = length(shared)?;
        let from = bytes.len();
        if shared > from - before {
            return Err(damaged("a text begins with more than the one before it has"));
        }
        if from + shared + suffix.len() > MOST_PAGE {
            return Err(too_large());
        }
        bytes.extend_from_within(before..before + shared);
        bytes.extend_from_slice(suffix);
        slices.push([from as u32, bytes.len() as u32]);
        before = from;
    }
    Ok(Values::Slices(slices, bytes))
}
