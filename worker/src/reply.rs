//! Replies as they go over the line: [`Reply`] to JSON text.
//!
//! They are written from lists of names and values instead of by serde's derived writers, which
//! weigh several times as much; the test compares with whatever serde writes.

use scoredrop::aggregate::{Aggregate, Group, Interval};
use scoredrop::diagnostic::{Diagnostic, Severity};
use scoredrop::digits::shortest;
use scoredrop::preset::Example;
use scoredrop::protocol::{
    AlsoAs, Certainty, ColumnCard, Effect, Explanation, FileCard, GoldCard, Guess, JoinBy,
    JoinCandidate, Link, Mark, Move, Piece, PresetCard, PresetOption, Progress, Reply, Row,
    RunCard, Scored, SettingCard, SettingOption, Stripe, Summary, Verdict, Waiting,
};
use scoredrop::report::{Reconciliation, State};
use scoredrop::schema::{Field, Role};
use scoredrop::small_map::SmallMap;
use std::fmt::Write as _;

/// The JSON text of a reply.
pub fn text(reply: &Reply) -> String {
    match reply {
        Reply::Ready { version, presets } => {
            tagged("ready", &Members(&[("version", version), ("presets", presets)]))
        }
        Reply::Progress(progress) => tagged("progress", progress),
        Reply::Summary(summary) => tagged("summary", &**summary),
        Reply::Previewed { effects } => tagged("previewed", &Members(&[("effects", effects)])),
        Reply::Rows { total, from, rows } => {
            tagged("rows", &Members(&[("total", total), ("from", from), ("rows", rows)]))
        }
        Reply::Explained(explanation) => tagged("explained", &**explanation),
        Reply::Strip { run, stripes } => {
            tagged("strip", &Members(&[("run", run), ("stripes", stripes)]))
        }
        Reply::Checked { problems, field, from, to, known } => tagged(
            "checked",
            &Members(&[
                ("problems", problems),
                ("field", field),
                ("from", from),
                ("to", to),
                ("known", known),
            ]),
        ),
        Reply::Preset { slot, name, text, sound } => tagged(
            "preset",
            &Members(&[("slot", slot), ("name", name), ("text", text), ("sound", sound)]),
        ),
        Reply::File { name, mime } => tagged("file", &Members(&[("name", name), ("mime", mime)])),
        Reply::Panic { message } => tagged("panic", &Members(&[("message", message)])),
        Reply::Failed { problems } => tagged("failed", &Members(&[("problems", problems)])),
    }
}

fn tagged(name: &str, body: &dyn Write) -> String {
    let mut out = String::new();
    Members(&[(name, body)]).write(&mut out);
    out
}

/// What can be written as JSON.
trait Write {
    fn write(&self, out: &mut String);
}

/// An object by its names and values.
struct Members<'a>(&'a [(&'a str, &'a dyn Write)]);

impl Write for Members<'_> {
    fn write(&self, out: &mut String) {
        for (index, (name, value)) in self.0.iter().enumerate() {
            out.push(if index == 0 { '{' } else { ',' });
            quoted(name, out);
            out.push(':');
            value.write(out);
        }
        out.push('}');
    }
}

fn quoted(text: &str, out: &mut String) {
    out.push('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => out.extend(['\\', character]),
            // Writing to a text cannot fail.
            '\0'..=' ' if character != ' ' => {
                let _ = write!(out, "\\u{:04x}", u32::from(character));
            }
            _ => out.push(character),
        }
    }
    out.push('"');
}

impl Write for String {
    fn write(&self, out: &mut String) {
        quoted(self, out);
    }
}

impl Write for bool {
    fn write(&self, out: &mut String) {
        out.push_str(if *self { "true" } else { "false" });
    }
}

impl Write for u64 {
    fn write(&self, out: &mut String) {
        let _ = write!(out, "{self}");
    }
}

impl Write for u32 {
    fn write(&self, out: &mut String) {
        u64::from(*self).write(out);
    }
}

impl Write for f64 {
    fn write(&self, out: &mut String) {
        out.push_str(&shortest(*self));
    }
}

impl<T: Write> Write for Option<T> {
    fn write(&self, out: &mut String) {
        match self {
            Some(value) => value.write(out),
            None => out.push_str("null"),
        }
    }
}

fn listed(items: &mut dyn Iterator<Item = &dyn Write>, out: &mut String) {
    out.push('[');
    for (index, item) in items.enumerate() {
        if index > 0 {
            out.push(',');
        }
        item.write(out);
    }
    out.push(']');
}

impl<T: Write> Write for Vec<T> {
    fn write(&self, out: &mut String) {
        listed(&mut self.iter().map(|item| item as &dyn Write), out);
    }
}

impl<A: Write, B: Write> Write for (A, B) {
    fn write(&self, out: &mut String) {
        listed(&mut [&self.0 as &dyn Write, &self.1].into_iter(), out);
    }
}

impl Write for SmallMap<Verdict, u64> {
    fn write(&self, out: &mut String) {
        let members: Vec<(&str, &dyn Write)> =
            self.iter().map(|(verdict, count)| (verdict_name(*verdict), count as _)).collect();
        if members.is_empty() {
            out.push('{');
        }
        Members(&members).write(out);
    }
}

impl<T: Write> Write for Guess<T> {
    fn write(&self, out: &mut String) {
        let Self { value, certainty, reason } = self;
        let members: [(&str, &dyn Write); 3] =
            [("value", value), ("certainty", certainty), ("reason", reason)];
        Members(&members).write(out);
    }
}

fn verdict_name(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Right => "right",
        Verdict::Partly => "partly",
        Verdict::Wrong => "wrong",
        Verdict::Unanswered => "unanswered",
    }
}

/// An enum without data, by a function that names its values.
macro_rules! names {
    ($($type:ident $name:expr;)+) => {$(
        impl Write for $type {
            fn write(&self, out: &mut String) {
                let name: fn(Self) -> &'static str = $name;
                quoted(name(*self), out);
            }
        }
    )+};
}

names! {
    Role Role::name;
    Field Field::name;
    JoinBy JoinBy::name;
    State State::name;
    Verdict verdict_name;
    Severity |severity| match severity {
        Severity::Info => "info",
        Severity::Warning => "warning",
        Severity::Error => "error",
    };
    Certainty |certainty| match certainty {
        Certainty::Chosen => "chosen",
        Certainty::Proven => "proven",
        Certainty::Guessed => "guessed",
    };
    Mark |mark| match mark {
        Mark::Plain => "plain",
        Mark::Deleted => "deleted",
        Mark::Shared => "shared",
    };
}

/// A struct whose members are named like its fields; one that is missing here does not compile.
macro_rules! record {
    ($($type:ident { $($field:ident),+ $(,)? })+) => {$(
        impl Write for $type {
            fn write(&self, out: &mut String) {
                let Self { $($field),+ } = self;
                Members(&[$((stringify!($field), $field)),+]).write(out);
            }
        }
    )+};
}

scoredrop::for_every_record!(record);

#[cfg(test)]
mod tests {
    use super::*;
    use scoredrop::protocol::{Choices, View};
    use scoredrop::schema::Role;
    use scoredrop::session::Session;
    use serde_json::Value;
    use std::convert::Infallible;

    /// The same tree with every number as a float, which is how the page reads them.
    fn floats(tree: Value) -> Value {
        match tree {
            Value::Number(number) => Value::from(number.as_f64()),
            Value::Array(list) => list.into_iter().map(floats).collect(),
            Value::Object(members) => {
                members.into_iter().map(|(name, value)| (name, floats(value))).collect()
            }
            other => other,
        }
    }

    fn same(reply: &Reply) {
        let read = |text: &str| floats(serde_json::from_str(text).unwrap());
        assert_eq!(read(&text(reply)), read(&serde_json::to_string(reply).unwrap()));
    }

    fn sample() -> Session {
        let files: [(Role, &[u8]); 2] = [
            (Role::Gold, include_bytes!("../../samples/nq/gold.jsonl")),
            (Role::Predictions, include_bytes!("../../samples/nq/predictions.jsonl")),
        ];
        let mut session = Session::new();
        let mut choices = Choices::default();
        for (slot, (role, bytes)) in (0..).zip(files) {
            choices.roles.insert(slot, role);
            let head = |_| Ok::<_, Infallible>(bytes.to_vec());
            session.add(slot, "a \"name\"\n\u{1f}é", bytes.len() as u64, head);
        }
        session.choose(choices);
        for (index, (_, bytes)) in files.iter().enumerate() {
            let mut reader = session.reader(index).unwrap();
            reader.push(bytes).unwrap();
            session.finish_reading(index, reader).unwrap();
        }
        session.join().unwrap();
        let mut evaluation = session.evaluation().unwrap();
        while !session.advance(&mut evaluation, usize::MAX) {}
        session.accept(evaluation);
        while session.resample_next() {}
        session
    }

    #[test]
    fn writes_what_serde_writes() {
        let session = sample();
        let also = [AlsoAs { preset: "p".into(), mean: 0.1 + 0.2, agrees: true }];
        let moves = [Move {
            words: "w".into(),
            set: ("k".into(), "v".into()),
            difference: -1e-9,
            changed: 3,
        }];
        let mut summary = session.summary(&also, &moves, true);
        summary.joins = summary.scored.as_ref().unwrap().joins.clone();
        summary.waiting = Some(Waiting { missing: Some(Role::Table), message: "m".into() });
        let file = summary.files[0].clone();
        same(&Reply::Summary(Box::new(summary)));
        same(&Reply::Summary(Box::default()));
        same(&Reply::Summary(Box::new(Summary { files: vec![file], ..Summary::default() })));
        let rows: Vec<Row> = session
            .view(&View::default())
            .into_iter()
            .filter_map(|row| session.row(0, row as usize))
            .collect();
        same(&Reply::Rows { total: 24, from: 0, rows });
        for row in 0..24 {
            same(&Reply::Explained(Box::new(session.explain(0, row).unwrap())));
        }
        same(&Reply::Strip { run: 1, stripes: session.stripes(1, 10) });
        let problem = Some("no".to_owned());
        let effect = Effect { mean: Some(f64::NAN), difference: None, changed: 12, problem };
        same(&Reply::Previewed { effects: vec![effect] });
        let preset = PresetOption { id: "nq".into(), title: "NQ".into(), unfit: None };
        same(&Reply::Ready { version: "1".into(), presets: vec![preset] });
        let unit = "bytes".to_owned();
        same(&Reply::Progress(Progress { doing: "x".into(), done: 3, total: 1 << 40, unit }));
        same(&Reply::Panic { message: "out of bounds".into() });
        same(&Reply::File { name: "a.csv".into(), mime: "text/csv".into() });
        let problems = [Severity::Info, Severity::Warning, Severity::Error]
            .map(|severity| Diagnostic::new(severity, "code", "words").row(7).column("c"));
        same(&Reply::Failed { problems: problems.to_vec() });
        same(&Reply::Checked {
            problems: problems.to_vec(),
            field: "rules.empty".into(),
            from: 3,
            to: 7,
            known: vec!["\"zero\"".into()],
        });
        same(&Reply::Preset { slot: 7, name: "a.json".into(), text: "{\n}".into(), sound: true });
        for (by, field) in [(JoinBy::SameRow, Field::NaProbability), (JoinBy::Row, Field::Group)] {
            assert_eq!(serde_json::to_value(by).unwrap(), by.name());
            assert_eq!(serde_json::to_value(field).unwrap(), field.name());
        }
    }
}
