//! Logs of Inspect, in both of their forms, shaped as real ones are.

use scoredrop::base::diagnostic::Code;
use scoredrop::table::container::Packing;
use scoredrop_testing::archives::{Method, Zip, notes, open, text, unpack, zip};
use serde_json::{Value, json};

fn header(status: &str) -> Value {
    json!({
        "version": 2,
        "status": status,
        "eval": {
            "eval_id": "7rQz", "run_id": "k3Vb", "created": "2026-03-02T10:11:12+00:00",
            "task": "capitals", "task_id": "9xLm", "task_version": 0, "task_args": {},
            "dataset": {"name": "capitals", "samples": 3, "sample_ids": [1, 2, 10], "shuffled": false},
            "model": "openai/gpt-4o-mini", "model_args": {}, "config": {"epochs": 2},
            "packages": {"inspect_ai": "0.3.180"}
        },
        "plan": {"name": "plan", "steps": [{"solver": "generate", "params": {}}], "config": {}},
        "stats": {"started_at": "2026-03-02T10:11:12+00:00", "model_usage": {}}
    })
}

/// A sample as Inspect writes it.
fn sample(id: &Value, epoch: u64, answer: &str) -> Value {
    let asked = format!("What is the capital of country {id}?");
    let said = json!({"id": "a1", "role": "assistant", "content": answer, "source": "generate"});
    json!({
        "id": id,
        "epoch": epoch,
        "input": asked,
        "target": "Paris",
        "messages": [{"id": "u1", "role": "user", "content": asked, "source": "input"}, said],
        "output": {
            "model": "gpt-4o-mini-2024-07-18",
            "choices": [{"message": said, "stop_reason": "stop"}],
            "completion": answer,
            "usage": {"input_tokens": 12, "output_tokens": 3, "total_tokens": 15},
            "time": 0.41
        },
        "scores": {
            "match": {"value": "C", "answer": answer, "explanation": "the words are equal"},
            "parts": {"value": {"recall": 1.0, "precision": 0.5}},
            "similarity": {"value": 0.25}
        },
        "metadata": {"level": 1},
        "store": {},
        "events": [{"event": "sample_init", "sample": {"input": "attachment://x", "id": 99}}],
        "model_usage": {},
        "attachments": {}
    })
}

/// Packs a log as Inspect does.
fn pack(head: Option<&Value>, samples: &[(&str, String)], method: Method) -> Vec<u8> {
    let mut zip = Zip::default();
    zip.add("_journal/start.json", b"{\"version\": 2}", method);
    for (name, sample) in samples {
        zip.add(&format!("samples/{name}.json"), sample.as_bytes(), method);
    }
    zip.add("_journal/summaries/1.json", b"[]", method);
    zip.add("summaries.json", b"[]", method).add("reductions.json", b"[]", method);
    if let Some(head) = head {
        zip.add("header.json", head.to_string().as_bytes(), method);
    }
    zip.finish()
}

fn rows(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn samples_become_rows_in_the_logs_order() {
    for method in [Method::Stored, Method::Deflate, Method::Zstd] {
        let samples: Vec<(&str, String)> =
            [("10_epoch_1", 10, 1), ("2_epoch_1", 2, 1), ("2_epoch_2", 2, 2)]
                .map(|(name, id, epoch)| (name, sample(&json!(id), epoch, "Paris").to_string()))
                .into();
        let container = open("log.eval", pack(Some(&header("success")), &samples, method));
        assert_eq!(container.kind(), Packing::InspectLog);
        assert_eq!(container.entries()[0].name, "samples");
        let member = container.unpack(None).unwrap();
        assert_eq!((member.format, member.shown.as_str()), ("inspect", "log.eval"));
        assert_eq!(
            text(&member).lines().next().unwrap(),
            r#"{"id":2,"epoch":1,"input":"What is the capital of country 2?","target":"Paris","output":"Paris","model":"openai/gpt-4o-mini","score_match":"C","score_similarity":0.25}"#
        );
        let found: Vec<(Value, Value)> = rows(text(&member))
            .into_iter()
            .map(|row| (row["id"].clone(), row["epoch"].clone()))
            .collect();
        assert_eq!(found, [(json!(2), json!(1)), (json!(10), json!(1)), (json!(2), json!(2))]);
        assert_eq!(notes(&member), [(Code::Epochs, None, None)]);
    }
}

#[test]
fn one_document_gives_the_same_rows() {
    let samples = [sample(&json!(1), 1, "Paris"), sample(&json!("b/2"), 1, "Rome \u{1f600}")];
    let packed: Vec<(&str, String)> = ["1_epoch_1", "b/2_epoch_1"]
        .into_iter()
        .zip(samples.iter().map(Value::to_string))
        .collect();
    let archived = unpack("a.eval", pack(Some(&header("success")), &packed, Method::Deflate), None);
    let mut document = header("success");
    document["samples"] = json!(samples);
    for text_of in [serde_json::to_string, serde_json::to_string_pretty] {
        let container = open("log.json", text_of(&document).unwrap().into_bytes());
        assert_eq!(container.kind(), Packing::InspectJson);
        assert_eq!(text(&container.unpack(None).unwrap()), text(&archived));
    }
}

#[test]
fn conversations_and_content_in_parts() {
    let mut one = sample(&json!(1), 1, "");
    one["input"] = json!([
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "Hello"},
        {"role": "assistant", "content": "Hi"},
        {"role": "user", "content": [
            {"type": "text", "text": "Which city"},
            {"type": "image", "image": "attachment://ab12"},
            {"type": "text", "text": "is this?"}
        ]}
    ]);
    one["target"] = json!(["Paris", "City of Paris"]);
    one["output"]["completion"] = json!("");
    one["output"]["choices"][0]["message"]["content"] = json!([
        {"type": "reasoning", "reasoning": "It has a tower."},
        {"type": "text", "text": "Paris,"},
        {"type": "text", "text": "I think"}
    ]);
    let mut two = sample(&json!(2), 1, "Rome");
    two["input"] = json!([{"role": "user", "content": "attachment://ab12"}]);
    two["attachments"] = json!({"ab12": "What is the capital of Italy?"});
    two["output"].as_object_mut().unwrap().remove("completion");
    let samples = [("1_epoch_1", one.to_string()), ("2_epoch_1", two.to_string())];
    let member = unpack("a.eval", pack(Some(&header("success")), &samples, Method::Deflate), None);
    let rows = rows(text(&member));
    assert_eq!(rows[0]["input"], "Which city\nis this?");
    assert_eq!(rows[0]["target"], json!(["Paris", "City of Paris"]));
    assert_eq!(rows[0]["output"], "Paris,\nI think");
    assert_eq!(rows[1]["input"], "What is the capital of Italy?");
    assert_eq!(rows[1]["output"], "Rome");
}

#[test]
fn a_sample_whose_parts_stand_apart() {
    let mut one = sample(&json!("q"), 1, "Rome");
    one["input"] = json!("attachment://1");
    one.as_object_mut().unwrap().remove("messages");
    let bytes = zip(&[
        ("header.json", &header("success").to_string()),
        ("samples/q_epoch_1/sample.json", &one.to_string()),
        ("samples/q_epoch_1/messages/0.json", "[]"),
        ("samples/q_epoch_1/attachments/0.json", "[\"no\"]"),
        ("samples/q_epoch_1/attachments/1.json", "[\"What is the capital of Italy?\"]"),
    ]);
    let member = unpack("a.eval", bytes, None);
    assert_eq!(rows(text(&member))[0]["input"], "What is the capital of Italy?");
}

#[test]
fn samples_without_an_answer_keep_their_row() {
    let mut failed = sample(&json!(1), 1, "half an answer");
    failed["error"] = json!({"message": "timeout", "traceback": "", "traceback_ansi": ""});
    failed.as_object_mut().unwrap().remove("scores");
    let mut silent = sample(&json!(2), 1, "");
    silent["output"] = json!({"model": "m", "choices": [], "completion": ""});
    let blank = sample(&json!(3), 1, "");
    let broken = sample(&json!(4), 1, "x").to_string().replace("\"epoch\"", "epoch");
    let nan = sample(&json!(5), 1, "x").to_string().replace("0.25", "NaN");
    let samples = [
        ("1_epoch_1", failed.to_string()),
        ("2_epoch_1", silent.to_string()),
        ("3_epoch_1", blank.to_string()),
        ("4_epoch_1", broken),
        ("5_epoch_1", nan),
    ];
    let member = unpack("a.eval", pack(Some(&header("error")), &samples, Method::Deflate), None);
    let rows = rows(text(&member));
    let by_id = |id: Value| rows.iter().find(|row| row["id"] == id).unwrap();
    assert_eq!(by_id(json!(1)).get("output"), None);
    assert_eq!(by_id(json!(2)).get("output"), None);
    assert_eq!(by_id(json!(3))["output"], "");
    assert_eq!(by_id(json!("4")).get("output"), None);
    assert_eq!(by_id(json!(5))["output"], "x");
    assert_eq!(by_id(json!(5)).get("score_similarity"), None);
    let codes: Vec<Code> = member.notes.iter().map(|note| note.code).collect();
    assert_eq!(
        codes,
        [Code::BadSample, Code::UnfinishedLog, Code::FailedSamples, Code::SilentSamples]
    );
    assert!(member.notes[0].message.starts_with("samples/4_epoch_1.json of the Inspect log"));
}

#[test]
fn a_log_under_way_has_no_header() {
    let samples = [("1_epoch_1", sample(&json!(1), 1, "Paris").to_string())];
    let member = unpack("a.eval", pack(None, &samples, Method::Deflate), None);
    // Then the model is the one that answered.
    assert_eq!(rows(text(&member))[0]["model"], "gpt-4o-mini-2024-07-18");
    let problem = open("a.eval", pack(None, &[], Method::Deflate)).unpack(None).unwrap_err();
    assert_eq!(problem.code, Code::NoSamples);
}

#[test]
fn logs_and_workbooks_inside_an_archive() {
    let log = pack(
        Some(&header("success")),
        &[("1_epoch_1", sample(&json!(1), 1, "Paris").to_string())],
        Method::Deflate,
    );
    let mut workbook = rust_xlsxwriter::Workbook::new();
    for name in ["One", "Two"] {
        let sheet = workbook.add_worksheet().set_name(name).unwrap();
        sheet.write(0, 0, "answer").unwrap();
        sheet.write(1, 0, name).unwrap();
    }
    let mut archive = Zip::default();
    archive.add("runs/a.eval", &log, Method::Deflate);
    archive.add("runs/b.xlsx", &workbook.save_to_buffer().unwrap(), Method::Stored);
    let container = open("all.zip", archive.finish());
    let member = container.unpack(Some("a.eval")).unwrap();
    assert_eq!((member.format, member.shown.as_str()), ("zip/inspect", "all.zip (runs/a.eval)"));
    assert_eq!(rows(text(&member))[0]["output"], "Paris");
    let member = container.unpack(Some("runs/b.xlsx#two")).unwrap();
    assert_eq!((member.format, member.name.as_str()), ("zip/xlsx", "runs/b.xlsx#Two"));
    assert_eq!(member.shown, "all.zip (runs/b.xlsx, sheet Two)");
    assert_eq!(text(&member), "answer\nTwo\n");
    assert_eq!(text(&container.unpack(Some("b.xlsx")).unwrap()), "answer\nOne\n");
}

#[test]
fn a_log_may_be_larger_than_the_memory() {
    let mut one = sample(&json!(1), 1, "Paris");
    one["events"] = json!(vec!["x".repeat(1000); 100]);
    let samples: Vec<(&str, String)> = ["1_epoch_1", "2_epoch_1", "3_epoch_1"]
        .into_iter()
        .map(|name| (name, one.to_string()))
        .collect();
    let bytes = pack(Some(&header("success")), &samples, Method::Stored);
    let unpack = |total| {
        let limits = scoredrop::table::container::Limits { total, ratio: 1000 };
        let opened =
            scoredrop::table::container::Container::open("a.eval", Box::new(bytes.clone()), limits);
        opened.unwrap().unwrap().unpack(None).map(|member| member.bytes.len())
    };
    // Its samples are larger together, its rows are not.
    assert!(unpack(120_000).is_ok());
    assert_eq!(unpack(50_000).unwrap_err().code, Code::TooLarge);
}
