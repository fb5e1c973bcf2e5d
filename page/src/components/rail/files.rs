//! The files: what each file is taken for, and its columns.

use super::{card, form};
use crate::components::intake;
use crate::prelude::*;
use crate::store::Editor;
use crate::widgets::menu::{menu, menu_unless, option};
use itertools::Itertools as _;
use scoredrop::base::types::{Certainty, ColumnChoice, Field, Role};
use scoredrop::session::protocol::{Choices, ColumnCard, FileCard};

const SWAP_GOLD_AND_PREDICTIONS: &str = "Swap gold and predictions";

/// The kinds of files, in the order in which they are shown.
const KINDS: [(Option<Role>, &str); 5] = [
    (Some(Role::Gold), "Gold"),
    (Some(Role::Table), "Gold and predictions"),
    (Some(Role::Predictions), "Predictions"),
    (Some(Role::NaProb), "No-answer probabilities"),
    (None, "Other files"),
];

/// The files by what they are taken for, with buttons to add files or start over.
#[component]
pub fn Files() -> impl IntoView {
    let ui = Ui::here();
    let slots = Memo::new(move |_| {
        let summary = ui.summary.read();
        let role = |file: &FileCard| file.role.as_ref().map(|role| role.value);
        summary.files.iter().map(|file| (role(file), file.slot)).collect::<Vec<_>>()
    });
    let kinds = move || {
        let slots = slots.read();
        let there = |(role, _): &(Option<Role>, &str)| slots.iter().any(|(of, _)| of == role);
        KINDS.into_iter().filter(there).collect::<Vec<_>>()
    };
    let kind = move |(role, title): (Option<Role>, &'static str)| {
        let of_kind = move || {
            let slots = slots.get().into_iter().filter(|(of, _)| *of == role);
            slots.map(|(_, slot)| slot).collect::<Vec<_>>()
        };
        view! {
            <h2 class="rail-title">{title}</h2>
            <For each=of_kind key=|slot| *slot children=move |number| view! { <File number/> }/>
        }
    };
    view! {
        <div class="files">
            <For each=kinds key=|(_, title)| *title children=kind/>
        </div>
        <p class="row-of-buttons">
            {button("quiet", "+ Add files", move || intake::choose(None))}
            {button("quiet", "Remove all", move || ui.clear())}
        </p>
    }
}

#[component]
fn File(number: u32) -> impl IntoView {
    let ui = Ui::here();
    let slot = number;
    let found =
        Memo::new(move |_| ui.summary.read().files.iter().find(|file| file.slot == slot).cloned());
    let name =
        Memo::new(move |_| found.read().as_ref().map(|file| file.name.clone()).unwrap_or_default());
    // That there are other sheets is seen without opening anything.
    let sheets = move || {
        let count = ui.held(slot)?.member?.sheets.len();
        (count > 1).then(|| format!("one of {} sheets", format::count(count as u64)))
    };
    let about = move || {
        let about = found.read().as_ref().map(|file| file.about.clone())?;
        Some(sheets().map_or_else(|| about.clone(), |sheets| format!("{about} · {sheets}")))
    };
    let face = view! {
        <strong><bdi class="data">{move || name.get()}</bdi></strong>
        " "
        <small class="muted"><bdi>{move || about()}</bdi></small>
    };
    let content = move || {
        (move || {
            let all = ui.summary.get();
            found.read().as_ref().map(|file| detail(ui, file, &all.files))
        })
        .into_any()
    };
    view! {
        <article class="file" aria-label=move || name.get()>
            {card(ui, Editor::File(slot), "File, role and columns", face, content)}
        </article>
    }
}

fn detail(ui: Ui, file: &FileCard, all: &[FileCard]) -> AnyView {
    let slot = file.slot;
    let role = file.role.as_ref().map(|role| role.value);
    let facts = [
        Some(format::bytes(file.bytes)),
        Some(file.format.clone()).filter(|format| !format.is_empty()),
        file.rows.map(|rows| format::counted(rows, "row")),
    ];
    let facts = facts.into_iter().flatten().join(" · ");
    let guess = file
        .role
        .as_ref()
        .filter(|role| role.certainty == Certainty::Guessed)
        .map(|role| view! { <small class="reason">{format!("({})", role.reason)}</small> });
    let others: Vec<&FileCard> = all.iter().filter(|one| one.report.is_none()).collect();
    let partner = match others.as_slice() {
        [a, b] => Some(if a.slot == slot { b.slot } else { a.slot }),
        _ => None,
    };
    // A report is neither gold nor predictions.
    let roles = file.report.is_none().then(|| {
        view! {
            {role_menu(ui, slot, role)}
            {sheets(ui, slot)}
            <button
                aria-label=SWAP_GOLD_AND_PREDICTIONS
                title=SWAP_GOLD_AND_PREDICTIONS
                on:click=move |_| swap(ui, slot, role, partner)
            >
                <span aria-hidden="true">"⇄ "</span>
                "Swap"
            </button>
        }
    });
    let columns = (!file.columns.is_empty()).then(|| columns(ui, role, &file.columns));
    view! {
        <p class="muted">{facts}</p>
        <p class="row-of-buttons">
            {roles}
            {button("quiet", words::REMOVE, move || ui.remove(slot))}
            {guess}
        </p>
        {form::menus(ui, file)}
        {columns}
    }
    .into_any()
}

const ROLES: [Role; 4] = [Role::Gold, Role::Predictions, Role::Table, Role::NaProb];

fn role_menu(ui: Ui, slot: u32, role: Option<Role>) -> AnyView {
    let unknown = role.is_none().then(|| option("", "role?", false));
    let roles = ROLES
        .iter()
        .enumerate()
        .map(|(index, each)| option(index.to_string(), format::role(*each), role == Some(*each)));
    let options = unknown.into_iter().chain(roles).collect();
    menu("Role of this file", options, move |value| {
        let index: Option<usize> = value.parse().ok();
        if let Some(role) = index.and_then(|index| ROLES.get(index)) {
            ui.choose(|choices| {
                choices.roles.insert(slot, *role);
            });
        }
    })
}

fn sheets(ui: Ui, slot: u32) -> Option<AnyView> {
    let member = ui.held(slot)?.member?;
    if member.sheets.len() < 2 {
        return None;
    }
    let option = |name: &String| option(name, name, *name == member.origin.member);
    let options = member.sheets.iter().map(option).collect();
    let take = move |name| ui.unpack(slot, Some(name));
    Some(menu("Sheet of this workbook", options, take))
}

/// Turns gold into predictions and back; of exactly two files the other one takes the other role.
fn swap(ui: Ui, slot: u32, role: Option<Role>, partner: Option<u32>) {
    let (this, other) = match role {
        Some(Role::Gold) => (Role::Predictions, Role::Gold),
        _ => (Role::Gold, Role::Predictions),
    };
    ui.choose(|choices| {
        choices.roles.insert(slot, this);
        if let Some(partner) = partner {
            choices.roles.insert(partner, other);
        }
    });
}

/// Of files with more columns than this, those that are taken for something are shown beside.
const DRAWN: usize = 60;

fn columns(ui: Ui, role: Option<Role>, columns: &[ColumnCard]) -> AnyView {
    let of = |wanted: Field| -> Vec<String> {
        let is_one =
            |column: &&ColumnCard| column.field.as_ref().is_some_and(|field| field.value == wanted);
        columns.iter().filter(is_one).map(|column| column.name.clone()).collect()
    };
    let (ids, predictions) = (of(Field::Id), of(Field::Prediction));
    let total = columns.len();
    let columns = columns.to_vec();
    let all = RwSignal::new(total <= DRAWN);
    let rows = move || {
        let shown = columns.iter().enumerate();
        let shown = shown.filter(|(place, c)| all.get() || *place < DRAWN || c.field.is_some());
        shown.map(|(_, c)| column(ui, role, c, &ids, &predictions)).collect::<Vec<AnyView>>()
    };
    let more = move || {
        let words = words::show_all_of(&format::counted(total as u64, "column"));
        (!all.get()).then(|| button("quiet", &words, move || all.set(true)))
    };
    view! {
        <details class="columns" open=total <= DRAWN>
            <summary>{format::counted(total as u64, "column")}</summary>
            <table class="plain">
                <thead>
                    <tr>
                        <th scope="col">"column"</th>
                        <th scope="col">"examples"</th>
                        <th scope="col">"used as"</th>
                    </tr>
                </thead>
                <tbody>{move || rows()}</tbody>
            </table>
            {move || more()}
        </details>
    }
    .into_any()
}

/// Value of the menu entry that makes a column part of a composite key.
const ALSO_ID: &str = "also-id";
/// The same for a column that holds the predictions of another run.
const ALSO_PREDICTION: &str = "also-prediction";

fn column(
    ui: Ui,
    role: Option<Role>,
    column: &ColumnCard,
    ids: &[String],
    predictions: &[String],
) -> AnyView {
    let taken = column.field.as_ref().map(|field| field.value);
    let guess = column
        .field
        .as_ref()
        .filter(|field| field.certainty == Certainty::Guessed)
        .map(|field| view! { <small class="reason">{field.reason.clone()}</small> });
    let mut options = vec![option("", "–", taken.is_none())];
    for (field, value, words) in format::FIELDS {
        options.push(option(value, words, taken == Some(field)));
    }
    if taken != Some(Field::Id) && !ids.is_empty() {
        options.push(option(ALSO_ID, "part of the id", false));
    }
    if taken != Some(Field::Prediction) && !predictions.is_empty() {
        options.push(option(ALSO_PREDICTION, "prediction of another run", false));
    }
    let name = column.name.clone();
    let (ids, predictions) = (ids.to_vec(), predictions.to_vec());
    let take = move |value: String| {
        if let Some(role) = role {
            ui.choose(|choices| assign(choices, role, &name, &value, &ids, &predictions));
        }
    };
    let label = format!("What column {} holds", column.name);
    let example = |text: &String| view! { <bdi class="data clip">{text.clone()}</bdi> }.into_any();
    let examples = column.examples.iter().map(example).collect::<Vec<_>>();
    view! {
        <tr>
            <th scope="row"><bdi class="data">{column.name.clone()}</bdi></th>
            <td>{examples}</td>
            <td>
                {menu_unless(role.is_none(), label, options, Callback::new(take))}
                {guess}
            </td>
        </tr>
    }
    .into_any()
}

/// Takes a column for a field. A field has one column, but for ids that are put together, for the predictions
/// of several runs and for groups.
fn assign(
    choices: &mut Choices,
    role: Role,
    column: &str,
    value: &str,
    ids: &[String],
    predictions: &[String],
) {
    choices.columns.retain(|choice| choice.role != role || choice.column != column);
    let mut take = |field: Field, columns: Vec<&String>| {
        choices.columns.retain(|choice| choice.role != role || choice.field != field);
        for column in columns {
            choices.columns.push(ColumnChoice { role, field, column: column.clone() });
        }
    };
    let own = column.to_owned();
    let others = || predictions.iter().filter(|other| **other != own);
    match value {
        ALSO_ID => return take(Field::Id, ids.iter().chain([&own]).collect()),
        ALSO_PREDICTION => {
            return take(Field::Prediction, predictions.iter().chain([&own]).collect());
        }
        // The other runs stay.
        _ if others().count() > 0 && predictions.contains(&own) => {
            take(Field::Prediction, others().collect());
        }
        _ => {}
    }
    let Some((field, ..)) = format::FIELDS.iter().find(|(_, name, _)| *name == value) else {
        return;
    };
    if *field != Field::Group {
        choices.columns.retain(|choice| choice.role != role || choice.field != *field);
    }
    choices.columns.push(ColumnChoice { role, field: *field, column: column.to_owned() });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(choices: &Choices) -> Vec<(&str, Field)> {
        choices.columns.iter().map(|choice| (choice.column.as_str(), choice.field)).collect()
    }

    #[test]
    fn a_field_moves_to_its_new_column() {
        let mut choices = Choices::default();
        assign(&mut choices, Role::Gold, "a", "id", &[], &[]);
        assign(&mut choices, Role::Gold, "b", "id", &[], &[]);
        assert_eq!(names(&choices), [("b", Field::Id)]);
        assign(&mut choices, Role::Gold, "b", "question", &[], &[]);
        assert_eq!(names(&choices), [("b", Field::Question)]);
    }

    #[test]
    fn a_composite_key_keeps_the_guessed_part() {
        let mut choices = Choices::default();
        assign(&mut choices, Role::Gold, "company", ALSO_ID, &["question".to_owned()], &[]);
        assert_eq!(names(&choices), [("question", Field::Id), ("company", Field::Id)]);
    }

    #[test]
    fn runs_come_and_go() {
        let all = ["a".to_owned(), "b".to_owned(), "c".to_owned()];
        let mut choices = Choices::default();
        assign(&mut choices, Role::Table, "b", ALSO_PREDICTION, &[], &all[..1]);
        assert_eq!(names(&choices), [("a", Field::Prediction), ("b", Field::Prediction)]);
        assign(&mut choices, Role::Table, "a", "", &[], &all[..2]);
        assert_eq!(names(&choices), [("b", Field::Prediction)]);
        assign(&mut choices, Role::Table, "c", "prediction", &[], &all[1..2]);
        assert_eq!(names(&choices), [("c", Field::Prediction)]);
    }
}
