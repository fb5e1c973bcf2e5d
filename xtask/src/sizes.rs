//! The size of the static folder, and our limits.

use crate::{Result, build};
use std::path::Path;

/// The most bytes of a first visit after Brotli: everything that the service worker fetches, without
/// Python and the self-test.
pub(crate) const FIRST_VISIT: usize = 2_000_000;
/// The most bytes of the page's program within a first visit.
pub(crate) const PAGE_PROGRAM: usize = 400_000;

/// Bytes after Brotli of the page's program, its script and its module, and of a whole first visit.
pub(crate) fn first_visit(dist: &Path) -> Result<[usize; 2]> {
    Ok(sums(&packed(dist)?))
}

fn sums(packed: &[(String, usize)]) -> [usize; 2] {
    let program = packed.iter().filter(|(file, _)| file.starts_with("scoredrop-page"));
    [program.map(|one| one.1).sum(), packed.iter().map(|one| one.1).sum()]
}

/// Every file of a first visit with its bytes after Brotli.
fn packed(dist: &Path) -> Result<Vec<(String, usize)>> {
    let first = build::files(dist)?.into_iter().filter(|file| build::is_of_first_visit(file));
    first
        .map(|file| {
            let bytes =
                std::fs::read(dist.join(&file)).map_err(|error| format!("{file}: {error}"))?;
            Ok((file, brotli(&bytes)?))
        })
        .collect()
}

/// Prints the sizes; an error if one exceeds its limit.
pub(crate) fn report(dist: &Path) -> Result<()> {
    println!("{:>9}  after Brotli", "bytes");
    let files = packed(dist)?;
    for (file, packed) in &files {
        println!("{packed:>9}  {file}");
    }
    let [program, all] = sums(&files);
    println!("{program:>9}  the page's program, at most {PAGE_PROGRAM}");
    println!("{all:>9}  a first visit, at most {FIRST_VISIT}");
    if program > PAGE_PROGRAM || all > FIRST_VISIT {
        return Err("a first visit is heavier than its limit".to_owned());
    }
    Ok(())
}

/// The size after Brotli at its highest level, as hosts that compress ahead can serve it.
fn brotli(bytes: &[u8]) -> Result<usize> {
    let mut packed = Vec::new();
    let parameters =
        brotli::enc::BrotliEncoderParams { quality: 11, lgblock: 24, ..Default::default() };
    brotli::BrotliCompress(&mut &*bytes, &mut packed, &parameters)
        .map_err(|error| error.to_string())?;
    Ok(packed.len())
}
