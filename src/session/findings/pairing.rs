//! Findings about joined files: extra and duplicate predictions, and signs of a wrong pairing.

use super::key;
use crate::base::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::base::digits::{counted, grouped};
use crate::base::types::{Field, JoinBy};
use crate::doubt::{
    AdjacentTexts, Doubt, EndTokens, FirstOfLists, GradedPredictions, Joining, LeftOut,
    LikeliestChoices, NearIds, NestedPredictions, NoProbabilities, OtherGold, OwnQuestions,
    UnevenAttempts, UnopenedPredictions, WrappedPredictions,
};
use crate::join::{
    Attempts, Joined, JoinedRun, NONE, Opening, Questions, Side, Weakness, first_text, near,
};
use crate::preset::Settings;
use crate::score::evaluate::{NaProbabilities, opened, prediction_column, takes};
use crate::table::{Cell, Kind, json};
use crate::understand::names;
use crate::understand::schema::{AnswerLists, graded, likeliest, unwrapped, without_end};

/// Findings about the pairing of rows.
#[inline(never)]
pub(crate) fn pairing(
    gold: &Side<'_>,
    files: &[Side<'_>],
    joined: &Joined,
    doubts: &mut Vec<Doubt>,
    log: &mut Diagnostics,
    settings: &Settings,
) {
    let by = joined.by.value;
    if joined.weaknesses.contains(&Weakness::RowOrder) {
        let message = "gold answers and predictions are joined by row order; nothing confirms the \
                       order";
        let warning = Diagnostic::warning(Code::RowOrder, message).file(gold.name);
        log.push(warning.remedy("add ids or questions to both files"));
    }
    if joined.weaknesses.contains(&Weakness::CountingIds) {
        let words = Doubt::from(Joining(Weakness::CountingIds)).message();
        let found = Diagnostic::info(Code::CountingIds, words).file(gold.name);
        log.push(found.remedy("add the questions to both files, so that they can be compared"));
    }
    for run in &joined.strangers {
        let side = &files[run.file];
        let message = format!(
            "no row of {} matches a question of the gold file, so {} left out",
            run.name,
            match run.extra.len() + run.replaced.len() {
                1 => "its one row is".to_owned(),
                rows => format!("its {} rows are", grouped(rows)),
            }
        );
        let warning = Diagnostic::warning(Code::LeftOut, message).file(side.name);
        log.push(warning.remedy(
            "check that the file belongs to the same dataset and split, or \
                                 remove it",
        ));
    }
    // Whoever drops a file expects it to be scored.
    let left_out = joined.strangers.iter().map(|run| LeftOut { run: run.name.clone() }.into());
    doubts.extend(left_out);
    if let Some((other, rows)) = joined.disagreeing {
        let message = format!(
            "joined on {}; {} would match {} with other predictions",
            by.plural(),
            other.plural(),
            counted(rows as usize, "question")
        );
        let warning = Diagnostic::warning(Code::KeysDisagree, message).file(gold.name);
        log.push(warning.remedy("check whether ids or questions were shifted or shuffled"));
    }
    for row in &joined.duplicate_gold {
        let row = *row as usize;
        let message = format!(
            "{} is in the gold file more than once; each row is scored",
            key(gold, row, by)
        );
        log.push(gold.warning(row, Code::DuplicateGold, message));
    }
    for run in &joined.runs {
        let side = &files[run.file];
        for row in &run.extra {
            let row = *row as usize;
            let key = key(side, row, by);
            let message = if !key.starts_with('"') {
                format!("the gold file has no question for {key}")
            } else if by == JoinBy::Question {
                format!("the gold file has no question {key}")
            } else {
                format!("the gold file has no question with the id {key}")
            };
            log.push(side.warning(row, Code::ExtraPrediction, message));
        }
        for row in &run.replaced {
            let row = *row as usize;
            let key = key(side, row, by);
            let message = if settings.join_rules().first {
                format!("an earlier prediction for {key} counts instead of this one")
            } else {
                format!("a later prediction for {key} replaces this one")
            };
            let warning = side.warning(row, Code::DuplicatePrediction, message);
            log.push(warning.remedy("keep one prediction for each question"));
        }
        let opening = joined.openings[run.file];
        // If objects and lists are compared as such, they are not odd predictions.
        if !settings.preset.takes_verdicts() && !settings.takes_objects() {
            let lists = settings.takes_lists();
            doubts.extend(odd_predictions(side, run, opening, lists, log).map(Doubt::from));
        }
    }
}

/// How many attempts each run has, if several count; a doubt if some questions have more than others.
pub(crate) fn attempts(
    files: &[Side<'_>],
    joined: &Joined,
    doubts: &mut Vec<Doubt>,
    log: &mut Diagnostics,
) {
    for run in &joined.runs {
        let Some((fewest, most)) = run.attempts.as_ref().and_then(Attempts::extent) else {
            continue;
        };
        let each =
            if fewest == most { fewest.to_string() } else { format!("from {fewest} to {most}") };
        let (name, all, questions) = (run.short_name.clone(), run.found(), run.rows.len());
        let message = format!(
            "{name}: {} at {}, {each} for each",
            counted(all, "attempt"),
            counted(questions, "question")
        );
        // A question without an attempt is reported as missing.
        if fewest > 0 && fewest != most {
            let [fewest, most] = [fewest, most].map(|count| count as usize);
            let run = name.clone();
            doubts.push(UnevenAttempts { run, attempts: all, questions, fewest, most }.into());
        }
        log.push(Diagnostic::info(Code::Attempts, message).file(files[run.file].name));
    }
}

/// Questions that are known only from results.
pub(crate) fn own_questions(gold: &Side<'_>, doubts: &mut Vec<Doubt>, log: &mut Diagnostics) {
    let doubt = Doubt::from(OwnQuestions { tasks: gold.table.rows() });
    let warning = Diagnostic::warning(Code::OwnQuestions, doubt.message()).file(gold.name);
    log.push(warning.remedy("add the file of the tasks, such as HumanEval.jsonl.gz"));
    doubts.push(doubt);
}

/// Gold answers that differ between the rows of one question.
#[inline(never)]
pub(crate) fn other_gold(
    gold: &Side<'_>,
    questions: &Questions,
    doubts: &mut Vec<Doubt>,
    log: &mut Diagnostics,
) {
    if !questions.other_gold.is_empty() {
        doubts.push(OtherGold { rows: questions.other_gold.len() }.into());
    }
    for row in &questions.other_gold {
        let message = "another row of this question has other gold answers; the first counts";
        let warning = Diagnostic::warning(Code::OtherGold, message).file(gold.name).row(*row);
        log.push(warning.remedy("check the gold answers, or split the file by run"));
    }
}

/// Predictions of which only a part is scored: the text in an object, or the first element of a list.
#[inline(never)]
pub(crate) fn openings(
    files: &[Side<'_>],
    joined: &Joined,
    doubts: &mut Vec<Doubt>,
    log: &mut Diagnostics,
) {
    // Only the token that ends them was removed.
    let is_ended = |text: &str| unwrapped(without_end(text).unwrap_or(text)).is_none();
    let mut said: Vec<&str> = Vec::new();
    for (side, opening) in files.iter().zip(&joined.openings) {
        if said.contains(&side.name) {
            continue;
        }
        let file = side.name.to_owned();
        let (code, doubt, remedy): (_, Doubt, _) = match opening {
            Opening::Plain => continue,
            Opening::Wrapped if first_are(side, &|text| likeliest(text).is_some()) => (
                Code::LikeliestChoices,
                LikeliestChoices { file }.into(),
                "check that gold answers count choices from 0",
            ),
            Opening::Wrapped if first_are(side, &|text| graded(text).is_some()) => (
                Code::GradedPredictions,
                GradedPredictions { file }.into(),
                "check that the verdict is not part of the answers",
            ),
            Opening::Wrapped if first_are(side, &is_ended) => (
                Code::EndTokens,
                EndTokens { file }.into(),
                "if the token is not part of the answers, remove it from the file",
            ),
            Opening::Wrapped => (
                Code::WrappedPredictions,
                WrappedPredictions { file, all: unopened(side).is_empty() }.into(),
                "if quotes and brackets belong to the answers, write plain texts",
            ),
            Opening::Firsts => {
                let Some(column) = side.map.index(side.table, Field::Prediction) else { continue };
                let list = |row: &usize| {
                    let cell = side.table.cell(*row, column);
                    cell.kind == Kind::List && first_text(cell.text).is_some()
                };
                let lists = (0..side.table.rows()).filter(list).count();
                let doubt = FirstOfLists { file, lists, all: side.table.rows() }.into();
                (Code::FirstOfLists, doubt, "write only the intended answer, as a text")
            }
        };
        said.push(side.name);
        log.push(Diagnostic::warning(code, doubt.message()).file(side.name).remedy(remedy));
        doubts.push(doubt);
        let broken = if code == Code::WrappedPredictions { unopened(side) } else { Vec::new() };
        if let Some(first) = broken.first() {
            let (file, rows, all) = (side.name.to_owned(), broken.len(), side.table.rows());
            let doubt = Doubt::from(UnopenedPredictions { file, rows, all });
            let found = Diagnostic::warning(Code::UnopenedPredictions, doubt.message());
            let remedy = "correct brackets and quotes, or write plain texts";
            log.push(found.file(side.name).row(side.table.row_number(*first)).remedy(remedy));
            doubts.push(doubt);
        }
    }
}

/// The rows whose predictions begin like objects but cannot be parsed.
fn unopened(side: &Side<'_>) -> Vec<usize> {
    let Some(column) = side.map.index(side.table, Field::Prediction) else { return Vec::new() };
    let is_broken = |row: &usize| {
        let cell = side.table.cell(*row, column);
        let text = cell.text.trim();
        cell.kind == Kind::String && text.starts_with(['{', '`']) && unwrapped(text).is_none()
    };
    (0..side.table.rows()).filter(is_broken).collect()
}

/// Whether a test holds for the first predictions of a file.
fn first_are(side: &Side<'_>, test: &dyn Fn(&str) -> bool) -> bool {
    let Some(column) = side.map.index(side.table, Field::Prediction) else { return false };
    let rows = 0..side.table.rows().min(20);
    let cells = rows.map(|row| side.table.cell(row, column)).filter(|cell| !cell.is_nothing());
    let mut cells = cells.peekable();
    cells.peek().is_some() && cells.all(|cell| test(cell.text.trim()))
}

/// Ids that nearly match, among those that do not match.
#[inline(never)]
pub(crate) fn near_ids(
    gold: Side<'_>,
    files: &[Side<'_>],
    joined: &Joined,
    doubts: &mut Vec<Doubt>,
    log: &mut Diagnostics,
) {
    if joined.by.value != JoinBy::Id {
        return;
    }
    for run in &joined.runs {
        let side = &files[run.file];
        let rows = (0..).zip(&run.rows).filter(|(_, found)| **found == NONE);
        let missing: Vec<u32> = rows.map(|(row, _)| row).collect();
        if let Some(found) = near(gold, &missing, *side, &run.extra) {
            let doubt = Doubt::from(NearIds(found));
            let warning = Diagnostic::warning(Code::NearMatch, doubt.message()).file(side.name);
            let remedy = "join on ids that nearly match, or write the ids in the same way in both \
                          files";
            log.push(warning.remedy(remedy));
            doubts.push(doubt);
        }
    }
}

/// Gold answers that Python reads as one text, but that `NumPy` wrote as two.
#[inline(never)]
pub(crate) fn adjacent_texts(
    gold: &Side<'_>,
    answers: &AnswerLists,
    doubts: &mut Vec<Doubt>,
    log: &mut Diagnostics,
) {
    if let Some(row) = answers.adjacent.first() {
        doubts.push(AdjacentTexts { rows: answers.adjacent.len() }.into());
        let message = "texts without a comma between them are read as one answer; if NumPy \
                       printed them, they were several";
        let warning = gold.warning(*row as usize, Code::AdjacentTexts, message);
        log.push(warning.remedy("write the answers as JSON lists, or with .tolist()"));
    }
}

/// Warns of gold answers that are objects without a member that is known to hold the answer.
#[inline(never)]
pub(crate) fn object_golds(gold: &Side<'_>, answers: &AnswerLists, log: &mut Diagnostics) {
    let Some(name) = gold.map.one(Field::Answers) else { return };
    let Some(column) = gold.table.column(name) else { return };
    let is_object = |answer: &str| {
        answer.starts_with('{') && json::members(answer).all(|member| member.is_ok())
    };
    for row in 0..gold.table.rows() {
        let kind = gold.table.kind(row, column);
        if !matches!(kind, Kind::Object | Kind::List) || !answers.of(row).any(is_object) {
            continue;
        }
        let message = "the gold answer is an object without a member that is known to hold the \
                       answer; it is compared as written";
        let warning = gold.warning(row, Code::ObjectGold, message).column(name);
        log.push(match kind {
            Kind::Object => warning.remedy(format!(
                "name the member with the answer, such as --map gold.answers={name}.MEMBER"
            )),
            _ => warning.remedy(TEXTS),
        });
    }
}

const TEXTS: &str = "write only the text of each answer";

/// Predictions that are not texts; a doubt if most are lists of several values or objects.
#[inline(never)]
fn odd_predictions(
    side: &Side<'_>,
    run: &JoinedRun,
    opening: Opening,
    lists: bool,
    log: &mut Diagnostics,
) -> Option<NestedPredictions> {
    let (mut nested, mut all) = (0, 0);
    for row in (0..run.rows.len()).flat_map(|gold| run.attempts_at(gold)) {
        let row = *row as usize;
        let (column, place) = prediction_column(side, row);
        all += 1;
        if opening != Opening::Wrapped
            && place.is_some_and(|place| side.table.kind(row, place) == Kind::String)
        {
            continue;
        }
        let cell = place.map_or(Cell::ABSENT, |place| side.table.cell(row, place));
        let text = opened(cell, opening);
        // The reference takes these as they are.
        if cell.kind == Kind::List && takes(cell, lists) {
            continue;
        }
        let as_written = text.as_deref() == Some(cell.text);
        nested += usize::from(as_written && matches!(cell.kind, Kind::List | Kind::Object));
        let found = match cell.kind {
            Kind::List | Kind::Object
                if opening == Opening::Wrapped && text.is_some() && !as_written =>
            {
                continue;
            }
            Kind::List if opening == Opening::Firsts && first_text(cell.text).is_some() => continue,
            _ if text.is_none() => {
                let words = "there is no prediction; it counts as missing";
                Diagnostic::warning(Code::NullPrediction, words)
            }
            Kind::List => {
                let words = "the prediction is a list; a list of one text is read as that text, \
                             other lists are compared as written";
                Diagnostic::warning(Code::ListPrediction, words).remedy(TEXTS)
            }
            Kind::Object => {
                let words = "the prediction is an object; it is compared as written";
                Diagnostic::warning(Code::ObjectPrediction, words).remedy(TEXTS)
            }
            Kind::Bool | Kind::Number => {
                let words = "the prediction is not a text; it is compared as written";
                Diagnostic::info(Code::BarePrediction, words)
            }
            Kind::Absent | Kind::Null | Kind::String => continue,
        };
        let found = found.file(side.name).row(side.table.row_number(row));
        log.push(match column {
            Some(name) => found.column(name),
            None => found,
        });
    }
    (nested * 2 > all).then(|| NestedPredictions { run: run.short_name.clone(), nested, all })
}

/// Warns of probabilities of no answer in files of predictions, if the preset could use them and none are given.
#[inline(never)]
pub(crate) fn unread_probabilities(sides: &[Side<'_>], log: &mut Diagnostics) {
    let is_one =
        |name: &&String| names::names_of(Field::NaProbability).contains(&&*name.to_lowercase());
    for side in sides {
        let Some(name) = side.table.columns().iter().find(is_one) else { continue };
        let message = "the probabilities that questions have no answer are not read";
        let found = Diagnostic::warning(Code::UnreadProbabilities, message).file(side.name);
        let remedy = "give the same file as the no-answer probabilities (--na-prob), too";
        log.push(found.column(name).remedy(remedy));
    }
}

/// Findings about probabilities of no answer.
#[inline(never)]
pub(crate) fn probabilities(
    gold: &Side<'_>,
    na: &Side<'_>,
    read: &NaProbabilities,
    doubts: &mut Vec<Doubt>,
    log: &mut Diagnostics,
) {
    let beyond = read.by_row.iter().filter(|value| !(0.0..=1.0).contains(*value)).count();
    if beyond > 0 {
        let (file, all) = (na.name.to_owned(), read.by_row.len());
        doubts.push(NoProbabilities { file, beyond, all }.into());
    }
    let lacking = gold.table.rows() - read.order.len();
    if lacking > 0 {
        let message = format!(
            "questions without a no-answer probability: {lacking}; 0 is used \
                               for them"
        );
        log.push(Diagnostic::warning(Code::NoProbability, message).file(na.name));
    }
}
