//! The little of XML that workbooks need, read as a stream.

use crate::base::diagnostic::{Code, Diagnostic};
use crate::table::container::archive::{Archive, Packed};
use quick_xml::errors::Error;
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesEnd, BytesStart, Event};
use quick_xml::{Reader, XmlVersion};
use std::io::{BufReader, Read};

pub(super) enum XmlPart<'b> {
    /// An element begins; an empty one ends at once.
    Start(BytesStart<'b>),
    End(BytesEnd<'b>),
    /// A piece of text, with what stood for other characters replaced.
    Text(std::borrow::Cow<'b, str>),
}

/// A member of an archive, read as XML.
pub(super) struct Xml<'a> {
    reader: Reader<BufReader<Box<dyn Read + 'a>>>,
    buffer: Vec<u8>,
    archive: &'a Archive,
    member: &'a Packed,
}

impl<'a> Xml<'a> {
    pub(super) fn open(archive: &'a Archive, member: &'a Packed) -> Result<Self, Diagnostic> {
        let mut reader = Reader::from_reader(BufReader::new(archive.stream(member)?));
        reader.config_mut().expand_empty_elements = true;
        Ok(Self { reader, buffer: Vec::new(), archive, member })
    }

    /// The next part, `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<XmlPart<'_>>, Diagnostic> {
        let (archive, member) = (self.archive, self.member);
        self.buffer.clear();
        let damaged = |detail: &dyn std::fmt::Display| {
            let message = format!("{} is not valid XML: {detail}", member.name);
            Diagnostic::error(Code::DamagedWorkbook, message)
                .remedy("save the workbook again as .xlsx")
        };
        let event = self.reader.read_event_into(&mut self.buffer);
        Ok(Some(match event {
            Ok(Event::Start(start) | Event::Empty(start)) => XmlPart::Start(start),
            Ok(Event::End(end)) => XmlPart::End(end),
            Ok(Event::Text(text)) => XmlPart::Text(text.xml10_content()),
            Ok(Event::CData(text)) => XmlPart::Text(text.xml10_content()),
            Ok(Event::GeneralRef(reference)) => {
                match reference.resolve_char_ref().map_err(|error| damaged(&error))? {
                    Some(character) => XmlPart::Text(character.to_string().into()),
                    None => match resolve_predefined_entity(&reference) {
                        Some(text) => XmlPart::Text(text.into()),
                        None => return Err(damaged(&"it has an unknown entity")),
                    },
                }
            }
            Ok(Event::Eof) => return Ok(None),
            // What says nothing about cells.
            Ok(Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_)) => {
                XmlPart::Text("".into())
            }
            Err(Error::Io(error)) => return Err(archive.failed(member, &error)),
            Err(error) => return Err(damaged(&error)),
        }))
    }
}

/// The value of an attribute, by its name without prefix.
pub(super) fn attribute(start: &BytesStart<'_>, name: &str) -> Option<String> {
    let mut all = start.attributes();
    let found = all.with_checks(false).flatten().find(|one| one.key.local_name().as_ref() == name);
    found?.normalized_value(XmlVersion::Implicit1_0).ok().map(std::borrow::Cow::into_owned)
}

/// Whether an attribute says yes.
pub(super) fn is_true(value: &str) -> bool {
    matches!(value, "1" | "true" | "on")
}
