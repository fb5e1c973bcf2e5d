//! JSON text to a tree.
//!
//! The page reads with a tree and [`super::read`] instead of serde's derived readers: for the fifty
//! types of the protocol those are as large as the rest of the page, and the page has to be small.

/// Deeper than any reply; deeper text is refused rather than overflowing the stack.
const DEEPEST: u32 = 64;

/// A JSON value.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Json {
    /// `null`, and whatever is not there.
    #[default]
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// Any number; whole numbers are exact up to 2^53.
    Number(f64),
    /// A string.
    Text(String),
    /// An array.
    List(Vec<Json>),
    /// An object, in the order written.
    Object(Vec<(String, Json)>),
}

impl Json {
    /// Reads a whole text; `None` where it is not JSON.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parser = Parser { text, at: 0 };
        let json = parser.value(0)?;
        parser.space();
        (parser.at == text.len()).then_some(json)
    }

    /// Takes a member out of an object; null where there is none.
    pub fn member(&mut self, name: &str) -> Self {
        let Self::Object(members) = self else { return Self::Null };
        let found = members.iter_mut().find(|(key, _)| key == name);
        found.map_or(Self::Null, |(_, value)| std::mem::take(value))
    }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
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

    fn number(&mut self) -> Option<Json> {
        let from = self.at;
        while let Some(b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E') = self.peek() {
            self.at += 1;
        }
        number(&self.text[from..self.at]).map(Json::Number)
    }

    fn string(&mut self) -> Option<String> {
        (self.peek()? == b'"').then(|| self.at += 1)?;
        let mut string = String::new();
        loop {
            let rest = self.text.get(self.at..)?;
            let plain = rest.find(['"', '\\'])?;
            string.push_str(&rest[..plain]);
            self.at += plain + 1;
            if rest.as_bytes()[plain] == b'"' {
                return Some(string);
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

/// The browser's own reading of a number: Rust's brings ten kilobytes of tables.
#[cfg(target_arch = "wasm32")]
fn number(text: &str) -> Option<f64> {
    let number = js_sys::parse_float(text);
    (!number.is_nan()).then_some(number)
}

#[cfg(not(target_arch = "wasm32"))]
fn number(text: &str) -> Option<f64> {
    text.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_serde_writes() {
        let texts =
            ["quote \" slash \\ / tab \t bell \u{7} line \n", "Röntgen שלום 𝄞", "", "\u{202e}"];
        for text in texts {
            let json = serde_json::to_string(text).unwrap();
            assert_eq!(Json::parse(&json), Some(Json::Text(text.to_owned())), "{json}");
        }
        assert_eq!(Json::parse(r#""\ud834\udd1e""#), Some(Json::Text("𝄞".to_owned())));
        for number in [0.0, -1.5, 1e-9, 9_007_199_254_740_991.0, 0.252_354_570_637_119_14] {
            let json = serde_json::to_string(&number).unwrap();
            assert_eq!(Json::parse(&json), Some(Json::Number(number)), "{json}");
        }
    }

    #[test]
    fn takes_members_out() {
        let mut json = Json::parse(r#" { "a" : [ 1 , null ] , "b" : { } } "#).unwrap();
        assert_eq!(json.member("a"), Json::List(vec![Json::Number(1.0), Json::Null]));
        assert_eq!(json.member("b"), Json::Object(Vec::new()));
        assert_eq!(json.member("c"), Json::Null);
    }

    #[test]
    fn refuses_what_is_not_json() {
        for text in ["", "{", "[1,]", "tru", "\"a", "1 2", "{\"a\" 1}", "\"\\x\""] {
            assert_eq!(Json::parse(text), None, "{text}");
        }
        assert_eq!(Json::parse(&"[".repeat(100_000)), None);
    }
}
