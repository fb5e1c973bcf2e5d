//! Whole systems on whole benchmarks, against what the official evaluators said of them: every
//! value of every question and every mean, to the last bit. Needs the folder `../shared/data`.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use scoredrop::base::diagnostic::Code;
use scoredrop::base::types::{ColumnChoice, Field, Role, State};
use scoredrop::session::Session;
use scoredrop::session::protocol::Choices;
use scoredrop_testing::{
    self, File, agreed, as_preset, assert_adds_up, json_lines, keys, mean, official, real, said,
    score, values,
};
use serde_json::Value;
use std::collections::HashMap;

fn gold(path: &str) -> Option<File> {
    Some(File::gold(path.rsplit('/').next().unwrap(), real(path)?))
}

fn predictions(path: &str) -> Option<File> {
    Some(File::predictions(path.rsplit('/').next().unwrap(), real(path)?))
}

fn expected(path: &str) -> Option<Value> {
    Some(serde_json::from_slice(&real(path)?).unwrap())
}

/// Names of the reference's values and of ours.
type Names = &'static [(&'static str, &'static str)];

const SQUAD_V1: Names = &[("exact_match", "exact_match"), ("f1", "f1")];
const SQUAD_V2: Names = &[("exact", "exact_match"), ("f1", "f1")];
const EVOAGENTX: Names = &[("em", "exact_match"), ("f1", "f1"), ("acc", "contains_answer")];
const HOTPOT_ANSWERS: Names =
    &[("em", "exact_match"), ("f1", "f1"), ("prec", "precision"), ("recall", "recall")];
const HOTPOT: Names = &[
    ("em", "exact_match"),
    ("f1", "f1"),
    ("prec", "precision"),
    ("recall", "recall"),
    ("sp_em", "supporting_facts_exact_match"),
    ("sp_f1", "supporting_facts_f1"),
    ("sp_prec", "supporting_facts_precision"),
    ("sp_recall", "supporting_facts_recall"),
    ("joint_em", "joint_exact_match"),
    ("joint_f1", "joint_f1"),
    ("joint_prec", "joint_precision"),
    ("joint_recall", "joint_recall"),
];

/// Compares every value of every question; `find` gives the gold row of a line. Where the reference
/// skips a question it must be missing here and worth 0. Returns how many values were compared.
fn compare_questions(
    session: &Session,
    lines: &[Value],
    names: Names,
    part: Option<&str>,
    find: impl Fn(usize, &Value) -> usize,
) -> usize {
    let ours: Vec<Vec<Option<f64>>> =
        names.iter().map(|(_, metric)| values(session, 0, metric)).collect();
    let states = &session.score().unwrap().evaluation.runs[0].states;
    let mut compared = 0;
    for (index, line) in lines.iter().enumerate() {
        let row = find(index, line);
        let missing = line["missing"] == true;
        assert!(!missing || states[row] == State::Missing, "line {index}: {line}");
        for ((name, _), ours) in names.iter().zip(&ours) {
            let theirs = part.map_or(line, |part| &line[part]);
            let theirs = if missing { Some(0.0) } else { theirs[name].as_f64() };
            let theirs = theirs.unwrap_or_else(|| panic!("line {index} has no {name}: {line}"));
            assert_eq!(ours[row], Some(theirs), "line {index}, {name}: {line}");
            compared += 1;
        }
    }
    compared
}

/// Questions that the system answered.
fn answered(lines: &[Value]) -> usize {
    lines.iter().filter(|line| line["missing"] != true).count()
}

fn in_order(session: &Session) -> impl Fn(usize, &Value) -> usize {
    let keys = keys(session);
    move |index, line| {
        assert_eq!(keys[index], line["id"].as_str().unwrap());
        index
    }
}

fn by(session: &Session, name: &'static str) -> impl Fn(usize, &Value) -> usize {
    let rows: HashMap<String, usize> =
        keys(session).into_iter().enumerate().map(|(row, key)| (key, row)).collect();
    move |_, line| rows[line[name].as_str().unwrap()]
}

/// Compares the official block of the first run with what the script printed: the same keys in the
/// same order, and the same values.
fn compare_block(session: &Session, expected: &Value) -> usize {
    let block = &session.score().unwrap().official[0];
    let expected = expected.as_object().unwrap();
    let keys: Vec<&String> = block.iter().map(|(key, _)| key).collect();
    assert_eq!(keys, expected.keys().collect::<Vec<_>>());
    for (key, value) in block {
        assert_eq!(*value, expected[key], "{key}");
    }
    block.len()
}

#[test]
fn squad_v1() {
    for name in ["bert", "logistic_regression_baseline"] {
        let path = |end: &str| format!("squad_v1/expected/{name}.{end}");
        let (Some(gold), Some(predictions), Some(aggregate), Some(lines)) = (
            gold("squad_v1/dev-v1.1.json"),
            predictions(&format!("squad_v1/preds/{name}.json")),
            expected(&path("aggregate.json")),
            real(&path("per_question.jsonl")),
        ) else {
            return;
        };
        let session = score(&[gold, predictions], as_preset("squad-v1")).unwrap();
        assert_adds_up(&session);
        let lines = json_lines(&lines);
        assert_eq!(lines.len(), 10_570);
        let questions = compare_questions(&session, &lines, SQUAD_V1, None, in_order(&session));
        let means = compare_block(&session, &aggregate);
        let counts = session.score().unwrap().reconciliations[0];
        let expected = if name == "bert" { (0, 0) } else { (13, 28) };
        assert_eq!((counts.missing, counts.extra), expected);
        assert!(session.score().unwrap().provisional.is_empty());
        agreed("real", "squad-v1", answered(&lines), name);
        eprintln!("SQuAD 1.1, {name}: {questions} values of questions and {means} means agree");
    }
}

#[test]
fn squad_v2() {
    let (Some(gold), Some(predictions), Some(na_prob), Some(aggregate), Some(lines)) = (
        gold("squad_v2/dev-v2.0.json"),
        predictions("squad_v2/preds/bert.json"),
        real("squad_v2/na_prob/bert.synthetic_na_prob.json"),
        expected("squad_v2/expected/bert.aggregate.json"),
        real("squad_v2/expected/bert.per_question.jsonl"),
    ) else {
        return;
    };
    let lines = json_lines(&lines);
    assert_eq!(lines.len(), 11_873);
    let na_prob = File::na_prob("na_prob.json", na_prob);
    for (part, threshold) in
        [("plain", None), ("na_prob_t1.0", Some("1.0")), ("na_prob_t0.5", Some("0.5"))]
    {
        let mut files = vec![gold.clone(), predictions.clone()];
        let mut choices = as_preset("squad-v2");
        if let Some(threshold) = threshold {
            files.push(na_prob.clone());
            choices.set.insert("na_threshold".to_owned(), threshold.to_owned());
        }
        let session = score(&files, choices).unwrap();
        assert_adds_up(&session);
        // The reference writes the values of questions as they are before any threshold.
        let questions = if threshold == Some("0.5") {
            compare_raw(&session, &lines)
        } else {
            compare_questions(&session, &lines, SQUAD_V2, None, in_order(&session))
        };
        let means = compare_block(&session, &aggregate[part]);
        eprintln!("SQuAD 2.0, {part}: {questions} values of questions and {means} means agree");
    }
    agreed("real", "squad-v2", answered(&lines), "bert");
}

/// The values before the threshold.
fn compare_raw(session: &Session, lines: &[Value]) -> usize {
    let raw = &session.score().unwrap().evaluation.runs[0].raw;
    for (line, raw) in lines.iter().zip(raw) {
        let expected = (line["exact"].as_f64().unwrap(), line["f1"].as_f64().unwrap());
        assert_eq!(*raw, expected, "{line}");
    }
    assert_eq!(raw.len(), lines.len());
    2 * lines.len()
}

#[test]
fn nq_open_gar_t5() {
    let (Some(tsv), Some(dev), Some(predictions), Some(on_tsv), Some(on_dev), Some(lines)) = (
        gold("nq_open/nq-test.qa.csv"),
        gold("nq_open/NQ-open.dev.jsonl"),
        predictions("nq_open/preds/gar-t5.jsonl"),
        expected("nq_open/expected/gar-t5.nq-test.aggregate.json"),
        expected("nq_open/expected/gar-t5.NQ-open.dev.aggregate.json"),
        real("nq_open/expected/gar-t5.nq-test.per_question.jsonl"),
    ) else {
        return;
    };
    let lines = json_lines(&lines);
    assert_eq!(lines.len(), 3610);
    // The lines carry the number of the row only.
    let by_number = |_: usize, line: &Value| {
        let number = line["id"].as_str().unwrap().strip_prefix("test-").unwrap();
        number.parse::<usize>().unwrap() - 1
    };
    let files = [tsv, predictions.clone()];

    let session = score(&files, as_preset("nq")).unwrap();
    assert_adds_up(&session);
    let mut questions =
        compare_questions(&session, &lines, EVOAGENTX, Some("evoagentx"), by_number);
    for (theirs, _) in EVOAGENTX {
        assert_eq!(official(&session, 0, theirs), on_tsv["evoagentx"][theirs].as_f64());
    }
    assert_eq!(session.score().unwrap().evaluation.total() as u64, on_tsv["n"].as_u64().unwrap());

    let session = score(&files, as_preset("nq-open")).unwrap();
    let names: Names = &[("orqa_em", "exact_match")];
    questions += compare_questions(&session, &lines, names, None, by_number);
    assert_eq!(official(&session, 0, "accuracy"), on_tsv["orqa_accuracy"].as_f64());

    // FiD's exact match is SQuAD's.
    let session = score(&files, as_preset("squad-v1")).unwrap();
    let names: Names = &[("fid_em", "exact_match")];
    questions += compare_questions(&session, &lines, names, None, by_number);
    assert_eq!(mean(&session, 0, "exact_match"), on_tsv["fid_em"].as_f64().unwrap());

    let session = score(&[dev, predictions], as_preset("nq-open")).unwrap();
    let means = 6 + compare_block(&session, &on_dev);
    assert!(session.score().unwrap().provisional.is_empty());
    for preset in ["nq", "nq-open", "squad-v1"] {
        agreed("real", preset, answered(&lines), "gar-t5");
    }
    eprintln!("NQ-open, gar-t5: {questions} values of questions and {means} means agree");
}

#[test]
fn nq_open_csv_quoted() {
    let (Some(gold), Some(predictions)) = (
        gold("nq_open/nq-test.tokenized-csvquoted.csv"),
        predictions("nq_open/preds/gar-t5.jsonl"),
    ) else {
        return;
    };
    let session = score(&[gold, predictions], as_preset("nq")).unwrap();
    assert_adds_up(&session);
    assert_eq!(session.score().unwrap().evaluation.total(), 3610);
    assert_eq!(session.score().unwrap().reconciliations[0].unparseable, 0);
    let all: Vec<u32> = (0..3610).collect();
    for row in session.finished().unwrap().rows(0, &all) {
        assert!(!row.golds.is_empty(), "row {} has no answers", row.row);
    }
    eprintln!("NQ, quoted as CSV: 3610 questions read, each with its answers");
}

#[test]
fn nq_open_efficientqa() {
    let name = "efficientqa_test.def_correct_predictions";
    let (Some(gold), Some(predictions), Some(aggregate), Some(lines)) = (
        gold("nq_open/NQ-open.efficientqa.test.1.1.jsonl"),
        predictions(&format!("nq_open/preds/{name}.jsonl")),
        expected(&format!("nq_open/expected/{name}.aggregate.json")),
        real(&format!("nq_open/expected/{name}.per_question.jsonl")),
    ) else {
        return;
    };
    let lines = json_lines(&lines);
    assert_eq!(lines.len(), 554);
    let files = [gold, predictions];
    let (mut questions, mut means) = (0, 0);
    for column in ["answer", "answer_and_def_correct_predictions"] {
        let choices = |preset: &str| Choices {
            columns: vec![ColumnChoice {
                role: Role::Gold,
                field: Field::Answers,
                column: column.to_owned(),
            }],
            ..as_preset(preset)
        };
        let session = score(&files, choices("nq-open")).unwrap();
        assert_adds_up(&session);
        let names: Names = &[("orqa_em", "exact_match")];
        questions +=
            compare_questions(&session, &lines, names, Some(column), by(&session, "question"));
        means += compare_block(&session, &aggregate[column]);
        let session = score(&files, choices("nq")).unwrap();
        questions +=
            compare_questions(&session, &lines, EVOAGENTX, Some(column), by(&session, "question"));
        agreed("real", "nq-open", answered(&lines), column);
        agreed("real", "nq", answered(&lines), column);
    }
    eprintln!("EfficientQA: {questions} values of questions and {means} means agree");
}

#[test]
fn hotpotqa() {
    for name in ["dev_distractor_pred1", "gemma2_default_rag_100"] {
        let Some(predictions) = predictions(&format!("hotpotqa/preds/{name}.json")) else { return };
        hotpotqa_answers(name, &predictions);
        hotpotqa_with_facts(name, &predictions);
    }
}

/// All 7 405 answers, without supporting facts.
fn hotpotqa_answers(name: &str, predictions: &File) {
    let (Some(gold), Some(aggregate), Some(lines)) = (
        gold("hotpotqa/hotpot_dev_answers_7405.json"),
        expected(&format!("hotpotqa/expected/{name}.answers.aggregate.json")),
        real(&format!("hotpotqa/expected/{name}.answers.per_question.jsonl")),
    ) else {
        return;
    };
    let files = [gold, predictions.clone()];
    let lines = json_lines(&lines);
    let session = score(&files, as_preset("hotpotqa")).unwrap();
    assert_adds_up(&session);
    let mut questions =
        compare_questions(&session, &lines, HOTPOT_ANSWERS, None, by(&session, "id"));
    // The script itself needs the supporting facts of both sides.
    assert!(session.score().unwrap().official[0].is_empty());
    assert_eq!(said(&session, Code::NoOfficialBlock).len(), 1);
    for (theirs, ours) in [
        ("official_em_over_n_gold", "exact_match"),
        ("official_f1_over_n_gold", "f1"),
        ("official_prec", "precision"),
        ("official_recall", "recall"),
    ] {
        assert_eq!(mean(&session, 0, ours), aggregate[theirs].as_f64().unwrap(), "{theirs}");
    }
    let counts = session.score().unwrap().reconciliations[0];
    assert_eq!(counts.gold, aggregate["n_gold"].as_u64().unwrap());
    assert_eq!(counts.gold - counts.missing, aggregate["n_scored"].as_u64().unwrap());

    let session = score(&files, as_preset("hotpotqa-evoagentx")).unwrap();
    questions +=
        compare_questions(&session, &lines, EVOAGENTX, Some("evoagentx"), by(&session, "id"));
    // Its mean over the scored is ours with missing answers left out.
    let mut choices = as_preset("hotpotqa-evoagentx");
    choices.set.insert("missing".to_owned(), "exclude".to_owned());
    let session = score(&files, choices).unwrap();
    for (theirs, ours) in EVOAGENTX {
        let theirs = &aggregate[format!("evoagentx_mean_over_scored_{theirs}")];
        assert_eq!(mean(&session, 0, ours), theirs.as_f64().unwrap(), "{ours}");
    }
    agreed("real", "hotpotqa", answered(&lines), name);
    agreed("real", "hotpotqa-evoagentx", answered(&lines), name);
    eprintln!("HotpotQA answers, {name}: {questions} values of questions and 9 means agree");
}

/// 295 questions with supporting facts.
fn hotpotqa_with_facts(name: &str, predictions: &File) {
    let (Some(gold), Some(aggregate), Some(lines)) = (
        gold("hotpotqa/hotpot_dev_distractor_sub295.json"),
        expected(&format!("hotpotqa/expected/{name}.sub295.aggregate.json")),
        real(&format!("hotpotqa/expected/{name}.sub295.per_question.jsonl")),
    ) else {
        return;
    };
    let files = [gold, predictions.clone()];
    let lines = json_lines(&lines);
    assert_eq!(lines.len(), 295);
    let session = score(&files, as_preset("hotpotqa")).unwrap();
    assert_adds_up(&session);
    let questions = compare_questions(&session, &lines, HOTPOT, None, in_order(&session));
    let means = compare_block(&session, &aggregate);
    // Answers alone do not depend on supporting facts.
    let plain = score(&files, as_preset("hotpotqa-evoagentx")).unwrap();
    assert_eq!(values(&plain, 0, "exact_match"), values(&session, 0, "exact_match"));
    agreed("real", "hotpotqa", answered(&lines), "with supporting facts");
    eprintln!("HotpotQA, {name}: {questions} values of questions and {means} means agree");
}
