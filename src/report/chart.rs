//! Charts as SVG text: rows on one axis, curves, and a table of counts. The same text is shown on the page, saved
//! and put into reports; colours are classes, which the page's style sheet and [`file`] give a look.

use crate::base::diagnostic::cut_middle;
use crate::base::digits::{fixed, grouped};
use crate::report::words;
use std::fmt::Write as _;

/// The classes of charts, and what they look like in light and dark, and on paper.
pub(super) const STYLE: &str = include_str!("chart.css");

const ROW: f64 = 22.0;
const FOOT: f64 = 20.0;
const BAR: f64 = 10.0;
const TALL: f64 = 160.0;
/// The height of a name beneath curves.
const KEY: f64 = 18.0;
/// What the words of a step need across.
const STEP: f64 = 38.0;
/// About how wide a letter is.
const LETTER: f64 = 6.5;
/// By how many degrees a heading leans that is wider than its column, and the sine of that.
const SLANT: (u8, f64) = (40, 0.643);

/// An axis of values, with what is written along it.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// Where it begins.
    pub low: f64,
    /// Where it ends.
    pub high: f64,
    /// Values with their words.
    pub ticks: Vec<(f64, String)>,
}

/// How the values of rows are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChartForm {
    /// Bars from zero.
    Bars,
    /// A dot, with its interval.
    Dots,
}

/// A row of a chart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mark {
    /// Its name.
    pub label: String,
    /// Its value; none where it is not known.
    pub value: Option<f64>,
    /// Its interval.
    pub ends: Option<(f64, f64)>,
    /// Its value in words.
    pub words: String,
}

/// A curve over steps.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// Its name.
    pub name: String,
    /// A value at each step.
    pub values: Vec<f64>,
}

/// Where things stand across a chart: its width, and how much of it names and words take.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// All of it.
    pub width: f64,
    /// What names take at its left.
    pub left: f64,
    /// What words take at its right.
    pub right: f64,
}

impl Frame {
    /// Room for short names, and for a number.
    pub fn new(width: f64) -> Self {
        Self { width, left: (width * 0.34).round(), right: (width * 0.16).round() }
    }

    fn across(self, axis: &Axis, value: f64) -> f64 {
        let inner = self.width - self.left - self.right;
        let span = (axis.high - axis.low).max(f64::MIN_POSITIVE);
        self.left + (value.max(axis.low).min(axis.high) - axis.low) / span * inner
    }

    /// How many letters of a name there is room for.
    #[allow(clippy::cast_sign_loss, reason = "a width")]
    fn letters(self) -> usize {
        (self.left / LETTER) as usize
    }
}

pub(super) fn open(width: f64, height: f64, title: &str) -> String {
    let (width, height) = (fixed(width, 0), fixed(height, 0));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" role=\"img\" aria-label=\"{0}\"><title>{0}</title>",
        escape(title)
    )
}

/// The lowest and the highest row in words, for whoever does not see the others.
fn extremes(marks: &[Mark]) -> String {
    let mut known = marks.iter().filter(|mark| mark.value.is_some());
    let Some(first) = known.next() else { return String::new() };
    let (mut low, mut high) = (first, first);
    for mark in known {
        low = if mark.value < low.value { mark } else { low };
        high = if mark.value > high.value { mark } else { high };
    }
    words::extremes([&low.label, &low.words], [&high.label, &high.words])
}

/// Rows on one axis.
pub fn rows(title: &str, axis: &Axis, form: ChartForm, marks: &[Mark], frame: Frame) -> String {
    let foot = ROW * marks.len() as f64;
    let mut svg = open(frame.width, foot + FOOT, &[title, &extremes(marks)].concat());
    for (value, words) in &axis.ticks {
        let at = fixed(frame.across(axis, *value), 1);
        let _ = write!(
            svg,
            "<line class=\"rule\" x1=\"{at}\" x2=\"{at}\" y1=\"0\" y2=\"{0}\"/><text class=\"soft\" \
             text-anchor=\"middle\" x=\"{at}\" y=\"{1}\">{2}</text>",
            fixed(foot, 0),
            fixed(foot + 14.0, 0),
            escape(words)
        );
    }
    for (index, mark) in marks.iter().enumerate() {
        let middle = ROW * index as f64 + ROW / 2.0;
        let (centre, base) = (fixed(middle, 1), fixed(middle + 4.0, 1));
        let _ = write!(
            svg,
            "<text x=\"0\" y=\"{base}\">{}</text><text text-anchor=\"end\" x=\"{}\" y=\"{base}\">{}</text>",
            escape(&cut_middle(&mark.label, frame.letters())),
            fixed(frame.width, 0),
            escape(&mark.words)
        );
        let Some(value) = mark.value else { continue };
        let at = frame.across(axis, value);
        match form {
            ChartForm::Bars => {
                let zero = frame.across(axis, 0.0);
                let _ = write!(
                    svg,
                    "<rect class=\"fill\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
                    fixed(zero.min(at), 1),
                    fixed(middle - BAR / 2.0, 1),
                    fixed((at - zero).abs(), 1),
                    fixed(BAR, 0)
                );
            }
            ChartForm::Dots => {
                if let Some((low, high)) = mark.ends {
                    let _ = write!(
                        svg,
                        "<line class=\"ends\" x1=\"{}\" x2=\"{}\" y1=\"{centre}\" y2=\"{centre}\"/>",
                        fixed(frame.across(axis, low), 1),
                        fixed(frame.across(axis, high), 1)
                    );
                }
                let _ = write!(
                    svg,
                    "<circle class=\"fill\" cx=\"{}\" cy=\"{centre}\" r=\"4\"/>",
                    fixed(at, 1)
                );
            }
        }
    }
    svg + "</svg>"
}

/// How many colours and dashes lines have.
const LINES: usize = 6;

/// The classes of a line: each has a colour and a dash of its own, and in forced colours the dash.
pub fn line_class(place: usize) -> String {
    format!("line hue-{} dash-{}", place % LINES, (place + place / LINES) % LINES)
}

/// Curves over steps, and beneath them which is whose.
pub fn curves(title: &str, axis: &Axis, steps: &[String], curves: &[Curve], width: f64) -> String {
    let (left, right) = (52.0, 24.0);
    let foot = TALL + FOOT + 12.0;
    let ends = curves.iter().map(|curve| {
        let [first, last] = [curve.values.first(), curve.values.last()]
            .map(|value| fixed(value.map_or(0.0, |value| value * 100.0), 1));
        words::from_to(&curve.name, &first, &last)
    });
    let said: String = std::iter::once(title.to_owned()).chain(ends).collect();
    let mut svg = open(width, foot + KEY * curves.len() as f64, &said);
    let span = (axis.high - axis.low).max(f64::MIN_POSITIVE);
    let up =
        |value: f64| 6.0 + TALL - (value.max(axis.low).min(axis.high) - axis.low) / span * TALL;
    let last = steps.len().saturating_sub(1).max(1) as f64;
    let across = |index: usize| left + index as f64 / last * (width - left - right);
    for (value, words) in &axis.ticks {
        let y = fixed(up(*value), 1);
        let _ = write!(
            svg,
            "<line class=\"rule\" x1=\"{}\" x2=\"{}\" y1=\"{y}\" y2=\"{y}\"/><text class=\"soft\" \
             text-anchor=\"end\" x=\"{}\" y=\"{}\">{}</text>",
            fixed(left, 0),
            fixed(width - right, 0),
            fixed(left - 6.0, 0),
            fixed(up(*value) + 4.0, 1),
            escape(words)
        );
    }
    // Words that would lie on each other are left out.
    let room = (width - left - right) / last;
    let every = if room < STEP { 2 } else { 1 };
    for (index, words) in steps.iter().enumerate().step_by(every) {
        let _ = write!(
            svg,
            "<text class=\"soft\" text-anchor=\"middle\" x=\"{}\" y=\"{}\">{}</text>",
            fixed(across(index), 1),
            fixed(TALL + FOOT, 0),
            escape(words)
        );
    }
    #[allow(clippy::cast_sign_loss, reason = "a width")]
    let letters = ((width - left) / LETTER) as usize;
    for (place, curve) in curves.iter().enumerate() {
        let point = |(index, value)| format!("{},{}", fixed(across(index), 1), fixed(up(value), 1));
        let points: Vec<String> = curve.values.iter().copied().enumerate().map(point).collect();
        let class = line_class(place);
        let middle = foot + KEY * (place as f64 + 0.5);
        let key = fixed(middle, 1);
        let _ = write!(
            svg,
            "<polyline class=\"{class}\" points=\"{}\"/><polyline class=\"{class}\" points=\"0,{key} \
             {},{key}\"/><text x=\"{}\" y=\"{}\">{}</text>",
            points.join(" "),
            fixed(left - 10.0, 0),
            fixed(left, 0),
            fixed(middle + 4.0, 1),
            escape(&cut_middle(&curve.name, letters))
        );
    }
    svg + "</svg>"
}

/// Counts in rows and columns; the more, the darker.
pub fn counts(title: &str, columns: &[String], rows: &[(String, Vec<u64>)], width: f64) -> String {
    let left = (width * 0.2).round();
    let step = (width - left) / columns.len().max(1) as f64;
    let longest = columns.iter().map(|words| words.chars().count()).max().unwrap_or(0) as f64;
    // Where a heading is wider than its column, all of them lean, and each ends above its column.
    let leans = longest * LETTER > step;
    let head = if leans { ROW + longest * LETTER * SLANT.1 } else { ROW };
    let mut svg = open(width, head + ROW * rows.len() as f64 + 4.0, title);
    let most = rows.iter().flat_map(|(_, counts)| counts).copied().max().unwrap_or(0).max(1);
    let centre = |column: usize| fixed(left + (column as f64 + 0.5) * step, 1);
    for (column, words) in columns.iter().enumerate() {
        let (x, y) = (centre(column), fixed(head - 8.0, 1));
        let turn = format!(" transform=\"rotate({} {x} {y})\"", SLANT.0);
        let (anchor, turn) = if leans { ("end", &*turn) } else { ("middle", "") };
        let _ = write!(
            svg,
            "<text class=\"soft\" text-anchor=\"{anchor}\" x=\"{x}\" y=\"{y}\"{turn}>{}</text>",
            escape(words)
        );
    }
    for (row, (words, counts)) in rows.iter().enumerate() {
        let top = head + ROW * row as f64;
        let base = fixed(top + 15.0, 1);
        let _ = write!(svg, "<text class=\"soft\" x=\"0\" y=\"{base}\">{}</text>", escape(words));
        for (column, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            let share = *count as f64 / most as f64;
            let _ = write!(
                svg,
                "<rect class=\"fill\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" opacity=\"{}\"/><text \
                 text-anchor=\"middle\" x=\"{}\" y=\"{base}\">{}</text>",
                fixed(left + column as f64 * step + 1.0, 1),
                fixed(top + 1.0, 1),
                fixed(step - 2.0, 1),
                fixed(ROW - 2.0, 1),
                fixed(0.08 + 0.32 * share, 2),
                centre(column),
                grouped(*count as usize)
            );
        }
    }
    svg + "</svg>"
}

/// A chart as a file of its own.
pub fn file(chart: &str) -> String {
    match chart.split_once('>') {
        Some((head, rest)) => format!("{head}><style>{STYLE}</style>{rest}\n"),
        None => String::new(),
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn axis() -> Axis {
        Axis { low: -1.0, high: 1.0, ticks: vec![(0.0, "0".to_owned())] }
    }

    #[test]
    fn bars_begin_at_zero() {
        let mark = |value| Mark { label: "a<b".to_owned(), value: Some(value), ..Mark::default() };
        let svg = rows("t", &axis(), ChartForm::Bars, &[mark(-0.5), mark(0.5)], Frame::new(1000.0));
        // 500 wide from 340 on: zero is at 590.
        assert!(svg.contains("x=\"465.0\" y=\"6.0\" width=\"125.0\""), "{svg}");
        assert!(svg.contains("x=\"590.0\" y=\"28.0\" width=\"125.0\""), "{svg}");
        assert!(svg.contains("a&lt;b") && !svg.contains("a<b"), "{svg}");
    }

    #[test]
    fn every_curve_has_its_line_and_its_name() {
        let curve = |name: &str| Curve { name: name.to_owned(), values: vec![0.0, 0.5] };
        let all = [curve("one"), curve("two")];
        let svg = curves("t", &axis(), &["1".to_owned(), "2".to_owned()], &all, 400.0);
        for (place, name) in ["one", "two"].iter().enumerate() {
            assert_eq!(svg.matches(&format!("\"{}\"", line_class(place))).count(), 2, "{svg}");
            assert!(svg.contains(&format!(">{name}</text>")), "{svg}");
        }
        let classes: std::collections::BTreeSet<String> = (0..36).map(line_class).collect();
        assert_eq!(classes.len(), 36);
    }

    #[test]
    fn a_file_carries_its_style() {
        let svg = file(&counts("t", &["a".to_owned()], &[("b".to_owned(), vec![3])], 300.0));
        assert!(svg.starts_with("<svg ") && svg.contains("><style>.chart{"), "{svg}");
        assert!(svg.contains(">3</text>"), "{svg}");
    }
}
