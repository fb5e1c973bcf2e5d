//! `verify.py`: a script that runs the reference of a preset on the same files and compares its digits with
//! those of the official block. Each reference is a file here; `common.py` is shared.

use crate::base::json_text::json_text;
use crate::join::{JoinedRun, NONE, Opening};
use crate::score::metric::compare::comparison;
use crate::session::Finished;
use crate::table::{Format, Shape};
use serde_json::{Map, Value, json};
use std::fmt::Write as _;

const COMMON: &str = include_str!("common.py");

/// A reference that can be run on the user's files.
struct Reference {
    /// Preset that reproduces it.
    preset: &'static str,
    /// The code that runs it.
    script: &'static str,
    /// For EvoAgentX, whose benchmarks one script runs: file and class, and whether it takes all gold
    /// answers, in Python.
    benchmark: Option<[&'static str; 3]>,
    /// Whether it takes the gold file only in the benchmark's own form.
    own_form: bool,
}

const fn reference(preset: &'static str, script: &'static str) -> Reference {
    Reference { preset, script, benchmark: None, own_form: false }
}

const fn evoagentx(preset: &'static str, benchmark: [&'static str; 3]) -> Reference {
    let script = include_str!("evoagentx.py");
    Reference { preset, script, benchmark: Some(benchmark), own_form: false }
}

const HUMAN_EVAL: &str = include_str!("human_eval.py");

const REFERENCES: &[Reference] = &[
    reference("squad-v1", include_str!("squad_v1.py")),
    reference("squad-v2", include_str!("squad_v2.py")),
    reference("nq-open", include_str!("nq_open.py")),
    reference("hotpotqa", include_str!("hotpotqa.py")),
    evoagentx("nq", ["nq", "NQ", "True"]),
    evoagentx("hotpotqa-evoagentx", ["hotpotqa", "HotPotQA", "False"]),
    evoagentx("gsm8k", ["gsm8k", "GSM8K", "False"]),
    reference("gsm8k-official", include_str!("gsm8k_official.py")),
    reference("gsm8k-lm-eval", include_str!("gsm8k_lm_eval.py")),
    reference("math-hendrycks", include_str!("math_hendrycks.py")),
    reference("math-minerva", include_str!("math_minerva.py")),
    evoagentx("math-evoagentx", ["math_benchmark", "MATH", "False"]),
    Reference { own_form: true, ..reference("drop", include_str!("drop.py")) },
    Reference { own_form: true, ..reference("tatqa", include_str!("tatqa.py")) },
    Reference { own_form: true, ..reference("triviaqa", include_str!("triviaqa.py")) },
    reference("humaneval", HUMAN_EVAL),
    reference("mbpp", HUMAN_EVAL),
];

/// What can be run for a score.
///
/// # Errors
/// Why there is no script, in a sentence: there is no reference, or it cannot read these files.
fn reference_of(finished: &Finished<'_>) -> Result<&'static Reference, String> {
    let score = finished.score;
    let preset = &score.settings.preset;
    if preset.card.reproduces.is_empty() {
        let title = &preset.title;
        return Err(format!(
            "{title} is our own definition, so there is no reference scorer to run."
        ));
    }
    if score.settings.departs() {
        let reason = "The settings differ from those of the reference, so the reference would \
                      give other numbers.";
        return Err(reason.to_owned());
    }
    let reproduces = &preset.card.reproduces;
    let Some(reference) = REFERENCES.iter().find(|one| one.preset == preset.id) else {
        return Err(format!(
            "The reference cannot be run from a single script; run it by hand: {reproduces}."
        ));
    };
    if score.official.iter().all(Map::is_empty) {
        return Err("The reference would stop with an error on these files; the report says why."
            .to_owned());
    }
    obstacle(finished, reference)?;
    Ok(reference)
}

/// Why there is no script for a score, in a sentence; `None` if there is one.
pub fn refusal(finished: &Finished<'_>) -> Option<String> {
    reference_of(finished).err()
}

/// The script for a score.
///
/// # Errors
/// Why there is no script, in a sentence.
pub fn script(finished: &Finished<'_>) -> Result<String, String> {
    let reference = reference_of(finished)?;
    let preset = &finished.score.settings.preset;
    let reproduces = &preset.card.reproduces;
    let about = about(finished);
    let title = preset.title.replace(['\\', '"'], "");
    let mut text = String::from("#!/usr/bin/env python3\n");
    let version = crate::base::VERSION;
    let _ = writeln!(
        text,
        "\"\"\"Runs the reference scorer of {title} on the same files and compares it with a report.\n\nThe report \
         is one of Scoredrop {version}, preset {} version {}. The reference: {}.\nNothing is downloaded. \
         Ends with code 0 if every digit is equal, 1 if some differ, 2 if nothing\ncould be compared.\n\
         \"\"\"\n",
        preset.id,
        preset.version,
        reproduces.replace(['\\', '"'], "")
    );
    let (imports, rest) = COMMON.split_once("\n\n\n").unwrap_or((COMMON, ""));
    let _ = writeln!(text, "{imports}\n\nREPORT = json.loads({})\n", json_text(&json_text(&about)));
    if let Some([file, class, all]) = reference.benchmark {
        let _ = writeln!(
            text,
            "BENCHMARK = {{\"file\": \"evoagentx/benchmark/{file}.py\", \"class\": \"{class}\", \"all_golds\": {all}}}\n"
        );
    }
    let _ = write!(
        text,
        "{}\n\n{rest}\n\nif __name__ == \"__main__\":\n    main()\n",
        reference.script
    );
    Ok(text)
}

/// Why these files cannot be given to the reference.
fn obstacle(finished: &Finished<'_>, reference: &Reference) -> Result<(), String> {
    let plan = finished.plan;
    for index in plan.roles.used() {
        let source = &finished.sources[index];
        let name = &source.name;
        match &source.origin {
            Some(origin) if origin.format == "parquet" => {
                return Err(format!(
                    "{name} is a Parquet file; write it as JSON Lines and score that file."
                ));
            }
            Some(_) => {
                return Err(format!(
                    "{name} is inside another file; unpack it and score it separately."
                ));
            }
            None => {}
        }
        let Ok(inspection) = &source.inspection else { continue };
        let readable = match &inspection.shape {
            Shape::Nested(nest) => reference.own_form && nest.form() == Some(reference.preset),
            Shape::Stream
            | Shape::Parallel { .. }
            | Shape::Split
            | Shape::Values
            | Shape::Lists { .. }
            | Shape::RunsIn { .. }
            | Shape::RunsByKey { .. }
            | Shape::KeyedIn { .. } => false,
            _ => !reference.own_form || plan.roles.gold != Some(index),
        };
        if !readable {
            return Err(format!("The script for this reference cannot read the layout of {name}."));
        }
    }
    let settled = !finished.choices.settled.is_empty();
    if finished.material.joined.openings.iter().any(|one| *one != Opening::Plain) || settled {
        let reason = "Predictions were unwrapped or gold answers settled here, which the \
                      reference does not do.";
        return Err(reason.to_owned());
    }
    Ok(())
}

/// What the script needs to know about the report.
fn about(finished: &Finished<'_>) -> Value {
    let Finished { score, material, .. } = finished;
    let preset = &score.settings.preset;
    let plan = finished.plan;
    let used: Vec<usize> = plan.roles.used().collect();
    let sources: Vec<Value> = used.iter().map(|index| source(finished, *index)).collect();
    let answers: usize =
        (0..material.gold.table.rows()).map(|row| material.answers.of(row).len()).sum();
    // Verdicts of programs have no gold answers to count.
    let counts_answers = comparison(&preset.compare).is_none_or(|found| !found.verdicts);
    let of_run = |(run, joined): (usize, &JoinedRun)| {
        let file = plan.columns.runs.get(joined.file).map(|run| run.file);
        let place = used.iter().position(|index| Some(*index) == file).unwrap_or_default();
        let predicted = joined.rows.iter().filter(|row| **row != NONE).count();
        let mut counts = json!({ "gold": score.reconciliations[run].gold, "predicted": predicted });
        if counts_answers {
            counts["answers"] = answers.into();
        }
        let official = &score.official[run];
        json!({ "name": joined.name, "file": place, "counts": counts, "official": official })
    };
    let runs: Vec<Value> = material.joined.runs.iter().enumerate().map(of_run).collect();
    let settings = score.settings.values().into_iter();
    let settings: Map<String, Value> =
        settings.map(|(key, value)| (key.to_owned(), value.into())).collect();
    json!({
        "preset": preset.id,
        "version": preset.version,
        "settings": settings,
        "join": material.joined.by.value.name(),
        "sources": sources,
        "runs": runs,
    })
}

fn source(finished: &Finished<'_>, index: usize) -> Value {
    let source = &finished.sources[index];
    let role = finished.plan.roles.of[index].as_ref().map_or("", |role| role.value.name());
    let inspection = source.inspection.as_ref().ok();
    let shape = inspection.map(|found| &found.shape);
    let member = match shape {
        Some(Shape::Wrapped { member }) => Some(member),
        _ => None,
    };
    let shape = match shape {
        Some(Shape::Records) => "records",
        Some(Shape::Wrapped { .. }) => "wrapped",
        Some(Shape::Keyed) => "keyed",
        Some(Shape::KeyedColumns) => "keyed_columns",
        Some(Shape::Squad) => "squad",
        Some(Shape::Lines) => "lines",
        Some(Shape::Table) => "table",
        _ => "other",
    };
    let separator = match inspection.map(|found| found.format) {
        Some(Format::Csv(byte)) => Some(char::from(byte).to_string()),
        Some(Format::Tsv) => Some("\t".to_owned()),
        _ => None,
    };
    let header = inspection.is_none_or(|found| {
        // Names that the reader assigns if the file has none.
        let names = found.sample.columns().iter().enumerate();
        !names.clone().all(|(index, name)| *name == format!("column {}", index + 1))
    });
    let columns = finished.plan.columns.maps[index].columns.iter();
    let columns: Vec<(&str, &str)> =
        columns.map(|guess| (guess.field.name(), &*guess.column)).collect();
    json!({
        "role": role,
        "name": source.name,
        "sha256": source.sha256,
        "encoding": inspection.map(|found| found.encoding),
        "shape": shape,
        "member": member,
        "separator": separator,
        "header": header,
        "columns": columns,
    })
}
