//! Files that hold gold and predictions side by side: recognised where the names leave no doubt,
//! provisional where they do, and never where a gold file is there as well.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use scoredrop::base::diagnostic::Code;
use scoredrop::base::error::Error;
use scoredrop::base::types::{Certainty, ColumnChoice, Field, JoinBy, Reconciliation, Role};
use scoredrop::session::Session;
use scoredrop::session::protocol::Choices;
use scoredrop_testing::exam::{
    N, answer, counts, gold, gold_rows, id, lines, prediction, provisional, question, refused,
    scored,
};
use scoredrop_testing::{File, as_preset, assert_adds_up, codes, mean, said, score};
use serde_json::{Map, Value, json};

/// Rows with the gold answer and the prediction under these names.
fn rows(gold: &str, output: &str) -> Vec<Value> {
    let row = |i: usize| {
        let mut row = Map::new();
        row.insert("question".to_owned(), question(i).into());
        row.insert(gold.to_owned(), answer(i).into());
        row.insert(output.to_owned(), prediction(i).into());
        Value::Object(row)
    };
    (0..N).map(row).collect()
}

fn dropped(rows: Vec<Value>) -> Result<Session, Error> {
    score(&[File::dropped("results.jsonl", lines(rows))], as_preset("squad-v1"))
}

fn role(session: &Session, index: usize) -> (Role, Certainty) {
    let role = session.plan().roles.of[index].as_ref().unwrap();
    (role.value, role.certainty)
}

fn columns(session: &Session) -> (String, String) {
    let map = &session.plan().columns.maps[session.plan().roles.gold.unwrap()];
    let name = |field| map.one(field).unwrap().to_owned();
    (name(Field::Answers), name(Field::Prediction))
}

#[test]
fn names_that_leave_no_doubt() {
    for (gold, output) in [
        ("gold_answers", "prediction"),
        ("reference", "predicted_answer"),
        ("ground_truth", "model_answer"),
        ("expected", "pred"),
        ("answers", "prediction"),
        ("Reference answer", "Model output"),
    ] {
        let session = dropped(rows(gold, output)).unwrap();
        assert_adds_up(&session);
        assert_eq!(role(&session, 0), (Role::Table, Certainty::Proven), "{gold} {output}");
        assert_eq!(columns(&session), (gold.to_owned(), output.to_owned()));
        assert_eq!(session.joined().unwrap().by.value, JoinBy::SameRow);
        assert_eq!(mean(&session, 0, "exact_match"), 0.9);
        assert_eq!(provisional(&session), "", "{gold} {output}");
        let all = Reconciliation { gold: 40, answered: 40, ..Default::default() };
        assert_eq!(counts(&session), all);
    }
}

#[test]
fn values_settle_what_names_leave_open() {
    for (gold, output) in [
        ("answer", "prediction"),
        ("answer", "response"),
        ("target", "output"),
        ("reference", "answer"),
        ("gold", "answer"),
        ("answers", "completion"),
    ] {
        let session = dropped(rows(gold, output)).unwrap();
        assert_eq!(role(&session, 0), (Role::Table, Certainty::Proven), "{gold} {output}");
        assert_eq!(columns(&session), (gold.to_owned(), output.to_owned()));
        assert_eq!(mean(&session, 0, "exact_match"), 0.9);
        assert_eq!(provisional(&session), "", "{gold} {output}");
    }
}

#[test]
fn a_gold_file_is_not_taken_for_a_table() {
    for row in [
        json!({ "question": "q", "answer": "a", "answers": ["a", "b"] }),
        json!({ "problem": "q", "solution": "long", "answer": "1" }),
        json!({ "question": "q", "answer": "a", "label": 1 }),
        json!({ "id": 1, "question": "q", "answers": ["a"], "answer_text": "a" }),
    ] {
        let mut session = Session::new();
        let text = lines(vec![row.clone(), row.clone(), row]);
        let head = |_| Ok::<_, std::convert::Infallible>(text.clone().into_bytes());
        session.add(0, "gold.jsonl", text.len() as u64, head);
        session.understand();
        let missing = session.plan().waiting.as_ref().unwrap().missing;
        assert_ne!(missing, Some(Role::Gold), "{text}");
        assert!(session.plan().roles.predictions.is_empty(), "{text}");
    }
}

#[test]
fn given_as_a_table() {
    let table = |rows: Vec<Value>| [File::table("results.jsonl", lines(rows))];
    for (gold, output) in
        [("answer", "prediction"), ("solution", "prediction"), ("gold", "model_output")]
    {
        let session = scored(&table(rows(gold, output)));
        assert_eq!(columns(&session), (gold.to_owned(), output.to_owned()));
        assert_eq!(provisional(&session), "");
    }
    // The column of predictions is named like the model: the other column of text.
    let session = scored(&table(rows("answer", "some-model-7b")));
    assert_eq!(columns(&session), ("answer".to_owned(), "some-model-7b".to_owned()));
    assert_eq!(provisional(&session), "");
    // Two of them are two runs.
    let mut two = rows("answer", "model-a");
    for (index, row) in two.iter_mut().enumerate() {
        row["model-b"] = format!("x{index}").into();
    }
    let session = scored(&table(two.clone()));
    assert_eq!(session.joined().unwrap().names(), ["model-a", "model-b"]);
    assert_eq!((mean(&session, 0, "exact_match"), mean(&session, 1, "exact_match")), (0.9, 0.0));
    // Said, it is that one.
    let mut choices = as_preset("squad-v1");
    choices.columns.push(ColumnChoice {
        role: Role::Table,
        field: Field::Prediction,
        column: "model-b".to_owned(),
    });
    let session = score(&table(two), choices).unwrap();
    assert_eq!(columns(&session), ("answer".to_owned(), "model-b".to_owned()));
    assert_eq!(mean(&session, 0, "exact_match"), 0.0);
}

#[test]
fn beside_a_gold_file_it_is_predictions() {
    let ours = |i: usize| json!({ "id": id(i), "answer": "Wrong", "prediction": prediction(i) });
    for files in [
        [gold(), File::dropped("out.jsonl", lines((0..N).map(ours)))],
        [
            File::dropped("gold.jsonl", lines(gold_rows())),
            File::dropped("out.jsonl", lines((0..N).map(ours))),
        ],
        [gold(), File::predictions("out.jsonl", lines((0..N).map(ours)))],
    ] {
        let session = scored(&files);
        assert_eq!(role(&session, 1).0, Role::Predictions);
        assert_eq!(session.plan().roles.gold, Some(0));
        assert_eq!(session.joined().unwrap().by.value, JoinBy::Id);
        assert_eq!(mean(&session, 0, "exact_match"), 0.9);
        let unused = said(&session, Code::GoldColumnUnused);
        assert!(unused[0].message.contains("answer next to prediction"), "{unused:?}");
        assert_eq!(provisional(&session), "");
    }
    // Dropped with a file of questions and bare answers, which may be gold: that one is.
    let plain = |i: usize| json!({ "id": id(i), "answer": answer(i) });
    let files = [
        File::dropped("out.jsonl", lines((0..N).map(ours))),
        File::dropped("a.jsonl", lines((0..N).map(plain))),
    ];
    let session = scored(&files);
    assert_eq!((session.plan().roles.gold, mean(&session, 0, "exact_match")), (Some(1), 0.9));
    assert_eq!(provisional(&session), "");
}

#[test]
fn a_copy_of_the_gold_answers_is_no_prediction() {
    let row = |i: usize| json!({ "id": id(i), "answer": answer(i), "some-model": prediction(i) });
    let session = scored(&[gold(), File::predictions("out.jsonl", lines((0..N).map(row)))]);
    assert_eq!(mean(&session, 0, "exact_match"), 0.9);
    assert_eq!(provisional(&session), "");
    // Nor is it where names would say so.
    let row = |i: usize| json!({ "id": id(i), "answer": answer(i), "output": prediction(i) });
    let session = scored(&[gold(), File::predictions("out.jsonl", lines((0..N).map(row)))]);
    assert_eq!(mean(&session, 0, "exact_match"), 0.9);
    assert_eq!(provisional(&session), "");
    // With nothing else there it is scored, and said.
    let row = |i: usize| json!({ "id": id(i), "answer": answer(i) });
    let session = scored(&[gold(), File::predictions("out.jsonl", lines((0..N).map(row)))]);
    assert_eq!(mean(&session, 0, "exact_match"), 1.0);
    assert!(provisional(&session).contains("copied_gold"));
    assert_eq!(said(&session, Code::CopiedGold).len(), 1);
}

#[test]
fn several_tables_are_several_runs() {
    let rows = |shift: usize| {
        (0..N).map(move |i| {
            let text = if i % 10 < shift { "Nowhere".to_owned() } else { answer(i) };
            json!({ "id": id(i), "reference": answer(i), "prediction": text })
        })
    };
    let files =
        [File::dropped("a.jsonl", lines(rows(1))), File::dropped("b.jsonl", lines(rows(5)))];
    let session = scored(&files);
    assert_eq!((mean(&session, 0, "exact_match"), mean(&session, 1, "exact_match")), (0.9, 0.5));
    assert_eq!(session.joined().unwrap().by.value, JoinBy::Id);
    assert_eq!(provisional(&session), "");
    // A further file of predictions alone.
    let more = (0..N).map(|i| json!({ "id": id(i), "prediction": answer(i) }));
    let files = [files[0].clone(), File::dropped("c.jsonl", lines(more))];
    let session = scored(&files);
    assert_eq!((mean(&session, 0, "exact_match"), mean(&session, 1, "exact_match")), (0.9, 1.0));
}

#[test]
fn what_is_wrong_within_a_table_is_said() {
    let table = |rows: Vec<Value>| File::table("results.jsonl", lines(rows));
    // The predictions slipped by one row.
    let shifted = (0..N).map(|i| {
        json!({ "question": question(i), "gold": answer(i), "prediction": prediction((i + 1) % N) })
    });
    let session = scored(&[table(shifted.collect())]);
    assert_eq!(said(&session, Code::Shifted).len(), 1);
    // The same without a name: every id stands twice.
    let runs = (0..2 * N).map(|i| json!({ "id": id(i / 2), "gold": "a", "prediction": "x" }));
    let session = scored(&[table(runs.collect())]);
    assert_eq!(counts(&session).duplicate_gold, 40);
    assert!(provisional(&session).contains("repeated_gold (40)"));
    // Rows without a prediction are missing, blank ones blank.
    let mut some = rows("gold", "prediction");
    some[1]["prediction"] = Value::Null;
    some[2]["prediction"] = " ".into();
    let session = scored(&[table(some)]);
    assert_eq!((counts(&session).missing, counts(&session).blank), (1, 1));
}

#[test]
fn a_table_of_several_runs() {
    let row = |i: usize, model: usize| {
        let text = if model == 0 { answer(i) } else { prediction(i) };
        let model = ["one", "two", "three"][model];
        json!({ "id": id(i), "question": question(i), "gold": answer(i), "prediction": text,
                "model_name": model })
    };
    let table = |rows: Vec<Value>| [File::table("results.jsonl", lines(rows))];
    let all: Vec<Value> = (0..3 * N).map(|i| row(i / 3, i % 3)).collect();
    let means =
        |session: &Session| (0..3).map(|run| mean(session, run, "exact_match")).collect::<Vec<_>>();
    let session = scored(&table(all.clone()));
    assert_eq!(means(&session), [1.0, 0.9, 0.9]);
    let whole = Reconciliation { gold: 40, answered: 40, ..Default::default() };
    assert_eq!(session.score().unwrap().reconciliations, [whole; 3]);
    assert_eq!(session.joined().unwrap().by.value, JoinBy::Id);
    // One of them says the gold answers.
    assert_eq!(codes(&session), ["copied_gold"]);
    // Ids that number all rows: the questions are what repeats.
    let mut numbered = all.clone();
    (0..).zip(&mut numbered).for_each(|(i, row)| row["id"] = json!(7 * i + 3));
    let session = scored(&table(numbered.clone()));
    assert_eq!(means(&session), [1.0, 0.9, 0.9]);
    assert_eq!(session.joined().unwrap().by.value, JoinBy::Question);
    // Neither tells.
    for row in &mut numbered {
        row.as_object_mut().unwrap().remove("question");
    }
    let error = refused(&table(numbered), Code::RowCounts);
    assert!(error.contains("has 120 rows, one has 40, two has 40, three has 40"), "{error}");
    // One run lacks a row, and another has its gold answer changed.
    let mut some = all;
    some[7]["gold"] = "Elsewhere".into();
    some.remove(2);
    let session = scored(&table(some));
    assert_eq!(session.score().unwrap().reconciliations[2].missing, 1);
    assert_eq!(said(&session, Code::OtherGold)[0].row, Some(7));
    assert!(provisional(&session).contains("other_gold"));
}

#[test]
fn parallel_lists() {
    let file = |value: Value| File::dropped("results.json", value.to_string());
    let texts =
        |from: usize, text: fn(usize) -> String| -> Vec<String> { (from..N).map(text).collect() };
    let lists: Vec<[String; 1]> = (0..N).map(|i| [answer(i)]).collect();
    for value in [
        json!({ "predictions": texts(0, prediction), "references": lists }),
        json!({ "references": texts(0, answer), "scores": [1, 2], "predictions": texts(0, prediction) }),
        json!({ "ids": texts(0, id), "preds": texts(0, prediction), "labels": texts(0, answer) }),
    ] {
        let session = scored(&[file(value)]);
        assert_eq!(session.joined().unwrap().by.value, JoinBy::SameRow);
        assert_eq!(mean(&session, 0, "exact_match"), 0.9);
        assert_eq!(provisional(&session), "");
    }
    // Lists of different lengths do not belong together.
    let value = json!({ "predictions": texts(1, prediction), "references": lists });
    let error = refused(&[file(value)], Code::ParallelLists);
    assert!(error.contains("predictions 39") && error.contains("references 40"), "{error}");
    // Without references they are predictions, which ids join.
    let value = json!({ "predictions": texts(0, prediction), "ids": texts(0, id) });
    let session = scored(&[gold(), file(value)]);
    assert_eq!(session.joined().unwrap().by.value, JoinBy::Id);
    assert_eq!(mean(&session, 0, "exact_match"), 0.9);
}

#[test]
fn samples_of_lm_evaluation_harness() {
    // As `--log_samples` writes them: every document once for each filter.
    let row = |i: usize| {
        let (doc, strict) = (i / 2, i.is_multiple_of(2));
        let output = if strict { prediction(doc) } else { answer(doc) };
        json!({
            "doc_id": doc,
            "doc": { "question": question(doc), "answer": answer(doc) },
            "target": answer(doc),
            "arguments": { "gen_args_0": { "arg_0": "Q: ...", "arg_1": { "until": ["Q:"] } } },
            "resps": [[format!("The answer is {output}.")]],
            "filtered_resps": [output],
            "filter": if strict { "strict-match" } else { "flexible-extract" },
            "metrics": ["exact_match"],
            "doc_hash": format!("{doc:064x}"),
            "exact_match": 1.0,
        })
    };
    let file = File::dropped("samples_towns_2026-01-01T00-00-00.jsonl", lines((0..2 * N).map(row)));
    let session = scored(&[file]);
    assert_eq!(role(&session, 0), (Role::Table, Certainty::Proven));
    let runs: Vec<&str> =
        session.joined().unwrap().runs.iter().map(|run| run.name.as_str()).collect();
    assert_eq!(runs, ["strict-match", "flexible-extract"]);
    assert_eq!((mean(&session, 0, "exact_match"), mean(&session, 1, "exact_match")), (0.9, 1.0));
    // One filter is one run.
    let one = lines((0..N).map(|i| row(2 * i)));
    let session = scored(&[File::dropped("samples_towns.jsonl", one)]);
    assert_eq!((mean(&session, 0, "exact_match"), counts(&session).gold), (0.9, 40));
    // What the harness keeps of tasks with choices are likelihoods.
    let choices = (0..N).map(|i| {
        let mut row = row(2 * i);
        row["filtered_resps"] = json!([["-1.5", "False"], ["-0.5", "True"]]);
        row
    });
    let session = scored(&[File::dropped("samples_towns.jsonl", lines(choices))]);
    assert!(provisional(&session).contains("likeliest_choices"), "{}", provisional(&session));
}

#[test]
fn the_same_row_needs_one_file() {
    let files =
        [gold(), scoredrop_testing::exam::predictions(scoredrop_testing::exam::prediction_rows())];
    let choices = Choices { join: Some(JoinBy::SameRow), ..as_preset("squad-v1") };
    let error = score(&files, choices).map(|_| ()).unwrap_err();
    assert_eq!(error.problems[0].code, Code::NotOneFile);
    assert!(error.problems[0].remedy.is_some());
}

#[test]
fn blank_gold_cells_are_doubted() {
    for (preset, gold) in [
        ("squad-v1", "id,answer\nx1,Rome\nx2,\nx3,Oslo\n"),
        ("squad-v2", "id,answer\nx1,Rome\nx2,\nx3,Oslo\n"),
        ("nq", "id,answer\nx1,Rome\n,Bern\nx3,Oslo\n"),
    ] {
        let files = [
            File::gold("gold.csv", gold),
            File::predictions("p.csv", "id,prediction\nx1,Rome\nx2,Bern\nx3,Oslo\n"),
        ];
        let session = score(&files, as_preset(preset)).unwrap();
        let said = said(&session, Code::BlankGold);
        assert_eq!(said.len(), 1, "{preset}");
        assert_eq!(said[0].row, Some(3), "{preset}");
        assert!(codes(&session).contains(&"blank_gold"), "{:?}", codes(&session));
    }
}

#[test]
fn a_picture_is_in_nobodys_way() {
    let picture = || File::dropped("plot.png", b"\x89PNG\r\n\x1a\n0".to_vec());
    let gold = || File::dropped("gold.csv", "id,answer\nx1,Rome\nx2,Bern\nx3,Oslo\n");
    let run = "id,prediction\nx1,Rome\nx2,Bonn\nx3,Oslo\n";
    let session = scored(&[picture(), gold(), File::dropped("run.csv", run)]);
    let found = said(&session, Code::NotATable);
    assert!(found[0].message.ends_with("it is left out"), "{}", found[0].message);
    // What is to be the gold file is no stranger.
    for files in [vec![picture(), gold()], vec![File::gold("plot.png", picture().bytes), gold()]] {
        let error = score(&files, Choices::default()).map(|_| ()).unwrap_err();
        assert!(error.problems.iter().any(|one| one.code == Code::NotATable), "{error}");
    }
}

#[test]
fn several_columns_that_are_chosen_are_several_runs() {
    let text = "id,a,b,c,d\n1,Rome,Rome,Rome,x\n2,Bern,Bonn,Bern,y\n3,Oslo,Oslo,Riga,z\n4,Lima,Lima,Lima,w\n";
    let column =
        |field, column: &str| ColumnChoice { role: Role::Table, field, column: column.to_owned() };
    let columns = |predictions: &[&str]| {
        let said = predictions.iter().map(|name| column(Field::Prediction, name));
        std::iter::once(column(Field::Answers, "a")).chain(said).collect()
    };
    for (chosen, names) in [(&["c", "b"][..], &["c", "b"][..]), (&["b"], &["t.csv"])] {
        let choices = Choices { columns: columns(chosen), ..Choices::default() };
        let session = score(&[File::dropped("t.csv", text)], choices).unwrap();
        assert_eq!(session.joined().unwrap().names(), names);
    }
}
