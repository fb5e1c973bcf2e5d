//! JSON text of what the program says: replies, reports, quoted texts.

use crate::digits::shortest;
use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;
use std::io::{self, Write};

/// Writes floats with our own [`shortest`] digits: serde's way brings tables of its own to what a
/// browser loads.
struct Compact;

impl Formatter for Compact {
    fn write_f64<W: ?Sized + Write>(&mut self, out: &mut W, value: f64) -> io::Result<()> {
        out.write_all(shortest(value).as_bytes())
    }
}

/// The JSON text of plain data: on one line, without spaces. Floats are the shortest decimals that
/// read back as the same float; not-a-number and the infinities are null.
pub fn json_text(value: &(impl Serialize + ?Sized)) -> String {
    let mut out = Vec::new();
    // Plain data with text keys always serialises, and writing to memory cannot fail.
    let _ = value.serialize(&mut Serializer::with_formatter(&mut out, Compact));
    String::from_utf8(out).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    proptest! {
        #[test]
        fn texts_are_as_serde_writes_them(text in "\\PC*|[\\x00-\\x7f]*", n: i64, m: u64) {
            let value = json!({ text.clone(): [text, n, m, null, true, false], "empty": [{}, []] });
            prop_assert_eq!(json_text(&value), value.to_string());
        }

        #[test]
        fn floats_come_back(bits: u64) {
            let value = f64::from_bits(bits);
            let text = json_text(&value);
            if value.is_finite() {
                prop_assert_eq!(text.parse::<f64>().unwrap().to_bits(), bits);
                prop_assert!(serde_json::from_str::<f64>(&text).is_ok(), "{}", text);
            } else {
                prop_assert_eq!(text, "null");
            }
        }
    }

    #[test]
    fn numbers_keep_their_kind() {
        assert_eq!(json_text(&(1.0, 1, -1, 0.1, 1e-7, 1e300)), "[1.0,1,-1,0.1,1e-7,1e300]");
    }
}
