//! Tasks with tests as large as `LiveCodeBench` has them: what finding their programs costs.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]
#![allow(clippy::print_stdout, reason = "heavy tests say what they have measured")]

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::{Compression, write::ZlibEncoder};
use scoredrop::base::types::Role;
use scoredrop::session::Session;
use scoredrop::session::protocol::Choices;
use scoredrop_testing::{as_preset, seconds};
use serde_json::json;
use std::convert::Infallible;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;

const TASKS: usize = 400;
const ATTEMPTS: usize = 10;
/// Bytes of a task's tests as they are packed, at least.
const PACKED: usize = 2 << 20;

/// Twenty tests that read numbers, packed as the publisher packs them, and their length before.
fn packed() -> (String, usize) {
    let mut state = 1_u32;
    let mut number = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state >> 2
    };
    let mut numbers = |count: usize| {
        let mut text = String::new();
        for _ in 0..count {
            write!(text, "{} ", number()).unwrap();
        }
        text
    };
    // A digit takes less than half of a byte when packed, and base64 adds a third.
    let each = PACKED / 6 / 20;
    let tests: Vec<_> = (0..20)
        .map(|_| json!({ "input": numbers(each), "output": numbers(2), "testtype": "stdin" }))
        .collect();
    let text = json!(tests).to_string();
    let mut pickle = b"\x80\x04X".to_vec();
    pickle.extend(u32::try_from(text.len()).unwrap().to_le_bytes());
    pickle.extend(text.as_bytes());
    pickle.push(b'.');
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(&pickle).unwrap();
    (STANDARD.encode(encoder.finish().unwrap()), text.len())
}

/// A file that is made line by line while it is read.
struct Lines<'a> {
    name: &'a str,
    role: Role,
    count: usize,
    line: &'a dyn Fn(usize) -> String,
}

impl Lines<'_> {
    fn head(&self, length: u64) -> Vec<u8> {
        let mut bytes = Vec::new();
        for line in (0..self.count).map(self.line) {
            bytes.extend(line.bytes());
            if bytes.len() as u64 >= length {
                break;
            }
        }
        bytes.truncate(length as usize);
        bytes
    }
}

fn opened(files: &[Lines<'_>], mut choices: Choices) -> Session {
    let mut session = Session::new();
    session.set_runs_programs();
    for (slot, file) in (0..).zip(files) {
        choices.roles.insert(slot, file.role);
        let size: usize = (0..file.count).map(|number| (file.line)(number).len()).sum();
        session.add(slot, file.name, size as u64, |length| Ok::<_, Infallible>(file.head(length)));
    }
    session.choose(choices);
    for (slot, file) in (0..).zip(files) {
        session.inspect_again(slot, |length| Ok::<_, Infallible>(file.head(length)));
    }
    session.understand();
    for index in session.unread() {
        let mut reader = session.reader(index).unwrap();
        for line in (0..files[index].count).map(files[index].line) {
            reader.push(line.as_bytes()).unwrap();
        }
        session.finish_reading(index, reader).unwrap();
    }
    session
}

/// Megabytes of this process, by the name of a line in its status; nothing where the system has none.
fn megabytes(name: &str) -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default();
    line.trim_matches(|letter: char| !letter.is_ascii_digit()).parse::<u64>().unwrap_or(0) >> 10
}

#[test]
#[ignore = "needs 2 GB, and a release build"]
fn programs_of_large_tasks_are_found() {
    let (packed, unpacked) = packed();
    assert!(packed.len() >= PACKED);
    let task = |number: usize| {
        let public = r#"[{"input": "1", "output": "2", "testtype": "stdin"}]"#;
        json!({
            "question_id": format!("q{number}"), "question_content": "Add one.",
            "platform": "atcoder", "difficulty": "easy", "contest_date": "2024-01-31T07:30:00",
            "public_test_cases": public.replace('2', &number.to_string()),
            "private_test_cases": packed, "metadata": "{}",
        })
        .to_string()
            + "\n"
    };
    let attempt = |number: usize| {
        let code = format!("print({})", number % ATTEMPTS);
        json!({ "question_id": format!("q{}", number / ATTEMPTS), "code": code }).to_string() + "\n"
    };
    let files = [
        Lines { name: "tasks.jsonl", role: Role::Gold, count: TASKS, line: &task },
        Lines {
            name: "codes.jsonl",
            role: Role::Predictions,
            count: TASKS * ATTEMPTS,
            line: &attempt,
        },
    ];
    let mut session = opened(&files, as_preset("livecodebench-code-generation"));
    let before = megabytes("VmRSS:");
    // The peak is counted from here on.
    let _ = fs::write("/proc/self/clear_refs", "5");
    let start = seconds();
    session.join().unwrap();
    let joined = seconds() - start;
    let peak = megabytes("VmHWM:");
    assert_eq!(session.workshop().unwrap().ran.left(), TASKS * ATTEMPTS);
    println!(
        "{TASKS} tasks with {:.1} MB of packed tests ({:.1} MB unpacked), {ATTEMPTS} attempts each: \
         joined in {joined:.2} s; {before} MB before, {peak} MB at most",
        packed.len() as f64 / 1e6,
        unpacked as f64 / 1e6,
    );
    let start = seconds();
    let (jobs, _) = session.workshop().unwrap().to_run(0, 1);
    println!("a job of {} bytes in {:.3} s", jobs[0].job.len(), seconds() - start);
    let other = [("wall".to_owned(), "7000".to_owned())].into();
    let roles = session.choices().roles.clone();
    session.choose(Choices { set: other, roles, ..as_preset("livecodebench-code-generation") });
    let start = seconds();
    session.join().unwrap();
    println!("other limits in {:.2} s", seconds() - start);
    assert_eq!(session.workshop().unwrap().ran.left(), TASKS * ATTEMPTS);
}
