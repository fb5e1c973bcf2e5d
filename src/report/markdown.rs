//! The result as a Markdown table, for a paper draft, an issue or a summary in CI.

#[cfg(feature = "values")]
use super::leaderboard;
use super::signature::signature;
use crate::digits::fixed;
use crate::metric::metric;
use crate::session::Session;
use std::fmt::Write as _;

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
        let changes: Vec<String> =
            score.settings.changes.iter().map(|(key, value)| format!("{key} = {value}")).collect();
        let _ = writeln!(text, "Modified preset: {}.\n", escape(&changes.join(", ")));
    }
    for reason in &score.provisional {
        let _ = writeln!(text, "**Provisional:** {}.\n", escape(reason));
    }
    for reason in &score.confirmed {
        let _ = writeln!(text, "Confirmed by hand: {}.\n", escape(reason));
    }
    let _ = writeln!(text, "| run | metric | group | mean | 95 % interval | n |");
    let _ = writeln!(text, "|---|---|---|---:|---|---:|");
    for (run, aggregates) in joined.runs.iter().zip(&score.aggregates) {
        for aggregate in aggregates {
            let title = metric(&aggregate.metric).map_or(aggregate.metric.as_str(), |m| m.title);
            let group = aggregate
                .group
                .as_ref()
                .map_or_else(String::new, |g| format!("{} = {}", g.column, g.value));
            let mean = aggregate.mean.map_or_else(|| "–".to_owned(), percent);
            let interval = aggregate.interval.as_ref().map_or_else(
                || "–".to_owned(),
                |i| format!("{}–{}", percent(i.low), percent(i.high)),
            );
            #[cfg(feature = "values")]
            let mark = match &aggregate.group {
                Some(_) if leaderboard::is_small(aggregate.n) => leaderboard::MARK,
                _ => "",
            };
            #[cfg(not(feature = "values"))]
            let mark = "";
            let _ = writeln!(
                text,
                "| {} | {title} | {} | {mean} | {interval} | {}{mark} |",
                escape(&run.name),
                escape(&group),
                aggregate.n
            );
        }
    }
    let _ = writeln!(text, "\nMeans in percent.\n");
    #[cfg(feature = "values")]
    {
        for remark in leaderboard::remarks(session) {
            let _ = writeln!(text, "{}.\n", escape(&remark));
        }
        let tables = leaderboard::tables(session, true);
        for table in &tables {
            let _ = writeln!(text, "### {}\n", escape(&table.title));
            let _ = writeln!(text, "| {} |", leaderboard::HEADS.join(" | "));
            let _ = writeln!(text, "|---:|---|---:|---|---:|---|---|---|");
            for row in &table.rows {
                let _ =
                    writeln!(text, "| {} |", row.each_ref().map(|cell| escape(cell)).join(" | "));
            }
            text.push('\n');
        }
        if !tables.is_empty() {
            let _ = writeln!(text, "{}.\n", escape(&leaderboard::method(session)));
        }
        let sentences = super::comparisons::sentences(session, &escape);
        for (metric, words) in &sentences {
            let _ = writeln!(text, "- {}: {words}.", metric.title);
        }
        text.push_str(if sentences.is_empty() { "" } else { "\n" });
    }
    #[cfg(feature = "values")]
    if let Some(card) = session.programs_card().filter(|card| card.left == 0) {
        let python = escape(&card.python.join(", "));
        let total = card.total;
        let _ = writeln!(text, "Programs run in the page's sandbox by Python {python}: {total}.\n");
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
    let reproduces = &preset.card.reproduces;
    let _ = if reproduces.is_empty() {
        writeln!(text, "Reproduces no other scorer: the definition is this preset's own.\n")
    } else if score.settings.departs() {
        writeln!(text, "With other settings than {reproduces}: not its number.\n")
    } else {
        writeln!(text, "Reproduces {reproduces}.\n")
    };
    if joined.runs.iter().any(|run| run.twin.is_some()) {
        let _ =
            writeln!(text, "Runs with a second rule in brackets are not by that scorer's rules.\n");
    }
    let _ = writeln!(text, "`{}`", signature(session));
    text
}

fn percent(share: f64) -> String {
    fixed(share * 100.0, 1)
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
