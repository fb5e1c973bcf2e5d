//! The Python interpreter that programs are run in, npm's `pyodide`, and the sandbox around it: packed by
//! `runner/pack.mjs`.

use crate::build::replace_once;
use crate::system::{command, output, run};
use crate::{Result, licences, root, tools};
use std::fs;
use std::path::{Path, PathBuf};

/// What the page needs to know about the packed interpreter.
#[derive(Debug)]
struct Packed {
    /// The version of the npm package.
    version: String,
    /// The bytes that have to be loaded, before base64.
    bytes: u64,
    /// Identifies what was packed: it differs for another version.
    hash: String,
    /// The files of the package that were packed.
    files: Vec<String>,
}

/// Fetches the npm package; returns its folder.
pub(crate) fn fetch() -> Result<PathBuf> {
    Ok(tools::npm_folder("python", "xtask/npm/python")?.join("node_modules/pyodide"))
}

/// Puts sandbox and interpreter into the static folder, and the sandbox's frame into the page.
pub(crate) fn add(dist: &Path) -> Result<()> {
    let mut pack = command("node", &[]);
    let package = fetch()?;
    pack.arg(root().join("runner/pack.mjs")).arg(&package).arg(dist);
    let words = output(&mut pack).ok_or("runner/pack.mjs failed")?;
    let Packed { version, bytes, hash, files } = read(&words)?;
    licences::check_python(&package, &files)?;
    let frame = format!(
        "<iframe id=\"runner\" src=\"runner/runner.html\" sandbox=\"allow-scripts\" \
         title=\"Where programs are run\" hidden data-version=\"{version}\" data-bytes=\"{bytes}\" \
         data-hash=\"{hash}\"></iframe>\n    "
    );
    let index = dist.join("index.html");
    let text = fs::read_to_string(&index).map_err(|error| error.to_string())?;
    let noscript = "<noscript>";
    let text = replace_once(&text, noscript, &format!("{frame}{noscript}"))?;
    fs::write(&index, text).map_err(|error| error.to_string())
}

/// Makes the sandbox's frame a second time, as one text that contains the current scripts, for use without a
/// network. Changes the page's policy so that it allows this text.
pub(crate) fn inline(dist: &Path) -> Result<()> {
    let mut pack = command("node", &[]);
    run(pack.arg(root().join("runner/pack.mjs")).arg("inline").arg(dist))
}

fn read(words: &str) -> Result<Packed> {
    let said: serde_json::Value =
        serde_json::from_str(words).map_err(|error| format!("runner/pack.mjs: {error}"))?;
    let text = |name: &str| said[name].as_str().map(str::to_owned);
    let files: Option<Vec<String>> = said["files"]
        .as_array()
        .map(|names| names.iter().filter_map(|name| name.as_str().map(str::to_owned)).collect());
    match (text("version"), said["bytes"].as_u64(), text("hash"), files) {
        (Some(version), Some(bytes), Some(hash), Some(files)) => {
            Ok(Packed { version, bytes, hash, files })
        }
        _ => Err(format!("runner/pack.mjs said something else: {words}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_packer_says_is_read() {
        let packed = read(r#"{"version":"1.2","parts":8,"bytes":7,"hash":"ab","files":["a.mjs"]}"#)
            .expect("read");
        assert_eq!(packed.files, ["a.mjs"]);
        assert_eq!((packed.version.as_str(), packed.bytes, packed.hash.as_str()), ("1.2", 7, "ab"));
        assert!(read("{}").is_err());
        assert!(read("no").is_err());
    }
}
