//! Which programs are run for tasks and answers, against what the references build; nothing is run.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]
#![allow(clippy::print_stdout, reason = "heavy tests say what they have counted")]

use scoredrop::base::diagnostic::Code;
use scoredrop::preset::{Settings, preset};
use scoredrop::programs::{
    CodeForm, Guard, Job, JobKind, Limits, Line, Plan, Problem, Program, ProgramVerdict,
};
use scoredrop::session::Session;
use scoredrop::session::protocol::Choices;
use scoredrop_testing::{
    self, File, as_preset, assert_adds_up, codes, json_lines, mean, official, quick_report, real,
    said, score, score_again, score_running, values,
};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Command, Stdio};

fn settings(id: &str) -> Settings {
    Settings::compile(preset(id).unwrap(), &BTreeMap::new()).unwrap()
}

fn plan(id: &str) -> Plan {
    settings(id).plan().unwrap()
}

/// The run for a task that is a JSON object.
fn job(plan: &Plan, task: &Value, text: &str, form: CodeForm) -> Job {
    let cell = |name: &str| {
        let value = task.get(name).filter(|value| !value.is_null())?;
        Some(value.as_str().map_or_else(|| value.to_string(), str::to_owned))
    };
    plan.job(&Problem { cell: &cell }, &Program { text, form }).unwrap()
}

fn program(job: &Job) -> &str {
    match &job.kind {
        JobKind::Program { parts, execution: false, .. } if parts.len() == 1 => &parts[0],
        other => panic!("{other:?}"),
    }
}

fn text<'v>(value: &'v Value, name: &str) -> &'v str {
    value[name].as_str().unwrap()
}

/// The programs of the canonical solutions of `HumanEval`, and what they should be.
fn humaneval() -> Option<Vec<(String, String)>> {
    let mut unpacked = Vec::new();
    let packed = real("humaneval/HumanEval.jsonl.gz")?;
    flate2::read::GzDecoder::new(&packed[..]).read_to_end(&mut unpacked).unwrap();
    let tasks = json_lines(&unpacked);
    let plan = plan("humaneval");
    assert_eq!((plan.limits.wall, tasks.len()), (3000, 164));
    let of = |task: &Value| {
        let solution = text(task, "canonical_solution");
        let job = job(&plan, task, solution, CodeForm::of("completion"));
        assert_eq!(job.guard, Guard::HumanEval);
        let mut expected = text(task, "prompt").to_owned();
        expected.push_str(solution);
        write!(expected, "\n{}\ncheck({})", text(task, "test"), text(task, "entry_point")).unwrap();
        (program(&job).to_owned(), expected)
    };
    Some(tasks.iter().map(of).collect())
}

/// The same of MBPP's sanitised set.
fn mbpp() -> Option<Vec<(String, String)>> {
    let tasks: Value = serde_json::from_slice(&real("mbpp/sanitized-mbpp.json")?).unwrap();
    let tasks = tasks.as_array().unwrap();
    assert_eq!(tasks.len(), 427);
    let plan = plan("mbpp");
    let lines = |list: &Value| -> String {
        list.as_array()
            .unwrap()
            .iter()
            .fold(String::new(), |all, line| all + "\n" + line.as_str().unwrap())
    };
    let of = |task: &Value| {
        let code = text(task, "code");
        let expected = code.to_owned() + &lines(&task["test_imports"]) + &lines(&task["test_list"]);
        (program(&job(&plan, task, code, CodeForm::of("code"))).to_owned(), expected)
    };
    Some(tasks.iter().map(of).collect())
}

#[test]
fn canonical_solutions_become_the_programs_of_the_references() {
    for (found, expected) in humaneval().into_iter().chain(mbpp()).flatten() {
        assert_eq!(found, expected);
    }
}

/// The programs do what they should under a native interpreter: every canonical solution passes.
#[test]
#[ignore = "runs 591 programs of known origin with python3"]
fn canonical_solutions_pass() {
    let wrapper = "import sys, json\nfor line in sys.stdin:\n    exec(json.loads(line), {})";
    for (name, programs) in [("HumanEval", humaneval()), ("MBPP", mbpp())] {
        let Some(programs) = programs else { continue };
        let mut python = Command::new("python3")
            .args(["-c", wrapper])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let mut input = python.stdin.take().unwrap();
        for (program, _) in &programs {
            // A pipe that closes early is a program that failed.
            if writeln!(input, "{}", json!(program)).is_err() {
                break;
            }
        }
        drop(input);
        assert!(python.wait().unwrap().success(), "{name}");
        println!("{name}: {0}/{0} canonical solutions pass", programs.len());
    }
}

/// What `EvoAgentX` keeps of answers, against its own verdicts on real ones, and of the canonical solutions
/// of MBPP: all but that of task 630 pass.
#[test]
#[ignore = "runs programs with python3"]
fn evoagentx_keeps_what_it_keeps() {
    let (Some(tasks), Some(samples), Some(verdicts)) = (
        real("mbpp/sanitized-mbpp.json"),
        real("mbpp/samples/qwen3_instruct.jsonl"),
        real("mbpp/samples/qwen3_instruct.expected.jsonl"),
    ) else {
        return;
    };
    let tasks: Value = serde_json::from_slice(&tasks).unwrap();
    let tasks = tasks.as_array().unwrap();
    let plan = plan("mbpp-evoagentx");
    let parts = |task: &Value, text: &str| match job(&plan, task, text, CodeForm::Solution).kind {
        JobKind::Program { parts, .. } => json!(parts),
        other => panic!("{other:?}"),
    };
    let mut all: Vec<(String, Value, bool)> = Vec::new();
    for task in tasks {
        let code = text(task, "code");
        let is_56 = task["task_id"] == 56;
        let code = if is_56 { code.replace("check", "check_answer") } else { code.to_owned() };
        let id = task["task_id"].to_string();
        let passes = id != "630";
        all.push((id, parts(task, &code), passes));
    }
    for (sample, verdict) in json_lines(&samples).iter().zip(json_lines(&verdicts)) {
        let task = tasks.iter().find(|task| task["task_id"] == sample["task_id"]).unwrap();
        let program = parts(task, text(sample, "completion"));
        all.push((sample.to_string(), program, verdict["evoagentx_state"] == 0));
    }
    let wrapper = "import sys, json, signal\n\
        def late(*_): raise TimeoutError\n\
        signal.signal(signal.SIGALRM, late)\n\
        for line in sys.stdin:\n    \
            names, said, out = {}, 1, sys.stdout\n    \
            sys.stdout = open('/dev/null', 'w')\n    \
            signal.alarm(60)\n    \
            try:\n        \
                for part in json.loads(line): exec(part, names)\n    \
            except BaseException: said = 0\n    \
            signal.alarm(0)\n    \
            sys.stdout = out\n    \
            print(said, flush=True)";
    let mut python = Command::new("python3")
        .args(["-c", wrapper])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = python.stdin.take().unwrap();
    let mut output = BufReader::new(python.stdout.take().unwrap()).lines();
    let mut wrong = Vec::new();
    for (name, program, passes) in &all {
        writeln!(input, "{program}").unwrap();
        if (output.next().unwrap().unwrap() == "1") != *passes {
            wrong.push(name);
        }
    }
    drop(input);
    python.wait().unwrap();
    println!("{} programs, {} with another verdict", all.len(), wrong.len());
    assert!(wrong.is_empty(), "{wrong:?}");
}

/// Real outputs of `LiveCodeBench`: the same code as the publisher took out, and all public tests.
#[test]
fn real_outputs_of_livecodebench() {
    let (Some(items), Some(samples)) = (
        real("livecodebench/codegen_items_public_tests.jsonl"),
        real("livecodebench/codegen_samples.jsonl"),
    ) else {
        return;
    };
    let items = json_lines(&items);
    let settings = settings("livecodebench-code-generation");
    let plan = settings.plan().unwrap();
    let mut kinds = [0, 0];
    for sample in json_lines(&samples) {
        let item = items.iter().find(|item| item["question_id"] == sample["question_id"]).unwrap();
        let extractor = settings.extractor_of(Some("output"));
        let code = extractor.extract(text(&sample, "output")).answer.unwrap_or_default();
        assert_eq!(code, text(&sample, "code"), "{}", sample["question_id"]);
        let whole = settings.extractor_of(Some("code")).extract(text(&sample, "code"));
        assert_eq!(whole.answer, sample["code"].as_str());
        let tests: Vec<Value> = serde_json::from_str(text(item, "public_test_cases")).unwrap();
        let job = job(&plan, item, code, CodeForm::of("output"));
        assert_eq!((job.guard, job.limits.wall), (Guard::LiveCodeBench, 6000));
        let found = match &job.kind {
            JobKind::Stdin { tests, .. } => {
                kinds[0] += 1;
                tests
            }
            JobKind::Functional { entry, tests, .. } => {
                kinds[1] += 1;
                let metadata: Value = serde_json::from_str(text(item, "metadata")).unwrap();
                assert_eq!(metadata["func_name"], entry.as_str());
                tests
            }
            other => panic!("{other:?}"),
        };
        let pairs: Vec<(&str, &str)> =
            found.iter().map(|test| (test.input.as_str(), test.output.as_str())).collect();
        let expected: Vec<(&str, &str)> =
            tests.iter().map(|test| (text(test, "input"), text(test, "output"))).collect();
        assert_eq!(pairs, expected);
    }
    assert_eq!(kinds, [134, 118]);
}

/// Items as `LiveCodeBench` has them: three tasks, one of them with packed tests.
fn items() -> File {
    // base64, zlib and a pickle of [{"input": "2", "output": "3", "testtype": "stdin"}].
    const PACKED: &str =
        "eJxrYJlqwQABPSbR1UqZeQWlJUpWCkpGSjoKSvmlJVCuMYhbklpcUlJZkAoSKC5JycxTqo2dogcAOk4SrA==";
    let test = r#"[{"input": "1", "output": "2", "testtype": "stdin"}]"#;
    let item = |id: &str, platform: &str, difficulty: &str, date: &str, private: &str| {
        json!({
            "question_title": id, "question_content": "Add one.", "platform": platform,
            "question_id": id, "contest_id": "c", "contest_date": date, "starter_code": "",
            "difficulty": difficulty, "public_test_cases": test, "private_test_cases": private,
            "metadata": "{}",
        })
    };
    let items = [
        item("a1", "atcoder", "easy", "2023-05-13T00:00:00", "[]"),
        item("a2", "atcoder", "hard", "2024-01-31T07:30:00", PACKED),
        item("l3", "leetcode", "easy", "2024-03-01T00:00:00", test),
    ];
    File::dropped("items.json", json!(items).to_string())
}

/// Gives every program the verdict that a test of its text says.
fn run(session: &mut Session, verdict: impl Fn(&str) -> Value) {
    let (jobs, _) = session.workshop().unwrap().to_run(0, usize::MAX);
    for one in jobs {
        let mut answer = verdict(&one.job);
        answer["python"] = json!("3.14.2");
        session.take_verdict(&one.key, &answer.to_string()).unwrap();
    }
    score_again(session, usize::MAX).unwrap();
}

/// The elements of a list, one a line.
fn in_lines(list: &Value) -> String {
    list.as_array().unwrap().iter().map(|one| one.to_string() + "\n").collect()
}

#[test]
fn attempts_in_lists_are_run_and_scored() {
    let output = |words: &str| format!("So:\n```python\n{words}\n```\n");
    let lists = json!([
        { "question_id": "a1", "output_list": [output("right 1"), output("right 2")] },
        { "question_id": "a2", "output_list": [output("right 3"), output("wrong 4")] },
        { "question_id": "l3", "output_list": ["no block", output("wrong 5")] },
    ]);
    let codes = json!([
        { "question_id": "a1", "code_list": ["right 1", "right 2"] },
        { "question_id": "a2", "code_list": ["right 3", "wrong 4"] },
        { "question_id": "l3", "code_list": ["wrong 6", "wrong 5"] },
    ]);
    for (name, answers) in [
        ("outputs.json", lists.to_string()),
        ("outputs.json", codes.to_string()),
        ("outputs.jsonl", in_lines(&lists)),
        ("outputs.jsonl", in_lines(&codes)),
        // Without the name of its form, too.
        ("outputs.txt", in_lines(&codes)),
    ] {
        let files = [items(), File::dropped(name, answers)];
        let mut session = score_running(&files, Choices::default()).unwrap();
        assert_eq!(session.score().unwrap().settings.preset.id, "livecodebench-code-generation");
        run(&mut session, |job| {
            let tests = job.matches("\"input\"").count();
            assert_eq!(tests, if job.contains(" 1\"") || job.contains(" 2\"") { 1 } else { 2 });
            json!({ "verdict": if job.contains("right") { "passed" } else { "failed" }, "ms": 1 })
        });
        assert_adds_up(&session);
        let passes = values(&session, 0, "pass@1");
        assert_eq!(passes, [Some(1.0), Some(0.5), Some(0.0)]);
        assert_eq!(mean(&session, 0, "pass@1"), 0.5);
        assert_eq!(official(&session, 0, "pass@1"), Some(0.5));
        let groups: Vec<String> = session.score().unwrap().aggregates[0]
            .iter()
            .filter(|one| one.metric == "pass@1")
            .filter_map(|one| one.group.as_ref())
            .map(|group| format!("{}={}", group.column, group.value))
            .collect();
        assert_eq!(
            groups,
            ["platform=atcoder", "platform=leetcode", "difficulty=easy", "difficulty=hard"]
        );
    }
}

/// What `lcb_runner` wrote of a run needs no run of ours.
#[test]
fn results_of_the_reference_are_read() {
    let results = json!([
        { "question_id": "a1", "output_list": ["x", "y"], "code_list": ["x", "y"],
          "graded_list": [true, false], "pass@1": 0.5, "metadata": ["{}", "{}"] },
        { "question_id": "a2", "output_list": ["x", "y"], "code_list": ["x", "y"],
          "graded_list": [true, true], "pass@1": 1.0, "metadata": ["{}", "{}"] },
        { "question_id": "l3", "output_list": ["x", "y"], "code_list": ["x", "y"],
          "graded_list": [false, false], "pass@1": 0.0, "metadata": ["{}", "{}"] },
    ]);
    let files = [items(), File::dropped("eval_all.json", results.to_string())];
    let session = score(&files, Choices::default()).unwrap();
    assert_adds_up(&session);
    assert_eq!(values(&session, 0, "pass@1"), [Some(0.5), Some(1.0), Some(0.0)]);
    assert!(codes(&session).iter().all(|code| *code == "read_verdicts"));
    // The days of contests, with the time of day that they have: 7:30 is after midnight.
    for (from, to, left, n) in [
        ("2023-05-13", "any", vec![Some(0.5), Some(1.0), Some(0.0)], 3),
        ("2023-05-14", "2024-02-01", vec![None, Some(1.0), None], 1),
        ("any", "2024-01-31", vec![Some(0.5), None, None], 1),
        ("2024-03-01", "2024-03-01", vec![None, None, Some(0.0)], 1),
    ] {
        let set = [("start_date", from), ("end_date", to)];
        let set = set.map(|(key, value)| (key.to_owned(), value.to_owned()));
        let choices = Choices {
            set: set.into_iter().collect(),
            ..as_preset("livecodebench-code-generation")
        };
        let session = score(&files, choices).unwrap();
        assert_adds_up(&session);
        assert_eq!(values(&session, 0, "pass@1"), left, "{from} {to}");
        let counted = &session.score().unwrap().aggregates[0][0];
        assert_eq!(counted.n, n);
        let sum: f64 = left.iter().flatten().sum();
        assert_eq!(official(&session, 0, "pass@1"), Some(sum / n as f64), "{from} {to}");
        let signature = quick_report(&session)["signature"].to_string();
        assert!(signature.contains(if from == "any" { to } else { from }), "{signature}");
    }
}

#[test]
fn what_the_sandbox_cannot_do_is_counted_and_doubted() {
    let line = |task: u32, category: &str, passed: bool| {
        let limits = Limits { wall: 3000, memory: 1 << 29, output: 1 << 24 };
        let verdict = json!({ "verdict": category, "detail": "E: x", "ms": 1.5 }).to_string();
        let verdict = ProgramVerdict::read(&verdict).unwrap();
        assert_eq!(verdict.category.name() == "passed", passed);
        let task = format!("HumanEval/{task}");
        Line {
            task: &[("task_id", &task)],
            column: "completion",
            answer: "    return 1\n",
            verdict: &verdict,
            python: "3.14.2",
            key: "k",
            limits,
        }
        .json()
            + "\n"
    };
    let file = |odd: [&str; 2]| {
        let mut lines: String = (0..162).map(|task| line(task, "passed", true)).collect();
        lines += &line(162, odd[0], false);
        lines += &line(163, odd[1], false);
        File::dropped("model_results.jsonl", lines)
    };
    let session = score(&[file(["failed", "timeout"])], Choices::default()).unwrap();
    assert!(codes(&session).iter().all(|code| *code == "read_verdicts"));
    assert_eq!(official(&session, 0, "pass@1"), Some(162.0 / 164.0));
    let session = score(&[file(["unsupported", "interpreter_limit"])], Choices::default()).unwrap();
    assert_adds_up(&session);
    assert_eq!(mean(&session, 0, "pass@1"), 162.0 / 164.0);
    for code in [Code::Unsupported, Code::InterpreterLimit] {
        let said = said(&session, code);
        assert_eq!(said.len(), 1);
        assert!(said[0].message.contains('1'), "{}", said[0].message);
    }
    assert!(codes(&session).contains(&"interpreter_limit"), "{:?}", codes(&session));
}

#[test]
fn an_answer_that_repeats_the_call_is_no_attempt() {
    let item = |id: u32| {
        json!({
            "id": format!("sample_{id}"), "question_id": "1", "function_name": "f",
            "code": "def f(x):\n    return x", "input": "f(x = 3)", "output": "3",
        })
    };
    let answers = json!([
        { "id": "sample_0", "output_list": ["assert f(x = 3) == 3", "assert f(x = 3) == f(x = 3)"] },
        { "id": "sample_1", "output_list": ["3 == f(x = 3)", "3 == f(x = 3)"] },
        { "id": "sample_2", "output_list": ["4", "3"] },
    ]);
    let files = [
        File::dropped("items.json", json!([item(0), item(1), item(2)]).to_string()),
        File::dropped("outputs.json", answers.to_string()),
    ];
    let mut session = score_running(&files, Choices::default()).unwrap();
    assert_eq!(session.score().unwrap().settings.preset.id, "livecodebench-code-execution");
    run(&mut session, |job| {
        assert!(job.contains(r#""prelude":"execution""#), "{job}");
        json!({ "verdict": if job.contains("3 == 3\"") { "passed" } else { "failed" }, "ms": 1 })
    });
    assert_adds_up(&session);
    // One of one, none of none, one of two.
    assert_eq!(values(&session, 0, "pass@1"), [Some(1.0), Some(0.0), Some(0.5)]);
    assert_eq!(official(&session, 0, "pass@1"), Some(1.5 / 3.0 * 100.0));
    assert_eq!(said(&session, Code::SkippedProgram).len(), 2);
    let mut saved = Vec::new();
    session.workshop().unwrap().write_verdicts(&mut saved).unwrap();
    let again = [files[0].clone(), File::dropped("verdicts.jsonl", saved)];
    let again = score(&again, as_preset("livecodebench-code-execution")).unwrap();
    assert_eq!(values(&again, 0, "pass@1"), values(&session, 0, "pass@1"));
}

#[test]
fn predicted_outputs_are_told_apart_by_question_and_test() {
    let item = |test: u32, output: &str| {
        let tests = json!([{ "input": "1", "output": output, "testtype": "functional" }]);
        json!({
            "question_id": "7", "test_id": test, "question_content": "?", "function_name": "f",
            "starter_code": "", "difficulty": "easy", "test": tests.to_string(),
        })
    };
    let answer = |test: u32, value: &str| json!({ "question_id": "7", "test_id": test, "output": format!("x\nassert f(1) == {value}") });
    let files = [
        File::dropped("items.json", json!([item(0, "2"), item(1, "[3]")]).to_string()),
        File::dropped("outputs.json", json!([answer(0, "2"), answer(1, "(3,)")]).to_string()),
    ];
    let mut session = score_running(&files, Choices::default()).unwrap();
    assert_eq!(session.score().unwrap().settings.preset.id, "livecodebench-test-output");
    run(&mut session, |job| {
        assert!(job.contains(r#""kind":"value""#), "{job}");
        let right = job.contains(r#""code":"assert f(1) == 2","expected":"2""#);
        json!({ "verdict": if right { "passed" } else { "failed" }, "ms": 1 })
    });
    assert_adds_up(&session);
    assert_eq!(values(&session, 0, "pass@1"), [Some(1.0), Some(0.0)]);
}
