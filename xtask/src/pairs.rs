//! `cargo xtask pairs`: the pairs of files in `tests/pairs` by their tags.

use crate::{Result, root};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::io::{ErrorKind, Write as _};

#[derive(Deserialize)]
struct Pair {
    name: String,
    about: String,
    tags: Vec<String>,
}

fn read<T: DeserializeOwned>(file: &str) -> Result<T> {
    let path = root().join("tests/pairs").join(file);
    let text = std::fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    serde_json::from_slice(&text).map_err(|error| format!("{}: {error}", path.display()))
}

/// Lists the pairs that have all these tags; without a tag, the tags with their meanings and how many
/// pairs have each.
pub(crate) fn list(wanted: &[String]) -> Result<()> {
    let meanings: BTreeMap<String, String> = read("tags.json")?;
    let pairs: Vec<Pair> = read("manifest.json")?;
    if let Some(unknown) = wanted.iter().find(|tag| !meanings.contains_key(*tag)) {
        let known: Vec<&str> = meanings.keys().map(String::as_str).collect();
        return Err(format!("no tag {unknown}: choose among {}", known.join(", ")));
    }
    let has = |pair: &Pair, tag: &String| pair.tags.contains(tag);
    let lines: Vec<String> = if wanted.is_empty() {
        let count = |tag| pairs.iter().filter(|pair| has(pair, tag)).count();
        let line = |(tag, meaning)| format!("{:4}  {tag:<9}  {meaning}\n", count(tag));
        meanings.iter().map(line).collect()
    } else {
        let found = pairs.iter().filter(|pair| wanted.iter().all(|tag| has(pair, tag)));
        let line =
            |pair: &Pair| format!("{}  [{}]  {}\n", pair.name, pair.tags.join(" "), pair.about);
        found.map(line).collect()
    };
    match std::io::stdout().write_all(lines.concat().as_bytes()) {
        // The reader of the list, such as `head`, may stop reading.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        written => written.map_err(|error| error.to_string()),
    }
}
