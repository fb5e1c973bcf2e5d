//! Questions that another worker scores: what it is told once, what it is given of each question, and
//! what it gives back. It is given no columns beside those that every question needs: where a judge
//! asks for one, the question comes back unscored. Outcomes are put in their places by whoever dealt, so
//! that it does not matter who scores what, and when.

use super::scorer::{Take, take};
use super::{Evaluation, Inputs, Material, Outcome, Scored, Scorer};
use crate::json_text::{Members, json_text};
use crate::json_tree::Json;
use crate::metric::compare::VALUES;
use crate::metric::{METRICS, MetricInfo};
use crate::preset::{PartOf, Settings, resolve};
use crate::report::State;
use crate::small_map::SmallMap;
use crate::wire::{Reader, Writer};
use std::cell::Cell;
use std::ops::Range;

/// The state of a question that comes back unscored.
const UNSCORED: u32 = 0xff;
const STATES: [State; 5] =
    [State::Answered, State::NotExtracted, State::Blank, State::Missing, State::Excluded];

impl Evaluation {
    /// What others have to be told once before they can score questions; `None` where nobody else can.
    pub fn terms(&self, material: &Material<'_>) -> Option<String> {
        let settings = self.settings();
        // Several answers to a question are one outcome, programs have columns of their own, and what
        // somebody says of single questions is known here alone.
        let alone = (VALUES && settings.rules.attempts)
            || !settings.preset.run.is_empty()
            || !material.settled.is_empty()
            || self.scorer.prepared;
        #[cfg(feature = "values")]
        let alone = alone || !self.twins.is_empty();
        if alone {
            return None;
        }
        let preset = &settings.preset;
        let preset =
            if settings.own() { preset.text() } else { format!("{}@{}", preset.id, preset.version) };
        let metrics: Vec<String> = self.metrics.iter().map(|metric| metric.id.to_owned()).collect();
        Some(json_text(&Members(&[
            ("preset", &preset),
            ("set", &settings.changes),
            ("metrics", &metrics),
            ("na", &material.na.is_some()),
        ])))
    }

    /// Takes up to `count` questions of one run that nobody has begun to score.
    pub fn deal(&mut self, count: usize) -> Option<Range<usize>> {
        let start = self.open.last()?.start;
        let rest_of_run = self.questions - start.checked_rem(self.questions)?;
        self.take(count.min(rest_of_run))
    }

    /// Questions that were dealt and are not scored, after all.
    pub fn take_back(&mut self, dealt: Range<usize>) {
        self.open.push(dealt);
    }

    /// What is needed to score the questions that were dealt.
    pub fn packet(&self, material: &Material<'_>, dealt: &Range<usize>) -> Vec<u8> {
        let mut out = Writer::default();
        out.word(dealt.len() as u32);
        for place in dealt.clone() {
            let (run, row) = (place / self.questions, place % self.questions);
            material.pack(&self.scorer, self.first + run, row, &mut out);
        }
        out.finish()
    }

    /// Puts the outcomes of questions that were dealt in their places, and scores those that came back
    /// unscored. `false`, and nothing is changed, where they are not those of as many questions.
    pub fn accept(&mut self, material: &Material<'_>, dealt: Range<usize>, outcomes: &[u8]) -> bool {
        let has_raw = material.na.is_some();
        let metrics = self.takes.len();
        let words = (1 + 2 * metrics + if has_raw { 4 } else { 0 }) * dealt.len();
        let read = Reader::new(outcomes).filter(|_| outcomes.len() == 4 * (1 + words));
        let Some(mut read) = read else { return false };
        let mut values = Vec::with_capacity(metrics);
        for place in dealt {
            let word = read.word().unwrap_or(UNSCORED);
            values.clear();
            values.extend((0..metrics).filter_map(|_| read.float()));
            let mut float = || if has_raw { read.float().unwrap_or_default() } else { 0.0 };
            let raw = (float(), float());
            let (run, row) = (place / self.questions, place % self.questions);
            match STATES.get((word & 0xff) as usize) {
                Some(state) => {
                    let (notes, matched) = ((word >> 8) as u8, (word >> 16) as u16);
                    let outcome = Outcome { state: *state, matched, notes, raw };
                    self.notice(material, self.first + run, row);
                    self.put(run, row, outcome, |metric| values.get(metric).copied());
                }
                None => self.score(material, run, row),
            }
        }
        true
    }
}

/// Scores what is dealt to it, by the terms that it was told.
#[derive(Debug)]
pub struct Hand {
    scorer: Scorer,
    takes: Vec<Take>,
    has_raw: bool,
}

impl Hand {
    /// One that knows the terms; `None` where they say nothing that is known here.
    pub fn new(terms: &str) -> Option<Self> {
        let mut terms = Json::parse(terms).ok()?;
        let preset = resolve(&terms.take::<String>("preset")?).ok()?;
        let set: SmallMap<String, String> = terms.take("set")?;
        let settings = Settings::compile(&preset, &set).ok()?;
        let known = |id: &String| METRICS.iter().find(|metric| metric.id == *id);
        let metrics: Vec<&'static MetricInfo> =
            terms.take::<Vec<String>>("metrics")?.iter().map(known).collect::<Option<_>>()?;
        Some(Self {
            takes: metrics.iter().map(|metric| take(metric.id)).collect::<Option<_>>()?,
            scorer: Scorer::new(settings, &metrics, None),
            has_raw: terms.take("na")?,
        })
    }

    /// The outcomes of a packet of questions; `None` where it is none.
    pub fn score(&mut self, packet: &[u8]) -> Option<Vec<u8>> {
        let mut read = Reader::new(packet)?;
        let mut out = Writer::default();
        let mut golds = Vec::new();
        for _ in 0..read.count(1)? {
            let looked = Cell::new(false);
            let scored = self.score_next(&mut read, &mut golds, &looked)?;
            let state = STATES.iter().position(|state| *state == scored.state);
            let state = state.filter(|_| !looked.get()).map_or(UNSCORED, |state| state as u32);
            out.word(state | u32::from(scored.notes) << 8 | u32::from(scored.matched) << 16);
            for take in &self.takes {
                out.float(take(&scored).unwrap_or(f64::NAN));
            }
            if self.has_raw {
                out.float(scored.raw.0);
                out.float(scored.raw.1);
            }
        }
        read.is_empty().then(|| out.finish())
    }

    fn score_next<'a>(
        &mut self,
        read: &mut Reader<'a>,
        golds: &mut Vec<&'a str>,
        looked: &Cell<bool>,
    ) -> Option<Scored> {
        let nothing = |_: &str| {
            looked.set(true);
            None
        };
        let flags = read.word()?;
        let mut text = |flag: u32| {
            if flags & flag == 0 { Some(None) } else { read.text().map(Some) }
        };
        let prediction = text(PREDICTION)?;
        let (gold_facts, predicted_facts) = (text(GOLD_FACTS)?, text(PREDICTED_FACTS)?);
        let na_probability = if flags & NA == 0 { 0.0 } else { read.float()? };
        let part = match read.word()? {
            WHOLE => PartOf::Whole,
            OTHER => PartOf::Other,
            known => PartOf::Known((known - KNOWN) as usize),
        };
        golds.clear();
        for _ in 0..read.count(1)? {
            golds.push(read.text()?);
        }
        let inputs = Inputs {
            prediction,
            gold_facts,
            predicted_facts,
            na_probability,
            part,
            gold: &nothing,
            predicted: &nothing,
            column: None,
        };
        Some(self.scorer.score(&golds.iter().copied(), &inputs))
    }
}

const PREDICTION: u32 = 1;
const GOLD_FACTS: u32 = 2;
const PREDICTED_FACTS: u32 = 4;
const NA: u32 = 8;
const WHOLE: u32 = 0;
const OTHER: u32 = 1;
const KNOWN: u32 = 2;

impl Material<'_> {
    /// Writes what scoring needs of a question.
    fn pack(&self, scorer: &Scorer, run: usize, row: usize, out: &mut Writer) {
        let at = self.joined.runs[run].attempts_at(row).first().copied();
        let prediction = self.prediction_at(run, at, scorer.settings.preset.takes_verdicts());
        let (gold_facts, predicted_facts) =
            if scorer.facts { self.facts(run, row) } else { (None, None) };
        let na = self.na.map(|na| na.by_row[row]).filter(|value| *value != 0.0);
        let texts = [
            (PREDICTION, prediction.as_deref()),
            (GOLD_FACTS, gold_facts),
            (PREDICTED_FACTS, predicted_facts),
        ];
        let flags = texts.iter().filter(|(_, text)| text.is_some()).map(|(flag, _)| flag);
        out.word(flags.sum::<u32>() | if na.is_some() { NA } else { 0 });
        for text in texts.iter().filter_map(|(_, text)| *text) {
            out.text(text);
        }
        if let Some(na) = na {
            out.float(na);
        }
        out.word(match scorer.part(self.gold.table, row) {
            PartOf::Whole => WHOLE,
            PartOf::Other => OTHER,
            PartOf::Known(place) => KNOWN + place as u32,
        });
        let golds = self.answers.of(row);
        out.word(golds.len() as u32);
        for gold in golds {
            out.text(gold);
        }
    }
}
