//! The answers of `TAT-QA`: `TaTQAEmAndF1` of NExTplusplus/TAT-QA@870accc4 `tatqa_metric.py`. An
//! answer becomes one text in which numbers have their full size, so that 1.5 million is 1500000.

use super::NO_MATCH;
use super::compare::{AnswerComparison, Judge, Judged, Question, Reading, Shown, normalizer};
use super::drop::{is_truthy, written};
use super::spans::{Numbers, SpanScore, Spans, compare};
use crate::base::digits::fixed;
use crate::table::json::{self, Value};
use crate::table::{Kind, float};
use crate::text::Normalizer;
use crate::text::classes::strip;
use crate::text::scaled_number::{is_number, scale_factor, to_number};
use itertools::Itertools as _;

/// A value of an answer.
#[derive(Clone, Debug, PartialEq)]
struct Item {
    text: String,
    /// Where the value is a number and not a text.
    number: Option<f64>,
}

impl Item {
    fn of(value: Value<'_>) -> Self {
        let number = if value.kind == Kind::Number { float(value.raw) } else { None };
        Self { text: written(value), number }
    }

    fn text(text: &str) -> Self {
        Self { text: text.to_owned(), number: None }
    }
}

/// A predicted answer with its scale.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    items: Vec<Item>,
    /// Thousand, million, billion, percent or nothing. `None` where it is null, which is no gold scale.
    pub scale: Option<String>,
}

impl Answer {
    /// Reads a prediction: its text and its scale, or where that stands in no column of its own, the
    /// `[answer, scale]` of the reference. `None` for what the reference takes for no answer: nothing,
    /// the empty text, the empty list, and 0 as a number.
    pub fn read(text: &str, scale: Option<&str>) -> Option<Self> {
        if let Some(scale) = scale {
            return Self::plain(text, Some(scale.to_owned()));
        }
        if let Some([answer, scale]) = pair(text) {
            if !is_truthy(answer) {
                return None;
            }
            let items = match answer.kind {
                Kind::List => {
                    json::elements(answer.raw).map_while(Result::ok).map(Item::of).collect()
                }
                _ => vec![Item::of(answer)],
            };
            let scale = (scale.kind == Kind::String).then(|| scale.text().into_owned());
            return Some(Self { items, scale });
        }
        Self::plain(text, Some(String::new()))
    }

    /// An answer that is a list of values or one text.
    fn plain(text: &str, scale: Option<String>) -> Option<Self> {
        let is_list = text.starts_with('[') && json::elements(text).all(|element| element.is_ok());
        let items: Vec<Item> = if is_list {
            json::elements(text).map_while(Result::ok).map(Item::of).collect()
        } else if text.is_empty() {
            Vec::new()
        } else {
            vec![Item::text(text)]
        };
        (!items.is_empty()).then_some(Self { items, scale })
    }
}

/// The elements of a JSON list of two, whose second is a text or null.
fn pair(text: &str) -> Option<[Value<'_>; 2]> {
    if !text.starts_with('[') {
        return None;
    }
    let mut elements = json::elements(text);
    let pair = [elements.next()?.ok()?, elements.next()?.ok()?];
    let is_scale = matches!(pair[1].kind, Kind::String | Kind::Null);
    (elements.next().is_none() && is_scale).then_some(pair)
}

/// The values in Python's order, as one text with the scale worked in.
fn in_full(mut items: Vec<Item>, scale: &str) -> String {
    // Python cannot order numbers and texts together; here numbers come first.
    items.sort_by(|one, two| match (one.number, two.number) {
        (Some(one), Some(two)) => one.total_cmp(&two),
        (one_number, two_number) => {
            two_number.is_some().cmp(&one_number.is_some()).then_with(|| one.text.cmp(&two.text))
        }
    });

    items.iter().map(|item| value_in_full(&item.text, scale)).join(" ")
}

fn value_in_full(text: &str, scale: &str) -> String {
    match if is_number(text) { to_number(text) } else { None } {
        // The sign has made it a hundredth already.
        Some(number) if text.contains('%') => number.four_decimals(),
        Some(number) => number.round(2).times(scale_factor(scale)).four_decimals(),
        None if scale.is_empty() => text.to_owned(),
        None => format!("{text} {scale}"),
    }
}

/// A gold answer in full: one text of all its values. A count is an integer. A calculated number is one
/// in the data set, and not a text, so that 0.00001 is written as Python does.
pub fn gold_in_full<'g>(
    values: impl IntoIterator<Item = &'g str>,
    answer_type: &str,
    scale: &str,
) -> Option<String> {
    let item = |text: &'g str| match answer_type {
        // Python's int takes `_` between digits; where it would stop the text stays.
        "count" => Item::text(&strip(text).replace('_', "")),
        "arithmetic" => number(text).unwrap_or_else(|| Item::text(text)),
        _ => Item::text(text),
    };
    let items: Vec<Item> = values.into_iter().map(item).collect();
    (!items.is_empty()).then(|| in_full(items, scale))
}

/// What a text is as a number of JSON.
fn number(text: &str) -> Option<Item> {
    let list = format!("[{text}]");
    let value = json::elements(&list).next()?.ok()?;
    (value.kind == Kind::Number && value.raw == text).then(|| Item::of(value))
}

/// A prediction in full; a single number without scale stands there a second time as it is, since
/// 0.2212 may be meant for 22.12 percent.
pub fn prediction_in_full(answer: &Answer) -> Vec<String> {
    let scale = answer.scale.as_deref().unwrap_or("");
    let mut texts = vec![in_full(answer.items.clone(), scale)];
    if let [only] = &answer.items[..]
        && scale.is_empty()
        && !only.text.contains('%')
        && is_number(&only.text)
        && let Some(number) = to_number(&only.text)
    {
        texts.push(number.four_decimals());
    }
    texts
}

/// Compares a prediction with a gold answer, both in full. Of several forms of the prediction the best
/// counts: the equal one, or else the one with the greatest F1. Of numbers that are calculated or
/// counted F1 is exact match.
pub fn score(
    normalizer: &Normalizer,
    predictions: &[String],
    gold: &str,
    answer_type: &str,
) -> SpanScore {
    let gold = Spans::new(normalizer, [gold]);
    let mut best = SpanScore::NONE;
    for prediction in predictions {
        let score = compare(&Spans::new(normalizer, [prediction]), &gold, Numbers::Free);
        if (score.exact, score.f1) > (best.exact, best.f1) {
            best = score;
        }
    }
    if matches!(answer_type, "arithmetic" | "count") {
        best.f1 = f64::from(u8::from(best.exact));
    }
    best
}

/// `scaled_spans`: see [`score`]. A question has an `answer_type` and a `scale`; a prediction has a
/// `scale` or is `[answer, scale]`.
pub const COMPARISON: AnswerComparison = AnswerComparison::new(
    "scaled_spans",
    "Compares texts in which numbers are written in full with their scale, as TAT-QA does.",
    |values| Box::new(ScaleJudge { normalizer: normalizer(values) }),
)
.of_lists();

#[derive(Debug)]
struct ScaleJudge {
    normalizer: Normalizer,
}

/// A question with both sides in full.
struct Full {
    answer_type: String,
    scale: String,
    gold: Option<String>,
    answer: Option<Answer>,
}

impl Full {
    fn of(question: &Question<'_>) -> Self {
        let text = |name: &str| (question.gold)(name).unwrap_or_default();
        let (answer_type, scale) = (text("answer_type"), text("scale"));
        let gold = gold_in_full(question.golds.iter().copied(), &answer_type, &scale);
        let predicted_scale = (question.prediction)("scale");
        let answer =
            question.answer.and_then(|text| Answer::read(text, predicted_scale.as_deref()));
        Self { answer_type, scale, gold, answer }
    }

    /// Exact match and F1, and whether the scale is right. `None` where a side has no answer.
    fn score(&self, normalizer: &Normalizer) -> Option<(SpanScore, bool)> {
        let (gold, answer) = (self.gold.as_ref()?, self.answer.as_ref()?);
        let score = score(normalizer, &prediction_in_full(answer), gold, &self.answer_type);
        Some((score, answer.scale.as_deref() == Some(&self.scale)))
    }
}

impl Judge for ScaleJudge {
    fn judge(&mut self, question: &Question<'_>) -> Judged {
        let (score, scale) =
            Full::of(question).score(&self.normalizer).unwrap_or((SpanScore::NONE, false));
        // All gold spans are one answer.
        let matched = if score == SpanScore::NONE { NO_MATCH } else { 0 };
        let mut judged = Judged::graded(score.exact, score.f1, matched);
        judged.extras.scale = f64::from(u8::from(scale));
        judged
    }

    fn explain(&mut self, question: &Question<'_>) -> Reading {
        let full = Full::of(question);
        let scale = |scale: &str| if scale.is_empty() { "none" } else { scale }.to_owned();
        let words = match (full.score(&self.normalizer), &full.gold, &full.answer) {
            (Some((score, right)), Some(gold), Some(answer)) => vec![
                format!("Written in full, the gold answer is {gold:?}."),
                format!("Exact match {}, F1 {}.", u8::from(score.exact), fixed(score.f1, 2)),
                format!(
                    "Its scale is {}, and the gold scale is {}: scale {}.",
                    answer.scale.as_deref().map_or_else(|| "null".to_owned(), scale),
                    scale(&full.scale),
                    u8::from(right)
                ),
            ],
            (_, None, _) => vec!["The question has no gold answer, so it scores 0.".to_owned()],
            _ => vec![
                "An empty text, an empty list and 0 do not count as answers here, so it scores 0."
                    .to_owned(),
            ],
        };
        let shown = |gold: &&str| Shown::plain(value_in_full(gold, &full.scale));
        Reading {
            answer: full
                .answer
                .as_ref()
                .map(|answer| Shown::plain(prediction_in_full(answer).join(" or "))),
            golds: question.golds.iter().map(shown).collect(),
            words,
            ..Reading::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn full(text: &str, scale: Option<&str>) -> Vec<String> {
        Answer::read(text, scale).map_or_else(Vec::new, |answer| prediction_in_full(&answer))
    }

    #[test]
    fn predictions_stand_alone_or_with_their_scale() {
        assert_eq!(full(r#"[["$1,496.5"], "million"]"#, None), ["1496500000.0000"]);
        assert_eq!(full(r#"[-22.220000000000002, "percent"]"#, None), ["-0.2222"]);
        assert_eq!(full("22.12", Some("percent")), ["0.2212"]);
        assert_eq!(full(r#"["b", "a"]"#, Some("")), ["a b"]);
        assert_eq!(full("0.2212", None), ["0.2200", "0.2212"]);
        assert_eq!(full(r#"[[10, 9], ""]"#, None), ["9.0000 10.0000"]);
        assert_eq!(full(r#"[["10", "9"], ""]"#, None), ["10.0000 9.0000"]);
        for nothing in
            [r#"[null, "billion"]"#, r#"["", ""]"#, r#"[[], ""]"#, r#"[0.0, ""]"#, "", "[]"]
        {
            assert_eq!(Answer::read(nothing, None), None, "{nothing}");
        }
        assert_eq!(Answer::read(r#"["x", null]"#, None).map(|answer| answer.scale), Some(None));
    }

    #[test]
    fn what_is_no_pair_is_an_answer() {
        assert_eq!(full("[1, 2, 3]", None), ["1.0000 2.0000 3.0000"]);
        assert_eq!(full("[1, 2]", None), ["1.0000 2.0000"]);
        assert_eq!(full("[open", None), ["[open"]);
    }

    #[test]
    fn counts_are_integers() {
        assert_eq!(gold_in_full(["1_000"], "count", "").as_deref(), Some("1000.0000"));
        assert_eq!(gold_in_full(["1_000"], "arithmetic", "").as_deref(), Some("1.0000"));
        assert_eq!(gold_in_full([], "span", ""), None);
        assert_eq!(gold_in_full(["0.00001"], "arithmetic", "").as_deref(), Some("1.0000"));
        assert_eq!(gold_in_full(["0.00001"], "span", "").as_deref(), Some("0.0000"));
    }
}
