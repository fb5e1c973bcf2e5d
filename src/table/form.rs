//! The form of a text file, where somebody has chosen it.

use super::decode::Encoding;
use super::delimited::NO_SEPARATOR;
use itertools::Itertools as _;
use strum::{EnumString, IntoStaticStr};

const ENCODING: &str = "encoding";
const SEPARATOR: &str = "separator";
const HEADER: &str = "header";

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
    /// A form of the parts that somebody names; what has no value of ours is guessed.
    pub(crate) fn from_parts<'a>(part: impl Fn(&str) -> Option<&'a String>) -> Self {
        let header = part(HEADER).map(String::as_str);
        Self {
            encoding: part(ENCODING).and_then(|name| Encoding::named(name)),
            separator: part(SEPARATOR).and_then(|name| name.parse().ok()),
            header: header.filter(|name| matches!(*name, "yes" | "no")).map(|name| name == "yes"),
        }
    }

    /// Its parts with their names: `encoding` (`utf-8`, `utf-16le`, `utf-16be`, `windows-1252`),
    /// `separator` (`comma`, `semicolon`, `tabulator`, `bar`, `none`), `header` (`yes`, `no`).
    pub fn parts(&self) -> Vec<(String, String)> {
        let header = self.header.map(|header| if header { "yes" } else { "no" });
        let parts = [
            (ENCODING, self.encoding.map(|encoding| encoding.name(false))),
            (SEPARATOR, self.separator.map(Separator::name)),
            (HEADER, header),
        ];
        let named = parts.into_iter().filter_map(|(name, value)| Some((name, value?)));
        named.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
    }

    /// For reports and signatures: `encoding:windows-1252,separator:semicolon,header:no`; empty
    /// where nothing was chosen.
    pub fn words(&self) -> String {
        self.parts().iter().map(|(name, value)| [name, ":", value].concat()).join(",")
    }
}

/// What stands between the cells of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
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
        self.into()
    }

    const ALL: [(Self, u8); 5] = [
        (Self::Comma, b','),
        (Self::Semicolon, b';'),
        (Self::Tabulator, b'\t'),
        (Self::Bar, b'|'),
        (Self::None, NO_SEPARATOR),
    ];

    pub(crate) fn byte(self) -> u8 {
        Self::ALL[self as usize].1
    }

    pub(crate) fn of(byte: u8) -> Self {
        Self::ALL.into_iter().find(|one| one.1 == byte).map_or(Self::None, |one| one.0)
    }
}
