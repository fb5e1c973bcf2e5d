//! Which file is gold and which holds predictions, and what speaks against that.

use super::columns::only_figures;
use super::{Plan, Source};
use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::types::{Certainty, Guess, Role};
use crate::doubt::{
    Doubt, FailuresListed, GuessedRoles, GuessedTable, LooksLike, OtherQuestions,
    ProvisionalReport, SwappedRoles,
};
use crate::report::model::DoubtCard;
use crate::session::protocol::Choices;
use crate::table::Shape;
use crate::understand::names::{file_says, is_of_failures};
use crate::understand::reading::Seen;
use crate::understand::schema::{FileRole, guess_roles, role_evidence};

impl Plan {
    /// Says which file is gold and which predictions, each chosen or guessed.
    pub(super) fn assign_roles(&mut self, sources: &[Source], choices: &Choices) {
        let evidence_of =
            |one: &Source| one.inspection.as_ref().map(role_evidence).unwrap_or_default();
        let evidence: Vec<FileRole> = sources.iter().map(evidence_of).collect();
        // A report beside a file leaves it alone, and so do figures that were worked out of it.
        let is_figures = |source: &Source| {
            !choices.roles.contains_key(&source.slot) && source.shows(Seen::is_summary)
        };
        let figures: Vec<bool> = sources.iter().map(is_figures).collect();
        let all = figures.iter().all(|is_one| *is_one);
        // Two reports of figures are no data and answers, and neither is an object of them.
        let measures = all && sources.iter().any(|source| source.shows(Seen::is_of_measures));
        if all && (figures.len() > 1 || measures) {
            self.problems.extend(sources.iter().map(|source| only_figures(&source.name, &[])));
        }
        let all_aside = !all || measures;
        let both = sources.iter().zip(figures);
        self.aside = both.map(|(one, figures)| one.is_report() || (figures && all_aside)).collect();
        self.leave_other_questions(sources, choices, &evidence);
        let others = self.aside.iter().zip(&evidence).filter(|(aside, _)| !**aside);
        let own: Vec<FileRole> = others.map(|(_, evidence)| evidence.clone()).collect();
        let mut guessed = guess_roles(&own).into_iter();
        let role = |aside: &bool| if *aside { None } else { guessed.next().flatten() };
        self.roles = self.aside.iter().map(role).collect();
        for (index, source) in sources.iter().enumerate() {
            if source.inspection.is_err() {
                self.roles[index] = None;
            } else if let Some(role) = choices.roles.get(&source.slot) {
                self.roles[index] = Some(Guess::new(*role, Certainty::Chosen, "chosen"));
                self.check_swap(source, *role, &evidence[index]);
            }
        }
        self.follow_columns(sources, choices);
        let is_gold =
            |one: &Source| choices.roles.get(&one.slot).is_some_and(|role| role.has_gold());
        let chosen_gold = sources.iter().any(is_gold);
        for role in self.roles.iter_mut().flatten() {
            if role.value == Role::Table && role.certainty != Certainty::Chosen && chosen_gold {
                role.value = Role::Predictions;
            }
        }
        self.take_roles();
        for source in sources {
            let reasons = source.report.iter().flat_map(|report| &report.provisional);
            let of_it = |reason: &DoubtCard| {
                let (file, reason) = (source.name.clone(), reason.message.clone());
                ProvisionalReport { file, reason }.into()
            };
            self.doubts.extend(reasons.map(of_it));
        }
        self.compare_chosen(sources, choices, &evidence);
    }

    /// Of files that each hold gold answers and predictions the first is scored, and those with the same
    /// questions: files with other ones, as of other subjects, are left aside.
    fn leave_other_questions(
        &mut self,
        sources: &[Source],
        choices: &Choices,
        evidence: &[FileRole],
    ) {
        let is_table =
            |index: &usize| evidence[*index].table.is_some() && !evidence[*index].no_answers;
        let files: Vec<usize> = (0..sources.len()).filter(|index| !self.aside[*index]).collect();
        let chosen = !choices.roles.is_empty() || !choices.columns.is_empty();
        let Some((first, rest)) = files.split_first() else { return };
        if chosen || !files.iter().all(is_table) {
            return;
        }
        let asks_other = |index: &usize| sources[*first].asks_other_than(&sources[*index]);
        let others: Vec<usize> = rest.iter().copied().filter(asks_other).collect();
        let Some(other) = others.first() else { return };
        let [file, other] = [*first, *other].map(|index| sources[index].name.clone());
        self.doubts.push(OtherQuestions { file, other, others: others.len() }.into());
        for index in others {
            self.aside[index] = true;
        }
    }

    /// A file beside a copy of it: nothing would be compared.
    pub(super) fn refuse_copies(&mut self, sources: &[Source]) {
        let Some(gold) = self.gold else { return };
        let chosen = |role: &Guess<Role>| role.certainty == Certainty::Chosen;
        if self.roles.iter().flatten().any(chosen) {
            return;
        }
        let is_copy = |run: &usize| *run != gold && sources[gold].is_copy_of(&sources[*run]);
        let first = self.predictions.first().filter(|_| self.predictions.iter().all(is_copy));
        if let Some(run) = first {
            let [a, b] = [gold, *run].map(|file| &sources[file].name);
            let message = if a == b {
                format!("{a} was given twice, so there is nothing to compare")
            } else {
                format!("{a} and {b} have the same content, so there is nothing to compare")
            };
            let remedy = "give predictions instead of one of the files";
            self.problems.push(Diagnostic::error(Code::SameFile, message).remedy(remedy));
        }
    }

    /// Gives a file the role that a chosen column is said to be of, where it alone has the column.
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
            let both =
                alone || (self.has_chosen_role(only) && self.role_of(only) != Some(choice.role));
            let value = if both { Role::Table } else { choice.role };
            self.roles[only] = Some(Guess::new(value, Certainty::Chosen, "chosen by its columns"));
        }
    }

    /// Takes the files by their roles.
    pub(super) fn take_roles(&mut self) {
        (self.gold, self.na) = (None, None);
        self.predictions.clear();
        for (index, role) in self.roles.iter().enumerate() {
            let Some(Guess { value: role, .. }) = role else { continue };
            if role.has_predictions() {
                self.predictions.push(index);
            }
            if role.has_gold() && self.gold.is_none() {
                self.gold = Some(index);
            }
            if *role == Role::NaProb {
                self.na = Some(index);
            }
        }
    }

    /// Gold files beside the one that is used.
    fn name_second_gold(&mut self, sources: &[Source]) {
        for (index, source) in sources.iter().enumerate() {
            let has_gold = self.role_of(index).is_some_and(Role::has_gold);
            if has_gold && self.gold != Some(index) {
                let message = "a second gold file is not used";
                let warning = Diagnostic::warning(Code::SecondGold, message).file(&source.name);
                self.remarks
                    .push(warning.remedy("remove one of the gold files, or change its role"));
            }
        }
    }

    /// Files beside a gold file and predictions that are neither.
    fn name_unused(&mut self, sources: &[Source]) {
        for ((source, role), aside) in sources.iter().zip(&self.roles).zip(&self.aside) {
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
                self.remarks.push(warning.remedy(remedy));
            }
        }
    }

    /// Whether shapes or names tell which file is gold, if only because they tell what all others are.
    pub(super) fn tells_roles(&self, sources: &[Source]) -> bool {
        let Some(gold) = self.gold else { return false };
        let is_known = |index: usize| {
            self.roles[index].as_ref().is_some_and(|role| role.certainty != Certainty::Guessed)
        };
        let name = |index: usize| file_says(&sources[index].name);
        self.predictions.iter().all(|index| *index == gold || is_known(*index))
            || (is_known(gold) && self.predictions.len() == 1)
            || self.predictions.iter().all(|index| name(gold) - name(*index) >= 2.0)
    }

    /// Guessed roles, and gold answers that are not used because another file is gold.
    pub(super) fn doubt_roles(&mut self, sources: &[Source]) {
        self.name_second_gold(sources);
        if self.gold.is_some() && !self.predictions.is_empty() {
            self.name_unused(sources);
        }
        let mut doubts = Vec::new();
        let told = self.tells_roles(sources);
        for index in self.used() {
            if let Ok(inspection) = &sources[index].inspection
                && let Shape::Wrapped { member } | Shape::WrappedIn { member, .. } =
                    &inspection.shape
                && is_of_failures(member)
            {
                let (file, member) = (sources[index].name.clone(), member.clone());
                doubts.push(FailuresListed { file, member }.into());
            }
            let Some(role) = self.roles[index].as_ref() else { continue };
            if role.certainty != Certainty::Guessed {
                continue;
            }
            let doubt = if role.value == Role::Table {
                let (file, reason) = (sources[index].name.clone(), role.reason.clone());
                Doubt::from(GuessedTable { file, reason })
            } else if told {
                continue;
            } else {
                let other = match self.gold {
                    Some(gold) if gold != index => Some(gold),
                    _ => self.predictions.iter().copied().find(|file| *file != index),
                };
                let Some(other) = other else { continue };
                let both = if self.gold == Some(index) { [index, other] } else { [other, index] };
                let [gold, predictions] = both.map(|file| sources[file].name.clone());
                GuessedRoles { gold, predictions }.into()
            };
            if !doubts.contains(&doubt) {
                doubts.push(doubt);
            }
        }
        self.doubts.extend(doubts);
        let Some(gold) = self.gold else { return };
        for index in self.predictions.iter().copied().filter(|index| *index != gold) {
            let Ok(inspection) = &sources[index].inspection else { continue };
            let evidence = role_evidence(inspection);
            if let Some(table) = evidence.table.as_ref().filter(|_| !evidence.no_answers) {
                let gold = &sources[gold].name;
                let message = format!("{}; its gold answers are not used, {gold} is", table.reason);
                let remedy = format!("to score this file by its own gold answers, remove {gold}");
                let remark = Diagnostic::info(Code::GoldColumnUnused, message);
                self.remarks.push(remark.file(&sources[index].name).remedy(remedy));
            }
        }
    }

    /// Chosen files of which the predictions look clearly more like gold than the gold file does.
    fn compare_chosen(&mut self, sources: &[Source], choices: &Choices, evidence: &[FileRole]) {
        let lead = |index: usize| evidence[index].gold - evidence[index].predictions;
        let chosen = |index: usize| choices.roles.contains_key(&sources[index].slot);
        let Some(gold) = self.gold.filter(|gold| chosen(*gold)) else { return };
        let is_swapped = |index: &&usize| chosen(**index) && lead(**index) - lead(gold) >= 1.0;
        let swapped = self.predictions.iter().find(is_swapped);
        if let Some(index) = swapped.filter(|_| self.remarks.count(Code::RolesLookSwapped) == 0) {
            let [gold, file] = [gold, *index].map(|index| sources[index].name.clone());
            let (given, looks) = (Role::Predictions.name(), LooksLike::MoreLikeGoldThan(gold));
            self.doubt_swap(SwappedRoles { file, given, looks });
        }
    }

    /// A file in a role that its columns speak against.
    fn check_swap(&mut self, source: &Source, role: Role, evidence: &FileRole) {
        let (here, there, other) = match role {
            Role::Gold => (evidence.gold, evidence.predictions, "predictions"),
            Role::Predictions => (evidence.predictions, evidence.gold, "gold"),
            Role::NaProb | Role::Table => return,
        };
        if there - here >= 2.0 {
            let looks = LooksLike::Role(other, evidence.reason.clone());
            let file = source.name.clone();
            self.doubt_swap(SwappedRoles { file, given: role.name(), looks });
        }
    }

    fn doubt_swap(&mut self, swapped: SwappedRoles) {
        let file = swapped.file.clone();
        let doubt = Doubt::from(swapped);
        let remark = Diagnostic::warning(Code::RolesLookSwapped, doubt.message()).file(file);
        self.remarks.push(remark.remedy("swap the files"));
        self.doubts.push(doubt);
    }
}
