//! Runs compared, ranked, paired, sliced, clustered and scored by a second rule: laws for whole sessions,
//! two real systems against a computation of their own, and the statistics below them.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod comparisons;
mod golden_statistics;
mod honesty;
mod pairs;
mod real;
mod second_rules;
mod simulate;
mod slices;

use scoredrop::session::protocol::{By, Choices, ExportFormat};
use scoredrop::session::{Session, Stage};
use scoredrop_testing::{File, as_preset, complete, json_lines, report, runs_of, score};
use serde_json::{Value, json};
use std::fmt::Write as _;

fn json_report(session: &mut Session) -> Value {
    serde_json::from_str(&report(session, ExportFormat::Json)).unwrap()
}

/// A board of the report.
fn board<'a>(report: &'a Value, metric: &str, questions: &str) -> &'a Value {
    let boards = report["leaderboard"].as_array().unwrap();
    let found = boards.iter().find(|one| one["metric"] == metric && one["questions"] == questions);
    found.unwrap_or_else(|| panic!("no board of {metric} on {questions} questions"))
}

/// Name, rank and mean of the runs of a board.
fn standings(board: &Value) -> Vec<(&str, u64, f64)> {
    let runs = board["runs"].as_array().unwrap().iter();
    runs.map(|run| {
        let (name, rank) = (run["name"].as_str().unwrap(), run["rank"].as_u64().unwrap());
        (name, rank, run["mean"].as_f64().unwrap())
    })
    .collect()
}

fn best(index: usize) -> bool {
    index % 10 != 7
}

fn near(index: usize) -> bool {
    index % 10 != 7 && index % 41 != 3 || index == 7
}

fn weak(index: usize) -> bool {
    index % 10 != 7 && index % 3 != 1
}

const RUNS: [(&str, &dyn Fn(usize) -> bool); 3] =
    [("best.jsonl", &best), ("near.jsonl", &near), ("weak.jsonl", &weak)];

/// Questions with a level, a length and a document each.
fn leveled(n: usize) -> Vec<File> {
    let mut files = runs_of(n, &RUNS[..2]);
    let gold = json_lines(&files[0].bytes);
    files[0].bytes.clear();
    for (index, mut row) in gold.into_iter().enumerate() {
        row["level"] = json!(index % 5 + 1);
        row["length"] = json!(index * 7 % 100);
        row["doc"] = json!(format!("d{}", index / 12));
        let mut line = String::new();
        writeln!(line, "{row}").unwrap();
        files[0].bytes.extend(line.bytes());
    }
    files
}

/// Two runs with right, partly right and wrong answers; the second leaves out every sixteenth question.
fn partly_right() -> [File; 3] {
    let mut gold = String::new();
    let mut runs = [String::new(), String::new()];
    for index in 0..80 {
        let answer = "\"answers\": [\"deep blue sea\"]";
        writeln!(gold, "{{\"id\": {index}, {answer}, \"doc\": {}}}", index / 4).unwrap();
        for (run, text) in runs.iter_mut().enumerate() {
            let answer = match (index + run) % 4 {
                0 | 1 => "deep blue sea",
                2 => "blue sea",
                _ => "river",
            };
            if run == 0 || index % 16 != 5 {
                writeln!(text, "{{\"id\": {index}, \"prediction\": \"{answer}\"}}").unwrap();
            }
        }
    }
    let [first, second] = runs;
    [
        File::gold("gold.jsonl", gold),
        File::predictions("a.jsonl", first),
        File::predictions("b.jsonl", second),
    ]
}

#[test]
fn ranks_are_shared_where_nothing_tells_runs_apart() {
    let report = json_report(&mut score(&runs_of(200, &RUNS), as_preset("squad-v1")).unwrap());
    let all = board(&report, "exact_match", "all");
    let found = standings(all);
    assert_eq!(found[0], ("best.jsonl", 1, 0.9));
    assert_eq!((found[1].0, found[1].1), ("near.jsonl", 1));
    assert_eq!((found[2].0, found[2].1), ("weak.jsonl", 3));
    assert_eq!((&all["n"], &all["words"]), (&json!(200), &json!("all 200 questions")));
    assert_eq!(all["runs"][0]["versus"], Value::Null);
    // What the board says of a run is what its comparison with the baseline says.
    for (place, name) in [(1, "near.jsonl"), (2, "weak.jsonl")] {
        let run = &all["runs"][place];
        let entries = report["comparisons"].as_array().unwrap();
        let entry = entries.iter().find(|one| {
            one["a"] == name && one["metric"] == "exact_match" && one["group"].is_null()
        });
        for key in ["difference", "interval", "p", "p_adjusted", "verdict", "reason", "sentence"] {
            assert_eq!(run["versus"][key], entry.unwrap()[key], "{key} of {name}");
        }
        assert_eq!(run["leader"], if place == 1 { 0 } else { 2 });
    }
    // All have every prediction, so there is one board for each metric.
    assert_eq!(report["leaderboard"].as_array().unwrap().len(), 4);
}

#[test]
fn the_order_of_runs_and_rows_does_not_matter() {
    let choices = Choices { baseline: Some("weak.jsonl".to_owned()), ..as_preset("squad-v1") };
    let first = json_report(&mut score(&runs_of(90, &RUNS), choices.clone()).unwrap());
    let mut files = runs_of(90, &RUNS);
    files[1..].rotate_left(1);
    for file in &mut files {
        let text = String::from_utf8(file.bytes.clone()).unwrap();
        let mut lines: Vec<&str> = text.lines().collect();
        lines.rotate_left(31);
        file.bytes = (lines.join("\n") + "\n").into_bytes();
    }
    let second = json_report(&mut score(&files, choices).unwrap());
    for metric in ["exact_match", "f1"] {
        let [one, other] = [&first, &second].map(|report| board(report, metric, "all"));
        assert_eq!(one["n"], other["n"]);
        for (one, other) in
            one["runs"].as_array().unwrap().iter().zip(other["runs"].as_array().unwrap())
        {
            for key in ["name", "rank", "mean", "interval", "n", "versus"] {
                assert_eq!(one[key], other[key], "{key}");
            }
        }
    }
}

#[test]
fn common_questions_are_those_that_every_run_answers() {
    let mut files = runs_of(100, &RUNS);
    // The weak run has the first 60 questions alone.
    let text = String::from_utf8(files[3].bytes.clone()).unwrap();
    files[3].bytes = text.lines().take(60).collect::<Vec<_>>().join("\n").into_bytes();
    let report = json_report(&mut score(&files, as_preset("squad-v1")).unwrap());
    let (all, common) =
        (board(&report, "exact_match", "all"), board(&report, "exact_match", "common"));
    assert_eq!((&all["n"], &common["n"]), (&json!(100), &json!(60)));
    assert_eq!(common["words"], "the 60 of 100 questions for which every run has a prediction");
    let share = |right: &dyn Fn(usize) -> bool, of: usize| {
        (0..of).filter(|index| right(*index)).count() as f64 / of as f64
    };
    let run = |board: &Value, name: &str| -> Value {
        let runs = board["runs"].as_array().unwrap();
        runs.iter().find(|run| run["name"] == name).unwrap().clone()
    };
    assert_eq!(run(all, "weak.jsonl")["mean"], share(&weak, 60) * 60.0 / 100.0);
    for (name, right) in RUNS {
        assert_eq!(run(common, name)["mean"], share(right, 60), "{name}");
        assert_eq!(run(common, name)["n"], 60);
    }
    let weak_one = run(common, "weak.jsonl");
    let difference = weak_one["versus"]["difference"].as_f64().unwrap();
    assert!((difference - (share(&weak, 60) - share(&best, 60))).abs() < 1e-12);
    assert_eq!(weak_one["interval"]["method"], "wilson");
}

#[test]
fn a_changed_baseline_keeps_the_outcomes() {
    let files = runs_of(60, &RUNS);
    let choices = as_preset("squad-v1");
    let mut session = complete(&files, choices.clone());
    let mut next = session.choices().clone();
    next.baseline = Some("weak.jsonl".to_owned());
    next.slices = vec!["type".to_owned()];
    session.choose(next.clone());
    assert!(session.score().is_none());
    session.understand();
    assert!(session.unread().is_empty());
    session.join().unwrap();
    let mut evaluation = session.evaluate().unwrap();
    assert_eq!(evaluation.done(), evaluation.total());
    assert!(session.advance(&mut evaluation, 1));
    session.accept(evaluation).unwrap();
    assert_eq!(session.score().unwrap().stage(), Stage::Headline);
    let kept = json_report(&mut session);
    let choices =
        Choices { baseline: next.baseline.clone(), slices: next.slices.clone(), ..choices };
    assert_eq!(kept, json_report(&mut score(&files, choices).unwrap()));
    // What outcomes depend on makes them anew.
    next.set.insert("articles".to_owned(), "keep".to_owned());
    session.choose(next);
    session.join().unwrap();
    assert_eq!(session.evaluate().unwrap().done(), 0);
}

/// Other choices for the same outcomes; no interval is looked for yet.
fn again(session: &mut Session, choices: &Choices) {
    session.choose(choices.clone());
    session.join().unwrap();
    let evaluation = session.evaluate().unwrap();
    assert_eq!(evaluation.done(), evaluation.total());
    session.accept(evaluation).unwrap();
}

#[test]
fn what_was_drawn_of_the_same_values_is_not_drawn_again() {
    let files = leveled(240);
    let with = |slices: &[&str]| Choices {
        slices: slices.iter().map(|slice| (*slice).to_owned()).collect(),
        ..as_preset("squad-v1")
    };
    let mut session = complete(&files, with(&["late: level>=4", "some: doc=d1"]));
    // The groups of this name hold other questions now, and those of another name are new.
    let next = with(&["other: doc=d2", "late: level>=3"]);
    let roles = session.choices().roles.clone();
    again(&mut session, &Choices { roles: roles.clone(), ..next.clone() });
    let drawn = |session: &Session, column: Option<&str>| {
        let all = session.score().unwrap().aggregates[1].iter();
        let mut asked = all.filter(|one| {
            one.metric == "f1" && one.group.as_ref().map(|group| group.column.as_str()) == column
        });
        asked.any(|one| one.interval.is_some())
    };
    assert!(drawn(&session, None) && drawn(&session, Some("type")));
    assert!(!drawn(&session, Some("late")) && !drawn(&session, Some("other")));
    let fresh = json_report(&mut score(&files, next.clone()).unwrap());
    assert_eq!(json_report(&mut session), fresh);
    for other in [
        Choices { seed: 5, ..next.clone() },
        Choices { cluster: Some("doc".to_owned()), ..next.clone() },
        next,
    ] {
        again(&mut session, &Choices { roles: roles.clone(), ..other.clone() });
        assert!(!drawn(&session, None), "{other:?}");
        let fresh = json_report(&mut score(&files, other).unwrap());
        assert_eq!(json_report(&mut session), fresh);
    }
}

/// Names of files that belong together begin alike.
#[test]
fn runs_whose_names_begin_alike_are_told_apart() {
    let mut files = runs_of(60, &RUNS[..2]);
    for (file, end) in files[1..].iter_mut().zip(["first", "second"]) {
        file.name = format!("{}{end}.jsonl", "experiment".repeat(8));
    }
    let baseline = files[2].name.clone();
    let choices = Choices { baseline: Some(baseline.clone()), ..as_preset("squad-v1") };
    let report = json_report(&mut score(&files, choices).unwrap());
    let compared = &report["comparisons"][0];
    assert_eq!(compared["b"], baseline);
    let sentence = compared["sentence"].as_str().unwrap();
    assert!(sentence.contains("…") && sentence.contains("first 9"), "{sentence}");
    assert!(sentence.contains("second 7") || sentence.contains("second 8"), "{sentence}");
}

/// Left-out answers: what each number is over is said.
#[test]
fn questions_left_out_are_said() {
    let files = partly_right();
    let mut choices = as_preset("squad-v1");
    choices.set.insert("missing".to_owned(), "exclude".to_owned());
    let mut session = score(&files, choices).unwrap();
    let report = json_report(&mut session);
    let all = board(&report, "exact_match", "all");
    assert_eq!(all["words"], "the questions with a value in each run, out of 80");
    let counts: Vec<&Value> = all["runs"].as_array().unwrap().iter().map(|run| &run["n"]).collect();
    assert_eq!(counts, [75, 80], "the better mean first");
    let words =
        session.finished().unwrap().pair(1, 0, 10, &By::default()).unwrap().sentence.unwrap();
    assert!(
        words.starts_with("Exact match over the 75 questions with a value in both: "),
        "{words}"
    );
    let note = "each difference covers the questions with a value in both runs";
    for format in [ExportFormat::Markdown, ExportFormat::Latex] {
        assert!(scoredrop_testing::report(&mut session, format).contains(note), "{format:?}");
    }
    let markdown = scoredrop_testing::report(&mut session, ExportFormat::Markdown);
    assert!(!markdown.contains("all 80 questions"), "{markdown}");
    // Where none is left out, nothing is to be said.
    let mut plain = score(&files, as_preset("squad-v1")).unwrap();
    let report = json_report(&mut plain);
    assert_eq!(board(&report, "exact_match", "all")["words"], "all 80 questions");
    assert!(!scoredrop_testing::report(&mut plain, ExportFormat::Markdown).contains(note));
}

#[test]
fn markdown_has_the_boards_of_the_headline() {
    let mut session = score(&partly_right(), as_preset("squad-v1")).unwrap();
    let report = json_report(&mut session);
    let markdown = scoredrop_testing::report(&mut session, ExportFormat::Markdown);
    let titles: Vec<&str> = markdown.lines().filter(|line| line.starts_with("### ")).collect();
    let boards = report["leaderboard"].as_array().unwrap();
    assert_eq!((titles.len(), boards.len()), (2, 8), "{titles:?}");
    for board in boards.iter().filter(|board| board["metric"] == "exact_match") {
        let words = board["words"].as_str().unwrap();
        assert!(titles.iter().any(|title| title.ends_with(words)), "{words}");
    }
}
