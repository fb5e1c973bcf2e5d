//! The question table: its filters, its head, and the keys that move through it.

use crate::components::compare::filter_words;
use crate::components::marks;
use crate::components::result::totals;
use crate::components::rows::rows;
use crate::components::runs::of_board;
use crate::prelude::*;
use crate::store::OpenRow;
use crate::widgets::button;
use crate::widgets::dom::Timer;
use scoredrop::base::types::{JoinBy, State, Verdict};
use scoredrop::session::protocol::{Across, Against, By, Class, RunCard, Sort, View, count_of};
use std::time::Duration;

pub const SECTION: &str = "questions";
pub const FILTER: &str = "filter";
pub const GRID: &str = "grid";
const METRICS: usize = 4;
const PAUSE: Duration = Duration::from_millis(200);

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Columns {
    /// Ids of the metrics, and whether their values are more than right or wrong.
    pub metrics: Vec<(String, bool)>,
    /// Whether the key is something else than the question itself.
    pub has_id: bool,
    /// Whether there are the answers of two runs.
    pub compare: bool,
    pub code: bool,
}

/// Filters and table; in a comparison with the answers of both runs.
#[component]
pub fn Questions(#[prop(optional)] compare: bool) -> impl IntoView {
    let ui = Ui::here();
    let columns = Memo::new(move |_| {
        let selected = ui.selected();
        let none = Columns { metrics: Vec::new(), has_id: true, compare, code: false };
        selected.map_or(none, |(scored, run)| Columns {
            metrics: metric_columns(&scored.runs[run]),
            has_id: scored.join.value != JoinBy::Question,
            compare,
            code: scored.programs.is_some(),
        })
    });
    view! {
        <section id=SECTION class="questions" aria-labelledby="questions-title">
            <h2 id="questions-title" class="unseen">{words::QUESTIONS}</h2>
            {filters(ui)}
            {rows(ui, columns)}
        </section>
    }
}

/// The metrics of the table: totals in their order, without the parts of F1.
fn metric_columns(run: &RunCard) -> Vec<(String, bool)> {
    totals(run)
        .filter(|total| !format::is_part(&total.metric))
        .map(|total| (total.metric.clone(), format::is_graded(&total.metric)))
        .take(METRICS)
        .collect()
}

fn shown(ui: Ui) -> String {
    let all = ui.scored.read().as_ref().map_or(0, |scored| scored.questions);
    let shown = ui.rows.get();
    // How many pass is not known.
    if !ui.no_rows.read().is_empty() || !ui.counted.get() {
        return String::new();
    }
    words::shown_of(shown, all)
}

fn filters(ui: Ui) -> AnyView {
    // The field is the user's; only "clear" writes to it.
    let text = Memo::new(move |_| ui.view.read().text.clone());
    let timer = StoredValue::new_local(None::<Timer>);
    // Takes the place of an earlier one, which ends with that.
    let typed = move |_: web_sys::Event| timer.set_value(Timer::new(PAUSE, move || settle(ui)));
    let states = move || {
        let (scored, run) = ui.selected()?;
        let run = &scored.runs[run];
        let chips = run.figures.reconciliation.by_state().into_iter();
        let chips = chips.filter(|(state, count)| *state != State::Answered && *count > 0);
        let states = chips.map(|(state, count)| {
            let pressed = move || ui.view.read().states.contains(&state);
            let toggle = move |view: &mut View| flip(&mut view.states, state);
            chip(ui, format::state_in(run, state).into_any(), count, pressed, toggle)
        });
        // Questions of which a judge has something to say.
        let notes = run.notes.iter().map(|(code, count)| {
            let note = Some(*code);
            let pressed = move || ui.view.read().note == note;
            let toggle = move |view: &mut View| {
                view.note = if view.note == note { None } else { note };
                (view.class, view.verdicts) = (None, Vec::new());
            };
            chip(ui, code.name().replace('_', " ").into_any(), *count, pressed, toggle)
        });
        Some(states.chain(notes).collect::<Vec<AnyView>>())
    };
    view! {
        <div class="filters">
            <label class="find">
                <span class="unseen">"Find in id, question, answers"</span>
                <input
                    id=FILTER
                    type="search"
                    placeholder="find"
                    autocomplete="off"
                    prop:value=move || text.get()
                    on:input=typed
                />
            </label>
            <div class="chips" role="toolbar" aria-label="Filters" data-roving="">
                <span class="picks">
                    {move || of_run(ui)}
                    {move || verdicts(ui)}
                    {move || classes(ui)}
                    {move || states()}
                    {move || across(ui)}
                </span>
                <span class="active">
                    {move || active(ui)}
                    <span class="muted shown" role="status">{move || shown(ui)}</span>
                </span>
            </div>
        </div>
    }
    .into_any()
}

/// Of several runs the one that the counts are of.
fn of_run(ui: Ui) -> Option<AnyView> {
    let (scored, run) = ui.selected()?;
    (scored.runs.len() > 1).then(|| {
        let card = &scored.runs[run];
        let (whole, name) = (card.name.clone(), card.short_name.clone());
        view! { <span class="muted of-run" title=whole><bdi>{name}</bdi>":"</span> }.into_any()
    })
}

/// Right and wrong, each a filter.
fn verdicts(ui: Ui) -> Option<Vec<AnyView>> {
    let (scored, run) = ui.selected()?;
    let run = &scored.runs[run];
    let waits = scored.programs.as_ref().is_some_and(|programs| programs.left > 0);
    let chips = marks::VERDICTS.iter().filter_map(|verdict| {
        let count = count_of(&run.verdicts, verdict);
        // One state that they all have says more.
        let found = &run.figures.reconciliation;
        let states = [found.blank, found.missing, found.excluded];
        let is_told = *verdict == Verdict::Unanswered && !waits && states.contains(&count);
        if count == 0 || is_told {
            return None;
        }
        let words = match verdict {
            Verdict::Unanswered if waits => "not run",
            verdict => format::verdict(*verdict),
        };
        let mark = marks::mark(*verdict, None);
        let words = view! { <span aria-hidden="true">{mark}</span> " " {words} };
        let pressed = move || ui.view.read().verdicts.contains(verdict);
        let toggle = move |view: &mut View| {
            view.class = None;
            let only = vec![*verdict];
            view.verdicts = if view.verdicts == only { Vec::new() } else { only };
        };
        Some(chip(ui, words.into_any(), count, pressed, toggle))
    });
    Some(chips.collect())
}

/// Takes something out of a list, or adds it.
fn flip<T: PartialEq>(list: &mut Vec<T>, item: T) {
    if list.contains(&item) {
        list.retain(|other| *other != item);
    } else {
        list.push(item);
    }
}

/// What is wrong with answers, where that tells them apart: each a filter.
fn classes(ui: Ui) -> Option<Vec<AnyView>> {
    let (scored, run) = ui.selected()?;
    let counts = &scored.runs[run].classes;
    // States have chips of their own.
    let is_state = |class: &Class| matches!(class, Class::NotExtracted | Class::Missing);
    let found: Vec<(Class, u64)> =
        counts.iter().filter(|(class, _)| !is_state(class)).copied().collect();
    let chip = |(class, count): (Class, u64)| {
        let pressed = move || ui.view.read().class == Some(class);
        let toggle = move |view: &mut View| {
            view.class = if view.class == Some(class) { None } else { Some(class) };
            view.verdicts.clear();
        };
        chip(ui, format::class(class).into_any(), count, pressed, toggle)
    };
    (found.len() > 1).then(|| found.into_iter().map(chip).collect())
}

/// Questions on which all runs do alike, each kind a filter.
fn across(ui: Ui) -> Option<Vec<AnyView>> {
    let scored = ui.scored.get()?;
    let chip = |(across, count): &(Across, u64)| {
        let (across, count) = (*across, *count);
        let pressed = move || ui.view.read().across == Some(across);
        let toggle = move |view: &mut View| {
            view.across = (view.across != Some(across)).then_some(across);
            (view.class, view.verdicts) = (None, Vec::new());
        };
        chip(ui, format::across(across).into_any(), count, pressed, toggle)
    };
    Some(scored.across.iter().map(chip).collect())
}

/// Has the view be of what stands in the text filter, be it typed just now.
pub fn settle(ui: Ui) {
    let Some(words) = dom::by_id(FILTER).map(|field| dom::value(&field)) else { return };
    if ui.view.with_untracked(|view| view.text != words) {
        ui.show(|view| view.text = words);
    }
}

fn chip(
    ui: Ui,
    words: AnyView,
    count: u64,
    pressed: impl Fn() -> bool + Send + 'static,
    toggle: impl Fn(&mut View) + 'static,
) -> AnyView {
    // Beside another filter the count of all would be a wrong one.
    let count = move || (!is_narrowed(&ui.view.read())).then(|| format::count(count));
    let words = view! { {words} " " <strong>{count}</strong> };
    button::chip(words.into_any(), pressed, move || ui.show(&toggle))
}

/// Whether filters of other kinds than the chips leave questions out.
fn is_narrowed(view: &View) -> bool {
    !view.text.is_empty()
        || view.range.is_some()
        || view.group.is_some()
        || view.category.is_some()
        || view.duplicates
        || view.against.is_some_and(|against| against != Against::default())
}

/// Filters set elsewhere on the page, each with a way out, and "clear filters".
fn active(ui: Ui) -> AnyView {
    let view = ui.view.get();
    let mut chips = Vec::new();
    if !view.text.is_empty() {
        let words = format!("with “{}”", view.text);
        chips.push(view! { <span class="paper-only"><bdi>{words}</bdi></span> }.into_any());
    }
    if let Some((from, to)) = view.range {
        let words = format!("rows {}–{}", format::count(from + 1), format::count(to));
        chips.push(leave(ui, words, |view| view.range = None));
    }
    if let Some((column, value)) = &view.group {
        chips.push(leave(ui, format!("{column}: {value}"), |view| view.group = None));
    }
    if let Some(category) = &view.category {
        chips.push(leave(ui, format::category(category), |view| view.category = None));
    }
    if let Some(against) = view.against.filter(|against| *against != Against::default()) {
        let by = ui.scored.with(|scored| {
            scored.as_ref().map_or_else(By::default, |scored| of_board(scored, &view.by))
        });
        chips.push(leave(ui, filter_words(ui, against, &by), |view| {
            view.against = Some(Against::default());
        }));
    }
    if view.duplicates {
        chips.push(leave(ui, "repeated ids".to_owned(), |view| view.duplicates = false));
    }
    let plain = View { run: view.run, by: view.by.clone(), ..View::default() };
    let is_all = View { against: None, ..view.clone() } == plain
        && view.against.is_none_or(|against| against == Against::default());
    let clear = (!is_all).then(|| button("link", "Show all", move || ui.show_all()));
    view! { {chips} {clear} }.into_any()
}

fn leave(ui: Ui, words: String, change: impl Fn(&mut View) + 'static) -> AnyView {
    let label = format!("Remove the filter {words}");
    let words = view! { <bdi>{words}</bdi> };
    button::leave(label, words.into_any(), move || ui.show(&change))
}

/// The head of a column that sorts.
pub fn head(ui: Ui, words: String, class: &'static str, sort: Sort) -> AnyView {
    let of_order = sort.clone();
    let order = move || {
        let view = ui.view.read();
        match (view.sort == of_order, view.descending) {
            (false, _) => "none",
            (true, false) => "ascending",
            (true, true) => "descending",
        }
    };
    let arrow = {
        let order = order.clone();
        move || match order() {
            "ascending" => " ▴",
            "descending" => " ▾",
            _ => "",
        }
    };
    // A first click sorts, a second turns round, a third goes back to the file's order.
    let click = move |_| {
        ui.show(|view| {
            let is_sorted = view.sort == sort;
            let is_turned = is_sorted && view.descending;
            view.sort = if is_turned { Sort::File } else { sort.clone() };
            view.descending = is_sorted && !is_turned;
        });
    };
    // Narrow columns cut it.
    let title = words.clone();
    view! {
        <div role="columnheader" class=class title=title aria-sort=move || order()>
            <button class="sorter" on:click=click>{words} <span aria-hidden="true">{arrow}</span></button>
        </div>
    }
    .into_any()
}

pub fn step(ui: Ui, by: i64) {
    let last = ui.rows.get_untracked().saturating_sub(1);
    let now = ui.cursor.get_untracked();
    // The first step from nowhere enters the first row.
    let next = match now {
        None if by.unsigned_abs() == 1 => 0,
        _ => now.unwrap_or(0).saturating_add_signed(by).min(last),
    };
    ui.cursor.set(Some(next));
}

pub fn toggle(ui: Ui, row: OpenRow) {
    ui.cursor.set(Some(row.place));
    ui.open.update(|open| *open = if *open == Some(row) { None } else { Some(row) });
}
