//! Every form of a report, by the name that command line and page use. Each is a function of the report
//! as a value; where records of questions stand in it, whoever has the session fills them in.

mod boards;
pub(crate) mod charts;
pub(super) mod csv;
pub(super) mod every_eval_ever;
mod hub;
pub(crate) mod json;
mod latex;
mod markdown;
mod methods;
pub(super) mod page;

pub use page::{CLOSES, DOCTYPE, OPENS, ROWS};

use super::model::{Report, Run};
use super::records::Records;
use crate::aggregate::official::python_digits;
use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::error::Error;
use crate::base::json_text::json_text;
use crate::base::types::Parts;
use crate::report::chart;
use itertools::Itertools as _;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What can be downloaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "command-line", derive(clap::ValueEnum))]
pub enum ExportFormat {
    /// The whole report
    Json,
    /// One line for each question and run
    Csv,
    /// One line for each mean
    AggregatesCsv,
    /// Tables for an issue or a README
    Markdown,
    /// A table for a paper, in booktabs style
    Latex,
    /// The output of the reference script
    Official,
    /// The value of each question of a run as JSON Lines, for Inspect's `precomputed_scores`
    Inspect,
    /// The result of a run for the folder `.eval_results` of its model on Hugging Face
    HfEvalResults,
    /// The means of a run in the schema of Every Eval Ever
    EveryEvalEver,
    /// The questions of a run in the same schema, as JSON Lines
    EveryEvalEverSamples,
    /// The preset with the settings in force.
    #[cfg_attr(feature = "command-line", value(skip))]
    Preset,
    /// The verdicts of the programs that were run here, as JSON Lines that are predictions themselves.
    #[cfg_attr(feature = "command-line", value(skip))]
    Verdicts,
    /// One HTML file that contains the JSON report
    Html,
    /// A methods paragraph for a paper, with BibTeX
    Methods,
    /// A Python script that runs the reference scorer on the same files
    #[serde(rename = "verify.py")]
    #[cfg_attr(feature = "command-line", value(name = "verify.py"))]
    VerifyPy,
    /// One bar for each question of the first run, or of the run in view
    #[serde(rename = "strip.svg")]
    #[cfg_attr(feature = "command-line", value(name = "strip.svg"))]
    StripSvg,
    /// The headline metric by group, for the same run
    #[serde(rename = "breakdown.svg")]
    #[cfg_attr(feature = "command-line", value(name = "breakdown.svg"))]
    BreakdownSvg,
    /// Every run compared with the baseline
    #[serde(rename = "comparison.svg")]
    #[cfg_attr(feature = "command-line", value(name = "comparison.svg"))]
    ComparisonSvg,
}

/// What of the report is wanted.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wanted<'w> {
    /// Runs and rows of the per-question CSV; all where absent.
    pub rows: Option<&'w [(usize, usize)]>,
    /// What JSON and HTML leave out.
    pub parts: Parts,
    /// The run that charts of one are of.
    pub run: usize,
}

/// A piece of a form.
#[derive(Clone, Debug, PartialEq)]
pub enum Piece {
    /// Text as it is written.
    Text(String),
    /// Records of questions.
    Records(Records),
}

/// A form of a report that is a function of nothing else; empty for the others.
pub fn render(report: &Report, format: ExportFormat, wanted: Wanted<'_>) -> Vec<Piece> {
    let run = || report.runs.get(wanted.run);
    let file = |chart: Option<String>| chart.map_or_else(String::new, |chart| chart::file(&chart));
    let bare = (wanted.parts != Parts::default()).then(|| report.without_quotes());
    let partly = bare.as_ref().unwrap_or(report);
    let text = match format {
        ExportFormat::Json => return json::json(partly, wanted.parts),
        ExportFormat::Html => return page::page(partly, wanted.parts),
        ExportFormat::Csv => {
            return vec![Piece::Text(csv::head(report)), Piece::Records(Records::Csv)];
        }
        ExportFormat::Inspect => return vec![Piece::Records(Records::Inspect(wanted.run))],
        ExportFormat::EveryEvalEverSamples => {
            let digest = every_eval_ever::digest(report);
            return vec![Piece::Records(Records::EveryEvalEver(wanted.run, digest))];
        }
        ExportFormat::EveryEvalEver => {
            run().map(|run| every_eval_ever::aggregate(report, run)).unwrap_or_default()
        }
        ExportFormat::AggregatesCsv => csv::aggregates(report),
        ExportFormat::Markdown => markdown::markdown(report),
        ExportFormat::Latex => latex::latex(report),
        ExportFormat::Official => official(report),
        ExportFormat::HfEvalResults => {
            run().and_then(|run| hub::entry(report, run)).unwrap_or_default()
        }
        ExportFormat::Methods => methods::methods(report),
        ExportFormat::StripSvg => file(run().map(charts::strip)),
        ExportFormat::BreakdownSvg => file(run().and_then(|run| charts::breakdown(report, run))),
        ExportFormat::ComparisonSvg => file(charts::comparison(report)),
        ExportFormat::Verdicts | ExportFormat::Preset | ExportFormat::VerifyPy => String::new(),
    };
    vec![Piece::Text(text)]
}

impl Report {
    /// Returns a form of a report that has no records, because it was merged from parts.
    ///
    /// # Errors
    /// [`Code::NoSuchForm`] if the form shows questions, or there is none of this score.
    pub fn without_records(
        &self,
        format: ExportFormat,
        wanted: Wanted<'_>,
    ) -> Result<String, Error> {
        let none = |reason: &str| Diagnostic::error(Code::NoSuchForm, reason);
        match format {
            ExportFormat::Csv
            | ExportFormat::Html
            | ExportFormat::Inspect
            | ExportFormat::EveryEvalEverSamples
            | ExportFormat::StripSvg
            | ExportFormat::VerifyPy
            | ExportFormat::Verdicts => {
                let reason = "this format shows every question, but merged parts hold only counts";
                let remedy = "choose json, aggregates-csv, markdown, latex, official, methods, \
                              hf-eval-results, every-eval-ever, breakdown.svg or comparison.svg";
                return Err(none(reason).remedy(remedy).into());
            }
            _ => {}
        }
        let text: String = render(self, format, wanted)
            .into_iter()
            .map(|piece| match piece {
                Piece::Text(text) => text,
                Piece::Records(_) => String::new(),
            })
            .collect();
        let lacks = match format {
            ExportFormat::HfEvalResults => "the preset names no dataset on Hugging Face (card.hub)",
            ExportFormat::BreakdownSvg => "no column divides these questions into groups",
            ExportFormat::ComparisonSvg => "there is only one run, so there is nothing to compare",
            _ => return Ok(text),
        };
        if text.is_empty() { Err(none(lacks).into()) } else { Ok(text) }
    }
}

/// Returns what the reference prints for the only run; of several, an object whose members are the runs. An
/// empty object stands where the reference would print nothing.
fn official(report: &Report) -> String {
    let block = |run: &Run, indent: &str| {
        let line =
            |(key, value): (&str, &Value)| format!("{indent}  \"{key}\": {}", python_digits(value));
        let lines = run.official_lines().map(line).join(",\n");
        if lines.is_empty() { "{}".to_owned() } else { format!("{{\n{lines}\n{indent}}}") }
    };
    match &report.runs[..] {
        [run] => block(run, "") + "\n",
        runs => {
            let member = |run: &Run| format!("  {}: {}", json_text(&run.name), block(run, "  "));
            format!("{{\n{}\n}}\n", runs.iter().map(member).join(",\n"))
        }
    }
}
