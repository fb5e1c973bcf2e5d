//! The normal form of any text in one pass, but for the few characters that need more.

use super::{ARTICLES, Articles, WordForm, Words};

/// What has to be known of a character, in one number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Letter(u32);

impl Letter {
    const SPACE: u32 = 1 << 24;
    const ODD: u32 = 1 << 25;
    const WORD: u32 = 1 << 26;

    /// A character by its lower case, whether it is white space, and in which classes of words it
    /// is: one bit a class, of at most six.
    pub fn new(lower: char, space: bool, words: u32) -> Self {
        let space = if space { Self::SPACE } else { 0 };
        Self(u32::from(lower) | space | (words * Self::WORD))
    }

    /// The same, where the lower case depends on other characters or is more than one.
    #[must_use]
    pub fn odd(self) -> Self {
        Self(self.0 | Self::ODD)
    }

    fn lower(self) -> Option<char> {
        char::from_u32(self.0 & (Self::SPACE - 1))
    }

    fn is(self, bit: u32) -> bool {
        self.0 & bit != 0
    }
}

/// Classes of characters, by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Class {
    /// What words are made of.
    pub words: u32,
    /// Characters with which a text is not taken at all.
    pub barred: Option<u32>,
}

/// Characters that stand together in a [`Letters`].
const BLOCK: usize = 256;

/// What is known of characters, found out for each when it or one beside it is first met.
#[derive(Clone, Debug)]
pub struct Letters {
    blocks: Vec<Option<Box<[Letter; BLOCK]>>>,
    of: fn(char) -> Letter,
}

impl Letters {
    /// `of` tells what a character is.
    pub fn new(of: fn(char) -> Letter) -> Self {
        Self { blocks: Vec::new(), of }
    }

    #[inline]
    fn get(&mut self, c: char) -> Letter {
        let code = u32::from(c) as usize;
        match self.blocks.get(code / BLOCK) {
            Some(Some(block)) => block[code % BLOCK],
            _ => self.learn(code),
        }
    }

    #[cold]
    fn learn(&mut self, code: usize) -> Letter {
        let mut block = Box::new([Letter::default(); BLOCK]);
        let first = (code / BLOCK * BLOCK) as u32;
        for (letter, code) in block.iter_mut().zip(first..) {
            *letter = char::from_u32(code).map_or(Letter::default(), self.of);
        }
        let found = block[code % BLOCK];
        if self.blocks.is_empty() {
            self.blocks.resize(char::MAX as usize / BLOCK + 1, None);
        }
        self.blocks[code / BLOCK] = Some(block);
        found
    }
}

impl Words {
    /// Takes the words of a text in a normal form, with words of a class; `false`, and no words,
    /// where the lower case of an [odd](Letter::odd) character is wanted, or one is of a class that is barred.
    #[inline(never)]
    pub fn wide(
        &mut self,
        text: &str,
        form: WordForm,
        class: Class,
        letters: &mut Letters,
    ) -> bool {
        // The lower case of a character may take one byte more than its capital, of two at least.
        self.clear(text.len() / 2 * 3 + 2);
        let word = Letter::WORD << class.words;
        let barred = class.barred.map_or(0, |class| Letter::WORD << class);
        // Where the present word begins, which is not a token: “the” has three of them.
        let (mut run, mut end) = (None, 0);
        for c in text.chars() {
            let letter = letters.get(c);
            if (form.lowercase && letter.is(Letter::ODD)) || letter.is(barred) {
                self.clear(0);
                return false;
            }
            if form.no_punctuation && c.is_ascii_punctuation() {
                continue;
            }
            if letter.is(word) {
                run = run.or(Some(end));
            } else if let Some(start) = run.take() {
                end = self.end_run(start, end, form);
            }
            if letter.is(Letter::SPACE) {
                end = self.space(end);
            } else {
                let c = if form.lowercase { letter.lower().unwrap_or(c) } else { c };
                end = self.put(c, end);
            }
        }
        if let Some(start) = run {
            end = self.end_run(start, end, form);
        }
        if form.articles == Articles::GoBeforeWords && self.article != 0 {
            end = self.space(end);
            end = self.put_article(end);
        }
        self.len = end - usize::from(end > 0 && self.text[end - 1] == b' ');
        self.find_tokens();
        true
    }

    #[inline]
    fn put(&mut self, c: char, end: usize) -> usize {
        if c.is_ascii() {
            self.text[end] = c as u8;
            return end + 1;
        }
        let mut bytes = [0; 4];
        let length = c.encode_utf8(&mut bytes).len();
        // There is a margin behind the text.
        self.text[end..end + 4].copy_from_slice(&bytes);
        end + length
    }

    /// A space, but none at the beginning or beside another.
    fn space(&mut self, end: usize) -> usize {
        if end == 0 || self.text[end - 1] == b' ' {
            return end;
        }
        self.text[end] = b' ';
        end + 1
    }

    /// An article becomes a space.
    fn end_run(&mut self, start: usize, end: usize, form: WordForm) -> usize {
        if form.articles != Articles::Stay && ARTICLES.contains(&self.key(start, end - start)) {
            self.article = self.key(start, end - start);
            return self.space(start);
        }
        self.article = 0;
        end
    }
}
