//! The command as its users run it: what it prints where, and how it ends.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use crate::command::{Folder, assert_code, run, stderr, stdout};
use scoredrop_testing::archives::{gzip, zip};
use serde_json::{Value, json};
use std::io::Write as _;
use std::process::{Command, Output, Stdio};

const NQ: [&str; 4] =
    ["--gold", "samples/nq/gold.jsonl", "--predictions", "samples/nq/predictions.jsonl"];
const SQUAD: [&str; 4] =
    ["--gold", "samples/squad/gold.json", "--predictions", "samples/squad/predictions.json"];

fn score(preset: &str, files: &[&str], more: &[&str]) -> Output {
    run(&[&["score", "--preset", preset], files, more].concat())
}

#[test]
fn a_score_ends_with_0_and_prints_a_report() {
    let output = score("nq", &NQ, &[]);
    assert_code(&output, 0);
    let report: Value = serde_json::from_str(stdout(&output)).unwrap();
    assert_eq!(report["preset"]["id"], "nq");
    assert_eq!(report["runs"][0]["aggregates"][0]["mean"], 17.0 / 24.0);
    assert!(report["runs"][0]["aggregates"][1]["interval"]["low"].is_f64());
    // No folder is told, and every file has its hash.
    assert_eq!(report["sources"][0]["name"], "gold.jsonl");
    assert_eq!(report["sources"][0]["sha256"].as_str().unwrap().len(), 64);
    assert!(!stdout(&output).contains("samples/"));
    // What is odd stands on the other stream, with file, row and remedy.
    for line in [
        "warning[blank_prediction]: the prediction for \"who discovered penicillin\" is blank \
         (predictions.jsonl, row 10)",
        "warning[missing_prediction]: terse has no prediction for \"where is machu picchu\" \
         (gold.jsonl, row 21)",
        "warning[duplicate_prediction]: a later prediction for \"how many planets are in the solar \
         system\" replaces this one (predictions.jsonl, row 40) -> keep one prediction for each \
         question",
    ] {
        assert!(stderr(&output).lines().any(|said| said == line), "{}", stderr(&output));
    }
}

#[test]
fn every_form_is_written() {
    let first = |format: &str| {
        let output = score("nq", &NQ, &["--format", format]);
        assert_code(&output, 0);
        stdout(&output).lines().next().unwrap().to_owned()
    };
    assert_eq!(first("json"), "{");
    let metrics = "exact_match,f1,precision,recall,contains_answer";
    assert_eq!(first("csv"), format!("run,id,state,extracted,{metrics},matched"));
    assert!(first("aggregates-csv").starts_with("run,metric,group_column,group_value,mean,"));
    assert_eq!(first("markdown"), "## Natural Questions (EvoAgentX)");
    let output = score("squad-v1", &SQUAD, &["--format", "official"]);
    let official: Value = serde_json::from_str(stdout(&output)).unwrap();
    assert_eq!(official["exact_match"], 25.0);
    assert_code(&score("nq", &NQ, &["--format", "xml"]), 2);
}

#[test]
fn a_report_goes_to_a_file() {
    let folder = Folder::new("out");
    let path = folder.path("report.json");
    let output = score("nq", &NQ, &["--out", &path]);
    assert_code(&output, 0);
    assert_eq!(stdout(&output), "");
    let written = std::fs::read(&path).unwrap();
    assert_eq!(written, score("nq", &NQ, &[]).stdout);
    let output = score("nq", &NQ, &["--out", &folder.path("none/report.json")]);
    assert_code(&output, 2);
    assert!(stderr(&output).contains("error[unwritable]"), "{}", stderr(&output));
}

#[test]
fn a_report_never_replaces_an_input() {
    let folder = Folder::new("replaced");
    let lines = [
        ("gold.jsonl", "{\"id\": \"x\", \"answers\": [\"ada\"]}\n"),
        ("predictions.jsonl", "{\"id\": \"x\", \"prediction\": \"ada\"}\n"),
        ("na_prob.json", "{\"x\": 0.5}"),
    ];
    let [gold, predictions, na_prob] = lines.map(|(name, text)| folder.file(name, text));
    let files = ["--gold", &gold, "--predictions", &predictions, "--na-prob", &na_prob];
    // The same file by another path.
    let around = folder.path("../replaced/gold.jsonl");
    for out in [&gold, &predictions, &na_prob, &around] {
        let output = score("squad-v2", &files, &["--out", out]);
        assert_code(&output, 2);
        assert!(stderr(&output).contains("error[out_is_input]"), "{}", stderr(&output));
        for (name, text) in lines {
            assert_eq!(std::fs::read_to_string(folder.path(name)).unwrap(), text, "{name}");
        }
    }
    // Another name of the same file.
    let linked = folder.path("linked.json");
    std::fs::hard_link(&predictions, &linked).unwrap();
    assert_code(&score("squad-v2", &files, &["--out", &linked]), 2);
    assert_code(&score("squad-v2", &files, &["--out", &folder.path("report.json")]), 0);
}

#[test]
fn a_dash_is_standard_input_once_and_by_content() {
    let from_stdin = |gold: &str, predictions: &str, bytes: &[u8]| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_scoredrop"))
            .args(["score", "--preset", "nq", "--format", "official"])
            .args(["--gold", gold, "--predictions", predictions])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let _ = child.stdin.take().unwrap().write_all(bytes);
        child.wait_with_output().unwrap()
    };
    let gold = std::fs::read(NQ[1]).unwrap();
    let zipped = zip(&[("gold.jsonl", std::str::from_utf8(&gold).unwrap())]);
    for bytes in [&gold, &gzip(&gold), &zipped] {
        let output = from_stdin("-", NQ[3], bytes);
        assert_code(&output, 0);
        assert_eq!(output.stdout, score("nq", &NQ, &["--format", "official"]).stdout);
    }
    assert_code(&from_stdin("-", "-", &gold), 1);
}

#[test]
fn a_table_of_verdicts_needs_no_map() {
    let folder = Folder::new("table-verdicts");
    let rows = |answers: &str| -> String {
        let row = |(id, correct)| format!("{{\"id\": {id}{answers}, \"correct\": {correct}}}\n");
        [(1, true), (2, false), (3, true)].into_iter().map(row).collect()
    };
    for (name, answers) in
        [("bare", ""), ("beside", ", \"answer\": \"Rome\", \"output\": \"Oslo\"")]
    {
        let table = folder.file(&format!("{name}.jsonl"), rows(answers));
        let output = run(&["score", "--preset", "plain-verdicts", "--table", &table]);
        assert_code(&output, 0);
        let report: Value = serde_json::from_str(stdout(&output)).unwrap();
        assert_eq!(report["runs"][0]["aggregates"][0]["mean"], 2.0 / 3.0, "{name}");
    }
}

#[test]
fn nothing_is_left_out_of_a_table_in_silence() {
    let refused = score("nq", &NQ, &["--leave-out", "outputs", "--format", "csv"]);
    assert_code(&refused, 2);
    assert!(stderr(&refused).contains("error[no_such_form]"), "{}", stderr(&refused));
}

#[test]
fn seeds_move_intervals_and_nothing_else() {
    let with = |seed: &str| -> Value {
        serde_json::from_str(stdout(&score("nq", &NQ, &["--seed", seed]))).unwrap()
    };
    let (one, two) = (with("1"), with("0"));
    assert_eq!(one["settings"]["seed"], 1);
    assert_eq!(one["runs"][0]["records"], two["runs"][0]["records"]);
    // The means of few questions have few possible values: the ends of another run may stay.
    assert_ne!(one["runs"][1]["aggregates"], two["runs"][1]["aggregates"]);
    assert_eq!(one, with("1"));
}

#[test]
fn settings_are_taken_and_checked() {
    let output = score("nq", &NQ, &["--set", "articles=keep", "--set", "missing=exclude"]);
    assert_code(&output, 0);
    let report: Value = serde_json::from_str(stdout(&output)).unwrap();
    assert_eq!(report["preset"]["modified"], true);
    assert_eq!(report["settings"]["articles"], "keep");
    assert_eq!(report["runs"][0]["official"], serde_json::json!({}));
    assert_eq!(report["runs"][0]["aggregates"][0]["n"], 23);
    // `the Coral Sea` is no longer `Coral Sea`, and `Pacific Ocean` no longer `the Pacific Ocean`.
    assert_eq!(report["runs"][0]["aggregates"][0]["mean"], 15.0 / 23.0);
    let output = score("nq", &NQ, &["--set", "articles=keep", "--format", "official"]);
    assert_code(&output, 0);
    assert_eq!(stdout(&output), "{\n  \"terse\": {},\n  \"chatty\": {}\n}\n");
    assert_eq!(stderr(&output).matches("no official output for").count(), 2);
    for (set, code) in [
        ("articles=maybe", "bad_setting"),
        ("colour=red", "unknown_setting"),
        ("na_threshold=0.5", "unknown_setting"),
    ] {
        let output = score("nq", &NQ, &["--set", set]);
        assert_code(&output, 2);
        assert!(stderr(&output).contains(&format!("error[{code}]")), "{}", stderr(&output));
        assert!(stderr(&output).contains(" -> choose one of"), "{}", stderr(&output));
        assert_eq!(stdout(&output), "");
    }
    assert_code(&score("nq", &NQ, &["--set", "articles"]), 2);
    let output = score("nq", &NQ, &["--set", "extract=pattern:("]);
    assert_code(&output, 2);
    let said = "error[bad_setting]: extract cannot be \"pattern:(\": unclosed group at character 1 -> correct the pattern\n";
    assert_eq!(stderr(&output), said);
}

#[test]
fn columns_are_mapped() {
    let folder = Folder::new("map");
    let gold = folder.file(
        "gold.csv",
        "Company,Question ID,Ask,Solution A,Solution B\nAcme,Q1,how many,1,one\n\
         Acme,Q2,who,Ada,Bob\nBolt,Q1,how many,2,two\n",
    );
    let predictions =
        folder.file("p.csv", "Company,Question ID,guess\nBolt,Q1,two\nAcme,Q2,Bob\nAcme,Q1,one\n");
    let files = ["--gold", gold.as_str(), "--predictions", predictions.as_str()];
    let key = [
        "--map", "gold.id=Company", "--map", "gold.id=Question ID", "--map",
        "predictions.id=Company", "--map", "predictions.id=Question ID", "--map",
        "predictions.prediction=guess",
    ];
    for (column, mean) in [("Solution A", 0.0), ("Solution B", 1.0)] {
        let answers = format!("gold.answers={column}");
        let output = score("squad-v1", &files, &[&key[..], &["--map", &answers]].concat());
        assert_code(&output, 0);
        let report: Value = serde_json::from_str(stdout(&output)).unwrap();
        assert_eq!(report["runs"][0]["aggregates"][0]["mean"], mean);
        assert_eq!(report["runs"][0]["records"][2]["id"], "Bolt / Q1");
        assert_eq!(report["provisional"], Value::Null);
    }
    let output =
        score("squad-v1", &files, &[&key[..], &["--map", "gold.answers=Solution C"]].concat());
    assert_code(&output, 1);
    let text = stderr(&output);
    assert!(text.contains("error[unknown_column]") && text.contains("gold.csv"), "{text}");
    assert!(text.contains("column \"Solution C\"") && text.contains("Solution B"), "{text}");
    for bad in ["gold.answers", "answers=x", "gilt.answers=x", "gold.prediction=x"] {
        assert_code(&score("squad-v1", &files, &["--map", bad]), 2);
    }
}

#[test]
fn the_join_is_chosen() {
    let folder = Folder::new("join");
    let gold = folder.file(
        "gold.jsonl",
        "{\"id\": \"x\", \"question\": \"q one\", \"answer\": [\"ada\"]}\n\
         {\"id\": \"y\", \"question\": \"q two\", \"answer\": [\"bob\"]}\n",
    );
    let predictions = folder.file(
        "predictions.jsonl",
        "{\"id\": \"y\", \"question\": \"q one\", \"prediction\": \"ada bob\"}\n\
         {\"id\": \"x\", \"question\": \"q two\", \"prediction\": \"bob\"}\n",
    );
    let files = ["--gold", gold.as_str(), "--predictions", predictions.as_str()];
    for (join, exact) in [("id", 0.0), ("question", 0.5), ("row", 0.5)] {
        let output = score("squad-v1", &files, &["--join", join]);
        assert_code(&output, 0);
        let report: Value = serde_json::from_str(stdout(&output)).unwrap();
        assert!(report["signature"].as_str().unwrap().contains(&format!("|join:{join}|")));
        let mean = &report["runs"][0]["aggregates"][0]["mean"];
        assert_eq!(*mean, exact, "{join}");
    }
    let output = score("squad-v1", &files, &["--join", "id"]);
    assert!(stderr(&output).contains("provisional: question texts agree in only 0 of 2"));
    assert_code(&score("squad-v1", &files, &["--join", "name"]), 2);
}

#[test]
fn one_file_holds_both() {
    let folder = Folder::new("table");
    let table = folder.file(
        "results.csv",
        "Question;Reference answer;Model output\nhow many;1;1\nwho;Ada;Bob\nwhere;Rome;Rome\n",
    );
    let files = ["--table", table.as_str()];
    for more in [&[][..], &["--join", "same-row"]] {
        let output = score("squad-v1", &files, more);
        assert_code(&output, 0);
        let report: Value = serde_json::from_str(stdout(&output)).unwrap();
        assert_eq!(report["runs"][0]["aggregates"][0]["mean"], 2.0 / 3.0);
        assert_eq!(report["provisional"], Value::Null);
        assert_eq!(report["runs"][0]["name"], "results.csv");
        assert_eq!(report["sources"].as_array().unwrap().len(), 1);
        assert_eq!(report["sources"][0]["role"], "table");
        let signature = report["signature"].as_str().unwrap();
        assert!(signature.contains("|join:same-row|n:3|table:"), "{signature}");
    }
    let output = run(&["check", "--table", &table]);
    assert_code(&output, 0);
    assert!(stdout(&output).starts_with("joined on the same rows: "), "{}", stdout(&output));
    // Columns of either side, by any of the names of the file.
    for map in ["gold.answers=Model output", "table.answers=Model output"] {
        let more = ["--map", map, "--map", "predictions.prediction=Question"];
        let output = score("squad-v1", &files, &more);
        assert_code(&output, 0);
        let report: Value = serde_json::from_str(stdout(&output)).unwrap();
        assert_eq!(report["runs"][0]["aggregates"][0]["mean"], 0.0);
    }
    let output = score("squad-v1", &files, &["--map", "gold.answers=Modell"]);
    assert_code(&output, 1);
    assert!(stderr(&output).contains("error[unknown_column]"), "{}", stderr(&output));
    // One file or two, not both; rows of two files are not the same rows.
    assert_code(&score("squad-v1", &[&files[..], &NQ[..2]].concat(), &[]), 2);
    assert_code(&score("squad-v1", &[&files[..], &NQ[2..]].concat(), &[]), 2);
    let output = score("nq", &NQ, &["--join", "same-row"]);
    assert_code(&output, 1);
    assert!(stderr(&output).contains("error[not_one_file]"), "{}", stderr(&output));
    assert!(stderr(&output).contains(" -> "), "{}", stderr(&output));
}

#[test]
fn several_files_are_several_runs() {
    let folder = Folder::new("runs");
    let squad = std::fs::read("samples/squad/predictions.json").unwrap();
    let again = folder.file("predictions.json", squad);
    let output = score("squad-v1", &SQUAD, &[&again, &again]);
    assert_code(&output, 0);
    let report: Value = serde_json::from_str(stdout(&output)).unwrap();
    assert_eq!(report["runs"][0]["name"], "predictions.json");
    assert_eq!(report["runs"][1]["name"], "predictions.json (2)");
    assert_eq!(report["runs"][2]["name"], "predictions.json (3)");
    assert_eq!(report["runs"][0]["records"], report["runs"][1]["records"]);
}

#[test]
fn where_there_is_no_block_and_where_a_score_is_provisional_the_reason_is_said() {
    let folder = Folder::new("reasons");
    let gold = folder.file(
        "gold.jsonl",
        "{\"id\": \"x\", \"answers\": [\"ada\"]}\n{\"id\": \"y\", \"answers\": [\"bob\"]}\n\
         {\"id\": \"z\", \"answers\": [\"eve\"]}\n",
    );
    let predictions = folder.file("predictions.json", r#"{"x": ["ada"]}"#);
    let files = ["--gold", gold.as_str(), "--predictions", predictions.as_str()];
    for format in ["json", "csv", "aggregates-csv", "markdown", "official"] {
        let output = score("squad-v1", &files, &["--format", format]);
        assert_code(&output, 0);
        let said = stderr(&output);
        assert!(said.contains("provisional: only 1 of 3 questions has a prediction"), "{said}");
        if format == "official" {
            assert_eq!(stdout(&output), "{}\n");
            let reason = "note[no_official_block]: no official output for predictions.json: the \
                          reference stops at a prediction that is not a text (gold row 1)";
            assert!(said.lines().any(|line| line == reason), "{said}");
        }
    }
    let output = score("squad-v1", &SQUAD, &["--format", "official", "--set", "articles=keep"]);
    assert!(stderr(&output).contains("the settings differ from those of the reference"));
}

#[test]
fn probabilities_of_no_answer() {
    let folder = Folder::new("na");
    let gold = folder.file(
        "gold.json",
        r#"{"data": [{"title": "t", "paragraphs": [{"context": "c", "qas": [
            {"id": "x1", "question": "q", "answers": [{"text": "Ada"}], "is_impossible": false},
            {"id": "y7", "question": "q", "answers": [], "is_impossible": true}]}]}]}"#,
    );
    let predictions = folder.file("predictions.json", r#"{"x1": "Ada", "y7": "Bob"}"#);
    let na_prob = folder.file("na_prob.json", r#"{"x1": 0.25, "y7": 0.75}"#);
    let files = ["--gold", &gold, "--predictions", &predictions, "--na-prob", &na_prob];
    let block = |more: &[&str]| -> Value {
        let output = score("squad-v2", &files, &[&["--format", "official"], more].concat());
        assert_code(&output, 0);
        serde_json::from_str(stdout(&output)).unwrap()
    };
    assert_eq!(block(&[])["exact"], 50.0);
    let half = block(&["--set", "na_threshold=0.5"]);
    assert_eq!((&half["exact"], &half["best_exact"]), (&100.0.into(), &100.0.into()));
    assert_eq!(half["best_exact_thresh"], 0.25);
}

#[test]
fn bad_input_ends_with_1_and_lists_every_problem() {
    let folder = Folder::new("bad");
    let gold = "samples/nq/gold.jsonl";
    // Files that are not there, all of them.
    let output = score("nq", &["--gold", "none.jsonl", "--predictions", "void.jsonl"], &[]);
    assert_code(&output, 1);
    assert_eq!(stdout(&output), "");
    assert_eq!(stderr(&output).matches("error[unreadable]").count(), 2, "{}", stderr(&output));
    assert!(stderr(&output).contains("none.jsonl") && stderr(&output).contains("void.jsonl"));
    // Files that are no tables, and empty ones, all of them.
    let pdf = folder.file("paper.pdf", "%PDF-1.7");
    let empty = folder.file("empty.jsonl", "");
    let output = score("nq", &["--gold", &pdf, "--predictions", &empty], &[]);
    assert_code(&output, 1);
    let text = stderr(&output);
    assert!(text.contains("error[not_a_table]") && text.contains("(paper.pdf)"), "{text}");
    assert!(text.contains("error[empty_file]") && text.contains("(empty.jsonl)"), "{text}");
    assert!(text.lines().all(|line| line.contains(" -> ")), "{text}");
    // No column of answers.
    let odd = folder.file("odd.csv", "a,b,c\n1,2,3\n4,5,6\n");
    let output = score("nq", &["--gold", gold, "--predictions", &odd], &[]);
    assert_code(&output, 1);
    assert!(stderr(&output).contains("error[no_column]"), "{}", stderr(&output));
    assert!(stderr(&output).contains("--map predictions.prediction=COLUMN"));
    // Nothing in common.
    let other = folder.file("other.jsonl", "{\"question\": \"who else\", \"prediction\": \"x\"}\n");
    let output = score("nq", &["--gold", gold, "--predictions", &other], &[]);
    assert_code(&output, 1);
    assert!(stderr(&output).contains("error[no_match]"), "{}", stderr(&output));
    // A folder.
    let output = score("nq", &["--gold", gold, "--predictions", "samples"], &[]);
    assert_code(&output, 1);
}

#[test]
fn broken_rows_end_with_1_but_are_scored_around() {
    let folder = Folder::new("broken");
    let whole = std::fs::read_to_string("samples/nq/predictions.jsonl").unwrap();
    let broken = whole.replacen("\"prediction\": \"Sydney\"}", "\"prediction\": \"Sydn", 1);
    let broken = folder.file("broken.jsonl", broken);
    let output = score("nq", &["--gold", "samples/nq/gold.jsonl", "--predictions", &broken], &[]);
    assert_code(&output, 1);
    let text = stderr(&output);
    assert!(text.starts_with("error[bad_row]: line 3 has invalid JSON"), "{text}");
    assert!(text.contains("(broken.jsonl, row 3)"), "{text}");
    assert!(
        text.contains("provisional: 1 row of broken.jsonl could not be read: line 3"),
        "{text}"
    );
    let report: Value = serde_json::from_str(stdout(&output)).unwrap();
    assert_eq!(report["runs"][0]["reconciliation"]["unparseable"], 1);
    assert_eq!(report["runs"][0]["reconciliation"]["missing"], 2);
}

#[test]
fn bad_usage_ends_with_2() {
    let output = score("squad-v3", &NQ, &[]);
    assert_code(&output, 2);
    assert!(stderr(&output).contains("error[unknown_preset]"), "{}", stderr(&output));
    assert!(stderr(&output).contains("squad-v1, squad-v2, nq"), "{}", stderr(&output));
    for arguments in [
        &[][..],
        &["grade"],
        &["score"],
        &["score", "--preset", "nq"],
        &["score", "--preset", "nq", "--gold", "x"],
        &["preset"],
        &["preset", "none"],
        &["check", "--gold", "x"],
    ] {
        let output = run(arguments);
        assert_code(&output, 2);
        assert_eq!(stdout(&output), "");
        assert!(!stderr(&output).is_empty());
    }
}

#[test]
fn presets_are_listed_and_printed() {
    let output = run(&["presets"]);
    assert_code(&output, 0);
    let ids: Vec<&str> =
        stdout(&output).lines().filter_map(|line| line.split_whitespace().next()).collect();
    let output = run(&["presets", "--json"]);
    assert_code(&output, 0);
    let all: Vec<Value> = serde_json::from_str(stdout(&output)).unwrap();
    assert_eq!(all.iter().map(|preset| preset["id"].as_str().unwrap()).collect::<Vec<_>>(), ids);
    for preset in &all {
        let id = preset["id"].as_str().unwrap();
        let output = run(&["preset", id]);
        assert_code(&output, 0);
        assert_eq!(&serde_json::from_str::<Value>(stdout(&output)).unwrap(), preset);
    }
}

#[test]
fn whoever_stops_reading_is_no_failure() {
    for arguments in [&["preset", "nq"][..], &["presets"], &[&["check"], &NQ[..]].concat()] {
        let mut scoredrop = Command::new(env!("CARGO_BIN_EXE_scoredrop"));
        scoredrop.args(arguments).current_dir(env!("CARGO_MANIFEST_DIR"));
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let status = scoredrop.stdout(writer).status().unwrap();
        assert!(status.success(), "{arguments:?}: {status}");
    }
}

#[test]
fn check_says_where_every_row_goes() {
    let output = run(&[&["check"], &NQ[..]].concat());
    assert_code(&output, 0);
    let text = stdout(&output);
    assert!(text.contains("23 to 24 of 24 questions match in 2 runs\n"), "{text}");
    assert!(text.contains("terse: {\"gold\":24,\"answered\":22,"), "{text}");
    assert!(text.contains("chatty: {\"gold\":24,\"answered\":24,"), "{text}");
    assert!(text.contains("missing_prediction"), "{text}");
    // It scores nothing.
    assert!(!text.contains("exact_match"), "{text}");
}

#[test]
fn equal_commands_print_equal_bytes() {
    for format in ["json", "csv", "aggregates-csv", "markdown", "official"] {
        let one = score("nq", &NQ, &["--format", format]);
        let two = score("nq", &NQ, &["--format", format]);
        assert_eq!(one.stdout, two.stdout);
        assert_eq!(one.stderr, two.stderr);
    }
}

#[test]
fn a_definition_of_our_own_says_how_it_refused_and_why_there_is_no_block() {
    let files = [
        "--gold",
        "samples/climate-finance/gold.jsonl",
        "--predictions",
        "samples/climate-finance/predictions.csv",
    ];
    let output = score("climate-finance", &files, &["--format", "official"]);
    assert_code(&output, 0);
    assert_eq!(stdout(&output), "{\n  \"careful\": {},\n  \"eager\": {}\n}\n");
    let said = stderr(&output);
    assert!(said.contains("note[refusals]: eager: of 4 questions without an answer"), "{said}");
    assert!(said.contains("this preset is our own definition, so there is no reference"), "{said}");
    assert!(stdout(&run(&["presets"])).contains("our own definition"));
}

#[test]
fn a_preset_file_stands_wherever_an_id_does() {
    let folder = Folder::new("own-preset-file");
    let changed = score("nq", &NQ, &["--set", "articles=keep"]);
    let printed = run(&["preset", "nq", "--set", "articles=keep"]);
    assert_code(&printed, 0);
    let file = folder.file("mine.json", stdout(&printed));
    let own = score(&file, &NQ, &[]);
    assert_code(&own, 0);
    let reports =
        [&changed, &own].map(|output| -> Value { serde_json::from_str(stdout(output)).unwrap() });
    assert_eq!(reports[0]["preset"], reports[1]["preset"]);
    assert!(reports[0]["runs"] == reports[1]["runs"]);
    assert_eq!(stdout(&run(&["preset", &file])), stdout(&printed));
    // Whatever it is called, and with a byte order mark.
    let plain = folder.file("mine", [b"\xef\xbb\xbf", printed.stdout.as_slice()].concat());
    assert_eq!(stdout(&score(&plain, &NQ, &[])), stdout(&own));
    // Its words can be changed like any other's.
    let back = run(&["preset", &file, "--set", "articles=ignore"]);
    assert!(stdout(&back).contains("delete_articles(re)"), "{}", stdout(&back));
    let official = score(&file, &NQ, &["--format", "official"]);
    assert_eq!(stdout(&official), "{\n  \"terse\": {},\n  \"chatty\": {}\n}\n");
}

#[test]
fn a_preset_file_with_mistakes_is_bad_input() {
    let folder = Folder::new("broken-preset-file");
    let text = stdout(&run(&["preset", "nq"])).replace("\"zero\"", "\"none\"");
    let line = text.lines().position(|line| line.contains("\"none\"")).unwrap() + 1;
    let file = folder.file("mine.json", &text);
    for output in [score(&file, &NQ, &[]), run(&["preset", &file])] {
        assert_code(&output, 1);
        assert_eq!(stdout(&output), "");
        let said = stderr(&output);
        assert!(said.contains("error[bad_preset]: missing cannot be \"none\""), "{said}");
        assert!(said.contains(&format!("(mine.json, row {line})")), "{said}");
        assert!(said.contains("known are zero, exclude"), "{said}");
    }
    let text = stdout(&run(&["preset", "nq"])).replace("\"whole\"", "\"pattern:(?=a)\"");
    let file = folder.file("pattern.json", &text);
    let said = run(&["preset", &file]);
    assert_code(&said, 1);
    let why = "extract cannot be \"pattern:(?=a)\": look-around, including look-ahead and look-behind, \
               is not supported at character 1 (pattern.json, row";
    assert!(stderr(&said).contains(why), "{}", stderr(&said));
    let data = run(&["preset", "samples/nq/gold.jsonl"]);
    assert_code(&data, 1);
    assert!(stderr(&data).contains("bad_preset"), "{}", stderr(&data));
    let absent = run(&["preset", "nowhere.json"]);
    assert_code(&absent, 1);
    assert!(stderr(&absent).contains("error[unreadable]"), "{}", stderr(&absent));
    let setting = run(&["preset", "nq", "--set", "articles=maybe"]);
    assert_code(&setting, 2);
}

#[test]
fn a_preset_is_no_data_and_is_not_overwritten() {
    let folder = Folder::new("preset-as-gold");
    let file = folder.file("mine.json", stdout(&run(&["preset", "nq"])));
    let files = ["--gold", &file, "--predictions", "samples/nq/predictions.jsonl"];
    let output = score("nq", &files, &[]);
    assert_code(&output, 1);
    assert!(
        stderr(&output).contains("error[preset_file]: mine.json is a preset"),
        "{}",
        stderr(&output)
    );
    assert!(stderr(&output).contains("--preset mine.json"), "{}", stderr(&output));
    let output = score(&file, &NQ, &["--out", &file]);
    assert_code(&output, 2);
    assert!(stderr(&output).contains("error[out_is_input]"), "{}", stderr(&output));
}

/// Files as they are dropped, in either order: what they are is found out and said.
#[test]
fn the_options_of_a_reading_give_its_number() {
    let folder = Folder::new("readings");
    let trees = ["alder", "birch", "cedar", "elder", "hazel", "larch", "maple", "poplar", "rowan"];
    let row = |(place, tree): (usize, &&str)| {
        let said = if place < 2 { "willow" } else { tree };
        // Sentences alone would be scored by what they contain.
        let said = match place % 2 {
            0 => format!("I would say that this is the {said}, which grows by the river."),
            _ => said.to_owned(),
        };
        format!(
            "{{\"question\": \"Which tree is number {place}?\", \"gold\": \"{tree}\", \
             \"output\": \"{said}\"}}\n"
        )
    };
    let file = folder.file("run.jsonl", trees.iter().enumerate().map(row).collect::<String>());
    let output = run(&["drop", &file]);
    assert_code(&output, 0);
    let report: Value = serde_json::from_str(stdout(&output)).unwrap();
    let [chosen, other] = [&report["readings"][0], &report["readings"][1]];
    assert_eq!((&chosen["chosen"], &other["chosen"]), (&json!(true), &json!(false)));
    assert_eq!(other["why"], json!(["answer_in_output"]));
    assert_eq!(other["n"], 9);
    let options = other["options"].as_str().unwrap();
    let words = format!("{options} to read as gold ↔ output by plain-contained: 77.8");
    assert!(stderr(&output).contains(&words), "{}", stderr(&output));
    let options: Vec<&str> = options.split(' ').collect();
    let taken = run(&[&["drop", &file], &options[..]].concat());
    assert_code(&taken, 0);
    let taken: Value = serde_json::from_str(stdout(&taken)).unwrap();
    assert_eq!(taken["runs"][0]["aggregates"][0]["mean"], other["mean"]);
}

#[test]
fn dropped_files_are_scored_or_asked_about() {
    let files = ["samples/squad/gold.json", "samples/squad/predictions.json"];
    for turned in [false, true] {
        let given = if turned { [files[1], files[0]] } else { files };
        let output = run(&[&["drop"], &given[..]].concat());
        assert_code(&output, 0);
        let report: Value = serde_json::from_str(stdout(&output)).unwrap();
        assert_eq!(report["preset"]["id"], "squad-v1");
        assert_eq!(report["runs"][0]["aggregates"][0]["mean"], 0.25);
        let said = stderr(&output);
        assert!(said.contains("gold.json: gold file (id=id, question=question"), "{said}");
        assert!(said.contains("scored with squad-v1 "), "{said}");
    }
    // Two columns that nothing tells apart.
    let folder = Folder::new("drop");
    let rows = |names: [&str; 2]| -> String {
        let town = |i: usize| format!("town {i}");
        let row = |i: usize| {
            let [one, other] = names;
            let said = [
                town(i + usize::from(i.is_multiple_of(5))),
                town(i + usize::from(i.is_multiple_of(3))),
            ];
            serde_json::json!({"question": format!("what is {i}?"), "gold": town(i), one: said[0], other: said[1]})
        };
        (0..40).map(|i| row(i).to_string() + "\n").collect()
    };
    let file = folder.file("answers.jsonl", rows(["foo", "bar"]));
    let output = run(&["drop", &file]);
    assert_code(&output, 4);
    let asked: Value = serde_json::from_str(stdout(&output)).unwrap();
    assert_eq!(asked["question"], "Which column of answers.jsonl holds the model's answers?");
    let options = asked["options"].as_array().unwrap();
    assert_eq!(options.len(), 2);
    assert_eq!(options[0]["choice"], "foo");
    assert_eq!(options[0]["would_give"], 0.8);
    assert_ne!(options[0]["shows"], options[1]["shows"]);
    // Columns of two models are two runs.
    let file = folder.file("models.jsonl", rows(["gpt-4o", "llama-3"]));
    let output = run(&["drop", &file, "--format", "aggregates-csv"]);
    assert_code(&output, 0);
    assert!(stdout(&output).contains("gpt-4o") && stdout(&output).contains("llama-3"));
    // Nothing to score is bad input, and no question.
    let file = folder.file(
        "alone.jsonl",
        "{\"id\": 1, \"question\": \"why?\"}\n{\"id\": 2, \"question\": \"who?\"}\n",
    );
    assert_code(&run(&["drop", &file]), 1);
    assert_code(&run(&["drop"]), 2);
}

/// Bytes of a cell of which nothing but a few may stand in a message.
const HUGE: usize = 4 << 20;

#[test]
fn nothing_that_is_printed_grows_with_a_cell() {
    let folder = Folder::new("huge");
    let all = |one: fn(usize) -> String| (0..30).map(one).collect::<Vec<_>>().concat();
    let rows = all(|row| format!("q{row},a{row}\n"));
    let lines = all(|row| format!("{{\"id\": \"q{row}\", \"prediction\": \"a{row}\"}}\n"));
    let gold = folder.file("gold.csv", format!("id,answer\n{rows}"));
    let huge = "x".repeat(HUGE);
    for (name, text) in [
        ("key.csv", format!("id,prediction\n{rows}{huge},a\n")),
        ("last.csv", format!("id,prediction\n{rows}{huge}\n")),
        ("value.csv", format!("id,prediction\n{rows}q31,{huge}\n")),
        ("column.csv", format!("id,prediction,{huge}\n{}", rows.replace('\n', ",1\n"))),
        ("model.csv", format!("id,prediction,model\n{}q31,a,{huge}\n", rows.replace('\n', ",m\n"))),
        ("separators.csv", format!("id,prediction\n{rows}{}\n", ",".repeat(HUGE))),
        ("key.jsonl", format!("{lines}{{\"id\": \"{huge}\", \"prediction\": \"a\"}}\n")),
        ("member.jsonl", format!("{lines}{{\"id\": \"q31\", \"{huge}\": 1}}\n")),
        ("bad.jsonl", format!("{lines}{huge}\n")),
        (
            "number.jsonl",
            format!("{lines}{{\"id\": 1{}, \"prediction\": \"a\"}}\n", "7".repeat(HUGE)),
        ),
        (
            "escape.jsonl",
            format!("{lines}{{\"id\": \"{}\", \"prediction\": \"a\"}}\n", "\\n".repeat(HUGE / 2)),
        ),
    ] {
        let predictions = folder.file(name, text);
        let output = score("nq", &["--gold", &gold, "--predictions", &predictions], &[]);
        let (out, said) = (stdout(&output).len(), stderr(&output).len());
        assert!(out < 200_000 && said < 20_000, "{name}: {out} and {said} bytes are printed");
        assert!(out > 0 || said > 0, "{name}");
    }
}
