//! `cargo xtask licences`: the notices of everything that the static folder and the packages contain code
//! of.

use crate::system::{command, output};
use crate::{Mode, Result, root};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

pub(crate) const FILE: &str = "docs/third-party.md";

const OPENING: &str = "\
# Third-party notices

Made by `cargo xtask licences --write`. Do not edit it.

The page, its scorer and what unpacks archives are WebAssembly, with the scripts that start them. The Python
package is a native library, with the command line in it. The JavaScript package is WebAssembly, with the
command line beside it. They may contain code of the Rust standard library (MIT OR Apache-2.0) and of the crates below: the normal
dependencies of `scoredrop-page`, `scoredrop-worker` and `scoredrop-js` for `wasm32-unknown-unknown`, of
`scoredrop` for `wasm32-wasip1`, and of `scoredrop-python` for `x86_64-unknown-linux-gnu`, without what only
runs while they are built. Where a crate offers a choice with MIT in it, it is taken under MIT. The text of
Apache-2.0 is in [LICENSE-APACHE](../LICENSE-APACHE). Crates that carry no text of their licence stand
in the table only.

The folder `python/` is Pyodide 314.0.7 (<https://github.com/pyodide/pyodide>, MPL-2.0), unchanged: its
source is there under this version, and the text of the licence at <https://www.mozilla.org/MPL/2.0/>. It
contains CPython 3.14 (<https://docs.python.org/3/license.html>, PSF-2.0) and what that is built with.
";

/// A crate that is shipped.
#[derive(Debug)]
pub(crate) struct Crate {
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) licence: String,
    authors: String,
    /// The text of its licence, if it carries one.
    text: Option<String>,
}

/// Prints, writes or checks the file of notices.
pub(crate) fn run(mode: Mode) -> Result<()> {
    let text = notices(&crates()?);
    let path = root().join(FILE);
    match mode {
        Mode::Print => print!("{text}"),
        Mode::Write => std::fs::write(path, text).map_err(|error| format!("{FILE}: {error}"))?,
        Mode::Check => {
            if std::fs::read_to_string(path).ok() != Some(text) {
                return Err(format!("{FILE} is stale; `cargo xtask licences --write` renews it"));
            }
        }
    }
    Ok(())
}

/// What is shipped, with the target that it is compiled for.
const SHIPPED: [(&str, &[&str]); 3] = [
    ("wasm32-unknown-unknown", &["scoredrop-page", "scoredrop-worker", "scoredrop-js"]),
    ("wasm32-wasip1", &["scoredrop"]),
    ("x86_64-unknown-linux-gnu", &["scoredrop-python"]),
];

/// Name and version of all crates that are compiled into what is shipped.
fn shipped() -> Result<BTreeSet<(String, String)>> {
    let of = |line: &str| {
        let (name, rest) = line.split_once(" v")?;
        Some((name.to_owned(), rest.split_whitespace().next()?.to_owned()))
    };
    let mut found = BTreeSet::new();
    for (target, members) in SHIPPED {
        let mut cargo = command("cargo", &["tree", "--locked", "--prefix", "none"]);
        cargo.args(members.iter().flat_map(|member| ["--package", member]));
        cargo.args(["--target", target, "--edges", "normal,no-proc-macro"]);
        let tree = output(&mut cargo).ok_or("cargo tree failed")?;
        found.extend(tree.lines().filter_map(of));
    }
    found.retain(|(name, _)| !name.starts_with("scoredrop"));
    Ok(found)
}

/// What is shipped, sorted by name.
pub(crate) fn crates() -> Result<Vec<Crate>> {
    let shipped = shipped()?;
    let mut cargo = command("cargo", &["metadata", "--locked", "--format-version", "1"]);
    cargo.args(SHIPPED.iter().flat_map(|(target, _)| ["--filter-platform", target]));
    let metadata = output(&mut cargo).ok_or("cargo metadata failed")?;
    let metadata: Value = serde_json::from_str(&metadata).map_err(|error| error.to_string())?;
    let mut crates = Vec::new();
    for package in metadata["packages"].as_array().into_iter().flatten() {
        let field = |name: &str| package[name].as_str().unwrap_or_default().to_owned();
        if !shipped.contains(&(field("name"), field("version"))) {
            continue;
        }
        let authors = package["authors"].as_array().into_iter().flatten();
        let authors: Vec<&str> = authors.filter_map(Value::as_str).map(without_mail).collect();
        let folder = field("manifest_path");
        let folder = Path::new(&folder).parent().unwrap_or(Path::new(""));
        let licence = field("license");
        let text = licence_text(folder, &licence)?;
        let (name, version) = (field("name"), field("version"));
        crates.push(Crate { name, version, licence, authors: authors.join(", "), text });
    }
    crates.sort_by(|a, b| (&a.name, &a.version).cmp(&(&b.name, &b.version)));
    Ok(crates)
}

fn without_mail(author: &str) -> &str {
    author.split(" <").next().unwrap_or(author)
}

/// The file that holds the licence we take: MIT where it is offered.
fn licence_text(folder: &Path, licence: &str) -> Result<Option<String>> {
    let entries = std::fs::read_dir(folder).map_err(|error| error.to_string())?;
    let mut names: Vec<String> = entries
        .flatten()
        .filter(|entry| entry.path().is_file())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| {
            let name = name.to_uppercase();
            ["LICENSE", "LICENCE", "COPYING", "UNLICENSE"].iter().any(|word| name.starts_with(word))
        })
        .collect();
    // MIT's own file first, then one without a name in its name, Apache's last.
    names.sort_by_key(|name| {
        let upper = name.to_uppercase();
        let mit = licence.contains("MIT") && upper.contains("MIT");
        (!mit, upper.contains("APACHE"), upper.contains('-'), name.clone())
    });
    let Some(name) = names.first() else { return Ok(None) };
    let text = std::fs::read_to_string(folder.join(name)).map_err(|error| error.to_string())?;
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    Ok(Some(lines.join("\n").trim_matches('\n').to_owned()))
}

fn notices(crates: &[Crate]) -> String {
    let mut out =
        format!("{OPENING}\n| crate | version | licence | authors |\n|---|---|---|---|\n");
    let mut texts: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for one in crates {
        // Writing to a text cannot fail.
        let _ =
            writeln!(out, "| {} | {} | {} | {} |", one.name, one.version, one.licence, one.authors);
        if let Some(text) = &one.text {
            let names = texts.entry(text).or_default();
            if names.last() != Some(&one.name.as_str()) {
                names.push(&one.name);
            }
        }
    }
    let mut texts: Vec<(&str, Vec<&str>)> = texts.into_iter().collect();
    texts.sort_by_key(|(_, names)| names[0]);
    for (text, names) in texts {
        let text = if text.contains("TERMS AND CONDITIONS FOR USE, REPRODUCTION") {
            "Apache License, Version 2.0: see LICENSE-APACHE."
        } else {
            text
        };
        let _ = write!(out, "\n## {}\n\n```text\n{text}\n```\n", names.join(", "));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_stand_once() {
        let one = |name: &str, text: Option<&str>| Crate {
            name: name.to_owned(),
            version: "1".to_owned(),
            licence: "MIT".to_owned(),
            authors: without_mail("A B <a@b>").to_owned(),
            text: text.map(str::to_owned),
        };
        let text = notices(&[one("a", Some("MIT")), one("b", Some("MIT")), one("c", None)]);
        assert!(text.contains("| a | 1 | MIT | A B |\n"));
        assert!(text.ends_with("\n## a, b\n\n```text\nMIT\n```\n"), "{text}");
    }
}
