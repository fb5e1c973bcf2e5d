//! The role of each file, and the reasons against it.

use super::Source;
use super::columns::{Columns, PlannedRun, only_figures};
use super::plan::Notes;
use crate::base::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::base::types::{Certainty, Guess, Role};
use crate::doubt::{
    Doubt, FailuresListed, GuessedRoles, GuessedTable, LooksLike, OtherQuestions,
    ProvisionalReport, SwappedRoles,
};
use crate::report::model::DoubtCard;
use crate::session::protocol::Choices;
use crate::table::{Shape, Table};
use crate::understand::names::{file_says, is_of_failures};
use crate::understand::reading::Seen;
use crate::understand::schema::{FileRole, guess_roles, role_evidence};
use itertools::Itertools as _;
use std::cmp::Reverse;

/// The role of each file, chosen or guessed.
#[derive(Clone, Debug, Default)]
pub struct Roles {
    /// Role of each file.
    pub of: Vec<Option<Guess<Role>>>,
    /// Whether each file is left aside: reports, figures, answers to other questions.
    pub(super) aside: Vec<bool>,
    /// Index of the gold file.
    pub gold: Option<usize>,
    /// Indices of the files with predictions.
    pub predictions: Vec<usize>,
    /// Index of the file with probabilities of no answer.
    pub na: Option<usize>,
}

/// Decides the role of each file from what it looks like alone.
pub(super) fn assign_roles(sources: &[Source], choices: &Choices) -> (Roles, Notes) {
    let mut roles = Roles::default();
    let mut notes = Notes::default();
    let evidence_of = |one: &Source| one.inspection.as_ref().map(role_evidence).unwrap_or_default();
    let evidence: Vec<FileRole> = sources.iter().map(evidence_of).collect();
    // A report next to a file does not change the file's role, and neither do figures computed from it.
    let is_figures = |source: &Source| {
        !choices.roles.contains_key(&source.slot) && source.shows(Seen::is_summary)
    };
    let figures: Vec<bool> = sources.iter().map(is_figures).collect();
    let all = figures.iter().all(|is_one| *is_one);
    // Two files of figures are not data and answers, and neither are several objects of figures in one file.
    let measures = all && sources.iter().any(|source| source.shows(Seen::is_of_measures));
    if all && (figures.len() > 1 || measures) {
        notes.problems.extend(sources.iter().map(|source| only_figures(&source.name, &[])));
    }
    let all_aside = !all || measures;
    let both = sources.iter().zip(figures);
    roles.aside = both.map(|(one, figures)| one.is_report() || (figures && all_aside)).collect();
    if let Some(others) = roles.leave_other_questions(sources, choices, &evidence) {
        notes.doubts.push(others.into());
    }
    let files: Vec<usize> =
        by_content(sources).into_iter().filter(|file| !roles.aside[*file]).collect();
    let own: Vec<FileRole> = files.iter().map(|file| evidence[*file].clone()).collect();
    roles.of = vec![None; sources.len()];
    for (file, role) in files.into_iter().zip(guess_roles(&own)) {
        roles.of[file] = role;
    }
    for (index, source) in sources.iter().enumerate() {
        if source.inspection.is_err() {
            roles.of[index] = None;
        } else if let Some(role) = choices.roles.get(&source.slot) {
            roles.of[index] = Some(Guess::new(*role, Certainty::Chosen, "chosen"));
            if let Some(swapped) = speaks_against(source, *role, &evidence[index]) {
                doubt_swap(swapped, &mut notes);
            }
        }
    }
    roles.follow_columns(sources, choices);
    let is_gold = |one: &Source| choices.roles.get(&one.slot).is_some_and(|role| role.has_gold());
    let chosen_gold = sources.iter().any(is_gold);
    for role in roles.of.iter_mut().flatten() {
        if role.value == Role::Table && role.certainty != Certainty::Chosen && chosen_gold {
            role.value = Role::Predictions;
        }
    }
    roles.take_roles(sources);
    for source in sources {
        let reasons = source.report.iter().flat_map(|report| &report.provisional);
        let of_it = |reason: &DoubtCard| {
            let (file, reason) = (source.name.clone(), reason.message.clone());
            ProvisionalReport { file, reason }.into()
        };
        notes.doubts.extend(reasons.map(of_it));
    }
    if let Some(swapped) = roles.compare_chosen(sources, choices, &evidence)
        && notes.remarks.count(Code::RolesLookSwapped) == 0
    {
        doubt_swap(swapped, &mut notes);
    }
    (roles, notes)
}

impl Roles {
    /// If several files each hold gold answers and predictions, the first is scored with those that have the same
    /// questions; files with other questions, such as other subjects, are left aside.
    fn leave_other_questions(
        &mut self,
        sources: &[Source],
        choices: &Choices,
        evidence: &[FileRole],
    ) -> Option<OtherQuestions> {
        let is_table =
            |index: &usize| evidence[*index].table.is_some() && !evidence[*index].no_answers;
        let mut files = by_content(sources);
        files.retain(|index| !self.aside[*index]);
        let chosen = !choices.roles.is_empty() || !choices.columns.is_empty();
        let (first, rest) = files.split_first()?;
        if chosen || !files.iter().all(is_table) {
            return None;
        }
        let asks_other = |index: &usize| sources[*first].asks_other_than(&sources[*index]);
        let others: Vec<usize> = rest.iter().copied().filter(asks_other).collect();
        let [file, other] = [*first, *others.first()?].map(|index| sources[index].name.clone());
        for index in &others {
            self.aside[*index] = true;
        }
        Some(OtherQuestions { file, other, others: others.len() })
    }

    /// Gives a file the role of a chosen column, if only this file has the column.
    fn follow_columns(&mut self, sources: &[Source], choices: &Choices) {
        let usable: Vec<usize> = (0..sources.len())
            .filter(|index| sources[*index].inspection.is_ok() && !sources[*index].is_report())
            .collect();
        let has = |index: usize, column: &str| {
            sources[index].sample().is_some_and(|sample| sample.column(column).is_some())
        };
        let chosen = |index: usize| choices.roles.contains_key(&sources[index].slot);
        let of = |role: Role, other: Role| match role {
            Role::Table => other != Role::NaProb,
            role => role == other,
        };
        for choice in &choices.columns {
            let fits =
                |index: &usize| self.role_of(*index).is_some_and(|role| of(role, choice.role));
            let there: Vec<usize> =
                usable.iter().copied().filter(|index| has(*index, &choice.column)).collect();
            let [only] = there[..] else { continue };
            let alone = usable.len() == 1;
            if (fits(&only) && !alone) || chosen(only) || choice.role == Role::NaProb {
                continue;
            }
            let both = alone || (self.is_chosen(only) && self.role_of(only) != Some(choice.role));
            let value = if both { Role::Table } else { choice.role };
            self.of[only] = Some(Guess::new(value, Certainty::Chosen, "chosen by its columns"));
        }
    }

    /// Records the files by their roles.
    pub(super) fn take_roles(&mut self, sources: &[Source]) {
        let files = by_content(sources).into_iter();
        let roles = files.filter_map(|file| Some((file, self.role_of(file)?)));
        let roles: Vec<(usize, Role)> = roles.collect();
        let first = |test: fn(Role) -> bool| {
            roles.iter().find(|(_, role)| test(*role)).map(|(file, _)| *file)
        };
        self.gold = first(Role::has_gold);
        self.na = first(|role| role == Role::NaProb);
        // Runs are in the order of the given files.
        let runs = roles.iter().filter(|(_, role)| role.has_predictions());
        self.predictions = runs.map(|(file, _)| *file).sorted_unstable().collect();
    }

    /// Whether shapes or names tell which file is gold, if only by telling the roles of all others.
    pub(super) fn are_told(&self, sources: &[Source], runs: &[PlannedRun]) -> bool {
        let Some(gold) = self.gold else { return false };
        let is_known = |index: usize| {
            self.of[index].as_ref().is_some_and(|role| role.certainty != Certainty::Guessed)
        };
        let name = |index: usize| file_says(&sources[index].name);
        self.predictions.iter().all(|index| *index == gold || is_known(*index))
            || (is_known(gold) && runs.len() == 1)
            || self.predictions.iter().all(|index| name(gold) - name(*index) >= 2.0)
    }

    /// The role of a file, if it has one.
    pub(crate) fn role_of(&self, file: usize) -> Option<Role> {
        self.of[file].as_ref().map(|role| role.value)
    }

    pub(super) fn is_chosen(&self, file: usize) -> bool {
        self.of[file].as_ref().is_some_and(|role| role.certainty == Certainty::Chosen)
    }

    /// Indices of all files that take part.
    pub fn used(&self) -> impl Iterator<Item = usize> + '_ {
        let predictions = self.predictions.iter().copied();
        let predictions = predictions.filter(|file| Some(*file) != self.gold);
        self.gold.into_iter().chain(predictions).chain(self.na)
    }

    /// The doubt about chosen files whose predictions look clearly more like gold than the gold file does.
    fn compare_chosen(
        &self,
        sources: &[Source],
        choices: &Choices,
        evidence: &[FileRole],
    ) -> Option<SwappedRoles> {
        let lead = |index: usize| evidence[index].gold - evidence[index].predictions;
        let chosen = |index: usize| choices.roles.contains_key(&sources[index].slot);
        let gold = self.gold.filter(|gold| chosen(*gold))?;
        let is_swapped = |index: &&usize| chosen(**index) && lead(**index) - lead(gold) >= 1.0;
        let swapped = *self.predictions.iter().find(is_swapped)?;
        let [gold, file] = [gold, swapped].map(|index| sources[index].name.clone());
        let (given, looks) = (Role::Predictions.name(), LooksLike::MoreLikeGoldThan(gold));
        Some(SwappedRoles { file, given, looks })
    }
}

/// Indices of the files in an order that does not depend on how they were given, for ties: files with columns that
/// no other file has first, then those with more columns, then by name and content.
pub(super) fn by_content(sources: &[Source]) -> Vec<usize> {
    let columns = |file: usize| sources[file].sample().map_or(&[][..], Table::columns);
    let alike = (0..sources.len()).counts_by(columns);
    let key = |file: &usize| {
        let Source { name, bytes, .. } = &sources[*file];
        (alike[columns(*file)] > 1, Reverse(columns(*file).len()), name, *bytes)
    };
    let cells = |file: usize| {
        let sample = sources[file].sample().into_iter();
        sample.flat_map(|sample| {
            let all = (0..sample.rows()).cartesian_product(0..sample.columns().len());
            all.map(|(row, column)| sample.cell(row, column).text)
        })
    };
    let mut files: Vec<usize> = (0..sources.len()).collect();
    files.sort_by(|a, b| key(a).cmp(&key(b)).then_with(|| cells(*a).cmp(cells(*b))));
    files
}

/// Refuses a file and a copy of it: nothing would be compared. Users may choose this; submitters to a host may
/// not.
pub(super) fn copies(sources: &[Source], roles: &Roles, hosted: bool) -> Option<Diagnostic> {
    let gold = roles.gold?;
    let chosen = |role: &Guess<Role>| role.certainty == Certainty::Chosen;
    if !hosted && roles.of.iter().flatten().any(chosen) {
        return None;
    }
    let is_copy = |run: &usize| *run != gold && sources[gold].is_copy_of(&sources[*run]);
    let run = *roles.predictions.first().filter(|_| roles.predictions.iter().all(is_copy))?;
    let [a, b] = [gold, run].map(|file| &sources[file].name);
    let message = if a == b {
        format!("{a} was given twice, so there is nothing to compare")
    } else {
        format!("{a} and {b} have the same content, so there is nothing to compare")
    };
    let remedy = "give predictions instead of one of the files";
    Some(Diagnostic::error(Code::SameFile, message).remedy(remedy))
}

/// Gold files in addition to the one that is used.
fn name_second_gold(sources: &[Source], roles: &Roles, remarks: &mut Diagnostics) {
    for (index, source) in sources.iter().enumerate() {
        let has_gold = roles.role_of(index).is_some_and(Role::has_gold);
        if has_gold && roles.gold != Some(index) {
            let message = "a second gold file is not used";
            let warning = Diagnostic::warning(Code::SecondGold, message).file(&source.name);
            remarks.push(warning.remedy("remove one of the gold files, or change its role"));
        }
    }
}

/// Files that are neither gold nor predictions.
fn name_unused(sources: &[Source], roles: &Roles, remarks: &mut Diagnostics) {
    for ((source, role), aside) in sources.iter().zip(&roles.of).zip(&roles.aside) {
        if role.is_none() && source.inspection.is_ok() {
            let figures = || source.shows(Seen::is_summary);
            let message = if *aside && !source.is_report() && !figures() {
                "it has its own gold answers to other questions, so it is not used"
            } else if *aside && !source.is_report() {
                "it holds figures instead of answers, so it is not used"
            } else {
                "nothing shows whether this file holds gold answers or predictions, so it is \
                 not used"
            };
            let warning = Diagnostic::warning(Code::UnusedFile, message).file(&source.name);
            let remedy = "choose its role, remove it, or score it separately";
            remarks.push(warning.remedy(remedy));
        }
    }
}

/// Refuses a comparison within one file of columns that no name suggests, if another file is not used.
pub(super) fn unused_beside_nameless(
    sources: &[Source],
    roles: &Roles,
    columns: &Columns,
) -> Option<Diagnostic> {
    let gold = roles.gold.filter(|gold| columns.is_nameless && roles.predictions == [*gold])?;
    let is_unused = |file: &usize| {
        !roles.aside[*file] && roles.of[*file].is_none() && sources[*file].inspection.is_ok()
    };
    let unused = (0..sources.len()).find(is_unused).filter(|_| !roles.is_chosen(gold))?;
    let [own, other] = [gold, unused].map(|file| &sources[file].name);
    let message = format!(
        "no name shows what the columns of {own} hold, and nothing shows which of them go with \
         {other}"
    );
    let remedy =
        format!("choose the file and the column that hold the gold answers, or remove {other}");
    Some(Diagnostic::error(Code::NoColumn, message).file(own).remedy(remedy))
}

/// Reports guessed roles, and gold answers that are not used because another file is gold.
pub(super) fn doubt_roles(sources: &[Source], roles: &Roles, columns: &Columns) -> Notes {
    let mut notes = Notes::default();
    name_second_gold(sources, roles, &mut notes.remarks);
    if roles.gold.is_some() && !roles.predictions.is_empty() {
        name_unused(sources, roles, &mut notes.remarks);
    }
    let mut doubts = Vec::new();
    let told = roles.are_told(sources, &columns.runs);
    for index in roles.used() {
        if let Ok(inspection) = &sources[index].inspection
            && let Shape::Wrapped { member } | Shape::WrappedIn { member, .. } = &inspection.shape
            && is_of_failures(member)
        {
            let (file, member) = (sources[index].name.clone(), member.clone());
            doubts.push(FailuresListed { file, member }.into());
        }
        let Some(role) = roles.of[index].as_ref() else { continue };
        if role.certainty != Certainty::Guessed {
            continue;
        }
        let doubt = if role.value == Role::Table {
            let (file, reason) = (sources[index].name.clone(), role.reason.clone());
            Doubt::from(GuessedTable { file, reason })
        } else if told {
            continue;
        } else {
            let other = match roles.gold {
                Some(gold) if gold != index => Some(gold),
                _ => roles.predictions.iter().copied().find(|file| *file != index),
            };
            let Some(other) = other else { continue };
            let both = if roles.gold == Some(index) { [index, other] } else { [other, index] };
            let [gold, predictions] = both.map(|file| sources[file].name.clone());
            GuessedRoles { gold, predictions }.into()
        };
        if !doubts.contains(&doubt) {
            doubts.push(doubt);
        }
    }
    notes.doubts = doubts;
    let Some(gold) = roles.gold else { return notes };
    for index in columns.runs.iter().map(|run| run.file).filter(|index| *index != gold) {
        let Ok(inspection) = &sources[index].inspection else { continue };
        let evidence = role_evidence(inspection);
        if let Some(table) = evidence.table.as_ref().filter(|_| !evidence.no_answers) {
            let gold = &sources[gold].name;
            let message = format!(
                "{}; its own gold answers are not used, because {gold} is the gold file",
                table.reason
            );
            let remedy = format!("to score this file by its own gold answers, remove {gold}");
            let remark = Diagnostic::info(Code::GoldColumnUnused, message);
            notes.remarks.push(remark.file(&sources[index].name).remedy(remedy));
        }
    }
    notes
}

/// Returns the doubt about a file whose columns contradict its role.
fn speaks_against(source: &Source, role: Role, evidence: &FileRole) -> Option<SwappedRoles> {
    let (here, there, other) = match role {
        Role::Gold => (evidence.gold, evidence.predictions, "predictions"),
        Role::Predictions => (evidence.predictions, evidence.gold, "gold"),
        Role::NaProb | Role::Table => return None,
    };
    let looks = LooksLike::Role(other, evidence.reason.clone());
    let file = source.name.clone();
    (there - here >= 2.0).then(|| SwappedRoles { file, given: role.name(), looks })
}

fn doubt_swap(swapped: SwappedRoles, notes: &mut Notes) {
    let file = swapped.file.clone();
    let doubt = Doubt::from(swapped);
    let remark = Diagnostic::warning(Code::RolesLookSwapped, doubt.message()).file(file);
    notes.remarks.push(remark.remedy("swap the files"));
    notes.doubts.push(doubt);
}
