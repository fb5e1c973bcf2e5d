//! `scoredrop drop`: what the page does with files that are dropped on it, and what it says of them.

use super::{
    Failure, Output, Read, compiled, finish, keep_inputs, open_all, say, setting, write_out,
};
use clap::Args;
use scoredrop::aggregate::Aggregate;
use scoredrop::base::diagnostic::Diagnostic;
use scoredrop::base::digits::{percent, shortest};
use scoredrop::base::types::{Field, Role, Stored};
use scoredrop::report::words::{in_percent, is_share};
use scoredrop::session::Session;
use scoredrop::session::protocol::{Answer, Choices};
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;

/// The files and what is known of them beforehand.
#[derive(Args)]
pub(crate) struct Drop {
    /// Gold and predictions, in any order; or one file that holds both.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Preset id, or a file with a preset of your own; found out where absent.
    #[arg(long, value_name = "ID or FILE")]
    preset: Option<String>,
    /// A setting that differs from the preset's, as in articles=keep.
    #[arg(long, value_name = "KEY=VALUE", value_parser = setting)]
    set: Vec<(String, String)>,
    #[command(flatten)]
    read: Read,
    /// Takes the file that looks like gold for the predictions, and the other way round.
    #[arg(long)]
    swap: bool,
    #[command(flatten)]
    output: Output,
}

/// Code of a drop that asks something before it can be scored.
const ASKS: u8 = 4;

/// Scores files as they are dropped.
pub(crate) fn run(given: &Drop) -> Result<ExitCode, Failure> {
    if let Some(out) = &given.output.out {
        let files = given.files.iter().map(|path| ("given", path.as_path()));
        keep_inputs(files, out)?;
    }
    let set = given.set.iter().cloned().collect();
    let preset = given.preset.as_ref().map(|preset| compiled(preset, &set)).transpose()?;
    let preset = preset.map(|(preset, _)| preset);
    // As on the page, every file of an archive is taken.
    let files = given.files.iter().map(|path| (Role::Predictions, path.as_path()));
    let mut opened = open_all(files)?;
    let mut session = Session::new();
    let (join, columns) = (given.read.join, given.read.map.clone());
    session.choose(Choices { preset, set, join, columns, ..Choices::default() });
    for (slot, (_, file)) in (0u32..).zip(&mut opened) {
        file.add_to(&mut session, slot);
    }
    if given.swap {
        let Some(choices) = session.swapped() else {
            let message = "there is not one gold file and one of predictions to be swapped";
            return Err(Failure::Usage(Diagnostic::error("nothing_to_swap", message).into()));
        };
        session.choose(choices);
    }
    if let Some(question) = &session.plan().question {
        tell(&session);
        say(&question.text);
        let option = |one: &Answer| json!({"choice": one.choice, "shows": one.shows, "would_give": one.would_give});
        let options: Vec<_> = question.options.iter().map(option).collect();
        let asked = json!({"question": question.text, "options": options});
        let text = serde_json::to_string_pretty(&asked).unwrap_or_default();
        write_out(given.output.out.as_deref(), |out| writeln!(out, "{text}"))?;
        return Ok(ExitCode::from(ASKS));
    }
    for index in session.unread() {
        opened[index].1.read_into(&mut session, index)?;
    }
    session.join()?;
    finish(&mut session)?;
    tell(&session);
    let code = given.output.write(&session)?;
    tell_repairs(&session, given.swap);
    Ok(code)
}

/// Says which options settle a doubt or mend what was found.
fn tell_repairs(session: &Session, swapped: bool) {
    let repairs = session.score().map_or(&[][..], |score| &score.repairs);
    for repair in repairs.iter().filter(|repair| !(swapped && repair.option == "--swap")) {
        let of_run = repair.run.as_ref().map_or(String::new(), |run| format!(" for {run}"));
        let gives = repair
            .would_give
            .map_or(String::new(), |mean| format!(", which gives {}{of_run}", percent(mean)));
        say(&format_args!("{} to {}{gives}", repair.option, repair.words));
    }
}

/// Says what was taken for what, and which number came of it.
fn tell(session: &Session) {
    let plan = session.plan();
    for (index, source) in session.sources().iter().enumerate() {
        let Some(role) = plan.roles.get(index).and_then(Option::as_ref) else { continue };
        let fields = [Field::Id, Field::Question, Field::Answers, Field::Prediction, Field::Run];
        let of_field = |field: Field| {
            let columns: Vec<&str> = plan.maps[index].of(field).collect();
            let name = field.name().replace('_', " ");
            (!columns.is_empty()).then(|| format!("{name} {}", columns.join(", ")))
        };
        let columns: Vec<String> = fields.into_iter().filter_map(of_field).collect();
        let role = match role.value {
            Role::Gold => "the gold file",
            Role::Predictions => "predictions",
            Role::NaProb => "probabilities of no answer",
            Role::Table => "gold and predictions side by side",
        };
        say(&format_args!("{}: {role}; {}", source.name, columns.join("; ")));
    }
    if let Some(preset) = &plan.preset {
        let changes =
            plan.settings.as_ref().map(scoredrop::report::words::changes).unwrap_or_default();
        let with = if changes.is_empty() { String::new() } else { format!(", with {changes}") };
        say(&format_args!("scored by {} ({}){with}", preset.value, preset.reason));
    }
    let (Some(score), Some(joined)) = (session.score(), session.joined()) else { return };
    say(&format_args!("joined on {}: {}", joined.by.value.plural(), joined.by.reason));
    let runs = joined.runs.iter().zip(&score.aggregates).zip(&score.stored);
    for ((run, aggregates), stored) in runs {
        let whole = aggregates.iter().filter(|one| one.group.is_none());
        let number = |one: &Aggregate| {
            let in_percent = is_share(&one.metric) || in_percent(&one.metric);
            let (scale, unit) = if in_percent { (100.0, " %") } else { (1.0, "") };
            let number = shortest((one.mean? * scale * 1000.0).round() / 1000.0);
            Some(format!("{} {number}{unit}", one.metric))
        };
        let numbers: Vec<String> = whole.filter_map(number).collect();
        say(&format_args!("{}: {}", run.name, numbers.join(", ")));
        if let Some(Stored { column, mean, n, agrees }) = stored {
            let right = percent(*mean);
            say(&format_args!(
                "{}: its own verdicts in {column} say {right} right; {agrees} of {n} are as here",
                run.name
            ));
        }
    }
}
