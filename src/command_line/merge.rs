//! `scoredrop merge`: partial results become one.

use super::{DONE, Failure, LeaveOut, Output, STDIN, keep_inputs, say, tell};
use crate::Partial;
use crate::base::error::Error;
use crate::base::types::Parts;
use crate::command_line::out::write_out;
use crate::report::forms::Wanted;
use crate::session::file::{name_of, unreadable};
use clap::Args;
use std::io::Read as _;
use std::path::{Path, PathBuf};

#[derive(Args)]
pub(super) struct Merge {
    /// Partial results, as `scoredrop score --partial` or `scoredrop merge --partial` writes them. Neither
    /// their order nor an earlier merge changes a number.
    #[arg(value_name = "PART", required = true)]
    parts: Vec<PathBuf>,
    /// Write the merged partial result to this file, to be merged with others. A report is then written
    /// only if --out names a file.
    #[arg(long, value_name = "FILE")]
    partial: Option<PathBuf>,
    #[command(flatten)]
    output: Output,
}

pub(super) fn run(given: &Merge) -> Result<u8, Failure> {
    for out in given.partial.iter().chain(&given.output.out) {
        let parts = given.parts.iter().map(|path| ("partial", path.as_path()));
        keep_inputs(parts, out)?;
    }
    let mut whole = Partial::zero();
    let mut problems = Vec::new();
    for path in &given.parts {
        let merged = read(path).and_then(|part| whole.merge(part));
        problems.extend(merged.err().into_iter().flat_map(|error| error.problems).map(|problem| {
            if problem.file.is_some() { problem } else { problem.file(name_of(path)) }
        }));
    }
    if !problems.is_empty() {
        return Err(Error::new(problems).into());
    }
    if let Some(path) = &given.partial {
        write(&whole, path)?;
        if given.output.out.is_none() {
            return Ok(DONE);
        }
    }
    let report = whole.finish()?;
    let code = tell(&report.diagnostics, given.output.format);
    for doubt in report.doubts() {
        say(&format_args!("provisional: {}", doubt.message));
    }
    let parts = Parts {
        no_outputs: given.output.leave_out.contains(&LeaveOut::Outputs),
        no_questions: given.output.leave_out.contains(&LeaveOut::Questions),
    };
    let wanted = Wanted { parts, ..Wanted::default() };
    let text = report.without_records(given.output.format, wanted).map_err(Failure::Usage)?;
    write_out(given.output.out.as_deref(), |out| out.write_all(text.as_bytes()))?;
    Ok(code)
}

/// Reads a partial result.
fn read(path: &Path) -> Result<Partial, Error> {
    let bytes = if path == Path::new(STDIN) {
        let mut bytes = Vec::new();
        std::io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        std::fs::read(path)
    };
    Partial::from_bytes(&bytes.map_err(|error| unreadable(path, &error))?)
}

/// Writes a partial result.
pub(super) fn write(part: &Partial, path: &Path) -> Result<(), Failure> {
    let bytes = part.to_bytes();
    write_out(Some(path).filter(|path| *path != Path::new(STDIN)), |out| out.write_all(&bytes))
}
