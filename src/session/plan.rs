//! The plan for the files: roles, columns, preset and settings, each chosen or guessed.

use super::Source;
use super::columns::{
    Columns, PlannedRun, complete_keys, doubt_columns, drop_leftovers, map_columns,
    missing_columns, name_runs, only_figures,
};
use super::preset::{PresetChoice, choose_preset, unscorable_programs};
use super::reading::{Layout, read_files};
use super::roles::{Roles, assign_roles, copies, doubt_roles, unused_beside_nameless};
use super::sliced::{ComparedBy, compare_by};
use super::stored::Adopted;
use crate::base::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use crate::base::error::Error;
use crate::base::types::{Guess, Role};
use crate::doubt::Doubt;
use crate::session::protocol::{Answer, Choices, Waiting};
use crate::table::Inspection;
use crate::understand::reading::{Cells, Seen};
use itertools::Itertools as _;

/// A question about the files that only the user can answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// The question, in a sentence.
    pub text: String,
    /// The answers that are possible.
    pub options: Vec<Answer>,
}

/// What a plan depends on in addition to the files.
#[derive(Clone, Copy)]
pub(super) struct Given<'a> {
    pub(super) choices: &'a Choices,
    /// Whether the driver can run programs.
    pub(super) runs_programs: bool,
    /// Rules that joined files require.
    pub(super) adopted: Option<&'a Adopted>,
    /// The column that tells rows apart, as only all rows of a file show.
    pub(super) parted: Option<&'a Parted>,
}

/// A column that tells rows with the same key apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Parted {
    /// Index of the file.
    pub(super) file: usize,
    /// The column.
    pub(super) column: String,
    /// Whether it is a part of the key, and not the names of runs of which each has every question.
    pub(super) of_key: bool,
}

/// The plan for the files: the findings of each step of planning.
#[derive(Debug, Default)]
pub struct Plan {
    /// The role of each file.
    pub roles: Roles,
    /// The columns and what they hold.
    pub columns: Columns,
    /// The preset with its settings.
    pub preset: PresetChoice,
    /// Breakdowns and comparisons of results.
    pub comparing: ComparedBy,
    /// The question that has to be answered before anything can be scored.
    pub question: Option<Question>,
    /// What is missing before anything can be scored.
    pub waiting: Option<Waiting>,
    /// Problems, remarks and doubts.
    pub notes: Notes,
    /// The best readings according to names and values, in their order.
    pub(super) best: Vec<Cells>,
}

/// The messages of the steps of planning.
#[derive(Clone, Debug, Default)]
pub struct Notes {
    /// Problems that prevent a score.
    pub problems: Vec<Diagnostic>,
    /// Remarks that do not prevent a score.
    pub remarks: Diagnostics,
    /// Why a score would be provisional.
    pub doubts: Vec<Doubt>,
}

impl Notes {
    pub(super) fn append(&mut self, other: Self) {
        self.problems.extend(other.problems);
        self.remarks.append(other.remarks);
        self.doubts.extend(other.doubts);
    }
}

impl Plan {
    pub(super) fn new(sources: &[Source], given: Given<'_>) -> Self {
        let Given { choices, runs_programs, adopted, parted } = given;
        #[cfg(test)]
        tests::PLANS.with(|plans| plans.set(plans.get() + 1));
        let (unreadable, strangers) = unreadable(sources, choices);
        let mut notes = Notes { problems: unreadable, ..Notes::default() };
        let (roles, said) = assign_roles(sources, choices);
        notes.append(said);
        let (columns, problems) = map_columns(sources, &roles, choices, &[]);
        notes.problems.extend(problems);
        let named = Layout::new(roles, columns, notes);
        let Layout { roles, columns, mut notes, question, own_verdicts, best } =
            read_files(sources, given, named).with_chosen_runs(sources);
        let columns = drop_leftovers(sources, &roles, columns);
        let columns = name_runs(sources, &roles, columns, own_verdicts.is_none());
        let columns = match parted {
            Some(parted) => columns.parted(parted),
            None => columns,
        };
        notes.problems.extend(copies(sources, &roles, choices.hosted.is_some()));
        notes.append(doubt_roles(sources, &roles, &columns));
        if own_verdicts.is_none() {
            notes.doubts.extend(doubt_columns(sources, &roles, &columns));
        }
        notes.problems.extend(unused_beside_nameless(sources, &roles, &columns));
        let (columns, said) = complete_keys(sources, &roles, columns);
        notes.append(said);
        let adopted = own_verdicts.or_else(|| adopted.cloned());
        let adopted = adopted.filter(|_| choices.preset.is_none());
        let (preset, said) = choose_preset(sources, &roles, &columns, adopted, choices);
        // Without the columns of its preset, nothing can be scored.
        notes.problems.extend(missing_columns(sources, &roles, &columns, &preset));
        notes.append(said);
        let unscorable = unscorable_programs(sources, &roles, &preset, runs_programs);
        if let Some(problem) = unscorable {
            // If programs cannot be scored, a missing column of predictions in the same file is no additional
            // problem.
            let is_other =
                |one: &Diagnostic| one.file != problem.file || one.code != Code::NoColumn;
            notes.problems.retain(is_other);
            notes.problems.push(problem);
        }
        let gold = roles.gold.map(|gold| &sources[gold]);
        let (comparing, problems) = compare_by(gold, preset.settings.as_ref(), choices);
        notes.problems.extend(problems);
        notes.append(leave_out(strangers, &roles));
        let waiting = missing(sources, &roles, question.as_ref(), &notes.problems);
        if waiting.is_some() {
            notes.problems.extend(cut_files(sources));
            if notes.problems.is_empty() {
                notes.problems.extend(only_of_figures(sources));
            }
        }
        Self { roles, columns, preset, comparing, question, waiting, notes, best }
    }

    /// The choices that swap the gold file and the only file of predictions, if there are both.
    pub fn swapped(&self, sources: &[Source], choices: &Choices) -> Option<Choices> {
        let gold = self.roles.gold?;
        let [PlannedRun { file: other, .. }] = self.columns.runs.as_slice() else { return None };
        if gold == *other {
            return None;
        }
        let mut choices = choices.clone();
        choices.roles.insert(sources[gold].slot, Role::Predictions);
        choices.roles.insert(sources[*other].slot, Role::Gold);
        // Columns were chosen for the previous roles.
        choices.columns.clear();
        Some(choices)
    }

    /// Whether nothing can be scored because files or columns are missing, or because the columns are a
    /// question.
    pub(super) fn lacks_columns(&self) -> bool {
        self.notes.problems.iter().any(|problem| problem.code == Code::NoColumn)
            || self.roles.gold.is_none()
            || self.roles.predictions.is_empty()
            || self.question.is_some()
            || self.columns.is_nameless
    }

    pub(super) fn waiting_error(&self) -> Error {
        if let Some(question) = &self.question {
            let options = question.options.iter().map(|one| &*one.choice).join(" or ");
            let message = format!("{} It may be {options}.", question.text);
            return Diagnostic::error(Code::Question, message).remedy("name the column").into();
        }
        let message = self.waiting.as_ref().map_or("nothing to score", |one| &*one.message);
        let remedy = "add the other file, or name the file and the columns that hold gold answers \
                      and predictions";
        Diagnostic::error(Code::Incomplete, message).remedy(remedy).into()
    }
}

/// Returns why files cannot be read: first the problems that prevent a score, then those with pictures, web
/// pages and the like, which do not matter if the other files are enough for a score.
fn unreadable(sources: &[Source], choices: &Choices) -> (Vec<Diagnostic>, Vec<Diagnostic>) {
    let is_chosen = |source: &Source| choices.roles.contains_key(&source.slot);
    // A report among the files is not needed for a score, unless somebody gave it a role.
    let problems = sources
        .iter()
        .filter(|source| !source.is_report() || is_chosen(source))
        .flat_map(|source| {
            let error = source.inspection.as_ref().err();
            error.into_iter().flat_map(|one| &one.problems).map(move |one| (source, one))
        });
    let is_in_the_way = |(source, problem): &(&Source, &Diagnostic)| {
        problem.code != Code::NotATable || is_chosen(source)
    };
    let (first, others): (Vec<_>, Vec<_>) = problems.partition(is_in_the_way);
    let only =
        |all: Vec<(&Source, &Diagnostic)>| all.into_iter().map(|one| one.1.clone()).collect();
    (only(first), only(others))
}

/// Leaves out files that are not tables if the others are enough for a score.
fn leave_out(strangers: Vec<Diagnostic>, roles: &Roles) -> Notes {
    let mut notes = Notes::default();
    if roles.gold.is_none() || roles.predictions.is_empty() {
        notes.problems = strangers;
        return notes;
    }
    for problem in strangers {
        let message = format!("{}; it is left out", problem.message);
        notes.remarks.push(Diagnostic { severity: Severity::Warning, message, ..problem });
    }
    notes
}

/// Names files that were cut off, for a plan that lacks something. Files that are scored report this when they
/// are read.
fn cut_files(sources: &[Source]) -> impl Iterator<Item = Diagnostic> {
    let is_cut = |source: &&Source| source.inspection.as_ref().is_ok_and(|one| one.ends_early);
    sources.iter().filter(is_cut).map(|source| {
        let cut = "the file ends before its JSON is complete";
        let remedy = "export or download it again";
        Diagnostic::error(Code::Truncated, cut).file(&source.name).remedy(remedy)
    })
}

/// Names files that hold only computed figures, if all files do: another such file would not help.
fn only_of_figures(sources: &[Source]) -> Vec<Diagnostic> {
    let of_figures = |source: &Source| source.shows(Seen::is_of_figures);
    if !sources.iter().all(of_figures) {
        return Vec::new();
    }
    sources.iter().map(|source| only_figures(&source.name, &[])).collect()
}

/// Returns what is missing before anything can be scored.
fn missing(
    sources: &[Source],
    roles: &Roles,
    question: Option<&Question>,
    problems: &[Diagnostic],
) -> Option<Waiting> {
    let wait = |missing: Option<Role>, message: &str| {
        Some(Waiting { missing, message: message.to_owned(), answers: Vec::new() })
    };
    if sources.is_empty() {
        return wait(None, "no files yet");
    }
    // A file that was cut off before its first row has no known role and cannot be scored.
    let is_lost = |(source, role): &(&Source, &Option<Guess<Role>>)| {
        let is_empty = |one: &Inspection| role.is_none() || one.sample.rows() == 0;
        source.inspection.as_ref().is_ok_and(|one| one.ends_early && is_empty(one))
    };
    let is_waiting = roles.gold.is_none() || roles.predictions.is_empty();
    let lost = sources.iter().zip(&roles.of).filter(is_lost).count() * usize::from(is_waiting);
    match problems.len() + lost {
        0 => {}
        1 => return wait(None, "fix the problem below to get a score"),
        count => return wait(None, &format!("fix the {count} problems below to get a score")),
    }
    if let Some(question) = question {
        let answers = question.options.clone();
        return Some(Waiting { missing: None, message: question.text.clone(), answers });
    }
    if sources.iter().all(Source::is_report) {
        return wait(None, "the files of the report are still missing");
    }
    let asks = "does this file hold gold answers or predictions? Its content does not show it";
    match (roles.gold, roles.predictions.is_empty()) {
        (None, true) => wait(None, asks),
        (None, false) => wait(Some(Role::Gold), "the gold file is still missing"),
        (Some(_), true) => wait(Some(Role::Predictions), "the predictions are still missing"),
        (Some(_), false) => None,
    }
}

#[cfg(test)]
mod tests;
