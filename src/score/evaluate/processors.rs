//! Several processors score at once, in native programs; a browser gives a page one.

use super::{Scored, Scorer};
use std::ops::Range;

#[cfg(all(feature = "command-line", not(target_family = "wasm")))]
use rayon::prelude::*;

/// Fewer questions are not worth waking other processors.
#[cfg(all(feature = "command-line", not(target_family = "wasm")))]
const FEW: usize = 256;

/// A scorer for each processor, once several are at work.
#[cfg(all(feature = "command-line", not(target_family = "wasm")))]
#[derive(Debug, Default)]
pub(super) struct Processors(Vec<Scorer>);

#[cfg(all(feature = "command-line", not(target_family = "wasm")))]
impl Processors {
    /// Scores what stands at some places, in their order, each processor with what `scorer` makes. Returns nothing if
    /// one processor is as good.
    pub(super) fn score(
        &mut self,
        places: &Range<usize>,
        scorer: impl Fn() -> Scorer + Sync,
        score: impl Fn(&mut Scorer, usize) -> Scored + Sync,
    ) -> Vec<Scored> {
        let count = rayon::current_num_threads();
        if count < 2 || places.len() < FEW {
            return Vec::new();
        }
        if self.0.is_empty() {
            self.0 = (0..count).into_par_iter().map(|_| scorer()).collect();
        }
        let each = places.len().div_ceil(self.0.len());
        let (score, end) = (&score, places.end);
        let scorers = self.0.par_iter_mut().zip(places.clone().into_par_iter().step_by(each));
        let scored = scorers.flat_map_iter(|(scorer, begin)| {
            (begin..(begin + each).min(end)).map(move |place| score(scorer, place))
        });
        scored.collect()
    }
}

#[cfg(not(all(feature = "command-line", not(target_family = "wasm"))))]
#[derive(Debug, Default)]
pub(super) struct Processors();

#[cfg(not(all(feature = "command-line", not(target_family = "wasm"))))]
impl Processors {
    #[allow(clippy::unused_self, reason = "elsewhere there are several processors")]
    pub(super) fn score(
        &mut self,
        _places: &Range<usize>,
        _scorer: impl Fn() -> Scorer,
        _score: impl Fn(&mut Scorer, usize) -> Scored,
    ) -> Vec<Scored> {
        Vec::new()
    }
}
