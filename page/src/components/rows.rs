//! The rows of the question table: only those in view exist, fetched page by page.

use crate::components::cells::{cells, head_row};
use crate::components::checks::list;
use crate::components::detail::detail;
use crate::components::questions::{self, Columns, GRID};
use crate::prelude::*;
use crate::store::OpenRow;
use crate::widgets::windowing::{Slice, Windowing};
use scoredrop::base::digits::fixed;
use scoredrop::session::protocol::{By, Reply, Request, Row, View};

/// Rows asked for at once.
const PAGE: u64 = 100;
/// Pages kept; the farthest go first.
const KEPT: usize = 24;
/// Rows made beyond the edge of the view.
const SPARE: u64 = 4;

/// Pages of rows by number; `None` while on their way.
type Pages = Vec<(u64, Option<Vec<Row>>)>;

/// What is on the screen: rows by their place in the view, and the open detail by its gold row.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Item {
    Row(u64),
    Detail(u64),
}

#[derive(Clone, Copy)]
struct Grid {
    ui: Ui,
    pages: RwSignal<Pages>,
    /// Counts up when all pages are void.
    epoch: RwSignal<u32>,
    scroll: RwSignal<f64>,
    port: RwSignal<f64>,
    /// The height of head and port together.
    tall: RwSignal<f64>,
    panel: RwSignal<f64>,
    row: RwSignal<f64>,
    /// The place of a row that was asked to open before it had arrived.
    wanted: StoredValue<Option<u64>>,
    node: NodeRef<html::Div>,
}

pub fn rows(ui: Ui, columns: Memo<Columns>) -> impl IntoView {
    let grid = Grid {
        ui,
        pages: RwSignal::default(),
        epoch: RwSignal::new(0),
        scroll: RwSignal::new(0.0),
        port: RwSignal::new(0.0),
        tall: RwSignal::new(0.0),
        panel: RwSignal::new(0.0),
        row: RwSignal::new(row_height()),
        wanted: StoredValue::new(None),
        node: NodeRef::new(),
    };
    // Rows are higher where a window is narrow.
    on_window("resize", move |_: web_sys::Event| {
        if row_height() != grid.row.get_untracked() {
            grid.row.set(row_height());
        }
    });
    let head_node = NodeRef::<html::Div>::new();
    dom::watch_size(
        move || grid.node.get(),
        move |_, height| {
            let head = head_node.get_untracked().map_or(0, |head| head.offset_height());
            grid.tall.set(height);
            grid.port.set((height - f64::from(head)).max(0.0));
        },
    );
    let slice = Memo::new(move |_| grid.windowing().slice(SPARE));
    grid.refresh_on_change();
    effect(move || grid.fetch(slice.get()));
    effect(move || grid.follow_cursor());
    let items = move || {
        let slice = slice.get();
        let open = ui.open.get();
        let mut items = Vec::new();
        for place in slice.from..slice.to {
            items.push(Item::Row(place));
            if let Some(open) = open.filter(|open| open.place == place) {
                items.push(Item::Detail(open.row));
            }
        }
        items
    };
    // Whether there are questions, and whether they stand for ids that there are not.
    let texts = Memo::new(move |before: Option<&(bool, bool)>| {
        let pages = grid.pages.read();
        let mut rows = pages.iter().filter_map(|(_, rows)| rows.as_ref()).flatten().peekable();
        // Between two views nothing is known; the column stays, and the focus on its head.
        if rows.peek().is_none() {
            return before.copied().unwrap_or_default();
        }
        let are_ids = rows.clone().all(|row| row.question.as_ref() == Some(&row.id));
        (rows.any(|row| row.question.is_some()), are_ids)
    });
    let empty = move || {
        let none = ui.rows.get() == 0 && grid.with_page(0, |rows| rows.is_some());
        (none && ui.counted.get()).then(|| questions::relief(ui))
    };
    // What is out of sight is not on paper either.
    let on_paper = move || {
        let (from, to) = grid.windowing().seen();
        let all = ui.rows.get();
        (to - from < all).then(|| {
            let [from, to, all] = [from + 1, to, all].map(format::count);
            view! { <p class="muted paper-only">{format!("Rows {from} to {to} of {all}; the CSV has all.")}</p> }
        })
    };
    view! {
        {move || list(&ui.no_rows.read())}
        {move || on_paper()}
        <div
            id=GRID
            class="grid"
            class:questionless=move || !texts.get().0
            class:idless=move || !columns.read().has_id || texts.get().1
            class:paired=move || columns.read().compare
            class:of-code=move || columns.read().code
            style=("--tall", move || pixels(grid.tall.get()))
            style=("--metrics", move || columns.read().metrics.len().max(1).to_string())
            style=("--metrics-narrow", move || columns.read().metrics.len().clamp(1, 2).to_string())
            role="treegrid"
            aria-label=words::QUESTIONS
            aria-rowcount=move || (ui.rows.get() + 1).to_string()
            aria-activedescendant=move || ui.cursor.get().map(row_id)
            tabindex="0"
            node_ref=grid.node
            on:scroll=move |_| grid.read_scroll()
            on:keydown=move |event| grid.press(&event)
        >
            <div role="rowgroup" class="grid-head" node_ref=head_node>
                {move || head_row(ui, &columns.get())}
            </div>
            <div
                role="rowgroup"
                class="grid-space"
                style:height=move || pixels(grid.windowing().height())
            >
                <div
                    role="presentation"
                    class="grid-layer"
                    style:top=move || pixels(slice.get().top)
                >
                    <For
                        each=items
                        key=|item| *item
                        children=move |item| match item {
                            Item::Row(place) => grid.row(place, columns),
                            Item::Detail(row) => grid.panel(row),
                        }
                    />
                </div>
            </div>
        </div>
        {move || empty()}
    }
}

/// The view as far as rows depend on it.
fn of_rows(view: &View) -> View {
    let by = if view.against.is_some() { view.by.clone() } else { By::default() };
    View { by, ..view.clone() }
}

fn pixels(length: f64) -> String {
    fixed(length, 1) + "px"
}

fn row_height() -> f64 {
    dom::token_pixels("--row").unwrap_or(48.0)
}

fn row_id(place: u64) -> String {
    format!("row-{place}")
}

impl Grid {
    fn windowing(self) -> Windowing {
        Windowing {
            rows: self.ui.rows.get(),
            row: self.row.get(),
            port: self.port.get(),
            scroll: self.scroll.get(),
            open: self.ui.open.get().map(|open| (open.place, self.panel.get())),
        }
    }

    /// A new score or another view makes all pages void; another view starts at its top.
    fn refresh_on_change(self) {
        let view = Memo::new(move |_| of_rows(&self.ui.view.read()));
        Effect::new(move |before: Option<_>| {
            self.ui.score.track();
            let view = view.get();
            if before.is_some_and(|before| before != view) {
                self.scroll_to(0.0);
            }
            self.pages.update(Pages::clear);
            self.wanted.set_value(None);
            self.ui.no_rows.set(Vec::new());
            self.ui.counted.set(false);
            self.epoch.update(|epoch| *epoch += 1);
            view
        });
        // Marks change while programs run; until they are there, rows stay as they were.
        let left = self.ui.watch_programs();
        Effect::new(move |before: Option<u64>| {
            let left = left.get();
            if before.is_some_and(|before| left < before) {
                let kept = self.pages.with_untracked(|pages| {
                    pages.iter().map(|(page, _)| *page).collect::<Vec<_>>()
                });
                for page in kept {
                    self.ask(page);
                }
            }
            left
        });
    }

    fn fetch(self, slice: Slice) {
        self.epoch.track();
        let last = slice.to.saturating_sub(1) / PAGE;
        for page in slice.from / PAGE..=last {
            if self.pages.with_untracked(|pages| pages.iter().any(|(kept, _)| *kept == page)) {
                continue;
            }
            self.pages.update_untracked(|pages| {
                pages.push((page, None));
                forget_farthest(pages, page);
            });
            self.ask(page);
        }
    }

    fn ask(self, page: u64) {
        let epoch = self.epoch.get_untracked();
        let view = self.ui.view.with_untracked(of_rows);
        let request = Request::Rows { view, from: page * PAGE, count: PAGE as u32 };
        self.ui.ask(&request, move |(reply, _)| {
            if self.epoch.try_get_untracked() != Some(epoch) {
                return;
            }
            self.ui.looked();
            match reply {
                Ok(Reply::Rows { total, rows, outcomes, .. }) => {
                    self.ui.outcomes.set(outcomes.map(|found| *found));
                    self.ui.rows.set(total);
                    self.ui.counted.set(true);
                    self.pages.update(|pages| {
                        pages.retain(|(kept, _)| *kept != page);
                        pages.push((page, Some(rows)));
                    });
                    let wanted = self.wanted.get_value();
                    if let Some(place) = wanted.filter(|place| place / PAGE == page) {
                        self.open(place);
                    }
                }
                Ok(_) => {}
                Err(problems) => {
                    // Rows without anything in them would say less than none.
                    if !problems.is_empty() {
                        self.ui.rows.set(0);
                    }
                    self.ui.no_rows.set(problems);
                }
            }
        });
    }

    fn with_row<T>(self, place: u64, read: impl FnOnce(Option<&Row>) -> T) -> T {
        self.with_page(place / PAGE, |rows| {
            read(rows.and_then(|rows| rows.get((place % PAGE) as usize)))
        })
    }

    fn with_page<T>(self, page: u64, read: impl FnOnce(Option<&Vec<Row>>) -> T) -> T {
        let pages = self.pages.read();
        read(pages.iter().find(|(kept, _)| *kept == page).and_then(|(_, rows)| rows.as_ref()))
    }

    fn read_scroll(self) {
        if let Some(node) = self.node.get_untracked() {
            self.scroll.set(f64::from(node.scroll_top()));
        }
    }

    fn scroll_to(self, place: f64) {
        if let Some(node) = self.node.get_untracked() {
            node.set_scroll_top(place as i32);
        }
    }

    /// Keeps the keyboard's row in sight; an open explanation goes along with it.
    fn follow_cursor(self) {
        let Some(cursor) = self.ui.cursor.get() else { return };
        if self.ui.open.get_untracked().is_some_and(|open| open.place != cursor) {
            self.open(cursor);
        }
        if let Some(place) = untrack(|| self.windowing().scroll_to(cursor)) {
            self.scroll_to(place);
        }
    }

    fn press(self, event: &web_sys::KeyboardEvent) {
        // The heads are buttons and have their own keys.
        if event.target() != event.current_target() {
            return;
        }
        let port = (self.port.get_untracked() / self.row.get_untracked()).max(1.0) as i64;
        match event.key().as_str() {
            "ArrowDown" => questions::step(self.ui, 1),
            "ArrowUp" => questions::step(self.ui, -1),
            "PageDown" => questions::step(self.ui, port),
            "PageUp" => questions::step(self.ui, -port),
            "Home" => questions::step(self.ui, i64::MIN),
            "End" => questions::step(self.ui, i64::MAX),
            "Enter" | " " => {
                let place = self.ui.cursor.get_untracked().unwrap_or(0);
                self.open(place);
            }
            _ => return,
        }
        event.prevent_default();
    }

    fn open(self, place: u64) {
        let row = untrack(|| self.with_row(place, |row| row.map(|row| row.row)));
        self.wanted.set_value(row.is_none().then_some(place));
        if let Some(row) = row {
            questions::toggle(self.ui, OpenRow { place, row });
        }
    }

    fn row(self, place: u64, columns: Memo<Columns>) -> AnyView {
        let ui = self.ui;
        let is_open = move || ui.open.get().is_some_and(|open| open.place == place);
        let cells = move || {
            let columns = columns.get();
            self.with_row(place, |row| row.map(|row| cells(row, &columns)))
        };
        let click = move |_| {
            // Whoever drags over text wants to copy it.
            let selection = window().get_selection().ok().flatten();
            if selection.is_none_or(|selection| selection.is_collapsed()) {
                self.open(place);
            }
        };
        view! {
            <div
                id=row_id(place)
                role="row"
                class="grid-row body"
                class:cursor=move || ui.cursor.get() == Some(place)
                aria-rowindex=(place + 2).to_string()
                aria-expanded=move || is_open().to_string()
                on:click=click
            >
                {move || cells()}
            </div>
        }
        .into_any()
    }

    fn panel(self, row: u64) -> AnyView {
        let node = NodeRef::<html::Div>::new();
        dom::watch_size(move || node.get(), move |_, height| self.panel.set(height));
        view! {
            <div role="row" class="grid-detail" node_ref=node>
                <div role="gridcell">{detail(self.ui, row)}</div>
            </div>
        }
        .into_any()
    }
}

/// Keeps the pages around `page`.
fn forget_farthest(pages: &mut Pages, page: u64) {
    while pages.len() > KEPT {
        let farthest = pages.iter().map(|(other, _)| other.abs_diff(page)).max();
        pages.retain(|(other, _)| Some(other.abs_diff(page)) != farthest);
    }
}
