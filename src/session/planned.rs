//! The files with the choices and the plan for them: what reading and joining start from.

use super::{Choices, Plan, Source};
use crate::aggregate::slice::Slice;
use crate::base::types::Field;
use crate::join::{Side, witness};
use crate::understand::names::names_settings;
use crate::understand::schema::Guessed;
use itertools::Itertools as _;

/// The files with their choices and the plan for them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Planned<'s> {
    pub(super) sources: &'s [Source],
    pub(super) choices: &'s Choices,
    pub(super) plan: &'s Plan,
}

impl<'s> Planned<'s> {
    /// The file in its role, once it is read.
    pub(super) fn side(self, index: usize) -> Option<Side<'s>> {
        let source = &self.sources[index];
        let table = &source.read.as_ref()?.table;
        Some(Side { name: &source.name, run: None, table, map: &self.plan.columns.maps[index] })
    }

    /// Whether a file of predictions has columns other than its key and the predictions.
    pub(super) fn has_other_columns(self) -> bool {
        let has_others = |index: usize| {
            let map = &self.plan.columns.maps[index].columns;
            let is_taken = |guess: &&Guessed| {
                matches!(guess.field, Field::Id | Field::Question | Field::Prediction)
            };
            let columns = self.sources[index].sample().map_or(0, |sample| sample.columns().len());
            map.iter().filter(is_taken).count() < columns
        };
        self.plan.columns.runs.iter().any(|run| has_others(run.file))
    }

    /// The prediction files in their role.
    pub(super) fn prediction_sides(self) -> Vec<Side<'s>> {
        let runs = self.plan.columns.runs.iter();
        let sides = runs.filter_map(|run| {
            let side = self.side(run.file)?;
            let Some(own) = &run.own else { return Some(side) };
            Some(Side { map: &own.map, run: Some(&own.name), ..side })
        });
        sides.collect()
    }

    /// Indices of the files that have to be read, or read again for other columns.
    pub(super) fn unread(self) -> Vec<usize> {
        let roles = &self.plan.roles;
        let asks = self.plan.question.is_some();
        if roles.gold.is_none() || roles.predictions.is_empty() || asks {
            return Vec::new();
        }
        let is_unread = |index: &usize| {
            let Source { read, kept, .. } = &self.sources[*index];
            read.is_none() || !self.wanted(*index).iter().all(|name| kept.contains(name))
        };
        roles.used().filter(is_unread).collect()
    }

    /// The columns of a file that have to be kept.
    pub(super) fn wanted(self, index: usize) -> Vec<String> {
        let Self { choices, plan, .. } = self;
        let mut wanted = plan.columns.maps[index].used();
        let of_runs = plan.columns.runs_within(index);
        wanted.extend(of_runs.flat_map(|run| run.map.used()));
        let runs = plan.columns.runs.iter().filter(|run| run.file == index);
        wanted.extend(runs.filter_map(|run| run.verdicts.clone()));
        wanted.extend(self.names_of_runs(index));
        // A script gets the rows as they are, with all columns.
        if let (Some(_), Ok(inspection)) = (&choices.script, &self.sources[index].inspection) {
            wanted.extend(inspection.sample.columns().iter().cloned());
        }
        if plan.roles.gold == Some(index) {
            let slices = plan.comparing.slices.iter().flat_map(Slice::columns);
            wanted.extend(slices.chain(choices.cluster.as_deref()).map(str::to_owned));
        } else {
            wanted.extend(self.witness(index));
            wanted.extend(self.repeated_gold(index));
        }
        wanted.into_iter().unique().collect()
    }

    /// The column of a file of predictions that is called like the gold answers.
    fn repeated_gold(self, index: usize) -> Option<String> {
        let gold = self.plan.roles.gold?;
        let name = self.plan.columns.maps[gold].one(Field::Answers)?;
        let sample = self.sources[index].sample()?;
        let is_taken = self.plan.columns.maps[index].of(Field::Prediction).any(|one| one == name);
        sample.column(name).filter(|_| !is_taken).map(|_| name.to_owned())
    }

    /// Columns of a file of predictions that may name runs or their settings if questions repeat, by their names.
    fn names_of_runs(self, index: usize) -> Vec<String> {
        const FEW: usize = 6;
        if !self.plan.roles.predictions.contains(&index) {
            return Vec::new();
        }
        let columns = self.sources[index].sample().map_or(&[][..], |sample| sample.columns());
        columns.iter().filter(|name| names_settings(name)).take(FEW).cloned().collect()
    }

    /// The column of a file of predictions that repeats the gold answers, if nothing identifies the
    /// questions.
    fn witness(self, index: usize) -> Option<String> {
        let gold = self.plan.roles.gold?;
        let maps = [gold, index].map(|file| &self.plan.columns.maps[file]);
        let is_shared = |key: &Field| maps.iter().all(|map| map.one(*key).is_some());
        if [Field::Id, Field::Question].iter().any(is_shared)
            || !self.plan.roles.predictions.contains(&index)
        {
            return None;
        }
        let (ours, theirs) = (self.sources[gold].sample()?, self.sources[index].sample()?);
        let rows = ours.rows().min(theirs.rows());
        let pairs: Vec<_> = (0..rows).map(|row| (row, row)).collect();
        let answers = maps[0].index(ours, Field::Answers)?;
        let prediction = maps[1].index(theirs, Field::Prediction);
        witness(ours, answers, theirs, prediction, &pairs).map(str::to_owned)
    }
}
