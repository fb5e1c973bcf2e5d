//! Submission bundles: a ZIP archive with predictions, the reports on them, and the submitter's statements. A host
//! scores the predictions again, and makes a leaderboard from bundles.

use super::signature::signature;
use super::write;
use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::error::Error;
use crate::base::types::Parts;
use crate::report::forms::{ExportFormat, Wanted};
use crate::session::protocol::Submitter;
use crate::session::{Finished, Session};
use rawzip::{CompressionMethod, ZipArchive, ZipArchiveWriter};
use serde::{Deserialize, Serialize};
use std::io::{self, Read, Write};

/// The member that identifies the archive; the first one.
const DESCRIPTION: &str = "bundle.json";
/// The report that can be verified.
const REPORT: &str = "report.json";
/// The report for people, without the gold answers.
const PAGE: &str = "report.html";
const SIGNATURE: &str = "signature.txt";
/// Verdicts of programs that were run for the report.
const VERDICTS: &str = "verdicts.jsonl";
/// The folder of the predictions.
const PREDICTIONS: &str = "predictions/";

/// Version of the form.
const VERSION: u32 = 1;

/// Larger or more members are not read.
const LARGEST: u64 = 1 << 30;
const MOST_MEMBERS: usize = 1000;

/// The description in a bundle.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Description {
    version: u32,
    /// Version of the program that made it.
    scoredrop: String,
    /// The submitter's statements.
    #[serde(flatten)]
    pub submitter: Submitter,
    /// Title of the benchmark, if a hosted scorer scored it.
    #[serde(default)]
    pub benchmark: String,
    /// Its track.
    #[serde(default)]
    pub track: String,
    /// The files of predictions, in order.
    predictions: Vec<String>,
}

/// A bundle, unpacked.
#[derive(Clone, Debug)]
pub struct Bundle {
    /// Its description.
    pub description: Description,
    /// The report as JSON.
    pub report: String,
    /// The report as HTML.
    pub page: String,
    /// Names and bytes of the predictions, in order.
    pub predictions: Vec<(String, Vec<u8>)>,
}

/// Writes the bundle of a score. `predictions` are names and bytes of the files as given.
///
/// # Errors
/// If `out` fails.
pub fn write_bundle(
    session: &Session,
    submitter: &Submitter,
    predictions: &[(String, Vec<u8>)],
    out: &mut dyn Write,
) -> io::Result<()> {
    let finished = session.finished();
    let host = finished.as_ref().and_then(Finished::host_card);
    let (benchmark, track) = host.map(|host| (host.title, host.track)).unwrap_or_default();
    let names = predictions.iter().enumerate().map(|(place, (name, _))| {
        // Two folders may have files with the same name.
        let is_taken = predictions[..place].iter().any(|(other, _)| other == name);
        if is_taken { format!("{}-{name}", place + 1) } else { name.clone() }
    });
    let description = Description {
        version: VERSION,
        scoredrop: crate::base::VERSION.to_owned(),
        submitter: submitter.clone(),
        benchmark,
        track,
        predictions: names.collect(),
    };
    let form = |format: ExportFormat, parts: Parts| {
        let mut bytes = Vec::new();
        write(session, format, Wanted { parts, ..Wanted::default() }, &mut bytes)?;
        io::Result::Ok(bytes)
    };
    let mut archive = ZipArchiveWriter::new(out);
    let mut add = |name: &str, bytes: &[u8]| add(&mut archive, name, bytes);
    let text = serde_json::to_string_pretty(&description).unwrap_or_default() + "\n";
    add(DESCRIPTION, text.as_bytes())?;
    add(REPORT, &form(ExportFormat::Json, Parts::default())?)?;
    let without_gold = Parts { no_questions: true, ..Parts::default() };
    add(PAGE, &form(ExportFormat::Html, without_gold)?)?;
    let line = finished.as_ref().map(|one| signature(one) + "\n").unwrap_or_default();
    add(SIGNATURE, line.as_bytes())?;
    if let Some(workshop) = session.workshop() {
        let mut bytes = Vec::new();
        workshop.write_verdicts(&mut bytes)?;
        add(VERDICTS, &bytes)?;
    }
    for (name, (_, bytes)) in description.predictions.iter().zip(predictions) {
        add(&[PREDICTIONS, name].concat(), bytes)?;
    }
    archive.finish().map_err(io::Error::other)?;
    Ok(())
}

fn add(archive: &mut ZipArchiveWriter<&mut dyn Write>, name: &str, bytes: &[u8]) -> io::Result<()> {
    let file = archive.new_file(name).compression_method(CompressionMethod::DEFLATE);
    let (mut entry, config) = file.start().map_err(io::Error::other)?;
    let encoder = flate2::write::DeflateEncoder::new(&mut entry, flate2::Compression::default());
    let mut writer = config.wrap(encoder);
    writer.write_all(bytes)?;
    let (encoder, descriptor) = writer.finish().map_err(io::Error::other)?;
    encoder.finish()?;
    entry.finish(descriptor).map_err(io::Error::other)?;
    Ok(())
}

/// Whether a file begins like a bundle.
pub fn looks_like_bundle(head: &[u8]) -> bool {
    let name = head.get(30..30 + DESCRIPTION.len());
    head.starts_with(b"PK\x03\x04") && name == Some(DESCRIPTION.as_bytes())
}

/// Unpacks a bundle.
///
/// # Errors
/// `bad_bundle` if it is damaged, or a part of it is missing.
pub fn read_bundle(name: &str, bytes: &[u8]) -> Result<Bundle, Error> {
    let bad = |words: String| {
        let problem = Diagnostic::error(Code::BadBundle, words).file(name);
        Error::from(problem.remedy("make the bundle again with scoredrop bundle"))
    };
    let members =
        unpack(bytes).map_err(|error| bad(format!("the bundle cannot be read: {error}")))?;
    let member = |wanted: &str| {
        let found = members.iter().find(|(name, _)| name == wanted).map(|(_, bytes)| bytes);
        found.ok_or_else(|| bad(format!("the bundle has no {wanted}")))
    };
    let description: Description = serde_json::from_slice(member(DESCRIPTION)?)
        .map_err(|error| bad(format!("{DESCRIPTION} cannot be read: {error}")))?;
    if description.version != VERSION {
        return Err(bad(format!("version {} of bundles is unknown here", description.version)));
    }
    let text = |name: &str| {
        let bytes = member(name)?.clone();
        String::from_utf8(bytes).map_err(|_| bad(format!("{name} is not UTF-8")))
    };
    let file = |name: &String| Ok((name.clone(), member(&[PREDICTIONS, name].concat())?.clone()));
    let predictions =
        description.predictions.iter().map(file).collect::<Result<Vec<_>, Error>>()?;
    if predictions.is_empty() {
        return Err(bad("the bundle has no predictions".to_owned()));
    }
    Ok(Bundle { report: text(REPORT)?, page: text(PAGE)?, predictions, description })
}

/// Returns the members by name. If a name repeats, the first member counts.
fn unpack(bytes: &[u8]) -> Result<Vec<(String, Vec<u8>)>, String> {
    let words = |error: rawzip::Error| error.to_string();
    let archive = ZipArchive::from_slice(bytes).map_err(words)?;
    let mut entries = archive.entries();
    let mut members = Vec::new();
    let mut left = LARGEST;
    while let Some(entry) = entries.next_entry().map_err(words)? {
        if members.len() >= MOST_MEMBERS {
            return Err(format!("it has more than {MOST_MEMBERS} members"));
        }
        let name = String::from_utf8_lossy(entry.file_path().as_bytes()).into_owned();
        if entry.compression_method() != CompressionMethod::DEFLATE {
            return Err(format!("{name} is not compressed with deflate"));
        }
        let local = archive.get_entry(entry.wayfinder()).map_err(words)?;
        let unpacked = flate2::bufread::DeflateDecoder::new(local.data());
        let mut bytes = Vec::new();
        let mut reader = local.verifying_reader(unpacked).take(left + 1);
        reader.read_to_end(&mut bytes).map_err(|error| format!("{name}: {error}"))?;
        left = left.checked_sub(bytes.len() as u64).ok_or("it is too large when unpacked")?;
        members.push((name, bytes));
    }
    Ok(members)
}
