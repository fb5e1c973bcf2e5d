//! Hosted scorers: `scoredrop host` makes and checks their folders, `--scorer` scores as they do.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use crate::command::{Folder, assert_code, run, stderr, stdout};
use jsonschema::validator_for;
use scoredrop::host;
use scoredrop::preset::{Settings, preset};
use scoredrop::session::protocol::Choices;
use serde_json::{Value, json};

const GOLD: &str = "{\"id\": \"a\", \"answers\": [\"Paris\"]}\n{\"id\": \"b\", \"answers\": [\"Rome\"]}\n\
                    {\"id\": \"c\", \"answers\": [\"Oslo\"]}\n{\"id\": \"d\", \"answers\": [\"Bern\"]}\n";

const GOOD: &str = "{\"id\": \"a\", \"prediction\": \"Paris\"}\n{\"id\": \"b\", \"prediction\": \"Milan\"}\n\
                    {\"id\": \"c\", \"prediction\": \"Oslo\"}\n{\"id\": \"d\", \"prediction\": \"Bern\"}\n";

/// A folder with gold, and a scorer made of it.
fn hosted(name: &str, more: &[&str]) -> (Folder, String) {
    let folder = Folder::new(name);
    let gold = folder.file("gold.jsonl", GOLD);
    let out = folder.path("site");
    let made =
        ["host", "--preset", "squad-v1", "--gold", &gold, "--out", &out, "--title", "Capitals"];
    let output = run(&[&made[..], more].concat());
    assert_code(&output, 0);
    (folder, out)
}

/// Writes the scorer of a folder anew.
fn change(site: &str, change: impl FnOnce(&mut Value)) {
    let path = format!("{site}/scorer.json");
    let mut scorer: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    change(&mut scorer);
    std::fs::write(path, serde_json::to_string_pretty(&scorer).unwrap()).unwrap();
}

#[test]
fn a_folder_is_made_and_scores() {
    let (folder, site) = hosted("hosted-made", &["--set", "articles=keep"]);
    let scorer: Value =
        serde_json::from_str(&std::fs::read_to_string(format!("{site}/scorer.json")).unwrap())
            .unwrap();
    assert_eq!(scorer["title"], "Capitals");
    assert!(scorer["tracks"][0]["preset"].as_str().unwrap().starts_with("squad-v1@"));
    assert_eq!(std::fs::read_to_string(format!("{site}/gold.jsonl")).unwrap(), GOLD);
    let run_file = folder.file("run.jsonl", GOOD);
    let output = run(&["score", "--scorer", &site, &run_file]);
    assert_code(&output, 0);
    assert!(stderr(&output).contains("This file will be accepted"), "{}", stderr(&output));
    let report: Value = serde_json::from_str(stdout(&output)).unwrap();
    let host = &report["host"];
    assert_eq!(
        (&host["title"], &host["comparable"], &host["submission"]["accepted"]),
        (&json!("Capitals"), &json!(true), &json!(true))
    );
    let digest = host["digest"].as_str().unwrap();
    assert!(report["signature"].as_str().unwrap().contains(&format!("|host:{}|", &digest[..16])));
    assert_eq!(report["settings"]["articles"], "keep");
    assert_eq!(report["runs"][0]["aggregates"][0]["mean"], 0.75);
    // The same by the file itself; the scorer says it all to whoever checks the report.
    let by_file = run(&["score", "--scorer", &format!("{site}/scorer.json"), &run_file]);
    assert_eq!(stdout(&by_file), stdout(&output));
    let kept = folder.file("report.json", stdout(&output));
    for more in [
        &["--scorer", &site, "--predictions", &run_file][..],
        &["--gold", &folder.path("gold.jsonl"), "--predictions", &run_file],
    ] {
        let output = run(&[&["verify", &kept][..], more].concat());
        assert_code(&output, 0);
    }
    // A folder is not overwritten.
    let gold = folder.path("gold.jsonl");
    assert_code(&run(&["host", "--preset", "nq", "--gold", &gold, "--out", &site]), 2);
}

#[test]
fn every_problem_of_a_submission_is_said_at_once() {
    let (folder, site) = hosted("hosted-check", &[]);
    let bad = folder.file(
        "run.jsonl",
        "{\"id\": \"a\", \"prediction\": [\"Paris\", \"Lyon\"]}\n{\"id\": \"b\", \"prediction\": \"\"}\n\
         {\"id\": \"c\", \"prediction\": \"x\"}\n{\"id\": \"c\", \"prediction\": \"Oslo\"}\n\
         {\"id\": \"z\", \"prediction\": \"Lima\"}\n",
    );
    for verb in ["score", "check"] {
        let output = run(&[verb, "--scorer", &site, &bad]);
        assert_code(&output, 1);
        let said = stderr(&output);
        for words in [
            "refused[missing]: 1 question has no prediction: d -> ",
            "refused[extra]: 1 prediction has an id that the benchmark does not have: z (row 5) \
             -> ",
            "refused[duplicate]: 1 prediction repeats an id that another row has: c (row 3) -> ",
            "refused[wrong_type]: 1 prediction is a list or an object, where one value is \
             expected: a (row 1) -> ",
            "refused[empty]: 1 prediction is blank: b (row 2) -> ",
            "This file will not be accepted: 5 problems",
        ] {
            assert!(said.contains(words), "{words}\n{said}");
        }
    }
    change(&site, |scorer| {
        scorer["tracks"][0]["accept"] =
            json!(["missing", "extra", "duplicate", "wrong_type", "empty"]);
    });
    let output = run(&["score", "--scorer", &site, &bad]);
    assert_code(&output, 0);
    assert!(stderr(&output).contains("accepted[missing]"));
    change(&site, |scorer| {
        scorer["tracks"][0]["labels"] = json!(["Paris", "rome", "Oslo", "Bern"]);
    });
    let other = folder.file("other.jsonl", GOOD);
    let output = run(&["score", "--scorer", &site, &other]);
    assert_code(&output, 1);
    let words =
        "1 answer is not a label of the benchmark: b (row 2) -> use one of Paris, rome, Oslo, Bern";
    assert!(stderr(&output).contains(words), "{}", stderr(&output));
}

#[test]
fn predictions_that_say_nothing_are_missing() {
    let (folder, site) = hosted("hosted-null", &["--set", "missing=exclude"]);
    for (name, row) in [
        ("null.jsonl", "{\"id\": \"b\", \"prediction\": null}"),
        ("absent.jsonl", "{\"id\": \"b\"}"),
    ] {
        let bad =
            folder.file(name, GOOD.replace("{\"id\": \"b\", \"prediction\": \"Milan\"}", row));
        let output = run(&["score", "--scorer", &site, &bad]);
        assert_code(&output, 1);
        let words = "refused[missing]: 1 question has no prediction: b (row 2)";
        assert!(stderr(&output).contains(words), "{}", stderr(&output));
    }
}

#[test]
fn the_gold_file_is_no_submission() {
    let folder = Folder::new("hosted-gold");
    let rows: String = (0..6).fold(String::new(), |text, id| {
        format!("{text}{{\"id\": \"q{id}\", \"answer\": \"{id} cats\"}}\n")
    });
    let (gold, site) = (folder.file("gold.jsonl", &rows), folder.path("site"));
    assert_code(&run(&["host", "--preset", "squad-v1", "--gold", &gold, "--out", &site]), 0);
    let copy = folder.file("mine.jsonl", &rows);
    let output = run(&["score", "--scorer", &site, &copy]);
    assert_code(&output, 1);
    assert!(stderr(&output).contains("have the same content"), "{}", stderr(&output));
}

#[test]
fn labels_hold_for_outputs_without_an_answer_and_for_gold() {
    let folder = Folder::new("hosted-labels");
    let rows = |key: &str, answers: [&str; 3]| {
        let all = ["a", "b", "c"].iter().zip(answers);
        all.fold(String::new(), |text, (id, answer)| {
            format!("{text}{{\"id\": \"{id}\", \"{key}\": {answer}}}\n")
        })
    };
    let gold = folder.file("gold.jsonl", rows("answer", ["\"yes\"", "\"no\"", "\"yes\""]));
    let site = folder.path("site");
    assert_code(&run(&["host", "--preset", "plain-closed", "--gold", &gold, "--out", &site]), 0);
    change(&site, |scorer| scorer["tracks"][0]["labels"] = json!(["yes", "no"]));
    let check = |name: &str, answers: [&str; 3]| {
        let output =
            run(&["score", "--scorer", &site, &folder.file(name, rows("prediction", answers))]);
        stderr(&output).to_owned()
    };
    let said = check("dots.jsonl", ["\"Yes.\"", "\"**no**\"", "\"yes\""]);
    assert!(said.contains("This file will be accepted"), "{said}");
    let said = check("unknown.jsonl", ["\"unknown\"", "\"no\"", "\"yes\""]);
    assert!(said.contains("refused[wrong_label]: 1 answer is not a label"), "{said}");
    let said = check("lists.jsonl", ["[\"yes\", \"no\"]", "\"no\"", "\"yes\""]);
    assert!(said.contains("refused[wrong_type]: 1 prediction is a list"), "{said}");
    change(&site, |scorer| {
        scorer["tracks"][0]["labels"] = json!(["yes", "maybe"]);
        scorer["tracks"][0]["sample"] = json!("sample.jsonl");
    });
    folder.file("site/sample.jsonl", rows("prediction", ["\"yes\"", "\"maybe\"", "\"yes\""]));
    let output = run(&["host", "--check", &site]);
    assert_code(&output, 1);
    let words = "gold answers are not among \"labels\": no";
    assert!(stderr(&output).contains(words), "{}", stderr(&output));
}

#[test]
fn a_folder_with_the_page_takes_its_scorer() {
    let folder = Folder::new("hosted-page");
    let gold = folder.file("gold.jsonl", GOLD);
    std::fs::create_dir_all(folder.path("site")).unwrap();
    folder.file("site/scorer.json", "{}\n");
    folder.file("site/index.html", "<!doctype html>");
    let site = folder.path("site");
    let made = ["host", "--preset", "squad-v1", "--gold", &gold, "--out", &site];
    let output = run(&made);
    assert_code(&output, 0);
    assert!(!stderr(&output).contains("index.html is missing"), "{}", stderr(&output));
    assert_code(&run(&made), 2);
    let archive = folder.file("page.zip", "PK");
    let other = folder.path("other");
    let output = run(&[&made[..5], &["--out", &other, "--page", &archive]].concat());
    assert_code(&output, 2);
    assert!(stderr(&output).contains("unpack the archive"), "{}", stderr(&output));
}

#[test]
fn what_is_locked_stays_and_what_differs_is_said() {
    let (folder, site) = hosted("hosted-modified", &[]);
    let good = folder.file("run.jsonl", GOOD);
    let output = run(&["score", "--scorer", &site, "--set", "articles=keep", &good]);
    assert_code(&output, 2);
    assert!(stderr(&output).contains("Capitals has locked articles"), "{}", stderr(&output));
    change(&site, |scorer| scorer["tracks"][0]["free"] = json!(["articles"]));
    let output = run(&["score", "--scorer", &site, "--set", "articles=keep", &good]);
    assert_code(&output, 1);
    assert!(stderr(&output).contains("This score will not be accepted"), "{}", stderr(&output));
    let report: Value = serde_json::from_str(stdout(&output)).unwrap();
    assert_eq!(report["host"]["comparable"], false);
    let modified = &report["host"]["modified"];
    assert_eq!((&modified[0]["what"], &modified[0]["here"]), (&json!("articles"), &json!("keep")));
    assert_eq!(modified.as_array().unwrap().len(), 1);
    assert!(report["signature"].as_str().unwrap().contains("+modified|"));
    for format in ["markdown", "html"] {
        let output =
            run(&["score", "--scorer", &site, "--set", "articles=keep", "--format", format, &good]);
        assert!(stdout(&output).contains("Modified, not comparable"), "{format}");
    }
    // Another gold file is no longer this benchmark.
    let gold = folder.file("other-gold.jsonl", GOLD.replace("Rome", "Milan"));
    let output = run(&["score", "--scorer", &site, "--gold", &gold, "--predictions", &good]);
    let report: Value = serde_json::from_str(stdout(&output)).unwrap();
    assert_eq!(report["host"]["modified"][0]["what"], "gold");
}

#[test]
fn gold_that_is_kept_back_is_named_by_its_hash() {
    let (folder, site) = hosted("hosted-kept", &["--keep-gold"]);
    assert!(!std::path::Path::new(&format!("{site}/gold.jsonl")).exists());
    let good = folder.file("run.jsonl", GOOD);
    let output = run(&["score", "--scorer", &site, &good]);
    assert_code(&output, 2);
    assert!(stderr(&output).contains("does not publish its gold file"));
    let gold = folder.path("gold.jsonl");
    let output = run(&["score", "--scorer", &site, "--gold", &gold, "--predictions", &good]);
    assert_code(&output, 0);
    // The check reads the gold file that is named.
    change(&site, |scorer| scorer["tracks"][0]["sample"] = json!("sample.jsonl"));
    folder.file("site/sample.jsonl", &GOOD[..GOOD.len() / 2]);
    let output = run(&["host", "--check", &site, "--gold", &gold]);
    assert_code(&output, 1);
    assert!(stderr(&output).contains("have no prediction"), "{}", stderr(&output));
}

#[test]
fn a_folder_that_is_wrong_is_refused_with_remedies() {
    let (folder, site) = hosted("hosted-wrong", &[]);
    assert_code(&run(&["host", "--check", &site]), 0);
    std::fs::write(format!("{site}/gold.jsonl"), GOLD.replace("Rome", "Milan")).unwrap();
    change(&site, |scorer| scorer["tracks"][0]["sample"] = json!("sample.jsonl"));
    let output = run(&["host", "--check", &site]);
    assert_code(&output, 1);
    assert!(stderr(&output).contains("sample.jsonl is not in the folder"), "{}", stderr(&output));
    assert!(stderr(&output).contains("write \"sha256\": \""), "{}", stderr(&output));
    folder.file("site/gold.jsonl", GOLD);
    folder.file("site/sample.jsonl", &GOOD[..GOOD.len() / 2]);
    let output = run(&["host", "--check", &site]);
    assert_code(&output, 1);
    assert!(stderr(&output).contains("question"), "{}", stderr(&output));
    folder.file("site/sample.jsonl", GOOD);
    let output = run(&["host", "--check", &site]);
    assert_code(&output, 0);
    assert!(stdout(&output).contains("sample.jsonl is accepted"), "{}", stdout(&output));
    folder.file("site/scorer.json", "{\n  \"version\": 1,\n  \"titel\": \"x\"\n}\n");
    let output = run(&["host", "--check", &site]);
    assert_code(&output, 1);
    assert!(stderr(&output).contains("unknown field titel"), "{}", stderr(&output));
    assert!(stderr(&output).contains("row 3"), "{}", stderr(&output));
}

/// What is and what is no scorer, by the schema as by the program.
#[test]
fn the_schema_says_what_is_read() {
    let schema: Value =
        serde_json::from_str(include_str!("../../docs/scorer.schema.json")).unwrap();
    let schema = validator_for(&schema).unwrap();
    let sha256 = "0".repeat(64);
    let plain = json!({"preset": "squad-v1@1", "gold": {"file": "gold.jsonl", "sha256": sha256}});
    let of = |track: Value| json!({"version": 1, "title": "Capitals", "tracks": [track]});
    let with = |key: &str, value: Value| {
        let mut track = plain.clone();
        track[key] = value;
        of(track)
    };
    let good = [
        of(plain.clone()),
        with("gold", json!({"sha256": sha256})),
        with("columns", json!({"gold.id": ["a", "b"], "predictions.prediction": "output"})),
        with("join", json!("same-row")),
        with("settings", json!({"articles": "keep"})),
        with("free", json!(["articles", "seed"])),
        with("accept", json!(["missing", "wrong_label"])),
        with("labels", json!(["yes", "no"])),
        with("cluster", json!("document")),
        with("sample", json!("samples/one.jsonl")),
        json!({"$schema": "scorer.schema.json", "version": 1, "title": "C", "text": "t", "contact": "c@d.e",
               "link": "https://example.org", "tracks": [plain]}),
    ];
    for scorer in good {
        assert!(schema.is_valid(&scorer), "{scorer}");
        assert!(host::read(&scorer.to_string()).is_ok(), "{scorer}");
    }
    let mut newer = of(plain.clone());
    newer["version"] = json!(2);
    let bad = [
        newer,
        json!({"version": 1, "title": " ", "tracks": [plain]}),
        json!({"version": 1, "title": "C", "tracks": []}),
        json!({"version": 1, "title": "C", "link": "javascript:alert(1)", "tracks": [plain]}),
        with("gold", json!({"file": "gold.jsonl"})),
        with("gold", json!({"file": "../gold.jsonl", "sha256": "abc"})),
        with("golden", json!(1)),
        with("join", json!("ids")),
        with("columns", json!({"answers": "a"})),
        with("columns", json!({"gold.id": []})),
        with("accept", json!(["all"])),
        with("sample", json!("https://example.org/sample")),
        with("preset", json!(1)),
    ];
    for scorer in bad {
        assert!(!schema.is_valid(&scorer), "{scorer}");
        assert!(host::read(&scorer.to_string()).is_err(), "{scorer}");
    }
}

const SHA256: &str = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

fn scorer_with(track: &str) -> String {
    format!(
        "{{\n\"version\": 1,\n\"title\": \"Tides\",\n\"tracks\": [\n{{\"preset\": \"squad-v1\",\n\
         \"gold\": {{\"file\": \"gold.jsonl\", \"sha256\": \"{SHA256}\"}}{track}}}\n]\n}}"
    )
}

#[test]
fn a_host_asks_for_strict_isolation() {
    let folder = Folder::new("hosted-strict");
    let gold = concat!(env!("CARGO_MANIFEST_DIR"), "/samples/humaneval/tasks.jsonl");
    let out = folder.path("site");
    let made = ["host", "--preset", "humaneval", "--set", "isolation=strict", "--gold", gold];
    assert_code(&run(&[&made[..], &["--out", &out]].concat()), 0);
    let scorer = std::fs::read_to_string(format!("{out}/scorer.json")).unwrap();
    let scorer = host::read(&scorer).unwrap();
    let choices = scorer.choices(scorer.track(None).unwrap());
    assert_eq!(choices.set["isolation"], "strict");
    let settings = Settings::compile(preset("humaneval").unwrap(), &choices.set).unwrap();
    assert_eq!(settings.value("isolation"), "strict");
    assert!(choices.hosted.unwrap().free.is_empty());
}

/// Line and message of each problem.
fn problems(text: &str) -> Vec<(u64, String)> {
    let all = host::read(text).unwrap_err().problems;
    all.into_iter()
        .map(|one| {
            assert!(one.remedy.is_some_and(|remedy| !remedy.is_empty()), "{}", one.message);
            (one.row.unwrap_or_default(), one.message)
        })
        .collect()
}

#[test]
fn the_digest_is_that_of_what_is_said() {
    let one = host::read(&scorer_with("")).unwrap();
    assert_eq!(one.digest().len(), 64);
    let value: serde_json::Value = serde_json::from_str(&scorer_with("")).unwrap();
    let indented = serde_json::to_string_pretty(&value).unwrap();
    assert_eq!(host::read(&indented).unwrap().digest(), one.digest());
    let other = host::read(&scorer_with(",\n\"seed\": 3")).unwrap();
    assert_ne!(other.digest(), one.digest());
}

#[test]
fn everything_wrong_has_its_line() {
    let wrong = scorer_with(
        ",\n\"columns\": {\n\"gold.answer\": \"a\",\n\"gold.id\": []},\n\"free\": [\"everything\"],\n\
         \"sample\": \"../sample.jsonl\"",
    );
    let found = problems(&wrong.replace(SHA256, "abc"));
    assert_eq!(
        found,
        [
            (6, "sha256 of gold is not 64 hexadecimal digits".to_owned()),
            (11, "\"../sample.jsonl\" is not the name of a file next to scorer.json".to_owned()),
            (8, "\"gold.answer\" is not ROLE.FIELD".to_owned()),
            (9, "gold.id names no column".to_owned()),
            (10, "\"everything\" is not something that submitters can change".to_owned()),
        ]
    );
}

#[test]
fn what_is_no_scorer_is_refused_by_name() {
    let other = scorer_with("").replace("\"version\": 1", "\"version\": 2");
    let words = "version 2 of scorer.json is not known to this program";
    assert_eq!(problems(&other), [(2, words.to_owned())]);
    assert_eq!(problems("{\n\"version\": 1,\n}")[0].0, 3);
    // Everything of another kind is named at once, each with its line.
    let wrong = scorer_with(",\n\"golden\": 1,\n\"free\": \"seed\",\n\"join\": \"ids\"");
    assert_eq!(
        problems(&wrong),
        [
            (7, "unknown field tracks[0].golden".to_owned()),
            (8, "tracks[0].free must be a list of texts".to_owned()),
            (9, "tracks[0].join cannot be \"ids\"".to_owned()),
        ]
    );
    assert!(problems(&scorer_with("").replace("squad-v1", "squad-v9"))[0].1.contains("squad-v9"));
    let set = problems(&scorer_with(",\n\"settings\": {\"articels\": \"keep\"}"));
    assert!(set[0].0 == 7 && set[0].1.contains("articels"), "{set:?}");
    let several = scorer_with("")
        .replace("]\n}", ", {\"preset\": \"squad-v1\", \"gold\": {\"sha256\": \"a\"}}]\n}");
    assert_eq!(problems(&several).len(), 3);
    assert!(host::is_none(" {} ") && !host::is_none("{\"a\": 1}") && !host::is_none("[]"));
}

#[test]
fn locked_choices_stay_those_of_the_host() {
    let scorer =
        host::read(&scorer_with(",\n\"settings\": {\"articles\": \"keep\"}, \"free\": [\"seed\"]"))
            .unwrap();
    let choices = scorer.choices(scorer.track(None).unwrap());
    let hosted = choices.hosted.clone().unwrap();
    assert!(hosted.allows(&choices));
    let mut mine = Choices { seed: 7, ..choices.clone() };
    assert!(hosted.allows(&mine));
    mine.set.insert("articles".to_owned(), "drop".to_owned());
    mine.preset = Some("nq".to_owned());
    assert_eq!(hosted.hold(&mut mine), ["preset", "articles"]);
    assert_eq!(mine, Choices { seed: 7, ..choices });
}
