//! Where every run stands, and in what words.
//!
//! In each board:
//!
//! | member | meaning |
//! |---|---|
//! | `metric`, `questions`, `words`, `n` | the metric; `all` or `common`; the same in words; how many questions |
//! | `runs` | from the best mean to the worst |
//! | `run`, `name` | place among `runs` of the report, and name |
//! | `rank`, `leader` | runs share the rank of the best of them, the leader, as long as none is shown to be worse than it; ties do not chain |
//! | `mean`, `interval`, `n` | as in the aggregates |
//! | `versus` | the run compared with the baseline, null for itself: members as in `comparisons`, where A is the run; p is corrected for the runs of this board |

use crate::aggregate::words::{differences, sentence};
use crate::aggregate::{SMALL, small_words};
use crate::base::diagnostic::cut_middle;
use crate::join::{Joined, SHORT};
use crate::session::protocol::{Leaderboard, Standing, Versus};
use crate::session::{Board, Session};

/// The boards of a session with several runs; those that are there.
pub fn leaderboard(session: &Session) -> Vec<Leaderboard> {
    leaderboard_of(session, &session.joined().map(Joined::names).unwrap_or_default())
}

/// The same with other names of the runs.
pub(super) fn leaderboard_of(session: &Session, names: &[String]) -> Vec<Leaderboard> {
    let Some(baseline) = session.baseline() else { return Vec::new() };
    let name = |run: usize| names[run].clone();
    let short = |run: usize| cut_middle(&names[run], SHORT);
    let boards = session.boards().into_iter();
    let card = |board: Board| {
        let compared = board.standings.iter().filter_map(|one| one.comparison.as_ref());
        let mut words = differences(compared).into_iter();
        Leaderboard {
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
                        reason: compared.verdict.reason().map(str::to_owned),
                        only_a: compared.only_a,
                        only_b: compared.only_b,
                        smallest_detectable: compared.smallest_detectable,
                        words: words.next().unwrap_or_default(),
                        sentence: sentence(&compared, &short(one.run), &short(baseline)),
                    }),
                })
                .collect(),
        }
    };
    boards.map(card).collect()
}

/// How questions are held together, in words.
pub fn cluster(session: &Session) -> Option<String> {
    let clusters = session.clusters()?;
    Some(match clusters.count {
        1 => format!("1 cluster by {}", clusters.column),
        count => format!("{count} clusters by {}", clusters.column),
    })
}

/// Names of the metrics of the boards, for the runs on them.
pub(super) fn titles(session: &Session) -> Vec<String> {
    let title =
        |board: Board| session.title_for(board.metric, board.standings.iter().map(|one| one.run));
    session.boards().into_iter().map(title).collect()
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
    for card in session.slices() {
        all.push(format!("{} is {}", card.column, card.words));
    }
    let small = session.score().is_some_and(|score| {
        score.aggregates.iter().flatten().any(|one| one.group.is_some() && one.n < SMALL)
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

/// How ranks and p values of the boards come about.
pub(super) fn method(session: &Session) -> String {
    let name =
        session.baseline().and_then(|run| Some(session.joined()?.runs.get(run)?.short_name()));
    format!(
        "Runs share a rank where none is shown to be worse than the first of them. Differences are in points, from \
         {}, with their 95\u{202f}% intervals; p is corrected for the runs of a table by Holm's method",
        name.unwrap_or_default()
    )
}
