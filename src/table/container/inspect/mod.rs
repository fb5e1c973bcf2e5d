//! Logs of Inspect (`UKGovernmentBEIS/inspect_ai`): the samples as JSON Lines.
//!
//! A log is a ZIP archive with `header.json` (or `_journal/start.json` while it is being written) and
//! a member for each sample and epoch: `samples/ID_epoch_N.json`, or `samples/ID_epoch_N/sample.json`
//! beside parts for the longer lists. An older log is one JSON document with all samples in a list.
//! Rows come in Inspect's own order: by epoch, then by id.

mod constants;
mod row;
mod sample;

use crate::base::diagnostic::{Code, Diagnostic};
use crate::table::container::archive::{Archive, Packed};
use crate::table::container::bytes::{Bytes, Stream};
use crate::table::container::logs::damaged;
use constants::Constants;
use row::Rows;
use sample::{Document, Header, Sample};
use serde::de::DeserializeOwned;
use std::io::{BufReader, Read};

pub(crate) const SAMPLES: &str = "samples";

const START: &str = "_journal/start.json";
const HEADERS: [&str; 3] = ["header.json", START, "start.json"];

/// A sample by the path of its member.
pub(crate) struct Place<'a> {
    /// Text before `_epoch_`.
    id: &'a str,
    epoch: u64,
    /// Path of its folder, where its parts stand apart.
    folder: Option<&'a str>,
}

/// The sample that a member is, if it is one.
pub(crate) fn sample(path: &str) -> Option<Place<'_>> {
    let name = path.strip_prefix("samples/")?;
    let (name, folder) = match name.strip_suffix("/sample.json") {
        Some(name) => (name, path.strip_suffix("/sample.json")),
        None => (name.strip_suffix(".json")?, None),
    };
    let (id, epoch) = name.rsplit_once("_epoch_")?;
    Some(Place { id, epoch: epoch.parse().ok()?, folder })
}

pub(crate) fn is_log(archive: &Archive) -> bool {
    let has = |name: &str| archive.member(name).is_some();
    has(START)
        || HEADERS.into_iter().any(has)
            && archive.members.iter().any(|member| sample(&member.name).is_some())
}

/// The samples of a log in an archive.
pub(crate) fn rows(archive: &Archive) -> Result<(Vec<u8>, Vec<Diagnostic>), Diagnostic> {
    let mut rows = Rows::default();
    let header = HEADERS.into_iter().find_map(|name| archive.member(name));
    if let Some(member) = header {
        let header: Header = parse(archive.stream(member)?)
            .map_err(|error| archive_error(archive, member, error))?;
        rows.header(header);
    }
    for member in &archive.members {
        let Some(place) = sample(&member.name) else { continue };
        match parse::<Sample>(archive.skim(member)?) {
            Ok(mut sample) => {
                if let Some(folder) = place.folder {
                    sample.attachments = attachments(archive, folder, &sample)?;
                }
                rows.push(sample);
            }
            Err(error) if error.is_io() => return Err(archive_error(archive, member, error)),
            Err(error) => rows.unreadable(place.id, place.epoch, &member.name, &error),
        }
        if rows.size > archive.limits.total {
            return Err(archive.too_large(member));
        }
    }
    rows.finish()
}

/// The samples of a log that is one document.
pub(crate) fn document(bytes: &dyn Bytes) -> Result<(Vec<u8>, Vec<Diagnostic>), Diagnostic> {
    let document: Document =
        parse(Box::new(Stream::new(bytes))).map_err(|error| damaged("Inspect log", error))?;
    let mut rows = Rows::default();
    rows.header(Header { status: document.status, eval: document.eval });
    document.samples.into_iter().for_each(|sample| rows.push(sample));
    rows.finish()
}

/// What the texts of a sample refer to whose parts stand apart: they are read only where the input
/// refers to them.
fn attachments(
    archive: &Archive,
    folder: &str,
    sample: &Sample,
) -> Result<sample::Attachments, Diagnostic> {
    let mut found = sample::Attachments::new();
    if !sample.refers() {
        return Ok(found);
    }
    let prefix = format!("{folder}/attachments/");
    let start = |name: &str| -> Option<usize> {
        name.strip_prefix(&prefix)?.strip_suffix(".json")?.parse().ok()
    };
    for member in &archive.members {
        let Some(start) = start(&member.name) else { continue };
        let texts: Vec<String> =
            parse(archive.skim(member)?).map_err(|error| archive_error(archive, member, error))?;
        found.extend((start..).map(|index| index.to_string()).zip(texts));
    }
    Ok(found)
}

fn parse<T: DeserializeOwned>(reader: Box<dyn Read + '_>) -> serde_json::Result<T> {
    let mut reader = serde_json::Deserializer::from_reader(BufReader::new(Constants::new(reader)));
    let value = T::deserialize(&mut reader)?;
    reader.end()?;
    Ok(value)
}

fn archive_error(archive: &Archive, member: &Packed, error: serde_json::Error) -> Diagnostic {
    if error.is_io() {
        return archive.failed(member, &error.into());
    }
    let message = format!("{} of the Inspect log cannot be read: {error}", member.name);
    Diagnostic::error(Code::DamagedLog, message).remedy("copy the log again")
}
