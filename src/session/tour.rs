//! A way through questions and their texts, a batch at a time: in the order in which these stand in
//! their file, where they are read again.

use super::Session;
use super::texts::GAP;
use crate::error::Error;
use crate::evaluate::{Again, Material};
use crate::join::NONE;

/// Which texts are looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Texts {
    /// Those of gold rows.
    #[default]
    Gold,
    /// What a run predicts.
    Of(usize),
    /// What two runs predict.
    Both(usize, usize),
}

impl Texts {
    fn runs(self) -> impl Iterator<Item = usize> {
        let (one, other) = match self {
            Self::Gold => (None, None),
            Self::Of(run) => (Some(run), None),
            Self::Both(run, other) => (Some(run), Some(other)),
        };
        one.into_iter().chain(other)
    }
}

/// Gold rows on the way.
#[derive(Debug, Default)]
pub(super) struct Tour {
    texts: Texts,
    rows: Vec<u32>,
    next: usize,
}

impl Tour {
    /// A way through gold rows, which are sorted.
    pub(super) fn new(material: &Material<'_>, texts: Texts, mut rows: Vec<u32>) -> Self {
        if let Texts::Of(run) = texts
            && let Some(run) = material.joined.runs.get(run)
        {
            let place = |row: &u32| run.rows.get(*row as usize).copied().unwrap_or(NONE);
            if !rows.is_sorted_by_key(place) {
                rows.sort_unstable_by_key(|row| (place(row), *row));
            }
        }
        Self { texts, rows, next: 0 }
    }

    /// How many rows it has left behind, and how many it has.
    pub(super) fn progress(&self) -> (u64, u64) {
        (self.next as u64, self.rows.len() as u64)
    }
}

impl Session {
    /// The next rows of a tour, `count` at most, with the texts that were left in a file; none once it
    /// has come to its end.
    ///
    /// # Errors
    /// Where a file cannot be read any more, or has changed.
    pub(super) fn go_on<'t>(
        &self,
        material: &Material<'_>,
        tour: &'t mut Tour,
        count: usize,
    ) -> Result<(&'t [u32], Again), Error> {
        let first = tour.next;
        let left = self.leaves_texts();
        let (mut bytes, mut behind) = (0, [u64::MAX; 2]);
        while let Some(row) = tour.rows.get(tour.next).filter(|_| tour.next - first < count) {
            if left {
                bytes += self.bytes_on_the_way(material, tour.texts, *row as usize, &mut behind);
                if bytes > self.limits.window && tour.next > first {
                    break;
                }
            }
            tour.next += 1;
        }
        let rows = &tour.rows[first..tour.next];
        let mut questions: Vec<(usize, usize)> = Vec::new();
        if left {
            // Gold rows are those of any run.
            let runs = tour.texts.runs().chain((tour.texts == Texts::Gold).then_some(0));
            questions.extend(runs.flat_map(|run| rows.iter().map(move |row| (run, *row as usize))));
        }
        let gold = tour.texts == Texts::Gold;
        Ok((rows, self.read_again(material, &questions, gold, !gold)?))
    }

    /// How many bytes are read to get to the texts of a gold row; `behind` says where in their files those
    /// of the last one ended.
    fn bytes_on_the_way(
        &self,
        material: &Material<'_>,
        texts: Texts,
        row: usize,
        behind: &mut [u64; 2],
    ) -> u64 {
        let to = |index: usize, row: usize, behind: &mut u64| {
            let Some((from, to)) = self.place_in_file(index, row) else { return 0 };
            let is_near = from >= *behind && from - *behind <= GAP;
            let start = if is_near { *behind } else { from };
            *behind = to;
            to.saturating_sub(start)
        };
        if texts == Texts::Gold {
            return self.plan.gold.map_or(0, |gold| to(gold, row, &mut behind[0]));
        }
        let mut bytes = 0;
        for (run, behind) in texts.runs().zip(behind) {
            let Some(run) = material.joined.runs.get(run) else { continue };
            let at = run.rows.get(row).copied().filter(|at| *at != NONE);
            let index = self.plan.predictions.get(run.file);
            if let Some((at, index)) = at.zip(index) {
                bytes += to(*index, at as usize, behind);
            }
        }
        bytes
    }
}
