//! `cargo xtask npm`: the package for JavaScript, built, packed and tested as people install it.

use crate::system::{command, find, listen, output, path_with, run};
use crate::wheel::{Counts, Speed};
use crate::{Result, bench, build, needs, root, tools};
use std::fs;
use std::path::{Path, PathBuf};

/// The most bytes that people should have to fetch.
const LIMIT: u64 = 6_000_000;

/// The oldest Node.js that provides its own modules without an import.
const OLDEST: (u32, u32) = (20, 16);

/// The first two numbers of a version such as `v20.19.2`.
fn read_version(words: &str) -> Option<(u32, u32)> {
    let mut parts = words.trim().strip_prefix('v')?.split('.');
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}

/// Builds the package and runs its tests.
pub(crate) fn run_all(speed: Speed) -> Result<()> {
    let counts = test(speed, |_| ())?;
    if counts.failed == 0 { Ok(()) } else { Err(format!("{} tests failed", counts.failed)) }
}

/// Builds the package and runs its tests. Passes the names of tests that fail to `failing`.
pub(crate) fn test(speed: Speed, mut failing: impl FnMut(&str)) -> Result<Counts> {
    needs::require(needs::TO_TEST)?;
    let version = output(&mut command("node", &["--version"])).unwrap_or_default();
    if read_version(&version).is_none_or(|version| version < OLDEST) {
        println!(
            "Node.js {}.{} or newer is needed, and this is {version}. The JavaScript package counts as one skipped \
             test.",
            OLDEST.0, OLDEST.1
        );
        return Ok(Counts { skipped: 1, ..Counts::default() });
    }
    let package = pack(speed)?;
    let place = tools::npm_folder("js", "packages/js/tests")?;
    let mut install = command(find("npm").ok_or("npm is missing")?, &["install", "--no-save"]);
    run(install.args(["--no-audit", "--no-fund", "--silent"]).arg(&package).current_dir(&place))?;
    let tests = place.join("tests");
    copy(&root().join("packages/js/tests"), &tests, |name| !name.starts_with("package"))?;
    let mut node = command("node", &["--test", "--test-reporter=tap", "tests/"]);
    node.current_dir(&place).env("SCOREDROP_ROOT", root());
    if let Some(chromium) = needs::Need::Chromium.place() {
        node.env("CHROMIUM", chromium);
    }
    let program = format!("light/scoredrop{}", std::env::consts::EXE_SUFFIX);
    if std::env::var_os("SCOREDROP").is_none() {
        node.env("SCOREDROP", bench::target()?.join(program));
    }
    let mut counts = Counts::default();
    let succeeded = listen(&mut node, |line| {
        for (name, count) in [
            ("# pass ", &mut counts.passed),
            ("# fail ", &mut counts.failed),
            ("# skipped ", &mut counts.skipped),
        ] {
            if let Some(number) = line.strip_prefix(name).and_then(|text| text.parse().ok()) {
                *count = number;
            }
        }
        if let Some((_, test)) =
            line.trim_start().strip_prefix("not ok ").and_then(|rest| rest.split_once(" - "))
        {
            failing(test);
        }
    })?;
    if succeeded || counts.failed > 0 {
        Ok(counts)
    } else {
        Err("the tests of the JavaScript package did not run".to_owned())
    }
}

/// Builds the package and packs it as npm would publish it; returns its file.
pub(crate) fn pack(speed: Speed) -> Result<PathBuf> {
    let profile = match speed {
        Speed::Light => "light",
        Speed::Release => "release",
    };
    let place = bench::target()?.join("npm");
    if place.is_dir() {
        fs::remove_dir_all(&place).map_err(|error| error.to_string())?;
    }
    let package = place.join("package");
    copy(&root().join("packages/js"), &package, |name| {
        !matches!(name, "Cargo.toml" | "src" | "tests")
    })?;
    for (from, name) in [
        ("LICENSE-APACHE", "LICENSE-APACHE"),
        ("LICENSE-MIT", "LICENSE-MIT"),
        ("docs/third-party.md", "third-party.md"),
    ] {
        fs::copy(root().join(from), package.join(name))
            .map_err(|error| format!("{from}: {error}"))?;
    }
    let built = |package: &str, target: &str, what: &[&str]| {
        tools::target(target)?;
        let mut cargo = command("cargo", &["build", "--locked", "--profile", profile]);
        run(cargo.args(["-p", package, "--target", target]).args(what))?;
        Ok::<_, String>(bench::target()?.join(target).join(profile))
    };
    let module = built("scoredrop-js", "wasm32-unknown-unknown", &["--lib"])?;
    let program = built("scoredrop", "wasm32-wasip1", &["--bin", "scoredrop"])?;
    let mut bindgen = command("wasm-bindgen", &["--target", "web", "--no-typescript"]);
    bindgen.args(["--omit-default-module-path", "--out-name", "core", "--out-dir"]).arg(&package);
    bindgen.arg(module.join("scoredrop_js.wasm")).env("PATH", path_with(&tools::ready()?)?);
    run(&mut bindgen)?;
    fs::rename(package.join("core_bg.wasm"), package.join("scoredrop.wasm"))
        .map_err(|error| error.to_string())?;
    fs::copy(program.join("scoredrop.wasm"), package.join("cli.wasm"))
        .map_err(|error| error.to_string())?;
    if speed == Speed::Release {
        for file in ["scoredrop.wasm", "cli.wasm"] {
            run(tools::wasm_opt()?.args(build::wasm_opt_arguments(file)).current_dir(&package))?;
        }
    }
    let npm = find("npm").ok_or("npm is missing")?;
    run(command(npm, &["pack", "--silent", "--pack-destination", ".."]).current_dir(&package))?;
    let entries = fs::read_dir(&place).map_err(|error| error.to_string())?;
    let is_packed = |path: &PathBuf| path.extension().is_some_and(|end| end == "tgz");
    let packed = entries.flatten().map(|entry| entry.path()).find(is_packed);
    let packed = packed.ok_or("npm has packed nothing")?;
    let bytes = packed.metadata().map_err(|error| error.to_string())?.len();
    println!("{}: {:.1} MB", packed.display(), bytes as f64 / 1e6);
    if speed == Speed::Release && bytes > LIMIT {
        return Err(format!("the package has {bytes} bytes, more than {LIMIT}"));
    }
    Ok(packed)
}

/// Copies the files of a folder and of its subfolders, if their names are wanted.
fn copy(from: &Path, to: &Path, is_wanted: fn(&str) -> bool) -> Result<()> {
    let failed = |error: std::io::Error| format!("{}: {error}", from.display());
    if to.is_dir() {
        fs::remove_dir_all(to).map_err(failed)?;
    }
    fs::create_dir_all(to).map_err(failed)?;
    for entry in fs::read_dir(from).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let name = path.file_name().unwrap_or_default();
        if !is_wanted(&name.to_string_lossy()) {
            continue;
        }
        if path.is_dir() {
            copy(&path, &to.join(name), |_| true)?;
        } else {
            fs::copy(&path, to.join(name)).map_err(failed)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read() {
        assert_eq!(read_version("v20.19.2\n"), Some((20, 19)));
        assert!(read_version("v18.20.4").is_some_and(|version| version < OLDEST));
        assert_eq!(read_version(""), None);
    }
}
