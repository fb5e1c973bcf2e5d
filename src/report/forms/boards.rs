//! Boards as tables.

use crate::aggregate::SMALL;
use crate::aggregate::words::p_value;
use crate::digits::printed;
use crate::metric::metric;
use crate::protocol::{Leaderboard, Standing};
use crate::report::model::Report;

/// A board as a table: title, then rows of run, rank, mean, interval, n, difference and p, in words that
/// every form of a table can take.
pub(super) struct Tabled {
    /// The metric and the questions.
    pub(super) title: String,
    /// Cells of each run.
    pub(super) rows: Vec<[String; 8]>,
}

/// Heads of the columns of [`Tabled`].
pub(super) const HEADS: [&str; 8] =
    ["rank", "run", "mean", "95\u{202f}% interval", "n", "less the baseline", "p", "shown to be"];

/// The boards as tables: those of the headline, and, if they are wanted, those of the other metrics.
pub(super) fn tables(report: &Report, others: bool) -> Vec<Tabled> {
    let boards = || report.leaderboard.iter().zip(&report.shown.boards);
    let mut metrics: Vec<&str> = Vec::new();
    for (board, _) in boards() {
        if !metrics.contains(&board.metric.as_str()) {
            metrics.push(&board.metric);
        }
    }
    metrics.truncate(if others { metrics.len() } else { 1 });
    let of = |metric| boards().filter(move |(board, _)| board.metric == metric);
    metrics.into_iter().flat_map(of).map(|(board, title)| table(board, title)).collect()
}

fn table(board: &Leaderboard, title: &str) -> Tabled {
    let info = metric(&board.metric);
    // Errors are in a unit of their own.
    let scale = if info.is_some_and(|info| info.range.1 > 1.0) { 1.0 } else { 100.0 };
    let number = |value: f64| printed(value * scale, 1);
    let none = || "–".to_owned();
    let row = |one: &Standing| {
        let interval = one.interval.as_ref();
        let versus = one.versus.as_ref();
        [
            one.rank.to_string(),
            one.name.clone(),
            one.mean.map_or_else(none, number),
            interval.map_or_else(none, |i| format!("{}–{}", number(i.low), number(i.high))),
            one.n.to_string(),
            versus.map_or_else(|| "baseline".to_owned(), |versus| versus.words.clone()),
            versus.and_then(|versus| versus.p_adjusted).map_or_else(none, |p| {
                p_value(p).trim_start_matches("p ").trim_start_matches("= ").to_owned()
            }),
            versus.map_or_else(none, |versus| match versus.verdict.as_str() {
                "a_better" => "better".to_owned(),
                "b_better" => "worse".to_owned(),
                _ => "neither".to_owned(),
            }),
        ]
    };
    Tabled {
        title: format!("{title}, {}", board.words),
        rows: board.runs.iter().map(row).collect(),
    }
}

/// Stands behind the n of small groups.
pub(super) const MARK: &str = "†";

/// Whether a group is so small that its n is marked.
pub(super) fn is_small(n: u64) -> bool {
    n < SMALL
}
