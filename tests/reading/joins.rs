//! Keys that real files get wrong: repeated ids, ids that almost agree, wrapped predictions, parts
//! of files. What cannot be known is provisional, with the reason.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use scoredrop::base::diagnostic::Code;
use scoredrop::base::types::JoinBy;
use scoredrop::session::Session;
use scoredrop::session::protocol::Choices;
use scoredrop::session::report::signature::signature;
use scoredrop_testing::exam::{
    N, answer, counts, gold, gold_rows, id, lines, prediction, predictions, provisional, question,
    refused, scored,
};
use scoredrop_testing::{File, as_preset, assert_adds_up, codes, keys, mean, real, said, score};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// Ten questions asked of each of four companies.
fn company(i: usize) -> &'static str {
    ["Acme", "Bolt", "Crown", "Dune"][i / 10]
}

fn filings() -> File {
    let row = |i: usize| {
        let ask = format!("what is figure {} of the report", i % 10);
        json!({ "Company's name": company(i), "Question ID": format!("Q{}", i % 10 + 1),
                "Question": ask, "Answer": answer(i) })
    };
    File::gold("gold.json", json!((0..N).map(row).collect::<Vec<_>>()).to_string())
}

fn filed(i: usize) -> Value {
    json!({ "company's name": company(i), "Question ID": format!("Q{}", i % 10 + 1),
            "prediction": prediction(i) })
}

fn by_id(files: &[File]) -> Session {
    let session = scored(files);
    assert_eq!(session.joined().unwrap().by.value, JoinBy::Id);
    session
}

#[test]
fn ids_that_repeat_are_completed() {
    let rows: Vec<Value> = (0..N).map(|i| filed((i * 7 + 3) % N)).collect();
    let same: Vec<Value> = rows
        .iter()
        .map(|row| {
            let mut row = row.clone();
            let name = row.as_object_mut().unwrap().remove("company's name").unwrap();
            row["Company's name"] = name;
            row
        })
        .collect();
    let session = by_id(&[filings(), predictions(same.clone())]);
    assert_eq!(mean(&session, 0, "exact_match"), 0.9);
    assert_eq!(keys(&session)[10], "Bolt / Q1");
    assert_eq!(provisional(&session), "");
    let said_of = &said(&session, Code::CompositeKey)[0].message;
    assert!(
        said_of.contains("Question ID alone repeats, but Question ID and Company's name"),
        "{said_of}"
    );
    // A column of the same name in other letters, or of the same values, stands for it.
    let renamed = |name: &'static str| {
        rows.iter().map(move |row| {
            json!({ name: row["company's name"], "Question ID": row["Question ID"],
                    "rank": 7, "prediction": row["prediction"] })
        })
    };
    for (name, doubt) in [("company's name", ""), ("firm", "column_by_values")] {
        let session = by_id(&[filings(), predictions(renamed(name))]);
        assert_eq!(mean(&session, 0, "exact_match"), 0.9);
        assert!(provisional(&session).starts_with(doubt), "{}", provisional(&session));
        assert_eq!(provisional(&session).is_empty(), doubt.is_empty());
    }
    // A column that does not know the companies does not.
    let others = rows.iter().map(|row| {
        json!({ "firm": format!("{} Ltd", row["company's name"]), "Question ID": row["Question ID"],
                "prediction": row["prediction"] })
    });
    let session = scored(&[filings(), predictions(others)]);
    assert!(said(&session, Code::CompositeKey).is_empty());
    assert!(provisional(&session).contains("repeated_"), "{}", provisional(&session));
    // Two models, each with all of it.
    let both = (0..2 * N).map(|i| {
        let mut row = same[i / 2].clone();
        row["model"] = ["one", "two"][i % 2].into();
        row
    });
    let session = by_id(&[filings(), predictions(both)]);
    assert_eq!(mean(&session, 1, "exact_match"), 0.9);
    // Chosen, the id stands alone.
    let mut choices = as_preset("squad-v1");
    choices.columns.push(scoredrop::base::types::ColumnChoice {
        role: scoredrop::base::types::Role::Gold,
        field: scoredrop::base::types::Field::Id,
        column: "Question ID".to_owned(),
    });
    let session = score(&[filings(), predictions(same)], choices).unwrap();
    assert!(provisional(&session).contains("repeated_gold"), "{}", provisional(&session));
}

#[test]
fn ids_that_repeat_and_cannot_be_completed() {
    let row = |i: usize| {
        let mut row = filed(i);
        row.as_object_mut().unwrap().remove("company's name");
        row
    };
    let session = scored(&[filings(), predictions((0..N).map(row))]);
    assert!(provisional(&session).contains("repeated_predictions (30)"));
    assert!(provisional(&session).contains("repeated_gold (30)"));
    // Every prediction is accounted for.
    assert_eq!(counts(&session).duplicate_predictions, 30);
    // Several tries of each question are not attempts here: the last counts, and that is said.
    let tries = (0..3 * N).map(|i| json!({ "id": id(i / 3), "prediction": prediction(i / 3) }));
    let session = scored(&[gold(), predictions(tries)]);
    assert_eq!(counts(&session).duplicate_predictions, 80);
    assert!(provisional(&session).contains("repeated_predictions (80)"));
}

#[test]
fn questions_tell_where_ids_repeat() {
    let golds =
        (0..N).map(|i| json!({ "id": i % 4, "question": question(i), "answers": [answer(i)] }));
    let rows =
        (0..N).map(|i| json!({ "id": i % 4, "question": question(i), "output": prediction(i) }));
    let session = scored(&[File::gold("gold.jsonl", lines(golds)), predictions(rows)]);
    assert_eq!(mean(&session, 0, "exact_match"), 0.9);
}

#[test]
fn climate_finance_bench() {
    let path = "climate_finance_bench/Climate Finance Bench - Dataset.json";
    let Some(bytes) = real(path) else { return };
    let golds: Vec<Value> = serde_json::from_slice(&bytes).unwrap();
    let rows: Vec<Value> = golds
        .iter()
        .rev()
        .map(|row| {
            json!({ "Company's name": row["Company's name"], "Question ID": row["Question ID"],
                    "predicted_answer": row["Answer"] })
        })
        .collect();
    let files = [File::gold("gold.json", bytes), predictions(rows)];
    let session = score(&files, as_preset("climate-finance")).unwrap();
    assert_eq!(session.joined().unwrap().by.value, JoinBy::Id);
    assert_eq!(mean(&session, 0, "exact_match"), 1.0);
    assert_eq!(said(&session, Code::CompositeKey).len(), 1);
    assert_eq!(codes(&session), ["copied_gold"]);
}

#[test]
fn ids_that_almost_agree() {
    type Form = fn(usize) -> Value;
    fn numbered(i: usize) -> u64 {
        9_007_199_254_740_993 + 2 * i as u64
    }
    let golds = |form: Form| {
        let rows = (0..N).map(|i| json!({ "id": form(i), "answers": [answer(i)] }));
        File::gold("gold.jsonl", lines(rows))
    };
    let outputs = |form: Form| {
        predictions((0..N).map(|i| json!({ "id": form(i), "prediction": prediction(i) })))
    };
    let plain: Form = |i| json!(100 + 3 * i);
    let pairs: [(Form, Form); 6] = [
        (plain, |i| json!(format!(" {} ", 100 + 3 * i))),
        (plain, |i| json!(format!("{}.0", 100 + 3 * i))),
        (|i| json!(format!("{:04}", 100 + 3 * i)), plain),
        (|i| json!(format!("Town-{}", id(i))), |i| json!(format!("town-{}\u{a0}", id(i)))),
        // A program that has only floats, and a spreadsheet.
        (|i| json!(numbered(i)), |i| json!((numbered(i) as f64).to_string())),
        (|i| json!(numbered(i)), |i| json!(format!("{:e}", numbered(i) as f64))),
    ];
    for (ours, theirs) in pairs {
        let files = [golds(ours), outputs(theirs)];
        let Ok(session) = scoredrop_testing::exam::squad_v1(&files) else {
            let error = refused(&files, Code::NoMatch);
            assert!(error.contains("40 ids differ from gold ids only in"), "{error}");
            assert!(error.contains("write the ids in the same way"), "{error}");
            continue;
        };
        // Even numbers survive as floats, so some ids do meet.
        assert_adds_up(&session);
        assert!(provisional(&session).contains("near_keys"), "{}", provisional(&session));
    }
    // One id with a blank at its end: it is missing, and said to be near.
    let one: Form = |i| json!(if i == 5 { format!("{} ", id(i)) } else { id(i) });
    let session = by_id(&[gold(), outputs(one)]);
    assert_eq!((counts(&session).missing, counts(&session).extra), (1, 1));
    let near = &said(&session, Code::NearMatch)[0].message;
    assert!(near.starts_with("1 id differs") && near.contains(&format!("{:?}", id(5))), "{near}");
    assert!(provisional(&session).contains("near_match"));
    // Typing errors are no near match: nothing says which id was meant.
    let typo: Form = |i| json!(if i == 5 { format!("{}x", id(i)) } else { id(i) });
    let session = by_id(&[gold(), outputs(typo)]);
    assert!(said(&session, Code::NearMatch).is_empty());
    assert_eq!(said(&session, Code::ExtraPrediction).len(), 1);
}

#[test]
fn ids_that_number_the_lines_of_a_gold_file_without_ids() {
    let table: String = (0..N)
        .fold(String::new(), |text, i| text + &format!("{}\t['{}']\n", question(i), answer(i)));
    let gold = || File::gold("nq-test.qa.csv", table.clone());
    // Shuffled, as workers finish; row order would pair them wrongly.
    for (word, first) in [("test-", 1), ("", 0), ("dev_", 0), ("", 1)] {
        let row = |i: usize| {
            let i = i * 7 % N;
            json!({ "id": format!("{word}{}", i + first), "prediction": prediction(i) })
        };
        let session = by_id(&[gold(), predictions((0..N).map(row))]);
        assert_eq!(mean(&session, 0, "exact_match"), 0.9, "{word} {first}");
        // So many answers that fit their questions confirm the numbers; of others nothing does.
        assert!(!provisional(&session).contains("counting_ids"));
        let other = |i: usize| json!({ "id": format!("{word}{}", i + first), "prediction": format!("other {i}") });
        let session = by_id(&[gold(), predictions((0..N).map(other))]);
        assert!(provisional(&session).contains("counting_ids"));
        let session = by_id(&[gold(), predictions((0..30).map(row))]);
        assert_eq!(counts(&session).missing, 10);
        // A number said twice.
        let session = by_id(&[gold(), predictions((0..=N).map(row))]);
        assert_eq!(counts(&session).duplicate_predictions, 1);
    }
    // Numbers beyond the rows, other words, or no numbers: not made from these lines.
    for id in [
        (|i| format!("test-{}", i + 2)) as fn(usize) -> String,
        |i| format!("{}-{}", if i == 3 { "dev" } else { "test" }, i + 1),
        |i| if i == 3 { "x".to_owned() } else { i.to_string() },
    ] {
        let rows = (0..N).map(|i| json!({ "id": id(i), "prediction": prediction(i) }));
        let session = scored(&[gold(), predictions(rows)]);
        assert_eq!(session.joined().unwrap().by.value, JoinBy::Row);
        assert!(provisional(&session).contains("row_order"));
    }
    // Questions on both sides tell more.
    let row = |i: usize| json!({ "id": format!("test-{}", N - i), "question": question(i), "prediction": prediction(i) });
    let session = scored(&[gold(), predictions((0..N).map(row))]);
    assert_eq!(session.joined().unwrap().by.value, JoinBy::Question);
    assert_eq!(mean(&session, 0, "exact_match"), 0.9);
}

/// Whoever numbers a handful of questions from 1 hears no doubt of it where the answers are right, or where the key
/// is named.
#[test]
fn a_few_numbered_questions() {
    let capitals = ["Oslo", "Lima", "Rome", "Bern", "Kyiv", "Riga"];
    let table = |column: &str, of: &dyn Fn(usize) -> &'static str| {
        let rows = (0..6).map(|i| format!("{},{}\n", i + 1, of(i)));
        rows.fold(format!("id,{column}\n"), |text, row| text + &row)
    };
    let gold = || File::dropped("gold.csv", table("answer", &|i| capitals[i]));
    let doubts = |of: &dyn Fn(usize) -> &'static str, join: Option<JoinBy>| {
        let files = [gold(), File::dropped("predictions.csv", table("prediction", of))];
        provisional(&score(&files, Choices { join, ..Choices::default() }).unwrap())
    };
    let words = "counting_ids";
    let mostly = |i: usize| if i == 1 { "Quito" } else { capitals[i] };
    assert_eq!(doubts(&mostly, None), "");
    // Half of them, or those of other rows, confirm nothing.
    let half = |i: usize| if i.is_multiple_of(2) { "Quito" } else { capitals[i] };
    assert!(doubts(&half, None).contains(words));
    let shifted = |i: usize| capitals[(i + 1) % 6];
    assert!(doubts(&shifted, None).contains(words));
    assert!(!doubts(&half, Some(JoinBy::Id)).contains(words));
}

/// The token by which a model ends its output is no JSON.
#[test]
fn tokens_that_end_an_output_are_taken_off() {
    for token in ["</s>", "<|im_end|>"] {
        let ended = |i: usize| json!({ "id": id(i), "prediction": prediction(i) + token });
        let session = by_id(&[gold(), predictions((0..N).map(ended))]);
        assert_eq!(mean(&session, 0, "exact_match"), 0.9, "{token}");
        assert!(said(&session, Code::WrappedPredictions).is_empty(), "{token}");
        assert_eq!(said(&session, Code::EndTokens).len(), 1, "{token}");
        let doubts = provisional(&session);
        assert!(doubts.contains("end_tokens"), "{doubts}");
    }
    // In an object beside it there is more to say.
    let both = |i: usize| {
        let text = json!({ "answer": prediction(i) }).to_string() + "</s>";
        json!({ "id": id(i), "prediction": text })
    };
    let session = by_id(&[gold(), predictions((0..N).map(both))]);
    assert_eq!(said(&session, Code::WrappedPredictions).len(), 1);
}

#[test]
fn wrapped_predictions_are_opened() {
    for wrap in [
        (|text| json!([text]).to_string()) as fn(String) -> String,
        |text| json!(text).to_string(),
        |text| json!({ "answer": text }).to_string(),
        |text| format!("['{text}']"),
        |text| format!("{{'prediction': '{text}'}}"),
    ] {
        let wrapped = |i: usize| json!({ "id": id(i), "prediction": wrap(prediction(i)) });
        let session = by_id(&[gold(), predictions((0..N).map(wrapped))]);
        assert_eq!(mean(&session, 0, "exact_match"), 0.9, "{}", wrap("x".to_owned()));
        assert_eq!(said(&session, Code::WrappedPredictions).len(), 1);
        assert!(provisional(&session).contains("wrapped_predictions"));
        // One plain answer, and it is the models' way of writing; of objects it is an exception.
        let object = wrap("x".to_owned()).starts_with('{');
        let some = |i: usize| {
            let text = if i == 8 { prediction(i) } else { wrap(prediction(i)) };
            json!({ "id": id(i), "prediction": text })
        };
        let session = by_id(&[gold(), predictions((0..N).map(some))]);
        assert_eq!(said(&session, Code::WrappedPredictions).len(), usize::from(object));
    }
}

#[test]
fn parts_and_repeats() {
    // Shuffled parts of the questions, and a question asked twice.
    for (from, to) in [(0, 30), (10, N), (20, N)] {
        let part: Vec<usize> =
            (0..N).map(|i| i * 11 % N).filter(|i| (from..to).contains(i)).collect();
        let rows = part.iter().map(|i| json!({ "id": id(*i), "prediction": prediction(*i) }));
        let session = by_id(&[gold(), predictions(rows)]);
        assert_eq!(counts(&session).missing as usize, N - part.len());
        let right = part.iter().filter(|i| prediction(**i) == answer(**i)).count();
        assert_eq!(mean(&session, 0, "exact_match"), right as f64 / N as f64);
    }
    let mut golds = gold_rows();
    let again = golds[..10].to_vec();
    golds.extend(again);
    for row in &mut golds {
        row.as_object_mut().unwrap().remove("id");
    }
    let rows = (0..N).map(|i| json!({ "question": question(i), "prediction": prediction(i) }));
    let session = scored(&[File::gold("gold.jsonl", lines(golds)), predictions(rows)]);
    assert_eq!((counts(&session).gold, counts(&session).duplicate_gold), (50, 10));
    assert!(provisional(&session).contains("repeated_gold (10)"));
    // Row order of unequal parts is no key, chosen or not.
    let short = predictions((1..N).map(|i| json!({ "prediction": prediction(i) })));
    refused(&[gold(), short.clone()], Code::RowCounts);
    let choices = Choices { join: Some(JoinBy::Row), ..as_preset("squad-v1") };
    score(&[gold(), short], choices).unwrap_err();
}

/// What mends files are choices like any other: each says beforehand what it gives, and stands in the
/// signature.
#[test]
fn repairs_are_choices_that_say_what_they_give() {
    let gold =
        "id,answer\nq1,Oslo\nq2,Lima\nq3,Rome\nq4,none\nQ5,Bern\nq6,Kyiv\nq7,Riga\nq8,Baku\n";
    let said = "id,prediction\nq1,Oslo\nq2,Lima\nq2,Quito\nq3,Rome\nq4,\nq5,Bern\nq6,Kyiv\nq7,Paris\nq7,Riga\n\
                q8,Baku\n";
    let files = [File::dropped("gold.csv", gold), File::dropped("predictions.csv", said)];
    let session = score(&files, Choices::default()).unwrap();
    let mean = |session: &Session| session.score().unwrap().aggregates[0][0].mean.unwrap();
    assert!((mean(&session) - 5.0 / 8.0).abs() < 1e-12, "{}", mean(&session));
    let mut seen = Vec::new();
    for repair in &session.score().unwrap().repairs {
        let after = score(&files, repair.choices.clone()).unwrap();
        let gives = repair.would_give.unwrap();
        assert!((mean(&after) - gives).abs() < 1e-12, "{repair:?}");
        if let Some(set) = repair.option.strip_prefix("--set ") {
            let signed = signature(&after.finished().unwrap());
            assert!(signed.contains(&set.replace('=', ":")), "{signed}");
            assert!(!signature(&session.finished().unwrap()).contains(&set.replace('=', ":")));
        }
        seen.push((repair.option.clone(), gives));
    }
    seen.sort_by(|a, b| a.0.cmp(&b.0));
    let wanted =
        [("--join near".to_owned(), 6.0 / 8.0), ("--set duplicates=first".to_owned(), 5.0 / 8.0)];
    assert_eq!(seen, wanted);
}

/// What a comparison forgives and gold answers tell apart can be had count, and then nobody doubts that it does.
#[test]
fn signs_and_capitals_can_be_had_count() {
    let table = |column: &str, answers: [&str; 10]| {
        let rows = answers.iter().enumerate().map(|(i, answer)| format!("q{i}x,{answer}\n"));
        rows.fold(format!("id,{column}\n"), |text, row| text + &row)
    };
    for (gold, said, option, gives) in [
        (
            ["C", "C++", "C#", "Java", "Rust", "C", "Go", "C++", "Ada", "Perl"],
            ["C++", "C", "C#", "Java", "Rust", "C", "Go", "C#", "Ada", "Perl"],
            "--set punctuation=keep",
            0.7,
        ),
        (
            ["Polish", "polish", "US", "us", "Turkey", "turkey", "Java", "java", "Ada", "March"],
            ["polish", "Polish", "us", "US", "Turkey", "turkey", "Java", "java", "Ada", "March"],
            "--set case=keep",
            0.6,
        ),
    ] {
        let files = [
            File::dropped("gold.csv", table("answer", gold)),
            File::dropped("predictions.csv", table("prediction", said)),
        ];
        let session = score(&files, Choices::default()).unwrap();
        let found = &session.score().unwrap().repairs;
        let repair = found.iter().find(|one| one.option == option).expect(option);
        assert_eq!(repair.would_give, Some(gives), "{repair:?}");
        let after = score(&files, repair.choices.clone()).unwrap();
        assert_eq!(provisional(&after), "", "{option}");
    }
}

/// A blank prediction that no score depends on has no button; one that counts as right has.
#[test]
fn blanks_are_missing_where_somebody_says_so() {
    let lines = |says: [&str; 2]| {
        let mut lines = String::new();
        for (row, said) in says.iter().enumerate() {
            let _ = writeln!(
                lines,
                "{{\"id\": \"b{row}\", \"answers\": [\"\"], \"prediction\": \"{said}\"}}"
            );
        }
        lines
    };
    let file = [File::dropped("both.jsonl", lines(["", "x"]))];
    let set = [("blank".to_owned(), "missing".to_owned())].into();
    let chosen = Choices { preset: Some("plain-text".to_owned()), set, ..Choices::default() };
    let session = score(&file, chosen).unwrap();
    let counts = session.score().unwrap().reconciliations[0];
    assert_eq!((counts.missing, counts.blank), (1, 0));
}

/// So many rows that the first ones of two files in different orders have next to nothing in common.
const MANY: usize = 4000;

fn question_and_answer(i: usize) -> (String, String) {
    (format!("who keeps the lamp of tower {i} alight"), format!("keeper {}", i * 31 % 9973))
}

/// Rows of gold answers, and answers by their questions, dropped without a word.
fn dropped(gold: Vec<Value>, said: serde_json::Map<String, Value>) -> Session {
    let files = [
        File::dropped("towers_gold.jsonl", lines(gold)),
        File::dropped("by_question.json", Value::Object(said).to_string()),
    ];
    score(&files, Choices::default()).unwrap()
}

#[test]
fn predictions_by_question_are_joined_in_any_order() {
    let rows: Vec<Value> = (0..MANY)
        .map(|i| {
            let (question, answer) = question_and_answer(i);
            json!({ "question": question, "answer": [answer] })
        })
        .collect();
    let by_question: serde_json::Map<String, Value> = (0..MANY)
        .map(|i| {
            let row = (i * 1009 + 2003) % MANY;
            let (question, answer) = question_and_answer(row);
            (question, json!(if row.is_multiple_of(4) { "nobody".to_owned() } else { answer }))
        })
        .collect();
    let session = dropped(rows, by_question);
    assert_eq!(session.joined().unwrap().by.value, JoinBy::Question);
    assert_eq!(mean(&session, 0, "exact_match"), 0.75);
    // A part of them that is right throughout is no gold file.
    let half: serde_json::Map<String, Value> =
        (0..300).step_by(2).map(question_and_answer).map(|(q, a)| (q, json!(a))).collect();
    let rows: Vec<Value> = (0..300)
        .map(|i| {
            let (question, answer) = question_and_answer(i);
            json!({ "question": question, "answer": [answer, format!("the {i}th")] })
        })
        .collect();
    let session = dropped(rows, half);
    assert_eq!(mean(&session, 0, "exact_match"), 0.5);
}
