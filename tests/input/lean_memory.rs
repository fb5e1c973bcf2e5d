//! What a large score holds in memory, part by part: `SCOREDROP_BENCH=FOLDER cargo test --test
//! input lean_memory:: -- --ignored --nocapture`, for a folder with `gold.jsonl` and `pred.jsonl`. With
//! `SCOREDROP_KEEP_TEXTS` set nothing is left in the files.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a measurement")]
#![cfg(target_os = "linux")]

use scoredrop::protocol::Choices;
use scoredrop::session::{Limits, Session};
use scoredrop::types::Role;
use std::fs::File;
use std::io::Read as _;
use std::os::unix::fs::FileExt as _;
use std::path::Path;

fn status(field: &str) -> u64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = text.lines().find(|line| line.starts_with(field)).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() * 1024
}

fn say(stage: &str, questions: u64) {
    let (now, peak) = (status("VmRSS"), status("VmHWM"));
    println!(
        "{stage}: {now} bytes now, peak {peak}, {} a question at most",
        peak / questions.max(1)
    );
}

#[test]
#[ignore = "needs large files"]
fn memory() {
    let folder = std::env::var_os("SCOREDROP_BENCH").expect("SCOREDROP_BENCH names a folder");
    let mut session = Session::new();
    let mut choices = Choices { preset: Some("nq".to_owned()), ..Choices::default() };
    let files = [("gold.jsonl", Role::Gold), ("pred.jsonl", Role::Predictions)];
    let open = |name: &str| File::open(Path::new(&folder).join(name)).unwrap();
    say("idle", 0);
    if std::env::var_os("SCOREDROP_KEEP_TEXTS").is_none() {
        session.set_limits(Limits { all_texts: 0, ..Limits::BROWSER });
    }
    for (slot, (name, role)) in (0..).zip(files) {
        let file = open(name);
        let bytes = file.metadata().unwrap().len();
        session.add(slot, name, bytes, |length| {
            let mut head = Vec::new();
            open(name).take(length).read_to_end(&mut head).map(|_| head)
        });
        let fetch = move |offset: u64, length: u64| {
            let mut part = vec![0; length as usize];
            file.read_exact_at(&mut part, offset).map_err(|error| error.to_string())?;
            Ok(part)
        };
        session.set_fetch(slot, Box::new(fetch));
        choices.roles.insert(slot, role);
    }
    session.choose(choices);
    for index in session.unread() {
        let mut reader = session.reader(index).unwrap();
        let mut file = open(files[index].0);
        let mut slice = vec![0; 4 << 20];
        loop {
            let read = file.read(&mut slice).unwrap();
            if read == 0 {
                break;
            }
            reader.push(&slice[..read]).unwrap();
        }
        session.finish_reading(index, reader).unwrap();
        let table = &session.sources()[index].read.as_ref().unwrap().table;
        let rows = table.rows() as u64;
        for (place, column) in table.columns().iter().enumerate() {
            let bytes = table.column_bytes(place) as u64;
            println!("  {column}: {bytes} bytes, {} a row", bytes / rows.max(1));
        }
        println!("  all of the table: {} bytes for {rows} rows", table.bytes());
        say(files[index].0, rows);
    }
    session.join().unwrap();
    let questions = session.joined().unwrap().runs[0].rows.len() as u64;
    say("joined", questions);
    let mut evaluation = session.evaluation().unwrap();
    while !session.advance(&mut evaluation, 4096) {}
    say("scored", questions);
    session.accept(evaluation).unwrap();
    say("accepted", questions);
    let mean = session.score().unwrap().aggregates[0][0].mean;
    println!(
        "{questions} questions, mean {mean:?}, texts left in files: {}",
        session.leaves_texts()
    );
    assert!(mean.is_some() && session.missed().is_none());
}
