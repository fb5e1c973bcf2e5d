//! Programs without verdicts: what is to be run, what a score says before and after, and the file of
//! verdicts that comes of it.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use scoredrop::base::diagnostic::Code;
use scoredrop::session::Session;
use scoredrop::session::protocol::{Choices, ExportFormat, View};
use scoredrop_testing::{
    File, as_preset, assert_adds_up, doubts, has_code, json_lines, quick_report, report, said,
    score, score_again, score_running,
};
use serde_json::{Value, json};

const TASKS: usize = 6;

fn lines(count: usize, line: impl Fn(usize) -> Value) -> String {
    (0..count).map(|number| line(number).to_string() + "\n").collect()
}

fn tasks() -> File {
    File::gold(
        "tasks.jsonl",
        lines(TASKS, |task| {
            json!({
                "task_id": format!("Vale/{task}"), "prompt": format!("def f{task}():\n"),
                "entry_point": format!("f{task}"), "canonical_solution": "    return 1\n",
                "test": "def check(f):\n    assert f()\n",
            })
        }),
    )
}

/// Two attempts at each task: the first returns 0, the second 1.
fn samples(name: &str) -> File {
    File::predictions(
        name,
        lines(
            2 * TASKS,
            |line| json!({ "task_id": format!("Vale/{}", line / 2), "completion": format!("    return {}\n", line % 2) }),
        ),
    )
}

fn opened() -> Session {
    score_running(&[tasks(), samples("samples.jsonl")], as_preset("humaneval")).unwrap()
}

fn answer(category: &str) -> String {
    let detail = "Traceback\nValueError: no";
    json!({ "verdict": category, "detail": detail, "ms": 1.5, "memory": 70, "python": "3.14.2" })
        .to_string()
}

/// Gives every program a verdict; the jobs as they were handed out.
fn run_all(session: &mut Session, verdict: impl Fn(&Value) -> &'static str) -> Vec<Value> {
    let (jobs, _) = session.workshop().unwrap().to_run(0, usize::MAX);
    let jobs: Vec<Value> = jobs
        .into_iter()
        .map(|one| {
            let job: Value = serde_json::from_str(&one.job).unwrap();
            session.take_verdict(&one.key, &answer(verdict(&job))).unwrap();
            job
        })
        .collect();
    score_again(session, usize::MAX).unwrap();
    jobs
}

fn right(job: &Value) -> &'static str {
    if job["program"][0].as_str().unwrap().contains("return 1") {
        "passed"
    } else {
        "runtime_error"
    }
}

#[test]
fn nothing_is_a_number_before_all_was_run() {
    let mut session = opened();
    assert_adds_up(&session);
    assert_eq!(session.workshop().unwrap().ran.left(), 2 * TASKS);
    let check = |session: &Session, left: usize| {
        let score = session.score().unwrap();
        assert!(score.aggregates[0].iter().all(|one| one.mean.is_none() && one.interval.is_none()));
        assert!(score.official[0].is_empty());
        let words = format!("{left} programs have not been run yet");
        assert!(doubts(session).contains(&words), "{:?}", score.provisional);
        assert_eq!(score.reconciliations[0].answered, TASKS as u64);
        let report = quick_report(session);
        assert_eq!(report["programs"]["not_run"], left);
        assert!(
            report["runs"][0]["records"].as_array().unwrap().iter().all(|record| {
                record["metrics"].as_object().unwrap().values().all(Value::is_null)
            })
        );
    };
    check(&session, 2 * TASKS);
    let (jobs, after) = session.workshop().unwrap().to_run(0, 3);
    assert_eq!((jobs.len(), after), (3, 3));
    session.take_verdict(&jobs[0].key, &answer("passed")).unwrap();
    score_again(&mut session, usize::MAX).unwrap();
    check(&session, 2 * TASKS - 1);
    // What has its verdict is not handed out again.
    assert_eq!(session.workshop().unwrap().to_run(0, 3).1, 4);
    let explained = session.finished().unwrap().explain(0, 1).unwrap();
    assert!(explained.why.iter().any(|words| words.contains("has not been run")), "{explained:?}");
}

#[test]
fn verdicts_make_the_score() {
    let mut session = opened();
    let jobs = run_all(&mut session, right);
    assert_eq!(jobs.len(), 2 * TASKS);
    assert_eq!(
        jobs[2]["program"][0],
        "def f1():\n    return 0\n\ndef check(f):\n    assert f()\n\ncheck(f1)"
    );
    assert_eq!(jobs[0]["limits"]["wall"], 3000);
    let score = session.score().unwrap();
    assert_eq!(score.aggregates[0][0].mean, Some(0.5));
    assert!(said(&session, Code::NoVerdict).is_empty());
    let report = quick_report(&session);
    assert_eq!(
        report["programs"],
        json!({
            "python": ["3.14.2"], "programs": 2 * TASKS, "not_run": 0,
            "categories": [{ "passed": TASKS, "runtime_error": TASKS }],
        })
    );
    let explained = session.finished().unwrap().explain(0, 3).unwrap();
    let card = &explained.programs[0];
    assert_eq!(
        (card.category.as_str(), card.file_row, card.memory),
        ("runtime_error", 7, Some(70))
    );
    assert!(card.program.starts_with("def f3():\n    return 0\n"), "{}", card.program);
    assert!(card.detail.ends_with("ValueError: no"));
    let of = |category: &str| {
        let view = View { category: Some(category.to_owned()), ..View::default() };
        session.finished().unwrap().view(&view).len()
    };
    assert_eq!((of("passed"), of("runtime_error"), of("timeout")), (TASKS, TASKS, 0));
}

#[test]
fn a_verdict_that_rests_on_the_speed_of_a_machine_is_told() {
    let told = |session: &Session| said(session, Code::OutOfTime).len();
    let slow = |job: &Value| if right(job) == "passed" { "passed" } else { "timeout" };
    let mut session = opened();
    run_all(&mut session, slow);
    assert_eq!(told(&session), TASKS);
    // All of them: that looks like the machine.
    let doubt = "6 questions: a program reached the time limit of the sandbox; it counts as failed, but it might finish \
         on another machine or in the reference";
    assert_eq!(doubts(&session), [doubt]);
    // What is the same everywhere is not told.
    let mut session = opened();
    run_all(&mut session, right);
    assert_eq!(told(&session), 0);
    let once = |job: &Value| {
        let first = job["program"][0].as_str().unwrap().contains("def f2()");
        if first { slow(job) } else { right(job) }
    };
    let mut session = opened();
    run_all(&mut session, once);
    assert_eq!(told(&session), 1);
    assert_eq!(doubts(&session), [""; 0]);
    // Nor does it get lost on the way to the command line.
    let verdicts = File::predictions("v.jsonl", report(&mut session, ExportFormat::Verdicts));
    let native = score(&[tasks(), verdicts], as_preset("humaneval")).unwrap();
    assert_eq!(told(&native), 1);
}

#[test]
fn a_program_is_run_again_and_its_history_told() {
    let mut session = opened();
    run_all(&mut session, right);
    session.run_again(0, 2);
    score_again(&mut session, usize::MAX).unwrap();
    assert_eq!(session.score().unwrap().aggregates[0][0].mean, None);
    let (jobs, _) = session.workshop().unwrap().to_run(0, 99);
    assert!(jobs.len() == 2 && jobs.iter().all(|job| job.again));
    run_all(&mut session, |_| "passed");
    let explained = session.finished().unwrap().explain(0, 2).unwrap();
    let told: Vec<_> = explained
        .programs
        .iter()
        .map(|card| (card.category.as_str(), card.earlier.clone()))
        .collect();
    let before = |name: &str| vec![name.to_owned()];
    assert_eq!(told, [("passed", before("runtime_error")), ("passed", before("passed"))]);
}

#[test]
fn other_limits_are_other_programs() {
    let mut session = opened();
    run_all(&mut session, right);
    let slow =
        Choices { set: [("wall".to_owned(), "10000".to_owned())].into(), ..as_preset("humaneval") };
    let roles = session.choices().roles.clone();
    let slow = Choices { roles: roles.clone(), ..slow };
    assert!(session.finished().unwrap().preview(0, &slow).is_err());
    let left_out = Choices {
        set: [("missing".to_owned(), "exclude".to_owned())].into(),
        roles: roles.clone(),
        ..as_preset("humaneval")
    };
    assert!(session.finished().unwrap().preview(0, &left_out).is_ok());
    session.choose(slow);
    score_again(&mut session, usize::MAX).unwrap();
    assert_eq!(session.workshop().unwrap().ran.left(), 2 * TASKS);
    // Those of before still hold.
    session.choose(Choices { roles, ..as_preset("humaneval") });
    score_again(&mut session, usize::MAX).unwrap();
    assert_eq!(
        (session.workshop().unwrap().ran.left(), session.score().unwrap().aggregates[0][0].mean),
        (0, Some(0.5))
    );
}

#[test]
fn passes_beside_a_test_are_counted_apart() {
    let mut session = opened();
    let (jobs, _) = session.workshop().unwrap().to_run(0, usize::MAX);
    for (number, one) in jobs.iter().enumerate() {
        let mut verdict: Value = serde_json::from_str(&answer("passed")).unwrap();
        if number < 2 {
            verdict["beside"] = json!("a Box");
        }
        session.take_verdict(&one.key, &verdict.to_string()).unwrap();
    }
    score_again(&mut session, usize::MAX).unwrap();
    assert_eq!(session.score().unwrap().aggregates[0][0].mean, Some(1.0));
    let told = said(&session, Code::BesideTest);
    assert!(
        told[0]
            .message
            .starts_with("2 of 12 programs passed only in the same interpreter as their tests"),
        "{told:?}"
    );
    let verdicts = report(&mut session, ExportFormat::Verdicts);
    let named = json_lines(verdicts.as_bytes()).into_iter().filter(|one| one["beside"] == "a Box");
    assert_eq!(named.count(), 2);
    assert!(quick_report(&session).to_string().contains("\"beside_test\""));
}

#[test]
fn strict_isolation_is_told_to_the_runner_and_makes_other_programs() {
    let mut session = opened();
    let jobs = run_all(&mut session, right);
    assert!(jobs.iter().all(|job| job["isolation"].is_null()));
    let roles = session.choices().roles.clone();
    let strict = Choices {
        set: [("isolation".to_owned(), "strict".to_owned())].into(),
        roles,
        ..as_preset("humaneval")
    };
    session.choose(strict);
    score_again(&mut session, usize::MAX).unwrap();
    assert_eq!(session.workshop().unwrap().ran.left(), 2 * TASKS);
    let jobs = run_all(&mut session, right);
    assert!(jobs.iter().all(|job| job["isolation"] == "strict"));
}

#[test]
fn the_verdicts_of_two_runs_score_the_same_as_a_file() {
    let files = [tasks(), samples("one.jsonl"), samples("two.jsonl")];
    let mut session = score_running(&files, as_preset("humaneval")).unwrap();
    // Both have the same programs, which are run once.
    assert_eq!(session.workshop().unwrap().ran.left(), 2 * TASKS);
    run_all(&mut session, right);
    let verdicts = report(&mut session, ExportFormat::Verdicts);
    assert_eq!(json_lines(verdicts.as_bytes()).len(), 4 * TASKS);
    let again = [tasks(), File::predictions("verdicts.jsonl", verdicts.clone())];
    let mut native = score(&again, as_preset("humaneval")).unwrap();
    let aggregates = |session: &mut Session| {
        let text = report(session, ExportFormat::AggregatesCsv);
        text.replace(".jsonl", "")
    };
    assert_eq!(aggregates(&mut native), aggregates(&mut session));
    let official = |session: &mut Session| report(session, ExportFormat::Official);
    assert_eq!(official(&mut native), official(&mut session));
    // A session that can run programs takes them as they are, too.
    let taken = score_running(&again, as_preset("humaneval")).unwrap();
    assert!(taken.workshop().is_none());
}

#[test]
fn what_cannot_be_run_is_refused_and_says_what_to_bring() {
    let refused = |files: &[File], choices: Choices| score_running(files, choices).unwrap_err();
    let answers =
        File::gold("gold.jsonl", lines(6, |task| json!({ "task_id": task, "answer": "x" })));
    let error = refused(&[answers, samples("s.jsonl")], as_preset("humaneval"));
    assert!(has_code(&error, Code::Programs) && error.to_string().contains("no tests"), "{error}");
    let plus =
        Choices { set: [("tests".to_owned(), "plus".to_owned())].into(), ..as_preset("humaneval") };
    let error = refused(&[tasks(), samples("s.jsonl")], plus);
    assert!(error.to_string().contains("extra tests"), "{error}");
    // Whoever runs nothing says so.
    let error = score(&[tasks(), samples("s.jsonl")], as_preset("humaneval")).unwrap_err();
    assert!(has_code(&error, Code::Programs), "{error}");
    assert!(error.to_string().contains("the command line does not run programs"), "{error}");
    assert!(error.to_string().contains("run the programs on the page"), "{error}");
}

#[test]
fn verdicts_of_nothing_are_not_taken() {
    let mut session = opened();
    assert!(session.take_verdict("00", &answer("passed")).is_err());
    let key = session.workshop().unwrap().to_run(0, 1).0[0].key.clone();
    assert!(session.take_verdict(&key, "{\"verdict\":\"perfect\"}").is_err());
    assert!(session.take_verdict(&key, "").is_err());
    assert_eq!(session.workshop().unwrap().ran.left(), 2 * TASKS);
    assert!(session.take_verdict(&key, &answer("timeout")).is_ok());
    assert_eq!(session.workshop().unwrap().ran.left(), 2 * TASKS - 1);
}

#[test]
fn a_task_that_says_too_little_is_named_and_its_programs_fail() {
    let gold = lines(TASKS, |task| {
        let test = if task == 0 { Value::Null } else { json!("def check(f): pass") };
        json!({ "task_id": format!("Vale/{task}"), "prompt": "def f():\n", "entry_point": "f", "test": test })
    });
    let files = [File::gold("tasks.jsonl", gold), samples("samples.jsonl")];
    let mut session = score_running(&files, as_preset("humaneval")).unwrap();
    run_all(&mut session, |_| "passed");
    assert_eq!(said(&session, Code::UnclearTask).len(), 1);
    assert!(said(&session, Code::UnclearTask)[0].message.contains("no test"));
    let score = session.score().unwrap();
    assert!(!score.provisional.is_empty());
    assert_eq!(score.aggregates[0][0].mean, Some(5.0 / 6.0));
}

/// Verdicts under one limit say nothing of another.
#[test]
fn a_second_rule_that_runs_programs_otherwise_is_refused() {
    let files = [tasks(), samples("samples.jsonl")];
    for text in ["wall=1000", "extract=last_code_block"] {
        let choices = Choices { twins: vec![text.to_owned()], ..as_preset("humaneval") };
        let error = score_running(&files, choices).unwrap_err();
        assert!(has_code(&error, Code::Twin), "{text}: {error:?}");
    }
}
