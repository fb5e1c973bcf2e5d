//! Compares a score with a report among the files, or with a chosen signature.

use super::check::baseline::WHAT as BASELINE;
use super::check::files::unsaid;
use super::check::recheck;
use super::check::signed::{check, versions};
use crate::base::error::Error;
use crate::session::protocol::signature::Signature;
use crate::session::protocol::{Check, CheckLine, VERSION};
use crate::session::{Finished, Session, Source};

impl Session {
    /// The result of this comparison; `None` before [`Self::verify`].
    pub fn checked(&self) -> Option<&Check> {
        self.check.as_ref()
    }

    /// Whether the score still has to be compared with something.
    pub fn is_unverified(&self) -> bool {
        let is_asked =
            self.sources.iter().any(Source::is_report) || self.choices.signature.is_some();
        self.score.is_some() && self.check.is_none() && is_asked
    }

    /// Compares the score, once its intervals and the hashes of all files are there, with a report,
    /// given by name and text, or otherwise with the chosen signature. Anything that cannot be checked
    /// counts as different.
    pub fn verify(&mut self, report: Option<(&str, &str)>) {
        let Some(finished) = self.finished() else { return };
        let found = match (report, &self.choices.signature) {
            (None, None) => return,
            (Some((_, text)), _) => recheck(text, &finished),
            (None, Some(text)) => against_signature(text, &finished),
        };
        let mut check = found.unwrap_or_else(|error| failed(&error));
        // Differences and remarks come first, because readers need them first.
        check.lines.sort_by_key(|line| (line.equal, !line.remark));
        check.report = report.map(|(name, _)| name.to_owned());
        self.check = Some(check);
    }
}

/// Compares a score with the text of a signature.
fn against_signature(text: &str, finished: &Finished<'_>) -> Result<Check, Error> {
    let said = Signature::parse(text)?;
    let lines = check(&said, finished)?;
    // If the baselines differ, every difference of means changes its sign.
    let named = |line: &CheckLine| match &*line.what {
        BASELINE => format!("{BASELINE} ({})", line.words),
        what => what.to_owned(),
    };
    let what: Vec<String> = lines.iter().filter(|line| !line.equal).map(named).collect();
    let equal = what.is_empty();
    let mut sentence = if equal {
        "files and settings match the signature".to_owned()
    } else {
        format!("it differs from the signature in {}", what.join(", "))
    };
    for open in unsaid(&said, finished).iter().filter(|_| equal) {
        sentence += &["; ", open].concat();
    }
    if let Some(version) = said.get("v").filter(|version| *version != VERSION) {
        sentence += &["; ", &versions(version)].concat();
    }
    Ok(Check { sentence, equal, lines, ..Check::default() })
}

fn failed(error: &Error) -> Check {
    let line =
        |words: String| CheckLine { what: "check".to_owned(), words, equal: false, remark: false };
    let lines: Vec<CheckLine> =
        error.problems.iter().map(|problem| line(problem.message.clone())).collect();
    let sentence = lines.first().map(|line| line.words.clone()).unwrap_or_default();
    Check { sentence, lines, ..Check::default() }
}
