//! Words that several regions of the page share, and sentences with numbers and names in them. Labels of one
//! region stand in its component; names of metrics, states and the like are in [`format`](crate::format).

use crate::format;
use itertools::Itertools as _;
use scoredrop::base::diagnostic::Code;
use scoredrop::base::digits::fixed;
use scoredrop::base::digits::{PERCENT, by_number};
use scoredrop::base::types::Verdict;
use scoredrop::report::words::in_text;

/// Makes constants that their own words describe.
macro_rules! table {
    ($($name:ident = $words:literal;)*) => { $(#[doc = $words] #[allow(clippy::doc_markdown)] pub const $name: &str = $words;)* };
}

/// Makes functions that fill the gaps of a sentence.
macro_rules! sentences {
    ($($name:ident($($given:ident: $kind:ty),*) = $words:literal $(, $filling:expr)*;)*) => {$(
        #[doc = $words]
        #[allow(clippy::doc_markdown)]
        pub fn $name($($given: $kind),*) -> String {
            format!($words $(, $filling)*)
        }
    )*};
}

// What index.html shows before the program is here, and the program then.

table! {
    LEAD = "Score a model’s answers exactly as the official benchmark does. See why each answer is right or wrong, and how certain the score is.";
    OFFICIAL_BENCHMARK_SCORES_IN_YOUR = "official benchmark scores, in your browser";
    CLOSING_THE_NETWORK = "Closing the network …";
    KEYBOARD_SHORTCUTS = "Keyboard shortcuts";
    DROP_A_GOLD_FILE = "Drop a gold file and predictions here";
    JSON_JSON_LINES_CSV_EXCEL = "JSON, JSON Lines, CSV, Excel, Parquet, ZIP, logs of lm-eval, Inspect, EvalPlus… One file that holds both is fine.";
    CHOOSE_FILES = "Choose files";
    OR_PASTE_THEM_CTRL_V = "or paste them: Ctrl+V";
    ONE_BY_ONE = "One by one: ";
    OPEN_A_SAMPLE = "Open a sample: ";
    SHORT_ANSWERS = "short answers";
    NUMBERS_TWO_MODELS = "numbers, two models";
    NOTHING_IS_UPLOADED_THE_PAGE = "Nothing is uploaded: the page has blocked its own network access.";
    FILES_TO_SCORE = "Files to score";
}

// Labels that several regions share.

table! {
    BENCHMARK = "Benchmark";
    CANCEL = "Cancel";
    COMPARE = "Compare";
    GOLD = "gold";
    EMPTY_VALUE = "(empty)";
    LET_THE_FILES_DECIDE = "Detect from the files";
    TABLE_MARKDOWN = "Table, Markdown";
    TABLE_LATEX = "Table, LaTeX";
    METHODS_AND_BIBTEX = "Methods and BibTeX";
    AGAINST = "against ";
    HUNDRED_PERCENT = "100\u{202f}%";
    KEYS = "Keys";
    CLOSE = "Close";
    PROGRAMS = "Programs";
    RUN_AGAIN = "Run again";
    QUESTIONS = "Questions";
    REMOVE = "Remove";
    JOINED_ON = "Joined on";
    APPLY = "Apply";
    ADD = "Add";
    REPORT = "Report";
    AS_THE_OFFICIAL_SCRIPT_PRINTS = "As the official script prints it";
    CHARTS = "Charts";
}

// Charts.

sentences! {
    histogram(metric: &str) = "Questions by {}", in_text(metric);
    flips_chart(a: &str, b: &str, metric: &str) = "Where {a} and {b} agree, by {}", in_text(metric);
    right_of(right: u64, count: u64) = "{} of {} right", format::count(right), format::count(count);
}

/// The four cells of a flip table: both, the first alone, the second alone, neither.
pub fn flip_cells(graded: bool, a: &str, b: &str) -> [String; 4] {
    let (both, [first, second]) = if graded {
        ("the same", [a, b].map(|run| format!("{run} better")))
    } else {
        ("both right", [a, b].map(|run| format!("only {run} right")))
    };
    [both.to_owned(), first, second, "both wrong".to_owned()]
}

/// A step of the tolerance: `0.5 %`.
pub fn tolerance_step(step: f64) -> String {
    let text = fixed(step * 100.0, 1);
    format!("{}\u{202f}%", text.strip_suffix(".0").unwrap_or(&text))
}

/// A value of a group column; an empty one has a name, too.
pub fn value(value: &str) -> String {
    if value.is_empty() { EMPTY_VALUE.to_owned() } else { value.to_owned() }
}

// Before there is a score.

sentences! {
    would_be_right(share: f64) = "about {}{PERCENT} of the first rows right", fixed(share * 100.0, 0);
}

// The result.

sentences! {
    more_metrics(count: usize) = "{} of this run", format::counted(count as u64, "more metric");
}

/// `Exact match, compared with terse, all questions`
pub fn board(metric: &str, beside: &str, common: bool) -> String {
    let questions = if common { "questions that all runs answer" } else { "all questions" };
    format!("{metric}, compared with {beside}, {questions}")
}

pub fn stored(column: &str, right: &str, n: u64, agrees: u64) -> String {
    let (n, agrees) = (format::count(n), format::count(agrees));
    format!(
        "The file’s own column {column} calls {right}\u{202f}% of {n} answers right; {agrees} of \
         these {n} verdicts agree with this score."
    )
}

// Readings.

sentences! {
    of_questions(n: u64) = " (n = {})", format::count(n);
}

/// `Other readings give 5.9 %, 8.0 % and 9.1 %.`, or nothing if there are none.
pub fn other_readings(means: &[String]) -> String {
    match means {
        [] => String::new(),
        [one] => format!("Another reading gives {one}."),
        [first @ .., last] => format!("Other readings give {} and {last}.", first.join(", ")),
    }
}

// The strip and the curve.

/// `12 right, 3 wrong, 1 not answered`
pub fn stripes(right: u32, wrong: u32, unanswered: u32) -> String {
    let counts = [right, wrong, unanswered].map(|count| format::count(count.into()));
    let verdicts = [Verdict::Right, Verdict::Wrong, Verdict::Unanswered].map(format::verdict);
    counts.iter().zip(verdicts).map(|(count, verdict)| format!("{count} {verdict}")).join(", ")
}

// Checks.

const PROBLEMS: [&str; 3] = ["error", "warning", "note"];

/// `2 errors, 1 warning, 20 notes`
pub fn problems(counts: [u64; 3]) -> String {
    let there = PROBLEMS.into_iter().zip(counts).filter(|(_, count)| *count > 0);
    there.map(|(noun, count)| format::counted(count, noun)).join(", ")
}

/// `Show 3 more warnings, 20 notes`: of problems that are not shown, some of their sort being there already.
pub fn show_more(shown: [u64; 3], hidden: [u64; 3]) -> String {
    let there = PROBLEMS.into_iter().zip(shown).zip(hidden).filter(|(_, count)| *count > 0);
    let mut words = there.map(|((noun, shown), count)| {
        let more = if shown > 0 { "more " } else { "" };
        format::counted(count, &[more, noun].concat())
    });
    format!("Show {}", words.join(", "))
}

/// `2 things to check, 3 warnings: only 3 of 9 questions have a prediction`: the counts stand first, where a
/// narrow window cuts nothing.
pub fn checks(first: Option<&str>, doubts: u64, problems: &str) -> String {
    let Some(first) = first else { return format!("Checks: {problems}") };
    let doubts = format!("{} to check", format::counted(doubts, "thing"));
    let problems = (!problems.is_empty()).then(|| problems.to_owned());
    let all = std::iter::once(doubts).chain(problems).join(", ");
    format!("{all}: {first}")
}

/// What opens the doubts that are not shown at first.
pub fn more_doubts(count: usize) -> String {
    format::counted(count as u64, "more thing") + " to check"
}

// Two runs.

/// `the first is better on 12, the second on 3`
pub fn parted(first: u32, second: u32) -> String {
    let [first, second] = [first, second].map(|count| format::count(count.into()));
    format!("the first is better on {first}, the second on {second}")
}

/// `11 questions are left out: one run has no value`
pub fn without_value(count: u64) -> String {
    let are = by_number(count as usize, "is", "are");
    format!("{} {are} left out: one run has no value", format::counted(count, "question"))
}

// The rail.

/// What a rule would do to the number at most: `−2.3`, and of another metric `EM −2.3`.
pub fn effect(metric: Option<&str>, difference: f64) -> String {
    let points = format::points(difference);
    metric.map_or_else(|| points.clone(), |id| format!("{} {points}", format::metric_short(id)))
}

/// Above the effects of rules: of several runs on which.
pub fn effect_if_changed(run: Option<&str>) -> String {
    run.map_or_else(|| "effect if changed".to_owned(), |run| format!("effect on {run} if changed"))
}

/// What is said of one of several runs: `careful: 25.2`.
pub fn number_of(run: Option<&str>, words: &str) -> String {
    run.map_or_else(|| words.to_owned(), |run| [run, ": ", words].concat())
}

// Programs.

/// `Cancelled: 82 of 164 programs have run.`
pub fn part_run(done: u64, total: u64, cancelled: bool) -> String {
    let first = if cancelled { "Cancelled: " } else { "" };
    let have = by_number(done as usize, "has", "have");
    format!("{first}{} of {} {have} run.", format::count(done), format::counted(total, "program"))
}

/// `Run 164 programs`, and of some that are left `Run the other 82 programs`
pub fn run_programs(left: u64, total: u64) -> String {
    let some = format::counted(left, "program");
    if left < total { format!("Run the other {some}") } else { format!("Run {some}") }
}

// Work under way, programs and questions.

sentences! {
    looked(doing: &str, percent: u64) = "{doing} {percent}{PERCENT}";
    show_all_of(what: &str) = "Show all {what}";
    python_version(version: &str) = "Python {version}";
    more_like_it(count: u64) = "and {} more like it", format::count(count);
    loading_python(share: f64) = "loading Python: {}{PERCENT}", fixed(share * 100.0, 0);
    python_once(bytes: u64) = "{} of Python once", format::bytes(bytes);
}

/// `a.jsonl, b.jsonl were not read.`
pub fn not_read(names: &[String]) -> String {
    let were = by_number(names.len(), "was", "were");
    format!("{} {were} not read.", names.join(", "))
}

/// `23 blank predictions`: several problems of a kind in one line, where their own words name one question
/// each. Blanks that are no problem are answers.
pub fn together(code: Code, count: u64, is_answer: bool) -> Option<String> {
    let words = match code {
        Code::BlankPrediction if is_answer => {
            "blank predictions are scored as “no answer”, as the official script does"
        }
        Code::BlankPrediction => "predictions are blank",
        Code::MissingPrediction => "predictions are missing",
        Code::ExtraPrediction => "predictions are for questions that are not in the gold file",
        Code::DuplicatePrediction => "predictions are replaced by later ones for the same question",
        _ => return None,
    };
    Some([&format::count(count), " ", words].concat())
}

/// `gold.jsonl, row 12, column answer`
pub fn place(file: Option<&str>, row: Option<u64>, column: Option<&str>) -> String {
    let row = row.map(|row| format!("row {}", format::count(row)));
    let column = column.map(|column| format!("column {column}"));
    let parts = [file.map(str::to_owned), row, column];
    parts.into_iter().flatten().join(", ")
}

/// `marked by exact match, middle by F1`, `marked by numeric match, other questions by exact match`
pub fn marked_by(headline: &str, others: Option<&str>, middle: Option<&str>) -> String {
    let by = |what: &str, metric: Option<&str>| {
        metric.map_or_else(String::new, |metric| [what, &format::metric_in_text(metric)].concat())
    };
    let others = by(", other questions by ", others);
    format!("marked by {}{others}{}", format::metric_in_text(headline), by(", middle by ", middle))
}

/// `Exact match by group`, `Exact match of terse by group`
pub fn metric_by_group(metric: &str, run: Option<&str>) -> String {
    let metric = format::metric(metric);
    match run {
        Some(run) => format!("{metric} of {run} by group"),
        None => format!("{metric} by group"),
    }
}

/// `82 of 164 programs`, and how long the rest takes
pub fn programs_done(done: u64, total: u64, left: Option<f64>) -> String {
    let words = format!("{} of {}", format::count(done), format::counted(total, "program"));
    left.map_or_else(|| words.clone(), |seconds| format!("{words}, {} left", about(seconds)))
}

/// `about 10 s`, `about 3 min`
pub fn about(seconds: f64) -> String {
    if seconds > 90.0 {
        return format!("about {} min", fixed((seconds / 60.0).ceil(), 0));
    }
    let step = if seconds > 5.0 { 5.0 } else { 1.0 };
    format!("about {} s", fixed(((seconds / step).ceil() * step).max(1.0), 0))
}

/// `Use the 12 saved verdicts`
pub fn use_saved(count: u64) -> String {
    match count {
        1 => "Use the saved verdict".to_owned(),
        _ => format!("Use the {} saved verdicts", format::count(count)),
    }
}

/// `All 12 verdicts are saved in this browser: nothing needs to run.`
pub fn all_saved(count: u64) -> String {
    let saved = match count {
        1 => "The verdict is saved".to_owned(),
        _ => format!("All {} verdicts are saved", format::count(count)),
    };
    format!("{saved} in this browser: nothing needs to run.")
}

/// `460 attempts, 263 different programs`; of programs that are all different their number alone.
pub fn attempts(attempts: u64, programs: u64) -> String {
    if attempts == programs {
        return format::counted(programs, "program");
    }
    let attempts = format::counted(attempts, "attempt");
    format!("{attempts}, {}", format::counted(programs, "different program"))
}

/// `164 programs run by Python 3.14.2.`
pub fn were_run(attempts: &str, versions: &[String]) -> String {
    let python = versions.iter().map(|version| python_version(version)).join(" and ");
    format!("{attempts} run by {python}.")
}

/// `, test 2, line 12`
pub fn in_test(test: Option<u64>, line: Option<u64>) -> String {
    match (test, line) {
        (Some(test), Some(line)) => format!(", test {}, line {}", test + 1, line + 1),
        (Some(test), None) => format!(", test {}", test + 1),
        (None, _) => String::new(),
    }
}

/// `before: passed, failed`
pub fn before(categories: &[String]) -> String {
    let before: Vec<String> = categories.iter().map(|name| format::category(name)).collect();
    format!("before: {}", before.join(", "))
}

/// `3 of 12 questions`
pub fn shown_of(shown: u64, all: u64) -> String {
    if shown == all {
        return format::counted(all, "question");
    }
    format!("{} of {}", format::count(shown), format::counted(all, "question"))
}

// What was claimed.

/// What came of holding the score against a report, or against a signature where there is no name.
pub fn held_against(report: Option<&str>, equal: bool, sentence: &str) -> String {
    match (report, equal) {
        (Some(name), true) => format!("{name} checked: {sentence}"),
        (Some(name), false) => format!("{name} does not match: {sentence}"),
        (None, true) => format!("Signature checked: {sentence}"),
        (None, false) => format!("This is not the score in the link: {sentence}."),
    }
}

// The rail, in words that depend on what is scored.

sentences! {
    modified(title: &str) = "{title}, modified";
}

/// `12 answers change`
pub fn answers_change(count: u64) -> String {
    match count {
        0 => "no answer changes".to_owned(),
        1 => "1 answer changes".to_owned(),
        n => format!("{} answers change", format::count(n)),
    }
}

/// `all 16 questions match in each of 2 runs`, `31 of 32 match (2 runs of 16 questions)`
pub fn join_evidence(
    [matched, of, runs]: [u64; 3],
    texts: Option<(u64, u64)>,
    by_row: bool,
) -> String {
    let questions = format::counted(of / runs.max(1), "question");
    let words = match (matched == of, runs > 1) {
        (true, true) => format!("all {questions} match in each of {runs} runs"),
        (false, true) => {
            let [matched, of] = [matched, of].map(format::count);
            format!("{matched} of {of} match ({runs} runs of {questions})")
        }
        (_, false) => format!("{} of {questions} match", format::count(matched)),
    };
    match texts {
        Some((agreeing, compared)) => {
            let [agreeing, compared] = [agreeing, compared].map(format::count);
            format!("{words}; question texts agree in {agreeing} of {compared}")
        }
        None if by_row => format!("{words}; nothing confirms that rows belong together"),
        None => words,
    }
}

/// Where rules differ from those of the benchmark that they are from.
pub fn no_longer(reference: &str) -> String {
    match reference {
        "" => "no longer the preset’s own rules".to_owned(),
        _ => format!("modified, so no longer the score of {reference}"),
    }
}

/// What a benchmark's number stands for, by its golden cases and its real answers.
pub fn stands_for(reference: &str, golden: u64, real: u64) -> String {
    let golden = format::counted(golden, "case");
    match (reference, real) {
        ("", _) => format!("our own definition; agrees with {golden} worked out by hand"),
        (_, 0) => format!("{reference}; {golden} agree"),
        (_, real) => {
            format!("{reference}; {golden} and {} agree", format::counted(real, "real answer"))
        }
    }
}

// Files and links.

/// A file that was a preset.
pub fn is_a_preset(name: &str, sound: bool) -> String {
    let what = if sound { "is now used" } else { "has errors and is not used" };
    format!("the preset {name} {what}")
}

/// Where files cannot be read any more.
pub fn cannot_be_read(names: &[String], is_shown: bool) -> String {
    let as_it_was = by_number(names.len(), "file as it was", "files as they were");
    let words =
        format!("{} can no longer be read: changed, moved or removed.", format::names(names));
    if is_shown { format!("{words} The score is that of the {as_it_was}.") } else { words }
}

// The scorer.

#[cfg(test)]
mod tests {
    use super::*;

    /// What can be read before the program is here is what the program shows then.
    #[test]
    fn the_first_words_stand_in_the_document() {
        let document = include_str!("../../index.html");
        for words in [
            LEAD,
            OFFICIAL_BENCHMARK_SCORES_IN_YOUR,
            CLOSING_THE_NETWORK,
            KEYBOARD_SHORTCUTS,
            DROP_A_GOLD_FILE,
            JSON_JSON_LINES_CSV_EXCEL,
            CHOOSE_FILES,
            OR_PASTE_THEM_CTRL_V,
            ONE_BY_ONE,
            OPEN_A_SAMPLE,
            SHORT_ANSWERS,
            NUMBERS_TWO_MODELS,
            NOTHING_IS_UPLOADED_THE_PAGE,
            FILES_TO_SCORE,
        ] {
            assert!(document.contains(words), "{words}");
        }
    }

    #[test]
    fn what_is_shown_already_makes_the_rest_more() {
        assert_eq!(problems([0, 1, 20]), "1 warning, 20 notes");
        assert_eq!(show_more([0, 1, 0], [0, 3, 20]), "Show 3 more warnings, 20 notes");
        assert_eq!(show_more([0, 0, 0], [0, 0, 1]), "Show 1 note");
    }

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
