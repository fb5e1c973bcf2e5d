//! Decides from the head of a file whether it is JSON, and of which shape.

use super::document::describe;
use super::nest::{self, Nest};
use super::scan::{Fault, Reason, skip_space};
use super::unescape;
use super::walk::{self, Token, Walker};
use crate::input::{Kind, python};
use crate::names::{
    KEY, KEYED_COLUMNS, LIST, RANKS, VALUE, is_column, is_part_of_data, wrapper_place,
};

/// How the records of a file are arranged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A list of objects.
    Records,
    /// A list in a member of the top object.
    Wrapped {
        /// Name of the member.
        member: String,
    },
    /// A list in a member of an object that is itself a member of the top object.
    WrappedIn {
        /// Name of the member of the top object.
        outer: String,
        /// Name of the member that is the list.
        member: String,
    },
    /// Several lists of objects of one form, in members of the top object: `(list)` is the name of the
    /// member.
    Lists,
    /// The same in an object that is itself a member of the top object.
    ListsIn {
        /// Name of the member of the top object.
        outer: String,
    },
    /// Runs by name, each an object with a list of objects in this member: `(list)` is the name of the run.
    RunsIn {
        /// Name of the member of the top object that holds the runs; `None` where they are its members.
        outer: Option<String>,
        /// Name of the member that is the list.
        member: String,
    },
    /// An object keyed by id, in a member of the top object.
    KeyedIn {
        /// Name of the member.
        member: String,
    },
    /// A list, or lines, of values that are no objects: one column `(value)`.
    Values,
    /// An object keyed by id: `(key)` and the members of each value, or `(value)`.
    Keyed,
    /// An object of columns, each keyed by id, as `HotpotQA` predictions are.
    KeyedColumns,
    /// Lists of equal length in members of the top object, each a column.
    Parallel,
    /// Names of columns in a member of the top object and rows without names in another.
    Split,
    /// Articles, paragraphs and questions as in `SQuAD`.
    Squad,
    /// Questions within records, in the form of one benchmark.
    Nested(Nest),
    /// One object a line.
    Lines,
    /// Rows and columns of a delimited file.
    Table,
}

/// What [`look`] found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// A document of this shape.
    Document(Shape),
    /// JSON Lines of this shape.
    Lines(Shape),
    /// No JSON at all.
    NotJson,
    /// JSON that holds no records: what it is instead.
    Unusable(String),
    /// The log of a run of Inspect.
    Log,
}

/// Lines looked at to tell JSON Lines from a document.
const LINES: usize = 50;
/// Members looked at.
const MEMBERS: usize = 1000;

/// A part of a container of which the end may be missing.
#[derive(Debug)]
pub(super) struct ShapePart<'a> {
    pub(super) key: String,
    pub(super) kind: Kind,
    pub(super) raw: &'a [u8],
}

/// Looks at the head of a file, without byte order mark. `extension` is in lower case.
#[inline(never)]
pub(crate) fn look(head: &[u8], complete: bool, extension: &str) -> Look {
    let start = skip_space(head, 0);
    let Some(first) = head.get(start).copied() else { return Look::NotJson };
    let by_lines = matches!(extension, "jsonl" | "ndjson" | "jsonlines");
    let named = by_lines || extension == "json";
    if !matches!(first, b'{' | b'[') && !named {
        return Look::NotJson;
    }
    if python_lines(head) {
        return Look::Lines(Shape::Lines);
    }
    if let Some(shape) = as_lines(head, complete, by_lines) {
        return Look::Lines(shape);
    }
    match first {
        b'[' if named || plausible(head, start, complete) => list_shape(&head[start..]),
        b'{' if named || plausible(head, start, complete) => object_shape(&head[start..], complete),
        b'{' | b'[' => Look::NotJson,
        _ => match walk::only_value(head) {
            Ok(token) => Look::Unusable(format!("{} alone", describe(token.kind))),
            Err(_) => Look::NotJson,
        },
    }
}

/// Whether a head begins as JSON goes on: its first value is fine as far as it is there, or only
/// breaks after its first part.
fn plausible(head: &[u8], start: usize, complete: bool) -> bool {
    match walk::value(head, start) {
        Ok(token) => complete || token.end > start,
        Err(Fault { reason: Reason::Ends | Reason::TooDeep, .. }) => true,
        Err(Fault { at, .. }) => {
            let object = head[start] == b'{';
            let mut walker = Walker::new(head, start);
            let some = if object {
                matches!(walker.member(), Ok(Some(_)))
            } else {
                matches!(walker.element(), Ok(Some(_)))
            };
            // A record that is broken inside is still a record.
            some || at > skip_space(head, start + 1) + 1
        }
    }
}

/// Whether the first of several lines is a dictionary as Python prints it.
fn python_lines(head: &[u8]) -> bool {
    let Some(end) = memchr::memchr(b'\n', head) else { return false };
    let line = &head[..end];
    !head[end..].trim_ascii().is_empty()
        && walk::only_value(line).is_err()
        && python_object(line).is_some()
}

/// A dictionary as Python prints it, as JSON.
pub(crate) fn python_object(line: &[u8]) -> Option<String> {
    let literal = python::to_json(std::str::from_utf8(line).ok()?)?;
    literal.json.starts_with('{').then_some(literal.json)
}

/// The shape of JSON Lines if the head is that.
fn as_lines(head: &[u8], complete: bool, by_lines: bool) -> Option<Shape> {
    let mut seen = 0_usize;
    let mut good = 0_usize;
    let mut objects = 0_usize;
    let mut first_good = false;
    let mut open_end = false;
    let mut rest = head;
    while !rest.is_empty() && seen < LINES {
        let (line, ended) = match memchr::memchr(b'\n', rest) {
            Some(end) => {
                let line = &rest[..end];
                rest = &rest[end + 1..];
                (line, true)
            }
            None => (std::mem::take(&mut rest), complete),
        };
        let line = line.trim_ascii();
        if line.is_empty() {
            continue;
        }
        if !ended {
            open_end = true;
            break;
        }
        seen += 1;
        if let Ok(token) = walk::only_value(line) {
            let object = token.kind == Kind::Object;
            if object || token.kind == Kind::List || by_lines {
                good += 1;
                first_good |= seen == 1;
                objects += usize::from(object);
            }
        }
    }
    let more = seen + usize::from(open_end) > 1;
    if !more && head.trim_ascii_start().first() == Some(&b'[') {
        return None;
    }
    let lines = if by_lines {
        // A document in a file with the wrong name has hardly any line that is a value by itself.
        (good > 0 && 2 * good >= seen) || !more
    } else {
        more && (first_good || (objects > 1 && 2 * objects >= seen))
    };
    let values = objects == 0 && good > 0;
    let keyed = objects == seen && is_keyed_lines(head);
    let nest = nest::of_lines(head).filter(|_| first_good);
    lines.then_some(match nest {
        _ if values => Shape::Values,
        Some(nest) => Shape::Nested(nest),
        None if keyed => Shape::Keyed,
        None => Shape::Lines,
    })
}

/// Whether the first lines are objects of one member each, all with other names: rows by id.
fn is_keyed_lines(head: &[u8]) -> bool {
    let mut keys: Vec<String> = Vec::new();
    let lines = head.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    for line in lines.filter(|line| !line.is_empty()).take(LINES) {
        match &mut parts(line)[..] {
            [only] if !keys.contains(&only.key) => keys.push(std::mem::take(&mut only.key)),
            _ => return false,
        }
    }
    keys.len() > 2
}

fn list_shape(raw: &[u8]) -> Look {
    Look::Document(if first_byte(raw) != Some(b'{') {
        nest::of_row(raw).map_or(Shape::Values, Shape::Nested)
    } else if let Some(nest) = nest::of_list(raw) {
        Shape::Nested(nest)
    } else {
        Shape::Records
    })
}

/// Whether an object names the task, the model and the run of an evaluation, as Inspect's logs do.
fn is_run(raw: &[u8]) -> bool {
    let parts = parts(raw);
    let has = |name: &str| parts.iter().any(|part| part.key == name);
    has("task") && has("model") && ["run_id", "eval_id", "task_id"].into_iter().any(has)
}

/// First byte of the first part of a container.
pub(super) fn first_byte(raw: &[u8]) -> Option<u8> {
    raw.get(skip_space(raw, 1)).copied()
}

fn object_shape(raw: &[u8], complete: bool) -> Look {
    let parts = parts(raw);
    if parts.is_empty() {
        let what = if complete { "an object without members" } else { "an unfinished object" };
        return Look::Unusable(what.to_owned());
    }
    if parts.iter().any(|part| part.key == "eval" && part.kind == Kind::Object && is_run(part.raw))
    {
        return Look::Log;
    }
    let of_objects =
        |part: &ShapePart<'_>| part.kind == Kind::List && first_byte(part.raw) == Some(b'{');
    if parts.iter().any(|part| part.key == "data" && of_objects(part) && is_squad(part.raw)) {
        return Look::Document(Shape::Squad);
    }
    if let Some(nest) = nest::of_object(&parts) {
        return Look::Document(Shape::Nested(nest));
    }
    let columns =
        parts.iter().filter(|part| part.kind == Kind::List && is_column(part.key.as_str()));
    // As pandas, MLflow and others write tables: `columns` and then `data`.
    let begins = |part: &ShapePart<'_>, name: &str, first: u8| {
        part.key == name && part.kind == Kind::List && first_byte(part.raw) == Some(first)
    };
    if let Some(at) = parts.iter().position(|part| begins(part, "columns", b'"'))
        && parts[at..].iter().any(|part| begins(part, "data", b'['))
    {
        return Look::Document(Shape::Split);
    }
    // What Hugging Face's metrics are given: objects too, each with its id.
    let given = |name: &str| parts.iter().any(|part| part.key == name && part.kind == Kind::List);
    let whole = given("predictions") && given("references");
    if columns.clone().count() > 1 && (whole || !columns.clone().any(of_objects)) {
        return Look::Document(Shape::Parallel);
    }
    let place = |part: &&ShapePart<'_>| wrapper_place(&part.key);
    let wrapper = |part: &&ShapePart<'_>| place(part).is_some();
    let lists: Vec<_> = parts.iter().filter(|part| of_objects(part)).collect();
    // The best answers to each question, by its id, are no runs.
    let best = lists.len() == parts.len() && lists.iter().all(|part| is_ranked(part.raw));
    if best {
        return Look::Document(Shape::Keyed);
    }
    if lists.len() > 1 && lists.len() <= MOST_LISTS && are_runs(&lists) {
        return Look::Document(Shape::Lists);
    }
    if !lists.is_empty() && (lists.len() < parts.len() || lists.len() <= 8) {
        let by_name = lists.iter().copied().filter(wrapper).min_by_key(place);
        let longest = lists.iter().copied().max_by_key(|part| part.raw.len());
        if let Some(part) = by_name.or(longest) {
            return Look::Document(Shape::Wrapped { member: part.key.clone() });
        }
    }
    let is_list = |part: &&ShapePart<'_>| part.kind == Kind::List;
    if parts.iter().filter(is_list).count() == 1
        && let Some(part) = parts.iter().filter(is_list).find(wrapper)
    {
        return Look::Document(Shape::Wrapped { member: part.key.clone() });
    }
    if let Some(shape) = runs_in(&parts) {
        return Look::Document(shape);
    }
    if let Some(shape) = wrapped_in(&parts) {
        return Look::Document(shape);
    }
    if let Some(outer) = lists_in(&parts) {
        return Look::Document(Shape::ListsIn { outer });
    }
    if is_keyed_columns(&parts) {
        return Look::Document(Shape::KeyedColumns);
    }
    if let Some(member) = keyed_values(&parts) {
        return Look::Document(Shape::KeyedIn { member });
    }
    Look::Document(match keyed_member(&parts) {
        Some(member) => Shape::KeyedIn { member },
        None => Shape::Keyed,
    })
}

/// A list of objects in a member that is most of the file, itself most of that member.
fn wrapped_in(tops: &[ShapePart<'_>]) -> Option<Shape> {
    let is_most = |part: &ShapePart<'_>, all: &[ShapePart<'_>]| {
        part.raw.len() * 10 >= all.iter().map(|one| one.raw.len()).sum::<usize>() * 7
    };
    let outer = tops.iter().max_by_key(|part| part.raw.len())?;
    if outer.kind != Kind::Object || !is_most(outer, tops) || is_id_like(&outer.key) {
        return None;
    }
    let inner = parts(outer.raw);
    let list = inner.iter().max_by_key(|part| part.raw.len())?;
    let of_objects = list.kind == Kind::List && first_byte(list.raw) == Some(b'{');
    (of_objects && is_most(list, &inner))
        .then(|| Shape::WrappedIn { outer: outer.key.clone(), member: list.key.clone() })
}

/// Objects by the names of runs, each with the same list of objects, which is most of it: at the top, or in a
/// member that is most of the file.
fn runs_in(tops: &[ShapePart<'_>]) -> Option<Shape> {
    let list_of = |run: &ShapePart<'_>| -> Option<(String, Vec<String>)> {
        let inner = if run.kind == Kind::Object { parts(run.raw) } else { Vec::new() };
        let list = inner.iter().max_by_key(|part| part.raw.len())?;
        let names = names_within(list.raw);
        let is_list = list.kind == Kind::List && list.raw.len() * 10 >= run.raw.len() * 6;
        let known = |name: &String| {
            is_column(name) || ["correct", "is_correct", "passed"].contains(&name.as_str())
        };
        (is_list && names.iter().any(known)).then(|| (list.key.clone(), names))
    };
    let member_of = |runs: &[&ShapePart<'_>]| -> Option<String> {
        let (member, names) = list_of(runs.first()?)?;
        let alike = |run: &&ShapePart<'_>| {
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
    let objects = |all: &[ShapePart<'_>]| all.iter().all(|part| part.kind == Kind::Object);
    let at_top = objects(tops).then(|| member_of(&tops.iter().collect::<Vec<_>>())).flatten();
    if let Some(member) = at_top {
        return Some(Shape::RunsIn { outer: None, member });
    }
    let outer = tops.iter().max_by_key(|part| part.raw.len())?;
    let inner = if outer.kind == Kind::Object { parts(outer.raw) } else { Vec::new() };
    let member = objects(&inner).then(|| member_of(&inner.iter().collect::<Vec<_>>())).flatten()?;
    Some(Shape::RunsIn { outer: Some(outer.key.clone()), member })
}

/// The member that holds several runs, each a list of objects, and is most of the file.
fn lists_in(tops: &[ShapePart<'_>]) -> Option<String> {
    let outer = tops.iter().max_by_key(|part| part.raw.len())?;
    let all: usize = tops.iter().map(|part| part.raw.len()).sum();
    if outer.kind != Kind::Object || outer.raw.len() * 10 < all * 7 || is_id_like(&outer.key) {
        return None;
    }
    let inner = parts(outer.raw);
    let lists: Vec<_> = inner
        .iter()
        .filter(|part| part.kind == Kind::List && first_byte(part.raw) == Some(b'{'))
        .collect();
    let runs = lists.len() == inner.len() && (2..=MOST_LISTS).contains(&lists.len());
    (runs && are_runs(&lists)).then(|| outer.key.clone())
}

/// Whether a name is that of a row, with a digit in it, and none of a member.
fn is_id_like(name: &str) -> bool {
    name.contains(|c: char| c.is_ascii_digit())
}

/// More lists than this in one object are no runs.
const MOST_LISTS: usize = 32;

/// Names of the members of the first object within a value.
fn names_within(raw: &[u8]) -> Vec<String> {
    let inner = &raw[skip_space(raw, 1).min(raw.len())..];
    if inner.first() != Some(&b'{') {
        return Vec::new();
    }
    parts(inner).into_iter().map(|part| part.key).collect()
}

/// Whether a list begins with an object of a text and how likely it is.
fn is_ranked(list: &[u8]) -> bool {
    let names = names_within(list);
    let has = |name: &str| names.iter().any(|known| known == name);
    has("text") && RANKS.into_iter().any(has)
}

/// Whether lists hold objects of one form, and are neither parts of a data set nor gold and
/// predictions: then each is a run. The last may be cut.
fn are_runs(lists: &[&ShapePart<'_>]) -> bool {
    let forms: Vec<Vec<String>> = lists.iter().map(|part| names_within(part.raw)).collect();
    let first = &forms[0];
    let alike = |form: &Vec<String>| {
        let same = form.iter().filter(|name| first.contains(name)).count();
        same * 5 >= first.len().max(form.len()) * 4
    };
    let (last, whole) = (forms.last(), &forms[..forms.len() - 1]);
    !first.is_empty()
        && !lists.iter().any(|part| is_part_of_data(&part.key))
        && whole.iter().all(alike)
        && last.is_some_and(|last| last.iter().all(|name| first.contains(name)))
}

/// The member that holds the answers by id, plain values of one kind, beside numbers and settings: its name
/// is one of records, and it has more members than the whole.
fn keyed_values(tops: &[ShapePart<'_>]) -> Option<String> {
    let plain = |part: &ShapePart<'_>| matches!(part.kind, Kind::String | Kind::Number);
    let is_one = |part: &&ShapePart<'_>| {
        let inside = if part.kind == Kind::Object { parts(part.raw) } else { Vec::new() };
        wrapper_place(&part.key).is_some()
            && inside.len() > tops.len().max(4)
            && inside.iter().all(|one| plain(one) && one.kind == inside[0].kind)
    };
    let others = tops.iter().any(plain);
    tops.iter().find(is_one).filter(|_| others).map(|part| part.key.clone())
}

/// The member that holds an object of objects of one form, beside members that say how they were made:
/// it is most of the file.
fn keyed_member(tops: &[ShapePart<'_>]) -> Option<String> {
    let largest = tops.iter().max_by_key(|part| part.raw.len())?;
    let all: usize = tops.iter().map(|part| part.raw.len()).sum();
    if tops.len() < 2
        || largest.kind != Kind::Object
        || largest.raw.len() * 10 < all * 9
        || tops.iter().filter(|part| part.kind == Kind::Object).count() == tops.len()
    {
        return None;
    }
    let inside = parts(largest.raw);
    let whole = &inside[..inside.len().saturating_sub(1)];
    let form = |part: &ShapePart<'_>| -> Vec<String> {
        parts(part.raw).into_iter().map(|part| part.key).collect()
    };
    let first = form(whole.first()?);
    let alike = whole.len() > 2
        && whole.iter().take(LINES).all(|part| part.kind == Kind::Object && form(part) == first);
    alike.then(|| largest.key.clone())
}

/// The members of an object as far as they are there; the last may be cut.
pub(super) fn parts(raw: &[u8]) -> Vec<ShapePart<'_>> {
    let mut parts = Vec::new();
    let mut walker = Walker::new(raw, 0);
    while parts.len() < MEMBERS {
        let at = walker.end();
        match walker.member() {
            Ok(Some(member)) => parts.push(ShapePart {
                key: key_text(raw, member.key),
                kind: member.value.kind,
                raw: &raw[member.value.start..member.value.end],
            }),
            Ok(None) => break,
            Err(_) => {
                parts.extend(cut_part(raw, at));
                break;
            }
        }
    }
    parts
}

fn key_text(raw: &[u8], (start, end): (usize, usize)) -> String {
    unescape(&String::from_utf8_lossy(&raw[start - 1..=end])).into_owned()
}

/// The member that begins after `at` and whose value is not complete.
fn cut_part(raw: &[u8], at: usize) -> Option<ShapePart<'_>> {
    let mut key_at = skip_space(raw, at);
    if raw.get(key_at) == Some(&b',') {
        key_at = skip_space(raw, key_at + 1);
    }
    let key: Token = walk::value(raw, key_at).ok().filter(|key| key.kind == Kind::String)?;
    let colon = skip_space(raw, key.end);
    if raw.get(colon) != Some(&b':') {
        return None;
    }
    let start = skip_space(raw, colon + 1);
    let kind = match raw.get(start)? {
        b'{' => Kind::Object,
        b'[' => Kind::List,
        b'"' => Kind::String,
        _ => Kind::Number,
    };
    let key = key_text(raw, (key.start + 1, key.end - 1));
    Some(ShapePart { key, kind, raw: &raw[start..] })
}

/// Whether the first article of a list has paragraphs with questions.
fn is_squad(list: &[u8]) -> bool {
    let article = &list[skip_space(list, 1)..];
    let inside = |object: &[u8], wanted: &str| {
        first_byte(object).is_some_and(|byte| byte == b'"')
            && parts(object).iter().any(|part| {
                part.key == wanted && part.kind == Kind::List && first_byte(part.raw) != Some(b'"')
            })
    };
    let paragraphs = parts(article);
    paragraphs.iter().any(|part| {
        part.key == "paragraphs"
            && part.kind == Kind::List
            && first_byte(part.raw) == Some(b'{')
            && (inside(&part.raw[skip_space(part.raw, 1)..], "qas") || part.raw.len() > 100_000)
    })
}

/// Whether few members hold many values each, of one kind within a member.
fn is_keyed_columns(tops: &[ShapePart<'_>]) -> bool {
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
    let numbered = |part: &ShapePart<'_>| {
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
    let uniform = columns.iter().all(|part| {
        let values = parts(part.raw);
        most = most.max(values.len());
        let mut kinds = values.iter().map(|value| value.kind).filter(|kind| *kind != Kind::Null);
        let first = kinds.next();
        first != Some(Kind::Object) && kinds.all(|kind| Some(kind) == first)
    });
    uniform && most > (2 * tops.len()).max(16)
}

/// The columns that a shape has even where no record was seen.
pub(crate) fn certain_columns(shape: &Shape) -> Vec<String> {
    let names: &[&str] = match shape {
        Shape::Squad => &["id", "question", "answers"],
        Shape::Nested(nest) => nest.columns(),
        Shape::Keyed | Shape::KeyedIn { .. } | Shape::KeyedColumns => &[KEY],
        Shape::Lists | Shape::ListsIn { .. } | Shape::RunsIn { .. } => &[LIST],
        Shape::Values => &[VALUE],
        _ => &[],
    };
    names.iter().map(|name| (*name).to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_told_apart() {
        let wrapped = |member: &str| Look::Document(Shape::Wrapped { member: member.to_owned() });
        let ids: Vec<_> = (0..20).map(|i| format!("\"q{i}\": \"x\"")).collect();
        let many = format!("{{\"first\": {{{}}}, \"second\": {{\"q0\": ", ids.join(","));
        let squad = r#"{"version": "1", "data": [{"title": "T", "paragraphs": [{"context": "c", "qas": [{"id"#;
        for (text, extension, look_as) in [
            ("[{\"a\": 1}, {\"a\"", "json", Look::Document(Shape::Records)),
            ("[\n{\"a\": 1},\n{\"a\": 2}\n]", "json", Look::Document(Shape::Records)),
            ("[1, 2]", "", Look::Document(Shape::Values)),
            ("{\"a\": 1}\n{\"a\": 2}", "json", Look::Lines(Shape::Lines)),
            ("{\"a\": }\n{\"a\": 2}\n{\"a\": 3}", "", Look::Lines(Shape::Lines)),
            ("{\"a\": 1}", "jsonl", Look::Lines(Shape::Lines)),
            ("{\"a\": \"unfinished", "jsonl", Look::Lines(Shape::Lines)),
            ("[1]\n[2]", "", Look::Lines(Shape::Values)),
            ("\"x\"\n\"y\"", "jsonl", Look::Lines(Shape::Values)),
            ("\"x\"\n\"y\"", "csv", Look::NotJson),
            ("['a']\t2\n", "csv", Look::NotJson),
            ("{\"q1\": \"a\", \"q2\": [1]", "json", Look::Document(Shape::Keyed)),
            ("{\"q1\": {\"answer\": 1}}", "json", Look::Document(Shape::Keyed)),
            ("{\"v\": 1, \"other\": [{\"a\": 1}, {", "json", wrapped("other")),
            ("{\"results\": [\"a\", \"b\"], \"n\": 2}", "json", wrapped("results")),
            (
                "{\"x\": [{\"a\": 1, \"b\": 2}], \"y\": [{\"a\": 3, \"b\"",
                "json",
                Look::Document(Shape::Lists),
            ),
            ("{\"train\": [{\"a\": 1}], \"test\": [{\"a\": 3}]}", "json", wrapped("test")),
            (
                "{\"answer\": {\"q\": 1}, \"sp\": {\"q\": []}}",
                "",
                Look::Document(Shape::KeyedColumns),
            ),
            (&many, "json", Look::Document(Shape::KeyedColumns)),
            (squad, "json", Look::Document(Shape::Squad)),
            ("{}", "json", Look::Unusable("an object without members".into())),
            ("[{\"a\": 1}]", "jsonl", Look::Document(Shape::Records)),
            ("{\"a\": 1", "jsonl", Look::Lines(Shape::Lines)),
            ("{\n\"a\": 1\n}", "jsonl", Look::Document(Shape::Keyed)),
            ("12", "json", Look::Unusable("a number alone".into())),
            ("id,answer\n", "json", Look::NotJson),
        ] {
            assert_eq!(look(text.as_bytes(), true, extension), look_as, "{text}");
        }
    }
}
