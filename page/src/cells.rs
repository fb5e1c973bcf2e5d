//! The cells of the question table: its head, and a row of it.

use crate::format;
use crate::marks;
use crate::prelude::*;
use crate::questions::{Columns, head};
use crate::state::Ui;
use scoredrop::protocol::{Row, Sort};

/// The head of the table.
pub fn head_row(ui: Ui, columns: &Columns) -> AnyView {
    let metrics: Vec<AnyView> = columns
        .metrics
        .iter()
        .map(|(metric, _)| {
            let words = format::metric_short(metric);
            head(ui, words, "cell number", Sort::Metric(metric.clone()), false)
        })
        .collect();
    view! {
        <div role="row" class="grid-row" aria-rowindex="1">
            <div role="columnheader" class="cell"><span class="unseen">"verdict"</span></div>
            {head(ui, "id".to_owned(), "cell cell-id", Sort::Id, false)}
            {head(ui, "question".to_owned(), "cell cell-question", Sort::Question, false)}
            {head(ui, "predicted".to_owned(), "cell", Sort::Prediction, false)}
            <div role="columnheader" class="cell">"gold"</div>
            {metrics}
        </div>
    }
    .into_any()
}

/// The cells of a row.
pub fn cells(row: &Row, columns: &Columns) -> AnyView {
    let metrics: Vec<AnyView> = columns
        .metrics
        .iter()
        .map(|(metric, graded)| {
            let value = row.metrics.iter().find(|(id, _)| id == metric);
            let value = format::value(value.and_then(|(_, value)| *value), *graded);
            view! { <div role="gridcell" class="cell number">{value}</div> }.into_any()
        })
        .collect();
    let prediction = match &row.prediction {
        Some(text) if text.trim().is_empty() => {
            view! { <span class="muted">"blank"</span> }.into_any()
        }
        Some(text) => view! { <bdi class="data">{text.clone()}</bdi> }.into_any(),
        None => view! { <span class="muted">{format::state(row.state)}</span> }.into_any(),
    };
    view! {
        <div role="gridcell" class="cell">{marks::mark(row.verdict)}</div>
        <div role="gridcell" class="cell cell-id"><bdi>{row.id.clone()}</bdi></div>
        <div role="gridcell" class="cell cell-question"><bdi>{row.question.clone()}</bdi></div>
        <div role="gridcell" class="cell"><div class="lines">{prediction}</div></div>
        <div role="gridcell" class="cell"><div class="lines">{golds(&row.golds)}</div></div>
        {metrics}
    }
    .into_any()
}

fn golds(golds: &[String]) -> Vec<AnyView> {
    let mut parts = Vec::new();
    if golds.is_empty() {
        parts.push(view! { <span class="muted">"no answer"</span> }.into_any());
    }
    for (index, gold) in golds.iter().enumerate() {
        // Annotators often agree; once is enough here, the detail lists all.
        if golds[..index].contains(gold) {
            continue;
        }
        if index > 0 {
            parts.push(view! { <span class="muted">" or "</span> }.into_any());
        }
        parts.push(view! { <bdi class="data">{gold.clone()}</bdi> }.into_any());
    }
    parts
}
