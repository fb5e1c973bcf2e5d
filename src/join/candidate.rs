//! One way to join, its evidence, and the weaknesses that it leaves.

use super::index::GoldIndex;
use super::opening::opening;
use super::rows::{key_columns, split_runs};
use super::witness::witness;
use super::{Joined, JoinedRun, NONE, Rules, Side, Weakness, in_one_file, near, short_names};
use crate::base::digits::grouped;
use crate::base::types::{Certainty, Field, Guess, JoinBy, JoinCandidate};
use crate::table::key_of;
use std::borrow::Cow;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

pub(super) struct Try {
    pub(super) evidence: JoinCandidate,
    /// Predictions in all files.
    pub(super) given: usize,
    pub(super) runs: Vec<JoinedRun>,
    pub(super) duplicate_gold: Vec<u32>,
}

impl Try {
    fn matched(&self) -> f64 {
        self.evidence.matched as f64 / (self.evidence.gold.max(1)) as f64
    }

    fn agreeing(&self) -> Option<f64> {
        (self.evidence.compared > 0)
            .then(|| self.evidence.agreeing as f64 / self.evidence.compared as f64)
    }

    /// Predictions that a later one replaced.
    fn replaced(&self) -> usize {
        self.runs.iter().map(|run| run.replaced.len()).sum()
    }

    /// Matched share, devalued where the question texts of matched rows disagree, and where
    /// predictions share a key. Row order comes last: it always matches.
    pub(super) fn worth(&self) -> f64 {
        let kept = 1.0 - self.replaced() as f64 / self.given.max(1) as f64;
        let worth = self.matched() * self.agreeing().unwrap_or(1.0) * kept;
        if self.evidence.by == JoinBy::Row { worth * 0.001 } else { worth }
    }

    /// Questions for which both keys find a prediction, but not the same.
    pub(super) fn differs(&self, other: &Self) -> u64 {
        let pairs = self.runs.iter().zip(&other.runs);
        pairs
            .map(|(ours, theirs)| {
                let rows = ours.rows.iter().zip(&theirs.rows);
                rows.filter(|(a, b)| **a != NONE && **b != NONE && a != b).count() as u64
            })
            .sum()
    }

    /// By how little keys differ, with an example; `None` if none differs.
    fn nearness(&self, gold: Side<'_>, files: &[Side<'_>]) -> Option<Weakness> {
        let mut found = self.runs.iter().flat_map(|run| {
            let rows = run.rows.iter().enumerate().filter(|(_, row)| **row != NONE);
            rows.filter_map(|(ours, theirs)| {
                near::example(gold, ours, files[run.file], *theirs as usize)
            })
        });
        let example = found.next()?;
        let (differing, joined) = (1 + found.count(), self.evidence.matched as usize);
        Some(Weakness::NearKeys { differing, joined, example: Some(example) })
    }

    pub(super) fn into_joined(
        mut self,
        gold: Side<'_>,
        files: &[Side<'_>],
        chosen: Option<JoinBy>,
        candidates: Vec<JoinCandidate>,
        disagreeing: Option<(JoinBy, u64)>,
        rules: Rules<'_>,
    ) -> Joined {
        let agreeing = self.agreeing();
        let names: Vec<String> = self.runs.iter().map(|run| run.name.clone()).collect();
        for (run, short) in self.runs.iter_mut().zip(short_names(&names)) {
            run.short_name = short;
        }
        let mut weaknesses = Vec::new();
        // A run of which no row is about a question is none beside one that answers some.
        let answers = |run: &JoinedRun| run.rows.iter().any(|row| *row != NONE);
        let mut strangers = Vec::new();
        if !rules.part && self.runs.iter().any(answers) {
            (self.runs, strangers) = self.runs.into_iter().partition(answers);
        }
        if let Some((other, pairs)) = disagreeing {
            let runs = self.runs.len();
            let questions = if runs == 1 { self.evidence.gold as usize } else { gold.table.rows() };
            let by = self.evidence.by;
            weaknesses.push(Weakness::KeysDisagree { by, other, pairs, questions, runs });
        }
        if let Some(share) = agreeing
            && share < 0.98
        {
            let [agreeing, compared] =
                [self.evidence.agreeing, self.evidence.compared].map(|count| count as usize);
            weaknesses.push(Weakness::TextsDisagree { agreeing, compared });
        }
        if self.evidence.by != JoinBy::Row {
            weaknesses.extend(coverage(&self.runs, files, gold.table.rows()));
        }
        let given = self.given;
        let replaced = self.replaced();
        if replaced * 5 >= given.max(1) {
            let first = rules.first;
            weaknesses.push(Weakness::RepeatedPredictions { replaced, given, first });
        }
        let contested: u32 = self.runs.iter().map(|run| run.contested).sum();
        if contested > 0 {
            weaknesses.push(Weakness::ContestedPredictions { predictions: contested as usize });
        }
        let rows = self.duplicate_gold.len();
        let are_apart = self.evidence.by == JoinBy::SameRow && keys_share_questions(gold);
        if rows * 5 >= gold.table.rows() && !are_apart {
            weaknesses.push(Weakness::RepeatedGold { rows, questions: gold.table.rows() });
        }
        if self.evidence.by == JoinBy::Near {
            weaknesses.extend(self.nearness(gold, files));
        }
        let counts = match self.evidence.by {
            // Tasks that are attempted several times are named by numbers. Whoever names the key says that equal
            // ids are of one question.
            JoinBy::Id => chosen.is_none() && !rules.attempts && counting_ids(gold),
            JoinBy::Question | JoinBy::SameRow | JoinBy::Near => false,
            // If a file says itself which of its rows are right, no mean depends on the order.
            JoinBy::Row => !are_own_verdicts(gold, files),
        };
        let asked = agreeing.is_some_and(|share| share >= 0.98);
        let repeated = counts
            && !asked
            && self.runs.iter().all(|run| repeats_gold(gold, files[run.file], run));
        if counts && !asked && !repeated {
            weaknesses.push(match self.evidence.by {
                JoinBy::Row => Weakness::RowOrder,
                _ => Weakness::CountingIds,
            });
        }
        let certainty = match chosen {
            Some(_) => Certainty::Chosen,
            None if weaknesses.is_empty() => Certainty::Proven,
            None => Certainty::Guessed,
        };
        let texts = match agreeing {
            _ if repeated => {
                ", and the file of predictions repeats the gold answers in the same order"
                    .to_owned()
            }
            None => String::new(),
            Some(share) if share >= 1.0 => ", every question text agrees".to_owned(),
            Some(_) => format!(
                ", question texts agree in {} of {}",
                self.evidence.agreeing, self.evidence.compared
            ),
        };
        let reason = match self.evidence.by {
            JoinBy::SameRow => "gold answers and predictions are in one file".to_owned(),
            _ => matching(&self.runs, gold.table.rows()) + &texts,
        };
        Joined {
            by: Guess { value: self.evidence.by, certainty, reason },
            candidates,
            runs: self.runs,
            duplicate_gold: self.duplicate_gold,
            disagreeing,
            openings: files.iter().map(opening).collect(),
            strangers,
            weaknesses,
        }
    }
}

/// One way to join; `None` where the files do not have the key.
pub(super) fn attempt(
    gold: Side<'_>,
    files: &[Side<'_>],
    by: JoinBy,
    rules: Rules<'_>,
) -> Option<Try> {
    let mut runs = Vec::new();
    let mut duplicate_gold = Vec::new();
    if matches!(by, JoinBy::Row | JoinBy::SameRow) {
        if by == JoinBy::SameRow && !in_one_file(gold, files) {
            return None;
        }
        for (file, side) in files.iter().enumerate() {
            for (name, rows) in split_runs(side) {
                // Rows of several runs repeat the questions; no row order makes pairs of them.
                if rows.len() != gold.table.rows() {
                    return None;
                }
                runs.push(JoinedRun { name, file, rows, ..JoinedRun::default() });
            }
        }
    } else if by == JoinBy::Near {
        runs = near::joined(gold, files, rules.first)?;
    } else if by == JoinBy::Id && key_columns(gold, by).is_none() {
        // Where questions can tell, numbers need not.
        let asks = |side: &Side<'_>| key_columns(*side, JoinBy::Question).is_some();
        if asks(&gold) && files.iter().all(asks) {
            return None;
        }
        runs = near::numbered(gold, files)?;
    } else {
        let (gold_key, keys) = keys_of(gold, files, by)?;
        let index = GoldIndex::by(by, gold.table, &gold_key, rules);
        for ((file, side), key) in files.iter().enumerate().zip(&keys) {
            for (name, rows) in split_runs(side) {
                runs.push(index.join(name, file, side.table, key, &rows, rules.attempts));
            }
        }
        duplicate_gold = index.duplicates();
        // Ids that are no questions are no key.
        let is_crossed = files.iter().any(|side| key_columns(*side, by).is_none());
        if is_crossed && runs.iter().all(|run| run.answered() == 0) {
            return None;
        }
    }
    if by == JoinBy::SameRow
        && let Some(key) = key_columns(gold, JoinBy::Id).or(key_columns(gold, JoinBy::Question))
    {
        duplicate_gold = GoldIndex::new(gold.table, &key).duplicates();
    }
    name_apart(&mut runs);
    let mut evidence = JoinCandidate {
        by,
        matched: 0,
        gold: gold.table.rows() as u64 * runs.len() as u64,
        compared: 0,
        agreeing: 0,
    };
    for run in &runs {
        evidence.matched += run.answered() as u64;
        let by_question = by == JoinBy::Near && near::is_by_question(gold, files);
        if !(by_question || matches!(by, JoinBy::Question | JoinBy::SameRow)) {
            compare_questions(gold, files[run.file], run, &mut evidence);
        }
    }
    let given = files.iter().map(|side| side.table.rows()).sum();
    Some(Try { evidence, given, runs, duplicate_gold })
}

/// The columns of a key in the gold file and in each file of predictions. Where the gold file has questions and no
/// ids, predictions may be keyed by the question.
fn keys_of(
    gold: Side<'_>,
    files: &[Side<'_>],
    by: JoinBy,
) -> Option<(Vec<usize>, Vec<Vec<usize>>)> {
    let alone = by == JoinBy::Question && key_columns(gold, JoinBy::Id).is_none();
    let own = |side: &Side<'_>| {
        let by_id = || key_columns(*side, JoinBy::Id).filter(|_| alone);
        key_columns(*side, by).or_else(by_id)
    };
    Some((key_columns(gold, by)?, files.iter().map(own).collect::<Option<_>>()?))
}

/// Numbers runs whose name another run has already.
fn name_apart(runs: &mut [JoinedRun]) {
    let mut taken: HashSet<String> = runs.iter().map(|run| run.name.clone()).collect();
    let mut seen: HashMap<String, u32> = HashMap::new();
    for run in runs {
        let Some(last) = seen.get_mut(&run.name) else {
            seen.insert(run.name.clone(), 1);
            continue;
        };
        // Whatever is taken once stays taken, so no number is tried twice.
        let free = (*last + 1..).map(|number| (number, format!("{} ({number})", run.name)));
        if let Some((number, free)) = free.into_iter().find(|(_, free)| !taken.contains(free)) {
            *last = number;
            taken.insert(free.clone());
            seen.entry(free.clone()).or_insert(1);
            run.name = free;
        }
    }
}

/// Shorter texts stand in others by chance.
const SENTENCE: usize = 15;

/// Where both files carry the question, counts joined rows and those whose texts agree.
#[inline(never)]
fn compare_questions(
    gold: Side<'_>,
    predictions: Side<'_>,
    run: &JoinedRun,
    evidence: &mut JoinCandidate,
) {
    let (Some(ours), Some(theirs)) = (
        gold.map.index(gold.table, Field::Question),
        predictions.map.index(predictions.table, Field::Question),
    ) else {
        return;
    };
    for (gold_row, row) in run.rows.iter().enumerate().filter(|(_, row)| **row != NONE) {
        let question = gold.table.cell(gold_row, ours);
        let other = predictions.table.cell(*row as usize, theirs);
        if question.is_nothing() || other.is_nothing() {
            continue;
        }
        evidence.compared += 1;
        // A prompt has the question in it.
        let within = || {
            let [short, long] = if question.text.len() < other.text.len() {
                [question.text.trim(), other.text]
            } else {
                [other.text.trim(), question.text]
            };
            short.len() >= SENTENCE && long.contains(short)
        };
        let equal = question.text == other.text
            || question.text.split_whitespace().eq(other.text.split_whitespace())
            || within();
        evidence.agreeing += u64::from(equal);
    }
}

/// Whether the rows of all runs are in the file of the questions, and there are no gold answers to compare them with.
fn are_own_verdicts(gold: Side<'_>, files: &[Side<'_>]) -> bool {
    gold.map.index(gold.table, Field::Answers).is_none()
        && files.iter().all(|side| side.name == gold.name)
}

/// Whether the file of a run holds the gold answers too, each in the row that is joined with it.
fn repeats_gold(gold: Side<'_>, side: Side<'_>, run: &JoinedRun) -> bool {
    let Some(answers) = gold.map.index(gold.table, Field::Answers) else { return false };
    let prediction = side.map.index(side.table, Field::Prediction);
    let rows = run.rows.iter().map(|row| *row as usize).enumerate();
    let pairs: Vec<_> = rows.filter(|(_, row)| *row != NONE as usize).collect();
    witness(gold.table, answers, side.table, prediction, &pairs).is_some()
}

/// How many questions have a prediction, run by run.
#[inline(never)]
fn matching(runs: &[JoinedRun], gold: usize) -> String {
    let counts = runs.iter().map(JoinedRun::answered);
    let (least, most) = (counts.clone().min().unwrap_or(0), counts.max().unwrap_or(0));
    let words = format!("of {} questions match", grouped(gold));
    let [least, most] = [least, most].map(grouped);
    match runs.len() {
        1 => format!("{most} {words}"),
        runs if least == most => format!("{most} {words} in each of {runs} runs"),
        runs => format!("{least} to {most} {words} in {runs} runs"),
    }
}

/// Runs that answer too few of the questions, or too many others: one by one, for a good run does
/// not make up for another.
#[inline(never)]
fn coverage(runs: &[JoinedRun], files: &[Side<'_>], questions: usize) -> Vec<Weakness> {
    let mut weaknesses = Vec::new();
    for run in runs {
        let found = run.predicted(&files[run.file]);
        let (extra, given) = (run.extra.len(), run.extra.len() + run.found());
        let name = || (runs.len() > 1).then(|| run.short_name.clone());
        if found * 5 < questions * 4 {
            weaknesses.push(Weakness::FewPredictions { run: name(), found, questions });
        }
        if extra * 5 > given {
            weaknesses.push(Weakness::ExtraPredictions { run: name(), extra, given });
        }
    }
    weaknesses
}

/// Whether the ids of the gold file are nothing but the number of the row, perhaps after a word.
fn counting_ids(gold: Side<'_>) -> bool {
    // Without any they are what its rows were numbered with.
    let Some(key) = key_columns(gold, JoinBy::Id) else { return true };
    let number = |row: usize| -> Option<u64> {
        let key = key_of(gold.table, row, &key)?;
        let digits = key.trim_start_matches(|c: char| !c.is_ascii_digit());
        digits.parse().ok()
    };
    let rows = gold.table.rows().min(200);
    rows > 1
        && (1..rows).all(|row| number(row).is_some_and(|n| number(row - 1) == n.checked_sub(1)))
}

/// Whether rows with the same key often have other gold answers: then the key is none, as the text of a question that is
/// asked of several pictures, and every row is a question of its own.
fn keys_share_questions(gold: Side<'_>) -> bool {
    let Side { table, map, .. } = gold;
    let Some(answers) = map.index(table, Field::Answers) else { return false };
    let of = |field: Field| map.indices(table, field);
    let keys = [of(Field::Id), of(Field::Question)].into_iter().find(|keys| !keys.is_empty());
    let Some(keys) = keys else { return false };
    let mut firsts: HashMap<Cow<'_, str>, &str> = HashMap::new();
    let (mut repeated, mut differing) = (0, 0);
    for row in 0..table.rows() {
        let Some(key) = key_of(table, row, &keys) else { continue };
        let answer = table.cell(row, answers).text;
        match firsts.entry(key) {
            Entry::Occupied(first) => {
                repeated += 1;
                differing += usize::from(*first.get() != answer);
            }
            Entry::Vacant(place) => {
                place.insert(answer);
            }
        }
    }
    differing * OTHER_ANSWERS >= repeated.max(1)
}

/// One repeated key in so many has another gold answer, where rows with the same key are different questions.
const OTHER_ANSWERS: usize = 5;
