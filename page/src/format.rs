//! Numbers and names as the page writes them. Nothing here computes a score: it only spells one.

use scoredrop::aggregate::{Aggregate, Interval};
use scoredrop::base::digits;
use scoredrop::base::digits::fixed;
use scoredrop::base::types::{Field, JoinBy, Role, State, Verdict};
use scoredrop::report::words as report;
pub use scoredrop::report::words::is_share;
use scoredrop::score::metric::{self, IntervalMethod, MetricInfo};
use scoredrop::session::protocol::{Across, Class, RunCard, Scored};
use wasm_bindgen::JsValue;

/// A count with its thousands set apart: `3 610`.
pub fn count(n: u64) -> String {
    digits::grouped(n as usize)
}

/// A count with its noun: `1 question`, `3 610 questions`.
pub fn counted(n: u64, noun: &str) -> String {
    digits::counted(n as usize, noun)
}

/// A share from 0 to 1 as percent with one decimal, without the sign: `25.2`.
pub fn percent(share: f64) -> String {
    fixed(share * 100.0, 1)
}

/// A difference of shares in percent points, always signed: `+6.8`, `−0.4`, `±0.0`.
pub fn points(difference: f64) -> String {
    let text = fixed(difference.abs() * 100.0, 1);
    let sign = match (text.as_str(), difference > 0.0) {
        ("0.0", _) => '±',
        (_, true) => '+',
        (_, false) => '−',
    };
    format!("{sign}{text}")
}

/// A difference of two means: in points, and of errors as means have them.
pub fn difference(metric: &str, value: f64) -> String {
    if is_share(metric) {
        return points(value);
    }
    let sign = if value < 0.0 { "−" } else { "+" };
    format!("{sign}{}", mean(metric, Some(value.abs())))
}

/// What the table of metrics says of one.
fn known<T>(id: &str, read: fn(&MetricInfo) -> T) -> Option<T> {
    metric::metric(id).map(read)
}

/// Whether a metric says less than one that stands beside it: half of an F1, or of supporting facts.
pub fn is_minor(id: &str) -> bool {
    known(id, |one| one.is_part || one.of_facts) == Some(true)
}

/// Whether a metric is half of an F1 that stands beside it.
pub fn is_part(id: &str) -> bool {
    known(id, |one| one.is_part) == Some(true)
}

/// Whether values of a metric are more than right or wrong.
pub fn is_graded(id: &str) -> bool {
    known(id, |one| one.interval != IntervalMethod::Wilson) != Some(false)
}

/// Whether more of a metric is better.
pub fn is_better_higher(id: &str) -> bool {
    known(id, |one| one.higher_is_better) != Some(false)
}

/// A mean of a metric, without the percent sign.
pub fn mean(metric: &str, value: Option<f64>) -> String {
    report::mean(metric, value.filter(|value| value.is_finite()))
}

/// Stands behind a mean that is in percent.
pub fn unit(metric: &str, value: Option<f64>) -> &'static str {
    if value.is_some() && report::in_percent(metric) { digits::PERCENT } else { "" }
}

/// The same beside the headline, where shares have no sign and errors relative to the gold number do.
pub fn unit_of_errors(metric: &str, value: Option<f64>) -> &'static str {
    if is_share(metric) { "" } else { unit(metric, value) }
}

/// The interval of an aggregate: `23.8–26.7`.
pub fn interval(aggregate: &Aggregate) -> Option<String> {
    Some(range(&aggregate.metric, aggregate.interval.as_ref()?))
}

/// An interval of values of a metric: "23.8–26.7".
pub fn range(metric: &str, ends: &Interval) -> String {
    format!("{}–{}", mean(metric, Some(ends.low)), mean(metric, Some(ends.high)))
}

/// Where an interval begins and ends.
pub fn ends(interval: Option<&Interval>) -> Option<(f64, f64)> {
    interval.map(|ends| (ends.low, ends.high))
}

/// Every value once, in the order of the first of each. For a few: each is compared with all before.
pub fn distinct<T: PartialEq>(values: impl Iterator<Item = T>) -> Vec<T> {
    let mut all = Vec::new();
    values.for_each(|value| {
        if !all.contains(&value) {
            all.push(value);
        }
    });
    all
}

/// The name of a run of a score, as it may stand in a sentence.
pub fn run_name(scored: &Scored, run: usize) -> String {
    scored.runs.get(run).map_or_else(String::new, |run| run.short_name.clone())
}

/// One value of a metric in the question table: `1` or `0`, and where values are graded `1.00`, `0.80`; errors as
/// means have them.
pub fn value(metric: &str, value: Option<f64>, graded: bool) -> String {
    match value.filter(|value| value.is_finite()) {
        None => "–".to_owned(),
        Some(_) if !is_share(metric) => [&mean(metric, value), unit(metric, value)].concat(),
        Some(value) if !graded && (value == 0.0 || value == 1.0) => fixed(value, 0),
        Some(value) => {
            // What two decimals would print as 0.00 or 1.00, and is not, gets six.
            let is_close = |whole: f64| value != whole && (value - whole).abs() <= 0.005;
            fixed(value, if is_close(0.0) || is_close(1.0) { 6 } else { 2 })
        }
    }
}

/// The size of a file: `812 B`, `4.1 MB`.
pub fn bytes(n: u64) -> String {
    let units = [(1_000_000_000, "GB"), (1_000_000, "MB"), (1_000, "kB")];
    for (size, unit) in units {
        if n >= size {
            return format!("{} {unit}", fixed(n as f64 / size as f64, 1));
        }
    }
    format!("{n} B")
}

/// Name of a metric for people: `Exact match`.
pub fn metric(id: &str) -> String {
    report::title(id).to_owned()
}

/// The same within a sentence: `exact match`.
pub fn metric_in_text(id: &str) -> String {
    report::in_text(report::title(id))
}

/// Name of a metric for the values of a run. By a second rule these may be another metric's in its
/// place: `F1 in place of exact match`.
pub fn metric_of(run: &RunCard, id: &str) -> String {
    taken(run, id).map_or_else(
        || metric(id),
        |from| format!("{} in place of {}", metric(from), metric_in_text(id)),
    )
}

/// Name of a metric for the values of several runs: `Exact match or F1`.
pub fn metric_of_all(runs: &[RunCard], id: &str) -> String {
    distinct(runs.iter().map(|run| metric(taken(run, id).unwrap_or(id)))).join(" or ")
}

/// The metric whose values a run has in the place of another one.
fn taken<'a>(run: &'a RunCard, id: &str) -> Option<&'a str> {
    run.takes.as_ref().filter(|(to, _)| to == id).map(|(_, from)| from.as_str())
}

/// Name of a metric for the head of a narrow column: `EM`.
pub fn metric_short(id: &str) -> String {
    known(id, |one| one.short).unwrap_or(id).to_owned()
}

/// The text with a capital first letter.
pub fn sentence_case(text: &str) -> String {
    let mut words = text.to_owned();
    if let Some(first) = words.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    words
}

/// What became of a program, in words: `runtime_error` is "runtime error".
pub fn category(name: &str) -> String {
    name.replace('_', " ")
}

/// The same of so many programs: `2 syntax errors`, without the number.
pub fn categories(name: &str, count: u64) -> String {
    let several = if count > 1 && name.ends_with("error") { "s" } else { "" };
    category(name) + several
}

/// A state of an answer of this run in words: where numbers are all that is compared, a number is what was
/// not found.
pub fn state_in(run: &RunCard, of: State) -> &'static str {
    let of_numbers = ["numeric_match", "absolute_error", "relative_error"];
    let metrics = || run.figures.aggregates.iter().map(|one| one.metric.as_str());
    let is_number = metrics().count() > 0 && metrics().all(|one| of_numbers.contains(&one));
    if is_number && of == State::NotExtracted { "no number found" } else { state(of) }
}

pub fn state(state: State) -> &'static str {
    match state {
        State::Answered => "answered",
        State::NotExtracted => "no answer found",
        State::Blank => "blank",
        State::Missing => "missing",
        State::Excluded => "excluded",
    }
}

pub fn verdict(verdict: Verdict) -> &'static str {
    report::verdict(verdict).1
}

/// How all runs do on a question, as a filter has it.
pub fn across(across: Across) -> &'static str {
    match across {
        Across::NoneRight => "no run right",
        Across::SameAnswer => "all runs agree on another answer",
        Across::EveryRight => "every run right",
    }
}

/// What is wrong with an answer, in words.
pub fn class(class: Class) -> &'static str {
    match class {
        Class::NearMiss => "near miss",
        Class::SomeOverlap => "some overlap",
        Class::NoOverlap => "no overlap",
        Class::Different => "another answer",
        Class::ShouldAbstain => "should abstain",
        Class::WronglyBlank => "should answer",
        Class::NotExtracted => "no answer found",
        Class::Missing => "missing",
    }
}

pub fn role(role: Role) -> &'static str {
    match role {
        Role::Gold => "gold",
        Role::Predictions => "predictions",
        Role::NaProb => "no-answer probabilities",
        Role::Table => "gold and predictions",
    }
}

/// Every field with its words, in the order of the menu.
pub const FIELDS: [(Field, &str, &str); 9] = [
    (Field::Id, "id", "id"),
    (Field::Question, "question", "question"),
    (Field::Answers, "answers", "gold answers"),
    (Field::Prediction, "prediction", "prediction"),
    (Field::Run, "run", "run or model"),
    (Field::SupportingFacts, "supporting_facts", "supporting facts"),
    (Field::NaProbability, "na_probability", "no-answer probability"),
    (Field::Detail, "detail", "choices, scale or similar"),
    (Field::Group, "group", "group"),
];

/// A join in the words of the sentence.
pub fn join(by: JoinBy) -> &'static str {
    match by {
        JoinBy::Id => "id",
        JoinBy::Question => "question text",
        JoinBy::Row => "row order",
        JoinBy::SameRow => "the same row",
        JoinBy::Near => "ids that nearly match",
    }
}

/// `a.jsonl`, or `a.jsonl and 2 more`.
pub fn names(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first, rest @ ..] => format!("{first} and {} more", rest.len()),
    }
}

/// The number in as many digits as it takes. The browser writes and reads it: the tables that Rust does it
/// with are as large as a region of the page.
pub fn written(value: f64) -> String {
    let text = js_sys::Number::from(value).to_string_with_radix(10);
    text.map_or_else(|_| String::new(), String::from)
}

/// The number that a text says.
pub fn parsed(text: &str) -> Option<f64> {
    let is_plain = |byte: u8| byte.is_ascii_digit() || b"+-.eE".contains(&byte);
    let number = JsValue::from_str(text).unchecked_into_f64();
    (!text.is_empty() && text.bytes().all(is_plain) && !number.is_nan()).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_errors_are_short() {
        let shown = [99_999.0, 100_000.0, 309_999_690.0, -1e12]
            .map(|error| mean("absolute_error", Some(error)));
        assert_eq!(shown, ["99999.00", "1.00e5", "3.10e8", "−1.00e12"]);
    }

    #[test]
    fn thousands_stand_apart() {
        assert_eq!(count(0), "0");
        assert_eq!(count(999), "999");
        assert_eq!(count(3610), "3\u{202f}610");
        assert_eq!(count(1_234_567), "1\u{202f}234\u{202f}567");
        assert_eq!(counted(1, "question"), "1 question");
    }

    #[test]
    fn differences_carry_their_sign() {
        assert_eq!(points(0.068), "+6.8");
        assert_eq!(points(-0.004), "−0.4");
        assert_eq!(points(-0.0001), "±0.0");
    }

    #[test]
    fn errors_are_not_percent() {
        assert_eq!(mean("f1", Some(0.343)), "34.3");
        assert_eq!(mean("absolute_error", Some(12.5)), "12.50");
        assert_eq!(
            [0.0013, 0.009_97, 9.96e-7, -4e-5].map(|one| mean("absolute_error", Some(one))),
            ["1.3e−3", "0.01", "1.0e−6", "−4.0e−5"]
        );
        // The sum of errors may be more than a float holds.
        assert_eq!(mean("absolute_error", Some(f64::INFINITY)), "–");
        assert_eq!(
            [0.8, 1.0, 0.0].map(|one| value("f1", Some(one), true)),
            ["0.80", "1.00", "0.00"]
        );
        assert_eq!(value("f1", Some(0.999), true), "0.999000");
        assert_eq!(value("f1", Some(1.0), false), "1");
        assert_eq!(value("relative_error", Some(0.0286), true), "2.9\u{202f}%");
    }

    #[test]
    fn metrics_read_as_words() {
        assert_eq!(metric("exact_match"), "Exact match");
        assert_eq!(metric("supporting_facts_f1"), "Supporting facts F1");
        assert_eq!(metric_short("supporting_facts_exact_match"), "SP EM");
        assert_eq!(metric_in_text("numeric_match"), "numeric match");
    }
}
