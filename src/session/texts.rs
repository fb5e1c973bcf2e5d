//! Texts that are left in their files: how they are read again when somebody needs them.

use super::Session;
use crate::diagnostic::Diagnostic;
use crate::error::Error;
use crate::evaluate::{Again, Evaluation, Material, Window};
use crate::input::{Page, Part, Table};
use crate::join::NONE;
use std::fmt;
use std::ops::Range;

/// Scoring what stands in so many bytes takes well under a tenth of a second.
pub(super) const WINDOW: u64 = 4 << 20;
/// Up to so many bytes between two rows are read along rather than passed over.
pub(super) const GAP: u64 = 1 << 14;
/// About so many bytes of texts are held at a time by those who go through all of them in another
/// order than that of the file.
const BATCH: u64 = 16 << 20;
/// Rows that are looked at together at most.
const BATCH_ROWS: usize = 1 << 16;

/// Looks at some questions, as runs and gold rows, with what scoring reads of them.
pub type Look<'l, E> = dyn FnMut(&Material<'_>, &[(usize, usize)]) -> Result<(), E> + 'l;

/// Gives bytes of a file: `length` of them from an offset.
pub type Fetch = dyn Fn(u64, u64) -> Result<Vec<u8>, String>;

/// [`Fetch`], where a driver has given it.
#[derive(Default)]
pub(super) struct Fetcher(Option<Box<Fetch>>);

impl Fetcher {
    pub(super) fn is_there(&self) -> bool {
        self.0.is_some()
    }
}

impl fmt::Debug for Fetcher {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(if self.0.is_some() { "Fetcher" } else { "none" })
    }
}

impl Session {
    /// Says how bytes of a file are read again. Without it all texts of the file are kept.
    pub fn set_fetch(&mut self, slot: u32, fetch: Box<Fetch>) {
        if let Some(source) = self.sources.iter_mut().find(|source| source.slot == slot) {
            source.fetch = Fetcher(Some(fetch));
        }
    }

    /// Whether texts of a file that takes part are left in it.
    pub fn leaves_texts(&self) -> bool {
        self.plan.used().any(|index| !self.sources[index].left.is_empty())
    }

    /// Reads rows of a file again; takes note where it cannot.
    fn part(&self, index: usize, rows: Range<usize>) -> Result<Part, Error> {
        let part = self.fetch_part(index, rows);
        if part.is_err() {
            self.sources[index].lost.set(true);
        }
        part
    }

    fn fetch_part(&self, index: usize, rows: Range<usize>) -> Result<Part, Error> {
        let source = &self.sources[index];
        let failed = |detail: &str| super::source::unreadable(&source.name, &detail);
        let (Ok(inspection), Some(read), Some(fetch)) =
            (&source.inspection, &source.read, &source.fetch.0)
        else {
            return Err(failed("its texts were let go of"));
        };
        if rows.is_empty() {
            return Ok(Part::default());
        }
        let start = read.table.offset(rows.start);
        let end = source.end_of(rows.end);
        let length = end.saturating_sub(start);
        let bytes = fetch(start, length).map_err(|detail| failed(&detail))?;
        if bytes.len() as u64 != length {
            return Err(failed("it has become shorter"));
        }
        Part::read(inspection, &source.left, &read.table, rows, &bytes)
    }

    /// Reads some rows of a file again; they are sorted.
    fn page(&self, index: usize, rows: &[u32]) -> Result<Page, Error> {
        let source = &self.sources[index];
        let Some(read) = source.read.as_ref().filter(|_| !source.left.is_empty()) else {
            return Ok(Page::default());
        };
        let table = &read.table;
        let left: Vec<usize> = source.left.iter().filter_map(|name| table.column(name)).collect();
        let is_left = |row: &&u32| left.iter().any(|column| table.is_left(**row as usize, *column));
        let mut parts = Vec::new();
        let mut rows = rows.iter().filter(is_left).map(|row| *row as usize).peekable();
        while let Some(first) = rows.next() {
            let mut last = first;
            let start = table.offset(first);
            while let Some(next) = rows.peek().copied() {
                let is_near = source.end_of(last + 1) + GAP >= table.offset(next);
                let is_much = table.offset(next) - start > self.limits.window;
                if is_much || next > last + 1 && !is_near {
                    break;
                }
                last = next;
                rows.next();
            }
            parts.push(self.part(index, first..last + 1)?);
        }
        Ok(Page::new(parts))
    }

    /// The texts of gold rows, and of what each run predicts for them. Nothing is read where no texts
    /// were left.
    ///
    /// # Errors
    /// Where a file cannot be read any more, or has changed.
    pub(crate) fn again(
        &self,
        material: &Material<'_>,
        questions: &[(usize, usize)],
    ) -> Result<Again, Error> {
        self.read_again(material, questions, true, true)
    }

    /// The same, of gold rows or predictions alone where that is enough.
    pub(super) fn read_again(
        &self,
        material: &Material<'_>,
        questions: &[(usize, usize)],
        golds: bool,
        predictions: bool,
    ) -> Result<Again, Error> {
        let mut again = Again::default();
        if !self.leaves_texts() {
            return Ok(again);
        }
        let sorted = |mut rows: Vec<u32>| {
            rows.sort_unstable();
            rows.dedup();
            rows
        };
        if let Some(gold) = self.plan.gold.filter(|_| golds) {
            let rows = questions.iter().map(|(_, row)| *row as u32).collect();
            again.gold = self.page(gold, &sorted(rows))?;
        }
        let files = self.plan.predictions.iter().enumerate();
        for (file, index) in files.filter(|_| predictions) {
            let rows = questions.iter().filter_map(|(run, row)| {
                let run = material.joined.runs.get(*run).filter(|run| run.file == file)?;
                run.rows.get(*row).copied().filter(|row| *row != NONE)
            });
            again.files.push(self.page(*index, &sorted(rows.collect()))?);
        }
        Ok(again)
    }

    /// Calls `each` with runs and gold rows and what scoring reads of them, their texts too, in the
    /// order given and as many at a time as there is room for.
    ///
    /// # Errors
    /// What `each` says, and where a file cannot be read any more or has changed.
    pub fn in_batches<E: From<Error>>(
        &self,
        material: &Material<'_>,
        questions: &mut dyn Iterator<Item = (usize, usize)>,
        each: &mut Look<'_, E>,
    ) -> Result<(), E> {
        loop {
            let (batch, again) = self.next_batch(material, questions)?;
            if batch.is_empty() {
                return Ok(());
            }
            each(&material.with(&again), &batch)?;
        }
    }

    /// The next runs and gold rows, as many as there is room for at a time, with their texts; none where
    /// there are no more.
    ///
    /// # Errors
    /// Where a file cannot be read any more, or has changed.
    pub(crate) fn next_batch(
        &self,
        material: &Material<'_>,
        questions: &mut dyn Iterator<Item = (usize, usize)>,
    ) -> Result<(Vec<(usize, usize)>, Again), Error> {
        let (mut batch, mut bytes) = (Vec::new(), 0);
        while bytes < BATCH && batch.len() < BATCH_ROWS {
            let Some((run, row)) = questions.next() else { break };
            batch.push((run, row));
            bytes += self.bytes_of(material, run, row);
        }
        let again = self.again(material, &batch)?;
        Ok((batch, again))
    }

    /// How many bytes the records of a question take in the files of which texts were left there.
    fn bytes_of(&self, material: &Material<'_>, run: usize, row: usize) -> u64 {
        if !self.leaves_texts() {
            return 0;
        }
        let length = |index: usize, row: usize| {
            self.place_in_file(index, row).map_or(0, |(from, to)| to.saturating_sub(from))
        };
        let gold = self.plan.gold.map_or(0, |gold| length(gold, row));
        let joined = material.joined.runs.get(run);
        let found = joined.and_then(|joined| {
            let at = joined.rows.get(row).copied().filter(|at| *at != NONE)?;
            Some(length(*self.plan.predictions.get(joined.file)?, at as usize))
        });
        gold + found.unwrap_or(0)
    }

    /// Where a row begins and ends in its file, if texts were left there.
    pub(super) fn place_in_file(&self, index: usize, row: usize) -> Option<(u64, u64)> {
        let source = &self.sources[index];
        let read = source.read.as_ref().filter(|_| !source.left.is_empty())?;
        Some((read.table.offset(row), source.end_of(row + 1)))
    }

    /// Scores by the next windows of the files whose texts were left in them, at least `count`
    /// questions; `true` once all are done.
    pub(super) fn advance_windows(
        &self,
        evaluation: &mut Evaluation,
        material: &Material<'_>,
        count: usize,
    ) -> bool {
        let enough = evaluation.done().saturating_add(count);
        while evaluation.advance_absent(material, count) {
            if evaluation.done() >= enough {
                return false;
            }
        }
        loop {
            if evaluation.failed().is_some() {
                return true;
            }
            if evaluation.done() >= enough {
                return evaluation.done() == evaluation.total();
            }
            if let Some(window) = evaluation.window_back() {
                match self.window_again(&window) {
                    Ok(again) => evaluation.score_window(&material.with(&again), &window),
                    Err(error) => evaluation.fail(error),
                }
                continue;
            }
            let (file, first) = evaluation.wanted();
            let Some(index) = self.plan.predictions.get(file).copied() else {
                return evaluation.done() == evaluation.total();
            };
            match self.window(material, file, index, first) {
                Ok((again, rows, last)) => {
                    let material = material.with(&again);
                    evaluation.advance_in(&material, rows, last);
                }
                Err(error) => evaluation.fail(error),
            }
        }
    }

    /// The next window of a file: its texts, its rows, and whether it is the last.
    fn window(
        &self,
        material: &Material<'_>,
        file: usize,
        index: usize,
        first: usize,
    ) -> Result<(Again, Range<usize>, bool), Error> {
        let table = material.files[file].table;
        let source = &self.sources[index];
        let mut again = Again { files: vec![Page::default(); file + 1], ..Again::default() };
        if source.left.is_empty() {
            return Ok((again, first..table.rows(), true));
        }
        let end = self.end_of_window(table, first);
        again.files[file] = Page::new(vec![self.part(index, first..end)?]);
        Ok((again, first..end, end == table.rows()))
    }

    /// The texts of a window that others were to read.
    fn window_again(&self, window: &Window) -> Result<Again, Error> {
        let mut again = Again { files: vec![Page::default(); window.file + 1], ..Again::default() };
        if let Some(index) = self.plan.predictions.get(window.file) {
            let part = self.part(*index, window.rows.clone())?;
            again.files[window.file] = Page::new(vec![part]);
        }
        Ok(again)
    }

    /// The row after the last of a window that begins with a row: that holds at least one.
    pub(super) fn end_of_window(&self, table: &Table, first: usize) -> usize {
        let rows = table.rows();
        if first >= rows {
            return rows;
        }
        let limit = table.offset(first).saturating_add(self.limits.window);
        let (mut low, mut high) = (first + 1, rows);
        while low < high {
            let middle = usize::midpoint(low, high);
            if table.offset(middle) <= limit { low = middle + 1 } else { high = middle }
        }
        // The row at which it ends begins beyond it, but for the last.
        if low == rows { rows } else { (low - 1).max(first + 1) }
    }

    /// Checks that an evaluation is one of all questions.
    ///
    /// # Errors
    /// Where texts of it could not be read, or some were not scored: then nothing of it may be shown.
    pub(super) fn check_whole(&self, evaluation: &Evaluation) -> Result<(), Error> {
        if let Some(error) = evaluation.failed().cloned().or_else(|| self.missed()) {
            return Err(error);
        }
        if evaluation.done() < evaluation.total() {
            let problem = Diagnostic::error("not_scored", "not all questions could be scored");
            return Err(problem.remedy("choose the files again").into());
        }
        Ok(())
    }

    /// Says why texts were wanted that nobody has read, if that happened: then nothing that was made of
    /// them may be shown.
    pub fn missed(&self) -> Option<Error> {
        let missed = |source: &&super::Source| {
            source.read.as_ref().is_some_and(|read| read.table.missed() > 0)
        };
        let source = self.sources.iter().find(missed)?;
        let message = "texts were wanted that had been left in the file: a fault of Scoredrop";
        Some(
            Diagnostic::error("not_loaded", message)
                .file(&source.name)
                .remedy("score the files with the command line, and report it")
                .into(),
        )
    }
}
