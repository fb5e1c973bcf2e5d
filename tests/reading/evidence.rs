//! What each fact is worth that speaks for another reading: over drops of which is known what must come, how many are
//! right at once, right among the readings that are offered, wrong with a word, wrong in silence, and right with a
//! needless word; today, and without each fact.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "helpers of tests")]

use scoredrop::session::protocol::Choices;
use scoredrop::understand::evidence::Why;
use scoredrop::{File, Outcome, Report};
use serde_json::Value;
use std::path::{Path, PathBuf};
use strum::VariantArray as _;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// A drop with the numbers in per cent that it must give, each by a part of the name of its run.
struct Labelled {
    files: Vec<PathBuf>,
    expected: Vec<(String, Vec<f64>)>,
}

fn percents(value: &Value) -> Vec<f64> {
    let all = value.as_array().cloned().unwrap_or_else(|| vec![value.clone()]);
    all.iter().filter_map(Value::as_f64).collect()
}

/// The pairs of files of our own and, where they are, files that people published, as far as they give a number.
fn labelled() -> Vec<Labelled> {
    let own = std::fs::read_to_string(root().join("tests/pairs/manifest.json")).unwrap();
    let own: Vec<Value> = serde_json::from_str(&own).unwrap();
    let shared = root().join("../shared");
    let published =
        std::fs::read_to_string(shared.join("pairs/manifest.jsonl")).unwrap_or_default();
    let published = published.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let published = published.map(|pair| (shared.clone(), pair));
    let own = own
        .into_iter()
        .map(|pair| (root().join("tests/pairs").join(pair["name"].as_str().unwrap()), pair));
    own.chain(published).filter_map(|(folder, pair)| read(&folder, &pair)).collect()
}

fn read(folder: &Path, pair: &Value) -> Option<Labelled> {
    let names = pair["files"].as_array().unwrap().iter().map(|name| name.as_str().unwrap());
    let files = names.map(|name| folder.join(name)).collect();
    let share = |value: &Value| Some(value[0].as_f64()? / value[1].as_f64()? * 100.0);
    let expect = &pair["expect"];
    let expected: Vec<(String, Vec<f64>)> = if let Some(runs) = expect["runs"].as_object() {
        runs.iter().map(|(name, value)| (name.to_lowercase(), percents(value))).collect()
    } else if let Some(numbers) = expect.as_object() {
        numbers.values().map(|value| (String::new(), percents(value))).collect()
    } else {
        let runs = pair["runs"].as_array().into_iter().flatten();
        runs.filter_map(|run| Some((String::new(), vec![share(&run["mean"])?]))).collect()
    };
    let expected: Vec<_> =
        expected.into_iter().filter(|(_, numbers)| !numbers.is_empty()).collect();
    (!expected.is_empty()).then_some(Labelled { files, expected })
}

fn is_near(mean: f64, expected: &[f64]) -> bool {
    expected.iter().any(|one| (mean * 100.0 - one).abs() <= 0.051)
}

/// What came of a drop.
enum Came {
    /// The right number; whether it is provisional.
    Right(bool),
    /// Another one, or none.
    Wrong(Option<Box<Report>>),
}

fn drop(labelled: &Labelled) -> Came {
    let none = || Came::Wrong(None);
    let files: Result<Vec<Vec<File<'_>>>, _> =
        labelled.files.iter().map(|path| File::open(path, None)).collect();
    let Ok(files) = files else { return none() };
    let files: Vec<File<'_>> = files.into_iter().flatten().collect();
    let Ok(Outcome::Scored(report)) = scoredrop::drop(&files, Choices::default()) else {
        return none();
    };
    let session = report.session();
    let (score, joined) = (session.score().unwrap(), session.joined().unwrap());
    let names = joined.names().into_iter();
    let means: Vec<(String, f64)> = names
        .zip(&score.aggregates)
        .flat_map(|(name, all)| {
            let whole = all.iter().filter(|one| one.group.is_none());
            whole.filter_map(move |one| Some((name.to_lowercase(), one.mean?))).collect::<Vec<_>>()
        })
        .collect();
    let is_there = |(run, numbers): &(String, Vec<f64>)| {
        means.iter().any(|(name, mean)| name.contains(run.as_str()) && is_near(*mean, numbers))
    };
    if labelled.expected.iter().all(is_there) {
        return Came::Right(!score.provisional.is_empty());
    }
    Came::Wrong(Some(report))
}

fn is_among(readings: &[scoredrop::report::model::Reading], labelled: &Labelled) -> bool {
    readings
        .iter()
        .flat_map(|one| &one.runs)
        .filter_map(|run| run.mean)
        .any(|mean| labelled.expected.iter().any(|(_, numbers)| is_near(mean, numbers)))
}

#[test]
#[ignore = "prints a table: cargo xtask evidence"]
fn each_fact_is_worth_something() {
    let all = labelled();
    let came: Vec<(&Labelled, Came)> = all.iter().map(|one| (one, drop(one))).collect();
    let right = came.iter().filter(|(_, came)| matches!(came, Came::Right(_))).count();
    let needless = came.iter().filter(|(_, came)| matches!(came, Came::Right(true))).count();
    println!(
        "{} drops that give a number: {right} right at once, {needless} of them provisional",
        all.len()
    );
    println!("without          offered  said  silent");
    for fact in std::iter::once(None).chain(Why::VARIANTS.iter().map(Some)) {
        let (mut offered, mut said, mut silent) = (0, 0, 0);
        for (labelled, came) in &came {
            let Came::Wrong(report) = came else { continue };
            let Some(session) = report.as_ref().map(|report| report.session()) else {
                said += 1;
                continue;
            };
            let finished = session.finished().unwrap();
            let readings = match fact {
                Some(fact) => finished.readings_without(*fact),
                None => {
                    finished.reading_cards().into_iter().skip(1).map(|card| card.reading).collect()
                }
            };
            match (is_among(&readings, labelled), session.score().unwrap().provisional.is_empty()) {
                (true, _) => offered += 1,
                (false, false) => said += 1,
                (false, true) => silent += 1,
            }
        }
        let name: &str = fact.map_or("nothing", Into::into);
        println!("{name:16} {offered:7}  {said:4}  {silent:6}");
    }
    assert!(right * 10 > all.len() * 7, "{right} of {}", all.len());
}
