//! Whole reports of the samples, in every form.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use scoredrop::doubt::Doubt;
use scoredrop::session::protocol::{Choices, ExportFormat, VERSION};
use scoredrop_testing::{File, as_preset, json_lines, mean, report, sample, score, with_settings};
use serde_json::{Value, json};

/// Compares every form of the report with the one that was looked through.
fn assert_forms(name: &str, files: &[File], choices: &Choices) {
    for (form, format) in [
        ("json", ExportFormat::Json),
        ("csv", ExportFormat::Csv),
        ("aggregates", ExportFormat::AggregatesCsv),
        ("markdown", ExportFormat::Markdown),
        ("latex", ExportFormat::Latex),
        ("official", ExportFormat::Official),
    ] {
        let mut session = score(files, choices.clone()).unwrap();
        let text = report(&mut session, format);
        if matches!(format, ExportFormat::Csv | ExportFormat::AggregatesCsv) {
            assert!(text.ends_with("\r\n"), "{form}");
        }
        // A release changes its number, not its reports.
        let text = text
            .replace(&format!("\"version\":\"{VERSION}\""), "\"version\":\"VERSION\"")
            .replace(&format!("|v:{VERSION}"), "|v:VERSION")
            .replace("\r\n", "\n");
        insta::assert_snapshot!(format!("{name}_{form}"), text);
    }
}

#[test]
fn nq() {
    assert_forms("nq", &sample("nq", "jsonl", "jsonl"), &as_preset("nq"));
}

#[test]
fn squad() {
    assert_forms("squad", &sample("squad", "json", "json"), &as_preset("squad-v1"));
}

#[test]
fn hotpot() {
    assert_forms("hotpot", &sample("hotpot", "json", "json"), &as_preset("hotpotqa"));
}

#[test]
fn changed_settings() {
    let set = [("articles", "keep"), ("missing", "exclude")];
    let choices = Choices { seed: 7, ..with_settings("squad-v2", &set) };
    assert_forms("changed", &sample("squad", "json", "json"), &choices);
}

#[test]
fn cells_that_spreadsheets_would_run() {
    let gold = r#"{"id": "=1+1", "answers": ["a"]}
{"id": "b,\"c\"", "answers": ["-5"]}
{"id": "@x", "answers": ["+x"]}
"#;
    let predictions = r#"{"id": "=1+1", "model_name": "=cmd|' /C calc'!A0", "prediction": "+a"}
{"id": "b,\"c\"", "model_name": "=cmd|' /C calc'!A0", "prediction": "-5"}
{"id": "@x", "model_name": "=cmd|' /C calc'!A0", "prediction": "line\nbreak <b>"}
"#;
    let files =
        [File::gold("gold.jsonl", gold), File::predictions("predictions.jsonl", predictions)];
    assert_forms("formulas", &files, &as_preset("squad-v1"));
}

#[test]
fn the_guess_of_a_link_stays_provisional() {
    let trees = ["alder", "birch", "cedar", "-3"];
    // As NQ-open has it, which deletes signs; and others too.
    let line = |tree: &str, name: &str, value: Value| {
        let mut line = json!({ "question": format!("which tree is it, {tree}?") });
        line[name] = value;
        format!("{line}\n")
    };
    let question = |tree: &&str| line(tree, "answer", json!([tree]));
    let answer = |tree: &&str| {
        line(tree, "prediction", json!(format!("the {}", tree.trim_start_matches('-'))))
    };
    let files = [
        File::dropped("gold.jsonl", trees.iter().map(question).collect::<String>()),
        File::dropped("strong.jsonl", trees.iter().map(answer).collect::<String>()),
    ];
    let told = |choices: Choices| {
        let session = score(&files, choices).unwrap();
        let score = session.score().unwrap();
        let words = |doubts: &[Doubt]| doubts.iter().map(ToString::to_string).collect::<Vec<_>>();
        (score.settings.preset.id.clone(), words(&score.provisional), words(&score.confirmed))
    };
    let (preset, provisional, _) = told(Choices::default());
    assert!(
        provisional[0].starts_with("only the form of the file suggests NQ-open"),
        "{provisional:?}"
    );
    assert_eq!(provisional.len(), 1, "{provisional:?}");
    let linked = |preset_guessed, confirmed| {
        let (_, provisional, confirmed) =
            told(Choices { preset_guessed, confirmed, ..as_preset(&preset) });
        (provisional, confirmed)
    };
    let doubt = vec!["the link's preset was guessed from its sender's files".to_owned()];
    assert_eq!(linked(false, false), (Vec::new(), Vec::new()));
    assert_eq!(linked(true, false), (doubt.clone(), Vec::new()));
    assert_eq!(linked(true, true), (Vec::new(), doubt));
}

#[test]
fn what_was_confirmed_stays_in_the_report() {
    let line = |i: usize, rest: Value| format!("{{\"id\": {i}, {}\n", &rest.to_string()[1..]);
    // Half of the answers are right, which does not show that the ids mean the same questions.
    let letter = |i: usize| ["a", "b"][i % 2];
    let gold: String = (1..=6).map(|i| line(i, json!({ "answers": [letter(i)] }))).collect();
    let predictions: String =
        (1..=6).map(|i| line(i, json!({ "prediction": letter(i / 2) }))).collect();
    let predictions = &predictions[..predictions.len() - 8];
    let files =
        [File::gold("gold.jsonl", gold), File::predictions("predictions.jsonl", predictions)];
    let doubt = "the ids only number the rows; no question text confirms that equal ids mean the same question";
    let damage = "1 row of predictions.jsonl could not be read: the file is cut off in the middle of line 6; the 5 complete records before this place were read";
    let told = |confirmed: bool| {
        let choices = Choices { confirmed, ..as_preset("squad-v1") };
        let mut session = score(&files, choices).unwrap();
        let json: Value = serde_json::from_str(&report(&mut session, ExportFormat::Json)).unwrap();
        let markdown = report(&mut session, ExportFormat::Markdown);
        let words = |name: &str| -> Vec<String> {
            let all = json[name].as_array().unwrap().iter();
            all.map(|one| one["message"].as_str().unwrap().to_owned()).collect()
        };
        (words("provisional"), words("confirmed"), markdown)
    };
    let (provisional, confirmed, markdown) = told(false);
    assert_eq!(provisional, [doubt, damage]);
    assert_eq!(confirmed, [""; 0]);
    assert!(markdown.contains(&format!("**Provisional:** {doubt}.\n")), "{markdown}");
    assert!(!markdown.contains("Confirmed"), "{markdown}");
    // A guess can be confirmed, damage cannot.
    let (provisional, confirmed, markdown) = told(true);
    assert_eq!(provisional, [damage]);
    assert_eq!(confirmed, [doubt]);
    assert!(markdown.contains(&format!("Confirmed by hand: {doubt}.\n")), "{markdown}");
    assert!(!markdown.contains(&format!("**Provisional:** {doubt}")), "{markdown}");
}

/// The members are those that `parse_eval_result_entries` of `huggingface_hub` 2.4.0 reads.
#[test]
fn entry_for_hugging_face() {
    let files = sample("squad", "json", "json");
    let mut session = score(&files, as_preset("squad-v2")).unwrap();
    let text = report(&mut session, ExportFormat::HfEvalResults);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines[..3],
        ["- dataset:", "    id: \"rajpurkar/squad_v2\"", "    task_id: \"default\""]
    );
    let value: f64 = lines[3].strip_prefix("  value: ").unwrap().parse().unwrap();
    assert_eq!(value, mean(&session, 0, "exact_match") * 100.0);
    let notes: String = serde_json::from_str(lines[4].strip_prefix("  notes: ").unwrap()).unwrap();
    assert!(
        notes.starts_with("Exact match, n = ") && notes.contains("preset:squad-v2@"),
        "{notes}"
    );
    assert_eq!(lines.len(), 5);
    // Climate finance has no dataset there.
    let files = sample("climate-finance", "jsonl", "csv");
    let session = score(&files, as_preset("climate-finance")).unwrap();
    let why = scoredrop::session::report::obstacle(&session, ExportFormat::HfEvalResults);
    assert!(why.is_some_and(|why| why.contains("no dataset on Hugging Face")));
}

/// Members that evaluation records must have, and all that this one may have, after the schemas of
/// `evaleval/every_eval_ever@9bce4136`, which allow no others.
#[test]
fn records_for_every_eval_ever() {
    let members =
        |value: &Value| -> Vec<String> { value.as_object().unwrap().keys().cloned().collect() };
    let files = sample("nq", "jsonl", "jsonl");
    let mut session = score(&files, as_preset("nq")).unwrap();
    let record: Value =
        serde_json::from_str(&report(&mut session, ExportFormat::EveryEvalEver)).unwrap();
    assert_eq!(
        members(&record),
        [
            "schema_version", "evaluation_id", "retrieved_timestamp", "source_metadata",
            "eval_library", "model_info", "evaluation_results"
        ]
    );
    assert_eq!(record["schema_version"], "0.3.0");
    let results = record["evaluation_results"].as_array().unwrap();
    assert_eq!(results.len(), 5);
    let first = &results[0];
    assert_eq!(first["metric_config"]["metric_id"], "exact_match");
    assert_eq!(first["score_details"]["score"], mean(&session, 0, "exact_match"));
    assert_eq!(
        members(&first["score_details"]["uncertainty"]),
        ["confidence_interval", "num_samples"]
    );
    assert_eq!(results[1]["score_details"]["uncertainty"]["num_bootstrap_samples"], 10_000);
    let lines = json_lines(report(&mut session, ExportFormat::EveryEvalEverSamples).as_bytes());
    assert_eq!(lines.len(), 24);
    let mut sum = 0.0;
    for line in &lines {
        assert_eq!(line["evaluation_id"], record["evaluation_id"]);
        assert_eq!(line["evaluation_result_id"], first["evaluation_result_id"]);
        assert_eq!(line["evaluation"]["is_correct"], line["evaluation"]["score"] == 1.0);
        assert!(
            line["input"]["reference"].is_array() && line["output"]["raw"].is_array(),
            "{line}"
        );
        sum += line["evaluation"]["score"].as_f64().unwrap();
    }
    assert_eq!(sum / 24.0, mean(&session, 0, "exact_match"));
    // Of another rule the record has another name.
    let mut other = score(&files, with_settings("nq", &[("case", "keep")])).unwrap();
    let other: Value =
        serde_json::from_str(&report(&mut other, ExportFormat::EveryEvalEver)).unwrap();
    assert_ne!(other["evaluation_id"], record["evaluation_id"]);
}

/// Inspect takes the mean of the lines for the accuracy, and refuses an id that comes twice.
#[test]
fn lines_for_inspect() {
    let files = sample("nq", "jsonl", "jsonl");
    let mut session = score(&files, as_preset("nq")).unwrap();
    let lines = json_lines(report(&mut session, ExportFormat::Inspect).as_bytes());
    assert_eq!(lines.len(), 24);
    let sum: f64 = lines.iter().map(|line| line["value"].as_f64().unwrap()).sum();
    assert_eq!(sum / 24.0, mean(&session, 0, "exact_match"));
    for line in &lines {
        assert!(line["id"].is_string() && line["metadata"]["metrics"]["f1"].is_number(), "{line}");
    }
    // Numbers are compared for four questions alone.
    let files = sample("climate-finance", "jsonl", "csv");
    let mut session = score(&files, as_preset("climate-finance")).unwrap();
    assert_eq!(json_lines(report(&mut session, ExportFormat::Inspect).as_bytes()).len(), 4);
    let twice = [
        File::gold(
            "gold.jsonl",
            "{\"id\":1,\"answers\":[\"a\"]}\n{\"id\":1,\"answers\":[\"b\"]}\n",
        ),
        File::predictions("p.jsonl", "{\"id\":1,\"prediction\":\"a\"}\n"),
    ];
    let session = score(&twice, as_preset("squad-v1")).unwrap();
    let why = scoredrop::session::report::obstacle(&session, ExportFormat::Inspect);
    assert!(why.is_some_and(|why| why.contains("some ids of the gold file repeat")));
}
