//! The report as one HTML file: it needs no server and no network, and forbids itself both. The report
//! as JSON is in it, so that the file can be held against the files it is about.

mod parts;

use super::charts::{STYLE as CHARTS, escape};
use super::forms::{Records, WriteRecords};
use super::json::{self};
use super::result;
use super::words::{grouped, sentence};
use crate::diagnostic::cut;
use crate::evaluate::{Again, Material};
use crate::json_text::json_text;
use crate::protocol::given::DOCTYPE;
use crate::protocol::given::{CLOSES, OPENS};
use crate::session::{Score, Session};
use crate::types::{Parts, Reconciliation, Verdict};
use sha2::{Digest, Sha256};
use std::io::{self, Write};

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");
/// Questions at most whose texts are in the file; all are in the report that it carries.
const MOST_ROWS: usize = 20_000;
/// Questions whose texts are read again together, where they were left in a file.
const AT_ONCE: usize = 512;
/// Texts are cut at this many characters.
const TEXT: usize = 400;
/// Runs at most that have a strip and a breakdown of their own.
const MOST_RUNS: usize = 12;

/// Writes the file of a session with a score; `records` writes those of a run.
pub(super) fn write(
    session: &Session,
    parts: Parts,
    out: &mut dyn Write,
    records: &mut WriteRecords<'_>,
) -> io::Result<()> {
    let sides = session.prediction_sides();
    let (Some(score), Some(material)) = (session.score(), session.material(&sides)) else {
        return Ok(());
    };
    let style = [STYLE, CHARTS].concat();
    let title = escape(&score.settings.preset.title);
    let (style_hash, script_hash) = (source_hash(&style), source_hash(SCRIPT));
    write!(
        out,
        "{DOCTYPE}\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n<meta \
         http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src \
         'sha256-{style_hash}'; script-src 'sha256-{script_hash}'; base-uri 'none'; form-action \
         'none'\">\n<meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}: report of \
         Scoredrop</title>\n<style>{style}</style>\n{OPENS}"
    )?;
    json::write_with(session, parts, &mut Embedded(out), &mut |run, out| {
        records(Records::Embedded(run), out)
    })?;
    write!(
        out,
        "{CLOSES}\n</head><body>\n<header><span>Scoredrop {}</span>",
        crate::protocol::VERSION
    )?;
    writeln!(out, "<span>A report in one file: no network, no server</span></header>\n<main>")?;
    writeln!(out, "<h1>{}</h1>", escape(&result::plain(session, 0)))?;
    parts::provisional(score, out)?;
    parts::headline(score, &material, out)?;
    parts::strips(session, &material, MOST_RUNS, out)?;
    parts::means(session, score, &material, out)?;
    parts::breakdowns(session, &material, MOST_RUNS, out)?;
    parts::comparison(session, out)?;
    questions(score, &material, parts, out)?;
    writeln!(
        out,
        "<section><h2>How it was scored</h2><p>{}</p></section>",
        escape(&sentence(session))
    )?;
    parts::official(score, &material, out)?;
    parts::about(session, score, out)?;
    writeln!(
        out,
        "</main>\n<footer class=\"soft\"><p>To check this report, drop it on Scoredrop together \
        with the files it is about, or run <code>scoredrop verify REPORT.html --gold FILE --predictions \
        FILE</code>: every row is scored again and compared.</p></footer>"
    )?;
    write!(out, "<script type=\"application/json\" id=\"rows\">")?;
    rows(session, score, &material, parts, &mut Embedded(out))?;
    writeln!(out, "</script>\n<script>{SCRIPT}</script>\n</body></html>")
}

/// The frame of the table, which the script fills.
fn questions(
    score: &Score,
    material: &Material<'_>,
    parts: Parts,
    out: &mut dyn Write,
) -> io::Result<()> {
    write!(
        out,
        "<section id=\"questions\" aria-labelledby=\"questions-head\"><h2 id=\"questions-head\">\
        Questions</h2><noscript><p>The table needs the script of this file; all records are in its \
        source.</p></noscript>"
    )?;
    let count = material.gold.table.rows();
    if count > MOST_ROWS {
        let (shown, left) = (grouped(MOST_ROWS), grouped(count - MOST_ROWS));
        write!(
            out,
            "<p>The first {shown} questions; {left} more are in the report that this file \
            carries, without their texts.</p>"
        )?;
    }
    for (left_out, what) in [
        (parts.no_outputs, "What the models answered was left out when this file was saved."),
        (
            parts.no_questions,
            "Questions, ids and gold answers were left out when this file was saved.",
        ),
    ] {
        if left_out {
            write!(out, "<p>{what}</p>")?;
        }
    }
    write!(out, "<form id=\"filter\" data-needs-script hidden><label>Run <select id=\"run\">")?;
    for (index, run) in material.joined.runs.iter().enumerate() {
        write!(out, "<option value=\"{index}\">{}</option>", escape(&run.short_name()))?;
    }
    write!(
        out,
        "</select></label><label>Verdict <select id=\"verdict\"><option value=\"\">all</option>"
    )?;
    for verdict in [Verdict::Right, Verdict::Partly, Verdict::Wrong, Verdict::Unanswered] {
        let words = match verdict {
            Verdict::Right => "right",
            Verdict::Partly => "partly right",
            Verdict::Wrong => "wrong",
            Verdict::Unanswered => "not answered",
        };
        write!(out, "<option value=\"{}\">{words}</option>", letter(verdict))?;
    }
    write!(
        out,
        "</select></label><label>Text <input id=\"needle\" type=\"search\"></label></form>\
        <div class=\"wide\" role=\"group\" aria-labelledby=\"questions-head\" tabindex=\"0\" \
        data-needs-script hidden><table><thead><tr><th class=\"mark\"><span class=\"soft\">·</span></th>\
        <th>question</th><th>answer</th><th>gold</th>"
    )?;
    for metric in &score.evaluation.metrics {
        write!(out, "<th class=\"n\">{}</th>", escape(metric.title))?;
    }
    writeln!(
        out,
        "</tr></thead><tbody id=\"body\"></tbody></table></div><div class=\"pager\" \
        data-needs-script hidden><button type=\"button\" id=\"back\">Back</button><button type=\"button\" \
        id=\"next\">Next</button><span id=\"place\" role=\"status\"></span></div></section>"
    )
}

/// What the table shows beside the records: verdicts, question, gold answers, raw predictions.
fn rows(
    session: &Session,
    score: &Score,
    material: &Material<'_>,
    parts: Parts,
    out: &mut dyn Write,
) -> io::Result<()> {
    let metrics: Vec<(String, String)> = score
        .evaluation
        .metrics
        .iter()
        .map(|metric| (metric.id.to_owned(), metric.title.to_owned()))
        .collect();
    write!(out, "{{\"metrics\": {}, \"rows\": [", json_text(&metrics))?;
    let runs = &score.evaluation.runs;
    let count = material.gold.table.rows().min(MOST_ROWS);
    let mut again = Again::default();
    for row in 0..count {
        let verdicts: String = runs.iter().map(|run| letter(run.verdict(row))).collect();
        if row % AT_ONCE == 0 {
            let wanted = (0..runs.len()).flat_map(|run| (row..count).map(move |row| (run, row)));
            let wanted: Vec<_> = wanted.filter(|(_, wanted)| *wanted < row + AT_ONCE).collect();
            again = session.again(material, &wanted)?;
        }
        let material = &material.with(&again);
        let question = material.question(row).filter(|_| !parts.no_questions);
        let question = question.map(|text| cut(text, TEXT));
        let golds: Option<Vec<String>> = (!parts.no_questions)
            .then(|| material.answers.of(row).take(10).map(|text| cut(text, TEXT)).collect());
        let prediction = |run: usize| material.prediction(run, row).map(|text| cut(&text, TEXT));
        let predictions: Option<Vec<Option<String>>> =
            (!parts.no_outputs).then(|| (0..runs.len()).map(prediction).collect());
        let comma = if row == 0 { "\n" } else { ",\n" };
        write!(
            out,
            "{comma}[{},{},{},{}]",
            json_text(&verdicts),
            json_text(&question),
            json_text(&golds),
            json_text(&predictions)
        )?;
    }
    write!(out, "]}}")
}

fn letter(verdict: Verdict) -> char {
    match verdict {
        Verdict::Right => 'r',
        Verdict::Partly => 'p',
        Verdict::Wrong => 'w',
        Verdict::Unanswered => 'u',
    }
}

/// JSON inside a script element: no `<`, which might end that.
pub(super) struct Embedded<'o>(pub(super) &'o mut dyn Write);

impl Write for Embedded<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for (index, part) in bytes.split(|byte| *byte == b'<').enumerate() {
            if index > 0 {
                // Outside texts JSON has none.
                self.0.write_all(b"\\u003c")?;
            }
            self.0.write_all(part)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// The SHA-256 of a text as policies name it: base64.
fn source_hash(text: &str) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut base64 = String::new();
    for group in Sha256::digest(text).chunks(3) {
        let byte = |index: usize| u32::from(group.get(index).copied().unwrap_or_default());
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for place in 0..4 {
            if place > group.len() {
                base64.push('=');
            } else {
                let letter = bits >> (18 - 6 * place) & 63;
                base64.push(char::from(LETTERS[letter as usize]));
            }
        }
    }
    base64
}

/// The counts of a run in words.
fn counts(counts: &Reconciliation) -> String {
    let n = |count: u64| grouped(count as usize);
    format!(
        "gold {} = {} answered + {} not extracted + {} blank + {} missing + {} excluded; also {} extra and \
         {} duplicate predictions, {} duplicate gold rows, {} unreadable rows",
        n(counts.gold),
        n(counts.answered),
        n(counts.not_extracted),
        n(counts.blank),
        n(counts.missing),
        n(counts.excluded),
        n(counts.extra),
        n(counts.duplicate_predictions),
        n(counts.duplicate_gold),
        n(counts.unparseable)
    )
}

#[cfg(test)]
mod tests {
    use super::{Embedded, source_hash};
    use std::io::Write as _;

    #[test]
    fn hashes_are_as_policies_name_them() {
        // Of the empty text, as the specification of these policies has it.
        assert_eq!(source_hash(""), "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
    }

    #[test]
    fn nothing_ends_the_script_it_stands_in() {
        let mut bytes = Vec::new();
        Embedded(&mut bytes).write_all(b"\"</script><!--\"").unwrap();
        assert_eq!(bytes, b"\"\\u003c/script>\\u003c!--\"");
    }
}
