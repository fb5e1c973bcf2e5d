//! Phase 3: gold rows find their predictions. The place where scores go silently wrong, so every
//! candidate key is tried, its evidence kept, and a key that proves nothing is said to.

mod attempts;
mod candidate;
mod index;
mod names;
mod near;
mod opening;
mod rows;
mod runs;
mod trouble;
mod weakness;
mod witness;

pub use attempts::Attempts;
pub use index::repeated;
pub use names::short_names;
pub(crate) use near::{Near, near};
pub use opening::{Opening, first_text};
pub use runs::{Questions, questions};
pub use trouble::NoJoin;
pub(crate) use weakness::Weakness;
pub use witness::witness;

use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::types::{Field, Guess, JoinBy, JoinCandidate};
use crate::table::{Kind, Table};
use crate::understand::schema::ColumnMap;
use candidate::{Try, attempt};

/// No row.
pub const NONE: u32 = u32::MAX;

/// A file that takes part.
#[derive(Clone, Copy, Debug)]
pub struct Side<'a> {
    /// Name without folder.
    pub name: &'a str,
    /// Name of its run, where the file holds several columns of predictions.
    pub run: Option<&'a str>,
    /// Its rows.
    pub table: &'a Table,
    /// Its columns.
    pub map: &'a ColumnMap,
}

impl Side<'_> {
    /// A warning about one of its rows.
    pub(crate) fn warning(&self, row: usize, code: Code, message: impl Into<String>) -> Diagnostic {
        let row = self.table.row_number(row);
        Diagnostic::warning(code, message).file(self.name).row(row)
    }
}

/// What a preset says of joining.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rules<'p> {
    /// Whether several predictions of a question are attempts at it, which all count.
    pub attempts: bool,
    /// Texts that an id may begin with and be the same without: with `Mbpp/`, `Mbpp/11` is 11.
    pub id_prefixes: &'p [String],
    /// Whether the first of several predictions for a question counts, and not the last.
    pub first: bool,
    /// Whether the files are a part of larger ones, in which no prediction need find its question.
    pub part: bool,
}

/// The predictions of one run, in gold order.
#[derive(Clone, Debug, Default)]
pub struct JoinedRun {
    /// Model name, or the file's name.
    pub name: String,
    /// The name as sentences have it; see [`short_names`].
    pub short_name: String,
    /// Index of the predictions file.
    pub file: usize,
    /// For each gold row its row in the predictions file, or [`NONE`]; the first of several attempts.
    pub rows: Vec<u32>,
    /// All attempts at each question, where several count.
    pub attempts: Option<Attempts>,
    /// Rows of the predictions file for questions that the gold file does not have.
    pub extra: Vec<u32>,
    /// Rows of the predictions file that a later one for the same question replaced.
    pub replaced: Vec<u32>,
    /// How many of these are for questions that stand several times in the gold file.
    pub contested: u32,
    /// Which second rule it is scored by, where it is another run scored again.
    pub twin: Option<u32>,
}

/// So many characters of a name stand in a sentence.
pub const SHORT: usize = 60;

impl JoinedRun {
    /// A run of a file for so many gold rows, none of which has a prediction yet.
    fn new(name: String, file: usize, gold: usize) -> Self {
        Self { name, file, rows: vec![NONE; gold], ..Self::default() }
    }

    /// Takes a row of the predictions file for a gold row, in the place of an earlier one.
    fn put(&mut self, gold_row: usize, row: u32) {
        let before = std::mem::replace(&mut self.rows[gold_row], row);
        if before != NONE {
            self.replaced.push(before);
        }
    }

    /// Rows of the predictions file for a gold row: none, one, or every attempt in file order.
    pub fn attempts_at(&self, gold_row: usize) -> &[u32] {
        match self.attempts.as_ref() {
            Some(attempts) => attempts.of(gold_row),
            None if self.rows[gold_row] == NONE => &[],
            None => &self.rows[gold_row..=gold_row],
        }
    }

    /// The same run, to be scored by a second rule, of which `place` is the number and `rule` the text.
    #[must_use]
    pub fn twin(&self, place: u32, rule: &str) -> Self {
        let [name, short_name] =
            [&self.name, &self.short_name].map(|name| format!("{name} ({rule})"));
        Self { name, short_name, twin: Some(place), ..self.clone() }
    }

    /// How many predictions belong to a question.
    #[inline(never)]
    pub fn found(&self) -> usize {
        match self.attempts.as_ref() {
            Some(attempts) => attempts.rows(),
            None => self.answered(),
        }
    }

    /// How many questions have a row of predictions.
    fn answered(&self) -> usize {
        self.rows.iter().filter(|row| **row != NONE).count()
    }

    /// How many questions have a prediction that is not null; `side` is the run's file.
    pub(crate) fn predicted(&self, side: &Side<'_>) -> usize {
        let columns = || side.map.of(Field::Prediction).filter_map(|name| side.table.column(name));
        let is_nothing = |row: u32, column: usize| {
            matches!(side.table.kind(row as usize, column), Kind::Absent | Kind::Null)
        };
        let is_null = |row: u32| {
            columns().next().is_some() && columns().all(|column| is_nothing(row, column))
        };
        self.rows.iter().filter(|row| **row != NONE && !is_null(**row)).count()
    }
}

/// Gold and predictions, joined.
#[derive(Clone, Debug)]
pub struct Joined {
    /// The key in force.
    pub by: Guess<JoinBy>,
    /// Every candidate with its evidence, over all runs.
    pub candidates: Vec<JoinCandidate>,
    /// The runs, in the order given.
    pub runs: Vec<JoinedRun>,
    /// Gold rows whose key stood before.
    pub duplicate_gold: Vec<u32>,
    /// Another key, and how many questions it would pair with other predictions, if those are more
    /// than chance.
    pub disagreeing: Option<(JoinBy, u64)>,
    /// For each predictions file how a cell becomes the text of a prediction.
    pub openings: Vec<Opening>,
    /// Runs of which no row finds a question, while rows of others do: they are left out.
    pub strangers: Vec<JoinedRun>,
    /// Why the score may rest on a wrong pairing; each makes the headline provisional.
    pub(crate) weaknesses: Vec<Weakness>,
}

impl Joined {
    /// Index of the run that the others are compared with: the one of this name, else the first.
    pub fn baseline(&self, chosen: Option<&str>) -> usize {
        let named = |name: &str| self.runs.iter().position(|run| run.name == name);
        chosen.and_then(named).unwrap_or_default()
    }

    /// The names of the runs.
    pub fn names(&self) -> Vec<String> {
        self.runs.iter().map(|run| run.name.clone()).collect()
    }
}

/// Joins by the chosen key, or by the one with the best evidence.
///
/// # Errors
/// Where no prediction finds a question, or the chosen key cannot be had.
pub fn join(
    gold: Side<'_>,
    files: &[Side<'_>],
    chosen: Option<JoinBy>,
    rules: Rules<'_>,
) -> Result<Joined, NoJoin> {
    let chosen_alone = chosen.map(|chosen| [chosen]);
    let keys = chosen_alone.as_ref().map_or_else(|| keys(gold, files), |chosen| &chosen[..]);
    let mut tries: Vec<Try> =
        keys.iter().filter_map(|by| attempt(gold, files, *by, rules)).collect();
    let mut candidates = evidence(&tries);
    // Keys that both files have and that never meet contradict row order: only a choice overrules
    // them.
    if chosen.is_none() && tries.iter().any(|attempt| attempt.evidence.by != JoinBy::Row) {
        tries.retain(|attempt| attempt.evidence.by != JoinBy::Row);
    }
    // Keys that hardly meet as they are written, and meet nearly.
    let keyed = tries.iter().filter(|known| known.evidence.by != JoinBy::Row);
    let most = keyed.map(|known| known.evidence.matched).max().unwrap_or(0);
    let least = |near: &Try| near.evidence.gold.min(near.given as u64) / 2;
    if chosen.is_none()
        && !rules.part
        && !in_one_file(gold, files)
        && tries.iter().all(|known| {
            known.evidence.by == JoinBy::Row
                || most * 10 < known.evidence.gold.min(known.given as u64)
        })
        && let Some(near) = attempt(gold, files, JoinBy::Near, rules)
        && near.evidence.matched > (most * 5).max(least(&near))
    {
        let candidates = evidence(std::slice::from_ref(&near));
        return Ok(near.into_joined(gold, files, chosen, candidates, None, rules));
    }
    let best = (0..tries.len()).max_by(|a, b| {
        let (a, b) = (&tries[*a], &tries[*b]);
        a.worth().total_cmp(&b.worth()).then(b.evidence.by.cmp(&a.evidence.by))
    });
    let best = best.map(|best| tries.swap_remove(best));
    let Some(best) = best.filter(|best| best.evidence.matched > 0 || rules.part) else {
        return Err(NoJoin::new(gold, files, chosen, rules));
    };
    // Some of the keys that find nothing may nearly agree.
    let lacking = best.runs.iter().any(|run| !run.extra.is_empty() && run.rows.contains(&NONE));
    if lacking
        && best.evidence.by == JoinBy::Id
        && let Some(near) = attempt(gold, files, JoinBy::Near, rules)
        && near.evidence.matched > best.evidence.matched
    {
        candidates.push(near.evidence);
    }
    let disagreeing = tries
        .iter()
        .map(|other| {
            // Questions that stand several times share a prediction.
            let shared =
                best.runs.len() * best.duplicate_gold.len().max(other.duplicate_gold.len());
            (other.evidence.by, best.differs(other).saturating_sub(shared as u64))
        })
        .find(|(_, rows)| *rows * 50 > best.evidence.matched);
    Ok(best.into_joined(gold, files, chosen, candidates, disagreeing, rules))
}

/// The keys worth trying: the files say whether rows hold both sides.
fn keys(gold: Side<'_>, files: &[Side<'_>]) -> &'static [JoinBy] {
    if in_one_file(gold, files) {
        &[JoinBy::SameRow]
    } else {
        &[JoinBy::Id, JoinBy::Question, JoinBy::Row]
    }
}

/// Whether the predictions stand in the gold file and nowhere else.
fn in_one_file(gold: Side<'_>, files: &[Side<'_>]) -> bool {
    !files.is_empty() && files.iter().all(|side| std::ptr::eq(side.table, gold.table))
}

fn evidence(tries: &[Try]) -> Vec<JoinCandidate> {
    tries.iter().map(|attempt| attempt.evidence.clone()).collect()
}
