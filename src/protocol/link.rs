//! Links: how files are to be scored and which rows are shown, behind the `#` of an address. Never
//! anything of the files themselves but names of columns and of runs.
//!
//! `NAME=VALUE` separated by `&`: `preset` (`ID@VERSION`, or the text of a user's own), `guess=preset`
//! where that was guessed from the files and nobody has confirmed it, `set.KEY`, `join`,
//! `map.ROLE.FIELD` (several of one are a composite key), `seed`, `baseline`, `slice` and `twin` (once for
//! each), `cluster`, `signature`, and of the view `metric` and `board=common`, by which runs are compared and
//! on which questions, `run`, `verdict`, `state`, `rows`, `note`, `category`,
//! `duplicates`, `against` with `flip` and `different`, `sort`, `descending`. Rows are those with regard
//! to the baseline: `against` names it once more, and decides nothing but whether that is the one that was
//! meant. Runs go by their names: files may be dropped in another order. A number is the place of a
//! run, in links of earlier versions, and so a name of digits alone begins with an escape. What
//! somebody has defined, such as the edges and conditions of a breakdown, goes along as it was written.
//!
//! These stay at home: roles and forms, which belong to files by their slot; what gold answers were
//! settled to mean, and whether guesses were confirmed, which is about the files of then; of the view
//! what was typed into the search, and the group of a row, which is a value of the files.

use super::{By, Choices, Class, Flip, Sort, View};
use crate::types::{ColumnChoice, Field, JoinBy, Role, State, Verdict};
use std::collections::BTreeMap;

mod landing;
mod letters;
use landing::Named;
pub use landing::{Landing, LinkedView};
use letters::{escape, hexadecimal, unescape};

/// How a link begins, behind the `#`.
const BEGINS: &str = "preset=";

/// What a preset is that nobody has chosen or confirmed.
const GUESS: (&str, &str) = ("guess", "preset");

/// A board on the questions that every run has a prediction for.
const BOARD: (&str, &str) = ("board", "common");

const ROLES: [Role; 4] = [Role::Gold, Role::Predictions, Role::NaProb, Role::Table];
const VERDICTS: [(&str, Verdict); 4] = [
    ("right", Verdict::Right),
    ("partly", Verdict::Partly),
    ("wrong", Verdict::Wrong),
    ("unanswered", Verdict::Unanswered),
];
const FLIPS: [(&str, Flip); 5] = [
    ("both", Flip::Both),
    ("only-a", Flip::OnlyA),
    ("only-b", Flip::OnlyB),
    ("neither", Flip::Neither),
    ("apart", Flip::Apart),
];
const STATES: [State; 5] =
    [State::Answered, State::NotExtracted, State::Blank, State::Missing, State::Excluded];

/// What stands behind the `#`; `choices` has to name a preset, by `ID@VERSION` or as text, and `runs`
/// are the names of the runs in the order of the score.
pub fn link(choices: &Choices, view: &View, runs: &[&str]) -> String {
    let mut link = Writer::default();
    link.choices(choices);
    link.view(view, runs, choices.baseline.as_deref());
    link.text
}

#[derive(Default)]
struct Writer {
    text: String,
}

impl Writer {
    fn push(&mut self, name: &str, value: &str) {
        self.begin(name);
        escape(value, &mut self.text);
    }

    fn begin(&mut self, name: &str) {
        if !self.text.is_empty() {
            self.text.push('&');
        }
        escape(name, &mut self.text);
        self.text.push('=');
    }

    /// A run by its name, or by its place where it has none.
    fn run(&mut self, part: &str, place: u32, runs: &[&str]) {
        let Some(name) = runs.get(place as usize) else {
            return self.push(part, &place.to_string());
        };
        self.run_called(part, name);
    }

    fn run_called(&mut self, part: &str, name: &str) {
        self.begin(part);
        let mut rest = name;
        if is_place(name)
            && let Some((first, others)) = name.split_at_checked(1)
        {
            hexadecimal(first.as_bytes(), &mut self.text);
            rest = others;
        }
        escape(rest, &mut self.text);
    }

    fn maybe(&mut self, name: &str, value: Option<&str>) {
        if let Some(value) = value {
            self.push(name, value);
        }
    }

    fn choices(&mut self, choices: &Choices) {
        // By name, so that a new choice does not compile before it is decided whether it goes along.
        let Choices {
            preset,
            preset_guessed,
            roles: _,
            forms: _,
            columns,
            join,
            set,
            settled: _,
            confirmed: _,
            seed,
            baseline,
            slices,
            cluster,
            twins,
            signature,
        } = choices;
        self.push("preset", preset.as_deref().unwrap_or_default());
        if *preset_guessed {
            self.push(GUESS.0, GUESS.1);
        }
        for (key, value) in set {
            self.push(&["set.", key].concat(), value);
        }
        self.maybe("join", join.map(JoinBy::name));
        for choice in columns {
            let place = ["map.", choice.role.name(), ".", choice.field.name()].concat();
            self.push(&place, &choice.column);
        }
        if *seed != 0 {
            self.push("seed", &seed.to_string());
        }
        self.maybe("baseline", baseline.as_deref());
        for slice in slices {
            self.push("slice", slice);
        }
        self.maybe("cluster", cluster.as_deref());
        for twin in twins {
            self.push("twin", twin);
        }
        self.maybe("signature", signature.as_deref());
    }

    fn view(&mut self, view: &View, runs: &[&str], baseline: Option<&str>) {
        let View {
            run,
            states,
            verdicts,
            text: _,
            range,
            group: _,
            duplicates,
            note,
            category,
            class,
            against,
            by: By { metric, common },
            sort,
            descending,
        } = view;
        self.maybe("metric", metric.as_deref());
        if *common {
            self.push(BOARD.0, BOARD.1);
        }
        if *run != 0 || runs.len() > 1 {
            self.run("run", *run, runs);
        }
        for (name, verdict) in VERDICTS {
            if verdicts.contains(&verdict) {
                self.push("verdict", name);
            }
        }
        for state in STATES {
            if states.contains(&state) {
                self.push("state", state.name());
            }
        }
        if let Some((from, to)) = range {
            self.push("rows", &[from.to_string(), to.to_string()].join("-"));
        }
        self.maybe("note", note.as_deref());
        self.maybe("category", category.as_deref());
        self.maybe("class", class.map(Class::name));
        if *duplicates {
            self.push("duplicates", "yes");
        }
        if let Some(against) = against {
            if let Some(baseline) = baseline {
                self.run_called("against", baseline);
            }
            let flip = FLIPS.into_iter().find(|(_, flip)| Some(*flip) == against.flip);
            self.maybe("flip", flip.map(|(name, _)| name));
            if against.different {
                self.push("different", "yes");
            }
        }
        match sort {
            Sort::File => {}
            Sort::Id => self.push("sort", "id"),
            Sort::Question => self.push("sort", "question"),
            Sort::Prediction => self.push("sort", "prediction"),
            Sort::Apart => self.push("sort", "apart"),
            Sort::Metric(metric) => self.push("sort", &["metric.", metric].concat()),
        }
        if *descending {
            self.push("descending", "yes");
        }
    }
}

/// What a link says; `None` where the text behind the `#` is no link of ours. What it does not know is
/// passed over in the view, which tells it, and named in the second list otherwise: a score must not
/// rest on half of a link, nor on one of two things that a link asks for.
pub fn read_link(text: &str) -> Option<(Choices, LinkedView, Vec<String>)> {
    let text = text.strip_prefix('#').unwrap_or(text);
    if !text.starts_with(BEGINS) {
        return None;
    }
    let (mut choices, mut linked, mut unknown) =
        (Choices::default(), LinkedView::default(), Vec::new());
    let mut said = BTreeMap::<String, &str>::new();
    for part in text.split('&') {
        let (name, raw) = part.split_once('=').unwrap_or((part, ""));
        let name = unescape(name);
        let value = unescape(raw);
        if is_single(&name) {
            if said.get(&name).is_some_and(|other| unescape(other) != value) {
                unknown.push(["two values of ", &name].concat());
                continue;
            }
            said.insert(name.clone(), raw);
        }
        let is_known = set_choice(&mut choices, &name, &value)
            || set_run(&mut linked, &name, raw)
            || set_view(&mut linked, &name, &value);
        if !is_known {
            unknown.push(name);
        }
    }
    linked.baseline.clone_from(&choices.baseline);
    linked.signed = choices.signature.as_deref().and_then(signed_baseline);
    Some((choices, linked, unknown))
}

/// The name of the run that a signature compares with; without its hash.
fn signed_baseline(signature: &str) -> Option<String> {
    let value = signature.split('|').find_map(|part| part.strip_prefix("baseline:"))?;
    Some(unescape(value.rsplit_once('@').map_or(value, |(name, _)| name)))
}

/// Whether a link can say this once only.
fn is_single(name: &str) -> bool {
    !matches!(name, "slice" | "twin" | "verdict" | "state") && !name.starts_with("map.")
}

/// `false` for what is no choice, or none that is known.
fn set_choice(choices: &mut Choices, name: &str, value: &str) -> bool {
    let text = || Some(value.to_owned());
    match name {
        "preset" => choices.preset = text(),
        name if name == GUESS.0 => {
            choices.preset_guessed |= value == GUESS.1;
            return value == GUESS.1;
        }
        "join" => {
            let join = crate::types::JOINS.into_iter().find(|by| by.name() == value);
            choices.join = join;
            return join.is_some();
        }
        "seed" => match value.parse() {
            Ok(seed) => choices.seed = seed,
            Err(_) => return false,
        },
        "baseline" => choices.baseline = text(),
        "slice" => choices.slices.push(value.to_owned()),
        "cluster" => choices.cluster = text(),
        "twin" => choices.twins.push(value.to_owned()),
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

/// `false` for what names no run. The value is as it stands in the link.
fn set_run(linked: &mut LinkedView, part: &str, raw: &str) -> bool {
    // Too large a number is the place of no run.
    let named = if is_place(raw) {
        Named::Place(raw.parse().unwrap_or(u32::MAX))
    } else {
        Named::Name(unescape(raw))
    };
    match part {
        "run" => linked.run = named,
        "against" => {
            linked.view.against.get_or_insert_default();
            linked.against = Some(named);
        }
        _ => return false,
    }
    true
}

/// Whether this is the place of a run, and no name.
fn is_place(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// `false` for what is not about a view. What is, and asks for what is not known, is kept to be told.
fn set_view(linked: &mut LinkedView, name: &str, value: &str) -> bool {
    let view = &mut linked.view;
    let is_yes = value == "yes";
    let is_known = match name {
        "verdict" => {
            let known = VERDICTS.iter().find(|(known, _)| *known == value);
            view.verdicts.extend(known.map(|(_, verdict)| *verdict));
            known.is_some()
        }
        "state" => {
            let known = STATES.into_iter().find(|state| state.name() == value);
            view.states.extend(known);
            known.is_some()
        }
        "metric" => {
            view.by.metric = Some(value.to_owned());
            true
        }
        name if name == BOARD.0 => {
            view.by.common = value == BOARD.1;
            view.by.common
        }
        "rows" => {
            let ends = value.split_once('-');
            view.range = ends.and_then(|(from, to)| Some((from.parse().ok()?, to.parse().ok()?)));
            view.range.is_some()
        }
        "note" => {
            view.note = Some(value.to_owned());
            true
        }
        "category" => {
            view.category = Some(value.to_owned());
            true
        }
        "class" => {
            view.class = Class::ALL.into_iter().find(|class| class.name() == value);
            view.class.is_some()
        }
        "duplicates" => {
            view.duplicates = is_yes;
            is_yes
        }
        "flip" => {
            let known = FLIPS.into_iter().find(|(known, _)| *known == value);
            if let Some((_, flip)) = known {
                view.against.get_or_insert_default().flip = Some(flip);
            }
            known.is_some()
        }
        "different" => {
            if is_yes {
                view.against.get_or_insert_default().different = true;
            }
            is_yes
        }
        "sort" => {
            let known = match value {
                "id" => Some(Sort::Id),
                "question" => Some(Sort::Question),
                "prediction" => Some(Sort::Prediction),
                "apart" => Some(Sort::Apart),
                _ => value.strip_prefix("metric.").map(|id| Sort::Metric(id.to_owned())),
            };
            let is_known = known.is_some();
            view.sort = known.unwrap_or_default();
            is_known
        }
        "descending" => {
            view.descending = is_yes;
            is_yes
        }
        _ => return false,
    };
    if !is_known {
        linked.unheard.push([name, "=", value].concat());
    }
    true
}

#[cfg(test)]
mod tests;
