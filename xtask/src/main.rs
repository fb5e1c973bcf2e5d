//! The project's own commands: `cargo xtask serve | dist | test | agreement | freeze | mutate | honesty | references | bench | fuzz | licences`.

#![allow(clippy::print_stdout, reason = "a command talks to the terminal")]

mod agreement;
mod audit;
mod bench;
mod build;
mod freeze;
mod fuzz;
mod honesty;
mod licences;
mod notes;
mod python;
mod references;
mod server;
mod sizes;
mod system;
mod test;
mod tools;

use std::path::Path;
use std::process::ExitCode;

/// What to do with text that is made and kept in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Print,
    Write,
    Check,
}

/// What went wrong, in words for the person at the terminal.
type Result<T> = std::result::Result<T, String>;

const USAGE: &str = "\
cargo xtask serve [--port N] [--open]   builds the page and serves it on this machine (from port 8080)
cargo xtask dist                        builds the static folder dist/, optimised, and prints its sizes
cargo xtask test [--fast]               formatting, lints, tests, the static folder and browser tests;
                                        --fast: formatting and native tests only
cargo xtask agreement [--write|--check] the table of presets in docs/presets.md: prints, renews or checks it
cargo xtask freeze [--write]            whether every report is, byte for byte, what tests/frozen.tsv has a
                                        hash of; --write: renews the hashes
cargo xtask mutate [SEEDS]              damaged copies of good pairs, so many of each kind (10): how many give
                                        the same number, another with a word, none, or another in silence
cargo xtask honesty                     how often intervals hold the true value, and how often runs that are
                                        alike are called different: counted and simulated, some minutes
cargo xtask bench [--only GOAL,..] [--questions N] [--rounds N] [--big] [--skip-browser] [--check] [--json FILE]
                                        what scoring generated files costs, natively and in the browser, as a
                                        table of goals; --big: a million questions where a goal is about them;
                                        --check: fails where a ratio misses its goal by 1.3 times
cargo xtask bench stages [--questions N] [--rounds N] [--json FILE]
                                        the same stage by stage, natively and as WebAssembly
cargo xtask bench math                  pairs of mathematical answers per second, ours and math-verify's, which
                                        is installed from PyPI under target/tools; needs the real pairs
cargo xtask fuzz [MINUTES]              readers, containers, presets, links, reports, numbers, dates and formulas
                                        on what libFuzzer makes up, ten minutes each; needs cargo-fuzz and a
                                        nightly compiler
cargo xtask audit                       crates against deny.toml and RustSec, packages of npm against its list;
                                        builds cargo-deny where it is missing
cargo xtask references [FOLDER]         the scripts verify.py of all presets against their references: from
                                        PyPI, under target/tools, and from checkouts in a folder
cargo xtask licences [--write|--check]  the notices of what the static folder contains: prints, renews
                                        or checks docs/third-party.md
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments.split_first() {
        Some((&"serve", rest)) => serve(rest),
        Some((&"dist", [])) => dist(),
        Some((&"test", [])) => test::run_all(false),
        Some((&"test", ["--fast"])) => test::run_all(true),
        Some((&"agreement", [])) => agreement::run(Mode::Print),
        Some((&"agreement", ["--write"])) => agreement::run(Mode::Write),
        Some((&"agreement", ["--check"])) => agreement::run(Mode::Check),
        Some((&"freeze", [])) => freeze::run_all(Mode::Check),
        Some((&"freeze", ["--write"])) => freeze::run_all(Mode::Write),
        Some((&"mutate", [])) => test::mutate("10"),
        Some((&"mutate", [seeds])) => test::mutate(seeds),
        Some((&"honesty", [])) => honesty::run(),
        Some((&"references", [])) => references::run(None),
        Some((&"references", [folder])) => references::run(Some(folder)),
        Some((&"licences", [])) => licences::run(Mode::Print),
        Some((&"licences", ["--write"])) => licences::run(Mode::Write),
        Some((&"licences", ["--check"])) => licences::run(Mode::Check),
        Some((&"bench", ["math"])) => bench::math::run(),
        Some((&"audit", [])) => audit::run(),
        Some((&"fuzz", rest)) => fuzz::minutes(rest).and_then(fuzz::run),
        Some((&"bench", ["stages", rest @ ..])) => {
            bench::Options::read(rest).and_then(|options| bench::stages::print(&options))
        }
        Some((&"bench", rest)) => {
            bench::Options::read(rest).and_then(|options| bench::run(&options))
        }
        _ => {
            eprint!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(words) => {
            eprintln!("{words}");
            ExitCode::FAILURE
        }
    }
}

fn serve(mut arguments: &[&str]) -> Result<()> {
    let mut port = 8080;
    let mut open = false;
    loop {
        arguments = match arguments {
            [] => break,
            ["--open", rest @ ..] => {
                open = true;
                rest
            }
            ["--port", number, rest @ ..] => {
                port = number.parse().map_err(|_| format!("{number} is not a port number"))?;
                rest
            }
            [other, ..] => return Err(format!("serve does not know {other}\n{USAGE}")),
        };
    }
    println!(
        "Builds the page and serves it on this machine: about ten minutes the first time, with the tools that \
         it takes, and about one after a change."
    );
    let dist = build::page(build::Optimise::No)?;
    let listener = server::bind(port)?;
    let address = server::address(&listener)?;
    println!("{address}");
    if open {
        system::open_in_browser(&address);
    }
    server::serve(&listener, &dist);
    Ok(())
}

fn dist() -> Result<()> {
    let dist = build::page(build::Optimise::IfPossible)?;
    sizes::report(&dist)
}

/// The project's root folder.
fn root() -> &'static Path {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().unwrap_or(own)
}
