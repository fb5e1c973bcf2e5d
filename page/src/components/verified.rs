//! What came of holding the score against a report among the files, or against the signature of a link.

use crate::prelude::*;
use crate::store::Ui;
use crate::words;
use scoredrop::protocol::{Check, CheckLine, CheckRow};

/// The result beneath the headline, where there is one.
#[component]
pub fn Verified() -> impl IntoView {
    let ui = Ui::here();
    let content = move || {
        let summary = ui.summary.read();
        let asked = summary.files.iter().any(|file| file.report.is_some())
            || ui.choices.read().signature.is_some();
        match &summary.check {
            Some(check) => Some(result(check)),
            None if asked && summary.pending => Some(
                view! { <p class="check">{words::COMPARING_WITH_WHAT_WAS_CLAIMED}</p> }.into_any(),
            ),
            None => None,
        }
    };
    view! { <section class="check-frame" aria-label=words::CHECK role="status">{move || content()}</section> }
}

fn result(check: &Check) -> AnyView {
    let (class, mark) =
        if check.equal { ("check check-equal", "✓") } else { ("check check-differs", "✗") };
    let what = words::held_against(check.report.as_deref(), check.equal, &check.sentence);
    let (differing, equal): (Vec<&CheckLine>, Vec<&CheckLine>) =
        check.lines.iter().partition(|line| !line.equal);
    let (remarks, equal): (Vec<&CheckLine>, Vec<&CheckLine>) =
        equal.into_iter().partition(|line| line.remark);
    let rows: Vec<AnyView> = check.rows.iter().map(row).collect();
    let differing: Vec<AnyView> = differing.into_iter().map(line).collect();
    let listed = (!rows.is_empty() || !differing.is_empty())
        .then(|| view! { <ul class="check-list">{differing}{rows}</ul> });
    let remarks: Vec<AnyView> = remarks.into_iter().map(line).collect();
    let remarks = (!remarks.is_empty())
        .then(|| view! { <ul class="check-list muted" aria-label=words::REMARKS>{remarks}</ul> });
    let count = equal.len();
    let equal: Vec<AnyView> = equal.into_iter().map(line).collect();
    let rest = (count > 0).then(|| {
        view! {
            <details>
                <summary>{words::equal_lines(count)}</summary>
                <ul class="check-list">{equal}</ul>
            </details>
        }
    });
    let left_out = (!check.left_out.is_empty()).then(|| {
        view! { <p class="muted">{words::report_leaves_out(&check.left_out)}</p> }
    });
    view! {
        <p class=class>
            <span aria-hidden="true">{mark}" "</span>
            <bdi>{what}</bdi>
        </p>
        {listed}
        {remarks}
        {left_out}
        {rest}
    }
    .into_any()
}

fn line(line: &CheckLine) -> AnyView {
    view! { <li><strong>{line.what.clone()}</strong> ": " <bdi>{line.words.clone()}</bdi></li> }
        .into_any()
}

fn row(row: &CheckRow) -> AnyView {
    let place = words::question_of(row.row + 1, &row.run);
    view! {
        <li>
            <strong>{place}</strong>
            " "
            <bdi class="data">{row.id.clone()}</bdi>
            ": "
            <bdi>{row.words.clone()}</bdi>
        </li>
    }
    .into_any()
}
