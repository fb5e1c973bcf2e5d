//! How much of the files is held in memory: which texts are left in them, and what is too large.

use super::Session;
use super::texts::WINDOW;
use crate::diagnostic::Diagnostic;
use crate::error::Error;
use crate::evaluate::Lot;
use crate::input::{Kind, Reader, can_be_found_again};
use crate::preset::Settings;
use crate::schema::{AnswerLists, provenanced, unwrapped};
use crate::types::Field;
use std::rc::Rc;

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

    /// For a browser: texts of up to 160 MiB cost less to keep than to read twice, and then every preview
    /// is at hand. A module of 32 bits has 4 GiB, and what is made of the tables takes its part.
    pub const BROWSER: Self = Self { all_texts: 160 << 20, window: WINDOW, most: 5 << 29 };
}

impl Default for Limits {
    fn default() -> Self {
        Self::NONE
    }
}

/// How many bytes of a file are read before it is said how much memory it will take.
const FORESEEN: u64 = 64 << 20;

impl Session {
    /// Sets what may be held of files, before they are read.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
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
            || !source.fetch.is_there()
            || !can_be_found_again(inspection)
            || predictions.contains(&gold)
            || self.plan.run_maps.iter().any(Option::is_some)
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
            let tells =
                !has(gold, Field::Id) || predictions.iter().any(|file| has(*file, Field::Question));
            let left = if tells { Vec::new() } else { only(Field::Question) };
            let left = {
                let compared = self.with_compared_by(Vec::new());
                left.into_iter().filter(|name| !compared.contains(name)).collect()
            };
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

    /// The column of gold answers, where texts are left and nothing but the lists of answers is made of
    /// it: then these are enough.
    pub(super) fn to_forget(&self, index: usize) -> Option<&str> {
        let gold = self.plan.gold.filter(|gold| *gold == index)?;
        let leaves = |file: &usize| !self.to_leave(*file).is_empty();
        if !self.plan.predictions.iter().any(leaves) || self.plan.predictions.contains(&gold) {
            return None;
        }
        let map = &self.plan.maps[gold];
        let name = map.one(Field::Answers)?;
        if self.with_compared_by(Vec::new()).iter().any(|other| other == name) {
            return None;
        }
        map.columns
            .iter()
            .all(|guess| guess.column != name || guess.field == Field::Answers)
            .then_some(name)
    }

    /// Makes the lists of gold answers of a file that was read, and forgets what they were made of,
    /// where nothing else is.
    pub(super) fn forget_answers(&mut self, index: usize) {
        let Some(name) = self.to_forget(index).map(str::to_owned) else { return };
        let source = &mut self.sources[index];
        let delimited = source.is_delimited();
        let Some(read) = &mut source.read else { return };
        let Some(column) = read.table.column(&name) else { return };
        let answers = AnswerLists::read(&read.table, Some(column), delimited);
        read.table.forget(column);
        source.answers = Some((name, Rc::new(answers)));
    }

    /// Forgets the ids of predictions of which the texts are left in their file: once joined, a question
    /// goes by its own.
    pub(super) fn forget_ids(&mut self) {
        if !self.leaves_texts() {
            return;
        }
        for index in self.plan.predictions.clone() {
            let map = &self.plan.maps[index];
            let source = &mut self.sources[index];
            let Some(read) = source.read.as_mut().filter(|_| !source.left.is_empty()) else {
                continue;
            };
            let alone = |name: &&str| {
                let mut uses = map.columns.iter().filter(|guess| guess.column == **name);
                uses.all(|guess| guess.field == Field::Id)
            };
            for name in map.of(Field::Id).filter(alone) {
                if let Some(column) = read.table.column(name) {
                    read.table.forget(column);
                    source.is_without_ids = true;
                }
            }
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
            let whole = u128::from(own) * u128::from(total.max(offset)) / u128::from(offset);
            u64::try_from(whole).unwrap_or(u64::MAX)
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
}
