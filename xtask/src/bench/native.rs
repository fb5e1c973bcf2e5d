//! The command line on the generated files: wall time, CPU time and peak memory, from outside.

use super::Round;
use crate::system::{self, command};
use crate::{Result, root};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Builds the command line by a profile; returns where it stands.
pub(super) fn build(profile: &str) -> Result<PathBuf> {
    let build = ["build", "--profile", profile, "--bin", "scoredrop"];
    system::run(&mut command("cargo", &build))?;
    let program = format!("{profile}/scoredrop{}", std::env::consts::EXE_SUFFIX);
    Ok(super::target()?.join(program))
}

/// What the command line is told to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Task {
    /// Read, join and score, as far as the page's headline.
    Check,
    /// All of that, and the intervals of every mean.
    Score,
}

/// The command line with files, gold first.
fn scoredrop(program: &Path, arguments: &[&str], files: &[PathBuf]) -> Command {
    let mut scoredrop = command(program, arguments);
    let (gold, predictions) = files.split_at(files.len().min(1));
    scoredrop.arg("--gold").args(gold).arg("--predictions").args(predictions);
    scoredrop.current_dir(root());
    scoredrop
}

/// Writes the whole report.
pub(super) fn report(program: &Path, files: &[PathBuf], out: &Path) -> Result<()> {
    let mut scoredrop = scoredrop(program, &["score", "--preset", super::PRESET], files);
    let printed = scoredrop.arg("--out").arg(out).output();
    let printed = printed.map_err(|error| format!("{}: {error}", program.display()))?;
    if printed.status.success() { Ok(()) } else { Err(format!("no report: {}", printed.status)) }
}

/// Gives the files to the command line once; the official block is what it printed.
#[allow(clippy::disallowed_methods, reason = "a clock is what this is about")]
pub(super) fn round(program: &Path, task: Task, files: &[PathBuf]) -> Result<Round> {
    let arguments: &[&str] = match task {
        Task::Check => &["check", "--preset", super::PRESET],
        Task::Score => &["score", "--format", "official", "--preset", super::PRESET],
    };
    let mut scoredrop = scoredrop(program, arguments, files);
    scoredrop.stdout(Stdio::piped()).stderr(Stdio::null());
    let failed = |error: std::io::Error| format!("{}: {error}", program.display());
    let before = children_seconds();
    let start = Instant::now();
    let mut child = scoredrop.spawn().map_err(failed)?;
    let mut peak = None;
    // What it prints is far smaller than a pipe, so it can wait until the end.
    while child.try_wait().map_err(failed)?.is_none() {
        peak = peak_memory(child.id()).or(peak);
        std::thread::sleep(Duration::from_millis(2));
    }
    let wall = start.elapsed().as_secs_f64();
    let output = child.wait_with_output().map_err(failed)?;
    if !output.status.success() {
        return Err(format!("{}: {}", program.display(), output.status));
    }
    let cpu = before.zip(children_seconds()).map(|(before, after)| after - before);
    let printed = String::from_utf8_lossy(&output.stdout);
    let block = if task == Task::Score { &*printed } else { "" };
    let official = block.lines().filter_map(member).collect();
    Ok(Round { wall, cpu, peak, official })
}

/// Key and digits of a line like `  "f1": 58.2,`.
fn member(line: &str) -> Option<(String, String)> {
    let (key, value) = line.trim().trim_end_matches(',').split_once(": ")?;
    Some((key.trim_matches('"').to_owned(), value.to_owned()))
}

/// CPU time of the children that have ended, in seconds.
#[cfg(unix)]
fn children_seconds() -> Option<f64> {
    use nix::sys::resource::{UsageWho, getrusage};
    use nix::sys::time::TimeValLike;
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).ok()?;
    let microseconds =
        usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
    Some(microseconds as f64 / 1e6)
}

#[cfg(not(unix))]
fn children_seconds() -> Option<f64> {
    None
}

/// The most memory that a process has had, in bytes.
fn peak_memory(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kibibytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_read() {
        let member_of = |line| member(line).map(|(key, value)| format!("{key}={value}"));
        assert_eq!(member_of("  \"f1\": 58.25,").as_deref(), Some("f1=58.25"));
        assert_eq!(member_of("{"), None);
    }
}
