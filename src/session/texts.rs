//! Texts that are left in their files: which, and how they are read again when somebody needs them.

use super::{Session, Source};
use crate::diagnostic::Diagnostic;
use crate::error::Error;
use crate::evaluate::{Again, Evaluation, Lot, Material};
use crate::input::{Kind, Page, Part, Reader, can_be_found_again};
use crate::join::NONE;
use crate::preset::Settings;
use crate::schema::{Field, provenanced, unwrapped};
use std::fmt;
use std::ops::Range;

/// What a session may hold of its files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of the files up to which all of their texts are kept.
    pub all_texts: u64,
    /// About so many bytes are read again at a time.
    pub window: u64,
    /// The most bytes that all tables may hold.
    pub most: u64,
}

impl Limits {
    /// All texts are kept, whatever that takes.
    pub const NONE: Self = Self { all_texts: u64::MAX, window: WINDOW, most: u64::MAX };

    /// For a browser: texts of up to 160 MiB cost less to keep than to read twice; a module of 32 bits
    /// has 4 GiB, of which half a table may be moved about while it grows.
    pub const BROWSER: Self = Self { all_texts: 160 << 20, window: WINDOW, most: 5 << 29 };
}

impl Default for Limits {
    fn default() -> Self {
        Self::NONE
    }
}

/// Scoring what stands in so many bytes takes well under a tenth of a second.
const WINDOW: u64 = 4 << 20;
/// Up to so many bytes between two rows are read along rather than passed over.
const GAP: u64 = 1 << 14;
/// About so many bytes of texts are held at a time by those who go through all of them in another
/// order than that of the file.
const BATCH: u64 = 16 << 20;
/// Rows that are looked at together at most.
const BATCH_ROWS: usize = 1 << 16;
/// How many bytes of a file are read before it is said how much memory it will take.
const FORESEEN: u64 = 64 << 20;

/// Gives bytes of a file: `length` of them from an offset.
pub type Fetch = dyn Fn(u64, u64) -> Result<Vec<u8>, String>;

/// [`Fetch`], where a driver has given it.
#[derive(Default)]
pub(super) struct Fetcher(Option<Box<Fetch>>);

impl fmt::Debug for Fetcher {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(if self.0.is_some() { "Fetcher" } else { "none" })
    }
}

impl Session {
    /// Sets what may be held of files, before they are read.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

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

    /// Whether texts of predictions are only looked at to score them, each by itself.
    pub(super) fn scores_by_texts(settings: &Settings) -> bool {
        !settings.refusals.any() && Lot::is_enough(settings)
    }

    /// Columns of a file of which the texts need not be kept: predictions, where they are scored by
    /// themselves, and questions that are only shown.
    pub(super) fn to_leave(&self, index: usize) -> Vec<String> {
        let bytes: u64 = self.plan.used().map(|index| self.sources[index].bytes).sum();
        let source = &self.sources[index];
        let (Some(settings), Some(gold), Ok(inspection)) =
            (self.plan.settings.as_ref(), self.plan.gold, &source.inspection)
        else {
            return Vec::new();
        };
        let predictions = &self.plan.predictions;
        if bytes <= self.limits.all_texts
            || source.fetch.0.is_none()
            || !can_be_found_again(inspection)
            || predictions.contains(&gold)
            || !Self::scores_by_texts(settings)
        {
            return Vec::new();
        }
        let map = &self.plan.maps[index];
        let only = |field: Field| {
            let alone = move |name: &&str| {
                map.columns.iter().all(|guess| guess.column != **name || guess.field == field)
            };
            map.of(field).filter(alone).map(str::to_owned).collect::<Vec<_>>()
        };
        if index == gold {
            // What tells questions apart is no matter of showing them.
            let has = |index: usize, field| self.plan.maps[index].one(field).is_some();
            let tells = !has(gold, Field::Id)
                || predictions.iter().any(|file| has(*file, Field::Question));
            let mut left = if tells { Vec::new() } else { only(Field::Question) };
            #[cfg(feature = "values")]
            left.retain(|name| !self.with_compared_by(Vec::new()).contains(name));
            return left;
        }
        if !predictions.contains(&index) {
            return Vec::new();
        }
        // Where the first of them may all be wrapped, it takes the rest to know.
        let sample = &inspection.sample;
        let first = map.index(sample, Field::Prediction);
        let is_plain = |row: usize, column: usize| {
            let cell = sample.cell(row, column);
            cell.kind == Kind::String
                && unwrapped(cell.text).is_none()
                && !(cell.text.starts_with("[{") && provenanced(cell.text).is_none())
        };
        match first {
            Some(column) if (0..sample.rows()).any(|row| is_plain(row, column)) => {
                only(Field::Prediction)
            }
            _ => Vec::new(),
        }
    }

    /// Whether there is room for a file that is being read, of which `offset` bytes of `total` were.
    ///
    /// # Errors
    /// `too_large`, as soon as it can be foreseen.
    pub fn check_room(
        &self,
        index: usize,
        reader: &Reader,
        offset: u64,
        total: u64,
    ) -> Result<(), Error> {
        let others = (0..self.sources.len()).filter(|other| *other != index);
        let held: u64 = others
            .filter_map(|other| self.sources[other].read.as_ref())
            .map(|read| read.table.bytes() as u64)
            .sum();
        let own = reader.bytes() as u64;
        let foreseen = if offset < FORESEEN {
            own
        } else {
            (own as f64 * (total.max(offset) as f64 / offset as f64)) as u64
        };
        if held + foreseen <= self.limits.most {
            return Ok(());
        }
        let source = &self.sources[index];
        let message = format!(
            "{} of {} MB would take about {} MB of memory, and there are {} MB for all files",
            source.name,
            total >> 20,
            foreseen >> 20,
            self.limits.most >> 20
        );
        Err(Diagnostic::error("too_large", message)
            .file(&source.name)
            .remedy(
                "score it with the command line, give it as JSON Lines or CSV in UTF-8 and not \
                 packed, so that texts can be left in the file, or split it",
            )
            .into())
    }

    /// Reads rows of a file again.
    fn part(&self, index: usize, rows: Range<usize>) -> Result<Part, Error> {
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
                if next > last + 1 && (!is_near || is_much) || is_much {
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
        let mut again = Again::default();
        if !self.leaves_texts() {
            return Ok(again);
        }
        let sorted = |mut rows: Vec<u32>| {
            rows.sort_unstable();
            rows.dedup();
            rows
        };
        if let Some(gold) = self.plan.gold {
            let rows = questions.iter().map(|(_, row)| *row as u32).collect();
            again.gold = self.page(gold, &sorted(rows))?;
        }
        for (file, index) in self.plan.predictions.iter().enumerate() {
            let rows = questions.iter().filter_map(|(run, row)| {
                let run = material.joined.runs.get(*run).filter(|run| run.file == file)?;
                run.rows.get(*row).copied().filter(|row| *row != NONE)
            });
            again.files.push(self.page(*index, &sorted(rows.collect()))?);
        }
        Ok(again)
    }

    /// Calls `each` with runs and gold rows and what scoring reads of them, their texts too, in the
    /// order given and as many at a time as there is room for; with the texts of one `other` run, too,
    /// where that is wanted.
    ///
    /// # Errors
    /// What `each` says, and where a file cannot be read any more or has changed.
    pub fn in_batches<E: From<Error>>(
        &self,
        material: &Material<'_>,
        questions: &mut dyn Iterator<Item = (usize, usize)>,
        other: Option<usize>,
        each: &mut dyn FnMut(&Material<'_>, &[(usize, usize)]) -> Result<(), E>,
    ) -> Result<(), E> {
        let (mut batch, mut wanted) = (Vec::new(), Vec::new());
        loop {
            batch.clear();
            let mut bytes = 0;
            while bytes < BATCH && batch.len() < BATCH_ROWS {
                let Some((run, row)) = questions.next() else { break };
                batch.push((run, row));
                bytes += self.bytes_of(material, run, row);
                bytes += other.map_or(0, |other| self.bytes_of(material, other, row));
            }
            if batch.is_empty() {
                return Ok(());
            }
            wanted.clear();
            wanted.extend(batch.iter().copied());
            wanted.extend(other.iter().flat_map(|other| batch.iter().map(|(_, row)| (*other, *row))));
            let again = self.again(material, &wanted)?;
            each(&material.with(&again), &batch)?;
        }
    }

    /// How many bytes the records of a question take in the files of which texts were left there.
    fn bytes_of(&self, material: &Material<'_>, run: usize, row: usize) -> u64 {
        let length = |index: usize, row: usize| {
            let source = &self.sources[index];
            let read = source.read.as_ref().filter(|_| !source.left.is_empty());
            read.map_or(0, |read| source.end_of(row + 1).saturating_sub(read.table.offset(row)))
        };
        let gold = self.plan.gold.map_or(0, |gold| length(gold, row));
        let joined = material.joined.runs.get(run);
        let found = joined.and_then(|joined| {
            let at = joined.rows.get(row).copied().filter(|at| *at != NONE)?;
            Some(length(*self.plan.predictions.get(joined.file)?, at as usize))
        });
        gold + found.unwrap_or(0)
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
            let (file, first) = evaluation.wanted();
            let Some(index) = self.plan.predictions.get(file).copied() else { return true };
            if evaluation.done() >= enough {
                return false;
            }
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

    /// The row after the last of a window that begins with a row: that holds at least one.
    fn end_of_window(&self, table: &crate::input::Table, first: usize) -> usize {
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

    /// Says why texts were wanted that nobody has read, if that happened: then nothing that was made of
    /// them may be shown.
    pub fn missed(&self) -> Option<Error> {
        let missed = |source: &&Source| {
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
