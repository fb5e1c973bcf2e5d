//! The selected run beside the baseline: the sentence, two fingerprints with the flips between them, and
//! the flip table, each cell of which opens its questions.

use crate::format;
use crate::prelude::*;
use crate::problems::list;
use crate::questions::SECTION;
use crate::runs::on_board;
use crate::state::Ui;
use crate::strip::{self, Strip};
use crate::strip_draw::{self, Colours};
use crate::widgets::dom;
use scoredrop::diagnostic::Diagnostic;
use scoredrop::protocol::{Against, By, Flip, FlipStripe, Pair, Reply, Request};
use wasm_bindgen::JsCast;
use web_sys::HtmlCanvasElement;

/// The filter by the texts that are compared, before any of their words are made alike.
const DIFFERENT: &str = "answers written differently";

/// Two runs that are looked at together.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Two {
    a: u32,
    b: u32,
    by: By,
    /// On which questions they are compared already, by that metric.
    compared: Option<String>,
}

/// The pair, where a run is selected that is not the baseline.
pub fn pair(ui: Ui) -> AnyView {
    let two = Memo::new(move |_| {
        let scored = ui.scored.read();
        let scored = scored.as_ref()?;
        let (a, b) = (ui.run.get(), scored.baseline);
        let there = (a as usize) < scored.runs.len() && (b as usize) < scored.runs.len();
        let by = ui.by.get();
        let compared = on_board(scored, &by).map(|board| board.questions.clone());
        (a != b && there).then_some(Two { a, b, by, compared })
    });
    let found = RwSignal::new(None::<Pair>);
    let problems = RwSignal::new(Vec::<Diagnostic>::new());
    let brushed = Strip::new(ui);
    let width = brushed.width;
    effect(move || {
        ui.score.track();
        let Some(Two { a, b, by, .. }) = two.get() else { return };
        #[allow(clippy::cast_sign_loss, reason = "a width")]
        let stripes = width.get().max(1.0) as u32;
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
    let is_there = Memo::new(move |_| two.get().is_some());
    let content = move || {
        is_there.get().then(|| {
            view! {
                {move || list(&problems.read())}
                {region(ui, two, found, brushed)}
            }
        })
    };
    content.into_any()
}

fn region(
    ui: Ui,
    two: Memo<Option<Two>>,
    found: RwSignal<Option<Pair>>,
    brushed: Strip,
) -> AnyView {
    let width = brushed.width;
    let canvases = [NodeRef::new(), NodeRef::new(), NodeRef::new()];
    let theme = strip::theme_changes();
    effect(move || {
        theme.track();
        let (found, width) = (found.read(), width.get());
        let Some(pair) = found.as_ref() else { return };
        let [a, flips, b] =
            canvases.map(|node| node.get().map(JsCast::unchecked_into::<HtmlCanvasElement>));
        let colours = Colours::read();
        if let (Some(a), Some(flips), Some(b)) = (a, flips, b) {
            strip_draw::paint(&a, &pair.strip_a, width, &colours);
            strip_draw::paint_flips(&flips, &pair.flips, width, &colours);
            strip_draw::paint(&b, &pair.strip_b, width, &colours);
        }
    });
    let name = move |run: u32| {
        let scored = ui.scored.read();
        let card = scored.as_ref().and_then(|scored| scored.runs.get(run as usize));
        card.map_or_else(String::new, |card| format::short(&card.name))
    };
    let names = Memo::new(move |_| {
        two.get().map_or_else(Default::default, |two| (name(two.a), name(two.b)))
    });
    let title = move || {
        let (a, b) = names.get();
        view! { <bdi>{a}</bdi> " against " <bdi>{b}</bdi> }
    };
    // Nothing of another pair stands there while this one is fetched.
    let shown = move || {
        let two = two.get()?;
        found.get().filter(|pair| (pair.a, pair.b, &pair.by) == (two.a, two.b, &two.by))
    };
    let words = move || {
        let pair = shown()?;
        let words = pair.sentence.unwrap_or_else(|| "…".to_owned());
        Some(view! { <p class="pair-words"><bdi>{words}</bdi></p> })
    };
    let tested = move || {
        let words = shown()?.tested?;
        Some(view! { <p class="muted pair-test"><bdi>{words}</bdi></p> })
    };
    let table = move || shown().map(|pair| flips(ui, &pair, &names.get()));
    let label = move |first: bool| {
        let (a, b) = names.get();
        if first { a } else { b }
    };
    // The strips are the fingerprints of the runs, whatever they are compared by.
    let between = move || {
        let headline = ui.scored.with(|scored| {
            let first = scored.as_ref()?.runs.first()?.aggregates.first()?;
            Some(first.metric.clone())
        });
        let other = shown()
            .filter(|pair| Some(&pair.metric) != headline.as_ref())
            .map(|pair| format!(" by {}", format::metric(&pair.metric)));
        match (other, headline) {
            (Some(other), Some(headline)) => {
                format!(
                    "both by {}, between them where they part{other}",
                    format::metric(&headline)
                )
            }
            _ => "between them where they part".to_owned(),
        }
    };
    let spoken = Callback::new(move |()| {
        let (a, b) = names.get();
        format!("{a} against {b}, in file order. Arrow keys move, with Shift they select.")
    });
    let told = Callback::new(move |(from, to)| parts(found.read().as_ref(), from, to));
    let strips = view! {
        <canvas class="pair-strip" node_ref=canvases[0] aria-hidden="true"></canvas>
        <canvas class="pair-flips" node_ref=canvases[1] aria-hidden="true"></canvas>
        <canvas class="pair-strip" node_ref=canvases[2] aria-hidden="true"></canvas>
    };
    view! {
        <section class="pair" aria-labelledby="pair-title">
            <h2 id="pair-title">{title}</h2>
            {words}
            {tested}
            <p class="muted"><bdi>{move || label(true)}</bdi></p>
            {brushed.frame("pair-strips", spoken, told, strips.into_any())}
            <p class="muted">
                <bdi>{move || label(false)}</bdi>
                " · "
                {between}
                ": up where the first is better, down where the second is"
            </p>
            {table}
        </section>
    }
    .into_any()
}

/// Where the runs part from one stripe to another, in words.
fn parts(pair: Option<&Pair>, from: usize, to: usize) -> String {
    let flips = pair.map_or(&[][..], |pair| &pair.flips);
    let sum =
        |of: fn(&FlipStripe) -> u32| -> u32 { flips.iter().take(to + 1).skip(from).map(of).sum() };
    let (first, second) = (sum(|stripe| stripe.only_a), sum(|stripe| stripe.only_b));
    format!("the first is better on {first}, the second on {second}")
}

/// The flip table, and how many answers differ.
fn flips(ui: Ui, pair: &Pair, (a, b): &(String, String)) -> AnyView {
    let cell = |flip: Flip, count: u64, words: &'static str| {
        let pressed = move || ui.view.read().against.is_some_and(|one| one.flip == Some(flip));
        let click = move |_| {
            let was = pressed();
            change(ui, |against| against.flip = (!was).then_some(flip));
        };
        view! {
            <button
                class="chip"
                aria-pressed=move || pressed().to_string()
                on:click=click
            >
                {words}
                " "
                <strong>{format::count(count)}</strong>
            </button>
        }
        .into_any()
    };
    let different = {
        let count = pair.different;
        let pressed = move || ui.view.read().against.is_some_and(|one| one.different);
        let click = move |_| {
            let was = pressed();
            change(ui, |against| against.different = !was);
        };
        view! {
            <button
                class="chip"
                aria-pressed=move || pressed().to_string()
                on:click=click
            >
                {DIFFERENT}
                " "
                <strong>{format::count(count)}</strong>
            </button>
        }
        .into_any()
    };
    let left_out = (pair.left_out > 0).then(|| {
        format!("{} without a value in either left out", format::counted(pair.left_out, "question"))
    });
    let cells = if pair.graded {
        view! {
            <div class="row-of-buttons" role="group" aria-label="Questions by both runs">
                {cell(Flip::OnlyA, pair.only_a, "first better")}
                {cell(Flip::OnlyB, pair.only_b, "second better")}
                {cell(Flip::Both, pair.both, "the same")}
                {cell(Flip::Neither, pair.neither, "both at the worst")}
            </div>
        }
    } else {
        view! {
            <div class="runs-frame">
            <table class="plain flips">
                <caption class="unseen">"Questions by both runs"</caption>
                <thead>
                    <tr>
                        <td></td>
                        <th scope="col"><bdi>{b.clone()}</bdi> " right"</th>
                        <th scope="col"><bdi>{b.clone()}</bdi> " wrong"</th>
                    </tr>
                </thead>
                <tbody>
                    <tr>
                        <th scope="row"><bdi>{a.clone()}</bdi> " right"</th>
                        <td>{cell(Flip::Both, pair.both, "both right")}</td>
                        <td>{cell(Flip::OnlyA, pair.only_a, "only first")}</td>
                    </tr>
                    <tr>
                        <th scope="row"><bdi>{a.clone()}</bdi> " wrong"</th>
                        <td>{cell(Flip::OnlyB, pair.only_b, "only second")}</td>
                        <td>{cell(Flip::Neither, pair.neither, "both wrong")}</td>
                    </tr>
                </tbody>
            </table>
            </div>
        }
    };
    view! {
        {cells}
        <p class="row-of-buttons">
            {different}
            <span class="muted">{left_out}</span>
        </p>
    }
}

/// Asks for other rows with regard to the baseline, and shows them.
fn change(ui: Ui, change: impl FnOnce(&mut Against)) {
    ui.show(|view| {
        let mut against = view.against.unwrap_or_default();
        change(&mut against);
        view.against = (against.flip.is_some() || against.different).then_some(against);
    });
    dom::reveal(SECTION);
}

/// A filter with regard to the baseline, in words.
pub fn words(against: Against, by: &By) -> String {
    let flip = against.flip.map(|flip| match flip {
        Flip::Both => "both the same",
        Flip::OnlyA => "only this run",
        Flip::OnlyB => "only the baseline",
        Flip::Neither => "both wrong",
        Flip::Apart => "runs part",
    });
    let different = against.different.then_some(DIFFERENT);
    let mut words = flip.into_iter().chain(different).collect::<Vec<_>>().join(", ");
    if let Some(metric) = by.metric.as_ref().filter(|_| flip.is_some()) {
        words.extend([" by ", &format::metric(metric)]);
    }
    words.push_str(if by.common { ", where every run has a prediction" } else { "" });
    words
}
