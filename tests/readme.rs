//! What the README shows of the command line is what it prints.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use std::process::Command;

const README: &str = include_str!("../README.md");

/// The output of a line like `scoredrop ... 2> /dev/null | head -n 4`.
fn printed(line: &str) -> String {
    let (line, lines) = match line.split_once(" | head -n ") {
        Some((line, count)) => (line, count.parse().unwrap()),
        None => (line, usize::MAX),
    };
    let (line, quiet) = match line.strip_suffix(" 2> /dev/null") {
        Some(line) => (line, true),
        None => (line, false),
    };
    let output = Command::new(env!("CARGO_BIN_EXE_scoredrop"))
        .args(line.split_whitespace().skip(1))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{line}");
    assert!(quiet || output.stderr.is_empty(), "{line} says something that is not shown");
    let text = String::from_utf8(output.stdout).unwrap();
    // CSV ends its lines as RFC 4180 has it.
    text.lines().take(lines).fold(String::new(), |shown, line| shown + line + "\n")
}

#[test]
fn commands_print_what_is_shown() {
    let blocks = README.split("```console\n$ ").skip(1).map(|rest| rest.split_once("```").unwrap());
    let mut checked = 0;
    for (block, _) in blocks.filter(|(block, _)| block.starts_with("scoredrop ")) {
        let (line, shown) = block.split_once('\n').unwrap();
        assert_eq!(printed(line), shown, "{line}");
        checked += 1;
    }
    assert_eq!(checked, 4);
}
