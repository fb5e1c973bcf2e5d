//! Numbers and texts in one row of bytes, for what workers of one program tell each other: the count of
//! words, the words, and then all texts, one behind the other.

/// Bytes of a word.
const WORD: usize = 4;

/// Writes numbers and texts.
#[derive(Clone, Debug, Default)]
pub struct Writer {
    words: Vec<u8>,
    texts: String,
}

impl Writer {
    /// A number.
    pub fn word(&mut self, number: u32) {
        self.words.extend_from_slice(&number.to_le_bytes());
    }

    /// A number of twice the size.
    pub fn long(&mut self, number: u64) {
        self.words.extend_from_slice(&number.to_le_bytes());
    }

    /// A float, to its last bit.
    pub fn float(&mut self, number: f64) {
        self.long(number.to_bits());
    }

    /// A text of less than 4 GiB.
    pub fn text(&mut self, text: &str) {
        self.word(text.len() as u32);
        self.texts.push_str(text);
    }

    /// A text of which the length is known from elsewhere.
    pub fn append(&mut self, text: &str) {
        self.texts.push_str(text);
    }

    /// All that another one was given.
    pub fn join(&mut self, other: &Self) {
        self.words.extend_from_slice(&other.words);
        self.texts.push_str(&other.texts);
    }

    /// All of it.
    pub fn finish(self) -> Vec<u8> {
        let Self { words, texts } = self;
        let mut bytes = Vec::with_capacity(WORD + words.len() + texts.len());
        bytes.extend_from_slice(&((words.len() / WORD) as u32).to_le_bytes());
        bytes.extend_from_slice(&words);
        bytes.extend_from_slice(texts.as_bytes());
        bytes
    }
}

/// Reads what a [`Writer`] wrote, in the same order. Whatever bytes it is given: what is not there is
/// `None`.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a> {
    words: &'a [u8],
    texts: &'a str,
}

impl<'a> Reader<'a> {
    /// A reader; `None` where these bytes are no such row.
    pub fn new(bytes: &'a [u8]) -> Option<Self> {
        let (count, rest) = bytes.split_first_chunk::<WORD>()?;
        let length = (u32::from_le_bytes(*count) as usize).checked_mul(WORD)?;
        let (words, texts) = rest.split_at_checked(length)?;
        Some(Self { words, texts: std::str::from_utf8(texts).ok()? })
    }

    /// A number.
    pub fn word(&mut self) -> Option<u32> {
        let (word, rest) = self.words.split_first_chunk::<WORD>()?;
        self.words = rest;
        Some(u32::from_le_bytes(*word))
    }

    /// A number of twice the size.
    pub fn long(&mut self) -> Option<u64> {
        let (long, rest) = self.words.split_first_chunk::<{ 2 * WORD }>()?;
        self.words = rest;
        Some(u64::from_le_bytes(*long))
    }

    /// A float.
    pub fn float(&mut self) -> Option<f64> {
        self.long().map(f64::from_bits)
    }

    /// A text.
    pub fn text(&mut self) -> Option<&'a str> {
        let length = self.word()? as usize;
        self.take(length)
    }

    /// A text of a length that is known.
    pub fn take(&mut self, length: usize) -> Option<&'a str> {
        let (text, rest) = self.texts.split_at_checked(length)?;
        self.texts = rest;
        Some(text)
    }

    /// A count of things of so many words each, of which no more are promised than are there.
    pub fn count(&mut self, words: usize) -> Option<usize> {
        let count = self.word()? as usize;
        (count.checked_mul(words)? <= self.words.len() / WORD).then_some(count)
    }

    /// Whether so many numbers are left, and no texts.
    pub fn is_of_words(&self, count: usize) -> bool {
        self.words.len() == WORD * count && self.texts.is_empty()
    }

    /// Whether there are numbers left.
    pub fn has_words(&self) -> bool {
        !self.words.is_empty()
    }

    /// Whether nothing is left.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty() && self.texts.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[derive(Clone, Debug, PartialEq)]
    enum Thing {
        Word(u32),
        Long(u64),
        Text(String),
    }

    fn thing() -> impl Strategy<Value = Thing> {
        prop_oneof![
            any::<u32>().prop_map(Thing::Word),
            any::<u64>().prop_map(Thing::Long),
            ".{0,9}".prop_map(Thing::Text),
        ]
    }

    proptest! {
        #[test]
        fn what_was_written_is_read(things in prop::collection::vec(thing(), 0..20)) {
            let mut writer = Writer::default();
            for thing in &things {
                match thing {
                    Thing::Word(number) => writer.word(*number),
                    Thing::Long(number) => writer.long(*number),
                    Thing::Text(text) => writer.text(text),
                }
            }
            let bytes = writer.finish();
            let mut reader = Reader::new(&bytes).expect("sound");
            for thing in things {
                let read = match thing {
                    Thing::Word(_) => reader.word().map(Thing::Word),
                    Thing::Long(_) => reader.long().map(Thing::Long),
                    Thing::Text(_) => reader.text().map(|text| Thing::Text(text.to_owned())),
                };
                prop_assert_eq!(read, Some(thing));
            }
            prop_assert!(reader.is_empty());
            prop_assert_eq!(reader.word(), None);
        }

        #[test]
        fn no_bytes_are_taken_for_more_than_they_are(bytes in prop::collection::vec(any::<u8>(), 0..40)) {
            if let Some(mut reader) = Reader::new(&bytes) {
                let mut read = 0;
                while let Some(text) = reader.text() {
                    read += WORD + text.len();
                }
                prop_assert!(read <= bytes.len());
            }
        }
    }
}
