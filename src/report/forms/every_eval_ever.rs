//! A result and its questions in the schema of Every Eval Ever, version 0.3.0 (`evaleval/every_eval_ever@9bce4136`
//! `every_eval_ever/schemas/eval.schema.json` and `instance_level_eval.schema.json`; arXiv:2606.14516). What no report
//! can know says `unknown`: when the record is made, and by whom.

use crate::aggregate::Aggregate;
use crate::aggregate::DRAWS;
use crate::base::json_text::json_text;
use crate::base::types::{Parts, Verdict};
use crate::report::model::{Report, Run};
use crate::report::records::Record;
use crate::score::evaluate::{Evaluation, Material};
use crate::score::metric::{MetricInfo, metric};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

const SCHEMA: &str = "0.3.0";
const UNKNOWN: &str = "unknown";

/// The beginning of the SHA-256 of a signature.
pub(super) fn digest(report: &Report) -> u64 {
    let digest = Sha256::digest(&report.signature);
    digest.iter().take(8).fold(0, |all, byte| all << 8 | u64::from(*byte))
}

/// The name of a result: the same for the same signature and run.
fn evaluation_id(preset: &str, run: &str, digest: u64) -> String {
    format!("{preset}/{run}/{digest:016x}")
}

/// Returns the aggregate record of a run: its means over all questions, with their intervals.
pub(super) fn aggregate(report: &Report, run: &Run) -> String {
    let id = evaluation_id(&report.preset.id, &run.name, digest(report));
    let source = match report.shown.hub.split_once('#') {
        Some((dataset, _)) => json!({
            "dataset_name": report.shown.title,
            "source_type": "hf_dataset",
            "hf_repo": dataset,
        }),
        None => json!({ "dataset_name": report.shown.title, "source_type": "other" }),
    };
    let of_all = run.figures.aggregates.iter().filter(|one| one.group.is_none());
    let results: Vec<Value> =
        of_all.filter_map(|one| result(report, run, one, &id, &source)).collect();
    let record = json!({
        "schema_version": SCHEMA,
        "evaluation_id": id,
        "retrieved_timestamp": UNKNOWN,
        "source_metadata": {
            "source_type": "evaluation_run",
            "source_organization_name": UNKNOWN,
            "evaluator_relationship": "other",
        },
        "eval_library": {
            "name": report.app.name,
            "version": report.app.version,
            "additional_details": { "signature": report.signature },
        },
        "model_info": {
            "name": run.name,
            "id": run.name,
            "additional_details": { "deployment_type": UNKNOWN, "model_availability": UNKNOWN },
        },
        "evaluation_results": results,
    });
    json_text(&record) + "\n"
}

/// A mean with its interval; `None` if there is no mean.
fn result(report: &Report, run: &Run, one: &Aggregate, id: &str, source: &Value) -> Option<Value> {
    let metric = metric(&one.metric)?;
    let mut details = json!({
        "score": one.mean?,
        "details": { "questions": one.n.to_string(), "with_a_prediction": one.n_scored.to_string() },
    });
    if let Some(interval) = &one.interval {
        let mut uncertainty = json!({
            "confidence_interval": {
                "lower": interval.low,
                "upper": interval.high,
                "confidence_level": interval.level,
                "method": interval.method,
            },
            "num_samples": one.n,
        });
        if interval.method == "bootstrap" {
            uncertainty["num_bootstrap_samples"] = json!(DRAWS);
        }
        details["uncertainty"] = uncertainty;
    }
    Some(json!({
        "evaluation_result_id": result_id(id, metric),
        "evaluation_name": report.preset.id,
        "source_data": source,
        "metric_config": {
            "metric_id": metric.id,
            "metric_name": run.title(metric.id),
            "evaluation_description": metric.meaning,
            "lower_is_better": !metric.higher_is_better,
            "score_type": "continuous",
            "min_score": bound(metric.range.0),
            "max_score": bound(metric.range.1),
        },
        "score_details": details,
    }))
}

fn result_id(evaluation: &str, metric: &MetricInfo) -> String {
    format!("{evaluation}/{}", metric.id)
}

/// An end of a range, which may be infinite.
fn bound(end: f64) -> Value {
    match end {
        f64::INFINITY => json!("Infinity"),
        f64::NEG_INFINITY => json!("-Infinity"),
        _ => json!(end),
    }
}

/// Returns the line of a question of a run, which belongs to its mean by the leading metric; `None` if the question
/// has no value.
pub(crate) fn sample(
    evaluation: &Evaluation,
    material: &Material<'_>,
    parts: Parts,
    [run, row]: [usize; 2],
    digest: u64,
) -> Option<String> {
    let scores = &evaluation.runs[run];
    let value = scores.values[scores.lead][row];
    if value.is_nan() {
        return None;
    }
    let settings = evaluation.settings_of(run);
    let preset = &settings.preset;
    let name = &material.joined.runs[run].name;
    let id = evaluation_id(&preset.id, name, digest);
    let record = Record::new(evaluation, material, run, row);
    let question = material.question(row).filter(|_| !parts.no_questions).unwrap_or_default();
    let golds: Vec<&str> =
        if parts.no_questions { Vec::new() } else { material.answers.of(row).collect() };
    let output = material.prediction(run, row).filter(|_| !parts.no_outputs);
    let taken = record.extracted.as_ref().filter(|_| !parts.no_outputs).map(|extracted| {
        json!({
            "turn_idx": 0,
            "source": "output.raw",
            "extracted_value": extracted,
            "extraction_method": settings.extractor_of(material.column(run, row)).to_string(),
            "is_terminal": true,
        })
    });
    let line = json!({
        "schema_version": SCHEMA,
        "evaluation_id": id,
        "evaluation_result_id": result_id(&id, evaluation.metrics[scores.lead]),
        "evaluation_name": preset.id,
        "model_id": name,
        "sample_id": if parts.no_questions { row.to_string() } else { record.id },
        "interaction_type": "single_turn",
        "input": { "raw": question, "reference": golds },
        "output": { "raw": output.as_slice() },
        "answer_attribution": taken.as_slice(),
        "evaluation": { "score": value, "is_correct": scores.verdict(row) == Verdict::Right },
        "metadata": { "state": record.state },
    });
    Some(json_text(&line) + "\n")
}
