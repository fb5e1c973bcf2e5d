//! Links: how files are to be scored and which rows are shown, behind the `#` of an address. Never
//! anything of the files themselves but names of columns; what was typed into the search, and values of
//! groups, stay at home.
//!
//! `NAME=VALUE` separated by `&`: `preset` (`ID@VERSION`, or the text of a user's own), `set.KEY`, `join`,
//! `map.ROLE.FIELD` (several of one are a composite key), `seed`, `baseline`, `signature`, and of the view
//! `run`, `verdict`, `state`, `rows`, `note`, `duplicates`, `sort`, `descending`.

use super::{Choices, ColumnChoice, JoinBy, Sort, Verdict, View};
use crate::report::State;
use crate::schema::{Field, Role};
use std::fmt::Write as _;

/// How a link begins, behind the `#`.
const BEGINS: &str = "preset=";

const ROLES: [Role; 4] = [Role::Gold, Role::Predictions, Role::NaProb, Role::Table];
const JOINS: [JoinBy; 4] = [JoinBy::Id, JoinBy::Question, JoinBy::Row, JoinBy::SameRow];
const VERDICTS: [(&str, Verdict); 4] = [
    ("right", Verdict::Right),
    ("partly", Verdict::Partly),
    ("wrong", Verdict::Wrong),
    ("unanswered", Verdict::Unanswered),
];
const STATES: [State; 5] =
    [State::Answered, State::NotExtracted, State::Blank, State::Missing, State::Excluded];

/// What stands behind the `#`; `choices` has to name a preset, by `ID@VERSION` or as text.
pub fn link(choices: &Choices, view: &View) -> String {
    let mut text = String::new();
    let mut push = |name: &str, value: &str| {
        if !text.is_empty() {
            text.push('&');
        }
        escape(name, &mut text);
        text.push('=');
        escape(value, &mut text);
    };
    push("preset", choices.preset.as_deref().unwrap_or_default());
    for (key, value) in choices.set.iter() {
        push(&["set.", key].concat(), value);
    }
    if let Some(join) = choices.join {
        push("join", join.name());
    }
    for choice in &choices.columns {
        let place = ["map.", choice.role.name(), ".", choice.field.name()].concat();
        push(&place, &choice.column);
    }
    if choices.seed != 0 {
        push("seed", &choices.seed.to_string());
    }
    if let Some(name) = &choices.baseline {
        push("baseline", name);
    }
    if let Some(signature) = &choices.signature {
        push("signature", signature);
    }
    if view.run != 0 {
        push("run", &view.run.to_string());
    }
    for (name, verdict) in VERDICTS {
        if view.verdicts.contains(&verdict) {
            push("verdict", name);
        }
    }
    for state in STATES {
        if view.states.contains(&state) {
            push("state", state.name());
        }
    }
    if let Some((from, to)) = view.range {
        push("rows", &[from.to_string(), to.to_string()].join("-"));
    }
    if let Some(note) = &view.note {
        push("note", note);
    }
    if view.duplicates {
        push("duplicates", "yes");
    }
    match &view.sort {
        Sort::File => {}
        Sort::Id => push("sort", "id"),
        Sort::Question => push("sort", "question"),
        Sort::Prediction => push("sort", "prediction"),
        Sort::Metric(metric) => push("sort", &["metric.", metric].concat()),
    }
    if view.descending {
        push("descending", "yes");
    }
    text
}

/// What a link says; `None` where the text behind the `#` is no link of ours. What it does not know is
/// passed over in the view, and named in the second list otherwise: a score must not rest on half of
/// a link.
pub fn read_link(text: &str) -> Option<(Choices, View, Vec<String>)> {
    let text = text.strip_prefix('#').unwrap_or(text);
    if !text.starts_with(BEGINS) {
        return None;
    }
    let (mut choices, mut view, mut unknown) = (Choices::default(), View::default(), Vec::new());
    for part in text.split('&') {
        let (name, value) = part.split_once('=').unwrap_or((part, ""));
        let (name, value) = (unescape(name), unescape(value));
        if !(set_choice(&mut choices, &name, &value) || set_view(&mut view, &name, &value)) {
            unknown.push(name);
        }
    }
    Some((choices, view, unknown))
}

/// `false` for what is no choice, or none that is known.
fn set_choice(choices: &mut Choices, name: &str, value: &str) -> bool {
    let text = || Some(value.to_owned());
    match name {
        "preset" => choices.preset = text(),
        "join" => {
            let join = JOINS.into_iter().find(|by| by.name() == value);
            choices.join = join;
            return join.is_some();
        }
        "seed" => match value.parse() {
            Ok(seed) => choices.seed = seed,
            Err(_) => return false,
        },
        "baseline" => choices.baseline = text(),
        "signature" => choices.signature = text(),
        _ => {
            if let Some(key) = name.strip_prefix("set.") {
                choices.set.insert(key.to_owned(), value.to_owned());
                return true;
            }
            let place = name.strip_prefix("map.").and_then(|place| place.split_once('.'));
            let Some((role, field)) = place else { return false };
            let role = ROLES.into_iter().find(|known| known.name() == role);
            let field = Field::ALL.into_iter().find(|known| known.name() == field);
            let (Some(role), Some(field)) = (role, field) else { return false };
            choices.columns.push(ColumnChoice { role, field, column: value.to_owned() });
        }
    }
    true
}

/// `false` for what is not about a view.
fn set_view(view: &mut View, name: &str, value: &str) -> bool {
    match name {
        "run" => view.run = value.parse().unwrap_or_default(),
        "verdict" => {
            let known = VERDICTS.iter().filter(|(known, _)| *known == value);
            view.verdicts.extend(known.map(|(_, verdict)| *verdict));
        }
        "state" => view.states.extend(STATES.into_iter().filter(|state| state.name() == value)),
        "rows" => {
            let ends = value.split_once('-');
            view.range = ends.and_then(|(from, to)| Some((from.parse().ok()?, to.parse().ok()?)));
        }
        "note" => view.note = Some(value.to_owned()),
        "duplicates" => view.duplicates = true,
        "sort" => {
            view.sort = match value {
                "id" => Sort::Id,
                "question" => Sort::Question,
                "prediction" => Sort::Prediction,
                _ => value
                    .strip_prefix("metric.")
                    .map_or(Sort::File, |id| Sort::Metric(id.to_owned())),
            };
        }
        "descending" => view.descending = true,
        _ => return false,
    }
    true
}

/// Letters, digits and a few signs as they are, every other byte in hexadecimal digits.
fn escape(text: &str, out: &mut String) {
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~@:|,+!*".contains(&byte) {
            out.push(char::from(byte));
        } else {
            // Writing to a String cannot fail.
            let _ = write!(out, "%{byte:02X}");
        }
    }
}

fn unescape(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let digits = text.get(at + 1..at + 3).filter(|_| *byte == b'%');
        let code = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        out.push(code.unwrap_or(*byte));
        at += if code.is_some() { 3 } else { 1 };
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::small_map::SmallMap;

    #[test]
    fn what_a_link_says_is_read_back() {
        let column = |field, column: &str| ColumnChoice {
            role: Role::Gold,
            field,
            column: column.to_owned(),
        };
        let choices = Choices {
            preset: Some("squad-v2@2".to_owned()),
            set: SmallMap::from([("extract".into(), "after(\"x|y:&=#%\", \"é\")".into())]),
            join: Some(JoinBy::SameRow),
            columns: vec![column(Field::Id, "Company's name"), column(Field::Id, "Q & A")],
            seed: 7,
            baseline: Some("gpt 4/b".to_owned()),
            signature: Some("preset:nq@1|n:3".to_owned()),
            ..Choices::default()
        };
        let view = View {
            run: 2,
            verdicts: vec![Verdict::Wrong],
            states: vec![State::Missing],
            range: Some((10, 20)),
            sort: Sort::Metric("f1".to_owned()),
            descending: true,
            duplicates: true,
            note: Some("n".to_owned()),
            ..View::default()
        };
        let text = link(&choices, &view);
        assert!(text.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'#'), "{text}");
        assert_eq!(read_link(&text), Some((choices.clone(), view.clone(), Vec::new())));
        assert_eq!(read_link(&format!("#{text}")).unwrap().0, choices);
    }

    #[test]
    fn nothing_of_the_files_is_in_a_link() {
        let choices = Choices {
            preset: Some("nq@1".to_owned()),
            settled: SmallMap::from([("a question".into(), "12".into())]),
            ..Choices::default()
        };
        let view = View {
            text: "a name".to_owned(),
            group: Some(("company".to_owned(), "Acme".to_owned())),
            ..View::default()
        };
        assert_eq!(link(&choices, &view), "preset=nq@1");
    }

    #[test]
    fn what_is_not_known_is_named() {
        assert_eq!(read_link("#main"), None);
        let (_, _, unknown) =
            read_link("preset=nq@1&colour=red&join=up&map.gold.x=y&seed=-1").unwrap();
        assert_eq!(unknown, ["colour", "join", "map.gold.x", "seed"]);
        assert_eq!(read_link("preset=%zz%4").unwrap().0.preset.as_deref(), Some("%zz%4"));
    }
}
