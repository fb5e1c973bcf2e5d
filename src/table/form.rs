//! The form of a text file, where somebody has chosen it.

use super::decode::Encoding;
use super::delimited::NO_SEPARATOR;
use itertools::Itertools as _;
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};

/// What was chosen of the form of a file; what is absent is guessed from its bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Form {
    /// How bytes stand for characters.
    pub encoding: Option<Encoding>,
    /// What stands between the cells of a row. A file that has any is no JSON.
    pub separator: Option<Separator>,
    /// Whether the first row names the columns.
    pub header: Option<bool>,
}

/// A part of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum FormPart {
    /// `utf-8`, `utf-16le`, `utf-16be` or `windows-1252`.
    Encoding,
    /// `comma`, `semicolon`, `tabulator`, `bar` or `none`.
    Separator,
    /// Whether the first row names the columns: `yes` or `no`.
    Header,
}

impl FormPart {
    /// The name in reports and signatures.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

impl Form {
    /// Returns the name of a part's value; `None` if the part is guessed.
    pub fn value(&self, part: FormPart) -> Option<&'static str> {
        match part {
            FormPart::Encoding => self.encoding.map(|encoding| encoding.name(false)),
            FormPart::Separator => self.separator.map(Separator::name),
            FormPart::Header => self.header.map(|header| if header { "yes" } else { "no" }),
        }
    }

    /// Chooses a part by the name of its value. Any other name leaves the part to be guessed.
    pub fn set(&mut self, part: FormPart, name: &str) {
        match part {
            FormPart::Encoding => self.encoding = Encoding::named(name),
            FormPart::Separator => self.separator = name.parse().ok(),
            FormPart::Header => self.header = matches!(name, "yes" | "no").then_some(name == "yes"),
        }
    }

    /// For reports and signatures: `encoding:windows-1252,separator:semicolon,header:no`; empty
    /// if nothing was chosen.
    pub fn words(&self) -> String {
        let named = |part: &FormPart| Some([part.name(), ":", self.value(*part)?].concat());
        FormPart::VARIANTS.iter().filter_map(named).join(",")
    }
}

/// What stands between the cells of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, EnumString, IntoStaticStr)]
#[serde(rename_all = "lowercase")]
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
