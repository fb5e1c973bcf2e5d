//! Means and boards as tables.

use crate::aggregate::Aggregate;
use crate::aggregate::compare::Shown;
use crate::aggregate::leaderboard::{Leaderboard, Standing};
use crate::aggregate::words::p_value;
use crate::base::digits::grouped;
use crate::report::model::{Report, Run};
use crate::report::words::{interval, mean, number};
use crate::score::metric::{MetricInfo, metric};

/// A board as a table of words.
pub(super) struct Tabled {
    /// The metric and the questions.
    pub(super) title: String,
    /// Cells of each run.
    pub(super) rows: Vec<[String; 8]>,
}

/// Heads of the columns of [`Tabled`].
pub(super) const HEADS: [&str; 8] = [
    "rank", "run", "mean", "95\u{202f}% interval", "n", "difference from baseline", "p", "verdict",
];

/// The boards of the headline as tables.
pub(super) fn tables(report: &Report) -> Vec<Tabled> {
    let boards = || report.leaderboard.iter();
    let mut metrics = boards().map(|board| board.metric.as_str());
    let is_lead = |id: &&str| report.shown.lead.is_some_and(|lead| lead.id == *id);
    let Some(shown) = metrics.clone().find(is_lead).or_else(|| metrics.next()) else {
        return Vec::new();
    };
    boards().filter(|board| board.metric == shown).map(table).collect()
}

fn table(board: &Leaderboard) -> Tabled {
    let number = |value: f64| number(&board.metric, value);
    let none = || "–".to_owned();
    let row = |one: &Standing| {
        let interval = one.interval.as_ref();
        let versus = one.versus.as_ref();
        [
            one.rank.to_string(),
            one.name.clone(),
            one.mean.map_or_else(none, number),
            interval.map_or_else(none, |i| format!("{}–{}", number(i.low), number(i.high))),
            grouped(one.n as usize),
            versus.map_or_else(|| "baseline".to_owned(), |versus| versus.words.clone()),
            versus.and_then(|versus| versus.p_adjusted).map_or_else(none, |p| {
                p_value(p).trim_start_matches("p ").trim_start_matches("= ").to_owned()
            }),
            versus.map_or_else(none, |versus| match versus.verdict {
                Shown::ABetter => "better".to_owned(),
                Shown::BBetter => "worse".to_owned(),
                Shown::NotShown => "no difference shown".to_owned(),
            }),
        ]
    };
    Tabled {
        title: format!("{}, {}", board.title, board.words),
        rows: board.runs.iter().map(row).collect(),
    }
}

/// A mean with its interval: "43.3 (31.6–55.9)".
pub(super) fn cell(aggregate: Option<&Aggregate>) -> String {
    let Some(one) = aggregate else { return "–".to_owned() };
    let interval = interval(one).map(|interval| format!(" ({interval})"));
    mean(&one.metric, one.mean) + &interval.unwrap_or_default()
}

/// Runs with the same metrics.
pub(super) struct Means {
    /// Run, the names of the metrics, n.
    pub(super) heads: Vec<String>,
    /// A row a run.
    pub(super) rows: Vec<Vec<String>>,
}

/// Returns the means over all questions of the metrics that are wanted. Runs by other rules have other metrics, and
/// their own table.
pub(super) fn means(report: &Report, is_wanted: fn(&MetricInfo) -> bool) -> Vec<Means> {
    let is_wanted = |one: &&Aggregate| metric(&one.metric).is_none_or(is_wanted);
    let whole = |run: &'_ Run| -> Vec<Aggregate> {
        run.whole(report.shown.lead).into_iter().filter(is_wanted).cloned().collect()
    };
    let heads = |run: &Run| -> Vec<String> {
        let titles = whole(run).into_iter().map(|one| run.title(&one.metric).to_owned());
        std::iter::once("run".to_owned()).chain(titles).chain(["n".to_owned()]).collect()
    };
    let row = |run: &Run| -> Vec<String> {
        let all = whole(run);
        let n = all.first().map_or(0, |one| one.n);
        // Some metrics have no value for some questions.
        let mean = |one: &Aggregate| match one.n {
            same if same == n => cell(Some(one)),
            other => format!("{}, n {}", cell(Some(one)), grouped(other as usize)),
        };
        let means = all.iter().map(mean);
        std::iter::once(run.name.clone()).chain(means).chain([grouped(n as usize)]).collect()
    };
    let mut tables: Vec<Means> = Vec::new();
    for run in &report.runs {
        let heads = heads(run);
        match tables.iter_mut().find(|table| table.heads == heads) {
            Some(table) => table.rows.push(row(run)),
            None => tables.push(Means { heads, rows: vec![row(run)] }),
        }
    }
    tables
}

/// Of so many runs each comparison is told in a sentence of its own; the boards of more say it in less room.
pub(super) const FEW_RUNS: usize = 4;

/// Stands behind the n of small groups.
pub(super) const MARK: &str = "†";
