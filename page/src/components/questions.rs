//! The question table: its filters, its head, and the keys that move through it.

use crate::components::compare::filter_words;
use crate::components::heads;
use crate::components::marks;
use crate::components::result::totals;
use crate::components::rows::rows;
use crate::components::runs::of_board;
use crate::prelude::*;
use crate::store::OpenRow;
use crate::widgets::button;
use crate::widgets::dom::Timer;
use scoredrop::base::types::{JoinBy, State, Verdict};
use scoredrop::session::protocol::{
    Across, Against, By, Class, Outcomes, Reply, Request, RunCard, Sort, View, count_of,
};
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
    heads::fetch(ui);
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
            let among = move |found: &Outcomes| count_of(&found.states, &state);
            chip(ui, format::state_in(run, state).into_any(), count, among, pressed, toggle)
        });
        // Questions of which a judge has something to say.
        let notes = run.notes.iter().map(|(code, count)| {
            let note = Some(*code);
            let pressed = move || ui.view.read().note == note;
            let toggle = move |view: &mut View| {
                view.note = if view.note == note { None } else { note };
                (view.class, view.verdicts) = (None, Vec::new());
            };
            let code = *code;
            let among = move |found: &Outcomes| count_of(&found.notes, &code);
            chip(ui, code.name().replace('_', " ").into_any(), *count, among, pressed, toggle)
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
        let among = move |found: &Outcomes| count_of(&found.verdicts, verdict);
        Some(chip(ui, words.into_any(), count, among, pressed, toggle))
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
        let among = move |found: &Outcomes| count_of(&found.classes, &class);
        chip(ui, format::class(class).into_any(), count, among, pressed, toggle)
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
        let among = move |found: &Outcomes| count_of(&found.across, &across);
        chip(ui, format::across(across).into_any(), count, among, pressed, toggle)
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

/// A filter by an outcome, with its count: of all questions, or `among` those that other filters leave.
fn chip(
    ui: Ui,
    words: AnyView,
    count: u64,
    among: impl Fn(&Outcomes) -> u64 + Send + 'static,
    pressed: impl Fn() -> bool + Send + 'static,
    toggle: impl Fn(&mut View) + 'static,
) -> AnyView {
    counted(ui, words, count, Box::new(among), Box::new(pressed), Box::new(toggle))
}

fn counted(
    ui: Ui,
    words: AnyView,
    count: u64,
    among: Box<dyn Fn(&Outcomes) -> u64 + Send>,
    pressed: Box<dyn Fn() -> bool + Send>,
    toggle: Box<dyn Fn(&mut View)>,
) -> AnyView {
    let count = move || {
        let found = ui.outcomes.read();
        let found = found.as_ref().filter(|_| is_narrowed(&ui.view.read()));
        format::count(found.map_or(count, &among))
    };
    let words = view! { {words} " " <strong>{move || count()}</strong> };
    button::chip(words.into_any(), pressed, move || ui.show(&toggle))
}

/// Whether filters of other kinds than the chips leave questions out.
fn is_narrowed(view: &View) -> bool {
    !is_all(&View {
        states: Vec::new(),
        verdicts: Vec::new(),
        note: None,
        class: None,
        across: None,
        sort: Sort::File,
        descending: false,
        ..view.clone()
    })
}

/// Whether a view leaves nothing out, and has the order of the file.
fn is_all(view: &View) -> bool {
    let plain = View { run: view.run, by: view.by.clone(), ..View::default() };
    let is_apart = view.against.is_some_and(|against| against != Against::default());
    !is_apart && View { against: None, ..view.clone() } == plain
}

/// A filter in words, and what gives it up.
type Limit = (String, Box<dyn Fn(&mut View)>);

fn limit(words: String, leave: impl Fn(&mut View) + 'static) -> Limit {
    (words, Box::new(leave))
}

/// Filters that have no chip of their own among the outcomes.
fn limits(ui: Ui, view: &View) -> Vec<Limit> {
    let mut limits = Vec::new();
    if let Some((from, to)) = view.range {
        let words = format!("rows {}–{}", format::count(from + 1), format::count(to));
        limits.push(limit(words, |view| view.range = None));
    }
    for within in &view.within {
        let column = within.column.clone();
        limits.push(limit(heads::words(ui, within), move |view| heads::leave(view, &column)));
    }
    if let Some((column, value)) = &view.group {
        limits.push(limit(format!("{column}: {value}"), |view| view.group = None));
    }
    if let Some(category) = &view.category {
        limits.push(limit(format::category(category), |view| view.category = None));
    }
    if let Some(against) = view.against.filter(|against| *against != Against::default()) {
        let by = ui.scored.with(|scored| {
            scored.as_ref().map_or_else(By::default, |scored| of_board(scored, &view.by))
        });
        let words = filter_words(ui, against, &by);
        limits.push(limit(words, |view| view.against = Some(Against::default())));
    }
    if view.duplicates {
        limits.push(limit("repeated ids".to_owned(), |view| view.duplicates = false));
    }
    limits
}

/// Filters by outcome and text.
fn outcome_limits(view: &View) -> Vec<Limit> {
    let mut limits = Vec::new();
    if !view.text.is_empty() {
        limits.push(limit(format!("“{}”", view.text), |view| view.text.clear()));
    }
    let verdicts: Vec<&str> = view.verdicts.iter().map(|one| format::verdict(*one)).collect();
    if !verdicts.is_empty() {
        limits.push(limit(verdicts.join(", "), |view| view.verdicts.clear()));
    }
    let states: Vec<&str> = view.states.iter().map(|one| format::state(*one)).collect();
    if !states.is_empty() {
        limits.push(limit(states.join(", "), |view| view.states.clear()));
    }
    if let Some(class) = view.class {
        limits.push(limit(format::class(class).to_owned(), |view| view.class = None));
    }
    if let Some(across) = view.across {
        limits.push(limit(format::across(across).to_owned(), |view| view.across = None));
    }
    if let Some(note) = view.note {
        limits.push(limit(note.name().replace('_', " "), |view| view.note = None));
    }
    limits
}

/// What is said where no row is left: which filter to give up, with what there is without it.
pub fn relief(ui: Ui) -> AnyView {
    let view = ui.view.get_untracked();
    let limits = outcome_limits(&view).into_iter().chain(limits(ui, &view));
    let without: Vec<(String, View)> = limits
        .map(|(words, leave)| {
            let mut without = view.clone();
            leave(&mut without);
            (words, without)
        })
        .collect();
    let ways = RwSignal::new(Vec::<(String, View, u64)>::new());
    let views = without.iter().map(|(_, view)| view.clone()).collect();
    ui.ask(&Request::Count { views }, move |(reply, _)| {
        if let Ok(Reply::Counted { totals }) = reply {
            let found = without.into_iter().zip(totals).filter(|(_, total)| *total > 0);
            ways.try_set(found.map(|((words, view), total)| (words, view, total)).collect());
        }
    });
    let buttons = move || -> Vec<AnyView> {
        let way = |(words, view, total): (String, View, u64)| {
            let words = format!("Drop {words}: {}", format::counted(total, "question"));
            button("", words, move || {
                // The field is the user's; what is given up here goes out of it.
                ui.show(|now| *now = view.clone());
            })
        };
        ways.get().into_iter().map(way).collect()
    };
    view! {
        <p class="none">"No question passes these filters."</p>
        <p class="row-of-buttons">{move || buttons()}</p>
    }
    .into_any()
}

/// Filters set elsewhere on the page, each with a way out, and "clear filters".
fn active(ui: Ui) -> AnyView {
    let view = ui.view.get();
    let mut chips = Vec::new();
    if !view.text.is_empty() {
        let words = format!("with “{}”", view.text);
        chips.push(view! { <span class="paper-only"><bdi>{words}</bdi></span> }.into_any());
    }
    let limits = limits(ui, &view).into_iter();
    chips.extend(limits.map(|(words, change)| leave(ui, words, change)));
    let clear = (!is_all(&view)).then(|| button("link", "Show all", move || ui.show_all()));
    view! { {chips} {clear} }.into_any()
}

fn leave(ui: Ui, words: String, change: Box<dyn Fn(&mut View)>) -> AnyView {
    let label = format!("Remove the filter {words}");
    let words = view! { <bdi>{words}</bdi> };
    button::leave(label, words.into_any(), move || ui.show(&change))
}

/// The head of a column that sorts.
pub fn head(ui: Ui, words: String, class: &'static str, sort: Sort) -> AnyView {
    let of_order = sort.clone();
    let bars = heads::bars(ui, sort.clone());
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
        <div role="columnheader" class=class aria-sort=move || order()>
            <button class="sorter" title=title on:click=click>{words} <span aria-hidden="true">{arrow}</span></button>
            {bars}
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
