//! What is to be done with the files: roles, columns, preset and settings, each chosen or guessed.

use super::Source;
use super::columns::only_figures;
use super::stored::Adopted;
use crate::base::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use crate::base::error::Error;
use crate::base::types::{Certainty, Field, Guess, Role};
use crate::doubt::Doubt;
use crate::preset::Settings;
use crate::session::protocol::{Answer, Choices, Waiting};
use crate::table::{Cell, Inspection};
use crate::understand::reading::Seen;
use crate::understand::schema::ColumnMap;
use itertools::Itertools as _;
use std::collections::BTreeMap;

/// What nobody but the user can say of the files.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// The question, in a sentence.
    pub text: String,
    /// The answers that are possible.
    pub options: Vec<Answer>,
}

/// A column of predictions, which is one of several of its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunMap {
    /// What the run is called.
    pub name: String,
    /// The columns of the file, with this one as its predictions.
    pub map: ColumnMap,
}

/// What a plan depends on besides the files.
#[derive(Clone, Copy)]
pub(super) struct Given<'a> {
    pub(super) choices: &'a Choices,
    /// Whether the driver can run programs.
    pub(super) runs_programs: bool,
    /// Rules that joined files have asked for.
    pub(super) adopted: Option<&'a Adopted>,
}

/// What is to be done with the files.
#[derive(Debug, Default)]
pub struct Plan {
    /// Role of each file.
    pub roles: Vec<Option<Guess<Role>>>,
    /// Whether each is left aside: reports, figures, answers to other questions.
    pub(super) aside: Vec<bool>,
    /// Columns of each file.
    pub maps: Vec<ColumnMap>,
    /// Index of the gold file.
    pub gold: Option<usize>,
    /// Indices of the prediction files; of a file with several columns of predictions once for each.
    pub predictions: Vec<usize>,
    /// For places in these the column of verdicts that the file has about them.
    pub verdicts: BTreeMap<usize, String>,
    /// For each of these its run, where it is one column of several.
    pub run_maps: Vec<Option<RunMap>>,
    /// Index of the file with probabilities of no answer.
    pub na: Option<usize>,
    /// Id of the preset, also where it is the user's own.
    pub preset: Option<Guess<String>>,
    /// The preset compiled with the chosen settings.
    pub settings: Option<Settings>,
    /// Breakdowns that were asked for, but for those that the files cannot give.
    pub slices: Vec<crate::aggregate::slice::Slice>,
    /// Second rules that runs are scored by.
    pub twins: Vec<crate::score::evaluate::Twin>,
    /// What has to be answered before anything can be scored.
    pub question: Option<Question>,
    /// What is missing before anything can be scored.
    pub waiting: Option<Waiting>,
    /// Problems that no score can survive.
    pub problems: Vec<Diagnostic>,
    /// Things to know that no score dies of.
    pub remarks: Diagnostics,
    /// Why a score would be provisional.
    pub doubts: Vec<Doubt>,
    /// Whether nearly every output says which part of it is the answer.
    pub(super) named: bool,
    /// How several gold answers stand in one text.
    pub(super) several: Option<&'static str>,
    /// Whether no name says that the gold answers are some.
    pub(super) nameless: bool,
    /// Whether most predictions are objects of which no member is known for the answer.
    pub(super) deep: bool,
    /// Rules that were taken because they give the verdicts that the predictions have.
    pub(super) adopted: Option<Adopted>,
    /// Another preset that the files may be meant for.
    pub rival: Option<String>,
    /// The doubt that nobody has named the benchmark, which a well-known gold file takes away, and whether
    /// the form of the gold answers is that of this benchmark alone.
    pub(super) guess: Option<(Doubt, bool)>,
}

impl Plan {
    /// The role of a file, where it has one.
    pub(crate) fn role_of(&self, file: usize) -> Option<Role> {
        self.roles[file].as_ref().map(|role| role.value)
    }

    /// The cells of a file's first rows in the column of a field.
    pub(super) fn cells<'s>(
        &self,
        sources: &'s [Source],
        file: usize,
        field: Field,
    ) -> Option<impl ExactSizeIterator<Item = Cell<'s>> + use<'s>> {
        let sample = sources[file].sample()?;
        let column = self.maps[file].index(sample, field)?;
        Some((0..sample.rows()).map(move |row| sample.cell(row, column)))
    }

    pub(super) fn has_chosen_role(&self, file: usize) -> bool {
        self.roles[file].as_ref().is_some_and(|role| role.certainty == Certainty::Chosen)
    }

    pub(super) fn new(sources: &[Source], given: Given<'_>) -> Self {
        let Given { choices, runs_programs, adopted } = given;
        #[cfg(test)]
        tests::PLANS.with(|plans| plans.set(plans.get() + 1));
        let mut plan = Self::default();
        // A report beside the files is a file of its own kind; in the place of one it is in the way.
        let beside = |one: &Source| one.is_report() && !choices.roles.contains_key(&one.slot);
        let mut strangers = Vec::new();
        for source in sources.iter().filter(|source| !beside(source)) {
            let is_chosen = choices.roles.contains_key(&source.slot);
            for problem in
                source.inspection.as_ref().err().into_iter().flat_map(|one| &one.problems)
            {
                let is_strange = problem.code == Code::NotATable && !is_chosen;
                if is_strange { &mut strangers } else { &mut plan.problems }.push(problem.clone());
            }
        }
        plan.assign_roles(sources, choices);
        plan.map_columns(sources, choices, &[]);
        plan.read_files(sources, choices);
        plan.part_chosen(sources);
        plan.name_runs(sources);
        plan.deep = plan.holds_objects(sources);
        plan.refuse_copies(sources);
        plan.doubt_roles(sources);
        plan.doubt_columns(sources);
        plan.complete_keys(sources);
        let before = plan.problems.len();
        plan.adopted =
            plan.adopted.or_else(|| adopted.cloned()).filter(|_| choices.preset.is_none());
        plan.choose_preset(sources, choices);
        plan.check_columns(sources, before);
        plan.check_programs(sources, runs_programs);
        plan.compare_by(sources, choices);
        plan.leave_out(strangers);
        plan.waiting = plan.missing(sources);
        if plan.waiting.is_some() {
            plan.name_cut(sources);
            plan.name_figures(sources);
        }
        plan
    }

    /// Pictures, web pages and the like are in nobody's way where the other files are all that a score needs.
    fn leave_out(&mut self, strangers: Vec<Diagnostic>) {
        if self.gold.is_none() || self.predictions.is_empty() {
            self.problems.extend(strangers);
            return;
        }
        for problem in strangers {
            let message = format!("{}; it is left out", problem.message);
            self.remarks.push(Diagnostic { severity: Severity::Warning, message, ..problem });
        }
    }

    /// Names files that are cut, where something is missing. Of scored ones it is said as they are read.
    fn name_cut(&mut self, sources: &[Source]) {
        for source in sources {
            if source.inspection.as_ref().is_ok_and(|inspection| inspection.ends_early) {
                let cut = "the file ends before its JSON is complete";
                let remedy = "export or download it again";
                let cut = Diagnostic::error(Code::Truncated, cut).file(&source.name).remedy(remedy);
                self.problems.push(cut);
            }
        }
    }

    /// Files of finished figures: with another file nothing could be compared either.
    fn name_figures(&mut self, sources: &[Source]) {
        let of_figures = |source: &Source| source.shows(Seen::is_of_figures);
        if self.problems.is_empty() && !sources.is_empty() && sources.iter().all(of_figures) {
            self.problems.extend(sources.iter().map(|source| only_figures(&source.name, &[])));
        }
    }

    /// Indices of all files that take part.
    pub fn used(&self) -> impl Iterator<Item = usize> + '_ {
        let first = |place: usize| !self.predictions[..place].contains(&self.predictions[place]);
        let places = (0..self.predictions.len()).filter(move |place| first(*place));
        let predictions =
            places.map(|place| self.predictions[place]).filter(|file| Some(*file) != self.gold);
        self.gold.into_iter().chain(predictions).chain(self.na)
    }

    pub(super) fn waiting_error(&self) -> Error {
        if let Some(question) = &self.question {
            let options = question.options.iter().map(|one| &*one.choice).join(" or ");
            let message = format!("{} It may be {options}.", question.text);
            return Diagnostic::error(Code::Question, message).remedy("say which column").into();
        }
        let message = self.waiting.as_ref().map_or("nothing to score", |one| &*one.message);
        let remedy = "add the other file, or say which file and which of its columns hold gold \
                      answers and predictions";
        Diagnostic::error(Code::Incomplete, message).remedy(remedy).into()
    }

    fn missing(&self, sources: &[Source]) -> Option<Waiting> {
        let wait = |missing: Option<Role>, message: &str| {
            Some(Waiting { missing, message: message.to_owned(), answers: Vec::new() })
        };
        if sources.is_empty() {
            return wait(None, "no files yet");
        }
        // Nobody can say what a cut file was of which nothing is left, nor use it.
        let is_lost = |(source, role): &(&Source, &Option<Guess<Role>>)| {
            let is_empty = |one: &Inspection| role.is_none() || one.sample.rows() == 0;
            source.inspection.as_ref().is_ok_and(|one| one.ends_early && is_empty(one))
        };
        let is_waiting = self.gold.is_none() || self.predictions.is_empty();
        let lost =
            sources.iter().zip(&self.roles).filter(is_lost).count() * usize::from(is_waiting);
        match self.problems.len() + lost {
            0 => {}
            1 => return wait(None, "fix the problem below to get a score"),
            count => {
                return wait(None, &format!("fix the {count} problems below to get a score"));
            }
        }
        if let Some(question) = &self.question {
            let answers = question.options.clone();
            return Some(Waiting { missing: None, message: question.text.clone(), answers });
        }
        if sources.iter().all(Source::is_report) {
            return wait(None, "the files of the report are still missing");
        }
        let asks = "does this file hold gold answers or predictions? Its content does not show it";
        match (self.gold, self.predictions.is_empty()) {
            (None, true) => wait(None, asks),
            (None, false) => wait(Some(Role::Gold), "the gold file is still missing"),
            (Some(_), true) => wait(Some(Role::Predictions), "the predictions are still missing"),
            (Some(_), false) => None,
        }
    }
}

#[cfg(test)]
mod tests;
