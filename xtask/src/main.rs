//! The project's own commands; `cargo xtask help` lists them.

#![allow(clippy::print_stdout, reason = "a command talks to the terminal")]

mod agreement;
mod audit;
mod bench;
mod build;
mod digits;
mod freeze;
mod fuzz;
mod honesty;
mod licences;
mod needs;
mod notes;
mod npm;
mod pairs;
mod python;
mod references;
mod release;
mod sentences;
mod server;
mod sizes;
mod system;
mod test;
mod tools;
mod wheel;

use clap::{Args, Parser, Subcommand};
use std::path::{Path, PathBuf};
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

/// The project's own commands.
#[derive(Parser)]
#[command(bin_name = "cargo xtask")]
enum Command {
    /// Builds the page and serves it on this machine
    Serve {
        /// The first port to try
        #[arg(long, value_name = "N", default_value_t = 8080)]
        port: u16,
        /// Opens it in the browser
        #[arg(long)]
        open: bool,
    },
    /// Builds the static folder dist/, optimised, and prints its sizes
    Dist,
    /// Formatting, lints, tests, the static folder and browser tests
    Test {
        /// Formatting and native tests only
        #[arg(long)]
        fast: bool,
    },
    /// The table of presets in docs/presets.md: prints, renews or checks it
    Agreement(Kept),
    /// Checks the numbers and codes of every report against the hashes in tests/frozen.tsv
    Freeze {
        /// Renews the hashes
        #[arg(long)]
        write: bool,
        /// Compares with another build of the command line instead, and prints each value that differs
        #[arg(long, value_name = "BINARY", conflicts_with = "write")]
        against: Option<PathBuf>,
    },
    /// Damages copies of good pairs, and counts how many give the same number, another number with a doubt, no
    /// number, or another number without a doubt
    Mutate {
        /// How many copies of each kind
        #[arg(default_value_t = 10)]
        seeds: u64,
    },
    /// Weighs each fact that supports another reading of files, over drops whose results are known; takes some
    /// minutes
    Evidence,
    /// Counts how often the last digit of Python's math functions differs between the sandbox and this machine
    Digits,
    /// Calculates or simulates how often intervals contain the true value, and how often equal runs are called
    /// different; takes some minutes
    Honesty,
    /// Measures what scoring generated files costs, natively and in the browser, as a table of goals
    #[command(args_conflicts_with_subcommands = true)]
    Bench {
        #[command(subcommand)]
        part: Option<Bench>,
        #[command(flatten)]
        options: bench::Options,
    },
    /// Fuzzes readers, containers, presets, links, reports, numbers, dates and formulas with libFuzzer; needs
    /// cargo-fuzz and a nightly compiler. Before that, fuzzes the values that cross between the interpreters of
    /// programs, which needs only Python
    Fuzz {
        /// Minutes for each target
        #[arg(default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=10_000))]
        minutes: u64,
        /// Only this target, for example crossing
        #[arg(long, value_name = "TARGET")]
        only: Option<String>,
    },
    /// Checks crates against deny.toml and known vulnerabilities, and npm packages against npm's list; builds
    /// cargo-deny if it is missing
    Audit,
    /// Runs the verify.py scripts of all presets against their references: from Python's package index, under
    /// target/tools, and from checkouts in a folder
    References {
        /// The folder of the checkouts
        folder: Option<String>,
    },
    /// Lists the pairs of files in tests/pairs that have all these tags; without tags, the tags
    Pairs {
        /// Tags of tests/pairs/tags.json
        tags: Vec<String>,
    },
    /// Builds the package for Python and runs its tests; needs Python with venv and pip, and Python's package
    /// index
    Wheel {
        /// Optimises it for release, and checks its size
        #[arg(long)]
        release: bool,
    },
    /// Builds the package for JavaScript and runs its tests; needs Node.js with npm, its registry and Chromium
    Npm {
        /// Optimises it for release, and checks its size
        #[arg(long)]
        release: bool,
    },
    /// Builds everything that people fetch, in target/release-files: page, command line, packages, notices, a bill
    /// of materials and the list of hashes. Refuses uncommitted changes
    Release {
        /// Builds it again from a clean checkout in another folder, and fails unless all bytes are equal
        #[arg(long)]
        twice: bool,
        /// Builds only the parts, with the flags of the environment
        #[arg(long, hide = true)]
        parts: bool,
    },
    /// Every sentence that people may read, once, with its place: of sources, documents and reports that tests keep
    Sentences {
        /// Only of these folders or files, for example page/src
        folders: Vec<String>,
    },
    /// The notices of what the static folder and the packages contain: prints, renews or checks
    /// docs/third-party.md
    Licences(Kept),
}

#[derive(Subcommand)]
enum Bench {
    /// Measures pairs of mathematical answers per second, ours and math-verify's, which is installed from Python's
    /// package index under target/tools; needs the real pairs
    Math,
}

#[derive(Args)]
struct Kept {
    /// Renews it
    #[arg(long, conflicts_with = "check")]
    write: bool,
    /// Fails if it is out of date
    #[arg(long)]
    check: bool,
}

impl Kept {
    fn mode(&self) -> Mode {
        match (self.write, self.check) {
            (true, _) => Mode::Write,
            (_, true) => Mode::Check,
            _ => Mode::Print,
        }
    }
}

fn main() -> ExitCode {
    let done = match Command::parse() {
        Command::Serve { port, open } => serve(port, open),
        Command::Dist => dist(),
        Command::Test { fast } => test::run_all(fast),
        Command::Agreement(kept) => agreement::run(kept.mode()),
        Command::Freeze { against: Some(binary), .. } => freeze::against(&binary),
        Command::Freeze { write, .. } => {
            freeze::run_all(if write { Mode::Write } else { Mode::Check }).map(drop)
        }
        Command::Mutate { seeds } => test::mutate(seeds),
        Command::Evidence => test::evidence(),
        Command::Digits => digits::run(),
        Command::Honesty => honesty::run(),
        Command::References { folder } => references::run(folder.as_deref()),
        Command::Licences(kept) => licences::run(kept.mode()),
        Command::Wheel { release } => wheel::run_all(wheel::Speed::new(release)),
        Command::Npm { release } => npm::run_all(wheel::Speed::new(release)),
        Command::Sentences { folders } => sentences::run(&folders),
        Command::Release { parts: true, .. } => release::parts(),
        Command::Release { twice, .. } => release::run(twice),
        Command::Pairs { tags } => pairs::list(&tags),
        Command::Audit => audit::run(),
        Command::Fuzz { minutes, only } => fuzz::run(minutes, only.as_deref()),
        Command::Bench { part: Some(Bench::Math), .. } => bench::math::run(),
        Command::Bench { part: None, options } => bench::run(&options),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(words) => {
            eprintln!("{words}");
            ExitCode::FAILURE
        }
    }
}

fn serve(port: u16, open: bool) -> Result<()> {
    needs::require(needs::TO_BUILD)?;
    println!(
        "Builds the page and serves it on this machine: five to eight minutes on two cores the first \
         time, with the tools that it takes, and about one after a change."
    );
    let dist = build::page(build::Optimise::No)?;
    let listener = server::bind(port)?;
    let address = server::address(&listener)?;
    println!("{address}");
    if open {
        system::open_in_browser(&address);
    }
    server::serve(listener, &dist)
}

fn dist() -> Result<()> {
    let dist = build::page(build::Optimise::Yes)?;
    sizes::report(&dist)
}

/// The project's root folder.
fn root() -> &'static Path {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().unwrap_or(own)
}

/// The folder with real files, as the tests find it.
fn data() -> PathBuf {
    let named = std::env::var_os("SCOREDROP_DATA").map(PathBuf::from);
    named.unwrap_or_else(|| root().join("../shared/data"))
}

#[cfg(test)]
mod tests {
    use super::Command;
    use clap::{CommandFactory, Parser};

    #[test]
    fn arguments_are_read() {
        Command::command().debug_assert();
        let is_read = |words: &str| {
            Command::try_parse_from(std::iter::once("xtask").chain(words.split(' '))).is_ok()
        };
        for words in [
            "bench --only 3,10 --big",
            "bench math",
            "fuzz",
            "fuzz 2 --only crossing",
            "mutate 3",
            "evidence",
            "sentences",
            "sentences page/src README.md",
            "freeze --write",
            "freeze --against target/light/scoredrop",
        ] {
            assert!(is_read(words), "{words}");
        }
        for words in [
            "bench --only 14", "bench --rounds 0", "fuzz 0", "mutate x",
            "licences --write --check", "freeze --write --against x",
        ] {
            assert!(!is_read(words), "{words}");
        }
    }
}
