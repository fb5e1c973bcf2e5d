//! JSON text of what the program says: messages, reports, quoted texts.
//!
//! Written from lists of names and values: serde's derived writers weigh several times as much in
//! what a browser loads.

use crate::digits::shortest;
use crate::small_map::SmallMap;
use std::fmt::Write as _;

/// What can be written as JSON.
pub trait ToJson {
    /// Appends the text, on one line and without spaces.
    fn write(&self, out: &mut String);
}

/// The JSON text of plain data: on one line, without spaces. Floats are the shortest decimals that
/// read back as the same float; not-a-number and the infinities are null.
pub fn json_text(value: &dyn ToJson) -> String {
    let mut out = String::new();
    value.write(&mut out);
    out
}

/// An object by its names and values.
pub struct Members<'a>(pub &'a [(&'a str, &'a dyn ToJson)]);

impl ToJson for Members<'_> {
    fn write(&self, out: &mut String) {
        out.push('{');
        for (index, (name, value)) in self.0.iter().enumerate() {
            if index > 0 {
                out.push(',');
            }
            name.write(out);
            out.push(':');
            value.write(out);
        }
        out.push('}');
    }
}

impl<T: ToJson + ?Sized> ToJson for &T {
    fn write(&self, out: &mut String) {
        (**self).write(out);
    }
}

impl ToJson for str {
    fn write(&self, out: &mut String) {
        out.push('"');
        for character in self.chars() {
            let short = match character {
                '"' | '\\' => character,
                '\n' => 'n',
                '\t' => 't',
                '\r' => 'r',
                '\u{8}' => 'b',
                '\u{c}' => 'f',
                '\0'..' ' => {
                    // Writing to a text cannot fail.
                    let _ = write!(out, "\\u{:04x}", u32::from(character));
                    continue;
                }
                _ => {
                    out.push(character);
                    continue;
                }
            };
            out.extend(['\\', short]);
        }
        out.push('"');
    }
}

impl ToJson for String {
    fn write(&self, out: &mut String) {
        self.as_str().write(out);
    }
}

impl ToJson for bool {
    fn write(&self, out: &mut String) {
        out.push_str(if *self { "true" } else { "false" });
    }
}

impl ToJson for i64 {
    fn write(&self, out: &mut String) {
        let _ = write!(out, "{self}");
    }
}

impl ToJson for u64 {
    fn write(&self, out: &mut String) {
        let _ = write!(out, "{self}");
    }
}

impl ToJson for u32 {
    fn write(&self, out: &mut String) {
        u64::from(*self).write(out);
    }
}

impl ToJson for f64 {
    fn write(&self, out: &mut String) {
        out.push_str(&shortest(*self));
    }
}

impl<T: ToJson> ToJson for Option<T> {
    fn write(&self, out: &mut String) {
        match self {
            Some(value) => value.write(out),
            None => out.push_str("null"),
        }
    }
}

fn listed(items: &mut dyn Iterator<Item = &dyn ToJson>, out: &mut String) {
    out.push('[');
    for (index, item) in items.enumerate() {
        if index > 0 {
            out.push(',');
        }
        item.write(out);
    }
    out.push(']');
}

impl<T: ToJson> ToJson for Vec<T> {
    fn write(&self, out: &mut String) {
        listed(&mut self.iter().map(|item| item as &dyn ToJson), out);
    }
}

impl<A: ToJson, B: ToJson> ToJson for (A, B) {
    fn write(&self, out: &mut String) {
        listed(&mut [&self.0 as &dyn ToJson, &self.1].into_iter(), out);
    }
}

impl<K: ToJson + Ord, V: ToJson> ToJson for SmallMap<K, V> {
    /// Keys that are numbers become text.
    fn write(&self, out: &mut String) {
        out.push('{');
        for (index, (key, value)) in self.iter().enumerate() {
            if index > 0 {
                out.push(',');
            }
            let start = out.len();
            key.write(out);
            if !out[start..].starts_with('"') {
                out.insert(start, '"');
                out.push('"');
            }
            out.push(':');
            value.write(out);
        }
        out.push('}');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn texts_are_as_serde_writes_them(text in "\\PC*|[\\x00-\\x7f]*") {
            prop_assert_eq!(json_text(&text), serde_json::to_string(&text).unwrap());
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
        let floats = vec![1.0, 0.1, 1e-7, 1e300];
        assert_eq!(
            json_text(&(floats, vec![1_u64, u64::MAX])),
            "[[1.0,0.1,1e-7,1e300],[1,18446744073709551615]]"
        );
        assert_eq!(json_text(&i64::MIN), "-9223372036854775808");
    }

    #[test]
    fn objects_and_maps() {
        let map = SmallMap::from([(3_u32, "a".to_owned()), (1, "b".to_owned())]);
        assert_eq!(
            json_text(&Members(&[
                ("map", &map),
                ("none", &None::<bool>),
                ("empty", &Members(&[]))
            ])),
            r#"{"map":{"1":"b","3":"a"},"none":null,"empty":{}}"#
        );
    }
}
