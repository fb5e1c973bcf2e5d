//! Questions that another worker scores: what it is told once, what it is given of each question, and
//! what it gives back. It is given no columns beside those that every question needs: where a judge
//! asks for one, the question comes back unscored. Outcomes are put in their places by whoever dealt, so
//! that it does not matter who scores what, and when.

use super::scorer::{Take, take};
use super::walk::BATCH;
use super::{
    Evaluation, Inputs, Material, Noticed, Outcome, PROBE, Scored, Scorer, Window, is_blank,
    opened, prediction_column,
};
use crate::input::{Kind, Table};
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

/// Words that say what was noticed of the predictions of a window.
const NOTICED: usize = 6;
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
        let preset = if settings.own() {
            preset.text()
        } else {
            format!("{}@{}", preset.id, preset.version)
        };
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
        out.word(0);
        out.word(dealt.len() as u32);
        for place in dealt.clone() {
            let (run, row) = (place / self.questions, place % self.questions);
            material.pack(&self.scorer, self.first + run, row, None, &mut out);
        }
        out.finish()
    }

    /// What is needed to score a window of which somebody else reads the texts; `None` where several runs
    /// are scored by it, which only here are told apart.
    pub fn window_packet(&self, material: &Material<'_>, window: &Window) -> Option<Vec<u8>> {
        let Window { file, rows, questions } = window;
        let run = questions.first()?.0;
        if rows.is_empty() || questions.iter().any(|(other, _)| *other != run) {
            return None;
        }
        let table = material.files[*file].table;
        let mut out = Writer::default();
        out.word(rows.len() as u32);
        rows.clone().for_each(|row| out.long(table.offset(row)));
        out.word(u32::from(material.joined.wrapped.get(*file) == Some(&true)));
        out.word(questions.len() as u32);
        let run = self.first + run as usize;
        for questions in questions.chunks(BATCH) {
            material.fetch(questions);
            for (_, row) in questions {
                material.pack(&self.scorer, run, *row as usize, Some(rows.start), &mut out);
            }
        }
        Some(out.finish())
    }

    /// Puts the outcomes of questions that were dealt in their places, and scores those that came back
    /// unscored. `false`, and nothing is changed, where they are not those of as many questions.
    pub fn accept(
        &mut self,
        material: &Material<'_>,
        dealt: Range<usize>,
        outcomes: &[u8],
    ) -> bool {
        let Some(mut read) = self.outcomes(material, dealt.len(), 0, outcomes) else {
            return false;
        };
        for place in dealt {
            let (run, row) = (place / self.questions, place % self.questions);
            if self.put_next(material, run, row, &mut read) {
                self.notice(material, self.first + run, row);
            } else {
                self.score(material, run, row);
            }
        }
        true
    }

    /// The same for a window; `false` also where one came back unscored.
    pub fn accept_window(
        &mut self,
        material: &Material<'_>,
        window: &Window,
        outcomes: &[u8],
    ) -> bool {
        let count = window.questions.len();
        let Some(mut read) = self.outcomes(material, count, NOTICED, outcomes) else {
            return false;
        };
        let mut noticed = || -> Option<Noticed> {
            Some(Noticed {
                separator: read.word()? != 0,
                kinds: read.word()? as u8,
                original: read.word()? != 0,
                copies: read.word()? as usize,
                neighbours: [read.word()? as usize, read.word()? as usize],
            })
        };
        let (Some(noticed), Some((run, _))) = (noticed(), window.questions.first()) else {
            return false;
        };
        self.add_noticed(self.first + *run as usize, &noticed);
        for (run, row) in &window.questions {
            self.put_next(material, *run as usize, *row as usize, &mut read);
        }
        true
    }

    fn outcomes<'b>(
        &self,
        material: &Material<'_>,
        count: usize,
        more: usize,
        bytes: &'b [u8],
    ) -> Option<Reader<'b>> {
        let raw = if material.na.is_some() { 4 } else { 0 };
        let words = (1 + 2 * self.takes.len() + raw) * count + more;
        Reader::new(bytes).filter(|read| read.is_of_words(words))
    }

    /// Puts the next outcome in its place; `false` where the question came back unscored.
    fn put_next(
        &mut self,
        material: &Material<'_>,
        run: usize,
        row: usize,
        read: &mut Reader<'_>,
    ) -> bool {
        let word = read.word().unwrap_or(UNSCORED);
        let mut values = std::mem::take(&mut self.given);
        values.clear();
        values.extend((0..self.takes.len()).filter_map(|_| read.float()));
        let has_raw = material.na.is_some();
        let mut float = || if has_raw { read.float().unwrap_or_default() } else { 0.0 };
        let raw = (float(), float());
        let state = STATES.get((word & 0xff) as usize);
        if let Some(state) = state {
            let (notes, matched) = ((word >> 8) as u8, (word >> 16) as u16);
            let outcome = Outcome { state: *state, matched, notes, raw };
            self.put(run, row, outcome, |metric| values.get(metric).copied());
        }
        self.given = values;
        state.is_some()
    }
}

/// Scores what is dealt to it, by the terms that it was told.
#[derive(Debug)]
pub struct Hand {
    scorer: Scorer,
    /// Compares with the answers to other questions.
    probe: Scorer,
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
            probe: Scorer::new(settings.clone(), &[], None),
            scorer: Scorer::new(settings, &metrics, None),
            has_raw: terms.take("na")?,
        })
    }

    /// The outcomes of a packet of questions; `None` where it is none, and where it is about other rows
    /// than those of the `window`, of which the one column holds predictions.
    pub fn score(&mut self, packet: &[u8], window: Option<&Table>) -> Option<Vec<u8>> {
        let mut read = Reader::new(packet)?;
        let mut out = Writer::default();
        let mut golds = Vec::new();
        let rows = read.count(2)?;
        if rows != window.map_or(0, Table::rows) {
            return None;
        }
        let mut wrapped = false;
        if let Some(window) = window {
            for row in 0..rows {
                if read.long()? != window.offset(row) {
                    return None;
                }
            }
            wrapped = read.word()? != 0;
        }
        let mut noticed = window.is_some().then(Noticed::default);
        let count = read.count(1)?;
        let mut outcomes = Writer::default();
        for _ in 0..count {
            let looked = Cell::new(false);
            let texts = Texts { window, wrapped };
            let scored =
                self.score_next(&mut read, &texts, &mut golds, &looked, noticed.as_mut())?;
            if looked.get() && window.is_some() {
                return None;
            }
            let out = &mut outcomes;
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
        if let Some(noticed) = noticed {
            let Noticed { separator, kinds, original, copies, neighbours: [after, before] } =
                noticed;
            out.word(separator.into());
            out.word(kinds.into());
            out.word(original.into());
            for count in [copies, after, before] {
                out.word(count as u32);
            }
        }
        out.join(&outcomes);
        read.is_empty().then(|| out.finish())
    }

    fn score_next<'a>(
        &mut self,
        read: &mut Reader<'a>,
        texts: &Texts<'_>,
        golds: &mut Vec<&'a str>,
        looked: &Cell<bool>,
        noticed: Option<&mut Noticed>,
    ) -> Option<Scored> {
        let nothing = |_: &str| {
            looked.set(true);
            None
        };
        let flags = read.word()?;
        let from_window = if flags & ROW == 0 {
            None
        } else {
            Some(opened(texts.cell(read.word()? as usize)?, texts.wrapped))
        };
        let mut text = |flag: u32| {
            if flags & flag == 0 { Some(None) } else { read.text().map(Some) }
        };
        let given = text(PREDICTION)?;
        let prediction = from_window.as_ref().map_or(given, Option::as_deref);
        let (gold_facts, predicted_facts) = (text(GOLD_FACTS)?, text(PREDICTED_FACTS)?);
        let na_probability = if flags & NA == 0 { 0.0 } else { read.float()? };
        let part = match read.word()? {
            WHOLE => PartOf::Whole,
            OTHER => PartOf::Other,
            known => PartOf::Known((known - KNOWN) as usize),
        };
        read_golds(read, golds)?;
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
        let scored = self.scorer.score(&golds.iter().copied(), &inputs);
        let mut noticed = noticed.zip(prediction);
        if let Some((noticed, text)) = &mut noticed {
            noticed.look(text, golds.iter().copied());
        }
        for (place, flag) in [AFTER, BEFORE].into_iter().enumerate() {
            if flags & flag == 0 {
                continue;
            }
            read_golds(read, golds)?;
            if let Some((noticed, text)) = &mut noticed
                && !is_blank(text)
            {
                let inputs = Inputs { prediction: Some(text), part, ..Inputs::default() };
                let hit = self.probe.score(&golds.iter().copied(), &inputs).answer.exact_match;
                noticed.neighbours[place] += usize::from(hit);
            }
        }
        Some(scored)
    }
}

fn read_golds<'a>(read: &mut Reader<'a>, golds: &mut Vec<&'a str>) -> Option<()> {
    golds.clear();
    for _ in 0..read.count(1)? {
        golds.push(read.text()?);
    }
    Some(())
}

/// The texts of a window.
struct Texts<'a> {
    window: Option<&'a Table>,
    wrapped: bool,
}

impl<'a> Texts<'a> {
    /// The cell of a prediction; `None` where there is no text, as all had that were left in the file.
    fn cell(&self, row: usize) -> Option<crate::input::Cell<'a>> {
        let window = self.window.filter(|window| row < window.rows())?;
        let [_] = window.columns() else { return None };
        let cell = window.cell(row, 0);
        (cell.kind == Kind::String && !cell.text.is_empty()).then_some(cell)
    }
}

const PREDICTION: u32 = 1;
const GOLD_FACTS: u32 = 2;
const PREDICTED_FACTS: u32 = 4;
const NA: u32 = 8;
/// The row of the window in which the prediction stands follows.
const ROW: u32 = 16;
/// The answers to the question after it follow, or to that before it, which the prediction may fit better.
const AFTER: u32 = 32;
const BEFORE: u32 = 64;
const WHOLE: u32 = 0;
const OTHER: u32 = 1;
const KNOWN: u32 = 2;

impl Material<'_> {
    /// Writes what scoring needs of a question; `window` is the first row of that in which somebody else
    /// finds its text, if it was left in the file.
    fn pack(
        &self,
        scorer: &Scorer,
        run: usize,
        row: usize,
        window: Option<usize>,
        out: &mut Writer,
    ) {
        let at = self.joined.runs[run].attempts_at(row).first().copied();
        let side = &self.files[self.joined.runs[run].file];
        let found = at.zip(window).filter(|(at, _)| {
            let column = prediction_column(side, *at as usize).1;
            column.is_some_and(|column| side.table.is_left(*at as usize, column))
        });
        let prediction =
            if found.is_some() { None } else { self.prediction_at(run, at, scorer.verdicts).1 };
        let (gold_facts, predicted_facts) =
            if scorer.facts { self.facts(run, row) } else { (None, None) };
        let na = self.na.map(|na| na.by_row[row]).filter(|value| *value != 0.0);
        let texts = [
            (PREDICTION, prediction.as_deref()),
            (GOLD_FACTS, gold_facts),
            (PREDICTED_FACTS, predicted_facts),
        ];
        let probed = if window.is_some() { self.gold.table.rows().min(PROBE) } else { 0 };
        let neighbours = [(AFTER, 1), (BEFORE, -1)].map(|(flag, step)| {
            let other = row.checked_add_signed(step).filter(|other| row.max(*other) < probed);
            (flag, other)
        });
        let mut flags = texts.iter().filter(|(_, text)| text.is_some()).map(|(flag, _)| flag).sum();
        for (flag, is_there) in [(NA, na.is_some()), (ROW, found.is_some())]
            .into_iter()
            .chain(neighbours.map(|(flag, other)| (flag, other.is_some())))
        {
            flags |= if is_there { flag } else { 0 };
        }
        out.word(flags);
        if let Some((at, first)) = found {
            out.word(at - first as u32);
        }
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
        let others = neighbours.into_iter().filter_map(|(_, other)| other);
        for row in std::iter::once(row).chain(others) {
            let golds = self.answers.of(row);
            out.word(golds.len() as u32);
            golds.for_each(|gold| out.text(gold));
        }
    }
}
