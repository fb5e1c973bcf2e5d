//! Describes a reading for the caller: its columns, its runs, and alternatives.

use super::apart::{
    Compared, cut_outputs, other_fields, other_golds, other_grades, other_members,
    rows_that_do_not_count, rows_that_sum_up, whole_objects,
};
use super::systems::siblings;
use super::unused::unused;
use super::values::{Column, Sort, Value};
use super::weigh::reproduced;
use super::{Open, Pairs, Reading, Rival, Run, Seen, TIE, UNNAMED, Weighed};
use crate::understand::names;
use std::collections::HashMap;

pub(super) fn describe(
    files: &[&Seen],
    keys: &HashMap<(usize, usize), Pairs>,
    one: &Weighed,
    all: &[Weighed],
    may_be: impl Fn(&Weighed) -> bool,
) -> Reading {
    let name = |file: usize, column: usize| files[file].columns[column].name.clone();
    let runs = one.runs.iter().map(|run @ (file, column, worth, _)| {
        let pairs = keys.get(&(one.gold, *file));
        let key = pairs.and_then(|pairs| pairs.key);
        let columns = siblings(files, one, *file, *column, *worth, all);
        let judged = |answers: &usize| {
            let known = files[*file].systems.iter().find(|(system, _)| system == answers);
            known.map(|(_, verdicts)| name(*file, *verdicts))
        };
        let of_one = || verdicts_of(&Compared::of_run(files, one, *run, pairs?));
        let verdicts = match &columns[..] {
            [only] => vec![judged(only).or_else(of_one)],
            several => several.iter().map(judged).collect(),
        };
        Run {
            file: *file,
            columns: columns.into_iter().map(|column| name(*file, column)).collect(),
            key: key.map(|(ours, theirs)| (name(*file, theirs), name(one.gold, ours))),
            verdicts,
        }
    });
    let (file, column, _, agreeing) = one.runs[0];
    let per_cent = (agreeing * 100.0).round();
    Reading {
        gold: one.gold,
        answers: name(one.gold, one.answers),
        runs: runs.collect(),
        gives: Some(agreeing),
        reason: format!(
            "{} agrees with {} in {per_cent}\u{202f}% of the first rows",
            name(file, column),
            name(one.gold, one.answers)
        ),
        nameless: files[one.gold].says[one.answers].gold <= 0.5 && !is_named_alike(files, one),
        doubt: doubt(files, keys, one).map(|words| Open::new("gold_by_names", words)),
        aliases: aliases(files, one).filter(|(_, sure)| *sure).map(|(name, _)| name),
        beside: beside(files, keys, one, all),
        version: other_version(files, keys, one),
        rival: ties(files, one, all, may_be).into_iter().next(),
        other: other_output(files, keys, one, all),
    }
}

/// Doubts about columns that may matter to the comparison.
fn beside(
    files: &[&Seen],
    keys: &HashMap<(usize, usize), Pairs>,
    one: &Weighed,
    all: &[Weighed],
) -> Vec<Open> {
    // An answer that no prediction gives cannot be right, even if it counts.
    let is_said = |name: &str| {
        let other = files[one.gold].columns.iter().find(|column| column.name == name);
        one.runs.iter().any(|(file, column, ..)| {
            let rows = keys.get(&(one.gold, *file)).map_or(&[][..], |pairs| &pairs.rows);
            other.is_some_and(|other| other.agreeing(&files[*file].columns[*column], rows) > 0.0)
        })
    };
    let further = aliases(files, one).filter(|(name, sure)| !sure && is_said(name));
    let further = further.map(|(name, _)| {
        let own = &files[one.gold].columns[one.answers].name;
        format!("{name} may hold further right answers, but only those in {own} count")
    });
    let pairs = keys.get(&(one.gold, one.runs[0].0));
    let apart = pairs.into_iter().flat_map(|pairs| {
        type Doubt = fn(&Compared<'_>) -> Option<String>;
        let doubts: [(&str, Doubt); 8] = [
            ("programs_as_texts", programs_as_texts),
            ("other_fields", other_fields),
            ("other_grades", other_grades),
            ("other_members", other_members),
            ("whole_objects", whole_objects),
            ("unused_column", unused),
            ("rows_that_do_not_count", rows_that_do_not_count),
            ("rows_that_sum_up", rows_that_sum_up),
        ];
        let compared = Compared::new(files, one, pairs);
        doubts.map(|(code, doubt)| (code, doubt(&compared)))
    });
    let of_runs: Option<Vec<&Pairs>> =
        one.runs.iter().map(|(file, ..)| keys.get(&(one.gold, *file))).collect();
    let golds = of_runs.and_then(|pairs| other_golds(files, one, &pairs));
    let found = std::iter::once(("further_answers", further)).chain(apart).chain([
        ("gold_of_systems", golds),
        ("cut_outputs", cut_outputs(files, one)),
        ("stages", stages(files, keys, one)),
        ("other_pair", other_pair(files, one, all)),
    ]);
    found.filter_map(|(code, words)| Some(Open::new(code, words?))).collect()
}

/// The doubt about an output that is in its file at several stages, which are right in different numbers of rows.
fn stages(files: &[&Seen], keys: &HashMap<(usize, usize), Pairs>, one: &Weighed) -> Option<String> {
    let (file, column, _, agreeing) = one.runs[0];
    let (gold, run) = (&files[one.gold].columns[one.answers], files[file]);
    let rows = &keys.get(&(one.gold, file))?.rows;
    let stem = |name: &str| names::output_stem(name).filter(|_| names::is_stage(name));
    let own = &run.columns[column].name;
    let stem_of_own = stem(own)?;
    let is_other = |other: &&Column| {
        other.name != *own
            && stem(&other.name).as_ref() == Some(&stem_of_own)
            && (gold.agreeing(other, rows) - agreeing).abs() > 0.0
    };
    let others: Vec<&str> =
        run.columns.iter().filter(is_other).map(|other| other.name.as_str()).collect();
    (!others.is_empty()).then(|| {
        let others = others.join(", ");
        format!("{others} and {own} look like stages of one output; only {own} is compared")
    })
}

/// The doubt about programs next to their tests: they are compared as texts, without being run.
fn programs_as_texts(compared: &Compared<'_>) -> Option<String> {
    let Compared { gold: file, answers: own, .. } = *compared;
    let is_test = |column: &&Column| {
        names::has_word(&column.name, &["test", "tests"])
            && column.filled * 10 >= file.rows() * 9
            && column.values.iter().flatten().all(|value| value.raw.contains('('))
    };
    let tests = file.columns.iter().find(is_test)?;
    names::has_word(&own.name, &["solution", "code", "program", "canonical"]).then(|| {
        format!(
            "{} looks like tests for programs, but nothing was run; {} is compared as a text",
            tests.name, own.name
        )
    })
}

/// The doubt about a second pair of gold answers and predictions in the same files, named as clearly as the pair
/// that is compared.
fn other_pair(files: &[&Seen], one: &Weighed, all: &[Weighed]) -> Option<String> {
    let (file, column, ..) = one.runs[0];
    let named = |other: &&Weighed| {
        let (other_file, at, _, agreeing) = other.runs[0];
        if (other.gold, other_file) != (one.gold, file) {
            return false;
        }
        let (gold, said) = (&files[one.gold].says[other.answers], &files[file].says[at]);
        other.answers != one.answers
            && at != column
            && !(file == one.gold && (at == one.answers || other.answers == column))
            && gold.gold >= 2.0
            && said.prediction >= 2.0
            && !(gold.verdict || said.verdict)
            && files[file].columns[at].sort == files[one.gold].columns[other.answers].sort
            && (0.2..0.98).contains(&agreeing)
    };
    let other = all.iter().find(named)?;
    let (_, at, _, agreeing) = other.runs[0];
    Some(format!(
        "{} and {} also look like gold answers and predictions, and agree in {}\u{202f}% of the first \
         rows; only {} and {} are compared",
        files[one.gold].columns[other.answers].name,
        files[file].columns[at].name,
        (agreeing * 100.0).round(),
        files[one.gold].columns[one.answers].name,
        files[file].columns[column].name
    ))
}

/// Whether the columns of all runs are in other files and have the name of the gold answers, so that only file
/// names distinguish them.
fn is_named_alike(files: &[&Seen], one: &Weighed) -> bool {
    let own = &files[one.gold].columns[one.answers].name;
    one.runs.iter().all(|(file, column, ..)| {
        *file != one.gold && names::are_same(own, &files[*file].columns[*column].name)
    })
}

/// Whether a name tells nothing about the contents of its column.
fn is_unknown(says: &names::Says) -> bool {
    says.gold.abs().max(says.prediction.abs()) <= 0.5 && !says.verdict && !says.other
}

/// By how much more the words of a column have to agree with the gold answers of their own rows than with those of
/// other rows, so that two columns of texts may both be answers.
const SAME_TEXT: f64 = 0.4;

/// Another column of the first run's file that may be the model's answer, by its name, its contents and how often
/// it is right, and that gives another share of right answers.
fn other_output(
    files: &[&Seen],
    keys: &HashMap<(usize, usize), Pairs>,
    one: &Weighed,
    all: &[Weighed],
) -> Option<Rival> {
    let (file, column, worth, agreeing) = one.runs[0];
    let own = &files[file].columns[column];
    let taken = siblings(files, one, file, column, worth, all);
    // With `gold_date` and `gold_name`, `pred_date` is not a prediction of the name.
    let rest = |name: &str, is_gold: bool| {
        names::rest_of_side(name).filter(|(side, _)| *side == is_gold).map(|(_, rest)| rest)
    };
    let answers = &files[one.gold].columns[one.answers].name;
    let about = rest(answers, true).filter(|about| rest(&own.name, false).as_ref() == Some(about));
    let of_another = |name: &str| {
        let theirs = rest(name, false);
        let mut golds = files[one.gold].columns.iter().map(|other| rest(&other.name, true));
        about.is_some() && theirs.is_some() && theirs != about && golds.any(|rest| rest == theirs)
    };
    // A column that is named as clearly as a prediction may be meant, however rarely it is right.
    let least = files[file].says[column].prediction.max(1.5);
    // Two translations of a sentence are hardly ever equal, but share most of their words.
    let gold = &files[one.gold].columns[one.answers];
    let rows = keys.get(&(one.gold, file)).map_or(&[][..], |pairs| &pairs.rows);
    let shares_words = |said: &Column| {
        let [theirs, ours] = [said, own].map(|column| gold.lift(column, rows));
        theirs >= SAME_TEXT && theirs * 2.0 >= ours
    };
    let alike = |other: &&Weighed| {
        let (other_file, at, _, share) = other.runs[0];
        if (other.gold, other.answers, other_file) != (one.gold, one.answers, file) {
            return false;
        }
        let (says, said) = (&files[file].says[at], &files[file].columns[at]);
        let another_text = is_unknown(says) && shares_words(said);
        files[file].systems.is_empty()
            && !taken.contains(&at)
            && !of_another(&said.name)
            && (says.prediction >= 0.8 || another_text || (is_unknown(says) && share >= 0.2))
            && says.gold < 1.5
            && !(says.verdict || says.other)
            && said.sort == own.sort
            && said.distinct > 1
            && (share >= (agreeing / 4.0).max(0.1) || says.prediction >= least || another_text)
            // A column that equals the gold answers is a copy of them, unless no name distinguishes the two
            // columns.
            && (share < 0.98 || (is_unknown(says) && is_unknown(&files[file].says[column])))
            && ((share - agreeing).abs() >= 0.02 || another_text)
    };
    let other = all.iter().find(alike)?;
    let (_, at, _, would_give) = other.runs[0];
    let column = files[file].columns[at].name.clone();
    Some(Rival { file, column, is_gold: false, would_give })
}

/// A column of further right answers next to the gold answers, and whether its name says that it belongs to them.
fn aliases(files: &[&Seen], one: &Weighed) -> Option<(String, bool)> {
    let rest = |name: &str| {
        let mut words = names::words(name);
        let count = words.len();
        words.retain(|word| !names::is_alias(word));
        (words.len() < count).then_some(words)
    };
    // Lists of choices contain the gold answer.
    let holds_own = |other: &Column| {
        let rows = files[one.gold].columns[one.answers].values.iter().zip(&other.values);
        let both: Vec<_> =
            rows.filter_map(|(own, other)| Some((own.as_ref()?, other.as_ref()?))).collect();
        let held = both
            .iter()
            .filter(|(own, other)| own.forms.iter().any(|form| other.forms.contains(form)));
        held.count() * 2 > both.len()
    };
    let own = &files[one.gold].columns[one.answers].name;
    if rest(own).is_some() {
        return None;
    }
    let mut columns = files[one.gold].columns.iter().filter(|other| other.sort != Sort::Empty);
    columns.find_map(|other| {
        let rest = rest(&other.name)?;
        if !names::words(&other.name).iter().any(|word| word.starts_with("alias"))
            && holds_own(other)
        {
            return None;
        }
        let about = |word: &String| names::is_of_answers(word) || names::words(own).contains(word);
        Some((other.name.clone(), rest.iter().all(about)))
    })
}

/// Another version of the gold answers in the same file, with the score that it would give.
fn other_version(
    files: &[&Seen],
    keys: &HashMap<(usize, usize), Pairs>,
    one: &Weighed,
) -> Option<Rival> {
    let pairs = keys.get(&(one.gold, one.runs[0].0))?;
    let Compared { gold, answers: own, said, same_file, agreeing, .. } =
        Compared::new(files, one, pairs);
    let words = names::without_version(&own.name);
    gold.columns.iter().find_map(|other| {
        let version = other.name != own.name
            && !(same_file && other.name == said.name)
            && other.filled > 0
            && names::words(&other.name) != names::words(&own.name)
            && names::without_version(&other.name) == words;
        let would = other.agreeing(said, &pairs.rows);
        (version && (would - agreeing).abs() >= 0.005).then(|| Rival {
            file: one.gold,
            column: other.name.clone(),
            is_gold: true,
            would_give: would,
        })
    })
}

/// The evidence for the columns of a reading that no name supports.
fn doubt(files: &[&Seen], keys: &HashMap<(usize, usize), Pairs>, one: &Weighed) -> Option<String> {
    let (file, column, _, agreeing) = one.runs[0];
    let (own, says) = (&files[one.gold].columns[one.answers], &files[one.gold].says[one.answers]);
    let other = &files[file].columns[column];
    if says.relative && file != one.gold && own.name == other.name {
        return Some(format!(
            "{} looks like the output of a model in both files; one of the two is read as the \
             gold answers",
            own.name
        ));
    }
    if says.relative && !is_of_model(&other.name, &own.name) {
        return Some(format!(
            "{} is read as the gold answers, because {} is more clearly named as the output of a \
             model",
            own.name, other.name
        ));
    }
    let unnamed = says.gold <= 0.0 && files[file].says[column].prediction <= 0.0;
    // A file that holds only predictions has few other columns than ids and notes.
    let key = keys.get(&(one.gold, file)).and_then(|pairs| pairs.key).map(|(_, theirs)| theirs);
    let may_be = |(place, said): &(usize, &Column)| {
        Some(*place) != key && said.distinct > 1 && !files[file].says[*place].other
    };
    let are_several = || files[file].columns.iter().enumerate().filter(may_be).count() > 1;
    (unnamed && (file == one.gold || are_several())).then(|| {
        format!(
            "no name shows which column holds the gold answers; {} is read as gold and {} as \
             predictions, because they agree in {}\u{202f}% of the first rows",
            own.name,
            other.name,
            (agreeing * 100.0).round()
        )
    })
}

/// Whether a name is another name with a word for a model before it: `llm_output` next to `output`.
fn is_of_model(said: &str, gold: &str) -> bool {
    const MODELS: [&str; 4] = ["llm", "model", "predicted", "pred"];
    let (said, gold) = (names::words(said), names::words(gold));
    said.split_first().is_some_and(|(first, rest)| MODELS.contains(&&**first) && rest == gold)
}

/// The column of a file that says whether its predictions are right. If there are several, the one that is nearest
/// to the verdicts of the comparison.
fn verdicts_of(compared: &Compared<'_>) -> Option<String> {
    let Compared { run, answers, said: own, pairs, .. } = *compared;
    let may_be = |(place, (column, says)): &(usize, (&Column, &names::Says))| {
        compared.is_beside(*place)
            && says.verdict_alone
            && !names::is_of_support(&column.name)
            && !names::is_of_form(&column.name)
            && !names::is_amount(&column.name)
    };
    let columns = run.columns.iter().zip(&run.says).enumerate().filter(may_be);
    let judged = columns.filter_map(|(_, (said, _))| {
        // A column that is empty in most rows is about something else.
        let verdicts = said.said().filter(|_| said.filled * 2 >= own.filled)?;
        let same = reproduced(answers, own, &pairs.rows, &verdicts).unwrap_or(0.0);
        Some((same, said))
    });
    let best = judged.fold(None, |best: Option<(f64, &Column)>, next| match best {
        Some(best) if best.0 >= next.0 => Some(best),
        _ => Some(next),
    });
    let by_name = best.map(|(_, column)| column.name.clone());
    by_name.or_else(|| verdicts_by_value(compared))
}

/// How many rows in which both sides agree are needed to recognise a column of verdicts; with words for right and
/// wrong, fewer are enough.
const SHOWN: usize = 6;
const SHOWN_IN_WORDS: usize = 3;

/// A column of right and wrong whose name is in no list: it says right wherever both sides agree.
fn verdicts_by_value(compared: &Compared<'_>) -> Option<String> {
    let Compared { run, answers, said: own, pairs, .. } = *compared;
    // If the answers themselves are yes or no, any such column may be something else.
    if answers.said().is_some() || own.said().is_some() {
        return None;
    }
    let agree = pairs.rows.iter().filter(|pair| compared.agree(**pair) == Some(true));
    let agreeing: Vec<usize> = agree.map(|(_, b)| *b).collect();
    let columns = run.columns.iter().zip(&run.says).enumerate();
    let mut found = columns.filter(|(place, (column, says))| {
        let is_else = says.other
            || names::leaves_out(&column.name).is_some()
            || names::is_of_form(&column.name);
        if !compared.is_beside(*place) || is_else {
            return false;
        }
        let plain = ["0", "1", "0.0", "1.0", "true", "false", "yes", "no", "y", "n"];
        let in_words = |value: &Value| !plain.contains(&value.raw.to_lowercase().as_str());
        let worded = column.values.iter().flatten().all(in_words);
        let least = if worded { SHOWN_IN_WORDS } else { SHOWN };
        column.filled * 10 >= own.filled * 9
            && agreeing.len() >= least
            && column
                .verdicts()
                .is_some_and(|said| agreeing.iter().all(|row| said[*row] != Some(false)))
    });
    found.next().map(|(_, (column, _))| column.name.clone())
}

/// Columns next to the gold answers whose names differ from theirs only in a number: nothing tells which of them
/// are meant, or whether all are.
pub(super) fn numbered(
    files: &[&Seen],
    keys: &HashMap<(usize, usize), Pairs>,
    best: &Weighed,
) -> Vec<Rival> {
    let file = files[best.gold];
    let (run, said, _, agreeing) = best.runs[0];
    let Some(pairs) = keys.get(&(best.gold, run)) else { return Vec::new() };
    let own = &file.columns[best.answers];
    let bare = |name: &str| -> Vec<String> {
        let words = names::words(name).into_iter();
        let bare = words.map(|word| word.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned());
        bare.filter(|word| !word.is_empty()).collect()
    };
    // In a table without a header, names are numbers.
    if own.name.starts_with(UNNAMED) {
        return Vec::new();
    }
    let is_key =
        |place: usize| [pairs.key, pairs.second].iter().flatten().any(|(ours, _)| *ours == place);
    let others = file.columns.iter().enumerate().filter(|(place, other)| {
        other.name != own.name
            && other.sort != Sort::Empty
            && bare(&other.name) == bare(&own.name)
            && !is_key(*place)
            && !best.runs.iter().any(|run| files[run.0].columns[run.1].name == other.name)
    });
    let would = |(_, other): (usize, &Column)| Rival {
        file: best.gold,
        column: other.name.clone(),
        is_gold: true,
        would_give: other.agreeing(&files[run].columns[said], &pairs.rows),
    };
    // If answers are often right, a column that is never right may be anything.
    others.map(would).filter(|rival| rival.would_give >= 0.02 || agreeing < 0.2).collect()
}

/// Other readings of the same files that cannot be distinguished from the best one and give another score.
pub(super) fn ties(
    files: &[&Seen],
    best: &Weighed,
    all: &[Weighed],
    may_be: impl Fn(&Weighed) -> bool,
) -> Vec<Rival> {
    let mut rivals: Vec<Rival> = Vec::new();
    let (file, column, worth, agreeing) = best.runs[0];
    let same = siblings(files, best, file, column, worth, all);
    for other in all {
        let (other_file, other_column, _, other_agreeing) = other.runs[0];
        // How often answers are right does not tell which system gave them.
        let alike = other.answers == best.answers
            && other_agreeing >= 0.02
            && (best.worth - 2.0 * agreeing) - (other.worth - 2.0 * other_agreeing) < TIE;
        if other.gold != best.gold
            || (best.worth - other.worth >= TIE && !alike)
            || (agreeing - other_agreeing).abs() < 0.005
            || other_agreeing >= 0.98
            || !may_be(other)
        {
            continue;
        }
        let is_gold = other.answers != best.answers;
        let (place, at) =
            if is_gold { (other.gold, other.answers) } else { (other_file, other_column) };
        let shown = &files[place].columns[at];
        // Two texts without telling names are one text twice, if another column of the file is named as a model's
        // output.
        let says = |file: usize, column: usize| files[file].says[column].prediction;
        let asked = is_gold
            && other_file == file
            && says(file, column) >= 1.5
            && says(file, other_column) <= 0.0;
        if (!is_gold && same.contains(&at))
            || asked
            || is_written_twice(files, best, other)
            || rivals.iter().any(|known| known.column == shown.name && known.is_gold == is_gold)
        {
            continue;
        }
        rivals.push(Rival {
            file: place,
            column: shown.name.clone(),
            is_gold,
            would_give: other_agreeing,
        });
    }
    rivals
}

/// Whether another reading compares the same answers in another form, such as their numbers: `answer` with `said`, and
/// `answer_idx` with `said_idx`.
fn is_written_twice(files: &[&Seen], best: &Weighed, other: &Weighed) -> bool {
    let more = |one: &str, other: &str| -> Option<Vec<String>> {
        let (one, other) = (names::words(one), names::words(other));
        other.strip_prefix(&one[..]).filter(|rest| !rest.is_empty()).map(<[String]>::to_vec)
    };
    let name = |one: &Weighed| {
        let (file, column, ..) = one.runs[0];
        let gold = &files[one.gold].columns[one.answers].name;
        (gold.clone(), files[file].columns[column].name.clone())
    };
    let ((gold, said), (other_gold, other_said)) = (name(best), name(other));
    let rest = more(&gold, &other_gold);
    rest.is_some() && rest == more(&said, &other_said)
}
