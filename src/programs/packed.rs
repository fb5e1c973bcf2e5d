//! Tests as `LiveCodeBench` packs them: JSON, or base64 of zlib of a pickle that holds JSON as one text.

use base64::Engine as _;
use base64::alphabet::STANDARD;
use base64::engine::general_purpose::{GeneralPurpose, NO_PAD};
use flate2::bufread::ZlibDecoder;
use std::borrow::Cow;
use std::io::{ErrorKind, Read};

/// Longer tests are refused, so that a small file cannot fill the memory.
const MOST: usize = 1 << 28;

/// The JSON text of packed tests.
///
/// # Errors
/// What is wrong with them, in words.
pub(super) fn unpack(text: &str) -> Result<String, String> {
    #[cfg(test)]
    UNPACKED.with(|count| count.set(count.get() + 1));
    // What was packed is let go of before its text is copied.
    let pickled = inflate(&base64(text).ok_or("it is neither JSON nor base64")?)?;
    pickled_text(&pickled)
}

#[cfg(test)]
thread_local! {
    /// How many texts were unpacked.
    pub(crate) static UNPACKED: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// The bytes of base64 text; `None` where it is none. White space and missing or needless padding are
/// passed over, as Python does.
fn base64(text: &str) -> Option<Vec<u8>> {
    const LENIENT: GeneralPurpose =
        GeneralPurpose::new(&STANDARD, NO_PAD.with_decode_allow_trailing_bits(true));
    let mut digits = Cow::Borrowed(text);
    if text.contains(|c: char| c.is_ascii_whitespace()) {
        digits.to_mut().retain(|c| !c.is_ascii_whitespace());
    }
    LENIENT.decode(digits.trim_end_matches('=')).ok()
}

/// The bytes that zlib packed, RFC 1950, with its check sum held to.
fn inflate(packed: &[u8]) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::with_capacity(packed.len().saturating_mul(4).min(MOST));
    let read = ZlibDecoder::new(packed).take(MOST as u64).read_to_end(&mut bytes);
    match read.map_err(|error| error.kind()) {
        Ok(MOST) => Err(format!("it is longer than {} MiB unpacked", MOST >> 20)),
        Ok(_) => Ok(bytes),
        Err(ErrorKind::UnexpectedEof) => Err("it ends before it is complete".to_owned()),
        Err(_) => Err("it is not compressed with zlib, or is damaged".to_owned()),
    }
}

/// The text that a pickle holds, where it holds one text and nothing else. A pickle is a program for a
/// machine that can call anything; what is read here can only be a text.
fn pickled_text(pickle: &[u8]) -> Result<String, String> {
    let mut rest = pickle;
    let mut text = None;
    let take = |count: usize, rest: &mut &[u8]| -> Result<Vec<u8>, String> {
        let bytes = rest.get(..count).ok_or("its pickle ends before it is complete")?.to_vec();
        *rest = &rest[count..];
        Ok(bytes)
    };
    loop {
        let opcode = take(1, &mut rest)?[0];
        // Bytes of the number behind it: the length of a text, or what is passed over.
        let (size, is_text) = match opcode {
            // PROTO, BINPUT, LONG_BINPUT, FRAME, MEMOIZE
            0x80 | b'q' => (1, false),
            b'r' => (4, false),
            0x95 => (8, false),
            0x94 => (0, false),
            // SHORT_BINUNICODE, BINUNICODE, BINUNICODE8
            0x8c => (1, true),
            b'X' => (4, true),
            0x8d => (8, true),
            // STOP
            b'.' => return text.ok_or_else(|| "its pickle holds nothing".to_owned()),
            _ => return Err(format!("its pickle holds more than a text: opcode {opcode:#04x}")),
        };
        let number = take(size, &mut rest)?;
        if is_text {
            if text.is_some() {
                return Err("its pickle holds more than one text".to_owned());
            }
            let mut length = [0; 8];
            length[..size].copy_from_slice(&number);
            let length = usize::try_from(u64::from_le_bytes(length)).unwrap_or(usize::MAX);
            let bytes = take(length, &mut rest)?;
            text = Some(String::from_utf8(bytes).map_err(|_| "its text is not UTF-8")?);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base64::prelude::BASE64_STANDARD;
    use proptest::prelude::*;

    // base64.b64encode(zlib.compress(pickle.dumps('[{"input": "1\\n", "output": "é", "testtype": "stdin"}]', P)))
    // by CPython 3.11, for the protocols 2, 4 and 5.
    const PACKED: [&str; 3] = [PROTOCOL_2, PROTOCOL_4, PROTOCOL_5];
    const TEXT: &str = r#"[{"input": "1\n", "output": "é", "testtype": "stdin"}]"#;
    const PROTOCOL_2: &str =
        "eJxrYIowZ2BgiK5WyswrKC1RslJQMozJU9JRUMovLYEKHF4J4pekFpeUVBakgkSKS1Iy85RqYwsZ9ABjzBOL";
    const PROTOCOL_4: &str =
        "eJxrYJlqzQABPebR1UqZeQWlJUpWCkqGMXlKOgpK+aUlUIHDK0H8ktTikpLKglSQSHFJSmaeUm3sFD0AlaUUtA==";
    const PROTOCOL_5: &str =
        "eJxrYJ1qzQABPebR1UqZeQWlJUpWCkqGMXlKOgpK+aUlUIHDK0H8ktTikpLKglSQSHFJSmaeUm3sFD0AleoUtQ==";
    #[test]
    fn what_python_packs_is_unpacked() {
        for packed in PACKED {
            assert_eq!(unpack(packed).as_deref(), Ok(TEXT));
            let lines: String = packed.chars().flat_map(|letter| [letter, '\n']).collect();
            assert_eq!(unpack(&lines).as_deref(), Ok(TEXT));
        }
        assert_eq!(unpack("x!").unwrap_err(), "it is neither JSON nor base64");
        assert_eq!(unpack("AAAA").unwrap_err(), "it is not compressed with zlib, or is damaged");
        let cut = &PACKED[1][..40];
        assert_eq!(unpack(cut).unwrap_err(), "it ends before it is complete");
    }

    #[test]
    fn a_pickle_that_is_more_than_a_text_is_refused() {
        let of = |bytes: &[u8]| pickled_text(bytes);
        assert_eq!(of(b"\x80\x02X\x01\0\0\0aq\0.").as_deref(), Ok("a"));
        // os.system("a"), by its global and by its name on the stack; an int; a list; a long text.
        for (bytes, why) in [
            (&b"cos\nsystem\n."[..], "more than a text: opcode 0x63"),
            (b"\x80\x04\x8c\x02os\x8c\x06system\x93.", "more than one text"),
            (b"\x80\x04\x8c\x02os\x93.", "more than a text: opcode 0x93"),
            (b"K\x01.", "more than a text: opcode 0x4b"),
            (b"].", "more than a text: opcode 0x5d"),
            (b".", "holds nothing"),
            (b"", "ends before"),
            (b"\x8d\xff\xff\xff\xff\xff\xff\xff\xffa.", "ends before"),
            (b"\x8c\x01\xff.", "not UTF-8"),
        ] {
            let found = of(bytes).unwrap_err();
            assert!(found.contains(why), "{found}");
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_a_text_or_a_reason(bytes: Vec<u8>, text in "[A-Za-z0-9+/=]{0,64}") {
            let _ = pickled_text(&bytes);
            let _ = inflate(&bytes);
            let _ = unpack(&text);
        }

        #[test]
        fn base64_comes_back(bytes: Vec<u8>) {
            let text = BASE64_STANDARD.encode(&bytes);
            prop_assert_eq!(base64(&text), Some(bytes));
        }
    }
}
