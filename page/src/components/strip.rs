//! The fingerprint strip: one stripe per question, in file order. Brushing it, with the pointer or
//! with the arrow keys, shows only those questions.

use crate::components::compare::PairStrips;
use crate::components::counts::Counts;
use crate::components::marks;
use crate::components::strip_draw::{self, Colours};
use crate::prelude::*;
use crate::widgets::brush::Brush;
use crate::widgets::dom::listen;
use scoredrop::report::model::Stripe;
use scoredrop::session::protocol::{Reply, Request, RunCard, count_of};

/// A strip that can be brushed.
#[derive(Clone, Copy)]
pub struct Strip {
    ui: Ui,
    /// What the brush goes over.
    pub stripes: RwSignal<Vec<Stripe>>,
    /// Its width on the screen, in pixels.
    pub width: RwSignal<f64>,
    brush: Brush,
}

/// The metric that questions are marked by, and the one for those that it has no value for.
pub fn marked_by(run: &RunCard) -> Option<(String, Option<String>)> {
    let mut totals = run.figures.aggregates.iter().filter(|one| one.group.is_none());
    let headline = totals.next()?;
    let others = totals.find(|one| one.metric == "exact_match" && one.n > headline.n);
    Some((headline.metric.clone(), others.map(|one| one.metric.clone())))
}

/// The strip of the run, of several runs those of two that are compared, and where every question went.
#[component]
pub fn Fingerprint() -> impl IntoView {
    let ui = Ui::here();
    let is_alone = Memo::new(move |_| !ui.has_several_runs());
    view! {
        <Show when=move || is_alone.get() fallback=|| view! { <PairStrips/> <Counts/> }>
            <OneStrip/>
        </Show>
    }
}

#[component]
fn OneStrip() -> impl IntoView {
    let ui = Ui::here();
    let strip = Strip::new(ui);
    let canvas = NodeRef::new();
    strip.fetch_on_change();
    let theme = theme_changes();
    effect(move || {
        theme.track();
        if let Some(canvas) = canvas.get() {
            strip_draw::paint(&canvas, &strip.stripes.read(), strip.width.get(), &Colours::read());
        }
    });
    let label = Callback::new(move |()| spoken(ui));
    let told = Callback::new(move |(from, to)| strip.counts(from, to));
    let canvas =
        view! { <canvas class="strip-canvas" node_ref=canvas aria-hidden="true"></canvas> };
    view! {
        <section class="strip" aria-label="All questions at a glance">
            {strip.frame("strip-frame", label, told, canvas.into_any())}
            <div class="strip-foot">
                <Counts/>
                <p class="muted strip-caption">{move || strip.caption()}</p>
            </div>
        </section>
    }
}

/// Pixels that one question gets at most: with few of them the strip is short, not coarse.
const WIDEST_STRIPE: u64 = 16;
const LEAST_WIDTH: u64 = 240;

pub fn widest(ui: Ui) -> String {
    let questions =
        ui.selected().map_or(0, |(scored, run)| scored.runs[run].figures.reconciliation.gold);
    format!("{}px", (questions * WIDEST_STRIPE).max(LEAST_WIDTH))
}

/// Counts up when the system's colours change, or are those of paper.
pub fn theme_changes() -> RwSignal<u32> {
    let changes = RwSignal::new(0);
    for query in ["(prefers-color-scheme: dark)", "(forced-colors: active)", "print"] {
        let Ok(Some(list)) = window().match_media(query) else { continue };
        listen(list.into(), "change", move |_: web_sys::Event| changes.update(|n| *n += 1));
    }
    changes
}

/// The strip in words, for those who do not see it.
fn spoken(ui: Ui) -> String {
    let Some((scored, run)) = ui.selected() else { return String::new() };
    let run = &scored.runs[run];
    let counts: Vec<String> = marks::VERDICTS
        .iter()
        .map(|verdict| {
            let count = count_of(&run.verdicts, verdict);
            format!("{} {}", format::count(count), format::verdict(*verdict))
        })
        .collect();
    format!(
        "Questions in file order: {}. Arrow keys move, with Shift they select; Enter selects the \
         current bar.",
        counts.join(", ")
    )
}

impl Strip {
    pub fn new(ui: Ui) -> Self {
        let stripes = RwSignal::new(Vec::<Stripe>::new());
        let take = Callback::new(move |ends: Option<(usize, usize)>| {
            let rows = stripes.with_untracked(|stripes| rows_of(stripes, ends));
            if ends.is_none() || rows.is_some() {
                ui.show(|view| view.range = rows);
            }
        });
        let count = Signal::derive(move || stripes.read().len());
        Self { ui, stripes, width: RwSignal::new(0.0), brush: Brush::new(count, take) }
    }

    /// What is brushed, around what is drawn: `told` says in words what questions from one stripe to
    /// another are.
    pub fn frame(
        self,
        class: &'static str,
        label: Callback<(), String>,
        told: Callback<(usize, usize), String>,
        drawn: AnyView,
    ) -> AnyView {
        dom::watch_size(move || self.brush.node.get(), move |width, _| self.width.set(width));
        self.follow();
        let label = Signal::derive(move || label.run(()));
        let value = Signal::derive(move || self.value_text(told));
        let width = Signal::derive(move || widest(self.ui));
        self.brush.view(class, width, label, value, drawn)
    }

    /// The brush lies on the questions that are shown, whoever chose them.
    fn follow(self) {
        effect(move || {
            let range = self.ui.view.read().range;
            self.stripes.track();
            if self.brush.is_dragging.get_untracked() || self.rows() == range {
                return;
            }
            self.brush.ends.set(range.and_then(|(from, to)| {
                self.stripes.with_untracked(|stripes| {
                    let first = stripes.iter().position(|stripe| stripe.to > from)?;
                    Some((first, stripes.iter().rposition(|stripe| stripe.from < to)?))
                })
            }));
        });
    }

    fn fetch_on_change(self) {
        // It fills while programs run.
        let left = self.ui.watch_programs();
        effect(move || {
            self.ui.score.track();
            // Nothing is heard of a memo that nobody has read.
            left.get();
            let (run, width) = (self.ui.run.get(), self.width.get());
            if width < 1.0 {
                return;
            }
            #[allow(clippy::cast_sign_loss, reason = "at least 1")]
            let request = Request::Strip { run, stripes: width as u32 };
            self.ui.ask(&request, move |(reply, _)| {
                if let Ok(Reply::Strip { stripes, .. }) = reply {
                    self.stripes.try_set(stripes);
                }
            });
        });
    }

    fn caption(self) -> String {
        let marked = self.ui.scored.with(|scored| marked_by(scored.as_ref()?.runs.first()?));
        let others = marked.and_then(|(headline, others)| {
            others.map(|others| words::marked_by(&headline, Some(&others), None))
        });
        let what = self.stripe();
        others.map_or_else(|| what.clone(), |others| [&what, "; ", &others].concat())
    }

    fn stripe(self) -> String {
        let stripes = self.stripes.read();
        let questions = stripes.last().map_or(0, |stripe| stripe.to);
        let stripe = if questions > stripes.len() as u64 {
            "Every question, in file order; several per bar"
        } else {
            "One bar per question, in file order"
        };
        if strip_draw::has_line(&stripes) {
            format!(
                "{stripe}; line: share right in a window of {}",
                format::count(Stripe::window(questions))
            )
        } else {
            stripe.to_owned()
        }
    }

    fn value_text(self, told: Callback<(usize, usize), String>) -> String {
        let Some((from, to)) = self.brush.ends.get() else { return "nothing selected".to_owned() };
        let (from, to) = (from.min(to), from.max(to));
        let ends =
            self.stripes.with(|stripes| Some((stripes.get(from)?.from, stripes.get(to)?.to)));
        let Some((first, end)) = ends else { return String::new() };
        format!(
            "questions {} to {}: {}",
            format::count(first + 1),
            format::count(end),
            told.run((from, to))
        )
    }

    /// What the questions from one stripe to another are.
    fn counts(self, from: usize, to: usize) -> String {
        let stripes = self.stripes.read();
        let sum = |of: fn(&Stripe) -> u32| -> u32 {
            stripes.iter().take(to + 1).skip(from).map(of).sum()
        };
        words::stripes(
            sum(|stripe| stripe.right),
            sum(|stripe| stripe.wrong),
            sum(|stripe| stripe.unanswered),
        )
    }

    /// First row of the brush, and one past its last.
    fn rows(self) -> Option<(u64, u64)> {
        let ends = self.brush.ends.get_untracked();
        self.stripes.with_untracked(|stripes| rows_of(stripes, ends))
    }
}

/// First row of some stripes, and one past their last.
fn rows_of(stripes: &[Stripe], ends: Option<(usize, usize)>) -> Option<(u64, u64)> {
    let (from, to) = ends?;
    Some((stripes.get(from.min(to))?.from, stripes.get(from.max(to))?.to))
}
