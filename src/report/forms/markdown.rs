//! The result as a Markdown table, for a paper draft, an issue or a summary in CI.

use super::boards;
use crate::report::model::Report;
use crate::report::words::{interval, is_share, mean};
use std::fmt::Write as _;

/// Rows of groups at most: a summary in CI has room for a megabyte.
const MOST_GROUPS: usize = 500;

/// The report.
pub(super) fn markdown(report: &Report) -> String {
    let shown = &report.shown;
    let mut text = format!("## {}\n\n", shown.title);
    if shown.is_own {
        let _ = writeln!(
            text,
            "A preset of the user's own, `{}` version {}, not one of Scoredrop's.\n",
            report.preset.id, report.preset.version
        );
    }
    if !shown.changes.is_empty() {
        let _ = writeln!(text, "Modified preset: {}.\n", escape(&shown.changes));
    }
    for reason in report.doubts() {
        let _ = writeln!(text, "**Provisional:** {}.\n", escape(reason));
    }
    for reason in &report.confirmed {
        let _ = writeln!(text, "Confirmed by hand: {}.\n", escape(reason));
    }
    let _ = writeln!(text, "| run | metric | group | mean | 95\u{202f}% interval | n |");
    let _ = writeln!(text, "|---|---|---|---:|---|---:|");
    let mut groups = 0;
    for run in &report.runs {
        for aggregate in &run.aggregates {
            groups += usize::from(aggregate.group.is_some());
            if aggregate.group.is_some() && groups > MOST_GROUPS {
                continue;
            }
            let metric = aggregate.metric.as_str();
            let title = run.title(metric);
            let group = aggregate
                .group
                .as_ref()
                .map_or_else(String::new, |g| format!("{} = {}", g.column, g.value));
            let mean = mean(metric, aggregate.mean);
            let interval = interval(aggregate).unwrap_or_else(|| "–".to_owned());
            let mark = match &aggregate.group {
                Some(_) if boards::is_small(aggregate.n) => boards::MARK,
                _ => "",
            };
            let _ = writeln!(
                text,
                "| {} | {title} | {} | {mean} | {interval} | {}{mark} |",
                escape(&run.name),
                escape(&group),
                aggregate.n
            );
        }
    }
    if groups > MOST_GROUPS {
        let _ = writeln!(text, "\n{} more rows of groups are left out.", groups - MOST_GROUPS);
    }
    let mut metrics = shown.metrics.iter();
    let unit = if metrics.all(|metric| is_share(metric.id)) {
        "Means in percent."
    } else {
        "Means in percent; errors in the unit of the answers."
    };
    let _ = writeln!(text, "\n{unit}\n");
    for remark in &shown.remarks {
        let _ = writeln!(text, "{}.\n", escape(remark));
    }
    let tables = boards::tables(report, true);
    for table in &tables {
        let _ = writeln!(text, "### {}\n", escape(&table.title));
        let _ = writeln!(text, "| {} |", boards::HEADS.join(" | "));
        let _ = writeln!(text, "|---:|---|---:|---|---:|---|---|---|");
        for row in &table.rows {
            let _ = writeln!(text, "| {} |", row.each_ref().map(|cell| escape(cell)).join(" | "));
        }
        text.push('\n');
    }
    if !tables.is_empty() {
        let _ = writeln!(text, "{}.\n", escape(&shown.method));
    }
    for told in report.overall() {
        let _ = writeln!(text, "- {}: {}.", told.title, told.words(&escape));
    }
    text.push_str(if report.overall().next().is_some() { "\n" } else { "" });
    if let Some(words) = &shown.programs {
        let _ = writeln!(text, "{}\n", escape(words));
    }
    for run in &report.runs {
        let counts = &run.reconciliation;
        let _ = writeln!(
            text,
            "{}: gold {} = {} answered + {} not extracted + {} blank + {} missing + {} excluded; \
             {} extra and {} duplicate predictions, {} duplicate gold rows, {} unreadable rows.\n",
            escape(&run.name),
            counts.gold,
            counts.answered,
            counts.not_extracted,
            counts.blank,
            counts.missing,
            counts.excluded,
            counts.extra,
            counts.duplicate_predictions,
            counts.duplicate_gold,
            counts.unparseable
        );
    }
    let _ = writeln!(text, "{}\n", shown.reproduces);
    if report.runs.iter().any(|run| run.is_twin) {
        let _ =
            writeln!(text, "Runs with a second rule in brackets are not by that scorer's rules.\n");
    }
    let _ = writeln!(text, "`{}`", report.signature);
    text
}

/// Text that stays text in a Markdown table.
fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '|' | '\\' | '`' | '*' | '_' | '<' | '>' | '[' | ']' => {
                safe.push('\\');
                safe.push(character);
            }
            '\n' | '\r' => safe.push(' '),
            _ => safe.push(character),
        }
    }
    safe
}
