#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use crate::base::types::Role;
use crate::programs::packed::UNPACKED;
use crate::session::Session;
use crate::session::protocol::Choices;
use serde_json::json;
use std::convert::Infallible;

const TASKS: usize = 3;
const ATTEMPTS: usize = 4;
const RUNS: usize = 2;

fn lines(count: usize, line: impl Fn(usize) -> serde_json::Value) -> String {
    (0..count).map(|number| line(number).to_string() + "\n").collect()
}

fn choices(set: &[(&str, &str)]) -> Choices {
    let roles = [Role::Gold, Role::Predictions, Role::Predictions];
    Choices {
        preset: Some("livecodebench-code-generation".to_owned()),
        roles: (0..).zip(roles).collect(),
        set: set.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect(),
        ..Choices::default()
    }
}

fn opened() -> Session {
    opened_with("")
}

/// Tasks with packed tests, and two runs with other programs; `more` stands in the public tests.
fn opened_with(more: &str) -> Session {
    // base64, zlib and a pickle of [{"input": "2", "output": "3", "testtype": "stdin"}].
    const PACKED: &str =
        "eJxrYJlqwQABPSbR1UqZeQWlJUpWCkpGSjoKSvmlJVCuMYhbklpcUlJZkAoSKC5JycxTqo2dogcAOk4SrA==";
    let test = r#"[{"input": "1", "output": "2", "testtype": "stdin"}]"#;
    let tasks = lines(TASKS, |task| {
        json!({
            "question_id": format!("q{task}"), "question_content": "Add one.",
            "contest_date": format!("2024-01-0{}T00:00:00", task + 1),
            "public_test_cases": test.replace('2', &format!("{task}{more}")),
            "private_test_cases": PACKED, "metadata": "{}",
        })
    });
    let codes = |run: usize| {
        lines(TASKS * ATTEMPTS, |number| {
            let code = format!("print({run}, {})", number % ATTEMPTS);
            json!({ "question_id": format!("q{}", number / ATTEMPTS), "code": code })
        })
    };
    let files = [("tasks.jsonl", tasks), ("a.jsonl", codes(0)), ("b.jsonl", codes(1))];
    let head = |text: &str, length: u64| -> Result<Vec<u8>, Infallible> {
        Ok(text.as_bytes()[..text.len().min(length as usize)].to_vec())
    };
    let mut session = Session::new();
    session.set_runs_programs();
    for (slot, (name, text)) in (0..).zip(&files) {
        session.add(slot, name, text.len() as u64, |length| head(text, length));
    }
    session.choose(choices(&[]));
    for (slot, (_, text)) in (0..).zip(&files) {
        session.inspect_again(slot, |length| head(text, length));
    }
    session.understand();
    for index in session.unread() {
        let mut reader = session.reader(index).unwrap();
        reader.push(files[index].1.as_bytes()).unwrap();
        session.finish_reading(index, reader).unwrap();
    }
    session
}

/// How many texts were unpacked meanwhile.
fn unpacked(work: impl FnOnce()) -> usize {
    let before = UNPACKED.get();
    work();
    UNPACKED.get() - before
}

#[test]
fn each_task_is_unpacked_once() {
    let mut session = opened();
    assert_eq!(unpacked(|| session.join().unwrap()), TASKS);
    assert_eq!(session.workshop().unwrap().ran.left(), RUNS * TASKS * ATTEMPTS);
    // Nor does any setting need the tests again.
    assert_eq!(unpacked(|| session.join().unwrap()), 0);
    for set in [("wall", "7000"), ("start_date", "2024-01-02")] {
        session.choose(choices(&[set]));
        assert_eq!(unpacked(|| session.join().unwrap()), 0, "{set:?}");
    }
    assert_eq!(session.workshop().unwrap().ran.left(), RUNS * (TASKS - 1) * ATTEMPTS);
    // What is handed out is unpacked, and no more than that.
    let handed = unpacked(|| assert_eq!(session.workshop().unwrap().to_run(0, 2).0.len(), 2));
    assert_eq!(handed, 2);
    assert_eq!(
        unpacked(|| {
            let cards = session.workshop().unwrap().cards(1, 2);
            assert_eq!(cards.len(), ATTEMPTS);
            assert_eq!(cards[3].program, "print(1, 3)");
        }),
        0
    );
}

#[test]
fn attempts_are_counted_and_kept_verdicts_found() {
    let mut session = opened();
    session.join().unwrap();
    let all = (RUNS * TASKS * ATTEMPTS) as u64;
    let card = session.workshop().unwrap().card().unwrap();
    assert_eq!((card.attempts, card.total, card.left), (all, all, all));
    let key = |session: &Session, place: usize| {
        session.workshop().unwrap().ran.programs.entries()[place].key.clone()
    };
    let keys = [key(&session, 0), key(&session, 1), "of another file".to_owned()];
    let twice = [&keys[..], &keys[..]].concat();
    assert_eq!(
        (
            session.workshop().unwrap().ran.kept(&keys),
            session.workshop().unwrap().ran.kept(&twice),
            session.workshop().unwrap().ran.kept(&[])
        ),
        (2, 2, 0)
    );
    // One that has a verdict needs none, and one that is to be run again takes none that is kept.
    session.take_verdict(&keys[0], r#"{"verdict": "passed", "ms": 1}"#).unwrap();
    assert_eq!(
        (
            session.workshop().unwrap().ran.kept(&keys),
            session.workshop().unwrap().ran.left() as u64
        ),
        (1, all - 1)
    );
    session.run_again(0, 0);
    assert_eq!(
        (
            session.workshop().unwrap().ran.kept(&keys),
            session.workshop().unwrap().ran.left() as u64
        ),
        (1, all)
    );
}

#[test]
fn keys_are_those_of_the_jobs() {
    let mut session = opened();
    session.join().unwrap();
    let material = session.material().unwrap();
    let settings = session.plan().preset.settings.as_ref().unwrap();
    let entries = session.workshop().unwrap().ran.programs.entries();
    for entry in entries {
        assert_eq!(entry.job(&material, settings).unwrap().key(), entry.key);
    }
    assert_eq!(entries.len(), RUNS * TASKS * ATTEMPTS);
}

#[test]
fn large_tasks_are_read_in_slices_and_once() {
    let large = " ".repeat(2 << 20);
    let mut whole = opened_with(&large);
    let mut told = Vec::new();
    let found = unpacked(|| {
        while let Some(progress) = whole.join_some().unwrap() {
            told.push(progress);
        }
    });
    // The second run asks nothing new.
    let questions = (RUNS * TASKS) as u64;
    assert_eq!(told, [(1, questions), (2, questions), (3, questions)]);
    assert_eq!((found, whole.workshop().unwrap().ran.left()), (TASKS, RUNS * TASKS * ATTEMPTS));
    // Other settings in the middle of it: what was read is not read again, nor lost by going back.
    let mut session = opened_with(&large);
    let found = unpacked(|| {
        for set in [&[("wall", "7000")][..], &[]] {
            assert!(session.join_some().unwrap().is_some());
            session.choose(choices(set));
        }
        session.join().unwrap();
        session.choose(choices(&[("wall", "7000")]));
        session.join().unwrap();
    });
    assert_eq!(found, TASKS);
    let entries = |session: &Session| session.workshop().unwrap().ran.programs.entries().to_vec();
    assert_ne!(entries(&session), entries(&whole));
    whole.choose(choices(&[("wall", "7000")]));
    whole.join().unwrap();
    assert_eq!(entries(&session), entries(&whole));
}
