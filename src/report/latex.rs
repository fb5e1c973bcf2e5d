//! The means as a LaTeX table in the form of the package booktabs, for a paper.

use super::signature::signature;
use super::words::{changes, number, title_of};
use crate::digits::MINUS;
use crate::session::Session;
use std::fmt::Write as _;

/// The table of a session with a score: means over all questions with interval and n, by run; and
/// below it how the runs compare by the first metric.
pub fn latex(session: &Session) -> String {
    let (Some(score), Some(joined)) = (session.score(), session.joined()) else {
        return String::new();
    };
    let settings = &score.settings;
    let heading = escape(&settings.preset.title);
    let mut text = "% \\usepackage{booktabs}\n\\begin{table}\n\\centering\n\\caption{".to_owned();
    let _ = write!(text, "{heading}: means in percent with 95\\,\\% intervals over $n$ questions.");
    if settings.own() {
        text.push_str(" The preset is the authors' own.");
    }
    if !settings.changes.is_empty() {
        let _ = write!(text, " Modified preset: {}.", escape(&changes(settings)));
    }
    for reason in &score.provisional {
        let _ = write!(text, " \\textbf{{Provisional:}} {}.", escape(reason));
    }
    text.push_str("}\n\\begin{tabular}{llrrr}\n\\toprule\n");
    text.push_str("run & metric & mean & 95\\,\\% interval & $n$ \\\\\n");
    for (place, (run, aggregates)) in joined.runs.iter().zip(&score.aggregates).enumerate() {
        text.push_str("\\midrule\n");
        let mut name = escape(&run.name);
        for aggregate in aggregates.iter().filter(|aggregate| aggregate.group.is_none()) {
            let title = title_of(session, &aggregate.metric, place);
            let number = |value: f64| number(&aggregate.metric, value).replace(MINUS, "$-$");
            let mean = aggregate.mean.map_or_else(|| "--".to_owned(), number);
            let interval = aggregate.interval.as_ref().map_or_else(
                || "--".to_owned(),
                |i| format!("{}--{}", number(i.low), number(i.high)),
            );
            let (title, n) = (escape(&title), aggregate.n);
            let _ = writeln!(text, "{name} & {title} & {mean} & {interval} & {n} \\\\");
            name.clear();
        }
    }
    text.push_str("\\bottomrule\n\\end{tabular}\n");
    boards(session, &mut text);
    for told in super::comparisons::sentences(session, &escape) {
        if score.evaluation.metrics.first() == Some(&told.metric) {
            let title = escape(&told.title);
            let words = told.words.replace(MINUS, "$-$");
            let _ = writeln!(text, "\\par\\smallskip\\footnotesize {title}: {words}.");
        }
    }
    if let Some(words) = super::words::programs_run(session) {
        let words = escape(&words);
        let _ = writeln!(text, "\\par\\smallskip\\footnotesize {words}");
    }
    let _ = writeln!(text, "\\end{{table}}\n% {}", signature(session).replace(['\n', '\r'], " "));
    text
}

/// Where every run stands by the first metric, and how that came about.
fn boards(session: &Session, text: &mut String) {
    use super::leaderboard::{method, remarks, tables};
    let tables = tables(session, false);
    if !tables.is_empty() {
        text.push_str("\\par\\medskip\n\\begin{tabular}{rlrrrrrl}\n\\toprule\n");
        text.push_str("rank & run & mean & 95\\,\\% interval & $n$ & less the baseline & $p$ & shown to be \\\\\n");
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
        let _ = writeln!(text, "\\par\\smallskip\\footnotesize {}.", escape(&method(session)));
    }
    for remark in
        remarks(session).iter().filter(|remark| !remark.starts_with(super::leaderboard::MARK))
    {
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
        assert_eq!(escape("a_b & 5 % of {x}"), "a\\_b \\& 5 \\% of \\{x\\}");
        assert_eq!(
            escape("\\input{x}^2~#$"),
            "\\textbackslash{}input\\{x\\}\\textasciicircum{}2\\textasciitilde{}\\#\\$"
        );
        assert_eq!(escape("--x ``y'' <z>"), "-{}-x `{}`y'{}' \\textless{}z\\textgreater{}");
        assert_eq!(escape("line\nbreak % é"), "line break \\% é");
        assert_eq!(escape("a − b"), "a $-$ b");
    }
}
