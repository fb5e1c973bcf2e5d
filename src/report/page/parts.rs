//! The parts of the page above and below its table.

use super::super::charts::{breakdown, comparison as comparison_chart, escape, strip};
use super::super::comparisons::sentences;
use super::super::methods::methods;
use super::super::signature::signature;
use super::super::words::{grouped, is_share, modified, number, reproduces, title, title_of};
use super::counts;
use crate::aggregate::Aggregate;
use crate::aggregate::official::python_digits;
use crate::evaluate::Material;
use crate::session::{Score, Session};
use std::io::{self, Write};

/// Why the number does not count as it stands, and that its rules are others.
pub(super) fn provisional(score: &Score, out: &mut dyn Write) -> io::Result<()> {
    if let Some(words) = modified(&score.settings) {
        writeln!(out, "<p class=\"amber\">{}</p>", escape(&words))?;
    }
    for reason in &score.provisional {
        writeln!(out, "<p class=\"amber\">Provisional: {}</p>", escape(reason))?;
    }
    for reason in &score.confirmed {
        writeln!(out, "<p>Confirmed by hand: {}</p>", escape(reason))?;
    }
    Ok(())
}

fn range(aggregate: &Aggregate) -> String {
    let Some(i) = &aggregate.interval else { return "no interval".to_owned() };
    let metric = &aggregate.metric;
    format!("{} to {}", number(metric, i.low), number(metric, i.high))
}

/// The headline metric of the first run, large, where there is one run; where there are several their
/// table follows.
pub(super) fn headline(
    score: &Score,
    material: &Material<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let first = score.aggregates.first().and_then(|aggregates| aggregates.first());
    let (Some(first), [counts_of]) = (first, score.reconciliations.as_slice()) else {
        for (run, one) in material.joined.runs.iter().zip(&score.reconciliations) {
            writeln!(out, "<p class=\"soft\">{}: {}</p>", escape(&run.short_name()), counts(one))?;
        }
        return Ok(());
    };
    let unit = if is_share(&first.metric) && first.mean.is_some() { " %" } else { "" };
    let mean = first.mean.map_or_else(|| "–".to_owned(), |mean| number(&first.metric, mean));
    writeln!(
        out,
        "<section class=\"head\" aria-label=\"Score\"><span class=\"number\">{mean}{unit}</span><span>{}\
         {}</span><span>95 % interval {}</span><span>n {}</span><p class=\"soft\">{}</p></section>",
        escape(title(&first.metric)),
        if score.settings.modified() { ", modified" } else { "" },
        range(first),
        grouped(first.n as usize),
        counts(counts_of)
    )
}

/// A strip for each run.
pub(super) fn strips(
    session: &Session,
    material: &Material<'_>,
    most: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(out, "<section><h2>Every question, in file order</h2>")?;
    let runs = &material.joined.runs;
    for (index, run) in runs.iter().enumerate().take(most) {
        if runs.len() > 1 {
            writeln!(out, "<h3>{}</h3>", escape(&run.short_name()))?;
        }
        writeln!(out, "{}", strip(session, index))?;
    }
    left(runs.len(), most, out)?;
    writeln!(
        out,
        "<p class=\"soft\">Full height is right, bare ground wrong, a stub at the foot not \
        answered.</p></section>"
    )
}

fn left(runs: usize, most: usize, out: &mut dyn Write) -> io::Result<()> {
    if runs > most {
        writeln!(out, "<p>{} more runs are in the tables.</p>", runs - most)?;
    }
    Ok(())
}

/// The means over all questions.
pub(super) fn means(
    session: &Session,
    score: &Score,
    material: &Material<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(
        out,
        "<section><h2 id=\"means\">Means</h2><div class=\"wide\" role=\"group\" \
        aria-labelledby=\"means\" tabindex=\"0\"><table><thead><tr><th>run</th><th>metric</th><th \
        class=\"n\">mean</th><th class=\"n\">95 % interval</th><th class=\"n\">n</th></tr></thead><tbody>"
    )?;
    let runs = material.joined.runs.iter().zip(&score.aggregates);
    for (place, (run, aggregates)) in runs.enumerate() {
        for one in aggregates.iter().filter(|one| one.group.is_none()) {
            let mean = one.mean.map_or_else(|| "–".to_owned(), |mean| number(&one.metric, mean));
            writeln!(
                out,
                "<tr><td>{}</td><td>{}</td><td class=\"n\">{mean}</td><td class=\"n\">{}</td><td \
                 class=\"n\">{}</td></tr>",
                escape(&run.short_name()),
                escape(&title_of(session, &one.metric, place)),
                range(one),
                grouped(one.n as usize)
            )?;
        }
    }
    writeln!(out, "</tbody></table></div><p class=\"soft\">Shares in percent.</p></section>")
}

/// A chart for each run whose questions have groups.
pub(super) fn breakdowns(
    session: &Session,
    material: &Material<'_>,
    most: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    let runs = &material.joined.runs;
    let charts: Vec<(usize, String)> =
        (0..runs.len().min(most)).filter_map(|run| Some((run, breakdown(session, run)?))).collect();
    if charts.is_empty() {
        return Ok(());
    }
    let headline = session.score().and_then(|score| score.evaluation.metrics.first());
    let of = headline.map_or("", |metric| metric.title);
    writeln!(out, "<section><h2>{} by group</h2>", escape(of))?;
    for (run, chart) in charts {
        if runs.len() > 1 {
            writeln!(out, "<h3>{}</h3>", escape(&runs[run].short_name()))?;
        }
        wide(&chart, "Means by group", out)?;
    }
    left(runs.len(), most, out)?;
    writeln!(out, "</section>")
}

/// A chart that may be wider than a narrow screen.
fn wide(chart: &str, label: &str, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "<div class=\"wide\" role=\"group\" aria-label=\"{label}\" tabindex=\"0\">{chart}</div>"
    )
}

/// Every run against the baseline.
pub(super) fn comparison(session: &Session, out: &mut dyn Write) -> io::Result<()> {
    let Some(chart) = comparison_chart(session) else { return Ok(()) };
    writeln!(out, "<section><h2>Compared</h2>")?;
    wide(&chart, "Differences to the baseline", out)?;
    for told in sentences(session, &str::to_owned) {
        writeln!(out, "<p>{}: {}.</p>", escape(&told.title), escape(&told.words))?;
    }
    writeln!(out, "</section>")
}

/// What the reference prints; not shown where that rests on a guess.
pub(super) fn official(
    score: &Score,
    material: &Material<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    if score.official.iter().all(Vec::is_empty) || !score.provisional.is_empty() {
        return Ok(());
    }
    writeln!(out, "<section><h2>As the official script prints it</h2>")?;
    for (run, lines) in material.joined.runs.iter().zip(&score.official) {
        if lines.is_empty() {
            continue;
        }
        if score.official.len() > 1 {
            writeln!(out, "<h3>{}</h3>", escape(&run.short_name()))?;
        }
        let lines: Vec<String> =
            lines.iter().map(|(key, value)| format!("{key}: {}", python_digits(value))).collect();
        writeln!(
            out,
            "<pre>{}</pre>",
            lines.iter().map(|line| escape(line)).collect::<Vec<_>>().join("\n")
        )?;
    }
    writeln!(out, "</section>")
}

/// Methods, files, and the signature.
pub(super) fn about(session: &Session, score: &Score, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "<section><h2>Scorer</h2><p>{}</p></section>",
        escape(&reproduces(&score.settings))
    )?;
    let text = methods(session);
    let lines: Vec<String> = text.lines().map(escape).collect();
    writeln!(out, "<section><h2>Methods</h2><pre>{}</pre></section>", lines.join("\n"))?;
    writeln!(out, "<section><h2>Files</h2><table><tbody>")?;
    for index in session.plan().used() {
        let source = &session.sources()[index];
        let role = session.plan().roles[index].as_ref().map_or("", |role| role.value.name());
        let hash = source.sha256.as_deref().unwrap_or_default();
        writeln!(
            out,
            "<tr><td>{role}</td><td>{}</td><td class=\"data\">SHA-256 {hash}</td></tr>",
            escape(&source.name)
        )?;
    }
    let signature = escape(&signature(session));
    writeln!(
        out,
        "</tbody></table></section><section><h2>Signature</h2><code>{signature}</code></section>"
    )
}
