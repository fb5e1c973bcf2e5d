//! JSON text of what the program says: messages, reports, quoted texts.

use crate::base::digits::shortest;
use serde::Serialize;
use serde_json::ser::Formatter;
use std::io;

/// One line without spaces, as `serde_json`'s own compact form, but for the exponents of floats.
struct Compact;

impl Formatter for Compact {
    fn write_f64<W: io::Write + ?Sized>(&mut self, writer: &mut W, value: f64) -> io::Result<()> {
        writer.write_all(shortest(value).as_bytes())
    }
}

/// The JSON text of plain data: on one line, without spaces. Floats are the shortest decimals that
/// read back as the same float; not-a-number and the infinities are null.
pub fn json_text<T: Serialize + ?Sized>(value: &T) -> String {
    let mut out = Vec::new();
    let mut serializer = serde_json::Serializer::with_formatter(&mut out, Compact);
    // Only a map whose keys are no texts, or a writer that fails, could stand in the way.
    match value.serialize(&mut serializer) {
        Ok(()) => String::from_utf8(out).unwrap_or_default(),
        Err(_) => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn floats_are_the_shortest_that_come_back(bits: u64) {
            let value = f64::from_bits(bits);
            let text = json_text(&value);
            if value.is_finite() {
                prop_assert_eq!(&text, &crate::base::digits::shortest(value));
                prop_assert_eq!(text.parse::<f64>().unwrap().to_bits(), bits);
            } else {
                prop_assert_eq!(text, "null");
            }
        }
    }

    #[test]
    fn keys_that_are_numbers_become_text() {
        let map = BTreeMap::from([(3_u32, "a"), (1, "b")]);
        assert_eq!(json_text(&map), r#"{"1":"b","3":"a"}"#);
    }
}
