//! Charts as SVG: the strip of a run, means by group, and runs against the baseline. They carry their
//! own colours, light and dark, and stand in files of their own or in the HTML report.

use crate::aggregate::{Aggregate, Interval};
use crate::diagnostic::{cut, cut_middle};
use crate::digits::fixed;
use crate::digits::grouped;
use crate::join::SHORT;
use crate::protocol::Stripe;
use crate::report::model::{Report, Run};
use crate::report::words::{is_share, number};
use std::fmt::Write as _;

/// Classes that charts use, and what they look like.
pub(super) const STYLE: &str = include_str!("page/charts.css");

const WIDTH: f64 = 720.0;
/// Share of the strip's height that a missing answer takes.
const STUB: f64 = 0.3;
const STRIP: f64 = 48.0;
const LABEL: f64 = 200.0;
const NUMBERS: f64 = 150.0;
const ROW: f64 = 22.0;
/// Rows of a chart at most.
const MOST: usize = 60;

/// A chart as a file of its own.
pub(super) fn file(chart: &str) -> String {
    match chart.split_once('>') {
        Some((head, rest)) => format!("{head}><style>{STYLE}</style>{rest}\n"),
        None => String::new(),
    }
}

fn open(height: f64, words: &str) -> String {
    let height = fixed(height, 0);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" viewBox=\"0 0 {WIDTH} {height}\" \
         width=\"{WIDTH}\" height=\"{height}\" role=\"img\"><title>{}</title>",
        escape(words)
    )
}

/// One stripe per question in file order, several to a stripe where there are more than fit: right
/// ones from top to bottom, missing ones as stubs at the foot.
pub(super) fn strip(run: &Run) -> String {
    let stripes = &run.stripes;
    let questions = stripes.last().map_or(0, |stripe| stripe.to as usize);
    let words = format!("One stripe per question, {} in file order", grouped(questions));
    let mut svg = open(STRIP, &words);
    let _ = write!(svg, "<rect class=\"ground\" width=\"{WIDTH}\" height=\"{STRIP}\"/>");
    let step = WIDTH / stripes.len().max(1) as f64;
    for (index, stripe) in stripes.iter().enumerate() {
        for (class, share, top) in shares(stripe) {
            if share > 0.0 {
                let _ = write!(
                    svg,
                    "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" opacity=\"{}\"/>",
                    fixed(index as f64 * step, 2),
                    fixed(top, 1),
                    fixed(step, 2),
                    fixed(STRIP - top, 1),
                    fixed(share, 2)
                );
            }
        }
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

/// A line of a chart: a dot on its interval, and what it says in words.
struct Dot {
    label: String,
    value: f64,
    interval: Option<(f64, f64)>,
    numbers: String,
}

/// The headline metric of a run by the values of each column that it is grouped by; `None` without any.
pub(super) fn breakdown(report: &Report, run: &Run) -> Option<String> {
    let metric = report.shown.lead?.id;
    let of_metric = |one: &&Aggregate| one.metric == metric;
    let aggregates = run.aggregates.iter().filter(of_metric);
    let dot = |one: &Aggregate| {
        let label = match &one.group {
            Some(group) => format!("{}: {}", group.column, group.value),
            None => "all".to_owned(),
        };
        let mean = one.mean?;
        let interval = one.interval.as_ref().map(|i| (i.low, i.high));
        let range = one.interval.as_ref().map_or_else(String::new, |i| range(metric, i));
        let numbers = format!("{}{range}  n {}", number(metric, mean), grouped(one.n as usize));
        Some(Dot { label, value: mean, interval, numbers })
    };
    let grouped_by = aggregates.clone().any(|one| one.group.is_some());
    let dots: Vec<Dot> = aggregates.filter_map(dot).collect();
    let words = format!("{} by group, with 95\u{202f}% intervals", run.title(metric));
    (grouped_by && !dots.is_empty()).then(|| plot(metric, &dots, &words, Axis::Whole))
}

/// The difference of each run to the baseline by the headline metric; `None` for one run.
pub(super) fn comparison(report: &Report) -> Option<String> {
    let metric = report.shown.lead?.id;
    let totals = || report.overall().filter(|one| one.metric == metric);
    let dots: Vec<Dot> = totals()
        .filter(|one| one.comparison.n > 0)
        .map(|one| {
            let value = one.comparison.difference;
            let sign = if value > 0.0 { "+" } else { "" };
            let interval = one.comparison.interval.as_ref();
            let words = interval.map_or_else(String::new, |i| range(metric, i));
            Dot {
                label: cut_middle(&one.a, SHORT),
                value,
                interval: interval.map(|i| (i.low, i.high)),
                numbers: format!("{sign}{}{words}", number(metric, value)),
            }
        })
        .collect();
    let baseline = cut_middle(&totals().next()?.b, SHORT);
    let title = &report.shown.headline;
    let words = format!("{title}: difference to {baseline}, with 95\u{202f}% intervals");
    (!dots.is_empty()).then(|| plot(metric, &dots, &words, Axis::Differences))
}

fn range(metric: &str, interval: &Interval) -> String {
    format!(" ({} to {})", number(metric, interval.low), number(metric, interval.high))
}

/// The headline of every run with its interval, on an axis that is as long as they need.
pub(super) fn runs(report: &Report) -> Option<String> {
    let metric = report.shown.lead?.id;
    let dots: Vec<Dot> =
        report.runs.iter().filter_map(|run| dot_of(run, metric, run.short_name.clone())).collect();
    let words = format!("{} of every run, with 95\u{202f}% intervals", report.shown.headline);
    (!dots.is_empty()).then(|| plot(metric, &dots, &words, Axis::Zoomed))
}

/// Every metric of a run that is a share, with its interval.
pub(super) fn metrics(report: &Report, run: &Run) -> Option<String> {
    let lead = report.shown.lead?.id;
    let leads = |one: &&(&str, String)| one.0 == lead;
    let titles = run.titles.iter();
    let titles = titles.clone().filter(leads).chain(titles.filter(|one| !leads(one)));
    let shares = titles.filter(|(metric, _)| is_share(metric));
    let dots: Vec<Dot> =
        shares.filter_map(|(metric, title)| dot_of(run, metric, title.clone())).collect();
    (is_share(lead) && !dots.is_empty())
        .then(|| plot(lead, &dots, "Every metric, with 95\u{202f}% intervals", Axis::Whole))
}

/// A mean over all questions.
fn dot_of(run: &Run, metric: &str, label: String) -> Option<Dot> {
    let mut totals = run.aggregates.iter().filter(|one| one.group.is_none());
    let one = totals.find(|one| one.metric == metric)?;
    let value = one.mean?;
    let interval = one.interval.as_ref();
    let words = interval.map_or_else(String::new, |i| range(metric, i));
    let numbers = number(metric, value) + &words;
    Some(Dot { label, value, interval: interval.map(|i| (i.low, i.high)), numbers })
}

/// What the axis of a plot shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Axis {
    /// Differences, with zero in the middle.
    Differences,
    /// Shares from 0 to 1, and anything else from 0 to the greatest.
    Whole,
    /// What there is, in steps of five points.
    Zoomed,
}

/// Dots on their intervals.
fn plot(metric: &str, dots: &[Dot], words: &str, axis: Axis) -> String {
    let shown = &dots[..dots.len().min(MOST)];
    let ends = |dot: &Dot| dot.interval.unwrap_or((dot.value, dot.value));
    let most = shown.iter().map(|dot| ends(dot).1.max(ends(dot).0.abs())).fold(0.0, f64::max);
    let most = if most > 0.0 { most } else { 1.0 };
    let least = shown.iter().map(|dot| ends(dot).0).fold(most, f64::min);
    let (low, high) = match (axis, is_share(metric)) {
        (Axis::Differences, _) => (-most, most),
        (Axis::Zoomed, true) => {
            ((least * 20.0).floor() / 20.0, ((most * 20.0).ceil() / 20.0).min(1.0))
        }
        (Axis::Whole, true) => (0.0, 1.0),
        (_, false) => (0.0, most),
    };
    let (low, high) = if low < high { (low, high) } else { (0.0, 1.0) };
    let left = LABEL;
    let width = WIDTH - LABEL - NUMBERS - 20.0;
    let x = |value: f64| left + (value.clamp(low, high) - low) / (high - low) * width;
    let more = dots.len() - shown.len();
    let height = ROW * (shown.len() + 1 + usize::from(more > 0)) as f64 + 6.0;
    let mut svg = open(height, words);
    let ticks = [low, f64::midpoint(low, high), high];
    let foot = ROW * shown.len() as f64 + 4.0;
    for tick in ticks {
        let at = fixed(x(tick), 1);
        let _ = write!(
            svg,
            "<line class=\"grid\" x1=\"{at}\" x2=\"{at}\" y1=\"0\" y2=\"{}\"/><text class=\"soft\" \
             text-anchor=\"middle\" x=\"{at}\" y=\"{}\">{}</text>",
            fixed(foot, 1),
            fixed(foot + 14.0, 1),
            number(metric, tick)
        );
    }
    for (index, dot) in shown.iter().enumerate() {
        let y = ROW * index as f64 + ROW / 2.0;
        let (from, to) = ends(dot);
        let base = fixed(y + 4.0, 1);
        let y = fixed(y, 1);
        let _ = write!(
            svg,
            "<text x=\"0\" y=\"{base}\">{}</text><line class=\"interval\" x1=\"{}\" x2=\"{}\" y1=\"{y}\" \
             y2=\"{y}\"/><circle class=\"dot\" cx=\"{}\" cy=\"{y}\" r=\"4\"/><text text-anchor=\"end\" \
             x=\"{WIDTH}\" y=\"{base}\">{}</text>",
            escape(&cut(&dot.label, 32)),
            fixed(x(from), 1),
            fixed(x(to), 1),
            fixed(x(dot.value), 1),
            escape(&dot.numbers)
        );
    }
    if more > 0 {
        let y = fixed(foot + 14.0 + ROW, 1);
        let _ = write!(svg, "<text class=\"soft\" x=\"0\" y=\"{y}\">and {more} more</text>");
    }
    svg + "</svg>"
}

/// Text that stays text in XML and HTML.
pub(super) fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            // Not allowed in XML, and nothing to be seen.
            '\t' | '\n' | '\r' => safe.push(' '),
            _ if character.is_control() || matches!(character, '\u{fffe}' | '\u{ffff}') => {}
            _ => safe.push(character),
        }
    }
    safe
}
