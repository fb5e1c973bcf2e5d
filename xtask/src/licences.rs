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
source is there under this version, and the text of the licence at <https://www.mozilla.org/MPL/2.0/>.
[The section on Python](#python) lists what it contains.
";

/// The contents of the interpreter as a table, and their notices.
const PYTHON: &str = include_str!("../notices/python.md");

/// A part of the interpreter: a row of the table.
#[derive(Debug)]
struct Part<'t> {
    name: &'t str,
    /// The file that it is in.
    file: &'t str,
    /// Bytes of this file by which it is recognised, with its version if the file has that.
    mark: &'t str,
}

/// The rows of the table of the interpreter's parts.
fn parts(notices: &str) -> impl Iterator<Item = Part<'_>> {
    notices.lines().filter_map(|line| {
        let row = line.strip_prefix("| ")?.strip_suffix("` |")?;
        let (cells, mark) = row.split_once(" | `")?;
        let mut cells = cells.split(" | ");
        let (name, file) = (cells.next()?, cells.last()?);
        Some(Part { name, file, mark })
    })
}

/// Compares the table of the interpreter's parts with the shipped files of a package: each part has to be in its
/// file, and each file has to have a part.
pub(crate) fn check_python(package: &Path, shipped: &[String]) -> Result<()> {
    check_parts(PYTHON, package, shipped)
}

fn check_parts(notices: &str, package: &Path, shipped: &[String]) -> Result<()> {
    const REMEDY: &str = "renew xtask/notices/python.md, then `cargo xtask licences --write`";
    let mut named = BTreeSet::new();
    for Part { name, file, mark } in parts(notices) {
        let bytes =
            std::fs::read(package.join(file)).map_err(|error| format!("{file}: {error}"))?;
        if !bytes.windows(mark.len()).any(|window| window == mark.as_bytes()) {
            return Err(format!("{file} no longer holds {name} as it is listed: {REMEDY}"));
        }
        named.insert(file);
    }
    if let Some(file) = shipped.iter().find(|file| !named.contains(file.as_str())) {
        return Err(format!("{file} is shipped and no part of it is listed: {REMEDY}"));
    }
    match named.iter().find(|file| !shipped.iter().any(|one| one == *file)) {
        Some(file) => Err(format!("{file} is listed and not shipped: {REMEDY}")),
        None => Ok(()),
    }
}

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

/// What is shipped, each with the target that it is compiled for.
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

/// The file that holds the licence we take: MIT if it is offered.
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
    let _ = write!(out, "\n## Python\n\n{PYTHON}");
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
        assert!(text.contains("\n## a, b\n\n```text\nMIT\n```\n\n## Python\n"), "{text}");
    }

    #[test]
    fn parts_of_the_interpreter_are_held_against_what_is_shipped() {
        let folder = std::env::temp_dir().join(format!("scoredrop-parts-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        std::fs::write(folder.join("a.wasm"), b"\0zlib 1.3.1\0").expect("written");
        let row = |mark: &str| format!("| zlib | 1.3 | Zlib | a.wasm | `{mark}` |\n");
        let check = |mark: &str, shipped: &[&str]| {
            let shipped: Vec<String> = shipped.iter().map(|one| (*one).to_owned()).collect();
            check_parts(&row(mark), &folder, &shipped)
        };
        let sound = check("zlib 1.3.1", &["a.wasm"]);
        let other = check("zlib 1.3.2", &["a.wasm"]).expect_err("another version");
        let more = check("zlib 1.3.1", &["a.wasm", "b.zip"]).expect_err("another file");
        let fewer = check("zlib 1.3.1", &[]).expect_err("no file");
        std::fs::remove_dir_all(&folder).expect("removed");
        assert_eq!(sound, Ok(()));
        assert!(other.contains("zlib as it is listed"), "{other}");
        assert!(more.contains("b.zip is shipped"), "{more}");
        assert!(fewer.contains("a.wasm is listed and not shipped"), "{fewer}");
    }

    #[test]
    fn every_part_of_the_interpreter_has_a_notice_or_is_in_the_public_domain() {
        let all: Vec<Part<'_>> = parts(PYTHON).collect();
        assert!(all.len() > 15, "{all:?}");
        for Part { name, .. } in all {
            let row = PYTHON.lines().find(|line| line.starts_with(&format!("| {name} |")));
            let free =
                row.is_some_and(|row| row.contains("public domain") || row.contains("MPL-2.0"));
            let heading = format!("### {}", name.split(", its ").next().unwrap_or(name));
            assert!(free || PYTHON.lines().any(|line| line == heading), "{name}");
        }
    }
}
