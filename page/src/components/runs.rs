//! Several runs: where each stands, by which metric and on which questions, and the choice of what
//! they are compared with. The selected one drives everything beneath.

use crate::components::interval::interval;
use crate::components::rail::rules::words_of;
use crate::components::result::{by_weight, totals};
use crate::prelude::*;
use crate::widgets::button::{chip, leave};
use crate::widgets::fold::Fold;
use crate::widgets::menu::{menu, option};
use scoredrop::aggregate::compare::Shown;
use scoredrop::aggregate::leaderboard::{Leaderboard, Scope, Standing, Versus};
use scoredrop::aggregate::{Aggregate, Interval};
use scoredrop::base::diagnostic::cut_middle;
use scoredrop::base::digits::PERCENT;
use scoredrop::base::digits::fixed;
use scoredrop::base::order::by_number;
use scoredrop::session::protocol::{Against, By, RunCard, Scored};

const RUNS: &str = "Runs";

/// Longer names, in characters, are cut in their middle: whole texts may stand where names should, and
/// what tells files apart that belong together often stands last.
const LONGEST_NAME: usize = 40;

/// Up to this many runs fit into the board without scrolling.
const FIRST_RUNS: usize = 16;

/// The lines of more runs stand close, so that the questions begin on the first screen.
const ROOMY_RUNS: usize = 8;

/// A metric beside that of the board, with the mean of each run.
type Other = (String, Vec<Option<f64>>);

#[component]
pub fn Runs() -> impl IntoView {
    let ui = Ui::here();
    let whole = RwSignal::new(false);
    let content = move || {
        let scored = ui.scored.get()?;
        (scored.runs.len() > 1).then(|| {
            let by = ui.by.get();
            Board::new(ui, &scored, &by).view(whole, by)
        })
    };
    content.into_any()
}

/// The metrics that a board can be by; the first is the headline.
pub fn metrics(scored: &Scored) -> Vec<String> {
    let run = scored.runs.first();
    run.map_or_else(Vec::new, |run| totals(run).map(|total| total.metric.clone()).collect())
}

/// The metric that the board is by: the headline where none of the score's is asked for.
fn metric_of(metrics: &[String], by: &By) -> String {
    let asked = metrics.iter().find(|one| by.metric.as_ref() == Some(*one));
    asked.or(metrics.first()).cloned().unwrap_or_default()
}

/// The board that is shown, once it is there: over all questions where there is none over those that
/// every run has a prediction for.
pub fn on_board<'a>(scored: &'a Scored, by: &By) -> Option<&'a Leaderboard> {
    let metric = metric_of(&metrics(scored), by);
    let scope = scope(scored, by);
    scored.leaderboard.iter().find(|board| board.metric == metric && board.scope == scope)
}

/// What a link says of the board: nothing that it would be by anyway, or cannot be by.
pub fn of_board(scored: &Scored, by: &By) -> By {
    let metrics = metrics(scored);
    let asked = metrics.iter().skip(1).find(|one| by.metric.as_ref() == Some(*one));
    let several = scored.runs.len() > 1;
    By { metric: asked.filter(|_| several).cloned(), common: by.common && several }
}

/// Returns the questions that the leaderboard is over.
fn scope(scored: &Scored, by: &By) -> Scope {
    let has_common = scored.leaderboard.iter().any(|board| board.scope == Scope::Common);
    if has_common && by.common { Scope::Common } else { Scope::All }
}

/// The board of a score, and what its parts are made of.
struct Board<'a> {
    ui: Ui,
    scored: &'a Scored,
    /// The metrics that it can be by, and the one that it is by.
    metrics: Vec<String>,
    metric: String,
    /// The questions that it is over.
    scope: Scope,
    /// What the runs are once they are compared.
    found: Option<&'a Leaderboard>,
    others: Vec<Other>,
    axis: (f64, f64),
}

impl<'a> Board<'a> {
    fn new(ui: Ui, scored: &'a Scored, by: &By) -> Self {
        let metrics = metrics(scored);
        let metric = metric_of(&metrics, by);
        let scope = scope(scored, by);
        let found = on_board(scored, by);
        let others = others(scored, &metric, scope);
        let axis = axis(scored, found, &metric);
        Self { ui, scored, metrics, metric, scope, found, others, axis }
    }

    /// The board, of which `whole` says whether all rows are shown; otherwise it scrolls.
    fn view(&self, whole: RwSignal<bool>, by: By) -> AnyView {
        let Self { scored, metric, found, .. } = self;
        let unknown = by.metric.filter(|asked| !self.metrics.is_empty() && asked != metric);
        let unknown = unknown.map(|asked| {
            let (asked, metric) = (format::metric(&asked), format::metric(metric));
            let words =
                format!("{asked} is not a metric of this score: runs are compared by {metric}.");
            view! { <p class="slice-problem" role="status"><bdi>{words}</bdi></p> }
        });
        let title = |id: &str| format::metric_of_all(&scored.runs, id);
        let heads: Vec<AnyView> = self
            .others
            .iter()
            .map(|(other, _)| view! { <th scope="col" class="number">{title(other)}</th> })
            .map(IntoAny::into_any)
            .collect();
        let rows: Vec<AnyView> = match found {
            Some(board) => board.runs.iter().map(|one| self.line(one)).collect(),
            None => self.pending().iter().map(|one| self.line(one)).collect(),
        };
        let baseline = scored.runs.get(scored.baseline as usize).map(|run| run.name.clone());
        let missing = self
            .has_missing()
            .then(|| view! { <th scope="col" class="number">{missing_head(scored)}</th> });
        let all = scored.runs.len();
        let more = (all > FIRST_RUNS).then(|| {
            let words = move || {
                if whole.get() {
                    "Show fewer runs".to_owned()
                } else {
                    words::show_all_of(&format::counted(all as u64, "run"))
                }
            };
            let turn = move |_| whole.update(|whole| *whole = !*whole);
            view! { <button class="link" aria-expanded=move || whole.get().to_string() on:click=turn>{words}</button> }
        });
        view! {
            <section class="runs-region" aria-labelledby="runs-title">
                <h2 id="runs-title" class="unseen">{RUNS}</h2>
                {self.tools()}
                {unknown}
                <div class="runs-frame" class:whole=move || whole.get()>
                    <table class="plain runs" class:dense={all > ROOMY_RUNS}>
                        <caption class="unseen">{RUNS}</caption>
                        <thead>
                            <tr>
                                <th scope="col" class="number rank">"rank"</th>
                                <th scope="col">"run"</th>
                                <th scope="col" class="wide-only">{axis_words(scored, metric, self.axis)}</th>
                                <th scope="col" class="number">{title(metric)}</th>
                                {heads}
                                <th scope="col" class="number">"n"</th>
                                {missing}
                                <th scope="col" title=baseline><bdi>{less_than(scored)}</bdi></th>
                            </tr>
                        </thead>
                        <tbody data-roving="">{rows}</tbody>
                    </table>
                </div>
                <p class="runs-note">
                    {more}
                    {note(scored, *found)}
                    <span class="paper-only">{found.map(|board| format!(" Over {}.", board.words))}</span>
                </p>
            </section>
        }
        .into_any()
    }

    /// What the board is about: metric, questions, baseline.
    fn tools(&self) -> AnyView {
        let Self { ui, scored, metrics, metric, scope, .. } = self;
        let (ui, common) = (*ui, *scope == Scope::Common);
        let by = metrics.iter().map(|one| option(one, format::metric(one), one == metric));
        let headline = metrics.first().cloned();
        let by = menu("Metric", by.collect(), move |value| {
            let metric = Some(value).filter(|value| headline.as_ref() != Some(value));
            ui.compare_by(|by| by.metric = metric);
        });
        let names: Vec<String> = scored.runs.iter().map(|run| run.name.clone()).collect();
        let baseline = scored.baseline as usize;
        let short: Vec<String> = scored.runs.iter().map(|run| run.short_name.clone()).collect();
        let shown = apart(&short);
        let against = names.iter().zip(shown).enumerate();
        let against = against.map(|(index, (name, words))| {
            let (value, whole) = (index.to_string(), name.clone());
            let is_chosen = index == baseline;
            view! { <option value=value title=whole prop:selected=is_chosen>{words}</option> }
                .into_any()
        });
        let against = against.collect();
        let whole = names.get(baseline).cloned();
        let beside = format::run_name(scored, baseline);
        let against = menu("Run that the others are compared with", against, move |value| {
            let run: Option<usize> = value.parse().ok();
            if run == Some(ui.run.get_untracked() as usize) {
                // A run beside itself has no pair, and no filter of one.
                ui.show(|view| view.against = view.against.map(|_| Against::default()));
            }
            ui.choose(|choices| choices.baseline = run.and_then(|run| names.get(run).cloned()));
        });
        let shared = scored.leaderboard.iter().find(|board| board.scope == Scope::Common);
        // A question without a value of the metric is not on the board of all.
        let all = scored.leaderboard.iter().find(|board| board.scope == Scope::All && board.n > 0);
        let chip = |words: String, on: bool, value: bool| {
            let act = move || ui.compare_by(|by| by.common = value);
            chip(words.into_any(), move || on, act)
        };
        let questions = shared.map(|shared| {
            let all = all.map_or(scored.questions, |board| board.n);
            view! {
                <span class="row-of-buttons" role="group" aria-label="Questions that count">
                    {chip(format!("all {}", format::counted(all, "question")), !common, false)}
                    {chip(format!("{} that every run has a prediction for", format::count(shared.n)), common, true)}
                </span>
            }
        });
        let line = words::board(&format::metric(metric), &beside, common);
        let twins = ui.choices.with(|choices| choices.twins.clone());
        let twins: Vec<AnyView> = twins.into_iter().map(|text| twin(ui, scored, text)).collect();
        view! {
            <Fold words=move || line.clone()>
                <div
                    class="row-of-buttons tools"
                    role="toolbar"
                    aria-label="How the runs are compared"
                    data-roving=""
                >
                    <span class="tool">"by " {by}</span>
                    <span class="tool" title=whole>"compared with " {against}</span>
                    {questions}
                    {twins}
                </div>
            </Fold>
        }
        .into_any()
    }

    /// Whether there is a column of missing predictions: for them there is no place on the questions that all
    /// have one for.
    fn has_missing(&self) -> bool {
        self.scope == Scope::All && self.scored.runs.iter().any(|run| missing_of(run) > 0)
    }

    /// The runs as they are before they are compared, in the order that they will have. What they are
    /// on the common questions is not known before.
    fn pending(&self) -> Vec<Standing> {
        let is_known = |total: &&Aggregate| self.scope == Scope::All && total.metric == self.metric;
        let standing = |(run, card): (usize, &RunCard)| {
            let total = totals(card).find(is_known);
            Standing {
                run: run as u32,
                name: card.name.clone(),
                rank: 0,
                leader: 0,
                mean: total.and_then(|total| total.mean),
                interval: total.and_then(|total| total.interval.clone()),
                n: total.map_or(0, |total| total.n),
                versus: None,
            }
        };
        let sign = if format::is_better_higher(&self.metric) { -1.0 } else { 1.0 };
        let number = |one: &Standing| one.mean.map_or(f64::INFINITY, |mean| sign * mean);
        by_number(self.scored.runs.iter().enumerate().map(standing), number)
    }

    fn line(&self, one: &Standing) -> AnyView {
        let Self { ui, scored, metric, axis, .. } = self;
        let (ui, run, is_compared) = (*ui, one.run, self.found.is_some());
        let rank = match one.mean {
            _ if !is_compared => "…".to_owned(),
            Some(_) => one.rank.to_string(),
            None => "–".to_owned(),
        };
        let less = match &one.versus {
            _ if !is_compared => "…".into_any(),
            Some(versus) if versus.difference.is_none() => "–".into_any(),
            Some(versus) => versus_words(versus).into_any(),
            None => view! { <span class="muted">"baseline"</span> }.into_any(),
        };
        let less_than = (!is_compared || one.versus.is_some()).then(|| less_than(scored));
        let card = scored.runs.get(run as usize);
        let label =
            |id: &str| card.map_or_else(|| format::metric(id), |card| format::metric_of(card, id));
        let others = self.others.iter().map(|(other, means)| {
            let mean = means.get(run as usize).copied().flatten();
            view! {
                <td class="number" data-label=label(other)>
                    {format::mean(other, mean)}
                    {format::unit_of_errors(other, mean)}
                </td>
            }
            .into_any()
        });
        let others: Vec<AnyView> = others.collect();
        let on_axis = |value: f64| (value - axis.0) / (axis.1 - axis.0);
        let ends = format::ends(one.interval.as_ref());
        let has_plot = format::is_share(metric) && one.mean.is_some();
        let plot = has_plot.then(|| {
            interval(one.mean.map(on_axis), ends.map(|(low, high)| (on_axis(low), on_axis(high))))
        });
        let ends = ends.map(|(low, high)| {
            let [low, high] = [low, high].map(|end| format::mean(metric, Some(end)));
            view! { <small class="muted">{format!(" {low}–{high}")}</small> }
        });
        let missing = card.filter(|_| self.has_missing()).map(|card| {
            let missing = missing_of(card);
            view! {
                <td class="number" class:zero=missing == 0 data-label=missing_head(scored)>
                    {format::count(missing)}
                </td>
            }
        });
        let selected = move || ui.headline().is_some_and(|(_, shown)| shown == run as usize);
        view! {
            <tr class:selected=move || selected()>
                <td class="number rank">{rank}</td>
                <th scope="row">
                    <button
                        class="link"
                        aria-pressed=move || selected().to_string()
                        title=one.name.clone()
                        on:click=move |_| ui.select(run)
                    >
                        <bdi>{cut_middle(&format::run_name(scored, run as usize), LONGEST_NAME)}</bdi>
                    </button>
                </th>
                <td class="wide-only">{plot}</td>
                <td class="number" data-label=label(metric)>
                    {format::mean(metric, one.mean)}
                    {format::unit_of_errors(metric, one.mean)}
                    {ends}
                </td>
                {others}
                <td class="number" data-label="n">{format::count(one.n)}</td>
                {missing}
                <td class="less" data-label=less_than>{less}</td>
            </tr>
        }
        .into_any()
    }
}

/// The part of the axis that all intervals are on, in tenths; at least two of them.
pub fn axis(scored: &Scored, board: Option<&Leaderboard>, metric: &str) -> (f64, f64) {
    let mut values: Vec<f64> = Vec::new();
    let mut add = |mean: Option<f64>, interval: Option<&Interval>| {
        values.extend(mean);
        values.extend(interval.iter().flat_map(|ends| [ends.low, ends.high]));
    };
    match board {
        Some(board) => board.runs.iter().for_each(|one| add(one.mean, one.interval.as_ref())),
        None => {
            for run in &scored.runs {
                let total = totals(run).find(|total| total.metric == metric);
                add(total.and_then(|one| one.mean), total.and_then(|one| one.interval.as_ref()));
            }
        }
    }
    let low = values.iter().copied().fold(1.0, f64::min);
    let high = values.iter().copied().fold(0.0, f64::max);
    let (low, high) = ((low * 10.0).floor() / 10.0, (high * 10.0).ceil() / 10.0);
    if high - low >= 0.2 {
        return (low.max(0.0), high.min(1.0));
    }
    let low = (high - 0.2).clamp(0.0, 0.8);
    (low, low + 0.2)
}

/// What stands above the intervals: where their axis begins and ends.
fn axis_words(scored: &Scored, metric: &str, (low, high): (f64, f64)) -> String {
    let is_of = |total: &Aggregate| total.metric == metric && total.mean.is_some();
    let has_values = scored.runs.iter().flat_map(totals).any(is_of);
    if !format::is_share(metric) || !has_values {
        return String::new();
    }
    let [low, high] = [low, high].map(|end| fixed(end * 100.0, 0));
    format!("{low}–{high}{PERCENT}")
}

/// `relative tolerance 0.01` of `relative_tolerance=0.01`
fn rule_words(scored: &Scored, text: &str) -> String {
    let setting = text.split_once('=').and_then(|(key, value)| {
        if key == "preset" {
            let known = scored.presets.iter().find(|preset| preset.id == value);
            return known.map(|preset| preset.title.clone());
        }
        let card = scored.settings.iter().find(|one| one.key == key)?;
        Some(words_of(card, value))
    });
    setting.unwrap_or_else(|| text.to_owned())
}

fn twin(ui: Ui, scored: &Scored, text: String) -> AnyView {
    let words = rule_words(scored, &text);
    let label = format!("Remove the second rule {words}");
    let words = view! { "also by " <bdi>{words}</bdi> };
    leave(label, words.into_any(), move || {
        ui.choose(|choices| choices.twins.retain(|one| *one != text));
    })
}

/// The other metrics that weigh, with the mean of each run on the same questions.
fn others(scored: &Scored, metric: &str, scope: Scope) -> Vec<Other> {
    let Some(first) = scored.runs.first() else { return Vec::new() };
    let weighty = by_weight(first).0.into_iter().map(|total| total.metric.clone());
    let of = |other: String| {
        let board =
            scored.leaderboard.iter().find(|board| board.metric == other && board.scope == scope);
        let mean = |(run, card): (usize, &RunCard)| match board {
            Some(board) => {
                board.runs.iter().find(|one| one.run as usize == run).and_then(|one| one.mean)
            }
            None if scope == Scope::All => {
                totals(card).find(|total| total.metric == other).and_then(|total| total.mean)
            }
            None => None,
        };
        let means = scored.runs.iter().enumerate().map(mean).collect();
        (other, means)
    };
    weighty.filter(|other| other != metric).map(of).collect()
}

/// Whether questions are left out of the runs, and not counted as missing.
fn leaves_out(scored: &Scored) -> bool {
    scored.runs.iter().any(|run| run.figures.reconciliation.excluded > 0)
}

/// What stands above the questions that a run has no value for or no prediction.
fn missing_head(scored: &Scored) -> &'static str {
    let is_missing = scored.runs.iter().any(|run| run.figures.reconciliation.missing > 0);
    match (leaves_out(scored), is_missing) {
        (false, _) => "missing",
        (true, false) => "left out",
        (true, true) => "missing or left out",
    }
}

/// How many these are.
fn missing_of(run: &RunCard) -> u64 {
    run.figures.reconciliation.missing + run.figures.reconciliation.excluded
}

/// What stands above the differences: the name of the baseline.
fn less_than(scored: &Scored) -> String {
    format!("difference from {}", format::run_name(scored, scored.baseline as usize))
}

/// Names as short as a menu needs them, with their places where they would look alike.
fn apart(names: &[String]) -> Vec<String> {
    let short: Vec<String> = names.iter().map(|name| cut_middle(name, LONGEST_NAME)).collect();
    let is_alone = |name: &String| short.iter().filter(|one| *one == name).count() == 1;
    let word = |(place, name): (usize, &String)| {
        if is_alone(name) { name.clone() } else { format!("{}. {name}", place + 1) }
    };
    short.iter().enumerate().map(word).collect()
}

/// What ranks and intervals rest on.
fn note(scored: &Scored, found: Option<&Leaderboard>) -> String {
    let mut parts: Vec<String> = Vec::new();
    // Said where it happens.
    let shares = |board: &Leaderboard| {
        let ranked = board.runs.iter().filter(|one| one.mean.is_some());
        let ranks: Vec<_> = ranked.map(|one| one.rank).collect();
        ranks.iter().enumerate().any(|(place, rank)| ranks[..place].contains(rank))
    };
    if found.is_some_and(shares) {
        parts.push("Runs share a rank if their difference may be chance.".to_owned());
    }
    if let Some(cluster) = &scored.cluster {
        parts.push(format!("Intervals and tests are over {}.", cluster.words()));
    }
    let differs = |board: &Leaderboard| {
        (board.scope == Scope::All && leaves_out(scored))
            || board.runs.iter().any(|one| one.n != board.n)
    };
    if found.is_some_and(differs) {
        parts
            .push("Means are over a run’s own questions, differences over shared ones.".to_owned());
    }
    parts.join(" ")
}

/// `−33.3 (−61.6 to 3.2) no clear difference`
fn versus_words(versus: &Versus) -> impl IntoView + use<> {
    let (shown, class) = match versus.verdict {
        Shown::ABetter => ("better", "shown-as"),
        Shown::BBetter => ("worse", "shown-as"),
        Shown::NotShown => ("no clear difference", "shown-as muted"),
    };
    view! {
        <span class="data-number">{versus.words.clone()}</span>
        " "
        <span class=class title=versus.sentence.clone()>{shown}</span>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_are_told_apart() {
        let begin = "x".repeat(60);
        let name = |end: &str| format!("{begin}{end}");
        let found = apart(&[name("first"), name("second"), "short".to_owned()]);
        assert!(found[0].ends_with("first") && found[1].ends_with("second"), "{found:?}");
        assert_eq!(found[2], "short");
        let middle = |inner: &str| [&begin, inner, &begin].concat();
        let found = apart(&[middle("a"), middle("b")]);
        assert!(found[0].starts_with("1. x") && found[1].starts_with("2. x"), "{found:?}");
    }
}
