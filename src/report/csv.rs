//! CSV for spreadsheets and scripts: one line per question and run, or per aggregate.

use super::json::Record;
use crate::digits::shortest;
use crate::session::{Score, Session};
use std::borrow::Cow;
use std::io::{self, Write};

/// Writes the line before those of questions.
///
/// # Errors
/// Where `out` fails.
pub fn write_head(score: &Score, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "run,id,state,extracted")?;
    for metric in &score.evaluation.metrics {
        write!(out, ",{}", metric.id)?;
    }
    write!(out, ",matched\r\n")
}

/// Writes the line of a question of a run.
///
/// # Errors
/// Where `out` fails.
pub fn write_record(run: &str, record: &Record, out: &mut dyn Write) -> io::Result<()> {
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

/// Writes one line per aggregate.
///
/// # Errors
/// Where `out` fails.
pub fn write_aggregates(session: &Session, out: &mut dyn Write) -> io::Result<()> {
    let (Some(score), Some(joined)) = (session.score(), session.joined()) else { return Ok(()) };
    write!(out, "run,metric,group_column,group_value,mean,low,high,level,method,n,n_scored\r\n")?;
    for (run, aggregates) in joined.runs.iter().zip(&score.aggregates) {
        for aggregate in aggregates {
            let (column, value) = match &aggregate.group {
                Some(group) => (cell(&group.column), cell(&group.value)),
                None => (Cow::Borrowed(""), Cow::Borrowed("")),
            };
            write!(out, "{},{},{column},{value}", cell(&run.name), aggregate.metric)?;
            match aggregate.mean {
                Some(mean) => write!(out, ",{}", shortest(mean))?,
                None => write!(out, ",")?,
            }
            match &aggregate.interval {
                Some(i) => {
                    let [low, high, level] = [i.low, i.high, i.level].map(shortest);
                    write!(out, ",{low},{high},{level},{}", i.method)?;
                }
                None => write!(out, ",,,,")?,
            }
            write!(out, ",{},{}\r\n", aggregate.n, aggregate.n_scored)?;
        }
    }
    Ok(())
}

/// A text as a CSV cell that no spreadsheet takes for a formula: text that begins like one gets an
/// apostrophe, which spreadsheets read as "this is text". The JSON report has the text unchanged.
fn cell(text: &str) -> Cow<'_, str> {
    let risky = text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']);
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
    }
}
