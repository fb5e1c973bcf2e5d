//! What came of holding the score against a report among the files, or against the signature of a link.

use crate::prelude::*;
use scoredrop::session::protocol::{Check, CheckLine, CheckRow};

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
            None if asked && summary.pending => {
                Some(view! { <p class="check">"Comparing …"</p> }.into_any())
            }
            None => None,
        }
    };
    view! { <section class="check-frame" aria-label="Check" role="status">{move || content()}</section> }
}

fn result(check: &Check) -> AnyView {
    let (class, mark) =
        if check.equal { ("check check-equal", "✓") } else { ("check check-differs", "✗") };
    let what = words::held_against(check.report.as_deref(), check.equal, &check.sentence);
    let lines = |equal: bool, remark: bool| {
        let those = check.lines.iter().filter(|one| one.equal == equal);
        those.filter(|one| !equal || one.remark == remark).map(line).collect::<Vec<AnyView>>()
    };
    let differing: Vec<AnyView> =
        lines(false, false).into_iter().chain(check.rows.iter().map(row)).collect();
    let listed = (!differing.is_empty()).then(|| view! { <ul class="check-list">{differing}</ul> });
    let remarks = lines(true, true);
    let remarks = (!remarks.is_empty())
        .then(|| view! { <ul class="check-list muted" aria-label="Remarks">{remarks}</ul> });
    let equal = lines(true, false);
    let rest = (!equal.is_empty()).then(|| {
        view! {
            <details>
                <summary>{format!("Equal: {}", format::counted(equal.len() as u64, "line"))}</summary>
                <ul class="check-list">{equal}</ul>
            </details>
        }
    });
    let left_out = (!check.left_out.is_empty()).then(|| {
        view! { <p class="muted">{format!("Not in the report, so not compared: {}.", check.left_out.join(", "))}</p> }
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
    let place = format!("question {} of {}", format::count(row.row + 1), row.run);
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
