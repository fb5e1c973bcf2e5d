//! Where every run stands, in reports: the members `leaderboard`, `slices` and `cluster` of JSON, and
//! tables.
//!
//! `leaderboard` is there for several runs: a list with an entry for each metric over all questions that
//! count, and then, where some run has no prediction for some question, for each metric over the
//! `common` ones, for which every run has one. In each entry:
//!
//! | member | meaning |
//! |---|---|
//! | `metric`, `questions`, `words`, `n` | the metric; `all` or `common`; the same in words; how many questions |
//! | `runs` | from the best mean to the worst |
//! | `run`, `name` | place among `runs` of the report, and name |
//! | `rank`, `leader` | runs share the rank of the best of them, the leader, as long as none is shown to be worse than it; ties do not chain |
//! | `mean`, `interval`, `n` | as in the aggregates |
//! | `versus` | the run compared with the baseline, null for itself: members as in `comparisons`, where A is the run; p is corrected for the runs of this entry |
//!
//! `slices` is there where breakdowns were asked for: `slice` as it was asked for, the `column` by which
//! its groups stand in the aggregates, and what it is in `words`. `cluster` is there where questions are
//! held together: `column`, and the number of `clusters`.

use super::order::Order;
use crate::aggregate::compare::Verdict;
use crate::aggregate::words::{difference, p_value, sentence};
use crate::aggregate::{SMALL, small_words};
use crate::diagnostic::cut_middle;
use crate::digits::printed;
use crate::join::{Joined, SHORT};
use crate::json_text::json_text;
use crate::metric::metric;
use crate::protocol::{Leaderboard, SliceCard, Standing, Versus};
use crate::session::{Board, Session};
use serde_json::json;
use std::fmt::Write as _;
use std::io::{self, Write};

/// The boards of a session with several runs; those that are there.
pub fn leaderboard(session: &Session) -> Vec<Leaderboard> {
    leaderboard_of(session, &session.joined().map(Joined::names).unwrap_or_default())
}

/// The same with other names of the runs.
fn leaderboard_of(session: &Session, names: &[String]) -> Vec<Leaderboard> {
    let Some(baseline) = session.baseline() else { return Vec::new() };
    let name = |run: usize| names[run].clone();
    let short = |run: usize| cut_middle(&names[run], SHORT);
    let boards = session.boards().into_iter();
    let card = |board: Board| Leaderboard {
        metric: board.metric.id.to_owned(),
        questions: board.scope.name().to_owned(),
        words: board.words(),
        n: board.questions,
        runs: board
            .standings
            .into_iter()
            .map(|one| Standing {
                run: one.run as u32,
                name: name(one.run),
                rank: one.rank,
                leader: one.leader as u32,
                mean: one.mean,
                interval: one.interval,
                n: one.n,
                versus: one.comparison.map(|compared| Versus {
                    difference: Some(compared.difference).filter(|one| one.is_finite()),
                    interval: compared.interval.clone(),
                    p: compared.p,
                    p_adjusted: compared.p_adjusted,
                    verdict: compared.verdict.name().to_owned(),
                    reason: match compared.verdict {
                        Verdict::NotShown(reason) => Some(reason.name().to_owned()),
                        _ => None,
                    },
                    only_a: compared.only_a,
                    only_b: compared.only_b,
                    smallest_detectable: compared.smallest_detectable,
                    words: difference(&compared),
                    sentence: sentence(&compared, &short(one.run), &short(baseline)),
                }),
            })
            .collect(),
    };
    boards.map(card).collect()
}

/// The breakdowns that were asked for.
pub fn slices(session: &Session) -> Vec<SliceCard> {
    let card = |(slice, column, words): &(String, String, String)| SliceCard {
        slice: slice.clone(),
        column: column.clone(),
        words: words.clone(),
    };
    session.slices().iter().map(card).collect()
}

/// How questions are held together, in words.
pub fn cluster(session: &Session) -> Option<String> {
    let clusters = session.clusters()?;
    Some(match clusters.count {
        1 => format!("1 cluster by {}", clusters.column),
        count => format!("{count} clusters by {}", clusters.column),
    })
}

/// Writes the members of the JSON report; see the table of this module. Runs are called by `names`.
///
/// # Errors
/// Where `out` fails.
pub(super) fn write_members(
    session: &Session,
    names: &[String],
    out: &mut dyn Write,
) -> io::Result<()> {
    write_in_order(session, names, None, out)
}

/// The same with runs in the order of another report.
///
/// # Errors
/// Where `out` fails.
pub(super) fn write_in_order(
    session: &Session,
    names: &[String],
    order: Option<&Order>,
    out: &mut dyn Write,
) -> io::Result<()> {
    if let Some(clusters) = session.clusters() {
        let members = json!({ "column": clusters.column, "clusters": clusters.count });
        writeln!(out, "\"cluster\": {},", json_text(&members))?;
    }
    let slices = slices(session);
    if !slices.is_empty() {
        writeln!(out, "\"slices\": {},", json_text(&slices))?;
    }
    let mut boards = leaderboard_of(session, names);
    if let Some(order) = order {
        for board in &mut boards {
            order.arrange(board);
        }
    }
    if boards.is_empty() {
        return Ok(());
    }
    writeln!(out, "\"leaderboard\": [")?;
    for (index, board) in boards.iter().enumerate() {
        let comma = if index + 1 < boards.len() { "," } else { "" };
        writeln!(out, "{}{comma}", json_text(board))?;
    }
    writeln!(out, "],")
}

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
    ["rank", "run", "mean", "95 % interval", "n", "less the baseline", "p", "shown to be"];

/// The boards as tables: those of the headline, and, if they are wanted, those of the other metrics.
pub(super) fn tables(session: &Session, others: bool) -> Vec<Tabled> {
    let boards = leaderboard(session);
    let mut metrics: Vec<&str> = Vec::new();
    for board in &boards {
        if !metrics.contains(&board.metric.as_str()) {
            metrics.push(&board.metric);
        }
    }
    metrics.truncate(if others { metrics.len() } else { 1 });
    let of = |metric| boards.iter().filter(move |board| board.metric == metric);
    metrics.into_iter().flat_map(of).map(|board| table(session, board)).collect()
}

fn table(session: &Session, board: &Leaderboard) -> Tabled {
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
        title: format!(
            "{}, {}",
            info.map_or_else(
                || board.metric.clone(),
                |info| session.title_for(info, board.runs.iter().map(|one| one.run as usize))
            ),
            board.words
        ),
        rows: board.runs.iter().map(row).collect(),
    }
}

/// What a reader of the tables has to know of them.
pub(super) fn remarks(session: &Session) -> Vec<String> {
    let mut all = Vec::new();
    if let Some(words) = cluster(session) {
        all.push(format!(
            "Intervals and tests are over {words} of questions that are right and wrong together: \
             Wilson's with as many questions as the clusters are worth, t of the clustered error, and \
             permutations of whole clusters"
        ));
    }
    for card in slices(session) {
        all.push(format!("{} is {}", card.column, card.words));
    }
    let small = session.score().is_some_and(|score| {
        let groups = score.aggregates.iter().flatten().filter(|one| one.group.is_some());
        groups.clone().any(|one| is_small(one.n))
    });
    if small {
        all.push(small_words().trim_end_matches('.').to_owned());
    }
    if session.boards().iter().any(Board::is_uneven) {
        all.push(
            "Means are over each run's own questions with a value, n of them, and differences over \
             those with a value in both runs, so that they need not be the differences of the means"
                .to_owned(),
        );
    }
    if session.common_questions() == Some(0) {
        all.push("No question has a prediction of every run".to_owned());
    }
    all
}

/// Stands behind the n of small groups.
pub(super) const MARK: &str = "†";

/// Whether a group is so small that its n is marked.
pub(super) fn is_small(n: u64) -> bool {
    n < SMALL
}

/// How ranks and p values of the tables come about.
pub(super) fn method(session: &Session) -> String {
    let mut words =
        "Runs share a rank where none is shown to be worse than the first of them. ".to_owned();
    let name =
        session.baseline().and_then(|run| Some(session.joined()?.runs.get(run)?.short_name()));
    // Writing to a text cannot fail.
    let _ = write!(
        words,
        "Differences are in points, from {}, with their 95 % intervals; p is corrected for the runs of a \
         table by Holm's method",
        name.unwrap_or_default()
    );
    words
}
