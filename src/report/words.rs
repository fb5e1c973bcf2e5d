//! Words that several forms of the report share.

use crate::aggregate::Aggregate;
use crate::aggregate::members::MemberScore;
use crate::aggregate::over_groups::GroupMean;
use crate::base::digits::{MINUS, PERCENT, counted, grouped, printed};
use crate::base::types::{Reconciliation, Verdict};
use crate::join::short_names;
use crate::preset::Settings;
use crate::report::model::{Reading, RunOf};
pub use crate::score::metric::in_text;
use crate::score::metric::metric;
use itertools::Itertools as _;
use std::borrow::Borrow;

/// Whether values of a metric are shares; others are errors in the unit of the answers.
pub fn is_share(id: &str) -> bool {
    metric(id).is_none_or(|info| info.range.1 <= 1.0)
}

/// Whether people read values of a metric in percent: shares, and errors relative to the gold number.
pub fn in_percent(id: &str) -> bool {
    metric(id).is_none_or(|info| info.scale > 1.0)
}

/// A mean of a metric: in percent with one decimal, anything else with two; of large ones, and of small ones that
/// are not 0, their size.
pub fn number(id: &str, value: f64) -> String {
    let (value, decimals) = if in_percent(id) { (value * 100.0, 1) } else { (value, 2) };
    if value.abs() >= LARGE {
        return size(value);
    }
    let text = printed(value, decimals);
    let is_zero = text.chars().all(|c| !c.is_ascii_digit() || c == '0');
    if is_zero && value != 0.0 { small(value) } else { text }
}

/// The size of a small number: `1.3e−3`. The standard library's exponents would weigh a thirtieth of the page.
fn small(value: f64) -> String {
    let (mut digits, mut power) = (value, 0);
    while digits.abs() < 0.995 && power < 400 {
        digits *= 10.0;
        power += 1;
    }
    format!("{}e{MINUS}{power}", printed(digits, 1))
}

/// From here on there is no room for more than the size of a number.
const LARGE: f64 = 99_999.5;

/// The size of a large number: `6.06e10`.
fn size(value: f64) -> String {
    let (mut digits, mut power) = (value, 0);
    while digits.abs() >= 9.995 && digits.is_finite() {
        digits /= 10.0;
        power += 1;
    }
    format!("{}e{power}", printed(digits, 2))
}

/// A mean as [`number`] has it; a dash where there is none.
pub fn mean(id: &str, value: Option<f64>) -> String {
    value.map_or_else(|| "–".to_owned(), |value| number(id, value))
}

/// Runs of a reading that are named with their numbers.
const MOST_RUNS: usize = 4;

/// A reading and its numbers: "answer ↔ output by plain-text: 45.0 % of 100".
pub fn reading(reading: &Reading) -> String {
    let metric = &reading.rule.metric;
    let number = |mean: Option<f64>| {
        let unit = if in_percent(metric) && mean.is_some() { PERCENT } else { "" };
        self::mean(metric, mean) + unit
    };
    let names: Vec<String> = reading.runs.iter().map(|run| run.name.clone()).collect();
    let named = |(run, name): (&RunOf, String)| format!("{name} {}", number(run.mean));
    let numbers = match &reading.runs[..] {
        [] | [_] => number(reading.mean),
        runs => {
            let more = runs.len().saturating_sub(MOST_RUNS);
            let more = (more > 0).then(|| format!("{more} more"));
            runs.iter().zip(short_names(&names)).take(MOST_RUNS).map(named).chain(more).join(", ")
        }
    };
    format!("{}: {numbers} (n = {})", reading.compared(), grouped(reading.n as usize))
}

/// The interval of an aggregate: "23.8–26.7".
pub fn interval(aggregate: &Aggregate) -> Option<String> {
    let ends = aggregate.interval.as_ref()?;
    let [low, high] = [ends.low, ends.high].map(|end| number(&aggregate.metric, end));
    Some(format!("{low}–{high}"))
}

/// The mean over groups with its interval: "60.1 (50.2–69.8)".
pub fn group_mean(one: &GroupMean) -> String {
    let number = |value: f64| number(&one.metric, value);
    let ends = one.interval.as_ref();
    let ends = ends.map(|ends| format!(" ({}–{})", number(ends.low), number(ends.high)));
    number(one.mean) + &ends.unwrap_or_default()
}

/// How often a member of records is right: "60.1 (50.2–69.8)".
pub fn member_mean(one: &MemberScore) -> String {
    let percent = |value: f64| number("accuracy", value);
    let ends = one.interval.as_ref();
    let ends = ends.map(|ends| format!(" ({}–{})", percent(ends.low), percent(ends.high)));
    one.mean.map_or_else(|| "–".to_owned(), percent) + &ends.unwrap_or_default()
}

/// What the mean is over: "5 groups of category".
pub fn groups_of(one: &GroupMean) -> String {
    format!("{} of {}", counted(one.groups as usize, "group"), one.column)
}

/// The sign of a verdict, its name, and the letter that stands for it in the files of this program.
pub fn verdict(verdict: Verdict) -> (&'static str, &'static str, char) {
    match verdict {
        Verdict::Right => ("✓", "right", 'r'),
        Verdict::Partly => ("◐", "partly right", 'p'),
        Verdict::Wrong => ("✗", "wrong", 'w'),
        Verdict::Unanswered => ("–", "not answered", 'u'),
    }
}

/// Where every gold question and every prediction went.
pub fn reconciled(counts: &Reconciliation) -> String {
    let n = |count: u64| grouped(count as usize);
    format!(
        "gold {} = {} answered + {} no answer found + {} blank + {} missing + {} excluded; {} extra and {} \
         duplicate predictions, {} duplicate gold rows, {} unreadable rows",
        n(counts.gold),
        n(counts.answered),
        n(counts.not_extracted),
        n(counts.blank),
        n(counts.missing),
        n(counts.excluded),
        n(counts.extra),
        n(counts.duplicate_predictions),
        n(counts.duplicate_gold),
        n(counts.unparseable)
    )
}

/// The lowest and the highest row of a chart, behind its title; its only one where both are the same.
pub(super) fn extremes(low: [&str; 2], high: [&str; 2]) -> String {
    let [low, high] = [low, high].map(|one| one.join(" "));
    if low == high { format!(": {low}") } else { format!(": lowest {low}, highest {high}") }
}

/// Where a curve of shares begins and ends, behind the title of its chart.
pub(super) fn from_to(name: &str, first: &str, last: &str) -> String {
    format!("; {name}: from {first}{PERCENT} to {last}{PERCENT}")
}

/// Name of a metric for people.
pub fn title(id: &str) -> &str {
    metric(id).map_or(id, |info| info.title)
}

/// The settings that differ from the preset's: "articles = keep, missing = exclude".
pub fn changes(settings: &Settings) -> String {
    settings.changes.iter().map(|(key, value)| format!("{key} = {value}")).join(", ")
}

/// That rules or settings are not those of the catalog, in a sentence; `None` where they are.
pub fn modified(settings: &Settings) -> Option<String> {
    if !settings.modified() {
        return None;
    }
    let preset = &settings.preset;
    let mut words = Vec::new();
    if settings.own() {
        words.push(format!("{} version {} is the user's own preset", preset.id, preset.version));
    }
    if !settings.changes.is_empty() {
        words.push(format!("changed settings: {}", changes(settings)));
    }
    Some(format!("Modified preset ({}): {}.", settings.hash(), words.join("; ")))
}

/// What the number is worth: whom it reproduces, and on how many items that was checked.
pub fn reproduces(settings: &Settings) -> String {
    let card = &settings.preset.card;
    if card.reproduces.is_empty() {
        return "This preset is our own definition; it reproduces no other scorer.".to_owned();
    }
    if settings.departs() {
        return format!(
            "The settings differ from those of {}, so this is not its number.",
            card.reproduces
        );
    }
    let mut checked = Vec::new();
    if card.golden_cases > 0 {
        checked.push(counted(card.golden_cases as usize, "golden case"));
    }
    if card.real_answers > 0 {
        checked.push(counted(card.real_answers as usize, "real answer"));
    }
    if checked.is_empty() {
        format!("Reproduces {}.", card.reproduces)
    } else {
        format!("Reproduces {}, checked on {}.", card.reproduces, checked.join(" and "))
    }
}

/// `a`, `a and b`, `a, b and c`
pub(crate) fn and<T: Borrow<str>>(words: &[T]) -> String {
    match words {
        [] => String::new(),
        [one] => one.borrow().to_owned(),
        [first @ .., last] => format!("{} and {}", first.join(", "), last.borrow()),
    }
}

/// The settings in force in words, in their order. Neighbours that end alike share the end: "case,
/// punctuation and articles ignored".
pub fn setting_words(settings: &Settings) -> Vec<String> {
    let mut phrases: Vec<(Vec<&str>, String)> = Vec::new();
    for info in settings.named() {
        let value = settings.value(info.key);
        let option = info.options.iter().find(|option| option.0 == value);
        let words =
            option.map_or_else(|| format!("{} {value}", info.label), |one| settings.words_of(one));
        let end = words.strip_prefix(info.label).map(|end| end.trim_start().to_owned());
        match (end.filter(|_| option.is_some()), phrases.last_mut()) {
            (Some(end), Some((labels, last))) if *last == end => labels.push(info.label),
            (Some(end), _) => phrases.push((vec![info.label], end)),
            (None, _) => phrases.push((Vec::new(), words)),
        }
    }
    let joined = |(labels, end): (Vec<&str>, String)| {
        if labels.is_empty() { end } else { format!("{} {end}", and(&labels)) }
    };
    phrases.into_iter().map(joined).collect()
}

/// A setting in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// What it decides, and how.
    pub words: String,
    /// Whether the preset has it otherwise.
    pub changed: bool,
}

/// Every setting that matters to a preset.
pub fn rules(settings: &Settings) -> Vec<Rule> {
    let rule = |info: &crate::preset::SettingInfo| {
        let value = settings.value(info.key);
        let option = info.options.iter().find(|option| option.0 == value);
        let words = option.map_or_else(|| value.clone(), |one| settings.words_of(one));
        let words =
            if words.starts_with(info.label) { words } else { format!("{}: {words}", info.label) };
        Rule { words, changed: value != settings.default_value(info.key) }
    };
    settings.named().map(rule).collect()
}
