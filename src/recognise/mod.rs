//! Which preset fits a gold file: a small module above [`schema`](crate::schema) and
//! [`preset`](crate::preset).

use crate::diagnostic::{Diagnostic, ON_PAGE};
use crate::input::{Inspection, Kind, Shape, Table, json};
use crate::join::repeated;
use crate::metric::choices::{Choices, GoldForm};
use crate::normalize::is_of_unspaced_script;
use crate::preset::{Need, Others, Preset};
use crate::python::plan::rule;
use crate::schema::{AnswerLists, ColumnMap, Programs, canonical, programs};
use crate::types::{Certainty, Field, Guess};
use std::fmt::Write as _;

/// The preset that the files' shapes speak for. Proven where the shape belongs to one benchmark
/// alone, guessed where it only resembles it; `None` where nothing names a benchmark.
pub fn recognise(
    gold: &Inspection,
    map: &ColumnMap,
    predictions: &[&Inspection],
) -> Option<Guess<String>> {
    let guess = |value: &str, certainty, reason: &str| {
        Some(Guess { value: value.to_owned(), certainty, reason: reason.to_owned() })
    };
    let sample = &gold.sample;
    let answers = map.index(sample, Field::Answers);
    let some = |test: fn(&str) -> bool| {
        answers.is_some_and(|column| {
            (0..sample.rows()).any(|row| test(sample.cell(row, column).text.trim()))
        })
    };
    if matches!(gold.shape, Shape::Squad) {
        // Words are what SQuAD's rules compare, and these scripts do not part them.
        let unspaced = answers.is_some_and(|column| {
            let is_one =
                |row: &usize| sample.cell(*row, column).text.chars().any(is_of_unspaced_script);
            (0..sample.rows()).filter(is_one).count() * 2 > sample.rows()
        });
        if unspaced {
            return None;
        }
        let unanswerable = sample.column("is_impossible").is_some() || some(|text| text == "[]");
        return if unanswerable {
            guess("squad-v2", Certainty::Proven, "nested form with unanswerable questions")
        } else {
            guess("squad-v1", Certainty::Proven, "SQuAD's nested form")
        };
    }
    if let Some((preset, certainty, reason)) = by_programs(gold) {
        return guess(preset, certainty, reason);
    }
    if let Shape::Nested(nest) = gold.shape
        && let Some(preset) = nest.preset()
    {
        let reason = format!("the form of {}", nest.title());
        return guess(preset, Certainty::Proven, &reason);
    }
    if some(|text| json::member(text, "NormalizedAliases").is_some()) {
        return guess("triviaqa", Certainty::Proven, "TriviaQA's normalised aliases");
    }
    if sample.column("output").is_some() && some(|text| text.contains("\"provenance\"")) {
        return guess("kilt", Certainty::Proven, "KILT's outputs with their provenance");
    }
    let kinds = sample.column("type").is_some_and(|column| {
        (0..sample.rows())
            .all(|row| matches!(sample.cell(row, column).text, "bridge" | "comparison"))
    });
    if sample.column("_id").is_some() && (sample.column("supporting_facts").is_some() || kinds) {
        let official = predictions.iter().any(|file| matches!(file.shape, Shape::KeyedColumns));
        return if official {
            guess("hotpotqa", Certainty::Proven, "HotpotQA's own form on both sides")
        } else {
            guess("hotpotqa", Certainty::Guessed, "guessed from the gold file's columns")
        };
    }
    if let Some((preset, certainty, reason)) = by_values(sample, predictions) {
        return guess(preset, certainty, reason);
    }
    if let Some((preset, reason)) = by_name(sample) {
        return guess(preset, Certainty::Proven, &reason);
    }
    if let Some((preset, certainty, reason)) = answers.and_then(|column| by_answers(sample, column))
    {
        return guess(preset, certainty, reason);
    }
    // The form in which libraries keep SQuAD's answers, with no text in it.
    let empty = |text: &str| {
        json::member(text, "answer_start").is_some()
            && json::member(text, "text").is_some_and(|list| json::elements(list.raw).count() == 0)
    };
    if some(empty) {
        return guess("squad-v2", Certainty::Guessed, "some questions have no answer");
    }
    let lists = answers.is_some_and(|column| {
        (0..sample.rows()).all(|row| {
            let cell = sample.cell(row, column);
            cell.kind == Kind::List || cell.text.starts_with('[')
        })
    });
    if lists && map.one(Field::Question).is_some() && map.one(Field::Id).is_none() {
        if sample.columns().first().is_some_and(|name| name == "column 1") {
            return guess("nq", Certainty::Guessed, "guessed from the file's shape");
        }
        if sample.column("answer").is_some() {
            return guess("nq-open", Certainty::Guessed, "guessed from the file's shape");
        }
    }
    None
}

/// Benchmarks by their names, as columns and ids have them, without marks; and the preset of each.
const NAMED: &[(&str, &str)] = &[
    ("gsm8k", "gsm8k"),
    ("gsm", "gsm8k"),
    ("openaigsm8k", "gsm8k"),
    ("math", "math"),
    ("math500", "math"),
    ("mathl5", "math"),
    ("hendrycksmath", "math"),
    ("competitionmath", "math"),
    ("squad", "squad-v1"),
    ("squadv1", "squad-v1"),
    ("squadv11", "squad-v1"),
    ("squadv2", "squad-v2"),
    ("squad2", "squad-v2"),
    ("nqopen", "nq-open"),
    ("triviaqa", "triviaqa"),
];

/// The preset of a benchmark that every row names, in a column or at the start of its id.
fn by_name(sample: &Table) -> Option<(&'static str, String)> {
    let plain = |text: &str| -> String {
        let last = text.rsplit('/').next().unwrap_or(text);
        let letters = last.chars().filter(char::is_ascii_alphanumeric);
        letters.map(|c| c.to_ascii_lowercase()).collect()
    };
    let known = |text: &str| NAMED.iter().find(|(name, _)| *name == plain(text)).map(|(_, id)| *id);
    for (column, name) in sample.columns().iter().enumerate() {
        let name_of = canonical(name);
        let first = |text: &str| text.split(['-', '_', '/', ':']).next().unwrap_or("").to_owned();
        let of_row = |row: usize| {
            let text = sample.cell(row, column).text;
            match name_of.as_str() {
                "dataset" | "data_source" | "source" | "benchmark" | "dataset_name" | "task" => {
                    known(text)
                }
                "id" | "qid" | "uid" | "question_id" | "example_id" => known(&first(text)),
                _ => None,
            }
        };
        if sample.rows() > 0
            && let Some(preset) = of_row(0)
            && (1..sample.rows()).all(|row| of_row(row) == Some(preset))
        {
            let value = first(sample.cell(0, column).text);
            let reason = format!("{name} names the benchmark in every row: {value}");
            return Some((preset, reason));
        }
    }
    None
}

/// What TimeBench asks models to end with.
const MARKER: &str = "Thus, the correct answer is:";

/// The preset that names in a column speak for.
fn by_values(
    sample: &Table,
    predictions: &[&Inspection],
) -> Option<(&'static str, Certainty, &'static str)> {
    use Certainty::{Guessed, Proven};
    let has = |column: &str, test: &dyn Fn(&str) -> bool| {
        let mut columns = sample.columns().iter();
        let index = columns.position(|name| canonical(name) == column);
        index.is_some_and(|index| {
            sample.rows() > 0 && (0..sample.rows()).all(|row| test(sample.cell(row, index).text))
        })
    };
    let any = |_: &str| true;
    // A gold file alone does not say that the outputs were made for its official scorer.
    let outputs_have = |text: &str| predictions.iter().any(|file| mostly_has(&file.sample, text));
    if has("subset", &|text| matches!(text, "tcp_long" | "tcp_short")) {
        let certainty = if outputs_have("\\boxed{") { Proven } else { Guessed };
        return Some(("tcp", certainty, "its subsets are those of TCP"));
    }
    let is_subset = |text: &str| matches!(text, "long" | "short" | "tcp_long" | "tcp_short");
    if has("subset", &is_subset) && outputs_have("\\boxed{") {
        return Some(("tcp", Guessed, "guessed from the subsets and the boxed answers"));
    }
    if has("dependencies", &any) && has("project_start_datetime_gmt", &any) {
        return Some(("tcp-short", Guessed, "guessed from TCP's columns"));
    }
    if has("dependencies", &any) && has("project_start_date", &any) {
        return Some(("tcp-long", Guessed, "guessed from TCP's columns"));
    }
    let is_task = |text: &str| {
        matches!(text, "TempReason" | "TimeQA" | "MenatQA" | "Date Arithmetic" | "TimeDial")
    };
    if has("task", &is_task) {
        let certainty = if outputs_have(MARKER) { Proven } else { Guessed };
        return Some(("timebench", certainty, "its tasks are those of TimeBench"));
    }
    // These tasks come from data sets with scorers of their own; the marker tells whose outputs
    // they are.
    if outputs_have(MARKER) {
        let reason = "guessed from the columns and the way the outputs end";
        if has("fact_context", &any) {
            return Some(("timebench-tempreason", Guessed, reason));
        }
        if has("idx", &|text| text.starts_with("/wiki/")) {
            return Some(("timebench-timeqa", Guessed, reason));
        }
        if has("meta", &|text| text.contains("\"time_scope\"")) {
            return Some(("timebench-menatqa", Guessed, reason));
        }
        if has("question", &|text| text.starts_with("What is the time ")) {
            return Some(("timebench-date-arithmetic", Guessed, reason));
        }
    }
    let is_label = |text: &str| text.contains("\"yes\"") || text.contains("\"no\"");
    if has("options", &any) && has("labels", &is_label) {
        let certainty = if outputs_have(MARKER) { Proven } else { Guessed };
        return Some((
            "timebench-timedial",
            certainty,
            "its options and labels are those of TimeDial",
        ));
    }
    let is_short = |text: &str| matches!(text, "PE" | "NR" | "LR");
    if has("company's_name", &any) && has("type_of_question", &is_short) {
        let reason = "its columns are those of Climate Finance Bench";
        return Some(("climate-finance", Proven, reason));
    }
    let is_long = |text: &str| matches!(text, "extractive" | "numeric" | "logical");
    if has("answer_type", &is_short) || has("answer_type", &is_long) {
        return Some(("climate-finance", Guessed, "guessed from the answer types"));
    }
    if has("problem", &any) && outputs_have("\\boxed{") {
        return Some(("math", Guessed, "guessed from the problems and the boxed answers"));
    }
    None
}

/// The preset whose family alone finds the answers within gold answers that are whole solutions, and
/// what tells; `None` where they are no such solutions.
pub fn by_solutions(sample: &Table, answers: usize) -> Option<(&'static str, &'static str)> {
    let rows = || (0..sample.rows()).map(|row| sample.cell(row, answers).text.trim());
    if sample.rows() == 0 {
        return None;
    }
    // The mark, a number, and no more.
    let ends = |text: &str| {
        let marked = text.rsplit_once("#### ").or_else(|| text.rsplit_once("\nA: "));
        marked.is_some_and(|(_, answer)| {
            let digits = answer.bytes().any(|byte| byte.is_ascii_digit());
            digits && answer.len() <= 24 && !answer.contains('\n')
        })
    };
    if rows().all(ends) {
        return Some(("gsm8k", "its gold answers end as those of GSM8K"));
    }
    // Solutions of the competitions that MATH was made of end in a box; so do outputs for it.
    rows()
        .all(|text| text.contains("\\boxed"))
        .then_some(("math", "its gold solutions have boxed answers, as those of MATH"))
}

/// The preset that the gold answers themselves speak for, and the columns beside them.
fn by_answers(sample: &Table, answers: usize) -> Option<(&'static str, Certainty, &'static str)> {
    if let Some((preset, reason)) = by_solutions(sample, answers) {
        return Some((preset, Certainty::Guessed, reason));
    }
    let rows = || (0..sample.rows()).map(|row| sample.cell(row, answers).text.trim());
    if sample.rows() == 0 {
        return None;
    }
    let named = |names: &[&str]| {
        let has = |name: &&str| sample.columns().iter().any(|column| canonical(column) == **name);
        names.iter().all(has)
    };
    let lists = |name: &str| {
        let column = sample.columns().iter().position(|column| canonical(column) == name);
        column.is_some_and(|column| {
            (0..sample.rows()).all(|row| {
                let text = sample.cell(row, column).text.trim();
                text.starts_with(['[', '{'])
            })
        })
    };
    let letters = ["a", "b", "c", "d"];
    let choices = lists("choices")
        || lists("options")
        || named(&letters)
        || named(&["option_a", "option_b"])
        || named(&["opa", "opb"]);
    // A letter or a small number: what choices are named by.
    let names_choice = |text: &str| match text.as_bytes() {
        [letter] => letter.is_ascii_alphanumeric(),
        _ => false,
    };
    if choices && rows().all(names_choice) {
        return Some(("multiple-choice", Certainty::Guessed, "its gold answers name choices"));
    }
    let is_choice = |row: usize| {
        let column = |name: &str| {
            let mut columns = sample.columns().iter();
            let place = columns.position(|column| canonical(column) == name)?;
            Some(sample.cell(row, place).text.to_owned())
        };
        let choices = Choices::of_row(&column);
        choices.gold(sample.cell(row, answers).text, GoldForm::Text, 0).is_some()
    };
    let some = (0..sample.rows()).filter(|row| is_choice(*row)).count();
    let reason = "its gold answers are choices of their questions";
    (choices && some * 20 >= sample.rows() * 19).then_some((
        "multiple-choice",
        Certainty::Proven,
        reason,
    ))
}

/// The choices that stand beside a gold answer; `None` where there are none.
fn choices_of(gold: &Table, row: usize) -> Option<Choices> {
    let column = |name: &str| {
        let mut columns = gold.columns().iter();
        let place = columns.position(|column| canonical(column) == name)?;
        let cell = gold.cell(row, place);
        (!cell.is_nothing()).then(|| cell.text.to_owned())
    };
    Some(Choices::of_row(&column)).filter(Choices::has_texts)
}

/// Whether every gold answer is a list that names one choice beside it in several ways: its text and its
/// letter.
pub fn lists_name_choices(gold: &Table, answers: usize) -> bool {
    if (0..gold.rows()).all(|row| choices_of(gold, row).is_none()) {
        return false;
    }
    let lists = AnswerLists::read(gold, Some(answers), false);
    let names_one = |row: usize| {
        let Some(choices) = choices_of(gold, row) else { return false };
        let mut own = lists.of(row).map(|one| choices.gold(one, GoldForm::Auto, 1));
        let first = own.next().flatten();
        lists.of(row).len() > 1 && first.is_some() && own.all(|other| other == first)
    };
    gold.rows() > 0 && (0..gold.rows()).all(names_one)
}

/// Whether one gold answer in ten, but not all, is one of the choices that stand beside it.
pub fn some_are_choices(gold: &Table, answers: usize) -> bool {
    let is_one = |row: &usize| {
        let choices = choices_of(gold, *row);
        let text = gold.cell(*row, answers).text;
        choices.is_some_and(|choices| choices.gold(text, GoldForm::Text, 0).is_some())
    };
    (0..gold.rows()).filter(is_one).count() * 10 >= gold.rows().max(1)
}

/// Whether gold answers are the numbers of choices that stand beside them, and it shows whether they count
/// from 0 or from 1.
pub fn numbers_choices(gold: &Table, answers: usize) -> bool {
    if (0..gold.rows()).all(|row| choices_of(gold, row).is_none()) {
        return false;
    }
    let lists = AnswerLists::read(gold, Some(answers), false);
    let count = |row: usize| choices_of(gold, row).map_or(0, |choices| choices.len());
    let place = |text: &str| text.trim().parse::<usize>().ok();
    let fits = |row: usize| {
        let count = count(row);
        let mut own = lists.of(row);
        count > 1 && own.len() == 1 && own.all(|one| place(one).is_some_and(|at| at <= count))
    };
    let tells = |row: usize| {
        let count = count(row);
        lists.of(row).all(|one| place(one).is_some_and(|at| at == 0 || at == count))
    };
    let mut rows = 0..gold.rows();
    rows.clone().all(fits) && rows.any(tells)
}

/// The preset of a file about programs: by the names of its tasks, or else by its columns.
fn by_programs(gold: &Inspection) -> Option<(&'static str, Certainty, &'static str)> {
    use Certainty::{Guessed, Proven};
    let sample = &gold.sample;
    let about = programs(sample.columns())?;
    let begin = |prefix: &str| {
        let column = sample.column("task_id");
        sample.rows() > 0
            && column.is_some_and(|column| {
                (0..sample.rows()).all(|row| sample.cell(row, column).text.starts_with(prefix))
            })
    };
    let has = |names: &[&str]| names.iter().all(|name| sample.column(name).is_some());
    Some(if begin("HumanEval/") {
        ("humaneval", Proven, "its tasks are named as those of HumanEval")
    } else if begin("Mbpp/") {
        ("mbpp", Proven, "its tasks are named as those of MBPP")
    } else if sample.column("test_list").is_some() {
        ("mbpp", Proven, "its columns are those of MBPP")
    } else if has(&["public_test_cases"]) {
        let reason = "its columns are those of LiveCodeBench's code generation";
        ("livecodebench-code-generation", Proven, reason)
    } else if has(&["question_id", "test_id", "test"]) {
        let reason = "its columns are those of LiveCodeBench's test output prediction";
        ("livecodebench-test-output", Proven, reason)
    } else if has(&["code", "input", "output", "function_name"]) {
        let reason = "its columns are those of LiveCodeBench's code execution";
        ("livecodebench-code-execution", Proven, reason)
    } else if about == Programs::Tasks {
        ("humaneval", Guessed, "guessed from columns as HumanEval has them")
    } else if has(&["question_id", "test_id"]) {
        let reason = "guessed from verdicts by question and test";
        ("livecodebench-test-output", Guessed, reason)
    } else if has(&["question_id"]) {
        let reason = "guessed from verdicts by question";
        ("livecodebench-code-generation", Guessed, reason)
    } else {
        ("humaneval", Guessed, "guessed from the verdicts of programs")
    })
}

/// What speaks against scoring a file by a preset because of programs in it, or because of programs
/// that the preset scores; `None` where nothing does. `whole` says that the sample is all of the file,
/// `plus` that verdicts of `EvalPlus`'s extra tests are asked for.
pub fn unscorable(
    preset: &Preset,
    plus: bool,
    file: &Inspection,
    whole: bool,
    is_gold: bool,
    tests: Option<bool>,
) -> Option<Diagnostic> {
    let sample = &file.sample;
    let about = programs(sample.columns());
    let refused = |words: String, remedy: &str| {
        Some(Diagnostic::error("programs", words).file(&file.name).remedy(remedy))
    };
    if !preset.takes_verdicts() {
        let what = described(sample, about?, whole);
        let id = &preset.id;
        let remedy = "choose humaneval or mbpp, or remove this file";
        return refused(format!("these are {what}, which {id} does not score"), remedy);
    }
    let bring = "run them on the page and bring the verdicts that it saves, or run them with human-eval \
                 or EvalPlus and bring what that writes: ..._results.jsonl or ..._eval_results.json";
    match about {
        Some(Programs::Verdicts) => {
            let column = sample.column("plus_status");
            let lacks = column.is_none_or(|column| {
                (0..sample.rows()).all(|row| sample.cell(row, column).is_nothing())
            });
            if plus && !is_gold && lacks {
                let words = "these results have no verdict of the extra tests of EvalPlus";
                return refused(words.to_owned(), "leave out tests=plus, or bring other results");
            }
            None
        }
        _ if is_gold => None,
        _ if tests.is_some() && plus => {
            let words = "the extra tests of EvalPlus are not in the files, so these programs cannot be \
                         run with them";
            refused(words.to_owned(), "leave out tests=plus, or bring the results of EvalPlus")
        }
        _ if tests == Some(true) => None,
        _ if tests == Some(false) => refused(
            "the gold file has no tests that these programs could be run with".to_owned(),
            "bring the benchmark's file of tasks, such as HumanEval.jsonl.gz",
        ),
        _ => {
            let place = if ON_PAGE {
                "programs without verdicts are not run here"
            } else {
                "the command line runs no programs: that is for the page alone, in its sandbox"
            };
            refused(format!("nobody has run the programs of this file; {place}"), bring)
        }
    }
}

/// What a file about programs holds.
fn described(sample: &Table, about: Programs, whole: bool) -> String {
    let mut words = match about {
        Programs::Tasks => return "programming tasks".to_owned(),
        Programs::Verdicts if sample.column("base_status").is_some() => "results of EvalPlus",
        Programs::Verdicts => "results of human-eval",
    }
    .to_owned();
    if let Some(id) = sample.column("task_id").filter(|_| whole) {
        let all = sample.rows();
        let tasks = all - repeated(sample, &[id]).len();
        let _ = write!(words, ": {all} programs for {tasks} tasks");
    }
    words
}

/// Whether most rows have a text in some cell.
fn mostly_has(sample: &Table, text: &str) -> bool {
    let columns = 0..sample.columns().len();
    let has = |row: &usize| columns.clone().any(|c| sample.cell(*row, c).text.contains(text));
    (0..sample.rows()).filter(has).count() * 2 > sample.rows()
}

/// Why a preset cannot make sense of a gold file; `None` where it can.
pub fn unfit(preset: &Preset, gold: &Inspection, map: &ColumnMap) -> Option<String> {
    match (programs(gold.sample.columns()), preset.takes_verdicts()) {
        (Some(Programs::Tasks), true) => {
            let needs = rule(&preset.run).map_or(&[][..], |rule| rule.needs);
            let has = |name: &str| gold.sample.columns().iter().any(|one| canonical(one) == name);
            let lacks = needs.iter().find(|name| !has(name));
            return lacks.map(|name| format!("the gold file has no column {name}"));
        }
        (Some(_), true) => return None,
        (Some(_), false) => return Some("the gold file is about programs".to_owned()),
        (None, true) => return Some("the gold file has no programming tasks".to_owned()),
        (None, false) => {}
    }
    if map.one(Field::Answers).is_none() {
        return Some("the gold file has no answers".to_owned());
    }
    if let Some(parts) = preset.parts()
        && parts.others != Others::Score
        && parts.column(map).is_none()
    {
        return Some(format!("the gold file has no column {}", parts.columns[0]));
    }
    let unanswerable = gold.sample.column("is_impossible").is_some();
    if unanswerable && preset.official_needs.contains(&Need::GoldAnswers) {
        return Some(
            "it needs an answer for every question, and this file has none for some".to_owned(),
        );
    }
    None
}
