//! `scoredrop bundle` writes a submission with its reports, and `scoredrop leaderboard` makes a page of several.

use super::out::write_out;
use super::{DONE, FAILED, Failure, Scoring, host, name_of, say, scored};
use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::error::Error;
use crate::base::types::Role;
use crate::report::board::{Board, Entry, file_name};
use crate::session::file::unreadable;
use crate::session::protocol::Submitter;
use crate::session::report::{Bundle, read_bundle, write_bundle};
use clap::Args;
use std::fs;
use std::path::{Path, PathBuf};

#[derive(Args)]
pub(crate) struct Submission {
    #[command(flatten)]
    scoring: Scoring,
    /// Name of the system, as leaderboards show it.
    #[arg(long, value_name = "TEXT")]
    name: String,
    /// Address of a page about the system.
    #[arg(long, value_name = "URL", default_value = "")]
    link: String,
    /// Licence of the predictions.
    #[arg(long, value_name = "TEXT", default_value = "")]
    licence: String,
    /// File to write the bundle to.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

#[derive(Args)]
pub(crate) struct Leaderboard {
    /// Bundles that scoredrop bundle or the page has written.
    #[arg(value_name = "BUNDLE", required = true)]
    bundles: Vec<PathBuf>,
    /// Folder to write the page to.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Title of the page [default: the title of the benchmark].
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
}

/// Scores predictions and writes the bundle; code 1, and no bundle, if the host would not accept them.
pub(crate) fn submit(given: &Submission) -> Result<u8, Failure> {
    let submitter = Submitter {
        name: given.name.clone(),
        link: given.link.clone(),
        licence: given.licence.clone(),
    };
    submitter.check().map_err(Failure::Usage)?;
    let report = scored(&given.scoring, None, false, &[&given.out])?;
    let session = report.session();
    let predictions = given.scoring.files.given().filter(|(role, _)| *role == Role::Predictions);
    let predictions = predictions.map(|(_, path)| {
        let bytes = fs::read(path).map_err(|error| {
            let remedy = "give a whole file, not a member or a pipe";
            Error::from(unreadable(path, &error).remedy(remedy))
        })?;
        Ok((name_of(path), bytes))
    });
    let predictions = predictions.collect::<Result<Vec<_>, Error>>()?;
    if predictions.is_empty() {
        let message = "a bundle needs the predictions in separate files";
        let problem = Diagnostic::error(Code::BadBundle, message);
        return Err(Failure::Usage(problem.remedy("use --predictions instead of --table").into()));
    }
    if !host::tell(session) {
        return Ok(FAILED);
    }
    write_out(Some(&given.out), |out| write_bundle(session, &submitter, &predictions, out))?;
    Ok(DONE)
}

/// Reads a bundle.
pub(crate) fn read(path: &Path) -> Result<Bundle, Error> {
    let bytes = fs::read(path).map_err(|error| Error::from(unreadable(path, &error)))?;
    read_bundle(&name_of(path), &bytes)
}

/// Makes the page of a leaderboard, with the reports of all submissions.
pub(crate) fn leaderboard(given: &Leaderboard) -> Result<u8, Failure> {
    let mut entries: Vec<Entry> = Vec::new();
    let mut pages: Vec<(String, String)> = Vec::new();
    let mut bundles: Vec<String> = Vec::new();
    let mut problems = Vec::new();
    let mut title = None;
    for path in &given.bundles {
        let problem = |words: &str| {
            let problem = Diagnostic::error(Code::BadBundle, words).file(name_of(path));
            problem.remedy("leave the bundle out, or have it made again")
        };
        let bundle = match read(path) {
            Ok(bundle) => bundle,
            Err(error) => {
                problems.extend(error.problems);
                continue;
            }
        };
        let copy = bundles.iter().position(|other| *other == bundle.report);
        if let Some(copy) = copy {
            let words = format!("it holds the same report as {}", name_of(&given.bundles[copy]));
            problems.push(problem(&words));
            continue;
        }
        bundles.push(bundle.report.clone());
        let who = &bundle.description.submitter;
        let names: Vec<String> = pages.iter().map(|(name, _)| name.clone()).collect();
        let file = file_name(&who.name, &names);
        let place = format!("reports/{file}.html");
        match Entry::read(&bundle.report, [&who.name, &who.link, &who.licence, &place]) {
            Ok(found) => {
                let differs = entries.first().zip(found.first()).and_then(|(a, b)| b.differs(a));
                if let Some(what) = differs {
                    problems.push(problem(&format!(
                        "it was scored with another {what} than {}",
                        name_of(&given.bundles[0])
                    )));
                    continue;
                }
                entries.extend(found);
                let named = Some(bundle.description.benchmark).filter(|title| !title.is_empty());
                title = title.or(named);
                pages.push((file, bundle.page));
            }
            Err(words) => problems.push(problem(&words)),
        }
    }
    if !problems.is_empty() {
        return Err(Error::new(problems).into());
    }
    let title = given.title.clone().or(title).unwrap_or_else(|| "Leaderboard".to_owned());
    let board = Board::new(&title, &entries);
    let reports = given.out.join("reports");
    fs::create_dir_all(&reports).map_err(|error| host::unwritable(&reports, &error))?;
    let write =
        |path: &Path, text: &str| write_out(Some(path), |out| out.write_all(text.as_bytes()));
    for (name, page) in &pages {
        write(&reports.join(format!("{name}.html")), page)?;
    }
    write(&given.out.join("leaderboard.json"), &board.json())?;
    write(&given.out.join("index.html"), &board.html())?;
    say(&format_args!("wrote {}", given.out.join("index.html").display()));
    Ok(DONE)
}
