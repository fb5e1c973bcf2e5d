//! What the page says: its sentences and labels, to be read together. Regions take them from here; names
//! of metrics, states and the like are in [`format`](crate::format).

use crate::format;
use scoredrop::base::digits::PERCENT;
use scoredrop::base::digits::fixed;
use scoredrop::base::types::Verdict;
use scoredrop::report::words::in_text;

/// Makes constants of words that need no other description than themselves.
macro_rules! table {
    ($($name:ident = $words:literal;)*) => { $(#[doc = $words] #[allow(clippy::doc_markdown)] pub const $name: &str = $words;)* };
}

/// The same of sentences, with what fills their gaps.
macro_rules! sentences {
    ($($name:ident($($given:ident: $kind:ty),*) = $words:literal $(, $filling:expr)*;)*) => {$(
        #[doc = $words]
        #[allow(clippy::doc_markdown)]
        pub fn $name($($given: $kind),*) -> String {
            format!($words $(, $filling)*)
        }
    )*};
}

table! {
    // benchmarks.rs
    TEXT_QUESTIONS = "Text questions";
    TIME = "Time";
    NUMBERS_AND_FINANCE = "Numbers and finance";
    MATHEMATICS = "Mathematics";
    CODE_RUN_HERE = "Code, run here";
    CHOICES = "Choices";
    ANY_OTHER_DATA = "Any other data";
    OPEN_ITS_SAMPLE = "Open its sample";
    SHORT_ANSWERS = "short answers";
    NUMBERS_TWO_MODELS = "numbers, two models";
    OPEN_A_SAMPLE = "Open a sample: ";
    NO_BENCHMARK_OF_THAT_NAME = "No benchmark of that name; plain comparisons score any file.";
    BENCHMARK = "Benchmark";
    SCORE_MY_FILES_WITH_IT = "Score my files with it";
    FIND_A_BENCHMARK = "Find a benchmark";
    // busy.rs
    WORK_UNDER_WAY = "Work under way";
    CANCEL = "Cancel";
    READ_IT = "Read it";
    DISCARD_IT = "Discard it";
    READ_THEM = "Read them";
    DISCARD_THEM = "Discard them";
    FILES_NOT_READ = "Files that were not read";
    RESTART_WITH_THESE_FILES = "Restart with these files";
    START_EMPTY = "Start empty";
    DISMISS = "Dismiss";
    RELOAD = "Reload";
    // cells.rs
    VERDICT = "verdict";
    GOLD = "gold";
    BLANK = "blank";
    EMPTY_VALUE = "(empty)";
    NO_ANSWER = "no answer";
    // checks.rs
    CHECKS = "Checks";
    WHAT_SETTLES_CHECKS = "What settles the checks";
    NOTHING_TO_CHECK = "No warnings or notes.";
    SHOW = "Show";
    CHOOSE_IT_AGAIN = "Choose it again";
    // compare.rs
    ANSWERS_WRITTEN_DIFFERENTLY = "answers written differently";
    WHERE_THE_RUNS_DIFFER = "Where the runs differ";
    MIDDLE_QUESTIONS_WHERE_THEY_DIFFER = " · middle: questions where they differ (up: ";
    BETTER = " better) · ";
    TWO_RUNS_SIDE_BY_SIDE = "Two runs side by side";
    FIRST_RUN = "First run";
    SECOND_RUN = "Second run";
    QUESTIONS_BY_BOTH_RUNS = "Questions by both runs";
    RIGHT = " right";
    WRONG = " wrong";
    WHERE_THEY_DIFFER = "where they differ";
    WHERE_EVERY_RUN_HAS = ", where every run has a prediction";
    // counts.rs
    WHERE_EVERY_QUESTION_WENT = "Where every question went";
    EXTRA_PREDICTION = "extra prediction";
    REPLACED_PREDICTION = "replaced prediction";
    UNREADABLE_ROW = "unreadable row";
    GOLD_ROW = "gold row";
    GOLD_ROWS = "gold rows";
    GOLD_QUESTIONS = "gold questions";
    ALSO = "also: ";
    // detail.rs
    THE_GOLD_ANSWER = "the gold answer is";
    NOTHING = "nothing";
    EXTRACTED_ANSWER = "extracted answer";
    EVERY_GOLD_ANSWER = "every gold answer";
    AS_COMPARED = "as compared";
    COUNTED = " counted";
    // empty.rs
    LEAD = "Score a model’s answers exactly as the official benchmark does, see why each one counts, and how sure the number is.";
    DROP_A_GOLD_FILE = "Drop a gold file and predictions here";
    JSON_JSON_LINES_CSV_EXCEL = "JSON, JSON Lines, CSV, Excel, ZIP, logs of lm-eval, Inspect, EvalPlus… One file that holds both is fine.";
    CHOOSE_FILES = "Choose files";
    OR_PASTE_THEM_CTRL_V = "or paste them: Ctrl+V";
    ONE_BY_ONE = "One by one: ";
    GOLD_FILE = "gold file";
    THE_PREDICTIONS = "predictions";
    NOTHING_IS_UPLOADED_THE_PAGE = "Nothing is uploaded: the page has given up its own right to make requests.";
    WHAT_IS_TO_BE_SCORED = "What is to be scored";
    THE_LINK_SCORES = "The link scores as ";
    IN_VERSION = ", version ";
    DROP_ITS_FILES = ". Drop its files.";
    THE_FILES_ARE_SCORED = "The files are scored by ";
    LET_THE_FILES_DECIDE = "Let the files decide";
    THE_BENCHMARKS_OWN_QUESTIONS = ": the benchmark’s own questions with their right answers";
    WHAT_THE_FILES_ARE = "What the files are";
    IT_IS_THE_GOLD_FILE = "It is the gold file";
    IT_HOLDS_PREDICTIONS = "It holds predictions";
    IT_HOLDS_BOTH = "It holds both";
    CHOOSE_ITS_COLUMNS = "Choose its columns";
    WHAT_THE_MODEL_ANSWERED = ": what the model answered, with the ids or questions of the gold file";
    // export.rs
    REPORT_HTML = "Report, HTML";
    ONE_FILE_TO_READ = "one file to read and to pass on, without a network";
    REPORT_JSON = "Report, JSON";
    EVERYTHING_FOR_PROGRAMS_CAN = "everything, for programs; can be verified";
    EVERY_QUESTION_CSV = "Every question, CSV";
    A_ROW_FOR_EACH_QUESTION = "a row for each question and run";
    MEANS_CSV = "Means, CSV";
    A_ROW_FOR_EACH_METRIC = "a row for each metric and group";
    TABLE_MARKDOWN = "Table, Markdown";
    FOR_AN_ISSUE = "for an issue or a README";
    TABLE_LATEX = "Table, LaTeX";
    FOR_A_PAPER_WITH_BOOKTABS = "for a paper, with booktabs";
    METHODS_AND_BIBTEX = "Methods and BibTeX";
    A_PARAGRAPH_TO_CITE = "a paragraph to cite, and what it cites";
    RUN_THE_REFERENCE_VERIFY_PY = "Run the reference: verify.py";
    RUNS_THE_OFFICIAL_SCORER = "runs the official scorer on the same files";
    OFFICIAL_OUTPUT = "Official output";
    STRIP_SVG = "Strip of all questions, SVG";
    A_STRIPE_FOR_EACH_QUESTION = "a stripe for each question";
    BY_GROUP_SVG = "Chart by group, SVG";
    MEANS_WITH_THEIR_INTERVALS = "the mean of each group, with its interval";
    COMPARISON_SVG = "Chart of differences, SVG";
    EVERY_RUN_AGAINST_THE_BASELINE = "by how much each run differs from the baseline";
    VERDICTS_JSON_LINES = "Verdicts, JSON Lines";
    WHAT_BECAME_OF_EACH_PROGRAM = "what became of each program";
    ROWS_SHOWN_CSV = "Rows shown, CSV";
    WITH_THE_FILTERS_AND_ORDER = "with the filters and order of the table";
    WHAT_MODELS_ANSWERED = "what models answered";
    QUESTIONS_IDS_AND_GOLD_ANSWERS = "questions, ids and gold answers";
    LEAVE_OUT_OF_REPORTS = "Leave out of reports";
    BOTH_REPORTS_WITHOUT = "Leave out of both reports: ";
    // groups.rs
    NOTHING_PARTS_THE_QUESTIONS = "Questions are not grouped. Name a column of the gold file, or a condition, to break the score down by it.";
    AS_GIVEN = "as given";
    LOWEST_SCORE_FIRST = "lowest score first";
    HIGHEST_SCORE_FIRST = "highest score first";
    MOST_QUESTIONS_FIRST = "most questions first";
    LARGEST_LOSS_FIRST = "largest loss first";
    ORDER = "order ";
    ORDER_OF_THE_GROUPS = "Order of the groups";
    AGAINST = "against ";
    INTERVAL = "interval";
    HUNDRED_PERCENT = "100\u{202f}%";
    MEAN = "mean";
    // header.rs
    UNDO = "Undo";
    REDO = "Redo";
    OFFICIAL_BENCHMARK_SCORES_IN_YOUR = "official benchmark scores, in your browser";
    BENCHMARKS = "Benchmarks";
    SHARE = "Share";
    EXPORT = "Export";
    KEYBOARD_SHORTCUTS = "Keyboard shortcuts";
    THE_PAGE_OPENS = "This page also opens without a network.";
    PRIVACY = "Privacy";
    PRIVATE = "Private";
    NO_NETWORK = ": no network";
    NOTHING_LEAVES_THIS_PAGE_BEFORE = "Nothing leaves this page. Before it reads a file, the page adds a content policy that forbids every connection, even to its own host, and checks that the browser enforces it. Nothing that runs here afterwards can remove the policy, and the scorer inherits it.";
    TO_SEE_FOR_YOURSELF_OPEN = "To see for yourself, open the browser’s developer tools, type ";
    IN_THE_CONSOLE_AND_READ = " in the console and read the refusal; or unplug the network and go on scoring.";
    RUNS_EVERY_GOLDEN_CASE = " runs every golden case in your browser.";
    CLOSING_THE_NETWORK = "Closing the network …";
    NOT_PRIVATE = "Not private";
    // intake.rs
    FILES_TO_SCORE = "Files to score";
    DROP_THE_FILES_TO_SCORE = "Drop the files to score them";
    // keys.rs
    OPEN_FILES = "open files";
    PASTE_A_FILE = "paste a file or its text";
    UNDO_THE_LAST_CHANGE = "undo the last change";
    REDO_IT = "redo it";
    FIND_IN_THE_QUESTIONS = "find in the questions";
    NEXT_PREVIOUS_QUESTION = "next, previous question";
    WHY_OPEN_OR_CLOSE = "why: open or close the question";
    MOVE_THROUGH_THE_QUESTIONS = "move through the questions";
    ON_THE_STRIP = "←, → on the strip";
    MOVE_WITH_SHIFT_SELECT_QUESTIONS = "move; with Shift or Enter, select questions";
    RUN_THE_PROGRAMS = "run the programs of the open question again";
    CLEAR_THE_FILTERS = "clear the filters";
    CLOSE_WHAT_IS_OPEN = "close what is open";
    THIS_LIST = "this list";
    KEYS = "Keys";
    SINGLE_LETTER_SHORTCUTS = " single-letter shortcuts";
    CLOSE = "Close";
    // programs.rs
    LOOKING_FOR_SAVED_VERDICTS = "looking for saved verdicts";
    DISCARDED = "discarded";
    PROGRAMS = "Programs";
    DOWNLOAD_THE_VERDICTS = "Download the verdicts";
    RELOAD_THE_PAGE = "reload the page; with a network, if Python was never loaded. Verdicts that are there already stay";
    THE_PROGRAMS_COULD = "The programs could not be run.";
    THE_SCORER_HAS_NO_PROGRAMS = "the scorer has no programs";
    // programs_offer.rs
    RUN_AGAIN = "Run again";
    PYTHON_IS_HERE_ALREADY = "Python is here already";
    THERE_IS_NO_NETWORK = " There is no network, without which Python cannot be loaded.";
    // questions.rs
    QUESTIONS = "Questions";
    FIND_IN_ID_QUESTION_ANSWERS = "Find in id, question, answers";
    FILTERS = "Filters";
    FIND = "find";
    NOT_RUN_TITLE = "not run";
    REPEATED_IDS = "repeated ids";
    SHOW_ALL = "Show all";
    SHOW_FEWER_RUNS = "Show fewer runs";
    // rail/also.rs
    SAME_ANSWERS = "same answers";
    SCORE_BY_THESE_RULES_INSTEAD = "Score by these rules instead";
    SAME_OUTPUTS_BY_OTHER_BENCHMARKS = "Same outputs by other benchmarks’ rules";
    // rail/files.rs
    GOLD_TITLE = "Gold";
    GOLD_AND_PREDICTIONS = "Gold and predictions";
    PREDICTIONS = "Predictions";
    NO_ANSWER_PROBABILITIES = "No-answer probabilities";
    OTHER_FILES = "Other files";
    ADD_FILES = "+ Add files";
    REMOVE_ALL = "Remove all";
    FILE_ROLE_AND_COLUMNS = "File, role and columns";
    SWAP_GOLD_AND_PREDICTIONS = "Swap gold and predictions";
    SWAP = "Swap";
    REMOVE = "Remove";
    ROLE_OF_THIS_FILE = "Role of this file";
    SHEET_OF_THIS_WORKBOOK = "Sheet of this workbook";
    COLUMN = "column";
    EXAMPLES = "examples";
    TAKEN_FOR = "taken for";
    PART_OF_THE_ID = "part of the id, with the others";
    PREDICTION_OF_ANOTHER_RUN = "prediction of one more run";
    // rail/form.rs
    ENCODING = "Encoding";
    SEPARATOR = "Separator";
    SPLIT_AT_COMMAS = "split at commas";
    SPLIT_AT_SEMICOLONS = "split at semicolons";
    SPLIT_AT_TABS = "split at tabs";
    SPLIT_AT_PIPES = "split at pipes";
    ONE_VALUE_A_LINE = "one value a line";
    FIRST_ROW = "First row";
    FIRST_ROW_NAMES = "first row: names";
    FIRST_ROW_DATA = "first row: data";
    LET_THE_FILE_DECIDE = "let the file decide";
    READ_AS = "read as";
    // rail/join.rs
    NOTHING_YET = "nothing yet";
    JOINED_ON = "Joined on";
    // rail/mod.rs
    HOW_IT_IS_SCORED = "How it is scored";
    CHANGE = "Change";
    THE_PRESETS_RULES = "the preset’s rules";
    // rail/preset.rs
    AS_THE_FILES_SUGGEST = "as the files suggest";
    YOUR_OWN_PRESET = "your own preset";
    YOUR_OWN_PRESET_TITLE = "Your own preset";
    SAVE_AS_JSON = "Save as JSON";
    EDIT_AS_TEXT = "Edit as text";
    SCORE_AS = "Score as";
    // rail/preset_card.rs
    REPRODUCES = "Reproduces";
    WHAT_IT_IS = "What it is";
    COLUMNS = "Columns";
    CITE = "Cite";
    YOUR_OWN_COMPARED_WITH_NOTHING = "your own, compared with nothing";
    WORKED_OUT_BY_HAND = "worked out by hand";
    OF_THE_OFFICIAL_SCORER = "of the official scorer";
    // rail/preset_text.rs
    THE_PRESET_AS_TEXT = "The preset as text";
    PRESET_JSON = "Preset, JSON";
    APPLY = "Apply";
    DISCARD = "Discard";
    // rail/rules.rs
    ANSWER_TAKEN = "Answer taken";
    TEXT = "Text";
    NUMBERS_AND_DATES = "Numbers and dates";
    MISSING_ANSWERS = "Missing answers";
    RULES = "Rules";
    VALUES_OF_THIS_RULE = "Values of this rule";
    // rail/setting.rs
    BACK_TO_THE_PRESETS_VALUE = "Back to the preset’s value";
    OF_THE_PRESET = " (the preset’s)";
    IN_FORCE = "in force";
    VALUES = "Values";
    NO_SECOND_RULE = "no second rule";
    COMPARE_WITH_ANOTHER_RULE = "Compare with another rule: ";
    SECOND_RULE_TO_SCORE = "Second rule to score by";
    OR_TYPE_KEY_VALUE = "or type KEY=VALUE";
    SECOND_RULE_AS_KEY_VALUE = "Second rule as KEY=VALUE: a setting and its value, or a metric and the one in its place";
    ADD = "Add";
    // rail/tolerance.rs
    TOLERANCE = "Tolerance";
    RELATIVE = "Relative";
    OF_THE_GOLD_NUMBER = "% of the gold number";
    ABSOLUTE = "Absolute";
    IN_THE_UNIT = "in the answer’s unit";
    RELATIVE_TOLERANCE = "Relative tolerance";
    ABSOLUTE_TOLERANCE = "Absolute tolerance";
    ZERO = "0";
    RESET = "reset";
    LINES_OF_RUNS = "Lines of the runs";
    // ran.rs
    IN_A_NEW_INTERPRETER_KEY = "in a new interpreter; key r";
    THE_PROGRAM_AS_RUN = "The program as run";
    AS_RUN = "as run";
    THREADS_RUN_ONE_AFTER = "threads run one after the other";
    LRU_CACHE_WITHOUT_C = "lru_cache without C";
    SIGNALS_NEVER_COME = "signals never come";
    NOT_THE_SAME_EACH_TIME = "not the same each time";
    // report.rs
    REPORT = "Report";
    SIGNATURE = "Signature";
    EVERY_RULE_AND_FILE_BEHIND = "Every rule and file behind the number, in one line.";
    AS_THE_OFFICIAL_SCRIPT_PRINTS = "As the official script prints it";
    NOT_WHILE_PROVISIONAL = "not while the score is provisional";
    DOWNLOAD = "Download";
    // result.rs
    RESULT = "Result";
    PROVISIONAL = "provisional";
    // rows.rs
    NO_QUESTION_PASSES_THESE_FILTERS = "No question passes these filters.";
    // runs.rs
    RUNS = "Runs";
    RANK = "rank";
    BY = "by ";
    RUN = "run";
    METRIC = "Metric";
    RUN_THAT_THE_OTHERS = "Run that the others are compared with";
    QUESTIONS_OF_THE_BOARD = "Questions that count";
    HOW_THE_RUNS_ARE_COMPARED = "How the runs are compared";
    COMPARED_WITH = "compared with ";
    BASELINE = "baseline";
    ALSO_BY = "also by ";
    LEFT_OUT = "left out";
    MISSING_OR_LEFT_OUT = "missing or left out";
    RUNS_SHARE_A_RANK = "Runs share a rank where their difference may be chance.";
    MEANS_ARE_OVER_EACH_RUNS = "Means are over a run’s own questions, differences over shared ones.";
    NO_CLEAR_DIFFERENCE = "no clear difference";
    // share.rs
    LINK_COPIED = "Link copied";
    LINK_SELECTED_PRESS_CTRL_C = "Link selected: press Ctrl+C";
    A_LINK_CARRIES_THE_SETTINGS = "A link carries the settings and the view: names of columns and runs, and any extra rules and groupings you set. It never carries your files: whoever opens it drops their own copies. With the signature, the page then says whether they are the same.";
    COPY_LINK = "Copy link";
    COPY_LINK_WITH_SIGNATURE = "Copy link with signature";
    // slices.rs
    BROKEN_DOWN_BY_ALREADY = "this breakdown is there already; for another one give edges, as in COLUMN:10,20";
    SINGLE_QUESTIONS = "single questions";
    WHAT_INTERVALS_ARE_OVER = "What intervals are over";
    BREAK_DOWN = "break down by ";
    INTERVALS_OVER = "intervals over ";
    A_COLUMN_A_NUMERIC_ONE = "Name a column; a column of numbers takes edges, as in ";
    OR_CONDITIONS = "; or conditions, as in ";
    // strip.rs
    ALL_AT_A_GLANCE = "All questions at a glance";
    EVERY_QUESTION_IN_FILE_ORDER = "Every question, in file order; several to a stripe";
    ONE_STRIPE_PER_QUESTION = "One stripe per question, in file order";
    NOTHING_SELECTED = "nothing selected";
    // tabs.rs
    DETAILS = "Details";
    GROUPS = "Groups";
    COMPARE = "Compare";
    // trial.rs
    GOLD_ANSWERS = "Gold answers";
    MODELS_OUTPUT = "Model’s output";
    // verified.rs
    COMPARING_WITH_WHAT_WAS_CLAIMED = "Comparing with what was claimed …";
    CHECK = "Check";
    REMARKS = "Remarks";
    // app.rs
    SKIP_TO_THE_SCORE = "Skip to the score";
}

// Charts.

table! {
    CHARTS = "Charts";
    SAVE_SVG = "Save as SVG";
    SHOW_TABLE = "Table";
    NO_CHARTS = "Nothing to draw: this score has one run, no groups and no graded values.";
    KINDS_CHART = "Kind of gold answer (rows) by kind of prediction (columns): questions";
    PASS_AT_K = "Share of problems solved within k attempts";
    TOLERANCE_CHART = "Numbers that match, by relative tolerance";
}

sentences! {
    runs_chart(metric: &str) = "{metric} by run, with 95\u{202f}% intervals";
    groups_chart(metric: &str, column: &str) = "{metric} by {column}, with 95\u{202f}% intervals";
    differences_chart(metric: &str, a: &str, b: &str, column: &str) = "{metric}: {a} minus {b}, by {column}";
    first_of_runs(shown: usize, all: usize) = "the first {shown} of {all} runs";
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
    drop_here(what: &str) = "Drop the {what} here";
    choose_the(what: &str) = "Choose the {what}";
    scorers(count: u64) = "{}. Each card says which original it reproduces, on how many cases that was checked, and has an example.", format::counted(count, "scorer");
    would_be_right(share: f64) = "about {}{PERCENT} of the first rows right", fixed(share * 100.0, 0);
}

// The result.

table! {
    SKIP_TO_QUESTIONS = "Skip to the questions";
    INTERVAL_PENDING = "interval being worked out";
}

sentences! {
    no_such_metric(asked: &str, metric: &str) = "{asked} is not a metric of this score: runs are compared by {metric}.";
    intervals_over(cluster: &str) = "Intervals and tests are over {cluster}.";
    more_metrics(count: usize) = "{} of this run", format::counted(count as u64, "more metric");
    on_common(questions: u64) = "{} that every run has a prediction for", format::count(questions);
}

/// `Exact match, compared with terse, all questions`
pub fn board(metric: &str, beside: &str, common: bool) -> String {
    let questions = if common { "questions that all answer" } else { "all questions" };
    format!("{metric}, compared with {beside}, {questions}")
}

pub fn stored(column: &str, right: &str, n: u64, agrees: u64) -> String {
    let (n, agrees) = (format::count(n), format::count(agrees));
    format!(
        "The file’s own column {column} calls {right}\u{202f}% of {n} answers right; {agrees} of \
         these {n} verdicts agree with this score."
    )
}

// The strip and the curve.

sentences! {
    curve(start: &str, end: &str, last: &str) = "Numbers that match over the relative tolerance: {start}{PERCENT} at 0, {end}{PERCENT} at {last}";
}

/// `12 right, 3 wrong, 1 not answered`
pub fn stripes(right: u32, wrong: u32, unanswered: u32) -> String {
    let counts = [right, wrong, unanswered].map(|count| format::count(count.into()));
    let verdicts = [Verdict::Right, Verdict::Wrong, Verdict::Unanswered].map(format::verdict);
    let parts = counts.iter().zip(verdicts).map(|(count, verdict)| format!("{count} {verdict}"));
    parts.collect::<Vec<_>>().join(", ")
}

// Checks.

table! {
    CHECK_FIRST = "Check before you use this score:";
    IS_RIGHT = "Yes, this is right";
}

const PROBLEMS: [&str; 3] = ["error", "warning", "note"];

/// `2 errors, 1 warning, 20 notes`
pub fn problems(counts: [u64; 3]) -> String {
    let there = PROBLEMS.into_iter().zip(counts).filter(|(_, count)| *count > 0);
    there.map(|(noun, count)| format::counted(count, noun)).collect::<Vec<_>>().join(", ")
}

/// `Show 3 more warnings, 20 notes`: of problems that are not shown, some of their sort being there already.
pub fn show_more(shown: [u64; 3], hidden: [u64; 3]) -> String {
    let there = PROBLEMS.into_iter().zip(shown).zip(hidden).filter(|(_, count)| *count > 0);
    let words = there.map(|((noun, shown), count)| {
        let more = if shown > 0 { "more " } else { "" };
        format::counted(count, &[more, noun].concat())
    });
    format!("Show {}", words.collect::<Vec<_>>().join(", "))
}

/// `2 things to check, 3 warnings: only 3 of 9 questions have a prediction`: the counts stand first, where a
/// narrow window cuts nothing.
pub fn checks(first: Option<&str>, doubts: u64, problems: &str) -> String {
    let Some(first) = first else { return format!("Checks: {problems}") };
    let doubts = format!("{} to check", format::counted(doubts, "thing"));
    let problems = (!problems.is_empty()).then(|| problems.to_owned());
    let all: Vec<String> = std::iter::once(doubts).chain(problems).collect();
    format!("{}: {first}", all.join(", "))
}

/// What opens the doubts that are not shown at first.
pub fn more_doubts(count: usize) -> String {
    format::counted(count as u64, "more thing") + " to check"
}

// Two runs.

table! {
    DIFFERENCES = "Differences by group";
    CLOSEST_FIRST = "closest first";
}

sentences! {
    two_strips(a: &str, b: &str) = "{a} against {b}, in file order. Arrow keys move, with Shift they select, and Enter selects the place.";
}

/// `the first is better on 12, the second on 3`
pub fn parted(first: u32, second: u32) -> String {
    let [first, second] = [first, second].map(|count| format::count(count.into()));
    format!("the first is better on {first}, the second on {second}")
}

/// `11 questions without a value in either run are left out`
pub fn without_value(count: u64) -> String {
    let are = if count == 1 { "is" } else { "are" };
    format!("{} without a value in either run {are} left out", format::counted(count, "question"))
}

// The rail.

table! {
    ALSO_AT = "Also score at";
    GIVE_PERCENT = "Give a percentage, such as 5.";
    GIVE_NUMBER = "Give a number, such as 0.5.";
}

sentences! {
    one_of_sheets(count: usize) = "one of {} sheets", format::count(count as u64);
}

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

table! {
    PROGRAM_LIMITS = "What differs from a native run";
    NOT_RUN = "not run";
}

sentences! {
    run_so_far(done: u64, total: u64) = "{} of {} run", format::count(done), format::count(total);
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

// Work under way, programs and questions.

table! {
    WORKING = "working";
    NEAR_THE_LIMIT = "within 20\u{202f}% of the limit";
}

sentences! {
    looked(doing: &str, percent: u64) = "{doing} {percent}{PERCENT}";
    saved(name: &str) = "Saved {name}";
    done_of(doing: &str, done: &str, total: &str, unit: &str) = "{doing}: {done} of {total} {unit}";
    opening(name: &str) = "opening {name}";
    repeated_id(rows: &str) = "{rows} with a repeated id";
    show_all_of(what: &str) = "Show all {what}";
    what_column_holds(column: &str) = "What column {column} holds";
    preparing_python(what: &str) = "{what} Python";
    in_a_sandbox(weight: &str, time: &str) = "In a sandbox without a network, on this machine: {weight}, {time}.";
    limits(lacks: &str) = "Python 3.14; threads run one after the other; no numpy or other packages. Very deep recursion runs out of stack, and is counted apart.{lacks}";
    python_version(version: &str) = "Python {version}";
    run_longer(seconds: &str) = "Rerun all, limit {seconds} s";
    slower(times: &str) = "about {times} times slower here";
    with_text(text: &str) = "with “{text}”";
    remove_filter(words: &str) = "Remove the filter {words}";
    rows_on_paper(from: &str, to: &str, all: &str) = "Rows {from} to {to} of {all}; the CSV has all.";
    remove_rule(rule: &str) = "Remove the second rule {rule}";
    difference_from(baseline: &str) = "difference from {baseline}";
    add_condition(condition: &str) = "add {condition} to the line";
    intervals_are_over(what: &str) = "Intervals are over {what}.";
    remove_breakdown(text: &str) = "Remove the breakdown by {text}";
    questions_to(from: u64, to: u64, told: &str) = "questions {from} to {to}: {told}";
    try_one(title: &str) = "Try one answer with the rules of {title}";
    more_like_it(count: u64) = "and {} more like it", format::count(count);
    unlisted(count: u64) = "{} are not listed", format::count(count);
    by_metric(metric: &str) = " by {}", format::metric_in_text(metric);
    show_the(count: u64, what: &str) = "Show the {} {what}", format::count(count);
    show_with(count: u64, category: &str) = "Show the questions with {} {}", format::count(count), format::categories(category, count);
    loading_python(share: f64) = "loading Python: {}{PERCENT}", fixed(share * 100.0, 0);
    discard(count: u64) = "Discard {}", format::counted(count, "saved verdict");
    cannot_be_kept(lost: u64) = "{} cannot be saved in this browser: its storage is full, denied or does not answer. Download them before you close the page.", format::counted(lost, "verdict");
    no_python(programs: u64) = "{} have no verdict, and this copy of the page was built without Python.", format::counted(programs, "program");
    python_once(bytes: u64) = "{} of Python once", format::bytes(bytes);
    some_saved(saved: u64, left: u64) = "{} of {} verdicts are saved.", format::count(saved), format::count(left);
    row(row: u64) = "row {}", format::count(row);
    rows(from: u64, to: u64) = "rows {}–{}", format::count(from), format::count(to);
    all_questions(count: u64) = "all {}", format::counted(count, "question");
    in_file_order(counts: &[String]) = "Questions in file order: {}. Arrow keys move, with Shift they select, and Enter selects the place.", counts.join(", ");
    with_line(stripe: &str, window: u64) = "{stripe}; line: share right in a window of {}", format::count(window);
}

/// `a.jsonl, b.jsonl were not read.`
pub fn not_read(names: &[String]) -> String {
    let were = if names.len() == 1 { "was" } else { "were" };
    format!("{} {were} not read.", names.join(", "))
}

/// `23 blank predictions`: several problems of a kind in one line, where their own words name one question
/// each. Blanks that are no problem are answers.
pub fn together(code: &str, count: u64, is_answer: bool) -> Option<String> {
    let words = match code {
        "blank_prediction" if is_answer => {
            "blank predictions are scored as “no answer”, as the official script does"
        }
        "blank_prediction" => "predictions are blank",
        "missing_prediction" => "predictions are missing",
        "extra_prediction" => "predictions are for questions that the gold file does not ask",
        "duplicate_prediction" => "predictions are replaced by later ones for the same question",
        _ => return None,
    };
    Some([&format::count(count), " ", words].concat())
}

/// `gold.jsonl, row 12, column answer`
pub fn place(file: Option<&str>, row: Option<u64>, column: Option<&str>) -> String {
    let row = row.map(|row| format!("row {}", format::count(row)));
    let column = column.map(|column| format!("column {column}"));
    let parts = [file.map(str::to_owned), row, column];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
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
    let python: Vec<String> = versions.iter().map(|version| python_version(version)).collect();
    format!("{attempts} run by {}.", python.join(" and "))
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

sentences! {
    equal_lines(count: usize) = "What is equal: {}", format::counted(count as u64, "line");
    report_leaves_out(what: &[String]) = "Not in the report, so not compared: {}.", what.join(", ");
    question_of(question: u64, run: &str) = "question {} of {run}", format::count(question);
}

/// What came of holding the score against a report, or against a signature where there is no name.
pub fn held_against(report: Option<&str>, equal: bool, sentence: &str) -> String {
    match (report, equal) {
        (Some(name), true) => format!("{name} checked: {sentence}"),
        (Some(name), false) => format!("{name} does not hold: {sentence}"),
        (None, true) => format!("Signature checked: {sentence}"),
        (None, false) => format!("Not the score of the link: {sentence}."),
    }
}

// The rail, in words that depend on what is scored.

sentences! {
    guessed(reason: &str) = "guessed: {reason}";
    modified(title: &str) = "{title}, modified";
    joined_on(key: &str) = "joined on {key}";
    version(version: u64) = "version {version}";
    all_rules(count: u64) = "All {}", format::counted(count, "rule");
    agree(answers: u64, by: &str) = "its scorer agrees with {} {by}", format::counted(answers, "answer");
    back_to_the_preset(changes: u64) = "Back to the preset ({})", format::counted(changes, "change");
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
        ("", _) => format!("a definition of our own; agrees with {golden} worked out by hand"),
        (_, 0) => format!("{reference}; {golden} agree"),
        (_, real) => {
            format!("{reference}; {golden} and {} agree", format::counted(real, "real answer"))
        }
    }
}

// Files and links.

table! {
    READ_AS_SOON_AS = "the files are read as soon as the scorer is here";
    PRESET_OF_ITS_SENDER = "a preset of its sender";
    OPEN_IT_IN_ITS_VERSION = "open it in the version of Scoredrop that made it, or make it anew";
    LINK_NOT_FOLLOWED = "The link was not followed, because files are open: open it in a new tab.";
    FILES_NOT_HAD = "The files could not be opened.";
    FILE_NOT_OPENED = "The file could not be opened.";
    RELOAD_AND_TRY = "reload the page, and try again";
}

sentences! {
    link_names_no_version(preset: &str) = "the link names no version of {preset}: the current one is taken";
    link_asks(what: &[String]) = "the link asks for what this version does not know ({}): its settings are not in force", what.join(", ");
}

/// A file that was a preset.
pub fn is_a_preset(name: &str, sound: bool) -> String {
    let what = if sound { "in force" } else { "with mistakes, and not in force" };
    format!("{name} is a preset, {what}")
}

/// Where files cannot be read any more.
pub fn cannot_be_read(names: &[String], is_shown: bool) -> String {
    let as_it_was = if names.len() == 1 { "file as it was" } else { "files as they were" };
    let words =
        format!("{} cannot be read any more: changed, moved or removed.", format::names(names));
    if is_shown { format!("{words} What is shown is of the {as_it_was}.") } else { words }
}

// The scorer.

table! {
    DOES_NOT_ANSWER = "it does not answer any more";
    COULD_NOT_BE_READ = "its answer could not be read";
    AT_WORK = "busy with something large, no answer for more than 5 s";
    NOT_DONE = "This could not be done.";
}

sentences! {
    versions_differ(page: impl std::fmt::Display, scorer: impl std::fmt::Display) = "The page is version {page}, its scorer version {scorer}. Reload the page to get both from one release.";
    broke_down(why: &str) = "The scorer broke down: {why}";
    without_the_last(broke: &str) = "{broke}. It was started again without the files that came last.";
    started_again(broke: &str) = "{broke}. It was started again with your files.";
}

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
