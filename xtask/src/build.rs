//! The static folder: Trunk's build, wasm-opt, and the service worker's list of files.

use crate::system::{command, path_with, run};
use crate::{Result, needs, python, root, tools};
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use walkdir::WalkDir;

/// Whether to optimise, which takes a minute longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Optimise {
    /// As compiled.
    No,
    /// With wasm-opt.
    Yes,
}

/// Builds the page and its workers; returns the static folder.
pub(crate) fn page(optimise: Optimise) -> Result<PathBuf> {
    needs::require(needs::TO_BUILD)?;
    let tools = tools::ready()?;
    let dist = root().join("dist");
    let mut trunk = command("trunk", &["build", "--release"]);
    if let Ok(flags) = without_folders(root()) {
        // Added to those of .cargo/config.toml.
        trunk.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", flags);
    }
    run(trunk
        .env("PATH", path_with(&tools)?)
        .env("TRUNK_SKIP_VERSION_CHECK", "true")
        // Some environments set it to 1, which Trunk does not accept as a yes.
        .env_remove("NO_COLOR"))?;
    if optimise == Optimise::Yes {
        optimise_programs(&dist)?;
    }
    append_bootstrap(&dist, "scoredrop-worker")?;
    python::add(&dist)?;
    if optimise == Optimise::Yes {
        shorten_scripts(&dist)?;
    }
    python::inline(&dist)?;
    samples(&dist)?;
    preload(&dist)?;
    sums(&dist)?;
    stamp(&dist)?;
    Ok(dist)
}

/// Compiler flags that keep the names of this machine's folders out of the output: two checkouts give the same
/// bytes.
pub(crate) fn without_folders(checkout: &Path) -> Result<String> {
    let cargo = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let cargo = cargo.or_else(|| Some(std::env::home_dir()?.join(".cargo")));
    let cargo = cargo.ok_or("where is Cargo's folder?")?;
    let flags = [(checkout, "/scoredrop"), (cargo.as_path(), "/cargo")]
        .map(|(folder, name)| format!("--remap-path-prefix={}={name}", folder.display()))
        .join(" ");
    if flags.split(' ').count() == 2 {
        Ok(flags)
    } else {
        Err("the paths of the checkout and of Cargo's folder must not have blanks".to_owned())
    }
}

/// Optimises page and worker at once: npm's wasm-opt uses one processor.
fn optimise_programs(dist: &Path) -> Result<()> {
    let is_program = |file: &String| Path::new(file).extension().is_some_and(|end| end == "wasm");
    let mut running = Vec::new();
    for file in files(dist)?.into_iter().filter(is_program) {
        let mut wasm_opt = tools::wasm_opt()?;
        println!("$ wasm-opt {file}");
        let child = wasm_opt.args(wasm_opt_arguments(&file)).current_dir(dist).spawn();
        running.push((child.map_err(|error| format!("wasm-opt: {error}"))?, file));
    }
    let mut failed = None;
    for (mut child, file) in running {
        match child.wait() {
            Ok(status) if status.success() => {}
            Ok(status) => failed = Some(format!("wasm-opt {file}: {status}")),
            Err(error) => failed = Some(format!("wasm-opt {file}: {error}")),
        }
    }
    failed.map_or(Ok(()), Err)
}

/// Removes white space and comments from the scripts of page, worker and runner. Names stay.
fn shorten_scripts(dist: &Path) -> Result<()> {
    // The harness is a single line; later steps write into the other scripts.
    let is_whole = |file: &String| {
        let of_ours =
            ["scoredrop-", "snippets/", "runner/"].iter().any(|start| file.starts_with(start));
        let is_script = Path::new(file).extension().is_some_and(|end| end == "js");
        of_ours && is_script && file != "runner/harness.js"
    };
    for file in files(dist)?.into_iter().filter(is_whole) {
        run(tools::terser()?.args([&file, "--output", &file]).current_dir(dist))?;
    }
    Ok(())
}

/// The arguments that optimise a program for its size after Brotli.
///
/// Names, duplicate functions and redundant instructions are removed, and the locals that are used most get the
/// smallest numbers. Offsets are folded into the instructions, because the first bytes of the memory hold only
/// the end of the stack. Similar functions are placed next to each other. With the other passes, including `-Oz`,
/// the program is larger after Brotli, and a browser needs a quarter more time for the worker's first files,
/// because it has more to compile again.
pub(crate) fn wasm_opt_arguments(file: &str) -> Vec<&str> {
    let mut arguments = vec![
        file,
        "-o",
        file,
        "--low-memory-unused",
        "--duplicate-function-elimination",
        "--optimize-instructions",
        "--rse",
        "--vacuum",
        "--remove-unused-brs",
        "--merge-blocks",
        "--optimize-added-constants",
        "--reorder-locals",
        "--reorder-functions-by-name",
        "--strip-debug",
    ];
    // The features that rustc uses in wasm by default today, and that every browser with `:has()` has too.
    arguments.extend([
        "--enable-bulk-memory",
        "--enable-bulk-memory-opt",
        "--enable-sign-ext",
        "--enable-nontrapping-float-to-int",
        "--enable-mutable-globals",
        "--enable-reference-types",
        "--enable-multivalue",
    ]);
    // The page contains no SIMD instructions, so that it can tell people whose browser lacks SIMD.
    if file.contains("worker") {
        arguments.push("--enable-simd");
    }
    arguments
}

/// Appends the code that starts a worker to the script that the worker is made from.
fn append_bootstrap(dist: &Path, worker: &str) -> Result<()> {
    let path = dist.join(format!("{worker}.js"));
    let failed = |error: std::io::Error| format!("{}: {error}", path.display());
    let mut script = fs::read_to_string(&path).map_err(failed)?;
    script.push('\n');
    script.push_str(include_str!("../../worker/bootstrap.js"));
    fs::write(&path, script).map_err(failed)
}

/// Writes a part as the script that loads it, as `later.js` does.
fn later(dist: &Path, part: &str, content: &serde_json::Value) -> Result<()> {
    let script = format!("later(\"{part}\",{content});\n");
    let name = format!("{part}.later.js");
    fs::write(dist.join(&name), &script).map_err(|error| format!("{name}: {error}"))
}

/// Makes browsers fetch the imports of the page's script together with the script, not after they have read it.
fn preload(dist: &Path) -> Result<()> {
    const LINK: &str = "<link rel=\"modulepreload\"";
    let is_imported = |file: &String| {
        file.starts_with("snippets/") && Path::new(file).extension().is_some_and(|end| end == "js")
    };
    let mut links = String::new();
    for file in files(dist)?.into_iter().filter(is_imported) {
        let _ = writeln!(links, "{LINK} href=\"./{file}\">");
    }
    let index = dist.join("index.html");
    let text = fs::read_to_string(&index).map_err(|error| error.to_string())?;
    let text = replace_once(&text, LINK, &format!("{links}{LINK}"))?;
    fs::write(&index, text).map_err(|error| error.to_string())
}

/// The samples that the page offers, with the files of each.
const SAMPLES: [(&str, [&str; 2]); 8] = [
    ("nq", ["gold.jsonl", "predictions.jsonl"]),
    ("tcp", ["gold.jsonl", "predictions.jsonl"]),
    ("climate-finance", ["gold.jsonl", "predictions.csv"]),
    ("numbers", ["gold.jsonl", "predictions.jsonl"]),
    ("math", ["gold.jsonl", "predictions.jsonl"]),
    ("timebench", ["gold.jsonl", "predictions.jsonl"]),
    ("humaneval", ["tasks.jsonl", "samples.jsonl"]),
    ("choices", ["gold.jsonl", "predictions.jsonl"]),
];

fn samples(dist: &Path) -> Result<()> {
    let mut all = serde_json::Map::new();
    for (sample, names) in SAMPLES {
        let mut files = serde_json::Map::new();
        for name in names {
            let path = root().join("samples").join(sample).join(name);
            let text = fs::read_to_string(&path)
                .map_err(|error| format!("{}: {error}", path.display()))?;
            files.insert(format!("sample-{name}"), text.into());
        }
        all.insert(sample.to_owned(), files.into());
    }
    later(dist, "samples", &all.into())
}

/// The list of hashes in the static folder, as `sha256sum` reads it.
pub(crate) const SUMS: &str = "SHA256SUMS.txt";

/// Lists the hashes of all files, and makes the page show the hash of this list. Three kinds of file are left
/// out: the page's own text, which names that hash, the service worker, which names all files, and files that a
/// host may change.
fn sums(dist: &Path) -> Result<()> {
    const NONE: &str = "<meta name=\"sums\" content=\"\">";
    let is_listed =
        |file: &String| !["index.html", "sw.js", "scorer.json"].contains(&file.as_str());
    let listed: Vec<String> = files(dist)?.into_iter().filter(is_listed).collect();
    let list = hashes(dist, &listed)?;
    fs::write(dist.join(SUMS), &list).map_err(|error| format!("{SUMS}: {error}"))?;
    let index = dist.join("index.html");
    let text = fs::read_to_string(&index).map_err(|error| error.to_string())?;
    let sum = format!("{:x}", Sha256::digest(&list));
    let text =
        replace_once(&text, NONE, &NONE.replace("content=\"\"", &format!("content=\"{sum}\"")))?;
    fs::write(&index, text).map_err(|error| error.to_string())
}

/// A line for each file of a folder, as `sha256sum` prints it.
pub(crate) fn hashes(folder: &Path, files: &[String]) -> Result<String> {
    let mut list = String::new();
    for file in files {
        let bytes = fs::read(folder.join(file)).map_err(|error| format!("{file}: {error}"))?;
        let _ = writeln!(list, "{:x}  {file}", Sha256::digest(bytes));
    }
    Ok(list)
}

/// Every file below a folder, as sorted paths with `/`.
pub(crate) fn files(folder: &Path) -> Result<Vec<String>> {
    let mut found = Vec::new();
    for entry in WalkDir::new(folder) {
        let entry = entry.map_err(|error| error.to_string())?;
        if !entry.file_type().is_dir() {
            let path = entry.path().strip_prefix(folder).unwrap_or(entry.path());
            found.push(path.to_string_lossy().replace('\\', "/"));
        }
    }
    found.sort();
    Ok(found)
}

/// Whether everybody who opens the page fetches a file. The interpreter, which is larger than everything else,
/// and the self-test are cached when somebody has used them; notices are not cached.
pub(crate) fn is_of_first_visit(file: &str) -> bool {
    !file.starts_with("python/")
        && !file.starts_with("selftest/")
        && !["third-party.md", SUMS].contains(&file)
}

/// Gives the service worker the list of files to cache. Its own bytes then change when any file does, and
/// browsers notice a new version by this.
fn stamp(dist: &Path) -> Result<()> {
    const WORKER: &str = "sw.js";
    let mut digest = Sha256::new();
    let mut list = String::new();
    let kept = |file: &&String| *file != WORKER && is_of_first_visit(file);
    for file in files(dist)?.iter().filter(kept) {
        let bytes = fs::read(dist.join(file)).map_err(|error| format!("{file}: {error}"))?;
        digest.update(file.as_bytes());
        digest.update((bytes.len() as u64).to_le_bytes());
        digest.update(bytes);
        let _ = write!(list, "\n  {file:?},");
    }
    let script = fs::read_to_string(dist.join(WORKER)).map_err(|error| error.to_string())?;
    digest.update(&script);
    let version = &format!("{:x}", digest.finalize())[..16];
    let script = replace_once(
        &replace_once(
            &script,
            "const VERSION = \"\";",
            &format!("const VERSION = \"{version}\";"),
        )?,
        "const FILES = [];",
        &format!("const FILES = [{list}\n];"),
    )?;
    fs::write(dist.join(WORKER), script).map_err(|error| error.to_string())
}

pub(crate) fn replace_once(text: &str, from: &str, to: &str) -> Result<String> {
    if text.matches(from).count() == 1 {
        Ok(text.replace(from, to))
    } else {
        Err(format!("this should be there exactly once: {from}"))
    }
}
