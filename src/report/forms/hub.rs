//! A result as models on Hugging Face carry it: the file `.eval_results/NAME.yaml` in the repository of a model, after
//! <https://huggingface.co/docs/hub/eval-results>. Texts are written as in JSON, which is YAML.

use crate::base::digits::shortest;
use crate::base::json_text::json_text;
use crate::report::model::{Report, Run};
use crate::report::words::mean;

/// Returns the entry of a run; `None` if its preset names no dataset, or the run has no mean.
pub(super) fn entry(report: &Report, run: &Run) -> Option<String> {
    let (dataset, task) = report.shown.hub.split_once('#')?;
    let lead = report.shown.lead?;
    let total = run.figures.aggregates.iter();
    let total = total.filter(|one| one.group.is_none()).find(|one| one.metric == lead.id)?;
    let value = shortest(total.mean? * total.scale);
    let interval = total.interval.as_ref().map_or_else(String::new, |interval| {
        let [low, high] = [interval.low, interval.high].map(|end| mean(lead.id, Some(end)));
        let level = interval.level * 100.0;
        format!(", {level} % interval {low} to {high}")
    });
    let title = run.title(lead.id);
    let notes = format!(
        "{title}, n = {}{interval}; {} {}, {}",
        total.n, report.app.name, report.app.version, report.signature
    );
    let [dataset, task, notes] = [dataset, task, &notes].map(json_text);
    Some(format!(
        "- dataset:\n    id: {dataset}\n    task_id: {task}\n  value: {value}\n  notes: {notes}\n"
    ))
}
