//! What is scored: gold rows, answers and predictions, brought together.

use super::{Inputs, Scored, Scorer, Scripted};
use crate::base::json_text::json_text;
use crate::base::types::{Field, JoinBy};
use crate::join::{Joined, JoinedRun, NONE, Opening, Side, first_text};
use crate::preset::{Missing, Settings};
use crate::programs::runnable::Ran;
use crate::score::metric::compare::{Reading, SETTLED};
use crate::score::metric::lists::values as values_of_list;
use crate::score::metric::scripted::SCRIPT;
use crate::score::metric::{
    ALL_OF, BEST_OF_ATTEMPTS as BEST_OF, F_OF_ATTEMPTED, MetricInfo, SHARED_EXACT_MATCH,
    attempts_of, lists, metric,
};
use crate::table::{Cell, Kind, Table, float, json, key_of, shown_key};
use crate::understand::names::{ATTEMPT_SCORES, canonical, is_unattempted};
use crate::understand::schema::{AnswerLists, provenanced, unwrapped};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The prediction of a row and the name of its column: of several columns, the first that the row
/// has. [`Cell::ABSENT`] where it has none.
pub fn prediction_cell<'a>(side: &Side<'a>, row: usize) -> (Option<&'a str>, Cell<'a>) {
    let (name, column) = prediction_column(side, row);
    (name, column.map_or(Cell::ABSENT, |column| side.table.cell(row, column)))
}

/// Name and index of the column of it; the first of all by name where the row has none.
pub(crate) fn prediction_column<'a>(
    side: &Side<'a>,
    row: usize,
) -> (Option<&'a str>, Option<usize>) {
    let columns = || side.map.of(Field::Prediction);
    let is_there = |column: usize| side.table.kind(row, column) != Kind::Absent;
    columns()
        .filter_map(|name| Some((Some(name), Some(side.table.column(name)?))))
        .find(|(_, column)| column.is_some_and(is_there))
        .unwrap_or_else(|| (columns().next(), None))
}

/// A prediction cell as the text that is scored: a list of one is that one, as some harnesses wrap
/// single answers; anything else is as written. `None` where there is nothing.
pub fn prediction_text(cell: Cell<'_>) -> Option<Cow<'_, str>> {
    match cell.kind {
        Kind::Absent | Kind::Null => None,
        // What pandas writes where there is nothing.
        Kind::Number if cell.text == "NaN" => None,
        Kind::List => {
            if let Some(answer) = provenanced(cell.text) {
                return Some(answer);
            }
            let mut elements = json::elements(cell.text).map_while(Result::ok);
            match (elements.next(), elements.next()) {
                (Some(only), None) if only.kind == Kind::String => Some(only.text()),
                _ => Some(Cow::Borrowed(cell.text)),
            }
        }
        _ => Some(Cow::Borrowed(cell.text)),
    }
}

/// Whether the reference takes a prediction as it is: a text, the `output` of `KILT`, or where it takes
/// `lists`, one of those.
pub fn takes(cell: Cell<'_>, lists: bool) -> bool {
    match cell.kind {
        Kind::Absent | Kind::String => true,
        Kind::List => lists || provenanced(cell.text).is_some(),
        _ => false,
    }
}

/// The text that is scored, by how predictions of the file are opened; nothing where an object holds
/// an error instead.
pub fn opened(cell: Cell<'_>, opening: Opening) -> Option<Cow<'_, str>> {
    let text = prediction_text(cell)?;
    let inner = match opening {
        Opening::Plain => return Some(text),
        Opening::Firsts if cell.kind == Kind::List => first_text(&text),
        Opening::Firsts => None,
        Opening::Wrapped => unwrapped(&text),
    };
    match inner {
        Some(inner) => Some(Cow::Owned(inner)),
        None => (opening != Opening::Wrapped || !text.contains("\"error\"")).then_some(text),
    }
}

/// The columns of the files in the form that [`canonical`] gives their names: rules ask for columns by such a name,
/// question after question.
#[derive(Clone, Debug)]
pub struct ColumnNames {
    gold: Vec<String>,
    files: Vec<Vec<String>>,
}

impl ColumnNames {
    /// Of a gold file and the prediction files.
    pub fn new(gold: &Table, files: &[Side<'_>]) -> Self {
        let names = |table: &Table| table.columns().iter().map(|name| canonical(name)).collect();
        Self { gold: names(gold), files: files.iter().map(|side| names(side.table)).collect() }
    }
}

/// The value of a column, by its canonical name.
fn detail(table: &Table, names: &[String], row: Option<usize>, name: &str) -> Option<String> {
    let column = names.iter().position(|own| own == name)?;
    let cell = table.cell(row?, column);
    (!cell.is_nothing()).then(|| cell.text.to_owned())
}

/// Probabilities that questions have no answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NaProbabilities {
    /// By gold row; 0 where the file gives none.
    pub by_row: Vec<f64>,
    /// Gold rows in the order of the file, which decides between equal probabilities.
    pub order: Vec<u32>,
}

/// What files have that some metrics need.
#[derive(Clone, Copy, Debug)]
pub struct Evidence {
    /// Whether they have supporting facts.
    pub facts: bool,
    /// Whether some verdict says that no answer was attempted.
    pub graded: bool,
    /// Whether a file gives scores to attempts.
    pub scored: bool,
    /// The most attempts that any run has at all questions, where several count.
    pub most: Option<u32>,
    /// The same; of a part of the questions, as few as the others may have.
    pub least: Option<u32>,
}

/// Lists the metrics of a preset that files can feed, headline first.
pub fn metrics_fed(settings: &Settings, evidence: Evidence) -> Vec<&'static MetricInfo> {
    let Evidence { facts, graded, scored, most, least } = evidence;
    let feeds = |id: &str| match attempts_of(id) {
        None if [F_OF_ATTEMPTED, "attempted", "correct_given_attempted"].contains(&id) => graded,
        _ if id.starts_with(BEST_OF) && !scored => false,
        // What no run has enough attempts for is not defined for any.
        Some(k) => k == 1 || most.is_some_and(|most| k <= most),
        None => facts || metric(id).is_none_or(|metric| !metric.of_facts),
    };
    // Of all attempts that every question has, however many these are.
    let of_all: Vec<String> = least
        .zip(most)
        .filter(|_| settings.takes_votes())
        .into_iter()
        .flat_map(|(least, most)| least.min(most)..=most)
        .flat_map(|count| ["pass@", ALL_OF].map(|before| format!("{before}{count}")))
        .filter(|id| !settings.preset.metrics.contains(id))
        .collect();
    let fed = settings.preset.metrics.iter().chain(&of_all).filter(|id| feeds(id));
    fed.filter_map(|id| metric_by(settings, id)).collect()
}

/// A metric as it is computed by these settings.
pub(super) fn metric_by(settings: &Settings, id: &str) -> Option<&'static MetricInfo> {
    match id {
        "exact_match" if settings.shares_exact_match() => Some(&SHARED_EXACT_MATCH),
        _ => metric(id),
    }
}

/// So many attempts at a question are told one by one.
const TOLD: usize = 20;

/// Everything that scoring reads; made once per join.
#[derive(Clone, Debug)]
pub struct Material<'a> {
    /// The gold file.
    pub gold: Side<'a>,
    /// Its answers.
    pub answers: &'a AnswerLists,
    /// The prediction files.
    pub files: Vec<Side<'a>>,
    /// Their columns.
    pub names: ColumnNames,
    /// The join.
    pub joined: &'a Joined,
    /// Probabilities of no answer, where a file gives them.
    pub na: Option<&'a NaProbabilities>,
    /// Whether it is known that no question of the benchmark is absent from the gold file, because
    /// that is a file of questions, or has all that a known one has.
    pub all_questions: bool,
    /// What the user says that gold answers mean, by the key of the question.
    pub settled: &'a BTreeMap<String, String>,
    /// Programs that are run here, where there are any.
    pub ran: Option<Ran<'a>>,
    /// What a host's own script says, where there is one.
    pub scripted: Option<&'a Scripted>,
    /// Whether the files are a part of larger ones.
    pub part: bool,
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

    /// Whether gold and every predictions file have a column for supporting facts.
    fn names_facts(&self) -> bool {
        let names = |side: &Side<'_>| side.map.of(Field::SupportingFacts).next().is_some();
        names(&self.gold) && self.files.iter().all(names)
    }

    /// The metrics of a preset that these files can feed, headline first.
    pub fn metrics(&self, settings: &Settings) -> Vec<&'static MetricInfo> {
        let metrics = self.scripted_by(settings).map(|scripted| &scripted.metrics);
        if let Some(metrics) = metrics.filter(|metrics| !metrics.is_empty()) {
            return metrics.clone();
        }
        // What a part does not show other parts may.
        let facts = self.has_facts() || (self.part && self.names_facts());
        let most =
            if settings.rules.attempts { self.fewest(settings).into_iter().max() } else { None };
        let graded = settings.preset.metrics.iter().any(|id| id == F_OF_ATTEMPTED)
            && (self.part || self.has_grades());
        let scored = most.is_some() && (self.part || self.has_scores());
        let least = if self.part { Some(2) } else { most };
        metrics_fed(settings, Evidence { facts, graded, scored, most, least })
    }

    /// What a script says, if that is what the settings score by.
    pub fn scripted_by(&self, settings: &Settings) -> Option<&'a Scripted> {
        self.scripted.filter(|_| settings.preset.compare == SCRIPT)
    }

    /// Whether a file gives scores to attempts, which are no verdicts.
    pub fn has_scores(&self) -> bool {
        let is_score = |side: &Side<'_>, column: usize| {
            let scores: Vec<f64> = (0..side.table.rows())
                .flat_map(|row| lists::values(side.table.cell(row, column).text))
                .filter_map(|text| float(&text))
                .collect();
            scores.iter().any(|score| ![0.0, 1.0].contains(score))
        };
        self.files.iter().any(|side| {
            let named = |column: &usize| {
                ATTEMPT_SCORES.contains(&canonical(&side.table.columns()[*column]).as_str())
            };
            (0..side.table.columns().len()).filter(named).any(|column| is_score(side, column))
        })
    }

    /// Whether some verdict says that no answer was attempted.
    pub fn has_grades(&self) -> bool {
        let rows = self.gold.table.rows();
        let says = |run: usize, row: usize| {
            self.prediction(run, row).is_some_and(|text| is_unattempted(&text))
        };
        (0..self.joined.runs.len()).any(|run| (0..rows).any(|row| says(run, row)))
    }

    /// For each run the fewest attempts at any question that counts.
    pub fn fewest(&self, settings: &Settings) -> Vec<u32> {
        let counts = |run: (usize, &JoinedRun)| {
            let (place, run) = run;
            let attempts = (0..run.rows.len()).map(|row| self.attempts(settings, place, row));
            let counting =
                attempts.filter(|count| *count > 0 || settings.missing != Missing::Exclude);
            counting.min().map_or(0, |least| u32::try_from(least).unwrap_or(u32::MAX))
        };
        self.joined.runs.iter().enumerate().map(counts).collect()
    }

    /// The key of a gold row as text: what files were joined by, or else its id, or else the number of
    /// its row. In a file without ids its question is taken for one.
    pub fn key(&self, row: usize) -> String {
        let columns = |field| self.gold.map.indices(self.gold.table, field);
        let ids = columns(Field::Id);
        let by_question = ids.is_empty() || self.joined.by.value == JoinBy::Question;
        let questions = if by_question { columns(Field::Question) } else { Vec::new() };
        let mut keys = [questions, ids].into_iter().filter(|columns| !columns.is_empty());
        let key = keys.find_map(|columns| key_of(self.gold.table, row, &columns));
        key.map_or_else(|| (row + 1).to_string(), |key| shown_key(&key))
    }

    /// The raw prediction of a run for a gold row; the first of several attempts.
    pub fn prediction(&self, run: usize, row: usize) -> Option<Cow<'a, str>> {
        opened(self.prediction_cell(run, row), self.opening(self.joined.runs[run].file))
    }

    /// The raw prediction in a row of a run's file, and the name of its column. Where `verdicts` may
    /// stand beside programs, one without its program is there all the same, unless the programs of
    /// the file are run here.
    pub(super) fn prediction_at(
        &self,
        run: usize,
        at: Option<u32>,
        verdicts: bool,
    ) -> (Option<&'a str>, Option<Cow<'a, str>>) {
        let Some(at) = at else { return (None, None) };
        let file = self.joined.runs[run].file;
        let verdicts = verdicts && self.ran.is_none_or(|ran| !ran.programs.of_file(file));
        let (name, cell) = prediction_cell(&self.files[file], at as usize);
        (name, opened(cell, self.opening(file)).or(verdicts.then_some(Cow::Borrowed(""))))
    }

    /// The row of a run's file that answers a gold row, the first of several attempts.
    fn at(&self, run: usize, row: usize) -> Option<u32> {
        Some(self.joined.runs[run].rows[row]).filter(|at| *at != NONE)
    }

    fn opening(&self, file: usize) -> Opening {
        self.joined.openings.get(file).copied().unwrap_or_default()
    }

    /// The text of a question; `None` where it has none.
    pub fn question(&self, row: usize) -> Option<&'a str> {
        let column = self.gold.map.index(self.gold.table, Field::Question)?;
        self.gold.table.cell(row, column).as_text()
    }

    /// Whether the reference takes the prediction for a gold row as it is: see [`takes`].
    pub fn takes(&self, run: usize, row: usize, lists: bool) -> bool {
        let Some(at) = self.at(run, row).map(|at| at as usize) else { return true };
        let side = &self.files[self.joined.runs[run].file];
        let column = prediction_column(side, at).1;
        // A text need not be looked at.
        let other = column.filter(|column| side.table.kind(at, *column) != Kind::String);
        other.is_none_or(|column| takes(side.table.cell(at, column), lists))
    }

    /// Whether there is no prediction for a gold row, or one of no length.
    pub fn is_empty(&self, run: usize, row: usize) -> bool {
        self.prediction(run, row).is_none_or(|text| text.is_empty())
    }

    /// Name of the column of the prediction in a row of a run's file.
    pub fn column_at(&self, run: usize, at: u32) -> Option<&'a str> {
        prediction_column(&self.files[self.joined.runs[run].file], at as usize).0
    }

    /// The same for a gold row; the first of several attempts.
    pub fn column(&self, run: usize, row: usize) -> Option<&'a str> {
        self.column_at(run, self.at(run, row)?)
    }

    /// The raw prediction in a row of a run's file.
    pub(crate) fn answer_at(&self, run: usize, at: u32) -> Option<Cow<'a, str>> {
        self.prediction_at(run, Some(at), false).1
    }

    /// The cell that holds it; [`Cell::ABSENT`] where no row belongs to the question.
    pub fn prediction_cell(&self, run: usize, row: usize) -> Cell<'a> {
        let side = &self.files[self.joined.runs[run].file];
        self.at(run, row).map_or(Cell::ABSENT, |at| prediction_cell(side, at as usize).1)
    }

    /// The supporting facts of a question, and those of the prediction for it, as JSON.
    pub fn facts(&self, run: usize, row: usize) -> (Option<&'a str>, Option<&'a str>) {
        let text = |side: &Side<'a>, row: usize| {
            let column = side.map.index(side.table, Field::SupportingFacts)?;
            side.table.cell(row, column).as_text()
        };
        let side = &self.files[self.joined.runs[run].file];
        let predicted = self.at(run, row).and_then(|at| text(side, at as usize));
        (text(&self.gold, row), predicted)
    }

    /// Scores one question of one run: all attempts at it, where several count.
    pub fn score(&self, scorer: &mut Scorer, run: usize, row: usize) -> Scored {
        let attempts = self.joined.runs[run].attempts_at(row);
        if attempts.len() > 1 && scorer.votes {
            return self.with_attempts(scorer, run, row, attempts, |scorer, inputs| {
                scorer.score(&self.answers.of(row), inputs)
            });
        }
        let mut scored = self.score_one(scorer, run, row, attempts.first().copied());
        for attempt in attempts.iter().skip(1) {
            scored.add(&self.score_one(scorer, run, row, Some(*attempt)));
        }
        scored
    }

    /// Scores the prediction for a question that stands in a row of its file.
    fn score_one(&self, scorer: &mut Scorer, run: usize, row: usize, at: Option<u32>) -> Scored {
        self.with_inputs(scorer, run, row, at, |scorer, inputs| {
            scorer.score(&self.answers.of(row), inputs)
        })
    }

    /// Takes the texts of all rows of a question as one list.
    fn with_attempts<T>(
        &self,
        scorer: &mut Scorer,
        run: usize,
        row: usize,
        attempts: &[u32],
        take: impl FnOnce(&mut Scorer, &Inputs<'_>) -> T,
    ) -> T {
        let text = |at: &u32| self.prediction_at(run, Some(*at), false).1;
        let texts = attempts.iter().map(|at| text(at).unwrap_or_default());
        let list = json_text(&texts.collect::<Vec<_>>());
        let inputs = Inputs {
            prediction: Some(&list),
            gold_facts: None,
            predicted_facts: None,
            na_probability: 0.0,
            part: scorer.part(self.gold.table, row),
            gold: &|name| self.gold_detail(row, name),
            predicted: &|name| {
                if !ATTEMPT_SCORES.contains(&name) {
                    return self.predicted_detail(run, attempts.first().copied(), name);
                }
                let each = attempts.iter().map(|at| self.predicted_detail(run, Some(*at), name));
                Some(json_text(&each.collect::<Option<Vec<_>>>()?))
            },
            column: self.column(run, row),
        };
        take(scorer, &inputs)
    }

    /// How many attempts a run has at a question: its rows, or the values of their lists.
    pub fn attempts(&self, settings: &Settings, run: usize, row: usize) -> usize {
        let rows = self.joined.runs[run].attempts_at(row);
        match rows {
            [only] if settings.takes_votes() => {
                let text = self.prediction_at(run, Some(*only), false).1;
                text.map_or(1, |text| values_of_list(&text).len().max(1))
            }
            _ => rows.len(),
        }
    }

    fn with_inputs<T>(
        &self,
        scorer: &mut Scorer,
        run: usize,
        row: usize,
        at: Option<u32>,
        take: impl FnOnce(&mut Scorer, &Inputs<'_>) -> T,
    ) -> T {
        let (column, prediction) = self.prediction_at(run, at, scorer.verdicts);
        let (gold_facts, predicted_facts) =
            if scorer.facts { self.facts(run, row) } else { (None, None) };
        let inputs = Inputs {
            prediction: prediction.as_deref(),
            gold_facts,
            predicted_facts,
            na_probability: self.na.map_or(0.0, |na| na.by_row[row]),
            part: scorer.part(self.gold.table, row),
            gold: &|name| self.gold_detail(row, name),
            predicted: &|name| self.predicted_detail(run, at, name),
            column,
        };
        take(scorer, &inputs)
    }

    /// The reasons of the judge of a question; `None` where words are all that is compared. Of several
    /// attempts they are told one by one.
    pub fn reading(&self, scorer: &mut Scorer, run: usize, row: usize) -> Option<Reading> {
        let attempts = self.joined.runs[run].attempts_at(row);
        if attempts.len() > 1 && scorer.votes {
            let golds: Vec<&str> = self.answers.of(row).collect();
            return self.with_attempts(scorer, run, row, attempts, |scorer, inputs| {
                scorer.reading(&golds, inputs)
            });
        }
        let mut reading = self.reading_of(scorer, run, row, attempts.first().copied())?;
        if let Some(scripted) = self.scripted_by(&scorer.settings) {
            reading.words.extend(scripted.why(run, row).map(str::to_owned));
            return Some(reading);
        }
        if attempts.len() < 2 {
            return Some(reading);
        }
        let mut words = Vec::new();
        let mut passed = 0;
        for (place, attempt) in attempts.iter().enumerate() {
            let at = Some(*attempt);
            let right = self.score_one(scorer, run, row, at).answer.exact_match;
            passed += usize::from(right);
            if place < TOLD {
                let told = self.reading_of(scorer, run, row, at).unwrap_or_default();
                let file = &self.files[self.joined.runs[run].file];
                let number = file.table.row_number(*attempt as usize);
                words.push(format!(
                    "Attempt {}, row {number}: {}",
                    place + 1,
                    told.words.join(" ")
                ));
            }
        }
        if attempts.len() > TOLD {
            words.push(match attempts.len() - TOLD {
                1 => "1 more attempt is not listed.".to_owned(),
                more => format!("{more} more attempts are not listed."),
            });
        }
        words.insert(0, format!("{passed} of {} attempts pass.", attempts.len()));
        reading.words = words;
        Some(reading)
    }

    fn reading_of(
        &self,
        scorer: &mut Scorer,
        run: usize,
        row: usize,
        at: Option<u32>,
    ) -> Option<Reading> {
        let golds: Vec<&str> = self.answers.of(row).collect();
        self.with_inputs(scorer, run, row, at, |scorer, inputs| scorer.reading(&golds, inputs))
    }

    /// Scores a question as if its first prediction were another text.
    pub(crate) fn score_as(
        &self,
        scorer: &mut Scorer,
        run: usize,
        row: usize,
        text: &str,
    ) -> Scored {
        let at = self.joined.runs[run].attempts_at(row).first().copied();
        self.with_inputs(scorer, run, row, at, |scorer, inputs| {
            scorer.score(&self.answers.of(row), &Inputs { prediction: Some(text), ..*inputs })
        })
    }

    pub(crate) fn gold_detail(&self, row: usize, name: &str) -> Option<String> {
        let settled = if name == SETTLED && !self.settled.is_empty() {
            self.settled.get(&self.key(row)).cloned()
        } else {
            None
        };
        settled.or_else(|| detail(self.gold.table, &self.names.gold, Some(row), name))
    }

    fn predicted_detail(&self, run: usize, at: Option<u32>, name: &str) -> Option<String> {
        let file = self.joined.runs[run].file;
        if let Some(ran) = self.ran.filter(|ran| ran.tells(file, name)) {
            return ran.column(file, at?, name);
        }
        let (names, row) = (&self.names.files[file], at.map(|row| row as usize));
        let value = |name: &str| detail(self.files[file].table, names, row, name);
        // In one table with the gold answers the bare name is that of the gold side.
        let of_predictions = ["pred_", "predicted_"]
            .iter()
            .find_map(|before| names.iter().find(|own| own.strip_prefix(before) == Some(name)));
        match of_predictions {
            Some(own) => Some(value(own).unwrap_or_default()),
            None => value(name),
        }
    }
}
