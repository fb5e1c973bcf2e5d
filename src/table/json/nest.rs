//! The forms of files that hold their rows within records, each of one benchmark or tool, and how they
//! are told. `nested` reads them.

use super::elements;
use super::head::{self, HeadPart, first_byte};
use super::scan::skip_space;
use crate::table::Kind;
use crate::understand::names::{
    ATTEMPTS, LIST, QUESTION_LISTS, TASK_IDS, holds_errors, is_column, is_of_programs, is_of_tests,
    is_verdict, verdict_list,
};

/// A benchmark whose gold file holds questions within records, or a tool whose results do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nest {
    /// DROP: passages by id, each with its `qa_pairs`.
    Drop,
    /// `TAT-QA`: tables with their `questions`.
    TatQa,
    /// `CoQA`: stories with `questions`, `answers` and `additional_answers`.
    Coqa,
    /// `TriviaQA` but for its Wikipedia domain: each document of a question is one of its own.
    TriviaQaDocuments,
    /// `EvalPlus`: for each task its samples with their verdicts.
    EvalPlus,
    /// `LiveCodeBench`: for each question a list of outputs, one of what was taken out of them, and one
    /// of verdicts, or some of these.
    Attempts,
    /// For each task a list of what became of its samples, or of the tests of one.
    Verdicts,
    /// Passages or conversations with a list of their questions, as MRQA has them in `qas`.
    Qas,
    /// Runs with what they are called and measured, each with a list of its rows.
    Runs,
    /// Rows that are lists of texts and numbers, without names of columns.
    Lists,
}

/// What is known of a form: what it is called, the word for it, its wrapper and its columns.
type Known =
    (&'static str, Option<&'static str>, Option<(&'static str, u8)>, &'static [&'static str]);

impl Nest {
    const fn known(self) -> Known {
        match self {
            Self::Drop => ("DROP", Some("drop"), None, &["query_id", "question", "answers"]),
            Self::TatQa => ("TAT-QA", Some("tatqa"), None, &["uid", "question", "answer"]),
            Self::Coqa => {
                let columns = &["id", "turn_id", "source", "question", "answers"];
                ("CoQA", Some("coqa"), Some(("data", b'[')), columns)
            }
            Self::TriviaQaDocuments => {
                let columns = &["QuestionId", "Question", "Answer"];
                ("TriviaQA by document", Some("triviaqa"), Some(("Data", b'[')), columns)
            }
            Self::EvalPlus => {
                let columns = &["task_id", "base_status", "plus_status"];
                ("results of EvalPlus", None, Some(("eval", b'{')), columns)
            }
            Self::Attempts => ("outputs of LiveCodeBench", None, None, &[]),
            Self::Verdicts => {
                ("tasks with a list of verdicts each", None, None, &["task_id", "passed"])
            }
            Self::Qas => {
                let columns = &["qid", "question", "answers"];
                ("records with a list of questions each", None, None, columns)
            }
            Self::Runs => ("runs with a list of rows each", None, None, &[LIST]),
            Self::Lists => ("rows that are lists", None, None, &[]),
        }
    }

    /// The name of the benchmark or tool.
    pub const fn title(self) -> &'static str {
        self.known().0
    }

    /// The word for the form, as presets' signs write it; `None` where it does not tell a benchmark.
    pub const fn form(self) -> Option<&'static str> {
        self.known().1
    }

    /// The member of the top object that holds the records, and how it begins; `None` where they lie at
    /// the top.
    pub(super) const fn wrapper(self) -> Option<(&'static str, u8)> {
        self.known().2
    }

    /// Its columns, but for texts and numbers beside them.
    pub(super) const fn columns(self) -> &'static [&'static str] {
        self.known().3
    }
}

/// The list of a record whose elements are questions with their answers, be it cut at its end.
pub(super) fn questions(raw: &[u8]) -> Option<&'static str> {
    let parts = head::parts(raw);
    QUESTION_LISTS.into_iter().find(|name| {
        let list = parts.iter().find(|part| part.key == *name && part.is_of_objects());
        let inner = list.map_or_else(Vec::new, |list| head::parts_within(list.raw));
        let has = |word: &str| inner.iter().any(|part| part.key.to_lowercase().contains(word));
        has("question") && (has("answer") || has("gold"))
    })
}

/// The form that the first record of a list has.
pub(super) fn of_list(raw: &[u8]) -> Option<Nest> {
    if first_has(raw, &[("questions", b'['), ("paragraphs", b'['), ("table", b'{')]) {
        return Some(Nest::TatQa);
    }
    let first = &raw[skip_space(raw, 1)..];
    of_record(first).or_else(|| rows_of_run(first).map(|_| Nest::Runs))
}

/// The list of rows that is most of an object, whose other members say how they were made: none of them is
/// a column of questions or answers.
pub(super) fn rows_of_run(raw: &[u8]) -> Option<String> {
    let parts = head::parts(raw);
    let list = head::most_of(&parts, 6).filter(|list| list.is_of_objects())?;
    let rows = head::parts_within(list.raw);
    let is_cell = |part: &&HeadPart<'_>| {
        is_column(&part.key) && !matches!(part.kind, Kind::List | Kind::Object)
    };
    let others = parts.iter().filter(|part| part.key != list.key);
    let whole = !others.clone().any(|part| is_column(&part.key)) && !holds_errors(&list.key);
    (whole && rows.iter().filter(is_cell).count() > 1).then(|| list.key.clone())
}

/// The form that a record has, where records may also stand in lines.
pub(super) fn of_record(raw: &[u8]) -> Option<Nest> {
    let attempts = ATTEMPTS.iter().any(|(list, _)| has(raw, &[(list, b'[')]));
    let named = ["question_id", "id"].iter().any(|id| has(raw, &[(id, b'"')]));
    if attempts && named {
        return Some(Nest::Attempts);
    }
    if verdicts_of_task(raw).is_some() {
        return Some(Nest::Verdicts);
    }
    (has(raw, &[("qas", b'['), ("context", b'"')]) || questions(raw).is_some()).then_some(Nest::Qas)
}

/// The list of verdicts that a record has for its task: its name, and whether its elements are tests of one
/// program. A record that has a prediction or a gold answer too is compared.
pub(super) fn verdicts_of_task(raw: &[u8]) -> Option<(String, bool)> {
    let parts = head::parts(raw);
    let is_id = |part: &HeadPart<'_>| TASK_IDS.contains(&part.key.as_str());
    let lists = parts.iter().filter(|part| part.kind == Kind::List);
    let mut lists = lists.filter_map(|part| Some((part, verdict_list(&part.key)?)));
    let (list, tests) = lists.find(|(part, _)| has_verdicts(part.raw))?;
    // Verdicts of which there are as many as programs, and not as tests, are those of the programs.
    let as_many = |is_named: fn(&str) -> bool| {
        let count = |raw: &[u8]| elements(&String::from_utf8_lossy(raw)).count();
        parts.iter().any(|part| {
            part.key != list.key
                && part.kind == Kind::List
                && is_named(&part.key)
                && count(part.raw) == count(list.raw)
        })
    };
    let tests = tests && (!as_many(is_of_programs) || as_many(is_of_tests));
    let plain = parts.iter().all(|part| is_id(part) || !is_column(&part.key));
    let judged = parts.iter().any(|part| part.key != list.key && is_verdict(&part.key));
    (parts.iter().any(is_id) && plain && !judged).then(|| (list.key.clone(), tests))
}

/// Whether a list holds verdicts: `true` and `false`, or objects with one each.
fn has_verdicts(list: &[u8]) -> bool {
    let first = &list[skip_space(list, 1).min(list.len())..];
    first.starts_with(b"true") || first.starts_with(b"false") || has_verdict(first)
}

/// Whether an object has a list of what became of its samples for each task, whose name it is kept under:
/// `[0, {"passed": true, ...}]` as bigcode's harness writes it, or the tests of each sample as APPS does, in
/// which a number below 0 says what went wrong.
fn is_by_task(parts: &[HeadPart<'_>]) -> bool {
    let within = |raw: &[u8], at: usize| skip_space(raw, at).min(raw.len());
    let numbered = |part: &HeadPart<'_>| {
        let list = &part.raw[within(part.raw, 1)..];
        let first = &list[within(list, 1)..];
        let digits = first.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let comma = within(first, digits);
        list.first() == Some(&b'[')
            && digits > 0
            && first.get(comma) == Some(&b',')
            && has_verdict(&first[within(first, comma + 1)..])
    };
    let tests = |part: &HeadPart<'_>| {
        let list = &part.raw[within(part.raw, 1)..];
        let of_tests = |byte: &u8| b"truefalse-123456789, \r\n\t[]".contains(byte);
        list.first() == Some(&b'[') && part.raw.iter().all(of_tests)
    };
    // Keys that differ in their numbers alone are those of tasks, and not of systems.
    let of_tasks =
        || parts.iter().all(|part| stem(part) == stem(&parts[0]) && stem(part) != part.key);
    let some =
        |word: &[u8]| parts.iter().any(|part| memchr::memmem::find(part.raw, word).is_some());
    parts.len() > 1
        && parts.iter().all(|part| part.kind == Kind::List)
        && (parts.iter().all(numbered)
            || (of_tasks() && parts.iter().all(|part| has_verdicts(part.raw)))
            || (parts.iter().all(tests) && (some(b"true") || some(b"false"))))
}

/// The key of a member without the digits at its end.
fn stem<'p>(part: &'p HeadPart<'_>) -> &'p str {
    part.key.trim_end_matches(|c: char| c.is_ascii_digit())
}

/// Whether this is an object that says what became of a sample.
fn has_verdict(raw: &[u8]) -> bool {
    head::parts(raw).iter().any(|part| is_verdict(&part.key))
}

/// The form of rows that are lists: an id, and a few texts and numbers beside it.
pub(super) fn of_row(raw: &[u8]) -> Option<Nest> {
    let text = String::from_utf8_lossy(raw);
    let row = elements(&text).next()?.ok()?;
    let cells: Vec<Kind> = elements(row.raw).map_while(Result::ok).map(|cell| cell.kind).collect();
    let plain = cells.iter().all(|kind| !matches!(kind, Kind::List | Kind::Object));
    (row.kind == Kind::List && plain && (2..=6).contains(&cells.len())).then_some(Nest::Lists)
}

/// The form of the records of MRQA, of which the first is a head.
pub(super) fn of_lines(head: &[u8]) -> Option<Nest> {
    let mut lines = head.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    let first = lines.find(|line| !line.is_empty())?;
    let next = lines.find(|line| !line.is_empty());
    let is_head = matches!(&head::parts(first)[..], [only] if only.key == "header");
    of_record(if is_head { next? } else { first })
}

/// Whether the first part of a container is an object with these members, which begin so.
fn first_has(raw: &[u8], members: &[(&str, u8)]) -> bool {
    has(&raw[skip_space(raw, 1)..], members)
}

/// Whether this is an object with these members, which begin so. Of an object that is cut the last may
/// be missing.
fn has(raw: &[u8], members: &[(&str, u8)]) -> bool {
    let parts = head::parts(raw);
    members.iter().all(|(name, byte)| {
        parts.iter().any(|part| part.key == *name && part.raw.first() == Some(byte))
    })
}

/// The form that the members of an object have.
pub(super) fn of_object(parts: &[HeadPart<'_>]) -> Option<Nest> {
    if has(parts.first()?.raw, &[("qa_pairs", b'[')]) {
        return Some(Nest::Drop);
    }
    if is_by_task(parts) {
        return Some(Nest::Verdicts);
    }
    if parts.iter().any(|part| part.key == "eval" && is_evalplus(part.raw)) {
        return Some(Nest::EvalPlus);
    }
    let list = |name: &str| parts.iter().find(|part| part.key == name && part.kind == Kind::List);
    if let Some(part) = list("data")
        && first_has(part.raw, &[("questions", b'['), ("answers", b'['), ("source", b'"')])
    {
        return Some(Nest::Coqa);
    }
    let part = list("Data").filter(|part| first_has(part.raw, &[("QuestionId", b'"')]))?;
    // The domain may stand behind all questions. Those of Wikipedia have no search results.
    let documents = if let Some(domain) = parts.iter().find(|part| part.key == "Domain") {
        domain.raw != b"\"Wikipedia\""
    } else {
        let question = head::parts_within(part.raw);
        let mut found = question.iter().filter(|part| part.key == "SearchResults");
        found.any(|part| first_byte(part.raw) == Some(b'{'))
    };
    documents.then_some(Nest::TriviaQaDocuments)
}

/// Whether the first task of an object has samples with verdicts: since 2024 a list of them, before
/// lists of verdicts side by side.
fn is_evalplus(tasks: &[u8]) -> bool {
    let tasks = head::parts(tasks);
    let Some(task) = tasks.first() else { return false };
    match task.kind {
        Kind::List => {
            let sample = head::parts_within(task.raw);
            // Of a sample that is cut the status may be missing.
            sample.iter().any(|part| part.key == "base_status")
                || (sample.len() <= 2
                    && sample.iter().any(|part| part.key == "task_id")
                    && sample.iter().any(|part| part.key == "solution"))
        }
        Kind::Object => {
            let lists = head::parts(task.raw);
            let has = |name: &str| lists.iter().any(|part| part.key == name);
            has("base") && (has("nfiles") || has("files"))
        }
        _ => false,
    }
}
