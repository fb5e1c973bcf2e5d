//! The static folder: Trunk's build, wasm-opt, and the service worker's list of files.

use crate::system::{command, path_with, run};
use crate::{Result, python, root, tools};
use base64::Engine as _;
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// Whether to spend the extra minute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Optimise {
    /// As compiled.
    No,
    /// With wasm-opt, where it can be had.
    IfPossible,
}

/// Builds the page and its workers; returns the static folder.
pub(crate) fn page(optimise: Optimise) -> Result<PathBuf> {
    let tools = tools::ready()?;
    let dist = root().join("dist");
    run(command("trunk", &["build", "--release"])
        .env("PATH", path_with(&tools)?)
        .env("TRUNK_SKIP_VERSION_CHECK", "true")
        // Some environments set it to 1, which Trunk does not take for a yes.
        .env_remove("NO_COLOR"))?;
    if optimise == Optimise::IfPossible
        && let Some(mut wasm_opt) = tools::wasm_opt()?
    {
        for file in files(&dist)? {
            if Path::new(&file).extension().is_some_and(|extension| extension == "wasm") {
                run(wasm_opt.args(wasm_opt_arguments(&file)).current_dir(&dist))?;
                wasm_opt = tools::wasm_opt()?.ok_or("wasm-opt has gone")?;
            }
        }
    }
    let workers = LATER.iter().map(|(_, worker)| *worker).chain(["scoredrop-worker"]);
    for worker in workers {
        append_bootstrap(&dist, worker)?;
    }
    python::add(&dist)?;
    bare(&dist)?;
    python::inline(&dist)?;
    one_style_sheet(&dist)?;
    for (part, worker) in LATER {
        fold(&dist, part, worker)?;
    }
    fold_page(&dist)?;
    sample(&dist)?;
    preload(&dist)?;
    stamp(&dist)?;
    Ok(dist)
}

/// Optimises the page for what has to be loaded. Blocks laid out anew are smaller than those of the
/// compiler, and the second round finds what the first has opened.
///
/// Workers only lose their names: what any of these passes makes of them weighs more after Brotli, and
/// a browser needs a quarter more time for the first files, for it has more to compile again.
pub(crate) fn wasm_opt_arguments(file: &str) -> Vec<&str> {
    let is_worker = file.contains("worker");
    let mut arguments = vec![file, "-o", file];
    if is_worker {
        arguments.push("--strip-debug");
    } else {
        arguments.extend(["--flatten", "--rereloop", "-Oz", "-Oz"]);
    }
    // What rustc takes for granted in wasm today, and every browser that has `:has()` too.
    arguments.extend([
        "--enable-bulk-memory",
        "--enable-bulk-memory-opt",
        "--enable-sign-ext",
        "--enable-nontrapping-float-to-int",
        "--enable-mutable-globals",
        "--enable-reference-types",
        "--enable-multivalue",
    ]);
    // The page says so to whoever has a browser without vectors, and has none itself.
    if is_worker {
        arguments.push("--enable-simd");
    }
    arguments
}

/// Parts that the page loads after its seal, and the workers that they are.
const LATER: [(&str, &str); 2] =
    [("unpack", "scoredrop-unpack-worker"), ("values", "scoredrop-values-worker")];

/// Puts what starts a worker behind the script that it is made of.
fn append_bootstrap(dist: &Path, worker: &str) -> Result<()> {
    let path = dist.join(format!("{worker}.js"));
    let failed = |error: std::io::Error| format!("{}: {error}", path.display());
    let mut script = fs::read_to_string(&path).map_err(failed)?;
    script.push('\n');
    script.push_str(include_str!("../../worker/bootstrap.js"));
    fs::write(&path, script).map_err(failed)
}

/// Takes what is for readers of the sources out of scripts and pages, for everybody would load it:
/// comments that stand on lines of their own, and indentation. Everything else stays, line by line.
fn bare(dist: &Path) -> Result<()> {
    for name in files(dist)? {
        let path = dist.join(&name);
        let bare = match path.extension().and_then(|extension| extension.to_str()) {
            Some("js") => without_comments,
            Some("html") => without_remarks,
            _ => continue,
        };
        let failed = |error: std::io::Error| format!("{name}: {error}");
        let text = fs::read_to_string(&path).map_err(failed)?;
        fs::write(&path, flush(&bare(&text))).map_err(failed)?;
    }
    Ok(())
}

/// Every line that is not blank, from its first sign on. No text of ours goes over several lines.
fn flush(text: &str) -> String {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.flat_map(|line| [line, "\n"]).collect()
}

fn without_remarks(page: &str) -> String {
    let rest =
        |part: &'_ str| part.split_once("-->").map_or(String::new(), |(_, rest)| rest.to_owned());
    let mut parts = page.split("<!--");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + &rest(part))
}

fn without_comments(script: &str) -> String {
    let mut inside = false;
    let is_code = |line: &&str| {
        let line = line.trim();
        inside |= line.starts_with("/**");
        let comment = inside || line.starts_with("//");
        inside &= !line.ends_with("*/");
        !comment
    };
    script.split_inclusive('\n').filter(is_code).collect()
}

/// Makes one style sheet of all those of the page, in their order and without comments: one request,
/// and what packs it sees all of it.
fn one_style_sheet(dist: &Path) -> Result<()> {
    let index = dist.join("index.html");
    let text = fs::read_to_string(&index).map_err(|error| error.to_string())?;
    let sheet = |line: &str| {
        let rest = line.trim().strip_prefix("<link rel=\"stylesheet\" href=\"./")?;
        rest.split('"').next().map(str::to_owned)
    };
    let (mut style, mut html) = (String::new(), String::new());
    for line in text.split_inclusive('\n') {
        let Some(name) = sheet(line) else {
            html.push_str(line);
            continue;
        };
        let path = dist.join(&name);
        let failed = |error: std::io::Error| format!("{name}: {error}");
        let own = fs::read_to_string(&path).map_err(failed)?;
        fs::remove_file(&path).map_err(failed)?;
        if style.is_empty() {
            html.push_str(STYLE_LINK);
        }
        for (index, part) in own.split("/*").enumerate() {
            style.push_str(if index == 0 {
                part
            } else {
                part.split_once("*/").unwrap_or_default().1
            });
        }
    }
    let name = format!("style-{}.css", short_digest(style.as_bytes()));
    fs::write(dist.join(&name), flush(&style)).map_err(|error| format!("{name}: {error}"))?;
    fs::write(&index, replace_once(&html, "STYLE", &name)?).map_err(|error| error.to_string())
}

fn short_digest(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    format!("{:02x}{:02x}{:02x}{:02x}", digest[0], digest[1], digest[2], digest[3])
}

const STYLE_LINK: &str = "    <link rel=\"stylesheet\" href=\"./STYLE\"/>\n";

/// Makes one script of a worker's script and module, as `later.js` loads it, and tells the page its
/// size.
fn fold(dist: &Path, part: &str, worker: &str) -> Result<()> {
    let glue = take(dist, &format!("{worker}.js"))?;
    let glue = String::from_utf8(glue).map_err(|error| error.to_string())?;
    fold_module(dist, part, worker, &glue)
}

/// The whole page: its script is loaded before the seal, its module afterwards.
fn fold_page(dist: &Path) -> Result<()> {
    let glue = take(dist, "scoredrop-whole.js")?;
    // Named by what is in it, as Trunk names the first one's: no cache may keep it for another.
    let name = format!("scoredrop-whole-{}.js", short_digest(&glue));
    fs::write(dist.join(&name), glue).map_err(|error| format!("{name}: {error}"))?;
    mark(dist, "id=\"start\"", "whole", &name)?;
    fold_module(dist, "whole", "scoredrop-whole", "")
}

fn fold_module(dist: &Path, part: &str, program: &str, glue: &str) -> Result<()> {
    let module = take(dist, &format!("{program}_bg.wasm"))?;
    let module = base64::engine::general_purpose::STANDARD.encode(module);
    let size = later(dist, part, &serde_json::json!({ "glue": glue, "module": module }))?;
    mark(dist, "<iframe id=\"later\"", part, &size.to_string())
}

/// A file's bytes; it is gone then.
fn take(dist: &Path, name: &str) -> Result<Vec<u8>> {
    let failed = |error: std::io::Error| format!("{name}: {error}");
    let bytes = fs::read(dist.join(name)).map_err(failed)?;
    fs::remove_file(dist.join(name)).map_err(failed)?;
    Ok(bytes)
}

/// Tells the page something, in an attribute of a tag.
fn mark(dist: &Path, tag: &str, key: &str, value: &str) -> Result<()> {
    let index = dist.join("index.html");
    let text = fs::read_to_string(&index).map_err(|error| error.to_string())?;
    let text = replace_once(&text, tag, &format!("{tag} data-{key}=\"{value}\""))?;
    fs::write(&index, text).map_err(|error| error.to_string())
}

/// Writes a part as the script that loads it; returns its size.
fn later(dist: &Path, part: &str, content: &serde_json::Value) -> Result<usize> {
    let script = format!("later(\"{part}\",{content});\n");
    let name = format!("{part}.later.js");
    fs::write(dist.join(&name), &script).map_err(|error| format!("{name}: {error}"))?;
    Ok(script.len())
}

/// Has browsers fetch what the page's script imports together with it, not after they have read it.
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

/// The sample that the page offers.
fn sample(dist: &Path) -> Result<()> {
    let text = |name: &str| {
        let path = root().join("samples/nq").join(name);
        fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
    };
    let files = serde_json::json!({
        "sample-gold.jsonl": text("gold.jsonl")?,
        "sample-predictions.jsonl": text("predictions.jsonl")?,
    });
    later(dist, "sample", &files).map(drop)
}

/// Every file below a folder, as sorted paths with `/`.
pub(crate) fn files(folder: &Path) -> Result<Vec<String>> {
    fn walk(folder: &Path, prefix: &str, found: &mut Vec<String>) -> std::io::Result<()> {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            if entry.file_type()?.is_dir() {
                walk(&entry.path(), &format!("{name}/"), found)?;
            } else {
                found.push(name);
            }
        }
        Ok(())
    }
    let mut found = Vec::new();
    walk(folder, "", &mut found).map_err(|error| format!("{}: {error}", folder.display()))?;
    found.sort();
    Ok(found)
}

/// Tells the service worker what to keep, and makes its own bytes change when any file does:
/// that is how browsers notice a new version.
fn stamp(dist: &Path) -> Result<()> {
    const WORKER: &str = "sw.js";
    let mut digest = Sha256::new();
    let mut list = String::new();
    // The interpreter is more than all the rest: the page keeps it when somebody has used it.
    let kept = |file: &&String| *file != WORKER && !file.starts_with("python/");
    for file in files(dist)?.iter().filter(kept) {
        let bytes = fs::read(dist.join(file)).map_err(|error| format!("{file}: {error}"))?;
        digest.update(file.as_bytes());
        digest.update((bytes.len() as u64).to_le_bytes());
        digest.update(bytes);
        let _ = write!(list, "\n  {file:?},");
    }
    let script = fs::read_to_string(dist.join(WORKER)).map_err(|error| error.to_string())?;
    digest.update(&script);
    let version: String = digest.finalize().iter().take(8).fold(String::new(), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    });
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_go_and_code_stays() {
        let script = "// a\nlet a = 1; // b\n/** c */\n  /**\n   * d\n   */\n  f('//');\n";
        assert_eq!(without_comments(script), "let a = 1; // b\n  f('//');\n");
        assert_eq!(without_remarks("a<!-- b\n -->c<!-- -->\n"), "ac\n");
        assert_eq!(flush("  a\n\n b  \n"), "a\nb\n");
    }
}
