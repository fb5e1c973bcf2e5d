//! What `--out` leaves if a process is interrupted or a disk is full: the old file, or none if there was none.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use crate::command::{Folder, assert_code, run, stderr};
use serde_json::{Value, json};
use std::fs::{metadata, read, read_dir, remove_file};
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{Command, ExitStatus, Output, Stdio};
use std::time::Duration;

const BINARY: &str = env!("CARGO_BIN_EXE_scoredrop");
const SCORE: [&str; 7] = [
    "score", "--preset", "nq", "--gold", "samples/nq/gold.jsonl", "--predictions",
    "samples/nq/predictions.jsonl",
];

/// Runs a score that may write files of 1 kB at most: the report is longer.
fn score_up_to_1_kb(before: &str, out: &str) -> Output {
    let script = format!("{before} ulimit -f 1; exec \"$0\" \"$@\"");
    Command::new("sh")
        .args(["-c", &script, BINARY])
        .args(SCORE)
        .args(["--out", out])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap()
}

#[test]
fn a_limit_on_files_leaves_the_old_report() {
    let folder = Folder::new("limit-on-files");
    let out = folder.file("report.json", "old");
    // The signal ends the process in the middle.
    let killed = score_up_to_1_kb("", &out);
    assert_eq!((killed.status.code(), read(&out).unwrap()), (None, b"old".to_vec()));
    let full = score_up_to_1_kb("trap '' XFSZ;", &out);
    assert_code(&full, 2);
    assert!(stderr(&full).contains("error[unwritable]"), "{}", stderr(&full));
    assert_eq!(read(&out).unwrap(), b"old");
    assert_code(&run(&[&SCORE[..], &["--out", &out]].concat()), 0);
    assert!(!serde_json::from_slice::<Value>(&read(&out).unwrap()).unwrap()["schema"].is_null());
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_tmpfs_leaves_the_old_report_or_none() {
    const NO_MOUNT: i32 = 90;
    let folder = Folder::new("full-tmpfs");
    for old in ["old", ""] {
        // A namespace of its own, so that nobody else sees the mount, and it goes with the process.
        let script = format!(
            "mount -t tmpfs -o size=8k none \"$0\" || exit {NO_MOUNT}; \
             [ -z '{old}' ] || printf %s '{old}' > \"$0/report.json\"; \
             \"$@\" --out \"$0/report.json\"; code=$?; ls -A \"$0\"; cat \"$0\"/*; exit $code"
        );
        let output = Command::new("unshare")
            .args(["--map-root-user", "--mount", "sh", "-c", &script, &folder.path("."), BINARY])
            .args(SCORE)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output();
        let Some(output) =
            output.as_ref().ok().filter(|one| !matches!(one.status.code(), Some(1 | NO_MOUNT)))
        else {
            scoredrop_testing::skip("nothing can be mounted here");
            return;
        };
        assert_code(output, 2);
        assert!(stderr(output).contains("No space left on device"), "{}", stderr(output));
        let left = if old.is_empty() { "" } else { "report.json\nold" };
        assert_eq!(std::str::from_utf8(&output.stdout).unwrap(), left);
    }
}

/// Whether this process ignores a signal, and those that it starts with it.
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap_or_default();
    u64::from_str_radix(mask.trim(), 16).is_ok_and(|mask| mask >> (signal - 1) & 1 == 1)
}

/// Starts a score and sends it a signal as soon as a part of the report is on disk.
fn interrupt(arguments: &[&str], folder: &Path, signal: i32) -> ExitStatus {
    let mut child = Command::new(BINARY).args(arguments).stderr(Stdio::null()).spawn().unwrap();
    let is_partial = || {
        let mut files = read_dir(folder).unwrap().flatten();
        files.any(|file| {
            file.file_name().to_string_lossy().starts_with(".scoredrop-")
                && metadata(file.path()).is_ok_and(|one| one.len() > 0)
        })
    };
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        if is_partial() {
            let [signal, id] = [format!("-{signal}"), child.id().to_string()];
            Command::new("kill").args([signal, id]).status().unwrap();
            return child.wait().unwrap();
        }
        std::thread::sleep(Duration::from_micros(200));
    }
}

#[test]
fn sigint_sigterm_and_sigkill_leave_the_old_report_or_none() {
    let lines = |column: &str| -> String {
        (0..20_000).map(|id| json!({ "id": id, column: "x" }).to_string() + "\n").collect()
    };
    let (gold, predictions) = (lines("answer"), lines("prediction"));
    for signal in [2, 15, 9].into_iter().filter(|signal| !is_ignored(*signal)) {
        for old in [Some("old"), None] {
            let folder = Folder::new(&format!("signal-{signal}"));
            let files = [("gold.jsonl", &gold), ("predictions.jsonl", &predictions)];
            let [gold, predictions] = files.map(|(name, text)| folder.file(name, text));
            let out = folder.path("report.json");
            let arguments = [
                "score", "--preset", "squad-v1", "--gold", &gold, "--predictions", &predictions,
                "--out", &out,
            ];
            // Whoever is interrupted too late has written the whole report, and is tried again.
            let was_interrupted = (0..20).any(|_| {
                let _ = remove_file(&out);
                if let Some(old) = old {
                    folder.file("report.json", old);
                }
                let status = interrupt(&arguments, Path::new(&folder.path("")), signal);
                let left = read(&out).ok();
                if status.signal() == Some(signal) && left.as_deref() == old.map(str::as_bytes) {
                    return true;
                }
                let whole: Value = serde_json::from_slice(&left.unwrap()).unwrap();
                assert_eq!(whole["runs"][0]["records"].as_array().unwrap().len(), 20_000);
                false
            });
            assert!(was_interrupted, "signal {signal}");
        }
    }
}
