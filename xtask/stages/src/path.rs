//! The way of two files to the headline and its intervals, as the scorer takes it.

use crate::clock::timed;
use crate::{Result, Seconds};
use scoredrop::base::error::Error;
use scoredrop::session::Session;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Bytes read at a time, as in the browser.
const SLICE: usize = 8 << 20;
/// Questions scored at a time, likewise.
const QUESTIONS: usize = 2048;

/// A session with a score, and what it came to.
pub(crate) struct Scored {
    pub(crate) session: Session,
    questions: usize,
}

impl Scored {
    /// Questions and the official block.
    pub(crate) fn found(&self) -> String {
        let official = self.session.score().and_then(|score| score.official.first());
        format!("{} questions, {official:?}", self.questions)
    }
}

fn words(error: &Error) -> String {
    error.problems.iter().map(|problem| problem.message.as_str()).collect::<Vec<_>>().join("; ")
}

/// Scores the files once. `headline` is the sum of the stages before the score is there.
pub(crate) fn round(files: &[PathBuf; 2]) -> Result<(Seconds, Scored)> {
    let (mut fetched, mut parsed) = (0.0, 0.0);
    let mut session = Session::new();
    let (opened, spent) = timed(|| open(&mut session, files));
    opened?;
    parsed += spent;
    let mut buffer = vec![0; SLICE];
    for index in session.unread() {
        let mut reader = session.reader(index).ok_or("a file cannot be used")?;
        let mut file = File::open(&files[index]).map_err(|error| error.to_string())?;
        loop {
            let (count, spent) = timed(|| fill(&mut file, &mut buffer));
            fetched += spent;
            let count = count?;
            if count == 0 {
                break;
            }
            let (pushed, spent) = timed(|| reader.push(&buffer[..count]));
            parsed += spent;
            pushed.map_err(|error| words(&error))?;
        }
        let (finished, spent) = timed(|| session.finish_reading(index, reader));
        parsed += spent;
        finished.map_err(|error| words(&error))?;
    }
    drop(buffer);
    let (joined, join) = timed(|| session.join());
    joined.map_err(|error| words(&error))?;
    let mut evaluation = session.evaluate().ok_or("nothing to score")?;
    let questions = evaluation.total();
    let ((), score) = timed(|| while !session.advance(&mut evaluation, QUESTIONS) {});
    let (accepted, aggregate) = timed(|| session.accept(evaluation));
    accepted.map_err(|error| words(&error))?;
    let ((), intervals) = timed(|| while session.resample_next() {});
    let headline = fetched + parsed + join + score + aggregate;
    let seconds = vec![
        ("read", fetched),
        ("parse", parsed),
        ("join", join),
        ("score", score),
        ("aggregate", aggregate),
        ("headline", headline),
        ("intervals", intervals),
    ];
    Ok((seconds, Scored { session, questions }))
}

fn open(session: &mut Session, files: &[PathBuf; 2]) -> Result<()> {
    for (slot, path) in (0u32..).zip(files) {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        let bytes = path.metadata().map_err(|error| error.to_string())?.len();
        session.add(slot, &name.unwrap_or_default(), bytes, |length| head(path, length));
    }
    Ok(())
}

fn head(path: &Path, length: u64) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(length).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Fills the buffer as far as the file goes.
fn fill(file: &mut File, buffer: &mut [u8]) -> Result<usize> {
    let mut count = 0;
    while count < buffer.len() {
        match file.read(&mut buffer[count..]).map_err(|error| error.to_string())? {
            0 => break,
            more => count += more,
        }
    }
    Ok(count)
}
