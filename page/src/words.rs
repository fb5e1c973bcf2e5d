//! What the page says: its sentences and labels, to be read together. Regions take them from here; names
//! of metrics, states and the like are in [`format`](crate::format).

use crate::format;
use scoredrop::report::words::in_text;

// Charts.

/// The tab and its region.
pub const CHARTS: &str = "Charts";
/// A button beneath a chart.
pub const SAVE_SVG: &str = "Save as SVG";
/// What opens the table behind a chart.
pub const SHOW_TABLE: &str = "Table";
/// Where a score has nothing to draw.
pub const NO_CHARTS: &str =
    "Nothing to draw: this score has one run, no groups and no graded values.";
/// A chart of kinds of answer.
pub const KINDS_CHART: &str =
    "Kind of gold answer (rows) by kind of prediction (columns): questions";
/// A chart over attempts.
pub const PASS_AT_K: &str = "Share of problems solved within k attempts";
/// A chart over tolerances.
pub const TOLERANCE_CHART: &str = "Numbers that match, by relative tolerance";

/// `Exact match by run, with 95 % intervals`
pub fn runs_chart(metric: &str) -> String {
    format!("{metric} by run, with 95\u{202f}% intervals")
}

/// `Exact match by level, with 95 % intervals`
pub fn groups_chart(metric: &str, column: &str) -> String {
    format!("{metric} by {column}, with 95\u{202f}% intervals")
}

/// `Questions by F1`
pub fn histogram(metric: &str) -> String {
    format!("Questions by {}", in_text(metric))
}

/// `Exact match: careful minus eager, by answer_type`
pub fn differences_chart(metric: &str, a: &str, b: &str, column: &str) -> String {
    format!("{metric}: {a} minus {b}, by {column}")
}

/// `Where careful and eager agree, by exact match`
pub fn flips_chart(a: &str, b: &str, metric: &str) -> String {
    format!("Where {a} and {b} agree, by {}", in_text(metric))
}

/// The four cells of a flip table: both, the first alone, the second alone, neither.
pub fn flip_cells(graded: bool, a: &str, b: &str) -> [String; 4] {
    if graded {
        let same = ["the same", "both at the worst"].map(str::to_owned);
        let [both, neither] = same;
        [both, format!("{a} better"), format!("{b} better"), neither]
    } else {
        let [both, neither] = ["both right", "both wrong"].map(str::to_owned);
        [both, format!("only {a} right"), format!("only {b} right"), neither]
    }
}

/// A step of the tolerance: `0.5 %`.
pub fn tolerance_step(step: f64) -> String {
    let text = crate::widgets::number::fixed(step * 100.0, 1);
    format!("{}\u{202f}%", text.strip_suffix(".0").unwrap_or(&text))
}

/// A value of a group column; an empty one has a name, too.
pub fn value(value: &str) -> String {
    if value.is_empty() { "(empty)".to_owned() } else { value.to_owned() }
}

/// `12 of 15 right`
pub fn right_of(right: u64, count: u64) -> String {
    format!("{} of {} right", format::count(right), format::count(count))
}

// The result.

/// The link from the result to the table.
pub const SKIP_TO_QUESTIONS: &str = "Skip to the questions";

/// `7 more metrics of this run`
pub fn more_metrics(count: usize) -> String {
    format!("{} of this run", format::counted(count as u64, "more metric"))
}

/// Above a metric's share that is still to be worked out.
pub const INTERVAL_PENDING: &str = "interval being worked out";

/// Where a link asks for a metric that is not there.
pub fn no_such_metric(asked: &str, metric: &str) -> String {
    format!("{asked} is no metric of this score: the board is by {metric}.")
}

/// `23 that every run has a prediction for`
pub fn on_common(questions: u64) -> String {
    format!("{} that every run has a prediction for", format::count(questions))
}

/// `Exact match, compared with terse, all questions`
pub fn board(metric: &str, beside: &str, common: bool) -> String {
    let questions = if common { "questions that all answer" } else { "all questions" };
    format!("{metric}, compared with {beside}, {questions}")
}

/// The verdicts that the file has of its own.
pub fn stored(column: &str, right: &str, n: u64, agrees: u64) -> String {
    let (n, agrees) = (format::count(n), format::count(agrees));
    format!(
        "The file’s own column {column} calls {right}\u{202f}% of {n} answers right; {agrees} of \
         these {n} verdicts agree with this score."
    )
}

// Checks.

/// What stands before the reasons why a score is provisional.
pub const CHECK_FIRST: &str = "Check before you use this score:";
/// What settles them.
pub const IS_RIGHT: &str = "Yes, this is right";

/// `2 errors, 1 warning, 20 notes`
pub fn problems(errors: u64, warnings: u64, notes: u64) -> String {
    let counts = [(errors, "error"), (warnings, "warning"), (notes, "note")];
    let there = counts.into_iter().filter(|(count, _)| *count > 0);
    there.map(|(count, noun)| format::counted(count, noun)).collect::<Vec<_>>().join(", ")
}

/// `Check before you use this score: 1 doubt, 3 warnings`
pub fn checks(doubts: u64, problems: &str) -> String {
    if doubts == 0 {
        return format!("Checks: {problems}");
    }
    let doubts = format::counted(doubts, "doubt");
    let rest = if problems.is_empty() { String::new() } else { format!(", {problems}") };
    format!("{CHECK_FIRST} {doubts}{rest}")
}

// Two runs.

/// What opens the differences by group.
pub const DIFFERENCES: &str = "Differences by group";
/// The order of questions in a comparison.
pub const CLOSEST_FIRST: &str = "closest first";

// The rail.

/// What a rule would do to the number at most: `−2.3`, and of another metric `EM −2.3`.
pub fn effect(metric: Option<&str>, difference: f64) -> String {
    let points = format::points(difference);
    metric.map_or_else(|| points.clone(), |id| format!("{} {points}", format::metric_short(id)))
}

/// In front of a second tolerance.
pub const ALSO_AT: &str = "Also at";
/// Where a percentage is none.
pub const GIVE_PERCENT: &str = "Give a percentage from 0 on, such as 5.";
/// Where a number is none.
pub const GIVE_NUMBER: &str = "Give a number from 0 on, such as 0.5.";

/// `one of 3 sheets`
pub fn one_of_sheets(count: usize) -> String {
    format!("one of {} sheets", format::count(count as u64))
}

// Programs.

/// What opens the limits of the sandbox.
pub const PROGRAM_LIMITS: &str = "What differs from a native run";
/// Before any program has run.
pub const NOT_RUN: &str = "not run";

/// `82 of 164 run`
pub fn run_so_far(done: u64, total: u64) -> String {
    format!("{} of {} run", format::count(done), format::count(total))
}

/// `Cancelled: 82 of 164 programs have run.`
pub fn part_run(done: u64, total: u64, cancelled: bool) -> String {
    let first = if cancelled { "Cancelled: " } else { "" };
    let have = if done == 1 { "has" } else { "have" };
    format!("{first}{} of {} {have} run.", format::count(done), format::counted(total, "program"))
}

/// `Run 164 programs`, and of some that are left `Run the other 82 programs`
pub fn run_programs(left: u64, total: u64) -> String {
    let some = format::counted(left, "program");
    if left < total { format!("Run the other {some}") } else { format!("Run {some}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metrics_stand_within_sentences() {
        assert_eq!(histogram("Relative error"), "Questions by relative error");
        assert_eq!(histogram("F1"), "Questions by F1");
    }

    #[test]
    fn programs_are_told_in_one_form() {
        assert_eq!(run_programs(1, 1), "Run 1 program");
        assert_eq!(run_programs(82, 164), "Run the other 82 programs");
        assert_eq!(part_run(1, 8, true), "Cancelled: 1 of 8 programs has run.");
        assert_eq!(tolerance_step(0.005), "0.5\u{202f}%");
        assert_eq!(tolerance_step(0.05), "5\u{202f}%");
    }
}
