//! What each stage of scoring costs: `scoredrop-stages GOLD PREDICTIONS ROUNDS`, natively or under
//! WASI, for `cargo xtask bench`. Prints one JSON object: for each stage the CPU seconds of this
//! thread, one number a round, after some rounds that are not counted.

#![allow(clippy::print_stdout, reason = "it is what this program is for")]

mod clock;
mod kernels;
mod path;

use serde_json::{Map, Value, json};
use std::path::PathBuf;
use std::process::ExitCode;

/// What went wrong, in words.
type Result<T> = std::result::Result<T, String>;

/// Rounds that are not counted: while they run a host compiles what is used most, which its process pays for.
const UNCOUNTED: usize = 3;

/// The seconds of one round, by stage.
type Seconds = Vec<(&'static str, f64)>;

fn main() -> ExitCode {
    match run() {
        Ok(measured) => {
            println!("{measured}");
            ExitCode::SUCCESS
        }
        Err(words) => {
            eprintln!("{words}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<Value> {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let [gold, predictions, rounds] = given.as_slice() else {
        return Err("GOLD PREDICTIONS ROUNDS".to_owned());
    };
    let files = [gold, predictions].map(PathBuf::from);
    let rounds: usize = rounds.parse().map_err(|_| format!("{rounds} is no number of rounds"))?;
    let mut stages: Map<String, Value> = Map::new();
    let mut found = None;
    let mut note = |round: usize, seconds: Seconds| {
        for (stage, spent) in seconds.into_iter().filter(|_| round >= UNCOUNTED) {
            if let Value::Array(all) = stages.entry(stage).or_insert_with(|| json!([])) {
                all.push(json!(spent));
            }
        }
    };
    let mut last = None;
    for round in 0..rounds + UNCOUNTED {
        // Not beside the next one.
        drop(last.take());
        let (seconds, score) = path::round(&files)?;
        note(round, seconds);
        // Equal work every time, or no time is believed.
        let now = score.found();
        if found.get_or_insert_with(|| now.clone()) != &now {
            return Err(format!("round {round} found {now}, the first one {found:?}"));
        }
        last = Some(score);
    }
    // After all of the others: for a module with as much memory as these steps take, a host tidies up
    // all the time, and that would be counted with whatever runs meanwhile.
    let score = last.ok_or("nothing was scored")?;
    for round in 0..rounds + UNCOUNTED {
        note(round, kernels::round(&files, &score)?);
    }
    let bytes: u64 =
        files.iter().filter_map(|file| file.metadata().ok()).map(|data| data.len()).sum();
    Ok(json!({ "bytes": bytes, "found": found, "seconds": stages, "memory": kernels::MEMORY }))
}
