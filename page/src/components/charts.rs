//! Charts of the score, each with a table behind it, and to be saved as SVG.

use crate::components::compare::Pairing;
use crate::components::rail::tolerance::STEPS;
use crate::components::result::of_groups;
use crate::components::runs::{axis, on_board};
use crate::components::tokens;
use crate::prelude::*;
use scoredrop::aggregate::Aggregate;
use scoredrop::aggregate::leaderboard::Standing;
use scoredrop::base::digits::fixed;
use scoredrop::base::order::by_number;
use scoredrop::report::chart::{self, Axis, ChartForm, Curve, Frame, Mark};
use scoredrop::session::protocol::{Histogram, KindCount, Pair, Reply, Request, Scored, Spread};

const SAVE_SVG: &str = "Save as SVG";

/// Widths of charts: on a narrow screen, alone on a wider one, and side by side.
const NARROW: f64 = 330.0;
const ALONE: f64 = 640.0;
const BESIDE: f64 = 440.0;
/// Rows of a chart at most; the table behind it has all.
const MOST: usize = 60;

pub struct Figure {
    pub title: String,
    pub file: &'static str,
    pub svg: String,
    pub heads: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

impl Figure {
    /// The chart, a button that saves it, and its table.
    pub fn view(self) -> AnyView {
        let Self { title, file, svg, heads, rows } = self;
        let heads: Vec<AnyView> = heads
            .into_iter()
            .map(|head| view! { <th scope="col">{head}</th> }.into_any())
            .collect();
        let row = |cells: Vec<String>| {
            let cells = cells.into_iter().enumerate().map(|(index, cell)| {
                if index == 0 {
                    view! { <th scope="row"><bdi>{cell}</bdi></th> }.into_any()
                } else {
                    view! { <td class="number">{cell}</td> }.into_any()
                }
            });
            view! { <tr>{cells.collect::<Vec<AnyView>>()}</tr> }.into_any()
        };
        let rows: Vec<AnyView> = rows.into_iter().map(row).collect();
        let saved = svg.clone();
        let save = move || {
            dom::save(file, "image/svg+xml", chart::file(&saved).as_str());
        };
        let label = format!("{SAVE_SVG}: {title}");
        let caption = title.clone();
        view! {
            <figure class="chart-figure">
                <figcaption>{title}</figcaption>
                <div class="drawn-chart" inner_html=svg></div>
                <div class="row-of-buttons">
                    <span role="group" aria-label=label>{button("quiet", SAVE_SVG, save)}</span>
                    <details class="more">
                        <summary>"Table"</summary>
                        <div class="runs-frame" role="group" tabindex="0" aria-label=caption>
                            <table class="plain">
                                <thead><tr>{heads}</tr></thead>
                                <tbody>{rows}</tbody>
                            </table>
                        </div>
                    </details>
                </div>
            </figure>
        }
        .into_any()
    }
}

fn width() -> f64 {
    let inner = window().inner_width().ok().and_then(|width| width.as_f64());
    match inner {
        Some(..=720.0) => NARROW,
        Some(1200.0..) => BESIDE,
        _ => ALONE,
    }
}

/// An axis of shares with a tick at each end and in the middle.
fn shares(low: f64, high: f64) -> Axis {
    let tick = |value: f64| (value, words::tolerance_step(value));
    Axis { low, high, ticks: [low, f64::midpoint(low, high), high].map(tick).to_vec() }
}

fn amounts(most: u64) -> Axis {
    let high = most.max(1) as f64;
    Axis { low: 0.0, high, ticks: vec![(0.0, "0".to_owned()), (high, format::count(most))] }
}

#[component]
pub fn Charts() -> impl IntoView {
    let ui = Ui::here();
    let pairing = expect_context::<Pairing>();
    let spread = RwSignal::new(None::<Spread>);
    effect(move || {
        ui.score.track();
        let run = ui.run.get();
        ui.ask(&Request::Spread { run }, move |(reply, _)| {
            if let Ok(Reply::Spread(found)) = reply {
                spread.try_set(Some(*found));
            }
        });
    });
    let content = move || {
        let (scored, run) = ui.selected()?;
        let mut figures: Vec<Figure> = Vec::new();
        let mut own: Vec<Figure> = Vec::new();
        figures.extend(runs(ui, &scored));
        if let Some(pair) = pairing.shown() {
            figures.extend(flips(&pair, &pairing.names(ui).get()));
        }
        let spread = spread.read();
        let chances = spread.as_ref().map_or(&[][..], |spread| &spread.attempts);
        figures.extend(attempts(ui, &scored, chances));
        let votes = spread.as_ref().map_or(&[][..], |spread| &spread.votes);
        figures.extend(majorities(ui, &scored, votes));
        figures.extend(tolerance(ui, &scored));
        let spread = spread.as_ref().filter(|one| one.run as usize == run);
        own.extend(spread.iter().flat_map(|spread| &spread.histograms).map(histogram));
        own.extend(groups(&scored, run));
        own.extend(spread.and_then(|spread| kinds(&spread.kinds)));
        if figures.is_empty() && own.is_empty() {
            let none = "Nothing to draw: this score has one run, no groups and no graded values.";
            return Some(view! { <p class="muted">{none}</p> }.into_any());
        }
        // Of several runs one is looked at, and these charts are about that one.
        let name = (scored.runs.len() > 1 && !own.is_empty())
            .then(|| view! { <h3>{format::run_name(&scored, run)}</h3> });
        let views = |figures: Vec<Figure>| -> Vec<AnyView> {
            figures.into_iter().map(Figure::view).collect()
        };
        Some(view! { <div class="charts">{views(figures)} {name} {views(own)}</div> }.into_any())
    };
    view! { <section aria-label=words::CHARTS>{tokens::tokens(ui)}{move || content()}</section> }
}

/// The runs with their intervals, on a zoomed axis.
fn runs(ui: Ui, scored: &Scored) -> Option<Figure> {
    if scored.runs.len() < 2 {
        return None;
    }
    let board = on_board(scored, &ui.by.get())?;
    if !format::is_share(&board.metric) {
        return None;
    }
    let (low, high) = axis(scored, Some(board), &board.metric);
    let row = |one: &Standing| {
        let mark = Mark {
            label: format::run_name(scored, one.run as usize),
            value: one.mean,
            ends: format::ends(one.interval.as_ref()),
            words: format::mean(&board.metric, one.mean),
        };
        (mark, one.n)
    };
    let drawn = tokens::drawn(ui, scored);
    let runs = board.runs.iter().filter(|one| drawn.contains(&(one.run as usize)));
    let rows: Vec<(Mark, u64)> = runs.map(row).collect();
    let metric = format::metric(&board.metric);
    let title = format!("{metric} by run, with 95\u{202f}% intervals");
    Some(dots("runs.svg", title, &shares(low, high), ["run", &metric], &rows, rows.len()))
}

/// Shares with their intervals and numbers of questions, `most` of which are drawn.
fn dots(
    file: &'static str,
    title: String,
    axis: &Axis,
    heads: [&str; 2],
    rows: &[(Mark, u64)],
    most: usize,
) -> Figure {
    let marks: Vec<Mark> = rows.iter().take(most).map(|(mark, _)| mark.clone()).collect();
    let cells = |(mark, n): &(Mark, u64)| {
        let range = mark.ends.map(|ends| <[f64; 2]>::from(ends).map(format::percent).join("–"));
        let range = range.unwrap_or_default();
        vec![mark.label.clone(), mark.words.clone(), range, format::count(*n)]
    };
    let [first, metric] = heads;
    Figure {
        svg: chart::rows(&title, axis, ChartForm::Dots, &marks, Frame::new(width())),
        file,
        heads: [first, metric, "95\u{202f}% interval", "questions"].map(str::to_owned).to_vec(),
        rows: rows.iter().map(cells).collect(),
        title,
    }
}

/// Counts of questions as bars, from what they are of.
fn bars(
    file: &'static str,
    title: String,
    first: String,
    counts: impl Iterator<Item = (String, u64)>,
) -> Figure {
    let counts: Vec<(String, u64)> = counts.collect();
    let mark = |(label, count): &(String, u64)| Mark {
        label: label.clone(),
        value: Some(*count as f64),
        ends: None,
        words: format::count(*count),
    };
    let marks: Vec<Mark> = counts.iter().map(mark).collect();
    let most = counts.iter().map(|(_, count)| *count).max().unwrap_or(0);
    Figure {
        svg: chart::rows(&title, &amounts(most), ChartForm::Bars, &marks, Frame::new(width())),
        file,
        heads: vec![first, "questions".to_owned()],
        rows: marks.into_iter().map(|mark| vec![mark.label, mark.words]).collect(),
        title,
    }
}

/// On how many questions two runs agree and differ.
fn flips(pair: &Pair, (a, b): &(String, String)) -> Option<Figure> {
    let cells = words::flip_cells(pair.graded, a, b);
    let counts = [pair.both, pair.only_a, pair.only_b, pair.neither];
    let title = words::flips_chart(a, b, &format::metric(&pair.metric));
    let has_any = counts.iter().any(|count| *count > 0);
    has_any.then(|| bars("flips.svg", title, String::new(), cells.into_iter().zip(counts)))
}

/// pass@k over k, a curve for each run.
fn attempts(ui: Ui, scored: &Scored, chances: &[Vec<f64>]) -> Option<Figure> {
    over_attempts(
        ui,
        scored,
        chances,
        "pass-at-k.svg",
        "Share of problems solved within k attempts",
    )
}

/// How right the majority of k attempts is, a curve for each run.
fn majorities(ui: Ui, scored: &Scored, votes: &[Vec<f64>]) -> Option<Figure> {
    over_attempts(
        ui,
        scored,
        votes,
        "maj-at-k.svg",
        "Share of problems solved by a majority vote of k attempts",
    )
}

fn over_attempts(
    ui: Ui,
    scored: &Scored,
    chances: &[Vec<f64>],
    file: &'static str,
    title: &str,
) -> Option<Figure> {
    let (steps, runs) = chances.split_first()?;
    let curve = |run: usize| {
        let values = runs.get(run)?.clone();
        Some(Curve { name: format::run_name(scored, run), values })
    };
    let curves: Vec<Curve> = tokens::drawn(ui, scored).into_iter().filter_map(curve).collect();
    let steps = steps.iter().map(|step| format!("k = {}", fixed(*step, 0))).collect();
    over(file, title, steps, &curves)
}

/// Numbers that match over the relative tolerance, a curve for each run.
fn tolerance(ui: Ui, scored: &Scored) -> Option<Figure> {
    let curves = ui.curves.read();
    let curve = |run: usize| {
        let values = curves.get(run).filter(|values| values.len() == STEPS.len())?.clone();
        Some(Curve { name: format::run_name(scored, run), values })
    };
    let curves: Vec<Curve> = tokens::drawn(ui, scored).into_iter().filter_map(curve).collect();
    let steps = STEPS.map(words::tolerance_step).to_vec();
    over("tolerance.svg", "Numbers that match, by relative tolerance", steps, &curves)
}

/// Curves of shares over steps.
fn over(file: &'static str, title: &str, steps: Vec<String>, curves: &[Curve]) -> Option<Figure> {
    if curves.is_empty() {
        return None;
    }
    let row = |curve: &Curve| {
        let values = curve.values.iter().map(|value| format::percent(*value));
        std::iter::once(curve.name.clone()).chain(values).collect()
    };
    Some(Figure {
        svg: chart::curves(title, &shares(0.0, 1.0), &steps, curves, width()),
        file,
        heads: std::iter::once("run".to_owned()).chain(steps).collect(),
        rows: curves.iter().map(row).collect(),
        title: title.to_owned(),
    })
}

/// Questions by the values of a graded metric.
fn histogram(one: &Histogram) -> Figure {
    let metric = format::metric(&one.metric);
    let counts = one.bins.iter().map(|bin| (bin.words.clone(), bin.count));
    bars("histogram.svg", words::histogram(&metric), metric, counts)
}

/// The metric that leads by group, with intervals.
fn groups(scored: &Scored, run: usize) -> Vec<Figure> {
    let card = &scored.runs[run];
    let Some(head) = card.figures.aggregates.first().filter(|one| format::is_share(&one.metric))
    else {
        return Vec::new();
    };
    let of_column = |column: &String| {
        let row = |one: &Aggregate| {
            let mark = Mark {
                label: words::value(&one.group.as_ref()?.value),
                value: one.mean,
                ends: format::ends(one.interval.as_ref()),
                words: format::mean(&one.metric, one.mean),
            };
            Some((mark, one.n))
        };
        let rows: Vec<(Mark, u64)> =
            of_groups(card, &head.metric, column).filter_map(row).collect();
        let metric = format::metric(&head.metric);
        let title = format!("{metric} by {column}, with 95\u{202f}% intervals");
        let axis = shares(0.0, 1.0);
        (!rows.is_empty()).then(|| dots("groups.svg", title, &axis, [column, &metric], &rows, MOST))
    };
    scored.groups.iter().filter_map(of_column).collect()
}

/// By how much two runs differ in each group, the largest differences first.
pub fn differences(ui: Ui) -> Vec<Figure> {
    let Some((scored, run)) = ui.selected() else { return Vec::new() };
    let baseline = scored.baseline as usize;
    let (Some(a), Some(b)) = (scored.runs.get(run), scored.runs.get(baseline)) else {
        return Vec::new();
    };
    let board = on_board(&scored, &ui.by.get()).map(|board| board.metric.clone());
    let Some(metric) = board.or(a.figures.aggregates.first().map(|one| one.metric.clone())) else {
        return Vec::new();
    };
    if run == baseline || !format::is_share(&metric) {
        return Vec::new();
    }
    let of_column = |column: &String| {
        let row = |own: &Aggregate| {
            let other = of_groups(b, &metric, column).find(|one| one.group == own.group)?;
            let (mine, theirs) = (own.mean?, other.mean?);
            Some((own.group.as_ref()?.value.clone(), mine, theirs, own.n))
        };
        let rows = of_groups(a, &metric, column).filter_map(row);
        let rows: Vec<(String, f64, f64, u64)> =
            by_number(rows, |(_, mine, theirs, _)| -(mine - theirs).abs());
        let most = rows.first().map(|(_, mine, theirs, _)| (mine - theirs).abs())?.max(0.01);
        let marks: Vec<Mark> = rows
            .iter()
            .take(MOST)
            .map(|(value, mine, theirs, _)| Mark {
                label: words::value(value),
                value: Some(mine - theirs),
                ends: None,
                words: format::points(mine - theirs),
            })
            .collect();
        let tick = |value: f64| (value, format::points(value));
        let axis = Axis { low: -most, high: most, ticks: [-most, 0.0, most].map(tick).to_vec() };
        let [first, second] = [a, b].map(|run| run.short_name.clone());
        let title = format!("{}: {first} minus {second}, by {column}", format::metric(&metric));
        let table = rows.iter().map(|(value, mine, theirs, n)| {
            vec![
                words::value(value),
                format::percent(*mine),
                format::percent(*theirs),
                format::points(mine - theirs),
                format::count(*n),
            ]
        });
        Some(Figure {
            svg: chart::rows(&title, &axis, ChartForm::Bars, &marks, Frame::new(width())),
            file: "differences.svg",
            heads: vec![
                column.clone(),
                first.clone(),
                second.clone(),
                "difference".to_owned(),
                "questions".to_owned(),
            ],
            rows: table.collect(),
            title,
        })
    };
    scored.groups.iter().filter_map(of_column).collect()
}

/// Kinds of gold answers by kinds of predictions; none where there is one kind alone.
fn kinds(all: &[KindCount]) -> Option<Figure> {
    let rows = format::distinct(all.iter().map(|one| &one.gold));
    let columns = format::distinct(all.iter().map(|one| &one.prediction));
    let columns: Vec<String> = columns.into_iter().cloned().collect();
    if rows.len() + columns.len() < 3 {
        return None;
    }
    let found = |gold: &String, prediction: &String| {
        all.iter().find(|one| one.gold == *gold && one.prediction == *prediction)
    };
    let counts: Vec<(String, Vec<u64>)> = rows
        .iter()
        .map(|gold| {
            let counts = columns.iter().map(|one| found(gold, one).map_or(0, |one| one.count));
            ((*gold).clone(), counts.collect())
        })
        .collect();
    let table = counts.iter().map(|(gold, _)| {
        let cell = |column: &String| {
            found(gold, column)
                .map_or_else(|| "0".to_owned(), |one| words::right_of(one.right, one.count))
        };
        std::iter::once(gold.clone()).chain(columns.iter().map(cell)).collect()
    });
    let table: Vec<Vec<String>> = table.collect();
    let title = "Questions by kind of gold answer (rows) and prediction (columns)".to_owned();
    Some(Figure {
        svg: chart::counts(&title, &columns, &counts, width()),
        file: "kinds.svg",
        heads: std::iter::once("gold \\ prediction".to_owned()).chain(columns).collect(),
        rows: table,
        title,
    })
}
