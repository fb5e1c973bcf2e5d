//! Compares the files of a signature with those here, and the members inside of them.

use super::line::{differs, equal, remark};
use super::signed::{NO_FILE, both};
use crate::base::types::Field;
use crate::session::Finished;
use crate::session::protocol::CheckLine;
use crate::session::protocol::signature::{DIGITS, Named, Signature, SignedFile};
use crate::session::report::signature::signature;
use itertools::Itertools as _;

/// What older signatures leave open if a file was extracted from another.
const NO_MEMBER: &str = "an older signature does not name the sheet or member";

/// Compares the files of a signature with those here, by their bytes and not by their names.
pub(super) fn about_files(
    said: &Signature,
    here: &Signature,
    finished: &Finished<'_>,
    lines: &mut Vec<CheckLine>,
) {
    let names: Vec<&str> =
        finished.plan.roles.used().map(|index| finished.sources[index].name.as_str()).collect();
    let found = paired_signed(said, here);
    let mut order = Vec::new();
    for (file, found) in said.files.iter().zip(&found) {
        let what = file.role.name();
        let Some((at, found)) = found.and_then(|at| Some((at, here.files.get(at)?))) else {
            let others = here.files.iter().zip(&names).filter(|(one, _)| one.role == file.role);
            let others: Vec<String> =
                others.map(|(one, name)| format!("{name} ({})", bytes(one))).collect();
            let signed = bytes(file);
            let words = match others.as_slice() {
                [] => format!("the file of the signature ({signed}) is not here"),
                [one] => format!("{one} is not the file of the signature ({signed})"),
                several => {
                    let several = several.join(", ");
                    format!("none of {several} is the file of the signature ({signed})")
                }
            };
            lines.push(differs(what, words));
            continue;
        };
        let name = names.get(at).copied().unwrap_or_default();
        if file.role.has_predictions() {
            order.push((at, format!("{name} ({})", cut(&file.hash))));
        }
        lines.push(about_bytes(file, found, name));
        if file.form != found.form {
            let [said, here] =
                [file, found].map(|one| Some(&*one.form).filter(|form| !form.is_empty()));
            lines.push(differs(&format!("form of {name}"), both(said, here)));
        }
        if file.columns != found.columns {
            let [said, here] = [file, found].map(|one| columns(&one.columns));
            let words = both(Some(&said), Some(&here));
            lines.push(differs(&format!("columns of {name}"), words));
        }
    }
    let used = |at: usize| found.contains(&Some(at));
    if !order.is_sorted_by_key(|(at, _)| *at) {
        // Only the order of files tells which contents a name had, so it is reported.
        let order: Vec<String> = order.into_iter().map(|(_, words)| words).collect();
        let words = format!(
            "differs from the signature, whose order is (with the names here) {}",
            order.join(", ")
        );
        lines.push(remark("order of files", words));
    }
    for (at, (file, name)) in here.files.iter().zip(&names).enumerate() {
        if used(at) {
            continue;
        }
        // This is already reported if another file has its role.
        let told = said.files.iter().any(|one| one.role == file.role);
        if !told || here.files.len() > said.files.len() {
            let words = format!("{name} ({}) is not in the signature", bytes(file));
            lines.push(differs(file.role.name(), words));
        }
    }
}

/// For each of `said`, the index of the same file in `here`, by the first comparison if possible, otherwise
/// by the second.
pub(super) fn paired<T>(
    said: &[T],
    here: &[T],
    same: [fn(&T, &T) -> bool; 2],
) -> Vec<Option<usize>> {
    let mut found = vec![None; said.len()];
    for same in same {
        for (place, file) in said.iter().enumerate() {
            if found[place].is_none() {
                let is_left = |at: &usize| !found.contains(&Some(*at));
                let mut left = (0..here.len()).filter(is_left);
                found[place] = left.find(|at| same(file, &here[*at]));
            }
        }
    }
    found
}

/// The same by the digits of files: if several are inside of one container, the one that is named.
fn paired_signed(said: &Signature, here: &Signature) -> Vec<Option<usize>> {
    let is_named: fn(&SignedFile, &SignedFile) -> bool =
        |one, other| one.is(other) && one.member == other.member;
    paired(&said.files, &here.files, [is_named, SignedFile::is])
}

/// Compares the members inside of two files with equal digits.
fn about_bytes(file: &SignedFile, here: &SignedFile, name: &str) -> CheckLine {
    let (what, hash) = (file.role.name(), cut(&file.hash));
    if file.member == here.member {
        return equal(what, format!("{name} is {hash}"));
    }
    if file.leaves_open(here) {
        return remark(what, format!("{name} is from {hash}; {NO_MEMBER}"));
    }
    let [there, here] = [file, here].map(|one| one.member.as_deref().unwrap_or("the whole file"));
    differs(what, format!("{there} from {hash} in the signature, {here} here"))
}

/// What a signature leaves open about the files here, in words.
pub(crate) fn unsaid(said: &Signature, finished: &Finished<'_>) -> Vec<&'static str> {
    let Ok(here) = Signature::parse(&signature(finished)) else { return Vec::new() };
    let open = |(file, found): (&SignedFile, Option<usize>)| {
        found.is_some_and(|at| file.leaves_open(&here.files[at]))
    };
    let found = paired_signed(said, &here);
    let members = said.files.iter().zip(found).any(open).then_some(NO_MEMBER);
    let baseline = said.get("baseline").is_some_and(|value| Named::parse(value).hash.is_none());
    members.into_iter().chain(baseline.then_some(NO_FILE)).collect()
}

fn columns(columns: &[(Field, String)]) -> String {
    columns.iter().map(|(field, column)| format!("{}={column}", field.name())).join(", ")
}

/// Describes the bytes of a file, and its member if it is inside of a container.
fn bytes(file: &SignedFile) -> String {
    let hash = cut(&file.hash);
    file.member.as_ref().map_or_else(|| hash.to_owned(), |member| format!("{member} from {hash}"))
}

fn cut(hash: &str) -> &str {
    hash.get(..DIGITS).unwrap_or(hash)
}
