//! A pair of runs: flips, rows and sentences by the metric and the questions of the board.

use crate::{RUNS, board, json_report};
use scoredrop::session::protocol::{Against, By, Choices, Flip, Pair, View};
use scoredrop_testing::{as_preset, complete, runs_of};
use serde_json::json;

/// Every cell of the flip table opens as many rows as it counts, and swapping the runs mirrors it.
#[test]
fn flips_open_their_rows_and_mirror() {
    let session = complete(&runs_of(120, &RUNS), as_preset("squad-v1"));
    let pair = |a: usize, b: usize| -> Pair {
        session.finished().unwrap().pair(a, b, 50, &By::default()).unwrap()
    };
    let (one, other) = (pair(2, 0), pair(0, 2));
    assert_eq!((one.both, one.neither), (other.both, other.neither));
    assert_eq!((one.only_a, one.only_b), (other.only_b, other.only_a));
    assert_eq!(one.different, other.different);
    assert_eq!((&one.strip_a, &one.strip_b), (&other.strip_b, &other.strip_a));
    assert_eq!(one.both + one.neither + one.only_a + one.only_b + one.left_out, 120);
    let opened = |a: u32, flip: Option<Flip>, different: bool| {
        let against = Some(Against { flip, different });
        session.finished().unwrap().view(&View { run: a, against, ..View::default() }).len() as u64
    };
    for (flip, count) in [
        (Flip::Both, one.both),
        (Flip::OnlyA, one.only_a),
        (Flip::OnlyB, one.only_b),
        (Flip::Neither, one.neither),
        (Flip::Apart, one.only_a + one.only_b),
    ] {
        assert_eq!(opened(2, Some(flip), false), count, "{flip:?}");
    }
    assert_eq!(opened(2, None, true), one.different);
    assert_eq!(opened(2, Some(Flip::Both), true), 0);
    let counted = one.flips.iter().map(|stripe| u64::from(stripe.only_a)).sum::<u64>();
    assert_eq!((one.flips.len(), counted), (50, one.only_a));
    let counted = one.flips.iter().map(|stripe| u64::from(stripe.only_b)).sum::<u64>();
    assert_eq!(counted, one.only_b);
    // The words are those of the comparison with the baseline.
    assert!(one.sentence.unwrap().contains(": weak.jsonl 60.0, best.jsonl 90.0: best.jsonl is"));
    assert_eq!(other.sentence, None);
    // The same view with another baseline is of that pair.
    let chosen = Choices { baseline: Some("near.jsonl".to_owned()), ..as_preset("squad-v1") };
    let turned = complete(&runs_of(120, &RUNS), chosen);
    let beside = turned.finished().unwrap().pair(2, 1, 50, &By::default()).unwrap();
    for (flip, count) in [(Flip::OnlyA, beside.only_a), (Flip::OnlyB, beside.only_b)] {
        let against = Some(Against { flip: Some(flip), different: false });
        let rows = turned.finished().unwrap().view(&View { run: 2, against, ..View::default() });
        assert_eq!(rows.len() as u64, count, "{flip:?}");
    }
    assert_ne!((beside.only_a, beside.only_b), (one.only_a, one.only_b));
    // A run and itself.
    let same = pair(1, 1);
    assert_eq!((same.only_a, same.only_b, same.different), (0, 0, 0));
    assert_eq!(session.finished().unwrap().pair(0, 3, 50, &By::default()), None);
}

/// What is looked at by another metric, or on the common questions, is counted, opened and told so.
#[test]
fn a_pair_goes_by_the_metric_and_the_questions_of_the_board() {
    let mut files = runs_of(120, &RUNS);
    // The best run has the first 80 questions alone.
    let text = String::from_utf8(files[1].bytes.clone()).unwrap();
    files[1].bytes = text.lines().take(80).collect::<Vec<_>>().join("\n").into_bytes();
    let mut session = complete(&files, as_preset("squad-v1"));
    let report = json_report(&mut session);
    for metric in [None, Some("exact_match"), Some("f1"), Some("no such metric")] {
        for common in [false, true] {
            let by = By { metric: metric.map(str::to_owned), common };
            let pair = session.finished().unwrap().pair(2, 0, 50, &by).unwrap();
            let id = if metric == Some("f1") { "f1" } else { "exact_match" };
            assert_eq!((&pair.by, pair.metric.as_str(), pair.graded), (&by, id, id == "f1"));
            let (n, questions) = if common { (80, "common") } else { (120, "all") };
            let sum = pair.both + pair.only_a + pair.only_b + pair.neither + pair.left_out;
            assert_eq!(sum, n, "{by:?}");
            let counted = pair.flips.iter().map(|stripe| u64::from(stripe.only_a)).sum::<u64>();
            assert_eq!(counted, pair.only_a);
            let opened = |flip: Option<Flip>, different: bool| {
                let against = Some(Against { flip, different });
                let view = View { run: 2, against, by: by.clone(), ..View::default() };
                let rows = session.finished().unwrap().view(&view);
                assert!(!common || rows.iter().all(|row| *row < 80), "{by:?} {rows:?}");
                rows.len() as u64
            };
            for (flip, count) in [
                (Flip::Both, pair.both),
                (Flip::OnlyA, pair.only_a),
                (Flip::OnlyB, pair.only_b),
                (Flip::Neither, pair.neither),
                (Flip::Apart, pair.only_a + pair.only_b),
            ] {
                assert_eq!(opened(Some(flip), false), count, "{flip:?} {by:?}");
            }
            assert_eq!(opened(None, true), pair.different);
            // The sentence is that of the board, and says which one.
            let board = board(&report, id, questions);
            let found = board["runs"].as_array().unwrap().iter().find(|one| one["run"] == 2);
            let versus = &found.unwrap()["versus"];
            assert_eq!(
                (&versus["only_a"], &versus["only_b"]),
                (&json!(pair.only_a), &json!(pair.only_b))
            );
            let title = if id == "f1" { "Token F1" } else { "Exact match" };
            let words = board["words"].as_str().unwrap();
            let sentence = versus["sentence"].as_str().unwrap();
            let said = format!("{title} over {words}: {sentence}");
            assert!(
                pair.sentence.as_ref().unwrap().starts_with(&said),
                "{:?} {said}",
                pair.sentence
            );
        }
    }
}
