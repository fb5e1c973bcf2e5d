//! The Python interpreter that programs are run in: npm's `pyodide`, packed by `runner/pack.mjs`.

use crate::system::{find, output};
use crate::{Result, root, tools};
use std::path::Path;
use std::process::Command;

/// What the page is told of the packed interpreter.
#[derive(Debug)]
pub(crate) struct Packed {
    /// The version of the npm package.
    pub(crate) version: String,
    /// What has to be loaded, in bytes before base64.
    pub(crate) bytes: u64,
    /// Names what was packed: another version is another one.
    pub(crate) hash: String,
}

/// Puts runner and interpreter into the static folder. `None`, with a note, if npm is missing.
pub(crate) fn add(dist: &Path) -> Result<Option<Packed>> {
    let (Some(node), Some(_)) = (find("node"), find("npm")) else {
        println!("note: node and npm are not here, so the page runs no programs");
        return Ok(None);
    };
    let package = tools::npm_folder("python", "xtask/npm/python")?.join("node_modules/pyodide");
    let mut pack = Command::new(node);
    pack.arg(root().join("runner/pack.mjs")).arg(package).arg(dist);
    let words = output(&mut pack).ok_or("runner/pack.mjs failed")?;
    read(&words).map(Some)
}

fn read(words: &str) -> Result<Packed> {
    let said: serde_json::Value =
        serde_json::from_str(words).map_err(|error| format!("runner/pack.mjs: {error}"))?;
    let text = |name: &str| said[name].as_str().map(str::to_owned);
    match (text("version"), said["bytes"].as_u64(), text("hash")) {
        (Some(version), Some(bytes), Some(hash)) => Ok(Packed { version, bytes, hash }),
        _ => Err(format!("runner/pack.mjs said something else: {words}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_packer_says_is_read() {
        let packed = read(r#"{"version":"1.2","parts":8,"bytes":7,"hash":"ab"}"#).expect("read");
        assert_eq!((packed.version.as_str(), packed.bytes, packed.hash.as_str()), ("1.2", 7, "ab"));
        assert!(read("{}").is_err());
        assert!(read("no").is_err());
    }
}
