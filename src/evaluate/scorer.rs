//! One question: its answer extracted, normalised and compared with every gold answer.

use crate::extract::Extraction;
use crate::input::Table;
use crate::join::Side;
use crate::metric::MetricInfo;
use crate::metric::Verdict as Comparison;
use crate::metric::contains_answer::{Tokenised, contains_answer};
use crate::metric::joint::joint;
use crate::metric::refusal::Refusal;
use crate::metric::supporting_facts::{self, Facts};
use crate::metric::token_f1;
use crate::metric::token_f1::{Overlap, TokenScratch};
use crate::normalize::Scratch;
use crate::preset::{Missing, PartOf, Settings};
use crate::report::State;

/// No gold answer won.
pub const NO_MATCH: u16 = u16::MAX;

/// What scoring needs to know of one question and one run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Inputs<'a> {
    /// The raw output; `None` where missing.
    pub prediction: Option<&'a str>,
    /// Supporting facts of the gold file, raw JSON.
    pub gold_facts: Option<&'a str>,
    /// Supporting facts of the prediction, raw JSON.
    pub predicted_facts: Option<&'a str>,
    /// Probability that the question has no answer; 0 where none is given.
    pub na_probability: f64,
    /// The part of the benchmark that the question belongs to.
    pub part: PartOf,
}

/// What came of one question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scored {
    /// The state of the question.
    pub state: State,
    /// Index of the gold answer that the score comes from, or [`NO_MATCH`].
    pub matched: u16,
    /// Whether a gold equals the answer, and the overlap with the closest gold.
    pub answer: Comparison,
    /// Whether a gold answer is contained in the prediction.
    pub contains: bool,
    /// The supporting facts, where both files have them.
    pub facts: Option<Comparison>,
    /// Whether this prediction names any.
    pub has_predicted_facts: bool,
    /// Exact match and F1 before the threshold of the probability of no answer.
    pub raw: (f64, f64),
    /// Whether it was right to refuse or to answer; `None` where refusals are not told from answers,
    /// or there is neither.
    pub refusal: Option<Refusal>,
    /// The part of the benchmark that the question belongs to.
    pub part: PartOf,
}

/// What a metric takes from [`Scored`]; `None` where it does not apply.
pub(super) type Take = fn(&Scored) -> Option<f64>;

/// Where each metric of [`METRICS`](crate::metric::METRICS) finds its value.
pub(super) fn take(id: &str) -> Option<Take> {
    Some(match id {
        "exact_match" => |s| Some(s.answer.exact()),
        "f1" => |s| Some(s.answer.overlap.f1),
        "precision" => |s| Some(s.answer.overlap.precision),
        "recall" => |s| Some(s.answer.overlap.recall),
        "contains_answer" => |s| Some(f64::from(s.contains)),
        "accuracy" => |s| Some(s.answer.exact()),
        "refusal" => |s| Some(f64::from(s.refusal.is_some_and(Refusal::is_right))),
        "supporting_facts_exact_match" => |s| Some(s.facts?.exact()),
        "supporting_facts_f1" => |s| Some(s.facts?.overlap.f1),
        "supporting_facts_precision" => |s| Some(s.facts?.overlap.precision),
        "supporting_facts_recall" => |s| Some(s.facts?.overlap.recall),
        "joint_exact_match" => |s| Some(s.joint()?.exact()),
        "joint_f1" => |s| Some(s.joint()?.overlap.f1),
        "joint_precision" => |s| Some(s.joint()?.overlap.precision),
        "joint_recall" => |s| Some(s.joint()?.overlap.recall),
        _ => return None,
    })
}

/// Values by metric id; `None` where a metric does not apply.
pub fn values_of(metrics: &[&'static MetricInfo], scored: &Scored) -> Vec<(String, Option<f64>)> {
    let value = |id: &str| take(id).and_then(|take| take(scored));
    metrics.iter().map(|metric| (metric.id.to_owned(), value(metric.id))).collect()
}

impl Scored {
    /// Answer and supporting facts together; 0 where either is missing.
    fn joint(&self) -> Option<Comparison> {
        let facts = self.facts?;
        let both = self.state != State::Missing && self.has_predicted_facts;
        Some(if both { joint(&self.answer, &facts) } else { Comparison::NONE })
    }
}

/// Scores single questions by compiled settings. Keeps buffers, so that nothing is allocated per
/// question once they are warm.
#[derive(Debug)]
pub struct Scorer {
    pub(super) settings: Settings,
    prediction: Scratch,
    gold: Scratch,
    overlap: TokenScratch,
    contains: bool,
    pub(super) facts: bool,
    /// Column of the gold file that names the part of a question.
    part: Option<usize>,
}

impl Scorer {
    /// A scorer; `metrics` are those that the files can feed, `gold` is where questions come from.
    pub fn new(
        settings: Settings,
        metrics: &[&'static MetricInfo],
        gold: Option<&Side<'_>>,
    ) -> Self {
        let wants = |id: &str| metrics.iter().any(|metric| metric.id == id);
        Self {
            contains: wants("contains_answer"),
            facts: wants("supporting_facts_exact_match"),
            part: settings.preset.parts.as_ref().zip(gold).and_then(|(parts, gold)| {
                parts.column(gold.map).and_then(|name| gold.table.column(name))
            }),
            settings,
            prediction: Scratch::default(),
            gold: Scratch::default(),
            overlap: TokenScratch::default(),
        }
    }

    /// The part of the benchmark that a gold row belongs to.
    pub fn part(&self, gold: &Table, row: usize) -> PartOf {
        match (&self.settings.preset.parts, self.part) {
            (Some(parts), Some(column)) => parts.of(gold.cell(row, column).as_text()),
            _ => PartOf::Whole,
        }
    }

    /// Scores one question.
    pub fn score<'a>(
        &mut self,
        golds: &(impl ExactSizeIterator<Item = &'a str> + Clone),
        inputs: &Inputs<'_>,
    ) -> Scored {
        let settings = &self.settings;
        let facts = self.facts.then(|| {
            let parse = |json: Option<&str>| json.and_then(Facts::parse);
            match (parse(inputs.predicted_facts), parse(inputs.gold_facts)) {
                (Some(predicted), Some(gold)) => supporting_facts::compare(&predicted, &gold),
                _ => Comparison::NONE,
            }
        });
        let mut scored = Scored {
            state: State::Missing,
            matched: NO_MATCH,
            answer: Comparison::NONE,
            contains: false,
            facts,
            has_predicted_facts: inputs.predicted_facts.is_some(),
            raw: (0.0, 0.0),
            refusal: None,
            part: inputs.part,
        };
        if settings.leaves_out(inputs.part) {
            scored.state = State::Excluded;
            return scored;
        }
        let Some(raw) = inputs.prediction else {
            if settings.missing == Missing::Exclude {
                scored.state = State::Excluded;
            }
            return scored;
        };
        let Extraction { answer, .. } = settings.extractor.extract(raw);
        scored.state = match answer {
            None => State::NotExtracted,
            Some(_) if is_blank(raw) => State::Blank,
            Some(_) => State::Answered,
        };
        if answer.is_none() && settings.rules.not_extracted_is_wrong {
            return scored;
        }
        let answer = answer.unwrap_or("");
        if settings.refusals.any() && !is_blank(answer) {
            scored.refusal = Some(Refusal::of(&settings.refusals, answer, golds.clone()));
        }
        let normalizer = settings.normalizer_of(inputs.part);
        let normalised = normalizer.apply(answer, &mut self.prediction);
        self.overlap.take(normalised);
        let unanswerable = settings.rules.unanswerable;
        let mut closest = Overlap::ZERO;
        let mut compare = |index: u16, gold: &str| {
            let overlap = token_f1::compare(
                normalised,
                gold,
                settings.empty,
                settings.yes_no,
                &mut self.overlap,
            );
            let exact = normalised == gold;
            if exact && !scored.answer.exact_match {
                scored.answer.exact_match = true;
                scored.matched = index;
            }
            if overlap.f1 > closest.f1 {
                closest = overlap;
                if !scored.answer.exact_match {
                    scored.matched = index;
                }
            }
        };
        let mut usable = 0;
        for (index, gold) in golds.clone().enumerate() {
            let gold = normalizer.apply(gold, &mut self.gold);
            if unanswerable && gold.is_empty() {
                continue;
            }
            usable += 1;
            compare(index as u16, gold);
        }
        if unanswerable && usable == 0 {
            compare(NO_MATCH, "");
        }
        scored.answer.overlap = closest;
        if self.contains {
            let prediction = Tokenised::new(answer);
            scored.contains =
                golds.clone().any(|gold| contains_answer(&prediction, &Tokenised::new(gold)));
        }
        scored.raw = (scored.answer.exact(), scored.answer.overlap.f1);
        if unanswerable && inputs.na_probability > settings.na_threshold {
            let right = golds.len() == 0;
            scored.answer = Comparison {
                exact_match: right,
                overlap: if right { Overlap::ONE } else { Overlap::ZERO },
            };
            scored.matched = NO_MATCH;
        }
        scored
    }
}

/// Whether a prediction is nothing but white space.
pub fn is_blank(text: &str) -> bool {
    text.chars().all(char::is_whitespace)
}
