//! Values as JSON.

use super::schema::{Leaf, Meaning, Physical, Unit};
use super::values::Value;
use serde::de::IgnoredAny;
use std::fmt::Display;
use std::io::Write as _;

const HEX: &[u8; 16] = b"0123456789abcdef";
const DAY: i64 = 86_400;
/// The Julian day on which 1970 began.
const JULIAN_1970: i64 = 2_440_588;
/// Bytes of a decimal number, at most; those of databases have 32.
const WIDEST_DECIMAL: usize = 64;

/// JSON Lines while they are written.
#[derive(Debug, Default)]
pub(super) struct Writer {
    pub(super) text: Vec<u8>,
}

impl Writer {
    fn put(&mut self, value: impl Display) {
        // Memory takes whatever is written.
        let _ = write!(self.text, "{value}");
    }

    /// Writes a text with its quotation marks.
    pub(super) fn string(&mut self, text: &str) {
        self.text.push(b'"');
        let bytes = text.as_bytes();
        let mut from = 0;
        for (at, byte) in bytes.iter().enumerate() {
            let escape = match byte {
                b'"' => b'"',
                b'\\' => b'\\',
                b'\n' => b'n',
                b'\r' => b'r',
                b'\t' => b't',
                0..=31 => b'u',
                _ => continue,
            };
            self.text.extend_from_slice(&bytes[from..at]);
            self.text.extend_from_slice(&[b'\\', escape]);
            if escape == b'u' {
                let digits = [byte >> 4, byte & 15].map(|half| HEX[usize::from(half)]);
                self.text.extend_from_slice(b"00");
                self.text.extend_from_slice(&digits);
            }
            from = at + 1;
        }
        self.text.extend_from_slice(&bytes[from..]);
        self.text.push(b'"');
    }

    /// Writes a value of a column. Bytes that are no text become null, and `false` is returned.
    pub(super) fn value(&mut self, value: Value, leaf: &Leaf) -> bool {
        match value {
            Value::Number(bits) => self.number(bits, leaf),
            Value::Bytes(bytes) => return self.bytes(bytes, leaf),
        }
        true
    }

    fn number(&mut self, bits: u64, leaf: &Leaf) {
        // A number of 32 bits may have come with 64.
        let narrow = bits as u32;
        let signed = match leaf.physical {
            Physical::Int32 => i64::from(narrow.cast_signed()),
            _ => bits.cast_signed(),
        };
        match (leaf.physical, leaf.meaning) {
            (Physical::Boolean, _) => self.put(bits & 1 == 1),
            (Physical::Float, _) => self.float(f32::from_bits(narrow)),
            (Physical::Double, _) => self.float(f64::from_bits(bits)),
            (Physical::Int32, Meaning::Unsigned) => self.put(narrow),
            (_, Meaning::Unsigned) => self.put(bits),
            (_, Meaning::Decimal(scale)) => {
                let digits = signed.unsigned_abs().to_string().into_bytes();
                self.decimal(signed < 0, &digits, scale);
            }
            (_, Meaning::Date) => self.moment(|writer| writer.date(signed)),
            (_, Meaning::Time(unit)) => self.moment(|writer| writer.time(signed, unit)),
            (_, Meaning::Timestamp(unit, utc)) => {
                let (days, rest) = split(signed, DAY * unit.per_second());
                self.timestamp(days, rest, unit, utc);
            }
            _ => self.put(signed),
        }
    }

    /// Writes a floating point number as Python does, also those that JSON does not have.
    fn float(&mut self, number: impl Into<f64> + std::fmt::Debug + Copy) {
        let wide = number.into();
        if wide.is_finite() {
            self.put(Shortest(number));
        } else if wide.is_nan() {
            self.put("NaN");
        } else {
            self.put(if wide > 0.0 { "Infinity" } else { "-Infinity" });
        }
    }

    fn bytes(&mut self, bytes: &[u8], leaf: &Leaf) -> bool {
        match (leaf.physical, leaf.meaning, bytes) {
            (Physical::Int96, _, _) if bytes.len() == 12 => {
                let (nanos, day) = bytes.split_at(8);
                let little = |bytes: &[u8]| {
                    bytes.iter().rev().fold(0, |sum, byte| sum << 8 | i64::from(*byte))
                };
                let (more, rest) = split(little(nanos), DAY * Unit::Nanos.per_second());
                self.timestamp(little(day) - JULIAN_1970 + more, rest, Unit::Nanos, false);
            }
            (_, Meaning::Decimal(scale), _) if bytes.len() <= WIDEST_DECIMAL => {
                let negative = bytes.first().is_some_and(|first| *first >= 128);
                let digits = digits(bytes, negative);
                self.decimal(negative, &digits, scale);
            }
            (_, Meaning::Uuid, _) if bytes.len() == 16 => self.uuid(bytes),
            (_, Meaning::Float16, &[low, high]) => {
                self.float(half(u16::from_le_bytes([low, high])));
            }
            (_, Meaning::Interval, _) if bytes.len() == 12 => {
                let part = |at: usize| {
                    bytes[at..at + 4]
                        .iter()
                        .rev()
                        .fold(0_u32, |sum, byte| sum << 8 | u32::from(*byte))
                };
                let (months, days, millis) = (part(0), part(4), part(8));
                let (seconds, rest) = (millis / 1000, millis % 1000);
                self.put(format_args!("\"P{months}M{days}DT{seconds}.{rest:03}S\""));
            }
            (_, Meaning::Json, _) if serde_json::from_slice::<IgnoredAny>(bytes).is_ok() => {
                // A line break of a JSON document stands between its values.
                let one_line = bytes
                    .iter()
                    .map(|byte| if matches!(byte, b'\n' | b'\r') { b' ' } else { *byte });
                self.text.extend(one_line);
            }
            _ => {
                let Ok(text) = std::str::from_utf8(bytes) else {
                    self.text.extend_from_slice(b"null");
                    return false;
                };
                self.string(text);
            }
        }
        true
    }

    fn uuid(&mut self, bytes: &[u8]) {
        self.text.push(b'"');
        for (at, byte) in bytes.iter().enumerate() {
            if matches!(at, 4 | 6 | 8 | 10) {
                self.text.push(b'-');
            }
            self.put(format_args!("{byte:02x}"));
        }
        self.text.push(b'"');
    }

    fn decimal(&mut self, negative: bool, digits: &[u8], scale: u32) {
        let scale = scale as usize;
        if negative {
            self.text.push(b'-');
        }
        if digits.len() > scale {
            let (whole, part) = digits.split_at(digits.len() - scale);
            self.text.extend_from_slice(whole);
            if !part.is_empty() {
                self.text.push(b'.');
                self.text.extend_from_slice(part);
            }
        } else if scale <= 2 * WIDEST_DECIMAL * 8 {
            self.text.extend_from_slice(b"0.");
            self.text.resize(self.text.len() + scale - digits.len(), b'0');
            self.text.extend_from_slice(digits);
        } else {
            self.text.push(b'0');
        }
    }

    fn moment(&mut self, write: impl FnOnce(&mut Self)) {
        self.text.push(b'"');
        write(self);
        self.text.push(b'"');
    }

    fn timestamp(&mut self, days: i64, rest: i64, unit: Unit, utc: bool) {
        self.moment(|writer| {
            writer.date(days);
            writer.text.push(b'T');
            writer.time(rest, unit);
            if utc {
                writer.text.extend_from_slice(b"+00:00");
            }
        });
    }

    /// Writes the date that is so many days after 1970 began.
    fn date(&mut self, days: i64) {
        // Days of the calendar in eras of 400 years that begin in March.
        let (era, day) = split(days.saturating_add(719_468), 146_097);
        let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
        let of_year = day - (365 * year + year / 4 - year / 100);
        let month = (5 * of_year + 2) / 153;
        let date = of_year - (153 * month + 2) / 5 + 1;
        let month = if month < 10 { month + 3 } else { month - 9 };
        let year = year + era * 400 + i64::from(month <= 2);
        self.put(format_args!("{year:04}-{month:02}-{date:02}"));
    }

    fn time(&mut self, units: i64, unit: Unit) {
        let (seconds, part) = split(units, unit.per_second());
        let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        self.put(format_args!("{hours:02}:{minutes:02}:{seconds:02}"));
        // As many digits as the moment needs: those of milliseconds, microseconds or nanoseconds.
        let nanos = part * (1_000_000_000 / unit.per_second());
        match nanos {
            0 => {}
            _ if nanos % 1_000_000 == 0 => self.put(format_args!(".{:03}", nanos / 1_000_000)),
            _ if nanos % 1000 == 0 => self.put(format_args!(".{:06}", nanos / 1000)),
            _ => self.put(format_args!(".{nanos:09}")),
        }
    }
}

fn split(value: i64, by: i64) -> (i64, i64) {
    (value.div_euclid(by), value.rem_euclid(by))
}

/// A number with as many digits as tell it from all others of its type.
struct Shortest<T>(T);

impl<T: std::fmt::Debug> Display for Shortest<T> {
    /// Writes it as Python does, whose exponents have a sign and two digits.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let text = format!("{:?}", self.0);
        match text.split_once('e') {
            None => f.write_str(&text),
            Some((digits, exponent)) => {
                let power = exponent.trim_start_matches('-');
                let sign = if power.len() < exponent.len() { '-' } else { '+' };
                write!(f, "{digits}e{sign}{power:0>2}")
            }
        }
    }
}

/// The number that 16 bits stand for.
fn half(bits: u16) -> f32 {
    let sign = if bits >> 15 == 1 { -1.0 } else { 1.0 };
    let (exponent, part) = (i32::from(bits >> 10 & 31), f32::from(bits & 1023) / 1024.0);
    sign * match exponent {
        0 => part * 2_f32.powi(-14),
        31 if part == 0.0 => f32::INFINITY,
        31 => f32::NAN,
        _ => (1.0 + part) * 2_f32.powi(exponent - 15),
    }
}

/// The decimal digits of a whole number in two's complement, its highest byte first, without its sign.
fn digits(bytes: &[u8], negative: bool) -> Vec<u8> {
    let mut magnitude: Vec<u8> =
        bytes.iter().map(|byte| if negative { !byte } else { *byte }).collect();
    if negative {
        for byte in magnitude.iter_mut().rev() {
            *byte = byte.wrapping_add(1);
            if *byte != 0 {
                break;
            }
        }
    }
    let mut digits = Vec::new();
    while digits.is_empty() || magnitude.iter().any(|byte| *byte != 0) {
        let mut rest = 0_u16;
        for byte in &mut magnitude {
            let value = rest << 8 | u16::from(*byte);
            *byte = (value / 10) as u8;
            rest = value % 10;
        }
        digits.push(b'0' + rest as u8);
    }
    digits.reverse();
    digits
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(value: Value, physical: Physical, meaning: Meaning) -> String {
        let path = String::new();
        let leaf = Leaf { path, physical, meaning, defined: 0, repeated: 0 };
        let mut writer = Writer::default();
        writer.value(value, &leaf);
        String::from_utf8(writer.text).unwrap()
    }

    #[test]
    fn numbers_mean_what_their_column_says() {
        use Physical::{Boolean, Double, Float, Int32, Int64};
        let minus = (-5_i64).cast_unsigned();
        for (bits, physical, meaning, text) in [
            (1, Boolean, Meaning::Plain, "true"),
            (minus, Int32, Meaning::Plain, "-5"),
            (u64::from(u32::MAX), Int32, Meaning::Plain, "-1"),
            (u64::MAX, Int32, Meaning::Unsigned, "4294967295"),
            (u64::MAX, Int64, Meaning::Unsigned, "18446744073709551615"),
            (u64::from(0.1_f32.to_bits()), Float, Meaning::Plain, "0.1"),
            (1e22_f64.to_bits(), Double, Meaning::Plain, "1e+22"),
            (f64::NAN.to_bits(), Double, Meaning::Plain, "NaN"),
            (f64::NEG_INFINITY.to_bits(), Double, Meaning::Plain, "-Infinity"),
            (minus, Int64, Meaning::Decimal(2), "-0.05"),
            (1234, Int32, Meaning::Decimal(2), "12.34"),
            (12, Int32, Meaning::Decimal(0), "12"),
            (0, Int32, Meaning::Date, "\"1970-01-01\""),
            (u64::from((-1_i32).cast_unsigned()), Int32, Meaning::Date, "\"1969-12-31\""),
            (11_016, Int32, Meaning::Date, "\"2000-02-29\""),
            (1500, Int32, Meaning::Time(Unit::Millis), "\"00:00:01.500\""),
            (
                minus,
                Int64,
                Meaning::Timestamp(Unit::Micros, true),
                "\"1969-12-31T23:59:59.999995+00:00\"",
            ),
            (86_400_000, Int64, Meaning::Timestamp(Unit::Millis, false), "\"1970-01-02T00:00:00\""),
            (1, Int64, Meaning::Timestamp(Unit::Nanos, false), "\"1970-01-01T00:00:00.000000001\""),
        ] {
            assert_eq!(written(Value::Number(bits), physical, meaning), text);
        }
        for bits in [i64::MIN.cast_unsigned(), i64::MAX.cast_unsigned()] {
            for meaning in [
                Meaning::Date,
                Meaning::Time(Unit::Nanos),
                Meaning::Timestamp(Unit::Millis, true),
                Meaning::Decimal(u32::MAX),
            ] {
                assert!(!written(Value::Number(bits), Int64, meaning).is_empty());
            }
        }
    }

    #[test]
    fn bytes_mean_what_their_column_says() {
        use Physical::{Bytes, Fixed, Int96};
        let text = "say \"ä\"\n\u{1}\\";
        for (bytes, physical, meaning, wanted) in [
            (text.as_bytes(), Bytes, Meaning::Plain, "\"say \\\"ä\\\"\\n\\u0001\\\\\""),
            (b"\xff", Bytes, Meaning::Plain, "null"),
            (b"{\"a\":\n1}", Bytes, Meaning::Json, "{\"a\": 1}"),
            (b"{a}", Bytes, Meaning::Json, "\"{a}\""),
            (b"\xff\x85", Fixed(2), Meaning::Decimal(1), "-12.3"),
            (b"", Bytes, Meaning::Decimal(1), "0.0"),
            (&[255; 32], Fixed(32), Meaning::Decimal(3), "-0.001"),
            (b"\x00\x3c", Fixed(2), Meaning::Float16, "1.0"),
            (b"\x01\x00", Fixed(2), Meaning::Float16, "5.9604645e-08"),
            (&[0; 16], Fixed(16), Meaning::Uuid, "\"00000000-0000-0000-0000-000000000000\""),
            (
                &[1, 0, 0, 0, 2, 0, 0, 0, 220, 5, 0, 0],
                Fixed(12),
                Meaning::Interval,
                "\"P1M2DT1.500S\"",
            ),
            (
                &[0, 202, 154, 59, 0, 0, 0, 0, 141, 61, 37, 0],
                Int96,
                Meaning::Plain,
                "\"1970-01-02T00:00:01\"",
            ),
        ] {
            assert_eq!(written(Value::Bytes(bytes), physical, meaning), wanted);
        }
    }
}
