//! A pair of runs: flips, rows and sentences by the metric and the questions of the board.

use crate::{RUNS, board, json_report};
use scoredrop::session::protocol::{Across, Against, By, Choices, Flip, Pair, PairCell, View};
use scoredrop_testing::{File, as_preset, complete, runs_of};
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
    assert!(one.sentence.unwrap().contains(": weak 60.0, best 90.0: best is"));
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

/// Every pair is compared once, the better mean first, and corrected for all of them.
#[test]
fn all_pairs_are_corrected_together() {
    let session = complete(&runs_of(120, &RUNS), as_preset("squad-v1"));
    let finished = session.finished().unwrap();
    for metric in ["exact_match", "f1"] {
        let by = By { metric: Some(metric.to_owned()), common: false };
        let mut pairs = finished.pairs(&by).unwrap();
        while !finished.pair_off(&mut pairs) {}
        let matrix = finished.matrix(pairs);
        assert_eq!((&matrix.by, matrix.metric.as_str()), (&by, metric));
        assert_eq!(matrix.runs, [0, 1, 2]);
        let places: Vec<(u32, u32)> = matrix.cells.iter().map(|cell| (cell.a, cell.b)).collect();
        assert_eq!(places, [(0, 1), (0, 2), (1, 2)]);
        // Holm's: the least p counts three times.
        let p = |cell: &PairCell| (cell.versus.p.unwrap(), cell.versus.p_adjusted.unwrap());
        let (least, adjusted) =
            matrix.cells.iter().map(p).min_by(|a, b| a.0.total_cmp(&b.0)).unwrap();
        assert!((adjusted - 3.0 * least).abs() < 1e-12, "{least} {adjusted}");
        for cell in &matrix.cells {
            let [a, b] = [cell.a, cell.b].map(|place| matrix.runs[place as usize] as usize);
            let pair = finished.pair(a, b, 1, &by).unwrap();
            assert_eq!((cell.versus.only_a, cell.versus.only_b), (pair.only_a, pair.only_b));
            assert!(cell.versus.difference.unwrap() >= 0.0);
        }
    }
    let one = complete(&runs_of(120, &RUNS[..1]), as_preset("squad-v1"));
    assert!(one.finished().unwrap().pairs(&By::default()).is_none());
}

/// Questions on which all runs do alike are counted, and each count opens as many rows.
#[test]
fn questions_are_told_by_what_all_runs_do() {
    let gold = ["a", "b", "c", "d", "e", "f"];
    let runs = [
        ["a", "b", "x", "x", "", "f"],
        ["a", "x", "x", "y", "", "x"],
        ["a", "b", "x", "x", "", "x"],
    ];
    let side = |key: &str, texts: &[&str]| {
        let rows =
            texts.iter().enumerate().map(|(id, text)| json!({"id": id, key: text}).to_string());
        rows.collect::<Vec<_>>().join("\n")
    };
    let mut files = vec![File::gold("gold.jsonl", side("answer", &gold))];
    for (place, texts) in runs.iter().enumerate() {
        files.push(File::predictions(&format!("run{place}.jsonl"), side("prediction", texts)));
    }
    let count = |files: &[File]| {
        let session = complete(files, as_preset("squad-v1"));
        let finished = session.finished().unwrap();
        let found = finished.across();
        for (across, count) in &found {
            let view = View { across: Some(*across), ..View::default() };
            assert_eq!(finished.view(&view).len() as u64, *count, "{across:?}");
        }
        found.into_iter().collect::<Vec<_>>()
    };
    // Blank answers are wrong, and no other answer.
    let expected = [(Across::NoneRight, 3), (Across::SameAnswer, 1), (Across::EveryRight, 1)];
    assert_eq!(count(&files), expected);
    assert!(count(&files[..3]).is_empty());
}
