//! What a reader of the leaderboards has to know.

use super::make::cluster;
use crate::aggregate::leaderboard::Leaderboard;
use crate::aggregate::{SMALL, small_words};
use crate::session::Session;

/// What a reader of the tables has to know of them.
pub(super) fn remarks(session: &Session, boards: &[Leaderboard]) -> Vec<String> {
    let mut all = Vec::new();
    if let Some(words) = cluster(session).map(|cluster| cluster.words()) {
        all.push(format!(
            "Intervals and tests treat the {words} as the sampled units, not the questions: Wilson \
             intervals for the number of independent questions that the clusters are worth, t \
             intervals of the clustered error, and permutations of whole clusters"
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
    if boards.iter().any(|board| board.is_uneven) {
        all.push(
            "Each mean covers the n questions with a value in its run, and each difference covers \
             the questions with a value in both runs, so differences may not equal the \
             differences of the means"
                .to_owned(),
        );
    }
    if session.common_questions() == Some(0) {
        all.push("No question has a prediction from every run".to_owned());
    }
    all
}

/// How ranks and p values of the boards come about.
pub(super) fn method(session: &Session) -> String {
    let name =
        session.baseline().and_then(|run| Some(session.joined()?.runs.get(run)?.short_name()));
    format!(
        "Runs share a rank if none of them is shown to be worse than the first of them. \
         Differences are in points, relative to {}, with 95\u{202f}% intervals; p is corrected by \
         Holm's method for the runs of a table",
        name.unwrap_or_default()
    )
}
