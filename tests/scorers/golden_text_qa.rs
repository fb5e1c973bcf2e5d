//! The core against what the real question-answering scorers returned; see `golden/README.md`.

// Helpers of tests are tests too; clippy sees only the functions with the attribute.
#![allow(clippy::unwrap_used)]

use scoredrop::aggregate::thresholds::{Answered, best_thresholds};
use scoredrop::score::metric::contains_answer::{Tokenised, contains_answer};
use scoredrop::score::metric::supporting_facts::{self, Facts};
use scoredrop::score::metric::token_f1::{EmptyRule, Overlap, YesNoRule, token_f1};
use scoredrop::score::metric::{MatchScore, joint};
use scoredrop::text::{Normalizer, Scratch, Step, WordClass};
use scoredrop_testing::golden_rows;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

const ROWS: &str = include_str!("../golden/text-qa.jsonl");

/// The gold list of a row whose prediction is a text.
fn texts(row: &Value) -> Option<(Vec<String>, &str)> {
    let prediction = row["pred"].as_str()?;
    Some((strings(&row["gold"]), prediction))
}

fn strings(list: &Value) -> Vec<String> {
    list.as_array().unwrap().iter().map(|gold| gold.as_str().unwrap().to_owned()).collect()
}

/// Compares field by field; the expected fields must all be there.
fn check(row: &Value, actual: &Value) {
    let id = &row["id"];
    for (name, expected) in row["expected"].as_object().unwrap() {
        let (expected, actual) = (expected.as_f64().unwrap(), actual[name].as_f64());
        let close = actual.is_some_and(|actual| (actual - expected).abs() <= 1e-12);
        assert!(close, "{id}: {name} is {actual:?}, the reference has {expected}");
    }
}

fn is_error(row: &Value) -> bool {
    row["expected"].get("error").is_some()
}

/// One scorer of short answers: its normal form and its rules.
struct Scorer {
    normalizer: Normalizer,
    empty: EmptyRule,
    yes_no: YesNoRule,
    drop_blank_golds: bool,
}

struct Scored {
    exact: bool,
    best: Overlap,
}

impl Scorer {
    fn new(class: WordClass, empty: EmptyRule, yes_no: YesNoRule) -> Self {
        let normalizer = Normalizer::new(&[
            Step::Lowercase,
            Step::DeletePunctuation,
            Step::DeleteArticles(class),
            Step::CollapseWhitespace,
        ]);
        Self { normalizer, empty, yes_no, drop_blank_golds: false }
    }

    fn squad_v1() -> Self {
        Self::new(WordClass::PythonRe, EmptyRule::Zero, YesNoRule::Off)
    }

    fn squad_v2() -> Self {
        let scorer = Self::new(WordClass::PythonRe, EmptyRule::Equal, YesNoRule::Off);
        Self { drop_blank_golds: true, ..scorer }
    }

    fn score(&self, golds: &[String], prediction: &str) -> Scored {
        let mut scratch = Scratch::default();
        let prediction = self.normalizer.apply(prediction, &mut scratch).to_owned();
        let mut golds: Vec<String> =
            golds.iter().map(|gold| self.normalizer.apply(gold, &mut scratch).to_owned()).collect();
        if self.drop_blank_golds {
            golds.retain(|gold| !gold.is_empty());
            if golds.is_empty() {
                golds.push(String::new());
            }
        }
        let golds = || golds.iter().map(String::as_str);
        let overlap = |gold| token_f1(&prediction, gold, self.empty, self.yes_no);
        let closest =
            golds().map(overlap).reduce(|best, one| if one.f1 > best.f1 { one } else { best });
        let exact = golds().any(|gold| gold == prediction);
        Scored { exact, best: closest.unwrap_or(Overlap::ZERO) }
    }
}

/// Sums in file order and divides by the number of gold questions, as the official scripts do.
fn mean(values: impl IntoIterator<Item = f64>, n: usize) -> f64 {
    values.into_iter().fold(0.0, |sum, value| sum + value) / n as f64
}

fn number(flag: bool) -> f64 {
    f64::from(u8::from(flag))
}

fn squad_answers(question: &Value) -> Vec<String> {
    let answers = question["answers"].as_array().unwrap();
    answers.iter().map(|answer| answer["text"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn squad_v1() {
    let scorer = Scorer::squad_v1();
    let mut crashed = Vec::new();
    for row in golden_rows(ROWS, "squad_v1") {
        let actual = if let Some((golds, prediction)) = texts(&row) {
            let scored = scorer.score(&golds, prediction);
            json!({"exact_match": number(scored.exact), "f1": scored.best.f1})
        } else {
            let questions = row["gold"].as_array().unwrap();
            let scored: Vec<Option<Scored>> = questions
                .iter()
                .map(|question| {
                    let prediction = row["pred"][question["id"].as_str().unwrap()].as_str()?;
                    Some(scorer.score(&squad_answers(question), prediction))
                })
                .collect();
            let scored = || scored.iter().flatten();
            json!({
                "exact_match": 100.0 * mean(scored().map(|one| number(one.exact)), questions.len()),
                "f1": 100.0 * mean(scored().map(|one| one.best.f1), questions.len()),
            })
        };
        if is_error(&row) {
            crashed.push(format!("{}: {actual}", row["kind"].as_str().unwrap()));
        } else {
            check(&row, &actual);
        }
    }
    // A question without any gold answer is our definition: it scores 0.
    assert_eq!(
        crashed,
        [
            r#"empty_list_gold: {"exact_match":0.0,"f1":0.0}"#,
            r#"ds_noans_gold_crashes: {"exact_match":50.0,"f1":50.0}"#,
        ]
    );
}

#[test]
fn hf_squad() {
    let scorer = Scorer::squad_v1();
    for row in golden_rows(ROWS, "hf_squad") {
        let (golds, prediction) = texts(&row).unwrap();
        let scored = scorer.score(&golds, prediction);
        let actual =
            json!({"exact_match": 100.0 * number(scored.exact), "f1": 100.0 * scored.best.f1});
        if is_error(&row) {
            assert_eq!(actual, json!({"exact_match": 0.0, "f1": 0.0}));
        } else {
            check(&row, &actual);
        }
    }
}

/// The whole block that `evaluate-v2.0.py` prints, from complete files.
fn squad_v2_block(row: &Value) -> Value {
    let scorer = Scorer::squad_v2();
    let probabilities = row["pred"]["na_prob"].as_object();
    let questions = row["gold"].as_array().unwrap();
    let score = |question: &Value| {
        let id = question["id"].as_str().unwrap();
        let prediction = row["pred"]["preds"][id].as_str().unwrap();
        let golds = squad_answers(question);
        let scored = scorer.score(&golds, prediction);
        Answered {
            has_answer: !golds.is_empty(),
            prediction_is_empty: prediction.is_empty(),
            exact: number(scored.exact),
            f1: scored.best.f1,
            na_prob: probabilities.map_or(0.0, |all| all[id].as_f64().unwrap()),
        }
    };
    let answered: Vec<Answered> = questions.iter().map(score).collect();
    let threshold = row["pred"]["thresh"].as_f64().unwrap_or(1.0);
    let mut block = Map::new();
    let mut add = |prefix: &str, group: &[Answered]| {
        let of = |value: fn(&Answered) -> f64| {
            // Above the threshold a prediction counts as no answer.
            let applied = group.iter().map(|one| {
                if one.na_prob > threshold { number(!one.has_answer) } else { value(one) }
            });
            100.0 * mean(applied, 1) / group.len() as f64
        };
        block.insert(format!("{prefix}exact"), json!(of(|one| one.exact)));
        block.insert(format!("{prefix}f1"), json!(of(|one| one.f1)));
        block.insert(format!("{prefix}total"), json!(group.len()));
    };
    add("", &answered);
    let (has, no): (Vec<_>, Vec<_>) = answered.iter().partition(|one| one.has_answer);
    for (prefix, group) in [("HasAns_", has), ("NoAns_", no)] {
        if !group.is_empty() {
            add(prefix, &group);
        }
    }
    if let Some(probabilities) = probabilities {
        let find = |id: &str| questions.iter().find(|question| question["id"] == id).unwrap();
        let in_file_order: Vec<Answered> = probabilities.keys().map(|id| score(find(id))).collect();
        let best = best_thresholds(&in_file_order).unwrap();
        block.insert("best_exact".into(), json!(best.exact));
        block.insert("best_exact_thresh".into(), json!(best.exact_threshold));
        block.insert("best_f1".into(), json!(best.f1));
        block.insert("best_f1_thresh".into(), json!(best.f1_threshold));
    }
    Value::Object(block)
}

#[test]
fn squad_v2() {
    let scorer = Scorer::squad_v2();
    let mut crashed = BTreeSet::new();
    for row in golden_rows(ROWS, "squad_v2") {
        if is_error(&row) {
            crashed.insert(row["kind"].as_str().unwrap().to_owned());
        } else if let Some((golds, prediction)) = texts(&row) {
            let scored = scorer.score(&golds, prediction);
            check(&row, &json!({"exact": number(scored.exact), "f1": scored.best.f1}));
        } else {
            let block = squad_v2_block(&row);
            check(&row, &block);
            assert_eq!(
                block.as_object().unwrap().len(),
                row["expected"].as_object().unwrap().len()
            );
        }
    }
    // What a missing prediction or probability and an empty gold file mean is decided per file.
    assert_eq!(
        crashed,
        ["ds_empty", "ds_missing_pred", "ds_naprob_missing_key"].map(str::to_owned).into()
    );
    assert_eq!(best_thresholds(&[]), None);
}

#[test]
fn nq_open() {
    let normalizer = Normalizer::new(&[
        Step::Nfd,
        Step::Lowercase,
        Step::DeletePunctuation,
        Step::DeleteArticles(WordClass::PythonRe),
        Step::CollapseWhitespace,
    ]);
    let scorer = Scorer { normalizer, ..Scorer::squad_v1() };
    for row in golden_rows(ROWS, "nq_open_orqa") {
        if let Some((golds, prediction)) = texts(&row) {
            let exact = scorer.score(&golds, prediction).exact;
            if is_error(&row) {
                assert!(!exact);
            } else {
                check(&row, &json!({"accuracy": number(exact)}));
            }
            continue;
        }
        let gold = row["gold"].as_object().unwrap();
        let correct = gold.iter().filter_map(|(question, golds)| {
            Some(scorer.score(&strings(golds), row["pred"][question].as_str()?).exact)
        });
        let correct: Vec<bool> = correct.collect();
        let right = correct.iter().filter(|right| **right).count();
        let actual = json!({
            "missing_predictions": gold.len() - correct.len(),
            "num_correct": right,
            "num_total": gold.len(),
            "accuracy": right as f64 / gold.len() as f64,
        });
        check(&row, &actual);
    }
}

#[test]
fn evoagentx() {
    let scorer = Scorer::new(WordClass::RegexModule, EmptyRule::Zero, YesNoRule::On);
    for row in [golden_rows(ROWS, "evoagentx_nq"), golden_rows(ROWS, "evoagentx_hotpotqa")].concat()
    {
        let (golds, prediction) = texts(&row).unwrap();
        let scored = scorer.score(&golds, prediction);
        let answer = Tokenised::new(prediction);
        let contains = golds.iter().any(|gold| contains_answer(&answer, &Tokenised::new(gold)));
        let actual = json!({
            "em": number(scored.exact),
            "f1": scored.best.f1,
            "acc": number(contains),
        });
        if is_error(&row) {
            assert_eq!(actual, json!({"em": 0.0, "f1": 0.0, "acc": 0.0}));
        } else {
            check(&row, &actual);
        }
    }
}

fn hotpot_fields(fields: &mut Map<String, Value>, prefix: &str, verdicts: &[MatchScore], n: usize) {
    let mut add = |name: &str, value: fn(&MatchScore) -> f64| {
        fields.insert(format!("{prefix}{name}"), json!(mean(verdicts.iter().map(value), n)));
    };
    add("em", |one| number(one.exact_match));
    add("f1", |one| one.overlap.f1);
    add("prec", |one| one.overlap.precision);
    add("recall", |one| one.overlap.recall);
}

#[test]
fn hotpotqa() {
    let scorer = Scorer::new(WordClass::PythonRe, EmptyRule::Zero, YesNoRule::On);
    let answer_verdict = |golds: &[String], prediction: &str| {
        let scored = scorer.score(golds, prediction);
        MatchScore { exact_match: scored.exact, overlap: scored.best }
    };
    let mut crashed = Vec::new();
    for row in golden_rows(ROWS, "hotpotqa") {
        let mut fields = Map::new();
        if is_error(&row) {
            crashed.push(row["kind"].as_str().unwrap().to_owned());
            continue;
        }
        if let Some((golds, prediction)) = texts(&row) {
            hotpot_fields(&mut fields, "", &[answer_verdict(&golds, prediction)], 1);
            check(&row, &Value::Object(fields));
            continue;
        }
        let questions = row["gold"].as_array().unwrap();
        let (mut answers, mut facts, mut joints) = (Vec::new(), Vec::new(), Vec::new());
        for question in questions {
            let id = question["_id"].as_str().unwrap();
            let gold = [question["answer"].as_str().unwrap().to_owned()];
            let answer = row["pred"]["answer"][id].as_str().map(|text| answer_verdict(&gold, text));
            let facts_verdict = row["pred"]["sp"].get(id).map(|list| {
                let gold = Facts::parse(&question["supporting_facts"].to_string()).unwrap();
                supporting_facts::compare(&Facts::parse(&list.to_string()).unwrap(), &gold)
            });
            answers.extend(answer);
            facts.extend(facts_verdict);
            joints.extend(answer.zip(facts_verdict).map(|(one, two)| joint(&one, &two)));
        }
        hotpot_fields(&mut fields, "", &answers, questions.len());
        hotpot_fields(&mut fields, "sp_", &facts, questions.len());
        hotpot_fields(&mut fields, "joint_", &joints, questions.len());
        check(&row, &Value::Object(fields));
    }
    // A prediction file without its supporting facts is refused or scored per file.
    assert_eq!(crashed, ["no_sp_key"]);
}
