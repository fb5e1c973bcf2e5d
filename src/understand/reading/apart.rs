//! Other things than the two columns that are compared: fields that both sides have as well, and rows that a file
//! marks as not counting.

use super::values::{Column, Sort, Value};
use super::{Pairs, Seen, UNNAMED, Weighed};
use crate::base::diagnostic::cut_middle;
use crate::understand::names::{self, Says, verdict};

/// The two columns that a reading compares, and their surroundings.
pub(super) struct Compared<'a> {
    pub(super) gold: &'a Seen,
    pub(super) run: &'a Seen,
    pub(super) same_file: bool,
    /// The places of the two columns in their files.
    pub(super) places: (usize, usize),
    pub(super) answers: &'a Column,
    pub(super) said: &'a Column,
    /// Rows of both files that belong together.
    pub(super) pairs: &'a Pairs,
    /// Share of these rows in which the columns agree.
    pub(super) agreeing: f64,
}

impl<'a> Compared<'a> {
    /// Takes the first run.
    pub(super) fn new(files: &[&'a Seen], one: &Weighed, pairs: &'a Pairs) -> Self {
        Self::of_run(files, one, one.runs[0], pairs)
    }

    pub(super) fn of_run(
        files: &[&'a Seen],
        one: &Weighed,
        (file, column, _, agreeing): (usize, usize, f64, f64),
        pairs: &'a Pairs,
    ) -> Self {
        let (gold, run) = (files[one.gold], files[file]);
        let (answers, said) = (&gold.columns[one.answers], &run.columns[column]);
        let (same_file, places) = (one.gold == file, (one.answers, column));
        Self { gold, run, same_file, places, answers, said, pairs, agreeing }
    }

    /// Whether a column of the run's file is neither of the two.
    pub(super) fn is_beside(&self, place: usize) -> bool {
        place != self.places.1 && !(self.same_file && place == self.places.0)
    }

    pub(super) fn agree(&self, (a, b): (usize, usize)) -> Option<bool> {
        Some(self.answers.values[a].as_ref()?.agrees(self.said.values[b].as_ref()?))
    }
}

/// At most this many names are quoted.
const QUOTED: usize = 3;

/// The doubt about records of several fields of which only one is compared: both sides also have another field
/// with the same or a related name, and it differs in some rows.
pub(super) fn other_fields(compared: &Compared<'_>) -> Option<String> {
    let Compared { gold, run, pairs, places, same_file, .. } = *compared;
    let (own, said) = (&compared.answers.name, &compared.said.name);
    let parted = |name: &str| {
        let parts = name.split_once('.');
        parts.map(|(outer, inner)| (outer.to_owned(), inner.to_owned()))
    };
    let outer = |name: &str| parted(name).map(|(outer, _)| outer);
    let objects = (outer(own), outer(said));
    let are_fields = |a: &str, b: &str| {
        let members = objects.0.is_some()
            && objects.0 != objects.1
            && (outer(a), outer(b)) == objects
            && parted(a).map(|(_, inner)| inner) == parted(b).map(|(_, inner)| inner);
        let sides = || match (names::rest_of_side(a), names::rest_of_side(b)) {
            (Some((true, ours)), Some((false, theirs))) => ours == theirs,
            _ => false,
        };
        members || sides() || (!same_file && a == b)
    };
    if !are_fields(own, said) {
        return None;
    }
    let is_key =
        |a: usize, b: usize| pairs.key.is_some_and(|(ours, theirs)| ours == a || theirs == b);
    let plain = |column: &Column| !matches!(column.sort, Sort::Empty | Sort::Long);
    let vary = |ours: &Column, theirs: &Column| ours.distinct > 1 || theirs.distinct > 1;
    let mut fields: Vec<&str> = Vec::new();
    let mut otherwise = false;
    for (a, ours) in gold.columns.iter().enumerate().filter(|(a, _)| *a != places.0) {
        for (b, theirs) in run.columns.iter().enumerate().filter(|(b, _)| *b != places.1) {
            let choice = ours.name.chars().count() == 1 || ours.name.starts_with(UNNAMED);
            let judged = gold.says[a].verdict || run.says[b].verdict;
            let equal = ours.equal(theirs, &pairs.rows);
            let labels = matches!(ours.sort, Sort::Closed | Sort::Letter);
            let differ = || {
                (equal < 0.98 || (same_file && (labels || equal < 1.0)))
                    && ours.agreeing(theirs, &pairs.rows) > 0.2
            };
            if are_fields(&ours.name, &theirs.name)
                && !is_key(a, b)
                && !(choice || judged)
                && plain(ours)
                && plain(theirs)
                && vary(ours, theirs)
                && differ()
            {
                fields.push(&ours.name);
                otherwise |= equal < 1.0;
            }
        }
    }
    let first = fields.iter().take(QUOTED).copied().collect::<Vec<_>>().join(", ");
    let more = if fields.len() > QUOTED { " and others" } else { "" };
    let otherwise = if otherwise { ", with different values in some rows" } else { "" };
    (!fields.is_empty())
        .then(|| format!("both sides also have {first}{more}{otherwise}; only {own} is compared"))
}

/// The doubt about objects that are compared as a whole, if one member by itself is right more often.
pub(super) fn whole_objects(compared: &Compared<'_>) -> Option<String> {
    let Compared { answers, said, pairs, agreeing, .. } = *compared;
    if answers.sort != Sort::Object || said.sort != Sort::Object {
        return None;
    }
    let (mut rows, mut names) = (0.0, Vec::<(String, f64)>::new());
    for (a, b) in &pairs.rows {
        let both = answers.values[*a].as_ref().zip(said.values[*b].as_ref());
        let Some((ours, theirs)) = both.and_then(|(a, b)| object(a).zip(object(b))) else {
            continue;
        };
        rows += 1.0;
        for (name, value) in ours.iter().filter(|(name, _)| theirs.contains_key(*name)) {
            let same = f64::from(u8::from(theirs[name] == *value));
            match names.iter_mut().find(|(known, _)| known == name) {
                Some((_, count)) => *count += same,
                None => names.push((name.clone(), same)),
            }
        }
    }
    let (best, right) = names.iter().max_by(|one, other| one.1.total_cmp(&other.1))?;
    let share = right / rows;
    (names.len() > 1 && share - agreeing >= 0.02).then(|| {
        let known: Vec<&str> = names.iter().map(|(name, _)| name.as_str()).take(QUOTED).collect();
        format!(
            "both sides are objects ({}), and an answer is right only if all its members are; \
             {best} alone is right in {}\u{202f}% of the first rows, the whole object in {}\u{202f}%",
            known.join(", "),
            (share * 100.0).round(),
            (agreeing * 100.0).round()
        )
    })
}

/// The members of a value that is an object.
fn object(value: &Value) -> Option<serde_json::Map<String, serde_json::Value>> {
    value.raw.starts_with('{').then(|| serde_json::from_str(&value.raw).ok()).flatten()
}

/// The doubt about tables of several systems, each with gold answers, if those of one table differ.
pub(super) fn other_golds(files: &[&Seen], one: &Weighed, pairs: &[&Pairs]) -> Option<String> {
    let answers = &files[one.gold].columns[one.answers];
    let of_run = |((file, column, ..), pairs): (&(usize, usize, f64, f64), &&Pairs)| {
        let columns = files[*file].columns.iter().enumerate();
        let mut own =
            columns.filter(|(place, other)| place != column && other.name == answers.name);
        let (_, own) = own.next().filter(|_| *file != one.gold)?;
        let differ = |(a, b): &&(usize, usize)| {
            let both = answers.values[*a].as_ref().zip(own.values[*b].as_ref());
            both.is_some_and(|(ours, theirs)| ours.raw != theirs.raw && !ours.agrees(theirs))
        };
        let count = pairs.rows.iter().filter(differ).count();
        (count > 0).then_some((*file, count, pairs.rows.len()))
    };
    // If there is a separate gold file, gold answers in other files are not used, so they cannot matter.
    one.runs.iter().find(|(file, ..)| *file == one.gold)?;
    let (_, count, rows) = one.runs.iter().zip(pairs).find_map(of_run)?;
    Some(format!(
        "each file has its own gold answers, which differ in {count} of the first {rows} rows; \
         those of the first file count for all"
    ))
}

/// The values that say that an output was cut at its maximum length.
const CUT: [&str; 4] = ["length", "max_tokens", "max_output_tokens", "token_limit"];

/// The doubt about outputs that, according to a column, were cut.
pub(super) fn cut_outputs(files: &[&Seen], one: &Weighed) -> Option<String> {
    let run = files[one.runs[0].0];
    let ends = |column: &&Column| {
        let words = names::words(&column.name);
        matches!(&words[..], [.., what, reason] if reason == "reason" && (what == "finish" || what == "stop"))
    };
    let column = run.columns.iter().find(ends)?;
    let is_cut = |value: &&Value| CUT.contains(&&*value.raw.to_lowercase());
    let count = column.values.iter().flatten().filter(is_cut).count();
    (count > 0).then(|| {
        format!(
            "according to {}, {count} of the first {} outputs hit the length limit; they are \
             scored as they are",
            column.name,
            run.rows()
        )
    })
}

/// The doubt about objects on both sides of which one member is compared: rows that are right by this member,
/// although other members differ.
pub(super) fn other_members(compared: &Compared<'_>) -> Option<String> {
    let Compared { answers, said, pairs, .. } = *compared;
    let differing = |(a, b): &(usize, usize)| {
        let (gold, said) = (answers.values[*a].as_ref()?, said.values[*b].as_ref()?);
        let (ours, theirs) = (object(gold)?, object(said)?);
        let differs = |name: &&String| {
            theirs.get(*name).is_some_and(|value| !value.is_null() && *value != ours[*name])
        };
        let name = ours.keys().find(differs)?;
        gold.agrees(said).then(|| name.clone())
    };
    let found: Vec<String> = pairs.rows.iter().filter_map(differing).collect();
    let name = found.first()?;
    Some(format!(
        "both sides are objects, but only one member is compared; in {} of the first {} rows it \
         matches, while another, such as {name}, does not",
        found.len(),
        pairs.rows.len()
    ))
}

/// The fewest right answers that have to have the same grade.
const GRADED_ALIKE: usize = 3;

/// The doubt about a column of grades in unknown words or numbers: it has the same value wherever an answer is
/// right here, and often also where the answer is wrong.
pub(super) fn other_grades(compared: &Compared<'_>) -> Option<String> {
    let Compared { run, pairs, .. } = *compared;
    let agrees = |pair: &(usize, usize)| compared.agree(*pair) == Some(true);
    let right: Vec<usize> =
        pairs.rows.iter().filter(|pair| agrees(pair)).map(|pair| pair.1).collect();
    let rows = pairs.rows.len();
    let mut columns = run.columns.iter().zip(&run.says).enumerate();
    let graded = |(place, (grades, says)): (usize, (&Column, &Says))| {
        let named = says.verdict || names::has_word(&grades.name, &["quality"]);
        let of_source = names::has_word(&grades.name, &["source"]);
        let taken = !compared.is_beside(place);
        let few = (2..=3).contains(&grades.distinct) && grades.filled * 10 >= rows * 9;
        if taken
            || !named
            || of_source
            || !few
            || right.len() < GRADED_ALIKE
            || grades.said().is_some()
        {
            return None;
        }
        let value = |row: usize| Some(grades.values[row].as_ref()?.raw.as_str());
        let best = value(right[0])?;
        let is_best = |pair: &&(usize, usize)| value(pair.1) == Some(best);
        let others = pairs.rows.iter().filter(|pair| !agrees(pair)).filter(is_best).count();
        let alike = right.iter().all(|row| value(*row) == Some(best));
        let many = others * 10 >= rows || others * 5 >= right.len();
        (alike && others + right.len() < rows && many)
            .then(|| (grades.name.clone(), best.to_owned(), others))
    };
    let (name, best, others) = columns.find_map(graded)?;
    Some(format!(
        "in the first {rows} rows, {name} is {:?} for all {} answers that are right here and for \
         {others} others; if this value means right, {}\u{202f}% are right",
        cut_middle(&best, 40),
        right.len(),
        ((others + right.len()) as f64 / rows as f64 * 100.0).round()
    ))
}

/// The doubt about rows that sum up others, according to a word in a column that names each row.
pub(super) fn rows_that_sum_up(compared: &Compared<'_>) -> Option<String> {
    let names_rows = |(place, column): &(usize, &Column)| {
        // An answer may be such a word.
        let is_said = compared.same_file && *place == compared.places.1;
        *place != compared.places.0
            && !is_said
            && column.distinct * 10 >= column.filled * 9
            && column.filled > 3
    };
    let columns = compared.gold.columns.iter().enumerate().filter(names_rows);
    let mut found = columns.filter_map(|(_, column)| {
        let cells = column.values.iter().flatten().map(|value| value.raw.trim());
        let sums: Vec<&str> = cells.filter(|cell| names::sums_up(cell)).collect();
        (!sums.is_empty() && sums.len() * 4 <= column.filled).then_some(sums)
    });
    let sums = found.next()?;
    let one = sums.first()?;
    Some(match sums.len() {
        1 => format!(
            "a row of the gold file contains {one:?} and looks like a summary of other \
                      rows"
        ),
        count => {
            format!(
                "{count} rows of the gold file, such as {one:?}, look like summaries of other rows"
            )
        }
    })
}

/// The doubt about a column that marks rows that do not count.
pub(super) fn rows_that_do_not_count(compared: &Compared<'_>) -> Option<String> {
    let Compared { answers, said, pairs, agreeing, .. } = *compared;
    let in_run = compared.run.columns.iter().map(|one| (one, false));
    let in_gold = compared.gold.columns.iter().map(|one| (one, true));
    let columns = in_run.chain(in_gold.filter(|_| !compared.same_file));
    let mut found = columns.filter_map(|(flags, is_gold)| {
        let out = names::leaves_out(&flags.name)?;
        let is_out = |(a, b): &(usize, usize)| {
            let value = flags.values.get(if is_gold { *a } else { *b })?.as_ref();
            if out == names::LeavesOut::Filled {
                return Some(value.is_some_and(|value| !value.raw.is_empty()));
            }
            let value = value?;
            let word = value.raw.trim().to_lowercase();
            match out {
                names::LeavesOut::Said(wanted) => verdict(&word).map(|said| said == wanted),
                names::LeavesOut::Failed => {
                    let failed = ["error", "failed", "failure", "exception", "timeout"];
                    Some(failed.contains(&word.as_str()))
                }
                names::LeavesOut::Filled => None,
            }
        };
        let kept: Vec<_> =
            pairs.rows.iter().filter(|pair| is_out(pair) == Some(false)).copied().collect();
        let known = pairs.rows.iter().filter(|pair| is_out(pair).is_some()).count();
        let all = pairs.rows.len();
        (known * 10 >= all * 9 && !kept.is_empty() && kept.len() < known).then_some((
            &flags.name,
            known - kept.len(),
            kept,
        ))
    });
    let (name, count, kept) = found.next()?;
    let without = answers.agreeing(said, &kept);
    let per_cent = |share: f64| (share * 100.0).round();
    Some(format!(
        "{name} excludes {count} of the first {} rows, but all are scored; without them, about \
         {}\u{202f}% would be right instead of {}\u{202f}%",
        pairs.rows.len(),
        per_cent(without),
        per_cent(agreeing)
    ))
}
