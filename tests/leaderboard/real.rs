//! Two real systems against a computation of its own.

use scoredrop::aggregate::leaderboard::Scope;
use scoredrop::session::Stage;
use scoredrop::session::protocol::{By, Choices};
use scoredrop_testing::{File, as_preset, json_lines, keys, real, score};
use serde_json::Value;
use std::collections::HashMap;

/// Both systems on `SQuAD` 1.1, paragraphs of one article together: the clustered error and the common
/// questions from the values that the official script gave, with formulas of their own.
#[test]
fn two_real_systems_in_clusters() {
    let Some(gold) = real("squad_v1/dev-v1.1.json") else { return };
    let data: Value = serde_json::from_slice(&gold).unwrap();
    let mut title_of: HashMap<String, String> = HashMap::new();
    for article in data["data"].as_array().unwrap() {
        for paragraph in article["paragraphs"].as_array().unwrap() {
            for question in paragraph["qas"].as_array().unwrap() {
                let title = article["title"].as_str().unwrap().to_owned();
                title_of.insert(question["id"].as_str().unwrap().to_owned(), title);
            }
        }
    }
    let mut files = vec![File::gold("dev-v1.1.json", gold)];
    let mut expected: Vec<HashMap<String, f64>> = Vec::new();
    let mut answered: Vec<Value> = Vec::new();
    for name in ["bert", "logistic_regression_baseline"] {
        let Some(bytes) = real(&format!("squad_v1/preds/{name}.json")) else { return };
        let path = format!("squad_v1/expected/{name}.per_question.jsonl");
        let Some(lines) = real(&path) else { return };
        answered.push(serde_json::from_slice(&bytes).unwrap());
        files.push(File::predictions(&format!("{name}.json"), bytes));
        let lines = json_lines(&lines).into_iter();
        let value = |line: &Value| line["exact_match"].as_f64().unwrap_or_default();
        expected.push(
            lines.map(|line| (line["id"].as_str().unwrap().to_owned(), value(&line))).collect(),
        );
    }
    let choices = Choices {
        cluster: Some("title".to_owned()),
        baseline: Some("logistic_regression_baseline.json".to_owned()),
        ..as_preset("squad-v1")
    };
    let mut session = score(&files, choices).unwrap();
    while session.score().unwrap().stage() != Stage::Groups {
        assert!(session.resample_next());
    }
    let boards = session.score().unwrap().leaderboards(&session.joined().unwrap().names());
    let ids = keys(&session);
    let right = |run: usize, id: &String| expected[run].get(id).copied().unwrap_or(0.0);
    for (scope, ids) in [
        (Scope::All, ids.clone()),
        (
            Scope::Common,
            ids.iter()
                .filter(|id| answered.iter().all(|one| one.get(id).is_some()))
                .cloned()
                .collect(),
        ),
    ] {
        let board = boards
            .iter()
            .find(|board| board.metric == "exact_match" && board.scope == scope)
            .unwrap();
        assert_eq!(board.n, ids.len() as u64);
        let bert = board.runs.iter().find(|one| one.run == 0).unwrap();
        let found = session.score().unwrap().comparison(0, "exact_match", scope).unwrap();
        let n = ids.len() as f64;
        let mean = ids.iter().map(|id| right(0, id) - right(1, id)).sum::<f64>() / n;
        assert!((found.difference - mean).abs() < 1e-12, "{scope:?}");
        // Liang and Zeger: residuals added up within clusters.
        let mut residuals: HashMap<&str, f64> = HashMap::new();
        for id in &ids {
            *residuals.entry(title_of[id].as_str()).or_default() +=
                right(0, id) - right(1, id) - mean;
        }
        let count = residuals.len() as f64;
        let squares = residuals.values().map(|sum| sum * sum).sum::<f64>();
        let error = (squares * count / (count - 1.0)).sqrt() / n;
        assert!((found.standard_error.unwrap() / error - 1.0).abs() < 1e-9, "{scope:?}");
        assert_eq!(found.clusters, Some(48));
        // 97.5 % quantile of t with 47 degrees of freedom.
        let interval = found.interval.as_ref().unwrap();
        assert!((interval.low - (mean - 2.011_740_5 * error)).abs() < 1e-8, "{interval:?}");
        assert!((interval.high - (mean + 2.011_740_5 * error)).abs() < 1e-8, "{interval:?}");
        // All articles speak for it, so that no turning round is as far from 0: p is the least that
        // 10 000 draws can show.
        assert_eq!(found.p, Some(1.0 / 10_001.0));
        assert_eq!((bert.rank, board.runs[1].rank), (1, 2));
    }
    let pair = session.finished().unwrap().pair(0, 1, 500, &By::default()).unwrap();
    let count = |a: f64, b: f64| {
        ids.iter().filter(|id| right(0, id) == a && right(1, id) == b).count() as u64
    };
    assert_eq!(
        (pair.both, pair.only_a, pair.only_b, pair.neither),
        (count(1.0, 1.0), count(1.0, 0.0), count(0.0, 1.0), count(0.0, 0.0))
    );
    let different = ids.iter().filter(|id| {
        let text = |run: usize| answered[run].get(*id).map(|text| text.as_str().unwrap().trim());
        text(0) != text(1)
    });
    assert_eq!(pair.different, different.count() as u64);
}
