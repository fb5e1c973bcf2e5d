//! What the page says: its sentences and labels, to be read together. Regions take them from here; names
//! of metrics, states and the like are in [`format`](crate::format).

use crate::format;

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
    format!("Questions by {}", metric_within(metric))
}

/// `Exact match: careful minus eager, by answer_type`
pub fn differences_chart(metric: &str, a: &str, b: &str, column: &str) -> String {
    format!("{metric}: {a} minus {b}, by {column}")
}

/// `Where careful and eager agree, by exact match`
pub fn flips_chart(a: &str, b: &str, metric: &str) -> String {
    format!("Where {a} and {b} agree, by {}", metric_within(metric))
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

/// The name of a metric within a sentence: `exact match`, and `F1` as it is.
fn metric_within(metric: &str) -> String {
    let is_word = metric.chars().nth(1).is_some_and(char::is_lowercase);
    let mut letters = metric.chars();
    match letters.next().filter(|_| is_word) {
        Some(first) => first.to_lowercase().collect::<String>() + letters.as_str(),
        None => metric.to_owned(),
    }
}

// The result.

/// The link from the result to the table.
pub const SKIP_TO_QUESTIONS: &str = "Skip to the questions";

/// `7 more metrics of this run`
pub fn more_metrics(count: usize) -> String {
    format!("{} of this run", format::counted(count as u64, "more metric"))
}

// Two runs.

/// What opens the differences by group.
pub const DIFFERENCES: &str = "Differences by group";
/// The order of questions in a comparison.
pub const CLOSEST_FIRST: &str = "closest first";

// The rail.

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
