//! JSON text to a tree, for what the program itself is told: messages, presets, lists of facts.
//! Data files are read by [`crate::input::json`], which keeps every cell as it was written.
//!
//! A tree of our own, and not serde's derived readers: for the fifty types of the protocol those
//! weigh as much as all the metrics together, and a browser has to load them.

use serde::{Serialize, Serializer};
use std::collections::BTreeMap;

/// Deeper text is refused rather than overflowing the stack.
const DEEPEST: u32 = 64;

/// A JSON value.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Json {
    /// `null`, and whatever is not there.
    #[default]
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number written without point and exponent.
    Integer(i64),
    /// Any other number.
    Float(f64),
    /// A string.
    Text(String),
    /// An array.
    List(Vec<Json>),
    /// An object, in the order written; a name may stand twice.
    Object(Vec<(String, Json)>),
}

impl Json {
    /// Reads a whole text.
    ///
    /// # Errors
    /// The byte offset of the first thing that is not JSON.
    pub fn parse(text: &str) -> Result<Self, usize> {
        Self::parse_with(text, |text| text.parse().ok())
    }

    /// The same with another reader of floats, which gets text of the right form.
    ///
    /// # Errors
    /// As [`Self::parse`].
    pub fn parse_with(text: &str, float: fn(&str) -> Option<f64>) -> Result<Self, usize> {
        let mut parser = Parser { text, at: 0, float };
        let json = parser.value(0);
        parser.space();
        json.filter(|_| parser.at == text.len()).ok_or(parser.at)
    }

    /// The text of a string.
    pub fn as_text(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    /// The items of an array.
    pub fn as_list(&self) -> Option<&[Self]> {
        if let Self::List(list) = self { Some(list) } else { None }
    }

    /// The members of an object.
    pub fn as_object(&self) -> Option<&[(String, Self)]> {
        if let Self::Object(members) = self { Some(members) } else { None }
    }

    /// A truth value.
    pub fn as_bool(&self) -> Option<bool> {
        if let Self::Bool(value) = self { Some(*value) } else { None }
    }

    /// A number.
    pub fn as_float(&self) -> Option<f64> {
        match self {
            Self::Integer(number) => Some(*number as f64),
            Self::Float(number) => Some(*number),
            _ => None,
        }
    }

    /// Takes a member out of an object and reads it; one that is not there reads as null.
    pub fn take<T: FromJson>(&mut self, name: &str) -> Option<T> {
        T::from_json(self.member(name))
    }

    /// Takes a member out that has to be there. What could fail here and there would have to be
    /// undone here and there, which weighs a third of all reading.
    ///
    /// # Panics
    /// Where it is not there or of another shape. Page and worker of one release never see that, and
    /// they compare their releases first.
    pub fn field<T: FromJson>(&mut self, name: &str) -> T {
        self.take(name).unwrap_or_else(|| lacking(name))
    }

    #[inline(never)]
    fn member(&mut self, name: &str) -> Self {
        let Self::Object(members) = self else { return Self::Null };
        let found = members.iter_mut().find(|(key, _)| key == name);
        found.map_or(Self::Null, |(_, value)| std::mem::take(value))
    }
}

#[inline(never)]
fn lacking<T>(name: &str) -> T {
    panic!("a message has no {name}")
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Integer(number) => serializer.serialize_i64(*number),
            Self::Float(number) => serializer.serialize_f64(*number),
            Self::Text(text) => serializer.serialize_str(text),
            Self::List(list) => serializer.collect_seq(list),
            Self::Object(members) => {
                serializer.collect_map(members.iter().map(|(name, value)| (name, value)))
            }
        }
    }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    float: fn(&str) -> Option<f64>,
}

impl Parser<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn space(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.peek() {
            self.at += 1;
        }
    }

    fn eat(&mut self, byte: u8) -> Option<()> {
        self.space();
        (self.peek() == Some(byte)).then(|| self.at += 1)
    }

    fn word(&mut self, word: &str, value: Json) -> Option<Json> {
        self.text.get(self.at..)?.starts_with(word).then(|| self.at += word.len())?;
        Some(value)
    }

    fn value(&mut self, depth: u32) -> Option<Json> {
        if depth > DEEPEST {
            return None;
        }
        self.space();
        match self.peek()? {
            b'n' => self.word("null", Json::Null),
            b't' => self.word("true", Json::Bool(true)),
            b'f' => self.word("false", Json::Bool(false)),
            b'"' => self.string().map(Json::Text),
            b'[' => {
                let mut list = Vec::new();
                self.members(b'[', b']', |parser| {
                    list.push(parser.value(depth + 1)?);
                    Some(())
                })?;
                Some(Json::List(list))
            }
            b'{' => {
                let mut members = Vec::new();
                self.members(b'{', b'}', |parser| {
                    parser.space();
                    let name = parser.string()?;
                    parser.eat(b':')?;
                    members.push((name, parser.value(depth + 1)?));
                    Some(())
                })?;
                Some(Json::Object(members))
            }
            _ => self.number(),
        }
    }

    /// What stands between two brackets, separated by commas.
    fn members(
        &mut self,
        open: u8,
        close: u8,
        mut one: impl FnMut(&mut Self) -> Option<()>,
    ) -> Option<()> {
        self.eat(open)?;
        if self.eat(close).is_some() {
            return Some(());
        }
        loop {
            one(self)?;
            if self.eat(b',').is_none() {
                return self.eat(close);
            }
        }
    }

    fn digits(&mut self) -> Option<()> {
        let from = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        (self.at > from).then_some(())
    }

    fn one_of(&mut self, bytes: &[u8]) -> bool {
        let found = self.peek().is_some_and(|byte| bytes.contains(&byte));
        self.at += usize::from(found);
        found
    }

    fn number(&mut self) -> Option<Json> {
        let from = self.at;
        self.one_of(b"-");
        if !self.one_of(b"0") {
            self.digits()?;
        }
        let whole = self.at;
        if self.one_of(b".") {
            self.digits()?;
        }
        if self.one_of(b"eE") {
            self.one_of(b"+-");
            self.digits()?;
        }
        let text = &self.text[from..self.at];
        if self.at == whole
            && let Ok(number) = text.parse()
        {
            return Some(Json::Integer(number));
        }
        (self.float)(text).filter(|number| number.is_finite()).map(Json::Float)
    }

    fn string(&mut self) -> Option<String> {
        (self.peek()? == b'"').then(|| self.at += 1)?;
        let mut string = String::new();
        loop {
            let rest = self.text.get(self.at..)?;
            let plain = rest.bytes().position(|byte| matches!(byte, b'"' | b'\\' | 0..0x20))?;
            string.push_str(&rest[..plain]);
            self.at += plain;
            match self.peek()? {
                b'"' => {
                    self.at += 1;
                    return Some(string);
                }
                b'\\' => self.at += 1,
                _ => return None,
            }
            let escape = self.peek()?;
            self.at += 1;
            string.push(match escape {
                b'n' => '\n',
                b't' => '\t',
                b'r' => '\r',
                b'b' => '\u{8}',
                b'f' => '\u{c}',
                b'u' => self.unicode()?,
                b'"' | b'\\' | b'/' => escape as char,
                _ => return None,
            });
        }
    }

    /// The rest of `\u`, with the second half of a pair.
    fn unicode(&mut self) -> Option<char> {
        let first = self.four_digits()?;
        if !(0xd800..0xdc00).contains(&first) {
            return Some(char::from_u32(first).unwrap_or(char::REPLACEMENT_CHARACTER));
        }
        self.word("\\u", Json::Null)?;
        let second = self.four_digits()?.checked_sub(0xdc00)?;
        char::from_u32(0x10000 + ((first - 0xd800) << 10) + second)
    }

    fn four_digits(&mut self) -> Option<u32> {
        let digits = self.text.get(self.at..self.at + 4)?;
        self.at += 4;
        u32::from_str_radix(digits, 16).ok()
    }
}

/// What can be read from a tree.
pub trait FromJson: Sized {
    /// The value, or `None` where the tree has another shape.
    fn from_json(json: Json) -> Option<Self>;
}

impl FromJson for String {
    fn from_json(json: Json) -> Option<Self> {
        if let Json::Text(text) = json { Some(text) } else { None }
    }
}

impl FromJson for bool {
    fn from_json(json: Json) -> Option<Self> {
        json.as_bool()
    }
}

impl FromJson for f64 {
    fn from_json(json: Json) -> Option<Self> {
        json.as_float()
    }
}

impl FromJson for u64 {
    fn from_json(json: Json) -> Option<Self> {
        if let Json::Integer(number) = json { number.try_into().ok() } else { None }
    }
}

impl FromJson for u32 {
    fn from_json(json: Json) -> Option<Self> {
        u64::from_json(json)?.try_into().ok()
    }
}

impl<T: FromJson> FromJson for Option<T> {
    fn from_json(json: Json) -> Option<Self> {
        if json == Json::Null { Some(None) } else { T::from_json(json).map(Some) }
    }
}

impl<T: FromJson> FromJson for Vec<T> {
    fn from_json(json: Json) -> Option<Self> {
        let Json::List(list) = json else { return None };
        let mut values = Self::with_capacity(list.len());
        for item in list {
            values.push(T::from_json(item)?);
        }
        Some(values)
    }
}

impl<A: FromJson, B: FromJson> FromJson for (A, B) {
    fn from_json(json: Json) -> Option<Self> {
        let Json::List(list) = json else { return None };
        let [a, b] = <[Json; 2]>::try_from(list).ok()?;
        Some((A::from_json(a)?, B::from_json(b)?))
    }
}

impl<K: FromJson + Ord, V: FromJson> FromJson for BTreeMap<K, V> {
    /// Keys that are numbers stand as text in JSON.
    fn from_json(json: Json) -> Option<Self> {
        let Json::Object(members) = json else { return None };
        let mut map = Self::new();
        for (key, value) in members {
            let number = key.parse().ok().map(Json::Integer);
            let key = K::from_json(Json::Text(key)).or_else(|| K::from_json(number?))?;
            map.insert(key, V::from_json(value)?);
        }
        Some(map)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json_text::json_text;
    use proptest::prelude::*;
    use serde_json::Value;

    fn value() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            any::<f64>().prop_filter("JSON has no others", |f| f.is_finite()).prop_map(Value::from),
            "\\PC*|[\\x00-\\x7f]*".prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 32, 5, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
                prop::collection::btree_map("\\PC*", inner, 0..5).prop_map(Value::from_iter),
            ]
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn it_reads_and_writes_what_serde_does(value in value(), pretty: bool) {
            let text =
                if pretty { serde_json::to_string_pretty(&value) } else { serde_json::to_string(&value) };
            let json = Json::parse(&text.unwrap()).unwrap();
            let again: Value = serde_json::from_str(&json_text(&json)).unwrap();
            prop_assert_eq!(again, value);
        }

        #[test]
        fn it_refuses_what_serde_refuses(text in "[\\[\\]{}:,\"\\\\ a0-2.eEtruenlfs+-]{0,12}") {
            let theirs = serde_json::from_str::<Value>(&text);
            prop_assert_eq!(Json::parse(&text).is_ok(), theirs.is_ok(), "{}", text);
        }
    }

    #[test]
    fn takes_members_out() {
        let mut json = Json::parse(r#" { "a" : [ 1 , null ] , "b" : { } } "#).unwrap();
        assert_eq!(json.member("a"), Json::List(vec![Json::Integer(1), Json::Null]));
        assert_eq!(json.member("b"), Json::Object(Vec::new()));
        assert_eq!(json.member("c"), Json::Null);
    }

    #[test]
    fn it_says_where_json_ends() {
        for (text, at) in [
            ("", 0),
            ("{", 1),
            ("[1,]", 3),
            ("tru", 0),
            ("\"a", 1),
            ("1 2", 2),
            ("{\"a\" 1}", 5),
            ("{\n}}", 3),
            ("01", 1),
        ] {
            assert_eq!(Json::parse(text), Err(at), "{text}");
        }
        assert!(Json::parse(&"[".repeat(100_000)).is_err());
        assert_eq!(Json::parse(r#""\ud834\udd1e""#), Ok(Json::Text("𝄞".to_owned())));
    }
}
