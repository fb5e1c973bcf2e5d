//! Decides from the head of a file whether it is JSON, and of which shape.

use super::document::describe;
use super::head::{first_byte, parts};
use super::nest::{self, Nest};
use super::object::object_shape;
use super::scan::{Fault, Reason, skip_space};
use super::walk::{self, Walker};
use crate::table::{Kind, python};
use crate::understand::names::{KEY, LIST, VALUE, is_name_of_column};

/// How the records of a file are arranged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A list of objects.
    Records,
    /// Objects one after the other, without a list around them, as programs append them to a file.
    Stream,
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
    /// Several lists of objects of one form in members of the top object, or of one of its members:
    /// `(list)` is the name of the list.
    Lists {
        /// Name of that member; `None` where they are members of the top object.
        outer: Option<String>,
    },
    /// Runs by name, each an object with a list of objects in this member: `(list)` is the name of the run.
    RunsIn {
        /// Name of the member of the top object that holds the runs; `None` where they are its members.
        outer: Option<String>,
        /// Name of the member that is the list.
        member: String,
    },
    /// Runs by name, each an object keyed by id: `(list)` is the name of the run, `(key)` the id.
    RunsByKey {
        /// Name of the member of the top object that holds the runs; `None` where they are its members.
        outer: Option<String>,
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
    /// Lists of equal length in members of the top object, or of one of its members, each a column.
    Parallel {
        /// Name of that member; `None` where they are members of the top object.
        outer: Option<String>,
    },
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

impl Shape {
    /// The member of the top object that all else lies in, where there is one.
    pub(super) fn outer(&self) -> Option<&String> {
        match self {
            Self::WrappedIn { outer, .. } => Some(outer),
            Self::Lists { outer }
            | Self::RunsIn { outer, .. }
            | Self::RunsByKey { outer }
            | Self::Parallel { outer } => outer.as_ref(),
            _ => None,
        }
    }
}

/// What [`look`] found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// A document of this shape.
    Document(Shape),
    /// JSON Lines of this shape.
    Lines(Shape),
    /// A Python list on each line, as a text.
    Texts,
    /// No JSON at all.
    NotJson,
    /// JSON that holds no records: what it is instead.
    Unusable(String),
    /// The log of a run of Inspect.
    Log,
}

/// Lines looked at to tell JSON Lines from a document.
pub(super) const LINES: usize = 50;

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
    if python_lists(head) {
        return Look::Texts;
    }
    match first {
        b'[' if named || plausible(head, start, complete) => list_shape(&head[start..]),
        b'{' if is_stream(head, start) => Look::Document(Shape::Stream),
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
            let mut walker = Walker::new(head, start);
            let some = if head[start] == b'{' {
                matches!(walker.member(), Ok(Some(_)))
            } else {
                matches!(walker.element(), Ok(Some(_)))
            };
            // A record that is broken inside is still a record.
            some || at > skip_space(head, start + 1) + 1
        }
    }
}

/// Whether a second record follows the first one without a comma. Both have members of the same names, and at least
/// one of these is a usual name of a column.
fn is_stream(head: &[u8], start: usize) -> bool {
    let names = |at: usize| parts(&head[at..]).into_iter().map(|part| part.key).collect::<Vec<_>>();
    walk::value(head, start).is_ok_and(|first| {
        let next = skip_space(head, first.end);
        head.get(next) == Some(&b'{')
            && walk::value(head, next).is_ok()
            && names(start) == names(next)
            && names(start).iter().any(|name| is_name_of_column(name))
    })
}

/// Whether the first of several lines is a dictionary as Python prints it.
fn python_lines(head: &[u8]) -> bool {
    let Some(end) = memchr::memchr(b'\n', head) else { return false };
    let line = &head[..end];
    !head[end..].trim_ascii().is_empty()
        && walk::only_value(line).is_err()
        && python_object(line).is_some()
}

/// Whether the first two lines are lists as Python prints them, and no JSON.
fn python_lists(head: &[u8]) -> bool {
    let mut lines = head.split(|byte| *byte == b'\n');
    let is_one = |line: Option<&[u8]>| {
        let text = line.and_then(|line| std::str::from_utf8(line.trim_ascii()).ok());
        text.is_some_and(|text| {
            text.starts_with('[')
                && walk::only_value(text.as_bytes()).is_err()
                && python::to_json(text).is_some()
        })
    };
    is_one(lines.next()) && is_one(lines.next())
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

/// The columns that a shape has even where no record was seen.
pub(crate) fn certain_columns(shape: &Shape) -> Vec<String> {
    let names: &[&str] = match shape {
        Shape::Squad => &["id", "question", "answers"],
        Shape::Nested(nest) => nest.columns(),
        Shape::Keyed | Shape::KeyedIn { .. } | Shape::KeyedColumns => &[KEY],
        Shape::Lists { .. } | Shape::RunsIn { .. } => &[LIST],
        Shape::RunsByKey { .. } => &[LIST, KEY],
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
                Look::Document(Shape::Lists { outer: None }),
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
            ("{\n\"id\": 1\n}{\n\"id\": 2\n}", "json", Look::Document(Shape::Stream)),
            ("{\n\"id\": 1\n}\n{\n\"id\": 2\n}\n{\"id", "jsonl", Look::Document(Shape::Stream)),
            ("{\"a\": 1", "jsonl", Look::Lines(Shape::Lines)),
            ("{\n\"a\": 1\n}", "jsonl", Look::Document(Shape::Keyed)),
            ("12", "json", Look::Unusable("a number alone".into())),
            ("id,answer\n", "json", Look::NotJson),
        ] {
            assert_eq!(look(text.as_bytes(), true, extension), look_as, "{text}");
        }
    }
}
