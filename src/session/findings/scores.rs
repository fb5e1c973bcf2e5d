//! Findings about scored rows: missing and blank predictions, rows where the reference would stop, and
//! predictions that are copies or shifted.

use super::{LOOKED_AT, OneRun, answers, damage, key};
use crate::base::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use crate::base::digits::{counted, grouped};
use crate::base::types::{Field, JoinBy, PartOf, State};
use crate::doubt::{
    BlankGold, CopiedGold, Doubt, Judged, NoGoldAnswers, NothingExtracted, OtherScale, UnknownParts,
};
use crate::join::JoinedRun;
use crate::preset::{Others, Settings};
use crate::score::evaluate::{Evaluation, Material, RunScores, is_blank};
use crate::score::metric::compare::Note;
use crate::score::metric::numeric_match::NUMBERS;
use crate::understand::names::{VALUE, is_name_of, says};
use crate::understand::reading::AnswerKind;
use std::collections::HashSet;

/// The notes of judges on the questions of a run, with the number of questions.
#[inline(never)]
pub(crate) fn notes(of: OneRun<'_>) -> Vec<(&'static Note, u64)> {
    let OneRun { material, evaluation, place: run } = of;
    let mut counts: Vec<(&Note, u64)> = Vec::new();
    for (row, bits) in evaluation.runs[run].notes.iter().enumerate().filter(|(_, bits)| **bits != 0)
    {
        for note in evaluation.settings().notes_of(evaluation.part(material, row), *bits) {
            match counts.iter_mut().find(|(known, _)| *known == note) {
                Some((_, count)) => *count += 1,
                None => counts.push((note, 1)),
            }
        }
    }
    counts
}

/// Whether a note means that no possible answer was found in an output.
fn unreads(code: Code) -> bool {
    matches!(code, Code::InvalidChoice | Code::NoLabel | Code::NoDate)
}

/// Reports the notes of judges.
#[inline(never)]
fn judged(of: OneRun<'_>, log: &mut Diagnostics, doubts: &mut Vec<Doubt>) {
    let OneRun { material, evaluation, place: run } = of;
    let (gold, by) = (&material.gold, material.joined.by.value);
    let settings = evaluation.settings();
    // A note on a gold answer would be repeated for every run.
    let told = |row: usize| {
        let runs = evaluation.runs[..run].iter();
        runs.fold(0, |told, run| told | run.notes.get(row).copied().unwrap_or_default())
    };
    for (row, bits) in evaluation.runs[run].notes.iter().enumerate().filter(|(_, bits)| **bits != 0)
    {
        for note in settings.notes_of(evaluation.part(material, row), *bits & !told(row)) {
            let message = format!("{}: {}", key(gold, row, by), note.words);
            log.push(gold.warning(row, note.code, message).remedy(note.remedy));
        }
    }
    let counts = notes(of);
    // A note on every question is not about single questions: the preset or a column may be wrong.
    let answered =
        |state: &&State| matches!(state, State::Answered | State::NotExtracted | State::Blank);
    let all = evaluation.runs[run].states.iter().filter(answered).count() as u64;
    let of_all = |count: u64| count >= all.max(FEW);
    let of_each = |code: Code, count: u64| unreads(code) && count == all && count > 2;
    // An output in which nothing is found may be in a form that Scoredrop does not understand.
    let unread = |code: Code, count: u64| unreads(code) && count > 2 && count * 10 > all;
    // If only numbers are compared, a question whose gold answer has no number is left out.
    let of_numbers = settings.preset.kind() == Some(AnswerKind::Number);
    let left_out = |code: Code, count: u64| {
        of_numbers && code == Code::GoldWithoutNumber && count * 100 >= all
    };
    let is_doubt = |(Note { doubt, code, .. }, count): &&(&Note, u64)| {
        let (code, count) = (*code, *count);
        (*doubt && count * HALF_A_POINT >= all)
            || left_out(code, count)
            || of_all(count)
            || of_each(code, count)
            || unread(code, count)
    };
    for (note, count) in counts.iter().filter(is_doubt) {
        let doubt = Doubt::from(Judged { note, questions: *count as usize });
        if !doubts.contains(&doubt) {
            doubts.push(doubt);
        }
    }
}

/// Findings about scored rows.
#[inline(never)]
pub(crate) fn evaluation(
    material: &Material<'_>,
    evaluation: &Evaluation,
    log: &mut Diagnostics,
    doubts: &mut Vec<Doubt>,
) {
    let gold = &material.gold;
    let by = material.joined.by.value;
    if evaluation.settings().asks_for_answers() {
        let rows = gold.table.rows();
        let without: Vec<usize> =
            (0..rows).filter(|row| material.answers.of(*row).len() == 0).collect();
        // For such questions, some metrics have no value, and others are 0.
        let counts = |row: &usize| {
            let value = |run: &RunScores| run.values.first().map_or(f64::NAN, |one| one[*row]);
            evaluation.runs.iter().any(|run| !value(run).is_nan())
        };
        let counted = without.iter().any(counts);
        // KILT has outputs that only name the provenance of an answer.
        if material.answers.absent > 0 || without.len() * 5 > rows {
            doubts.push(NoGoldAnswers { rows: without.len(), all: rows, counted }.into());
        }
        let end = if counted { "so it scores 0" } else { "and is not scored" };
        for row in without {
            let message = format!("{} has no gold answer, {end}", key(gold, row, by));
            log.push(gold.warning(row, Code::NoGoldAnswer, message));
        }
    }
    // If nothing is compared, a blank answer changes nothing.
    if !evaluation.settings().preset.takes_verdicts() {
        blanks(material, log, doubts);
    }
    damage::gold(material, log, doubts);
    parts(material, evaluation, log, doubts);
    refusals(material, evaluation, log);
    super::numbers::numeric(material, evaluation, log, doubts);
    let settings = evaluation.settings();
    for (index, scores) in evaluation.runs.iter().enumerate() {
        let run = &material.joined.runs[index];
        // The findings equal those of the run it is a second score of, except for the number of answers.
        if run.twin.is_some() {
            continue;
        }
        let side = &material.files[run.file];
        let of = OneRun { material, evaluation, place: index };
        unanswered(of, log);
        // For numbers, the reader of numbers reports this.
        if !of_numbers(settings) {
            doubts.extend(unextracted(&scores.states, run).map(Doubt::from));
        }
        judged(of, log, doubts);
        doubts.extend(unscaled(of).map(Doubt::from));
        // Judges report what they cannot read, but the rules for F1 read words.
        let words = settings.preset.metrics.iter().any(|metric| metric == "f1");
        if words || settings.compares_words(PartOf::Whole) {
            answers::doubtful(of, log, doubts);
        }
        if let Some(doubt) = copied(of) {
            let column = doubt.column.clone();
            let doubt = Doubt::from(doubt);
            let warning = Diagnostic::warning(Code::CopiedGold, doubt.message()).file(side.name);
            log.push(warning.column(column).remedy("choose the column that holds the predictions"));
            doubts.push(doubt);
        }
        damage::predictions(of, log, doubts);
        super::otherwise::otherwise(of, log);
    }
}

/// Whether numbers are all that is compared.
fn of_numbers(settings: &Settings) -> bool {
    settings.comparison_of(PartOf::Whole).is_some_and(|one| one.name == NUMBERS.name)
}

/// Reports if no answer has the scale that its question asks for, for example because a file leaves scales out.
fn unscaled(of: OneRun<'_>) -> Option<OtherScale> {
    let OneRun { material, evaluation, place } = of;
    let (gold, run) = (&material.gold, &evaluation.runs[place]);
    let metrics = &evaluation.settings().preset.metrics;
    let values = &run.values[metrics.iter().position(|metric| metric == "scale")?];
    let column = gold.map.of(Field::Detail).find(|name| *name == "scale")?;
    let column = gold.table.column(column)?;
    let asked = |row: &usize| {
        run.states[*row] == State::Answered && !gold.table.cell(*row, column).text.is_empty()
    };
    let asked: Vec<usize> = (0..gold.table.rows()).filter(asked).collect();
    (asked.len() > FEWEST_SCALES && asked.iter().all(|row| values[*row] == 0.0))
        .then(|| OtherScale { run: of.name(), answers: asked.len() })
}

/// Up to this many answers may all have the wrong scale by chance.
const FEWEST_SCALES: usize = 4;

/// Reports the questions without an answer that could be compared.
#[inline(never)]
fn unanswered(of: OneRun<'_>, log: &mut Diagnostics) {
    let OneRun { material, evaluation, place: index } = of;
    let (gold, by, settings) = (&material.gold, material.joined.by.value, evaluation.settings());
    let unanswerable = settings.rules.unanswerable;
    let (run, scores) = (&material.joined.runs[index], &evaluation.runs[index]);
    let side = &material.files[run.file];
    let what = if of_numbers(settings) { "number" } else { "answer" };
    let blank = if unanswerable { Severity::Info } else { Severity::Warning };
    let name = run.short_name.clone();
    for (row, state) in scores.states.iter().enumerate() {
        let is_left_out = || settings.leaves_out(evaluation.part(material, row));
        if *state == State::Answered || (*state == State::Excluded && is_left_out()) {
            continue;
        }
        let key = key(gold, row, by);
        let (severity, code, message) = match state {
            State::Excluded if material.answers.of(row).all(is_blank) => {
                let end = "comes after all rows that have one, so it looks like a summary and is \
                           left out";
                (Severity::Info, Code::SumRow, format!("{key} has no gold answer and {end}"))
            }
            State::Excluded => {
                let message =
                    format!("{name} has no prediction for {key}; it is left out of the score");
                (Severity::Warning, Code::Excluded, message)
            }
            // If questions may have no answer, a blank is an ordinary answer.
            State::Blank => {
                (blank, Code::BlankPrediction, format!("the prediction for {key} is blank"))
            }
            State::NotExtracted => {
                let message = format!("no {what} was found in the prediction for {key}");
                (Severity::Warning, Code::NotExtracted, message)
            }
            State::Missing | State::Answered => {
                let message = format!("{name} has no prediction for {key}");
                (Severity::Warning, Code::MissingPrediction, message)
            }
        };
        let (file, row) = match state {
            State::Missing | State::Excluded => (gold.name, gold.table.row_number(row)),
            _ => (side.name, side.table.row_number(run.rows[row] as usize)),
        };
        log.push(Diagnostic::new(severity, code, message).file(file).row(row));
    }
}

/// With fewer questions, it may be chance that a note applies to all.
const FEW: u64 = 5;
/// Fewer than one question in this many cannot move a score by half a point.
const HALF_A_POINT: u64 = 200;

/// Predictions in which the rule of extraction finds no answers because of their form.
#[inline(never)]
fn unextracted(states: &[State], run: &JoinedRun) -> Option<NothingExtracted> {
    let count = |wanted: State| states.iter().filter(|state| **state == wanted).count() as u64;
    let (not_extracted, answered) = (count(State::NotExtracted), count(State::Answered));
    (answered == 0 && not_extracted >= FEW).then(|| NothingExtracted {
        run: run.short_name.clone(),
        predictions: not_extracted as usize,
    })
}

/// Gold questions whose answer or id is blank, as an empty cell of a table is.
#[inline(never)]
fn blanks(material: &Material<'_>, log: &mut Diagnostics, doubts: &mut Vec<Doubt>) {
    let gold = &material.gold;
    let rows = gold.table.rows();
    let by = material.joined.by.value;
    let ids = gold.map.indices(gold.table, Field::Id);
    let blank = |text: &str| {
        // The quick test: hardly any text begins with a blank.
        !text.as_bytes().first().is_some_and(u8::is_ascii_graphic) && text.trim().is_empty()
    };
    let no_answer = |row: &usize| {
        let mut answers = material.answers.of(*row);
        answers.len() > 0 && answers.all(blank)
    };
    let no_id = |row: &usize| {
        // If the gold file has no ids, rows may be joined by the numbers of its lines.
        by == JoinBy::Id
            && !ids.is_empty()
            && ids.iter().all(|id| blank(gold.table.cell(*row, *id).text))
    };
    let mut note = |what: &'static str, remedy: &str, blank: &dyn Fn(&usize) -> bool| {
        let mut found = 0;
        for row in (0..rows).filter(blank) {
            found += 1;
            let message = format!("a gold question has a blank {what}");
            log.push(gold.warning(row, Code::BlankGold, message).remedy(remedy));
        }
        if found > 0 && found * HALF_A_POINT as usize >= rows {
            doubts.push(BlankGold { what, rows: found }.into());
        }
    };
    let remedy = "fill it in, or write [] if the question has no answer";
    note("answer", remedy, &no_answer);
    note("id", "give each question an id", &no_id);
}

/// Questions of an unknown part, if parts matter.
#[inline(never)]
fn parts(
    material: &Material<'_>,
    evaluation: &Evaluation,
    log: &mut Diagnostics,
    doubts: &mut Vec<Doubt>,
) {
    let Some(parts) = evaluation.settings().preset.parts() else { return };
    let Some(name) = parts.column(material.gold.map) else { return };
    let (outcome, remedy) = match parts.others {
        Others::Score => return,
        Others::Warn => ("compared as written, as the reference does", "name it"),
        Others::Exclude => ("left out of the score", "if it means one of these, write its name"),
    };
    let gold = &material.gold;
    let column = gold.table.column(name);
    let mut left_out = 0;
    for row in 0..gold.table.rows() {
        if evaluation.part(material, row) != PartOf::Other {
            continue;
        }
        left_out += 1;
        let value = column.and_then(|column| gold.table.cell(row, column).as_text()).unwrap_or("");
        let by = material.joined.by.value;
        let message = format!(
            "the {name} of {} is {value:?}, which this preset does not know; it is {outcome}",
            key(gold, row, by)
        );
        let warning = gold.warning(row, Code::UnknownPart, message).column(name);
        log.push(warning.remedy(format!("{remedy} {}", parts.list().replace(", ", " or "))));
    }
    if left_out > 0 && parts.others == Others::Exclude {
        let (column, known) = (name.to_owned(), parts.list());
        doubts.push(UnknownParts { rows: left_out, column, known }.into());
    }
}

/// How often each run refused to answer, rightly and wrongly, if the preset recognises refusals.
#[inline(never)]
fn refusals(material: &Material<'_>, evaluation: &Evaluation, log: &mut Diagnostics) {
    let settings = evaluation.settings();
    let phrases = &settings.refusals;
    if !phrases.any() {
        return;
    }
    let own = |(_, run): &(usize, &JoinedRun)| run.twin.is_none();
    for (index, run) in material.joined.runs.iter().enumerate().filter(own) {
        // Questions with and without an answer: all, refused, answered.
        let mut counts = [[0u64; 3]; 2];
        for (row, state) in evaluation.runs[index].states.iter().enumerate() {
            let kind = &mut counts[usize::from(phrases.all_refuse(material.answers.of(row)))];
            kind[0] += 1;
            if *state != State::Answered {
                continue;
            }
            let prediction = material.prediction(index, row);
            let answer = settings.extractor.extract(prediction.as_deref().unwrap_or("")).answer;
            kind[if phrases.refuses(answer.unwrap_or("")) { 1 } else { 2 }] += 1;
        }
        let [with, without] = counts;
        let ([all, refused, answered], [others, wrongly, _]) = (without, with);
        let mut parts = Vec::new();
        if all > 0 {
            parts.push(format!(
                "of {} without an answer, it declines {} and answers {}",
                counted(all as usize, "question"),
                grouped(refused as usize),
                grouped(answered as usize)
            ));
        }
        if others > 0 {
            parts.push(format!(
                "of {} with an answer, it declines {}",
                counted(others as usize, "question"),
                grouped(wrongly as usize)
            ));
        }
        let message = format!("{}: {}", run.short_name.clone(), parts.join("; "));
        log.push(Diagnostic::info(Code::Refusals, message).file(material.files[run.file].name));
    }
}

/// With fewer predictions, it may be chance that all are gold answers: in a column that is named like gold
/// answers, in lines without a name, or in a column next to the gold answers whose name does not suggest a model.
const COPIES: usize = 5;
/// The fewest different gold answers, whatever the name of the column; if there are other runs, the fewest
/// answers.
const PERFECT: usize = 20;

/// Finds predictions that equal the gold answers in every character.
#[inline(never)]
fn copied(of: OneRun<'_>) -> Option<CopiedGold> {
    let OneRun { material, evaluation, place: run } = of;
    let side = &material.files[material.joined.runs[run].file];
    let column = side.map.one(Field::Prediction)?;
    let lines = column == VALUE && material.joined.by.value == JoinBy::Row;
    // In some data, the best gold answer has a column of its own next to the gold answers.
    let suspected = if std::ptr::eq(side.map, material.gold.map) {
        says(column).prediction < 2.0
    } else {
        lines || is_name_of(column, Field::Answers)
    };
    let noticed = evaluation.noticed(run)?;
    if noticed.original || noticed.copies < COPIES {
        return None;
    }
    let found = |options| {
        let (file, column) = (side.name.to_owned(), column.to_owned());
        CopiedGold { file, column, options }
    };
    if are_options(material, run) {
        return Some(found(true));
    }
    // A good system may get every answer right if there are only a few labels.
    let different = || {
        let rows = 0..material.gold.table.rows().min(LOOKED_AT);
        rows.filter_map(|row| material.answers.of(row).next()).collect::<HashSet<_>>().len()
    };
    // If there are other runs, it may be a column that was added.
    let added = material.joined.runs.len() > 1 && noticed.copies >= PERFECT;
    let is_one = suspected || added || different() >= PERFECT;
    is_one.then(|| found(false))
}

/// Whether each of the first predictions is one of three or more different gold answers of its question, and not
/// always the one at the same position.
fn are_options(material: &Material<'_>, run: usize) -> bool {
    let mut places = HashSet::new();
    let is_chosen = |row| {
        let golds: Vec<&str> = material.answers.of(row).collect();
        let place = material
            .prediction(run, row)
            .and_then(|text| golds.iter().position(|gold| *gold == text));
        places.extend(place);
        place.is_some() && golds.into_iter().collect::<HashSet<_>>().len() > 2
    };
    (0..material.gold.table.rows().min(LOOKED_AT)).all(is_chosen) && places.len() > 1
}
