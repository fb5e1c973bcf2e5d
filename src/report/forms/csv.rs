//! CSV for spreadsheets and scripts: one line per question and run, or per aggregate.

use crate::aggregate::Interval;
use crate::base::digits::shortest;
use crate::report::model::Report;
use crate::report::records::Record;
use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, Write};

/// The line before those of questions.
pub(super) fn head(report: &Report) -> String {
    let mut text = "run,id,state,extracted".to_owned();
    for metric in &report.shown.metrics {
        text.extend([",", metric.id]);
    }
    text + ",matched\r\n"
}

/// Writes the line of a question of a run.
///
/// # Errors
/// Where `out` fails.
pub(crate) fn write_record(run: &str, record: &Record, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "{},{},{}", cell(run), cell(&record.id), record.state)?;
    write!(out, ",{}", cell(record.extracted.as_deref().unwrap_or("")))?;
    for (_, value) in &record.metrics {
        match value {
            Some(value) => write!(out, ",{}", shortest(*value))?,
            None => write!(out, ",")?,
        }
    }
    match record.matched {
        Some(index) => write!(out, ",{index}\r\n"),
        None => write!(out, ",\r\n"),
    }
}

/// One line per aggregate, one per member of records, and one per mean over the groups of a column, which has no value
/// of the column.
pub(super) fn aggregates(report: &Report) -> String {
    let mut text =
        "run,metric,group_column,group_value,mean,low,high,level,method,n,n_scored\r\n".to_owned();
    for run in &report.runs {
        let name = cell(&run.name);
        for one in &run.figures.aggregates {
            let group = one.group.as_ref();
            let [column, value] = group.map_or([Cow::Borrowed(""), Cow::Borrowed("")], |group| {
                [cell(&group.column), cell(&group.value)]
            });
            let mean = one.mean.map(shortest).unwrap_or_default();
            let ends = ends(one.interval.as_ref());
            let _ = write!(text, "{name},{},{column},{value},{mean},{ends}", one.metric);
            let _ = write!(text, ",{},{}\r\n", one.n, one.n_scored);
        }
        for one in &run.figures.members {
            let (member, ends) = (cell(&one.member), ends(one.interval.as_ref()));
            let mean = one.mean.map(shortest).unwrap_or_default();
            let answered = one.n - one.missing;
            let _ = write!(
                text,
                "{name},exact_match,(member),{member},{mean},{ends},{},{answered}\r\n",
                one.n
            );
        }
        for one in &run.figures.over_groups {
            let (column, mean, ends) =
                (cell(&one.column), shortest(one.mean), ends(one.interval.as_ref()));
            let _ = write!(text, "{name},{},{column},,{mean},{ends},{},\r\n", one.metric, one.n);
        }
    }
    text
}

/// The cells of an interval: its ends, level and method.
fn ends(interval: Option<&Interval>) -> String {
    let Some(i) = interval else { return ",,,".to_owned() };
    let [low, high, level] = [i.low, i.high, i.level].map(shortest);
    format!("{low},{high},{level},{}", i.method)
}

/// The signs that formulas begin with, and their wide forms.
const SIGNS: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// A text as a CSV cell that no spreadsheet takes for a formula: text that begins like one gets an
/// apostrophe, which spreadsheets read as "this is text". The JSON report has the text unchanged.
fn cell(text: &str) -> Cow<'_, str> {
    // Some programs pass over white space, over what has no width, and over what separates cells for them.
    let is_passed_over = |c: char| {
        c.is_whitespace()
            || matches!(c, ';' | '|' | '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{feff}')
    };
    let risky = text.starts_with(['\t', '\r', '\n'])
        || text.trim_start_matches(is_passed_over).starts_with(SIGNS);
    if !risky && !text.contains([',', '"', '\r', '\n']) {
        return Cow::Borrowed(text);
    }
    let guard = if risky { "'" } else { "" };
    Cow::Owned(format!("\"{guard}{}\"", text.replace('"', "\"\"")))
}

#[cfg(test)]
mod tests {
    use super::cell;

    #[test]
    fn cells_are_safe_in_spreadsheets() {
        assert_eq!(cell("plain"), "plain");
        assert_eq!(cell("a,b"), "\"a,b\"");
        assert_eq!(cell("say \"x\""), "\"say \"\"x\"\"\"");
        assert_eq!(cell("=1+1"), "\"'=1+1\"");
        assert_eq!(cell("-5"), "\"'-5\"");
        assert_eq!(cell("\u{9}x"), "\"'\u{9}x\"");
        for before in
            [" ", "\u{a0}", "\u{3000}", "\u{200b}", "\u{feff}", "\u{2060}", ";", "|", " ;\u{200d} "]
        {
            assert_eq!(cell(&format!("{before}=1+1")), format!("\"'{before}=1+1\""));
            assert_eq!(cell(&format!("{before}x")), format!("{before}x"));
        }
    }
}
