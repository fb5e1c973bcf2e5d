//! Breakdowns by columns, and intervals over clusters of questions.

use crate::{RUNS, best, board, json_report, leveled};
use scoredrop::base::diagnostic::Code;
use scoredrop::base::types::{ColumnChoice, Field, Role};
use scoredrop::session::protocol::{Choices, ExportFormat};
use scoredrop_testing::{File, as_preset, has_code, json_lines, runs_of, said, score};
use serde_json::{Value, json};
use std::fmt::Write as _;

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
    let markdown =
        scoredrop_testing::report(&mut score(&files, choices).unwrap(), ExportFormat::Markdown);
    assert!(markdown.contains("| doc | ") && markdown.contains("| d0 | "), "{markdown}");
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
        "the questions with level>=4, and the others; 12 questions have no number in level and are \
         in the group \"outside\""
    );
    let remarks = report["diagnostics"].as_array().unwrap().iter();
    let remarks: Vec<&Value> = remarks.filter(|one| one["code"] == "no_number").collect();
    assert_eq!(remarks.len(), 1, "{remarks:?}");
    assert_eq!(
        remarks[0]["message"],
        "12 questions have no number in level and are in the group \"outside\" of the breakdown \"late ones\": level>=4"
    );
    assert_eq!(
        (&remarks[0]["file"], &remarks[0]["column"]),
        (&json!("gold.jsonl"), &json!("level"))
    );
    let markdown = scoredrop_testing::report(&mut session, ExportFormat::Markdown);
    assert!(
        markdown.contains("12 questions have no number in level and are in the group"),
        "{markdown}"
    );
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
            "write a value of this column, such as \"d0\"",
        ),
        (
            "late: level>=9",
            "level",
            "no question is in the breakdown late: level>=9: level goes from 1 to 5",
            "write a number within this range",
        ),
        (
            "doc>=4",
            "doc",
            "no question is in the breakdown doc>=4: no doc is a number",
            "compare with = or !=, or choose a column of numbers",
        ),
        (
            "level=1&level=2",
            "level",
            "no question is in the breakdown level=1&level=2: each condition holds for some questions, but no question fulfils all",
            "remove a condition",
        ),
        (
            "doc:0,10",
            "doc",
            "no question is in the breakdown doc:0,10: no doc is a number",
            "remove the edges, or choose a column of numbers",
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
            let markdown = scoredrop_testing::report(&mut session, ExportFormat::Markdown);
            let line = markdown.lines().find(|line| line.starts_with("| inside |")).unwrap();
            assert!(line.ends_with(" | – | – | 0† |"), "{line}");
        }
        for format in [ExportFormat::Latex, ExportFormat::BreakdownSvg, ExportFormat::Html] {
            assert!(!scoredrop_testing::report(&mut session, format).contains("NaN"), "{format:?}");
        }
    }
    for slice in ["doc=d0", "level>=2&level<4", "level:2,4", "doc", "doc!=nothing"] {
        assert_eq!(of(slice).2, Vec::<Value>::new(), "{slice}");
    }
}

#[test]
fn what_cannot_be_had_is_refused() {
    let files = leveled(40);
    let refused = |choices: Choices, code: Code| {
        let error = score(&files, Choices { preset: Some("squad-v1".to_owned()), ..choices });
        assert!(has_code(&error.unwrap_err(), code), "{code}");
    };
    let slices = |text: &str| Choices { slices: vec![text.to_owned()], ..Choices::default() };
    refused(slices("colour"), Code::Slice);
    refused(slices("level:5,1"), Code::Slice);
    refused(slices("level<high"), Code::Slice);
    refused(Choices { cluster: Some("nothing".to_owned()), ..Choices::default() }, Code::Cluster);
    let twins = |text: &str| Choices { twins: vec![text.to_owned()], ..Choices::default() };
    refused(twins("articles"), Code::Twin);
    refused(twins("articles=ignore"), Code::Twin);
    refused(twins("no_such=thing"), Code::UnknownSetting);
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
    let markdown = scoredrop_testing::report(&mut session, ExportFormat::Markdown);
    assert!(markdown.contains("20 clusters by doc"), "{markdown}");
    // Fewer clusters than were ever tried are said.
    let few = Choices { cluster: Some("level".to_owned()), ..as_preset("squad-v1") };
    assert_eq!(said(&score(&files, few).unwrap(), Code::Clusters).len(), 1);
}

/// Beside the mean over questions stands that over groups, each of which weighs the same.
#[test]
fn groups_have_a_mean_in_which_each_weighs_the_same() {
    // History: 3 of 4. Law: 1 of 2. Over questions 4 of 6, over groups (3/4 + 1/2) / 2 = 62.5 %. Squares of 3/4 and 1/2 over 3
    // and 1 degrees of freedom, pooled 5/16, which counts for four more: variances 2/7 and 7/20, of the means 1/14 and 7/40,
    // of their mean a quarter of 69/280. That is worth (5/8)(3/8)(1120/69) questions on their own.
    let rows = [("history", true), ("history", true), ("history", true), ("history", false)];
    let rows = rows.into_iter().chain([("law", true), ("law", false)]).enumerate();
    let (mut gold, mut run) = (String::new(), String::new());
    for (place, (subject, right)) in rows {
        let question = format!("which of them is number {place}?");
        let line = json!({"id": format!("q{place}x"), "question": question, "answers": ["Paris"], "subject": subject});
        let _ = writeln!(gold, "{line}");
        let said = if right { "Paris" } else { "Rome" };
        let _ = writeln!(run, "{}", json!({"id": format!("q{place}x"), "prediction": said}));
    }
    let files = [File::gold("gold.jsonl", gold), File::predictions("run.jsonl", run)];
    let choices = Choices { slices: vec!["subject".to_owned()], ..as_preset("squad-v1") };
    let mut session = score(&files, choices.clone()).unwrap();
    let report = json_report(&mut session);
    let all = report["runs"][0]["over_groups"].as_array().unwrap();
    let found = all.iter().find(|one| one["metric"] == "exact_match").unwrap();
    assert_eq!(
        (&found["column"], &found["groups"], &found["n"], &found["mean"]),
        (&json!("subject"), &json!(2), &json!(6), &json!(0.625))
    );
    let (share, square) =
        (0.625, 1.959_963_984_540_054_f64.powi(2) * 69.0 / 1120.0 / (0.625 * 0.375));
    let centre = (share + square / 2.0) / (1.0 + square);
    let half = (square * (share * (1.0 - share) + square / 4.0)).sqrt() / (1.0 + square);
    for (end, wanted) in [("low", centre - half), ("high", centre + half)] {
        let found = found["interval"][end].as_f64().unwrap();
        assert!((found - wanted).abs() < 1e-12, "{found} is not {wanted}");
    }
    assert_eq!(found["interval"]["method"], "stratified_wilson");
    let mut form = |format| scoredrop_testing::report(&mut session, format);
    let markdown = form(ExportFormat::Markdown);
    assert!(markdown.contains("| mean over groups | 62.5 (21.3–91.1) |"), "{markdown}");
    let csv = form(ExportFormat::AggregatesCsv);
    assert!(csv.contains("run.jsonl,exact_match,subject,,0.625,0.21"), "{csv}");
    let latex = form(ExportFormat::Latex);
    let words = "Exact match with each group weighing the same: 62.5 (21.3--91.1) over the 2 groups of subject.";
    assert!(latex.contains(words), "{latex}");
    let methods = form(ExportFormat::Methods);
    let words = "The headline is the mean over questions. With each group weighing the same, it is 62.5\u{202f}% over the \
                 2 groups of subject (95\u{202f}% CI 21.3–91.1) for run.jsonl.";
    assert!(methods.contains(words), "{methods}");
    let html = form(ExportFormat::Html);
    assert!(
        html.contains(
            "Exact match, mean over the 2 groups of subject</td><td class=\"n\">62.5</td>"
        )
    );
    // In clusters that lie in both groups the error is the clustered one.
    let clustered = Choices { cluster: Some("question".to_owned()), ..choices };
    let report = json_report(&mut score(&files, clustered).unwrap());
    assert_eq!(report["runs"][0]["over_groups"][0]["interval"]["method"], "cluster_wilson");
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
        "the questions with width=5, and the others; width means the number 5 in any form, such as 5.0"
    );
    assert_eq!(
        words("width"),
        "the values of width as written, so a number that is written in two ways has two groups"
    );
    assert_eq!(words("late: width=4"), "the questions with width=4, and the others");
}
