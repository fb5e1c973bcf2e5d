//! `cargo xtask honesty`: whether intervals and verdicts keep what they promise. The simulation is a
//! test of the core, `tests/honesty.rs`: the same numbers each time.

use crate::Result;
use crate::system::{command, run as run_to_end};

/// Prints the table, and fails where runs that are alike are called different too often.
pub(crate) fn run() -> Result<()> {
    let test = ["test", "--quiet", "--release", "-p", "scoredrop", "--test", "honesty"];
    let mut cargo = command("cargo", &test);
    cargo.args(["--", "--ignored", "--nocapture"]);
    run_to_end(&mut cargo)
}
