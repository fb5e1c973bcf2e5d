//! `scoredrop verify` re-scores files and compares with a report or a signature.

use super::out::write_out;
use super::python::Scripted;
use super::{DONE, FAILED, Failure, Files, bundle, compiled, host};
use crate::base::diagnostic::{Code, Diagnostic, Severity};
use crate::base::error::Error;
use crate::base::types::Role;
use crate::session::file::{name_of, unreadable};
use crate::session::protocol::Choices;
use crate::session::protocol::given::{LONGEST, head};
use crate::session::protocol::signature::Signature;
use crate::session::report::check::renamed_baseline;
use crate::session::report::{Bundle, looks_like_bundle};
use crate::table::whole_text;
use crate::{File, headline, headline_by, inspect};
use clap::Args;
use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};

#[derive(Args)]
pub(crate) struct Verify {
    /// Report in JSON or HTML, or a submission bundle, which contains the predictions. The files are
    /// scored again as the report says, and every row is compared.
    #[arg(value_name = "REPORT", required_unless_present = "signature")]
    report: Option<PathBuf>,
    /// Signature to use instead of a report. Preset, settings and files are compared with it.
    #[arg(long, value_name = "TEXT", conflicts_with = "report")]
    signature: Option<String>,
    #[command(flatten)]
    scripted: Scripted,
    #[command(flatten)]
    files: Files,
    /// Preset file, if the report was made with a preset of your own.
    #[arg(long, value_name = "FILE")]
    preset: Option<String>,
}

/// Verifies, and returns code 0 if everything is equal, and the host accepts it if one is named; else 1.
pub(crate) fn run(given: &Verify) -> Result<u8, Failure> {
    let bundle = given.report.as_deref().and_then(bundled).transpose()?;
    let report = match &bundle {
        Some(bundle) => Some(head_of(bundle.report.clone(), "the report in the bundle")?),
        None => given.report.as_deref().map(read).transpose()?,
    };
    if bundle.is_none() && !given.files.has_predictions() {
        let message = "there are no predictions to score again";
        let problem = Diagnostic::error(Code::NoFile, message);
        return Err(Failure::Usage(problem.remedy("name them with --predictions").into()));
    }
    let mut choices = match (&report, &given.signature) {
        (Some((_, choices)), _) => choices.clone(),
        (None, Some(text)) => {
            let signature = Signature::parse(text).map_err(Failure::Usage)?;
            Choices { signature: Some(text.clone()), ..signature.choices() }
        }
        (None, None) => Choices::default(),
    };
    if let Some(preset) = &given.preset {
        // Settings can be applied only after the preset has been read.
        let (text, _) = compiled(preset, &BTreeMap::new())?;
        choices.preset = Some(text);
    }
    // Columns named now replace the columns that the report was made with.
    if !given.files.read.map.is_empty() {
        choices.columns.clear();
    }
    let hosted = given.files.hosted()?;
    choices.hosted = hosted.as_ref().and_then(|one| one.choices.hosted.clone());
    choices.script = hosted.as_ref().and_then(|one| one.choices.script.clone());
    let (mut files, mut choices) = given.files.open(choices, hosted.as_ref())?;
    for (name, bytes) in bundle.iter().flat_map(|bundle| &bundle.predictions) {
        files.extend(File::open_bytes(name, bytes.clone(), None, Some(Role::Predictions))?);
    }
    given.scripted.choose(&mut choices)?;
    let driven = choices.clone();
    let mut session = inspect(&files, choices);
    given.scripted.with_driver(&driven, |driver| {
        headline_by(&mut session, &files, driver).map_err(Failure::from)
    })?;
    let baseline = report.as_ref().zip(session.finished());
    let baseline = baseline.and_then(|((text, _), finished)| renamed_baseline(text, &finished));
    if baseline.is_some() {
        session.choose(Choices { baseline, ..session.choices().clone() });
        headline(&mut session, &files)?;
    }
    while session.resample_next() {}
    for diagnostic in session.score().map_or(&[][..], |score| &score.diagnostics) {
        if diagnostic.severity == Severity::Error {
            eprintln!("{diagnostic}");
        }
    }
    let name = given.report.as_deref().map(name_of).unwrap_or_default();
    session.verify(report.as_ref().map(|(text, _)| (name.as_str(), text.as_str())));
    let Some(check) = session.checked() else { return Ok(FAILED) };
    let mut said = vec![check.sentence.clone()];
    said.extend(check.lines.iter().map(ToString::to_string));
    said.extend(check.rows.iter().map(|one| {
        let question = one.row + 1;
        format!("differs  question {question} ({}) of {}: {}", one.id, one.run, one.words)
    }));
    if !check.left_out.is_empty() {
        let what = check.left_out.join(", ");
        said.push(format!("not compared, because the report leaves it out: {what}"));
    }
    write_out(None, |out| {
        // Text of a report could contain control characters that the terminal would obey.
        let plain = |line: &String| line.replace(char::is_control, "\u{fffd}");
        said.iter().map(plain).try_for_each(|line| writeln!(out, "{line}"))
    })?;
    let accepted = host::tell(&session);
    Ok(if check.equal && accepted { DONE } else { FAILED })
}

/// Reads a bundle; `None` if the file is none.
fn bundled(path: &Path) -> Option<Result<Bundle, Error>> {
    let mut first = [0; 64];
    let count = std::fs::File::open(path).ok()?.read(&mut first).ok()?;
    looks_like_bundle(&first[..count]).then(|| bundle::read(path))
}

/// Returns the text of a report, and the choices that reproduce it.
fn read(path: &Path) -> Result<(String, Choices), Failure> {
    let failed = |error| Error::from(unreadable(path, &error));
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).map_err(failed)?;
    file.take(LONGEST).read_to_end(&mut bytes).map_err(failed)?;
    let text = whole_text(&bytes).unwrap_or_default();
    head_of(text, &path.display().to_string())
}

/// Returns a report with the choices that reproduce it. `what` names it.
fn head_of(text: String, what: &str) -> Result<(String, Choices), Failure> {
    let found = head(&text).map(|head| head.choices);
    let found = found.map(|choices| (text, choices));
    found.ok_or_else(|| {
        let message = format!("{what} is not a Scoredrop report");
        let remedy = "give a JSON or HTML report that scoredrop score wrote";
        Failure::Input(Diagnostic::error(Code::BadReport, message).remedy(remedy).into())
    })
}
