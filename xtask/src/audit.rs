//! `cargo xtask audit`: what the dependencies are known for.

use crate::system::{command, find, run as run_to_end};
use crate::tools::{folder, tool};
use crate::{Result, root};

const DENY: &str = "0.20.2";

/// Folders with a lock of npm, and from which severity on a fault counts there: only the last one's packages are
/// shipped, the others build and test.
const LOCKS: [(&str, &str); 4] = [
    ("tests/browser", "high"),
    ("packages/js/tests", "high"),
    ("xtask/npm", "high"),
    ("xtask/npm/python", "low"),
];

/// How npm says that its registry has no list of known faults.
const NO_LIST: &str = "audit endpoint returned an error";

/// Holds crates to `deny.toml` and to `RustSec`, and packages of npm to its own list. A list that cannot be
/// fetched is said, and no failure; a fault that is found is one.
pub(crate) fn run() -> Result<()> {
    tool("cargo-deny", "cargo-deny", DENY)?;
    let own = folder().join("bin").join(format!("cargo-deny{}", std::env::consts::EXE_SUFFIX));
    let program = if own.is_file() { own } else { "cargo-deny".into() };
    run_to_end(&mut command(&program, &["--workspace", "check", "bans", "licenses", "sources"]))?;
    let fetched = command(&program, &["fetch", "db"]).output();
    if fetched.is_ok_and(|output| output.status.success()) {
        run_to_end(&mut command(&program, &["--workspace", "check", "advisories"]))?;
    } else {
        println!("note: the RustSec database cannot be fetched, so advisories were not looked at");
    }
    if find("npm").is_none() {
        println!("note: npm is missing, so its packages were not looked at");
        return Ok(());
    }
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
        }
    }
    Ok(())
}
