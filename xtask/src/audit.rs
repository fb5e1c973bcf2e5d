//! `cargo xtask audit`: known vulnerabilities and licences of the dependencies.

use crate::system::{command, find, output, run as run_to_end};
use crate::tools::{folder, tool};
use crate::{Result, root};
use std::path::{Path, PathBuf};

const DENY: &str = "0.20.2";

/// Folders with an npm lock file, each with the lowest severity that counts there: only the packages of the last
/// one are shipped, the others build and test.
const LOCKS: [(&str, &str); 4] = [
    ("tests/browser", "high"),
    ("packages/js/tests", "high"),
    ("xtask/npm", "high"),
    ("xtask/npm/python", "low"),
];

/// The message with which npm says that its registry has no list of vulnerabilities.
const NO_LIST: &str = "audit endpoint returned an error";

/// Checks crates against `deny.toml` and `RustSec`, and npm packages against npm's own list, and prints the date
/// of each list. If a list cannot be fetched, an older copy is used; if there is none, a note says so, and the
/// command does not fail for this reason. It fails if it finds a vulnerability.
pub(crate) fn run() -> Result<()> {
    tool("cargo-deny", "cargo-deny", DENY)?;
    let own = folder().join("bin").join(format!("cargo-deny{}", std::env::consts::EXE_SUFFIX));
    let program = if own.is_file() { own } else { "cargo-deny".into() };
    run_to_end(&mut command(&program, &["--workspace", "check", "bans", "licenses", "sources"]))?;
    let fetched = command(&program, &["fetch", "db"]).output();
    let is_fetched = fetched.is_ok_and(|output| output.status.success());
    match day_of_advisories() {
        Some(day) => {
            if !is_fetched {
                println!(
                    "note: the RustSec database cannot be fetched; the copy from before serves"
                );
            }
            let check = ["--workspace", "check", "--disable-fetch", "advisories"];
            run_to_end(&mut command(&program, &check))?;
            println!("crates: no known fault among the RustSec advisories of {day}");
        }
        None => {
            println!(
                "note: the RustSec database cannot be fetched, so advisories were not looked at"
            );
        }
    }
    if find("npm").is_none() {
        println!("note: npm is missing, so its packages were not looked at");
        return Ok(());
    }
    // The registry's list has the date of the day on which it is asked.
    let today = output(&mut command("node", &["-p", "new Date().toISOString().slice(0, 10)"]));
    let today = today.ok_or("node does not run")?;
    for (lock, level) in LOCKS {
        let mut npm = command("npm", &["audit", "--audit-level", level]);
        npm.current_dir(root().join(lock));
        let output = npm.output().map_err(|error| format!("npm audit: {error}"))?;
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8_lossy(&said);
        if said.contains(NO_LIST) {
            println!("note: npm's list cannot be reached, so {lock} was not looked at");
        } else if !output.status.success() {
            return Err(format!("npm audit in {lock}:\n{said}"));
        } else {
            println!(
                "{lock}: no known fault of severity {level} in npm's list of {}",
                today.trim()
            );
        }
    }
    Ok(())
}

/// The day of the newest advisory in the copies that cargo-deny keeps, as `YYYY-MM-DD`.
fn day_of_advisories() -> Option<String> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cargo")))?;
    newest_commit(&home.join("advisory-dbs"))
}

/// The day of the newest commit in the Git repositories of a folder.
fn newest_commit(folder: &Path) -> Option<String> {
    let copies = std::fs::read_dir(folder).ok()?.flatten().filter(|one| one.path().is_dir());
    let day = |copy: std::fs::DirEntry| {
        let mut git = command("git", &["log", "--all", "--max-count=1", "--format=%cs"]);
        let day = output(git.current_dir(copy.path()))?.trim().to_owned();
        (!day.is_empty()).then_some(day)
    };
    copies.filter_map(day).max()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_day_of_a_list_is_that_of_its_newest_commit() {
        let place = std::env::temp_dir().join(format!("scoredrop-days-{}", std::process::id()));
        assert_eq!(newest_commit(&place), None);
        for (copy, day) in [("a", "2024-02-03"), ("b", "2025-06-07")] {
            let folder = place.join(copy);
            std::fs::create_dir_all(&folder).expect("a folder");
            let git = |arguments: &[&str]| {
                let mut git = command("git", arguments);
                let date = format!("{day}T12:00:00Z");
                git.current_dir(&folder)
                    .env("GIT_COMMITTER_DATE", &date)
                    .env("GIT_AUTHOR_DATE", date);
                for who in ["AUTHOR", "COMMITTER"] {
                    git.env(format!("GIT_{who}_NAME"), "a").env(format!("GIT_{who}_EMAIL"), "a@b");
                }
                output(&mut git).expect("git runs");
            };
            git(&["init", "--quiet"]);
            git(&["commit", "--quiet", "--allow-empty", "--message", "one"]);
        }
        let found = newest_commit(&place);
        std::fs::remove_dir_all(&place).expect("removed");
        assert_eq!(found.as_deref(), Some("2025-06-07"));
    }
}
