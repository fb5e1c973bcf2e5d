//! Single steps on the same bytes and texts, and what memory itself takes.

use crate::clock::timed;
use crate::path::Scored;
use crate::{Result, Seconds};
use scoredrop::score::metric::token_f1::compare;
use scoredrop::text::Scratch;
use std::hint::black_box;
use std::path::PathBuf;

/// Bytes that are copied and summed: more than any cache holds.
pub(crate) const MEMORY: usize = 128 << 20;

/// Times each step once.
pub(crate) fn round(files: &[PathBuf; 2], scored: &Scored) -> Result<Seconds> {
    let mut seconds = memory();
    let read = |path: &PathBuf| std::fs::read(path).map_err(|error| error.to_string());
    let bytes = [read(&files[0])?, read(&files[1])?];
    let lines = || bytes.iter().map(|bytes| memchr::memchr_iter(b'\n', bytes).count()).sum();
    let (count, spent): (usize, f64) = timed(lines);
    black_box(count);
    seconds.push(("newlines", spent));
    let (valid, spent) = timed(|| bytes.iter().all(|bytes| std::str::from_utf8(bytes).is_ok()));
    black_box(valid);
    seconds.push(("utf8", spent));
    seconds.extend(texts(scored)?);
    Ok(seconds)
}

fn memory() -> Seconds {
    let from = vec![1u8; MEMORY];
    let mut to = vec![2u8; MEMORY];
    let ((), copied) = timed(|| to.copy_from_slice(black_box(&from)));
    black_box(&to);
    let words = from.chunks_exact(8).filter_map(|word| word.first_chunk());
    let sum = || words.fold(0u64, |sum, word| sum.wrapping_add(u64::from_le_bytes(*word)));
    let (sum, summed) = timed(sum);
    black_box(sum);
    vec![("memory copied", copied), ("memory summed", summed)]
}

/// Normal form and overlap of every prediction with its first gold answer.
fn texts(scored: &Scored) -> Result<Seconds> {
    let session = &scored.session;
    let material = session.material().ok_or("nothing was joined")?;
    let settings = &session.score().ok_or("nothing was scored")?.settings;
    let pairs: Vec<(String, String)> = (0..material.gold.table.rows())
        .filter_map(|row| {
            let prediction = material.prediction(0, row)?.into_owned();
            Some((prediction, material.answers.of(row).next()?.to_owned()))
        })
        .collect();
    let mut scratch = Scratch::default();
    let normalise = |text: &str, scratch: &mut Scratch| {
        black_box(settings.normalizer.words(black_box(text), scratch).count());
    };
    let ((), predictions) =
        timed(|| pairs.iter().for_each(|(text, _)| normalise(text, &mut scratch)));
    let ((), golds) = timed(|| pairs.iter().for_each(|(_, text)| normalise(text, &mut scratch)));
    let mut words: Vec<_> = pairs
        .iter()
        .map(|(prediction, gold)| {
            let mut form = |text: &str| settings.normalizer.words(text, &mut scratch).clone();
            (form(prediction), form(gold))
        })
        .collect();
    let ((), overlap) = timed(|| {
        for (prediction, gold) in &mut words {
            black_box(compare(prediction, gold, settings.empty, settings.yes_no));
        }
    });
    Ok(vec![("normalise", predictions), ("normalise golds", golds), ("overlap", overlap)])
}
