//! Outputs of a model, and what was extracted from them.

use super::Seen;
use crate::table::{Kind, Table, json};
use crate::understand::names::{self, Says, is_weak_prediction};
use crate::understand::reading::values::{Column, Sort};

/// Next to `model_output`, `output` belongs to the data set.
pub(super) fn weak_outputs(_: &Table, seen: &mut Seen) {
    if seen.says.iter().any(|says| says.gold >= 0.5) {
        return;
    }
    let only = |test: &dyn Fn(usize) -> bool| {
        let mut found = (0..seen.columns.len()).filter(|place| test(*place));
        let first = found.next()?;
        found.next().is_none().then_some(first)
    };
    let weak = |place: usize| {
        let Column { name, sort, .. } = &seen.columns[place];
        !matches!(sort, Sort::Empty | Sort::Object) && is_weak_prediction(name)
    };
    let strong = |place: usize| {
        seen.says[place].prediction >= 1.5 && !is_weak_prediction(&seen.columns[place].name)
    };
    let (Some(whole), Some(part)) = (only(&weak), only(&strong)) else { return };
    // An output from which the prediction was extracted is not a gold answer.
    let taken = seen.columns[whole].sort == Sort::Long && seen.columns[part].sort != Sort::Long;
    if !taken {
        let says = &mut seen.says[whole];
        *says = Says { gold: 0.8, prediction: -1.5, relative: true, ..*says };
    }
}

/// The body of an API's answer, by itself.
pub(super) fn bodies(table: &Table, seen: &mut Seen) {
    let is_body = |row: usize, place: usize| {
        let cell = table.cell(row, place);
        let first = json::elements(cell.text).next().and_then(Result::ok);
        cell.kind == Kind::List
            && first.is_some_and(|one| json::member(one.raw, "finish_reason").is_some())
    };
    for place in 0..seen.columns.len() {
        let named = names::API_ANSWERS.contains(&seen.columns[place].name.as_str());
        if named && table.rows() > 0 && (0..table.rows()).all(|row| is_body(row, place)) {
            seen.is_prediction(place);
        }
    }
}

/// In a file that names its model, `text` is that model's output.
pub(super) fn texts_of_models(_: &Table, seen: &mut Seen) {
    let model = |column: &Column| {
        let name = column.name.to_lowercase();
        let is_named = names::MAKERS.contains(&&*name);
        is_named && column.sort != Sort::Empty && column.distinct == 1 && column.filled > 3
    };
    if seen.columns.iter().any(model)
        && seen.says.iter().all(|says| says.gold < 0.5 && says.prediction < 1.5)
        && let Some(place) = seen.place(|column| column.name == "text")
    {
        seen.is_prediction(place);
        seen.says[place].relative = true;
    }
}

/// `final_answer` is a model's last answer, or belongs to the data set if there is another column of outputs.
pub(super) fn final_answers(_: &Table, seen: &mut Seen) {
    let is_final = |place: usize| {
        let column = &seen.columns[place];
        let words = names::words(&column.name);
        let of = |word: &String| word == "answer" || word == "decision";
        words.len() == 2 && words[0] == "final" && of(&words[1]) && column.sort != Sort::Empty
    };
    let golds = |(column, says): (&Column, &Says)| {
        says.gold >= 1.0 && !names::has_word(&column.name, &["solution"])
    };
    let said = |place: usize| seen.says[place].prediction >= 1.5 && !is_final(place);
    let mut all = 0..seen.columns.len();
    if seen.columns.iter().zip(&seen.says).any(golds) {
        // Lists next to it are the steps that led to it.
        let led = |place: &usize| {
            let column = &seen.columns[*place];
            let lists = column.values.iter().flatten().filter(|value| value.texts.len() > 1);
            seen.says[*place].gold < 1.0 && lists.count() * 2 > column.filled
        };
        let steps: Vec<usize> = all.clone().filter(led).collect();
        if all.any(is_final) {
            for place in steps {
                seen.is_neither(place);
            }
        }
    } else if all.clone().any(said)
        && let Some(place) = all.find(|place| is_final(*place))
    {
        let says = &mut seen.says[place];
        *says = Says { gold: 1.5, prediction: 0.5, relative: true, ..*says };
    }
}

/// Lists of these names hold several outputs of a model.
pub(super) fn several_outputs(table: &Table, seen: &mut Seen) {
    for place in 0..seen.columns.len() {
        let name = seen.columns[place].name.to_lowercase();
        let several = names::SEVERAL_OUTPUTS.contains(&name.as_str());
        let list = |row: usize| table.cell(row, place).kind == Kind::List;
        if several && (0..table.rows()).any(list) {
            seen.is_prediction(place);
        }
    }
}

/// A column that occurs literally in every output, and is not named for a side, was extracted from the output. It
/// is the model's answer if it agrees with the gold answers now and then; if there are no gold answers, it is not
/// one.
pub(super) fn taken_from_outputs(_: &Table, seen: &mut Seen) {
    let is_whole = |place: usize| {
        seen.columns[place].sort == Sort::Long
            && seen.says[place].prediction >= 0.8
            && !seen.says[place].verdict
    };
    let Some(whole) = (0..seen.columns.len()).find(|place| is_whole(*place)) else { return };
    let gold = (0..seen.columns.len()).find(|place| seen.says[*place].gold >= 1.5);
    let rows: Vec<(usize, usize)> = (0..seen.rows()).map(|row| (row, row)).collect();
    let within = |place: usize| {
        let pairs = seen.columns[place].values.iter().zip(&seen.columns[whole].values);
        let some = pairs.filter_map(|(part, whole)| Some((part.as_ref()?, whole.as_ref()?)));
        let (mut all, mut inside) = (0, 0);
        for (part, whole) in some {
            all += 1;
            inside += usize::from(part.raw.len() > 2 && whole.raw.contains(&part.raw));
        }
        all > 3 && inside * 20 >= all * 19
    };
    let taken: Vec<usize> = (0..seen.columns.len())
        .filter(|place| {
            let (column, says) = (&seen.columns[*place], &seen.says[*place]);
            *place != whole
                && column.distinct > 1
                && says.gold.abs().max(says.prediction.abs()) <= 0.5
                && !(says.other || says.verdict)
                && within(*place)
        })
        .collect();
    for place in taken {
        match gold {
            Some(gold) => {
                let share = seen.columns[gold].agreeing(&seen.columns[place], &rows);
                if (0.1..0.98).contains(&share) {
                    seen.is_prediction(place);
                }
            }
            None => seen.says[place].gold = -2.0,
        }
    }
}

/// The last message of a chat is the gold answer if another column has a model's output.
pub(super) fn chats(_: &Table, seen: &mut Seen) {
    let other = |place: usize| {
        let others = seen.says.iter().zip(&seen.columns).enumerate();
        others
            .filter(|(other, _)| *other != place)
            .any(|(_, (says, column))| says.prediction >= 1.5 && !column.chats)
    };
    let mut all = 0..seen.columns.len();
    let chat = all.find(|place| seen.columns[*place].chats && other(*place));
    if let Some(chat) = chat.filter(|_| !seen.says.iter().any(|says| says.gold >= 1.0)) {
        seen.columns[chat].chats = false;
        seen.is_gold(chat, 1.2);
    }
}
