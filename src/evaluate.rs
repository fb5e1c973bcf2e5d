//! Drives phases 4 to 6 over joined rows: extraction, normalisation, comparison. Scoring is total
//! and works in slices, so a caller can pause, show progress or give up between them.

use crate::extract::Extraction;
use crate::input::{Cell, Kind, Table, json, key_of, shown_key};
use crate::join::{Joined, NONE, Side};
use crate::metric::contains_answer::{Tokenised, contains_answer};
use crate::metric::joint::joint;
use crate::metric::refusal::Refusal;
use crate::metric::supporting_facts::{self, Facts};
use crate::metric::token_f1::{self, Overlap, TokenScratch};
use crate::metric::{METRICS, MetricInfo, Verdict as Comparison};
use crate::normalize::Scratch;
use crate::preset::{Missing, PartOf, Settings};
use crate::protocol::{JoinBy, Verdict};
use crate::report::State;
use crate::schema::{AnswerLists, Field, unwrapped};
use std::borrow::Cow;
use std::ops::Range;

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
type Take = fn(&Scored) -> Option<f64>;

/// Where each metric of [`METRICS`] finds its value.
fn take(id: &str) -> Option<Take> {
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
    settings: Settings,
    prediction: Scratch,
    gold: Scratch,
    overlap: TokenScratch,
    contains: bool,
    facts: bool,
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

/// The prediction of a row and the name of its column: of several columns, the first that the row
/// has. [`Cell::ABSENT`] where it has none.
pub fn prediction_cell<'a>(side: &Side<'a>, row: usize) -> (Option<&'a str>, Cell<'a>) {
    let columns = || side.map.of(Field::Prediction);
    columns()
        .filter_map(|name| Some((Some(name), side.table.cell(row, side.table.column(name)?))))
        .find(|(_, cell)| cell.kind != Kind::Absent)
        .unwrap_or_else(|| (columns().next(), Cell::ABSENT))
}

/// A prediction cell as the text that is scored: a list of one is that one, as some harnesses wrap
/// single answers; anything else is as written. `None` where there is nothing.
pub fn prediction_text(cell: Cell<'_>) -> Option<Cow<'_, str>> {
    match cell.kind {
        Kind::Absent | Kind::Null => None,
        // What pandas writes where there is nothing.
        Kind::Number if cell.text == "NaN" => None,
        Kind::List => {
            let mut elements = json::elements(cell.text).map_while(Result::ok);
            match (elements.next(), elements.next()) {
                (Some(only), None) if only.kind == Kind::String => Some(only.text()),
                _ => Some(Cow::Borrowed(cell.text)),
            }
        }
        _ => Some(Cow::Borrowed(cell.text)),
    }
}

/// Probabilities that questions have no answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NaProbabilities {
    /// By gold row; 0 where the file gives none.
    pub by_row: Vec<f64>,
    /// Gold rows in the order of the file, which decides between equal probabilities.
    pub order: Vec<u32>,
}

/// Everything that scoring reads; made once per join.
#[derive(Clone, Copy, Debug)]
pub struct Material<'a> {
    /// The gold file.
    pub gold: Side<'a>,
    /// Its answers.
    pub answers: &'a AnswerLists,
    /// The prediction files.
    pub files: &'a [Side<'a>],
    /// The join.
    pub joined: &'a Joined,
    /// Probabilities of no answer, where a file gives them.
    pub na: Option<&'a NaProbabilities>,
}

impl<'a> Material<'a> {
    /// Whether gold and every predictions file have supporting facts.
    pub fn has_facts(&self) -> bool {
        let has = |side: &Side<'_>| {
            side.map.index(side.table, Field::SupportingFacts).is_some_and(|column| {
                (0..side.table.rows()).any(|row| !side.table.cell(row, column).is_nothing())
            })
        };
        has(&self.gold) && self.files.iter().all(has)
    }

    /// The metrics of a preset that these files can feed, headline first.
    pub fn metrics(&self, settings: &Settings) -> Vec<&'static MetricInfo> {
        let facts = self.has_facts();
        let feeds =
            |id: &str| facts || !(id.starts_with("supporting_facts") || id.starts_with("joint"));
        settings
            .preset
            .metrics
            .iter()
            .filter(|id| feeds(id) && take(id).is_some())
            .filter_map(|id| METRICS.iter().find(|metric| metric.id == *id))
            .collect()
    }

    /// The key of a gold row as text: its id, or else its question, or else the number of its row.
    pub fn key(&self, row: usize) -> String {
        let by = [self.joined.by.value, JoinBy::Id, JoinBy::Question];
        let key = by.iter().find_map(|by| {
            let field = match by {
                JoinBy::Id => Field::Id,
                JoinBy::Question => Field::Question,
                JoinBy::Row | JoinBy::SameRow => return None,
            };
            let columns: Vec<usize> =
                self.gold.map.of(field).filter_map(|name| self.gold.table.column(name)).collect();
            if columns.is_empty() { None } else { key_of(self.gold.table, row, &columns) }
        });
        key.map_or_else(|| (row + 1).to_string(), |key| shown_key(&key))
    }

    /// The raw prediction of a run for a gold row.
    pub fn prediction(&self, run: usize, row: usize) -> Option<Cow<'a, str>> {
        let text = prediction_text(self.prediction_cell(run, row))?;
        if self.joined.wrapped.get(self.joined.runs[run].file) == Some(&true) {
            return unwrapped(&text).map(Cow::Owned);
        }
        Some(text)
    }

    /// The cell that holds it; [`Cell::ABSENT`] where no row belongs to the question.
    pub fn prediction_cell(&self, run: usize, row: usize) -> Cell<'a> {
        let run = &self.joined.runs[run];
        match run.rows[row] {
            NONE => Cell::ABSENT,
            found => prediction_cell(&self.files[run.file], found as usize).1,
        }
    }

    fn facts(&self, run: usize, row: usize) -> (Option<&'a str>, Option<&'a str>) {
        let text = |side: &Side<'a>, row: usize| {
            let column = side.map.index(side.table, Field::SupportingFacts)?;
            side.table.cell(row, column).as_text()
        };
        let joined = &self.joined.runs[run];
        let found = joined.rows[row];
        let predicted =
            if found == NONE { None } else { text(&self.files[joined.file], found as usize) };
        (text(&self.gold, row), predicted)
    }

    /// Scores one question of one run.
    pub fn score(&self, scorer: &mut Scorer, run: usize, row: usize) -> Scored {
        let prediction = self.prediction(run, row);
        let (gold_facts, predicted_facts) =
            if scorer.facts { self.facts(run, row) } else { (None, None) };
        let inputs = Inputs {
            prediction: prediction.as_deref(),
            gold_facts,
            predicted_facts,
            na_probability: self.na.map_or(0.0, |na| na.by_row[row]),
            part: scorer.part(self.gold.table, row),
        };
        scorer.score(&self.answers.of(row), &inputs)
    }
}

/// The outcomes of one run, by gold row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunScores {
    /// State of each question.
    pub states: Vec<State>,
    /// Winning gold answer of each question, or [`NO_MATCH`].
    pub matched: Vec<u16>,
    /// For each metric its value for each question; NaN where it has none.
    pub values: Vec<Vec<f64>>,
    /// Exact match and F1 before the threshold, where probabilities of no answer are given.
    pub raw: Vec<(f64, f64)>,
}

impl RunScores {
    /// Verdict of the headline metric.
    pub fn verdict(&self, row: usize) -> Verdict {
        let value = self.values.first().map_or(f64::NAN, |values| values[row]);
        match self.states[row] {
            State::Missing | State::Excluded => Verdict::Unanswered,
            _ if value == 1.0 => Verdict::Right,
            _ if value > 0.0 => Verdict::Partly,
            _ => Verdict::Wrong,
        }
    }
}

/// The outcomes of all runs, filled slice by slice.
#[derive(Debug)]
pub struct Evaluation {
    /// The metrics, headline first.
    pub metrics: Vec<&'static MetricInfo>,
    /// One per run.
    pub runs: Vec<RunScores>,
    /// Index of the first of them among all runs.
    first: usize,
    scorer: Scorer,
    takes: Vec<Take>,
    questions: usize,
    done: usize,
}

impl Evaluation {
    /// Prepares the evaluation of all runs.
    pub fn new(material: &Material<'_>, settings: &Settings) -> Self {
        Self::of_runs(material, settings, 0..material.joined.runs.len())
    }

    /// Prepares the evaluation of one run alone.
    pub fn of_run(material: &Material<'_>, settings: &Settings, run: usize) -> Self {
        Self::of_runs(material, settings, run..run + 1)
    }

    fn of_runs(material: &Material<'_>, settings: &Settings, runs: Range<usize>) -> Self {
        let metrics = material.metrics(settings);
        let takes = metrics.iter().filter_map(|metric| take(metric.id)).collect();
        let questions = material.gold.table.rows();
        let empty = || RunScores {
            states: Vec::with_capacity(questions),
            matched: Vec::with_capacity(questions),
            values: vec![Vec::with_capacity(questions); metrics.len()],
            raw: Vec::new(),
        };
        Self {
            first: runs.start,
            runs: runs.map(|_| empty()).collect(),
            scorer: Scorer::new(settings.clone(), &metrics, Some(&material.gold)),
            metrics,
            takes,
            questions,
            done: 0,
        }
    }

    /// Scores up to `count` more questions; `true` once all are done.
    pub fn advance(&mut self, material: &Material<'_>, count: usize) -> bool {
        let end = (self.done + count).min(self.total());
        while self.done < end {
            let (run, row) = (self.done / self.questions, self.done % self.questions);
            let scored = material.score(&mut self.scorer, self.first + run, row);
            let scores = &mut self.runs[run];
            scores.states.push(scored.state);
            scores.matched.push(scored.matched);
            for (values, take) in scores.values.iter_mut().zip(&self.takes) {
                let value = take(&scored).filter(|_| scored.state != State::Excluded);
                values.push(value.unwrap_or(f64::NAN));
            }
            if material.na.is_some() {
                scores.raw.push(scored.raw);
            }
            self.done += 1;
        }
        self.done == self.total()
    }

    /// The part of the benchmark that a gold row belongs to.
    pub fn part(&self, material: &Material<'_>, row: usize) -> PartOf {
        self.scorer.part(material.gold.table, row)
    }

    /// The settings in force.
    pub fn settings(&self) -> &Settings {
        &self.scorer.settings
    }

    /// Questions times runs.
    pub fn total(&self) -> usize {
        self.questions * self.runs.len()
    }

    /// How many of [`Self::total`] are done.
    pub fn done(&self) -> usize {
        self.done
    }
}
