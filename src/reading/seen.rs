//! The columns of a file as their first rows show them, and what its own columns say of one another: a name
//! often means something else beside certain others.

use super::values::{self, Column, Sort};
use crate::input::{Inspection, Kind, Table, json};
use crate::names::{self, KEY, LIST, NUMBERED_CHOICES, Says, VALUE, is_weak_prediction, says};
use std::collections::HashSet;

/// The first rows of a file, read for weighing: what is looked at again for every reading.
#[derive(Clone, Debug)]
pub struct Seen {
    pub(super) columns: Vec<Column>,
    pub(super) says: Vec<Says>,
    /// Columns of what several systems answered, each with the one that says whether it is right.
    pub(super) systems: Vec<(usize, usize)>,
}

/// What columns say of one another, in this order.
const RULES: [fn(&Table, &mut Seen); 25] = [
    beside_a_key, weak_outputs, copies_of_keys, wholes, counts, a_and_p, numbered_choices,
    lettered_choices, lettered_options, verdicts_beside_gold, bodies, hypotheses,
    verdicts_by_value, texts_of_models, final_answers, several_outputs, sides, bare_sides,
    taken_from_outputs, ends_of_programs, chats, judged_systems, answers_beside_references,
    summaries, assertions,
];

impl Seen {
    /// Reads all columns of the first rows of a file.
    pub fn new(inspection: &Inspection) -> Self {
        let table = &inspection.sample;
        let columns: Vec<Column> =
            (0..table.columns().len()).map(|column| Column::read(table, column)).collect();
        let says = columns.iter().map(|column| says(&column.name)).collect();
        let mut seen = Self { columns, says, systems: Vec::new() };
        for rule in RULES {
            rule(table, &mut seen);
        }
        seen
    }

    pub(super) fn rows(&self) -> usize {
        self.columns.first().map_or(0, |column| column.values.len())
    }

    /// The columns of figures that were worked out, in a file that has nothing named as answers.
    pub fn figures(&self) -> Vec<&str> {
        let columns = || self.columns.iter().zip(&self.says);
        let answers = |(column, says): (&Column, &Says)| {
            column.sort != Sort::Empty && !says.verdict && says.gold.max(says.prediction) >= 1.0
        };
        if columns().any(answers) {
            return Vec::new();
        }
        let is_figure = |(column, _): &(&Column, &Says)| {
            let words = names::words(&column.name);
            let measures = words.iter().any(|word| names::is_measure(std::slice::from_ref(word)));
            column.sort == Sort::Number && measures
        };
        columns().filter(is_figure).map(|(column, _)| column.name.as_str()).take(4).collect()
    }

    /// Whether the file holds a few figures, be it by name or in columns, and nothing that a question could be
    /// answered by.
    pub fn is_summary(&self) -> bool {
        const MOST: usize = 60;
        const FEW: usize = 12;
        let named = |name: &str| self.place(|column| column.name == name);
        if self.rows() > MOST {
            return false;
        }
        if let (Some(key), Some(value), 2) = (named(KEY), named(VALUE), self.columns.len()) {
            let [keys, values] = [key, value].map(|place| &self.columns[place].values);
            let is_figure = |(key, value): &(&Option<values::Value>, &Option<values::Value>)| {
                key.as_ref().is_some_and(|key| names::is_figure(&key.raw))
                    && value.as_ref().is_some_and(|value| value.number.is_some())
            };
            let figures = keys.iter().zip(values).filter(is_figure).count();
            // `result_1` and `result_2` are ids.
            let stem = |key: &values::Value| {
                key.raw.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned()
            };
            let stems: HashSet<String> = keys.iter().flatten().map(stem).collect();
            if stems.len() == 1 {
                return false;
            }
            // A few members of one object, of which some are figures, are what is known of a run.
            let few = self.rows() <= FEW && self.columns[value].sort != Sort::Long;
            return figures > 0 && (few || figures * 2 >= self.rows());
        }
        if self.is_of_measures() {
            return true;
        }
        let mut figures = 0;
        let fits = |column: &Column| {
            let is_one = names::is_figure(&column.name) && column.sort == Sort::Number;
            figures += usize::from(is_one);
            is_one
                || matches!(column.sort, Sort::Empty | Sort::Object)
                || [KEY, LIST].contains(&&*column.name)
        };
        self.columns.iter().all(fits) && figures > 0
    }

    /// Whether the file is an object of a few objects, some of which hold figures and are named by what these measure.
    pub fn is_of_measures(&self) -> bool {
        const FEW: usize = 12;
        let Some(key) = self.place(|column| column.name == KEY).filter(|_| self.rows() <= FEW)
        else {
            return false;
        };
        let mut keys = self.columns[key].values.iter().enumerate();
        keys.any(|(row, name)| {
            let others = self.columns.iter().enumerate().filter(|(place, _)| *place != key);
            let mut cells = others.filter_map(|(_, column)| column.values[row].as_ref()).peekable();
            name.as_ref().is_some_and(|name| names::is_measure(&names::words(&name.raw)))
                && cells.peek().is_some()
                && cells.all(|cell| cell.number.is_some())
        })
    }

    fn place(&self, test: impl Fn(&Column) -> bool) -> Option<usize> {
        self.columns.iter().position(test)
    }

    /// Takes a column for gold answers, as strongly as this.
    fn is_gold(&mut self, place: usize, gold: f64) {
        self.says[place] = Says { gold, prediction: -2.0, other: false, ..self.says[place] };
    }

    /// Takes a column for what a model answered.
    fn is_prediction(&mut self, place: usize) {
        self.says[place] = Says { gold: -2.0, prediction: 2.0, other: false, ..self.says[place] };
    }

    /// Takes a column for neither.
    fn is_neither(&mut self, place: usize) {
        self.says[place] = Says { gold: -3.0, prediction: -3.0, other: true, ..self.says[place] };
    }
}

/// Beside `model_output`, `output` is what the data set has.
fn weak_outputs(_: &Table, seen: &mut Seen) {
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
    // An output that the prediction was taken out of is no gold answer.
    let taken = seen.columns[whole].sort == Sort::Long && seen.columns[part].sort != Sort::Long;
    if !taken {
        let says = &mut seen.says[whole];
        *says = Says { gold: 0.8, prediction: -1.5, relative: true, ..*says };
    }
}

/// What is the key of its row in other words is no answer.
fn copies_of_keys(_: &Table, seen: &mut Seen) {
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

/// Assertions test programs: no answer equals them.
fn assertions(_: &Table, seen: &mut Seen) {
    for place in 0..seen.columns.len() {
        let column = &seen.columns[place];
        let is_one = |value: &values::Value| {
            value
                .raw
                .trim_start_matches(|c: char| c.is_whitespace() || "['\"".contains(c))
                .starts_with("assert ")
        };
        if column.filled > 1 && column.values.iter().flatten().all(is_one) {
            seen.is_neither(place);
        }
    }
}

/// What stands beside the names of measures is a summary, and holds no answers.
fn summaries(_: &Table, seen: &mut Seen) {
    let of_measures = |column: &Column| {
        let named = names::MEASURES.contains(&&*column.name.to_lowercase());
        named && column.distinct > 1 && !matches!(column.sort, Sort::Number | Sort::Empty)
    };
    if seen.columns.iter().any(of_measures) {
        (0..seen.columns.len()).for_each(|place| seen.is_neither(place));
    }
}

/// An object whose members are columns is no answer.
fn wholes(_: &Table, seen: &mut Seen) {
    for place in 0..seen.columns.len() {
        let inside = [seen.columns[place].name.as_str(), "."].concat();
        if seen.place(|column| column.name.starts_with(&inside)).is_some() {
            seen.is_neither(place);
        }
    }
}

/// How many of how many are right, and at which attempt: figures, and no answers.
fn counts(_: &Table, seen: &mut Seen) {
    // The words before one of these.
    let rest = |place: usize, kinds: &[&str]| {
        let column = &seen.columns[place];
        let mut words = names::words(&column.name);
        let is_one = words.last().is_some_and(|last| kinds.contains(&last.as_str()));
        words.pop();
        (is_one && column.sort == Sort::Number).then_some(words)
    };
    let all = 0..seen.columns.len();
    let of = |kinds: &[&str]| all.clone().filter_map(|place| rest(place, kinds)).collect();
    let right = names::SOLVED;
    let (rights, totals): (Vec<_>, Vec<_>) = (of(&right), of(&["total"]));
    let is_count = |place: &usize| {
        rest(*place, &names::ROUNDS).is_some()
            || rest(*place, &right).is_some_and(|rest| totals.contains(&rest))
            || rest(*place, &["total"]).is_some_and(|rest| rights.contains(&rest))
    };
    let counts: Vec<usize> = all.clone().filter(is_count).collect();
    let is_named = |(column, says): (&Column, &Says)| {
        let who = matches!(
            names::words(&column.name).last().map(String::as_str),
            Some("model" | "benchmark")
        );
        !(says.verdict || who) && says.gold.max(says.prediction) >= 1.0
    };
    let named = seen.columns.iter().zip(&seen.says).any(is_named);
    // Beside a measure, and without answers of which names tell, each row is a summary.
    let measured = |column: &Column| {
        column.sort == Sort::Number && names::is_measure(&names::words(&column.name))
    };
    let are_figures = counts.len() > 1 && !named && seen.columns.iter().any(measured);
    for place in if are_figures { all.collect() } else { counts } {
        seen.is_neither(place);
    }
}

/// `a` and `p` beside each other, and no column `b`.
fn a_and_p(_: &Table, seen: &mut Seen) {
    let single = |letter: &str| seen.place(|column| column.name.eq_ignore_ascii_case(letter));
    if let (Some(a), Some(p), None) = (single("a"), single("p"), single("b")) {
        seen.is_gold(a, 1.5);
        seen.is_prediction(p);
    }
}

/// In a file of two columns, of which one is the key, the other one is what the file is about, whatever it is called.
fn beside_a_key(_: &Table, seen: &mut Seen) {
    let [key, other] = &seen.columns[..] else { return };
    let is_key = key.distinct == key.filled && key.filled > 3 && key.sort != Sort::Long;
    let named = names::words(&other.name);
    let named = matches!(&named[..], [only] if names::SUBJECTS.contains(&only.as_str()));
    if is_key && named && seen.says[0].other && seen.says[1].other {
        seen.says[1] = Says::default();
    }
}

/// `option1` and `option2`, `ans0` and `ans1`: choices beside the number of the right one.
fn numbered_choices(_: &Table, seen: &mut Seen) {
    let counts = |column: &Column| {
        let mut some = column.values.iter().flatten();
        column.sort == Sort::Number && column.distinct > 1 && some.all(values::Value::is_place)
    };
    if !seen.columns.iter().any(counts) {
        return;
    }
    for stem in NUMBERED_CHOICES {
        let named = |number: usize| {
            let name = format!("{stem}{number}");
            seen.place(|column| column.name.eq_ignore_ascii_case(&name))
        };
        let family: Vec<usize> = (0..8).filter_map(named).collect();
        if family.len() > 1 {
            for place in family {
                seen.is_neither(place);
            }
        }
    }
}

/// A `choice` that is a letter in every row is the one that was made.
fn lettered_choices(_: &Table, seen: &mut Seen) {
    for place in 0..seen.columns.len() {
        let column = &seen.columns[place];
        let words = names::words(column.name.rsplit('.').next().unwrap_or(&column.name));
        let named = matches!(&words[..], [only] if only == "choice" || only == "option");
        if named && column.sort == Sort::Letter && column.distinct > 1 {
            let says = &mut seen.says[place];
            *says = Says { gold: 1.2, prediction: 1.0, other: false, ..*says };
        }
    }
}

/// `A`, `B` and `C` beside a column for the answer are what can be chosen.
fn lettered_options(_: &Table, seen: &mut Seen) {
    let named = |letter: &str| seen.place(|column| column.name.eq_ignore_ascii_case(letter));
    let family: Vec<usize> = ["a", "b", "c", "d", "e", "f"].into_iter().map_while(named).collect();
    let answers =
        seen.says.iter().enumerate().any(|(place, says)| {
            says.gold >= 0.8 && !says.verdict_alone && !family.contains(&place)
        });
    if family.len() > 2 && answers {
        for place in family {
            seen.is_neither(place);
        }
    }
}

/// Beside gold answers, a verdict is none.
fn verdicts_beside_gold(_: &Table, seen: &mut Seen) {
    if seen.says.iter().any(|says| says.gold >= 1.5 && !says.verdict_alone) {
        for (column, says) in seen.columns.iter().zip(&mut seen.says) {
            if says.verdict_alone && column.said().is_some() {
                *says = Says { gold: -4.0, prediction: -4.0, ..*says };
            }
        }
    }
}

/// The body of an API's answer, by itself.
fn bodies(table: &Table, seen: &mut Seen) {
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

/// What follows from a premise or not is asked, and not said.
fn hypotheses(_: &Table, seen: &mut Seen) {
    let of = |word: &str| seen.place(|column| names::words(&column.name) == [word]);
    if let (Some(_), Some(hypothesis)) = (of("premise"), of("hypothesis")) {
        seen.is_neither(hypothesis);
    }
}

/// What says correct or incorrect of every row is a verdict, whatever it is called.
fn verdicts_by_value(_: &Table, seen: &mut Seen) {
    for (column, says) in seen.columns.iter().zip(&mut seen.says) {
        if values::is_of_verdicts(column) {
            *says =
                Says { gold: -2.0, prediction: -2.0, verdict: true, verdict_alone: true, ..*says };
        }
    }
}

/// In a file that says which model made it, `text` is what that model said.
fn texts_of_models(_: &Table, seen: &mut Seen) {
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

/// `final_answer` is what a model said last, or what a data set has beside what a model said.
fn final_answers(_: &Table, seen: &mut Seen) {
    let is_final = |place: usize| {
        let column = &seen.columns[place];
        let words = names::words(&column.name);
        let of = |word: &String| word == "answer" || word == "decision";
        words.len() == 2 && words[0] == "final" && of(&words[1]) && column.sort != Sort::Empty
    };
    let golds = |(column, says): (&Column, &Says)| {
        says.gold >= 1.0 && !names::words(&column.name).iter().any(|word| word == "solution")
    };
    let said = |place: usize| seen.says[place].prediction >= 1.5 && !is_final(place);
    let mut all = 0..seen.columns.len();
    if !seen.columns.iter().zip(&seen.says).any(golds)
        && all.clone().any(said)
        && let Some(place) = all.find(|place| is_final(*place))
    {
        let says = &mut seen.says[place];
        *says = Says { gold: 1.5, prediction: 0.5, relative: true, ..*says };
    }
}

/// Lists of these names are what a model said several times.
fn several_outputs(table: &Table, seen: &mut Seen) {
    for place in 0..seen.columns.len() {
        let name = seen.columns[place].name.to_lowercase();
        let several = names::SEVERAL_OUTPUTS.contains(&name.as_str());
        let list = |row: usize| table.cell(row, place).kind == Kind::List;
        if several && (0..table.rows()).any(list) {
            seen.is_prediction(place);
        }
    }
}

/// `gold_date` beside `predicted_date`: what both are about is no reason against either.
fn sides(_: &Table, seen: &mut Seen) {
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

/// `predicted_move` beside `move`, and `gold_label` beside `label`: what only one of them says of itself, the other
/// one is not.
fn bare_sides(_: &Table, seen: &mut Seen) {
    let sides: Vec<_> = seen.columns.iter().map(|one| names::rest_of_side(&one.name)).collect();
    let is_whole = |place: usize| {
        let column = &seen.columns[place];
        !matches!(column.sort, Sort::Empty | Sort::Object) && column.filled * 2 >= seen.rows()
    };
    let whole: Vec<bool> = (0..seen.columns.len()).map(is_whole).collect();
    for (place, side) in sides.iter().enumerate() {
        // What was taken out of an answer is another version of it.
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
        // What speaks of one side already needs no more.
        for (column, as_gold) in [(gold, true), (prediction, false)] {
            if column == bare || seen.says[column].other {
                if as_gold { seen.is_gold(column, 2.0) } else { seen.is_prediction(column) }
            }
        }
    }
}

/// What stands in every output as it is, and has no name of its own side, was taken out of it: it is what the model
/// said where it agrees with the gold answers now and then, and no gold answer where there are none.
fn taken_from_outputs(_: &Table, seen: &mut Seen) {
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

/// How every program ended, beside the programs, be it always in the same way.
fn ends_of_programs(_: &Table, seen: &mut Seen) {
    let is_code = |column: &Column| {
        let words = names::words(&column.name);
        let named = |word: &String| matches!(word.as_str(), "code" | "completion" | "program");
        column.sort == Sort::Long && words.iter().any(named)
    };
    if !seen.columns.iter().any(is_code) {
        return;
    }
    for (column, says) in seen.columns.iter().zip(&mut seen.says) {
        if column.filled > 2 && values::says_ends(column) {
            *says =
                Says { gold: -2.0, prediction: -2.0, verdict: true, verdict_alone: true, ..*says };
        }
    }
}

/// What is said last in a chat is the gold answer where another column has what a model said.
fn chats(_: &Table, seen: &mut Seen) {
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

/// `cot_correct` and `bon_correct` are verdicts about `cot_answer` and `bon_answer`, or `cot` and `bon`: those are
/// what two systems answered.
fn judged_systems(_: &Table, seen: &mut Seen) {
    let mut verdicts = Vec::new();
    let mut systems = Vec::new();
    for (place, column) in seen.columns.iter().enumerate() {
        let Some(about) = names::judged(&column.name).filter(|_| column.said().is_some()) else {
            continue;
        };
        verdicts.push(place);
        let named = |words: fn(&str) -> Vec<String>| {
            seen.place(|other| {
                other.name != column.name
                    && !matches!(other.sort, Sort::Empty | Sort::Object)
                    && words(&other.name) == about
            })
        };
        let answers = named(names::words).or_else(|| named(names::without_answer));
        // Of two verdicts about the same answers the first counts.
        let known = |place: &usize| systems.iter().any(|(answers, _)| answers == place);
        systems.extend(answers.filter(|place| !known(place)).map(|answers| (answers, place)));
    }
    // A single one may be the gold answer, as `true_label` is beside `true_label_correct`.
    if verdicts.len() < 2 {
        return;
    }
    for place in verdicts {
        let says = &mut seen.says[place];
        *says = Says { gold: -4.0, prediction: -4.0, verdict: true, verdict_alone: true, ..*says };
    }
    if systems.len() > 1 {
        for (place, _) in &systems {
            seen.is_prediction(*place);
        }
        seen.systems = systems;
    }
}

/// `answer` beside `ref_answer` is what a model answered, and beside `expected` where both have values of one sort.
fn answers_beside_references(_: &Table, seen: &mut Seen) {
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
