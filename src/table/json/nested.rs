//! The rows of files that hold them within records, in the form of one benchmark or tool each.

use super::nest::{self, Nest};
use super::split::Found;
use super::walk;
use super::{elements, member, members};
use crate::base::error::Error;
use crate::base::json_text::json_text;
use crate::table::Kind;
use crate::table::rows::{Extra, Place, Rows, Source};
use crate::understand::names::{ATTEMPTS, LIST, TASK_IDS, is_verdict, verdict};
use itertools::Itertools as _;

/// What numbers rows: each question by itself, or all of a line by the line.
pub(crate) struct Count<'c> {
    /// The last number that was given.
    pub(crate) number: &'c mut u64,
    /// What the next one adds, 0 or 1.
    pub(crate) step: u64,
}

impl Count<'_> {
    fn next(&mut self) -> u64 {
        *self.number += self.step;
        *self.number
    }
}

/// The columns of rows that are lists.
const CELLS: [&str; 6] = ["(1)", "(2)", "(3)", "(4)", "(5)", "(6)"];

pub(crate) fn take(
    nest: Nest,
    found: Found<'_>,
    count: Count<'_>,
    rows: &mut Rows,
) -> Result<(), Error> {
    let place = Place { offset: found.offset, number: *count.number + count.step };
    let Some(token) = rows.token(found.raw, place) else { return Ok(()) };
    let (task, text) = (String::from_utf8_lossy(found.key), String::from_utf8_lossy(found.raw));
    let mut record = Record { offset: found.offset, text: &text, count, rows };
    match nest {
        Nest::EvalPlus => record.samples(&task, token.kind),
        Nest::Verdicts if token.kind == Kind::List => record.judged(&task),
        Nest::Lists => record.cells(token.kind),
        _ if token.kind != Kind::Object => {
            record.bad("a record with questions is not an object");
            Ok(())
        }
        Nest::Drop => record.drop(),
        Nest::TatQa => record.questions("questions", &[]),
        Nest::Coqa => record.coqa(),
        Nest::TriviaQaDocuments => record.documents(),
        Nest::Attempts => record.attempts(),
        Nest::Verdicts => record.verdicts(),
        Nest::Qas => record.qas(),
        Nest::Runs => record.run(),
    }
}

/// A record whose JSON was checked.
struct Record<'r> {
    offset: u64,
    text: &'r str,
    count: Count<'r>,
    rows: &'r mut Rows,
}

/// The name and the JSON of a cell; `None` where there is nothing.
type Part<'a> = (&'a str, Option<&'a str>);

impl<'r> Record<'r> {
    /// Notes that questions of the record are lost.
    fn bad(&mut self, message: impl Into<String>) {
        let place = Place { offset: self.offset, number: self.count.next() };
        self.rows.bad(place, message);
    }

    /// The elements of a list of the record; where there is no such list its questions are lost.
    fn list(&mut self, name: &str) -> Vec<&'r str> {
        let list = member(self.text, name).filter(|list| list.kind == Kind::List);
        if list.is_none() {
            self.bad(format!("a record has no list {name}"));
        }
        parts(list.map_or("", |list| list.raw)).collect()
    }

    /// The place of the next question, which begins where `raw` does.
    fn place(&mut self, raw: &str) -> Place {
        let number = self.count.next();
        let within = raw.as_ptr().addr().saturating_sub(self.text.as_ptr().addr());
        Place { offset: self.offset + within as u64, number }
    }

    /// Adds a row of these cells alone, unless no more is wanted.
    fn row(&mut self, raw: &str, cells: &[Part<'_>]) -> Result<(), Error> {
        if self.rows.full() {
            return Ok(());
        }
        let place = self.place(raw);
        self.rows.extras(place, &extras(cells))
    }

    /// Adds a question as it stands, with further cells, unless no more is wanted.
    fn question(&mut self, raw: &str, cells: &[Part<'_>]) -> Result<(), Error> {
        if self.rows.full() {
            return Ok(());
        }
        let place = self.place(raw);
        if !raw.starts_with('{') {
            self.rows.bad(place, "a question is not an object");
            return Ok(());
        }
        let (bytes, cells) = (raw.as_bytes(), extras(cells));
        if let Err(fault) = self.rows.object(bytes, 0, place, &cells, Source::Question)? {
            self.rows.fault(bytes, place, fault);
        }
        Ok(())
    }

    /// Adds the questions of a list as they stand, each with the same further cells.
    fn questions(&mut self, list: &str, cells: &[Part<'_>]) -> Result<(), Error> {
        self.list(list).into_iter().try_for_each(|raw| self.question(raw, cells))
    }

    /// The answer and the validated answers of a question become one list.
    fn drop(&mut self) -> Result<(), Error> {
        for raw in self.list("qa_pairs") {
            let validated = member(raw, "validated_answers").map_or("", |list| list.raw);
            let answer = member(raw, "answer").map(|answer| answer.raw);
            let answers: Vec<&str> = answer.into_iter().chain(parts(validated)).collect();
            self.question(raw, &[("answers", Some(&format!("[{}]", answers.join(", "))))])?;
        }
        Ok(())
    }

    /// The first record may be a head.
    fn qas(&mut self) -> Result<(), Error> {
        let name = nest::questions(self.text.as_bytes());
        if member(self.text, "header").is_some() && name.is_none() {
            return Ok(());
        }
        self.questions(name.unwrap_or("qas"), &[])
    }

    /// The rows of a run, which is called as its texts say.
    fn run(&mut self) -> Result<(), Error> {
        let name = nest::rows_of_run(self.text.as_bytes());
        let of_run = members(self.text).map_while(Result::ok);
        let texts = of_run.filter(|(_, value)| value.kind == Kind::String && value.raw.len() < 60);
        let texts = texts.map(|(_, value)| value.text().into_owned()).join(" / ");
        let called = json_text(&texts);
        self.questions(name.as_deref().unwrap_or("results"), &[(LIST, Some(&called))])
    }

    /// A row that is a list.
    fn cells(&mut self, kind: Kind) -> Result<(), Error> {
        let place = self.place(self.text);
        let cells: Vec<&str> = parts(self.text).collect();
        if kind != Kind::List || cells.len() > CELLS.len() {
            self.rows.bad(place, "a row is not a list, but the other rows are");
            return Ok(());
        }
        let cells: Vec<Part<'_>> = CELLS.into_iter().zip(cells.into_iter().map(Some)).collect();
        self.rows.extras(place, &extras(&cells))
    }

    /// The answer of a turn and those of others become one list, in the order of the file. They belong
    /// together by their place, as in the reference.
    fn coqa(&mut self) -> Result<(), Error> {
        let mut lists = vec![self.list("answers")];
        if let Some(others) = member(self.text, "additional_answers") {
            let others = members(others.raw).map_while(Result::ok);
            lists.extend(others.map(|(_, list)| parts(list.raw).collect()));
        }
        let text = self.text;
        let of_story = |name: &str| member(text, name).map(|value| value.raw);
        for (index, raw) in self.list("questions").into_iter().enumerate() {
            let answers: Vec<&str> = lists
                .iter()
                .filter_map(|list| member(list.get(index)?, "input_text"))
                .map(|answer| answer.raw)
                .collect();
            let of_turn = |name: &str| member(raw, name).map(|value| value.raw);
            let cells = [
                ("id", of_story("id")),
                ("turn_id", of_turn("turn_id")),
                ("source", of_story("source")),
                ("question", of_turn("input_text")),
                ("answers", Some(&*format!("[{}]", answers.join(", ")))),
            ];
            self.row(raw, &cells)?;
        }
        Ok(())
    }

    /// Each document of a question is a question of its own, with the key of the reference's
    /// predictions.
    fn documents(&mut self) -> Result<(), Error> {
        let mut names: Vec<String> = Vec::new();
        for list in ["EntityPages", "SearchResults"] {
            let Some(list) = member(self.text, list) else { continue };
            for page in parts(list.raw) {
                let name = member(page, "Filename").map(|name| name.text().into_owned());
                names.extend(name.filter(|name| !names.contains(name)));
            }
        }
        let id = member(self.text, "QuestionId").map_or_else(String::new, |id| id.text().into());
        let text = self.text;
        let cell = |name: &str| member(text, name).map(|value| value.raw);
        let (question, answer) = (cell("Question"), cell("Answer"));
        for name in names {
            let key = json_text(&format!("{id}--{name}"));
            let cells = [("QuestionId", Some(&*key)), ("Question", question), ("Answer", answer)];
            self.row(text, &cells)?;
        }
        Ok(())
    }

    /// The elements of the lists of a question that belong together, with its ids.
    fn attempts(&mut self) -> Result<(), Error> {
        let text = self.text;
        let ids = ["question_id", "test_id", "id"]
            .map(|name| (name, member(text, name).map(|value| value.raw)));
        let mut lists: Vec<(&str, Vec<&str>)> = Vec::new();
        for (name, column) in ATTEMPTS {
            let there = member(text, name).is_some_and(|list| list.kind == Kind::List);
            if there && !lists.iter().any(|list| list.0 == column) {
                lists.push((column, self.list(name)));
            }
        }
        let most = lists.iter().map(|list| list.1.len()).max().unwrap_or_default();
        if most == 0 {
            self.bad("a question has no attempts");
        }
        for index in 0..most {
            let of_attempt = lists.iter().map(|(column, list)| (*column, list.get(index).copied()));
            let cells: Vec<Part<'_>> = ids.into_iter().chain(of_attempt).collect();
            self.row(text, &cells)?;
        }
        Ok(())
    }

    /// What became of the samples of a task, or of the tests of the only one, with the id of the task.
    fn verdicts(&mut self) -> Result<(), Error> {
        let id = TASK_IDS.into_iter().find_map(|name| member(self.text, name));
        let task = id.map_or("null", |id| id.raw);
        let Some((list, tests)) = nest::verdicts_of_task(self.text.as_bytes()) else {
            self.bad("a task has no list of verdicts");
            return Ok(());
        };
        let list = member(self.text, &list).map_or("[]", |list| list.raw);
        if tests {
            return self.sample(self.text, task, passes(list));
        }
        parts(list).try_for_each(|sample| self.sample(sample, task, passes(sample)))
    }

    /// The samples of a task, whose name is `task`, quoted: each has its number before it, or is a list of
    /// what its tests gave.
    fn judged(&mut self, task: &str) -> Result<(), Error> {
        for sample in parts(self.text) {
            let numbered = parts(sample).nth(1).filter(|sample| sample.starts_with('{'));
            let sample = numbered.unwrap_or(sample);
            self.sample(sample, task, passes(sample))?;
        }
        Ok(())
    }

    /// A sample with its task and whether it passes; `null` where it does not say so.
    fn sample(&mut self, raw: &str, task: &str, passes: Option<bool>) -> Result<(), Error> {
        let passed = passes.map_or("null", |passes| if passes { "true" } else { "false" });
        let result = ["result", "status"].into_iter().find_map(|name| member(raw, name));
        let result = result.map(|one| one.raw);
        self.row(raw, &[("task_id", Some(task)), ("passed", Some(passed)), ("result", result)])
    }

    /// The samples of a task of `EvalPlus`, whose name is `task`, quoted. Early versions wrote verdicts
    /// alone, in two lists: each is a list that begins with it.
    fn samples(&mut self, task: &str, kind: Kind) -> Result<(), Error> {
        if kind == Kind::List {
            return parts(self.text).try_for_each(|sample| {
                let unnamed = member(sample, "task_id").is_none();
                self.question(sample, &[("task_id", unnamed.then_some(task))])
            });
        }
        let text = self.text;
        let verdicts = |name: &str| -> Vec<&str> {
            let list = member(text, name).filter(|list| list.kind == Kind::List);
            let all = parts(list.map_or("", |list| list.raw));
            all.map(|one| parts(one).next().unwrap_or("null")).collect()
        };
        let (base, plus) = (verdicts("base"), verdicts("plus"));
        if base.is_empty() {
            self.bad(format!("the task {task} has no list `base` of verdicts"));
        }
        for (index, status) in base.iter().enumerate() {
            let plus = plus.get(index).copied().unwrap_or("null");
            let task = ("task_id", Some(task));
            self.row(text, &[task, ("base_status", Some(*status)), ("plus_status", Some(plus))])?;
        }
        Ok(())
    }
}

fn parts(list: &str) -> impl Iterator<Item = &str> {
    elements(list).map_while(Result::ok).map(|element| element.raw)
}

fn extras<'a>(cells: &[Part<'a>]) -> Vec<Extra<'a>> {
    let cell = |(name, raw): &Part<'a>| {
        let raw = (*raw)?.as_bytes();
        Some(Extra::new(name, raw, walk::only_value(raw).ok()?))
    };
    cells.iter().filter_map(cell).collect()
}

/// Whether a sample passes, by its verdict: a list passes where each of its tests does, of which a number below
/// 0 says that it could not be run. `MultiPL-E` says `OK` of what passes, and else how it ended.
fn passes(raw: &str) -> Option<bool> {
    let value = walk::only_value(raw.as_bytes()).ok()?;
    match value.kind {
        Kind::Bool => Some(raw == "true"),
        Kind::Number => Some(raw == "1"),
        Kind::String if raw == "\"OK\"" => Some(true),
        Kind::String => verdict(raw),
        Kind::List => {
            let tests: Vec<Option<bool>> = elements(raw).map(|one| passes(one.ok()?.raw)).collect();
            (!tests.is_empty()).then(|| tests.iter().all(|test| *test == Some(true)))
        }
        Kind::Object => {
            let verdict = members(raw).map_while(Result::ok).find(|(name, _)| is_verdict(name))?;
            // How it ended may be said in any words.
            let ended = member(raw, "exit_code").map(|code| code.raw == "0");
            passes(verdict.1.raw).or(ended)
        }
        Kind::Absent | Kind::Null => None,
    }
}
