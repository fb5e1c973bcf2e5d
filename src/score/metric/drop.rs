//! The answers of DROP: `answer_json_to_strings` and the maximum over gold answers of `evaluate_json`
//! in allenai/allennlp-models@b1f37224 `allennlp_models/rc/tools/drop.py`.

use super::compare::{
    AnswerComparison, Judge, Judged, Question, Reading, Shown, matched, normalizer,
};
use super::spans::{Numbers, SpanScore, Spans, compare};
use crate::base::digits::fixed;
use crate::table::Kind;
use crate::table::json::{self, Value, string_list};
use crate::text::Normalizer;
use crate::text::classes::strip;
use crate::text::python_float::python_str;

/// What kind of answer a gold answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum AnswerType {
    /// A number.
    Number,
    /// One span.
    Span,
    /// Several spans.
    Spans,
    /// A date.
    Date,
}

impl AnswerType {
    /// The name that the reference prints.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// A gold answer as texts: of an object `{number, spans, date}` the first that says something, of
/// anything else the text itself. An object without any of the three is no answer.
pub fn gold_answer(text: &str) -> Option<(Vec<String>, AnswerType)> {
    let is_object = text.starts_with('{') && json::members(text).all(|member| member.is_ok());
    let member = |name: &str| if is_object { json::member(text, name) } else { None };
    if let Some(number) = member("number").filter(|number| is_truthy(*number)) {
        return Some((vec![written(number)], AnswerType::Number));
    }
    if let Some(spans) = member("spans").filter(|spans| is_truthy(*spans)) {
        let spans = match spans.kind {
            Kind::List => json::elements(spans.raw).map_while(Result::ok).map(written).collect(),
            _ => vec![written(spans)],
        };
        let kind = if spans.len() == 1 { AnswerType::Span } else { AnswerType::Spans };
        return Some((spans, kind));
    }
    if let Some(date) = member("date") {
        let parts = ["day", "month", "year"]
            .map(|name| json::member(date.raw, name).map_or_else(String::new, written));
        return Some((vec![parts.join(" ")], AnswerType::Date));
    }
    (!is_object).then(|| (vec![text.to_owned()], AnswerType::Span))
}

/// The spans of a prediction: the elements of a JSON list, or the text itself.
pub fn predicted_spans(text: &str) -> Vec<String> {
    string_list(text).unwrap_or_else(|| vec![text.to_owned()])
}

/// Whether Python takes a value for true.
pub(super) fn is_truthy(value: Value<'_>) -> bool {
    match value.kind {
        Kind::Absent | Kind::Null => false,
        Kind::Bool => value.raw == "true",
        Kind::Number => crate::table::float(value.raw) != Some(0.0),
        Kind::String => value.raw.len() > 2,
        Kind::List => json::elements(value.raw).next().is_some(),
        Kind::Object => json::members(value.raw).next().is_some(),
    }
}

/// Python's `str` of a value; of lists and objects the text as written.
pub(super) fn written(value: Value<'_>) -> String {
    match value.kind {
        Kind::Null => "None".to_owned(),
        Kind::Bool => if value.raw == "true" { "True" } else { "False" }.to_owned(),
        Kind::Number if value.raw == "-0" => "0".to_owned(),
        Kind::Number if value.raw.contains(['.', 'e', 'E']) => {
            crate::table::float(value.raw).map_or_else(|| value.raw.to_owned(), python_str)
        }
        _ => value.text().into_owned(),
    }
}

/// The best scores of an answer over all gold answers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Best {
    /// Whether any is equal, and the greatest F1: they may come from different gold answers.
    pub score: SpanScore,
    /// The last gold answer that reaches both, whose type the reference counts the question by.
    pub gold: Option<usize>,
    /// Its type.
    pub kind: Option<AnswerType>,
}

/// Compares an answer with all gold answers. Those that begin with a blank text count for nothing.
pub fn best<'g>(
    normalizer: &Normalizer,
    prediction: &str,
    golds: impl IntoIterator<Item = &'g str>,
) -> Best {
    let prediction = Spans::new(normalizer, predicted_spans(prediction));
    let mut best = Best { score: SpanScore::NONE, gold: None, kind: None };
    for (place, gold) in golds.into_iter().enumerate() {
        let Some((texts, kind)) = gold_answer(gold) else { continue };
        if texts.first().is_none_or(|text| strip(text).is_empty()) {
            continue;
        }
        let gold = Spans::new(normalizer, &texts);
        let score = compare(&prediction, &gold, Numbers::MustMatch);
        best.score.exact |= score.exact;
        best.score.f1 = best.score.f1.max(score.f1);
        if best.score == score {
            best.gold = Some(place);
            best.kind = Some(kind);
        }
    }
    best
}

/// `spans`: see [`best`].
pub const COMPARISON: AnswerComparison = AnswerComparison::new(
    "spans",
    "Compares spans, numbers and dates in the best pairing; numbers have to be equal.",
    |values| Box::new(SpanJudge { normalizer: normalizer(values) }),
)
.of_lists();

#[derive(Debug)]
struct SpanJudge {
    normalizer: Normalizer,
}

impl SpanJudge {
    fn best(&self, question: &Question<'_>) -> Best {
        let nothing = Best { score: SpanScore::NONE, gold: None, kind: None };
        let best = |answer| best(&self.normalizer, answer, question.golds.iter().copied());
        question.answer.map_or(nothing, best)
    }

    fn shown(&self, spans: &[String]) -> Shown {
        Shown::plain(Spans::new(&self.normalizer, spans).forms().join(" | "))
    }
}

impl Judge for SpanJudge {
    fn judge(&mut self, question: &Question<'_>) -> Judged {
        let best = self.best(question);
        let place = best.gold.filter(|_| best.score != SpanScore::NONE);
        Judged::graded(best.score.exact, best.score.f1, matched(place))
    }

    fn explain(&mut self, question: &Question<'_>) -> Reading {
        let best = self.best(question);
        let gold = |gold: &&str| match gold_answer(gold) {
            Some((spans, _)) => self.shown(&spans),
            None => Shown::default(),
        };
        let kind = best.kind.map_or("no type", AnswerType::name);
        let f1 = fixed(best.score.f1, 2);
        Reading {
            answer: question.answer.map(|answer| self.shown(&predicted_spans(answer))),
            golds: question.golds.iter().map(gold).collect(),
            words: question.answer.map_or_else(Vec::new, |_| {
                vec![if best.score.exact {
                    format!(
                        "It has the same spans as a gold answer: exact match 1, F1 {f1} \
                             ({kind})."
                    )
                } else if best.score.f1 > 0.0 {
                    format!(
                        "In the best pairing, its spans share words with gold spans: F1 {f1}. \
                             They are not equal: exact match 0."
                    )
                } else {
                    "Its spans share no words with the gold spans, or their numbers differ: exact \
                     match 0, F1 0."
                        .to_owned()
                }]
            }),
            ..Reading::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_thing_that_a_gold_answer_says() {
        let read = |text: &str| {
            gold_answer(text).map(|(texts, kind)| format!("{} {}", kind.name(), texts.join("|")))
        };
        for (text, answer) in [
            (r#"{"number": "0", "spans": ["x"]}"#, Some("number 0")),
            (r#"{"number": 0, "spans": ["x"]}"#, Some("span x")),
            (r#"{"number": 4.50, "spans": []}"#, Some("number 4.5")),
            (r#"{"number": "", "spans": ["x", "y"], "date": {}}"#, Some("spans x|y")),
            (
                r#"{"number": "", "spans": [], "date": {"day": 3, "year": "1992"}}"#,
                Some("date 3  1992"),
            ),
            (
                r#"{"spans": [], "date": {"day": null, "month": "", "year": ""}}"#,
                Some("date None  "),
            ),
            (r#"{"number": "", "spans": []}"#, None),
            ("{braces", Some("span {braces")),
            ("plain", Some("span plain")),
        ] {
            assert_eq!(read(text).as_deref(), answer, "{text}");
        }
    }

    #[test]
    fn a_prediction_is_a_text_or_a_list() {
        assert_eq!(predicted_spans(r#"["a", "b"]"#), ["a", "b"]);
        assert_eq!(predicted_spans("[a"), ["[a"]);
        assert!(predicted_spans("[]").is_empty());
    }
}
