//! The cells of the question table: its head, and a row of it.

use crate::components::marks;
use crate::components::questions::{Columns, head};
use crate::prelude::*;
use scoredrop::base::types::State;
use scoredrop::session::protocol::{Row, Sort};

pub fn head_row(ui: Ui, columns: &Columns) -> AnyView {
    let metrics: Vec<AnyView> = columns
        .metrics
        .iter()
        .map(|(metric, _)| {
            let mut words = format::metric_short(metric);
            // Two runs stand side by side, and the numbers are those of the first.
            if columns.compare {
                words = [&words, " ", &run_name(ui, true)].concat();
            }
            head(ui, words, "cell number", Sort::Metric(metric.clone()))
        })
        .collect();
    let predicted = if columns.compare { run_name(ui, true) } else { "predicted".to_owned() };
    let predicted = head(ui, predicted, "cell cell-said", Sort::Prediction);
    let other = columns.compare.then(|| {
        let name = run_name(ui, false);
        view! { <div role="columnheader" class="cell cell-other"><bdi>{name}</bdi></div> }
    });
    view! {
        <div role="row" class="grid-row" aria-rowindex="1" data-roving="">
            {head(ui, "verdict".to_owned(), "cell cell-mark", Sort::Verdict)}
            {head(ui, "id".to_owned(), "cell cell-id", Sort::Id)}
            {head(ui, "question".to_owned(), "cell cell-question", Sort::Question)}
            {predicted}
            {other}
            {head(ui, words::GOLD.to_owned(), "cell cell-gold", Sort::Gold)}
            {metrics}
        </div>
    }
    .into_any()
}

pub fn cells(row: &Row, columns: &Columns) -> AnyView {
    let metrics: Vec<AnyView> = columns
        .metrics
        .iter()
        .map(|(metric, graded)| {
            let value = row.metrics.iter().find(|(id, _)| id == metric);
            let value = format::value(metric, value.and_then(|(_, value)| *value), *graded);
            view! { <div role="gridcell" class="cell number">{value}</div> }.into_any()
        })
        .collect();
    let code = columns.code;
    let own = said(row.prediction.as_ref(), row.taken.as_ref(), row.state, code);
    let own_mark = columns.compare.then(|| marks::mark(row.verdict, row.class));
    let other = row.other.as_ref().filter(|_| columns.compare).map(|other| {
        view! {
            <div role="gridcell" class="cell cell-other">
                <div class="lines">
                    {marks::mark(other.verdict, None)} " "
                    {said(other.prediction.as_ref(), other.taken.as_ref(), other.state, code)}
                </div>
            </div>
        }
    });
    // What a program is asked for may be told in words.
    let question = row.question.clone();
    let head = question.as_deref().map(telling).filter(|head| code && head.starts_with("def "));
    let question = match head {
        Some(head) => text(head, true),
        None => view! { <bdi>{question}</bdi> }.into_any(),
    };
    view! {
        <div role="gridcell" class="cell">{marks::mark(row.verdict, row.class)}</div>
        <div role="gridcell" class="cell cell-id"><bdi>{row.id.clone()}</bdi></div>
        <div role="gridcell" class="cell cell-question">{question}</div>
        <div role="gridcell" class="cell cell-said"><div class="lines">{own_mark} " " {own}</div></div>
        {other}
        <div role="gridcell" class="cell cell-gold"><div class="lines">{golds(&row.golds, code)}</div></div>
        {metrics}
    }
    .into_any()
}

/// The first or the second of the runs that are compared.
fn run_name(ui: Ui, first: bool) -> String {
    let Some((scored, run)) = ui.selected() else { return String::new() };
    let run = if first { run } else { scored.baseline as usize };
    format::run_name(&scored, run)
}

/// The answer of a run: what was taken from its output, and the output.
fn said(raw: Option<&String>, taken: Option<&String>, state: State, code: bool) -> AnyView {
    match (raw, taken) {
        (Some(raw), _) if raw.trim().is_empty() => {
            view! { <span class="muted">"blank"</span> }.into_any()
        }
        (Some(raw), Some(taken)) => view! {
            {text(taken, code)}
            " "
            <small class="muted raw">"from " {text(raw, code)}</small>
        }
        .into_any(),
        (Some(raw), None) => text(raw, code),
        (None, _) => view! { <span class="muted">{format::state(state)}</span> }.into_any(),
    }
}

/// A text of the files, and of a program the line that says most of it.
fn text(text: &str, code: bool) -> AnyView {
    let text = if code { telling(text) } else { text.trim_start() };
    view! { <bdi class="data">{text.to_owned()}</bdi> }.into_any()
}

/// The first line of a program that is no import, remark or fence.
fn telling(text: &str) -> &str {
    let is_telling = |line: &&str| {
        !line.is_empty()
            && !["```", "#", "import ", "from "].iter().any(|one| line.starts_with(one))
    };
    text.lines().map(str::trim).find(is_telling).unwrap_or_default()
}

fn golds(golds: &[String], code: bool) -> Vec<AnyView> {
    if golds.is_empty() {
        return vec![view! { <span class="muted">"no answer"</span> }.into_any()];
    }
    // Annotators often agree; once is enough here, the detail lists all.
    let one = |(place, gold): (usize, &String)| {
        let or = (place > 0).then(|| view! { <span class="muted">" or "</span> });
        view! { {or} {text(gold, code)} }.into_any()
    };
    format::distinct(golds.iter()).into_iter().enumerate().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::telling;

    #[test]
    fn a_program_is_told_by_its_first_line_that_does_something() {
        let program =
            "```python\nfrom typing import List\n\n# a remark\ndef f(x):\n    return x\n```";
        assert_eq!(telling(program), "def f(x):");
        assert_eq!(telling("    return 1\n"), "return 1");
        assert_eq!(telling("import os"), "");
    }
}
