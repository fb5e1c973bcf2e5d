//! `cargo xtask honesty`: whether intervals and verdicts keep what they promise. The simulation is a
//! test of the core, `tests/leaderboard/honesty.rs`: the same numbers each time.

use crate::Result;
use crate::system::{command, run as run_to_end};

/// Prints the table, and fails if equal runs are called different too often.
pub(crate) fn run() -> Result<()> {
    let test = ["test", "--quiet", "--release", "-p", "scoredrop", "--test", "leaderboard"];
    let mut cargo = command("cargo", &test);
    cargo.args(["--", "--ignored", "--nocapture", "honesty::"]);
    run_to_end(&mut cargo)
}
