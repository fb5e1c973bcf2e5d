//! Runs ranked, paired, sliced, clustered and scored by a second rule: laws for whole sessions, and two
//! real systems against a computation of its own.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use common::{File, as_preset, has_code, json_lines, keys, real, report, runs_of, said, score};
use scoredrop::protocol::{Against, By, Choices, ColumnChoice, ExportFormat, Flip, Pair, View};
use scoredrop::schema::{Field, Role};
use scoredrop::session::{Session, Stage};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::fmt::Write as _;

fn json_report(session: &mut Session) -> Value {
    serde_json::from_str(&report(session, ExportFormat::Json)).unwrap()
}

fn finished(files: &[File], choices: Choices) -> Session {
    let mut session = score(files, choices).unwrap();
    while session.resample_next() {}
    session
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
    assert_eq!(common["words"], "60 of 100 questions, those for which every run has a prediction");
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
    let mut session = finished(&files, choices.clone());
    let mut next = session.choices().clone();
    next.baseline = Some("weak.jsonl".to_owned());
    next.slices = vec!["type".to_owned()];
    session.choose(next.clone());
    assert!(session.score().is_none());
    assert!(session.unread().is_empty());
    session.join().unwrap();
    let mut evaluation = session.evaluation().unwrap();
    assert_eq!(evaluation.done(), evaluation.total());
    assert!(session.advance(&mut evaluation, 1));
    session.accept(evaluation).unwrap();
    assert_eq!(session.stage(), Stage::Headline);
    let kept = json_report(&mut session);
    let choices =
        Choices { baseline: next.baseline.clone(), slices: next.slices.clone(), ..choices };
    assert_eq!(kept, json_report(&mut score(&files, choices).unwrap()));
    // What outcomes depend on makes them anew.
    next.set.insert("articles".to_owned(), "keep".to_owned());
    session.choose(next);
    session.join().unwrap();
    assert_eq!(session.evaluation().unwrap().done(), 0);
}

/// Other choices for the same outcomes; no interval is looked for yet.
fn again(session: &mut Session, choices: &Choices) {
    session.choose(choices.clone());
    session.join().unwrap();
    let evaluation = session.evaluation().unwrap();
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
    let mut session = finished(&files, with(&["late: level>=4", "some: doc=d1"]));
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

/// Every cell of the flip table opens as many rows as it counts, and swapping the runs mirrors it.
#[test]
fn flips_open_their_rows_and_mirror() {
    let session = finished(&runs_of(120, &RUNS), as_preset("squad-v1"));
    let pair = |a: usize, b: usize| -> Pair { session.pair(a, b, 50, &By::default()).unwrap() };
    let (one, other) = (pair(2, 0), pair(0, 2));
    assert_eq!((one.both, one.neither), (other.both, other.neither));
    assert_eq!((one.only_a, one.only_b), (other.only_b, other.only_a));
    assert_eq!(one.different, other.different);
    assert_eq!((&one.strip_a, &one.strip_b), (&other.strip_b, &other.strip_a));
    assert_eq!(one.both + one.neither + one.only_a + one.only_b + one.left_out, 120);
    let opened = |a: u32, flip: Option<Flip>, different: bool| {
        let against = Some(Against { flip, different });
        session.view(&View { run: a, against, ..View::default() }).len() as u64
    };
    for (flip, count) in [
        (Flip::Both, one.both),
        (Flip::OnlyA, one.only_a),
        (Flip::OnlyB, one.only_b),
        (Flip::Neither, one.neither),
        (Flip::Apart, one.only_a + one.only_b),
    ] {
        assert_eq!(opened(2, Some(flip), false), count, "{flip:?}");
    }
    assert_eq!(opened(2, None, true), one.different);
    assert_eq!(opened(2, Some(Flip::Both), true), 0);
    let counted = one.flips.iter().map(|stripe| u64::from(stripe.only_a)).sum::<u64>();
    assert_eq!((one.flips.len(), counted), (50, one.only_a));
    let counted = one.flips.iter().map(|stripe| u64::from(stripe.only_b)).sum::<u64>();
    assert_eq!(counted, one.only_b);
    // The words are those of the comparison with the baseline.
    assert!(one.sentence.unwrap().contains(": weak.jsonl 60.0, best.jsonl 90.0: best.jsonl is"));
    assert_eq!(other.sentence, None);
    // The same view with another baseline is of that pair.
    let chosen = Choices { baseline: Some("near.jsonl".to_owned()), ..as_preset("squad-v1") };
    let turned = finished(&runs_of(120, &RUNS), chosen);
    let beside = turned.pair(2, 1, 50, &By::default()).unwrap();
    for (flip, count) in [(Flip::OnlyA, beside.only_a), (Flip::OnlyB, beside.only_b)] {
        let against = Some(Against { flip: Some(flip), different: false });
        let rows = turned.view(&View { run: 2, against, ..View::default() });
        assert_eq!(rows.len() as u64, count, "{flip:?}");
    }
    assert_ne!((beside.only_a, beside.only_b), (one.only_a, one.only_b));
    // A run and itself.
    let same = pair(1, 1);
    assert_eq!((same.only_a, same.only_b, same.different), (0, 0, 0));
    assert_eq!(session.pair(0, 3, 50, &By::default()), None);
}

/// What is looked at by another metric, or on the common questions, is counted, opened and told so.
#[test]
fn a_pair_goes_by_the_metric_and_the_questions_of_the_board() {
    let mut files = runs_of(120, &RUNS);
    // The best run has the first 80 questions alone.
    let text = String::from_utf8(files[1].bytes.clone()).unwrap();
    files[1].bytes = text.lines().take(80).collect::<Vec<_>>().join("\n").into_bytes();
    let mut session = finished(&files, as_preset("squad-v1"));
    let report = json_report(&mut session);
    for metric in [None, Some("exact_match"), Some("f1"), Some("no such metric")] {
        for common in [false, true] {
            let by = By { metric: metric.map(str::to_owned), common };
            let pair = session.pair(2, 0, 50, &by).unwrap();
            let id = if metric == Some("f1") { "f1" } else { "exact_match" };
            assert_eq!((&pair.by, pair.metric.as_str(), pair.graded), (&by, id, id == "f1"));
            let (n, questions) = if common { (80, "common") } else { (120, "all") };
            let sum = pair.both + pair.only_a + pair.only_b + pair.neither + pair.left_out;
            assert_eq!(sum, n, "{by:?}");
            let counted = pair.flips.iter().map(|stripe| u64::from(stripe.only_a)).sum::<u64>();
            assert_eq!(counted, pair.only_a);
            let opened = |flip: Option<Flip>, different: bool| {
                let against = Some(Against { flip, different });
                let view = View { run: 2, against, by: by.clone(), ..View::default() };
                let rows = session.view(&view);
                assert!(!common || rows.iter().all(|row| *row < 80), "{by:?} {rows:?}");
                rows.len() as u64
            };
            for (flip, count) in [
                (Flip::Both, pair.both),
                (Flip::OnlyA, pair.only_a),
                (Flip::OnlyB, pair.only_b),
                (Flip::Neither, pair.neither),
                (Flip::Apart, pair.only_a + pair.only_b),
            ] {
                assert_eq!(opened(Some(flip), false), count, "{flip:?} {by:?}");
            }
            assert_eq!(opened(None, true), pair.different);
            // The sentence is that of the board, and says which one.
            let board = board(&report, id, questions);
            let found = board["runs"].as_array().unwrap().iter().find(|one| one["run"] == 2);
            let versus = &found.unwrap()["versus"];
            assert_eq!(
                (&versus["only_a"], &versus["only_b"]),
                (&json!(pair.only_a), &json!(pair.only_b))
            );
            let title = if id == "f1" { "Token F1" } else { "Exact match" };
            let words = board["words"].as_str().unwrap();
            let sentence = versus["sentence"].as_str().unwrap();
            let said = format!("{title} over {words}: {sentence}");
            assert!(
                pair.sentence.as_ref().unwrap().starts_with(&said),
                "{:?} {said}",
                pair.sentence
            );
        }
    }
}

/// Of two runs every board has a sentence of its own.
#[test]
fn two_runs_are_told_by_every_metric() {
    let mut files = runs_of(60, &RUNS[..2]);
    let text = String::from_utf8(files[1].bytes.clone()).unwrap();
    files[1].bytes = text.lines().take(50).collect::<Vec<_>>().join("\n").into_bytes();
    let session = finished(&files, as_preset("squad-v1"));
    let told = session.summary(&[], &[], false).scored.unwrap().comparisons;
    let places: Vec<(&str, &str)> =
        told.iter().map(|one| (one.metric.as_str(), one.questions.as_str())).collect();
    let metrics = ["exact_match", "f1", "precision", "recall"];
    let wanted = ["all", "common"].map(|questions| metrics.map(|metric| (metric, questions)));
    assert_eq!(places, wanted.concat());
    assert!(told[0].words.starts_with("Exact match over all 60 questions: "), "{told:?}");
    let common = "Token F1 over 50 of 60 questions, those for which every run has a prediction: ";
    assert!(told[5].words.starts_with(common) && told[5].words.ends_with('.'), "{told:?}");
    let three = finished(&runs_of(60, &RUNS), as_preset("squad-v1"));
    assert!(three.summary(&[], &[], false).scored.unwrap().comparisons.is_empty());
}

/// Names of files that belong together begin alike.
#[test]
fn runs_whose_names_begin_alike_are_told_apart() {
    let mut files = runs_of(60, &RUNS[..2]);
    for (file, end) in files[1..].iter_mut().zip(["first", "second"]) {
        file.name = format!("{}{end}.jsonl", "experiment-".repeat(8));
    }
    let baseline = files[2].name.clone();
    let choices = Choices { baseline: Some(baseline.clone()), ..as_preset("squad-v1") };
    let report = json_report(&mut score(&files, choices).unwrap());
    let compared = &report["comparisons"][0];
    assert_eq!(compared["b"], baseline);
    let sentence = compared["sentence"].as_str().unwrap();
    assert!(sentence.contains("…") && sentence.contains("first.jsonl 9"), "{sentence}");
    assert!(
        sentence.contains("second.jsonl 7") || sentence.contains("second.jsonl 8"),
        "{sentence}"
    );
}

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

/// The mean of exact match over a group of the first run, and its n.
fn group<'a>(report: &'a Value, column: &str, value: &str) -> &'a Value {
    let aggregates = report["runs"][0]["aggregates"].as_array().unwrap();
    let found = aggregates.iter().find(|one| {
        one["metric"] == "exact_match"
            && one["group"]["column"] == column
            && one["group"]["value"] == value
    });
    found.unwrap_or_else(|| panic!("no group {column} = {value}"))
}

#[test]
fn slices_add_groups_and_change_nothing_else() {
    let files = leveled(240);
    let slices = ["doc", "length:20,50", "length", "late: level>=4&length>=50", "type"];
    let choices = Choices { slices: slices.map(str::to_owned).to_vec(), ..as_preset("squad-v1") };
    let report = json_report(&mut score(&files, choices.clone()).unwrap());
    let plain = json_report(&mut score(&files, as_preset("squad-v1")).unwrap());
    let own = |report: &Value| -> Vec<Value> {
        let aggregates = report["runs"][0]["aggregates"].as_array().unwrap();
        let asked = ["doc", "length", "length (2)", "late"];
        let is_asked =
            |one: &&Value| one["group"]["column"].as_str().is_some_and(|c| asked.contains(&c));
        aggregates.iter().filter(|one| !is_asked(one)).cloned().collect()
    };
    assert_eq!(own(&report), own(&plain));
    assert_eq!(plain.get("slices"), None);
    let middle = group(&report, "length", "20 to under 50");
    let inside = |index: &usize| (20..50).contains(&(index * 7 % 100));
    let right = (0..240).filter(inside).filter(|index| best(*index)).count() as f64;
    let n = (0..240).filter(inside).count();
    assert_eq!((&middle["n"], &middle["mean"]), (&json!(n), &json!(right / n as f64)));
    assert_eq!(middle["interval"]["method"], "wilson");
    // The same column once more, by itself, is in quarters.
    assert_eq!(report["slices"][2]["column"], "length (2)");
    let lowest = (0..240).filter(|index| index * 7 % 100 < 24).count();
    assert_eq!(group(&report, "length (2)", "below 24")["n"], lowest);
    let words = report["slices"][1]["words"].as_str().unwrap();
    assert_eq!(words, "length with edges at 20 and 50");
    let late = (0..240).filter(|index| index % 5 >= 3 && index * 7 % 100 >= 50).count();
    assert_eq!(group(&report, "late", "inside")["n"], late);
    assert_eq!(group(&report, "late", "outside")["n"], 240 - late);
    // What the preset breaks down by already is not there twice.
    assert!(report["slices"].as_array().unwrap().iter().all(|one| one["slice"] != "type"));
    let signature = report["signature"].as_str().unwrap();
    assert!(signature.contains("|slice:doc|slice:length:20,50|slice:length|"), "{signature}");
    // Runs are compared in the slices, and small ones are marked.
    let compared = report["comparisons"].as_array().unwrap();
    assert!(compared.iter().any(|one| one["group"]["column"] == "late"));
    let markdown = common::report(&mut score(&files, choices).unwrap(), ExportFormat::Markdown);
    assert!(markdown.contains("| doc = d0 | "), "{markdown}");
    assert!(markdown.contains(" 12† |"), "{markdown}");
    assert!(markdown.contains("† fewer than 50 questions: "), "{markdown}");
}

/// A column that the preset breaks down by is there once, in whatever order or words it is asked for
/// again.
#[test]
fn what_the_preset_breaks_down_by_is_there_once() {
    let gold: String = (0..60).fold(String::new(), |mut text, index| {
        let level = if index % 11 == 0 { " ".to_owned() } else { (index % 11).to_string() };
        let row = json!({ "id": index, "question": format!("q{index}"), "answers": ["sea"], "level": level });
        writeln!(text, "{row}").unwrap();
        text
    });
    let run = (0..60).fold(String::new(), |mut text, index| {
        writeln!(text, "{{\"id\": {index}, \"prediction\": \"sea\"}}").unwrap();
        text
    });
    let files = [File::gold("gold.jsonl", gold), File::predictions("p.jsonl", run)];
    let mut choices = as_preset("squad-v1");
    choices.columns.push(ColumnChoice {
        role: Role::Gold,
        field: Field::Group,
        column: "level".to_owned(),
    });
    let plain = json_report(&mut score(&files, choices.clone()).unwrap());
    assert!(
        plain["runs"][0]["aggregates"]
            .as_array()
            .unwrap()
            .iter()
            .any(|one| one["group"]["column"] == "level")
    );
    choices.slices = vec!["level".to_owned(), "\"level\"".to_owned()];
    let report = json_report(&mut score(&files, choices.clone()).unwrap());
    assert_eq!(report["runs"][0]["aggregates"], plain["runs"][0]["aggregates"]);
    assert_eq!(report.get("slices"), None);
    // With edges it is another breakdown.
    choices.slices = vec!["level:5".to_owned()];
    let report = json_report(&mut score(&files, choices).unwrap());
    assert_eq!(report["slices"][0]["column"], "level:5");
}

#[test]
fn questions_without_a_number_are_remarked() {
    let mut files = leveled(60);
    let text = String::from_utf8(files[0].bytes.clone()).unwrap();
    files[0].bytes = text.replace("\"level\":3", "\"level\":\"three\"").into_bytes();
    let choices =
        Choices { slices: vec!["\"late ones\": level>=4".to_owned()], ..as_preset("squad-v1") };
    let mut session = score(&files, choices).unwrap();
    let report = json_report(&mut session);
    assert_eq!(
        report["slices"][0]["words"],
        "the questions with level>=4, and the others; 12 questions have no number in level: outside"
    );
    let remarks = report["diagnostics"].as_array().unwrap().iter();
    let remarks: Vec<&Value> = remarks.filter(|one| one["code"] == "no_number").collect();
    assert_eq!(remarks.len(), 1, "{remarks:?}");
    assert_eq!(
        remarks[0]["message"],
        "12 questions have no number in level: outside of the breakdown \"late ones\": level>=4"
    );
    assert_eq!(
        (&remarks[0]["file"], &remarks[0]["column"]),
        (&json!("gold.jsonl"), &json!("level"))
    );
    let markdown = common::report(&mut session, ExportFormat::Markdown);
    assert!(markdown.contains("12 questions have no number in level: outside"), "{markdown}");
}

#[test]
fn a_slice_without_questions_is_remarked() {
    let files = leveled(60);
    let of = |slice: &str| {
        let choices = Choices { slices: vec![slice.to_owned()], ..as_preset("squad-v1") };
        let mut session = score(&files, choices).unwrap();
        let report = json_report(&mut session);
        let remarks = report["diagnostics"].as_array().unwrap().iter();
        let remarks: Vec<Value> =
            remarks.filter(|one| one["code"] == "empty_slice").cloned().collect();
        (session, report, remarks)
    };
    for (slice, column, message, remedy) in [
        (
            "doc=nothing",
            "doc",
            "no question is in the breakdown doc=nothing: no doc is \"nothing\"",
            "write a value that it has, such as \"d0\"",
        ),
        (
            "late: level>=9",
            "level",
            "no question is in the breakdown late: level>=9: level goes from 1 to 5",
            "write a number that part of it fulfils",
        ),
        (
            "doc>=4",
            "doc",
            "no question is in the breakdown doc>=4: no doc is a number",
            "compare it by = or !=, or take a column of numbers",
        ),
        (
            "level=1&level=2",
            "level",
            "no question is in the breakdown level=1&level=2: each of its conditions holds for some \
             questions, and all of them for none",
            "take a condition away",
        ),
        (
            "doc:0,10",
            "doc",
            "no question is in the breakdown doc:0,10: no doc is a number",
            "leave the edges out, or take a column of numbers",
        ),
    ] {
        let (mut session, report, remarks) = of(slice);
        assert_eq!(remarks.len(), 1, "{slice}: {remarks:?}");
        let one = &remarks[0];
        assert_eq!((&one["severity"], &one["column"]), (&json!("warning"), &json!(column)));
        assert_eq!((&one["message"], &one["remedy"]), (&json!(message), &json!(remedy)));
        assert_eq!(one["file"], "gold.jsonl");
        let words = report["slices"][0]["words"].as_str().unwrap();
        assert!(
            words.ends_with("; no question is in it") && !words.contains("no number"),
            "{words}"
        );
        if !slice.contains(':') || slice.starts_with("late") {
            let name = report["slices"][0]["column"].as_str().unwrap();
            let inside = group(&report, name, "inside");
            assert_eq!((&inside["n"], &inside["mean"]), (&json!(0), &Value::Null));
            assert_eq!(inside["interval"], Value::Null);
            let markdown = common::report(&mut session, ExportFormat::Markdown);
            let line = markdown.lines().find(|line| line.contains(" = inside |")).unwrap();
            assert!(line.ends_with(" | – | – | 0† |"), "{line}");
        }
        for format in [ExportFormat::Latex, ExportFormat::BreakdownSvg, ExportFormat::Html] {
            assert!(!common::report(&mut session, format).contains("NaN"), "{format:?}");
        }
    }
    for slice in ["doc=d0", "level>=2&level<4", "level:2,4", "doc", "doc!=nothing"] {
        assert_eq!(of(slice).2, Vec::<Value>::new(), "{slice}");
    }
}

#[test]
fn what_cannot_be_had_is_refused() {
    let files = leveled(40);
    let refused = |choices: Choices, code: &str| {
        let error = score(&files, Choices { preset: Some("squad-v1".to_owned()), ..choices });
        assert!(has_code(&error.unwrap_err(), code), "{code}");
    };
    let slices = |text: &str| Choices { slices: vec![text.to_owned()], ..Choices::default() };
    refused(slices("colour"), "slice");
    refused(slices("level:5,1"), "slice");
    refused(slices("level<high"), "slice");
    refused(Choices { cluster: Some("nothing".to_owned()), ..Choices::default() }, "cluster");
    let twins = |text: &str| Choices { twins: vec![text.to_owned()], ..Choices::default() };
    refused(twins("articles"), "twin");
    refused(twins("articles=ignore"), "twin");
    refused(twins("no_such=thing"), "unknown_setting");
}

#[test]
fn clusters_make_intervals_wider_and_are_named() {
    let files = leveled(240);
    let choices = Choices { cluster: Some("doc".to_owned()), ..as_preset("squad-v1") };
    let mut session = score(&files, choices).unwrap();
    let total = &session.score().unwrap().aggregates[0][0];
    assert_eq!(total.interval, None, "an interval that does not hold is not shown meanwhile");
    let report = json_report(&mut session);
    assert_eq!(report["cluster"], json!({ "column": "doc", "clusters": 20 }));
    let methods = |metric: &str| {
        let aggregates = report["runs"][0]["aggregates"].as_array().unwrap();
        let found = aggregates.iter().find(|one| one["metric"] == metric).unwrap();
        found["interval"]["method"].clone()
    };
    assert_eq!(
        (methods("exact_match"), methods("f1")),
        (json!("cluster_wilson"), json!("cluster_t"))
    );
    let all = board(&report, "exact_match", "all");
    assert_eq!(all["runs"][1]["versus"]["interval"]["method"], "cluster_t");
    let compared = &report["comparisons"][0];
    assert!(compared["test"].as_str().unwrap().starts_with("cluster_permutation"), "{compared}");
    assert!(
        report["signature"]
            .as_str()
            .unwrap()
            .contains("|cluster:doc|interval:cluster_wilson95,cluster_t95|")
    );
    let markdown = common::report(&mut session, ExportFormat::Markdown);
    assert!(markdown.contains("over 20 clusters by doc"), "{markdown}");
    // Fewer clusters than were ever tried are said.
    let few = Choices { cluster: Some("level".to_owned()), ..as_preset("squad-v1") };
    assert_eq!(said(&score(&files, few).unwrap(), "clusters").len(), 1);
}

/// A second rule is a run of its own, and has the values that the rule gives alone.
#[test]
fn twins_are_the_same_predictions_by_another_rule() {
    let gold = "{\"id\": 1, \"answers\": [\"the sea\"]}\n{\"id\": 2, \"answers\": [\"a b\"]}\n";
    let predictions =
        "{\"id\": 1, \"prediction\": \"sea\"}\n{\"id\": 2, \"prediction\": \"a b\"}\n";
    let files = [File::gold("gold.jsonl", gold), File::predictions("p.jsonl", predictions)];
    let choices = Choices { twins: vec!["articles=keep".to_owned()], ..as_preset("squad-v1") };
    let mut session = score(&files, choices).unwrap();
    let report = json_report(&mut session);
    assert_eq!(report["twins"], json!(["articles=keep"]));
    assert_eq!(report["runs"][1]["name"], "p.jsonl (articles=keep)");
    let mut alone = as_preset("squad-v1");
    alone.set.insert("articles".to_owned(), "keep".to_owned());
    let alone = json_report(&mut score(&files, alone).unwrap());
    assert_eq!(report["runs"][1]["records"], alone["runs"][0]["records"]);
    // It has no official block, and its predictions are not counted twice.
    assert_eq!(report["runs"][1]["official"], json!({}));
    assert_eq!(report["reconciliation"]["gold"], 2);
    let against = Some(Against { flip: Some(Flip::OnlyB), different: false });
    assert_eq!(session.view(&View { run: 1, against, ..View::default() }), [0]);
    assert_eq!(
        session.preview(1, session.choices()).err().unwrap(),
        "p.jsonl (articles=keep) has a rule of its own"
    );
    let told = session.explain(1, 0).unwrap();
    assert_eq!(told.golds[0].normalised, "the sea");
    assert_eq!(session.explain(0, 0).unwrap().golds[0].normalised, "sea");
}

/// Two rules that are two metrics of one preset.
#[test]
fn strict_and_flexible_extraction_side_by_side() {
    let gold = "{\"question\": \"a\", \"answer\": \"#### 72\"}\n{\"question\": \"b\", \"answer\": \"#### 5\"}\n";
    let predictions = "{\"question\": \"a\", \"prediction\": \"so 72\"}\n{\"question\": \"b\", \"prediction\": \"#### 5\"}\n";
    let files = [File::gold("gold.jsonl", gold), File::predictions("p.jsonl", predictions)];
    let twins = vec!["strict_match=flexible_extract".to_owned()];
    let choices = Choices { twins, ..as_preset("gsm8k-lm-eval") };
    let session = finished(&files, choices);
    let pair = session.pair(1, 0, 10, &By::default()).unwrap();
    assert_eq!((pair.both, pair.only_a, pair.only_b), (1, 1, 0));
    let apart = Some(Against { flip: Some(Flip::Apart), different: false });
    assert_eq!(session.view(&View { run: 1, against: apart, ..View::default() }), [0]);
}

/// Both systems on `SQuAD` 1.1, paragraphs of one article together: the clustered error and the common
/// questions from the values that the official script gave, with formulas of their own.
#[test]
fn two_real_systems_in_clusters() {
    let Some(gold) = real("squad_v1/dev-v1.1.json") else { return };
    let data: Value = serde_json::from_slice(&gold).unwrap();
    let mut title_of: HashMap<String, String> = HashMap::new();
    for article in data["data"].as_array().unwrap() {
        for paragraph in article["paragraphs"].as_array().unwrap() {
            for question in paragraph["qas"].as_array().unwrap() {
                let title = article["title"].as_str().unwrap().to_owned();
                title_of.insert(question["id"].as_str().unwrap().to_owned(), title);
            }
        }
    }
    let mut files = vec![File::gold("dev-v1.1.json", gold)];
    let mut expected: Vec<HashMap<String, f64>> = Vec::new();
    let mut answered: Vec<Value> = Vec::new();
    for name in ["bert", "logistic_regression_baseline"] {
        let Some(bytes) = real(&format!("squad_v1/preds/{name}.json")) else { return };
        let path = format!("squad_v1/expected/{name}.per_question.jsonl");
        let Some(lines) = real(&path) else { return };
        answered.push(serde_json::from_slice(&bytes).unwrap());
        files.push(File::predictions(&format!("{name}.json"), bytes));
        let lines = json_lines(&lines).into_iter();
        let value = |line: &Value| line["exact_match"].as_f64().unwrap_or_default();
        expected.push(
            lines.map(|line| (line["id"].as_str().unwrap().to_owned(), value(&line))).collect(),
        );
    }
    let choices = Choices {
        cluster: Some("title".to_owned()),
        baseline: Some("logistic_regression_baseline.json".to_owned()),
        ..as_preset("squad-v1")
    };
    let mut session = score(&files, choices).unwrap();
    while session.stage() != Stage::Groups {
        assert!(session.resample_next());
    }
    let boards = session.boards();
    let ids = keys(&session);
    let right = |run: usize, id: &String| expected[run].get(id).copied().unwrap_or(0.0);
    for (scope, ids) in [
        ("all", ids.clone()),
        (
            "common",
            ids.iter()
                .filter(|id| answered.iter().all(|one| one.get(id).is_some()))
                .cloned()
                .collect(),
        ),
    ] {
        let board = boards
            .iter()
            .find(|board| board.metric.id == "exact_match" && board.scope.name() == scope)
            .unwrap();
        assert_eq!(board.questions, ids.len() as u64);
        let bert = board.standings.iter().find(|one| one.run == 0).unwrap();
        let found = bert.comparison.as_ref().unwrap();
        let n = ids.len() as f64;
        let mean = ids.iter().map(|id| right(0, id) - right(1, id)).sum::<f64>() / n;
        assert!((found.difference - mean).abs() < 1e-12, "{scope}");
        // Liang and Zeger: residuals added up within clusters.
        let mut residuals: HashMap<&str, f64> = HashMap::new();
        for id in &ids {
            *residuals.entry(title_of[id].as_str()).or_default() +=
                right(0, id) - right(1, id) - mean;
        }
        let count = residuals.len() as f64;
        let squares = residuals.values().map(|sum| sum * sum).sum::<f64>();
        let error = (squares * count / (count - 1.0)).sqrt() / n;
        assert!((found.standard_error.unwrap() / error - 1.0).abs() < 1e-9, "{scope}");
        assert_eq!(found.clusters, Some(48));
        // 97.5 % quantile of t with 47 degrees of freedom.
        let interval = found.interval.as_ref().unwrap();
        assert!((interval.low - (mean - 2.011_740_5 * error)).abs() < 1e-8, "{interval:?}");
        assert!((interval.high - (mean + 2.011_740_5 * error)).abs() < 1e-8, "{interval:?}");
        // All articles speak for it, so that no turning round is as far from 0: p is the least that
        // 10 000 draws can show.
        assert_eq!(found.p, Some(1.0 / 10_001.0));
        assert_eq!((bert.rank, board.standings[1].rank), (1, 2));
    }
    let pair = session.pair(0, 1, 500, &By::default()).unwrap();
    let count = |a: f64, b: f64| {
        ids.iter().filter(|id| right(0, id) == a && right(1, id) == b).count() as u64
    };
    assert_eq!(
        (pair.both, pair.only_a, pair.only_b, pair.neither),
        (count(1.0, 1.0), count(1.0, 0.0), count(0.0, 1.0), count(0.0, 0.0))
    );
    let different = ids.iter().filter(|id| {
        let text = |run: usize| answered[run].get(*id).map(|text| text.as_str().unwrap().trim());
        text(0) != text(1)
    });
    assert_eq!(pair.different, different.count() as u64);
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

/// Values of F1 in the place of exact match have the intervals and tests of F1, and its name.
#[test]
fn graded_values_in_the_place_of_right_and_wrong_are_graded() {
    let files = partly_right();
    let twins = vec!["exact_match=f1".to_owned()];
    for cluster in [None, Some("doc".to_owned())] {
        let own = if cluster.is_some() { "cluster_t" } else { "bootstrap" };
        let choices = Choices {
            twins: twins.clone(),
            cluster,
            baseline: Some("a.jsonl (exact_match=f1)".to_owned()),
            ..as_preset("squad-v1")
        };
        let mut session = score(&files, choices).unwrap();
        let report = json_report(&mut session);
        let total = |run: usize, metric: &str| {
            let found = report["runs"][run]["aggregates"].as_array().unwrap().iter();
            found.clone().find(|one| one["metric"] == metric).unwrap().clone()
        };
        for run in [2, 3] {
            let (taken, f1) = (total(run, "exact_match"), total(run, "f1"));
            assert_eq!((&taken["interval"], &taken["mean"]), (&f1["interval"], &f1["mean"]));
            assert_eq!(taken["interval"]["method"], own);
        }
        assert!(
            total(0, "exact_match")["interval"]["method"].as_str().unwrap().ends_with("wilson")
        );
        // Both with F1: the comparison is that of F1, and so are the cells.
        let compared = |run: &str, metric: &str| {
            let mut found = report["comparisons"].as_array().unwrap().iter();
            found.find(|one| one["a"] == run && one["metric"] == metric).unwrap().clone()
        };
        let second = "b.jsonl (exact_match=f1)";
        let (taken, f1) = (compared(second, "exact_match"), compared(second, "f1"));
        for key in ["interval", "test", "p", "p_exact", "only_a", "only_b", "both", "neither"] {
            assert_eq!(taken[key], f1[key], "{key}");
        }
        for run in [0, 1, 3] {
            let pair = session.pair(run, 2, 10, &By::default()).unwrap();
            assert!(pair.graded, "{run}");
        }
        assert!(!session.pair(1, 0, 10, &By::default()).unwrap().graded);
        let words = session.pair(3, 2, 10, &By::default()).unwrap().sentence.unwrap();
        assert!(words.starts_with("Token F1 in place of exact match over "), "{words}");
        let words = session.pair(0, 2, 10, &By::default()).unwrap().sentence.unwrap();
        assert!(words.starts_with("Exact match, and token F1 in place of it over "), "{words}");
        for format in [ExportFormat::Markdown, ExportFormat::Latex, ExportFormat::Html] {
            let text = common::report(&mut session, format);
            assert!(text.contains("Token F1 in place of exact match"), "{format:?}");
        }
        let markdown = common::report(&mut session, ExportFormat::Markdown);
        assert!(markdown.contains("### Exact match, and token F1 in place of it, "), "{markdown}");
        assert!(markdown.contains("| a.jsonl | Exact match |"), "{markdown}");
        let methods = common::report(&mut session, ExportFormat::Methods);
        assert!(methods.contains("graded metrics"), "{methods}");
    }
}

/// Graded values remain so where a sample of them happens to be 0 or 1, and other way round.
#[test]
fn what_decides_is_the_metric_and_not_the_values() {
    let files = runs_of(60, &RUNS[..2]);
    let twins = vec!["f1=exact_match".to_owned(), "exact_match=f1".to_owned()];
    let report =
        json_report(&mut score(&files, Choices { twins, ..as_preset("squad-v1") }).unwrap());
    let method = |run: &str, metric: &str| {
        let mut runs = report["runs"].as_array().unwrap().iter();
        let run = runs.find(|one| one["name"] == run).unwrap();
        let mut found = run["aggregates"].as_array().unwrap().iter();
        found.find(|one| one["metric"] == metric).unwrap()["interval"]["method"].clone()
    };
    assert_eq!(method("best.jsonl (f1=exact_match)", "f1"), "wilson");
    assert_eq!(method("best.jsonl (exact_match=f1)", "exact_match"), "bootstrap");
    assert_eq!(method("best.jsonl (exact_match=f1)", "f1"), "bootstrap");
    let mut compared = report["comparisons"].as_array().unwrap().iter();
    let graded = compared
        .find(|one| one["a"] == "near.jsonl (exact_match=f1)" && one["metric"] == "exact_match")
        .unwrap();
    assert!(graded["test"].as_str().unwrap().starts_with("permutation"), "{graded}");
    assert_eq!(graded["p_exact"], Value::Null);
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
    assert_eq!(all["words"], "each run's own questions with a value, of 80");
    let counts: Vec<&Value> = all["runs"].as_array().unwrap().iter().map(|run| &run["n"]).collect();
    assert_eq!(counts, [75, 80], "the better mean first");
    let words = session.pair(1, 0, 10, &By::default()).unwrap().sentence.unwrap();
    assert!(
        words.starts_with("Exact match over the 75 questions with a value in both: "),
        "{words}"
    );
    let note = "differences over those with a value in both runs";
    for format in [ExportFormat::Markdown, ExportFormat::Latex] {
        assert!(common::report(&mut session, format).contains(note), "{format:?}");
    }
    let markdown = common::report(&mut session, ExportFormat::Markdown);
    assert!(!markdown.contains("all 80 questions"), "{markdown}");
    // Where none is left out, nothing is to be said.
    let mut plain = score(&files, as_preset("squad-v1")).unwrap();
    let report = json_report(&mut plain);
    assert_eq!(board(&report, "exact_match", "all")["words"], "all 80 questions");
    assert!(!common::report(&mut plain, ExportFormat::Markdown).contains(note));
}

#[test]
fn markdown_has_every_board() {
    let mut session = score(&partly_right(), as_preset("squad-v1")).unwrap();
    let report = json_report(&mut session);
    let markdown = common::report(&mut session, ExportFormat::Markdown);
    let titles: Vec<&str> = markdown.lines().filter(|line| line.starts_with("### ")).collect();
    let boards = report["leaderboard"].as_array().unwrap();
    assert_eq!((titles.len(), boards.len()), (8, 8), "{titles:?}");
    for board in boards {
        let words = board["words"].as_str().unwrap();
        assert!(titles.iter().any(|title| title.ends_with(words)), "{words}");
    }
}

#[test]
fn second_rules_that_cannot_be_are_told_apart() {
    let files = partly_right();
    let climate = "climate-finance";
    for (preset, text, message) in [
        (
            "squad-v1",
            "exact_match=exact_match",
            "exact_match=exact_match puts a metric in its own place",
        ),
        (
            "squad-v1",
            "exact_match=accuracy",
            "squad-v1 has no metric \"accuracy\" for the place of exact_match",
        ),
        (
            climate,
            "exact_match=absolute_error",
            "absolute_error is in another unit than exact_match, or less of it is better",
        ),
    ] {
        let choices = Choices { twins: vec![text.to_owned()], ..as_preset(preset) };
        let error = score(&files, choices).unwrap_err();
        assert!(error.problems.iter().any(|one| one.message == message), "{text}: {error:?}");
    }
}

/// A number in two forms is two groups, and one number for a condition: both say so.
#[test]
fn numbers_in_two_forms_are_told() {
    let mut files = runs_of(60, &RUNS[..2]);
    let rows = json_lines(&files[0].bytes).into_iter().enumerate();
    let lines = rows.map(|(index, mut row)| {
        row["width"] = if index == 5 { json!(5.0) } else { json!(index % 12) };
        format!("{row}\n")
    });
    files[0].bytes = lines.collect::<String>().into_bytes();
    let words = |slice: &str| {
        let choices = Choices { slices: vec![slice.to_owned()], ..as_preset("squad-v1") };
        json_report(&mut score(&files, choices).unwrap())["slices"][0]["words"].clone()
    };
    assert_eq!(
        words("late: width=5"),
        "the questions with width=5, and the others; width is the number 5, however it is written: \
         5.0, too"
    );
    assert_eq!(
        words("width"),
        "the values of width as they are written, so that a number that is written in two ways has \
         two groups"
    );
    assert_eq!(words("late: width=4"), "the questions with width=4, and the others");
}

/// Who stood by the guesses still does where a second rule is added, and not where a setting changes.
#[test]
fn a_second_rule_guesses_nothing_anew() {
    let before = Choices { confirmed: true, ..as_preset("squad-v1") };
    let twins = vec!["exact_match=f1".to_owned()];
    assert!(before.same_guesses(&Choices { twins, ..before.clone() }));
    assert!(before.same_guesses(&Choices { seed: 7, ..before.clone() }));
    let mut other = before.clone();
    other.set.insert("missing".to_owned(), "exclude".to_owned());
    assert!(!before.same_guesses(&other));
}
