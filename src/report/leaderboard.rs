//! What a reader of the leaderboards has to know.

use crate::aggregate::leaderboard::Leaderboard;
use crate::aggregate::{SMALL, small_words};
use crate::session::Session;

/// How questions are held together, in words.
pub fn cluster(session: &Session) -> Option<String> {
    let clusters = session.clusters()?;
    Some(match clusters.count {
        1 => format!("1 cluster by {}", clusters.column),
        count => format!("{count} clusters by {}", clusters.column),
    })
}

/// What a reader of the tables has to know of them.
pub(super) fn remarks(session: &Session, boards: &[Leaderboard]) -> Vec<String> {
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
    if boards.iter().any(|board| board.is_uneven) {
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
