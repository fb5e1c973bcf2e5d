//! Charts as SVG: the strip of a run, means by group, and runs against the baseline. They carry their
//! own colours, light and dark, and stand in files of their own or in the HTML report.

use crate::aggregate::{Aggregate, Interval};
use crate::base::digits::{fixed, grouped};
use crate::report::chart::{Axis, ChartForm, Frame, Mark, open, rows};
use crate::report::model::Stripe;
use crate::report::model::{Report, Run, RunComparison};
use crate::report::words::{is_share, number};
use std::collections::BTreeMap;
use std::fmt::Write as _;

const WIDTH: f64 = 720.0;
/// Share of the strip's height that a missing answer takes.
const STUB: f64 = 0.3;
const STRIP: f64 = 48.0;
/// A mean has its interval and how many there are of it beside it.
const FRAME: Frame = Frame { width: WIDTH, left: 200.0, right: 170.0 };
/// Rows of a chart at most.
const MOST: usize = 60;

/// One stripe per question in file order, several to a stripe where there are more than fit: right
/// ones from top to bottom, missing ones as stubs at the foot.
pub(super) fn strip(run: &Run) -> String {
    let stripes = &run.stripes;
    let questions = stripes.last().map_or(0, |stripe| stripe.to as usize);
    let words = format!("One bar per question, {} in file order", grouped(questions));
    let mut svg = open(WIDTH, STRIP, &words);
    let _ = write!(svg, "<rect class=\"ground\" width=\"{WIDTH}\" height=\"{STRIP}\"/>");
    let step = WIDTH / stripes.len().max(1) as f64;
    // One path for all that look the same: an element for each stripe would weigh three times as much.
    let mut paths: BTreeMap<(&str, String), String> = BTreeMap::new();
    for (index, stripe) in stripes.iter().enumerate() {
        for (class, share, top) in shares(stripe) {
            if share > 0.0 {
                let path = paths.entry((class, fixed(share, 2))).or_default();
                let (left, top) = (fixed(index as f64 * step, 2), fixed(top, 1));
                let _ = write!(path, "M{left} {top}h{}V{STRIP}H{left}z", fixed(step, 2));
            }
        }
    }
    for ((class, share), path) in paths {
        let _ = write!(svg, "<path class=\"{class}\" opacity=\"{share}\" d=\"{path}\"/>");
    }
    svg + "</svg>"
}

fn shares(stripe: &Stripe) -> [(&'static str, f64, f64); 2] {
    let all = f64::from(stripe.right + stripe.wrong + stripe.unanswered).max(1.0);
    [
        ("right", f64::from(stripe.right) / all, 0.0),
        ("unanswered", f64::from(stripe.unanswered) / all, STRIP * (1.0 - STUB)),
    ]
}

/// The headline metric of a run by the values of each column that it is grouped by; `None` without any.
pub(crate) fn breakdown(report: &Report, run: &Run) -> Option<String> {
    let metric = report.shown.lead?.id;
    let of_metric = |one: &&Aggregate| one.metric == metric;
    let aggregates = run.figures.aggregates.iter().filter(of_metric);
    let dot = |one: &Aggregate| {
        let label = match &one.group {
            Some(group) => format!("{}: {}", group.column, group.value),
            None => "all".to_owned(),
        };
        let mut dot = dot(metric, label, one.mean?, one.interval.as_ref());
        let _ = write!(dot.words, "  n {}", grouped(one.n as usize));
        Some(dot)
    };
    let grouped_by = aggregates.clone().any(|one| one.group.is_some());
    let dots: Vec<Mark> = aggregates.filter_map(dot).collect();
    let words = format!("{} by group, with 95\u{202f}% intervals", run.title(metric));
    (grouped_by && !dots.is_empty()).then(|| plot(metric, &dots, &words, Span::Whole))
}

/// The difference of each run to the baseline by the headline metric; `None` for one run.
pub(crate) fn comparison(report: &Report) -> Option<String> {
    let metric = report.shown.lead?.id;
    let totals = || report.overall().filter(|one| one.metric == metric);
    let of_run = |one: &RunComparison| {
        let (value, interval) = (one.comparison.difference, one.comparison.interval.as_ref());
        let mut dot = dot(metric, one.short[0].clone(), value, interval);
        dot.words.insert_str(0, if value > 0.0 { "+" } else { "" });
        dot
    };
    let dots: Vec<Mark> = totals().filter(|one| one.comparison.n > 0).map(of_run).collect();
    let baseline = &totals().next()?.short[1];
    let title = &report.shown.headline;
    let words = format!("{title}: difference from {baseline}, with 95\u{202f}% intervals");
    (!dots.is_empty()).then(|| plot(metric, &dots, &words, Span::Differences))
}

/// A value with its interval.
fn dot(metric: &str, label: String, value: f64, interval: Option<&Interval>) -> Mark {
    let ends = interval.map(|ends| (ends.low, ends.high));
    let number = |value: f64| number(metric, value);
    // A dash beside a minus would be hard to read.
    let to = if ends.is_some_and(|(low, _)| low < 0.0) { " to " } else { "–" };
    let range = ends.map(|(low, high)| format!(" ({}{to}{})", number(low), number(high)));
    Mark { label, value: Some(value), ends, words: number(value) + &range.unwrap_or_default() }
}

/// The headline of every run with its interval, on an axis that is as long as they need.
pub(super) fn runs(report: &Report) -> Option<String> {
    let metric = report.shown.lead?.id;
    let dots: Vec<Mark> =
        report.runs.iter().filter_map(|run| dot_of(run, metric, run.short_name.clone())).collect();
    let words = format!("{} of every run, with 95\u{202f}% intervals", report.shown.headline);
    (!dots.is_empty()).then(|| plot(metric, &dots, &words, Span::Zoomed))
}

/// Every metric of a run that is a share, with its interval.
pub(super) fn metrics(report: &Report, run: &Run) -> Option<String> {
    let lead = report.shown.lead?.id;
    let leads = |one: &&(&str, String)| one.0 == lead;
    let titles = run.titles.iter();
    let titles = titles.clone().filter(leads).chain(titles.filter(|one| !leads(one)));
    let shares = titles.filter(|(metric, _)| is_share(metric));
    let dots: Vec<Mark> =
        shares.filter_map(|(metric, title)| dot_of(run, metric, title.clone())).collect();
    (is_share(lead) && !dots.is_empty())
        .then(|| plot(lead, &dots, "Every metric, with 95\u{202f}% intervals", Span::Whole))
}

/// A mean over all questions.
fn dot_of(run: &Run, metric: &str, label: String) -> Option<Mark> {
    let mut totals = run.figures.aggregates.iter().filter(|one| one.group.is_none());
    let one = totals.find(|one| one.metric == metric)?;
    Some(dot(metric, label, one.mean?, one.interval.as_ref()))
}

/// What the axis of a plot shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Span {
    /// Differences, with zero in the middle.
    Differences,
    /// Shares from 0 to 1, and anything else from 0 to the greatest.
    Whole,
    /// What there is, in steps of five points.
    Zoomed,
}

/// Dots on their intervals.
fn plot(metric: &str, dots: &[Mark], words: &str, span: Span) -> String {
    let mut marks = dots[..dots.len().min(MOST)].to_vec();
    let ends = |dot: &Mark| {
        let value = dot.value.unwrap_or(0.0);
        dot.ends.unwrap_or((value, value))
    };
    let most = marks.iter().map(|dot| ends(dot).1.max(ends(dot).0.abs())).fold(0.0, f64::max);
    let most = if most > 0.0 { most } else { 1.0 };
    let least = marks.iter().map(|dot| ends(dot).0).fold(most, f64::min);
    let steps = ((least * 20.0).floor() / 20.0, ((most * 20.0).ceil() / 20.0).min(1.0));
    let (low, high) = match (span, is_share(metric)) {
        (Span::Differences, _) => (-most, most),
        (Span::Zoomed, true) => steps,
        (Span::Whole, true) => (0.0, 1.0),
        (_, false) => (0.0, most),
    };
    let (low, high) = if low < high { (low, high) } else { (0.0, 1.0) };
    let ticks = [low, f64::midpoint(low, high), high].map(|tick| (tick, number(metric, tick)));
    if dots.len() > MOST {
        let label = format!("and {} more", dots.len() - MOST);
        marks.push(Mark { label, ..Mark::default() });
    }
    rows(words, &Axis { low, high, ticks: ticks.to_vec() }, ChartForm::Dots, &marks, FRAME)
}
