//! What a reader of the leaderboards has to know.

use crate::aggregate::leaderboard::Leaderboard;
use crate::aggregate::{SMALL, small_words};
use crate::report::model::{Breakdown, Cluster};
use crate::session::Score;

/// What a reader of the tables has to know of them.
pub(super) fn remarks(
    score: &Score,
    cluster: Option<&Cluster>,
    slices: &[Breakdown],
    boards: &[Leaderboard],
) -> Vec<String> {
    let mut all = Vec::new();
    if let Some(words) = cluster.map(Cluster::words) {
        all.push(format!(
            "Intervals and tests treat the {words} as the sampled units, not the questions: \
             Wilson intervals with the effective number of independent questions, t intervals \
             with the cluster-robust standard error, and permutations of whole clusters"
        ));
    }
    for card in slices {
        all.push(format!("{} is {}", card.column, card.words));
    }
    let mut aggregates = score.aggregates.iter().flatten();
    if aggregates.any(|one| one.group.is_some() && one.n < SMALL) {
        all.push(small_words().trim_end_matches('.').to_owned());
    }
    if boards.iter().any(|board| board.is_uneven) {
        all.push(
            "Each mean covers the n questions with a value in its run, and each difference covers \
             the questions with a value in both runs, so differences may not equal the \
             differences of the means"
                .to_owned(),
        );
    }
    if score.common_questions() == Some(0) {
        all.push("No question has a prediction from every run".to_owned());
    }
    all
}

/// How the ranks and p values of leaderboards are computed.
pub(super) fn method(baseline: &str) -> String {
    format!(
        "Runs share a rank if none of them is shown to be worse than the first run of that rank. \
         Differences are in points, relative to {baseline}, with 95\u{202f}% intervals; p is corrected by \
         Holm's method for the runs of a table"
    )
}
