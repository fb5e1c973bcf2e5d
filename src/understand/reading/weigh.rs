//! How strong the evidence for a reading is: for each column by itself, and for two columns by what their values
//! have in common.

use super::values::{self, Column, Sort};
use super::{Candidate, MOST_GOLD, MOST_SYSTEMS, Pairs, Seen, Weighed, is_part};
use crate::base::order::sort_key;
use crate::base::types::Role;
use crate::understand::names::{
    VALUE, are_same, file_asks, file_says, is_weak_prediction, rest_of_side, says_gold, words,
};
use itertools::Itertools as _;
use std::cmp::Ordering;
use std::collections::HashSet;

/// The penalty for a column that is read as the key of its rows.
const OF_KEY: f64 = 4.0;
/// From this strength on, a name tells clearly which side its column belongs to.
const CLEAR: f64 = 1.5;

/// All readings with one gold file and these files of predictions.
pub(super) fn weigh(
    candidates: &[Candidate<'_>],
    files: &[&Seen],
    gold: usize,
    runs: &[(usize, &Pairs)],
) -> Vec<Weighed> {
    let mut all = Vec::new();
    let own = files[gold];
    let named = |file: usize| 0.3 * file_says(&candidates[file].inspection.name);
    let mut place = 0.0;
    if runs.iter().all(|(run, _)| *run != gold) {
        let theirs: f64 = runs.iter().map(|(run, _)| named(*run)).sum();
        place += named(gold) - theirs / runs.len() as f64;
        place += if runs.iter().all(|(run, _)| is_part(files[*run], own)) { 0.8 } else { 0.0 };
        // If files have the same columns, the largest one is the data set, and file names tell more than usual.
        if runs.iter().all(|(run, _)| is_alike(files[*run], own)) {
            let rows = runs.iter().map(|(run, _)| files[*run].rows()).max().unwrap_or_default();
            place += match own.rows().cmp(&rows) {
                Ordering::Less => -1.5,
                Ordering::Equal => 0.0,
                Ordering::Greater => 1.5,
            };
            place += 2.0 * (named(gold) - theirs / runs.len() as f64);
        }
        // A file with outputs next to its gold answers is not the gold file of a file without outputs.
        if has_outputs(own) && !runs.iter().any(|(run, _)| has_outputs(files[*run])) {
            place -= 6.0;
        }
        let paired = runs.iter().all(|(_, pairs)| pairs.rows.len() > 1);
        place += if paired { 0.5 } else { -0.5 };
    }
    if runs.len() > 1 && runs.iter().any(|(run, _)| *run == gold) {
        // Files with the same columns hold similar data.
        place += 1.0;
    }
    let prior = |file: usize| candidates[file].role.map(|(role, _)| role);
    if prior(gold).is_some_and(Role::has_gold) {
        place += 0.5;
    }
    for (answers, gold_worth) in
        likeliest(own, MOST_GOLD, |column| gold_worth(own, column, &candidates[gold]))
    {
        let mut found = Vec::new();
        for (run, pairs) in runs {
            let file = files[*run];
            let key = |column: usize| {
                [pairs.key, pairs.second].iter().flatten().any(|(_, theirs)| *theirs == column)
            };
            let told = named(gold) - named(*run) >= 0.6;
            // `true_label` next to `pred_label`: the names of both sides are clear.
            let both_told = |column: usize| {
                *run == gold
                    && own.says[answers].gold >= CLEAR
                    && file.says[column].prediction >= CLEAR
            };
            let best = likeliest(file, MOST_SYSTEMS, |column| {
                prediction_worth(file, column, &candidates[*run])
            })
            .into_iter()
            .filter(|(column, _)| !(key(*column) || (*run == gold && *column == answers)))
            .map(|(column, worth)| {
                let told = told || both_told(column);
                let from = Origin { same_file: *run == gold, told };
                let (more, agreeing) = related(own, answers, file, column, pairs, from);
                // If the column was read as the key but joins nothing, values that agree outweigh this.
                let is_key = candidates[gold].key.contains(&own.columns[answers].name);
                let no_key = is_key && pairs.key.is_none() && agreeing >= 0.5;
                let back = if no_key { OF_KEY } else { 0.0 };
                (*run, column, worth + more + back, agreeing)
            });
            found.push(best.sorted_by_key(|one| sort_key(-one.2)).collect());
        }
        let worth =
            |best: &Vec<(usize, usize, f64, f64)>| best.first().map_or(f64::MIN, |one| one.2);
        // A run that is always right looks like a copy of the gold answers. If another run has the same columns,
        // it is a run, too.
        let run = found.iter().find(|best| worth(best) > 1.0).map(|best| best[0]);
        if let Some((other, column, good, _)) = run.filter(|run| !is_alike(files[run.0], own)) {
            let name = &files[other].columns[column].name;
            for best in found.iter_mut().filter(|best| worth(best) <= 0.0) {
                let is_same = |one: &&mut (usize, usize, f64, f64)| {
                    is_alike(files[one.0], files[other])
                        && files[one.0].columns[one.1].name == *name
                };
                if let Some(one) = best.iter_mut().find(is_same) {
                    one.2 = good;
                }
                best.sort_by_key(|one| sort_key(-one.2));
            }
        }
        // If some files are runs, a file without predictions, such as a second gold file, is not a run.
        if found.iter().any(|best| worth(best) > 1.0) {
            found.retain(|best| worth(best) > 0.0);
        }
        if pairs_hold_answers(runs, answers) || found.iter().any(Vec::is_empty) {
            continue;
        }
        let mean = |runs: &[(usize, usize, f64, f64)]| {
            runs.iter().map(|run| run.2).sum::<f64>() / runs.len().max(1) as f64
        };
        let first: Vec<_> = found.iter().map(|best| best[0]).collect();
        // Files with the same columns hold predictions in the same column.
        if let Some(same) = in_one_column(files, &found) {
            let worth = place + gold_worth + mean(&same) + 0.3;
            all.push(Weighed { gold, answers, runs: same, worth });
        }
        // The same column with the same ids, if only file names tell which side is which.
        let is_twin = |(run, column, ..): &(usize, usize, f64, f64)| {
            *run != gold
                && are_same(&files[*run].columns[*column].name, &own.columns[answers].name)
                && named(gold) - named(*run) >= 0.6
        };
        let says = own.says[answers];
        let keyed = says.gold.abs().max(says.prediction.abs()) <= 0.5
            && runs.iter().all(|(_, pairs)| pairs.key.is_some());
        let place = place + if keyed && first.iter().all(is_twin) { 1.5 } else { 0.0 };
        all.push(Weighed {
            gold,
            answers,
            worth: place + gold_worth + mean(&first),
            runs: first.clone(),
        });
        // Other columns of one file, with the best columns of the other files.
        for (at, best) in found.iter().enumerate() {
            for other in &best[1..] {
                let mut runs = first.clone();
                runs[at] = *other;
                let worth = place + gold_worth + mean(&runs);
                all.push(Weighed { gold, answers, runs, worth });
            }
        }
    }
    all
}

/// The best column that all runs have, if it is not the best one of each run.
fn in_one_column(
    files: &[&Seen],
    found: &[Vec<(usize, usize, f64, f64)>],
) -> Option<Vec<(usize, usize, f64, f64)>> {
    let name = |run: &(usize, usize, f64, f64)| files[run.0].columns[run.1].name.as_str();
    let first = found.first()?;
    if found.iter().all(|best| name(&best[0]) == name(&first[0])) {
        return None;
    }
    let of = |wanted: &str| -> Option<Vec<_>> {
        found.iter().map(|best| best.iter().find(|run| name(run) == wanted).copied()).collect()
    };
    let worth = |runs: &[(usize, usize, f64, f64)]| runs.iter().map(|run| run.2).sum::<f64>();
    let all = first.iter().filter_map(|run| of(name(run)));
    all.min_by_key(|runs| sort_key(-worth(runs)))
}

/// Whether a file has a column that is named as a model's output.
fn has_outputs(file: &Seen) -> bool {
    let named = |(column, says): (&Column, &super::Says)| {
        says.prediction >= 1.5
            && !is_weak_prediction(&column.name)
            && !says.verdict
            && !matches!(column.sort, Sort::Empty | Sort::Number)
            && column.filled * 2 >= file.rows()
    };
    file.columns.iter().zip(&file.says).any(named)
}

pub(super) fn is_alike(a: &Seen, b: &Seen) -> bool {
    fn names(seen: &Seen) -> HashSet<&str> {
        seen.columns.iter().map(|column| column.name.as_str()).collect()
    }
    names(a) == names(b)
}

/// Whether the key of the gold file would also be its answers.
fn pairs_hold_answers(runs: &[(usize, &Pairs)], answers: usize) -> bool {
    let is_one = |key: &(usize, usize)| key.0 == answers;
    runs.iter().any(|(_, pairs)| [pairs.key, pairs.second].iter().flatten().any(is_one))
}

/// The evidence for or against a column by itself, whatever its role: `constant` is the penalty if it has the same
/// value in every row, `counts` the penalty if it counts rows, and `known` the column that shape and names
/// suggest.
fn own_worth(
    column: &Column,
    candidate: &Candidate<'_>,
    [constant, counts]: [f64; 2],
    known: Option<&(String, bool)>,
) -> f64 {
    let Column { name, filled, distinct, .. } = column;
    let mut worth = 0.0;
    if *distinct == 1 && *filled > 3 {
        worth -= constant;
    }
    if column.counts {
        worth -= counts;
    }
    if candidate.key.contains(name) {
        worth -= OF_KEY;
    }
    match known {
        Some((known, true)) if known == name => worth + 20.0,
        Some((known, false)) if known == name => worth + 0.5,
        _ => worth,
    }
}

/// How well a column suits as gold answers, by itself.
fn gold_worth(file: &Seen, column: usize, candidate: &Candidate<'_>) -> f64 {
    let own = &file.columns[column];
    let sort = match own.sort {
        Sort::Empty => -9.0,
        Sort::Object => -1.0,
        Sort::Long => -0.3,
        _ => 0.3,
    };
    // A clearly named column may be the same for all questions.
    let constant = if file.says[column].gold >= 2.5 { 1.0 } else { 3.0 };
    let counts = if says_gold(&own.name) { 0.5 } else { 3.0 };
    // For bare values by id, only the name of the file tells the side.
    let bare = own.name == VALUE && file_says(&candidate.inspection.name) >= 2.0;
    file.says[column].gold
        + sort
        + if bare { 3.5 } else { 0.0 }
        + own_worth(own, candidate, [constant, counts], candidate.answers.as_ref())
}

/// How well a column suits as predictions, by itself.
fn prediction_worth(file: &Seen, column: usize, candidate: &Candidate<'_>) -> f64 {
    let own = &file.columns[column];
    let sort = match own.sort {
        Sort::Empty => -9.0,
        Sort::Object => -0.5,
        _ => 0.0,
    };
    // A file of bare values by id mostly holds predictions, unless it is named as gold answers.
    let gold = file_says(&candidate.inspection.name) >= 2.0;
    let bare = own.name == VALUE && own.filled * 2 >= file.rows() && !gold;
    let known = candidate.prediction.as_ref();
    // A file of lines that is named as the questions.
    let asked = file.columns.len() == 1 && file_asks(&candidate.inspection.name);
    let bare = bare && !asked;
    // A clearly named column may be the same for all questions; the name of a model always is.
    let is_named = file.says[column].prediction >= 2.0 && !own.name.eq_ignore_ascii_case("model");
    let constant = if is_named { 0.5 } else { 1.5 };
    let ranked = if is_ranked_beside_first(file, column) { OF_RANKED } else { 0.0 };
    file.says[column].prediction + sort + if bare { 2.0 } else { 0.0 }
        - ranked
        - if asked { 4.0 } else { 0.0 }
        + if own.chats { 4.0 } else { 0.0 }
        + own_worth(own, candidate, [constant, 3.0], known)
}

/// What it costs a column of ranked lists to stand beside the first answer alone.
const OF_RANKED: f64 = 1.5;

/// Whether a column holds lists of several answers, and another that is called like it, numbers aside, holds single
/// ones: `top5_preds` beside `top1_pred`.
fn is_ranked_beside_first(file: &Seen, column: usize) -> bool {
    let stem = |name: &str| -> Vec<String> {
        let bare = |word: String| {
            word.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('s').to_owned()
        };
        words(name).into_iter().map(bare).filter(|word| !word.is_empty()).collect()
    };
    let lists = |column: &Column| {
        let several = column.values.iter().flatten().filter(|value| value.texts.len() > 1);
        several.count() * 2 > column.filled
    };
    let own = &file.columns[column];
    let is_first = |other: &Column| {
        other.name != own.name
            && other.filled >= own.filled
            && !lists(other)
            && stem(&other.name) == stem(&own.name)
    };
    let has_digit = own.name.bytes().any(|byte| byte.is_ascii_digit());
    has_digit && lists(own) && file.columns.iter().any(is_first)
}

/// The likeliest columns of a file for a role.
fn likeliest(file: &Seen, most: usize, worth: impl Fn(usize) -> f64) -> Vec<(usize, f64)> {
    let mut columns: Vec<(usize, f64)> =
        (0..file.columns.len()).map(|column| (column, worth(column))).collect();
    columns.retain(|(_, worth)| *worth > -6.0);
    columns.sort_by_key(|(_, worth)| sort_key(-worth));
    columns.truncate(most);
    columns
}

/// Where predictions are from.
#[derive(Clone, Copy)]
struct Origin {
    /// Whether the gold answers are in the same file.
    same_file: bool,
    /// Whether names tell which side is which: names of two files, or names of two columns of one.
    told: bool,
}

/// The evidence that a column holds predictions for these gold answers, in points, and the share of rows that
/// agree.
fn related(
    gold: &Seen,
    answers: usize,
    file: &Seen,
    column: usize,
    pairs: &Pairs,
    Origin { same_file, told }: Origin,
) -> (f64, f64) {
    let (a, p) = (&gold.columns[answers], &file.columns[column]);
    let whole = if members_alike([gold, file], [answers, column]) { OF_WHOLE } else { 0.0 };
    let kin = if a.distinct > 1 { kinship(&a.name, &p.name, same_file) } else { 0.0 };
    let members = kin > 0.0 && same_file && are_same(&a.name, &p.name);
    // Solutions in words are not answers because an output is called a solution.
    let named_after = p.sort == Sort::Closed && is_named_after(&p.name, &a.name);
    let mut worth = domain(a, p) + kin + whole + if named_after { NAMED_AFTER } else { 0.0 };
    let rows = &pairs.rows;
    let agreeing = a.agreeing(p, rows);
    // Two ways to say yes and no are comparable only if they mostly agree.
    if agreeing < 0.5 && a.both_say(p).is_some() {
        worth -= 1.2;
    }
    // A handful of values, such as names of systems, cannot answer questions with many different answers.
    let few = a.distinct > 10 && p.distinct > 1 && p.distinct * 5 < a.distinct;
    if few && p.filled >= a.filled && agreeing < 0.05 {
        worth -= 2.0;
    }
    // A value that is the same in every row of both files describes the rows and is not an answer.
    let constant = a.distinct == 1 && p.distinct == 1 && a.filled > 1;
    if !same_file && constant && are_same(&a.name, &p.name) && a.equal(p, rows) >= 0.98 {
        worth -= 4.0;
    }
    if rows.len() < 3 {
        // A few sentences are not equal in two files by chance.
        let is_sentence = |value: &values::Value| value.raw.len() > 20 && value.raw.contains(' ');
        let sentences = p.values.iter().flatten().all(is_sentence);
        let copied = !same_file && p.filled > 0 && sentences && a.equal(p, rows) >= 1.0;
        return (worth - if copied { 4.0 } else { 0.0 }, agreeing);
    }
    // A column that the gold file has too is not a prediction. If file names tell which file is which, one row of
    // many that differs distinguishes a good system from a copy.
    let is_copy = |other: &Column| {
        let equal = other.equal(p, rows);
        equal >= 0.98 && !(told && equal < 1.0)
    };
    let copied = !same_file
        && gold.columns.iter().enumerate().any(|(place, other)| {
            let same = other.name == p.name || place == answers;
            same && p.distinct > 1 && is_copy(other)
        });
    // If two columns equal the gold answers, the one with their name is the copy: an output that is always right
    // is still an output.
    let is_copy_named = |(place, other): (usize, &Column)| {
        place != column && are_same(&other.name, &a.name) && a.equal(other, rows) >= 0.5
    };
    let is_output = file.says[column].prediction >= 1.5 && !are_same(&a.name, &p.name);
    let is_beside_copy =
        !same_file && is_output && file.columns.iter().enumerate().any(is_copy_named);
    // An object that is not named as an output and contains every gold answer is a record of the data set.
    let is_record = !same_file
        && (p.sort == Sort::Object || p.are_records())
        && a.distinct > 1
        && agreeing >= 0.98
        && file.says[column].prediction < 1.5;
    if (copied && !is_beside_copy) || is_record {
        worth -= 4.0;
    } else if is_copy(a) && a.distinct > 1 && !members && !is_beside_copy {
        worth -= 2.0;
    } else if agreeing >= 0.02 {
        worth += 0.7 + 2.0 * agreeing;
    } else if !matches!(a.sort, Sort::Long | Sort::Short) {
        worth -= 0.5;
    }
    if matches!(a.sort, Sort::Long | Sort::Short) && p.sort == Sort::Long {
        worth += (4.0 * a.lift(p, rows)).clamp(-0.5, 1.5);
    }
    // If two files have the same column, or one column equals the other, the column with several answers to a
    // question belongs to the data set.
    let copy = agreeing >= 0.98 && file.says[column].prediction < 1.5;
    if !same_file && (a.name == p.name || copy) {
        let several = |column: &Column| {
            let lists = column.values.iter().flatten().filter(|value| value.texts.len() > 1);
            lists.count() * 5 >= column.filled
        };
        worth += match (several(a), several(p)) {
            (true, false) => 1.5,
            (false, true) => -1.5,
            _ => 0.0,
        };
    }
    let judged = file.columns.iter().zip(&file.says).enumerate().filter(|(place, (_, says))| {
        *place != column
            && !(same_file && *place == answers)
            && (says.verdict || says.verdict_alone)
    });
    let support =
        judged.filter_map(|(_, (verdicts, _))| reproduced(a, p, rows, &verdicts.verdicts()?));
    worth += 2.0 * support.fold(0.0, f64::max);
    (worth, agreeing)
}

/// The evidence for comparing objects with the same members as a whole, relative to each member by itself.
const OF_WHOLE: f64 = 5.0;

/// Whether two columns are objects all of whose members are asked for, with members in common.
fn members_alike(files: [&Seen; 2], columns: [usize; 2]) -> bool {
    let [ours, theirs] = [0, 1].map(|side| files[side].members(columns[side]).unwrap_or_default());
    let named =
        files[0].says[columns[0]].gold >= 1.0 && files[1].says[columns[1]].prediction >= 1.0;
    named && ours.iter().filter(|name| theirs.contains(name)).count() > 1
}

/// What the names of two columns have in common: `expected_tools` and `tools_called`, or the same name in two
/// files.
fn kinship(gold: &str, column: &str, same_file: bool) -> f64 {
    const LONGEST: usize = 200;
    if gold.len().max(column.len()) > LONGEST {
        return 0.0;
    }
    if !same_file && are_same(gold, column) {
        return 0.3;
    }
    // Members with the same name in two objects, one of which is named for the gold answers.
    if gold.contains('.') && column.contains('.') && are_same(gold, column) {
        return if gold == column { 0.0 } else { 0.8 };
    }
    let Some((true, rest)) = rest_of_side(gold) else { return 0.0 };
    let theirs = words(column);
    let known = |word: &String| theirs.contains(word);
    if theirs.len() <= rest.len() + 1 && rest.iter().all(known) { 0.8 } else { 0.0 }
}

/// What it adds if labels are called by the name of the gold column, with a word for predictions.
const NAMED_AFTER: f64 = 1.2;

/// Whether a name is that of the gold column with a word for predictions: `recommended_predictions` and `recommended`.
fn is_named_after(column: &str, gold: &str) -> bool {
    // A member of a column is no second column.
    let is_member = column.contains(['.', '[']);
    !is_member
        && rest_of_side(column).is_some_and(|(is_gold, rest)| !is_gold && rest == words(gold))
}

/// Whether predictions lie in the domain of the gold answers.
fn domain(gold: &Column, column: &Column) -> f64 {
    let share = |test: &dyn Fn(&values::Value) -> bool| {
        let some = column.values.iter().flatten();
        some.clone().filter(|value| test(value)).count() as f64 / some.count().max(1) as f64
    };
    match (gold.sort, column.sort) {
        (_, Sort::Empty) => -9.0,
        _ if gold.both_say(column).is_some() => -0.3,
        // If gold answers are numbers of choices, other numbers are not answers.
        (Sort::Number, Sort::Number)
            if gold.values.iter().flatten().all(values::Value::is_place)
                && share(&|value| gold.has_number(value)) < 0.5 =>
        {
            -1.0
        }
        (Sort::Number, Sort::Number) => 1.0,
        // Fractions are measurements; they do not answer a question whose gold answer has no number.
        (_, Sort::Number)
            if share(&|value| value.number.is_some_and(|number| number.fract() != 0.0)) >= 0.5
                && gold.values.iter().flatten().all(|value| value.last_number.is_none()) =>
        {
            -4.0
        }
        // Numbers of choices, and outputs that name choices by letters.
        (Sort::Number, _)
            if gold.distinct > 2
                && share(&values::Value::is_lettered) >= 0.8
                && gold.values.iter().flatten().all(values::Value::is_place) =>
        {
            1.0
        }
        (Sort::Number, _) => {
            if share(&|value| value.last_number.is_some()) >= 0.5 {
                0.3
            } else {
                -1.5
            }
        }
        (Sort::Letter, Sort::Letter) => 1.2,
        (Sort::Letter | Sort::Closed | Sort::Short, Sort::Number) => -1.0,
        (Sort::Closed, Sort::Closed | Sort::Short) => {
            let forms = |column: &Column| -> HashSet<String> {
                column.values.iter().flatten().flat_map(|value| value.forms.clone()).collect()
            };
            if forms(gold).is_disjoint(&forms(column)) { -0.5 } else { 1.2 }
        }
        (Sort::Short | Sort::Object, Sort::Short) => 0.7,
        (Sort::Short, Sort::Long | Sort::Closed) => 0.2,
        (Sort::Short, Sort::Letter) => -0.7,
        (Sort::Long, Sort::Long) => 0.8,
        (Sort::Long, Sort::Number | Sort::Letter | Sort::Closed) => -1.5,
        _ => 0.0,
    }
}

/// How much better the comparison reproduces the stored verdicts than a constant would, 0 to 1.
pub(super) fn reproduced(
    answers: &Column,
    column: &Column,
    rows: &[(usize, usize)],
    verdicts: &[Option<bool>],
) -> Option<f64> {
    let mut counts = [0.0_f64; 2];
    let mut same = 0.0;
    for (a, b) in rows {
        let (Some(gold), Some(said)) = (&answers.values[*a], &column.values[*b]) else { continue };
        let Some(verdict) = verdicts[*b] else { continue };
        counts[usize::from(verdict)] += 1.0;
        same += f64::from(u8::from(gold.agrees(said) == verdict));
    }
    let all = counts[0] + counts[1];
    let most = counts[0].max(counts[1]);
    (all >= 5.0 && most < all).then(|| ((same - most) / (all - most)).clamp(0.0, 1.0))
}
