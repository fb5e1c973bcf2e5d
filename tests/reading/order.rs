//! The order in which files are given never changes what is made of them.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use scoredrop::aggregate::Aggregate;
use scoredrop::session::protocol::Choices;
use scoredrop::{File, Outcome, Session};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// What came of files, with nothing that depends on their order alone.
#[derive(Debug, PartialEq)]
enum Came {
    /// Codes of the problems.
    Refused(BTreeSet<String>),
    /// What may be answered.
    Asks(BTreeSet<String>),
    Scored {
        preset: String,
        roles: BTreeSet<String>,
        means: BTreeSet<String>,
    },
}

fn came(paths: &[PathBuf]) -> Came {
    let open = |path: &PathBuf| File::open(path, None);
    let files = paths.iter().map(open).collect::<Result<Vec<_>, _>>();
    let dropped = files.and_then(|files| {
        scoredrop::drop(&files.into_iter().flatten().collect::<Vec<_>>(), Choices::default())
    });
    match dropped {
        Err(error) => {
            Came::Refused(error.problems.iter().map(|one| format!("{:?}", one.code)).collect())
        }
        Ok(Outcome::Asks(question, _)) => {
            Came::Asks(question.options.into_iter().map(|one| one.choice).collect())
        }
        Ok(Outcome::Scored(report)) => scored(report.session()),
    }
}

fn scored(session: &Session) -> Came {
    let plan = session.plan();
    let roles = session.sources().iter().zip(&plan.roles.of);
    let roles = roles.map(|(source, role)| {
        format!("{}: {:?}", source.name, role.as_ref().map(|role| role.value))
    });
    let aggregates = &session.score().unwrap().aggregates;
    let names = session.joined().unwrap().names().into_iter();
    let means = names.zip(aggregates).flat_map(|(name, all)| {
        let whole = all.iter().filter(|one| one.group.is_none());
        let line = move |one: &Aggregate| format!("{name} {:?}", (&one.metric, one.mean, one.n));
        whole.map(line).collect::<Vec<_>>()
    });
    let preset = plan.preset.id.as_ref().unwrap().value.clone();
    Came::Scored { preset, roles: roles.collect(), means: means.collect() }
}

#[test]
fn the_order_of_files_does_not_matter() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pairs");
    let manifest = std::fs::read(folder.join("manifest.json")).unwrap();
    let pairs: Vec<Value> = serde_json::from_slice(&manifest).unwrap();
    let mut wrong = Vec::new();
    let mut all = 0;
    for pair in pairs {
        let folder = folder.join(pair["name"].as_str().unwrap());
        let names = pair["files"].as_array().unwrap().iter().map(|name| name.as_str().unwrap());
        let mut paths: Vec<PathBuf> = names.map(|name| folder.join(name)).collect();
        if paths.len() < 2 {
            continue;
        }
        all += 1;
        let forth = came(&paths);
        paths.reverse();
        let back = came(&paths);
        if forth != back {
            wrong.push(format!("{}: {forth:?}, {back:?}", pair["name"]));
        }
    }
    assert!(all > 200, "{all} pairs have several files");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
