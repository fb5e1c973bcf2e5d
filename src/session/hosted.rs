//! Compares a score with the rules of its hosted scorer, and checks the predictions.

use super::findings::key_in;
use super::{Finished, Session};
use crate::base::digits::counted;
use crate::base::types::{ColumnChoice, JoinBy, State};
use crate::join::{JoinedRun, NONE, Opening};
use crate::preset::{Settings, resolve};
use crate::report::host::{Difference, Fault, FaultCard, FaultyRow, HostCard, Submission};
use crate::score::evaluate::{prediction_cell, prediction_text};
use crate::session::protocol::{Choices, Hosted, Script};
use crate::table::Kind;
use crate::text::Scratch;
use crate::understand::reading::AnswerKind;
use itertools::Itertools as _;
use std::collections::BTreeSet;

/// At most this many rows of a fault are named.
const NAMED: usize = 5;

/// More different gold answers are not a set of labels.
const MOST_LABELS: usize = 20;

/// The differences found so far.
struct Differences(Vec<Difference>);

impl Differences {
    fn hold(&mut self, what: &str, host: &str, here: &str) {
        if host != here {
            let [what, host, here] = [what, host, here].map(str::to_owned);
            self.0.push(Difference { what, host, here });
        }
    }

    /// Compares the rules of the host with those in force: by their settings and, if these are equal, by their
    /// hashes.
    fn of_settings(&mut self, host: &Settings, here: &Settings) {
        let name = |one: &Settings| format!("{}@{}", one.preset.id, one.preset.version);
        let (theirs, ours) = (name(host), name(here));
        self.hold("preset", &theirs, &ours);
        if theirs != ours {
            return;
        }
        let values = [host, here].map(Settings::values);
        let keys = values.iter().flatten().map(|(key, _)| *key).unique();
        let before = self.0.len();
        for key in keys {
            let value = |all: &[(&str, String)]| {
                let found = all.iter().find(|(known, _)| *known == key);
                found.map(|(_, value)| value.clone()).unwrap_or_default()
            };
            let [host, here] = values.each_ref().map(|all| value(all));
            self.hold(key, &host, &here);
        }
        if before == self.0.len() {
            self.hold("preset", &host.hash(), &here.hash());
        }
    }
}

impl Session {
    /// Returns the hosted scorer's report on the score; `None` without a hosted scorer or a score.
    pub fn host_card(&self) -> Option<HostCard> {
        self.finished()?.host_card()
    }
}

impl Finished<'_> {
    /// Returns the hosted scorer of the score, with the differences from it and the faults of the predictions;
    /// `None` if there is none.
    pub(super) fn host_card(&self) -> Option<HostCard> {
        let hosted = self.choices.hosted.as_deref()?;
        let modified = self.differences(hosted);
        Some(HostCard {
            title: hosted.title.clone(),
            track: hosted.track.clone(),
            digest: hosted.digest.clone(),
            comparable: modified.is_empty(),
            modified,
            submission: self.score.submission.clone(),
        })
    }

    /// Returns the differences from the host's rules.
    fn differences(&self, hosted: &Hosted) -> Vec<Difference> {
        let (rules, here) = (&hosted.rules, self.choices);
        let mut found = Differences(Vec::new());
        let preset = rules.preset.as_deref().and_then(|preset| resolve(preset).ok());
        if let Some(own) = preset.and_then(|preset| Settings::compile(&preset, &rules.set).ok()) {
            found.of_settings(&own, &self.score.settings);
        }
        let script = |one: &Choices| one.script.as_ref().map(Script::sha256).unwrap_or_default();
        found.hold("script", &script(rules), &script(here));
        let columns = |all: &[ColumnChoice]| {
            let one = |one: &ColumnChoice| {
                format!("{}.{}={}", one.role.name(), one.field.name(), one.column)
            };
            all.iter().map(one).join(", ")
        };
        let own = hosted.with_own_columns(&here.columns);
        found.hold("columns", &columns(&own), &columns(&here.columns));
        let [host, now] = [rules, here].map(|one| one.join.map_or("", JoinBy::name));
        found.hold("join", host, now);
        let [host, now] = [rules, here].map(|one| one.cluster.as_deref().unwrap_or_default());
        found.hold("cluster", host, now);
        found.hold("seed", &rules.seed.to_string(), &here.seed.to_string());
        if here.settled != rules.settled {
            let [host, now] = [rules, here].map(|one| counted(one.settled.len(), "gold answer"));
            found.0.push(Difference { what: "settled".to_owned(), host, here: now });
        }
        // A hash that is still being computed proves nothing.
        let gold = self.plan.roles.gold.and_then(|gold| self.sources[gold].sha256.as_deref());
        if let Some(sha256) = gold {
            found.hold("gold", &hosted.gold, sha256);
        }
        found.0
    }

    /// Checks the predictions by the host's rules; accepts them if there is no host.
    pub(super) fn check_submission(&self) -> Submission {
        let Some(hosted) = self.choices.hosted.as_deref() else { return Submission::default() };
        let runs = self.material.joined.runs.iter().enumerate();
        let mut faults: Vec<FaultCard> = Vec::new();
        for (place, run) in runs.filter(|(_, run)| run.twin.is_none()) {
            faults.extend(self.faults(hosted, place, run));
        }
        for run in &self.material.joined.strangers {
            let rows = run.extra.iter().chain(&run.replaced).copied();
            faults.extend(self.extra(hosted, run, &rows.collect::<Vec<_>>()));
        }
        let accepted = faults.iter().all(|card| !card.refused);
        let left = self.material.scripted.map_or(0, |scripted| scripted.left);
        Submission { accepted, scored: left == 0, faults }
    }

    /// Everything that is wrong with a run.
    fn faults(&self, hosted: &Hosted, place: usize, run: &JoinedRun) -> Vec<FaultCard> {
        let settings = &self.score.settings;
        let states = &self.score.evaluation.runs[place].states;
        let with_state = |state: State| {
            (0..states.len()).filter(|row| states[*row] == state).collect::<Vec<_>>()
        };
        let mut found = Vec::new();
        let file = self.plan.columns.runs.get(run.file).map(|run| &self.sources[run.file]);
        let unreadable = file.map_or(0, super::Source::unparseable);
        found.extend(card(hosted, run, Fault::Unreadable, unreadable as usize, Vec::new()));
        // There may be a row without a prediction.
        let is_missing = |row: &usize| {
            matches!(states[*row], State::Missing | State::Excluded)
                && self.material.prediction(place, *row).is_none()
        };
        let missing: Vec<usize> = (0..states.len()).filter(is_missing).collect();
        found.extend(self.of_questions(hosted, run, Fault::Missing, &missing));
        found.extend(self.extra(hosted, run, &run.extra));
        let replaced = self.named(run, &run.replaced);
        found.extend(card(hosted, run, Fault::Duplicate, run.replaced.len(), replaced));
        let wrong_type = self.of_wrong_type(run);
        found.extend(self.of_questions(hosted, run, Fault::WrongType, &wrong_type));
        let is_of_type = |row: &usize| wrong_type.binary_search(row).is_err();
        let mut no_answer = with_state(State::NotExtracted);
        no_answer.retain(is_of_type);
        let mut wrong_label = self.of_wrong_label(place, &self.labels(hosted));
        if !hosted.labels.is_empty() {
            // An output in which no label is found is a wrong label.
            wrong_label.append(&mut no_answer);
            wrong_label.sort_unstable();
        }
        wrong_label.retain(is_of_type);
        found.extend(self.of_questions(hosted, run, Fault::NoAnswer, &no_answer));
        found.extend(self.of_questions(hosted, run, Fault::WrongLabel, &wrong_label));
        // If a question may have no answer, a blank is an answer.
        if !settings.rules.unanswerable {
            let empty = with_state(State::Blank);
            found.extend(self.of_questions(hosted, run, Fault::Empty, &empty));
        }
        found
    }

    /// Predictions for questions that the gold file does not have.
    fn extra(&self, hosted: &Hosted, run: &JoinedRun, rows: &[u32]) -> Option<FaultCard> {
        card(hosted, run, Fault::Extra, rows.len(), self.named(run, rows))
    }

    /// A fault of predictions, by the gold rows of their questions.
    fn of_questions(
        &self,
        hosted: &Hosted,
        run: &JoinedRun,
        fault: Fault,
        rows: &[usize],
    ) -> Option<FaultCard> {
        let table = self.material.files[run.file].table;
        let named = |row: &usize| FaultyRow {
            row: Some(run.rows[*row])
                .filter(|at| *at != NONE)
                .map(|at| table.row_number(at as usize)),
            id: self.material.key(*row),
        };
        card(hosted, run, fault, rows.len(), rows.iter().take(NAMED).map(named).collect())
    }

    /// The first of some rows of a run's file.
    fn named(&self, run: &JoinedRun, rows: &[u32]) -> Vec<FaultyRow> {
        let side = &self.material.files[run.file];
        let by = self.material.joined.by.value;
        let named = |row: &u32| {
            // If there is no key, the row number is enough.
            let id = key_in(side, *row as usize, by).unwrap_or_default();
            FaultyRow { row: Some(side.table.row_number(*row as usize)), id }
        };
        rows.iter().take(NAMED).map(named).collect()
    }

    /// Gold rows whose predictions are lists or objects that the preset does not take.
    fn of_wrong_type(&self, run: &JoinedRun) -> Vec<usize> {
        let settings = &self.score.settings;
        let opening = self.material.joined.openings.get(run.file).copied().unwrap_or_default();
        if settings.takes_objects()
            || settings.preset.takes_verdicts()
            || opening == Opening::Wrapped
        {
            return Vec::new();
        }
        let side = &self.material.files[run.file];
        let is_wrong = |row: &usize| {
            let at = run.rows[*row];
            if at == NONE {
                return false;
            }
            let cell = prediction_cell(side, at as usize).1;
            match cell.kind {
                Kind::Object => true,
                // A list of one value counts as this value.
                Kind::List => {
                    !settings.takes_lists()
                        && prediction_text(cell).is_some_and(|text| *text == *cell.text)
                }
                _ => false,
            }
        };
        (0..run.rows.len()).filter(is_wrong).collect()
    }

    /// The labels of the benchmark in the compared form: those of the host or, if the set of answers is closed,
    /// those in the gold file; none if any answer is possible.
    fn labels(&self, hosted: &Hosted) -> BTreeSet<String> {
        let preset = &self.score.settings.preset;
        let mut labels = BTreeSet::new();
        labels.extend(hosted.labels.iter().map(|label| self.label(label)));
        if labels.is_empty() && preset.kind() == Some(AnswerKind::Closed) {
            for row in 0..self.material.gold.table.rows() {
                labels.extend(self.material.answers.of(row).map(|answer| self.label(answer)));
                if labels.len() > MOST_LABELS {
                    return BTreeSet::new();
                }
            }
        }
        labels
    }

    /// An answer in the form in which labels are compared, without punctuation around it.
    fn label(&self, answer: &str) -> String {
        let is_mark = |c: char| c.is_whitespace() || ".,;:!\"'`*".contains(c);
        let mut scratch = Scratch::default();
        self.score.settings.normalizer.apply(answer.trim_matches(is_mark), &mut scratch).to_owned()
    }

    /// Gold rows for which the predicted answer is not among the labels.
    fn of_wrong_label(&self, place: usize, labels: &BTreeSet<String>) -> Vec<usize> {
        if labels.is_empty() {
            return Vec::new();
        }
        let (material, states) = (&self.material, &self.score.evaluation.runs[place].states);
        let is_wrong = |row: &usize| {
            let Some(output) = material.prediction(place, *row) else { return false };
            let column = material.column(place, *row);
            let answer = self.score.settings.extractor_of(column).extract(&output).answer;
            answer.is_some_and(|answer| !labels.contains(&self.label(answer)))
        };
        let answered = (0..states.len()).filter(|row| states[*row] == State::Answered);
        answered.filter(is_wrong).collect()
    }

    /// Gold answers that are not among the labels that the host names.
    pub fn gold_beside_labels(&self) -> Vec<String> {
        let named = self.choices.hosted.as_deref().filter(|hosted| !hosted.labels.is_empty());
        let Some(labels) = named.map(|hosted| self.labels(hosted)) else { return Vec::new() };
        let all =
            (0..self.material.gold.table.rows()).flat_map(|row| self.material.answers.of(row));
        all.filter(|answer| !labels.contains(&self.label(answer)))
            .unique()
            .map(str::to_owned)
            .collect()
    }
}

/// Describes a fault; `None` if no row has it.
fn card(
    hosted: &Hosted,
    run: &JoinedRun,
    fault: Fault,
    count: usize,
    first: Vec<FaultyRow>,
) -> Option<FaultCard> {
    if count == 0 {
        return None;
    }
    let by_number = |one: &str, several: &str| {
        let words = if count == 1 { one } else { several };
        words.to_owned()
    };
    let rows = counted(count, "row");
    let predictions = counted(count, "prediction");
    let (message, remedy) = match fault {
        Fault::Unreadable => (
            format!("{rows} cannot be read"),
            "correct these rows: each must be a complete record of the file's format".to_owned(),
        ),
        Fault::Missing => (
            format!("{} {} no prediction", counted(count, "question"), by_number("has", "have")),
            "add a row for each of these ids".to_owned(),
        ),
        Fault::Extra => (
            format!(
                "{predictions} {} an id that the benchmark does not have",
                by_number("has", "have")
            ),
            "remove these rows, or correct their ids".to_owned(),
        ),
        Fault::Duplicate => (
            format!("{predictions} {} an id that another row has", by_number("repeats", "repeat")),
            "keep one row for each id".to_owned(),
        ),
        Fault::WrongType => (
            format!(
                "{predictions} {} a list or an object, where one value is expected",
                by_number("is", "are")
            ),
            "write the answer itself as text or number".to_owned(),
        ),
        Fault::NoAnswer => (
            format!("no answer was found in {}", counted(count, "output")),
            "write the answer as the benchmark asks for it".to_owned(),
        ),
        Fault::WrongLabel => {
            let labels = hosted.labels.iter().take(MOST_LABELS).join(", ");
            let remedy = if labels.is_empty() {
                "use the labels of the benchmark".to_owned()
            } else {
                format!("use one of {labels}")
            };
            let words = by_number("is not a label", "are not labels");
            (format!("{} {words} of the benchmark", counted(count, "answer")), remedy)
        }
        Fault::Empty => (
            format!("{predictions} {} blank", by_number("is", "are")),
            "write an answer in each of these rows".to_owned(),
        ),
    };
    let refused = fault.is_formal() && !hosted.accept.contains(&fault);
    Some(FaultCard {
        fault,
        refused,
        run: run.name.clone(),
        count: count as u64,
        first,
        message,
        remedy,
    })
}
