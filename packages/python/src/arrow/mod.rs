//! Tables of other libraries, taken over by Arrow's C stream interface, as JSON Lines: the text that
//! `json.dumps(row, ensure_ascii=False)` writes for each row.

mod interface;
mod times;

use crate::{floats, json};
use interface::{Array, ArrayRef, SchemaRef, Stream};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::cell::Cell;
use std::ops::Range;
use std::rc::Rc;
use times::Unit;

/// Rows as JSON Lines.
pub(crate) struct Lines {
    pub(crate) text: Vec<u8>,
    /// Columns that are left out because no text can be made of their values, each with its type.
    pub(crate) left_out: Vec<(String, String)>,
}

/// Columns that pandas makes of an index without a name.
const INDEX: &str = "__index_level_";

/// Reads all batches of an object with `__arrow_c_stream__`. With `dates`, a column of times that are all midnight is
/// written as dates. Columns and members named `unread` are left out.
pub(crate) fn lines(
    object: &Bound<'_, PyAny>,
    dates: bool,
    unread: Option<&str>,
) -> PyResult<Lines> {
    let words = |error: String| PyValueError::new_err(error);
    let mut stream = Stream::of(object)?;
    let schema = stream.schema().map_err(words)?;
    if schema.whole().format() != "+s" {
        return Err(PyValueError::new_err(
            "the Arrow stream holds a single column, not a table; give a table with named columns",
        ));
    }
    let mut fields = Vec::new();
    let mut left_out = Vec::new();
    for (index, field) in schema.whole().children().enumerate() {
        if field.name().starts_with(INDEX) || unread == Some(field.name()) {
            continue;
        }
        match Type::of(field, unread) {
            Ok(kind) => fields.push((index, field.name(), kind)),
            Err(format) => left_out.push((field.name().to_owned(), format.to_owned())),
        }
    }
    let mut text = Vec::new();
    let mut ahead = Vec::new();
    if dates && fields.iter().any(|(_, _, kind)| kind.has_times()) {
        // Only the whole column shows whether its times are dates.
        while let Some(batch) = stream.next().map_err(words)? {
            for (_, column) in columns(&fields, &batch)? {
                column.find_times();
            }
            ahead.push(batch);
        }
    } else {
        for (_, _, kind) in &fields {
            kind.keep_times();
        }
    }
    let mut ahead = ahead.into_iter();
    loop {
        let next = match ahead.next() {
            None => stream.next().map_err(words)?,
            batch => batch,
        };
        let Some(batch) = next else { break };
        let whole = batch.whole();
        let columns = columns(&fields, &batch)?;
        for row in whole.offset()..whole.offset() + whole.len() {
            text.push(b'{');
            for (place, (key, column)) in columns.iter().enumerate() {
                if place > 0 {
                    text.extend(b", ");
                }
                text.extend(key);
                column.write(row, &mut text).ok_or_else(|| {
                    PyValueError::new_err(format!("row {} is not valid Arrow data", row + 1))
                })?;
            }
            text.extend(b"}\n");
        }
    }
    Ok(Lines { text, left_out })
}

/// Columns of a batch, each with its key as it is written.
fn columns<'a>(
    fields: &[(usize, &str, Type)],
    batch: &'a Array,
) -> PyResult<Vec<(Vec<u8>, Child<'a>)>> {
    let children: Vec<ArrayRef<'a>> = batch.whole().children().collect();
    let column = |(index, name, kind): &(usize, &str, Type)| {
        let child = children.get(*index).copied();
        let column = child.and_then(|child| Child::new(kind, child));
        let broken = || PyValueError::new_err(format!("column {name:?} is not valid Arrow data"));
        let mut key = Vec::new();
        json::write_text(&mut key, name);
        key.extend(b": ");
        Ok((key, column.ok_or_else(broken)?))
    };
    fields.iter().map(column).collect()
}

/// What a column holds.
#[derive(Debug)]
enum Type {
    Null,
    Bool,
    /// Width in bytes.
    Signed(usize),
    Unsigned(usize),
    Float(usize),
    /// Width of an offset in bytes.
    Text(usize),
    TextView,
    /// Width of an offset in bytes.
    List(usize, Box<Type>),
    /// Values of each list.
    FixedList(usize, Box<Type>),
    /// Place, name and type of each member.
    Struct(Vec<(usize, String, Type)>),
    Dictionary(Box<Type>, Box<Type>),
    /// Width in bytes, and digits after the point.
    Decimal(usize, usize),
    Days,
    Time(Times),
}

/// A column of times, in all batches.
#[derive(Clone, Debug)]
struct Times {
    unit: Unit,
    /// It has a zone, and is written in UTC.
    zone: bool,
    /// Whether all of them are midnight, as far as is known.
    are_dates: Rc<Cell<bool>>,
}

impl Type {
    /// The type of a field, or its format if no text can be made of it.
    fn of<'f>(field: SchemaRef<'f>, unread: Option<&str>) -> Result<Self, &'f str> {
        let format = field.format();
        let own = || {
            let child = || {
                let child = field.children().next().ok_or(format)?;
                Self::of(child, unread).map(Box::new)
            };
            Ok(match format {
                "n" => Self::Null,
                "b" => Self::Bool,
                "c" => Self::Signed(1),
                "s" => Self::Signed(2),
                "i" => Self::Signed(4),
                "l" => Self::Signed(8),
                "C" => Self::Unsigned(1),
                "S" => Self::Unsigned(2),
                "I" => Self::Unsigned(4),
                "L" => Self::Unsigned(8),
                "e" => Self::Float(2),
                "f" => Self::Float(4),
                "g" => Self::Float(8),
                "u" => Self::Text(4),
                "U" => Self::Text(8),
                "vu" => Self::TextView,
                "+l" => Self::List(4, child()?),
                "+L" => Self::List(8, child()?),
                "+s" => {
                    let member = |(place, child): (usize, SchemaRef<'_>)| {
                        let kind = Self::of(child, unread).ok()?;
                        Some((place, child.name().to_owned(), kind))
                    };
                    let is_read =
                        |(_, child): &(usize, SchemaRef<'_>)| unread != Some(child.name());
                    let members = field.children().enumerate().filter(is_read).map(member);
                    let members: Option<Vec<_>> = members.collect();
                    Self::Struct(members.ok_or(format)?)
                }
                "tdD" => Self::Days,
                _ => match format.split_once(':') {
                    Some(("+w", count)) => {
                        Self::FixedList(count.parse().map_err(|_| format)?, child()?)
                    }
                    Some(("d", sizes)) => decimal(sizes).ok_or(format)?,
                    Some((kind, zone)) => Self::Time(Times {
                        unit: Unit::of(kind).ok_or(format)?,
                        zone: !zone.is_empty(),
                        are_dates: Rc::new(Cell::new(true)),
                    }),
                    None => return Err(format),
                },
            })
        };
        match field.dictionary() {
            Some(values) => {
                let values = Self::of(values, unread).map_err(|_| format)?;
                Ok(Self::Dictionary(Box::new(own()?), Box::new(values)))
            }
            None => own(),
        }
    }

    /// Whether it holds times, also in lists and members.
    fn has_times(&self) -> bool {
        let mut found = false;
        self.each_times(&mut |_| found = true);
        found
    }

    /// Has all times written as times.
    fn keep_times(&self) {
        self.each_times(&mut |times| times.are_dates.set(false));
    }

    fn each_times(&self, visit: &mut impl FnMut(&Times)) {
        match self {
            Self::Time(times) => visit(times),
            Self::List(_, child) | Self::FixedList(_, child) => child.each_times(visit),
            Self::Struct(members) => {
                for (_, _, member) in members {
                    member.each_times(visit);
                }
            }
            Self::Dictionary(_, values) => values.each_times(visit),
            _ => {}
        }
    }
}

/// The type of decimal numbers by the rest of their format: digits, digits after the point, and bits if they are not
/// 128. Those of 256 bits and those that count tens are not read.
fn decimal(sizes: &str) -> Option<Type> {
    let mut sizes = sizes.split(',').skip(1);
    let scale = sizes.next()?.parse().ok()?;
    let width = match sizes.next() {
        None | Some("128") => 16,
        Some("64") => 8,
        Some("32") => 4,
        Some(_) => return None,
    };
    Some(Type::Decimal(width, scale))
}

/// A whole number with the point before its last digits, as Python writes a decimal number.
fn with_point(value: i128, scale: usize) -> String {
    let sign = if value < 0 { "-" } else { "" };
    let digits = format!("{:0>1$}", value.unsigned_abs(), scale + 1);
    let (whole, rest) = digits.split_at(digits.len() - scale);
    let point = if scale > 0 { "." } else { "" };
    [sign, whole, point, rest].concat()
}

/// The values of a column. Rows are counted from the beginning of its buffers.
struct Column<'a> {
    validity: Option<&'a [u8]>,
    values: Values<'a>,
}

enum Values<'a> {
    Null,
    Bool(&'a [u8]),
    Signed(usize, &'a [u8]),
    Unsigned(usize, &'a [u8]),
    Float(usize, &'a [u8]),
    Text(Offsets<'a>, &'a [u8]),
    TextView(&'a [u8], Vec<&'a [u8]>),
    List(Offsets<'a>, Box<Child<'a>>),
    FixedList(usize, Box<Child<'a>>),
    /// Names of members as they are written, and their values.
    Struct(Vec<(Vec<u8>, Child<'a>)>),
    Dictionary(Box<Values<'a>>, Box<Child<'a>>),
    /// Width in bytes, and digits after the point.
    Decimal(usize, usize, &'a [u8]),
    Days(&'a [u8]),
    Time(Times, &'a [u8]),
}

/// A column inside of another one, which counts its rows from its first value.
struct Child<'a> {
    offset: usize,
    /// Its rows in the buffers.
    rows: Range<usize>,
    column: Column<'a>,
}

impl<'a> Child<'a> {
    fn new(kind: &Type, array: ArrayRef<'a>) -> Option<Self> {
        let rows = array.offset()..array.offset() + array.len();
        Some(Self { offset: array.offset(), rows, column: Column::new(kind, array)? })
    }

    /// Notes which columns of times hold something else than dates.
    fn find_times(&self) {
        match &self.column.values {
            Values::Time(times, bytes) => {
                let is_date = |row| {
                    let is_valid = self.column.is_valid(row).unwrap_or(false);
                    !is_valid
                        || at(bytes, row)
                            .is_some_and(|count| times.unit.is_midnight(i64::from_ne_bytes(count)))
                };
                if !self.rows.clone().all(is_date) {
                    times.are_dates.set(false);
                }
            }
            Values::List(_, child) | Values::FixedList(_, child) | Values::Dictionary(_, child) => {
                child.find_times();
            }
            Values::Struct(members) => {
                for (_, member) in members {
                    member.find_times();
                }
            }
            _ => {}
        }
    }

    fn write(&self, row: usize, out: &mut Vec<u8>) -> Option<()> {
        self.column.write(self.offset + row, out)
    }
}

#[derive(Clone, Copy)]
struct Offsets<'a> {
    width: usize,
    bytes: &'a [u8],
}

impl Offsets<'_> {
    fn get(self, index: usize) -> Option<usize> {
        usize::try_from(signed(self.width, self.bytes, index)?).ok()
    }

    fn range(self, row: usize) -> Option<Range<usize>> {
        Some(self.get(row)?..self.get(row + 1)?)
    }
}

/// Bytes of the views of `utf8_view`.
const VIEW: usize = 16;
/// The longest text that an Arrow string view holds itself; longer ones lie in a buffer.
const INLINE: usize = 12;

impl<'a> Column<'a> {
    /// `None` if the array lacks a part that its type has.
    fn new(kind: &Type, array: ArrayRef<'a>) -> Option<Self> {
        // Buffers may be absent if there is no value.
        let slots = array.offset() + array.len();
        let fixed = |width: usize| match array.buffer(1, slots * width) {
            None if slots == 0 => Some(&[][..]),
            found => found,
        };
        let offsets = |width: usize| {
            let bytes = match array.buffer(1, (slots + 1) * width) {
                None if slots == 0 => &[][..],
                found => found?,
            };
            Some(Offsets { width, bytes })
        };
        let child = |kind: &Type| Child::new(kind, array.children().next()?).map(Box::new);
        let values = match kind {
            Type::Null => Values::Null,
            Type::Bool => match array.buffer(1, slots.div_ceil(8)) {
                None if slots == 0 => Values::Bool(&[]),
                found => Values::Bool(found?),
            },
            Type::Signed(width) => Values::Signed(*width, fixed(*width)?),
            Type::Unsigned(width) => Values::Unsigned(*width, fixed(*width)?),
            Type::Float(width) => Values::Float(*width, fixed(*width)?),
            Type::Decimal(width, scale) => Values::Decimal(*width, *scale, fixed(*width)?),
            Type::Days => Values::Days(fixed(4)?),
            Type::Time(times) => Values::Time(times.clone(), fixed(8)?),
            Type::Text(width) => {
                let offsets = offsets(*width)?;
                let bytes = offsets.get(slots).unwrap_or(0);
                Values::Text(offsets, array.buffer(2, bytes).unwrap_or_default())
            }
            Type::TextView => {
                // The last buffer has the sizes of those with the texts.
                let texts = array.buffers().checked_sub(3)?;
                let sizes = array.buffer(texts + 2, texts * 8).unwrap_or_default();
                let text = |index: usize| {
                    let bytes = usize::try_from(signed(8, sizes, index)?).ok()?;
                    Some(array.buffer(index + 2, bytes).unwrap_or_default())
                };
                Values::TextView(fixed(VIEW)?, (0..texts).map(text).collect::<Option<_>>()?)
            }
            Type::List(width, kind) => Values::List(offsets(*width)?, child(kind)?),
            Type::FixedList(count, kind) => Values::FixedList(*count, child(kind)?),
            Type::Struct(members) => {
                let columns: Vec<ArrayRef<'_>> = array.children().collect();
                let member = |(place, name, kind): &(usize, String, Type)| {
                    let mut key = Vec::new();
                    json::write_text(&mut key, name);
                    key.extend(b": ");
                    Some((key, Child::new(kind, *columns.get(*place)?)?))
                };
                Values::Struct(members.iter().map(member).collect::<Option<_>>()?)
            }
            Type::Dictionary(indices, values) => {
                let indices = match **indices {
                    Type::Signed(width) => Values::Signed(width, fixed(width)?),
                    Type::Unsigned(width) => Values::Unsigned(width, fixed(width)?),
                    _ => return None,
                };
                let values = Child::new(values, array.dictionary()?)?;
                Values::Dictionary(Box::new(indices), Box::new(values))
            }
        };
        let validity = match kind {
            Type::Null => None,
            _ => array.buffer(0, slots.div_ceil(8)),
        };
        Some(Self { validity, values })
    }

    /// Whether there is a value; `None` if the column has no such row.
    fn is_valid(&self, row: usize) -> Option<bool> {
        self.validity.map_or(Some(true), |bits| bit(bits, row))
    }

    /// Writes a value as JSON; `None` if it is not as its type says.
    fn write(&self, row: usize, out: &mut Vec<u8>) -> Option<()> {
        if !self.is_valid(row)? {
            out.extend(b"null");
            return Some(());
        }
        match &self.values {
            Values::Null => out.extend(b"null"),
            Values::Bool(bits) => out.extend(if bit(bits, row)? { &b"true"[..] } else { b"false" }),
            Values::Signed(width, bytes) => json::write_display(out, signed(*width, bytes, row)?),
            Values::Unsigned(width, bytes) => {
                json::write_display(out, unsigned(*width, bytes, row)?);
            }
            Values::Float(2, bytes) => {
                json::write_float(out, floats::half(u16::from_ne_bytes(at(bytes, row)?)));
            }
            Values::Float(4, bytes) => {
                json::write_float(out, floats::single(f32::from_ne_bytes(at(bytes, row)?)));
            }
            Values::Float(_, bytes) => json::write_float(out, f64::from_ne_bytes(at(bytes, row)?)),
            Values::Text(offsets, bytes) => write_bytes(out, bytes.get(offsets.range(row)?)?)?,
            Values::TextView(views, texts) => {
                let view: [u8; VIEW] = at(views, row)?;
                let part =
                    |from: usize| u32::from_ne_bytes(at(&view[from..], 0).unwrap_or_default());
                let length = part(0) as usize;
                let text = if length <= INLINE {
                    view.get(4..4 + length)?
                } else {
                    let from = part(12) as usize;
                    texts.get(part(8) as usize)?.get(from..from + length)?
                };
                write_bytes(out, text)?;
            }
            Values::List(offsets, child) => write_list(out, child, offsets.range(row)?)?,
            Values::FixedList(count, child) => {
                write_list(out, child, row * count..(row + 1) * count)?;
            }
            Values::Struct(members) => {
                out.push(b'{');
                for (place, (key, child)) in members.iter().enumerate() {
                    if place > 0 {
                        out.extend(b", ");
                    }
                    out.extend(key);
                    child.write(row, out)?;
                }
                out.push(b'}');
            }
            Values::Dictionary(indices, values) => {
                let index = match &**indices {
                    Values::Signed(width, bytes) => signed(*width, bytes, row)?.try_into().ok()?,
                    Values::Unsigned(width, bytes) => {
                        unsigned(*width, bytes, row)?.try_into().ok()?
                    }
                    _ => return None,
                };
                values.write(index, out)?;
            }
            Values::Decimal(width, scale, bytes) => {
                let value = match width {
                    16 => i128::from_ne_bytes(at(bytes, row)?),
                    width => signed(*width, bytes, row)?.into(),
                };
                json::write_text(out, &with_point(value, *scale));
            }
            Values::Days(bytes) => {
                json::write_text(out, &times::date(i32::from_ne_bytes(at(bytes, row)?).into()));
            }
            Values::Time(times, bytes) => {
                let count = i64::from_ne_bytes(at(bytes, row)?);
                let Times { unit, zone, are_dates } = times;
                let text = if are_dates.get() { unit.date(count) } else { unit.time(count, *zone) };
                json::write_text(out, &text);
            }
        }
        Some(())
    }
}

fn write_list(out: &mut Vec<u8>, child: &Child<'_>, rows: Range<usize>) -> Option<()> {
    out.push(b'[');
    for (place, row) in rows.enumerate() {
        if place > 0 {
            out.extend(b", ");
        }
        child.write(row, out)?;
    }
    out.push(b']');
    Some(())
}

fn write_bytes(out: &mut Vec<u8>, bytes: &[u8]) -> Option<()> {
    json::write_text(out, std::str::from_utf8(bytes).ok()?);
    Some(())
}

fn bit(bits: &[u8], index: usize) -> Option<bool> {
    Some(bits.get(index / 8)? >> (index % 8) & 1 == 1)
}

fn at<const N: usize>(bytes: &[u8], index: usize) -> Option<[u8; N]> {
    bytes.get(index * N..(index + 1) * N)?.try_into().ok()
}

fn signed(width: usize, bytes: &[u8], index: usize) -> Option<i64> {
    Some(match width {
        1 => i8::from_ne_bytes(at(bytes, index)?).into(),
        2 => i16::from_ne_bytes(at(bytes, index)?).into(),
        4 => i32::from_ne_bytes(at(bytes, index)?).into(),
        _ => i64::from_ne_bytes(at(bytes, index)?),
    })
}

fn unsigned(width: usize, bytes: &[u8], index: usize) -> Option<u64> {
    Some(match width {
        1 => u8::from_ne_bytes(at(bytes, index)?).into(),
        2 => u16::from_ne_bytes(at(bytes, index)?).into(),
        4 => u32::from_ne_bytes(at(bytes, index)?).into(),
        _ => u64::from_ne_bytes(at(bytes, index)?),
    })
}
