//! `cargo xtask release`: everything that people fetch, with its hashes, notices and bill of materials.
//!
//! Names of folders do not influence any byte: two checkouts make the same files.

use crate::system::{command, output, run as run_to_end};
use crate::wheel::{self, Speed};
use crate::{Result, bench, build, licences, npm, root};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::io::{Cursor, Write as _};
use std::path::{Path, PathBuf};
use zip::write::SimpleFileOptions;
use zip::{DateTime, ZipWriter};

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Where the files are afterwards, below `target`.
const FOLDER: &str = "release-files";

/// Builds a release from the committed files; `twice` builds it again elsewhere and compares all bytes.
pub(crate) fn run(twice: bool) -> Result<()> {
    let changed = output(&mut command("git", &["status", "--porcelain"])).ok_or("git is needed")?;
    if !changed.is_empty() {
        return Err(format!("a release is built from what is committed; this is not:\n{changed}"));
    }
    let first = built(root())?;
    if twice {
        let place = bench::target()?.join("checkout");
        // What an interrupted build has left.
        let _ = run_to_end(command("git", &["worktree", "remove", "--force"]).arg(&place));
        run_to_end(command("git", &["worktree", "add", "--detach"]).arg(&place).arg("HEAD"))?;
        // Tools do not become part of any file that people fetch, and take longer to build than those files.
        #[cfg(unix)]
        {
            let own = place.join("target");
            let tools = bench::target()?.join("tools");
            fs::create_dir_all(&own)
                .and_then(|()| std::os::unix::fs::symlink(tools, own.join("tools")))
                .map_err(|error| format!("{}: {error}", own.display()))?;
        }
        let second = built(&place)?;
        let differing = differing(&first, &second)?;
        if !differing.is_empty() {
            return Err(format!(
                "two builds differ in {}: {}",
                differing.join(", "),
                second.display()
            ));
        }
        run_to_end(command("git", &["worktree", "remove", "--force"]).arg(&place))?;
        println!("Two builds in two folders have the same bytes.");
    }
    print!("{}", text(&first.join(build::SUMS))?);
    println!("{}", first.display());
    Ok(())
}

/// Builds the parts in a checkout, and returns the folder with them.
fn built(checkout: &Path) -> Result<PathBuf> {
    let mut cargo = command("cargo", &["xtask", "release", "--parts"]);
    cargo.current_dir(checkout).env_remove("CARGO_TARGET_DIR");
    // The target's flags are added to those of .cargo/config.toml; other flags would replace them.
    for target in [host()?.as_str(), "wasm32-unknown-unknown", "wasm32-wasip1"] {
        let name = target.to_uppercase().replace('-', "_");
        cargo.env(format!("CARGO_TARGET_{name}_RUSTFLAGS"), build::without_folders(checkout)?);
    }
    // The times in Python's packages.
    cargo.env("SOURCE_DATE_EPOCH", "315532800");
    run_to_end(&mut cargo)?;
    Ok(checkout.join("target").join(FOLDER))
}

/// The target triple of this machine.
fn host() -> Result<String> {
    let words = output(&mut command("rustc", &["-vV"])).ok_or("rustc is needed")?;
    let line = words.lines().find_map(|line| line.strip_prefix("host: "));
    line.map(str::to_owned).ok_or_else(|| "rustc does not name this machine".to_owned())
}

/// Builds everything in this checkout and puts it into its folder.
pub(crate) fn parts() -> Result<()> {
    let place = bench::target()?.join(FOLDER);
    let failed = |error: std::io::Error| format!("{}: {error}", place.display());
    if place.is_dir() {
        fs::remove_dir_all(&place).map_err(failed)?;
    }
    fs::create_dir_all(&place).map_err(failed)?;

    let dist = build::page(build::Optimise::Yes)?;
    let page: Vec<_> =
        build::files(&dist)?.into_iter().map(|file| (dist.join(&file), file)).collect();
    pack(&page, &place.join(format!("scoredrop-{VERSION}-page.zip")))?;

    let host = host()?;
    run_to_end(&mut command("cargo", &["build", "--locked", "--release", "-p", "scoredrop"]))?;
    let program = format!("scoredrop{}", std::env::consts::EXE_SUFFIX);
    let mut files = vec![(bench::target()?.join("release").join(&program), program)];
    for file in ["README.md", "LICENSE-APACHE", "LICENSE-MIT", licences::FILE] {
        let name = file.rsplit('/').next().unwrap_or(file);
        files.push((root().join(file), name.to_owned()));
    }
    pack(&files, &place.join(format!("scoredrop-{VERSION}-{host}.zip")))?;

    let python = wheel::build(&wheel::python()?, Speed::Release)?;
    for file in [python, npm::pack(Speed::Release)?, root().join(licences::FILE)] {
        let name = file.file_name().unwrap_or_default();
        fs::copy(&file, place.join(name))
            .map_err(|error| format!("{}: {error}", file.display()))?;
    }
    let bill = serde_json::to_string_pretty(&bill()?).map_err(|error| error.to_string())?;
    fs::write(place.join(format!("scoredrop-{VERSION}.cdx.json")), bill + "\n").map_err(failed)?;
    let list = build::hashes(&place, &build::files(&place)?)?;
    fs::write(place.join(build::SUMS), list).map_err(failed)
}

/// Packs files under their names; the same files always give the same bytes.
fn pack(files: &[(PathBuf, String)], archive: &Path) -> Result<()> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (path, name) in files {
        let failed = |error: &dyn std::error::Error| format!("{}: {error}", path.display());
        let is_program = name == "scoredrop";
        let options = SimpleFileOptions::default()
            .last_modified_time(DateTime::default())
            .unix_permissions(if is_program { 0o755 } else { 0o644 });
        zip.start_file(name, options).map_err(|error| failed(&error))?;
        let bytes = fs::read(path).map_err(|error| failed(&error))?;
        zip.write_all(&bytes).map_err(|error| failed(&error))?;
    }
    let packed = zip.finish().map_err(|error| error.to_string())?.into_inner();
    fs::write(archive, packed).map_err(|error| format!("{}: {error}", archive.display()))
}

/// What is shipped, in the form of `CycloneDX` 1.6: without a date and a serial number, which would differ each
/// time.
fn bill() -> Result<Value> {
    let lock = text(&root().join("Cargo.lock"))?;
    let mut components: Vec<Value> = licences::crates()?
        .iter()
        .map(|one| {
            let address = format!("pkg:cargo/{}@{}", one.name, one.version);
            // Older crates write `MIT/Apache-2.0`.
            let licence = one.licence.replace('/', " OR ");
            let mut component = json!({
                "type": "library",
                "bom-ref": address,
                "name": one.name,
                "version": one.version,
                "purl": address,
                "licenses": [{ "expression": licence }],
            });
            if let Some(sum) = checksum(&lock, &one.name, &one.version) {
                component["hashes"] = json!([{ "alg": "SHA-256", "content": sum }]);
            }
            component
        })
        .collect();
    let npm = text(&root().join("xtask/npm/python/package-lock.json"))?;
    let npm: Value = serde_json::from_str(&npm).map_err(|error| error.to_string())?;
    let version = npm["packages"]["node_modules/pyodide"]["version"].as_str();
    let version = version.ok_or("package-lock.json does not name pyodide")?;
    let address = format!("pkg:npm/pyodide@{version}");
    components.push(json!({
        "type": "library",
        "bom-ref": address,
        "name": "pyodide",
        "version": version,
        "purl": address,
        "licenses": [{ "license": { "id": "MPL-2.0" } }],
    }));
    Ok(json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": "scoredrop",
                "name": "scoredrop",
                "version": VERSION,
                "licenses": [{ "expression": "MIT OR Apache-2.0" }],
            },
        },
        "components": components,
    }))
}

/// The checksum of a crate in Cargo.lock.
fn checksum<'a>(lock: &'a str, name: &str, version: &str) -> Option<&'a str> {
    let head = format!("name = \"{name}\"\nversion = \"{version}\"\n");
    let entry = lock.split("[[package]]\n").find(|entry| entry.starts_with(&head))?;
    let line = entry.lines().find_map(|line| line.strip_prefix("checksum = \""))?;
    line.strip_suffix('"')
}

/// The names of files whose hashes differ between two lists, or that only one list has.
fn differing(first: &Path, second: &Path) -> Result<Vec<String>> {
    let lists = [text(&first.join(build::SUMS))?, text(&second.join(build::SUMS))?];
    let lines = |list: usize| lists[list].lines().collect::<BTreeSet<&str>>();
    let mut names: Vec<String> = lines(0)
        .symmetric_difference(&lines(1))
        .map(|line| line.rsplit("  ").next().unwrap_or(line).to_owned())
        .collect();
    names.sort();
    names.dedup();
    Ok(names)
}

fn text(path: &Path) -> Result<String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_files_are_packed_to_the_same_bytes() {
        let folder = std::env::temp_dir().join(format!("scoredrop-release-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let file = folder.join("file");
        let archives = ["a.zip", "b.zip"].map(|name| folder.join(name));
        for archive in &archives {
            // Written anew: its time is another one.
            fs::write(&file, "text").unwrap();
            pack(&[(file.clone(), "scoredrop".to_owned())], archive).unwrap();
        }
        let [a, b] = archives.map(|archive| fs::read(archive).unwrap());
        assert_eq!(a, b);
        assert!(a.starts_with(b"PK"));
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn the_bill_names_every_crate_with_its_hash() {
        let bill = bill().unwrap();
        let components = bill["components"].as_array().unwrap();
        let crates: Vec<&Value> =
            components.iter().filter(|one| one["name"] != "pyodide").collect();
        assert!(crates.len() > 50, "{}", crates.len());
        for one in crates {
            assert_eq!(one["hashes"][0]["content"].as_str().unwrap().len(), 64, "{one}");
        }
    }

    #[test]
    fn lists_that_differ_are_told() {
        let folder = std::env::temp_dir().join(format!("scoredrop-lists-{}", std::process::id()));
        let [first, second] = ["first", "second"].map(|name| folder.join(name));
        for (place, list) in [(&first, "1  a\n2  b\n"), (&second, "1  a\n3  b\n4  c\n")] {
            fs::create_dir_all(place).unwrap();
            fs::write(place.join(build::SUMS), list).unwrap();
        }
        assert_eq!(differing(&first, &second).unwrap(), ["b", "c"]);
        assert_eq!(differing(&first, &first).unwrap(), [""; 0]);
        fs::remove_dir_all(&folder).unwrap();
    }
}
