//! The means as a LaTeX table in the form of the package booktabs, for a paper.

use super::boards::{FEW_RUNS, MARK, Means, means, tables};
use crate::base::digits::MINUS;
use crate::report::model::Report;
use crate::report::words::is_share;
use itertools::Itertools as _;
use std::fmt::Write as _;

/// The table: means over all questions, and below it how the runs compare by the first metric.
pub(super) fn latex(report: &Report) -> String {
    let shown = &report.shown;
    let heading = escape(&shown.title);
    let unit = if shown.metrics.iter().all(|metric| is_share(metric.id)) {
        "means in percent"
    } else {
        "means and relative errors in percent, absolute errors in the unit of the answers,"
    };
    let mut text = "% \\usepackage{booktabs}\n\\begin{table}\n\\centering\n\\caption{".to_owned();
    let _ = write!(text, "{heading}: {unit} with 95\\,\\% intervals over $n$ questions.");
    if shown.is_own {
        text.push_str(" The preset is the authors' own.");
    }
    if !shown.changes.is_empty() {
        let _ = write!(text, " Modified preset: {}.", escape(&shown.changes));
    }
    let reasons: Vec<String> = report.doubts().iter().map(|one| escape(&one.message)).collect();
    if !reasons.is_empty() {
        let _ = write!(text, " \\textbf{{Provisional:}} {}.", reasons.join("; "));
    }
    text.push_str("}\n");
    let line = |cells: &[String]| {
        let cells = cells.iter().map(|cell| escape(cell)).join(" & ");
        format!("{cells} \\\\\n")
    };
    for Means { mut heads, rows } in means(report) {
        let columns = "r".repeat(heads.len() - 1);
        let _ = writeln!(text, "\\begin{{tabular}}{{l{columns}}}\n\\toprule");
        let n = heads.pop().map(|n| format!(" & ${n}$ \\\\\n")).unwrap_or_default();
        text.push_str(line(&heads).trim_end_matches(" \\\\\n"));
        text.push_str(&n);
        text.push_str("\\midrule\n");
        for row in &rows {
            text.push_str(&line(row));
        }
        text.push_str("\\bottomrule\n\\end{tabular}\n");
    }
    boards(report, &mut text);
    let headline = shown.lead.map(|metric| metric.id);
    let few = report.runs.len() <= FEW_RUNS;
    for told in report.overall().filter(|one| few && Some(one.metric) == headline) {
        let title = escape(&told.title);
        let words = escape(&told.words(&str::to_owned));
        let _ = writeln!(text, "\\par\\smallskip\\footnotesize {title}: {words}.");
    }
    if let Some(words) = &shown.programs {
        let words = escape(words);
        let _ = writeln!(text, "\\par\\smallskip\\footnotesize {words}");
    }
    let _ = writeln!(text, "\\end{{table}}\n% {}", report.signature.replace(['\n', '\r'], " "));
    text
}

/// Where every run stands by the first metric, and how that came about.
fn boards(report: &Report, text: &mut String) {
    let tables = tables(report);
    if !tables.is_empty() {
        text.push_str("\\par\\medskip\n\\begin{tabular}{rlrrrrrl}\n\\toprule\n");
        text.push_str("rank & run & mean & 95\\,\\% interval & $n$ & difference from baseline & $p$ & verdict \\\\\n");
        for table in &tables {
            let _ = writeln!(
                text,
                "\\midrule\n\\multicolumn{{8}}{{l}}{{{}}} \\\\",
                escape(&table.title)
            );
            for [rank, run, mean, interval, n, versus, p, shown] in &table.rows {
                let (run, shown) = (escape(run), shown.replace('–', "--"));
                let interval = interval.replace('–', "--");
                let versus = versus.replace(MINUS, "$-$");
                let (mean, p) = (mean.replace('–', "--"), p.replace('–', "--").replace('<', "$<$"));
                let _ = writeln!(
                    text,
                    "{rank} & {run} & {mean} & {interval} & {n} & {versus} & {p} & {shown} \\\\"
                );
            }
        }
        text.push_str("\\bottomrule\n\\end{tabular}\n");
        let _ = writeln!(text, "\\par\\smallskip\\footnotesize {}.", escape(&report.shown.method));
    }
    for remark in report.shown.remarks.iter().filter(|remark| !remark.starts_with(MARK)) {
        let _ = writeln!(text, "\\par\\smallskip\\footnotesize {}.", escape(remark));
    }
}

/// Text that stays text in LaTeX.
fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\\' => safe.push_str("\\textbackslash{}"),
            '~' => safe.push_str("\\textasciitilde{}"),
            '^' => safe.push_str("\\textasciicircum{}"),
            '<' => safe.push_str("\\textless{}"),
            '−' => safe.push_str("$-$"),
            '–' => safe.push_str("--"),
            // Between thousands, and before a per cent sign: TeX does not know the character.
            '\u{202f}' => safe.push_str("\\,"),
            '>' => safe.push_str("\\textgreater{}"),
            '|' => safe.push_str("\\textbar{}"),
            '{' | '}' | '$' | '&' | '#' | '%' | '_' => safe.extend(['\\', character]),
            // Two of them would become one other sign.
            '-' | '`' | '\'' | ',' | '"' if safe.ends_with(character) => {
                safe.push_str("{}");
                safe.push(character);
            }
            _ if character.is_control() => safe.push(' '),
            _ => safe.push(character),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::escape;

    #[test]
    fn texts_stay_texts() {
        assert_eq!(escape("a_b & 5\u{202f}% of {x}"), "a\\_b \\& 5\\,\\% of \\{x\\}");
        assert_eq!(
            escape("\\input{x}^2~#$"),
            "\\textbackslash{}input\\{x\\}\\textasciicircum{}2\\textasciitilde{}\\#\\$"
        );
        assert_eq!(escape("--x ``y'' <z>"), "-{}-x `{}`y'{}' \\textless{}z\\textgreater{}");
        assert_eq!(escape("line\nbreak % é"), "line break \\% é");
        assert_eq!(escape("a − b"), "a $-$ b");
    }
}
