//! Questions in the order in which their predictions stand in a file, for files of which the texts are
//! read again window by window. Every outcome goes to its own place, so that the order is seen nowhere.

use super::{Evaluation, Material};
use crate::error::Error;
use crate::join::NONE;
use std::hint::black_box;
use std::ops::Range;

/// Questions whose answers are looked for in memory together: see [`Material::fetch`].
pub(super) const BATCH: usize = 64;

/// How far an evaluation is.
#[derive(Debug, Default)]
pub(super) struct Walk {
    /// Questions, run by run, that were looked at for those without a prediction.
    absent: usize,
    /// The file that is read, and its first row that was not.
    at: (usize, usize),
    /// The runs of that file.
    runs: Vec<Order>,
    /// Windows that others were to score and have not.
    back: Vec<Window>,
    /// Why it cannot go on.
    failed: Option<Error>,
}

/// Rows of a predictions file that are read together, and the questions that are scored by them.
#[derive(Clone, Debug)]
pub struct Window {
    /// Place of the file among those of predictions.
    pub file: usize,
    /// Its rows.
    pub rows: Range<usize>,
    /// Runs of the evaluation, and gold rows.
    pub(super) questions: Vec<(u32, u32)>,
}

/// The questions of a run by their predictions.
#[derive(Debug)]
struct Order {
    run: usize,
    /// Gold rows sorted by the row of the prediction; `None` where they stand so anyway.
    sorted: Option<Vec<u32>>,
    /// Place of the next of them.
    next: usize,
}

impl Order {
    fn new(run: usize, rows: &[u32]) -> Self {
        let found = || rows.iter().filter(|row| **row != NONE);
        let sorted = (!found().is_sorted()).then(|| {
            // In one number each: whoever sorts need not look at rows all over the memory.
            let pair = |(gold, row): (u64, &u32)| u64::from(*row) << u32::BITS | gold;
            let mut pairs: Vec<u64> =
                (0..).zip(rows).filter(|(_, row)| **row != NONE).map(pair).collect();
            pairs.sort_unstable();
            pairs.into_iter().map(|pair| pair as u32).collect()
        });
        Self { run, sorted, next: 0 }
    }

    /// The next question whose prediction stands before a row.
    fn next_before(&mut self, rows: &[u32], end: usize) -> Option<usize> {
        loop {
            let gold = match &self.sorted {
                Some(sorted) => *sorted.get(self.next)? as usize,
                None => Some(self.next).filter(|next| *next < rows.len())?,
            };
            let row = rows[gold];
            if row != NONE && row as usize >= end {
                return None;
            }
            self.next += 1;
            if row != NONE {
                return Some(gold);
            }
        }
    }
}

impl Evaluation {
    /// Scores questions without a prediction, looking at up to `count`; `false` once all are.
    pub fn advance_absent(&mut self, material: &Material<'_>, count: usize) -> bool {
        let end = self.walk.absent.saturating_add(count).min(self.total());
        for place in self.walk.absent..end {
            let (run, row) = (place / self.questions, place % self.questions);
            if material.joined.runs[self.first + run].rows[row] == NONE {
                self.score(material, run, row);
            }
        }
        self.walk.absent = end;
        end < self.total()
    }

    /// The predictions file of which a window is wanted next, and its first row that is wanted.
    pub fn wanted(&self) -> (usize, usize) {
        self.walk.at
    }

    /// Scores the questions whose predictions stand in these rows of the file of [`Self::wanted`], which
    /// begin where it says and of which the texts are in the material. `last` says that no rows
    /// follow in that file. What is wanted next follows.
    pub fn advance_in(&mut self, material: &Material<'_>, rows: Range<usize>, last: bool) {
        let window = self.deal_window(material, rows, last);
        self.score_window(material, &window);
    }

    /// Takes the same questions for somebody else to score.
    pub fn deal_window(
        &mut self,
        material: &Material<'_>,
        rows: Range<usize>,
        last: bool,
    ) -> Window {
        let (file, start) = self.walk.at;
        let mut runs = std::mem::take(&mut self.walk.runs);
        if start == 0 {
            runs.clear();
            for run in 0..self.runs.len() {
                let joined = &material.joined.runs[self.first + run];
                if joined.file == file {
                    runs.push(Order::new(run, &joined.rows));
                }
            }
        }
        let mut questions = Vec::new();
        for order in &mut runs {
            let joined = &material.joined.runs[self.first + order.run];
            while let Some(row) = order.next_before(&joined.rows, rows.end) {
                questions.push((order.run as u32, row as u32));
            }
        }
        self.walk.runs = runs;
        self.walk.at = if last { (file + 1, 0) } else { (file, rows.end) };
        Window { file, rows, questions }
    }

    /// Scores the questions of a window of which the texts are in the material.
    pub fn score_window(&mut self, material: &Material<'_>, window: &Window) {
        for questions in window.questions.chunks(BATCH) {
            material.fetch(questions);
            for (run, row) in questions {
                self.score(material, *run as usize, *row as usize);
            }
        }
    }

    /// A window was dealt and is not scored, after all.
    pub fn take_back_window(&mut self, window: Window) {
        self.walk.back.push(window);
    }

    /// A window that came back.
    pub fn window_back(&mut self) -> Option<Window> {
        self.walk.back.pop()
    }

    /// Gives up: nothing of it may be shown.
    pub fn fail(&mut self, error: Error) {
        self.walk.failed = Some(error);
    }

    /// Why it was given up.
    pub fn failed(&self) -> Option<&Error> {
        self.walk.failed.as_ref()
    }
}

impl Material<'_> {
    /// Looks at the answers to questions, which may stand anywhere in memory: a processor waits for several
    /// of these places at once where nothing else is done between them.
    pub(super) fn fetch(&self, questions: &[(u32, u32)]) {
        let first = |row: usize| self.answers.of(row).next().and_then(|text| text.bytes().next());
        let looked = questions.iter().filter_map(|(_, row)| first(*row as usize));
        // Nobody needs the sum; without it the compiler would look at nothing.
        black_box(looked.map(u64::from).sum::<u64>());
    }
}
