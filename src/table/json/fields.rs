//! Files of a fixed form, such as presets: their fields, what each field holds, and everything that is wrong with a
//! text.

use super::walk;
use super::{Fault, Value, elements, members};
use crate::base::closest::closest;
use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::error::Error;
use crate::base::json_text::json_text;
use crate::table::{self, float};

/// What a field holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FieldKind {
    Text,
    Texts,
    TextOrTexts,
    Flag,
    Whole,
    Number,
    Object,
    Objects,
    /// An object whose fields follow another form, or a text that names one.
    ObjectOrText,
    /// An object of texts.
    TextByName,
    /// An object of lists of texts.
    Lists,
    /// An object of texts or lists of texts.
    TextsByName,
}

impl FieldKind {
    /// The kind in words, after "must be".
    fn words(self) -> &'static str {
        match self {
            Self::Text => "a text",
            Self::Texts => "a list of texts",
            Self::TextOrTexts => "a text or a list of texts",
            Self::Flag => "true or false",
            Self::Whole => "a whole number of 0 or more",
            Self::Number => "a number",
            Self::Object => "an object",
            Self::Objects => "a list of objects",
            Self::ObjectOrText => "an object or a text",
            Self::TextByName => "an object of texts",
            Self::Lists => "an object of lists of texts",
            Self::TextsByName => "an object of texts or lists of texts",
        }
    }

    /// What the values of an object of any names hold.
    fn by_name(self) -> Option<Self> {
        match self {
            Self::TextByName => Some(Self::Text),
            Self::Lists => Some(Self::Texts),
            Self::TextsByName => Some(Self::TextOrTexts),
            _ => None,
        }
    }
}

/// A field of a form.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FieldInfo {
    /// Names from the outermost object on; lists add nothing.
    pub(crate) path: &'static str,
    pub(crate) kind: FieldKind,
    pub(crate) needed: bool,
}

impl FieldInfo {
    /// A field that must be there.
    pub(crate) const fn need(path: &'static str, kind: FieldKind) -> Self {
        Self { path, kind, needed: true }
    }

    /// A field that may be left out.
    pub(crate) const fn may(path: &'static str, kind: FieldKind) -> Self {
        Self { path, kind, needed: false }
    }
}

/// What is wrong with a text, and the remedy.
pub(crate) struct Wrong {
    /// Why, if it can be told.
    pub(crate) why: Option<String>,
    pub(crate) remedy: String,
}

/// The form of a file.
pub(crate) struct Form {
    /// What such a file is, with its article.
    pub(crate) what: &'static str,
    pub(crate) code: Code,
    /// The name of the file, if it always has the same.
    pub(crate) file: Option<&'static str>,
    /// The remedy for problems that have none of their own.
    pub(crate) remedy: Option<&'static str>,
    /// Every field.
    pub(crate) fields: fn() -> &'static [FieldInfo],
    /// Returns what is wrong with a text in a field of this path.
    pub(crate) wrong: fn(path: &str, text: &str) -> Option<Wrong>,
}

impl Form {
    fn field(&self, path: &str) -> Option<&'static FieldInfo> {
        (self.fields)().iter().find(|field| field.path == path)
    }

    /// The fields of an object, with their own names; the outermost object has the path `""`.
    fn fields_of(&self, path: &str) -> impl Iterator<Item = (&'static str, &'static FieldInfo)> {
        (self.fields)().iter().filter_map(move |field| Some((name_in(path, field.path)?, field)))
    }

    /// Checks a text.
    ///
    /// # Errors
    /// Everything that is wrong, each with its line.
    pub(crate) fn check(&self, text: &str) -> Result<(), Error> {
        let mut reader = FormReader::new(text, self);
        match walk::only_value(text.as_bytes()) {
            Ok(_) if text.trim_start().starts_with('{') => {
                reader.object(text, "", "");
            }
            Ok(_) => reader.fail(text, format!("{} must be an object", self.what), None),
            Err(fault) => {
                let at = text.get(fault.at..).unwrap_or_default();
                let before = text.get(..fault.at).unwrap_or_default();
                let line = before.rfind('\n').map_or(0, |end| end + 1);
                let in_line = Fault { at: fault.at - line, ..fault };
                let message = format!(
                    "invalid JSON at column {}: {}",
                    in_line.column(&text.as_bytes()[line..]),
                    fault.describe(text.as_bytes())
                );
                reader.fail(at, message, None);
            }
        }
        reader.done()
    }
}

/// The name of a field within the object of a path; `None` if it is none of its fields.
pub(crate) fn name_in(path: &str, field: &'static str) -> Option<&'static str> {
    let name = match field.strip_prefix(path)? {
        rest if path.is_empty() => rest,
        rest => rest.strip_prefix('.')?,
    };
    (!name.contains('.')).then_some(name)
}

/// The path of a field within an object.
fn join(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

/// Collects what is wrong with a text.
pub(crate) struct FormReader<'a> {
    text: &'a str,
    form: &'a Form,
    problems: Vec<Diagnostic>,
}

impl<'a> FormReader<'a> {
    pub(crate) fn new(text: &'a str, form: &'a Form) -> Self {
        Self { text, form, problems: Vec::new() }
    }

    pub(crate) fn done(self) -> Result<(), Error> {
        if self.problems.is_empty() { Ok(()) } else { Err(Error::new(self.problems)) }
    }

    /// Notes a problem; `at` is the part of the text that it is about.
    #[inline(never)]
    pub(crate) fn fail(&mut self, at: &str, message: String, remedy: Option<String>) {
        let offset = at.as_ptr().addr().wrapping_sub(self.text.as_ptr().addr());
        let before = self.text.as_bytes().get(..offset).unwrap_or_default();
        let line = 1 + memchr::memchr_iter(b'\n', before).count();
        let mut problem = Diagnostic::error(self.form.code, message).row(line as u64);
        if let Some(file) = self.form.file {
            problem = problem.file(file);
        }
        problem.remedy = remedy.or(self.form.remedy.map(str::to_owned));
        self.problems.push(problem);
    }

    /// Checks an object: `path` in the fields of the form, `place` in this text.
    fn object(&mut self, raw: &'a str, path: &str, place: &str) {
        let form = self.form;
        let mut seen = Vec::new();
        for (name, value) in members(raw).filter_map(Result::ok) {
            let here = join(place, &name);
            if seen.contains(&name) {
                self.fail(value.raw, format!("{here} is given twice"), None);
            } else if let Some(field) =
                form.field(&join(path, &name)).filter(|_| !name.contains('.'))
            {
                self.value(field, value, &here);
            } else if !(path.is_empty() && name == "$schema") {
                let remedy = near(&name, form.fields_of(path).map(|(name, _)| name));
                self.fail(value.raw, format!("unknown field {here}"), Some(remedy));
            }
            seen.push(name);
        }
        for (name, _) in form.fields_of(path).filter(|(_, field)| field.needed) {
            if !seen.iter().any(|seen| seen == name) {
                self.fail(raw, format!("{} is missing", join(place, name)), None);
            }
        }
    }

    fn value(&mut self, field: &FieldInfo, value: Value<'a>, place: &str) {
        let of = |kind: FieldKind| FieldInfo { kind, ..*field };
        if let Some(inner) = field.kind.by_name().filter(|_| value.kind == table::Kind::Object) {
            for (name, one) in members(value.raw).filter_map(Result::ok) {
                self.value(&of(inner), one, &join(place, &name));
            }
            return;
        }
        match (field.kind, value.kind) {
            (FieldKind::Text | FieldKind::TextOrTexts, table::Kind::String) => {
                self.text(field, value, place);
            }
            (FieldKind::Texts | FieldKind::TextOrTexts | FieldKind::Objects, table::Kind::List) => {
                let kind = match field.kind {
                    FieldKind::Objects => FieldKind::Object,
                    _ => FieldKind::Text,
                };
                for (index, element) in elements(value.raw).filter_map(Result::ok).enumerate() {
                    self.value(&of(kind), element, &format!("{place}[{index}]"));
                }
            }
            (FieldKind::Object, table::Kind::Object) => self.object(value.raw, field.path, place),
            (FieldKind::Flag, table::Kind::Bool)
            | (FieldKind::ObjectOrText, table::Kind::Object | table::Kind::String) => {}
            (FieldKind::Whole, table::Kind::Number) if value.raw.parse::<u32>().is_ok() => {}
            (FieldKind::Number, table::Kind::Number)
                if float(value.raw).is_some_and(f64::is_finite) => {}
            (kind, _) => self.fail(value.raw, format!("{place} must be {}", kind.words()), None),
        }
    }

    fn text(&mut self, field: &FieldInfo, value: Value<'a>, place: &str) {
        let text = value.text();
        if let Some(Wrong { why, remedy }) = (self.form.wrong)(field.path, &text) {
            let why = why.map(|why| format!(": {why}")).unwrap_or_default();
            let shown = json_text(&&*text);
            self.fail(value.raw, format!("{place} cannot be {shown}{why}"), Some(remedy));
        }
    }
}

/// Returns a remedy: the known word that is meant, if one is like `text`, and all known words.
pub(crate) fn near(text: &str, known: impl Iterator<Item = &'static str>) -> String {
    let known: Vec<&str> = known.collect();
    let list = format!("known are {}", known.join(", "));
    match closest(text, known) {
        Some(meant) => format!("did you mean {meant}? {list}"),
        None => list,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_word_comes_first() {
        let near = |text| near(text, ["exact_match", "f1", "precision"].into_iter());
        assert_eq!(
            near("Exact-Match"),
            "did you mean exact_match? known are exact_match, f1, precision"
        );
        assert!(near("pers").starts_with("known are "));
        assert!(near("prec").starts_with("did you mean precision? "));
        assert!(near("").starts_with("known are "));
    }
}
