//! Text in UTF-16 and Windows-1252 becomes UTF-8; which of them it is, the first bytes tell.

use super::encoding::MARK;
use super::rows::Rows;
use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::digits::grouped;
use serde::{Deserialize, Serialize};

/// How the bytes of a file stand for characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Encoding {
    /// UTF-8, with or without a byte order mark.
    Utf8,
    /// UTF-16, the lower byte of each unit first.
    Utf16Le,
    /// UTF-16, the higher byte first.
    Utf16Be,
    /// Windows-1252, Western European.
    Windows1252,
}

/// Characters of Windows-1252 from 0x80 to 0x9F; 0 where it has none. All others are those of the
/// same number in Unicode.
const WINDOWS: [u16; 32] = [
    0x20ac, 0, 0x201a, 0x192, 0x201e, 0x2026, 0x2020, 0x2021, 0x2c6, 0x2030, 0x160, 0x2039, 0x152,
    0, 0x17d, 0, 0, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x2dc, 0x2122, 0x161,
    0x203a, 0x153, 0, 0x17e, 0x178,
];

/// Bytes that are looked at for the NULs of UTF-16.
const LOOK: usize = 4096;

impl Encoding {
    /// The encoding of a file that begins with these bytes.
    pub(crate) fn of(head: &[u8]) -> Self {
        if head.starts_with(b"\xff\xfe") || head.starts_with(b"\xfe\xff") {
            return if head[0] == 0xfe { Self::Utf16Be } else { Self::Utf16Le };
        }
        // Most characters of any table (separators, digits, Latin letters) have a NUL beside them.
        let look = &head[..head.len().min(LOOK)];
        let nul = |odd: usize| look.iter().skip(odd).step_by(2).filter(|b| **b == 0).count();
        let (first, second) = (nul(0), nul(1));
        if (first + second) * 6 > look.len() && first.min(second) * 20 <= first.max(second) {
            return if first > second { Self::Utf16Be } else { Self::Utf16Le };
        }
        if is_windows(head) { Self::Windows1252 } else { Self::Utf8 }
    }

    pub(crate) fn named(name: &str) -> Option<Self> {
        let all = [Self::Utf8, Self::Utf16Le, Self::Utf16Be, Self::Windows1252];
        all.into_iter().find(|one| one.name(false) == name)
    }

    pub(crate) fn name(self, mark: bool) -> &'static str {
        match self {
            Self::Utf8 if mark => "utf-8-bom",
            Self::Utf8 => "utf-8",
            Self::Utf16Le => "utf-16le",
            Self::Utf16Be => "utf-16be",
            Self::Windows1252 => "windows-1252",
        }
    }
}

/// The text of a whole small file, without a byte order mark; `None` where it is none.
pub fn whole_text(bytes: &[u8]) -> Option<String> {
    let mut decoder = Decoder::new(Encoding::of(bytes));
    let text = decoder.as_mut().map_or(bytes, |decoder| decoder.push(bytes).as_bytes());
    let text = std::str::from_utf8(text.strip_prefix(MARK).unwrap_or(text)).ok()?;
    Some(text.to_owned())
}

/// Whether bytes that are no UTF-8 make sense as Windows-1252: hardly any of them are UTF-8, each
/// stands for a character, and they stand as accents and quotes do in words of Latin letters.
fn is_windows(head: &[u8]) -> bool {
    if std::str::from_utf8(head).is_ok() {
        return false;
    }
    let (mut valid, mut invalid) = (0_usize, 0_usize);
    for chunk in head.utf8_chunks() {
        valid += chunk.valid().chars().filter(|character| !character.is_ascii()).count();
        invalid += chunk.invalid().len();
    }
    // A head may end inside a character of UTF-8.
    let end = head.len().saturating_sub(4);
    let tail = head[end..].utf8_chunks().last().map_or(0, |chunk| chunk.invalid().len());
    if invalid <= if valid > 0 { tail } else { 0 } || valid * 4 > invalid {
        return false;
    }
    let (mut high, mut odd) = (0, 0);
    for (place, byte) in head.iter().enumerate() {
        let beside = |place: usize| head.get(place).copied().unwrap_or(b' ');
        let (before, after) = (beside(place.wrapping_sub(1)), beside(place + 1));
        match byte {
            0x80..=0x9f if WINDOWS[usize::from(byte - 0x80)] == 0 => return false,
            0..=8 | 0x0e..=0x1f => return false,
            0x80.. => {
                high += 1;
                // Other alphabets have words of such bytes, and letters where this one has signs.
                let sign = (0xa1..=0xbf).contains(byte)
                    && before.is_ascii_alphabetic()
                    && after.is_ascii_alphabetic();
                odd += usize::from(sign || (before >= 0xc0 && after >= 0xc0));
            }
            _ => {}
        }
    }
    odd * 10 <= high
}

#[derive(Debug)]
pub(crate) struct Decoder {
    encoding: Encoding,
    /// The first byte of a unit of UTF-16.
    byte: Option<u8>,
    /// The first half of a surrogate pair.
    half: Option<u16>,
    /// Bytes beyond ASCII, or units of UTF-16 that are no character.
    odd: u64,
    text: String,
}

impl Decoder {
    /// A decoder; `None` where nothing has to be done.
    pub(crate) fn new(encoding: Encoding) -> Option<Self> {
        let decoder = Self { encoding, byte: None, half: None, odd: 0, text: String::new() };
        (encoding != Encoding::Utf8).then_some(decoder)
    }

    pub(crate) fn push(&mut self, bytes: &[u8]) -> &str {
        self.text.clear();
        if self.encoding == Encoding::Windows1252 {
            for byte in bytes {
                let code = match byte {
                    0x80..=0x9f => u32::from(WINDOWS[usize::from(byte - 0x80)]),
                    _ => u32::from(*byte),
                };
                self.odd += u64::from(*byte >= 0x80);
                let known = char::from_u32(code).filter(|_| code > 0 || *byte == 0);
                self.text.push(known.unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            return &self.text;
        }
        for byte in bytes {
            let Some(first) = self.byte.take() else {
                self.byte = Some(*byte);
                continue;
            };
            let pair =
                if self.encoding == Encoding::Utf16Be { [first, *byte] } else { [*byte, first] };
            self.unit(u16::from_be_bytes(pair));
        }
        &self.text
    }

    fn unit(&mut self, unit: u16) {
        let half = self.half.take();
        if let Some(half) = half {
            if let Some(Ok(character)) = char::decode_utf16([half, unit]).next() {
                return self.text.push(character);
            }
            self.lost();
        }
        match char::from_u32(u32::from(unit)) {
            Some(character) => self.text.push(character),
            None if unit < 0xdc00 => self.half = Some(unit),
            None => self.lost(),
        }
    }

    fn lost(&mut self) {
        self.odd += 1;
        self.text.push(char::REPLACEMENT_CHARACTER);
    }

    /// The text of what is left, and what has to be said.
    pub(crate) fn finish(&mut self, rows: &mut Rows) -> &str {
        self.text.clear();
        if self.byte.take().is_some() || self.half.take().is_some() {
            self.lost();
        }
        let note = match self.encoding {
            _ if self.odd == 0 => None,
            Encoding::Windows1252 => {
                let message = match self.odd {
                    1 => "1 byte is read as Windows-1252, not as UTF-8".to_owned(),
                    odd => format!(
                        "{} bytes are read as Windows-1252, not as UTF-8",
                        grouped(odd as usize)
                    ),
                };
                Some(Diagnostic::warning(Code::Windows1252, message))
            }
            _ => {
                let message = match self.odd {
                    1 => "1 place is not valid UTF-16 and was replaced by U+FFFD".to_owned(),
                    odd => format!(
                        "{} places are not valid UTF-16 and were replaced by U+FFFD",
                        grouped(odd as usize)
                    ),
                };
                Some(Diagnostic::warning(Code::InvalidUtf16, message))
            }
        };
        if let Some(note) = note {
            rows.note(note.remedy("save the file as UTF-8 if letters look wrong"));
        }
        &self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings_are_told_apart() {
        let utf16 = |text: &str, big: bool| -> Vec<u8> {
            let bytes = if big { u16::to_be_bytes } else { u16::to_le_bytes };
            text.encode_utf16().flat_map(bytes).collect()
        };
        for (bytes, encoding) in [
            (b"id,a\n1,caf\xe9\n".to_vec(), Encoding::Windows1252),
            (b"1;\x84Gr\xfc\xdfe\x93 \x96 5 \x80\n".to_vec(), Encoding::Windows1252),
            ("id,a\n1,café\n".as_bytes().to_vec(), Encoding::Utf8),
            (b"only ascii".to_vec(), Encoding::Utf8),
            // One damaged byte among good ones; a head cut inside a character.
            (b"caf\xc3\xa9 caf\xc3\xa9 \xe9".to_vec(), Encoding::Utf8),
            (b"caf\xc3\xa9 caf\xc3".to_vec(), Encoding::Utf8),
            // Cyrillic in Windows-1251, Polish in 1250, Japanese in Shift JIS.
            (b"\xd0\xee\xf1\xf1\xe8\xff, \xcc\xee\xf1\xea\xe2\xe0".to_vec(), Encoding::Utf8),
            (b"Wa\xb3\xeasa, s\xb3owo, b\xb3\xb9d, p\xb3ot".to_vec(), Encoding::Utf8),
            (b"\x93\xfa\x96{\x8c\xea\x81A".to_vec(), Encoding::Utf8),
            (b"1,\xff\xfe\xfd\n".to_vec(), Encoding::Utf8),
            (utf16("\u{feff}id,a\n1,é\n", false), Encoding::Utf16Le),
            (utf16("\u{feff}id,a\n1,é\n", true), Encoding::Utf16Be),
            (utf16("id,a\n1,日本\n", false), Encoding::Utf16Le),
            (utf16("id,a\n1,日本\n", true), Encoding::Utf16Be),
        ] {
            assert_eq!(Encoding::of(&bytes), encoding, "{bytes:x?}");
        }
    }

    #[test]
    fn windows_has_its_characters() {
        let bytes: Vec<u8> = (0x80..=0xff).collect();
        let mut decoder = Decoder::new(Encoding::Windows1252).unwrap();
        let text = decoder.push(&bytes).to_owned();
        assert!(text.starts_with(
            "€\u{fffd}‚ƒ„…†‡ˆ‰Š‹Œ\u{fffd}Ž\u{fffd}\u{fffd}‘’“”•–—˜™š›œ\u{fffd}žŸ\u{a0}¡"
        ));
        assert!(text.ends_with("üýþÿ"));
        assert_eq!((text.chars().count(), decoder.odd), (128, 128));
        assert_eq!(WINDOWS.iter().filter(|code| **code > 0).count(), 27);
    }
}
