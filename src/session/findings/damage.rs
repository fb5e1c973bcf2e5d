//! Signs of damage: rows that are shifted, columns that were sorted separately, texts that were decoded wrongly,
//! words for nothing, values of other kinds.

#![allow(clippy::cast_sign_loss, reason = "counts are not negative")]

use super::shuffled::shuffled;
use super::{FEW, OneRun, few_labels};
use crate::base::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use crate::base::types::Field;
use crate::doubt::{
    ConstantPredictions, DecomposedLetters, Doubt, EncodedText, ListAsText, MixedGold, Mojibake,
    NoGoldScale, NoLabelInGold, NoSupportingFacts, NulCharacters, OddLists, Reversed, Shifted,
    Sorted, SummaryRow, WordForNothing,
};
use crate::join::{NONE, Side};
use crate::score::evaluate::{
    Evaluation, FITS, Material, Noticed, Order, PROBE, STEPS, WINDOW, is_decomposed, is_encoded,
    is_mojibake, word_for_nothing,
};
use crate::score::metric::metric;
use crate::table::Kind;
use crate::understand::names::sums_up;
use std::ops::Range;

/// Findings about the gold answers. Some formats mix texts and lists, but a few values of another kind than all
/// others are an accident.
#[inline(never)]
pub(super) fn gold(material: &Material<'_>, log: &mut Diagnostics, doubts: &mut Vec<Doubt>) {
    let rows = material.gold.table.rows();
    let mut say = |code: Code, severity, found: &[usize], doubt: Doubt, remedy: &str, is_doubt| {
        let diagnostic = Diagnostic::new(severity, code, doubt.message()).file(material.gold.name);
        let row = material.gold.table.row_number(found[0]);
        log.push(diagnostic.row(row).remedy(remedy));
        if is_doubt {
            doubts.push(doubt);
        }
    };
    let those = |test: &dyn Fn(&str) -> bool| -> Vec<usize> {
        (0..rows).filter(|row| material.answers.of(*row).any(test)).collect()
    };
    let example = |row: usize, test: &dyn Fn(&str) -> bool| {
        material.answers.of(row).find(|text| test(text)).unwrap_or_default().to_owned()
    };
    let nothing: &dyn Fn(&str) -> bool = &word_for_nothing;
    let found = those(nothing);
    // If it is the answer to many questions, it is one of the possible answers.
    if !found.is_empty() && found.len() * 2 < rows {
        let word = example(found[0], nothing);
        let remedy =
            "write null if a question has no gold answer; if the word is the answer, leave it";
        // An ordinary word among hundreds of other answers is nearly always an answer.
        let rare = !failed(&word) && found.len() * 100 < rows;
        let severity = if rare { Severity::Info } else { Severity::Warning };
        let is_doubt = failed(&word) && found.len() * 20 > rows;
        let doubt = WordForNothing { run: None, rows: found.len(), all: rows, word }.into();
        say(Code::WordForNothing, severity, &found, doubt, remedy, is_doubt);
    }
    let warning = Severity::Warning;
    let unlabelled: &dyn Fn(&str) -> bool = &|text| matches!(text.trim(), "-" | "-1");
    let found = if are_few(material) { those(unlabelled) } else { Vec::new() };
    if !found.is_empty() && found.len() * 2 < rows {
        let mark = example(found[0], unlabelled);
        let doubt = NoLabelInGold { rows: found.len(), all: rows, mark }.into();
        let remedy = "leave out questions without a label";
        say(Code::NoLabelInGold, warning, &found, doubt, remedy, true);
    }
    let garbled: &dyn Fn(&str) -> bool = &is_mojibake;
    let found = those(garbled);
    if !found.is_empty() {
        let example = example(found[0], garbled);
        let doubt = Mojibake { run: None, rows: found.len(), all: rows, example }.into();
        // This matters only if it affects the whole file; some data sets have a few such texts of their own.
        let foreign = those(&|text| !text.is_ascii()).len();
        let whole = found.len() * 2 > foreign && found.len() * FEW >= rows;
        say(Code::Mojibake, warning, &found, doubt, "export the file again as UTF-8", whole);
    }
    let scales = material.gold.map.of(Field::Detail).find(|name| *name == "scale");
    if let Some(column) = scales.and_then(|name| material.gold.table.column(name)) {
        let table = material.gold.table;
        let is_absent = |row: &usize| table.cell(*row, column).is_nothing();
        let found: Vec<usize> = (0..rows).filter(is_absent).collect();
        if !found.is_empty() && found.len() < rows {
            let doubt = NoGoldScale { rows: found.len(), all: rows }.into();
            say(
                Code::NoGoldScale,
                warning,
                &found,
                doubt,
                "give every gold answer its scale",
                true,
            );
        }
    }
    if let Some(column) = material.gold.map.index(material.gold.table, Field::Answers) {
        let table = material.gold.table;
        let nested = |row: usize| {
            table.kind(row, column) == Kind::List
                && table.cell(row, column).text[1..].trim_start().starts_with('[')
        };
        let odd = |row: &usize| table.kind(*row, column) == Kind::Bool || nested(*row);
        let found: Vec<usize> = (0..rows).filter(odd).collect();
        if !found.is_empty() && found.len() * 2 < rows {
            let doubt = MixedGold { rows: found.len(), all: rows }.into();
            say(
                Code::MixedGold,
                warning,
                &found,
                doubt,
                "write all gold answers in the same form",
                true,
            );
        }
    }
}

/// If at least this many systems of a table vary their answers, another system may give the same answer to every question.
const SEVERAL: usize = 3;

/// Findings about the predictions of a run.
#[inline(never)]
pub(super) fn predictions(of: OneRun<'_>, log: &mut Diagnostics, doubts: &mut Vec<Doubt>) {
    let OneRun { material, evaluation, place: run } = of;
    let Some(noticed) = evaluation.noticed(run) else { return };
    let name = of.name();
    let run_name = || Some(name.clone());
    let file = material.files[material.joined.runs[run].file].name;
    let mut say = |code: Code, doubt: Doubt, remedy: &str, is_doubt: bool| {
        log.push(Diagnostic::warning(code, doubt.message()).file(file).remedy(remedy));
        if is_doubt {
            doubts.push(doubt);
        }
    };
    let (filled, verdicts) = (noticed.filled, evaluation.settings().preset.takes_verdicts());
    let gold_nothing = || {
        (0..material.gold.table.rows()).any(|row| material.answers.of(row).any(word_for_nothing))
    };
    let (count, word) = &noticed.nothing;
    if *count > 0 && !verdicts && !gold_nothing() {
        let (run, word) = (run_name(), word.clone());
        let is_doubt = failed(&word) && count * 20 > filled;
        let doubt = WordForNothing { run, rows: *count, all: filled, word }.into();
        let remedy = "if the model gave no answer, leave the prediction blank";
        say(Code::WordForNothing, doubt, remedy, is_doubt);
    }
    let (count, example) = &noticed.mojibake;
    if *count > 0 {
        let (run, example) = (run_name(), example.clone());
        let doubt = Mojibake { run, rows: *count, all: filled, example }.into();
        let whole = count * 2 > noticed.foreign;
        say(Code::Mojibake, doubt, "export the file again as UTF-8", whole);
    }
    let (count, example) = &noticed.nul;
    if *count > 0 {
        let (run, example) = (name.clone(), example.clone());
        let doubt = NulCharacters { run, rows: *count, all: filled, example }.into();
        let remedy =
            "export the file again; NUL characters come from a wrong encoding or a damaged copy";
        say(Code::NulCharacters, doubt, remedy, count * 20 > filled);
    }
    // If gold answers are written in this way, it is intended.
    let of_gold = |test: fn(&str) -> bool| {
        let rows = material.gold.table.rows().min(PROBE);
        (0..rows).any(|row| material.answers.of(row).any(test))
    };
    let (count, example) = &noticed.encoded;
    if *count > 0 && !verdicts && !of_gold(is_encoded) {
        let (run, example) = (name.clone(), example.clone());
        let doubt = EncodedText { run, rows: *count, all: filled, example }.into();
        let remedy = "decode the predictions, or export them again as plain text";
        say(Code::EncodedText, doubt, remedy, count * 20 > filled);
    }
    let (count, example) = &noticed.decomposed;
    if *count > 0 && !verdicts && !of_gold(is_decomposed) {
        let (run, example) = (name.clone(), example.clone());
        let doubt = DecomposedLetters { run, rows: *count, all: filled, example }.into();
        let remedy = "write the predictions in Unicode's normal form C, as the gold answers are";
        say(Code::DecomposedLetters, doubt, remedy, count * 20 > filled);
    }
    let lists = noticed.lists;
    let odd = |rows, how| ListAsText { run: name.clone(), rows, filled, how }.into();
    if lists > 0 && lists * 2 < filled && !verdicts && !evaluation.settings().takes_lists() {
        let doubt = odd(lists, OddLists::Alone);
        say(Code::ListAsText, doubt, "write all predictions in the same form", lists * 20 > filled);
    }
    if verdicts {
        return;
    }
    // References read lists in their own ways.
    let ours = evaluation.settings().preset.card.reproduces.is_empty();
    let takes_lists = evaluation.settings().takes_lists();
    for (count, how) in [(noticed.nested, OddLists::Nested), (noticed.broken, OddLists::Broken)] {
        if takes_lists && ours && count > 0 && count * 2 < filled {
            say(Code::ListAsText, odd(count, how), "write all predictions in the same form", true);
        }
    }
    let facts = |row: usize| {
        material.joined.runs[run].rows[row] != NONE && material.facts(run, row).1.is_none()
    };
    let metrics = &evaluation.settings().preset.metrics;
    if metrics.iter().any(|id| metric(id).is_some_and(|metric| metric.of_facts)) {
        let without = (0..material.gold.table.rows()).filter(|row| facts(*row)).count();
        if without > 0 && without < filled {
            let doubt = NoSupportingFacts { run: name.clone(), rows: without, filled }.into();
            let remedy = "add the supporting facts of each answer";
            say(Code::NoSupportingFacts, doubt, remedy, without * 5 > filled);
        }
    }
    // Next to several systems that answer in different ways, one that always gives the same answer is one of them.
    let runs = &material.joined.runs;
    let table = |run: usize| material.files[runs[run].file].table;
    let of_file = (0..runs.len()).filter(|other| std::ptr::eq(table(*other), table(run)));
    let varied =
        |other: &usize| evaluation.noticed(*other).is_some_and(|noticed| noticed.order.changes > 0);
    let is_beside_others = of_file.filter(varied).count() >= SEVERAL;
    if noticed.order.changes == 0 && filled >= 10 && varies(material) && !is_beside_others {
        let doubt = ConstantPredictions { run: name }.into();
        say(Code::ConstantPredictions, doubt, "choose the column that holds the predictions", true);
        return;
    }
    let rows = material.gold.table.rows();
    // A column is not shifted in rows in which another column of its file is in its place.
    let stands = |other: usize| {
        let file = |run: usize| material.files[material.joined.runs[run].file].table;
        let is_beside = other != run && std::ptr::eq(file(other), file(run));
        let noticed = evaluation.noticed(other).filter(|one| is_beside && one.order.changes > 0);
        noticed.is_some_and(|one| !one.fits.is_empty() && slipped(one, rows, &name).is_none())
    };
    let has_slipped = slipped(noticed, rows, &name);
    let has_slipped = has_slipped.filter(|_| !(0..evaluation.runs.len()).any(stands));
    if let Some(doubt) = has_slipped {
        say(Code::Shifted, doubt.into(), "check how ids and predictions were written", true);
    } else if let Some(doubt) = reversed(material, noticed, &name) {
        let remedy = "check whether a column was reversed without the others";
        say(Code::Reversed, doubt.into(), remedy, true);
    } else if let Some(doubt) = sorted(material, &noticed.order, &noticed.fits, &name) {
        say(
            Code::Sorted,
            doubt.into(),
            "check whether a column was sorted without the others",
            true,
        );
    } else if let Some(doubt) = shuffled(of) {
        say(Code::Shuffled, doubt.into(), "check how ids and predictions were written", true);
    }
}

/// Whether the gold answers are the labels of a few classes.
fn are_few(material: &Material<'_>) -> bool {
    let rows = material.gold.table.rows();
    let firsts = (0..rows).filter_map(|row| material.answers.of(row).next());
    few_labels(firsts, 12)
        .is_some_and(|few| few.iter().all(|one| one.len() <= 40) && few.len() * 3 < rows)
}

/// The doubt about a last row that sums up the others, recognised by a word that no other row has.
pub(crate) fn summary_row(gold: &Side<'_>) -> Option<SummaryRow> {
    let table = gold.table;
    let last = table.rows().checked_sub(1).filter(|last| *last > 2)?;
    let text = |row: usize, column: usize| table.cell(row, column).text;
    let only_last = |column: &usize| {
        sums_up(text(last, *column))
            && (0..last.min(10_000)).all(|row| text(row, *column) != text(last, *column))
    };
    let column = (0..table.columns().len()).find(only_last)?;
    // A row that asks something of its own is a question like the others.
    let question = gold.map.index(table, Field::Question).filter(|question| *question != column);
    if question.is_some_and(|question| text(last, question).split_whitespace().count() > 2) {
        return None;
    }
    let word = text(last, column).trim().to_owned();
    Some(SummaryRow { file: gold.name.to_owned(), word })
}

/// Whether a word for nothing is one that nobody would give as an answer.
fn failed(word: &str) -> bool {
    word.starts_with('#') || word.eq_ignore_ascii_case("nan")
}

/// Whether it does not matter which prediction belongs to which question: all gold answers are equal, or all
/// predictions of each run are.
pub(crate) fn are_all_equal(material: &Material<'_>, evaluation: &Evaluation) -> bool {
    let mut runs = 0..evaluation.runs.len();
    let is_constant =
        |run| evaluation.noticed(run).is_some_and(|noticed| noticed.order.changes == 0);
    !varies(material) || runs.all(is_constant)
}

/// Whether the gold answers are not all the same.
fn varies(material: &Material<'_>) -> bool {
    let rows = material.gold.table.rows();
    let mut firsts = (0..rows).filter_map(|row| material.answers.of(row).next());
    let first = firsts.next();
    firsts.any(|other| Some(other) != first)
}

/// By how many standard errors two counts differ, each out of `all`.
pub(crate) fn apart(one: f64, other: f64, all: f64) -> f64 {
    let share = ((one + other) / (2.0 * all)).clamp(0.02, 0.98);
    (one - other) / (2.0 * all * share * (1.0 - share)).sqrt()
}

/// A difference of this many standard errors is not chance, although six steps and many windows are tried.
const APART: f64 = 4.0;
/// This many are enough if the predictions before them fit their own questions better by as many.
const LESS_APART: f64 = 3.0;

/// Finds predictions that fit the questions some rows away far better than their own, in the whole file or in a
/// part of it.
fn slipped(noticed: &Noticed, all: usize, run: &str) -> Option<Shifted> {
    let (fits, per_window) = (&noticed.fits, WINDOW);
    let mut best: Option<(f64, Shifted)> = None;
    for (place, step) in STEPS.into_iter().enumerate() {
        for start in 0..fits.len() {
            let (mut hits, mut own) = (0.0, 0.0);
            for end in start..fits.len() {
                hits += f64::from(fits[end][place + 1]);
                own += f64::from(fits[end][0]);
                let rows = (((end + 1) * per_window).min(all) - start * per_window) as f64;
                let apart = apart(hits, own, rows);
                let whole = start == 0 && end + 1 == fits.len();
                let drop = fall(&fits[..start], own, rows);
                let clear = (apart >= APART || apart >= LESS_APART && drop >= LESS_APART)
                    && hits >= own * 1.5
                    && (whole || stands_out(fits, start..end + 1, place + 1, all));
                // The second condition is for small files, in which nearly all fit.
                let most =
                    whole && step.abs() == 1 && hits >= own * 2.0 && (hits - own) * 5.0 >= rows;
                if hits - own >= 4.0
                    && (clear || most)
                    && best.as_ref().is_none_or(|(most, _)| apart > *most)
                {
                    let first = (!whole).then_some(start * per_window);
                    best = Some((apart, shifted(run, step, first, [hits, rows, own])));
                }
            }
        }
    }
    best.map(|(_, doubt)| doubt).or_else(|| strayed(noticed, all, run))
}

/// Whether the predictions of some windows fit questions a step away clearly better than those of the other
/// windows do. If neighbouring questions have the same answers, the predictions of all windows fit.
fn stands_out(fits: &[[u32; FITS]], within: Range<usize>, place: usize, all: usize) -> bool {
    let looked_at = all.min(PROBE);
    let rows = ((within.end * WINDOW).min(looked_at) - within.start * WINDOW) as f64;
    let rest = looked_at as f64 - rows;
    let sum =
        |windows: &[[u32; FITS]]| windows.iter().map(|one| f64::from(one[place])).sum::<f64>();
    let hits = sum(&fits[within]);
    let others = sum(fits) - hits;
    rest <= 0.0 || apart(hits, others / rest * rows, rows) >= LESS_APART
}

/// The probability below which a series of predictions does not fit other questions by chance.
const CHANCE: f64 = 0.001;

/// Finds a few consecutive predictions that all fit the questions some rows away, and none its own. Windows are
/// too large to find them.
fn strayed(noticed: &Noticed, all: usize, run: &str) -> Option<Shifted> {
    let looked_at = all.min(PROBE) as f64;
    let sum =
        |place: usize| -> f64 { noticed.fits.iter().map(|window| f64::from(window[place])).sum() };
    let (own, far) = (sum(0), sum(FITS - 1));
    let share = (far / looked_at).max(0.02);
    let most = STEPS.into_iter().zip(&noticed.strays).max_by_key(|(_, strays)| strays.count);
    let (step, strays) = most.filter(|(_, strays)| strays.count >= 4)?;
    let chance =
        std::iter::repeat_n(share, strays.count).product::<f64>() * looked_at * STEPS.len() as f64;
    let count = strays.count as f64;
    // If hardly any prediction fits its own question, the rows belong to other questions.
    (chance < CHANCE && own * 3.0 >= looked_at - count)
        .then(|| shifted(run, step, Some(strays.first), [count, count, 0.0]))
}

/// Describes a shift: how many predictions fit there, out of how many, and how many fit their own question.
fn shifted(run: &str, step: isize, first: Option<usize>, counts: [f64; 3]) -> Shifted {
    let [hits, rows, own] = counts.map(|count| count as usize);
    Shifted { run: run.to_owned(), step, first, hits, rows, own }
}

/// Finds predictions that fit the questions in reverse order far better than their own.
fn reversed(material: &Material<'_>, noticed: &Noticed, run: &str) -> Option<Reversed> {
    let sum =
        |place: usize| noticed.fits.iter().map(|window| f64::from(window[place])).sum::<f64>();
    let (hits, own, far) = (sum(FITS - 2), sum(0), sum(FITS - 1));
    let all = material.gold.table.rows();
    let rows = all.min(PROBE);
    let is_clear = apart(hits, own, rows as f64) >= APART
        && hits - own >= 4.0
        && hits >= own.max(far) * 1.5
        // Labels in blocks fit in reverse if a run prefers one of them.
        && golds_in_order(material).changes * 3 >= all;
    let [hits, own] = [hits, own].map(|count| count as usize);
    is_clear.then(|| Reversed { run: run.to_owned(), hits, rows, own })
}

/// The order of the first gold answers of the questions.
fn golds_in_order(material: &Material<'_>) -> Order {
    let mut golds = Order::default();
    for row in 0..material.gold.table.rows() {
        if let Some(first) = material.answers.of(row).next() {
            golds.take(first);
        }
    }
    golds
}

/// By how many standard errors fewer rows fit their own questions here than in the windows before.
fn fall(before: &[[u32; FITS]], own: f64, rows: f64) -> f64 {
    let rows_before = (before.len() * WINDOW) as f64;
    if rows_before == 0.0 {
        return 0.0;
    }
    let own_before: f64 = before.iter().map(|window| f64::from(window[0])).sum();
    let share = ((own_before + own) / (rows_before + rows)).clamp(0.02, 0.98);
    let error = (share * (1.0 - share) * (1.0 / rows_before + 1.0 / rows)).sqrt();
    (own_before / rows_before - own / rows) / error
}

/// Finds predictions or gold answers in alphabetical order, if the other side is not in this order, and if the
/// predictions fit their questions no better than other questions.
fn sorted(
    material: &Material<'_>,
    said: &Order,
    fits: &[[u32; FITS]],
    run: &str,
) -> Option<Sorted> {
    let (golds, rows) = (golds_in_order(material), material.gold.table.rows());
    let sum = |place: usize| fits.iter().map(|window| f64::from(window[place])).sum::<f64>();
    let (own, far) = (sum(0), sum(FITS - 1));
    let better = apart(own, far, rows.clamp(1, PROBE) as f64) > 2.0;
    let clearly = |order: &Order| order.is_sorted() && (order.changes > 2 || far > 0.0);
    if rows < 20
        || better
        || said.is_sorted() == golds.is_sorted()
        || !(clearly(said) || clearly(&golds))
    {
        return None;
    }
    let [own, far] = [own, far].map(|count| count as usize);
    Some(Sorted { run: run.to_owned(), is_gold: !said.is_sorted(), own, far })
}
