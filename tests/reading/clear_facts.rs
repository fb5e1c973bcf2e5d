//! Where facts are clear, nothing is in doubt; where only values agree and no name says why, something is.

use scoredrop::base::diagnostic::Code;
use scoredrop::session::Session;
use scoredrop_testing::exam::lines;
use scoredrop_testing::{File, codes, has_code, mean, said, score};
use serde_json::{Value, json};

const TOWNS: [&str; 6] = ["Arlen", "Bexley", "Corvin", "Dalby", "Elstow", "Farrow"];
const TREES: [&str; 5] = ["ash", "birch", "cedar", "elm", "yew"];

fn town(row: usize) -> String {
    format!("{} {}", TOWNS[row % TOWNS.len()], TREES[row * 7 % TREES.len()])
}

fn dropped(files: &[File]) -> Session {
    score(files, scoredrop::Choices::default()).expect("a score")
}

fn table(rows: impl IntoIterator<Item = Value>) -> Session {
    dropped(&[File::dropped("out.jsonl", lines(rows))])
}

/// A column that is named as predictions and right more often than another one is meant, whether verdicts say so or not.
#[test]
fn columns_named_as_predictions_and_right_more_often_are_meant() {
    let row = |row: usize, verdict: bool| {
        let hop = if row.is_multiple_of(4) { town(row) } else { format!("hop {}", row % 9) };
        let said = if row.is_multiple_of(3) { "nowhere".to_owned() } else { town(row) };
        let mut row = json!({
            "id": format!("q{}", row * 37 % 101), "question": format!("Where was fair {row} held?"),
            "gold": town(row), "prediction": said, "hop1_answer": hop, "em": !row.is_multiple_of(3),
        });
        if !verdict {
            row.as_object_mut().expect("an object").remove("em");
        }
        row
    };
    let without = table((0..24).map(|one| row(one, false)));
    let with = table((0..24).map(|one| row(one, true)));
    for session in [&without, &with] {
        assert_eq!(mean(session, 0, "exact_match"), 16.0 / 24.0);
    }
    assert_eq!(codes(&without), [""; 0]);
    assert_eq!(codes(&with), [""; 0]);
}

/// A verdict that differs in a few rows decides much where few answers are right.
#[test]
fn a_few_other_verdicts_are_many_beside_few_right_answers() {
    for (others, doubts) in [(0, false), (2, false), (4, true)] {
        let row = |row: usize| {
            let (is_right, is_other) = (row.is_multiple_of(20), row % 20 == 5 && row / 20 < others);
            let gold = format!("{} {row}", town(row));
            let said = if is_right { gold.clone() } else { format!("{} hill", town(row + 1)) };
            json!({
                "question": format!("Where was fair {row} held?"), "gold": gold,
                "prediction": said, "correct": is_right != is_other,
            })
        };
        let session = table((0..200).map(row));
        assert_eq!(mean(&session, 0, "exact_match"), 0.05);
        assert_eq!(codes(&session).contains(&"other_verdicts"), doubts, "{others}");
    }
}

/// Where no name says what columns of two files hold, values that agree are no proof.
#[test]
fn nameless_columns_of_two_files_are_never_silent() {
    let key = |row: usize| format!("k{}", row * 53 % 97);
    let gold =
        |row: usize| json!({ "bfvq": key(row), "zmbn": format!("fair {row}?"), "fhzh": town(row) });
    let run = |row: usize| {
        let revised = if row == 3 { "Arlen".to_owned() } else { town(row) };
        let said = if row % 4 == 1 { "nowhere".to_owned() } else { town(row) };
        json!({ "bfvq": key(row), "vbrm": revised, "jmkm": said })
    };
    let files = [
        File::dropped("gold.jsonl", lines((0..16).map(gold))),
        File::dropped("out.jsonl", lines((0..16).map(run))),
    ];
    assert!(codes(&dropped(&files)).contains(&"gold_by_names"));
    // A file with nothing but a key and one more column leaves nothing open.
    let run = |row: usize| {
        let said = if row % 4 == 1 { "nowhere".to_owned() } else { town(row) };
        json!({ "bfvq": key(row), "jmkm": said })
    };
    let files = [
        File::dropped("gold.jsonl", lines((0..16).map(gold))),
        File::dropped("out.jsonl", lines((0..16).map(run))),
    ];
    assert_eq!(codes(&dropped(&files)), [""; 0]);
}

/// Predictions that are all equal may be of another column, if there is one.
#[test]
fn equal_predictions_are_in_doubt_beside_other_columns() {
    let gold = |row: usize| {
        let answer = ["A", "B", "C", "D"][row * 7 % 4];
        json!({ "id": format!("q{}", row * 37 % 101), "answer": answer })
    };
    let run = |row: usize, more: bool| {
        let mut run = json!({ "id": format!("q{}", row * 37 % 101), "prediction": "A" });
        if more {
            run["note"] = format!("seen {row}").into();
        }
        run
    };
    for (more, expected) in [(false, &[][..]), (true, &["constant_predictions"])] {
        let files = [
            File::dropped("gold.jsonl", lines((0..20).map(gold))),
            File::dropped("predictions.jsonl", lines((0..20).map(|row| run(row, more)))),
        ];
        let session = dropped(&files);
        assert_eq!(mean(&session, 0, "accuracy"), 0.25);
        assert_eq!(said(&session, Code::ConstantPredictions).len(), 1);
        assert_eq!(codes(&session), expected);
    }
}

/// An answer may be a word that sums up, and a row that asks something is a question.
#[test]
fn an_answer_that_sums_up_is_no_summary() {
    let row = |row: usize| {
        let said = if row == 5 { "n".to_owned() } else { format!("{} {row}", town(row)) };
        json!({ "question": format!("Where was fair {row} held?"), "answer": town(row), "prediction": said })
    };
    let session = table((0..12).map(row));
    assert!(!codes(&session).contains(&"rows_that_sum_up"), "{:?}", codes(&session));
}

/// Equal ids of other questions are no pairs.
#[test]
fn files_of_other_questions_are_refused_where_nothing_is_right() {
    let gold = |row: usize| json!({ "id": format!("nr_{row}"), "question": format!("Where was fair {row} held?"), "answer": town(row) });
    let run = |row: usize| {
        let asked = format!("Who drew map {} of the harbour?", row * 3);
        json!({ "id": format!("nr_{row}"), "question": asked, "prediction": format!("Ida {row}") })
    };
    let files = [
        File::dropped("gold.jsonl", lines((0..20).map(gold))),
        File::dropped("predictions.jsonl", lines((0..20).map(run))),
    ];
    let error = score(&files, scoredrop::Choices::default()).expect_err("a refusal");
    assert!(has_code(&error, Code::UnrelatedFiles), "{error:?}");
}

/// Beside an object with question and answer, an answer of its own is not gold in silence.
#[test]
fn the_answer_beside_a_sample_is_not_gold_in_silence() {
    let row = |row: usize| {
        let choices = ["ash", "birch", "cedar", "elm"];
        let letter = ["A", "B", "C", "D"][(row + usize::from(row % 4 == 1)) % 4];
        json!({
            "sample": { "question": format!("Which tree is number {row}?"), "choices": choices, "answer": row % 4 },
            "answer": letter,
            "response": format!("I weigh them one by one. The correct answer is \\boxed{{{letter}}}."),
        })
    };
    let files = [File::dropped("out.jsonl", lines((0..16).map(row)))];
    let session = score(&files, scoredrop::Choices::default());
    assert!(session.map_or(true, |session| !codes(&session).is_empty()));
}

/// A record that holds the question is of the data set, and not what a model said.
#[test]
fn a_record_of_the_question_is_no_prediction() {
    let solution = |row: usize| format!("She counts {row} and 2.\n#### {}", row + 2);
    let asked = |row: usize| format!("How many are {row} and 2 apples in barn {row}?");
    let gold = |row: usize| json!({ "question": asked(row), "answer": solution(row) });
    let run = |row: usize| {
        let said = if row.is_multiple_of(3) { row } else { row + 2 };
        json!({
            "index": row, "item": { "question": asked(row), "answer": solution(row) },
            "output_str": format!("We add what there is. The answer is {said}"),
        })
    };
    let files = [
        File::dropped("test.jsonl", lines((0..30).map(gold))),
        File::dropped("generated.jsonl", lines((0..30).map(run))),
    ];
    for files in [files.clone(), {
        let [a, b] = files;
        [b, a]
    }] {
        assert_eq!(mean(&dropped(&files), 0, "solve_rate"), 20.0 / 30.0);
    }
}

/// Arms of an experiment are runs, one after another as well.
#[test]
fn arms_of_an_experiment_are_runs() {
    let row = |place: usize| {
        let (arm, row) = (place / 250, place % 250);
        let said = if row % (arm + 2) == 0 { "other" } else { TREES[row % 5] };
        let (name, gold) = (["regex", "student"][arm], TREES[row % 5]);
        json!({ "id": format!("x{}", row * 7919 % 1009), "arm": name, "pred": said, "gold": gold })
    };
    let session = table((0..500).map(row));
    assert_eq!(mean(&session, 0, "accuracy"), 0.5);
    assert_eq!(mean(&session, 1, "accuracy"), 166.0 / 250.0);
}

/// Labels that a column named as an output says nearly always are no copy, and fractions answer no texts.
#[test]
fn a_good_classifier_is_no_copy_of_its_labels() {
    let row = |row: usize| {
        json!({
            "text": format!("Case {row} of the fair"), "true_label": town(row),
            "baseline_pred_label": town(row + usize::from(row == 7)),
            "baseline_entropy": format!("0.{}", 370 + row * 13),
        })
    };
    let session = table((0..100).map(row));
    assert_eq!(mean(&session, 0, "exact_match"), 0.99);
    assert_eq!(codes(&session), [""; 0]);
}

#[test]
fn the_options_of_questions_are_no_predictions() {
    let key = |row: usize| {
        let letter = ["a", "b", "c", "d"][row % 4];
        json!({ "number": format!("1.{row}"), "correct_answers": [letter] })
    };
    let question = |row: usize| {
        json!({
            "number": format!("1.{row}"), "question": format!("Where was fair {row} held?"),
            "answers": [town(row), town(row + 1), town(row + 2), "nowhere at all"],
        })
    };
    let files = [
        File::dropped("answers.jsonl", lines((0..20).map(key))),
        File::dropped("questions.jsonl", lines((0..20).map(question))),
    ];
    let error = score(&files, scoredrop::Choices::default()).expect_err("no score");
    assert!(has_code(&error, Code::NoColumn), "{error:?}");
}

/// The task of each row is no gold answer where no output names any: the verdicts are all that is known.
#[test]
fn names_of_tasks_are_no_gold_answers() {
    let row = |row: usize| {
        json!({
            "benchmark": if row < 15 { "sums" } else { "riddles" }, "task_id": format!("t{row}"),
            "correct": !row.is_multiple_of(3),
            "prediction": format!("Let us count the pears of fair {row} in turn. That makes {}.", row * 7 + 3),
        })
    };
    let session = table((0..30).map(row));
    assert_eq!(mean(&session, 0, "accuracy"), 20.0 / 30.0);
    assert_eq!(codes(&session), [""; 0]);
}

/// A copy of the gold answers in one of two tables leaves both of them runs.
#[test]
fn a_copy_in_one_of_two_tables_drops_no_run() {
    let rows = |step: usize, has_copy: bool| {
        let row = move |row: usize| {
            let said = if row.is_multiple_of(step) { "nowhere".to_owned() } else { town(row) };
            let mut cells = json!({
                "question": format!("Where was fair {row} held?"), "answer": said,
                "ground_truth": town(row),
            });
            if has_copy {
                cells["copy"] = town(row).into();
            }
            cells
        };
        lines((0..12).map(row))
    };
    for copies in [[false, false], [true, false], [false, true]] {
        let session = dropped(&[
            File::dropped("one.jsonl", rows(4, copies[0])),
            File::dropped("two.jsonl", rows(2, copies[1])),
        ]);
        let means = [0, 1].map(|run| mean(&session, run, "exact_match"));
        assert_eq!(means, [0.75, 0.5], "{copies:?}");
    }
}

/// `result` is what a model answered where it holds texts, and an empty list is no gold answer.
#[test]
fn results_that_are_texts_are_answers() {
    let gold = |row: usize| {
        json!({
            "task_id": format!("t{row}"), "query": format!("Where was fair {row} held?"),
            "answer": town(row),
        })
    };
    let run = |row: usize| {
        let said = if row.is_multiple_of(3) { "nowhere".to_owned() } else { town(row) };
        json!({
            "task_id": format!("t{row}"), "query": format!("Where was fair {row} held?"),
            "attachments": [], "status": "ok", "result": said,
        })
    };
    let session = dropped(&[
        File::dropped("data.jsonl", lines((0..12).map(gold))),
        File::dropped("out.jsonl", lines((0..12).map(run))),
    ]);
    assert_eq!(mean(&session, 0, "exact_match"), 8.0 / 12.0);
}

/// The same question about several pictures is no key: every row is a question of its own.
#[test]
fn a_question_asked_of_several_pictures_is_no_key() {
    let row = |row: usize, gold: &str| {
        json!({
            "question": format!("What is in picture {}?", row % 5), "expected": gold,
            "prediction": if row.is_multiple_of(4) { "E" } else { gold },
        })
    };
    let pictures = table((0..40).map(|one| row(one, ["A", "B", "C", "D"][one / 5 % 4])));
    assert_eq!(codes(&pictures), [""; 0]);
    assert_eq!(mean(&pictures, 0, "accuracy"), 0.75);
}

/// Outputs that are empty in every row are no predictions.
#[test]
fn outputs_that_are_all_empty_are_refused() {
    let row = |row: usize| json!({ "question": format!("Where was fair {row} held?"), "gold": town(row), "prediction": "" });
    let files = [File::dropped("out.jsonl", lines((0..9).map(row)))];
    let error = score(&files, scoredrop::Choices::default()).expect_err("no score");
    assert!(has_code(&error, Code::NoColumn), "{error:?}");
}

/// Outputs that end like the gold solutions are scored as the authors of the benchmark score them: what stands behind the
/// mark counts, and no later number.
#[test]
fn outputs_that_end_like_the_gold_solutions_are_scored_by_their_mark() {
    let solution = |answer: usize| format!("There are {answer} pears in all.\n#### {answer}");
    let gold = (0..40).map(|row| {
        json!({ "question": format!("How many pears has fair {row}?"), "answer": solution(row + 2) })
    });
    let out = (0..40).map(|row| {
        let said = solution(if row < 30 { row + 2 } else { row * 3 });
        json!({
            "question": format!("How many pears has fair {row}?"),
            "output": if row < 10 { format!("{said}\nThat took 99 steps.") } else { said },
        })
    });
    let session = dropped(&[
        File::dropped("gold.jsonl", lines(gold)),
        File::dropped("out.jsonl", lines(out)),
    ]);
    assert_eq!(mean(&session, 0, "accuracy"), 0.75);
    assert_eq!(codes(&session), [""; 0]);
}

/// Rows of several systems under a name that nobody knows are runs, if each has every id once.
#[test]
fn a_column_of_any_name_tells_runs_apart_by_ids() {
    let row = |row: usize| {
        let (fault, approach) = (row / 3, ["rules", "model", "both"][row % 3]);
        let gold = ["REDIRECT", "RESET", "WAIT"][fault * 7 % 3];
        let other = ["REDIRECT", "RESET", "WAIT"][(fault * 7 + 1) % 3];
        let said = if fault.is_multiple_of(row % 3 + 2) { gold } else { other };
        json!({
            "fault_id": format!("F{fault:03}"), "correct_action": gold, "approach": approach,
            "decision": said, "is_correct": u8::from(said == gold),
        })
    };
    let session = table((0..36).map(row));
    let score = session.score().expect("a score");
    assert_eq!(score.evaluation.runs.len(), 3);
    assert_eq!(mean(&session, 0, "accuracy"), 0.5);
    assert_eq!(codes(&session), [""; 0]);
}

/// Numbers of attempts are no gold answers; a checker's verdict about each attempt is the score.
#[test]
fn numbers_of_attempts_are_no_gold_answers() {
    let row = |row: usize| {
        json!({
            "problem": format!("p{}", row / 5), "model": "m", "sample": row % 5,
            "verified": !row.is_multiple_of(10), "timed_out": row.is_multiple_of(10),
            "extracted_code": format!("method Abs{row}(x: int) returns (y: int) {{ y := {}; }}", row % 5),
        })
    };
    let session = table((0..20).map(row));
    assert_eq!(mean(&session, 0, "accuracy"), 0.9);
    assert_eq!(codes(&session), [""; 0]);
}

/// A column of labels with a column of scores is what a classifier said, be its name the first of its kind.
#[test]
fn labels_of_scored_classifiers_are_runs() {
    let label = |is_toxic: bool| if is_toxic { "toxic" } else { "non-toxic" };
    let row = |row: usize| {
        json!({
            "text": format!("remark {row}"), "expected_label": label(row.is_multiple_of(2)),
            "toxic_bert_label": label(row.is_multiple_of(3)), "toxic_bert_score": row as f64 / 24.0,
            "detoxify_label": label(row.is_multiple_of(4)), "detoxify_score": row as f64 / 48.0,
        })
    };
    let session = table((0..24).map(row));
    let score = session.score().expect("a score");
    assert_eq!(score.evaluation.runs.len(), 2);
    assert_eq!(mean(&session, 1, "accuracy"), 0.75);
}

/// Grades by letter are the file's own verdicts, and a figure next to the rows confirms verdicts.
#[test]
fn grades_by_letter_are_verdicts() {
    let graded = table((0..24).map(|row: usize| {
        let said = if row.is_multiple_of(3) { town(row) } else { "nowhere".to_owned() };
        let grade = if row.is_multiple_of(2) { "A" } else { ["B", "C"][row / 2 % 2] };
        json!({"question": format!("Where was fair {row}?"), "target": town(row), "predicted_answer": said, "grade": grade})
    }));
    let stored = graded.score().expect("a score").stored[0].clone().expect("verdicts");
    assert_eq!((stored.column.as_str(), stored.right, stored.n), ("grade", 12, 24));
    assert!(codes(&graded).contains(&"other_verdicts"));
    let results: Vec<Value> = (0..20)
        .map(|row: usize| {
            let tests = row % 3;
            json!({"task_id": format!("t/{row}"), "passed": row.is_multiple_of(4), "test_count": 3, "tests_passed": tests})
        })
        .collect();
    for (rate, doubts) in [(0.25, &[][..]), (0.5, &["own_verdicts", "other_figure"])] {
        let file = json!({"summary": {"total": 20, "pass_rate": rate}, "results": results});
        let session = dropped(&[File::dropped("results.json", file.to_string())]);
        assert_eq!(mean(&session, 0, "accuracy"), 0.25);
        assert_eq!(codes(&session), doubts);
    }
}

/// Verdicts that count every answer that equals its gold answer as right, and many others, are the score: in one file
/// and next to a gold file.
#[test]
fn verdicts_that_count_more_than_a_comparison_are_the_score() {
    let gold = |row: usize| town(row);
    let said = |row: usize| match row % 4 {
        0 | 1 => town(row),
        2 => format!("near {}", town(row + 1)),
        _ => "nowhere".to_owned(),
    };
    let is_right = |row: usize| row % 4 < 3;
    let key = |row: usize| format!("q{}", row * 37 % 101);
    let whole = |row: usize| {
        json!({
            "id": key(row), "question": format!("Where was fair {row} held?"),
            "gold": gold(row), "prediction": said(row), "correct": is_right(row),
        })
    };
    let one = table((0..40).map(whole));
    assert_eq!(mean(&one, 0, "accuracy"), 0.75);
    let data = |row: usize| json!({ "id": key(row), "question": format!("Where was fair {row} held?"), "gold": gold(row) });
    let run =
        |row: usize| json!({ "id": key(row), "prediction": said(row), "correct": is_right(row) });
    let files = [
        File::dropped("gold.jsonl", lines((0..40).map(data))),
        File::dropped("predictions.jsonl", lines((0..40).map(run))),
    ];
    assert_eq!(mean(&dropped(&files), 0, "accuracy"), 0.75);
    // Verdicts that contradict the comparison judge something else.
    let other = |row: usize| {
        let mut row_of = whole(row);
        row_of["correct"] = json!(row % 4 > 1);
        row_of
    };
    let session = table((0..40).map(other));
    assert_eq!(mean(&session, 0, "exact_match"), 0.5);
    assert!(codes(&session).contains(&"other_verdicts"));
}

/// Some columns of systems are called by numbers: words above numbers show that the first line has the names.
#[test]
fn numbers_in_the_first_line_may_be_names_of_systems() {
    let head = "id,label,base,15,16,tuned,17a,17e\n".to_owned();
    let row = |row: usize| {
        let bit = |far: usize| usize::from((row * 7 + far * row * row) % 11 > 4);
        let cells: Vec<String> = (1..8).map(|far| bit(far).to_string()).collect();
        format!("{row},{}\n", cells.join(","))
    };
    let text: String = std::iter::once(head).chain((0..60).map(row)).collect();
    let session = dropped(&[File::dropped("out.csv", text)]);
    assert_eq!(session.joined().expect("a join").runs.len(), 6);
}

/// A text without a name for gold answers is what a model was given, not what it should have answered.
#[test]
fn a_text_next_to_what_was_taken_out_of_it_is_no_gold_answer() {
    let row = |row: usize| {
        let text = format!("Fair {row} was held at {} by the old mill.", town(row));
        json!({ "index": row, "text": text, "extracted": town(row), "predicted_label": TREES[row % 5] })
    };
    let files = [File::dropped("out.jsonl", lines((0..30).map(row)))];
    assert!(score(&files, scoredrop::Choices::default()).is_err());
}

/// Of a ranked list and the first answer alone, the first answer is the prediction.
#[test]
fn a_first_answer_is_read_before_a_ranked_list() {
    let row = |row: usize| {
        let first = town(row + row % 3);
        json!({
            "ground_truth": town(row), "top1_pred": first.clone(),
            "top5_preds": [first, town(row), town(row + 4)],
        })
    };
    let session = table((0..30).map(row));
    assert_eq!(mean(&session, 0, "exact_match"), 1.0 / 3.0);
}
