//! The result as a Markdown table, for a paper draft, an issue or a summary in CI.

use super::boards;
use crate::aggregate::members::MemberScore;
use crate::aggregate::{Aggregate, SMALL};
use crate::base::digits::{by_number, counted, grouped};
use crate::report::model::{Report, Run};
use crate::report::words::{group_mean, is_share, member_mean, reading, reconciled};
use itertools::Itertools as _;
use std::fmt::Write as _;

/// Groups of a column at most: a summary in CI has room for a megabyte.
const MOST_GROUPS: usize = 200;
/// And where each takes a column.
const MOST_COLUMNS: usize = 12;

/// Name of the mean in which each group weighs the same.
const OVER_GROUPS: &str = "mean over groups";

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
    if let Some(host) = &report.host {
        let _ = writeln!(text, "Scored by {}, `{}`.\n", escape(&host.name()), host.digest);
        if let Some(words) = host.modified_words() {
            let _ = writeln!(text, "**{}.**\n", escape(&words));
        }
        let _ = writeln!(text, "{}.\n", host.sentence());
        for card in &host.submission.faults {
            let state = if card.refused { "" } else { " (accepted)" };
            let _ = writeln!(text, "- {}{state}", escape(&card.words()));
        }
        if !host.submission.faults.is_empty() {
            text.push('\n');
        }
    }
    for reason in report.doubts() {
        let _ = writeln!(text, "**Provisional:** {}.\n", escape(&reason.message));
    }
    for reason in &report.confirmed {
        let _ = writeln!(text, "Confirmed by hand: {}.\n", escape(&reason.message));
    }
    for other in report.other_readings() {
        let (words, why) = (reading(other), escape(&other.words));
        let _ = writeln!(text, "Other reading: {}; {why}; `{}`.\n", escape(&words), other.options);
    }
    for means in boards::means(report, |_| true) {
        table(&means.heads, &means.rows, &mut text);
    }
    groups(report, &mut text);
    members(report, &mut text);
    let mut metrics = shown.metrics.iter();
    let unit = if metrics.all(|metric| is_share(metric.id)) {
        "Means in percent, with their 95\u{202f}% intervals."
    } else {
        "Means and relative errors in percent, absolute errors in the unit of the answers, with their \
         95\u{202f}% intervals."
    };
    let _ = writeln!(text, "{unit}\n");
    for remark in &shown.remarks {
        let _ = writeln!(text, "{}.\n", escape(remark));
    }
    let tables = boards::tables(report);
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
    if report.runs.len() <= boards::FEW_RUNS {
        for told in report.overall() {
            let _ = writeln!(text, "- {}: {}.", told.title, told.words(&escape));
        }
        text.push_str(if report.overall().next().is_some() { "\n" } else { "" });
    }
    if let Some(against) = &report.against {
        for run in &against.runs {
            let (name, words) = (escape(&run.run), escape(&run.words(&against.rule)));
            let _ = writeln!(text, "- {name} {words}.");
        }
        text.push('\n');
    }
    if let Some(words) = &shown.programs {
        let _ = writeln!(text, "{}\n", escape(words));
    }
    let mut counted: Vec<(String, Vec<&str>)> = Vec::new();
    for run in &report.runs {
        let words = reconciled(&run.figures.reconciliation);
        match counted.iter_mut().find(|(known, _)| *known == words) {
            Some((_, runs)) => runs.push(&run.name),
            None => counted.push((words, vec![&run.name])),
        }
    }
    for (words, runs) in counted {
        let runs = runs.into_iter().map(escape).join(", ");
        let _ = writeln!(text, "{runs}: {words}.\n");
    }
    let _ = writeln!(text, "{}\n", shown.reproduces);
    if report.runs.iter().any(|run| run.is_twin) {
        let _ = writeln!(
            text,
            "Runs with a second rule in brackets do not follow that scorer's \
                            rules.\n"
        );
    }
    let _ = writeln!(text, "`{}`", report.signature);
    text
}

/// A table of texts, the first column to the left.
fn table(heads: &[String], rows: &[Vec<String>], text: &mut String) {
    let line = |cells: &[String]| {
        let cells = cells.iter().map(|cell| escape(cell)).join(" | ");
        format!("| {cells} |\n")
    };
    text.push_str(&line(heads));
    let _ = writeln!(text, "|---|{}", "---:|".repeat(heads.len() - 1));
    for row in rows {
        text.push_str(&line(row));
    }
    text.push('\n');
}

/// The means by group, a table for each column: of one run with all metrics, of several by the headline, with a
/// column for each run or, where these are many, a row.
fn groups(report: &Report, text: &mut String) {
    let Some(first) = report.runs.first() else { return };
    let [one_run, many] = [report.runs.len() == 1, report.runs.len() > boards::FEW_RUNS];
    let headline = report.shown.lead.map_or("", |one| one.id);
    let mut metrics = first.whole(report.shown.lead);
    metrics.truncate(if one_run { metrics.len() } else { 1 });
    let all = report.runs.iter().flat_map(|run| &run.figures.aggregates);
    let all = all.filter_map(|one| one.group.as_ref());
    for column in all.clone().map(|group| &*group.column).unique() {
        let values = all.clone().filter(|group| group.column == column);
        let values: Vec<&str> = values.map(|group| &*group.value).unique().collect();
        let of = |run: &'_ Run, metric: &str, value: &str| {
            let is_one = |one: &&Aggregate| {
                let group = one.group.as_ref();
                one.metric == metric
                    && group.is_some_and(|group| group.column == column && group.value == value)
            };
            run.figures.aggregates.iter().find(is_one).cloned()
        };
        let has_mean = report.runs.iter().any(|run| run.over_groups(headline, column).is_some());
        let over = |run: &Run, metric: &str| {
            run.over_groups(metric, column).map_or_else(|| "–".to_owned(), group_mean)
        };
        let count = |value: &str| {
            let n = of(first, headline, value).map_or(0, |one| one.n);
            grouped(n as usize) + if n < SMALL { boards::MARK } else { "" }
        };
        let most = if many { MOST_COLUMNS } else { MOST_GROUPS };
        let shown = &values[..values.len().min(most)];
        if !one_run {
            let title = escape(first.title(headline));
            let _ = writeln!(text, "{title} by {}:\n", escape(column));
        }
        if many {
            let head = |value: &&str| format!("{value} (n {})", count(value));
            let row = |run: &Run| -> Vec<String> {
                let means =
                    shown.iter().map(|value| boards::cell(of(run, headline, value).as_ref()));
                let all = has_mean.then(|| over(run, headline));
                std::iter::once(run.name.clone()).chain(means).chain(all).collect()
            };
            let mut heads: Vec<String> = shown.iter().map(head).collect();
            heads.insert(0, "run".to_owned());
            heads.extend(has_mean.then(|| OVER_GROUPS.to_owned()));
            table(&heads, &report.runs.iter().map(row).collect::<Vec<_>>(), text);
        } else {
            let row = |value: &&str| -> Vec<String> {
                let each =
                    report.runs.iter().flat_map(|run| metrics.iter().map(move |one| (run, one)));
                let means =
                    each.map(|(run, one)| boards::cell(of(run, &one.metric, value).as_ref()));
                std::iter::once((*value).to_owned()).chain(means).chain([count(value)]).collect()
            };
            let mut heads: Vec<String> = if one_run {
                metrics.iter().map(|one| first.title(&one.metric).to_owned()).collect()
            } else {
                report.runs.iter().map(|run| run.name.clone()).collect()
            };
            heads.insert(0, column.to_owned());
            heads.push("n".to_owned());
            let mut rows: Vec<Vec<String>> = shown.iter().map(row).collect();
            if has_mean {
                let each =
                    report.runs.iter().flat_map(|run| metrics.iter().map(move |one| (run, one)));
                let means = each.map(|(run, one)| over(run, &one.metric));
                let n = first.over_groups(headline, column).map_or(0, |one| one.n);
                let ends = [grouped(n as usize)];
                rows.push(
                    std::iter::once(OVER_GROUPS.to_owned()).chain(means).chain(ends).collect(),
                );
            }
            table(&heads, &rows, text);
        }
        if shown.len() < values.len() {
            let left = values.len() - shown.len();
            let (groups, are) = (counted(left, "more group"), by_number(left, "is", "are"));
            let _ = writeln!(text, "{groups} {are} left out.\n");
        }
    }
}

/// How often each member of records is right, a table for each of the first runs.
fn members(report: &Report, text: &mut String) {
    for run in report.runs.iter().take(boards::FEW_RUNS) {
        let all = &run.figures.members;
        if all.is_empty() {
            continue;
        }
        let row = |one: &MemberScore| -> Vec<String> {
            let counts = [one.missing, one.surplus, one.n].map(|count| grouped(count as usize));
            [one.member.clone(), member_mean(one)].into_iter().chain(counts).collect()
        };
        let heads = ["member", "right", "missing", "surplus", "n"].map(str::to_owned);
        if report.runs.len() > 1 {
            let _ = writeln!(text, "Members of records, {}:\n", escape(&run.name));
        }
        table(&heads, &all.iter().map(row).collect::<Vec<_>>(), text);
    }
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
