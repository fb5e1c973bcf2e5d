//! Reports that somebody changed, and reports that another program wrote anew.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use scoredrop::base::types::Parts;
use scoredrop::report::forms::Wanted;
use scoredrop::session::protocol::{Check, Choices, ExportFormat};
use scoredrop::session::report;
use scoredrop_testing::{File, as_preset, complete, differing, report};
use serde_json::{Value, json};
use std::fmt::Write as _;

const GOLD: &str = r#"{"id": "a", "answers": ["Ada Lovelace"], "type": "who"}
{"id": "b", "answers": ["1843"], "type": "when"}
{"id": "c", "answers": ["London"], "type": "where"}
{"id": "d", "answers": ["the Röntgen tube"], "type": "what"}
"#;
/// One question has no prediction, one prediction no question, one stands twice.
const PREDICTIONS: &str = r#"{"id": "a", "prediction": "Lovelace"}
{"id": "b", "prediction": "1843"}
{"id": "c", "prediction": "Paris"}
{"id": "c", "prediction": "the city of London"}
{"id": "x", "prediction": "Röntgen"}
"#;

fn files(predictions: &str) -> Vec<File> {
    vec![File::gold("gold.jsonl", GOLD), File::predictions("run.jsonl", predictions)]
}

fn made() -> String {
    report(&mut complete(&files(PREDICTIONS), as_preset("squad-v1")), ExportFormat::Json)
}

fn held_with(text: &str, files: &[File]) -> Check {
    let given = scoredrop::session::protocol::given::head(text).unwrap_or_else(|| panic!("{text}"));
    let mut session = complete(files, given.choices);
    session.verify(Some(("report.json", text)));
    session.checked().unwrap().clone()
}

fn held(text: &str) -> Check {
    held_with(text, &files(PREDICTIONS))
}

/// The only line that differs, in words.
fn only<'a>(check: &'a Check, what: &str) -> &'a str {
    assert_eq!(differing(check), [what], "{check:?}");
    assert!(!check.equal, "{check:?}");
    &check.lines.iter().find(|line| !line.equal).unwrap().words
}

fn remarks(check: &Check) -> Vec<String> {
    check.lines.iter().filter(|line| line.remark).map(ToString::to_string).collect()
}

/// The report with something changed in its tree, written by another program.
fn changed(change: impl FnOnce(&mut Value)) -> String {
    let mut tree: Value = serde_json::from_str(&made()).unwrap();
    change(&mut tree);
    serde_json::to_string(&tree).unwrap()
}

/// The place of the first diagnostic of a code.
fn place_of(tree: &Value, code: &str) -> usize {
    let all = tree["diagnostics"].as_array().unwrap();
    all.iter().position(|one| one["code"] == code).unwrap()
}

#[test]
fn the_same_diagnostics_are_equal() {
    let check = held(&made());
    assert!(check.equal, "{check:?}");
    assert_eq!(check.sentence, "4 of 4 rows equal");
    assert!(check.lines.iter().any(|line| line.what == "diagnostics" && line.equal), "{check:?}");
    assert_eq!(remarks(&check), [""; 0]);
}

#[test]
fn a_diagnostic_that_was_changed_is_named() {
    let message = changed(|tree| {
        let at = place_of(tree, "extra_prediction");
        tree["diagnostics"][at]["message"] = json!("all is well");
    });
    let check = held(&message);
    let words = only(&check, "diagnostics");
    assert!(words.contains("extra_prediction") && words.contains("all is well"), "{words}");
    let severity = changed(|tree| {
        let at = place_of(tree, "extra_prediction");
        tree["diagnostics"][at]["severity"] = json!("info");
    });
    let check = held(&severity);
    let words = only(&check, "diagnostics");
    assert!(words.contains("severity \"info\" in the report, \"warning\" here"), "{words}");
    let dropped = changed(|tree| {
        let at = place_of(tree, "duplicate_prediction");
        tree["diagnostics"].as_array_mut().unwrap().remove(at);
    });
    let check = held(&dropped);
    let words = only(&check, "diagnostics");
    assert!(words.contains("the report does not have warning[duplicate_prediction]"), "{words}");
    let added = changed(|tree| {
        tree["diagnostics"].as_array_mut().unwrap().push(json!({
            "severity": "info", "code": "audited", "message": "found right by the committee",
            "file": null, "row": null, "column": null, "remedy": null
        }));
    });
    let check = held(&added);
    let words = only(&check, "diagnostics");
    assert!(
        words.contains(
            "the report has note[audited]: found right by the committee, which \
                        re-scoring does not produce"
        ),
        "{words}"
    );
    let all = changed(|tree| tree["diagnostics"] = json!([]));
    assert!(!held(&all).equal);
    let none = changed(|tree| drop(tree.as_object_mut().unwrap().remove("diagnostics")));
    assert_eq!(differing(&held(&none)), ["diagnostics"]);
}

#[test]
fn members_that_scoring_does_not_give_are_named() {
    let new = || json!("best paper");
    let cases: [(&str, &str, String); 8] = [
        ("/award", "award", changed(|tree| tree["award"] = new())),
        ("runs[0].award", "runs", changed(|tree| tree["runs"][0]["award"] = new())),
        (
            "runs[0].aggregates[0].award",
            "means and intervals of run.jsonl",
            changed(|tree| tree["runs"][0]["aggregates"][0]["award"] = new()),
        ),
        (
            "runs[0].aggregates[0].interval.award",
            "means and intervals of run.jsonl",
            changed(|tree| tree["runs"][0]["aggregates"][0]["interval"]["award"] = new()),
        ),
        ("app.award", "app", changed(|tree| tree["app"]["award"] = new())),
        ("preset.award", "preset", changed(|tree| tree["preset"]["award"] = new())),
        ("sources[1].award", "sources", changed(|tree| tree["sources"][1]["award"] = new())),
        (
            "reconciliation.award",
            "reconciliation",
            changed(|tree| tree["reconciliation"]["award"] = new()),
        ),
    ];
    for (path, what, text) in cases {
        let check = held(&text);
        let words = only(&check, what);
        let path = path.trim_start_matches('/');
        let told = format!("the report has {path}, which re-scoring does not produce");
        assert!(words.contains(&told), "{path}: {words}");
    }
    let row = changed(|tree| tree["runs"][0]["records"][2]["award"] = new());
    let check = held(&row);
    assert!(!check.equal);
    assert_eq!(check.sentence, "3 of 4 rows equal");
    assert_eq!(check.rows[0].words, "the report has award, which re-scoring does not produce");
    // A name that stands twice is read in two ways.
    let twice = made().replacen(
        "\"state\": \"answered\"",
        "\"state\": \"missing\", \"state\": \"answered\"",
        1,
    );
    let check = held(&twice);
    assert!(!check.equal && check.rows[0].words.contains("state appears twice"), "{check:?}");
}

#[test]
fn members_that_are_gone_are_named() {
    let gone = |path: &str, name: &str| {
        let text = changed(|tree| {
            tree.pointer_mut(path).unwrap().as_object_mut().unwrap().remove(name).unwrap();
        });
        held(&text)
    };
    let what = "means and intervals of run.jsonl";
    let check = gone("/runs/0/aggregates/0", "n");
    assert!(
        only(&check, what).contains("the report does not have runs[0].aggregates[0].n"),
        "{check:?}"
    );
    for (path, name) in [
        ("", "sources"),
        ("", "settings"),
        ("/preset", "modified"),
        ("/runs/0", "official"),
        ("/runs/0", "reconciliation"),
    ] {
        let check = gone(path, name);
        assert!(!check.equal, "{path}.{name}: {check:?}");
    }
}

#[test]
fn another_version_is_told_and_not_held_against_it() {
    let here = scoredrop::session::protocol::VERSION;
    let at = |version: &str| {
        made()
            .replace(&format!("\"version\":\"{here}\""), &format!("\"version\":\"{version}\""))
            .replace(&format!("|v:{here}"), &format!("|v:{version}"))
    };
    assert_eq!(at(here), made());
    let check = held(&at("99.1.0"));
    assert!(check.equal, "{check:?}");
    let versions = format!("made by Scoredrop 99.1.0; checked with {here}");
    assert_eq!(check.sentence, format!("4 of 4 rows equal; {versions}"));
    assert!(remarks(&check).iter().any(|one| one.contains(&versions)), "{check:?}");
    // What that version may know and this does not is named, and no reason to refuse the numbers.
    let more = at("99.1.0").replace("\"official\":", "\"award\": 1, \"official\":");
    let check = held(&more);
    assert!(check.equal, "{check:?}");
    assert!(remarks(&check).iter().any(|one| one.contains("runs[0].award")), "{check:?}");
    // Numbers are, whoever made them.
    let forged = at("99.1.0").replacen("\"exact_match\": 0.0", "\"exact_match\": 1.0", 1);
    assert_ne!(forged, at("99.1.0"));
    assert!(!held(&forged).equal);
    // A version that its own signature does not have was written in by hand.
    let by_hand = made().replace(&format!("\"version\":\"{here}\""), "\"version\":\"99.1.0\"");
    let check = held(&by_hand);
    let words = only(&check, "app");
    assert_eq!(words, format!("its version is 99.1.0, but {here} in its signature"));
}

#[test]
fn a_renamed_source_is_a_remark() {
    let renamed =
        vec![File::gold("questions.jsonl", GOLD), File::predictions("answers.jsonl", PREDICTIONS)];
    let check = held_with(&made(), &renamed);
    assert!(check.equal, "{check:?}");
    let told = remarks(&check).join("\n");
    for words in [
        "gold.jsonl in the report is called questions.jsonl here",
        "run.jsonl in the report is called answers.jsonl here",
    ] {
        assert!(told.contains(words), "{told}");
    }
    // Under other names a diagnostic is held to its words all the same.
    let message = changed(|tree| {
        let at = place_of(tree, "extra_prediction");
        tree["diagnostics"][at]["message"] = json!("all is well");
    });
    assert_eq!(differing(&held_with(&message, &renamed)), ["diagnostics"]);
}

#[test]
fn a_doubt_taken_out_is_found_under_other_names() {
    let few = GOLD.lines().next().unwrap().to_owned() + "\n";
    let gold = GOLD.to_owned()
        + &(0..9).map(|n| few.replace("\"a\"", &format!("\"x{n}\""))).collect::<String>();
    let files = |names: [&str; 2]| {
        [File::gold(names[0], gold.clone()), File::predictions(names[1], PREDICTIONS)]
    };
    let text = report(
        &mut complete(&files(["gold.jsonl", "run.jsonl"]), as_preset("squad-v1")),
        ExportFormat::Json,
    );
    let there = files(["g", "r"]);
    assert!(held_with(&text, &there).equal, "{:?}", held_with(&text, &there));
    let mut tree: Value = serde_json::from_str(&text).unwrap();
    let doubts = tree["provisional"].as_array_mut().unwrap();
    let place = doubts.iter().position(|one| one["code"] == "few_predictions").unwrap();
    let doubt = doubts.remove(place);
    let check = held_with(&tree.to_string(), &there);
    let said = only(&check, "provisional");
    assert!(said.contains(doubt["message"].as_str().unwrap()), "{said}");
}

#[test]
fn what_was_left_out_on_purpose_is_no_difference() {
    for (no_outputs, no_questions) in [(true, false), (false, true), (true, true)] {
        let session = complete(&files(PREDICTIONS), as_preset("squad-v1"));
        let wanted = Wanted { parts: Parts { no_outputs, no_questions }, ..Wanted::default() };
        let mut text = Vec::new();
        report::write(&session, ExportFormat::Json, wanted, &mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        let check = held(&text);
        assert!(check.equal, "{check:?}");
        assert!(check.left_out.iter().any(|one| one == "messages of diagnostics"), "{check:?}");
        let lowered = text.replacen("\"severity\":\"warning\"", "\"severity\":\"info\"", 1);
        assert_ne!(lowered, text);
        assert_eq!(differing(&held(&lowered)), ["diagnostics"]);
    }
}

/// A tree with the members of every object sorted by name or the other way, and whole numbers in the other form.
fn rewritten(value: &Value, turned: bool) -> Value {
    match value {
        Value::Object(members) => {
            let mut all: Vec<(&String, &Value)> = members.iter().collect();
            all.sort_by_key(|(one, _)| *one);
            if turned {
                all.reverse();
            }
            all.into_iter().map(|(name, value)| (name.clone(), rewritten(value, turned))).collect()
        }
        Value::Array(list) => list.iter().map(|one| rewritten(one, turned)).collect(),
        Value::Number(number) if number.is_f64() && number.as_f64().unwrap().fract() == 0.0 => {
            json!(number.as_f64().unwrap() as i64)
        }
        Value::Number(number) if turned && number.is_u64() => json!(number.as_f64().unwrap()),
        other => other.clone(),
    }
}

/// Every character beyond ASCII as an escape, as Python writes JSON.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for character in text.chars() {
        if character.is_ascii() {
            out.push(character);
        } else {
            let mut units = [0; 2];
            for unit in character.encode_utf16(&mut units) {
                write!(out, "\\u{unit:04x}").unwrap();
            }
        }
    }
    out
}

#[test]
fn what_another_program_wrote_anew_is_the_same_report() {
    let tree: Value = serde_json::from_str(&made()).unwrap();
    let forms = [
        serde_json::to_string(&tree).unwrap(),
        serde_json::to_string_pretty(&tree).unwrap(),
        serde_json::to_string(&rewritten(&tree, false)).unwrap(),
        serde_json::to_string_pretty(&rewritten(&tree, true)).unwrap(),
        escaped(&made()),
        escaped(&serde_json::to_string(&rewritten(&tree, true)).unwrap()),
        "\u{feff}".to_owned() + &made(),
        "\r\n\t ".to_owned() + &made().replace('\n', "\r\n"),
    ];
    for text in forms {
        let check = held(&text);
        assert!(check.equal, "{text}\n{check:?}");
        assert_eq!(check.sentence, "4 of 4 rows equal");
        // Dropped, it is a report and no data.
        let mut all: Vec<File> = files(PREDICTIONS);
        all.push(File::dropped("report.json", text.clone()));
        let mut session = complete(&all, as_preset("squad-v1"));
        assert!(session.sources()[2].is_report(), "{text}");
        session.verify(Some(("report.json", &text)));
        assert!(session.checked().unwrap().equal);
        // The smallest change of a number is one.
        let near = text.replacen("0.6666666666666666", "0.6666666666666667", 1);
        assert_ne!(near, text);
        assert!(!held(&near).equal, "{near}");
    }
}

#[test]
fn a_long_report_in_another_order_is_read_to_its_end() {
    let line = |n: usize| format!("{{\"id\": \"q{n}\", \"answers\": [\"{n}\"]}}\n");
    let said =
        |n: usize| format!("{{\"id\": \"q{n}\", \"prediction\": \"{}\"}}\n", "no ".repeat(300));
    let gold: String = (0..1200).map(line).collect();
    let predictions: String = (0..1200).map(said).collect();
    let files = vec![File::gold("gold.jsonl", gold), File::predictions("run.jsonl", predictions)];
    let mut choices = as_preset("squad-v1");
    choices.seed = 7;
    let text = report(&mut complete(&files, choices), ExportFormat::Json);
    let tree: Value = serde_json::from_str(&text).unwrap();
    // Settings and signature stand behind the rows there.
    let text = serde_json::to_string(&rewritten(&tree, false)).unwrap();
    assert!(text.find("\"seed\"").unwrap() as u64 > scoredrop::session::HEAD, "{}", text.len());
    let mut all = files;
    all.push(File::dropped("report.json", text));
    let session = complete(&all, as_preset("squad-v1"));
    let given = session.sources()[2].report.as_ref().unwrap();
    assert_eq!((given.choices.seed, given.choices.preset.as_deref()), (7, Some("squad-v1@1")));
}

#[test]
fn nothing_stands_behind_a_report_or_in_place_of_a_list() {
    for behind in ["1", "{\"award\": 1}", "}"] {
        let check = held(&(made() + behind));
        assert!(!check.equal, "{check:?}");
        assert!(check.sentence.contains("is cut off or is not JSON"), "{}", check.sentence);
    }
    for (path, value) in [
        ("/comparisons", json!({"award": 1})),
        ("/runs/0/aggregates", json!({"award": 1})),
        ("/runs/0/records", json!({"award": 1})),
        ("/diagnostics", json!({"award": 1})),
        ("/diagnostics/0", json!("award")),
        ("/diagnostics/0/message", json!(7)),
        ("/sources", json!(null)),
        ("/sources/1", json!(null)),
        ("/app", json!({"name": "scoredrop"})),
        ("/runs/0", json!([])),
        ("/runs/0/official", json!(null)),
        ("/comparisons", json!(null)),
    ] {
        let check = held(&changed(|tree| *tree.pointer_mut(path).unwrap() = value));
        assert!(!check.equal, "{path}: {check:?}");
    }
}

#[test]
fn doubts_are_lists_of_what_the_files_allow() {
    for (name, value) in [
        ("confirmed", json!(null)),
        ("confirmed", json!("x")),
        ("confirmed", json!([0])),
        ("provisional", json!("x")),
        ("provisional", json!(0)),
        ("provisional", json!({"x": 1})),
    ] {
        let check = held(&changed(|tree| tree[name] = value.clone()));
        assert!(!check.equal && check.lines[0].what == name, "{check:?}");
        assert_eq!(check.lines[0].words, "the report has no list of reasons", "{value}");
        let check = held(&changed(|tree| drop(tree.as_object_mut().unwrap().remove(name))));
        assert!(!check.equal, "{name}: {check:?}");
    }
    // What somebody may have said or guessed is told, and decides nothing.
    for name in ["confirmed", "provisional"] {
        let check = held(&changed(|tree| {
            let reason = json!({"code": "guess", "message": "the roles are a guess", "rows": null, "remedy": null});
            tree[name].as_array_mut().unwrap().push(reason);
        }));
        assert!(check.equal, "{check:?}");
        let told = remarks(&check).join("\n");
        assert!(told.contains(name) && told.contains("the roles are a guess"), "{told}");
    }
    // A row that could not be read nobody can confirm.
    let broken = files(&(PREDICTIONS.to_owned() + "{broken\n"));
    let text = report(&mut complete(&broken, as_preset("squad-v1")), ExportFormat::Json);
    assert!(held_with(&text, &broken).equal, "{:?}", held_with(&text, &broken));
    let mut tree: Value = serde_json::from_str(&text).unwrap();
    tree["confirmed"] = tree["provisional"].take();
    let check = held_with(&tree.to_string(), &broken);
    let told = only(&check, "confirmed");
    assert!(
        told.starts_with("cannot be confirmed by hand: 1 row of run.jsonl could not"),
        "{told}"
    );
}

#[test]
fn a_guess_that_was_confirmed_is_a_remark() {
    let dropped = [File::dropped("gold.jsonl", GOLD), File::dropped("run.jsonl", PREDICTIONS)];
    let confirmed = Choices { confirmed: true, ..Choices::default() };
    let text = report(&mut complete(&dropped, confirmed), ExportFormat::Json);
    let tree: Value = serde_json::from_str(&text).unwrap();
    assert!(!tree["confirmed"].as_array().unwrap().is_empty(), "{text}");
    let check = held(&text);
    assert!(check.equal, "{check:?}");
    assert!(remarks(&check).iter().any(|one| one.contains("confirmed")), "{check:?}");
}

#[test]
fn names_of_runs_and_ids_of_records_are_there() {
    let check = held(&changed(|tree| {
        tree["runs"][0].as_object_mut().unwrap().remove("name").unwrap();
    }));
    let words = only(&check, "name of run.jsonl");
    assert!(words.contains("the report does not have runs[0].name"), "{check:?}");
    for name in ["id", "extracted"] {
        let check = held(&changed(|tree| {
            let record = &mut tree["runs"][0]["records"][1];
            record.as_object_mut().unwrap().remove(name).unwrap();
        }));
        assert_eq!(only(&check, "runs"), format!("some records have no {name}"));
        assert!(check.left_out.is_empty(), "{check:?}");
    }
}

#[test]
fn data_that_only_speaks_of_it_is_data() {
    let gold = GOLD.replace("Ada Lovelace", "scoredrop").replace("\"who\"", "\"app\"");
    let list = r#"{"app": {"name": "other", "scoredrop": 1}, "data": []}"#;
    for text in [gold.as_str(), list, "{\"scoredrop\": {\"name\": \"app\"}}", "{"] {
        assert!(!scoredrop::session::protocol::given::looks_like_report(text.as_bytes()), "{text}");
    }
}
