//! The readers on real files, where the folder `../shared/data` is there.

use scoredrop::table::json::Nest;
use scoredrop::table::{Format, Inspection, Kind, Read, Shape, read_all};

/// Reads a real file; `None` where it is absent.
fn real(path: &str) -> Option<(Inspection, Read)> {
    let bytes = scoredrop_testing::real(path)?;
    Some(read_all(path, &bytes, None).unwrap_or_else(|error| panic!("{path}: {error}")))
}

#[test]
fn real_files_have_their_rows() {
    let keyed = &["(key)", "(value)"][..];
    let columns = &["(key)", "answer", "sp"][..];
    for (path, shape, rows, names) in [
        (
            "squad_v1/dev-v1.1.json",
            Shape::Squad,
            10570,
            &["id", "question", "answers", "title"][..],
        ),
        ("squad_v1/preds/bert.json", Shape::Keyed, 10570, keyed),
        ("squad_v1/preds/logistic_regression_baseline.json", Shape::Keyed, 10585, keyed),
        (
            "squad_v2/dev-v2.0.json",
            Shape::Squad,
            11873,
            &["id", "question", "answers", "is_impossible", "title"],
        ),
        ("squad_v2/preds/bert.json", Shape::Keyed, 11873, keyed),
        ("squad_v2/na_prob/bert.synthetic_na_prob.json", Shape::Keyed, 11873, keyed),
        ("nq_open/NQ-open.dev.jsonl", Shape::Lines, 3610, &["question", "answer"]),
        ("nq_open/NQ-open.efficientqa.dev.1.1.jsonl", Shape::Lines, 1800, &["question", "answer"]),
        ("nq_open/nq-test.qa.csv", Shape::Table, 3610, &["column 1", "column 2"]),
        ("nq_open/nq-test.tokenized-csvquoted.csv", Shape::Table, 3610, &["column 1", "column 2"]),
        ("nq_open/preds/gar-t5.jsonl", Shape::Lines, 3610, &["id", "question", "prediction"]),
        (
            "hotpotqa/hotpot_dev_answers_7405.json",
            Shape::Records,
            7405,
            &["_id", "question", "answer", "type"],
        ),
        ("hotpotqa/hotpot_dev_distractor_sub295.json", Shape::Records, 295, &[]),
        ("hotpotqa/preds/dev_distractor_pred1.json", Shape::KeyedColumns, 7376, columns),
        ("hotpotqa/preds/gemma2_default_rag_100.json", Shape::KeyedColumns, 100, columns),
        ("drop/drop.json", Shape::Nested(Nest::Drop), 0, &[]),
        ("drop/drop_test.jsonl", Shape::Lines, 400, &[]),
        ("gsm8k/gsm8k_test.jsonl", Shape::Lines, 1319, &["question", "answer"]),
        ("gsm8k/gsm8k_real_outputs.jsonl", Shape::Lines, 7914, &[]),
        ("math/math_real_outputs.jsonl", Shape::Lines, 6800, &[]),
        ("timebench/timebench_date_arith_4000.jsonl", Shape::Lines, 4000, &[]),
        ("timebench/timebench_timedial_1446.jsonl", Shape::Lines, 1446, &[]),
        ("timebench/tempreason_l2_timebench.jsonl", Shape::Lines, 500, &[]),
        ("climate_finance_bench/Climate Finance Bench - Dataset.json", Shape::Records, 330, &[]),
        ("tatqa/tatqa_dataset_dev.json", Shape::Nested(Nest::TatQa), 1668, &[]),
        ("tatqa/sample_prediction.json", Shape::Keyed, 1668, keyed),
        (
            "triviaqa/triviaqa_sample.json",
            Shape::Nested(Nest::TriviaQaDocuments),
            2,
            &["QuestionId", "Question", "Answer"],
        ),
        ("triviaqa/sample_predictions.json", Shape::Keyed, 1, keyed),
        ("misc/quoref_sample_predictions.json", Shape::Keyed, 3, keyed),
        ("mbpp/sanitized-mbpp.json", Shape::Records, 427, &[]),
        ("humaneval/HumanEval.jsonl.gz", Shape::Lines, 164, &[]),
        ("livecodebench/codegen_samples.jsonl", Shape::Lines, 0, &[]),
    ] {
        let Some((inspection, read)) = real(path) else { continue };
        assert_eq!(inspection.shape, shape, "{path}");
        if rows > 0 {
            assert_eq!(read.table.rows(), rows, "{path}");
        }
        if !names.is_empty() {
            assert_eq!(read.table.columns(), names, "{path}");
        }
        assert_eq!(read.unparseable, 0, "{path}: {:?}", read.diagnostics.finish());
        for diagnostic in inspection.diagnostics.finish().iter().chain(&read.diagnostics.finish()) {
            eprintln!("{diagnostic}");
        }
    }
}

#[test]
fn real_cells_stay_what_they_were() {
    if let Some((inspection, read)) = real("nq_open/nq-test.tokenized-csvquoted.csv") {
        assert_eq!((inspection.format, inspection.header), (Format::Tsv, false));
        let all: Vec<_> = (0..read.table.rows()).map(|row| read.table.cell(row, 1).text).collect();
        for text in all {
            assert!(scoredrop::table::python::to_json(text).is_some(), "{text}");
        }
    }
    if let Some((_, read)) = real("hotpotqa/preds/gemma2_default_rag_100.json") {
        let cell = read.table.cell(0, 1);
        assert_eq!((cell.kind, cell.text), (Kind::String, "1953 \n"));
        assert_eq!(read.table.cell(0, 2).kind, Kind::List);
    }
    if let Some((_, read)) = real("squad_v2/na_prob/bert.synthetic_na_prob.json") {
        assert_eq!((read.table.cell(2, 1).kind, read.table.cell(2, 1).text), (Kind::Number, "1.0"));
    }
}
