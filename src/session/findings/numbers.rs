//! Findings about questions whose answers are numbers.

use crate::base::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::base::digits::{grouped, part};
use crate::base::types::PartOf;
use crate::doubt::{DecimalMark, Doubt, NoNumbers};
use crate::score::evaluate::{Evaluation, Material};
use crate::text::number::DecimalMarks;

/// With fewer predictions, it may be chance that none has a number.
const FEW: u64 = 3;

/// Which questions are numeric, by which rule, and how many.
#[inline(never)]
pub(super) fn numeric(
    material: &Material<'_>,
    evaluation: &Evaluation,
    log: &mut Diagnostics,
    doubts: &mut Vec<Doubt>,
) {
    let Some(place) = evaluation.metrics.iter().position(|one| one.id == "numeric_match") else {
        return;
    };
    let settings = evaluation.settings();
    let rows = material.gold.table.rows();
    let counts = |row: &usize| evaluation.runs.iter().any(|run| !run.values[place][*row].is_nan());
    let (mut known, mut read) = (0_u64, 0_u64);
    for row in (0..rows).filter(counts) {
        match evaluation.part(material, row) {
            PartOf::Known(_) => known += 1,
            PartOf::Whole | PartOf::Other => read += 1,
        }
    }
    let whole = settings.comparison_of(PartOf::Whole).map_or("", |found| found.meaning);
    let parts = settings.preset.parts.as_ref();
    let column = parts.and_then(|parts| parts.column(material.gold.map));
    let mut rules = Vec::new();
    if let Some(column) = column.filter(|_| known > 0) {
        rules.push(format!(
            "{} because {column} marks them as numeric and the gold answer has a number",
            grouped(known as usize)
        ));
    }
    if read > 0 {
        rules.push(format!(
            "{} because of their gold answers ({})",
            grouped(read as usize),
            whole.trim_end_matches('.')
        ));
    }
    let rules = if rules.is_empty() { String::new() } else { format!(": {}", rules.join(", ")) };
    // If all questions are numeric, there is nothing to report.
    if (known + read) < rows as u64 || known > 0 {
        let message = format!(
            "numeric match covers {} questions{rules}",
            part((known + read) as usize, rows)
        );
        log.push(Diagnostic::info(Code::NumericQuestions, message).file(material.gold.name));
    }
    for (index, run) in material.joined.runs.iter().enumerate() {
        let (mut all, mut without) = (0_u64, 0_u64);
        for text in (0..rows).filter_map(|row| material.prediction(index, row)) {
            all += 1;
            without += u64::from(!text.contains(|c: char| c.is_numeric()));
        }
        if known == 0 && run.twin.is_none() && all >= FEW && without == all {
            doubts.push(NoNumbers { run: run.short_name.clone(), answers: all as usize }.into());
        }
    }
    if settings.value("decimal_mark") == "auto" {
        let numeric: Vec<usize> = (0..rows).filter(counts).collect();
        let mut marks = DecimalMarks::default();
        numeric.iter().flat_map(|row| material.answers.of(*row)).for_each(|gold| marks.count(gold));
        say_marks(&marks, material.gold.name, log, doubts);
        let runs = material.joined.runs.iter().enumerate();
        for (index, run) in runs.filter(|(_, run)| run.twin.is_none()) {
            let mut marks = DecimalMarks::default();
            let texts = numeric.iter().filter_map(|row| material.prediction(index, *row));
            texts.for_each(|text| marks.count(&text));
            say_marks(&marks, material.files[run.file].name, log, doubts);
        }
    }
}

/// Reports how numbers are read whose mark may be a decimal point or a thousands separator, and the evidence for
/// this in their file. It is a doubt if the file writes decimal commas elsewhere: a thousand may have been read as
/// one.
fn say_marks(marks: &DecimalMarks, file: &str, log: &mut Diagnostics, doubts: &mut Vec<Doubt>) {
    let (open, example) = match (&marks.example, &marks.thousand) {
        (Some(example), _) => (marks.open, example),
        // Without a decimal comma in the file, a comma before three digits separates thousands.
        (None, Some(example)) if marks.commas > 0 => (marks.thousands, example),
        _ => return,
    };
    let [open, points, commas] = [open, marks.points, marks.commas].map(|n| n as usize);
    let doubt =
        DecimalMark { file: file.to_owned(), open, example: example.clone(), points, commas };
    let message = doubt.words();
    if commas <= points {
        log.push(Diagnostic::info(Code::DecimalMark, message).file(file));
        return;
    }
    let doubt = Doubt::from(doubt);
    if !doubts.contains(&doubt) {
        doubts.push(doubt);
    }
    let warning = Diagnostic::warning(Code::DecimalMark, message).file(file);
    log.push(warning.remedy("if commas are decimal marks, set decimal_mark=comma"));
}
