//! What the static folder weighs, and the limits we keep.

use crate::{Result, build};
use std::path::Path;

/// What a first visit may cost, in bytes after Brotli: page alone, and page with scorer.
pub(crate) const PAGE_LIMIT: usize = 150_000;
pub(crate) const SCORER_LIMIT: usize = 350_000;

/// When a file is loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Page,
    Scorer,
    Later,
}

impl Part {
    fn of(file: &str) -> Self {
        let own = ["index.html", "start.js", "sw.js", "later.html", "later.js"].contains(&file)
            || file.starts_with("scoredrop-page")
            || file.starts_with("scoredrop-whole")
            || file.starts_with("icon")
            || file.rsplit_once('.').is_some_and(|(_, extension)| extension == "css");
        match file {
            _ if file.starts_with("scoredrop-worker") => Self::Scorer,
            _ if file.starts_with("snippets/") || (own && !file.contains('/')) => Self::Page,
            // They are there from the start; what they load when programs are run is not.
            "runner/runner.html" | "runner/frame.js" | "runner/programs.js"
            | "runner/python.js" | "runner/runner.js" => Self::Page,
            _ => Self::Later,
        }
    }
}

/// Bytes after Brotli that a first visit loads: the page, and page and scorer.
pub(crate) fn first_visit(dist: &Path) -> Result<[usize; 2]> {
    let [mut page, mut scorer] = [0; 2];
    for file in build::files(dist)? {
        let sum = match Part::of(&file) {
            Part::Page => &mut page,
            Part::Scorer => &mut scorer,
            Part::Later => continue,
        };
        let bytes = std::fs::read(dist.join(&file)).map_err(|error| format!("{file}: {error}"))?;
        *sum += brotli(&bytes)?;
    }
    Ok([page, page + scorer])
}

/// Prints the sizes; an error if a limit is passed.
pub(crate) fn report(dist: &Path) -> Result<()> {
    let mut page = 0;
    let mut scorer = 0;
    println!("{:>9}  {:>9}", "bytes", "Brotli");
    for file in build::files(dist)? {
        let bytes = std::fs::read(dist.join(&file)).map_err(|error| format!("{file}: {error}"))?;
        // Packed already, and the largest of all.
        if file.starts_with("python/") {
            println!("{:>9}  {:>9}  {file}", bytes.len(), "");
            continue;
        }
        let packed = brotli(&bytes)?;
        println!("{:>9}  {packed:>9}  {file}", bytes.len());
        match Part::of(&file) {
            Part::Page => page += packed,
            Part::Scorer => scorer += packed,
            Part::Later => {}
        }
    }
    println!("{:>9}  {page:>9}  page, at most {PAGE_LIMIT}", "");
    println!("{:>9}  {:>9}  page and scorer, at most {SCORER_LIMIT}", "", page + scorer);
    if page > PAGE_LIMIT || page + scorer > SCORER_LIMIT {
        return Err("the page is heavier than its limit".to_owned());
    }
    Ok(())
}

/// The size after Brotli at its highest level, as hosts that compress ahead can serve it. In the largest
/// blocks: in those of 256 kB that are usual, the same code weighs one percent more or less by chance.
fn brotli(bytes: &[u8]) -> Result<usize> {
    let mut packed = Vec::new();
    let parameters =
        brotli::enc::BrotliEncoderParams { quality: 11, lgblock: 24, ..Default::default() };
    brotli::BrotliCompress(&mut &*bytes, &mut packed, &parameters)
        .map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_told_apart() {
        assert_eq!(Part::of("scoredrop-page-0123_bg.wasm"), Part::Page);
        assert_eq!(Part::of("scoredrop-whole-0123.js"), Part::Page);
        assert_eq!(Part::of("whole.later.js"), Part::Later);
        assert_eq!(Part::of("page-0123.css"), Part::Page);
        assert_eq!(Part::of("scoredrop-worker_bg.wasm"), Part::Scorer);
        assert_eq!(Part::of("samples/index.html"), Part::Later);
        assert_eq!(Part::of("scoredrop-sheets.js"), Part::Later);
        assert_eq!(Part::of("runner/frame.js"), Part::Page);
        assert_eq!(Part::of("runner/worker.js"), Part::Later);
        assert_eq!(Part::of("python/0.later.js"), Part::Later);
    }
}
