//! The baseline of a signature: which run it means, and whether this is the baseline here. A name alone
//! is not enough, because the contents of files can be swapped.

use super::line::{differs, equal, remark};
use super::signed::{NO_FILE, both};
use crate::join::JoinedRun;
use crate::session::protocol::CheckLine;
use crate::session::protocol::signature::{Named, Signature, UNKNOWN};
use crate::session::report::signature::first_digits;
use crate::session::{Finished, Source};

/// The name of this comparison.
pub(crate) const WHAT: &str = "baseline";

impl Named<'_> {
    /// Whether this file is the one that the signature names, as far as it does.
    pub(super) fn is_of(&self, source: &Source) -> bool {
        let member = source.origin.as_ref().map(|origin| &origin.member);
        self.hash == Some(first_digits(source))
            && (self.member.is_none() || self.member.as_ref() == member)
    }

    /// Describes the file.
    fn file(&self) -> String {
        let hash = self.hash.unwrap_or(UNKNOWN);
        self.member.as_ref().map_or_else(|| hash.to_owned(), |one| format!("{one} from {hash}"))
    }
}

/// Compares the baseline of a signature with the one in force; `None` if neither side has one.
pub(super) fn about_baseline(
    said: &Signature,
    here: &Signature,
    finished: &Finished<'_>,
) -> Option<CheckLine> {
    let [there, now] = [said, here].map(|one| one.get(WHAT).map(Named::parse));
    let (there, now) = match (there, now) {
        (None, None) => return None,
        (Some(there), None) => {
            let words = format!("{} in the signature, but only one run here", there.name);
            return Some(differs(WHAT, words));
        }
        (None, Some(now)) => return Some(about_first(said, &now, finished)),
        (Some(there), Some(now)) => (there, now),
    };
    let (name, own) = (&there.name, &now.name);
    let (Some(hash), Some(own_hash)) = (there.hash, now.hash) else {
        return Some(if name == own {
            remark(WHAT, format!("{name}, but only by name: {NO_FILE}"))
        } else {
            differs(WHAT, both(Some(name), Some(own)))
        });
    };
    // What an older signature leaves open about files is reported with the files.
    let same_member = there.member.is_none() || there.member == now.member;
    let [rule, own_rule] = [(said, &there), (here, &now)]
        .map(|(signature, run)| signature.all("twin").nth(run.twin?.checked_sub(1)?));
    let [file, own_file] = [&there, &now].map(Named::file);
    Some(match (hash == own_hash && same_member, name == own) {
        (true, true) => equal(WHAT, format!("{name} is {file}")),
        (true, false) if there.member == now.member && rule == own_rule && is_alone(finished) => {
            remark(WHAT, format!("{name} in the signature is called {own} here; both are {file}"))
        }
        (true, false) => differs(
            WHAT,
            format!(
                "{name} in the signature, {own} here: another run of the same \
                                   file"
            ),
        ),
        (false, true) => {
            differs(WHAT, format!("{name} is another file now, {own_file} instead of {file}"))
        }
        (false, false) => {
            let mut words =
                format!("{name} from {file} in the signature, {own} from {own_file} here");
            let mut found = finished.plan.roles.used().map(|index| &finished.sources[index]);
            if let Some(file) = found.find(|file| there.is_of(file)) {
                words += &["; that file is here under the name ", &file.name].concat();
            }
            differs(WHAT, words)
        }
    })
}

/// A signature that names no run means the first run: that of the first file with predictions.
fn about_first(said: &Signature, now: &Named<'_>, finished: &Finished<'_>) -> CheckLine {
    let first = said.files.iter().find(|file| file.role.has_predictions());
    let there = first.map_or("", |file| file.hash.as_str());
    let (name, here) = (&now.name, now.hash.unwrap_or(UNKNOWN));
    let (at, run) = in_force(finished);
    let before = &finished.material.joined.runs[..at];
    let is_first = before.iter().all(|other| other.file != run.file);
    if !there.is_empty() && (there.starts_with(here) || here.starts_with(there)) && is_first {
        return equal(WHAT, format!("{name}, the first run, is {here}"));
    }
    let words = format!("{name} is now from {here}; it was the first run, from {there}");
    differs(WHAT, words)
}

/// The baseline here, and its index among the runs.
fn in_force<'s>(finished: &Finished<'s>) -> (usize, &'s JoinedRun) {
    let at = finished.score.baseline();
    (at, &finished.material.joined.runs[at])
}

/// Whether the baseline here can only be named after its file: it is the only run of the file by its
/// rules.
fn is_alone(finished: &Finished<'_>) -> bool {
    let (_, run) = in_force(finished);
    finished
        .material
        .joined
        .runs
        .iter()
        .filter(|one| one.file == run.file && one.twin == run.twin)
        .count()
        == 1
}
