//! How numbers are shown, as far as it says what they are: dates, times, shares in per cent.

use super::xml::{Xml, XmlPart, attribute};
use crate::base::diagnostic::Diagnostic;
use crate::table::container::archive::{Archive, Packed};

/// What the form of a number says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NumberFormat {
    /// A number.
    Plain,
    /// A number that is shown as per cent.
    Percent,
    /// A day.
    Date,
    /// A day and a time.
    DateTime,
    /// A time of day.
    Time,
    /// Hours that go beyond a day.
    Duration,
}

/// The forms of a workbook's cells.
pub(super) struct Styles {
    forms: Vec<NumberFormat>,
    /// Whether days are counted from 1904.
    pub(super) days_from_1904: bool,
}

impl Styles {
    pub(super) fn none(days_from_1904: bool) -> Self {
        Self { forms: Vec::new(), days_from_1904 }
    }

    pub(super) fn read(
        archive: &Archive,
        part: &Packed,
        days_from_1904: bool,
    ) -> Result<Self, Diagnostic> {
        let mut own: Vec<(u32, NumberFormat)> = Vec::new();
        let mut styles = Self::none(days_from_1904);
        let mut inside = false;
        let mut xml = Xml::open(archive, part)?;
        while let Some(part) = xml.next()? {
            match part {
                XmlPart::Start(start) => match start.local_name().as_ref() {
                    "numFmt" => {
                        let id = attribute(&start, "numFmtId").and_then(|id| id.parse().ok());
                        let code = attribute(&start, "formatCode");
                        own.extend(id.zip(code.map(|code| form_of(&code))));
                    }
                    "cellXfs" => inside = true,
                    "xf" if inside => {
                        let id = attribute(&start, "numFmtId").and_then(|id| id.parse().ok());
                        let id = id.unwrap_or(0u32);
                        let known = own.iter().rev().find(|(own, _)| *own == id);
                        styles.forms.push(known.map_or_else(|| built_in(id), |(_, form)| *form));
                    }
                    _ => {}
                },
                XmlPart::End(end) if end.local_name().as_ref() == "cellXfs" => inside = false,
                _ => {}
            }
        }
        Ok(styles)
    }

    /// The form of a cell with this style.
    pub(super) fn form(&self, style: usize) -> NumberFormat {
        self.forms.get(style).copied().unwrap_or(NumberFormat::Plain)
    }
}

/// The forms that every workbook has, by their numbers (ECMA-376 part 1, 18.8.30).
fn built_in(id: u32) -> NumberFormat {
    match id {
        9 | 10 => NumberFormat::Percent,
        14..=17 | 27..=31 | 34..=36 | 50..=54 | 57 | 58 => NumberFormat::Date,
        18..=21 | 32 | 33 | 45 | 47 | 55 | 56 => NumberFormat::Time,
        22 => NumberFormat::DateTime,
        46 => NumberFormat::Duration,
        _ => NumberFormat::Plain,
    }
}

/// The form that a code such as `yyyy-mm-dd;@` gives.
fn form_of(code: &str) -> NumberFormat {
    let mut letters = String::new();
    let mut elapsed = false;
    let mut rest = code.chars();
    while let Some(character) = rest.next() {
        match character {
            ';' => break,
            '"' => drop(rest.by_ref().find(|next| *next == '"')),
            '\\' | '_' | '*' => drop(rest.next()),
            '[' => {
                let inner: String = rest.by_ref().take_while(|next| *next != ']').collect();
                let inner = inner.to_ascii_lowercase();
                elapsed |= !inner.is_empty() && inner.chars().all(|c| matches!(c, 'h' | 'm' | 's'));
            }
            character => letters.push(character.to_ascii_lowercase()),
        }
    }
    let letters = letters.replace("general", "").replace("am/pm", "").replace("a/p", "");
    let has = |letter: char| letters.contains(letter);
    if elapsed {
        return NumberFormat::Duration;
    }
    if has('%') {
        return NumberFormat::Percent;
    }
    let time = has('h') || has('s');
    let date = has('y') || has('d') || letters.contains("mmm") || (has('m') && !time);
    match (date, time) {
        (true, true) => NumberFormat::DateTime,
        (true, false) => NumberFormat::Date,
        (false, true) => NumberFormat::Time,
        (false, false) => NumberFormat::Plain,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes() {
        for (code, form) in [
            ("General", NumberFormat::Plain),
            ("0.00", NumberFormat::Plain),
            ("#,##0.00\\ \"days\"", NumberFormat::Plain),
            ("[Red]0.00E+00", NumberFormat::Plain),
            ("0.0%", NumberFormat::Percent),
            ("yyyy\\-mm\\-dd;@", NumberFormat::Date),
            ("[$-409]d\\-mmm", NumberFormat::Date),
            ("mmmm", NumberFormat::Date),
            ("h:mm AM/PM", NumberFormat::Time),
            ("mm:ss.0", NumberFormat::Time),
            ("m/d/yy h:mm", NumberFormat::DateTime),
            ("[h]:mm:ss", NumberFormat::Duration),
            ("_(* #,##0_);_(* (#,##0)", NumberFormat::Plain),
        ] {
            assert_eq!(form_of(code), form, "{code}");
        }
    }
}
