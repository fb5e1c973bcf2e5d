//! The form of a text file, where somebody has chosen it.

use super::decode::Encoding;
use super::delimited::NO_SEPARATOR;

/// What was chosen of the form of a file; what is absent is guessed from its bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Form {
    /// How bytes stand for characters.
    pub encoding: Option<Encoding>,
    /// What stands between the cells of a row. A file that has any is no JSON.
    pub separator: Option<Separator>,
    /// Whether the first row names the columns.
    pub header: Option<bool>,
}

impl Form {
    /// For reports and signatures: `encoding:windows-1252,separator:semicolon,header:no`; empty
    /// where nothing was chosen.
    pub fn words(&self) -> String {
        let header = self.header.map(|header| if header { "yes" } else { "no" });
        let parts = [
            ("encoding:", self.encoding.map(|encoding| encoding.name(false))),
            ("separator:", self.separator.map(Separator::name)),
            ("header:", header),
        ];
        let mut words = String::new();
        for (key, value) in parts {
            let Some(value) = value else { continue };
            if !words.is_empty() {
                words.push(',');
            }
            words.push_str(key);
            words.push_str(value);
        }
        words
    }
}

/// What stands between the cells of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Separator {
    /// `,`
    Comma,
    /// `;`
    Semicolon,
    /// The control character that moves to the next column.
    Tabulator,
    /// `|`
    Bar,
    /// Nothing: a line is one value, quotes and all.
    None,
}

impl Separator {
    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Comma => "comma",
            Self::Semicolon => "semicolon",
            Self::Tabulator => "tabulator",
            Self::Bar => "bar",
            Self::None => "none",
        }
    }

    pub(crate) fn byte(self) -> u8 {
        match self {
            Self::Comma => b',',
            Self::Semicolon => b';',
            Self::Tabulator => b'\t',
            Self::Bar => b'|',
            Self::None => NO_SEPARATOR,
        }
    }

    pub(crate) fn of(byte: u8) -> Self {
        match byte {
            b',' => Self::Comma,
            b';' => Self::Semicolon,
            b'\t' => Self::Tabulator,
            b'|' => Self::Bar,
            _ => Self::None,
        }
    }
}
