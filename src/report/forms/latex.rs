//! The means as a LaTeX table in the form of the package booktabs, for a paper.

use super::boards::{MARK, means, tables};
use crate::report::model::{Report, Run};
use crate::report::words::{and, group_mean, groups_of, is_share};
use itertools::Itertools as _;
use std::fmt::Write as _;

/// One table: a row a run with its means and, of several runs, the difference from the baseline by the first
/// metric. Breakdowns and further leaderboards stand in the Markdown report.
pub(super) fn latex(report: &Report) -> String {
    let shown = &report.shown;
    let table = Table::new(report);
    // What mathematics writes in italics.
    let head = |head: &String| match head.as_str() {
        "n" | "p" => format!("${head}$"),
        _ => escape(head),
    };
    let heads = table.heads.iter().map(head).join(" & ");
    let rows = table.rows.iter().map(|row| row.iter().map(|cell| escape(cell)).join(" & "));
    let notes = [
        (report.runs.len() > 1).then(|| format!("{}.", shown.method)),
        shown.remarks.iter().find(|remark| !remark.starts_with(MARK)).map(|one| format!("{one}.")),
        over_groups(report),
        shown.programs.clone(),
    ];
    let notes = notes.into_iter().flatten().map(|note| escape(&note));
    let body = [
        "\\begin{table}\n\\centering\n".to_owned(),
        format!("\\caption{{{}}}\n", caption(report)),
        format!("\\label{{tab:{}}}\n", label(&report.preset.id)),
        format!("\\begin{{tabular}}{{{}}}\n\\toprule\n{heads} \\\\\n\\midrule\n", table.columns),
        rows.map(|row| row + " \\\\\n").collect(),
        "\\bottomrule\n\\end{tabular}\n".to_owned(),
        notes
            .flat_map(|note| ["\\par\\smallskip\\footnotesize ".to_owned(), note, "\n".to_owned()])
            .collect(),
        "\\end{table}\n".to_owned(),
    ]
    .concat();
    let engine = if body.chars().all(is_known) {
        ""
    } else {
        "% Compile with XeLaTeX or LuaLaTeX: pdfLaTeX lacks some characters of this table.\n"
    };
    let signature = report.signature.replace(['\n', '\r'], " ");
    format!("% \\usepackage{{booktabs}}\n{engine}{body}% {signature}\n")
}

/// The means over groups of the headline, for a note; `None` if there are none.
fn over_groups(report: &Report) -> Option<String> {
    let headline = report.shown.lead?.id;
    let of_run = |run: &Run| {
        let all = run.figures.over_groups.iter().filter(|one| one.metric == headline);
        let means = all.map(|one| format!("{} over the {}", group_mean(one), groups_of(one)));
        let means: Vec<String> = means.collect();
        let name = if report.runs.len() > 1 { run.name.as_str() } else { "" };
        (!means.is_empty()).then(|| [name, &and(&means)].join(" ").trim().to_owned())
    };
    let runs: Vec<String> = report.runs.iter().filter_map(of_run).collect();
    let title = report.runs.first().map_or("", |run| run.title(headline));
    (!runs.is_empty())
        .then(|| format!("{title} with each group weighing the same: {}.", runs.join("; ")))
}

/// What was scored and what the figures are.
fn caption(report: &Report) -> String {
    let shown = &report.shown;
    let unit = if shown.metrics.iter().all(|metric| is_share(metric.id)) {
        "means in percent"
    } else {
        "means and relative errors in percent, absolute errors in the unit of the answers,"
    };
    let mut text = escape(&shown.title);
    let _ = write!(text, ": {unit} with 95\\,\\% intervals over $n$ questions.");
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
    text
}

/// A name that `\ref` takes: an own preset may have any characters in its id.
fn label(id: &str) -> String {
    id.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect()
}

/// The rows of all runs under the same heads.
struct Table {
    /// How columns are aligned.
    columns: String,
    heads: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    fn new(report: &Report) -> Self {
        // Precision and recall would make the table wider than a page.
        let means = means(report, |metric| !metric.is_part);
        // Runs by other rules have other metrics: each keeps its column, and n stands last.
        let metrics = means.iter().flat_map(|table| &table.heads[1..table.heads.len() - 1]);
        let metrics: Vec<&String> = metrics.unique().collect();
        let board = tables(report).into_iter().next();
        let row = |heads: &[String], cells: &[String]| {
            let of = |metric: &&String| {
                let place = heads.iter().position(|head| head == *metric);
                place.map_or_else(|| NONE.to_owned(), |place| cells[place].clone())
            };
            let own = std::iter::once(cells[0].clone()).chain(metrics.iter().map(of));
            own.chain(cells.last().cloned()).collect::<Vec<_>>()
        };
        let rows = means.iter().flat_map(|table| {
            table.rows.iter().map(|cells| row(&table.heads, cells)).collect::<Vec<_>>()
        });
        let rows = rows.map(|mut row| {
            if let Some(board) = &board {
                let place = board.rows.iter().find(|[_, run, ..]| *run == row[0]);
                let none = || [NONE.to_owned(), NONE.to_owned()];
                row.extend(
                    place.map_or_else(none, |[.., versus, p, _]| [versus.clone(), p.clone()]),
                );
            }
            row
        });
        let own = std::iter::once("run").chain(metrics.iter().map(|metric| metric.as_str()));
        let compared: &[&str] = if board.is_some() { &["difference", "p"] } else { &[] };
        let heads: Vec<String> =
            own.chain(["n"]).chain(compared.iter().copied()).map(str::to_owned).collect();
        Self { columns: format!("l{}", "r".repeat(heads.len() - 1)), rows: rows.collect(), heads }
    }
}

/// Stands for what a run does not have.
const NONE: &str = "–";

/// Whether pdfLaTeX prints a character without further packages.
fn is_known(character: char) -> bool {
    matches!(character, '\n' | ' '..='~' | '\u{a1}'..='\u{ac}' | '\u{ae}'..='\u{17f}' | '†' | '‡' | '…' | '“' | '”' | '‘' | '’')
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
            '\u{a0}' => safe.push('~'),
            '≤' => safe.push_str("$\\leq$"),
            '≥' => safe.push_str("$\\geq$"),
            '→' => safe.push_str("$\\rightarrow$"),
            '↔' => safe.push_str("$\\leftrightarrow$"),
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
