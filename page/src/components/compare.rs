//! The selected run beside the one that all are compared with: two fingerprints with the flips between
//! them, what came of comparing them, and both answers to every question.

use crate::components::charts::{Figure, differences};
use crate::components::checks::list;
use crate::components::questions::{Questions, SECTION};
use crate::components::runs::on_board;
use crate::components::strip::{self, Strip, marked_by};
use crate::components::strip_draw::{self, Colours};
use crate::components::tokens;
use crate::prelude::*;
use crate::store::beside;
use crate::widgets::button::chip;
use itertools::Itertools as _;
use scoredrop::aggregate::compare::Shown;
use scoredrop::aggregate::leaderboard::{Scope, Versus};
use scoredrop::aggregate::words::p_value;
use scoredrop::base::diagnostic::Diagnostic;
use scoredrop::session::protocol::{
    Against, By, Flip, FlipStripe, Matrix, Pair, PairCell, Reply, Request, Scored, Sort,
};
use wasm_bindgen::JsCast as _;

const ALL_PAIRS: &str = "All pairs";
const ANSWERS_WRITTEN_DIFFERENTLY: &str = "answers written differently";
const QUESTIONS_BY_BOTH_RUNS: &str = "Questions by both runs";
const RIGHT: &str = " right";
const WRONG: &str = " wrong";

#[derive(Clone, Debug, PartialEq, Eq)]
struct Two {
    a: u32,
    b: u32,
    by: By,
    /// On which questions they are compared already, by that metric.
    compared: Option<Scope>,
}

/// What is known of the two runs that are looked at: shared by their strips and their tab.
#[derive(Clone, Copy)]
pub struct Pairing {
    two: Memo<Option<Two>>,
    found: RwSignal<Option<Pair>>,
    problems: RwSignal<Vec<Diagnostic>>,
    brushed: Strip,
}

impl Pairing {
    /// Asks for the pair, where a run is selected that is not the baseline.
    pub fn new(ui: Ui) -> Self {
        let two = Memo::new(move |_| {
            let scored = ui.scored.read();
            let scored = scored.as_ref()?;
            let (a, b) = (beside(scored, ui.run.get()), scored.baseline);
            let there = (a as usize) < scored.runs.len() && (b as usize) < scored.runs.len();
            let by = ui.by.get();
            let compared = on_board(scored, &by).map(|board| board.scope);
            (a != b && there).then_some(Two { a, b, by, compared })
        });
        let found = RwSignal::new(None::<Pair>);
        let problems = RwSignal::new(Vec::<Diagnostic>::new());
        let brushed = Strip::new(ui);
        // Both strips fill while programs run.
        let left = ui.watch_programs();
        effect(move || {
            ui.score.track();
            left.get();
            let Some(Two { a, b, by, .. }) = two.get() else { return };
            #[allow(clippy::cast_sign_loss, reason = "a width")]
            let stripes = brushed.width.get().max(1.0) as u32;
            ui.ask(&Request::Pair { a, b, stripes, by }, move |(reply, _)| {
                ui.looked();
                match reply {
                    Ok(Reply::Pair(pair)) => {
                        brushed.stripes.try_set(pair.strip_a.clone());
                        found.try_set(Some(*pair));
                        problems.try_set(Vec::new());
                    }
                    Ok(_) => {}
                    // Counts of before would be those of other runs or another score.
                    Err(wrong) => {
                        brushed.stripes.try_set(Vec::new());
                        found.try_set(None);
                        problems.try_set(wrong);
                    }
                }
            });
        });
        Self { two, found, problems, brushed }
    }

    /// The pair as it is shown: nothing of another one stands there while this one is fetched.
    pub fn shown(self) -> Option<Pair> {
        let two = self.two.get()?;
        self.found.get().filter(|pair| (pair.a, pair.b, &pair.by) == (two.a, two.b, &two.by))
    }

    pub fn names(self, ui: Ui) -> Memo<(String, String)> {
        let name = move |run: u32| {
            let scored = ui.scored.read();
            scored.as_ref().map(|one| format::run_name(one, run as usize)).unwrap_or_default()
        };
        Memo::new(move |_| {
            self.two.get().map_or_else(Default::default, |two| (name(two.a), name(two.b)))
        })
    }
}

/// The strips of two runs, and between them where they differ.
#[component]
pub fn PairStrips() -> impl IntoView {
    let ui = Ui::here();
    let pairing = expect_context::<Pairing>();
    let is_there = Memo::new(move |_| pairing.two.get().is_some());
    view! {
        <Show when=move || is_there.get()>
            {move || list(&pairing.problems.read())}
            {strips(ui, pairing)}
        </Show>
    }
}

fn strips(ui: Ui, pairing: Pairing) -> impl IntoView {
    let Pairing { found, brushed, .. } = pairing;
    let width = brushed.width;
    let canvases = [NodeRef::<html::Canvas>::new(), NodeRef::new(), NodeRef::new()];
    let theme = strip::theme_changes();
    effect(move || {
        theme.track();
        let (found, width) = (found.read(), width.get());
        let Some(pair) = found.as_ref() else { return };
        let [a, flips, b] = canvases.map(|node| node.get());
        let colours = Colours::read();
        if let (Some(a), Some(flips), Some(b)) = (a, flips, b) {
            strip_draw::paint(&a, &pair.strip_a, width, &colours);
            strip_draw::paint_flips(&flips, &pair.flips, width, &colours);
            strip_draw::paint(&b, &pair.strip_b, width, &colours);
        }
    });
    let names = pairing.names(ui);
    let label = move |first: bool| {
        let (a, b) = names.get();
        if first { a } else { b }
    };
    // The strips are the fingerprints of the runs, whatever they are compared by.
    let by = move || {
        let (headline, others) =
            ui.scored.with(|scored| marked_by(scored.as_ref()?.runs.first()?))?;
        let other = pairing.shown().filter(|pair| pair.metric != headline);
        let middle = other.map(|pair| pair.metric);
        Some(words::marked_by(&headline, others.as_deref(), middle.as_deref()))
    };
    let spoken = Callback::new(move |()| {
        let (a, b) = names.get();
        format!(
            "{a} against {b}, in file order. Arrow keys move, with Shift they select; Enter \
             selects the current place."
        )
    });
    let told = Callback::new(move |(from, to)| parts(found.read().as_ref(), from, to));
    let drawn = view! {
        <canvas class="pair-strip" node_ref=canvases[0] aria-hidden="true"></canvas>
        <canvas class="pair-flips" node_ref=canvases[1] aria-hidden="true"></canvas>
        <canvas class="pair-strip" node_ref=canvases[2] aria-hidden="true"></canvas>
    };
    view! {
        <section class="pair" aria-label="Where the runs differ">
            <p class="muted"><bdi>{move || label(true)}</bdi></p>
            {brushed.frame("pair-strips", spoken, told, drawn.into_any())}
            <p class="muted">
                <bdi>{move || label(false)}</bdi>
                <span class="strip-caption">
                    " · middle: questions where they differ (up: "
                    <bdi>{move || label(true)}</bdi>
                    " better) · "
                    {move || by()}
                </span>
            </p>
        </section>
    }
}

/// Two runs side by side: what came of comparing them, the flip table, and both answers to each
/// question.
#[component]
pub fn Compare() -> impl IntoView {
    let ui = Ui::here();
    let pairing = expect_context::<Pairing>();
    let names = pairing.names(ui);
    let words = move || {
        let pair = pairing.shown()?;
        let words = pair.sentence.unwrap_or_else(|| "…".to_owned());
        Some(view! { <p class="pair-words"><bdi>{words}</bdi></p> })
    };
    let tested = move || {
        let words = pairing.shown()?.tested?;
        Some(view! { <p class="muted pair-test"><bdi>{words}</bdi></p> })
    };
    let table = move || pairing.shown().map(|pair| flips(ui, &pair, &names.get()));
    view! {
        <section class="compare" aria-label="Two runs side by side">
            {tokens::tokens(ui)}
            <div class="pair-told">
                <div>
                    {move || words()}
                    {move || tested()}
                    {move || by_group(ui)}
                </div>
                <div>{move || table()}</div>
            </div>
            {all_pairs(ui)}
        </section>
        <Questions compare=true/>
    }
}

/// Every run against every other, on demand.
fn all_pairs(ui: Ui) -> impl IntoView {
    let is_open = RwSignal::new(false);
    let found = RwSignal::new(None::<Matrix>);
    let is_any =
        Memo::new(move |_| ui.scored.read().as_ref().is_some_and(|one| one.runs.len() > 2));
    let asked = Memo::new(move |_| (is_open.get() && is_any.get()).then(|| ui.by.get()));
    effect(move || {
        ui.score.track();
        let Some(by) = asked.get() else { return };
        ui.ask(&Request::Matrix { by }, move |(reply, _)| {
            ui.looked();
            if let Ok(Reply::Matrix(matrix)) = reply {
                found.try_set(Some(*matrix));
            }
        });
    });
    let content = move || {
        let (scored, matrix) = (ui.scored.get()?, found.get()?);
        let is_this = asked.get().as_ref() == Some(&matrix.by)
            && matrix.runs.iter().all(|run| (*run as usize) < scored.runs.len());
        is_this.then(|| matrix_of(ui, &scored, &matrix))
    };
    let toggle = move |event: web_sys::Event| {
        let details = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        is_open.set(details.is_some_and(|details| details.has_attribute("open")));
    };
    view! {
        <Show when=move || is_any.get()>
            <details class="more" on:toggle=toggle>
                <summary>{ALL_PAIRS}</summary>
                {move || content().unwrap_or_else(|| view! { <p class="muted">"…"</p> }.into_any())}
            </details>
        </Show>
    }
}

/// A row and a column for each run, the best first; each cell compares its row with its column.
fn matrix_of(ui: Ui, scored: &Scored, matrix: &Matrix) -> AnyView {
    let drawn = tokens::drawn(ui, scored);
    let is_drawn = |place: &usize| drawn.contains(&(matrix.runs[*place] as usize));
    let places: Vec<usize> = (0..matrix.runs.len()).filter(is_drawn).collect();
    let head = |place: &usize| view! { <th scope="col" class="number">{place + 1}</th> }.into_any();
    let heads: Vec<AnyView> = places.iter().map(head).collect();
    let cell = |row: usize, column: usize| {
        let is = |a: usize, b: usize| {
            move |cell: &&PairCell| (cell.a as usize, cell.b as usize) == (a, b)
        };
        let forward = matrix.cells.iter().find(is(row, column));
        let found = forward.or_else(|| matrix.cells.iter().find(is(column, row)));
        let Some(found) = found else { return view! { <td></td> }.into_any() };
        versus_cell(&matrix.metric, &found.versus, forward.is_some())
    };
    let line = |row: &usize| {
        let row = *row;
        let cells: Vec<AnyView> = places.iter().map(|column| cell(row, *column)).collect();
        let name = format::run_name(scored, matrix.runs[row] as usize);
        view! {
            <tr>
                <th scope="row">{row + 1} " " <bdi>{name}</bdi></th>
                {cells}
            </tr>
        }
        .into_any()
    };
    let lines: Vec<AnyView> = places.iter().map(line).collect();
    let words = format!(
        "{}: row minus column. ▲ better, ▼ worse, no mark: no clear difference. p is corrected \
         for all {} pairs.",
        format::metric(&matrix.metric),
        format::count(matrix.cells.len() as u64)
    );
    view! {
        <p class="muted">{words}</p>
        <div class="runs-frame whole" role="group" tabindex="0" aria-label=ALL_PAIRS>
            <table class="plain matrix">
                <thead><tr><td></td>{heads}</tr></thead>
                <tbody>{lines}</tbody>
            </table>
        </div>
    }
    .into_any()
}

/// The difference of two runs, or of the same the other way round, and the corrected p value.
fn versus_cell(metric: &str, versus: &Versus, forward: bool) -> AnyView {
    let sign = if forward { 1.0 } else { -1.0 };
    let mark = match (versus.verdict, forward) {
        (Shown::NotShown, _) => "",
        (Shown::ABetter, true) | (Shown::BBetter, false) => "▲ ",
        (Shown::ABetter, false) | (Shown::BBetter, true) => "▼ ",
    };
    let difference = versus.difference.map(|one| format::difference(metric, sign * one));
    let p = versus.p_adjusted.map(p_value);
    view! {
        <td class="number" class:muted=versus.verdict == Shown::NotShown title=versus.sentence.clone()>
            {mark} {difference} <small>{p}</small>
        </td>
    }
    .into_any()
}

/// By how much they differ in each group, on demand.
fn by_group(ui: Ui) -> Option<AnyView> {
    let figures: Vec<AnyView> = differences(ui).into_iter().map(Figure::view).collect();
    (!figures.is_empty()).then(|| {
        view! {
            <details class="more">
                <summary>"Differences by group"</summary>
                <div class="charts">{figures}</div>
            </details>
        }
        .into_any()
    })
}

/// Where the runs part from one stripe to another, in words.
fn parts(pair: Option<&Pair>, from: usize, to: usize) -> String {
    let flips = pair.map_or(&[][..], |pair| &pair.flips);
    let sum =
        |of: fn(&FlipStripe) -> u32| -> u32 { flips.iter().take(to + 1).skip(from).map(of).sum() };
    let (first, second) = (sum(|stripe| stripe.only_a), sum(|stripe| stripe.only_b));
    words::parted(first, second)
}

/// The flip table, and how many answers differ.
fn flips(ui: Ui, pair: &Pair, (a, b): &(String, String)) -> impl IntoView + use<> {
    let cell = |flip: Flip, count: u64, words: String| {
        let pressed = move || ui.view.read().against.is_some_and(|one| one.flip == Some(flip));
        let words = view! { <bdi>{words}</bdi> " " <strong>{format::count(count)}</strong> };
        chip(words.into_any(), pressed, move || {
            change(ui, |against| {
                against.flip = if against.flip == Some(flip) { None } else { Some(flip) };
            });
        })
    };
    let words = view! { {ANSWERS_WRITTEN_DIFFERENTLY} " " <strong>{format::count(pair.different)}</strong> };
    let is_different = move || ui.view.read().against.is_some_and(|one| one.different);
    let different = chip(words.into_any(), is_different, move || {
        change(ui, |against| against.different = !against.different);
    });
    let left_out = (pair.left_out > 0).then(|| words::without_value(pair.left_out));
    let [both, only_a, only_b, neither] = words::flip_cells(pair.graded, a, b);
    let cells = if pair.graded {
        view! {
            <div class="row-of-buttons" role="group" aria-label=QUESTIONS_BY_BOTH_RUNS>
                {cell(Flip::OnlyA, pair.only_a, only_a)}
                {cell(Flip::OnlyB, pair.only_b, only_b)}
                {cell(Flip::Both, pair.both, both)}
                {cell(Flip::Neither, pair.neither, neither)}
            </div>
        }
        .into_any()
    } else {
        view! {
            <div class="flips-frame">
            <table class="plain flips">
                <caption class="unseen">{QUESTIONS_BY_BOTH_RUNS}</caption>
                <thead>
                    <tr>
                        <td></td>
                        <th scope="col"><bdi>{b.clone()}</bdi> {RIGHT}</th>
                        <th scope="col"><bdi>{b.clone()}</bdi> {WRONG}</th>
                    </tr>
                </thead>
                <tbody>
                    <tr>
                        <th scope="row"><bdi>{a.clone()}</bdi> {RIGHT}</th>
                        <td>{cell(Flip::Both, pair.both, both)}</td>
                        <td>{cell(Flip::OnlyA, pair.only_a, only_a)}</td>
                    </tr>
                    <tr>
                        <th scope="row"><bdi>{a.clone()}</bdi> {WRONG}</th>
                        <td>{cell(Flip::OnlyB, pair.only_b, only_b)}</td>
                        <td>{cell(Flip::Neither, pair.neither, neither)}</td>
                    </tr>
                </tbody>
            </table>
            </div>
        }
        .into_any()
    };
    view! {
        {cells}
        <p class="row-of-buttons">
            {different}
            {closest(ui)}
            <span class="muted">{left_out}</span>
        </p>
    }
}

/// The order that opens with the tab: the questions on which the runs are least apart before the others.
fn closest(ui: Ui) -> AnyView {
    let pressed = move || ui.view.read().sort == Sort::Apart;
    chip("closest first".into_any(), pressed, move || {
        ui.show(|view| {
            view.sort = if view.sort == Sort::Apart { Sort::File } else { Sort::Apart };
            view.descending = false;
        });
    })
}

/// Asks for other rows with regard to the baseline, and shows them.
fn change(ui: Ui, change: impl FnOnce(&mut Against)) {
    ui.show(|view| {
        let mut against = view.against.unwrap_or_default();
        change(&mut against);
        view.against = Some(against);
    });
    dom::reveal(SECTION);
}

/// A filter with regard to the baseline, in words.
pub fn filter_words(ui: Ui, against: Against, by: &By) -> String {
    let cells = ui.selected().map(|(scored, run)| {
        let pair = [run, scored.baseline as usize].map(|run| scored.runs[run].short_name.clone());
        let head = scored.runs[run].figures.aggregates.first().map(|head| &head.metric);
        let is_graded = by.metric.as_ref().or(head).is_some_and(|id| format::is_graded(id));
        words::flip_cells(is_graded, &pair[0], &pair[1])
    });
    let [both, only_a, only_b, neither] = cells.unwrap_or_default();
    let flip = against.flip.map(|flip| match flip {
        Flip::Both => both,
        Flip::OnlyA => only_a,
        Flip::OnlyB => only_b,
        Flip::Neither => neither,
        Flip::Apart => "where they differ".to_owned(),
    });
    let different = against.different.then(|| ANSWERS_WRITTEN_DIFFERENTLY.to_owned());
    let mut words = flip.into_iter().chain(different).join(", ");
    if let Some(metric) = by.metric.as_ref().filter(|_| against.flip.is_some()) {
        words += &[" by ", &*format::metric_in_text(metric)].concat();
    }
    words.push_str(if by.common { ", where every run has a prediction" } else { "" });
    words
}
