//! The result as a Markdown table, for a paper draft, an issue or a summary in CI.

use super::leaderboard;
use super::signature::signature;
use super::words::{changes, is_share, number, reproduces, title_of};
use crate::session::Session;
use std::fmt::Write as _;

/// Rows of groups at most: a summary in CI has room for a megabyte.
const MOST_GROUPS: usize = 500;

/// The report of a session with a score.
pub fn markdown(session: &Session) -> String {
    let (Some(score), Some(joined)) = (session.score(), session.joined()) else {
        return String::new();
    };
    let preset = &score.settings.preset;
    let mut text = format!("## {}\n\n", preset.title);
    if score.settings.own() {
        let _ = writeln!(
            text,
            "A preset of the user's own, `{}` version {}, not one of Scoredrop's.\n",
            preset.id, preset.version
        );
    }
    if !score.settings.changes.is_empty() {
        let _ = writeln!(text, "Modified preset: {}.\n", escape(&changes(&score.settings)));
    }
    for reason in &score.provisional {
        let _ = writeln!(text, "**Provisional:** {}.\n", escape(reason));
    }
    for reason in &score.confirmed {
        let _ = writeln!(text, "Confirmed by hand: {}.\n", escape(reason));
    }
    let _ = writeln!(text, "| run | metric | group | mean | 95 % interval | n |");
    let _ = writeln!(text, "|---|---|---|---:|---|---:|");
    let mut groups = 0;
    for (place, (run, aggregates)) in joined.runs.iter().zip(&score.aggregates).enumerate() {
        for aggregate in aggregates {
            groups += usize::from(aggregate.group.is_some());
            if aggregate.group.is_some() && groups > MOST_GROUPS {
                continue;
            }
            let metric = aggregate.metric.as_str();
            let title = title_of(session, metric, place);
            let group = aggregate
                .group
                .as_ref()
                .map_or_else(String::new, |g| format!("{} = {}", g.column, g.value));
            let mean = aggregate.mean.map_or_else(|| "–".to_owned(), |mean| number(metric, mean));
            let interval = aggregate.interval.as_ref().map_or_else(
                || "–".to_owned(),
                |i| format!("{}–{}", number(metric, i.low), number(metric, i.high)),
            );
            let mark = match &aggregate.group {
                Some(_) if leaderboard::is_small(aggregate.n) => leaderboard::MARK,
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
    let mut metrics = score.evaluation.metrics.iter();
    let unit = if metrics.all(|metric| is_share(metric.id)) {
        "Means in percent."
    } else {
        "Means in percent; errors in the unit of the answers."
    };
    let _ = writeln!(text, "\n{unit}\n");
    for remark in leaderboard::remarks(session) {
        let _ = writeln!(text, "{}.\n", escape(&remark));
    }
    let tables = leaderboard::tables(session, true);
    for table in &tables {
        let _ = writeln!(text, "### {}\n", escape(&table.title));
        let _ = writeln!(text, "| {} |", leaderboard::HEADS.join(" | "));
        let _ = writeln!(text, "|---:|---|---:|---|---:|---|---|---|");
        for row in &table.rows {
            let _ = writeln!(text, "| {} |", row.each_ref().map(|cell| escape(cell)).join(" | "));
        }
        text.push('\n');
    }
    if !tables.is_empty() {
        let _ = writeln!(text, "{}.\n", escape(&leaderboard::method(session)));
    }
    let sentences = super::comparisons::sentences(session, &escape);
    for told in &sentences {
        let _ = writeln!(text, "- {}: {}.", told.title, told.words);
    }
    text.push_str(if sentences.is_empty() { "" } else { "\n" });
    if let Some(words) = super::words::programs_run(session) {
        let _ = writeln!(text, "{}\n", escape(&words));
    }
    for (run, counts) in joined.runs.iter().zip(&score.reconciliations) {
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
    let _ = writeln!(text, "{}\n", reproduces(&score.settings));
    if joined.runs.iter().any(|run| run.twin.is_some()) {
        let _ =
            writeln!(text, "Runs with a second rule in brackets are not by that scorer's rules.\n");
    }
    let _ = writeln!(text, "`{}`", signature(session));
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
