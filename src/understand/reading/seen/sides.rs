//! Columns that tell about each other which side they belong to.

use super::Seen;
use crate::base::types::Field;
use crate::table::{Cell, Kind, Table, json};
use crate::understand::names::{self, KEY, Says};
use crate::understand::reading::values::{Column, Sort, Value};

/// `a` and `p` next to each other, without a column `b`.
pub(super) fn a_and_p(_: &Table, seen: &mut Seen) {
    let single = |letter: &str| seen.place(|column| column.name.eq_ignore_ascii_case(letter));
    if let (Some(a), Some(p), None) = (single("a"), single("p"), single("b")) {
        seen.is_gold(a, 1.5);
        seen.is_prediction(p);
    }
}

/// `sample.answer` next to `sample.question`, and `answer`: the first belongs to the data set, the second to a
/// model.
pub(super) fn answers_of_samples(_: &Table, seen: &mut Seen) {
    let asks = |name: &str| names::is_name_of(name, Field::Question);
    let within = |column: &Column| {
        let (outer, inner) = column.name.rsplit_once('.')?;
        let is_beside = |other: &Column| {
            let other = other.name.strip_prefix(outer).and_then(|rest| rest.strip_prefix('.'));
            other.is_some_and(asks)
        };
        let own = seen.place(|other| other.name == inner)?;
        seen.columns.iter().any(is_beside).then_some(own)
    };
    if seen.columns.iter().any(|column| asks(&column.name)) {
        return;
    }
    let found = (0..seen.columns.len()).find_map(|place| {
        let is_gold = seen.says[place].gold >= 1.0;
        Some((place, within(&seen.columns[place]).filter(|_| is_gold)?))
    });
    if let Some((gold, said)) = found {
        seen.is_gold(gold, 2.0);
        seen.is_prediction(said);
    }
}

/// `detoxify_label` with `detoxify_score`, next to `expected_label`: the output of a classifier for the expected
/// labels.
pub(super) fn labels_of_classifiers(_: &Table, seen: &mut Seen) {
    let parts = |name: &str| {
        let mut words = names::words(name);
        let last = words.pop()?;
        (!words.is_empty() && matches!(last.as_str(), "label" | "class")).then_some((words, last))
    };
    let golds: Vec<usize> = (0..seen.columns.len())
        .filter(|place| {
            let column = &seen.columns[*place];
            seen.says[*place].gold >= 1.5
                && names::says_gold(&column.name)
                && column.distinct > 1
                && column.sort != Sort::Number
        })
        .collect();
    let is_scored = |stem: &[String]| {
        let is_score = |column: &Column| {
            let mut words = names::words(&column.name);
            let last = words.pop().unwrap_or_default();
            let scores = ["score", "prob", "probability", "confidence", "conf"];
            column.sort == Sort::Number && scores.contains(&last.as_str()) && words == stem
        };
        seen.columns.iter().any(is_score)
    };
    let is_said = |place: &usize| {
        let column = &seen.columns[*place];
        let Some((stem, last)) = parts(&column.name) else { return false };
        let is_known = |gold: &usize| {
            let gold = &seen.columns[*gold];
            parts(&gold.name).is_some_and(|(_, other)| other == last)
                && column.labels().is_subset(&gold.labels())
        };
        !golds.contains(place)
            && column.filled > 2
            && golds.iter().any(is_known)
            && is_scored(&stem)
    };
    let said: Vec<usize> = (0..seen.columns.len()).filter(is_said).collect();
    for place in said {
        seen.is_prediction(place);
    }
}

/// Records that hold a question belong to the data set if another column is named as a model's output.
pub(super) fn records_of_questions(table: &Table, seen: &mut Seen) {
    let asks = |cell: Cell<'_>| {
        let is_member = |name: &&str| json::member(cell.text, name).is_some();
        cell.is_nothing()
            || (cell.kind == Kind::Object && names::names_of(Field::Question).iter().any(is_member))
    };
    let is_record = |place: &usize| {
        // `gsm8k_data` is not the name of a model.
        let of_data = ["data", "sample", "item", "example", "record", "doc"];
        let is_free = seen.says[*place].prediction < 1.0
            || names::has_word(&seen.columns[*place].name, &of_data);
        is_free
            && seen.columns[*place].filled > 3
            && (0..table.rows()).all(|row| asks(table.cell(row, *place)))
    };
    let records: Vec<usize> = (0..seen.columns.len()).filter(is_record).collect();
    let is_output = |place: usize| {
        seen.says[place].prediction >= 1.0 && seen.columns[place].sort != Sort::Object
    };
    if (0..seen.columns.len()).any(is_output) {
        for place in records {
            seen.is_neither(place);
        }
    }
}

/// In a file of two columns, one of which is the key, the other one is the file's subject, whatever its name.
pub(super) fn beside_a_key(_: &Table, seen: &mut Seen) {
    let [key, other] = &seen.columns[..] else { return };
    let is_key = key.distinct == key.filled && key.filled > 3 && key.sort != Sort::Long;
    let named = names::words(&other.name);
    let named = matches!(&named[..], [only] if names::SUBJECTS.contains(&only.as_str()));
    if is_key && named && seen.says[0].other && seen.says[1].other {
        seen.says[1] = Says::default();
    }
}

/// Another version of the key of a row is not an answer.
pub(super) fn copies_of_keys(_: &Table, seen: &mut Seen) {
    let Some(key) = seen.place(|column| column.name == KEY) else { return };
    for place in 0..seen.columns.len() {
        let same = seen.columns[place].values.iter().zip(&seen.columns[key].values);
        let mut same = same.map(|(own, key)| match (own, key) {
            (Some(own), Some(key)) => own.raw == key.raw,
            _ => true,
        });
        if place != key && seen.columns[place].distinct > 1 && same.all(|same| same) {
            seen.is_neither(place);
        }
    }
}

/// An object whose members are columns is not an answer, unless it is named for one side and all members are asked
/// for.
pub(super) fn wholes(_: &Table, seen: &mut Seen) {
    for place in 0..seen.columns.len() {
        let inside = [seen.columns[place].name.as_str(), "."].concat();
        let says = &seen.says[place];
        let named = says.gold.max(says.prediction) >= 1.5 && seen.members(place).is_some();
        if !named && seen.place(|column| column.name.starts_with(&inside)).is_some() {
            seen.is_neither(place);
        }
    }
}

/// `gold_date` next to `predicted_date`: the common word is no reason against either.
pub(super) fn sides(_: &Table, seen: &mut Seen) {
    let sides: Vec<_> = seen.columns.iter().map(|one| names::rest_of_side(&one.name)).collect();
    for (place, side) in sides.iter().enumerate() {
        let Some((is_gold, rest)) = side else { continue };
        let about = |other: &Option<(bool, Vec<String>)>| {
            other.as_ref().is_some_and(|(side, words)| side != is_gold && words == rest)
        };
        let there = seen.says[place].other && seen.columns[place].sort != Sort::Empty;
        if !there || !sides.iter().any(about) {
            continue;
        }
        if *is_gold {
            seen.is_gold(place, 2.0);
        } else {
            seen.is_prediction(place);
        }
    }
}

/// `predicted_move` next to `move`, and `gold_label` next to `label`: if one name has a word for a side, the other
/// column belongs to the other side.
pub(super) fn bare_sides(_: &Table, seen: &mut Seen) {
    let sides: Vec<_> = seen.columns.iter().map(|one| names::rest_of_side(&one.name)).collect();
    let is_whole = |place: usize| {
        let column = &seen.columns[place];
        !matches!(column.sort, Sort::Empty | Sort::Object) && column.filled * 2 >= seen.rows()
    };
    let whole: Vec<bool> = (0..seen.columns.len()).map(is_whole).collect();
    for (place, side) in sides.iter().enumerate() {
        // A value extracted from an answer is another version of this answer.
        let is_version = names::is_version(&seen.columns[place].name);
        let Some((is_gold, rest)) = side.as_ref().filter(|_| whole[place] && !is_version) else {
            continue;
        };
        let says_clearly = |says: &Says| {
            if *is_gold { says.prediction >= 2.5 } else { says.gold >= 2.0 && !says.verdict_alone }
        };
        if seen.says.iter().any(says_clearly) {
            continue;
        }
        let bare = (0..seen.columns.len()).find(|place| {
            let (column, says) = (&seen.columns[*place], &seen.says[*place]);
            sides[*place].is_none()
                && names::words(&column.name) == *rest
                && whole[*place]
                && !(says.verdict || says.verdict_alone)
                && (!says.other || names::may_be_asked_for(rest))
        });
        let Some(bare) = bare else { continue };
        let (gold, prediction) = if *is_gold { (place, bare) } else { (bare, place) };
        // A name that already suggests a side needs no more evidence.
        for (column, as_gold) in [(gold, true), (prediction, false)] {
            if column == bare || seen.says[column].other {
                if as_gold { seen.is_gold(column, 2.0) } else { seen.is_prediction(column) }
            }
        }
    }
}

/// `answer` next to `ref_answer` is a model's answer; so it is next to `expected`, if both have values of one
/// sort.
pub(super) fn answers_beside_references(_: &Table, seen: &mut Seen) {
    let is_answer = |column: &Column| {
        let words = names::words(&column.name);
        words.len() == 1 && names::is_answer(&words[0])
    };
    let answer = seen.columns.iter().find(|column| is_answer(column)).map(|column| column.sort);
    let short = |column: &Column| {
        matches!(column.sort, Sort::Closed | Sort::Letter | Sort::Number)
            && answer == Some(column.sort)
    };
    let is_gold = |(column, says): &(&Column, &Says)| {
        says.gold >= 2.5 || (says.gold >= 2.0 && names::says_gold(&column.name) && short(column))
    };
    let mut golds = seen.columns.iter().zip(&seen.says).filter(is_gold);
    let said = |(column, says): (&Column, &Says)| says.prediction >= 1.5 && column.distinct > 1;
    if golds.next().is_none() || seen.columns.iter().zip(&seen.says).any(said) {
        return;
    }
    if let Some(place) = seen.place(|column| is_answer(column) && column.sort != Sort::Empty) {
        seen.is_prediction(place);
    }
}

/// `original_answer` next to `original_pred`: the same unknown word precedes both, and one of them is the
/// prediction.
pub(super) fn answers_beside_predicted(_: &Table, seen: &mut Seen) {
    let heads = |known: &[&str]| -> Vec<(usize, Vec<String>)> {
        let all = seen.columns.iter().enumerate();
        let all = all.filter_map(|(place, column)| {
            let mut words = names::words(&column.name);
            let last = words.pop()?;
            (!words.is_empty() && known.contains(&&*last)).then_some((place, words))
        });
        all.collect()
    };
    let predicted = heads(&["pred", "prediction", "predicted"]);
    for (place, head) in heads(&["answer", "ans", "label"]) {
        if predicted.iter().any(|(_, other)| *other == head) && seen.says[place].gold < 1.5 {
            seen.is_gold(place, 1.5);
        }
    }
}

/// `original_root` next to `predicted_root`: if no name suggests gold answers, the only other column that ends like the
/// prediction is what it is compared with.
pub(super) fn ends_like_predicted(_: &Table, seen: &mut Seen) {
    if seen.says.iter().any(|says| says.gold >= 1.0 && !says.verdict_alone) {
        return;
    }
    let predicted: Vec<(usize, Vec<String>)> = (0..seen.columns.len())
        .filter_map(|place| {
            let (is_gold, rest) = names::rest_of_side(&seen.columns[place].name)?;
            (!is_gold && seen.says[place].prediction >= 2.0).then_some((place, rest))
        })
        .collect();
    let [(said, rest)] = &predicted[..] else { return };
    let ends_alike = |place: &usize| {
        let column = &seen.columns[*place];
        let own = names::words(&column.name);
        let tail = own.split_first().filter(|(first, _)| !names::is_model(first));
        place != said
            && tail.is_some_and(|(_, tail)| tail == rest)
            && column.sort == seen.columns[*said].sort
            && column.filled * 10 >= seen.columns[*said].filled * 9
            && !seen.says[*place].verdict
    };
    let mut alike = (0..seen.columns.len()).filter(ends_alike);
    if let (Some(place), None) = (alike.next(), alike.next()) {
        seen.is_gold(place, 1.5);
    }
}

/// `best_answer` next to `correct_answers` and `incorrect_answers`, as in `TruthfulQA`, is one of the right
/// answers.
pub(super) fn best_answers(_: &Table, seen: &mut Seen) {
    let named = |wanted: [&str; 2]| {
        seen.place(|column| {
            let words = names::words(&column.name);
            matches!(&words[..], [first, second] if *first == wanted[0] && second.starts_with(wanted[1]))
        })
    };
    let sides = [["correct", "answer"], ["incorrect", "answer"]].map(named);
    if let (Some(best), [Some(correct), Some(incorrect)]) = (named(["best", "answer"]), sides) {
        seen.is_gold(best, 2.6);
        seen.is_gold(correct, 2.5);
        seen.is_neither(incorrect);
    }
}

/// Numbers and codes in a column `key` that are all different are ids, if no prediction is a number.
pub(super) fn coded_keys(_: &Table, seen: &mut Seen) {
    let is_code = |value: &Value| {
        let digits = value.raw.bytes().any(|byte| byte.is_ascii_digit());
        digits && !value.raw.contains(char::is_whitespace)
    };
    let is_key = |column: &Column| {
        column.name.eq_ignore_ascii_case("key")
            && column.distinct == column.filled
            && column.filled > 2
            && column.values.iter().flatten().all(is_code)
    };
    let Some(key) = seen.place(is_key) else { return };
    let numbers = |(column, says): (&Column, &Says)| {
        says.prediction >= 1.0 && matches!(column.sort, Sort::Number)
    };
    if !seen.columns.iter().zip(&seen.says).any(numbers) {
        seen.is_neither(key);
    }
}

/// 正解 next to a column of answers is the right answer and not a verdict, if both say yes or no.
pub(super) fn right_answers(_: &Table, seen: &mut Seen) {
    let Some(right) = seen.place(|column| column.name.trim() == "正解") else { return };
    let says = |(place, (column, says)): (usize, (&Column, &Says))| {
        place != right && says.prediction >= 1.5 && column.said().is_some()
    };
    let answered = seen.columns.iter().zip(&seen.says).enumerate().any(says);
    if answered && seen.columns[right].said().is_some() {
        seen.is_gold(right, 2.0);
        seen.says[right].verdict = false;
        seen.says[right].verdict_alone = false;
    }
}
