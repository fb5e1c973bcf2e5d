//! Compares signatures with the files and settings of a score.

use super::baseline::about_baseline;
use super::files::about_files;
use super::line::{differs, equal, remark};
use crate::base::error::Error;
use crate::session::Finished;
use crate::session::protocol::signature::{Signature, unescaped};
use crate::session::protocol::{CheckLine, VERSION};
use crate::session::report::signature::signature;
use itertools::Itertools as _;

/// What still older signatures leave open about the baseline.
pub(super) const NO_FILE: &str = "an older signature does not name the file of its baseline";

/// Compares a signature with a score and the hashes of its files: line by line, whether preset,
/// settings, join and files are those that it names.
///
/// # Errors
/// If there is no score, or a hash is not there yet.
pub fn check(said: &Signature, finished: &Finished<'_>) -> Result<Vec<CheckLine>, Error> {
    let here = Signature::parse(&signature(finished))?;
    let [there, now] = [said, &here].map(|one| one.get("preset").unwrap_or_default());
    let mut lines = vec![if there == now {
        equal("preset", there)
    } else {
        differs("preset", both(Some(there), Some(now)))
    }];
    about_settings(said, &here, &mut lines);
    for key in ["join", "n", "settled", "interval", "seed"] {
        let what = if key == "n" { "gold questions" } else { key };
        match (said.get(key), here.get(key)) {
            (None, None) => {}
            (Some(said), Some(here)) if said == here => {
                lines.push(equal(what, unescaped(said)));
            }
            (said, here) => {
                let mut words = both(said, here);
                let plain = |text: Option<&str>| text.map(|text| text.replace("@2", ""));
                if key == "interval" && plain(said) == plain(here) {
                    words += "; the same method with other random draws; the ends of such intervals differ by 1 or 2 % of the width";
                }
                lines.push(differs(what, words));
            }
        }
    }
    lines.extend(about_host(said.get("host"), here.get("host")));
    lines.extend(about_baseline(said, &here, finished));
    about_files(said, &here, finished, &mut lines);
    let (said, here) = (said.get("v").unwrap_or_default(), here.get("v").unwrap_or_default());
    let what = "version of Scoredrop";
    lines.push(if said == here { equal(what, said) } else { remark(what, versions(said)) });
    Ok(lines)
}

/// Compares the hosted scorers. If there is none here, only files and settings are compared.
fn about_host(said: Option<&str>, here: Option<&str>) -> Option<CheckLine> {
    let what = "hosted scorer";
    Some(match (said, here) {
        (None, None) => return None,
        (Some(said), Some(here)) if said == here => equal(what, unescaped(said)),
        (Some(_), Some(_)) => differs(what, both(said, here)),
        _ => remark(what, both(said, here)),
    })
}

/// Who made what is checked, and who checks it.
pub(crate) fn versions(said: &str) -> String {
    format!("made by Scoredrop {said}; checked with {VERSION}")
}

/// One line if all settings and steps are equal, otherwise one for each that differs.
fn about_settings(said: &Signature, here: &Signature, lines: &mut Vec<CheckLine>) {
    let others = ["preset", "join", "n", "settled", "host", "baseline", "interval", "seed", "v"];
    let keys = said.values.iter().chain(&here.values).map(|(key, _)| key.as_str());
    let all: Vec<&str> = keys.filter(|key| !others.contains(key)).unique().collect();
    let differing: Vec<&str> =
        all.iter().copied().filter(|key| !said.all(key).eq(here.all(key))).collect();
    if differing.is_empty() {
        lines.push(equal("settings", all.join(", ")));
    }
    for key in differing {
        let values = [said, here].map(|one| one.all(key).join(" and "));
        let [said, here] =
            values.each_ref().map(|one| Some(one.as_str()).filter(|one| !one.is_empty()));
        lines.push(differs(key, both(said, here)));
    }
}

pub(super) fn both(said: Option<&str>, here: Option<&str>) -> String {
    let [said, here] = [said, here].map(|one| one.map_or_else(|| "nothing".to_owned(), unescaped));
    format!("{said} in the signature, {here} here")
}
