//! Which columns of a table are the answers of several systems.

use super::values::{Column, Sort};
use super::{Seen, Weighed};
use crate::understand::names::{self, Says};
use std::collections::HashSet;

/// The columns that hold predictions of other systems in the same table as the first one.
pub(super) fn siblings(
    files: &[&Seen],
    one: &Weighed,
    file: usize,
    column: usize,
    worth: f64,
    all: &[Weighed],
) -> Vec<usize> {
    let systems: Vec<usize> = files[file].systems.iter().map(|(answers, _)| *answers).collect();
    let mut found = if systems.contains(&column) { systems } else { vec![column] };
    let agreeing = one.runs.iter().find(|run| run.0 == file).map_or(0.0, |run| run.3);
    for other in all.iter().filter(|other| other.gold == one.gold && other.answers == one.answers) {
        let same_file = other.runs.iter().filter(|(other_file, ..)| *other_file == file);
        for (_, place, other_worth, other_agreeing) in same_file {
            let two = Two {
                data: files[one.gold],
                gold: one.answers,
                run: files[file],
                places: [column, *place],
                agreeing: [agreeing, *other_agreeing],
                beside: file == one.gold,
            };
            if !found.contains(place) && two.are_systems(worth - other_worth) {
                found.push(*place);
            }
        }
    }
    if found.len() >= BLOCK && file == one.gold {
        let said =
            all.iter().filter(|other| other.gold == one.gold && other.answers == one.answers);
        let said: Vec<(usize, f64)> = said
            .flat_map(|other| &other.runs)
            .filter(|(of, ..)| *of == file)
            .map(|(_, place, _, agreeing)| (*place, *agreeing))
            .collect();
        beside(files[file], column, &said, &mut found);
    }
    found.sort_unstable();
    found
}

/// If a table has at least this many systems, the columns next to them may be systems too.
const BLOCK: usize = 3;

/// Adds neighbouring columns that agree with the gold answers as often as systems do, whatever their names.
fn beside(file: &Seen, column: usize, said: &[(usize, f64)], found: &mut Vec<usize>) {
    let suits = |(place, agreeing): &&(usize, f64)| {
        let (own, says) = (&file.columns[*place], &file.says[*place]);
        own.sort == file.columns[column].sort
            && own.distinct > 1
            && (0.2..0.98).contains(agreeing)
            && says.gold.abs() <= 0.5
            && says.prediction >= -0.5
            && !(says.verdict || says.verdict_alone || says.other)
    };
    let likely: Vec<usize> = said.iter().filter(suits).map(|(place, _)| *place).collect();
    loop {
        let is_near = |place: &&usize| {
            !found.contains(place) && found.iter().any(|known| known.abs_diff(**place) == 1)
        };
        let Some(place) = likely.iter().find(is_near) else { return };
        found.push(*place);
    }
}

/// Two columns of a file, the first of which holds predictions, with the gold answers.
struct Two<'a> {
    /// The file of the gold answers, and their column.
    data: &'a Seen,
    gold: usize,
    /// The file of both columns, and their places in it.
    run: &'a Seen,
    places: [usize; 2],
    /// Share of rows of each that agree with the gold answers.
    agreeing: [f64; 2],
    /// Whether the gold answers are in the same file.
    beside: bool,
}

impl Two<'_> {
    fn gold(&self) -> &Column {
        &self.data.columns[self.gold]
    }

    fn columns(&self) -> [&Column; 2] {
        self.places.map(|place| &self.run.columns[place])
    }

    fn says(&self) -> [&Says; 2] {
        self.places.map(|place| &self.run.says[place])
    }

    fn names(&self) -> [&str; 2] {
        self.columns().map(|column| column.name.as_str())
    }

    /// Whether both columns are answers of systems; the second one is worse by `worse`.
    fn are_systems(&self, worse: f64) -> bool {
        let [first, second] = self.says();
        let said = first.prediction.min(second.prediction);
        let [a, b] = self.columns();
        let of_labels = said >= 1.0 && self.are_whole() && are_of_labels(self.gold(), a, b);
        let of_one_kind = self.are_of_one_kind();
        let ways = self.names().into_iter().all(names::is_way);
        if self.are_of_table_of_systems() {
            return true;
        }
        // A column that is constant, or never right, does not hold a system's answers.
        let answers = of_labels
            || ways
            || (b.distinct > 1 || b.filled < 4)
                && (a.sort == b.sort || self.agreeing[1] >= 0.05 || self.agreeing[0] < 0.05);
        let taken = |name: &str| names::is_taken_out(name);
        let [ours, theirs] = self.names();
        let about_else = (taken(theirs) && !taken(ours))
            || (second.other && !of_one_kind && !ways)
            || second.verdict_alone
            || second.gold >= 1.0
            || names::is_beside_answer(ours, theirs)
            || self.is_about_else(of_labels);
        // Two stages of one output, before and after it was cleaned, are not two systems.
        let are_stages = [ours, theirs].into_iter().any(names::is_stage);
        if !answers || about_else || are_stages {
            return false;
        }
        let suits = said >= 1.5 || (a.sort == b.sort && worse < 1.5);
        of_labels
            || of_one_kind
            || (ways && b.distinct > 1)
            || (said >= 1.0 && names::are_of_systems(ours, theirs))
            || (suits && self.are_kin())
    }

    /// Whether neither column is another version of an answer.
    fn are_whole(&self) -> bool {
        !self.names().into_iter().any(names::is_version)
    }

    /// Whether the names are those of two systems: they differ in one word or number, or are names of models;
    /// in a file of ids and columns with unknown names, each column is a system.
    fn are_kin(&self) -> bool {
        let [ours, theirs] = self.names().map(names::words);
        let bare = |word: &str| word.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned();
        let mut different = ours.iter().zip(&theirs).filter(|(one, other)| one != other);
        let one_word = match (different.next(), different.next()) {
            (Some((one, other)), None) if ours.len() == theirs.len() => {
                ours.len() > 1 || bare(one) == bare(other)
            }
            _ => false,
        };
        let [a, b] = self.columns();
        let unknown =
            |says: &Says| says.gold.abs() <= 0.5 && says.prediction.abs() <= 0.5 && !says.verdict;
        let of_table = || !systems_of_table(self.run, self.gold).is_empty();
        let unknown = (!self.beside || of_table())
            && self.says().into_iter().all(unknown)
            && a.sort == b.sort
            && self.agreeing.iter().all(|share| *share >= 0.1);
        let named = |says: &Says| says.prediction >= 1.5 && !says.verdict;
        let models = self.names().map(names::is_model);
        let of_models = models == [true, true]
            || (models.contains(&true) && self.says().into_iter().all(named));
        one_word || unknown || of_models
    }

    /// Whether both columns have names that nobody knows, in a table of labels whose columns are systems. A system
    /// may give one label to every question.
    fn are_of_table_of_systems(&self) -> bool {
        let [a, b] = self.columns();
        let systems = || systems_of_table(self.run, self.gold);
        self.beside
            && are_of_labels(self.gold(), a, b)
            && self.places.iter().all(|place| systems().contains(place))
    }

    /// Whether both columns are next to the gold answers and equal them in most rows, whatever their names.
    fn are_of_one_kind(&self) -> bool {
        let [a, b] = self.columns();
        let second = self.says()[1];
        self.beside
            && self.data.says[self.gold].gold >= 2.0
            && self.agreeing.iter().all(|share| (0.3..0.98).contains(share))
            && second.gold < 1.0
            && !second.verdict
            && self.are_whole()
            && are_of_gold(self.gold(), a, b)
    }

    /// Whether the second column is about something else, to judge by its neighbours.
    fn is_about_else(&self, of_labels: bool) -> bool {
        let ([a, b], gold) = (self.columns(), self.gold());
        // If the first column has the labels of the gold answers, a second one without any of these labels is
        // not a system.
        let of_models = self.names().into_iter().all(names::is_model);
        let foreign = !of_labels
            && are_of_labels(gold, a, a)
            && b.labels().is_disjoint(&gold.labels())
            && !(of_models && self.agreeing[1] >= 0.2);
        // A column with the name of the gold answers is a copy of them.
        let copied = !self.beside && b.name == gold.name && a.name != gold.name;
        // A column of the same name in the gold file is the gold answer to this one.
        let rest = |name: &str| names::rest_of_side(name).map(|(_, rest)| rest);
        let of_other = self.data.columns.iter().zip(&self.data.says).any(|(other, says)| {
            let same = !self.beside && other.name == b.name;
            let sides = || rest(&other.name).is_some_and(|own| Some(own) == rest(&b.name));
            other.name != gold.name
                && other.sort != Sort::Empty
                && !(self.beside && other.name == b.name)
                && (same || (says.gold >= 1.5 && sides()))
        });
        // `pred_subcategory` next to `gold_category` and `pred_category`.
        let labels = gold.labels();
        let is_finer = rest(&gold.name).is_some()
            && rest(&gold.name) == rest(&a.name)
            && rest(&b.name).is_some_and(|own| Some(own) != rest(&a.name))
            && are_of_labels(gold, a, a)
            && b.labels().intersection(&labels).count() * 2 < b.labels().len();
        foreign || copied || of_other || is_finer
    }
}

/// A table with this many columns of the same labels may be one of systems.
const OF_SYSTEMS: usize = 4;

/// Whether a name suggests nothing.
fn is_open(says: &Says) -> bool {
    says.gold.abs() <= 0.5 && says.prediction.abs() <= 0.5 && !says.verdict && !says.other
}

/// Whether a name suggests neither gold answers nor a verdict.
fn may_be_system(says: &Says) -> bool {
    says.gold <= 0.5 && !says.verdict
}

/// The columns of systems in a table of gold labels: columns of these labels of whose names nobody knows any, next to ids;
/// or next to anything else, if the name of the gold labels is clear. Of two labels only columns in families, such as
/// `det_a` and `det_b`, are systems: others may be marks.
fn systems_of_table(file: &Seen, gold: usize) -> Vec<usize> {
    let own = &file.columns[gold];
    let says = &file.says[gold];
    let others = || (0..file.columns.len()).filter(|place| *place != gold);
    let has_labels = |place: &usize| {
        let column = &file.columns[*place];
        are_of_labels(own, column, column)
    };
    let (unknown, rest): (Vec<usize>, Vec<usize>) =
        others().partition(|place| is_open(&file.says[*place]) && has_labels(place));
    let is_bare = |place: &usize| {
        let column = &file.columns[*place];
        file.says[*place].other || column.counts || column.filled == 0
    };
    if says.gold >= 0.5 && unknown.len() >= OF_SYSTEMS && rest.iter().all(is_bare) {
        return unknown;
    }
    let may_be = |place: &usize| may_be_system(&file.says[*place]) && has_labels(place);
    let (aside, mut systems): (Vec<usize>, Vec<usize>) =
        others().filter(may_be).partition(|place| file.says[*place].other);
    let first = |place: &usize| names::words(&file.columns[*place].name).into_iter().next();
    let firsts: Vec<Option<String>> = systems.iter().map(first).collect();
    let is_kin = |word: &Option<String>| {
        let asks = ["is", "has", "was", "are"];
        let is_word = word.as_ref().is_some_and(|word| !asks.contains(&word.as_str()));
        is_word && firsts.iter().filter(|other| *other == word).count() > 1
    };
    let are_answers = own.labels().len() > 2 || firsts.iter().all(is_kin);
    systems.extend(aside.into_iter().filter(|place| is_kin(&first(place))));
    if says.gold >= 1.0 && systems.len() >= OF_SYSTEMS && are_answers {
        return systems;
    }
    Vec::new()
}

/// Whether gold answers are a few labels, and two columns hold only these and a few more that both have.
fn are_of_labels(gold: &Column, a: &Column, b: &Column) -> bool {
    let (labels, first, second) = (gold.labels(), a.labels(), b.labels());
    let known: HashSet<&str> = labels.union(&first).copied().collect();
    let is_digit = |label: &&str| label.len() == 1;
    let coded = known.len() < 4 && known.iter().all(is_digit);
    let of_few = labels.len() > 1 && gold.sort != Sort::Number;
    let few = known.len() > 1 && known.len() * 2 <= gold.filled && (of_few || coded);
    let whole = |column: &Column| column.filled * 10 >= gold.filled * 9;
    few && whole(a) && whole(b) && !labels.is_disjoint(&first) && second.is_subset(&known)
}

/// Whether two columns of short texts equal one of the gold answers in six rows of ten.
fn are_of_gold(gold: &Column, a: &Column, b: &Column) -> bool {
    let labels = gold.labels();
    let known = |column: &Column| {
        let some = column.values.iter().flatten();
        let inside = some
            .filter(|value| value.forms.last().is_some_and(|form| labels.contains(form.as_str())));
        column.filled * 10 >= gold.filled * 9 && inside.count() * 10 >= column.filled * 6
    };
    let short = [gold, a, b].iter().all(|column| matches!(column.sort, Sort::Short | Sort::Closed));
    // A name of one word may mean anything, even the reasoning that led to the answer.
    let phrased = [a, b].iter().all(|column| names::words(&column.name).len() > 1);
    let again = labels.len() * 3 <= gold.filled * 2;
    labels.len() > 3 && short && (again || phrased) && known(a) && known(b)
}
