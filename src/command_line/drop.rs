//! `scoredrop drop` scores files as the page does when they are dropped on it.

use super::out::write_out;
use super::{ASKS, Failure, Output, Read, compiled, keep_inputs, open_all, say, setting};
use crate::aggregate::Aggregate;
use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::digits::{part, percent, shortest};
use crate::base::types::{Field, Role, Stored};
use crate::report::words::{in_percent, is_share};
use crate::session::protocol::{Answer, Choices, ReadingCard, Repair};
use crate::{Outcome, Question, Session, inspect};
use clap::Args;
use itertools::Itertools as _;
use serde_json::json;
use std::path::{Path, PathBuf};

/// The files, and choices that the user makes beforehand.
#[derive(Args)]
pub(crate) struct Drop {
    /// Gold file and prediction files in any order, or one file that holds both.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Id of a preset, or a preset file of your own [default: the preset that fits the files].
    #[arg(long, value_name = "ID or FILE")]
    preset: Option<String>,
    /// Change a setting of the preset, for example articles=keep. Repeatable.
    #[arg(long, value_name = "KEY=VALUE", value_parser = setting)]
    set: Vec<(String, String)>,
    #[command(flatten)]
    read: Read,
    /// Swap the roles: read the detected gold file as predictions, and the predictions as gold.
    #[arg(long)]
    swap: bool,
    #[command(flatten)]
    output: Output,
}

/// Scores files as they are dropped.
pub(crate) fn run(given: &Drop) -> Result<u8, Failure> {
    if let Some(out) = &given.output.out {
        let files = given.files.iter().map(|path| ("input", path.as_path()));
        keep_inputs(files, out)?;
    }
    let set = given.set.iter().cloned().collect();
    let preset = given.preset.as_ref().map(|preset| compiled(preset, &set)).transpose()?;
    let preset = preset.map(|(preset, _)| preset);
    let files = open_all(given.files.iter().map(|path| (path.as_path(), None)))?;
    let (join, columns) = (given.read.join, given.read.map.clone());
    let mut choices = Choices { preset, columns, join, set, ..Choices::default() };
    if given.swap {
        let session = inspect(&files, choices);
        let swapped = session.plan().swapped(session.sources(), session.choices());
        choices = swapped.ok_or_else(|| {
            let message = "--swap needs exactly one gold file and one predictions file";
            Failure::Usage(Diagnostic::error(Code::NothingToSwap, message).into())
        })?;
    }
    match crate::drop(&files, choices).map_err(Failure::of_choices)? {
        Outcome::Asks(question, session) => {
            tell(&session);
            let readings = session.read_answers(&question, |index| files[index].head(u64::MAX));
            ask(&question, &readings, given.output.out.as_deref())
        }
        Outcome::Scored(report) => {
            tell(report.session());
            let code = given.output.write(report.session())?;
            tell_readings(report.session(), true, if given.swap { "without --swap" } else { SWAP });
            tell_repairs(report.session(), given.swap);
            Ok(code)
        }
    }
}

/// Prints a question and what each answer to it gives on standard error, and all of it as JSON.
fn ask(
    question: &Question,
    readings: &[Option<ReadingCard>],
    out: Option<&Path>,
) -> Result<u8, Failure> {
    say(&question.text);
    for reading in readings.iter().flatten().map(|card| &card.reading) {
        let words = crate::report::words::reading(reading);
        say(&format_args!("{} to read as {words}", reading.options));
    }
    let option = |(one, card): (&Answer, &Option<ReadingCard>)| {
        let reading = card.as_ref().map(|card| &card.reading);
        json!({"choice": one.choice, "shows": one.shows, "would_give": one.would_give, "reading": reading})
    };
    let options: Vec<_> = question.options.iter().zip(readings).map(option).collect();
    let asked = json!({"question": question.text, "options": options});
    let text = serde_json::to_string_pretty(&asked).unwrap_or_default();
    write_out(out, |out| writeln!(out, "{text}"))?;
    Ok(ASKS)
}

/// The option that exchanges gold file and predictions.
const SWAP: &str = "--swap";

/// Prints how the files were read, and the options that read them otherwise. If there are none of these, prints
/// nothing unless `always`. `swap` says how the two files are exchanged.
pub(crate) fn tell_readings(session: &Session, always: bool, swap: &str) {
    let cards = session.finished().map_or_else(Vec::new, |finished| finished.reading_cards());
    if cards.len() < 2 && !always {
        return;
    }
    for ReadingCard { reading, .. } in cards {
        let (words, why) = (crate::report::words::reading(&reading), &reading.words);
        if reading.chosen {
            say(&format_args!("read as {words}"));
        } else {
            let options = reading.options.replace(SWAP, swap);
            say(&format_args!("{options} to read as {words}; {why}"));
        }
    }
}

/// Prints the options that settle a doubt or repair the files, but for those of other readings.
fn tell_repairs(session: &Session, swapped: bool) {
    let repairs = session.score().map_or(&[][..], |score| &score.repairs);
    let readings = session.finished().map_or_else(Vec::new, |finished| finished.reading_cards());
    let is_told = |repair: &Repair| readings.iter().any(|card| card.choices == repair.choices);
    let others = repairs.iter().filter(|repair| !is_told(repair));
    for repair in others.filter(|repair| !(swapped && repair.option == SWAP)) {
        let of_run = repair.run.as_ref().map_or("the score", String::as_str);
        let gives = repair
            .would_give
            .map_or(String::new(), |mean| format!("; {of_run} would then be {}", percent(mean)));
        say(&format_args!("{} to {}{gives}", repair.option, repair.words));
    }
}

/// Prints the role and columns of each file, the preset, the join and the score of each run.
fn tell(session: &Session) {
    let plan = session.plan();
    for (index, source) in session.sources().iter().enumerate() {
        let Some(role) = plan.roles.of.get(index).and_then(Option::as_ref) else { continue };
        let fields = [Field::Id, Field::Question, Field::Answers, Field::Prediction, Field::Run];
        let of_field = |field: Field| {
            let columns: Vec<&str> = plan.columns.maps[index].of(field).collect();
            (!columns.is_empty()).then(|| format!("{}={}", field.name(), columns.join("+")))
        };
        let columns: Vec<String> = fields.into_iter().filter_map(of_field).collect();
        let role = match role.value {
            Role::Gold => "gold file",
            Role::Predictions => "predictions",
            Role::NaProb => "no-answer probabilities",
            Role::Table => "gold answers and predictions",
        };
        let columns =
            if columns.is_empty() { String::new() } else { format!(" ({})", columns.join(", ")) };
        say(&format_args!("{}: {role}{columns}", source.name));
    }
    if let Some(preset) = &plan.preset.id {
        let changes =
            plan.preset.settings.as_ref().map(crate::report::words::changes).unwrap_or_default();
        let with = if changes.is_empty() { String::new() } else { format!(", with {changes}") };
        say(&format_args!("scored with {} ({}){with}", preset.value, preset.reason));
    }
    let (Some(score), Some(joined)) = (session.score(), session.joined()) else { return };
    say(&format_args!("joined on {}: {}", joined.by.value.plural(), joined.by.reason));
    let runs = joined.runs.iter().zip(&score.aggregates).zip(&score.stored);
    for ((run, aggregates), stored) in runs {
        let whole = aggregates.iter().filter(|one| one.group.is_none());
        let whole = whole.sorted_by_key(|one| Some(&*one.metric) != score.lead());
        let number = |one: &Aggregate| {
            let in_percent = is_share(&one.metric) || in_percent(&one.metric);
            let (scale, unit) = if in_percent { (100.0, " %") } else { (1.0, "") };
            let number = shortest((one.mean? * scale * 1000.0).round() / 1000.0);
            Some(format!("{} {number}{unit}", one.metric))
        };
        let numbers = whole.filter_map(number).join(", ");
        say(&format_args!("{}: {}", run.name, numbers));
        if let Some(Stored { column, mean, n, agrees, .. }) = stored {
            let right = percent(*mean);
            say(&format_args!(
                "{}: the file's own column {column} calls {right} of the answers right; {} verdicts \
                 agree with this score",
                run.name,
                part(*agrees as usize, *n as usize)
            ));
        }
    }
}
