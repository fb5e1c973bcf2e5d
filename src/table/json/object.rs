//! How the records of a document that is one object are arranged.

use super::head::{HeadPart, first_byte, most_of, names_within, parts, parts_within};
use super::nest;
use super::shape::{LINES, Look, Shape};
use crate::table::{Kind, float};
use crate::understand::names::{
    KEYED_COLUMNS, RANKS, Says, is_answer_key, is_column, is_listed_column, is_of_failures,
    is_of_measure, is_part_of_data, is_verdict_list, says, wrapper_place,
};

/// Whether a document is an object whose member `eval` names the task, the model and the run of an
/// evaluation, as Inspect's logs do.
pub(crate) fn is_log(head: &[u8]) -> bool {
    holds_run(&parts(head.trim_ascii_start()))
}

fn holds_run(tops: &[HeadPart<'_>]) -> bool {
    let is_run = |raw: &[u8]| {
        let names: Vec<String> = parts(raw).into_iter().map(|part| part.key).collect();
        let has = |name: &str| names.iter().any(|known| known == name);
        has("task") && has("model") && ["run_id", "eval_id", "task_id"].into_iter().any(has)
    };
    tops.iter().any(|part| part.key == "eval" && is_run(part.raw))
}

/// Figures that a document has beside its rows, by the names of their members: what was worked out of the rows when it
/// was written.
pub(crate) fn figures(head: &[u8]) -> Vec<(String, f64)> {
    const LONGEST: usize = 4000;
    const SUMMARIES: [&str; 9] = [
        "summary", "metrics", "overall", "results", "scores", "stats", "statistics", "evaluation",
        "aggregate",
    ];
    let head = head.trim_ascii_start();
    let numbers = |parts: &[HeadPart<'_>], outer: &str| -> Vec<(String, f64)> {
        let number = |part: &HeadPart<'_>| {
            let is_one = part.kind == Kind::Number && is_of_measure(&part.key);
            let value = std::str::from_utf8(part.raw).ok().filter(|_| is_one).and_then(float)?;
            Some(([outer, &part.key].concat(), value))
        };
        parts.iter().filter_map(number).collect()
    };
    let tops = parts(head);
    let within = |part: &HeadPart<'_>| match part.kind {
        Kind::Object if part.raw.len() < LONGEST && SUMMARIES.contains(&&*part.key) => {
            numbers(&parts(part.raw), &[&part.key, "."].concat())
        }
        _ => Vec::new(),
    };
    numbers(&tops, "").into_iter().chain(tops.iter().flat_map(within)).collect()
}

pub(super) fn object_shape(raw: &[u8], complete: bool) -> Look {
    let parts = parts(raw);
    if parts.is_empty() {
        let what = if complete { "an object without members" } else { "an unfinished object" };
        return Look::Unusable(what.to_owned());
    }
    if holds_run(&parts) { Look::Log } else { Look::Document(shape_of(&parts)) }
}

/// How the records of an object with these members are arranged.
fn shape_of(parts: &[HeadPart<'_>]) -> Shape {
    if parts.iter().any(|part| part.key == "data" && part.is_of_objects() && is_squad(part.raw)) {
        return Shape::Squad;
    }
    if let Some(nest) = nest::of_object(parts) {
        return Shape::Nested(nest);
    }
    // As pandas, MLflow and others write tables: `columns` and then `data`.
    let begins = |part: &HeadPart<'_>, name: &str, first: u8| {
        part.key == name && part.kind == Kind::List && first_byte(part.raw) == Some(first)
    };
    if let Some(at) = parts.iter().position(|part| begins(part, "columns", b'"'))
        && parts[at..].iter().any(|part| begins(part, "data", b'['))
    {
        return Shape::Split;
    }
    if are_columns(parts) {
        return Shape::Parallel { outer: None };
    }
    let place = |part: &&HeadPart<'_>| wrapper_place(&part.key);
    let wrapper = |part: &&HeadPart<'_>| place(part).is_some();
    let lists: Vec<_> = parts.iter().filter(|part| part.is_of_objects()).collect();
    // The best answers to each question, by its id, are no runs.
    if lists.len() == parts.len() && lists.iter().all(|part| is_ranked(part.raw)) {
        return Shape::Keyed;
    }
    if lists.len() > 1 && lists.len() <= MOST_LISTS && are_runs(&lists) {
        return Shape::Lists { outer: None };
    }
    if !lists.is_empty() && (lists.len() < parts.len() || lists.len() <= 8) {
        let by_name = lists.iter().copied().filter(wrapper).min_by_key(place);
        let longest = lists.iter().copied().max_by_key(|part| part.raw.len());
        if let Some(part) = by_name.or(longest) {
            return Shape::Wrapped { member: part.key.clone() };
        }
    }
    let mut of_values = parts.iter().filter(|part| part.kind == Kind::List);
    if let (Some(part), None) = (of_values.next(), of_values.next())
        && wrapper(&part)
    {
        return Shape::Wrapped { member: part.key.clone() };
    }
    let found = runs_in(parts)
        .or_else(|| parallel_in(parts))
        .or_else(|| wrapped_in(parts))
        .or_else(|| lists_in(parts))
        .or_else(|| runs_by_key(parts))
        .or_else(|| is_keyed_columns(parts).then_some(Shape::KeyedColumns));
    found.unwrap_or_else(|| match keyed_values(parts).or_else(|| keyed_member(parts)) {
        Some(member) => Shape::KeyedIn { member },
        None => Shape::Keyed,
    })
}

/// Whether two or more members are lists that are named as columns are.
fn are_columns(parts: &[HeadPart<'_>]) -> bool {
    let lists = parts.iter().filter(|part| part.kind == Kind::List);
    let columns = lists.clone().filter(|part| is_listed_column(&part.key));
    // What Hugging Face's metrics are given: objects too, each with its id.
    let given = |name: &str| lists.clone().any(|part| part.key == name);
    let whole = given("predictions") && given("references");
    let of_objects = |part: &HeadPart<'_>| first_byte(part.raw) == Some(b'{');
    // What an evaluation says of each output, beside the outputs.
    let verdicts = |part: &HeadPart<'_>| {
        is_verdict_list(&part.key) && matches!(first_byte(part.raw), Some(b't' | b'f'))
    };
    let judged = lists.clone().count() > 1 && lists.clone().any(verdicts);
    (columns.clone().count() > 1 || judged) && (whole || !columns.clone().any(of_objects))
}

/// The member that holds lists side by side, where it is most of the file and the only one that does.
fn parallel_in(tops: &[HeadPart<'_>]) -> Option<Shape> {
    let holds = |part: &&HeadPart<'_>| are_columns(&parts(part.raw));
    let outer = most_of(tops, 7).filter(holds)?;
    (tops.iter().filter(holds).count() == 1)
        .then(|| Shape::Parallel { outer: Some(outer.key.clone()) })
}

/// A list of objects in a member that is most of the file, itself most of that member.
fn wrapped_in(tops: &[HeadPart<'_>]) -> Option<Shape> {
    let outer = most_of(tops, 7).filter(|outer| !is_id_like(&outer.key))?;
    let inner = parts(outer.raw);
    let list = most_of(&inner, 7).filter(|list| list.is_of_objects())?;
    Some(Shape::WrappedIn { outer: outer.key.clone(), member: list.key.clone() })
}

/// Objects by the names of runs, each with the same list of objects, which is most of it: at the top, or in a
/// member that is most of the file.
fn runs_in(tops: &[HeadPart<'_>]) -> Option<Shape> {
    let list_of = |run: &HeadPart<'_>| -> Option<(String, Vec<String>)> {
        let inner = parts(run.raw);
        let list = inner.iter().max_by_key(|part| part.raw.len())?;
        let names = names_within(list.raw);
        let is_list = list.kind == Kind::List && list.raw.len() * 10 >= run.raw.len() * 6;
        let known = |name: &String| {
            is_column(name) || ["correct", "is_correct", "passed"].contains(&name.as_str())
        };
        (is_list && names.iter().any(known)).then(|| (list.key.clone(), names))
    };
    let member_of = |runs: &[&HeadPart<'_>]| -> Option<String> {
        let (member, names) = list_of(runs.first()?)?;
        let alike = |run: &&HeadPart<'_>| {
            list_of(run).is_some_and(|(own, theirs)| {
                own == member && theirs.iter().any(|name| names.contains(name))
            })
        };
        let (last, whole) = runs.split_last()?;
        let runs_alone = (2..=MOST_LISTS).contains(&runs.len())
            && whole.iter().all(alike)
            // The last may be cut before its list.
            && (alike(last) || last.kind == Kind::Object)
            && !runs.iter().any(|run| is_part_of_data(&run.key));
        runs_alone.then_some(member)
    };
    let objects = |all: &[HeadPart<'_>]| all.iter().all(|part| part.kind == Kind::Object);
    let at_top = objects(tops).then(|| member_of(&tops.iter().collect::<Vec<_>>())).flatten();
    if let Some(member) = at_top {
        return Some(Shape::RunsIn { outer: None, member });
    }
    let outer = tops.iter().max_by_key(|part| part.raw.len())?;
    let inner = parts(outer.raw);
    let member = objects(&inner).then(|| member_of(&inner.iter().collect::<Vec<_>>())).flatten()?;
    Some(Shape::RunsIn { outer: Some(outer.key.clone()), member })
}

/// Runs by name, each an object keyed by id: at the top, or in a member that is most of the file.
fn runs_by_key(tops: &[HeadPart<'_>]) -> Option<Shape> {
    if are_runs_by_key(tops) {
        return Some(Shape::RunsByKey { outer: None });
    }
    let outer = most_of(tops, 7).filter(|outer| are_runs_by_key(&parts(outer.raw)))?;
    Some(Shape::RunsByKey { outer: Some(outer.key.clone()) })
}

/// Whether members are runs: objects of more ids than there are runs, which they share, each of a row of one form or of
/// one plain value.
fn are_runs_by_key(runs: &[HeadPart<'_>]) -> bool {
    let is_run = |run: &HeadPart<'_>| {
        run.kind == Kind::Object && !is_part_of_data(&run.key) && !is_column(&run.key)
    };
    let is_number = |run: &HeadPart<'_>| run.key.bytes().all(|byte| byte.is_ascii_digit());
    if !(2..=MOST_LISTS).contains(&runs.len())
        || !runs.iter().all(is_run)
        || runs.iter().all(is_number)
    {
        return false;
    }
    let first = parts(runs[0].raw);
    if first.len() < 4 || first.len() <= runs.len() || first.iter().any(|row| is_column(&row.key)) {
        return false;
    }
    let names_answer =
        |row: &HeadPart<'_>| parts(row.raw).iter().any(|member| is_column(&member.key));
    let plain = |row: &HeadPart<'_>| {
        matches!(row.kind, Kind::String | Kind::Number)
            && row.kind == first[0].kind
            && is_id_like(&row.key)
    };
    // The last row and the last run may be cut.
    let whole = &first[..first.len() - 1];
    let shares = |run: &HeadPart<'_>| {
        let rows = parts(run.raw);
        let known = |row: &&HeadPart<'_>| first.iter().any(|other| other.key == row.key);
        let common = rows.iter().filter(known).count();
        common > 0 && common * 2 >= rows.len()
    };
    (whole.iter().take(LINES).all(names_answer) || whole.iter().all(plain))
        && runs[1..].iter().all(shares)
}

/// The member that holds several runs, each a list of objects, and is most of the file.
fn lists_in(tops: &[HeadPart<'_>]) -> Option<Shape> {
    let outer = most_of(tops, 7).filter(|outer| !is_id_like(&outer.key))?;
    let inner = parts(outer.raw);
    let lists: Vec<_> = inner.iter().filter(|part| part.is_of_objects()).collect();
    let runs = lists.len() == inner.len() && (2..=MOST_LISTS).contains(&lists.len());
    (runs && are_runs(&lists)).then(|| Shape::Lists { outer: Some(outer.key.clone()) })
}

/// Whether a name is that of a row, with a digit in it, and none of a member.
fn is_id_like(name: &str) -> bool {
    name.contains(|c: char| c.is_ascii_digit())
}

/// More lists than this in one object are no runs.
const MOST_LISTS: usize = 32;

/// Whether a list begins with an object of a text and how likely it is.
fn is_ranked(list: &[u8]) -> bool {
    let names = names_within(list);
    let has = |name: &str| names.iter().any(|known| known == name);
    has("text") && RANKS.into_iter().any(has)
}

/// Whether lists hold objects of one form, and are neither parts of a data set nor gold and
/// predictions: then each is a run. The last may be cut.
fn are_runs(lists: &[&HeadPart<'_>]) -> bool {
    let forms: Vec<Vec<String>> = lists.iter().map(|part| names_within(part.raw)).collect();
    let first = &forms[0];
    let alike = |form: &Vec<String>| {
        let same = form.iter().filter(|name| first.contains(name)).count();
        same * 5 >= first.len().max(form.len()) * 4
    };
    let (last, whole) = (forms.last(), &forms[..forms.len() - 1]);
    // Parts of a data set in which each question has its prediction have all been scored.
    let has = |side: fn(&Says) -> f64| first.iter().any(|name| side(&says(name)) >= 1.5);
    let answered = has(|says| says.gold) && has(|says| says.prediction);
    let is_apart = |part: &HeadPart<'_>| {
        is_part_of_data(&part.key) && (!answered || is_of_failures(&part.key))
    };
    !first.is_empty()
        && !lists.iter().any(|part| is_apart(part))
        && whole.iter().all(alike)
        && last.is_some_and(|last| last.iter().all(|name| first.contains(name)))
}

/// The member that holds the answers by id, plain values of one kind, beside numbers and settings: its name
/// is one of records, and it has more members than the whole.
fn keyed_values(tops: &[HeadPart<'_>]) -> Option<String> {
    let plain = |part: &HeadPart<'_>| matches!(part.kind, Kind::String | Kind::Number);
    let is_one = |part: &&HeadPart<'_>| {
        let inside = parts(part.raw);
        (wrapper_place(&part.key).is_some() || is_answer_key(&part.key))
            && inside.len() > tops.len().max(4)
            && inside.iter().all(|one| plain(one) && one.kind == inside[0].kind)
    };
    let others = tops.iter().any(plain);
    tops.iter().find(is_one).filter(|_| others).map(|part| part.key.clone())
}

/// The member that holds an object of objects of one form, beside members that say how they were made:
/// it is most of the file.
fn keyed_member(tops: &[HeadPart<'_>]) -> Option<String> {
    let largest = most_of(tops, 9)?;
    if tops.len() < 2 || tops.iter().all(|part| part.kind == Kind::Object) {
        return None;
    }
    let inside = parts(largest.raw);
    let whole = &inside[..inside.len().saturating_sub(1)];
    let form = |part: &HeadPart<'_>| -> Vec<String> {
        parts(part.raw).into_iter().map(|part| part.key).collect()
    };
    let first = form(whole.first()?);
    let is_alike = |part: &HeadPart<'_>| part.kind == Kind::Object && form(part) == first;
    (whole.len() > 2 && whole.iter().take(LINES).all(is_alike)).then(|| largest.key.clone())
}

/// Whether the first article of a list has paragraphs with questions.
fn is_squad(list: &[u8]) -> bool {
    let are_questions = |part: &HeadPart<'_>| {
        part.key == "qas" && part.kind == Kind::List && first_byte(part.raw) != Some(b'"')
    };
    parts_within(list).iter().any(|part| {
        part.key == "paragraphs"
            && part.is_of_objects()
            && (parts_within(part.raw).iter().any(are_questions) || part.raw.len() > 100_000)
    })
}

/// Whether few members hold many values each, of one kind within a member.
fn is_keyed_columns(tops: &[HeadPart<'_>]) -> bool {
    let columns: Vec<_> = tops.iter().filter(|part| part.kind == Kind::Object).collect();
    if columns.is_empty() || columns.len() > 8 || tops.len() > 16 {
        return false;
    }
    // One object of objects holds rows.
    let holds_rows = matches!(&columns[..], [only]
        if parts(only.raw).first().is_some_and(|first| first.kind == Kind::Object));
    if !holds_rows && columns.iter().all(|part| KEYED_COLUMNS.contains(&part.key.as_str())) {
        return true;
    }
    // What pandas writes: each column by row number.
    let numbered = |part: &HeadPart<'_>| {
        let keys = parts(part.raw);
        let numbers = keys.iter().zip(0..);
        !keys.is_empty()
            && numbers.into_iter().all(|(part, row): (_, usize)| part.key == row.to_string())
    };
    let usual = columns.iter().any(|part| is_column(&part.key));
    if usual && columns.len() == tops.len() && columns.iter().all(|one| numbered(one)) {
        return true;
    }
    let mut most = 0;
    let mut names_columns = tops.len() == 1;
    let uniform = columns.iter().all(|part| {
        let values = parts(part.raw);
        most = most.max(values.len());
        names_columns |= values.iter().any(|value| is_column(&value.key));
        let mut kinds = values.iter().map(|value| value.kind).filter(|kind| *kind != Kind::Null);
        let first = kinds.next();
        first != Some(Kind::Object) && kinds.all(|kind| Some(kind) == first)
    });
    uniform && most > (2 * tops.len()).max(if names_columns { 16 } else { 8 })
}
