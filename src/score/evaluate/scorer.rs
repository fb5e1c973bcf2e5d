//! One question: its answer extracted, normalised and compared with every gold answer.

use crate::base::types::PartOf;
use crate::base::types::{Field, State};
use crate::join::Side;
use crate::preset::{Missing, Settings};
use crate::score::extract::Extraction;
use crate::score::metric::compare::{Extras, Judge, Judged, Lookup, NO_VERDICT, Question, Reading};
use crate::score::metric::contains_answer::{Tokenised, contains_answer};
use crate::score::metric::refusal::Refusal;
use crate::score::metric::supporting_facts::{self, Facts};
use crate::score::metric::token_f1;
use crate::score::metric::token_f1::Overlap;
use crate::score::metric::{MatchScore, MetricInfo, NO_MATCH, Scored};
use crate::table::{Table, float};
use crate::text::Scratch;
use crate::understand::names::{graded, sums_up};
use scoredrop_kernel::words::Words;

/// What scoring needs to know of one question and one run.
#[derive(Clone, Copy)]
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
    /// The gold row, for judges that look at more of it.
    pub gold: Lookup<'a>,
    /// The row of the prediction, likewise.
    pub predicted: Lookup<'a>,
    /// Name of the column that the prediction stands in.
    pub column: Option<&'a str>,
}

impl Default for Inputs<'_> {
    fn default() -> Self {
        Self {
            prediction: None,
            gold_facts: None,
            predicted_facts: None,
            na_probability: 0.0,
            part: PartOf::Whole,
            gold: &|_| None,
            predicted: &|_| None,
            column: None,
        }
    }
}

/// Values by metric id; `None` where a metric does not apply.
pub fn values_of(metrics: &[&'static MetricInfo], scored: &Scored) -> Vec<(String, Option<f64>)> {
    let value = |metric: &MetricInfo| metric.value(scored).filter(|value| !value.is_nan());
    metrics.iter().map(|metric| (metric.id.to_owned(), value(metric))).collect()
}

/// More rows than this at the end of a table are no sums.
const MOST_SUMS: usize = 3;
/// More rows than this behind a word that sums up are none.
const MOST_OF_A_BLOCK: usize = 20;

/// Whether the last rows of a table, and no others, have no gold answer: they sum the others up.
fn ends_in_sums(gold: &Side<'_>) -> bool {
    let table = gold.table;
    let Some(answers) = gold.map.index(table, Field::Answers) else { return false };
    let rows = table.rows();
    let blank = |row: &usize| is_blank(table.cell(*row, answers).text);
    if rows == 0 || !blank(&(rows - 1)) {
        return false;
    }
    let count = (0..rows).rev().take_while(blank).count();
    // A word such as `Summary` may begin a longer block.
    let first = rows - count;
    let headed = || (0..table.columns().len()).any(|place| sums_up(table.cell(first, place).text));
    let few = count <= MOST_SUMS && rows > 2 * MOST_SUMS;
    let fits = few || (count <= MOST_OF_A_BLOCK && first >= MOST_SUMS && headed());
    fits && !(0..first).any(|row| blank(&row))
}

/// Whether the last row of a table has a mean in the column of verdicts, in which all others have verdicts.
fn ends_in_a_mean(file: &Side<'_>) -> bool {
    let table = file.table;
    let Some(verdicts) = file.map.index(table, Field::Prediction) else { return false };
    let Some(last) = table.rows().checked_sub(1).filter(|last| *last > MOST_SUMS) else {
        return false;
    };
    let text = |row: usize| table.cell(row, verdicts).text.trim();
    float(text(last)).is_some_and(|mean| mean > 0.0 && mean < 1.0)
        && (0..last).all(|row| graded(text(row)).is_some())
}

/// Scores single questions by compiled settings. Keeps buffers, so that nothing is allocated per
/// question once they are warm.
#[derive(Debug)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "what settings and files say once for all questions"
)]
pub struct Scorer {
    pub(super) settings: Settings,
    prediction: Scratch,
    gold: Scratch,
    contains: bool,
    pub(super) facts: bool,
    /// Whether verdicts may stand in the place of predictions.
    pub(super) verdicts: bool,
    /// Whether predictions may be lists of values.
    lists: bool,
    /// Whether all attempts at a question are compared at once.
    pub(super) votes: bool,
    /// Whether rows without a gold answer are sums of the others, such as a last row `Accuracy`.
    sums: bool,
    /// Whether the last row has the mean of verdicts in the place of one.
    means: bool,
    /// Column of the gold file that names the part of a question.
    part: Option<usize>,
    /// The judges of the whole and of each known part, where words are not all that is compared.
    judges: Vec<Option<Box<dyn Judge>>>,
}

impl Scorer {
    /// A scorer; `metrics` are those that the files can feed, `gold` is where questions come from.
    pub fn new(
        settings: Settings,
        metrics: &[&'static MetricInfo],
        gold: Option<&Side<'_>>,
    ) -> Self {
        let wants = |id: &str| metrics.iter().any(|metric| metric.id == id);
        let mut judges = settings.judges();
        if let Some(gold) = gold {
            let answers = gold.map.index(gold.table, Field::Answers);
            for judge in judges.iter_mut().flatten() {
                judge.prepare(gold.table, answers);
            }
        }
        let takes_verdicts = settings.preset.takes_verdicts();
        Self {
            means: takes_verdicts && gold.is_some_and(ends_in_a_mean),
            sums: settings.preset.card.reproduces.is_empty() && gold.is_some_and(ends_in_sums),
            contains: wants("contains_answer"),
            facts: wants("supporting_facts_exact_match"),
            part: settings.preset.parts().zip(gold).and_then(|(parts, gold)| {
                parts.column(gold.map).and_then(|name| gold.table.column(name))
            }),
            judges,
            verdicts: takes_verdicts,
            lists: settings.takes_lists() && !takes_verdicts,
            votes: settings.takes_votes(),
            settings,
            prediction: Scratch::default(),
            gold: Scratch::default(),
        }
    }

    /// The same for a part of larger files, whose last rows are not those of the whole.
    pub(super) fn of_part(self, part: bool) -> Self {
        Self { sums: self.sums && !part, means: self.means && !part, ..self }
    }

    /// What judges have learned of the gold answers, in a form that can be compared: verdicts rest on it.
    pub fn learned(&self) -> impl Iterator<Item = String> + '_ {
        self.judges.iter().flatten().filter_map(|judge| judge.learned())
    }

    /// The part of the benchmark that a gold row belongs to.
    pub fn part(&self, gold: &Table, row: usize) -> PartOf {
        match (self.settings.preset.parts(), self.part) {
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
        let Some(parts) = self.settings.split(golds.clone()) else {
            return self.score_against(golds, inputs);
        };
        let scored = self.score_against(&parts.iter().map(|part| part.1), inputs);
        let of = parts.get(usize::from(scored.matched)).map(|part| part.0 as u16);
        Scored { matched: of.unwrap_or(NO_MATCH), ..scored }
    }

    /// Scores one question against answers each of which is right.
    fn score_against<'a>(
        &mut self,
        golds: &(impl ExactSizeIterator<Item = &'a str> + Clone),
        inputs: &Inputs<'_>,
    ) -> Scored {
        let mut scored = self.score_words(golds, inputs);
        let mut skipped = false;
        let mut tries = None;
        if let Some(judge) = self.judges.get_mut(inputs.part.place()).and_then(Option::as_mut)
            && scored.state != State::Excluded
        {
            let golds: Vec<&str> = golds.clone().collect();
            let judged = judge.judge(&question(&self.settings, &golds, inputs));
            skipped = judged.skipped;
            tries = judged.tries;
            take_judged(&self.settings, &mut scored, &judged);
        }
        if !skipped && !matches!(scored.state, State::Missing | State::Excluded) {
            let one = (1, u32::from(scored.answer.exact_match));
            (scored.attempts, scored.passed) = tries.unwrap_or(one);
        }
        scored
    }

    /// The reasons of the judge of a question; `None` where words are all that is compared.
    pub fn reading(&mut self, golds: &[&str], inputs: &Inputs<'_>) -> Option<Reading> {
        let judge = self.judges.get_mut(inputs.part.place())?.as_mut()?;
        Some(judge.explain(&question(&self.settings, golds, inputs)))
    }

    fn score_words<'a>(
        &mut self,
        golds: &(impl ExactSizeIterator<Item = &'a str> + Clone),
        inputs: &Inputs<'_>,
    ) -> Scored {
        let settings = &self.settings;
        let facts = self.facts.then(|| {
            let parse = |json: Option<&str>| json.and_then(Facts::parse);
            match (parse(inputs.predicted_facts), parse(inputs.gold_facts)) {
                (Some(predicted), Some(gold)) => supporting_facts::compare(&predicted, &gold),
                _ => MatchScore::NONE,
            }
        });
        let mut scored = Scored {
            state: State::Missing,
            matched: NO_MATCH,
            answer: MatchScore::NONE,
            contains: false,
            facts,
            has_predicted_facts: inputs.predicted_facts.is_some(),
            raw: (0.0, 0.0),
            refusal: None,
            part: inputs.part,
            extras: Extras::NONE,
            notes: 0,
            attempts: 0,
            passed: 0,
        };
        let of_other_days = settings.is_of_other_days(inputs.gold);
        let is_mean = || inputs.prediction.is_some_and(|raw| graded(raw).is_none());
        let sum = (self.sums && golds.clone().all(is_blank)) || (self.means && is_mean());
        if sum || of_other_days || settings.leaves_out(inputs.part) {
            scored.state = State::Excluded;
            return scored;
        }
        let given = |raw: &&str| !(settings.blank_is_missing && is_blank(raw));
        let Some(raw) = inputs.prediction.filter(given) else {
            if settings.missing == Missing::Exclude {
                scored.state = State::Excluded;
            }
            return scored;
        };
        let Extraction { answer, .. } = settings.extractor_of(inputs.column).extract(raw);
        scored.state = match answer {
            None => State::NotExtracted,
            Some(_) if is_blank(raw) || (self.lists && is_blank_list(raw)) => State::Blank,
            Some(_) => State::Answered,
        };
        if answer.is_none() && settings.rules.not_extracted_is_wrong {
            return scored;
        }
        let answer = answer.unwrap_or("");
        if settings.refusals.any() && !is_blank(answer) {
            scored.refusal = Some(Refusal::of(&settings.refusals, answer, golds.clone()));
        }
        if !settings.compares_words(inputs.part) {
            return scored;
        }
        let normalizer = settings.normalizer_of(inputs.part);
        let normalised = normalizer.words(answer, &mut self.prediction);
        let unanswerable = settings.rules.unanswerable;
        let mut closest = Overlap::ZERO;
        let mut compare = |index: u16, gold: &Words| {
            let overlap = token_f1::compare(normalised, gold, settings.empty, settings.yes_no);
            let exact = normalised.text() == gold.text();
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
            let gold = normalizer.words(gold, &mut self.gold);
            if unanswerable && gold.text().is_empty() {
                continue;
            }
            usable += 1;
            compare(index as u16, gold);
        }
        if unanswerable && usable == 0 {
            compare(NO_MATCH, &Words::default());
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
            scored.answer = MatchScore {
                exact_match: right,
                overlap: if right { Overlap::ONE } else { Overlap::ZERO },
            };
            scored.matched = NO_MATCH;
        }
        scored
    }
}

fn question<'q>(settings: &'q Settings, golds: &'q [&'q str], inputs: &Inputs<'q>) -> Question<'q> {
    Question {
        output: inputs.prediction,
        answer: inputs
            .prediction
            .and_then(|raw| settings.extractor_of(inputs.column).extract(raw).answer),
        golds,
        gold: inputs.gold,
        prediction: inputs.predicted,
    }
}

fn take_judged(settings: &Settings, scored: &mut Scored, judged: &Judged) {
    scored.extras = judged.extras;
    scored.notes = judged.notes;
    if settings.compares_words(scored.part) {
        let decides = settings.comparison_of(scored.part).is_some_and(|found| found.decides);
        let is_answer = matches!(scored.state, State::Answered);
        if decides && is_answer && judged.verdict.exact_match && !scored.answer.exact_match {
            scored.answer = judged.verdict;
            scored.matched = judged.matched;
            scored.raw = (1.0, 1.0);
        }
        return;
    }
    scored.answer = judged.verdict;
    scored.matched = judged.matched;
    // What has no verdict was not judged, whatever its text is.
    let verdicts = settings.comparison_of(scored.part).is_some_and(|found| found.verdicts);
    if verdicts && judged.notes & NO_VERDICT != 0 && scored.state != State::Missing {
        scored.state = State::NotExtracted;
    }
    if judged.found && scored.state == State::NotExtracted {
        scored.state = State::Answered;
    }
    if judged.unread && scored.state == State::Answered {
        scored.state = State::NotExtracted;
    }
    let lost = match scored.state {
        State::Missing => true,
        State::NotExtracted => settings.rules.not_extracted_is_wrong,
        _ => false,
    };
    // Nothing equals what is not there, whatever the judge makes of nothing; what does not apply
    // does not apply here either.
    if lost {
        let graded = !judged.verdict.overlap.f1.is_nan();
        scored.answer = if graded { MatchScore::NONE } else { MatchScore::UNGRADED };
        scored.matched = NO_MATCH;
    }
}

/// Whether a list holds nothing but blank texts and lists of them, as `[]` and `[[], ""]` do.
fn is_blank_list(text: &str) -> bool {
    let blank = |c: char| c.is_whitespace() || matches!(c, '[' | ']' | '"' | '\'' | ',');
    text.trim_start().starts_with('[') && text.chars().all(blank)
}

/// Whether a prediction is nothing but white space.
pub fn is_blank(text: &str) -> bool {
    text.chars().all(char::is_whitespace)
}
