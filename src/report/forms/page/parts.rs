//! The parts of the page, in the order of the page on which it was made.

use super::super::boards::{HEADS, tables};
use super::super::charts::{breakdown, comparison, metrics, runs as runs_chart, strip};
use super::super::methods::methods;
use super::MOST_TEXTS;
use crate::aggregate::Aggregate;
use crate::aggregate::official::python_digits;
use crate::base::diagnostic::{Severity, by_kind};
use crate::base::digits::{PERCENT, counted, grouped};
use crate::base::types::{Parts, Verdict};
use crate::report::chart::escape;
use crate::report::model::{Report, Run};
use crate::report::words::{
    groups_of, in_percent, interval, is_share, mean, member_mean, number, reading, reconciled,
    verdict,
};
use itertools::Itertools as _;
use std::fmt::{self, Write as _};

/// Kinds of problems that are shown before the others are asked for.
const MOST_CHECKS: usize = 4;

/// The result in a sentence.
pub(super) fn result(report: &Report, out: &mut String) -> fmt::Result {
    let phrases = report.runs.first().map_or(&[][..], |run| &run.result);
    write!(out, "<h1>")?;
    for phrase in phrases {
        let words = escape(&phrase.words);
        if phrase.strong {
            write!(out, "<strong>{words}</strong>")?;
        } else {
            out.push_str(&words);
        }
    }
    writeln!(out, "</h1>")?;
    let gold = report.sources.iter().find(|source| matches!(source.role, Some("gold" | "table")));
    let gold = gold.map_or_else(String::new, |source| format!(" · {}", escape(&source.name)));
    writeln!(out, "<p class=\"soft\">{}{gold}</p>", escape(&report.shown.title))?;
    if let Some(words) = &report.shown.modified {
        writeln!(out, "<p class=\"amber\">{}</p>", escape(words))?;
    }
    let Some(host) = &report.host else { return Ok(()) };
    let (name, digest) = (escape(&host.name()), &host.digest);
    writeln!(out, "<p class=\"soft\">Scored by {name}, <code>{digest}</code></p>")?;
    if let Some(words) = host.modified_words() {
        writeln!(out, "<p class=\"amber\">{}</p>", escape(&words))?;
    }
    writeln!(out, "<p>{}</p>", host.sentence())?;
    if !host.submission.faults.is_empty() {
        writeln!(out, "<ul>")?;
        for card in &host.submission.faults {
            let state = if card.refused { "" } else { " (accepted)" };
            writeln!(out, "<li>{}{state}</li>", escape(&card.words()))?;
        }
        writeln!(out, "</ul>")?;
    }
    Ok(())
}

/// The headline, large, above a chart of the other metrics or of all runs.
pub(super) fn figures(report: &Report, out: &mut String) -> fmt::Result {
    let lead = report.shown.lead;
    let first = report.runs.first().and_then(|run| Some((run, *run.whole(lead).first()?)));
    let Some((run, first)) = first else { return Ok(()) };
    let unit_of = |one: &Aggregate| {
        if in_percent(&one.metric) && one.mean.is_some() { PERCENT } else { "" }
    };
    let unit = unit_of(first);
    let modified = if report.preset.modified { ", modified" } else { "" };
    let name = if report.runs.len() > 1 { escape(&run.short_name) + ": " } else { String::new() };
    let interval =
        interval(first).map(|words| format!("<span>95\u{202f}% interval {words}</span>"));
    writeln!(
        out,
        "<section class=\"head\" aria-label=\"Score\"><p class=\"number\">{}<span \
         class=\"unit\">{unit}</span></p><p><span>{name}{}{modified}</span>{}<span>n {}</span></p>",
        mean(&first.metric, first.mean),
        escape(run.title(&first.metric)),
        interval.unwrap_or_default(),
        grouped(first.n as usize)
    )?;
    let chart = if report.runs.len() > 1 { runs_chart(report) } else { metrics(report, run) };
    if let Some(chart) = chart {
        wide(&chart, "Means with their intervals", out)?;
    }
    let errors = run.whole(lead).into_iter().filter(|one| !is_share(&one.metric));
    let words = |one: &Aggregate| {
        let (title, mean) = (escape(run.title(&one.metric)), mean(&one.metric, one.mean));
        format!("{title} {mean}{}", unit_of(one))
    };
    let errors: Vec<String> = errors.map(words).collect();
    if !errors.is_empty() {
        writeln!(out, "<p>{}</p>", errors.join("; "))?;
    }
    writeln!(out, "</section>")
}

/// Why the number does not count as it stands, where every question went, and every problem.
pub(super) fn checks(report: &Report, out: &mut String) -> fmt::Result {
    writeln!(out, "<section><h2>Checks</h2>")?;
    for reason in report.doubts() {
        writeln!(out, "<p class=\"amber\">Provisional: {}</p>", escape(&reason.message))?;
    }
    for reason in &report.confirmed {
        writeln!(out, "<p>Confirmed by hand: {}</p>", escape(&reason.message))?;
    }
    for other in report.other_readings() {
        let (words, why) = (escape(&reading(other)), escape(&other.words));
        let options = escape(&other.options);
        writeln!(out, "<p>Other reading: {words}; {why}; <code>{options}</code></p>")?;
    }
    let kinds = by_kind(report.diagnostics.iter());
    let line = |kind: &crate::base::diagnostic::Alike<'_>| {
        let first = kind.listed[0];
        let (class, word) = match first.severity {
            Severity::Error => ("wrong", "error"),
            Severity::Warning => ("amber", "warning"),
            Severity::Info => ("soft", "note"),
        };
        let others = kind.count as usize - 1;
        let more = format!(" <span class=\"soft\">and {} more like it</span>", grouped(others));
        let more = if others > 0 { &*more } else { "" };
        let message = escape(&first.message);
        format!("<li><span class=\"{class}\">{word}</span> {message}{more}</li>\n")
    };
    // Notes alone hold nobody up.
    let weighty = kinds.iter().filter(|kind| kind.listed[0].severity != Severity::Info).count();
    let (shown, others) = kinds.split_at(weighty.min(MOST_CHECKS));
    if !shown.is_empty() {
        writeln!(out, "<ul>\n{}</ul>", shown.iter().map(line).collect::<String>())?;
    }
    if !others.is_empty() {
        let count = counted(others.len(), if shown.is_empty() { "note" } else { "other check" });
        writeln!(
            out,
            "<details><summary>{count}</summary><ul>\n{}</ul></details>",
            others.iter().map(line).collect::<String>()
        )?;
    }
    for run in &report.runs {
        let name =
            if report.runs.len() > 1 { escape(&run.short_name) + ": " } else { String::new() };
        writeln!(out, "<p class=\"soft\">{name}{}</p>", reconciled(&run.figures.reconciliation))?;
        if let Some(stored) = &run.figures.stored {
            writeln!(
                out,
                "<p class=\"soft\">{name}the file's own verdicts in {}: {}{PERCENT} of {} answers right; \
                 {} of these verdicts agree with this score</p>",
                escape(&stored.column),
                mean("accuracy", Some(stored.mean)),
                grouped(stored.n as usize),
                grouped(stored.agrees as usize)
            )?;
        }
    }
    writeln!(out, "</section>")
}

/// Where every run stands and how they compare, and all means.
pub(super) fn runs(report: &Report, out: &mut String) -> fmt::Result {
    if report.runs.len() > 1 {
        writeln!(out, "<section><h2>Runs</h2>")?;
        for (index, table) in tables(report).iter().enumerate() {
            let heads = HEADS.map(|head| format!("<th>{head}</th>")).concat();
            writeln!(out, "<h3 id=\"board-{index}\">{}</h3>", escape(&table.title))?;
            open_table(&format!("board-{index}"), &heads, out)?;
            for row in &table.rows {
                let cells = row.each_ref().map(|cell| format!("<td>{}</td>", escape(cell)));
                writeln!(out, "<tr>{}</tr>", cells.concat())?;
            }
            writeln!(out, "</tbody></table></div>")?;
        }
        writeln!(out, "<p class=\"soft\">{}.</p>", escape(&report.shown.method))?;
        if let Some(chart) = comparison(report) {
            wide(&chart, "Differences from the baseline", out)?;
        }
        for told in report.overall() {
            let words = told.words(&str::to_owned);
            writeln!(out, "<p>{}: {}.</p>", escape(&told.title), escape(&words))?;
        }
    } else {
        writeln!(out, "<section><h2>Metrics</h2>")?;
    }
    let is_open = if report.runs.len() > 1 { "" } else { " open" };
    writeln!(out, "<details{is_open}><summary id=\"means\">All metrics</summary>")?;
    open_table(
        "means",
        "<th>run</th><th>metric</th><th class=\"n\">mean</th><th class=\"n\">95\u{202f}% interval</th><th \
         class=\"n\">n</th>",
        out,
    )?;
    for run in &report.runs {
        for one in run.whole(report.shown.lead) {
            writeln!(
                out,
                "<tr><td>{}</td><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td \
                 class=\"n\">{}</td></tr>",
                escape(&run.short_name),
                escape(run.title(&one.metric)),
                mean(&one.metric, one.mean),
                interval(one).unwrap_or_else(|| "–".to_owned()),
                grouped(one.n as usize)
            )?;
        }
        for one in &run.figures.over_groups {
            let words = format!("{}, mean over the {}", run.title(&one.metric), groups_of(one));
            let ends = one.interval.as_ref().map_or_else(
                || "–".to_owned(),
                |ends| [ends.low, ends.high].map(|end| number(&one.metric, end)).join("–"),
            );
            writeln!(
                out,
                "<tr><td>{}</td><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{ends}</td><td \
                 class=\"n\">{}</td></tr>",
                escape(&run.short_name),
                escape(&words),
                mean(&one.metric, Some(one.mean)),
                grouped(one.n as usize)
            )?;
        }
    }
    writeln!(out, "</tbody></table></div><p class=\"soft\">Shares in percent.</p></details>")?;
    members(report, out)?;
    for remark in &report.shown.remarks {
        writeln!(out, "<p class=\"soft\">{}.</p>", escape(remark))?;
    }
    writeln!(out, "</section>")
}

/// How often each member of records is right.
fn members(report: &Report, out: &mut String) -> fmt::Result {
    let all =
        report.runs.iter().flat_map(|run| run.figures.members.iter().map(move |one| (run, one)));
    if all.clone().next().is_none() {
        return Ok(());
    }
    writeln!(out, "<h3 id=\"members\">Members of records</h3>")?;
    let heads = "<th>run</th><th>member</th><th class=\"n\">right</th><th class=\"n\">missing</th><th \
                 class=\"n\">surplus</th><th class=\"n\">n</th>";
    open_table("members", heads, out)?;
    for (run, one) in all {
        let counts = [one.missing, one.surplus, one.n];
        let counts =
            counts.map(|count| format!("<td class=\"n\">{}</td>", grouped(count as usize)));
        writeln!(
            out,
            "<tr><td>{}</td><td>{}</td><td class=\"n\">{}</td>{}</tr>",
            escape(&run.short_name),
            escape(&one.member),
            member_mean(one),
            counts.concat()
        )?;
    }
    writeln!(out, "</tbody></table></div>")
}

fn open_table(label: &str, heads: &str, out: &mut String) -> fmt::Result {
    writeln!(
        out,
        "<div class=\"wide\" role=\"group\" aria-labelledby=\"{label}\" \
         tabindex=\"0\"><table><thead><tr>{heads}</tr></thead><tbody>"
    )
}

/// A chart that may be wider than a narrow screen.
fn wide(chart: &str, label: &str, out: &mut String) -> fmt::Result {
    writeln!(
        out,
        "<div class=\"wide\" role=\"group\" aria-label=\"{label}\" tabindex=\"0\">{chart}</div>"
    )
}

/// Says how many runs have no chart of their own.
fn left(runs: usize, most: usize, out: &mut String) -> fmt::Result {
    if runs > most {
        writeln!(out, "<p>{} are only in the tables.</p>", counted(runs - most, "more run"))?;
    }
    Ok(())
}

/// A strip for each run.
pub(super) fn strips(report: &Report, most: usize, out: &mut String) -> fmt::Result {
    writeln!(out, "<section><h2>Every question, in file order</h2>")?;
    for run in report.runs.iter().take(most) {
        if report.runs.len() > 1 {
            writeln!(out, "<h3>{}</h3>", escape(&run.short_name))?;
        }
        writeln!(out, "{}", strip(run))?;
    }
    left(report.runs.len(), most, out)?;
    writeln!(
        out,
        "<p class=\"soft\">A full bar means right, an empty place wrong, and a stub at the bottom \
         not answered.</p></section>"
    )
}

/// A chart for each run whose questions have groups; those behind the first can be opened.
pub(super) fn groups(report: &Report, most: usize, out: &mut String) -> fmt::Result {
    let runs = report.runs.iter().take(most);
    let charts: Vec<(&Run, String)> =
        runs.filter_map(|run| Some((run, breakdown(report, run)?))).collect();
    let Some(headline) = report.shown.lead.filter(|_| !charts.is_empty()) else {
        return Ok(());
    };
    writeln!(out, "<section><h2>{} by group</h2>", escape(headline.title))?;
    for (index, (run, chart)) in charts.iter().enumerate() {
        if report.runs.len() == 1 {
            wide(chart, "Means by group", out)?;
            continue;
        }
        let is_open = if index == 0 { " open" } else { "" };
        let name = escape(&run.short_name);
        writeln!(out, "<details{is_open}><summary>{name}</summary>")?;
        wide(chart, "Means by group", out)?;
        writeln!(out, "</details>")?;
    }
    left(report.runs.len(), most, out)?;
    writeln!(out, "</section>")
}

/// The table up to its first row. The script fills it; without the script it has a few rows.
pub(super) fn questions(
    report: &Report,
    parts: Parts,
    plain: usize,
    out: &mut String,
) -> fmt::Result {
    let count = report.shown.questions;
    write!(
        out,
        "<section id=\"questions\" aria-labelledby=\"questions-head\"><h2 \
         id=\"questions-head\">Questions, wrong ones first</h2>"
    )?;
    if count > plain {
        write!(
            out,
            "<p id=\"plain\">{} of {}; with scripts enabled, the page shows all of them.</p>",
            grouped(plain),
            counted(count, "question")
        )?;
    }
    if count > MOST_TEXTS {
        write!(
            out,
            "<p>This file has the texts of the first {}, and only the values of the others.</p>",
            counted(MOST_TEXTS, "question")
        )?;
    }
    for (left_out, what) in [
        (parts.no_outputs, "The models' answers were"),
        (parts.no_questions, "Questions, ids and gold answers were"),
    ] {
        if left_out {
            write!(out, "<p>{what} left out when this file was saved.</p>")?;
        }
    }
    write!(out, "<form id=\"filter\" data-needs-script hidden><label>Run <select id=\"run\">")?;
    for (index, run) in report.runs.iter().enumerate() {
        write!(out, "<option value=\"{index}\">{}</option>", escape(&run.short_name))?;
    }
    write!(
        out,
        "</select></label><label>Shown <select id=\"verdict\"><option value=\"pw\">wrong, closest \
         first</option><option value=\"\">all, in file order</option>"
    )?;
    for one in [Verdict::Right, Verdict::Partly, Verdict::Wrong, Verdict::Unanswered] {
        let (_, words, letter) = verdict(one);
        write!(out, "<option value=\"{letter}\">{words}</option>")?;
    }
    // With many metrics the texts keep their width, and the table can be scrolled.
    let many = if report.shown.metrics.len() > 6 { " class=\"many\"" } else { "" };
    write!(
        out,
        "</select></label><label>Text <input id=\"needle\" type=\"search\"></label></form>\
        <div class=\"wide\" role=\"group\" aria-labelledby=\"questions-head\" \
        tabindex=\"0\"><table{many}><thead><tr><th class=\"mark\"><span class=\"soft\">·</span></th>\
        <th>question</th><th>answer</th><th>gold</th>"
    )?;
    for metric in &report.shown.metrics {
        write!(out, "<th class=\"n\">{}</th>", escape(metric.title))?;
    }
    writeln!(out, "</tr></thead><tbody id=\"body\">")
}

/// What closes the table.
pub(super) const END_OF_QUESTIONS: &str = "</tbody></table></div><div class=\"pager\" \
    data-needs-script hidden><button type=\"button\" id=\"back\">Back</button><button type=\"button\" \
    id=\"next\">Next</button><span id=\"place\" role=\"status\"></span></div></section>";

/// What was scored and by which rules.
pub(super) fn rules(report: &Report, out: &mut String) -> fmt::Result {
    let shown = &report.shown;
    writeln!(
        out,
        "<section><h2>How it was scored</h2><p>{}</p><p>{}</p><ul>",
        escape(&shown.sentence),
        escape(&shown.reproduces)
    )?;
    for rule in &shown.rules {
        let changed = if rule.changed { " <span class=\"amber\">changed</span>" } else { "" };
        writeln!(out, "<li>{}{changed}</li>", escape(&rule.words))?;
    }
    writeln!(out, "</ul></section>")
}

/// What the reference prints; not shown where that rests on a guess.
pub(super) fn official(report: &Report, out: &mut String) -> fmt::Result {
    let has_none = report.runs.iter().all(|run| run.official_lines().next().is_none());
    if has_none || report.provisional.is_some() {
        return Ok(());
    }
    writeln!(out, "<section><h2>As the official script prints it</h2>")?;
    for run in &report.runs {
        let lines: Vec<String> = run
            .official_lines()
            .map(|(key, value)| escape(&format!("{key}: {}", python_digits(value))))
            .collect();
        if lines.is_empty() {
            continue;
        }
        if report.runs.len() > 1 {
            writeln!(out, "<h3>{}</h3>", escape(&run.short_name))?;
        }
        writeln!(out, "<pre>{}</pre>", lines.join("\n"))?;
    }
    writeln!(out, "</section>")
}

/// Methods, files, and the signature.
pub(super) fn about(report: &Report, out: &mut String) -> fmt::Result {
    let text = methods(report);
    let lines = text.lines().map(escape).join("\n");
    writeln!(out, "<section><h2>Methods</h2><pre>{lines}</pre></section>")?;
    writeln!(out, "<section><h2 id=\"files\">Files</h2>")?;
    open_table("files", "<th>role</th><th>name</th><th>SHA-256</th>", out)?;
    for source in &report.sources {
        let role = source.role.unwrap_or_default().replace('_', " ");
        let hash = source.sha256.as_deref().unwrap_or_default();
        writeln!(
            out,
            "<tr><td>{role}</td><td>{}</td><td class=\"data\">{hash}</td></tr>",
            escape(&source.full_name)
        )?;
    }
    let signature = escape(&report.signature);
    writeln!(
        out,
        "</tbody></table></div></section><section><h2>Signature</h2><code>{signature}</code></section>"
    )
}
